package rank

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

// The reference ranks five cards the slow way: it converts them to a list of
// numbers that compare like the hands, and tries every card of the deck in
// place of a wild card. It shares only the cards with the compiled rankings;
// its knowledge of each ranking is written out here again.
type reference struct {
	r          *Ranking
	order      string // categories from worst to best: h p 2 3 s f H 4 S 5
	low        bool
	aceLow     bool
	straights  []string // ranks as letters, best last
	lastRank   cards.Rank
	wild       func(cards.Card) bool
	bug        bool
	eight      bool
	natures    [64]nature
	memo       [][3]worth // one more than the worth, 0 if not known yet
	candidates []cards.Card
}

// A worth is a category's place and up to five ranks below it, a byte each; 0
// does not qualify. Ranks that count against a hand are subtracted from 255.
type worth uint64

const (
	usualOrder = "hp23sfH4S5"
	allRuns    = "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA"
)

var oneEyed = cards.MustParse("JhJs")

func noWild(cards.Card) bool { return false }

func references() []*reference {
	joker := cards.Card.IsJoker
	words := func(s string) []string {
		var out []string
		for len(s) >= 5 {
			out = append(out, s[:5])
			s = s[min(6, len(s)):]
		}
		return out
	}
	runs := words(allRuns)
	out := []*reference{
		{r: High, order: usualOrder, straights: runs},
		{r: AceToFive, order: "54H32ph", low: true, aceLow: true},
		{r: EightOrBetter, order: "54H32ph", low: true, aceLow: true, eight: true},
		{r: DeuceToSeven, order: "S4Hfs32ph", low: true, straights: runs[1:]},
		{r: ShortDeck, order: "hp23sHf4S", straights: words("A6789 6789T 789TJ 89TJQ 9TJQK TJQKA"), lastRank: cards.Six},
		{r: HighBug, order: usualOrder, straights: runs, wild: joker, bug: true},
		{r: HighWild, order: usualOrder, straights: runs, wild: joker},
		{r: AceToFiveBug, order: "54H32ph", low: true, aceLow: true, wild: joker},
		{r: DeucesWild, order: usualOrder, straights: runs, wild: func(c cards.Card) bool { return c.Rank() == cards.Two }},
		{r: OneEyedJacksWild, order: usualOrder, straights: runs, wild: func(c cards.Card) bool { return c == oneEyed[0] || c == oneEyed[1] }},
		{r: straightOverFlush, order: "hp23fsH4S5", straights: runs, wild: joker},
		{r: custom(Description{Name: "two jokers", Deck: cards.Deck{Jokers: 2}, Jokers: Wild}), order: usualOrder, straights: runs, wild: joker},
		{r: custom(Description{Name: "two bugs", Deck: cards.Deck{Jokers: 2}, Jokers: Bug}), order: usualOrder, straights: runs, wild: joker, bug: true},
		{r: custom(Description{Name: "ace-to-six", Base: BaseAceToFive, Categories: BaseDeuceToSeven.categories(false)}), order: "S4Hfs32ph", low: true, aceLow: true, straights: runs[:9]},
		{r: custom(Description{Name: "ace high only", Ace: AceHigh}), order: usualOrder, straights: runs[1:]},
		{r: custom(Description{Name: "no flushes", Categories: []Category{Quads, FullHouse, Straight, Trips, TwoPair, Pair, HighCard}}), order: "hp23sH4", straights: runs},
		{r: custom(Description{Name: "deuce-to-seven with joker", Base: BaseDeuceToSeven, Deck: cards.Deck{Jokers: 1}, Jokers: Wild}), order: "5S4Hfs32ph", low: true, straights: runs[1:], wild: joker},
	}
	for _, f := range out {
		f.memo = make([][3]worth, hands[4][14])
		if f.wild == nil {
			f.wild = noWild
		}
		for _, c := range f.r.Description().Deck.Append(nil) {
			f.natures[c] = nature{rank: 13}
			if !f.wild(c) {
				f.natures[c] = nature{uint8(c.Rank()), 1 << c.Suit()}
			}
		}
		for c := cards.New(f.lastRank, cards.Clubs); c < 52; c++ {
			f.candidates = append(f.candidates, c)
		}
	}
	return out
}

