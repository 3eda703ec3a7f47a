package odds_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// nutsOn returns the nuts on a board in words: name, shapes and number of hands.
func nutsOn(t *testing.T, show *plan.ShowdownStep, deck cards.Deck, board string, hole, top int) (out [][]string) {
	t.Helper()
	q := &odds.Question{Show: show, Deck: deck, Board: cards.MustParse(board)}
	list, err := q.Nuts(context.Background(), hole, top)
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range list {
		var words []string
		for _, h := range n.Best {
			shapes := cards.Shapes(h.With, hole, deck.Set()&^cards.SetOf(q.Board...))
			words = append(words, fmt.Sprintf("%s: %s, %d", show.Parts[k].Ranking.Describe(h.Strength), strings.Join(shapes, " "), h.Hands))
		}
		out = append(out, words)
	}
	return out
}

// Boards from textbooks.
func TestNutsOfTextbooks(t *testing.T) {
	omaha8 := two(2, 3, rank.High, rank.EightOrBetter)
	for _, tt := range []struct {
		show  *plan.ShowdownStep
		deck  cards.Deck
		board string
		hole  int
		want  string // for each part
	}{
		{high(0, 0), cards.Deck{}, "Kc9c4c8h2d", 2, "flush, ace high: AcQc, 1; flush, ace high: AcJc, 1"},
		{high(0, 0), cards.Deck{}, "Ts9s8d2c3h", 2, "straight, queen high: QJ, 16; straight, jack high: J7, 16"},
		{high(0, 0), cards.Deck{}, "KsKd7h2c9s", 2, "four of a kind, kings: KK, 1; kings full of nines: K9, 6"},
		{high(0, 0), cards.Deck{}, "As8d8h2c", 2, "four of a kind, eights: 88, 1; aces full of eights: AA, 3"},
		{high(0, 0), cards.Deck{}, "AsKsQsJsTs", 2, "royal flush: xx, 1081"},
		{high(0, 0), cards.Deck{}, "7c7d7h7s2c", 2, "four of a kind, sevens: Ax, 178; four of a kind, sevens: Kx, 162"},
		{high(0, 0), cards.Deck{}, "KsQsJs2d3d", 2, "royal flush: AsTs, 1; straight flush, king high: Ts9s, 1"},
		{high(0, 0), cards.Deck{}, "9h6d2s", 2, "three of a kind, nines: 99, 3; three of a kind, sixes: 66, 3"},
		// Two hole cards play: a lone ace of the suit does not make a flush, and a pair on the
		// board does not make a full house.
		{high(2, 3), cards.Deck{}, "Kc9c4c8h2d", 4, "flush, ace high: AcQcxx, 990; flush, ace high: AcJcxx, 946"},
		{high(2, 3), cards.Deck{}, "AsKsQsJsTs", 4, "straight flush, queen high: 9s8sxx, 990"},
		{omaha8, cards.Deck{}, "8c7d4hKsQs", 4, "straight, eight high: 65xx, 13796; three of a kind, kings: KKxx, 2834 / eighty-seven low: A2xx, 13796; eighty-seven low: A3xx, 11268"},
		{omaha8, cards.Deck{}, "KcQd4hKsQs", 4, "four of a kind, kings: KKxx, 990; four of a kind, queens: QQxx, 989 / "},
		// A flush beats a full house in short deck.
		{one(rank.ShortDeck), cards.Deck{Lowest: cards.Six}, "AhKh7h7d9s", 2, "four of a kind, sevens: 77, 1; flush, ace high: QhJh, 1"},
		{one(rank.HighBug), cards.Deck{Jokers: 1}, "AsAd9h5c2c", 2, "four of a kind, aces: JoAh JoAc AA, 3"},
	} {
		top := 2
		if !strings.Contains(tt.want, ";") {
			top = 1
		}
		var parts []string
		for _, words := range nutsOn(t, tt.show, tt.deck, tt.board, tt.hole, top) {
			parts = append(parts, strings.Join(words, "; "))
		}
		if got := strings.Join(parts, " / "); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.board, got, tt.want)
		}
	}
}

