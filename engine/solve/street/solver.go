package street

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"cardroom/engine/pause"
	"cardroom/engine/solve"
)

// Solver improves a strategy for each seat by discounted regret minimization (Brown and Sandholm, 2019) with 3/2, 0 and 3. It updates
// the seats one after another, and leaves out what the other seat does not come to with any hand. Its results are the same with any number of workers.
type Solver struct {
	Tree       *Tree
	Iterations int
	Workers    int // 1 at least

	numbers []float32 // of each decision and board: the regret of each action and hand, and then the sum of its strategies
	// With compact numbers these instead: each times the scale of its decision and board, one for regrets and one for sums.
	short []int16
	scale []float32

	met     []int32   // the last iteration that changed the regrets of a decision on a board
	kept    []float64 // the part of regrets above 0 that would be left from the start after each iteration
	weight  float32   // of this iteration's strategies
	both    float64   // the weight of all pairs of hands
	main    *worker
	helpers []*worker
}

// NewSolver returns a solver that starts with all actions equally likely.
func NewSolver(t *Tree, workers int) *Solver {
	s := &Solver{Tree: t, Workers: max(1, workers), met: make([]int32, t.decisions), kept: []float64{1}}
	if t.compact {
		s.short, s.scale = make([]int16, t.data), make([]float32, 2*t.decisions)
	} else {
		s.numbers = make([]float32, t.data)
	}
	s.main, s.both = newWorker(s), 1
	ones := make([]float32, len(t.sides[0].hands))
	s.main.fold(0, t.sides[1].weight, ones, 1)
	s.both = s.mean(0, ones)
	if len(t.deals) > 0 {
		for range s.Workers - 1 {
			s.helpers = append(s.helpers, newWorker(s))
		}
	}
	return s
}

// worker walks a tree.
type worker struct {
	s      *Solver
	t      *Tree
	stop   context.Context
	do     purpose
	count  counter
	weaker []float64 // for hands of equal strength, how likely the other seat has a weaker one
	sums   *sums
	room   []float32
	spare  int  // the first number of room that is free
	inside bool // a walk below the first deal
}

// purpose is what a walk is for.
type purpose uint8

const (
	learn purpose = iota
	reply         // what the best reply to the average strategy wins
	value         // what the average strategy wins
)

func newWorker(s *Solver) *worker {
	w := &worker{s: s, t: s.Tree, room: make([]float32, s.Tree.room)}
	if s.Tree.pairs {
		w.sums = new(sums)
	} else {
		w.count.sets = make([]float64, s.Tree.shared)
		w.weaker = make([]float64, s.Tree.most())
	}
	return w
}

// take returns room for n numbers, until give is called with the mark from before.
func (w *worker) take(n int) []float32 {
	if w.spare+n > len(w.room) {
		w.room, w.spare = make([]float32, max(2*len(w.room), 4*n)), 0
	}
	out := w.room[w.spare : w.spare+n : w.spare+n]
	w.spare += n
	return out
}

// Step runs one iteration: an update of each seat. It stops early when ctx is done.
func (s *Solver) Step(ctx context.Context) error {
	t := float64(s.Iterations)
	s.Iterations++
	power := float64(t * math.Sqrt(t))
	s.kept = append(s.kept, s.kept[len(s.kept)-1]*max(power/(power+1), 0.5))
	t++
	s.weight = float32(t * t * t)
	for p := range 2 {
		s.run(ctx, learn, p)
	}
	return ctx.Err()
}

