package hand

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Every card of a hand with a floor is in exactly one zone: the stub, the burn
// cards, the muck, aside, the board, or a hand. The functions of this file move
// cards from one zone to another, so that no ruling can lose or duplicate a card. A
// joker that got into a deck without one never goes to the stub, but to the muck
// instead.

func (h *Hand) setStub(cs []cards.Card) {
	s := &h.stock
	s.n = 0
	for _, c := range cs {
		if slices.Contains(h.floor.foreign, c) {
			h.floor.muck = append(h.floor.muck, c)
			continue
		}
		s.order[s.n] = c
		s.n++
	}
	s.pos, s.mixed = 0, s.n
	h.comesBack(cards.SetOf(cs...))
}

// stub settles the stub and returns a copy of it.
func (h *Hand) stub() []cards.Card {
	h.stock.settle()
	return slices.Clone(h.stock.order[h.stock.pos:h.stock.n])
}

// onStub puts cards on top of the stub, in their order.
func (h *Hand) onStub(cs []cards.Card) { h.setStub(append(slices.Clone(cs), h.stub()...)) }

func (h *Hand) offStub(k int) cards.Card {
	stub := h.stub()
	c := stub[k]
	h.setStub(slices.Delete(stub, k, k+1))
	return c
}

// loose returns the cards that may be shuffled into a new stub: the old stub, burn
// cards, discards and folded hands.
func (h *Hand) loose() (t tally) {
	f := h.floor
	if f == nil {
		t = packTally(h.plan.Game.Deck)
		t.remove(h.Board())
		for m := h.s.Live; m != 0; m &= m - 1 {
			for k := range h.Hands(m.First()) {
				own, _ := h.Cards(m.First(), k)
				t.remove(own)
			}
		}
		for k := range h.Hands(-1) {
			own, _ := h.Cards(-1, k)
			t.remove(own)
		}
		return t
	}
	t.add(h.stub())
	t.add(f.burn)
	h.countMuck(&t)
	t.remove(f.foreign)
	return t
}

// countMuck adds the muck and the folded hands, which count as mucked.
func (h *Hand) countMuck(t *tally) {
	t.add(h.floor.muck)
	for i := range h.s.N {
		if !h.s.Live.Has(i) {
			t.add(h.Hole(i))
		}
	}
}

// restub shuffles cards into a new stub and removes them from their zones. Cards of
// the old stub that are not in the new one go to the muck.
func (h *Hand) restub(of tally) {
	if f := h.floor; f != nil {
		left := of
		f.muck = append(left.pull(f.muck), left.pull(h.stub())...)
		f.burn, f.aside = left.pull(f.burn), left.pull(f.aside)
		f.onlyAsideBurns()
		for i := range h.s.N {
			if !h.s.Live.Has(i) {
				h.scatter(i, &left)
			}
		}
	}
	// The new stub, to be drawn at random.
	h.stock.n = 0
	for c, n := range &of {
		for range n {
			h.stock.order[h.stock.n] = cards.Card(c)
			h.stock.n++
		}
	}
	h.stock.pos, h.stock.mixed = 0, 0
	h.stock.shuffles++
	h.stock.random = NewSource(h.stock.seed^reshuffleSeed*uint64(h.stock.shuffles), h.stock.number)
	h.comesBack(cards.SetOf(h.stock.order[:h.stock.n]...))
	if h.floor != nil {
		h.useOrder()
	}
}

// scatter removes cards of the count from a folded hand. If it removes any, the
// rest of the hand goes to the muck and no longer belongs to the seat.
func (h *Hand) scatter(seat int, left *tally) {
	open := h.openCards(seat)
	rest := left.pull(slices.Clone(h.Hole(seat)))
	if len(rest) == int(h.held[seat]) {
		return
	}
	h.goesOut(seat, rest, open&cards.SetOf(rest...))
	h.floor.muck = append(h.floor.muck, rest...)
	h.held[seat], h.up[seat], h.floor.reported[seat] = 0, 0, 0
}

// useOrder puts the stub in the order that a record states for the next shuffle, if
// it has the same cards.
func (h *Hand) useOrder() {
	f := h.floor
	if len(f.orders) == 0 {
		return
	}
	order := f.orders[0]
	if sameCards(order, h.stub()) {
		f.orders = f.orders[1:]
		h.setStub(order)
	}
}

