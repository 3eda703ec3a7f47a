package rank

import (
	"slices"
	"strings"
	"sync"

	"cardroom/engine/cards"
)

// Hands as players and dealers call them. The table of terms owns the words; what they name is a set of strengths of a
// ranking. Rule tests, claims at the table, the REPL and the reference read names here.

// A term is a row of the table of names: words that name a kind of hand, or a word within a name.
type term struct {
	said  string // its forms, with | between them
	means string // the hand, for the reference; "" for a word within a name
	adds  func(c *claim)
}

// terms are the names of hands but for the ranks in them. Of forms that begin alike the longest is meant.
var terms = []term{
	{"bicycle|wheel|bike", "5-4-3-2-A: the best low where aces are low and straights do not count, and a straight for high", func(c *claim) {
		c.category, c.wheel, c.ranks = Straight, true, []cards.Rank{cards.Five}
	}},
	{"steel wheel", "a straight flush, five high", func(c *claim) { c.category, c.ranks = StraightFlush, []cards.Rank{cards.Five} }},
	{"broadway", "a straight, ace high", func(c *claim) { c.category, c.ranks = Straight, []cards.Rank{cards.Ace} }},
	{"royal|royal flush", "a straight flush, ace high", func(c *claim) { c.category, c.ranks = StraightFlush, []cards.Rank{cards.Ace} }},
	{"boat|full boat|barn|full barn|full house|full", "a full house; \"kings full of tens\"", func(c *claim) { c.category = FullHouse }},
	{"quads|quad|four of a kind", "four of a kind; \"quad sevens\"", func(c *claim) { c.category = Quads }},
	{"set|trips|trip|three of a kind", "three of a kind; \"trip sevens\", \"a set of sevens\"", func(c *claim) { c.category = Trips }},
	{"up|two pair|two pairs", "two pair; \"aces up\", \"kings over tens\"", func(c *claim) { c.category = TwoPair }},
	{"rough", "a low whose second card is one or two below its first: \"rough eight\" is 8-7 or 8-6", func(c *claim) { c.low, c.build = true, rough }},
	{"smooth", "a low whose second card is three or more below its first, or the lowest there is: \"smooth eight\" is 8-5 or better", func(c *claim) { c.low, c.build = true, smooth }},
	{"perfect", "the best low with its first card: \"perfect eight\" is 8-4-3-2-A where aces are low", func(c *claim) { c.low, c.build = true, perfect }},
	{"number one", "the best low there is; \"number two\" to \"number four\" are the next", func(c *claim) { c.low, c.place = true, 1 }},
	{"number two", "", func(c *claim) { c.low, c.place = true, 2 }},
	{"number three", "", func(c *claim) { c.low, c.place = true, 3 }},
	{"number four", "", func(c *claim) { c.low, c.place = true, 4 }},
	{"nut|nuts", "the best hand of its kind that anybody can have on this board: \"the nuts\", \"nut low\", \"nut flush\"", func(c *claim) { c.nuts = true }},
	{"five of a kind", "", func(c *claim) { c.category = FiveOfAKind }},
	{"straight flush", "", func(c *claim) { c.category = StraightFlush }},
	{"four straight", "", func(c *claim) { c.category = FourStraight }},
	{"four flush", "", func(c *claim) { c.category = FourFlush }},
	{"straight", "", func(c *claim) { c.category = Straight }},
	{"flush", "\"ace-high flush\"; with its suit too: \"spade flush\"", func(c *claim) { c.category = Flush }},
	{"pair", "", func(c *claim) { c.category = Pair }},
	{"high card|no pair", "", func(c *claim) { c.category = HighCard }},
	{"high", "", func(*claim) {}},
	{"low", "", func(c *claim) { c.low = true }},
}

// A Term is a name of a hand that says more than its category.
type Term struct {
	Said  []string // its forms
	Means string
}

// Terms returns the table of names, for the reference.
func Terms() (out []Term) {
	for i := range terms {
		if terms[i].means != "" {
			out = append(out, terms[i].public())
		}
	}
	return out
}

