package rank

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"cardroom/engine/cards"
)

// tables is a compiled ranking. Values are dense strengths: 1 for the worst hand that qualifies,
// one more for each better one, so that 16 bits are enough.
type tables struct {
	*scorer
	// The data for a lookup is stored here and not behind pointers: that makes a call of Best 5 %
	// faster. For keys and masks see [Key].
	keys, masks [256]uint64
	// A sum plus bias has a bit of rare set if the multiset of ranks alone does not determine the
	// value: because of a wild card, or enough cards of a suit for a flush, if flushes matter in
	// this ranking.
	bias, rare uint64
	five       [1 << 13]uint16
	six        [1 << 15]uint16
	seven      [1 << 16]uint16
	suited     [maskCount]uint16 // the same as flush[0]
	// plain[w][n] holds the best value of n natural and w wild cards by slot, ignoring suits;
	// flush[w] holds that of a one-suit mask with w wild cards.
	plain [maxNatural + 1][maxNatural + 1][]uint16
	flush [maxNatural + 1][]uint16
	// simple: no wild cards and not strict, so that the larger of seven and suited is the best
	// value of seven cards.
	simple bool
	// strict: some flush is worse than the same ranks in several suits, so the larger of plain and
	// flush may be wrong.
	strict bool
	// least is the smallest number of cards that make a hand: size, unless cards may be missing.
	// only are the cards that count, 0 for all.
	least  int
	only   uint64
	partly *partlySuited // nil if only flushes of a whole hand count
	// oneSuit: a value is the best of suited for the cards of each suit, of any number.
	oneSuit bool
	wild    cards.Set
	lowest  cards.Rank
	// stands[w] is, with wild cards, the value of each natural multiset of so many cards, by number, of which w stand for wild ones;
	// standsSuited[w] that of a one-suit mask. Without toldWild only w = 0 is there.
	stands       [maxNatural + 1][maxNatural + 1][]uint16
	standsSuited [maxNatural + 1][]uint16
	toldWild     bool     // as [Description.CountsWild]
	raws         []uint32 // raws[v-1] is the raw score of value v
	rowsOnce     sync.Once
	rows         atomic.Pointer[omahaRows] // nil before the first Exact
	lows         *lowTables
	badugi       *badugiTables
	sevens       *wildSevens // nil without wild cards, or if a flush can hurt
}

// maskCount is the number of masks of ranks.
const maskCount = 1 << 13

// A compiler makes tables from the natural scores of a description.
type compiler struct {
	*tables
	d     Description
	wilds int // wild cards in the deck, as far as hands that are looked up can hold them
	// ranks[w] is the raw score of size-w natural cards with w wild ones, by multiset number;
	// suits[w] that of one suit, by mask.
	ranks [maxNatural + 1][]uint32
	suits [maxNatural + 1][]uint32
	// fewer[w][n] is the raw score of n natural cards with w wild ones, fewer than size together.
	fewer [maxNatural + 1][maxNatural + 1][]uint32
	// told[w][n] is the raw score of n natural cards of which w stand for wild ones, by multiset number, toldSuits[w] that of one suit,
	// by mask. Unless the score depends on the number of wild cards, only w = 0 is there.
	told      [maxNatural + 1][maxNatural + 1][]uint32
	toldSuits [maxNatural + 1][]uint32
	// held is the number of natural cards of each rank in the deck, in[u] the mask of ranks of a
	// suit.
	held [13]uint8
	in   [4]uint16
	full bool // four of every rank
}

