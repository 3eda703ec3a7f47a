package solve

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/rank"
)

// One hand against another without a board, with more cards than can be counted, such as seven each.
//
// If the cards of the two hands did not exclude each other, each strength of the one would meet each of the other as often as there are
// hands of these strengths: that game is counted exactly. What the exclusion adds is found with hands dealt at random, in independent
// groups: each hand of a player meets all hands of the house in its group that share no card with it, and of each pair only what it adds
// to the exact values of the two strengths is averaged. A hand for which two choices are worth nearly the same is decided by the
// hands of the house in the other groups.

const (
	heldHands = 10_000 // hands of each side in a group
	nearly    = 0.15   // the difference between choices, in units of the first bet, from which they are decided without other hands
)

// held is a hand that was dealt.
type held struct {
	set uint64
	s   rank.Strength
}

// heldGame is the game, with what is counted of it.
type heldGame struct {
	g     *bankGame
	k     *ranked
	share [2][]float64 // of all hands of the player and the house, by strength
	less  []float64    // the share of the house's hands that are worse than a strength
	below float64      // that does not qualify
	hands int          // of each side in a group
	pays  [][]against  // by strength and state
	own   []float64    // the exact value of a strength of the player, and of the house
	bank  []float64
	put   []float64 // by strength of the player
	edge  float64
	mean  float64             // amount put up
	house [dealtGroups][]held // of a round
	one   sync.Mutex          // for scripts, which run one at a time
}

// crowded reports whether the lists of [holdings] would take more memory than there may be.
func (g *bankGame) crowded() bool {
	n := 0.0
	for size := g.up; size <= min(g.bank, g.own+g.up); size++ {
		n += float64(choose(g.deck, size) * choose(g.deck-size, g.bank-size))
	}
	return n > 500e6
}

// sampled computes the cost of such a game, with the given number of hands of each side in a group.
func (g *bankGame) sampled(ctx context.Context, hands int, progress func(float64)) (*Bank, error) {
	x := &heldGame{g: g, k: newRanked(g.rank), hands: hands, pays: g.payTable()}
	if err := x.independent(); err != nil {
		return nil, err
	}
	return g.dealt(ctx, hands, progress, func(round, deals int) {
		x.hands = deals
		for k := range x.house {
			x.house[k] = x.deal(round*dealtGroups+k, 1, g.bank)
		}
	}, x.group)
}

// independent counts the game in which the two hands do not exclude each other, and a player has the choices that some hand of the same
// strength has. It need not be the game: only what the game adds to it is sampled.
func (x *heldGame) independent() error {
	g := x.g
	like := map[rank.Strength]uint64{} // a hand of each strength
	for k := 0; g.looks() && k < dealtGroups; k++ {
		for _, h := range x.deal(k, 0, g.own) {
			like[h.s] = h.set
		}
	}
	for side, n := range [2]int{g.own, g.bank} {
		tally := g.rank.Tally(n)
		all := choose(g.deck, n)
		for _, ways := range tally {
			x.share[side] = append(x.share[side], float64(ways)/all)
		}
	}
	least := rank.Strength(0)
	if g.end.Qualifies != nil {
		least = g.end.Qualifies.Least()
	}
	x.less = make([]float64, len(x.share[1])+1)
	for s, p := range x.share[1] {
		x.less[s+1] = x.less[s] + p
		if rank.Strength(s) < least {
			x.below += p
		}
	}
	n := len(x.share[0])
	x.own, x.put, x.bank = make([]float64, n), make([]float64, n), make([]float64, len(x.share[1]))
	for s, p := range x.share[0] {
		if p == 0 {
			continue
		}
		if g.looks() { // a strength that was not dealt is given the choices of the one before
			if set, ok := like[rank.Strength(s)]; ok || s == 0 || x.put[s-1] == 0 {
				if err := g.look(cmp.Or(set, 1<<g.own-1)); err != nil {
					return err
				}
			}
		}
		state := 0
		values := x.alone(rank.Strength(s))
		for at := range g.stages {
			st := &g.stages[at]
			state = st.next[state][st.best(state, g.from(at+1, values))].to
		}
		x.own[s], x.put[s] = values[state], g.put(state)
		x.edge += float64(p * x.own[s])
		x.mean += float64(p * x.put[s])
		pay := &x.pays[s][state]
		for t := range x.bank {
			x.bank[t] += float64(p * pay[x.way(rank.Strength(s), rank.Strength(t))])
		}
	}
	return nil
}

