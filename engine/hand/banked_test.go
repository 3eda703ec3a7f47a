package hand_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// The steps of the round against a bank, by index.
const (
	stepBank = iota
	stepPlace
	stepHoles
	stepUp
	stepNoted
	stepChoose
	stepTurnUp
	stepSettle
)

// always allows every choice, and records what it was asked about.
type always struct{ asked []string }

func (a *always) Allowed(q plan.Question) (uint32, error) {
	a.asked = append(a.asked, question(q))
	return 1<<plan.MaxOffers - 1, nil
}

// holds is a condition that is true, and records what it was asked about.
type holds struct{ asked []string }

func (n *holds) Holds(q plan.Question) (bool, error) {
	n.asked = append(n.asked, question(q))
	return true, nil
}

func question(q plan.Question) string {
	return fmt.Sprintf("seat %d of %d, banker %d, %s, stack %d, wager %d, first bet %d, fresh %t, split %t, %d hands, shows %s, left %d",
		q.Seat(), q.Seats(), q.Banker(), cards.Format(q.Cards()), q.Stack(), q.Wager(), q.Bet(""), q.Fresh(), q.Split(), q.Hands(0), cards.Format(q.Showing(0, 0)), q.Left())
}

// bankGame is a round against a bank: two cards each, one down, to 21; an ace and a
// ten win 3 to 2. The banker stands.
func bankGame(t testing.TB) (*plan.Game, *always, *holds) {
	d := rank.PointsDescription{Name: "21", Target: 21, AceHigh: 11, Naturals: [][]uint8{{uint8(cards.Ten), uint8(cards.Ace)}}}
	for r := range 9 {
		d.Values[r] = r + 2
	}
	for _, r := range []cards.Rank{cards.Jack, cards.Queen, cards.King} {
		d.Values[r] = 10
	}
	d.Values[cards.Ace] = 1
	points, err := rank.CompilePoints(d)
	if err != nil {
		t.Fatal(err)
	}
	settle := &plan.SettleStep{Points: points}
	worth := func(w rank.Worth) int {
		switch {
		case w.Over:
			return 0
		case w.Natural > 0:
			return 100
		}
		return w.Total + 1
	}
	n := points.Classes()
	for p := range n {
		for b := range n {
			player, bank := worth(points.OfClass(p)), worth(points.OfClass(b))
			o := plan.Pushes
			switch {
			case player == 0 || player < bank:
				o = plan.Loses
			case player == 100 && bank < 100:
				o = plan.Outcome{Num: 3, Den: 2}
			case player > bank:
				o = plan.Wins
			}
			settle.Table = append(settle.Table, o)
		}
	}
	ask, test := &always{}, &holds{}
	return &plan.Game{
		ID: "test/bank", Name: "Bank", MinSeats: 2, MaxSeats: 6,
		Stakes: plan.StakesRule{Default: "bets 2-50"},
		Steps: []plan.Step{
			stepBank:  plan.Bank(plan.BankStep{Multiple: 500, Fee: 100}),
			stepPlace: plan.Place(plan.WagerStep{Multiple: 200, Fees: plan.SizeFees{{UpTo: 1000, Amount: 100}, {UpTo: 5000, Amount: 300}}}),
			stepHoles: {Kind: plan.Deal, Count: 1},
			stepUp:    {Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			stepNoted: {Kind: plan.When, Test: test, Jump: stepSettle},
			stepChoose: plan.Choose(
				plan.Bettors, ask,
				plan.Play("stand", plan.Effect{Kind: plan.HandDone}),
				plan.Play("hit", plan.Effect{Kind: plan.OneCard}),
			),
			stepTurnUp: {Kind: plan.TurnUp},
			stepSettle: {Kind: plan.Settle, Settle: settle},
		},
	}, ask, test
}

// bets are stakes from 2 to 50 in whole units.
var bets = plan.Stakes{
	Name: "bets", Structure: betting.Spread, Small: plan.Range{Lo: 2, Hi: 50}, Big: plan.Range{Lo: 2, Hi: 50}, Chip: 1, Scale: 1,
}

// takes chooses offers by name: "bank 20, bet 4, stand"; without an amount it takes
// the usual one.
func (g *game) takes(words string) {
	g.t.Helper()
	for _, w := range strings.Split(words, ", ") {
		name, amount := w, int64(-1)
		if k := strings.IndexByte(w, ' '); k >= 0 {
			name = w[:k]
			if _, err := fmt.Sscan(w[k:], &amount); err != nil {
				g.t.Fatal(err)
			}
		}
		a, ok := g.h.Take(name, amount)
		if !ok {
			g.t.Fatalf("%s is not offered: %s", name, g.h.Legal())
		}
		if err := g.h.Apply(a); err != nil {
			g.t.Fatalf("%q: %v", w, err)
		}
		g.conserved()
	}
}

// offered fails unless an offer accepts exactly the amounts that fit.
func (g *game) offered(name string, fits func(n int64) bool) {
	g.t.Helper()
	for n := int64(0); n <= 70; n++ {
		a, ok := g.h.Take(name, n)
		try := g.h
		taken := ok && try.Apply(a) == nil
		if taken != fits(n) {
			g.t.Errorf("%s %d is taken: %t, want %t; the seat has %d and is offered %s",
				name, n, taken, fits(n), g.h.Stack(int(g.h.Pending().Seat)), g.h.Legal())
		}
	}
}

// TestOffersAtABank checks that the bank and the bets are offered for every amount
// that the stack can pay with its fee, in multiples, and for no other.
func TestOffersAtABank(t *testing.T) {
	game, _, _ := bankGame(t)
	b := bind(t, game, bets)
	for stack := int64(1); stack <= 60; stack++ {
		// The bank: multiples of 5 with a fee of 1.
		g := start(t, hand.Setup{Plan: b, Stacks: []int64{stack, 1}, Button: 0, Seed: 1})
		bank := func(n int64) bool { return n >= 5 && n%5 == 0 && n+1 <= stack }
		if bank(5) {
			g.offered("bank", bank)
		} else if g.h.Pending() != nil {
			t.Errorf("with %d the bank is offered: %s", stack, g.h.Legal())
		}
		// A bet: even amounts up to 50, with a fee of 1 up to 10 and of 3 beyond.
		g = start(t, hand.Setup{Plan: b, Stacks: []int64{100, stack, 100}, Button: 0, Seed: 1})
		g.takes("bank 20")
		bet := func(n int64) bool {
			fee := int64(1)
			if n > 10 {
				fee = 3
			}
			return n >= 2 && n <= 50 && n%2 == 0 && n+fee <= stack
		}
		if bet(2) {
			g.offered("bet", bet)
			continue
		}
		if d := g.h.Pending(); d == nil || d.Seat != 2 {
			t.Errorf("with %d seat 2 is asked to bet", stack)
		}
		g.tells("B unable", hand.Unable)
	}
}

// TestChoicesRefused checks the errors for choices that are not offered, or not for
// this amount.
func TestChoicesRefused(t *testing.T) {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(2, 23), Button: 0, Seed: 1})
	g.asks("seat 1: bank 5 to 20, decline")
	for _, c := range []struct {
		a    hand.Action
		want string
	}{
		{hand.Action{Kind: hand.Choose, Seat: 1}, "seat 2 is out of turn: it is seat 1's turn"},
		{hand.Action{Kind: hand.Fold}, "expected a choice"},
		{hand.Action{Kind: hand.Choose, Pick: -1}, "that is not offered"},
		{hand.Action{Kind: hand.Choose, Pick: 2}, "that is not offered"},
		{hand.Action{Kind: hand.Choose, Amount: 4}, "cannot bank 4, only from 5 to 20"},
		{hand.Action{Kind: hand.Choose, Amount: 21}, "cannot bank 21, only from 5 to 20"},
		{hand.Action{Kind: hand.Choose, Amount: 11}, "bank for 11 is not a multiple of 5"},
		{hand.Action{Kind: hand.Choose, Pick: 1, Amount: 1}, "decline takes no amount"},
		{hand.Action{Kind: hand.Choose, Pick: 1, Amount: -1}, "decline takes no amount"},
	} {
		before := g.h
		err := g.h.Apply(c.a)
		if illegal, ok := err.(*hand.IllegalError); !ok || illegal.Reason != c.want || !g.h.Same(&before) {
			t.Errorf("%+v: %v, want %q", c.a, err, c.want)
		}
	}
	if _, ok := g.h.Take("bet", -1); ok {
		t.Error("a bet is offered before there is a bank")
	}
}

