package cards

import (
	"testing"

	"cardroom/engine/diag"
)

func TestReadPrinted(t *testing.T) {
	for text, want := range map[string]string{
		"":              "",
		"AhKd2c":        "AhKd2c",
		"Ah Kd, 2c\tTs": "AhKd2cTs",
		"2c-3c-4c":      "2c3c4c",
		"Jo":            "Jo",
		"JhJo??":        "JhJo??",
		"ah10C j♠":      "AhTcJs",
	} {
		cs, err := Read(text)
		if err != nil || Format(cs) != want {
			t.Errorf("Read(%q) = %q, %v; want %q", text, Format(cs), err, want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for text, offset := range map[string]int{
		"A":        0, // half a card
		"AhK":      2,
		"Ah1c":     2,
		"Ah10":     2,
		"JoJoJo":   4, // a deck has at most two jokers
		"Ah;Kd":    2,
		"Ah\x00Kd": 2,
	} {
		_, err := Read(text)
		fault := diag.AsInCards(err)
		if fault == nil || fault.At-1 != offset {
			t.Errorf("Read(%q): %v, want a fault at %d", text, err, offset)
		}
	}
}

// TestEveryCard checks that every card prints as it is parsed, and no two print
// alike.
func TestEveryCard(t *testing.T) {
	seen := map[string]bool{}
	for c := range Card(53) {
		text := c.String()
		back, n := Scan(text)
		if back != c || n != 2 || seen[text] {
			t.Errorf("card %d prints %q, which reads %d", c, text, back)
		}
		seen[text] = true
		if c.Natural() && New(c.Rank(), c.Suit()) != c {
			t.Errorf("%s is not made of its rank and suit", text)
		}
	}
	if Joker2.String() != "Jo" || Unknown.String() != "??" || Unknown.Known() || !Joker2.IsJoker() {
		t.Error("the second joker prints as a joker, an unknown card as unknown")
	}
}

func TestSet(t *testing.T) {
	s := SetOf(MustParse("2c Ah Ks Jo ??")...)
	if s.Len() != 4 || Format(s.Cards()) != "2cKsAhJo" {
		t.Errorf("set holds %s", Format(s.Cards()))
	}
	if !s.Has(Joker) || s.Without(Joker).Has(Joker) || !s.With(Joker2).Has(Joker2) {
		t.Error("jokers are members like other cards")
	}
	if got := SetOf(MustParse("AhKh2h3c")...).Suits(Hearts); got != 1<<12|1<<11|1 {
		t.Errorf("hearts are %013b", got)
	}
}

func TestDecks(t *testing.T) {
	for _, d := range []struct {
		deck  Deck
		cards int
		words string
	}{
		{Deck{}, 52, "52 cards"},
		{Deck{Jokers: 1}, 53, "53 cards with one joker"},
		{Deck{Jokers: 2}, 54, "54 cards with 2 jokers"},
		{Deck{Lowest: Six}, 36, "36 cards, 6 to A"},
		{Deck{Jokers: 1, Packs: 6}, 318, "318 cards with 6 jokers (6 decks)"},
	} {
		all := d.deck.Append(nil)
		if len(all) != d.cards || d.deck.Len() != d.cards || d.deck.String() != d.words {
			t.Errorf("%+v: %d cards, Len %d, %q; want %d, %q", d.deck, len(all), d.deck.Len(), d.deck, d.cards, d.words)
		}
		if SetOf(all...) != d.deck.Set() {
			t.Errorf("%s: the set and the list differ", d.deck)
		}
		if err := d.deck.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, d := range []Deck{{Jokers: 3}, {Jokers: -1}, {Packs: 9}, {Lowest: 13}} {
		if d.Validate() == nil {
			t.Errorf("%+v is accepted", d)
		}
	}
}
