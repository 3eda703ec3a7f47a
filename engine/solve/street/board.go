package street

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/pause"
	"cardroom/engine/plan"
)

// deal is board cards that come together: how many, and the chance of each choice of them, given both hands.
type deal struct {
	count  int
	chance float32
}

// board is a state of the board after the root, or one for several that are the same but for the names of suits.
type board struct {
	up          int32     // the state before the last deal
	first, last int32     // the states after the next deal
	cards       cards.Set // of the last deal
	all         cards.Set // of all deals
	images      []int32   // the renamings, apart from none, that lead to the other states it stands for
	group       []int32   // the renamings that change nothing here
	dead        [2][]uint32
}

// entry is a hand in the order of a part, weakest first.
type entry struct {
	hand uint32
	rank uint16 // the same for equal hands, of both seats
	a, b uint8  // the cards of a hand of two
}

// order is the hands of the seats on a full board.
type order struct {
	// lists are the hands of a class in the order of a part, at class × parts + part. members are all hands of a class.
	lists   [2][][]entry
	members [2][][]uint32
	asks    [2][][]ask // if the hands are pairs of cards: by the classes of the seat and of the other, and by part
}

// ask is a hand of two cards at a showdown against the hands of a class, which are counted one by one, weakest first. It is worth
// what follows from these sums: of all that are weaker, or not stronger, and of those among them with each of its two cards. They are
// given by their places in [sums].
type ask struct {
	hand, same     uint16 // same: the hand of the same cards, 0 for none
	below, upTo    uint16
	belowA, belowB uint16 // for a card
	upToA, upToB   uint16
	a, b           uint8
}

// mostPairs is at least the number of pairs of cards, with one more.
const mostPairs = 2048

// askAll prepares the showdowns of hands of two cards.
func (t *Tree) askAll() {
	for i := range t.orders {
		o := &t.orders[i]
		for p := range t.sides {
			for own := range t.sides[p].classes {
				for other := range t.sides[1-p].classes {
					for part := range t.parts {
						o.asks[p] = append(o.asks[p], asks(o.list(p, own*t.parts+part), o.list(1-p, other*t.parts+part)))
					}
				}
			}
		}
	}
}

func asks(mine, theirs []entry) []ask {
	var last [64]uint16 // the place of the last sum for each card
	out := make([]ask, len(mine))
	y := 0
	for i := range mine {
		e, q := &mine[i], &out[i]
		*q = ask{hand: uint16(e.hand), a: e.a, b: e.b}
		if i > 0 && mine[i-1].rank == e.rank {
			q.below = out[i-1].below
		} else {
			for ; y < len(theirs) && theirs[y].rank < e.rank; y++ {
				last[theirs[y].a], last[theirs[y].b] = uint16(4*y+6), uint16(4*y+7)
			}
			q.below = uint16(4 * y)
		}
		q.belowA, q.belowB = last[e.a], last[e.b]
	}
	last, y = [64]uint16{}, 0
	for i := range mine {
		e, q := &mine[i], &out[i]
		for ; y < len(theirs) && theirs[y].rank <= e.rank; y++ {
			last[theirs[y].a], last[theirs[y].b] = uint16(4*y+6), uint16(4*y+7)
		}
		q.upTo, q.upToA, q.upToB = uint16(4*y), last[e.a], last[e.b]
		for k := int(q.below) / 4; k < y; k++ {
			if theirs[k].a == e.a && theirs[k].b == e.b {
				q.same = uint16(4*k + 5)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b ask) int { return cmp.Compare(min(a.upTo-a.below, 1), min(b.upTo-b.below, 1)) })
	return out
}

func (o *order) list(seat, at int) []entry {
	if at < len(o.lists[seat]) {
		return o.lists[seat][at]
	}
	return nil
}

func (o *order) of(seat, class int) []uint32 {
	if class < len(o.members[seat]) {
		return o.members[seat][class]
	}
	return nil
}

// renaming is a renaming of suits, with the number of the renamed hand for each hand of the seats.
type renaming struct {
	suits [4]cards.Suit
	hands [2][]uint32
}

func (r *renaming) card(c cards.Card) cards.Card {
	if !c.Natural() {
		return c
	}
	return cards.New(c.Rank(), r.suits[c.Suit()])
}

func (r *renaming) set(s cards.Set) (out cards.Set) {
	for c := range s.All() {
		out = out.With(r.card(c))
	}
	return out
}

// renamings finds the renamings of suits, the first of none, that change neither the board nor the ranges nor the open cards.
func (t *Tree) renamings(h *hand.Hand) {
	fixed := [][]cards.Card{}
	for k := range max(1, len(h.Plan().Game.Boards)) {
		fixed = append(fixed, h.BoardOf(nil, k))
	}
	for _, seat := range t.Seats {
		fixed = append(fixed, h.Showing(seat, 0))
	}
	suits := []cards.Suit{0, 1, 2, 3}
	permute(suits, 0, func() {
		r := renaming{suits: [4]cards.Suit(suits)}
		for _, list := range fixed {
			if s := cards.SetOf(list...); r.set(s) != s {
				return
			}
		}
		for p := range t.sides {
			s := &t.sides[p]
			for _, held := range s.hands {
				k, ok := s.index[r.set(held.Cards)]
				if !ok || s.hands[k].Weight != held.Weight {
					return
				}
				r.hands[p] = append(r.hands[p], k)
			}
		}
		t.names = append(t.names, r)
	})
	slices.SortStableFunc(t.names, func(a, b renaming) int { return slices.Compare(a.suits[:], b.suits[:]) })
}

func permute(list []cards.Suit, k int, f func()) {
	if k == len(list) {
		f()
		return
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, f)
		list[k], list[i] = list[i], list[k]
	}
}

