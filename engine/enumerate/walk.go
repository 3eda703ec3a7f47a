package enumerate

import (
	"context"
	"fmt"
	"slices"

	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Walk follows the lines of a game that a caller asks for, with the probabilities of the cards. It checks only that the game
// can be played; use [Play] for other checks.
type Walk struct{ x *search }

// NewWalk returns a walk that has not begun. It ignores Visits and Progress of the options.
func NewWalk(ctx context.Context, b *plan.AtStakes, o Options) (*Walk, error) {
	x, err := newSearch(ctx, b, o)
	return &Walk{x}, err
}

// Deal calls f with the hand after each way in which the first cards can fall. The hand is valid during the call. redealt means that
// the cards led to a new deal, as in Act.
func (w *Walk) Deal(f func(h *hand.Hand, redealt bool)) { w.x.deal(f) }

var errPaid = diag.Refuse("a new deal after bets or folds cannot be solved yet: it is not like the first", "'cardroom run' and 'cardroom check --exhaustive' play the game")

// Act takes an action and calls f with the hand after each way in which the next cards can fall. redealt means that it led to a
// new deal, whether cards or players brought it, and that the line ends there: the new deal is like the first. If somebody has bet
// or folded it is not, and the walk stops.
func (w *Walk) Act(h *hand.Hand, a hand.Action, f func(h *hand.Hand, redealt bool)) {
	w.x.act(h, a, func(t *hand.Hand, redealt bool) {
		if redealt && slices.ContainsFunc(w.x.path, func(a hand.Action) bool { return a.Kind == hand.Fold || a.Amount > 0 }) {
			w.Stop(errPaid)
			return
		}
		f(t, redealt)
	})
}

// ActOnce takes an action and calls f with the hand after one way in which the next cards can fall. draw returns the random
// numbers below n that choose it. ways is 1 divided by the probability of this way, the number of ways it stands for; 1 if no
// card falls.
func (w *Walk) ActOnce(h *hand.Hand, a hand.Action, draw func(n int) int, f func(h *hand.Hand, redealt bool, ways float64)) {
	was, before := w.x.draw, w.x.chance
	w.x.draw = draw
	w.Act(h, a, func(t *hand.Hand, redealt bool) { f(t, redealt, before/w.x.chance) })
	w.x.draw = was
}

// Actions appends every action that a decision offers to `to`.
func (w *Walk) Actions(to []hand.Action, h *hand.Hand, d *hand.Decision) []hand.Action {
	return Actions(to, h, d, &w.x.o)
}

// From begins with a hand that is already in progress, with the given probability, and calls f with it. The hand is valid
// during the call.
func (w *Walk) From(h *hand.Hand, chance float64, f func(h *hand.Hand)) {
	w.x.path, w.x.rolls, w.x.chance = w.x.path[:0], nil, chance
	t := w.x.hand()
	*t = *h
	t.Follow(&w.x.log)
	f(t)
}

// Actions appends every action that a decision offers under the options to `to`.
func Actions(to []hand.Action, h *hand.Hand, d *hand.Decision, o *Options) []hand.Action {
	each(h, d, o, func(a hand.Action) { to = append(to, a) })
	return to
}

// Path returns the actions that led to the hand of the innermost call.
func (w *Walk) Path() []hand.Action { return w.x.path }

// Rolls returns the results of the dice along the path.
func (w *Walk) Rolls() []uint8 { return w.x.rolls }

// Plan returns the game.
func (w *Walk) Plan() *plan.AtStakes { return w.x.bound }

// Chance returns the probability of the cards and rolls along the path.
func (w *Walk) Chance() float64 { return w.x.chance }

// Stop ends the walk: the calls in progress return early, and Err returns the error.
func (w *Walk) Stop(err error) {
	if w.x.stopped == nil {
		w.x.stopped = err
	}
}

// Err returns why the walk is incomplete: it was stopped, the game could not continue, the small deck had too few cards, or
// discards were shuffled back in.
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
