package scribe

import (
	"fmt"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/history"
)

// deal is the fourth stage: the actions of the hand are written, with what the file leaves out of them. It keeps the state of the betting meanwhile.
type deal struct {
	told  *Scribe
	order *circle
	money *account
	story // that of the file, with the folds of those who left

	level  int64 // the largest wager on the street
	wager  [betting.Max]int64
	left   [betting.Max]int64
	post   [betting.Max]int // number of the live post of each seat among the actions, 0 for none
	in     betting.Set      // seats that have not folded
	acted  bool             // a player has acted on the street
	begun  bool             // the first street is over
	ran    int              // streets so far that were dealt on several boards
	dealt  int              // streets of stud so far
	stays  betting.Set      // seats that folded though all in: the hand is mucked at the showdown
	shown  betting.Set      // seats that showed their hand
	mucked betting.Set      // seats that showed it or mucked it
}

// play writes the actions.
func (s *Scribe) play(order *circle, money *account) (*deal, error) {
	d := &s.memory.deal
	*d = deal{told: s, order: order, money: money, story: s.story}
	// The named hands of players who are said to muck at a showdown and collect are shown: 888 and PPPoker write so of hands that
	// win after others were shown.
	shown := betting.Set(0)
	for e := range d.of(evShow) {
		shown |= betting.Bit(int(e.seat))
	}
	for e := range d.of(evMuck) {
		p := &d.told.seats[e.seat]
		if d.runs == 0 && shown&^betting.Bit(int(e.seat)) != 0 && d.money.won[e.seat] > 0 && int(p.held) == d.told.Game.Hole {
			e.kind = evShow
			d.told.with(e, p.hole[:p.held])
			d.infer(e.pos, e.seat, " mucks and collects: the hand counts as shown")
		}
	}
	d.leave()
	d.openTable()
	if s.Game.Kind != Stud {
		d.dealFirst()
	}
	for k := range d.events {
		e := &d.events[k]
		if e.seat >= 0 && !d.has(e.seat) && e.kind != evShow && e.kind != evMuck {
			return d, s.Fail(e.pos, history.CodeLine, s.name(int(e.seat))+" has folded before", "")
		}
		d.event(e, d.events[k+1:])
	}
	d.showdown()
	return d, nil
}

// has reports whether a seat has not folded.
func (d *deal) has(seat int8) bool { return d.in.Has(int(seat)) }

// event writes an event; rest are those after it.
func (d *deal) event(e *event, rest []event) {
	switch e.kind {
	case evStreet:
		if !d.begun {
			d.checkAround(e.pos)
		}
		d.level, d.acted, d.begun = 0, false, true
		d.wager = [betting.Max]int64{}
		if d.told.Game.Kind == Board {
			return
		}
		if next := slices.IndexFunc(rest, func(e event) bool { return e.kind == evStreet }); next >= 0 {
			rest = rest[:next] // what is known of the street stands in the events up to the next
		}
		if d.told.Game.Kind == Stud {
			d.studStreet(rest)
		} else {
			d.drawStreet(e.pos, rest)
		}
	case evBoard:
		if d.in.Len() > 1 {
			d.add(history.DealBoard, noSeat, e.pos).SetCards(e.list()...)
		}
	case evRun:
		if e.amount == 0 && d.in.Len() > 1 {
			d.dealRuns()
		}
	case evFold:
		if d.left[e.seat] == 0 && d.in.Len() > 1 { // all in: there is no decision
			d.stays |= betting.Bit(int(e.seat))
			d.infer(e.pos, e.seat, " folds although all in: the hand is mucked at the showdown")
			return
		}
		d.in &^= betting.Bit(int(e.seat))
		d.add(history.Fold, int(e.seat), e.pos)
	case evCheck:
		if d.left[e.seat] == 0 || d.begun && d.level == 0 && d.nobodyLeft(int(e.seat)) {
			d.infer(e.pos, e.seat, " checks when nobody can bet any more")
			return
		}
		d.bet(e)
	case evCall, evBet, evRaiseTo, evBringIn:
		d.bet(e)
	case evUp, evDiscard, evShow, evMuck: // with the street, and at the showdown
	}
}

// infer records a conclusion about a seat.
func (d *deal) infer(at history.Pos, seat int8, what string) {
	d.told.h.Infer(at, d.told.name(int(seat))+what)
}

