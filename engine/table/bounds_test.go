package table

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/plan"
)

// said returns the reason an event was refused, "" if it was not.
func said(err error) string {
	var refused *RefusedError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return refused.Reason
	}
	return err.Error()
}

// twoGames returns a table of three seats with two games, two postings and
// buy-ins of 40 to 200 dollars.
func twoGames(t *testing.T) *Config {
	c := config(t, "nl 1-2")
	c.MaxSeats = 3
	c.Games = append(c.Games, Offer{Plan: bind(t, holdem(), "2-4"), Min: 1000, Max: 0, ShortBelow: 1000})
	c.Postings = []Posting{{Name: "hand", Hands: []Collection{{Name: "drop", Payer: ThePot, Rates: []Rate{{Players: 9, Amount: 100}}}}}, {Name: "none"}}
	return c
}

// Which events are accepted between hands, and why others are refused: each
// session is a list of events with the expected reasons, "" for an accepted
// event.
func TestBoundsOfEvents(t *testing.T) {
	type row struct{ event, want string }
	for name, s := range map[string]struct {
		vary func(c *Config)
		rows []row
	}{
		"seats": {nil, []row{
			{"join amount=10000", "no player is named"},
			{"join player=1 seat=1 amount=0", "they buy no chips"},
			{"join player=1 seat=1 amount=3999", "the minimum buy-in is 40, not 39.99"},
			{"join player=1 seat=1 amount=20001", "the maximum buy-in is 200, not 200.01"},
			{"join player=1 seat=4 amount=4000", "the table has 3 seats"},
			{"join player=1 seat=1 amount=4000", ""}, // the first seat
			{"join player=1 seat=2 amount=4000", "they are already at the table"},
			{"join player=2 seat=1 amount=4000", "seat 1 is taken"},
			{"join player=2 seat=3 amount=20000", ""}, // the last one
			{"move player=9 seat=2", "player 9 is not at the table"},
			{"move player=1", "the table has 3 seats"},
			{"move player=1 seat=4", "the table has 3 seats"},
			{"move player=1 seat=3", "seat 3 is taken"},
			{"move player=1 seat=2", ""},
			{"move player=1 seat=1", ""},
			{"call", "nobody waits"},
			{"join player=3 amount=5000", ""},
			{"call", "no seat is free"},
			{"join player=4 amount=5000", ""}, // on the list
			{"join player=4 amount=5000", "they are already on a list"},
			{"transfer player=5 amount=5000", ""},
			{"transfer player=5 amount=5000", "they are already on a list"},
			{"unlist player=9", "they are not on a list"},
			{"leave player=9", "player 9 is not at the table"},
			{"leave player=3", ""},
			{"call seat=4", "seat 4 is not free"},
			{"call seat=1", "seat 1 is not free"},
			{"call seat=2", ""}, // 5, from the list of transfers
			{"join player=4 amount=5000", "they are already on a list"},
			{"leave player=5", ""},
			{"join player=6 amount=5000", ""}, // behind 4
			{"unlist player=4", ""},
			{"join player=6 amount=5000", "they are already on a list"},
			{"call", ""},
			{"join player=6 seat=2 amount=5000", "they are already at the table"},
		}},
		"away": {nil, []row{
			{"sit-out player=1", "player 1 is not at the table"},
			{"return player=1", "player 1 is not at the table"},
			{"owe-blinds player=1", "player 1 is not at the table"},
			{"join player=1 amount=4000", ""},
			{"return player=1", "they do not sit out"},
			{"return player=1 wait", ""},
			{"return player=1 wait", "they do not sit out"},
			{"return player=1", ""},
			{"sit-out player=1", ""},
			{"sit-out player=1", "they already sit out"},
			{"return player=1", ""},
			{"cash-out player=1", ""},
			{"return player=1", "they have no chips"},
			{"owe-blinds player=1", ""},
		}},
		"chips": {nil, []row{
			{"buy player=1 amount=100", "player 1 is not at the table"},
			{"cash-out player=1", "player 1 is not at the table"},
			{"join player=1 amount=4000", ""},
			{"buy player=1", "they buy no chips"},
			{"buy player=1 amount=16001", "the maximum buy-in is 200, not 200.01"},
			{"buy player=1 amount=16000", ""},
			{"buy player=1 amount=1", "the maximum buy-in is 200, not 200.01"},
			{"cash-out player=1 amount=20001", "they have 200"},
			{"cash-out player=1 amount=1", ""},
			{"cash-out player=1 amount=19999", ""},
			{"cash-out player=1", "they have no chips"},
			{"buy player=1 amount=3999", "the minimum buy-in is 40, not 39.99"},
			{"buy player=1 amount=4000", ""},
		}},
		"all chips together": {func(c *Config) { c.Cashout.All = true }, []row{
			{"join player=1 amount=4000", ""},
			{"cash-out player=1 amount=3999", "all chips are cashed out together"},
			{"cash-out player=1 amount=4000", ""},
		}},
		"back with what was cashed": {func(c *Config) { c.Cashout.Wait = 60 }, []row{
			{"join player=1 amount=5000", ""},
			{"leave player=1", ""},
			{"join player=1 amount=4999", "they cashed out 50 and may come back with that, or later"},
			{"tick at=59", ""},
			{"join player=1 amount=5001", "they cashed out 50 and may come back with that, or later"},
			{"join player=1 amount=5000", ""},
			{"cash-out player=1", ""},
			{"buy player=1 amount=4999", "they cashed out 50 and may come back with that, or later"},
			{"tick at=118", ""},
			{"buy player=1 amount=4999", "they cashed out 50 and may come back with that, or later"},
			{"tick at=119", ""},
			{"buy player=1 amount=4999", ""},
			{"join player=2 amount=20000", ""},
			{"join player=3 amount=20000", ""},
			{"cash-out player=3 amount=16001", ""},
			{"leave player=3", ""}, // with 3999, less than a buy-in
			{"join player=3 amount=4000", ""},
		}},
		"the highest come back later": {func(c *Config) { c.Cashout.Wait = 60; c.Games[0].Max = 4000 }, []row{
			{"change game=2", ""},
			{"join player=1 amount=4001", ""},
			{"change game=1", ""},
			{"leave player=1", ""},
			{"join player=1 amount=4001", "they cashed out 40.01, more than a buy-in, and must wait"},
			{"join player=1 amount=4000", "they cashed out 40.01, more than a buy-in, and must wait"},
			{"tick at=60", ""},
			{"join player=1 amount=4000", ""},
		}},
		"short buys": {func(c *Config) { c.Games[0], c.Games[1] = c.Games[1], c.Games[0] }, []row{
			{"join player=1 amount=999", "the minimum buy-in is 10, not 9.99"},
			{"join player=1 amount=1000", ""},
			{"buy player=1 amount=999", ""},
			{"buy player=1 amount=999", "only one short buy is allowed between full ones"},
			{"buy player=1 amount=1000", ""},
			{"buy player=1 amount=1", ""},
			{"buy player=1 amount=1", "only one short buy is allowed between full ones"},
		}},
		"games": {nil, []row{
			{"change game=3", "the table offers 2 games"},
			{"change game=2", ""},
			{"change game=1", ""},
			{"agree player=1 game=2", "player 1 is not at the table"},
			{"join player=1 amount=4000", ""},
			{"join player=2 amount=4000", ""},
			{"agree player=1 game=1", "that game is being played"},
			{"agree player=1 game=3", "the table offers 2 games"},
			{"agree player=1 game=2", ""},
			{"withdraw player=1", ""},
			{"withdraw player=1", "they have not voted"},
			{"withdraw player=9", "player 9 is not at the table"},
			{"agree player=1 game=2", ""},
			{"agree player=1 game=1", ""},
			{"agree player=1 game=1", "that game is being played"},
			{"choose player=1 game=1", "the button does not choose the game"},
			{"change game=1 choose", ""},
			{"choose player=1 game=3", "the table offers 2 games"},
			{"choose player=9 game=1", "they do not have the button"},
			{"choose game=1", "they do not have the button"},
			{"agree player=1 game=1", ""},
			{"post game=3", "the house has posted 2 collections"},
			{"post game=2", ""},
			{"post game=1", ""},
		}},
		"everybody agrees": {func(c *Config) { c.Unanimous = true }, []row{
			{"change game=2", ""},
			{"join player=1 amount=4000", ""},
			{"change game=1", "it needs the agreement of everybody at the table"},
			{"agree player=1 game=1", ""},
			{"agree player=1 game=2", ""},
			{"agree player=1 game=2", "that game is being played"},
		}},
		"one game": {func(c *Config) { c.Games = c.Games[:1] }, []row{
			{"change game=2", "the table plays one game"},
			{"change game=1 choose", "there is nothing to choose from"},
			{"change game=1", ""},
		}},
		"the clock": {nil, []row{
			{"tick at=0", ""},
			{"tick at=10", ""},
			{"tick at=10", ""},
			{"tick at=9", "the clock cannot go back"},
			{fmt.Sprint("tick at=", 10+maxTick), ""},
			{fmt.Sprint("tick at=", 10+2*maxTick+1), "the clock can advance by at most ten years"},
		}},
	} {
		c := twoGames(t)
		if s.vary != nil {
			s.vary(c)
		}
		tab := open(t, c)
		for i, r := range s.rows {
			e, err := ParseEvent(r.event)
			if err != nil {
				t.Fatal(err)
			}
			before := *tab
			if got := said(tab.Apply(e)); got != r.want {
				t.Errorf("%s, event %d, %s: %q, want %q", name, i+1, r.event, got, r.want)
			}
			if r.want != "" && *tab != before || !tab.Conserved() {
				t.Errorf("%s, event %d, %s: refused and has changed the table, or chips are lost", name, i+1, r.event)
			}
		}
	}
	tab := open(t, twoGames(t))
	apply(t, tab, Event{Kind: Join, Player: 1, Amount: 4000})
	refused(t, tab, Event{Kind: CashOut, Player: 1, Amount: -1})
	refused(t, tab, Event{Kind: Join, Player: -1, Seat: -1, Amount: 4000})
	refused(t, tab, Event{Kind: Move, Player: 1, Seat: -1})
	refused(t, tab, Event{Kind: Post, Game: -1})
	refused(t, tab, Event{Kind: Change, Game: -1})
	refused(t, tab, Event{Kind: Tick + 1})
}

