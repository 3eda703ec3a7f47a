package hand

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The division of pots: who has a claim, who wins, and what each winner gets.

func (h *Hand) pay(seat int, amount int64) {
	h.s.Stack[seat] += amount
	h.paid += amount
	h.won[seat] += amount
	if own := h.s.Broke & betting.Bit(seat); own != 0 && h.s.Stack[seat] > 0 {
		h.s.Broke &^= own
		if h.in[seat] < slices.Max(h.in[:h.s.N]) {
			h.capped |= own
		}
	}
}

// payPot pays a seat from a pot; 0 is the main pot.
func (h *Hand) payPot(seat, pot int, amount int64) {
	if pot == 0 && amount > 0 {
		h.main |= betting.Bit(seat)
	}
	h.pay(seat, amount)
}

func (h *Hand) finish() {
	h.over = true
	h.dec = Decision{Seat: -1, Step: h.pc}
}

// awardAll divides pots without claim limits.
func (h *Hand) awardAll(sd *plan.ShowdownStep, list *betting.List, t *table) error {
	for i := range list.N {
		claims := list.Pot[i].Eligible &^ h.mucked
		if claims.Len() > 1 || h.plan.MustBeat {
			if err := h.rankSeats(sd, claims, t); err != nil {
				return err
			}
		}
		if err := h.awardPot(sd, i, list.Pot[i].Amount, claims, t); err != nil {
			return err
		}
	}
	return nil
}

// table holds the strengths of the seats at the showdown, by part.
type table struct {
	ranked   betting.Set
	strength [plan.MaxParts][betting.Max]rank.Strength
	failed   bool // all who claim the pot had to win all they declared for, and nobody does
}

// rankSeats ranks the seats that compete and have not been ranked.
func (h *Hand) rankSeats(sd *plan.ShowdownStep, m betting.Set, t *table) error {
	if h.given != nil {
		return nil
	}
	for m &^= t.ranked; m != 0; m &= m - 1 {
		seat := m.First()
		if !h.known(seat) {
			return fmt.Errorf("seat %d's hand cannot be ranked: not all of its cards are known", seat+1)
		}
		for k := range sd.Parts {
			var err error
			if t.strength[k][seat], err = h.rated(sd, k, seat); err != nil {
				return err
			}
		}
		t.ranked |= betting.Bit(seat)
	}
	for _, c := range h.Board() {
		if !c.Known() {
			return fmt.Errorf("the hands cannot be ranked: the board has an unknown card")
		}
	}
	return nil
}

// awardPot divides one pot among the parts of the showdown for which somebody
// qualifies, and each part among its winners.
func (h *Hand) awardPot(sd *plan.ShowdownStep, pot int, amount int64, claims betting.Set, t *table) error {
	if claims.Len() == 1 && (sd == nil || !h.plan.MustBeat) {
		seat := claims.First()
		h.payPot(seat, pot, amount)
		h.tellAward(seat, pot, -1, amount, 0)
		return nil
	}
	if len(sd.Parts) == 1 && sd.Parts[0].Counted() && h.given == nil {
		best := h.winners(sd, 0, claims, &t.strength[0])
		if best == 0 { // nobody qualifies: an even split
			best = claims
		}
		h.sharePart(sd, 0, pot, amount, best, nil, t)
		return nil
	}
	// The pot is divided among the parts of the showdown that somebody wins.
	var winners [plan.MaxParts]betting.Set
	var number [plan.MaxParts]int
	if err := h.winnersOf(sd, claims, t, &winners, &number); err != nil {
		return err
	}
	var weights, shares [plan.MaxParts]int64
	all, carried, n := betting.Set(0), false, len(sd.Parts)
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
	if all == 0 && !carried { // nobody qualifies for any part: an even split
		winners[0], weights[0] = claims, 1
	}
	betting.Divide(amount, h.plan.Stakes.Chip, weights[:n], sd.OddToSecond, shares[:n])
	var even *evenly
	if sd.Evenly {
		even = &evenly{winners: winners[:n]}
	}
	for k := range n {
		if winners[k] != 0 {
			h.sharePart(sd, number[k], pot, shares[k], winners[k], even, t)
		} else {
			h.stays += shares[k]
		}
	}
	return nil
}

