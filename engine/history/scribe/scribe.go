// Package scribe converts the hand records of poker sites to [history.Hand].
//
// The reader of a format calls a [Scribe] with the content of the file, in its order and with its
// own amounts: seats, posts, bets, cards, winnings (scribe.go; lines.go and deeds.go for formats of
// lines). [Scribe.Finish] makes a hand of it in stages: the players in dealing order (seats.go), the
// money (settle.go), the fields of the hand (hand.go), its actions (play.go, with the folds of those
// who left in leave.go). The hand is not played here; but facts that the file omits and that can be
// concluded are added and listed in [history.Hand.Inferred]. A contradiction is an error at its
// place.
package scribe

import (
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
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

// Tournament declares that amounts are chips of a tournament, whatever money the file mentions.
func (s *Scribe) Tournament() { s.whole = true }

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

func (s *Scribe) blind(seat *int, second Puts, i int, amount int64, at history.Pos) {
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

// Put returns the amount that a seat has put in.
func (s *Scribe) Put(i int) int64 { return s.seats[i].put }

// Rake records an amount taken by the house. Several amounts add up.
func (s *Scribe) Rake(amount int64) {
	s.rake = max(0, s.rake)
	s.sum(&s.rake, amount)
}

// name returns the name of a seat.
func (s *Scribe) name(i int) string { return s.seats[i].name }

func (s *Scribe) text(units int64) string { return history.FormatAmount(units, Unit) }

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
