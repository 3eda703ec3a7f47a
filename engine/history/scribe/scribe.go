// Package scribe converts the hand records of poker sites to [history.Hand].
//
// The reader of a format calls a [Scribe] with the content of the file, in its order and with its
// own amounts: seats, posts, bets, cards, winnings. [Scribe.Finish] makes a hand of it: players in
// dealing order, forced bets, actions, the final stacks according to the file's amounts, and each
// player's winnings. The hand is not played here; but facts that the file omits and that can be
// concluded are added and listed in [history.Hand.Inferred]. A contradiction is an error at its
// place.
package scribe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/pots"
	"cardroom/engine/seating"
)

// Unit is the number of units per amount of 1 while a hand is recorded.
const Unit = 10_000

// Limit is the betting limit.
type Limit uint8

// Limits.
const (
	NoLimit Limit = iota
	PotLimit
	Fixed
)

// Kind is how the cards of a game are dealt.
type Kind uint8

// Kinds of games.
const (
	Board Kind = iota
	Stud
	Draw
)

// Game is a game that the hands can be of.
type Game struct {
	Variant string // the id of the game that plays it
	Kind    Kind
	Hole    int  // cards dealt to each player at first
	OpenOne bool // one card of the flop is exposed before the first round
	Up      int  // Stud: number of the first cards dealt face up, which are the last of them
}

// noSeat means nobody, several that there is not just one.
const (
	noSeat  = -1
	several = -2
)

type seat struct {
	name       string
	number     int64
	stack      int64 // before the hand
	put        int64 // part of stack: in the pot by the file's amounts
	back       int64 // part of put that was returned
	won        int64
	wager      int64 // in this round
	dead       int64 // part of put that is not a live bet
	hole       [history.MaxActionCards]cards.Card
	at         history.Pos
	blind      int64 // the live forced bet that moves the opener
	ante       int64
	held       uint8 // cards in hole
	player     int8
	post       int16 // index of the action of a doubtful post
	in         bool  // the file mentions the seat
	out        bool  // folded
	shown      bool
	mucked     bool
	stays      bool // folded though all in: the hand is mucked at the showdown
	away       bool
	everyCards bool // hole contains the player's original cards
	sold       bool // for an amount outside the pot
	joined     bool // during the hand: the file has neither stack nor number
}

type kind uint8

const (
	evFold kind = iota
	evCheck
	evCall
	evBet
	evRaiseTo
	evRaiseBy
	evBringIn
	evStreet
	evBoard
	evUp
	evDiscard
	evDrawn
	evShow
	evMuck
	evRun
)

type event struct {
	amount int64
	pos    history.Pos
	kind   kind
	seat   int8
	n      uint8
	cards  [history.MaxActionCards]cards.Card
}

// Scribe records one hand after another. It reuses its memory.
type Scribe struct {
	h      *history.Hand
	game   Game
	limit  Limit
	small  int64 // blinds of the header, or the bets of a fixed limit
	big    int64
	fixedS int64
	fixedB int64
	cap    int64
	button int64

	seats  [seating.Max]seat
	n      int
	events []event
	posts  []history.Action

	lastChips []lastChips // put in before the cards, until it is known what for
	apart     int64       // in pots that the file states without their winners

	bigSeat   int // seats of the blinds
	smallSeat int
	antes     int // number of antes posted
	bringIn   int64
	pot       int64 // according to the file, -1 if it does not say
	rake      int64 // according to the file, -1 if it does not say
	added     int64 // put into the pot by the house
	cents     bool  // amounts are money, not chips
	whole     bool  // amounts are chips of a tournament
	within    bool  // winnings include the uncalled bet
	listed    bool  // players sit in the order of the list

	collected [seating.Max]int64 // by pot
	lots      int                // pots that the file distinguishes

	names map[string]string
	order []int8
	nums  [][]int64
	texts []string
	raws  map[string]string
	site  string
	putIn bool // raises give the chips put in, not the size of the whole bet

	short  bool // a player has called less than the bet and had more
	inFull bool // such calls count as calls of the full bet

	// wrong is the first such call of a player who has not posted: no site counts posts in it.
	wrong   string
	wrongAt history.Pos
	potAt   history.Pos // where the file states the pot
	pots    []statedPot // the main pot and the side pots, if the file states each
	moved   int64       // what the file returns as uncalled of the pot

	runs  int // number of boards that the file distinguishes
	runAt history.Pos

	asides []aside

	hero int8 // the seat whose file it is, noSeat if nobody's is known, several if the file has the cards of more than one

	refused *diag.Error // the first thing for which the hand has no room
	spare   event       // stands for an event for which there is no room
}

// Limits of a hand. No hand of any site comes near them; they keep the work for a file in proportion to its length.
const (
	maxEvents = 2048 // actions, cards and streets
	maxPosts  = 256
	maxAsides = 256
)

// Refuse keeps the first thing of a hand that is more than there is room for; [Scribe.Finish] returns it as an error.
func (s *Scribe) Refuse(at history.Pos, msg string) {
	if s.refused == nil {
		s.refused = s.h.ErrorAt(max(at, 0), history.CodeLine, msg, "")
	}
}

// sum adds an amount to a sum of the hand. No sum passes [history.MaxAmount].
func (s *Scribe) sum(to *int64, amount int64) {
	if *to += amount; *to > history.MaxAmount || *to < -history.MaxAmount {
		*to = min(max(*to, -history.MaxAmount), history.MaxAmount)
		s.Refuse(0, "the amounts of the hand add up to more than an amount can be")
	}
}

// aside is an amount that a player received or paid outside the pot.
type aside struct {
	seat   int
	what   string
	amount int64
}

// statedPot is a pot as the file states it, with or without the rake.
type statedPot struct {
	amount int64
	at     history.Pos
}

// lastChips are all the chips that a player has left, as a post.
type lastChips struct {
	seat   int
	amount int64
	at     history.Pos
}

// Begin begins a hand.
func (s *Scribe) Begin(h *history.Hand) {
	s.h = h
	for i := range s.n {
		s.seats[i] = seat{}
	}
	s.n, s.events, s.posts = 0, s.events[:0], s.posts[:0]
	s.game, s.limit = Game{}, NoLimit
	s.small, s.big, s.fixedS, s.fixedB, s.cap, s.bringIn, s.added = 0, 0, 0, 0, 0, 0, 0
	s.button, s.bigSeat, s.smallSeat, s.antes = -1, noSeat, noSeat, 0
	s.pot, s.rake, s.cents, s.whole, s.within, s.lots = -1, -1, false, false, false, 0
	s.collected = [seating.Max]int64{}
	s.hero, s.wrong, s.moved = noSeat, "", 0
	s.lastChips, s.apart, s.pots = s.lastChips[:0], 0, s.pots[:0]
	s.site, s.runs, s.asides, s.short, s.refused, s.listed = "", 0, s.asides[:0], false, nil, false
}

// Hand returns the hand being recorded.
func (s *Scribe) Hand() *history.Hand { return s.h }

// Play sets the game, the limit, and the blinds, or the bets of a fixed limit.
func (s *Scribe) Play(g Game, l Limit, low, high int64) {
	s.game, s.limit = g, l
	if l == Fixed {
		s.fixedS, s.fixedB = low, high
		return
	}
	s.small, s.big = low, high
}

