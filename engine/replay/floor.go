package replay

import (
	"errors"
	"fmt"
	"strconv"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Irregularities in records. "d event" records one at the moment it happened:
// the dealer has taken as many steps as "d go" says since a player acted or the
// last irregularity, or, without "d go", as many as it takes until it can have
// playedHand. A record without the order of the deck, such as one of PHH, may
// contain only irregularities that move no card of the deck.

// codeEvent is the code for an irregularity that the hand refuses.
const codeEvent = "PHH107"

// incident records an irregularity.
func (r *recorder) incident(e *hand.Event) {
	r.flush()
	add := func(v history.Verb, text string) {
		r.rec.Actions = append(r.rec.Actions, history.Action{Verb: v, Player: history.Dealer, Text: text})
	}
	if e.Amount > 0 {
		add(history.GoOn, strconv.FormatInt(e.Amount, 10))
	}
	names := plan.Names{Scale: r.setup.Plan.Stakes.Scale, Name: func(seat int) string { return fmt.Sprintf("p%d", r.player(seat)+1) }}
	add(history.Event, r.hand.NoteOf(e).Incident.Text(names))
}

// absent records the players who were not dealt in.
func (r *recorder) absent() error {
	if r.setup.Absent == 0 {
		return nil
	}
	var out []int64
	for m := r.setup.Absent; m != 0; m &= m - 1 {
		out = append(out, int64(r.player(m.First()))+1)
	}
	return r.rec.Set(history.KeyAbsent, out)
}

// attend prepares the hand for irregularities, if the record has any.
func (p *Player) attend(rec *history.Hand) error {
	p.setup.Attendance, p.setup.Absent = hand.Unattended, 0
	if x := rec.Lookup(history.KeyAbsent); x != nil {
		list, ok := history.Value[[]int64](rec, history.KeyAbsent)
		for _, n := range list {
			if n < 1 || int(n) > rec.N() {
				ok = false
				break
			}
			p.setup.Absent |= seating.Bit(int(n) - 1)
		}
		if !ok {
			return rec.ErrorAt(x.Pos, CodeSuperset, "_absent is not a list of players", "")
		}
		p.setup.Attendance = hand.Attended
	}
	for i := range rec.Actions {
		if a := &rec.Actions[i]; a.Verb == history.Event || a.Verb == history.GoOn {
			switch {
			case !p.setup.Manual:
				p.setup.Attendance = hand.Attended
				return nil
			case a.Verb == history.GoOn:
				return rec.ErrorAt(a.Pos, codeEvent, "the dealer's steps need the order of the deck", "name it in the field _deck")
			}
			p.setup.Attendance = hand.Tracked
		}
	}
	return nil
}

// floor plays the record's dealer steps and irregularities; done reports
// whether the action was one of these.
func (p *Player) floor(rec *history.Hand, a *history.Action) (done bool, err error) {
	switch a.Verb {
	case history.GoOn:
		return true, p.goOn(rec, a)
	case history.Event:
		return true, p.happen(rec, a)
	case history.DealHole, history.DealBoard, history.DealBurn:
		p.dealUntil(a)
		return false, nil
	case history.NoOp:
		return false, nil
	case history.Show:
		if dealsAgain(p.h.Plan().Game) {
			return p.until(func() bool { return p.shownBefore(a) }), nil
		}
	}
	return false, p.toPlayer(rec, a.Pos)
}

// toPlayer lets the dealer continue until a player must decide.
func (p *Player) toPlayer(rec *history.Hand, at history.Pos) error {
	if err := p.h.ToPlayer(); err != nil {
		return rec.ErrorAt(at, codeAward, err.Error(), "")
	}
	return nil
}

// dealUntil lets the dealer continue until the cards of an action are dealt, or
// a player must decide.
func (p *Player) dealUntil(a *history.Action) {
	p.until(func() bool { return p.dealt(a) })
}

// until lets the dealer continue until done; it returns false if a player must
// decide before that.
func (p *Player) until(done func() bool) bool {
	for !done() {
		if d := p.h.Pending(); d == nil || d.Kind != hand.DealerGoesOn || p.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}) != nil {
			return false
		}
	}
	return true
}

func (p *Player) goOn(rec *history.Hand, a *history.Action) error {
	n, err := strconv.Atoi(a.Text)
	if err != nil || n < 1 {
		return rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("%q is not how often the dealer goes on", a.Text), "d go 3")
	}
	for p.h.Steps() < n {
		if d := p.h.Pending(); d == nil || d.Kind != hand.DealerGoesOn {
			return rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("the dealer goes on %d times only before somebody else acts", p.h.Steps()), "")
		}
		if err := p.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			return rec.ErrorAt(a.Pos, codeAward, err.Error(), "")
		}
	}
	return nil
}

// happen triggers a recorded irregularity.
func (p *Player) happen(rec *history.Hand, a *history.Action) error {
	in, err := plan.ParseIncident(a.Text, plan.Names{Scale: p.setup.Plan.Stakes.Scale})
	if in.Kind != plan.NoIncident && a.Player != history.Dealer && in.Value("seat") == nil {
		in, err = plan.ParseIncident(fmt.Sprintf("%s seat=p%d", a.Text, a.Player+1), plan.Names{Scale: p.setup.Plan.Stakes.Scale})
	}
	if err == nil {
		_, err = p.h.HappenNext(in)
	}
	if err != nil {
		hint, _ := plan.IsUnknownIncident(err)
		if errors.Is(err, hand.ErrUnknownPack) {
			hint = "name the deck in the field _deck"
		}
		return rec.ErrorAt(a.Pos, codeEvent, err.Error(), hint)
	}
	return nil
}
