package hand_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// Where two rules meet: a ruling after a ruling, a payment after a payment, a bank after its play.

// TestPairwisePaysEverybody checks that the worse of every two hands pays the better, the last seat included.
func TestPairwisePaysEverybody(t *testing.T) {
	show := best(high)
	show.Pairwise = &plan.Pay{Cents: 500}
	for button, holes := range [][]string{{"Kh Kd", "Qh Qd", "Ah Ad"}, {"Ah Ad", "Kh Kd", "Qh Qd"}, {"Qh Qd", "Ah Ad", "Kh Kd"}} {
		game := boardGame(2, show)
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: button, Blinds: make([]int64, 3),
			Deck: dealt(game, "2c 7d 9s Jc 4h", holes[(3-button)%3], holes[(4-button)%3], holes[(5-button)%3]),
		})
		for d := g.h.Pending(); d != nil; d = g.h.Pending() {
			if err := g.h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat}); err != nil {
				t.Fatal(err)
			}
		}
		worth := func(seat int) rank.Strength { return g.h.Strength(0, seat) }
		for seat := range 3 {
			want := int64(0)
			for other := range 3 {
				if worth(seat) > worth(other) {
					want += 5
				} else if worth(seat) < worth(other) {
					want -= 5
				}
			}
			if got := g.h.Net(seat); got != want {
				t.Errorf("button %d, seat %d with %s: %+d, want %+d", button+1, seat+1, cards.Format(g.h.Hole(seat)), got, want)
			}
		}
		if in, out := g.h.PutIn(), g.h.PaidOut()+g.h.House(); in != out {
			t.Errorf("button %d: %d were put in, and %d paid out", button+1, in, out)
		}
	}
}

// TestMatchesToTheLastChip checks that everybody who wins nothing matches the pot that was won, and what already stays, as far as the
// stack goes; a single chip is paid, and who has none is not told to pay.
func TestMatchesToTheLastChip(t *testing.T) {
	for _, c := range []struct {
		name   string
		stacks []int64
		match  plan.Pay
		told   string
		left   int64
	}{
		{"the whole pot of 6", []int64{100, 100, 100}, plan.Pay{PotNum: 1, PotDen: 1}, "B paid in 6\nC paid in 6 to 12", 12},
		{"one chip is all that is left", []int64{100, 3, 2}, plan.Pay{PotNum: 1, PotDen: 1}, "B paid in 1 all-in", 1},
		{"a chip each", []int64{100, 100, 100}, plan.Pay{Cents: 100}, "B paid in 1\nC paid in 1 to 2", 2},
	} {
		show := best(high)
		show.Match = &c.match
		game := boardGame(2, show)
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: c.stacks, Button: 2, Deck: dealt(game, "2c 7d 9s Jc 4h", "Ah Ad", "Kh Kd", "Qh Qd"),
		})
		g.do("C call, A call, B check")
		for d := g.h.Pending(); d != nil; d = g.h.Pending() {
			if err := g.h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat}); err != nil {
				t.Fatal(err)
			}
		}
		if t.Run(c.name, func(t *testing.T) { g.t = t; g.tells(c.told, hand.PaidPot) }); g.h.Left() != c.left {
			t.Errorf("%s: %d stay for the next hand, want %d", c.name, g.h.Left(), c.left)
		}
	}
}

// TestHeirs checks that of the seats that a ruling names as heirs those get chips that no live hand has matched whose hand is dead: who
// is still in wins only what they have matched.
func TestHeirs(t *testing.T) {
	for _, c := range []struct {
		heirs []int
		told  string
		nets  []int64
	}{
		{[]int{0, 2}, "C won 80\nA won 30", []int64{20, -50, 30}},
		{[]int{2}, "C won 80\nA won 30", []int64{20, -50, 30}},
		{[]int{0}, "A won 30", []int64{20, -10, -10}},
	} {
		game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{
			plan.ThrownAway: of(plan.EffectKill), plan.BelowTable: of(plan.EffectForfeit, func(e *plan.FloorEffect) { e.Heirs = c.heirs }),
		})
		game.Betting.Unclaimed = betting.TakenBack
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: []int64{10, 100, 100}, Button: 2, Attendance: hand.Attended, Deck: deckOf(game, "")})
		g.toPlayer()
		g.do("C raise 50, A call, B call")
		g.happens(about(plan.ThrownAway, 2, ""))
		g.happens(about(plan.BelowTable, 1, ""))
		g.toPlayer()
		g.tells(c.told, hand.Won)
		g.nets(c.nets...)
		g.accounted() // what goes back to a dead hand is not won
	}
}

// TestDealtAgainAfterTheEnd checks that when a misdeal takes back the pot that went to the last hand, nobody has won it.
func TestDealtAgainAfterTheEnd(t *testing.T) {
	count := func(n int64) plan.Incident { return about(plan.WrongCount, 0, "").With("count", plan.Value{N: n}) }
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectKill), plan.CalledMisdeal: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(2, 100), Button: 0, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.happens(count(3))
	g.asks("over")
	if g.h.Won(1) == 0 {
		t.Fatal("the last hand has won nothing")
	}
	g.happens(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "two_extra"}))
	if a, b := g.h.Won(0), g.h.Won(1); a != 0 || b != 0 {
		t.Errorf("after the new deal %d and %d are won", a, b)
	}
	g.do("A fold")
	g.nets(-1, 1)
	if g.h.Won(1) != 2 && g.h.Won(1) != 1 {
		t.Errorf("the winner has won %d", g.h.Won(1))
	}
}

