// Package hand plays one hand of a game.
//
// A [Hand] is a value: a copy made by assignment is an independent hand in the
// same state (share no [Log] between copies: see [Hand.Observe]). It is driven
// by two calls:
//
//	for {
//		d, ok := h.Next()      // what is asked, and of whom
//		if !ok {
//			break              // the hand is over
//		}
//		err := h.Apply(action) // an illegal action changes nothing
//	}
//
// Everything that needs no choice happens by itself: forced bets, dealing,
// uncalled bets going back, side pots, the showdown and the award. Chance
// comes from the deck that [Setup] names: a seed and hand number, a recorded
// order, or the caller, who is then asked for every card ([DealCards]).
//
// What happens is told as [Event]s with the plan step behind each. Chips are
// int64 in the table's smallest unit and are conserved at every moment:
// stacks, wagers, pot and what the house collected add up to the starting
// stacks ([Hand.Conserved]). A hand allocates nothing but the memory of its
// log.
package hand

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
)

// MaxHole is how many cards a seat has room for in an ordinary game, and how
// many cards an action or event holds one by one.
const MaxHole = plan.MaxHole

// MaxRounds is the largest number of betting rounds in one deal.
const MaxRounds = plan.MaxRounds

// Setup is what a hand begins with.
type Setup struct {
	Plan   *plan.Bound
	Stacks []int64 // clockwise; at least the game's least number of seats
	Button int     // index of the seat with the button

	// The cards come from Deck when it is given (top card first), from the
	// caller when Manual is set, and otherwise from Seed and Number, which
	// also settle the order of a reshuffle.
	Seed, Number uint64
	Deck         []cards.Card
	Manual       bool

	// Antes and Blinds, one entry a seat, replace the game's own forced bets:
	// recorded hands state them. A negative blind is a live post that does not
	// move the opener.
	Antes, Blinds []int64
	// ForcedSeats names, for each of the game's forced bets, the seat that
	// posts it, -1 for nobody: a table knows who is due. nil: the seats that
	// the game names by their distance from the button. Forced bets of
	// everybody are not affected.
	ForcedSeats []int8
	// Posts are what single seats owe besides: blinds they missed, the post of
	// a new player, a kill blind. They do not move the opener.
	Posts []Post
	// DeadAntes: antes belong to the main pot whole, whoever paid them.
	DeadAntes bool
	// Fees are what the house takes of this hand by the rules of the table,
	// besides the collections of the game itself.
	Fees []Fee
	// Rake is what the house takes when the pots are awarded, pot by pot, main pot
	// first, as a recorded hand states it. A single amount comes out of the main pot
	// first, then out of the others. It must not be changed while the hand is played.
	Rake []int64
	// Rolls is what a die shows the first times that it is rolled, at most eight;
	// after these, and without them, the seed decides.
	Rolls []uint8
	// Carried is what hands before have left in the pot for this one.
	Carried int64
	// Banked is how many rounds in a row the seat with the button has banked up
	// to now, in a game played against a bank.
	Banked int
	// NoStraddle: nobody is offered a straddle in this hand.
	NoStraddle bool

	// Attendance lets irregularities happen in the hand: see [Hand.Happen].
	Attendance Attendance
	// Absent are seats that sit at the table and are not dealt in. They need
	// attendance: cards that are dealt to them by mistake are an incident.
	Absent seating.Set

	Log *Log // takes the events; nil for none
}

// Post is chips that a seat owes before the deal.
type Post struct {
	Seat   int
	Amount int64
	Dead   bool // it belongs to the pot and is no bet; otherwise it is a live bet with an option
	// InPlace: it stands in place of a smaller blind that is due from the seat.
	InPlace bool
}

// Fee is a flat amount that the house takes of a hand. A seat pays it before
// the forced bets, as far as its stack goes. The pot pays it when bets are
// moved in, as soon and as far as there are chips in it, main pot first
// ("table fee": once per hand when the blinds are in, angies.collection.*).
// With Flop it pays when the first cards are put on the board, and nothing when
// the hand ends before (omaha-casino.fee.when).
type Fee struct {
	Seat   int // who pays, -1 for the pot
	Amount int64
	Flop   bool
}

