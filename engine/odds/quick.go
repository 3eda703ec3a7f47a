package odds

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Samples for games in which any five of at most seven cards play are drawn without dealing cards:
// hands and boards are sums of keys, see [rank.Key], and the bits of a key's mask show whether a
// card appears twice.

// sampler is what the samples of a match have in common that are drawn without dealing cards.
type sampler struct {
	m        *match
	rankings []*rank.Ranking
	missing  []int // number of cards to be dealt to each hand
	board    rank.Key
	toCome   int
	// pairs and triples of the deck, if only a board of five is dealt.
	pairs, triples []rank.Key
}

// sampler returns nil if samples have to be dealt: in each part the cards must play in a certain way.
func (m *match) sampler(play func(*plan.Part) bool) *sampler {
	q := m.q
	if len(q.Pots) > 0 || q.Second != nil || q.Deck.Jokers > 0 || q.Deck.Packs > 1 {
		return nil
	}
	f := &sampler{m: m, missing: make([]int, len(m.hands))}
	for i := range q.Show.Parts {
		p := &q.Show.Parts[i]
		if !play(p) || p.BySuit || !p.Ranking.Separable() {
			return nil
		}
		f.rankings = append(f.rankings, p.Ranking)
	}
	for _, s := range m.slots {
		if s.hand < 0 {
			f.toCome = s.n
		} else {
			f.missing[s.hand] = s.n
		}
	}
	f.board = f.rankings[0].KeyOf(m.board)
	return f
}

// quick draws samples of one match.
type quick struct {
	*sampler
	n       int // number of cards of a hand and the board
	deck    []rank.Key
	dead    uint64 // the mask of cards that cannot come
	options [][]rank.Key
}

// quick returns nil if samples have to be dealt.
func (m *match) quick() *quick {
	q, f := m.q, &quick{sampler: m.sampler((*plan.Part).Plain)}
	if f.sampler == nil {
		return nil
	}
	f.n = len(q.Hands[0].Cards) + q.Hands[0].ToCome + len(q.Board) + q.ToBoard
	if q.Hands[0].Range != nil {
		f.n += len(m.hands[0][0].cards)
	}
	key := f.rankings[0].KeyOf
	for i, options := range m.hands {
		if len(options[0].cards)+f.missing[i]+len(m.board)+f.toCome != f.n || f.n < 5 || f.n > 7 {
			return nil
		}
		var keys []rank.Key
		for _, o := range options {
			keys = append(keys, key(o.cards))
		}
		f.options = append(f.options, keys)
	}
	gone := m.dead
	if m.tuples == 1 {
		for _, options := range m.hands {
			gone |= options[0].set
		}
	}
	f.dead = key((m.dead &^ cards.SetOf(cards.Joker, cards.Joker2)).Cards()).Mask
	for _, c := range (q.Deck.Set() &^ gone).Cards() {
		f.deck = append(f.deck, key([]cards.Card{c}))
	}
	if len(m.slots) == 1 && f.toCome == 5 {
		f.pairs, f.triples = pairsAndTriples(f.deck)
	}
	return f
}

func pairsAndTriples(deck []rank.Key) (pairs, triples []rank.Key) {
	for i, a := range deck {
		for j, b := range deck[:i] {
			two := a.With(b)
			pairs = append(pairs, two)
			for _, c := range deck[:j] {
				triples = append(triples, two.With(c))
			}
		}
	}
	return pairs, triples
}

// draw draws one block into a tally.
func (f *quick) draw(t *tally, m *made, c *chooser, seed uint64, block, n int64) error {
	chance := hand.NewSource(seed, uint64(block))
	picked := make([]int, len(f.options))
	keys := make([]rank.Key, len(f.options))
	for range n {
	again:
		if !c.pick(picked, &chance) {
			return errNothing
		}
		used := f.dead
		for i, k := range picked {
			keys[i] = f.options[i][k]
			used |= keys[i].Mask
		}
		for i, more := range f.missing {
			keys[i] = f.deal(keys[i], more, &used, &chance)
		}
		board := f.board
		if f.pairs == nil {
			board = f.deal(board, f.toCome, &used, &chance)
		} else {
			x := chance.Uint64()
			two := &f.pairs[scaled(uint32(x>>32), len(f.pairs))]
			three := &f.triples[scaled(uint32(x), len(f.triples))]
			if two.Mask&three.Mask|(two.Mask|three.Mask)&used != 0 {
				goto again
			}
			board = board.With(*two).With(*three)
		}
		t.add(f.winners(keys, board, m), 1)
	}
	return nil
}

