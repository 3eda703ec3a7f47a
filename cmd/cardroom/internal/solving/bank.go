package solving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// bankResult is the cost of a game against the house, for output.
type bankResult struct {
	*solve.Bank
	game    string
	fees    []plan.BetFee // those that the edges leave out
	house   bool          // the house banks
	elapsed time.Duration
	format  string
}

// againstBank computes what the bets of a game against the house cost.
func (o *Options) againstBank(ctx context.Context, std *app.IO, game *plan.Game, lib *dsl.Library) error {
	if o.Strategy != "" || o.Show > 0 || o.Reply != "" || len(o.Small.Sizes) > 0 {
		return app.Usagef("%s is played against a bank: it is solved with all cards, without --size, --strategy, --show and --reply", game.ID)
	}
	if o.Sample.Buckets > 0 {
		return app.Usagef("--buckets: %s is played against a bank: it is solved with all cards", game.ID)
	}
	if o.aim != nil && *o.aim == 0 {
		return app.UsageHint("--until must be more than 0 against a bank: an edge from hands dealt at random is never known exactly", "such as --until 0.001")
	}
	if o.Policy != "" {
		return o.playBank(ctx, std, game, lib)
	}
	if o.Out.Dir != "" {
		bound, err := boundAt(game, o.Small.Wishes.Stakes)
		if err != nil {
			return err
		}
		return o.setInParts(ctx, std, bound, lib)
	}
	began := std.Now()
	bank, err := solveBank(ctx, std, game, o.Small.Wishes.Stakes, o.aimOr(0))
	if err != nil {
		return err
	}
	fees := game.BetFees()
	if bank.Sampled != nil && bank.Sampled.Played {
		fees = nil // the engine has taken them
	}
	r := &bankResult{bank, game.ID, fees, game.HouseBanks(), std.Now().Sub(began), o.Format}
	if err := std.Results(o.Format, r.write); err != nil {
		return err
	}
	return ctx.Err() // what was dealt until then is printed
}

// aimOr returns half of the 95 % interval at which hands dealt at random are enough, in units of the first bet.
func (o *Options) aimOr(usual float64) float64 {
	if o.aim == nil {
		return usual
	}
	return *o.aim
}

// boundAt returns a game bound to stakes.
func boundAt(game *plan.Game, text string) (*plan.AtStakes, error) {
	stakes, err := game.ParseStakes(text)
	if err != nil {
		return nil, err
	}
	return game.Bind(stakes)
}

// solveBank computes what the bets of a game cost at the given stakes. until is half of the 95 % interval at which hands dealt at random
// are enough, 0 for one round of them.
func solveBank(ctx context.Context, std *app.IO, game *plan.Game, text string, until float64) (*solve.Bank, error) {
	bound, err := boundAt(game, text)
	if err != nil {
		return nil, err
	}
	const whole = 1000 // thousandths of the work, for the progress bar
	bar := std.StartProgress("thousandths", whole)
	bank, err := solve.AgainstBankTo(ctx, bound, aimAt(std, until), func(part float64) { bar.Done.Store(int64(part * whole)) })
	bar.Stop()
	var shape *solve.BankShapeError
	if errors.As(err, &shape) {
		plays := "'cardroom solve " + game.ID + " --policy FILE:NAME' plays a policy of yours until its loss is known"
		if !game.HouseBanks() {
			plays = "'cardroom run " + game.ID + " --policy FILE:NAME' plays a policy of yours"
		}
		err = &diag.Error{Code: diag.Refused, Msg: fmt.Sprintf("%s: %v", game.ID, err), Hint: shape.Counted + ". " + plays}
	}
	return bank, err
}

// longToLearn is the time from which on it is told that it is first learned how to play.
const longToLearn = 5 * time.Second

