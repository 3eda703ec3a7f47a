package dsl

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
)

// filesOf returns a file system from pairs of name and text.
func filesOf(pairs ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return out
}

// wantError fails the test unless err has the code and contains the text.
func wantError(t *testing.T, err error, code, text string) {
	t.Helper()
	e, ok := err.(*diag.Error)
	if !ok || e.Code != code || !strings.Contains(e.Error(), text) {
		t.Errorf("got %v, want %s, %q", err, code, text)
	}
}

// checkError checks the invariants of every script error.
func checkError(t *testing.T, e *diag.Error) {
	t.Helper()
	switch {
	case e.Msg == "" || e.Code == "" || e.Pos.File == "":
		t.Errorf("incomplete: %#v", e)
	case e.Code == star.CodePanic:
		t.Errorf("a panic: %s", e.Detail())
	case strings.ContainsAny(e.Error(), "\n\r") || !utf8.ValidString(e.Detail()):
		t.Errorf("not text: %q", e.Detail())
	}
}
