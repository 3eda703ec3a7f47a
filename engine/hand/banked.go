package hand

import (
	"fmt"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Games played against a bank. What only they need lies in a block of its own
// behind a pointer, so that it costs other games nothing. A block is never
// changed once a hand waits: every action works on a fresh copy, so that a copy
// of the hand is an independent hand here too, and a refused action has changed
// nothing.

// Limits of a banked game.
const (
	MaxHands = plan.MaxHands // hands that one seat may have by splitting
	MaxCards = 24            // cards in one of them
)

// Offer is one thing that a seat may choose.
type Offer struct {
	Name string // what the player says: "bank", "bet", "hit"
	// Min and Max bound the amount that goes with it, in multiples of Step; 0
	// for a choice without an amount.
	Min, Max, Step int64
	choice         int8 // of the plan step, where it has choices
}

// Takes reports whether an amount goes with the choice.
func (o *Offer) Takes() bool { return o.Max > 0 }

// Names of what is offered by the steps without choices of their own.
const (
	takesBank = "bank"
	declines  = "decline"
	bets      = "bet"
	passes    = "pass"
)

// bank is the state of a banked round.
type bank struct {
	banker  int8 // -1 until somebody banks
	at      int8 // the hand of the seat being asked
	nOffers int8
	stake   int64
	bettors betting.Mask
	hands   [betting.MaxSeats]int8
	spots   [betting.MaxSeats][MaxHands]spot
	offers  [plan.MaxChoices]Offer
}

// spot is one hand of a seat with its wager.
type spot struct {
	cards [MaxCards]cards.Card
	up    uint32 // bit k: card k is face up
	n     uint8
	owed  uint8 // cards that it gets when its turn comes
	done  bool
	split bool // made by a split
	acted bool // something has been chosen for it
	lost  bool // given up
	wager int64
}

func (s *spot) list() []cards.Card { return s.cards[:s.n] }

// showing is the up cards of the hand.
func (s *spot) showing() []cards.Card {
	var out []cards.Card
	for k, c := range s.list() {
		if s.up>>k&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// Banker is the seat that banks; -1 in a game without a bank, and as long as
// nobody has taken it.
func (h *Hand) Banker() int {
	if h.bank == nil {
		return -1
	}
	return int(h.bank.banker)
}

// Stake is what the banker has put up.
func (h *Hand) Stake() int64 {
	if h.bank == nil {
		return 0
	}
	return h.bank.stake
}

// Bettors is the set of seats that bet against the bank.
func (h *Hand) Bettors() betting.Mask {
	if h.bank == nil {
		return 0
	}
	return h.bank.bettors
}

// Hands is how many hands a seat holds: more than one after a split.
func (h *Hand) Hands(seat int) int {
	if h.bank == nil {
		return 1
	}
	return int(h.bank.hands[seat])
}

// Cards is the cards of one hand of a seat, in the order dealt, and its wager.
// The slice is the hand's own: do not keep it over an Apply.
func (h *Hand) Cards(seat, k int) ([]cards.Card, int64) {
	if h.bank == nil {
		return h.Hole(seat), h.s.Wager[seat]
	}
	s := &h.bank.spots[seat][k]
	return s.list(), s.wager
}

// Showing is what a seat shows of one of its hands.
func (h *Hand) Showing(seat, k int) []cards.Card {
	if h.bank == nil {
		var up Action
		h.upCards(seat, &up)
		return append([]cards.Card(nil), up.List()...)
	}
	return h.bank.spots[seat][k].showing()
}

// Asked is the hand, of those of the seat whose turn it is, that a choice is
// for.
func (h *Hand) Asked() int {
	if h.bank == nil {
		return 0
	}
	return int(h.bank.at)
}

// Offers is what the seat whose turn it is may choose. The slice is the hand's
// own.
func (h *Hand) Offers() []Offer {
	if h.bank == nil || h.over || h.dec.Kind != Chosen {
		return nil
	}
	return h.bank.offers[:h.bank.nOffers]
}

// offersWords is what may be chosen, with the amounts.
func (h *Hand) offersWords() string {
	var out []string
	for _, o := range h.Offers() {
		text := o.Name
		if o.Takes() {
			text += " " + plan.Money(o.Min, h.plan.Stakes.Scale)
		}
		if o.Max > o.Min {
			text += " to " + plan.Money(o.Max, h.plan.Stakes.Scale)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// hole is the cards of a seat's hand that is being played, or of its first.
func (b *bank) hole(seat int, asked int8) *spot {
	if int(asked) == seat {
		return &b.spots[seat][b.at]
	}
	return &b.spots[seat][0]
}

// inHand is the hand of a seat that Hole and IsUp speak of.
func (h *Hand) inHand(seat int) *spot {
	asked := int8(-1)
	if !h.over && h.dec.Kind == Chosen {
		asked = h.dec.Seat
	}
	return h.bank.hole(seat, asked)
}

// startBank gives a banked game its block.
func (h *Hand) startBank(s *Setup) {
	h.bank = nil
	if s.Plan.Game.Banked() {
		h.bank = &bank{banker: -1}
		h.banked = int8(s.Banked)
	}
}

// applyChosen makes a choice in a copy of the block and goes on.
func (h *Hand) applyChosen(a Action) error {
	offer, err := h.offered(a)
	if err != nil {
		return err
	}
	before, told := *h, 0
	if h.log != nil {
		told = len(h.log.Events)
	}
	own := *h.bank
	h.bank = &own
	if err = h.choose(&offer, a); err == nil {
		err = h.advance()
	}
	if err != nil {
		*h = before
		if h.log != nil {
			h.log.Events = h.log.Events[:told]
		}
	}
	return err
}

// offered is the offer that an action takes up.
func (h *Hand) offered(a Action) (o Offer, err error) {
	d := &h.dec
	switch {
	case a.Seat != d.Seat:
		return o, h.refuse(a, "seat %d acts out of turn, it is seat %d's turn", a.Seat+1, d.Seat+1)
	case a.Kind != Choose:
		return o, h.refuse(a, "a choice is asked")
	case a.Pick < 0 || int(a.Pick) >= int(h.bank.nOffers):
		return o, h.refuse(a, "that is not offered")
	}
	o = h.bank.offers[a.Pick]
	m := func(n int64) string { return plan.Money(n, h.plan.Stakes.Scale) }
	switch {
	case !o.Takes() && a.Amount != 0:
		return o, h.refuse(a, "%s takes no amount", o.Name)
	case o.Takes() && (a.Amount < o.Min || a.Amount > o.Max):
		return o, h.refuse(a, "%s for %s is not allowed, only from %s to %s", o.Name, m(a.Amount), m(o.Min), m(o.Max))
	case o.Takes() && a.Amount != o.Max && a.Amount%o.Step != 0:
		return o, h.refuse(a, "%s for %s is not a multiple of %s", o.Name, m(a.Amount), m(o.Step))
	}
	return o, nil
}

// choose does what an offer says.
func (h *Hand) choose(o *Offer, a Action) error {
	seat := int(a.Seat)
	switch o.Name {
	case takesBank:
		h.takeBank(seat, a.Amount)
	case declines:
		h.waiting &^= betting.Bit(seat)
		h.emitChips(Declined, seat, 0, 0)
	case bets:
		h.placeBet(seat, a.Amount)
	case passes:
		h.waiting &^= betting.Bit(seat)
		h.emitChips(SatOut, seat, 0, 0)
	}
	if st := &h.plan.Game.Steps[h.pc]; st.Kind == plan.Choose {
		return h.effects(st, &st.Choose.Choices[o.choice], o.choice, a)
	}
	return nil
}

// units is cents in the table's units.
func (h *Hand) units(cents int64) int64 { return cents * h.plan.Stakes.Scale / plan.Cents }

// feeOf is the fee of a bet of a size, both in units.
func (h *Hand) feeOf(f plan.SizeFees, bet int64) int64 {
	return h.units(f.For((bet*plan.Cents + h.plan.Stakes.Scale - 1) / h.plan.Stakes.Scale))
}

// most is the largest amount from lo to hi, in multiples of step, that a stack
// pays with the fee for it; 0 when there is none.
func (h *Hand) most(f plan.SizeFees, lo, hi, step, stack int64) int64 {
	floor := func(n int64) int64 { return n - n%step }
	hi = floor(min(hi, stack))
	if hi >= lo && hi+h.feeOf(f, hi) <= stack {
		return hi
	}
	best := int64(0)
	for _, r := range f {
		n := floor(min(hi, h.units(r.UpTo), stack-h.units(r.Amount)))
		if n >= lo && n > best && n+h.feeOf(f, n) <= stack {
			best = n
		}
	}
	return best
}

// putUp takes chips from a seat's stack and lays them before it.
func (h *Hand) putUp(seat int, amount int64) {
	h.s.Stack[seat] -= amount
	h.s.Wager[seat] += amount
	if h.s.Stack[seat] == 0 {
		h.s.Broke |= betting.Bit(seat)
	}
}

// takeUp is the reverse: chips before a seat go back to its stack.
func (h *Hand) takeUp(seat int, amount int64) {
	h.s.Wager[seat] -= amount
	h.s.Stack[seat] += amount
	if h.s.Stack[seat] > 0 {
		h.s.Broke &^= betting.Bit(seat)
	}
}

// offer adds an offer to those of the decision.
func (h *Hand) offer(o Offer) {
	h.bank.offers[h.bank.nOffers] = o
	h.bank.nOffers++
	h.dec.Count = int(h.bank.nOffers)
}

// askChoice begins a decision with offers.
func (h *Hand) askChoice(seat int) {
	h.ask(Chosen, seat)
	h.bank.nOffers = 0
}

// runBank offers the bank, clockwise from the seat with the button, or from the
// next when that has banked as often in a row as it may.
func (h *Hand) runBank(st *plan.Step) (wait bool) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = h.all()
		if st.Bank.Rounds > 0 && int(h.banked) >= st.Bank.Rounds {
			h.waiting &^= betting.Bit(int(h.button))
		}
	}
	if b.banker >= 0 {
		return false
	}
	step, fee := max(h.units(st.Bank.Multiple), 1), h.units(st.Bank.Fee)
	for h.waiting != 0 {
		seat := h.waiting.From(int(h.button))
		have := h.s.Stack[seat] - fee
		least := ceil(h.plan.Stakes.Small.Lo, step)
		if have >= least {
			h.askChoice(seat)
			h.offer(Offer{Name: takesBank, Min: least, Max: have - have%step, Step: step})
			h.offer(Offer{Name: declines})
			return true
		}
		h.waiting &^= betting.Bit(seat)
	}
	h.emitChips(NoBanker, -1, 0, 0)
	h.finish()
	return false
}

// ceil is n rounded up to a multiple of step.
func ceil(n, step int64) int64 { return (n + step - 1) / step * step }

func (h *Hand) takeBank(seat int, stake int64) {
	b := h.bank
	b.banker, b.stake, b.hands[seat] = int8(seat), stake, 1
	h.waiting = 0
	h.putUp(seat, stake)
	h.emitChips(Banked, seat, stake, 0)
	h.pays(seat, h.units(h.plan.Game.Steps[h.pc].Bank.Fee))
}

// runWagers asks the other seats, from the left of the banker, for their bets.
func (h *Hand) runWagers(st *plan.Step) (wait bool) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = h.all() &^ betting.Bit(int(b.banker))
	}
	step := max(h.units(st.Place.Multiple), h.plan.Stakes.Chip)
	lo := ceil(h.plan.Stakes.Small.Lo, step)
	hi := max(h.plan.Stakes.Small.Hi, h.plan.Stakes.Big.Hi)
	for h.waiting != 0 {
		seat := h.waiting.After(int(b.banker))
		if m := h.most(st.Place.Fees, lo, hi, step, h.s.Stack[seat]); m > 0 {
			h.askChoice(seat)
			h.offer(Offer{Name: bets, Min: lo, Max: m, Step: step})
			h.offer(Offer{Name: passes})
			return true
		}
		h.waiting &^= betting.Bit(seat)
		h.emitChips(Unable, seat, 0, 0)
	}
	if b.bettors == 0 {
		h.stakeBack()
		h.finish()
	}
	return false
}

func (h *Hand) placeBet(seat int, amount int64) {
	b := h.bank
	h.waiting &^= betting.Bit(seat)
	b.bettors |= betting.Bit(seat)
	b.hands[seat] = 1
	b.spots[seat][0].wager = amount
	h.putUp(seat, amount)
	h.emitChips(Placed, seat, amount, 0)
	h.pays(seat, h.feeOf(h.plan.Game.Steps[h.pc].Place.Fees, amount))
}

// role is the seats of a role.
func (b *bank) role(r plan.Role) betting.Mask {
	banker := betting.Bit(int(b.banker))
	switch r {
	case plan.Bettors:
		return b.bettors
	case plan.Banker:
		return banker
	}
	return b.bettors | banker
}

// dealBanked gives the seats of a role cards, a circuit at a time from the left
// of the banker.
func (h *Hand) dealBanked(st *plan.Step) error {
	b := h.bank
	seats := b.role(st.To)
	for range st.Count {
		seat := int(b.banker)
		for range seats.Len() {
			seat = seats.After(seat)
			if err := h.dealSpot(seat, 0, st.Up); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealSpot gives one hand of a seat the top card.
func (h *Hand) dealSpot(seat, k int, up bool) error {
	s := &h.bank.spots[seat][k]
	switch {
	case h.stock.left() == 0:
		return errNoCards
	case int(s.n) == MaxCards:
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "a hand of more than %d cards", MaxCards)
	}
	c := h.stock.next()
	s.cards[s.n] = c
	kind := Dealt
	if up {
		s.up |= 1 << s.n
		kind = DealtUp
	}
	s.n++
	if h.log != nil {
		h.emit(Event{Kind: kind, Seat: int8(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
	}
	return nil
}

// runTurnUp turns up the down cards of the seats of a role.
func (h *Hand) runTurnUp(st *plan.Step) {
	b := h.bank
	seats := b.role(st.To)
	seat := int(b.banker)
	for range seats.Len() {
		seat = seats.After(seat)
		for k := range int(b.hands[seat]) {
			s := &b.spots[seat][k]
			for i, c := range s.list() {
				if s.up>>i&1 == 0 && h.log != nil {
					h.emit(Event{Kind: Exposed, Seat: int8(seat), Part: int8(k), N: 1, Cards: [MaxHole]cards.Card{c}})
				}
			}
			s.up = 1<<s.n - 1
		}
	}
}

// runChoose asks hand after hand, from the left of the banker, until each is
// done.
func (h *Hand) runChoose(st *plan.Step) (wait bool, err error) {
	b := h.bank
	if h.phase == 0 {
		h.phase = 1
		h.waiting = b.role(st.Choose.To)
		b.at = 0
		for m := h.waiting; m != 0; m &= m - 1 {
			for k := range MaxHands {
				b.spots[m.First()][k].done = false
			}
		}
	}
	for h.waiting != 0 {
		seat := h.waiting.After(int(b.banker))
		for ; b.at < b.hands[seat]; b.at++ {
			if wait, err = h.askSpot(st, seat); wait || err != nil {
				return wait, err
			}
		}
		h.waiting &^= betting.Bit(seat)
		b.at = 0
	}
	return false, nil
}

// askSpot serves what the hand is owed and asks it, unless it is done or
// nothing is allowed.
func (h *Hand) askSpot(st *plan.Step, seat int) (wait bool, err error) {
	s := &h.bank.spots[seat][h.bank.at]
	for ; s.owed > 0 && h.stock.left() > 0; s.owed-- {
		if err := h.dealSpot(seat, int(h.bank.at), true); err != nil {
			return false, err
		}
	}
	if s.done || s.lost {
		return false, nil
	}
	mask, err := st.Choose.Allowed.Allowed(&question{h, seat})
	if err != nil {
		return false, err
	}
	h.askChoice(seat)
	for k := range st.Choose.Choices {
		if mask>>k&1 == 0 {
			continue
		}
		if o, ok := h.affords(&st.Choose.Choices[k], s, seat); ok {
			o.choice = int8(k)
			h.offer(o)
		}
	}
	return h.bank.nOffers > 0, nil
}

// affords is a choice as an offer, if the chips and the stub allow it.
func (h *Hand) affords(c *plan.Choice, s *spot, seat int) (o Offer, ok bool) {
	o.Name = c.Name
	need := 0
	for i := range c.Effects {
		e := &c.Effects[i]
		switch e.Kind {
		case plan.OneCard:
			need++
		case plan.SplitHand:
			need += 2
			if s.n != 2 || h.bank.hands[seat] >= int8(min(e.Num, MaxHands)) || h.s.Stack[seat] < s.wager+h.feeOf(e.Fees, s.wager) {
				return o, false
			}
		case plan.RaiseWager:
			top := s.wager * e.Num / e.Den
			o.Step = max(h.units(e.Multiple), 1)
			o.Min = max(ceil(h.units(e.Least), o.Step), o.Step)
			if e.Least == 0 {
				o.Min, o.Step = top, max(top, 1)
			}
			o.Max = h.most(e.Fees, o.Min, top, o.Step, h.s.Stack[seat])
			if o.Max < o.Min || o.Max == 0 {
				return o, false
			}
		}
	}
	return o, need <= h.stock.left() && (need == 0 || int(s.n)+need <= MaxCards)
}

// effects does what a choice says to the hand that is asked.
func (h *Hand) effects(st *plan.Step, c *plan.Choice, number int8, a Action) error {
	b := h.bank
	seat, k := int(a.Seat), int(b.at)
	b.spots[seat][k].acted = true
	if h.log != nil {
		h.emit(Event{Kind: Chose, Seat: a.Seat, Part: int8(k), Pot: number, Amount: a.Amount})
	}
	for i := range c.Effects {
		e := &c.Effects[i]
		s := &b.spots[seat][k]
		switch e.Kind {
		case plan.OneCard:
			if err := h.dealSpot(seat, k, true); err != nil {
				return err
			}
		case plan.HandDone:
			s.done = true
		case plan.RaiseWager:
			s.wager += a.Amount
			h.putUp(seat, a.Amount)
			h.pays(seat, h.feeOf(e.Fees, a.Amount))
		case plan.HalveWager:
			chip := max(h.plan.Stakes.Chip, 1)
			back := s.wager / 2
			back -= back % chip
			s.wager -= back
			h.takeUp(seat, back)
			h.emitChips(Returned, seat, back, 0)
		case plan.SplitHand:
			h.splitSpot(seat, k, e)
		case plan.GiveUp:
			s.lost, s.done = true, true
		}
	}
	return nil
}

// splitSpot makes two hands of one. The second card of each is dealt when its
// turn comes.
func (h *Hand) splitSpot(seat, k int, e *plan.Effect) {
	b := h.bank
	hands := &b.spots[seat]
	copy(hands[k+2:], hands[k+1:b.hands[seat]])
	b.hands[seat]++
	first, second := &hands[k], &hands[k+1]
	*second = spot{cards: [MaxCards]cards.Card{first.cards[1]}, up: 1, n: 1, owed: 1, split: true, wager: first.wager}
	first.cards[1], first.n, first.up, first.owed = 0, 1, 1, 1
	first.split, first.acted = true, false
	h.putUp(seat, second.wager)
	h.pays(seat, h.feeOf(e.Fees, second.wager))
}

// stakeBack gives the banker what lies before him.
func (h *Hand) stakeBack() {
	seat := int(h.bank.banker)
	amount := h.s.Wager[seat]
	h.takeUp(seat, amount)
	h.emitChips(Returned, seat, amount, 0)
}

// runSettle compares and pays, hand after hand from the left of the banker,
// until the stake is used up.
func (h *Hand) runSettle(sd *plan.SettleStep) {
	b := h.bank
	banker := int(b.banker)
	bank := b.spots[banker][0].worth(sd.Points)
	h.tellWorth(BankHas, banker, 0, 0, sd, bank)
	cover := b.stake
	seat := banker
	for range b.bettors.Len() {
		seat = b.bettors.After(seat)
		for k := range int(b.hands[seat]) {
			cover -= h.settleSpot(sd, seat, k, bank, cover)
		}
	}
	h.stakeBack()
	h.result.Showdown = true
	h.finish()
}

// worth is what the hand counts; one that a split has made is no natural.
func (s *spot) worth(p *rank.Points) rank.Worth {
	if s.split {
		return p.Plain(s.list())
	}
	return p.Of(s.list())
}

// settleSpot pays or takes one wager, and reports how much of the cover that
// has used up. What the cover does not reach goes back.
func (h *Hand) settleSpot(sd *plan.SettleStep, seat, k int, bank rank.Worth, cover int64) (used int64) {
	s := &h.bank.spots[seat][k]
	w := s.worth(sd.Points)
	o := sd.Outcome(w, bank)
	if s.lost {
		o = plan.Loses
	}
	banker := int(h.bank.banker)
	back := s.wager
	switch {
	case o.Num > 0:
		due := s.wager * int64(o.Num) / int64(o.Den)
		due -= due % max(h.plan.Stakes.Chip, 1)
		used = min(due, cover)
		h.handOver(banker, seat, used)
		if cover > 0 {
			h.tellWorth(Paid, seat, k, used, sd, w)
		}
		h.uncovered(seat, k, due-used)
	case o.Num < 0:
		taken := min(s.wager, cover)
		back -= taken
		h.handOver(seat, banker, taken)
		if cover > 0 {
			h.tellWorth(Lost, seat, k, taken, sd, w)
		}
		h.uncovered(seat, k, back)
		if !sd.WinsOnly {
			used = taken
		}
	default:
		h.tellWorth(Pushed, seat, k, 0, sd, w)
	}
	h.takeUp(seat, back)
	return used
}

// handOver moves chips that one seat has lost to another: out of what lies before
// the one, to the banker's place or the winner's stack.
func (h *Hand) handOver(from, to int, amount int64) {
	h.s.Wager[from] -= amount
	h.s.Wager[to] += amount
	h.in[from] += amount
	h.paid += amount
	h.won[to] += amount
	if to != int(h.bank.banker) {
		h.takeUp(to, amount)
	}
}

// uncovered tells of a part of a wager that the stake does not cover.
func (h *Hand) uncovered(seat, k int, amount int64) {
	if amount > 0 && h.log != nil {
		h.emit(Event{Kind: Uncovered, Seat: int8(seat), Part: int8(k), Amount: amount})
	}
}

// tellWorth tells what a hand counts and what came of it.
func (h *Hand) tellWorth(kind EventKind, seat, k int, amount int64, sd *plan.SettleStep, w rank.Worth) {
	if h.log == nil {
		return
	}
	h.emit(Event{Kind: kind, Seat: int8(seat), Part: int8(k), Amount: amount, Strength: rank.Strength(1 + sd.Points.Class(w))})
}

// Worth is what one hand of a seat counts by the points of the settlement, and
// whether the game has one.
func (h *Hand) Worth(seat, k int) (p *rank.Points, w rank.Worth, ok bool) {
	if h.bank == nil {
		return nil, w, false
	}
	for i := range h.plan.Game.Steps {
		if st := &h.plan.Game.Steps[i]; st.Kind == plan.Settle {
			return st.Settle.Points, h.bank.spots[seat][k].worth(st.Settle.Points), true
		}
	}
	return nil, w, false
}

// tooOften reports a card that is in a recorded deck more often than in its
// packs, or not in them at all.
func tooOften(deck cards.Deck, order []cards.Card) error {
	var have, seen [64]int
	for _, c := range deck.Append(nil) {
		have[c]++
	}
	for i, c := range order {
		if seen[c&63]++; seen[c&63] > have[c&63] {
			if have[c&63] == 0 {
				return fmt.Errorf("card %d of the deck, %s, is not in the packs", i+1, c)
			}
			return fmt.Errorf("card %d of the deck, %s, is in it more than %d times", i+1, c, have[c&63])
		}
	}
	return nil
}

// question is a hand as a script sees it: what its player may see.
type question struct {
	h    *Hand
	seat int // -1 for what everybody may see
}

var _ plan.Question = (*question)(nil)

func (q *question) spot() *spot {
	if q.seat < 0 {
		return &spot{}
	}
	return &q.h.bank.spots[q.seat][q.h.bank.at]
}

func (q *question) Seats() int          { return q.h.s.N }
func (q *question) Banker() int         { return int(q.h.bank.banker) }
func (q *question) Seat() int           { return q.seat }
func (q *question) Cards() []cards.Card { return q.spot().list() }
func (q *question) Wager() int64        { return q.spot().wager }
func (q *question) Fresh() bool         { return !q.spot().acted }
func (q *question) Split() bool         { return q.spot().split }
func (q *question) Left() int           { return q.h.stock.left() }
func (q *question) Scale() int64        { return q.h.plan.Stakes.Scale }
func (q *question) Hands(seat int) int  { return int(q.h.bank.hands[seat]) }

func (q *question) Showing(seat, k int) []cards.Card {
	return q.h.bank.spots[seat][k].showing()
}

func (q *question) Stack() int64 {
	if q.seat < 0 {
		return 0
	}
	return q.h.s.Stack[q.seat]
}

// Take is the action that takes up the offer of a name, for an amount: -1
// stands for the usual one, which is the least for a bet and the most for
// anything else. It is not ok when nothing of the name is offered.
func (h *Hand) Take(name string, amount int64) (a Action, ok bool) {
	for k, o := range h.Offers() {
		if o.Name != name {
			continue
		}
		if amount < 0 {
			if amount = o.Max; name == bets {
				amount = o.Min
			}
		}
		return Action{Kind: Choose, Seat: h.dec.Seat, Pick: int8(k), Amount: amount}, true
	}
	return a, false
}

// GoAlong is what a player does who just goes along: the first that is offered.
func (h *Hand) GoAlong() Action {
	a, _ := h.Take(h.Offers()[0].Name, -1)
	return a
}

// hideBank makes the down cards unknown that a seat may not see, in a block of
// the view's own.
func (h *Hand) hideBank(seat int, shown betting.Mask) {
	if h.bank == nil {
		return
	}
	own := *h.bank
	h.bank = &own
	for i := range h.s.N {
		for k := range own.spots[i] {
			s := &own.spots[i][k]
			for j := range s.list() {
				if i != seat && !shown.Has(i) && s.up>>j&1 == 0 {
					s.cards[j] = cards.Unknown
				}
			}
		}
	}
}