// openTable puts out the forced bets.
func (d *deal) openTable() {
	h := d.told.h
	h.Actions = h.Actions[:0]
	for _, i := range d.order.seats {
		p := &d.told.seats[i]
		d.in |= betting.Bit(int(i))
		d.left[i] = p.stack - p.ante - p.dead
		d.wager[i] = p.blind
	}
	for _, a := range d.posts {
		seat := a.Player
		a.Player = d.order.player[seat]
		h.Actions = append(h.Actions, a)
		if a.Text == "" {
			d.wager[seat] += a.Amount
			d.post[seat] = len(h.Actions)
		}
	}
	for _, i := range d.order.seats {
		d.left[i] -= d.wager[i]
		d.level = max(d.level, d.wager[i])
	}
	if d.order.big >= 0 {
		d.level = max(d.level, d.order.fullBlind())
	}
}

func (d *deal) add(v history.Verb, seat int, at history.Pos) *history.Action {
	player := history.Dealer
	if seat >= 0 {
		player = d.order.player[seat]
	}
	h := d.told.h
	h.Actions = append(h.Actions, history.Action{Verb: v, Player: player, Pos: at})
	return &h.Actions[len(h.Actions)-1]
}

// dealFirst deals the hole cards, as far as they are known, and the board card that is exposed before the first round.
func (d *deal) dealFirst() {
	s, hole := d.told, d.told.Game.Hole
	if s.Game.Kind == Board {
		for e := range d.of(evShow) { // hands that were shown are those that were dealt
			s.known(int(e.seat), e.list(), e.pos)
		}
	}
	for _, i := range d.order.seats {
		p := &s.seats[i]
		a := d.add(history.DealHole, int(i), p.at)
		if int(p.held) == hole && !d.secretDiscard(i) {
			a.SetCards(p.hole[:hole]...)
		} else {
			a.SetCards(unknown[:hole]...)
		}
	}
	if s.Game.OpenOne {
		// the card exposed before the first round, if the file names it only with the flop, or not at all
		late := false
		for k := range d.events {
			e := &d.events[k]
			late = late || e.kind == evStreet
			if e.kind != evBoard || e.n == 0 {
				continue
			}
			if late {
				d.add(history.DealBoard, noSeat, e.pos).SetCards(e.cards[0])
				d.told.with(e, e.cards[1:e.n])
			}
			return
		}
		d.add(history.DealBoard, noSeat, 0).SetCards(cards.Unknown)
		d.told.h.Infer(0, "the first card of the board, which the file does not tell")
	}
}

// secretDiscard reports whether a player threw away cards that the file does not name: then the rest of the dealt hand is unknown.
func (d *deal) secretDiscard(i int8) bool {
	if p := &d.told.seats[i]; d.told.Game.Kind != Draw || slices.Contains(p.hole[:p.held], cards.Unknown) {
		return false
	}
	for e := range d.of(evDiscard) {
		if e.seat == i && slices.Contains(e.list(), cards.Unknown) {
			d.told.h.Infer(e.pos, "the file does not tell which cards "+d.told.name(int(i))+" throws away, so the hand is taken not to be known")
			return true
		}
	}
	return false
}

// checkAround has everybody check in the first round if nobody may bet and the file has no checks: a pot of antes that goes straight to the flop.
func (d *deal) checkAround(at history.Pos) {
	if d.told.Game.Kind != Board || d.acted || d.level > 0 || d.nobodyLeft(noSeat) {
		return
	}
	for _, i := range d.order.seats {
		if d.has(i) && d.left[i] > 0 {
			d.add(history.CheckCall, int(i), at)
		}
	}
	d.told.h.Infer(at, "nobody bets before the flop: all are taken to check")
}

func (d *deal) studStreet(street []event) {
	d.dealt++
	community := func(e event) bool { return e.kind == evBoard } // a card for all, because there were too few
	if d.in.Len() < 2 || slices.ContainsFunc(street, community) {
		return
	}
	n := 1
	if d.dealt == 1 {
		n = d.told.Game.Hole
	}
	for _, i := range d.order.seats {
		if d.has(i) {
			d.dealTo(i, n, street, func(e *event) bool { return true })
		}
	}
}

// dealTo deals n cards to a player, of which those are known that the events of the street name: the last ones, which lie open.
func (d *deal) dealTo(i int8, n int, street []event, counts func(*event) bool) {
	known, at := unknown, d.told.seats[i].at
	for k := range street {
		if e := &street[k]; e.kind == evUp && e.seat == i && counts(e) {
			c := min(int(e.n), n)
			copy(known[n-c:n], e.cards[int(e.n)-c:e.n])
			at = e.pos
		}
	}
	d.add(history.DealHole, int(i), at).SetCards(known[:n]...)
}

