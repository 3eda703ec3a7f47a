package testkit

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Place fails the test if a line and a column, both counted from 1, are not in
// the text. One column after the end of a line, and one line after the end of
// the text, are valid places too: something is missing there.
func Place(t testing.TB, text string, line, col int) {
	t.Helper()
	lines := append(strings.Split(text, "\n"), "")
	switch {
	case line < 1 || line > len(lines) || col < 1:
		t.Errorf("the error is at %d:%d, the text has %d lines", line, col, len(lines)-1)
	case col > utf8.RuneCountInString(lines[line-1])+2:
		t.Errorf("the error is at %d:%d, the line has %d characters", line, col, utf8.RuneCountInString(lines[line-1]))
	}
}

// Offset fails the test if a byte offset is not in the text. The end of the
// text is valid too.
func Offset(t testing.TB, text string, at int) {
	t.Helper()
	if at < 0 || at > len(text) {
		t.Errorf("the error is at byte %d of %d", at, len(text))
	}
}
