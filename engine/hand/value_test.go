package hand_test

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// random returns the setup of a random table: seats, stacks from one chip to deep,
// button and number.
func random(b *plan.AtStakes, r *hand.Source, number uint64) hand.Setup {
	n := 2 + int(r.Below(uint64(b.Game.MaxSeats-1)))
	s := hand.Setup{Plan: b, Stacks: make([]int64, n), Button: int(r.Below(uint64(n))), Seed: 42, Number: number}
	for i := range s.Stacks {
		s.Stacks[i] = 1 + int64(r.Below([]uint64{3, 20, 200}[r.Below(3)]))
	}
	return s
}

// TestCopies checks that copies of a hand, made at every decision and played on,
// end as the original does, and that each copy is independent.
func TestCopies(t *testing.T) {
	for name, b := range somePlans(t) {
		r := hand.NewSource(11, 12)
		for number := range uint64(60) {
			s := random(b, &r, number)
			var h hand.Hand
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			var copies []hand.Hand
			var actions []hand.Action
			for d := h.Pending(); d != nil; d = h.Pending() {
				copies = append(copies, h)
				a := choose(d, &r)
				actions = append(actions, a)
				if err := h.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			for i := range copies {
				strayed := copies[i]
				other := hand.NewSource(number, uint64(i))
				playOn(t, &strayed, &other)
				if !strayed.Conserved() {
					t.Fatalf("%s, hand %d: chips are not conserved in a copy", name, number)
				}
				again := copies[i]
				for _, a := range actions[i:] {
					if err := again.Apply(a); err != nil {
						t.Fatalf("%s, hand %d, from decision %d: %v", name, number, i, err)
					}
				}
				if !again.Same(&h) {
					t.Fatalf("%s, hand %d: played on from decision %d it ends differently", name, number, i)
				}
			}
		}
	}
}

// TestTimeline checks that undo after do restores the state, redo repeats it, and a
// new action discards what was undone.
func TestTimeline(t *testing.T) {
	for name, b := range somePlans(t) {
		r := hand.NewSource(13, 14)
		for number := range uint64(40) {
			s := random(b, &r, number)
			var h hand.Hand
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			line := hand.NewTimeline(&h)
			if line.Undo() || line.Redo() {
				t.Fatal("there is nothing to undo or redo at the start")
			}
			states := []hand.Hand{h}
			for d := line.Hand().Pending(); d != nil; d = line.Hand().Pending() {
				if err := line.Do(choose(d, &r), nil); err != nil {
					t.Fatal(err)
				}
				states = append(states, *line.Hand())
				end := len(states) - 1
				back := int(r.Below(3))
				for k := range back {
					if line.Undo() != (end-k > 0) {
						t.Fatalf("%s: undo at step %d", name, end-k)
					}
				}
				if at := max(0, end-back); line.Len() != at || !line.Hand().Same(&states[at]) {
					t.Fatalf("%s, hand %d: after %d actions and %d back it is at %d in another state", name, number, end, back, line.Len())
				}
				for line.Redo() {
				}
				if !line.Hand().Same(&states[end]) {
					t.Fatalf("%s, hand %d: redo does not lead back", name, number)
				}
			}
			if line.Len() > 0 {
				forget(t, line, &states[len(states)-2], &states[len(states)-1])
			}
		}
	}
}

// forget goes back one step, tries illegal actions, and then plays another action.
func forget(t *testing.T, line *hand.Timeline, last, end *hand.Hand) {
	t.Helper()
	line.Undo()
	seat := line.Hand().Pending().Seat
	if err := line.Do(hand.Action{Kind: hand.RaiseTo, Seat: seat, Amount: -5}, nil); err == nil {
		t.Fatal("a raise to -5 is accepted")
	}
	if !line.Hand().Same(last) || !line.Redo() || !line.Hand().Same(end) {
		t.Fatal("a refused action changed the timeline")
	}
	line.Undo()
	if err := line.Do(hand.Action{Kind: hand.Fold, Seat: seat}, nil); err != nil {
		t.Fatal(err)
	}
	if line.Redo() {
		t.Fatal("what was undone is still there after another action")
	}
}

// TestTimelineLog checks that the log of a step has the events of that step only.
func TestTimelineLog(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, holdem(), fixed), Stacks: stacks(3, 100), Button: 2, Seed: 1})
	var whole hand.Log
	g.h.Follow(&whole)
	line := hand.NewTimeline(&g.h)
	if first := *line.Hand(); first.Apply(hand.Action{Kind: hand.Fold, Seat: first.Pending().Seat}) != nil || len(whole.Events) != 0 {
		t.Errorf("a copy of the first state tells %d events to the log of the hand", len(whole.Events))
	}
	for _, c := range []struct{ do, want string }{{"C call", "C called 2"}, {"A raise 4", "A raised 3 to 4"}} {
		a, err := action(c.do)
		if err != nil {
			t.Fatal(err)
		}
		var log hand.Log
		if err := line.Do(a, &log); err != nil {
			t.Fatal(err)
		}
		if len(log.Events) != 1 || tell(&log.Events[0]) != c.want {
			t.Errorf("%q tells %d events, the first %q; want %q alone", c.do, len(log.Events), tell(&log.Events[0]), c.want)
		}
		fork := *line.Hand() // an independent copy without a log
		if err := fork.Apply(hand.Action{Kind: hand.Fold, Seat: fork.Pending().Seat}); err != nil || len(log.Events) != 1 {
			t.Errorf("after %q a fork tells %d events: %v", c.do, len(log.Events)-1, err)
		}
	}
}

