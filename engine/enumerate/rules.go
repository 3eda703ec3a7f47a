package enumerate

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// each calls f with every action that a decision offers. Amounts increase in steps of the smallest
// chip, up to the maximum. With open folds, that includes a fold where a check is free.
func each(h *hand.Hand, d *hand.Decision, o *Options, f func(hand.Action)) {
	do := func(kind hand.ActionKind, amount int64) { f(hand.Action{Kind: kind, Seat: d.Seat, Amount: amount}) }
	switch d.Kind {
	case hand.CardsAsked:
		pool := h.Pool(nil)
		if ask := h.Question(); ask.Arranges() {
			sizes := ask.Sizes
			if sizes == nil {
				sizes = slices.Repeat([]int{1}, d.Count)
			} else {
				sizes = sizes[:len(sizes)-1]
			}
			arrangements(nil, pool, sizes, func(chosen []cards.Card) {
				f(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(chosen))
			})
			return
		}
		if h.Question().Whole {
			for k := 0; ; k++ {
				a, ok := h.PickWhole(k)
				if !ok {
					return
				}
				f(a)
			}
		}
		for n := d.Least; n <= d.Count; n++ {
			choose(pool, n, func(chosen []cards.Card) {
				f(hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(chosen))
			})
		}
	case hand.Chosen:
		for i, o := range slices.Clone(h.Offers()) {
			for to := o.Min; to <= o.Max; to += max(1, o.Step) {
				f(hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(i), Amount: to})
			}
		}
	default:
		switch {
		case d.BringIn > 0:
			do(hand.BringIn, 0)
		case !d.Options.CanCheck || o.OpenFolds:
			do(hand.Fold, 0)
		}
		if d.Options.CanCheck {
			do(hand.Check, 0)
		}
		if d.Options.Call > 0 {
			do(hand.Call, 0)
		}
		if o.Wagers == nil {
			raises(h, d, o.Bets, do)
		} else if sizes, may := o.Wagers.at(h, d); may {
			raises(h, d, sizes, do)
		}
	}
}

// arrangements calls f with every way to set cards apart as hands of the given sizes, after the
// cards that are already set apart.
func arrangements(set, rest []cards.Card, sizes []int, f func([]cards.Card)) {
	if len(sizes) == 0 {
		f(set)
		return
	}
	choose(rest, min(sizes[0], len(rest)), func(chosen []cards.Card) {
		left := slices.DeleteFunc(slices.Clone(rest), func(c cards.Card) bool { return slices.Contains(chosen, c) })
		arrangements(slices.Concat(set, chosen), left, sizes[1:], f)
	})
}

// Wagers are the bets and raises to try.
type Wagers struct {
	Bets, Raises WagerSizes
	// Most is the most bets and raises in a round, 0 for any number.
	Most int
}

// WagerSizes are the sizes of bets or of raises, as in [Options.Bets].
type WagerSizes struct {
	Usual []float64
	In    map[string][]float64 // in rounds of a name
}

// at returns the sizes to try at a decision; may is false if the round has had its bets and raises.
func (w *Wagers) at(h *hand.Hand, d *hand.Decision) (sizes []float64, may bool) {
	round := h.Betting()
	if w.Most > 0 && round.Raises() >= w.Most {
		return nil, false
	}
	of := &w.Raises
	if d.Options.Opens {
		of = &w.Bets
	}
	if sizes, may = of.In[h.Plan().Game.At(int(d.Step)).Name]; may {
		return sizes, true
	}
	return of.Usual, true
}

// raises tries every amount of a bet or raise, or only some sizes.
func raises(h *hand.Hand, d *hand.Decision, sizes []float64, do func(hand.ActionKind, int64)) {
	if !d.Options.CanRaise() {
		return
	}
	if sizes != nil {
		o := &d.Options
		pot := h.WholePot() + o.Call
		last := int64(0)
		for _, part := range sizes {
			to := h.Wagered(int(d.Seat)) + o.Call + int64(math.Round(part*float64(pot)))
			to = min(max(to-to%max(1, o.Chip), o.MinTo), o.MaxTo)
			if to > last {
				do(hand.RaiseTo, to)
				last = to
			}
		}
		if o.MaxTo > last {
			do(hand.RaiseTo, o.MaxTo)
		}
		return
	}
	step := max(1, d.Options.Chip)
	for to := d.Options.MinTo; ; to = min((to/step+1)*step, d.Options.MaxTo) {
		do(hand.RaiseTo, to)
		if to == d.Options.MaxTo {
			return
		}
	}
}