// FixedFrom converts the blinds of the header to the bets of a fixed limit if the posted big blind
// is the smaller of them.
func (s *Scribe) FixedFrom(posted int64) {
	if s.limit != Fixed && posted == s.small && s.small < s.big {
		s.limit, s.fixedS, s.fixedB = Fixed, s.small, s.big
		s.small, s.big = 0, 0
	}
}

// Hero says that the file is that of a seat. A file that says so of several is nobody's.
func (s *Scribe) Hero(seat int) {
	if s.hero != noSeat && s.hero != int8(seat) {
		seat = several
	}
	s.hero = int8(seat)
}

// Site sets the value of the games' option site, "" for the default.
func (s *Scribe) Site(name string) { s.site = name }

// Chips declares that amounts are chips of a tournament, whatever money the file mentions.
func (s *Scribe) Chips() { s.whole = true }

// Money declares that amounts are money, in hundredths.
func (s *Scribe) Money() { s.cents = true }

// Cap limits the amount that a player may put into the hand.
func (s *Scribe) Cap(amount int64) { s.cap = amount }

// CapAt limits the amount that a player may put into the hand to the amount that a seat has put in,
// if that seat has more.
func (s *Scribe) CapAt(seat int) {
	if p := &s.seats[seat]; p.put < p.stack {
		s.cap = p.put
	}
}

// Blinds replaces the blinds of the header.
func (s *Scribe) Blinds(low, high int64) {
	if s.limit == Fixed {
		s.fixedS, s.fixedB = high, 2*high
		return
	}
	s.small, s.big = low, high
}

// Button sets the seat number of the button.
func (s *Scribe) Button(number int64) { s.button = number }

// ButtonAt gives the button to a seat.
func (s *Scribe) ButtonAt(seat int) { s.button = s.seats[seat].number }

// Listed says that the players sit in the order of the list: the numbers of the file are not those of seats.
func (s *Scribe) Listed() { s.listed = true }

// Seat adds a seat. away: the file says that the player sits out.
func (s *Scribe) Seat(number int64, name []byte, stack int64, away bool, at history.Pos) error {
	if s.n == len(s.seats) {
		return s.h.ErrorAt(at, history.CodePlayers, fmt.Sprintf("more than %d seats", len(s.seats)), "")
	}
	for i := range s.n {
		if s.seats[i].name == string(name) {
			if len(name) == 0 {
				return s.h.ErrorAt(at, history.CodeTwice, "two seats have no name: who of them acts is not in the file", "")
			}
			return s.h.ErrorAt(at, history.CodeTwice, fmt.Sprintf("two seats have the name %q", name), "")
		}
	}
	s.seats[s.n] = seat{name: s.intern(name), number: number, stack: stack, away: away, at: at, post: -1}
	s.n++
	return nil
}

// Join adds a seat for a player who came in after the list of seats: the stack is unknown, and the
// number follows from the order in which players act.
func (s *Scribe) Join(name []byte, at history.Pos) error {
	if err := s.Seat(0, name, unknownStack, false, at); err != nil {
		return err
	}
	s.seats[s.n-1].joined = true
	return nil
}

// unknownStack stands for an unknown stack: it is more than anybody bets.
const unknownStack = history.MaxAmount

func (s *Scribe) intern(b []byte) string {
	if t, ok := s.names[string(b)]; ok {
		return t
	}
	if s.names == nil || len(s.names) > 4096 {
		s.names = map[string]string{}
	}
	t := string(b)
	s.names[t] = t
	return t
}

// Find returns the seat whose name the line begins with, and the length of the name; seat -1 for
// none. Of several names it chooses the longest.
func (s *Scribe) Find(line []byte) (seat, n int) { return s.find(line, len(line)) }

// find finds a name of at most the given length.
func (s *Scribe) find(line []byte, most int) (seat, n int) {
	seat = noSeat
	for i := range s.n {
		name := s.seats[i].name
		if len(name) > n && len(name) <= most && string(line[:len(name)]) == name {
			seat, n = i, len(name)
		}
	}
	return seat, n
}

// Named returns the seat with a name, -1 for none.
func (s *Scribe) Named(name []byte) int {
	for i := range s.n {
		if s.seats[i].name == string(name) {
			return i
		}
	}
	return noSeat
}

// numbered returns the seat with a number, -1 for none.
func (s *Scribe) numbered(number int64) int {
	for i := range s.n {
		if s.seats[i].number == number {
			return i
		}
	}
	return noSeat
}

// Seats returns the number of seats.
func (s *Scribe) Seats() int { return s.n }

// Away marks a seat as not in the hand unless it acts.
func (s *Scribe) Away(seat int) { s.seats[seat].away = true }

// stack returns the rest of a seat's stack, by the amounts of the file.
func (s *Scribe) stack(seat int) int64 {
	p := &s.seats[seat]
	return p.stack - p.put + p.back
}

// Short reports whether a player has called less than the bet and had more.
func (s *Scribe) Short() bool { return s.short }

// Wager returns the amount that a seat has put in on this street.
func (s *Scribe) Wager(seat int) int64 { return s.seats[seat].wager }

// Stud reports whether the game is stud.
func (s *Scribe) Stud() bool { return s.game.Kind == Stud }

// BigPosted returns the big blind that was posted, 0 if none was.
func (s *Scribe) BigPosted() int64 {
	if s.bigSeat < 0 {
		return 0
	}
	return s.seats[s.bigSeat].blind
}

// bigBlind returns the big blind as posted, otherwise as in the header.
func (s *Scribe) bigBlind() int64 {
	if s.bigSeat >= 0 && s.seats[s.bigSeat].blind > 0 {
		return s.seats[s.bigSeat].blind
	}
	if s.limit == Fixed {
		return s.fixedS
	}
	return s.big
}

func (s *Scribe) pay(i int, amount int64) *seat {
	p := &s.seats[i]
	p.in = true
	if p.stack == 0 && amount > 0 {
		p.stack, p.joined = unknownStack, true
		s.h.Infer(p.at, p.name+" has come in during the hand: the stack is not known")
	}
	s.sum(&p.put, amount)
	return p
}

// ante records an ante.
func (s *Scribe) ante(i int, amount int64) {
	if amount == 0 { // some files list the antes of tables that have none
		return
	}
	s.sum(&s.pay(i, amount).ante, amount)
	s.antes++
}

// Small records the small blind. A second one is dead: a blind that the player had missed. So is
// that of a player who has already posted.
func (s *Scribe) Small(i int, amount int64, at history.Pos) {
	if s.seats[i].wager > 0 {
		s.Dead(i, amount, at)
		return
	}
	s.blind(&s.smallSeat, (*Scribe).Dead, i, amount, at)
}

// Big records the big blind. A second one is a post of a player who comes in; an amount between one
// and two big blinds includes a dead small blind, and two big blinds are a straddle.
func (s *Scribe) Big(i int, amount int64, at history.Pos) {
	if full := s.bigBlind(); s.bigSeat >= 0 && full < amount && amount < 2*full {
		s.Dead(i, amount-full, at)
		amount = full
	} else if s.bigSeat >= 0 && full > 0 && amount >= 2*full {
		s.Straddle(i, amount, at)
		return
	}
	s.blind(&s.bigSeat, (*Scribe).Post, i, amount, at)
}

