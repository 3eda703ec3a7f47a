package hand

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// A betting round, from its opener to the wagers in the pot.

func (h *Hand) runBet(st *plan.Step) (bool, error) {
	if h.stage == notBegun {
		h.beginRound(st)
		h.stage = opening
	}
	if h.stage == betOver {
		return false, nil
	}
	for h.askBettor(st) {
		if !h.playPromise() {
			return true, nil
		}
		if h.alone() {
			h.uncontested()
			return true, nil
		}
	}
	h.shuts()
	// The uncalled bet goes back, and the wagers move into the pot.
	n := h.s.N
	if h.r.Level > 0 {
		h.uncalled(h.s.Wager[:n])
	}
	h.gather()
	h.checked[h.round-1] = h.r.Checked()
	h.short[h.round-1] = h.r.CalledShort()
	// After a round in which nobody could act, the earlier aggressor stays.
	if h.r.Aggressor >= 0 || h.checked[h.round-1] != 0 {
		h.aggressor = h.r.Aggressor
	}
	h.passed, h.unopened = h.r.PassedOut(), h.r.Level == 0
	return h.closeRound()
}

// askBettor asks the seat whose turn it is now; false if nobody is left to act.
func (h *Hand) askBettor(st *plan.Step) bool {
	if h.stage == opening {
		if h.askOpening(st) {
			return true
		}
		h.stage = wagering
	}
	seat := h.r.Next(&h.s, h.toAct())
	if seat >= 0 {
		h.askWager(st, seat)
	}
	return seat >= 0
}

// first reports whether this is the round of the forced bets.
func (h *Hand) first() bool { return h.opener < 0 }

// beginRound finds the opener and sets up the round.
func (h *Hand) beginRound(st *plan.Step) {
	h.paired = st.Bet.OpenPair && h.pairShows()
	limit := h.roundLimit(st)
	f := betting.Forced{}
	if h.first() {
		f.Nominal = h.nominal
		h.keepChips(whenPosted)
	}
	if h.plan.Game.Award != nil {
		h.before[h.round] = h.in
	}
	h.roundAt[h.round], h.checked[h.round], h.short[h.round] = h.pc, 0, 0
	h.round++
	seat := h.findOpener(st)
	shows := seat
	if st.Bet.ForcedOpen {
		seat = h.forceOpen(seat, &f)
	}
	h.r.Start(&h.s, limit, &h.plan.Game.Betting, f)
	h.opener = int8(seat)
	if h.log != nil {
		// Next skips seats that are all in; if no more betting is possible, nobody
		// is named first.
		who := h.r.Next(&h.s, seat)
		h.announce(st, shows, seat, who)
		h.emitChips(RoundBegan, who, 0, h.r.Level)
	}
	h.dec.Seat = int8(seat)
}

// findOpener returns the seat at which the round begins: the first seat from there,
// clockwise, that can act opens.
func (h *Hand) findOpener(st *plan.Step) int {
	switch st.Bet.Open {
	case plan.LeftOfBlind:
		return h.s.Live.After(int(h.lastBlind))
	case plan.OffBlinds:
		// The first live seat left of the last blind that has posted
		// nothing, the first of all if every seat has posted.
		posted := betting.Set(0)
		for i := range h.s.N {
			if h.s.Wager[i] > 0 {
				posted |= betting.Bit(i)
			}
		}
		among := h.s.Live &^ posted
		if among == 0 {
			among = h.s.Live
		}
		return among.After(int(h.lastBlind))
	case plan.HighShowing, plan.LowShowing, plan.BringInLow, plan.BringInHigh:
		return h.showing(&st.Bet)
	case plan.SameAsBefore:
		return h.s.Live.From(int(h.opener))
	case plan.LastBettor:
		if h.aggressor >= 0 {
			return h.s.Live.From(int(h.aggressor))
		}
	}
	return h.lob()
}

// showing returns the seat that opens by its up cards.
func (h *Hand) showing(b *plan.BetStep) int {
	best, who := uint64(0), h.lob()
	seat, among := int(h.button), h.s.Live
	if able := h.s.Able(); b.NextHighest && able != 0 {
		among = able
	}
	for range among.Len() {
		seat = among.After(seat)
		if k := h.showingKey(seat, b); k > best {
			best, who = k, seat
		}
	}
	return who
}