// sound checks the invariants of all hands.
func sound(h *hand.Hand) error {
	if !h.Conserved() {
		return errors.New("stacks, wagers and pots do not add up to what the seats began with")
	}
	var seen bag
	packs := uint8(max(1, h.Plan().Game.Deck.Packs))
	note := func(list []cards.Card) error {
		for _, c := range list {
			if seen[c]++; seen[c] > packs {
				return fmt.Errorf("%s is in %d places", c, seen[c])
			}
		}
		return nil
	}
	for seat := range h.Seats() {
		if h.Stack(seat) < 0 || h.Wagered(seat) < 0 {
			return fmt.Errorf("seat %d has a negative stack or wager", seat+1)
		}
		if !h.Live().Has(seat) {
			continue // folded cards may come back
		}
		for k := range h.Hands(seat) {
			list, _ := h.Cards(seat, k)
			if err := note(list); err != nil {
				return err
			}
		}
	}
	for k := range h.Hands(-1) {
		list, _ := h.Cards(-1, k)
		if err := note(list); err != nil {
			return err
		}
	}
	return note(h.Board())
}

// offers checks a decision against the rules of all games, once for each sequence of actions that
// leads to it: whose turn it may be, that a refused action does not change the hand, and that an
// action that is not offered is refused.
func (x *search) offers(h *hand.Hand, d *hand.Decision) error {
	key := publicly(x.path)
	if x.public[key] {
		return nil
	}
	x.public[key] = true
	if d.Kind == hand.Wager {
		seat := int(d.Seat)
		switch {
		case !h.Able().Has(seat):
			return fmt.Errorf("it is the turn of seat %d, which has folded or has no chips", seat+1)
		case d.BringIn == 0 && x.twice(d):
			return fmt.Errorf("seat %d acts twice in a row in one round", seat+1)
		case d.Options.Call > h.Stack(seat) || d.Options.MaxTo > h.Wagered(seat)+h.Stack(seat):
			return fmt.Errorf("seat %d is offered more than its stack", seat+1)
		case d.Options.MinTo > d.Options.MaxTo:
			return fmt.Errorf("seat %d may bet from %d to %d", seat+1, d.Options.MinTo, d.Options.MaxTo)
		}
	}
	for _, a := range illegal(h, d) {
		t := &x.replayed
		*t = *h
		t.Follow(nil)
		err := t.Apply(a)
		var refused *hand.IllegalError
		switch {
		case err == nil:
			return fmt.Errorf("%s by seat %d, to %d, was accepted but not offered: %s", a.Kind, a.Seat+1, a.Amount, h.Legal())
		case !errors.As(err, &refused):
			return fmt.Errorf("%s by seat %d should be refused, but fails: %w", a.Kind, a.Seat+1, err)
		case !t.Same(h):
			return fmt.Errorf("%s by seat %d is refused, but changes the hand", a.Kind, a.Seat+1)
		}
	}
	return nil
}

// twice reports whether the seat to act also acted last, in this round.
func (x *search) twice(d *hand.Decision) bool {
	if len(x.path) == 0 {
		return false
	}
	last := x.path[len(x.path)-1]
	return last.Seat == d.Seat && !slices.ContainsFunc(x.log.Events, func(e hand.Event) bool { return e.Kind.Facts().Begins }) && (last.Kind == hand.Check || last.Kind == hand.Call || last.Kind == hand.RaiseTo)
}

