package dsl

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/cards"
	"cardroom/engine/rank"

	"go.starlark.net/starlark"
)

// The scores of rankings defined by scripts. All scores are computed while the script loads, so that they are charged to its
// budget and errors are at their position in the script. The description then holds them as a table, which later variants of the
// ranking (with a joker, for example) share.

// A scoreTable maps each hand to its score, 0 for one that does not qualify. It does not change after it is made.
type scoreTable map[rank.Hand]uint32

// A hand whose score does not depend on its wild cards is there once, without any.
func (t scoreTable) score(h rank.Hand) uint32 {
	if s, ok := t[h]; ok {
		return s
	}
	h.Wild = 0
	return t[h]
}

// handSteps is the number of steps granted for each hand passed to a script function: there are 50,000 hands of seven cards.
const handSteps = 200

// allHands calls f with every hand that a scoring function is called for. Where the function reads how many cards are wild, it is called
// for each number of them.
func allHands(c *star.Call, d *rank.Description, f func(h rank.Hand, asks *bool) error) error {
	d.CountsWild = false
	for h := range d.Hands {
		for asks, most := true, uint8(min(d.Size, rank.MostWithWild)); asks && h.Wild <= most; h.Wild++ {
			asks = h.Wild > 0
			guard.Grant(c.Thread, handSteps)
			if err := f(h, &asks); err != nil {
				return err
			}
			d.CountsWild = d.CountsWild || asks
		}
	}
	return nil
}

// naturals is the ranking of the description without its wild cards, floor and scores. Scores are based on its strengths, and
// scripts are told its classes of hands.
type naturals struct {
	*rank.Ranking
	bySize []*rank.Ranking // by the number of cards, if one ranking cannot distinguish all hands
	lowAce bool
}

func naturalsOf(c *star.Call, d rank.Description, order []rank.Category) (*naturals, error) {
	d.Floor, d.Jokers, d.WildRanks, d.WildCards, d.Score, d.Words = nil, rank.NoJoker, nil, nil, nil, nil
	d.Deck.Jokers, d.Categories, d.Only, d.Flush, d.AnyWild = 0, order, 0, 0, false
	n := &naturals{lowAce: d.Ace == rank.AceLow || d.Ace != rank.AceHigh && d.Base == rank.BaseAceToFive}
	var err error
	if n.Ranking, err = rank.Compile(d); err != nil {
		return nil, c.Errorf("", "%s", plainRankError(err))
	}
	return n, nil
}

// kindsOf is naturalsOf for callers that need only the classes of hands, not their strengths.
func kindsOf(c *star.Call, d rank.Description, order []rank.Category) (*naturals, error) {
	if d.Missing == 0 || d.Distinct() <= rank.MostHands {
		return naturalsOf(c, d, order)
	}
	n := &naturals{bySize: make([]*rank.Ranking, d.Size+1)}
	for size := max(1, d.Size-d.Missing); size <= d.Size; size++ {
		one := d
		one.Size, one.Missing = size, 0
		of, err := naturalsOf(c, one, order)
		if err != nil {
			return nil, err
		}
		n.bySize[size] = of.Ranking
	}
	return n, nil
}

// of returns the class of a hand and its strength. There are no natural cards for five of a kind.
func (n *naturals) of(h rank.Hand) (rank.Category, rank.Strength) {
	if n.bySize != nil && h.Counts == [len(h.Counts)]uint8{} {
		return rank.HighCard, 0 // a hand of no cards
	}
	var cs []cards.Card
	for r, count := range h.Counts {
		if count > 4 {
			return rank.FiveOfAKind, n.five(r)
		}
		for u := range count {
			suit := cards.Suit(u)
			switch {
			case h.Flush != 0 && !h.Suited && u == 0 && h.Flush>>r&1 == 0:
				suit = cards.Spades // the clubs are those of the suit
			case h.Flush == 0 && len(cs) == 0 && !h.Suited && count == 1:
				suit = cards.Spades // the others are clubs, so that it is not a flush
			}
			cs = append(cs, cards.New(cards.Rank(r), suit))
		}
	}
	r := n.Ranking
	if n.bySize != nil {
		r = n.bySize[len(cs)]
	}
	s := r.Best(cs)
	return r.Category(s), s
}

// five returns a strength that orders five of a kind by rank.
func (n *naturals) five(r int) rank.Strength {
	worth := r + 2
	if n.lowAce && worth == 14 {
		worth = 1
	}
	if n.Low() {
		worth = 15 - worth
	}
	return rank.Strength(worth)
}