// winnersOf finds the winners of each part, and the number of the hand that decides
// it. A seat that has declared for several parts wins all of them alone, or
// nothing; if that leaves nobody, each part goes as if nobody qualified for it. The
// error is that of a script that chooses the wild cards of an Else chain.
func (h *Hand) winnersOf(sd *plan.ShowdownStep, claims betting.Set, t *table, winners *[plan.MaxParts]betting.Set, number *[plan.MaxParts]int) (err error) {
	in := claims
	t.failed = false
	if h.given != nil {
		for k := range copy(winners[:], *h.given) {
			if number[k] = k; winners[k] == 0 && sd.Parts[k].Last().Nobody == plan.AllDivide {
				winners[k] = claims
			}
		}
		return nil
	}
	for {
		var lost betting.Set
		for k := range sd.Parts {
			if winners[k], number[k], err = h.winnersOfPart(sd, k, claims, t); err != nil {
				return err
			}
		}
		for m := h.bothOf(sd, claims); m != 0; m &= m - 1 {
			seat := betting.Bit(m.First())
			for k := range sd.Parts {
				if h.competing(&sd.Parts[k], claims)&seat != 0 && winners[k] != seat {
					lost |= seat
				}
			}
		}
		if lost == 0 {
			return nil
		}
		if claims &^= lost; claims == 0 {
			break
		}
	}
	t.failed = true
	for k := range sd.Parts {
		if winners[k], number[k], err = h.winnersInstead(sd, k, in); err != nil {
			return err
		}
	}
	return nil
}

// winnersOfPart returns the winners of a part or of its Else chain, and the
// deciding part's number.
func (h *Hand) winnersOfPart(sd *plan.ShowdownStep, k int, claims betting.Set, t *table) (best betting.Set, number int, err error) {
	p := &sd.Parts[k]
	if best = h.winners(sd, k, h.competing(p, claims), &t.strength[k]); best != 0 {
		return best, k, nil
	}
	return h.winnersInstead(sd, k, claims)
}

// winnersInstead returns who has a part that nobody qualifies for, and the deciding
// part's number.
func (h *Hand) winnersInstead(sd *plan.ShowdownStep, k int, claims betting.Set) (best betting.Set, number int, err error) {
	p := &sd.Parts[k]
	for number = k + plan.MaxParts; p.Else != nil; number += plan.MaxParts {
		p = p.Else
		var worth [betting.Max]rank.Strength
		in := h.competing(p, claims)
		for m := in; m != 0; m &= m - 1 {
			if worth[m.First()], err = h.rated(sd, number, m.First()); err != nil {
				return 0, number, err
			}
		}
		if best = h.winners(sd, number, in, &worth); best != 0 {
			return best, number, nil
		}
	}
	if p.Nobody == plan.AllDivide {
		return h.competing(p, claims), number - plan.MaxParts, nil
	}
	return 0, k, nil
}

// bothOf returns the seats that must win every part that they compete for.
func (h *Hand) bothOf(sd *plan.ShowdownStep, claims betting.Set) (in betting.Set) {
	if sd.Both == "" {
		return 0
	}
	for m := claims; m != 0; m &= m - 1 {
		if h.Chose(m.First(), sd.Both) {
			in |= betting.Bit(m.First())
		}
	}
	return in
}

// winners returns the seats with the best qualifying hand.
func (h *Hand) winners(sd *plan.ShowdownStep, number int, claims betting.Set, strength *[betting.Max]rank.Strength) (best betting.Set) {
	top := rank.Strength(0)
	for m := claims; m != 0; m &= m - 1 {
		seat := m.First()
		switch s := strength[seat]; {
		case s == 0 || s < top:
		case s > top:
			best, top = betting.Bit(seat), s
		default:
			best |= betting.Bit(seat)
		}
	}
	if best&(best-1) != 0 && sd.Part(number).BySuit {
		return h.bestSuits(sd, number, best)
	}
	return best
}

