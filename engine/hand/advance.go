package hand

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/rank"
	"cardroom/engine/seating"
)

// noCards is the error of a stub that has run out. Whether that can be depends on who stays in, so a plan is not refused for it when
// its discards come back.
func (h *Hand) noCards() error {
	g := h.plan.Game
	why := "the game does not reshuffle"
	if g.ShortStub.Reshuffles() || g.Steps[h.pc].Draws() {
		why = "there are no discards to reshuffle"
	}
	return g.BlameWith(g.Steps[h.pc].Pos, "play it with fewer seats, or deal fewer cards",
		"the stub is empty: %d seats are in, the deck has %d cards, and %s", h.s.Live.Len(), g.Deck.Len(), why)
}

// advance runs the plan until somebody has to decide or the hand is over.
func (h *Hand) advance() error {
	steps := h.plan.Game.Steps
	if h.pc < 0 {
		h.pc = 0
	}
	for !h.over {
		if h.alone() {
			h.uncontested()
			return nil
		}
		if h.floor != nil {
			if wait, err := h.enter(&steps[h.pc]); wait || err != nil {
				return err
			}
		}
		wait, err := h.run(&steps[h.pc])
		if wait || err != nil {
			return err
		}
		if !h.over {
			h.pc++
			h.phase = 0
			if h.partOver() {
				h.pc = h.partAt
			}
		}
	}
	return nil
}

// run does one step, from wherever it was left. It reports whether a decision
// is wanted before it can go on.
func (h *Hand) run(st *plan.Step) (wait bool, err error) {
	//exhaustive:enforce
	switch st.Kind {
	case plan.Deal:
		return h.runDeal(st)
	case plan.Board:
		return h.runBoard(st)
	case plan.Burn:
		return h.runBurn(st)
	case plan.Bet:
		if h.runs > 1 { // nobody can bet
			return false, nil
		}
		return h.runBet(st)
	case plan.RunIt:
		h.runRuns(st)
	case plan.TakeBoard:
		h.takeBoard()
	case plan.Asks:
		return h.runAsk(st)
	case plan.When:
		holds, err := h.holds(st)
		if !holds {
			h.pc = int16(st.Jump) - 1
		}
		return false, err
	case plan.Jump:
		h.pc = int16(st.Jump) - 1
	case plan.Redeal:
		h.redeal(st)
	case plan.Collect:
		if h.nthRun == 0 && (h.floor == nil || h.pc >= h.floor.feesTo) {
			h.collect(st.Collect)
		}
	case plan.InTurn:
		h.runPart(st)
	case plan.PayStep:
		h.runPay(st.Pay)
	case plan.RollDie:
		h.roll(st.Count)
	case plan.Carry:
		h.carry()
	case plan.Showdown:
		return h.runShowdown(st.Show)
	case plan.TurnUp:
		h.bank.turnUp(h, st)
	case plan.Settle:
		if h.phase++; h.phase == 1 && h.pause() {
			return true, nil
		}
		h.bank.settle(h, st.Settle)
	default:
		return false, fmt.Errorf("step %s cannot be played", st.Kind)
	}
	return false, nil
}

// ask sets the decision that the hand waits for.
func (h *Hand) ask(kind DecisionKind, seat int) *Decision {
	h.dec = Decision{Kind: kind, Seat: int8(seat), Step: h.pc}
	return &h.dec
}

// servedAll is the phase of a deal step whose cards were dealt for all.
const servedAll = 255

