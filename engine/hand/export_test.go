package hand

import (
	"slices"
	"strconv"

	"cardroom/engine/cards"
)

// Exchanged returns the hand with two cards exchanged, wherever they are: in the
// stub, in a hand, on the board, or out of play. It has no log.
func (h *Hand) Exchanged(a, b cards.Card) Hand {
	out := *h
	out.log = nil
	swap := func(list []cards.Card) {
		for i, c := range list {
			switch c {
			case a:
				list[i] = b
			case b:
				list[i] = a
			}
		}
	}
	swap(out.stock.order[:])
	swap(out.board[:])
	for i, up := range out.allUp[:out.nAllUp] {
		one := []cards.Card{up.Card}
		swap(one)
		out.allUp[i].Card = one[0]
	}
	swap(out.hole[:])
	both := cards.SetOf(a, b)
	for _, zone := range [][]cards.Set{out.turned[:], out.knows[:]} {
		for i, s := range zone {
			if in := s & both; in != 0 && in != both {
				zone[i] = s ^ both
			}
		}
	}
	if out.bank != nil {
		out.bank = out.bank.clone()
		for i := range out.s.N {
			for k := range int(out.bank.hands[i]) {
				swap(out.bank.seatHand(i, k).cards[:])
			}
		}
	}
	if out.floor != nil {
		out.own()
		f := out.floor
		for _, zone := range [][]cards.Card{f.muck, f.burn, f.aside, f.foreign, f.nextBurn} {
			swap(zone)
		}
		for i, order := range f.orders {
			f.orders[i] = slices.Clone(order)
			swap(f.orders[i])
		}
	}
	return out
}

// MostKept is the largest number of estimates that an [Outlook] keeps.
const MostKept = mostKept

// KeptOf returns how many of n estimates are kept.
func KeptOf(n int) int {
	var kept map[string]int
	for i := range n {
		keep(&kept, strconv.AppendInt(nil, int64(i), 10), i)
	}
	return len(kept)
}

// Slow returns an Outlook that copies the hand and deals to it card by card, for every view.
func Slow() *Outlook { return &Outlook{slow: true} }

// Plain returns an Outlook that looks at the hand itself, with the cards as they are.
func Plain() *Outlook { return &Outlook{plain: true} }

// Glances reports whether cards alone decide what the seat to act can expect.
func (o *Outlook) Glances(h *Hand) bool {
	o.game(h)
	return o.glance(h)
}

// Dealt returns the estimate of a view of one pot from other orders of the cards; false if more than cards decides.
func (o *Outlook) Dealt(h *Hand, orders uint64) (float64, bool) {
	if !o.Glances(h) || len(o.sight.rivals) == 0 || o.sight.draw != nil {
		return 0, false
	}
	o.sight.key += orders
	return o.sight.share(o.sight.crowd()), true
}
