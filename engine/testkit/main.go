package testkit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Main runs the tests of a package, for its TestMain. With -short it leaves out the tests named long: what a package has at least one
// quicker test for. The slowest of them begin with "+": a run leaves them out, too, unless it names them or CARDROOM_SWEEP is set, as
// CI does. A full run fails if there is no test of such a name.
func Main(m *testing.M, long ...string) {
	flag.Parse()
	if err := named(long); err != nil && !testing.Short() {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	LeaveOut(long, "")
	os.Exit(m.Run())
}

// LeaveOut leaves out the long tests, see [Main], and those of another pattern, unless -skip says what to leave out.
func LeaveOut(long []string, also string) {
	skip := flag.Lookup("test.skip")
	if skip.Value.String() != "" {
		return
	}
	if err := skip.Value.Set(leftOut(long) + also); err != nil {
		panic(err)
	}
}

// leftOut returns the pattern of the long tests that a run leaves out.
func leftOut(long []string) string {
	whole := os.Getenv("CARDROOM_SWEEP") != "" || flag.Lookup("test.run").Value.String() != ""
	names := []string{"none"}
	for _, name := range long {
		slow, ok := strings.CutPrefix(name, "+")
		if testing.Short() || ok && !whole {
			names = append(names, slow)
		}
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// named reports the first name that is not one of a test in the working folder.
func named(tests []string) error {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		return err
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		all.Write(text)
	}
	for _, name := range tests {
		name = strings.TrimPrefix(name, "+")
		if !strings.Contains(all.String(), "\nfunc "+name+"(") {
			return fmt.Errorf("-short is to leave out %s, which is no test of this package", name)
		}
	}
	return nil
}
