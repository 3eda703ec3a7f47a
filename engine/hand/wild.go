package hand

import (
	"cmp"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// noteUp records that a card was turned up, for rankings in which a rank follows
// others.
func (h *Hand) noteUp(c cards.Card) {
	if !h.plan.Follows {
		return
	}
	if !c.Natural() {
		h.lastUp = 0
		return
	}
	if h.lastUp != 0 {
		h.after[h.lastUp-1] = uint8(c.Rank()) + 1
	}
	h.after[c.Rank()] = 0
	if h.lastUp == uint8(c.Rank())+1 { // a card of the same rank follows
		h.after[c.Rank()] = h.lastUp
	}
	h.lastUp = uint8(c.Rank()) + 1
}

// wilds remembers the cards that are wild for a seat in a part, in addition to those that
// always are, by the boards that they depend on.
type wilds struct {
	seat  int
	fixed bool // they depend on no board
	n     int
	err   error // the first error of a script that was asked
	on    [plan.MaxBoards + 1]uint16
	wild  [plan.MaxBoards + 1]cards.Set
}

// wildOn returns the cards that are wild where some boards play.
func (h *Hand) wildOn(r *rank.Ranking, on uint16, w *wilds) (wild cards.Set) {
	if w.fixed {
		return w.wild[0]
	}
	for k := range w.n {
		if w.on[k] == on {
			return w.wild[k]
		}
	}
	fixed := true
	events := r.Events()
	for i := range events {
		more, byBoard, err := h.wildBy(&events[i], w.seat, on)
		if wild, fixed = wild|more, fixed && !byBoard; w.err == nil {
			w.err = err
		}
	}
	if w.n < len(w.on) {
		w.on[w.n], w.wild[w.n] = on, wild
		w.fixed = fixed && w.n == 0
		w.n++
	}
	return wild
}

// wildBoards returns the boards whose cards are wild when a part is played in one of its ways
// with a board: those that play, and where none does all that the part names, without
// those that must be beaten if there are others.
func (h *Hand) wildBoards(p *plan.Part, u *plan.Use, board int) (on uint16) {
	all := uint16(1)<<h.boards() - 1
	switch {
	case h.plan.Game.Boards == nil:
		return all
	case u.FromEach():
		for k, n := range u.Of {
			if n > 0 {
				on |= 1 << k
			}
		}
		return on
	case playsFrom(p, u, board):
		return 1 << board
	}
	all = cmp.Or(u.Boards, p.Boards, all)
	if on = all &^ p.Beats; on == 0 {
		return all
	}
	return on
}

// wildBy returns the cards that an event makes wild for a seat where some boards play, and
// whether it depends on which those are.
func (h *Hand) wildBy(e *rank.Event, seat int, on uint16) (wild cards.Set, byBoard bool, err error) {
	var room [plan.MostBoard]cards.Card
	var among []cards.Card
	switch e.Kind {
	case rank.FollowsUp:
		if next := h.after[e.Rank]; next != 0 {
			wild = rank.OfRank(cards.Rank(next - 1))
		}
		return wild, false, nil
	case rank.ByScript:
		return h.wildByScript(e.Asked, seat, on)
	case rank.LastBoard, rank.OnBoard, rank.LowestBoard:
		if byBoard = e.Board == ""; !byBoard {
			on = 1 << slices.Index(h.plan.Game.Boards, e.Board)
		}
		among = h.cardsOn(room[:0], on)
	case rank.LowestHole:
		among = h.Hole(seat)
	case rank.LowestDown:
		among = room[:0]
		for k, c := range h.Hole(seat) {
			if !h.IsUp(seat, k) {
				among = append(among, c)
			}
		}
	}
	return e.Of(among), byBoard, nil
}

// wildByScript returns what a script makes wild for a seat where some boards play, and
// whether it looked at those boards.
func (h *Hand) wildByScript(a rank.Asker, seat int, on uint16) (wild cards.Set, byBoard bool, err error) {
	in := rank.InPlay{Own: h.Hole(seat), Up: h.up[seat], Board: h.cardsOn(nil, on), Names: h.plan.Game.Boards}
	for k := range in.Names {
		in.Boards = append(in.Boards, h.BoardOf(nil, k))
	}
	return a.WildCards(&in)
}
