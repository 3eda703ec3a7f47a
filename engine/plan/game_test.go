package plan_test

import (
	"errors"
	"strings"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// at returns the position of step k in the imaginary script.
func at(k int) diag.Pos { return diag.Pos{File: "test.star", Line: int32(100 + k), Col: 9} }

func TestValidate(t *testing.T) {
	if err := holdem().Validate(); err != nil {
		t.Fatalf("a game without faults: %v", err)
	}
	show := func(parts ...plan.Part) *plan.ShowdownStep { return &plan.ShowdownStep{Parts: parts} }
	high := plan.Part{Name: "high", Ranking: rank.High}
	for _, c := range []struct {
		name string
		do   func(g *plan.Game)
		want string
		hint string
		pos  string
	}{
		{"one seat", func(g *plan.Game) { g.MinSeats = 1 }, "seats from 1 to 10: use 2 to 22", "seats = (2, 10)", "test.star:1:1"},
		{"most below least", func(g *plan.Game) { g.MinSeats, g.MaxSeats = 6, 5 }, "seats from 6 to 5", "seats = (2, 10)", "test.star:1:1"},
		{"more seats than the engine has", func(g *plan.Game) { g.MaxSeats = 23 }, "seats from 2 to 23: use 2 to 22", "seats = (2, 10)", "test.star:1:1"},
		{
			"a blind on a seat that is not there",
			func(g *plan.Game) { g.Forced = append(g.Forced, plan.Forced{Left: 3, Pos: at(0)}) },
			"a forced bet 3 seats left of the button needs more than 2 players", "", "test.star:100:9",
		},
		{"no steps", func(g *plan.Game) { g.Steps = nil }, "0 steps: a game has 1 to 200", "", "test.star:1:1"},
		{"too many steps", func(g *plan.Game) { g.Steps = make([]plan.Step, 201) }, "201 steps: a game has 1 to 200", "", "test.star:1:1"},
		{"no showdown", func(g *plan.Game) { g.Steps = g.Steps[:9] }, "showdown", "", ""},
		{"no cards in a deal", func(g *plan.Game) { g.Steps[0].Count = 0 }, "deal(0): at least one card", "", "test.star:100:9"},
		{"no cards on the board", func(g *plan.Game) { g.Steps[3].Count = 0 }, "board(0): at least one card", "", "test.star:103:9"},
		{"a negative burn", func(g *plan.Game) { g.Steps[2].Count = -1 }, "burn(-1): at least one card", "", "test.star:102:9"},
		{"a joker that means nothing", func(g *plan.Game) { g.Deck.Jokers = 1 }, "the deck has a joker, but the high ranking expects none", "deck = deck() has no joker; high_with_bug, high_with_wild_joker and ace_to_five_with_bug say what a joker is, and ranking(…, joker = …)", "test.star:109:9"},
		{"too many hole cards", func(g *plan.Game) { g.Steps[0].Count = 53; g.MaxSeats = 2 }, "53 cards to a seat and", "", ""},
		{"too large a board", func(g *plan.Game) { g.Steps[3].Count = 53 }, "53 on the board", "", ""},
		{
			"the first round opens by cards that nobody shows",
			func(g *plan.Game) { g.Steps[1].Bet.Open = plan.HighShowing },
			"the round opens by the cards that show, and no card is up yet", "deal(1, up = True) before it", "test.star:101:9",
		},
		{
			"the first round opens as the round before",
			func(g *plan.Game) { g.Steps[1].Bet.Open = plan.SameAsBefore },
			"the first round has no round before it", "", "test.star:101:9",
		},
		{
			"a draw of more than there is",
			func(g *plan.Game) {
				g.Steps[2] = plan.Step{Kind: plan.Asks, Ask: plan.Draw(0, 3, plan.LeftOfButton, plan.DrawStep{}).Ask, Pos: at(2)}
			},
			"a draw of 3 from 2 cards", "", "test.star:102:9",
		},
		{"nothing wins", func(g *plan.Game) { g.Steps[9].Show = show() }, "0 ways to win", "", "test.star:109:9"},
		{"nine ways to win", func(g *plan.Game) { g.Steps[9].Show = show(high, high, high, high, high, high, high, high, high) }, "9 ways to win: a pot can be split into 1 to 8", "", "test.star:109:9"},
		{
			"more hole cards must play than are dealt",
			func(g *plan.Game) {
				g.Steps[9].Show = show(plan.Part{Name: "high", Ranking: rank.High, Use: plan.Exactly(3, 2)})
			},
			"the high hand needs 3 hole and 2 board cards, but 2 and 5 are dealt", "", "test.star:109:9",
		},
		{
			"a hand of four",
			func(g *plan.Game) {
				g.Steps[9].Show = show(plan.Part{Name: "high", Ranking: rank.High, Use: plan.Exactly(2, 2)})
			},
			"2 hole and 2 board cards, but a hand of the high ranking has 5 cards", "leave hole and board out: the best 5 cards of a seat's cards and the board play", "test.star:109:9",
		},
		{
			"no cards at all",
			func(g *plan.Game) { g.Steps = []plan.Step{g.Steps[1], g.Steps[9]} },
			"no cards are dealt before the showdown", "", "test.star:109:9",
		},
		{"a deck that cannot be", func(g *plan.Game) { g.Deck.Jokers = 3 }, "3 jokers in a deck: use 0 to 2", "", "test.star:1:1"},
		{
			"more seats than the pack serves",
			func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 5, 10 },
			"10 seats need 56 cards, the deck has 52", "at most 9 seats", "test.star:1:1",
		},
		{
			"more seats than a short pack serves",
			func(g *plan.Game) { g.Deck.Lowest, g.MaxSeats = cards.Six, 20 },
			"20 seats need 46 cards, the deck has 36", "at most 15 seats", "test.star:1:1",
		},
		{
			"no seats that the pack serves",
			func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 33, 5 },
			"5 seats need 171 cards, the deck has 52", "2 seats need 72 already: deal fewer cards, or play with two decks, deck(packs = 2)", "test.star:1:1",
		},
		{"a default that is no stakes", func(g *plan.Game) { g.Stakes.Default = "high" }, `stakes "high"`, "for example", "test.star:9:5"},
		{
			"a default that is not posted",
			func(g *plan.Game) { g.Stakes.Posted, g.Stakes.OnlyPosted = []string{"5-10"}, true },
			`stakes "2-4" are not posted in this house`, `posted are "5-10"`, "test.star:9:5",
		},
	} {
		g := holdem()
		for k := range g.Steps {
			g.Steps[k].Pos = at(k)
		}
		c.do(g)
		err := g.Validate()
		var fault *diag.Error
		switch {
		case err == nil:
			t.Errorf("%s: no fault is found", c.name)
		case !errors.As(err, &fault):
			t.Errorf("%s: %v, want a Fault", c.name, err)
		case !strings.Contains(fault.Msg, c.want) || c.pos != "" && fault.Pos.String() != c.pos || !strings.HasPrefix(fault.Hint, c.hint):
			t.Errorf("%s:\n got %s, hint %q\nwant %s: …%s…, hint %q", c.name, err, fault.Hint, c.pos, c.want, c.hint)
		}
	}
}

