package check

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// Edit replaces a stretch of a script. Columns count runes from 1, as positions
// do; the end is behind the last rune.
type Edit struct {
	Line, Col, EndLine, EndCol int32
	Text                       string
	// Trim: the blanks before it go too, and the whole line if nothing else is
	// on it.
	Trim bool
}

// stretch is an edit in bytes.
type stretch struct {
	from, to int
	text     string
	trim     bool
}

// Apply makes the fixes of findings in the text of their script. Edits that
// overlap an earlier one are left for another time. It returns the text and the
// number of findings fixed.
func Apply(text string, findings []*Finding) (string, int) {
	var all []stretch
	fixed := 0
	for _, f := range findings {
		var mine []stretch
		for _, e := range f.Fix {
			mine = append(mine, e.in(text))
		}
		if len(mine) > 0 && !overlap(all, mine) {
			all = append(all, mine...)
			fixed++
		}
	}
	slices.SortFunc(all, func(a, b stretch) int { return b.from - a.from })
	for i, s := range all {
		if i+1 < len(all) && all[i+1].to == s.from && s.text+all[i+1].text == "" { // two that touch are one
			all[i+1].to, all[i+1].trim = s.to, s.trim || all[i+1].trim
			continue
		}
		if s.trim && (s.from == 0 || text[s.from-1] == '\n') && s.to < len(text) && text[s.to] == '\n' {
			s.to++ // nothing else is on the line
		}
		text = text[:s.from] + s.text + text[s.to:]
	}
	return text, fixed
}

// in is the stretch of text that an edit is about.
func (e Edit) in(text string) stretch {
	from, to := offset(text, e.Line, e.Col), offset(text, e.EndLine, e.EndCol)
	for e.Trim && from > 0 && (text[from-1] == ' ' || text[from-1] == '\t') {
		from--
	}
	return stretch{from, max(from, to), e.Text, e.Trim}
}

func overlap(all, mine []stretch) bool {
	return slices.ContainsFunc(mine, func(m stretch) bool {
		return slices.ContainsFunc(all, func(o stretch) bool { return m.from < o.to && o.from < m.to })
	})
}

// offset is the place in the text of a line and a column.
func offset(text string, line, col int32) int {
	at := 0
	for range line - 1 {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	for range col - 1 {
		if at >= len(text) || text[at] == '\n' {
			break
		}
		for at++; at < len(text) && text[at]&0xc0 == 0x80; at++ {
		}
	}
	return at
}

// withoutLoad are the edits that take a name out of a load statement, or the
// whole statement when nothing else of it is used: then the first of its names
// does it for all.
func (s *script) withoutLoad(stmt *syntax.LoadStmt, i int, whole bool) []Edit {
	if whole {
		if i > 0 {
			return nil
		}
		from, to := stmt.Span()
		return []Edit{{Line: from.Line, Col: from.Col, EndLine: to.Line, EndCol: to.Col + 1, Trim: true}}
	}
	return s.loadArgument(stmt, i)
}

// loadArgument takes out one name with the comma before it. Names given as
// x = "y" end with the literal; where it stands the tree does not say, so the text
// is asked.
func (s *script) loadArgument(stmt *syntax.LoadStmt, i int) []Edit {
	_, end := stmt.Span()
	last := min(offset(s.Text, end.Line, end.Col)+1, len(s.Text)) // behind the parenthesis
	at := offset(s.Text, stmt.To[i].NamePos.Line, stmt.To[i].NamePos.Col)
	from := strings.LastIndexByte(s.Text[:at], ',')
	if from < 0 || at > last {
		return nil
	}
	to := at + strings.IndexAny(s.Text[at:last], ",)")
	if to < at {
		return nil
	}
	line, col := place(s.Text, from)
	endLine, endCol := place(s.Text, to)
	return []Edit{{Line: line, Col: col, EndLine: endLine, EndCol: endCol}}
}

// place is the line and column of an offset.
func place(text string, at int) (line, col int32) {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return int32(strings.Count(text[:at], "\n")) + 1, int32(len([]rune(text[start:at]))) + 1
}