func (t *term) public() Term { return Term{strings.Split(t.said, "|"), t.means} }

// TermsOf returns the terms among words that name a hand, such as "aces up" or "rough eight"; none for other words.
func TermsOf(words string) (out []Term) {
	tokens := claimTokens(words)
	if _, ok := readClaim(tokens); !ok {
		return nil
	}
	for len(tokens) > 0 {
		t, n := termAt(tokens)
		if t != nil && t.means != "" {
			out = append(out, t.public())
		}
		tokens = tokens[max(1, n):]
	}
	return out
}

// termAt returns the term at the beginning of tokens, and the number of its words; 0 for none.
func termAt(tokens []string) (of *term, words int) {
	for i := range terms {
		for form := range strings.SplitSeq(terms[i].said, "|") {
			if w := strings.Fields(strings.Replace(form, " of a ", " ", 1)); len(w) > words && len(w) <= len(tokens) && slices.Equal(w, tokens[:len(w)]) {
				of, words = &terms[i], len(w)
			}
		}
	}
	return of, words
}

// A claim is a hand as a player calls it, such as "two pair, kings up" or "eighty-seven low".
type claim struct {
	category Category
	ranks    []cards.Rank // those that the words name, in the order in which hands are compared
	low      bool         // the words call it a low
	wheel    bool
	nuts     bool
	build    build
	suit     byte // the letter of the suit of a flush, 0 if the words name none
	place    int  // of the lows, from the best: 1 and on; 0 for any
}

// build is what a word says of the second card of a low.
type build uint8

const (
	anyBuild build = iota
	rough
	smooth
	perfect
)

// anyKind is the category of a claim that names none.
const anyKind = Category(categories)

// Named is a hand as words name it: a set of strengths of a ranking.
type Named struct {
	// Nuts: of the set, the best that anybody can have is meant. What can be had the ranking does not know.
	Nuts bool

	count       int
	suit        byte // of a flush, 0 for any
	has         func(Strength) bool
	least, best Strength
}

// Has reports whether a hand of a strength has the name, or for the nuts may have it.
func (n Named) Has(s Strength) bool { return s > 0 && int(s) <= n.count && n.has(s) }

// OfSuit reports whether the cards of a hand are of the suit that words name, as in "spade flush": most of them are. It is true where
// they name none; a ranking has no suits.
func (n Named) OfSuit(cs []cards.Card) bool {
	if n.suit == 0 {
		return true
	}
	var of [4]int
	for _, c := range cs {
		if c.Natural() {
			of[c.Suit()]++
		}
	}
	return of[strings.IndexByte(suitLetters, n.suit)] == slices.Max(of[:])
}

// suitLetters are the first letters of the suits' names, in the order of the suits.
const suitLetters = "cdhs"

// Range returns the lowest and the highest strength with the name; 0 and 0 if the ranking has no such hand.
func (n Named) Range() (least, best Strength) { return n.least, n.best }

// ranged returns the name with its range.
func (n Named) ranged() Named {
	n.least, n.best = 0, 0
	for s := Strength(1); int(s) <= n.count; s++ {
		if n.has(s) {
			if n.least == 0 {
				n.least = s
			}
			n.best = s
		}
	}
	return n
}

// Least returns the lowest strength that a player claims with the name, which for the nuts is the highest; 0 if the ranking has
// no such hand.
func (n Named) Least() Strength {
	if n.Nuts {
		return n.best
	}
	return n.least
}

// IsName reports whether words name a hand by more than ranks: they are not meant as cards.
func IsName(words string) bool {
	tokens := claimTokens(words)
	_, ok := readClaim(tokens)
	return ok && (len(TermsOf(words)) > 0 || slices.ContainsFunc(tokens, func(w string) bool { return len(w) > 2 }))
}

