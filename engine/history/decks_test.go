package history

import (
	"strings"
	"testing"

	"cardroom/engine/cards"
)

func TestReadDecks(t *testing.T) {
	text := "# decks for a test\n" +
		"AhKd2c\n" +
		"\n" +
		"Ah Kd, 2c - Jo Jo  # five cards\r\n" +
		"AhAh\n" +
		"Ah Xx\n" +
		"Ah 10x\n" +
		"Ah??\n" +
		"  \u00e4h\n" +
		"JoJoJo\n" +
		"Ah K\n" +
		"3c"
	decks, err := ReadDecks("d.txt", []byte(text), cards.Deck{Jokers: 2})
	want := `d.txt:5:3: Ah is there twice
d.txt:6:4: 'Xx' is not a card
d.txt:7:4: '10' is not a card
d.txt:8:3: '??' is not a card
d.txt:9:3: 'äh' is not a card
d.txt:10:5: Jo is there more often than 2 times
d.txt:11:4: 'K' is not a card`
	if err == nil || err.Error() != want {
		t.Errorf("got:\n%v", err)
	}
	var got []string
	for _, d := range decks {
		got = append(got, cards.Format(d))
	}
	if s := strings.Join(got, " "); s != "AhKd2c AhKd2cJoJo 3c" {
		t.Errorf("got %s", s)
	}
	if decks[1][3] != cards.Joker || decks[1][4] != cards.Joker2 {
		t.Errorf("jokers are %d and %d", decks[1][3], decks[1][4])
	}
}

func TestReadDecksOf(t *testing.T) {
	tests := []struct {
		of        cards.Deck
		text, err string
	}{
		{cards.Deck{Lowest: cards.Six}, "6c5c", "d.txt:1:3: 5c is not in a deck of 36 cards, 6 to A"},
		{cards.Deck{}, "6cJo", "d.txt:1:3: Jo is not in a deck of 52 cards"},
		{cards.Deck{Packs: 2, Jokers: 1}, "AhAhJoJo", ""},
		{cards.Deck{Packs: 2, Jokers: 1}, "AhAhAh", "d.txt:1:5: Ah is there more often than 2 times"},
		{cards.Deck{Packs: 2, Jokers: 1}, "JoJoJo", "d.txt:1:5: Jo is there more often than 2 times"},
		{cards.Deck{}, "Ah\x00", "d.txt:1:3: not a text file: it contains a NUL byte"},
		{cards.Deck{}, strings.Repeat(" ", 20000) + "\nAh", "d.txt:1:1: a line of more than 16384 bytes"},
		{cards.Deck{}, "", ""},
		{cards.Deck{}, "\ufeffAhXx", "d.txt:1:4: 'Xx' is not a card"},
	}
	for _, test := range tests {
		_, err := ReadDecks("d.txt", []byte(test.text), test.of)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.err {
			t.Errorf("%.20q: %q, want %q", test.text, got, test.err)
		}
	}
}

// TestDecksOfAllKinds reads whole and short decks of all kinds, as cards are formatted.
func TestDecksOfAllKinds(t *testing.T) {
	for _, of := range []cards.Deck{{}, {Jokers: 2}, {Packs: 8, Jokers: 2}, {Lowest: cards.Six}} {
		deck := of.Append(nil)
		got, err := ReadDecks("d.txt", []byte(cards.Format(deck)+"\n"+cards.Format(deck[:5])+"\n"), of)
		if err != nil || len(got) != 2 || cards.SetOf(got[0]...) != of.Set() || len(got[0]) != of.Len() || len(got[1]) != 5 {
			t.Errorf("%v: %v %v", of, got, err)
		}
	}
}
