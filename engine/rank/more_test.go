package rank

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

var soko = custom(Description{Name: "soko", Categories: []Category{
	StraightFlush, Quads, FullHouse, Flush, Straight, Trips, TwoPair, FourFlush, FourStraight, Pair, HighCard,
}})

// TestSokoCounts: four flushes and four straights come out of the counts of pairs and high cards.
// The test counts them by looking at the cards.
func TestSokoCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("two and a half million hands")
	}
	want := [categories]int{}
	got := [categories]int{}
	runs := []uint16{0b1000000000111}
	for r := range 10 {
		runs = append(runs, 0b1111<<r)
	}
	eachHand(cards.Deck{}.Append(nil), 5, func(h []cards.Card) {
		usual := High.Category(High.Best(h))
		if usual <= Pair {
			var ranks uint16
			var suits [4]int
			for _, c := range h {
				ranks |= 1 << c.Rank()
				suits[c.Suit()]++
			}
			switch {
			case slices.Max(suits[:]) == 4:
				usual = FourFlush
			case slices.ContainsFunc(runs, func(m uint16) bool { return ranks&m == m }):
				usual = FourStraight
			}
		}
		want[usual]++
		got[soko.Category(soko.Best(h))]++
	})
	if got != want || want[FourFlush] != 110940 || want[FourStraight] != 92208 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSokoOrder: the four cards are compared first, then the fifth.
