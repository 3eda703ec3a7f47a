package odds_test

import (
	"fmt"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
)

// A seed always draws the same samples, with every way of sampling.
func TestSameSeed(t *testing.T) {
	joker := holdem("AhKh", "QcQd")
	joker.Show, joker.Deck = one(rank.HighBug), cards.Deck{Jokers: 1}
	pots := holdem("AhKh", "QcQd")
	pots.Pots = []odds.Pot{{Amount: 100, Eligible: 0b11}}
	split := holdem("Ah2h", "QcQd", "7s6s")
	split.Show = two(0, 0, rank.High, rank.EightOrBetter)
	flop := holdem("AhKh", "QcQd", "9c9s")
	flop.Board, flop.ToBoard = cards.MustParse("2c7hTd"), 2
	dealt := ranges(t, "QQ+:2,AKs", "TT+")
	dealt.Show, dealt.Deck = joker.Show, joker.Deck
	stud := holdem("AhKhQhJc2d", "QcQd3c4d7s")
	stud.ToBoard, stud.Hands[0].ToCome, stud.Hands[1].ToCome = 0, 2, 2
	flopped := ranges(t, "QQ+:2,AKs", "TT+")
	flopped.Board, flopped.ToBoard = cards.MustParse("2c7hTd"), 2
	omaha := holdem("AhKhQhJc", "QcQd3c4d")
	omaha.Show = high(2, 3)
	six, seven := holdem("", "", "", "", "", ""), holdem("", "", "", "", "", "", "")
	for i := range seven.Hands {
		seven.Hands[i].ToCome = 2
		six.Hands[i%6].ToCome = 2
	}
	studSplit := holdem("AhKhQh", "2c3c", "")
	studSplit.Show, studSplit.ToBoard = split.Show, 0
	studSplit.Hands[0].ToCome, studSplit.Hands[1].ToCome, studSplit.Hands[2].ToCome = 4, 5, 7
	fiveCards := holdem("AhKhQh", "2c3c")
	fiveCards.ToBoard, fiveCards.Hands[0].ToCome, fiveCards.Hands[1].ToCome = 0, 2, 3
	for _, tt := range []struct {
		name string
		q    *odds.Question
		want string
	}{
		{"two", holdem("AhKh", "QcQd"), "0.464600 0.535400 "},
		{"unknown", holdem("AhKh", "????"), "0.678700 0.321300 "},
		{"half known", holdem("AhKh", "Qh??", "9c9s"), "0.422467 0.204367 0.373167 "},
		{"ranges", ranges(t, "QQ+:2,AKs", "TT+,AQs+", "random"), "0.529800 0.325800 0.144400 "},
		{"like weights", ranges(t, "QQ+", "TT+"), "0.645600 0.354400 "},
		{"ranges after the flop", flopped, "0.519000 0.481000 "},
		{"after the flop", flop, "0.289000 0.597600 0.113400 "},
		{"split", split, "0.339867 0.422367 0.237767 "},
		{"joker", joker, "0.481300 0.518700 "},
		{"pots", pots, "0.456800 0.543200 "},
		{"ranges and a joker", dealt, "0.642600 0.357400 "},
		{"stud", stud, "0.383200 0.616800 "},
		{"six random", six, "0.161583 0.164683 0.170617 0.167783 0.162367 0.172967 "},
		{"seven random", seven, "0.140848 0.143731 0.145481 0.146564 0.143014 0.145364 0.134998 "},
		{"stud split", studSplit, "0.398300 0.346950 0.254750 "},
		{"five cards", fiveCards, "0.698600 0.301400 "},
		{"omaha", omaha, "0.449000 0.551000 "},
	} {
		got := ""
		for _, h := range compute(t, tt.q, odds.Effort{Samples: 5000, Enough: 1, Seed: 11}).Hands {
			got += fmt.Sprintf("%.6f ", h.Equity)
		}
		if got != tt.want {
			t.Errorf("{%q, %q},", tt.name, got)
		}
	}
}

// TestDrawn checks that sampling tells how many samples it has drawn, up to all of them, and that counting tells nothing.
func TestDrawn(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var told []int64
		e := odds.Effort{Samples: 50_000, Enough: 1, Workers: workers, Drawn: func(samples int64) { told = append(told, samples) }}
		compute(t, holdem("AhKh", "QcQd"), e)
		if len(told) < 2 || told[len(told)-1] != e.Samples || !slices.IsSorted(told) {
			t.Errorf("%d workers: %v", workers, told)
		}
		told = nil
		e.Samples, e.Enough = 0, 0
		e.Exact = true
		if compute(t, holdem("AhKh", "QcQd"), e); told != nil {
			t.Errorf("%d workers, exact: %v", workers, told)
		}
	}
}
