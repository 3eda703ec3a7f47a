// This file compares two games: their rules, then their results on identical
// deals.

package author

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/compare"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// DiffOptions are the options of diff.
type DiffOptions struct {
	A, B diffSide
	// Both sets options of both games.
	Both       map[string]string
	Run        runs.Options // how both are played; Game, Set and Stakes come from the sides
	RulesOnly  bool
	Exhaustive bool
	// EachOption compares every other value of each option. Small and Limit are for Exhaustive.
	EachOption bool
	Small      library.SmallGames
	Limit      int64
	Hand       int64 // the hand to narrate, 0 to compare
	// Again is the command line without --hand and flags that do not affect a hand.
	Again []string
}

// diffSide is one of the two rule sets.
type diffSide struct {
	Game   string
	Set    map[string]string // options of this side only
	Stakes string
}

// rival is a side that has been loaded.
type rival struct {
	side  diffSide
	set   map[string]string // all options set for it
	game  *plan.Game
	bound *plan.AtStakes
	lib   *dsl.Library
	job   *batch.Job
}

// comparison is the differences between two rule sets.
type comparison struct {
	A, B       side
	Rules      rules
	Played     bool
	Deck       string // the deck file, "" for random decks
	Policy     string
	Seed       uint64
	Shard      runs.Shard
	Outcome    batch.PairResult
	First      []diffHand // the first hands that end differently
	Elapsed    time.Duration
	Workers    int
	Incomplete bool // interrupted
}

// units returns the number of units per chip for differences.
func (r *comparison) units() int64 { return batch.CommonUnits(r.A.Stakes.Scale, r.B.Stakes.Scale) }

// match is two rule sets to compare.
type match struct {
	a, b *rival
	opts *DiffOptions
	pair *batch.Pair // nil if no hand is played

	known map[int64]diffHand // results of hands that end differently
}

// diffHand is a hand that ends differently.
type diffHand struct {
	Hand    int64        `json:"hand"`    // its number
	Net     []rows.Money `json:"net"`     // by seat, B minus A
	Command string       `json:"command"` // that tells it
}

// Differ reports whether anything differs.
func (r *comparison) Differ() bool {
	if r.Rules.any() || r.Outcome.Differ > 0 {
		return true
	}
	return slices.ContainsFunc(r.Outcome.Diff[:], func(s batch.Sum) bool { return s.Wins+s.Losses > 0 })
}

// Diff compares two rule sets.
func Diff(ctx context.Context, std *app.IO, opts DiffOptions) error {
	a, b, err := loadRivals(std, &opts)
	if err != nil {
		return err
	}
	m := &match{a: a, b: b, opts: &opts, known: map[int64]diffHand{}}
	if !opts.RulesOnly {
		if m.pair, err = pairOf(std, a, b, opts.Run); err != nil {
			return err
		}
	}
	if opts.Hand > 0 {
		// Narrate one hand in both games, line by line.
		n := m.opts.Hand
		a, _, err := tellHand(m.pair.A, n)
		if err != nil {
			return m.whilePlaying(err)
		}
		b, _, err := tellHand(m.pair.B, n)
		if err != nil {
			return m.whilePlaying(err)
		}
		r := &comparison{A: sideOf(m.a), B: sideOf(m.b), Seed: m.opts.Run.Seed}
		edits := compare.Lines(a, b)
		differ := slices.ContainsFunc(edits, func(e compare.Edit) bool { return e.Op != compare.Both })
		err = std.Results(m.opts.Run.Format, func(std *app.IO, format string) error {
			switch format {
			case report.CSV, report.HTML:
				return app.Usagef("--hand writes text or json, not %s", format)
			case report.JSON:
				return rows.WriteObject(std.Stdout, report.JSON, "diff", "One hand told in both (--hand).", []rows.Pair{
					{Name: "a", Doc: "the first rule set", Value: r.A.json()}, {Name: "b", Doc: "the second", Value: r.B.json()}, {Name: "seed", Doc: "of both; a text of digits from 2^53 on", Value: hand.Seed(r.Seed)}, {Name: "hand", Doc: "its number", Value: n}, {Name: "lines", Doc: "of the telling", Value: toldLines(edits, a, b)},
				})
			}
			printLabels(std.Stdout, r)
			std.Stdout.Printf("%s\n", std.Stdout.Paint(fmt.Sprintf("@@ hand %d of seed %d @@", n, r.Seed), color.FgCyan))
			printEdits(std.Stdout, edits, a, b)
			return nil
		})
		if err != nil {
			return err
		}
		if differ {
			return app.ErrNo
		}
		return nil
	}
	// The part of the result that needs no hands.
	run := &m.opts.Run
	rules, err := rulesOf(std, m.a, m.b)
	if err != nil {
		return err
	}
	r := &comparison{A: sideOf(m.a), B: sideOf(m.b), Rules: rules, Deck: run.Deck, Policy: run.Policy, Seed: run.Seed, Shard: run.Shard, Workers: run.Workers}
	if m.pair != nil {
		wanted := std.Wants(opts.Run.Format, report.HTML)
		m.pair.A.Details, m.pair.B.Details = wanted, wanted
		before := outcome{}
		if opts.Run.Out.Dir != "" {
			if before, err = m.keepPart(std, r); err != nil {
				return err
			}
		}
		err = m.play(ctx, std, r, &before)
		if err != nil && !errors.Is(err, context.Canceled) {
			return m.whilePlaying(err)
		}
	}
	return r.finish(std, opts.Run.Format, err)
}

