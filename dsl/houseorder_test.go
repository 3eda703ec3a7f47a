package dsl_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/stdlib"
)

// TestHouseOrder checks that the games of a house are in the order that it states, the others after them, that its games know the day
// from which its rules hold, and that what cannot be is refused at the house.
func TestHouseOrder(t *testing.T) {
	for _, tt := range []struct{ args, games, effective, fails string }{
		{args: ``, games: "ten, two-down, one"},
		{args: `, order = ["one", "ten"]`, games: "one, ten, two-down"},
		{args: `, order = ["one", "two-down", "ten"], effective = "2024-02-29"`, games: "one, two-down, ten", effective: "2024-02-29"},
		{args: `, order = ["one", "too-down"]`, fails: `order names "too-down", and the house has no game of that name: did you mean two-down?`},
		{args: `, order = ["one", "one"]`, fails: `order names "one" twice`},
		{args: `, effective = "29 February 2024"`, fails: `"29 February 2024" is not a day: write the year, the month and the day, as in "2024-03-01"`},
		{args: `, effective = "2023-02-29"`, fails: `"2023-02-29" is not a day`},
	} {
		const rest = `, seats = (2, 6), forced = [ante()], stakes = stakes("2-4 ante 1"), play = [deal(2), bet()], showdown = best(high))` + "\n"
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: fstest.MapFS{
			"corner/house.star": {Data: []byte(`corner = house("The Corner"` + tt.args + `)`)},
			"corner/a.star":     {Data: []byte(`load("./house.star", "corner")` + "\nten = corner.game(\"Ten\"" + rest + `two_down = corner.game("Two Down"` + rest)},
			"corner/b.star":     {Data: []byte(`load("./house.star", "corner")` + "\none = corner.game(\"One\"" + rest)},
		}}})
		games, err := lib.House("corner")
		if err != nil || tt.fails != "" {
			var e *diag.Error
			if !errors.As(err, &e) || tt.fails == "" || !strings.Contains(e.Msg+": "+e.Hint, tt.fails) || e.Pos.File != "@scripts//corner/house.star" {
				t.Errorf("%s: %v, want %q in the script of the house", tt.args, err, tt.fails)
			}
			continue
		}
		var ids []string
		for _, g := range games {
			ids = append(ids, strings.TrimPrefix(g.ID, "corner/"))
			if g.From.Effective != tt.effective {
				t.Errorf("%s: %s is effective %q", tt.args, g.ID, g.From.Effective)
			}
		}
		if got := strings.Join(ids, ", "); got != tt.games {
			t.Errorf("%s: the games are %s, want %s", tt.args, got, tt.games)
		}
	}
}
