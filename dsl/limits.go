package dsl

import (
	"fmt"
	"math"
	"math/big"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// Limits of one operation. They are far above what rules of card games need and far below what hurts:
// C(52,5) = 2,598,960 hands still fit in one list.
const (
	maxItems = 1 << 22 // elements of one list, tuple, dict, set or range
	maxText  = 1 << 20 // bytes of one string
	maxBits  = 1 << 12 // bits of one product of ints
	maxDepth = 200     // lists within lists, when they are turned into text
)

// Limits of one script. Options.MaxSteps replaces the first.
const (
	defaultSteps = 20_000_000 // about a second
	maxHeap      = 256 << 20  // bytes that the heap may grow by
)

// tickSteps is how often a thread looks at the heap, which takes 0.3 us. Between two looks a script can make a few
// copies of the largest list (x[:] takes 4 steps and 64 MB); everything faster is charged for what it makes.
// The first look is later, so that it costs nothing to call a short hook.
const (
	firstTick = 64
	tickSteps = 16
)

// budget bounds the steps and the memory of one thread. Starlark counts steps over the whole life of a thread,
// and does not count memory at all.
type budget struct {
	start, steps uint64 // the thread's counter at the start, and how far it may go
	base         uint64 // the smallest heap seen: garbage of others, that is still in it at first, goes sooner or later
	quiet        uint64 // up to this heap it is not worth collecting garbage again
	time         time.Duration
	until        time.Time // zero while no time is set
	spent        string    // what ran out, in the words of the error; "" while nothing did
	sample       [1]metrics.Sample
}

// arm makes the thread stop when the budget is spent.
func (b *budget) arm(thread *starlark.Thread, may allowance) {
	steps := may.steps
	if steps == 0 {
		steps = defaultSteps
	}
	b.start, b.steps, b.time = thread.Steps, steps, may.time
	if may.time > 0 {
		b.until = time.Now().Add(may.time)
	}
	b.sample[0].Name = "/memory/classes/heap/objects:bytes"
	b.base = math.MaxUint64 - maxHeap // not known yet
	thread.OnMaxSteps = b.tick
	thread.SetMaxExecutionSteps(thread.Steps + min(firstTick, steps))
}

// allowance is what one call of a script may take.
type allowance struct {
	steps uint64        // 0: as many as a module may take
	time  time.Duration // 0: as long as its steps take
}

// allow is what a call may take that takes steps by itself: the options of the loader are stronger.
func (l *Loader) allow(steps uint64) allowance {
	if l == nil {
		return allowance{steps: steps}
	}
	if l.options.MaxSteps > 0 {
		steps = l.options.MaxSteps
	}
	return allowance{steps, l.options.Timeout}
}

// tick runs every tickSteps steps of the thread.
func (b *budget) tick(thread *starlark.Thread) {
	used := thread.Steps - b.start
	if used >= b.steps {
		b.stop(thread, fmt.Sprintf("too many steps, the limit is %d", b.steps))
		return
	}
	if b.time > 0 && time.Now().After(b.until) {
		b.stop(thread, fmt.Sprintf("too much time, the limit is %s", b.time))
		return
	}
	now := b.heapNow()
	b.base = min(b.base, now)
	if now > b.base+maxHeap && now > b.quiet && !b.collect() {
		b.stop(thread, fmt.Sprintf("too much memory, the limit is %d MB", maxHeap>>20))
		return
	}
	thread.SetMaxExecutionSteps(thread.Steps + min(tickSteps, b.steps-used))
}

func (b *budget) stop(thread *starlark.Thread, what string) {
	if b.spent == "" {
		b.spent = what
	}
	thread.Cancel(what)
}

func (b *budget) heapNow() uint64 {
	metrics.Read(b.sample[:])
	return b.sample[0].Value.Uint64()
}

// collect reports whether the heap is within its limit once garbage is gone. Until it has grown by another quarter
// of the limit it stays quiet, so that a script near the limit does not collect garbage at every tick.
func (b *budget) collect() bool {
	runtime.GC()
	live := b.heapNow()
	b.quiet = live + maxHeap/4
	return live <= b.base+maxHeap
}

// charge counts work done inside one builtin as steps, so that many large operations end like many small ones.
func charge(thread *starlark.Thread, n int) {
	if n > 0 {
		thread.Steps += uint64(n) / 4
	}
}

// tooBig is the error of an operation that would make something too large.
func tooBig(what string, limit int, unit string) error {
	return &limitError{fmt.Sprintf("%s would be too large, the limit is %d %s", what, limit, unit)}
}

type limitError struct{ msg string }

func (e *limitError) Error() string { return e.msg }

// plus is the operator + with limits.
func plus(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if err := boundSum(thread, x, y); err != nil {
		return nil, err
	}
	return starlark.Binary(syntax.PLUS, x, y)
}

// addend is the right side of x += y. The operator itself stays Starlark's, because it extends a list in place.
func addend(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	return y, boundSum(thread, x, y)
}

// boundSum refuses sums that would be too large.
func boundSum(thread *starlark.Thread, x, y starlark.Value) error {
	size, limit, unit := 0, maxItems, "items"
	switch x := x.(type) {
	case starlark.Int: // by far the most frequent
		return nil
	case starlark.String:
		size, limit, unit = len(x), maxText, "bytes"
	case starlark.Bytes:
		size, limit, unit = len(x), maxText, "bytes"
	case *starlark.List:
		size = x.Len()
	case starlark.Tuple:
		size = len(x)
	default:
		return nil
	}
	size += max(0, starlark.Len(y))
	if size > limit {
		return tooBig("the sum", limit, unit)
	}
	charge(thread, size)
	return nil
}

// times is the operator * with limits.
func times(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	n, ok := y.(starlark.Int)
	v := x
	if !ok {
		n, ok = x.(starlark.Int)
		v = y
	}
	if !ok {
		return starlark.Binary(syntax.STAR, x, y)
	}
	switch v := v.(type) {
	case starlark.Int:
		if bitLen(v)+bitLen(n) > maxBits {
			return nil, tooBig("the product", maxBits, "bits")
		}
	case starlark.String:
		return repeat(thread, x, y, v.Len(), n, maxText, "bytes")
	case starlark.Bytes:
		return repeat(thread, x, y, v.Len(), n, maxText, "bytes")
	case *starlark.List:
		return repeat(thread, x, y, v.Len(), n, maxItems, "items")
	case starlark.Tuple:
		return repeat(thread, x, y, v.Len(), n, maxItems, "items")
	}
	return starlark.Binary(syntax.STAR, x, y)
}

func repeat(thread *starlark.Thread, x, y starlark.Value, size int, n starlark.Int, limit int, unit string) (starlark.Value, error) {
	k, ok := n.Int64()
	if size > 0 && n.Sign() > 0 && (!ok || k > int64(limit/size)) {
		return nil, tooBig("the repetition", limit, unit)
	}
	if ok && k > 0 {
		charge(thread, size*int(k))
	}
	return starlark.Binary(syntax.STAR, x, y)
}

func bitLen(n starlark.Int) int {
	if small, ok := n.Int64(); ok {
		return big.NewInt(small).BitLen()
	}
	return n.BigInt().BitLen()
}

// remainder is the operator % with limits: on strings it is formatting.
func remainder(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if format, ok := x.(starlark.String); ok {
		// "%(name)s" can use one value many times; every other verb uses up its own.
		uses := 1 + strings.Count(string(format), "%(")
		size := format.Len() + uses*textSize(y, maxText)
		if size > maxText {
			return nil, tooBig("the text", maxText, "bytes")
		}
		charge(thread, size)
	}
	return starlark.Binary(syntax.PERCENT, x, y)
}

// textSize is about the length of a value's text. It stops counting beyond limit, so that it is quick even for
// a value of few lists whose text is endless (x = [x, x], forty times over).
func textSize(v starlark.Value, limit int) int {
	m := measure{left: limit}
	m.add(v, 0)
	return limit - m.left
}

// measure takes the length of values from what is left. It goes below zero once, and then stops.
type measure struct{ left int }

func (m *measure) add(v starlark.Value, depth int) {
	if m.left < 0 {
		return
	}
	if depth > maxDepth {
		m.left = -1
		return
	}
	m.left -= 2
	switch v := v.(type) {
	case starlark.String:
		m.left -= len(v)
	case starlark.Bytes:
		m.left -= len(v)
	case *starlark.Dict:
		m.addMapping(v, depth)
	case *starlarkstruct.Struct:
		for _, name := range v.AttrNames() {
			m.left -= len(name)
			if x, err := v.Attr(name); err == nil && x != nil {
				m.add(x, depth+1)
			}
		}
	case starlark.Indexable:
		for i := 0; i < v.Len() && m.left >= 0; i++ {
			m.add(v.Index(i), depth+1)
		}
	case *starlark.Set:
		m.addIterable(v, depth)
	case starlark.Int:
		m.left -= bitLen(v) / 3
	}
}

func (m *measure) addMapping(d *starlark.Dict, depth int) {
	it := d.Iterate()
	defer it.Done()
	for k := starlark.Value(nil); m.left >= 0 && it.Next(&k); {
		m.add(k, depth+1)
		if v, found, err := d.Get(k); err == nil && found {
			m.add(v, depth+1)
		}
	}
}

func (m *measure) addIterable(x starlark.Iterable, depth int) {
	it := x.Iterate()
	defer it.Done()
	for v := starlark.Value(nil); m.left >= 0 && it.Next(&v); {
		m.add(v, depth+1)
	}
}

// parseInt reads a decimal number that a person wrote.
func parseInt(text string) (starlark.Int, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return starlark.MakeInt64(n), err
}