func (s *Scribe) blind(seat *int, second Chips, i int, amount int64, at history.Pos) {
	if *seat >= 0 {
		second(s, i, amount, at)
		return
	}
	*seat = i
	s.Straddle(i, amount, at)
}

// Straddle records a straddle, or any other blind after which the betting begins.
func (s *Scribe) Straddle(i int, amount int64, at history.Pos) {
	p := s.pay(i, amount)
	s.sum(&p.blind, amount)
	s.sum(&p.wager, amount)
	p.at = at
}

// StraddleTo records a straddle given as the whole wager: a player who straddles again, or has
// posted a blind, adds the difference.
func (s *Scribe) StraddleTo(i int, amount int64, at history.Pos) {
	if had := s.seats[i].blind; had < amount {
		amount -= had
	}
	s.Straddle(i, amount, at)
}

// Post records a live post.
func (s *Scribe) Post(i int, amount int64, at history.Pos) {
	if amount == 0 {
		return
	}
	s.sum(&s.pay(i, amount).wager, amount)
	s.posted(i, amount, "", at)
}

// Dead records a dead post.
func (s *Scribe) Dead(i int, amount int64, at history.Pos) {
	if amount == 0 {
		return
	}
	s.sum(&s.pay(i, amount).dead, amount)
	s.posted(i, amount, "dead", at)
}

// Deaden makes the live blind of a seat a dead post.
func (s *Scribe) Deaden(i int, at history.Pos) {
	p := &s.seats[i]
	amount := p.blind
	p.blind, p.wager, p.dead = 0, p.wager-amount, p.dead+amount
	s.posted(i, amount, "dead", at)
}

// live converts the dead posts of a seat to live ones.
func (s *Scribe) live(i int, at history.Pos) {
	for k := range s.posts {
		if s.posts[k].Player == int8(i) {
			s.posts[k].Text = ""
		}
	}
	p := &s.seats[i]
	p.wager, p.dead = p.wager+p.dead, 0
	s.h.Infer(at, p.name+" calls as if what was posted had been live")
}

func (s *Scribe) posted(i int, amount int64, word string, at history.Pos) {
	if len(s.posts) == maxPosts {
		s.Refuse(at, fmt.Sprintf("more than %d posts in a hand", maxPosts))
		return
	}
	s.posts = append(s.posts, history.Action{Verb: history.Post, Player: int8(i), Amount: amount, Text: word, Pos: at})
}

// Added records chips that the house puts into the pot.
func (s *Scribe) Added(amount int64) { s.sum(&s.added, amount) }

func (s *Scribe) event(k kind, i int, amount int64, at history.Pos) *event {
	if len(s.events) == maxEvents {
		s.Refuse(at, fmt.Sprintf("more than %d actions, streets and cards in a hand", maxEvents))
		s.spare = event{}
		return &s.spare
	}
	s.events = append(s.events, event{kind: k, seat: int8(i), amount: amount, pos: at})
	if i >= 0 {
		s.seats[i].in = true
	}
	return &s.events[len(s.events)-1]
}

// with gives an event its cards.
func (s *Scribe) with(e *event, cs []cards.Card) {
	if len(cs) > len(e.cards) {
		s.Refuse(e.pos, fmt.Sprintf("%d cards at once", len(cs)))
	}
	e.n = uint8(copy(e.cards[:], cs))
}

// holds gives a seat the cards that the file names, in addition to the first ones of them.
func (s *Scribe) holds(p *seat, first uint8, cs []cards.Card, at history.Pos) {
	if int(first)+len(cs) > len(p.hole) {
		s.Refuse(at, fmt.Sprintf("%s has more than %d cards", p.name, len(p.hole)))
	}
	p.held = first + uint8(copy(p.hole[first:], cs))
}

// Fold records a fold.
func (s *Scribe) Fold(i int, at history.Pos) {
	s.event(evFold, i, 0, at)
	s.seats[i].out = true
}

// Check records a check.
func (s *Scribe) Check(i int, at history.Pos) { s.event(evCheck, i, 0, at) }

// Call records a call that puts in an amount. A post considered dead becomes live if the call
// counts it.
func (s *Scribe) Call(i int, amount int64, at history.Pos) {
	if p := &s.seats[i]; p.dead > 0 && amount == s.level()-p.wager-p.dead {
		s.live(i, at)
	}
	p := &s.seats[i]
	if full := s.level() - p.wager; amount < full && p.put+amount < p.stack {
		if posted := func(a history.Action) bool { return int(a.Player) == i }; s.wrong == "" && !slices.ContainsFunc(s.posts, posted) {
			s.wrong, s.wrongAt = fmt.Sprintf("%s calls %s, owes %s and has more", p.name, s.text(amount), s.text(full)), at
		}
		if s.short = true; s.inFull {
			amount = min(full, p.stack-p.put)
		}
	}
	s.event(evCall, i, amount, at)
	s.sum(&s.pay(i, amount).wager, amount)
}

// Bet records a bet that puts in an amount.
func (s *Scribe) Bet(i int, amount int64, at history.Pos) {
	s.event(evBet, i, amount, at)
	s.sum(&s.pay(i, amount).wager, amount)
}

// PostAllIn records the last chips of a player who posts. What they are is known when the cards are dealt: the ante, if others have paid one
// and the player has not; what is more, or all of it without antes, is the blind that nobody else has posted.
func (s *Scribe) PostAllIn(i int, amount int64, at history.Pos) {
	if len(s.lastChips) == maxPosts {
		s.Refuse(at, fmt.Sprintf("more than %d posts in a hand", maxPosts))
		return
	}
	s.lastChips = append(s.lastChips, lastChips{i, amount, at})
}

// postLast posts what [Scribe.PostAllIn] has recorded.
func (s *Scribe) postLast() {
	full := int64(0)
	for i := range s.n {
		full = max(full, s.seats[i].ante)
	}
	for _, c := range s.lastChips {
		if p := &s.seats[c.seat]; p.ante == 0 && full > 0 {
			part := min(c.amount, full)
			s.ante(c.seat, part)
			c.amount -= part
		}
		switch {
		case c.amount == 0:
		case s.smallSeat < 0 && s.seats[c.seat].name != "Big Blind": // where names are those of positions, with a dead small blind
			s.Small(c.seat, c.amount, c.at)
		case s.bigSeat < 0:
			s.Big(c.seat, c.amount, c.at)
		default:
			s.Post(c.seat, c.amount, c.at)
		}
	}
	s.lastChips = s.lastChips[:0]
}

// early makes players sit out who fold before the cards without chips in the pot.
func (s *Scribe) early() {
	s.postLast()
	s.events = slices.DeleteFunc(s.events, func(e event) bool {
		p := &s.seats[max(0, int(e.seat))]
		if e.kind != evFold || p.put > 0 {
			return false
		}
		p.in, p.out, p.away = false, false, true
		for _, blind := range []*int{&s.smallSeat, &s.bigSeat} {
			if *blind == int(e.seat) { // a blind of nothing
				*blind = noSeat
			}
		}
		s.h.Infer(e.pos, p.name+" folds before the cards and is taken to sit out")
		return true
	})
}

