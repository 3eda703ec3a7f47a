package odds_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// gridKinds are games with two-card hands.
var gridKinds = []spotKind{
	{"hold'em", high(0, 0), cards.Deck{}, 2, 5, 0, 0},
	{"short", one(rank.ShortDeck), cards.Deck{Lowest: cards.Six}, 2, 5, 0, 0},
	{"low", one(rank.DeuceToSeven), cards.Deck{}, 2, 5, 0, 0},
	{"eight or better", one(rank.EightOrBetter), cards.Deck{}, 2, 5, 0, 0},
	{"wild", one(rank.DeucesWild), cards.Deck{}, 2, 5, 0, 0},
	{"board of three", high(0, 0), cards.Deck{}, 2, 3, 0, 0},
	{"split", two(0, 0, rank.High, rank.EightOrBetter), cards.Deck{}, 2, 5, 0, 0},
	{"suits", &plan.ShowdownStep{Parts: []plan.Part{{Name: "high", Ranking: rank.High, BySuit: true}}}, cards.Deck{}, 2, 5, 0, 0},
}

// someRange returns a range of up to n two-card hands with weights.
func someRange(rng *rand.Rand, deck cards.Deck, n int) odds.Hand {
	all := deck.Set().Cards()
	weights := map[cards.Set]float64{}
	for range n {
		at := rng.Perm(len(all))[:2]
		weights[cards.SetOf(all[at[0]], all[at[1]])] = float64(1+rng.IntN(4)) / 2
	}
	r := &cards.Range{}
	for set, w := range weights {
		r.Hands = append(r.Hands, cards.Held{Cards: set, Weight: w})
	}
	return odds.Hand{Range: r}
}

// gridSpot returns a random question with two or three two-card hands, the first a range.
func (k spotKind) gridSpot(rng *rand.Rand, hands, toCome int) *odds.Question {
	q := &odds.Question{Show: k.show, Deck: k.deck, ToBoard: toCome, Hands: []odds.Hand{someRange(rng, k.deck, 30)}}
	deck := q.Deck.Append(nil)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	q.Board, deck = deck[:k.board-toCome], deck[k.board-toCome:]
	q.Dead = cards.SetOf(deck[:2]...)
	for i := 1; i < hands; i++ {
		q.Hands = append(q.Hands, someRange(rng, k.deck, 12))
	}
	return q
}

// A grid's answer for each kind of hand, and for the whole range, matches dealing all cards with
// those hands in place of the range.
func TestGridPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 18))
	for _, k := range testkit.Sweep(gridKinds, 3) {
		for trial := range 4 {
			q := k.gridSpot(rng, 2+trial/3, trial%2)
			name := fmt.Sprintf("%s, trial %d: %+v", k, trial, *q)
			g, err := q.Grid(context.Background(), odds.Effort{Exact: true, Workers: 1 + trial%2}, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sameAnswer(t, name, g.Answer, q)
			combos, weight := 0, 0.0
			for i, row := range g.Cells {
				for j, c := range row {
					combos += c.Combos
					weight += c.Weight
					one := *q
					one.Hands = append([]odds.Hand{{Range: kindOf(q.Hands[0].Range, g.Ranks[i], g.Ranks[j], i < j)}}, q.Hands[1:]...)
					if c.Combos == 0 {
						if c.Answer != nil {
							t.Errorf("%s: %s is not there and has an answer", name, c.Name)
						}
						continue
					}
					sameAnswer(t, name+": "+c.Name, c.Answer, &one)
				}
			}
			if combos != g.Combos || math.Abs(weight-g.Weight) > 1e-9 {
				t.Errorf("%s: %d hands of weight %g, want %d of %g", name, combos, weight, g.Combos, g.Weight)
			}
		}
	}
}

