package scribe

import (
	"fmt"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/seating"
)

// board is the state of the betting while actions are written.
type board struct {
	level int64 // the largest wager on the street
	wager [seating.Max]int64
	left  [seating.Max]int64
	in    seating.Set // seats that have not folded
	acted bool        // a player has acted on the street
	begun bool        // the first street is over
	ran   int         // streets so far that were dealt on several boards
	dealt int         // streets of stud so far
	drew  [seating.Max]uint8
	drawn seating.Set // seats that have drawn on the street
}

// play writes the actions.
func (s *Scribe) play() error {
	h := s.h
	var t board
	s.openTable(&t)
	h.Actions = h.Actions[:0]
	for i := range s.posts {
		a := s.posts[i]
		seat := int(a.Player)
		if a.Text == "" {
			s.seats[seat].post = int16(len(h.Actions))
		}
		a.Player = s.seats[seat].player
		h.Actions = append(h.Actions, a)
	}
	if s.game.Kind != Stud {
		s.dealFirst(&t)
	}
	for k := range s.events {
		e := &s.events[k]
		if e.seat >= 0 && !t.in.Has(int(e.seat)) && e.kind != evShow && e.kind != evMuck {
			return h.ErrorAt(e.pos, history.CodeLine, s.seats[e.seat].name+" has folded before", "")
		}
		switch e.kind {
		case evStreet:
			if !t.begun {
				s.checkAround(&t, e.pos)
			}
			t.level, t.acted, t.begun = 0, false, true
			t.wager = [seating.Max]int64{}
			s.street(&t, k)
		case evBoard:
			if t.in.Len() > 1 {
				s.add(history.DealBoard, noSeat, e.pos).SetCards(e.cards[:e.n]...)
			}
		case evRun:
			if e.amount == 0 && t.in.Len() > 1 {
				s.dealRuns(&t, k)
			}
		case evUp, evDrawn, evDiscard: // dealt with the street
		case evShow, evMuck:
		case evFold:
			s.fold(&t, e)
		case evCheck:
			if t.left[e.seat] == 0 || t.begun && t.level == 0 && s.nobodyLeft(&t, int(e.seat)) {
				s.h.Infer(e.pos, s.seats[e.seat].name+" checks when nobody can bet any more")
				continue
			}
			s.bet(&t, e)
		default:
			s.bet(&t, e)
		}
	}
	s.showdown(&t)
	return nil
}

// openTable puts out the forced bets.
func (s *Scribe) openTable(t *board) {
	full := s.fullBlind()
	for _, i := range s.order {
		p := &s.seats[i]
		t.in |= seating.Bit(int(i))
		t.left[i] = p.stack - p.ante - p.dead
		t.wager[i] = p.blind
	}
	for k := range s.posts {
		if a := &s.posts[k]; a.Text == "" {
			t.wager[a.Player] += a.Amount
		}
	}
	for _, i := range s.order {
		t.left[i] -= t.wager[i]
		t.level = max(t.level, t.wager[i])
	}
	if s.bigSeat >= 0 {
		t.level = max(t.level, full)
	}
}

func (s *Scribe) add(v history.Verb, seat int, at history.Pos) *history.Action {
	player := history.Dealer
	if seat >= 0 {
		player = s.seats[seat].player
	}
	s.h.Actions = append(s.h.Actions, history.Action{})
	a := &s.h.Actions[len(s.h.Actions)-1]
	a.Verb, a.Player, a.Pos = v, player, at
	return a
}

var unknown = func() (cs [history.MaxActionCards]cards.Card) {
	for i := range cs {
		cs[i] = cards.Unknown
	}
	return cs
}()