// TestAllCardsLieAsDue checks that a hand that lacks an up card gets it face up after the streets have been dealt.
func TestAllCardsLieAsDue(t *testing.T) {
	game := ruled(fiveStud(), map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectFill)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(2, 30), Button: 1, Attendance: hand.Tracked, Blinds: make([]int64, 2)})
	g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: 4}))
	if len(g.h.Hole(0)) != 5 || !g.h.IsUp(0, 4) || g.h.IsUp(0, 0) {
		t.Errorf("%s; the last card is up: %t", cards.Format(g.h.Hole(0)), g.h.IsUp(0, 4))
	}
}

// TestOnlyTheNewCardIsFresh checks that after a ruling has dealt a card in the middle of a round, that card can have been exposed, and
// the other cards of the hand cannot.
func TestOnlyTheNewCardIsFresh(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.Dropped: of(plan.EffectReplace, func(e *plan.FloorEffect) { e.When = plan.Now }), plan.DealerExposed: of(plan.EffectStands),
	})
	g.happens(about(plan.Dropped, 2, "Qc"))
	g.lie("C Qd2c; muck Qc")
	g.notPossible(about(plan.DealerExposed, 2, "Qd"), "Qd has not just been dealt")
	g.happens(about(plan.DealerExposed, 2, "2c"))
}

// splits is a step in which bettors may stand, hit or split up to a number of hands.
func splits(hands int64) plan.Step {
	return plan.Choose(
		plan.Bettors, &always{},
		plan.Play("stand", plan.Effect{Kind: plan.HandDone}),
		plan.Play("hit", plan.Effect{Kind: plan.OneCard}),
		plan.Play("split", plan.Effect{Kind: plan.SplitHand, Num: hands}),
	)
}

// TestSplitToTheLastCard checks that both hands of a split get their second card when these are the last two of the stub, and that the
// cards of the seat are those of the hand that is asked.
func TestSplitToTheLastCard(t *testing.T) {
	game, _, _ := bankGame(t)
	game.Steps[stepChoose] = splits(2)
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(6, 60), Button: 5, Seed: 1})
	g.takes("bank 20, bet 4, bet 4, bet 4, bet 4, bet 4")
	for g.h.Pending().Seat < 4 {
		for len(g.h.Stub()) > 2 && len(g.h.Hole(int(g.h.Pending().Seat))) < 20 {
			g.takes("hit")
		}
		g.takes("stand")
	}
	if n := len(g.h.Stub()); n != 2 {
		t.Fatalf("%d cards are left", n)
	}
	last := slices.Clone(g.h.Stub())
	g.takes("split")
	first, _ := g.h.Cards(4, 0)
	if !slices.Equal(g.h.Hole(4), first) || first[1] != last[0] {
		t.Errorf("the first hand is %s, and %s is asked", cards.Format(first), cards.Format(g.h.Hole(4)))
	}
	g.takes("stand") // the second hand has no other choice, so nobody is asked
	second, _ := g.h.Cards(4, 1)
	if d := g.h.Pending(); len(second) != 2 || second[1] != last[1] || d != nil && d.Seat == 4 {
		t.Errorf("the second hand is %s: %s", cards.Format(second), g.h.Legal())
	}
}

// TestBetsOfTheFirstDealGoBack checks that a new deal against the house takes back the bets that were made during play, and leaves the
// others; and that a raise of all chips leaves nothing to act with.
func TestBetsOfTheFirstDealGoBack(t *testing.T) {
	game := ruled(houseGame(t), map[plan.IncidentKind][]plan.FloorEffect{plan.Retract: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: []int64{40, 100}, Button: 1, Seed: 1, Attendance: hand.Tracked})
	g.takes("ante 10, ante 10, pass, play")
	names := g.h.Plan().Bets
	play := slices.Index(names, "play")
	if got := g.h.Bet(0, 0, play); got != 20 || g.h.Able().Has(0) {
		t.Fatalf("%d is bet on %s, and the seat is able to act: %t", got, names[play], g.h.Able().Has(0))
	}
	g.happens(about(plan.Retract, 1, ""))
	for n, want := range map[string]int64{"ante": 10, "blind": 10, "play": 0} {
		if got := g.h.Bet(0, 0, slices.Index(names, n)); got != want {
			t.Errorf("after the new deal %d is bet on %s, want %d", got, n, want)
		}
	}
	if g.h.Stack(0) != 20 {
		t.Errorf("%d chips are behind, want 20", g.h.Stack(0))
	}
}

