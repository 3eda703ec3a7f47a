package street

import (
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// UnfitError is why a hand has no public tree: what happens in it depends on more than what everybody sees.
type UnfitError struct{ Why string }

func (e *UnfitError) Error() string { return e.Why }

func unfit(format string, args ...any) error { return &UnfitError{fmt.Sprintf(format, args...)} }

// scope returns the hand's plan without burn cards, or why the hand has no public tree.
func scope(h *hand.Hand) (*plan.AtStakes, error) {
	g := h.Plan().Game
	d, ok := h.Next()
	switch {
	case !ok:
		return nil, fmt.Errorf("the hand is over")
	case d.Seat < 0:
		return nil, fmt.Errorf("the dealer has to act: %s", h.Legal())
	case h.Live().Len() != 2:
		return nil, unfit("%d seats are in the hand", h.Live().Len())
	case g.Deck.Packs > 1:
		return nil, unfit("the deck has the same card several times")
	case g.Award != nil:
		return nil, unfit("a function of the script decides who may claim the pot")
	case h.Plan().MustBeat:
		return nil, unfit("the last player left must show a hand")
	case h.Plan().Foreheads:
		return nil, unfit("players do not see cards of their own")
	case len(g.Hands) > 0:
		return nil, unfit("players set hands apart")
	}
	var o hand.Observation
	for m := h.Live(); m != 0; m &= m - 1 {
		seat := m.First()
		h.Observe(seat, 0, &o)
		for _, s := range o.Cards {
			if s.Zone == plan.ZoneHand && int(s.Seat) != seat && h.Live().Has(int(max(0, s.Seat))) && !s.Up && s.Card.Known() {
				return nil, unfit("seat %d knows a card of seat %d that lies face down", seat+1, s.Seat+1)
			}
		}
	}
	bound, err := enumerate.WithoutBurns(h.Plan())
	if err != nil {
		return nil, err
	}
	seen := map[int]bool{}
	return bound, ahead(bound.Game, int(d.Step), seen)
}

// ahead checks the steps from one on, on every road.
func ahead(g *plan.Game, i int, seen map[int]bool) error {
	if i >= len(g.Steps) || seen[i] {
		return nil
	}
	seen[i] = true
	if s := &g.Steps[i]; !s.Open() {
		return unfit("the step %q, at %s, is still to come", s.Kind, s.Pos)
	}
	for k := range g.Next(i) {
		if err := ahead(g, k, seen); err != nil {
			return err
		}
	}
	return nil
}

// whole reports whether no odd chip of a hand that is over can depend on its cards.
func whole(h *hand.Hand) bool {
	sd := h.Showdown()
	if sd.OddChip != betting.BySuit {
		return true
	}
	all := int64(0)
	for k := range sd.Parts {
		all += sd.Parts[k].Weight()
	}
	list := &h.Result().Pots
	for i := range list.N {
		for n := range all { // shares of the parts that somebody wins
			if list.Pot[i].Amount%(2*(n+1)*max(1, h.Plan().Stakes.Chip)) != 0 {
				return false
			}
		}
	}
	return true
}