// TestQuestions checks that a script sees what the player of the hand sees, and in
// a condition only what everybody sees.
func TestQuestions(t *testing.T) {
	game, ask, test := bankGame(t)
	g := start(t, hand.Setup{
		Plan: bind(t, game, bets), Stacks: []int64{30, 40}, Button: 1, Deck: deckOf(game, "Ah Kd Qc 9s 2c 3c"),
	})
	g.takes("bank 20, bet 4, hit")
	if got, want := strings.Join(test.asked, "\n"), "seat -1 of 2, banker 1, , stack 0, wager 0, first bet 0, fresh true, split false, 1 hands, shows Qc, left 48"; got != want {
		t.Errorf("the condition is asked\n%s, want\n%s", got, want)
	}
	want := "seat 0 of 2, banker 1, AhQc, stack 25, wager 4, first bet 4, fresh true, split false, 1 hands, shows Qc, left 48\n" +
		"seat 0 of 2, banker 1, AhQc2c, stack 25, wager 4, first bet 4, fresh false, split false, 1 hands, shows Qc2c, left 47"
	if got := strings.Join(ask.asked, "\n"); got != want {
		t.Errorf("the choice is asked\n%s, want\n%s", got, want)
	}
}

// TestSettlement checks the exact wins and losses of each hand, as far as the stake
// goes.
func TestSettlement(t *testing.T) {
	for _, c := range []struct {
		name string
		chip int64
		deck string // the bettor's card, the banker's, and so on
		bet  int64
		play string
		nets [2]int64 // without the fees of 1 or 3, and 1
	}{
		{"a natural wins three for two", 1, "Ah 9d Tc 9s", 4, "", [2]int64{6, -6}},
		{"of ten", 1, "Ah 9d Tc 9s", 10, "", [2]int64{15, -15}},
		{"no more than the stake", 1, "Ah 9d Tc 9s", 20, "", [2]int64{20, -20}},
		{"in whole chips", 4, "Ah 9d Tc 9s", 4, "", [2]int64{4, -4}},
		{"two naturals push", 1, "Ah Ad Tc Ts", 4, "", [2]int64{0, 0}},
		{"the higher total wins", 1, "Kh 9d Tc 9s", 4, "", [2]int64{4, -4}},
		{"the lower loses", 1, "7h 9d Tc 9s", 4, "", [2]int64{-4, 4}},
		{"equal totals push", 1, "8h 9d Tc 9s", 4, "", [2]int64{0, 0}},
		{"too many points lose", 1, "8h 9d Tc 9s 5c", 4, "hit", [2]int64{-4, 4}},
		{"an ace counts one", 1, "8h 9d Tc 9s Ac", 4, "hit", [2]int64{4, -4}},
		{"the bank wins no more than its stake", 1, "7h 9d Tc 9s", 30, "", [2]int64{-20, 20}},
	} {
		game, _, _ := bankGame(t)
		s := bets
		s.Chip = c.chip
		g := start(t, hand.Setup{Plan: bind(t, game, s), Stacks: []int64{60, 60}, Button: 1, Deck: deckOf(game, c.deck)})
		g.takes(fmt.Sprintf("bank 20, bet %d", c.bet))
		if c.play != "" {
			g.takes(c.play)
		}
		if g.h.Pending() != nil {
			g.takes("stand")
		}
		fee := int64(1)
		if c.bet > 10 {
			fee = 3
		}
		if t.Run(c.name, func(t *testing.T) { g.t = t; g.nets(c.nets[0]-fee, c.nets[1]-1) }); g.h.House() != fee+1 {
			t.Errorf("%s: the house took %d, want %d", c.name, g.h.House(), fee+1)
		}
	}
}

