package sites_test

import (
	"maps"
	"testing"

	"cardroom/engine/history/sites"
)

// TestSummary: the places and prizes of a tournament, as two sites write them; texts that say something else have none.
func TestSummary(t *testing.T) {
	stars := "PokerStars Tournament #123456, No Limit Hold'em\nBuy-In: $1.00/$0.10 USD\n4 players\nTotal Prize Pool: $4.00 USD \n" +
		"Tournament started 2019/03/04 20:15:30 CET [2019/03/04 14:15:30 ET]\n" +
		"  1: anna (Germany), $2.60 (65%)\n  2: bo, b (x) (Norway), $1.40 (35%)\n  3: c: d (Norway), \n  4: 5 (Spain),\n\nYou finished in 3rd place.\n"
	gg := "Tournament #77, Spin, Hold'em No Limit\r\nBuy-in: $0.23+$0.02\r\n3 Players\r\nTotal Prize Pool: $0.50\r\nTournament started 2023/11/14 22:15:50 \r\n1st : Hero, $0.50\r\n2nd : 1a2b3c, $0\r\n3rd : ffff, $0\r\n"
	for _, tt := range []struct {
		text, number string
		want         map[string]sites.Result
	}{
		{stars, "123456", map[string]sites.Result{"anna": {Place: 1, Prize: "2.6"}, "bo, b (x)": {Place: 2, Prize: "1.4"}, "c: d": {Place: 3, Prize: ""}, "5": {Place: 4, Prize: ""}}},
		{gg, "77", map[string]sites.Result{"Hero": {Place: 1, Prize: "0.5"}, "1a2b3c": {Place: 2, Prize: ""}, "ffff": {Place: 3, Prize: ""}}},
		{stars + "Rebuys: 3\n", "", nil},
		{"PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit\n1: a, $5\n", "", nil},
		{"PokerStars Tournament #123456, No Limit Hold'em\n", "123456", nil},
		{"", "", nil},
	} {
		number, got, ok := sites.Summary([]byte(tt.text))
		if ok != (len(tt.want) > 0) || ok && number != tt.number || !maps.Equal(got, tt.want) && ok {
			t.Errorf("%.40q: %s %v %t", tt.text, number, got, ok)
		}
	}
}
