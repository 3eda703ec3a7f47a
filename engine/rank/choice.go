package rank

import "cardroom/engine/cards"

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
	c := chooser{highest: highest, tables: r.tables(), r: r, order: r.order(), want: r.BestOf(of)}
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
