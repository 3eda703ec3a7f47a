package history

import (
	"testing"
)

func TestParseDecimal(t *testing.T) {
	tests := []struct {
		text     string
		n        int64
		decimals int
		err      error
	}{
		{"0", 0, 0, nil},
		{"210", 210, 0, nil},
		{"+210", 210, 0, nil},
		{"-210", -210, 0, nil},
		{"1_000", 1000, 0, nil},
		{"1e3", 1000, 0, nil},
		{"1.5E+2", 150, 0, nil},
		{"1.25e1", 125, 1, nil},
		{"5e-1", 5, 1, nil},
		{"5.0", 5, 0, nil},
		{"5.50", 55, 1, nil},
		{"0.000000001", 1, 9, nil},
		{"1259450.25", 125945025, 2, nil},
		{"0x1F", 31, 0, nil},
		{"0o17", 15, 0, nil},
		{"0b101", 5, 0, nil},
		{"0e999999999999", 0, 0, nil},
		{"0.00000000000000000000000000", 0, 0, nil},
		{"1000000000000000000000e-20", 10, 0, nil},
		{"4611686018427387904", 0, 0, errTooLarge},
		{"1e19", 0, 0, errTooLarge},
		{"1e-10", 0, 0, errTooFine},
		{"1.00000000000000000000000001", 0, 0, errTooFine},
		{"0xFFFFFFFFFFFFFFFF", 0, 0, errTooLarge},
		{"", 0, 0, errNotNumber},
		{"-", 0, 0, errNotNumber},
		{".5", 0, 0, errNotNumber},
		{"5.", 0, 0, errNotNumber},
		{"1__0", 0, 0, errNotNumber},
		{"_1", 0, 0, errNotNumber},
		{"1_", 0, 0, errNotNumber},
		{"1e", 0, 0, errNotNumber},
		{"1e+", 0, 0, errNotNumber},
		{"1e_5", 0, 0, errNotNumber},
		{"1.2.3", 0, 0, errNotNumber},
		{"0x", 0, 0, errNotNumber},
		{"0xG", 0, 0, errNotNumber},
		{"inf", 0, 0, errNotNumber},
		{"٣", 0, 0, errNotNumber},
	}
	for _, test := range tests {
		n, decimals, err := parseDecimal([]byte(test.text))
		if n != test.n || decimals != test.decimals || err != test.err {
			t.Errorf("%q: %d, %d decimals, %v; want %d, %d, %v", test.text, n, decimals, err, test.n, test.decimals, test.err)
		}
	}
}

func TestFormatAmount(t *testing.T) {
	tests := []struct {
		n, scale int64
		want     string
	}{
		{0, 1, "0"},
		{0, 0, "0"},
		{210, 1, "210"},
		{125945025, 100, "1259450.25"},
		{67847350, 100, "678473.5"},
		{500, 100, "5"},
		{5, 100, "0.05"},
		{-5, 100, "-0.05"},
		{-500, 100, "-5"},
		{1, 1e9, "0.000000001"},
		{Infinite, 100, "inf"},
	}
	for _, test := range tests {
		if got := FormatAmount(test.n, test.scale); got != test.want {
			t.Errorf("%d/%d is %q, want %q", test.n, test.scale, got, test.want)
		}
	}
}

func TestScale(t *testing.T) {
	h := one(t, `variant = 'PO'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [500, 1e3]
min_bet = 1_000
starting_stacks = [1259450.25, inf]
actions = ['p2 cbr 3000', 'p1 cbr 9000.50']
finishing_stacks = [5.0, inf]
`)
	if h.Scale != 100 || h.Blinds[1] != 100000 || h.MinBet != 100000 || h.Starting[0] != 125945025 ||
		h.Starting[1] != Infinite || h.Finishing[0] != 500 || h.Actions[0].Amount != 300000 || h.Actions[1].Amount != 900050 {
		t.Errorf("%+v", h)
	}
	if err := h.Rescale(10); err == nil || h.Scale != 100 || h.MinBet != 100000 {
		t.Errorf("0.25 fits in tenths: %v, scale %d", err, h.Scale)
	}
	if err := h.Rescale(1000); err != nil || h.MinBet != 1000000 || h.Starting[1] != Infinite || h.Actions[1].Amount != 9000500 {
		t.Errorf("%v %+v", err, h)
	}
	if err := h.Rescale(100); err != nil || h.Starting[0] != 125945025 {
		t.Errorf("%v %+v", err, h)
	}
	for _, bad := range []int64{0, -10, 20, 1e10} {
		if h.Rescale(bad) == nil {
			t.Errorf("scale %d is accepted", bad)
		}
	}
}

// one reads a file with one valid hand.
func one(tb testing.TB, text string) *Hand {
	tb.Helper()
	hands, err := Read("f.phh", []byte(text), Options{})
	if err != nil || len(hands) != 1 {
		tb.Fatalf("%d hands, %v", len(hands), err)
	}
	return hands[0]
}
