package dsl_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestRevivedLaw plays hands of every game twice: once as they are, and once so that at random moments a hand is thrown away, or its
// player folds, and it comes back before anything else happens. A hand that comes back comes back whole (e03): its player can do all
// that he could do before, every irregularity that was possible is possible, and both hands end alike.
func TestRevivedLaw(t *testing.T) {
	back := 0
	for _, g := range testkit.Sweep(allGames(t), 12) {
		if g.Banked() {
			continue
		}
		b := revivable(t, g.ID, revives)
		r := newReach(t, g)
		for number := range uint64(8) {
			seats := []int{max(2, g.MinSeats), 3, 5}[number%3]
			if seats = min(max(seats, g.MinSeats), b.Seats); seats < g.MinSeats {
				continue
			}
			setup := hand.Setup{
				Plan: b, Stacks: r.stacks(b, seats, []int64{3, 40}[number%2]), Button: int(number) % seats, Seed: 11, Number: number, Attendance: hand.Attended,
			}
			n, err := revivedAlike(&setup)
			if back += n; err != nil {
				t.Errorf("%s, hand %d of seed 11, %d seats: %v", g.ID, number, seats, err)
			}
		}
	}
	t.Logf("%d hands came back", back)
	if back < 500 {
		t.Errorf("only %d hands came back", back)
	}
}

// revivable returns a game in which a hand that was thrown away is dead, and comes back when it is retrieved: with these effects.
func revivable(t *testing.T, id string, back ...plan.FloorEffect) *plan.AtStakes {
	t.Helper()
	b := *bound(t, library(t, nil), id, "")
	game := *b.Game
	game.Rulings, game.DefaultRulings = []plan.Ruling{
		{Incident: plan.Retrieve, Judgement: plan.Judgement{Effects: back}},
		{Incident: plan.ThrownAway, Judgement: plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectKill, Seat: -1}}}},
	}, nil
	b.Game = &game
	return &b
}

// revives is the effect that brings a hand back whole.
var revives = plan.FloorEffect{Kind: plan.EffectRevive, Seat: -1}

// TestRevivedLawCanFail lets hands come back otherwise than whole: the law finds each.
func TestRevivedLawCanFail(t *testing.T) {
	for _, tt := range []struct {
		name, game string
		back       []plan.FloorEffect
		want       string
	}{
		{"not at all", "angies/stud7", []plan.FloorEffect{{Kind: plan.EffectStands, Seat: -1}}, "live "},
		{"with chips too few", "angies/holdem", []plan.FloorEffect{revives, {Kind: plan.EffectPutIn, Seat: -1, Amount: 100}}, "in front"},
		{"with another card", "angies/holdem", []plan.FloorEffect{revives, {Kind: plan.EffectReplace, Seat: -1}}, "held"},
		{"and acts", "angies/holdem", []plan.FloorEffect{revives, {Kind: plan.EffectAct, Seat: -1, Word: "fold"}}, "what is asked was"},
	} {
		found := false
		for number := uint64(0); number < 40 && !found; number++ {
			setup := hand.Setup{Plan: revivable(t, tt.game, tt.back...), Stacks: []int64{4000, 4000, 4000, 4000}, Seed: 11, Number: number, Attendance: hand.Attended}
			_, err := revivedAlike(&setup)
			found = err != nil && strings.Contains(err.Error(), tt.want)
		}
		if !found {
			t.Errorf("that a hand comes back %s is not found", tt.name)
		}
	}
}

func thrownAway(seat int) plan.Incident {
	return plan.Incident{Kind: plan.ThrownAway}.With("seat", plan.Value{N: int64(seat)})
}