// kindOf returns the hands of a range with two given ranks.
func kindOf(r *cards.Range, a, b cards.Rank, suited bool) *cards.Range {
	out := &cards.Range{}
	for _, h := range r.Hands {
		cs := h.Cards.Cards()
		x, y := cs[0], cs[1]
		if (x.Suit() == y.Suit()) == suited && min(x.Rank(), y.Rank()) == min(a, b) && max(x.Rank(), y.Rank()) == max(a, b) {
			out.Hands = append(out.Hands, h)
		}
	}
	return out
}

// sameAnswer compares an answer with that of dealing everything; nil means that the hands cannot be
// dealt together.
func sameAnswer(t *testing.T, name string, got *odds.Answer, q *odds.Question) {
	t.Helper()
	want := plainly(q)
	switch {
	case got == nil && want.weight > 0:
		t.Errorf("%s: no answer", name)
	case got != nil && (!got.Exact || !(difference(got, &want.a) < 1e-9)):
		t.Errorf("%s: %+v, want %+v", name, got.Hands, want.a.Hands)
	}
}

// Sweeping boards and comparing hand by hand give the same result, including the number of deals,
// for any number of workers.
func TestSwept(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 18))
	for _, k := range testkit.Sweep(gridKinds[:6], 2) {
		for toCome := range min(3, k.board) {
			q := k.gridSpot(rng, 2, toCome)
			want := plainly(q)
			a, b := odds.Swept(t, q, 1), odds.Swept(t, q, 3)
			if !(difference(a, &want.a) < 1e-9) || a.Boards != want.a.Boards {
				t.Errorf("%s, %d to come: %+v, want %+v", k, toCome, *a, want.a)
			}
			if fmt.Sprint(*a) != fmt.Sprint(*b) {
				t.Errorf("%s, %d to come: three workers find %+v, one %+v", k, toCome, *b, *a)
			}
		}
	}
	// All suits alike: a board stands for up to 24.
	deck := cards.Deck{Lowest: cards.Nine}
	list, err := deck.ParseRange("AA,AK:0.5,T9s", 2)
	if err != nil {
		t.Fatal(err)
	}
	q := &odds.Question{Show: one(rank.ShortDeck), Deck: deck, ToBoard: 3, Hands: []odds.Hand{{Range: list}, {ToCome: 2}}}
	if q.Symmetries() != 24 {
		t.Errorf("%d symmetries", q.Symmetries())
	}
	if a, want := odds.Swept(t, q, 2), plainly(q); !(difference(a, &want.a) < 1e-9) || a.Boards != want.a.Boards {
		t.Errorf("%+v, want %+v", *a, want.a)
	}
}

func TestSymmetries(t *testing.T) {
	wild, err := rank.Compile(rank.Description{Name: "one-eyed", WildCards: cards.MustParse("JsJh")})
	if err != nil {
		t.Fatal(err)
	}
	of := func(show *plan.ShowdownStep, hands ...string) *odds.Question {
		q := holdem(hands...)
		q.Show = show
		return q
	}
	dead := of(high(0, 0), "AsAh")
	dead.Dead = cards.SetOf(cards.MustParse("2c")...)
	board := of(high(0, 0))
	board.Board, board.ToBoard = cards.MustParse("2c3c4d"), 2
	for want, list := range map[int][]*odds.Question{
		24: {of(high(0, 0)), of(high(0, 0), "AsAhAdAc")},
		4:  {of(high(0, 0), "AsAh"), of(high(0, 0), "AsAh", "KsKh")},
		6:  {of(high(0, 0), "As")},
		2:  {dead, board, of(high(0, 0), "AsKh")},
		1:  {of(one(wild)), of(gridKinds[7].show), of(high(0, 0), "As", "Kh", "Qd")},
	} {
		for _, q := range list {
			if got := q.Symmetries(); got != want {
				t.Errorf("%+v: %d, want %d", *q, got, want)
			}
		}
	}
	if q := ranges(t, "AKs,AKo:0.5", "QQ"); q.Symmetries() != 24 {
		t.Errorf("ranges of kinds: %d", q.Symmetries())
	}
	if q := ranges(t, "AsKs:0.5,AhKh:0.5,AdKd", "QQ"); q.Symmetries() != 2 {
		t.Errorf("a range with weights: %d", q.Symmetries())
	}
}

