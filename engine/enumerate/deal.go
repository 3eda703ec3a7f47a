package enumerate

import (
	"fmt"
	"math"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// part is a set of cards dealt together: those that one event deals to a seat
// or puts on the board. Their order within the part does not matter.
type part struct {
	at     []int // indexes among the cards taken
	burned bool
}

// dealing is an operation that takes cards, and the continuation for each
// resulting hand. taken is the number of cards taken before.
type dealing struct {
	taken int
	rolls int // number of die rolls before
	do    func(next []cards.Card) (*hand.Hand, error)
	then  func(*hand.Hand)
}

// everyDeal runs a dealing once for each way in which the cards that it takes
// can fall. stub is the rest of the deck. The probabilities of all ways must add
// up to that of the state before.
func (x *search) everyDeal(d *dealing, stub []cards.Card) {
	if x.shuffled {
		x.log.Events = x.log.Events[:0]
		if h, err := d.do(nil); err != nil {
			x.fault(Playing, h, err)
		} else {
			d.then(h)
		}
		return
	}
	left := bagOf(stub)
	free := x.pack.minus(x.deck.minus(left))
	sum, then := 0.0, d.then
	d.then = func(h *hand.Hand) {
		sum += x.chance
		then(h)
	}
	x.fall(d, nil, 0, free, left.minus(free))
	if whole := x.draw == nil && x.stopped == nil && x.report.Fault == nil; whole && math.Abs(sum-x.chance) > 1e-9*x.chance {
		x.stopped = fmt.Errorf("the ways in which the cards can fall have a probability of %g together, not %g", sum, x.chance)
	}
}

// fall runs the dealing with the next cards as far as they are chosen: those of
// the first parts. These determine which parts follow, so it continues with
// every choice for the next part.
func (x *search) fall(d *dealing, next []cards.Card, chosen int, free, rest bag) {
	if x.stopped != nil {
		return
	}
	x.log.Events = x.log.Events[:0]
	h, err := d.do(fill(next, free, rest))
	if err != nil {
		x.fault(Playing, h, err)
		return
	}
	if sides := x.nextDie(d); sides > 0 {
		was := x.chance
		x.chance /= float64(sides)
		first, end := 0, sides
		if x.draw != nil {
			first = x.draw(sides)
			end = first + 1
		}
		for n := first; n < end; n++ {
			x.rolls = append(x.rolls, uint8(n+1))
			x.fall(d, next, chosen, free, rest)
			x.rolls = x.rolls[:len(x.rolls)-1]
		}
		x.chance = was
		return
	}
	parts := x.partsOf(h, d.taken)
	if chosen >= len(parts) {
		d.then(h)
		return
	}
	p := parts[chosen]
	if p.burned && rest.len() >= len(p.at) || free.len() < len(p.at) {
		x.report.Outside = x.report.Outside || !p.burned
		others := rest.cards()
		k := min(len(others), len(p.at))
		if free.len() < len(p.at)-k {
			x.report.Reshuffled = true // cards that were out came back
			return
		}
		list := append(others[:k:k], free.cards()[:len(p.at)-k]...)
		x.fall(d, with(next, p.at, list), chosen+1, free.minus(bagOf(list[k:])), rest.minus(bagOf(list[:k])))
		return
	}
	was := x.chance
	pick := choose
	if x.draw != nil {
		pick = x.drawOne
	}
	pick(free.cards(), len(p.at), func(list []cards.Card) {
		taken := bagOf(list)
		x.chance = was * free.chance(taken)
		x.fall(d, with(next, p.at, list), chosen+1, free.minus(taken), rest)
	})
	x.chance = was
}

// drawOne calls f with one choice of k cards, drawn at random.
func (x *search) drawOne(from []cards.Card, k int, f func([]cards.Card)) {
	for i := range k {
		j := i + x.draw(len(from)-i)
		from[i], from[j] = from[j], from[i]
	}
	f(from[:k])
}

// nextDie returns the number of sides of the first rolled die whose result is
// not chosen yet; 0 if there is none.
func (x *search) nextDie(d *dealing) int {
	chosen := len(x.rolls) - d.rolls
	for i := range x.log.Events {
		e := &x.log.Events[i]
		if !e.Kind.Facts().Rolls {
			continue
		}
		if chosen == 0 {
			return int(e.To)
		}
		chosen--
	}
	return 0
}

// with returns the next cards with some more places filled. Places between
// them, which belong to later parts, stay open.
func with(next []cards.Card, at []int, list []cards.Card) []cards.Card {
	next = slices.Clone(next)
	for i, k := range at {
		for len(next) <= k {
			next = append(next, cards.Unknown)
		}
		next[k] = list[i]
	}
	return next
}

// fill puts arbitrary cards into the open places.
func fill(next []cards.Card, free, rest bag) []cards.Card {
	if !slices.Contains(next, cards.Unknown) {
		return next
	}
	next = slices.Clone(next)
	spare := append(free.cards(), rest.cards()...)
	for k, c := range next {
		if c == cards.Unknown {
			next[k], spare = spare[0], spare[1:]
		}
	}
	return next
}

// partsOf divides the cards taken since then into parts by their destination.
// Where they led to a new deal, only those of the deal before it count.
func (x *search) partsOf(h *hand.Hand, taken int) (parts []part) {
	if x.redealt() {
		again := slices.IndexFunc(x.log.Events, newDeal)
		parts, _ = told(x.log.Events[:again], x.order[taken:])
		return parts
	}
	if slices.ContainsFunc(x.log.Events, func(e hand.Event) bool { return e.Kind.Facts().Shuffled }) {
		x.report.Reshuffled = true
		return nil
	}
	n := h.Taken() - taken
	if n == 0 {
		return nil
	}
	parts, all := told(x.log.Events, h.Order()[taken:h.Taken()])
	if all != n {
		x.report.Outside = true // no event says where some cards went
		return nil
	}
	return parts
}

// told returns the parts that events tell, and the number of their cards. order is that of the cards that are taken.
func told(events []hand.Event, order []cards.Card) (parts []part, n int) {
	places := map[cards.Card][]int{}
	for i, c := range order {
		places[c] = append(places[c], i)
	}
	for i := range events {
		e := &events[i]
		if f := e.Kind.Facts(); f.FromStub {
			p := part{burned: f.Sight == plan.SeenByNobody}
			for _, c := range e.List() {
				if k := places[c]; len(k) > 0 {
					p.at, places[c] = append(p.at, k[0]), k[1:]
				}
			}
			slices.Sort(p.at)
			n += len(p.at)
			parts = append(parts, p)
		}
	}
	return parts, n
}

// redealt reports whether an action, or the first cards, have led to a new deal.
func (x *search) redealt() bool { return slices.ContainsFunc(x.log.Events, newDeal) }

func newDeal(e hand.Event) bool { return e.Kind.Facts().NewDeal }

// choose calls f with each choice of k cards, in order; among adjacent equal
// cards it makes no difference which. f must not keep its argument.
func choose(from []cards.Card, k int, f func([]cards.Card)) {
	chosen := make([]cards.Card, 0, k)
	var grow func(i int)
	grow = func(i int) {
		if len(chosen) == k {
			f(chosen)
			return
		}
		for first := i; i <= len(from)-(k-len(chosen)); i++ {
			if i > first && from[i] == from[i-1] {
				continue
			}
			chosen = append(chosen, from[i])
			grow(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	grow(0)
}