// illegal returns actions that a decision does not offer.
func illegal(h *hand.Hand, d *hand.Decision) []hand.Action {
	seat := int(d.Seat)
	other := int8((seat + 1) % h.Seats())
	out := []hand.Action{{Kind: hand.Fold, Seat: other}, {Kind: hand.DealBoard, Seat: d.Seat}}
	if d.Kind == hand.Chosen {
		out = append(out, hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(len(h.Offers()))}, hand.Action{Kind: hand.Choose, Seat: other})
		for i, o := range h.Offers() {
			pick := hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(i)}
			for _, n := range []int64{o.Min - 1, o.Max + 1, o.Min + 1} {
				if !o.Takes() || n < o.Min && (n != 0 || !o.Fixed) || n > o.Max || n < o.Max && n%o.Step != 0 {
					pick.Amount = n
					out = append(out, pick)
				}
			}
		}
	}
	if d.Kind != hand.Wager {
		return append(out, hand.Action{Kind: hand.Check, Seat: d.Seat}, hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: 1})
	}
	o := &d.Options
	if !o.CanCheck {
		out = append(out, hand.Action{Kind: hand.Check, Seat: d.Seat})
	}
	if o.Call == 0 || d.BringIn > 0 {
		out = append(out, hand.Action{Kind: hand.Call, Seat: d.Seat})
	}
	amounts := []int64{0, h.Wagered(seat) + h.Stack(seat) + 1}
	if o.CanRaise() {
		amounts = append(amounts, o.MinTo-1, o.MaxTo+1)
	} else {
		amounts = append(amounts, h.Wagered(seat)+h.Stack(seat), 1)
	}
	for _, to := range amounts {
		if to < o.MinTo || to > o.MaxTo || o.MaxTo == 0 {
			out = append(out, hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: to})
		}
	}
	return out
}

// seed is the seed of all hashes: constant within a run, and never visible in the results.
var seed = maphash.MakeSeed()

// publicly returns a hash of a sequence of actions as everybody sees them: for discarded or exposed
// cards only their number.
func publicly(path []hand.Action) uint64 {
	var m maphash.Hash
	m.SetSeed(seed)
	for i := range path {
		a := &path[i]
		write(&m, byte(a.Kind), byte(a.Seat), byte(a.N), byte(a.Pick))
		writeAmount(&m, a.Amount)
	}
	return m.Sum64()
}

// seen returns a hash of what the seat sees at a decision; face determines which cards count as
// different.
func (x *search) seen(h *hand.Hand, d *hand.Decision, face func(cards.Card) byte) uint64 {
	var m maphash.Hash
	m.SetSeed(seed)
	write(&m, byte(d.Seat), byte(d.Kind))
	h.Observe(int(d.Seat), 0, &x.sees)
	list := x.sees.Cards
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Zone == list[0].Zone && list[n].Seat == list[0].Seat && list[n].Hand == list[0].Hand {
			n++
		}
		write(&m, 0xff, byte(list[0].Zone), byte(list[0].Seat), list[0].Hand)
		x.faces = x.faces[:0]
		for _, s := range list[:n] {
			if s.Card.Known() {
				x.faces = append(x.faces, face(s.Card)<<1|byte(one(s.Up)))
			}
		}
		if list[0].Zone != plan.ZoneBoard { // their order does not matter
			slices.Sort(x.faces)
		}
		write(&m, x.faces...)
		list = list[n:]
	}
	write(&m, 0xfe)
	secret := len(x.path) - Secret(h)
	for i := range x.path {
		a := &x.path[i]
		pick := a.Pick
		if i >= secret && a.Seat != d.Seat {
			pick = -1
		}
		write(&m, byte(a.Kind), byte(a.Seat), byte(a.N), byte(pick))
		writeAmount(&m, a.Amount)
		if a.Seat == d.Seat {
			for _, c := range a.List() {
				write(&m, face(c))
			}
		}
	}
	return m.Sum64()
}

// Secret returns how many of the last actions that led to a hand are known only to their own seats:
// the answers to a question that other players have yet to answer.
func Secret(h *hand.Hand) int {
	if ask := h.Choice(); ask != nil && !ask.InTurn {
		return h.Live().Len() - h.Waiting().Len()
	}
	return 0
}

func write(m *maphash.Hash, b ...byte) { _, _ = m.Write(b) }

func writeAmount(m *maphash.Hash, n int64) {
	for range 8 {
		_ = m.WriteByte(byte(n))
		n >>= 8
	}
}