// lay lays out the states of the board, level by level.
func (t *Tree) lay(known cards.Set, pack []cards.Card) {
	all := make([]int32, len(t.names))
	for i := range all {
		all[i] = int32(i)
	}
	t.boards = [][]board{{{group: all}}}
	left := 0
	for _, c := range pack {
		if !known.Has(c) {
			left++
		}
	}
	left -= t.sides[0].cards + t.sides[1].cards
	for d := range t.deals {
		t.deals[d].chance = float32(1 / choices(left, t.deals[d].count))
		left -= t.deals[d].count
		var next []board
		level := t.boards[d]
		for i := range level {
			b := &level[i]
			b.first = int32(len(next))
			var free []cards.Card
			for _, c := range pack {
				if !(known | b.all).Has(c) {
					free = append(free, c)
				}
			}
			each(free, t.deals[d].count, 0, func(s cards.Set) {
				n := board{up: int32(i), cards: s, all: b.all | s}
				var met []cards.Set
				for _, g := range b.group {
					to := t.names[g].set(s)
					switch {
					case to < s:
						return // another stands for it
					case to == s:
						n.group = append(n.group, g)
					case !slices.Contains(met, to):
						met = append(met, to)
						n.images = append(n.images, g)
					}
				}
				next = append(next, n)
			})
			b.last = int32(len(next))
		}
		for i := range next {
			for p := range t.sides {
				for k, held := range t.sides[p].hands {
					if held.Cards&next[i].cards != 0 {
						next[i].dead[p] = append(next[i].dead[p], uint32(k))
					}
				}
			}
		}
		t.boards = append(t.boards, next)
	}
}

// choices returns the number of ways to choose k of n.
func choices(n, k int) float64 {
	out := 1.0
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}

// each calls f for every choice of n more cards.
func each(from []cards.Card, n int, chosen cards.Set, f func(cards.Set)) {
	if n == 0 {
		f(chosen)
		return
	}
	for i := range len(from) - n + 1 {
		each(from[i+1:], n-1, chosen.With(from[i]), f)
	}
}

// pathTo returns the cards of the deals that lead to a board.
func (t *Tree) pathTo(level int, i int32) (out []cards.Card) {
	for d := level; d > 0; d-- {
		b := &t.boards[d][i]
		out = append(b.cards.Cards(), out...)
		i = b.up
	}
	return out
}

// referee is a hand that is played to the showdown with any board, to compare what the seats hold there.
type referee struct {
	t     *Tree
	root  *hand.Hand
	bound *plan.AtStakes
	line  []hand.Action
	keys  [2][]uint64 // by seat: of each hand and part
}

// pair returns hands of the seats without a card in common with each other and with a board.
func (t *Tree) pair(dead cards.Set) (held [2]cards.Set, ok bool) {
	for _, a := range t.sides[0].hands {
		if a.Cards&dead != 0 {
			continue
		}
		for _, b := range t.sides[1].hands {
			if b.Cards&(dead|a.Cards) == 0 {
				return [2]cards.Set{a.Cards, b.Cards}, true
			}
		}
	}
	return held, false
}

// suppose returns the hand at the root with hands of the seats.
func (t *Tree) suppose(root *hand.Hand, bound *plan.AtStakes, held [2]cards.Set) (*hand.Hand, error) {
	h := *root
	h.Follow(nil)
	down := make([][]cards.Card, h.Seats())
	for p, s := range held {
		down[t.Seats[p]] = s.Cards()
	}
	return &h, h.Suppose(bound, down)
}