func TestValidateReportsAll(t *testing.T) {
	g := holdem()
	g.MinSeats = 1
	g.Steps[0].Count = 0
	err := g.Validate()
	for _, want := range []string{"seats from 1", "deal(0)"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant both faults, %q is missing", err, want)
		}
	}
}

func TestCardsAreEnough(t *testing.T) {
	g := holdem()
	g.Steps[2] = plan.Step{Kind: plan.Board, Count: 1} // no burns, so that 22 seats take 50 cards
	g.MaxSeats = 22
	if err := g.Validate(); err != nil {
		t.Errorf("22 seats of two cards and a board of six: %v", err)
	}
	g.Steps[0].Count, g.MaxSeats, g.ShortStub = 5, 12, plan.StubReshuffle
	if err := g.Validate(); err != nil {
		t.Errorf("a game that shuffles its discards again: %v", err)
	}
}

// TestCardsAfterADraw checks that cards dealt after a draw count toward an empty
// stub.
func TestCardsAfterADraw(t *testing.T) {
	g := holdem()
	g.Steps[0].Count = 5
	g.Steps[2] = plan.Step{Kind: plan.Asks, Ask: plan.Draw(0, 5, plan.LeftOfButton, plan.DrawStep{}).Ask, Pos: at(2)}
	g.Steps[3].Pos, g.MaxSeats = at(3), 5
	var f *diag.Error
	err := g.Validate()
	if !errors.As(err, &f) || f.Pos != at(3) || !strings.Contains(f.Msg, "5 seats can empty the stub before this step: 55 cards with the draws, the deck has 52") ||
		f.Hint != `say what happens then: short_stub = "reshuffle", or at most 4 seats` {
		t.Errorf("five seats that may draw 25 cards before a board of five: %v", err)
	}
	g.MaxSeats = 4
	if err := g.Validate(); err != nil {
		t.Errorf("four seats: %v", err)
	}
	g.MaxSeats, g.ShortStub = 9, plan.StubReshuffle
	if err := g.Validate(); err != nil {
		t.Errorf("nine seats of a game that reshuffles: %v", err)
	}
	g.ShortStub = plan.StubMustSuffice
	g.Steps = append(g.Steps[:3:3], g.Steps[9]) // nothing is dealt after the draw
	if err := g.Validate(); err != nil {
		t.Errorf("a draw at the end, for which the discards come back: %v", err)
	}
}

