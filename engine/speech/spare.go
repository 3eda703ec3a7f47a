package speech

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// spare returns the n cards that a seat should discard in a draw: those whose
// replacement gives the best average strength in the part of the showdown for which
// the cards are set apart, or in the first part. It tries random draws from the
// cards that the seat has not seen, always the same ones.
func spare(h *hand.Hand, seat int, held []cards.Card, n int) []cards.Card {
	if n <= 0 || n >= len(held) {
		return slices.Clone(held[:max(0, min(n, len(held)))])
	}
	s := sparing{r: drawRanking(h), unseen: unseen(h, seat), n: n}
	var out []cards.Card
	best := -1.0
	for choice := range 1 << len(held) {
		var kept, gone []cards.Card
		for k, c := range held {
			if choice>>k&1 != 0 {
				gone = append(gone, c)
			} else {
				kept = append(kept, c)
			}
		}
		if len(gone) != n {
			continue
		}
		if worth := s.average(kept); worth > best {
			best, out = worth, gone
		}
	}
	return out
}

// sparing evaluates random draws.
type sparing struct {
	r      *rank.Ranking
	unseen []cards.Card
	n      int
}

// spareDraws is the number of draws that are tried for each choice of cards.
const spareDraws = 400

func (s *sparing) average(kept []cards.Card) float64 {
	chance := hand.NewSource(1, uint64(len(kept)))
	pack := slices.Clone(s.unseen)
	n := min(s.n, len(pack))
	full := slices.Grow(slices.Clone(kept), n)
	sum := 0.0
	for range spareDraws {
		for i := range n {
			j := i + int(chance.Below(uint64(len(pack)-i)))
			pack[i], pack[j] = pack[j], pack[i]
		}
		sum += float64(s.r.Best(append(full, pack[:n]...)))
	}
	return sum
}

// drawRanking returns the ranking that decides the discards: that of the last
// showdown's part for which the cards are set apart, or of its first part.
func drawRanking(h *hand.Hand) *rank.Ranking {
	for _, st := range slices.Backward(h.Plan().Game.Steps) {
		if st.Show == nil {
			continue
		}
		if ask := h.Question(); ask != nil && ask.Of > 0 {
			for i := range st.Show.Parts {
				if st.Show.Parts[i].Hands>>(ask.Of-1)&1 != 0 {
					return st.Show.Parts[i].Ranking
				}
			}
		}
		return st.Show.Parts[0].Ranking
	}
	return rank.High
}

// unseen returns the cards of the deck that a seat has not seen, in the order of the deck.
func unseen(h *hand.Hand, seat int) []cards.Card {
	var o hand.Observation
	h.Observe(seat, 0, &o)
	return (h.Plan().Game.Deck.Set() &^ o.Known(^plan.Zones(0))).Cards()
}
