package rank

import (
	"sync"

	"cardroom/engine/cards"
)

// lazy holds what the first use of a ranking makes.
type lazy struct {
	once sync.Once
	t    *tables
}

// tables is a compiled ranking.
type tables struct {
	*stander
	wild   cards.Set
	badugi bool
	floor  uint32
}

func (r *Ranking) tables() *tables {
	r.lazy.once.Do(func() {
		t := &tables{stander: newStander(r.d), wild: r.d.wilds(), badugi: r.d.Base == BaseBadugi}
		if r.Qualifies() {
			t.floor, _ = t.search(r.d.Floor, nil, 0)
		}
		r.lazy.t = t
	})
	return r.lazy.t
}

// search tries every hand of n cards of hole and the rest of board (board
// nil: all of hole) and returns the best raw score and the places of its
// cards, as a mask over hole and then board.
func (t *tables) search(hole, board []cards.Card, n int) (best uint32, mask uint32) {
	t.hands(hole, board, n, func(m uint32) {
		if raw := t.raw(hole, board, m); raw > best {
			best, mask = raw, m
		}
	})
	if best < t.floor {
		return 0, 0
	}
	return best, mask
}

// hands calls f for every hand as search says.
func (t *tables) hands(hole, board []cards.Card, n int, f func(uint32)) {
	rest := t.size - n
	if board == nil {
		n, rest = t.size, 0
		if t.badugi {
			n = min(n, len(hole))
		}
	}
	each(len(hole), n, func(h uint32) {
		each(len(board), rest, func(b uint32) { f(h | b<<len(hole)) })
	})
}

// each calls f for every mask of k of n bits, lowest first.
func each(n, k int, f func(uint32)) {
	if k == 0 {
		f(0)
		return
	}
	for m := uint32(1)<<k - 1; m < 1<<n; {
		f(m)
		low := m & -m
		next := m + low
		m = next | (m^next)/low>>2
	}
}

// raw is the raw score of the cards of hole and board that m marks.
func (t *tables) raw(hole, board []cards.Card, m uint32) uint32 {
	var five [5]cards.Card
	n := pick(&five, hole, board, m)
	if t.badugi {
		raw, _ := badugi(five[:n], t.scorer)
		return raw
	}
	h, wilds := t.hand(five[:n])
	return t.best(h, wilds).raw
}

func pick(five *[5]cards.Card, hole, board []cards.Card, m uint32) (n int) {
	for i, c := range hole {
		if m>>i&1 != 0 {
			five[n] = c
			n++
		}
	}
	for i, c := range board {
		if m>>(len(hole)+i)&1 != 0 {
			five[n] = c
			n++
		}
	}
	return n
}

// hand counts the natural cards of cs and its wild ones.
func (t *tables) hand(cs []cards.Card) (h Hand, wilds int) {
	suits := 0
	for _, c := range cs {
		if t.wild.Has(c) || !c.Natural() {
			wilds++
			continue
		}
		h.Counts[c.Rank()]++
		suits |= 1 << c.Suit()
	}
	h.Suited = suits&(suits-1) == 0
	return h, wilds
}
