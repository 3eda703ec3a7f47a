package rank

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/cards"
)

// tables is a compiled ranking. Values are dense strengths: 1 for the worst
// hand that qualifies, one more for each better one, so that 16 bits do.
type tables struct {
	*scorer
	keys, masks *[256]uint64
	// A sum plus bias has a bit of rare set when the multiset of ranks alone
	// does not tell the value: a wild card, or enough cards of a suit for a
	// flush, if flushes matter under this ranking.
	bias, rare uint64
	five       *[1 << 13]uint16
	six        *[1 << 15]uint16
	seven      *[1 << 16]uint16
	// plain[w][n] is the best value of n natural and w wild cards by slot,
	// suits left out; flush[w] that of a one-suit mask with w wild cards.
	plain  [maxNatural + 1][maxNatural + 1][]uint16
	flush  [maxNatural + 1][]uint16
	suited *[maskCount]uint16 // flush[0]
	// simple: no wild cards and never strict, so that the larger of seven and
	// suited is the best of seven cards.
	simple bool
	// strict: some flush is worse than the same ranks in several suits, so
	// the larger of plain and flush need not be the answer.
	strict bool
	wild   cards.Set
	lowest cards.Rank
	// stands is, with wild cards, the value of each natural multiset by number.
	stands   []uint16
	raws     []uint32 // raws[v-1] is the raw score of value v
	rowsOnce sync.Once
	rows     atomic.Pointer[omahaRows] // nil before the first Exact
	lows     *lowTables
	badugi   *badugiTables
}

// maskCount is how many masks of ranks there are.
const maskCount = 1 << 13

// A compiler makes tables from the natural scores of a description.
type compiler struct {
	*tables
	d     Description
	wilds int // wild cards in the deck, as far as hands looked up can hold them
	// ranks[w] is the raw score of size-w natural cards, by multiset number,
	// with w wild ones; suits[w] that of one suit, by mask.
	ranks [maxNatural + 1][]uint32
	suits [maxNatural + 1][]uint32
	// held is how many natural cards of a rank the deck has, in[u] which
	// ranks of a suit.
	held [13]uint8
	in   [4]uint16
}

func compile(d Description) *tables {
	buildHash()
	t := &tables{scorer: newScorer(d), wild: d.wilds(), lowest: d.Deck.Lowest}
	c := &compiler{tables: t, d: d, wilds: min(maxNatural, d.wilds().Len())}
	c.count()
	c.scoreNatural()
	for w := 1; w <= min(c.wilds, c.size); w++ {
		c.scoreWild(w)
	}
	if d.Jokers == Bug && !d.Base.Low() {
		c.restrictBugs()
	}
	c.joinSuits()
	c.number()
	c.fill()
	c.setRare()
	t.lows = c.newLow()
	return t
}

// count sees which natural cards the deck has.
func (c *compiler) count() {
	c.keys, c.masks = cardKeys(c.wild)
	for s := c.d.Deck.Set() &^ c.wild; s != 0; s &= s - 1 {
		card := cards.Card(bits.TrailingZeros64(uint64(s)))
		if card.Natural() {
			c.held[card.Rank()]++
			c.in[card.Suit()] |= 1 << card.Rank()
		}
	}
}

// dealt reports whether the deck has natural cards of these ranks.
func (c *compiler) dealt(m *multiset) bool {
	for r, n := range m.counts() {
		if n > c.held[r] {
			return false
		}
	}
	return true
}

// dealtSuited reports whether the deck has these natural cards in one suit.
func (c *compiler) dealtSuited(mask uint16) bool {
	return mask&^c.in[0] == 0 || mask&^c.in[1] == 0 || mask&^c.in[2] == 0 || mask&^c.in[3] == 0
}

// scoreNatural asks the scorer about every natural hand, once.
func (c *compiler) scoreNatural() {
	fives := c.wilds > 0 && (c.place[FiveOfAKind] >= 0 || c.own != nil)
	c.ranks[0] = make([]uint32, multisets(c.size))
	m := multiset{n: c.size}
	for i := range c.ranks[0] {
		if cards.Rank(m.ranks[0]) >= c.lowest && (fives || m.dealable()) {
			c.ranks[0][i] = c.score(Hand{Counts: m.counts(), Suited: c.size == 1})
		}
		m.next()
	}
	c.suits[0] = make([]uint32, maskCount)
	for mask := range uint16(maskCount) {
		if bits.OnesCount16(mask) == c.size && bits.TrailingZeros16(mask) >= int(c.lowest) {
			m := multisetOf(mask)
			c.suits[0][mask] = c.score(Hand{Counts: m.counts(), Suited: true})
		}
	}
}