// RaiseTo records a raise to a wager on the street.
func (s *Scribe) RaiseTo(i int, to int64, at history.Pos) {
	s.event(evRaiseTo, i, to, at)
	p := &s.seats[i]
	s.sum(&p.put, to-p.wager)
	p.wager = to
}

// RaiseBy records a raise that puts in an amount.
func (s *Scribe) RaiseBy(i int, amount int64, at history.Pos) {
	s.RaiseTo(i, s.seats[i].wager+amount, at)
}

// BringIn records the forced bet of stud.
func (s *Scribe) BringIn(i int, amount int64, at history.Pos) {
	s.event(evBringIn, i, amount, at)
	s.sum(&s.pay(i, amount).wager, amount)
	s.bringIn = max(s.bringIn, amount)
}

// Street begins the next betting round.
func (s *Scribe) Street(at history.Pos) {
	s.event(evStreet, noSeat, 0, at)
	for i := range s.n {
		s.seats[i].wager = 0
	}
}

// StreetOver reports whether an action of a seat can only belong to the next street: the seat has
// acted and owes nothing, or it opens a round that is already open.
func (s *Scribe) StreetOver(seat int, opens bool) bool {
	if opens && s.level() > 0 {
		return true
	}
	if s.seats[seat].wager < s.level() {
		return false
	}
	for i := len(s.events) - 1; i >= 0 && s.events[i].kind != evStreet; i-- {
		if e := &s.events[i]; int(e.seat) == seat && e.kind <= evBringIn {
			return true
		}
	}
	return false
}

// Further reports whether cards that a player gets now can only be those of another street: somebody has acted since the last cards, or
// they are the first of a stud game.
func (s *Scribe) Further() bool {
	for i := len(s.events) - 1; i >= 0; i-- {
		switch kind := s.events[i].kind; {
		case kind == evStreet || kind == evUp:
			return false
		case kind < evBringIn:
			return true
		}
	}
	return s.game.Kind == Stud
}

// Unheaded begins a street of a board game whose cards the file names later.
func (s *Scribe) Unheaded(at history.Pos) {
	if s.game.Kind != Board || s.laid() >= 5 {
		return
	}
	n := 1
	if s.laid() == 0 {
		n = 3
	}
	s.Street(at)
	s.with(s.event(evBoard, noSeat, 0, at), unknown[:n])
}

// Board deals board cards, ignoring those that are already on the board.
func (s *Scribe) Board(cs []cards.Card, at history.Pos) {
	for len(cs) > 1 && s.lies(cs[0]) {
		cs = cs[1:]
	}
	s.with(s.event(evBoard, noSeat, 0, at), cs)
}

// laid returns the number of cards on the board.
func (s *Scribe) laid() (n int) {
	for i := range s.events {
		if e := &s.events[i]; e.kind == evBoard {
			n += int(e.n)
		}
	}
	return n
}

// turnUp fills in board cards that the file did not name in their place, from the complete board
// that it names later.
func (s *Scribe) turnUp(board []cards.Card, at history.Pos) {
	n := 0
	for i := range s.events {
		e := &s.events[i]
		if e.kind != evBoard {
			continue
		}
		for k := range e.n {
			if n < len(board) && e.cards[k] == cards.Unknown {
				e.cards[k] = board[n]
				s.h.Infer(at, "the card "+board[n].String()+", which the file tells only with the whole board")
			}
			n++
		}
	}
}

// lies reports whether a card is on the board.
func (s *Scribe) lies(c cards.Card) bool {
	for i := range s.events {
		if e := &s.events[i]; e.kind == evBoard && slices.Contains(e.cards[:e.n], c) {
			return true
		}
	}
	return false
}

// Run deals cards of one of several boards, counted from 0, which are dealt when nobody can bet any
// more.
func (s *Scribe) Run(run int, cs []cards.Card, at history.Pos) {
	s.runs, s.runAt = max(s.runs, run+1), at
	s.with(s.event(evRun, noSeat, int64(run), at), cs)
}

// shareBoard finds the streets common to all boards if a file lists them only with the first: the
// other boards have fewer streets.
func (s *Scribe) shareBoard() {
	var streets [8]int
	for i := range s.events {
		if e := &s.events[i]; e.kind == evRun {
			streets[min(int(e.amount), len(streets)-1)]++
		}
	}
	for i := 0; i < len(s.events) && s.runs > 1 && streets[0] > streets[1]; i++ {
		if e := &s.events[i]; e.kind == evRun && e.amount == 0 {
			e.kind = evBoard
			streets[0]--
		}
	}
}

// options returns the readings of the game, including the site's, as a TOML table.
func (s *Scribe) options() string {
	text := ""
	if s.site != "" {
		text = "site = '" + s.site + "'"
	}
	if s.runs > 1 {
		if text != "" {
			text += ", "
		}
		text += "runs = '" + s.runsText() + "'"
	}
	return text
}

// runsText returns the option for the streets that are dealt several times.
func (s *Scribe) runsText() string {
	once := 0
	for i := range s.events {
		if e := &s.events[i]; e.kind == evBoard {
			once += int(e.n)
		}
	}
	often, from := "twice", "river"
	if s.runs == 3 {
		often = "three times"
	}
	switch {
	case once < 3:
		from = "flop"
	case once == 3:
		from = "turn"
	}
	return often + " from the " + from
}

// Hole records the first cards dealt to a player, as far as the file knows them.
func (s *Scribe) Hole(i int, cs []cards.Card, at history.Pos) {
	p := &s.seats[i]
	p.in, p.at = true, at
	s.holds(p, 0, cs, at)
	p.everyCards = true
}

// Dealt deals a player cards of a later street: an up card of stud, or drawn cards.
func (s *Scribe) Dealt(i int, cs []cards.Card, at history.Pos) {
	s.with(s.event(evUp, i, 0, at), cs)
}

// Given deals a player cards, at first or on a later street.
func (s *Scribe) Given(i int, cs []cards.Card, at history.Pos) {
	if s.game.Kind == Stud || s.streets() > 0 {
		s.Dealt(i, cs, at)
	} else {
		s.Hole(i, cs, at)
	}
}

// NextCards deals a player cards in addition to those of the same street, for files that list each
// separately; no cards mean one unknown card.
func (s *Scribe) NextCards(i int, cs []cards.Card, at history.Pos) {
	if len(cs) == 0 {
		cs = unknown[:1]
	}
	if s.game.Kind != Stud && s.streets() == 0 {
		p := &s.seats[i]
		p.in, p.at = true, at
		p.everyCards = cs[0] != cards.Unknown
		if p.everyCards {
			s.holds(p, p.held, cs, at)
		}
		return
	}
	if k := len(s.events) - 1; k >= 0 && s.events[k].kind == evUp && int(s.events[k].seat) == i {
		e := &s.events[k]
		s.with(e, slices.Concat(e.cards[:e.n], cs))
		return
	}
	s.Dealt(i, cs, at)
}

// Discard records a draw of n cards, with the discards as far as the file knows them.
func (s *Scribe) Discard(i int, n int64, cs []cards.Card, at history.Pos) {
	if n > int64(s.game.Hole) {
		s.Refuse(at, fmt.Sprintf("%s discards %d cards of %d", s.seats[i].name, n, s.game.Hole))
		return
	}
	if k := len(s.events); s.game.Kind == Draw && (k == 0 || s.events[k-1].kind <= evBringIn) {
		s.Street(at) // some files have no heading for the only draw
	}
	if int64(len(cs)) != n {
		cs = unknown[:n]
	}
	s.with(s.event(evDiscard, i, n, at), cs)
}