// Hand is the state of one hand. The zero value is not a hand: use
// [Hand.Start].
type Hand struct {
	plan *plan.Bound
	log  *Log

	s     betting.Seats
	r     betting.Round
	start [seating.Max]int64
	in    [seating.Max]int64 // put in during earlier rounds, per seat
	won   [seating.Max]int64 // won from the pots, what was void aside
	main  seating.Set        // seats that won something of the main pot

	dead      int64 // money of the main pot that no seat has in
	blinds    int64 // posted as blinds, for houses that drop them
	collected int64 // taken by the house
	nominal   int64 // largest forced bet as it should be
	topBlind  int64 // the forced bet that the opener sits left of
	taken     int64 // part of dropped that seats took by rule
	dropped   int64 // part of collected that came out of the pot
	paid      int64 // awarded to the seats
	carriedIn int64 // of the pot: what earlier hands have left there
	stays     int64 // in the pot at the end, for the next hand
	paidLast  int64 // by a choice or a step, into the pot
	feeDue    int64 // what the pot still owes of the table's fees
	flopFee   int64 // what it is to pay besides when there is a board
	rake      *[]int64

	pc        int16 // plan step
	phase     uint8 // progress within the step
	button    int8
	lastBlind int8
	opener    int8        // first to act in the last round
	aggressor int8        // last to bet or raise in the last round in which anybody could act
	round     int8        // betting rounds begun in this deal
	passed    bool        // nobody bet in the last round although two could
	unopened  bool        // nobody bet in the last round
	freeDeals uint8       // new deals without an ante
	partAt    int16       // step of the part that is played for one seat after the other, -1 for none
	turn      int8        // whose turn it is in it
	others    seating.Set // whose turn comes later
	rolled    uint8       // the last number of a die
	rolls     uint8       // how often one was rolled
	nextRolls uint64      // what the next rolls come to, the first in the lowest byte, 0 for chance
	manual    bool
	over      bool
	straddles bool // a straddle step asks
	paired    bool // the round is of the upper limit because a pair shows

	// The hole cards lie seat by seat, each with room for as many: MaxHole in an
	// ordinary game. Where a seat may hold more there are fewer seats.
	hole    [seating.Max * MaxHole]cards.Card
	room    uint8
	held    [seating.Max]uint8
	up      [seating.Max]uint64 // bit k: card k is face up
	board   [plan.MostBoard]cards.Card
	onBoard uint8
	seen    cards.Set // manual: known cards that are out

	serving int8                   // the seat of a draw that is being served, -1 for none
	left    uint8                  // cards it still gets now
	burnDue bool                   // a card is burned before it is served
	waiting seating.Set            // seats that the step still has to hear or serve
	shown   seating.Set            // seats that have shown
	mucked  seating.Set            // live seats that gave up their claim
	owed    [seating.Max]uint8     // cards still to be served to a seat
	chosen  [seating.Max]uint64    // what a seat has chosen in secret: bit k the k-th card, or offer
	answers [seating.Max]uint64    // what a seat has chosen openly: see noteChoice
	tossed  [seating.Max]cards.Set // what the seats have discarded in a draw

	// What the award hook may ask for.
	roundAt [MaxRounds]int16              // step of each round
	checked [MaxRounds]seating.Set        // seats that checked, by round
	short   [MaxRounds]seating.Set        // seats that called a short all-in, by round
	before  [MaxRounds][seating.Max]int64 // put in before the round

	// Where some rank follows others: the rank that was turned up last, and after each
	// rank, from 1; 0 for none.
	lastUp uint8
	after  [13]uint8

	dec     Decision
	offered uint32 // Chosen: which of the offers of the question the seat has, bit k for the k-th
	result  Result
	stock   stock

	// What only some games use: the hand that a hole card is set apart for, from 1,
	// and the boards that a board card lies on, bit k for the k-th.
	group   [seating.Max * MaxHole]uint8
	boardOn [plan.MostBoard]uint16
	// The rest of the board is dealt runs times, 0 while that is not settled; nthRun is
	// the one that is being dealt, runFrom the step after which each begins, and
	// runOf the run of a board card, from 1, or 0 for all.
	runs, nthRun uint8
	runFrom      int16
	runOf        [plan.MostBoard]uint8

	bank  *bank  // nil unless the game is played against one
	floor *floor // nil without attendance
}

// DecisionKind says what is asked.
type DecisionKind uint8

