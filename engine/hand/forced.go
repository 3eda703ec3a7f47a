package hand

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// postForced posts the bets before the deal: those of the setup if it states them,
// otherwise the game's own, then the posts of single seats. Collections that the
// plan puts before the deal come first.
func (h *Hand) postForced(s *Setup) {
	// Fees that are paid before the antes: the collect steps at the start of
	// the plan.
	first := h.firstStep()
	for h.pc = 0; h.pc < first; h.pc++ {
		h.collect(h.plan.Game.Steps[h.pc].Collect)
	}
	next := h.pc
	h.pc = -1 // these events belong to no step
	defer func() {
		if h.post = 0; !slices.ContainsFunc(s.Posts, func(p Post) bool { return p.Asked }) {
			h.pc = next
		}
	}()
	if s.Carried > 0 {
		h.emitChips(CarriedOver, -1, s.Carried, 0)
	}
	for _, f := range s.Fees {
		switch {
		case f.Seat >= 0:
			h.pays(f.Seat, f.Amount)
		case f.Flop:
			h.flopFee += f.Amount
		default:
			h.feeDue += f.Amount
		}
	}
	if s.Antes != nil || s.Blinds != nil {
		h.postRecorded(s)
	} else {
		h.postOwn(s)
	}
	if h.posts = nil; s.Posts != nil {
		h.posts = &posts{list: s.Posts, put: make([]int64, len(s.Posts))}
	}
	antes := false
	for i, p := range s.Posts {
		stack := h.s.Stack[p.Seat]
		switch {
		case p.Asked: // see offer
		case p.Ante:
			h.postAnte(p.Seat, p.Amount, false, noForced)
			antes = true
		case p.Dead:
			h.postAnte(p.Seat, p.Amount, true, noForced)
		case p.Opens:
			h.postBlind(p.Seat, max(0, p.Amount-h.s.Wager[p.Seat]), true, noForced)
			h.topBlind, h.lastBlind = max(h.topBlind, p.Amount), int8(p.Seat)
		case p.InPlace:
			h.postBlind(p.Seat, max(0, p.Amount-h.s.Wager[p.Seat]), false, noForced)
		default:
			h.postBlind(p.Seat, p.Amount, false, noForced)
		}
		h.posts.put[i] = stack - h.s.Stack[p.Seat]
	}
	if antes {
		h.uncalled(h.in[:h.s.N])
	}
}

// offering reports whether a post of the setup is offered to a seat.
func (h *Hand) offering() bool { return h.pc < 0 && h.dec.Kind == Chosen && !h.over }

// offerPost offers the next post of the setup that is due and not as much as has been posted; false if there is none.
func (h *Hand) offerPost() bool {
	for ; int(h.post) < len(h.posts.list); h.post++ {
		p := &h.posts.list[h.post]
		if p.Asked && p.Amount > h.nominal && h.s.Wager[p.Seat]+h.s.Stack[p.Seat] >= p.Amount {
			d := h.ask(Chosen, p.Seat)
			h.offered, d.Count, d.Price = 1<<len(plan.Offered.Ask.Offers)-1, len(plan.Offered.Ask.Offers), p.Amount
			return true
		}
	}
	return false
}

// takesPost records the answer of the seat to which a post is offered.
func (h *Hand) takesPost(taken bool) {
	p := &h.posts.list[h.post]
	if h.post++; !taken {
		h.emitChips(Declined, p.Seat, 0, 0)
		return
	}
	put := h.s.Post(p.Seat, p.Amount-h.s.Wager[p.Seat])
	h.posts = &posts{list: h.posts.list, put: slices.Clone(h.posts.put)} // other copies of the hand keep theirs
	h.posts.put[h.post-1] = put
	if h.nominal = p.Amount; p.Opens {
		h.topBlind, h.lastBlind = p.Amount, int8(p.Seat)
	}
	h.emitChips(Straddled, p.Seat, put, h.s.Wager[p.Seat])
}

// firstStep returns the first step after the fees that are paid before the antes.
func (h *Hand) firstStep() int16 {
	k := int16(0)
	for st := &h.plan.Game.Steps[k]; st.Collect != nil && st.Collect.From == plan.FromButton; st = &h.plan.Game.Steps[k] {
		k++
	}
	return k
}

// postOwn posts the game's forced bets in the order of the script, antes before
// blinds.
func (h *Hand) postOwn(s *Setup) {
	g := h.plan.Game
	antes := false
	for i := range g.Forced {
		f := &g.Forced[i]
		amount := h.plan.Stakes.Posts(f)
		if amount == 0 {
			continue
		}
		if f.Everybody {
			h.anteAll(h.s.Live, amount, f.Dead, i)
			antes = antes || !f.Dead
			continue
		}
		seat := h.poster(s, i)
		switch {
		case seat < 0:
		case f.Dead:
			h.postAnte(seat, amount, true, i)
		default:
			h.postBlind(seat, amount, true, i)
		}
	}
	if antes {
		h.uncalled(h.in[:h.s.N])
	}
}

// noForced replaces the index of a forced bet for a post that is not one of the
// game's.
const noForced = -1

// anteAll posts an ante, the game's forced bet i, for every seat of a set, from the
// left of the button.
func (h *Hand) anteAll(m betting.Set, amount int64, dead bool, i int) {
	seat := int(h.button)
	for range m.Len() {
		seat = m.After(seat)
		h.postAnte(seat, amount, dead, i)
	}
}

// poster returns the seat that must post the i-th forced bet, -1 for none.
func (h *Hand) poster(s *Setup, i int) int {
	if s.ForcedSeats != nil {
		return int(s.ForcedSeats[i])
	}
	return h.usual(i)
}

