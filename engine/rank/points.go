package rank

import (
	"cmp"
	"fmt"
	"slices"

	"cardroom/engine/cards"
)

// Points ranks hands by counting: each card has a value, and the hand closest
// to a target without exceeding it is best. A hand may have any number of
// cards, and the same card more than once, because such games are played with
// several decks. [CompilePoints] makes one; it is immutable.
type Points struct {
	d       PointsDescription
	cards   [64]uint32          // by card: its value, soft cards << 16, jokers << 24
	pairs   [kinds][kinds]uint8 // the natural that two faces make, from 1
	longer  bool                // naturals of more than two cards
	highest int
}

// PointsDescription defines the values of cards.
type PointsDescription struct {
	Name   string
	Target int
	// Values are the values of the ranks, deuce first.
	Values [13]int
	// AceHigh is the value of an ace if it may count instead of its normal
	// value, 0 for none: as many aces count high as keep the hand at or below
	// the target.
	AceHigh int
	// Joker is the value of a joker; 0: a joker makes the hand JokerMakes,
	// whatever else is in it, or the target if that is 0.
	Joker, JokerMakes int
	// Naturals are faces, two or more, that make a hand worth the target and
	// better than any other, if they are all of its cards. A face is a rank or
	// [JokerFace].
	Naturals [][]uint8
	// Cards are the numbers of cards that make a difference, ascending: a hand
	// is told from one with fewer.
	Cards []int
	// Modulo: only the remainder of a total divided by it counts, 0 for the
	// total itself.
	Modulo int
}

// JokerFace is the face of a joker in naturals; other faces are ranks.
const JokerFace = 13

const (
	kinds      = 14
	maxValue   = 50
	maxTarget  = 100
	maxFaces   = 5 // of a natural
	mostCounts = 4 // numbers of cards that make a difference
	mostCards  = 11
	softShift  = 16
	jokerShift = 24
	hardMask   = 1<<softShift - 1
	countMask  = 0xff
	farOver    = 1 // one class for all totals beyond what one card can exceed the target by
)

// Worth is the count of a hand.
type Worth struct {
	Total   int
	Natural uint8 // the number of the natural, from 1; 0 for none
	Cards   uint8 // the largest of the description's Cards that the hand has; 0: it has fewer
	Over    bool  // the total exceeds the target
	Soft    bool  // an ace counts high
	Joker   bool  // a joker determined the total
}

// CompilePoints checks a description and compiles it.
func CompilePoints(d PointsDescription) (*Points, error) {
	p := &Points{d: d}
	if d.Target < 1 || d.Target > maxTarget {
		return nil, fmt.Errorf("rank: a target of %d: use 1 to %d", d.Target, maxTarget)
	}
	for r, v := range d.Values {
		if v < 0 || v > maxValue {
			return nil, fmt.Errorf("rank: %c counts %d: use 0 to %d", cards.Rank(r).Char(), v, maxValue)
		}
		p.highest = max(p.highest, v)
		for s := range cards.Suit(4) {
			p.cards[cards.New(cards.Rank(r), s)] = uint32(v)
		}
	}
	low := d.Values[cards.Ace]
	if d.AceHigh != 0 && (d.AceHigh <= low || d.AceHigh > maxValue) {
		return nil, fmt.Errorf("rank: an ace counts %d or %d: the second must be more, and at most %d", low, d.AceHigh, maxValue)
	}
	p.highest = max(p.highest, d.AceHigh, d.Joker)
	if d.AceHigh > 0 {
		for s := range cards.Suit(4) {
			p.cards[cards.New(cards.Ace, s)] |= 1 << softShift
		}
	}
	joker := uint32(d.Joker)
	if d.Joker == 0 {
		joker = 1 << jokerShift
	}
	p.cards[cards.Joker], p.cards[cards.Joker2] = joker, joker
	if d.JokerMakes < 0 || d.JokerMakes > d.Target {
		return nil, fmt.Errorf("rank: a joker makes %d: the target is %d", d.JokerMakes, d.Target)
	}
	if d.Modulo != 0 && (d.Modulo <= d.Target || d.AceHigh > 0) {
		return nil, fmt.Errorf("rank: totals are divided by %d: that must be above the target, and an ace counts one number", d.Modulo)
	}
	for i, faces := range d.Naturals {
		if len(faces) < 2 || len(faces) > maxFaces {
			return nil, fmt.Errorf("rank: a natural of %d faces: use 2 to %d", len(faces), maxFaces)
		}
		for _, f := range faces {
			if f >= kinds {
				return nil, fmt.Errorf("rank: a natural has the face %d: there are %d faces, from 0", f, kinds)
			}
		}
		if slices.ContainsFunc(d.Naturals[:i], func(other []uint8) bool { return alikeFaces(other, faces) }) {
			return nil, fmt.Errorf("rank: the natural %s is listed twice", faceNames(faces))
		}
		if len(faces) > 2 {
			p.longer = true
			continue
		}
		p.pairs[faces[0]][faces[1]], p.pairs[faces[1]][faces[0]] = uint8(i+1), uint8(i+1)
	}
	for i, n := range d.Cards {
		if len(d.Cards) > mostCounts || n < 2 || n > mostCards || i > 0 && n <= d.Cards[i-1] {
			return nil, fmt.Errorf("rank: numbers of cards are %v: use at most %d from 2 to %d, ascending", d.Cards, mostCounts, mostCards)
		}
	}
	return p, nil
}

