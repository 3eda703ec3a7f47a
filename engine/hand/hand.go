package hand

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// mostUp is how many up cards of a deal are remembered: two decks.
const mostUp = 104

// maxRounds is the largest number of betting rounds in one deal.
const maxRounds = plan.MaxRounds

// Setup is the initial state of a hand.
type Setup struct {
	Plan   *plan.AtStakes
	Stacks []int64 // clockwise; at least the game's smallest number of seats
	Button int     // index of the seat with the button

	// The cards come from Deck if it is set (top card first), from the caller if
	// Manual is set, and otherwise from Seed and Number, which also determine the
	// order of a reshuffle.
	Seed, Number uint64
	Deck         []cards.Card
	Manual       bool

	// Antes and Blinds, one entry per seat, replace the game's own forced bets:
	// recorded hands state them. A negative blind is a live post that does not move
	// the opener.
	Antes, Blinds []int64
	// ForcedSeats are the seats that post the game's forced bets, -1 for nobody,
	// because a table knows who is due. If nil, the game finds the seats by their
	// distance from the button. It does not affect forced bets that everybody
	// posts.
	ForcedSeats []int8
	// Posts are additional posts of single seats: missed blinds, the post of a new
	// player, a kill blind. They do not move the opener.
	Posts []Post
	// DeadAntes: antes go to the main pot in full, whoever paid them.
	DeadAntes bool
	// Fees are the house's fees for this hand by the rules of the table, in
	// addition to the game's own collections.
	Fees []Fee
	// Rake is the house's rake when the pots are awarded, pot by pot, main pot
	// first, as a recorded hand states it. A single amount comes out of the main
	// pot first, then out of the others. It must not be changed while the hand is
	// played.
	Rake []int64
	// Shift is what seats that share a pot equally get more or less of it, because the house took unequal parts of its rake from them: an
	// amount for each seat, which add up to 0, as a recorded hand states it. It counts for the first pot that all these seats share, and must
	// not be changed while the hand is played.
	Shift []int64
	// Rolls are the results of the first rolls of a die, at most eight; the seed
	// determines the others.
	Rolls []uint8
	// Carried is the amount that earlier hands left in the pot for this one.
	Carried int64
	// Banked is the number of rounds in a row that the seat with the button has
	// banked so far, in a game against a bank.
	Banked int
	// NoStraddle: nobody may straddle in this hand.
	NoStraddle bool

	// Attendance allows irregularities in the hand: see [Hand.Happen].
	Attendance Attendance
	// Absent are seats at the table that are not dealt in. They require attendance:
	// dealing cards to one of them is an incident.
	Absent betting.Set

	Log *Log // records the events; nil for none
}

// Post is an amount that a seat owes before the deal.
type Post struct {
	Seat   int
	Amount int64
	Dead   bool // it goes to the pot and is no bet; otherwise it is a live bet with an option
	// InPlace: it replaces a smaller blind that the seat owes.
	InPlace bool
	// Opens: it is a straddle: the seat's blind counts toward it, and the betting starts to the left of it.
	Opens bool
	// Ante: it is an ante, of which a short one competes for its part of the pot only.
	Ante bool
	// Asked: it is a straddle that the seat may decline. It is offered in the order of the posts, to a seat that can pay it in full,
	// unless as much has been posted.
	Asked bool
	Name  string // what the table calls it: "kill blind"; "" for no name
}

// Fee is a flat amount that the house takes from a hand. A seat pays it before the
// forced bets, as far as its stack goes. The pot pays it when bets are moved in, as
// soon and as far as there are chips in it, main pot first ("table fee": once per
// hand when the blinds are in). With Flop the pot pays when
// the first cards are put on the board, and nothing if the hand ends before that
// (omaha-casino.fee.when).
type Fee struct {
	Seat   int // the payer, -1 for the pot
	Amount int64
	Flop   bool
}

// chips is the money in a hand that a misdeal puts back.
type chips struct {
	s         betting.Seats
	in        [betting.Max]int64 // put in during earlier rounds, per seat
	dead      int64              // money in the main pot that no seat put in
	toHouse   int64              // taken by the house
	nominal   int64              // the largest forced bet, in full
	topBlind  int64              // the forced bet that the opener sits left of
	capped    betting.Set        // all in when others put in more, and paid since: they win of what is in before no more than they matched
	outOfPot  int64              // left the pot before it was awarded: to the house, or by a rule to a seat
	toSeats   int64              // part of outOfPot that seats took
	between   int64              // paid by seats to seats, which no pot sees
	feeDue    int64              // fees of the table that the pot still owes
	flopFee   int64              // fees that the pot owes in addition once there is a board
	blinds    [betting.Max]int64 // posted as blinds, for houses that drop them
	dropsLow  bool               // the blinds have been dropped, each chip from the pot in which it lies
	lastBlind int8
}

