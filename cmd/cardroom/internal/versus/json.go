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
	Game    string            `json:"game"`
	Name    string            `json:"name"`
	House   string            `json:"house"`
	Stakes  string            `json:"stakes"`
	Options map[string]string `json:"options"`
	Cards   string            `json:"cards"`
	Stacks  []rows.Money      `json:"stacks,omitempty"`
}

func (r *rival) json() sideJSON {
	out := sideJSON{r.game.ID, r.game.Name, r.game.House, r.bound.Stakes.Name, map[string]string{}, r.game.Deck.String(), nil}
	for _, o := range r.game.Options {
		out.Options[o.Name] = o.Value
	}
	if r.job != nil {
		out.Stacks = rows.Amounts(r.job.Stacks, r.bound.Stakes.Scale)
	}
	return out
}

// changeJSON is a rule that only one of the sheets has, or a line of a function.
type changeJSON struct {
	In      compare.Op `json:"in"` // the side that has it
	Section string     `json:"section"`
	Number  string     `json:"number,omitempty"`
	Text    string     `json:"text"`
	Clauses []string   `json:"clauses,omitempty"`
	At      string     `json:"at,omitempty"`
}

func (r *comparison) changes() []changeJSON {
	out := []changeJSON{}
	for i := range r.Rules.Sections {
		s := &r.Rules.Sections[i]
		for _, l := range s.Lines {
			if l.Op != compare.Both {
				out = append(out, changeJSON{In: l.Op, Section: s.Title, Number: l.Rule.Number, Text: l.Rule.Text, Clauses: l.Rule.Clauses, At: l.Rule.At.String()})
			}
		}
	}
	for i := range r.Rules.Functions {
		f := &r.Rules.Functions[i]
		for _, e := range f.Lines {
			at := r.A.asTyped(f.A.Pos)
			if e.Op == compare.OnlyB {
				at = r.B.asTyped(f.B.Pos)
			}
			if e.Op != compare.Both {
				out = append(out, changeJSON{In: e.Op, Section: "script: " + f.Asked, Text: e.Of(f.A.Code, f.B.Code), At: at.String()})
			}
		}
	}
	return out
}

// meanJSON is what both games came to, and the difference a hand, B less A.
type meanJSON struct {
	A       rows.Money `json:"a"`
	B       rows.Money `json:"b"`
	PerHand float64    `json:"per_hand"`
	StdErr  *float64   `json:"stderr"` // nil for fewer than two hands
	Low     *float64   `json:"low"`    // of the 95 % confidence interval
	High    *float64   `json:"high"`
}

type measureJSON struct {
	Measure string `json:"measure"`
	meanJSON
}

type seatJSON struct {
	Seat int `json:"seat"`
	meanJSON
}

func (m *measureRow) json() meanJSON {
	out := meanJSON{A: m.a, B: m.b, PerHand: m.mean, StdErr: m.stdErr}
	if m.stdErr != nil {
		half := float64(figures.Confident * *m.stdErr)
		out.Low, out.High = figures.Known(m.mean-half), figures.Known(m.mean+half)
	}
	return out
}

// measureColumns are the columns of a comparison as CSV: a row for each measure, and for the
// net of each seat.
var measureColumns = []rows.Column[measureJSON]{
	{Name: "measure", Value: func(m measureJSON) any { return m.Measure }},
	{Name: "a", Value: func(m measureJSON) any { return m.A }},
	{Name: "b", Value: func(m measureJSON) any { return m.B }},
	{Name: "per_hand", Value: func(m measureJSON) any { return m.PerHand }},
	{Name: "stderr", Value: func(m measureJSON) any { return m.StdErr }},
	{Name: "low", Value: func(m measureJSON) any { return m.Low }},
	{Name: "high", Value: func(m measureJSON) any { return m.High }},
}

// writeMeasures writes what the games came to as CSV. The rules have no place in it.
func writeMeasures(std *app.IO, r *comparison) error {
	out, err := rows.New(std.Stdout, report.CSV, "diff", "", measureColumns)
	if err != nil {
		return err
	}
	for _, m := range r.measures() {
		if err := out.Row(measureJSON{m.name, m.json()}); err != nil {
			return err
		}
	}
	for i, m := range r.nets() {
		if err := out.Row(measureJSON{fmt.Sprintf("net of seat %d", i+1), m.json()}); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeDifference writes a comparison as an object. Apart from elapsed_s and
// workers it depends on nothing but the inputs.
func writeDifference(std *app.IO, r *comparison) error {
	fields := []rows.Pair{
		{Name: "a", Value: r.A.json()},
		{Name: "b", Value: r.B.json()},
		{Name: "differ", Value: r.Differ()},
		{Name: "rules_differ", Value: r.Rules.Any()},
		{Name: "rules", Value: r.changes()},
		{Name: "options", Value: append([]compare.Option{}, r.Rules.Options...)},
		{Name: "plan", Value: append([]compare.Field{}, r.Rules.Plan...)},
	}
	if r.Played {
		fields = append(fields, r.outcomeFields()...)
	}
	return rows.WriteObject(std.Stdout, report.JSON, "diff", fields)
}

// outcomeFields are the fields of what was played.
func (r *comparison) outcomeFields() []rows.Pair {
	measures, seats := []measureJSON{}, []seatJSON{}
	for _, m := range r.measures() {
		measures = append(measures, measureJSON{m.name, m.json()})
	}
	for i, m := range r.nets() {
		seats = append(seats, seatJSON{i + 1, m.json()})
	}
	run := &r.Opts.Run
	return []rows.Pair{
		{Name: "hands", Value: r.Outcome.A.Hands},
		{Name: "seed", Value: hand.Seed(run.Seed)},
		{Name: "seats", Value: len(r.Pair.A.Stacks)},
		{Name: "policy", Value: run.Policy},
		{Name: "shard", Value: run.Shard.String()},
		{Name: "hands_differ", Value: r.Outcome.Differ},
		{Name: "measures", Value: measures},
		{Name: "net", Value: seats},
		{Name: "first", Value: append([]diffHand{}, r.First...)},
		{Name: "complete", Value: !r.Incomplete},
		{Name: "elapsed_s", Value: figures.Rounded(r.Elapsed.Seconds(), 6)},
		{Name: "workers", Value: run.Workers},
	}
}

// writeTold writes one hand of both games as an object.
func writeTold(std *app.IO, r *comparison, edits []compare.Edit, a, b []string) error {
	type lineJSON struct {
		In   compare.Op `json:"in"`
		Text string     `json:"text"`
	}
	lines := []lineJSON{}
	for _, e := range edits {
		lines = append(lines, lineJSON{e.Op, e.Of(a, b)})
	}
	return rows.WriteObject(std.Stdout, report.JSON, "diff", []rows.Pair{
		{Name: "a", Value: r.A.json()}, {Name: "b", Value: r.B.json()}, {Name: "seed", Value: hand.Seed(r.Opts.Run.Seed)}, {Name: "hand", Value: r.Opts.Hand}, {Name: "lines", Value: lines},
	})
}
