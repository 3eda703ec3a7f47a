package street

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
	"cardroom/engine/speech"
)

// Tree is a hand for two seats from a state on, as everybody sees it.
type Tree struct {
	Seats [2]int // of the hand
	// Nodes is the number of decisions, deals and ends, with each board that can lie there; boards that differ in names of suits
	// alone are one. InfoSets is the number of decisions with each board and each hand that the seat can hold.
	Nodes, InfoSets int64
	// Deals is the number of pairs of hands of the ranges.
	Deals int64
	// ZeroSum: nothing but the pot changes hands, and the house takes nothing that depends on the play.
	ZeroSum bool
	Pot     int64 // at the root, with all wagers
	Ends    int64 // with each board

	unit      int64
	unitName  string
	common    []cards.Card // on the board at the root
	open      [2]string    // the other open cards that a seat sees
	sides     [2]side
	root      *node
	deals     []deal
	boards    [][]board // by the number of deals
	orders    []order   // by full board
	names     []renaming
	parts     int
	pairs     bool  // both seats have two cards down and none up
	shared    int   // the number of sets of cards that hands of both seats have
	data      int64 // numbers of all decisions: a regret and a sum for each board, action and hand
	decisions int64 // with each board
	compact   bool  // numbers take 16 bits
	room      int64 // what a walk takes
	matches   int64 // numbers of showdowns that are played one by one
	sum       int64 // of the payments, if ends is above 0
	ends      int
}

// side is what a seat can hold.
type side struct {
	hands   []cards.Held
	down    [][]cards.Card
	cards   int // in a hand
	index   map[cards.Set]uint32
	ab      [][2]uint8
	same    []int32 // the other seat's hand of the same cards, -1 for none
	weight  []float32
	classes []uint8 // the sets of parts for which hands qualify
	// sets are the sets of cards of each hand that are also in a hand of the other seat, by their numbers: those of hand k with an even
	// number of cards from from[2k] on, those with an odd number from from[2k+1] on.
	sets []uint32
	from []uint32
}

// node is a node of the tree, whatever board lies there.
type node struct {
	seat  int8 // of the decision; below 0 for others
	level int16
	next  []*node // none at an end
	acts  []hand.Action
	says  []string
	part  *segment
	at    int64 // the first of its numbers in the segment
	id    int64 // its number in the segment
	flat  *[2]float64
	shows [2][]term
	match [2][]float32 // instead: what a seat gets with each of its hands against each of the other's
}

const dealt = -1

// segment is the decisions between two deals. Their numbers lie together for each board, in the order in which a walk comes to them.
type segment struct {
	base, size   int64 // of the numbers: the first, and how many there are for each board
	first, count int64 // of the decisions, likewise
}

// term is what a seat gets at a showdown with a hand of one class against those of another: all if it loses each part of the pot,
// and more for each part that it divides or wins.
type term struct {
	own, other int
	all        float64
	parts      []more
}

type more struct {
	part      int
	ties, win float64 // for dividing it, and for winning it instead of dividing it
}