// TestChancesChangeWithTheDraw checks that the strength of a hand that can still draw is not that of the same cards after the draw.
func TestChancesChangeWithTheDraw(t *testing.T) {
	game := draws(5)
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(2, 100), Button: 1, Deck: deckOf(game, "Ah 2c Kh 2d Qh 7s Jh 8d 3c 9c"),
	})
	var look hand.Outlook
	g.do("B call")
	before := look.Strength(&g.h)
	g.do("A check")
	for range 2 {
		if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: g.h.Pending().Seat}); err != nil {
			t.Fatal(err)
		}
	}
	if after := look.Strength(&g.h); g.h.Pending().Seat != 0 || after >= before {
		t.Errorf("four to a royal flush: %.2f before the draw, %.2f after it", before, after)
	}
	var fresh hand.Outlook
	if a, b := look.Strength(&g.h), fresh.Strength(&g.h); a != b {
		t.Errorf("%.3f after other estimates, %.3f without", a, b)
	}
}

// TestCacheIsBounded checks that estimates are forgotten when there are too many.
func TestCacheIsBounded(t *testing.T) {
	for more, want := range map[int]int{0: hand.MostKept, 1: 1, 10: 10} {
		if got := hand.KeptOf(hand.MostKept + more); got != want {
			t.Errorf("of %d estimates %d are kept, want %d", hand.MostKept+more, got, want)
		}
	}
}

// TestOpensByRecord checks that a record can name the opener only among the seats that can act, and where an up card is unknown.
func TestOpensByRecord(t *testing.T) {
	game := upGame(1, plan.BetStep{Open: plan.HighShowing})
	g := start(t, hand.Setup{Plan: bind(t, game, upStakes()), Stacks: []int64{100, 100, 1, 100}, Button: 3, Manual: true, Antes: []int64{1, 1, 1, 1}})
	for d := g.h.Pending(); d != nil && d.Kind == hand.DealCards; d = g.h.Pending() {
		a := hand.Action{Kind: hand.DealTo, Seat: int8(d.For.First())}
		if err := g.h.Apply(a.WithCards(slices.Repeat([]cards.Card{cards.Unknown}, d.Count))); err != nil {
			t.Fatal(err)
		}
	}
	for seat, want := range map[int]bool{-1: false, 2: false, 4: false, 40: false, 1: true} {
		h := g.h
		if got := h.OpenBy(seat); got != want {
			t.Errorf("seat %d opens: %t, want %t", seat+1, got, want)
		}
	}
}

// TestDrawBeginsWithTheOpener checks that a draw whose first seat is that of the round before begins with the seat that opened it.
func TestDrawBeginsWithTheOpener(t *testing.T) {
	game := &plan.Game{
		Name: "Draw", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 4},
			{Kind: plan.Deal, Count: 1, Up: plan.AllUp},
			bet(plan.HighShowing, plan.Small),
			plan.Draw(0, 4, plan.SameAsBefore, plan.DrawStep{}),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
	for opener := range 4 {
		ups := []string{"2c", "3c", "4c", "5c"}
		ups[opener] = "Ah"
		deck := "6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9s"
		for _, up := range ups {
			deck += up
		}
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Deck: deckOf(game, deck), Antes: []int64{1, 1, 1, 1}, Blinds: make([]int64, 4)})
		for range 4 {
			if err := g.h.Apply(hand.Action{Kind: hand.Check, Seat: g.h.Pending().Seat}); err != nil {
				t.Fatal(err)
			}
		}
		for k := range 4 {
			d := g.h.Pending()
			if want := (opener + k) % 4; d.Kind != hand.CardsAsked || int(d.Seat) != want {
				t.Errorf("seat %d opened, and seat %d draws as number %d", opener+1, d.Seat+1, k+1)
			}
			if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: d.Seat}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// paysTwice is a script that allows all offers and records what was last paid in the turn of the seat.
type paysTwice struct{ asked []string }

func (p *paysTwice) Allowed(q plan.Question) (uint32, error) {
	p.asked = append(p.asked, fmt.Sprintf("%d after %d", q.Seat(), q.Wager()))
	return 1<<plan.MaxOffers - 1, nil
}

// TestTurnsBeginUnpaid checks that where players pay in turn, nothing has been paid when the turn of the next begins.
func TestTurnsBeginUnpaid(t *testing.T) {
	first, second := &paysTwice{}, &paysTwice{}
	choice := func(p *paysTwice) plan.Step {
		return plan.Choose(plan.Everybody, p, plan.Play("pass"), plan.Play("pay", plan.Effect{Kind: plan.PayIn, Pay: &plan.Pay{Cents: 300}}))
	}
	game := &plan.Game{
		Name: "In turn", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 5},
			{Kind: plan.InTurn, Jump: 4},
			choice(first),
			choice(second),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(2, 100), Button: 1, Antes: []int64{1, 1}, Blinds: make([]int64, 2)})
	g.takes("pay, pay, pay, pay")
	if want := []string{"0 after 0", "1 after 0"}; !slices.Equal(first.asked, want) {
		t.Errorf("the first question: %v, want %v", first.asked, want)
	}
	if want := []string{"0 after 3", "1 after 3"}; !slices.Equal(second.asked, want) {
		t.Errorf("the second question: %v, want %v", second.asked, want)
	}
}

// turnsUp is a game of three cards in which each player turns up one, in turn or all at once.
func turnsUp(inTurn bool, rulings map[plan.IncidentKind][]plan.FloorEffect) *plan.Game {
	return ruled(&plan.Game{
		Name: "Turned up", MinSeats: 2, MaxSeats: 4, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 3},
			plan.Expose(1, inTurn),
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}, rulings)
}

