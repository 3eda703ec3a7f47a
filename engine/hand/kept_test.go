package hand_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

var update = flag.Bool("update", false, "write testdata/kept.txt anew")

// TestKeptHands plays hands with irregularities of every game of the fuzzed houses in memory that is written all over. Each is the hand of
// testdata/kept.txt: the same events, decisions, irregularities that were possible, and stacks. So a rule that changes where another one
// meets it is noticed here, and what an earlier hand left behind too. After an intended change, run
//
//	go test ./engine/hand -run TestKeptHands -update
func TestKeptHands(t *testing.T) {
	keep := testkit.ReadKept(t, "testdata/kept.txt", *update)
	defer keep.End()
	var used hand.Hand
	for _, part := range []struct {
		name  string
		games []*plan.Game
		hands uint64
	}{{"houses", houses.Games(), 3}, {"parts", houses.Parts(), 20}, {"choices", houses.Choices(), 20}} {
		t.Run(part.name, func(t *testing.T) {
			for _, i := range testkit.Numbers(len(part.games), 8) {
				g := part.games[i]
				b := boundAnyhow(t, g)
				for k := range part.hands {
					setup := someSetup(b, k+part.hands*uint64(i))
					name := fmt.Sprintf("%s %d", g.ID, setup.Number)
					var fresh hand.Hand
					testkit.Scribble(&used) // its bank, its floor and its cards are those of the hand before
					got, want := playedThrough(&used, setup), keep.Of(name)
					if *update {
						got = playedThrough(&fresh, setup)
					}
					if keep.Is(name, got) {
						continue
					}
					if playedThrough(&fresh, setup) == want {
						t.Errorf("%s: memory that was used before changes the hand", name)
					} else {
						t.Errorf("%s is another hand than before", name)
					}
				}
			}
		})
	}
	for _, m := range meetings {
		t.Run(m.name, func(t *testing.T) {
			games := slices.Concat(houses.Games(), houses.Parts(), houses.Choices())
			for _, i := range testkit.Numbers(len(games), 15) {
				g := games[i]
				if !m.of(g) {
					continue
				}
				b, all := boundAnyhow(t, g), fnv.New64a()
				for k := range m.hands {
					setup := someSetup(b, k+m.hands*uint64(i))
					setup.Attendance = hand.Attendance(1 + k%2)
					fmt.Fprint(all, playedWith(&used, setup, m.often))
				}
				if name := m.name + " " + g.ID; !keep.Is(name, fmt.Sprintf("%016x", all.Sum64())) {
					t.Errorf("%s: other hands than before", name)
				}
			}
		})
	}
}

// meetings are kinds of games with the irregularities that most often meet another rule there: a misdeal or a hand that comes back after
// bets, a split hand, a pot that is matched.
var meetings = []struct {
	name  string
	of    func(*plan.Game) bool
	hands uint64
	often []plan.IncidentKind
}{
	{"banks", (*plan.Game).Banked, 60, []plan.IncidentKind{plan.CalledMisdeal, plan.WrongCount, plan.Retrieve, plan.Boxed}},
	{"matched", matches, 150, []plan.IncidentKind{plan.CalledMisdeal, plan.Retrieve, plan.Declare}},
	{"again", func(g *plan.Game) bool { return !g.Banked() }, 6, []plan.IncidentKind{plan.CalledMisdeal, plan.Retrieve, plan.DealerExposed, plan.Declare}},
}

// matches reports whether seats pay into the pot of a game by rule, in turn or because they have lost it.
func matches(g *plan.Game) bool {
	return slices.ContainsFunc(g.Steps, func(st plan.Step) bool { return st.Pay != nil || st.Show != nil && st.Show.Match != nil })
}

// boundAnyhow binds a game to its usual stakes.
func boundAnyhow(t *testing.T, g *plan.Game) *plan.AtStakes {
	t.Helper()
	b, err := g.BindTo("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// someSetup returns a table that is as full as the hand's number says, with short and long stacks.
func someSetup(b *plan.AtStakes, number uint64) hand.Setup {
	g := b.Game
	n := g.MinSeats + int(number)%(min(g.MaxSeats, b.Seats)-g.MinSeats+1)
	s := hand.Setup{Plan: b, Button: int(number) % n, Seed: 3, Number: number, Attendance: hand.Attendance(number % 3)}
	for i := range n {
		bet := max(b.Stakes.Chip, b.Stakes.Small.Lo, b.Stakes.BB)
		s.Stacks = append(s.Stacks, bet*[]int64{40, 1, 3, 12}[(i+int(number))%4])
	}
	if g.Banked() {
		s.Banked = int(number % 3)
	}
	return s
}

// bare is an error without the signs of its amounts: what people read of money is not what is kept.
func bare(err error) string { return plan.Written(fmt.Sprint(err)) }

// playedThrough plays a hand at random with irregularities, and returns a hash of all that can be seen of it.
func playedThrough(h *hand.Hand, s hand.Setup) string { return playedWith(h, s, nil) }

// playedWith is playedThrough with some kinds of irregularities more often.
func playedWith(h *hand.Hand, s hand.Setup, often []plan.IncidentKind) string {
	seen := fnv.New64a()
	log := &hand.Log{}
	s.Log = log
	if err := h.Start(&s); err != nil {
		fmt.Fprint(seen, bare(err))
		return fmt.Sprintf("%016x", seen.Sum64())
	}
	chance := hand.NewSource(s.Seed, s.Number)
	for range 3000 {
		d := h.Pending()
		if d == nil && chance.Below(4) > 0 {
			break
		}
		fmt.Fprint(seen, h.Possible(), h.Pot())
		if often != nil && chance.Below(8) == 0 {
			k := often[chance.Below(uint64(len(often)))]
			if in, ok := batch.MishapOf(h, k, &chance); ok && slices.Contains(h.Possible(), k) {
				fmt.Fprint(seen, bare(h.Happen(in)))
				continue
			}
		}
		if chance.Below(6) == 0 {
			if in, ok := batch.Mishap(h, &chance); ok {
				fmt.Fprint(seen, bare(h.Happen(in)))
				continue
			}
		}
		if d == nil {
			break
		}
		fmt.Fprint(seen, *d)
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			var err error
			if a, err = (batch.Random{}).Act(h, d, &chance); err != nil {
				fmt.Fprint(seen, bare(err))
				break
			}
			a = batch.HoldToDraw(h, d, a)
		}
		if err := h.Apply(a); err != nil {
			fmt.Fprint(seen, bare(err))
			break
		}
	}
	for k := range log.Events {
		e := &log.Events[k]
		fmt.Fprint(seen, e.Kind, e.Step, e.Seat, e.Amount, e.To, e.Pot, e.Part, e.List())
	}
	for i := range h.Seats() {
		fmt.Fprint(seen, h.Stack(i), h.Won(i), h.Hole(i))
		for k := 0; s.Plan.Game.Banked() && k < h.Hands(i); k++ {
			held, wager := h.Cards(i, k)
			fmt.Fprint(seen, held, wager)
		}
	}
	fmt.Fprint(seen, h.MainWinners(), h.Left())
	fmt.Fprint(seen, h.Board(), h.Stub(), h.House())
	return fmt.Sprintf("%016x", seen.Sum64())
}
