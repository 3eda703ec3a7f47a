package rank

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
)

// A Base is the scale a ranking starts from. It settles which end of the scale
// wins, where the ace stands and which categories count, until the
// [Description] says otherwise.
type Base uint8

const (
	// BaseHigh is the usual order, ace high and also below the deuce in a straight.
	BaseHigh Base = iota
	// BaseAceToFive is California low: ace low, straights and flushes ignored, 5-4-3-2-A best.
	BaseAceToFive
	// BaseDeuceToSeven is Kansas City low: ace high, straights and flushes count
	// against the hand, A-2-3-4-5 is no straight, 7-5-4-3-2 best.
	BaseDeuceToSeven
	// BaseBadugi ranks the largest group of cards of different ranks and suits,
	// then the lower one; ace low, four cards.
	BaseBadugi
)

var baseNames = [...]string{"high", "ace-to-five", "deuce-to-seven", "badugi"}

// String returns the name of the scale: "ace-to-five".
func (b Base) String() string { return name(baseNames[:], int(b)) }

// Low reports whether low cards are good on this scale.
func (b Base) Low() bool { return b != BaseHigh }

// A Category is a class of hands.
type Category uint8

// The categories in the order of a deck without jokers, five of a kind on top.
const (
	HighCard Category = iota
	Pair
	TwoPair
	Trips
	Straight
	Flush
	FullHouse
	Quads
	StraightFlush
	FiveOfAKind
	// FourStraight and FourFlush are four cards of five in a row, or of a suit. They
	// count where a description names them.
	FourStraight
	FourFlush
	categories = iota
)

var categoryNames = [...]string{
	"high card", "pair", "two pair", "three of a kind", "straight",
	"flush", "full house", "four of a kind", "straight flush", "five of a kind",
	"four straight", "four flush",
}

// String returns the name of the category: "full house".
func (c Category) String() string { return name(categoryNames[:], int(c)) }

// ParseCategory finds a category by its name: "full house".
func ParseCategory(s string) (Category, bool) {
	i := slices.Index(categoryNames[:], s)
	return Category(max(i, 0)), i >= 0
}

// An End says which end of a scale wins inside a class of hands.
type End uint8

const (
	// EndOfBase leaves it to the base.
	EndOfBase End = iota
	// HighWins: the higher cards are the better ones.
	HighWins
	// LowWins: the lower cards are.
	LowWins
)

// An Ace says where the ace stands.
type Ace uint8

const (
	// AceOfBase leaves the ace where the base has it.
	AceOfBase Ace = iota
	// AceHigh puts it above the king only.
	AceHigh
	// AceLow puts it below the lowest rank only.
	AceLow
	// AceBoth ranks it where the base has it and lets it stand at either end
	// of a straight.
	AceBoth
)

// A Role is what the wild cards of a ranking may stand for.
type Role uint8

const (
	// NoJoker refuses jokers.
	NoJoker Role = iota
	// Bug is an ace, or the card that completes a straight, a flush or a
	// straight flush; in a low ranking the lowest card the hand does not hold.
	Bug
	// Wild is any card; five of a kind is possible, a flush with two aces is not.
	Wild
)

var roleNames = [...]string{"none", "bug", "wild"}

// String is "none", "bug" or "wild".
func (r Role) String() string { return name(roleNames[:], int(r)) }

// A SuitOrder says how suits part hands of equal strength.
type SuitOrder uint8

const (
	// SuitsEqual lets equal hands tie, the rule of almost every room.
	SuitsEqual SuitOrder = iota
	// SuitsAscending ranks clubs < diamonds < hearts < spades.
	SuitsAscending
	// SuitsDescending ranks spades lowest.
	SuitsDescending
)

// A Hand is what a scoring function sees of a hand of [Description.Size]
// cards. Wild cards have been replaced already: the function is asked about
// the natural hands and the best replacement counts.
type Hand struct {
	// Counts is how many cards of each rank there are, deuce first. A count is
	// above four only where a wild card makes five of a kind.
	Counts [13]uint8
	// Suited says that all cards are of one suit.
	Suited bool
	// Flush are the ranks of the cards of one suit, bit 0 the deuce, where there are
	// at least [Description.Flush] of them; 0 where that is not asked for.
	Flush uint16
}

