package odds_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// benchmark reports milliseconds of processor time per answer.
func benchmark(b *testing.B, name string, q *odds.Question, e odds.Effort) {
	b.Run(name, func(b *testing.B) {
		start := testkit.ProcessorTime()
		for b.Loop() {
			if _, err := q.Compute(context.Background(), e); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((testkit.ProcessorTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
	})
}

// BenchmarkSevens is the baseline for the other benchmarks: a million random
// hands of seven.
func BenchmarkSevens(b *testing.B) {
	hands := make([][7]cards.Card, 1_000_000)
	rng := rand.New(rand.NewPCG(1, 2))
	deck := cards.Deck{}.Append(nil)
	for i := range hands {
		for k := range 7 {
			j := k + rng.IntN(52-k)
			deck[k], deck[j] = deck[j], deck[k]
		}
		hands[i] = [7]cards.Card(deck[:7])
	}
	dst := make([]rank.Strength, len(hands))
	start := testkit.ProcessorTime()
	for b.Loop() {
		for i := range hands {
			dst[i] = rank.High.Best(hands[i][:])
		}
	}
	b.ReportMetric(float64((testkit.ProcessorTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
}

func BenchmarkExact(b *testing.B) {
	exact := odds.Effort{Exact: true}
	omaha := func(show *plan.ShowdownStep) *odds.Question {
		return &odds.Question{Show: show, ToBoard: 5, Hands: []odds.Hand{{Cards: cards.MustParse("AsAdKsKd")}, {Cards: cards.MustParse("JhTh9c8c")}}}
	}
	split := &plan.ShowdownStep{Parts: []plan.Part{
		{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3)}, {Name: "low", Ranking: rank.EightOrBetter, Use: plan.Exactly(2, 3)},
	}}
	benchmark(b, "AAvKK", holdem("AsAd", "KhKd"), exact)
	benchmark(b, "three", holdem("AsAd", "KhKd", "7c6c"), exact)
	benchmark(b, "ranges", ranges(b, "QQ+,AKs", "TT+,AQs+"), exact)
	benchmark(b, "AAvrandom", ranges(b, "AsAd", "random"), exact)
	benchmark(b, "omaha", omaha(high(2, 3)), exact)
	benchmark(b, "omaha8", omaha(split), exact)
	joker := holdem("AsAd", "KhKd")
	joker.Show, joker.Deck = one(rank.HighBug), cards.Deck{Jokers: 1}
	benchmark(b, "AAvKK-joker", joker, exact)
	both := holdem("AsAd", "KhKd")
	both.Second = &odds.Board{ToCome: 5}
	benchmark(b, "AAvKK-two-boards", both, exact)
	flop := ranges(b, "22+,A2s+,KTs+,AJo+", "random")
	flop.Board, flop.ToBoard = cards.MustParse("2c7d9h"), 2
	benchmark(b, "flop-ranges", flop, exact)
}

// BenchmarkSampledOmaha draws a million samples per question.
func BenchmarkSampledOmaha(b *testing.B) {
	split := two(2, 3, rank.High, rank.EightOrBetter)
	e := odds.Effort{Samples: 1_000_000, Enough: 1}
	for name, show := range map[string]*plan.ShowdownStep{"high": high(2, 3), "split": split} {
		for hole, hands := range map[int][]string{
			4: {"AsAdKsKd", "JhTh9c8c"}, 5: {"AsAdKsKd2c", "JhTh9c8c3s"}, 6: {"AsAdKsKd2c2h", "JhTh9c8c3s4s"},
		} {
			q := &odds.Question{Show: show, ToBoard: 5}
			for _, h := range hands {
				q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse(h)})
			}
			benchmark(b, fmt.Sprintf("%s-%d", name, hole), q, e)
		}
		six := &odds.Question{Show: show, ToBoard: 5}
		for range 6 {
			six.Hands = append(six.Hands, odds.Hand{ToCome: 4})
		}
		benchmark(b, name+"-six-random", six, e)
		r := &odds.Question{Show: show, ToBoard: 5}
		for _, text := range []string{"AAxx", "KQJT"} {
			held, err := cards.Deck{}.ParseRange(text, 4)
			if err != nil {
				b.Fatal(err)
			}
			r.Hands = append(r.Hands, odds.Hand{Range: held})
		}
		benchmark(b, name+"-ranges", r, e)
	}
}

func BenchmarkSampled(b *testing.B) {
	benchmark(b, "AAvKK-10M", holdem("AsAd", "KhKd"), odds.Effort{Samples: 10_000_000, Enough: 1})
	six := holdem("", "", "", "", "", "")
	for i := range six.Hands {
		six.Hands[i].ToCome = 2
	}
	benchmark(b, "six-random-5M", six, odds.Effort{Samples: 5_000_000, Enough: 1})
}

// BenchmarkGrid compares all hands with all hands, board by board.
func BenchmarkGrid(b *testing.B) {
	q := ranges(b, "random", "random")
	start := testkit.ProcessorTime()
	for b.Loop() {
		if _, err := q.Grid(context.Background(), odds.Effort{Exact: true, Workers: 2}, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((testkit.ProcessorTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
}
