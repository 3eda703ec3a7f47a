package sites_test

import (
	"errors"
	"strings"
	"testing"

	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
)

// The error for a record that cannot be played says where and why: its game,
// its readings, its stakes, its seats or its deck.
func TestRecordsRefused(t *testing.T) {
	const base = `# a hand
variant = 'NT'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhKh', 'd dh p2 2c3c', 'p2 f']
finishing_stacks = [101, 99]
`
	lib := library(nil)
	g, err := lib.ForVariant("NT")
	if err != nil || g == nil {
		t.Fatal(g, err)
	}
	with := *g
	with.Options = []plan.Option{{Name: "cap", Value: "3"}, {Name: "tie", Value: "seat"}}
	errOdd := errors.New("an odd game")
	dear := *g // its fee is smaller than the unit of the record
	dear.Steps = append([]plan.Step{{Kind: plan.Collect, Collect: &plan.CollectStep{Rates: []plan.Rate{{Players: 9, Amount: 50}}}}}, g.Steps...)
	for _, tt := range []struct {
		name, from, to string
		game           *plan.Game
		err            error
		want           string
	}{
		{"as it is", "", "", &with, nil, ""},
		{"no game", "", "", nil, nil, `f.phh:2:11: no game for variant "NT"`},
		{"a broken game", "", "", nil, errOdd, `f.phh:2:11: an odd game`},
		{"a broken game with readings", "min_bet", "_options = {cap = '3'}\nmin_bet", nil, errOdd, `f.phh:6:12: an odd game`},
		{"its readings", "min_bet", "_options = {cap = '3', tie = 'seat'}\nmin_bet", &with, nil, ""},
		{"some of them", "min_bet", "_options = {tie = 'seat'}\nmin_bet", &with, nil, ""},
		{"unknown ones", "min_bet", "_options = {other = 'x'}\nmin_bet", &with, nil, ""},
		{"another reading", "min_bet", "_options = {cap = '4', tie = 'seat'}\nmin_bet", &with, nil, `f.phh:6:12: the hand was played with cap = 4, but the game has 3`},
		{"another last reading", "min_bet", "_options = {cap = '3', tie = 'suit'}\nmin_bet", &with, nil, `f.phh:6:12: the hand was played with tie = suit, but the game has seat`},
		{"readings that are none", "min_bet", "_options = 'cap'\nmin_bet", &with, nil, `f.phh:6:12: _options is not a table of strings`},
		{"a reading that is a number", "min_bet", "_options = {cap = 3}\nmin_bet", &with, nil, `f.phh:6:12: _options is not a table of strings`},
		{"stakes that are a number", "min_bet", "_stakes = 3\nmin_bet", &with, nil, `f.phh:6:11: _stakes is not a text`},
		{"a chip that is a number", "min_bet", "_chip = 3\nmin_bet", &with, nil, `f.phh:6:9: _chip is not a text with an amount`},
		{"no chip", "min_bet", "_chip = '0'\nmin_bet", &with, nil, `f.phh:6:9: _chip is not a text with an amount`},
		{"a deck of what is no card", "min_bet", "_deck = 'Xx'\nmin_bet", &with, nil, `f.phh:6:10: _deck: 'Xx' is not a card`},
		{"an action out of turn", "'p2 f'", "'p1 f'", &with, nil, `f.phh:8:45: p1 f: seat 1 is out of turn: it is seat 2's turn`},
		{"a fee that cannot be paid", "", "", &dear, nil, `f.phh:2:1: the fee of 0.5 cannot be paid in units of 1/1`},
		{"other stacks", "[101, 99]", "[102, 98]", &with, nil, `f.phh:9:20: p1 finishes with 101, the record says 102`},
	} {
		hands, err := history.Read("f.phh", []byte(strings.Replace(base, tt.from, tt.to, 1)), history.Options{})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		row := replay.NewPlayer(func(string, map[string]string) (*plan.Game, error) { return tt.game, tt.err }, nil).Play(hands[0])
		got := ""
		if row.Err != nil {
			got = row.Err.Error()
		}
		if got != tt.want || row.OK != (tt.want == "") || row.NoGame != (tt.game == nil && tt.err == nil) {
			t.Errorf("%s: ok %t, %s\nwant %s", tt.name, row.OK, got, tt.want)
		}
	}
}