// Show shows a hand.
func (s *Scribe) Show(i int, cs []cards.Card, at history.Pos) { s.with(s.event(evShow, i, 0, at), cs) }

// ShowHeld shows the cards dealt to a player.
func (s *Scribe) ShowHeld(i int, at history.Pos) {
	p := &s.seats[i]
	s.Show(i, p.hole[:p.held], at)
}

// Muck mucks a hand at the showdown.
func (s *Scribe) Muck(i int, at history.Pos) {
	s.event(evMuck, i, 0, at)
}

// mayNotMuck shows the named hands of players who are said to muck at a showdown and collect: 888 and PPPoker write so of hands that win
// after others were shown.
func (s *Scribe) mayNotMuck() {
	shown := seating.Set(0)
	for i := range s.events {
		if s.events[i].kind == evShow {
			shown |= seating.Bit(int(s.events[i].seat))
		}
	}
	for i := range s.events {
		e := &s.events[i]
		if e.kind != evMuck || s.runs > 0 || shown&^seating.Bit(int(e.seat)) == 0 {
			continue
		}
		if p := &s.seats[e.seat]; p.won > 0 && int(p.held) == s.game.Hole {
			e.kind = evShow
			s.with(e, p.hole[:p.held])
			s.h.Infer(e.pos, p.name+" mucks and collects: the hand counts as shown")
		}
	}
}

// known records a player's final cards, whether or not they were shown.
func (s *Scribe) known(i int, cs []cards.Card, at history.Pos) {
	p := &s.seats[i]
	if s.game.Kind == Board && p.held == 0 && len(cs) == s.game.Hole {
		s.holds(p, 0, cs, at)
		p.at = at
	}
}

// Back records an uncalled bet that is returned.
func (s *Scribe) Back(i int, amount int64) { s.sum(&s.seats[i].back, amount) }

// Collect records a player's winnings from a pot that the file names: 0 for the main pot; -1 if it
// does not say.
func (s *Scribe) Collect(i int, amount int64, pot int) {
	p := &s.seats[i]
	p.in = true
	s.sum(&p.won, amount)
	if pot >= 0 && pot < len(s.collected) {
		s.sum(&s.collected[pot], amount)
		s.lots = max(s.lots, pot+1)
	}
}

// collects reports whether anybody has collected anything, or has sold a hand.
func (s *Scribe) collects() bool {
	for i := range s.n {
		if s.seats[i].won > 0 || s.seats[i].sold {
			return true
		}
	}
	return false
}

// Aside records an amount that a player received outside the pot, or paid if it is below 0: a
// cash-out, an insurance, a bounty. No stack of the hand includes it.
func (s *Scribe) Aside(i int, what string, amount int64) {
	once := what == history.AsidePlace || what == history.AsidePrize // some files repeat the lines
	if once && slices.ContainsFunc(s.asides, func(a aside) bool { return a.seat == i && a.what == what }) {
		return
	}
	if len(s.asides) == maxAsides {
		s.Refuse(0, fmt.Sprintf("more than %d amounts outside the pot", maxAsides))
		return
	}
	s.asides = append(s.asides, aside{i, what, amount})
}

// Place records a player's place in the tournament.
func (s *Scribe) Place(i int, place int64) {
	if place <= history.MaxAmount/Unit {
		s.Aside(i, history.AsidePlace, place*Unit)
	}
}

// CashedOut records the amount for which a player sold the hand. If nobody else collects the pot,
// the hand wins it anyway; what it wins goes to the buyer.
func (s *Scribe) CashedOut(i int, amount int64) {
	s.seats[i].sold = true
	s.Aside(i, history.AsideCashOut, amount)
}

// Within declares that the winnings include the uncalled bet.
func (s *Scribe) Within() { s.within = true }

// Uncalled returns the amount by which one seat exceeds all others, 0 if none does.
func (s *Scribe) Uncalled() (seat int, over int64) {
	var put [seating.Max]int64
	for i := range s.n {
		put[i] = s.seats[i].put - s.seats[i].back
	}
	return s.uncalled(&put)
}

// Put returns the amount that a seat has put in.
func (s *Scribe) Put(i int) int64 { return s.seats[i].put }

// total records the pot stated in the file.
func (s *Scribe) total(amount int64, at history.Pos) { s.pot, s.potAt = amount, at }

// checkPot compares the pot stated in the file with what players put in. Sites state it with or without the rake, an uncalled bet, what the
// house adds and what is paid beside the pot.
func (s *Scribe) checkPot(total int64) {
	if s.pot < 0 {
		return
	}
	rest := []int64{s.rake, -s.added, s.moved, s.apart}
	for i := range s.n {
		rest = append(rest, -s.seats[i].back)
	}
	beside := int64(0)
	for _, a := range s.asides {
		if a.what != history.AsidePlace && a.what != history.AsidePrize && a.what != history.AsideCashOutFee {
			beside += a.amount
		}
	}
	known := []int64{total}
	for _, amount := range append(rest, beside, -beside) {
		for _, sum := range slices.Clone(known) {
			if amount != 0 && len(known) < 1024 {
				known = append(known, sum-amount)
			}
		}
	}
	exact := func(sum int64) bool { return sum == s.pot || s.whole && sum-s.pot < Unit && s.pot-sum < Unit }
	if !slices.ContainsFunc(known, exact) {
		s.h.Contradiction = s.h.ErrorAt(s.potAt, history.CodePot, fmt.Sprintf("the file says that the pot is %s, and players put in %s", s.text(s.pot), s.text(total)), "")
		return
	}
	s.checkPots()
}

// checkPots compares the main pot and the side pots stated in the file with those of what players put in, if there are as many: each is stated
// with its part of the rake, or without.
func (s *Scribe) checkPots() {
	var list pots.List
	s.build(&list)
	if len(s.pots) < 2 || len(s.pots) != list.N {
		return
	}
	taken, paid, told := int64(0), int64(0), int64(0)
	for k, stated := range s.pots {
		paid, told = paid+s.collected[k], told+stated.amount
	}
	for k, stated := range s.pots {
		if s.lots == len(s.pots) && paid == told && s.collected[k] != stated.amount {
			s.h.Contradiction = s.h.ErrorAt(stated.at, history.CodePot, fmt.Sprintf("the file says that a pot is %s, and that %s of it is won", s.text(stated.amount), s.text(s.collected[k])), "")
			return
		}
		part := list.Pot[k].Amount - stated.amount
		taken += part
		if s.whole && part < Unit && part > -Unit { // told in whole chips
			continue
		}
		if part < 0 || part > s.rake || k == list.N-1 && taken != 0 && taken != s.rake && !s.whole {
			s.h.Contradiction = s.h.ErrorAt(stated.at, history.CodePot,
				fmt.Sprintf("the file says that a pot is %s, and players put in %s with a rake of %s", s.text(stated.amount), s.text(list.Pot[k].Amount), s.text(s.rake)), "")
			return
		}
	}
}

