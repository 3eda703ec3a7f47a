package rank

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/cards"
)

// A Base is the scale that a ranking starts from. It determines which end of the scale wins, where
// the ace ranks and which categories count, unless the [Description] says otherwise.
type Base uint8

const (
	// BaseHigh is the usual order, with the ace high, and also low in a straight.
	BaseHigh Base = iota
	// BaseAceToFive is California low: ace low, straights and flushes ignored, 5-4-3-2-A best.
	BaseAceToFive
	// BaseDeuceToSeven is Kansas City low: ace high, straights and flushes count against the hand,
	// A-2-3-4-5 is not a straight, 7-5-4-3-2 best.
	BaseDeuceToSeven
	// BaseBadugi ranks by the largest group of cards of different ranks and suits, lower groups
	// first; ace low, four cards.
	BaseBadugi
)

var baseNames = [...]string{"high", "ace-to-five", "deuce-to-seven", "badugi"}

// String returns the name of the scale: "ace-to-five".
func (b Base) String() string { return name(baseNames[:], int(b)) }

// Low reports whether low cards are good on this scale.
func (b Base) Low() bool { return b != BaseHigh }

// A Category is a class of hands.
type Category uint8

// The categories in the order of a deck without jokers, with five of a kind on top.
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
	// FourStraight and FourFlush are four cards in a row, or of a suit, among five. They count only
	// if a description names them.
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

// ParseCategory returns the category with a name: "full house".
func ParseCategory(s string) (Category, bool) {
	i := slices.Index(categoryNames[:], s)
	return Category(max(i, 0)), i >= 0
}

// An End is the end of a scale that wins within a class of hands.
type End uint8

const (
	// EndOfBase keeps the end of the base.
	EndOfBase End = iota
	// HighWins: higher cards are better.
	HighWins
	// LowWins: lower cards are better.
	LowWins
)

// An Ace is the rank of the ace.
type Ace uint8

const (
	// AceOfBase keeps the ace of the base.
	AceOfBase Ace = iota
	// AceHigh puts it above the king only.
	AceHigh
	// AceLow puts it below the lowest rank only.
	AceLow
	// AceBoth ranks it as the base does and allows it at either end of a straight.
	AceBoth
)

// A Role is what the wild cards of a ranking may represent.
type Role uint8

const (
	// NoJoker rejects jokers.
	NoJoker Role = iota
	// Bug is an ace, or the card that completes a straight, a flush or a
	// straight flush; in a low ranking the lowest card the hand does not hold.
	Bug
	// Wild is any card; five of a kind is possible, but not a flush with two aces.
	Wild
)

var roleNames = [...]string{"none", "bug", "wild"}

// String returns "none", "bug" or "wild".
func (r Role) String() string { return name(roleNames[:], int(r)) }

// A SuitOrder is how suits break ties between hands of equal strength: the place of each suit, two bits for it, clubs in the lowest.
type SuitOrder uint8

const (
	// SuitsEqual lets equal hands tie, as in almost every card room.
	SuitsEqual SuitOrder = 0
	// SuitsAscending ranks clubs < diamonds < hearts < spades.
	SuitsAscending SuitOrder = 0b11_10_01_00
	// SuitsDescending ranks spades lowest.
	SuitsDescending SuitOrder = 0b00_01_10_11
)

// Place returns the place of a suit, 3 for the highest; 0 if suits are equal.
func (o SuitOrder) Place(s cards.Suit) uint8 { return uint8(o) >> (2 * s) & 3 }

// Suits returns the suits, the highest first.
func (o SuitOrder) Suits() (out [4]cards.Suit) {
	for s := range cards.Suit(4) {
		out[3-o.Place(s)] = s
	}
	return out
}

// ParseSuits returns the order of suits that their letters name, the highest first: "hdcs".
func ParseSuits(letters string) (o SuitOrder, ok bool) {
	seen := 0
	for i, l := range letters {
		s := strings.IndexRune("cdhs", l)
		if s < 0 || i > 3 {
			return 0, false
		}
		seen |= 1 << s
		o |= SuitOrder(3-i) << (2 * s)
	}
	return o, seen == 15
}

