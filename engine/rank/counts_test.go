package rank

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

// categoryCounts counts all hands of size cards of the ranking's deck by
// category; strengths that do not qualify count under index 15.
func categoryCounts(r *Ranking) (counts [16]int) {
	t := r.tables()
	of := make([]uint8, r.Count()+1)
	of[0] = 15
	for i, raw := range t.raws {
		c, _ := t.split(raw)
		of[i+1] = uint8(c)
	}
	deck := r.Description().Deck.Append(nil)
	eachHand(deck, r.Size(), func(h []cards.Card) { counts[of[r.Best(h)]]++ })
	return counts
}

// eachHand calls f with every choice of n cards of deck.
func eachHand(deck []cards.Card, n int, f func([]cards.Card)) {
	h := make([]cards.Card, n)
	var pick func(i, from int)
	pick = func(i, from int) {
		if i == n {
			f(h)
			return
		}
		for j := from; j <= len(deck)-(n-i); j++ {
			h[i] = deck[j]
			pick(i+1, j+1)
		}
	}
	pick(0, 0)
}

// The counts are known from combinatorics; an independent program found those
// with jokers by substituting every card.
func TestCategoryCounts(t *testing.T) {
	two := HighWild.Description()
	two.Name, two.Deck.Jokers = "two jokers", 2
	twoWild, err := Compile(two)
	if err != nil {
		t.Fatal(err)
	}
	wild53 := [categories]int{1302540, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 204, 13}
	for _, c := range []struct {
		r      *Ranking
		values int
		counts [categories]int // high card first
	}{
		{High, 7462, [categories]int{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}},
		{ShortDeck, 0, [categories]int{122400, 193536, 36288, 16128, 6120, 480, 1728, 288, 24}},
		{HighBug, 7463, [categories]int{1418964, 1215024, 138600, 63360, 20532, 7804, 4368, 828, 204, 1}},
		{HighWild, 7475, wild53},
		{straightOverFlush, 7475, wild53},
		{twoWild, 7475, [categories]int{1302540, 1437936, 123552, 232968, 34704, 11388, 9360, 9360, 624, 78}},
		// Four deuces with another card, 48 hands, are five of a kind.
		{DeucesWild, 0, [categories]int{799680, 1225008, 95040, 355080, 62232, 14472, 12672, 31552, 2552, 672}},
		{AceToFive, 6175, [categories]int{1317888, 1098240, 123552, 54912, 0, 0, 3744, 624}},
		{AceToFiveBug, 6175, [categories]int{1500928, 1180608, 126360, 57408, 0, 0, 3744, 637}},
		{DeuceToSeven, 7462, [categories]int{1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 36}},
		{custom(Description{Name: "three cards", Size: 3}), 0, [categories]int{16440, 3744, 0, 52, 720, 1096, 0, 0, 48}},
	} {
		if testing.Short() && c.r != High && c.r != HighBug {
			continue
		}
		got := categoryCounts(c.r)
		if [categories]int(got[:categories]) != c.counts {
			t.Errorf("%s: %v, want %v", c.r, got, c.counts)
		}
		if c.values != 0 && c.r.Count() != c.values {
			t.Errorf("%s: %d different hands, want %d", c.r, c.r.Count(), c.values)
		}
	}
}

// sevens are the numbers of seven-card hands in each category, high card first.
var sevens = [categories]uint64{23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584}

func byCategory(r *Ranking, tally []uint64) (counts [categories]uint64) {
	for s, n := range tally {
		counts[r.Category(Strength(s))] += n
	}
	return counts
}

func TestSevens(t *testing.T) {
	if got := byCategory(High, High.Tally(7)); got != sevens {
		t.Errorf("tally: %v, want %v", got, sevens)
	}
	if testing.Short() {
		return
	}
	counts := make([]uint64, High.Count()+1)
	High.tables().tallyEach(counts, High.Description().Deck.Append(nil), Key{}, 7, 7)
	if got := byCategory(High, counts); got != sevens {
		t.Errorf("hands: %v, want %v", got, sevens)
	}
}

func TestBadugiCounts(t *testing.T) {
	want := [5]uint64{0, 2873, 96252, 154440, 17160}
	var got [5]uint64
	for s, n := range Badugi.Tally(4) {
		if s > 0 {
			got[len(Badugi.tables().badugiGroup(Badugi.tables().raws[s-1]))] += n
		}
	}
	if got != want || Badugi.Count() != 1092 {
		t.Errorf("%v by number of cards, want %v; %d different hands", got, want, Badugi.Count())
	}
}

