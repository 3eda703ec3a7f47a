package exhaust

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
)

// part is cards that fall together: those that one event gives to a seat or puts
// on the board. Their order among themselves does not count.
type part struct {
	at     []int // places among the cards taken
	burned bool
}

// everyDeal does something once for each way in which the cards that it takes
// can fall, and hands on the hand that comes of it. taken is how many cards were
// gone before, stub what is left of the deck.
func (x *search) everyDeal(taken int, stub cards.Set, do func(next []cards.Card) (*hand.Hand, error), then func(*hand.Hand)) {
	h, err := x.try(do, nil)
	if err != nil {
		x.fault(Playing, h, err)
		return
	}
	parts, n := x.partsOf(h, taken)
	if n == 0 {
		then(h)
		return
	}
	next := make([]cards.Card, n)
	x.spread(parts, stub&x.pack, stub&^x.pack, next, func() {
		h, err := x.try(do, next)
		if err != nil {
			x.fault(Playing, h, err)
			return
		}
		if again, m := x.partsOf(h, taken); m != n || !slices.EqualFunc(parts, again, func(a, b part) bool { return slices.Equal(a.at, b.at) }) {
			x.report.Outside = true // what is dealt depends on the cards: not every way was tried
		}
		then(h)
	})
}

func (x *search) try(do func(next []cards.Card) (*hand.Hand, error), next []cards.Card) (*hand.Hand, error) {
	x.log.Events = x.log.Events[:0]
	return do(next)
}

// partsOf tells the cards taken since then apart by what became of them.
func (x *search) partsOf(h *hand.Hand, taken int) (parts []part, n int) {
	if count(x.log.Events, hand.Redealt) > 0 {
		return nil, 0
	}
	if count(x.log.Events, hand.Reshuffled) > 0 {
		x.report.Reshuffled = true
		return nil, 0
	}
	if n = h.Taken() - taken; n == 0 {
		return nil, 0
	}
	order := h.Order()
	told := 0
	place := map[cards.Card]int{}
	for i, c := range order[taken:h.Taken()] {
		place[c] = i
	}
	for i := range x.log.Events {
		e := &x.log.Events[i]
		switch e.Kind {
		case hand.Dealt, hand.DealtUp, hand.Boarded, hand.Burned:
			p := part{burned: e.Kind == hand.Burned}
			for _, c := range e.List() {
				if k, ok := place[c]; ok {
					p.at = append(p.at, k)
				}
			}
			slices.Sort(p.at)
			told += len(p.at)
			parts = append(parts, p)
		}
	}
	if told != n {
		x.report.Outside = true // nobody said what became of some cards
		return nil, 0
	}
	return parts, n
}

// spread puts cards into the places of the parts in every way. Burned cards come
// from the rest of the deck, always the same: nobody sees them. So do cards for
// which the small pack is too small.
func (x *search) spread(parts []part, free, rest cards.Set, next []cards.Card, then func()) {
	if x.stopped != nil {
		return
	}
	if len(parts) == 0 {
		then()
		return
	}
	p := parts[0]
	if p.burned && rest.Len() >= len(p.at) {
		x.spread(parts[1:], free, put(p.at, rest, next), next, then)
		return
	}
	if free.Len() < len(p.at) {
		x.report.Outside = true
		x.spread(parts[1:], free, put(p.at, rest, next), next, then)
		return
	}
	choose(free.Cards(), len(p.at), func(chosen []cards.Card) {
		left := free
		for i, k := range p.at {
			next[k] = chosen[i]
			left = left.Without(chosen[i])
		}
		x.spread(parts[1:], left, rest, next, then)
	})
}

// put takes the first cards of a set for some places, and returns the others.
func put(at []int, from cards.Set, next []cards.Card) cards.Set {
	for _, k := range at {
		if from == 0 {
			panic(fmt.Sprintf("no card for place %d", k)) // the deck is larger than any deal
		}
		next[k] = from.Cards()[0]
		from = from.Without(next[k])
	}
	return from
}

// choose calls f with each choice of k cards, in order. f must not keep it.
func choose(from []cards.Card, k int, f func([]cards.Card)) {
	chosen := make([]cards.Card, 0, k)
	var grow func(i int)
	grow = func(i int) {
		if len(chosen) == k {
			f(chosen)
			return
		}
		for ; i <= len(from)-(k-len(chosen)); i++ {
			chosen = append(chosen, from[i])
			grow(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	grow(0)
}