// scaled maps 32 random bits to a number below n; for the n used here its deviation from uniform is
// at most one part in 200,000, far below what samples can show.
func scaled(x uint32, n int) int { return int(uint64(x) * uint64(n) >> 32) }

// deal adds n unused cards of the deck.
func (f *quick) deal(k rank.Key, n int, used *uint64, chance *hand.Source) rank.Key {
	for n > 0 {
		c := &f.deck[chance.Below(uint64(len(f.deck)))]
		if c.Mask&*used == 0 {
			k = k.With(*c)
			*used |= c.Mask
			n--
		}
	}
	return k
}

// winners returns the winners of each part and adds the classes of the hands to m.
func (f *quick) winners(keys []rank.Key, board rank.Key, m *made) (won result) {
	for p, r := range f.rankings {
		var top rank.Strength
		for i := range keys {
			s := r.Of(keys[i].With(board), f.n)
			if m != nil {
				m.add(p, i, s, 1)
			}
			switch {
			case s > top:
				top, won[p] = s, betting.Bit(i)
			case s == top && s != 0:
				won[p] |= betting.Bit(i)
			}
		}
	}
	return won
}

// dealtAtOnce is the number of deals drawn before they are compared.
const dealtAtOnce = 32

// drawDealt is draw for hands without ranges: the missing cards come off a deck, and none has to be
// put back.
func (f *quick) drawDealt(t *tally, m *made, seed uint64, block, n int64) {
	chance := hand.NewSource(seed, uint64(block))
	d := &dealing{quick: f, chance: chance, need: f.toCome}
	for i, k := range f.deck {
		d.order[i&63], d.sums[i&63] = uint8(i), k.Sum
	}
	for i, more := range f.missing {
		d.hands = append(d.hands, dealtTo{f.options[i][0].With(f.board), d.need, d.need + more})
		d.need += more
	}
	hands := len(f.options)
	sums := make([]uint64, dealtAtOnce*hands)
	var worth [2][]rank.Strength
	var tables [2]rank.RankTable
	for p, r := range f.rankings {
		worth[p] = make([]rank.Strength, len(sums))
		tables[p] = r.Ranks(f.n, 0)
	}
	for ; n > 0; n -= dealtAtOnce {
		sums = sums[:hands*int(min(n, dealtAtOnce))]
		d.flushes = d.flushes[:0]
		for at := 0; at < len(sums); at += hands {
			d.take()
			if one := sums[at : at+hands]; d.add(one) {
				d.noteFlushes(one, at)
			}
		}
		for p, r := range f.rankings {
			tables[p].AtSums(worth[p], sums)
			if flush := r.Flushes(0); flush != nil {
				for _, of := range d.flushes {
					v := &worth[p][of.at]
					*v = max(*v, rank.Strength(flush[of.ranks&(1<<13-1)]))
				}
			}
		}
		t.addAll(worth[0][:len(sums)], worth[1], hands)
		if m != nil {
			for p := range f.rankings {
				for at := 0; at < len(sums); at += hands {
					m.addAll(p, worth[p][at:at+hands], 1)
				}
			}
		}
	}
}

// dealing is the state of drawDealt. The hands are sums of keys; it looks at masks only if there
// are five cards of a suit.
type dealing struct {
	*quick
	chance  hand.Source
	words   [32]uint64  // random numbers of a deal
	order   [128]uint8  // of the deck: indexes of cards, which take less room than keys
	sums    [256]uint64 // of the cards, by index
	run     [66]uint64  // the sums of the first cards of a deal, by their number
	need    int         // number of cards of a deal
	hands   []dealtTo
	flushes []flushOf
}

// dealtTo is the known part of a hand and the board, and the range of a deal's cards that the hand
// gets.
type dealtTo struct {
	fixed    rank.Key
	from, to int
}

// flushOf is a flush of a hand, by its index in a block of deals.
type flushOf struct {
	at    int
	ranks uint16
}

