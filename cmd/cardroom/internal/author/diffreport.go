package author

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/compare"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

var diffColors = map[compare.Op]color.Attribute{compare.OnlyA: color.FgRed, compare.OnlyB: color.FgGreen, compare.Both: color.Faint}

// printLabels prints the two rule sets in the style of a diff header.
func printLabels(w *term.Stream, r *comparison) {
	for _, one := range []struct {
		mark string
		*side
	}{{"---", &r.A}, {"+++", &r.B}} {
		w.Printf("%s\n", w.Paint(fmt.Sprintf("%s %s  (%s)", one.mark, one.Label, one.Stakes.String()), color.Bold))
	}
}

// printRuleChanges prints the differences in the rules.
func printRuleChanges(w *term.Stream, r *comparison) {
	d := &r.Rules
	if !d.any() {
		w.Printf("\nThe rules are the same.\n")
		return
	}
	for i := range d.Sections {
		// Print the rules of a section that differ, each with its script
		// line.
		s := &d.Sections[i]
		w.Printf("\n%s\n", w.Paint(s.Title, color.Bold))
		for k, l := range s.Lines {
			if l.Gap {
				w.Printf("  %s\n", w.Paint("…", color.Faint))
			}
			printOp(w, l.In.op(), l.Margin, l.Text)
			both := k+1 < len(s.Lines) && s.Lines[k+1].Source == l.Source // it stands below the next rule
			if l.Source != "" && !both {
				w.Printf("  %s%s\n", strings.Repeat(" ", len(l.Margin)), w.Paint(l.Source, color.Faint))
			}
		}
	}
	for i := range d.Functions {
		f := &d.Functions[i]
		w.Printf("\n%s\n", w.Paint(f.title(), color.Bold))
		for _, at := range f.places() {
			w.Printf("  %s\n", w.Paint(at, color.Faint))
		}
		for _, l := range f.Lines {
			if l.Gap {
				w.Printf("  %s\n", w.Paint("…", color.Faint))
			}
			w.Printf("%s\n", w.Paint(l.In.op().String()+" "+l.Text, diffColors[l.In.op()]))
		}
	}
	if len(d.Plan) > 0 {
		w.Printf("\n%s\n", w.Paint("What the rule sheets have no words for", color.Bold))
		for _, f := range d.Plan {
			printOp(w, compare.OnlyA, "", f.Path+": "+f.A)
			printOp(w, compare.OnlyB, "", f.Path+": "+f.B)
		}
	}
}

// printOp prints a text of one side or both after its margin, wrapped.
func printOp(w *term.Stream, op compare.Op, head, text string) {
	text = op.String() + " " + head + report.Folded(text, w, 2+len(head))
	for _, line := range strings.Split(text, "\n") {
		w.Printf("%s\n", w.Paint(line, diffColors[op]))
	}
}

// asTyped returns a position with the file name that the user typed.
func (r *rival) asTyped(at diag.Pos) diag.Pos {
	if ref, err := library.Ref(r.side.Game); err == nil && ref != r.side.Game {
		at.File = library.FoldersOf(r.side.Game, ref).File(at.File)
	}
	return at
}

// measureRow is a measure of both games and its difference, per hand.
type measureRow struct {
	name    string
	seat    int        // of a net, otherwise 0
	a, b    rows.Money // totals
	each    [2]float64
	mean    float64
	stdErr  *float64
	percent bool
}

