// Package format formats scripts, so that all of them have the same layout and
// a diff shows only real changes.
//
// [Source] is one function: text in, text out. The layout is that of the
// Starlark ecosystem's formatter, with only those rewrites that fit our
// dialect: it sorts no arguments and no lists, because the order in a rule
// sheet has a meaning. Formatting is idempotent, and it preserves the meaning
// of a script: the two syntax trees are compared, and Source returns an error
// instead of a text that differs.
package format

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"github.com/bazelbuild/buildtools/build"
	"go.starlark.net/syntax"
)

// rewrites are the changes other than white space: sort names in a load
// statement, merge load statements for the same script, indent docstrings like
// their function, and use the standard notation of floats. Load statements keep
// their order, in which the scripts run.
var rewrites = []string{"sameOriginLoad", "loadsort", "formatdocstrings", "editfloat"}

// Source formats a script. The path is used in errors, each a [*diag.Error]
// with its position.
func Source(path string, text []byte) ([]byte, error) {
	before, err := Parse(path, text)
	if err != nil {
		return nil, err
	}
	file, perr := build.ParseDefault(path, plainEnds(text))
	if perr != nil {
		return nil, refused(path, text, perr)
	}
	build.Walk(file, func(x build.Expr, _ []build.Expr) { requote(x) })
	out := build.FormatWithRewriter(&build.Rewriter{RewriteSet: rewrites}, file)
	after, err := Parse(path, out)
	if err != nil || meaning(before) != meaning(after) {
		return nil, &diag.Error{
			Pos: diag.Pos{File: path}, Code: star.CodePanic, Msg: "formatting would change the meaning of the script",
			Hint: "this is a bug in cardroom, not in the script; please report it",
		}
	}
	return out, nil
}

// requote gives a string double quotes if that needs no escapes. The formatter
// would do the same, but it would also write every non-ASCII letter as octal
// escapes of its bytes, which Starlark refuses.
func requote(x build.Expr) {
	s, ok := x.(*build.StringExpr)
	if !ok || !strings.HasPrefix(s.Token, "'") || strings.Contains(s.Token, `"`) {
		return
	}
	quote := 1
	if s.TripleQuote {
		quote = 3
	}
	marks := strings.Repeat(`"`, quote)
	s.Token = marks + s.Token[quote:len(s.Token)-quote] + marks
}

// plainEnds converts line ends, so that the formatter does not take "\r" for a
// part of a line.
func plainEnds(text []byte) []byte { return []byte(star.PlainEnds(string(text))) }

// Parse parses a script as the loader does. Source calls it first, so that all
// commands report a syntax error in the same words.
func Parse(path string, text []byte) (*syntax.File, error) {
	if err := star.CheckText(path, text); err != nil {
		return nil, err
	}
	f, err := star.Parse(path, text, 0)
	if e := (*diag.Error)(nil); errors.As(err, &e) {
		e.Source = line(text, e.Pos.Line)
	}
	return f, err
}

// refused returns the error for a script that Starlark parses but the formatter
// does not. The loader also refuses what it does not support, such as while.
func refused(path string, text []byte, err error) error {
	e := &diag.Error{
		Pos: diag.Pos{File: path}, Code: star.CodeDialect, Msg: err.Error(),
		Hint: "the formatter does not support while, which scripts may not use, or byte literals",
	}
	if p := (build.ParseError{}); errors.As(err, &p) {
		e.Pos.Line, e.Pos.Col, e.Msg = int32(p.Pos.Line), int32(p.Pos.LineRune), fmt.Sprintf("cannot format this: %s", p.Message)
		e.Source = line(text, e.Pos.Line)
	}
	return e
}

func line(text []byte, n int32) string {
	lines := strings.Split(string(plainEnds(text)), "\n")
	if n < 1 || int(n) > len(lines) {
		return ""
	}
	return lines[n-1]
}
