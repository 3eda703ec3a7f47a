package cards_test

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
)

// TestRead checks cards as people write them.
func TestRead(t *testing.T) {
	want := cards.MustParse("AhTd2c")
	for _, text := range []string{"AhTd2c", "ah td 2c", "AH 10D 2C", "A♥ 10♦ 2♣", "Ah, Td and 2c", "a♡,t♢,2♧", "A♥\ufe0f10♦\ufe0f2♣\ufe0f"} {
		got, err := cards.Read(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	joker, err := cards.Read("joker 2c Jo jh")
	if err != nil || cards.Format(joker) != "Jo2cJoJh" {
		t.Errorf("jokers: %v %v", joker, err)
	}
	if _, err := cards.Read("Axe"); err == nil {
		t.Error("an axe is a card")
	}
}
