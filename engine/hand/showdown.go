package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// Result says how a hand ended.
type Result struct {
	Showdown bool // hands were compared
	Split    bool // several seats shared a pot
	SidePots bool // there was more than one pot
	Pots     pots.List
}

// Result says how the hand ended; the zero Result while it is being played.
func (h *Hand) Result() *Result { return &h.result }

// Net is what a seat has won or lost so far.
func (h *Hand) Net(seat int) int64 { return h.s.Stack[seat] + h.s.Wager[seat] - h.start[seat] }

// Won is what a seat has won from the pots, bets that were void and came back
// aside; 0 until the hand is over.
func (h *Hand) Won(seat int) int64 { return h.won[seat] }

// MainWinners is the set of seats that won something of the main pot; none until
// the hand is over.
func (h *Hand) MainWinners() seating.Set { return h.main }

// winUncontested gives everything to the last live seat.
func (h *Hand) winUncontested() {
	if h.floor != nil {
		h.floor.ended = h.chips()
	}
	h.uncalled(h.s.Wager[:h.s.N])
	h.gather()
	h.takeRake(nil)
	seat := h.s.Live.First()
	amount := h.Pot()
	h.payPot(seat, 0, amount)
	h.emitChips(Won, seat, amount, 0)
	h.finish()
}

func (h *Hand) pay(seat int, amount int64) {
	h.s.Stack[seat] += amount
	h.paid += amount
	h.won[seat] += amount
	if h.s.Stack[seat] > 0 {
		h.s.Broke &^= seating.Bit(seat)
	}
}

// payPot pays a seat out of a pot, 0 the main one.
func (h *Hand) payPot(seat, pot int, amount int64) {
	if pot == 0 && amount > 0 {
		h.main |= seating.Bit(seat)
	}
	h.pay(seat, amount)
}

func (h *Hand) finish() {
	h.over = true
	h.dec = Decision{Seat: -1, Step: h.pc}
}

// runShowdown shows the hands and awards the pots.
func (h *Hand) runShowdown(sd *plan.ShowdownStep) (bool, error) {
	if h.phase == 0 && h.runAgain() {
		return false, nil
	}
	if h.manual {
		if h.phase == 0 {
			h.waiting = h.unshown()
			h.phase = 1
		}
		if h.waiting != 0 {
			d := h.ask(ShowCards, h.waiting.From(h.firstToShow()))
			d.For = h.waiting
			return true, nil
		}
		if h.floor != nil && h.floor.partial != 0 {
			h.killPartial()
			if h.s.Live.Len() == 1 {
				h.winUncontested()
				return false, nil
			}
		}
	} else if h.phase == 0 && h.pause() {
		h.phase = 1
		return true, nil
	} else if h.floor != nil && h.floor.partial != 0 {
		h.killPartial()
		if h.s.Live.Len() == 1 {
			h.winUncontested()
			return false, nil
		}
	}
	if h.manual {
		return h.endShowdown(sd)
	}
	if err := h.showAll(sd); err != nil {
		return false, err
	}
	return h.endShowdown(sd)
}

// endShowdown awards the pots.
func (h *Hand) endShowdown(sd *plan.ShowdownStep) (bool, error) {
	if again, err := h.dealsAgain(sd); again || err != nil {
		return false, err
	}
	if err := h.award(sd); err != nil {
		return false, err
	}
	if sd.Match != nil {
		h.match(sd.Match)
	}
	if h.stays > 0 {
		h.emitChips(Carried, -1, h.stays, 0)
	}
	h.finish()
	return false, nil
}

// dealsAgain begins a new deal where nobody qualifies for a part that asks for one.
func (h *Hand) dealsAgain(sd *plan.ShowdownStep) (bool, error) {
	if !sd.DealsAgain() || h.freeDeals >= plan.MaxFreeDeals || h.runs > 1 {
		return false, nil
	}
	claims := h.s.Live &^ h.mucked
	var t table
	if err := h.rankSeats(sd, claims, &t); err != nil {
		return false, err
	}
	for k := range sd.Parts {
		if sd.Parts[k].Last().Nobody != plan.NewDeal {
			continue
		}
		if winners, _ := h.winnersOfPart(sd, k, claims, &t); winners == 0 {
			h.shown, h.mucked, h.waiting = 0, 0, 0
			h.redeal(&plan.Step{NoAnte: true})
			return true, nil
		}
	}
	return false, nil
}

// unshown is the set of live seats that have to show or muck.
func (h *Hand) unshown() seating.Set {
	m := h.s.Live &^ h.mucked
	for l := h.shown & m; l != 0; l &= l - 1 {
		if h.known(l.First()) {
			m &^= seating.Bit(l.First())
		}
	}
	return m
}

