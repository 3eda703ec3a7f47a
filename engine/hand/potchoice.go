package hand

import (
	"fmt"
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Choices in a game for a pot: who is asked, what they pay, and the effects.

// asks returns the seats that a question of offers asks: all live seats, including
// those that are all in.
func (pot) asks(h *Hand, st *plan.Step) betting.Set {
	if !h.straddles && st.Straddles() || st.Runs > 0 && !h.mayRun() {
		return 0
	}
	m := h.served()
	if st.Ask.To != 0 { // a neighbor of the player whose turn it is
		m = betting.Bit(h.neighbor(int(h.turn), st.Ask.To)) &^ m
	}
	for i := range h.s.N {
		if st.Ask.NoPosters && h.s.Wager[i] > 0 {
			m &^= betting.Bit(i)
		}
	}
	return m
}

// offers returns the offers of a seat. A single remaining offer without effects is
// taken without a question, because the seat can pay for no other.
func (pot) offers(h *Hand, st *plan.Step, seat int) (uint32, error) {
	if st.Straddles() {
		return h.offersOf(st, seat, ^uint32(0)), nil
	}
	among := ^uint32(0)
	if st.Ask.Allowed != nil {
		var err error
		if among, err = st.Ask.Allowed.Allowed(h.open(seat, nil)); err != nil {
			return 0, err
		}
	}
	mask := uint32(0)
	for k := range st.Ask.Offers {
		if _, ok := h.offer(st, seat, k); ok && among>>k&1 != 0 {
			mask |= 1 << k
		}
	}
	if k := bits.TrailingZeros32(mask); mask&(mask-1) == 0 && mask != 0 && len(st.Ask.Offers[k].Effects) == 0 {
		if st.Ask.InTurn {
			h.noteChoice(seat, k)
			if h.log != nil && st.Ask.Allowed != nil { // otherwise it is what is left without chips
				h.emit(Event{Kind: Chose, Seat: int8(seat), Pot: int8(k), Other: NoOther})
			}
		} else {
			h.chosen[seat] = 1 << k
		}
		return 0, nil
	}
	return mask, nil
}

// price returns the price of an offer for a seat; false if it cannot pay.
func (pot) price(h *Hand, st *plan.Step, seat int, p *plan.Offer) (o Offer, ok bool) {
	pay := p.Pays()
	if pay == nil {
		return o, true
	}
	o.Min, o.Max = h.payable(pay)
	o.Step, o.Fixed, o.Paid = max(h.plan.Stakes.Chip, 1), pay.Least == 0, true
	short := o.Min > 0 && st.Ask.PayOrFold()
	if !o.Fixed || short {
		o.Max = min(o.Max, h.s.Stack[seat])
	}
	if short {
		o.Min = min(o.Min, o.Max)
		return o, true
	}
	return o, o.Min > 0 && o.Min <= o.Max && o.Max <= h.s.Stack[seat]
}

// play applies an offer.
func (pot) play(h *Hand, st *plan.Step, seat, k int, amount int64) error {
	if o, _ := h.offer(st, seat, k); o.Fixed {
		amount = o.Max
	}
	h.emitChips(Chose, seat, amount, 0)
	if h.log != nil {
		h.log.Events[len(h.log.Events)-1].Pot = int8(k)
	}
	for i := range st.Ask.Offers[k].Effects { // the others are for games against a bank
		switch e := &st.Ask.Offers[k].Effects[i]; {
		case e.Pay != nil:
			h.payIn(seat, amount)
		case e.Kind.Facts().Bet == plan.BetLost:
			if err := h.foldAll(betting.Bit(seat), nil, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// answered leaves the pot for the next hand if nobody is left in.
func (pot) answered(h *Hand, st *plan.Step) {
	if st.Runs > 0 {
		h.agreed()
	}
	if h.s.Live == 0 {
		h.carry()
	}
}

// payIn moves chips of a seat into the pot. Nobody has to call them, but a player who
// is all in wins no more of them than they put in themselves.
func (h *Hand) payIn(seat int, amount int64) {
	h.spend(seat, amount)
	h.in[seat] += amount
	h.paidLast = amount
}

// spend takes chips from a stack.
func (h *Hand) spend(seat int, amount int64) {
	if h.s.Stack[seat] -= amount; h.s.Stack[seat] == 0 {
		h.s.Broke |= betting.Bit(seat)
	}
}

// carry ends the hand and leaves the pot for the next.
func (h *Hand) carry() {
	h.sweep()
	h.stays = h.Pot()
	h.emitChips(Carried, -1, h.stays, 0)
	h.finish()
}

// Left returns what the hand leaves in the pot for the next: 0 until it is over,
// and in games that carry nothing.
func (h *Hand) Left() int64 { return h.stays }

// CarriedIn returns what earlier hands left in the pot.
func (h *Hand) CarriedIn() int64 { return h.carriedIn }

// served returns the seats to which a step applies: all live seats, or only the
// seat whose turn it is in an InTurn part.
func (h *Hand) served() betting.Set {
	if h.partAt >= 0 {
		return h.s.Live & betting.Bit(int(h.turn))
	}
	return h.s.Live
}

// openQuestion is a hand for a pot as a script sees it.
type openQuestion struct {
	question
	whose []cards.Card // those that the function of a When sees face down
}

var _ plan.OpenQuestion = (*openQuestion)(nil)

// open returns the hand as the function of a step sees it, until the next one is asked.
func (h *Hand) open(seat int, whose []cards.Card) plan.Question {
	q := h.opened
	if q == nil || h.sole != h { // a copy of the hand may be played at the same time
		q = new(openQuestion)
	}
	if *q = (openQuestion{question{h: h, seat: seat}, whose}); h.sole == h {
		h.opened = q
	}
	return q
}

func (q *openQuestion) Banker() int { return -1 }

func (q *openQuestion) Cards() []cards.Card {
	if q.seat < 0 {
		return q.whose
	}
	if !q.h.plan.Foreheads {
		return q.h.Hole(q.seat)
	}
	var o Observation
	q.h.Observe(q.seat, 0, &o)
	return o.Held(nil, q.seat, func(*Seen) bool { return true })
}

func (q *openQuestion) Seat() int {
	if q.seat < 0 && q.h.partAt >= 0 {
		return int(q.h.turn)
	}
	return q.seat
}

func (q *openQuestion) Wager() int64 { return q.h.paidLast }

func (q *openQuestion) Fresh() bool { return true }

func (q *openQuestion) Split() bool { return false }

func (q *openQuestion) Hands(int) int { return 1 }

func (q *openQuestion) Showing(seat, _ int) []cards.Card {
	if !q.h.s.Live.Has(seat) {
		return nil
	}
	return q.h.Showing(seat, 0)
}

func (q *openQuestion) Live() betting.Set { return q.h.s.Live }

func (q *openQuestion) Button() int { return int(q.h.button) }

func (q *openQuestion) Board() []cards.Card { return q.h.Board() }

func (q *openQuestion) Boards() []string { return q.h.plan.Game.Boards }

func (q *openQuestion) BoardOf(k int) []cards.Card { return q.h.BoardOf(nil, k) }

func (q *openQuestion) Pot() int64 { return q.h.Pot() }

func (q *openQuestion) StackOf(seat int) int64 { return q.h.s.Stack[seat] }

func (q *openQuestion) Held(seat int) int { return int(q.h.held[seat]) }

func (q *openQuestion) Wins(seat int) int { return q.h.Wins(seat) }

func (q *openQuestion) Chose(seat int, name string) bool { return q.h.Chose(seat, name) }

func (q *openQuestion) Rolled() int { return int(q.h.rolled) }

func (q *openQuestion) Deals() int { return 1 + int(q.h.redeals) }

// runPart plays an InTurn part for one live seat after the other, from the left of
// the button: it starts the next seat's turn, or continues after the part.
func (h *Hand) runPart(st *plan.Step) {
	if h.partAt != h.pc {
		h.partAt, h.turn, h.others = h.pc, h.button, h.s.Live
	}
	if h.others &= h.s.Live; h.others == 0 {
		h.partAt, h.pc = -1, int16(st.Jump)-1
		return
	}
	h.turn = int8(h.others.After(int(h.button)))
	h.others &^= betting.Bit(int(h.turn))
	h.paidLast = 0
}

// partOver reports whether the seat whose turn it is has finished an InTurn part or
// has folded.
func (h *Hand) partOver() bool {
	return h.partAt >= 0 && (int(h.pc) >= h.plan.Game.Steps[h.partAt].Jump || h.pc > h.partAt+1 && !h.s.Live.Has(int(h.turn)))
}

// runPay makes the seat whose turn it is pay into the pot as far as its stack goes,
// or takes its pay from the pot as far as that goes.
func (h *Hand) runPay(p *plan.Pay) {
	seat := int(h.turn)
	_, amount := h.payable(p)
	switch {
	case p.FromPot:
		amount = min(amount, h.Pot())
		h.outOfPot, h.toSeats = h.outOfPot+amount, h.toSeats+amount
		h.pay(seat, amount)
		h.emitChips(TookPot, seat, amount, h.Pot())
	default:
		amount = min(amount, h.s.Stack[seat])
		last := h.paidLast
		h.payIn(seat, amount)
		h.paidLast = last // a payment by rule is no bet
		h.emitChips(PaidPot, seat, amount, h.Pot())
	}
}

// runFold puts out the seat whose turn it is.
func (h *Hand) runFold() error {
	return h.putOut(betting.Bit(int(h.turn)), nil, nil)
}

// putOut folds the hands of seats by rule. Where nobody is left the pot stays for the next hand.
func (h *Hand) putOut(out betting.Set, sd *plan.ShowdownStep, t *table) error {
	err := h.foldAll(out, sd, t)
	if h.s.Live == 0 {
		h.carry()
	}
	return err
}

// compare has players compare their hands, which nobody else sees. Who does not have the best hand folds or pays who has it.
func (h *Hand) compare(c *plan.CompareStep) error {
	turn, in := int(h.turn), h.s.Live
	if c.To != 0 {
		in = betting.Bit(turn) | betting.Bit(h.neighbor(turn, c.To))
	}
	in = h.competing(&c.Show.Parts[0], in)
	seat := int(h.button) // all of it goes from the left of the button
	for range in.Len() {
		seat = in.After(seat)
		if in.Len() > 1 && !h.known(seat) {
			return fmt.Errorf("the cards of seat %d are not known, so nobody can say whose hand is the best", seat+1)
		}
		other := seat
		for range in.Len() - 1 {
			other = in.After(other)
			h.knows[seat] |= cards.SetOf(h.Hole(other)...)
			h.where[seat] |= cards.SetOf(h.Hole(other)...)
			h.emit(Event{Kind: LookedAt, Seat: int8(seat), Other: int8(other)}.WithCards(h.Hole(other)))
		}
	}
	var t table
	best := in
	if in.Len() > 1 {
		err := h.rankSeats(&c.Show, in, &t)
		if err != nil {
			return err
		}
		if best, _, err = h.winnersOfPart(&c.Show, 0, in, &t); err != nil {
			return err
		}
		if c.To != 0 && best == in { // who asks loses a tie
			best &^= betting.Bit(turn)
		}
	}
	if seat = int(h.button); in.Len() == 1 || !c.Alone {
		for range best.Len() {
			seat = best.After(seat)
			h.wins[seat]++
			h.emitChips(Compared, seat, int64(in.Len()), 0)
		}
	}
	if c.Folds {
		return h.putOut(in&^best, &c.Show, &t)
	}
	if c.Pays != nil && best != 0 {
		h.payBest(c.Pays, best, in&^best)
	}
	return nil
}

// payBest makes seats pay those with the best hand, as far as their stacks go. Odd chips go one each, first left of the button.
func (h *Hand) payBest(p *plan.Pay, best, losers betting.Set) {
	var net [betting.Max]int64
	sum, chip := int64(0), max(h.plan.Stakes.Chip, 1)
	_, amount := h.payable(p)
	for m := losers; m != 0; m &= m - 1 {
		put := min(amount, h.s.Stack[m.First()])
		net[m.First()], sum = -put, sum+put
	}
	seat, each := int(h.button), sum/int64(best.Len())/chip*chip
	sum -= each * int64(best.Len())
	for range best.Len() {
		seat = best.After(seat)
		odd := min(chip, sum)
		net[seat], sum = each+odd, sum-odd
	}
	h.payNet(best|losers, &net)
	for m := best; m != 0; m &= m - 1 {
		h.aside[m.First()] += net[m.First()]
	}
}

// Wins returns how often a seat has won a comparison in this hand.
func (h *Hand) Wins(seat int) int { return int(h.wins[seat]) }

// foldAll folds the hands of seats, from the left of the button; their up cards are turned face down. A showdown among them
// decides on pots that only they can win.
func (h *Hand) foldAll(out betting.Set, sd *plan.ShowdownStep, t *table) error {
	seat := int(h.button)
	for range out.Len() {
		seat = out.After(seat)
		h.s.Live &^= betting.Bit(seat)
		h.up[seat] = 0
		h.emitChips(Folded, seat, 0, 0)
	}
	return h.unmatched(out, sd, t)
}

// unmatched gives the side pots that no live seat has matched, by the game's rule for unclaimed pots, to those of the seats
// that have just folded that have: to the best by a showdown if there are several, or each takes back its own.
func (h *Hand) unmatched(out betting.Set, sd *plan.ShowdownStep, t *table) error {
	rule := h.plan.Game.Betting.Unclaimed
	if h.s.Live == 0 || rule == betting.ToLive {
		return nil
	}
	var list betting.List
	h.s.Live |= out
	h.Pots(&list)
	h.lessDropped(&list)
	h.s.Live &^= out
	first := 0
	for first < list.N && list.Pot[first].Eligible&h.s.Live != 0 {
		first++
	}
	if first == list.N {
		return nil
	}
	before, all := h.Pot(), h.in
	for i := range h.s.N {
		h.in[i] = min(all[i], list.Pot[first].From)
	}
	left := before - h.Pot()
	for k := first; k < list.N; k++ {
		pot := &list.Pot[k]
		left -= pot.Amount
		h.between += pot.Amount
		if rule == betting.LastFolded {
			if err := h.awardPot(sd, k, pot.Amount, pot.Eligible, t); err != nil {
				return err
			}
			continue
		}
		for i := range h.s.N {
			own := min(pot.Part(all[i]), pot.Amount)
			pot.Amount -= own
			h.pay(i, own)
			h.won[i] -= own
			if own > 0 {
				h.emitChips(Returned, i, own, 0)
			}
		}
	}
	h.outOfPot -= left // fees that these pots have paid
	return nil
}

// rollSeed separates the randomness of dice from that of the cards.
const rollSeed = 0xd6e8feb86659fd93

// roll rolls a die. The result depends only on the seed, the number of the hand and
// the number of earlier rolls.
func (h *Hand) roll(sides int) {
	h.rolls++
	if next := uint8(h.nextRolls); next > 0 {
		h.rolled, h.nextRolls = next, h.nextRolls>>8
	} else {
		r := NewSource(h.stock.seed^rollSeed*uint64(h.rolls), h.stock.number)
		h.rolled = uint8(1 + r.Below(uint64(sides)))
	}
	h.emitChips(Rolled, -1, int64(h.rolled), int64(sides))
}

// Rolled returns the last result of a die, 0 before the first roll.
func (h *Hand) Rolled() int { return int(h.rolled) }

// ArrangeRolls sets the results of the next rolls, at most eight, for callers that
// enumerate all outcomes of a hand.
func (h *Hand) ArrangeRolls(rolls []uint8) {
	h.nextRolls = 0
	for i, n := range rolls[:min(len(rolls), 8)] {
		h.nextRolls |= uint64(n) << (8 * i)
	}
}

// match makes each live seat that has won nothing pay into the pot of the next
// hand, as far as its stack goes.
func (h *Hand) match(p *plan.Pay) {
	won, amount := h.paid+h.stays, int64(0)
	switch chip := max(h.plan.Stakes.Chip, 1); {
	case p.PotNum > 0:
		if amount = won * p.PotNum / p.PotDen; p.PotNum < p.PotDen {
			amount -= amount % chip
		}
	default:
		_, amount = h.payable(p)
	}
	seat, all := int(h.button), h.s.Live
	for range all.Len() {
		seat = all.After(seat)
		put := min(amount, h.s.Stack[seat])
		if h.Won(seat) > 0 || put == 0 {
			continue
		}
		h.s.Stack[seat] -= put
		h.dead, h.stays = h.dead+put, h.stays+put
		h.emitChips(PaidPot, seat, put, h.stays)
	}
}

// picks returns the seats that a question about cards asks.
func (pot) picks(h *Hand, _ *plan.Step) (betting.Set, error) { return h.served(), nil }

func (pot) setApart(*Hand, *plan.Ask, int, uint64) (done bool, err error) { return false, nil }

func (pot) public(h *Hand) plan.Question { return h.open(-1, nil) }

func (pot) asksOn(*plan.Step) bool { return false }
