package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"

	"pgregory.net/rapid"
)

// seats returns the set of the seats with these letters: "AC".
func seats(letters string) (m betting.Set) {
	for _, c := range letters {
		m |= betting.Bit(int(c - 'A'))
	}
	return m
}

func letters(m betting.Set) string {
	var b strings.Builder
	for ; m != 0; m &= m - 1 {
		b.WriteByte(byte('A' + m.First()))
	}
	return b.String()
}

// text formats a list of pots as "69 ABC, 4 AC", main pot first.
func text(l *betting.List) string {
	var out []string
	for _, p := range l.Pot[:l.N] {
		out = append(out, fmt.Sprintf("%d %s", p.Amount, letters(p.Eligible)))
	}
	return strings.Join(out, ", ")
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []int64
		live string
		dead int64
		want string
	}{
		{"everybody matched: one pot", []int64{10, 10, 10}, "ABC", 0, "30 ABC"},
		{"a short all-in makes a side pot", []int64{40, 10, 40}, "ABC", 0, "30 ABC, 60 AC"},
		{"a pot for each level", []int64{5, 20, 50, 50}, "ABCD", 0, "20 ABCD, 45 BCD, 60 CD"},
		{"two all-in at one level share it", []int64{20, 20, 50, 50}, "ABCD", 0, "80 ABCD, 60 CD"},
		{"the chips of a folded seat swell the pots it had reached", []int64{5, 12, 50, 50}, "ACD", 0, "20 ACD, 97 CD"},
		{"a folded seat makes no level", []int64{7, 20, 20}, "BC", 0, "47 BC"},
		{"a seat that folded between two levels", []int64{10, 30, 25, 30, 2}, "ABD", 0, "42 ABD, 55 BD"},
		{"dead money belongs to the main pot", []int64{5, 20, 20}, "ABC", 3, "18 ABC, 30 BC"},
		{"dead money alone", []int64{0, 0, 0}, "AC", 6, "6 AC"},
		{"one seat is left", []int64{4, 10, 10}, "C", 1, "25 C"},
		{"a folded seat put in more than anybody left", []int64{4, 10, 6}, "AC", 0, "12 AC, 8 C"},
		{"house004.holdem.6.example: main pot 15 and three times 18, side pot A and C", []int64{25, 23, 25}, "ABC", 0, "69 ABC, 4 AC"},
		{"a live seat with nothing in has no pot to win", []int64{0, 20, 20}, "ABC", 0, "40 BC"},
		{"a live seat with nothing in may win the dead money", []int64{0, 20, 20}, "ABC", 3, "3 ABC, 40 BC"},
	} {
		var got betting.List
		if betting.Build(c.in, seats(c.live), c.dead, &got); text(&got) != c.want {
			t.Errorf("%s: in %v, live %s, dead %d\n got %s\nwant %s", c.name, c.in, c.live, c.dead, text(&got), c.want)
		}
		sum := c.dead
		for _, v := range c.in {
			sum += v
		}
		if got.Total() != sum {
			t.Errorf("%s: total %d, want %d", c.name, got.Total(), sum)
		}
	}
}

func TestUncalled(t *testing.T) {
	for _, c := range []struct {
		in     []int64
		seat   int
		amount int64
	}{
		{[]int64{10, 10, 10}, -1, 0},
		{[]int64{10, 30, 20}, 1, 10},
		{[]int64{0, 5, 2}, 1, 3},
		{[]int64{30, 0, 0}, 0, 30},
		{[]int64{30, 30, 5}, -1, 0},
		{[]int64{0, 0, 0}, -1, 0},
		{[]int64{5, 20, 20, 35}, 3, 15},
	} {
		if seat, amount := betting.Uncalled(c.in); seat != c.seat || amount != c.amount {
			t.Errorf("%v: seat %d gets %d back, want seat %d, %d", c.in, seat, amount, c.seat, c.amount)
		}
	}
}