// sameCards reports whether two lists have the same cards in any order.
func sameCards(a, b []cards.Card) bool {
	var count [256]int
	for _, c := range a {
		count[c]++
	}
	for _, c := range b {
		count[c]--
	}
	return count == [256]int{}
}

// holder returns the seat that holds a card, -1 for none.
func (h *Hand) holder(c cards.Card) int {
	for i := range h.s.N {
		if slices.Contains(h.Hole(i), c) {
			return i
		}
	}
	return -1
}

// takeCard removes a card from its zone: a hand, the board, aside, the burn cards, the
// muck or the stub. It returns the seat that held it, -1 for none, and the card as a
// set if everybody has seen it.
func (h *Hand) takeCard(c cards.Card) (seat int, open cards.Set, err error) {
	f := h.floor
	for i := range h.s.N {
		if k := slices.Index(h.Hole(i), c); k >= 0 {
			open := openIf(h.IsUp(i, k), c)
			h.takeOut(i, k)
			h.goesOut(i, []cards.Card{c}, open)
			return i, open, nil
		}
	}
	if k := slices.Index(h.Board(), c); k >= 0 {
		h.offBoard(k)
		h.goesOut(-1, nil, cards.SetOf(c))
		return -1, cards.SetOf(c), nil
	}
	for _, zone := range []*[]cards.Card{&f.aside, &f.burn, &f.muck} {
		if k := slices.Index(*zone, c); k >= 0 {
			*zone = slices.Delete(*zone, k, k+1)
			f.onlyAsideBurns()
			return -1, h.OutOfPlay() & cards.SetOf(c), nil
		}
	}
	if h.manual {
		return -1, 0, ErrUnknownPack
	}
	if k := slices.Index(h.stub(), c); k >= 0 {
		h.offStub(k)
		return -1, 0, nil
	}
	return -1, 0, fmt.Errorf("%s is nowhere", c)
}

func (h *Hand) takeOut(seat, k int) {
	h.mayBeGone(seat)
	copy(h.Hole(seat)[k:], h.Hole(seat)[k+1:])
	copy(h.groups(seat)[k:], h.groups(seat)[k+1:])
	low := h.up[seat] & (1<<k - 1)
	h.up[seat] = low | h.up[seat]>>(k+1)<<k
	if st := h.Step(); st == nil || !st.Chooses() {
		low = h.chosen[seat] & (1<<k - 1)
		h.chosen[seat] = low | h.chosen[seat]>>(k+1)<<k
	}
	if d := h.floor.left[seat]; d != nil && !h.s.Live.Has(seat) {
		c := *d
		low = c.up & (1<<k - 1)
		c.up = low | c.up>>(k+1)<<k
		h.floor.left[seat] = &c
	}
	h.held[seat]--
	h.floor.reported[seat] = h.held[seat]
}

func (h *Hand) offBoard(k int) {
	copy(h.board[k:], h.board[k+1:h.onBoard])
	copy(h.boardOn[k:], h.boardOn[k+1:h.onBoard])
	copy(h.runOf[k:], h.runOf[k+1:h.onBoard])
	h.onBoard--
	if k >= int(h.onBoard)+1-int(h.street) {
		h.street--
	}
}

// jokerIn replaces the jokers among named cards with the jokers that are there, in
// order: two jokers have the same name, so a record cannot tell which one it means.
func jokerIn(named, there []cards.Card) {
	for i, c := range named {
		if !c.IsJoker() {
			continue
		}
		for _, lies := range there {
			if lies.IsJoker() && !slices.Contains(named[:i], lies) {
				named[i] = lies
				break
			}
		}
	}
}

// nameable returns the cards of a seat that a named joker can mean: all of them, or
// only the down cards.
func (h *Hand) nameable(seat int, down bool) []cards.Card {
	if !down {
		return h.Hole(seat)
	}
	var out []cards.Card
	for k, c := range h.Hole(seat) {
		if !h.IsUp(seat, k) {
			out = append(out, c)
		}
	}
	return out
}

