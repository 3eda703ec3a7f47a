// Package scribe converts the hand records of poker sites to [history.Hand].
//
// The reader of a format tells a [Scribe] the content of the file, in its order and with its own amounts: seats, posts, bets, cards,
// winnings (lines.go and deeds.go for formats of lines). [Scribe.Finish] makes a hand of it in stages, each with a state of its own:
//
//	Scribe   what the file says (scribe.go: the hand as a whole, its seats, its pots; story.go: what happens)
//	circle   the order of the seats (circle.go)
//	account  the money: what was put in, returned, collected and taken by the house (account.go)
//	deal     what is inferred while the actions are written: who folds, draws, shows and mucks (deal.go)
//	paper    the fields of the hand (hand.go)
//
// A stage reads those before it. The hand is not played here; but facts that the file omits and that can be concluded are added and
// listed in [history.Hand.Inferred]. A contradiction is an error at its place.
package scribe

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
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
}

// Scribe records what the files say of one hand after another. It reuses its memory.
type Scribe struct {
	Said
	table
	story
	till

	h       *history.Hand
	names   map[string]string
	memory  *memory
	refused *diag.Error // the first thing for which the hand has no room
}

// Said is what a file says of the hand as a whole.
type Said struct {
	Game       Game
	Limit      Limit
	Site       string // value of the games' option site, "" for the default
	Cap        int64  // the most that a player may put into the hand, 0 for no limit
	Button     int64  // number of the seat with the button, -1 for none
	Money      bool   // amounts are money, in hundredths
	Tournament bool   // amounts are chips of a tournament, whatever money the file mentions
	Within     bool   // winnings include the uncalled bet
	Listed     bool   // the players sit in the order of the list: the numbers of the file are not those of seats
	Short      bool   // a player has called less than the bet and had more
	Cut        bool   // the summary with which hands of the format end is missing
	Single     bool   // amounts of tournaments have the precision of a float of 32 bits, and pots are rounded to ten chips

	small, big     int64 // blinds of the header
	fixedS, fixedB int64 // the bets of a fixed limit
	inFull         bool  // calls of less than the bet count as calls of the full bet
	unposted       bool  // a player acts as if having posted a big blind
	late           bool  // such players have posted it

	// wrong is the first such call of a player who has not posted: no site counts posts in it.
	wrong   string
	wrongAt history.Pos
	against against
}

// against is the first amount of a file that does not follow from the lines before it.
type against struct {
	msg string
	at  history.Pos
}

// noSeat means nobody, several that there is not just one.
const (
	noSeat  = -1
	several = -2
)

// table is who sits at the table, and what they have put in.
type table struct {
	seats [betting.Max]seat // of which the first n are there
	place
}

// place is what a table has besides the seats.
type place struct {
	n    int
	hero int8 // the seat whose file it is, noSeat if nobody's is known, several if the file has the cards of more than one

	bigSeat   int // seats of the blinds
	smallSeat int
	antes     int // number of antes posted
	bringIn   int64
}

// seat is a player as the file has them.
type seat struct {
	name   string
	number int64
	stack  int64 // before the hand
	put    int64 // part of stack: in the pot by the file's amounts
	back   int64 // part of put that was returned
	won    int64
	wager  int64 // in this round
	dead   int64 // part of put that is not a live bet
	blind  int64 // the live forced bet that moves the opener
	ante   int64
	hole   [history.MaxActionCards]cards.Card
	held   uint8       // cards in hole
	at     history.Pos // of the cards, or of the seat
	told   history.Pos // where the file says last what the player has, or gets
	after  Outcome
	in     bool // the file mentions the seat
	out    bool // folded
	away   bool
	sold   bool // for an amount outside the pot
	joined bool // during the hand: the file has neither stack nor number
}

// Outcome is what a file says of a player after the hand: what was bet, with or without what came back; the gain, below zero if it is a loss;
// and the stack. [Untold] stands for an amount that it does not say.
type Outcome struct {
	Bet, Net, Stack int64
	At              history.Pos
}

// Untold is no amount.
const Untold = math.MinInt64