// measures returns the results of both games.
func (r *comparison) measures() []measureRow {
	out := make([]measureRow, 0, batch.Measures)
	for _, m := range []struct {
		name           string
		which          batch.Measure
		chips, percent bool
	}{
		{"decisions", batch.Decisions, false, false},
		{"showdowns", batch.Showdowns, false, true},
		{"split_pots", batch.SplitPots, false, true},
		{"side_pots", batch.SidePots, false, true},
		{"chips_in", batch.ChipsIn, true, false},
		{"collected", batch.Collected, true, false},
		{"banker", batch.Banker, true, false},
	} {
		if m.which == batch.Banker && !r.A.Banked && !r.B.Banked {
			continue
		}
		scaleA, scaleB, units := int64(1), int64(1), int64(1)
		if m.chips {
			scaleA, scaleB, units = r.A.Stakes.Scale, r.B.Stakes.Scale, r.units()
		}
		row := r.row(rows.Money{Units: m.which.Of(&r.Outcome.A), Scale: scaleA}, rows.Money{Units: m.which.Of(&r.Outcome.B), Scale: scaleB}, &r.Outcome.Diff[m.which], units)
		row.name, row.percent = m.name, m.percent
		out = append(out, row)
	}
	return out
}

// nets returns the net results of the seats in both games.
func (r *comparison) nets() []measureRow {
	var out []measureRow
	for i := range r.A.Stacks {
		a, b := &r.Outcome.A.Net[i], &r.Outcome.B.Net[i]
		row := r.row(rows.Money{Units: a.Total, Scale: r.A.Stakes.Scale}, rows.Money{Units: b.Total, Scale: r.B.Stakes.Scale}, &r.Outcome.Net[i], r.units())
		row.name, row.seat = fmt.Sprint(i+1), i+1
		out = append(out, row)
	}
	return out
}

func (r *comparison) row(a, b rows.Money, diff *batch.Sum, units int64) measureRow {
	n := r.Outcome.A.Hands
	mean, stdErr := diff.Mean(n)
	row := measureRow{a: a, b: b, mean: mean / float64(units), stdErr: term.Known(stdErr / float64(units))}
	if n > 0 {
		row.each = [2]float64{float64(a.Units) / float64(a.Scale) / float64(n), float64(b.Units) / float64(b.Scale) / float64(n)}
	}
	return row
}

// cells formats the row: each game's mean, the difference, and half the width of its
// confidence interval.
func (m *measureRow) cells() []string {
	factor, suffix := 1.0, ""
	if m.percent {
		factor, suffix = 100, " %"
	}
	if m.stdErr == nil {
		return []string{fmt.Sprintf("%.2f%s", factor*m.each[0], suffix), fmt.Sprintf("%.2f%s", factor*m.each[1], suffix), "", ""}
	}
	half := factor * *m.stdErr
	mean, width := term.Interval(factor*m.mean, half)
	places := 2
	if _, decimals, ok := strings.Cut(width, "."); ok && half > 0 {
		places = min(max(len(decimals), 2), 4)
	}
	each := func(x float64) string {
		return fmt.Sprintf("%.*f%s", places, term.Rounded(factor*x, places)+0, suffix) // + 0 avoids "-0.00"
	}
	if half == 0 && m.mean == 0 {
		return []string{each(m.each[0]), each(m.each[1]), "0", ""}
	}
	return []string{each(m.each[0]), each(m.each[1]), speech.Signed(mean) + suffix, "± " + width}
}

// played describes what was played in one line.
func (r *comparison) played() string {
	title := fmt.Sprintf("%s of each, %s, policy %s, seed %d", term.Counted(r.Outcome.A.Hands, "hand"), term.Counted(int64(len(r.A.Stacks)), "seat"), r.Policy, r.Seed)
	if r.Shard.Count > 1 {
		title += ", shard " + r.Shard.String()
	}
	if r.Incomplete {
		title += " (interrupted)"
	}
	return title
}