// scoreWild lets one more wild card stand for the rank that makes the most of
// it; in a one-suit hand a rank that is not there.
func (c *compiler) scoreWild(w int) {
	c.ranks[w] = c.standFor(c.ranks[w-1], c.size-w)
	c.suits[w] = make([]uint32, maskCount)
	for mask := range uint16(maskCount) {
		if bits.OnesCount16(mask) == c.size-w {
			for r := uint16(1); r < maskCount; r <<= 1 {
				if mask&r == 0 {
					c.suits[w][mask] = max(c.suits[w][mask], c.suits[w-1][mask|r])
				}
			}
		}
	}
}

// standFor is the best of fuller, scores of n+1 ranks, for each n ranks and one more.
func (c *compiler) standFor(fuller []uint32, n int) []uint32 {
	out := make([]uint32, multisets(n))
	m := multiset{n: n}
	for i := range out {
		for r := uint8(c.lowest); r < 13; r++ {
			more := m.with(r)
			out[i] = max(out[i], fuller[more.number()])
		}
		m.next()
	}
	return out
}

// restrictBugs takes back what a bug may not do outside a flush: it is an ace
// or completes a straight.
func (c *compiler) restrictBugs() {
	straights := make([]uint32, len(c.ranks[0]))
	for _, run := range c.straights {
		m := multisetOf(c.ranksOf(run.mask))
		straights[m.number()] = c.ranks[0][m.number()]
	}
	for w := 1; w <= min(c.wilds, c.size); w++ {
		straights = c.standFor(straights, c.size-w)
		m := multiset{n: c.size - w}
		for i := range straights {
			aces := m
			for range w {
				aces = aces.with(uint8(cards.Ace))
			}
			c.ranks[w][i] = max(straights[i], c.ranks[0][aces.number()])
			m.next()
		}
	}
}

// joinSuits gives a one-suit hand with wild cards the choice of another suit
// for them.
func (c *compiler) joinSuits() {
	for w := 1; w <= min(c.wilds, c.size); w++ {
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) == c.size-w {
				m := multisetOf(mask)
				c.suits[w][mask] = max(c.suits[w][mask], c.ranks[w][m.number()])
			}
		}
	}
}

// number turns the scores that the deck can make into values without gaps.
func (c *compiler) number() {
	var all []uint32
	c.each(func(_, _ int, raw uint32, _ bool) { all = append(all, raw) })
	slices.Sort(all)
	all = slices.Compact(all)
	floor := max(1, c.floor())
	i, _ := slices.BinarySearch(all, floor)
	c.raws = slices.Clone(all[i:])
}

// each calls f for every hand of size cards that the deck can make: the
// multiset number or the mask of its natural cards and the count of wild ones.
func (c *compiler) each(f func(i, wilds int, raw uint32, suited bool)) {
	for w := 0; w <= min(c.wilds, c.size); w++ {
		m := multiset{n: c.size - w}
		for i, raw := range c.ranks[w] {
			if c.dealt(&m) {
				f(i, w, raw, false)
			}
			m.next()
		}
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) == c.size-w && c.dealtSuited(mask) {
				f(int(mask), w, c.suits[w][mask], true)
			}
		}
	}
}

// floor is the raw score of the worst hand that qualifies.
func (c *compiler) floor() uint32 {
	if len(c.d.Floor) == 0 {
		return 0
	}
	var k Key
	for _, card := range c.d.Floor {
		k = k.With(Key{c.keys[card], c.masks[card]})
	}
	var m multiset
	w := len(c.d.Floor)
	for s := range 4 {
		suit := uint16(k.Mask >> (16 * s))
		w -= bits.OnesCount16(suit)
		for _, r := range multisetOf(suit).list() {
			m = m.with(r)
		}
	}
	if suit := m.mask(); m.n > 0 && (k.Mask == uint64(suit) || k.Mask == uint64(suit)<<16 || k.Mask == uint64(suit)<<32 || k.Mask == uint64(suit)<<48) {
		return c.suits[w][suit]
	}
	return c.ranks[w][m.number()]
}

// value is the dense strength of a raw score.
func (c *compiler) value(raw uint32) uint16 {
	i, ok := slices.BinarySearch(c.raws, raw)
	if !ok {
		return 0
	}
	return uint16(i + 1)
}

