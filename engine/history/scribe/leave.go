package scribe

import (
	"slices"

	"cardroom/engine/history"
	"cardroom/engine/seating"
)

// leaving marks the fold of a player who has left.
const leaving = -1

// Leave records that a player with chips in the pot has left: the hand is folded when the player
// would have to act, unless the file has an action of the player.
func (s *Scribe) Leave(i int, at history.Pos) {
	if p := &s.seats[i]; p.out || p.put == 0 || p.put >= p.stack {
		return
	}
	s.event(evFold, i, leaving, at)
}

// leave moves the folds of players who left to where they are due.
func (s *Scribe) leave() {
	var left []event
	for k := 0; k < len(s.events); k++ {
		e := s.events[k]
		if e.kind != evFold || e.amount != leaving {
			continue
		}
		s.events = slices.Delete(s.events, k, k+1)
		acts := func(o event) bool { return o.kind <= evBringIn && o.seat == e.seat }
		if k--; !slices.ContainsFunc(s.events[k+1:], acts) {
			e.amount = int64(k + 1) // the event before which the file has it
			left = append(left, e)
		}
	}
	for i := len(left) - 1; i >= 0; i-- { // last first, so that the positions of earlier ones stay valid
		s.foldInTurn(left[i])
	}
}

// foldInTurn inserts a fold before the event of the first player who acts after the folding
// player's turn.
func (s *Scribe) foldInTurn(fold event) {
	told := len(s.events)
	defer func() {
		if len(s.events) > told {
			s.h.Infer(fold.pos, s.seats[fold.seat].name+" has left, and folds in turn")
		}
	}()
	from := int(fold.amount)
	fold.amount = 0
	var in seating.Set
	for _, i := range s.order {
		in |= seating.Bit(int(i))
	}
	n := len(s.order)
	mine := slices.Index(s.order, fold.seat)
	big := slices.Index(s.order, int8(s.bigSeat))
	turn, owes, acted := big+1, true, big >= 0
	for k := range s.events {
		e := &s.events[k]
		if e.kind == evStreet {
			if k >= from && acted && owes {
				s.events = slices.Insert(s.events, k, fold)
				return
			}
			if turn, owes, acted = 0, true, false; n == 2 && big >= 0 {
				turn = big // with two players the button, who has the small blind, acts last
			}
			continue
		}
		if e.kind > evBringIn || e.seat < 0 {
			continue
		}
		seat := slices.Index(s.order, e.seat)
		if seat < 0 {
			continue
		}
		passes := (mine-turn+2*n)%n < (seat-turn+2*n)%n
		if k >= from && passes && owes {
			s.events = slices.Insert(s.events, k, fold)
			return
		}
		if e.kind == evFold {
			in &^= seating.Bit(int(e.seat))
		}
		owes = e.seat != fold.seat && (owes || e.kind == evBet || e.kind == evRaiseTo || e.kind == evRaiseBy)
		turn, acted = seat+1, true
	}
	if owes && in.Len() > 1 {
		s.events = append(s.events, fold)
	}
}
