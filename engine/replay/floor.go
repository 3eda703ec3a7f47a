package replay

import (
	"errors"
	"fmt"
	"strconv"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// Irregularities in records. "d event" records one at the moment it happened: the dealer has taken as many steps as "d go" says since a
// player acted or the last irregularity, or, without "d go", as many as it takes until it can have happened. A record without the order of
// the deck, such as one of PHH, may contain only irregularities that move no card of the deck.

// codeEvent is the code for an irregularity that the hand refuses.
const codeEvent = "PHH107"

// floor plays the record's dealer steps and irregularities; done reports whether the action was one of these.
func (p *Player) floor(a *history.Action) (done bool, err error) {
	switch a.Verb {
	case history.GoOn:
		return true, p.goOn(a)
	case history.Event:
		return true, p.happen(a)
	case history.DealHole, history.DealBoard, history.DealBurn:
		p.until(func() bool { return p.dealt(a) })
		return false, nil
	case history.Choose:
		if p.until(func() bool { _, ok := p.nextGiven(a); return ok }) {
			return false, nil // it is made without a question, and an irregularity may follow at once
		}
	case history.NoOp:
		return false, nil
	case history.Show:
		if dealsAgain(p.h.Plan().Game) {
			return p.until(func() bool { return p.shownBefore(a) }), nil
		}
	}
	return false, p.toPlayer(a.Pos)
}

// toPlayer lets the dealer continue until a player must decide.
func (p *Player) toPlayer(at history.Pos) error {
	if err := p.h.ToPlayer(); err != nil {
		return p.rec.ErrorAt(at, codeAward, err.Error(), "")
	}
	return nil
}

// until lets the dealer continue until done; it returns false if a player must decide before that.
func (p *Player) until(done func() bool) bool {
	for !done() {
		if d := p.h.Pending(); d == nil || d.Kind != hand.DealerGoesOn || p.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}) != nil {
			return false
		}
	}
	return true
}

func (p *Player) goOn(a *history.Action) error {
	n, err := strconv.Atoi(a.Text)
	if err != nil || n < 1 {
		return p.rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("%q is not how often the dealer goes on", a.Text), "d go 3")
	}
	for p.h.Steps() < n {
		if d := p.h.Pending(); d == nil || d.Kind != hand.DealerGoesOn {
			return p.rec.ErrorAt(a.Pos, codeIllegal, fmt.Sprintf("the dealer goes on %d times only before somebody else acts", p.h.Steps()), "")
		}
		if err := p.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			return p.rec.ErrorAt(a.Pos, codeAward, err.Error(), "")
		}
	}
	return nil
}

// happen triggers a recorded irregularity.
func (p *Player) happen(a *history.Action) error {
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
		return p.rec.ErrorAt(a.Pos, codeEvent, err.Error(), hint)
	}
	return nil
}
