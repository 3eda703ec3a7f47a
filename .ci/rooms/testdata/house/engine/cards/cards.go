// Package cards is imported by two packages and by a module of its own.
package cards

type Card int

func (c Card) String() string { return name(c) } // fmt asks for it

func (c Card) Red() bool { return c.suit() > 1 && twice(c) > 1 && twice(c) > 2 }

func (c Card) suit() int { return int(c) % 4 }

func Deal() Card { return 7 }

func Peek() Card { return fromBrowser() }

const (
	Deck  = 52
	Joker = 53
)

func name(c Card) string { return "card" }

func twice(c Card) Card { return 2 * c }

func value(c Card) int { return 1 }

var by = value

func never() {}
