package term

import (
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		12 * time.Millisecond:            "12 ms",
		1400 * time.Millisecond:          "1.4 s",
		3*time.Minute + 20*time.Second:   "3 min 20 s",
		5*time.Hour + 10*time.Minute:     "5 h 10 min",
		14_365_379 * time.Second:         "166 days",
		30*24*time.Hour*40 + 3*time.Hour: "1,200 days",
	} {
		if got := Seconds(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