// Hand is the state of one hand. The zero value is not usable: call [Hand.Start].
type Hand struct {
	plan *plan.AtStakes
	log  *Log

	chips
	r     betting.Round
	start [betting.Max]int64
	won   [betting.Max]int64 // received, without voided bets that came back
	aside [betting.Max]int64 // received from other seats after a private comparison
	main  betting.Set        // seats that won part of the main pot

	paid      int64  // awarded to the seats
	carriedIn int64  // part of the pot that earlier hands left
	stays     int64  // in the pot at the end, for the next hand
	paidLast  int64  // the last payment into the pot, by a choice or a step
	posts     *posts // those of the setup; nil for none
	rake      *[]int64
	shift     *[]int64       // not yet applied
	given     *[]betting.Set // of [Hand.PayAs]
	toRake    uint32         // which of the plan's rakes are taken: those whose step the hand has reached

	pc int16 // plan step
	within
	button    int8
	opener    int8                   // first to act in the last round
	aggressor int8                   // last to bet or raise in the last round in which anybody could act
	round     int8                   // betting rounds begun in this deal
	passed    bool                   // nobody bet in the last round although two seats could
	unopened  bool                   // nobody bet in the last round
	freeDeals uint8                  // new deals without an ante
	redeals   uint8                  // new deals, up to the largest count
	partAt    int16                  // the InTurn step that is being played for one seat after the other, -1 for none
	turn      int8                   // the seat whose turn it is in that part
	post      int32                  // the post of the setup that is offered, or comes next
	branches  [plan.MaxLimited]uint8 // how often the steps of each limited When have been played in this deal
	others    betting.Set            // the seats that have their turn later
	rolled    uint8                  // the last roll of a die
	rolls     uint8                  // the number of rolls
	nextRolls uint64                 // the results of the next rolls, the first in the lowest byte, 0 for chance
	manual    bool
	over      bool
	plain     bool // a hand for a pot without floor or script: a wager needs nobody's attention
	byPlay    bool // Play asks for the wagers
	unbound   bool // then: the bounds of a bet are missing from the options
	straddles bool // a straddle step is asking
	paired    bool // the upper limit applies to the round because a pair shows

	// The hole cards, seat by seat, with the same room for every seat: MaxHole in
	// an ordinary game. Where seats may hold more cards, there are fewer seats.
	hole    [betting.Max * MaxHole]cards.Card
	room    uint8
	held    [betting.Max]uint8
	up      [betting.Max]uint64 // bit k: card k is face up
	board   [plan.MostBoard]cards.Card
	onBoard uint8
	seen    cards.Set // manual: known cards that have been dealt

	serving int8                   // the seat of a draw that is being served, -1 for none
	left    uint8                  // cards that it still gets now
	burnDue bool                   // a card is burned before it is served
	dueNow  uint8                  // cards that each seat should have been dealt, without those of its turns
	dueTurn [betting.Max]uint8     // cards that a seat should have been dealt in its turns of InTurn parts
	street  uint8                  // board cards of the last street
	waiting betting.Set            // seats that the step has yet to ask or serve
	shown   betting.Set            // seats that have shown their cards
	mucked  betting.Set            // live seats that gave up their claim
	owed    [betting.Max]uint8     // cards still to be served to a seat
	chosen  [betting.Max]uint64    // the seats' secret choices: bit k for the k-th card or offer
	answers [betting.Max]uint64    // the seats' open choices: see noteChoice
	tossed  [betting.Max]cards.Set // cards that the seats have discarded in a draw

	// Cards out of play that everybody has seen, by zone: see outZones.
	turned [len(outZones)]cards.Set
	// Cards that not all have seen, by who has: those that a seat gave up, and those of others that it has compared with its own.
	knows [betting.Max]cards.Set
	// Of these, those that lie in the hand of another for sure: who has given up cards since may have given up any of them.
	where [betting.Max]cards.Set
	// How often a seat has won a comparison.
	wins [betting.Max]uint8

	// State for the award hook.
	roundAt [maxRounds]int16              // step of each round
	checked [maxRounds]betting.Set        // seats that checked, by round
	short   [maxRounds]betting.Set        // seats that called a short all-in, by round
	before  [maxRounds][betting.Max]int64 // put in before the round

	// For rankings whose wild cards depend on the up cards of all seats: those
	// turned up in this deal, in order. Of more, the first are forgotten.
	allUp  [mostUp]rank.UpCard
	nAllUp uint8

	dec     Decision
	offered uint32 // Chosen: the offers that the seat has, bit k for the k-th
	result  Result
	stock   stock

	// State that only some games use: the hand that a hole card belongs to, from 1,
	// and the boards that a board card lies on, bit k for the k-th.
	group   [betting.Max * MaxHole]uint8
	boardOn [plan.MostBoard]uint16
	// The rest of the board is dealt runs times, 0 while that is undecided. nthRun
	// is the current run, runFrom the step after which each run begins, and runOf
	// the run of a board card, from 1, or 0 for all runs.
	runs, nthRun uint8
	runFrom      int16
	runOf        [plan.MostBoard]uint8

	bank  *bank  // nil unless the game is played against a bank
	floor *floor // nil without attendance

	sole  *Hand // this hand if nobody keeps a copy of it: see Alone
	spare *bank // then the block in which the next action works

	opened *openQuestion // and what functions of the script are asked with
}