// known reports whether every card of a seat is known.
func (h *Hand) known(seat int) bool {
	for _, c := range h.Hole(seat) {
		if !c.Known() {
			return false
		}
	}
	return true
}

// firstToShow is the last seat that bet or raised in the final round, else the
// first left of the button (WSOP 145).
func (h *Hand) firstToShow() int {
	if h.aggressor >= 0 && h.s.Live.Has(int(h.aggressor)) {
		return int(h.aggressor)
	}
	return h.lob()
}

// showAll turns up every live hand: cards speak. Where losers need not show,
// their hands are compared and go to the muck.
func (h *Hand) showAll(sd *plan.ShowdownStep) error {
	h.shown = h.s.Live // the state of a hand does not depend on who listens
	if h.log == nil {
		return nil
	}
	shown := h.s.Live
	if sd.LosersMuck {
		winners, err := h.paidBy(sd)
		if err != nil {
			return err
		}
		shown = winners
	}
	seat := shown.From(h.firstToShow())
	for range shown.Len() {
		for g := range h.plan.Game.Hands {
			if of := h.HandOf(nil, seat, g+1); len(of) > 0 {
				h.emit(Event{Kind: SetApart, Seat: int8(seat), Part: int8(g)}.WithCards(of))
			}
		}
		if g := h.fouled(seat); g >= 0 {
			h.emit(Event{Kind: Fouled, Seat: int8(seat), Part: int8(g)})
		}
		e := Event{Kind: Shown, Seat: int8(seat)}.WithCards(h.Hole(seat))
		if h.runs < 2 { // what it is depends on the run
			e.Strength = h.strength(sd, 0, seat)
		}
		h.emit(e)
		seat = shown.After(seat)
	}
	losers := h.s.Live &^ shown
	seat = int(h.button)
	for range losers.Len() {
		seat = losers.After(seat)
		h.emitChips(Mucked, seat, 0, 0)
	}
	return nil
}

// paidBy is the set of seats that the showdown will pay.
func (h *Hand) paidBy(sd *plan.ShowdownStep) (paid seating.Set, err error) {
	trial := *h
	trial.log = nil
	err = trial.award(sd)
	for i := range h.s.N {
		if trial.s.Stack[i] > h.s.Stack[i] {
			paid |= seating.Bit(i)
		}
	}
	return paid, err
}

// playing is cards without those that are not of the deck: a joker that nobody has
// found counts for nothing.
func (h *Hand) playing(cs []cards.Card) []cards.Card {
	if h.floor == nil || len(h.floor.foreign) == 0 {
		return cs
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c cards.Card) bool { return slices.Contains(h.floor.foreign, c) })
}

// award divides the pots.
func (h *Hand) award(sd *plan.ShowdownStep) error {
	limits, err := h.claimLimits()
	if err != nil {
		return err
	}
	h.dropDue()
	list := &h.result.Pots
	pots.Build(h.in[:h.s.N], h.s.Live, h.dead, list)
	list.Drop(h.dropped)
	h.takeRake(list)
	h.result.Showdown = true
	h.result.SidePots = list.N > 1
	if h.runs > 1 { // no limits of claims go with it
		return h.awardRuns(sd, list)
	}
	var t table
	if len(limits) > 0 {
		return h.awardLimited(sd, limits, &t)
	}
	return h.awardAll(sd, list, &t)
}

// claimed reports an error when seats that muck leave a pot to nobody.
func (h *Hand) claimed(mucked seating.Set) error {
	var list pots.List
	pots.Build(h.in[:h.s.N], h.s.Live, h.dead, &list)
	list.Drop(h.dropped)
	for i := range list.N {
		if list.Pot[i].Eligible&^mucked == 0 {
			return fmt.Errorf("nobody shows a hand for the pot of %s", plan.Money(list.Pot[i].Amount, h.plan.Stakes.Scale))
		}
	}
	return nil
}

// awardAll divides pots to which nobody's claim is limited.
func (h *Hand) awardAll(sd *plan.ShowdownStep, list *pots.List, t *table) error {
	for i := range list.N {
		claims := list.Pot[i].Eligible &^ h.mucked
		if claims.Len() > 1 || h.plan.MustBeat {
			if err := h.rankSeats(sd, claims, t); err != nil {
				return err
			}
		}
		h.awardPot(sd, i, list.Pot[i].Amount, claims, t)
	}
	return nil
}

// table holds the strengths of the seats at the showdown, by part.
type table struct {
	ranked   seating.Set
	strength [plan.MaxParts][seating.Max]rank.Strength
}

