package dsl_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/testkit"
)

// loops plays hands twice: decision by decision, and with the same answers asked from within the rounds by [hand.Hand.Play].
type loops struct {
	outer, inner hand.Hand
	log          [2]hand.Log
	made         []answered
	asked        int64 // decisions that Play asked for
}

// answered is a decision with its answer.
type answered struct {
	decision hand.Decision
	action   hand.Action
}

// same plays a hand both ways, with logs and without, and returns an error if it is not the same.
func (l *loops) same(setup hand.Setup, p batch.Policy, chance *batch.Chance) error {
	setup.Log, l.made = &l.log[0], l.made[:0]
	if err := l.outer.Start(&setup); err != nil {
		return err
	}
	for d := l.outer.Pending(); d != nil; d = l.outer.Pending() {
		a, err := p.Act(&l.outer, d, chance.Next(d.Seat))
		if err != nil {
			return err
		}
		l.made = append(l.made, answered{*d, a})
		if err := l.outer.Apply(a); err != nil {
			return err
		}
	}
	for _, setup.Log = range []*hand.Log{&l.log[1], nil} {
		if err := l.inside(&setup); err != nil {
			return err
		}
		if !l.inner.Same(&l.outer) {
			return errors.New("the hand has another end from within its rounds")
		}
	}
	if !slices.Equal(l.log[0].Events, l.log[1].Events) {
		return errors.New("the hand is told differently from within its rounds")
	}
	return nil
}

// inside plays the hand with the answers of the other loop.
func (l *loops) inside(setup *hand.Setup) error {
	h, n := &l.inner, 0
	var differs error
	bet := func(d *hand.Decision) (hand.ActionKind, int64) {
		if n >= len(l.made) {
			panic("more decisions from within the rounds")
		}
		was := &l.made[n]
		n++
		l.asked++
		if was.action.Kind == hand.RaiseTo || n%2 == 0 {
			h.Bounds()
			if *d != was.decision {
				differs = fmt.Errorf("decision %d is %+v, and from within the round %+v", n, was.decision, *d)
			}
		} else if d.Seat != was.decision.Seat || d.Options.Call != was.decision.Options.Call || d.Options.CanCheck != was.decision.Options.CanCheck {
			differs = fmt.Errorf("decision %d is %+v, and without bounds %+v", n, was.decision, *d)
		}
		return was.action.Kind, was.action.Amount
	}
	if err := h.Start(setup); err != nil {
		return err
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		if d.Kind == hand.Wager && h.Quick() {
			was := n
			if asked, err := h.Play(bet); err != nil || int64(n-was) != asked {
				return fmt.Errorf("%d decisions of %d: %w", asked, n-was, err)
			}
			continue
		}
		if n >= len(l.made) || *d != l.made[n].decision {
			return fmt.Errorf("decision %d is another one after rounds played from within", n+1)
		}
		if err := h.Apply(l.made[n].action); err != nil {
			return err
		}
		n++
	}
	if n != len(l.made) && differs == nil {
		differs = fmt.Errorf("%d decisions, and from within the rounds %d", len(l.made), n)
	}
	return differs
}

// TestPlayIsApply checks that a hand is the same decision by decision and from within its rounds: decisions, events, stacks and results,
// of all games at all numbers of seats, with every value of every option, with random players and with those of the standard library. The whole of it is a million hands.
func TestPlayIsApply(t *testing.T) {
	lib := library(t, nil)
	type subject struct{ id, option, value string }
	var games []subject
	for _, g := range append(allGames(t), galleryGames(t, lib)...) {
		games = append(games, subject{id: g.ID})
		for _, o := range g.Options {
			for _, v := range o.Choices {
				if v != o.Value {
					games = append(games, subject{g.ID, o.Name, v})
				}
			}
		}
	}
	hands := uint64(40)
	if testkit.Whole() {
		hands = uint64(1_000_000/len(games) + 1)
	}
	table, err := policies.Load(lib.Loader, "@stdlib//players.star:tight")
	if err != nil {
		t.Fatal(err)
	}
	var l loops
	played := uint64(0)
	for k, one := range testkit.Sweep(games, 36) {
		lib := lib
		if one.option != "" {
			lib = library(t, map[string]string{one.option: one.value})
		}
		g, err := lib.Find(one.id)
		if err != nil {
			continue // the house does not play it that way
		}
		p := bound(t, lib, one.id, "")
		unit := max(p.Stakes.BB, p.Stakes.Small.Lo, p.Stakes.Chip, 1)
		chip := max(p.Stakes.Chip, 1)
		draw := hand.NewSource(uint64(k), 50)
		for n := range hands {
			most := min(g.MaxSeats, p.Seats)
			stacks := make([]int64, g.MinSeats+int(n)%(most-g.MinSeats+1))
			for i := range stacks {
				stacks[i] = chip * int64(1+draw.Below(uint64(max(unit/chip, 1)*[]int64{3, 20, 200}[draw.Below(3)])))
			}
			setup := hand.Setup{Plan: p, Stacks: stacks, Seed: uint64(k), Number: n, Button: int(n) % len(stacks)}
			policy := batch.Policy(batch.Random{})
			switch {
			case n == 1 && k%12 == 0: // these think a thousand times as long
				policy = table
			case n%10 == 0:
				policy = batch.Caller{}
			}
			chance := batch.NewChance(policy, setup.Seed, n)
			if err := l.same(setup, policy, &chance); err != nil {
				t.Fatalf("%v, hand %d, %d seats, %T: %v", one, n, len(stacks), policy, err)
			}
			played++
		}
	}
	if l.asked < int64(played) {
		t.Errorf("only %d decisions of %d hands were asked from within a round", l.asked, played)
	}
}
