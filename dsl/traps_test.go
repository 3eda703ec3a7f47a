package dsl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// gameOf loads a script's game g.
func gameOf(script string) (*plan.Game, error) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS, Files: fstest.MapFS{"g.star": {Data: []byte(script)}}}, Parsed: &parsed})
	return lib.Find("g.star:g")
}

// TestForcedBetsHaveAmounts checks that a forced bet without an amount is refused, both when the script loads and when a table
// names its stakes, unless it is optional.
func TestForcedBetsHaveAmounts(t *testing.T) {
	for _, tt := range []struct{ forced, stakes, play, want, hint string }{
		{`ante()`, "2-4", "deal(5), bet()", `g.star:2:15: game: the game has an ante, but the stakes "2-4" name no ante`, `add it to the stakes: "2-4 ante 0.5", or ante(optional = True)`},
		{`ante()`, "2-4 ante 1", "deal(5), bet()", "", ""},
		{`ante(optional = True)`, "2-4", "deal(5), bet()", "", ""},
		{`post("ante", left = 1)`, "2-4", "deal(5), bet()", `the game has an ante, but the stakes "2-4" name no ante`, `add it to the stakes: "2-4 ante 0.5"`},
		{`blinds()`, "nl 2", "deal(5), bet()", "", ""}, // stakes without blinds
		{`blinds()`, "nl 1-2", "deal(5), bet()", "", ""},
		{`ante()`, "2-4 ante 1", "deal(2), deal(1, up = True), bet(open = low_brings_in), deal(2), bet()", `g.star:2:77: game: the game has a bring-in, but the stakes "2-4" name no bring-in`, `add it to the stakes: "2-4 bring-in 1"`},
		{`ante()`, "0.25-0.50 ante 0.10", "deal(2), deal(1, up = True), bet(open = low_brings_in), deal(2), bet()", `name no bring-in`, `add it to the stakes: "0.25-0.50 bring-in 0.1"`},
		{`ante()`, "9.99-20 ante 1", "deal(2), deal(1, up = True), bet(open = low_brings_in), deal(2), bet()", `name no bring-in`, `add it to the stakes: "9.99-20 bring-in 2"`},
		{`ante()`, "2-4 ante 1 bring-in 1", "deal(2), deal(1, up = True), bet(open = low_brings_in), deal(2), bet()", "", ""},
	} {
		script := fmt.Sprintf("g = game(\"G\", stakes = stakes(%q),\n    forced = [%s], seats = (2, 6), play = [%s], showdown = best(high))\n", tt.stakes, tt.forced, tt.play)
		_, err := gameOf(script)
		var e *diag.Error
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s, stakes %s: %v", tt.forced, tt.stakes, err)
		case tt.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Error(), tt.want) || e.Hint != tt.hint || e.Pos.File != "g.star"):
			t.Errorf("%s, stakes %s:\n got %v\nwant %s", tt.forced, tt.stakes, err, tt.want)
		}
	}
	g, err := gameOf(`g = game("G", stakes = stakes("2-4 ante 1"), forced = [ante()], play = [deal(5), bet()], showdown = best(high))` + "\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.ParseStakes("3-6"); err == nil || !strings.Contains(err.Error(), `the stakes "3-6" name no ante`) {
		t.Errorf("a table without an ante: %v", err)
	}
	if s, err := g.ParseStakes("3-6 ante 1"); err != nil || s.Ante != 100 {
		t.Errorf("a table with an ante: %v", err)
	}
}

// TestExactCardsFitTheRanking checks that numbers of hole and board cards are refused unless they add up to a hand of the
// ranking.
func TestExactCardsFitTheRanking(t *testing.T) {
	for size := 1; size <= 5; size++ {
		for hole := 0; hole <= 5; hole++ {
			for board := 0; board <= 5; board++ {
				script := fmt.Sprintf(`r = ranking("r", size = %d)
g = game("G", stakes = stakes("2-4"), forced = [blinds()], seats = (2, 6), play = [deal(5), bet(), board(5), bet()],
    showdown = best(r, hole = %d, board = %d))
`, size, hole, board)
				_, err := gameOf(script)
				var e *diag.Error
				fits := hole+board == size
				switch {
				case fits && err != nil:
					t.Errorf("hands of %d, %d of the hole and %d of the board: %v", size, hole, board, err)
				case !fits && hole+board > 0 && (!errors.As(err, &e) || e.Code != star.CodePlan || e.Pos.Line != 3):
					t.Errorf("hands of %d, %d of the hole and %d of the board: %v", size, hole, board, err)
				case !fits && hole+board == 0 && (!errors.As(err, &e) || !strings.Contains(e.Msg, "no hole cards and no board cards: nothing plays")):
					t.Errorf("no cards: %v", err)
				case !fits && hole+board > 0 && !strings.HasPrefix(e.Hint, "leave hole and board out: the best "):
					t.Errorf("hands of %d, %d of the hole and %d of the board: hint %q", size, hole, board, e.Hint)
				}
			}
		}
	}
}

