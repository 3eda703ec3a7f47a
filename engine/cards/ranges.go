package cards

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/diag"
)

// A Range is the set of hands that a player may have, each with a weight.
//
// In text, a range is a list of items separated by commas or spaces. A weight other
// than 1 follows its item after a colon: "QQ+,AKs,AK:0.5".
//
// For two cards:
//
//	AKs AKo AK   suited, offsuit, both; a pair is QQ
//	QQ+ A9s+     that pair and higher; that hand and higher second ranks
//	22-66 A5s-A2s JTs-76s   a span of pairs, of second ranks, or of both ranks
//	Ax Kxs       any second rank
//	15% 5%-15%   the best, ordered by all-in equity against a random hand
//
// For any number of cards:
//
//	AsKs As      these cards; missing cards can be any
//	AsK AAxx     a card, and an ace and a king by rank; x is any card
//	[KQJ]x (AA)(KK)   one of these ranks; parentheses only group
//	AAxxds       ds: two suits of two cards or more; ss: one; rb: no two of a suit
//	random       any hand
//
// A text that reads as alternating ranks and suits means cards: "AsKs" is one hand,
// and "AKs" is four. A hand that occurs twice has its last weight.
type Range struct {
	Hands []Held
}

// Held is one hand of a range.
type Held struct {
	Cards  Set
	Weight float64 // more than 0
}

// Limits of ranges, which untrusted users write: there are 2,598,960 hands of five
// cards, and a long list of patterns must not run forever.
const (
	maxRanged  = 5
	maxVisited = 30_000_000
)

// ParseRange parses a range of hands of n cards of the deck. Its errors are
// [diag.Written], with positions in the original text.
func (d Deck) ParseRange(text string, n int) (*Range, error) {
	r := &rangeReader{text: text, deck: d, n: n}
	for r.at < len(text) {
		if strings.IndexByte(" \t\r\n,", text[r.at]) >= 0 {
			r.at++
			continue
		}
		end := r.at + strings.IndexAny(r.text[r.at:]+",", " \t\r\n,")
		item, weight, weighted := strings.Cut(r.text[r.at:end], ":")
		r.weight = 1
		if weighted {
			w, err := strconv.ParseFloat(weight, 64)
			if err != nil || w < 0 || math.IsNaN(w) || w > 1e6 {
				return nil, r.fault(len(item)+1, "not a weight: write a number from 0, such as AK:0.5")
			}
			r.weight = w
		}
		if err := r.hands(item); err != nil {
			return nil, err
		}
		r.at = end
	}
	r.tidy()
	out := &Range{Hands: make([]Held, 0, len(r.found))}
	for _, h := range r.found {
		if h.Weight > 0 {
			out.Hands = append(out.Hands, h.Held)
		}
	}
	if len(out.Hands) == 0 {
		return nil, diag.InCards(text, 0, "no hand is in this range")
	}
	return out, nil
}

// rangeReader parses the items of a range.
type rangeReader struct {
	text    string
	at      int // start of the item
	deck    Deck
	n       int
	found   []foundHand
	tidied  int     // number of hands of found that are sorted and deduplicated
	weight  float64 // weight of the item
	visited int     // number of hands that were checked against patterns
}

// foundHand is a hand and the position of its item.
type foundHand struct {
	Held
	at int
}

// fault returns an error i bytes into the item.
func (r *rangeReader) fault(i int, format string, args ...any) error {
	return diag.InCards(r.text, r.at+i, fmt.Sprintf(format, args...))
}

func (r *rangeReader) hands(item string) error {
	switch {
	case strings.EqualFold(item, "random"), strings.EqualFold(item, "any"), item == "*":
		return r.matching(&pattern{})
	case strings.HasSuffix(item, "%"):
		// The best hands: "15%" or "5%-15%" of all hands.
		if r.n != 2 || r.deck.Lowest != Two || r.deck.Without != 0 || r.deck.Jokers > 0 {
			return r.fault(0, "percentages work only for two cards of a 52-card deck")
		}
		text := strings.TrimSuffix(item, "%")
		from, to := "0", text
		if a, b, ok := strings.Cut(text, "-"); ok {
			from, to = strings.TrimSuffix(a, "%"), b
		}
		low, err1 := strconv.ParseFloat(from, 64)
		high, err2 := strconv.ParseFloat(to, 64)
		if err1 != nil || err2 != nil || !(0 <= low && low < high && high <= 100) {
			return r.fault(0, "not a percentage: write 15%%, or 5%%-15%%")
		}
		at := 0 // number of hands before the shape
		for _, name := range strings.Fields(bestTwo) {
			s, _ := readShape(name)
			count := 12
			switch {
			case s.hi == s.lo:
				count = 6
			case s.suited == 's':
				count = 4
			}
			// A shape belongs to the range if its midpoint does.
			if middle := 100 * (float64(at) + float64(count)/2) / 1326; middle > low && middle <= high {
				r.addShape(s)
			}
			at += count
		}
		return nil
	}
	if cs, err := Read(item); err == nil && len(cs) > 0 && !strings.Contains(item, "-") {
		if len(cs) > r.n {
			return r.fault(0, "%d cards, but a hand here has %d", len(cs), r.n)
		}
		p := &pattern{}
		for _, c := range cs {
			if c.Known() {
				p.tokens = append(p.tokens, token{card: c, ranks: anyRank})
			}
		}
		return r.matching(p)
	}
	if r.n == 2 {
		if done, err := r.shape(item); done || err != nil {
			return err
		}
	}
	p, err := r.pattern(item)
	if err != nil {
		return err
	}
	return r.matching(p)
}