// Build builds the tree of a hand. Its errors are an [UnfitError] if the hand has no such tree, and a [solve.TooLargeError] if it
// has more than the nodes or takes more than the memory of the options, 0 for as many as needed.
func Build(ctx context.Context, s *solve.Subgame, o solve.Options) (*Tree, error) {
	bound, err := scope(s.Hand)
	if err != nil {
		return nil, err
	}
	t := &Tree{compact: o.Compact, Pot: s.Hand.WholePot(), ZeroSum: true, common: slices.Clone(s.Hand.Board())}
	t.unit, t.unitName = solve.UnitOf(&bound.Stakes)
	root := *s.Hand
	root.Follow(nil)
	known := cards.SetOf(root.Board()...)
	up := 0
	for p, m := 0, root.Live(); m != 0; p, m = p+1, m&(m-1) {
		t.Seats[p] = m.First()
		open := root.Showing(m.First(), 0)
		known |= cards.SetOf(open...)
		up += len(open)
	}
	for p, seat := range t.Seats {
		t.open[p] = t.openCards(root.Showing(seat, 0), root.Showing(t.Seats[1-p], 0), t.Seats[1-p])
	}
	for p := range t.sides {
		t.sides[p].fill(s.Ranges[t.Seats[p]], known)
	}
	if err := t.meet(); err != nil {
		return nil, err
	}
	t.pairs = up == 0 && t.sides[0].cards == 2 && t.sides[1].cards == 2
	b := &builder{t: t, s: s, bound: bound}
	if b.first, err = b.passive(&root); err != nil {
		return nil, err
	}
	t.parts = len(b.first.Showdown().Parts)
	if err := t.fits(known, bound.Game.Deck.Len(), &o); err != nil {
		return nil, err
	}
	pack := bound.Game.Deck.Append(nil)
	if len(t.deals) > 0 {
		t.renamings(&root)
	} else {
		t.names = make([]renaming, 1)
	}
	for {
		t.lay(known, pack)
		if n := int64(len(t.boards[len(t.deals)])); o.MaxNodes > 0 && n > o.MaxNodes {
			return nil, &solve.TooLargeError{Nodes: n, MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes}
		}
		b.sizes = true
		if err := b.grow(&root); err != nil {
			return nil, err
		}
		t.orders = make([]order, len(t.boards[len(t.deals)]))
		if bytes := t.Bytes(); o.MaxNodes > 0 && t.Nodes > o.MaxNodes || o.MaxBytes > 0 && bytes > o.MaxBytes {
			return nil, &solve.TooLargeError{Nodes: t.Nodes, Bytes: bytes, MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes}
		}
		ok, err := t.rank(ctx, &root, bound, b.line)
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		t.names = t.names[:1]
	}
	b.sizes = false
	return t, b.grow(&root)
}

// fits reports whether there is room for the boards alone, of which renaming suits leaves a twenty-fourth at least.
func (t *Tree) fits(known cards.Set, pack int, o *solve.Options) error {
	boards, left := 1.0, pack-known.Len()
	for _, d := range t.deals {
		boards *= choices(left, d.count)
		left -= d.count
	}
	if boards /= 24; o.MaxNodes > 0 && boards > float64(o.MaxNodes) || o.MaxBytes > 0 && boards*float64(t.perBoard()) > float64(o.MaxBytes) {
		bytes := int64(min(boards*float64(t.perBoard()), math.MaxInt64/2))
		return &solve.TooLargeError{Nodes: int64(min(boards, math.MaxInt64/2)), Bytes: bytes, MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes}
	}
	return nil
}

// most returns the number of hands of the seat that has most.
func (t *Tree) most() int64 { return int64(max(len(t.sides[0].hands), len(t.sides[1].hands))) }

// perBoard returns the memory of the orders on a board.
func (t *Tree) perBoard() int64 {
	each := 8*t.parts + 4
	if t.pairs {
		each += 20 * t.parts
	}
	return int64(len(t.sides[0].hands)+len(t.sides[1].hands)) * int64(each)
}

// Bytes returns the memory of the tree and of a solver for it with one worker.
func (t *Tree) Bytes() int64 {
	bytes := int64(len(t.orders))*t.perBoard() + 4*(t.room+t.matches) + int64(unsafe.Sizeof(sums{}))
	if t.compact {
		bytes += 2*t.data + 12*t.decisions
	} else {
		bytes += 4 * (t.data + t.decisions)
	}
	for _, s := range t.sides {
		bytes += int64(120*len(s.hands) + 4*cap(s.sets)) // with the index of hands
	}
	return bytes
}

