package session

import (
	"fmt"

	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
	"cardroom/engine/table"
)

// teller narrates the first hands of a session, with the table events before them.
type teller struct {
	w    *term.Stream
	t    *table.Table
	show int64
	log  *hand.Log
	// seated are the seated players before the event.
	seated seating.Set
}

// tellSession makes a session narrate its first hands.
func tellSession(w *term.Stream, s *batch.Session, show int64) {
	l := &teller{w: w, t: &s.Table, show: show, seated: s.Table.Seated()}
	l.log = s.Log()
	record, told := s.Record, s.Hand
	s.Record = func(e batch.HandEvent) error {
		l.event(&e)
		if record == nil {
			return nil
		}
		return record(e)
	}
	s.Hand = func(d *table.Deal, p *batch.Played) error {
		l.hand(d, p.Hand)
		if told == nil {
			return nil
		}
		return told(d, p)
	}
}

func (l *teller) hand(d *table.Deal, h *hand.Hand) {
	if int64(d.Setup.Number) > l.show {
		return
	}
	for _, note := range d.Notes {
		l.w.Printf("dealer: %s\n", note)
	}
	narrate.Collections(l.w, h, d)
	narrate.Title(l.w, &d.Setup, d.Seats)
	narrate.Hand(l.w, h, l.log.Events, d.Seats)
	l.w.Printf("\n")
}

// event narrates a table event that just happened.
func (l *teller) event(e *batch.HandEvent) {
	if e.After >= l.show {
		return
	}
	l.w.Printf("table: %s\n", l.words(&e.Event))
	l.seated = l.t.Seated()
}

// words describes an event that happened.
func (l *teller) words(e *table.Event) string {
	who := fmt.Sprintf("player %d", e.Player)
	switch e.Kind {
	case table.Join, table.Transfer, table.Call:
		return l.comes(e)
	case table.Unlist:
		return who + " is taken off the list"
	case table.Move:
		return fmt.Sprintf("%s moves to seat %d", who, e.Seat+1)
	case table.Leave:
		return who + " leaves"
	case table.SitOut:
		return who + " sits out"
	case table.Return:
		return who + " is back" + l.waits(e.Wait)
	case table.Buy:
		return who + " buys " + l.money(e.Amount)
	case table.CashOut:
		if e.Amount == 0 {
			return who + " cashes out"
		}
		return who + " cashes out " + l.money(e.Amount)
	case table.OweBlinds:
		return who + " must post the blinds to be dealt in again"
	case table.Withdraw:
		return who + " takes back the vote for another game"
	case table.Tick:
		return fmt.Sprintf("the clock shows %02d:%02d", e.At/3600, e.At/60%60)
	case table.Post:
		return "the house posts " + l.t.Config().Postings[e.Game].Name
	}
	switch game := l.offer(int(e.Game)); {
	case e.Kind == table.Agree:
		return who + " agrees to " + game
	case e.Kind == table.Choose:
		return who + " names " + game
	case e.Choose:
		return "the button names the game of each hand from now on"
	default:
		return game + " is played from now on"
	}
}

// comes describes a player who sits down or joins a list.
func (l *teller) comes(e *table.Event) string {
	who := fmt.Sprintf("player %d", e.Player)
	if new := l.t.Seated() &^ l.seated; new != 0 {
		k := new.First()
		s := l.t.Seat(k)
		text := "sits down"
		switch e.Kind {
		case table.Transfer:
			text = "comes from another table and sits down"
		case table.Call:
			who, text = fmt.Sprintf("player %d", s.Player), "is called and sits down"
		}
		return fmt.Sprintf("%s %s at seat %d with %s%s", who, text, k+1, l.money(s.Stack), l.waits(s.Wait))
	}
	list, q := "waiting", l.t.Waiting()
	if e.Kind == table.Transfer {
		list, q = "transfer", l.t.Transfers()
	}
	return fmt.Sprintf("%s goes on the %s list, at place %d", who, list, q.Place(e.Player))
}

// waits describes a player who waits for the big blind, if the table requires it.
func (l *teller) waits(wait bool) string {
	if wait && l.t.Config().Owed {
		return " and waits for the big blind"
	}
	return ""
}

// offer returns the name of a game of the table, with its stakes if the table has
// several.
func (l *teller) offer(k int) string {
	games := l.t.Config().Games
	o := &games[k]
	for i := range games {
		if games[i].Plan.Stakes.Name != o.Plan.Stakes.Name {
			return o.Plan.Game.Name + " " + o.Plan.Stakes.Name
		}
	}
	return o.Plan.Game.Name
}

func (l *teller) money(units int64) string {
	return plan.Amount(units, l.t.Config().Games[0].Plan.Stakes.Scale)
}
