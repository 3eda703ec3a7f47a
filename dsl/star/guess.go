package star

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// maxGuesses limits the comparisons made to explain the misspelled names of one script. A script of fifty errors and a thousand
// names takes a twentieth of it. Without a limit every error would be compared with every name: one script has room for 60,000 of
// each.
const maxGuesses = 1_000_000

// guesser explains the resolver errors of one script. For undefined names it looks for similar names.
type guesser struct {
	loader *Loader
	at     place
	file   *syntax.File
	names  []visibleName // in order; nil until needed
	left   int           // comparisons left
}

// visibleName is a name that a script could use within a part of its text.
type visibleName struct {
	name  string
	folds []rune // see fold
	in    *stretch
}

// stretch is a part of a script; nil means all of it.
type stretch struct{ start, end syntax.Position }

func stretchOf(n syntax.Node) *stretch {
	start, end := n.Span()
	return &stretch{start, end}
}

func (s *stretch) has(pos syntax.Position) bool {
	return s == nil || !before(pos, s.start) && before(pos, s.end)
}

func (l *Loader) guesser(file *syntax.File, at place) *guesser {
	return &guesser{loader: l, at: at, file: file, left: maxGuesses}
}

// explain converts a resolver error.
func (g *guesser) explain(x resolve.Error) *diag.Error {
	e := &diag.Error{Pos: PlanPos(x.Pos), Code: CodeDialect, Msg: x.Msg}
	if name, ok := strings.CutPrefix(x.Msg, "undefined: "); ok {
		name, _, _ = strings.Cut(name, " ")
		e.Code, e.Msg = CodeName, "undefined: "+name
		if e.Hint = g.loader.loadHint(name, g.at); e.Hint == "" {
			e.Hint = cmp.Or(g.loader.words.list.Elsewhere[strings.ToLower(name)], g.meant(name, x.Pos))
		}
		return e
	}
	for _, k := range dialectHints {
		if strings.Contains(x.Msg, k.part) {
			e.Hint = k.hint
			break
		}
	}
	return e
}

// meant returns the hint for a misspelled name; "" if no name is similar, or if the comparisons are used up.
func (g *guesser) meant(name string, pos syntax.Position) string {
	if g.left <= 0 {
		return ""
	}
	if g.names == nil {
		g.names = g.loader.visibleNames(g.file)
	}
	g.left -= len(g.names)
	near := diag.NewSearch(name)
	for i := range g.names {
		if v := &g.names[i]; v.in.has(pos) {
			near.Try(v.name, v.folds)
		}
	}
	return near.Hint()
}

// visibleNames returns the names that a script could use, of its functions, its top level and the language, in the order of the
// names.
func (l *Loader) visibleNames(file *syntax.File) []visibleName {
	var out []visibleName
	add := func(in *stretch, names ...string) {
		for _, name := range names {
			out = append(out, visibleName{name, diag.Fold(name), in})
		}
	}
	add(nil, starlark.Universe.Keys()...)
	for name := range l.env {
		if !guard.Operators.Has(name) {
			add(nil, name)
		}
	}
	scopes := []*stretch{nil} // of each node on the way to the current one, the innermost scope around it
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			scopes = scopes[:len(scopes)-1]
			return false
		}
		in := scopes[len(scopes)-1]
		inner := in
		switch n := n.(type) {
		case *syntax.DefStmt:
			add(in, n.Name.Name)
			inner = stretchOf(n)
			add(inner, paramNames(n.Params)...)
		case *syntax.LambdaExpr:
			inner = stretchOf(n)
			add(inner, paramNames(n.Params)...)
		case *syntax.Comprehension:
			inner = stretchOf(n)
		case *syntax.ForClause:
			add(in, boundNames(n.Vars)...)
		case *syntax.ForStmt:
			add(in, boundNames(n.Vars)...)
		case *syntax.AssignStmt:
			add(in, boundNames(n.LHS)...)
		case *syntax.LoadStmt:
			for _, id := range n.To {
				add(in, id.Name)
			}
		}
		scopes = append(scopes, inner)
		return true
	})
	slices.SortStableFunc(out, func(a, b visibleName) int { return strings.Compare(a.name, b.name) })
	return out
}

// some lists the first names and the number of the rest.
func some(names []string) string {
	const most = 12
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
