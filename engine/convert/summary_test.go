package convert

import (
	"testing"

	"cardroom/engine/cards"
)

// TestNamesOfHands: the words of PokerStars for hands.
func TestNamesOfHands(t *testing.T) {
	for text, want := range map[string]string{
		"AhKhQhJhTh": "a Royal Flush",
		"5h4h3h2hAh": "a straight flush, Ace to Five",
		"9c8c7c6c5c": "a straight flush, Five to Nine",
		"6h6d6s6cAd": "four of a kind, Sixes",
		"2h2d2sKcKd": "a full house, Deuces full of Kings",
		"AsTs8s4s2s": "a flush, Ace high",
		"Ad5s4c3d2h": "a straight, Ace to Five",
		"AdKsQcJdTh": "a straight, Ten to Ace",
		"7d7s7cKdQh": "three of a kind, Sevens",
		"KdKs3c3dAh": "two pair, Kings and Threes",
		"TdTs9c8d2h": "a pair of Tens",
		"QdTs9c8d2h": "high card Queen",
	} {
		if got := highHand(cards.MustParse(text)); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	cs := cards.MustParse("4d8sAc3d6h")
	if low, seven := lowHand(cs, false), lowHand(cs, true); low != "8,6,4,3,A" || seven != "A,8,6,4,3" {
		t.Errorf("%s and %s", low, seven)
	}
}
