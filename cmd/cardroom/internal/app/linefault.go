package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"cardroom/engine/diag"
)

var quotedWord = regexp.MustCompile(`"([^"]+)"`)

// InLine adds a position to an error about a line of a file: that of the first word
// that the error quotes, if the line contains it.
func InLine(err error, file string, number int, line string) error {
	f := &diag.Error{At: 1, Msg: err.Error()}
	if m := quotedWord.FindStringSubmatch(f.Msg); m != nil {
		f.At = 1 + max(0, strings.Index(line, m[1]))
	}
	if e := (*json.SyntaxError)(nil); errors.As(err, &e) && number == 2 {
		f.At = 1 + min(int(max(e.Offset-1, 0)), len(line))
	}
	if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) {
		f.Msg, f.At = fmt.Sprintf("%s cannot be a %s", e.Field, e.Value), 1+min(max(int(e.Offset)-1, 0), len(line))
	}
	if e := (*diag.Error)(nil); errors.As(err, &e) && e.At > 0 {
		f.Msg, f.At = err.Error(), e.At
	}
	f.Hint = HintOf(err)
	return f.Placed(file, number, line)
}
