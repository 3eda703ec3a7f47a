package plan_test

import (
	"testing"

	"cardroom/engine/plan"
)

func TestPrice(t *testing.T) {
	for _, tt := range []struct {
		c            plan.Currency
		units, scale int64
		want         string
	}{
		{plan.Dollars, 4, 1, "$4"},
		{plan.Dollars, 50, 100, "$0.50"},
		{plan.Dollars, 400, 100, "$4"},
		{plan.Dollars, 425, 100, "$4.25"},
		{plan.Dollars, -50, 100, "-$0.50"},
		{plan.Dollars, 125, 1000, "$0.125"},
		{"€", 25, 10, "€2.50"},
		{plan.Chips, 1, 1, "1 chip"},
		{plan.Chips, 1500, 1, "1500 chips"},
		{"", 25, 10, "2.50"},
	} {
		if got := tt.c.Price(tt.units, tt.scale); got != tt.want {
			t.Errorf("%q.Price(%d, %d) = %q, want %q", tt.c, tt.units, tt.scale, got, tt.want)
		}
	}
}

// TestWritten checks that amounts are written in one form, and that texts which say the same amounts become equal.
func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"fold, call 5.5, raise to 8": "fold, call 5.50, raise to 8", "call 5.50": "call 5.50", ".5": ".50", "0.125 and 2.0": "0.125 and 2.00", "rules 1 to 3.": "rules 1 to 3.",
		"call $1, raise to €2.5": "call 1, raise to 2.50", "pot 40 chips": "pot 40", "call 5 chips, fold": "call 5, fold", "bets 2-50 chip 0.5": "bets 2-50 chip 0.50", "1 chipper": "1 chipper",
	} {
		if got := plan.Written(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for units, want := range map[int64]string{50: "0.50", 125: "1.25", 200: "2", -50: "-0.50"} {
		if got := plan.Amount(units, 100); got != want || plan.Written(got) != got {
			t.Errorf("%d: %q, want %q", units, got, want)
		}
	}
}
