package main

import (
	"cmp"
	"slices"

	"cardroom/engine/plan"

	"github.com/fatih/color"
)

// What random runs tell of irregularities.

// mishapColumns are the fields of a run with mishaps.
var mishapColumns = []column[*runResult]{
	{"mishaps", func(r *runResult) any { return r.Mishaps }},
	{"rulings", func(r *runResult) any { return r.Trouble.Events }},
	{"rulings_default", func(r *runResult) any { return r.Trouble.Defaults }},
	{"rulings_refused", func(r *runResult) any { return r.Trouble.Refused }},
	{"rulings_by_event", func(r *runResult) any { return r.ruled() }},
}

// eventCount is how often a kind of irregularity was ruled on.
type eventCount struct {
	Event string `json:"event"`
	Count int64  `json:"count"`
}

// ruled lists the kinds that were ruled on, the most frequent first.
func (r *runResult) ruled() []eventCount {
	out := []eventCount{}
	for _, k := range plan.Incidents() {
		if n := r.Trouble.ByKind[k]; n > 0 {
			out = append(out, eventCount{k.String(), n})
		}
	}
	slices.SortStableFunc(out, func(a, b eventCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// printMishaps writes the counts of rulings for reading.
func printMishaps(w *Stream, r *runResult) {
	t := &r.Trouble
	w.Printf("\n%s\n", w.Paint(counted(t.Events, "ruling"), color.Bold))
	cells := [][]string{
		{"by default", grouped(t.Defaults), percent(t.Defaults, t.Events)},
		{"refusing", grouped(t.Refused), percent(t.Refused, t.Events)},
	}
	for _, e := range r.ruled() {
		cells = append(cells, []string{e.Event, grouped(e.Count), percent(e.Count, t.Events)})
	}
	writeTable(w, []heading{{"", left}, {"", right}, {"", right}}, cells)
}