// judge sets the keys of all hands that are possible with the next cards. ok is false if no two are.
func (r *referee) judge(next []cards.Card) (ok bool, err error) {
	t := r.t
	dead := cards.SetOf(next...)
	held, ok := t.pair(dead)
	if !ok {
		return false, nil
	}
	h, err := t.suppose(r.root, r.bound, held)
	if err == nil {
		err = h.Arrange(next)
	}
	for i := 0; err == nil && i < len(r.line); i++ {
		err = h.Apply(r.line[i])
	}
	if err != nil {
		return false, err
	}
	for p := range t.sides {
		for k, held := range t.sides[p].hands {
			keys := r.keys[p][k*t.parts : (k+1)*t.parts]
			if held.Cards&dead != 0 {
				clear(keys)
				continue
			}
			if err := h.Places(t.Seats[p], t.sides[p].down[k], keys); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// rank puts the hands of the seats in order on every full board. ok is false if a renaming of suits changes an order.
func (t *Tree) rank(ctx context.Context, root *hand.Hand, bound *plan.AtStakes, line []hand.Action) (ok bool, err error) {
	r := &referee{t: t, root: root, bound: bound, line: line}
	for p := range t.sides {
		r.keys[p] = make([]uint64, len(t.sides[p].hands)*t.parts)
	}
	full := t.boards[len(t.deals)]
	for i := range full {
		if i&63 == 0 {
			if err := pause.Err(ctx); err != nil {
				return false, err
			}
		}
		next := t.pathTo(len(t.deals), int32(i))
		possible, err := r.judge(next)
		if err != nil {
			return false, err
		}
		if !possible {
			continue
		}
		if err := t.sort(&t.orders[i], r, full[i].all); err != nil {
			return false, err
		}
		if len(t.names) == 1 {
			continue
		}
		keys := [2][]uint64{slices.Clone(r.keys[0]), slices.Clone(r.keys[1])}
		for g := 1; g < len(t.names); g++ {
			if same, err := r.same(&t.names[g], next, keys, full[i].all); !same || err != nil {
				return false, err
			}
		}
	}
	if t.pairs {
		t.askAll()
	}
	return true, nil
}

// sort puts the judged hands in order.
func (t *Tree) sort(o *order, r *referee, dead cards.Set) error {
	var class [2][]int
	for p := range t.sides {
		s := &t.sides[p]
		for k, held := range s.hands {
			if held.Cards&dead != 0 {
				class[p] = append(class[p], -1)
				continue
			}
			mask := uint8(0)
			for part, key := range r.keys[p][k*t.parts : (k+1)*t.parts] {
				if key != 0 {
					mask |= 1 << part
				}
			}
			c := slices.Index(s.classes, mask)
			if c < 0 {
				c = len(s.classes)
				s.classes = append(s.classes, mask)
			}
			class[p] = append(class[p], c)
			for len(o.members[p]) <= c {
				o.members[p] = append(o.members[p], nil)
			}
			o.members[p][c] = append(o.members[p][c], uint32(k))
		}
		o.lists[p] = make([][]entry, len(s.classes)*t.parts)
	}
	type placed struct {
		key  uint64
		hand int32
		seat int8
	}
	var list []placed
	for part := range t.parts {
		list = list[:0]
		for p := range t.sides {
			for k, c := range class[p] {
				if key := r.keys[p][k*t.parts+part]; c >= 0 && key != 0 {
					list = append(list, placed{key, int32(k), int8(p)})
				}
			}
		}
		slices.SortFunc(list, func(a, b placed) int {
			return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.seat, b.seat), cmp.Compare(a.hand, b.hand))
		})
		rank := 0
		for i, l := range list {
			if i > 0 && list[i-1].key != l.key {
				rank++
			}
			if rank > math.MaxUint16 {
				return unfit("hands have more than %d strengths on a board", math.MaxUint16)
			}
			e := entry{hand: uint32(l.hand), rank: uint16(rank)}
			if d := t.sides[l.seat].down[l.hand]; len(d) == 2 {
				e.a, e.b = uint8(d[0]), uint8(d[1])
			}
			at := &o.lists[l.seat][class[l.seat][l.hand]*t.parts+part]
			*at = append(*at, e)
		}
	}
	return nil
}

// same reports whether hands compare alike if they and the next cards are renamed.
func (r *referee) same(n *renaming, next []cards.Card, keys [2][]uint64, dead cards.Set) (bool, error) {
	renamed := make([]cards.Card, len(next))
	for i, c := range next {
		renamed[i] = n.card(c)
	}
	if possible, err := r.judge(renamed); err != nil || !possible {
		return !possible, err
	}
	for p := range keys {
		for k, to := range n.hands[p] {
			for part := range r.t.parts {
				if r.t.sides[p].hands[k].Cards&dead == 0 && keys[p][k*r.t.parts+part] != r.keys[p][int(to)*r.t.parts+part] {
					return false, nil
				}
			}
		}
	}
	return true, nil
}