// Aces before the flop against any two cards, compared with a grid of hands.
func TestGridBeforeTheFlop(t *testing.T) {
	if testing.Short() {
		t.Skip("counts hundreds of match-ups")
	}
	q := ranges(t, "random", "AsAh")
	q.Hands[1] = odds.Hand{Cards: cards.MustParse("AsAh")}
	steps := 0
	g, err := q.Grid(context.Background(), odds.Effort{}, func() { steps++ })
	if err != nil {
		t.Fatal(err)
	}
	if g.All != 1225 || g.Combos != 1225 || g.Weight != 1225 || steps != 169 || g.Cells[0][0].Combos != 1 || g.Cells[12][12].Combos != 6 || g.Cells[0][12].Combos != 2 || g.Cells[1][0].Name != "AKo" {
		t.Errorf("%+v", g)
	}
	// The complement of the equity of aces against any two cards.
	want := compute(t, ranges(t, "AsAh", "random"), odds.Effort{Exact: true})
	if !g.Answer.Exact || math.Abs(g.Answer.Hands[0].Equity-want.Hands[1].Equity) > 1e-12 || math.Abs(want.Hands[0].Equity-0.852037) > 1e-6 {
		t.Errorf("%+v, want %+v", g.Answer, want)
	}
}

func TestGridRefuses(t *testing.T) {
	omaha := &odds.Question{Show: high(2, 3), ToBoard: 5, Hands: []odds.Hand{{ToCome: 4}}}
	joker := &odds.Question{Show: one(rank.HighBug), Deck: cards.Deck{Jokers: 1}, ToBoard: 5, Hands: []odds.Hand{{ToCome: 2}}}
	gone := ranges(t, "AsAh")
	gone.Dead = cards.SetOf(cards.MustParse("As")...)
	beside := ranges(t, "AsAh", "AsAd,AsKs")
	for want, q := range map[string]*odds.Question{
		"a grid needs hands of two cards, but here a hand has 4":         omaha,
		"a grid has no place for a joker":                                joker,
		"a grid needs a range":                                           {Show: high(0, 0)},
		"no hand in the range is possible":                               gone,
		"the hands cannot all be dealt: two of them always share a card": beside,
	} {
		if _, err := q.Grid(context.Background(), odds.Effort{}, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ranges(t, "random", "random").Grid(ctx, odds.Effort{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// A kind of hand that leaves no hand for the others has no answer, but the rest of the grid has, by
// hand and by board.
func TestGridBlocks(t *testing.T) {
	for _, e := range []odds.Effort{{Exact: true}, {Samples: 1000, Enough: 1}} {
		for hands := 2; hands <= 3; hands++ {
			q := &odds.Question{Show: high(0, 0), Board: cards.MustParse("2c7d9hTs"), ToBoard: 1}
			for _, text := range []string{"AsAh,KdKh", "AsKs", "JcJd"}[:hands] {
				list, err := q.Deck.ParseRange(text, 2)
				if err != nil {
					t.Fatal(err)
				}
				q.Hands = append(q.Hands, odds.Hand{Range: list})
			}
			g, err := q.Grid(context.Background(), e, nil)
			if err != nil {
				t.Fatalf("%+v, %d hands: %v", e, hands, err)
			}
			for i := range g.Cells {
				if c := g.Cells[i][i]; (c.Answer != nil) != (c.Name == "KK") {
					t.Errorf("%+v, %d hands: %s: %+v", e, hands, c.Name, c.Answer)
				}
			}
			if g.Answer == nil {
				t.Errorf("%+v, %d hands: no answer of the range", e, hands)
			}
		}
	}
}
