package odds_test

import (
	"context"
	"math"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

func high(hole, board int) *plan.ShowdownStep {
	return &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High, Use: plan.Exactly(hole, board)}}}
}

func holdem(hands ...string) *odds.Question {
	q := &odds.Question{Show: high(0, 0), ToBoard: 5}
	for _, h := range hands {
		q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse(h)})
	}
	return q
}

func compute(t *testing.T, q *odds.Question, e odds.Effort) *odds.Answer {
	t.Helper()
	a, err := q.Compute(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Two hands before the flop: the numbers in every odds table.
func TestTwoHands(t *testing.T) {
	if testing.Short() {
		t.Skip("counts 1.7 million boards")
	}
	a := compute(t, holdem("AsAh", "KsKh"), odds.Effort{Exact: true})
	if a.Boards != 1712304 || !a.Exact {
		t.Fatalf("%d boards, exact %t", a.Boards, a.Exact)
	}
	if got := a.Hands[0].Equity; math.Abs(got-0.8264) > 0.0001 {
		t.Errorf("aces against kings of the same suits: %.5f", got)
	}
	if sum := a.Hands[0].Win + a.Hands[1].Win + a.Hands[0].Tie; math.Abs(sum-1) > 1e-12 {
		t.Errorf("wins and ties add up to %v", sum)
	}
}

// With one card to come the outs can be counted by hand.
func TestOuts(t *testing.T) {
	q := holdem("AhKh", "QcQd")
	q.Board, q.ToBoard = cards.MustParse("2h7h9sJc"), 1
	a := compute(t, q, odds.Effort{})
	// 44 rivers: nine hearts, and three aces and three kings that are not
	// hearts.
	if a.Boards != 44 || a.Hands[0].Win != 15.0/44 || a.Hands[1].Win != 29.0/44 || a.Hands[0].Tie != 0 {
		t.Errorf("%+v", a)
	}
	q.Dead = cards.SetOf(cards.MustParse("AcAd3h")...)
	if a = compute(t, q, odds.Effort{}); a.Boards != 41 || a.Hands[0].Win != 12.0/41 {
		t.Errorf("with dead cards: %+v", a)
	}
}

// A high-low split pot: both halves, a quarter, a hand without a low.
func TestHighLow(t *testing.T) {
	show := &plan.ShowdownStep{Parts: []plan.Part{
		{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 3)},
		{Name: "low", Ranking: rank.EightOrBetter, Use: plan.Exactly(2, 3)},
	}}
	q := &odds.Question{Show: show, Board: cards.MustParse("3c4d7hKsQs"), Hands: []odds.Hand{
		{Cards: cards.MustParse("AsAd2d9c")}, {Cards: cards.MustParse("KhKdQd9d")}, {Cards: cards.MustParse("Ac2cJhTh")},
	}}
	a := compute(t, q, odds.Effort{})
	want := []odds.Share{
		{Equity: 0.25, Low: 1, Quarter: 1}, {Equity: 0.5, Win: 1, High: 1}, {Equity: 0.25, Low: 1, Quarter: 1},
	}
	for i, w := range want {
		if a.Hands[i] != w {
			t.Errorf("hand %d: %+v, want %+v", i+1, a.Hands[i], w)
		}
	}
}

// Samples are as close to the count as they say, and depend only on the seed.
func TestSamples(t *testing.T) {
	q := holdem("AhKh", "QcQd", "????")
	q.Board, q.ToBoard = cards.MustParse("2h7h9s"), 2
	exact := compute(t, q, odds.Effort{Exact: true})
	a := compute(t, q, odds.Effort{Samples: 20000, Enough: 1, Seed: 4})
	b := compute(t, q, odds.Effort{Samples: 20000, Enough: 1, Seed: 4})
	for i := range a.Hands {
		if a.Hands[i] != b.Hands[i] {
			t.Errorf("the same seed gives %+v and %+v", a.Hands[i], b.Hands[i])
		}
		if off := math.Abs(a.Hands[i].Equity - exact.Hands[i].Equity); off > 4*a.Hands[i].StdErr || a.Hands[i].StdErr == 0 {
			t.Errorf("hand %d: %.4f ± %.4f, counted %.4f", i+1, a.Hands[i].Equity, a.Hands[i].StdErr, exact.Hands[i].Equity)
		}
	}
}

// Side pots: a hand that is all in for less cannot win them, and the total paid
// is what is in the pots.
func TestPots(t *testing.T) {
	q := holdem("AsAh", "KsKh", "2c7d")
	q.Board, q.ToBoard = cards.MustParse("Qh8h5d9s"), 1
	q.Pots = []odds.Pot{{Amount: 300, Eligible: 0b111}, {Amount: 100, Eligible: 0b110}}
	a := compute(t, q, odds.Effort{})
	// 42 rivers: two kings beat the aces, four sixes make a straight.
	if a.Boards != 42 || a.Pots[0][1] != 2.0/42 || a.Pots[1][1] != 38.0/42 || a.Pots[1][0] != 0 || a.Pots[1][2] != 4.0/42 {
		t.Errorf("%+v", a)
	}
	if got, want := a.Chips[1].Value, 300*2.0/42+100*38.0/42; math.Abs(got-want) > 1e-9 {
		t.Errorf("the kings expect %v, want %v", got, want)
	}
	if sum := a.Chips[0].Value + a.Chips[1].Value + a.Chips[2].Value; math.Abs(sum-400) > 1e-9 {
		t.Errorf("%v of 400 is paid", sum)
	}
	some := compute(t, q, odds.Effort{Samples: 2000, Enough: 1, Seed: 3})
	for i := range a.Chips {
		if off := math.Abs(some.Chips[i].Value - a.Chips[i].Value); off > 4*some.Chips[i].StdErr+1e-9 {
			t.Errorf("hand %d: %+v, counted %v", i+1, some.Chips[i], a.Chips[i].Value)
		}
	}
	q.Pots[1].Eligible = 0b1000
	if _, err := q.Compute(context.Background(), odds.Effort{}); err == nil {
		t.Error("a pot that nobody can win is computed")
	}
}

func TestRefuses(t *testing.T) {
	tests := []struct {
		name string
		q    *odds.Question
		want string
	}{
		{"one hand", holdem("AhKh"), "odds compare 2 to 22 hands, not 1"},
		{"a card twice", holdem("AhKh", "AhQd"), "Ah appears twice: in hand 1 and in hand 2"},
		{"no such card", holdem("AhKh", "JoQd"), "Jo is not in the deck (52 cards)"},
	}
	for _, tt := range tests {
		if _, err := tt.q.Compute(context.Background(), odds.Effort{}); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	many := holdem("????", "????", "????")
	if _, err := many.Compute(context.Background(), odds.Effort{Exact: true}); err == nil {
		t.Error("too many ways are counted")
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := holdem("AhKh", "QcQd").Compute(ctx, odds.Effort{Exact: true}); err == nil {
		t.Error("a count that is cut short is an answer")
	}
}
