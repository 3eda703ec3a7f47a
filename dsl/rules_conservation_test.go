package dsl_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

var million = flag.Bool("million", false, "play a million hands of each game where a few thousand serve otherwise")

// TestConservation plays random hands of every game of every house: any number of seats, stacks from one chip to deep. In every
// case chips are conserved, no card appears twice, nobody has less than nothing, and every action offered can be taken. TestLaws
// checks the same with every option. A failure names the table and the hand, which can be replayed by its seed and number.
func TestConservation(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	hands := 512
	if *million {
		hands = 1_000_000
	}
	for _, g := range testkit.Sweep(games, 12) {
		t.Run(g.ID, func(t *testing.T) { conserve(t, g, hands) })
	}
}

// tableHands is the number of hands at one table before another is set up.
const tableHands = 64

// conserve plays hands of a game at many tables.
func conserve(t *testing.T, g *plan.Game, hands int) {
	seed := fnv.New64a()
	seed.Write([]byte(g.ID))
	r := hand.NewSource(seed.Sum64(), 1)
	stakes := stakesOf(t, g)
	for played := 0; played < hands; played += tableHands {
		b, err := g.Bind(stakes[r.Below(uint64(len(stakes)))])
		if err != nil {
			t.Fatal(err)
		}
		job := &batch.Job{
			Plan: b, Stacks: randomStacks(b, &r), Seed: r.Uint64(), From: 1, To: 1 + tableHands,
			Policy: func() (batch.Policy, error) { return watchful{}, nil },
		}
		if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
			t.Fatalf("stakes %q, stacks %v: %v", b.Stakes.Text(), job.Stacks, err)
		}
	}
}

// stakesOf returns stakes at which the house opens tables: the posted ones, the default, and one of each structure that the game
// is played with.
func stakesOf(t *testing.T, g *plan.Game) []plan.Stakes {
	t.Helper()
	var out []plan.Stakes
	for _, text := range append([]string{"", "2-4", "1-3/1-6", "5-10", "pl 1-2", "nl 1-2", "nl 1-2 ante 1"}, g.Stakes.Posted...) {
		if s, err := g.ParseStakes(text); err == nil {
			out = append(out, s)
		} else if text == "" {
			t.Fatal(err)
		}
	}
	return out
}

// randomStacks returns stacks of one chip, a few bets, or deep.
func randomStacks(b *plan.AtStakes, r *hand.Source) []int64 {
	least := b.Game.MinSeats
	stacks := make([]int64, least+int(r.Below(uint64(b.Game.MaxSeats-least+1))))
	chip, bet := b.Stakes.Chip, b.Stakes.Small.Lo
	for i := range stacks {
		switch r.Below(4) {
		case 0:
			stacks[i] = chip * int64(1+r.Below(4))
		case 1:
			stacks[i] = 1 + int64(r.Below(uint64(3*bet))) // not in whole chips
		case 2:
			stacks[i] = bet * int64(1+r.Below(20))
		default:
			stacks[i] = bet * int64(100+r.Below(300))
		}
	}
	return stacks
}

// watchful is the random policy that checks the table before each choice.
type watchful struct{ batch.Random }

func (w watchful) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if err := inspect(h, d); err != nil {
		return hand.Action{}, err
	}
	return w.Random.Act(h, d, r)
}

// inspect checks a hand for the invariants of every game.
func inspect(h *hand.Hand, d *hand.Decision) error {
	var seen cards.Set
	n := len(h.Board())
	seen |= cards.SetOf(h.Board()...)
	for i := range h.Seats() {
		hole := h.Hole(i)
		seen |= cards.SetOf(hole...)
		n += len(hole)
		if h.Stack(i) < 0 || h.Wagered(i) < 0 {
			return fmt.Errorf("seat %d has %d chips and %d in front", i+1, h.Stack(i), h.Wagered(i))
		}
		if h.Able().Has(i) != (h.Live().Has(i) && h.Stack(i) > 0) {
			return fmt.Errorf("seat %d with %d chips: live %v, able %v", i+1, h.Stack(i), h.Live().Has(i), h.Able().Has(i))
		}
	}
	switch {
	case !h.Conserved():
		return errors.New("chips are not conserved")
	case h.Banker() >= 0 || d.Kind == hand.Chosen && h.Plan().Game.Banked():
		return fromPacks(h)
	case h.Pot() < 0:
		return fmt.Errorf("the pot is %d", h.Pot())
	case seen.Len() != n && h.Plan().Game.ShortStub == plan.StubMustSuffice:
		return errors.New("a card appears twice") // if folded hands are reused, they are still recorded with their players
	case d.Kind == hand.Wager:
		return inspectWager(h, d)
	case !h.Live().Has(int(d.Seat)):
		return fmt.Errorf("seat %d is asked and is not in the hand", d.Seat+1)
	}
	return nil
}

func inspectWager(h *hand.Hand, d *hand.Decision) error {
	o, seat := &d.Options, int(d.Seat)
	all := h.Wagered(seat) + h.Stack(seat)
	most := int64(0)
	for i := range h.Seats() {
		most = max(most, h.Wagered(i))
	}
	switch {
	case !h.Able().Has(seat):
		return fmt.Errorf("seat %d is asked to bet and cannot", seat+1)
	case o.CanCheck && o.Call > 0:
		return fmt.Errorf("both check and call %d are offered", o.Call)
	case o.Call < 0 || o.Call > h.Stack(seat):
		return fmt.Errorf("a call of %d with %d chips", o.Call, h.Stack(seat))
	case o.CanRaise() && (o.MinTo > o.MaxTo || o.MaxTo > all || o.MinTo <= h.Wagered(seat) || o.MinTo < most):
		return fmt.Errorf("a raise from %d to %d over %d with %d", o.MinTo, o.MaxTo, most, all)
	case o.CanRaise() && (o.Check(o.MinTo) != nil || o.Check(o.MaxTo) != nil):
		return fmt.Errorf("the ends of a raise from %d to %d are refused", o.MinTo, o.MaxTo)
	}
	return nil
}
