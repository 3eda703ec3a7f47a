package enumerate

import (
	"context"
	"fmt"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Walk follows the lines of a game that a caller asks for, with the chance of the
// cards. It checks nothing but that the game can be played: [Play] does.
type Walk struct{ x *search }

// NewWalk returns a walk that has not begun. Visits and Progress of the options are not
// used.
func NewWalk(ctx context.Context, b *plan.Bound, o Options) (*Walk, error) {
	x, err := newSearch(ctx, b, o)
	return &Walk{x}, err
}

// Deal calls f with the hand after each way in which the first cards can fall. The
// hand is good during the call.
func (w *Walk) Deal(f func(h *hand.Hand)) { w.x.deal(f) }

// Act takes an action, and calls f with the hand after each way in which the cards
// after it can fall. redealt means that it led to a new deal.
func (w *Walk) Act(h *hand.Hand, a hand.Action, f func(h *hand.Hand, redealt bool)) {
	w.x.act(h, a, f)
}

// ActOnce takes an action, and calls f with the hand after one way in which the cards after it can fall. draw
// makes the numbers below n that choose it. ways is 1 / the chance of this way: what it stands for among all of them, 1
// where no card falls.
func (w *Walk) ActOnce(h *hand.Hand, a hand.Action, draw func(n int) int, f func(h *hand.Hand, redealt bool, ways float64)) {
	was, before := w.x.draw, w.x.chance
	w.x.draw = draw
	w.x.act(h, a, func(t *hand.Hand, redealt bool) { f(t, redealt, before/w.x.chance) })
	w.x.draw = was
}

// Actions adds every action to `to` that a decision offers.
func (w *Walk) Actions(to []hand.Action, h *hand.Hand, d *hand.Decision) []hand.Action {
	return Actions(to, h, d, &w.x.o)
}

// From begins with a hand that has gone on for a while, whose chance is given, and calls f
// with it. The hand is good during the call.
func (w *Walk) From(h *hand.Hand, chance float64, f func(h *hand.Hand)) {
	w.x.path, w.x.rolls, w.x.chance = w.x.path[:0], nil, chance
	t := w.x.hand()
	*t = *h
	t.Observe(&w.x.log)
	f(t)
}

// Actions adds every action to `to` that a decision offers under the options.
func Actions(to []hand.Action, h *hand.Hand, d *hand.Decision, o *Options) []hand.Action {
	each(h, d, o, func(a hand.Action) { to = append(to, a) })
	return to
}

// Path returns the actions that led to the hand of the innermost call.
func (w *Walk) Path() []hand.Action { return w.x.path }

// Rolls returns what dice have shown on the way.
func (w *Walk) Rolls() []uint8 { return w.x.rolls }

// Plan returns the game that is walked.
func (w *Walk) Plan() *plan.Bound { return w.x.bound }

// Chance returns the probability of the cards and rolls on the way.
func (w *Walk) Chance() float64 { return w.x.chance }

// Stop ends the walk: the calls that are under way return early, and Err returns
// the error.
func (w *Walk) Stop(err error) {
	if w.x.stopped == nil {
		w.x.stopped = err
	}
}

// Err is why the walk cannot tell everything: it was stopped, the game could not go on,
// the small pack had too few cards, or discards were shuffled again.
func (w *Walk) Err() error {
	x := w.x
	switch {
	case x.stopped != nil:
		return x.stopped
	case x.report.Fault != nil:
		return x.report.Fault.Err
	case x.report.Outside:
		return fmt.Errorf("the small deck of %d cards runs out", len(x.o.Pack))
	case x.report.Reshuffled:
		return fmt.Errorf("the discards are shuffled again in the small deck of %d cards, in an order that nobody can follow", len(x.o.Pack))
	}
	return nil
}