// fill takes the hands of a range without known cards.
func (s *side) fill(r *cards.Range, known cards.Set) {
	s.index = map[cards.Set]uint32{}
	for _, held := range r.Hands {
		if held.Cards&known != 0 {
			continue
		}
		s.index[held.Cards] = uint32(len(s.hands))
		down := held.Cards.Cards()
		s.hands, s.down = append(s.hands, held), append(s.down, down)
		s.weight = append(s.weight, float32(held.Weight))
		if s.cards = len(down); s.cards == 2 {
			s.ab = append(s.ab, [2]uint8{uint8(down[0]), uint8(down[1])})
		}
	}
}

// meet finds what hands of the two seats have in common.
func (t *Tree) meet() error {
	numbers := map[cards.Set]uint32{}
	var in [2]map[cards.Set]bool
	for p := range t.sides {
		in[p] = map[cards.Set]bool{}
		for _, held := range t.sides[p].hands {
			subsets(held.Cards, func(s cards.Set) { in[p][s] = true })
		}
	}
	for p := range t.sides {
		s := &t.sides[p]
		for _, held := range s.hands {
			same, ok := t.sides[1-p].index[held.Cards]
			if s.same = append(s.same, int32(same)); !ok {
				s.same[len(s.same)-1] = -1
			}
			var lists [2][]uint32
			subsets(held.Cards, func(c cards.Set) {
				if !in[1-p][c] {
					return
				}
				n, ok := numbers[c]
				if !ok {
					n = uint32(len(numbers))
					numbers[c] = n
				}
				lists[c.Len()&1] = append(lists[c.Len()&1], n)
			})
			for _, list := range lists {
				s.from = append(s.from, uint32(len(s.sets)))
				s.sets = append(s.sets, list...)
			}
		}
		s.from = append(s.from, uint32(len(s.sets)))
	}
	t.shared = len(numbers)
	c := counter{sets: make([]float64, t.shared)}
	for k := range t.sides[1].hands {
		c.addSets(&t.sides[1], uint32(k), 1)
	}
	for k := range t.sides[0].hands {
		t.Deals += int64(c.without(&t.sides[0], uint32(k)))
	}
	if t.Deals == 0 {
		return fmt.Errorf("the ranges leave no hand for every seat: they have the same cards")
	}
	return nil
}

// subsets calls f for every set of cards of a hand but the empty one.
func subsets(all cards.Set, f func(cards.Set)) {
	for s := all; s != 0; s = (s - 1) & all {
		f(s)
	}
}

// builder builds a tree.
type builder struct {
	t     *Tree
	s     *solve.Subgame
	bound *plan.AtStakes
	line  []hand.Action
	first *hand.Hand // after line
	log   hand.Log
	sizes bool  // only the sizes of the tree are wanted
	room  int64 // what a walk takes up to here
}

// passive plays a hand to its showdown without a bet, and notes which cards come on the way.
func (b *builder) passive(root *hand.Hand) (*hand.Hand, error) {
	held, _ := b.t.pair(0)
	h, err := b.t.suppose(root, b.bound, held)
	if err != nil {
		return nil, err
	}
	for {
		d, ok := h.Next()
		if !ok {
			break
		}
		if d.Kind != hand.Wager {
			return nil, unfit("something else than a wager is asked for")
		}
		a := hand.Action{Kind: hand.Check, Seat: d.Seat}
		if !d.Options.CanCheck {
			a.Kind = hand.Call
		}
		n, err := b.act(h, a, nil)
		if err != nil {
			return nil, err
		}
		b.t.deals = append(b.t.deals, n...)
		b.line = append(b.line, a)
	}
	if !h.Result().Showdown {
		return nil, unfit("the hand comes to no showdown")
	}
	return h, nil
}

