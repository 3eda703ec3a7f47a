package versus

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/compare"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/rows"
	"cardroom/engine/speech"

	"github.com/fatih/color"
)

// diffColors are the colors of a diff.
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
		printSectionChanges(w, &d.Sections[i])
	}
	for i := range d.Functions {
		printFunctionChanges(w, &d.Functions[i])
	}
	if len(d.Plan) > 0 {
		w.Printf("\n%s\n", w.Paint("What the rule sheets have no words for", color.Bold))
		for _, f := range d.Plan {
			printOp(w, compare.OnlyA, "", f.Path+": "+f.A)
			printOp(w, compare.OnlyB, "", f.Path+": "+f.B)
		}
	}
}

// printSectionChanges prints the rules of a section that differ, each with its script
// line.
func printSectionChanges(w *term.Stream, s *ruleSection) {
	w.Printf("\n%s\n", w.Paint(s.Title, color.Bold))
	for _, l := range s.Lines {
		if l.Gap {
			w.Printf("  %s\n", w.Paint("…", color.Faint))
		}
		printOp(w, l.In.op(), l.Margin, l.Text)
		if l.Source != "" {
			w.Printf("  %s%s\n", strings.Repeat(" ", len(l.Margin)), w.Paint(l.Source, color.Faint))
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

// printFunctionChanges prints the differences of a script function.
func printFunctionChanges(w *term.Stream, f *functionChange) {
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
		row.name = fmt.Sprint(i + 1)
		out = append(out, row)
	}
	return out
}

func (r *comparison) row(a, b rows.Money, diff *batch.Sum, units int64) measureRow {
	n := r.Outcome.A.Hands
	mean, stdErr := diff.Mean(n)
	row := measureRow{a: a, b: b, mean: mean / float64(units), stdErr: figures.Known(stdErr / float64(units))}
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
	mean, width := figures.Interval(factor*m.mean, half)
	places := 2
	if _, decimals, ok := strings.Cut(width, "."); ok && half > 0 {
		places = min(max(len(decimals), 2), 4)
	}
	each := func(x float64) string {
		return fmt.Sprintf("%.*f%s", places, figures.Rounded(factor*x, places)+0, suffix) // + 0 avoids "-0.00"
	}
	if half == 0 && m.mean == 0 {
		return []string{each(m.each[0]), each(m.each[1]), "0", ""}
	}
	return []string{each(m.each[0]), each(m.each[1]), speech.Signed(mean) + suffix, "± " + width}
}

// played describes what was played in one line.
func (r *comparison) played() string {
	title := fmt.Sprintf("%s of each, %s, policy %s, seed %d", figures.Counted(r.Outcome.A.Hands, "hand"), figures.Counted(int64(len(r.A.Stacks)), "seat"), r.Policy, r.Seed)
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
	if note := simulate.PotNote(r.Policy, r.A.Banked && r.B.Banked); note != "" {
		w.Printf("%s\n", report.Folded(simulate.RandomNote, w, 0))
	}
	w.Printf("\n")
	heads := func(first string) []report.Heading {
		return []report.Heading{{Title: first, Align: report.Left}, {Title: "-", Align: report.Right}, {Title: "+", Align: report.Right}, {Title: "difference", Align: report.Right}, {Title: "", Align: report.Left}}
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
		return simulate.PotLabel(r.A.Banked)
	case "banker":
		return "won by the banker"
	}
	return strings.ReplaceAll(measure, "_", " ")
}

// differing says how many hands end differently.
func (r *comparison) differing() string {
	o := &r.Outcome
	return figures.Counted(o.Differ, "hand") + ends(o.Differ) + " differently, " + figures.Percent(o.Differ, o.A.Hands)
}

func ends(n int64) string {
	if n == 1 {
		return " ends"
	}
	return " end"
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
