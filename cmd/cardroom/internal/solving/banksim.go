package solving

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// A policy against the house is played until its loss is known precisely enough.

// bankError is the standard error at which play stops, in units of the first bet, if --until is not set.
const bankError = 0.001

// coarse is the standard error from which rounds are played although choices could be valued: that is quicker.
const coarse = 0.005

// firstRounds is the number of rounds before the first look at the error, and mostRounds the maximum number between two looks.
const (
	firstRounds = 20_000
	mostRounds  = 500_000
)

// manyBets is a player's stack in multiples of the largest bet, large enough that chips never run short.
const manyBets = 100

// played is what a policy loses to the house.
type played struct {
	game    string
	policy  string
	seats   int
	scale   int64   // units per chip
	edge    float64 // what the house wins, in units of the first bet
	off     float64 // standard error of edge
	bet     float64 // average first bet, in chips
	rounds  int64
	elapsed time.Duration
	format  string
	deals   float64 // that were counted; 0 for rounds that were played
	best    float64 // the edge with best play, from which the losses of choices were counted; NaN for none
}

// playBank plays a policy against the house.
func (o *Options) playBank(ctx context.Context, std *app.IO, game *plan.Game, lib *dsl.Library) error {
	if !game.HouseBanks() {
		return app.UsageHint(fmt.Sprintf("%s: a player banks it, and a policy of theirs decides too", game.ID), "'cardroom run "+game.ID+" --policy FILE:NAME' plays it")
	}
	bound, err := boundAt(game, o.Small.Wishes.Stakes)
	if err != nil {
		return err
	}
	p, err := library.ReadPolicies(lib, nil, o.Policy, game.MinSeats)
	if err != nil {
		return err
	}
	stacks := make([]int64, game.MinSeats)
	for i := range stacks {
		stacks[i] = manyBets * max(bound.Stakes.Small.Hi, bound.Stakes.Big.Hi, bound.Stakes.Chip)
	}
	if o.Rounds > 0 {
		return o.playInParts(ctx, std, bound, lib, p, stacks)
	}
	if o.Out.Dir != "" {
		return app.UsageHint("--out needs to know how many rounds are played", "add --rounds N")
	}
	until := o.Effort.Until
	if until == DefaultEffort().Until {
		until = bankError
	}
	if until <= coarse {
		if r, err := o.countPolicy(ctx, std, bound, p, until); r != nil || err != nil {
			if err != nil {
				return err
			}
			return std.Results(o.Format, r.write)
		}
	}
	r := &played{game: game.ID, policy: o.Policy, seats: len(stacks), scale: bound.Stakes.Scale, off: math.Inf(1), best: math.NaN(), format: o.Format}
	began := std.Now()
	bar := std.StartProgress("rounds", 0)
	all, bets := batch.Result{}, new(atomic.Int64)
	for size := int64(firstRounds); r.off > until && pause.Err(ctx) == nil; size = min(2*size, mostRounds) {
		job := &batch.Job{Plan: bound, Stacks: stacks, Seed: 1, From: all.Hands + 1, To: all.Hands + size + 1, Policy: counted(p.Maker(), bets)}
		one, err := batch.Run(ctx, job, std.CPUs, nil)
		if one.Hands == 0 {
			bar.Stop()
			return err
		}
		all.Merge(&one)
		if err != nil && ctx.Err() == nil {
			bar.Stop()
			return err
		}
		bar.Done.Store(all.Hands)
		if r.measure(&all, bets.Load()); all.Hands == firstRounds && r.off > until && ctx.Err() == nil {
			more := float64(r.off/until) * float64(r.off/until)
			took := std.Now().Sub(began)
			std.Note("%s: ± %s; ± %s takes about %s rounds, %s", figures.Counted(r.rounds, "round"), percent(rows.Confident*r.off), percent(rows.Confident*until),
				figures.Grouped(int64(math.Ceil(more*firstRounds/1e4))*1e4), figures.Seconds(time.Duration(more*float64(took))))
		}
	}
	bar.Stop()
	r.elapsed = std.Now().Sub(began)
	if err := std.Results(o.Format, r.write); err != nil {
		return err
	}
	return ctx.Err()
}

// countPolicy computes what a policy loses from the losses of its choices, until its standard error is small enough; nil if that is not
// possible.
func (o *Options) countPolicy(ctx context.Context, std *app.IO, bound *plan.AtStakes, p *library.Policies, until float64) (*played, error) {
	began := std.Now()
	const whole = 1000 // thousandths of the work, for the progress bar
	bar := std.StartProgress("thousandths", whole)
	defer bar.Stop()
	loss, err := solve.PolicyAgainst(ctx, bound, solve.MakePolicy(p.Maker()), aimAt(std, until), func(part float64) { bar.Done.Store(int64(part * whole)) })
	if loss == nil || err != nil {
		return nil, err
	}
	return &played{
		game: bound.Game.ID, policy: o.Policy, seats: 1, scale: bound.Stakes.Scale, edge: loss.Edge, off: loss.Off, best: loss.Best,
		rounds: int64(loss.Asked), deals: loss.Deals,
		bet: float64(loss.Bet) / float64(bound.Stakes.Scale), elapsed: std.Now().Sub(began), format: o.Format,
	}, nil
}

