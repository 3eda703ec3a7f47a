// This file is shared by the fuzz targets of all packages: bounds on the time and memory that a
// reader takes, and choices read from bytes.
//
// Only tests import it.

package testkit

import (
	"fmt"
	"os"
	"runtime/metrics"
	"testing"
	"time"
)

// MaxTime is the time limit for one input. It leaves room for a machine that does other work at the
// same time: a reader that exceeds it hangs or is not linear.
const MaxTime = 10 * time.Second

// Bounds limits the memory for reading one input.
type Bounds struct {
	// Fixed is the memory that any input may take, PerByte the memory that each of its bytes may
	// add. Both count all allocations, freed or not.
	Fixed, PerByte int64
}

// TextBounds is the limit for a reader of plain text.
var TextBounds = Bounds{Fixed: 1 << 20, PerByte: 4 << 10}

// Within runs f on an input of size bytes and fails the test if f takes more than MaxTime or more
// memory than the bounds allow. If f does not end, Within ends the process, so that the fuzzer
// keeps the input. Memory that f allocates once per process does not count against the input: if f
// exceeds the bound, it runs again, and the second run counts.
func (b Bounds) Within(t testing.TB, size int, f func()) {
	t.Helper()
	hung := time.AfterFunc(MaxTime, func() {
		fmt.Fprintf(os.Stderr, "an input of %d bytes takes more than %s\n", size, MaxTime)
		panic("the input takes too long")
	})
	defer hung.Stop()
	most := b.Fixed + b.PerByte*int64(size)
	measure := func() int64 {
		before := allocated()
		f()
		return allocated() - before
	}
	took := measure()
	if took > most && !t.Failed() {
		took = measure()
	}
	if took > most {
		t.Errorf("an input of %d bytes allocates %d bytes, at most %d are allowed", size, took, most)
	}
}

// allocated returns the number of bytes that the process has allocated so far. The runtime counts
// small objects when their span is full, which is exact enough here.
func allocated() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// Choices are numbers read from bytes. After the last byte all are 0.
type Choices struct {
	data []byte
	at   int
}

// NewChoices returns choices read from data.
func NewChoices(data []byte) *Choices { return &Choices{data: data} }

// More reports whether bytes are left.
func (c *Choices) More() bool { return c.at < len(c.data) }

// Byte returns the next byte.
func (c *Choices) Byte() byte {
	if !c.More() {
		return 0
	}
	c.at++
	return c.data[c.at-1]
}

// Below returns a number from 0 to n-1; n is at least 1. It takes as many bytes as n needs.
func (c *Choices) Below(n int) int {
	v := uint64(0)
	for m := uint64(n - 1); m > 0; m >>= 8 {
		v = v<<8 | uint64(c.Byte())
	}
	return int(v % uint64(n))
}

// Int64 returns any number; small ones take two bytes.
func (c *Choices) Int64() int64 {
	n := int64(0)
	kind := c.Byte()
	for range 1 + kind%8 {
		n = n<<8 | int64(c.Byte())
	}
	if kind >= 0xc0 {
		return -n
	}
	return n
}

// Pick returns an element of a list that is not empty.
func Pick[T any](c *Choices, list []T) T { return list[c.Below(len(list))] }
