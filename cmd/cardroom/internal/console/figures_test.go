package console_test

import (
	"testing"

	"cardroom/cmd/cardroom/internal/term"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := term.Grouped(n); got != want {
			t.Errorf("grouped(%d) = %s, want %s", n, got, want)
		}
	}
	for _, tt := range []struct {
		mean, stdErr float64
		want         string
	}{
		{-4.0005, 0.25, "-4.00 0.49"}, {1.00049, 0.0123456, "1.000 0.024"}, {12345.6, 321, "12346 629"}, {0, 0, "0.000 0.000"},
	} {
		if m, e := term.Interval(tt.mean, tt.stdErr); m+" "+e != tt.want {
			t.Errorf("interval(%v, %v) = %s %s, want %s", tt.mean, tt.stdErr, m, e, tt.want)
		}
	}
	if got := term.Percent(1, 3); got != "33.3 %" {
		t.Errorf("percent(1, 3) = %s", got)
	}
}