// TestLowCounts counts the hands without a pair by their top card.
func TestLowCounts(t *testing.T) {
	want := map[string]uint64{
		"bicycle": 2304, "sixty": 7680, "seventy": 20480, "eighty": 44800, "ninety": 86016,
		"ten": 150528, "jack": 245760, "queen": 380160, "king": 563200,
	}
	got := map[string]uint64{}
	for s, n := range AceToFiveBug.Tally(5) {
		if s > 0 && AceToFiveBug.Category(Strength(s)) == HighCard {
			words := AceToFiveBug.Describe(Strength(s))
			got[words[:strings.IndexAny(words, "- ")]] += n
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTally compares Tally with single lookups.
func TestTally(t *testing.T) {
	for _, c := range []struct {
		r *Ranking
		n int
	}{{High, 5}, {DeuceToSeven, 5}, {ShortDeck, 6}, {EightOrBetter, 5}, {Badugi, 4}, {Badugi, 3}, {HighBug, 4}, {ShortDeck, 5}, {HighWild, 5}, {High, 1}} {
		if testing.Short() && c.n > 4 && c.r != ShortDeck {
			continue
		}
		tally := make([]uint64, c.r.Count()+1)
		total := 0
		deck := c.r.Description().Deck.Append(nil)
		eachHand(deck, c.n, func(hand []cards.Card) {
			tally[c.r.Best(hand)]++
			total++
		})
		want := 1
		for i := range c.n {
			want = want * (len(deck) - i) / (i + 1)
		}
		if total != want {
			t.Errorf("%s: %d hands of %d, want %d", c.r, total, c.n, want)
		}
		if !slices.Equal(tally, c.r.Tally(c.n)) {
			t.Errorf("%s: Tally(%d) differs", c.r, c.n)
		}
	}
}

// TestKeys: keys give the same strengths as cards, even after cards have been
// removed.
func TestKeys(t *testing.T) {
	for _, r := range builtin {
		hands := randomHands(r, 5000, 8, 9)
		for i := 0; i < len(hands); i += 8 {
			h := hands[i : i+8]
			k := r.KeyOf(h)
			for n := 8; n > 3; n-- {
				if got, want := r.Of(k, n), r.Best(h[:n]); got != want {
					t.Fatalf("%s: key of %s is %d, want %d", r, cards.Format(h[:n]), got, want)
				}
				k = k.Without(r.Key(h[n-1]))
			}
		}
	}
}

// TestBatches: batches give the same strengths as single hands.
func TestBatches(t *testing.T) {
	const n = 8000
	for _, r := range append(slices.Clone(builtin), custom(Description{Name: "three cards", Size: 3})) {
		hands := randomHands(r, n, 7, 3)
		got, keys := make([]Strength, n), make([]Key, n)
		for i := range n {
			keys[i] = r.KeyOf(hands[i*7:][:7])
		}
		r.OfSevens(got, keys)
		for i, s := range got {
			if want := r.Best(hands[i*7:][:7]); s != want {
				t.Fatalf("%s: hand %d is %d, want %d", r, i, s, want)
			}
			var bySum [1]Strength
			if rare := r.OfSums(bySum[:], []uint64{keys[i].Sum}); rare == 0 && bySum[0] != s {
				t.Fatalf("%s: hand %d is %d by its sum, want %d", r, i, bySum[0], s)
			}
		}
	}
}

// Hands of one to four cards have only the categories that are possible: one or
// two cards are not a straight or a flush.
func TestSmallCounts(t *testing.T) {
	classify := func(h []cards.Card) Category {
		var counts [13]int
		suited, mask := true, 0
		for _, c := range h {
			counts[c.Rank()]++
			mask |= 1 << c.Rank()
			suited = suited && c.Suit() == h[0].Suit()
		}
		pairs, most := 0, 0
		for _, n := range counts {
			most = max(most, n)
			if n == 2 {
				pairs++
			}
		}
		low := mask<<1 | mask>>12 // bit 0 is the ace, below the deuce
		row := false
		for from := range 15 - len(h) {
			run := (1<<len(h) - 1) << from
			row = row || most == 1 && low&run == run
		}
		row, suited = row && len(h) > 2, suited && len(h) > 2
		switch {
		case row && suited:
			return StraightFlush
		case most == 4:
			return Quads
		case suited:
			return Flush
		case row:
			return Straight
		case most == 3:
			return Trips
		case pairs == 2:
			return TwoPair
		case pairs == 1:
			return Pair
		}
		return HighCard
	}
	for size := 1; size <= 4; size++ {
		var want [16]int
		eachHand(High.Description().Deck.Append(nil), size, func(h []cards.Card) { want[classify(h)]++ })
		r := custom(Description{Name: "small", Size: size})
		if got := categoryCounts(r); got != want {
			t.Errorf("hands of %d: %v, want %v", size, got, want)
		}
		for _, c := range r.Categories() {
			if want[c] == 0 {
				t.Errorf("hands of %d are said to be %s", size, c)
			}
		}
		if testing.Short() && size == 3 {
			return
		}
	}
}
