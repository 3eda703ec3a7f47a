package hand

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// The questions to a player, and the possible answers. Cards are chosen from a
// pool; of several offers, one is chosen.

// A contest is what differs between a hand for a pot and a round against a bank:
// dealing, who is asked what, and irregularities.
type contest interface {
	// deal runs a step that deals cards.
	deal(h *Hand, st *plan.Step) (wait bool, err error)
	// picks returns the seats that a question about cards asks.
	picks(h *Hand, st *plan.Step) (betting.Set, error)
	// setApart sets the cards of a seat apart as it chose; false where they lie in the
	// seat's place, see [Hand.arrange].
	setApart(h *Hand, ask *plan.Ask, seat int, which uint64) (done bool, err error)
	// public returns the hand as a script sees it for everybody.
	public(h *Hand) plan.Question
	// asks returns the seats that a question with offers asks.
	asks(h *Hand, st *plan.Step) betting.Set
	// offers returns the offers of a seat, bit k for the k-th; 0 if it is not
	// asked.
	offers(h *Hand, st *plan.Step, seat int) (uint32, error)
	// price returns an offer with its price for a seat; false if the seat cannot
	// pay.
	price(h *Hand, st *plan.Step, seat int, p *plan.Offer) (Offer, bool)
	// play applies an offer with effects ([plan.DoPlay]), or of the bank or a bet.
	play(h *Hand, st *plan.Step, seat, k int, amount int64) error
	// asksOn reports whether a question is put again until the hand is done.
	asksOn(st *plan.Step) bool
	// answered does what is due after the last answer.
	answered(h *Hand, st *plan.Step)

	// leavesRoom reports whether the state allows a kind of incident of the present
	// moment.
	leavesRoom(h *Hand, k plan.IncidentKind) bool
	// checkIncident refuses an incident that cannot have happened, and moves the cards to
	// where the incident says they are.
	checkIncident(h *Hand, in *plan.Incident) error
	// effect applies one effect of a ruling.
	effect(r *ruled, e *plan.FloorEffect, seat int) error
	// view returns the hand as rulings see it.
	view(v incidentView) plan.IncidentView
}

// pot is a hand for a pot.
type pot struct{}

// Question returns the question about cards that the hand waits for, nil for none.
func (h *Hand) Question() *plan.Ask {
	if h.over || h.dec.Kind != CardsAsked {
		return nil
	}
	return h.plan.Game.Steps[h.pc].Ask
}

// asksDown reports whether only down cards can be chosen.
func (h *Hand) asksDown() bool {
	ask := h.Question()
	return ask != nil && ask.From == plan.FromDown
}

// Pool appends the cards from which the seat being asked chooses, in the order in
// which they lie.
func (h *Hand) Pool(to []cards.Card) []cards.Card {
	seat := int(h.dec.Seat)
	ask := h.Question()
	if ask == nil {
		return append(to, h.Hole(seat)...)
	}
	return h.picked(to, ask.From, seat, h.meant(ask, seat))
}

// meant returns the cards of a seat, or of the board, that can be chosen, bit k for the k-th.
func (h *Hand) meant(ask *plan.Ask, seat int) uint64 {
	if ask.OnBoard() {
		in := uint64(1)<<h.onBoard - 1
		for k, on := range h.boardOn[:h.onBoard] {
			if ask.Boards != 0 && on&ask.Boards == 0 {
				in &^= 1 << k
			}
		}
		return in
	}
	in := h.pool(ask.From, seat)
	if ask.From == plan.FromOlder {
		in = 1<<max(0, int(h.held[seat])-ask.Most) - 1
	}
	if ask.Of > 0 {
		for k, of := range h.groups(seat)[:h.held[seat]] {
			if of != ask.Of {
				in &^= 1 << k
			}
		}
	}
	return in
}

// pool returns the cards of a seat that belong to a pool, bit k for the k-th.
func (h *Hand) pool(from plan.Pool, seat int) uint64 {
	return among(from, len(h.Hole(seat)), h.ups(seat))
}

// Choice returns the question with offers that the hand waits for, nil for none.
func (h *Hand) Choice() *plan.Ask {
	if h.over || h.dec.Kind != Chosen {
		return nil
	}
	return h.Step().Ask
}

// Offers returns the offers of the seat whose turn it is.
func (h *Hand) Offers() []Offer {
	if h.Choice() == nil {
		return nil
	}
	out := make([]Offer, 0, h.dec.Count)
	for k := range h.dec.Count {
		out = append(out, h.Nth(k))
	}
	return out
}

