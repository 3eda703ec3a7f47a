package rank

import (
	"strings"
	"sync"

	"cardroom/engine/cards"
)

// The rankings of the usual games. All use a pack of 52 but ShortDeck.
var (
	// High is the usual order of poker hands.
	High = mustCompile(Description{Name: "high"})
	// AceToFive is California lowball and razz: straights and flushes do not
	// count, the ace is low, a pair of aces is the lowest pair.
	AceToFive = mustCompile(Description{Name: "ace-to-five", Base: BaseAceToFive})
	// EightOrBetter is AceToFive for hands of five different ranks up to eight.
	EightOrBetter = mustCompile(Description{Name: "eight-or-better", Base: BaseAceToFive, Floor: cards.MustParse("8c7d6h5s4c")})
	// DeuceToSeven is Kansas City lowball: straights and flushes count, the ace is high.
	DeuceToSeven = mustCompile(Description{Name: "deuce-to-seven", Base: BaseDeuceToSeven})
	// Badugi is the lowest four cards of different ranks and suits.
	Badugi = mustCompile(Description{Name: "badugi", Base: BaseBadugi})
	// ShortDeck is sixes up: a flush beats a full house, A-6-7-8-9 is a straight.
	ShortDeck = mustCompile(Description{
		Name: "short-deck", Deck: cards.Deck{Lowest: cards.Six},
		Categories: []Category{StraightFlush, Quads, Flush, FullHouse, Straight, Trips, TwoPair, Pair, HighCard},
	})
	// HighBug is High with one joker as the bug, draw poker's joker.
	HighBug = mustCompile(Description{Name: "high-bug", Deck: oneJoker, Jokers: Bug})
	// HighWild is High with one joker that is any card.
	HighWild = mustCompile(Description{Name: "high-wild", Deck: oneJoker, Jokers: Wild})
	// AceToFiveBug is AceToFive with one joker, the lowest card not in the hand.
	AceToFiveBug = mustCompile(Description{Name: "ace-to-five-bug", Base: BaseAceToFive, Deck: oneJoker, Jokers: Bug})
	// DeucesWild is High in which every deuce is any card.
	DeucesWild = mustCompile(Description{Name: "deuces-wild", WildRanks: []cards.Rank{cards.Two}})
	// OneEyedJacksWild is High in which the jacks of hearts and spades are any card.
	OneEyedJacksWild = mustCompile(Description{Name: "one-eyed-jacks-wild", WildCards: cards.MustParse("JhJs")})
	// StraightOverFlush is the order of rooms that let a straight beat a flush
	// in games with wild cards: one wild joker, five of a kind on top.
	StraightOverFlush = mustCompile(Description{
		Name: "straight-over-flush", Deck: oneJoker, Jokers: Wild,
		Categories: []Category{FiveOfAKind, StraightFlush, Quads, FullHouse, Straight, Flush, Trips, TwoPair, Pair, HighCard},
	})
)

var oneJoker = cards.Deck{Jokers: 1}

// builtin is in the order in which Names lists them.
var builtin = []*Ranking{
	High, AceToFive, EightOrBetter, DeuceToSeven, Badugi, ShortDeck, HighBug, HighWild,
	AceToFiveBug, DeucesWild, OneEyedJacksWild, StraightOverFlush,
}

// variants are the rankings with a joker that ByName has made.
var variants sync.Map

// ByName finds a built-in ranking. A name followed by "-bug" or "-wild" is
// that ranking with one joker: "eight-or-better-bug".
func ByName(name string) (*Ranking, bool) {
	for _, r := range builtin {
		if r.Name() == name {
			return r, true
		}
	}
	if r, ok := variants.Load(name); ok {
		return r.(*Ranking), true
	}
	for _, role := range []Role{Bug, Wild} {
		base, ok := strings.CutSuffix(name, "-"+role.String())
		if !ok {
			continue
		}
		for _, r := range builtin {
			if r.Name() == base && r.d.Jokers == NoJoker && r != Badugi {
				d := r.Description()
				d.Name, d.Deck.Jokers, d.Jokers = name, 1, role
				made, _ := variants.LoadOrStore(name, mustCompile(d))
				return made.(*Ranking), true
			}
		}
	}
	return nil, false
}

// Names lists the built-in rankings, without the variants with a joker that
// have no name of their own.
func Names() []string {
	out := make([]string, len(builtin))
	for i, r := range builtin {
		out[i] = r.Name()
	}
	return out
}

func mustCompile(d Description) *Ranking {
	r, err := Compile(d)
	if err != nil {
		panic(err)
	}
	return r
}
