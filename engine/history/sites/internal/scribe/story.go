package scribe

import (
	"fmt"
	"iter"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// story is what happens in a hand, in the order of the file.
type story struct {
	events    []event
	posts     []history.Action
	lastChips []lastChips // put in before the cards, until it is known what for
	runs      int         // number of boards that the file distinguishes
	runAt     history.Pos
	spare     event // stands for an event for which there is no room
}

type kind uint8

const (
	evFold kind = iota
	evCheck
	evCall
	evBet
	evRaiseTo
	evBringIn
	evStreet
	evBoard
	evUp
	evDiscard
	evShow
	evMuck
	evRun
)

// acts reports whether an event is a player's action in a betting round.
func (k kind) acts() bool { return k <= evBringIn }

type event struct {
	amount int64
	pos    history.Pos
	kind   kind
	seat   int8
	n      uint8
	cards  [history.MaxActionCards]cards.Card
}

func (e *event) list() []cards.Card { return e.cards[:e.n] }

// lastChips are all the chips that a player has left, as a post.
type lastChips struct {
	seat   int
	amount int64
	at     history.Pos
}

// of iterates over the events of a kind.
func (t *story) of(k kind) iter.Seq[*event] {
	return func(yield func(*event) bool) {
		for i := range t.events {
			if e := &t.events[i]; e.kind == k && !yield(e) {
				return
			}
		}
	}
}

// streets returns the number of betting rounds that have begun after the first.
func (t *story) streets() (n int) {
	for range t.of(evStreet) {
		n++
	}
	return n
}

// laid returns the number of cards on the board.
func (t *story) laid() (n int) {
	for e := range t.of(evBoard) {
		n += int(e.n)
	}
	return n
}

// lies reports whether a card is on the board.
func (t *story) lies(c cards.Card) bool {
	for e := range t.of(evBoard) {
		if slices.Contains(e.list(), c) {
			return true
		}
	}
	return false
}

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
	p.held, p.at = first+uint8(copy(p.hole[first:], cs)), at
}

// put adds chips to what a seat has put in, and to one of its parts, nil for none.
func (s *Scribe) put(i int, amount int64, part *int64) {
	p := &s.seats[i]
	p.in = true
	if p.stack == 0 && amount > 0 {
		p.stack, p.joined = unknownStack, true
		s.h.Infer(p.at, p.name+" has come in during the hand: the stack is not known")
	}
	s.sum(&p.put, amount)
	s.sum(part, amount)
}

// Antes records an ante, as [Puts].
func Antes(s *Scribe, i int, amount int64, _ history.Pos) {
	if amount != 0 { // some files list the antes of tables that have none
		s.put(i, amount, &s.seats[i].ante)
		s.antes++
	}
}

// Small records the small blind. A second one is dead: a blind that the player had missed. So is that of a player who has already posted.
func (s *Scribe) Small(i int, amount int64, at history.Pos) {
	if s.seats[i].wager > 0 || s.smallSeat >= 0 {
		s.Dead(i, amount, at)
		return
	}
	s.smallSeat = i
	s.Straddle(i, amount, at)
}

// Big records the big blind. A second one is a post of a player who comes in; an amount between one and two big blinds includes a
// dead small blind, and two big blinds are a straddle.
func (s *Scribe) Big(i int, amount int64, at history.Pos) {
	if s.bigSeat < 0 {
		s.bigSeat = i
		s.Straddle(i, amount, at)
		return
	}
	switch full := s.bigBlind(); {
	case full < amount && amount < 2*full:
		s.Dead(i, amount-full, at)
		s.Post(i, full, at)
	case full > 0 && amount >= 2*full:
		s.Straddle(i, amount, at)
	default:
		s.Post(i, amount, at)
	}
}

// Straddle records a straddle, or any other blind after which the betting begins.
func (s *Scribe) Straddle(i int, amount int64, at history.Pos) {
	p := &s.seats[i]
	s.put(i, amount, &p.blind)
	s.sum(&p.wager, amount)
	p.at = at
}

