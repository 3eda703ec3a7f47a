package rank

import (
	"math/bits"

	"cardroom/engine/cards"
)

// Used returns the cards that make Best, most significant first: groups before
// side cards, high before low; a wild card is in the place where it plays.
// Among equally strong hands it takes the one with the best [Ranking.SuitKey].
// It returns nil if nothing qualifies.
func (r *Ranking) Used(cs []cards.Card) []cards.Card {
	return r.UsedOf(nil, &Choice{Board: cs})
}

// SuitKey returns a key that breaks ties between hands of equal strength in
// houses where suits decide: the suits of the best hand's cards, the most
// significant card first, the best suit first within a group. Larger is better;
// only identical hands have equal keys. Without an order in the description,
// clubs < diamonds < hearts < spades, and the reverse in a low ranking. A joker
// counts below every suit.
func (r *Ranking) SuitKey(cs []cards.Card) uint32 {
	return r.SuitKeyOf(&Choice{Board: cs}, false)
}

// SuitsPlay returns the order of the suits where they break ties: without one in the description, spades are the highest, and in a low
// ranking clubs.
func (r *Ranking) SuitsPlay() SuitOrder {
	switch {
	case r.d.Suits != SuitsEqual:
		return r.d.Suits
	case r.Low():
		return SuitsDescending
	}
	return SuitsAscending
}

// standing returns a suit's position in the order, 1 to 4; 0 for a joker.
func (o SuitOrder) standing(c cards.Card) uint32 {
	if !c.Natural() {
		return 0
	}
	return 1 + uint32(o.Place(c.Suit()))
}

// A chooser tries the hands made from more cards and keeps the one of the
// wanted strength with the best suits.
type chooser struct {
	*tables
	r     *Ranking
	order SuitOrder
	want  Strength
	best  line
	wild  cards.Set
	// highest: the key begins with the highest card.
	highest bool
}

// A line is a hand's cards in order of significance, with its suit key.
type line struct {
	cards [maxNatural]cards.Card
	n     int
	key   uint32
}

// tryAll completes l with every choice of n cards of cs.
func (c *chooser) tryAll(l *line, cs []cards.Card, n int) {
	if n == 0 {
		c.try(l)
		return
	}
	for i := range len(cs) - n + 1 {
		l.cards[l.n] = cs[i]
		l.n++
		c.tryAll(l, cs[i+1:], n-1)
		l.n--
	}
}

// try keeps l if it has the wanted strength and the best suits so far.
func (c *chooser) try(hand *line) {
	if only := c.r.d.Only; only != 0 {
		c.tryLine(hand.among(only))
		return
	}
	if c.oneSuit {
		for s := range cards.Suit(4) {
			c.tryLine(hand.among(cards.OfSuit(s)))
		}
		return
	}
	c.tryLine(*hand)
}

// among returns the cards of l that a set has.
func (l *line) among(set cards.Set) (out line) {
	for _, card := range l.cards[:l.n] {
		if set.Has(card) {
			out.cards[out.n] = card
			out.n++
		}
	}
	return out
}

// tryLine is try for the cards that play.
func (c *chooser) tryLine(l line) {
	if c.tables.bestWild(l.cards[:l.n], c.wild) != c.want {
		return
	}
	if c.badugi != nil {
		m := c.badugi.members(l.cards[:l.n], uint16(c.want))
		n := 0
		for i := range l.n {
			if m>>i&1 != 0 {
				l.cards[n] = l.cards[i]
				n++
			}
		}
		l.n = n
	}
	c.arrange(&l)
	if c.best.n == 0 || l.key > c.best.key {
		c.best = l
	}
}

// arrange sorts the cards by significance and sets the key.
func (c *chooser) arrange(l *line) {
	worths, in := c.places(l.cards[:l.n], c.wild), l.cards
	var taken [maxNatural]bool
	for i := range l.n {
		j := c.nextFor(in[:l.n], &taken, worths[i])
		taken[j] = true
		l.cards[i] = in[j]
	}
	order := c.keyed(worths[:l.n])
	for _, i := range order[:l.n] {
		l.key = l.key<<3 | c.order.standing(l.cards[i])
	}
}