// act plays an action, and returns the deals of cards that follow.
func (b *builder) act(h *hand.Hand, a hand.Action, given []betting.Set) (out []deal, err error) {
	b.log.Events = b.log.Events[:0]
	h.Follow(&b.log)
	if given != nil {
		h.Follow(nil)
		h.PayAs(given)
	}
	err = h.Apply(a)
	for i := range b.log.Events {
		if f := b.log.Events[i].Kind.Facts(); f.DealsTo(plan.ZoneBoard) {
			out = append(out, deal{count: len(b.log.Events[i].List())})
		} else if f.FromStub && err == nil {
			err = unfit("cards come that are not for the board")
		}
	}
	return out, err
}

// grow grows the tree from hands with different cards of the seats and different cards to come, which must not matter.
func (b *builder) grow(root *hand.Hand) error {
	t := b.t
	held, _ := t.pair(0)
	one, err := t.suppose(root, b.bound, held)
	if err != nil {
		return err
	}
	other := held
	last := func(s *side, dead cards.Set) cards.Set {
		for i := range slices.Backward(s.hands) {
			if c := s.hands[i].Cards; c&dead == 0 {
				return c
			}
		}
		return 0
	}
	other[0] = last(&t.sides[0], 0)
	if other[1] = last(&t.sides[1], other[0]); other[1] == 0 {
		other = held
	}
	two, err := t.suppose(root, b.bound, other)
	if err != nil {
		return err
	}
	stub := slices.Clone(two.Undealt())
	slices.Reverse(stub)
	if err := two.Arrange(stub); err != nil {
		return err
	}
	t.Nodes, t.Ends, t.InfoSets, t.data, t.decisions = 0, 0, 0, 0, 0
	b.room = 2 * t.most() * int64(len(t.deals))
	t.root, err = b.segment(one, two, 0, b.s.Line)
	return err
}

var errDiffer = unfit("what the seats may do depends on cards that not everybody sees, or on cards to come")

// segment adds a state after a deal, and everything that can follow.
func (b *builder) segment(one, two *hand.Hand, level int, line []hand.Action) (*node, error) {
	part, t := &segment{}, b.t
	n, err := b.visit(one, two, level, part, line)
	boards := int64(len(t.boards[level]))
	part.base, part.first = t.data, t.decisions
	t.data += boards * part.size
	t.decisions += boards * part.count
	return n, err
}

// visit adds the node of a state, and everything that can follow. line is how the hand went on from there, nil if it did not come there.
func (b *builder) visit(one, two *hand.Hand, level int, part *segment, line []hand.Action) (*node, error) {
	t := b.t
	d, ok := one.Next()
	e, more := two.Next()
	if d != e || ok != more || !ok || d.Kind != hand.Wager || d.Seat < 0 || one.WholePot() != two.WholePot() {
		return nil, errDiffer
	}
	n := &node{seat: int8(slices.Index(t.Seats[:], int(d.Seat))), level: int16(level), part: part, at: part.size, id: part.count}
	n.acts = enumerate.Actions(nil, one, &d, &enumerate.Options{Bets: b.s.Bets, Wagers: b.s.Wagers})
	if len(line) > 0 && line[0].Kind == hand.RaiseTo && !slices.Contains(n.acts, line[0]) {
		n.acts = append(n.acts, line[0])
		slices.SortStableFunc(n.acts, func(a, b hand.Action) int { return cmp.Compare(a.Amount, b.Amount) })
	}
	p := int(n.seat)
	part.size += 2 * int64(len(n.acts)*len(t.sides[p].hands))
	part.count++
	was := b.room
	if b.room += t.most() * int64(2*len(n.acts)+2); t.compact {
		b.room += t.most() * int64(2*len(n.acts))
	}
	t.room = max(t.room, b.room)
	t.Nodes += int64(len(t.boards[level]))
	for i := range t.boards[level] {
		t.InfoSets += int64(t.alive(p, level, int32(i)))
	}
	for _, a := range n.acts {
		n.says = append(n.says, speech.Say(&a, one, &d))
		var on []hand.Action
		if len(line) > 0 && line[0] == a {
			on = line[1:]
		}
		x, y := *one, *two
		next, err := b.act(&x, a, nil)
		if err != nil {
			return nil, err
		}
		again, err := b.act(&y, a, nil)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(next, again) {
			return nil, errDiffer
		}
		to := level + len(next)
		for k := range next {
			if level+k >= len(t.deals) || next[k].count != t.deals[level+k].count {
				return nil, errDiffer
			}
		}
		var last *node
		switch _, going := x.Next(); {
		case !going:
			last, err = b.end(one, two, a, &x, &y, to)
		case to > level:
			last, err = b.segment(&x, &y, to, on)
		default:
			last, err = b.visit(&x, &y, to, part, on)
		}
		if err != nil {
			return nil, err
		}
		for k := range slices.Backward(next) {
			t.Nodes += int64(len(t.boards[level+k]))
			last = &node{seat: dealt, level: int16(level + k), next: []*node{last}}
		}
		n.next = append(n.next, last)
	}
	b.room = was
	return n, nil
}