// add adds a hand to the range. It limits the memory that duplicate hands use.
func (r *rangeReader) add(set Set) {
	if len(r.found) > 2*r.tidied+1<<16 {
		r.tidy()
	}
	r.found = append(r.found, foundHand{Held{set, r.weight}, r.at})
}

// tidy sorts the hands and keeps only the last of each.
func (r *rangeReader) tidy() {
	slices.SortStableFunc(r.found, func(a, b foundHand) int {
		return cmp.Or(cmp.Compare(a.Cards, b.Cards), cmp.Compare(b.at, a.at))
	})
	r.found = slices.CompactFunc(r.found, func(a, b foundHand) bool { return a.Cards == b.Cards })
	r.tidied = len(r.found)
}

// A shape is a class of two-card hands: the ranks, and whether they are suited.
type shape struct {
	hi, lo Rank
	suited byte // 's', 'o', or 0 for both
}

// readShape parses a shape at the start of s and returns the number of bytes read,
// 0 if there is none.
func readShape(s string) (sh shape, n int) {
	hi, i := ScanRank(s)
	lo, j := ScanRank(s[i:])
	if i == 0 || j == 0 {
		return sh, 0
	}
	sh, n = shape{max(hi, lo), min(hi, lo), 0}, i+j
	if n < len(s) && (s[n]|0x20 == 's' || s[n]|0x20 == 'o') {
		sh.suited = s[n] | 0x20
		n++
	}
	return sh, n
}

// ScanRank parses a rank at the start of s as people write it, in either case,
// including "10". It returns the number of bytes read, 0 if there is none.
func ScanRank(s string) (Rank, int) {
	if strings.HasPrefix(s, "10") {
		return Ten, 2
	}
	if s == "" || rankOf[upper(s[0])] == none {
		return 0, 0
	}
	return Rank(rankOf[upper(s[0])]), 1
}

// shape parses an item of two-card shapes; done is false if it is not one.
func (r *rangeReader) shape(item string) (done bool, err error) {
	from, n := readShape(item)
	if n == 0 {
		return false, nil
	}
	if from.hi == from.lo && from.suited == 's' {
		return true, r.fault(0, "two cards of the same rank cannot be suited")
	}
	switch rest := item[n:]; {
	case rest == "":
		r.addShape(from)
	case rest == "+":
		r.upward(from)
	case rest[0] == '-':
		to, m := readShape(rest[1:])
		if m == 0 || m != len(rest)-1 {
			return true, r.fault(n+1, "not the end of a range such as A5s-A2s or 22-66")
		}
		return true, r.between(from, to)
	default:
		return false, nil
	}
	return true, nil
}

// upward adds a shape and the higher ones: higher pairs, or higher second ranks.
func (r *rangeReader) upward(s shape) {
	if s.hi == s.lo {
		for k := s.hi; k <= Ace; k++ {
			r.addShape(shape{k, k, s.suited})
		}
		return
	}
	for k := s.lo; k < s.hi; k++ {
		r.addShape(shape{s.hi, k, s.suited})
	}
}

func (r *rangeReader) between(a, b shape) error {
	if a.suited != b.suited {
		return r.fault(0, "both ends are suited, offsuit, or neither")
	}
	if a.hi < b.hi || a.hi == b.hi && a.lo < b.lo {
		a, b = b, a
	}
	switch {
	case a.hi == a.lo && b.hi == b.lo, a.hi-a.lo == b.hi-b.lo:
		for k := b.hi; k <= a.hi; k++ {
			r.addShape(shape{k, k - (a.hi - a.lo), a.suited})
		}
	case a.hi == b.hi && b.lo != b.hi && a.lo != a.hi:
		for k := b.lo; k <= a.lo; k++ {
			r.addShape(shape{a.hi, k, a.suited})
		}
	default:
		return r.fault(0, "a range runs over pairs (22-66), second ranks (A5s-A2s) or both ranks alike (JTs-76s)")
	}
	return nil
}

// addShape adds the hands of a shape that are in the deck.
func (r *rangeReader) addShape(s shape) {
	deck := r.deck.Set()
	for u := range Suit(4) {
		for v := range Suit(4) {
			a, b := New(s.hi, u), New(s.lo, v)
			if a == b || s.hi == s.lo && u < v || s.suited == 's' && u != v || s.suited == 'o' && u == v {
				continue
			}
			if deck.Has(a) && deck.Has(b) {
				r.add(SetOf(a, b))
			}
		}
	}
}

// A token is the condition for one card of a hand.
type token struct {
	card  Card   // a natural card or joker; Unknown for any card of ranks
	ranks uint16 // bit 0 the deuce
}