// TestStopsAtABank checks that an attended round waits for the dealer before the
// first action, after each card, and before bets are paid; a watched round counts
// these stops.
func TestStopsAtABank(t *testing.T) {
	game, _, _ := bankGame(t)
	deck := deckOf(game, "Ah Kd 9c Tc 8s 9s 2c 3c")
	b := bind(t, game, bets)
	g := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 60), Button: 2, Deck: deck, Attendance: hand.Attended})
	watched := start(t, hand.Setup{Plan: b, Stacks: stacks(3, 60), Button: 2, Deck: deck, Attendance: hand.Tracked})
	said := strings.Split("bank 20, bet 4, bet 4, hit, stand, hit, stand", ", ")
	var got []string
	for d := g.h.Pending(); d != nil; d = g.h.Pending() {
		if d.Kind != hand.DealerGoesOn {
			if a, b := g.h.Steps(), watched.h.Steps(); a != b {
				t.Errorf("before %s the dealer went on %d times, %d in a watched round", said[0], a, b)
			}
			got = append(got, said[0])
			g.takes(said[0])
			watched.takes(said[0])
			said = said[1:]
			continue
		}
		moment, _ := g.h.Moment()
		got = append(got, moment.String())
		if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
		g.conserved()
	}
	want := "setup bank 20 bet 4 bet 4 deal deal deal deal deal deal hit draw stand hit draw stand show"
	if strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
	if watched.h.Pending() != nil {
		t.Error("a watched round waits for the dealer")
	}
}

