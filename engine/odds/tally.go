package odds

import (
	"cmp"
	"math"
	"slices"

	"cardroom/engine/betting"
)

// result is who wins each part of the pot: a mask of hands for each.
type result [2]betting.Mask

// tally counts deals by their result. The few results of a few hands are in a
// table, the others in a map.
type tally struct {
	n    int
	few  []float64
	many map[result]float64
}

// tableBits bounds the size of a tally's table.
const tableBits = 12

func newTally(n int) *tally {
	t := &tally{n: n}
	if 2*n <= tableBits {
		t.few = make([]float64, 1<<(2*n))
	} else {
		t.many = map[result]float64{}
	}
	return t
}

// add counts a result with a weight, the number of deals.
func (t *tally) add(w result, weight float64) {
	if t.few != nil {
		t.few[w[0]|w[1]<<t.n] += weight
		return
	}
	t.many[w] += weight
}

// counted is a result and its weight.
type counted struct {
	won    result
	weight float64
}

// sorted are the results that have a weight, always in the same order, so that
// sums come out the same.
func (t *tally) sorted() (out []counted) {
	for i, weight := range t.few {
		if weight != 0 {
			out = append(out, counted{result{betting.Mask(i) & (betting.Bit(t.n) - 1), betting.Mask(i) >> t.n}, weight})
		}
	}
	for won, weight := range t.many {
		out = append(out, counted{won, weight})
	}
	if t.many != nil {
		slices.SortFunc(out, func(a, b counted) int {
			return cmp.Or(cmp.Compare(a.won[0], b.won[0]), cmp.Compare(a.won[1], b.won[1]))
		})
	}
	return out
}

// merge adds what another tally of the same hands has.
func (t *tally) merge(o *tally) {
	for _, c := range o.sorted() {
		t.add(c.won, c.weight)
	}
}

// part is what a hand gets of a pot that is divided as a result says, of all
// hands in the mask. The first part is the whole where nobody wins the second,
// and the other way round; where nobody wins either, all share.
func (w result) part(hand int, all betting.Mask) (part float64) {
	if w[0]|w[1] == 0 {
		w[0] = all
	}
	share := 1.0
	if w[0] != 0 && w[1] != 0 {
		share = 0.5
	}
	for _, m := range w {
		if m.Has(hand) {
			part += share / float64(m.Len())
		}
	}
	return part
}

// shares are what the hands can expect. Sampled ones have a standard error of
// so many samples.
func (t *tally) shares(samples int64) []Share {
	out := make([]Share, t.n)
	squares := make([]float64, t.n)
	all := betting.Bit(t.n) - 1
	parts := make([]float64, t.n)
	total := 0.0
	for _, r := range t.sorted() {
		total += r.weight
		most, times := 0.0, 0
		for i := range parts {
			parts[i] = r.won.part(i, all)
			switch p := parts[i]; {
			case p > most:
				most, times = p, 1
			case p == most:
				times++
			}
		}
		for i, p := range parts {
			s := &out[i]
			s.Equity += r.weight * p
			squares[i] += r.weight * p * p
			switch {
			case p == most && times == 1:
				s.Win += r.weight
			case p == most:
				s.Tie += r.weight
			}
			if p == 1 {
				s.Scoop += r.weight
			}
			if p > 0 && r.won.high(all).Has(i) {
				s.High += r.weight
			}
			if r.won[1].Has(i) {
				s.Low += r.weight
			}
		}
	}
	for i := range out {
		s := &out[i]
		for _, x := range s.fields() {
			*x /= total
		}
		if samples > 1 {
			s.StdErr = math.Sqrt(max(0, squares[i]/total-s.Equity*s.Equity) / float64(samples-1))
		}
	}
	return out
}

// sharesAmong are the average parts of a pot that only some hands can win.
func (t *tally) sharesAmong(eligible betting.Mask) []float64 {
	out := make([]float64, t.n)
	for _, c := range t.sorted() {
		for m := eligible; m != 0; m &= m - 1 {
			out[m.First()] += c.weight * c.won.part(m.First(), eligible)
		}
	}
	total := t.total()
	for i := range out {
		out[i] /= total
	}
	return out
}

// total is the weight of all deals.
func (t *tally) total() (sum float64) {
	for _, c := range t.sorted() {
		sum += c.weight
	}
	return sum
}

// high is who wins the first part, all hands where nobody wins anything.
func (w result) high(all betting.Mask) betting.Mask {
	if w[0]|w[1] == 0 {
		return all
	}
	return w[0]
}