// printOutcomes prints the results of both games.
func printOutcomes(w *term.Stream, r *comparison) {
	w.Printf("\n%s\n%s\n", w.Paint(r.played(), color.Bold), r.cardsWords())
	if note := runs.PotNote(r.Policy, r.A.Banked && r.B.Banked); note != "" {
		w.Printf("%s\n", report.Folded(runs.RandomNote, w, 0))
	}
	w.Printf("\n")
	heads := func(first string) []report.Heading {
		return []report.Heading{{Title: first, Align: report.Left}, {Title: "-", Align: report.Right}, {Title: "+", Align: report.Right}, {Title: "difference", Align: report.Right}, {Title: "95 %", Align: report.Left}}
	}
	var cells [][]string
	for _, m := range r.measures() {
		cells = append(cells, append([]string{r.label(m.name)}, m.cells()...))
	}
	report.Table(w, heads("a hand"), cells)
	cells = nil
	for _, m := range r.nets() {
		cells = append(cells, append([]string{"seat " + m.name}, m.cells()...))
	}
	w.Printf("\n")
	report.Table(w, heads("net a hand"), cells)
	w.Printf("\n%s\n", w.Paint(r.differing(), color.Bold))
	for _, h := range r.First {
		w.Printf("  %s\n    %s\n", h.Command, netWords(h.Net))
	}
}

// label returns the name of a measure in a table.
func (r *comparison) label(measure string) string {
	switch measure {
	case "chips_in":
		return runs.PotLabel(r.A.Banked)
	case "banker":
		return "won by the banker"
	}
	return strings.ReplaceAll(measure, "_", " ")
}

// differing says how many hands end differently.
func (r *comparison) differing() string {
	o := &r.Outcome
	ends := "end"
	if o.Differ == 1 {
		ends = "ends"
	}
	return fmt.Sprintf("%s %s differently, %s", term.Counted(o.Differ, "hand"), ends, term.Percent(o.Differ, o.A.Hands))
}

// netWords says who wins more or less: "seat 2 +30, seat 4 -30".
func netWords(net []rows.Money) string {
	var out []string
	for i, m := range net {
		if m.Units != 0 {
			out = append(out, fmt.Sprintf("seat %d %s", i+1, speech.Signed(m.String())))
		}
	}
	if out == nil {
		return "the house collects differently"
	}
	return strings.Join(out, ", ")
}

// cardsWords says what the deals of both games have in common.
func (r *comparison) cardsWords() string {
	words := "the same cards"
	switch {
	case r.Deck != "":
		words += " of " + r.Deck
	case r.A.Cards != r.B.Cards:
		words = fmt.Sprintf("the same order of cards, each game without those that it does not play with (%s; %s)", r.A.Cards, r.B.Cards)
	}
	x, y := r.A.stacks(), r.B.stacks()
	if x != y {
		return words + "; stacks of " + x + " and of " + y
	}
	return words + "; stacks of " + x
}

// json returns a rule set as an object.
func (s *side) json() rows.Record {
	return rows.Record{
		{Name: "game", Doc: "the game", Value: s.ID},
		{Name: "name", Doc: "in words", Value: s.Name},
		{Name: "house", Doc: "the house's name", Value: s.House},
		{Name: "stakes", Doc: "the stakes", Value: s.Stakes.Name},
		{Name: "options", Doc: "the values of its options", Value: s.Options},
		{Name: "cards", Doc: "the deck in words", Value: s.Cards},
		{Name: "stacks", Doc: "by seat", Value: rows.If(len(s.Stacks) > 0, rows.Amounts(s.Stacks, s.Stakes.Scale))},
	}
}

// changeJSON is a rule that only one of the rule sheets has, or a line of a function.
type changeJSON struct {
	In      compare.Op `json:"in" enum:"a,b"`     // the side that has it
	Section string     `json:"section"`           // of the sheet
	Number  string     `json:"number,omitempty"`  // of the step
	Text    string     `json:"text"`              // the rule
	Clauses []string   `json:"clauses,omitempty"` // cited
	At      string     `json:"at,omitempty"`      // file:line:col
}

