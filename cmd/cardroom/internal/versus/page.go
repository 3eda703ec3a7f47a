package versus

import (
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl/compare"
)

// The page of a comparison, with charts.

// page returns the comparison as a page.
func (r *comparison) page() *chart.Page {
	p := &chart.Page{
		Title: r.A.Label + " and " + r.B.Label,
		Lead:  []string{"A: " + r.A.Label + " (" + r.A.Stakes.String() + ")", "B: " + r.B.Label + " (" + r.B.Stakes.String() + ")"},
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

// counted returns the details of both games, nil if no hand was played or only one of
// the games is against a bank.
func (r *comparison) counted() []simulate.Counted {
	a, b := r.Outcome.A.Details, r.Outcome.B.Details
	if a == nil || b == nil || r.A.Banked != r.B.Banked {
		return nil
	}
	return []simulate.Counted{
		{Name: "A", Details: a, Game: r.A.Shown, Scale: r.A.Stakes.Scale},
		{Name: "B", Details: b, Game: r.B.Shown, Scale: r.B.Stakes.Scale},
	}
}

// resultSection returns the table of both games' results.
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

// netFigure draws the difference in each seat's net result.
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

// sides maps the sides of a comparison to those of a page.
var sides = map[compare.Op]chart.Side{compare.Both: chart.Both, compare.OnlyA: chart.OnlyA, compare.OnlyB: chart.OnlyB}

// ruleSections show the rules that differ.
func (r *comparison) ruleSections() []chart.Section {
	d := &r.Rules
	if !d.any() {
		return []chart.Section{{Title: "Rules", Notes: []string{"The rules are the same."}}}
	}
	out := []chart.Section{{Title: "Rules that differ", Notes: []string{"- " + r.A.Label + " (A)", "+ " + r.B.Label + " (B)"}}}
	for _, s := range d.Sections {
		part := chart.Section{Title: s.Title}
		for _, l := range s.Lines {
			part.Lines = append(part.Lines, chart.Line{Side: sides[l.In.op()], Head: l.In.op().String() + l.Margin, Text: l.Text, Code: l.Source})
		}
		out = append(out, part)
	}
	for i := range d.Functions {
		out = append(out, d.Functions[i].section())
	}
	if len(d.Plan) > 0 {
		part := chart.Section{Title: "What the rule sheets have no words for"}
		for _, f := range d.Plan {
			for _, l := range []struct {
				op   compare.Op
				text string
			}{{compare.OnlyA, f.A}, {compare.OnlyB, f.B}} {
				part.Lines = append(part.Lines, chart.Line{Side: sides[l.op], Head: l.op.String(), Text: f.Path + ": " + l.text})
			}
		}
		out = append(out, part)
	}
	return out
}

// section shows the differences of the function.
func (f *functionChange) section() chart.Section {
	s := chart.Section{Title: f.title(), Notes: f.places()}
	for _, l := range f.Lines {
		if l.Gap {
			s.Lines = append(s.Lines, chart.Line{Text: "…"})
		}
		s.Lines = append(s.Lines, chart.Line{Side: sides[l.In.op()], Text: l.In.op().String() + " " + l.Text, Pre: true})
	}
	return s
}
