package replay

import (
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Rounds against a bank: every choice is recorded under the verb choose, in the
// words of the offer, followed by the amount if it takes one.

// choice returns the words of a choice.
func (r *recorder) choice(e *hand.Event) string {
	offers := r.game.Steps[e.Step].Ask.Offers
	name := offers[e.Offer(offers)].Name
	if e.Amount > 0 {
		name += " " + plan.Money(e.Amount, r.setup.Plan.Stakes.Scale)
	}
	return name
}

// chosen returns the action for recorded words: the name of an offer, in capitals or
// not, followed by an amount if the offer takes one.
func (p *Player) chosen(text string) hand.Action {
	for k, o := range p.h.Offers() {
		n := len(o.Name)
		if len(text) < n || !strings.EqualFold(text[:n], o.Name) || len(text) > n && text[n] != ' ' {
			continue
		}
		a := hand.Action{Kind: hand.Choose, Pick: int8(k)}
		rest := strings.TrimSpace(text[n:])
		if rest == "" {
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

// held returns all the cards of a seat, in all its hands.
func (p *Player) held(seat int) []cards.Card {
	var out []cards.Card
	for k := range p.h.Hands(seat) {
		cs, _ := p.h.Cards(seat, k)
		out = append(out, cs...)
	}
	return out
}

// alike replaces the jokers of several decks by the one joker that each deck
// has.
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

// bank reads the extra fields of a recorded hand that depends on earlier hands,
// and its dice.
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
