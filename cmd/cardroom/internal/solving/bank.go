package solving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
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
	bank, err := solveBank(ctx, std, game, o.Small.Wishes.Stakes)
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

// solveBank computes what the bets of a game cost at the given stakes.
func solveBank(ctx context.Context, std *app.IO, game *plan.Game, text string) (*solve.Bank, error) {
	bound, err := boundAt(game, text)
	if err != nil {
		return nil, err
	}
	const whole = 1000 // thousandths of the work, for the progress bar
	bar := std.StartProgress("thousandths", whole)
	bank, err := solve.AgainstBank(ctx, bound, func(part float64) { bar.Done.Store(int64(part * whole)) })
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

func (r *bankResult) write(std *app.IO, format string) error {
	if format != report.Text {
		return r.writeJSON(std)
	}
	w := std.Stdout
	over := figures.Grouped(int64(r.Deals)) + " deals"
	if r.ByRank {
		over = "deals, " + figures.Grouped(int64(r.Deals)) + " by rank,"
	}
	if r.Sampled != nil {
		report.Sentence(w, "%s: best play, over %s dealt at random", r.game, figures.Counted(int64(r.Sampled.Hands), "hand"))
	} else {
		report.Sentence(w, "%s: best play over all %s to one player", r.game, over)
	}
	w.Printf("\n")
	heads := []report.Heading{{Title: "wager", Align: report.Left}, {Title: "house edge", Align: report.Right}, {Title: "element of risk", Align: report.Right}, {Title: "put up", Align: report.Right}}
	var cells [][]string
	for _, v := range r.Wagers {
		if r.Sampled != nil {
			off := fmt.Sprintf(" ± %.3f %%", 100*rows.Confident*r.Sampled.Off)
			cells = append(cells, []string{v.Bet, fmt.Sprintf("%.3f", 100*v.Edge) + off, fmt.Sprintf("%.3f", 100*v.Risk) + off, fmt.Sprintf("%.4f", v.Put)})
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
	report.Sentence(w, "House edge: what %s, in units of the first bet. Put up: all that a player bets on average; element of risk: the edge divided by it.", wins)
	if len(r.fees) > 0 {
		report.Sentence(w, "%s", feesLeftOut(r.fees))
	}
	if r.Free != nil {
		report.Sentence(w, "The banker may choose too. This one plays the same way against every hand; what both could still gain together is %.4f %%. A banker with one player only, who does what is worst for the hand in sight, has an edge of %.4f %%.", 100*r.Free.Off, 100*r.Free.Seeing)
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
	list := []json.RawMessage{}
	for _, v := range r.Wagers {
		choices := []json.RawMessage{}
		for _, c := range v.Choices {
			choices = append(choices, object([]rows.Pair{{Name: "step", Value: c.Step}, {Name: "choice", Value: c.Choice}, {Name: "share", Value: c.Share}}))
		}
		list = append(list, object([]rows.Pair{{Name: "wager", Value: v.Bet}, {Name: "house_edge", Value: v.Edge}, {Name: "element_of_risk", Value: v.Risk}, {Name: "put_up", Value: v.Put}, {Name: "choices", Value: choices}}))
	}
	pairs := []rows.Pair{
		{Name: "game", Value: r.game},
		{Name: "deals", Value: r.Deals},
		{Name: "exact", Value: !r.Endless && r.Sampled == nil},
		{Name: "wagers", Value: list},
		{Name: "seconds", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
		{Name: "elapsed_s", Value: figures.Rounded(r.elapsed.Seconds(), 3)},
	}
	if s := r.Sampled; s != nil {
		pairs = append(pairs, rows.Pair{Name: "sampled", Value: object([]rows.Pair{{Name: "hands", Value: s.Hands}, {Name: "error", Value: s.Off}, {Name: "house_way", Value: s.Way}, {Name: "house_way_error", Value: s.WayOff}})})
	}
	if r.Free != nil {
		pairs = append(pairs, rows.Pair{Name: "free_banker", Value: object([]rows.Pair{{Name: "off", Value: r.Free.Off}, {Name: "edge_seeing", Value: r.Free.Seeing}})})
	}
	if len(r.fees) > 0 {
		fees := []json.RawMessage{}
		for _, f := range r.fees {
			fees = append(fees, object([]rows.Pair{{Name: "with", Value: f.With}, {Name: "up_to", Value: float64(f.UpTo) / plan.Cents}, {Name: "fee", Value: float64(f.Amount) / plan.Cents}}))
		}
		pairs = append(pairs, rows.Pair{Name: "fees_left_out", Value: fees})
	}
	return rows.WriteObject(std.Stdout, r.format, "solve-bank", pairs)
}