// finish prints the comparison, which err may have cut short, and returns an error if anything differs.
func (r *comparison) finish(std *app.IO, format string, err error) error {
	bad := std.Results(format, func(std *app.IO, format string) error {
		switch {
		case format == report.CSV && r.Played:
			// Write the results of both games as CSV, which has no place for the rules.
			return rows.Write(std.Stdout, report.CSV, "diff", "", measureColumns, append(r.measures(), r.nets()...))
		case format == report.CSV:
			return app.Usagef("--format csv is for what is played: leave out --rules-only and --hands 0")
		case !term.Browser && format == report.HTML:
			return report.Write(std.Stdout, r.page())
		case term.Browser || format != report.Text:
			// Write a comparison as an object. Except for elapsed_s and workers it depends only on the inputs.
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
				fields = append(fields,
					rows.Pair{Name: "hands", Unit: "hands", Doc: "played of each", Value: r.Outcome.A.Hands},
					rows.Pair{Name: "seed", Doc: "of both; a text of digits from 2^53 on", Value: hand.Seed(r.Seed)},
					rows.Pair{Name: "seats", Unit: "players", Doc: "players", Value: len(r.A.Stacks)},
					rows.Pair{Name: "policy", Doc: "who decided", Value: r.Policy},
					rows.Pair{Name: "shard", Doc: "the part of the hands", Value: r.Shard.String()},
					rows.Pair{Name: "hands_differ", Unit: "hands", Doc: "hands that end differently", Value: r.Outcome.Differ},
					rows.Pair{Name: "measures", Doc: "over all hands", Value: rows.Records(measureColumns, r.measures())},
					rows.Pair{Name: "net", Doc: "by seat", Value: rows.Records(seatColumns, r.nets())},
					rows.Pair{Name: "first", Doc: "the first hands that differ", Value: append([]diffHand{}, r.First...)},
					rows.Complete(!r.Incomplete),
					rows.Pair{Name: "elapsed_s", Unit: "seconds", Doc: "seconds that it took", Value: term.Rounded(r.Elapsed.Seconds(), 6)},
					rows.Pair{Name: "workers", Unit: "workers", Doc: "at work at once", Value: r.Workers})
			}
			return rows.WriteObject(std.Stdout, format, "diff", "Two rule sets compared.", fields)
		}
		printLabels(std.Stdout, r)
		printRuleChanges(std.Stdout, r)
		if r.Played {
			printOutcomes(std.Stdout, r)
		}
		return nil
	})
	if bad != nil {
		return bad
	}
	if err == nil && r.Differ() {
		return app.ErrNo
	}
	return err
}

// loadRivals loads both sides.
func loadRivals(std *app.IO, o *DiffOptions) (a, b *rival, err error) {
	if a, err = loadRival(std, o.A, o.Both); err != nil {
		return nil, nil, err
	}
	if b, err = loadRival(std, o.B, o.Both); err != nil {
		return nil, nil, err
	}
	either := *a.game
	either.Options = slices.Concat(a.game.Options, b.game.Options)
	return a, b, library.KnowsOptions(&either, o.Both)
}

