// Package cards holds playing cards, sets of cards and decks.
//
// A [Card] is one byte: rank<<2 | suit for the fifty-two naturals (rank 0 is the
// deuce, rank 12 the ace; suits c, d, h, s from low to high), then the jokers, then
// [Unknown] for a face that was not recorded. A card is printed as two characters,
// rank then suit, as in PHH: "Ah", "Tc", "2d"; a joker is "Jo", an unknown card
// "??". [Read] accepts cards in every spelling that people use, [Scan] only as they
// are printed: it is for records, whose standard is strict. Only [Read], ranges and
// printing allocate memory.
package cards

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Card is one playing card, joker or unknown face.
type Card uint8

// Jokers and the unknown face. Both jokers are printed as "Jo": they differ only so
// that a set can hold both.
const (
	Joker  Card = 52
	Joker2 Card = 53
	// Unknown is a card whose face the record does not state, "??".
	Unknown Card = 63
)

// Rank is the rank of a natural card: 0 deuce to 12 ace.
type Rank uint8

// Ranks by name.
const (
	Two Rank = iota
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
)

// Suit is the suit of a natural card in the order clubs, diamonds, hearts, spades,
// which is also their rank in houses that rank suits.
type Suit uint8

// Suits by name.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

const (
	rankChars = "23456789TJQKA"
	suitChars = "cdhs"
)

// String returns the name of the suit: "clubs".
func (s Suit) String() string { return [...]string{"clubs", "diamonds", "hearts", "spades"}[s&3] }

// New returns the card of a rank and a suit.
func New(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank returns the card's rank. It is meaningless unless [Card.Natural].
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the card's suit. It is meaningless unless [Card.Natural].
func (c Card) Suit() Suit { return Suit(c & 3) }

// Natural reports whether c is one of the fifty-two naturals.
func (c Card) Natural() bool { return c < 52 }

// IsJoker reports whether c is a joker.
func (c Card) IsJoker() bool { return c == Joker || c == Joker2 }

// Known reports whether the face of c is known.
func (c Card) Known() bool { return c < 54 }

// String returns the two-character text of the card.
func (c Card) String() string {
	var b [2]byte
	return string(c.Append(b[:0]))
}

// Append appends the two-character text of the card to b.
func (c Card) Append(b []byte) []byte {
	switch {
	case c.Natural():
		return append(b, rankChars[c>>2], suitChars[c&3])
	case c.IsJoker():
		return append(b, 'J', 'o')
	default:
		return append(b, '?', '?')
	}
}

// Char returns the rank's letter: "2" to "9", "T", "J", "Q", "K", "A".
func (r Rank) Char() byte { return rankChars[r] }

// Counted returns a number of cards, or of other things, with the noun: "1 card",
// "3 cards".
func Counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Scan parses one card, as it is printed, from the start of s. It returns the
// number of bytes read, 0 if s does not start with a card. Case matters: ranks are
// upper case, suits lower case, as in PHH. [ScanWritten] accepts what people write.
func Scan(s string) (Card, int) {
	if len(s) < 2 {
		return Unknown, 0
	}
	if s[0] == '?' && s[1] == '?' {
		return Unknown, 2
	}
	if s[0] == 'J' && s[1] == 'o' {
		return Joker, 2
	}
	r, u := rankOf[s[0]], suitOf[s[1]]
	if r|u == none || r == none || u == none {
		return Unknown, 0
	}
	return Card(r)<<2 | Card(u), 2
}

const none = 0xff

var rankOf, suitOf = letters(rankChars), letters(suitChars)

func letters(s string) (t [256]uint8) {
	for i := range t {
		t[i] = none
	}
	for i := range len(s) {
		t[s[i]] = uint8(i)
	}
	return t
}

// NotCard is the error text for a text that is not a card.
const NotCard = "not a card (rank 23456789TJQKA then suit cdhs, or Jo)"

// MustParse is [Read] for texts in the program itself; it panics on an error.
func MustParse(s string) []Card {
	cs, err := Read(s)
	if err != nil {
		panic(err)
	}
	return cs
}

// Format formats cards without separators.
func Format(cs []Card) string { return join(cs, "") }

// Spaced formats cards with spaces between them.
func Spaced(cs []Card) string { return join(cs, " ") }

func join(cs []Card, sep string) string {
	var b strings.Builder
	for i, c := range cs {
		if i > 0 {
			b.WriteString(sep)
		}
		var two [2]byte
		b.Write(c.Append(two[:0]))
	}
	return b.String()
}

// Set is a set of known cards, one bit each.
type Set uint64

// SetOf returns the set of the known cards among cs.
func SetOf(cs ...Card) Set {
	var s Set
	for _, c := range cs {
		if c.Known() {
			s |= 1 << c
		}
	}
	return s
}

// Has reports whether c is in the set.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// With returns the set with c added.
func (s Set) With(c Card) Set { return s | 1<<c }

// Without returns the set with c removed.
func (s Set) Without(c Card) Set { return s &^ (1 << c) }

// Len returns the number of cards in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Cards lists the set, lowest card first.
func (s Set) Cards() []Card {
	out := make([]Card, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		out = append(out, Card(bits.TrailingZeros64(uint64(s))))
	}
	return out
}

// All visits the cards of the set in order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Card(bits.TrailingZeros64(uint64(s)))) {
				return
			}
		}
	}
}

