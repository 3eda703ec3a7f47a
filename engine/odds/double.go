package odds

import (
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Two boards are not dealt in pairs, of which there are a million million. Each board is dealt by
// itself, and the pairs without a card in common are computed from that by inclusion and exclusion.
// For every set of cards it is known how often a board that contains them has each outcome. The
// pairs of two outcomes are the product of their boards, minus the pairs that share each single
// card, plus those that share each two cards, and so on: 230,000 products instead of a million
// million deals.

// maxDoubleSets limits the memory for sets of cards: their number times that of the hands' possible
// outcomes.
const maxDoubleSets = 1 << 25

// doubleCountable reports whether pairs of boards can be counted.
func (q *Question) doubleCountable(hole int) bool {
	wins := len(q.Hands) * len(q.Show.Parts)
	first, second := len(q.Board)+q.ToBoard, len(q.Second.Cards)+q.Second.ToCome
	if 2*wins > maxCounted || q.Deck.Packs > 1 || first > 5 || second > 5 {
		return false
	}
	for i := range q.Show.Parts {
		p := &q.Show.Parts[i]
		if p.BySuit || !p.Exact() && !p.Plain() || p.Exact() && min(first, second) < 3 || hole > plan.MaxBoard {
			return false
		}
	}
	toCome := max(q.ToBoard+len(q.Board)-len(known(q.Board)), q.Second.ToCome+len(q.Second.Cards)-len(known(q.Second.Cards)))
	return ways(q.Deck.Set().Len(), toCome-1)*float64(int(1)<<wins) <= maxDoubleSets
}

// boardCount is the outcomes of a match-up's boards.
type boardCount struct {
	n        int      // cards to come
	of       []uint16 // by board: the number of its outcome
	outcomes []uint32 // the winners: a bit for each hand, part after part
	// with is the number of boards with each outcome, by the cards that they contain: for no card,
	// one card, and so on, by set and outcome.
	with [5][]int32
}

// countDouble counts a match-up by the winners on both boards: first the bits of the first board,
// then those of the second.
func (m *match) countDouble(key *matchKey) []outcome {
	q := m.q
	gone := key.dead | key.board | key.second
	for _, set := range key.hands[:key.n] {
		gone |= set
	}
	live := (q.Deck.Set() &^ gone).Cards()
	a := m.countBoards(key, live, key.board, len(q.Board)-len(m.board)+q.ToBoard)
	b := a
	if key.second != key.board || len(q.Second.Cards)-len(m.second)+q.Second.ToCome != a.n {
		b = m.countBoards(key, live, key.second, len(q.Second.Cards)-len(m.second)+q.Second.ToCome)
	}
	pairs := make([]int64, len(a.outcomes)*len(b.outcomes))
	sign := int64(1)
	for k := range min(a.n, b.n) + 1 {
		a.times(b, k, sign, pairs)
		sign = -sign
	}
	var out []outcome
	for i, x := range a.outcomes {
		for j, y := range b.outcomes {
			if n := pairs[i*len(b.outcomes)+j]; n != 0 {
				out = append(out, outcome{x | y<<(key.n*len(q.Show.Parts)), n})
			}
		}
	}
	return out
}

// times adds the products for all sets of k cards.
func (b *boardCount) times(o *boardCount, k int, sign int64, pairs []int64) {
	w, v := len(b.outcomes), len(o.outcomes)
	switch {
	case k == b.n && k == o.n:
		for i, x := range b.of {
			pairs[int(x)*v+int(o.of[i])] += sign
		}
	case k == b.n:
		for i, x := range b.of {
			for j, n := range o.with[k][i*v : i*v+v] {
				pairs[int(x)*v+j] += sign * int64(n)
			}
		}
	case k == o.n:
		for i, y := range o.of {
			for j, n := range b.with[k][i*w : i*w+w] {
				pairs[j*v+int(y)] += sign * int64(n)
			}
		}
	default:
		for at := range len(b.with[k]) / w {
			second := o.with[k][at*v : at*v+v]
			for i, n := range b.with[k][at*w : at*w+w] {
				if n == 0 {
					continue
				}
				for j, n2 := range second {
					pairs[i*v+j] += sign * int64(n) * int64(n2)
				}
			}
		}
	}
}

// countBoards finds the outcome of every board with certain cards and n more.
func (m *match) countBoards(key *matchKey, live []cards.Card, board cards.Set, n int) *boardCount {
	b := &boardCount{n: n, of: make([]uint16, 0, int(ways(len(live), n)))}
	number := make([]uint16, 1<<(key.n*len(m.q.Show.Parts)))
	c := &boardComparer{n: key.n, board: board.Cards()}
	c.known = len(c.board)
	for i := range m.q.Show.Parts {
		p := &m.q.Show.Parts[i]
		part := comparedPart{ranking: p.Ranking, exact: p.Exact()}
		for card := range part.keys {
			part.keys[card] = p.Ranking.Key(cards.Card(card))
		}
		for _, set := range key.hands[:key.n] {
			part.holes = append(part.holes, set.Cards())
			part.hands = append(part.hands, p.Ranking.KeyOf((set | board).Cards()))
			part.all = set.Len() + c.known
		}
		c.parts = append(c.parts, part)
	}
	eachSet(len(live), n, func(set []int, _ int) {
		won := c.winners(live, set)
		if number[won] == 0 {
			b.outcomes = append(b.outcomes, won)
			number[won] = uint16(len(b.outcomes))
		}
		b.of = append(b.of, number[won]-1)
	})
	// Outcomes of boards with fewer cards: every board counts once for each card that can be
	// removed, and so on down.
	w := len(b.outcomes)
	for k := n - 1; k >= 0; k-- {
		b.with[k] = make([]int32, int(ways(len(live), k))*w)
		eachSet(len(live), k+1, func(set []int, at int) {
			for out := range set {
				to := b.with[k][without(set, out)*w:][:w]
				if k == n-1 {
					to[b.of[at]]++
					continue
				}
				for i, x := range b.with[k+1][at*w : at*w+w] {
					to[i] += x
				}
			}
		})
		if k < n-1 {
			for i := range b.with[k] {
				b.with[k][i] /= int32(n - k)
			}
		}
	}
	return b
}

// eachSet calls f with every set of k of n things, in descending order, and its number: the sum of
// binomial(i-th lowest, i).
func eachSet(n, k int, f func(set []int, number int)) {
	set := make([]int, k)
	var below func(at, top, number int)
	below = func(at, top, number int) {
		left := k - at
		if left == 0 {
			f(set, number)
			return
		}
		for x := left - 1; x < top; x++ {
			set[at] = x
			below(at+1, x, number+setsBelow(x, left))
		}
	}
	below(0, n, 0)
}

// setsBelow returns the number of sets of k before the first one with x as its highest.
func setsBelow(x, k int) int { return int(choose[x&63][k&7]) }

// without returns the number of a set with one element removed.
func without(set []int, out int) (number int) {
	left := len(set) - 1
	for i, x := range set {
		if i != out {
			number += setsBelow(x, left)
			left--
		}
	}
	return number
}

// boardComparer compares the hands of a match-up on one board after another.
type boardComparer struct {
	n     int
	board []cards.Card // the known cards, with room for the others
	known int
	parts []comparedPart
}

// comparedPart is a part of the showdown.
type comparedPart struct {
	ranking *rank.Ranking
	exact   bool
	holes   [][]cards.Card
	hands   []rank.Key // hole cards and the known board cards
	keys    [54]rank.Key
	all     int // number of cards of a hand and the board
}

// winners returns the winners with some more of the live cards on the board.
func (c *boardComparer) winners(live []cards.Card, set []int) (won uint32) {
	c.board = c.board[:c.known]
	for _, i := range set {
		c.board = append(c.board, live[i])
	}
	for i := range c.parts {
		p := &c.parts[i]
		var more rank.Key
		for _, card := range c.board[c.known:] {
			more = more.With(p.keys[card])
		}
		var top rank.Strength
		var mask uint32
		for j := range p.hands {
			var s rank.Strength
			if p.exact {
				s = p.ranking.Exact(p.holes[j], c.board)
			} else {
				s = p.ranking.Of(p.hands[j].With(more), p.all+len(set))
			}
			switch {
			case s > top:
				top, mask = s, 1<<j
			case s == top && s != 0:
				mask |= 1 << j
			}
		}
		won |= mask << (i * c.n)
	}
	return won
}
