package odds_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// bothPlainly answers a question with two boards by dealing both in all ways.
func bothPlainly(q *odds.Question) *odds.Answer {
	n := len(q.Hands)
	a := &odds.Answer{Hands: make([]odds.Share, n), Chips: make([]odds.Mean, n)}
	total := 0.0
	used := q.Dead | cards.SetOf(q.Board...) | cards.SetOf(q.Second.Cards...)
	for _, h := range q.Hands {
		used |= cards.SetOf(h.Cards...)
	}
	holes := make([][]cards.Card, n)
	var deal func(i int, used cards.Set, weight float64)
	deal = func(i int, used cards.Set, weight float64) {
		if i < n {
			if r := q.Hands[i].Range; r != nil {
				for _, h := range r.Hands {
					if h.Cards&used == 0 {
						holes[i] = h.Cards.Cards()
						deal(i+1, used|h.Cards, weight*h.Weight)
					}
				}
				return
			}
			holes[i] = q.Hands[i].Cards
			deal(i+1, used, weight)
			return
		}
		rest := (q.Deck.Set() &^ used).Cards()
		choices(rest, q.ToBoard, func(first []cards.Card) {
			left := (q.Deck.Set() &^ (used | cards.SetOf(first...))).Cards()
			choices(left, q.Second.ToCome, func(second []cards.Card) {
				a.Boards++
				total += weight
				showBoth(a, q, holes, [2][]cards.Card{slices.Concat(q.Board, first), slices.Concat(q.Second.Cards, second)}, weight)
			})
		})
	}
	deal(0, used, 1)
	for i := range a.Hands {
		s := &a.Hands[i]
		for _, x := range []*float64{&s.Equity, &s.Win, &s.Tie, &s.High, &s.Low, &s.Scoop, &s.Quarter, &a.Chips[i].Value} {
			*x /= total
		}
	}
	return a
}

// choices calls f with every choice of n cards.
func choices(from []cards.Card, n int, f func([]cards.Card)) {
	var choose func(at int, some []cards.Card)
	choose = func(at int, some []cards.Card) {
		if len(some) == n {
			f(some)
			return
		}
		for i := at; i < len(from); i++ {
			choose(i+1, append(some, from[i]))
		}
	}
	choose(0, make([]cards.Card, 0, n))
}

// showBoth adds the showdown on two boards.
func showBoth(a *odds.Answer, q *odds.Question, holes [][]cards.Card, boards [2][]cards.Card, weight float64) {
	all := betting.Bit(len(holes)) - 1
	parts, first, second := wonBoth(q, holes, boards, all)
	most := slices.Max(parts)
	times := 0
	for _, x := range parts {
		if x == most {
			times++
		}
	}
	for i, x := range parts {
		s := &a.Hands[i]
		s.Equity += weight * x
		if x == most && times == 1 {
			s.Win += weight
		}
		if x == most && times > 1 {
			s.Tie += weight
		}
		if x == 1 {
			s.Scoop += weight
		}
		if x > 0 && x < 0.5 {
			s.Quarter += weight
		}
		if first.Has(i) {
			s.High += weight
		}
		if second.Has(i) {
			s.Low += weight
		}
	}
	for _, pot := range q.Pots {
		parts, _, _ := wonBoth(q, holes, boards, pot.Eligible)
		for i, x := range parts {
			a.Chips[i].Value += weight * x * float64(pot.Amount)
		}
	}
}

// wonBoth returns each hand's share of a pot, and the winners of a first or a
// second part.
func wonBoth(q *odds.Question, holes [][]cards.Card, boards [2][]cards.Card, eligible betting.Set) (parts []float64, first, second betting.Set) {
	parts = make([]float64, len(holes))
	for _, board := range boards {
		var who [2]betting.Set
		winners := 0
		for k := range q.Show.Parts {
			p := &q.Show.Parts[k]
			top := rank.Strength(0)
			for i, hole := range holes {
				if !eligible.Has(i) {
					continue
				}
				s := p.Ranking.Best(slices.Concat(hole, board))
				if p.Exact() {
					s = p.Ranking.Exact(hole, board)
				}
				if s > top {
					top, who[k] = s, 0
				}
				if s == top && s > 0 {
					who[k] |= betting.Bit(i)
				}
			}
			if who[k] != 0 {
				winners++
			}
		}
		if winners == 0 {
			who[0], winners = eligible, 1
		}
		first, second = first|who[0], second|who[1]
		for _, m := range who {
			for i := range holes {
				if m.Has(i) {
					parts[i] += 0.5 / float64(winners) / float64(m.Len())
				}
			}
		}
	}
	return parts, first, second
}

