package rank

import (
	"flag"
	"math/bits"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write hash.bin anew")

// hash.bin contains the offsets that the builder finds.
func TestHashOffsets(t *testing.T) {
	data := findOffsets(t)
	if *update {
		if err := os.WriteFile("hash.bin", data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if *update || string(data) == hashOffsets {
		return
	}
	t.Error("hash.bin is not what the builder finds: go test -run HashOffsets -update")
}

// findOffsets finds an offset for every row.
func findOffsets(tb testing.TB) (data []byte) {
	var b hashBuilder
	for n := 1; n <= maxNatural; n++ {
		out := make([]uint16, 1<<geometries[n].rows)
		b.sums = appendSums(b.sums[:0], &rankKeys, n)
		if !b.sort(geometries[n]) || !b.place(geometries[n], out) {
			tb.Fatal("the hash seed does not fit its geometry")
		}
		for _, at := range out {
			data = append(data, byte(at), byte(at>>8))
		}
	}
	return data
}

// appendSums appends the key sums of all multisets of n ranks, with at most
// four of each.
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

// A hashBuilder places rows first-fit, longest rows first.
type hashBuilder struct {
	sums   []uint64
	places []uint16 // 16 middle bits of the sums, row by row
	ends   []int32  // ends[i] and ends[i+1] bound row i in places
	used   []uint64 // taken slots, with an extra word that repeats the first
}

// sort sorts the sums by row and reports whether no row has two in one place.
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

// longestFirst returns the rows by descending length, using a counting sort.
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

// fit finds an offset, from start on, at which every slot of the row is free.
// It tries 64 offsets at once: bit i of a window of the used slots is for the
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