// alive returns how many hands a seat can hold on a board.
func (t *Tree) alive(p, level int, i int32) int {
	n := len(t.sides[p].hands)
	if level > 0 {
		all := t.boards[level][i].all
		n = 0
		for k := range t.sides[p].hands {
			if t.sides[p].hands[k].Cards&all == 0 {
				n++
			}
		}
	}
	return n
}

// end adds the end of a hand after an action.
func (b *builder) end(before, other *hand.Hand, a hand.Action, x, y *hand.Hand, level int) (*node, error) {
	t := b.t
	t.Nodes += int64(len(t.boards[level]))
	t.Ends += int64(len(t.boards[level]))
	n := &node{seat: dealt, level: int16(level)}
	if b.sizes {
		return n, nil
	}
	if !x.Result().Showdown {
		v, err := b.paid(x, y)
		if err != nil {
			return nil, err
		}
		n.flat = &[2]float64{float64(v[0]), float64(v[1])}
		return n, nil
	}
	if level != len(t.deals) {
		return nil, errDiffer
	}
	given := make([]betting.Set, t.parts)
	pay := func(won []uint8) (v [2]int64, err error) {
		for k, w := range won {
			given[k] = 0
			for p, seat := range t.Seats {
				if w>>p&1 != 0 {
					given[k] |= betting.Bit(seat)
				}
			}
		}
		x, y := *before, *other
		if _, err = b.act(&x, a, given); err == nil {
			_, err = b.act(&y, a, given)
		}
		if err != nil {
			return v, err
		}
		if !whole(&x) {
			return v, unfit("suits decide who gets an odd chip")
		}
		return b.paid(&x, &y)
	}
	for c0, m0 := range t.sides[0].classes {
		for c1, m1 := range t.sides[1].classes {
			terms, err := terms(m0, m1, t.parts, pay)
			var apart *UnfitError
			if errors.As(err, &apart) && len(t.deals) == 0 && len(t.sides[0].hands)*len(t.sides[1].hands) <= mostMatches {
				return n, b.match(n, before, a)
			}
			if err != nil {
				return nil, err
			}
			terms[0].own, terms[0].other, terms[1].own, terms[1].other = c0, c1, c1, c0
			for p := range terms {
				n.shows[p] = append(n.shows[p], terms[p])
			}
		}
	}
	return n, nil
}

// mostMatches is the number of pairs of hands for which showdowns are played one by one.
const mostMatches = 1 << 18

