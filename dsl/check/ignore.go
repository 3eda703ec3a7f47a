package check

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
)

// ignore is one code in a comment that silences findings: on its own line ("#
// cardroom: ignore=CR101" alone on a line applies to the line below), or in the
// whole file ("# cardroom: ignore-file=CR101"). Several codes are separated by
// commas, and a reason may follow.
type ignore struct {
	code string
	at   diag.Pos // position of the code
	line int32    // the silenced line, 0 for the whole file
	used bool
	fix  []Edit // the comment or the code removed
}

var (
	ignoreComment = regexp.MustCompile(`^#\s*cardroom:\s*ignore(-file)?\s*=\s*(\w*(?:\s*,\s*\w+)*)`)
	ignoreCode    = regexp.MustCompile(`[^\s,]+`)
)

// ignoresOf returns the codes of one comment.
func ignoresOf(comment star.Comment) (out []*ignore) {
	m := ignoreComment.FindStringSubmatchIndex(comment.Text)
	if m == nil {
		return nil
	}
	list, base := comment.Text[m[4]:m[5]], m[4]
	codes := ignoreCode.FindAllStringIndex(list, -1)
	col, read := comment.Pos.Col, 0 // the part of the comment parsed so far
	for _, at := range codes {
		col, read = col+int32(utf8.RuneCountInString(comment.Text[read:base+at[0]])), base+at[0]
		i := &ignore{code: list[at[0]:at[1]], at: comment.Pos, line: comment.Pos.Line}
		i.at.Col = col
		switch {
		case m[2] >= 0:
			i.line = 0
		case comment.Alone:
			i.line++
		}
		if len(codes) == 1 {
			i.fix = []Edit{{Line: comment.Pos.Line, Col: comment.Pos.Col, EndLine: comment.Pos.Line, EndCol: comment.Pos.Col + int32(len([]rune(comment.Text))), Trim: true}}
		}
		out = append(out, i)
	}
	return out
}

// silenced is the target of a comment: a code on a line, or in the whole file
// (line 0).
type silenced struct {
	code string
	line int32
}

// ignoring returns the ignore comments of a script by target.
func ignoring(list []*ignore) map[silenced][]*ignore {
	out := map[silenced][]*ignore{}
	for _, i := range list {
		k := silenced{i.code, i.line}
		out[k] = append(out[k], i)
	}
	return out
}

// ignored removes the silenced findings, and adds findings for comments that
// silence nothing. A file that is not Starlark has no comments.
func (c *Checker) ignored(found []*Finding) (out []*Finding) {
	byFile := map[string]map[silenced][]*ignore{}
	for _, f := range found {
		s := c.scripts[f.Pos.File]
		if s == nil || len(s.ignores) == 0 || loads(f.Code) {
			out = append(out, f)
			continue
		}
		if byFile[s.Path] == nil {
			byFile[s.Path] = ignoring(s.ignores)
		}
		silent := false
		for _, k := range []silenced{{f.Code, 0}, {f.Code, f.Pos.Line}} {
			list := byFile[s.Path][k]
			silent = silent || len(list) > 0
			if len(list) > 0 && !list[0].used { // all of them at once
				for _, i := range list {
					i.used = true
				}
			}
		}
		if !silent {
			out = append(out, f)
		}
	}
	for _, file := range c.known {
		for _, i := range c.scripts[file].ignores {
			if !i.used {
				e := &diag.Error{Pos: i.at, Code: codeUnusedIgnore, Msg: fmt.Sprintf("nothing here to ignore: %s", i.code), Hint: "remove the comment"}
				if !strings.HasPrefix(i.code, "CR") {
					e.Msg, e.Hint = fmt.Sprintf("%s is not a code", i.code), "codes are CR and three digits, as in # cardroom: ignore=CR101"
				}
				c.lib.Illustrate(e)
				out = append(out, &Finding{Error: e, Fix: i.fix})
			}
		}
	}
	return out
}
