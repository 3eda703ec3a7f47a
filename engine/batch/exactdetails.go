package batch

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// ExactDetails are [Details] as lossless JSON. The same details always give the same bytes.
type ExactDetails struct {
	Hands     int64            `json:"hands"`
	Showdowns int64            `json:"showdowns"`
	Pots      ExactHistogram   `json:"pots"`
	Fees      ExactHistogram   `json:"fees"`
	Actions   map[string]int64 `json:"actions"`
	Wins      []ExactWin       `json:"wins"`
	Rounds    []ExactRound     `json:"rounds"`
}

// ExactHistogram is a [Histogram] without trailing empty bins.
type ExactHistogram struct {
	Unit   int64   `json:"unit"`
	Shift  int64   `json:"shift"`
	Ragged bool    `json:"ragged"`
	Count  int64   `json:"count"`
	Total  int64   `json:"total"`
	Bins   []int64 `json:"bins"`
}

// ExactWin is a [Win] with its [WinCount].
type ExactWin struct {
	Part  string `json:"part"`
	Class string `json:"class"`
	Order int64  `json:"order"`
	Times int64  `json:"times"`
	Chips int64  `json:"chips"`
}

// ExactRound is a [Round] with the number of hands that reached it.
type ExactRound struct {
	Game  string `json:"game"`
	Step  int64  `json:"step"`
	Hands int64  `json:"hands"`
}

// ExactDetailsOf returns the exact form of details.
func ExactDetailsOf(d *Details) ExactDetails {
	x := ExactDetails{
		Hands: d.Hands, Showdowns: d.Showdowns, Pots: d.Pots.exact(), Fees: d.Fees.exact(), Actions: d.Actions, Wins: []ExactWin{}, Rounds: []ExactRound{},
	}
	for _, w := range slices.SortedFunc(maps.Keys(d.Wins), compareWins) {
		c := d.Wins[w]
		x.Wins = append(x.Wins, ExactWin{w.Part, w.Class, int64(w.Order), c.Times, c.Chips})
	}
	for _, r := range slices.SortedFunc(maps.Keys(d.Rounds), compareRounds) {
		x.Rounds = append(x.Rounds, ExactRound{r.Game, int64(r.Step), d.Rounds[r]})
	}
	return x
}

func compareRounds(a, b Round) int {
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Step, b.Step))
}

func (h *Histogram) exact() ExactHistogram {
	return ExactHistogram{h.Unit, int64(h.Shift), h.Ragged, h.Count, h.Total, append([]int64{}, h.Bins[:h.Used()]...)}
}

// Details returns the details that x was made from, or an error if x cannot be any.
func (x *ExactDetails) Details() (*Details, error) {
	if x.Hands < 0 || x.Showdowns < 0 || x.Showdowns > x.Hands {
		return nil, fmt.Errorf("%d showdowns in %d hands", x.Showdowns, x.Hands)
	}
	d := &Details{Hands: x.Hands, Showdowns: x.Showdowns, Actions: map[string]int64{}, Wins: map[Win]WinCount{}, Rounds: map[Round]int64{}}
	for _, h := range []struct {
		to   *Histogram
		from *ExactHistogram
	}{{&d.Pots, &x.Pots}, {&d.Fees, &x.Fees}} {
		if err := h.to.read(h.from); err != nil {
			return nil, err
		}
	}
	for name, n := range x.Actions {
		if n < 1 {
			return nil, fmt.Errorf("%q is counted %d times", name, n)
		}
		d.Actions[name] = n
	}
	for _, w := range x.Wins {
		key := Win{w.Part, w.Class, int32(w.Order)}
		if _, again := d.Wins[key]; again || int64(key.Order) != w.Order || w.Times < 0 {
			return nil, fmt.Errorf("%q cannot win %d times", w.Class, w.Times)
		}
		d.Wins[key] = WinCount{w.Times, w.Chips}
	}
	for _, r := range x.Rounds {
		key := Round{r.Game, int16(r.Step)}
		if _, again := d.Rounds[key]; again || int64(key.Step) != r.Step || r.Step < 0 || r.Hands < 1 || r.Hands > x.Hands {
			return nil, fmt.Errorf("step %d of %s cannot be reached by %d hands", r.Step, r.Game, r.Hands)
		}
		d.Rounds[key] = r.Hands
	}
	return d, nil
}

func (h *Histogram) read(x *ExactHistogram) error {
	if x.Unit < 1 || x.Shift < 0 || x.Shift > 62 || len(x.Bins) > bins {
		return fmt.Errorf("%d bins of %d<<%d are no histogram", len(x.Bins), x.Unit, x.Shift)
	}
	*h = Histogram{Unit: x.Unit, Shift: uint8(x.Shift), Ragged: x.Ragged, Count: x.Count, Total: x.Total}
	var count int64
	for i, n := range x.Bins {
		if n < 0 {
			return fmt.Errorf("%d: a count cannot be below 0", n)
		}
		h.Bins[i] = n
		count += n
	}
	if count != x.Count {
		return fmt.Errorf("%d in the bins of a histogram of %d", count, x.Count)
	}
	return nil
}

// Clone returns a deep copy, nil for nil.
func (d *Details) Clone() *Details { return mergeDetails(nil, d) }