// Run improves the strategies until their exploitability is at most a bound, in the table's smallest unit, or there were as many
// iterations as allowed, or ctx is done. It reports whether ctx was not.
func (s *Solver) Run(ctx context.Context, until float64, most int, progress func()) bool {
	for look := 16; s.Iterations < most; {
		for s.Iterations < min(look, most) {
			if s.Step(ctx) != nil {
				return false
			}
			progress()
		}
		conv := 0.0
		for p := range 2 {
			conv += s.mean(p, s.run(ctx, reply, p))
			if !s.Tree.ZeroSum {
				conv -= s.mean(p, s.run(ctx, value, p))
			}
		}
		if s.Tree.ZeroSum {
			conv -= float64(s.Tree.sum)
		}
		if conv <= 2*until {
			break
		}
		// It falls with the square of the iterations at least, and nearly with their cube at the end.
		look = max(s.Iterations+4, int(float64(s.Iterations)*min(2, math.Cbrt(conv/2/until))))
	}
	return pause.Err(ctx) == nil
}

// run walks the tree for a seat, and returns what its hands are worth.
func (s *Solver) run(ctx context.Context, do purpose, p int) []float32 {
	w := s.main
	w.stop, w.do, w.spare = ctx, do, 0
	out := make([]float32, len(s.Tree.sides[p].hands))
	w.walk(s.Tree.root, p, 0, s.Tree.sides[1-p].weight, out)
	return out
}

// walk sets out to what each hand of seat p is worth from a node on, times how likely the other seat and the cards come there.
func (w *worker) walk(n *node, p int, board int32, reach, out []float32) {
	switch {
	case n.seat < 0 && len(n.next) > 0:
		w.cards(n, p, board, reach, out)
	case n.flat != nil:
		w.fold(p, reach, out, n.flat[p])
	case n.seat < 0:
		w.showdown(p, n, board, reach, nil, out)
	case int(n.seat) == p:
		w.own(n, p, board, reach, out)
	default:
		w.other(n, p, board, reach, out)
	}
}

// at returns the regrets and sums of a node on a board. If numbers are compact they are copies, until keep is called.
func (w *worker) at(n *node, board int32) (regret, sum []float32) {
	size := int64(len(n.next) * len(w.t.sides[n.seat].hands))
	from := n.part.base + int64(board)*n.part.size + n.at
	if w.s.short == nil {
		all := w.s.numbers[from:][:2*size]
		return all[:size], all[size:]
	}
	all, short, scale := w.take(int(2*size)), w.s.short[from:][:2*size], w.s.scale[2*n.number(board):][:2]
	for i, v := range short {
		all[i] = float32(v) * scale[i/int(size)]
	}
	return all[:size], all[size:]
}

// keep keeps the regrets of a node on a board, or its sums, where numbers are compact.
func (w *worker) keep(n *node, board int32, list []float32, sums int) {
	if w.s.short == nil {
		return
	}
	most := float32(0)
	for _, v := range list {
		most = max(most, v, -v)
	}
	const top = math.MaxInt16 - 1
	number := 2*n.number(board) + int64(sums)
	w.s.scale[number] = most / top
	short, up := w.s.short[n.part.base+int64(board)*n.part.size+n.at+int64(sums*len(list)):][:len(list)], float32(0)
	if most > 0 {
		up = top / most
	}
	// Rounded up as often as is right on average: otherwise what changes little would never change.
	chance := uint32(number)*2654435761 + uint32(w.s.Iterations)*40503
	for i, v := range list {
		chance *= 1664525
		chance += 1013904223
		short[i] = int16(int32(float32(v*up)+float32(float32(chance>>8)/(1<<24))+top) - top)
	}
}

// number returns the number of a decision on a board.
func (n *node) number(board int32) int64 { return n.part.first + int64(board)*n.part.count + n.id }

// discounts returns the discounts of regrets above and below 0 since they were changed last.
func (w *worker) discounts(n *node, board int32) (above, below float32) {
	s := w.s
	met := &s.met[n.number(board)]
	above, below = float32(s.kept[s.Iterations]/s.kept[*met]), float32(math.Ldexp(1, int(*met)-s.Iterations))
	*met = int32(s.Iterations)
	return above, below
}

