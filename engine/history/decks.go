package history

import (
	"bytes"
	"fmt"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// maxDeckLine is the limit for a line of a deck file: the largest deck with a space and a comma after each card, and a comment.
const maxDeckLine = 16 << 10

// ReadDecks reads a deck file: one deck per line, top card first, made of the cards of the deck of: no card that it lacks, and none more often
// than it has it. If the game is not known, [cards.Deck] with two jokers admits every single deck. Cards may be written as people write them,
// see [cards.Read]; # starts a comment, and lines without cards are skipped. A line may list fewer cards than the deck has: the cards dealt
// first are enough.
//
// The error, if not nil, is [diag.Errors], with one error per faulty deck. ReadDecks gives up after a thousand errors, and after a NUL byte.
func ReadDecks(name string, data []byte, of cards.Deck) (decks [][]cards.Card, err error) {
	var wrong diag.Errors
	number := 0
	for line := range bytes.Lines(data) {
		number++
		d := deckLine{source: source{name: name, text: line, line: number}, of: of}
		switch bad := d.read(); {
		case bad != nil:
			wrong = append(wrong, bad)
		case len(d.deck) > 0:
			decks = append(decks, d.deck)
		}
		if len(wrong) == maxErrors || bytes.IndexByte(line, 0) >= 0 {
			break
		}
	}
	if wrong != nil {
		return decks, wrong
	}
	return decks, nil
}

// deckLine is a line of a deck file.
type deckLine struct {
	source
	of   cards.Deck
	deck []cards.Card
	seen [cards.Unknown + 1]uint8
}

// read reads the cards of the line.
func (d *deckLine) read() *diag.Error {
	text := d.text
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return d.errorAt(i, codeBinary, "not a text file: it contains a NUL byte", "")
	}
	if len(text) > maxDeckLine {
		return d.errorAt(0, codeDeckSize, fmt.Sprintf("a line of more than %d bytes", maxDeckLine), "one deck per line, the top card first")
	}
	if d.line == 1 {
		text = bytes.TrimPrefix(text, byteOrderMark)
	}
	skipped := len(d.text) - len(text)
	text, _, _ = bytes.Cut(text, []byte{'#'})
	line := string(text)
	for i := 0; i < len(text); {
		if gap := cards.Gap(line[i:]); gap > 0 || isSpace(text[i]) {
			i += max(1, gap)
			continue
		}
		c, n := cards.ScanWritten(line[i:])
		if n == 0 || c == cards.Unknown {
			return d.errorAt(skipped+i, codeDeckCard, fmt.Sprintf("%s is not a card", quote(firstCard(text[i:]))), deckHint(text[i:]))
		}
		if err := d.add(c, skipped+i); err != nil {
			return err
		}
		i += n
	}
	return nil
}

// add adds a card at the bottom of the deck.
func (d *deckLine) add(c cards.Card, at int) *diag.Error {
	packs, seen := uint8(max(1, d.of.Packs)), &d.seen
	if c == cards.Joker && seen[c] == packs && d.of.Jokers > 1 {
		c = cards.Joker2
	}
	switch {
	case !d.of.Set().Has(c):
		return d.errorAt(at, codeDeckCard, fmt.Sprintf("%s is not in a deck of %s", c, d.of), "")
	case seen[c] == packs && packs == 1 && !c.IsJoker():
		return d.errorAt(at, codeDeckTwice, fmt.Sprintf("%s is there twice", c), "")
	case seen[c] == packs:
		most := int(packs)
		if c.IsJoker() {
			most *= d.of.Jokers
		}
		return d.errorAt(at, codeDeckTwice, fmt.Sprintf("%s is there more often than %d times", c, most), "")
	}
	seen[c]++
	d.deck = append(d.deck, c)
	return nil
}

// deckHint returns how to write the card at the start of w.
func deckHint(w []byte) string {
	switch {
	case bytes.HasPrefix(w, []byte("??")):
		return "every card of a deck is known; a deck may end early"
	}
	if len(firstCard(w)) == 1 {
		if _, n := cards.ScanRank(string(w)); n > 0 {
			return "the suit is missing"
		}
	}
	return "a card is a rank 23456789TJQKA and a suit cdhs"
}
