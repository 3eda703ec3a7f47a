package rank

import (
	"testing"

	"cardroom/engine/cards"
)

func TestShowing(t *testing.T) {
	high := []string{"2c2d2h2s", "AcAdAhKs", "KcKdQhQs", "AcAdKhQs", "AcAd", "KcKdAhQs", "AcKdQhJs", "AcKdQh", "AcKd", "Ac", "KcQd", "2c"}
	low := []string{"Ac", "2c", "2cAd", "3c2d", "3c2dAs", "4c3d2hAs", "KcQdJhTs", "AcAd", "AcAd2c3c", "KcKd", "AcAdAh", "2c2d2h2s"}
	for name, c := range map[string]struct {
		order []string
		f     func([]cards.Card, bool) Strength
	}{"high": {high, ShowingHigh}, "low": {low, ShowingLow}} {
		for i := 1; i < len(c.order); i++ {
			a, b := c.f(cards.MustParse(c.order[i-1]), name == "low"), c.f(cards.MustParse(c.order[i]), name == "low")
			if a <= b {
				t.Errorf("%s: %s shows %d, not above %s %d", name, c.order[i-1], a, c.order[i], b)
			}
		}
	}
}