// A Hand is what a scoring function gets to know about a hand of [Description.Size] cards. Wild
// cards are already replaced: the function is called for natural hands, and the best replacement
// counts.
type Hand struct {
	// Counts is the number of cards of each rank, deuce first. A count exceeds four only if a wild
	// card makes five of a kind.
	Counts [13]uint8
	// Suited means that all cards are of one suit.
	Suited bool
	// Flush is the mask of the ranks of one suit, bit 0 the deuce, if there are at least
	// [Description.Flush] cards of it; 0 if Description.Flush is not set.
	Flush uint16
	// Wild is how many of the cards are wild cards, whatever they stand for; 0 without [Description.CountsWild].
	Wild uint8
}

// A Description defines a ranking. The zero value of every field except Name means that of the
// base.
type Description struct {
	Name string
	Base Base
	// Categories that count, best first. Straight, Flush, StraightFlush and FiveOfAKind may be
	// missing: such a hand then counts as the best remaining category. Empty: the base's own, with
	// five of a kind on top if there are wild cards.
	Categories []Category
	Ace        Ace
	// Wins reverses the scale within each class; the order of the classes stays.
	Wins End
	// Size is the number of cards in a hand, 1 to 7; 0 is five, and four in badugi.
	Size int
	// Missing is how many cards fewer a hand may have. A missing card is lower than all others. If
	// there are more cards, the best Size of them play.
	Missing int
	// Only are the cards that count, such as those of one suit; empty: the whole deck.
	Only cards.Set
	// OneSuit: the cards of one suit play, those of the suit that makes the best hand. Missing then says how few there may be.
	OneSuit bool
	// Flush is the number of cards of a suit from which on a scoring function gets their ranks; it
	// must be more than half of a hand. 0: the function only gets whether all cards are of one
	// suit.
	Flush int
	// Floor is the worst hand that qualifies, 8-7-6-5-4 for eight or better; empty: every hand
	// qualifies.
	Floor []cards.Card
	// Deck is the deck. More than one pack is an error: a flush would need repeated cards.
	Deck cards.Deck
	// Jokers is the role of jokers and of the wild ranks and cards below. With wild ranks or cards,
	// NoJoker means Wild.
	Jokers    Role
	WildRanks []cards.Rank
	WildCards []cards.Card
	// AnyWild: any other cards may be wild in a hand too: see [Choice.Wild].
	AnyWild bool
	// Events make cards wild during a hand; they imply AnyWild.
	Events []Event
	// Suits breaks ties between hands of equal strength, see [Ranking.SuitKey].
	Suits SuitOrder
	// Score replaces the categories: larger is better, 0 does not qualify. It must depend only on
	// its argument. It is called at first use, once for each of the 6,175 sets of five ranks, 6,188
	// with wild cards, and the 1,287 one-suit hands, from one goroutine; with Flush 4 for 9,295
	// more hands.
	Score func(Hand) uint32
	// CountsWild: Score is told how many cards are wild. It is then called again for each number of them.
	CountsWild bool
	// Words describes a score; nil means "score 17".
	Words func(score uint32) string
	// Order lists the classes that Score ranks by, best first, and Doc is the description by
	// the author of Score. Both are for rule sheets and do not affect the ranking.
	Order []OrderedClass
	Doc   string
	// Place returns the place in Order of the class that a score belongs to; nil if Score does not rank by classes.
	Place func(score uint32) int
}

// OrderedClass is a class of hands as a rule sheet names it. Doc is the author's
// description of the class, "" if it needs none.
type OrderedClass struct{ Name, Doc string }

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%d", i)
}