// Named returns the hands that words name, such as "pair", "kings up", "eighty-seven low", "nut flush" or "bicycle". known
// is false if the words name no hand. Words are separated by spaces or any punctuation.
func (r *Ranking) Named(words string) (named Named, known bool) {
	r.said.Lock()
	defer r.said.Unlock()
	if was, ok := r.said.names[words]; ok {
		return was.Named, was.known
	}
	named, known = r.named(words)
	if len(r.said.names) >= mostSaid || r.said.names == nil {
		r.said.names = map[string]saidName{}
	}
	if len(words) <= longestSaid {
		r.said.names[words] = saidName{named, known}
	}
	return named, known
}

// said are the names that a ranking was asked for, because each is looked for among all strengths.
type said struct {
	sync.Mutex
	names map[string]saidName
}

type saidName struct {
	Named
	known bool
}

// Limits of what is kept: the words may come from anywhere.
const (
	mostSaid    = 256
	longestSaid = 64
)

func (r *Ranking) named(words string) (named Named, known bool) {
	t := r.tables()
	tokens := claimTokens(words)
	n := Named{count: r.Count()}
	if r.d.Score != nil || t.badugi != nil {
		return r.described(n, tokens)
	}
	c, ok := readClaim(tokens)
	if !ok || c.low && !t.low {
		return r.described(n, tokens)
	}
	n.Nuts, n.suit = c.nuts, c.suit
	n.has = func(s Strength) bool {
		if c.wheel && t.low {
			return int(s) == len(t.raws)
		}
		if c.place > 0 && int(s) != len(t.raws)+1-c.place {
			return false
		}
		category, worths := t.split(t.raws[s-1])
		return (category == c.category || c.category == anyKind) && t.begins(worths, c.ranks) && t.built(worths, c.build)
	}
	return n.ranged(), true
}

// Claims returns the lowest strength that a player claims with words; 0 for a hand that the ranking does not have. known is
// false if the words name no hand.
func (r *Ranking) Claims(words string) (least Strength, known bool) {
	n, known := r.Named(words)
	if !known {
		return 0, false
	}
	return n.Least(), true
}

// CallsLow reports whether words call a hand a low.
func CallsLow(words string) bool {
	for tokens := claimTokens(words); len(tokens) > 0; {
		var c claim
		t, n := termAt(tokens)
		if t != nil {
			t.adds(&c)
		}
		if c.low || c.wheel {
			return true
		}
		tokens = tokens[max(1, n):]
	}
	return false
}

// built reports whether the second card of a low is as a word says.
func (t *tables) built(worths [maxNatural]uint8, b build) bool {
	if b == anyBuild {
		return true
	}
	if worths[1] == noCard {
		return false
	}
	lowest := uint8(t.size - 2) // the second card of the best low
	close := worths[0]-worths[1] <= 2 && worths[1] > lowest
	switch b {
	case rough:
		return close
	case smooth:
		return !close
	}
	for k := 1; k < t.size; k++ {
		if worths[k] != uint8(t.size-1-k) {
			return false
		}
	}
	return true
}

// begins reports whether hands of these worths have ranks first. All ranks of a hand may come in any order.
func (t *tables) begins(worths [maxNatural]uint8, ranks []cards.Rank) bool {
	if len(ranks) == t.size {
		return !slices.ContainsFunc(worths[:t.size], func(w uint8) bool { return w == noCard || !slices.Contains(ranks, t.rankOf(w)) })
	}
	for i, r := range ranks {
		if i >= len(worths) || worths[i] == noCard || t.rankOf(worths[i]) != r {
			return false
		}
	}
	return true
}