// Pairs of boards are counted and dealt correctly, compared with the plainest
// method.
func TestDoubleBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 18))
	for _, k := range testkit.Sweep([]spotKind{
		{"hold'em", high(0, 0), cards.Deck{}, 2, 5, 0, 0},
		{"omaha", high(2, 3), cards.Deck{}, 4, 5, 0, 0},
		{"split", two(2, 3, rank.High, rank.EightOrBetter), cards.Deck{}, 4, 5, 0, 0},
		{"any split", two(0, 0, rank.High, rank.EightOrBetter), cards.Deck{}, 2, 5, 0, 0},
		{"short", one(rank.ShortDeck), cards.Deck{Lowest: cards.Six}, 2, 5, 0, 0},
		{"joker", one(rank.HighBug), cards.Deck{Jokers: 1}, 2, 5, 0, 0},
		{"low", one(rank.DeuceToSeven), cards.Deck{}, 2, 5, 0, 0},
		{"one low", one(rank.EightOrBetter), cards.Deck{}, 2, 5, 0, 0},
	}, 3) {
		for trial := range testkit.Sample(9, 3) {
			q := &odds.Question{Show: k.show, Deck: k.deck, ToBoard: trial % 3, Second: &odds.Board{ToCome: trial / 3 % 3}}
			deck := q.Deck.Append(nil)
			rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			take := func(n int) (out []cards.Card) {
				out, deck = slices.Clone(deck[:n]), deck[n:]
				return out
			}
			q.Board, q.Second.Cards = take(5-q.ToBoard), take(5-q.Second.ToCome)
			dead := 8
			if q.ToBoard+q.Second.ToCome > 2 {
				dead = max(dead, len(deck)-26) // from a whole deck, two cards to come on both boards give a million pairs
			}
			q.Dead = cards.SetOf(take(dead)...)
			for i := range 2 + trial%2 {
				if i == 0 && q.ToBoard+q.Second.ToCome < 4 {
					r := &cards.Range{}
					for range 3 {
						r.Hands = append(r.Hands, cards.Held{Cards: cards.SetOf(take(k.hole)...), Weight: 1 + float64(rng.IntN(3))})
					}
					q.Hands = append(q.Hands, odds.Hand{Range: r})
					continue
				}
				q.Hands = append(q.Hands, odds.Hand{Cards: take(k.hole)})
			}
			if trial%3 == 1 {
				q.Pots = []odds.Pot{{Amount: 60, Eligible: 1<<len(q.Hands) - 1}, {Amount: 40, Eligible: 0b11}}
			}
			name := fmt.Sprintf("%s, trial %d: %+v", k.name, trial, *q)
			want := bothPlainly(q)
			for what, got := range map[string]*odds.Answer{
				"counted": compute(t, q, odds.Effort{Exact: true}), "again": compute(t, q, odds.Effort{Exact: true, Cache: new(odds.Cache), Workers: 2}),
				"dealt": odds.ByDealing(t, q),
			} {
				if got.Boards != want.Boards || !got.Exact {
					t.Errorf("%s: %s %d pairs of boards, want %d", name, what, got.Boards, want.Boards)
				}
				off := difference(&odds.Answer{Hands: want.Hands, Chips: want.Chips[:len(got.Chips)]}, &odds.Answer{Hands: got.Hands, Chips: got.Chips})
				if off > 1e-9 {
					t.Errorf("%s: %s %+v %+v, want %+v %+v", name, what, got.Hands, got.Chips, want.Hands, want.Chips)
				}
			}
			some := compute(t, q, odds.Effort{Samples: 4000, Enough: 1, Seed: uint64(trial)})
			for i, s := range some.Hands {
				if off := math.Abs(s.Equity - want.Hands[i].Equity); off > 4.5*s.StdErr+1e-9 {
					t.Errorf("%s: hand %d has %.4f ± %.4f by samples, want %.4f", name, i+1, s.Equity, s.StdErr, want.Hands[i].Equity)
				}
			}
		}
	}
}

// Before the flop the equity is the same as for one board, and aces scoop less
// often.
func TestDoubleBoardsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("counts very many deals")
	}
	one, both := holdem("AsAd", "KhKd"), holdem("AsAd", "KhKd")
	if err := both.AddBoard(nil); err != nil {
		t.Fatal(err)
	}
	a, b := compute(t, one, odds.Effort{}), compute(t, both, odds.Effort{})
	if b.Boards != 1712304*962598 || !b.Exact || math.Abs(a.Hands[0].Equity-b.Hands[0].Equity) > 1e-12 {
		t.Errorf("%d pairs of boards, equity %v, of one board %v", b.Boards, b.Hands[0].Equity, a.Hands[0].Equity)
	}
	if b.Hands[0].Scoop >= a.Hands[0].Scoop || b.Hands[0].Scoop < a.Hands[0].Scoop*a.Hands[0].Scoop-0.02 {
		t.Errorf("aces scoop %v of the time, one board %v", b.Hands[0].Scoop, a.Hands[0].Scoop)
	}
	some := compute(t, both, odds.Effort{Samples: 40_000, Enough: 1, Seed: 3})
	if off := math.Abs(some.Hands[0].Scoop - b.Hands[0].Scoop); off > 0.01 {
		t.Errorf("aces scoop %v by samples, counted %v", some.Hands[0].Scoop, b.Hands[0].Scoop)
	}
}

// Questions about two boards that have no answer.
func TestDoubleBoardsRefused(t *testing.T) {
	ctx := context.Background()
	q := holdem("AsAd", "KhKd")
	if err := q.AddBoard(cards.MustParse("2c3c4c5c6c7c")); err == nil {
		t.Error("six cards on the second board")
	}
	if err := q.AddBoard(cards.MustParse("As3c4c")); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Compute(ctx, odds.Effort{}); err == nil || err.Error() != "As appears twice: in hand 1 and on the second board" {
		t.Errorf("an ace in a hand and on the second board: %v", err)
	}
	if err := q.AddBoard(nil); err != nil {
		t.Fatal(err)
	}
	_, made := q.Compute(ctx, odds.Effort{Made: true})
	_, next := q.Next(ctx, odds.Effort{}, -1, nil)
	_, nuts := q.Nuts(ctx, 2, 3)
	for what, err := range map[string]error{"made": made, "next": next, "nuts": nuts} {
		if err == nil {
			t.Errorf("%s of two boards", what)
		}
	}
	stud := &odds.Question{Show: high(0, 0), Hands: []odds.Hand{{ToCome: 7}, {ToCome: 7}}}
	if err := stud.AddBoard(nil); err == nil {
		t.Error("a second board of a game without one")
	}
}