// dealFirst deals the hole cards, as far as they are known, and the board card that is exposed
// before the first round.
func (s *Scribe) dealFirst(t *board) {
	if s.game.Kind == Board {
		for k := range s.events { // hands that were shown are those that were dealt
			if e := &s.events[k]; e.kind == evShow && int(e.n) == s.game.Hole && s.seats[e.seat].held == 0 {
				p := &s.seats[e.seat]
				s.holds(p, 0, e.cards[:e.n], e.pos)
				p.at = e.pos
			}
		}
	}
	for _, i := range s.order {
		p := &s.seats[i]
		a := s.add(history.DealHole, int(i), p.at)
		if int(p.held) == s.game.Hole && !s.secretDiscard(int(i)) {
			a.SetCards(p.hole[:p.held]...)
		} else {
			a.SetCards(unknown[:s.game.Hole]...)
		}
	}
	if s.game.OpenOne {
		s.openCard()
	}
}

// secretDiscard reports whether a player threw away cards that the file does not name: then the
// rest of the dealt hand is unknown.
func (s *Scribe) secretDiscard(i int) bool {
	if p := &s.seats[i]; slices.Contains(p.hole[:p.held], cards.Unknown) {
		return false
	}
	for k := range s.events {
		if e := &s.events[k]; e.kind == evDiscard && int(e.seat) == i && slices.Contains(e.cards[:e.n], cards.Unknown) {
			s.h.Infer(e.pos, "the file does not tell which cards "+s.seats[i].name+" throws away, so the hand is taken not to be known")
			return true
		}
	}
	return false
}

// checkAround has everybody check in the first round if nobody may bet and the file has no checks:
// a pot of antes that goes straight to the flop.
func (s *Scribe) checkAround(t *board, at history.Pos) {
	if s.game.Kind != Board || t.acted || t.level > 0 || s.nobodyLeft(t, noSeat) {
		return
	}
	for _, i := range s.order {
		if t.in.Has(int(i)) && t.left[i] > 0 {
			s.add(history.CheckCall, int(i), at)
		}
	}
	s.h.Infer(at, "nobody bets before the flop: all are taken to check")
}

// openCard deals the card exposed before the first round, if the file names it only with the flop,
// or not at all.
func (s *Scribe) openCard() {
	late := false
	for k := range s.events {
		e := &s.events[k]
		late = late || e.kind == evStreet
		if e.kind != evBoard || e.n == 0 {
			continue
		}
		if late {
			s.add(history.DealBoard, noSeat, e.pos).SetCards(e.cards[0])
			s.with(e, e.cards[1:e.n])
		}
		return
	}
	s.add(history.DealBoard, noSeat, 0).SetCards(cards.Unknown)
	s.h.Infer(0, "the first card of the board, which the file does not tell")
}

// street deals a street of stud or of a draw to the players; the events up to the next street say
// what is known of it.
func (s *Scribe) street(t *board, from int) {
	switch s.game.Kind {
	case Stud:
		s.studStreet(t, from)
	case Draw:
		s.drawStreet(t, from)
	}
}

// until returns the index after the last event of the street that begins at an event.
func (s *Scribe) until(from int) int {
	to := from + 1
	for to < len(s.events) && s.events[to].kind != evStreet {
		to++
	}
	return to
}

func (s *Scribe) studStreet(t *board, from int) {
	t.dealt++
	if t.in.Len() < 2 {
		return
	}
	n := 1
	if t.dealt == 1 {
		n = s.game.Hole
	}
	to := s.until(from)
	for k := from + 1; k < to; k++ {
		if s.events[k].kind == evBoard {
			return // a community card, because there were too few cards
		}
	}
	for _, i := range s.order {
		if !t.in.Has(int(i)) {
			continue
		}
		known := unknown
		at := s.seats[i].at
		for k := from + 1; k < to; k++ {
			if e := &s.events[k]; e.kind == evUp && e.seat == i {
				c := min(int(e.n), n)
				copy(known[n-c:n], e.cards[int(e.n)-c:e.n]) // the last cards are the up cards
				at = e.pos
			}
		}
		s.add(history.DealHole, int(i), at).SetCards(known[:n]...)
	}
}