// runDeal gives each live seat its cards, a circuit at a time: the phase is the
// circuit, from 1. After each card the hand may wait for the dealer.
func (h *Hand) runDeal(st *plan.Step) (wait bool, err error) {
	switch {
	case h.manual:
		return h.askDeal()
	case h.bank != nil:
		return h.bank.deal(h, st)
	case h.phase == servedAll:
		return false, nil
	case h.phase == 0:
		if h.tooShort(st) {
			h.phase, h.waiting = servedAll, 0
			err = h.dealCommon(st.Count, 0)
			return err == nil && h.pause(), err
		}
		h.circuit()
	}
	for {
		if h.waiting &= h.s.Live; h.waiting == 0 {
			if h.floor != nil {
				if wait, err := h.endCircuit(); wait || err != nil {
					return wait, err
				}
			}
			if int(h.phase) >= st.Count {
				h.tellServed(h.served(), st.Count)
				return false, nil
			}
			h.circuit()
			continue
		}
		seat := h.waiting.After(int(h.button))
		h.waiting &^= seating.Bit(seat)
		if h.held[seat] >= h.room {
			continue
		}
		if err := h.serve(seat, st.Up && (h.floor == nil || !h.comesDown(seat)), st.Hand); err != nil {
			return false, err
		}
		if h.floor != nil && h.pause() {
			return true, nil
		}
	}
}

// circuit begins a circuit of a deal.
func (h *Hand) circuit() {
	h.phase++
	h.waiting = h.served()
	if h.floor != nil {
		h.floor.due++
	}
}

// tooShort reports whether a street is dealt for all, because the cards do not go
// round even when those come back that may.
func (h *Hand) tooShort(st *plan.Step) bool {
	n := h.served().Len() * st.Count
	switch {
	case !h.plan.Game.ShortStub.Common() || h.stock.left() >= n:
		return false
	case h.plan.Game.ShortStub.Reshuffles():
		h.reshuffle(-1)
	default:
		h.reclaimBurns()
	}
	if h.stock.left() < st.Count {
		h.reshuffle(-1) // not even a card for all: mucked hands come back
	}
	return h.stock.left() < n
}

// tellServed emits the cards that seats got since the log last told of them: n to
// each of a set, where nobody counts them.
func (h *Hand) tellServed(seats seating.Set, n int) {
	f := h.floor
	if f == nil && h.log == nil || h.manual {
		return // where the caller deals, it is told at once
	}
	seat := int(h.button)
	for range h.s.N {
		seat = (seat + 1) % h.s.N
		if f != nil {
			n = int(h.held[seat]) - int(f.told[seat])
			f.told[seat], seats = h.held[seat], h.s.Live
		}
		if seats.Has(seat) && n > 0 {
			h.tellFaces(seat, n)
		}
	}
}

// serve gives a seat the top card, for a hand of the game or, with 0, for none.
func (h *Hand) serve(seat int, up bool, group uint8) error {
	ok, err := h.cardFor(seat)
	if ok {
		h.give(seat, h.stock.next(), up)
		if group > 0 {
			h.groups(seat)[h.held[seat]-1] = group
		}
	}
	return err
}

// cardFor sees to it that there is a card on the stub, for a seat or, with -1, for
// all. In a draw the discards come back when it is empty, whatever a house does on a
// street. In a hand with a floor there may be none at all, for cards are dead or
// aside.
func (h *Hand) cardFor(seat int) (bool, error) {
	if h.stock.left() > 0 {
		return true, nil
	}
	if h.floor != nil {
		return h.scrape(seat), nil
	}
	short := h.plan.Game.ShortStub
	if short.Reshuffles() || h.plan.Game.Steps[h.pc].Draws() || seat < 0 && short != plan.StubMustSuffice {
		h.reshuffle(seat)
	}
	if h.stock.left() == 0 {
		return false, h.noCards()
	}
	return true, nil
}

// give puts a card into a seat's hand.
func (h *Hand) give(seat int, c cards.Card, up bool) {
	k := h.held[seat]
	at := seat*int(h.room) + int(k)
	h.hole[at], h.group[at] = c, 0
	if up {
		h.up[seat] |= 1 << k
		h.noteUp(c)
	}
	h.held[seat] = k + 1
}

// inPlay is the set of cards that live seats hold or that lie on the board: of a
// hand whose cards the caller deals.
func (h *Hand) inPlay() cards.Set {
	s := cards.SetOf(h.Board()...)
	for m := h.s.Live; m != 0; m &= m - 1 {
		s |= cards.SetOf(h.Hole(m.First())...)
	}
	return s
}

