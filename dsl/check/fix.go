package check

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"cardroom/dsl/star"

	"go.starlark.net/syntax"
)

// Edit replaces a part of a script.
type Edit = star.Edit

// stretch is an edit in bytes.
type stretch struct {
	from, to int
	text     string
	trim     bool
}

// Apply applies the fixes of findings to the text of their script. Edits that
// overlap an earlier one are skipped. It returns the text and the fixed
// findings.
func Apply(text string, findings []*Finding) (string, []*Finding) {
	x := indexText(text)
	var all []stretch // in order
	var fixed []*Finding
	for _, f := range findings {
		var mine []stretch
		for _, e := range f.Fix {
			from, to := x.offset(e.Line, e.Col), x.offset(e.EndLine, e.EndCol)
			for e.Trim && from > 0 && (x.text[from-1] == ' ' || x.text[from-1] == '\t') {
				from--
			}
			mine = append(mine, stretch{from, max(from, to), e.Text, e.Trim})
		}
		if len(mine) > 0 && !overlap(all, mine) {
			for _, m := range mine {
				i, _ := slices.BinarySearchFunc(all, m, byPlace)
				all = slices.Insert(all, i, m)
			}
			fixed = append(fixed, f)
		}
	}
	// adjacent stretches that only remove text become one
	var out []stretch
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].to == s.from && out[n-1].text+s.text == "" {
			out[n-1].to, out[n-1].trim = s.to, s.trim || out[n-1].trim
			continue
		}
		out = append(out, s)
	}
	var b strings.Builder
	at := 0
	for _, s := range out {
		if s.trim && (s.from == 0 || text[s.from-1] == '\n') && s.to < len(text) && text[s.to] == '\n' {
			s.to++ // nothing else is on the line
		}
		b.WriteString(text[at:max(at, s.from)])
		b.WriteString(s.text)
		at = max(at, s.to)
	}
	b.WriteString(text[at:])
	return b.String(), fixed
}

func byPlace(a, b stretch) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) }

// overlap reports whether one of mine overlaps one of all, which are in order
// and do not overlap each other.
func overlap(all, mine []stretch) bool {
	return slices.ContainsFunc(mine, func(m stretch) bool {
		i := sort.Search(len(all), func(i int) bool { return all[i].to > m.from })
		return i < len(all) && all[i].from < m.to
	})
}

// withoutLoad returns the edits that remove a name from a load statement, or
// the whole statement if nothing else of it is used; in that case only the
// first of its names has the edits.
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

// loadArgument removes one name with the comma before it. Names given as x =
// "y" end with the literal, whose position is not in the tree, so it is taken
// from the text.
func (s *script) loadArgument(stmt *syntax.LoadStmt, i int) []Edit {
	_, end := stmt.Span()
	if s.places == nil {
		s.places = indexText(s.Text)
	}
	x := s.places
	last := min(x.offset(end.Line, end.Col)+1, len(s.Text)) // after the parenthesis
	at := x.offset(stmt.To[i].NamePos.Line, stmt.To[i].NamePos.Col)
	from := strings.LastIndexByte(s.Text[:at], ',')
	if from < 0 || at > last {
		return nil
	}
	to := at + strings.IndexAny(s.Text[at:last], ",)")
	if to < at {
		return nil
	}
	line, col := x.place(from)
	endLine, endCol := x.place(to)
	return []Edit{{Line: line, Col: col, EndLine: endLine, EndCol: endCol}}
}
