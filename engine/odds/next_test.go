package odds_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/testkit"
)

// afterCard returns a question after a card has come, on the board or to a hand.
func afterCard(q *odds.Question, c cards.Card, to int) *odds.Question {
	out := *q
	if to < 0 {
		out.Board = slices.Clone(q.Board)
		if i := slices.Index(out.Board, cards.Unknown); i >= 0 {
			out.Board[i] = c
		} else {
			out.Board, out.ToBoard = append(out.Board, c), q.ToBoard-1
		}
		return &out
	}
	out.Hands = slices.Clone(q.Hands)
	h := &out.Hands[to]
	h.ToCome--
	if h.Range == nil {
		h.Cards = append(slices.Clone(h.Cards), c)
		return &out
	}
	r := &cards.Range{}
	for _, held := range h.Range.Hands {
		if !held.Cards.Has(c) {
			r.Hands = append(r.Hands, cards.Held{Cards: held.Cards.With(c), Weight: held.Weight})
		}
	}
	h.Range = r
	return &out
}

// The answer after every card, and its probability, match dealing all cards; averaged over all
// cards they give the hands' current equity.
func TestNextPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 18))
	asked := 0
	for _, k := range testkit.Sweep(spotKinds, 4) {
		for trial := range 4 {
			q := k.spot(rng, 2+trial%2)
			to := -1
			if len(q.Board)+q.ToBoard == 0 || trial == 3 {
				to = slices.IndexFunc(q.Hands, func(h odds.Hand) bool { return h.ToCome > 0 })
			}
			if to < 0 && q.ToBoard == 0 && !slices.Contains(q.Board, cards.Unknown) {
				continue
			}
			asked++
			name := fmt.Sprintf("%s, trial %d, to %d: %+v", k, trial, to, *q)
			list, err := q.Next(context.Background(), odds.Effort{Exact: true}, to, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			nextAsSeen(t, name, q, to, list)
		}
	}
	if asked < testkit.Sample(12, 8) {
		t.Errorf("%d questions have a card to come", asked)
	}
}

func nextAsSeen(t *testing.T, name string, q *odds.Question, to int, list []odds.Next) {
	t.Helper()
	weights := map[cards.Card]float64{}
	answers := map[cards.Card]*odds.Answer{}
	total := 0.0
	seen := q.Dead | cards.SetOf(q.Board...)
	for _, h := range q.Hands {
		seen |= cards.SetOf(h.Cards...)
	}
	for _, c := range (q.Deck.Set() &^ seen).Cards() {
		if next := afterCard(q, c, to); next.Hands[max(0, to)].Range == nil || len(next.Hands[max(0, to)].Range.Hands) > 0 {
			p := plainly(next)
			weights[c], answers[c] = p.weight, &p.a
			total += p.weight
		}
	}
	now := make([]float64, len(q.Hands))
	hero := max(0, to)
	for i, n := range list {
		part := 0.0
		for _, c := range n.Cards {
			if weights[c] == 0 || !(difference(n.Answer, answers[c]) < 1e-9) {
				t.Errorf("%s: after %s %+v, want %+v", name, c, n.Answer.Hands, answers[c])
				continue
			}
			part += weights[c] / total
			delete(weights, c)
		}
		if math.Abs(part-n.Part) > 1e-9 {
			t.Errorf("%s: %s come %g of the time, want %g", name, cards.Format(n.Cards), n.Part, part)
		}
		if i > 0 && n.Answer.Hands[hero].Equity > list[i-1].Answer.Hands[hero].Equity {
			t.Errorf("%s: %s stand behind %s", name, cards.Format(n.Cards), cards.Format(list[i-1].Cards))
		}
		if !slices.IsSorted(n.Cards) {
			t.Errorf("%s: %s", name, cards.Format(n.Cards))
		}
		for k, s := range n.Answer.Hands {
			now[k] += n.Part * s.Equity
		}
	}
	for c, w := range weights {
		if w > 0 {
			t.Errorf("%s: %s is left out", name, c)
		}
	}
	for k, s := range plainly(q).a.Hands {
		if math.Abs(now[k]-s.Equity) > 1e-9 {
			t.Errorf("%s: hand %d expects %g after all cards, and %g now", name, k, now[k], s.Equity)
		}
	}
}

