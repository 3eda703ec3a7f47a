package enumerate

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Shrinking a game against a bank: its deck becomes small, but hands still have
// different totals and there are enough cards for all who draw.

// spreadOut returns n of the ranks, from the ace up, as far apart as possible.
func spreadOut(order []cards.Rank, n int) (out []cards.Rank) {
	order = slices.Clone(order)
	slices.SortFunc(order, func(a, b cards.Rank) int { return int(a+1)%13 - int(b+1)%13 })
	for i := range n {
		out = append(out, order[i*(len(order)-1)/max(1, n-1)])
	}
	return out
}

// ranksToDraw returns the number of ranks, at least n, needed for hands that
// may draw until they reach the target.
func (s *Small) ranksToDraw(order []cards.Rank, n, each int) int {
	d, ok := points(s.Bound.Game)
	if !ok {
		return max(n, (s.needed()+each-1)/each)
	}
	need := s.toDraw()
	for n < len(order) && each*counted(d, spreadOut(order, n)) < need {
		n++
	}
	return n
}

// points returns the point values by which the game compares hands; ok is false
// if it compares them by rankings.
func points(g *plan.Game) (d rank.PointsDescription, ok bool) {
	i := slices.IndexFunc(g.Steps, func(s plan.Step) bool { return s.Settle != nil && s.Settle.Points != nil })
	if i < 0 {
		return d, false
	}
	return g.Steps[i].Settle.Points.Description(), true
}

// counted returns the total points of one card of each rank, aces low.
func counted(d rank.PointsDescription, ranks []cards.Rank) (n int) {
	for _, r := range ranks {
		n += d.Values[r]
	}
	return n
}

// toDraw returns the most points that all hands that may draw can take
// together: those of the seats that choose, including their splits. 0 if nobody
// may draw.
func (s *Small) toDraw() int {
	hands := 0
	for i := range s.Bound.Game.Steps {
		if st := &s.Bound.Game.Steps[i]; st.Chooses() {
			// how many hands of a seat may draw
			ask := st.Ask
			draws, most := 0, 1
			for i := range ask.Offers {
				for _, e := range ask.Offers[i].Effects {
					switch f := e.Kind.Facts(); {
					case f.Draws:
						draws = 1
					case f.Splits:
						most = max(most, int(e.Num))
					}
				}
			}
			hands += s.Bound.Game.Serves(st, len(s.Stacks)) * (draws * most)
		}
	}
	if hands == 0 {
		return 0
	}
	d, _ := points(s.Bound.Game)
	return hands*(d.Target-1) + 1
}
