package dsl_test

import (
	"cmp"
	"slices"
	"testing"

	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// between are games in which players compare in private and pay each other, or fold, with betting before and after.
const between = `
three, low = ranking("three", size = 3), ranking("low three", size = 3, low = True)
def _asks(hand):
    return hand.chose(hand.seat, "ask")
def _game(name, *middle):
    return game(name, seats = (2, 6), stakes = stakes("2-4", ante = 1), forced = [ante()],
        play = [deal(3), bet(open = left_of_button)] + list(middle) + [bet(open = left_of_button)], showdown = best(three))
ask = choose([choice("no"), choice("ask")])
toll = _game("Toll", compare(best(low), losers = [pay("5.00")]))
neighbor = _game("Neighbor", in_turn([ask, when(_asks, [compare(best(low), to = left, losers = [pay("3.00")])])]))
side = _game("Side", in_turn([ask, when(_asks, [compare(best(low), to = left, losers = [give_up])])]))
all = _game("All", compare(best(low), losers = [give_up]))
`

// TestSharesByContribution checks that what a seat wins from the pots depends only on what it and the others have put in: nobody wins
// more than it has matched, and at a showdown each level of what was put in goes to the best hand that has matched it, whatever players
// paid each other meanwhile.
func TestSharesByContribution(t *testing.T) {
	lib := filesOf(map[string]string{"between.star": between}, star.Options{})
	var random batch.Random
	for _, name := range []string{"toll", "neighbor", "side", "all"} {
		t.Run(name, func(t *testing.T) {
			b, err := gameIn(t, lib, "between.star:"+name).BindTo("")
			if err != nil {
				t.Fatal(err)
			}
			pays := name == "toll" || name == "neighbor"
			r, shown, short := hand.NewSource(45, 1), 0, 0
			for n := range testkit.Sample[uint64](20_000, 2_000) {
				var h hand.Hand
				var log hand.Log
				stacks := make([]int64, 2+r.Below(5))
				for i := range stacks {
					stacks[i] = 100 * int64(1+r.Below(12)*(1+r.Below(3)))
				}
				if err := h.Start(&hand.Setup{Plan: b, Stacks: stacks, Button: int(r.Below(uint64(len(stacks)))), Seed: 45, Number: n, Log: &log}); err != nil {
					t.Fatal(err)
				}
				for {
					d, ok := h.Next()
					if !ok {
						break
					}
					a, err := random.Act(&h, &d, &r)
					if err == nil {
						err = h.Apply(a)
					}
					if err != nil {
						t.Fatalf("hand %d: %v", n, err)
					}
				}
				var put, won [betting.Max]int64
				var worth [betting.Max]rank.Strength
				for i, was := range stacks {
					put[i] = was - h.Stack(i)
				}
				for _, e := range log.Events {
					switch e.Kind {
					case hand.Won, hand.Awarded:
						won[e.Seat] += e.Amount
						put[e.Seat] += e.Amount
					case hand.TookPot:
						put[e.Seat] += e.Amount
					case hand.PaidPot:
						put[e.Seat] -= e.Amount
					case hand.Shown:
						worth[e.Seat] = e.Strength
					}
				}
				most, above := slices.Max(put[:]), int64(0)
				if pays { // who has been paid may have matched later chips of a hand that folded, which are above its own
					live := int64(0)
					for m := h.Live(); m != 0; m &= m - 1 {
						live = max(live, put[m.First()])
					}
					for _, n := range put {
						above += max(0, n-live)
					}
				}
				for i := range stacks {
					matched := above
					for j := range stacks {
						matched += min(put[i], put[j])
					}
					if won[i] > matched {
						t.Fatalf("hand %d: seat %d put in %d of %v and won %d, more than the %d that it matched", n, i+1, put[i], put, won[i], matched)
					}
					if h.Live().Has(i) && put[i] < most {
						short++
					}
				}
				if !pays || h.Live().Len() < 2 {
					continue
				}
				shown++
				var want [betting.Max]int64
				levels := slices.Clone(put[:len(stacks)])
				slices.Sort(levels)
				done, last, tied := int64(0), -1, false
				for _, level := range slices.Compact(levels) {
					best, amount := -1, int64(0)
					for i := range stacks {
						amount += max(0, min(put[i], level)-done)
						if put[i] < level || !h.Live().Has(i) {
							continue
						}
						c := 1
						if best >= 0 {
							c = cmp.Compare(worth[i], worth[best])
						}
						if tied = tied || c == 0; c > 0 {
							best = i
						}
					}
					if done = level; best >= 0 {
						last = best
					}
					want[last] += amount // what hands that folded have put in above the others is in the last pot
				}
				for i := range stacks { // a side pot that only hands which folded have matched is theirs
					tied = tied || !h.Live().Has(i) && won[i] > 0
				}
				if !tied && want != won {
					t.Fatalf("hand %d: the seats put in %v and won %v, want %v", n, put, won, want)
				}
			}
			if short == 0 || shown == 0 && pays {
				t.Fatalf("%d short hands, %d showdowns", short, shown)
			}
		})
	}
}
