package plan_test

import (
	"math"
	"testing"

	"cardroom/engine/testkit"
)

// A failing is a test that may fail without failing the test that uses it.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper()               {}
func (f *failing) Errorf(string, ...any) { f.failed = true }

var kept []byte

func TestWithin(t *testing.T) {
	b := testkit.Bounds{Fixed: 1 << 20, PerByte: 1 << 10}
	for _, c := range []struct {
		size, takes int
		fails       bool
	}{{0, 1 << 10, false}, {0, 8 << 20, true}, {1 << 10, 1 << 20, false}, {1 << 10, 16 << 20, true}} {
		f := &failing{TB: t}
		b.Within(f, c.size, func() { kept = make([]byte, c.takes) })
		if f.failed != c.fails {
			t.Errorf("%d bytes for an input of %d: failed %v, want %v", c.takes, c.size, f.failed, c.fails)
		}
	}
}

// Memory allocated once per process does not count.
func TestWithinOnce(t *testing.T) {
	f, made := &failing{TB: t}, false
	testkit.Bounds{Fixed: 1 << 20}.Within(f, 0, func() {
		if !made {
			kept, made = make([]byte, 8<<20), true
		}
	})
	if f.failed {
		t.Error("what is made once counts")
	}
}

func TestChoices(t *testing.T) {
	c := testkit.NewChoices([]byte{7, 1, 44, 0, 5, 0xc0, 5, 9}) // below 1 takes none of them
	if n := c.Below(5); n != 2 {
		t.Errorf("7 below 5 is %d, want 2", n)
	}
	if n := c.Below(1000); n != 300 {
		t.Errorf("1 and 44 below 1000 are %d, want 300", n)
	}
	if n := c.Below(1); n != 0 {
		t.Errorf("below 1 there is only 0, got %d", n)
	}
	if n := c.Int64(); n != 5 {
		t.Errorf("got %d, want 5", n)
	}
	if n := c.Int64(); n != -5 {
		t.Errorf("got %d, want -5", n)
	}
	if s := testkit.Pick(c, []string{"a", "b"}); s != "b" {
		t.Errorf("9 picks %q of a and b, want b", s)
	}
	if c.More() || c.Byte() != 0 || c.Below(math.MaxInt) != 0 || c.Int64() != 0 {
		t.Error("after the last byte all choices are 0")
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		line, col int
		fails     bool
	}{{1, 1, false}, {1, 5, false}, {1, 6, true}, {2, 2, false}, {3, 1, false}, {4, 1, true}, {0, 1, true}, {1, 0, true}} {
		f := &failing{TB: t}
		if testkit.Place(f, "abé\nd", c.line, c.col); f.failed != c.fails {
			t.Errorf("%d:%d: failed %v, want %v", c.line, c.col, f.failed, c.fails)
		}
	}
	for at, fails := range map[int]bool{-1: true, 0: false, 2: false, 3: true} {
		f := &failing{TB: t}
		if testkit.Offset(f, "ab", at); f.failed != fails {
			t.Errorf("byte %d: failed %v, want %v", at, f.failed, fails)
		}
	}
}
