package cards_test

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

func TestRanges(t *testing.T) {
	tests := []struct {
		text string
		n    int
		want int     // hands
		sum  float64 // of the weights
	}{
		{"AKs", 2, 4, 4},
		{"aks", 2, 4, 4},
		{"AKo", 2, 12, 12},
		{"AK", 2, 16, 16},
		{"KA", 2, 16, 16},
		{"QQ", 2, 6, 6},
		{"QQ+", 2, 18, 18},
		{"22-66", 2, 30, 30},
		{"66-22", 2, 30, 30},
		{"A2s+", 2, 48, 48},
		{"A5s-A2s", 2, 16, 16},
		{"KTs+", 2, 12, 12},
		{"T9o", 2, 12, 12},
		{"109o", 2, 12, 12},
		{"JTs-76s", 2, 20, 20},
		{"22+,A2s+,KTs+", 2, 78 + 48 + 12, 138},
		{"22+ A2s+\tKTs+", 2, 138, 138},
		{"AK:0.5", 2, 16, 8},
		{"AK:0.5,AKs", 2, 16, 10},
		{"AK,AKs:0", 2, 12, 12},
		{"random", 2, 1326, 1326},
		{"100%", 2, 1326, 1326},
		{"Ax", 2, 198, 198},
		{"AsKs", 2, 1, 1},
		{"As", 2, 51, 51},
		{"As??", 2, 51, 51},
		{"AsK", 2, 4, 4},
		{"a♠k♥,10h9h", 2, 2, 2},
		{"[KQJ]x", 2, 1326 - 780, 1326 - 780},
		{"AAxx", 4, 6961, 6961},        // 6 x C(48,2) + 4 x 48 + 1
		{"AAxxds", 4, 864, 864},        // see TestDoubleSuited
		{"(AA)(KK)", 4, 36, 36},        //
		{"AAKKrb", 4, 6, 6},            // each pair of aces has one pair of kings in the other suits
		{"AKQJ", 4, 256, 256},          //
		{"AsAhKsKh", 4, 1, 1},          //
		{"AAx", 3, 6*48 + 4, 6*48 + 4}, // two aces or three
		{"777", 3, 4, 4},               //
		{"A2345", 5, 1024, 1024},       //
		{"AsKsQsJsTs", 5, 1, 1},        //
		{"AsKsQsJsTs9s", 6, 1, 1},      //
		{"AAAA", 4, 1, 1},              //
		{"As", 1, 1, 1},                //
		{"random", 1, 52, 52},          //
	}
	for _, tt := range tests {
		r, err := cards.Deck{}.ParseRange(tt.text, tt.n)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		sum := 0.0
		for i, h := range r.Hands {
			sum += h.Weight
			if h.Cards.Len() != tt.n || i > 0 && r.Hands[i-1].Cards >= h.Cards {
				t.Errorf("%s: hand %d is %v", tt.text, i, h.Cards.Cards())
			}
		}
		if len(r.Hands) != tt.want || sum != tt.sum {
			t.Errorf("%s: %d hands of weight %g, want %d of %g", tt.text, len(r.Hands), sum, tt.want, tt.sum)
		}
	}
}

// TestDoubleSuited counts double-suited aces by brute force over all four-card
// hands.
func TestDoubleSuited(t *testing.T) {
	count := 0
	all, err := cards.Deck{}.ParseRange("random", 4)
	if err != nil || len(all.Hands) != 270725 {
		t.Fatalf("%d hands of four, %v", len(all.Hands), err)
	}
	for _, h := range all.Hands {
		aces, two := 0, 0
		for u := range cards.Suit(4) {
			n := 0
			for _, c := range h.Cards.Cards() {
				if c.Suit() == u {
					n++
				}
				if c == cards.New(cards.Ace, u) {
					aces++
				}
			}
			if n == 2 {
				two++
			}
		}
		if aces >= 2 && two == 2 {
			count++
		}
	}
	r, err := cards.Deck{}.ParseRange("AAxxds", 4)
	if err != nil || len(r.Hands) != count {
		t.Errorf("%d double-suited hands with aces, want %d: %v", len(r.Hands), count, err)
	}
}

// TestPercent checks that a percentage gives the nearest number of hands, and that
// adjacent percentages share none.
func TestPercent(t *testing.T) {
	for _, p := range []struct {
		text string
		most int
	}{{"1%", 13}, {"15%", 199}, {"50%", 663}, {"99.9%", 1325}} {
		r, err := cards.Deck{}.ParseRange(p.text, 2)
		if err != nil || len(r.Hands) < p.most-12 || len(r.Hands) > p.most+12 {
			t.Errorf("%s: %d hands, %v", p.text, len(r.Hands), err)
		}
	}
	a, _ := cards.Deck{}.ParseRange("20%", 2)
	b, _ := cards.Deck{}.ParseRange("20%-100%", 2)
	if len(a.Hands)+len(b.Hands) != 1326 {
		t.Errorf("%d hands and %d", len(a.Hands), len(b.Hands))
	}
	for _, h := range b.Hands {
		if slices.Contains(a.Hands, h) {
			t.Errorf("%v belongs to both", h.Cards.Cards())
		}
	}
}

