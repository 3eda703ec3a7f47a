package author

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/batch"
	"cardroom/engine/files"
	"cardroom/engine/rows"
)

// Parts of a comparison: a shard is saved in a file with its exact sums, so that it can be resumed and merged with the other
// shards.

// DiffPart is the kind of the parts of comparisons.
const DiffPart = "diff"

// inputs is everything that decides the result of a comparison and its output, except the number of hands.
type inputs struct {
	Scripts  []string            `json:"scripts"` // for each game, the hash of the script and all that it loads
	Seed     uint64              `json:"seed"`
	A        side                `json:"a"`
	B        side                `json:"b"`
	Policy   string              `json:"policy"`
	Policies []map[string]string `json:"policies"`  // for each side, the hashes of the scripts among the policies
	Deck     string              `json:"deck"`      // hash, "" for random decks
	DeckFile string              `json:"deck_file"` // the file name in the result
	MaxSteps uint64              `json:"max_steps"`
	Rules    rules               `json:"rules"`
	Charts   bool                `json:"charts,omitempty"` // the parts include details for charts
}

// partSums is the result of some hands, as stored in a part.
type partSums struct {
	Totals batch.ExactPair `json:"totals"`
	First  []partHand      `json:"first"` // the first hands that end differently
	// Details are the details of both games for charts; none without hands.
	Details []batch.ExactDetails `json:"details,omitempty"`
}

type partHand struct {
	Net     []int64 `json:"net"` // by seat, in units of the pair
	Command string  `json:"command"`
}

// outcome is the result of some hands, with the listed ones among them.
type outcome struct {
	batch.PairResult
	told map[int64]diffHand
}

// add adds the result of other hands.
func (o *outcome) add(other *outcome) {
	o.Merge(&other.PairResult)
	for n, h := range other.told {
		o.told[n] = h
	}
}

// first returns the first hands that end differently.
func (o *outcome) first() (out []diffHand) {
	for _, n := range o.First.List() {
		out = append(out, o.told[n])
	}
	return out
}

func (o *outcome) marshal(seats int) (json.RawMessage, error) {
	s := partSums{Totals: batch.ExactPairOf(&o.PairResult, seats), First: []partHand{}}
	for _, h := range o.first() {
		p := partHand{Net: []int64{}, Command: h.Command}
		for _, m := range h.Net {
			p.Net = append(p.Net, m.Units)
		}
		s.First = append(s.First, p)
	}
	if o.A.Details != nil {
		s.Details = []batch.ExactDetails{batch.ExactDetailsOf(o.A.Details), batch.ExactDetailsOf(o.B.Details)}
	}
	return json.Marshal(s)
}

// readOutcome reads the result of the given number of hands.
func readOutcome(text json.RawMessage, hands int64, in *inputs) (o outcome, err error) {
	var s partSums
	if err = files.ReadSums(text, &s); err != nil {
		return o, err
	}
	if o.PairResult, err = s.Totals.Result(); err != nil {
		return o, err
	}
	seats := len(in.A.Stacks)
	switch {
	case o.A.Hands != hands:
		return o, fmt.Errorf("%d hands are not %d", o.A.Hands, hands)
	case len(s.Totals.Net) != seats:
		return o, fmt.Errorf("%d seats, and the job has %d", len(s.Totals.Net), seats)
	case len(s.First) != len(s.Totals.First):
		return o, fmt.Errorf("%d of the %d first hands have a command", len(s.First), len(s.Totals.First))
	}
	if wanted := in.Charts && hands > 0; len(s.Details) != 2 && wanted || len(s.Details) != 0 && !wanted {
		return o, fmt.Errorf("%d details of %d hands", len(s.Details), hands)
	}
	for i := range s.Details {
		d, err := s.Details[i].Details()
		if err == nil {
			one := []*side{&in.A, &in.B}[i]
			err = runs.CheckDetails(d, hands, one.Stakes, &one.Shown)
		}
		if err != nil {
			return o, err
		}
		[]*batch.Result{&o.A, &o.B}[i].Details = d
	}
	o.told = map[int64]diffHand{}
	units := batch.CommonUnits(in.A.Stakes.Scale, in.B.Stakes.Scale)
	for i, n := range o.First.List() {
		if len(s.First[i].Net) != seats {
			return o, fmt.Errorf("hand %d has the nets of %d seats", n, len(s.First[i].Net))
		}
		o.told[n] = diffHand{Hand: n, Net: rows.Amounts(s.First[i].Net, units), Command: s.First[i].Command}
	}
	return o, nil
}

func readInputs(text json.RawMessage) (in *inputs, err error) {
	in = &inputs{}
	if err = files.ReadSums(text, in); err != nil {
		return nil, err
	}
	if in.A.Stakes.Scale < 1 || in.B.Stakes.Scale < 1 || len(in.A.Stacks) != len(in.B.Stacks) || len(in.A.Stacks) == 0 {
		return nil, errors.New("seats and stakes do not fit")
	}
	return in, nil
}