// build makes the pots of what players put in.
func (s *Scribe) build(list *pots.List) {
	var put [seating.Max]int64
	var live seating.Set
	dead := s.added
	for i := range s.n {
		p := &s.seats[i]
		put[i] = p.put - p.back - p.dead
		dead += p.dead
		if s.antes == 1 {
			put[i], dead = put[i]-p.ante, dead+p.ante
		}
		if p.in && !p.out {
			live |= seating.Bit(i)
		}
	}
	pots.Build(put[:s.n], live, dead, list)
}

// Rake records an amount taken by the house. Several amounts add up.
func (s *Scribe) Rake(amount int64) {
	s.rake = max(0, s.rake)
	s.sum(&s.rake, amount)
}

// name returns the name of a seat.
func (s *Scribe) name(i int) string { return s.seats[i].name }

// Finish completes the hand.
func (s *Scribe) Finish() error {
	h := s.h
	if s.refused != nil {
		return s.refused
	}
	s.shareBoard()
	if s.runs > 0 && (s.runs > 3 || s.game.Kind != Board) {
		return h.ErrorAt(s.runAt, history.CodeGame, fmt.Sprintf("the board is dealt %d times", s.runs), "")
	}
	if err := s.sit(); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	for i := range s.n {
		if p := &s.seats[i]; p.sold && p.won > 0 {
			s.Aside(i, history.AsideSold, -p.won)
		}
	}
	s.mayNotMuck()
	s.forced()
	s.leave()
	if err := s.play(); err != nil {
		return err
	}
	s.stakes()
	s.extras()
	return s.rescale(h)
}

// sit determines who was dealt in, and in which order.
func (s *Scribe) sit() error {
	s.fromOne()
	s.asListed()
	s.order = s.order[:0]
	for i := range s.n {
		if s.seats[i].in {
			s.order = append(s.order, int8(i))
		}
	}
	if len(s.order) < 2 {
		return s.h.ErrorAt(0, history.CodeBroken, "the hand has fewer than two players", "is the hand cut off, or was it cancelled?")
	}
	for i := range s.n {
		if p := &s.seats[i]; !p.in && !p.away {
			s.h.Infer(p.at, p.name+" never acts and is taken to sit out")
		}
	}
	slices.SortStableFunc(s.order, func(a, b int8) int { return int(s.seats[a].number - s.seats[b].number) })
	if s.button > 0 {
		first := 0
		for first < len(s.order) && s.seats[s.order[first]].number <= s.button {
			first++
		}
		rotate(s.order, first%len(s.order))
	}
	s.placeJoined()
	switch {
	case s.smallSeat >= 0 && s.bigSeat >= 0:
		s.byBlinds()
	case s.button <= 0 && s.bigSeat >= 0: // neither button nor small blind
		rotate(s.order, slices.Index(s.order, int8(s.bigSeat)))
	}
	s.anteBlind()
	for k, i := range s.order {
		s.seats[i].player = int8(k)
	}
	return nil
}

// fromOne renumbers the seats from 1 if the file numbers them from 0.
func (s *Scribe) fromOne() {
	told := s.seats[:s.n]
	if !slices.ContainsFunc(told, func(p seat) bool { return p.number == 0 && !p.joined }) {
		return
	}
	for i := range told {
		if p := &told[i]; !p.joined {
			p.number++
		}
	}
	if s.button >= 0 {
		s.button++
	}
}

// asListed numbers the seats in the order of the list.
func (s *Scribe) asListed() {
	if !s.listed {
		return
	}
	button := s.numbered(s.button)
	for i := range s.n {
		s.seats[i].number = int64(i + 1)
	}
	if button >= 0 {
		s.button = int64(button + 1)
	}
}

// placeJoined places players without a seat number behind the player who acts before them.
func (s *Scribe) placeJoined() {
	for i := range s.n {
		p := &s.seats[i]
		if !p.joined || p.number != 0 || !p.in {
			continue
		}
		before := s.actsBefore(i)
		s.order = slices.DeleteFunc(s.order, func(k int8) bool { return int(k) == i })
		at := slices.Index(s.order, int8(before)) + 1
		s.order = slices.Insert(s.order, at, int8(i))
		number := s.seats[max(before, 0)].number
		for s.numbered(number) >= 0 {
			number++
		}
		p.number = number
		s.h.Infer(p.at, p.name+" has come in during the hand: the stack is not known, and the seat is taken to be number "+strconv.FormatInt(p.number, 10))
	}
}

// actsBefore returns the seat that acts, or posts, before another in the first round.
func (s *Scribe) actsBefore(seat int) int {
	before := s.bigSeat
	if before == seat || before < 0 {
		before = s.smallSeat
	}
	for k := range s.events {
		e := &s.events[k]
		if e.kind > evBringIn || int(e.seat) == seat {
			break
		}
		before = int(e.seat)
	}
	return before
}

// anteBlind finds a big blind who was all in with the ante: then nobody posts one, but it must be
// called in full.
func (s *Scribe) anteBlind() {
	if s.bigSeat >= 0 || s.game.Kind == Stud || s.headerBlind() == 0 || s.antes == 0 {
		return
	}
	at := 1
	if s.smallSeat >= 0 {
		at = slices.Index(s.order, int8(s.smallSeat)) + 1
	} else if len(s.order) == 2 {
		at = 0
	}
	i := int(s.order[at%len(s.order)])
	if p := &s.seats[i]; p.ante > 0 && p.ante == p.stack {
		s.bigSeat = i
	}
}

// byBlinds corrects the order if the blinds contradict the button, because the file's button is
// then out of date.
func (s *Scribe) byBlinds() {
	n := len(s.order)
	at := slices.Index(s.order, int8(s.smallSeat))
	switch {
	case n == 2 && at == 0: // the button posts the small blind
		rotate(s.order, 1)
	case n > 2 && (s.button <= 0 || at == n-1 && int(s.order[0]) == s.bigSeat):
		rotate(s.order, at)
	default:
		return
	}
	if s.button > 0 {
		s.h.Infer(0, "the button is taken to be where the blinds say")
	}
}

func rotate(list []int8, by int) {
	slices.Reverse(list[:by])
	slices.Reverse(list[by:])
	slices.Reverse(list)
}