const anyRank = 1<<13 - 1

// A pattern is the condition for a hand: cards that match the tokens, in any order,
// with any others, and a condition for suits.
type pattern struct {
	tokens []token
	suits  string // "ds", "ss", "rb" or ""
}

// pattern parses an item such as "AAxxds".
func (r *rangeReader) pattern(item string) (*pattern, error) {
	p := &pattern{}
	body := item
	for _, suffix := range []string{"ds", "ss", "rb"} {
		if at := len(item) - len(suffix); at > 0 && strings.EqualFold(item[at:], suffix) {
			p.suits, body = suffix, item[:at]
		}
	}
	for i := 0; i < len(body); {
		t, n, err := r.token(body, i)
		if err != nil {
			return nil, err
		}
		if i += n; t.ranks != 0 {
			p.tokens = append(p.tokens, t)
		}
	}
	if len(p.tokens) > r.n {
		return nil, r.fault(0, "%d cards, but a hand here has %d", len(p.tokens), r.n)
	}
	return p, nil
}

// token parses a token at body[i:]; a token without ranks is a parenthesis.
func (r *rangeReader) token(body string, i int) (t token, n int, err error) {
	switch c := body[i]; {
	case c == '(' || c == ')':
		return token{}, 1, nil
	case c|0x20 == 'x' || c == '?':
		return token{Unknown, anyRank}, 1, nil
	case c == '[':
		end := strings.IndexByte(body[i:], ']')
		if end < 2 {
			return t, 0, r.fault(i, "a list of ranks looks like [AKQ]")
		}
		t.card = Unknown
		for k := i + 1; k < i+end; {
			rank, m := ScanRank(body[k:])
			if m == 0 {
				return t, 0, r.fault(k, "not a rank")
			}
			t.ranks |= 1 << rank
			k += m
		}
		return t, end + 1, nil
	}
	if c, m := ScanWritten(body[i:]); m > 0 && c.Known() {
		return token{c, anyRank}, m, nil
	}
	if rank, m := ScanRank(body[i:]); m > 0 {
		return token{Unknown, 1 << rank}, m, nil
	}
	return t, 0, r.fault(i, "neither cards (AsKd) nor a range (AKs, QQ+, AAxx, 15%%, random)")
}

func (r *rangeReader) matching(p *pattern) error {
	if r.n > maxRanged && len(p.tokens) < r.n {
		return r.fault(0, "ranges work only for hands of up to %d cards: write all %d cards", maxRanged, r.n)
	}
	// Named cards come first; the others are enumerated.
	var fixed []Card
	var open []token
	deck := r.deck.Set()
	for _, t := range p.tokens {
		switch {
		case t.card == Unknown:
			open = append(open, t)
		case !deck.Has(t.card):
			return r.fault(0, "%s is not in the deck (%s)", t.card, r.deck)
		case slices.Contains(fixed, t.card):
			return r.fault(0, "%s appears twice", t.card)
		default:
			fixed = append(fixed, t.card)
		}
	}
	rest := (deck &^ SetOf(fixed...)).Cards()
	hand := append(make([]Card, 0, r.n), fixed...)
	var choose func(below int)
	choose = func(below int) { // the highest card first, so that the hands are in order
		if r.visited++; r.visited > maxVisited {
			return
		}
		if len(hand) == r.n {
			if fits(open, hand[len(fixed):]) && suitsFit(p.suits, hand) {
				r.add(SetOf(hand...))
			}
			return
		}
		for i := range below {
			hand = append(hand, rest[i])
			choose(i)
			hand = hand[:len(hand)-1]
		}
	}
	choose(len(rest))
	if r.visited > maxVisited {
		return r.fault(0, "the range is too large: it would mean checking more than %d million hands", maxVisited/1_000_000)
	}
	return nil
}

// fits reports whether the tokens can be matched to different cards of the hand.
func fits(tokens []token, hand []Card) bool {
	if len(tokens) == 0 {
		return true
	}
	for i, c := range hand {
		if c.Natural() && tokens[0].ranks>>c.Rank()&1 != 0 || tokens[0].ranks == anyRank {
			hand[0], hand[i] = hand[i], hand[0]
			ok := fits(tokens[1:], hand[1:])
			hand[0], hand[i] = hand[i], hand[0]
			if ok {
				return true
			}
		}
	}
	return false
}

// suitsFit reports whether the suits of a hand meet the pattern's condition.
func suitsFit(want string, hand []Card) bool {
	if want == "" {
		return true
	}
	var n [4]int
	for _, c := range hand {
		if c.Natural() {
			n[c.Suit()]++
		}
	}
	pairs := 0
	for _, k := range n {
		if k >= 2 {
			pairs++
		}
	}
	return pairs == map[string]int{"ds": 2, "ss": 1, "rb": 0}[want]
}

// bestTwo lists the 169 two-card hands by preflop all-in equity against one random
// hand, best first. Package odds computes it, and one of its tests compares the
// result with this list.
const bestTwo = `
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66
A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s A5s A6s A8o KTo QTs
A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o
Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o
K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s
K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o
96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s
96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s
85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o
64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
`