func TestRangeFaults(t *testing.T) {
	tests := []struct {
		text   string
		n, at  int
		reason string
	}{
		{"AKx", 2, 0, "3 cards, but a hand here has 2"},
		{"QQ+,QX", 2, 4, ""},
		{"AA,KK:x", 2, 6, "not a weight: write a number from 0, such as AK:0.5"},
		{"AA,KK:-1", 2, 6, "not a weight: write a number from 0, such as AK:0.5"},
		{"AAs", 2, 0, "two cards of the same rank cannot be suited"},
		{"A5s-A2o", 2, 0, "both ends are suited, offsuit, or neither"},
		{"A5s-K2s", 2, 0, "a range runs over pairs (22-66), second ranks (A5s-A2s) or both ranks alike (JTs-76s)"},
		{"A5s-", 2, 4, "not the end of a range such as A5s-A2s or 22-66"},
		{"0%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"101%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"15%", 4, 0, "percentages work only for two cards of a 52-card deck"},
		{"AsAs", 2, 0, "As appears twice"},
		{"Jo2c", 2, 0, "Jo is not in the deck (52 cards)"},
		{"AsKsQs", 2, 0, "3 cards, but a hand here has 2"},
		{"[]x", 2, 0, "a list of ranks looks like [AKQ]"},
		{"[AZ]x", 2, 2, "not a rank"},
		{"hello", 2, 0, "neither cards (AsKd) nor a range (AKs, QQ+, AAxx, 15%, random)"},
		{"random", 6, 0, "ranges work only for hands of up to 5 cards: write all 6 cards"},
		{"AA:0", 2, 0, "no hand is in this range"},
		{"", 2, 0, "no hand is in this range"},
		{"\xff", 2, 0, "neither cards (AsKd) nor a range (AKs, QQ+, AAxx, 15%, random)"},
	}
	for _, tt := range tests {
		if tt.reason == "" { // any second card with a queen is a range
			continue
		}
		_, err := cards.Deck{}.ParseRange(tt.text, tt.n)
		e := diag.AsInCards(err)
		if e == nil || e.Msg != tt.reason || e.At-1 != tt.at || e.Source != tt.text {
			t.Errorf("%q: %v, want %q at %d", tt.text, err, tt.reason, tt.at)
		}
	}
}

func TestRangeOfShortDeck(t *testing.T) {
	short := cards.Deck{Lowest: cards.Six}
	for text, want := range map[string]int{"random": 630, "22+": 54, "A6s+": 32, "A2s+": 32} {
		if r, err := short.ParseRange(text, 2); err != nil || len(r.Hands) != want {
			t.Errorf("%s: %d hands, want %d: %v", text, len(r.Hands), want, err)
		}
	}
}

// FuzzRange checks that a range is parsed or refused with a position in its text,
// and that its hands are in the deck.
func FuzzRange(f *testing.F) {
	for _, text := range []string{"QQ+,AKs", "22-66 A5s-A2s:0.3", "15%", "5%-15%", "AAxxds", "[KQJ]x", "(AA)(KK)", "a♠10h", "random", "As??", "AK:1e9", "::", "%", "[", "AAAAAAAAA"} {
		f.Add(text, uint8(2))
		f.Add(text, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		size := 1 + int(n)%3
		r, err := cards.Deck{}.ParseRange(text, size)
		if err != nil {
			e := diag.AsInCards(err)
			if e == nil || e.At-1 < 0 || e.At-1 > len(text) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, h := range r.Hands {
			if h.Cards.Len() != size || h.Cards&^(cards.Deck{}).Set() != 0 || !(h.Weight > 0) {
				t.Fatalf("%q: %v", text, h)
			}
		}
	})
}

// TestLongRange checks that the last weight counts for hands in several items,
// however many there are.
func TestLongRange(t *testing.T) {
	r, err := cards.Deck{}.ParseRange("random,AAxx:0.5,random:2,KKxx:0,As:3", 4)
	if err != nil {
		t.Fatal(err)
	}
	kings := cards.SetOf(cards.MustParse("KcKdKhKs")...)
	ace := cards.MustParse("As")[0]
	at, want := 0, cards.Set(0b1111)
	for ; want < 1<<52; want = nextOfSize(want) {
		weight := 2.0
		if want.Has(ace) {
			weight = 3
		} else if (want & kings).Len() >= 2 {
			continue
		}
		if at == len(r.Hands) || r.Hands[at] != (cards.Held{Cards: want, Weight: weight}) {
			t.Fatalf("hand %d is not %v with %v", at, want.Cards(), weight)
		}
		at++
	}
	if at != len(r.Hands) {
		t.Errorf("%d hands, want %d", len(r.Hands), at)
	}
}

// nextOfSize returns the next larger set of the same size.
func nextOfSize(s cards.Set) cards.Set {
	low := s & -s
	up := s + low
	return up | (s^up)/low>>2
}

func BenchmarkParseRange(b *testing.B) {
	for _, tt := range []struct {
		text string
		n    int
	}{{"random", 4}, {"AAxx,KKxx:0.5,AKQJds", 4}, {"random", 5}, {"random,AAxx,random", 4}, {"QQ+,AKs,AKo:0.5", 2}} {
		b.Run(tt.text, func(b *testing.B) {
			for b.Loop() {
				if _, err := (cards.Deck{}).ParseRange(tt.text, tt.n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