// rankSeats ranks the seats that are compared and were not ranked before.
func (h *Hand) rankSeats(sd *plan.ShowdownStep, m seating.Set, t *table) error {
	for m &^= t.ranked; m != 0; m &= m - 1 {
		seat := m.First()
		if !h.known(seat) {
			return fmt.Errorf("seat %d's hand cannot be ranked: not all of its cards are known", seat+1)
		}
		for k := range sd.Parts {
			if err := h.askWild(sd.Parts[k].Ranking, seat); err != nil {
				return err
			}
			t.strength[k][seat] = h.strength(sd, k, seat)
		}
		t.ranked |= seating.Bit(seat)
	}
	for _, c := range h.Board() {
		if !c.Known() {
			return fmt.Errorf("the hands cannot be ranked: the board has an unknown card")
		}
	}
	return nil
}

// awardPot divides one pot between the parts of the showdown that somebody
// qualifies for, and each part among its winners.
func (h *Hand) awardPot(sd *plan.ShowdownStep, pot int, amount int64, claims seating.Set, t *table) {
	if claims.Len() == 1 && !h.plan.MustBeat {
		seat := claims.First()
		h.payPot(seat, pot, amount)
		h.tellAward(seat, pot, -1, amount, 0)
		return
	}
	if len(sd.Parts) == 1 && sd.Parts[0].Counted() {
		best := h.winners(sd, 0, claims, &t.strength[0])
		if best == 0 { // nobody qualifies: an even split
			best = claims
		}
		h.sharePart(sd, 0, pot, amount, best, t)
		return
	}
	h.awardParts(sd, pot, amount, claims, t)
}

// awardParts divides a pot between the parts of the showdown that somebody wins.
func (h *Hand) awardParts(sd *plan.ShowdownStep, pot int, amount int64, claims seating.Set, t *table) {
	var winners [plan.MaxParts]seating.Set
	var number [plan.MaxParts]int
	h.winnersOf(sd, claims, t, &winners, &number)
	var weights, shares [plan.MaxParts]int64
	all, carried, n := seating.Set(0), false, len(sd.Parts)
	for k := range n {
		if winners[k] != 0 {
			weights[k] = sd.Parts[k].Weight()
			h.result.Split = h.result.Split || all != 0 && all != winners[k]
			all |= winners[k]
		} else if sd.Parts[k].Last().Nobody == plan.Carries {
			weights[k] = sd.Parts[k].Weight()
			carried = true
		}
	}
	if all == 0 && !carried { // nobody qualifies for anything: an even split
		winners[0], weights[0] = claims, 1
	}
	pots.Divide(amount, h.plan.Stakes.Chip, weights[:n], sd.OddToSecond, shares[:n])
	for k := range n {
		if winners[k] != 0 {
			h.sharePart(sd, number[k], pot, shares[k], winners[k], t)
		} else {
			h.stays += shares[k]
		}
	}
}

// winnersOf finds who wins each part, and the number of the hand that is compared for
// it. Who has declared for all of several parts wins them alone, or nothing.
func (h *Hand) winnersOf(sd *plan.ShowdownStep, claims seating.Set, t *table, winners *[plan.MaxParts]seating.Set, number *[plan.MaxParts]int) {
	for {
		var lost seating.Set
		for k := range sd.Parts {
			winners[k], number[k] = h.winnersOfPart(sd, k, claims, t)
		}
		for m := h.bothOf(sd, claims); m != 0; m &= m - 1 {
			seat := seating.Bit(m.First())
			for k := range sd.Parts {
				if h.competing(&sd.Parts[k], claims)&seat != 0 && winners[k] != seat {
					lost |= seat
				}
			}
		}
		if lost == 0 {
			return
		}
		claims &^= lost
	}
}

// winnersOfPart is who wins a part, or what is tried in its place, with its number.
func (h *Hand) winnersOfPart(sd *plan.ShowdownStep, k int, claims seating.Set, t *table) (best seating.Set, number int) {
	p := &sd.Parts[k]
	if best = h.winners(sd, k, h.competing(p, claims), &t.strength[k]); best != 0 {
		return best, k
	}
	for number = k + plan.MaxParts; p.Else != nil; number += plan.MaxParts {
		p = p.Else
		var worth [seating.Max]rank.Strength
		in := h.competing(p, claims)
		for m := in; m != 0; m &= m - 1 {
			worth[m.First()] = h.strength(sd, number, m.First())
		}
		if best = h.winners(sd, number, in, &worth); best != 0 {
			return best, number
		}
	}
	if p.Nobody == plan.AllDivide {
		return h.competing(p, claims), number - plan.MaxParts
	}
	return 0, k
}

// competing is the seats that compete for a part: all, or those that have declared for it.
func (h *Hand) competing(p *plan.Part, claims seating.Set) seating.Set {
	if len(p.Chosen) == 0 {
		return claims
	}
	in := seating.Set(0)
	for m := claims; m != 0; m &= m - 1 {
		for _, name := range p.Chosen {
			if h.Chose(m.First(), name) {
				in |= seating.Bit(m.First())
			}
		}
	}
	return in
}