// fill sets the size, on which the tables below depend.
func fill(c *star.Call, d *rank.Description) error {
	if d.Base == rank.BaseBadugi {
		return c.Errorf("base", "badugi takes no categories and no scoring function")
	}
	if d.Size == 0 {
		d.Size = 5
	}
	return nil
}

// scoreByFunction makes the score table of a scoring function.
func scoreByFunction(c *star.Call, d *rank.Description) error {
	if err := fill(c, d); err != nil {
		return err
	}
	if err := rank.Check(*d); err != nil { // before the function is called for thousands of hands
		return c.Errorf("", "%s", plainRankError(err))
	}
	given, err := scoresOfHands(c, d)
	if err != nil {
		return err
	}
	table, ranked := dense(given)
	if len(ranked) > rank.MostHands {
		return c.Errorf("score", "%d different scores: a ranking can distinguish at most %d", len(ranked), rank.MostHands)
	}
	d.Categories, d.Score, d.Words, d.Order, d.Doc, d.Place = nil, table.score, nil, nil, docOf(c.Func("score")), nil
	return sayScores(c, d, ranked)
}

// scoresOfHands returns the score of every hand, nil for one that does not qualify.
func scoresOfHands(c *star.Call, d *rank.Description) (map[rank.Hand][]int64, error) {
	given := map[rank.Hand][]int64{}
	if c.Has("values") {
		return given, scoreTotals(c, d, given)
	}
	nat, err := kindsOf(c, *d, withoutFives(d.Categories))
	if err != nil {
		return nil, err
	}
	d.Categories = nil
	defer guard.ExplainLimit(c.Thread, func() string {
		n := 0
		for range d.Hands {
			n++
		}
		return fmt.Sprintf("score is called for every combination of cards, here %s times: do less in %s, or make the ranking for fewer cards with size", star.Grouped(n), c.Func("score").Name())
	})()
	return given, allHands(c, d, func(h rank.Hand, asks *bool) error {
		kind := func() rank.Category {
			k, _ := nat.of(h)
			return k
		}
		given[h], err = callScore(c, handValue(c, h, kind, asks))
		return err
	})
}

// callScore calls the scoring function with a hand or a total.
func callScore(c *star.Call, of starlark.Value) ([]int64, error) {
	f := c.Func("score")
	v, err := starlark.Call(c.Thread, f, starlark.Tuple{of}, nil)
	if err != nil || v == starlark.None {
		return nil, err
	}
	if n := starlark.Len(v); n > maxScore {
		return nil, c.Errorf("score", "%s returned a %s of %d: the limit is %d ints", f.Name(), v.Type(), n, maxScore)
	}
	score, ok := readScore(v)
	if !ok {
		return nil, c.Errorf("score", "%s returned %s, want an int, a tuple of ints, or None", f.Name(), v)
	}
	return score, nil
}

// totalItems is the work of adding up a hand.
const totalItems = 8 * guard.ItemsPerStep

// scoreTotals gives every hand the score of its total, the best one if it has aces of two values. The scoring function is called once for
// each total.
func scoreTotals(c *star.Call, d *rank.Description, given map[rank.Hand][]int64) error {
	values, more, err := rankValues(c)
	if err != nil {
		return err
	}
	scores := map[int][]int64{}
	for h := range d.Hands {
		c.Charge(totalItems)
		total := 0
		for r, n := range h.Counts {
			total += int(n) * values[r]
		}
		for high := range h.Counts[cards.Ace] + 1 {
			at := total + int(high)*more
			score, ok := scores[at]
			if !ok {
				score = []int64{int64(at)}
				if c.Has("score") {
					if score, err = callScore(c, starlark.MakeInt(at)); err != nil {
						return err
					}
				}
				scores[at] = score
			}
			if high == 0 || slices.Compare(score, given[h]) > 0 {
				given[h] = score
			}
		}
	}
	return nil
}

// rankValues returns what the ranks count, and how much more a high ace does.
func rankValues(c *star.Call) (values [13]int, more int, err error) {
	for r := range values {
		values[r] = min(r+2, 10)
	}
	values[cards.Ace], more = 1, 10
	dict, _ := c.Value("values").(*starlark.Dict)
	for _, item := range dict.Items() {
		face, list, err := valueOf(c, item)
		switch {
		case err != nil:
			return values, 0, err
		case face == int(cards.Ace):
			more = list[len(list)-1] - list[0]
		case len(list) > 1:
			return values, 0, c.Errorf("values", "only an ace counts one number or another, not %s", item[0])
		}
		values[face] = list[0]
	}
	return values, more, nil
}