// TestTurnsUpOnce checks that only a seat that has still to turn up a card can turn up too many, and that a player whose up card is
// replaced chooses another at once, nobody else.
func TestTurnsUpOnce(t *testing.T) {
	game := turnsUp(true, map[plan.IncidentKind][]plan.FloorEffect{plan.ExposeError: of(plan.EffectStands), plan.Dropped: of(plan.EffectReplace)})
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Antes: []int64{1, 1, 1}, Blinds: make([]int64, 3),
		Deck: deckOf(game, "Ah Kh Qh Ad Kd Qd Ac Kc Qc 2s 3s"),
	})
	turns := func(seat int8, card string) {
		t.Helper()
		if d := g.h.Pending(); d.Kind != hand.CardsAsked || d.Seat != seat {
			t.Fatalf("seat %d is asked, want seat %d to turn up a card", d.Seat+1, seat+1)
		}
		if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: seat}.WithCards(cards.MustParse(card))); err != nil {
			t.Fatal(err)
		}
	}
	turns(0, "Ah")
	g.notPossible(about(plan.ExposeError, 0, "AdAc"), "seat 1 has no card to turn up")
	g.happens(about(plan.ExposeError, 1, "KdKc"))
	turns(1, "Kh")
	turns(2, "Qh")
	g.happens(about(plan.Dropped, 1, "Kh"))
	g.lie("B KdKc2s; muck Kh")
	turns(1, "2s")
	g.asks("seat 1: fold, check, bet 2 to 99")
}

// TestOpensByTheCardChosenInstead checks that the card which a player turns up for a lost one, before anybody has acted, decides who begins.
func TestOpensByTheCardChosenInstead(t *testing.T) {
	game := turnsUp(true, map[plan.IncidentKind][]plan.FloorEffect{plan.Dropped: of(plan.EffectReplace), plan.BelowTable: of(plan.EffectKill)})
	game.Steps[2] = bet(plan.HighShowing, plan.Small)
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Antes: []int64{1, 1, 1}, Blinds: make([]int64, 3),
		Deck: deckOf(game, "Ah Kh Qh Ad Kd Qd Ac Kc Qc 2s 3s"),
	})
	turns := func(seat int8, card string) {
		t.Helper()
		if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: seat}.WithCards(cards.MustParse(card))); err != nil {
			t.Fatal(err)
		}
	}
	turns(0, "Ah")
	turns(1, "Kh")
	turns(2, "Qh")
	g.asks("seat 1: fold, check, bet 2 to 99")
	g.happens(about(plan.Dropped, 0, "Ah"))
	g.happens(about(plan.BelowTable, 2, "")) // whose hand dies meanwhile does not act
	turns(0, "2s")
	g.asks("seat 2: fold, check, bet 2 to 99")
	g.do("B check, A check") // the round does not wait for the dead hand
	g.nets(1, 0, -1)         // of two cards each, which are no hand: both take half
}

// TestPlayersGetNoDeadCards checks that cards are dealt by mistake only to a seat that sat out, not to one that has folded.
func TestPlayersGetNoDeadCards(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.DealtDeadSeat: of(plan.EffectStands)})
	g.do("C fold")
	for _, seat := range []int{2, 3} {
		g.notPossible(about(plan.DealtDeadSeat, seat, ""), fmt.Sprintf("seat %d plays in this hand", seat+1))
	}
}

// TestPositionCountsLiveSeats checks that a seat's position is the share of the other live seats that act before it.
func TestPositionCountsLiveSeats(t *testing.T) {
	g := atPot(t, hand.Tracked, nil)
	check := func(want ...float64) {
		t.Helper()
		for seat, w := range want {
			if got := g.h.Position(seat); got != w {
				t.Errorf("seat %d: position %.2f, want %.2f", seat+1, got, w)
			}
		}
	}
	check(0, 1.0/3, 2.0/3, 1)
	g.do("C fold, D call")
	check(0, 0.5)
	if got := g.h.Position(3); got != 1 {
		t.Errorf("the button's position is %.2f", got)
	}
}

// TestCarriedOverIsTold checks that the chips that earlier hands left are told as nobody's.
func TestCarriedOverIsTold(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, holdem(), noLimit), Stacks: stacks(2, 100), Seed: 1, Carried: 7})
	g.tells("- carried over 7", hand.CarriedOver)
}

// TestFallenCardHasItsSeat checks that a card that falls off the table in the deal is that of the seat that holds it, where only the card is
// named.
func TestFallenCardHasItsSeat(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.OffTable: of(plan.EffectWarn)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Attendance: hand.Attended, Deck: deckOf(game, inHands)})
	for len(g.h.Hole(2)) == 0 {
		g.goOn()
	}
	g.happens(plan.Incident{Kind: plan.OffTable}.With("card", plan.Value{Cards: cards.MustParse("Qc")}))
	g.tells("C warned", hand.Warned)
}