// TestEvaluateExactFitsTheRanking checks the same for evaluate.
func TestEvaluateExactFitsTheRanking(t *testing.T) {
	_, err := gameOf("x = evaluate(badugi, \"AhKd\", \"2c3d4s\", exact = True)\n")
	if err == nil || !strings.Contains(err.Error(), "two cards and three of the board make a hand of five") {
		t.Error(err)
	}
}

// TestEndlessHands checks that a hand ends, or that the run reports that it does not: if a choice changes nothing, and if choices
// undo each other.
func TestEndlessHands(t *testing.T) {
	for _, tt := range testkit.Some([]struct{ allowed, want string }{
		{"[idle]", "g.star:3:8: the choice idle changes nothing, so the hand would be asked again without end"},
		{"[idle] if hand.fresh else []", ""},
		{"[less]", "g.star:2:8: the choice less changes nothing"},
		{"[less] if hand.wager >= 1000 else [more]", "the hand has not ended after 1,000,000 decisions"},
	}, 2) {
		g, err := gameOf(`more = choice("more", [raise_wager(times = 1)])
less = choice("less", [pull_back(half = True)])
idle = choice("idle")
g = game("G", seats = (2, 4), stakes = stakes("bets 5-100"), play = [
    wager(), deal(2, to = bettors), choose([more, less, idle], allowed = lambda hand: ` + tt.allowed + `), settle(best(high)),
])
`)
		if err != nil {
			t.Fatal(err)
		}
		job := &batch.Job{Plan: boundOf(t, g), Stacks: []int64{100_000, 100_000}, Seed: 1, From: 1, To: 2, Policy: func() (batch.Policy, error) { return batch.Random{}, nil }}
		_, err = batch.Run(t.Context(), job, 1, nil)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.allowed, err, tt.want)
		}
	}
}

// TestRedealsEnd checks that a condition that always deals again does so at most 100 times without a new ante. After that the
// hand continues behind it; if nothing comes there, the hand ends with an error.
func TestRedealsEnd(t *testing.T) {
	for _, tt := range []struct{ play, want string }{
		{"[deal(5), when(always, [redeal()]), bet()], showdown = best(high)", ""},
		{"[deal(5), when(always, [redeal(ante = False)]), bet()], showdown = best(high)", ""},
		{"[deal(5), when(never, [show(best(high))], [redeal()])]", "the cards came back 100 times without a new ante, and nothing comes after this step"},
	} {
		g, err := gameOf(`always = lambda hand: True
never = lambda hand: False
g = game("G", seats = (2, 4), forced = [ante()], stakes = stakes("2-4", ante = 1), play = ` + tt.play + `)
`)
		if err != nil {
			t.Fatal(err)
		}
		job := &batch.Job{Plan: boundOf(t, g), Stacks: []int64{5, 7}, Seed: 1, From: 1, To: 3, Policy: func() (batch.Policy, error) { return batch.Random{}, nil }}
		_, err = batch.Run(t.Context(), job, 1, nil)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.play, err, tt.want)
		}
	}
}

// TestNoChipsNoFold checks that a player without chips does not fold by default where the alternative is to pay, and that a
// player with chips does.
func TestNoChipsNoFold(t *testing.T) {
	g, err := gameOf(`fold = choice("fold", [give_up])
g = game("G", seats = (2, 4), forced = [ante()], stakes = stakes("2-4", ante = 1), play = [deal(5), in_turn([choose([fold, choice("pay", [pay("1.00")])])]), bet()], showdown = best(high))
`)
	if err != nil {
		t.Fatal(err)
	}
	for stack, want := range map[int64]string{1: "pay", 9: "fold"} {
		h := &hand.Hand{}
		plan := boundOf(t, g)
		if err := h.Start(&hand.Setup{Plan: plan, Stacks: []int64{stack * plan.Stakes.Scale, 9 * plan.Stakes.Scale}, Button: 1, Seed: 1}); err != nil {
			t.Fatal(err)
		}
		a := h.DefaultAction()
		if o := h.Nth(int(a.Pick)); a.Kind != hand.Choose || o.Name != want {
			t.Errorf("a player with %d less the ante of 1 chooses %q by default, want %q", stack, o.Name, want)
		}
	}
}
