package replay

import (
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Rounds against a bank: every choice is recorded under the verb choose, in the
// words of what was offered, with the amount where it takes one.

// took are the offers that events tell of by their effect; other events name them.
var took = map[hand.EventKind]plan.OfferEffect{
	hand.Declined: plan.DoDecline, hand.Banked: plan.DoBank, hand.Placed: plan.DoBet, hand.SatOut: plan.DoSitOut,
}

// choice returns the words of a choice.
func (r *recorder) choice(e *hand.Event) string {
	offers, k := r.game.Steps[e.Step].Ask.Offers, int(e.Pot)
	if effect, ok := took[e.Kind]; ok {
		k = slices.IndexFunc(offers, func(o plan.Offer) bool { return o.Effect == effect })
	}
	name := offers[k].Name
	if e.Amount > 0 {
		name += " " + plan.Money(e.Amount, r.setup.Plan.Stakes.Scale)
	}
	return name
}

// chosen returns the action that takes up what recorded words name: an amount
// stands after the name of an offer that takes one.
func (p *Player) chosen(text string) hand.Action {
	for k, o := range p.h.Offers() {
		rest, ok := strings.CutPrefix(text, o.Name)
		if !ok || rest != "" && rest[0] != ' ' {
			continue
		}
		a := hand.Action{Kind: hand.Choose, Pick: int8(k)}
		if rest = strings.TrimSpace(rest); rest == "" {
			return a
		}
		cents, err := plan.ParseMoney(rest)
		if err != nil {
			break
		}
		a.Amount = cents * p.setup.Plan.Stakes.Scale / plan.Cents
		return a
	}
	return hand.Action{Kind: hand.Choose, Pick: -1}
}

// held returns all the cards of a seat, of all its hands.
func (p *Player) held(seat int) []cards.Card {
	var out []cards.Card
	for k := range p.h.Hands(seat) {
		cs, _ := p.h.Cards(seat, k)
		out = append(out, cs...)
	}
	return out
}

// alike makes all jokers of several decks the one joker that each deck has.
func alike(of cards.Deck, cs []cards.Card) []cards.Card {
	if of.Packs > 1 && of.Jokers == 1 {
		for i, c := range cs {
			if c.IsJoker() {
				cs[i] = cards.Joker
			}
		}
	}
	return cs
}

// bank reads the extra fields of a recorded hand that follows from hands before, and
// of its dice.
func (p *Player) bank(rec *history.Hand) {
	n, _ := history.Value[int64](rec, history.KeyBanked)
	p.setup.Banked = int(n)
	carried, _ := history.Value[int64](rec, history.KeyCarried)
	p.setup.Carried += carried
	rolls, _ := history.Value[[]int64](rec, history.KeyRolls)
	p.setup.Rolls = nil
	for _, n := range rolls {
		p.setup.Rolls = append(p.setup.Rolls, uint8(min(max(n, 0), 100)))
	}
}