// OfSuit returns the thirteen cards of a suit.
func OfSuit(u Suit) Set { return 0x1_1111_1111_1111 << u }

// Suits returns the mask of the ranks in suit u, bit 0 the deuce.
func (s Set) Suits(u Suit) uint16 {
	var m uint16
	for r := range Rank(13) {
		m |= uint16(s>>New(r, u)&1) << r
	}
	return m
}

// A Deck defines the cards that a game is played with.
type Deck struct {
	// Lowest is the lowest rank in the deck: Two, or Six for short deck.
	Lowest Rank
	// Without are ranks above Lowest that are left out, bit k for rank k.
	Without uint16
	// Jokers is the number of jokers in each deck, 0 to 2.
	Jokers int
	// Packs is the number of decks shuffled together; 0 counts as 1.
	Packs int
}

// MaxDeck is the largest number of cards a deck may hold: eight decks of 54.
const MaxDeck = 8 * 54

// Validate returns an error for a deck that cannot exist.
func (d Deck) Validate() error {
	switch {
	case d.Lowest > Ace:
		return errors.New("lowest rank of the deck is not a rank")
	case d.Ranks() == 0:
		return errors.New("no rank is left in the deck")
	case d.Jokers < 0 || d.Jokers > 2:
		return fmt.Errorf("%d jokers in a deck: use 0 to 2", d.Jokers)
	case d.Packs < 0 || d.Packs > 8:
		return fmt.Errorf("%d decks: use 1 to 8", d.Packs)
	}
	return nil
}

// Len returns the number of cards in the deck.
func (d Deck) Len() int { return max(1, d.Packs) * (4*d.Ranks() + d.Jokers) }

// Ranks returns the number of ranks in the deck.
func (d Deck) Ranks() int {
	n := 0
	for r := Two; r <= Ace; r++ {
		if d.HasRank(r) {
			n++
		}
	}
	return n
}

// HasRank reports whether the deck has cards of a rank.
func (d Deck) HasRank(r Rank) bool { return r >= d.Lowest && d.Without>>r&1 == 0 }

// Set returns the set of faces in the deck.
func (d Deck) Set() Set {
	s := Set(1)<<52 - 1
	s = s >> (4 * Set(d.Lowest)) << (4 * Set(d.Lowest))
	for r := d.Lowest; r <= Ace && d.Without != 0; r++ {
		if d.Without>>r&1 != 0 {
			s &^= 15 << (4 * Set(r))
		}
	}
	for j := range d.Jokers {
		s = s.With(Joker + Card(j))
	}
	return s
}

// Append appends the cards of the deck to cs in a fixed order: pack by pack, lowest
// card first, jokers last.
func (d Deck) Append(cs []Card) []Card {
	for range max(1, d.Packs) {
		switch c := New(d.Lowest, Clubs); d.Without {
		case 0: // the fast path: every hand that is dealt makes a deck
			cs = append(cs, pack[c:]...)
		default:
			for ; c < 52; c++ {
				if d.Without>>c.Rank()&1 == 0 {
					cs = append(cs, c)
				}
			}
		}
		for j := range d.Jokers {
			cs = append(cs, Joker+Card(j))
		}
	}
	return cs
}

// pack holds the 52 cards in order.
var pack = func() (p [52]Card) {
	for i := range p {
		p[i] = Card(i)
	}
	return p
}()

// String describes the deck: "52 cards", "53 cards with one joker".
func (d Deck) String() string {
	s := fmt.Sprintf("%d cards", d.Len())
	if d.Lowest != Two {
		s += fmt.Sprintf(", %c to A", d.Lowest.Char())
	}
	join := ", without "
	for r := d.Lowest; r <= Ace && d.Without != 0; r++ {
		if d.Without>>r&1 != 0 {
			s += join + string(r.Char())
			join = "-"
		}
	}
	switch {
	case d.Jokers == 1 && d.Packs < 2:
		s += " with one joker"
	case d.Jokers > 0:
		s += fmt.Sprintf(" with %d jokers", d.Jokers*max(1, d.Packs))
	}
	if d.Packs > 1 {
		s += fmt.Sprintf(" (%d decks)", d.Packs)
	}
	return s
}
