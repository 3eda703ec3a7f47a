// Package compare holds two rule sets against each other: two games, or one game
// under two choices of its options.
//
// [Rules] says how their rules differ: the rule sheets, which are made from the
// plans that are played, rule by rule; the options; the functions of the scripts
// that the games ask; and what of the plans no words tell. Names, docstrings,
// clauses and places are no rules. What comes of the difference is a matter of
// playing: see batch.Pair.
package compare

import (
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
)

// Difference is how the rules of two games differ.
type Difference struct {
	Sections  []Section  // of the rule sheets, those that differ
	Options   []Option   // that are chosen differently, or that only one has
	Functions []Function // that differ
	// Plan is where the plans differ though the sheets read alike, and where they
	// have different things of one name.
	Plan []Field
}

// Any reports whether there is a difference.
func (d *Difference) Any() bool {
	return len(d.Sections)+len(d.Options)+len(d.Functions)+len(d.Plan) > 0
}

// Section is a section of the rule sheets that differs.
type Section struct {
	Title string
	Lines []Line // all rules of both, in order
}

// Line is a rule of the sheets: of A, of B, or of both, then with B's number.
type Line struct {
	Op   Op
	Rule *docs.Rule
}

// Option is an option that differs; Value is "" where a game does not have it.
type Option struct {
	Name string `json:"option"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Function is a function that both games ask and that differs.
type Function struct {
	Asked string
	A, B  dsl.Function
	Lines []Edit // of their code
}

// Rules holds the rules of two games at their stakes against each other.
func Rules(a, b *plan.Bound) *Difference {
	d := &Difference{
		Sections:  sections(docs.New(a, nil), docs.New(b, nil)),
		Options:   options(a.Game, b.Game),
		Functions: functions(a.Game, b.Game),
	}
	d.Plan = fields(a, b)
	if len(d.Sections) > 0 { // the sheets tell of all else
		d.Plan = slices.DeleteFunc(d.Plan, func(f Field) bool { return !f.namesake })
	}
	return d
}

// Alike reports whether two games play alike: their plans are the same but for names and places, with functions in the same
// places, and so is the code of the functions that
// they ask. Rulings on what cannot happen in a game do not count.
func Alike(a, b *plan.Bound) bool {
	x, y := possible(a), possible(b)
	return len(fields(x, y)) == 0 && len(functions(x.Game, y.Game)) == 0
}

// possible returns a game without the rulings on what cannot happen in it.
func possible(b *plan.Bound) *plan.Bound {
	out, g := *b, *b.Game
	g.Rulings = slices.DeleteFunc(slices.Clone(g.Rulings), func(r plan.Ruling) bool { return !g.MayHappen(r.Incident) })
	out.Game = &g
	return &out
}

// sections returns those of either sheet whose rules differ, in the order of A, those
// that only B has behind the section before them.
func sections(a, b *docs.Sheet) []Section {
	titles := func(s *docs.Sheet) (out []string) {
		for i := range s.Sections {
			out = append(out, s.Sections[i].Title)
		}
		return out
	}
	var out []Section
	add := func(title string, a, b []docs.Rule) {
		lines := ruleLines(withoutCitations(a), withoutCitations(b))
		if slices.ContainsFunc(lines, func(l Line) bool { return l.Op != Both }) {
			out = append(out, Section{title, lines})
		}
	}
	for _, e := range Lines(titles(a), titles(b)) {
		switch e.Op {
		case OnlyA:
			add(a.Sections[e.A].Title, a.Sections[e.A].Rules, nil)
		case OnlyB:
			add(b.Sections[e.B].Title, nil, b.Sections[e.B].Rules)
		default:
			add(a.Sections[e.A].Title, a.Sections[e.A].Rules, b.Sections[e.B].Rules)
		}
	}
	return out
}

func withoutCitations(rules []docs.Rule) []docs.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r docs.Rule) bool { return r.Citation })
}

func ruleLines(a, b []docs.Rule) []Line {
	inA, inB := keys(a), keys(b)
	var out []Line
	for _, e := range Lines(inA, inB) {
		switch {
		case e.Op == OnlyA && a[e.A].Number == "" && slices.Contains(inB, inA[e.A]): // it stands elsewhere in B
		case e.Op == OnlyA:
			out = append(out, Line{OnlyA, &a[e.A]})
		case e.Op == OnlyB && b[e.B].Number == "" && slices.Contains(inA, inB[e.B]):
			out = append(out, Line{Both, &b[e.B]})
		default:
			out = append(out, Line{e.Op, &b[e.B]})
		}
	}
	return out
}

// stepNumber is the number of a step where the text of a rule names one: a step
// put in before it is a difference, what it does to the numbers is none.
var stepNumber = regexp.MustCompile(`\bstep \d+(\.\d+)*`)

// keys returns what rules are compared by. Only the steps of the procedure have an
// order.
func keys(rules []docs.Rule) []string {
	var out []string
	for i := range rules {
		out = append(out, strings.Repeat(" ", rules[i].Level())+stepNumber.ReplaceAllString(rules[i].Text, "step"))
	}
	return out
}

func options(a, b *plan.Game) []Option {
	in := func(g *plan.Game, name string) string {
		for _, o := range g.Options {
			if o.Name == name {
				return o.Value
			}
		}
		return ""
	}
	var out []Option
	for _, o := range slices.Concat(a.Options, b.Options) {
		one := Option{o.Name, in(a, o.Name), in(b, o.Name)}
		if one.A != one.B && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// functions pairs what the games ask, those that are asked the same in their
// order, and keeps the pairs whose code differs. What only one of them asks, its
// sheet tells.
func functions(a, b *plan.Game) []Function {
	rest := dsl.Functions(b)
	var out []Function
	for _, f := range dsl.Functions(a) {
		i := slices.IndexFunc(rest, func(g dsl.Function) bool { return g.Asked == f.Asked })
		if i < 0 {
			continue
		}
		g := rest[i]
		rest = slices.Delete(rest, i, i+1)
		if !slices.Equal(f.Code, g.Code) {
			out = append(out, Function{f.Asked, f, g, Lines(f.Code, g.Code)})
		}
	}
	return out
}