// Nth returns the n-th offer, from 0, of the seat whose turn it is.
func (h *Hand) Nth(n int) Offer {
	mask := h.offered
	for range n {
		mask &= mask - 1
	}
	o, _ := h.offer(h.Step(), int(h.dec.Seat), bits.TrailingZeros32(mask))
	return o
}

// Only returns the answer to the question that the hand waits for, if there is no other and it costs nothing: a choice, or no cards
// where a ruling leaves none to draw. Other questions about cards with one answer are never asked.
func (h *Hand) Only() (a Action, ok bool) {
	if h.Question() != nil && h.dec.Count == 0 {
		return h.PickFirst(0), true
	}
	if h.Choice() != nil && h.dec.Count == 1 {
		if o := h.Nth(0); !o.Takes() {
			return h.taking(0, &o, 0), true
		}
	}
	return a, false
}

// offersOf returns the offers of a set, bit k for the k-th, that a seat can pay
// for; none if there are priced offers and it can pay for none of them.
func (h *Hand) offersOf(st *plan.Step, seat int, among uint32) (mask uint32) {
	priced, pays := false, false
	for k := range st.Ask.Offers {
		if among>>k&1 == 0 {
			continue
		}
		free := st.Ask.Offers[k].Price == plan.Free
		priced = priced || !free
		if _, ok := h.offer(st, seat, k); ok {
			mask |= 1 << k
			pays = pays || !free
		}
	}
	if priced && !pays {
		return 0
	}
	return mask
}

// offer returns the k-th offer of a question with its price for a seat; false if
// the seat cannot pay.
func (h *Hand) offer(st *plan.Step, seat, k int) (o Offer, ok bool) {
	p := &st.Ask.Offers[k]
	switch p.Price {
	case plan.Free:
		ok = true
	case plan.DoubleBlind:
		n := h.price(st)
		o.Min, o.Max, o.Step, o.Fixed = n, n, 1, true
		ok = n > 0 && 2*n <= h.s.Stack[seat]
	case plan.OfPost:
		n := h.posts.list[h.post].Amount
		o.Min, o.Max, o.Step, o.Fixed, ok = n, n, 1, true, true
	default:
		o, ok = h.contest().price(h, st, seat, p)
	}
	o.Name, o.choice = p.Name, int8(k)
	return o, ok
}

// price returns the fixed price of a question's offers, 0 if they have none.
func (h *Hand) price(st *plan.Step) int64 {
	for i := range st.Ask.Offers {
		if st.Ask.Offers[i].Price == plan.DoubleBlind {
			return 2 * h.nominal
		}
	}
	return 0
}

// beforeFirst returns the seat to whose left a question begins.
func (h *Hand) beforeFirst(st *plan.Step) int {
	switch st.Ask.First {
	case plan.SameAsBefore:
		return (int(h.opener) + h.s.N - 1) % h.s.N
	case plan.LeftOfBlind:
		return int(h.lastBlind)
	case plan.LastBanker:
		return (int(h.button) + h.s.N - 1) % h.s.N
	case plan.LeftOfBanker:
		if k := h.Banker(); k >= 0 {
			return k
		}
	}
	return int(h.button)
}

// payable returns the smallest and the largest amount of a payment, in units.
func (h *Hand) payable(p *plan.Pay) (least, most int64) {
	chip := max(h.plan.Stakes.Chip, 1)
	switch {
	case p.Limit:
		most = h.plan.Limits[p.Tier].Hi
	case p.Bets > 0:
		most = h.paidLast * p.Bets
	case p.PotNum > 0:
		most = h.Pot() * p.PotNum / p.PotDen
		if p.PotNum < p.PotDen {
			most -= most % chip
		}
	default:
		most = h.units(p.Cents)
	}
	if p.Least > 0 {
		return h.units(p.Least), most
	}
	return most, most
}

// CostOf returns what a number of cards costs the seat that is asked.
func (h *Hand) CostOf(n int) int64 { return h.costOf(h.Question(), int(h.dec.Seat), n) }

// CostWords says what the cards cost the seat that is asked: " for $5 each", " for $5, $10 or $15"; "" for nothing.
func (h *Hand) CostWords() string {
	switch p := h.Question().Price; {
	case p == nil || int(h.dec.Seat) == h.Banker():
		return ""
	case h.dec.Count == 1:
		return " for " + h.plan.Stakes.Price(h.CostOf(1))
	case len(p.Times) < 2:
		return " for " + h.plan.Stakes.Price(h.CostOf(1)) + " each"
	}
	text := " for "
	for n := 1; n <= h.dec.Count; n++ {
		text += h.plan.Stakes.Price(h.CostOf(n)) + [...]string{", ", " or ", ""}[max(0, n-h.dec.Count+2)]
	}
	return text
}