// Result is how a hand ended.
type Result struct {
	Showdown bool // hands were compared
	Split    bool // several seats shared a pot
	SidePots bool // there was more than one pot
	Pots     betting.List
}

// Next returns the decision that the hand waits for; false when the hand is over.
func (h *Hand) Next() (Decision, bool) { return h.dec, !h.over }

// Pending is [Hand.Next] without a copy; nil when the hand is over. The
// decision is valid until the next Apply.
func (h *Hand) Pending() *Decision {
	if h.over {
		return nil
	}
	return &h.dec
}

// Follow sends the events from now on to log; nil for none. A copy of a hand that
// will be played must get its own log.
func (h *Hand) Follow(log *Log) { h.log = log }

// Log returns the log to which the events go, nil for none.
func (h *Hand) Log() *Log { return h.log }

// Plan returns the game and stakes of the hand.
func (h *Hand) Plan() *plan.AtStakes { return h.plan }

// Seats returns the number of players dealt in.
func (h *Hand) Seats() int { return h.s.N }

// Button returns the seat with the button.
func (h *Hand) Button() int { return int(h.button) }

// Live returns the seats that have not folded.
func (h *Hand) Live() betting.Set { return h.s.Live }

// Able returns the live seats that have chips behind.
func (h *Hand) Able() betting.Set { return h.s.Able() }

// Stack returns the seat's chips, without its wager.
func (h *Hand) Stack(seat int) int64 { return h.s.Stack[seat] }

// StartingStack returns the seat's chips at the start of the hand.
func (h *Hand) StartingStack(seat int) int64 { return h.start[seat] }

// Wagered returns the amount that the seat has put in during this round.
func (h *Hand) Wagered(seat int) int64 { return h.s.Wager[seat] }

// House returns the amount that the house has collected.
func (h *Hand) House() int64 { return h.toHouse }

// FeeDue returns what the pot has not paid of the fees of the table, see [Setup.Fees].
func (h *Hand) FeeDue() int64 { return h.feeDue }

// PostName returns what the table calls an additional post of a seat, "" if it has no name.
func (h *Hand) PostName(seat int) string {
	if h.posts != nil {
		for _, p := range h.posts.list {
			if p.Seat == seat && p.Name != "" && !p.Asked {
				return p.Name
			}
		}
	}
	return ""
}

// PutByPosts returns what the seats put in with each post of the setup: less than its amount if a blind counted toward it or the stack was
// short, 0 for one that was declined or not offered.
func (h *Hand) PutByPosts() []int64 {
	if h.posts == nil {
		return nil
	}
	return h.posts.put
}

// posts are the posts of the setup, and what was put in with each so far.
type posts struct {
	list []Post
	put  []int64
}

// seatCards returns all card slots of a seat, including the empty ones.
func (h *Hand) seatCards(seat int) []cards.Card {
	room := int(h.room)
	return h.hole[seat*room : (seat+1)*room]
}

// groups returns the hand that each card slot of a seat belongs to.
func (h *Hand) groups(seat int) []uint8 {
	room := int(h.room)
	return h.group[seat*room : (seat+1)*room]
}

// HandOf appends the cards of a seat that belong to a hand of the game, from 1;
// with 0 all of its cards.
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

// GroupOf returns the hand that the k-th card of the seat belongs to, from 1; 0 for
// none.
func (h *Hand) GroupOf(seat, k int) int { return int(h.groups(seat)[k]) }

