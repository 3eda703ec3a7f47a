package solving

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/parts"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
)

// Results from random deals of a game against a bank are computed in independent groups. A shard is a range of the groups.

// PartKind is the kind of the parts of games against a bank.
const PartKind = "solve"

// groupRounds is the number of rounds in a group, for a policy.
const groupRounds = 20_000

// bankInputs is everything that decides the result and its output.
type bankInputs struct {
	Game     string            `json:"game"`
	Scripts  string            `json:"scripts"`
	Options  map[string]string `json:"options"`
	Stakes   plan.Stakes       `json:"stakes"`
	MaxSteps uint64            `json:"max_steps"`
	House    bool              `json:"house_banks"`
	Wager    string            `json:"wager"`
	Hands    int64             `json:"hands"` // per group
	// Only for a policy:
	Policy   string            `json:"policy"`
	Policies map[string]string `json:"policies"`
	Rounds   int64             `json:"rounds"`
	Seats    int               `json:"seats"`
}

// playedGroup is the result of a group of rounds.
type playedGroup struct {
	Totals batch.Exact `json:"totals"`
	Bets   int64       `json:"bets"` // chips of first bets
}

// inputs returns the inputs of a game.
func (o *Options) inputs(std *app.IO, lib *dsl.Library, b *plan.AtStakes) (*bankInputs, error) {
	in := &bankInputs{
		Game: b.Game.ID, Options: map[string]string{}, Stakes: b.Stakes, MaxSteps: std.MaxSteps, House: b.Game.HouseBanks(),
		Wager: b.Game.BetNames()[0], Policy: o.Policy, Policies: map[string]string{}, Rounds: o.Rounds,
	}
	for _, option := range b.Game.Options {
		in.Options[option.Name] = option.Value
	}
	var err error
	if o.Out.Dir == "" {
		return in, nil
	}
	if in.Scripts, err = library.GameDigest(lib, o.Game, in.Game); err != nil {
		return nil, err
	}
	if o.Policy != "" {
		in.Policies, err = library.PolicyDigests(std, lib, o.Policy)
	}
	return in, err
}

// work computes the groups of the shard, and prints the result if the shard has all groups.
func (o *Options) work(ctx context.Context, std *app.IO, in *bankInputs, groups int64, do func(ctx context.Context, n int64) (any, error)) error {
	began := std.Now()
	job := &shards.Job{
		Kind: PartKind, Total: groups, Shard: o.Shard.Index, Shards: o.Shard.Count, Workers: std.CPUs, Valid: in.valid,
		Do: func(ctx context.Context, n int64) (json.RawMessage, error) {
			r, err := do(ctx, n)
			if err != nil {
				return nil, err
			}
			return json.Marshal(r)
		},
	}
	if o.Out.Dir != "" {
		job.Inputs = in
	}
	units, err := shards.Work(ctx, std, o.Out, job, new(atomic.Int64))
	if err != nil {
		return err
	}
	if o.Shard.Count > 1 {
		std.Note("%d of %d groups; 'cardroom merge' puts the shards together", len(units), groups)
		return nil
	}
	return in.print(std, o.Format, units, std.Now().Sub(began))
}

// setInParts computes the best play of a game in which players set two hands.
func (o *Options) setInParts(ctx context.Context, std *app.IO, b *plan.AtStakes, lib *dsl.Library) error {
	in, err := o.inputs(std, lib, b)
	if err != nil {
		return err
	}
	g, err := solve.NewSetApart(b)
	if err != nil {
		return app.UsageHint(fmt.Sprintf("%s is solved exactly, in one piece: --out and --shard are for games whose hands are dealt at random", b.Game.ID), "leave them out, or add --policy and --rounds")
	}
	in.Hands = int64(g.Hands())
	groups := int64(g.Groups())
	bar := std.StartProgress("hands", o.Shard.Size(groups)*in.Hands)
	defer bar.Stop()
	return o.work(ctx, std, in, groups, func(ctx context.Context, n int64) (any, error) {
		return g.Group(ctx, int(n-1), func() { bar.Done.Add(1) })
	})
}