func (m *match) inputsOf(std *app.IO, r *comparison) (*inputs, error) {
	in := &inputs{
		Seed: r.Seed, A: r.A, B: r.B, Policy: r.Policy, Deck: runs.DeckDigest(m.pair.A.Decks), DeckFile: r.Deck,
		MaxSteps: std.MaxSteps, Rules: r.Rules, Charts: m.pair.A.Details,
	}
	for _, one := range []*rival{m.a, m.b} {
		scripts, err := library.GameDigest(one.lib, one.side.Game, one.game.ID)
		if err != nil {
			return nil, err
		}
		policies, err := library.PolicyDigests(std, one.lib, r.Policy)
		if err != nil {
			return nil, err
		}
		in.Scripts, in.Policies = append(in.Scripts, scripts), append(in.Policies, policies)
	}
	return in, nil
}

// keepPart loads what the folder already has of the shard and returns it; it makes the pair play and save the rest.
func (m *match) keepPart(std *app.IO, r *comparison) (before outcome, err error) {
	before.told = map[int64]diffHand{}
	in, err := m.inputsOf(std, r)
	if err != nil {
		return before, err
	}
	run := &m.opts.Run
	p := &files.Part{Kind: DiffPart, Total: run.Total(m.pair.A), Shard: run.Shard.Index, Shards: run.Shard.Count}
	keeper, err := runs.Keep(std, run.Out, p, in, func(sums json.RawMessage, hands int64) (err error) {
		before, err = readOutcome(sums, hands, in)
		return err
	})
	if err != nil {
		return before, err
	}
	save := func(next int64, o *outcome) error {
		o.A.Details, o.B.Details = o.A.Details.Clone(), o.B.Details.Clone() // they keep counting during the save
		o.add(&before)
		if err := o.Over(); err != nil {
			return err
		}
		sums, err := o.marshal(len(in.A.Stacks))
		if err != nil {
			return err
		}
		return keeper.Save(next, sums)
	}
	m.pair.A.From, m.pair.B.From = keeper.Next(), keeper.Next()
	if keeper.Sums() == nil { // save at once, so that a merge knows about a shard in progress
		if err := save(keeper.Next(), &outcome{told: map[int64]diffHand{}}); err != nil {
			return before, err
		}
	}
	m.pair.Prefix = func(next int64, so *batch.PairResult, last bool) error {
		if !keeper.Due(next, last) {
			return nil
		}
		o, err := m.outcomeOf(so)
		if err != nil {
			return err
		}
		return save(next, o)
	}
	return before, nil
}

// outcomeOf returns a result with its listed hands.
func (m *match) outcomeOf(so *batch.PairResult) (*outcome, error) {
	o := &outcome{*so, map[int64]diffHand{}}
	for _, n := range so.First.List() {
		if _, ok := m.known[n]; !ok {
			// The results of a hand that ends differently
			_, a, errA := tellHand(m.pair.A, n)
			_, b, errB := tellHand(m.pair.B, n)
			out := diffHand{Hand: n, Command: app.CommandLine(append(slices.Clone(m.opts.Again), "--hand", fmt.Sprint(n)))}
			units := m.pair.Units()
			for i := range a {
				out.Net = append(out.Net, rows.Money{Units: b[i]*(units/m.b.bound.Stakes.Scale) - a[i]*(units/m.a.bound.Stakes.Scale), Scale: units})
			}
			h, err := out, errors.Join(errA, errB)
			if err != nil {
				return nil, err
			}
			m.known[n] = h
		}
		o.told[n] = m.known[n]
	}
	return o, nil
}

// JoinedDiff combines several parts of a comparison into one.
func JoinedDiff(list []*files.Part) (*files.Part, error) {
	sum := outcome{told: map[int64]diffHand{}}
	in, err := readInputs(list[0].Job)
	return files.Join(list, func(text json.RawMessage, hands int64) error {
		if err != nil {
			return err
		}
		o, err := readOutcome(text, hands, in)
		if err == nil {
			sum.add(&o)
			err = sum.Over()
		}
		return err
	}, func() (json.RawMessage, error) { return sum.marshal(len(in.A.Stacks)) })
}

// PrintDiffPart prints a part that contains all hands of its comparison, exactly as the comparison itself would.
func PrintDiffPart(std *app.IO, format string, p *files.Part) error {
	in, err := readInputs(p.Job)
	if err != nil {
		return err
	}
	o, err := readOutcome(p.Sums, p.Count(), in)
	if err != nil {
		return err
	}
	if !in.Charts && std.Wants(format, report.HTML) {
		return runs.NoCharts(p)
	}
	r := &comparison{
		A: in.A, B: in.B, Rules: in.Rules, Deck: in.DeckFile, Policy: in.Policy, Seed: in.Seed, Shard: runs.Shard{Index: 1, Count: 1},
		Played: true, Outcome: o.PairResult, First: slices.Clip(o.first()),
	}
	return r.finish(std, format, nil)
}
