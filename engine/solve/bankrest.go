package solve

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/rank"
)

// Games of poker hands that no method counts: boards that are not dealt like hold'em's, several cards of the house in sight, other decks.
//
// Deals are drawn at random. Before each choice the cards that the player does not see are drawn again and again, and the choice is made
// that wins the most on average: until its lead is three times its standard error, or until it does not matter. A choice that comes
// before other choices values these in the same way, with fewer cards. What is chosen is valued with cards that did not choose it, so the
// edge is that of a way to play, and best play loses no more. If both sides get the same cards, a hand is as often better as it is
// worse: what luck decided that way is taken out.

const (
	restDeals  = 10_000 // in a group
	restBatch  = 64     // continuations that are drawn in one go
	restFewest = 8      // batches before a choice is made
	restMost   = 64     // batches after which it is made in any case
	restWorth  = 16     // hands of the house that value a deal
	restFew    = 3e6    // hands and boards, up to which choices are remembered
)

// restGame is such a game.
type restGame struct {
	g     *bankGame
	cards *ranked
	pays  [][]against
	deck  []uint8 // numbers of its cards
	even  bool    // both sides get the same cards, and see the same
	one   sync.Mutex
	known sync.Map // restSeen to int: choices made before, by what the player saw
}

// restSeen is what a player sees before a choice, one of those that differ in the names of suits.
type restSeen struct {
	at, state      int
	own, up, board uint64
}

// restHand is a deal to one player, with the game that has looked at its cards.
type restHand struct {
	*restGame
	game    bankGame
	chance  hand.Source
	own, up uint64
}

// rest computes the cost of such a game, with the given number of deals in a group.
func (g *bankGame) rest(ctx context.Context, deals int, progress func(float64)) (*Bank, error) {
	x := &restGame{g: g, cards: newRanked(g.rank), pays: g.payTable(), even: g.own == g.bank && g.up == 0 && g.end.Own == nil}
	for _, c := range g.bound.Game.Deck.Append(nil) {
		n := uint8(52)
		if c.Natural() {
			n = uint8(c.Rank()) + 13*uint8(c.Suit())
		}
		x.deck = append(x.deck, n)
	}
	out, err := g.dealt(ctx, deals, progress, func(int, int) {}, x.group)
	if err == nil {
		out.Sampled.Rest = true
	}
	return out, err
}

// group plays a group of deals.
func (x *restGame) group(ctx context.Context, k, deals int, done func(float64)) (out bankGroup, err error) {
	h := &restHand{restGame: x, game: *x.g, chance: hand.NewSource(1, uint64(k)+1)}
	h.game.stages = slices.Clone(x.g.stages)
	for at := range h.game.stages {
		h.game.stages[at].masks = nil
		out.counts = append(out.counts, make([]float64, len(h.game.stages[at].counts)))
	}
	var won, luck, both, squares, put float64
	for n := range deals {
		if n%256 == 0 {
			done(float64(n) / float64(deals))
			if err := pause.Err(ctx); err != nil {
				return out, err
			}
		}
		v, l, units, err := h.deal(out.counts)
		if err != nil {
			return out, err
		}
		won, luck, put = won+v, luck+l, put+units
		both, squares = both+float64(v*l), squares+float64(l*l)
	}
	all := float64(deals)
	if won /= all; x.even {
		luck /= all
		won -= float64((both/all - float64(won*luck)) / (squares/all - float64(luck*luck)) * luck)
	}
	return bankGroup{won: won, put: put / all, counts: out.counts}, nil
}

// draw draws cards that have not been used.
func (h *restHand) draw(n int, used *uint64) (set uint64) {
	for n > 0 {
		c := uint64(1) << h.deck[h.chance.Below(uint64(len(h.deck)))]
		if *used&c == 0 {
			set, *used, n = set|c, *used|c, n-1
		}
	}
	return set
}

// deal plays a deal: what the player wins, how often its hand was better than the house's less how often it was worse, and what it put up.
func (h *restHand) deal(counts [][]float64) (won, luck, put float64, err error) {
	used := uint64(0)
	h.own, h.up = h.draw(h.g.own, &used), h.draw(h.g.up, &used)
	if h.game.looks() {
		h.one.Lock()
		err = h.game.look(h.own)
		h.one.Unlock()
		if err != nil {
			return 0, 0, 0, err
		}
	}
	state, board := 0, uint64(0)
	for at := range h.game.stages {
		s := &h.game.stages[at]
		board |= h.draw(s.board, &used)
		if !s.asked {
			continue
		}
		m := h.choose(at, state, board)
		if state = m.to; m.offer >= 0 {
			counts[at][m.offer]++
		}
	}
	strength := h.cards.of(h.own | board)
	for range restWorth {
		taken := used
		way := h.way(strength, board, &taken)
		won += h.pays[strength][state][way]
		luck += [...]float64{bankWorse: 1, bankAlike: 0, bankBetter: -1}[way%qualified]
	}
	return won / restWorth, luck / restWorth, h.g.put(state), nil
}