// The questions.
const (
	Wager        DecisionKind = iota // fold, check, call, bet or raise; where there is a BringIn, bring it in or complete
	CardsAsked                       // which cards, for what the step's plan.Ask says
	DealCards                        // manual: cards for a seat or the board
	ShowCards                        // manual: show or muck
	Chosen                           // one of Hand.Offers
	DealerGoesOn                     // attended: nothing but whether anything happens before the dealer goes on
)

// Decision is what a hand is waiting for.
type Decision struct {
	Kind DecisionKind
	Seat int8 // whose turn; -1 for the dealer
	Step int16
	// Wager: what may be done. Where there is a BringIn, that or a completion
	// from MinTo to MaxTo.
	Options betting.Options
	BringIn int64
	// Chosen, for a pot: what the offers cost that are not free.
	Price int64
	// NoOpeners: the seat may not bet because it does not hold openers.
	NoOpeners bool
	// CardsAsked: the most cards. DealCards: the number needed, and for whom.
	// Chosen: the number of offers.
	Count int
	// CardsAsked: the fewest cards, in a draw above 0 where a seat is held to the
	// number that it asked for first.
	Least int
	For   seating.Set // DealCards: seats that need cards, none for the board; ShowCards: seats to show
}

// ActionKind is what a player or the dealer does.
type ActionKind uint8

// The actions.
const (
	Fold ActionKind = iota
	Check
	Call
	RaiseTo   // bet, raise or complete: Amount is what the wager comes to
	BringIn   // the forced opening bet
	PickCards // Cards are chosen for what is asked
	DealTo    // manual: Cards for Seat
	DealBoard // manual: Cards for the board
	Show      // manual: Seat shows; Cards replace unknown ones
	Muck      // manual: Seat gives up
	Choose    // the offer Pick is taken up, with Amount where it takes one
	GoOn      // attended: the dealer goes on
)

var actionNames = [...]string{"fold", "check", "call", "raise", "bring-in", "pick", "deal", "board", "show", "muck", "choose", "go on"}

// String is the action in words. A kind that there is not has its number.
func (k ActionKind) String() string {
	if int(k) >= len(actionNames) {
		return fmt.Sprintf("action %d", uint8(k))
	}
	return actionNames[k]
}

// Action is one choice.
type Action struct {
	Kind   ActionKind
	Seat   int8
	N      int8 // number of cards
	Pick   int8 // Choose: which of Hand.Offers
	Cards  [MaxHole]cards.Card
	Amount int64

	// More are the cards that have no room in Cards, in no order.
	//
	// 32 bytes are copied in two moves of 16. Of 24 the second overlaps the first,
	// and whoever loads them again waits for both: a sixth of the time of a hand
	// of no-limit hold'em by the policy random.
	More cards.Set
}

// WithCards is the action with cards.
func (a Action) WithCards(cs []cards.Card) Action {
	a.N, a.More = pack(&a.Cards, cs)
	return a
}

// List is the cards of the action. The slice is the action's own where there is
// room for them in it.
func (a *Action) List() []cards.Card {
	if a.N <= MaxHole {
		return a.Cards[:a.N]
	}
	return unpack(&a.Cards, a.N, a.More)
}

// pack puts cards into an action or an event: the first into its list, the others
// into its set.
func pack(to *[MaxHole]cards.Card, cs []cards.Card) (n int8, more cards.Set) {
	for _, c := range cs[copy(to[:], cs):] {
		if c.Known() {
			more = more.With(c)
		}
	}
	return int8(len(cs)), more
}

// unpack is the cards of an action or an event that has no room for them in its
// list. Those that nobody knows are in neither.
func unpack(first *[MaxHole]cards.Card, n int8, more cards.Set) []cards.Card {
	out := append(make([]cards.Card, 0, n), first[:]...)
	for m := more; m != 0 && len(out) < int(n); m &= m - 1 {
		out = append(out, cards.Card(bits.TrailingZeros64(uint64(m))))
	}
	for len(out) < int(n) {
		out = append(out, cards.Unknown)
	}
	return out
}

// An IllegalError says why an action was refused. The hand is unchanged.
type IllegalError struct {
	Action   Action
	Decision Decision
	Reason   string
	// Legal says in words what would have been accepted.
	Legal string
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%s: %s (legal: %s)", e.Action.Kind, e.Reason, e.Legal)
}

