package batch

import (
	"math/bits"

	"cardroom/engine/money"
)

// bins is the number of bins of a [Histogram].
const bins = 512

// Histogram counts amounts of at least 0 in bins of equal width, Unit<<Shift. When an amount is
// beyond the last bin, the width doubles and pairs of bins are joined. The width therefore depends
// only on the largest amount, and histograms with the same unit merge exactly, in any order.
type Histogram struct {
	Unit   int64
	Shift  uint8
	Ragged bool // some amount is not a multiple of Unit
	Count  int64
	Total  int64 // of the amounts
	Bins   [bins]int64
	Passed bool // the total is not below [money.MaxSum]
}

// Width returns the width of a bin.
func (h *Histogram) Width() int64 { return h.Unit << h.Shift }

// Exact reports whether each bin holds only one amount, its lower bound.
func (h *Histogram) Exact() bool { return h.Shift == 0 && !h.Ragged }

// Used returns the number of bins up to the last one that is not empty.
func (h *Histogram) Used() int {
	for n := bins; n > 0; n-- {
		if h.Bins[n-1] > 0 {
			return n
		}
	}
	return 0
}

// add counts an amount. An amount below 0 counts as 0.
func (h *Histogram) add(x int64) {
	x = max(x, 0)
	k := x / h.Unit
	h.Ragged = h.Ragged || x%h.Unit != 0
	if k>>h.Shift >= bins {
		h.widen(uint8(bits.Len64(uint64(k)) - bits.Len64(bins-1)))
	}
	h.Count++
	money.Plus(&h.Total, x, &h.Passed)
	h.Bins[k>>h.Shift]++
}

// widen joins bins until the shift is at least the given one.
func (h *Histogram) widen(shift uint8) {
	for ; h.Shift < shift; h.Shift++ {
		for k := range bins / 2 {
			h.Bins[k] = h.Bins[2*k] + h.Bins[2*k+1]
		}
		clear(h.Bins[bins/2:])
	}
}

// merge adds the amounts of another histogram with the same unit.
func (h *Histogram) merge(o *Histogram) {
	other := *o
	h.widen(other.Shift)
	other.widen(h.Shift)
	h.Count += other.Count
	money.Plus(&h.Total, other.Total, &h.Passed)
	h.Passed = h.Passed || other.Passed
	h.Ragged = h.Ragged || other.Ragged
	for k, n := range other.Bins {
		h.Bins[k] += n
	}
}

// Share returns the lowest upper bound of a bin below which at least a share num/den of the amounts
// lie; 0 without amounts.
func (h *Histogram) Share(num, den int64) int64 {
	var seen int64
	for k, n := range h.Bins {
		if seen += n; h.Count > 0 && seen*den >= h.Count*num {
			return int64(k+1) * h.Width()
		}
	}
	return 0
}

// Course records how amounts change from hand to hand: at most [mostPoints] evenly spaced points,
// whatever the number of hands. It keeps one hand out of Every.
type Course struct {
	Every  int64
	Hands  []int64
	Values [][]int64 // by point: the recorded values
}

// mostPoints is the largest number of points of a [Course].
const mostPoints = 600

// Add records the values after a hand. Hands must be added in order, each with the same number of
// values.
func (c *Course) Add(number int64, values func() []int64) {
	if c.Every == 0 {
		c.Every = 1
	}
	if number%c.Every != 0 {
		return
	}
	if len(c.Hands) == mostPoints {
		c.Every *= 2
		kept := 0
		for i, n := range c.Hands {
			if n%c.Every == 0 {
				c.Hands[kept], c.Values[kept] = n, c.Values[i]
				kept++
			}
		}
		c.Hands, c.Values = c.Hands[:kept], c.Values[:kept]
		if number%c.Every != 0 {
			return
		}
	}
	c.Hands, c.Values = append(c.Hands, number), append(c.Values, values())
}
