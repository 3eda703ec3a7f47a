package odds_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// ranges returns a question about ranges before the flop.
func ranges(t testing.TB, texts ...string) *odds.Question {
	t.Helper()
	q := &odds.Question{Show: high(0, 0), ToBoard: 5}
	for _, text := range texts {
		r, err := cards.Deck{}.ParseRange(text, 2)
		if err != nil {
			t.Fatal(err)
		}
		q.Hands = append(q.Hands, odds.Hand{Range: r})
	}
	return q
}

// Counts on which several engines agree: wins of the first, wins of the second,
// ties.
func TestKnownCounts(t *testing.T) {
	tests := []struct {
		name  string
		q     *odds.Question
		first int64
		other int64
		ties  int64
		long  bool
	}{
		{"aces against kings", holdem("AsAd", "KhKd"), 1399204, 305177, 7923, false},
		{"ace-king against queen-jack", holdem("AsKs", "QhJh"), 1069685, 634101, 8518, false},
		{"two ranges", ranges(t, "QQ+,AKs", "TT+,AQs+"), 678879348, 408110748, 53404368, false},
		{"aces against any hand", ranges(t, "AsAd", "random"), 1781508418, 304661670, 11402312, false},
		{
			"wide ranges", ranges(t, "22+,A2s+,KTs+,QJs,ATo+,KQo", "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"),
			40416882144, 36085727580, 3136649316, true,
		},
	}
	for _, tt := range tests {
		if tt.long && testing.Short() {
			continue
		}
		a := compute(t, tt.q, odds.Effort{Exact: true, Workers: 2})
		n := float64(tt.first + tt.other + tt.ties)
		if a.Boards != tt.first+tt.other+tt.ties || !a.Exact {
			t.Errorf("%s: %d boards, want %.0f", tt.name, a.Boards, n)
		}
		if a.Hands[0].Win != float64(tt.first)/n || a.Hands[1].Win != float64(tt.other)/n || a.Hands[0].Tie != float64(tt.ties)/n {
			t.Errorf("%s: %+v", tt.name, a.Hands)
		}
	}
	three := compute(t, holdem("AsAd", "KhKd", "7c6c"), odds.Effort{})
	if n := float64(1370754); three.Hands[0].Win != 830706/n || three.Hands[1].Win != 226837/n || three.Hands[2].Win != 310179/n || three.Hands[0].Tie != 3032/n {
		t.Errorf("three hands: %+v", three.Hands)
	}
	omaha := &odds.Question{Show: high(2, 3), ToBoard: 5, Hands: []odds.Hand{{Cards: cards.MustParse("AsAdKsKd")}, {Cards: cards.MustParse("JhTh9c8c")}}}
	a := compute(t, omaha, odds.Effort{})
	if n := 1086008.0; a.Hands[0].Win != 667649/n || a.Hands[1].Win != 418273/n || a.Hands[0].Tie != 86/n {
		t.Errorf("Omaha: %+v", a.Hands)
	}
}

// Counting by ranks gives the same answer as dealing.
func TestCountedAsDealt(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	shows := map[string]*plan.ShowdownStep{
		"high": high(0, 0), "omaha": high(2, 3), "low": {Parts: []plan.Part{{Name: "low", Ranking: rank.AceToFive}}},
		"split":     {Parts: []plan.Part{{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3)}, {Name: "low", Ranking: rank.EightOrBetter, Use: plan.Exactly(2, 3)}}},
		"any split": {Parts: []plan.Part{{Name: "high", Ranking: rank.High}, {Name: "low", Ranking: rank.EightOrBetter}}},
	}
	for name, show := range shows {
		for trial := range 12 {
			deck := cards.Deck{}.Append(nil)
			rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			take := func(n int) (out []cards.Card) {
				out, deck = deck[:n], deck[n:]
				return out
			}
			q := &odds.Question{Show: show, Board: take(2 + trial%3)}
			q.ToBoard = 5 - len(q.Board)
			q.Dead = cards.SetOf(take(trial)...)
			hole := 2
			if show.Parts[0].Exact() {
				hole = 4 + trial%3
			}
			for range 2 + trial%4 {
				q.Hands = append(q.Hands, odds.Hand{Cards: take(hole)})
			}
			if trial%3 == 0 {
				n := len(q.Hands)
				q.Pots = []odds.Pot{{Amount: 100, Eligible: 1<<n - 1}, {Amount: 60, Eligible: 0b11}}
			}
			want := odds.ByDealing(t, q)
			got := compute(t, q, odds.Effort{Exact: true})
			if diff := difference(want, got); diff > 1e-12 || want.Boards != got.Boards {
				t.Errorf("%s, trial %d: %+v by ranks, %+v by dealing (%g)", name, trial, got, want, diff)
			}
		}
	}
}