// nameJokers replaces the jokers that an incident names with those that its seat
// holds, or that are on the table.
func (h *Hand) nameJokers(in *plan.Incident) {
	there := func() []cards.Card {
		if seat := in.Seat(); seat >= 0 && seat < h.s.N && in.Kind != plan.TouchedDiscards && in.Kind != plan.Boxed {
			return h.nameable(seat, in.Kind == plan.ExposeError || in.Kind == plan.DealerExposed)
		}
		return slices.Concat(h.Board(), h.floor.aside, h.Mucked(), h.stub())
	}
	for i, f := range in.Kind.Spec().Fields {
		if i >= len(in.Values) || in.Values[i] == nil || f.Name == "order" || !slices.ContainsFunc(in.Values[i].Cards, cards.Card.IsJoker) {
			continue
		}
		named := slices.Clone(in.Values[i].Cards)
		jokerIn(named, there())
		*in = in.With(f.Name, plan.Value{Cards: named})
	}
}

// putAside puts cards aside that are not there already. It returns those that everybody has seen.
func (h *Hand) putAside(cs []cards.Card) (open cards.Set, err error) {
	for _, c := range cs {
		seen := h.OutOfPlay() & cards.SetOf(c)
		if !slices.Contains(h.floor.aside, c) {
			if _, seen, err = h.takeCard(c); err != nil {
				return 0, err
			}
			h.outOfPlay(c, false)
		}
		open |= seen
	}
	return open, nil
}

// outOfPlay lays a card aside, or on the muck if it is dead.
func (h *Hand) outOfPlay(c cards.Card, dead bool) {
	zone := &h.floor.aside
	if dead {
		zone = &h.floor.muck
	}
	*zone = append(*zone, c)
}

// takesBack clears the muck and the cards aside for a new deal, with what has happened
// in this one.
func (h *Hand) takesBack() {
	f := h.floor
	f.muck, f.aside, f.happened, f.dealt, f.stopDue = nil, nil, nil, false, false
}

// onlyAsideBurns keeps those of the next burn cards that lie aside, each once.
func (f *floor) onlyAsideBurns() {
	var lie tally
	lie.add(f.aside)
	f.nextBurn = slices.DeleteFunc(f.nextBurn, func(c cards.Card) bool { return !lie.take(c) })
}

func (h *Hand) anyCards() bool {
	for i := range h.s.N {
		if h.held[i] > 0 {
			return true
		}
	}
	return h.onBoard > 0
}

// Stub lists the cards that have not been dealt, the next one first. It settles
// their order in a copy.
func (h *Hand) Stub() []cards.Card {
	s := h.stock
	s.settle()
	return slices.Clone(s.order[s.pos:s.n])
}

// Burns lists the burn cards in order. It needs attendance.
func (h *Hand) Burns() []cards.Card { return slices.Clone(h.noted().burn) }

// Mucked lists the cards that are out of play: discards and dead cards in the order
// in which they were mucked, then the hands of folded seats. It needs attendance.
func (h *Hand) Mucked() []cards.Card {
	if h.floor == nil {
		return nil
	}
	out := slices.Clone(h.floor.muck)
	for i := range h.s.N {
		if !h.s.Live.Has(i) {
			out = append(out, h.Hole(i)...)
		}
	}
	return out
}

// Aside lists the cards that were taken out of play and may come back.
func (h *Hand) Aside() []cards.Card { return slices.Clone(h.noted().aside) }

// CardsConserved reports whether every card of the deck is in exactly one zone: the
// stub, the burn cards, the muck, aside, the board, or a hand. Without attendance,
// or in a manual hand, it returns true. The next burn cards that a ruling named lie
// aside.
func (h *Hand) CardsConserved() bool {
	if h.floor == nil || h.manual {
		return true
	}
	var burns tally
	burns.add(h.floor.nextBurn)
	burns.remove(h.floor.aside)
	if burns != (tally{}) {
		return false
	}
	var count [256]int
	for _, c := range h.plan.Game.Deck.Append(nil) {
		count[c]++
	}
	for _, c := range h.floor.foreign {
		count[c]++
	}
	take := func(cs []cards.Card) {
		for _, c := range cs {
			count[c]--
		}
	}
	for _, zone := range [][]cards.Card{h.Stub(), h.floor.burn, h.floor.muck, h.floor.aside, h.Board()} {
		take(zone)
	}
	for i := -1; i < h.s.N; i++ { // the house first
		for k := range h.Hands(i) {
			cs, _ := h.Cards(i, k)
			take(cs)
		}
	}
	return count == [256]int{}
}

