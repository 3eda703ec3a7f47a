package rank

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

// Multisets are numbered without gaps in the order of next, and their methods
// are consistent.
func TestMultisets(t *testing.T) {
	for n := range maxNatural + 1 {
		m := multiset{n: n}
		count := 0
		for more := true; more; more = m.next() {
			if int(m.number()) != count || !slices.IsSorted(m.list()) || len(m.list()) != n {
				t.Fatalf("multiset %d of %d ranks is %v with number %d", count, n, m.list(), m.number())
			}
			counts := m.counts()
			var mask uint16
			var sum uint64
			total := 0
			for r, k := range counts {
				total += int(k)
				sum += uint64(k) * rankKeys[r]
				if k > 0 {
					mask |= 1 << r
				}
			}
			if total != n || mask != m.mask() || sum != m.sum() || m.dealable() != (slices.Max(counts[:]) <= 4) {
				t.Fatalf("%v: counts %v, mask %x, dealable %t", m.list(), counts, m.mask(), m.dealable())
			}
			if n > 0 && m.lowest() != m.list()[0] || n == 0 && m.lowest() != 12 {
				t.Fatalf("%v: lowest is %d", m.list(), m.lowest())
			}
			if n < maxNatural && count%7 == 0 {
				if deuce := m.with(0); deuce.number() != m.above() {
					t.Fatalf("%v: %d with a deuce, not %d", m.list(), deuce.number(), m.above())
				}
				for r := range uint8(13) {
					with := m.with(r)
					at := slices.Index(with.list(), r)
					if back := with.without(at); with.n != n+1 || !slices.IsSorted(with.list()) || !slices.Equal(back.list(), m.list()) {
						t.Fatalf("%v with %d is %v", m.list(), r, with.list())
					}
				}
			}
			count++
		}
		if count != multisets(n) {
			t.Errorf("%d multisets of %d ranks, want %d", count, n, multisets(n))
		}
	}
	for mask := range uint16(maskCount) {
		if m := multisetOf(mask & 0x555); m.mask() != mask&0x555 {
			t.Fatalf("%x: %v", mask, m.list())
		}
	}
}

// What a seat shows, by counting: groups first, then the ranks of the groups.
func TestShowingByCounting(t *testing.T) {
	type worth struct {
		groups []int // how many of each rank, most first
		ranks  []int // in the same order
	}
	of := func(up []cards.Card, ace int) worth {
		counts := map[int]int{}
		for _, c := range up {
			r := int(c.Rank())
			if c.Rank() == cards.Ace {
				r = ace
			}
			counts[r]++
		}
		var w worth
		for r := range counts {
			w.ranks = append(w.ranks, r)
		}
		slices.SortFunc(w.ranks, func(a, b int) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(b, a))
		})
		for _, r := range w.ranks {
			w.groups = append(w.groups, counts[r])
		}
		for len(w.groups) < 4 { // a missing side card is below all others
			w.groups, w.ranks = append(w.groups, 0), append(w.ranks, -2)
		}
		return w
	}
	// Trips rank above two pair, though both leave one card over.
	kind := func(w worth) int {
		switch {
		case w.groups[0] >= 3:
			return w.groups[0]
		case w.groups[0] == 2 && w.groups[1] == 2:
			return 2
		case w.groups[0] == 2:
			return 1
		}
		return 0
	}
	deck := cards.Deck{}.Append(nil)
	rng := rand.New(rand.NewPCG(5, 5))
	for range 20000 {
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		if rng.IntN(2) == 0 { // few ranks, so that pairs occur
			slices.SortStableFunc(deck, func(a, b cards.Card) int { return cmp.Compare(a.Rank()%4, b.Rank()%4) })
		}
		n := 1 + rng.IntN(4)
		a, b := deck[:n], slices.Clone(deck[n:2*n])
		if rng.IntN(3) == 0 {
			b[rng.IntN(n)] = a[rng.IntN(n)]
		}
		for low, f := range map[bool]func([]cards.Card, bool) Strength{false: ShowingHigh, true: ShowingLow} {
			ace, aceLow := 12, rng.IntN(2) == 0
			if aceLow {
				ace = -1
			}
			x, y := of(a, ace), of(b, ace)
			want := cmp.Or(cmp.Compare(kind(x), kind(y)), slices.Compare(x.ranks, y.ranks))
			if low {
				want = -want
			}
			if got := cmp.Compare(f(a, aceLow), f(b, aceLow)); got != want {
				t.Fatalf("low %t: %s against %s is %d, want %d", low, cards.Format(a), cards.Format(b), got, want)
			}
		}
	}
	withJoker := cards.MustParse("AhJoKd")
	if ShowingHigh(withJoker, false) != ShowingHigh(cards.MustParse("AhKd"), false) || ShowingHigh(nil, false) >= ShowingHigh(cards.MustParse("2c"), false) || ShowingLow(nil, true) <= ShowingLow(cards.MustParse("Ac"), true) {
		t.Error("a joker shows nothing, and nothing is below all")
	}
}

