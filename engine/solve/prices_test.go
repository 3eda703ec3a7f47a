package solve_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/enumerate"
	"cardroom/engine/solve"
)

// TestPrices solves the games of examples/prices again: the values must be
// within the bounds printed there. It solves every sixteenth game, or all with
// CARDROOM_LARGE.
func TestPrices(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole games")
	}
	text, err := os.ReadFile("../../examples/prices/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cell := strings.Split(line, "|")
		if len(cell) != 8 || !strings.Contains(cell[1], "/") {
			continue
		}
		number := func(k int) float64 {
			v, err := strconv.ParseFloat(strings.TrimSpace(cell[k]), 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return v
		}
		name, house := strings.CutSuffix(strings.TrimSpace(cell[1]), " *")
		if strings.HasPrefix(name, "banked/") {
			continue
		}
		if rows++; rows%32 != 4 && os.Getenv("CARDROOM_LARGE") == "" {
			continue
		}
		g := build(t, small(t, name, enumerate.Leduc, enumerate.Wishes{}), solve.Options{})
		r := run(g, solve.Predictive, 100)
		if house != g.House || strings.TrimSpace(cell[2]) != g.UnitName {
			t.Errorf("%s: counted in %ss, the house takes chips: %v", name, g.UnitName, g.House)
		}
		if house {
			continue // other strategies may be equally good, with other values
		}
		for seat := range 2 {
			if want, within := number(3+seat), number(5)+0.0001; r.Low[seat] > want+within || r.High[seat] < want-within || math.Abs(want) > 10 {
				t.Errorf("%s: seat %d has %v to %v, printed is %v", name, seat+1, r.Low[seat], r.High[seat], want)
			}
		}
	}
	if rows != 64 {
		t.Errorf("%d games", rows)
	}
}
