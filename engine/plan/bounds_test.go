package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// said returns the text of an error, "" for nil.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// banked returns a small game against a bank, built as data.
func banked() *plan.Game {
	return &plan.Game{
		ID: "test/banked", Name: "Bank", MinSeats: 2, MaxSeats: 6, Pos: diag.Pos{File: "test.star", Line: 1, Col: 1},
		Stakes: plan.StakesRule{Default: "bets 2-50"},
		Steps: []plan.Step{
			plan.Bank(plan.BankStep{}),
			plan.Place(plan.WagerStep{}),
			{Kind: plan.Deal, Count: 2},
			{Kind: plan.Deal, Count: 1, To: plan.Bettors},
			{Kind: plan.Settle, Settle: &plan.SettleStep{}},
		},
	}
}

// TestBoundsOfGames checks the limits of games: each row changes a valid game in
// one place, and wants Validate's error, "" for none.
func TestBoundsOfGames(t *testing.T) {
	board := func(n int) plan.Step { return plan.Step{Kind: plan.Board, Count: n, Pos: at(77)} }
	bet := plan.Step{Kind: plan.Bet, Bet: plan.BetStep{Open: plan.LeftOfButton}, Pos: at(77)}
	insert := func(g *plan.Game, i int, steps ...plan.Step) {
		for k := range steps {
			steps[k].Pos = at(77)
		}
		g.Steps = slices.Insert(g.Steps, i, steps...)
	}
	exact := func(g *plan.Game, hole, board int) {
		g.Steps[len(g.Steps)-1].Show.Parts[0].Use = plan.Exactly(hole, board)
	}
	when := func(to int) plan.Step { return plan.Step{Kind: plan.When, Jump: to} }
	for _, c := range []struct {
		name string
		do   func(g *plan.Game)
		want string
	}{
		{"two seats", func(g *plan.Game) { g.MinSeats, g.MaxSeats = 2, 2 }, ""},
		{"as many as the engine has", func(g *plan.Game) { g.MaxSeats, g.ShortStub = 22, plan.StubReshuffle }, ""},
		{"a third blind with two seats", func(g *plan.Game) { g.Forced[1].Left = 2 }, ""},
		{"a fourth blind with four seats", func(g *plan.Game) { g.MinSeats, g.Forced[1].Left = 4, 3 }, ""},
		{"a fourth blind with three seats", func(g *plan.Game) { g.MinSeats, g.Forced[1].Left = 3, 3 }, "a forced bet 3 seats left of the button needs more than 3 players"},
		{"a hundred and ninety-nine steps and a showdown", func(g *plan.Game) {
			insert(g, 1, slices.Repeat([]plan.Step{plan.Straddle(false)}, plan.MaxSteps-len(g.Steps))...)
		}, ""},
		{"a way that leads on", func(g *plan.Game) { insert(g, 2, when(3)) }, ""},
		{"a way that leads to itself", func(g *plan.Game) { insert(g, 2, when(2)) }, "test.star:177:9: a step jumps to step 2 of 11: jumps must lead forward"},
		{"a way that leads past the end", func(g *plan.Game) { insert(g, 2, when(12)) }, "test.star:177:9: a step jumps to step 12 of 11: jumps must lead forward"},
		{"a way that leads to the end", func(g *plan.Game) { insert(g, 2, when(11)) }, "test.star:1:1: the game ends without a showdown"},
		{"a jump over the showdown", func(g *plan.Game) { insert(g, 2, plan.Step{Kind: plan.Jump, Jump: 11}) }, "test.star:1:1: the game ends without a showdown"},
		{"a jump back", func(g *plan.Game) { insert(g, 2, plan.Step{Kind: plan.Jump, Jump: 1}) }, "test.star:177:9: a step jumps to step 1 of 11: jumps must lead forward"},
		{"a fault on the other way", func(g *plan.Game) { insert(g, 2, when(4), board(1), plan.Step{Kind: plan.Board}) }, "test.star:177:9: board(0): at least one card"},
		{"twelve rounds", func(g *plan.Game) { insert(g, 9, bet, bet, bet, bet, bet, bet, bet, bet) }, ""},
		{"thirteen rounds", func(g *plan.Game) { insert(g, 9, bet, bet, bet, bet, bet, bet, bet, bet, bet) }, "test.star:177:9: more than 12 rounds of betting"},
		{"ten on the board", func(g *plan.Game) { insert(g, 9, board(5)) }, ""},
		{"52 on the board", func(g *plan.Game) { insert(g, 9, board(47)); g.Deck.Jokers = 2; g.MaxSeats = 2 }, "the deck has 2 jokers, but the high ranking expects none\ntest.star:1:1: 2 seats need 57 cards, the deck has 54"},
		{"53 on the board", func(g *plan.Game) { insert(g, 9, board(48)) }, "test.star:177:9: 2 cards to a seat and 53 on the board: at most 52 and 52"},
		{"eight cards to a seat", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 8, 5 }, ""},
		{"23 cards to a seat", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 23, 2 }, ""},
		{"53 cards to a seat", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 53, 2 }, "53 cards to a seat and 0 on the board: at most 52 and 52"},
		{"nine cards to each of twenty seats", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 9, 20 }, "9 cards to each of 20 seats: there is room for 176 hole cards"},
		{"up cards before the round", func(g *plan.Game) { g.Steps[0].Up, g.Steps[1].Bet.Open = plan.AllUp, plan.HighShowing }, ""},
		{"a bring-in without an up card", func(g *plan.Game) { g.Steps[1].Bet.Open = plan.BringInHigh }, "the round opens by the cards that show, and no card is up yet"},
		{"as the round before", func(g *plan.Game) { g.Steps[4].Bet.Open = plan.SameAsBefore }, ""},
		{"both cards turned up", func(g *plan.Game) { insert(g, 1, plan.Expose(2, false)) }, ""},
		{"three of two turned up", func(g *plan.Game) { insert(g, 1, plan.Expose(3, false)) }, "test.star:177:9: 3 cards must be turned up, but a seat has 2 down"},
		{
			"one of two turned up, then two", func(g *plan.Game) {
				insert(g, 1, plan.Expose(1, false), plan.Expose(2, false))
			}, "test.star:177:9: 2 cards must be turned up, but a seat has 1 down",
		},
		{"a draw of both", func(g *plan.Game) { insert(g, 2, plan.Draw(0, 2, plan.LeftOfButton, plan.DrawStep{})) }, ""},
		{"a draw of three", func(g *plan.Game) { insert(g, 2, plan.Draw(0, 3, plan.LeftOfButton, plan.DrawStep{})) }, "test.star:177:9: a draw of 3 from 2 cards"},
		{
			"a draw as the round before", func(g *plan.Game) {
				insert(g, 2, plan.Draw(0, 1, plan.SameAsBefore, plan.DrawStep{}))
			}, "",
		},
		{
			"a draw as the round before the first", func(g *plan.Game) {
				insert(g, 1, plan.Draw(0, 1, plan.SameAsBefore, plan.DrawStep{}))
			}, "test.star:177:9: the draw starts where the round before started, but there is none",
		},
		{
			"a draw from the highest", func(g *plan.Game) {
				insert(g, 2, plan.Draw(0, 1, plan.HighShowing, plan.DrawStep{}))
			}, "test.star:177:9: a draw starts left of the button or where the round before started, not with highest showing",
		},
		{"a new deal without an ante", func(g *plan.Game) { insert(g, 2, when(4), plan.Step{Kind: plan.Redeal}) }, "test.star:177:9: a new deal without an ante could repeat forever"},
		{"a new deal for those still in", func(g *plan.Game) { insert(g, 2, when(4), plan.Step{Kind: plan.Redeal, NoAnte: true}) }, ""},
		{
			"a new deal with an ante", func(g *plan.Game) {
				g.Forced = append(g.Forced, plan.Forced{Amount: plan.Ante, Everybody: true, Optional: true})
				insert(g, 2, when(4), plan.Step{Kind: plan.Redeal})
			}, "",
		},
		{"two and three", func(g *plan.Game) { exact(g, 2, 3) }, ""},
		{"two and four", func(g *plan.Game) { exact(g, 2, 4) }, "2 hole and 4 board cards, but a hand of the high ranking has 5 cards"},
		{"one and three", func(g *plan.Game) { exact(g, 1, 3) }, "1 hole and 3 board cards, but a hand of the high ranking has 5 cards"},
		{"two and six", func(g *plan.Game) { exact(g, 2, 6) }, "the high hand needs 2 hole and 6 board cards, but 2 and 5 are dealt"},
		{"a board only", func(g *plan.Game) { g.Steps = g.Steps[3:]; g.Steps[1].Bet.Open = plan.LeftOfButton }, ""},
		{"a pack from seven with a ranking of all", func(g *plan.Game) { g.Deck.Lowest, g.MaxSeats = cards.Seven, 8 }, ""},
		{
			"a full pack with a ranking of a short one", func(g *plan.Game) { g.Steps[9].Show.Parts[0].Ranking = rank.ShortDeck },
			"the lowest rank of the deck is 2, but the short-deck ranking begins with 6",
		},
		{
			"openers by a ranking of a short pack", func(g *plan.Game) { g.Steps[1].Bet.Openers = &plan.Openers{Ranking: rank.ShortDeck} },
			"the lowest rank of the deck is 2, but the short-deck ranking begins with 6",
		},
		{"two decks", func(g *plan.Game) { g.Deck.Packs = 2 }, "the high ranking knows each card once, and the deck has 2 of each"},
		{"two jokers", func(g *plan.Game) { g.Deck.Jokers = 2 }, "the deck has 2 jokers, but the high ranking expects none"},
		{
			"two jokers for one", func(g *plan.Game) { g.Deck.Jokers, g.Steps[9].Show.Parts[0].Ranking = 2, rank.HighBug },
			"the deck has 2 jokers, but the high-bug ranking expects a joker",
		},
		{"as many seats as the pack serves", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 4, 11 }, ""},
		{"one seat more", func(g *plan.Game) { g.Steps[0].Count, g.MaxSeats = 4, 12 }, "test.star:1:1: 12 seats need 54 cards, the deck has 52"},
		{"a bank in the middle", func(g *plan.Game) { insert(g, 2, plan.Bank(plan.BankStep{})) }, "test.star:177:9: bank needs a bank, and the first step does not offer it"},
		{"cards for the banker", func(g *plan.Game) { g.Steps[0].To = plan.Banker }, "deal needs a bank, and the first step does not offer it"},
	} {
		g := holdem()
		c.do(g)
		if got := said(g.Validate()); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		name string
		do   func(g *plan.Game)
		want string
	}{
		{"as it is", func(*plan.Game) {}, ""},
		{"a blind", func(g *plan.Game) { g.Forced = []plan.Forced{{Pos: at(0)}} }, "test.star:100:9: a forced bet needs a pot, and this game is played against a bank"},
		{"a board", func(g *plan.Game) { insert(g, 3, board(1)) }, ""},
		{"a round of betting", func(g *plan.Game) { insert(g, 3, plan.Step{Kind: plan.Bet}) }, "test.star:177:9: bet needs a pot, and this game is played against a bank"},
		{"a burn", func(g *plan.Game) { insert(g, 3, plan.Step{Kind: plan.Burn, Count: 1}) }, ""},
		{"two banks", func(g *plan.Game) { insert(g, 1, plan.Bank(plan.BankStep{})) }, "test.star:177:9: bank comes twice"},
		{"bets twice", func(g *plan.Game) { insert(g, 3, plan.Place(plan.WagerStep{})) }, "test.star:177:9: the bet \"bet\" is made twice"},
		{"a card before the bets", func(g *plan.Game) { insert(g, 1, plan.Step{Kind: plan.Deal, Count: 1}) }, "test.star:177:9: deal comes before the bets"},
		{"no cards", func(g *plan.Game) { g.Steps = slices.Delete(g.Steps, 2, 4) }, "no cards are dealt to the bettors before the settlement"},
		{"no settlement", func(g *plan.Game) { g.Steps = g.Steps[:4] }, "test.star:1:1: the game ends without a settlement"},
		{"stakes of a pot", func(g *plan.Game) { g.Stakes.Default = "2-4" }, `stakes "2-4" do not fit Bank`},
	} {
		g := banked()
		c.do(g)
		if got := said(g.Validate()); got != c.want {
			t.Errorf("against a bank, %s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	if got := banked().Cards(6); got != 17 {
		t.Errorf("six seats against a bank take %d cards, want 17: two each, and one more for all but the banker", got)
	}
}

// TestSmallAnswers checks the zero cases of small functions.
func TestSmallAnswers(t *testing.T) {
	fees := plan.SizeFees{{UpTo: 1000, Amount: 50}, {UpTo: 5000, Amount: 100}}
	for bet, want := range map[int64]int64{1: 50, 999: 50, 1000: 50, 1001: 100, 5000: 100, 5001: 0} {
		if got := fees.For(bet); got != want {
			t.Errorf("the fee of a bet of %d: %d, want %d", bet, got, want)
		}
	}
	collect := &plan.CollectStep{Rates: []plan.Rate{{Players: 4, Amount: 100}}}
	if collect.For(4) != 100 || collect.For(5) != 0 {
		t.Error("a rate for at most four players is one for four and none for five")
	}
	type stub struct{ reshuffles, common bool }
	for way, want := range map[plan.ShortStub]stub{
		plan.StubMustSuffice: {}, plan.StubReshuffle: {true, false}, plan.StubCommon: {false, true}, plan.StubReshuffleCommon: {true, true},
	} {
		if got := (stub{way.Reshuffles(), way.Common()}); got != want {
			t.Errorf("%d: %v, want %v", way, got, want)
		}
	}
	for o := plan.LeftOfButton; o <= plan.SameAsBefore; o++ {
		by := map[plan.Opener]bool{plan.HighShowing: true, plan.LowShowing: true, plan.BringInLow: true, plan.BringInHigh: true}[o]
		if o.ByShowing() != by {
			t.Errorf("%s by the cards that show: %v, want %v", o, o.ByShowing(), by)
		}
	}
	for seat, want := range map[string]int{"1": 0, "p1": 0, "22": 21, "0": -2, "-1": -2, "x": -2} {
		if got, ok := plan.SeatNumber(seat); ok != (want >= 0) || ok && got != want {
			t.Errorf("seat %q: %d, %v", seat, got, ok)
		}
	}
	bank, place := plan.Bank(plan.BankStep{}), plan.Place(plan.WagerStep{})
	for _, c := range []struct {
		name  string
		steps []plan.Step
		deal  plan.Step
		want  int
	}{
		{"all, a player banks", []plan.Step{bank, place}, plan.Step{}, 6},
		{"bettors, a player banks", []plan.Step{bank, place}, plan.Step{To: plan.Bettors}, 5},
		{"the banker", []plan.Step{bank, place}, plan.Step{To: plan.Banker}, 1},
		{"all, the house banks", []plan.Step{place}, plan.Step{}, 7},
		{"bettors, the house banks", []plan.Step{place}, plan.Step{To: plan.Bettors}, 6},
		{"one hand for the bettors", []plan.Step{place}, plan.Step{To: plan.Bettors, Shared: true}, 1},
		{"for a pot", nil, plan.Step{}, 6},
	} {
		g := &plan.Game{Steps: append(c.steps, c.deal)}
		if got := g.Serves(&c.deal, 6); got != c.want {
			t.Errorf("%s, six seats: %d hands, want %d", c.name, got, c.want)
		}
	}
	f := &diag.Error{Pos: diag.Pos{File: "a.star", Line: 3, Col: 4}, Msg: "wrong", Hint: "right", Source: "\tx = y(é)"}
	if got, want := f.Detail(), "a.star:3:4: wrong\n    \tx = y(é)\n    \t  ^\nhint: right"; got != want {
		t.Errorf("a fault in full:\n%s\nwant\n%s", got, want)
	}
	if got, want := (&diag.Error{Msg: "wrong"}).Detail(), "wrong"; got != want {
		t.Errorf("a fault without a place: %q, want %q", got, want)
	}
}

// TestBoundsOfRaises checks which raises of stakes are valid.
func TestBoundsOfRaises(t *testing.T) {
	for text, want := range map[string]plan.Raise{
		"3/2": {Num: 3, Den: 2}, "2/1 blind": {Num: 2, Den: 1, Blind: true}, "1/1": {Num: 1, Den: 1}, "999999/1": {Num: 999999, Den: 1},
		"999999/999999": {Num: 999999, Den: 999999},
	} {
		if got, err := plan.ParseRaise(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2", "2/", "/1", "1/2", "0/0", "1/0", "1000000/1", "-2/1", "2/-1", "2/1blind", "2/1 blind blind", "a/b"} {
		if got, err := plan.ParseRaise(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got := (plan.Raise{Num: 6, Den: 4, Blind: true}).String(); got != "3/2 blind" {
		t.Errorf("6/4 is written %q", got)
	}
	g := holdem()
	s, err := g.ParseStakes("2-4 ante 1")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Bind(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		raise          plan.Raise
		lo, hi, bb, sb int64
		name           string
	}{
		{plan.Raise{Num: 3, Den: 2}, 300, 600, 200, 100, "2-4 x1.5"},
		{plan.Raise{Num: 2, Den: 1, Blind: true}, 400, 800, 400, 100, "2-4 x2"},
	} {
		up, err := b.Raised(c.raise)
		if err != nil {
			t.Fatal(err)
		}
		r := up.Stakes
		if r.Small.Lo != c.lo || r.Big.Hi != c.hi || r.BB != c.bb || r.SB != c.sb || r.Name != c.name || up.Base != b || up.Raise != c.raise {
			t.Errorf("%s: %+v", c.raise, r)
		}
	}
	if b.Base != nil || b.Seats != 22 {
		t.Errorf("the table's own stakes: base %v, %d seats", b.Base, b.Seats)
	}
}

// TestUpperLimitLast checks that the upper limit of a spread applies only to the
// last round if the house says so.
func TestUpperLimitLast(t *testing.T) {
	tiers := func(text string) (out []plan.Tier) {
		g := holdem()
		g.Stakes.UpperLast = true
		s, err := g.ParseStakes(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Bind(s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Game.Steps {
			if b.Game.Steps[i].Kind == plan.Bet {
				out = append(out, b.Game.Steps[i].Bet.Tier)
			}
		}
		return out
	}
	if got, want := fmt.Sprint(tiers("1-3/1-6")), "[small small small big]"; got != want {
		t.Errorf("spread: %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(tiers("2-4")), "[small small big big]"; got != want {
		t.Errorf("fixed: %s, want %s", got, want)
	}
}

// TestIncidentTexts checks that valid texts of irregularities round-trip, and the
// errors of invalid ones.
func TestIncidentTexts(t *testing.T) {
	names := plan.Names{Scale: 100}
	for text, want := range map[string]string{
		"below_table 2":                            "below_table seat=2",
		"chips_in p3 motions=2,4.5":                "chips_in seat=3 motions=2,4.5",
		"chips_in seat=3 motions=2":                "chips_in seat=3 motions=2",
		"wrong_count seat=1 count=1000":            "wrong_count seat=1 count=1000",
		"wrong_count seat=1 count=0":               "wrong_count seat=1 count=0",
		"cut seat=2 position=40":                   "cut seat=2 position=40",
		"foul_deck As":                             "foul_deck card=As",
		"dealer_exposed 1 Ah":                      "dealer_exposed seat=1 card=Ah",
		"out_of_turn seat=1 action=raise amount=5": "out_of_turn seat=1 action=raise amount=5",
	} {
		in, err := plan.ParseIncident(text, names)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := in.Text(names)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
		if again, err := plan.ParseIncident(got, names); err != nil || again.Text(names) != got {
			t.Errorf("%q is read as %q, %v", got, again.Text(names), err)
		}
	}
	for text, want := range map[string]string{
		"":                                "which event?",
		"below_table":                     "seat is missing",
		"below_table x":                   "is not one of its fields",
		"below_table 0":                   "is not one of its fields",
		"below_table 1 2":                 "is not one of its fields",
		"below_table 1 seat=2":            "seat is given twice",
		"below_table seat=0":              `seat: "0" is not a seat`,
		"below_table seat=x":              `seat: "x" is not a seat`,
		"wrong_count seat=1 count=1001":   `count: "1001" is not a number`,
		"wrong_count seat=1 count=-1":     `count: "-1" is not a number`,
		"dealer_exposed seat=1 card=AhKd": "card: 2 cards: name one",
		"chips_in seat=1 motions=2.005":   `is not an amount`,
		"chips_in seat=1 motions=" + strings.Repeat("1,", 20) + "1": "more than 20 numbers",
	} {
		if _, err := plan.ParseIncident(text, names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := plan.ParseIncident("chips_in seat=1 motions=0.50", plan.Names{Scale: 1}); err == nil || !strings.Contains(err.Error(), "0.50 is not a whole number of the table's units") {
		t.Errorf("half a dollar in whole dollars: %v", err)
	}
	if _, err := plan.ParseIncident("chips_in seat=1 motions="+strings.Repeat("1,", 19)+"1", names); err != nil {
		t.Errorf("twenty numbers: %v", err)
	}
}

// TestGroups checks that each kind of irregularity is in one group, and that the
// catalog lists each once, group by group.
func TestGroups(t *testing.T) {
	first := map[string]plan.IncidentKind{
		plan.OnDeal: plan.DealerExposed, plan.OnBoard: plan.PrematureFlop, plan.InHands: plan.PlayerExposed,
		plan.OfChips: plan.ChipsIn, plan.AtShowdown: plan.Tabled, plan.OfDeck: plan.FoulDeck,
	}
	group := ""
	all := plan.Incidents()
	for i, k := range all {
		if int(k) != i+1 || plan.IncidentNamed(k.String()) != k {
			t.Errorf("%s is number %d of the catalogue", k, i)
		}
		if k.Group() != group {
			group = k.Group()
			if first[group] != k {
				t.Errorf("the first of %q is %s, want %s", group, k, first[group])
			}
			delete(first, group)
		}
	}
	if len(first) > 0 || len(all) == 0 {
		t.Errorf("groups without a kind: %v", first)
	}
	if plan.IncidentNamed("") != plan.NoIncident || plan.IncidentNamed("no such") != plan.NoIncident {
		t.Error("a word that names no event names one")
	}
}

// TestValuesOfIncidents checks incidents with fewer values than their kind has
// fields.
func TestValuesOfIncidents(t *testing.T) {
	in := plan.Incident{Kind: plan.ChipsIn}
	if in.Value("seat") != nil || in.Seat() != -1 || in.Chips() != 0 || in.Word("action") != "" || in.Flag("induced") {
		t.Error("an incident without values tells something")
	}
	in = in.With("seat", plan.Value{N: 2})
	other := in.With("seat", plan.Value{N: 4})
	if in.Seat() != 2 || other.Seat() != 4 {
		t.Error("With changes the incident that it is called on")
	}
	if other = in.With("no such", plan.Value{N: 1}); other.Seat() != 2 {
		t.Error("a field that is not there changes another")
	}
	short := plan.Incident{Kind: plan.ChipsIn, Values: in.Values[:1]}
	for _, f := range plan.ChipsIn.Spec().Fields[1:] {
		if short.Value(f.Name) != nil {
			t.Errorf("%s has a value", f.Name)
		}
	}
}

// TestTextOfStakes checks that the text of stakes names every amount that is not 0.
func TestTextOfStakes(t *testing.T) {
	for text, want := range map[string]string{
		"2-4":                          "2-4 blinds 1/2 chip 1",
		"2-4 ante 0.01":                "2-4 blinds 1/2 ante 0.01 chip 0.01",
		"2-4 bring-in 0.01":            "2-4 blinds 1/2 bring-in 0.01 chip 0.01",
		"0.01-0.02":                    "0.01-0.02 blinds 0/0.01 chip 0.01",
		"2-4 blinds 0/0.01":            "2-4 blinds 0/0.01 chip 0.01",
		"nl 2":                         "nl 2 chip 1",
		"1-3/1-6 ante 1 bring-in 1":    "1-3/1-6 blinds 0.5/1 ante 1 bring-in 1 chip 0.5",
		"999999999999-999999999999.99": "999999999999-999999999999.99 blinds 499999999999.5/999999999999 chip 0.01",
	} {
		s, err := holdem().ParseStakes(text)
		if err != nil || s.Text() != want {
			t.Errorf("%q: %q, %v; want %q", text, s.Text(), err, want)
		}
	}
	s, err := holdem().ParseStakes("1-3/1-6 chip 0.5")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Limit(plan.Big), (betting.Limit{Structure: betting.Spread, Lo: 100, Hi: 600, Chip: 100}); got != want {
		t.Errorf("the upper limit of a spread: %+v, want %+v", got, want)
	}
	for text, want := range map[string]string{
		"0.01": "1", "999999999999.99": "99999999999999", ".5": "50", "5.": "500", "00.5": "50",
		"0.001": "", "1000000000000": "", "": "", ".": "", "1.2.3": "", "+1": "", "1e3": "", "/": "", ":": "",
	} {
		if n, err := plan.ParseMoney(text); (err == nil) != (want != "") || err == nil && fmt.Sprint(n) != want {
			t.Errorf("%q dollars: %d, %v; want %s", text, n, err, want)
		}
	}
}

// TestRaisedKept checks that a raised plan is bound once, and that neither another raise nor a copy with another game gets it.
func TestRaisedKept(t *testing.T) {
	b, err := holdem().BindTo("2-4")
	if err != nil {
		t.Fatal(err)
	}
	raised := func(of *plan.AtStakes, num int64) *plan.AtStakes {
		up, err := of.Raised(plan.Raise{Num: num, Den: 1})
		if err != nil {
			t.Fatal(err)
		}
		return up
	}
	two := raised(b, 2)
	other, game := *b, *b.Game
	other.Game = &game
	if raised(b, 2) != two || raised(b, 3) == two || raised(&other, 2).Game != &game {
		t.Error("not the plan of its base and its raise")
	}
	for n := range int64(200) { // a script may raise the stakes to anything: what is kept has its limit
		raised(b, 2+n)
	}
	if raised(b, 2) == two {
		t.Error("200 raised plans are kept")
	}
}
