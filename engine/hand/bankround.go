package hand

import (
	"math/bits"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// The steps of a round against a bank, in the order in which they are played.

// asks returns the seats that a question asks. The bank is offered to all, except a
// seat that has banked as often in a row as allowed; the first bet to all but the
// banker; later bets to those who have bet; and a choice to hands that were not
// given up.
func (b *bank) asks(h *Hand, st *plan.Step) betting.Set {
	here := h.all() &^ h.Absent()
	switch {
	case st.Bank != nil && st.Bank.Rounds > 0 && int(b.rounds) >= st.Bank.Rounds:
		return here &^ betting.Bit(int(h.button))
	case st.Bank != nil:
		return here
	case st.Place != nil && h.betNumber(st.Place.Bet) > 0 && !st.Place.Alone:
		return b.bettors
	case st.Place != nil && b.banker == house:
		return here
	case st.Place != nil:
		return here &^ betting.Bit(int(b.banker))
	}
	seats := b.role(st.To)
	if b.shares() && st.To != plan.Banker {
		seats = seats&^b.bettors | betting.Bit(house)
	}
	b.at = 0
	for m := seats; m != 0; m &= m - 1 {
		for k := range int(b.hands[m.First()]) {
			s := b.seatHand(m.First(), k)
			s.done = false
			if st.Ask.Allowed == nil && s.lost {
				seats &^= betting.Bit(m.First())
			}
		}
	}
	return seats
}

// offers returns the offers of a seat: in the play of hands, those of its next hand
// that is not done. An only one that costs nothing is taken without a question.
func (b *bank) offers(h *Hand, st *plan.Step, seat int) (mask uint32, err error) {
	switch {
	case seat == house:
		return 0, b.houseWay(h, st)
	case st.Ask.Allowed == nil:
		if mask = h.offersOf(st, seat, ^uint32(0)); mask == 0 && st.Place != nil && h.betNumber(st.Place.Bet) == 0 {
			h.emitChips(Unable, seat, 0, 0)
		}
		if b.mustTake(h, st, seat, mask) {
			h.says(st, seat, true)
			return 0, b.chooses(h, st, seat, bits.TrailingZeros32(mask), 0, NoOther)
		}
		return mask, nil
	}
	for b.at < b.hands[seat] {
		mask, err = b.choices(h, st, seat)
		switch {
		case h.stopDue() || err != nil:
			return mask, err
		case mask == 0:
			b.at++
			continue
		case !b.mustTake(h, st, seat, mask):
			return mask, nil
		}
		if err := b.chooses(h, st, seat, bits.TrailingZeros32(mask), 0, NoOther); err != nil || h.stopDue() {
			return 0, err
		}
	}
	b.at = 0
	return 0, nil
}

// mustTake reports whether a hand has only one of the offers, and that one costs the seat nothing.
func (b *bank) mustTake(h *Hand, st *plan.Step, seat int, mask uint32) bool {
	if mask == 0 || mask&(mask-1) != 0 {
		return false
	}
	k := bits.TrailingZeros32(mask)
	o, _ := h.offer(st, seat, k)
	return st.Ask.Offers[k].Effect == plan.DoPlay && !o.Takes() && !st.Ask.Offers[k].Splits()
}

// houseWay plays the house's hands at a step: it takes the first offer until there
// is none.
func (b *bank) houseWay(h *Hand, st *plan.Step) error {
	defer func() { b.at = 0 }()
	for k := range int(b.hands[house]) {
		if role := st.To; role == plan.Banker && k == sharedHand || role == plan.Bettors && k == bankHand {
			continue
		}
		b.at = int8(k)
		for n := 0; ; n++ {
			mask, err := b.choices(h, st, house)
			if err != nil || h.stopDue() {
				return err
			}
			if mask == 0 {
				break
			}
			if n > MaxCards {
				return h.plan.Game.Blame(st.Pos, "the house chooses %s again and again, and the hand is never done", st.Ask.Offers[bits.TrailingZeros32(mask)].Name)
			}
			if err := b.chooses(h, st, house, bits.TrailingZeros32(mask), 0, 0); err != nil {
				return err
			}
			if h.stopDue() {
				return nil
			}
		}
	}
	return nil
}

// choices deals the cards that the current hand is owed, and returns its offers;
// none if it is done or nothing is allowed.
func (b *bank) choices(h *Hand, st *plan.Step, seat int) (mask uint32, err error) {
	s := b.seatHand(seat, int(b.at))
	for s.owed > 0 && h.stock.left() > 0 && !h.stopDue() {
		s.owed--
		if err := b.playCard(h, seat, int(b.at)); err != nil {
			return 0, err
		}
	}
	if h.stopDue() {
		return 0, nil
	}
	if s.done || s.lost {
		return 0, nil
	}
	mask = 1
	if st.Ask.Allowed != nil {
		if mask, err = st.Ask.Allowed.Allowed(b.question(h, seat, nil)); err != nil {
			return 0, err
		}
	} else if s.acted {
		return 0, nil
	}
	return h.offersOf(st, seat, mask), nil
}

// answered ends the round if nobody banks, or nobody bets.
func (b *bank) answered(h *Hand, st *plan.Step) {
	switch {
	case st.Bank != nil && b.banker < 0:
		h.emitChips(NoBanker, -1, 0, 0)
		h.finish()
	case st.Place != nil && b.bettors == 0 && !h.moreBets():
		b.stakeBack(h)
		h.finish()
	}
}

// price returns the price of an offer for a seat; false if the seat's chips, or the
// stub, do not suffice.
func (b *bank) price(h *Hand, st *plan.Step, seat int, p *plan.Offer) (o Offer, ok bool) {
	switch p.Price {
	case plan.OfStake:
		o.Step = max(h.units(st.Bank.Multiple), 1)
		have := h.s.Stack[seat] - h.units(st.Bank.Fee)
		o.Min, o.Max = ceil(h.plan.Stakes.Small.Lo, o.Step), have-have%o.Step
		ok = have >= o.Min
	case plan.OfBet:
		ok = b.betBounds(h, st.Place, seat, &o)
	default:
		ok = b.affords(h, p, seat, &o)
	}
	return o, ok
}

// asksOn reports whether a hand is asked again until it is done.
func (b *bank) asksOn(st *plan.Step) bool { return st.Ask.Allowed != nil }

// deal deals rounds of one card to the hands of a role, as [pot.deal] does.
func (b *bank) deal(h *Hand, st *plan.Step) (wait bool, err error) {
	for {
		for h.stage == notBegun || h.waiting == 0 {
			if int(h.within.dealt) >= st.Count {
				return false, nil
			}
			h.stage = begun
			h.within.dealt++
			h.waiting = b.served(st)
		}
		// The next hand that waits for a card, from the left of the banker; the
		// house is last.
		seat, k := house, bankHand
		switch players := h.waiting & h.all(); {
		case players != 0:
			seat = players.After(b.start(h))
		case st.Shared:
			k = sharedHand
		}
		h.waiting &^= betting.Bit(seat)
		if err := b.dealTo(h, seat, k, st.Up.At(int(h.within.dealt)-1)); err != nil {
			return false, err
		}
		if h.pause() {
			return true, nil
		}
	}
}

// served returns the hands that get a card in each round of a deal: the seats of a
// role, or the house's index for the hand that all bettors share.
func (b *bank) served(st *plan.Step) betting.Set {
	if st.Shared {
		return betting.Bit(house)
	}
	return b.role(st.To)
}

// playCard deals a hand a card in the play of the hands, after which an attended
// hand waits.
func (b *bank) playCard(h *Hand, seat, k int) error {
	h.stopsSoon()
	return b.dealTo(h, seat, k, true)
}

// dealTo deals one hand of a seat the top card.
func (b *bank) dealTo(h *Hand, seat, k int, up bool) error {
	s := b.seatHand(seat, k)
	switch {
	case h.stock.left() > 0:
	case h.Step().Draws(): // what was discarded comes back
		if ok, err := h.cardFor(int(teller(seat))); !ok {
			return err
		}
	default: // no card that was played comes back
		if found, _ := h.scrape(-1); !found {
			return h.noCards()
		}
	}
	if int(s.n) == MaxCards {
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "a hand of more than %d cards", MaxCards)
	}
	c := h.stock.next()
	s.take(c, up)
	kind := Dealt
	if up {
		kind = DealtUp
	}
	if h.log != nil {
		h.emit(Event{Kind: kind, Seat: teller(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
	}
	return nil
}

// turnUp turns up the down cards of a role's seats, except in hands that were given
// up.
func (b *bank) turnUp(h *Hand, st *plan.Step) {
	order, n := b.inTurn(h, b.role(st.To))
	for _, at := range order[:n] {
		seat := int(at)
		for k := range int(b.hands[seat]) {
			s := b.seatHand(seat, k)
			if s.lost {
				continue
			}
			h.turnHand(seat, k, s)
		}
	}
}

// affords sets the price of a choice for the current hand; false if the chips or
// the stub do not suffice.
func (b *bank) affords(h *Hand, c *plan.Offer, seat int, o *Offer) bool {
	s := b.seatHand(seat, int(b.at))
	need := 0
	for i := range c.Effects {
		e := &c.Effects[i]
		//exhaustive:ignore the others cost neither chips nor cards
		switch e.Kind {
		case plan.OneCard:
			need++
		case plan.SplitHand:
			need += 2
			if s.n != 2 || b.hands[seat] >= int8(min(e.Num, MaxHands)) || h.s.Stack[seat] < s.wager+h.feeOf(e.Fees, s.wager) {
				return false
			}
		case plan.RaiseWager:
			top := *b.bet(seat, int(b.at), h.betNumber(e.Of)) * e.Num / e.Den
			o.Step = max(h.units(e.Multiple), 1)
			o.Min = max(ceil(h.units(e.Least), o.Step), o.Step)
			if e.Least == 0 {
				o.Min, o.Step = top, max(top, 1)
			}
			o.Max = h.most(e.Fees, o.Min, top, o.Step, h.s.Stack[seat], 1)
			if o.Max < o.Min || o.Max == 0 {
				return false
			}
		}
	}
	return need <= h.stock.left() && (need == 0 || int(s.n)+need <= MaxCards)
}

// play applies an offer: of the bank, of a bet, or of a choice for the hand that is
// asked.
func (b *bank) play(h *Hand, st *plan.Step, seat, choice int, amount int64) error {
	switch {
	case st.Bank != nil:
		b.begin(h, st, seat, amount)
		return nil
	case st.Place != nil:
		// The same amount is put on the bets that go with a bet.
		p := st.Place
		if !b.bettors.Has(seat) {
			b.bettors |= betting.Bit(seat)
			b.insertHand(seat, 0)
		}
		b.put(h, seat, 0, h.betNumber(p.Bet), amount)
		for _, name := range p.Also {
			b.put(h, seat, 0, h.betNumber(name), amount)
		}
		h.pays(seat, h.feeOf(p.Fees, amount))
		return nil
	}
	return b.chooses(h, st, seat, choice, amount, 0)
}

// chooses applies a choice for the current hand of a seat: the event has other, which is NoOther if nobody was asked.
func (b *bank) chooses(h *Hand, st *plan.Step, seat, choice int, amount int64, other int8) error {
	k := int(b.at)
	before, had, chips := *b.seatHand(seat, k), b.hands[seat], b.chips(h, seat)
	b.seatHand(seat, k).acted = true
	h.emit(Event{Kind: Chose, Seat: teller(seat), Part: int8(k), Pot: int8(choice), Other: other, Amount: amount})
	offer := &st.Ask.Offers[choice]
	for i := range offer.Effects {
		if err := b.does(h, &offer.Effects[i], seat, k, amount); err != nil {
			return err
		}
	}
	if st.Ask.Allowed != nil && *b.seatHand(seat, k) == before && b.hands[seat] == had && b.chips(h, seat) == chips {
		return h.plan.Game.BlameWith(offer.Pos, "give it an effect such as hand_done, or allow it only while hand.fresh is true",
			"the choice %s changes nothing, so the hand would be asked again without end", offer.Name)
	}
	return nil
}

// chips returns the stack of a seat, 0 for the house.
func (b *bank) chips(h *Hand, seat int) int64 {
	if seat >= h.s.N {
		return 0
	}
	return h.s.Stack[seat]
}

// does applies one effect of a choice to a hand.
func (b *bank) does(h *Hand, e *plan.Effect, seat, k int, amount int64) error {
	s := b.seatHand(seat, k)
	//exhaustive:enforce
	switch e.Kind {
	case plan.PayIn: // needs a pot
	case plan.OneCard:
		return b.playCard(h, seat, k)
	case plan.HandDone:
		s.done = true
	case plan.RaiseWager:
		*b.bet(seat, k, h.betNumber(e.Bet)) += amount
		h.putUp(seat, amount)
		h.pays(seat, h.feeOf(e.Fees, amount))
	case plan.TakeBack:
		b.takeBack(h, seat, k, e)
	case plan.SplitHand:
		b.split(h, seat, k, e)
	case plan.GiveUp:
		s.lost, s.done = true, true
	}
	return nil
}

// takeBack returns part of a bet, in whole chips.
func (b *bank) takeBack(h *Hand, seat, k int, e *plan.Effect) {
	bet := b.bet(seat, k, h.betNumber(e.Bet))
	back := *bet * e.Num / e.Den
	back -= back % max(h.plan.Stakes.Chip, 1)
	if back == 0 {
		return
	}
	*bet -= back
	h.takeUp(seat, back)
	h.emitChips(Returned, seat, back, 0)
}

// split makes two hands of one. The second card of each is dealt when its turn
// comes.
func (b *bank) split(h *Hand, seat, k int, e *plan.Effect) {
	second := b.insertHand(seat, k+1)
	first := b.seatHand(seat, k)
	*second = seatHand{cards: [MaxCards]cards.Card{first.cards[1]}, up: 1, n: 1, owed: 1, split: true, wager: first.wager}
	first.cards[1], first.n, first.up, first.owed = 0, 1, 1, 1
	first.split, first.acted = true, false
	h.putUp(seat, second.wager)
	h.pays(seat, h.feeOf(e.Fees, second.wager))
}

// The bets of a round against a bank: their bounds and their chips.

// begin makes a seat the banker.
func (b *bank) begin(h *Hand, st *plan.Step, seat int, stake int64) {
	b.banker, b.stake = int8(seat), stake
	b.insertHand(seat, 0)
	h.waiting = 0
	h.putUp(seat, stake)
	h.emitChips(Banked, seat, stake, 0)
	h.pays(seat, h.units(st.Bank.Fee))
}

func (b *bank) put(h *Hand, seat, k, bet int, amount int64) {
	*b.bet(seat, k, bet) += amount
	h.putUp(seat, amount)
	if h.log != nil {
		h.emit(Event{Kind: Placed, Seat: int8(seat), Part: int8(k), Pot: int8(bet), Amount: amount, AllIn: h.s.Stack[seat] == 0})
	}
}

// moreBets reports whether a later step asks those who have not bet.
func (h *Hand) moreBets() bool {
	steps := h.plan.Game.Steps
	for i := int(h.pc) + 1; i < len(steps) && steps[i].Place != nil; i++ {
		if steps[i].Place.Alone {
			return true
		}
	}
	return false
}

// betBounds sets the smallest and the largest amount of a bet; false if the chips
// do not suffice for it and the bets that go with it.
func (b *bank) betBounds(h *Hand, p *plan.WagerStep, seat int, o *Offer) bool {
	o.Step = max(h.units(p.Multiple), h.plan.Stakes.Chip)
	lo, hi := h.plan.Stakes.Small.Lo, max(h.plan.Stakes.Small.Hi, h.plan.Stakes.Big.Hi)
	if p.Least > 0 {
		lo = h.units(p.Least)
	}
	if p.Most > 0 {
		hi = h.units(p.Most)
	}
	o.Min = ceil(lo, o.Step)
	o.Max = h.most(p.Fees, o.Min, hi, o.Step, h.s.Stack[seat]-b.behind(h, seat), 1+int64(len(p.Also))+p.Behind)
	return o.Max > 0
}

// behind returns what a seat must keep behind for later additions to its bets.
func (b *bank) behind(h *Hand, seat int) (n int64) {
	if b.sides == 0 || !b.bettors.Has(seat) {
		return 0
	}
	for i := range h.plan.Game.Steps {
		if p := h.plan.Game.Steps[i].Place; p != nil && p.Behind > 0 {
			n += p.Behind * *b.bet(seat, 0, h.betNumber(p.Bet))
		}
	}
	return n
}

// most returns the largest amount from lo to hi, in multiples of step, that a stack
// can pay `times` times with its fee; 0 if there is none.
func (h *Hand) most(f plan.SizeFees, lo, hi, step, stack, times int64) int64 {
	floor := func(n int64) int64 { return n - n%step }
	hi = floor(min(hi, stack/times))
	if hi >= lo && times*hi+h.feeOf(f, hi) <= stack {
		return hi
	}
	best := int64(0)
	for _, r := range f {
		n := floor(min(hi, h.units(r.UpTo), (stack-h.units(r.Amount))/times))
		if n >= lo && n > best && times*n+h.feeOf(f, n) <= stack {
			best = n
		}
	}
	return best
}

// feeOf returns the fee for a bet of this size, both in units.
func (h *Hand) feeOf(f plan.SizeFees, bet int64) int64 {
	return h.units(f.For((bet*plan.Cents + h.plan.Stakes.Scale - 1) / h.plan.Stakes.Scale))
}

// question is a hand as a script sees it: everything its player may see.
type question struct {
	h    *Hand
	seat int          // -1 for the public state
	as   []cards.Card // the cards in the order in which they are set apart; nil: as they lie
}

var _ plan.Question = (*question)(nil)

func (q *question) Seats() int { return q.h.s.N }

func (q *question) Banker() int { return q.h.Banker() }

func (q *question) Seat() int { return int(teller(q.seat)) }

func (q *question) Cards() []cards.Card {
	if q.as != nil {
		return q.as
	}
	return q.seatHand().list()
}

func (q *question) Wager() int64 { return q.seatHand().wager }

func (q *question) Bet(name string) int64 {
	n := q.h.betNumber(name)
	if n < 0 || q.seat < 0 {
		return 0
	}
	return q.h.Bet(q.seat, q.h.Asked(), n)
}

func (q *question) Fresh() bool { return !q.seatHand().acted }

func (q *question) Split() bool { return q.seatHand().split }

func (q *question) Left() int { return q.h.stock.left() }

func (q *question) Board() []cards.Card { return q.h.Board() }

func (q *question) Scale() int64 { return q.h.plan.Stakes.Scale }

func (q *question) Hands(seat int) int { return q.h.Hands(seat) }

func (q *question) Showing(seat, k int) []cards.Card { return q.h.Showing(seat, k) }

func (q *question) Stack() int64 {
	if q.seat < 0 || q.seat == house {
		return 0
	}
	return q.h.s.Stack[q.seat]
}

// picks starts a question about setting hands apart: the house sets its own
// hand, and the other seats in the round are asked.
func (b *bank) picks(h *Hand, st *plan.Step) (betting.Set, error) {
	seats := b.role(st.To)
	b.sizes = [2]uint8{uint8(st.Ask.Sizes[0]), uint8(st.Ask.Sizes[1])}
	for m := seats; m != 0; m &= m - 1 {
		if b.seatHand(m.First(), 0).lost {
			seats &^= betting.Bit(m.First())
		}
	}
	if !seats.Has(house) {
		return seats, nil
	}
	return seats & h.all(), b.setByHouse(h, st.Ask, house)
}

// unset reports whether a hand has not the cards that are to be set apart, or has them
// not set apart, because a ruling has given or taken cards. No script is asked about
// such a hand.
func (b *bank) unset(seat int, set bool) bool {
	s, n := b.seatHand(seat, 0), b.sizes[0]+b.sizes[1]
	return n > 0 && (s.n != n || set && bits.OnesCount16(s.apart) != int(b.sizes[0]))
}

func (b *bank) dies(h *Hand, seat int) {
	if s := b.seatHand(seat, 0); b.bettors.Has(seat) && !s.lost {
		s.lost = true
		h.emitChips(Killed, seat, 0, 0)
	}
}

// countsHands looks at the hands that were set apart before they are compared: a
// bettor's is dead without the cards of its game, and without those of the banker's
// the round is void. It reports whether the round goes on.
func (b *bank) countsHands(h *Hand) bool {
	if b.unset(int(b.banker), true) {
		h.void()
		return false
	}
	order, n := b.inTurn(h, b.bettors)
	for _, seat := range order[:n] {
		if b.unset(int(seat), true) {
			b.dies(h, int(seat))
		}
	}
	return true
}

func (b *bank) setByHouse(h *Hand, ask *plan.Ask, seat int) error {
	s := b.seatHand(seat, 0)
	if ask.Way == nil {
		return h.plan.Game.BlameWith(h.plan.Game.Steps[h.pc].Pos, "arrange(…, way = …)", "the house has a hand, and nothing says how it sets it apart")
	}
	which, first, err := b.wayOf(h, ask, seat)
	if err != nil {
		return err
	}
	if n := bits.OnesCount32(which); n != len(first) || n != ask.Sizes[0] {
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "the way of the house sets %s apart of %s: it must be %d of these cards", cards.Format(first), cards.Format(s.list()), ask.Sizes[0])
	}
	s.first, s.apart = ask.Groups[0], uint16(which)
	return nil
}

// setApart sets a seat's hand apart as the player chose, or by the house way if
// that is foul.
func (b *bank) setApart(h *Hand, ask *plan.Ask, seat int, which uint64) (done bool, err error) {
	s := b.seatHand(seat, 0)
	s.first, s.apart = ask.Groups[0], uint16(which)
	if ask.Foul == nil {
		return true, nil
	}
	var own [MaxCards]cards.Card
	as := s.handOf(s.handOf(own[:0], s.first), s.first+1+uint8(len(h.plan.Game.Hands)))
	foul, err := ask.Foul.Holds(b.question(h, seat, as))
	if !foul || err != nil {
		return true, err
	}
	return true, b.setByHouse(h, ask, seat)
}

func (b *bank) public(h *Hand) plan.Question { return b.question(h, -1, nil) }
