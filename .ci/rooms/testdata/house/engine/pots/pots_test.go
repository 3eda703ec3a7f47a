package pots

import (
	"testing"

	"house/engine/cards"
)

func TestJoker(t *testing.T) {
	if cards.Joker != 53 {
		t.Error(cards.Joker)
	}
}
