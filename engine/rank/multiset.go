package rank

import "math/bits"

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
