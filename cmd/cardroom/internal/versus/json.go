package versus

import (
	"fmt"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl/compare"
	"cardroom/engine/hand"
	"cardroom/engine/rows"
)

// sideJSON is one of the rule sets.
type sideJSON struct {
	Game    string            `json:"game"`             // the game
	Name    string            `json:"name"`             // in words
	House   string            `json:"house"`            // the house's name
	Stakes  string            `json:"stakes"`           // the stakes
	Options map[string]string `json:"options"`          // the values of its options
	Cards   string            `json:"cards"`            // the pack in words
	Stacks  []rows.Money      `json:"stacks,omitempty"` // by seat
}

func (s *side) json() sideJSON {
	out := sideJSON{s.ID, s.Name, s.House, s.Stakes.Name, s.Options, s.Cards, nil}
	if len(s.Stacks) > 0 {
		out.Stacks = rows.Amounts(s.Stacks, s.Stakes.Scale)
	}
	return out
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
	for _, f := range r.Rules.Functions {
		for _, l := range f.Lines {
			switch op := l.In.op(); op {
			case compare.OnlyA:
				out = append(out, changeJSON{In: op, Section: "script: " + f.Asked, Text: l.Text, At: f.A})
			case compare.OnlyB:
				out = append(out, changeJSON{In: op, Section: "script: " + f.Asked, Text: l.Text, At: f.B})
			}
		}
	}
	return out
}

// meanJSON is the totals of both games, and the difference per hand, B minus A.
type meanJSON struct {
	A       rows.Money `json:"a"`        // of the first
	B       rows.Money `json:"b"`        // of the second
	PerHand float64    `json:"per_hand"` // the mean difference of a hand, b less a
	StdErr  *float64   `json:"stderr"`   // its standard error, of paired hands, null for fewer than two
	Low     *float64   `json:"low"`      // of the 95 % confidence interval
	High    *float64   `json:"high"`     // of the same
}

type measureJSON struct {
	Measure string `json:"measure"` // which
	meanJSON
}

type seatJSON struct {
	Seat int `json:"seat"` // the seat
	meanJSON
}

func (m *measureRow) json() meanJSON {
	out := meanJSON{A: m.a, B: m.b, PerHand: m.mean, StdErr: m.stdErr}
	if m.stdErr != nil {
		half := float64(rows.Confident * *m.stdErr)
		out.Low, out.High = figures.Known(m.mean-half), figures.Known(m.mean+half)
	}
	return out
}

// measureColumns are the columns of a comparison as CSV: a row for each measure, and for the net result of each seat.
var measureColumns = []rows.Column[measureJSON]{
	{Name: "measure", Value: func(m measureJSON) any { return m.Measure }},
	{Name: "a", Doc: "the first rule set", Value: func(m measureJSON) any { return m.A }},
	{Name: "b", Doc: "the second", Value: func(m measureJSON) any { return m.B }},
	{Name: "per_hand", Value: func(m measureJSON) any { return m.PerHand }},
	{Name: "stderr", Value: func(m measureJSON) any { return m.StdErr }},
	{Name: "low", Value: func(m measureJSON) any { return m.Low }},
	{Name: "high", Value: func(m measureJSON) any { return m.High }},
}

// writeMeasures writes the results of both games as CSV, which has no place for the rules.
func writeMeasures(std *app.IO, r *comparison) error {
	var all []measureJSON
	for _, m := range r.measures() {
		all = append(all, measureJSON{m.name, m.json()})
	}
	for i, m := range r.nets() {
		all = append(all, measureJSON{fmt.Sprintf("net of seat %d", i+1), m.json()})
	}
	return rows.Write(std.Stdout, report.CSV, "diff", "", measureColumns, all)
}

// writeDifference writes a comparison as an object. Except for elapsed_s and workers it depends only on the inputs.
func writeDifference(std *app.IO, format string, r *comparison) error {
	fields := []rows.Pair{
		{Name: "a", Doc: "the first rule set", Value: r.A.json()},
		{Name: "b", Doc: "the second", Value: r.B.json()},
		{Name: "differ", Doc: "rules or hands do", Value: r.Differ()},
		{Name: "rules_differ", Doc: "the rules do", Value: r.Rules.any()},
		{Name: "rules", Doc: "rules that one side alone has", Value: r.changes()},
		{Name: "options", Doc: "with different values", Value: r.Rules.Options},
		{Name: "plan", Doc: "what differs in the plan and in no rule of the sheets", Value: r.Rules.Plan},
	}
	if r.Played {
		fields = append(fields, r.outcomeFields()...)
	}
	return rows.WriteObject(std.Stdout, format, "diff", "Two rule sets compared.", fields)
}

// outcomeFields returns the fields about the hands played.
func (r *comparison) outcomeFields() []rows.Pair {
	measures, seats := []measureJSON{}, []seatJSON{}
	for _, m := range r.measures() {
		measures = append(measures, measureJSON{m.name, m.json()})
	}
	for i, m := range r.nets() {
		seats = append(seats, seatJSON{i + 1, m.json()})
	}
	return []rows.Pair{
		{Name: "hands", Doc: "played of each", Value: r.Outcome.A.Hands},
		{Name: "seed", Doc: "of both; a text of digits from 2^53 on", Value: hand.Seed(r.Seed)},
		{Name: "seats", Doc: "players", Value: len(r.A.Stacks)},
		{Name: "policy", Doc: "who decided", Value: r.Policy},
		{Name: "shard", Doc: "the part of the hands", Value: r.Shard.String()},
		{Name: "hands_differ", Doc: "hands that end differently", Value: r.Outcome.Differ},
		{Name: "measures", Doc: "over all hands", Value: measures},
		{Name: "net", Doc: "by seat", Value: seats},
		{Name: "first", Doc: "the first hands that differ", Value: append([]diffHand{}, r.First...)},
		rows.Complete(!r.Incomplete),
		{Name: "elapsed_s", Doc: "seconds that it took", Value: figures.Rounded(r.Elapsed.Seconds(), 6)},
		{Name: "workers", Doc: "at work at once", Value: r.Workers},
	}
}

// writeTold writes one hand of both games as an object.
func writeTold(std *app.IO, r *comparison, n int64, edits []compare.Edit, a, b []string) error {
	type lineJSON struct {
		In   compare.Op `json:"in" enum:"both,a,b"` // whose line it is
		Text string     `json:"text"`               // the line
	}
	lines := []lineJSON{}
	for _, e := range edits {
		lines = append(lines, lineJSON{e.Op, e.Of(a, b)})
	}
	return rows.WriteObject(std.Stdout, report.JSON, "diff", "One hand told in both (--hand).", []rows.Pair{
		{Name: "a", Doc: "the first rule set", Value: r.A.json()}, {Name: "b", Doc: "the second", Value: r.B.json()}, {Name: "seed", Doc: "of both; a text of digits from 2^53 on", Value: hand.Seed(r.Seed)}, {Name: "hand", Doc: "its number", Value: n}, {Name: "lines", Doc: "of the telling", Value: lines},
	})
}
