package rank

import (
	_ "embed" // hash.bin
	"sync"
)

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