func compile(d Description) *tables {
	hashOnce.Do(readOffsets)
	t := &tables{scorer: newScorer(d), wild: d.wilds(), lowest: d.Deck.Lowest, least: d.Size - d.Missing, toldWild: d.CountsWild}
	c := &compiler{tables: t, d: d, wilds: min(maxNatural, d.wilds().Len())}
	if d.AnyWild {
		c.wilds = maxNatural
	}
	c.count()
	if d.OneSuit {
		c.fillSuits()
		return t
	}
	for w := 0; w <= c.mostTold(); w++ {
		c.scoreNatural(w)
	}
	c.ranks[0], c.suits[0] = c.told[0][c.size], c.toldSuits[0]
	for n := c.least; n < c.size; n++ {
		c.fewer[0][n] = c.told[0][n]
		for w := 1; w <= min(c.wilds, n); w++ {
			c.fewer[w][n-w] = c.oneWild(c.fewer[w-1][n-w+1], n, w)
		}
	}
	if d.partly() {
		c.scorePartly()
	}
	for w := 1; w <= min(c.wilds, c.size); w++ {
		// One more wild card stands for the rank that gives the best score; in a one-suit hand it
		// must be a missing rank.
		c.ranks[w] = c.oneWild(c.ranks[w-1], c.size, w)
		suits, n := c.suits[w-1], c.size-w+1
		if d.CountsWild {
			suits, n = c.toldSuits[w], c.size
		}
		for n > c.size-w {
			n--
			suits = oneWildSuited(suits, n)
		}
		c.suits[w] = suits
	}
	if d.Jokers == Bug && !d.low() {
		// A bug outside a flush is an ace or completes a straight: what else it could do goes.
		for w := 1; w <= min(c.wilds, c.size); w++ {
			told := c.told[min(w, c.mostTold())][c.size]
			straights := make([]uint32, len(told))
			for _, run := range c.straights {
				m := multisetOf(c.ranksOf(run.mask))
				straights[m.number()] = told[m.number()]
			}
			for n := c.size - 1; n >= c.size-w; n-- {
				straights = c.standFor(straights, n)
			}
			m := multiset{n: c.size - w}
			for i := range straights {
				aces := m
				for range w {
					aces = aces.with(uint8(cards.Ace))
				}
				c.ranks[w][i] = max(straights[i], told[aces.number()])
				m.next()
			}
		}
	}
	for w := 1; w <= min(c.wilds, c.size); w++ {
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) == c.size-w {
				m := multisetOf(mask)
				c.suits[w][mask] = max(c.suits[w][mask], c.ranks[w][m.number()])
			}
		}
	}
	c.fill()
	c.setRare()
	t.lows = c.newLow()
	return t
}