// Descriptions of the legal actions, and the refusal of illegal ones.

func (h *Hand) refuse(a Action, format string, args ...any) error {
	e := &IllegalError{Action: a, Decision: h.dec, Reason: fmt.Sprintf(format, args...), Legal: "nothing"}
	if !h.over {
		e.Legal = h.Legal()
	}
	return e
}

// Legal describes what the pending decision allows.
func (h *Hand) Legal() string {
	d := &h.dec
	switch d.Kind {
	case DealerGoesOn:
		return "the dealer goes on"
	case CardsAsked:
		d, ask := &h.dec, h.Question()
		if d.Count == 0 {
			return fmt.Sprintf("seat %d %s no card", d.Seat+1, ask.Words.Does)
		}
		count := fmt.Sprintf("%d", d.Count)
		if d.Least < d.Count {
			count = fmt.Sprintf("%d to %d", d.Least, d.Count)
		}
		of := "cards"
		if d.Count == 1 && d.Least == 1 {
			of = "card"
		}
		switch {
		case ask.OnBoard():
			of = "cards of " + cmp.Or(ask.OfName, "the board")
		case ask.OfName != "":
			of = "cards of its " + ask.OfName
		case ask.From == plan.FromDown:
			of = "of its down cards"
		case ask.From == plan.FromUp:
			of = "of its up cards"
		case ask.From == plan.FromOlder:
			of = "of its older cards"
		case ask.From == plan.FromLast:
			count, of = "", "the card dealt last"
			if d.Least == 0 {
				of = "the card dealt last or none"
			}
		}
		return fmt.Sprintf("seat %d %s %s%s", d.Seat+1, ask.Words.Does, strings.TrimSpace(count+" "+of), h.CostWords())
	case DealCards:
		if d.For == 0 && h.Step().DealsTo(plan.ZoneBurn) {
			return cards.Counted(d.Count, "burn card") + ", face up"
		}
		if d.Seat < 0 && d.For == 0 {
			return cards.Counted(d.Count, "card") + " for the board"
		}
		return fmt.Sprintf("cards for %s", seatList(d.For))
	case ShowCards:
		return "show or muck, " + seatList(d.For)
	case Chosen:
		return fmt.Sprintf("seat %d: %s", d.Seat+1, h.offersWords())
	}
	out := d.Wagers("bring it in for", "to", h.plan.Stakes.Price)
	return fmt.Sprintf("seat %d: %s", d.Seat+1, strings.Join(out, ", "))
}

// Wagers describes the wagers that a decision allows, with words for a bring-in and before the largest amount.
func (d *Decision) Wagers(bringIn, upTo string, money func(int64) string) (out []string) {
	o := &d.Options
	if d.BringIn > 0 {
		out = append(out, bringIn+" "+money(d.BringIn))
	} else {
		out = append(out, "fold")
	}
	if o.CanCheck {
		out = append(out, "check")
	}
	if o.Call > 0 {
		out = append(out, "call "+money(o.Call))
	}
	if o.CanRaise() {
		amounts := money(o.MinTo)
		if o.MaxTo > o.MinTo {
			amounts += " " + upTo + " " + money(o.MaxTo)
		}
		out = append(out, o.Verb()+" "+amounts)
	}
	return out
}

func (h *Hand) offersWords() string {
	var out []string
	for _, o := range h.Offers() {
		text := o.Name + o.Preposition()
		if o.Takes() {
			text += " " + h.plan.Stakes.Price(o.Min)
		}
		if o.Max > o.Min {
			text += " to " + h.plan.Stakes.Price(o.Max)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// amountReason describes a refused amount in the table's money.
func (h *Hand) amountReason(err error) string {
	e, ok := err.(*betting.RangeError)
	if !ok {
		return err.Error()
	}
	m := h.plan.Stakes.Price
	switch {
	case e.Chip != 0:
		return fmt.Sprintf("to %s is not a multiple of the smallest chip, %s", m(e.To), m(e.Chip))
	case e.Min == e.Max:
		return fmt.Sprintf("cannot go to %s, only to %s", m(e.To), m(e.Min))
	}
	return fmt.Sprintf("cannot go to %s, only from %s to %s", m(e.To), m(e.Min), m(e.Max))
}

func seatList(m betting.Set) string {
	var out []string
	for ; m != 0; m &= m - 1 {
		out = append(out, fmt.Sprintf("seat %d", m.First()+1))
	}
	return strings.Join(out, ", ")
}
