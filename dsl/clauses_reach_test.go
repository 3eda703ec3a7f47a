package dsl_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// TestEveryStepIsReached plays random hands of every game with few and many
// seats, short and deep stacks and each kind of limit. Every step of the plan
// must be played and every branch taken both ways; no card appears twice, chips
// are conserved, no hand gets stuck.
func TestEveryStepIsReached(t *testing.T) {
	for _, g := range testkit.Sweep(allGames(t), 12) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			r := newReach(t, g)
			r.tables(hands(t))
			r.report()
		})
	}
}

// hands returns the number of random hands per game.
func hands(t *testing.T) int64 {
	if *million {
		return 1_000_000
	}
	return 2_000
}

// TestReadingsPlay plays random hands of every game with each value of each
// option.
func TestReadingsPlay(t *testing.T) {
	for _, g := range testkit.Sweep(allGames(t), 6) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			for _, o := range g.Options {
				for _, value := range readings(&o) {
					b := bound(t, library(t, map[string]string{o.Name: value}), g.ID, "")
					r := newReach(t, b.Game)
					r.run(b, r.stacks(b, b.Game.MaxSeats, 20), 20)
					r.run(b, r.stacks(b, 3, 20), 20)
				}
			}
		})
	}
}

// readings returns the values of an option that are not in force.
func readings(o *plan.Option) []string {
	choices := o.Choices
	if len(choices) == 0 && (o.Value == "yes" || o.Value == "no") {
		choices = []string{"yes", "no"}
	}
	return slices.DeleteFunc(slices.Clone(choices), func(v string) bool { return v == o.Value })
}

// reach records which steps of a game have been played.
type reach struct {
	t      *testing.T
	game   *plan.Game
	played []bool
	ways   [][2]bool // When: the condition was true, and false
}

func newReach(t *testing.T, g *plan.Game) *reach {
	return &reach{t: t, game: g, played: make([]bool, len(g.Steps)), ways: make([][2]bool, len(g.Steps))}
}

// tables plays n hands at tables of all kinds.
func (r *reach) tables(n int64) {
	g := r.game
	var jobs []func(n int64)
	for _, stakes := range r.stakes() {
		b := bound(r.t, library(r.t, nil), g.ID, stakes)
		for _, seats := range []int{g.MinSeats, 3, 6, g.MaxSeats} {
			for _, depth := range []int64{1, 4, 20, 100} {
				jobs = append(jobs, func(n int64) { r.run(b, r.stacks(b, seats, depth), n) })
			}
		}
	}
	for _, play := range jobs {
		play(max(1, n/int64(len(jobs))))
	}
}

// stakes returns the game's own stakes and one of each other kind of limit.
func (r *reach) stakes() []string {
	out := []string{""}
	for _, s := range []string{"2-4", "1-3/1-6", "pl 1-2", "nl 1-2"} {
		if _, err := r.game.ParseStakes(s); err == nil {
			out = append(out, s)
		}
	}
	return out
}

// stacks returns stacks of the given number of big bets, with one seat deeper
// than the others.
func (r *reach) stacks(b *plan.AtStakes, seats int, depth int64) []int64 {
	s := &b.Stakes
	unit := max(s.Small.Lo, s.BB, s.BringIn)
	out := make([]int64, seats)
	for i := range out {
		out[i] = unit*depth/2 + int64(i)*unit*depth/int64(seats) + s.Chip
		out[i] -= out[i] % s.Chip
	}
	return out
}

func (r *reach) run(b *plan.AtStakes, stacks []int64, n int64) {
	r.t.Helper()
	job := &batch.Job{
		Plan: b, Stacks: stacks, Seed: uint64(len(stacks)), From: 1, To: n + 1,
		Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
		Record: func(to []byte, _ int64, p *batch.Played) ([]byte, error) { return to, r.look(p) },
	}
	if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
		r.t.Fatalf("%s, %d seats, stacks %v: %v", b.Stakes.Name, len(stacks), stacks, err)
	}
}

// look records the steps of a hand and checks its cards.
func (r *reach) look(p *batch.Played) error {
	at := -1
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		switch e.Kind {
		case hand.Won, hand.Limited, hand.Voided: // logged under another step
			continue
		}
		if err := r.walk(at, int(e.Step)); err != nil {
			return err
		}
		at = int(e.Step)
		if e.Kind == hand.Redealt {
			at = -1
		}
	}
	return onceEach(p)
}

// walk advances to the step of an event.
func (r *reach) walk(at, to int) error {
	if to < 0 {
		return nil
	}
	for i := at + 1; i < to; {
		switch st := &r.game.Steps[i]; {
		case st.Kind == plan.When && to < st.Jump:
			r.ways[i][0], r.played[i] = true, true
			i++
		case st.Kind == plan.When:
			r.ways[i][1], r.played[i] = true, true
			i = st.Jump
		case st.Kind == plan.Jump:
			r.played[i] = true
			i = st.Jump
		default:
			i++
		}
		if i > to {
			return fmt.Errorf("no way leads from step %d to step %d", at, to)
		}
	}
	r.played[to] = true
	return nil
}

// onceEach checks that no card appears twice: among those of live seats and the
// board at the end, and, if no cards return to the deck, also among all dealt
// and burned cards.
func onceEach(p *batch.Played) error {
	h := p.Hand
	if h.Plan().Game.Banked() {
		return fromPacks(h)
	}
	var seen cards.Set
	for m := h.Live(); m != 0; m &= m - 1 {
		if err := takeOnce(&seen, h.Hole(m.First())); err != nil {
			return err
		}
	}
	if err := takeOnce(&seen, h.Board()); err != nil || h.Plan().Game.ShortStub != plan.StubMustSuffice {
		return err
	}
	seen = 0
	for i := range p.Log.Events {
		switch e := &p.Log.Events[i]; e.Kind {
		case hand.Dealt, hand.DealtUp, hand.Boarded, hand.Burned, hand.BurnedUp:
			if err := takeOnce(&seen, e.List()); err != nil {
				return err
			}
		case hand.Reshuffled, hand.Redealt:
			return nil
		}
	}
	return nil
}

// fromPacks checks that no card appears more often than in the decks, in a game
// against a bank.
func fromPacks(h *hand.Hand) error {
	var left [64]int
	for _, c := range h.Plan().Game.Deck.Append(nil) {
		left[c]++
	}
	for seat := -1; seat < h.Seats(); seat++ {
		for k := range h.Hands(seat) {
			cs, _ := h.Cards(seat, k)
			for _, c := range cs {
				if left[c]--; left[c] < 0 {
					return fmt.Errorf("%s is there more often than the packs have it", c)
				}
			}
		}
	}
	return nil
}

func takeOnce(seen *cards.Set, cs []cards.Card) error {
	for _, c := range cs {
		if seen.Has(c) {
			return fmt.Errorf("%s appears twice", c)
		}
		*seen = seen.With(c)
	}
	return nil
}

// report reports what was never played.
func (r *reach) report() {
	for i := range r.game.Steps {
		st := &r.game.Steps[i]
		switch {
		case !r.played[i] && st.Kind != plan.Jump:
			r.t.Errorf("step %d, %s %s at %s, was never played", i, st.Kind, st.Name, st.Pos)
		case st.Kind == plan.When && r.ways[i] != [2]bool{true, true}:
			r.t.Errorf("step %d, when %s at %s, went only one way", i, st.Condition(), st.Pos)
		}
	}
}
