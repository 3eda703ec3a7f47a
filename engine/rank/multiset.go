package rank

import (
	_ "embed" // hash.bin
	"math/bits"
	"sync"

	"cardroom/engine/cards"
)

// Multisets of ranks are numbered in colexicographic order: with ranks r1 <= r2
// <= ... the number is the sum of binomial(ri+i-1, i). All multisets count,
// even those with five or more of a rank, so that the numbers have no gaps and
// multisets that differ only in the lowest rank are adjacent.

// binomials[n][k], n up to 13+7, k up to 8.
var binomials = func() (b [21][9]int32) {
	for n := range b {
		b[n][0] = 1
		for k := 1; k < 9 && n > 0; k++ {
			b[n][k] = b[n-1][k-1] + b[n-1][k]
		}
	}
	return b
}()

// multisets returns the number of multisets of n ranks.
func multisets(n int) int { return int(binomials[12+n][n]) }

// A multiset is up to seven ranks in ascending order.
type multiset struct {
	ranks [maxNatural]uint8
	n     int
}

// next advances to the next multiset of the same size in numerical order.
func (m *multiset) next() bool {
	for i := range m.n {
		if i == m.n-1 && m.ranks[i] == 12 {
			return false
		}
		if i == m.n-1 || m.ranks[i] < m.ranks[i+1] {
			m.ranks[i]++
			for j := range i {
				m.ranks[j] = 0
			}
			return true
		}
	}
	return false
}

// counts returns the number of cards of each rank.
func (m *multiset) counts() (c [13]uint8) {
	for _, r := range m.ranks[:m.n] {
		c[r]++
	}
	return c
}

// dealable reports whether no rank occurs more than four times.
func (m *multiset) dealable() bool {
	for i := 4; i < m.n; i++ {
		if m.ranks[i] == m.ranks[i-4] {
			return false
		}
	}
	return true
}

// sum returns the key sum of the ranks.
func (m *multiset) sum() (s uint64) {
	for _, r := range m.ranks[:m.n] {
		s += rankKeys[r]
	}
	return s
}

// mask returns the mask of the ranks that occur.
func (m *multiset) mask() (s uint16) {
	for _, r := range m.ranks[:m.n] {
		s |= 1 << r
	}
	return s
}

// number returns the multiset's number.
func (m *multiset) number() (x int32) {
	for i, r := range m.ranks[:m.n] {
		x += binomials[int(r)+i][i+1]
	}
	return x
}

// above returns the number that the multiset would have with a deuce added.
func (m *multiset) above() (x int32) {
	for i, r := range m.ranks[:m.n] {
		x += binomials[int(r)+i+1][i+2]
	}
	return x
}

// lowest returns the lowest rank, the ace if there are no ranks.
func (m *multiset) lowest() uint8 {
	if m.n == 0 {
		return 12
	}
	return m.ranks[0]
}

// with returns the multiset with rank r added.
func (m multiset) with(r uint8) multiset {
	i := m.n
	for ; i > 0 && m.ranks[i-1] > r; i-- {
		m.ranks[i] = m.ranks[i-1]
	}
	m.ranks[i] = r
	m.n++
	return m
}

// without returns the multiset with the i-th rank removed.
func (m multiset) without(i int) multiset {
	copy(m.ranks[i:], m.ranks[i+1:m.n])
	m.n--
	return m
}

// multisetOf returns the multiset of the different ranks in a mask.
func multisetOf(mask uint16) (m multiset) {
	for ; mask != 0; mask &= mask - 1 {
		m.ranks[m.n] = uint8(bits.TrailingZeros16(mask))
		m.n++
	}
	return m
}

// list returns the ranks.
func (m multiset) list() []uint8 { return m.ranks[:m.n] }

// Tally counts the hands of n cards, one or more, of the ranking's deck by strength; entry 0 counts those that do
// not qualify. Without wild cards, five to seven cards take about two milliseconds: hands are
// counted by ranks and corrected for flushes.
func (r *Ranking) Tally(n int) []uint64 {
	t := r.tables()
	counts := make([]uint64, len(t.raws)+1)
	if !t.simple || n < t.size || n > maxNatural {
		t.tallyEach(counts, r.d.Deck.Append(nil), Key{}, n, n)
		return counts
	}
	m := multiset{n: n}
	for ok := true; ok; ok = m.next() {
		if m.dealable() && cards.Rank(m.lowest()) >= t.lowest {
			counts[t.plain[0][n][slot(m.sum(), n)]] += m.ways(4)
		}
	}
	if t.rare != 0 {
		for mask := uint16(1) << t.lowest; mask < maskCount; mask++ {
			suited := bits.OnesCount16(mask)
			if suited < t.size || suited > n || mask&(1<<t.lowest-1) != 0 {
				continue
			}
			flush := t.suited[mask]
			inSuit := multisetOf(mask)
			sum := inSuit.sum()
			rest := multiset{n: n - suited}
			for ok := true; ok; ok = rest.n > 0 && rest.next() {
				ways := 4 * rest.ways(3)
				if ways == 0 || cards.Rank(rest.lowest()) < t.lowest {
					continue
				}
				plain := t.plain[0][n][slot(sum+rest.sum(), n)]
				counts[plain] -= ways
				counts[max(plain, flush)] += ways
			}
		}
	}
	return counts
}