// count determines the natural cards of the deck.
func (c *compiler) count() {
	c.keys, c.masks = cardKeys(c.wild)
	for s := c.d.Deck.Set() &^ c.wild; s != 0; s &= s - 1 {
		card := cards.Card(bits.TrailingZeros64(uint64(s)))
		if card.Natural() {
			c.held[card.Rank()]++
			c.in[card.Suit()] |= 1 << card.Rank()
		}
	}
	c.full = c.held == [13]uint8{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
}

// dealt reports whether the deck has natural cards of these ranks.
func (c *compiler) dealt(m *multiset) bool {
	if c.full {
		return m.dealable()
	}
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

// mostTold is the number of wild cards up to which the score depends on it.
func (c *compiler) mostTold() int {
	if !c.toldWild {
		return 0
	}
	return min(c.wilds, c.size)
}

// scoreNatural scores natural cards of which w stand for wild ones.
func (c *compiler) scoreNatural(w int) {
	fives := c.wilds > 0 && (c.place[FiveOfAKind] >= 0 || c.own != nil)
	for n := c.least; n <= c.size; n++ {
		list := make([]uint32, multisets(n))
		m := multiset{n: n}
		for i := range list {
			if c.inDeck(m.mask()) && (fives && n == c.size || m.dealable()) {
				h := Hand{Counts: m.counts(), Suited: c.size == 1 && n == 1, Wild: uint8(w)} // a single card is suited
				if h.Suited {
					h.Flush = c.flushOf(m.mask())
				}
				list[i] = c.score(h)
			}
			m.next()
		}
		c.told[w][n] = list
	}
	c.toldSuits[w] = make([]uint32, maskCount)
	for mask := range uint16(maskCount) {
		if bits.OnesCount16(mask) == c.size && c.inDeck(mask) {
			m := multisetOf(mask)
			c.toldSuits[w][mask] = c.score(Hand{Counts: m.counts(), Suited: true, Flush: c.flushOf(mask), Wild: uint8(w)})
		}
	}
}

// oneWild returns the best scores of n cards of which w are wild, where those with w-1 are known.
func (c *compiler) oneWild(fewer []uint32, n, w int) []uint32 {
	left := n - w + 1
	if c.toldWild {
		fewer, left = c.told[w][n], n
	}
	for left > n-w {
		left--
		fewer = c.standFor(fewer, left)
	}
	return fewer
}

// oneWildSuited is standFor in one suit: the card stands for a rank that n others lack.
func oneWildSuited(fuller []uint32, n int) []uint32 {
	out := make([]uint32, maskCount)
	for mask := range uint16(maskCount) {
		if bits.OnesCount16(mask) == n {
			for r := uint16(1); r < maskCount; r <<= 1 {
				if mask&r == 0 {
					out[mask] = max(out[mask], fuller[mask|r])
				}
			}
		}
	}
	return out
}

func (c *compiler) inDeck(mask uint16) bool {
	return mask&(1<<c.lowest-1|c.d.Deck.Without) == 0
}

// flushOf returns the ranks of one suit if the scoring function gets them.
func (c *compiler) flushOf(mask uint16) uint16 {
	if c.d.Flush == 0 {
		return 0
	}
	return mask
}

// standFor returns, for each n ranks, the best score with one more rank; fuller has the scores of
// n+1 ranks.
func (c *compiler) standFor(fuller []uint32, n int) []uint32 {
	out := make([]uint32, multisets(n))
	m := multiset{n: n}
	for i := range out {
		// The number with rank r added: ranks above it move up one place.
		number, at := m.above(), 0
		for r := 0; r < 13; r++ {
			for ; at < n && int(m.ranks[at]) <= r; at++ {
				below := int(m.ranks[at]) + at
				number += binomials[below][at+1] - binomials[below+1][at+2]
			}
			if r >= int(c.lowest) {
				out[i] = max(out[i], fuller[number+binomials[r+at][at+1]])
			}
		}
		m.next()
	}
	return out
}

// A scored hand is a raw score in the high bits and the hand's index in the low bits, so that
// sorting orders by score.
type scored uint64

// score combines a raw score with the index of the hand, the i-th of a list of values.
func score(raw uint32, list, i int) scored { return scored(raw)<<32 | scored(list)<<24 | scored(i) }

func (s scored) raw() uint32 { return uint32(s >> 32) }
func (s scored) list() int   { return int(s >> 24 & 255) }
func (s scored) i() int      { return int(s & (1<<24 - 1)) }

// The lists of values: those by number of wild cards, those of one suit by that number, those with
// several cards of a suit by that number, and those with missing cards by numbers of wild and of natural cards.
const (
	listSuited = 8 * (1 + iota)
	listPartly
	listFewer // times 8 by number of wild cards
)

// qualifying returns every hand of size cards that the deck can make and that qualifies, worst
// first.
func (c *compiler) qualifying() []scored {
	all := make([]scored, 0, 1<<13)
	least := max(1, c.floor())
	for w := 0; w <= min(c.wilds, c.size); w++ {
		m := multiset{n: c.size - w}
		for i, raw := range c.ranks[w] {
			if raw >= least && c.dealt(&m) {
				all = append(all, score(raw, w, i))
			}
			m.next()
		}
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) == c.size-w && c.suits[w][mask] >= least && c.dealtSuited(mask) {
				all = append(all, score(c.suits[w][mask], listSuited+w, int(mask)))
			}
		}
	}
	for w := range c.fewer {
		for n := range c.fewer[w] {
			m := multiset{n: n}
			for i, raw := range c.fewer[w][n] {
				if raw >= least && c.dealt(&m) {
					all = append(all, score(raw, listFewer+8*w+n, i))
				}
				m.next()
			}
		}
	}
	all = c.partlyQualifying(all, least)
	slices.Sort(all)
	return all
}

// floor returns the raw score of the worst hand that qualifies.
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