// A Description says what a ranking is. The zero value of every field but
// Name is what the base has.
type Description struct {
	Name string
	Base Base
	// Categories that count, best first. Straight, Flush, StraightFlush and
	// FiveOfAKind may be missing: such a hand then counts as what is left of
	// it. Empty: the base's own, with five of a kind on top if there are wild cards.
	Categories []Category
	Ace        Ace
	// Wins turns the scale inside each class: the order of the classes stays.
	Wins End
	// Size is the number of cards in a hand, 1 to 7; 0 is five, and four in badugi.
	Size int
	// Missing is how many cards fewer a hand may have. A card that is missing is below
	// all others. With more cards the best Size of them play.
	Missing int
	// Only are the cards that count, such as those of one suit; none: all of the deck.
	Only cards.Set
	// Flush is from how many cards of a suit on a scoring function is told which they
	// are; 0: only that all cards are of one suit. More than half of a hand.
	Flush int
	// Floor is the worst hand that qualifies, 8-7-6-5-4 for eight or better;
	// empty: every hand does.
	Floor []cards.Card
	// Deck is the deck. Packs above one are refused: a flush would need cards twice.
	Deck cards.Deck
	// Jokers says what jokers and the wild ranks and cards below stand for.
	// With wild ranks or cards, NoJoker means Wild.
	Jokers    Role
	WildRanks []cards.Rank
	WildCards []cards.Card
	// AnyWild: besides those, any cards may be wild in a hand: see [Choice.Wild].
	AnyWild bool
	// Events make cards wild in the course of a hand; with some, AnyWild is set.
	Events []Event
	// Suits parts hands of equal strength, see [Ranking.SuitKey].
	Suits SuitOrder
	// Score replaces the categories: larger is better, 0 does not qualify. It
	// must depend on its argument only. It is called at first use, once for each
	// of the 6,175 sets of five ranks, 6,188 with wild cards, and the 1,287
	// one-suit hands, from one goroutine; with Flush 4 for 9,295 hands more.
	Score func(Hand) uint32
	// Words describes a score of Score; nil makes it "score 17".
	Words func(score uint32) string
	// Order are the classes that Score ranks by, best first, and Doc is what the author
	// of Score says of it. Both are for rule sheets and rank nothing.
	Order []OrderedClass
	Doc   string
}

// OrderedClass is a class of hands as a rule sheet names it. Doc is what the author of
// a class says of it, "" where nothing has to be said.
type OrderedClass struct{ Name, Doc string }

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%d", i)
}

// normal fills the blanks of d and refuses what cannot be ranked.
func (d Description) normal() (Description, error) {
	if d.Base > BaseBadugi {
		return d, fmt.Errorf("rank: %d is not a base", d.Base)
	}
	if d.Size == 0 {
		d.Size = 5
		if d.Base == BaseBadugi {
			d.Size = 4
		}
	}
	if err := d.Deck.Validate(); err != nil {
		return d, fmt.Errorf("rank: %w", err)
	}
	d.AnyWild = d.AnyWild || len(d.Events) > 0
	if d.Jokers == NoJoker && (d.AnyWild || len(d.WildRanks)+len(d.WildCards) > 0) {
		d.Jokers = Wild
	}
	if err := d.check(); err != nil {
		return d, err
	}
	d.Deck.Packs = 1
	if d.fours() {
		d.Flush = 4
	}
	d.Ace = d.Base.ace(d.Ace)
	if n := len(d.Floor); n > 0 && n != d.Size && (d.Base != BaseBadugi || n > d.Size) {
		return d, fmt.Errorf("rank: the floor %s is not a hand of %d cards", cards.Format(d.Floor), d.Size)
	}
	if cards.SetOf(d.Floor...)&^d.Deck.Set() != 0 {
		return d, fmt.Errorf("rank: the floor %s is not in the deck", cards.Format(d.Floor))
	}
	if len(d.Categories) == 0 {
		d.Categories = d.Base.categories(d.Jokers != NoJoker)
		if d.Score == nil {
			d.Categories = slices.DeleteFunc(d.Categories, func(c Category) bool { return !c.possible(d.Size) })
		}
	}
	return d, d.checkCategories()
}