// reshuffle makes a new stub of all cards that are not in play: discards,
// burns and mucked hands; but not of what the seat that is being served has
// just discarded, nor others that are still owed cards, as long as there is
// anything else.
func (h *Hand) reshuffle(seat int) {
	left := h.loose()
	if st := h.Step(); st != nil && st.Draws() && !st.Draw.OwnBack {
		own, others := h.tossed[seat], cards.Set(0)
		for m := h.unserved(); m != 0; m &= m - 1 {
			others |= h.tossed[m.First()]
		}
		if t := left.without(own | others); t != (tally{}) {
			left = t
		} else if t := left.without(own); t != (tally{}) {
			left = t
		}
	}
	h.restub(left)
	h.emitChips(Reshuffled, -1, int64(h.stock.n), 0)
}

// reclaimBurns puts the burned cards back under the stub. In a game without
// draws they are what is neither in play, nor mucked, nor in the stub.
func (h *Hand) reclaimBurns() {
	if h.floor != nil {
		h.setStub(append(h.stub(), h.floor.burn...))
		h.floor.burn = nil
		return
	}
	s := &h.stock
	s.settle()
	out := packTally(h.plan.Game.Deck)
	out.remove(s.order[s.pos:s.n])
	out.remove(h.Board())
	for i := range h.s.N {
		out.remove(h.Hole(i))
	}
	for _, c := range s.order[:s.pos] {
		if out.take(c) {
			s.order[s.n] = c
			s.n++
		}
	}
	s.mixed = s.n // they come as they were burned: nothing is shuffled
}

// dealCommon deals cards for all, on some boards: what a step puts there, and what
// does not go round.
func (h *Hand) dealCommon(n int, on uint16) error {
	from := h.onBoard
	for range n {
		if int(h.onBoard) >= plan.MostBoard {
			break
		}
		if ok, err := h.cardFor(-1); !ok {
			if err != nil {
				return err
			}
			break
		}
		h.lie(h.stock.next(), on)
	}
	if h.floor != nil {
		h.floor.street = int8(h.onBoard - from)
	}
	if h.onBoard > from {
		h.emitCards(Boarded, -1, h.board[from:h.onBoard])
	}
	return nil
}

// lie lays a card on boards, bit k for the k-th of the game, 0 for all of them.
func (h *Hand) lie(c cards.Card, on uint16) {
	h.board[h.onBoard], h.runOf[h.onBoard] = c, 0
	if h.runs > 1 {
		h.runOf[h.onBoard] = h.nthRun + 1
	}
	if n := len(h.plan.Game.Boards); n > 0 {
		if on == 0 {
			on = 1<<n - 1
		}
		h.boardOn[h.onBoard] = on
	}
	h.onBoard++
}

// runBoard puts cards on the board.
func (h *Hand) runBoard(st *plan.Step) (bool, error) {
	if h.manual {
		if h.phase == 0 {
			h.ask(DealCards, -1).Count = st.Count
			return true, nil
		}
	} else if h.phase > 0 { // the dealer has gone on after it
		return false, nil
	} else if err := h.dealCommon(st.Count, st.On); err != nil {
		return false, err
	}
	if h.flopFee > 0 {
		h.feeDue, h.flopFee = h.feeDue+h.flopFee, 0
		h.dropDue()
	}
	if h.floor == nil {
		return false, nil
	}
	h.phase = 1
	return h.pause(), nil
}

// runBurn burns cards one by one.
func (h *Hand) runBurn(st *plan.Step) (wait bool, err error) {
	if f := h.floor; f != nil && h.phase == 0 && f.skipBurn > 0 {
		f.skipBurn--
		h.emitChips(BurnSkipped, -1, 0, 0)
		return false, nil
	}
	for int(h.phase) < st.Count {
		h.phase++
		if err := h.burn(1); err != nil {
			return false, err
		}
		if h.floor != nil && h.pause() {
			return true, nil
		}
	}
	return false, nil
}