// described returns the strengths whose description begins with the ranks of a claim and has its other words.
func (r *Ranking) described(n Named, tokens []string) (Named, bool) {
	ranks, words := ranksApart(tokens)
	if n.Nuts = slices.ContainsFunc(words, isNuts); n.Nuts {
		words = slices.DeleteFunc(words, isNuts)
	}
	best := slices.Index(words, "perfect")
	if best >= 0 {
		words = slices.Delete(words, best, best+1)
	}
	n.has = func(s Strength) bool {
		all, said := ranksApart(claimTokens(r.Describe(s)))
		fewer := func(w string) bool { return strings.HasSuffix(w, "-card") }
		if slices.ContainsFunc(said, fewer) && !slices.ContainsFunc(words, fewer) {
			return false
		}
		return len(ranks) <= len(all) && slices.Equal(ranks, all[:len(ranks)]) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, w) })
	}
	if n = n.ranged(); len(tokens) > 0 && n.best > 0 {
		if top := n.best; best >= 0 {
			n.least, n.has = top, func(s Strength) bool { return s == top }
		}
		return n, true
	}
	c, usual := readClaim(tokens)
	n.least, n.best, n.has = 0, 0, func(Strength) bool { return false }
	return n, usual && !c.low // a hand, but not one of these
}

func isNuts(w string) bool { return w == "nut" || w == "nuts" }

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
		switch {
		case strings.ContainsRune("_-,;:/()\"", r):
			return ' '
		case r == '\'' || r == '’': // "7's"
			return -1
		}
		return r
	}, strings.ToLower(words))
	all := strings.Fields(words)
	var out []string
	for i, w := range all {
		next := ""
		if i+1 < len(all) {
			next = all[i+1]
		}
		digit := strings.Index("12345", w)
		switch {
		case next == "card" && numbers[w] == "four":
			out = append(out, "badugi")
		case next == "card" && numbers[w] != "": // less than a badugi
			out = append(out, numbers[w]+"-card")
		case w == "card" && i > 0 && numbers[all[i-1]] != "":
		case w == "tri":
			out = append(out, "three-card")
		case (w == "one" || w == "1") && next == "pair":
		case len(w) == 1 && digit > 0 && (next == "of" || next == "pair" || next == "pairs" || plural(next)):
			out = append(out, numbers[w])
		case w == "a" && (next == "" || next == "high" || next == "low" || next == "kicker" || len(next) == 1 && len(all) > i+2 && len(all[i+2]) == 1):
			out = append(out, "ace") // not the article
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
	idle    = []string{"a", "an", "the", "of", "and", "with", "over", "to", "pocket", "kicker", "is", "have", "i"}
	counts  = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5}
	numbers = map[string]string{
		"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "one": "one", "two": "two", "three": "three", "four": "four", "five": "five",
	}
	suitWords = []string{"club", "diamond", "heart", "spade"}
	groups    = [...]Category{2: Pair, 3: Trips, 4: Quads, 5: FiveOfAKind}
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
	case "two", "twos", "duck", "ducks":
		return cards.Two, true
	case "trey", "treys":
		return cards.Three, true
	case "10s":
		return cards.Ten, true
	}
	if len(w) == 2 {
		w = strings.TrimSuffix(w, "s") // "7s"
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
	c.category = anyKind
	groupsOf := 0 // groups of equal cards that plurals name
	for len(tokens) > 0 {
		t, words := termAt(tokens)
		n := counts[tokens[0]]
		r, is := rankNamed(tokens[0])
		switch {
		case n > 1 && len(tokens) > 1 && plural(tokens[1]):
			c.category, words = groups[n], 1
		case t != nil:
			t.adds(&c)
		case is:
			if plural(tokens[0]) {
				groupsOf++
			}
			c.ranks, words = append(c.ranks, r), 1
		case slices.Contains(suitWords, strings.TrimSuffix(tokens[0], "s")) && c.suit == 0:
			c.suit, words = tokens[0][0], 1
		default:
			return c, false
		}
		tokens = tokens[words:]
	}
	if c.suit != 0 { // only a flush has one
		return c, c.category == Flush || c.category == StraightFlush
	}
	if c.category != anyKind {
		return c, true
	}
	switch {
	case groupsOf == 1 && !c.low:
		c.category = Pair
	case groupsOf == 2 && !c.low:
		c.category = TwoPair
	case groupsOf == 0 && (c.low || len(c.ranks) > 0):
		c.category = HighCard
	default:
		return c, c.nuts && groupsOf == 0
	}
	return c, true
}