// drawStreet writes the draws of a street, then the drawn cards: all players discard before the first is served.
func (d *deal) drawStreet(at history.Pos, street []event) {
	draws := func(e event) bool { return e.kind == evDiscard && d.has(e.seat) }
	if d.in.Len() < 2 || !slices.ContainsFunc(street, draws) {
		return
	}
	var drew [betting.Max]uint8
	for _, i := range d.order.seats {
		if !d.has(i) {
			continue
		}
		k := slices.IndexFunc(street, func(e event) bool { return e.kind == evDiscard && e.seat == i })
		if k < 0 {
			d.add(history.Discard, int(i), at)
			d.infer(at, i, " is not told of in the draw and is taken to stand pat")
			continue
		}
		d.add(history.Discard, int(i), street[k].pos).SetCards(street[k].list()...)
		drew[i] = street[k].n
	}
	for _, i := range d.order.seats {
		if n := drew[i]; n > 0 {
			d.dealTo(i, int(n), street, func(e *event) bool { return e.n == n })
		}
	}
}

// dealRuns deals a street on all boards.
func (d *deal) dealRuns() {
	for run := range d.runs {
		street := 0
		for e := range d.of(evRun) {
			if int(e.amount) != run {
				continue
			}
			if street == d.ran {
				d.add(history.DealBoard, noSeat, e.pos).SetCards(e.list()...)
				break
			}
			street++
		}
	}
	d.ran++
}

// bet writes a check, call, bet or raise.
func (d *deal) bet(e *event) {
	i := int(e.seat)
	to := d.wager[i]
	switch e.kind {
	case evCall, evBet, evBringIn:
		to += e.amount
	case evRaiseTo:
		to = e.amount
	}
	put, owed := to-d.wager[i], min(d.level-d.wager[i], d.left[i])
	if post := d.post[i]; e.kind == evCall && post > 0 && put != owed {
		if posted := &d.told.h.Actions[post-1]; put == min(owed+posted.Amount, d.left[i]) {
			// The post does not count toward the call: it was dead.
			posted.Text = "dead"
			d.money.dead[i] += posted.Amount
			d.infer(e.pos, e.seat, " calls as if what was posted had been dead")
			to -= posted.Amount
		}
	}
	d.left[i] -= put
	d.wager[i] = to
	switch {
	case e.kind == evBringIn:
		d.add(history.BringIn, i, e.pos)
		d.level = max(d.level, to)
	case e.kind == evCheck || e.kind == evCall:
		d.add(history.CheckCall, i, e.pos)
	case to <= d.level:
		d.add(history.CheckCall, i, e.pos)
		d.infer(e.pos, e.seat, fmt.Sprintf(" raises to %s, which is no more than the bet: a call", text(to)))
	case d.nobodyLeft(i):
		d.add(history.CheckCall, i, e.pos)
		d.infer(e.pos, e.seat, " raises when nobody can call any more: a call")
	default:
		d.add(history.BetTo, i, e.pos).Amount = to
		d.level = to
	}
	d.acted = true
}

// nobodyLeft reports whether all opponents have folded or are all in.
func (d *deal) nobodyLeft(i int) bool {
	in := d.in
	if i >= 0 {
		in &^= betting.Bit(i)
	}
	for m := in; m != 0; m &= m - 1 {
		if d.left[m.First()] > 0 {
			return false
		}
	}
	return true
}