// bestSuits returns the seats whose tied hands have the best suits.
func (h *Hand) bestSuits(sd *plan.ShowdownStep, number int, tied betting.Set) (best betting.Set) {
	top := uint32(0)
	for m := tied; m != 0; m &= m - 1 {
		seat := m.First()
		switch k := h.suitKey(sd, number, seat); {
		case best == 0 || k > top:
			best, top = betting.Bit(seat), k
		case k == top:
			best |= betting.Bit(seat)
		}
	}
	return best
}

// evenly divides a pot as [plan.ShowdownStep.Evenly] says.
type evenly struct {
	winners []betting.Set      // of each part
	had     [betting.Max]int64 // what the parts so far gave those who share several
}

// part divides anew what a part has for those of its winners who share the same
// parts, several of them.
func (e *evenly) part(chip int64, order []int8, winners betting.Set, got []int64) {
	for winners != 0 {
		same, parts := winners, 0
		for _, w := range e.winners {
			if w.Has(winners.First()) {
				same &= w
				parts++
			} else {
				same &^= w
			}
		}
		if winners &^= same; parts > 1 {
			betting.Even(chip, order, same, e.had[:], got)
		}
	}
}

// sharePart pays a part of a pot to its winners.
func (h *Hand) sharePart(sd *plan.ShowdownStep, part, pot int, amount int64, winners betting.Set, even *evenly, t *table) {
	var order [betting.Max]int8
	n, seat := 0, int(h.button)
	for range winners.Len() {
		seat = winners.After(seat)
		order[n] = int8(seat)
		n++
	}
	if n > 1 {
		h.result.Split = true
		switch sd.OddChip {
		case betting.BySuit:
			h.sortBySuit(sd, part, order[:n])
		case betting.OneEachRight:
			slices.Reverse(order[:n])
		}
	}
	var got [betting.Max]int64
	betting.Share(amount, h.plan.Stakes.Chip, order[:n], sd.OddChip, got[:])
	if even != nil {
		even.part(h.plan.Stakes.Chip, order[:n], winners, got[:])
	}
	h.unequal(winners, got[:])
	for _, seat := range order[:n] {
		h.payPot(int(seat), pot, got[seat])
		if h.log != nil {
			told, worth := part, h.worthIn(sd, part, int(seat), t)
			if t.failed && part < plan.MaxParts {
				told, worth = NobodyWins, 0
			}
			h.tellAward(int(seat), pot, told, got[seat], worth)
		}
	}
}

// unequal applies the shifts of the setup to shares of a pot, if all whom they concern have one that is enough.
func (h *Hand) unequal(winners betting.Set, got []int64) {
	if h.shift == nil {
		return
	}
	for seat, amount := range *h.shift {
		if amount != 0 && (!winners.Has(seat) || got[seat]+amount < 0) {
			return
		}
	}
	for seat, amount := range *h.shift {
		got[seat] += amount
	}
	h.shift = nil
}

// sortBySuit orders seats by the highest card of the winning hand, highest first;
// suits break ties between equal ranks (WSOP 149).
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

// worthIn returns the strength of a seat's hand in a part or in its Else chain.
func (h *Hand) worthIn(sd *plan.ShowdownStep, number, seat int, t *table) rank.Strength {
	if number < plan.MaxParts {
		return t.strength[number][seat]
	}
	return h.strength(sd, number, seat)
}

// tellAward emits the event for a share of a pot.
func (h *Hand) tellAward(seat, pot, part int, amount int64, s rank.Strength) {
	if h.log == nil || amount == 0 {
		return
	}
	h.emit(Event{Kind: Awarded, Seat: int8(seat), Pot: int8(pot), Part: int8(part), Amount: amount, Strength: s})
}

// claimLimits calls the game's hook for limited claims.
func (h *Hand) claimLimits() ([]plan.ClaimLimit, error) {
	if h.plan.Game.Award == nil {
		return nil, nil
	}
	limits, err := h.plan.Game.Award.BeforeAward(h)
	for _, l := range limits {
		switch {
		case !h.s.Live.Has(l.Seat):
			return nil, h.plan.Game.Blame(l.Pos, "a claim is limited of seat %d, which is not in the hand", l.Seat+1)
		case h.roundOf(l.Step) < 0:
			return nil, h.plan.Game.Blame(l.Pos, "a claim is limited from a round of betting that was not played")
		case l.Step != limits[0].Step || l.Forfeit != limits[0].Forfeit:
			return nil, h.plan.Game.Blame(l.Pos, "the claims of one hand are limited in different ways")
		}
	}
	return limits, err
}

