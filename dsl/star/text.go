package star

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// Limits of the text of a script. No rule of a game exceeds them, and the parser, the resolver or the formatter, which are
// third-party code, would take far more time than its size suggests: a number of a megabyte takes ten seconds to parse.
const (
	// MaxScript is the maximum size of a script in bytes.
	MaxScript = 1 << 20
	maxWord   = 1 << 12 // bytes of a name or a number, also within a string
	maxNest   = 500     // nesting of expressions and statements; a long sum nests as often as it has terms
)

// CheckText returns an error for a text that cannot be a script, at the offending position: a text that is not UTF-8, begins with
// a byte order mark, or has a word of thousands of letters. The path is used in the error, a [*diag.Error].
func CheckText(path string, text []byte) error {
	if err := checkText(path, text); err != nil {
		return err
	}
	return nil
}

func checkText(path string, text []byte) *diag.Error {
	if len(text) > MaxScript {
		return &diag.Error{Pos: diag.Pos{File: path}, Code: CodeLoad, Msg: fmt.Sprintf("it is larger than %d bytes", MaxScript)}
	}
	switch i, long := notText(text), longWord(text); {
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return textError(path, text, 0, "the file starts with a byte order mark, which Starlark does not accept", "save it as UTF-8 without one")
	case i >= 0 && text[i] == 0:
		return textError(path, text, i, "it is not text: it contains a NUL byte", "")
	case i >= 0:
		return textError(path, text, i, "it is not UTF-8 text", "save the file as UTF-8")
	case long >= 0:
		return textError(path, text, long, fmt.Sprintf("a word of more than %d letters or digits", maxWord), "")
	}
	return nil
}

func textError(path string, text []byte, at int, msg, hint string) *diag.Error {
	before := text[:at]
	start := bytes.LastIndexAny(before, "\r\n") + 1
	line, _ := cutLine(string(text[start:]))
	breaks := bytes.Count(before, []byte("\n")) + bytes.Count(before, []byte("\r")) - bytes.Count(before, []byte("\r\n"))
	return &diag.Error{
		Pos:  diag.Pos{File: path, Line: int32(1 + breaks), Col: int32(1 + utf8.RuneCount(before[start:]))},
		Code: CodeLoad, Msg: msg, Hint: hint, Source: string(bytes.ToValidUTF8([]byte(line), []byte("\ufffd"))),
	}
}

// notText returns the index of the first byte that is not part of a rune, or is zero, which Starlark would take for the end of
// the file; -1 if there is none.
func notText(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// longWord returns the index of the first word that is too long; -1 if there is none.
func longWord(text []byte) int {
	run := 0
	for i, c := range text {
		if !(c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf) {
			run = 0
			continue
		}
		if run++; run > maxWord {
			return i + 1 - run
		}
	}
	return -1
}

// Parse parses the text of a script. The loader, the checks and the formatter all use it. The error is a [*diag.Error] with its
// position and without its line.
func Parse(path string, text []byte, mode syntax.Mode) (*syntax.File, error) {
	file, err := parseAs(&dialect, path, text, string(text), mode)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// parseAs parses src; messages quote from text.
func parseAs(dialect *syntax.FileOptions, path string, src any, text string, mode syntax.Mode) (*syntax.File, *diag.Error) {
	file, err := dialect.Parse(path, src, mode)
	if err != nil {
		first := int32(1)
		if part, ok := src.(syntax.FilePortion); ok {
			first = part.FirstLine
		}
		return nil, fromSyntax(err, text, first)
	}
	for _, stmt := range file.Stmts {
		if at := tooDeep(stmt); at != nil {
			start, _ := stmt.Span()
			return nil, &diag.Error{
				Pos: PlanPos(start), Code: CodeSyntax, Msg: fmt.Sprintf("more than %d nested expressions or statements", maxNest),
				Hint: "write a long sum as a list, and a long choice as a dict",
			}
		}
		if load, ok := stmt.(*syntax.LoadStmt); ok {
			for _, id := range slices.Concat(load.From, load.To) {
				if !isName(id.Name) {
					return nil, &diag.Error{Pos: PlanPos(id.NamePos), Code: CodeSyntax, Msg: fmt.Sprintf("load: %q is not a name", id.Name)}
				}
			}
		}
	}
	return file, nil
}

// isName reports whether a text is a valid name in a script. Starlark does not check the quoted names of a load.
func isName(text string) bool {
	for i, c := range text {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return text != ""
}

// tooDeep returns the first node that is nested too deeply below n; nil if there is none. It goes no deeper itself.
func tooDeep(n syntax.Node) (found syntax.Node) {
	depth := 0
	syntax.Walk(n, func(x syntax.Node) bool {
		if x == nil {
			depth--
			return false
		}
		if depth >= maxNest {
			found = x
		}
		if found != nil {
			return false
		}
		depth++
		return true
	})
	return found
}
