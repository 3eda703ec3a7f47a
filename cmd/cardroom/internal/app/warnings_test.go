package app

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"cardroom/engine/diag"
)

// TestWarnings checks that equal warnings are printed once, with their number, and that many different ones are limited.
func TestWarnings(t *testing.T) {
	at := func(line int32, msg string) error {
		return &diag.Error{Pos: diag.Pos{File: "a b.txt", Line: line, Col: 1}, Msg: msg}
	}
	all := []error{
		at(3, "no name for Razz"), errors.New("no place"), at(9, "no name for Razz"), at(10, "once"), errors.New("no place"),
		&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist},
	}
	for _, verbose := range []bool{false, true} {
		std, _, stderr := fakeStd()
		std.Verbose = verbose
		w := NewWarnings(std, "hand")
		for _, err := range all {
			w.Add(err)
		}
		if printed := stderr.Len() > 0; printed != verbose {
			t.Errorf("verbose %t: printed before the end: %t", verbose, printed)
		}
		w.End()
		w.End()
		want := `warning: a b.txt:3:1: no name for Razz: 2 hands, the first here
warning: no place: 2 hands
warning: a b.txt:10:1: once
warning: x: file does not exist
`
		if verbose {
			want = `warning: a b.txt:3:1: no name for Razz
warning: no place
warning: a b.txt:9:1: no name for Razz
warning: a b.txt:10:1: once
warning: no place
warning: x: file does not exist
`
		}
		if stderr.String() != want {
			t.Errorf("verbose %t prints\n%s", verbose, stderr)
		}
	}
	std, _, stderr := fakeStd()
	w := NewWarnings(std, "hand")
	for i := range MaxShown + 7 {
		w.Add(fmt.Errorf("text %d", i))
		w.Add(errors.New("text 1"))
	}
	w.End()
	if text := stderr.String(); strings.Count(text, "warning: text") != MaxShown || !strings.Contains(text, "warning: and 7 more; --verbose shows all\n") {
		t.Errorf("prints\n%s", text)
	}
}