// check refuses sizes, decks and roles of cards that do not go together.
func (d *Description) check() error {
	switch {
	case d.Size < 1 || d.Size > MostCards:
		return fmt.Errorf("rank: hands of %d cards: use 1 to %d", d.Size, MostCards)
	case d.Missing < 0 || d.Missing > d.Size:
		return fmt.Errorf("rank: %d of %d cards may be missing", d.Missing, d.Size)
	case d.AnyWild && d.Jokers == Bug:
		return errors.New("rank: cards that become wild are any card, so they cannot be combined with a bug")
	case d.AnyWild && d.Base == BaseBadugi:
		return errors.New("rank: badugi takes no wild cards")
	case d.Missing > 0 && (d.Only != 0 || d.partly()):
		return errors.New("rank: hands of fewer cards cannot be combined with cards that do not count or four cards of a suit")
	case d.Score == nil && d.Base != BaseBadugi && d.most() > MostHands:
		return fmt.Errorf("rank: there are %[3]d different hands of %[1]d to %[2]d cards: a ranking can distinguish at most %[4]d", d.Size-d.Missing, d.Size, d.most(), MostHands)
	case d.Size > MostWithWild && d.Jokers != NoJoker:
		return fmt.Errorf("rank: wild cards stand for others in hands of up to five cards, not of %d", d.Size)
	case d.Jokers != NoJoker && (d.Missing > 0 || d.Only != 0 || d.partly()):
		return errors.New("rank: wild cards cannot be combined with hands of fewer cards, cards that do not count or four cards of a suit")
	case d.Deck.Packs > 1:
		return errors.New("rank: more than one deck cannot be ranked")
	case d.Deck.Without != 0 && d.Deck.Ranks() < d.Size:
		return fmt.Errorf("rank: a deck of %d ranks is too short for hands of %d", d.Deck.Ranks(), d.Size)
	case int(cards.Ace-d.Deck.Lowest)+1 < d.Size:
		return fmt.Errorf("rank: a deck from %c up is too short for hands of %d", d.Deck.Lowest.Char(), d.Size)
	case d.Jokers > Wild:
		return fmt.Errorf("rank: %d is not a role of a joker", d.Jokers)
	case d.Wins > LowWins:
		return fmt.Errorf("rank: %d is not an end of a scale", d.Wins)
	case d.Flush != 0 && (d.Score == nil || d.Flush > d.Size || 2*d.Flush <= d.Size):
		return fmt.Errorf("rank: a scoring function can ask for %d to %d cards of a suit, not %d", d.Size/2+1, d.Size, d.Flush)
	case d.fours() && d.Size != 5:
		return fmt.Errorf("rank: four cards in a row or of a suit count in hands of five, not of %d", d.Size)
	case d.Base == BaseBadugi && (d.Missing > 0 || d.Only != 0):
		return errors.New("rank: a badugi may have any number of cards of any suits")
	case d.Base == BaseBadugi && (d.Jokers != NoJoker || d.Score != nil || len(d.Categories) > 0):
		return errors.New("rank: badugi takes no jokers, categories or scoring function")
	case d.Base == BaseBadugi && d.Size != 4:
		return errors.New("rank: a badugi has four cards")
	case d.Score != nil && len(d.Categories) > 0:
		return errors.New("rank: a scoring function leaves no room for categories")
	}
	return nil
}

// fours reports whether four cards in a row or of a suit are a class of hands.
func (d *Description) fours() bool {
	return slices.Contains(d.Categories, FourFlush) || slices.Contains(d.Categories, FourStraight)
}