func custom(d Description) *Ranking {
	r, err := Compile(d)
	if err != nil {
		panic(err)
	}
	return r
}

// five returns the worth of five cards. It depends only on the ranks and on
// whether the natural cards are of one suit, so each such case is computed
// once.
func (f *reference) five(h []cards.Card) worth {
	var ranks [5]uint8
	suits := uint8(0)
	for i, c := range h {
		is := &f.natures[c]
		suits |= is.suit
		for ; i > 0 && ranks[i-1] > is.rank; i-- {
			ranks[i] = ranks[i-1]
		}
		ranks[i] = is.rank
	}
	at := 0 // the number of the ranks among those of all hands
	for i, r := range ranks {
		at += hands[i][r]
	}
	known := &f.memo[at][min(2, bits.OnesCount8(suits))]
	if *known == 0 {
		*known = f.fresh(h) + 1
	}
	return *known - 1
}

// hands[i][r] is the number of hands of i+1 cards from only the first r of 14
// ranks, the last of which stands for wild cards.
var hands = func() (out [5][15]int) {
	for i := range out {
		for r := 1; r < len(out[i]); r++ {
			out[i][r] = out[i][r-1] + 1
			if i > 0 {
				out[i][r] = out[i][r-1] + out[i-1][r]
			}
		}
	}
	return out
}()

// nature is what a card is in a ranking: 13 and no suit for a wild card.
type nature struct{ rank, suit uint8 }

func (f *reference) fresh(h []cards.Card) (best worth) {
	var natural []cards.Card
	for _, c := range h {
		if !f.wild(c) {
			natural = append(natural, c)
		}
	}
	var try func(h []cards.Card, from int)
	try = func(h []cards.Card, from int) {
		if len(h) == 5 {
			if f.allowed(natural, h) {
				best = max(best, f.natural(h))
			}
			return
		}
		for i := from; i < len(f.candidates); i++ {
			try(append(h, f.candidates[i]), i)
		}
	}
	try(slices.Clip(natural), 0)
	if f.eight && best < f.natural(cards.MustParse("8c7d6h5s4c")) {
		return 0
	}
	return best
}

// allowed reports whether the rule of the bug allows a hand: the bug must be an
// ace, or part of a straight or flush.
func (f *reference) allowed(natural, h []cards.Card) bool {
	if !f.bug {
		return true
	}
	for _, c := range h[len(natural):] {
		if c.Rank() != cards.Ace {
			category := f.order[f.natural(h)>>40-1]
			return category == 's' || category == 'f' || category == 'S'
		}
	}
	return true
}

// natural returns the worth of five natural cards: the category, then what
// orders hands within it.
func (f *reference) natural(h []cards.Card) worth {
	var count [15]int
	for _, c := range h {
		v := int(c.Rank()) + 2
		if f.aceLow && c.Rank() == cards.Ace {
			v = 1
		}
		count[v]++
	}
	var values [5]int // those that occur most often first, then the highest
	n := 0
	for times := 5; times > 0; times-- {
		for v := 14; v > 0; v-- {
			if count[v] == times {
				values[n] = v
				n++
			}
		}
	}
	category := byte('h')
	switch most := count[values[0]]; {
	case most == 5:
		category = '5'
	case most == 4:
		category = '4'
	case most == 3 && n == 2:
		category = 'H'
	case most == 3:
		category = '3'
	case most == 2 && n == 3:
		category = '2'
	case most == 2:
		category = 'p'
	}
	if category == 'h' {
		run := f.run(h)
		suited := !slices.ContainsFunc(h, func(c cards.Card) bool { return c.Suit() != h[0].Suit() })
		switch {
		case run >= 0 && suited && f.counts('S'):
			category, values = 'S', [5]int{run}
		case suited && f.counts('f'):
			category = 'f'
		case run >= 0 && f.counts('s'):
			category, values = 's', [5]int{run}
		}
	}
	if category == 'S' || category == 's' {
		n = 1
	}
	v := worth(strings.IndexByte(f.order, category) + 1)
	for i := range 5 {
		x := 0
		if i < n {
			x = values[i]
		}
		if f.low {
			x = 255 - x
		}
		v = v<<8 | worth(x)
	}
	return v
}