// With jokers and wild ranks, boards are also counted by their ranks, including
// complete boards and flushes in two or three suits at once, with the same
// result as dealing.
func TestWildCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("counts very many deals")
	}
	if testing.Short() {
		t.Skip("deals millions of boards")
	}
	joker, both := cards.Deck{Jokers: 1}, cards.Deck{Jokers: 2}
	split := two(0, 0, rank.HighBug, rank.AceToFiveBug)
	for _, tt := range testkit.Sweep([]struct {
		show  *plan.ShowdownStep
		deck  cards.Deck
		hands []string
		board string
	}{
		{high(0, 0), cards.Deck{}, []string{"AhKh", "QsJs"}, ""},
		{one(rank.HighBug), joker, []string{"AhKh", "QsJs"}, ""},
		{one(rank.HighBug), joker, []string{"JoKh", "QsJs", "2d3d"}, ""},
		{one(rank.HighWild), joker, []string{"AhKh", "QsJs", "3c9c"}, "2d"},
		{one(twoWild), both, []string{"AhKh", "QsJs"}, ""},
		{one(twoWild), both, []string{"JoKh", "Jo2s"}, ""},
		{one(twoWild), both, []string{"AhKh", "QsJs", "8d9d", "2c3c"}, "4h"},
		{one(rank.DeucesWild), cards.Deck{}, []string{"2h2s", "QdJd"}, ""},
		{one(rank.DeucesWild), cards.Deck{}, []string{"AhKh", "QsJs", "8d2d"}, ""},
		{split, joker, []string{"Ah2h", "KsQs", "4d5d"}, "Jo"},
		{split, joker, []string{"Ah2h", "JoQs"}, ""},
	}, 1) {
		q := &odds.Question{Show: tt.show, Deck: tt.deck}
		jokers := 0
		read := func(text string) []cards.Card {
			out := cards.MustParse(text)
			for i, c := range out {
				if c == cards.Joker {
					out[i] += cards.Card(jokers)
					jokers++
				}
			}
			return out
		}
		for _, h := range tt.hands {
			q.Hands = append(q.Hands, odds.Hand{Cards: read(h)})
		}
		q.Board = read(tt.board)
		q.ToBoard = 5 - len(q.Board)
		if !q.Counted(odds.Effort{Enough: 200}) {
			t.Errorf("%v: not counted by ranks", tt)
		}
		want, got := odds.ByDealing(t, q), compute(t, q, odds.Effort{Exact: true})
		if diff := difference(want, got); diff > 1e-12 || want.Boards != got.Boards {
			t.Errorf("%v: %+v by ranks, %+v by dealing (%g)", tt, got, want, diff)
		}
	}
}