// Start begins a hand in h, whatever h held before, and runs it to the first
// decision. It refuses setups that the game does not allow.
func (h *Hand) Start(s *Setup) error {
	if err := s.check(); err != nil {
		return err
	}
	h.reset(s)
	if h.floor = nil; s.Attendance != Unattended {
		h.s.Live &^= s.Absent
		h.floor = newFloor(s, h.s.Live)
	}
	if err := h.makeDeck(s); err != nil {
		return err
	}
	h.postForced(s)
	return h.advance()
}

func (s *Setup) check() error {
	g := s.Plan.Game
	n := len(s.Stacks)
	least, most := g.MinSeats, g.MaxSeats
	if s.Manual { // a record seats as many players as it names
		least, most = 2, seating.Max
	}
	if n < least || n > most {
		return fmt.Errorf("%s is for %d to %d players, not %d", g.Name, g.MinSeats, g.MaxSeats, n)
	}
	if s.Manual && g.Banked() {
		return fmt.Errorf("a round of %s is played with its recorded deck", g.Name)
	}
	if s.Carried < 0 || s.Carried > 1<<56 {
		return fmt.Errorf("a pot of %d is carried over", s.Carried)
	}
	if s.Carried > 0 && g.Banked() {
		return fmt.Errorf("a pot is carried over, and %s has none", g.Name)
	}
	if len(s.Rolls) > 8 {
		return fmt.Errorf("%d rolls are given, at most 8 are possible", len(s.Rolls))
	}
	for _, n := range s.Rolls {
		if n > 100 {
			return fmt.Errorf("a roll of %d, at most 100 is possible", n)
		}
	}
	if s.Banked < 0 || s.Banked > 100 {
		return fmt.Errorf("%d rounds in a row have been banked", s.Banked)
	}
	if s.Button < 0 || s.Button >= n {
		return fmt.Errorf("the button is at seat %d of %d", s.Button+1, n)
	}
	for i, c := range s.Stacks {
		if c <= 0 {
			return fmt.Errorf("seat %d has no chips", i+1)
		}
		if c > 1<<56 {
			return fmt.Errorf("seat %d has more chips than can be counted", i+1)
		}
	}
	if err := s.checkPayments(); err != nil {
		return err
	}
	if err := s.checkAttendance(least); err != nil {
		return err
	}
	if n > s.Plan.Seats {
		return fmt.Errorf("%d players need %d cards of %s, the deck has %d", n, g.Cards(n), g.Name, g.Deck.Len())
	}
	return nil
}

// checkPayments checks what is posted before the deal, and what the house takes.
func (s *Setup) checkPayments() error {
	g, n := s.Plan.Game, len(s.Stacks)
	if s.Antes != nil && len(s.Antes) != n || s.Blinds != nil && len(s.Blinds) != n {
		return errors.New("forced bets are not given for every seat")
	}
	if s.ForcedSeats != nil && len(s.ForcedSeats) != len(g.Forced) {
		return fmt.Errorf("%d forced bets have seats, %s has %d", len(s.ForcedSeats), g.Name, len(g.Forced))
	}
	for _, seat := range s.ForcedSeats {
		if int(seat) >= n {
			return fmt.Errorf("a forced bet is due from seat %d of %d", seat+1, n)
		}
	}
	for _, p := range s.Posts {
		if p.Seat < 0 || p.Seat >= n || p.Amount <= 0 {
			return fmt.Errorf("a post of %d by seat %d of %d", p.Amount, p.Seat+1, n)
		}
	}
	for _, amount := range s.Rake {
		if amount < 0 {
			return fmt.Errorf("a rake of %d", amount)
		}
	}
	for _, f := range s.Fees {
		if f.Seat < -1 || f.Seat >= n || f.Amount < 0 || f.Flop && f.Seat >= 0 {
			return fmt.Errorf("a fee of %d from seat %d of %d", f.Amount, f.Seat+1, n)
		}
	}
	return nil
}

// checkAttendance checks who sits at the table without playing, and how the hand is
// attended; least is the fewest players of the game.
func (s *Setup) checkAttendance(least int) error {
	switch {
	case s.absentPays():
		return errors.New("a forced bet is due from a seat that is not dealt in")
	case s.Attendance == Unattended && s.Absent != 0:
		return errors.New("seats that are not dealt in need an attended hand")
	case s.Manual && (s.Attendance == Attended || s.Absent != 0):
		return errors.New("a hand whose cards the caller deals can be watched, not attended: the order of its deck is not known")
	case s.Attendance != Unattended && ((seating.Bit(len(s.Stacks))-1)&^s.Absent).Len() < least:
		return fmt.Errorf("%s is for at least %d players", s.Plan.Game.Name, least)
	}
	return nil
}

