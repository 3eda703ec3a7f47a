package solve

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// Draw poker against a pay table: each hand with each choice of cards that go is counted over all new ones. What all hands with certain
// cards are paid is known for each set of them, so the hands without the cards that went follow from those sets.

// paidDraw is such a game.
type paidDraw struct {
	bound *plan.AtStakes
	bet   string
	own   int // number of the player's cards
	draw  *plan.Step
	end   *plan.SettleStep
}

// mostDrawn is the largest number of cards in a hand of which everything is counted.
const mostDrawn = 5

// readPaidDraw returns the game if the house banks it with one deck, its only question after the one bet is a draw from the whole hand, and the
// hand is paid by its own cards; otherwise nil.
func readPaidDraw(b *plan.AtStakes) *paidDraw {
	g := &paidDraw{bound: b}
	bets := b.Game.BetNames()
	if !b.Game.HouseBanks() || len(bets) != 1 || len(b.Game.Deck.Append(nil)) != 52 || b.Game.Deck.Jokers > 0 {
		return nil
	}
	g.bet = bets[0]
	for i := range b.Game.Steps {
		switch st := &b.Game.Steps[i]; {
		case st.Place != nil || st.TurnsUp() || st.Unseen() && g.draw == nil:
		case st.DealsTo(plan.ZoneHand) && st.To == plan.Banker:
		case st.DealsTo(plan.ZoneHand) && g.draw == nil:
			g.own += st.Count
		case st.Draws() && g.draw == nil && st.Ask.From == plan.FromHand && st.Draw.More == 0 && st.Ask.Way == nil && (st.Ask.Price == nil || st.Ask.Price.Times != nil):
			g.draw = st
		case st.Settle != nil && st.Settle.Own != nil && st.Settle.Bets == nil && st.Settle.Board == 0 && st.Settle.Lines == nil && len(st.Settle.Parts) == 1 && st.Settle.Parts[0].Plain():
			g.end = st.Settle
		default:
			return nil
		}
	}
	if g.draw == nil || g.end == nil || g.own > mostDrawn {
		return nil
	}
	return g
}

// paidWith returns the sum of what all hands with certain cards are paid, by their number and the number of their set.
func (g *paidDraw) paidWith(ctx context.Context, progress func(float64)) ([][]float64, error) {
	out := make([][]float64, g.own+1)
	for n := range out {
		out[n] = make([]float64, pascal[52][n])
	}
	r := g.end.Parts[0].Ranking
	ranked, done := newRanked(r), 0.0
	whole := sets(52, g.own, 0, func(set uint64) bool {
		if done++; int(done)&0xffff == 0 {
			progress(done / choose(52, g.own) / 2)
		}
		if o := g.end.Own.Of(r, ranked.of(set)); o.Num != 0 {
			won := float64(o.Num) / float64(o.Den)
			for of := set; ; of = (of - 1) & set {
				out[bits.OnesCount64(of)][number(of)] += won
				if of == 0 {
					break
				}
			}
		}
		return int(done)&0xffff != 0 || pause.Err(ctx) == nil
	})
	if !whole {
		return nil, ctx.Err()
	}
	return out, nil
}

// count computes the cost of the game.
func (g *paidDraw) count(ctx context.Context, progress func(float64)) (*Bank, error) {
	paid, err := g.paidWith(ctx, progress)
	if err != nil {
		return nil, err
	}
	var won, put, hands, done float64
	took := make([]float64, g.own+1) // by the number of cards that go
	whole := sets(52, g.own, 0, func(hand uint64) bool {
		if done++; int(done)&0xfff == 0 {
			progress(0.5 + float64(0.5*done)/choose(52, g.own))
		}
		times := float64(alike(hand))
		if times == 0 {
			return true
		}
		best, gone := 0.0, -1
		for out := hand; ; out = (out - 1) & hand {
			n := bits.OnesCount64(out)
			if least, most := min(g.draw.Ask.Least, g.own), min(g.draw.Ask.Most, g.own); n >= least && n <= most {
				// The hands with what stays and none of what goes: those with what stays, less those with a card that goes, and so on.
				sum := 0.0
				for with := out; ; with = (with - 1) & out {
					of := hand&^out | with
					v := paid[bits.OnesCount64(of)][number(of)]
					if bits.OnesCount64(with)&1 != 0 {
						v = -v
					}
					if sum += v; with == 0 {
						break
					}
				}
				if v := sum/choose(52-g.own, n) - g.price(n); gone < 0 || v > best+1e-12 {
					best, gone = v, n
				}
			}
			if out == 0 {
				break
			}
		}
		hands += times
		won += float64(times * best)
		put += float64(times * (1 + g.price(gone)))
		took[gone] += times
		return int(done)&0xfff != 0 || pause.Err(ctx) == nil
	})
	if !whole {
		return nil, ctx.Err()
	}
	w := Wager{Bet: g.bet, Edge: -won / hands, Put: put / hands, Risk: -won / put}
	step, words := cmp.Or(g.draw.Name, g.draw.Ask.Words.Name), g.draw.Ask.Words
	for n, times := range took {
		choice := words.None
		if n > 0 {
			choice = fmt.Sprintf("%s %d", words.Say, n)
		}
		if times > 0 {
			w.Choices = append(w.Choices, Taken{step, choice, times / hands})
		}
	}
	return &Bank{Wagers: []Wager{w}, Deals: hands}, nil
}

// price returns what a number of cards costs, in units of the bet.
func (g *paidDraw) price(n int) float64 {
	if g.draw.Ask.Price == nil {
		return 0
	}
	return float64(g.draw.Ask.Price.For(n))
}