// burned records a burn card, which lies face up or down.
func (h *Hand) burned(c cards.Card, up bool) {
	if up {
		h.turned[outBurned] |= cards.SetOf(c)
	}
	if h.floor != nil {
		h.floor.burn = append(h.floor.burn, c)
		h.dealtOne()
	}
}

// discarded records cards that went from the hand of a seat, or with -1 from the board, to the muck; open are those
// that everybody has seen.
func (h *Hand) discarded(seat int, cs []cards.Card, open cards.Set) {
	h.goesOut(seat, cs, open)
	if h.floor != nil {
		h.floor.muck = append(h.floor.muck, cs...)
	}
}

// noteCardsGone records that a seat should have n fewer cards from now on.
func (h *Hand) noteCardsGone(seat, n int) {
	if h.floor != nil {
		h.floor.gaveUp[seat] += int8(n)
	}
}

// ErrUnknownPack is the error for effects that move cards of a deck whose order is
// unknown.
var ErrUnknownPack = errors.New("it moves cards of the deck, whose order is not known")

// topBurn returns the next burn card: one that a ruling named, or the top of the
// stub.
func (h *Hand) topBurn() (cards.Card, bool) {
	if f := h.floor; f != nil && len(f.nextBurn) > 0 {
		c := f.nextBurn[0]
		f.nextBurn = f.nextBurn[1:]
		if i := slices.Index(f.aside, c); i >= 0 {
			f.aside = slices.Delete(f.aside, i, i+1)
			return c, true
		}
	}
	if h.stock.left() == 0 {
		return 0, false
	}
	return h.stock.next(), true
}

// skipsBurn leaves out the burn cards of a step, if a ruling says so.
func (h *Hand) skipsBurn() bool {
	if h.floor == nil || h.floor.skipBurn == 0 {
		return false
	}
	h.floor.skipBurn--
	h.emitChips(BurnSkipped, -1, 0, 0)
	return true
}

// burnsBack puts the burn cards back under the stub; false if the hand does not keep
// them apart.
func (h *Hand) burnsBack() bool {
	if h.floor == nil {
		return false
	}
	h.setStub(append(h.stub(), h.floor.burn...))
	h.floor.burn = nil
	return true
}

// scrape makes a new stub when the stub is empty although dead cards or cards aside
// exist: of the discards and burn cards, or if there are none, of the cards aside,
// at last of those that a ruling made the next burn cards. It reports whether there
// is a card, and whether the hand keeps its zones at all.
func (h *Hand) scrape(seat int) (found, tracked bool) {
	f := h.floor
	if f == nil {
		return false, false
	}
	if h.loose() == (tally{}) {
		var t tally
		t.add(f.aside)
		t.remove(f.foreign)
		all := t
		if t.remove(f.nextBurn); t == (tally{}) {
			t = all
			h.unburn()
		}
		if t == (tally{}) {
			return false, true
		}
		h.restub(t)
		h.emitChips(Reshuffled, -1, int64(h.stock.n), 0)
		return true, true
	}
	h.reshuffle(seat)
	return h.stock.left() > 0, true
}

// unburn makes the cards that a ruling made the next burn cards cards like any
// others.
func (h *Hand) unburn() {
	f := h.floor
	if len(f.nextBurn) > 0 {
		h.emitSeen(PutBack, -1, f.nextBurn, h.OutOfPlay())
		f.nextBurn = nil
	}
}

// playing returns the cards without those that are not in the deck: a joker that
// nobody has found does not count.
func (h *Hand) playing(cs []cards.Card) []cards.Card {
	foreign := h.noted().foreign
	if len(foreign) == 0 {
		return cs
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c cards.Card) bool { return slices.Contains(foreign, c) })
}

// Removing boards and cards of boards during a hand.

