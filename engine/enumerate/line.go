package enumerate

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// Hand returns the line of a fault as a hand of a .phhs file, for 'cardroom
// replay', in the original game, not the small one. ok is false if the original
// game takes a different course, because it has more cards or rounds.
func (f *Fault) Hand(g *plan.Game) (text string, ok bool) {
	bound, err := g.Bind(f.Setup.Plan.Stakes)
	if err != nil {
		return "", false
	}
	var log hand.Log
	s := f.Setup
	s.Plan, s.Log = bound, &log
	var h hand.Hand
	last, ok := f.shows(&h, &s)
	if !ok {
		return "", false
	}
	if last != nil {
		log.Events = append(log.Events, h.Failed(last))
	}
	rec, err := replay.Record(&s, &h, &log, s.Deck)
	if err != nil {
		return "", false
	}
	rec.Finishing = nil // it never got that far
	return string(history.AppendTable(nil, strconv.Itoa(1), rec)), true
}

// shows plays the line in the original game, passively after the end of the
// small game, and reports whether it ends in the same fault, and with which
// action; nil if it does not begin.
func (f *Fault) shows(h *hand.Hand, s *hand.Setup) (last *hand.Action, ok bool) {
	err := h.Start(s)
	next := 0
	for n := 0; err == nil && n < maxActions; n++ {
		d, ok := h.Next()
		if !ok {
			break
		}
		a := passive(h)
		if next < len(f.Actions) && f.Actions[next].Seat == d.Seat && fits(&f.Actions[next], &d) {
			a = f.Actions[next]
			next++
		}
		if err = h.Apply(a); err != nil && a.Kind != hand.Check && refused(err) {
			a = passive(h)
			err = h.Apply(a)
		}
		last = &a
	}
	return last, f.Kind == Playing && err != nil && !refused(err)
}

func refused(err error) bool {
	_, is := err.(*hand.IllegalError)
	return is
}

// fits reports whether an action is of the kind that a decision asks for.
func fits(a *hand.Action, d *hand.Decision) bool {
	switch a.Kind {
	case hand.PickCards:
		return d.Kind == hand.CardsAsked
	case hand.Choose:
		return d.Kind == hand.Chosen
	}
	return d.Kind == hand.Wager
}

// passive checks, calls, and keeps its cards. Against a bank it puts up the
// minimum.
func passive(h *hand.Hand) hand.Action {
	a := h.DefaultAction()
	if a.Kind == hand.Choose {
		a.Amount = h.Offers()[a.Pick].Min
	}
	return a
}

// Words returns the line in words: the cards as they were dealt, and the
// actions.
func (f *Fault) Words() string {
	var log hand.Log
	s := f.Setup
	s.Log = &log
	var h hand.Hand
	err := h.Start(&s)
	for i := 0; err == nil && i < len(f.Actions); i++ {
		err = h.Apply(f.Actions[i])
	}
	scale := s.Plan.Stakes.Scale
	var b strings.Builder
	for i := range log.Events {
		e := &log.Events[i]
		who := "the dealer"
		if e.Seat >= 0 {
			who = fmt.Sprintf("seat %d", e.Seat+1)
		}
		fmt.Fprintf(&b, "%s: %s", who, e.Kind)
		for _, c := range e.List() {
			b.WriteString(" " + c.String())
		}
		if e.Amount > 0 && e.N == 0 {
			b.WriteString(" " + plan.Money(e.Amount, scale))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