// Name returns the name of the description.
func (p *Points) Name() string { return p.d.Name }

// Description returns the description that the points were compiled from.
func (p *Points) Description() PointsDescription { return p.d }

// face returns the face of a card for naturals.
func face(c cards.Card) uint8 {
	if c.Natural() {
		return uint8(c.Rank())
	}
	return JokerFace
}

// Of returns the worth of cards. Unknown cards count nothing.
func (p *Points) Of(cs []cards.Card) Worth { return p.of(cs, false) }

func (p *Points) of(cs []cards.Card, plain bool) Worth {
	sum := uint32(0)
	for _, c := range cs {
		sum += p.cards[c&63]
	}
	w := Worth{Total: int(sum & hardMask)}
	if p.d.Modulo > 0 {
		w.Total %= p.d.Modulo
	}
	for _, n := range p.d.Cards {
		if len(cs) >= n {
			w.Cards = uint8(n)
		}
	}
	switch {
	case plain:
	case len(cs) == 2:
		w.Natural = p.pairs[face(cs[0])][face(cs[1])]
	case p.longer && len(cs) <= maxFaces:
		var faces [maxFaces]uint8
		for i, c := range cs {
			faces[i] = face(c)
		}
		w.Natural = uint8(1 + slices.IndexFunc(p.d.Naturals, func(n []uint8) bool { return alikeFaces(n, faces[:len(cs)]) }))
	}
	switch {
	case w.Natural > 0:
		w.Total = p.d.Target
		return w
	case sum>>jokerShift != 0:
		w.Total, w.Joker = cmp.Or(p.d.JokerMakes, p.d.Target), true
		return w
	}
	if extra := p.d.AceHigh - p.d.Values[cards.Ace]; extra > 0 && w.Total < p.d.Target {
		high := min(int(sum>>softShift&countMask), (p.d.Target-w.Total)/extra)
		w.Total += high * extra
		w.Soft = high > 0
	}
	w.Over = w.Total > p.d.Target
	return w
}

// Plain returns the worth without a natural: that of the same cards in a hand
// that cannot be a natural, such as one made by a split.
func (p *Points) Plain(cs []cards.Card) Worth { return p.of(cs, true) }

// totals returns the number of totals that a comparison distinguishes: as far as
// one card can exceed the target, and everything beyond.
func (p *Points) totals() int { return p.d.Target + p.highest + 1 + farOver }

// Classes returns the number of worths that a comparison distinguishes: the
// naturals, and each total with each number of cards that makes a difference.
func (p *Points) Classes() int { return len(p.d.Naturals) + (1+len(p.d.Cards))*p.totals() }

// Class returns the number of a worth, from 0 to Classes()-1: the naturals
// first, then the totals from 0 up, those of the fewest cards first.
func (p *Points) Class(w Worth) int {
	if w.Natural > 0 {
		return int(w.Natural) - 1
	}
	return len(p.d.Naturals) + (1+slices.Index(p.d.Cards, int(w.Cards)))*p.totals() + min(w.Total, p.totals()-1)
}

// Far reports whether a worth shares its class with other totals.
func (p *Points) Far(w Worth) bool { return w.Natural == 0 && w.Total >= p.totals()-1 }

// OfClass returns the worth that a class stands for.
func (p *Points) OfClass(class int) Worth {
	t := class - len(p.d.Naturals)
	if t < 0 {
		return Worth{Total: p.d.Target, Natural: uint8(class + 1)}
	}
	w := Worth{Total: t % p.totals()}
	if k := t / p.totals(); k > 0 {
		w.Cards = uint8(p.d.Cards[k-1])
	}
	w.Over = w.Total > p.d.Target
	return w
}

// CardWords returns the number of cards of a worth: "5 cards", "7 cards or more"; ""
// for a number that makes no difference.
func (p *Points) CardWords(w Worth) string {
	switch {
	case w.Cards == 0:
		return ""
	case slices.Contains(p.d.Cards, int(w.Cards)+1):
		return fmt.Sprintf("%d cards", w.Cards)
	}
	return fmt.Sprintf("%d cards or more", w.Cards)
}

// Words returns a worth in the words of a dealer: "natural 22", "soft 17", "24,
// over", "21 of 5 cards".
func (p *Points) Words(w Worth) string {
	if w.Natural > 0 {
		return fmt.Sprintf("natural %d", w.Total)
	}
	text := fmt.Sprint(w.Total)
	if w.Soft && !w.Over {
		text = "soft " + text
	}
	if w.Cards > 0 {
		text += " of " + p.CardWords(w)
	}
	if w.Over {
		text += ", over"
	}
	return text
}

// Pair returns the faces of a natural, "AJo"; "" for other worths.
func (p *Points) Pair(w Worth) string {
	if w.Natural == 0 {
		return ""
	}
	return faceNames(p.d.Naturals[w.Natural-1])
}

func faceNames(faces []uint8) (text string) {
	for _, f := range faces {
		text += faceName(f)
	}
	return text
}

// alikeFaces reports whether two lists have the same faces in any order.
func alikeFaces(a, b []uint8) bool {
	var counts [kinds]int8
	for _, f := range a {
		counts[f]++
	}
	for _, f := range b {
		counts[f]--
	}
	return counts == [kinds]int8{}
}

func faceName(f uint8) string {
	if f == JokerFace {
		return "Jo"
	}
	return string(cards.Rank(f).Char())
}
