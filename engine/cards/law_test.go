package cards_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// TestReadEveryCard checks every card in every spelling, alone and among others.
func TestReadEveryCard(t *testing.T) {
	suits := [][]string{{"c", "C", "♣", "♣\ufe0f", "♧"}, {"d", "D", "♦", "♦\ufe0f", "♢"}, {"h", "H", "♥", "♥\ufe0f", "♡"}, {"s", "S", "♠", "♠\ufe0f", "♤"}}
	gaps := []string{"", " ", "  ", ",", "-", " - ", "\t", "\r\n", " and ", " the ", ", and the "}
	for r := range cards.Rank(13) {
		for u, words := range suits {
			want := cards.New(r, cards.Suit(u))
			ranks := []string{want.String()[:1], strings.ToLower(want.String()[:1])}
			if r == cards.Ten {
				ranks = append(ranks, "10")
			}
			for _, rank := range ranks {
				for _, word := range words {
					for _, gap := range gaps {
						text := rank + gap + word
						if c, n := cards.ScanWritten(text + "x"); c != want || n != len(text) {
							t.Errorf("%q: %v of %d bytes", text, c, n)
						}
						list, err := cards.Read(gap + text + gap + "Kd" + gap)
						if err != nil || !slices.Equal(list, []cards.Card{want, cards.MustParse("Kd")[0]}) {
							t.Errorf("%q and a king: %v, %v", text, list, err)
						}
					}
				}
			}
		}
	}
	for text, want := range map[string]string{"jo": "Jo", "JOKER": "Jo", "Jokers": "Jo", "Joker": "Jo", "Jo": "Jo", "JoJo": "JoJo", "Joker 2c": "Jo2c", "*": "Jo", "**": "JoJo", "joker, Jo": "JoJo", "": "", " , - ": "", "??": "??", "the Ah and the Kd": "AhKd"} {
		list, err := cards.Read(text)
		if err != nil || cards.Format(list) != want {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	if two, _ := cards.Read("jo jo"); !slices.Equal(two, []cards.Card{cards.Joker, cards.Joker2}) {
		t.Errorf("two jokers are %v", two)
	}
	for text, want := range map[string]struct {
		at     int
		reason string
	}{
		"Ah x": {3, cards.NotCard}, "A": {0, cards.NotCard}, "1h": {0, cards.NotCard}, "Ah 10": {3, cards.NotCard}, "11h": {0, cards.NotCard}, "Kx": {0, cards.NotCard}, "hA": {0, cards.NotCard},
		"jojojo": {4, "more than two jokers"}, "* Ah * Kd *": {10, "more than two jokers"}, "jo 2c Xh": {6, cards.NotCard},
	} {
		_, err := cards.Read(text)
		e := diag.AsInCards(err)
		if e == nil || e.At-1 != want.at || e.Msg != want.reason || e.Source != text {
			t.Errorf("%q: %v, want %q at %d", text, err, want.reason, want.at)
		}
	}
}

// TestRangesByTrying compares two-card ranges with a brute-force check of all
// hands.
func TestRangesByTrying(t *testing.T) {
	type two struct {
		hi, lo int
		suited bool
	}
	rank := func(c byte) int { return strings.IndexByte("23456789TJQKA", c) }
	var tests []struct {
		text string
		fits func(h two) bool
	}
	add := func(text string, fits func(h two) bool) {
		tests = append(tests, struct {
			text string
			fits func(h two) bool
		}{text, fits})
	}
	kind := func(s string, suited bool) bool { return s == "" || (s == "s") == suited }
	const all = "23456789TJQKA"
	for _, hi := range []byte("2479KA") {
		for _, lo := range []byte("25TA") {
			for _, s := range []string{"", "s", "o"} {
				if hi == lo && s == "s" {
					continue
				}
				a, b := max(rank(hi), rank(lo)), min(rank(hi), rank(lo))
				text := string([]byte{hi, lo}) + s
				add(text, func(h two) bool { return h.hi == a && h.lo == b && kind(s, h.suited) })
				add(text+"+", func(h two) bool {
					if a == b {
						return h.hi == h.lo && h.hi >= a
					}
					return h.hi == a && h.lo >= b && h.lo < a && kind(s, h.suited)
				})
			}
		}
	}
	for _, s := range []string{"", "s", "o"} {
		for lo := range 9 {
			up := lo + 3
			add(fmt.Sprintf("A%c%s-A%c%s", all[up-1], s, all[lo], s), func(h two) bool { return h.hi == 12 && h.lo >= lo && h.lo <= up-1 && kind(s, h.suited) })
			add(fmt.Sprintf("A%c%s-A%c%s", all[lo], s, all[up-1], s), func(h two) bool { return h.hi == 12 && h.lo >= lo && h.lo <= up-1 && kind(s, h.suited) })
			add(fmt.Sprintf("%c%c%s-%c%c%s", all[up], all[up-1], s, all[lo+1], all[lo], s), func(h two) bool { return h.hi == h.lo+1 && h.lo >= lo && h.hi <= up && kind(s, h.suited) })
			add(fmt.Sprintf("%c%c%s-%c%c%s", all[lo+2], all[lo], s, all[up], all[up-2], s), func(h two) bool { return h.hi == h.lo+2 && h.lo >= lo && h.hi <= up && kind(s, h.suited) })
		}
	}
	add("22-66", func(h two) bool { return h.hi == h.lo && h.hi <= 4 })
	add("AA-TT", func(h two) bool { return h.hi == h.lo && h.hi >= 8 })
	add("77-77", func(h two) bool { return h.hi == 5 && h.lo == 5 })
	add("Kx", func(h two) bool { return h.hi == 11 || h.lo == 11 })
	add("Xk", func(h two) bool { return h.hi == 11 || h.lo == 11 })
	add("[AK][QJ]", func(h two) bool { return h.hi >= 11 && (h.lo == 9 || h.lo == 10) })
	add("[T10]2", func(h two) bool { return h.hi == 8 && h.lo == 0 })
	add("(A)(K)", func(h two) bool { return h.hi == 12 && h.lo == 11 })
	add("AKrb", func(h two) bool { return h.hi == 12 && h.lo == 11 && !h.suited })
	add("xxss", func(h two) bool { return h.suited })
	add("10", func(h two) bool { return h.hi == 8 || h.lo == 8 })
	for _, any := range []string{"any", "ANY", "random", "*", "xx", "??", "100%", "0%-100%"} {
		add(any, func(two) bool { return true })
	}
	short := cards.Deck{Lowest: cards.Six}
	for _, deck := range []cards.Deck{{}, short} {
		pack := deck.Append(nil)
		for _, tt := range tests {
			if deck == short && strings.Contains(tt.text, "%") {
				continue
			}
			var want []cards.Set
			for i, a := range pack {
				for _, b := range pack[:i] {
					hi, lo := a, b
					if hi.Rank() < lo.Rank() {
						hi, lo = lo, hi
					}
					if tt.fits(two{int(hi.Rank()), int(lo.Rank()), a.Suit() == b.Suit()}) {
						want = append(want, cards.SetOf(a, b))
					}
				}
			}
			slices.Sort(want)
			r, err := deck.ParseRange(tt.text, 2)
			var got []cards.Set
			if err == nil {
				for _, h := range r.Hands {
					got = append(got, h.Cards)
				}
			} else if e := diag.AsInCards(err); e == nil || e.Msg != "no hand is in this range" && len(want) > 0 {
				t.Errorf("%s of %v: %v", tt.text, deck, err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s of %v: %d hands, want %d", tt.text, deck, len(got), len(want))
			}
		}
	}
}

// TestRangesRefused checks that an invalid range is refused at the position where
// the error begins.
func TestRangesRefused(t *testing.T) {
	for _, tt := range []struct {
		text   string
		n, at  int
		reason string
	}{
		{"AKs-", 2, 4, "not the end of a range such as A5s-A2s or 22-66"},
		{"AKs-x", 2, 4, "not the end of a range such as A5s-A2s or 22-66"},
		{"AA,22-66x", 2, 6, "not the end of a range such as A5s-A2s or 22-66"},
		{"A5s-A2", 2, 0, "both ends are suited, offsuit, or neither"},
		{"AK-QT", 2, 0, "a range runs over pairs (22-66), second ranks (A5s-A2s) or both ranks alike (JTs-76s)"},
		{"AA-AK", 2, 0, "a range runs over pairs (22-66), second ranks (A5s-A2s) or both ranks alike (JTs-76s)"},
		{"AK-AA", 2, 0, "a range runs over pairs (22-66), second ranks (A5s-A2s) or both ranks alike (JTs-76s)"},
		{"5%-5%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"6%-5%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"-1%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"5%-x%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"nan%", 2, 0, "not a percentage: write 15%, or 5%-15%"},
		{"AA:1000001", 2, 3, "not a weight: write a number from 0, such as AK:0.5"},
		{"AA:nan", 2, 3, "not a weight: write a number from 0, such as AK:0.5"},
		{"AA:", 2, 3, "not a weight: write a number from 0, such as AK:0.5"},
		{"[A", 2, 0, "a list of ranks looks like [AKQ]"},
		{"x[]", 2, 1, "a list of ranks looks like [AKQ]"},
		{"AAAAA", 4, 0, "5 cards, but a hand here has 4"},
		{"AsAhA", 2, 0, "3 cards, but a hand here has 2"},
		{"AsAsx", 4, 0, "As appears twice"},
		{"AAAAA", 5, 0, "no hand is in this range"},
		{"x", 6, 0, "ranges work only for hands of up to 5 cards: write all 6 cards"},
	} {
		_, err := cards.Deck{}.ParseRange(tt.text, tt.n)
		if tt.reason == "no hand is in this range" && err != nil {
			tt.at = 0
		}
		e := diag.AsInCards(err)
		if e == nil || e.Msg != tt.reason || e.At-1 != tt.at {
			t.Errorf("%q: %v, want %q at %d", tt.text, err, tt.reason, tt.at)
		}
	}
	for _, text := range []string{"AA:1000000", "AA:0.000001", "AA:1e6", "\t,AA,, \r\n"} {
		if _, err := (cards.Deck{}).ParseRange(text, 2); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	jokers := cards.Deck{Jokers: 2}
	for text, want := range map[string]int{"Jox": 53, "JoJo": 1, "xx": 54 * 53 / 2, "AJo": 12, "A*": 4} {
		if r, err := jokers.ParseRange(text, 2); err != nil || len(r.Hands) != want {
			n := 0
			if err == nil {
				n = len(r.Hands)
			}
			t.Errorf("%s with jokers: %d hands, want %d: %v", text, n, want, err)
		}
	}
	if _, err := jokers.ParseRange("15%", 2); err == nil {
		t.Error("percentages with jokers")
	}
}