// TestOffTheBlinds checks that where the first seat that has posted nothing opens, a post of one chip counts as a post.
func TestOffTheBlinds(t *testing.T) {
	game := with(holdem(), func(g *plan.Game) { g.Steps[stepPreflop] = bet(plan.OffBlinds, plan.Small) })
	for post, want := range map[int64]int8{0: 2, 1: 3, 2: 3} {
		s := hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Seed: 1}
		if post > 0 {
			s.Posts = []hand.Post{{Seat: 2, Amount: post}}
		}
		if g := start(t, s); g.h.Pending().Seat != want {
			t.Errorf("with a post of %d seat %d opens, want seat %d", post, g.h.Pending().Seat+1, want+1)
		}
	}
}

// TestTurnsUpAllAtOnce checks that cards chosen in secret are turned up when all have chosen, each player's own, from the left of the
// button.
func TestTurnsUpAllAtOnce(t *testing.T) {
	game := turnsUp(false, nil)
	g := start(t, hand.Setup{
		Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Antes: []int64{1, 1, 1}, Blinds: make([]int64, 3),
		Deck: deckOf(game, "Ah Kh Qh Ad Kd Qd Ac Kc Qc"),
	})
	for seat, card := range []string{"Ad", "Kh", "Qc"} {
		g.tells("", hand.Exposed)
		if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: int8(seat)}.WithCards(cards.MustParse(card))); err != nil {
			t.Fatal(err)
		}
	}
	g.tells("A exposed Ad\nB exposed Kh\nC exposed Qc", hand.Exposed)
	for seat, card := range []string{"Ad", "Kh", "Qc"} {
		if got := cards.Format(g.h.Showing(seat, 0)); got != card {
			t.Errorf("seat %d shows %s, want %s", seat+1, got, card)
		}
	}
}

// TestFreshCards checks that a card that a ruling has dealt can be exposed by the dealer until somebody acts or something else happens.
func TestFreshCards(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.PlayerExposed: of(plan.EffectReplace), plan.DealerExposed: of(plan.EffectStands), plan.BelowTable: of(plan.EffectWarn),
	})
	possible := func(g *game, want bool, when string) {
		t.Helper()
		if err := g.h.CanHappen(plan.DealerExposed); (err == nil) != want {
			t.Errorf("%s: %v", when, err)
		}
	}
	possible(g, false, "before")
	g.happens(about(plan.PlayerExposed, 2, "Qc"))
	possible(g, true, "after the ruling")
	acted, other, same := *g, *g, *g
	acted.do("C call")
	possible(&acted, false, "after an action")
	other.happens(about(plan.BelowTable, 0, ""))
	possible(&other, false, "after something else")
	same.happens(about(plan.DealerExposed, 2, "2c"))
	possible(&same, false, "after it has happened")
}

// TestExposedOnce checks that a player exposes cards that are face down, and none when all of the hand lies open.
func TestExposedOnce(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.PlayerExposed: of(plan.EffectFaceUp)})
	for _, c := range g.h.Hole(2) {
		name := c.String()
		g.happens(about(plan.PlayerExposed, 2, name))
		g.notPossible(about(plan.PlayerExposed, 2, name), name+" lies face up")
	}
	g.notPossible(about(plan.PlayerExposed, 2, ""), "seat 3 has no card face down")
}

// TestPutInByTheDead checks that chips which a ruling has a folded hand put in go back to it as far as no live hand has matched them.
func TestPutInByTheDead(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.TouchedDiscards: of(plan.EffectPutIn, func(e *plan.FloorEffect) { e.Amount = 5 })})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: []int64{20, 20, 2}, Button: 0, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.toPlayer() // A has the button, B and C the blinds; C is all in
	g.do("A fold")
	g.happens(about(plan.TouchedDiscards, 0, ""))
	g.do("B fold")
	g.nets(0-2, -1, 3)
}

// TestForfeitedIsNotTakenBack checks that an action is not taken back once a ruling has put in chips of the seat.
func TestForfeitedIsNotTakenBack(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.BelowTable: of(plan.EffectPutIn, func(e *plan.FloorEffect) { e.Amount = 3 }), plan.Retract: of(plan.EffectTakeBack),
	})
	g.do("C call")
	g.happens(about(plan.BelowTable, 2, ""))
	g.notPossible(about(plan.Retract, 2, ""), "another seat has acted since, or the round is over")
}

// TestAnnouncedBeforeTheHandDied checks that what a hand has announced binds it when it comes back at once, and no longer when others have
// acted meanwhile.
func TestAnnouncedBeforeTheHandDied(t *testing.T) {
	for meanwhile, want := range map[string]string{"": "B raised 6 to 8", "C call, D call, A call": ""} {
		g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
			plan.Declare:    of(plan.EffectQueue, func(e *plan.FloorEffect) { e.Word, e.Amount = "raise", 8 }),
			plan.ThrownAway: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive),
		})
		g.happens(about(plan.Declare, 1, "").With("action", plan.Value{Word: "raise"}).With("amount", plan.Value{N: 8}))
		g.happens(about(plan.ThrownAway, 1, ""))
		rest := "C call, D call, A call"
		if meanwhile != "" {
			g.do("C call, D call")
			rest = "A call"
		}
		g.happens(about(plan.Retrieve, 1, ""))
		g.do(rest)
		g.tells(want, hand.Raised)
	}
}