// fill makes the value tables, from hands of size cards up to hands of seven.
func (c *compiler) fill() {
	var byNumber [maxNatural + 1][maxNatural + 1][]uint16
	for w := 0; w <= min(c.wilds, c.size); w++ {
		byNumber[w][c.size-w] = make([]uint16, len(c.ranks[w]))
		c.flush[w] = make([]uint16, maskCount)
	}
	c.each(func(i, w int, raw uint32, suited bool) {
		if suited {
			c.flush[w][i] = c.value(raw)
		} else {
			byNumber[w][c.size-w][i] = c.value(raw)
		}
	})
	if c.wilds > 0 {
		c.stands = make([]uint16, len(c.ranks[0]))
		for i, raw := range c.ranks[0] {
			c.stands[i] = c.value(raw)
		}
	}
	for n := c.size; n <= maxNatural; n++ {
		for w := 0; w <= min(c.wilds, n); w++ {
			if n > c.size {
				byNumber[w][n-w] = oneMore(byNumber, w, n-w)
				c.oneMoreSuited(w, n-w)
			}
			c.plain[w][n-w] = spread(byNumber[w][n-w], n-w)
		}
	}
}

// oneMore is the best value of n natural and w wild cards: the best with one
// of them left out.
func oneMore(from [maxNatural + 1][maxNatural + 1][]uint16, w, n int) []uint16 {
	out := make([]uint16, multisets(n))
	if w > 0 {
		copy(out, from[w-1][n])
	}
	if n == 0 {
		return out
	}
	fewer := from[w][n-1]
	// Sets of n ranks are those of n-1 with a rank not above their lowest.
	upper := multiset{n: n - 1}
	for i := range fewer {
		row := out[upper.above():][:lowestOf(&upper)+1]
		for x := range row {
			row[x] = max(row[x], fewer[i])
		}
		for j := range upper.n {
			if j > 0 && upper.ranks[j] == upper.ranks[j-1] {
				continue
			}
			rest := upper.without(j)
			for x, v := range fewer[rest.above():][:len(row)] {
				row[x] = max(row[x], v)
			}
		}
		upper.next()
	}
	return out
}

func lowestOf(m *multiset) uint8 {
	if m.n == 0 {
		return 12
	}
	return m.ranks[0]
}

// oneMoreSuited adds the masks of n ranks beside w wild cards.
func (c *compiler) oneMoreSuited(w, n int) {
	if c.flush[w] == nil {
		c.flush[w] = make([]uint16, maskCount)
	}
	for mask := range uint16(maskCount) {
		if bits.OnesCount16(mask) != n {
			continue
		}
		var best uint16
		if w > 0 {
			best = c.flush[w-1][mask]
		}
		for rest := mask; rest != 0; rest &= rest - 1 {
			best = max(best, c.flush[w][mask&^(rest&-rest)])
		}
		c.flush[w][mask] = best
	}
}

// spread puts values by number into the slots of the hash.
func spread(values []uint16, n int) []uint16 {
	out := make([]uint16, 1<<geometries[n].slots)
	m := multiset{n: n}
	for _, v := range values {
		if m.dealable() {
			out[slot(m.sum(), n)] = v
		}
		m.next()
	}
	return out
}

// setRare settles when a hand needs more than its multiset of ranks.
func (c *compiler) setRare() {
	c.bias = 0x1111 * uint64(8-c.size)
	c.five = (*[1 << 13]uint16)(atLeast(c.plain[0][5], 1<<13))
	c.six = (*[1 << 15]uint16)(atLeast(c.plain[0][6], 1<<15))
	c.seven = (*[1 << 16]uint16)(c.plain[0][7])
	flat := true
	for w := 0; w <= min(c.wilds, c.size); w++ {
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) != c.size-w || !c.dealtSuited(mask) {
				continue
			}
			m := multisetOf(mask)
			plain := c.ranks[w][m.number()]
			flat = flat && c.suits[w][mask] == plain
			c.strict = c.strict || c.suits[w][mask] < plain
		}
	}
	if !flat {
		c.rare = suitBits
	}
	if c.wilds > 0 {
		c.rare |= wildCards
	}
	c.suited = (*[maskCount]uint16)(c.flush[0])
	c.simple = c.wilds == 0 && !c.strict && c.size == 5
}

func atLeast(s []uint16, n int) []uint16 {
	if s == nil {
		return make([]uint16, n)
	}
	return s
}