// burn takes cards from the stub unseen.
func (h *Hand) burn(n int) error {
	if h.manual {
		h.stock.pos += int16(min(n, h.stock.left()))
		return nil
	}
	for range n {
		c, ok := h.topBurn()
		if !ok {
			return nil // nothing left to burn: the step that needs cards will say so
		}
		h.burned(c)
		if h.log != nil {
			h.emitCards(Burned, -1, []cards.Card{c})
		}
	}
	return nil
}

// runBet plays a round of betting.
func (h *Hand) runBet(st *plan.Step) (bool, error) {
	if h.phase == 0 {
		h.beginRound(st)
		h.phase = 1
	}
	if h.phase == 1 { // the opening bet is owed
		if h.askOpening(st) {
			return true, nil
		}
		h.phase = 2
	}
	if h.phase == betOver {
		return false, nil
	}
	for {
		seat := h.r.Next(&h.s, h.toAct())
		if seat < 0 {
			break
		}
		h.askWager(st, seat)
		if h.floor == nil || !h.playPromise(seat) {
			return true, nil
		}
		if h.alone() {
			h.uncontested()
			return true, nil
		}
	}
	h.endRound()
	if h.floor == nil {
		return false, nil
	}
	h.phase = betOver
	moved, err := h.closeRound()
	if err != nil || h.over || h.pause() {
		return !h.over, err
	}
	if moved {
		h.pc-- // the step that it goes on from comes next
	}
	return false, nil
}

// toAct is the seat that the betting goes on from.
func (h *Hand) toAct() int {
	if h.dec.Seat < 0 && h.floor != nil {
		return int(h.floor.turn)
	}
	return int(h.dec.Seat)
}

// alone reports whether only one seat is live, and needs no hand to win.
func (h *Hand) alone() bool { return h.s.Live&(h.s.Live-1) == 0 && !h.plan.MustBeat }

// uncontested gives the pot to the last live seat, unless the dealer is waited for
// before.
func (h *Hand) uncontested() {
	if !h.waitsToPush() {
		h.winUncontested()
	}
}

// waitsToPush stops an attended hand once before the pot is pushed to the last
// live seat.
func (h *Hand) waitsToPush() bool {
	if h.floor == nil || h.floor.pushed {
		return false
	}
	h.floor.pushed = true
	return h.pause()
}

// first reports whether this is the round that the forced bets belong to.
func (h *Hand) first() bool { return h.opener < 0 }

// roundLimit is the limit of a round of betting.
func (h *Hand) roundLimit(st *plan.Step) *betting.Limit {
	if h.paired {
		return &h.plan.Limits[plan.Big]
	}
	return &h.plan.Limits[st.Bet.Tier]
}

// pairShows reports whether a seat that is in shows a pair.
func (h *Hand) pairShows() bool {
	for m := h.s.Live; m != 0; m &= m - 1 {
		seat, seen := m.First(), uint16(0)
		for k, c := range h.Hole(seat) {
			if !h.IsUp(seat, k) || !c.Natural() {
				continue
			}
			if seen>>c.Rank()&1 != 0 {
				return true
			}
			seen |= 1 << c.Rank()
		}
	}
	return false
}

// beginRound finds the opener and sets up the round.
func (h *Hand) beginRound(st *plan.Step) {
	h.paired = st.Bet.OpenPair && h.pairShows()
	limit := h.roundLimit(st)
	f := betting.Forced{}
	if h.first() {
		f.Nominal = h.nominal
		if h.floor != nil {
			h.floor.posted = h.chips()
		}
	}
	if h.plan.Game.Award != nil {
		h.before[h.round] = h.in
	}
	h.roundAt[h.round], h.checked[h.round], h.short[h.round] = h.pc, 0, 0
	h.round++
	seat := h.findOpener(st)
	shows := seat
	if st.Bet.ForcedOpen {
		seat = h.forceOpen(seat, &f)
	}
	h.r.Start(&h.s, limit, &h.plan.Game.Betting, f)
	h.opener = int8(seat)
	if h.log != nil {
		// Past seats that are all-in; with no more betting possible nobody is
		// named first.
		who := h.r.Next(&h.s, seat)
		h.announce(st, shows, seat, who)
		h.emitChips(RoundBegan, who, 0, h.r.Level)
	}
	h.dec.Seat = int8(seat)
}