// TestLastBettorOpens checks that who bet or raised last opens the next round where the game says so, and the first left of the button
// where nobody has.
func TestLastBettorOpens(t *testing.T) {
	for way, want := range map[string]int8{"C call, D raise 8, A call, B call, C call": 3, "C call, D call, A call, B check": 0, "C raise 4, D raise 8, A call, B fold, C raise 12, D fold, A call": 2} {
		game := with(holdem(), func(g *plan.Game) {
			for i := range g.Steps {
				if i > stepPreflop && g.Steps[i].Kind == plan.Bet {
					g.Steps[i] = bet(plan.LastBettor, plan.Small)
				}
			}
		})
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(4, 100), Button: 3, Seed: 1})
		g.do(way)
		if got := g.h.Pending().Seat; got != want {
			t.Errorf("%s: seat %d opens, want seat %d", way, got+1, want+1)
		}
	}
}

// TestUncoveredIsTold checks that what the banker's stake does not cover of a bet is told.
func TestUncoveredIsTold(t *testing.T) {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{
		Plan: bind(t, game, bets), Stacks: stacks(3, 60), Button: 2, Deck: deckOf(game, "Ah Kd 9c Tc 9s 7s"), // A AhTc, B Kd9s, C 9c7s
	})
	g.takes("bank 5, bet 4, bet 6")
	for g.h.Pending() != nil {
		g.takes("stand")
	}
	g.tells("A uncovered 1\nB uncovered 6", hand.Uncovered)
}

// TestBackInADraw checks that a hand that comes back in a draw is asked there, whether it left in this draw, before its turn, or before
// the draw began; once it has drawn it is not asked again.
func TestBackInADraw(t *testing.T) {
	for _, c := range []struct {
		when string
		seat int
		left func(g *game)
		want string // who is asked, in order, after the hand is back
	}{
		{"before the draw", 2, func(g *game) {
			g.do("C call")
			g.happens(about(plan.ThrownAway, 2, ""))
			g.do("A call, B check")
		}, "ABC"},
		{"before its turn", 1, func(g *game) {
			g.do("C call, A call, B check")
			g.happens(about(plan.ThrownAway, 1, ""))
		}, "ABC"},
		{"after its turn", 1, func(g *game) {
			g.do("C call, A call, B check")
			g.pat(0)
			g.pat(1)
			g.happens(about(plan.ThrownAway, 1, ""))
		}, "C"},
	} {
		game := ruled(draws(3), map[plan.IncidentKind][]plan.FloorEffect{
			plan.ThrownAway: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive), plan.BelowTable: of(plan.EffectWarn),
		})
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
		c.left(g)
		g.happens(about(plan.BelowTable, 0, "")) // so that the hand does not come back as if it had never left
		g.happens(about(plan.Retrieve, c.seat, ""))
		got := ""
		for d := g.h.Pending(); d != nil && d.Kind == hand.CardsAsked; d = g.h.Pending() {
			got += string(rune('A' + d.Seat))
			g.pat(int(d.Seat))
		}
		if got != c.want {
			t.Errorf("%s: %q are asked, want %q", c.when, got, c.want)
		}
	}
}

// pat makes a seat stand pat.
func (g *game) pat(seat int) {
	g.t.Helper()
	if err := g.h.Apply(hand.Action{Kind: hand.PickCards, Seat: int8(seat)}); err != nil {
		g.t.Fatal(err)
	}
}

