package solving

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/cards"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
	"cardroom/engine/solve/street"

	"github.com/fatih/color"
)

// look reviews the recorded decisions.
func (r *result) look(ctx context.Context) error {
	m := &r.opts.Moment
	if m.Chart || r.opts.Format == report.HTML && !m.Review {
		if _, err := r.charts(); err != nil {
			return err
		}
	}
	if m.Holding != nil {
		if r.street == nil {
			return app.UsageHint("--holding: the hand is solved deal by deal", "it shows hands that are solved on the tree of what everybody sees")
		}
		if r.holding = r.street.Holding(context.WithoutCancel(ctx), cards.SetOf(m.Holding...)); r.holding == nil {
			return app.UsageHint(fmt.Sprintf("--holding %s: no seat has this hand where it decides", cards.Format(m.Holding)), "give a hand of a --range, such as AhKd")
		}
	}
	switch {
	case !m.Review:
		return nil
	case r.street == nil:
		return app.UsageHint("--review: the hand is solved deal by deal", "it reviews hands that are solved on the tree of what everybody sees")
	}
	var held [2]cards.Set
	for i, seat := range r.Tree.Numbers {
		if list := m.last.Hole(seat); !slices.Contains(list, cards.Unknown) {
			held[i] = cards.SetOf(list...) &^ cards.SetOf(m.last.Showing(seat, 0)...)
		}
	}
	came := m.last.Board()[len(r.sub.Hand.Board()):]
	r.review = r.street.Review(context.WithoutCancel(ctx), m.after, came, held)
	if r.review == nil {
		return app.UsageHint("--review: no seat that decides has its recorded hand in its range", "widen --range, or take an earlier --at")
	}
	return nil
}

// printReview prints what recorded decisions cost.
func (r *result) printReview(std *app.IO) {
	if heads, cells := r.reviewTable(); cells != nil {
		std.Stdout.Printf("\n")
		report.Table(std.Stdout, heads, cells)
		report.Sentence(std.Stdout, "What a decision costs is how much less its action is worth than the best one, to the seat with its hand against the range of the other.")
	}
}

// reviewTable returns the review as a table, without rows if there is none.
func (r *result) reviewTable() (heads []report.Heading, cells [][]string) {
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	for i := range r.review {
		s := &r.review[i]
		mix := mixWords(&solve.Decision{Actions: s.Actions, Mix: s.Mix})
		cells = append(cells, []string{fmt.Sprint(r.number(s.Seat)), s.Said, s.Actions[s.Took], number(s.Costs()/unit, 2), number(s.Costs()/scale, 2), s.Actions[s.Best()], mix})
	}
	return []report.Heading{
		{Title: "seat", Align: report.Right},
		{Title: "after", Align: report.Left},
		{Title: "played", Align: report.Left},
		{Title: "costs", Align: report.Right},
		{Title: "in chips", Align: report.Right},
		{Title: "best", Align: report.Left},
		{Title: "the solution plays", Align: report.Left},
	}, cells
}

// printHolding prints how a hand is played, and what it is worth.
func (r *result) printHolding(std *app.IO) {
	if r.holding == nil {
		return
	}
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	var table [][]string
	for i := range r.holding {
		s := &r.holding[i]
		var each []string
		for a, v := range s.Worth {
			each = append(each, fmt.Sprintf("%s %s", s.Actions[a], number(v/unit, 2)))
		}
		table = append(table, []string{fmt.Sprint(r.number(s.Seat)), s.Said, number(s.Value()/unit, 2), number(s.Value()/scale, 2), mixWords(&solve.Decision{Actions: s.Actions, Mix: s.Mix}), strings.Join(each, ", ")})
	}
	std.Stdout.Printf("\n%s\n", std.Stdout.Paint(cards.Format(r.opts.Moment.Holding), color.Bold))
	report.Table(std.Stdout, []report.Heading{
		{Title: "seat", Align: report.Right},
		{Title: "after", Align: report.Left},
		{Title: "worth", Align: report.Right},
		{Title: "in chips", Align: report.Right},
		{Title: "the solution plays", Align: report.Left},
		{Title: "each action is worth", Align: report.Left},
	}, table)
}

// spotFields returns the fields of a decision with a hand.
func (r *result) spotFields(s *street.Spot) []rows.Pair {
	worth := []float64{}
	for _, v := range s.Worth {
		worth = append(worth, v/float64(r.Tree.Unit))
	}
	return []rows.Pair{
		{Name: "actions", Doc: "what it may do, in words", Value: s.Actions},
		{Name: "mix", Doc: "how often the solution takes each action with this hand", Value: rounded(s.Mix)},
		{Name: "worth", Doc: "what each action is worth with this hand, in the unit", Value: worth},
	}
}

// held returns the decisions of --holding as objects.
func (r *result) held() []rows.Record {
	out := []rows.Record{}
	for i := range r.holding {
		s := &r.holding[i]
		out = append(out, append(rows.Record{
			{Name: "seat", Doc: "from 1", Value: r.number(s.Seat)},
			{Name: "after", Doc: "the actions before it", Value: s.Said},
			{Name: "value", Unit: "units a hand", Doc: "what the hand is worth, in the unit", Value: s.Value() / float64(r.Tree.Unit)},
			{Name: "chips", Unit: "chips", Doc: "the same in chips", Value: s.Value() / float64(r.Small.Bound.Stakes.Scale)},
		}, r.spotFields(s)...))
	}
	return out
}

// reviewed returns the decisions of --review as objects.
func (r *result) reviewed() []rows.Record {
	out := []rows.Record{}
	unit, scale := float64(r.Tree.Unit), float64(r.Small.Bound.Stakes.Scale)
	for i := range r.review {
		s := &r.review[i]
		out = append(out, append(rows.Record{
			{Name: "seat", Doc: "from 1", Value: r.number(s.Seat)},
			{Name: "after", Doc: "the actions before it", Value: s.Said},
			{Name: "played", Doc: "the action that was taken", Value: s.Actions[s.Took]},
			{Name: "amount", Doc: "what was bet or raised to, in chips", Value: rows.If(s.Amount != 0, float64(s.Amount)/scale)},
			{Name: "costs", Unit: "units", Doc: "how much less it is worth than the best action, in the unit", Value: s.Costs() / unit},
			{Name: "chips", Unit: "chips", Doc: "the same in chips", Value: s.Costs() / scale},
			{Name: "best", Doc: "the best action", Value: s.Actions[s.Best()]},
		}, r.spotFields(s)...))
	}
	return out
}