// showdown writes who shows and who mucks, if more than one hand is left.
func (d *deal) showdown() {
	for _, i := range d.order.seats {
		if d.wager[i] < d.level && d.left[i] > 0 {
			d.in &^= betting.Bit(int(i)) // has not called, and does not act any more
		}
	}
	if d.in.Len() < 2 {
		return
	}
	for k := range d.events {
		e := &d.events[k]
		if e.seat < 0 || !d.has(e.seat) {
			continue
		}
		bit := betting.Bit(int(e.seat))
		switch {
		case e.kind == evShow && (d.shown|d.stays)&bit == 0 && d.wholeShow(k):
			d.shown |= bit
			d.mucked |= bit
			d.add(history.Show, int(e.seat), e.pos).SetCards(e.list()...)
		case e.kind == evMuck && d.mucked&bit == 0 && !d.shows(e.seat, k):
			d.mucked |= bit
			d.add(history.Muck, int(e.seat), e.pos)
		}
	}
	open, winner := betting.Set(0), noSeat
	for _, i := range d.order.seats {
		if !d.has(i) {
			continue
		}
		at, stays, loses := d.told.seats[i].at, d.stays.Has(int(i)), d.money.won[i] == 0 && !d.knows(i)
		switch {
		case !d.mucked.Has(int(i)) && (stays || loses):
			d.add(history.Muck, int(i), at)
			if !stays {
				d.infer(at, i, " shows nothing at the showdown and is taken to muck")
			}
		case !stays && !loses && (d.shown.Has(int(i)) || !d.mucked.Has(int(i))):
			open |= betting.Bit(int(i))
			winner = int(i)
		}
	}
	if open.Len() != 1 {
		return
	}
	// The unknown hand of a winner that the file does not name is shown, if all others have mucked.
	if p := &d.told.seats[winner]; d.told.Game.Kind == Board && !d.shown.Has(winner) && p.held == 0 && d.money.won[winner] > 0 {
		d.add(history.Show, winner, p.at).SetCards(unknown[:d.told.Game.Hole]...)
	}
}

// knows reports whether the file names every card of a hand.
func (d *deal) knows(i int8) bool {
	if d.told.Game.Kind != Stud {
		return int(d.told.seats[i].held) == d.told.Game.Hole
	}
	n := 0
	for e := range d.of(evUp) {
		if e.seat != i {
			continue
		}
		if slices.Contains(e.list(), cards.Unknown) {
			return false
		}
		n += int(e.n)
	}
	return n >= d.told.Game.Hole+d.streets()-1
}

// shows reports whether a seat shows its whole hand after an event: with several boards it may muck for one of them.
func (d *deal) shows(seat int8, after int) bool {
	return slices.ContainsFunc(d.events[after:], func(e event) bool {
		return e.kind == evShow && e.seat == seat && int(e.n) >= d.told.Game.Hole
	})
}

// wholeShow reports whether an event shows a complete hand as of the showdown: in stud the last one that the seat shows, because a
// player who is all in may show before the last cards.
func (d *deal) wholeShow(k int) bool {
	e := &d.events[k]
	return int(e.n) >= d.told.Game.Hole && (d.told.Game.Kind != Stud || !d.shows(e.seat, k+1))
}

// leave moves the folds of players who left to where they are due.
func (d *deal) leave() {
	var left []event
	for k := 0; k < len(d.events); k++ {
		e := d.events[k]
		if e.kind != evFold || e.amount != leaving {
			continue
		}
		d.events = slices.Delete(d.events, k, k+1)
		acts := func(o event) bool { return o.kind.acts() && o.seat == e.seat }
		if k--; !slices.ContainsFunc(d.events[k+1:], acts) {
			e.amount = int64(k + 1) // the event before which the file has it
			left = append(left, e)
		}
	}
	for _, e := range slices.Backward(left) { // last first, so that the positions of earlier ones stay valid
		if at := d.turnOf(&e); at >= 0 {
			e.amount = 0
			d.events = slices.Insert(d.events, at, e)
			d.infer(e.pos, e.seat, " has left, and folds in turn")
		}
	}
}

// turnOf returns the place of a fold among the events: before that of the first player who acts after the folding player's turn; -1 if
// the player has no turn any more.
func (d *deal) turnOf(fold *event) int {
	var in betting.Set
	for _, i := range d.order.seats {
		in |= betting.Bit(int(i))
	}
	n := len(d.order.seats)
	mine, big := d.order.index(int(fold.seat)), d.order.index(d.order.big)
	turn, owes, acted := big+1, true, big >= 0
	for k := range d.events {
		e, due := &d.events[k], k >= int(fold.amount) && owes
		if e.kind == evStreet {
			if due && acted {
				return k
			}
			if turn, owes, acted = 0, true, false; n == 2 && big >= 0 {
				turn = big // with two players the button, who has the small blind, acts last
			}
			continue
		}
		if !e.kind.acts() || e.seat < 0 {
			continue
		}
		seat := d.order.index(int(e.seat))
		if seat < 0 {
			continue
		}
		if passes := (mine-turn+2*n)%n < (seat-turn+2*n)%n; due && passes {
			return k
		}
		if e.kind == evFold {
			in &^= betting.Bit(int(e.seat))
		}
		owes = e.seat != fold.seat && (owes || e.kind == evBet || e.kind == evRaiseTo)
		turn, acted = seat+1, true
	}
	if owes && in.Len() > 1 {
		return len(d.events)
	}
	return -1
}