// The nuts of random boards, and who has them, match looking at every hand.
func TestNutsPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 18))
	kinds := []spotKind{
		{"hold'em", high(0, 0), cards.Deck{}, 2, 5, 0, 0},
		{"flop", high(0, 0), cards.Deck{}, 2, 3, 0, 0},
		{"three", two(0, 0, rank.High, rank.EightOrBetter), cards.Deck{}, 3, 4, 0, 0},
		{"omaha", two(2, 3, rank.High, rank.EightOrBetter), cards.Deck{}, 4, 5, 0, 0},
		{"omaha flop", high(2, 3), cards.Deck{Lowest: cards.Six}, 4, 3, 0, 0},
		{"short", one(rank.ShortDeck), cards.Deck{Lowest: cards.Six}, 2, 5, 0, 0},
		{"wild", one(rank.DeucesWild), cards.Deck{}, 2, 5, 0, 0},
		{"joker", one(rank.HighBug), cards.Deck{Jokers: 1}, 2, 4, 0, 0},
		{"low", one(rank.DeuceToSeven), cards.Deck{}, 2, 5, 0, 0},
	}
	for _, k := range kinds {
		for trial := range 3 {
			q := k.spot(rng, 2)
			q.Dead = 0
			if len(q.Board) != k.board || slices.ContainsFunc(q.Hands, func(h odds.Hand) bool { return h.Range == nil && len(h.Cards) != k.hole }) {
				continue
			}
			name := fmt.Sprintf("%s, trial %d: board %s, %+v", k, trial, cards.Format(q.Board), q.Hands)
			got, err := q.Nuts(context.Background(), k.hole, 4)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for part := range q.Show.Parts {
				nutsAsSeen(t, fmt.Sprintf("%s, part %d", name, part), q, &q.Show.Parts[part], k.hole, &got[part])
			}
		}
	}
}

func nutsAsSeen(t *testing.T, name string, q *odds.Question, p *plan.Part, hole int, got *odds.Nuts) {
	t.Helper()
	worth := func(set cards.Set) rank.Strength {
		if p.Exact() {
			return p.Ranking.Exact(set.Cards(), q.Board)
		}
		return p.Ranking.Best(append(set.Cards(), q.Board...))
	}
	live := (q.Deck.Set() &^ cards.SetOf(q.Board...)).Cards()
	counts := map[rank.Strength]int64{}
	all := int64(0)
	places := map[rank.Strength]*odds.Holding{}
	for i := range got.Best {
		places[got.Best[i].Strength] = &got.Best[i]
	}
	chosen(live, hole, func(set cards.Set) {
		s := worth(set)
		counts[s]++
		all++
		h := places[s]
		if h == nil {
			return
		}
		if !slices.ContainsFunc(h.With, func(w cards.Set) bool { return w&^set == 0 }) {
			t.Errorf("%s: %s makes %s with none of what it is said to take", name, cards.Format(set.Cards()), p.Ranking.Describe(s))
		}
	})
	if all != got.Hands {
		t.Errorf("%s: %d hands, want %d", name, got.Hands, all)
	}
	last := rank.Strength(math.MaxUint32)
	for i, h := range got.Best {
		if h.Strength >= last || h.Hands != counts[h.Strength] || h.Hands == 0 || p.Ranking.Best(h.Cards) != h.Strength {
			t.Errorf("%s: place %d is %+v, and %d hands are it", name, i, h, counts[h.Strength])
		}
		for s := range counts {
			if s < last && s > h.Strength {
				t.Errorf("%s: place %d leaves out %s", name, i, p.Ranking.Describe(s))
			}
		}
		last = h.Strength
		for _, set := range h.With {
			if worth(set) != h.Strength {
				t.Errorf("%s: %s does not make %s", name, cards.Format(set.Cards()), p.Ranking.Describe(h.Strength))
			}
			for less := set; less != 0; less &= less - 1 {
				if without := set &^ (less & -less); worth(without) == h.Strength {
					t.Errorf("%s: %s makes %s, and so does %s", name, cards.Format(set.Cards()), p.Ranking.Describe(h.Strength), cards.Format(without.Cards()))
				}
			}
		}
	}
	for i, own := range q.Hands {
		others := cards.SetOf(q.Board...)
		for k, h := range q.Hands {
			if k != i {
				others |= cards.SetOf(h.Cards...)
			}
		}
		options := []cards.Held{{Cards: cards.SetOf(own.Cards...), Weight: 1}}
		if own.Range != nil {
			options = own.Range.Hands
		}
		n, total := int64(0), 0.0
		seen := map[rank.Strength]odds.Held{}
		for _, o := range options {
			if o.Cards&others == 0 {
				h := seen[worth(o.Cards)]
				seen[worth(o.Cards)] = odds.Held{Combos: h.Combos + 1, Part: h.Part + o.Weight}
				n++
				total += o.Weight
			}
		}
		if got.All[i] != n {
			t.Errorf("%s: hand %d can be %d hands, want %d", name, i, got.All[i], n)
		}
		for _, h := range got.Best {
			if want := seen[h.Strength]; h.By[i].Combos != want.Combos || math.Abs(h.By[i].Part-want.Part/total) > 1e-12 {
				t.Errorf("%s: hand %d is %s: %+v, want %+v of %g", name, i, p.Ranking.Describe(h.Strength), h.By[i], want, total)
			}
		}
	}
}

