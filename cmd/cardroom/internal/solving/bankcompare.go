package solving

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/solve"
)

// bankRules is a rule set of a game against a bank, with the house edges of its bets.
type bankRules struct {
	Label string
	Bank  *solve.Bank
	Err   error // why it cannot be solved
}

// off returns the maximum error of the edges: half of a 95 % interval where deals were sampled.
func (r *bankRules) off() float64 {
	if r.Bank.Sampled != nil {
		return rows.Confident * r.Bank.Sampled.Off
	}
	if r.Bank.Free != nil {
		return r.Bank.Free.Off
	}
	return 0
}

// wager returns the wager with a name, or nil.
func (r *bankRules) wager(bet string) *solve.Wager {
	for i := range r.Bank.Wagers {
		if r.Bank.Wagers[i].Bet == bet {
			return &r.Bank.Wagers[i]
		}
	}
	return nil
}

// bankPrice is the effect of a rule set on one wager: how much more the bettor wins
// with each bet, and the possible error.
type bankPrice struct {
	Bet        string
	Edge       float64
	Price, Off float64
}

// free reports whether the price is within its error.
func (p *bankPrice) free() bool { return math.Abs(p.Price) <= max(p.Off, 1e-9) }

// prices compares the wagers that both rule sets have.
func (r *bankRules) prices(base *bankRules) (out []bankPrice) {
	for _, w := range r.Bank.Wagers {
		if a := base.wager(w.Bet); a != nil {
			out = append(out, bankPrice{w.Bet, w.Edge, a.Edge - w.Edge, base.off() + r.off()})
		}
	}
	return out
}

// compareBanks is Compare for games against a bank.
func (o *CompareOptions) compareBanks(ctx context.Context, std *app.IO, game *plan.Game) error {
	if len(o.Small.Sizes) > 0 {
		return app.Usagef("%s is played against a bank: it is solved with all cards, without --size", game.ID)
	}
	sides, labels := []Side{o.A, o.B}, []string{label(o.A), differing(o.A, o.B)}
	if o.EachOption {
		more, names := readings(game, o.A)
		sides, labels = append(sides[:1], more...), append(labels[:1], names...)
	}
	c := &bankComparison{o: o, game: game, complete: true}
	for i, side := range sides {
		r := &bankRules{Label: labels[i]}
		r.Bank, r.Err = o.bank(ctx, std, side)
		if pause.Err(ctx) != nil && i > 0 {
			c.complete = false
			break
		}
		if r.Err != nil && (i == 0 || !o.EachOption) {
			return r.Err
		}
		c.list = append(c.list, r)
		if i > 0 && r.Err == nil && len(r.prices(c.list[0])) == 0 {
			return app.Usagef("%s and %s have no bet of the same name", c.list[0].Label, r.Label)
		}
	}
	if err := cmp.Or(std.Results(o.Format, c.write), ctx.Err()); err != nil {
		return err
	}
	for _, r := range c.list[1:] {
		if r.Err != nil {
			continue
		}
		for _, p := range r.prices(c.list[0]) {
			if !p.free() {
				return app.ErrNo
			}
		}
	}
	return nil
}

// bank solves one rule set.
func (o *CompareOptions) bank(ctx context.Context, std *app.IO, side Side) (*solve.Bank, error) {
	game, _, against, err := load(std, side.Game, side.Set)
	if err != nil {
		return nil, err
	}
	if !against {
		return nil, app.Usagef("%s is not played against a bank, as the other game is", game.ID)
	}
	stakes := side.Stakes
	if stakes == "" {
		stakes = o.Small.Wishes.Stakes
	}
	bank, err := solveBank(ctx, std, game, stakes, 0)
	return bank, err
}

// bankComparison is a comparison of rule sets, for output.
type bankComparison struct {
	o        *CompareOptions
	game     *plan.Game
	list     []*bankRules
	complete bool
}