// match plays a showdown with each pair of hands, where what is paid for a part depends on more than who wins it.
func (b *builder) match(n *node, before *hand.Hand, a hand.Action) error {
	t := b.t
	one, two := t.sides[0].hands, t.sides[1].hands
	n.shows = [2][]term{}
	for p := range n.match {
		n.match[p] = make([]float32, len(one)*len(two))
	}
	for i := range one {
		for k := range two {
			if one[i].Cards&two[k].Cards != 0 {
				continue
			}
			h, err := t.suppose(before, b.bound, [2]cards.Set{one[i].Cards, two[k].Cards})
			if err == nil {
				err = h.Apply(a)
			}
			if err != nil {
				return err
			}
			v, err := b.paid(h, h)
			if err != nil {
				return err
			}
			n.match[0][i*len(two)+k], n.match[1][k*len(one)+i] = float32(v[0]), float32(v[1])
		}
	}
	t.matches += int64(2 * len(one) * len(two))
	return nil
}

// The winners of a part.
const (
	nobody = 0
	first  = 1
	second = 2
	both   = 3
)

// terms makes the terms of both seats of what a showdown pays, if hands qualify for some parts each.
func terms(m0, m1 uint8, parts int, pay func(won []uint8) ([2]int64, error)) (out [2]term, err error) {
	var open []int
	won := make([]uint8, parts)
	for k := range parts {
		switch own, other := m0>>k&1 != 0, m1>>k&1 != 0; {
		case own && other:
			open = append(open, k)
		case own:
			won[k] = first
		case other:
			won[k] = second
		}
	}
	for p := range out {
		lost := uint8(second >> p)
		for _, k := range open {
			won[k] = lost
		}
		base, err := pay(won)
		if err != nil {
			return out, err
		}
		out[p].all = float64(base[p])
		var steps [][3]int64
		for _, k := range open {
			var step [3]int64
			for i, w := range []uint8{lost, both, uint8(first << p)} {
				won[k] = w
				v, err := pay(won)
				if err != nil {
					return out, err
				}
				step[i] = v[p] - base[p]
			}
			won[k] = lost
			steps = append(steps, step)
			out[p].parts = append(out[p].parts, more{k, float64(step[1]), float64(step[2] - step[1])})
		}
		if err := adds(p, open, won, base[p], steps, pay); err != nil {
			return out, err
		}
	}
	return out, nil
}

// adds checks that what a seat gets for several parts is what it gets for each.
func adds(p int, open []int, won []uint8, base int64, steps [][3]int64, pay func(won []uint8) ([2]int64, error)) error {
	if len(open) < 2 {
		return nil
	}
	count := 1
	for range open {
		count *= 3
	}
	for n := range count {
		want, rest := base, n
		for i, k := range open {
			won[k] = []uint8{uint8(second >> p), both, uint8(first << p)}[rest%3]
			want += steps[i][rest%3]
			rest /= 3
		}
		got, err := pay(won)
		if err != nil {
			return err
		}
		if got[p] != want {
			return unfit("what is paid for one part depends on who wins another")
		}
	}
	return nil
}

// paid returns what the seats get at an end, from the stacks that they have at the root.
func (b *builder) paid(x, y *hand.Hand) (v [2]int64, err error) {
	t := b.t
	sum := int64(0)
	for p, seat := range t.Seats {
		v[p] = b.gets(x, seat)
		sum += v[p]
		if v[p] != b.gets(y, seat) {
			return v, errDiffer
		}
	}
	if t.ends > 0 && t.sum != sum {
		t.ZeroSum = false
	}
	t.sum = sum
	t.ends++
	return v, nil
}

func (b *builder) gets(h *hand.Hand, seat int) int64 {
	return h.Net(seat) + h.StartingStack(seat) - b.s.Hand.Stack(seat)
}

// ToCome returns how often cards can still come.
func (t *Tree) ToCome() int { return len(t.deals) }

// Game describes the tree like one of all deals, without its decisions.
func (t *Tree) Game() *solve.Game {
	return &solve.Game{
		Seats: 2, Unit: t.unit, UnitName: t.unitName, Nodes: t.Nodes, Terminals: t.Ends, Renamings: len(t.names), ZeroSum: t.ZeroSum, House: !t.ZeroSum,
		Numbers: t.Seats[:],
	}
}