// drawStreet writes the draws of a street, then the drawn cards: all players discard before the
// first is served.
func (s *Scribe) drawStreet(t *board, from int) {
	if t.in.Len() < 2 {
		return
	}
	to := s.until(from)
	t.drawn = 0
	for k := from + 1; k < to; k++ {
		if e := &s.events[k]; e.kind == evDiscard && t.in.Has(int(e.seat)) {
			t.drawn |= seating.Bit(int(e.seat))
		}
	}
	if t.drawn == 0 {
		return
	}
	for _, i := range s.order {
		if !t.in.Has(int(i)) {
			continue
		}
		t.drew[i] = 0
		told := false
		for k := from + 1; k < to && !told; k++ {
			if e := &s.events[k]; e.kind == evDiscard && e.seat == i {
				s.add(history.Discard, int(i), e.pos).SetCards(e.cards[:e.n]...)
				t.drew[i], told = e.n, true
			}
		}
		if !told {
			at := s.events[from].pos
			s.add(history.Discard, int(i), at)
			s.h.Infer(at, s.seats[i].name+" is not told of in the draw and is taken to stand pat")
		}
	}
	for _, i := range s.order {
		n := int(t.drew[i])
		if !t.in.Has(int(i)) || n == 0 {
			continue
		}
		known, at := unknown, s.seats[i].at
		for k := from + 1; k < to; k++ {
			if e := &s.events[k]; e.kind == evUp && e.seat == i && int(e.n) == n {
				copy(known[:], e.cards[:n])
				at = e.pos
			}
		}
		s.add(history.DealHole, int(i), at).SetCards(known[:n]...)
	}
}

// dealRuns deals a street on all boards; the event is that of the first.
func (s *Scribe) dealRuns(t *board, first int) {
	for run := range s.runs {
		street := 0
		for k := range s.events {
			e := &s.events[k]
			if e.kind != evRun || int(e.amount) != run {
				continue
			}
			if street == t.ran {
				s.add(history.DealBoard, noSeat, e.pos).SetCards(e.cards[:e.n]...)
				break
			}
			street++
		}
	}
	t.ran++
}

func (s *Scribe) fold(t *board, e *event) {
	i := int(e.seat)
	if t.left[i] == 0 && t.in.Len() > 1 { // all in: there is no decision
		s.seats[i].stays = true
		s.h.Infer(e.pos, s.seats[i].name+" folds although all in: the hand is mucked at the showdown")
		return
	}
	t.in &^= seating.Bit(i)
	s.add(history.Fold, i, e.pos)
}

// bet writes a check, call, bet or raise.
func (s *Scribe) bet(t *board, e *event) {
	i := int(e.seat)
	p := &s.seats[i]
	to := t.wager[i]
	switch e.kind {
	case evCall, evBet, evBringIn:
		to += e.amount
	case evRaiseTo:
		to = e.amount
	}
	put := to - t.wager[i]
	owed := min(t.level-t.wager[i], t.left[i])
	if e.kind == evCall && p.post >= 0 && put != owed && put == min(owed+s.h.Actions[p.post].Amount, t.left[i]) {
		// The post does not count toward the call: it was dead.
		s.h.Actions[p.post].Text = "dead"
		p.dead += s.h.Actions[p.post].Amount
		s.h.Infer(e.pos, p.name+" calls as if what was posted had been dead")
		to -= s.h.Actions[p.post].Amount
	}
	t.left[i] -= put
	t.wager[i] = to
	switch {
	case e.kind == evBringIn:
		s.add(history.BringIn, i, e.pos)
		t.level = max(t.level, to)
	case e.kind == evCheck || e.kind == evCall:
		s.add(history.CheckCall, i, e.pos)
	case to <= t.level:
		s.add(history.CheckCall, i, e.pos)
		s.h.Infer(e.pos, fmt.Sprintf("%s raises to %s, which is no more than the bet: a call", p.name, s.text(to)))
	case s.nobodyLeft(t, i):
		s.add(history.CheckCall, i, e.pos)
		s.h.Infer(e.pos, p.name+" raises when nobody can call any more: a call")
	default:
		s.add(history.BetTo, i, e.pos).Amount = to
		t.level = to
	}
	t.acted = true
}

