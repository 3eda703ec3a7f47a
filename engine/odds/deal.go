package odds

import (
	"context"
	"iter"
	"math"
	"slices"
	"sort"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// dealer deals the unknown cards, in all ways or at random, and tallies the
// winners.
type dealer struct {
	m      *match
	pack   []cards.Card // cards that may come
	holes  [][]cards.Card
	boards [2][]cards.Card // the second is empty if there is only one

	worth  [4][]rank.Strength // of one deal, by part of each board and hand
	tally  *tally
	made   *made // nil if not requested
	deals  int64
	weight float64 // of a deal

	pots    []*tally
	parts   []float64 // of one deal, in chips
	squares []float64 // the sum of their squares
}

func (m *match) newDealer() *dealer {
	n := len(m.hands)
	d := &dealer{m: m, tally: newTally(n, m.q.boards()), made: newMade(m.classes, n), weight: 1}
	for range m.q.Pots {
		d.pots = append(d.pots, newTally(n, m.q.boards()))
	}
	d.parts, d.squares = make([]float64, n), make([]float64, n)
	for k := range d.worth {
		d.worth[k] = make([]rank.Strength, n)
	}
	d.holes = make([][]cards.Card, n)
	for i := range d.holes {
		d.holes[i] = make([]cards.Card, len(m.hands[i][0].cards), hand.MaxHole)
	}
	d.boards = [2][]cards.Card{slices.Clone(m.board), slices.Clone(m.second)}
	for _, s := range m.slots {
		if s.hand < 0 {
			to := &d.boards[-1-s.hand]
			*to = append(*to, make([]cards.Card, s.n)...)
		} else {
			d.holes[s.hand] = append(d.holes[s.hand], make([]cards.Card, s.n)...)
		}
	}
	return d
}

// take deals each hand its known cards; the remaining cards form the pack.
func (d *dealer) take(pick []*option) {
	gone := d.m.dead
	for i, o := range pick {
		copy(d.holes[i], o.cards)
		gone |= o.set
	}
	d.pack = d.pack[:0]
	for c := range cards.Joker2 + 1 {
		if (d.m.q.Deck.Set() &^ gone).Has(c) {
			d.pack = append(d.pack, c)
		}
	}
}

// place returns the places for the cards of a slot.
func (d *dealer) place(s slot) []cards.Card {
	if s.hand < 0 {
		return d.boards[-1-s.hand][s.at : s.at+s.n]
	}
	return d.holes[s.hand][s.at : s.at+s.n]
}

// dealAll answers by dealing all ways.
func (m *match) dealAll(ctx context.Context) (*Answer, error) {
	d := m.newDealer()
	err := m.each(ctx, func(pick []*option, weight float64) error {
		d.take(pick)
		d.weight = weight
		return d.fill(ctx, 0, 0, 0, 0)
	})
	if err == nil && d.deals == 0 {
		err = errNothing
	}
	if err != nil {
		return nil, err
	}
	return d.answer(true), nil
}

// fill deals the k-th and later cards of a slot, starting at an index of the
// pack, and then the following slots; used marks the cards already dealt.
func (d *dealer) fill(ctx context.Context, i, k, from int, used uint64) error {
	if i == len(d.m.slots) {
		d.showdown()
		if d.deals&0xffff == 0 {
			return pause.Err(ctx)
		}
		return nil
	}
	s := d.m.slots[i]
	if k == s.n {
		return d.fill(ctx, i+1, 0, 0, used)
	}
	to := d.place(s)
	for c := from; c < len(d.pack); c++ {
		if used>>c&1 != 0 {
			continue
		}
		to[k] = d.pack[c]
		if err := d.fill(ctx, i, k+1, c+1, used|1<<c); err != nil {
			return err
		}
	}
	return nil
}

// sampleBlock is the number of deals drawn from one generator. Blocks make the
// answer independent of which goroutine draws them.
const sampleBlock = 4096

// sample answers by drawing random deals.
func (m *match) sample(ctx context.Context, e Effort) (*Answer, error) {
	total := m.newDealer()
	chooser, quick, omaha := m.newChooser(), m.quick(), m.quickOmaha()
	err := sampleBlocks(ctx, e, func(block, n int64) (d *dealer, err error) {
		d = m.newDealer()
		d.deals = n
		switch {
		case omaha != nil:
			err = omaha.draw(d.tally, d.made, chooser, e.Seed, block, n)
		case quick == nil:
			d.deals = 0 // it counts them itself
			err = d.draw(chooser, e.Seed, block, n)
		case quick.ofTwo():
			quick.drawTwo(d.tally, d.made, e.Seed, block, n)
		case m.tuples == 1:
			quick.drawDealt(d.tally, d.made, e.Seed, block, n)
		default:
			err = quick.draw(d.tally, d.made, chooser, e.Seed, block, n)
		}
		return d, err
	}, func(d *dealer) bool {
		total.merge(d)
		return total.enough(e)
	})
	if err != nil {
		return nil, err
	}
	return total.answer(false), nil
}

// sampleBlocks draws blocks of samples on several goroutines, and adds them in
// order until there are enough. It checks after each block, so that the number
// of goroutines does not matter. When the context ends, the blocks before the
// first undrawn one count; it is an error if there are none.
func sampleBlocks[D any](ctx context.Context, e Effort, draw func(block, n int64) (D, error), add func(D) (enough bool)) error {
	type drawn struct {
		of    D
		fault error
		done  bool
	}
	blocks := (e.Samples-1)/sampleBlock + 1
	for first := int64(0); first < blocks; {
		batch := make([]drawn, min(int64(e.Workers)*4, blocks-first))
		_ = parallel(ctx, e.Workers, len(batch), func(numbers iter.Seq[int]) {
			for i := range numbers {
				block := first + int64(i)
				of, err := draw(block, min(sampleBlock, e.Samples-block*sampleBlock))
				batch[i] = drawn{of, err, true}
			}
		})
		for i := range batch {
			switch b := &batch[i]; {
			case b.fault != nil:
				return b.fault
			case !b.done && first+int64(i) == 0:
				return ctx.Err()
			case !b.done || add(b.of):
				return nil
			}
		}
		if first += int64(len(batch)); e.Drawn != nil {
			e.Drawn(min(first*sampleBlock, e.Samples))
		}
	}
	return nil
}

// enough reports whether no more samples are needed.
func (d *dealer) enough(e Effort) bool {
	if !e.Until.IsZero() && !time.Now().Before(e.Until) {
		return true
	}
	if e.Error <= 0 {
		return false
	}
	for _, s := range d.tally.shares(d.deals) {
		if s.StdErr > e.Error {
			return false
		}
	}
	return true
}

// merge adds the deals of another dealer.
func (d *dealer) merge(o *dealer) {
	d.tally.merge(o.tally)
	d.made.merge(o.made)
	d.deals += o.deals
	for i := range d.pots {
		d.pots[i].merge(o.pots[i])
	}
	for i := range d.squares {
		d.squares[i] += o.squares[i]
	}
}

// chooser draws the hands from their ranges.
type chooser struct {
	m    *match
	sums [][]float64 // for each hand, cumulative weights; nil if all are equal
}

func (m *match) newChooser() *chooser {
	c := &chooser{m: m}
	for _, options := range m.hands {
		var sums []float64
		total, alike := 0.0, true
		for _, o := range options {
			total += o.weight
			sums = append(sums, total)
			alike = alike && o.weight == options[0].weight
		}
		if alike {
			sums = nil
		}
		c.sums = append(c.sums, sums)
	}
	return c
}

// maxMisses is the number of draws with a card in common after which the
// drawing of hands gives up.
const maxMisses = 1_000_000

// pick draws each hand by its weights, starting over when two have a card in
// common, so that every choice has the right frequency.
func (c *chooser) pick(at []int, chance *hand.Source) bool {
	if c.m.tuples == 1 {
		return true
	}
next:
	for range maxMisses {
		used := c.m.dead
		for i, options := range c.m.hands {
			k := 0
			switch sums := c.sums[i]; {
			case len(options) == 1:
			case sums == nil:
				k = int(chance.Below(uint64(len(options))))
			default:
				x := float64(chance.Uint64()>>11) / (1 << 53) * sums[len(sums)-1]
				k = min(sort.SearchFloat64s(sums, math.Nextafter(x, math.Inf(1))), len(sums)-1)
			}
			if options[k].set&used != 0 {
				continue next
			}
			used |= options[k].set
			at[i] = k
		}
		return true
	}
	return false
}

// draw deals one block at random.
func (d *dealer) draw(c *chooser, seed uint64, block, n int64) error {
	chance := hand.NewSource(seed, uint64(block))
	at := make([]int, len(d.m.hands))
	pick := make([]*option, len(d.m.hands))
	for k := range n {
		if k == 0 || d.m.tuples > 1 {
			if !c.pick(at, &chance) {
				return errNothing
			}
			for i := range pick {
				pick[i] = &d.m.hands[i][at[i]]
			}
			d.take(pick)
		}
		at := 0
		for _, s := range d.m.slots {
			to := d.place(s)
			for k := range to {
				j := at + int(chance.Below(uint64(len(d.pack)-at)))
				d.pack[at], d.pack[j] = d.pack[j], d.pack[at]
				to[k] = d.pack[at]
				at++
			}
		}
		d.showdown()
	}
	return nil
}

// showdown compares the hands of one deal and tallies who gets what.
func (d *dealer) showdown() {
	d.deals++
	show := d.m.q.Show
	for b := range d.m.q.boards() {
		for k := range show.Parts {
			for i := range d.holes {
				d.worth[2*b+k][i] = d.strength(&show.Parts[k], i, b)
			}
			if d.made != nil {
				d.made.addAll(k, d.worth[k], d.weight)
			}
		}
	}
	d.tally.add(d.winners(betting.Bit(len(d.holes))-1), d.weight)
	if d.pots == nil {
		return
	}
	clear(d.parts)
	for k, pot := range d.m.q.Pots {
		won := d.winners(pot.Eligible)
		d.pots[k].add(won, d.weight)
		for m := pot.Eligible; m != 0; m &= m - 1 {
			i := m.First()
			d.parts[i] += float64(won.part(i, pot.Eligible, d.m.q.boards()) * float64(pot.Amount))
		}
	}
	for i, c := range d.parts {
		d.squares[i] += float64(c * c * d.weight)
	}
}

// winners returns the winners of each part among the eligible hands.
func (d *dealer) winners(eligible betting.Set) (won result) {
	for b := range d.m.q.boards() {
		for k := range d.m.q.Show.Parts {
			won[2*b+k] = d.best(k, b, eligible)
		}
	}
	return won
}

// best returns the set of eligible hands that win a part on a board.
func (d *dealer) best(k, board int, eligible betting.Set) (best betting.Set) {
	p, top := &d.m.q.Show.Parts[k], rank.Strength(0)
	for m := eligible; m != 0; m &= m - 1 {
		i := m.First()
		switch s := d.worth[2*board+k][i]; {
		case s == 0 || s < top:
		case s > top:
			best, top = betting.Bit(i), s
		default:
			best |= betting.Bit(i)
		}
	}
	if p.BySuit && best.Len() > 1 {
		return d.bestSuits(p, board, best)
	}
	return best
}

// bestSuits breaks ties between hands where suits count.
func (d *dealer) bestSuits(p *plan.Part, board int, tied betting.Set) (best betting.Set) {
	top := uint32(0)
	for m := tied; m != 0; m &= m - 1 {
		i := m.First()
		key := p.SuitKey(d.holes[i], d.boards[board])
		switch {
		case best == 0 || key > top:
			best, top = betting.Bit(i), key
		case key == top:
			best |= betting.Bit(i)
		}
	}
	return best
}

func (d *dealer) strength(p *plan.Part, i, board int) rank.Strength {
	if !p.Plain() {
		return p.Strength(d.holes[i], d.boards[board])
	}
	var all [hand.MaxHole + plan.MaxBoard]cards.Card
	n := copy(all[:], d.holes[i])
	n += copy(all[n:], d.boards[board])
	return p.Ranking.Best(all[:n])
}

// answer returns the answer, dividing the tallies.
func (d *dealer) answer(exact bool) *Answer {
	samples := d.deals
	if exact {
		samples = 0
	}
	a := &Answer{Boards: d.deals, Exact: exact, Hands: d.tally.shares(samples), Made: d.made.parts(), weight: d.tally.total()}
	if d.pots == nil {
		return a
	}
	a.divide(d.m.q.Pots, func(k int) *tally { return d.pots[k] })
	for i := range a.Chips {
		if c := &a.Chips[i]; !exact && d.deals > 1 {
			c.StdErr = math.Sqrt(max(0, d.squares[i]/a.weight-float64(c.Value*c.Value)) / float64(d.deals-1))
		}
	}
	return a
}

// divide sets what the hands can expect of each pot.
func (a *Answer) divide(pots []Pot, of func(pot int) *tally) {
	if pots == nil {
		return
	}
	a.Chips = make([]Mean, len(a.Hands))
	for k, p := range pots {
		parts := of(k).sharesAmong(p.Eligible)
		for i, part := range parts {
			a.Chips[i].Value += float64(part * float64(p.Amount))
		}
		a.Pots = append(a.Pots, parts)
	}
}
