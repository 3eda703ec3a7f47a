package dsl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// TestMishaps plays random hands of every game in which one moment in twenty is
// irregular, with few and many seats and short and deep stacks. Chips and cards
// are conserved in every zone after each hand, no hand gets stuck, and no
// ruling fails. -million plays a million hands of each game.
func TestMishaps(t *testing.T) {
	n := int64(64)
	if *million {
		n = 1_000_000
	}
	for _, g := range testkit.Sweep(allGames(t), 12) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			r := newReach(t, g)
			var all batch.Trouble
			jobs := 0
			each := max(1, n/int64(8*len(r.stakes())))
			for _, stakes := range r.stakes() {
				b := bound(t, library(t, nil), g.ID, stakes)
				for _, seats := range []int{g.MinSeats, 3, 6, g.MaxSeats} {
					for _, depth := range []int64{2, 40} {
						jobs++
						res, err := batch.Run(context.Background(), &batch.Job{
							Plan: b, Stacks: r.stacks(b, seats, depth), Seed: uint64(jobs), From: 1, To: each + 1,
							Policy:  func() (batch.Policy, error) { return batch.Random{}, nil },
							Mishaps: &batch.Mishaps{Rate: 0.05},
						}, 1, nil)
						if err != nil {
							t.Fatalf("%s, %d seats, depth %d: %v", b.Stakes.Name, seats, depth, err)
						}
						all.Events += res.Trouble.Events
					}
				}
			}
			least := n / 2
			if g.Banked() { // no rounds of betting
				least = n * 3 / 8
			}
			if all.Events < least {
				t.Errorf("%d events in %d hands", all.Events, n)
			}
		})
	}
}

// TestUndoOverEvents steps hands with irregularities back and forth: undo is
// exact, redo leads to the same hand, and a refused event changes nothing.
func TestUndoOverEvents(t *testing.T) {
	const n = 6
	for _, g := range testkit.Sweep(allGames(t), 12) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			b := bound(t, library(t, nil), g.ID, "")
			r := newReach(t, g)
			for number := range uint64(n) {
				setup := hand.Setup{Plan: b, Stacks: r.stacks(b, 3, 20), Button: 2, Number: number}
				if number%2 == 1 && !g.Banked() { // and one sits out
					setup.Stacks, setup.Button, setup.Absent = r.stacks(b, 5, 20), 4, 1<<3
				}
				if err := undoThrough(&setup); err != nil {
					t.Fatalf("hand %d: %v", number, err)
				}
			}
		})
	}
}

func undoThrough(setup *hand.Setup) error {
	var h hand.Hand
	setup.Seed, setup.Attendance = 7, hand.Attended
	err := h.Start(setup)
	if err != nil {
		return err
	}
	line := hand.NewTimeline(&h)
	states := []hand.Hand{h}
	chance := hand.NewSource(11, setup.Number)
	for d := line.Hand().Pending(); d != nil && len(states) < 400; d = line.Hand().Pending() {
		before := *line.Hand()
		if in, ok := batch.Mishap(&before, &chance); ok && chance.Below(10) == 0 && len(states) < 200 {
			if line.Happen(in, nil) == nil {
				states = append(states, *line.Hand())
				continue
			}
			if !line.Hand().Same(&before) {
				return fmt.Errorf("%s was refused and has changed the hand", in.Kind)
			}
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			if a, err = (batch.Random{}).Act(line.Hand(), d, &chance); err != nil {
				return err
			}
		}
		if err := line.Do(batch.HoldToDraw(line.Hand(), d, a), nil); err != nil {
			return err
		}
		states = append(states, *line.Hand())
		if h := line.Hand(); !h.CardsConserved() || !h.Conserved() {
			return fmt.Errorf("not conserved after %d steps", len(states))
		}
	}
	for i := len(states) - 2; i >= 0; i-- {
		if !line.Undo() || !line.Hand().Same(&states[i]) {
			return fmt.Errorf("undo to step %d of %d is not exact", i, len(states))
		}
	}
	for i := 1; i < len(states); i++ {
		if !line.Redo() || !line.Hand().Same(&states[i]) {
			return fmt.Errorf("redo to step %d is not exact", i)
		}
	}
	return nil
}

