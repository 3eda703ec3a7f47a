package hand_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// houseGame returns a round against the house with three bets: one card each, the
// higher card wins, and below a five the house does not qualify; a side bet pays
// for an ace.
func houseGame(t testing.TB) *plan.Game {
	high, err := rank.Compile(rank.Description{Name: "high card", Size: 1, Categories: []rank.Category{rank.HighCard}})
	if err != nil {
		t.Fatal(err)
	}
	least := func(text string) rank.Strength { return high.Best(cards.MustParse(text)) }
	parts := []plan.Part{{Name: "high", Ranking: high}}
	return &plan.Game{
		ID: "test/house", Name: "House", MinSeats: 2, MaxSeats: 6,
		Stakes: plan.StakesRule{Default: "bets 2-50"},
		Steps: []plan.Step{
			plan.Place(plan.WagerStep{Bet: "ante", Also: []string{"blind"}, Behind: 2}),
			plan.Place(plan.WagerStep{Bet: "side", Least: 100, Most: 300, Multiple: 100}),
			{Kind: plan.Deal, Count: 1},
			plan.Choose(
				plan.Bettors, nil,
				plan.Play("fold", plan.Effect{Kind: plan.GiveUp}),
				plan.Play("play", plan.Effect{Kind: plan.RaiseWager, Bet: "play", Of: "blind", Num: 2, Den: 1}),
				plan.Play("less", plan.Effect{Kind: plan.TakeBack, Bet: "blind", Num: 1, Den: 2}),
			),
			{Kind: plan.Settle, Settle: &plan.SettleStep{Parts: parts, Bets: []string{"side"}, Folded: true, Own: &plan.PayTable{
				Rows: []plan.PayRow{{Name: "ace", Least: &plan.Openers{Small: least("As")}, Outcome: plan.Outcome{Num: 10, Den: 1}}}, Rest: plan.Loses,
			}}},
			{Kind: plan.TurnUp, To: plan.Everybody},
			{Kind: plan.Settle, Settle: &plan.SettleStep{
				Parts: parts, Qualifies: &plan.Openers{Name: "five", Ranking: high, Small: least("5s")},
				Lines: []plan.Line{
					{Bet: "ante", Unqualified: &plan.PayTable{Rest: plan.Pushes}, Commission: 500},
					{Bet: "blind", Tie: &plan.PayTable{Rest: plan.Loses}},
				},
			}},
		},
	}
}

// house plays a round of two seats against the house with a deck that begins with
// these cards.
func house(t *testing.T, pack, words string) *hand.Hand {
	t.Helper()
	b := bind(t, houseGame(t), bets)
	order := cards.MustParse(pack)
	for _, c := range (cards.Deck{}).Append(nil) {
		if !cards.SetOf(order...).Has(c) {
			order = append(order, c)
		}
	}
	g := start(t, hand.Setup{Plan: b, Stacks: []int64{100, 100}, Button: 1, Deck: order})
	g.takes(words)
	h := g.h
	if h.Pending() != nil || !h.Conserved() || h.PutIn() != h.PaidOut()+h.House() {
		t.Fatalf("%s: over %t, in %d, out %d, house %d", words, h.Pending() == nil, h.PutIn(), h.PaidOut(), h.House())
	}
	return &h
}

func TestHouseBanks(t *testing.T) {
	for _, c := range []struct {
		name, pack, words string
		net, house        int64
	}{
		{"wins all three, less five percent of the ante", "KsQh", "ante 10, pass, pass, play", 10 - 1 + 10 + 20, -39},
		{"loses all three", "KsAh", "ante 10, pass, pass, play", -40, 40},
		{"a tie: the blind is lost", "KsKh", "ante 10, pass, pass, play", -10, 10},
		{"the house does not qualify: the ante pushes", "Ks4h", "ante 10, pass, pass, play", 30, -30},
		{"gives up", "Ks4h", "ante 10, pass, pass, fold", -20, 20},
		{"takes back half of the blind", "KsAh", "ante 10, pass, pass, less", -15, 15},
		{"the side bet of a hand that was given up", "AsQh", "ante 10, pass, side 3, fold", 10, -10},
		{"the side bet loses", "KsQh", "ante 10, pass, side 3, play", 36, -36},
		{"nobody bets", "KsQh", "pass, pass", 0, 0},
	} {
		h := house(t, c.pack, c.words)
		if h.Net(0) != c.net || h.House() != c.house || h.Net(1) != 0 || h.Banker() != -1 {
			t.Errorf("%s: net %d, house %d, banker %d, want %d and %d", c.name, h.Net(0), h.House(), h.Banker(), c.net, c.house)
		}
	}
}

// TestHouseOffers checks that chips that must stay behind limit a bet, and that a
// side bet has its own limits.
func TestHouseOffers(t *testing.T) {
	g := start(t, hand.Setup{Plan: bind(t, houseGame(t), bets), Stacks: []int64{43, 7}, Button: 1, Seed: 1})
	offers := func() hand.Offer { return g.h.Offers()[0] }
	if o := offers(); o.Name != "ante" || o.Min != 2 || o.Max != 10 {
		t.Errorf("with 43 chips %s from %d to %d, want ante from 2 to 10", o.Name, o.Min, o.Max)
	}
	g.takes("ante 10")
	// The second seat lacks the chips for two bets of 2 and 4 behind. It is
	// skipped.
	if o := offers(); g.h.Pending().Seat != 0 || o.Name != "side" || o.Min != 1 || o.Max != 3 {
		t.Errorf("then seat %d is offered %s from %d to %d, want the first seat side from 1 to 3", g.h.Pending().Seat+1, o.Name, o.Min, o.Max)
	}
}

// TestHouseCardsAreHidden checks that nobody sees the house's card before it is
// turned up.
func TestHouseCardsAreHidden(t *testing.T) {
	log := &hand.Log{}
	g := start(t, hand.Setup{Plan: bind(t, houseGame(t), bets), Stacks: []int64{100, 100}, Button: 1, Seed: 1, Log: log})
	g.takes("ante 10, pass, pass")
	for _, seat := range []int{0, 1, hand.NoSeat} {
		v := g.h.SeenBy(seat, 0)
		if list, _ := v.Cards(-1, 0); len(list) != 1 || list[0] != cards.Unknown {
			t.Errorf("seat %d sees %s of the house", seat, cards.Format(list))
		}
		for _, e := range hand.SeenBy(log.Events, seat) {
			if e.Kind == hand.Dealt && e.Seat < 0 && e.Cards[0] != cards.Unknown {
				t.Errorf("seat %d is told %s of the house", seat, e.Cards[0])
			}
		}
	}
	if list, _ := g.h.Cards(-1, 0); len(list) != 1 || !list[0].Known() {
		t.Error("the house has no card")
	}
	if n := g.h.Bet(0, 0, 1); n != 10 {
		t.Errorf("the blind is %d, want 10", n)
	}
}
