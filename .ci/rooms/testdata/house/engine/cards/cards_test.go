package cards_test

import (
	"testing"

	"house/engine/cards"
)

func TestDeck(t *testing.T) {
	if cards.Deck != 52 {
		t.Error(cards.Deck)
	}
}