// maxScore is the maximum number of elements in a score: a hand has five cards.
const maxScore = 16

// readScore converts a score to a list of numbers; an int counts as a list of one.
func readScore(v starlark.Value) ([]int64, bool) {
	parts, ok := v.(starlark.Tuple)
	if !ok {
		parts = starlark.Tuple{v}
	}
	score := make([]int64, 0, len(parts))
	for _, p := range parts {
		n, ok := p.(starlark.Int)
		if !ok {
			return nil, false
		}
		i, ok := n.Int64()
		if !ok {
			return nil, false
		}
		score = append(score, i)
	}
	return score, true
}

// dense numbers the scores, starting with 1 for the worst, and returns them in that order. Hands that do not qualify have nil.
func dense(given map[rank.Hand][]int64) (scoreTable, [][]int64) {
	type scored struct {
		hand  rank.Hand
		score []int64
	}
	table, all := make(scoreTable, len(given)), make([]scored, 0, len(given))
	for h, score := range given {
		table[h] = 0
		if score != nil {
			all = append(all, scored{h, score})
		}
	}
	slices.SortFunc(all, func(x, y scored) int { return slices.Compare(x.score, y.score) })
	var ranked [][]int64
	for i, s := range all {
		if i == 0 || !slices.Equal(s.score, all[i-1].score) {
			ranked = append(ranked, s.score)
		}
		table[s.hand] = uint32(len(ranked))
	}
	return table, ranked
}

// sayScores sets the description of every score: the script's words, or else the number.
func sayScores(c *star.Call, d *rank.Description, ranked [][]int64) error {
	words := make([]string, 0, len(ranked))
	say := c.Func("words")
	for _, score := range ranked {
		v := scoreValue(score)
		if say == nil {
			words = append(words, "score "+guard.ShortText(v))
			continue
		}
		said, err := starlark.Call(c.Thread, say, starlark.Tuple{v}, nil)
		if err != nil {
			return err
		}
		text, ok := starlark.AsString(said)
		if !ok {
			return c.Errorf("words", "%s returned %s, want a string", say.Name(), said)
		}
		if n := utf8.RuneCountInString(text); n > star.MaxName {
			return c.Errorf("words", "%s returned a text of %d characters: the limit is %d", say.Name(), n, star.MaxName)
		}
		words = append(words, text)
	}
	d.Words = func(score uint32) string { return words[score-1] }
	return nil
}

// scoreValue converts a score back to the script's value.
func scoreValue(score []int64) starlark.Value {
	if len(score) == 1 {
		return starlark.MakeInt64(score[0])
	}
	t := make(starlark.Tuple, 0, len(score))
	for _, n := range score {
		t = append(t, starlark.MakeInt64(n))
	}
	return t
}

// withoutFives returns the order without five of a kind, which no natural hand has.
func withoutFives(order []rank.Category) []rank.Category {
	return slices.DeleteFunc(slices.Clone(order), func(k rank.Category) bool { return k == rank.FiveOfAKind })
}

// placeShift is the position of the class in a score by order; the strength, of 16 bits, is below it.
const placeShift = 16

// scoreByOrder makes the score table of an order that includes script-defined classes. A hand is in the first class that it
// matches.
func scoreByOrder(c *star.Call, d *rank.Description, order []any) error {
	if err := fill(c, d); err != nil {
		return err
	}
	var usual []rank.Category
	for _, item := range order {
		if k, ok := item.(rank.Category); ok {
			usual = append(usual, k)
		}
	}
	nat, err := naturalsOf(c, *d, withoutFives(usual))
	if err != nil {
		return err
	}
	if slices.Contains(usual, rank.FourFlush) {
		d.Flush = 4
	}
	table := scoreTable{}
	err = allHands(c, d, func(h rank.Hand, asks *bool) error {
		kind, strength := nat.of(h)
		at, err := firstClass(c, order, kind, handValue(c, h, func() rank.Category { return kind }, asks))
		table[h] = 0
		if at >= 0 {
			table[h] = uint32(len(order)-at)<<placeShift | uint32(strength)
		}
		return err
	})
	out := make([]rank.OrderedClass, 0, len(order))
	for _, item := range order {
		if own, ok := item.(ownCategory); ok {
			out = append(out, rank.OrderedClass{Name: own.name, Doc: docOf(own.test)})
			continue
		}
		out = append(out, rank.OrderedClass{Name: item.(rank.Category).String()})
	}
	d.Categories, d.Score, d.Order, d.Doc = nil, table.score, out, ""
	for i, item := range order { // from here on the order is words only: the ranking must not keep the script
		if own, ok := item.(ownCategory); ok {
			order[i] = ownCategory{name: own.name}
		}
	}
	d.Place = func(score uint32) int { return len(order) - int(score>>placeShift) }
	d.Words = func(score uint32) string {
		strength := rank.Strength(score & (1<<placeShift - 1))
		switch class := order[len(order)-int(score>>placeShift)].(type) {
		case ownCategory:
			return namedOnce(class.name, nat.Describe(strength))
		default:
			kind := class.(rank.Category)
			if kind != rank.FiveOfAKind {
				return nat.Describe(strength)
			}
			for r := range 13 {
				if nat.five(r) == strength {
					return kind.String() + ", " + rank.Plural(cards.Rank(r))
				}
			}
			return kind.String()
		}
	}
	return err
}