// fill makes the value tables: first for hands of size cards, whose scores become values without
// gaps, then for more cards up to seven.
func (c *compiler) fill() {
	var byNumber [maxNatural + 1][maxNatural + 1][]uint16
	for w := 0; w <= min(c.wilds, c.size); w++ {
		byNumber[w][c.size-w] = make([]uint16, len(c.ranks[w]))
		c.flush[w] = make([]uint16, maskCount)
	}
	if c.wilds > 0 {
		c.makeWildSevens()
	}
	c.flush[0] = c.suited[:]
	var lists [listFewer + 8*(maxNatural+1)][]uint16
	for w := 0; w <= min(c.wilds, c.size); w++ {
		lists[w], lists[listSuited+w] = byNumber[w][c.size-w], c.flush[w]
	}
	for w := range c.fewer {
		for n, raw := range c.fewer[w] {
			if raw != nil {
				byNumber[w][n] = make([]uint16, len(raw))
				lists[listFewer+8*w+n] = byNumber[w][n]
			}
		}
	}
	if c.partly != nil {
		for m, list := range c.partly.values {
			lists[listPartly+m] = list
		}
	}
	c.plain[0][5], c.plain[0][6], c.plain[0][7] = c.five[:], c.six[:], c.seven[:]
	for _, s := range c.qualifying() {
		if n := len(c.raws); n == 0 || c.raws[n-1] != s.raw() {
			c.raws = append(c.raws, s.raw())
		}
		lists[s.list()][s.i()] = uint16(len(c.raws))
	}
	if c.wilds > 0 {
		// The values of natural hands: those of the deck, and those that only wild cards
		// can make, such as five of a kind or a missing rank.
		for w := 0; w <= c.mostTold(); w++ {
			for n := c.least; n <= c.size; n++ {
				c.stands[w][n] = c.valuesOf(c.told[w][n])
			}
			c.standsSuited[w] = c.valuesOf(c.toldSuits[w])
		}
	}
	for w := range c.fewer {
		for n, raw := range c.fewer[w] {
			if raw == nil {
				continue
			}
			if c.plain[w][n] == nil {
				c.plain[w][n] = make([]uint16, 1<<geometries[n].slots)
			}
			spread(c.plain[w][n], byNumber[w][n], n)
		}
	}
	for n := c.size; n <= maxNatural; n++ {
		for w := 0; w <= min(c.wilds, n); w++ {
			if n > c.size {
				byNumber[w][n-w] = oneMore(byNumber, w, n-w)
				c.oneMoreSuited(w, n-w)
			}
			if c.plain[w][n-w] == nil {
				c.plain[w][n-w] = make([]uint16, 1<<geometries[n-w].slots)
			}
			spread(c.plain[w][n-w], byNumber[w][n-w], n-w)
		}
	}
}

// valuesOf returns the values of raw scores, 0 for those that no hand of the deck has.
func (t *tables) valuesOf(raws []uint32) []uint16 {
	out := make([]uint16, len(raws))
	for i, raw := range raws {
		if v, ok := slices.BinarySearch(t.raws, raw); ok && raw != 0 {
			out[i] = uint16(v + 1)
		}
	}
	return out
}

// oneMore returns the best value of n natural and w wild cards, by number: the best with one of
// them removed.
func oneMore(from [maxNatural + 1][maxNatural + 1][]uint16, w, n int) []uint16 {
	out := make([]uint16, multisets(n))
	if w > 0 {
		copy(out, from[w-1][n])
	}
	if n == 0 {
		return out
	}
	// A multiset of n ranks consists of one of n-1, here called upper, and a rank not above its
	// lowest. The multisets with the same upper form a row, and so do those without one of the
	// upper ranks.
	fewer := from[w][n-1]
	upper := multiset{n: n - 1}
	for i, v := range fewer {
		var lacking [maxNatural]int32
		rows := 0
		at := int32(i)
		for j, r := range upper.ranks[:n-1] {
			at -= binomials[int(r)+j][j+1]
			if j == 0 || r != upper.ranks[j-1] {
				lacking[rows] = at
				rows++
			}
			at += binomials[int(r)+j+1][j+2]
		}
		row := out[at:][:upper.lowest()+1]
		for x := range row {
			row[x] = max(row[x], v)
		}
		for _, at := range lacking[:rows] {
			for x, v := range fewer[at:][:len(row)] {
				row[x] = max(row[x], v)
			}
		}
		upper.next()
	}
	return out
}

// oneMoreSuited adds the masks of n ranks with w wild cards.
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

// spread stores values by number in the slots of the hash.
func spread(out, values []uint16, n int) {
	if n == 0 {
		copy(out, values)
		return
	}
	upper := multiset{n: n - 1}
	for at := 0; at < len(values); upper.next() {
		row := values[at:][:upper.lowest()+1]
		at += len(row)
		if !upper.dealable() {
			continue
		}
		sum := upper.sum()
		for x, v := range row {
			if x == len(row)-1 && n > 4 && upper.ranks[3] == uint8(x) {
				continue // five of a kind
			}
			out[slot(sum+rankKeys[x], n)] = v
		}
	}
}