// showingKey orders the up cards of seats by an opener rule: by strength, then by
// the suit of the deciding card if suits count. The caller visits seats from the
// left of the button, so position breaks the remaining ties.
func (h *Hand) showingKey(seat int, b *plan.BetStep) uint64 {
	var few [MaxHole]cards.Card
	up := few[:0]
	held := h.seatCards(seat)[:h.held[seat]]
	for faces := h.up[seat] & (1<<len(held) - 1); faces != 0; faces &= faces - 1 {
		if c := held[bits.TrailingZeros64(faces)]; c.Natural() {
			up = append(up, c)
		}
	}
	if len(up) == 0 {
		return 0
	}
	r := up[0].Rank() + 1
	if r > cards.Ace && b.AceLow() {
		r = 0
	}
	switch b.Open {
	case plan.BringInLow: // the lowest card, then the lowest suit
		return uint64(14-r)<<8 | uint64(3-b.Suits.Place(up[0].Suit()))
	case plan.BringInHigh: // the highest card, then the highest suit
		return uint64(r+1)<<8 | uint64(b.Suits.Place(up[0].Suit()))
	case plan.LowShowing:
		return uint64(rank.ShowingLow(up, b.AceLow())) << 16
	}
	key := uint64(rank.ShowingHigh(up, b.AceLow())) << 16
	if b.Suits != rank.SuitsEqual {
		key |= showingSuits(b, up)
	}
	return key
}

func (h *Hand) pairShows() bool {
	for m := h.s.Live; m != 0; m &= m - 1 {
		seat, seen := m.First(), uint16(0)
		for k, c := range h.Hole(seat) {
			if !h.IsUp(seat, k) || !c.Natural() {
				continue
			}
			if seen>>c.Rank()&1 != 0 {
				return true
			}
			seen |= 1 << c.Rank()
		}
	}
	return false
}

// forceOpen posts the opener's forced bet and returns the seat that acts next. A
// seat without chips is skipped.
func (h *Hand) forceOpen(seat int, f *betting.Forced) int {
	able := h.s.Able()
	amount := h.plan.Stakes.BringIn
	if able.Len() < 2 || amount == 0 {
		return seat
	}
	seat = able.From(seat)
	put := h.s.Post(seat, amount)
	f.Nominal = amount
	h.emitChips(BroughtIn, seat, put, put)
	return able.After(seat)
}

// announce announces who bets first, and who shows a possible straight or flush. It
// names the cards if they decide: shows is the seat that they choose, begins is
// where the round begins, and who acts first; -1 for nobody.
func (h *Hand) announce(st *plan.Step, shows, begins, who int) {
	if st.Bet.Announce && who >= 0 {
		var up []cards.Card
		if st.Bet.Open.ByShowing() && who == begins {
			who = shows
			up = h.upCards(nil, who)
		}
		h.emitCards(Announced, who, up)
	}
	if !st.Bet.Hints {
		return
	}
	seat := int(h.button)
	for range h.s.Live.Len() {
		seat = h.s.Live.After(seat)
		up := h.upCards(nil, seat)
		if possibleFlush(up) {
			h.emitCards(SeesFlush, seat, up)
		}
		if possibleStraight(up) {
			h.emitCards(SeesStraight, seat, up)
		}
	}
}

// possibleFlush reports whether at least three up cards share a suit.
func possibleFlush(up []cards.Card) bool {
	var n [4]int
	for _, c := range up {
		if c.Natural() {
			n[c.Suit()]++
		}
	}
	return max(n[0], n[1], n[2], n[3]) >= 3
}

// possibleStraight reports whether at least three up cards of different ranks fit
// into one straight; the ace is high or low.
func possibleStraight(up []cards.Card) bool {
	var ranks uint16 // bit 0 the low ace, bit 13 the high one
	for _, c := range up {
		if c.Natural() {
			ranks |= 2 << c.Rank()
		}
	}
	ranks |= ranks >> 13
	for low := range 10 {
		if betting.Set(ranks>>low&0x1f).Len() >= 3 {
			return true
		}
	}
	return false
}
