package testkit

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// Kept is a file of results that must not change: a line for each, a name and what it gave. It is written anew where update is set.
type Kept struct {
	t      *testing.T
	file   string
	update bool
	was    map[string]string
	lines  []string
}

// ReadKept reads a file of results.
func ReadKept(t *testing.T, file string, update bool) *Kept {
	t.Helper()
	k := &Kept{t: t, file: file, update: update, was: map[string]string{}}
	text, err := os.ReadFile(file)
	if err != nil && !update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if at := strings.LastIndexByte(line, ' '); at > 0 {
			k.was[line[:at]] = strings.TrimSpace(line[at:])
		}
	}
	return k
}

// Of returns the result of a name, "" for none.
func (k *Kept) Of(name string) string { return k.was[name] }

// Is reports whether a result, which has no spaces, is what it was.
func (k *Kept) Is(name, result string) bool {
	k.lines = append(k.lines, fmt.Sprintf("%s %s\n", name, result))
	return k.update || k.was[name] == result
}

// End writes the file, if it is to be written.
func (k *Kept) End() {
	if !k.update {
		return
	}
	slices.Sort(k.lines)
	if err := os.WriteFile(k.file, []byte(strings.Join(k.lines, "")), 0o644); err != nil {
		k.t.Fatal(err)
	}
}