// Wide ranges are compared board by board: comparing each pair of hands on
// every board gives the same, and so does counting match-ups, which takes
// longer.
func TestSweptRanges(t *testing.T) {
	if testing.Short() {
		t.Skip("counts very many deals")
	}
	for _, tt := range []struct {
		first, second, board, dead string
		matchups                   bool
	}{
		{"22+,A2s+", "KQ,JTs,99", "2c7d9h", "", true},
		{"random", "random", "2c7d9h3h", "As", false},
		{"22+,A2s+:0.5,K9s+,QTs+,JTs", "50%", "AcKcQc", "2d2h", true},
		{"random", "15%:0.3,Ad5d:2", "9c8c7c6c5c", "", true},
	} {
		q := ranges(t, tt.first, tt.second)
		q.Board, q.Dead = cards.MustParse(tt.board), cards.SetOf(cards.MustParse(tt.dead)...)
		q.ToBoard = 5 - len(q.Board)
		got := compute(t, q, odds.Effort{Workers: 2})
		check := func(how string, want *odds.Answer) {
			if diff := difference(got, want); diff > 1e-9 || got.Boards != want.Boards || !got.Exact || got.Made != nil {
				t.Errorf("%+v: %+v board by board, %+v %s", tt, got, want, how)
			}
		}
		check("hand by hand", handByHand(q))
		if tt.matchups {
			check("by match-ups", compute(t, q, odds.Effort{Exact: true, Made: true, Workers: 2}))
		}
	}
	clash := ranges(t, "AsAh,AsAd,AsAc", "AsKs,AsKd")
	for i := range 100 { // so that there are many match-ups
		clash.Hands[0].Range.Hands = append(clash.Hands[0].Range.Hands, clash.Hands[0].Range.Hands[i%3])
		clash.Hands[1].Range.Hands = append(clash.Hands[1].Range.Hands, clash.Hands[1].Range.Hands[i%2])
	}
	clash.Board, clash.ToBoard = cards.MustParse("2c7d9h3h"), 1
	if _, err := clash.Compute(context.Background(), odds.Effort{}); err == nil {
		t.Error("two hands hold the same ace")
	}
}

// handByHand answers a question about two ranges in which the highest hand
// wins, by comparing their hands on each board.
func handByHand(q *odds.Question) *odds.Answer {
	gone := q.Dead | cards.SetOf(q.Board...)
	var boards [][]cards.Card
	var fill func(board []cards.Card, from cards.Card)
	fill = func(board []cards.Card, from cards.Card) {
		if len(board) == 5 {
			boards = append(boards, slices.Clone(board))
			return
		}
		for c := from; c < 52; c++ {
			if !gone.Has(c) {
				fill(append(board, c), c+1)
			}
		}
	}
	fill(q.Board, 0)
	// strengths returns the strengths of a hand on each board, 0 if they share
	// a card.
	strengths := func(held cards.Set) []rank.Strength {
		out := make([]rank.Strength, len(boards))
		for i, board := range boards {
			if held&cards.SetOf(board...) == 0 {
				out[i] = rank.High.Best(append(held.Cards(), board...))
			}
		}
		return out
	}
	of := map[cards.Set][]rank.Strength{}
	for i := range q.Hands {
		for _, h := range q.Hands[i].Range.Hands {
			if of[h.Cards] == nil && h.Cards&gone == 0 {
				of[h.Cards] = strengths(h.Cards)
			}
		}
	}
	a := &odds.Answer{Hands: make([]odds.Share, 2)}
	var sums [3]float64 // won by the first, won by the second, shared
	for _, one := range q.Hands[0].Range.Hands {
		for _, two := range q.Hands[1].Range.Hands {
			if one.Cards&gone != 0 || two.Cards&gone != 0 || one.Cards&two.Cards != 0 {
				continue
			}
			var n [3]int
			y := of[two.Cards]
			for i, x := range of[one.Cards] {
				switch {
				case x == 0 || y[i] == 0:
				case x > y[i]:
					n[0]++
				case x < y[i]:
					n[1]++
				default:
					n[2]++
				}
			}
			for k := range n {
				a.Boards += int64(n[k])
				sums[k] += one.Weight * two.Weight * float64(n[k])
			}
		}
	}
	all := sums[0] + sums[1] + sums[2]
	for i := range a.Hands {
		win, tie := sums[i]/all, sums[2]/all
		a.Hands[i] = odds.Share{Win: win, Tie: tie, Equity: win + tie/2, High: win + tie, Scoop: win}
	}
	return a
}