func TestDrop(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    []int64
		drop  int64
		taken int64
		want  string
	}{
		{"from the main pot first (sanrafael.drop.take)", []int64{3, 12, 12}, 4, 4, "5 ABC, 18 BC"},
		{"more than the main pot: the rest from the side pot", []int64{1, 12, 12}, 4, 4, "0 ABC, 21 BC"},
		{"all of a single pot", []int64{2, 2}, 4, 4, "0 AB"},
		{"never more than there is", []int64{1, 2, 2}, 9, 5, "0 ABC, 0 BC"},
		{"nothing", []int64{3, 12, 12}, 0, 0, "9 ABC, 18 BC"},
	} {
		var l betting.List
		betting.Build(c.in, seats("ABC"[:len(c.in)]), 0, &l)
		if taken := l.Drop(c.drop); taken != c.taken || text(&l) != c.want {
			t.Errorf("%s: took %d, left %s; want %d, %s", c.name, taken, text(&l), c.taken, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		name   string
		amount int64
		chip   int64
		order  []int8
		policy betting.OddChip
		want   []int64 // by seat
	}{
		{"even (angies.holdem.community)", 8, 1, []int8{0, 1}, betting.OneEach, []int64{4, 4}},
		{"the odd chip to the first left of the button (angies.omaha8.5.odd)", 11, 1, []int8{1, 2}, betting.OneEach, []int64{0, 6, 5}},
		{"163 two ways (omaha-casino.win.3)", 163, 1, []int8{1, 2}, betting.AllNearest, []int64{0, 82, 81}},
		{"80 three ways, all odd chips to one (omaha-casino.win.3)", 80, 1, []int8{0, 1, 2}, betting.AllNearest, []int64{28, 26, 26}},
		{"80 three ways, one odd chip each (omaha-casino.win.3, odd=one-each)", 80, 1, []int8{0, 1, 2}, betting.OneEach, []int64{27, 27, 26}},
		{"the order of the winners decides, not their seats", 80, 1, []int8{2, 0, 1}, betting.OneEach, []int64{27, 26, 27}},
		{"by suit the order is the caller's", 81, 1, []int8{2, 0}, betting.BySuit, []int64{40, 0, 41}},
		{"one winner takes all", 7, 5, []int8{1}, betting.OneEach, []int64{0, 7}},
		{"whole chips of 5", 40, 5, []int8{0, 1, 2}, betting.OneEach, []int64{15, 15, 10}},
		{"whole chips of 5, all odd ones to one", 40, 5, []int8{0, 1, 2}, betting.AllNearest, []int64{20, 10, 10}},
		{"a rest smaller than a chip goes to the first", 42, 5, []int8{0, 1, 2}, betting.OneEach, []int64{17, 15, 10}},
		{"less than a chip", 3, 5, []int8{1, 2}, betting.OneEach, []int64{0, 3, 0}},
		{"nothing", 0, 1, []int8{0, 1}, betting.OneEach, []int64{0, 0}},
		{"nobody", 9, 1, nil, betting.OneEach, []int64{0, 0}},
		{"no chip named counts as one", 9, 0, []int8{0, 1}, betting.OneEach, []int64{5, 4}},
	} {
		got := make([]int64, len(c.want))
		if betting.Share(c.amount, c.chip, c.order, c.policy, got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %d in chips of %d to %v: %v, want %v", c.name, c.amount, c.chip, c.order, got, c.want)
		}
	}
	sum := []int64{5, 5}
	if betting.Share(10, 1, []int8{0, 1}, betting.OneEach, sum); sum[0] != 10 || sum[1] != 10 {
		t.Errorf("a second pot is added to what a seat has: %v, want [10 10]", sum)
	}
}

// TestEven checks that those who share several parts of a pot end within a chip of
// each other, whatever the parts are, and that nobody else's share changes.
func TestEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "winners")
		some := betting.Set(rapid.IntRange(1, 1<<n-1).Draw(t, "some"))
		chip := rapid.SampledFrom([]int64{1, 5}).Draw(t, "chip")
		order := make([]int8, n)
		for i := range order {
			order[i] = int8((i + 3) % n)
		}
		had, sum := make([]int64, n), make([]int64, n)
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			before, got := make([]int64, n), make([]int64, n)
			betting.Share(rapid.Int64Range(0, 100).Draw(t, "amount")*chip, chip, order, betting.OddChip(rapid.IntRange(0, 3).Draw(t, "policy")), before)
			copy(got, before)
			betting.Even(chip, order, some, had, got)
			old, now := int64(0), int64(0)
			for i := range n {
				if !some.Has(i) && got[i] != before[i] {
					t.Fatalf("seat %d got %d, then %d", i, before[i], got[i])
				}
				if got[i] < 0 || got[i]%chip != 0 {
					t.Fatalf("seat %d got %d in chips of %d", i, got[i], chip)
				}
				old, now, sum[i] = old+before[i], now+got[i], sum[i]+got[i]
			}
			if old != now {
				t.Fatalf("%d became %d", old, now)
			}
		}
		least, most := int64(1)<<60, int64(0)
		for m := some; m != 0; m &= m - 1 {
			if i := m.First(); had[i] != sum[i] {
				t.Fatalf("seat %d got %d, and had says %d", i, sum[i], had[i])
			} else {
				least, most = min(least, had[i]), max(most, had[i])
			}
		}
		if most-least > chip {
			t.Fatalf("from %d to %d in chips of %d", least, most, chip)
		}
	})
}

