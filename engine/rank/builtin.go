package rank

import (
	"slices"
	"strings"
	"sync"

	"cardroom/engine/cards"
)

// The rankings of common games. All except ShortDeck use a deck of 52.
var (
	// High is the usual order of poker hands.
	High = mustCompile(Description{Name: "high"})
	// AceToFive is California lowball and razz: straights and flushes do not
	// count, the ace is low, a pair of aces is the lowest pair.
	AceToFive = mustCompile(Description{Name: "ace-to-five", Base: BaseAceToFive})
	// EightOrBetter is AceToFive for hands of five different ranks, eight or lower.
	EightOrBetter = mustCompile(Description{Name: "eight-or-better", Base: BaseAceToFive, Floor: cards.MustParse("8c7d6h5s4c")})
	// DeuceToSeven is Kansas City lowball: straights and flushes count, the ace is high.
	DeuceToSeven = mustCompile(Description{Name: "deuce-to-seven", Base: BaseDeuceToSeven})
	// Badugi is the lowest four cards of different ranks and suits.
	Badugi = mustCompile(Description{Name: "badugi", Base: BaseBadugi})
	// ShortDeck is for the deck from sixes up: a flush beats a full house, A-6-7-8-9 is a straight.
	ShortDeck = mustCompile(Description{
		Name: "short-deck", Deck: cards.Deck{Lowest: cards.Six},
		Categories: []Category{StraightFlush, Quads, Flush, FullHouse, Straight, Trips, TwoPair, Pair, HighCard},
	})
	// HighBug is High with one joker as the bug, as in draw poker.
	HighBug = mustCompile(Description{Name: "high-bug", Deck: oneJoker, Jokers: Bug})
	// HighWild is High with one joker that is wild.
	HighWild = mustCompile(Description{Name: "high-wild", Deck: oneJoker, Jokers: Wild})
	// AceToFiveBug is AceToFive with one joker, which is the lowest card not in the hand.
	AceToFiveBug = mustCompile(Description{Name: "ace-to-five-bug", Base: BaseAceToFive, Deck: oneJoker, Jokers: Bug})
	// DeucesWild is High with deuces wild.
	DeucesWild = mustCompile(Description{Name: "deuces-wild", WildRanks: []cards.Rank{cards.Two}})
	// OneEyedJacksWild is High with the jacks of hearts and spades wild.
	OneEyedJacksWild = mustCompile(Description{Name: "one-eyed-jacks-wild", WildCards: cards.MustParse("JhJs")})
	// StraightOverFlush is the order of card rooms in which a straight beats a flush in games with wild cards: one wild joker,
	// five of a kind on top.
	StraightOverFlush = mustCompile(Description{
		Name: "straight-over-flush", Deck: oneJoker, Jokers: Wild,
		Categories: []Category{FiveOfAKind, StraightFlush, Quads, FullHouse, Straight, Flush, Trips, TwoPair, Pair, HighCard},
	})
)

var oneJoker = cards.Deck{Jokers: 1}

// Entry is a built-in ranking with all of its names.
type Entry struct {
	*Ranking
	// Word is its name in scripts. [Ranking.Name], with hyphens, is its name on the command line.
	Word string
	Doc  string
}

// catalogue is in the order of [Names].
var catalogue = []Entry{
	{High, "high", "The usual order, royal flush to high card; suits are equal."},
	{AceToFive, "ace_to_five", "Lowball: ace is low, straights and flushes do not count; A-2-3-4-5 is best."},
	{EightOrBetter, "eight_or_better", "Ace-to-five with a qualifier: five different ranks, eight or under."},
	{DeuceToSeven, "deuce_to_seven", "Lowball: ace is high, straights and flushes count against the hand; 2-3-4-5-7 is best."},
	{Badugi, "badugi", "Four cards of different ranks and suits, low; ace is low."},
	{ShortDeck, "short_deck", "The order of the 36-card game: a flush beats a full house, A-6-7-8-9 is a straight."},
	{HighBug, "high_with_bug", "The usual order with a joker that is an ace, or whatever card completes a straight or a flush."},
	{HighWild, "high_with_wild_joker", "The usual order with a joker that is any card; five of a kind is best."},
	{AceToFiveBug, "ace_to_five_with_bug", "Lowball with a joker that is the lowest card not in the hand."},
	{DeucesWild, "deuces_wild", "The usual order with deuces that are any card; five of a kind is best."},
	{OneEyedJacksWild, "one_eyed_jacks_wild", "The usual order with jacks of hearts and spades that are any card; five of a kind is best."},
	{StraightOverFlush, "straight_over_flush", "Flush and straight change places: a straight beats a flush. One joker is any card; five of a kind is best."},
}

// Catalogue returns the built-in rankings.
func Catalogue() []Entry { return slices.Clone(catalogue) }

// variants caches the rankings with a joker made by ByName.
var variants sync.Map

// ByName returns a built-in ranking by either of its names, with hyphens or underscores. A name followed by "-bug" or "-wild"
// is that ranking with one joker: "eight-or-better-bug".
func ByName(name string) (*Ranking, bool) {
	name = strings.ReplaceAll(name, "_", "-")
	for _, e := range catalogue {
		if e.Name() == name || strings.ReplaceAll(e.Word, "_", "-") == name {
			return e.Ranking, true
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
		for _, e := range catalogue {
			if e.Name() == base && e.d.Jokers == NoJoker && e.Ranking != Badugi {
				d := e.Description()
				d.Name, d.Deck.Jokers, d.Jokers = name, 1, role
				made, _ := variants.LoadOrStore(name, mustCompile(d))
				return made.(*Ranking), true
			}
		}
	}
	return nil, false
}

// Names returns the names of the built-in rankings, without the joker variants that have no name of their own.
func Names() []string {
	out := make([]string, len(catalogue))
	for i, e := range catalogue {
		out[i] = e.Name()
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