// aimAt is the aim of half a 95 % interval, 0 for one round of hands dealt at random. It notes how long it is learned how to play; and when
// the error is known for the first time, what the error will be, and how long that takes.
func aimAt(std *app.IO, until float64) *solve.Aim {
	began, told := std.Now(), false
	learning := func(part float64) {
		left := time.Duration((1 - part) / part * float64(std.Now().Sub(began)))
		if left < longToLearn {
			return
		}
		std.Note("how to play is tried out first, for at most about %s; until then ^C has no result", term.Seconds(left))
	}
	note := func(off, rounds float64) {
		if rounds == 0 {
			began = std.Now()
		}
		if rounds == 0 || told || off == 0 { // of a rare payment that has not come yet nothing is known
			return
		}
		told = true
		off *= rows.Confident
		all := 1.0
		if until > 0 {
			all = max(1, rounds*math.Pow(off/until, 2))
		}
		std.Note("dealt at random: about ± %s in %s; ^C prints what there is", percent(off*math.Sqrt(rounds/all)), term.Seconds(time.Duration(all/rounds*float64(std.Now().Sub(began)))))
	}
	return &solve.Aim{Off: until / rows.Confident, Learning: learning, Note: note}
}

func (r *bankResult) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return r.writeJSON(std)
	}
	w := std.Stdout
	over := term.Grouped(int64(r.Deals)) + " deals"
	if r.ByRank {
		over = "deals, " + term.Grouped(int64(r.Deals)) + " by rank,"
	}
	if r.Sampled != nil {
		word := "hand"
		if r.Sampled.Rest {
			word = "deal"
		}
		report.Sentence(w, "%s: best play, over %s dealt at random", r.game, term.Counted(int64(r.Sampled.Hands), word))
	} else {
		report.Sentence(w, "%s: best play over all %s to one player", r.game, over)
	}
	w.Printf("\n")
	heads := []report.Heading{{Title: "wager", Align: report.Left}, {Title: "house edge", Align: report.Right}, {Title: "element of risk", Align: report.Right}, {Title: "put up", Align: report.Right}}
	var cells [][]string
	unknown := false
	for _, v := range r.Wagers {
		if math.IsNaN(v.Off) {
			unknown = true
			cells = append(cells, []string{v.Bet, fmt.Sprintf("%.3f ± ? %%", 100*v.Edge), fmt.Sprintf("%.3f ± ? %%", 100*v.Risk), fmt.Sprintf("%.4f", v.Put)})
			continue
		}
		if v.Off > 0 {
			off := 100 * rows.Confident * v.Off
			cells = append(cells, []string{v.Bet, fmt.Sprintf("%.3f ± %.3f %%", 100*v.Edge, off), fmt.Sprintf("%.3f ± %.3f %%", 100*v.Risk, off/v.Put), fmt.Sprintf("%.4f", v.Put)})
			continue
		}
		cells = append(cells, []string{v.Bet, percent(v.Edge), percent(v.Risk), fmt.Sprintf("%.4f", v.Put)})
	}
	report.Table(w, heads, cells)
	if unknown {
		report.Sentence(w, "± ?: every deal won the same, so the error is not known. What pays seldom may not have come.")
	}
	for _, v := range r.Wagers {
		cells := [][]string{}
		last := ""
		for _, c := range v.Choices {
			step := c.Step
			if step == last {
				step = ""
			}
			last = c.Step
			cells = append(cells, []string{step, c.Choice, fmt.Sprintf("%.2f %%", 100*c.Share)})
		}
		if len(cells) > 0 {
			w.Printf("\n")
			report.Table(w, []report.Heading{{Title: v.Bet, Align: report.Left}, {Title: "choice", Align: report.Left}, {Title: "of all deals", Align: report.Right}}, cells)
		}
	}
	r.explain(std)
	return nil
}

