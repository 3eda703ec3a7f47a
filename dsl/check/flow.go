//go:build !js

package check

import (
	"maps"
	"slices"
	"strings"

	"cardroom/engine/diag"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"
)

// borrowed are the checks of the ecosystem's linter that fit our dialect, with
// the code and the words of ours. The others are about builds, or are matters of
// layout that 'cardroom fmt' settles.
var borrowed = map[string]struct{ code, msg, hint string }{
	"unreachable":           {codeUnreachable, "this statement is never reached", "the statement before it always leaves; remove one of the two"},
	"no-effect":             {codeNoEffect, "the statement does nothing", "use its value, or remove it"},
	"uninitialized":         {codeUninitialized, "", "give it a value on every path that leads here"},
	"return-value":          {codeReturn, "", "end every path with return and a value; return None means that there is none"},
	"dict-method-named-arg": {codeMisuse, "the methods of a dict take no keyword arguments", "pass the arguments by position"},
	"string-iteration":      {codeMisuse, "a string cannot be looped over", "loop over x.elems()"},
}

// flow runs the borrowed checks, each by itself: together, the linter would look
// through the whole script for a comment of its own at every finding.
func (c *Checker) flow(s *script) {
	file, err := build.ParseDefault(s.Path, []byte(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s.Text)))
	if err != nil {
		return // what the linter cannot read the loader refuses too, or format reports
	}
	for _, name := range slices.Sorted(maps.Keys(borrowed)) {
		b := borrowed[name]
		for _, f := range warn.FileWarningMap[name](file) {
			msg := b.msg
			switch name {
			case "uninitialized":
				msg = quoted(f.Message) + " may have no value here"
			case "return-value":
				msg = quoted(f.Message) + " returns a value on some paths and none on others"
			}
			at := diag.Pos{File: s.Path, Line: int32(f.Start.Line), Col: int32(f.Start.LineRune)}
			c.addAt(at, b.code, b.hint, msg)
		}
	}
}

// quoted is the name in quotes in a message of the linter.
func quoted(msg string) string {
	_, rest, _ := strings.Cut(msg, `"`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}