// TestDeterminism checks that seed and number determine the hand, whatever was
// played before in the same memory, and that another number or seed gives another
// hand.
func TestDeterminism(t *testing.T) {
	var used hand.Hand
	for name, b := range somePlans(t) {
		r := hand.NewSource(15, 16)
		for number := range uint64(60) {
			s := random(b, &r, number)
			var fresh hand.Hand
			var first, second hand.Log
			s.Log = &first
			if err := fresh.Start(&s); err != nil {
				t.Fatal(err)
			}
			s.Log = &second
			if err := used.Start(&s); err != nil {
				t.Fatal(err)
			}
			if !fresh.Same(&used) {
				t.Fatalf("%s, hand %d: it begins differently in memory that was used before", name, number)
			}
			ra, rb := hand.NewSource(1, number), hand.NewSource(1, number)
			playOn(t, &fresh, &ra)
			playOn(t, &used, &rb)
			if !fresh.Same(&used) || !slices.Equal(first.Events, second.Events) {
				t.Fatalf("%s, hand %d: the same hand played twice ends differently", name, number)
			}
		}
	}
	b := bind(t, holdem(), fixed)
	order := func(seed, number uint64) []cards.Card {
		g := start(t, hand.Setup{Plan: b, Stacks: stacks(2, 100), Seed: seed, Number: number})
		return g.h.Order()
	}
	base := order(1, 1)
	if !slices.Equal(base, order(1, 1)) {
		t.Error("the same seed and number shuffle differently")
	}
	if slices.Equal(base, order(1, 2)) || slices.Equal(base, order(2, 1)) || slices.Equal(order(1, 2), order(2, 1)) {
		t.Error("different seeds or numbers shuffle alike")
	}
}

// TestSameTellsApart checks that Same is false for hands in different states.
func TestSameTellsApart(t *testing.T) {
	s := hand.Setup{Plan: bind(t, holdem(), fixed), Stacks: stacks(3, 100), Button: 2, Seed: 1}
	g := start(t, s)
	for _, c := range []struct {
		name   string
		change func(s *hand.Setup)
	}{
		{"another pack", func(s *hand.Setup) { s.Number = 2 }},
		{"another stack", func(s *hand.Setup) { s.Stacks = []int64{100, 100, 101} }},
		{"another button", func(s *hand.Setup) { s.Button = 1 }},
		{"a post", func(s *hand.Setup) { s.Posts = []hand.Post{{Seat: 2, Amount: 1, Dead: true}} }},
	} {
		other := s
		c.change(&other)
		if o := start(t, other); g.h.Same(&o.h) {
			t.Errorf("%s makes no difference", c.name)
		}
	}
	acted := g.h
	g.do("C call")
	if g.h.Same(&acted) {
		t.Error("an action makes no difference")
	}
}

// TestOrderIsWhatIsDealt checks that the hand deals the deck that Order returns.
func TestOrderIsWhatIsDealt(t *testing.T) {
	for name, b := range somePlans(t) {
		r := hand.NewSource(17, 18)
		for number := range uint64(40) {
			s := random(b, &r, number)
			seeded := start(t, s)
			s.Deck = seeded.h.Order()
			stacked := start(t, s)
			ra, rb := hand.NewSource(2, number), hand.NewSource(2, number)
			playOn(t, &seeded.h, &ra)
			playOn(t, &stacked.h, &rb)
			if !slices.Equal(seeded.l.Events, stacked.l.Events) {
				t.Fatalf("%s, hand %d: dealt from its own pack it goes differently", name, number)
			}
		}
	}
}

// TestShuffleIsFair checks that each card comes first and last about equally often.
func TestShuffleIsFair(t *testing.T) {
	const hands = 52 * 400
	var first, last [52]int
	b := bind(t, holdem(), fixed)
	var h hand.Hand
	for number := range uint64(hands) {
		if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks(2, 100), Button: 1, Seed: 9, Number: number}); err != nil {
			t.Fatal(err)
		}
		order := h.Order()
		first[order[0]]++
		last[order[51]]++
	}
	for c := range 52 {
		// 400 expected, standard deviation 20: six standard deviations allow for
		// 104 comparisons.
		if first[c] < 280 || first[c] > 520 || last[c] < 280 || last[c] > 520 {
			t.Errorf("%s comes first %d and last %d times in %d hands, want about 400", cards.Card(c), first[c], last[c], hands)
		}
	}
}