// The lists take as many players as they have room for.
func TestFullLists(t *testing.T) {
	c := twoGames(t)
	tab := open(t, c)
	player := Player(0)
	join := func() error {
		player++
		return tab.Apply(Event{Kind: Join, Player: player, Seat: -1, Amount: 4000})
	}
	for range c.MaxSeats + maxQueue {
		if err := join(); err != nil {
			t.Fatal(err)
		}
	}
	if tab.Waiting().Len() != maxQueue || said(join()) != "the list is full" {
		t.Errorf("%d wait", tab.Waiting().Len())
	}
	for k := range maxQueue {
		p := Player(c.MaxSeats + 1 + k)
		if tab.Waiting().Place(p) != k+1 || tab.Waiting().At(k) != (Waiter{p, 4000, false}) {
			t.Errorf("player %d has place %d", p, tab.Waiting().Place(p))
		}
	}
	if tab.Waiting().Place(1) != 0 {
		t.Error("who sits at the table is on the list")
	}
}

// Events as text: a valid text is written back the same, and an invalid one is
// refused.
func TestBoundsOfEventTexts(t *testing.T) {
	for _, text := range []string{
		"join player=1 seat=1 amount=1", "join player=2147483647 seat=22 wait", "call", "call seat=1", "tick at=0", "tick at=5", "change game=1 choose",
		"change game=32767", "post game=1", "owe-blinds player=3", "transfer player=1 amount=7", "agree player=1 game=2", "cash-out player=1",
	} {
		e, err := ParseEvent(text)
		if err != nil || e.String() != text {
			t.Errorf("%q is written %q, %v", text, e.String(), err)
		}
	}
	for text, want := range map[string]string{
		"":                             `no event in ""`,
		"sit":                          `"sit" is not an event of a table`,
		"join player=0":                "out of range",
		"join player=2147483648":       "out of range",
		"join player=-1":               "out of range",
		"join player=x":                "is not NAME=NUMBER",
		"join player":                  "is not NAME=NUMBER",
		"join player=1 seat=0":         "out of range",
		"join player=1 seat=23":        "out of range",
		"change game=0":                "out of range",
		"change game=32768":            "out of range",
		"buy player=1 amount=-1":       "out of range",
		"tick at=-1":                   "out of range",
		"join player=1 chips=5":        "out of range",
		"join player=1 amount=1e3":     "is not NAME=NUMBER",
		"tick at=99999999999999999999": "is not NAME=NUMBER",
	} {
		if _, err := ParseEvent(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The limits of a configuration.
func TestBoundsOfConfigs(t *testing.T) {
	rates := func(n int) (out []Rate) {
		for k := range n {
			out = append(out, Rate{Players: 2 + k, Amount: int64(100 * (k + 1))})
		}
		return out
	}
	posting := func(p Posting) func(c *Config) { return func(c *Config) { c.Postings = []Posting{p} } }
	drop := func(r ...Rate) Posting { return Posting{Name: "p", Hands: []Collection{{Name: "drop", Rates: r}}} }
	for _, x := range []struct {
		name string
		do   func(c *Config)
		want string
	}{
		{"as it is", func(*Config) {}, ""},
		{"no games", func(c *Config) { c.Games = nil }, "a table needs at least one game"},
		{"two seats", func(c *Config) { c.MaxSeats = 2 }, ""},
		{"one seat", func(c *Config) { c.MinSeats = 1 }, "a table with 1 to 3 seats"},
		{"most below least", func(c *Config) { c.MinSeats = 4 }, "a table with 4 to 3 seats"},
		{"as many seats as there can be", func(c *Config) { c.MaxSeats = 22 }, ""},
		{"more seats than there can be", func(c *Config) { c.MaxSeats = 23 }, "a table with 2 to 23 seats"},
		{"one game for fewer than the table has", func(c *Config) { c.Games, c.MaxSeats = c.Games[:1], 11 }, "Hold'em is for 2 to 10 players, the table has 11 seats"},
		{"one game for as many as the table has", func(c *Config) { c.Games, c.MaxSeats = c.Games[:1], 10 }, ""},
		{"two games for fewer than the table has", func(c *Config) { c.MaxSeats = 11 }, ""},
		{"no bound of buy-ins", func(c *Config) { c.Games[0].Min, c.Games[0].Max = 0, 0 }, ""},
		{"one buy-in", func(c *Config) { c.Games[0].Max = 4000 }, ""},
		{"most buy-in below the least", func(c *Config) { c.Games[0].Max = 3999 }, "buy-ins from 40 to 39.99"},
		{"least buy-in below nothing", func(c *Config) { c.Games[0].Min = -1 }, "buy-ins from -0.01 to 200"},
		{"most buy-in below nothing", func(c *Config) { c.Games[1].Max = -1 }, "buy-ins from 10 to -0.01"},
		{"the button may choose", func(c *Config) { c.Choice = MayChoose }, ""},
		{"the button must choose of one", func(c *Config) { c.Choice, c.Games = MustChoose, c.Games[:1] }, "a table where the button names the game needs at least two games"},
		{"eight rules", func(c *Config) { c.Rules = make([]Rule, 8); fill(c.Rules) }, ""},
		{"nine rules", func(c *Config) { c.Rules = make([]Rule, 9); fill(c.Rules) }, "9 table rules: the limit is 8"},
		{"five rates", posting(drop(rates(5)...)), ""},
		{"six rates", posting(drop(rates(6)...)), "p: 6 rates, at most 5 may be posted"},
		{"six rates of five amounts", posting(drop(append(rates(5), Rate{Players: 9, Amount: 100})...)), ""},
		{"two rates for as many", posting(drop(Rate{Players: 4}, Rate{Players: 4})), "p: drop has two rates for 4 players"},
		{"rates that fall", posting(drop(Rate{Players: 4}, Rate{Players: 3})), "p: drop has two rates for 3 players"},
		{"hands and clock", posting(Posting{Name: "p", Hands: []Collection{{}}, Time: &TimeFee{Period: 60}}), "p: collections by the hand and by the clock cannot be combined"},
		{"every second", posting(Posting{Name: "p", Time: &TimeFee{Period: 1}}), ""},
		{"every nothing", posting(Posting{Name: "p", Time: &TimeFee{Amount: 1}}), "p: 1 every 0 seconds"},
		{"less than nothing", posting(Posting{Name: "p", Time: &TimeFee{Amount: -1, Period: 60}}), "p: -1 every 60 seconds"},
	} {
		c := twoGames(t)
		x.do(c)
		if got := said(c.Validate()); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
		if _, err := c.Open(1); (err == nil) != (x.want == "") {
			t.Errorf("%s: the table opens: %v", x.name, err)
		}
	}
	c := twoGames(t)
	c.Games[1].Plan = bind(t, holdem(), "2-4")
	c.Games[1].Plan.Stakes.Scale = 1000
	if got := said(c.Validate()); got != "all games of a table must use the same unit" {
		t.Errorf("two scales: %q", got)
	}
}

// quiet is a rule that does nothing.
type quiet struct{}

func (quiet) Name() string                            { return "quiet" }
func (quiet) Looks() bool                             { return false }
func (quiet) Begin() string                           { return "" }
func (quiet) Settle(*View, string) ([]Effect, error)  { return nil, nil }
func (quiet) Allows(*plan.AtStakes) error             { return nil }
func (quiet) Before(*View, string) ([]Effect, error)  { return nil, nil }
func (quiet) After(_ *View, m string) (string, error) { return m, nil }

func fill(rules []Rule) {
	for i := range rules {
		rules[i] = quiet{}
	}
}

// A saved table that cannot be one of the configuration is refused.
func TestBoundsOfSavedTables(t *testing.T) {
	c := twoGames(t)
	tab := open(t, c)
	apply(t, tab, Event{Kind: Join, Player: 1, Seat: 0, Amount: 4000}, Event{Kind: Join, Player: 2, Seat: 2, Amount: 4000})
	deal, err := tab.Next()
	if err != nil {
		t.Fatal(err)
	}
	if len(deal.Seats) != 2 || !tab.Playing() {
		t.Fatalf("%d seats dealt, playing %v", len(deal.Seats), tab.Playing())
	}
	text := tab.Save()
	if again, err := c.Restore(text); err != nil || again != *tab {
		t.Fatalf("another table is restored: %v", err)
	}
	for _, x := range []struct{ from, to, want string }{
		{saveSchema, "cardroom.table/0", "version 0 of cardroom.table: this program reads version 1"},
		{saveSchema, "cardroom.chair/1", `schema "cardroom.chair/1", not "cardroom.table/1"`},
		{`"game":0,"posting"`, `"game":1,"posting"`, ""},
		{`"game":0,"posting"`, `"game":2,"posting"`, "game must be 0 to 1, not 2"},
		{`"game":0,"posting"`, `"game":-1,"posting"`, "game must be 0 to 1, not -1"},
		{`"posting":0`, `"posting":1`, ""},
		{`"posting":0`, `"posting":2`, "posting must be 0 to 1, not 2"},
		{`"posting":0`, `"posting":-1`, "posting must be 0 to 1, not -1"},
		{`"button":0`, `"button":-1`, ""},
		{`"button":0`, `"button":2`, ""},
		{`"button":0`, `"button":3`, "button must be -1 to 2, not 3"},
		{`"button":0`, `"button":-2`, "button must be -1 to 2, not -2"},
		{`"big":2`, `"big":3`, "big must be -1 to 2, not 3"},
		{`"small":0`, `"small":-2`, "small must be -1 to 2, not -2"},
		{`"dealt":[0,2]`, `"dealt":[3,0]`, "dealt must be 0 to 2, not 3"},
		{`"dealt":[0,2]`, `"dealt":[-1,0]`, "dealt must be 0 to 2, not -1"},
		{`"dealt":[0,2]`, `"dealt":[` + strings.Repeat("0,", MaxSeats) + `0]`, "dealt must be 0 to 3, not 23"},
		{`"2":{`, `"3":{`, "seat 4 of 3"},
		{`"0":{`, `"-1":{`, "seat 0 of 3"},
		{`"playing":true`, `"playing":true,"banker":1,"banked":100`, ""},
		{`"playing":true`, `"playing":true,"banker":1,"banked":101`, "banked must be 0 to 100, not 101"},
		{`"playing":true`, `"playing":true,"banker":1,"banked":-1`, "banked must be 0 to 100, not -1"},
		{`"playing":true`, `"playing":true,"banked":1`, "player 0 has banked 1 rounds"},
		{`"playing":true`, `"playing":true,"memory":["x"]`, "1 memories for 0 rules"},
	} {
		forged := strings.Replace(text, x.from, x.to, 1)
		if forged == text {
			t.Errorf("%s has no %s", text, x.from)
		}
		_, err := c.Restore(forged)
		if got := strings.TrimPrefix(said(err), "a saved table: "); (x.want == "") != (err == nil) || !strings.HasPrefix(got, x.want) {
			t.Errorf("%s: %q, want %q", x.to, got, x.want)
		}
	}
}

// A game is offered during its hours, and after midnight on the day after the
// session opened.
func TestHours(t *testing.T) {
	late := Hours{Days: [7]bool{0: true, 6: true}, Open: 18 * 3600, Close: 26*3600 + 1800}
	if got, want := late.String(), "Mon Sun 18:00-02:30"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, x := range []struct {
		day  int
		at   int64
		want bool
	}{
		{0, 18*3600 - 1, false},
		{0, 18 * 3600, true},
		{0, 24*3600 - 1, true},
		{1, 0, true},
		{1, 2*3600 + 1799, true},
		{1, 2*3600 + 1800, false},
		{1, 18 * 3600, false},
		{0, 0, true}, // of Sunday
		{6, 0, false},
		{6, 20 * 3600, true},
	} {
		if got := late.Offered(x.day, x.at); got != x.want {
			t.Errorf("day %d at %d: %v, want %v", x.day, x.at, got, x.want)
		}
	}
}