// tallyEach counts each hand of n cards that has the cards of a key and some of the deck that it lacks.
func (t *tables) tallyEach(counts []uint64, deck []cards.Card, k Key, n, lacks int) {
	for i := range len(deck) - lacks + 1 {
		with := k.With(Key{t.keys[deck[i]], t.masks[deck[i]]})
		if lacks > 1 {
			t.tallyEach(counts, deck[i+1:], with, n, lacks-1)
		} else {
			counts[t.ofKey(with, n)]++
		}
	}
}

// ways returns the number of hands with these ranks in the given number of suits.
func (m *multiset) ways(suits int) uint64 {
	ways := uint64(1)
	for _, q := range m.counts() {
		ways *= uint64(binomials[suits][q&7])
	}
	return ways
}

// Category returns the category of a strength; high card for badugi, scoring functions and 0.
func (r *Ranking) Category(s Strength) Category {
	t := r.tables()
	if s == 0 || int(s) > len(t.raws) || t.badugi != nil || t.own != nil {
		return HighCard
	}
	c, _ := t.split(t.raws[s-1])
	return c
}

// Class returns the place in the description's Order of the class that a strength belongs to, -1 if the ranking has no
// such classes.
func (r *Ranking) Class(s Strength) int {
	t := r.tables()
	if s == 0 || int(s) > len(t.raws) || r.d.Place == nil {
		return -1
	}
	return r.d.Place(t.raws[s-1])
}

// Every ranking looks hands up by the multiset of their ranks. Each rank has a random constant, the
// constants of a hand are added, and a perfect hash for each number of cards turns the sum into a
// slot: the sum's high bits select a row, and the row's offset plus 16 middle bits is the slot. The
// hash does not depend on values, so one serves all rankings and all decks: short decks use fewer
// slots, and wild cards leave fewer natural cards to look up.

// hashSeed yields keys for which no row has two sums in one place and every row finds an offset.
// One seed in 2,500 does.
const hashSeed = 545309

// A geometry is the size of the hash for one number of cards: the number of rows of the offset
// table and of slots of a value table, as powers of two.
type geometry struct{ rows, slots uint8 }

// maxNatural is the largest number of cards that can be looked up at once.
const maxNatural = 7

// geometries by number of cards: 13, 91, 455, 1,820, 6,175, 18,395 and 49,205 multisets. With twice
// the rows for seven cards the offsets would be found in 0.3 ms, but 8 KB of offsets leave more of
// the L1 cache for the values: 4 % faster.
var geometries = [maxNatural + 1]geometry{{0, 0}, {2, 6}, {4, 8}, {6, 10}, {8, 12}, {10, 13}, {11, 15}, {12, 16}}

// The offset tables have separate variables of fixed sizes where speed matters.
var (
	offsets5 [1 << 10]uint16
	offsets6 [1 << 11]uint16
	offsets7 [1 << 12]uint16
	offsets  [maxNatural + 1][]uint16
	hashOnce sync.Once
)

// rankKeys are the constants of the ranks; their low 20 bits are zero, to leave room for the counts
// of suits and wild cards, see naturalKeys.
var rankKeys = makeRankKeys(hashSeed)

func makeRankKeys(seed uint64) (keys [13]uint64) {
	for r := range keys {
		keys[r] = scramble(seed+uint64(r+1)*0x9e3779b97f4a7c15) &^ (1<<20 - 1)
	}
	return keys
}

// scramble returns the result of the splitmix64 generator's finalizer.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// slot returns the index of a sum of n natural cards in a value table.
func slot(key uint64, n int) uint16 {
	if n == 0 {
		return 0
	}
	g := geometries[n]
	return (uint16(key>>32) + offsets[n][key>>(64-g.rows)]) & (1<<g.slots - 1)
}

// slot5, slot6 and slot7 are slot for five, six and seven cards.
func slot5(k uint64) uint16 { return (uint16(k>>32) + offsets5[k>>54]) & (1<<13 - 1) }
func slot6(k uint64) uint16 { return (uint16(k>>32) + offsets6[k>>53]) & (1<<15 - 1) }
func slot7(k uint64) uint16 { return uint16(k>>32) + offsets7[k>>52] }

// hashOffsets are the offsets of all rows, starting with those for one card: two bytes each, little
// endian. The tests contain the builder that finds them, go test -run HashOffsets -update: finding
// them at startup would cost every program 1.3 ms.
//
//go:embed hash.bin
var hashOffsets string

func readOffsets() {
	offsets = [maxNatural + 1][]uint16{5: offsets5[:], 6: offsets6[:], 7: offsets7[:]}
	at := 0
	for n := 1; n <= maxNatural; n++ {
		if offsets[n] == nil {
			offsets[n] = make([]uint16, 1<<geometries[n].rows)
		}
		for i := range offsets[n] {
			offsets[n][i] = uint16(hashOffsets[at]) | uint16(hashOffsets[at+1])<<8
			at += 2
		}
	}
}
