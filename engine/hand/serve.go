package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Dealing a card from the stub to a hand or to the board, and the rules for an
// empty stub.

// serve deals a seat the top card, for one of the game's hands, or 0 for none.
func (h *Hand) serve(seat int, up bool, group uint8) error {
	if h.stock.left() == 0 {
		if ok, err := h.cardFor(seat); !ok {
			return err
		}
	}
	h.give(seat, h.stock.next(), up)
	if group > 0 {
		h.groups(seat)[h.held[seat]-1] = group
	}
	return nil
}

// comesAgain reports whether the discards come back when the stub is empty, for a seat or, with -1, for the board: in a draw
// whatever the house's rule for streets.
func (h *Hand) comesAgain(seat int) bool {
	short := h.plan.Game.ShortStub
	return short.Reshuffles() || h.plan.Game.Steps[h.pc].Draws() || seat < 0 && short != plan.StubMustSuffice
}

// cardFor makes sure that the stub has a card, for a seat or, with -1, for the
// board. In a hand with a floor there may be no card at all, because cards can be
// dead or aside.
func (h *Hand) cardFor(seat int) (bool, error) {
	if h.stock.left() > 0 {
		return true, nil
	}
	if found, tracked := h.scrape(seat); tracked {
		return found, nil
	}
	if h.comesAgain(seat) {
		h.reshuffle(seat)
	}
	if h.stock.left() == 0 {
		return false, h.noCards()
	}
	return true, nil
}

// noCards returns the error for an empty stub. Whether the stub can run out depends
// on who stays in, so a plan whose discards come back is not rejected for it.
func (h *Hand) noCards() error {
	g := h.plan.Game
	why := "the game does not reshuffle"
	if g.ShortStub.Reshuffles() || g.Steps[h.pc].Draws() {
		why = "there are no discards to reshuffle"
	}
	return g.BlameWith(g.Steps[h.pc].Pos, "play it with fewer seats, or deal fewer cards",
		"the stub is empty: %d seats are in, the deck has %d cards, and %s", h.s.Live.Len(), g.Deck.Len(), why)
}

func (h *Hand) give(seat int, c cards.Card, up bool) {
	k := h.held[seat]
	at := seat*int(h.room) + int(k)
	h.hole[at], h.group[at] = c, 0
	if up {
		h.up[seat] |= 1 << k
		h.noteUp(seat, c)
	}
	h.held[seat] = k + 1
	h.dealtOne()
}

// placeOnBoards puts a card on boards, bit k for the game's k-th; 0 means all of them.
func (h *Hand) placeOnBoards(c cards.Card, on uint16) {
	h.board[h.onBoard], h.runOf[h.onBoard] = c, 0
	if h.runs > 1 {
		h.runOf[h.onBoard] = h.nthRun + 1
	}
	if n := len(h.plan.Game.Boards); n > 0 {
		if on == 0 {
			on = 1<<n - 1
		}
		h.boardOn[h.onBoard] = on
	}
	h.onBoard++
	h.dealtOne()
}

// tellServed emits the last n cards of each seat of a set, or what the floor has
// counted. Cards that the caller deals are reported immediately.
func (h *Hand) tellServed(seats betting.Set, n int) {
	if h.manual || h.tellUntold() || h.log == nil || n == 0 {
		return
	}
	seat := int(h.button)
	for range h.s.N {
		if seat = (seat + 1) % h.s.N; seats.Has(seat) {
			h.tellFaces(seat, n)
		}
	}
}

// tellFaces emits the last n cards of a seat, with separate events for down cards
// and up cards.
func (h *Hand) tellFaces(seat, n int) {
	held := int(h.held[seat])
	for k := held - n; k < held; {
		end := k + 1
		for end < held && h.IsUp(seat, end) == h.IsUp(seat, k) {
			end++
		}
		kind := Dealt
		if h.IsUp(seat, k) {
			kind = DealtUp
		}
		h.emitCards(kind, seat, h.seatCards(seat)[k:end])
		k = end
	}
}

// inPlay returns the cards that live seats hold or that are on the board, in a hand
// whose cards the caller deals.
func (h *Hand) inPlay() cards.Set {
	s := cards.SetOf(h.Board()...)
	for m := h.s.Live; m != 0; m &= m - 1 {
		s |= cards.SetOf(h.Hole(m.First())...)
	}
	return s
}

// unserved returns the live seats that are owed cards.
func (h *Hand) unserved() (m betting.Set) {
	for l := h.s.Live; l != 0; l &= l - 1 {
		if h.owed[l.First()] > 0 {
			m |= betting.Bit(l.First())
		}
	}
	return m
}

// reshuffle makes a new stub of all cards that are not in play: discards, burn
// cards and mucked hands. As long as other cards are available, it leaves out what
// the seat being served, and the others that are still owed cards, have just
// discarded.
func (h *Hand) reshuffle(seat int) {
	left := h.loose()
	if st := h.Step(); st != nil && st.Draws() && !st.Draw.OwnBack && seat >= 0 {
		own, others := h.tossed[seat], cards.Set(0)
		for m := h.unserved(); m != 0; m &= m - 1 {
			others |= h.tossed[m.First()]
		}
		if t := left.without(own | others); t != (tally{}) {
			left = t
		} else if t := left.without(own); t != (tally{}) {
			left = t
		}
	}
	h.restub(left)
	h.emitChips(Reshuffled, -1, int64(h.stock.n), 0)
}

// reclaimBurns puts the burn cards back under the stub. In a game without draws,
// they are the cards that are not in play, mucked or in the stub.
func (h *Hand) reclaimBurns() {
	if h.burnsBack() {
		return
	}
	s := &h.stock
	s.settle()
	out := packTally(h.plan.Game.Deck)
	out.remove(s.order[s.pos:s.n])
	out.remove(h.Board())
	for i := range h.s.N {
		out.remove(h.Hole(i))
	}
	for _, c := range s.order[:s.pos] {
		if out.take(c) {
			s.order[s.n] = c
			s.n++
		}
	}
	h.comesBack(cards.SetOf(s.order[s.pos:s.n]...))
	s.mixed = s.n // in the order in which they were burned, without a shuffle
}
