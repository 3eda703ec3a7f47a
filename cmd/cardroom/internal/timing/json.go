package timing

import (
	"runtime"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/hand"
	"cardroom/engine/rows"
)

// spreadJSON is a measure over the rounds.
type spreadJSON struct {
	Median float64 `json:"median"` // of the rounds
	Spread float64 `json:"spread"` // how far the furthest round is from it, as a part of it
}

// hookJSON is the cost of the calls of one script function.
type hookJSON struct {
	Function     string  `json:"function"`       // its name
	At           string  `json:"at"`             // file:line:col
	CallsPerHand float64 `json:"calls_per_hand"` // calls
	StepsPerCall float64 `json:"steps_per_call"` // Starlark steps
	StepsPerHand float64 `json:"steps_per_hand"` // Starlark steps
	NsPerCall    float64 `json:"ns_per_call"`    // nanoseconds
	Share        float64 `json:"share"`          // of the time of all workers
}

// benchFields returns the fields of a measurement.
func benchFields(r *benchResult) []rows.Pair {
	run, plan := &r.Opts.Run, r.Job.Plan
	fields := []rows.Pair{
		{Name: "game", Doc: "the game", Value: plan.Game.ID},
		{Name: "stakes", Doc: "as posted", Value: plan.Stakes.Name},
		{Name: "seats", Doc: "players", Value: len(r.Job.Stacks)},
		{Name: "stacks", Doc: "by seat", Value: rows.Amounts(r.Job.Stacks, plan.Stakes.Scale)},
		{Name: "policy", Doc: "who decided", Value: run.Policy},
		{Name: "seed", Doc: "of the hands; a text of digits from 2^53 on", Value: hand.Seed(run.Seed)},
		{Name: "workers", Doc: "at work at once", Value: run.Workers},
		{Name: "goos", Doc: "the system", Value: runtime.GOOS},
		{Name: "goarch", Doc: "the processor", Value: runtime.GOARCH},
		{Name: "go", Doc: "the version of Go", Value: runtime.Version()},
	}
	var hands int64
	var decisions float64
	if len(r.Rounds) > 0 {
		hands, decisions = r.Rounds[0].Hands, figures.Rounded(r.DecisionsPerHand(), 4)
	}
	fields = append(fields, rows.Pair{Name: "hands", Doc: "of a round", Value: rows.If(len(r.Rounds) > 0, hands)}, rows.Pair{Name: "decisions_per_hand", Doc: "the same in all rounds", Value: rows.If(len(r.Rounds) > 0, decisions)})
	for _, m := range benchMeasures {
		s := r.Over(m.of)
		fields = append(fields, rows.Pair{Name: m.name, Doc: m.about, Value: spreadJSON{figures.Rounded(s.Median, m.places), figures.Rounded(s.Off, 4)}})
	}
	return append(fields, rows.Pair{Name: "steps_per_hand", Doc: "Starlark steps a hand", Value: rows.If(!r.Incomplete, figures.Rounded(r.StepsPerHand(), 4))}, rows.Pair{Name: "hooks", Doc: "functions of scripts that are asked", Value: hooksJSON(r)}, rows.Pair{Name: "rounds", Doc: "in order", Value: roundsJSON(r)}, rows.Complete(!r.Incomplete))
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
	Hands     int64   `json:"hands"`     // played
	Decisions int64   `json:"decisions"` // of players
	Elapsed   float64 `json:"elapsed_s"` // seconds
	Allocs    uint64  `json:"allocs"`    // allocations
	Bytes     uint64  `json:"bytes"`     // allocated
}

func roundsJSON(r *benchResult) []roundJSON {
	out := []roundJSON{}
	for _, b := range r.Rounds {
		out = append(out, roundJSON{b.Hands, b.Decisions, figures.Rounded(b.Elapsed.Seconds(), 6), b.Allocs, b.Bytes})
	}
	return out
}