// partly reports whether fewer cards of a suit than a hand has can count.
func (d *Description) partly() bool { return d.fours() || d.Flush != 0 && d.Flush < d.Size }

// low reports whether low cards are good.
func (d *Description) low() bool {
	if d.Wins != EndOfBase {
		return d.Wins == LowWins
	}
	return d.Base.Low()
}

func (b Base) ace(a Ace) Ace {
	switch {
	case a != AceOfBase:
		return a
	case b == BaseHigh:
		return AceBoth
	case b == BaseDeuceToSeven:
		return AceHigh
	}
	return AceLow
}

// categories returns the order of the base, best first.
func (b Base) categories(wild bool) []Category {
	switch b {
	case BaseBadugi:
		return nil
	case BaseAceToFive:
		return []Category{HighCard, Pair, TwoPair, Trips, FullHouse, Quads, FiveOfAKind}
	case BaseDeuceToSeven:
		return []Category{HighCard, Pair, TwoPair, Trips, Straight, Flush, FullHouse, Quads, StraightFlush, FiveOfAKind}
	}
	order := []Category{StraightFlush, Quads, FullHouse, Flush, Straight, Trips, TwoPair, Pair, HighCard}
	if wild {
		order = slices.Insert(order, 0, FiveOfAKind)
	}
	return order
}

// checkCategories refuses doubles and the lack of a class that no other
// class could take in.
func (d Description) checkCategories() error {
	if d.Base == BaseBadugi || d.Score != nil {
		return nil
	}
	var seen [categories]bool
	for _, c := range d.Categories {
		switch {
		case int(c) >= categories:
			return fmt.Errorf("rank: %d is not a category", c)
		case seen[c]:
			return fmt.Errorf("rank: category %s is listed twice", c)
		}
		seen[c] = true
	}
	for _, c := range []Category{HighCard, Pair, TwoPair, Trips, FullHouse, Quads} {
		if !seen[c] && c.cards() <= d.Size {
			return fmt.Errorf("rank: category %s is missing", c)
		}
	}
	return nil
}

// The limits of rankings.
const (
	MostCards    = maxNatural // cards of a hand
	MostWithWild = 5          // cards of a hand in which some are wild
	MostHands    = 1<<16 - 1  // different hands: a strength has 16 bits
	MostClasses  = categories // classes of hands that a name stands for
)

// most returns how many different hands there can be: sets of ranks of which none stands more
// than four times, and hands of one suit.
func (d *Description) most() int {
	sets := [maxNatural + 1]int{1} // by the number of cards, of the ranks so far
	for range d.Deck.Ranks() {
		var next [maxNatural + 1]int
		for n := range next {
			for k := range min(n, 4) + 1 {
				next[n] += sets[n-k]
			}
		}
		sets = next
	}
	all := int(binomials[d.Deck.Ranks()][d.Size])
	for n := d.Size - d.Missing; n <= d.Size; n++ {
		all += sets[n]
	}
	return all
}

// Distinct returns how many different hands there can be.
func (d *Description) Distinct() int { return d.most() }

// possible reports whether hands of so many cards have the class where nothing else is
// said: one card or two are neither a straight nor a flush.
func (c Category) possible(size int) bool {
	switch c {
	case Straight, Flush, StraightFlush:
		return size > 2
	}
	return c.cards() <= size
}

// cards returns the size of the smallest hand that can be in the category.
func (c Category) cards() int {
	return [categories]int{1, 2, 4, 3, 1, 1, 5, 4, 1, 5, 5, 5}[c]
}

// wilds returns the set of cards that stand for others.
func (d Description) wilds() cards.Set {
	var s cards.Set
	if d.Jokers != NoJoker {
		for j := range d.Deck.Jokers {
			s = s.With(cards.Joker + cards.Card(j))
		}
	}
	for _, r := range d.WildRanks {
		for u := range cards.Suit(4) {
			s = s.With(cards.New(r, u))
		}
	}
	return (s | cards.SetOf(d.WildCards...)) & d.Deck.Set()
}