func TestSokoOrder(t *testing.T) {
	order := []string{
		"AsKdQhTc8c", "2c2d5h6s9c", "AsAdKhQc9d", // high cards and pairs
		"As2d3h4cKd", "2c3d4h5sKc", "3c4d5h6s6c", "9sTdJhQc2d", "9sTdJhQcQd", "JsQdKhAc2d", // four straights
		"2s3s4s6s2d", "2s3s4s6sAd", "9sTsJsQs2d", "AsKsQs9s2c", "AsKsQsJs2c", "AsKsQsJsAc", // four flushes
		"2c2d3h3s4c", "AsAdKhKcQd", "2c2d2h3s4c", "6s5d4h3c2d",
	}
	for i := 1; i < len(order); i++ {
		worse, better := soko.Best(cards.MustParse(order[i-1])), soko.Best(cards.MustParse(order[i]))
		if worse >= better {
			t.Errorf("%s is %s, %s is %s", order[i-1], soko.Describe(worse), order[i], soko.Describe(better))
		}
	}
	for text, want := range map[string]string{
		"2s3s4s6sAd": "four flush, six high", "9sTdJhQcQd": "four straight, queen high", "5s4d3h2cAd": "straight, five high",
		"As2d3h4cKd": "four straight, four high",
	} {
		if got := soko.Describe(soko.Best(cards.MustParse(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// bestOfAll returns the best strength of all hands of a size made from some cards.
func bestOfAll(r *Ranking, cs []cards.Card, size int) (best Strength) {
	eachHand(cs, min(size, len(cs)), func(h []cards.Card) { best = max(best, r.Best(h)) })
	return best
}

// deal returns n different cards of the ranking's deck.
func deal(rng *rand.Rand, r *Ranking, n int) []cards.Card {
	deck := r.Description().Deck.Append(nil)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck[:n]
}

// TestOfMany: the best strength of more cards is that of the best hand they contain.
func TestOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range []*Ranking{
		High, AceToFive, EightOrBetter, DeuceToSeven, DeucesWild, HighBug, soko, Badugi, hidugi, sixes, pips, spade, short5,
		custom(Description{Name: "fives and tens wild", WildRanks: []cards.Rank{cards.Five, cards.Ten}}),
		custom(Description{Name: "baseball", WildRanks: []cards.Rank{cards.Three, cards.Nine, cards.Queen}}),
		custom(Description{Name: "two", Size: 2}),
		custom(Description{Name: "three", Size: 3}),
		custom(Description{Name: "highest of ace to five", Base: BaseAceToFive, Wins: HighWins}),
	} {
		for range 60 {
			for _, n := range []int{2, 5, 6, 7, 8, 9, 11, 13} {
				cs := deal(rng, r, n)
				if got, want := r.Best(cs), bestOfAll(r, cs, r.Size()); got != want {
					t.Fatalf("%s of %s: %s, want %s", r, cards.Format(cs), r.Describe(got), r.Describe(want))
				}
				if got := r.BestOf(&Choice{Hole: cs[:2], Board: cs[2:]}); got != r.Best(cs) {
					t.Fatalf("%s of %s in two parts: %d, want %d", r, cards.Format(cs), got, r.Best(cs))
				}
			}
		}
	}
}

var (
	hidugi = custom(Description{Name: "hidugi", Base: BaseBadugi, Ace: AceHigh, Wins: HighWins})
	sixes  = custom(Description{Name: "ace to five of six", Base: BaseAceToFive, Size: 6})
	// pips ranks hands by the fewest pips of up to six cards.
	pips = custom(Description{Name: "pips", Size: 6, Missing: 6, Score: func(h Hand) uint32 {
		sum := uint32(1000)
		for r, n := range h.Counts {
			sum -= uint32(n) * uint32((r+1)%13+1)
		}
		return sum
	}})
	spade  = custom(Description{Name: "high spade", Size: 1, Only: spades})
	short5 = custom(Description{Name: "up to five", Missing: 4})
	spades = func() (s cards.Set) {
		for r := cards.Two; r <= cards.Ace; r++ {
			s = s.With(cards.New(r, cards.Spades))
		}
		return s
	}()
)

// TestHidugi: the highest badugi wins, with more cards before higher ones.
func TestHidugi(t *testing.T) {
	var got, want [5]int
	tables := hidugi.tables()
	eachHand(cards.Deck{}.Append(nil), 4, func(h []cards.Card) {
		want[bits.OnesCount32(Badugi.tables().badugi.members(h, uint16(Badugi.Best(h))))]++
		got[len(tables.badugiGroup(tables.raws[hidugi.Best(h)-1]))]++
	})
	if got != want || want != [5]int{0, 2873, 96252, 154440, 17160} {
		t.Errorf("%v, want %v", got, want)
	}
	order := []string{"2c3c4c5c", "AcKcQcJc", "2c3d3c2d", "2c3d4h4s", "KcKdQhJs", "2c3d4h5s", "2c3d4hAs", "AcKdQhJs"}
	for k := 1; k < len(order); k++ {
		if hidugi.Best(cards.MustParse(order[k-1])) >= hidugi.Best(cards.MustParse(order[k])) {
			t.Errorf("%s is not worse than %s", order[k-1], order[k])
		}
	}
	if s := hidugi.Describe(hidugi.Best(cards.MustParse("AcKdQhJs"))); s != "ace-king-queen-jack badugi" || int(hidugi.Best(cards.MustParse("AcKdQhJs"))) != hidugi.Count() {
		t.Errorf("the best is %s", s)
	}
}

// TestFewerCards: hands of one to five cards compare, with a missing card below all others.
func TestFewerCards(t *testing.T) {
	order := []string{"2c", "Ac", "As2d", "AsKd", "AsKd2c", "AsKdQh", "AsKdQhJc9c", "2c2d", "2c2d3h", "2c2d3h4s", "AsAd", "2s2c3h3d", "2s2c2d", "5s4d3h2cAd", "2s2c2d2h"}
	for i := 1; i < len(order); i++ {
		worse, better := short5.Best(cards.MustParse(order[i-1])), short5.Best(cards.MustParse(order[i]))
		if worse == 0 || worse >= better {
			t.Errorf("%s is %s, %s is %s", order[i-1], short5.Describe(worse), order[i], short5.Describe(better))
		}
	}
	if short5.Best(nil) != 0 {
		t.Error("no cards make a hand of one to five")
	}
	none, six := pips.Best(nil), pips.Best(cards.MustParse("AcAdAhAs2c2d"))
	if none <= six || six <= pips.Best(cards.MustParse("KcKdKhKsQcQd")) || int(none) != pips.Count() {
		t.Errorf("pips: none %d, six %d of %d", none, six, pips.Count())
	}
	if got := spade.Best(cards.MustParse("AhKsQd2s")); spade.Describe(got) != "king high" || spade.Best(cards.MustParse("AhKd")) != 0 {
		t.Errorf("the high spade of AhKsQd2s is %s", spade.Describe(got))
	}
	if used := spade.Used(cards.MustParse("AhKsQd2s")); cards.Format(used) != "Ks" {
		t.Errorf("the high spade of AhKsQd2s is %s", cards.Format(used))
	}
	if used := pips.Used(cards.MustParse("2c9d")); len(used) != 2 {
		t.Errorf("the pips of 2c9d are of %s", cards.Format(used))
	}
}

// TestUse compares a choice of hole and board cards with all hands that it allows.
func TestUse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	uses := []Use{
		{}, {2, 2, 3, 3}, {3, 3, 2, 2}, {0, 2, 0, AnyNumber}, {2, 2, 0, AnyNumber}, {5, 5, 0, 0}, {0, 0, 5, 5}, {1, 1, 0, AnyNumber}, {0, AnyNumber, 3, 4}, {0, 5, 0, 0}, {AnyNumber, AnyNumber, 0, AnyNumber}, {AnyNumber, AnyNumber, 0, 0},
	}
	for _, r := range []*Ranking{High, EightOrBetter, DeuceToSeven, DeucesWild, Badugi, soko, short5, pips, spade} {
		for _, u := range uses {
			for range 20 {
				n, b := 1+rng.IntN(6), rng.IntN(6)
				cs := deal(rng, r, n+b)
				c := &Choice{Hole: cs[:n], Board: cs[n:], Use: u}
				got := r.BestOf(c)
				want, size := Strength(0), 0
				least := int(u.HoleLeast)
				if u.AllHeld() {
					least = n
				}
				for m := range 1 << (n + b) {
					h, on := bits.OnesCount(uint(m&(1<<n-1))), bits.OnesCount(uint(m>>n))
					if !u.Any() && (h < least || h > int(u.HoleMost) || on < int(u.BoardLeast) || on > int(u.BoardMost)) || h+on > r.Size() || h+on < size {
						continue
					}
					var hand []cards.Card
					for i, card := range cs {
						if m>>i&1 != 0 {
							hand = append(hand, card)
						}
					}
					if s := r.Best(hand); r == Badugi && h+on < 4 && n+b >= 4 {
						continue
					} else if h+on > size { // as many cards as allowed
						want, size = s, h+on
					} else {
						want = max(want, s)
					}
				}
				if r == Badugi && size < 4 {
					continue // a badugi of fewer cards is one of four with useless cards
				}
				if got != want {
					t.Fatalf("%s, %v of %s and %s: %s, want %s", r, u, cards.Format(c.Hole), cards.Format(c.Board), r.Describe(got), r.Describe(want))
				}
				if used := r.UsedOf(nil, c); got != 0 && r.Best(used) != got {
					t.Fatalf("%s, %v of %s and %s: used %s", r, u, cards.Format(c.Hole), cards.Format(c.Board), cards.Format(used))
				}
			}
		}
	}
}

// TestWildInHand: cards that are wild in one hand give the same order of strengths as in a ranking
// in which they are always wild.
func TestWildInHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	any := custom(Description{Name: "any wild", AnyWild: true})
	for _, ranks := range [][]cards.Rank{{cards.Two}, {cards.Queen, cards.Seven}, {cards.Three, cards.Nine, cards.Four}} {
		always := custom(Description{Name: "always", WildRanks: ranks})
		wild := always.Wild()
		var mine, theirs [400]Strength
		for i := range mine {
			cs := deal(rng, High, 5+rng.IntN(5))
			c := &Choice{Hole: cs[:3], Board: cs[3:], Wild: wild}
			mine[i], theirs[i] = any.BestOf(c), always.Best(cs)
			if a, b := any.Describe(mine[i]), always.Describe(theirs[i]); a != b {
				t.Fatalf("%s with %v wild: %s, want %s", cards.Format(cs), ranks, a, b)
			}
			used := any.UsedOf(nil, c)
			if got := any.BestOf(&Choice{Hole: used, Wild: wild}); len(used) != 5 || got != mine[i] {
				t.Fatalf("%s with %v wild: used %s", cards.Format(cs), ranks, cards.Format(used))
			}
		}
		for i := range mine {
			for k := range i {
				if (mine[i] < mine[k]) != (theirs[i] < theirs[k]) {
					t.Fatalf("hands %d and %d compare in another order", i, k)
				}
			}
		}
	}
}

// TestTold: a scoring function that asks for three cards of a suit gets them.
func TestTold(t *testing.T) {
	r := custom(Description{Name: "suited", Size: 4, Flush: 3, Score: func(h Hand) uint32 {
		return 1 + uint32(bits.OnesCount16(h.Flush))<<13 + uint32(h.Flush)
	}})
	var counts [5]int
	eachHand(cards.Deck{}.Append(nil), 4, func(h []cards.Card) {
		var suits [4]uint16
		for _, c := range h {
			suits[c.Suit()] |= 1 << c.Rank()
		}
		want := uint16(0)
		for _, m := range suits {
			if bits.OnesCount16(m) >= 3 {
				want = m
			}
		}
		raw := r.tables().raws[r.Best(h)-1] - 1
		if uint16(raw&(1<<13-1)) != want {
			t.Fatalf("%s: told of %b, want %b", cards.Format(h), raw, want)
		}
		counts[bits.OnesCount16(want)]++
	})
	if counts != [5]int{0: 270725 - 2860 - 44616, 3: 44616, 4: 2860} {
		t.Errorf("%v", counts)
	}
}

// TestThreeCards: the categories of three cards in their own order have the well-known counts.
func TestThreeCards(t *testing.T) {
	r := custom(Description{Name: "three cards", Size: 3, Categories: []Category{StraightFlush, Trips, Straight, Flush, Pair, HighCard}})
	if got := categoryCounts(r); [categories]int(got[:categories]) != [categories]int{HighCard: 16440, Pair: 3744, Trips: 52, Straight: 720, Flush: 1096, StraightFlush: 48} {
		t.Errorf("%v", got)
	}
	if r.Best(cards.MustParse("4c3d2h")) <= r.Best(cards.MustParse("AsKsJs")) {
		t.Error("a flush is not below a straight")
	}
	two := custom(Description{Name: "two cards", Size: 2, Categories: []Category{Pair, HighCard}})
	if got := categoryCounts(two); got[Pair] != 78 || got[HighCard] != 1248 || two.Count() != 13+78 {
		t.Errorf("%v of %d", got, two.Count())
	}
}

// TestRanksLeftOut: without eights, nines and tens a jack follows the seven. The test counts the
// categories by looking at the cards.
func TestRanksLeftOut(t *testing.T) {
	deck := cards.Deck{Without: 1<<cards.Eight | 1<<cards.Nine | 1<<cards.Ten}
	r := custom(Description{Name: "mexican", Deck: deck})
	if deck.Len() != 40 || deck.String() != "40 cards, without 8-9-T" || deck.Set().Len() != 40 || len(deck.Append(nil)) != 40 {
		t.Fatalf("%s, %d in all, %d faces", deck, deck.Len(), deck.Set().Len())
	}
	order := "A234567JQKA"
	var want, got [categories]int
	eachHand(deck.Append(nil), 5, func(h []cards.Card) {
		usual := High.Category(High.Best(h))
		if usual == HighCard || usual == Flush || usual == Straight || usual == StraightFlush {
			var ranks uint16
			for _, c := range h {
				ranks |= 1 << c.Rank()
			}
			suited := usual == Flush || usual == StraightFlush
			usual = HighCard
			for i := range len(order) - 4 {
				var run uint16
				for _, letter := range order[i : i+5] {
					rank, _ := cards.ScanRank(string(letter))
					run |= 1 << rank
				}
				if run == ranks {
					usual = Straight
				}
			}
			switch {
			case suited && usual == Straight:
				usual = StraightFlush
			case suited:
				usual = Flush
			}
		}
		want[usual]++
		got[r.Category(r.Best(h))]++
	})
	if got != want || want[Straight] != 7*1020 || want[StraightFlush] != 28 {
		t.Errorf("%v, want %v", got, want)
	}
	if s := r.Describe(r.Best(cards.MustParse("4c5d6h7sJc"))); s != "straight, jack high" {
		t.Errorf("4-5-6-7-J is a %s", s)
	}
	wild := custom(Description{Name: "mexican joker", Deck: cards.Deck{Without: deck.Without, Jokers: 1}, Jokers: Wild})
	for text, want := range map[string]string{"5d6h7sQcJo": "straight, queen high", "KdKhQsQcJo": "kings full of queens", "7dJh2s3cJo": "pair of jacks"} {
		if got := wild.Describe(wild.Best(cards.MustParse(text))); got != want {
			t.Errorf("%s is a %s, want %s", text, got, want)
		}
	}
}

// TestNamesKept checks that a ranking answers the same when it is asked again, and keeps no more words than its limits.
func TestNamesKept(t *testing.T) {
	d := High.Description()
	r, err := Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, words := range []string{"kings up", "nut flush", "eight low", "nothing"} {
			a, known := r.Named(words)
			if b, is := High.Named(words); is != known || a.Nuts != b.Nuts || a.Least() != b.Least() {
				t.Errorf("%s: %v %v, was %v %v", words, b, is, a, known)
			}
		}
	}
	for n := range mostSaid + 2 {
		r.Named(strings.Repeat("x", n))
	}
	for words := range r.said.names {
		if len(r.said.names) > mostSaid || len(words) > longestSaid {
			t.Fatalf("%d names are kept, one of %d bytes", len(r.said.names), len(words))
		}
	}
}
