package odds

import (
	"slices"

	"cardroom/engine/cards"
)

// symmetries returns the renamings of the suits that leave a question
// unchanged: cards that are renamed into each other have the same answers. The
// hand `except`, if any (-1 for none), may change.
func (q *Question) symmetries(except int) (out []*[4]uint) {
	if q.drawn() { // policies may look at suits
		return []*[4]uint{&suitOrders[identity]}
	}
	for i := range q.Show.Parts {
		if p := &q.Show.Parts[i]; p.BySuit || len(p.Ranking.Description().WildCards) > 0 {
			return []*[4]uint{&suitOrders[identity]}
		}
	}
	weights := make([]map[cards.Set]float64, len(q.Hands))
	for i, h := range q.Hands {
		if h.Range == nil || i == except {
			continue
		}
		weights[i] = make(map[cards.Set]float64, len(h.Range.Hands))
		for _, held := range h.Range.Hands {
			weights[i][held.Cards] += held.Weight
		}
	}
	for i := range suitOrders {
		to := &suitOrders[i]
		same := func(s cards.Set) bool { return renamed(s, to) == s }
		if !same(q.Dead) || !same(cards.SetOf(known(q.Board)...)) || q.Second != nil && !same(cards.SetOf(known(q.Second.Cards)...)) {
			continue
		}
		ok := true
		for k, h := range q.Hands {
			if k == except {
				continue
			}
			ok = ok && same(cards.SetOf(known(h.Cards)...))
			for set, w := range weights[k] {
				ok = ok && weights[k][renamed(set, to)] == w
			}
		}
		if ok {
			out = append(out, to)
		}
	}
	return out
}

// identity is the index of the permutation that changes nothing.
var identity = slices.Index(suitOrders, [4]uint{0, 1, 2, 3})

// first returns the smallest of the sets into which a set is renamed.
func first(s cards.Set, orders []*[4]uint) cards.Set {
	least := s
	for _, to := range orders {
		least = min(least, renamed(s, to))
	}
	return least
}