// keyed returns the order of the cards in which their suits count. A straight
// already runs from its highest card down.
func (c *chooser) keyed(worths []uint8) (out [maxNatural]int) {
	paired := false
	for i := range worths {
		out[i] = i
		paired = paired || i > 0 && worths[i] == worths[i-1]
	}
	if !c.highest || !paired {
		return out
	}
	for i := 1; i < len(worths); i++ {
		for k := i; k > 0 && worths[out[k]] > worths[out[k-1]]; k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// nextFor returns the index of the best remaining card for a worth: a natural
// one of that rank and the best suit, otherwise a wild one.
func (c *chooser) nextFor(in []cards.Card, taken *[maxNatural]bool, worth uint8) int {
	at, best := 0, -1
	for i, card := range in {
		v := int(c.order.standing(card))
		natural := card.Natural() && !c.wild.Has(card)
		if natural {
			v += 8
		}
		if !taken[i] && v > best && (!natural || c.worth(card.Rank()) == worth) {
			at, best = i, v
		}
	}
	return at
}

// places returns the worths of a hand, most significant first, with wild cards
// as the cards they stand for, and a group's worth once per card.
func (t *tables) places(in []cards.Card, wild cards.Set) (out [maxNatural]uint8) {
	h := t.stand(in, wild)
	c, top := t.classify(h)
	switch {
	case t.badugi != nil || t.own != nil:
	case c == Straight || c == StraightFlush:
		return t.runDown(top[0])
	case c == FourFlush:
		return top
	}
	var by [6]uint16
	for r, n := range h.Counts {
		by[n] |= 1 << t.worth(cards.Rank(r))
	}
	by[0] = 0
	n := 0
	for _, w := range significant(by) {
		for range h.Counts[t.rankOf(w)] {
			if n < len(in) {
				out[n] = w
				n++
			}
		}
	}
	return out
}

// runDown returns the worths of a straight from its top card down: the ace of
// 5-4-3-2-A comes last, and an ace that ranks low but tops the straight comes
// first.
func (t *tables) runDown(top uint8) (out [maxNatural]uint8) {
	ace := t.worth(cards.Ace)
	for _, r := range t.straights {
		if r.top != top {
			continue
		}
		n, m := 0, r.mask
		if first := top == 13 || top == ace; first {
			out[0], n, m = ace, 1, m&^(1<<ace)
		}
		for rest := m &^ (1 << ace); rest != 0; n++ {
			out[n] = uint8(bits.Len16(rest) - 1)
			rest &^= 1 << out[n]
		}
		if m&(1<<ace) != 0 {
			out[n] = ace
		}
	}
	return out
}

// stand returns the natural hand that a hand with wild cards counts as. The
// values of natural hands are known, so it chooses the first substitutes that
// reach the value of the whole.
func (t *tables) stand(in []cards.Card, wild cards.Set) (h Hand) {
	var suits uint8
	wilds := 0
	for _, c := range in {
		if wild.Has(c) || !c.Natural() {
			wilds++
			continue
		}
		h.Counts[c.Rank()]++
		suits |= 1 << c.Suit()
	}
	h.Suited = suits&(suits-1) == 0
	if t.partly != nil {
		h.Flush = t.partly.suitOf(in)
	}
	if wilds == 0 {
		return h
	}
	if t.toldWild {
		h.Wild = uint8(wilds)
	}
	want := uint16(t.bestWild(in, wild))
	plain := h
	plain.Suited = false
	if t.reach(&plain, wilds, cards.Ace, want) {
		return plain
	}
	t.reach(&h, wilds, cards.Ace, want)
	return h
}

// reach adds wild cards to h, as ranks from r down, until the value is want.
func (t *tables) reach(h *Hand, wilds int, r cards.Rank, want uint16) bool {
	if wilds == 0 {
		return t.natural(h) == want
	}
	for ; r >= t.lowest && r <= cards.Ace; r-- {
		if h.Suited && h.Counts[r] > 0 {
			continue
		}
		h.Counts[r]++
		if t.reach(h, wilds-1, r, want) {
			return true
		}
		h.Counts[r]--
	}
	return false
}

// natural returns the value of a hand of natural cards, including five of a
// kind, of which h.Wild stand for wild ones.
func (t *tables) natural(h *Hand) uint16 {
	var m multiset
	var mask uint16
	for r, n := range h.Counts {
		for range n {
			m.ranks[m.n&7%maxNatural] = uint8(r)
			m.n++
		}
		mask |= uint16(min(1, n)) << r
	}
	if h.Suited && bits.OnesCount16(mask) == t.size {
		return t.standsSuited[h.Wild][mask]
	}
	return t.stands[h.Wild][m.n&7%(maxNatural+1)][m.number()]
}

// A Use is the number of hole and board cards that make a hand. The zero value allows any of both.
type Use struct{ HoleLeast, HoleMost, BoardLeast, BoardMost uint8 }

// AnyNumber means no limit on the number of cards. As a minimum it means that all held cards play.
const AnyNumber = 52

// AllHeld reports whether all hole cards play, whatever their number.
func (u Use) AllHeld() bool { return u.HoleLeast == AnyNumber }

// Any reports whether any cards may play.
func (u Use) Any() bool { return u == Use{} }

// A Choice is the set of cards among which to find the best hand.
type Choice struct {
	Hole, Board []cards.Card
	Use         Use
	// Wild are cards that are wild in this hand, in addition to those that always are. It requires
	// a ranking with [Description.AnyWild].
	Wild cards.Set
}

// splits returns the total number of cards of a hand made from the given numbers of hole and board
// cards, and the range of how many of them may be hole cards. The range is empty (from > to) if no
// hand is possible.
func (u Use) splits(t *tables, hole, board int) (total, from, to int) {
	h, b := min(int(u.HoleMost), hole), min(int(u.BoardMost), board)
	if total = min(t.size, h+b); total < t.least {
		return total, 1, 0
	}
	least := int(u.HoleLeast)
	if u.AllHeld() {
		least = hole
	}
	return total, max(least, total-b), min(h, total-int(u.BoardLeast))
}

// BestOf is [Ranking.Best] for a choice.
func (r *Ranking) BestOf(c *Choice) Strength {
	t := r.tables()
	if c.Use.Any() {
		var k Key
		for _, card := range c.Hole {
			k = k.With(t.keyOf(card, c.Wild))
		}
		for _, card := range c.Board {
			k = k.With(t.keyOf(card, c.Wild))
		}
		return t.ofKey(k, len(c.Hole)+len(c.Board))
	}
	total, from, to := c.Use.splits(t, len(c.Hole), len(c.Board))
	var best Strength
	for h := from; h <= to; h++ {
		s := search{tables: t, Choice: c, total: total}
		s.hole(0, h, total-h, Key{})
		best = max(best, s.best)
	}
	return best
}

// keyOf returns the key of a card, given the cards that are wild.
func (t *tables) keyOf(c cards.Card, wild cards.Set) Key {
	if wild != 0 && wild.Has(c) {
		return Key{Sum: wildSum}
	}
	return Key{t.keys[c], t.masks[c]}
}

// A search tries the hands of a choice.
type search struct {
	*tables
	*Choice
	total int
	best  Strength
}

// hole takes h more hole cards from the i-th on, and then b board cards.
func (s *search) hole(i, h, b int, k Key) {
	if h == 0 {
		s.board(0, b, k)
		return
	}
	for ; i <= len(s.Hole)-h; i++ {
		s.hole(i+1, h-1, b, k.With(s.keyOf(s.Hole[i], s.Wild)))
	}
}

func (s *search) board(i, b int, k Key) {
	if b == 0 {
		s.best = max(s.best, s.ofKey(k, s.total))
		return
	}
	for ; i <= len(s.Board)-b; i++ {
		s.board(i+1, b-1, k.With(s.keyOf(s.Board[i], s.Wild)))
	}
}

// UsedOf appends the cards that make [Ranking.BestOf] to a list, in the order of [Ranking.Used].
func (r *Ranking) UsedOf(to []cards.Card, c *Choice) []cards.Card {
	l := r.chooseOf(c, false)
	return append(to, l.cards[:l.n]...)
}

// SuitKeyOf is [Ranking.SuitKey] for a choice. With highest the key begins with the highest card, whatever hand the cards
// make: the suit of the ace decides between two pairs of fives with an ace.
func (r *Ranking) SuitKeyOf(c *Choice, highest bool) uint32 { return r.chooseOf(c, highest).key }

func (r *Ranking) chooseOf(of *Choice, highest bool) line {
	c := chooser{highest: highest, tables: r.tables(), r: r, order: r.SuitsPlay(), want: r.BestOf(of)}
	c.wild = c.tables.wild | of.Wild
	if c.want == 0 {
		return c.best
	}
	if of.Use.Any() {
		var l line
		n := min(c.size, len(of.Hole)+len(of.Board))
		for h := max(0, n-len(of.Board)); h <= min(n, len(of.Hole)); h++ {
			c.tryHole(&l, of.Hole, of.Board, h, n-h)
		}
		return c.best
	}
	total, from, to := of.Use.splits(c.tables, len(of.Hole), len(of.Board))
	for h := from; h <= to; h++ {
		var l line
		c.tryHole(&l, of.Hole, of.Board, h, total-h)
	}
	return c.best
}

// tryHole completes l with every choice of h hole cards and b board cards.
func (c *chooser) tryHole(l *line, hole, board []cards.Card, h, b int) {
	if h == 0 {
		c.tryAll(l, board, b)
		return
	}
	for i := range len(hole) - h + 1 {
		l.cards[l.n] = hole[i]
		l.n++
		c.tryHole(l, hole[i+1:], board, h-1, b)
		l.n--
	}
}