// bothOf is the seats that must win everything that they compete for.
func (h *Hand) bothOf(sd *plan.ShowdownStep, claims seating.Set) (in seating.Set) {
	if sd.Both == "" {
		return 0
	}
	for m := claims; m != 0; m &= m - 1 {
		if h.Chose(m.First(), sd.Both) {
			in |= seating.Bit(m.First())
		}
	}
	return in
}

// winners is the set of seats with the best qualifying hand.
func (h *Hand) winners(sd *plan.ShowdownStep, number int, claims seating.Set, strength *[seating.Max]rank.Strength) (best seating.Set) {
	top := rank.Strength(0)
	for m := claims; m != 0; m &= m - 1 {
		seat := m.First()
		switch s := strength[seat]; {
		case s == 0 || s < top:
		case s > top:
			best, top = seating.Bit(seat), s
		default:
			best |= seating.Bit(seat)
		}
	}
	if best&(best-1) != 0 && sd.Part(number).BySuit {
		return h.bestSuits(sd, number, best)
	}
	return best
}

// bestSuits keeps the seats whose equal hands have the best suits.
func (h *Hand) bestSuits(sd *plan.ShowdownStep, number int, tied seating.Set) (best seating.Set) {
	top := uint32(0)
	for m := tied; m != 0; m &= m - 1 {
		seat := m.First()
		switch k := h.suitKey(sd, number, seat); {
		case best == 0 || k > top:
			best, top = seating.Bit(seat), k
		case k == top:
			best |= seating.Bit(seat)
		}
	}
	return best
}

// sharePart pays a part of a pot to its winners.
func (h *Hand) sharePart(sd *plan.ShowdownStep, part, pot int, amount int64, winners seating.Set, t *table) {
	var order [seating.Max]int8
	n, seat := 0, int(h.button)
	for range winners.Len() {
		seat = winners.After(seat)
		order[n] = int8(seat)
		n++
	}
	if n > 1 {
		h.result.Split = true
		switch sd.OddChip {
		case pots.BySuit:
			h.sortBySuit(sd, part, order[:n])
		case pots.OneEachRight:
			slices.Reverse(order[:n])
		}
	}
	var got [seating.Max]int64
	pots.Share(amount, h.plan.Stakes.Chip, order[:n], sd.OddChip, got[:])
	for _, seat := range order[:n] {
		h.payPot(int(seat), pot, got[seat])
		if h.log != nil {
			h.tellAward(int(seat), pot, part, got[seat], h.worthIn(sd, part, int(seat), t))
		}
	}
}

// sortBySuit puts the seat whose winning hand holds the highest card first,
// suits parting equal ranks (WSOP 149).
func (h *Hand) sortBySuit(sd *plan.ShowdownStep, part int, order []int8) {
	high := func(seat int8) cards.Card {
		var used [plan.MaxBoard]cards.Card
		top := cards.Card(0)
		for _, c := range h.used(used[:0], sd, part, int(seat)) {
			if c.Natural() {
				top = max(top, c)
			}
		}
		return top
	}
	for i := 1; i < len(order); i++ {
		for k := i; k > 0 && high(order[k]) > high(order[k-1]); k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
}

// worthIn is what a seat's hand is worth in a part, or in what is tried in its place.
func (h *Hand) worthIn(sd *plan.ShowdownStep, number, seat int, t *table) rank.Strength {
	if number < plan.MaxParts {
		return t.strength[number][seat]
	}
	return h.strength(sd, number, seat)
}

func (h *Hand) tellAward(seat, pot, part int, amount int64, s rank.Strength) {
	if h.log == nil || amount == 0 {
		return
	}
	h.emit(Event{Kind: Awarded, Seat: int8(seat), Pot: int8(pot), Part: int8(part), Amount: amount, Strength: s})
}

// showingSuits parts equal showing hands where suits count: the highest suit
// of the rank that stands most often, then of the next, and so on.
func showingSuits(bet *plan.BetStep, up []cards.Card) uint64 {
	var count [13]uint8
	for _, c := range up {
		count[c.Rank()]++
	}
	up = up[:min(len(up), MaxHole)] // a key has no room for more
	var order [MaxHole]cards.Card
	n := copy(order[:], up)
	before := func(a, b cards.Card) bool {
		ca, cb := count[a.Rank()], count[b.Rank()]
		if ca != cb || a.Rank() != b.Rank() {
			return ca > cb || ca == cb && a > b
		}
		return suitKey(bet, a.Suit()) > suitKey(bet, b.Suit())
	}
	for i := 1; i < n; i++ {
		for k := i; k > 0 && before(order[k], order[k-1]); k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	key := uint64(0)
	for _, c := range order[:n] {
		key = key<<2 | suitKey(bet, c.Suit())
	}
	return key
}
