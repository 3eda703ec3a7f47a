package versus

import (
	"slices"

	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl/compare"
	"cardroom/engine/diag"
)

// What a comparison looks like as a page with charts.

// page is the comparison as a page.
func (r *comparison) page() *chart.Page {
	p := &chart.Page{
		Title: r.A.label() + " and " + r.B.label(),
		Lead:  []string{"A: " + r.A.label() + " (" + r.A.bound.Stakes.String() + ")", "B: " + r.B.label() + " (" + r.B.bound.Stakes.String() + ")"},
	}
	if r.Played {
		p.Lead = append(p.Lead, r.played(), r.cardsWords())
		p.Sections = append(p.Sections, r.resultSection())
		if of := r.counted(); of != nil {
			p.Sections = append(p.Sections, chart.Section{Title: "Chips", Figures: simulate.Present(r.netFigure(), simulate.PotFigure(of), simulate.FeeFigure(of))})
			p.Sections = append(p.Sections, simulate.PlaySections(of)...)
		}
		p.Sections = append(p.Sections, r.handSections()...)
	}
	p.Sections = append(p.Sections, r.ruleSections()...)
	return p
}

// counted are the details of both games, nil where no hand was played or one game is
// against a bank and the other is not.
func (r *comparison) counted() []simulate.Counted {
	a, b := r.Outcome.A.Details, r.Outcome.B.Details
	if a == nil || b == nil || r.A.game.Banked() != r.B.game.Banked() {
		return nil
	}
	return []simulate.Counted{
		{Name: "A", Details: a, Game: r.A.game, Scale: r.A.bound.Stakes.Scale},
		{Name: "B", Details: b, Game: r.B.game, Scale: r.B.bound.Stakes.Scale},
	}
}

// resultSection is the table of what both games came to.
func (r *comparison) resultSection() chart.Section {
	t := &chart.Table{Heads: []string{"a hand", "A", "B", "B less A", "95 %"}}
	for _, m := range r.measures() {
		t.Rows = append(t.Rows, append([]string{r.label(m.name)}, m.cells()...))
	}
	for _, m := range r.nets() {
		t.Rows = append(t.Rows, append([]string{"net of seat " + m.name}, m.cells()...))
	}
	return chart.Section{Title: "Results", Notes: []string{r.differing() + "."}, Table: t}
}

// netFigure draws what each seat wins more in the second game.
func (r *comparison) netFigure() *chart.Figure {
	var bars []chart.Bar
	for _, m := range r.nets() {
		bars = append(bars, simulate.IntervalBar("seat "+m.name, m.mean, m.stdErr))
	}
	return chart.Bars("Net of each seat, B less A", "chips a hand on identical deals, with 95 % intervals", "chips a hand", nil, bars)
}

// handSections list the first hands that end differently.
func (r *comparison) handSections() []chart.Section {
	if len(r.First) == 0 {
		return nil
	}
	s := chart.Section{Title: "Hands that end differently", Notes: []string{"The first " + figures.Counted(int64(len(r.First)), "hand") + ", and the commands that print them:"}}
	for _, h := range r.First {
		s.Lines = append(s.Lines, chart.Line{Text: netWords(h.Net), Code: h.Command})
	}
	return []chart.Section{s}
}

// sides are the sides of the page by those of a comparison.
var sides = map[compare.Op]chart.Side{compare.Both: chart.Both, compare.OnlyA: chart.OnlyA, compare.OnlyB: chart.OnlyB}

// ruleSections show the rules that differ.
func (r *comparison) ruleSections() []chart.Section {
	d := r.Rules
	if !d.Any() {
		return []chart.Section{{Title: "Rules", Notes: []string{"The rules are the same."}}}
	}
	out := []chart.Section{{Title: "Rules that differ", Notes: []string{"- " + r.A.label() + " (A)", "+ " + r.B.label() + " (B)"}}}
	for i := range d.Sections {
		s := &d.Sections[i]
		part := chart.Section{Title: s.Title}
		for k, l := range s.Lines {
			if !tells(s.Lines, k) {
				continue
			}
			number := ""
			if l.Rule.Number != "" {
				number = books.Margin(l.Rule)
			}
			part.Lines = append(part.Lines, r.ruleLine(l.Op, number, l.Rule.Text, l.Rule.At))
		}
		out = append(out, part)
	}
	for i := range d.Functions {
		out = append(out, r.functionSection(&d.Functions[i]))
	}
	if len(d.Plan) > 0 {
		part := chart.Section{Title: "What the rule sheets have no words for"}
		for _, f := range d.Plan {
			part.Lines = append(part.Lines, r.ruleLine(compare.OnlyA, "", f.Path+": "+f.A, diag.Pos{}), r.ruleLine(compare.OnlyB, "", f.Path+": "+f.B, diag.Pos{}))
		}
		out = append(out, part)
	}
	return out
}

// ruleLine is a rule of one side or both, with the line of the script behind it.
func (r *comparison) ruleLine(op compare.Op, head, text string, at diag.Pos) chart.Line {
	l := chart.Line{Side: sides[op], Head: op.String() + head, Text: text}
	if op != compare.Both && at.Line > 0 {
		l.Code = r.sideOf(op).line(at)
	}
	return l
}

// functionSection shows how a function of the scripts differs.
func (r *comparison) functionSection(f *compare.Function) chart.Section {
	s := chart.Section{Title: "The script's answer to " + f.Asked + ": " + f.B.Name}
	s.Notes = slices.Compact([]string{r.A.asTyped(f.A.Pos).String(), r.B.asTyped(f.B.Pos).String()})
	last := -1
	for i, e := range f.Lines {
		if !near(f.Lines, i, codeContext) {
			continue
		}
		if i > last+1 {
			s.Lines = append(s.Lines, chart.Line{Text: "…"})
		}
		last = i
		s.Lines = append(s.Lines, chart.Line{Side: sides[e.Op], Text: e.Op.String() + " " + e.Of(f.A.Code, f.B.Code), Pre: true})
	}
	return s
}
