package speech

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// handName returns the name of a seat, with the number of the hand if it has
// several.
func (n *Narrator) handName(e *hand.Event) string {
	if e.Seat < 0 {
		return [...]string{"the bank", "the bettors' hand"}[e.Part]
	}
	if n.h.Hands(int(e.Seat)) > 1 {
		return fmt.Sprintf("%s, hand %d", n.style.Seat(e.Seat), e.Part+1)
	}
	return n.style.Seat(e.Seat)
}

// on names the bet of an event, "" in a game with a single bet.
func (n *Narrator) on(e *hand.Event) string {
	if bets := n.h.Plan().Bets; len(bets) > 1 {
		return " on " + bets[e.Pot]
	}
	return ""
}

// counts describes the value of a hand: " with 21"; "" for a hand that nobody sees.
func (n *Narrator) counts(e *hand.Event) string {
	words := n.step(e).Settle.Words(e.Strength, rank.Strength(e.To))
	if words == "" {
		return ""
	}
	return " with " + words
}

// bankHas describes the bank's hand: " 17 and does not qualify".
func (n *Narrator) bankHas(e *hand.Event) string {
	text := strings.TrimPrefix(n.counts(e), " with")
	if n.step(e).Settle.Unqualified(e.Strength) {
		text += " and does not qualify"
	}
	return text
}

// offer names what a hand has chosen, and for how much.
func (n *Narrator) offer(e *hand.Event) string {
	text := n.step(e).Ask.Offers[e.Pot].Name
	if e.Amount > 0 {
		text += " for " + n.money(e.Amount)
	}
	return text
}

// choose parses the choice of an offer and its amount: "hit", "double for 4", "bank
// 100", "pass". The default amount is the smallest for a bet and the largest
// otherwise.
func (p *parser) choose(words []string) error {
	name, rest := words[0], words[1:]
	for len(rest) > 0 && (rest[0] == "for" || rest[0] == "to" || rest[0] == "with") {
		rest = rest[1:]
	}
	amount := int64(-1)
	if len(rest) > 0 && Names(Offered(p.h), name) {
		var err error
		if amount, err = p.amount(rest); err != nil {
			return err
		}
	}
	a, ok := p.h.Take(name, amount)
	if ok {
		p.a = a
		return nil
	}
	return &UnknownWordError{Word: name, Near: Offered(p.h), Offered: true}
}

// Names reports whether a word is one of these names, in capitals or not: players
// say High and high alike.
func Names(names []string, word string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, word) })
}

// OfferedIn returns the names of all offers that a game can make.
func OfferedIn(g *plan.Game) []string {
	var out []string
	for _, ask := range g.Questions() {
		for _, o := range ask.Offers {
			if !slices.Contains(out, o.Name) {
				out = append(out, o.Name)
			}
		}
	}
	return out
}

// Offered returns the names of the present offers to the player whose turn it is.
func Offered(h *hand.Hand) []string {
	var out []string
	for _, o := range h.Offers() {
		out = append(out, o.Name)
	}
	return out
}

// offers returns the present offers with their amounts: "bet 2 up to 50".
func offers(h *hand.Hand) []string {
	money := h.Plan().Stakes.Price
	var out []string
	for _, o := range h.Offers() {
		text := o.Name + o.Preposition()
		if o.Takes() {
			text += " " + money(o.Min)
		}
		if o.Max > o.Min {
			text += " up to " + money(o.Max)
		}
		out = append(out, text)
	}
	return out
}

// offerLines returns the declarations that choose an offer: with the smallest and
// the largest amount if it has one.
func offerLines(h *hand.Hand) []string {
	scale := h.Plan().Stakes.Scale
	var out []string
	for _, o := range h.Offers() {
		if !o.Takes() || o.Fixed {
			out = append(out, o.Name)
			continue
		}
		out = append(out, o.Name+" "+plan.Money(o.Min, scale))
		if o.Max > o.Min {
			out = append(out, o.Name+" "+plan.Money(o.Max, scale))
		}
	}
	return out
}

func sayOffer(a *hand.Action, h *hand.Hand) string {
	list := h.Offers()
	if int(a.Pick) >= len(list) || a.Pick < 0 {
		return a.Kind.String()
	}
	o := &list[a.Pick]
	if o.Fixed || a.Amount == 0 {
		return o.Name
	}
	return o.Name + " " + plan.Amount(a.Amount, h.Plan().Stakes.Scale)
}