func (f *reference) counts(c byte) bool { return strings.IndexByte(f.order, c) >= 0 }

// run returns the place of the straight that five different ranks make, -1 if
// there is none.
func (f *reference) run(h []cards.Card) int {
	for i, straight := range f.straights {
		if !slices.ContainsFunc(h, func(c cards.Card) bool { return strings.IndexByte(straight, c.Rank().Char()) < 0 }) {
			return i
		}
	}
	return -1
}

// best returns the best worth of any five of cs.
func (f *reference) best(cs []cards.Card) (best worth) {
	eachHand(f.sorted(cs), 5, func(h []cards.Card) { best = max(best, f.five(h)) })
	return best
}

// exact returns the best worth of two hole cards and three board cards.
func (f *reference) exact(hole, board []cards.Card) (best worth) {
	var h [5]cards.Card
	board = f.sorted(board)
	eachHand(f.sorted(hole), 2, func(two []cards.Card) {
		eachHand(board, 3, func(three []cards.Card) {
			copy(h[:], three)
			copy(h[3:], two)
			best = max(best, f.five(h[:]))
		})
	})
	return best
}

// sorted returns cards sorted by rank, which saves work for each five of them.
func (f *reference) sorted(cs []cards.Card) []cards.Card {
	cs = slices.Clone(cs)
	slices.SortFunc(cs, func(a, b cards.Card) int { return int(f.natures[a].rank) - int(f.natures[b].rank) })
	return cs
}

// An oracle checks strengths against worths: equal worths must have equal
// strengths, and at the end the order must be the same throughout.
type oracle struct {
	worths []worth // by strength; 0 not seen
}

func newOracle(r *Ranking) oracle { return oracle{make([]worth, r.Count()+1)} }

func (o *oracle) check(t *testing.T, s Strength, w worth, cs []cards.Card) {
	t.Helper()
	if (s == 0) != (w == 0) {
		t.Fatalf("%s: strength %d, reference %x", cards.Format(cs), s, w)
	}
	if had := o.worths[s]; had == 0 {
		o.worths[s] = w
	} else if had != w {
		t.Fatalf("%s: strength %d of %x and %x", cards.Format(cs), s, had, w)
	}
}

// ordered fails if a larger strength has a smaller worth, and returns the
// number of strengths seen.
func (o *oracle) ordered(t *testing.T) (seen int) {
	t.Helper()
	last := worth(0)
	for s, w := range o.worths {
		if w == 0 {
			continue
		}
		if seen++; w <= last {
			t.Fatalf("strength %d has worth %x, a smaller one %x", s, w, last)
		}
		last = w
	}
	return seen
}

