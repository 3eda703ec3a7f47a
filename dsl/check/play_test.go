package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl/star"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
)

// holds is a hook that fails if the first seat holds that many cards.
type holds int

func (n holds) BeforeAward(s plan.State) ([]plan.ClaimLimit, error) {
	if len(s.Hole(0)) == int(n) {
		return nil, errors.New("too much")
	}
	return nil, nil
}

// TestPlayed checks that a fault is reported once, with a hand of the actual
// game, or in words if only the small version shows it.
func TestPlayed(t *testing.T) {
	for cards, words := range map[int]bool{2: false, 1: true} {
		c := checker(os.DirFS("."))
		game, err := c.lib.Find("angies/holdem")
		if err != nil {
			t.Fatal(err)
		}
		g := *game
		g.Award = holds(cards)
		size := enumerate.Kuhn
		if !words {
			size = enumerate.Whole
		}
		small, err := enumerate.Shrink(&g, size, enumerate.Wishes{Ranks: 3})
		if err != nil {
			t.Fatal(err)
		}
		r, err := enumerate.Play(context.Background(), small.Bound, small.Options)
		if err != nil || r.Fault == nil {
			t.Fatal(err, r)
		}
		c.Played(&g, size, r.Fault)
		c.Played(&g, size, r.Fault)
		found := c.Findings()
		if len(found) != 1 || found[0].Code != codePlay || !strings.Contains(found[0].Msg, "too much") {
			t.Fatalf("%+v", found)
		}
		if f := found[0]; words != (f.Line != "") || words == (f.Hand != "") {
			t.Errorf("%d cards: hand %q, line %q", cards, f.Hand, f.Line)
		}
	}
}

// breaks is a hook that panics.
type breaks struct{}

func (breaks) BeforeAward(plan.State) ([]plan.ClaimLimit, error) { panic("broken") }

// TestPanic: a panic of the engine while a game is checked is a finding at the game.
func TestPanic(t *testing.T) {
	c := checker(os.DirFS("."))
	game, err := c.lib.Find("angies/holdem")
	if err != nil {
		t.Fatal(err)
	}
	g := *game
	g.Award = breaks{}
	c.game(&g, true)
	if found := c.Findings(); len(found) != 1 || found[0].Code != star.CodePanic || !strings.Contains(found[0].Msg, "internal fault: broken") {
		t.Errorf("%+v", found)
	}
}

// TestNoHandRanked: a game against a bank under whose ranking no dealt cards are a hand is found.
func TestNoHandRanked(t *testing.T) {
	const script = `r = ranking("r", size = 5, score = lambda hand: 1 if len(hand.ranks) < %d else None)
g = game("G", doc = "Doc.", seats = (2, 3), stakes = stakes("bets 1-5"), play = [wager(), deal(5), turn_up(to = everybody), settle(best(r))])
`
	for most, want := range map[int]int{5: 1, 6: 0} {
		found, err := checker(fstest.MapFS{"g.star": {Data: fmt.Appendf(nil, script, most)}}).Scripts(context.Background(), []string{"g.star"})
		if err != nil || len(found) != want || want > 0 && !strings.Contains(found[0].Msg, "no cards that were dealt are a hand of the ranking r") {
			t.Errorf("%d: %v, %+v", most, err, found)
		}
	}
}

// TestOneGame checks that only the named game of a script is played, and all games if it has none of that name.
func TestOneGame(t *testing.T) {
	for name, want := range map[string]int{"": 1, "limits": 1, "none-such": 1, "nines": 0} {
		c := checker(os.DirFS("testdata"))
		c.Game = name
		found, err := c.Scripts(context.Background(), []string{"hooks.star"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range found {
			if f.Code == codePlay && f.Pos.Line == 7 {
				n++
			}
		}
		if n != want {
			t.Errorf("game %q: %d faults of limits, there should be %d: %v", name, n, want, found)
		}
	}
}
