package history

import (
	"cardroom/engine/cards"
)

// Verb is what an action does.
type Verb uint8

// The verbs of PHH, then those of the superset.
const (
	NoOp      Verb = iota // "" or a bare commentary
	DealHole              // d dh pN CARDS
	Fold                  // pN f
	CheckCall             // pN cc
	BetTo                 // pN cbr AMOUNT, the whole wager on this street
	DealBoard             // d db CARDS
	Show                  // pN sm CARDS
	Muck                  // pN sm
	ShowDealt             // pN sm -, the cards already dealt to the player
	Discard               // pN sd CARDS, no cards to stand pat
	BringIn               // pN pb

	Expose   // pN expose CARDS
	Buy      // pN buy CARDS, no cards to decline
	Post     // pN post AMOUNT [WORDS]
	Straddle // pN straddle AMOUNT
	Choose   // pN choose WORDS
	Event    // d event WORDS, pN event WORDS
)

// Dealer is the player number of actions that the dealer makes.
const Dealer int8 = -1

// MaxActionCards is the largest number of cards that one action may name.
const MaxActionCards = 16

// Action is one action of a hand. Actions can be compared with ==.
type Action struct {
	Amount     int64  // BetTo, Post, Straddle: in units of 1/Scale
	Text       string // Choose, Event, Post: the words after the verb
	Commentary string // what stands after " # "
	Pos        Pos    // the first word, or the opening quote
	Verb       Verb
	Player     int8 // from 0; Dealer for the dealer, and for a NoOp
	n          uint8
	cards      [MaxActionCards]cards.Card
}

// Cards lists the cards of the action: those dealt, discarded or shown.
// The slice belongs to the action.
func (a *Action) Cards() []cards.Card { return a.cards[:a.n] }

// SetCards gives the action its cards; those after the first MaxActionCards
// are dropped.
func (a *Action) SetCards(cs ...cards.Card) { a.n = uint8(copy(a.cards[:], cs)) }
