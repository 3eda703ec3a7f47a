package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
)

// The start of a hand: it checks the setup, clears the state, and makes the deck.

// Start begins a hand in h, whatever h held before, and plays it to the first
// decision. It returns an error for setups that the game does not allow.
func (h *Hand) Start(s *Setup) error {
	if err := s.check(); err != nil {
		return err
	}
	// The state of an earlier hand is cleared.
	n := len(s.Stacks)
	h.plan, h.log, h.rake, h.toRake = s.Plan, s.Log, nil, 0
	if h.shift = nil; s.Rake != nil {
		h.rake = &s.Rake
	}
	if s.Shift != nil {
		h.shift = &s.Shift
	}
	h.s.N, h.s.Live, h.s.Broke = n, betting.Bit(n)-1, 0
	for i := range n {
		h.s.Stack[i], h.start[i] = s.Stacks[i], s.Stacks[i]
		h.s.Wager[i], h.in[i], h.held[i], h.up[i], h.owed[i], h.won[i], h.aside[i] = 0, 0, 0, 0, 0, 0, 0
		h.chosen[i], h.answers[i], h.tossed[i], h.knows[i], h.where[i], h.wins[i] = 0, 0, 0, 0, 0, 0
	}
	clear(h.turned[:])
	h.dead, h.toHouse, h.nominal, h.topBlind, h.outOfPot, h.paid, h.feeDue, h.flopFee = s.Carried, 0, 0, 0, 0, 0, 0, 0
	h.blinds, h.dropsLow = [betting.Max]int64{}, false
	h.pc, h.within, h.button = -1, within{}, int8(s.Button)
	h.lastBlind, h.opener, h.aggressor = h.button, -1, -1
	h.round, h.passed, h.unopened, h.freeDeals, h.redeals = 0, false, false, 0, 0
	h.branches = [len(h.branches)]uint8{}
	h.partAt, h.turn, h.rolled, h.rolls, h.others, h.post = -1, 0, 0, 0, 0, 0
	h.ArrangeRolls(s.Rolls)
	h.carriedIn, h.stays, h.paidLast, h.toSeats, h.between, h.capped = s.Carried, 0, 0, 0, 0, 0
	h.manual, h.over = s.Manual, false
	h.straddles = !s.NoStraddle
	h.onBoard, h.seen, h.room = 0, 0, s.Plan.Room
	h.runs, h.nthRun, h.runFrom = 0, 0, 0
	clear(h.allUp[:])
	h.nAllUp, h.paired = 0, false
	if s.Plan.Game.Hands != nil {
		h.group = [len(h.group)]uint8{}
	}
	if s.Plan.Game.Boards != nil {
		h.boardOn = [len(h.boardOn)]uint16{}
	}
	h.waiting, h.shown, h.mucked, h.main = 0, 0, 0, 0
	h.serving, h.left, h.burnDue, h.dueNow, h.street = -1, 0, false, 0, 0
	h.dueTurn = [len(h.dueTurn)]uint8{}
	h.r = betting.Round{Aggressor: -1}
	h.startBank(s)
	h.dec, h.offered, h.byPlay, h.unbound = Decision{}, 0, false, false
	h.result = Result{}
	if h.log != nil {
		h.log.Events, h.log.Decided = h.log.Events[:0], h.log.Decided[:0]
	}
	h.startFloor(s)
	if err := h.makeDeck(s); err != nil {
		return err
	}
	h.postForced(s)
	return h.advance()
}

func (s *Setup) check() error {
	g := s.Plan.Game
	n := len(s.Stacks)
	least, most := g.MinSeats, g.MaxSeats
	if s.Manual { // a record may have any number of players
		least, most = 2, betting.Max
	}
	if n < least || n > most {
		return fmt.Errorf("%s is for %d to %d players, not %d", g.Name, g.MinSeats, g.MaxSeats, n)
	}
	if err := s.checkBanked(); err != nil {
		return err
	}
	if s.Carried < 0 || s.Carried > 1<<56 {
		return fmt.Errorf("a pot of %d is carried over", s.Carried)
	}
	if len(s.Rolls) > 8 {
		return fmt.Errorf("%d rolls are given: the limit is 8", len(s.Rolls))
	}
	for _, n := range s.Rolls {
		if n > 100 {
			return fmt.Errorf("a roll of %d: the limit is 100", n)
		}
	}
	if s.Banked < 0 || s.Banked > 100 {
		return fmt.Errorf("%d rounds in a row have been banked", s.Banked)
	}
	if s.Button < 0 || s.Button >= n {
		return fmt.Errorf("the button is at seat %d of %d", s.Button+1, n)
	}
	for i, c := range s.Stacks {
		if c <= 0 {
			return fmt.Errorf("seat %d has no chips", i+1)
		}
		if c > 1<<56 {
			return fmt.Errorf("seat %d has more chips than can be counted", i+1)
		}
	}
	if err := s.checkPayments(); err != nil {
		return err
	}
	// The seats that are not dealt in, and the attendance.
	switch {
	case s.absentPays():
		return errors.New("a forced bet is due from a seat that is not dealt in")
	case s.Attendance == Unattended && s.Absent != 0:
		return errors.New("seats that are not dealt in need an attended hand")
	case s.Manual && (s.Attendance == Attended || s.Absent != 0):
		return errors.New("a hand whose cards the caller deals can be watched, not attended: the order of its deck is not known")
	case s.Attendance != Unattended && ((betting.Bit(len(s.Stacks))-1)&^s.Absent).Len() < least:
		return fmt.Errorf("%s is for at least %d players", s.Plan.Game.Name, least)
	}
	if n > s.Plan.Seats {
		return fmt.Errorf("%d players need %d cards of %s, the deck has %d", n, g.Cards(n), g.Name, g.Deck.Len())
	}
	return nil
}