// TestSameInUsedMemory checks that two hands in the same state are the same whatever lay in the memory of one before, also what a
// state does not use: seats, cards that were set apart, and what was thrown into a draw.
func TestSameInUsedMemory(t *testing.T) {
	for _, game := range []*plan.Game{holdem(), draws(3)} {
		b := bind(t, game, noLimit)
		var used, fresh hand.Hand
		testkit.Scribble(&used)
		setup := hand.Setup{Plan: b, Stacks: stacks(3, 100), Button: 2, Seed: 1, Number: 1}
		if err := errors.Join(used.Start(&setup), fresh.Start(&setup)); err != nil {
			t.Fatal(err)
		}
		for d := fresh.Pending(); d != nil; d = fresh.Pending() {
			if !used.Same(&fresh) {
				t.Fatalf("%d steps, at step %d the hand is another one in memory that was used before", len(game.Steps), d.Step)
			}
			a := hand.Action{Kind: hand.Check, Seat: d.Seat}
			switch {
			case d.Kind == hand.CardsAsked:
				a = fresh.PickFirst(1)
			case d.Options.Call > 0:
				a.Kind = hand.Call
			}
			if err := errors.Join(used.Apply(a), fresh.Apply(a)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSplitOfAFirstHand checks that a hand that is split lies beside its other half, and the hands after it keep their cards.
func TestSplitOfAFirstHand(t *testing.T) {
	game, _, _ := bankGame(t)
	game.Steps[stepChoose] = splits(4)
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(2, 60), Button: 1, Seed: 1})
	g.takes("bank 20, bet 4")
	seat := int(g.h.Pending().Seat)
	g.takes("split")
	first, _ := g.h.Cards(seat, 0)
	last, _ := g.h.Cards(seat, 1)
	first, last = slices.Clone(first), slices.Clone(last)
	g.takes("split")
	var now [3][]cards.Card
	for k := range now {
		now[k], _ = g.h.Cards(seat, k)
	}
	if now[0][0] != first[0] || now[1][0] != first[1] || !slices.Equal(now[2], last) {
		t.Errorf("%s of %s and %s beside it", cards.Format(now[0]), cards.Format(first), cards.Format(last))
		t.Errorf("then %s and %s", cards.Format(now[1]), cards.Format(now[2]))
	}
}

// TestMisdealIsForgotten checks that after a new deal a seat no longer knows a card of it that lay in the muck.
func TestMisdealIsForgotten(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{
		plan.Dropped: of(plan.EffectReplace, func(e *plan.FloorEffect) { e.When = plan.Now }), plan.BelowTable: of(plan.EffectMisdeal),
	})
	out := func() (n int) {
		var o hand.Observation
		g.h.Observe(2, 0, &o)
		for _, c := range o.Cards {
			if c.Zone == plan.ZoneMuck {
				n++
			}
		}
		return n
	}
	g.happens(about(plan.Dropped, 2, "Qc"))
	if out() != 1 {
		t.Fatalf("seat 3 knows %d cards of the muck, want the one that it dropped", out())
	}
	g.happens(about(plan.BelowTable, 1, ""))
	if out() != 0 {
		t.Errorf("seat 3 knows %d cards of the muck after a new deal", out())
	}
}

// TestMisdealOfAPotPushed checks that a misdeal brings back the pot that went to the last hand before the first round of betting.
func TestMisdealOfAPotPushed(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.WrongCount: of(plan.EffectKill), plan.CalledMisdeal: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(2, 100), Button: 0, Attendance: hand.Attended, Deck: deckOf(game, "")})
	for len(g.h.Hole(0))+len(g.h.Hole(1)) < 4 {
		g.goesOn()
	}
	g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: 3}))
	for g.h.Pending() != nil {
		g.goesOn()
	}
	if g.h.Won(1) == 0 {
		t.Fatal("the last hand has won nothing")
	}
	g.happens(plan.Incident{Kind: plan.CalledMisdeal}.With("reason", plan.Value{Word: "two_extra"}))
	for i, want := range []int64{99, 98} {
		if g.h.Stack(i) != want || g.h.Wagered(i) != 100-want {
			t.Errorf("seat %d: %d behind and %d before it, want %d", i+1, g.h.Stack(i), g.h.Wagered(i), want)
		}
	}
}

// TestStrengthOfAHandInParts checks the estimate of a hand that wins both parts against everybody, and of one that wins nothing.
func TestStrengthOfAHandInParts(t *testing.T) {
	game := boardGame(4, best(omahaHigh, omahaLow))
	for want, holes := range map[float64][2]string{1: {"Ah2h5h9c", "KcKdQcQd"}, 0: {"JcJdTcTd", "Ah2h3c9d"}} {
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(2, 100), Button: 1, Blinds: make([]int64, 2), Deck: dealt(game, "3h 4h 8s 6d Kh", holes[0], holes[1]),
		})
		for len(g.h.Board()) < 5 {
			if err := g.h.Apply(hand.Action{Kind: hand.Check, Seat: g.h.Pending().Seat}); err != nil {
				t.Fatal(err)
			}
		}
		var look hand.Outlook
		if got := look.Strength(&g.h); math.Abs(got-want) > 0.15 {
			t.Errorf("%s on %s: %.3f of the pot, want about %v", cards.Format(g.h.Hole(int(g.h.Pending().Seat))), cards.Format(g.h.Board()), got, want)
		}
	}
}

// TestNoRoundIsLeft checks that the limit after the last round of betting is that of big bets.
func TestNoRoundIsLeft(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, holdem(), fixed), Stacks: stacks(2, 100), Button: 0, Seed: 1})
	for d := g.h.Pending(); d != nil; d = g.h.Pending() {
		if err := g.h.Apply(g.h.DefaultAction()); err != nil {
			t.Fatal(err)
		}
	}
	if l := g.h.Limit(); *l != g.h.Plan().Limits[plan.Big] {
		t.Errorf("%+v", *l)
	}
}

// goesOn makes the dealer continue once.
func (g *game) goesOn() {
	g.t.Helper()
	if err := g.h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
		g.t.Fatal(err)
	}
}

// TestSplitPaysItsFee checks that who splits a hand pays the fee of the second bet too.
func TestSplitPaysItsFee(t *testing.T) {
	for fee := range int64(2) {
		game, _, _ := bankGame(t)
		game.Steps[stepChoose] = plan.Choose(
			plan.Bettors, &always{}, plan.Play("stand", plan.Effect{Kind: plan.HandDone}),
			plan.Play("split", plan.Effect{Kind: plan.SplitHand, Num: 4, Fees: plan.SizeFees{{UpTo: 100000, Amount: 100 * fee}}}),
		)
		g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(2, 60), Button: 1, Seed: 1})
		g.takes("bank 20, bet 4")
		seat := int(g.h.Pending().Seat)
		chips, house := g.h.Stack(seat), g.h.House()
		g.takes("split")
		if paid, taken := chips-g.h.Stack(seat), g.h.House()-house; paid != 4+fee || taken != fee {
			t.Errorf("a split of 4 with a fee of %d costs %d, and the house takes %d", fee, paid, taken)
		}
	}
}