// TestMishapsOfUnknownPacks plays hands whose cards the caller deals, some of
// them unknown, with irregularities: an irregularity that would move a card of
// the deck is refused and changes nothing, chips are conserved, and no hand
// gets stuck.
func TestMishapsOfUnknownPacks(t *testing.T) {
	const n = 8
	for _, g := range testkit.Sweep(allGames(t), 12) {
		if g.Banked() {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			b := bound(t, library(t, nil), g.ID, "")
			r := newReach(t, g)
			events := 0
			for number := range uint64(n) {
				d := caller{chance: hand.NewSource(5, number)}
				setup := hand.Setup{Plan: b, Stacks: r.stacks(b, 3, 20), Button: 2, Manual: true, Attendance: hand.Tracked}
				if err := d.h.Start(&setup); err != nil {
					t.Fatal(err)
				}
				if err := d.play(); err != nil {
					t.Fatalf("hand %d: %v", number, err)
				}
				events += len(d.h.Notes())
			}
			if events == 0 {
				t.Error("no irregularity has happened")
			}
		})
	}
}

// caller deals a hand whose deck only the caller knows.
type caller struct {
	h         hand.Hand
	chance    hand.Source
	elsewhere cards.Set // cards refused for the current decision
}

func (c *caller) play() error {
	for range 600 {
		d := c.h.Pending()
		if d == nil {
			return nil
		}
		before := c.h
		if in, ok := batch.Mishap(&before, &c.chance); ok && c.chance.Below(8) == 0 {
			if err := c.h.Happen(in); err != nil && !c.h.Same(&before) {
				return fmt.Errorf("%s was refused and has changed the hand", in.Kind)
			}
		} else if err := c.act(d); err != nil {
			return err
		}
		if !c.h.Conserved() {
			return fmt.Errorf("chips are not conserved")
		}
	}
	return fmt.Errorf("the hand does not end")
}

// act deals, shows, or plays at random. If a card is elsewhere, it tries other
// cards.
func (c *caller) act(d *hand.Decision) error {
	var err error
	c.elsewhere = 0
	for range 400 {
		if err = c.h.Apply(c.action(d)); err == nil {
			return nil
		}
		if at := strings.Index(err.Error(), ", which is already somewhere else"); at >= 2 {
			c.elsewhere |= cards.SetOf(cards.MustParse(err.Error()[at-2 : at])...)
		}
	}
	return err
}

func (c *caller) action(d *hand.Decision) hand.Action {
	a := hand.Action{Seat: -1}
	switch {
	case d.Kind == hand.ShowCards:
		a.Kind, a.Seat = hand.Show, d.Seat
		return a.WithCards(c.cards(c.h.Hole(int(d.Seat))))
	case d.Kind == hand.DealCards && d.For == 0:
		a.Kind = hand.DealBoard
		return a.WithCards(c.cards(unknown(d.Count)))
	case d.Kind == hand.DealCards:
		a.Kind, a.Seat = hand.DealTo, int8(d.For.First())
		if a.Seat == 1 {
			return a.WithCards(unknown(d.Count))
		}
		return a.WithCards(c.cards(unknown(d.Count)))
	}
	a, _ = batch.Random{}.Act(&c.h, d, &c.chance)
	return batch.HoldToDraw(&c.h, d, a)
}

// unknown returns n unknown cards.
func unknown(n int) []cards.Card { return slices.Repeat([]cards.Card{cards.Unknown}, n) }

// cards replaces unknown cards by random cards of the deck.
func (c *caller) cards(held []cards.Card) []cards.Card {
	deck := slices.DeleteFunc(c.h.Plan().Game.Deck.Append(nil), c.elsewhere.Has)
	out := slices.Clone(held)
	for i, x := range out {
		if !x.Known() {
			out[i] = deck[c.chance.Below(uint64(len(deck)))]
		}
	}
	return out
}