// way draws the house's other cards, and returns how its hand compares.
func (h *restHand) way(strength rank.Strength, board uint64, used *uint64) int {
	if h.g.bank == 0 {
		return qualified + bankAlike
	}
	house := h.cards.of(h.up | h.draw(h.g.bank-h.g.up, used) | board)
	way := bankAlike
	if house < strength {
		way = bankWorse
	} else if house > strength {
		way = bankBetter
	}
	if !h.g.end.Unqualified(house) {
		way += qualified
	}
	return way
}

// choose returns the best choice of a stage.
func (h *restHand) choose(at, state int, board uint64) move {
	s := &h.game.stages[at]
	if state >= len(s.next) || s.next[state] == nil {
		return move{-1, state}
	}
	var open []int
	for k, m := range s.next[state] {
		if s.allows(state, m) {
			open = append(open, k)
		}
	}
	if len(open) == 1 {
		return s.next[state][open[0]]
	}
	if !h.few(board) {
		return s.next[state][h.best(at, state, board, open)]
	}
	seen := restSeen{at, state, h.own, h.up, board}
	for _, o := range suitOrders[1:] {
		if r := (restSeen{at, state, renamed(h.own, o), renamed(h.up, o), renamed(board, o)}); r.before(&seen) {
			seen = r
		}
	}
	k, ok := h.known.Load(seen)
	if !ok { // the same, whoever comes to it first
		other := *h
		other.own, other.up, other.chance = seen.own, seen.up, hand.NewSource(2, seen.own^seen.up<<1^seen.board<<2^uint64(at)<<60^uint64(state)<<56)
		k = other.best(at, state, seen.board, open)
		h.known.Store(seen, k)
	}
	return s.next[state][k.(int)]
}

// few reports whether players see the same often enough for their choices to be remembered.
func (h *restHand) few(board uint64) bool {
	n, left := 1.0, len(h.deck)
	for _, set := range []uint64{h.own, h.up, board} {
		k := bits.OnesCount64(set)
		n, left = n*choose(left, k), left-k
	}
	return n <= restFew
}

func (s *restSeen) before(o *restSeen) bool {
	return cmp.Or(cmp.Compare(s.own, o.own), cmp.Compare(s.up, o.up), cmp.Compare(s.board, o.board)) < 0
}

// best draws the cards that the player does not see until one of the open choices is known to be best.
func (h *restHand) best(at, state int, board uint64, open []int) int {
	moves := h.game.stages[at].next[state]
	sum, squares, values := make([]float64, len(open)), make([][]float64, len(open)), make([]float64, len(h.g.states))
	for i := range squares {
		squares[i] = make([]float64, len(open)) // of the differences between two choices
	}
	for n := 1.0; ; n++ {
		h.mean(at+1, board, values)
		for i, a := range open {
			sum[i] += values[moves[a].to]
			for j, b := range open {
				d := values[moves[a].to] - values[moves[b].to]
				squares[i][j] += float64(d * d)
			}
		}
		if n < restFewest {
			continue
		}
		top := 0
		for i := range open {
			if sum[i] > sum[top] {
				top = i
			}
		}
		sure := true
		for i := range open {
			d := (sum[top] - sum[i]) / n
			if i != top && d < 3*math.Sqrt(max(0, squares[top][i]/n-float64(d*d))/(n-1)) {
				sure = false
			}
		}
		if sure || n >= restMost {
			return open[top]
		}
	}
}

// mean fills in what each state wins from a stage on, on the average of a batch of continuations.
func (h *restHand) mean(at int, board uint64, out []float64) {
	clear(out)
	values := make([]float64, len(out))
	for range restBatch {
		used := h.own | h.up | board
		h.follow(at, board, &used, values)
		for i, v := range values {
			out[i] += v
		}
	}
	for i := range out {
		out[i] /= restBatch
	}
}

// follow draws the cards of the stages to the next choice, or to the end, and fills in what each state wins with them.
func (h *restHand) follow(at int, board uint64, used *uint64, out []float64) {
	for ; at < len(h.game.stages); at++ {
		s := &h.game.stages[at]
		board |= h.draw(s.board, used)
		if !s.asked {
			continue
		}
		after := make([]float64, len(out))
		h.mean(at+1, board, after)
		for state := range out {
			if out[state] = after[state]; state < len(s.next) && s.next[state] != nil {
				out[state] = after[s.next[state][s.best(state, after)].to]
			}
		}
		return
	}
	strength := h.cards.of(h.own | board)
	way := h.way(strength, board, used)
	for state := range out {
		out[state] = h.pays[strength][state][way]
	}
}
