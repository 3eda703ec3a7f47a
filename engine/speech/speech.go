// Package speech translates between a hand and the words spoken at a table.
//
// Players declare: [Parse] turns words such as "raise to 12" or "draw 7c 2d" into
// an action, [Say] turns an action into words that Parse accepts, [Choices] lists
// what the player whose turn it is can say, and [Complete] completes a partial
// declaration. The dealer announces: a [Narrator] describes the events of a hand,
// street by street. A [Style] determines the format of text: with or without color,
// suits as letters or as symbols.
//
// The package decides nothing: package hand determines what is legal. A viewer who
// may not see a card must be given a hand and events in which it is unknown
// ([hand.Hand.SeenBy]), so that the text cannot reveal it.
package speech

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/engine/cards"
)

// TextKind is the kind of a piece of text, which decides its color.
type TextKind uint8

// The kinds of text.
const (
	Heading TextKind = iota
	Note             // less important
	Stress           // more important
	Prize            // winnings
	Club
	Diamond
	Heart
	Spade
	Joker
)

// Style is the format of text. The zero Style is plain ASCII.
type Style struct {
	// Paint colors a text; nil leaves it unchanged.
	Paint func(text string, ink TextKind) string
	// SuitSymbols writes suits as ♣♦♥♠ instead of letters.
	SuitSymbols bool
	// Names are the players in the seats of the hand; a seat without a name is
	// "seat 3".
	Names []string
}

func (s *Style) paint(text string, ink TextKind) string {
	if s.Paint == nil || text == "" {
		return text
	}
	return s.Paint(text, ink)
}

// Text returns a text in the color of its kind.
func (s Style) Text(text string, ink TextKind) string { return s.paint(text, ink) }

var suitSigns = [...]string{"♣", "♦", "♥", "♠"}

// Card formats one card.
func (s Style) Card(c cards.Card) string {
	text := c.String()
	switch {
	case c.Natural():
		if s.SuitSymbols {
			text = text[:1] + suitSigns[c.Suit()]
		}
		return s.paint(text, Club+TextKind(c.Suit()))
	case c.IsJoker():
		return s.paint(text, Joker)
	}
	return s.paint(text, Note)
}

// Cards formats cards with spaces between them.
func (s Style) Cards(list []cards.Card) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = s.Card(c)
	}
	return strings.Join(words, " ")
}

// SeatName returns the default name of a seat: "seat 3"; a negative seat is the
// dealer.
func SeatName(seat int8) string {
	if seat < 0 {
		return "the dealer"
	}
	return fmt.Sprintf("seat %d", seat+1)
}

// Seat returns the name of a seat.
func (s *Style) Seat(seat int8) string {
	if seat >= 0 && int(seat) < len(s.Names) && s.Names[seat] != "" {
		return s.Names[seat]
	}
	return SeatName(seat)
}

// seatWords matches the engine's name for a seat.
var seatWords = regexp.MustCompile(`\bseat ([0-9]+)\b`)

// Named replaces the seats in a text of the engine, such as an error, with their
// names.
func (s *Style) Named(text string) string {
	if len(s.Names) == 0 {
		return text
	}
	return seatWords.ReplaceAllStringFunc(text, func(words string) string {
		n, err := strconv.Atoi(words[len("seat "):])
		if err != nil || n < 1 || n > len(s.Names) {
			return words
		}
		return s.Seat(int8(n - 1))
	})
}

func capital(s string) string {
	if s == "" {
		return s
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