// alone returns the value of each state for a strength of the player, if the hands do not exclude each other.
func (x *heldGame) alone(s rank.Strength) []float64 {
	counts := x.g.split(s, x.less[s], x.less[s+1], x.below, 1)
	values := make([]float64, len(x.g.states))
	for i := range values {
		values[i] = worthOf(&counts, &x.pays[s][i], 1)
	}
	return values
}

// way returns the index of [against] for two strengths.
func (x *heldGame) way(own, bank rank.Strength) int {
	way := bankAlike
	if bank < own {
		way = bankWorse
	} else if bank > own {
		way = bankBetter
	}
	if !x.g.end.Unqualified(bank) {
		way += qualified
	}
	return way
}

// deal deals the hands of a side in a group.
func (x *heldGame) deal(group, side, n int) []held {
	deck := make([]uint8, x.g.deck)
	for i := range deck {
		deck[i] = uint8(i)
	}
	chance := hand.NewSource(1, uint64(2*group+side+1))
	out := make([]held, x.hands)
	for k := range out {
		set := uint64(0)
		for i := range n {
			j := i + int(chance.Below(uint64(len(deck)-i)))
			deck[i], deck[j] = deck[j], deck[i]
			set |= 1 << deck[i]
		}
		out[k] = held{set, x.k.of(set)}
	}
	return out
}

// group values the player's hands of a group against the house's.
func (x *heldGame) group(ctx context.Context, n, _ int, done func(float64)) (out bankGroup, err error) {
	g, k := x.g, n%dealtGroups
	own, bank := x.deal(n, 0, g.own), x.house[k]
	for at := range g.stages {
		out.counts = append(out.counts, make([]float64, len(g.stages[at].counts)))
	}
	sum, put, pairs := 0.0, 0.0, 0.0
	for i := range own {
		if i%256 == 0 {
			done(float64(i) / float64(len(own)))
			if err := pause.Err(ctx); err != nil {
				return out, err
			}
		}
		h := &own[i]
		state, chosen, err := x.choose(h, k)
		if err != nil {
			return out, err
		}
		for at, m := range chosen {
			if m.offer >= 0 {
				out.counts[at][m.offer]++
			}
		}
		pay := &x.pays[h.s][state]
		put += g.put(state) - x.put[h.s]
		for j := range bank {
			b := &bank[j]
			if b.set&h.set == 0 {
				sum += pay[x.way(h.s, b.s)] - x.own[h.s] - x.bank[b.s] + x.edge
				pairs++
			}
		}
	}
	return bankGroup{won: x.edge + sum/pairs, put: x.mean + put/float64(len(own)), counts: out.counts}, nil
}

// choose returns the state in which the player's hand ends, and the choices on the way.
func (x *heldGame) choose(h *held, group int) (state int, chosen []move, err error) {
	x.one.Lock()
	g := *x.g
	err = g.look(h.set)
	g.stages = slices.Clone(g.stages)
	for at := range g.stages {
		g.stages[at].masks = slices.Clone(g.stages[at].masks)
	}
	x.one.Unlock()
	if err != nil {
		return 0, nil, err
	}
	values, judged := x.alone(h.s), false
	for at := 0; at < len(g.stages); at++ {
		st := &g.stages[at]
		after := g.from(at+1, values)
		best := st.best(state, after)
		if !judged && slices.ContainsFunc(st.next[state], func(m move) bool {
			return m != st.next[state][best] && st.allows(state, m) && after[m.to] > after[st.next[state][best].to]-nearly
		}) {
			judged = true
			values = x.judge(h, group)
			at, state, chosen = -1, 0, chosen[:0]
			continue
		}
		m := st.next[state][best]
		chosen, state = append(chosen, m), m.to
	}
	return state, chosen, nil
}

// judge returns the value of each state against the hands of the other groups that share no card with the player's.
func (x *heldGame) judge(h *held, group int) []float64 {
	var counts against
	all := 0.0
	for k := range x.house {
		if k == group {
			continue
		}
		for j := range x.house[k] {
			if b := &x.house[k][j]; b.set&h.set == 0 {
				counts[x.way(h.s, b.s)]++
				all++
			}
		}
	}
	values := make([]float64, len(x.g.states))
	for i := range values {
		values[i] = worthOf(&counts, &x.pays[h.s][i], max(1, all))
	}
	return values
}
