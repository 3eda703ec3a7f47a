package hand_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// TestFreeDeal checks that when a hand is passed out, the players still in ante
// again or do not, by the game's rule; the pot stays.
func TestFreeDeal(t *testing.T) {
	for _, free := range []bool{false, true} {
		game := with(holdem(), func(g *plan.Game) {
			g.Forced = []plan.Forced{{Amount: plan.BigBlind, Everybody: true, Dead: true}}
			g.Steps = []plan.Step{
				{Kind: plan.Deal, Count: 5},
				bet(plan.LeftOfButton, plan.Small),
				{Kind: plan.When, Cond: plan.PassedOut, Jump: 4},
				{Kind: plan.Redeal, NoAnte: free},
				{Kind: plan.Showdown, Show: best(high)},
			}
		})
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Deck: deckOf(game, "")})
		pot := g.h.Pot()
		for deals := int64(1); deals < 4; deals++ {
			want := pot * deals
			if free {
				want = pot
			}
			if pot == 0 || g.h.Pot() != want || g.h.Stack(0) != 100-want/3 {
				t.Errorf("without an ante %t, deal %d: the pot is %d, want %d, and a stack %d", free, deals, g.h.Pot(), want, g.h.Stack(0))
			}
			g.do("A check, B check, C check")
		}
	}
}

// TestTurnedFaceIsTold checks that a card that counts as an up card is emitted, in
// games with and without up cards.
func TestTurnedFaceIsTold(t *testing.T) {
	stud := ruled(shortStud(plan.StubMustSuffice), map[plan.IncidentKind][]plan.FloorEffect{plan.PlayerExposed: of(plan.EffectFaceUp)})
	stud.Deck.Lowest = cards.Two
	for _, game := range []*plan.Game{stud, ruled(holdem(), map[plan.IncidentKind][]plan.FloorEffect{plan.PlayerExposed: of(plan.EffectFaceUp)})} {
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
		g.toPlayer()
		seat := 1
		card := g.h.Hole(seat)[:1]
		g.happens(about(plan.PlayerExposed, seat, cards.Format(card)))
		turned := 0
		for _, e := range g.l.Events {
			if e.Kind == hand.TurnedFace && int(e.Seat) == seat && e.N == 1 && e.Cards[0] == card[0] {
				turned++
			}
		}
		if turned != 1 || !g.h.IsUp(seat, 0) {
			t.Errorf("%s: told %d times, up %t", game.Name, turned, g.h.IsUp(seat, 0))
		}
	}
}

// TestFullHandGetsNothingNow checks that a full hand is not served another card.
func TestFullHandGetsNothingNow(t *testing.T) {
	game := shortStud(plan.StubMustSuffice)
	game.Deck.Lowest = cards.Two
	game = ruled(game, map[plan.IncidentKind][]plan.FloorEffect{
		plan.WrongCount: of(plan.EffectReplace, func(e *plan.FloorEffect) { e.When = plan.Now }),
	})
	g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deckOf(game, "")})
	g.toPlayer()
	g.happens(about(plan.WrongCount, 1, "").With("count", plan.Value{N: hand.MaxHole}))
	if got := len(g.h.Hole(1)); got != hand.MaxHole {
		t.Errorf("seat 2 holds %d cards, want %d", got, hand.MaxHole)
	}
	g.happens(about(plan.WrongCount, 0, "").With("count", plan.Value{N: hand.MaxHole - 2}))
	if got := len(g.h.Hole(0)); got != hand.MaxHole-1 {
		t.Errorf("seat 1 holds %d cards, want %d", got, hand.MaxHole-1)
	}
}

// TestEitherJokerIsNamed checks that a named joker means the one that the seat
// holds, although both have the same name.
func TestEitherJokerIsNamed(t *testing.T) {
	wild, err := rank.Compile(rank.Description{Name: "two jokers", Deck: cards.Deck{Jokers: 2}, Jokers: rank.Wild})
	if err != nil {
		t.Fatal(err)
	}
	game := draws(5)
	game.Deck.Jokers = 2
	game.Steps[len(game.Steps)-1].Show = best(plan.Part{Name: "high", Ranking: wild})
	game = ruled(game, map[plan.IncidentKind][]plan.FloorEffect{plan.PlayerExposed: of(plan.EffectStands)})
	for _, joker := range []cards.Card{cards.Joker, cards.Joker2} {
		deck := deckOf(game, "")
		for i, c := range deck {
			if c == joker {
				deck[0], deck[i] = deck[i], deck[0]
			}
		}
		g := start(t, hand.Setup{Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2, Attendance: hand.Tracked, Deck: deck})
		g.toPlayer()
		g.happens(about(plan.PlayerExposed, 0, "Jo"))
		notes := g.h.Notes()
		if got := notes[len(notes)-1].Incident.Cards(); len(got) != 1 || got[0] != joker {
			t.Errorf("joker %d is meant, and %v is taken", joker, got)
		}
	}
}

// TestNothingBetLater checks that if a limited seat wins everything and nothing was
// bet later, the others' potential division does not count as a split of the pot.
func TestNothingBetLater(t *testing.T) {
	for _, c := range []struct {
		from  int
		split bool
	}{{stepRiverBet, false}, {stepFlopBet, true}} {
		game := with(omaha8(), func(g *plan.Game) {
			g.Award = claims(func(plan.State) []plan.ClaimLimit { return []plan.ClaimLimit{{Seat: 0, Step: c.from, Forfeit: true}} })
		})
		g := start(t, hand.Setup{
			Plan: bind(t, game, noLimit), Stacks: stacks(3, 100), Button: 2,
			Deck: dealt(game, "3c 4d 8h Ks Kd", "AhKhKc2c", "8c8sQdQh", "2h5hJcTd"),
		})
		for _, line := range []string{"C call", "A call", "B check", "A bet 8", "B call", "C call", "A check", "B check", "C check", "A check", "B check", "C check"} {
			g.do(line)
		}
		for g.h.Pending() != nil {
			g.do(string(rune('A'+g.h.Pending().Seat)) + " show")
		}
		if got := g.h.Result().Split; got != c.split {
			t.Errorf("limited from step %d: split %t, want %t; %v", c.from, got, c.split, g.told(hand.Awarded))
		}
	}
}