// settle reconciles the amounts put in, returned and collected, and returns an error if they do not add up.
func (s *Scribe) settle() error {
	s.tooMuchBack()
	s.soldWins()
	var put [seating.Max]int64
	total, won := int64(0), int64(0)
	for i := range s.n {
		p := &s.seats[i]
		put[i] = p.put - p.back
		total += put[i]
		won += p.won
	}
	total += s.added
	if part := s.unround(&put, total-won); part != 0 {
		won += part
		s.pot = -1 // is as little exact
	}
	if seat, over := s.uncalled(&put); over > 0 {
		p := &s.seats[seat]
		rake := max(s.rake, 0)
		name := fmt.Sprintf("the uncalled %s of %s", s.text(over), p.name)
		switch {
		case s.within && p.won >= over, s.rake < 0 && p.won >= over && s.lastLot() == over, s.rake >= 0 && p.won > over && total == won+rake,
			s.rake < 0 && p.won >= over && won > total-over && won <= total:
			p.back += over
			p.won -= over
			total, won = total-over, won-over
			s.uncollect(over)
			s.h.Infer(0, name+", which is in what the file says was collected")
		case p.won == over && total == won+rake:
			p.back += over
			p.won = 0
			total, won = total-over, won-over
			s.uncollect(over)
		case s.pot >= 0 && total-over == s.pot, s.rake < 0 && won <= total-over, total-over == won+rake:
			p.back += over
			total -= over
			s.h.Infer(0, name+", which the file leaves out")
		}
	}
	if s.rake < 0 && !s.collects() && s.lots == 0 && total > 0 {
		return s.h.ErrorAt(0, history.CodeBroken, "the hand breaks off: nobody has collected anything", "")
	}
	if s.rake < 0 {
		s.rake = total - won
		if s.rake > 0 {
			s.h.Infer(0, fmt.Sprintf("the rake of %s, which is the difference of what was put in and what was collected", s.text(s.rake)))
		}
	}
	if s.apart > 0 && won+s.apart+s.rake == total {
		s.h.Infer(0, fmt.Sprintf("the winners of the %s in side pots, whom the file does not name", s.text(s.apart)))
		won += s.apart
	} else {
		s.apart = 0
	}
	if s.rake < 0 || won+s.rake != total {
		return s.h.ErrorAt(0, history.CodePot, fmt.Sprintf("players put in %s, and collected %s with a rake of %s", s.text(total), s.text(won), s.text(max(0, s.rake))), "")
	}
	s.checkPot(total)
	return nil
}

// unround corrects winnings that are off by a fraction of a chip: some tournaments bet fractions of
// chips and list winnings in whole ones. It returns the correction.
func (s *Scribe) unround(put *[seating.Max]int64, missing int64) int64 {
	seat, over := s.uncalled(put)
	if part := missing - over; over > 0 && part > -Unit && part < Unit {
		missing = part
	}
	if !s.whole || s.rake > 0 || missing == 0 || missing >= Unit || missing <= -Unit {
		return 0
	}
	at := seat // the uncalled amount may have been collected too
	if over == 0 || s.seats[seat].won-over >= Unit || s.seats[seat].won <= over-Unit {
		at = 0
		for i := range s.n {
			if s.seats[i].won > s.seats[at].won {
				at = i
			}
		}
	}
	p := &s.seats[at]
	p.won += missing
	s.lots = 0
	s.h.Infer(0, fmt.Sprintf("the %s that %s collects, which the file names in whole chips", s.text(p.won), p.name))
	return missing
}

// soldWins gives a pot that nobody collects to the only hand that was sold.
func (s *Scribe) soldWins() {
	rest, only := s.added-max(s.rake, 0), noSeat
	for i := range s.n {
		p := &s.seats[i]
		rest += p.put - p.back - p.won
		if p.sold {
			if only >= 0 {
				return
			}
			only = i
		}
	}
	if only >= 0 && rest > 0 && s.rake >= 0 && s.seats[only].won == 0 {
		s.Collect(only, rest, -1)
	}
}

// tooMuchBack corrects an uncalled bet that exceeds the uncalled amount: it includes what the house
// put into the pot, or a part of the pot that the player wins.
func (s *Scribe) tooMuchBack() {
	var put [seating.Max]int64
	backs, i := 0, noSeat
	for k := range s.n {
		put[k] = s.seats[k].put
		if s.seats[k].back > 0 {
			i = k
			backs++
		}
	}
	if backs != 1 {
		return
	}
	seat, over := s.uncalled(&put)
	p := &s.seats[i]
	if seat != i {
		over = 0
	}
	more := p.back - over
	switch {
	case more <= 0 || p.won == 0:
		return
	case more == s.added:
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, in which the file has what the house put into the pot", s.text(over), p.name))
	default:
		p.won += more
		s.h.Infer(0, fmt.Sprintf("the uncalled %s of %s, in which the file has %s of the pot", s.text(over), p.name, s.text(more)))
	}
	p.back, s.moved = over, more
}

// lastLot returns the winnings from the last of several pots in the file: an uncalled bet may be
// listed there as a separate side pot.
func (s *Scribe) lastLot() int64 {
	if s.lots < 2 {
		return 0
	}
	return s.collected[s.lots-1]
}

// uncollect removes an uncalled bet from the last of the file's pots.
func (s *Scribe) uncollect(over int64) {
	if s.lots == 0 || s.collected[s.lots-1] < over {
		return
	}
	s.collected[s.lots-1] -= over
	if s.collected[s.lots-1] == 0 {
		s.lots--
	}
}

// uncalled returns the amount by which one seat exceeds all others, without dead chips.
func (s *Scribe) uncalled(put *[seating.Max]int64) (seat int, over int64) {
	live := *put
	for i := range s.n {
		live[i] -= s.seats[i].dead
		if s.antes == 1 {
			live[i] -= s.seats[i].ante
		}
	}
	return pots.Uncalled(live[:s.n])
}

func (s *Scribe) text(units int64) string { return history.FormatAmount(units, Unit) }

// list returns memory for a list with a number per player.
func (s *Scribe) list(k int) []int64 {
	for len(s.nums) <= k {
		s.nums = append(s.nums, make([]int64, 0, 10))
	}
	s.nums[k] = append(s.nums[k][:0], make([]int64, len(s.order))...)
	return s.nums[k]
}

// forced fills in the fields with an entry per player.
func (s *Scribe) forced() {
	h, n := s.h, len(s.order)
	h.Starting, h.Finishing, h.Winnings, h.Seats = s.list(0), s.list(1), s.list(2), s.list(3)
	h.Blinds = nil
	if s.game.Kind != Stud {
		h.Blinds = s.list(4)
	}
	h.Antes = s.list(5)
	s.texts = s.texts[:0]
	full := s.fullBlind()
	for k, i := range s.order {
		p := &s.seats[i]
		h.Starting[k] = p.stack
		h.Finishing[k] = p.stack - p.put + p.back + p.won
		h.Winnings[k], h.Seats[k] = p.won, p.number
		if p.joined && p.stack == unknownStack {
			h.Starting[k], h.Finishing[k] = history.Infinite, history.Infinite
		}
		s.texts = append(s.texts, p.name)
		entry := k
		if n == 2 {
			entry = 1 - k
		}
		h.Antes[entry] = p.ante
		if h.Blinds == nil {
			continue
		}
		h.Blinds[entry] = p.blind
		if int(i) == s.bigSeat && p.blind < full && p.put >= p.stack { // what was due, not what the player had
			h.Blinds[entry] = full
		}
	}
	if s.apart > 0 { // nobody knows who has them
		h.Finishing, h.Winnings = nil, nil
	}
	h.Players = s.texts
	h.AnteTrimming = s.antes != 1
	if s.antes == 0 {
		h.Antes = s.list(5)
	}
}

// fullBlind returns the full big blind.
func (s *Scribe) fullBlind() int64 {
	posted := int64(0)
	if s.bigSeat >= 0 {
		p := &s.seats[s.bigSeat]
		if header := s.headerBlind(); p.put < p.stack || header > 0 && p.blind > header {
			return p.blind
		}
		posted = p.blind
	}
	if s.smallSeat >= 0 && s.headerBlind() == 0 {
		return max(posted, 2*s.seats[s.smallSeat].blind)
	}
	return max(posted, s.headerBlind())
}

func (s *Scribe) headerBlind() int64 {
	if s.limit == Fixed {
		return s.fixedS
	}
	return s.big
}