func TestCardsOfHoldem(t *testing.T) {
	if got := holdem().Cards(10); got != 26 {
		t.Errorf("ten seats take %d cards, want 26", got)
	}
	if got := holdem().HoleCards(); got != 2 {
		t.Errorf("%d hole cards, want 2", got)
	}
	if got := holdem().Rounds(); got != 4 {
		t.Errorf("%d rounds, want 4", got)
	}
}

func TestBind(t *testing.T) {
	g := holdem()
	fee := &plan.CollectStep{Rates: []plan.Rate{{Players: 4, Amount: 100}, {Players: 6, Amount: 250}, {Players: 10, Amount: 300}}}
	g.Steps = append([]plan.Step{{Kind: plan.Collect, Collect: fee, Pos: at(0)}}, g.Steps...)
	s, err := g.ParseStakes("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]int64{2: 100, 4: 100, 5: 250, 6: 250, 7: 300, 10: 300, 11: 0} {
		if got := b.Fee(fee, n); got != want {
			t.Errorf("fee of %d players: %d, want %d", n, got, want)
		}
	}
	s.Scale = 1000
	if b, err = g.Bind(s); err != nil || b.Fee(fee, 5) != 2500 {
		t.Errorf("in units of 1/1000 a fee of 2.5: %d, %v; want 2500", b.Fee(fee, 5), err)
	}
	s.Scale = 1
	if _, err = g.Bind(s); err == nil || !strings.Contains(err.Error(), "test.star:100:9: the fee of 2.5 cannot be paid in units of 1/1") {
		t.Errorf("in whole dollars a fee of 2.5: %v, want a refusal", err)
	}
	s.Scale = 0
	if _, err = g.Bind(s); err == nil {
		t.Error("stakes without a scale are accepted")
	}
}

func TestAnswers(t *testing.T) {
	g := holdem()
	g.Variants = []string{"FT", "X-FT"}
	for code, want := range map[string]bool{"FT": true, "X-FT": true, "NT": false, "ft": false, "test/holdem": true, "TEST/Holdem": true, "": false} {
		if got := g.Answers(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}

// TestNearIncidents checks the suggestions for a word that names no event.
func TestNearIncidents(t *testing.T) {
	for word, want := range map[string]string{
		"bellow_table": "did you mean below_table?",
		"string_bet":   "did you mean chips_in?",
		"flashed":      "did you mean flashed_on_draw?",
		"exposed-card": "did you mean dealer_exposed or player_exposed?",
		"early_flop":   "did you mean premature_flop or flop_extra?",
		"boxed_seat":   "did you mean boxed?", // a match in the name counts more
		"player_dealt": "did you mean player_exposed?",
		"foo":          "",
		"a":            "",
	} {
		_, err := plan.ParseIncident(word, plan.Names{})
		if hint, unknown := plan.IsUnknownIncident(err); !unknown || hint != want {
			t.Errorf("%s: %v, %q, want %q", word, err, hint, want)
		}
	}
}