// playInParts plays a policy for a number of rounds.
func (o *Options) playInParts(ctx context.Context, std *app.IO, b *plan.AtStakes, lib *dsl.Library, p *library.Policies, stacks []int64) error {
	in, err := o.inputs(std, lib, b)
	if err != nil {
		return err
	}
	in.Hands, in.Seats = groupRounds, len(stacks)
	groups := (o.Rounds + groupRounds - 1) / groupRounds
	bar := std.StartProgress("rounds", o.Shard.Size(groups)*groupRounds)
	defer bar.Stop()
	return o.work(ctx, std, in, groups, func(ctx context.Context, n int64) (any, error) {
		bets := new(atomic.Int64)
		job := &batch.Job{Plan: b, Stacks: stacks, Seed: 1, From: (n-1)*groupRounds + 1, To: min(n*groupRounds, o.Rounds) + 1, Policy: counted(p.Maker(), bets)}
		r, err := batch.Run(ctx, job, 1, nil)
		bar.Done.Add(r.Hands)
		return playedGroup{batch.ExactOf(&r, len(stacks)), bets.Load()}, err
	})
}

// valid rejects what cannot be the result of a group of this job.
func (in *bankInputs) valid(text json.RawMessage) error {
	if in.Policy == "" {
		_, err := readSetGroup(text)
		return err
	}
	_, _, err := readPlayed(text)
	return err
}

func readSetGroup(text json.RawMessage) (r solve.SetGroup, err error) {
	if err = parts.ReadSums(text, &r); err == nil && (math.Abs(r.Edge) > 2 || math.Abs(r.Gain) > 4) {
		err = fmt.Errorf("an edge of %g and a gain of %g are not possible", r.Edge, r.Gain)
	}
	return r, err
}

func readPlayed(text json.RawMessage) (r batch.Result, bets int64, err error) {
	var g playedGroup
	if err = parts.ReadSums(text, &g); err != nil {
		return r, 0, err
	}
	if g.Bets < 0 {
		return r, 0, fmt.Errorf("%d chips is not a possible bet", g.Bets)
	}
	r, err = g.Totals.Result()
	return r, g.Bets, err
}

// print prints the result of all groups.
func (in *bankInputs) print(std *app.IO, format string, units []shards.Unit, elapsed time.Duration) error {
	if in.Policy == "" {
		groups := make([]solve.SetGroup, len(units))
		for i, u := range units {
			var err error
			if groups[i], err = readSetGroup(u.Result); err != nil {
				return err
			}
		}
		r := &bankResult{solve.SetBank(in.Wager, int(in.Hands), groups), in.Game, nil, in.House, elapsed, format}
		return std.Results(format, r.write)
	}
	var all batch.Result
	bets := int64(0)
	for _, u := range units {
		one, n, err := readPlayed(u.Result)
		if err != nil {
			return err
		}
		all.Merge(&one)
		bets += n
	}
	r := &played{game: in.Game, policy: in.Policy, seats: in.Seats, scale: in.Stakes.Scale, elapsed: elapsed, format: format}
	r.measure(&all, bets)
	return std.Results(format, r.write)
}

// validGroup rejects what cannot be the result of a group of any job.
func validGroup(text json.RawMessage) error {
	if _, err := readSetGroup(text); err == nil {
		return nil
	}
	_, _, err := readPlayed(text)
	return err
}

// Joined combines several parts of such a job into one.
func Joined(list []*parts.Part) (*parts.Part, error) { return shards.JoinUnits(list, validGroup) }

// PrintPart prints a part that contains all groups.
func PrintPart(std *app.IO, format string, p *parts.Part) error {
	var in bankInputs
	if err := parts.ReadSums(p.Job, &in); err != nil {
		return shards.Damaged(p, err)
	}
	units, err := shards.AllUnits(p, in.valid)
	if err != nil {
		return err
	}
	return in.print(std, format, units, 0)
}