// difference returns the largest difference between two answers in any value.
func difference(a, b *odds.Answer) (most float64) {
	note := func(x, y float64) { most = max(most, math.Abs(x-y)) }
	for i := range a.Hands {
		x, y := a.Hands[i], b.Hands[i]
		note(x.Equity, y.Equity)
		note(x.Win, y.Win)
		note(x.Tie, y.Tie)
		note(x.High, y.High)
		note(x.Low, y.Low)
		note(x.Scoop, y.Scoop)
		note(x.Quarter, y.Quarter)
	}
	for k := range a.Pots {
		for i := range a.Pots[k] {
			note(a.Pots[k][i], b.Pots[k][i])
		}
	}
	for i := range a.Chips {
		note(a.Chips[i].Value, b.Chips[i].Value)
	}
	return most
}

// Weights matter, hands with a common card do not count, and hands in the wrong
// order are swapped.
func TestRangeWeights(t *testing.T) {
	board := cards.MustParse("2c7d9hJs")
	one := ranges(t, "AsAh:3,KsKh:1", "QsQd,QsQc")
	one.Board, one.ToBoard = board, 1
	want := [2]float64{}
	for _, h := range []struct {
		hand   string
		weight float64
	}{{"AsAh", 3}, {"KsKh", 1}} {
		for _, other := range []string{"QsQd", "QsQc"} {
			q := holdem(h.hand, other)
			q.Board, q.ToBoard = board, 1
			a := compute(t, q, odds.Effort{})
			want[0] += a.Hands[0].Equity * h.weight / 8
			want[1] += a.Hands[1].Equity * h.weight / 8
		}
	}
	got := compute(t, one, odds.Effort{})
	if math.Abs(got.Hands[0].Equity-want[0]) > 1e-12 || math.Abs(got.Hands[1].Equity-want[1]) > 1e-12 {
		t.Errorf("%+v, want %v", got.Hands, want)
	}
	back := ranges(t, "QsQd,QsQc", "AsAh:3,KsKh:1")
	back.Board, back.ToBoard = board, 1
	if a := compute(t, back, odds.Effort{}); math.Abs(a.Hands[1].Equity-want[0]) > 1e-12 {
		t.Errorf("the other way round %+v", a.Hands)
	}
	clash := ranges(t, "AsAh", "AsAd,AhAc")
	if _, err := clash.Compute(context.Background(), odds.Effort{Exact: true}); err == nil {
		t.Error("two hands hold the same ace")
	}
	if _, err := clash.Compute(context.Background(), odds.Effort{Samples: 10, Enough: 1}); err == nil {
		t.Error("two hands hold the same ace, sampled")
	}
}

// The same seed and samples give the same answer for any number of workers, and
// a stopping rule gives the same as its number of samples.
func TestSampledAlike(t *testing.T) {
	q := ranges(t, "QQ+,AK:0.5", "random", "22+")
	one := compute(t, q, odds.Effort{Samples: 30_000, Enough: 1, Seed: 5, Workers: 1})
	three := compute(t, q, odds.Effort{Samples: 30_000, Enough: 1, Seed: 5, Workers: 3})
	if difference(one, three) != 0 || one.Boards != 30_000 || three.Boards != 30_000 {
		t.Errorf("%+v with one worker, %+v with three", one, three)
	}
	stopped := compute(t, q, odds.Effort{Error: 0.004, Enough: 1, Seed: 5, Workers: 2})
	again := compute(t, q, odds.Effort{Samples: stopped.Boards, Enough: 1, Seed: 5})
	if difference(stopped, again) != 0 {
		t.Errorf("%+v by its error, %+v by its samples", stopped, again)
	}
	for i, h := range stopped.Hands {
		if h.StdErr > 0.004 {
			t.Errorf("hand %d has a standard error of %g", i+1, h.StdErr)
		}
	}
}