// absentPays reports whether a forced bet of the game is due from a seat that is
// not dealt in.
func (s *Setup) absentPays() bool {
	if s.Absent == 0 || s.Antes != nil || s.Blinds != nil {
		return false
	}
	at := Hand{plan: s.Plan, button: int8(s.Button)}
	at.s.N = len(s.Stacks)
	for i := range s.Plan.Game.Forced {
		if !s.Plan.Game.Forced[i].Everybody {
			if seat := at.poster(s, i); seat >= 0 && s.Absent.Has(seat) {
				return true
			}
		}
	}
	return false
}

// reset clears what a hand before this one left.
func (h *Hand) reset(s *Setup) {
	n := len(s.Stacks)
	h.plan, h.log, h.rake = s.Plan, s.Log, nil
	if s.Rake != nil {
		h.rake = &s.Rake
	}
	h.s.N, h.s.Live, h.s.Broke, h.s.Opened = n, seating.Bit(n)-1, 0, 0
	for i := range n {
		h.s.Stack[i], h.start[i] = s.Stacks[i], s.Stacks[i]
		h.s.Wager[i], h.in[i], h.held[i], h.up[i], h.owed[i], h.won[i] = 0, 0, 0, 0, 0, 0
		h.chosen[i], h.answers[i], h.tossed[i] = 0, 0, 0
	}
	h.dead, h.blinds, h.collected, h.nominal, h.topBlind, h.dropped, h.paid, h.feeDue, h.flopFee = s.Carried, 0, 0, 0, 0, 0, 0, 0, 0
	h.pc, h.phase, h.button = -1, 0, int8(s.Button)
	h.lastBlind, h.opener, h.aggressor = h.button, -1, -1
	h.round, h.passed, h.unopened, h.freeDeals = 0, false, false, 0
	h.partAt, h.turn, h.rolled, h.rolls, h.others = -1, 0, 0, 0, 0
	h.ArrangeRolls(s.Rolls)
	h.carriedIn, h.stays, h.paidLast, h.taken = s.Carried, 0, 0, 0
	h.manual, h.over = s.Manual, false
	h.straddles = !s.NoStraddle
	h.onBoard, h.seen, h.room = 0, 0, s.Plan.Room
	h.runs, h.nthRun, h.runFrom = 0, 0, 0
	h.lastUp, h.after, h.paired = 0, [13]uint8{}, false
	if s.Plan.Game.Hands != nil {
		h.group = [len(h.group)]uint8{}
	}
	if s.Plan.Game.Boards != nil {
		h.boardOn = [len(h.boardOn)]uint16{}
	}
	h.waiting, h.shown, h.mucked, h.main = 0, 0, 0, 0
	h.serving, h.left, h.burnDue = -1, 0, false
	h.r = betting.Round{Aggressor: -1}
	h.startBank(s)
	h.dec, h.offered = Decision{}, 0
	h.result = Result{}
	if h.log != nil {
		h.log.Events, h.log.Decided = h.log.Events[:0], h.log.Decided[:0]
	}
}

func (h *Hand) makeDeck(s *Setup) error {
	deck := s.Plan.Game.Deck
	switch {
	case s.Deck == nil:
		h.stock.reset(deck, s.Seed, s.Number)
		return nil
	case len(s.Deck) != deck.Len():
		return fmt.Errorf("the deck has %d cards, %s is played with %d", len(s.Deck), s.Plan.Game.Name, deck.Len())
	}
	if deck.Packs > 1 {
		if err := tooOften(deck, s.Deck); err != nil {
			return err
		}
	} else {
		var seen cards.Set
		for i, c := range s.Deck {
			if !deck.Set().Has(c) {
				return fmt.Errorf("card %d of the deck, %s, is not in the deck of %s", i+1, c, s.Plan.Game.Name)
			}
			if seen.Has(c) {
				return fmt.Errorf("card %d of the deck, %s, is in it twice", i+1, c)
			}
			seen = seen.With(c)
		}
	}
	h.stock.stack(s.Deck, s.Seed, s.Number)
	return nil
}