// setRare determines when a hand needs more than its multiset of ranks.
func (c *compiler) setRare() {
	c.bias = 0x1111 * uint64(8-c.size)
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
	if c.partly != nil {
		c.bias, c.rare, c.strict = 0x1111*uint64(8-c.partly.least), suitBits, true
	}
	if only := c.d.Only & c.d.Deck.Set(); c.d.Only != 0 {
		for ; only != 0; only &= only - 1 {
			c.only |= c.masks[bits.TrailingZeros64(uint64(only))&63]
		}
		c.rare = 1<<64 - 1 // nothing is looked up before the cards that do not count are removed
	}
	c.simple = c.wilds == 0 && !c.strict && c.size == 5 && c.d.Only == 0 && c.d.Deck.Without == 0
	if c.strict {
		c.sevens = nil
	}
	if c.sevens != nil {
		for w := range c.sevens { // more wild cards than in the deck give meaningless values, but do not panic
			c.sevens[w].flush = (*[maskCount]uint16)(c.flush[min(w, c.wilds)])
		}
	}
}

// partlySuited holds the values of hands in which several cards, but not all, are of one suit: four
// of five if a four flush is a category, or as many as a scoring function requests.
type partlySuited struct {
	size, least int
	// values[m] is indexed by the number of the mask of the m ranks of the suit, and within it by
	// the number of the multiset of the others. raw holds the scores in the same order.
	values [maxNatural + 1][]uint16
	raw    [maxNatural + 1][]uint32
}

// maskNumbers maps a mask to its number among those with as many bits.
var maskNumbers = func() (out [maskCount]uint16) {
	var seen [14]uint16
	for mask := range out {
		n := &seen[bits.OnesCount16(uint16(mask))]
		out[mask] = *n
		*n++
	}
	return out
}()

// scorePartly scores every hand with enough cards of a suit, but not all.
func (c *compiler) scorePartly() {
	p := &partlySuited{size: c.size, least: c.d.Flush}
	c.partly = p
	for m := p.least; m < c.size; m++ {
		others := multisets(c.size - m)
		p.raw[m] = make([]uint32, int(binomials[13][m])*others)
		p.values[m] = make([]uint16, len(p.raw[m]))
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) != m || !c.inDeck(mask) {
				continue
			}
			raw := p.raw[m][int(maskNumbers[mask])*others:][:others]
			rest := multiset{n: c.size - m}
			for i := range raw {
				if counts := rest.counts(); c.inDeck(rest.mask()) && slices.Max(counts[:]) <= 3 {
					for r := range counts {
						counts[r] += uint8(mask >> r & 1)
					}
					raw[i] = c.score(Hand{Counts: counts, Flush: mask})
				}
				rest.next()
			}
		}
	}
}

// partlyQualifying appends the hands that qualify.
func (c *compiler) partlyQualifying(to []scored, least uint32) []scored {
	if c.partly == nil {
		return to
	}
	for m, raws := range c.partly.raw {
		for i, raw := range raws {
			if raw >= least {
				to = append(to, score(raw, listPartly+m, i))
			}
		}
	}
	c.partly.raw = [maxNatural + 1][]uint32{}
	return to
}

// suitOf returns the ranks of the suit with enough cards, 0 if there is none.
func (p *partlySuited) suitOf(cs []cards.Card) uint16 {
	var suits [4]uint16
	for _, c := range cs {
		if c.Natural() {
			suits[c.Suit()] |= 1 << c.Rank()
		}
	}
	for _, m := range suits {
		if bits.OnesCount16(m) >= p.least {
			return m
		}
	}
	return 0
}

// value returns the value of a hand if enough of its cards, but not all, are of one suit.
func (p *partlySuited) value(mask uint64) (v uint16, ok bool) {
	for s := range 4 {
		suit := uint16(mask >> (16 * s))
		m := bits.OnesCount16(suit)
		if m < p.least || m == p.size {
			continue
		}
		rest := multiset{}
		for u := range 4 {
			if u == s {
				continue
			}
			for other := uint16(mask >> (16 * u)); other != 0; other &= other - 1 {
				rest = rest.with(uint8(bits.TrailingZeros16(other)))
			}
		}
		return p.values[m][int(maskNumbers[suit])*multisets(rest.n)+int(rest.number())], true
	}
	return 0, false
}
