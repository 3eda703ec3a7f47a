package rank

import (
	"testing"

	"cardroom/engine/cards"
)

func TestSame(t *testing.T) {
	compiled := func(d Description) *Ranking {
		r, err := Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sum := func(ace uint32) func(Hand) uint32 {
		return func(h Hand) uint32 {
			n := uint32(0)
			for r, count := range h.Counts {
				n += uint32(r+2) * uint32(count)
			}
			return n + ace*uint32(h.Counts[cards.Ace]/4)
		}
	}
	high := Description{Name: "high"}
	for _, c := range []struct {
		name string
		a, b Description
		want bool
	}{
		{"the name", high, Description{Name: "best"}, true},
		{"blanks filled in", high, Description{Name: "high", Size: 5, Ace: AceBoth}, true},
		{"the ace", high, Description{Name: "high", Ace: AceHigh}, false},
		{"the base", high, Description{Name: "high", Base: BaseAceToFive}, false},
		{"wild cards in another order", Description{WildCards: []cards.Card{0, 9}}, Description{WildCards: []cards.Card{9, 0}}, true},
		{"a wild rank", Description{WildRanks: []cards.Rank{0}}, Description{WildRanks: []cards.Rank{1}}, false},
		{"a score", high, Description{Score: sum(0)}, false},
		{"equal scores", Description{Score: sum(0)}, Description{Score: sum(0)}, true},
		{"scores of four aces", Description{Score: sum(0)}, Description{Score: sum(1)}, false},
	} {
		if got := compiled(c.a).Same(compiled(c.b)); got != c.want {
			t.Errorf("%s: same is %v", c.name, got)
		}
	}
	p, q := twentyTwo(t), twentyTwo(t)
	if !p.Same(q) {
		t.Error("points differ from themselves")
	}
	if q.d.AceHigh = 12; p.Same(q) {
		t.Error("the ace of points is not seen")
	}
}