// explain explains the figures.
func (r *bankResult) explain(std *app.IO) {
	w := std.Stdout
	w.Printf("\n")
	wins := "the house wins"
	if !r.house {
		wins = "the player who banks wins, any fee aside"
	}
	report.Sentence(w, "House edge: what %s, in units of the first bet. Put up: all that a player bets on average; element of risk: the edge divided by it. Of choices that win as much, the one that is offered first is made.", wins)
	if len(r.fees) > 0 {
		report.Sentence(w, "%s", feesLeftOut(r.fees))
	}
	if r.Free != nil {
		report.Sentence(w, "The banker may choose too. This one plays the same way against every hand; what both could still gain together is %.4f %%. A banker with one player only, who does what is worst for the hand in sight, has an edge of %.4f %%.", 100*r.Free.Off, 100*r.Free.Seeing)
	}
	if s := r.Sampled; s != nil {
		how := "If the two hands did not exclude each other's cards, the game would be counted exactly; what their cards change is averaged over pairs of hands dealt at random. Close choices were made against other hands of the house than those that valued them."
		switch {
		case s.Rest:
			how = "Each choice was made by dealing what the player does not see at random, until it was clear or the choices were worth nearly the same; other cards valued it. Best play loses no more than this."
		case s.Set:
			how = fmt.Sprintf("Each hand was set in the way that wins most against some hands of the house, and valued on others. A player who sets cards as the house does loses %.3f ± %.3f %%.", 100*s.Way, 100*rows.Confident*s.WayOff)
		}
		if s.Stopped {
			how += " It was interrupted: fewer hands were dealt than asked for, and side bets are left out."
		}
		report.Sentence(w, "The deals are too many to be counted: ± is the 95 %% interval. %s", how)
		w.Printf("Computed in %s.\n", term.Seconds(r.elapsed))
		return
	}
	if r.Endless {
		report.Sentence(w, "Each card is taken to be as likely as in the full deck, whatever has been dealt.")
		w.Printf("Computed in %s.\n", term.Seconds(r.elapsed))
		return
	}
	if r.Splits {
		report.Sentence(w, "A hand made by a split is played by its own cards and not by those that the other hands have drawn.")
	}
	w.Printf("Exact, in %s.\n", term.Seconds(r.elapsed))
}

// feesLeftOut says which fees players pay in addition to the edge. A fee is a fixed amount, so its part of the largest bet is the
// least that it is of any.
func feesLeftOut(fees []plan.BetFee) string {
	text := "The fixed fees that players pay the house are not in the edge: "
	for i, f := range fees {
		amount, most := plan.Money(f.Amount, plan.Cents), plan.Money(f.UpTo, plan.Cents)
		switch {
		case i == 0:
			text += "with " + f.With + ", "
		case fees[i-1].With != f.With:
			text += "; with " + f.With + ", "
		default:
			text += ", "
		}
		text += fmt.Sprintf("%s for up to %s (%.2f %% of %s)", amount, most, 100*float64(f.Amount)/float64(f.UpTo), most)
	}
	return text + "."
}

func (r *bankResult) writeJSON(std *app.IO) error {
	list := []rows.Record{}
	for _, v := range r.Wagers {
		choices := []rows.Record{}
		for _, c := range v.Choices {
			choices = append(choices, rows.Record{{Name: "step", Doc: "the question", Value: c.Step}, {Name: "choice", Doc: "the answer", Value: c.Choice}, {Name: "share", Doc: "of all deals", Value: c.Share}})
		}
		list = append(list, rows.Record{{Name: "wager", Doc: "the bet that is made first", Value: v.Bet}, {Name: "house_edge", Unit: "first bets", Doc: "what the house wins, for one unit of the bet", Value: v.Edge}, {Name: "element_of_risk", Unit: "share", Doc: "what it wins, for one unit of all that is put up", Value: v.Risk}, {Name: "put_up", Doc: "units that are put up on average", Value: v.Put}, {Name: "error", Unit: "first bets", Doc: "the standard error of the house edge; 0 for one that is counted, null if all deals won the same", Value: term.Known(v.Off)}, {Name: "choices", Doc: "how the game is played; none for a side bet", Value: choices}})
	}
	var fees []feeJSON
	for _, f := range r.fees {
		fees = append(fees, feeJSON{f.With, float64(f.UpTo) / plan.Cents, float64(f.Amount) / plan.Cents})
	}
	var sampled sampledJSON
	if s := r.Sampled; s != nil {
		sampled = sampledJSON{Hands: s.Hands, Off: s.Off}
		if s.Set {
			sampled.Way, sampled.WayOff = &s.Way, &s.WayOff
		}
	}
	var free freeJSON
	if r.Free != nil {
		free = freeJSON{r.Free.Off, r.Free.Seeing}
	}
	pairs := []rows.Pair{
		{Name: "game", Doc: "the game", Value: r.game},
		{Name: "deals", Unit: "deals", Doc: "deals to one player and the house; where they were dealt at random, hands", Value: r.Deals},
		{Name: "exact", Doc: "all deals were counted; otherwise each card was as likely as in the full deck, whatever had been dealt, or hands were dealt at random", Value: !r.Endless && r.Sampled == nil},
		{Name: "wagers", Doc: "the game, then its side bets", Value: list},
		{Name: "seconds", Unit: "seconds", Doc: "it took", Value: term.Rounded(r.elapsed.Seconds(), 3)},
		{Name: "elapsed_s", Unit: "seconds", Doc: "the same as seconds, under the name that all commands have", Value: term.Rounded(r.elapsed.Seconds(), 3)},
		{Name: "sampled", Doc: "there where hands were dealt at random, because there are too many", Value: rows.If(r.Sampled != nil, sampled)},
		{Name: "free_banker", Doc: "there where the banker chooses too; the wagers are against one who plays the same way against every hand", Value: rows.If(r.Free != nil, free)},
		rows.Complete(r.Sampled == nil || !r.Sampled.Stopped),
		{Name: "fees_left_out", Doc: "there where players pay the house fees with their bets, which the edges leave out", Value: rows.If(fees != nil, fees)},
	}
	return rows.WriteObject(std.Stdout, r.format, "solve-bank", "The edge of each wager.", pairs)
}