// measure computes the edge from the rounds played, with bets as the total of the first bets in chip units.
func (r *played) measure(all *batch.Result, bets int64) {
	mean, off := all.Bettors.Mean(all.Banked)
	perRound := float64(bets) / float64(all.Banked)
	r.rounds, r.edge, r.off = all.Banked, -mean/perRound, off/perRound
	r.bet = perRound / float64(r.seats) / float64(r.scale)
}

// betCounter adds up the first bets that a policy makes.
type betCounter struct {
	batch.Policy
	bets *atomic.Int64
}

func counted(make library.MakePolicy, bets *atomic.Int64) library.MakePolicy {
	return func() (batch.Policy, error) {
		p, err := make()
		return &betCounter{p, bets}, err
	}
}

// Act returns the policy's action.
func (c *betCounter) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	a, err := c.Policy.Act(h, d, r)
	if st := h.Step(); err == nil && st.Place != nil && st.Place.Bet == h.Plan().Game.BetNames()[0] {
		c.bets.Add(a.Amount)
	}
	return a, err
}

// Blame locates the source of an action that the hand rejected.
func (c *betCounter) Blame(refusal error) error {
	if b, ok := c.Policy.(batch.Blamer); ok {
		return b.Blame(refusal)
	}
	return refusal
}

func (r *played) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return rows.WriteObject(std.Stdout, r.format, "solve-bank-policy", "The loss of a policy.", []rows.Pair{
			{Name: "game", Doc: "the game", Value: r.game},
			{Name: "policy", Doc: "the policy that was played", Value: r.policy},
			{Name: "seats", Doc: "players who played it", Value: r.seats},
			{Name: "rounds", Unit: "rounds", Doc: "rounds that were played; 0 where all deals were counted", Value: r.rounds},
			{Name: "best_edge", Unit: "first bets", Doc: "what the house wins from best play, of which each choice of the policy loses something; not there where rounds were only played", Value: rows.If(!math.IsNaN(r.best), r.best)},
			{Name: "deals", Unit: "deals", Doc: "deals that were counted, of the policy or of best play; not there where rounds were only played", Value: rows.If(r.deals > 0, r.deals)},
			{Name: "house_edge", Unit: "first bets", Doc: "what the house wins, in units of the first bet", Value: r.edge},
			{Name: "standard_error", Doc: "of the loss", Value: r.off},
			{Name: "first_bet", Unit: "chips", Doc: "chips, on average", Value: r.bet},
			{Name: "seconds", Unit: "seconds", Doc: "it took", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
			{Name: "elapsed_s", Unit: "seconds", Doc: "the same as seconds, under the name that all commands have", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
		})
	}
	w := std.Stdout
	if r.deals > 0 {
		r.writeCounted(w)
		return nil
	}
	report.Sentence(w, "%s, policy %s, %s of %d players", r.game, r.policy, figures.Counted(r.rounds, "round"), r.seats)
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: "house edge", Align: report.Right}, {Title: "±", Align: report.Right}, {Title: "first bet", Align: report.Right}},
		[][]string{{percent(r.edge), percent(rows.Confident * r.off), fmt.Sprintf("%.2f", r.bet)}})
	w.Printf("\n")
	report.Sentence(w, "House edge: what the house wins, in units of the first bet; ± is the 95 %% interval. Played in %s.", figures.Seconds(r.elapsed))
	return nil
}

// writeCounted writes a result that was counted, or partly.
func (r *played) writeCounted(w *term.Stream) {
	over := "over all " + figures.Grouped(int64(r.deals)) + " deals to one player"
	if r.off > 0 {
		over = figures.Counted(r.rounds, "round") + " of one player"
	}
	report.Sentence(w, "%s, policy %s, %s", r.game, r.policy, over)
	w.Printf("\n")
	heads, cells := []report.Heading{{Title: "house edge", Align: report.Right}}, []string{percent(r.edge)}
	add := func(title, cell string) {
		heads, cells = append(heads, report.Heading{Title: title, Align: report.Right}), append(cells, cell)
	}
	if r.off > 0 {
		add("±", percent(rows.Confident*r.off))
	}
	if !math.IsNaN(r.best) {
		add("best play", percent(r.best))
	}
	add("first bet", fmt.Sprintf("%.2f", r.bet))
	report.Table(w, heads, [][]string{cells})
	w.Printf("\n")
	how := "Exact: the policy played a round with each hand that differs in more than the names of suits. Counted in "
	if r.off > 0 {
		how = fmt.Sprintf("± is the 95 %% interval. Best play is counted over all %s deals; what each choice of the policy loses against the best one is counted over all hands of the house, and averaged over these rounds. Computed in ", figures.Grouped(int64(r.deals)))
	}
	report.Sentence(w, "House edge: what the house wins, in units of the first bet. %s%s.", how, figures.Seconds(r.elapsed))
}