// nobodyLeft reports whether all opponents have folded or are all in.
func (s *Scribe) nobodyLeft(t *board, i int) bool {
	in := t.in
	if i >= 0 {
		in &^= seating.Bit(i)
	}
	for m := in; m != 0; m &= m - 1 {
		if t.left[m.First()] > 0 {
			return false
		}
	}
	return true
}

// showdown writes who shows and who mucks, if more than one hand is left.
func (s *Scribe) showdown(t *board) {
	for _, i := range s.order {
		if t.in.Has(int(i)) && t.wager[i] < t.level && t.left[i] > 0 {
			t.in &^= seating.Bit(int(i)) // has not called, and does not act any more
		}
	}
	if t.in.Len() < 2 {
		return
	}
	for k := range s.events {
		e := &s.events[k]
		if e.seat < 0 || !t.in.Has(int(e.seat)) {
			continue
		}
		p := &s.seats[e.seat]
		switch {
		case e.kind == evShow && !p.shown && !p.stays && s.wholeShow(k):
			p.shown, p.mucked = true, true
			s.add(history.Show, int(e.seat), e.pos).SetCards(e.cards[:e.n]...)
		case e.kind == evMuck && !p.mucked && !s.shows(e.seat, k):
			p.mucked = true
			s.add(history.Muck, int(e.seat), e.pos)
		}
	}
	defer s.unseen(t)
	for _, i := range s.order {
		p := &s.seats[i]
		if t.in.Has(int(i)) && !p.mucked && (p.stays || p.won == 0 && !s.knows(int(i))) {
			s.add(history.Muck, int(i), p.at)
			if !p.stays {
				s.h.Infer(p.at, p.name+" shows nothing at the showdown and is taken to muck")
			}
		}
	}
}

// unseen shows the unknown hand of a winner that the file does not name, if all others have mucked.
func (s *Scribe) unseen(t *board) {
	only := noSeat
	for _, i := range s.order {
		p := &s.seats[i]
		if !t.in.Has(int(i)) || p.mucked && !p.shown || p.stays || p.won == 0 && !s.knows(int(i)) {
			continue
		}
		if only >= 0 {
			return
		}
		only = int(i)
	}
	if only < 0 {
		return
	}
	if p := &s.seats[only]; s.game.Kind == Board && !p.shown && p.held == 0 && p.won > 0 {
		s.add(history.Show, only, p.at).SetCards(unknown[:s.game.Hole]...)
	}
}

// knows reports whether the file names every card of a hand.
func (s *Scribe) knows(i int) bool {
	if s.game.Kind != Stud {
		return int(s.seats[i].held) == s.game.Hole
	}
	n := 0
	for k := range s.events {
		if e := &s.events[k]; e.kind == evUp && int(e.seat) == i {
			if slices.Contains(e.cards[:e.n], cards.Unknown) {
				return false
			}
			n += int(e.n)
		}
	}
	return n >= s.game.Hole+s.streets()-1
}

// shows reports whether a seat shows its hand after an event: with several boards it may muck for
// one of them.
func (s *Scribe) shows(seat int8, after int) bool {
	for k := after; k < len(s.events); k++ {
		if e := &s.events[k]; e.kind == evShow && e.seat == seat && int(e.n) >= s.atEnd() {
			return true
		}
	}
	return false
}

// atEnd returns the number of cards of a complete hand at the showdown.
func (s *Scribe) atEnd() int {
	return s.game.Hole
}

// wholeShow reports whether an event shows a complete hand as of the showdown: in stud the last one
// that the seat shows, because a player who is all in may show before the last cards.
func (s *Scribe) wholeShow(k int) bool {
	e := &s.events[k]
	return int(e.n) >= s.atEnd() && (s.game.Kind != Stud || !s.shows(e.seat, k+1))
}
