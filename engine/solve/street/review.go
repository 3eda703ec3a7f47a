package street

import (
	"context"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// Spot is a decision that was made in a hand, and what its actions are worth to a seat with a hand by the average strategies.
type Spot struct {
	Seat    int // of the tree
	Said    string
	Actions []string
	Mix     []float64
	// Worth is what the seat gets after each action of the pot, less what it puts in from the root on, in the table's smallest unit.
	Worth []float64
	// Took is the action that was taken, -1 if none was. Amount is what it bet or raised to.
	Took   int
	Amount int64
}

// Best returns the best action.
func (s *Spot) Best() int { return slices.Index(s.Worth, slices.Max(s.Worth)) }

// Value returns what the decision is worth by the average strategies.
func (s *Spot) Value() (v float64) {
	for a, m := range s.Mix {
		v += float64(m * s.Worth[a])
	}
	return v
}

// Costs returns how much less the action that was taken is worth than the best one.
func (s *Spot) Costs() float64 { return s.Worth[s.Best()] - s.Worth[s.Took] }

// Review follows actions that were taken from the root on, with the board cards that came and the cards of the seats, none if they
// are unknown. It returns the decisions of seats whose hand is in their range, until the line leaves the tree.
func (s *Solver) Review(ctx context.Context, acts []hand.Action, board []cards.Card, held [2]cards.Set) (out []Spot) {
	t, w := s.Tree, newWorker(s)
	w.stop, w.do, w.inside = ctx, value, true
	var reach [2][]float32
	var hands [2]int
	for p := range t.sides {
		reach[p] = slices.Clone(t.sides[p].weight)
		k, ok := t.sides[p].index[held[p]]
		if hands[p] = int(k); !ok {
			hands[p] = -1
		}
	}
	said := ""
	n, at := t.root, int32(0)
	for n != nil && len(n.next) > 0 {
		if n.seat < 0 {
			n, at, board = w.follow(n, at, board, &reach, &hands)
			continue
		}
		if len(acts) == 0 {
			break
		}
		p := int(n.seat)
		size := len(t.sides[p].hands)
		mix := make([]float32, len(n.next)*size)
		w.mix(n, p, at, mix)
		took, amount := slices.Index(n.acts, acts[0]), acts[0].Amount
		if took < 0 {
			break
		}
		acts = acts[1:]
		if spot := w.spot(n, at, hands[p], reach[1-p]); spot != nil {
			spot.Said, spot.Took, spot.Amount = said, took, amount
			out = append(out, *spot)
		}
		for k := range reach[p] {
			reach[p][k] *= mix[took*size+k]
		}
		if said != "" {
			said += ", "
		}
		said += n.says[took]
		n = n.next[took]
	}
	return out
}

// spot returns the decision of a seat with its k-th hand, nil if it has none or the other seat does not come there.
func (w *worker) spot(n *node, at int32, k int, reach []float32) *Spot {
	p := int(n.seat)
	size := len(w.t.sides[p].hands)
	worth, mix := make([]float32, size), make([]float32, len(n.next)*size)
	w.fold(p, reach, worth, 1)
	if k < 0 || !(worth[k] > 0) {
		return nil
	}
	mass := float64(worth[k])
	w.mix(n, p, at, mix)
	s := &Spot{Seat: p, Actions: n.says, Took: -1}
	for a, next := range n.next {
		w.walk(next, p, at, reach, worth)
		s.Mix = append(s.Mix, float64(mix[a*size+k]))
		s.Worth = append(s.Worth, float64(worth[k])/mass)
	}
	return s
}

// Holding returns the decisions with a hand that can come before further cards, of each seat that can have it.
func (s *Solver) Holding(ctx context.Context, held cards.Set) (out []Spot) {
	t, w := s.Tree, newWorker(s)
	w.stop, w.do, w.inside = ctx, value, true
	var visit func(n *node, said string, reach [2][]float32)
	visit = func(n *node, said string, reach [2][]float32) {
		if n.seat < 0 {
			return
		}
		p := int(n.seat)
		if k, ok := t.sides[p].index[held]; ok {
			if spot := w.spot(n, 0, int(k), reach[1-p]); spot != nil {
				spot.Said = said
				out = append(out, *spot)
			}
		}
		size := len(t.sides[p].hands)
		mix := make([]float32, len(n.next)*size)
		w.mix(n, p, 0, mix)
		was := reach[p]
		for a, next := range n.next {
			reach[p] = slices.Clone(was)
			for k := range reach[p] {
				reach[p][k] *= mix[a*size+k]
			}
			visit(next, strings.TrimPrefix(said+", "+n.says[a], ", "), reach)
		}
	}
	visit(t.root, "", [2][]float32{t.sides[0].weight, t.sides[1].weight})
	return out
}

// follow returns the node and the board after a deal of the next cards, nil if they did not come. Where another board stands for
// that one, the seats' hands and the cards to come are renamed with it.
func (w *worker) follow(n *node, at int32, cs []cards.Card, reach *[2][]float32, hands *[2]int) (*node, int32, []cards.Card) {
	t := w.t
	count := t.deals[n.level].count
	if len(cs) < count {
		return nil, 0, nil
	}
	dealt := cards.SetOf(cs[:count]...)
	b := &t.boards[n.level][at]
	for i := b.first; i < b.last; i++ {
		next := &t.boards[n.level+1][i]
		for _, g := range append([]int32{0}, next.images...) {
			names := &t.names[g]
			if names.set(next.cards) != dealt {
				continue
			}
			rest := slices.Clone(cs[count:])
			for k, c := range rest {
				for from := range cards.Card(52) {
					if names.card(from) == c {
						rest[k] = from
					}
				}
			}
			for p := range reach {
				was := slices.Clone(reach[p])
				now := hands[p]
				hands[p] = -1
				for k, to := range names.hands[p] {
					if reach[p][k] = was[to]; int(to) == now {
						hands[p] = k
					}
				}
				for _, k := range next.dead[p] {
					if reach[p][k] = 0; int(k) == hands[p] {
						hands[p] = -1
					}
				}
			}
			return n.next[0], i, rest
		}
	}
	return nil, 0, nil
}
