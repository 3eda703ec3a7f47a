package report

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
)

// Deck describes a small deck in a few characters: its ranks, the number of suits, and
// the number of decks.
func Deck(pack []cards.Card) string {
	var ranks []byte
	suits, jokers, packs := map[cards.Suit]bool{}, 0, 0
	for _, c := range pack {
		if c == pack[0] {
			packs++
		}
		if c.IsJoker() {
			jokers++
			continue
		}
		suits[c.Suit()] = true
		if r := c.Rank().Char(); !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
	}
	text := fmt.Sprintf("%s x %d", ranks, len(suits))
	if jokers > 0 {
		text += " and a joker"
	}
	if packs > 1 {
		text = fmt.Sprintf("%d decks of %s", packs, text)
	}
	return text
}