// TestHalves checks that of two equal shares the odd chip, and a remainder smaller
// than a chip, stay with the first.
func TestHalves(t *testing.T) {
	for _, c := range []struct{ amount, chip, high, low int64 }{
		{120, 1, 60, 60},
		{21, 1, 11, 10}, // angies.omaha8.5.odd
		{23, 1, 12, 11},
		{9, 1, 5, 4},     // fixture AO8
		{162, 1, 81, 81}, // fixture OCH
		{900, 100, 500, 400},
		{950, 100, 550, 400}, // a remainder smaller than a chip stays with the high half
		{950, 50, 500, 450},
		{1, 1, 1, 0},
		{0, 1, 0, 0},
		{7, 0, 4, 3},
	} {
		var got [2]int64
		if betting.Divide(c.amount, c.chip, []int64{1, 1}, false, got[:]); got != [2]int64{c.high, c.low} {
			t.Errorf("%d in chips of %d: %v, want %d and %d", c.amount, c.chip, got, c.high, c.low)
		}
	}
}

// TestDivide checks shares by weight in whole chips, with odd chips one each from
// the first or from the last.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		amount, chip int64
		weights      []int64
		last         bool
		want         []int64
	}{
		{120, 1, []int64{1, 1, 1}, false, []int64{40, 40, 40}},
		{122, 1, []int64{1, 1, 1}, false, []int64{41, 41, 40}},
		{122, 1, []int64{1, 1, 1}, true, []int64{40, 41, 41}},
		{121, 1, []int64{2, 1, 1}, false, []int64{61, 30, 30}},
		{121, 1, []int64{2, 0, 1}, true, []int64{80, 0, 41}},
		{121, 1, []int64{0, 0, 1}, false, []int64{0, 0, 121}},
		{130, 5, []int64{1, 1, 1, 1}, false, []int64{35, 35, 30, 30}},
		{132, 5, []int64{1, 1, 1, 1}, true, []int64{30, 30, 35, 37}},
		{7, 0, []int64{1, 1}, false, []int64{4, 3}},
		{3, 1, []int64{1, 1, 1, 1}, false, []int64{1, 1, 1, 0}},
		{9, 1, []int64{0, 0}, false, []int64{0, 0}},
		{1 << 62, 1, []int64{100, 100}, false, []int64{1 << 61, 1 << 61}},
	} {
		got := make([]int64, len(c.weights))
		if betting.Divide(c.amount, c.chip, c.weights, c.last, got); !slices.Equal(got, c.want) {
			t.Errorf("%d in chips of %d by %v: %v, want %v", c.amount, c.chip, c.weights, got, c.want)
		}
	}
	for amount := range int64(300) {
		for _, chip := range []int64{1, 5, 7} {
			var got [2]int64
			low := amount / 2 / chip * chip
			high := amount - low
			if betting.Divide(amount, chip, []int64{1, 1}, false, got[:]); got != [2]int64{high, low} {
				t.Errorf("%d in chips of %d: %v, want %d and %d", amount, chip, got, high, low)
			}
			if betting.Divide(amount, chip, []int64{1, 1}, true, got[:]); got != [2]int64{low, high} {
				t.Errorf("%d in chips of %d, from the last: %v, want %d and %d", amount, chip, got, low, high)
			}
		}
	}
}

