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