// sampledJSON is what hands show that were dealt at random.
type sampledJSON struct {
	Hands  int      `json:"hands"`                     // how many
	Off    float64  `json:"error"`                     // the standard error of the house edge
	Way    *float64 `json:"house_way,omitempty"`       // the edge against a player who sets cards as the house does, where hands are set apart
	WayOff *float64 `json:"house_way_error,omitempty"` // its standard error
}

// freeJSON is what is not certain where the banker chooses too.
type freeJSON struct {
	Off    float64 `json:"off"`         // what player and banker could still gain together, for one unit of the bet
	Seeing float64 `json:"edge_seeing"` // the edge of a banker with one player only, who does what is worst for the hand in sight
}

// feeJSON is a fee that players pay with their bets.
type feeJSON struct {
	With string  `json:"with"`  // the bet, or the choice that adds to it
	UpTo float64 `json:"up_to"` // the largest bet with this fee, in dollars
	Fee  float64 `json:"fee"`   // the fee, in dollars
}

// A policy against the house is played until its loss is known precisely enough.

// bankError is half of the 95 % interval at which play stops, in units of the first bet, if --until is not set.
const bankError = 0.002

// coarse is half of the 95 % interval from which rounds are played although choices could be valued: that is quicker.
const coarse = 0.01

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
	house   int     // hands of the house that each of the player's was compared with, where hands are set apart
	stopped bool    // before the error was as small as asked for
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
	until := o.aimOr(bankError)
	if until <= coarse {
		if r, err := o.countPolicy(ctx, std, bound, p, until); r != nil || err != nil {
			if err != nil {
				return err
			}
			if err := std.Results(o.Format, r.write); err != nil {
				return err
			}
			return ctx.Err()
		}
	}
	r := &played{game: game.ID, policy: o.Policy, seats: len(stacks), scale: bound.Stakes.Scale, off: math.Inf(1), best: math.NaN(), format: o.Format}
	began := std.Now()
	bar := std.StartProgress("rounds", 0)
	all, bets := batch.Result{}, new(atomic.Int64)
	for size := int64(firstRounds); rows.Confident*r.off > until && pause.Err(ctx) == nil; size = min(2*size, mostRounds) {
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
		if r.measure(&all, bets.Load()); all.Hands == firstRounds && rows.Confident*r.off > until && ctx.Err() == nil {
			more := math.Pow(rows.Confident*r.off/until, 2)
			took := std.Now().Sub(began)
			std.Note("%s: ± %s; ± %s takes about %s rounds, %s", term.Counted(r.rounds, "round"), percent(rows.Confident*r.off), percent(until),
				term.Grouped(int64(math.Ceil(more*firstRounds/1e4))*1e4), term.Seconds(time.Duration(more*float64(took))))
		}
	}
	bar.Stop()
	r.elapsed, r.stopped = std.Now().Sub(began), ctx.Err() != nil
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
		game: bound.Game.ID, policy: o.Policy, seats: 1, scale: bound.Stakes.Scale, edge: loss.Edge, off: loss.Off, best: loss.Best, house: loss.House, stopped: loss.Stopped,
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
			{Name: "seconds", Unit: "seconds", Doc: "it took", Value: term.Rounded(r.elapsed.Seconds(), 3)},
			{Name: "elapsed_s", Unit: "seconds", Doc: "the same as seconds, under the name that all commands have", Value: term.Rounded(r.elapsed.Seconds(), 3)},
			rows.Complete(!r.stopped),
		})
	}
	w := std.Stdout
	if r.deals > 0 || r.house > 0 {
		r.writeCounted(w)
		return nil
	}
	report.Sentence(w, "%s, policy %s, %s of %d players", r.game, r.policy, term.Counted(r.rounds, "round"), r.seats)
	w.Printf("\n")
	report.Table(w, []report.Heading{{Title: "house edge", Align: report.Right}, {Title: "±", Align: report.Right}, {Title: "first bet", Align: report.Right}},
		[][]string{{percent(r.edge), percent(rows.Confident * r.off), fmt.Sprintf("%.2f", r.bet)}})
	w.Printf("\n")
	report.Sentence(w, "House edge: what the house wins, in units of the first bet; ± is the 95 %% interval. %sPlayed in %s.", r.interrupted(), term.Seconds(r.elapsed))
	return nil
}