// TestMisdealInTheDeal checks that no misdeal is possible before a card is dealt,
// and that one during the deal restarts it with the same bets.
func TestMisdealInTheDeal(t *testing.T) {
	game, _, _ := bankGame(t)
	game = ruled(game, map[plan.IncidentKind][]plan.FloorEffect{plan.Retract: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(3, 60), Button: 2, Seed: 1, Attendance: hand.Attended})
	goOn := func() {
		t.Helper()
		if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			t.Fatal(err)
		}
		g.conserved()
	}
	goOn()
	g.takes("bank 20, bet 4")
	g.notPossible(about(plan.Retract, 0, ""), "no card has been dealt")
	g.takes("bet 6")
	goOn()
	goOn()
	g.happens(about(plan.Retract, 0, ""))
	for g.h.Pending().Kind == hand.DealerGoesOn {
		goOn()
	}
	for seat, bet := range []int64{4, 6, 0} {
		if list, wager := g.h.Cards(seat, 0); len(list) != 2 || wager != bet {
			t.Errorf("seat %d has %s and a bet of %d, want two cards and %d", seat+1, cards.Format(list), wager, bet)
		}
	}
}

// TestSeenAtABank checks that nobody else sees the bank's down card until it is
// turned up, or a player's down card.
func TestSeenAtABank(t *testing.T) {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(3, 60), Button: 2, Deck: deckOf(game, "Ah Kd 9c Tc 8s 9s")})
	g.takes("bank 20, bet 4, bet 4")
	for seat, want := range map[int]string{0: "AhTc ??8s ??9s", 1: "??Tc Kd8s ??9s", 2: "??Tc ??8s 9c9s", hand.NoSeat: "??Tc ??8s ??9s"} {
		v := g.h.SeenBy(seat, 0)
		var got []string
		for i := range 3 {
			list, _ := v.Cards(i, 0)
			got = append(got, cards.Format(list))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("seat %d sees %s, want %s", seat, strings.Join(got, " "), want)
		}
	}
	v := g.h.SeenBy(0, betting.Bit(2))
	if list, _ := v.Cards(2, 0); cards.Format(list) != "9c9s" {
		t.Errorf("a hand that is turned over is seen as %s", cards.Format(list))
	}
	if list, _ := g.h.Cards(2, 0); cards.Format(list) != "9c9s" {
		t.Errorf("a look at the hand has changed it: %s", cards.Format(list))
	}
	if words, ok := g.h.Worth(0, 0); !ok || words != "natural 21" {
		t.Errorf("ace and ten are worth %s, %t", words, ok)
	}
	pot := start(t, hand.Setup{Plan: bind(t, holdem(), noLimit), Stacks: stacks(2, 60)})
	if words, ok := pot.h.Worth(0, 0); ok || words != "" {
		t.Error("a hand for a pot counts points")
	}
}
