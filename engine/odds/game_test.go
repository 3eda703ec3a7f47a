package odds_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

func step(kind plan.StepKind, count int) plan.Step { return plan.Step{Kind: kind, Count: count} }

func round(open plan.Opener) plan.Step {
	return plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: open}}
}

// noLimit returns a no-limit game with blinds 1 and 2.
func noLimit(t *testing.T, steps ...plan.Step) *plan.AtStakes {
	t.Helper()
	g := &plan.Game{
		ID: "test/game", Name: "Game", MinSeats: 2, MaxSeats: 8, ShortStub: plan.StubCommon,
		Forced:  []plan.Forced{{Amount: plan.SmallBlind, Left: 1}, {Amount: plan.BigBlind, Left: 2, HeadsUp: 1}},
		Betting: betting.Rules{Cap: 4, BlindCounts: true, CapOff: betting.CapNow},
		Stakes:  plan.StakesRule{Default: "2-4"}, Steps: steps,
	}
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(plan.Stakes{Name: "nl 1-2", Structure: betting.NoLimit, Small: plan.Range{Lo: 2}, Big: plan.Range{Lo: 2}, SB: 1, BB: 2, Chip: 1, Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func flopGame(t *testing.T) *plan.AtStakes {
	return noLimit(
		t, step(plan.Deal, 2), round(plan.LeftOfBlind), step(plan.Burn, 1), step(plan.Board, 3), round(plan.LeftOfButton),
		step(plan.Board, 1), step(plan.Board, 1), round(plan.LeftOfButton), plan.Step{Kind: plan.Showdown, Show: high(0, 0)},
	)
}

// playing returns a hand with the button in the last seat, after some actions: "raise 40", "call",
// "fold", "check".
func playing(t *testing.T, s hand.Setup, actions string) *hand.Hand {
	t.Helper()
	s.Button = len(s.Stacks) - 1
	h := &hand.Hand{}
	if err := h.Start(&s); err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(actions, ",") {
		word, amount, _ := strings.Cut(strings.TrimSpace(text), " ")
		a := hand.Action{Kind: map[string]hand.ActionKind{"fold": hand.Fold, "check": hand.Check, "call": hand.Call, "raise": hand.RaiseTo}[word]}
		for _, digit := range amount {
			a.Amount = 10*a.Amount + int64(digit-'0')
		}
		if word == "" {
			continue
		}
		a.Seat = h.Pending().Seat
		if err := h.Apply(a); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return h
}

// A hand in progress: the cards to come, the dead cards, and the seats that can win each pot.
func TestOf(t *testing.T) {
	for _, tt := range []struct {
		name    string
		setup   hand.Setup
		actions string
		seats   []int
		toBoard int
		dead    int
		pots    []odds.Pot
	}{
		{"blinds", hand.Setup{Stacks: []int64{100, 100, 100}}, "", []int{0, 1, 2}, 5, 0, []odds.Pot{{Amount: 3, Eligible: 0b111}}},
		{"blinds of unequal stacks: there is no pot without chips", hand.Setup{Stacks: []int64{10, 30, 100}}, "", []int{0, 1, 2}, 5, 0, []odds.Pot{{Amount: 3, Eligible: 0b111}}},
		{
			"a bet that nobody can call whole",
			hand.Setup{Stacks: []int64{10, 30, 100}},
			"raise 100, call",
			[]int{0, 1, 2},
			5, 0,
			[]odds.Pot{{Amount: 22, Eligible: 0b111}, {Amount: 20, Eligible: 0b110}},
		},
		{
			"who has folded has no claim",
			hand.Setup{Stacks: []int64{50, 100, 10, 40}},
			"raise 10, raise 40, fold",
			[]int{1, 2, 3},
			5, 2,
			[]odds.Pot{{Amount: 23, Eligible: 0b111}, {Amount: 30, Eligible: 0b101}},
		},
		{
			"after the flop",
			hand.Setup{Stacks: []int64{100, 100, 10}},
			"raise 10, call, call, raise 20",
			[]int{0, 1, 2},
			2, 0,
			[]odds.Pot{{Amount: 30, Eligible: 0b111}, {Amount: 20, Eligible: 0b011}},
		},
		{
			"after the river",
			hand.Setup{Stacks: []int64{100, 100, 100}},
			"call, call, check, check, check, check",
			[]int{0, 1, 2},
			0, 0,
			[]odds.Pot{{Amount: 6, Eligible: 0b111}},
		},
		{
			"the house has taken of the pot",
			hand.Setup{Stacks: []int64{100, 100, 4}, Fees: []hand.Fee{{Seat: -1, Amount: 7}}},
			"raise 4, call, call, raise 20",
			[]int{0, 1, 2},
			2, 0,
			[]odds.Pot{{Amount: 5, Eligible: 0b111}, {Amount: 20, Eligible: 0b011}},
		},
		{
			"the house takes more than the main pot",
			hand.Setup{Stacks: []int64{100, 100, 1}, Fees: []hand.Fee{{Seat: -1, Amount: 5}}},
			"call, call, check",
			[]int{0, 1, 2},
			2, 0,
			[]odds.Pot{},
		},
		{
			"dead antes",
			hand.Setup{Stacks: []int64{100, 100, 12}, Antes: []int64{2, 2, 2}, Blinds: []int64{1, 2, 0}, DeadAntes: true},
			"raise 10, call, raise 20",
			[]int{0, 1, 2},
			5, 0,
			[]odds.Pot{{Amount: 36, Eligible: 0b111}, {Amount: 10, Eligible: 0b011}},
		},
	} {
		tt.setup.Plan, tt.setup.Seed = flopGame(t), 5
		h := playing(t, tt.setup, tt.actions)
		q, seats, err := odds.Of(h)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !slices.Equal(seats, tt.seats) || q.ToBoard != tt.toBoard || q.Dead.Len() != tt.dead || !slices.Equal(q.Pots, tt.pots) {
			t.Errorf("%s: seats %v, %d to the board, %d dead, pots %v; want %+v", tt.name, seats, q.ToBoard, q.Dead.Len(), q.Pots, tt)
		}
		for i, seat := range seats {
			if own := q.Hands[i]; own.ToCome != 0 || !slices.Equal(own.Cards, h.Hole(seat)) || own.Range != nil {
				t.Errorf("%s: seat %d holds %+v", tt.name, seat, own)
			}
		}
		left, all := int64(0), h.Pot()
		for _, p := range q.Pots {
			left += p.Amount
		}
		for i := range tt.setup.Stacks {
			all += h.Wagered(i)
		}
		if left > all {
			t.Errorf("%s: pots of %d, and %d is there", tt.name, left, all)
		}
		a := compute(t, q, odds.Effort{Samples: 100, Enough: 1})
		sum := 0.0
		for _, c := range a.Chips {
			sum += c.Value
		}
		if math.Abs(sum-float64(left)) > 1e-6 {
			t.Errorf("%s: the hands expect %g of %d", tt.name, sum, left)
		}
	}
	over := playing(t, hand.Setup{Plan: flopGame(t), Stacks: []int64{9, 9}}, "fold")
	if _, _, err := odds.Of(over); err == nil || err.Error() != "the hand is over" {
		t.Errorf("a hand that is over: %v", err)
	}
}

// A game of seven cards: each seat gets its missing cards, and if there are not enough, the last is
// one community card.
func TestOfStud(t *testing.T) {
	stud := noLimit(
		t, step(plan.Deal, 3), round(plan.LeftOfBlind), step(plan.Deal, 1), step(plan.Deal, 1), step(plan.Deal, 1), round(plan.LeftOfButton),
		step(plan.Deal, 1), round(plan.LeftOfButton), plan.Step{Kind: plan.Showdown, Show: high(0, 0)},
	)
	calls := func(n int) string { return strings.Repeat("call, ", n-1) + "check" }
	for _, tt := range []struct {
		seats           int
		actions         string
		toCome, toBoard int
	}{
		{2, "", 4, 0},
		{7, "", 4, 0},
		{8, "", 3, 1},                          // 24 are out, 32 are asked of 28
		{7, calls(7), 1, 0},                    // 42 are out, 7 of 10
		{8, calls(8), 0, 1},                    // 48 are out, 8 of 4
		{8, "fold", 4, 0},                      // seven are left: 28 of 28
		{8, strings.Repeat("fold, ", 4), 4, 0}, // four are left: 16 of 28
	} {
		h := playing(t, hand.Setup{Plan: stud, Stacks: slices.Repeat([]int64{100}, tt.seats), Seed: 3}, tt.actions)
		q, seats, err := odds.Of(h)
		if err != nil {
			t.Errorf("%d seats: %v", tt.seats, err)
			continue
		}
		for i := range seats {
			if q.Hands[i].ToCome != tt.toCome {
				t.Errorf("%d seats, %q: %d to come, want %d", tt.seats, tt.actions, q.Hands[i].ToCome, tt.toCome)
			}
		}
		if q.ToBoard != tt.toBoard || (len(seats) == tt.seats) != (q.Dead == 0) {
			t.Errorf("%d seats, %q: %d to the board, dead %v", tt.seats, tt.actions, q.ToBoard, q.Dead)
		}
	}
}

// In a draw a seat still gets as many cards as it has thrown away.
func TestOfDraw(t *testing.T) {
	draw := noLimit(
		t, step(plan.Deal, 5), round(plan.LeftOfBlind), plan.Draw(0, 5, plan.LeftOfButton, plan.DrawStep{Together: true}),
		round(plan.LeftOfButton), plan.Step{Kind: plan.Showdown, Show: high(0, 0)},
	)
	h := playing(t, hand.Setup{Plan: draw, Stacks: []int64{100, 100, 100}, Seed: 3}, "call, call, check")
	owed := []int{0, 0, 0}
	for _, n := range []int{2, 0, 5} {
		q, _, err := odds.Of(h)
		if err != nil {
			t.Fatal(err)
		}
		for i := range owed {
			if own := q.Hands[i]; own.ToCome != owed[i] || len(own.Cards)+own.ToCome != 5 {
				t.Errorf("seat %d: %d cards and %d to come, want %d", i, len(own.Cards), own.ToCome, owed[i])
			}
		}
		seat := h.Pending().Seat
		a := hand.Action{Kind: hand.PickCards, Seat: seat}
		if err := h.Apply(a.WithCards(h.Hole(int(seat))[:n])); err != nil {
			t.Fatal(err)
		}
		owed[seat] = n
	}
	if q, _, err := odds.Of(h); err != nil || q.Hands[0].ToCome+q.Hands[1].ToCome+q.Hands[2].ToCome != 0 {
		t.Errorf("after the draw: %+v, %v", q, err)
	}
}

// In the middle of a deal each seat gets the missing cards of the whole game, and at the showdown
// none.
func TestOfDealing(t *testing.T) {
	h := playing(t, hand.Setup{Plan: flopGame(t), Stacks: []int64{100, 100, 100}, Seed: 3, Attendance: hand.Attended}, "")
	seen := map[[2]int]bool{}
	for range 200 {
		d := h.Pending()
		if d == nil {
			break
		}
		q, seats, err := odds.Of(h)
		if err != nil {
			t.Fatal(err)
		}
		if atEnd := h.Plan().Game.Steps[d.Step].Kind == plan.Showdown; atEnd && q.ToBoard != 0 {
			t.Errorf("at the showdown %d cards are still to come", q.ToBoard)
		}
		for i, seat := range seats {
			if n := len(h.Hole(seat)) + q.Hands[i].ToCome; n != 2 {
				t.Errorf("seat %d comes to %d cards", seat, n)
			}
		}
		if n := len(q.Board) + q.ToBoard; n != 5 {
			t.Errorf("the board comes to %d cards", n)
		}
		seen[[2]int{len(h.Hole(0)), len(q.Board)}] = true
		for _, kind := range []hand.ActionKind{hand.GoOn, hand.Check, hand.Call} {
			if err = h.Apply(hand.Action{Kind: kind, Seat: d.Seat}); err == nil {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range [][2]int{{0, 0}, {2, 0}, {2, 3}, {2, 5}} {
		if !seen[want] {
			t.Errorf("%d cards in a hand and %d on the board were not met: %v", want[0], want[1], seen)
		}
	}
}

// Hands of a game before anything else is dealt.
func TestForGame(t *testing.T) {
	g := flopGame(t).Game
	r, err := cards.Deck{}.ParseRange("AA", 2)
	if err != nil {
		t.Fatal(err)
	}
	hands := []odds.Hand{{Cards: cards.MustParse("AhKh")}, {Range: r}, {Cards: cards.MustParse("2c")}, {}}
	q, err := odds.ForGame(g, hands, cards.MustParse("3c4c5c6h"))
	if err != nil || q.ToBoard != 1 || len(q.Board) != 4 || q.Show != g.Steps[len(g.Steps)-1].Show {
		t.Fatalf("%+v, %v", q, err)
	}
	for i, want := range []int{0, 0, 1, 2} {
		if q.Hands[i].ToCome != want {
			t.Errorf("hand %d gets %d, want %d", i+1, q.Hands[i].ToCome, want)
		}
	}
	if q, err := odds.ForGame(g, hands, cards.MustParse("3c4c5c6h7h")); err != nil || q.ToBoard != 0 {
		t.Errorf("a whole board: %v", err)
	}
	three, _ := cards.Deck{}.ParseRange("AAA", 3)
	banked := &plan.Game{Name: "Bank", Steps: []plan.Step{plan.Bank(plan.BankStep{}), {Kind: plan.Deal, Count: 2}, {Kind: plan.Settle}}}
	again := &plan.Game{Name: "Again", Steps: []plan.Step{{Kind: plan.Deal, Count: 2}, {Kind: plan.Redeal}, {Kind: plan.Showdown, Show: high(0, 0)}}}
	for _, tt := range []struct {
		g     *plan.Game
		hand  odds.Hand
		board string
		want  string
	}{
		{g, hands[0], "3c4c5c6h7h8h", "6 cards on the board: Game has 5"},
		{g, odds.Hand{Cards: cards.MustParse("AhKhQh")}, "", "AhKhQh: 3 cards, Game deals 2 to a seat"},
		{g, odds.Hand{Range: three}, "", "3 cards, Game deals 2 to a seat"},
		{banked, hands[0], "", "Bank has no pot, so hands have no equity"},
		{again, hands[0], "", "Again has no pot, so hands have no equity"},
	} {
		if _, err := odds.ForGame(tt.g, []odds.Hand{tt.hand}, cards.MustParse(tt.board)); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	// A condition: the cards dealt if it does not hold.
	when := &plan.Game{Name: "When", Steps: []plan.Step{
		step(plan.Deal, 2),
		{Kind: plan.When, Jump: 3},
		step(plan.Deal, 5), step(plan.Board, 2),
		{Kind: plan.Jump, Jump: 6},
		step(plan.Board, 9), step(plan.Deal, 1),
		{Kind: plan.Showdown, Show: high(0, 0)},
	}}
	if q, err := odds.ForGame(when, hands[2:], nil); err != nil || q.ToBoard != 2 || q.Hands[0].ToCome != 2 || q.Hands[1].ToCome != 3 {
		t.Errorf("%+v, %v", q, err)
	}
}

func TestStart(t *testing.T) {
	deal, bet, other := step(plan.Deal, 2), round(plan.LeftOfBlind), step(plan.Burn, 1)
	for _, tt := range []struct {
		steps []plan.Step
		want  int
	}{
		{nil, 0},
		{[]plan.Step{deal}, 2},
		{[]plan.Step{deal, bet, deal}, 2},
		{[]plan.Step{bet, deal, other, deal, bet, deal}, 4},
		{[]plan.Step{bet, step(plan.Deal, 1), bet, deal}, 1},
	} {
		if got := odds.Start(&plan.Game{Steps: tt.steps}); got != tt.want {
			t.Errorf("%v: %d, want %d", tt.steps, got, tt.want)
		}
	}
}

// When samples are drawn, how many, and when sampling stops.
func TestEffort(t *testing.T) {
	ctx := context.Background()
	wide := ranges(t, "random", "22+,A2s+")
	if wide.Counted(odds.Effort{}) || !wide.Counted(odds.Effort{Exact: true}) || !wide.Counted(odds.Effort{Enough: 1 << 40}) {
		t.Error("two wide ranges are counted where it takes long")
	}
	if !holdem("AhKh").Counted(odds.Effort{}) {
		t.Error("a question that is refused needs no samples")
	}
	if a := compute(t, wide, odds.Effort{}); a.Exact || a.Boards != odds.DefaultSamples {
		t.Errorf("%d deals, exact %t", a.Boards, a.Exact)
	}
	known := holdem("AhKh", "QcQd")
	if !known.Counted(odds.Effort{Enough: 2}) || known.Counted(odds.Effort{Enough: 1}) {
		t.Error("two known hands are counted where more than one step is enough")
	}
	// One hand against 10 of a range: 32 steps for each.
	range10 := &cards.Range{Hands: ranges(t, "random").Hands[0].Range.Hands[:10]}
	few := &odds.Question{Show: high(0, 0), ToBoard: 5, Hands: []odds.Hand{{Cards: cards.MustParse("AhKh")}, {Range: range10}}}
	if few.Counted(odds.Effort{Enough: 319}) || !few.Counted(odds.Effort{Enough: 320}) {
		t.Error("10 pairs of hands are 320 steps")
	}
	// Without counting by ranks: 44 boards.
	jacks := holdem("AhKh", "QcQd")
	jacks.Show = one(rank.OneEyedJacksWild)
	jacks.Board, jacks.ToBoard = cards.MustParse("2c3c4c9h"), 1
	if jacks.Counted(odds.Effort{Enough: 43}) || !jacks.Counted(odds.Effort{Enough: 44}) {
		t.Error("44 rivers with jacks that are wild are 44 steps")
	}
	gone := time.Now().Add(-time.Hour)
	for _, samples := range []int64{0, 5000} {
		if a := compute(t, wide, odds.Effort{Until: gone, Samples: samples}); a.Boards != 4096 {
			t.Errorf("%d deals after the time has come, want one block", a.Boards)
		}
	}
	if a := compute(t, wide, odds.Effort{Until: time.Now().Add(time.Hour), Samples: 9000}); a.Boards != 9000 {
		t.Errorf("%d deals before the time has come, want 9000", a.Boards)
	}
	soon := time.Now().Add(30 * time.Millisecond)
	if a := compute(t, wide, odds.Effort{Until: soon, Workers: 2}); time.Now().Before(soon) || a.Boards%4096 != 0 {
		t.Errorf("%d deals before the time has come", a.Boards)
	}
	tight := compute(t, wide, odds.Effort{Error: 0.001})
	if worst := max(tight.Hands[0].StdErr, tight.Hands[1].StdErr); worst > 0.001 || tight.Boards < 2*4096 || tight.Boards%4096 != 0 {
		t.Errorf("an error of %g after %d deals", worst, tight.Boards)
	}
	if a := compute(t, wide, odds.Effort{Error: 0.001, Samples: tight.Boards - 4096}); max(a.Hands[0].StdErr, a.Hands[1].StdErr) <= 0.001 {
		t.Error("one block less would have done")
	}
	one := compute(t, wide, odds.Effort{Samples: 1})
	if one.Boards != 1 || one.Hands[0].StdErr != 0 {
		t.Errorf("one deal: %+v", one)
	}
	if a := compute(t, wide, odds.Effort{Samples: 4097, Workers: 2}); a.Boards != 4097 {
		t.Errorf("%d deals of 4097", a.Boards)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	for _, q := range []*odds.Question{wide, jacks, ranges(t, "random", "random")} {
		if a, err := q.Compute(over, odds.Effort{Samples: 100, Enough: 1}); err == nil {
			t.Errorf("an answer of %d deals without time", a.Boards)
		}
	}
	if _, err := ranges(t, "random", "random").Compute(over, odds.Effort{Exact: true}); err == nil {
		t.Error("all pairs of hands were counted without time")
	}
	if _, err := wide.Compute(over, odds.Effort{Error: 1e-9, Until: time.Now().Add(time.Hour)}); err == nil {
		t.Error("samples without end were drawn without time")
	}
	dealt := holdem("AhKh", "QcQd")
	dealt.Show, dealt.Deck, dealt.ToBoard, dealt.Board = jacks.Show, jacks.Deck, 4, cards.MustParse("2c")
	if _, err := dealt.Compute(over, odds.Effort{Exact: true}); err == nil {
		t.Error("all deals were tried without time")
	}
	if a := compute(t, dealt, odds.Effort{Exact: true}); a.Boards != 178365 {
		t.Errorf("%d deals of four cards of 47", a.Boards)
	}
	clash := ranges(t, "AsAh", "AsAd,AhAc")
	clash.Show, clash.Deck, clash.Board, clash.ToBoard = jacks.Show, jacks.Deck, jacks.Board, 1
	for _, e := range []odds.Effort{{Exact: true}, {Samples: 10, Enough: 1}} {
		if _, err := clash.Compute(ctx, e); err == nil || err.Error() != "the hands cannot all be dealt: two of them always share a card" {
			t.Errorf("hands with a card in common: %v", err)
		}
	}
	jacks.Pots = []odds.Pot{{Amount: 100, Eligible: 0b11}}
	if a := compute(t, jacks, odds.Effort{Samples: 1, Enough: 1}); a.Chips[0].StdErr != 0 || a.Chips[0].Value+a.Chips[1].Value != 100 {
		t.Errorf("one deal for 100 chips: %+v", a.Chips)
	}
	long := holdem("AhKh", "????", "????", "????")
	if _, err := long.Compute(ctx, odds.Effort{Exact: true}); err == nil || err.Error() != "1.55e+15 possible deals are too many for an exact answer: sample instead" {
		t.Errorf("too long: %v", err)
	}
	all := ranges(t, "random", "random", "random")
	if _, err := all.Compute(ctx, odds.Effort{Exact: true}); err == nil || err.Error() != "2.33e+09 combinations of hands are too many for an exact answer: sample instead" {
		t.Errorf("too many hands: %v", err)
	}
}

// A cache serves only the questions that filled it: not another board, dead card, deck, ranking or
// number of cards to come.
func TestCache(t *testing.T) {
	cache := &odds.Cache{}
	base := func() *odds.Question {
		q := holdem("AhKh", "QcQd")
		q.Board, q.ToBoard = cards.MustParse("2h7h9s"), 2
		return q
	}
	changes := map[string]func(q *odds.Question){
		"none":    func(*odds.Question) {},
		"board":   func(q *odds.Question) { q.Board = cards.MustParse("2h7h9h") },
		"dead":    func(q *odds.Question) { q.Dead = cards.SetOf(cards.MustParse("Th3h")...) },
		"to come": func(q *odds.Question) { q.ToBoard = 1 },
		"ranking": func(q *odds.Question) { q.Show = one(rank.AceToFive) },
		"deck":    func(q *odds.Question) { q.Deck.Lowest = cards.Six; q.Board = cards.MustParse("6h7h9s") },
		"other suits": func(q *odds.Question) {
			*q = *holdem("AcKc", "QhQd")
			q.Board, q.ToBoard = cards.MustParse("2c7c9s"), 2
		},
		"order":       func(q *odds.Question) { q.Hands[0], q.Hands[1] = q.Hands[1], q.Hands[0] },
		"three hands": func(q *odds.Question) { q.Hands = append(q.Hands, odds.Hand{Cards: cards.MustParse("9d9c")}) },
	}
	for range 2 {
		for name, change := range changes {
			q := base()
			change(q)
			want, got := compute(t, q, odds.Effort{Exact: true}), compute(t, q, odds.Effort{Exact: true, Cache: cache})
			if difference(want, got) != 0 || want.Boards != got.Boards {
				t.Errorf("%s: %+v from the cache, want %+v", name, got, want)
			}
		}
	}
}
