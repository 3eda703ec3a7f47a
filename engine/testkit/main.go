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
// quicker test for. A full run fails if there is no test of such a name.
func Main(m *testing.M, long ...string) {
	flag.Parse()
	if testing.Short() {
		if err := flag.Set("test.skip", "^("+strings.Join(long, "|")+")$"); err != nil {
			panic(err)
		}
	} else if err := named(long); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
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
		if !strings.Contains(all.String(), "\nfunc "+name+"(") {
			return fmt.Errorf("-short is to leave out %s, which is no test of this package", name)
		}
	}
	return nil
}
