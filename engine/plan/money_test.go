package plan_test

import (
	"math/big"
	"testing"

	"cardroom/engine/money"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		units, scale int64
		want         string
	}{
		{0, 0, "0"}, {210, 1, "210"}, {500, 100, "5"}, {250, 100, "2.5"}, {5, 100, "0.05"}, {-5, 100, "-0.05"}, {-500, 100, "-5"}, {1, 1e9, "0.000000001"},
	} {
		if got := money.Text(tt.units, tt.scale); got != tt.want {
			t.Errorf("%d/%d is %q, want %q", tt.units, tt.scale, got, tt.want)
		}
	}
}

// TestTextIsExact checks that the text is the exact amount, by integer arithmetic.
func TestTextIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.Int64Range(-1<<62, 1<<62).Draw(t, "units")
		scale := rapid.SampledFrom([]int64{1, 10, 100, 1000, 1e9}).Draw(t, "scale")
		got, ok := new(big.Rat).SetString(money.Text(units, scale))
		if !ok || got.Cmp(big.NewRat(units, scale)) != 0 {
			t.Fatalf("%d/%d is %s", units, scale, money.Text(units, scale))
		}
	})
}
