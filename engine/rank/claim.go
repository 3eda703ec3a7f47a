package rank

import (
	"slices"
	"strings"

	"cardroom/engine/cards"
)

// A claim is a hand as a player calls it, such as "two pair, kings up" or "eighty-seven low".
type claim struct {
	category Category
	ranks    []cards.Rank // those that the words name, in the order in which hands are compared
	low      bool         // the words call it a low
	wheel    bool
}

// Claims returns the lowest strength that a player claims with words, such as "pair", "kings up",
// "eighty-seven low" or "bicycle"; 0 for a hand that the ranking does not have. known is false if
// the words name no hand. Words are separated by spaces or any punctuation.
func (r *Ranking) Claims(words string) (least Strength, known bool) {
	t := r.tables()
	tokens := claimTokens(words)
	if r.d.Score != nil || t.badugi != nil {
		return r.described(tokens)
	}
	c, ok := readClaim(tokens)
	switch {
	case !ok || c.low && !t.low:
		return r.described(tokens)
	case c.wheel && t.low:
		return Strength(len(t.raws)), true
	}
	for i, raw := range t.raws {
		if category, worths := t.split(raw); category == c.category && t.begins(worths, c.ranks) {
			return Strength(i + 1), true
		}
	}
	return 0, true
}

// CallsLow reports whether words call a hand a low.
func CallsLow(words string) bool {
	return slices.ContainsFunc(claimTokens(words), func(w string) bool { return w == "low" || slices.Contains(wheels, w) })
}

// begins reports whether hands of these worths have ranks first.
func (t *tables) begins(worths [maxNatural]uint8, ranks []cards.Rank) bool {
	for i, r := range ranks {
		if i >= len(worths) || worths[i] == noCard || t.rankOf(worths[i]) != r {
			return false
		}
	}
	return true
}

// described finds the lowest strength whose description begins with the ranks of a claim and has
// its other words.
func (r *Ranking) described(tokens []string) (Strength, bool) {
	ranks, words := ranksApart(tokens)
	for s := Strength(1); int(s) <= r.Count() && len(tokens) > 0; s++ {
		all, said := ranksApart(claimTokens(r.Describe(s)))
		if len(ranks) <= len(all) && slices.Equal(ranks, all[:len(ranks)]) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, w) }) {
			return s, true
		}
	}
	c, usual := readClaim(tokens)
	return 0, usual && !c.low // a hand, but not one of these
}

// ranksApart returns the ranks among words, and the other words.
func ranksApart(tokens []string) (ranks []cards.Rank, words []string) {
	for _, w := range tokens {
		if r, ok := rankNamed(w); ok {
			ranks = append(ranks, r)
		} else {
			words = append(words, w)
		}
	}
	return ranks, words
}

// claimTokens returns the words of a claim without punctuation and without words that say nothing.
func claimTokens(words string) []string {
	words = strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-,;:/()'\"", r) {
			return ' '
		}
		return r
	}, strings.ToLower(words))
	all := strings.Fields(words)
	var out []string
	for i, w := range all {
		switch {
		case w == "a" && i+1 < len(all) && (all[i+1] == "high" || all[i+1] == "low" || all[i+1] == "kicker"):
			out = append(out, "ace")
		case slices.Contains(idle, w):
		case len(w) > 1 && strings.Trim(w, "23456789") == "":
			out = append(out, strings.Split(w, "")...) // "87"
		default:
			out = append(out, w)
		}
	}
	return out
}

var (
	idle   = []string{"a", "an", "the", "of", "and", "with", "over", "kicker", "is", "have", "i"}
	wheels = []string{"bicycle", "wheel", "bike"}
	counts = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5}
	groups = [...]Category{2: Pair, 3: Trips, 4: Quads, 5: FiveOfAKind}
)

// rankNamed returns the rank of a word: "king", "kings", "k", "eighty", "10".
func rankNamed(w string) (cards.Rank, bool) {
	for r := range cards.Rank(len(rankWords)) {
		if w == rankWords[r] || w == Plural(r) || w == tens[r] {
			return r, true
		}
	}
	switch w {
	case "10", "t":
		return cards.Ten, true
	case "two", "twos":
		return 0, true
	}
	if i := strings.Index("23456789tjqka", w); len(w) == 1 && i >= 0 {
		return cards.Rank(i), true
	}
	return 0, false
}

// plural reports whether a word names several cards of a rank.
func plural(w string) bool {
	_, ok := rankNamed(w)
	return ok && strings.HasSuffix(w, "s")
}

// readClaim reads a claim by the words of the usual categories.
func readClaim(tokens []string) (c claim, ok bool) {
	const none = Category(categories)
	c.category = none
	groupsOf := 0 // groups of equal cards that plurals name
	for i := 0; i < len(tokens); i++ {
		w, next := tokens[i], ""
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		n := counts[w]
		switch {
		case slices.Contains(wheels, w):
			c.category, c.wheel, c.ranks = Straight, true, []cards.Rank{cards.Five}
		case w == "broadway":
			c.category, c.ranks = Straight, []cards.Rank{cards.Ace}
		case w == "royal":
			c.category, c.ranks = StraightFlush, []cards.Rank{cards.Ace}
			if next == "flush" {
				i++
			}
		case w == "straight" && next == "flush":
			c.category = StraightFlush
			i++
		case n == 4 && next == "straight":
			c.category = FourStraight
			i++
		case n == 4 && next == "flush":
			c.category = FourFlush
			i++
		case w == "straight":
			c.category = Straight
		case w == "flush":
			c.category = Flush
		case w == "full", w == "boat":
			c.category = FullHouse
			if next == "house" || next == "boat" {
				i++
			}
		case w == "quads", w == "quad":
			c.category = Quads
		case w == "trips", w == "trip", w == "set":
			c.category = Trips
		case n == 2 && (next == "pair" || next == "pairs"), w == "up":
			c.category = TwoPair
			if n == 2 {
				i++
			}
		case w == "pair" && c.category == none:
			c.category = Pair
		case n > 2 && next == "kind":
			c.category = groups[n]
			i++
		case n > 1 && plural(next):
			c.category = groups[n]
		case w == "high" && next == "card":
			c.category = HighCard
			i++
		case w == "high":
		case w == "low":
			c.low = true
		default:
			r, is := rankNamed(w)
			if !is {
				return c, false
			}
			if plural(w) {
				groupsOf++
			}
			c.ranks = append(c.ranks, r)
		}
	}
	if c.category == none {
		switch {
		case groupsOf == 1 && !c.low:
			c.category = Pair
		case groupsOf == 2 && !c.low:
			c.category = TwoPair
		case groupsOf == 0 && (c.low || len(c.ranks) > 0):
			c.category = HighCard
		default:
			return c, false
		}
	}
	return c, true
}