// checkPayments checks the posts before the deal, and the house's fees and rake.
func (s *Setup) checkPayments() error {
	g, n := s.Plan.Game, len(s.Stacks)
	if s.Antes != nil && len(s.Antes) != n || s.Blinds != nil && len(s.Blinds) != n {
		return errors.New("forced bets are not given for every seat")
	}
	if s.ForcedSeats != nil && len(s.ForcedSeats) != len(g.Forced) {
		return fmt.Errorf("%d forced bets have seats, %s has %d", len(s.ForcedSeats), g.Name, len(g.Forced))
	}
	for _, seat := range s.ForcedSeats {
		if int(seat) >= n {
			return fmt.Errorf("a forced bet is due from seat %d of %d", seat+1, n)
		}
	}
	for _, p := range s.Posts {
		if p.Seat < 0 || p.Seat >= n || p.Amount <= 0 {
			return fmt.Errorf("a post of %d by seat %d of %d", p.Amount, p.Seat+1, n)
		}
	}
	for _, amount := range s.Rake {
		if amount < 0 {
			return fmt.Errorf("a rake of %d", amount)
		}
	}
	if sum := int64(0); s.Shift != nil {
		for _, amount := range s.Shift {
			sum += amount
		}
		if len(s.Shift) != n || sum != 0 {
			return fmt.Errorf("the shifts of %d seats of %d add up to %d", len(s.Shift), n, sum)
		}
	}
	for _, f := range s.Fees {
		if f.Seat < -1 || f.Seat >= n || f.Amount < 0 || f.Flop && f.Seat >= 0 {
			return fmt.Errorf("a fee of %d from seat %d of %d", f.Amount, f.Seat+1, n)
		}
	}
	return nil
}

// absentPays reports whether a forced bet of the game is due from a seat that is
// not dealt in.
func (s *Setup) absentPays() bool {
	if s.Absent == 0 || s.Antes != nil || s.Blinds != nil {
		return false
	}
	at := Hand{plan: s.Plan, button: int8(s.Button)}
	at.s.N = len(s.Stacks)
	for i := range s.Plan.Game.Forced {
		if !s.Plan.Game.Forced[i].Everybody {
			if seat := at.poster(s, i); seat >= 0 && s.Absent.Has(seat) {
				return true
			}
		}
	}
	return false
}

func (h *Hand) makeDeck(s *Setup) error {
	deck := s.Plan.Game.Deck
	switch {
	case s.Deck == nil:
		h.stock.reset(deck, s.Seed, s.Number)
		return nil
	case len(s.Deck) != deck.Len():
		return fmt.Errorf("the deck has %d cards, %s is played with %d", len(s.Deck), s.Plan.Game.Name, deck.Len())
	}
	if deck.Packs > 1 {
		if err := tooOften(deck, s.Deck); err != nil {
			return err
		}
	} else {
		var seen cards.Set
		for i, c := range s.Deck {
			if !deck.Set().Has(c) {
				return fmt.Errorf("card %d of the deck, %s, is not in the deck of %s", i+1, c, s.Plan.Game.Name)
			}
			if seen.Has(c) {
				return fmt.Errorf("card %d of the deck, %s, occurs twice", i+1, c)
			}
			seen = seen.With(c)
		}
	}
	h.stock.stack(s.Deck, s.Seed, s.Number)
	return nil
}

// Pack returns the whole deck in the order in which the hand deals it, top card
// first: the recorded deck, or the game's deck as shuffled from the seed. Later
// reshuffles of the hand do not affect it.
func (s *Setup) Pack() []cards.Card {
	var st stock
	if s.Deck != nil {
		return slices.Clone(s.Deck)
	}
	st.reset(s.Plan.Game.Deck, s.Seed, s.Number)
	st.settle()
	return slices.Clone(st.order[:st.n])
}

// tooOften returns an error for a card that is in a recorded deck more often than
// in its packs, or not in them at all.
func tooOften(deck cards.Deck, order []cards.Card) error {
	var have, seen [64]int
	for _, c := range deck.Append(nil) {
		have[c]++
	}
	for i, c := range order {
		if seen[c&63]++; seen[c&63] > have[c&63] {
			if have[c&63] == 0 {
				return fmt.Errorf("card %d of the deck, %s, is not in the deck", i+1, c)
			}
			return fmt.Errorf("card %d of the deck, %s, occurs more than %d times", i+1, c, have[c&63])
		}
	}
	return nil
}
