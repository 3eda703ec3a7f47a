package plan_test

import (
	"math/bits"
	"testing"

	"cardroom/engine/betting"

	"pgregory.net/rapid"
)

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := betting.Set(rapid.Uint32Range(0, 1<<betting.Max-1).Draw(t, "seats"))
		seat := rapid.IntRange(0, betting.Max-1).Draw(t, "seat")
		if got, want := m.Len(), bits.OnesCount32(uint32(m)); got != want {
			t.Errorf("Len %d, want %d", got, want)
		}
		after, from := -1, -1
		for k := betting.Max; k >= 1; k-- { // backwards, so that the nearest seat remains
			if i := (seat + k) % betting.Max; m.Has(i) {
				after = i
			}
		}
		if from = after; m.Has(seat) {
			from = seat
		}
		if got := m.After(seat); got != after {
			t.Errorf("%b after %d: %d, want %d", m, seat, got, after)
		}
		if got := m.From(seat); got != from {
			t.Errorf("%b from %d: %d, want %d", m, seat, got, from)
		}
	})
}