// sample returns one hand of natural cards for each multiset of n ranks and, if
// a suit can contain them, for each mask, with w wild cards of the deck.
func (f *reference) sample(n, w int) [][]cards.Card {
	var wilds, natural []cards.Card
	for _, c := range f.r.Description().Deck.Append(nil) {
		if f.wild(c) {
			wilds = append(wilds, c)
		} else {
			natural = append(natural, c)
		}
	}
	if w > len(wilds) {
		return nil
	}
	byRank := map[cards.Rank][]cards.Card{}
	for _, c := range natural {
		byRank[c.Rank()] = append(byRank[c.Rank()], c)
	}
	var out [][]cards.Card
	m := multiset{n: n}
	for ok := true; ok; ok = n > 0 && m.next() {
		h := slices.Clone(wilds[:w])
		for r, q := range m.counts() {
			// Suits alternate, so that no five are of one suit.
			turn := len(h)
			of := byRank[cards.Rank(r)]
			if int(q) > len(of) {
				h = nil
				break
			}
			for i := range int(q) {
				h = append(h, of[(i+turn%2)%len(of)])
			}
		}
		if h != nil {
			out = append(out, h)
		}
	}
	for u := range cards.Suit(4) {
		for mask := range uint16(maskCount) {
			if bits.OnesCount16(mask) != n {
				continue
			}
			h := slices.Clone(wilds[:w])
			for _, r := range multisetOf(mask).list() {
				if c := cards.New(cards.Rank(r), u); slices.Contains(natural, c) {
					h = append(h, c)
				}
			}
			if len(h) == n+w {
				out = append(out, h)
			}
		}
	}
	return out
}

// TestReference checks every entry of every table.
func TestReference(t *testing.T) {
	for _, f := range references() {
		t.Run(f.r.Name(), func(t *testing.T) {
			if testing.Short() && f.r != High && f.r != HighBug && f.r != DeuceToSeven {
				t.Skip("short")
			}
			o := newOracle(f.r)
			for w := range maxNatural + 1 {
				for _, h := range f.sample(max(0, 5-w), w) {
					if len(h) == 5 {
						o.check(t, f.r.Best(h), f.five(h), h)
					}
				}
			}
			if got := o.ordered(t); got != f.r.Count() {
				t.Errorf("%d strengths seen, Count is %d", got, f.r.Count())
			}
			f.larger(t)
		})
	}
}

// larger compares the tables for six and seven cards with the best of the
// five-card hands that were just verified.
func (f *reference) larger(t *testing.T) {
	t.Helper()
	stride := 1
	if testing.Short() {
		stride = 16
	}
	for n := 6; n <= 7; n++ {
		for w := range n + 1 {
			for i, h := range f.sample(n-w, w) {
				if i%stride != 0 {
					continue
				}
				if got, want := f.r.Best(h), bestOfFives(f.r, h); got != want {
					t.Fatalf("%s: %d, best five %d", cards.Format(h), got, want)
				}
			}
		}
	}
}

func bestOfFives(r *Ranking, cs []cards.Card) (best Strength) {
	eachHand(cs, 5, func(h []cards.Card) { best = max(best, r.Best(h)) })
	return best
}

// tries returns how often to draw: less for rankings defined here, and much
// less under -short.
func (f *reference) tries(most int) int {
	if _, ok := ByName(f.r.Name()); !ok {
		most /= 5
	}
	if testing.Short() {
		most /= 50
	}
	return most
}

// TestRandomHands compares random hands with the best of their subsets
// according to the reference.
func TestRandomHands(t *testing.T) {
	for _, f := range references() {
		t.Run(f.r.Name(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			deck := f.r.Description().Deck.Append(nil)
			deal := func(n int) []cards.Card {
				for i := range n {
					j := i + rng.IntN(len(deck)-i)
					deck[i], deck[j] = deck[j], deck[i]
				}
				return deck[:n]
			}
			o := newOracle(f.r)
			for range f.tries(4_000) {
				h := deal(6)
				o.check(t, f.r.Best(h), f.best(h), h)
				h = deal(7)
				o.check(t, f.r.Best(h), f.best(h), h)
			}
			for range f.tries(4_000) {
				h := deal(9)
				o.check(t, f.r.Exact(h[:4], h[4:]), f.exact(h[:4], h[4:]), h)
			}
			for i := range f.tries(1_000) {
				h := deal(8 + i%4)
				o.check(t, f.r.Best(h), f.best(h), h)
				h = deal(11)
				hole, board := h[5-i%5:5+i%2], h[6+i%3:]
				if len(hole) >= 2 {
					o.check(t, f.r.Exact(hole, board), f.exact(hole, board), h)
				}
			}
			o.ordered(t)
		})
	}
}