// fullBringIn returns the full bring-in: if a player is all in for less, it is what others call.
func (s *Scribe) fullBringIn() int64 {
	full := s.bringIn
	if full == 0 {
		return 0
	}
	for i := range s.events {
		switch e := &s.events[i]; e.kind {
		case evBringIn:
			if p := &s.seats[e.seat]; p.put < p.stack {
				return full
			}
		case evCall:
			full = max(full, e.amount)
		case evRaiseTo, evBet, evCheck:
			return full
		case evStreet:
			if full > s.bringIn {
				return full
			}
		}
	}
	return full
}

// stakes fills in the betting limits.
func (s *Scribe) stakes() {
	h := s.h
	h.Variant = s.game.Variant
	h.BringIn, h.SmallBet, h.BigBet, h.MinBet = s.fullBringIn(), 0, 0, 0
	full := s.fullBlind()
	if s.limit == Fixed {
		if s.fixedS == 0 && s.game.Kind == Stud {
			s.betsOfStud()
		}
		h.SmallBet, h.BigBet = s.fixedS, s.fixedB
		if h.BringIn == 0 && s.game.Kind == Stud && s.fixedS > 0 {
			s.unpaidBringIn()
		}
		if s.bigSeat >= 0 && full != s.fixedS && s.game.Kind != Stud {
			h.SmallBet, h.BigBet = full, 2*full
		}
		return
	}
	h.MinBet = max(1, full)
	if s.game.Kind == Stud {
		h.MinBet = max(1, s.big)
	}
}

// unpaidBringIn sets the bring-in of a hand that begins with a full bet: the ante, or half of the
// small bet.
func (s *Scribe) unpaidBringIn() {
	h := s.h
	h.BringIn = s.fixedS / 2
	if ante := slices.Max(h.Antes); ante > 0 && ante < s.fixedS {
		h.BringIn = ante
	}
	h.Infer(0, fmt.Sprintf("a bring-in of %s, which nobody pays and the file does not name", s.text(h.BringIn)))
}

// betsOfStud infers the bets of a fixed limit that the file does not name from the betting: the
// small bet on the first two streets, the big bet from then on.
func (s *Scribe) betsOfStud() {
	street, small := 0, s.bringIn*2
	for i := range s.events {
		e := &s.events[i]
		if e.kind == evStreet {
			street++
		}
		if e.kind != evBet && e.kind != evRaiseTo {
			continue
		}
		if small = e.amount; street > 2 {
			small /= 2
		}
		if p := &s.seats[e.seat]; p.put < p.stack { // not the last chips
			break
		}
	}
	s.fixedS, s.fixedB = small, 2*small
	s.h.Infer(0, fmt.Sprintf("the bets of %s and %s, which the file does not name", s.text(small), s.text(2*small)))
}

// extras fills in the fields of the superset.
func (s *Scribe) extras() {
	h := s.h
	if s.site != "" || s.runs > 1 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyOptions, Raw: s.raw(s.options())})
	}
	if s.limit == PotLimit {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyLimit, Raw: "'pot'"})
	}
	if s.cap > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyCap, Raw: "'" + s.text(s.cap) + "'"})
	}
	if s.added > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyAdded, Raw: "'" + s.text(s.added) + "'"})
	}
	if len(s.asides) > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyAside, Raw: s.asideText()})
	}
	if s.hero >= 0 && s.seats[s.hero].in {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyHero, Raw: strconv.Itoa(int(s.seats[s.hero].player) + 1)})
	}
	if s.rake > 0 {
		h.Extra = append(h.Extra, history.Extra{Key: history.KeyRake, Raw: s.rakeText()})
	}
}

// asideText returns the amounts received and paid outside the pot by players in the hand.
func (s *Scribe) asideText() string {
	var list []string
	for _, a := range s.asides {
		if p := &s.seats[a.seat]; p.in {
			list = append(list, fmt.Sprintf("'p%d %s %s'", p.player+1, a.what, s.text(a.amount)))
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// raw returns a table of options as TOML.
func (s *Scribe) raw(options string) string {
	if t, ok := s.raws[options]; ok {
		return t
	}
	if s.raws == nil {
		s.raws = map[string]string{}
	}
	t := "{ " + options + " }"
	s.raws[options] = t
	return t
}

// rakeText returns the rake, per pot if the file says what was collected from each.
func (s *Scribe) rakeText() string {
	var list pots.List
	s.build(&list)
	b := append(make([]byte, 0, 24), '\'')
	if s.lots != list.N || list.N < 2 {
		return string(append(history.AppendAmount(b, s.rake, Unit), '\''))
	}
	for k, taken := 0, int64(0); k < list.N; k++ {
		taken += list.Pot[k].Amount - s.collected[k]
		if list.Pot[k].Amount < s.collected[k] || k == list.N-1 && taken != s.rake { // not all of it is listed by pot
			return string(append(history.AppendAmount(b[:1], s.rake, Unit), '\''))
		}
		if k > 0 {
			b = append(b, ' ')
		}
		b = history.AppendAmount(b, list.Pot[k].Amount-s.collected[k], Unit)
	}
	return string(append(b, '\''))
}

// rescale converts the amounts to the unit of the table: a hundredth of money, a whole chip; finer
// if the file is.
func (s *Scribe) rescale(h *history.Hand) error {
	h.Scale = Unit
	scales := []int64{100, Unit}
	if !s.cents || s.whole {
		scales = []int64{1, 100, Unit}
	}
	var err error
	for _, scale := range scales {
		if err = h.Rescale(scale); err == nil {
			return nil
		}
	}
	return h.ErrorAt(0, history.CodeMoney, err.Error(), "")
}

// Fail returns an error at a place of the hand.
func (s *Scribe) Fail(at history.Pos, code, msg, hint string) *diag.Error {
	return s.h.ErrorAt(at, code, msg, hint)
}

// infer records a conclusion.
func (s *Scribe) infer(at history.Pos, msg string) { s.h.Infer(at, msg) }

func quote(b []byte) string { return strconv.Quote(string(b[:min(len(b), 60)])) }

// Line returns the error for a line that is not understood.
func (s *Scribe) Line(at history.Pos, line []byte) *diag.Error {
	return s.Fail(at, history.CodeLine, "the line is not understood: "+quote(line), "")
}

// Game returns the game of the hand.
func (s *Scribe) Game() *Game { return &s.game }

// Word returns b as a string, the same string for the same b.
func (s *Scribe) Word(b []byte) string { return s.intern(b) }

// level returns the largest wager on the street.
func (s *Scribe) level() (most int64) {
	for i := range s.n {
		most = max(most, s.seats[i].wager)
	}
	return most
}

// streets returns the number of betting rounds that have begun after the first.
func (s *Scribe) streets() (n int) {
	for i := range s.events {
		if s.events[i].kind == evStreet {
			n++
		}
	}
	return n
}

// AllIn records a player's last chips as a call, a bet or a raise, depending on the amount.
func (s *Scribe) AllIn(i int, amount int64, at history.Pos) {
	if p := &s.seats[i]; p.stack == unknownStack {
		p.stack = p.put + amount
	}
	switch to := s.seats[i].wager + amount; {
	case to <= s.level():
		s.Call(i, amount, at)
	case s.level() == 0:
		s.Bet(i, amount, at)
	default:
		s.RaiseTo(i, to, at)
	}
}