// own is walk where the seat itself decides.
func (w *worker) own(n *node, p int, board int32, reach, out []float32) {
	mark, size := w.spare, len(out)
	worth := w.take(len(n.next) * size)
	var mass []float32 // what each hand would get if each of the other seat's paid 1
	for a, next := range n.next {
		of := worth[a*size : (a+1)*size]
		switch {
		case w.t.pairs:
			w.walk(next, p, board, reach, of)
		case next.flat != nil:
			mass = w.take(size)
			w.fold(p, reach, mass, 1)
			pays := float32(next.flat[p])
			for k, v := range mass {
				of[k] = float32(pays * v)
			}
		case next.shows[p] != nil:
			w.showdown(p, next, board, reach, mass, of)
		default:
			w.walk(next, p, board, reach, of)
		}
	}
	if w.do == reply {
		copy(out, worth[:size])
		for a := 1; a < len(n.next); a++ {
			for k, v := range worth[a*size : (a+1)*size] {
				out[k] = max(out[k], v)
			}
		}
		w.spare = mark
		return
	}
	if w.do == learn {
		regret, _ := w.at(n, board)
		above, below := w.discounts(n, board)
		regrets(regret, worth, out, above, below)
		w.keep(n, board, regret, 0)
	} else {
		mix := w.take(len(n.next) * size)
		w.mix(n, p, board, mix)
		clear(out)
		for a := range n.next {
			v, m := worth[a*size:(a+1)*size], mix[a*size:(a+1)*size]
			for k := range out {
				out[k] += float32(m[k] * v[k])
			}
		}
	}
	w.spare = mark
}

// plus is x, or 0 if x is below 0.
func plus(x float32) float32 {
	b := math.Float32bits(x)
	return math.Float32frombits(b &^ uint32(int32(b)>>31))
}

// matching returns how regret matching turns the positive regret of an action into its share of the strategy: regret × factor + base.
// sum is that of all positive regrets; if it is 0, each action has the equal share.
func matching(sum, equal float32) (factor, base float32) {
	if sum > 0 {
		return 1 / sum, 0
	}
	return 0, equal
}

// regrets sets out to what hands are worth by the present strategy, given what they are worth after each action, and adds to the
// discounted regrets.
func regrets(regret, worth, out []float32, above, below float32) {
	size := len(out)
	extra := above - below
	switch len(regret) / size {
	case 2:
		r0, r1 := regret[:size], regret[size:][:size]
		v0, v1 := worth[:size], worth[size:][:size]
		for k := range out {
			x, y := r0[k], r1[k]
			px, py := plus(x), plus(y)
			factor, base := matching(px+py, 0.5)
			v := float32((float32(px*factor)+base)*v0[k]) + float32((float32(py*factor)+base)*v1[k])
			out[k] = v
			r0[k] = float32(x*below) + float32(px*extra) + v0[k] - v
			r1[k] = float32(y*below) + float32(py*extra) + v1[k] - v
		}
	case 3:
		r0, r1, r2 := regret[:size], regret[size:][:size], regret[2*size:][:size]
		v0, v1, v2 := worth[:size], worth[size:][:size], worth[2*size:][:size]
		for k := range out {
			x, y, z := r0[k], r1[k], r2[k]
			px, py, pz := plus(x), plus(y), plus(z)
			factor, base := matching(px+py+pz, 1./3)
			v := float32((float32(px*factor)+base)*v0[k]) + float32((float32(py*factor)+base)*v1[k]) + float32((float32(pz*factor)+base)*v2[k])
			out[k] = v
			r0[k] = float32(x*below) + float32(px*extra) + v0[k] - v
			r1[k] = float32(y*below) + float32(py*extra) + v1[k] - v
			r2[k] = float32(z*below) + float32(pz*extra) + v2[k] - v
		}
	default:
		equal := 1 / float32(len(regret)/size)
		for k := range out {
			sum := float32(0)
			for i := k; i < len(regret); i += size {
				sum += plus(regret[i])
			}
			factor, base := matching(sum, equal)
			v := float32(0)
			for i := k; i < len(regret); i += size {
				v += float32((float32(plus(regret[i])*factor) + base) * worth[i])
			}
			out[k] = v
			for i := k; i < len(regret); i += size {
				regret[i] = float32(regret[i]*below) + float32(plus(regret[i])*extra) + worth[i] - v
			}
		}
	}
}

