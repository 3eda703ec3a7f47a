package solve

import (
	"math/bits"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// A seat's knowledge is a key: a number computed from everything it has seen so far, state by
// state. Two lines have the same key for a seat if and only if the seat cannot distinguish them, so
// a seat never forgets. What a seat sees of a state comes from [hand.Hand.Observe]; the events between
// two states tell it nothing that the two states and the action do not (TestKeysTellAllEvents), so
// keys need no stream of events. (Keys have 64 bits; the probability that any two different ones are equal
// is below one in 100,000 with ten million of them.)
//
// If cards may be renamed without changing the game, a seat plays the same in lines that differ
// only in the names: a key is then the smallest over all renamings. The tree proves that the
// renamings change nothing: see [chances].

// renaming maps each card to the card that replaces it.
type renaming [64]cards.Card

// unchanged returns the renaming that changes no card.
func unchanged() (r renaming) {
	for c := range r {
		r[c] = cards.Card(c)
	}
	return r
}

// maxRenamings is the largest number of renamings: each one slows down the building of the tree.
const maxRenamings = 64

// renamings returns groups of renamings of a small deck that may leave its game the same, each
// starting with the unchanged deck: suits exchanged within each rank, then suits exchanged in the
// whole deck. The last group has only the unchanged deck.
func renamings(pack []cards.Card) (out [][]renaming) {
	if list := renameEachRank(pack); len(list) > 1 {
		out = append(out, list)
	}
	if list := renameSuits(pack); len(list) > 1 {
		out = append(out, list)
	}
	return append(out, []renaming{unchanged()})
}

// renameEachRank returns the renamings that exchange the suits of each rank independently.
func renameEachRank(pack []cards.Card) []renaming {
	byRank := map[cards.Rank][]cards.Card{}
	for _, c := range pack {
		if !c.IsJoker() && !slices.Contains(byRank[c.Rank()], c) {
			byRank[c.Rank()] = append(byRank[c.Rank()], c)
		}
	}
	ways := 1
	for _, list := range byRank {
		for n := 2; n <= len(list); n++ {
			ways *= n
		}
		if ways > maxRenamings {
			return nil
		}
	}
	out := []renaming{unchanged()}
	for rank := range cards.Rank(13) {
		list := byRank[rank]
		var more []renaming
		permute(len(list), func(order []int) {
			for _, r := range out {
				for i, k := range order {
					r[list[i]] = list[k]
				}
				more = append(more, r)
			}
		})
		out = more
	}
	return out
}

// renameSuits returns the renamings that exchange suits with the same ranks.
func renameSuits(pack []cards.Card) (out []renaming) {
	var suits []cards.Suit
	for _, c := range pack {
		if !c.IsJoker() && !slices.Contains(suits, c.Suit()) {
			suits = append(suits, c.Suit())
		}
	}
	permute(len(suits), func(order []int) {
		r, fits := unchanged(), true
		for _, c := range pack {
			if !c.IsJoker() {
				r[c] = cards.New(c.Rank(), suits[order[slices.Index(suits, c.Suit())]])
				fits = fits && slices.Contains(pack, r[c])
			}
		}
		if fits {
			out = append(out, r)
		}
	})
	return out
}

// permute calls f with every permutation of n things, starting with the identity.
func permute(n int, f func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var place func(k int)
	place = func(k int) {
		if k == n {
			f(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			place(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	place(0)
}

// mix scrambles a number (the finalizer of splitmix64).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// then returns a key extended by something else.
func then(key, next uint64) uint64 { return mix(bits.RotateLeft64(key, 23)*0x9e3779b97f4a7c15 + next) }

// Kinds of places in which a seat sees cards.
const (
	placeUp uint64 = iota
	placeOwn
	placeBoard
	placeChosen
	placeOut // out of play
)

// at returns the number for a card in a place. Those of one place are added up, because their order
// does not matter.
func at(kind, seat, n uint64, c cards.Card) uint64 {
	return mix(kind<<60 | seat<<48 | n<<16 | uint64(c) + 1)
}

// observer computes the keys of all seats. Like the tree, it counts seats from the one left of the
// button, wherever the button is.
type observer struct {
	names []renaming
	seats int
	first int // the seat left of the button
	sees  hand.Observation
}

// seat returns the seat of the hand for a seat number of the tree.
func (o *observer) seat(number int) int { return (number + o.first) % o.seats }

// keys returns the keys of all seats at one state: keys[seat*len(names)+k] for the k-th renaming.
// path is the actions so far, by seat numbers of the tree, and rolls the results of the dice.
func (o *observer) keys(out, before []uint64, path []hand.Action, rolls []uint8, h *hand.Hand) []uint64 {
	n := len(o.names)
	public, secret := uint64(len(path)), len(path)-enumerate.Secret(h)
	for i := range secret {
		public = then(public, word(&path[i]))
	}
	for _, n := range rolls {
		public = then(public, uint64(n))
	}
	for seat := range o.seats { // what was paid by rule, which may follow from cards that nobody else sees
		public = then(public, uint64(h.Stack(o.seat(seat))))
	}
	out = out[:0]
	for seat := range o.seats {
		own := public
		for i := secret; i < len(path); i++ {
			if int(path[i].Seat) == seat {
				own = then(own, word(&path[i]))
			}
		}
		for range n {
			out = append(out, own)
		}
		mine := out[seat*n:]
		o.addSeen(mine, seat, h)
		for i := range path {
			if a := &path[i]; int(a.Seat) == seat && a.N > 0 {
				o.add(mine, placeChosen, uint64(seat), uint64(i), a.List())
			}
		}
	}
	for i := range out {
		if before != nil {
			out[i] = then(before[i], out[i])
		}
	}
	return out
}

// placeOf returns the kind of the place where a seat of the hand sees a card, and the numbers of the place; false for the
// back of a card.
func placeOf(s *hand.Seen, observer int) (kind, seat, n uint64, sees bool) {
	switch {
	case !s.Card.Known():
		return 0, 0, 0, false
	case s.Zone == plan.ZoneBoard:
		return placeBoard, 0, uint64(s.On), true
	case s.Zone != plan.ZoneHand:
		return placeOut, uint64(s.Seat + 1), uint64(s.Zone), true
	case int(s.Seat) == observer:
		n = uint64(s.Hand) << 1
		if s.Up { // the others see it too
			n++
		}
		return placeOwn, uint64(s.Seat + 1), n, true
	}
	return placeUp, uint64(s.Seat + 1), uint64(s.Hand), true
}

// addSeen adds what a seat sees.
func (o *observer) addSeen(keys []uint64, number int, h *hand.Hand) {
	h.Observe(o.seat(number), 0, &o.sees)
	for i := range o.sees.Cards {
		s := &o.sees.Cards[i]
		kind, seat, n, sees := placeOf(s, o.seat(number))
		if !sees {
			continue
		}
		if s.Seat >= 0 {
			seat = uint64((int(s.Seat)-o.first+o.seats)%o.seats) + 1
		}
		for k := range o.names {
			keys[k] += at(kind, seat, n, o.names[k][s.Card])
		}
	}
}

// add adds cards in a place to keys, for each renaming.
func (o *observer) add(keys []uint64, kind, seat, n uint64, list []cards.Card) {
	for _, c := range list {
		for i := range o.names {
			keys[i] += at(kind, seat, n, o.names[i][c])
		}
	}
}

// word returns a number for an action as everybody sees it: for cards only their number.
func word(a *hand.Action) uint64 {
	return mix(uint64(a.Kind)<<48 | uint64(uint8(a.Seat))<<40 | uint64(uint8(a.N))<<32 | uint64(uint8(a.Pick))<<24 ^ uint64(a.Amount)*0x9e3779b97f4a7c15)
}

// least returns the key of a seat independent of card names, and the set of renamings that lead to
// it.
func (o *observer) least(keys []uint64, seat int) (key, ties uint64) {
	n := len(o.names)
	key = slices.Min(keys[seat*n : (seat+1)*n])
	for k, v := range keys[seat*n : (seat+1)*n] {
		if v == key {
			ties |= 1 << k
		}
	}
	return key, ties
}

// label returns a number for an action at a decision, independent of card names: actions that
// differ only in names that the seat cannot distinguish have the same label.
func (o *observer) label(a *hand.Action, ties uint64) uint64 {
	label := ^uint64(0)
	for m := ties; m != 0; m &= m - 1 {
		r := &o.names[bits.TrailingZeros64(m)]
		v := word(a)
		for _, c := range a.List() {
			v += at(placeChosen, 0, 0, r[c])
		}
		label = min(label, v)
	}
	return label
}