func (r *comparison) changes() []changeJSON {
	out := []changeJSON{}
	for _, s := range r.Rules.Sections {
		for _, l := range s.Lines {
			if op := l.In.op(); op != compare.Both {
				out = append(out, changeJSON{In: op, Section: s.Title, Number: l.Number, Text: l.Text, Clauses: l.Clauses, At: l.At})
			}
		}
	}
	type line struct {
		op          compare.Op
		asked, text string
	}
	told := map[line]int{} // by line: the first answer that rests on it
	for i, f := range r.Rules.Functions {
		for _, l := range f.Lines {
			op := l.In.op()
			key := line{op, f.Asked, l.Text}
			if first, ok := told[key]; op == compare.Both || ok && first != i {
				continue
			}
			told[key] = i
			at := f.A
			if op == compare.OnlyB {
				at = f.B
			}
			out = append(out, changeJSON{In: op, Section: "script: " + f.Asked, Text: l.Text, At: at})
		}
	}
	return out
}

// measureColumns are the fields of a measure: its totals and the difference per hand, B minus A. In CSV the nets of the seats are
// measures; in JSON they have a list of their own, with seatColumns.
var (
	measureColumns = []rows.Column[measureRow]{
		{Name: "measure", Doc: "which", Value: func(m measureRow) any {
			if m.seat > 0 {
				return fmt.Sprintf("net of seat %d", m.seat)
			}
			return m.name
		}},
		{Name: "a", Doc: "of the first", Value: func(m measureRow) any { return m.a }},
		{Name: "b", Doc: "of the second", Value: func(m measureRow) any { return m.b }},
		{Name: "per_hand", Doc: "the mean difference of a hand, b less a", Value: func(m measureRow) any { return m.mean }},
		{Name: "stderr", Doc: "its standard error, of paired hands, null for fewer than two", Value: func(m measureRow) any { return m.stdErr }},
		{Name: "low", Doc: "of the 95 % confidence interval", Value: func(m measureRow) any { return m.bound(-rows.Confident) }},
		{Name: "high", Doc: "of the same", Value: func(m measureRow) any { return m.bound(rows.Confident) }},
	}
	seatColumns = append([]rows.Column[measureRow]{{Name: "seat", Doc: "the seat", Value: func(m measureRow) any { return m.seat }}}, measureColumns[1:]...)
)

// bound returns the mean and so many standard errors.
func (m *measureRow) bound(errs float64) *float64 {
	if m.stdErr == nil {
		return nil
	}
	off := float64(errs * *m.stdErr)
	return term.Known(m.mean + off)
}

// toldLine is a line of a hand that is told in both games.
type toldLine struct {
	In   compare.Op `json:"in" enum:"both,a,b"` // whose line it is
	Text string     `json:"text"`               // the line
}

func toldLines(edits []compare.Edit, a, b []string) []toldLine {
	lines := []toldLine{}
	for _, e := range edits {
		lines = append(lines, toldLine{e.Op, e.Of(a, b)})
	}
	return lines
}

// printEdits prints a hand that is told in both games.
func printEdits(w *term.Stream, edits []compare.Edit, a, b []string) {
	for _, e := range edits {
		line := strings.TrimRight(e.Op.String()+e.Of(a, b), " ")
		if e.Op != compare.Both {
			line = w.Paint(line, diffColors[e.Op])
		}
		w.Printf("%s\n", line)
	}
}

// The page of a comparison, with charts.

// page returns the comparison as a page.
func (r *comparison) page() *report.Page {
	p := &report.Page{
		Title: r.A.Label + " and " + r.B.Label,
		Lead:  []string{"A: " + r.A.Label + " (" + r.A.Stakes.String() + ")", "B: " + r.B.Label + " (" + r.B.Stakes.String() + ")"},
	}
	if r.Played {
		p.Lead = append(p.Lead, r.played(), r.cardsWords())
		p.Sections = append(p.Sections, r.resultSection())
		if of := r.counted(); of != nil {
			// Draw the difference in each seat's net result.
			var bars []report.Bar
			for _, m := range r.nets() {
				bars = append(bars, runs.IntervalBar("seat "+m.name, m.mean, m.stdErr))
			}
			p.Sections = append(p.Sections, report.Section{Title: "Chips", Figures: runs.Present(report.Bars("Net of each seat, B less A", "chips a hand on identical deals, with 95 % intervals", "chips a hand", nil, bars), runs.PotFigure(of), runs.FeeFigure(of))})
			p.Sections = append(p.Sections, runs.PlaySections(of)...)
		}
		p.Sections = append(p.Sections, r.handSections()...)
	}
	p.Sections = append(p.Sections, r.ruleSections()...)
	return p
}