// takeBoard removes the board with the lowest last card; the lower suit breaks
// ties. A card that also lies on another board stays there.
func (h *Hand) takeBoard() {
	lowest, taken := cards.Unknown, -1
	for b := range h.plan.Game.Boards {
		last := cards.Unknown
		for k, c := range h.Board() {
			if h.boardOn[k]>>b&1 != 0 {
				last = c
			}
		}
		if last.Natural() && (taken < 0 || lower(last, lowest)) {
			lowest, taken = last, b
		}
	}
	if taken < 0 {
		return
	}
	if h.log != nil {
		h.emit(Event{Kind: BoardTaken, Seat: -1, Pot: int8(taken)}.WithCards(h.BoardOf(nil, taken)))
	}
	for k := 0; k < int(h.onBoard); {
		if h.boardOn[k] &^= 1 << taken; h.boardOn[k] != 0 {
			k++
			continue
		}
		c := h.board[k]
		h.offBoard(k)
		h.discarded(-1, []cards.Card{c}, cards.SetOf(c))
	}
}

// lower reports whether a card is lower than another, by rank and then by suit.
func lower(a, b cards.Card) bool {
	if a.Rank() != b.Rank() {
		return a.Rank() < b.Rank()
	}
	return a.Suit() < b.Suit()
}

// replaceOnBoard replaces the board cards that a seat has named.
func (h *Hand) replaceOnBoard(seat int, which uint64, named []cards.Card) error {
	if which == 0 {
		h.emitChips(StoodPat, seat, 0, 0)
		return nil
	}
	h.emitSeen(Discarded, seat, named, cards.SetOf(named...))
	for k := range int(h.onBoard) {
		if which>>k&1 == 0 {
			continue
		}
		ok, err := h.cardFor(-1)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		h.discarded(-1, h.board[k:k+1], cards.SetOf(h.board[k]))
		h.board[k] = h.stock.next()
		h.emitCards(Boarded, -1, h.board[k:k+1])
	}
	return nil
}

// muckBoard takes cards of the board that a seat has named out of play.
func (h *Hand) muckBoard(seat int, which uint64, named []cards.Card) {
	if h.chosenNone(seat, which) {
		return
	}
	h.emitAnswer(cardEvent(Discarded, seat, named, cards.SetOf(named...)))
	h.offBoards(which)
	h.discarded(-1, named, cards.SetOf(named...))
}

// fromBoard gives a seat cards of the board. They lie face up, because everybody knows them.
func (h *Hand) fromBoard(seat int, which uint64, named []cards.Card) {
	if h.chosenNone(seat, which) {
		return
	}
	h.emitAnswer(cardEvent(TookBoard, seat, named, cards.SetOf(named...)))
	h.offBoards(which)
	for _, c := range named {
		h.give(seat, c, false)
		h.up[seat] |= 1 << (h.held[seat] - 1)
	}
	h.noteCardsGone(seat, -len(named))
	h.holdsTold(seat)
}

// lay puts cards of a seat on the boards of the question. If the boards have no room for a card, it goes to the muck.
func (h *Hand) lay(st *plan.Step, seat int, which uint64, named []cards.Card) {
	if h.chosenNone(seat, which) {
		return
	}
	all := cards.SetOf(named...)
	h.emitAnswer(cardEvent(LaidOn, seat, named, h.openCards(seat)))
	h.giveUp(seat, which)
	for i := range h.s.N {
		h.knows[i] &^= all
	}
	for i, c := range named {
		if int(h.onBoard) < plan.MostBoard {
			h.placeOnBoards(c, st.Ask.Boards)
		} else {
			h.discarded(-1, named[i:i+1], cards.SetOf(c))
		}
	}
	h.street = 0
	h.noteCardsGone(seat, len(named))
}

// chosenNone reports whether a seat has chosen no card, and says so.
func (h *Hand) chosenNone(seat int, which uint64) bool {
	if which == 0 {
		h.emitAnswer(Event{Kind: StoodPat, Seat: int8(seat)})
	}
	return which == 0
}

func (h *Hand) offBoards(which uint64) {
	for k := int(h.onBoard) - 1; k >= 0; k-- {
		if which>>k&1 != 0 {
			h.offBoard(k)
		}
	}
}
