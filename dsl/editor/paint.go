package editor

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/star"

	"go.starlark.net/syntax"
)

// Paint is a highlighted range of one line.
type Paint struct {
	Place
	Length int32 // in runes
	Kind   Kind
	Def    bool // the name is defined here
}

// Paints returns the highlighting of a script's names, numbers and strings, in order. It returns nothing for a text that
// does not parse, so that the editor keeps its highlighting.
func (w *Workspace) Paints(file string) (out []Paint) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, now := w.tree(file)
	if s == nil || !now {
		return nil
	}
	kinds := map[*syntax.Ident]Kind{}
	for _, sym := range w.outline(file) {
		for _, id := range globals(s.File) {
			if named(id) == sym.Range {
				kinds[id] = sym.Kind
			}
		}
	}
	members := map[*syntax.Ident]Kind{}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DotExpr:
			members[n.Name] = Member
		case *syntax.CallExpr:
			for _, arg := range n.Args {
				if eq, ok := arg.(*syntax.BinaryExpr); ok && eq.Op == syntax.EQ {
					if id, ok := eq.X.(*syntax.Ident); ok {
						members[id] = Argument
					}
				}
			}
		case *syntax.Ident:
			out = append(out, paintOf(s, n, kinds, members))
		case *syntax.Literal:
			out = append(out, literal(s, n)...)
		}
		return true
	})
	for _, c := range s.Comments() {
		out = append(out, Paint{Place{c.Pos.Line, c.Pos.Col}, int32(len([]rune(c.Text))), "comment", false})
	}
	slices.SortStableFunc(out, func(a, b Paint) int {
		if a.Line != b.Line {
			return int(a.Line - b.Line)
		}
		return int(a.Col - b.Col)
	})
	return slices.CompactFunc(out, func(a, b Paint) bool { return a.Place == b.Place })
}

// paintOf returns the highlighting of a name.
func paintOf(s *star.Script, id *syntax.Ident, kinds, members map[*syntax.Ident]Kind) Paint {
	p := Paint{Place: place(id.NamePos), Length: int32(len([]rune(id.Name)))}
	first := bound(id)
	p.Def = first == id
	switch {
	case members[id] != "":
		p.Kind, p.Def = members[id], false
	case first != nil && kinds[first] != "":
		p.Kind = kinds[first]
	case first != nil:
		p.Kind = Local
		if load, _ := loadOf(s.File, first); load != nil {
			p.Kind = Loaded
		}
	default:
		p.Kind = Word
	}
	return p
}

// literal returns the highlighting of a number or a string, one Paint for each line.
func literal(s *star.Script, lit *syntax.Literal) (out []Paint) {
	r := span(lit)
	if lit.Token != syntax.STRING && lit.Token != syntax.BYTES {
		return []Paint{{r.Start, r.End.Col - r.Start.Col, "number", false}}
	}
	for n := r.Start.Line; n <= r.End.Line; n++ {
		from, to := int32(1), int32(len([]rune(line(s.Text, n))))+1
		if n == r.Start.Line {
			from = r.Start.Col
		}
		if n == r.End.Line {
			to = r.End.Col
		}
		if to > from {
			out = append(out, Paint{Place{n, from}, to - from, Text, false})
		}
	}
	return out
}

// Fold is a range of lines that an editor can hide.
type Fold struct {
	From, To int32  // lines
	Kind     string // "", comment or imports
}

// Folds returns the statements, calls, strings and comments that have several lines.
func (w *Workspace) Folds(file string) (out []Fold) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, _ := w.tree(file)
	if s == nil {
		return nil
	}
	syntax.Walk(s.File, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.DefStmt, *syntax.CallExpr, *syntax.ListExpr, *syntax.DictExpr, *syntax.IfStmt, *syntax.ForStmt, *syntax.Literal:
			if r := span(n); r.End.Line > r.Start.Line {
				out = append(out, Fold{r.Start.Line, r.End.Line, ""})
			}
		}
		return true
	})
	if loads := loadLines(s.File); len(loads) > 1 {
		out = append(out, Fold{loads[0], loads[len(loads)-1], "imports"})
	}
	out = append(out, commentFolds(s)...)
	slices.SortStableFunc(out, func(a, b Fold) int { return int(a.From - b.From) })
	return slices.CompactFunc(out, func(a, b Fold) bool { return a.From == b.From })
}

// loadLines returns the first and last lines of the load statements at the top of a script.
func loadLines(file *syntax.File) (out []int32) {
	for _, stmt := range file.Stmts {
		switch stmt.(type) {
		case *syntax.LoadStmt:
			r := span(stmt)
			out = append(out, r.Start.Line, r.End.Line)
		case *syntax.ExprStmt: // the docstring
		default:
			return out
		}
	}
	return out
}

// commentFolds returns the comments that have several lines.
func commentFolds(s *star.Script) (out []Fold) {
	for _, c := range s.Comments() {
		if !c.Alone {
			continue
		}
		if n := len(out); n > 0 && out[n-1].To == c.Pos.Line-1 {
			out[n-1].To = c.Pos.Line
		} else {
			out = append(out, Fold{c.Pos.Line, c.Pos.Line, "comment"})
		}
	}
	return slices.DeleteFunc(out, func(f Fold) bool { return f.From == f.To })
}

// NewTest returns a test for the clause cited at a place, to append to a test script. ok is false if no clause is cited. If
// testFile does not exist, the text begins a new script.
func (w *Workspace) NewTest(file string, p Place) (clause, testFile, text string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, now := w.tree(file)
	if s == nil || !now || star.IsTestScript(file) {
		return "", "", "", false
	}
	c := w.citedAt(s, p)
	if c == nil {
		return "", "", "", false
	}
	for _, sym := range w.outline(file) {
		if sym.Kind == Game && !star.Private(sym.Name) {
			testFile = strings.TrimSuffix(file, ".star") + "_test.star"
			return c.clause.ID, testFile, w.testText(file, testFile, sym.Name, c.clause.ID, c.clause.Text), true
		}
	}
	return "", "", "", false
}

// testText returns the text that adds a test of a clause to a test script. It loads the game if the script does not, and
// deals a hand whose expected result the author fills in. Until then the test fails.
func (w *Workspace) testText(file, testFile, game, clause, says string) string {
	var out strings.Builder
	have := w.text(testFile)
	base := file[strings.LastIndex(file, "/")+1:]
	if have == "" {
		out.WriteString("\"\"\"Tests of " + base + ".\"\"\"\n")
	}
	name := "test_" + strings.Map(func(r rune) rune {
		if r == '.' || r == '-' {
			return '_'
		}
		return r
	}, clause)
	for strings.Contains(have, "def "+name+"(") {
		name += "_again"
	}
	fmt.Fprintf(&out, "\ndef %s(t):\n    \"\"\"%s [%s]\"\"\"\n    h = t.hand(\"./%s:%s\")\n    fail(\"play the hand that shows it\")\n", name, strings.Join(strings.Fields(says), " "), clause, base, game)
	return out.String()
}
