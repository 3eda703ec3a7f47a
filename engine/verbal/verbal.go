// Package verbal is what is said at a table, in both directions.
//
// Players declare: [Parse] makes an action of words such as "raise to 12" or
// "draw 7c 2d", [Say] makes words of an action that Parse reads back, and
// [Choices] lists what the player whose turn it is can say, which is also what
// [Complete] completes. The dealer announces: a [Narrator] tells the events of a
// hand, street by street. How text is set, with colour or without, suits as
// letters or as signs, is a [Style].
//
// Nothing here decides anything: what is legal is the hand's business. Whoever
// may not see a card is given a hand and events in which it is unknown
// ([hand.Hand.SeenBy]); what is told of them can then not betray it.
package verbal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/engine/cards"
)

// Ink is what a piece of text is, for those who colour it.
type Ink uint8

// The inks.
const (
	Heading Ink = iota
	Note        // of less weight
	Stress      // of more
	Prize       // what somebody wins
	Club
	Diamond
	Heart
	Spade
	Joker
)

// Style is how text is set. The zero Style is plain ASCII.
type Style struct {
	// Paint colours a text; nil leaves it as it is.
	Paint func(text string, ink Ink) string
	// Signs sets suits as ♣♦♥♠ in place of letters.
	Signs bool
	// Names are who sits in the seats of the hand; "" and none: "seat 3".
	Names []string
}

func (s *Style) paint(text string, ink Ink) string {
	if s.Paint == nil || text == "" {
		return text
	}
	return s.Paint(text, ink)
}

// Text is a text in an ink.
func (s Style) Text(text string, ink Ink) string { return s.paint(text, ink) }

var suitSigns = [...]string{"♣", "♦", "♥", "♠"}

// Card is one card.
func (s Style) Card(c cards.Card) string {
	text := c.String()
	switch {
	case c.Natural():
		if s.Signs {
			text = text[:1] + suitSigns[c.Suit()]
		}
		return s.paint(text, Club+Ink(c.Suit()))
	case c.IsJoker():
		return s.paint(text, Joker)
	}
	return s.paint(text, Note)
}

// Cards are cards with a blank between them.
func (s Style) Cards(list []cards.Card) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = s.Card(c)
	}
	return strings.Join(words, " ")
}

// SeatName is a seat's name where nobody has another: "seat 3"; no seat is the
// dealer's.
func SeatName(seat int8) string {
	if seat < 0 {
		return "the dealer"
	}
	return fmt.Sprintf("seat %d", seat+1)
}

// Seat is what a seat is called.
func (s *Style) Seat(seat int8) string {
	if seat >= 0 && int(seat) < len(s.Names) && s.Names[seat] != "" {
		return s.Names[seat]
	}
	return SeatName(seat)
}

// seatWords are how the engine names a seat.
var seatWords = regexp.MustCompile(`\bseat ([0-9]+)\b`)

// Named is a text of the engine, such as why an action is refused, with the
// names of the seats in it.
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

// counted is a number with its noun: "1 card", "3 cards".
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// capital is a text with a capital letter in front.
func capital(s string) string {
	if s == "" {
		return s
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