// revivedAlike plays a hand with and without hands that leave and come back at once, and returns how many did.
func revivedAlike(setup *hand.Setup) (back int, err error) {
	var plain, other hand.Hand
	if err := errors.Join(plain.Start(setup), other.Start(setup)); err != nil {
		return 0, err
	}
	chance := hand.NewSource(5, setup.Number)
	for steps := 0; ; steps++ {
		d := plain.Pending()
		if d == nil || steps > 600 {
			break
		}
		if chance.Below(3) == 0 && other.Live().Len() > 1 {
			was, _ := other.Moment()
			left, how, err := leavesAndReturns(&other, &chance)
			if err != nil {
				return back, fmt.Errorf("step %d, %s: %s: %w", steps, was, how, err)
			}
			if left {
				back++
				if err := alikeFor(&plain, &other); err != nil {
					return back, fmt.Errorf("step %d, %s: %s and came back: %w", steps, was, how, err)
				}
			}
		}
		a, err := lawAction(&plain, d, &chance)
		if err != nil {
			return back, err
		}
		if err := plain.Apply(a); err != nil {
			return back, err
		}
		if err := other.Apply(a); err != nil {
			return back, fmt.Errorf("step %d: after a hand came back: %w", steps, err)
		}
	}
	for i := range plain.Seats() {
		if plain.Stack(i) != other.Stack(i) {
			return back, fmt.Errorf("seat %d ends with %d, and with hands that came back with %d", i+1, plain.Stack(i), other.Stack(i))
		}
	}
	return back, nil
}

// leavesAndReturns lets a hand leave and come back: its player folds, if he has the turn in a round of betting, or a live hand is thrown
// away. It reports whether that was possible.
func leavesAndReturns(h *hand.Hand, chance *hand.Source) (left bool, how string, err error) {
	seat, was := -1, *h
	switch d := h.Pending(); {
	case d.Kind == hand.Wager && d.BringIn == 0 && chance.Below(2) == 0:
		seat = int(d.Seat)
		how = fmt.Sprintf("seat %d folded", seat+1)
		if err := h.Apply(hand.Action{Kind: hand.Fold, Seat: d.Seat}); err != nil {
			return false, how, nil // he may not fold
		}
	default:
		live := h.Live()
		for range 1 + chance.Below(uint64(live.Len())) {
			seat = live.After(max(0, seat))
		}
		how = fmt.Sprintf("the hand of seat %d was thrown away", seat+1)
		if len(h.Hole(seat)) == 0 || h.Happen(thrownAway(seat)) != nil {
			return false, how, nil
		}
	}
	if len(h.Stub()) != len(was.Stub()) { // a card was dealt at once: it does not come back
		*h = was
		return false, how, nil
	}
	if h.Live().Has(seat) {
		return false, how, errors.New("the hand has not left")
	}
	if err := h.Happen(plan.Incident{Kind: plan.Retrieve}.With("seat", plan.Value{N: int64(seat)})); err != nil {
		return false, how, fmt.Errorf("it does not come back: %w", err)
	}
	return true, how, nil
}

// alikeFor returns what differs between two hands for those who play them.
func alikeFor(plain, other *hand.Hand) error {
	if a, b := plain.Legal(), other.Legal(); a != b {
		return fmt.Errorf("what is asked was %q, and is %q", a, b)
	}
	if plain.Live() != other.Live() || plain.Pot() != other.Pot() {
		return fmt.Errorf("live %b with %d in the pot, and now %b with %d", plain.Live(), plain.Pot(), other.Live(), other.Pot())
	}
	for i := range plain.Seats() {
		switch {
		case plain.Stack(i) != other.Stack(i) || plain.Wagered(i) != other.Wagered(i):
			return fmt.Errorf("seat %d had %d and %d in front, and has %d and %d", i+1, plain.Stack(i), plain.Wagered(i), other.Stack(i), other.Wagered(i))
		case !slices.Equal(plain.Hole(i), other.Hole(i)):
			return fmt.Errorf("seat %d held %v, and holds %v", i+1, plain.Hole(i), other.Hole(i))
		}
		for k := range plain.Hole(i) {
			if plain.IsUp(i, k) != other.IsUp(i, k) {
				return fmt.Errorf("card %d of seat %d lay face up: %v, and lies face up: %v", k+1, i+1, plain.IsUp(i, k), other.IsUp(i, k))
			}
		}
	}
	can := other.Possible()
	for _, k := range plain.Possible() {
		if !slices.Contains(can, k) {
			return fmt.Errorf("%s was possible, and is not", k)
		}
	}
	return nil
}