// loadRival loads one side at its stakes.
func loadRival(std *app.IO, side diffSide, both map[string]string) (*rival, error) {
	r := &rival{side: side, set: maps.Clone(both)}
	maps.Copy(r.set, side.Set)
	r.lib = library.New(std, r.set)
	var err error
	if r.game, err = library.LoadIn(r.lib, side.Game, side.Set); err != nil {
		return nil, err
	}
	bound, err := BindAll([]*plan.Game{r.game}, side.Stakes)
	if err != nil {
		return nil, err
	}
	r.bound = bound[0]
	return r, nil
}

// pairOf returns the jobs of both sides, with the same seats and cards.
func pairOf(std *app.IO, a, b *rival, run runs.Options) (*batch.Pair, error) {
	var err error
	if run.Seats, err = commonSeats(a.bound, b.bound, run.Seats); err != nil {
		return nil, err
	}
	for _, r := range []*rival{a, b} {
		run.Game, run.Set, run.Stakes = r.side.Game, r.set, r.side.Stakes
		if r.job, err = runs.NewJob(std, r.game, run); err != nil {
			return nil, err
		}
		p, err := library.ReadPolicies(r.lib, nil, run.Policy, run.Seats)
		if err != nil {
			return nil, err
		}
		r.job.Policy = p.Maker()
	}
	if run.Deck == "" && a.game.Deck != b.game.Deck {
		a.job.Pack, b.job.Pack = batch.CommonPacks(a.game.Deck, b.game.Deck)
	}
	return &batch.Pair{A: a.job, B: b.job}, nil
}

// commonSeats returns a number of players that both games allow: as requested, or up to six.
func commonSeats(a, b *plan.AtStakes, asked int) (int, error) {
	low, high := max(a.Game.MinSeats, b.Game.MinSeats), min(a.Game.MaxSeats, b.Game.MaxSeats, a.Seats, b.Seats)
	switch {
	case low > high:
		return 0, app.Usagef("%s is for %d to %d players and %s for %d to %d: no number of players fits both",
			a.Game.ID, a.Game.MinSeats, a.Game.MaxSeats, b.Game.ID, b.Game.MinSeats, b.Game.MaxSeats)
	case asked == 0:
		return max(low, min(6, high)), nil
	case asked < low || asked > high:
		return 0, app.Usagef("%s and %s can both be played by %d to %d players, not %d", a.Game.ID, b.Game.ID, low, high, asked)
	}
	return asked, nil
}

// play plays the hands of both sides, and replays the first ones that differ to list them. before is the result of earlier
// hands, which is added.
func (m *match) play(ctx context.Context, std *app.IO, r *comparison, before *outcome) error {
	p := std.StartProgress("playing", m.pair.A.To-m.pair.A.From)
	defer p.Stop()
	started := std.Now()
	var err error
	r.Outcome, err = batch.RunPair(ctx, m.pair, m.opts.Run.Workers, &p.Done)
	r.Elapsed, r.Incomplete, r.Played = std.Now().Sub(started), err != nil, true
	p.Stop()
	all, bad := m.outcomeOf(&r.Outcome)
	if bad != nil {
		return errors.Join(err, bad)
	}
	all.add(before)
	if bad := all.Over(); bad != nil {
		return bad
	}
	r.Outcome, r.First = all.PairResult, all.first()
	return err
}

// whilePlaying returns an error in either game with the names that the user typed.
func (m *match) whilePlaying(err error) error {
	return library.WhilePlaying(library.WhilePlaying(err, m.a.side.Game, m.opts.Run.Policy), m.b.side.Game, m.opts.Run.Policy)
}

// tellHand plays one hand and returns its narration in lines, and the net result of each seat.
func tellHand(job *batch.Job, n int64) (lines []string, net []int64, err error) {
	one := *job
	one.From, one.To = n, n+1
	one.Record = func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
		var text bytes.Buffer
		w := term.NewStream(&text)
		runs.Collections(w, p.Hand, nil)
		runs.Hand(w, p.Hand, p.Log.Events, nil)
		lines = strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
		for i := range p.Hand.Seats() {
			net = append(net, p.Hand.Net(i))
		}
		return to, nil
	}
	_, err = batch.Run(context.Background(), &one, 1, nil)
	return lines, net, err
}