func (h *Hand) upCards(to []cards.Card, seat int) []cards.Card {
	for k, c := range h.Hole(seat) {
		if h.IsUp(seat, k) {
			to = append(to, c)
		}
	}
	return to
}

// openCards returns the up cards of a seat that the hand knows.
func (h *Hand) openCards(seat int) (open cards.Set) {
	for k, c := range h.Hole(seat) {
		if h.IsUp(seat, k) && c.Known() {
			open = open.With(c)
		}
	}
	return open
}

// Board returns the cards on the board. The slice belongs to the hand.
func (h *Hand) Board() []cards.Card { return h.board[:h.onBoard] }

// BoardOf appends the cards on a board of the game, from 0; in a game without board
// names, those of the only board.
func (h *Hand) BoardOf(to []cards.Card, board int) []cards.Card {
	return h.cardsOn(to, 1<<board)
}

// cardsOn appends the cards of some boards in the order in which they were dealt; in a
// game without board names, those of the only board.
func (h *Hand) cardsOn(to []cards.Card, on uint16) []cards.Card {
	if h.plan.Game.Boards == nil {
		return append(to, h.Board()...)
	}
	for k, c := range h.Board() {
		if h.boardOn[k]&on != 0 {
			to = append(to, c)
		}
	}
	return to
}

// BoardsOf returns the boards that the k-th board card lies on, bit i for the i-th;
// 0 if the boards of the game have no names.
func (h *Hand) BoardsOf(k int) uint16 { return h.boardOn[k] }

// PutIn returns what the seats have paid into pots and to the house, without
// uncalled bets, plus what earlier hands left in the pot. When the hand is over it
// equals the sum of PaidOut and House.
func (h *Hand) PutIn() int64 {
	t := h.dead + h.toHouse - h.outOfPot + h.toSeats + h.between
	for i := range h.s.N {
		t += h.in[i] + h.s.Wager[i]
	}
	return t
}

// PaidOut returns what the seats have won from the pots, plus what stays for the
// next hand.
func (h *Hand) PaidOut() int64 { return h.paid + h.stays }

// Step returns the current plan step, nil before the first.
func (h *Hand) Step() *plan.Step {
	if h.offering() {
		return &plan.Offered
	}
	if h.pc < 0 || int(h.pc) >= len(h.plan.Game.Steps) {
		return nil
	}
	return &h.plan.Game.Steps[h.pc]
}

// Result returns how the hand ended; the zero Result while it is being played.
func (h *Hand) Result() *Result { return &h.result }

// CheckedIn reports whether the seat checked in the betting round at a step of the
// plan.
func (h *Hand) CheckedIn(step, seat int) bool {
	n := h.roundOf(step)
	return n >= 0 && h.checked[n].Has(seat)
}

// CalledShortIn reports whether the seat called, in the betting round at a step of
// the plan, an all-in that is too small to count as a bet.
func (h *Hand) CalledShortIn(step, seat int) bool {
	n := h.roundOf(step)
	return n >= 0 && h.short[n].Has(seat)
}

// roundOf returns the number, from 0, of the betting round at a step in this deal;
// -1 if it was not played.
func (h *Hand) roundOf(step int) int {
	for n := range int(h.round) {
		if int(h.roundAt[n]) == step {
			return n
		}
	}
	return -1
}

// Order returns the whole order of the deck, top card first, if the hand has a seed
// or a recorded deck. It settles the order of the cards that have not been dealt in
// a copy.
func (h *Hand) Order() []cards.Card {
	s := h.stock
	s.settle()
	return append([]cards.Card(nil), s.order[:s.n]...)
}

// Conserved reports whether stacks, wagers, pot and collections add up to the
// starting stacks. It holds after every call; if it does not, the engine has a bug.
func (h *Hand) Conserved() bool {
	before, now := h.carriedIn, h.Pot()+h.toHouse+h.stays
	for i := range h.s.N {
		before += h.start[i]
		now += h.s.Stack[i] + h.s.Wager[i]
	}
	return before == now
}

// Same reports whether two hands are in the same state, apart from their logs.
func (h *Hand) Same(o *Hand) bool {
	a, b := *h, *o
	a.tidy()
	b.tidy()
	return a.sameBehind(&b) && a == b
}

