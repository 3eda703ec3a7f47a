package rank

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/cards"
)

// twentyTwo returns the points of California 22.
func twentyTwo(t testing.TB) *Points {
	t.Helper()
	d := PointsDescription{Name: "22", Target: 22, AceHigh: 11, Naturals: [][]uint8{{12, 12}, {12, JokerFace}, {JokerFace, JokerFace}}}
	for r := range 9 {
		d.Values[r] = r + 2
	}
	for _, r := range []cards.Rank{cards.Jack, cards.Queen, cards.King} {
		d.Values[r] = 10
	}
	d.Values[cards.Ace] = 1
	p, err := CompilePoints(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPoints(t *testing.T) {
	p := twentyTwo(t)
	for text, want := range map[string]string{
		"AhAd": "natural 22", "JoAh": "natural 22", "AhJo": "natural 22", "JoJo": "natural 22",
		"Jo5c": "22", "AhKd": "soft 21", "Ah5c6d": "soft 22", "AhAd9c": "soft 21", "AhAdAc": "soft 13", "KhQd2c": "22",
		"KhQd3c": "23, over", "": "0", "2c": "2", "AhKdQc": "21", "Jo2c3d": "22", "Ah": "soft 11", "AhAh": "natural 22",
		"KhKhKh": "30, over", "AhAh2c": "soft 14", "KdQdAcAh": "22", "9h9h9h": "27, over",
	} {
		cs, err := cards.Deck{Packs: 6, Jokers: 1}.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		w := p.Of(cs)
		if got := p.Words(w); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if back := p.OfClass(p.Class(w)); back.Total != w.Total || back.Natural != w.Natural || back.Over != w.Over {
			t.Errorf("%s: class %d is %+v, not %+v", text, p.Class(w), back, w)
		}
		if w := p.Plain(cs); w.Natural != 0 {
			t.Errorf("%s: plain it is still a natural", text)
		}
	}
}

// Every hand of up to five ranks counts the same as trying every value of every
// ace: the highest total up to the target, or the lowest above it.
func TestPointsAgainstTrying(t *testing.T) {
	p := twentyTwo(t)
	var try func(hand []cards.Card, from int)
	try = func(hand []cards.Card, from int) {
		totals := map[int]bool{0: true}
		for _, c := range hand {
			next := map[int]bool{}
			for sum := range totals {
				next[sum+p.d.Values[c.Rank()]] = true
				if c.Rank() == cards.Ace {
					next[sum+p.d.AceHigh] = true
				}
			}
			totals = next
		}
		want := 1 << 20
		for sum := range totals {
			if sum <= 22 && (want > 22 || sum > want) || sum > 22 && sum < want {
				want = sum
			}
		}
		if w := p.Plain(hand); w.Total != want || w.Over != (want > 22) {
			t.Fatalf("%s counts %d, want %d", cards.Format(hand), w.Total, want)
		}
		if len(hand) == 5 {
			return
		}
		for r := from; r < 13; r++ {
			try(append(hand[:len(hand):len(hand)], cards.New(cards.Rank(r), cards.Clubs)), r)
		}
	}
	try(nil, 0)
}

// Classes number every possible worth once; all worths further over the target
// than one card can lead are the same class.
func TestPointsClasses(t *testing.T) {
	p := twentyTwo(t)
	seen := map[string]int{}
	for class := range p.Classes() {
		w := p.OfClass(class)
		key := fmt.Sprint(w.Total, p.Pair(w))
		if old, twice := seen[key]; twice {
			t.Errorf("classes %d and %d are both %s", old, class, key)
		}
		seen[key] = class
		if p.Class(w) != class {
			t.Errorf("class %d is numbered %d", class, p.Class(w))
		}
	}
	if far := p.Class(Worth{Total: 90, Over: true}); far != p.Classes()-1 {
		t.Errorf("90 is class %d of %d", far, p.Classes())
	}
}

// Naturals may have more than two cards, and numbers of cards are told apart where they make a difference.
func TestPointsCards(t *testing.T) {
	d := twentyTwo(t).Description()
	d.Target, d.Naturals, d.Cards = 21, [][]uint8{{4, 5, 6}, {5, 5, 5}}, []int{4, 6, 7}
	p, err := CompilePoints(d)
	if err != nil {
		t.Fatal(err)
	}
	words := map[int]string{}
	for text, want := range map[string]string{
		"7c6c8d": "natural 21", "7c7d7c": "natural 21", "7c7d6c": "20", "6c8d": "14", "7c6c5d2h": "20 of 4 cards or more",
		"2c2d2h2s2c": "10 of 4 cards or more", "2c2d2h2s2cAs": "soft 21 of 6 cards", "2c2d2h2s2cAsTc9d": "30 of 7 cards or more, over",
	} {
		cs, err := cards.Deck{Packs: 6}.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		w := p.Of(cs)
		if got := p.Words(w); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		class := p.Class(w)
		w.Soft = false
		if back := p.OfClass(class); back != w {
			t.Errorf("%s: class %d is %+v, not %+v", text, class, back, w)
		}
		if old := words[class]; old != "" && old != p.Words(w) {
			t.Errorf("class %d is %s and %s", class, old, p.Words(w))
		}
		words[class] = p.Words(w)
	}
	for class := range p.Classes() {
		if w := p.OfClass(class); p.Class(w) != class {
			t.Errorf("class %d is numbered %d", class, p.Class(w))
		}
	}
}

func TestPointsRefused(t *testing.T) {
	for _, c := range []struct {
		d    PointsDescription
		want string
	}{
		{PointsDescription{}, "a target of 0"},
		{PointsDescription{Target: 101}, "a target of 101"},
		{PointsDescription{Target: 21, Values: [13]int{0: -1}}, "2 counts -1"},
		{PointsDescription{Target: 21, Values: [13]int{12: 11}, AceHigh: 11}, "an ace counts 11 or 11"},
		{PointsDescription{Target: 21, JokerMakes: 22}, "a joker makes 22"},
		{PointsDescription{Target: 21, Naturals: [][]uint8{{14, 0}}}, "a natural has the face 14"},
		{PointsDescription{Target: 21, Naturals: [][]uint8{{1}}}, "a natural of 1 faces"},
		{PointsDescription{Target: 21, Naturals: [][]uint8{{4, 5, 6}, {6, 4, 5}}}, "the natural 867 is listed twice"},
		{PointsDescription{Target: 21, Cards: []int{6, 5}}, "numbers of cards are [6 5]"},
	} {
		if _, err := CompilePoints(c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func TestPointsAllocateNothing(t *testing.T) {
	p := twentyTwo(t)
	hand := cards.MustParse("Ah5c6d2h")
	if n := testing.AllocsPerRun(100, func() { p.Of(hand) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
