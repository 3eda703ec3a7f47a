package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/engine/plan"

	"go.starlark.net/syntax"
)

// ignore is one code in a comment that silences findings: on its own line and
// the next ("# cardroom: ignore=CR101" alone on a line stands for the line
// below), or in the whole file ("# cardroom: ignore-file=CR101"). Several codes are
// parted by commas, and behind them may stand why.
type ignore struct {
	code string
	at   plan.Pos // of the code
	line int32    // the line that it silences, 0 for the whole file
	used bool
	fix  []Edit // the comment or the code removed
}

var (
	ignoreComment = regexp.MustCompile(`^#\s*cardroom:\s*ignore(-file)?\s*=\s*(\w*(?:\s*,\s*\w+)*)`)
	ignoreCode    = regexp.MustCompile(`[^\s,]+`)
)

// ignoresIn reads the comments of a script.
func ignoresIn(f *syntax.File) (out []*ignore) {
	syntax.Walk(f, func(n syntax.Node) bool {
		if n == nil {
			return true
		}
		if cs := n.Comments(); cs != nil {
			for _, comment := range slices.Concat(cs.Before, cs.After) {
				out = append(out, ignoresOf(comment, true)...)
			}
			for _, comment := range cs.Suffix {
				out = append(out, ignoresOf(comment, false)...)
			}
		}
		return true
	})
	return out
}

// ignoresOf are the codes of one comment.
func ignoresOf(comment syntax.Comment, alone bool) (out []*ignore) {
	m := ignoreComment.FindStringSubmatchIndex(comment.Text)
	if m == nil {
		return nil
	}
	list, base := comment.Text[m[4]:m[5]], m[4]
	codes := ignoreCode.FindAllStringIndex(list, -1)
	for _, at := range codes {
		i := &ignore{code: list[at[0]:at[1]], at: posOf(comment.Start), line: comment.Start.Line}
		i.at.Col += int32(len([]rune(comment.Text[:base+at[0]])))
		switch {
		case m[2] >= 0:
			i.line = 0
		case alone:
			i.line++
		}
		if len(codes) == 1 {
			i.fix = []Edit{{Line: comment.Start.Line, Col: comment.Start.Col, EndLine: comment.Start.Line, EndCol: comment.Start.Col + int32(len([]rune(comment.Text))), Trim: true}}
		}
		out = append(out, i)
	}
	return out
}

// silences reports whether the comment is about a finding.
func (i *ignore) silences(f *Finding) bool {
	return i.code == f.Code && (i.line == 0 || i.line == f.Pos.Line)
}

// ignored takes out what comments silence, and adds the comments that silence
// nothing. A file that is not Starlark has no comments.
func (c *Checker) ignored(found []*Finding) (out []*Finding) {
	for _, f := range found {
		silent := false
		if s := c.scripts[f.Pos.File]; s != nil {
			for _, i := range s.ignores {
				if i.silences(f) {
					i.used, silent = true, true
				}
			}
		}
		if !silent {
			out = append(out, f)
		}
	}
	for _, file := range c.known {
		for _, i := range c.scripts[file].ignores {
			if i.used {
				continue
			}
			e := &dsl.Error{Pos: i.at, Code: CodeUnusedIgnore, Msg: fmt.Sprintf("nothing here to ignore: %s", i.code), Hint: "remove the comment"}
			if !strings.HasPrefix(i.code, "CR") {
				e.Msg, e.Hint = fmt.Sprintf("%s is no code", i.code), "codes are CR and three digits, as in # cardroom: ignore=CR101"
			}
			c.lib.Illustrate(e)
			out = append(out, &Finding{Error: e, Fix: i.fix})
		}
	}
	return out
}