func (c *bankComparison) write(std *app.IO, format string) error {
	if term.Browser || format != report.Text {
		return c.writeJSON(std)
	}
	w := std.Stdout
	report.Sentence(w, "%s: what the bank wins of each bet, and the price of a rule", c.game.ID)
	w.Printf("\n")
	var cells [][]string
	var free, unsolved []string
	for i, r := range c.list {
		if r.Err != nil {
			unsolved = append(unsolved, fmt.Sprintf("%s (%v)", r.Label, r.Err))
			continue
		}
		name, costs := r.Label, false
		for _, p := range r.prices(c.list[0]) {
			row := []string{name, p.Bet, percent(p.Edge), percent(p.Price), percent(p.Off), fmt.Sprintf("%+.2f", p.Price*float64(c.o.PerHour))}
			if i == 0 {
				row = []string{name, p.Bet, percent(p.Edge), "", percent(r.off()), ""}
			} else if c.o.EachOption && p.free() {
				continue
			}
			cells = append(cells, row)
			name, costs = "", true
		}
		if !costs {
			free = append(free, r.Label)
		}
	}
	left, right := report.Left, report.Right
	report.Table(w, []report.Heading{
		{Title: "rules", Align: left},
		{Title: "wager", Align: left},
		{Title: "edge", Align: right},
		{Title: "price", Align: right},
		{Title: "off by", Align: right},
		{Title: "bets an hour", Align: right},
	}, cells)
	if len(free) > 0 {
		w.Printf("\n")
		report.Sentence(w, "No price beyond that: %s.", strings.Join(free, ", "))
	}
	if len(unsolved) > 0 {
		w.Printf("\n")
		report.Sentence(w, "Not solved: %s.", strings.Join(unsolved, ", "))
	}
	w.Printf("\n")
	report.Sentence(w, "The price is what a bettor wins more of each bet than under the first rules; bets an hour are those of %d hands.", c.o.PerHour)
	if c.list[0].Bank.Endless {
		report.Sentence(w, "Each card is taken to be as likely as in the full deck, whatever has been dealt, so that the number of decks has no price.")
	}
	if fees := c.game.BetFees(); len(fees) > 0 {
		report.Sentence(w, "%s", feesLeftOut(fees))
	}
	if !c.complete {
		std.Note("interrupted: these are the rules that were solved")
	}
	return nil
}

// percent formats a percentage with four decimals, as usual for house edges.
func percent(v float64) string { return fmt.Sprintf("%.4f %%", 100*v) }

func (c *bankComparison) writeJSON(std *app.IO) error {
	list := []rows.Record{}
	for i, r := range c.list {
		var failed string
		wagers := []wagerJSON{}
		if r.Err != nil {
			failed = r.Err.Error()
		} else {
			for _, p := range r.prices(c.list[0]) {
				w := wagerJSON{Wager: p.Bet, Edge: p.Edge}
				if i > 0 {
					an := p.Price * float64(c.o.PerHour)
					w.Price, w.Off, w.AnHour = &p.Price, &p.Off, &an
				}
				wagers = append(wagers, w)
			}
		}
		list = append(list, rows.Record{
			{Name: "rules", Doc: "the game with the options that are set", Value: r.Label},
			{Name: "error", Doc: "why it cannot be solved", Value: rows.Given(failed)},
			{Name: "wagers", Doc: "the bets that both rule sets have", Value: rows.If(failed == "", wagers)},
		})
	}
	return rows.WriteObject(std.Stdout, c.o.Format, "diff-solve-bank", "Rules and their prices.", []rows.Pair{
		{Name: "game", Doc: "the first game", Value: c.game.ID},
		{Name: "exact", Doc: "all deals were counted; otherwise each card was as likely as in the full deck", Value: !c.list[0].Bank.Endless},
		{Name: "rules", Doc: "rule sets, the first is what the others are compared with", Value: list},
		{Name: "hands_an_hour", Unit: "hands an hour", Doc: "for bets an hour", Value: c.o.PerHour},
		rows.Complete(c.complete),
	})
}

// wagerJSON is a bet under one of the rule sets; only the others have a price.
type wagerJSON struct {
	Wager  string   `json:"wager"`                   // the bet
	Edge   float64  `json:"house_edge"`              // what the bank wins, for one unit of the bet
	Price  *float64 `json:"price,omitempty"`         // what the bettor wins more than under the first rules, for one unit; not of the first
	Off    *float64 `json:"error_at_most,omitempty"` // how far the price can be off
	AnHour *float64 `json:"bets_an_hour,omitempty"`  // the price in units of the bet an hour
}
