package rank

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
)

// badugiTables holds the values of all 270,725 hands of four cards.
type badugiTables struct {
	*scorer
	hands [270725]uint16
	// groups holds the value of each group of different ranks and suits, by the
	// mask of its ranks.
	groups [maskCount]uint16
}

// badugiPlaces gives a hand of ascending cards a < b < c < d the index a +
// binomial(b,2) + binomial(c,3) + binomial(d,4).
var badugiPlaces = func() (p [3][256]uint64) {
	for c := range uint64(54) {
		p[0][c] = c * (c - 1) / 2
		p[1][c] = c * (c - 1) * (c - 2) / 6
		p[2][c] = c * (c - 1) * (c - 2) / 6 * (c - 3) / 4
	}
	return p
}()

// badugiRaw returns the raw score of a group: larger groups are better, then
// those with lower cards, or with higher cards if these win.
func badugiRaw(s *scorer, mask uint16) uint32 {
	var worths uint16
	for _, r := range multisetOf(mask).list() {
		worths |= 1 << s.worth(cards.Rank(r))
	}
	n := bits.OnesCount16(mask)
	v := uint32(4 - n)
	if !s.low {
		v = uint32(n)
	}
	order := significant([6]uint16{1: worths})
	for _, w := range order[:5] {
		v = v<<4 | uint32(w)
	}
	if !s.low {
		return v + 1
	}
	return lowTop - v
}

// badugiGroup is the inverse of badugiRaw: it returns the worths of the cards.
func (s *scorer) badugiGroup(raw uint32) []uint8 {
	v := raw - 1
	n := v >> 20
	if s.low {
		v = lowTop - raw
		n = 4 - v>>20
	}
	worths := make([]uint8, n)
	for i := range worths {
		worths[i] = uint8(v >> (16 - 4*i) & 15)
	}
	return worths
}

func compileBadugi(d Description) *tables {
	t := &tables{scorer: newScorer(d), masks: naturalMasks, lowest: d.Deck.Lowest}
	for c := range t.keys {
		t.keys[c] = 1 // marks every hand as rare, so that it goes to bestOf
	}
	t.rare = 1<<64 - 1
	b := &badugiTables{scorer: t.scorer}
	t.badugi = b
	t.numberGroups(d.Floor)
	b.fill()
	return t
}

// numberGroups computes the values of the 1,092 groups of one to four ranks.
func (t *tables) numberGroups(floor []cards.Card) {
	raws := map[uint16]uint32{}
	for mask := uint16(1); mask < maskCount; mask++ {
		if bits.OnesCount16(mask) <= 4 && bits.TrailingZeros16(mask) >= int(t.lowest) {
			raws[mask] = badugiRaw(t.scorer, mask)
			t.raws = append(t.raws, raws[mask])
		}
	}
	slices.Sort(t.raws)
	for mask, raw := range raws {
		i, _ := slices.BinarySearch(t.raws, raw)
		t.badugi.groups[mask] = uint16(i + 1)
	}
	if len(floor) == 0 {
		return
	}
	least := t.badugi.few(floor)
	t.raws = t.raws[least-1:]
	for mask, v := range t.badugi.groups {
		t.badugi.groups[mask] = max(v, least-1) - (least - 1)
	}
}

// fill computes the values of all hands of four cards a < b < c < d.
func (t *badugiTables) fill() {
	free := independent()
	i := 0
	for d := cards.Card(3); d < 52; d++ {
		for c := cards.Card(2); c < d; c++ {
			for b := cards.Card(1); b < c; b++ {
				upper := clash(b, c)<<3 | clash(b, d)<<4 | clash(c, d)<<5
				ranks := unions(b, c, d)
				for a := range b {
					g := &free[upper|clash(a, b)|clash(a, c)<<1|clash(a, d)<<2]
					var best uint16
					for _, m := range g.masks[:g.n] {
						group := ranks[m>>1&7] | uint16(m&1)<<a.Rank()
						best = max(best, t.groups[group&(maskCount-1)])
					}
					t.hands[i] = best
					i++
				}
			}
		}
	}
}

