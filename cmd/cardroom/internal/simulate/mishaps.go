package simulate

import (
	"cmp"
	"slices"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// Reports on the irregularities of random runs and sessions.

// Irregularity is the irregularities of a run or a session.
type Irregularity struct {
	Rate  float64 // probability at each moment
	Count *batch.Trouble
}

func (r *Result) Irregular() Irregularity { return Irregularity{r.Mishaps, &r.Trouble} }

// MishapColumns returns the extra fields for irregularities.
func MishapColumns[R interface{ Irregular() Irregularity }]() []rows.Column[R] {
	return []rows.Column[R]{
		{Name: "mishaps", Doc: "the probability of an irregularity at every moment", Value: func(r R) any { return r.Irregular().Rate }, Elsewhere: true},
		{Name: "rulings", Doc: "irregularities ruled on", Value: func(r R) any { return r.Irregular().Count.Events }, Elsewhere: true},
		{Name: "rulings_default", Doc: "of those by the default", Value: func(r R) any { return r.Irregular().Count.Defaults }, Elsewhere: true},
		{Name: "rulings_refused", Doc: "of those that were refused", Value: func(r R) any { return r.Irregular().Count.Refused }, Elsewhere: true},
		{Name: "rulings_by_event", Doc: "by event", Value: func(r R) any { return r.Irregular().byEvent() }, Elsewhere: true},
	}
}

// eventCount is the number of rulings on one kind of irregularity.
type eventCount struct {
	Event string `json:"event"` // the kind of irregularity
	Count int64  `json:"count"` // rulings on it
}

// byEvent lists the kinds with rulings, the most frequent first.
func (r Irregularity) byEvent() []eventCount {
	out := []eventCount{}
	for _, k := range plan.Incidents() {
		if n := r.Count.ByKind[k]; n > 0 {
			out = append(out, eventCount{k.String(), n})
		}
	}
	slices.SortStableFunc(out, func(a, b eventCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// Print prints the counts of rulings; it prints nothing if irregularities were off.
func (r Irregularity) Print(w *term.Stream) {
	if r.Rate == 0 {
		return
	}
	t := r.Count
	w.Printf("\n%s\n", w.Paint(figures.Counted(t.Events, "ruling"), color.Bold))
	cells := [][]string{
		{"by default", figures.Grouped(t.Defaults), figures.Percent(t.Defaults, t.Events)},
		{"refusing", figures.Grouped(t.Refused), figures.Percent(t.Refused, t.Events)},
	}
	for _, e := range r.byEvent() {
		cells = append(cells, []string{e.Event, figures.Grouped(e.Count), figures.Percent(e.Count, t.Events)})
	}
	report.Table(w, []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Right}}, cells)
}