// Pack is the whole deck in the order in which the hand is dealt from it, top card
// first: the recorded deck, or what the seed makes of the game's. A hand that is
// over when it has begun may have been shuffled anew since.
func (s *Setup) Pack() []cards.Card {
	var st stock
	if s.Deck != nil {
		return slices.Clone(s.Deck)
	}
	st.reset(s.Plan.Game.Deck, s.Seed, s.Number)
	st.settle()
	return slices.Clone(st.order[:st.n])
}

// Next is the decision the hand waits for; false when the hand is over.
func (h *Hand) Next() (Decision, bool) { return h.dec, !h.over }

// Pending is [Hand.Next] without a copy; nil when the hand is over. The
// decision is valid until the next Apply.
func (h *Hand) Pending() *Decision {
	if h.over {
		return nil
	}
	return &h.dec
}

// Observe sends the events from now on to log; nil for none. A copy of a hand
// that is played on must be given a log of its own.
func (h *Hand) Observe(log *Log) { h.log = log }

// Plan is what the hand is played by.
func (h *Hand) Plan() *plan.Bound { return h.plan }

// Seats is the number of players dealt in.
func (h *Hand) Seats() int { return h.s.N }

// Button is the seat with the button.
func (h *Hand) Button() int { return int(h.button) }

// Live is the set of seats that have not folded.
func (h *Hand) Live() seating.Set { return h.s.Live }

// Able is the set of live seats that have chips behind.
func (h *Hand) Able() seating.Set { return h.s.Able() }

// Stack is what the seat has in front of it, wagers aside.
func (h *Hand) Stack(seat int) int64 { return h.s.Stack[seat] }

// StartingStack is what the seat began the hand with.
func (h *Hand) StartingStack(seat int) int64 { return h.start[seat] }

// Wagered is what the seat has put in during this round.
func (h *Hand) Wagered(seat int) int64 { return h.s.Wager[seat] }

// Pot is the money in the middle, without the wagers of this round.
func (h *Hand) Pot() int64 {
	if h.over || h.bank != nil {
		return 0
	}
	t := h.dead - h.dropped
	for i := range h.s.N {
		t += h.in[i]
	}
	return t
}

// House is what the house has collected.
func (h *Hand) House() int64 { return h.collected }

// Hole is the cards of a seat, in the order dealt. The slice is the hand's
// own: do not keep it over an Apply.
//
// Against a bank it is the hand that is being played, or the first of a seat
// with several: see [Hand.Cards].
func (h *Hand) Hole(seat int) []cards.Card {
	if h.bank != nil {
		return h.inHand(seat).list()
	}
	at := seat * int(h.room)
	return h.hole[at : at+int(h.held[seat])]
}

// seatCards is the places of a seat's cards, those that are empty too.
func (h *Hand) seatCards(seat int) []cards.Card {
	room := int(h.room)
	return h.hole[seat*room : (seat+1)*room]
}

// groups is the hands that the cards of a seat are set apart for, place by place.
func (h *Hand) groups(seat int) []uint8 {
	room := int(h.room)
	return h.group[seat*room : (seat+1)*room]
}

// HandOf adds the cards of a seat to `to` that are set apart for a hand of the
// game, from 1; with 0 all of its cards.
func (h *Hand) HandOf(to []cards.Card, seat, group int) []cards.Card {
	if group == 0 {
		return append(to, h.Hole(seat)...)
	}
	of := h.groups(seat)
	for k, c := range h.Hole(seat) {
		if int(of[k]) == group {
			to = append(to, c)
		}
	}
	return to
}

// GroupOf is the hand that the k-th card of the seat is set apart for, from 1; 0
// for none.
func (h *Hand) GroupOf(seat, k int) int { return int(h.groups(seat)[k]) }

// IsUp reports whether the k-th card of the seat is face up.
func (h *Hand) IsUp(seat, k int) bool {
	if h.bank != nil {
		return h.inHand(seat).up>>k&1 != 0
	}
	return h.up[seat]>>k&1 != 0
}

// Board is the cards on the board. The slice is the hand's own.
func (h *Hand) Board() []cards.Card { return h.board[:h.onBoard] }

