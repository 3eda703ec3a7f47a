package solve

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/pause"
	"cardroom/engine/rank"
)

// Hold'em against the house: two cards each and five on the board. Each flop is counted once for
// all that differ only in the names of suits; with it every turn and river, one after the other if
// players choose between them, and with those every hand of the player against every hand of the
// house, in order of strength.

// pairs are the two-card hands, for the player and the house.
type pairs struct {
	cards [1326][2]uint8
	at    [52][52]int16
}

var twoCards = func() (p pairs) {
	n := 0
	for a := range 52 {
		for b := a + 1; b < 52; b++ {
			p.cards[n] = [2]uint8{uint8(a), uint8(b)}
			p.at[a][b], p.at[b][a] = int16(n), int16(n)
			n++
		}
	}
	return p
}()

func (p *pairs) set(i int) uint64 { return 1<<p.cards[i][0] | 1<<p.cards[i][1] }

// payload is the result of a state: the win, the amount put up, and how often each choice is made,
// over all stages in order.
type payload []float64

// holdem counts such a game.
type holdem struct {
	g      *bankGame
	ranked *ranked
	pays   [][]against // by strength and state
	pre    *stage      // the choice before the flop, nil for none
	flop   *stage
	turn   *stage // the choice before the river, nil if turn and river come together
	river  *stage
	first  []int // by stage: the index of its choices in a payload
	size   int   // of a payload
	least  rank.Strength

	mu    sync.Mutex
	class [169][]payload // by state, before the flop
	ways  [169]float64
	// kept, when set, gets what each state after the choice on the flop wins, by flop, hand and state in the order of flopped.
	kept map[uint64][]float64
}

// newHoldem returns a game of two hole cards and five board cards.
func (g *bankGame) newHoldem() *holdem {
	x := &holdem{g: g, ranked: newRanked(g.rank), size: 2}
	out := 0
	for k := range g.stages {
		s := &g.stages[k]
		x.first = append(x.first, x.size)
		x.size += len(s.counts)
		out += s.board
		*map[int]**stage{0: &x.pre, 3: &x.flop, 4: &x.turn, 5: &x.river}[out] = s
	}
	if g.end.Qualifies != nil {
		x.least = g.end.Qualifies.Least()
	}
	x.pays = g.payTable()
	for c := range x.class {
		x.class[c] = x.payloads()
	}
	return x
}

func (x *holdem) payloads() []payload {
	out := make([]payload, len(x.g.states))
	for i := range out {
		out[i] = make(payload, x.size)
	}
	return out
}

// place returns the index of a stage's choices in a payload.
func (x *holdem) place(s *stage) int {
	for k := range x.g.stages {
		if &x.g.stages[k] == s {
			return x.first[k]
		}
	}
	return 0
}

