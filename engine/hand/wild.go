package hand

import (
	"cardroom/engine/cards"
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

// wilds returns the cards that are wild for a seat under a ranking, in addition to
// those that always are.
func (h *Hand) wilds(r *rank.Ranking, seat int) (wild cards.Set) {
	events := r.Events()
	for i := range events {
		wild |= h.wildBy(&events[i], seat)
	}
	return wild
}

func (h *Hand) wildBy(e *rank.Event, seat int) (wild cards.Set) {
	var room [52]cards.Card
	var among []cards.Card
	switch e.Kind {
	case rank.FollowsUp:
		if next := h.after[e.Rank]; next != 0 {
			return rank.OfRank(cards.Rank(next - 1))
		}
		return 0
	case rank.ByScript:
		wild, _ = e.Asked.WildCards(h.Hole(seat), h.up[seat], h.Board())
		return wild // askWild reports the error when the hands are ranked
	case rank.LastBoard:
		if n := len(h.Board()); n > 0 && h.Board()[n-1].Natural() {
			return rank.OfRank(h.Board()[n-1].Rank())
		}
		return 0
	case rank.OnBoard:
		for k, name := range h.plan.Game.Boards {
			if name != e.Board {
				continue
			}
			for _, c := range h.BoardOf(room[:0], k) {
				if c.Natural() {
					wild |= rank.OfRank(c.Rank())
				}
			}
		}
		return wild
	case rank.LowestBoard:
		among = h.Board()
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
	if low, ok := e.Lowest(among); ok {
		return rank.OfRank(low)
	}
	return 0
}

// askWild returns the error of a script that decides which cards are wild.
func (h *Hand) askWild(r *rank.Ranking, seat int) error {
	for _, e := range r.Events() {
		if e.Kind != rank.ByScript {
			continue
		}
		if _, err := e.Asked.WildCards(h.Hole(seat), h.up[seat], h.Board()); err != nil {
			return err
		}
	}
	return nil
}