// normal fills in the defaults of d and returns an error if it cannot be ranked.
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
	if n := len(d.Floor); n > 0 && n != d.Size && (d.Base != BaseBadugi && (!d.OneSuit || n < d.Size-d.Missing) || n > d.Size) {
		return d, fmt.Errorf("rank: the floor %s is not a hand of %d cards", cards.Format(d.Floor), d.Size)
	}
	if s := cards.SetOf(d.Floor...); d.OneSuit && s != 0 && s&^cards.OfSuit(d.Floor[0].Suit()) != 0 {
		return d, fmt.Errorf("rank: the floor %s is not of one suit", cards.Format(d.Floor))
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

// Check returns the error that a description with a scoring function would cause, whatever its scores are.
func Check(d Description) error {
	d.Score, d.Categories = func(Hand) uint32 { return 1 }, nil
	_, err := d.normal()
	return err
}

// check returns an error if sizes, decks and wild cards do not fit together.
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
	case d.OneSuit && (d.Base == BaseBadugi || d.Only != 0 || d.Jokers != NoJoker || d.Flush != 0 || d.fours()):
		return errors.New("rank: cards of one suit cannot be combined with badugi, wild cards, cards that do not count or four cards of a suit; a score gets their ranks as the hand's")
	case d.Missing > 0 && (d.Only != 0 || d.partly()):
		return errors.New("rank: hands of fewer cards cannot be combined with cards that do not count or four cards of a suit")
	case d.Score == nil && d.Base != BaseBadugi && d.most() > MostHands:
		return fmt.Errorf("rank: there are %[3]d different hands of %[1]d to %[2]d cards: a ranking can distinguish at most %[4]d", d.Size-d.Missing, d.Size, d.most(), MostHands)
	case d.Size > MostWithWild && d.Jokers != NoJoker:
		return fmt.Errorf("rank: wild cards stand for others in hands of up to five cards, not of %d", d.Size)
	case d.Jokers == Bug && d.Missing > 0:
		return errors.New("rank: a bug cannot be combined with hands of fewer cards; a card that stands for any other can")
	case d.Jokers != NoJoker && d.Flush != 0 && d.Flush < d.Size:
		return errors.New("rank: wild cards cannot be combined with the cards of a suit that a score gets")
	case d.Jokers != NoJoker && (d.Only != 0 || d.partly()):
		return errors.New("rank: wild cards cannot be combined with cards that do not count or four cards of a suit")
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
	case d.Flush != 0 && d.Score == nil:
		return errors.New("rank: cards of a suit are counted for a scoring function only")
	case d.Flush != 0 && (d.Flush > d.Size || 2*d.Flush <= d.Size):
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

// fours reports whether four cards in a row or of a suit form a category.
func (d *Description) fours() bool {
	return slices.Contains(d.Categories, FourFlush) || slices.Contains(d.Categories, FourStraight)
}

// partly reports whether fewer cards of a suit than a whole hand can count.
func (d *Description) partly() bool { return d.fours() || d.Flush != 0 && d.Flush < d.Size }

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

// categories returns the categories of the base, best first.
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

// missingError names classes of hands that an order lacks.
type missingError string

// ErrMissing is the error of an order that lacks classes of hands.
const ErrMissing missingError = ""

func (e missingError) Error() string {
	return "rank: missing: " + string(e) + "; only straights and flushes may be left out"
}

// Is reports whether the error is [ErrMissing].
func (missingError) Is(target error) bool { return target == ErrMissing }

// checkCategories returns an error for repeated categories, and for a missing one that no other
// category can replace.
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
	var missing []string
	for _, c := range []Category{HighCard, Pair, TwoPair, Trips, FullHouse, Quads} {
		if !seen[c] && c.cards() <= d.Size {
			missing = append(missing, c.String())
		}
	}
	if len(missing) > 0 {
		return missingError(strings.Join(missing, ", "))
	}
	return nil
}

// Limits of rankings.
const (
	MostCards    = maxNatural // cards in a hand
	MostWithWild = 5          // cards in a hand with wild cards
	MostHands    = 1<<16 - 1  // different hands, because a strength has 16 bits
	MostClasses  = categories // number of categories
)

// most returns the number of different hands: sets of ranks with no rank more than four times, and
// hands of one suit.
func (d *Description) most() int {
	if d.OneSuit {
		all := 0
		for n := d.Size - d.Missing; n <= d.Size; n++ {
			all += int(binomials[d.Deck.Ranks()][n])
		}
		return all
	}
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

// Distinct returns the number of different hands.
func (d *Description) Distinct() int { return d.most() }

// possible reports whether hands of size cards can have the category by default: one or two cards
// are neither a straight nor a flush.
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
	// straightOverFlush is the order of card rooms in which a straight beats a flush in games with wild cards: one wild joker,
	// five of a kind on top.
	straightOverFlush = mustCompile(Description{
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
	{straightOverFlush, "straight_over_flush", "Flush and straight change places: a straight beats a flush. One joker is any card; five of a kind is best."},
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