// findOpener is the seat that the round begins with: the first, from there on
// clockwise, that can act.
func (h *Hand) findOpener(st *plan.Step) int {
	switch st.Bet.Open {
	case plan.LeftOfBlind:
		return h.s.Live.After(int(h.lastBlind))
	case plan.HighShowing, plan.LowShowing, plan.BringInLow, plan.BringInHigh:
		return h.showing(&st.Bet)
	case plan.SameAsBefore:
		return h.s.Live.From(int(h.opener))
	case plan.LastBettor:
		if h.aggressor >= 0 {
			return h.s.Live.From(int(h.aggressor))
		}
	}
	return h.lob()
}

// showing is the seat that opens by its up cards.
func (h *Hand) showing(b *plan.BetStep) int {
	best, who := uint64(0), h.lob()
	seat, among := int(h.button), h.s.Live
	if able := h.s.Able(); b.NextHighest && able != 0 {
		among = able
	}
	for range among.Len() {
		seat = among.After(seat)
		if k := h.showingKey(seat, b); k > best {
			best, who = k, seat
		}
	}
	return who
}

// showingKey orders what seats show for one opener rule: the strength, then
// the suit of the card that decides where suits count. Seats are met from the
// left of the button, so that position parts what is left equal.
func (h *Hand) showingKey(seat int, b *plan.BetStep) uint64 {
	var few [MaxHole]cards.Card
	up := few[:0]
	faces := h.up[seat]
	for k, c := range h.seatCards(seat)[:h.held[seat]] {
		if faces>>k&1 != 0 && c.Natural() {
			up = append(up, c)
		}
	}
	if len(up) == 0 {
		return 0
	}
	r := up[0].Rank() + 1
	if r > cards.Ace && b.AceLow() {
		r = 0
	}
	switch b.Open {
	case plan.BringInLow: // the lowest card, then the lowest suit
		return uint64(14-r)<<8 | suitKey(b, 3-up[0].Suit())
	case plan.BringInHigh: // the highest card, then the highest suit
		return uint64(r+1)<<8 | suitKey(b, up[0].Suit())
	case plan.LowShowing:
		return uint64(rank.ShowingLow(up, b.AceLow())) << 16
	}
	key := uint64(rank.ShowingHigh(up, b.AceLow())) << 16
	if b.SuitTie {
		key |= showingSuits(b, up)
	}
	return key
}

// suitKey is a suit's place, higher for the higher, where suits count.
func suitKey(b *plan.BetStep, s cards.Suit) uint64 {
	switch {
	case !b.SuitTie:
		return 0
	case b.SpadesLow:
		return 3 - uint64(s)
	}
	return uint64(s)
}

// askOpening asks for a bring-in where the round has one.
func (h *Hand) askOpening(st *plan.Step) bool {
	b := &st.Bet
	amount := h.plan.Stakes.BringIn
	if b.Open != plan.BringInLow && b.Open != plan.BringInHigh || amount == 0 || h.r.Level > 0 {
		return false
	}
	seat := h.r.Next(&h.s, int(h.opener))
	if seat < 0 {
		return false
	}
	d := h.ask(Wager, seat)
	d.BringIn = min(amount, h.s.Stack[seat])
	h.setOptions(st, seat)
	d.Options.CanCheck = false
	return true
}

// setOptions works out what the seat may do.
func (h *Hand) setOptions(st *plan.Step, seat int) {
	limit, pot := h.roundLimit(st), int64(0)
	if limit.Structure == betting.PotLimit {
		pot = h.Pot()
	}
	o := &h.dec.Options
	h.r.Options(o, &h.s, limit, &h.plan.Game.Betting, seat, pot, !st.Bet.NoCheck)
	h.dec.NoOpeners = st.Bet.Openers != nil && o.Opens && !h.opens(st.Bet.Openers, seat)
	if h.dec.NoOpeners {
		o.MinTo, o.MaxTo = 0, 0
	}
}

