package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"cardroom/engine/diag"
	"cardroom/engine/strict"
)

// LineFault is why a line is no hand.
type LineFault struct {
	At        int // bytes before the place
	Msg, Hint string
}

// Placed is the fault as a diagnostic with its place and a caret.
func (f *LineFault) Placed(file string, line int, source string) error {
	return &diag.Error{
		Pos: diag.Pos{File: file, Line: int32(line), Col: int32(1 + utf8.RuneCountInString(source[:f.At]))},
		Msg: f.Msg, Hint: f.Hint, Source: strings.ToValidUTF8(source, "\ufffd"),
	}
}

var quotedWord = regexp.MustCompile(`"([^"]+)"`)

// InLine is an error about a line of a file with its place: that of the first word
// that it quotes, where the line has it.
func InLine(err error, file string, number int, line string) error {
	f := &LineFault{Msg: err.Error()}
	if m := quotedWord.FindStringSubmatch(f.Msg); m != nil {
		f.At = max(0, strings.Index(line, m[1]))
	}
	if e := (*json.SyntaxError)(nil); errors.As(err, &e) && number == 2 {
		f.At = min(int(max(e.Offset-1, 0)), len(line))
	}
	if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) {
		f.Msg, f.At = fmt.Sprintf("%s cannot be a %s", e.Field, e.Value), min(max(int(e.Offset)-1, 0), len(line))
	}
	if e := (*strict.Error)(nil); errors.As(err, &e) {
		f.Msg, f.At, f.Hint = err.Error(), min(e.At, len(line)), e.Hint
	}
	if h := Hinted(nil); errors.As(err, &h) {
		f.Hint = h.Hint()
	}
	return f.Placed(file, number, line)
}