// mix sets the strategy of the deciding seat at a node: the present one while it learns, otherwise the average.
func (w *worker) mix(n *node, p int, board int32, mix []float32) {
	size := len(w.t.sides[p].hands)
	from, sum := w.at(n, board)
	if w.do != learn {
		from = sum
	}
	share(from, mix, size)
}

// share sets each action of a hand to its share of what is above 0; to equal shares if nothing is.
func share(from, mix []float32, size int) {
	equal := float32(size) / float32(len(from))
	for k := range size {
		sum := float32(0)
		for i := k; i < len(from); i += size {
			sum += plus(from[i])
		}
		factor, base := matching(sum, equal)
		for i := k; i < len(from); i += size {
			mix[i] = float32(plus(from[i])*factor) + base
		}
	}
}

// average sets mix to how likely hands come to each action by the present strategy, and adds that to the discounted sums.
func average(regret, reach, sum, mix []float32, weight float32) {
	size := len(reach)
	switch len(regret) / size {
	case 2:
		f0, f1, m0, m1 := regret[:size], regret[size:][:size], mix[:size], mix[size:][:size]
		s0, s1 := sum[:size], sum[size:][:size]
		for k, r := range reach {
			x, y := plus(f0[k]), plus(f1[k])
			factor, base := matching(x+y, 0.5)
			x, y = float32((float32(x*factor)+base)*r), float32((float32(y*factor)+base)*r)
			m0[k], m1[k] = x, y
			s0[k] += float32(x * weight)
			s1[k] += float32(y * weight)
		}
	case 3:
		f0, f1, f2 := regret[:size], regret[size:][:size], regret[2*size:][:size]
		m0, m1, m2 := mix[:size], mix[size:][:size], mix[2*size:][:size]
		s0, s1, s2 := sum[:size], sum[size:][:size], sum[2*size:][:size]
		for k, r := range reach {
			x, y, z := plus(f0[k]), plus(f1[k]), plus(f2[k])
			factor, base := matching(x+y+z, 1./3)
			x, y, z = float32((float32(x*factor)+base)*r), float32((float32(y*factor)+base)*r), float32((float32(z*factor)+base)*r)
			m0[k], m1[k], m2[k] = x, y, z
			s0[k] += float32(x * weight)
			s1[k] += float32(y * weight)
			s2[k] += float32(z * weight)
		}
	default:
		equal := float32(size) / float32(len(regret))
		mix, sum := mix[:len(regret)], sum[:len(regret)]
		for k, r := range reach {
			all := float32(0)
			for i := k; i < len(regret); i += size {
				all += plus(regret[i])
			}
			factor, base := matching(all, equal)
			for i := k; i < len(regret); i += size {
				v := float32((float32(plus(regret[i])*factor) + base) * r)
				mix[i] = v
				sum[i] += float32(v * weight)
			}
		}
	}
}

// other is walk where the other seat decides.
func (w *worker) other(n *node, p int, board int32, reach, out []float32) {
	mark, size := w.spare, len(reach)
	mix := w.take(len(n.next) * size)
	regret, sum := w.at(n, board)
	if w.do == learn {
		average(regret, reach, sum, mix, w.s.weight)
		w.keep(n, board, sum, 1)
	} else {
		share(sum, mix, size)
		for a := range n.next {
			m := mix[a*size:][:len(reach)]
			for k, r := range reach {
				m[k] *= r
			}
		}
	}
	worth := w.take(len(out))
	clear(out)
	for a, next := range n.next {
		if to := mix[a*size : (a+1)*size]; some(to) {
			w.walk(next, p, board, to, worth)
			for k, v := range worth {
				out[k] += v
			}
		}
	}
	w.spare = mark
}

// some reports whether the other seat comes somewhere with any hand. If not, nothing changes from there on.
func some(reach []float32) bool {
	for _, r := range reach {
		if r != 0 {
			return true
		}
	}
	return false
}

