package solve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
)

// Size is the estimated size of a game's tree.
type Size struct {
	Nodes, NodesOff float64 // states of the tree, with the standard error
	Ends            float64 // ends of hands
	Bytes           int64   // approximate memory for building and solving
}

// probes is the number of lines followed for an estimate.
const probes = 400

// bytesPerNode is the memory of a node that is not an end, with its share of decisions and
// sequences. The largest value of any house game at Leduc size is 48.
const bytesPerNode = 48

// maxBytes limits estimates, so that they fit in an integer.
const maxBytes = 1 << 60

// Estimate estimates the size of the tree without building it, by following a few hundred random
// lines (D. Knuth, Estimating the efficiency of backtrack programs, 1975).
func Estimate(ctx context.Context, small *enumerate.Small) (*Size, error) {
	w, err := enumerate.NewWalk(ctx, small.Bound, small.Options)
	if err != nil {
		return nil, err
	}
	p := &probe{walk: w, chance: rand.New(rand.NewPCG(1, 2))}
	deals := 0
	w.Deal(func(*hand.Hand, bool) { deals++ })
	// The probed deals are evenly spaced, in one walk over all deals.
	n := min(deals, probes)
	var all lineSums
	times := (probes + n - 1) / max(n, 1)
	k := 0
	w.Deal(func(h *hand.Hand, redealt bool) {
		k++
		switch {
		case (k*n)/deals == ((k-1)*n)/deals || pause.Err(ctx) != nil:
		case redealt: // a line that ends
			all.n += float64(times)
			all.nodes += float64(times * deals)
			all.squares += float64(times * deals * deals)
		default:
			all.follow(p, h, deals, times)
		}
	})
	if err := cmp.Or(w.Err(), ctx.Err()); err != nil {
		return nil, err // lines that were not followed say nothing about the game
	}
	if all.n == 0 {
		return nil, fmt.Errorf("%s deals no cards", small.Bound.Game.Name)
	}
	return all.size(len(small.Stacks)), nil
}

// lineSums adds up the estimates of lines.
type lineSums struct{ n, nodes, squares, ends float64 }

// follow follows lines of one of the given number of deals, times in number.
func (s *lineSums) follow(p *probe, h *hand.Hand, deals, times int) {
	for range times {
		p.nodes, p.ends = 0, 0
		p.follow(h, float64(deals))
		s.n++
		s.nodes += p.nodes
		s.squares += float64(p.nodes * p.nodes)
		s.ends += p.ends
	}
}

// size returns the estimated size of the tree for a number of seats.
func (s *lineSums) size(seats int) *Size {
	r := &Size{Nodes: s.nodes / s.n, Ends: s.ends / s.n}
	r.NodesOff = math.Sqrt(max(0, s.squares/s.n-float64(r.Nodes*r.Nodes)) / s.n)
	r.Bytes = int64(min(maxBytes, float64(r.Ends*perEnd*float64(seats)/2)+float64((r.Nodes-r.Ends)*bytesPerNode)))
	return r
}

// probe follows one random line.
type probe struct {
	walk        *enumerate.Walk
	chance      *rand.Rand
	nodes, ends float64
	actions     []hand.Action
}

// follow continues from a hand that stands for weight hands.
func (p *probe) follow(h *hand.Hand, weight float64) {
	p.nodes += weight
	d, ok := h.Next()
	if !ok {
		p.ends += weight
		return
	}
	p.actions = p.walk.Actions(p.actions[:0], h, &d)
	if len(p.actions) == 0 {
		return
	}
	a, weight := p.actions[p.chance.IntN(len(p.actions))], float64(weight*float64(len(p.actions)))
	p.walk.ActOnce(h, a, p.chance.IntN, func(t *hand.Hand, redealt bool, ways float64) {
		if ways > 1 {
			p.nodes += weight
		}
		if redealt {
			p.nodes += float64(weight * ways)
			return
		}
		p.follow(t, float64(weight*ways))
	})
}