// awardLimited divides the pots when seats have no claim to the bets from a round
// on. Earlier bets are divided as usual. Later bets are divided pot by pot among
// the seats with a claim to them. Where no seat has one, forfeited bets are divided
// among all that are live in the pot. Void bets go back to the live seats if a
// limited seat has the best hand, which does not win the bets of others; what folded
// seats bet goes to the winner.
func (h *Hand) awardLimited(sd *plan.ShowdownStep, limits []plan.ClaimLimit, t *table) error {
	var limited betting.Set
	for _, l := range limits {
		limited |= betting.Bit(l.Seat)
	}
	earlier := h.before[h.roundOf(limits[0].Step)]
	var later [betting.Max]int64
	for i := range h.s.N {
		later[i] = h.in[i] - earlier[i]
	}
	if later != [betting.Max]int64{} {
		seat := int(h.button)
		for range limited.Len() {
			seat = limited.After(seat)
			h.emitLimit(Limited, seat, limits[0].Step, 0)
		}
	}
	var all, list betting.List
	levels := h.levels()
	h.Pots(&all)
	betting.BuildAllIn(earlier[:h.s.N], h.s.Live, levels, h.dead, &list)
	rest := h.lessDropped(&list)
	if err := h.awardAll(sd, &list, t); err != nil {
		return err
	}
	betting.BuildAllIn(later[:h.s.N], h.s.Live, levels, 0, &list)
	list.Drop(rest)
	for i := range list.N {
		pot := &list.Pot[i]
		if pot.Amount == 0 {
			continue
		}
		if err := h.rankSeats(sd, pot.Eligible&^h.mucked, t); err != nil {
			return err
		}
		if err := h.awardLater(sd, all.Numbered(pot.Eligible, i), pot, later[:h.s.N], limited, &limits[0], t); err != nil {
			return err
		}
	}
	return nil
}

// awardLater divides one pot of the bets to which limited seats have no claim; k is
// its number among the pots of the hand.
func (h *Hand) awardLater(sd *plan.ShowdownStep, k int, pot *betting.Pot, later []int64, limited betting.Set, limit *plan.ClaimLimit, t *table) error {
	claims := pot.Eligible &^ h.mucked
	free := claims &^ limited
	best := h.winners(sd, 0, claims, &t.strength[0])
	back := int64(0)
	switch {
	case free == 0 && limit.Forfeit: // nobody is left to lose them to
		free = claims
	case limit.Forfeit:
	case free == 0 || best&^limited == 0:
		back, free = h.giveBack(pot, later, claims, limit.Step), claims
	case best&limited != 0: // a tie: the limited seats get back only their own bets
		back = h.giveBack(pot, later, best&limited, limit.Step)
	}
	if back == pot.Amount {
		return nil
	}
	return h.awardPot(sd, k, pot.Amount-back, free, t)
}

// giveBack returns to seats, from the left of the button, their bets in a pot since
// the round at a step, as far as they are still there, and returns the sum.
func (h *Hand) giveBack(pot *betting.Pot, later []int64, seats betting.Set, since int) (sum int64) {
	left := pot.Amount
	seat := int(h.button)
	for range seats.Len() {
		seat = seats.After(seat)
		part := min(pot.Part(later[seat]), left)
		if part == 0 {
			continue
		}
		left -= part
		sum += part
		h.pay(seat, part)
		h.won[seat] -= part
		h.emitLimit(Voided, seat, since, part)
	}
	return sum
}

// emitLimit emits an event of a limited claim with the step of the round from which
// the claim is limited.
func (h *Hand) emitLimit(kind EventKind, seat, since int, amount int64) {
	if h.log == nil {
		return
	}
	h.note(Event{Kind: kind, Seat: int8(seat), Step: int16(since), Amount: amount})
}