// TestNoSuchSeat checks that an irregularity of a seat that is not there is refused.
func TestNoSuchSeat(t *testing.T) {
	g := atPot(t, hand.Tracked, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectMisdeal)})
	for _, seat := range []int{-1, 4} {
		in := plan.Incident{Kind: plan.BelowTable}.With("seat", plan.Value{N: int64(seat)})
		if err := g.h.Happen(in); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("there is no seat %d", seat+1)) {
			t.Errorf("seat %d: %v", seat+1, err)
		}
	}
}

// TestAllInComesBack checks that a hand that was all-in when it was killed comes back after the round, which stays closed: it has nothing
// more to put in, and is in for the main pot.
func TestAllInComesBack(t *testing.T) {
	game := ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.ThrownAway: of(plan.EffectKill), plan.Retrieve: of(plan.EffectRevive)})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: []int64{100, 100, 10}, Button: 2, Attendance: hand.Attended, Deck: deckOf(game, inHands)})
	g.toPlayer()
	g.do("C raise 10")
	g.happens(about(plan.ThrownAway, 2, ""))
	g.do("A raise 20, B call")
	g.happens(about(plan.Retrieve, 2, ""))
	if !g.h.Live().Has(2) {
		t.Error("the hand did not come back")
	}
	g.tells("", hand.Reopened)
	g.toPlayer()
	g.do("A check")
	g.accounted()
}

// TestShiftOfWinnersOnly checks that unequal shares are those of seats that share the pot.
func TestShiftOfWinnersOnly(t *testing.T) {
	for _, c := range []struct {
		shift []int64
		nets  []int64
	}{{[]int64{1, -1, 0}, []int64{2, 0, -2}}, {[]int64{1, 0, -1}, []int64{1, 1, -2}}, {[]int64{-1, 0, 1}, []int64{1, 1, -2}}} {
		game := boardGame(2, best(high))
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Shift: c.shift,
			Deck: dealt(game, "2c 7d 9s Jc 4h", "Ah Kd", "Ad Kh", "Qh Td"),
		})
		g.do("C call, A call, B check")
		for d := g.h.Pending(); d != nil; d = g.h.Pending() {
			if err := g.h.Apply(hand.Action{Kind: hand.Check, Seat: d.Seat}); err != nil {
				t.Fatal(err)
			}
		}
		g.nets(c.nets...)
	}
}

// TestBankShows checks that a round against a bank ends with a showdown.
func TestBankShows(t *testing.T) {
	game, _, _ := bankGame(t)
	g := start(t, hand.Setup{Plan: bind(t, game, bets), Stacks: stacks(2, 60), Button: 1, Seed: 1})
	g.takes("bank 20, bet 4")
	for d := g.h.Pending(); d != nil; d = g.h.Pending() {
		if err := g.h.Apply(g.h.DefaultAction()); err != nil {
			t.Fatal(err)
		}
	}
	if !g.h.Result().Showdown {
		t.Error("nobody showed")
	}
}

// TestMisdealAsksAgain checks that after a new deal nobody has chosen an offer yet.
func TestMisdealAsksAgain(t *testing.T) {
	game := ruled(&plan.Game{
		ID: "test/offers", Name: "Offers", MinSeats: 2, MaxSeats: 6, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 5},
			{Kind: plan.Asks, Ask: &plan.Ask{
				Offers: []plan.Offer{{Name: "high"}, {Name: "low"}}, Words: plan.Words{Name: "declare", Say: "declare", Does: "declares", Asked: "a declaration"},
			}},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Showdown, Show: best(high)},
		},
	}, map[plan.IncidentKind][]plan.FloorEffect{plan.BelowTable: of(plan.EffectMisdeal)})
	g := start(t, hand.Setup{Plan: bind(t, game, fixed), Stacks: stacks(2, 100), Button: 1, Seed: 1, Attendance: hand.Tracked, Antes: []int64{1, 1}})
	for d := g.h.Pending(); d.Kind == hand.Chosen; d = g.h.Pending() {
		if err := g.h.Apply(hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if !g.h.Chose(0, "low") {
		t.Fatal("seat 1 has not chosen low")
	}
	g.happens(about(plan.BelowTable, 1, ""))
	if g.h.Chose(0, "low") || g.h.Chose(1, "low") {
		t.Error("a choice of the first deal still counts")
	}
}

// TestAllOutByRule checks that where a rule folds everybody in turn, the last one wins.
func TestAllOutByRule(t *testing.T) {
	game := &plan.Game{
		ID: "test/out", Name: "Out", MinSeats: 2, MaxSeats: 6, Betting: betting.Rules{Cap: 4},
		Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{{Kind: plan.Deal, Count: 2}, {Kind: plan.InTurn, Jump: 3}, {Kind: plan.FoldStep}, {Kind: plan.Showdown, Show: best(high)}},
	}
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 1, Seed: 1, Antes: []int64{1, 1, 1}, Blinds: make([]int64, 3)})
	if g.h.Live().Len() != 1 || g.h.Won(1) != 3 {
		t.Errorf("%d hands are live, and the button wins %d; want it alone, with 3", g.h.Live().Len(), g.h.Won(1))
	}
}
