package speech

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// at returns a hand of the game with everything, for stakes and with a deck from
// the top, in which these declarations have been made.
func at(t *testing.T, stakes, deck string, said ...string) *hand.Hand {
	t.Helper()
	return of(t, pineapple(), stakes, deck, said...)
}

// of is at in another game.
func of(t *testing.T, g *plan.Game, stakes, deck string, said ...string) *hand.Hand {
	t.Helper()
	s, err := g.ParseStakes(stakes)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	pack := cards.MustParse(deck)
	for _, c := range g.Deck.Append(nil) {
		if !slices.Contains(pack, c) {
			pack = append(pack, c)
		}
	}
	h := new(hand.Hand)
	if err := h.Start(&hand.Setup{Plan: bound, Stacks: []int64{4000, 4000, 4000}, Button: 2, Deck: pack}); err != nil {
		t.Fatal(err)
	}
	for _, text := range said {
		a, err := Parse(text, h, h.Pending())
		if err == nil {
			err = h.Apply(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return h
}

func TestParse(t *testing.T) {
	deck := "KsQsJs Tc9c8c 7d6d5d"
	nl, pl, fl := at(t, "nl 1-2 ante 1", deck), at(t, "pl 1-2 ante 1", deck), at(t, "2-4 ante 1", deck)
	draw := at(t, "2-4 ante 1", deck, "call", "call", "check")
	tests := []struct {
		h          *hand.Hand
		said, want string // in the words of Say
	}{
		{nl, "fold", "fold"},
		{nl, "F", "fold"},
		{nl, "pass", "fold"},
		{nl, "Call", "call"},
		{nl, "call 2", "call"},
		{nl, "raise", "raise to 4"},
		{nl, "raise to 12", "raise to 12"},
		{nl, "raise 12", "raise to 12"},
		{nl, "bet $12.50", "raise to 12.5"},
		{nl, "raise by 10", "raise to 12"},
		{nl, "make it 12", "raise to 12"},
		{nl, "Make it 12 to go", "raise to 12"},
		{nl, "make it pot", "raise to 9"},
		{nl, "re-raise to 12", "raise to 12"},
		{nl, "min", "raise to 4"},
		{nl, "max", "raise to 39"},
		{nl, "all in", "raise to 39"},
		{nl, "all-in", "raise to 39"},
		// Three antes, the blind and a call of it: 7, in addition to the call of 2.
		{nl, "pot", "raise to 9"},
		{nl, "raise pot", "raise to 9"},
		{nl, "half pot", "raise to 5"},
		{nl, "raise 60%", "raise to 6"},
		{nl, "bet 60% pot", "raise to 6"},
		{nl, "2/3 pot", "raise to 6"},
		{nl, "bet 2/3 of the pot", "raise to 6"},
		{nl, "raise 200%", "raise to 16"},
		{nl, "raise to 10bb", "raise to 20"},
		{nl, "raise 2.5BB", "raise to 5"},
		{nl, "raise 3x", "raise to 6"},
		{nl, "make it 2.5x", "raise to 5"},
		{nl, "raise to 1k", "raise to 1000"},
		{nl, "raise by 3bb", "raise to 8"},
		{nl, "raise 32767%", "raise to 39"},
		{pl, "60% pot", "raise to 6"},
		{pl, "pot", "raise to 9"},
		{pl, "all in", "raise to 39"}, // the hand refuses it
		{fl, "raise", "raise to 4"},
		{fl, "complete", "raise to 4"},
		{draw, "stand pat", "stand pat"},
		{draw, "pat", "stand pat"},
		{draw, "pass", "stand pat"},
		{draw, "keep all", "stand pat"},
		{draw, "draw none", "stand pat"},
	}
	for _, tt := range tests {
		d := tt.h.Pending()
		a, err := Parse(tt.said, tt.h, d)
		if err != nil {
			t.Errorf("%q: %v", tt.said, err)
			continue
		}
		if got := Say(&a, tt.h, d); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.said, got, tt.want)
		}
	}
}

// TestParseDraw checks that a player can state a draw by the discards, the cards
// kept, or the number of cards.
// TestOneWord checks that a word that is read without being split gives what it gives in capitals, which are not.
func TestOneWord(t *testing.T) {
	for _, h := range []*hand.Hand{at(t, "2-4 ante 1", ""), at(t, "2-4 ante 1", "", "call"), at(t, "nl 1-2 ante 1", ""), at(t, "nl 1-2 ante 1", "", "raise 6")} {
		d := h.Pending()
		for word := range sayings {
			a, err := Parse(word, h, d)
			b, other := Parse(strings.ToUpper(word), h, d)
			if a != b || (err == nil) != (other == nil) || err != nil && !strings.EqualFold(err.Error(), other.Error()) {
				t.Errorf("%q: %+v, %v; in capitals %+v, %v", word, a, err, b, other)
			}
		}
	}
}

func TestParseDraw(t *testing.T) {
	h := at(t, "2-4 ante 1", "Ks Tc 7d 2s 9c 6d As 8c 5d", "call", "call", "check")
	d := h.Pending()
	held := slices.Clone(h.Hole(int(d.Seat)))
	first := held[0].String()
	lower := strings.ToLower(first)
	rest := cards.Spaced(held[1:])
	for _, said := range []string{"draw " + first, "discard " + lower, "throw " + first, "keep " + rest, "hold " + strings.ToLower(rest), "draw  " + sign(held[0])} {
		a, err := Parse(said, h, d)
		if err != nil || a.Kind != hand.PickCards || a.N != 1 || a.Cards[0] != held[0] {
			t.Errorf("%q: %v %v", said, a.List(), err)
		}
	}
	a, err := Parse("draw 1", h, d)
	if err != nil || a.N != 1 || !slices.Contains(held, a.Cards[0]) {
		t.Errorf("draw 1: %v %v", a.List(), err)
	}
	for _, said := range []string{"keep 4h", "draw 4", "keep", "draw qq"} {
		if a, err := Parse(said, h, d); err == nil {
			t.Errorf("%q is understood as %v", said, a.List())
		}
	}
}

func sign(c cards.Card) string { return Style{SuitSymbols: true}.Card(c) }

func TestUnsaid(t *testing.T) {
	h := at(t, "2-4 ante 1", "Ks")
	tests := []struct{ said, want string }{
		{"", "nothing was said"},
		{"rase", `"rase" is not something a player says`},
		{"fold now", `"fold now": unexpected words after "fold"`},
		{"raise lots", `"raise lots": "lots" is not an amount`},
		{"raise 4 5", `"raise 4 5": "4 5" is not an amount`},
		{"call 3", `"call 3": a call is 2`},
		{"pot", `"pot": the pot is not a bet in fixed limit`},
		{"half", `"half": half of what? "half pot"`},
		{"raise 1/0", `"raise 1/0": "1/0" is not an amount`},
		{"raise 0%", `"raise 0%": "0%" is not an amount`},
		{"raise 50/50%", `"raise 50/50%": "50/50%" is not an amount`},
		{"raise 99999999999999999%", `"raise 99999999999999999%": "99999999999999999%" is not an amount`},
		{"raise bb", `"raise bb": "bb" is not an amount`},
		{"raise box", `"raise box": "box" is not an amount`},
		{"10bb", `"10bb" is an amount: say what it is for, as in "raise to 10bb"`},
		{"60%", `"60%" is an amount: say what it is for, as in "raise to 60%"`},
		{"all", `"all": all in?`},
		{"make it", `"make it": make it how much? "make it 12"`},
		{"make 4", `"make 4": make it how much? "make it 12"`},
	}
	for _, tt := range tests {
		_, err := Parse(tt.said, h, h.Pending())
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.said, err, tt.want)
		}
	}
	var unsaid *UnknownWordError
	if _, err := Parse("rase", h, h.Pending()); !errors.As(err, &unsaid) || !slices.Contains(unsaid.Near, "raise") {
		t.Errorf("%v knows no near words", err)
	}
}

