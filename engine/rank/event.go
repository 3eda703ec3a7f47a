package rank

import "cardroom/engine/cards"

// EventKind is the way cards become wild during a hand.
type EventKind uint8

// Kinds of events.
const (
	// FollowsUp: the rank of the next card turned up after the last card of a given rank.
	FollowsUp EventKind = iota
	// LowestDown: each player's own lowest face-down card, and all cards of that rank in the
	// player's hand.
	LowestDown
	// LowestHole: the same for all of the player's own cards.
	LowestHole
	// LastBoard: the last card of the board, and all of its rank.
	LastBoard
	// LowestBoard: the lowest card of the board.
	LowestBoard
	// OnBoard: the cards of a named board.
	OnBoard
	// ByScript: chosen by a script.
	ByScript
)

// An Event makes cards wild that are known only during the hand.
type Event struct {
	Kind   EventKind
	Rank   cards.Rank // FollowsUp: the given rank
	AceLow bool       // LowestDown, LowestHole, LowestBoard: the ace is below the deuce
	Board  string     // OnBoard: its name; LastBoard, LowestBoard: the same, "" for the board that plays
	Asked  Asker      // ByScript
}

// InPlay holds the cards that a script may look at to choose the wild cards.
type InPlay struct {
	Own    []cards.Card   // the player's own cards
	Up     uint64         // bit k: the k-th of them is face up
	AllUp  []UpCard       // the up cards of all players, in the order turned up
	Board  []cards.Card   // the cards of the board that plays
	Names  []string       // of all boards; none in a game without named boards
	Boards [][]cards.Card // the cards of each of them
}

// UpCard is a card that was turned up, and the seat that got it.
type UpCard struct {
	Card cards.Card
	Seat int8
}

// Asker is a script that chooses the wild cards. byBoard reports whether it looked at the
// board that plays: if it did not, the answer is the same for every board.
type Asker interface {
	WildCards(in *InPlay) (wild cards.Set, byBoard bool, err error)
	Name() string
	Doc() string
}

// ByEvent reports whether cards become wild during a hand.
func (r *Ranking) ByEvent() bool { return len(r.d.Events) > 0 }

// Events returns the events that make cards wild during a hand. The caller must not change them.
func (r *Ranking) Events() []Event { return r.d.Events }

// OfRank returns the four cards of a rank.
func OfRank(r cards.Rank) (s cards.Set) {
	for u := range cards.Suit(4) {
		s = s.With(cards.New(r, u))
	}
	return s
}

// Of returns the cards that the event makes wild because of some cards on the table or in
// a hand: all cards of the rank of the last or the lowest of them, or of all their ranks.
func (e *Event) Of(cs []cards.Card) (wild cards.Set) {
	switch e.Kind {
	case LastBoard:
		if n := len(cs); n > 0 && cs[n-1].Natural() {
			return OfRank(cs[n-1].Rank())
		}
	case OnBoard:
		for _, c := range cs {
			if c.Natural() {
				wild |= OfRank(c.Rank())
			}
		}
	default:
		if low, ok := e.Lowest(cs); ok {
			return OfRank(low)
		}
	}
	return wild
}

// Lowest returns the lowest rank among some cards, ignoring jokers; false if there is none.
func (e *Event) Lowest(cs []cards.Card) (low cards.Rank, ok bool) {
	worth := func(r cards.Rank) cards.Rank {
		if e.AceLow {
			return (r + 1) % 13
		}
		return r
	}
	for _, c := range cs {
		if c.Natural() && (!ok || worth(c.Rank()) < worth(low)) {
			low, ok = c.Rank(), true
		}
	}
	return low, ok
}