// StraddleTo records a straddle given as the whole wager: a player who straddles again, or has posted a blind, adds the difference.
func (s *Scribe) StraddleTo(i int, amount int64, at history.Pos) {
	if had := s.seats[i].blind; had < amount {
		amount -= had
	}
	s.Straddle(i, amount, at)
}

// Post records a live post.
func (s *Scribe) Post(i int, amount int64, at history.Pos) {
	s.posted(i, amount, &s.seats[i].wager, "", at)
}

// Dead records a dead post.
func (s *Scribe) Dead(i int, amount int64, at history.Pos) {
	s.posted(i, amount, &s.seats[i].dead, "dead", at)
}

func (s *Scribe) posted(i int, amount int64, part *int64, word string, at history.Pos) {
	if amount != 0 {
		s.put(i, amount, part)
		s.post(i, amount, word, at)
	}
}

func (s *Scribe) post(i int, amount int64, word string, at history.Pos) {
	if len(s.posts) == maxPosts {
		s.Refuse(at, fmt.Sprintf("more than %d posts in a hand", maxPosts))
		return
	}
	s.posts = append(s.posts, history.Action{Verb: history.Post, Player: int8(i), Amount: amount, Text: word, Pos: at})
}

// Deaden makes the live blind of a seat a dead post.
func (s *Scribe) Deaden(i int, at history.Pos) {
	p := &s.seats[i]
	amount := p.blind
	p.blind, p.wager, p.dead = 0, p.wager-amount, p.dead+amount
	s.post(i, amount, "dead", at)
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

// PostAllIn records the last chips of a player who posts. What they are is known when the cards are dealt: the ante, if others have
// paid one and the player has not; what is more, or all of it without antes, is the blind that nobody else has posted.
func (s *Scribe) PostAllIn(i int, amount int64, at history.Pos) {
	if len(s.lastChips) == maxPosts {
		s.Refuse(at, fmt.Sprintf("more than %d posts in a hand", maxPosts))
		return
	}
	s.lastChips = append(s.lastChips, lastChips{i, amount, at})
}

// early makes players sit out who fold before the cards without chips in the pot.
func (s *Scribe) early() {
	// what [Scribe.PostAllIn] has recorded
	full := int64(0)
	for i := range s.n {
		full = max(full, s.seats[i].ante)
	}
	for _, c := range s.lastChips {
		if s.seats[c.seat].ante == 0 {
			part := min(c.amount, full)
			Antes(s, c.seat, part, c.at)
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

// Fold records a fold.
func (s *Scribe) Fold(i int, at history.Pos) {
	s.event(evFold, i, 0, at)
	s.seats[i].out = true
}

// leaving marks the fold of a player who has left.
const leaving = -1

// Leave records that a player has left, who does not act any more. With chips in the pot the hand is folded when the player would have
// to act, unless the file has an action of the player.
func (s *Scribe) Leave(i int, at history.Pos) {
	p := &s.seats[i]
	p.away = true
	if !p.out && p.put != 0 && p.put < p.stack {
		s.event(evFold, i, leaving, at)
	}
}

// Check records a check.
func (s *Scribe) Check(i int, at history.Pos) {
	s.comesIn(i, 0, at)
	s.event(evCheck, i, 0, at)
}

// comesIn posts the big blind for a player in whose action it is the rest of the bet, though the file has no post, if such posts count.
func (s *Scribe) comesIn(i int, amount int64, at history.Pos) {
	big, p := s.bigBlind(), &s.seats[i]
	if s.level()-amount == big && p.wager == 0 && p.put == p.ante && p.put+amount+big <= p.stack && s.streets() == 0 {
		s.postsLate(i, at)
	}
}

// postsLate posts the big blind for a player of whom the file has no post, if such posts count.
func (s *Scribe) postsLate(i int, at history.Pos) {
	big := s.bigBlind()
	if big == 0 {
		return
	}
	if s.unposted = true; s.late {
		s.Post(i, big, at)
		s.h.Infer(at, fmt.Sprintf("the post of %s by %s, which the file does not tell", text(big), s.name(i)))
	}
}

// Call records a call that puts in an amount. A post considered dead becomes live if the call counts it.
func (s *Scribe) Call(i int, amount int64, at history.Pos) {
	s.comesIn(i, amount, at)
	p := &s.seats[i]
	if p.dead > 0 && amount == s.level()-p.wager-p.dead {
		s.live(i, at)
	}
	if full := max(s.level(), s.fullCall()) - p.wager; amount > full && p.dead == 0 {
		s.Against(at, fmt.Sprintf("%s calls %s, and owes %s", p.name, text(amount), text(full)))
	}
	if full := s.level() - p.wager; amount < full && p.put+amount < p.stack {
		if posted := func(a history.Action) bool { return int(a.Player) == i }; s.wrong == "" && !slices.ContainsFunc(s.posts, posted) {
			s.wrong, s.wrongAt = fmt.Sprintf("%s calls %s, owes %s and has more", p.name, text(amount), text(full)), at
		}
		if s.Short = true; s.inFull {
			amount = min(full, p.stack-p.put)
		}
	}
	s.bet(evCall, i, amount, at)
}

// fullCall returns the bet that a call on the first street is of at least, whatever was posted of it.
func (s *Scribe) fullCall() int64 {
	switch n := s.streets(); {
	case s.Game.Kind == Stud && n <= 1: // third street is the first to begin; who brings in may have less than that
		return max(s.fixedS, s.big)
	case n > 0:
		return 0
	case s.headerBlind() == 0 && (s.bigSeat < 0 || s.seats[s.bigSeat].left() == 0): // the call tells what it is
		return history.MaxAmount
	}
	return max(s.headerBlind(), s.BigPosted())
}

// Bet records a bet that puts in an amount.
func (s *Scribe) Bet(i int, amount int64, at history.Pos) { s.bet(evBet, i, amount, at) }

// BringIn records the forced bet of stud.
func (s *Scribe) BringIn(i int, amount int64, at history.Pos) {
	s.bet(evBringIn, i, amount, at)
	s.bringIn = max(s.bringIn, amount)
}

func (s *Scribe) bet(k kind, i int, amount int64, at history.Pos) {
	s.event(k, i, amount, at)
	s.put(i, amount, &s.seats[i].wager)
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

// AllIn records a player's last chips as a call, a bet or a raise, depending on the amount.
func (s *Scribe) AllIn(i int, amount int64, at history.Pos) {
	p := &s.seats[i]
	if p.stack == unknownStack {
		p.stack = p.put + amount
	}
	switch to := p.wager + amount; {
	case to <= s.level():
		s.Call(i, amount, at)
	case s.level() == 0:
		s.Bet(i, amount, at)
	default:
		s.RaiseTo(i, to, at)
	}
}

// Street begins the next betting round.
func (s *Scribe) Street(at history.Pos) {
	s.event(evStreet, noSeat, 0, at)
	for i := range s.n {
		s.seats[i].wager = 0
	}
}

// StreetOver reports whether an action of a seat can only belong to the next street: the seat has acted and owes nothing, or it opens a
// round that is already open.
func (s *Scribe) StreetOver(seat int, opens bool) bool {
	if opens && s.level() > 0 {
		return true
	}
	if s.seats[seat].wager < s.level() {
		return false
	}
	for i := len(s.events) - 1; i >= 0 && s.events[i].kind != evStreet; i-- {
		if e := &s.events[i]; int(e.seat) == seat && e.kind.acts() {
			return true
		}
	}
	return false
}

// Further reports whether cards that a player gets now can only be those of another street: somebody has acted since the last cards, or
// they are the first of a stud game.
func (s *Scribe) Further() bool {
	for _, e := range slices.Backward(s.events) {
		switch {
		case e.kind == evStreet || e.kind == evUp:
			return false
		case e.kind < evBringIn:
			return true
		}
	}
	return s.Game.Kind == Stud
}

// Unheaded begins a street of a board game whose cards the file names later.
func (s *Scribe) Unheaded(at history.Pos) {
	n := 1
	switch laid := s.laid(); {
	case s.Game.Kind != Board || laid >= 5:
		return
	case laid == 0:
		n = 3
	}
	s.Street(at)
	s.with(s.event(evBoard, noSeat, 0, at), unknown[:n])
}

// unknown are cards that the file does not name.
var unknown = func() (cs [history.MaxActionCards]cards.Card) {
	for i := range cs {
		cs[i] = cards.Unknown
	}
	return cs
}()

// Board deals board cards, ignoring those that are already on the board.
func (s *Scribe) Board(cs []cards.Card, at history.Pos) {
	for len(cs) > 1 && s.lies(cs[0]) {
		cs = cs[1:]
	}
	s.with(s.event(evBoard, noSeat, 0, at), cs)
}

// turnUp fills in board cards that the file did not name in their place, from the complete board that it names later.
func (s *Scribe) turnUp(board []cards.Card, at history.Pos) {
	n := 0
	for e := range s.of(evBoard) {
		for k := range e.n {
			if n < len(board) && e.cards[k] == cards.Unknown {
				e.cards[k] = board[n]
				s.h.Infer(at, "the card "+board[n].String()+", which the file tells only with the whole board")
			}
			n++
		}
	}
}

// Run deals cards of one of several boards, counted from 0, which are dealt when nobody can bet any more.
func (s *Scribe) Run(run int, cs []cards.Card, at history.Pos) {
	s.runs, s.runAt = max(s.runs, run+1), at
	s.with(s.event(evRun, noSeat, int64(run), at), cs)
}

// shareBoard finds the streets common to all boards if a file lists them only with the first: the other boards have fewer streets.
func (s *Scribe) shareBoard() {
	var streets [8]int
	for e := range s.of(evRun) {
		streets[min(int(e.amount), len(streets)-1)]++
	}
	for e := range s.of(evRun) {
		if s.runs > 1 && streets[0] > streets[1] && e.amount == 0 {
			e.kind = evBoard
			streets[0]--
		}
	}
}

// Hole records the first cards dealt to a player, as far as the file knows them.
func (s *Scribe) Hole(i int, cs []cards.Card, at history.Pos) {
	p := &s.seats[i]
	p.in = true
	s.holds(p, 0, cs, at)
}

// Dealt deals a player cards of a later street: an up card of stud, or drawn cards.
func (s *Scribe) Dealt(i int, cs []cards.Card, at history.Pos) {
	s.with(s.event(evUp, i, 0, at), cs)
}

// Given deals a player cards, at first or on a later street.
func (s *Scribe) Given(i int, cs []cards.Card, at history.Pos) {
	if s.Game.Kind == Stud || s.streets() > 0 {
		s.Dealt(i, cs, at)
	} else {
		s.Hole(i, cs, at)
	}
}

// NextCards deals a player cards in addition to those of the same street, for files that list each separately; no cards mean one unknown card.
func (s *Scribe) NextCards(i int, cs []cards.Card, at history.Pos) {
	if len(cs) == 0 {
		cs = unknown[:1]
	}
	if s.Game.Kind != Stud && s.streets() == 0 {
		p := &s.seats[i]
		p.in, p.at = true, at
		if cs[0] != cards.Unknown {
			s.holds(p, p.held, cs, at)
		}
		return
	}
	if k := len(s.events) - 1; k >= 0 && s.events[k].kind == evUp && int(s.events[k].seat) == i {
		e := &s.events[k]
		s.with(e, slices.Concat(e.list(), cs))
		return
	}
	s.Dealt(i, cs, at)
}

// Discard records a draw of n cards, with the discards as far as the file knows them.
func (s *Scribe) Discard(i int, n int64, cs []cards.Card, at history.Pos) {
	if n < 0 || n > int64(s.Game.Hole) {
		s.Refuse(at, fmt.Sprintf("%s discards %d cards of %d", s.seats[i].name, n, s.Game.Hole))
		return
	}
	if k := len(s.events); s.Game.Kind == Draw && (k == 0 || s.events[k-1].kind.acts()) {
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
func (s *Scribe) Muck(i int, at history.Pos) { s.event(evMuck, i, 0, at) }

// known records a player's final cards, whether or not they were shown.
func (s *Scribe) known(i int, cs []cards.Card, at history.Pos) {
	if p := &s.seats[i]; s.Game.Kind == Board && p.held == 0 && len(cs) == s.Game.Hole {
		s.holds(p, 0, cs, at)
	}
}
