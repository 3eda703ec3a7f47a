package odds

import (
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Samples for games in which exactly two hole cards play with three of a board
// of five. The part that depends only on a hand is computed once, see
// [rank.Hole], and the board is looked up once for all hands.

// quickOmaha draws samples of one match.
type quickOmaha struct {
	*sampler
	deck  []cards.Card // cards that are not in a hand, on the board, or dead
	keys  [64]rank.Key
	holes [][]rank.Hole // by hand and option, for hands without missing cards
}

// maxLaid is the largest number of the hands' options that are computed
// beforehand.
const maxLaid = 400_000

// quickOmaha returns nil if samples have to be dealt.
func (m *match) quickOmaha() *quickOmaha {
	f := &quickOmaha{sampler: m.sampler((*plan.Part).Exact)}
	if f.sampler == nil || len(m.q.Board)+m.q.ToBoard != 5 {
		return nil
	}
	total := 0
	gone := m.dead
	for i, options := range m.hands {
		if n := len(options[0].cards) + f.missing[i]; n < 2 || n > 6 {
			return nil
		}
		if total += len(options); total > maxLaid {
			return nil
		}
		if len(options) == 1 {
			gone |= options[0].set
		}
	}
	for i, options := range m.hands {
		var list []rank.Hole
		if f.missing[i] == 0 {
			list = make([]rank.Hole, len(options))
			for k, o := range options {
				list[k].Lay(o.cards)
			}
		}
		f.holes = append(f.holes, list)
	}
	key := f.rankings[0].KeyOf
	f.deck = (m.q.Deck.Set() &^ gone).Cards()
	var deck []rank.Key
	for _, c := range f.deck {
		f.keys[c] = key([]cards.Card{c})
		deck = append(deck, f.keys[c])
	}
	if m.tuples == 1 && len(m.slots) == 1 && f.toCome == 5 {
		f.pairs, f.triples = pairsAndTriples(deck)
	}
	return f
}

// omahaDeal is one deal of a quickOmaha.
type omahaDeal struct {
	f      *quickOmaha
	chance hand.Source
	deck   [64]cards.Card
	left   int
	used   cards.Set
	worth  []rank.Strength
	holes  []rank.Hole
	buf    [8]cards.Card
	random uint64 // half of it is left when an odd number of cards has been drawn
}

// draw draws one block into a tally.
func (f *quickOmaha) draw(t *tally, m *made, c *chooser, seed uint64, block, n int64) error {
	d := &omahaDeal{f: f, chance: hand.NewSource(seed, uint64(block)), worth: make([]rank.Strength, len(f.m.hands))}
	d.left = copy(d.deck[:], f.deck)
	d.holes = make([]rank.Hole, len(f.m.hands))
	picked := make([]int, len(f.m.hands))
	for k := range n {
		if k == 0 || f.m.tuples > 1 {
			if !c.pick(picked, &d.chance) {
				return errNothing
			}
			d.used = 0
			for i, at := range picked {
				d.used |= f.m.hands[i][at].set
				if f.missing[i] == 0 {
					d.holes[i] = f.holes[i][at]
				}
			}
		}
		board := d.deal(picked)
		var won result
		for p, r := range f.rankings {
			r.ExactEach(d.worth, d.holes, board)
			won[p] = bestOf(d.worth)
			if m != nil {
				m.addAll(p, d.worth, 1)
			}
		}
		t.add(won, 1)
	}
	return nil
}

// deal deals the missing cards and returns the board.
func (d *omahaDeal) deal(picked []int) rank.Key {
	f := d.f
	if f.pairs != nil {
		for {
			x := d.chance.Uint64()
			two := &f.pairs[scaled(uint32(x>>32), len(f.pairs))]
			three := &f.triples[scaled(uint32(x), len(f.triples))]
			if two.Mask&three.Mask == 0 {
				return two.With(*three)
			}
		}
	}
	at := 0
	for i, n := range f.missing {
		if n == 0 {
			continue
		}
		have := copy(d.buf[:], f.m.hands[i][picked[i]].cards)
		for k := have; k < have+n; k++ {
			d.buf[k&7] = d.next(&at)
		}
		d.holes[i].Lay(d.buf[:have+n])
	}
	board := f.board
	for range f.toCome {
		board = board.With(f.keys[d.next(&at)])
	}
	return board
}

// next returns the next card of the deck that no hand has, from an index on.
func (d *omahaDeal) next(at *int) cards.Card {
	for {
		i := *at & 63
		if i&1 == 0 {
			d.random = d.chance.Uint64()
		}
		j := (i + scaled(uint32(d.random), d.left-i)) & 63
		d.random >>= 32
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
		*at++
		if c := d.deck[i]; !d.used.Has(c) {
			return c
		}
	}
}