// unions returns the ranks of each subset of three cards, the first card at bit
// 0.
func unions(b, c, d cards.Card) (out [8]uint16) {
	for i := range out {
		out[i] = uint16(i&1)<<b.Rank() | uint16(i>>1&1)<<c.Rank() | uint16(i>>2)<<d.Rank()
	}
	return out
}

// clash returns 1 for two cards that a badugi cannot both contain.
func clash(a, b cards.Card) uint8 {
	if x := a ^ b; x < 4 || x&3 == 0 {
		return 1
	}
	return 0
}

// groupsOf is the list of the largest groups of four cards without a clash, as
// masks.
type groupsOf struct {
	masks [4]uint8
	n     int
}

// independent returns the groups for each pattern of clashes; bit i of a
// pattern is the i-th of the pairs 01 02 03 12 13 23.
func independent() (out [64]groupsOf) {
	pairs := [6]uint8{0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100}
	for pattern := range out {
		size := 0
		for m := uint8(1); m < 16; m++ {
			free := true
			for i, p := range pairs {
				free = free && (pattern>>i&1 == 0 || m&p != p)
			}
			n := bits.OnesCount8(m)
			if !free || n < size {
				continue
			}
			g := &out[pattern]
			if n > size {
				*g, size = groupsOf{}, n
			}
			if g.n < len(g.masks) {
				g.masks[g.n] = m
				g.n++
			}
		}
	}
	return out
}

// best returns the value of the best badugi in any number of cards.
func (b *badugiTables) best(cs []cards.Card) Strength {
	switch {
	case len(cs) == 4:
		return Strength(b.four(uint64(cs[0]), uint64(cs[1]), uint64(cs[2]), uint64(cs[3])))
	case len(cs) < 4:
		return Strength(b.few(cs))
	}
	var best uint16
	for i := range cs {
		for j := range i {
			for k := range j {
				for l := range k {
					best = max(best, b.four(uint64(cs[i]), uint64(cs[j]), uint64(cs[k]), uint64(cs[l])))
				}
			}
		}
	}
	return Strength(best)
}

// four sorts four cards and looks them up. The sign trick keeps the compiler
// from generating branches, which random hands would mispredict.
func (b *badugiTables) four(w, x, y, z uint64) uint16 {
	w, x = ordered(w, x)
	y, z = ordered(y, z)
	w, y = ordered(w, y)
	x, z = ordered(x, z)
	x, y = ordered(x, y)
	i := w + badugiPlaces[0][uint8(x)] + badugiPlaces[1][uint8(y)] + badugiPlaces[2][uint8(z)]
	if i >= uint64(len(b.hands)) {
		return 0
	}
	return b.hands[i]
}

func ordered(a, b uint64) (low, high uint64) {
	d := (a - b) & uint64(int64(a-b)>>63)
	return b + d, a - d
}

// few returns the value of at most four cards by trying every group.
func (b *badugiTables) few(cs []cards.Card) (best uint16) {
	for m := uint32(1); m < 1<<min(4, len(cs)); m++ {
		if ranks, ok := apart(cs, m); ok {
			best = max(best, b.groups[ranks])
		}
	}
	return best
}

// apart returns the ranks of the cards marked by m, if none clash.
func apart(cs []cards.Card, m uint32) (ranks uint16, ok bool) {
	var suits uint8
	for i, c := range cs {
		if m>>i&1 != 0 && c.Natural() {
			ranks |= 1 << c.Rank()
			suits |= 1 << c.Suit()
		}
	}
	n := bits.OnesCount32(m)
	return ranks, bits.OnesCount16(ranks) == n && bits.OnesCount8(suits) == n
}

// members marks the cards of cs, up to four, that make the hand with value v.
func (b *badugiTables) members(cs []cards.Card, v uint16) (best uint32) {
	for m := uint32(1); m < 1<<min(4, len(cs)); m++ {
		if ranks, ok := apart(cs, m); ok && b.groups[ranks] == v {
			best = m
		}
	}
	return best
}
