package timing

import (
	"runtime"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/hand"
	"cardroom/engine/rows"
)

// spreadJSON is a measure over the rounds.
type spreadJSON struct {
	Median float64 `json:"median"`
	// Spread is the largest deviation of a round from the median, as a fraction of the
	// median.
	Spread float64 `json:"spread"`
}

// hookJSON is the cost of the calls of one script function.
type hookJSON struct {
	Function     string  `json:"function"`
	At           string  `json:"at"`
	CallsPerHand float64 `json:"calls_per_hand"`
	StepsPerCall float64 `json:"steps_per_call"`
	StepsPerHand float64 `json:"steps_per_hand"`
	NsPerCall    float64 `json:"ns_per_call"`
	Share        float64 `json:"share"` // of the time of all workers
}

// benchFields returns the fields of a measurement.
func benchFields(r *benchResult) []rows.Pair {
	run, plan := &r.Opts.Run, r.Job.Plan
	fields := []rows.Pair{
		{Name: "game", Value: plan.Game.ID},
		{Name: "stakes", Value: plan.Stakes.Name},
		{Name: "seats", Value: len(r.Job.Stacks)},
		{Name: "stacks", Value: rows.Amounts(r.Job.Stacks, plan.Stakes.Scale)},
		{Name: "policy", Value: run.Policy},
		{Name: "seed", Value: hand.Seed(run.Seed)},
		{Name: "workers", Value: run.Workers},
		{Name: "goos", Value: runtime.GOOS},
		{Name: "goarch", Value: runtime.GOARCH},
		{Name: "go", Value: runtime.Version()},
	}
	if len(r.Rounds) > 0 {
		fields = append(fields, rows.Pair{Name: "hands", Value: r.Rounds[0].Hands}, rows.Pair{Name: "decisions_per_hand", Value: figures.Rounded(r.DecisionsPerHand(), 4)})
	}
	for _, m := range benchMeasures {
		s := r.Over(m.of)
		fields = append(fields, rows.Pair{Name: m.name, Value: spreadJSON{figures.Rounded(s.Median, m.places), figures.Rounded(s.Off, 4)}})
	}
	if !r.Incomplete {
		fields = append(fields, rows.Pair{Name: "steps_per_hand", Value: figures.Rounded(r.StepsPerHand(), 4)})
	}
	return append(fields, rows.Pair{Name: "hooks", Value: hooksJSON(r)}, rows.Pair{Name: "rounds", Value: roundsJSON(r)}, rows.Pair{Name: "complete", Value: !r.Incomplete})
}

func hooksJSON(r *benchResult) []hookJSON {
	out := []hookJSON{}
	for i := range r.Hooks {
		h := &r.Hooks[i]
		out = append(out, hookJSON{
			Function: h.Name, At: r.at(h), CallsPerHand: figures.Rounded(r.a(h.Calls), 4), StepsPerCall: figures.Rounded(float64(h.Steps)/float64(h.Calls), 2),
			StepsPerHand: figures.Rounded(r.a(h.Steps), 4), NsPerCall: figures.Rounded(float64(h.Time)/float64(h.Calls), 1), Share: figures.Rounded(r.share(h), 4),
		})
	}
	return out
}

// roundJSON is one round.
type roundJSON struct {
	Hands     int64   `json:"hands"`
	Decisions int64   `json:"decisions"`
	Elapsed   float64 `json:"elapsed_s"`
	Allocs    uint64  `json:"allocs"`
	Bytes     uint64  `json:"bytes"`
}

func roundsJSON(r *benchResult) []roundJSON {
	out := []roundJSON{}
	for _, b := range r.Rounds {
		out = append(out, roundJSON{b.Hands, b.Decisions, figures.Rounded(b.Elapsed.Seconds(), 6), b.Allocs, b.Bytes})
	}
	return out
}