// namedOnce returns the name of an own class with the words for a hand, without those with which the name ends: "small straight, five high".
func namedOnce(name, words string) string {
	low := " " + strings.ToLower(name)
	for end := len(words); end > 0; end = strings.LastIndexAny(words[:end], ", ") {
		if strings.HasSuffix(low, " "+words[:end]) {
			return name + words[end:]
		}
	}
	return name + ", " + words
}

// docOf returns the docstring of a function on one line, or "".
func docOf(f starlark.Callable) string {
	if f, ok := f.(*starlark.Function); ok {
		return strings.Join(strings.Fields(f.Doc()), " ")
	}
	return ""
}

// firstClass returns the index of the first class in an order that a hand matches, -1 for none.
func firstClass(c *star.Call, order []any, kind rank.Category, hand starlark.Value) (int, error) {
	for i, item := range order {
		own, ok := item.(ownCategory)
		if !ok {
			if item == kind {
				return i, nil
			}
			continue
		}
		v, err := starlark.Call(c.Thread, own.test, starlark.Tuple{hand}, nil)
		switch {
		case err != nil:
			return -1, err
		case v == starlark.True:
			return i, nil
		case v != starlark.False:
			return -1, c.Errorf("order", "%s returned %s, want True or False: whether the hand is a %s", own.test.Name(), v, own.name)
		}
	}
	return -1, nil
}

// rankedHand is a hand as passed to category tests and scoring functions. Its fields are made when the script reads them: most functions
// read one or two of them, of thousands of hands.
type rankedHand struct {
	*star.Value[rank.Hand]
	ranks starlark.Tuple
	kind  func() rank.Category
	asks  *bool // set when the script reads how many cards are wild
}

var rankedFields = []string{"category", "counts", "flush", "ranks", "suited", "wild"}

// Attr returns a field.
func (r *rankedHand) Attr(name string) (starlark.Value, error) {
	h := r.Data()
	switch name {
	case "ranks":
		return r.ranks, nil
	case "category":
		return starlark.String(r.kind().String()), nil
	case "counts":
		counts := make(starlark.Tuple, 0, len(h.Counts))
		for _, n := range h.Counts {
			counts = append(counts, starlark.MakeInt(int(n)))
		}
		return counts, nil
	case "flush":
		flush := starlark.Tuple{}
		for r := range slices.Backward(h.Counts[:]) {
			if h.Flush>>r&1 != 0 {
				flush = append(flush, starlark.MakeInt(r+2))
			}
		}
		return flush, nil
	case "suited":
		return starlark.Bool(h.Suited), nil
	case "wild":
		*r.asks = true
		return starlark.MakeInt(int(h.Wild)), nil
	}
	return nil, nil
}

// AttrNames returns the names of the fields.
func (r *rankedHand) AttrNames() []string { return slices.Clone(rankedFields) }

// handValue returns a hand; asks is set when the script reads how many of its cards are wild.
func handValue(c *star.Call, h rank.Hand, kind func() rank.Category, asks *bool) starlark.Value {
	c.Charge(handItems)
	ranks := make(starlark.Tuple, 0, rank.MostCards)
	for most := slices.Max(h.Counts[:]); most > 0; most-- {
		for r := range slices.Backward(h.Counts[:]) {
			if h.Counts[r] == most {
				for range most {
					ranks = append(ranks, starlark.MakeInt(r+2))
				}
			}
		}
	}
	return &rankedHand{star.Wrap("ranked hand", h, c.Pos), slices.Clip(ranks), kind, asks}
}