// Same distinguishes two scoring functions that differ in only one kind of
// hand, whichever it is.
func TestSameScoresEverywhere(t *testing.T) {
	for _, jokers := range []Role{NoJoker, Wild} {
		for _, size := range []int{2, 3} {
			d := Description{Name: "s", Size: size, Jokers: jokers}
			if jokers != NoJoker {
				d.Deck.Jokers = 1
			}
			compiled := func(odd Hand) *Ranking {
				d.Score = func(h Hand) uint32 {
					if h == odd {
						return 2
					}
					return 1
				}
				r, err := Compile(d)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			none := compiled(Hand{})
			for _, ranks := range [][]int{{0, 0, 0}, {12, 12, 12}, {0, 1, 2}, {12, 11, 10}, {0, 12, 12}, {5, 5, 6}} {
				var odd Hand
				for _, r := range ranks[:size] {
					odd.Counts[r]++
				}
				for _, odd.Suited = range []bool{false, true} {
					if odd.Suited && slices.Max(odd.Counts[:]) > 1 {
						continue
					}
					if compiled(odd).Same(none) || none.Same(compiled(odd)) || !compiled(odd).Same(compiled(odd)) {
						t.Errorf("hands of %d, joker %v: %+v is not seen", size, jokers, odd)
					}
				}
			}
		}
	}
	// Five of a kind, made with a joker.
	five := func(score uint32) *Ranking {
		return custom(Description{Name: "five", Deck: cards.Deck{Jokers: 1}, Jokers: Wild, Score: func(h Hand) uint32 {
			if slices.Max(h.Counts[:]) == 5 {
				return score
			}
			return 1
		}})
	}
	if five(2).Same(five(3)) || !five(2).Same(five(2)) {
		t.Error("scores of five of a kind")
	}
	a, b := custom(Description{Name: "a", Size: 3, Score: func(Hand) uint32 { return 1 }}), custom(Description{Name: "b", Size: 4, Score: func(Hand) uint32 { return 1 }})
	if a.Same(b) || a.Same(High) || High.Same(a) {
		t.Error("hands of three and of four are ranked alike")
	}
}

// Which descriptions are refused, at the limits.
func TestCompileBounds(t *testing.T) {
	wild := func(n int) []cards.Card { return cards.Deck{}.Append(nil)[:n] }
	two := cards.Deck{Jokers: 2}
	score := func(Hand) uint32 { return 1 }
	for _, tt := range []struct {
		name string
		d    Description
		want string
	}{
		{"six wild cards", Description{WildCards: wild(6)}, ""},
		{"seven wild cards", Description{WildCards: wild(7)}, ""},
		{"twenty wild cards", Description{WildCards: wild(20)}, ""},
		{"jokers and four deuces", Description{Deck: two, Jokers: Wild, WildRanks: []cards.Rank{0}}, ""},
		{"a deuce twice", Description{WildCards: wild(5), WildRanks: []cards.Rank{wild(1)[0].Rank()}}, ""},
		{"hands of one", Description{Size: 1}, ""},
		{"hands of five", Description{Size: 5}, ""},
		{"hands of seven", Description{Size: 7}, ""},
		{"hands of six or fewer", Description{Size: 6, Missing: 6}, ""},
		{"hands of seven or fewer", Description{Size: 7, Missing: 7}, "rank: there are 77871 different hands of 0 to 7 cards: a ranking can distinguish at most 65535"},
		{"the same of eight ranks", Description{Size: 7, Missing: 7, Deck: cards.Deck{Lowest: cards.Seven}}, ""},
		{"hands of eight", Description{Size: 8}, "rank: hands of 8 cards: use 1 to 7"},
		{"hands of less", Description{Size: -1}, "rank: hands of -1 cards: use 1 to 7"},
		{"more missing than there are", Description{Size: 5, Missing: 6}, "rank: 6 of 5 cards may be missing"},
		{"six with a wild card", Description{Size: 6, WildCards: wild(1)}, "rank: wild cards stand for others in hands of up to five cards, not of 6"},
		{"a wild card and four of a suit", Description{WildCards: wild(1), Score: score, Flush: 4}, "rank: wild cards cannot be combined with the cards of a suit that a score gets"},
		{"a wild card and cards missing", Description{Missing: 4, WildCards: wild(1)}, ""},
		{"a bug and cards missing", Description{Missing: 4, WildCards: wild(1), Jokers: Bug}, "rank: a bug cannot be combined with hands of fewer cards; a card that stands for any other can"},
		{"cards missing and one suit", Description{Size: 3, Missing: 1, Only: cards.SetOf(wild(4)...)}, "rank: hands of fewer cards cannot be combined with cards that do not count or four cards of a suit"},
		{"one suit and a wild card", Description{OneSuit: true, WildCards: wild(1)}, "rank: cards of one suit cannot be combined with badugi, wild cards, cards that do not count or four cards of a suit; a score gets their ranks as the hand's"},
		{"one suit, a floor of two", Description{Size: 2, OneSuit: true, Floor: cards.MustParse("AsKd")}, "rank: the floor AsKd is not of one suit"},
		{"an end", Description{Wins: LowWins + 1}, "rank: 3 is not an end of a scale"},
		{"half of a suit", Description{Size: 4, Score: score, Flush: 2}, "rank: a scoring function can ask for 3 to 4 cards of a suit, not 2"},
		{"a suit without a function", Description{Flush: 4}, "rank: cards of a suit are counted for a scoring function only"},
		{"four in a row of four", Description{Size: 4, Categories: []Category{FourStraight}}, "rank: four cards in a row or of a suit count in hands of five, not of 4"},
		{"badugi of fewer", Description{Base: BaseBadugi, Missing: 1}, "rank: a badugi may have any number of cards of any suits"},
		{"two packs", Description{Deck: cards.Deck{Packs: 2}}, "rank: more than one deck cannot be ranked"},
		{"a deck of five ranks", Description{Deck: cards.Deck{Lowest: cards.Ten}}, ""},
		{"a deck of four ranks", Description{Deck: cards.Deck{Lowest: cards.Jack}}, "rank: a deck from J up is too short for hands of 5"},
		{"four of four ranks", Description{Size: 4, Deck: cards.Deck{Lowest: cards.Jack}, Score: score}, ""},
		{"base", Description{Base: BaseBadugi + 1}, "rank: 4 is not a base"},
		{"role", Description{Jokers: Wild + 1}, "rank: 3 is not a role of a joker"},
		{"badugi of five", Description{Base: BaseBadugi, Size: 5}, "rank: a badugi has four cards"},
		{"badugi of three", Description{Base: BaseBadugi, Size: 3}, "rank: a badugi has four cards"},
		{"badugi", Description{Base: BaseBadugi, Size: 4}, ""},
		{"badugi with a joker", Description{Base: BaseBadugi, Jokers: Wild}, "rank: badugi takes no jokers, categories or scoring function"},
		{"badugi with a score", Description{Base: BaseBadugi, Score: score}, "rank: badugi takes no jokers, categories or scoring function"},
		{"badugi with categories", Description{Base: BaseBadugi, Categories: []Category{Pair}}, "rank: badugi takes no jokers, categories or scoring function"},
		{"both", Description{Score: score, Categories: []Category{Pair}}, "rank: a scoring function leaves no room for categories"},
		{"floor of four", Description{Floor: cards.MustParse("8c7d6h5s")}, "rank: the floor 8c7d6h5s is not a hand of 5 cards"},
		{"floor of six", Description{Floor: cards.MustParse("8c7d6h5s4c3c")}, "rank: the floor 8c7d6h5s4c3c is not a hand of 5 cards"},
		{"badugi's floor of three", Description{Base: BaseBadugi, Floor: cards.MustParse("8c7d6h")}, ""},
		{"badugi's floor of five", Description{Base: BaseBadugi, Floor: cards.MustParse("8c7d6h5s4c")}, "rank: the floor 8c7d6h5s4c is not a hand of 4 cards"},
		{"floor that is not in the deck", Description{Deck: cards.Deck{Lowest: cards.Six}, Floor: cards.MustParse("8c7d6h5s9c")}, "rank: the floor 8c7d6h5s9c is not in the deck"},
	} {
		_, err := Compile(tt.d)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A floor lets hands qualify that are as good or better, and no others: floors
// of every kind of hand, suited and not, with and without a joker.
func TestFloors(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, base := range []Base{BaseHigh, BaseAceToFive, BaseDeuceToSeven} {
		for _, jokers := range []Role{NoJoker, Wild} {
			d := Description{Name: "plain", Base: base, Jokers: jokers}
			if jokers != NoJoker {
				d.Deck.Jokers = 1
			}
			free := custom(d)
			for _, floor := range []string{"JcJd2h3s4c", "8c7d6h5s4c", "2c4c6c8cTc", "2d4d6d8dTd", "2h4h6h8hTh", "2s4s6s8sTs", "AcKcQcJcTc", "AsAdAhAc2d", "5c4d3h2sAc", "9c9d9h4c4s"} {
				d.Name, d.Floor = "floor", cards.MustParse(floor)
				r := custom(d)
				least := free.Best(d.Floor)
				deck := d.Deck.Append(nil)
				for range 300 {
					rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
					if rng.IntN(3) == 0 {
						slices.SortStableFunc(deck, func(a, b cards.Card) int { return cmp.Compare(a.Suit(), b.Suit()) })
					}
					five := deck[:5]
					if s := free.Best(five); (s >= least) != (r.Best(five) > 0) {
						t.Errorf("base %d, floor %s: %s qualifies: %t", base, floor, cards.Format(five), r.Best(five) > 0)
					}
				}
				if r.Best(d.Floor) != 1 {
					t.Errorf("base %d: the floor %s is worth %d", base, floor, r.Best(d.Floor))
				}
			}
		}
	}
}

// Names of no ranking.
func TestByNameOfNone(t *testing.T) {
	for _, name := range []string{"nothing", "nothing-bug", "nothing-wild", "high-", "high-joker", "wild", "-wild", "badugi-bug", "high-wild-bug", "High", "high "} {
		if r, ok := ByName(name); ok || r != nil {
			t.Errorf("%q is %v", name, r)
		}
	}
	for _, name := range []string{"deuce-to-seven-wild", "short-deck-bug", "ace-to-five-wild"} {
		if r, ok := ByName(name); !ok || r.Name() != name || r.Description().Deck.Jokers != 1 {
			t.Errorf("%q is %v", name, r)
		}
	}
}

// A wild card in a one-suit hand may be of another suit, and is if a flush is
// bad; any number of cards may be wild, even all.
func TestWildSuits(t *testing.T) {
	low, ok := ByName("deuce-to-seven-wild")
	if !ok {
		t.Fatal("no deuce-to-seven with a wild joker")
	}
	manyWild := custom(Description{Name: "twos and threes", WildRanks: []cards.Rank{cards.Two}, WildCards: cards.MustParse("3c3d")})
	allWild := custom(Description{Name: "three of them", Size: 3, Deck: cards.Deck{Jokers: 2}, Jokers: Wild, WildRanks: []cards.Rank{cards.Two}})
	for _, c := range []struct {
		r              *Ranking
		hand, as, want string // as is a natural hand with the same worth, or ""
	}{
		{low, "7d5d4d2dJo", "7d5d4d3s2d", "seventy-five low"},
		{low, "7d5d4d3dJo", "7d5d4d3s2d", "seventy-five low"},
		{low, "KdQdJd9dJo", "KdQdJd9d2s", "king-queen low"},
		{low, "7d5s4d2dJo", "7d5d4d3s2d", "seventy-five low"},
		{manyWild, "2c2d2h2s3c", "", "five of a kind, aces"},
		{manyWild, "2c2d2h2s3c3d3h", "", "five of a kind, aces"},
		{manyWild, "2c2d2h2sKs", "", "five of a kind, kings"},
		{manyWild, "3c3dKsQsJs", "", "royal flush"},
		{allWild, "2cJoJo", "AcKcQc", "straight flush, ace high"},
		{allWild, "JoKsKd", "KcKdKh", "three of a kind, kings"},
	} {
		cs := cards.MustParse(c.hand)
		got := c.r.Best(cs)
		if words := c.r.Describe(got); words != c.want {
			t.Errorf("%s: %s is %q, want %q", c.r.Name(), c.hand, words, c.want)
		}
		if c.as != "" && c.r.Best(cards.MustParse(c.as)) != got {
			t.Errorf("%s: %s is not worth %s", c.r.Name(), c.hand, c.as)
		}
	}
}

// An ace ranks as its description says: below the deuce, above the king, or at
// both ends of a straight.
func TestEndsOfStraights(t *testing.T) {
	const wheel, broadway = "Ah2c3d4s5h", "AhKcQdJsTh"
	for _, base := range []Base{BaseHigh, BaseAceToFive} {
		for ace, want := range map[Ace][2]bool{AceLow: {true, false}, AceHigh: {false, true}, AceBoth: {true, true}} {
			r := custom(Description{Name: "ends", Base: base, Ace: ace, Categories: []Category{Quads, FullHouse, Straight, Trips, TwoPair, Pair, HighCard}})
			for i, hand := range []string{wheel, broadway} {
				got := strings.HasPrefix(r.Describe(r.Best(cards.MustParse(hand))), "straight")
				if got != want[i] {
					t.Errorf("base %v, ace %v: %s is a straight: %t, want %t", base, ace, hand, got, want[i])
				}
			}
		}
	}
}

// Used puts a wild card in the place of the card that it stands for.
func TestUsedWild(t *testing.T) {
	for hand, want := range map[string]string{
		"AhQhJhThJo":     "AhJoQhJhTh", // a royal flush
		"AhQhJhThJo2c3c": "AhJoQhJhTh",
		"9h7h6h5hJo":     "9hJo7h6h5h",
		"9h7c6h5hJo":     "9hJo7c6h5h",
		"KhKd7h5hJo":     "KhKdJo7h5h",
	} {
		if got := cards.Format(HighWild.Used(cards.MustParse(hand))); got != want {
			t.Errorf("%s: uses %s, want %s", hand, got, want)
		}
	}
}

// TestFewerWithWild compares hands of one to five cards, some of them wild, with the best of all cards that the wild ones can stand for.
func TestFewerWithWild(t *testing.T) {
	wilds := []cards.Rank{cards.Three, cards.Nine}
	isWild := func(c cards.Card) bool { return slices.Contains(wilds, c.Rank()) }
	for _, of := range []Description{{}, {Base: BaseAceToFive}, {Size: 3, Missing: 1}} {
		d := Description{Name: "natural", Base: of.Base, Size: max(of.Size, 0), Missing: max(of.Missing, 4)}
		if of.Missing > 0 {
			d.Missing = of.Missing
		}
		plain := custom(d)
		d.Name, d.WildRanks = "wild", wilds
		r := custom(d)
		deck := cards.Deck{}.Append(nil)
		least := plain.Size() - d.Missing
		// best is the raw order of the natural hand that cards can stand for.
		var best func(in []cards.Card, at int) Strength
		best = func(in []cards.Card, at int) (top Strength) {
			for at < len(in) && !isWild(in[at]) {
				at++
			}
			if at == len(in) {
				return plain.Best(in)
			}
			was := in[at]
			for _, c := range deck {
				if !slices.Contains(in, c) || c == was {
					in[at] = c
					top = max(top, best(in, at+1))
				}
			}
			in[at] = was
			return top
		}
		random := rand.New(rand.NewPCG(1, 2))
		type pair struct{ want, got Strength }
		var all []pair
		for range 400 {
			random.Shuffle(len(deck), func(i, k int) { deck[i], deck[k] = deck[k], deck[i] })
			n := least + random.IntN(plain.Size()-least)
			in := slices.Clone(deck[:n])
			if slices.ContainsFunc(in, isWild) && len(in)-1 == 0 && d.Base == BaseHigh {
				if got, want := r.Best(in), r.Best([]cards.Card{cards.New(cards.Ace, cards.Spades)}); got != want {
					t.Errorf("%s alone is %d, an ace %d", cards.Format(in), got, want)
				}
			}
			all = append(all, pair{best(in, 0), r.Best(in)})
			if used := r.Used(in); len(used) != n {
				t.Errorf("%s: %s is used", cards.Format(in), cards.Format(used))
			}
		}
		for i, a := range all {
			for _, b := range all[:i] {
				if cmp.Compare(a.want, b.want) != cmp.Compare(a.got, b.got) {
					t.Fatalf("%+v: %d and %d are %d and %d with wild cards", of, a.want, b.want, a.got, b.got)
				}
			}
		}
	}
}