// left returns the rest of a seat's stack, by the amounts of the file.
func (p *seat) left() int64 { return p.stack - p.put + p.back }

// till is what the file says of the pots and of the house.
type till struct {
	pot       int64 // -1 if it does not say
	potAt     history.Pos
	pots      []statedPot // the main pot and the side pots, if the file states each
	apart     int64       // in pots that the file states without their winners
	rake      int64       // -1 if it does not say
	fee       int64       // the part of it that is for a jackpot
	added     int64       // put into the pot by the house
	collected lots
	backAt    history.Pos // where it names an uncalled bet, 0 for nowhere
	wonAt     history.Pos // where the file says last what a player collects
	asides    []aside
}

// lots are amounts by pot, as far as the file distinguishes pots.
type lots struct {
	n  int
	of [betting.Max]int64
}

// aside is an amount that a player received or paid outside the pot.
type aside struct {
	seat   int
	what   string
	amount int64
}

// Limits of a hand. No hand of any site comes near them; they keep the work for a file in proportion to its length.
const (
	maxEvents = 2048 // actions, cards and streets
	maxPosts  = 256
	maxAsides = 256
)

// Begin begins a hand.
func (s *Scribe) Begin(h *history.Hand) {
	if s.memory == nil {
		s.memory = &memory{}
	}
	s.h, s.refused = h, nil
	s.Said = Said{Button: -1}
	s.table.place = place{hero: noSeat, bigSeat: noSeat, smallSeat: noSeat}
	s.story = story{events: s.events[:0], posts: s.posts[:0], lastChips: s.lastChips[:0]}
	s.till = till{pot: -1, rake: -1, pots: s.pots[:0], asides: s.asides[:0]}
}

// Hand returns the hand being recorded.
func (s *Scribe) Hand() *history.Hand { return s.h }

// Finish completes the hand.
func (s *Scribe) Finish() error {
	if s.refused != nil {
		return s.refused
	}
	s.shareBoard()
	if s.runs > 0 && (s.runs > 3 || s.Game.Kind != Board) {
		return s.h.ErrorAt(s.runAt, history.CodeGame, fmt.Sprintf("the board is dealt %d times", s.runs), "")
	}
	order, err := s.sit()
	if err != nil {
		return err
	}
	money, err := s.settle()
	if err != nil {
		return err
	}
	if a := s.against; a.msg != "" && s.h.Contradiction == nil {
		s.h.Contradiction = s.Fail(a.at, history.CodePot, a.msg, "")
	}
	w := paper{s.h, s, order, money, &s.story}
	w.players()
	d, err := s.play(order, money)
	if err != nil {
		return err
	}
	w.story = &d.story
	w.stakes()
	w.extras()
	return w.rescale()
}

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

func text(units int64) string { return history.FormatAmount(units, Unit) }

// Fail returns an error at a place of the hand.
func (s *Scribe) Fail(at history.Pos, code, msg, hint string) *diag.Error {
	return s.h.ErrorAt(at, code, msg, hint)
}

// Line returns the error for a line that is not understood.
func (s *Scribe) Line(at history.Pos, line []byte) *diag.Error {
	return s.Fail(at, history.CodeLine, "the line is not understood: "+strconv.Quote(string(line[:min(len(line), 60)])), "")
}

// noName returns the error for a name that nobody in the list of seats has.
func (s *Scribe) noName(at history.Pos) *diag.Error {
	return s.Fail(at, history.CodeWho, "nobody of that name has a seat", "")
}