// take moves random cards of the deck to its front and adds them up. Each random number gives two
// cards.
func (d *dealing) take() {
	words := d.words[:(d.need+1)/2]
	d.chance.Fill(words)
	sum, left := uint64(0), uint64(len(d.deck))
	for k, random := range words[:d.need/2] {
		at := uint(2*k) & 63
		sum += d.swap(at, at+below64(uint32(random), left))
		d.run[at+1] = sum
		at++
		sum += d.swap(at, at+below64(uint32(random>>32), left-1))
		d.run[at+1] = sum
		left -= 2
	}
	if d.need&1 != 0 {
		at := uint(d.need-1) & 63
		d.run[at+1] = sum + d.swap(at, at+below64(uint32(words[len(words)-1]), left))
	}
}

// below64 is scaled for n up to 64, in a form that shows the bound to the compiler.
func below64(x uint32, n uint64) uint { return uint(uint64(x) * (n << 26) >> 58) }

// swap exchanges the cards at two indexes and returns the sum of the second.
func (d *dealing) swap(at, i uint) uint64 {
	c := d.order[i]
	d.order[i], d.order[at] = d.order[at], c
	return d.sums[c]
}

// add adds up the cards of each hand, and reports whether one has five of a suit.
func (d *dealing) add(sums []uint64) bool {
	board := d.run[d.toCome&63]
	before, suited := board, uint64(0)
	sums = sums[:len(d.hands)]
	for i := range d.hands {
		h := &d.hands[i]
		run := d.run[h.to&63]
		sum := h.fixed.Sum + board + run - before
		before = run
		sums[i] = sum
		suited |= rank.SuitedSum(sum)
	}
	return suited != 0
}

// noteFlushes records the flushes of a deal; at is the index of its first hand.
func (d *dealing) noteFlushes(sums []uint64, at int) {
	for i, sum := range sums {
		if rank.SuitedSum(sum) == 0 {
			continue
		}
		h := &d.hands[i]
		k := rank.Key{Sum: sum, Mask: h.fixed.Mask + d.mask(0, d.toCome) + d.mask(h.from, h.to)}
		d.flushes = append(d.flushes, flushOf{at + i, k.SuitedRanks()})
	}
}

// mask returns the mask of some cards of a deal.
func (d *dealing) mask(from, to int) (mask uint64) {
	for _, c := range d.order[from:to] {
		mask += d.deck[c].Mask
	}
	return mask
}

// boardsAtOnce is the number of boards that drawTwo draws before it compares the hands.
const boardsAtOnce = 128

// drawTwo is draw for two known hands and a board of five to come: the most common question.
func (f *quick) drawTwo(t *tally, m *made, seed uint64, block, n int64) {
	chance := hand.NewSource(seed, uint64(block))
	r, a, b := f.rankings[0], f.options[0][0].With(f.board), f.options[1][0].With(f.board)
	var keys [2 * boardsAtOnce]rank.Key
	var worth [2 * boardsAtOnce]rank.Strength
	var won [4]int64
	for ; n > 0; n -= boardsAtOnce {
		need := int(min(n, boardsAtOnce))
		for at := 0; at < need; {
			x := chance.Uint64()
			two := &f.pairs[scaled(uint32(x>>32), len(f.pairs))]
			three := &f.triples[scaled(uint32(x), len(f.triples))]
			board := two.With(*three)
			keys[2*at&(2*boardsAtOnce-1)] = a.With(board)
			keys[(2*at+1)&(2*boardsAtOnce-1)] = b.With(board)
			// The next board overwrites a board with a repeated card; without a branch, because the
			// result is hard to predict.
			twice := two.Mask & three.Mask
			at += 1 - int((twice|-twice)>>63)
		}
		r.OfSevens(worth[:2*need], keys[:2*need])
		for i := range need {
			first, second := worth[2*i&(2*boardsAtOnce-1)], worth[(2*i+1)&(2*boardsAtOnce-1)]
			won[winnerOf(int(first), int(second))&3]++
			if m != nil {
				m.add(0, 0, first, 1)
				m.add(0, 1, second, 1)
			}
		}
	}
	for i, k := range won {
		if k > 0 {
			t.add(result{betting.Set(i)}, float64(k))
		}
	}
}

// ofTwo reports whether drawTwo applies.
func (f *quick) ofTwo() bool {
	return f.m.tuples == 1 && len(f.options) == 2 && len(f.rankings) == 1 && f.pairs != nil && f.n == 7 &&
		!f.rankings[0].Qualifies() && bits.OnesCount64(f.options[0][0].Mask) == 2
}