// chosen calls f with every choice of n cards.
func chosen(list []cards.Card, n int, f func(cards.Set)) {
	var choose func(from, left int, set cards.Set)
	choose = func(from, left int, set cards.Set) {
		if left == 0 {
			f(set)
			return
		}
		for i := from; i < len(list); i++ {
			choose(i+1, left-1, set.With(list[i]))
		}
	}
	choose(0, n, 0)
}

// Hands that are partly or completely unknown.
func TestNutsOfUnknownHands(t *testing.T) {
	q := &odds.Question{Show: high(2, 3), Board: cards.MustParse("Kc9c4c8h2d"), Hands: []odds.Hand{{}, {Cards: cards.MustParse("Ac??")}, {Cards: cards.MustParse("QcQd")}}}
	list, err := q.Nuts(context.Background(), 4, 2)
	if err != nil {
		t.Fatal(err)
	}
	n := list[0]
	// The ace is in the second hand, and the queen in the third.
	if n.All[0] != 44*43*42*41/24 || n.All[1] != 44*43*42/6 || n.Best[0].By[0].Combos != 0 || n.Best[0].By[2].Combos != 0 || n.All[2] != 946 || n.Best[1].By[1].Combos != 43*42/2 {
		t.Errorf("%+v", n)
	}
	for _, tt := range []struct{ board, want string }{
		{"", "the nuts need a board of 3 cards or more, but it has 0"},
		{"KcKd", "the nuts need a board of 3 cards or more, but it has 2"},
		{"KcKd??", "the board has an unknown card"},
		{"KcKdKc", "Kc appears twice on the board"},
	} {
		q := &odds.Question{Show: high(2, 3), Board: cards.MustParse(tt.board)}
		if _, err := q.Nuts(context.Background(), 4, 1); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.board, err, tt.want)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := q.Nuts(gone, 4, 1); err != context.Canceled {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := q.Nuts(context.Background(), 7, 1); err == nil || !strings.Contains(err.Error(), "hands of 7 cards are too many to check") {
		t.Errorf("hands of seven: %v", err)
	}
	q.Hands = []odds.Hand{{Cards: cards.MustParse("AcAd")}, {Range: &cards.Range{Hands: []cards.Held{{Cards: cards.SetOf(cards.MustParse("AcAh")...), Weight: 1}}}}}
	if _, err := q.Nuts(context.Background(), 2, 1); err == nil || err.Error() != "hand 2: every hand in its range has a card that is already in use" {
		t.Errorf("a range that cannot be held: %v", err)
	}
}