// The outs of a flush draw with one card to come.
func TestNextOuts(t *testing.T) {
	q := holdem("AhKh", "QcQd")
	q.Board, q.ToBoard = cards.MustParse("2h7h9sJc"), 1
	steps := 0
	list, err := q.Next(context.Background(), odds.Effort{}, -1, func() { steps++ })
	if err != nil || len(list) != 2 || steps == 0 || steps > 44 {
		t.Fatalf("%v: %+v", err, list)
	}
	if got := cards.Format(list[0].Cards); got != "3h4h5h6h8h9hThJhQhKcKdKsAcAdAs" || len(list[0].Cards) != 15 || list[0].Answer.Hands[0].Equity != 1 || math.Abs(list[0].Part-15.0/44) > 1e-12 {
		t.Errorf("%s: %+v", got, list[0])
	}
	// Before the flop, and its first card.
	pre, err := holdem("AsAh", "KsKh").Next(context.Background(), odds.Effort{}, -1, nil)
	if err != nil || cards.Format(pre[0].Cards) != "AcAd" || cards.Format(pre[len(pre)-1].Cards) != "KcKd" {
		t.Errorf("%v: %+v", err, pre)
	}
}

// Samples are as close to the counts as their number allows.
func TestNextSampled(t *testing.T) {
	q := ranges(t, "QQ+:2,AKs", "TT+,AQs+:0.5")
	q.Board, q.ToBoard = cards.MustParse("2h7h9s"), 2
	want, err := q.Next(context.Background(), odds.Effort{Exact: true}, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	counted := map[cards.Card]odds.Next{}
	for _, n := range want {
		for _, c := range n.Cards {
			counted[c] = n
		}
	}
	got, err := q.Next(context.Background(), odds.Effort{Samples: 5000, Enough: 1, Seed: 2}, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range got {
		w := counted[n.Cards[0]]
		if n.Answer.Exact || math.Abs(n.Answer.Hands[0].Equity-w.Answer.Hands[0].Equity) > 5*n.Answer.Hands[0].StdErr+1e-3 {
			t.Errorf("%s: %+v, counted %+v", cards.Format(n.Cards), n.Answer.Hands[0], w.Answer.Hands[0])
		}
	}
	// Ranges with too many combinations: the probabilities are sampled too.
	wide := ranges(t, "random", "random", "random")
	list, err := wide.Next(context.Background(), odds.Effort{Samples: 2000, Enough: 1, Seed: 2}, -1, nil)
	if err != nil || len(list) != 13 {
		t.Fatalf("%v: %d kinds of cards", err, len(list))
	}
	for _, n := range list {
		if math.Abs(n.Part-1.0/13) > 0.002 || len(n.Cards) != 4 {
			t.Errorf("%s come %g of the time", cards.Format(n.Cards), n.Part)
		}
	}
}

func TestNextRefuses(t *testing.T) {
	full := holdem("AhKh", "QcQd")
	full.Board, full.ToBoard = cards.MustParse("2h7h9sJc3c"), 0
	beside := ranges(t, "AsAh", "AsAd,AsKs")
	for _, tt := range []struct {
		q    *odds.Question
		to   int
		want string
	}{
		{full, -1, "no cards are to come on the board"},
		{full, 0, "hand 1 gets no more cards"},
		{full, 2, "there is no hand 3"},
		{holdem("AhKh", "AhQd"), -1, "Ah appears twice: in hand 1 and in hand 2"},
		{beside, -1, "the hands cannot all be dealt: two of them always share a card"},
	} {
		if _, err := tt.q.Next(context.Background(), odds.Effort{}, tt.to, nil); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ranges(t, "QQ+", "TT+").Next(ctx, odds.Effort{Samples: 5000, Enough: 1}, -1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