// writeCounted writes a result that was counted, or partly.
func (r *played) writeCounted(w *term.Stream) {
	over := "over all " + term.Grouped(int64(r.deals)) + " deals to one player"
	if r.off > 0 {
		over = term.Counted(r.rounds, "round") + " of one player"
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
		how = fmt.Sprintf("± is the 95 %% interval. Best play is counted over all %s deals; what each choice of the policy loses against the best one is counted over all hands of the house, and averaged over these rounds. Computed in ", term.Grouped(int64(r.deals)))
	}
	if r.house > 0 {
		how = fmt.Sprintf("± is the 95 %% interval. Each of these hands was compared with those that share no card with it, of %s hands of the house. Computed in ", term.Grouped(int64(r.house)))
	}
	report.Sentence(w, "House edge: what the house wins, in units of the first bet. %s%s%s.", r.interrupted(), how, term.Seconds(r.elapsed))
}

// interrupted says so if it was.
func (r *played) interrupted() string {
	if r.stopped {
		return "It was interrupted, before ± was as small as asked for. "
	}
	return ""
}

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
	job := &runs.Job{
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
	units, err := runs.Work(ctx, std, o.Out, job, new(atomic.Int64))
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
		return app.UsageHint(fmt.Sprintf("%s is solved in one piece: --out and --shard are for games in which hands are set apart", b.Game.ID), "leave them out, or add --policy and --rounds")
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
	if err = files.ReadSums(text, &r); err == nil && (math.Abs(r.Edge) > 2 || math.Abs(r.Gain) > 4) {
		err = fmt.Errorf("an edge of %g and a gain of %g are not possible", r.Edge, r.Gain)
	}
	return r, err
}

func readPlayed(text json.RawMessage) (r batch.Result, bets int64, err error) {
	var g playedGroup
	if err = files.ReadSums(text, &g); err != nil {
		return r, 0, err
	}
	if g.Bets < 0 {
		return r, 0, fmt.Errorf("%d chips is not a possible bet", g.Bets)
	}
	r, err = g.Totals.Result()
	return r, g.Bets, err
}

// print prints the result of all groups.
func (in *bankInputs) print(std *app.IO, format string, units []runs.Unit, elapsed time.Duration) error {
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
func Joined(list []*files.Part) (*files.Part, error) { return runs.JoinUnits(list, validGroup) }

// PrintPart prints a part that contains all groups.
func PrintPart(std *app.IO, format string, p *files.Part) error {
	var in bankInputs
	if err := files.ReadSums(p.Job, &in); err != nil {
		return runs.Damaged(p, err)
	}
	units, err := runs.AllUnits(p, in.valid)
	if err != nil {
		return err
	}
	return in.print(std, format, units, 0)
}