// usual returns the seat that must post the i-th forced bet by the game's own rule.
func (h *Hand) usual(i int) int {
	f := &h.plan.Game.Forced[i]
	left := f.Left
	if h.s.N == 2 {
		left = f.HeadsUp
	}
	return (int(h.button) + left) % h.s.N
}

// postRecorded posts the bets of a record, antes first, seat by seat. With two
// players a record lists both crosswise: the first entry is the button's.
func (h *Hand) postRecorded(s *Setup) {
	n := h.s.N
	for seat := range len(s.Antes) {
		if amount := s.Antes[Crosswise(seat, n)]; amount > 0 {
			h.postAnte(seat, amount, s.DeadAntes, noForced)
		}
	}
	if s.Antes != nil && !s.DeadAntes {
		h.uncalled(h.in[:n])
	}
	for seat := range len(s.Blinds) {
		if amount := s.Blinds[Crosswise(seat, n)]; amount != 0 {
			i := noForced
			if amount > 0 {
				i = h.blindOf(seat)
			}
			h.postBlind(seat, max(amount, -amount), amount > 0, i)
		}
	}
}

// blindOf returns the game's blind that a seat must post by its distance from the
// button, noForced for none.
func (h *Hand) blindOf(seat int) int {
	for i := range h.plan.Game.Forced {
		if f := &h.plan.Game.Forced[i]; !f.Everybody && !f.Dead && h.usual(i) == seat {
			return i
		}
	}
	return noForced
}

// Crosswise returns the entry of a record's forced bets for player i of n, or the
// player of entry i: with two players the first entry is the button's.
func Crosswise(i, n int) int {
	if n == 2 {
		return 1 - i
	}
	return i
}

// postAnte posts an ante: an ordinary contribution, or dead money in the main pot.
// i is the game's forced bet behind it.
func (h *Hand) postAnte(seat int, amount int64, dead bool, i int) {
	amount = min(amount, h.s.Stack[seat])
	if amount == 0 {
		return
	}
	h.spend(seat, amount)
	kind := PostedAnte
	if dead {
		h.dead += amount
		kind = PostedDead
	} else {
		h.in[seat] += amount
	}
	h.emitForced(kind, seat, amount, 0, i)
}

// postBlind posts a live blind or straddle. With moves, the betting starts to the
// left of it. i is the game's forced bet behind it.
func (h *Hand) postBlind(seat int, amount int64, moves bool, i int) {
	if amount == 0 {
		return
	}
	put := h.s.Post(seat, amount)
	h.nominal = max(h.nominal, h.s.Wager[seat]-put+amount)
	if moves {
		h.blinds[seat] += put
		if h.plan.Game.Betting.PostedLevel {
			amount = put // a short blind counts for what was posted
		}
		if amount >= h.topBlind {
			h.topBlind, h.lastBlind = amount, int8(seat)
		}
	}
	if put > 0 { // the ante may have taken the last chips
		h.emitForced(Posted, seat, put, h.s.Wager[seat], i)
	}
}

// emitForced emits the event for a post of the game's forced bet i.
func (h *Hand) emitForced(kind EventKind, seat int, amount, to int64, i int) {
	if h.log == nil {
		return
	}
	h.emit(Event{Kind: kind, Seat: int8(seat), Amount: amount, To: to, AllIn: h.s.Stack[seat] == 0, Forced: int8(i + 1)})
}

// redeal takes the cards back for a new deal: the pot stays, the players still in
// ante again unless it is free, and the plan restarts after the fees. Part is that of
// the event.
func (h *Hand) redeal(free bool, part int8) {
	pot := h.Pot()
	if h.log != nil {
		h.emit(Event{Kind: Redealt, Seat: -1, Amount: pot, Part: part})
	}
	h.redealt()
	h.nominal, h.topBlind, h.lastBlind = 0, 0, h.button
	h.redeals += min(1, 255-h.redeals)
	if free {
		h.freeDeals++
		h.pc = h.firstStep() - 1
		return
	}
	for i := range h.plan.Game.Forced {
		f := &h.plan.Game.Forced[i]
		if amount := h.plan.Stakes.Posts(f); f.Everybody && amount > 0 {
			h.anteAll(h.s.Live, amount, f.Dead, i)
		}
	}
	if !h.plan.PaysIn { // a payment stays in, although nobody has called it
		h.uncalled(h.in[:h.s.N])
	}
	if h.Pot() == pot { // nobody has chips for an ante
		h.freeDeals++
	}
	h.pc = h.firstStep() - 1
}

// redealt takes all cards back and resets the state of rounds, draws, runs and
// irregularities for a new deal.
func (h *Hand) redealt() {
	for i := range h.s.N {
		h.held[i], h.up[i], h.owed[i], h.chosen[i] = 0, 0, 0, 0
	}
	h.onBoard, h.seen = 0, 0
	clear(h.allUp[:])
	h.nAllUp = 0
	h.opener, h.aggressor, h.round, h.passed, h.unopened = -1, -1, 0, false, false
	h.branches = [len(h.branches)]uint8{}
	h.serving, h.left, h.burnDue, h.dueNow, h.street = -1, 0, false, 0, 0
	h.dueTurn = [len(h.dueTurn)]uint8{}
	clear(h.turned[:])
	clear(h.knows[:])
	clear(h.where[:])
	h.runs, h.nthRun, h.runFrom = 0, 0, 0
	h.partAt, h.paidLast, h.answers = -1, 0, [betting.Max]uint64{}
	h.forgets()
	h.stock.restack(h.plan.Game.Deck)
}
