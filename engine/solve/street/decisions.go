package street

import (
	"fmt"
	"iter"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/solve"
	"cardroom/engine/speech"
)

// Decisions visits the decisions of a seat of the tree with every board and every hand that it can hold there, earlier ones
// first: the average strategies. first leaves out those after the first. A decision is valid until the next.
func (s *Solver) Decisions(p int, first bool) iter.Seq[*solve.Decision] {
	return func(yield func(*solve.Decision) bool) {
		v := &visitor{s: s, w: newWorker(s), p: p, first: first, yield: yield}
		v.w.do = value
		v.visit(s.Tree.root, 0, "", true)
	}
}

type visitor struct {
	s      *Solver
	w      *worker
	p      int
	first  bool
	yield  func(*solve.Decision) bool
	number int
}

// visit visits the decisions from a node on. first: the seat has not acted before.
func (v *visitor) visit(n *node, board int32, said string, first bool) bool {
	t := v.s.Tree
	if n.seat < 0 {
		if len(n.next) > 0 {
			b := &t.boards[n.level][board]
			for i := b.first; i < b.last; i++ {
				if !v.visit(n.next[0], i, said, first) {
					return false
				}
			}
		}
		return true
	}
	if int(n.seat) == v.p {
		if !v.tell(n, board, said, first) {
			return false
		}
		if first = false; v.first {
			return true
		}
	}
	for a, next := range n.next {
		more := said + ", " + n.says[a]
		if said == "" {
			more = ": " + n.says[a]
		}
		if !v.visit(next, board, more, first) {
			return false
		}
	}
	return true
}

// tell visits the hands of a decision.
func (v *visitor) tell(n *node, board int32, said string, first bool) bool {
	t := v.s.Tree
	side := &t.sides[v.p]
	size := len(side.hands)
	v.w.spare = 0
	mix := v.w.take(len(n.next) * size)
	v.w.mix(n, v.p, board, mix)
	open := t.open[v.p]
	if all := append(append([]cards.Card(nil), t.common...), t.pathTo(int(n.level), board)...); len(all) > 0 {
		open += " | " + cards.Format(all)
	}
	d := &solve.Decision{Seat: v.p, Actions: n.says, Mix: make([]float64, len(n.next)), First: first}
	for k := range side.hands {
		if side.hands[k].Cards&t.boards[n.level][board].all != 0 {
			continue
		}
		for a := range d.Mix {
			d.Mix[a] = float64(mix[a*size+k])
		}
		d.Number = v.number
		v.number++
		d.Sees = cards.Format(side.down[k]) + open + said
		if !v.yield(d) {
			return false
		}
	}
	return true
}

// openCards describes the open cards that a seat sees: its own, and those of the other.
func (t *Tree) openCards(own, other []cards.Card, seat int) string {
	var b strings.Builder
	if len(own) > 0 {
		fmt.Fprintf(&b, " (up %s)", cards.Format(own))
	}
	if len(other) > 0 {
		fmt.Fprintf(&b, " / %s %s", speech.SeatName(int8(seat)), cards.Format(other))
	}
	return b.String()
}

// Mixes is how a seat plays all its hands at a decision.
type Mixes struct {
	Said    string // the actions before it
	Actions []string
	Hands   []cards.Held
	Mix     [][]float64 // by hand
}

// First returns the first decisions of a seat that can come before further cards.
func (s *Solver) First(p int) (out []Mixes) {
	w := newWorker(s)
	w.do = value
	var visit func(n *node, said string)
	visit = func(n *node, said string) {
		if n.seat >= 0 && int(n.seat) != p {
			for a, next := range n.next {
				visit(next, strings.TrimPrefix(said+", "+n.says[a], ", "))
			}
		}
		if n.seat < 0 || int(n.seat) != p {
			return
		}
		size := len(s.Tree.sides[p].hands)
		mix := make([]float32, len(n.next)*size)
		w.mix(n, p, 0, mix)
		m := Mixes{Said: said, Actions: n.says, Hands: s.Tree.sides[p].hands}
		for k := range size {
			var of []float64
			for a := range n.next {
				of = append(of, float64(mix[a*size+k]))
			}
			m.Mix = append(m.Mix, of)
		}
		out = append(out, m)
	}
	visit(s.Tree.root, "")
	return out
}
