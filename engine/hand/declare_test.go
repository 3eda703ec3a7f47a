package hand_test

import (
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// TestDeclare checks that only seats that declared for a part compete for it, and
// that a seat that declared for both must win both alone, or wins nothing.
func TestDeclare(t *testing.T) {
	show := best(
		part("high", rank.High, func(p *plan.Part) { p.Chosen = []string{"high", "both"} }),
		part("low", rank.AceToFive, func(p *plan.Part) { p.Chosen = []string{"low", "both"} }),
	)
	show.Both = "both"
	g := &plan.Game{
		Name: "Declare", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 5},
			bet(plan.LeftOfButton, plan.Small),
			{Kind: plan.Asks, Ask: &plan.Ask{
				Offers: []plan.Offer{{Name: "high"}, {Name: "low"}, {Name: "both"}},
				Words:  plan.Words{Name: "declare", Say: "declare", Does: "declares", Asked: "a declaration"},
			}},
			{Kind: plan.Showdown, Show: show},
		},
	}
	const (
		high = iota
		low
		both
	)
	for _, c := range []struct {
		name   string
		hands  [3]string
		picks  [3]int8
		awards string
	}{
		{"one for each, and the worse of two highs", [3]string{"AsAd7c6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{high, high, low}, "A awarded 15 pot 0 part 0\nC awarded 15 pot 0 part 1"},
		{"the best low has declared high", [3]string{"AsAd7c6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{high, low, high}, "A awarded 15 pot 0 part 0\nB awarded 15 pot 0 part 1"},
		{"all high: the whole pot", [3]string{"AsAd7c6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{high, high, high}, "A awarded 30 pot 0 part 0"},
		{"both, and wins both", [3]string{"As2s3s4s5s", "KsKd7d6c5h", "7s5d4h3c2d"}, [3]int8{both, high, low}, "A awarded 15 pot 0 part 0\nA awarded 15 pot 0 part 1"},
		{"both, and loses the low", [3]string{"AsAdAc6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{both, high, low}, "B awarded 15 pot 0 part 0\nC awarded 15 pot 0 part 1"},
		{"both, and ties for low", [3]string{"7c5c4c3c2c", "KsKd7d6c5h", "7s5d4h3h2s"}, [3]int8{both, high, low}, "B awarded 15 pot 0 part 0\nC awarded 15 pot 0 part 1"},
		{"both twice: the first loses the low, the second the high until then", [3]string{"AsAdAc6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{both, high, both}, "B awarded 30 pot 0 part 0"},
		{"all both, and nobody wins both", [3]string{"AsAdAc6h5s", "KsKd7d6c5h", "7s5d4h3c2s"}, [3]int8{both, both, both}, "A awarded 10 pot 0 part -2\nB awarded 10 pot 0 part -2\nC awarded 10 pot 0 part -2"},
	} {
		deck := ""
		for k := range 5 {
			for _, h := range c.hands {
				deck += h[2*k : 2*k+2]
			}
		}
		h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(3, 30), Button: 2, Deck: deckOf(g, deck), Blinds: make([]int64, 3), Antes: []int64{10, 10, 10}})
		h.do("A check, B check, C check")
		for seat, pick := range c.picks {
			if err := h.h.Apply(hand.Action{Kind: hand.Choose, Seat: int8(seat), Pick: pick}); err != nil {
				t.Fatal(err)
			}
		}
		t.Log(c.name)
		h.tells(c.awards, hand.Awarded)
		for seat, pick := range c.picks {
			if h.h.Competes(0, seat) != (pick != low) || h.h.Competes(1, seat) != (pick != high) {
				t.Errorf("%s: seat %d competes for the wrong part", c.name, seat+1)
			}
		}
	}
}

// TestAllFail: where all have declared for both and nobody wins both, each part goes as
// if nobody qualified for it.
func TestAllFail(t *testing.T) {
	for _, c := range []struct {
		name  string
		other func(p *plan.Part)
		tells string // after the first antes
	}{
		{"nothing else", func(*plan.Part) {}, "A awarded 2 pot 0 part -2\nB awarded 2 pot 0 part -2"},
		{"all who compete divide it", func(p *plan.Part) { p.Nobody = plan.AllDivide }, "A awarded 1 pot 0 part -2\nB awarded 1 pot 0 part -2\nA awarded 1 pot 0 part -2\nB awarded 1 pot 0 part -2"},
		{"it stays", func(p *plan.Part) { p.Nobody = plan.Carries }, "- carried 4"},
		{"new cards", func(p *plan.Part) { p.Nobody = plan.NewDeal }, "- redealt 4 part -2"},
		{"new cards after an ante", func(p *plan.Part) { p.Nobody, p.NewAnte = plan.NewDeal, true }, "- redealt 4 part -2\nA ante 2\nB ante 2"},
		{"another hand", func(p *plan.Part) { p.Else = &plan.Part{Name: "badugi", Ranking: rank.Badugi} }, "B awarded 2 pot 0 part 8\nB awarded 2 pot 0 part 9"},
	} {
		show := best(part("high", rank.High, c.other), part("low", rank.AceToFive, c.other))
		show.Both = "both"
		g := &plan.Game{
			Name: "Both", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "2-4"}, Forced: []plan.Forced{{Amount: plan.BigBlind, Everybody: true}},
			Steps: []plan.Step{
				{Kind: plan.Deal, Count: 5},
				{Kind: plan.Asks, Ask: &plan.Ask{
					Offers: []plan.Offer{{Name: "both"}, {Name: "high"}},
					Words:  plan.Words{Name: "declare", Say: "declare", Does: "declares", Asked: "a declaration"},
				}},
				{Kind: plan.Showdown, Show: show},
			},
		}
		h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 40), Button: 1, Deck: dealt(g, "", "AsAdAc6h5s", "7s5d4h3c2s")})
		for seat := range 2 {
			if err := h.h.Apply(hand.Action{Kind: hand.Choose, Seat: int8(seat)}); err != nil {
				t.Fatal(err)
			}
		}
		t.Log(c.name)
		h.tells("A ante 2\nB ante 2\n"+c.tells, hand.Awarded, hand.Carried, hand.Redealt, hand.PostedAnte)
		if strings.HasPrefix(c.tells, "- redealt") { // the hands of the new deal are shown too
			h.l.Events = nil
			for seat := range 2 {
				if err := h.h.Apply(hand.Action{Kind: hand.Choose, Seat: int8(seat), Pick: 1}); err != nil {
					t.Fatal(err)
				}
			}
			if got := h.told(hand.Shown); len(got) != 2 {
				t.Errorf("%s: shown %q, want two hands", c.name, got)
			}
		}
	}
}

// TestRising checks that a player who sets a hand above the next, where the game
// forbids it, has fouled and wins nothing with either; equal hands are allowed.
func TestRising(t *testing.T) {
	r, err := rank.Compile(rank.Description{Name: "pairs", Size: 2, Categories: []rank.Category{rank.Pair, rank.HighCard}})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"front", "back"}
	apart := plan.Arrange([]int{2, 2}, names).InAscendingOrder(r, names)
	apart.Ask.Groups = []uint8{1, 2}
	g := &plan.Game{
		Name: "Two and two", MinSeats: 2, MaxSeats: 6, Stakes: plan.StakesRule{Default: "2-4"},
		Steps: []plan.Step{
			{Kind: plan.Deal, Count: 4},
			apart,
			{Kind: plan.Showdown, Show: best(
				part("front", r, func(p *plan.Part) { p.Hands = 1 }),
				part("back", r, func(p *plan.Part) { p.Hands = 2 }),
			)},
		},
	}
	for _, c := range []struct{ a, b, front, awards string }{
		{"KsQs7d7c", "AsAd5h5c", "5h5c", "B awarded 10 pot 0 part 0\nB awarded 10 pot 0 part 1"},
		{"KsQs7d7c", "AsAd5h5c", "AsAd", "A awarded 10 pot 0 part 0\nA awarded 10 pot 0 part 1"},
		{"KsQs7d7c", "AsQdAhQc", "AsQd", "B awarded 10 pot 0 part 0\nA awarded 10 pot 0 part 1"},
	} {
		h := start(t, hand.Setup{Plan: bind(t, g, noLimit), Stacks: stacks(2, 30), Button: 1, Deck: dealt(g, "", c.a, c.b), Blinds: make([]int64, 2), Antes: []int64{10, 10}})
		for seat, front := range []string{"KsQs", c.front} {
			if err := h.h.Apply(hand.Action{Kind: hand.PickCards, Seat: int8(seat)}.WithCards(cards.MustParse(front))); err != nil {
				t.Fatal(err)
			}
		}
		h.tells(c.awards, hand.Awarded)
	}
}