// cards is walk where board cards come.
func (w *worker) cards(n *node, p int, board int32, reach, out []float32) {
	b := &w.t.boards[n.level][board]
	clear(out)
	if len(w.s.helpers) > 0 && !w.inside {
		w.spread(n, p, b, reach, out)
		return
	}
	mark := w.spare
	was := w.inside
	w.inside = true
	worth := w.take(len(out))
	for i := b.first; i < b.last; i++ {
		if w.card(n, p, i, reach, worth) {
			w.t.boards[n.level+1][i].add(w.t, p, worth, out)
		}
	}
	w.inside = was
	w.spare = mark
}

// card is walk after the cards of a board have come. It reports whether it was not stopped.
func (w *worker) card(n *node, p int, i int32, reach, worth []float32) bool {
	if n.level == 0 && pause.Err(w.stop) != nil {
		return false
	}
	next := &w.t.boards[n.level+1][i]
	mark := w.spare
	to := w.take(len(reach))
	chance := w.t.deals[n.level].chance
	for k, r := range reach {
		to[k] = r * chance
	}
	for _, k := range next.dead[1-p] {
		to[k] = 0
	}
	w.walk(n.next[0], p, i, to, worth)
	for _, k := range next.dead[p] {
		worth[k] = 0
	}
	w.spare = mark
	return true
}

// add adds what hands are worth on a board, and on those for which it stands.
func (b *board) add(t *Tree, p int, worth, out []float32) {
	for k, v := range worth {
		out[k] += v
	}
	for _, g := range b.images {
		for k, to := range t.names[g].hands[p] {
			out[to] += worth[k]
		}
	}
}

// spread is cards with several workers.
func (w *worker) spread(n *node, p int, b *board, reach, out []float32) {
	count := int(b.last - b.first)
	all := make([]float32, count*len(out))
	var next atomic.Int32
	var done sync.WaitGroup
	work := func(w *worker) {
		for {
			i := int(next.Add(1)) - 1
			if i >= count {
				return
			}
			w.card(n, p, b.first+int32(i), reach, all[i*len(out):(i+1)*len(out)])
		}
	}
	for _, h := range w.s.helpers {
		h.stop, h.do, h.spare, h.inside = w.stop, w.do, 0, true
		done.Add(1)
		go func() {
			defer done.Done()
			work(h)
		}()
	}
	w.inside = true
	work(w)
	w.inside = false
	done.Wait()
	for i := range count {
		w.t.boards[n.level+1][int(b.first)+i].add(w.t, p, all[i*len(out):(i+1)*len(out)], out)
	}
}

// mean returns what a seat gets on average, from what its hands get.
func (s *Solver) mean(p int, worth []float32) float64 {
	sum := 0.0
	for k, v := range worth {
		sum += float64(float64(s.Tree.sides[p].weight[k]) * float64(v))
	}
	return sum / s.both
}

// Check computes the value and the quality of the average strategies, in the table's smallest unit: what a seat gets of the pot,
// less what it puts in from the root on.
func (s *Solver) Check(ctx context.Context) *solve.Result {
	t := s.Tree
	r := &solve.Result{Certain: t.ZeroSum}
	for p := range 2 {
		if p == 1 && t.ZeroSum {
			r.Value = append(r.Value, float64(t.sum)-r.Value[0])
		} else {
			r.Value = append(r.Value, s.mean(p, s.run(ctx, value, p)))
		}
		r.Best = append(r.Best, s.mean(p, s.run(ctx, reply, p)))
		r.NashConv += r.Best[p] - r.Value[p]
	}
	r.Exploitability = r.NashConv / 2
	r.Low, r.High = append([]float64(nil), r.Value...), append([]float64(nil), r.Best...)
	if t.ZeroSum {
		r.Low = []float64{float64(t.sum) - r.Best[1], float64(t.sum) - r.Best[0]}
	}
	return r
}