// TestQuartering checks omaha-cash.showdown.quarter. In a pot of 120, A has the
// best high hand and ties for low with B and C.
func TestQuartering(t *testing.T) {
	got := make([]int64, 3)
	var half [2]int64
	betting.Divide(120, 1, []int64{1, 1}, false, half[:])
	betting.Share(half[0], 1, []int8{0}, betting.OneEach, got)
	betting.Share(half[1], 1, []int8{0, 1, 2}, betting.OneEach, got)
	if want := []int64{80, 20, 20}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// drawPot draws contributions, the live seats among them, and dead money.
func drawPot(t *rapid.T) (in []int64, live betting.Set, dead int64) {
	n := rapid.IntRange(2, betting.Max).Draw(t, "seats")
	for i := range n {
		in = append(in, rapid.OneOf(rapid.Int64Range(0, 6), rapid.Int64Range(0, 1<<56)).Draw(t, "in"))
		if rapid.Bool().Draw(t, "live") {
			live |= betting.Bit(i)
		}
	}
	if live == 0 {
		live = betting.Bit(rapid.IntRange(0, n-1).Draw(t, "last"))
	}
	return in, live, rapid.Int64Range(0, 50).Draw(t, "dead")
}

// TestBuildLaws checks that chips are conserved; that fewer seats can win each
// further pot; that every seat that can win a pot has put in as much as the others
// that can; and that nobody can win more from another seat than they have put in
// themselves.
func TestBuildLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, live, dead := drawPot(t)
		var l betting.List
		betting.Build(in, live, dead, &l)
		sum := dead
		for _, c := range in {
			sum += c
		}
		if l.Total() != sum {
			t.Fatalf("pots %s hold %d, %d was put in", text(&l), l.Total(), sum)
		}
		before := live
		for i, p := range l.Pot[:l.N] {
			switch {
			case p.Eligible == 0 || p.Eligible&^before != 0 || i > 0 && p.Eligible == before:
				t.Fatalf("pots %s of %v: fewer seats must be able to win each next pot, some at least", text(&l), in)
			case p.Amount <= 0 && l.N > 1:
				t.Fatalf("pots %s of %v: an empty pot", text(&l), in)
			}
			before = p.Eligible
		}
		// The pots that a seat can win are everybody's contributions up to the
		// seat's own, apart from dead money; the last seat left may win the
		// contributions of folded seats beyond that.
		most := int64(0)
		for m := live; m != 0; m &= m - 1 {
			most = max(most, in[m.First()])
		}
		for m := live; m != 0; m &= m - 1 {
			seat := m.First()
			got, want := int64(0), dead
			for _, p := range l.Pot[:l.N] {
				if p.Eligible.Has(seat) {
					got += p.Amount
				}
			}
			for i, c := range in {
				if want += min(c, in[seat]); in[seat] == most && !live.Has(i) {
					want += max(0, c-in[seat])
				}
			}
			if in[seat] == 0 && dead == 0 && most > 0 {
				want = 0
			}
			if got != want {
				t.Fatalf("pots %s of %v: seat %c can win %d, want %d", text(&l), in, 'A'+seat, got, want)
			}
		}
	})
}

// TestShareLaws checks that the shares add up, that no seat gets less than a seat
// behind it in line, and that shares differ by no more than the odd chips.
func TestShareLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 1<<50).Draw(t, "amount")
		chip := rapid.SampledFrom([]int64{0, 1, 5, 25, 100}).Draw(t, "chip")
		policy := betting.OddChip(rapid.IntRange(0, 2).Draw(t, "policy"))
		order := rapid.Permutation([]int8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "order")[:rapid.IntRange(1, 10).Draw(t, "winners")]
		got := make([]int64, 10)
		betting.Share(amount, chip, order, policy, got)
		sum, unit := int64(0), max(1, chip)
		for i, c := range got {
			if sum += c; c < 0 || c > 0 && !slices.Contains(order, int8(i)) {
				t.Fatalf("seat %d gets %d", i, c)
			}
		}
		if sum != amount {
			t.Fatalf("%v add up to %d, want %d", got, sum, amount)
		}
		last := got[order[len(order)-1]]
		for k, seat := range order {
			extra := got[seat] - last
			odd := unit
			switch {
			case policy == betting.AllNearest && k > 0:
				odd = 0
			case policy == betting.AllNearest:
				odd = unit * int64(len(order))
			case k == 0:
				odd = 2*unit - 1 // a chip, plus a remainder smaller than one
			}
			if extra < 0 || extra > odd || k > 0 && got[seat]%unit != 0 {
				t.Fatalf("%v for %v in chips of %d: place %d gets %d more than the last, at most %d", got, order, unit, k, extra, odd)
			}
		}
		var half [2]int64
		betting.Divide(amount, chip, []int64{1, 1}, false, half[:])
		high, low := half[0], half[1]
		if high+low != amount || high < low || high-low >= 2*unit || low%unit != 0 {
			t.Fatalf("%d in chips of %d halved to %d and %d", amount, unit, high, low)
		}
	})
}

// TestDropLaws checks that a drop takes from the first pots, as much as there is
// and no more.
func TestDropLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, live, dead := drawPot(t)
		var l betting.List
		betting.Build(in, live, dead, &l)
		before := l
		drop := rapid.Int64Range(0, 20).Draw(t, "drop")
		taken := l.Drop(drop)
		if taken != min(drop, before.Total()) || l.Total()+taken != before.Total() {
			t.Fatalf("drop %d from %s took %d and left %s", drop, text(&before), taken, text(&l))
		}
		touched := true
		for i := range l.N {
			if l.Pot[i].Amount < 0 || !touched && l.Pot[i] != before.Pot[i] {
				t.Fatalf("drop %d from %s left %s", drop, text(&before), text(&l))
			}
			touched = l.Pot[i].Amount == 0
		}
	})
}
