package rank

import (
	"fmt"
	"strings"

	"cardroom/engine/cards"
)

var rankWords = [13]string{
	"deuce", "three", "four", "five", "six", "seven", "eight",
	"nine", "ten", "jack", "queen", "king", "ace",
}

// tens are the words for ranks as the first half of a low: "eighty-seven".
var tens = map[cards.Rank]string{
	cards.Five: "fifty", cards.Six: "sixty", cards.Seven: "seventy", cards.Eight: "eighty", cards.Nine: "ninety",
}

// Word returns the word for a rank: "six".
func Word(r cards.Rank) string { return rankWords[r] }

// Plural returns the word for several cards of a rank: "sixes".
func Plural(r cards.Rank) string {
	if r == cards.Six {
		return "sixes"
	}
	return rankWords[r] + "s"
}

// Describe returns the strength in words: "sixes full of kings", "pair of
// aces", "eighty-seven low", "five of a kind, aces"; "no qualifying hand" for
// 0.
func (r *Ranking) Describe(s Strength) string {
	t := r.tables()
	if s == 0 || int(s) > len(t.raws) {
		return "no qualifying hand"
	}
	raw := t.raws[s-1]
	switch {
	case r.d.Score != nil && r.d.Words != nil:
		return r.d.Words(raw)
	case r.d.Score != nil:
		return fmt.Sprintf("score %d", raw)
	case t.badugi != nil:
		return t.badugiWords(raw)
	}
	c, worths := t.split(raw)
	if c == HighCard && t.low {
		return t.lowWords(worths)
	}
	return t.words(c, worths)
}

func (t *tables) words(c Category, worths [maxNatural]uint8) string {
	if worths[0] == noCard {
		return "no cards"
	}
	a, b := t.rankOf(worths[0]), t.rankOf(worths[1])
	switch c {
	case HighCard:
		return rankWords[a] + " high"
	case Pair:
		return "pair of " + Plural(a)
	case TwoPair:
		return "two pair, " + Plural(a) + " and " + Plural(b)
	case FullHouse:
		return Plural(a) + " full of " + Plural(b)
	case Trips, Quads, FiveOfAKind:
		return c.String() + ", " + Plural(a)
	case StraightFlush:
		if a == cards.Ace && t.size == 5 {
			return "royal flush"
		}
	}
	return c.String() + ", " + rankWords[a] + " high"
}

// lowWords returns the name of a low by its top two cards.
func (t *tables) lowWords(worths [maxNatural]uint8) string {
	if worths[0] == noCard {
		return "no cards"
	}
	a, b := t.rankOf(worths[0]), t.rankOf(worths[1])
	if t.aceLow && t.size == 5 && worths[0] == 4 && worths[4] == 0 {
		return "bicycle (wheel)"
	}
	if t.size == 1 || worths[1] == noCard {
		return rankWords[a] + " low"
	}
	if ten, ok := tens[a]; ok {
		return ten + "-" + rankWords[b] + " low"
	}
	return rankWords[a] + "-" + rankWords[b] + " low"
}

// badugiWords returns the names of all cards, and their number if it is not
// four.
func (t *tables) badugiWords(raw uint32) string {
	var names []string
	for _, w := range t.badugiGroup(raw) {
		names = append(names, rankWords[t.rankOf(w)])
	}
	n := len(names)
	cs := strings.Join(names, "-")
	if n == 4 {
		return cs + " badugi"
	}
	return [...]string{"", "one-card ", "two-card ", "three-card "}[n] + cs
}

// A Class is a range of strengths that players call by one name: "flush",
// "eight low", "three-card hand". Best is the strongest of them, Worst the
// weakest.
type Class struct {
	Name        string
	Worst, Best Strength
}

// Classes returns the classes of the ranking, best first. Every strength is in
// one of them. The last class has strength 0: the hands that do not qualify.
//
// Classes are the categories that count. A low hand without a pair is named by
// its highest card, a badugi by its number of cards, and a hand of a scoring
// function by the words of that function.
func (r *Ranking) Classes() []Class {
	t := r.tables()
	var out []Class
	var last uint32
	for s := Strength(len(t.raws)); s > 0; s-- {
		key, name := t.classKey(r, s)
		n := len(out)
		same := n > 0 && key == last
		if name != "" { // from a scoring function
			same = n > 0 && out[n-1].Name == name
		}
		if same {
			out[n-1].Worst = s
			continue
		}
		if name == "" {
			name = t.className(key)
		}
		out, last = append(out, Class{name, s, s}), key
	}
	return append(out, Class{Name: r.Describe(0)})
}

// ClassName returns the name of the class of a strength.
func (r *Ranking) ClassName(s Strength) string {
	if s == 0 {
		return r.Describe(0)
	}
	t := r.tables()
	key, name := t.classKey(r, s)
	if name == "" {
		name = t.className(key)
	}
	return name
}

// classKey returns the number of a strength's class, or its name under a
// scoring function.
func (t *tables) classKey(r *Ranking, s Strength) (key uint32, name string) {
	raw := t.raws[s-1]
	switch {
	case t.badugi != nil:
		return uint32(len(t.badugiGroup(raw))), ""
	case t.own != nil:
		return 0, r.Describe(s)
	}
	c, worths := t.split(raw)
	if c == HighCard && t.low && worths[0] != noCard {
		return uint32(t.rankOf(worths[0])) + 1<<8, ""
	}
	return uint32(c), ""
}

func (t *tables) className(key uint32) string {
	switch {
	case t.badugi != nil:
		return [...]string{"", "one-card hand", "two-card hand", "three-card hand", "badugi"}[key]
	case key >= 1<<8:
		return rankWords[key&15] + " low"
	}
	return Category(key).String()
}
