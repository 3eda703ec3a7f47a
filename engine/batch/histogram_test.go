package batch

import (
	"slices"
	"testing"

	"cardroom/engine/plan"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Histograms filled in parts and merged in any order equal one filled at once, and each bin has the
// amounts between its bounds.
func TestHistogramMerges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.Int64Range(1, 50).Draw(t, "unit")
		amounts := rapid.SliceOf(rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64Range(0, 1<<40))).Draw(t, "amounts")
		at := rapid.IntRange(0, len(amounts)).Draw(t, "cut")
		all, a, b := Histogram{Unit: unit}, Histogram{Unit: unit}, Histogram{Unit: unit}
		for i, x := range amounts {
			all.add(x)
			if i < at {
				a.add(x)
			} else {
				b.add(x)
			}
		}
		ab, ba := a, b
		ab.merge(&b)
		ba.merge(&a)
		if diff := cmp.Diff(all, ab) + cmp.Diff(all, ba); diff != "" {
			t.Fatal(diff)
		}
		for k, n := range all.Bins {
			low := int64(k) * all.Width()
			var want int64
			for _, x := range amounts {
				if x >= low && x < low+all.Width() {
					want++
				}
			}
			if n != want {
				t.Fatalf("bin %d from %d has %d, want %d", k, low, n, want)
			}
		}
		if len(amounts) > 0 {
			slices.Sort(amounts)
			half := amounts[(len(amounts)-1)/2]
			if got := all.Share(1, 2); got <= half || got > half+all.Width() {
				t.Fatalf("half are below %d, the middle one is %d", got, half)
			}
		}
	})
}

// A course keeps evenly spaced points, at most MostPoints, independent of its history.
func TestCourseIsBounded(t *testing.T) {
	var c Course
	for n := int64(1); n <= 100_000; n++ {
		c.Add(n, func() []int64 { return []int64{10 * n} })
		if len(c.Hands) > mostPoints {
			t.Fatalf("%d points after %d hands", len(c.Hands), n)
		}
	}
	if c.Every != 256 || len(c.Hands) != 100_000/256 {
		t.Errorf("%d points, one every %d hands", len(c.Hands), c.Every)
	}
	for i, n := range c.Hands {
		if n != int64(i+1)*c.Every || c.Values[i][0] != 10*n {
			t.Fatalf("point %d is hand %d with %v", i, n, c.Values[i])
		}
	}
}

// Details do not depend on the blocks in which hands were played, and do not include failed hands.
func TestDetailsMerge(t *testing.T) {
	all, half := NewDetails(plan.Stakes{Chip: 2}), NewDetails(plan.Stakes{Chip: 2})
	rest := NewDetails(plan.Stakes{Chip: 2})
	for i, d := range []*Details{half, rest} {
		d.Hands, d.Showdowns = 3, int64(i)
		d.Actions["called"] += int64(i + 1)
		d.won(Win{"high", "flush", 3}, WinCount{1, 10})
		d.Rounds[Round{"g", 2}]++
		d.Pots.add(7)
	}
	all.merge(half)
	all.merge(rest)
	if diff := cmp.Diff(mergeDetails(mergeDetails(nil, rest), half), all); diff != "" {
		t.Error(diff)
	}
	if all.Hands != 6 || all.Actions["called"] != 3 || all.Wins[Win{"high", "flush", 3}] != (WinCount{2, 20}) || !slices.Equal(all.Parts(), []string{"high"}) {
		t.Errorf("%+v", all)
	}
	if half.Hands != 3 {
		t.Error("merging has changed a part")
	}
}