// tidy clears the log, and leftovers of earlier hands in memory that this hand does
// not use.
func (h *Hand) tidy() {
	h.log, h.posts, h.sole, h.spare, h.opened = nil, nil, nil, nil, nil
	if h.over {
		h.dec = Decision{}
	}
	for i := range betting.Max {
		if i >= h.s.N {
			h.s.Stack[i], h.s.Wager[i], h.start[i], h.in[i] = 0, 0, 0, 0
			h.held[i], h.up[i], h.owed[i], h.chosen[i], h.answers[i], h.won[i], h.aside[i], h.knows[i], h.where[i], h.wins[i] = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
		}
		if i < h.s.N {
			clear(h.seatCards(i)[h.held[i]:])
			clear(h.groups(i)[h.held[i]:])
		}
		if st := h.Step(); st == nil || !st.Draws() || h.stage == notBegun || !h.s.Live.Has(i) {
			h.tossed[i] = 0
		}
	}
	clear(h.hole[h.s.N*int(h.room):])
	clear(h.board[h.onBoard:])
	clear(h.boardOn[h.onBoard:])
	clear(h.runOf[h.onBoard:])
	clear(h.roundAt[h.round:])
	clear(h.checked[h.round:])
	clear(h.short[h.round:])
	if h.plan == nil || h.plan.Game.Award == nil {
		clear(h.before[:])
	}
	if h.plan == nil || h.plan.Game.Boards == nil { // nothing writes or reads what an earlier hand left
		clear(h.boardOn[:])
	}
	if h.plan == nil || h.plan.Game.Hands == nil {
		clear(h.group[:])
	}
	clear(h.before[h.round:])
	clear(h.stock.order[h.stock.n:])
}

// lob returns the first live seat left of the button.
func (h *Hand) lob() int { return h.s.Live.After(int(h.button)) }

// alone reports whether only one seat is live and wins without a hand.
func (h *Hand) alone() bool { return h.s.Live.Few() && !h.plan.MustBeat }

// all returns all seats dealt in.
func (h *Hand) all() betting.Set { return betting.Bit(h.s.N) - 1 }

// uncalled returns the uncalled part of the wagers in `put` to its seat.
func (h *Hand) uncalled(put []int64) {
	seat, amount := betting.Uncalled(put)
	if seat < 0 || !h.s.Live.Has(seat) && !h.forfeited(seat) { // a player who folded leaves the chips in the pot
		return
	}
	put[seat] -= amount
	h.s.Stack[seat] += amount
	h.s.Broke &^= betting.Bit(seat)
	h.emitChips(Returned, seat, amount, 0)
}

// atomically runs a function. If it returns an error, the hand is restored.
func (h *Hand) atomically(do func() error) error {
	before, told := *h, 0
	if h.log != nil {
		told = len(h.log.Events)
	}
	err := do()
	if err != nil {
		*h = before
		if h.log != nil {
			h.log.Events = h.log.Events[:told]
		}
	}
	return err
}

// ask sets the decision that the hand waits for.
func (h *Hand) ask(kind DecisionKind, seat int) *Decision {
	h.dec = Decision{Kind: kind, Seat: int8(seat), Step: h.pc}
	return &h.dec
}

func (h *Hand) emit(e Event) {
	if h.log == nil {
		return
	}
	e.Step = h.pc
	if e.Note == 0 {
		e.Note = h.acting()
	}
	h.note(e)
}

func (h *Hand) emitCards(kind EventKind, seat int, cs []cards.Card) {
	if h.log == nil {
		return
	}
	h.note(Event{Kind: kind, Seat: int8(seat), Step: h.pc, Note: h.acting()}.WithCards(cs))
}

// emitSeen is emitCards for cards of which everybody has seen some before.
func (h *Hand) emitSeen(kind EventKind, seat int, cs []cards.Card, open cards.Set) {
	if h.log != nil {
		h.emit(cardEvent(kind, seat, cs, open))
	}
}

// note appends an event to the log, which must not be nil.
func (h *Hand) note(e Event) {
	e.Sight = h.sightOf(e.Kind)
	h.log.Events = append(h.log.Events, e)
	if h.log.Watch != nil {
		h.log.Watch(h, &h.log.Events[len(h.log.Events)-1])
	}
}

func (h *Hand) emitChips(kind EventKind, seat int, amount, to int64) {
	if h.log != nil {
		h.emitsChips(kind, seat, amount, to)
	}
}

func (h *Hand) emitsChips(kind EventKind, seat int, amount, to int64) {
	h.emit(Event{Kind: kind, Seat: int8(seat), Amount: amount, To: to, AllIn: seat >= 0 && h.s.Stack[seat] == 0})
}
