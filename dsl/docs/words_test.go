package docs

import (
	"testing"

	"cardroom/engine/plan"
)

// TestSaidOnce checks that what several things have in common is printed once.
func TestSaidOnce(t *testing.T) {
	days := func(text string) []bool {
		on := make([]bool, 7)
		for i, c := range text {
			on[i] = c == 'x'
		}
		return on
	}
	for _, c := range []struct{ got, want string }{
		{daysWords(days("xxxxxx-")), "Monday to Saturday"},
		{daysWords(days("xxxxxxx")), "every day"},
		{daysWords(days("x--x--x")), "on Mondays, Thursdays and Sundays"},
		{daysWords(days("-xx----")), "on Tuesdays and Wednesdays"},
		{handRates("$", []plan.Rate{{Players: 4, Amount: 200}, {Players: 6, Amount: 300}, {Players: 9, Amount: 300}}), "$2 with up to 4 players and $3 with 5 to 9"},
		{handRates("$", []plan.Rate{{Players: 4, Amount: 200}, {Players: 6, Amount: 300}, {Players: 9, Amount: 400}}), "$2 with up to 4 players, $3 with 5 to 6 and $4 with 7 to 9"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}
