package cards_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

func TestShapes(t *testing.T) {
	board := cards.SetOf(cards.MustParse("Kc9c4c8h2d")...)
	live := (cards.Deck{Jokers: 1}).Set() &^ board
	// all returns the sets of live cards in a range.
	all := func(text string) (out []cards.Set) {
		r, err := (cards.Deck{}).ParseRange(text, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range r.Hands {
			if h.Cards&board == 0 {
				out = append(out, h.Cards)
			}
		}
		return out
	}
	without := func(sets []cards.Set, text string) []cards.Set {
		return slices.DeleteFunc(sets, func(s cards.Set) bool { return s == cards.SetOf(cards.MustParse(text)...) })
	}
	for _, tt := range []struct {
		sets []cards.Set
		n    int
		want string
	}{
		{all("AA"), 2, "AA"},
		{all("AK"), 2, "AK"},
		{all("AK"), 4, "AKxx"},
		{all("AKs,AKo"), 2, "AK"},
		{all("AKs"), 2, "AKs"},
		{all("AKo"), 2, "AKo"},
		{all("AKs"), 4, "AsKsxx; AhKhxx; AdKdxx"},
		{without(all("T7"), "Tc7c"), 2, "T7 but Tc7c"},
		{without(all("T7o"), "Ts7c"), 4, "11 of T7xx"},
		{all("KK"), 2, "KK"},
		{all("KdKh"), 2, "KhKd"},
		{all("22,QQ,AhQh"), 2, "AhQh; QQ; 22"},
		{[]cards.Set{cards.SetOf(cards.MustParse("Ac")...)}, 2, "Acx"},
		{[]cards.Set{0}, 2, "xx"},
		{[]cards.Set{cards.SetOf(cards.MustParse("JoAc")...)}, 4, "JoAcxx"},
	} {
		if got := strings.Join(cards.Shapes(tt.sets, tt.n, live), "; "); got != tt.want {
			t.Errorf("%d sets: %s, want %s", len(tt.sets), got, tt.want)
		}
	}
}