// TestSpare checks that a seat discards the cards that do not belong to its hand.
func TestSpare(t *testing.T) {
	g := pineapple()
	g.Steps[0].Count, g.Steps[1].Up = 4, 0 // five cards down
	g.Steps[3].Count = 5
	g.Steps[len(g.Steps)-1].Show.Parts = g.Steps[len(g.Steps)-1].Show.Parts[:1]
	h := seated(t, g, 2)
	tests := []struct {
		hole string
		n    int
		want string
	}{
		{"KsKd7h4c2s", 3, "7h4c2s"},
		{"AsKs9s5s4d", 1, "4d"},
		{"9c9d9hKs4d", 2, "Ks4d"},
		{"KsKd7h4c2s", 0, ""},
		{"KsKd7h4c2s", 5, "KsKd7h4c2s"},
	}
	for _, tt := range tests {
		copy(h.Hole(0), cards.MustParse(tt.hole))
		if got := cards.Format(spare(h, 0, h.Hole(0), tt.n)); got != tt.want {
			t.Errorf("%s draws %d: %s, want %s", tt.hole, tt.n, got, tt.want)
		}
	}
}

// TestStyle checks the suit symbols and the colors of a style.
func TestStyle(t *testing.T) {
	list := cards.MustParse("AhTsJo")
	if got := (Style{}).Cards(list); got != "Ah Ts Jo" {
		t.Error(got)
	}
	paint := func(text string, ink TextKind) string { return text + string(rune('0'+ink)) }
	if got := (Style{SuitSymbols: true, Paint: paint}).Cards(list); got != "A♥6 T♠7 Jo8" {
		t.Error(got)
	}
	if got := SeatName(-1); got != "the dealer" {
		t.Error(got)
	}
}
