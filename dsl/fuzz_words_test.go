package dsl

import (
	"testing"

	"cardroom/engine/testkit"

	"go.starlark.net/starlark"
)

// FuzzFactor checks that a factor is a fraction above 0 with the value of its
// text, and that a time of day is a second of a day.
func FuzzFactor(f *testing.F) {
	for _, s := range []string{"1.5", "2", "0.001", "999999", "1.2345", ".5", "5.", ".", "", "0", "1e3", "19:30", "24:00", "0:00", "23:59", "1:5", "-1:00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.TextBounds.Within(t, len(text), func() {
			if num, den, err := rational(starlark.String(text)); err == nil && (num <= 0 || den <= 0 || den > 1000) {
				t.Fatalf("%q is %d/%d", text, num, den)
			}
			if at, err := timeOfDay(text); err == nil && (at < 0 || at >= 24*3600) {
				t.Fatalf("%q is %d seconds after midnight", text, at)
			}
		})
	})
}