// counted returns the details of both games, nil if no hand was played or only one of
// the games is against a bank.
func (r *comparison) counted() []runs.Counted {
	a, b := r.Outcome.A.Details, r.Outcome.B.Details
	if a == nil || b == nil || r.A.Banked != r.B.Banked {
		return nil
	}
	return []runs.Counted{
		{Name: "A", Details: a, Game: r.A.Shown, Scale: r.A.Stakes.Scale},
		{Name: "B", Details: b, Game: r.B.Shown, Scale: r.B.Stakes.Scale},
	}
}

// resultSection returns the table of both games' results.
func (r *comparison) resultSection() report.Section {
	t := &report.PageTable{Heads: []string{"a hand", "A", "B", "B less A", "95 %"}}
	for _, m := range r.measures() {
		t.Rows = append(t.Rows, append([]string{r.label(m.name)}, m.cells()...))
	}
	for _, m := range r.nets() {
		t.Rows = append(t.Rows, append([]string{"net of seat " + m.name}, m.cells()...))
	}
	return report.Section{Title: "Results", Notes: []string{r.differing() + "."}, Table: t}
}

// handSections list the first hands that end differently.
func (r *comparison) handSections() []report.Section {
	if len(r.First) == 0 {
		return nil
	}
	s := report.Section{Title: "Hands that end differently", Notes: []string{"The first " + term.Counted(int64(len(r.First)), "hand") + ", and the commands that print them:"}}
	for _, h := range r.First {
		s.Lines = append(s.Lines, report.Line{Text: netWords(h.Net), Code: h.Command})
	}
	return []report.Section{s}
}

// sides maps the sides of a comparison to those of a page.
var sides = map[compare.Op]report.Side{compare.Both: report.Both, compare.OnlyA: report.OnlyA, compare.OnlyB: report.OnlyB}

// ruleSections show the rules that differ.
func (r *comparison) ruleSections() []report.Section {
	d := &r.Rules
	if !d.any() {
		return []report.Section{{Title: "Rules", Notes: []string{"The rules are the same."}}}
	}
	out := []report.Section{{Title: "Rules that differ", Notes: []string{"- " + r.A.Label + " (A)", "+ " + r.B.Label + " (B)"}}}
	for _, s := range d.Sections {
		part := report.Section{Title: s.Title}
		for _, l := range s.Lines {
			part.Lines = append(part.Lines, report.Line{Side: sides[l.In.op()], Head: l.In.op().String() + l.Margin, Text: l.Text, Code: l.Source})
		}
		out = append(out, part)
	}
	for i := range d.Functions {
		out = append(out, d.Functions[i].section())
	}
	if len(d.Plan) > 0 {
		part := report.Section{Title: "What the rule sheets have no words for"}
		for _, f := range d.Plan {
			for _, l := range []struct {
				op   compare.Op
				text string
			}{{compare.OnlyA, f.A}, {compare.OnlyB, f.B}} {
				part.Lines = append(part.Lines, report.Line{Side: sides[l.op], Head: l.op.String(), Text: f.Path + ": " + l.text})
			}
		}
		out = append(out, part)
	}
	return out
}

// section shows the differences of the function.
func (f *functionChange) section() report.Section {
	s := report.Section{Title: f.title(), Notes: f.places()}
	for _, l := range f.Lines {
		if l.Gap {
			s.Lines = append(s.Lines, report.Line{Text: "…"})
		}
		s.Lines = append(s.Lines, report.Line{Side: sides[l.In.op()], Text: l.In.op().String() + " " + l.Text, Pre: true})
	}
	return s
}
