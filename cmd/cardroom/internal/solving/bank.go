package solving

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/diag"
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
	until := o.Effort.Until
	if until == DefaultEffort().Until {
		until = 0
	}
	bank, err := solveBank(ctx, std, game, o.Small.Wishes.Stakes, until)
	if err != nil {
		return err
	}
	r := &bankResult{bank, game.ID, game.BetFees(), game.HouseBanks(), std.Now().Sub(began), o.Format}
	return std.Results(o.Format, r.write)
}

// boundAt returns a game bound to stakes.
func boundAt(game *plan.Game, text string) (*plan.AtStakes, error) {
	stakes, err := game.ParseStakes(text)
	if err != nil {
		return nil, err
	}
	return game.Bind(stakes)
}

// solveBank computes what the bets of a game cost at the given stakes. until is the standard error at which hands dealt at random are
// enough, 0 for one round of them.
func solveBank(ctx context.Context, std *app.IO, game *plan.Game, text string, until float64) (*solve.Bank, error) {
	bound, err := boundAt(game, text)
	if err != nil {
		return nil, err
	}
	const whole = 1000 // thousandths of the work, for the progress bar
	bar := std.StartProgress("thousandths", whole)
	var aim *solve.Aim
	if until > 0 {
		aim = aimAt(std, until)
	}
	bank, err := solve.AgainstBankTo(ctx, bound, aim, func(part float64) { bar.Done.Store(int64(part * whole)) })
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

// aimAt is the aim of a standard error. After the first round of hands it notes how long the rest takes.
func aimAt(std *app.IO, until float64) *solve.Aim {
	began := std.Now()
	return &solve.Aim{Off: until, Note: func(off float64, round int) {
		if round == 1 {
			more := off * off / until / until
			std.Note("± %s; ± %s takes about %s", percent(rows.Confident*off), percent(rows.Confident*until), figures.Seconds(time.Duration(more*float64(std.Now().Sub(began)))))
		}
	}}
}

func (r *bankResult) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return r.writeJSON(std)
	}
	w := std.Stdout
	over := figures.Grouped(int64(r.Deals)) + " deals"
	if r.ByRank {
		over = "deals, " + figures.Grouped(int64(r.Deals)) + " by rank,"
	}
	if r.Sampled != nil {
		word := "hand"
		if r.Sampled.Rest {
			word = "deal"
		}
		report.Sentence(w, "%s: best play, over %s dealt at random", r.game, figures.Counted(int64(r.Sampled.Hands), word))
	} else {
		report.Sentence(w, "%s: best play over all %s to one player", r.game, over)
	}
	w.Printf("\n")
	heads := []report.Heading{{Title: "wager", Align: report.Left}, {Title: "house edge", Align: report.Right}, {Title: "element of risk", Align: report.Right}, {Title: "put up", Align: report.Right}}
	var cells [][]string
	for _, v := range r.Wagers {
		if r.Sampled != nil {
			off := 100 * rows.Confident * r.Sampled.Off
			cells = append(cells, []string{v.Bet, fmt.Sprintf("%.3f ± %.3f %%", 100*v.Edge, off), fmt.Sprintf("%.3f ± %.3f %%", 100*v.Risk, off/v.Put), fmt.Sprintf("%.4f", v.Put)})
			continue
		}
		cells = append(cells, []string{v.Bet, fmt.Sprintf("%.4f %%", 100*v.Edge), fmt.Sprintf("%.4f %%", 100*v.Risk), fmt.Sprintf("%.4f", v.Put)})
	}
	report.Table(w, heads, cells)
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
	if s := r.Sampled; s != nil && s.Rest {
		report.Sentence(w, "The deals are too many to be counted: ± is the 95 %% interval. Each choice was made by dealing what the player does not see at random, until it was clear or the choices were worth nearly the same; other cards valued it. Best play loses no more than this.")
		w.Printf("Computed in %s.\n", figures.Seconds(r.elapsed))
		return
	}
	if s := r.Sampled; s != nil && !s.Set {
		report.Sentence(w, "The deals are too many to be counted: ± is the 95 %% interval. If the two hands did not exclude each other's cards, the game would be counted exactly; what their cards change is averaged over pairs of hands dealt at random. Close choices were made against other hands of the house than those that valued them.")
		w.Printf("Computed in %s.\n", figures.Seconds(r.elapsed))
		return
	}
	if s := r.Sampled; s != nil {
		report.Sentence(w, "The deals are too many to be counted: ± is the 95 %% interval. Each hand was set in the way that wins most against some hands of the house, and valued on others. A player who sets cards as the house does loses %.3f ± %.3f %%.", 100*s.Way, 100*rows.Confident*s.WayOff)
		w.Printf("Computed in %s.\n", figures.Seconds(r.elapsed))
		return
	}
	if r.Endless {
		report.Sentence(w, "Each card is taken to be as likely as in the full deck, whatever has been dealt.")
		w.Printf("Computed in %s.\n", figures.Seconds(r.elapsed))
		return
	}
	if r.Splits {
		report.Sentence(w, "A hand made by a split is played by its own cards and not by those that the other hands have drawn.")
	}
	w.Printf("Exact, in %s.\n", figures.Seconds(r.elapsed))
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
		list = append(list, rows.Record{{Name: "wager", Doc: "the bet that is made first", Value: v.Bet}, {Name: "house_edge", Unit: "first bets", Doc: "what the house wins, for one unit of the bet", Value: v.Edge}, {Name: "element_of_risk", Unit: "share", Doc: "what it wins, for one unit of all that is put up", Value: v.Risk}, {Name: "put_up", Doc: "units that are put up on average", Value: v.Put}, {Name: "choices", Doc: "how the game is played; none for a side bet", Value: choices}})
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
		{Name: "seconds", Unit: "seconds", Doc: "it took", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
		{Name: "elapsed_s", Unit: "seconds", Doc: "the same as seconds, under the name that all commands have", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
		{Name: "sampled", Doc: "there where hands were dealt at random, because there are too many", Value: rows.If(r.Sampled != nil, sampled)},
		{Name: "free_banker", Doc: "there where the banker chooses too; the wagers are against one who plays the same way against every hand", Value: rows.If(r.Free != nil, free)},
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
