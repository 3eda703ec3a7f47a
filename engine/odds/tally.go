package odds

import (
	"math"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/rank"
)

// result is the winners of each part of the pot, as sets of hands: the first and the second part,
// and with two boards those of the second board.
type result [4]betting.Set

// tally counts deals by their result. For few hands the results are in a table, otherwise in a map.
type tally struct {
	n      int
	boards int
	few    []float64
	many   map[result]float64
}

// tableBits limits the size of a tally's table.
const tableBits = 12

func newTally(n, boards int) *tally {
	t := &tally{n: n, boards: boards}
	if 2*n*boards <= tableBits {
		t.few = make([]float64, 1<<(2*n*boards))
	} else {
		t.many = map[result]float64{}
	}
	return t
}

// add counts a result with a weight, the number of deals.
func (t *tally) add(w result, weight float64) {
	if t.few != nil {
		t.few[uint(w[0])|uint(w[1])<<t.n|uint(w[2])<<(2*t.n)|uint(w[3])<<(3*t.n)] += weight
		return
	}
	t.many[w] += weight
}

// addAll counts deals with one board, by the strengths of each deal's hands in the first part and,
// if there are two, the second.
func (t *tally) addAll(first, second []rank.Strength, hands int) {
	for at := 0; at < len(first); at += hands {
		a, b := bestOf(first[at:at+hands]), betting.Set(0)
		if second != nil {
			b = bestOf(second[at : at+hands])
		}
		if t.few != nil {
			t.few[uint(a)|uint(b)<<t.n]++
		} else {
			t.many[result{a, b}]++
		}
	}
}

// bestOf returns the hands with the highest strength, none if that is zero. As a separate function
// it keeps its sums in registers.
//
//go:noinline
func bestOf(worth []rank.Strength) (who betting.Set) {
	top := rank.Strength(1)
	for _, v := range worth {
		top = max(top, v)
	}
	for i := len(worth) - 1; i >= 0; i-- { // without a branch, because the result is hard to predict
		var has betting.Set
		if worth[i] == top {
			has = 1
		}
		who = who<<1 | has
	}
	return who
}

// counted is a result and its weight.
type counted struct {
	won    result
	weight float64
}

// sorted returns the results that have a weight, always in the same order, so that floating-point
// sums are reproducible.
func (t *tally) sorted() (out []counted) {
	for i, weight := range t.few {
		if weight != 0 {
			var won result
			for k := range won {
				won[k] = betting.Set(i>>(k*t.n)) & (betting.Bit(t.n) - 1)
			}
			out = append(out, counted{won, weight})
		}
	}
	for won, weight := range t.many {
		out = append(out, counted{won, weight})
	}
	if t.many != nil {
		slices.SortStableFunc(out, func(a, b counted) int {
			return slices.Compare(a.won[:], b.won[:])
		})
	}
	return out
}

// merge adds another tally of the same hands.
func (t *tally) merge(o *tally) {
	for _, c := range o.sorted() {
		t.add(c.won, c.weight)
	}
}

// part returns a hand's share of a pot divided according to a result, among all hands in the mask.
// Each board decides an equal share of it. The first part is the whole if nobody wins the second,
// and vice versa; if nobody wins either, all share.
func (w result) part(hand int, all betting.Set, boards int) (part float64) {
	for b := range boards {
		first, second := w.high(b, all), w[2*b+1]
		share := 1 / float64(boards)
		if first != 0 && second != 0 {
			share /= 2
		}
		if first.Has(hand) {
			part += share / float64(first.Len())
		}
		if second.Has(hand) {
			part += share / float64(second.Len())
		}
	}
	return part
}

// shares returns what the hands can expect. For samples > 0 they have a standard error.
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
			parts[i] = r.won.part(i, all, t.boards)
			switch p := parts[i]; {
			case p > most:
				most, times = p, 1
			case p == most:
				times++
			}
		}
		for i, p := range parts {
			s := &out[i]
			s.Equity += float64(r.weight * p)
			squares[i] += float64(r.weight * p * p)
			switch {
			case p == most && times == 1:
				s.Win += r.weight
			case p == most:
				s.Tie += r.weight
			}
			if p == 1 {
				s.Scoop += r.weight
			}
			if p > 0 && p < 0.5 && (t.boards > 1 || r.won[0] != 0 && r.won[1] != 0) {
				s.Quarter += r.weight
			}
			high := r.won.high(0, all)
			if t.boards > 1 {
				high |= r.won.high(1, all)
			}
			if high.Has(i) {
				s.High += r.weight
			}
			if (r.won[1] | r.won[3]).Has(i) {
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
			s.StdErr = math.Sqrt(max(0, squares[i]/total-float64(s.Equity*s.Equity)) / float64(samples-1))
		}
	}
	return out
}

// sharesAmong returns the average shares of a pot that only some hands can win.
func (t *tally) sharesAmong(eligible betting.Set) []float64 {
	out := make([]float64, t.n)
	for _, c := range t.sorted() {
		for m := eligible; m != 0; m &= m - 1 {
			out[m.First()] += float64(c.weight * c.won.part(m.First(), eligible, t.boards))
		}
	}
	total := t.total()
	for i := range out {
		out[i] /= total
	}
	return out
}

// total returns the weight of all deals.
func (t *tally) total() (sum float64) {
	for _, c := range t.sorted() {
		sum += c.weight
	}
	return sum
}

// high returns the winners of the first part on a board, all hands if nobody wins anything.
func (w result) high(board int, all betting.Set) betting.Set {
	if w[2*board]|w[2*board+1] == 0 {
		return all
	}
	return w[2*board]
}