// Word returns b as a string, the same string for the same b.
func (s *Scribe) Word(b []byte) string {
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

// Play sets the game, the limit, and the blinds, or the bets of a fixed limit.
func (s *Scribe) Play(g Game, l Limit, low, high int64) {
	s.Game, s.Limit = g, l
	if l == Fixed {
		s.fixedS, s.fixedB = low, high
		return
	}
	s.small, s.big = low, high
}

// near reports whether amounts are the same, as exactly as the file names those of a tournament: in whole chips, or less exactly.
func (s *Said) near(a, b int64) bool {
	least := int64(1)
	if s.Tournament {
		least = Unit
	}
	if s.Tournament && s.Single {
		least = 10*Unit + max(a, b)>>22
	}
	return a-b < least && b-a < least
}

// FixedFrom converts the blinds of the header to the bets of a fixed limit if the posted big blind is the smaller of them.
func (s *Said) FixedFrom(posted int64) {
	if s.Limit != Fixed && posted == s.small && s.small < s.big {
		s.Limit, s.fixedS, s.fixedB = Fixed, s.small, s.big
		s.small, s.big = 0, 0
	}
}

// Blinds replaces the blinds of the header.
func (s *Said) Blinds(low, high int64) {
	if s.Limit == Fixed {
		s.fixedS, s.fixedB = high, 2*high
		return
	}
	s.small, s.big = low, high
}

// headerBlind returns the big blind of the header.
func (s *Said) headerBlind() int64 {
	if s.Limit == Fixed {
		return s.fixedS
	}
	return s.big
}

// Against records that an amount does not follow from the lines before it. Such a hand is replayed, and does not match.
func (s *Said) Against(at history.Pos, msg string) {
	if s.against.msg == "" {
		s.against = against{msg, at}
	}
}

// Astray reports whether an amount does not follow from the lines before it.
func (s *Said) Astray() bool { return s.against.msg != "" }

// CapAt limits the amount that a player may put into the hand to the amount that a seat has put in, if that seat has more.
func (s *Scribe) CapAt(seat int) {
	if p := &s.seats[seat]; p.put < p.stack {
		s.Cap = p.put
	}
}

// ButtonAt gives the button to a seat.
func (s *Scribe) ButtonAt(seat int) { s.Button = s.seats[seat].number }

// Hero says that the file is that of a seat. A file that says so of several is nobody's.
func (t *table) Hero(seat int) {
	if t.hero != noSeat && t.hero != int8(seat) {
		seat = several
	}
	t.hero = int8(seat)
}

// Seat adds a seat and returns its index. away: the file says that the player sits out.
func (s *Scribe) Seat(number int64, name []byte, stack int64, away bool, at history.Pos) (int, error) {
	if s.n == len(s.seats) {
		return 0, s.Fail(at, history.CodePlayers, fmt.Sprintf("more than %d seats", len(s.seats)), "")
	}
	if s.Named(name) >= 0 {
		if len(name) == 0 {
			return 0, s.Fail(at, history.CodeTwice, "two seats have no name: who of them acts is not in the file", "")
		}
		return 0, s.Fail(at, history.CodeTwice, fmt.Sprintf("two seats have the name %q", name), "")
	}
	s.seats[s.n] = seat{name: s.Word(name), number: number, stack: stack, away: away, at: at, told: at, after: Outcome{Bet: Untold, Net: Untold, Stack: Untold}}
	s.n++
	return s.n - 1, nil
}

// Join adds a seat for a player who came in after the list of seats: the stack is unknown, and the number follows from the order in
// which players act.
func (s *Scribe) Join(name []byte, at history.Pos) (int, error) {
	i, err := s.Seat(0, name, unknownStack, false, at)
	if err == nil {
		s.seats[i].joined = true
	}
	return i, err
}

// unknownStack stands for an unknown stack: it is more than anybody bets.
const unknownStack = history.MaxAmount

// Find returns the seat whose name the line begins with, and the length of the name; seat -1 for none. Of several names it chooses the longest.
func (t *table) Find(line []byte) (seat, n int) { return t.find(line, len(line)) }

// find finds a name of at most the given length.
func (t *table) find(line []byte, most int) (seat, n int) {
	seat = noSeat
	for i := range t.n {
		name := t.seats[i].name
		if len(name) > n && len(name) <= most && string(line[:len(name)]) == name {
			seat, n = i, len(name)
		}
	}
	return seat, n
}

// Named returns the seat with a name, -1 for none.
func (t *table) Named(name []byte) int {
	for i := range t.n {
		if t.seats[i].name == string(name) {
			return i
		}
	}
	return noSeat
}

// numbered returns the seat with a number, -1 for none.
func (t *table) numbered(number int64) int {
	return slices.IndexFunc(t.seats[:t.n], func(p seat) bool { return p.number == number })
}

// name returns the name of a seat.
func (t *table) name(i int) string { return t.seats[i].name }

// Put returns the amount that a seat has put in.
func (t *table) Put(i int) int64 { return t.seats[i].put }

// Wager returns the amount that a seat has put in on this street.
func (t *table) Wager(seat int) int64 { return t.seats[seat].wager }

// level returns the largest wager on the street.
func (t *table) level() (most int64) {
	for i := range t.n {
		most = max(most, t.seats[i].wager)
	}
	return most
}

// BigPosted returns the big blind that was posted, 0 if none was.
func (t *table) BigPosted() int64 {
	if t.bigSeat < 0 {
		return 0
	}
	return t.seats[t.bigSeat].blind
}

// bigBlind returns the big blind as posted, otherwise as in the header.
func (s *Scribe) bigBlind() int64 {
	if posted := s.BigPosted(); posted > 0 {
		return posted
	}
	return s.headerBlind()
}

// collects reports whether anybody has collected anything, or has sold a hand.
func (t *table) collects() bool {
	return slices.ContainsFunc(t.seats[:t.n], func(p seat) bool { return p.won > 0 || p.sold })
}

// Added records chips that the house puts into the pot.
func (s *Scribe) Added(amount int64) { s.sum(&s.added, amount) }

// Rake records an amount taken by the house. Several amounts add up.
func (s *Scribe) Rake(amount int64) {
	s.rake = max(0, s.rake)
	s.sum(&s.rake, amount)
}

// JackpotFee records an amount taken by the house for a jackpot.
func (s *Scribe) JackpotFee(amount int64) {
	s.Rake(amount)
	s.sum(&s.fee, amount)
}

// Total records the pot stated in the file.
func (t *till) Total(amount int64, at history.Pos) { t.pot, t.potAt = amount, at }

// Back records an uncalled bet that is returned, as [Puts].
func (s *Scribe) Back(i int, amount int64, at history.Pos) {
	s.sum(&s.seats[i].back, amount)
	s.backAt, s.seats[i].told = max(at, 1), at
}

// Collect records a player's winnings from a pot that the file names: 0 for the main pot; -1 if it does not say.
func (s *Scribe) Collect(i int, amount int64, pot int, at history.Pos) {
	p := &s.seats[i]
	s.wonAt, p.told = at, at
	p.in = true
	s.sum(&p.won, amount)
	if lots := &s.collected; pot >= 0 && pot < len(lots.of) {
		s.sum(&lots.of[pot], amount)
		lots.n = max(lots.n, pot+1)
	}
}

// Collects records a player's winnings from a pot that the file does not name, as [Puts].
func Collects(s *Scribe, i int, amount int64, at history.Pos) { s.Collect(i, amount, -1, at) }

// After records what the file says of a player after the hand.
func (s *Scribe) After(i int, o Outcome) { s.seats[i].after = o }

// SoFar compares a pot that the file states during the hand, with the rake, with what players have put in, with or without what nobody has
// called.
func (s *Scribe) SoFar(pot int64, at history.Pos) {
	in := s.added
	for i := range s.n {
		in += s.seats[i].put - s.seats[i].back
	}
	if _, over := s.Uncalled(); pot != in && pot != in-over {
		s.Against(at, fmt.Sprintf("the file says that the pot is %s so far, and players have put in %s", text(pot), text(in)))
	}
}

// Aside records an amount that a player received outside the pot, or paid if it is below 0: a cash-out, an insurance, a bounty. No
// stack of the hand includes it.
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

// CashedOut records the amount for which a player sold the hand, as [Puts]. If nobody else collects the pot, the hand wins it anyway; what
// it wins goes to the buyer.
func CashedOut(s *Scribe, i int, amount int64, _ history.Pos) {
	s.seats[i].sold = true
	s.Aside(i, history.AsideCashOut, amount)
}
