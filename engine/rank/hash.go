package rank

import (
	"math/bits"
	"sync"
)

// Every ranking looks hands up by the multiset of their ranks. Each rank has
// a random constant, the constants of a hand are summed, and one perfect hash
// for each number of cards turns the sum into a slot: the sum's high bits
// pick a row, the row's offset plus 16 middle bits is the slot. The hash
// knows nothing of values, so one serves all rankings and all decks: short
// decks use fewer slots, wild cards leave fewer natural cards to look up.

// hashSeed makes keys under which no row has two sums at one place and every
// row finds an offset soon. One seed in 2,500 places all rows; of the first
// 214 such this one needs the fewest tries, 1.3 ms instead of 2.4 to 3.7.
const hashSeed = 545309

// A geometry is the size of the hash for one number of cards: rows of the
// offset table and slots of a value table, as powers of two.
type geometry struct{ rows, slots uint8 }

// maxNatural is the largest number of cards that are looked up at once.
const maxNatural = 7

// geometries by the number of cards: 13, 91, 455, 1,820, 6,175, 18,395 and
// 49,205 multisets. Twice the rows for seven cards would be placed in 0.3 ms,
// but 8 KB of offsets leave more of the first cache to the values: 4 % faster.
var geometries = [maxNatural + 1]geometry{{0, 0}, {2, 6}, {4, 8}, {6, 10}, {8, 12}, {10, 13}, {11, 15}, {12, 16}}

// The offset tables have names and fixed sizes where speed counts.
var (
	offsets5 [1 << 10]uint16
	offsets6 [1 << 11]uint16
	offsets7 [1 << 12]uint16
	offsets  [maxNatural + 1][]uint16
	hashOnce sync.Once
)

// rankKeys are the constants of the ranks; the low 20 bits stay clear for
// the counts of suits and wild cards, see naturalKeys.
var rankKeys = makeRankKeys(hashSeed)

func makeRankKeys(seed uint64) (keys [13]uint64) {
	for r := range keys {
		keys[r] = scramble(seed+uint64(r+1)*0x9e3779b97f4a7c15) &^ (1<<20 - 1)
	}
	return keys
}

// scramble is the finaliser of the splitmix64 generator.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// slot is the place of a sum of n natural cards in a value table.
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

// buildHash finds the offsets, once for the whole process.
func buildHash() { hashOnce.Do(fillOffsets) }

func fillOffsets() {
	offsets = [maxNatural + 1][]uint16{5: offsets5[:], 6: offsets6[:], 7: offsets7[:]}
	var b hashBuilder
	for n := 1; n <= maxNatural; n++ {
		if offsets[n] == nil {
			offsets[n] = make([]uint16, 1<<geometries[n].rows)
		}
		b.sums = appendSums(b.sums[:0], &rankKeys, n)
		if !b.sort(geometries[n]) || !b.place(geometries[n], offsets[n]) {
			panic("rank: the hash seed does not fit its geometry")
		}
	}
}

// appendSums lists the key sums of all multisets of n ranks, at most four of each.
func appendSums(out []uint64, keys *[13]uint64, n int) []uint64 {
	out = grow(out, 49205)
	var add func(r, left int, sum uint64)
	add = func(r, left int, sum uint64) {
		if left == 0 {
			out = append(out, sum)
			return
		}
		if r == 13 {
			return
		}
		for q := range min(4, left) + 1 {
			add(r+1, left-q, sum)
			if q < 4 {
				sum += keys[r]
			}
		}
	}
	add(0, n, 0)
	return out
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, 0, n)
	}
	return s
}

// A hashBuilder places rows by first fit, longest rows first.
type hashBuilder struct {
	sums   []uint64
	places []uint16 // 16 middle bits of the sums, row by row
	ends   []int32  // ends[i] and ends[i+1] bound row i in places
	used   []uint64 // taken slots, with one word more that repeats the first
}

// sort orders the sums by row and reports whether no row has two at one place.
func (b *hashBuilder) sort(g geometry) bool {
	rows, shift := 1<<g.rows, 64-g.rows
	b.ends = append(b.ends[:0], make([]int32, rows+2)...)
	for _, s := range b.sums {
		b.ends[s>>shift+2]++
	}
	for i := 2; i < rows+2; i++ {
		b.ends[i] += b.ends[i-1]
	}
	b.places = grow(b.places, len(b.sums))[:len(b.sums)]
	for _, s := range b.sums {
		at := &b.ends[s>>shift+1]
		b.places[*at] = uint16(s>>32) & (1<<g.slots - 1)
		*at++
	}
	for i := range rows {
		if repeats(b.row(i)) {
			return false
		}
	}
	return true
}

func (b *hashBuilder) row(i int) []uint16 { return b.places[b.ends[i]:b.ends[i+1]] }

func repeats(row []uint16) bool {
	for i, p := range row {
		for _, q := range row[:i] {
			if p == q {
				return true
			}
		}
	}
	return false
}

// place finds an offset for every row.
func (b *hashBuilder) place(g geometry, out []uint16) bool {
	slots := uint32(1) << g.slots
	b.used = append(b.used[:0], make([]uint64, slots/64+1)...)
	for _, i := range b.longestFirst(1 << g.rows) {
		row := b.row(int(i))
		if len(row) == 0 {
			break
		}
		at, ok := b.fit(row, uint32(i)*0x9e3779b1>>8, slots)
		if !ok {
			return false
		}
		out[i] = uint16(at)
		for _, p := range row {
			s := (uint32(p) + at) & (slots - 1)
			b.used[s/64] |= 1 << (s % 64)
		}
		b.used[slots/64] = b.used[0]
	}
	return true
}

// longestFirst lists the rows by falling length: a counting sort.
func (b *hashBuilder) longestFirst(rows int) []int32 {
	const most = 63
	var start [most + 2]int32
	length := func(i int) int32 { return min(most, b.ends[i+1]-b.ends[i]) }
	for i := range rows {
		start[most-length(i)+1]++
	}
	for i := range most + 1 {
		start[i+1] += start[i]
	}
	out := make([]int32, rows)
	for i := range rows {
		at := &start[most-length(i)]
		out[*at] = int32(i)
		*at++
	}
	return out
}

// fit finds an offset at which every slot of the row is free, from start on.
// It tries 64 offsets at once: bit i of a window of the used slots is the
// offset i further.
func (b *hashBuilder) fit(row []uint16, start, slots uint32) (uint32, bool) {
	at := start & (slots - 1) &^ 63
	for range slots / 64 {
		var taken uint64
		for _, p := range row {
			s := (uint32(p) + at) & (slots - 1)
			taken |= b.used[s/64]>>(s%64) | b.used[s/64+1]<<1<<(63-s%64)
			if taken == 1<<64-1 {
				break
			}
		}
		if taken != 1<<64-1 {
			return at + uint32(bits.TrailingZeros64(^taken)), true
		}
		at = (at + 64) & (slots - 1)
	}
	return 0, false
}