func (h *Hand) askWager(st *plan.Step, seat int) {
	h.dec.Kind, h.dec.Seat, h.dec.Step, h.dec.BringIn = Wager, int8(seat), h.pc, 0
	h.setOptions(st, seat)
}

// endRound returns the uncalled bet and moves the wagers into the pot.
func (h *Hand) endRound() {
	n := h.s.N
	if h.r.Level > 0 {
		h.uncalled(h.s.Wager[:n])
	}
	h.gather()
	h.checked[h.round-1] = h.r.Checked()
	h.short[h.round-1] = h.r.CalledShort()
	// A round in which nobody could act leaves the bettor of an earlier one.
	if h.r.Aggressor >= 0 || h.checked[h.round-1] != 0 {
		h.aggressor = h.r.Aggressor
	}
	h.passed, h.unopened = h.r.PassedOut(), h.r.Level == 0
}

// gather moves the wagers into the pot.
func (h *Hand) gather() {
	moved := int64(0)
	for i := range h.s.N {
		moved += h.s.Wager[i]
		h.in[i] += h.s.Wager[i]
		h.s.Wager[i] = 0
	}
	h.dropDue()
	if moved > 0 && h.log != nil {
		h.emitChips(Gathered, -1, h.Pot(), 0)
	}
}

// collect takes the house's fee.
func (h *Hand) collect(c *plan.CollectStep) {
	switch c.From {
	case plan.FromButton:
		h.pays(int(h.button), h.plan.Fee(c, h.dealtIn()))
	case plan.FromBlinds:
		h.drop(h.blinds)
	default:
		h.drop(min(h.plan.Fee(c, h.dealtIn()), h.mainPot()))
	}
}

// dealtIn is the number of players who were dealt in.
func (h *Hand) dealtIn() int {
	if h.floor != nil {
		return (h.all() &^ h.floor.absent).Len()
	}
	return h.s.N
}

// pays takes a fee from a seat, as far as its stack goes.
func (h *Hand) pays(seat int, fee int64) {
	fee = min(fee, h.s.Stack[seat])
	h.s.Stack[seat] -= fee
	if h.s.Stack[seat] == 0 {
		h.s.Broke |= seating.Bit(seat)
	}
	h.charge(seat, fee)
}

// dropDue takes out of the pot what it owes of the table's fees.
func (h *Hand) dropDue() {
	if h.feeDue == 0 {
		return
	}
	fee := min(h.feeDue, h.Pot())
	h.feeDue -= fee
	h.drop(fee)
}

// mainPot is what is left of the main pot.
func (h *Hand) mainPot() int64 {
	var list pots.List
	pots.Build(h.in[:h.s.N], h.s.Live, h.dead, &list)
	return max(0, list.Pot[0].Amount-h.dropped)
}

// drop takes a fee out of the pot.
func (h *Hand) drop(amount int64) {
	amount = min(amount, h.Pot())
	h.dropped += amount
	h.charge(-1, amount)
}

// takeRake takes the rake of the setup out of the pots that are awarded; nil for a
// pot that nobody contests.
func (h *Hand) takeRake(list *pots.List) {
	if h.rake == nil {
		return
	}
	rake, taken := *h.rake, int64(0)
	for i, amount := range rake {
		switch {
		case list == nil:
			h.drop(amount)
			continue
		case len(rake) == 1:
			amount = list.Drop(amount)
		case i < list.N:
			amount = min(amount, list.Pot[i].Amount)
			list.Pot[i].Amount -= amount
		default:
			amount = 0
		}
		taken += amount
	}
	h.dropped += taken
	h.charge(-1, taken)
}

func (h *Hand) charge(payer int, amount int64) {
	if amount == 0 {
		return
	}
	h.collected += amount
	h.emitChips(Collected, payer, amount, 0)
}
