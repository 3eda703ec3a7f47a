package hand

import (
	"cmp"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Questions about cards ([plan.Ask]): each seat chooses some of its cards, and the
// question's effect is applied to them. The question says how many cards, and from
// where; each effect has its own function at the end of this file. Nothing else in
// the package depends on which step it is.

// runAsk asks each live seat the question of a step.
func (h *Hand) runAsk(st *plan.Step) (wait bool, err error) {
	switch {
	case st.Chooses():
		return h.runOffers(st)
	case h.changesAtBank(st):
		return h.runChanges(st)
	}
	if h.stage == notBegun {
		if h.waiting, err = h.contest().picks(h, st); err != nil {
			return false, err
		}
		if st.Draws() {
			for m := h.waiting; m != 0; m &= m - 1 {
				h.tossed[m.First()] = 0
			}
			if st.Draw.Burn == plan.BurnOnce {
				if err := h.burn(1, false); err != nil {
					return false, err
				}
			}
		}
		h.beginPicks(st)
		h.stage = asking
	}
	if wait, err := h.serveOn(); wait || err != nil { // the replacements for the last answer
		return wait, err
	}
	if h.stage == asking && st.Ask.Rule != plan.Chosen {
		// A rule determines the cards of every seat.
		seat := h.beforeFirst(st)
		for range h.s.Live.Len() {
			seat = h.s.Live.After(seat)
			if !h.waiting.Has(seat) {
				continue
			}
			which := h.ruled(st.Ask, seat)
			if which == 0 {
				continue
			}
			var list [plan.MostHole]cards.Card
			if err := h.doCards(st, seat, which, h.picked(list[:0], st.Ask.From, seat, which)); err != nil {
				return false, err
			}
		}
		h.stage = serving
	}
	if h.stage == asking {
		if wait, err := h.askNext(st); wait || err != nil {
			return wait, err
		}
		if !st.Ask.InTurn {
			if err := h.together(st); err != nil {
				return false, err
			}
		}
		h.waiting, h.stage = h.unserved(), serving
	}
	if !st.Draws() {
		return false, nil
	}
	return h.serveRest(st)
}

// askNext asks the next seat that has a choice; those before it that have none do
// what they must. The hand waits if one is asked, or is being served.
func (h *Hand) askNext(st *plan.Step) (wait bool, err error) {
	for h.waiting &= h.s.Live; h.waiting != 0; h.waiting &= h.s.Live {
		seat := h.waiting.After(h.beforeFirst(st))
		least, most := h.mayPick(st, seat)
		which, only := h.meant(st.Ask, seat), false
		if st.Ask.Whole && least == most {
			which, only = h.onlyWhole(st.Ask, seat, most)
		}
		switch {
		case most == 0 && (st.Ask.Least > 0 || st.Ask.Price != nil) || st.Ask.Arranges() && h.miscounted(seat): // it has no such card, or cannot pay for one
			h.waiting &^= betting.Bit(seat)
			continue
		case least < most || st.Ask.Whole && !only || st.Ask.Arranges() || st.Ask.Price != nil || st.Ask.Effect == plan.DoReplace || bits.OnesCount64(which) != least:
			d := h.ask(CardsAsked, seat)
			d.Least, d.Count = least, most
			return true, nil
		}
		h.waiting &^= betting.Bit(seat)
		h.dec = Decision{Seat: -1, Step: h.pc}
		var list [plan.MostHole]cards.Card
		cs := h.picked(list[:0], st.Ask.From, seat, which)
		if !st.Ask.InTurn {
			h.chosen[seat] = which
			h.emitAnswer(cardEvent(Picked, seat, cs, 0))
			continue
		}
		if err := h.doCards(st, seat, which, cs); err != nil {
			return false, err
		}
		if wait, err := h.serveOn(); wait || err != nil {
			return wait, err
		}
	}
	return false, nil
}

// emitAnswer emits an answer to a question about cards: NoOther says that the seat
// was not asked.
func (h *Hand) emitAnswer(e Event) {
	if h.log == nil {
		return
	}
	d, ask := &h.dec, h.Step().Ask
	if asked := d.Kind == CardsAsked && d.Seat == e.Seat && d.Step == h.pc; !asked && ask.Rule == plan.Chosen && (ask.InTurn || e.Kind == Picked) {
		e.Other = NoOther
	}
	h.emit(e)
}

// mayPick returns the smallest and the largest number of cards that a seat may
// choose.
func (h *Hand) mayPick(st *plan.Step, seat int) (least, most int) {
	if st.Ask.Whole {
		return h.wholeCounts(st.Ask, seat)
	}
	n := bits.OnesCount64(h.meant(st.Ask, seat))
	if st.Ask.Effect == plan.DoReplace {
		n = min(n, h.stock.left())
	}
	if st.Ask.Price != nil {
		n = min(n, int(h.s.Stack[seat]/max(h.costOf(st.Ask, seat, 1), 1)))
	}
	least, most = min(st.Ask.Least, n), min(st.Ask.Most, n)
	return h.ruledPick(st, seat, n, least, most)
}

// PickFirst chooses the first n cards that the seat may choose. If whole hands are
// chosen, it returns the first choice with n cards, or else the first choice.
func (h *Hand) PickFirst(n int) Action {
	if ask := h.Question(); ask != nil && ask.Whole {
		for k := 0; ; k++ {
			a, ok := h.PickWhole(k)
			if !ok {
				a, _ = h.PickWhole(0)
				return a
			}
			if int(a.N) == n {
				return a
			}
		}
	}
	var pool [plan.MostHole]cards.Card
	return Action{Kind: PickCards, Seat: h.dec.Seat}.WithCards(h.Pool(pool[:0])[:n])
}

// applyPick applies a seat's choice of cards.
func (h *Hand) applyPick(a Action) error {
	d, st, n := &h.dec, &h.plan.Game.Steps[h.pc], int(a.N)
	ask := st.Ask
	switch {
	case a.Kind != PickCards:
		return h.refuse(a, "expected %s", ask.Words.Asked)
	case a.Seat != d.Seat:
		return h.refuse(a, "seat %d is out of turn: it is seat %d's turn", a.Seat+1, d.Seat+1)
	case n != d.Count && ask.Arranges() && len(ask.Sizes) > 1:
		return h.refuse(a, "%s: exactly %d must be %s; the rest are the last hand", cards.Counted(n, "card"), d.Count, ask.Words.Done)
	case n != d.Count && ask.Least == ask.Most:
		return h.refuse(a, "%s: exactly %d must be %s", cards.Counted(n, "card"), d.Count, ask.Words.Done)
	case n > d.Count:
		return h.refuse(a, "%s: at most %d may be %s", cards.Counted(n, "card"), d.Count, ask.Words.Done)
	case n < d.Least && ask.Least == 0:
		return h.refuse(a, "%s: the seat asked for %d", cards.Counted(n, "card"), d.Least)
	case n < d.Least:
		return h.refuse(a, "%s: at least %d must be %s", cards.Counted(n, "card"), d.Least, ask.Words.Done)
	}
	seat := int(a.Seat)
	var which uint64
	pool, meant := h.pool(ask.From, seat), h.meant(ask, seat)
	if ask.OnBoard() || ask.From == plan.FromOlder {
		pool = meant
	}
	for _, c := range a.List() {
		left := pool &^ which
		if !c.Known() { // nobody knows which of them
			left &= meant
		}
		k := indexIn(h.lying(ask.From, seat), c, ask.From, left)
		switch {
		case k < 0 && ask.OnBoard():
			return h.refuse(a, "%s is not on %s", c, cmp.Or(ask.OfName, "the board"))
		case k < 0 && ask.From == plan.FromDown:
			return h.refuse(a, "seat %d has no %s face down", seat+1, c)
		case k < 0 && ask.From == plan.FromUp:
			return h.refuse(a, "seat %d has no %s face up", seat+1, c)
		case k < 0 && ask.From == plan.FromOlder:
			return h.refuse(a, "%s is not among the older cards of seat %d", c, seat+1)
		case k < 0 && ask.From == plan.FromLast:
			return h.refuse(a, "%s is not the last card dealt to seat %d", c, seat+1)
		case k < 0:
			return h.refuse(a, "seat %d does not hold %s", seat+1, c)
		}
		if ask.Of > 0 && meant>>k&1 == 0 {
			return h.refuse(a, "%s is not part of the %s", c, ask.OfName)
		}
		which |= 1 << k
	}
	if ask.Whole && !h.whole(ask, seat, which) {
		of := "hand"
		if ask.OnBoard() {
			of = "board"
		}
		return h.refuse(a, "all cards of a %s are %s, or none", of, ask.Words.Done)
	}
	if h.changesAtBank(st) {
		return h.change(st, seat, which, a.List())
	}
	h.waiting &^= betting.Bit(seat)
	if ask.Arranges() {
		h.emitAnswer(cardEvent(Picked, seat, a.List(), 0))
		if done, err := h.contest().setApart(h, ask, seat, which); done || err != nil {
			return err
		}
		h.arrange(ask, seat, which, a.List())
		return nil
	}
	if ask.InTurn {
		return h.doCards(st, seat, which, a.List())
	}
	h.chosen[seat] = which
	h.emitAnswer(cardEvent(Picked, seat, a.List(), 0))
	return nil
}

// lying returns the cards among which those of a pool lie: on the board, or in the hand of the seat.
func (h *Hand) lying(from plan.Pool, seat int) []cards.Card {
	if from == plan.FromBoard {
		return h.Board()
	}
	return h.Hole(seat)
}

// indexIn returns the index of a card among those of a list that a pool has left, -1 if it is none of them. In a pool of
// a whole hand an unknown card can stand for it.
func indexIn(hole []cards.Card, c cards.Card, from plan.Pool, left uint64) int {
	unknown := -1
	for ; left != 0; left &= left - 1 {
		k := bits.TrailingZeros64(left)
		switch {
		case hole[k] == c:
			return k
		case hole[k] == cards.Unknown && unknown < 0 && from == plan.FromHand:
			unknown = k
		}
	}
	return unknown
}

// PickWhole returns the k-th choice of whole hands, from 0; false if there are not
// as many.
func (h *Hand) PickWhole(k int) (a Action, ok bool) {
	seat := int(h.dec.Seat)
	ask := h.Question()
	for set := range h.sets(ask) {
		which, is := h.cardsOfHands(ask, seat, set)
		if n := bits.OnesCount64(which); !is || n < h.dec.Least || n > h.dec.Count {
			continue
		}
		if k--; k < 0 {
			var list [plan.MostHole]cards.Card
			return Action{Kind: PickCards, Seat: h.dec.Seat}.WithCards(h.picked(list[:0], ask.From, seat, which)), true
		}
	}
	return a, false
}

// onlyWhole returns the only choice of whole hands, or boards, with n cards; false if there are several.
func (h *Hand) onlyWhole(ask *plan.Ask, seat, n int) (only uint64, ok bool) {
	for set := range h.sets(ask) {
		which, is := h.cardsOfHands(ask, seat, set)
		if !is || bits.OnesCount64(which) != n {
			continue
		}
		if ok && which != only {
			return 0, false
		}
		only, ok = which, true
	}
	return only, ok
}

// sets returns how many sets of hands of a seat there are, or of boards if whole boards are chosen.
func (h *Hand) sets(ask *plan.Ask) int {
	if ask.OnBoard() {
		return 1 << len(h.plan.Game.Boards)
	}
	return 1 << (len(h.plan.Game.Hands) + 1)
}

// cardsOfHands returns the cards of some hands of a seat, bit g for the hand g, 0
// for the cards that are not set apart, or of some boards; false if one of these has no cards.
func (h *Hand) cardsOfHands(ask *plan.Ask, seat, set int) (which uint64, ok bool) {
	has := 0
	if ask.OnBoard() {
		for k, on := range h.boardOn[:h.onBoard] {
			if in := int(on); set&in != 0 && h.meant(ask, seat)>>k&1 != 0 {
				which |= 1 << k
				has |= in
			}
		}
		return which, has == set
	}
	for k, g := range h.groups(seat)[:h.held[seat]] {
		if set>>g&1 != 0 {
			which |= 1 << k
			has |= 1 << g
		}
	}
	return which, has == set
}

// wholeCounts returns the smallest and the largest number of cards that a seat may
// choose if it must choose whole hands.
func (h *Hand) wholeCounts(ask *plan.Ask, seat int) (least, most int) {
	for set := range h.sets(ask) {
		which, ok := h.cardsOfHands(ask, seat, set)
		n := bits.OnesCount64(which)
		if !ok || n < ask.Least || n > ask.Most {
			continue
		}
		if most == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most
}

// whole reports whether cards of a seat are all the cards of some of its hands, or those of the board all the cards of some boards.
func (h *Hand) whole(ask *plan.Ask, seat int, which uint64) bool {
	if ask.OnBoard() {
		set := 0
		for k, on := range h.boardOn[:h.onBoard] {
			set |= int(on) * int(which>>k&1)
		}
		all, _ := h.cardsOfHands(ask, seat, set)
		return all == which
	}
	in, out := [plan.MostHands + 1]bool{}, [plan.MostHands + 1]bool{}
	for k, g := range h.groups(seat)[:h.held[seat]] {
		in[g] = in[g] || which>>k&1 != 0
		out[g] = out[g] || which>>k&1 == 0
	}
	for g := range in {
		if in[g] && out[g] {
			return false
		}
	}
	return true
}

// arrange sets the cards of a seat apart in the named order, or puts its down cards
// in that order.
func (h *Hand) arrange(ask *plan.Ask, seat int, which uint64, named []cards.Card) {
	hole, of := h.Hole(seat), h.groups(seat)
	if ask.Sizes == nil {
		for k := range hole {
			if which>>k&1 != 0 {
				hole[k], named = named[0], named[1:]
			}
		}
		return
	}
	last := len(ask.Sizes) - 1
	for k, c := range hole {
		of[k] = ask.Groups[last]
		if which>>k&1 == 0 {
			continue
		}
		at := slices.Index(named, c)
		for i, n := range ask.Sizes[:last] {
			if at < n {
				of[k] = ask.Groups[i]
				break
			}
			at -= n
		}
	}
}

// ruled returns the cards of a seat that the question's rule determines.
func (h *Hand) ruled(ask *plan.Ask, seat int) (which uint64) {
	left := ask.Most
	for k, c := range h.Hole(seat) {
		switch ask.Rule {
		case plan.NextDown:
			if left > 0 && !h.IsUp(seat, k) {
				which |= 1 << k
				left--
			}
		case plan.Matching:
			for i, on := range h.Board() {
				if h.boardOn[i]&ask.Boards != 0 && c.Natural() && on.Natural() && on.Rank() == c.Rank() {
					which |= 1 << k
				}
			}
		}
	}
	return which
}

// together applies the choices that the seats made secretly.
func (h *Hand) together(st *plan.Step) error {
	//exhaustive:ignore the others are applied seat by seat
	switch st.Ask.Effect {
	case plan.DoArrange: // done at the choice, because nobody else sees it
		return nil
	case plan.DoPass:
		h.pass(st)
		return nil
	}
	seat := h.beforeFirst(st)
	for range h.s.Live.Len() {
		seat = h.s.Live.After(seat)
		which := h.chosen[seat]
		h.chosen[seat] = 0
		if which == 0 {
			continue
		}
		var list [plan.MostHole]cards.Card
		if err := h.doCards(st, seat, which, h.picked(list[:0], st.Ask.From, seat, which)); err != nil {
			return err
		}
	}
	return nil
}

// picked appends cards among which a seat chooses to `to`.
func (h *Hand) picked(to []cards.Card, from plan.Pool, seat int, which uint64) []cards.Card {
	for k, c := range h.lying(from, seat) {
		if which>>k&1 != 0 {
			to = append(to, c)
		}
	}
	return to
}

// giveUp removes cards from a seat's hand and closes the gaps.
func (h *Hand) giveUp(seat int, which uint64) {
	if which != 0 {
		h.mayBeGone(seat)
	}
	n := uint8(0)
	up := uint64(0)
	hole, of := h.Hole(seat), h.groups(seat)
	for k := range h.held[seat] {
		if which>>k&1 == 0 {
			hole[n], of[n] = hole[k], of[k]
			up |= h.up[seat] >> k & 1 << n
			n++
		}
	}
	h.held[seat], h.up[seat] = n, up
	h.holdsTold(seat)
}

// doCards applies the question's effect to the cards that a seat has chosen.
func (h *Hand) doCards(st *plan.Step, seat int, which uint64, cs []cards.Card) error {
	if st.Ask.Price != nil && len(cs) > 0 {
		cost := h.costOf(st.Ask, seat, len(cs))
		h.payIn(seat, cost)
		h.emitChips(PaidPot, seat, cost, h.Pot())
	}
	//exhaustive:enforce
	switch st.Ask.Effect {
	case plan.DoPass, plan.DoArrange: // see together and applyPick
	case plan.DoMuck:
		if st.Ask.OnBoard() {
			h.muckBoard(seat, which, cs)
			return nil
		}
		return h.muck(st, seat, which, cs)
	case plan.DoTurnUp:
		h.turnUp(seat, which)
	case plan.DoTake:
		h.fromBoard(seat, which, cs)
	case plan.DoLay:
		h.lay(st, seat, which, cs)
	case plan.DoReplace:
		return h.replaceOnBoard(seat, which, cs)
	}
	return nil
}

// tryCards applies the effect as far as the seat knows it, and returns the number
// of replacements, which the seat does not know.
func (h *Hand) tryCards(st *plan.Step, seat int, which uint64, cs []cards.Card) (back int) {
	//exhaustive:enforce
	switch st.Ask.Effect {
	case plan.DoReplace: // see Outlook.choose
		for m := which; m != 0; m &= m - 1 {
			h.board[bits.TrailingZeros64(m)] = cards.Unknown
		}
	case plan.DoTake:
		h.fromBoard(seat, which, cs)
	case plan.DoLay:
		h.lay(st, seat, which, cs)
	case plan.DoArrange:
		h.arrange(st.Ask, seat, which, cs)
	case plan.DoTurnUp:
		h.up[seat] |= which
	case plan.DoPass:
		h.giveUp(seat, which)
		return len(cs)
	case plan.DoMuck:
		if st.Ask.OnBoard() {
			h.muckBoard(seat, which, cs)
			return 0
		}
		h.giveUp(seat, which)
		if st.Ask.Back {
			return len(cs) + h.more(st, cs)
		}
	}
	return 0
}

// pass moves the chosen cards of all seats to their neighbors, face up or down as
// they are. A card for which a neighbor has no room goes to the muck.
func (h *Hand) pass(st *plan.Step) {
	var passed [len(h.hole)]cards.Card
	var up [betting.Max]uint64 // which of a seat's passed cards are face up
	var n [betting.Max]int
	room := int(h.room)
	live := h.s.Live
	seat := h.beforeFirst(st)
	if st.Ask.Swap {
		h.swapped(st)
	}
	for m := live; m != 0; m &= m - 1 {
		s := m.First()
		for k := range h.Hole(s) {
			if h.chosen[s]>>k&1 != 0 {
				passed[s*room+n[s]] = h.Hole(s)[k]
				up[s] |= h.up[s] >> k & 1 << n[s]
				n[s]++
			}
		}
		h.giveUp(s, h.chosen[s])
		h.chosen[s] = 0
	}
	for range live.Len() {
		seat = live.After(seat)
		if cs := passed[seat*room:][:n[seat]]; len(cs) > 0 {
			to := h.neighbor(seat, st.Ask.To)
			if st.Ask.Swap && seat != int(h.turn) {
				to = int(h.turn)
			}
			h.passOn(seat, to, cs, up[seat])
		}
	}
}

// neighbor returns the next live seat in a direction.
func (h *Hand) neighbor(seat int, to plan.Direction) int {
	for range to.Seats(h.s.Live.Len()) {
		seat = h.s.Live.After(seat)
	}
	return seat
}

// swapped makes the neighbor of the seat whose turn it is choose as many cards,
// those dealt last.
func (h *Hand) swapped(st *plan.Step) {
	seat := int(h.turn)
	other := h.neighbor(seat, st.Ask.To)
	if other == seat {
		return
	}
	n := min(bits.OnesCount64(h.chosen[seat]), int(h.held[other]))
	h.chosen[other] = (1<<n - 1) << (int(h.held[other]) - n)
}

// passOn gives cards from one seat to another; up is the set of those that are face
// up.
func (h *Hand) passOn(seat, to int, cs []cards.Card, up uint64) {
	e := Event{Kind: PassedOn, Seat: int8(seat), Other: int8(to)}.WithCards(cs)
	for i, c := range cs {
		e.Open |= openIf(up>>i&1 != 0, c)
	}
	h.emit(e)
	for i, c := range cs {
		if h.held[to] < h.room {
			h.give(to, c, up>>i&1 != 0)
			h.where[seat] = h.where[seat].With(c)
		} else {
			h.discarded(seat, cs[i:i+1], openIf(up>>i&1 != 0, c))
		}
	}
	h.knows[seat] |= cards.SetOf(cs...) // as far as they lie face down
	h.noteCardsGone(seat, len(cs))
	h.noteCardsGone(to, -len(cs))
	h.holdsTold(to)
}

func (h *Hand) turnUp(seat int, which uint64) {
	if h.plan.Follows {
		for k, c := range h.Hole(seat) {
			if which>>k&1 != 0 && !h.IsUp(seat, k) {
				h.noteUp(seat, c)
			}
		}
	}
	h.up[seat] |= which
	if h.log != nil {
		h.emitAnswer(cardEvent(Exposed, seat, h.picked(nil, plan.FromHand, seat, which), 0))
	}
}

// muck mucks cards. In a draw they are replaced.
func (h *Hand) muck(st *plan.Step, seat int, which uint64, cs []cards.Card) error {
	if st.Draw.KeepFace && !h.manual {
		return h.buy(st, seat, cs)
	}
	open := cards.Set(0)
	for m := which & h.up[seat]; m != 0; m &= m - 1 {
		open |= cards.SetOf(h.Hole(seat)[bits.TrailingZeros64(m)])
	}
	h.giveUp(seat, which)
	for i, c := range cs {
		if st.Draw.KeepFace && open.Has(c) { // the card that the caller deals for it
			h.up[seat] |= 1 << (int(h.held[seat]) + i)
		}
	}
	if len(cs) > 0 {
		h.discarded(seat, cs, open)
		h.emitAnswer(cardEvent(Discarded, seat, cs, open))
	} else {
		h.emitAnswer(Event{Kind: StoodPat, Seat: int8(seat), AllIn: h.s.Stack[seat] == 0})
	}
	if st.Ask.Back {
		h.noteCardsGone(seat, -h.more(st, cs))
		h.replace(st, seat, cs)
	} else {
		h.noteCardsGone(seat, len(cs))
	}
	return nil
}

// more returns the number of extra replacements, negative for fewer than the seat
// discarded.
func (h *Hand) more(st *plan.Step, cs []cards.Card) int { return max(st.Draw.More, -len(cs)) }

// replace owes a seat its replacements in a draw, to be served now or later.
func (h *Hand) replace(st *plan.Step, seat int, cs []cards.Card) {
	n := len(cs) + h.more(st, cs) + h.drawsToo(seat)
	h.owed[seat] = uint8(n)
	if h.manual {
		if n > 0 && st.Draw.Burn == plan.BurnEach {
			h.stock.pos++
		}
		return
	}
	h.tossed[seat] = cards.SetOf(cs...)
	if n == 0 || st.Draw.Together {
		return
	}
	h.serving, h.left, h.burnDue = int8(seat), uint8(n), st.Draw.Burn == plan.BurnEach
	if st.Draw.AtOnce > 0 {
		h.left = uint8(min(n, st.Draw.AtOnce))
	}
}

// buy replaces cards in their places, face up or down like the old ones.
func (h *Hand) buy(st *plan.Step, seat int, cs []cards.Card) error {
	if len(cs) == 0 {
		h.emitAnswer(Event{Kind: StoodPat, Seat: int8(seat), AllIn: h.s.Stack[seat] == 0})
		return nil
	}
	if st.Draw.Burn == plan.BurnEach {
		if err := h.burn(1, false); err != nil {
			return err
		}
	}
	h.emitAnswer(cardEvent(Discarded, seat, cs, h.openCards(seat)))
	h.tossed[seat] = cards.SetOf(cs...)
	for i, c := range cs {
		k := slices.Index(h.Hole(seat), c)
		ok, err := h.cardFor(seat)
		if err != nil {
			return err
		}
		h.discarded(seat, cs[i:i+1], openIf(h.IsUp(seat, k), c))
		if !ok {
			h.takeOut(seat, k)
			continue
		}
		h.Hole(seat)[k] = h.stock.next()
		h.dealtOne()
		h.stopsSoon()
		kind := Dealt
		if h.IsUp(seat, k) {
			kind = DealtUp
		}
		h.emitCards(kind, seat, h.Hole(seat)[k:k+1])
	}
	return nil
}

// Serving the players of a draw.

// serveOn deals the seat that is being served its cards one by one, and reports
// whether the hand waits. It does not wait after the last card.
func (h *Hand) serveOn() (wait bool, err error) {
	if h.stopsNow() { // bought cards lie in their places
		return true, nil
	}
	for n := 0; h.serving >= 0; {
		seat := int(h.serving)
		switch {
		case !h.s.Live.Has(seat):
			h.serving = -1
			return false, nil
		case h.burnDue:
			h.burnDue = false
			err = h.burn(1, false)
		case h.left == 0 || h.held[seat] >= h.room:
			h.serving = -1
			h.tellServed(betting.Bit(seat), n)
			return false, nil
		default:
			h.left--
			h.owed[seat]--
			n++
			err = h.serve(seat, false, h.Step().Ask.Of)
		}
		if err != nil {
			return false, err
		}
		if h.pause() {
			return true, nil
		}
	}
	return false, nil
}

// serveRest deals the cards that are still owed when all have answered.
func (h *Hand) serveRest(st *plan.Step) (wait bool, err error) {
	if h.manual {
		return h.askCards(), nil
	}
	for h.stage == serving {
		if h.waiting &= h.s.Live; h.waiting == 0 || !h.serveNext(st) {
			break
		}
		if wait, err := h.serveOn(); wait || err != nil {
			return wait, err
		}
	}
	return h.endDraw()
}

// lastToDraw returns the last seat of a draw that has discarded, in order from the
// seat after `from`.
func (h *Hand) lastToDraw(from int) int {
	last, seat := -1, from
	for range h.s.Live.Len() {
		if seat = h.s.Live.After(seat); h.tossed[seat] != 0 {
			last = seat
		}
	}
	return last
}

// serveNext selects the next seat that is owed cards at the end of a draw; false if
// there is none.
func (h *Hand) serveNext(st *plan.Step) bool {
	before := h.beforeFirst(st)
	for m := h.waiting; m != 0; {
		seat := m.After(before)
		m &^= betting.Bit(seat)
		if h.owed[seat] > 0 {
			h.waiting &^= betting.Bit(seat)
			h.serving, h.left, h.burnDue = int8(seat), h.owed[seat], st.Draw.BurnRest && seat == h.lastToDraw(before)
			return true
		}
	}
	return false
}
