// Package compare compares two rule sets: two games, or one game with two sets of option values.
//
// [Rules] returns how their rules differ: the rule sheets, which are made from the plans that are played, rule by rule; the
// options; the script functions that the games call; and the parts of the plans that no sheet describes. Names, docstrings,
// clauses and positions are not rules. To find the effects of the differences, the games must be played: see batch.Pair.
package compare

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
)

// Difference is the difference between the rules of two games.
type Difference struct {
	Sections  []Section  // sections of the rule sheets that differ
	Options   []Option   // options that have different values, or that only one game has
	Functions []Function // that differ
	// Plan holds the differences of plans whose sheets are the same, and different objects with the same name.
	Plan []Field
}

// Section is a section of the rule sheets that differs.
type Section struct {
	Title string
	Lines []Line // all rules of both, in order
}

// Line is a rule of the sheets: of A, of B, or of both, in which case it has B's number.
type Line struct {
	Op   Op
	Rule *docs.Rule
}

// Option is an option that differs; its value is "" for a game that does not have it.
type Option struct {
	Name string `json:"option"` // its name
	A    string `json:"a"`      // empty where there is none
	B    string `json:"b"`      // likewise
}

// Function is a function that both games call and that differs.
type Function struct {
	Asked string
	A, B  dsl.Function
	Lines []Edit // of their code
}

// Rules compares the rules of two games at their stakes.
func Rules(a, b *plan.AtStakes) *Difference { return Sheets(docs.New(a, nil), docs.New(b, nil)) }

// Sheets compares two games by their sheets.
func Sheets(a, b *docs.Sheet) *Difference {
	d := &Difference{Sections: sections(a, b), Options: options(a, b), Functions: functions(a.Game, b.Game), Plan: fields(a.Bound(), b.Bound())}
	if len(d.Sections) > 0 { // the sheets describe everything else
		d.Plan = slices.DeleteFunc(d.Plan, func(f Field) bool { return !f.namesake })
	}
	return d
}

// Alike reports whether two games play alike: their plans are the same except for names and positions, with functions in the same
// places, and the code of these functions is the same. Rulings on irregularities that cannot happen in a game do not count.
func Alike(a, b *plan.AtStakes) bool {
	x, y := possible(a), possible(b)
	return len(fields(x, y)) == 0 && len(functions(x.Game, y.Game)) == 0
}

// Part is a part of two plans that differs, such as "Steps 3 Bet NoCheck" or "when".
type Part struct {
	Path string
	// Step is the step of the plans that it belongs to, -1 for none. Irregular: only rulings on irregularities need it.
	Step      int
	Irregular bool
}

// Field is the path without the numbers of steps and of their parts: "Bet NoCheck".
func (p *Part) Field() string {
	words := strings.Fields(p.Path)
	if p.Step >= 0 && len(words) > 2 {
		words = words[2:]
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { _, err := strconv.Atoi(w); return err == nil }), " ")
}

// Parts returns the parts in which the plans of two games and the code of their functions differ: none if they are [Alike].
// Rulings on irregularities that cannot happen in a game are none.
func Parts(a, b *plan.AtStakes) (out []Part) {
	x, y := possible(a), possible(b)
	for _, f := range fields(x, y) {
		p := Part{Path: f.Path, Step: -1}
		words := strings.Fields(f.Path)
		if n, err := strconv.Atoi(words[min(1, len(words)-1)]); err == nil && words[0] == "Steps" {
			p.Step = n - 1
		}
		p.Irregular = words[0] == "Rulings"
		out = append(out, p)
	}
	for _, f := range functions(x.Game, y.Game) {
		out = append(out, Part{f.Asked, f.A.Step, f.A.Step < 0 && f.Asked != "before_award"})
	}
	return out
}

// possible returns a game without rulings on irregularities that cannot happen in it.
func possible(b *plan.AtStakes) *plan.AtStakes {
	out, g := *b, *b.Game
	g.Rulings = slices.DeleteFunc(slices.Clone(g.Rulings), func(r plan.Ruling) bool { return !b.MayHappen(r.Incident) })
	out.Game = &g
	return &out
}

// sections returns the sections whose rules differ, in the order of A; those that only B has come after the section that precedes
// them in B.
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
		case e.Op == OnlyA && a[e.A].Number == "" && slices.Contains(inB, inA[e.A]): // it is elsewhere in B
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

// keys returns the keys by which rules are compared. Only the steps of the procedure have an order.
func keys(rules []docs.Rule) []string {
	var out []string
	for i := range rules {
		out = append(out, strings.Repeat(" ", rules[i].Level())+rules[i].Value())
	}
	return out
}

func options(a, b *docs.Sheet) []Option {
	in := func(g *plan.Game, name string) string {
		for _, o := range g.Options {
			if o.Name == name {
				return o.Value
			}
		}
		return ""
	}
	var out []Option
	for _, o := range slices.Concat(a.Game.Options, b.Game.Options) {
		one := Option{o.Name, in(a.Game, o.Name), in(b.Game, o.Name)}
		if one.A != one.B && !slices.Contains(out, one) && (a.Tells(&o) || b.Tells(&o)) {
			out = append(out, one)
		}
	}
	return out
}

// functions pairs the functions that the games call for the same question, in order, and returns the pairs whose code differs. A
// function that only one game has shows on its sheet.
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