// count counts all flops.
func (x *holdem) count(ctx context.Context, progress func(float64)) (*Bank, error) {
	var flops []uint64
	sets(52, 3, 0, func(set uint64) bool {
		if alike(set) > 0 {
			flops = append(flops, set)
		}
		return true
	})
	var next, done atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			b := newBoards(x)
			for {
				k := int(next.Add(1)) - 1
				if k >= len(flops) || pause.Err(ctx) != nil {
					return
				}
				b.flop(flops[k])
				progress(float64(done.Add(1)) / float64(len(flops)))
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	sum := make(payload, x.size)
	all := 0.0
	for c := range x.class {
		for _, p := range x.class[c] {
			p.divide(x.ways[c])
		}
		p := x.choose(x.pre, x.class[c])[0]
		times := float64(classSize(c))
		all += times
		for i := range sum {
			sum[i] += float64(times * p[i])
		}
	}
	for k := range x.g.stages {
		s := &x.g.stages[k]
		for i := range s.counts {
			s.counts[i] = sum[x.first[k]+i]
		}
	}
	return x.g.result(sum[0]/all, sum[1]/all, choose(52, 2)*choose(50, 5)*choose(45, 2), all), nil
}

// choose returns the payload of each state before a choice.
func (x *holdem) choose(s *stage, after []payload) []payload {
	if s == nil || !s.asked {
		return after
	}
	out := make([]payload, len(after))
	first := x.place(s)
	for state := range after {
		m := s.bestAfter(state, after)
		out[state] = after[m.to]
		if m.offer >= 0 {
			out[state] = append(payload(nil), after[m.to]...)
			out[state][first+m.offer]++
		}
	}
	return out
}

// classOf returns which of the 169 starting hands two cards are.
func classOf(a, b uint8) int {
	i, j := int(a%13), int(b%13)
	if i < j {
		i, j = j, i
	}
	if a/13 == b/13 {
		return j*13 + i // suited: the lower rank first
	}
	return i*13 + j
}

// classSize returns the number of two-card hands in a class.
func classSize(c int) int {
	switch i, j := c/13, c%13; {
	case i == j:
		return 6
	case i < j:
		return 4
	}
	return 12
}

// flopped returns the states after the choice on the flop, and beforeRiver those before the one on the river.
func (x *holdem) flopped() []int     { return statesAfter([]int{0}, x.pre, x.flop) }
func (x *holdem) beforeRiver() []int { return statesAfter(x.flopped(), x.turn) }

// statesAfter returns the states to which the choices of these stages lead.
func statesAfter(states []int, stages ...*stage) []int {
	for _, s := range stages {
		if s == nil || !s.asked {
			continue
		}
		var after []int
		for _, state := range states {
			for _, m := range s.next[state] {
				if !slices.Contains(after, m.to) {
					after = append(after, m.to)
				}
			}
		}
		states = after
	}
	return states
}

// boards is the working memory for counting flops.
type boards struct {
	x       *holdem
	flopped []int // the states after the choice on the flop
	live    []int // the states before the river
	sum     []float64
	pick    []float64 // by hand, state before the river, and move
	turned  []payload // by hand, and state after the flop: sums over turns
	after   []payload
	hands   []int16
	keys    []rank.Key
	of      []rank.Strength
	from    []int32
	order   []int16
}

// mostMoves is the largest number of choices of a hand.
const mostMoves = 4

func newBoards(x *holdem) *boards {
	b := &boards{x: x, flopped: x.flopped(), live: x.beforeRiver(), after: x.payloads(), hands: make([]int16, 0, 1081), keys: make([]rank.Key, 1081), of: make([]rank.Strength, 1081), order: make([]int16, 1081), from: make([]int32, x.g.rank.Count()+2)}
	b.sum = make([]float64, 1326*len(b.live))
	b.pick = make([]float64, 1326*len(b.live)*mostMoves)
	if x.turn != nil {
		for range 1326 * len(b.flopped) {
			b.turned = append(b.turned, make(payload, x.size))
		}
	}
	return b
}

// keeping returns the renamings of suits that do not change a set of cards.
func keeping(orders [][4]int, set uint64) (out [][4]int) {
	for _, o := range orders {
		if renamed(set, o) == set {
			out = append(out, o)
		}
	}
	return out
}

// more calls do with all sets of n more cards, once for those that differ only by renamings that keep the cards before, and with the
// number of all renamings for each of these sets.
func more(n int, before uint64, alikes [][4]int, do func(set uint64, times float64)) {
	sets(52, n, before, func(set uint64) bool {
		same := 0
		for _, o := range alikes {
			switch r := renamed(set, o); {
			case r < set:
				return true
			case r == set:
				same++
			}
		}
		do(set, float64(len(alikes))/float64(same))
		return true
	})
}

// flop counts all hands on a flop and adds them to the starting hands.
func (b *boards) flop(flop uint64) {
	x := b.x
	alikes := keeping(suitOrders[:], flop)
	if x.turn == nil {
		b.boards(flop, 2, alikes)
		b.add(flop, func(h int) { b.river(h, alikes, 1081) })
		return
	}
	for _, p := range b.turned {
		clear(p)
	}
	more(1, flop, alikes, func(turn uint64, times float64) {
		keep := keeping(alikes, turn)
		b.boards(flop|turn, 1, keep)
		first := x.place(x.turn)
		for h := range twoCards.cards {
			if twoCards.set(h)&(flop|turn) != 0 {
				continue
			}
			b.river(h, keep, 46)
			for i, state := range b.flopped {
				m, to := x.turn.bestAfter(state, b.after), b.turned[h*len(b.flopped)+i]
				for k, v := range b.after[m.to] {
					to[k] += float64(times * v)
				}
				if m.offer >= 0 {
					to[first+m.offer] += times
				}
			}
		}
	})
	b.add(flop, func(h int) {
		for i, state := range b.flopped {
			p := b.after[state]
			clear(p)
			for _, o := range alikes {
				for k, v := range b.turned[likeHand(h, o)*len(b.flopped)+i] {
					p[k] += v
				}
			}
			p.divide(float64(len(alikes)) * 47)
		}
	})
}

// boards counts all hands on the boards that n more cards make.
func (b *boards) boards(before uint64, n int, alikes [][4]int) {
	clear(b.sum)
	clear(b.pick)
	more(n, before, alikes, func(set uint64, times float64) { b.board(before|set, times) })
}

// likeHand returns the hand that a renaming of suits makes of one.
func likeHand(h int, o [4]int) int {
	r := renamed(twoCards.set(h), o)
	return int(twoCards.at[bits.TrailingZeros64(r)][63-bits.LeadingZeros64(r)])
}

// divide divides all that is in a payload.
func (p payload) divide(by float64) {
	for k := range p {
		p[k] /= by
	}
}

// river computes what each state before the river is worth with a hand: b.after. The sums are over so many boards.
func (b *boards) river(h int, alikes [][4]int, boards float64) {
	x, n := b.x, len(b.live)
	first := x.place(x.river)
	for i, state := range b.live {
		p := b.after[state]
		clear(p)
		for _, o := range alikes {
			like := likeHand(h, o)
			p[0] += b.sum[like*n+i]
			for k, m := range x.river.moves(state) {
				times := b.pick[(like*n+i)*mostMoves+k]
				p[1] += float64(times * x.g.put(m.to))
				if m.offer >= 0 {
					p[first+m.offer] += times
				}
			}
		}
		p.divide(float64(len(alikes)) * boards)
	}
}

// add adds the results of a flop to the starting hands. after computes what each state after the flop is worth with a hand: b.after.
func (b *boards) add(flop uint64, after func(h int)) {
	x := b.x
	n := len(b.flopped)
	var class [169][]payload
	var ways [169]float64
	times := float64(alike(flop))
	var kept []float64
	if x.kept != nil {
		kept = make([]float64, len(twoCards.cards)*n)
	}
	for h := range twoCards.cards {
		if twoCards.set(h)&flop != 0 {
			continue
		}
		after(h)
		if kept != nil {
			for i, state := range b.flopped {
				kept[h*n+i] = b.after[state][0]
			}
		}
		before := x.choose(x.flop, b.after)
		c := classOf(twoCards.cards[h][0], twoCards.cards[h][1])
		if class[c] == nil {
			class[c] = x.payloads()
		}
		ways[c] += times
		for state := range before {
			for k, v := range before[state] {
				class[c][state][k] += float64(times * v)
			}
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if kept != nil {
		x.kept[flop] = kept
	}
	for c := range class {
		x.ways[c] += ways[c]
		for state := range class[c] {
			for k, v := range class[c][state] {
				x.class[c][state][k] += v
			}
		}
	}
}

// board counts every hand of the player on a board.
func (b *boards) board(board uint64, weight float64) {
	b.sort(board)
	x := b.x
	n := len(b.live)
	var below, seen, group [52]float64
	least := 0.0
	for _, k := range b.order {
		if b.of[k] >= x.least {
			break
		}
		c := &twoCards.cards[b.hands[k]]
		below[c[0]]++
		below[c[1]]++
		least++
	}
	for i := 0; i < len(b.order); {
		s := b.of[b.order[i]]
		j := i
		for ; j < len(b.order) && b.of[b.order[j]] == s; j++ {
			c := &twoCards.cards[b.hands[b.order[j]]]
			group[c[0]]++
			group[c[1]]++
		}
		own := 0.0 // the hand itself is counted twice among those that share a card with it
		if s < x.least {
			own = 1
		}
		pays := x.pays[s]
		for _, k := range b.order[i:j] {
			h := int(b.hands[k])
			c := &twoCards.cards[h]
			worse := float64(i) - seen[c[0]] - seen[c[1]]
			alike := float64(j-i) - group[c[0]] - group[c[1]] + 1
			low := least - below[c[0]] - below[c[1]] + own
			counts := x.g.split(s, worse, worse+alike, low, 990)
			for at, state := range b.live {
				moves := x.river.moves(state)
				best, v := 0, worthOf(&counts, &pays[moves[0].to], 990)
				for m := 1; m < len(moves); m++ {
					if w := worthOf(&counts, &pays[moves[m].to], 990); w > v {
						best, v = m, w
					}
				}
				b.sum[h*n+at] += float64(weight * v)
				b.pick[(h*n+at)*mostMoves+best] += weight
			}
		}
		for _, k := range b.order[i:j] {
			c := &twoCards.cards[b.hands[k]]
			seen[c[0]]++
			seen[c[1]]++
			group[c[0]], group[c[1]] = 0, 0
		}
		i = j
	}
}

// sort computes the strengths of all two-card hands on a board and sorts them.
func (b *boards) sort(board uint64) {
	key := b.x.ranked.key(board)
	var free [47]uint8
	n := 0
	for c := range 52 {
		if board>>c&1 == 0 {
			free[n] = uint8(c)
			n++
		}
	}
	b.hands = b.hands[:0]
	keys := &b.x.ranked.keys
	for i, a := range free {
		one := rank.Key{Sum: key.Sum + keys[a].Sum, Mask: key.Mask + keys[a].Mask}
		for _, c := range free[i+1:] {
			b.keys[len(b.hands)] = rank.Key{Sum: one.Sum + keys[c].Sum, Mask: one.Mask + keys[c].Mask}
			b.hands = append(b.hands, twoCards.at[a][c])
		}
	}
	b.x.g.rank.OfSevens(b.of, b.keys)
	clear(b.from)
	for _, s := range b.of {
		b.from[s+1]++
	}
	for s := 1; s < len(b.from); s++ {
		b.from[s] += b.from[s-1]
	}
	for k, s := range b.of {
		b.order[b.from[s]] = int16(k)
		b.from[s]++
	}
}