// BoardOf adds the cards to `to` that lie on a board of the game, from 0; in a
// game whose boards have no names those of the one board.
func (h *Hand) BoardOf(to []cards.Card, board int) []cards.Card {
	if h.plan.Game.Boards == nil {
		return append(to, h.Board()...)
	}
	for k, c := range h.Board() {
		if h.boardOn[k]>>board&1 != 0 {
			to = append(to, c)
		}
	}
	return to
}

// BoardsOf is the boards that the k-th card of the board lies on, bit i for the
// i-th; 0 where the boards of the game have no names.
func (h *Hand) BoardsOf(k int) uint16 { return h.boardOn[k] }

// PutIn is what the seats have paid into pots and to the house, uncalled bets
// aside, and what hands before have left in the pot. When the hand is over it
// equals PaidOut and House together.
func (h *Hand) PutIn() int64 {
	t := h.dead + h.collected - h.dropped + h.taken
	for i := range h.s.N {
		t += h.in[i] + h.s.Wager[i]
	}
	return t
}

// PaidOut is what the seats have won from the pots, and what stays for the next
// hand.
func (h *Hand) PaidOut() int64 { return h.paid + h.stays }

// Step is the plan step that the hand is at, nil before the first.
func (h *Hand) Step() *plan.Step {
	if h.pc < 0 || int(h.pc) >= len(h.plan.Game.Steps) {
		return nil
	}
	return &h.plan.Game.Steps[h.pc]
}

// Order is the whole order of the deck, top card first, as far as a hand from
// a seed or recorded deck has one. What is not dealt yet is settled first, in
// a copy.
func (h *Hand) Order() []cards.Card {
	s := h.stock
	s.settle()
	return append([]cards.Card(nil), s.order[:s.n]...)
}

// Conserved reports whether stacks, wagers, pot and collection add up to what
// the seats began with. It holds after every call; a test that finds it false
// has found a fault in the engine.
func (h *Hand) Conserved() bool {
	before, now := h.carriedIn, h.Pot()+h.collected+h.stays
	for i := range h.s.N {
		before += h.start[i]
		now += h.s.Stack[i] + h.s.Wager[i]
	}
	return before == now
}

// Same reports whether two hands are in the same state, logs aside.
func (h *Hand) Same(o *Hand) bool {
	a, b := *h, *o
	a.tidy()
	b.tidy()
	same := h.bank.same(o.bank) && h.floor.same(o.floor)
	a.bank, b.bank, a.floor, b.floor = nil, nil, nil, nil
	return same && a == b
}

// tidy clears the log, and what an earlier hand has left in the memory that
// this hand does not use.
func (h *Hand) tidy() {
	h.log = nil
	for i := range seating.Max {
		if i >= h.s.N {
			h.s.Stack[i], h.s.Wager[i], h.start[i], h.in[i] = 0, 0, 0, 0
			h.held[i], h.up[i], h.owed[i], h.chosen[i], h.answers[i], h.won[i] = 0, 0, 0, 0, 0, 0
		}
		if i < h.s.N {
			clear(h.seatCards(i)[h.held[i]:])
			clear(h.groups(i)[h.held[i]:])
		}
		if st := h.Step(); st == nil || !st.Draws() || h.phase == 0 || !h.s.Live.Has(i) {
			h.tossed[i] = 0
		}
	}
	clear(h.hole[h.s.N*int(h.room):])
	clear(h.group[h.s.N*int(h.room):])
	clear(h.board[h.onBoard:])
	clear(h.boardOn[h.onBoard:])
	clear(h.runOf[h.onBoard:])
	clear(h.roundAt[h.round:])
	clear(h.checked[h.round:])
	clear(h.short[h.round:])
	if h.plan == nil || h.plan.Game.Award == nil {
		clear(h.before[:])
	}
	clear(h.before[h.round:])
	clear(h.stock.order[h.stock.n:])
}

// lob is the first live seat left of the button.
func (h *Hand) lob() int { return h.s.Live.After(int(h.button)) }

// uncalled returns what nobody called of the wagers in `put`.
func (h *Hand) uncalled(put []int64) {
	seat, amount := pots.Uncalled(put)
	if seat < 0 || !h.s.Live.Has(seat) { // who folds leaves their chips in the pot
		return
	}
	put[seat] -= amount
	h.s.Stack[seat] += amount
	h.s.Broke &^= seating.Bit(seat)
	h.emitChips(Returned, seat, amount, 0)
}