// TestRefusedActionsChangeNothing checks that at every decision every kind of
// action with a wrong seat or amount is refused with an IllegalError and leaves the
// hand unchanged.
func TestRefusedActionsChangeNothing(t *testing.T) {
	for name, b := range somePlans(t) {
		r := hand.NewSource(19, 20)
		for number := range uint64(30) {
			g := start(t, random(b, &r, number))
			for d := g.h.Pending(); d != nil; d = g.h.Pending() {
				for _, a := range wrong(d, g.h.Seats()) {
					before, events := g.h, len(g.l.Events)
					err := g.h.Apply(a)
					if _, ok := err.(*hand.IllegalError); !ok {
						t.Fatalf("%s: %s by seat %d to %d where %s: %v, want an IllegalError", name, a.Kind, a.Seat+1, a.Amount, before.Legal(), err)
					}
					if !g.h.Same(&before) || len(g.l.Events) != events {
						t.Fatalf("%s: %s was refused and has changed the hand", name, a.Kind)
					}
				}
				if err := g.h.Apply(choose(d, &r)); err != nil {
					t.Fatal(err)
				}
			}
			over := g.h
			if err := g.h.Apply(hand.Action{Kind: hand.Check}); err == nil || !g.h.Same(&over) {
				t.Fatalf("%s: an action after the end: %v", name, err)
			}
		}
	}
}

// wrong returns actions that the decision does not allow.
func wrong(d *hand.Decision, seats int) []hand.Action {
	o := &d.Options
	out := []hand.Action{
		{Kind: hand.BringIn, Seat: d.Seat},
		{Kind: hand.PickCards, Seat: d.Seat},
		{Kind: hand.DealTo, Seat: d.Seat},
		{Kind: hand.DealBoard, Seat: d.Seat},
		{Kind: hand.Show, Seat: d.Seat},
		{Kind: hand.Muck, Seat: d.Seat},
		{Kind: hand.Fold, Seat: d.Seat, N: -1},
		{Kind: hand.RaiseTo, Seat: d.Seat, Amount: o.MinTo - 1},
		{Kind: hand.RaiseTo, Seat: d.Seat, Amount: o.MaxTo + 1},
		{Kind: hand.RaiseTo, Seat: d.Seat, Amount: -1},
		{Kind: hand.RaiseTo, Seat: d.Seat, Amount: 1<<63 - 1},
		{Kind: hand.RaiseTo, Seat: d.Seat, Amount: -1 << 63},
	}
	if o.CanCheck {
		out = append(out, hand.Action{Kind: hand.Call, Seat: d.Seat})
	} else {
		out = append(out, hand.Action{Kind: hand.Check, Seat: d.Seat})
	}
	for _, seat := range []int8{-1, (d.Seat + 1) % int8(seats), int8(seats), 127, -128} {
		out = append(out, hand.Action{Kind: hand.Fold, Seat: seat}, hand.Action{Kind: hand.Call, Seat: seat})
	}
	return out
}

// TestNothingAllocated checks that a hand without a log allocates no memory.
func TestNothingAllocated(t *testing.T) {
	for name, b := range somePlans(t) {
		s := hand.Setup{Plan: b, Stacks: stacks(6, 120), Seed: 1}
		var h hand.Hand
		r := hand.NewSource(1, 2)
		one := func() {
			s.Number++
			s.Button = int(s.Number % 6)
			if err := h.Start(&s); err != nil {
				t.Fatal(err)
			}
			playOn(t, &h, &r)
		}
		one() // compiles the ranking
		if n := testing.AllocsPerRun(300, one); n != 0 {
			t.Errorf("%s: %v allocations a hand, want none", name, n)
		}
	}
}

// TestConserved plays random hands at all tables and checks the chips and cards
// after every action.
func TestConserved(t *testing.T) {
	hands := uint64(1500)
	if testing.Short() {
		hands = 200
	}
	for name, b := range somePlans(t) {
		t.Run(name, func(t *testing.T) {
			r := hand.NewSource(21, 22)
			for number := range hands {
				g := start(t, random(b, &r, number))
				for d := g.h.Pending(); d != nil; d = g.h.Pending() {
					if err := g.h.Apply(choose(d, &r)); err != nil {
						t.Fatalf("hand %d: %v", number, err)
					}
					g.conserved()
				}
				if g.h.PutIn() != g.h.PaidOut()+g.h.House() || g.h.Pot() != 0 {
					t.Fatalf("hand %d: %d put in, %d paid out, %d collected, %d left", number, g.h.PutIn(), g.h.PaidOut(), g.h.House(), g.h.Pot())
				}
			}
		})
	}
}
