package history

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// maxDeckLine is the limit for a line of a deck file: the largest deck with a
// space and a comma after each card, and a comment.
const maxDeckLine = 16 << 10

// DeckReader reads a deck file: one deck per line, top card first. Cards may be
// written as people write them, see [cards.Read]; # starts a comment, and lines
// without cards are skipped. A line may list fewer cards than the deck has: the
// cards dealt first are enough.
type DeckReader struct {
	name string
	of   cards.Deck
	in   *bufio.Reader
	line int
	over bool
	deck []cards.Card
}

// NewDeckReader returns a reader of decks made of the cards of the deck of: no
// card that it lacks, and none more often than it has it. If the game is not
// known, [cards.Deck] with two jokers admits every single deck.
func NewDeckReader(name string, r io.Reader, of cards.Deck) *DeckReader {
	return &DeckReader{name: name, of: of, in: bufio.NewReaderSize(r, maxDeckLine)}
}

// ReadDecks reads all decks of a file. The error, if not nil, is [diag.Errors],
// with one error per faulty deck. It gives up after a thousand errors.
func ReadDecks(name string, data []byte, of cards.Deck) ([][]cards.Card, error) {
	var decks [][]cards.Card
	var wrong diag.Errors
	r := NewDeckReader(name, bytes.NewReader(data), of)
	for {
		deck, err := r.Next()
		var bad *diag.Error
		switch {
		case (err == io.EOF || len(wrong) == maxErrors) && wrong != nil:
			return decks, wrong
		case err == io.EOF:
			return decks, nil
		case errors.As(err, &bad):
			wrong = append(wrong, bad)
		default:
			decks = append(decks, slices.Clone(deck))
		}
	}
}

// Next reads the next deck; the slice is valid until the next call. After the
// last deck it returns io.EOF; any other error is an [*diag.Error] about this
// deck, and the next call continues with the next line.
func (r *DeckReader) Next() ([]cards.Card, error) {
	for !r.over {
		line, err := r.in.ReadSlice('\n')
		if err != nil && len(line) == 0 && err == io.EOF {
			break
		}
		r.line++
		src := source{name: r.name, text: line, line: r.line}
		switch {
		case err == bufio.ErrBufferFull:
			return nil, r.longLine(&src)
		case err != nil && err != io.EOF:
			r.over = true
			bad := src.errorAt(0, codeIO, "cannot be read: "+err.Error(), "")
			bad.Cause = err
			return nil, bad
		case bytes.IndexByte(line, 0) >= 0:
			r.over = true
			return nil, src.errorAt(bytes.IndexByte(line, 0), codeBinary, "not a text file: it contains a NUL byte", "")
		}
		if err := r.parse(&src); err != nil {
			return nil, err
		}
		if len(r.deck) > 0 {
			return r.deck, nil
		}
	}
	return nil, io.EOF
}

// longLine returns the error for a line that is too long, and skips it.
func (r *DeckReader) longLine(src *source) *diag.Error {
	bad := src.errorAt(0, codeDeckSize, fmt.Sprintf("a line of more than %d bytes", maxDeckLine), "one deck per line, the top card first")
	if bytes.IndexByte(src.text, 0) >= 0 {
		r.over = true
	}
	for err := error(bufio.ErrBufferFull); err == bufio.ErrBufferFull; {
		_, err = r.in.ReadSlice('\n')
	}
	return bad
}

// parse parses the cards of a line.
func (r *DeckReader) parse(src *source) *diag.Error {
	r.deck = r.deck[:0]
	text := src.text
	if r.line == 1 {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	skipped := len(src.text) - len(text)
	text, _, _ = bytes.Cut(text, []byte{'#'})
	line := string(text)
	var seen [cards.Unknown + 1]uint8
	for i := 0; i < len(text); {
		if gap := cards.Gap(line[i:]); gap > 0 || isSpace(text[i]) {
			i += max(1, gap)
			continue
		}
		c, n := cards.ScanWritten(line[i:])
		if n == 0 || c == cards.Unknown {
			return src.errorAt(skipped+i, codeDeckCard, fmt.Sprintf("%s is not a card", quote(firstCard(text[i:]))), deckHint(text[i:]))
		}
		if err := r.add(c, &seen, src, skipped+i); err != nil {
			return err
		}
		i += n
	}
	return nil
}

// add adds a card at the bottom of the deck.
func (r *DeckReader) add(c cards.Card, seen *[cards.Unknown + 1]uint8, src *source, at int) *diag.Error {
	packs := uint8(max(1, r.of.Packs))
	if c == cards.Joker && seen[c] == packs && r.of.Jokers > 1 {
		c = cards.Joker2
	}
	switch {
	case !r.of.Set().Has(c):
		return src.errorAt(at, codeDeckCard, fmt.Sprintf("%s is not in a deck of %s", c, r.of), "")
	case seen[c] == packs && packs == 1 && !c.IsJoker():
		return src.errorAt(at, codeDeckTwice, fmt.Sprintf("%s is there twice", c), "")
	case seen[c] == packs:
		most := int(packs)
		if c.IsJoker() {
			most *= r.of.Jokers
		}
		return src.errorAt(at, codeDeckTwice, fmt.Sprintf("%s is there more often than %d times", c, most), "")
	}
	seen[c]++
	r.deck = append(r.deck, c)
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
