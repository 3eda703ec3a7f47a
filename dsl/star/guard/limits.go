package guard

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// Limits of one operation. They are far above what rules of card games need and well below what would hurt: C(52,5) = 2,598,960
// hands still fit in one list.
const (
	maxItems = 1 << 22 // elements of one list, tuple, dict, set or range
	maxText  = 1 << 20 // bytes of one string
	MaxBits  = 1 << 12 // bits of one product of ints
	maxDepth = 200     // nesting of lists that are converted to text
	MaxCalls = 1000    // nested calls: at each call, Starlark checks all of them for recursion
)

// defaultSteps is the step limit of a module if Options.MaxSteps is 0: about a second.
const defaultSteps = 20_000_000

// tickSteps is the number of steps between checks of the clock and the heap, which take 0.4 us. Anything that allocates more than
// a few hundred bytes in a step reserves the memory first, so the heap cannot grow much between two checks. A short hook ends
// before the first check.
const tickSteps = 256

// longestGap is the most time that counts between two checks of the clock where waiting counts: a process that was suspended for an
// hour is not charged for the hour.
const longestGap = 250 * time.Millisecond

// A time limit is for work, so that a script stops at the same place on a busy machine: of the time between two checks only longestTick
// counts, many times what the steps between them take. A script whose steps are slower than that has waits times its limit.
const (
	longestTick = time.Millisecond
	waits       = 20
)

// Budget limits the steps, the memory and the time of one thread. Starlark counts steps over the whole life of a thread, and does
// not count memory at all.
type Budget struct {
	*running
	crowding
	Heap
	memory       *Memory
	Start, Steps uint64 // the thread's counter at the start, and the steps allowed
	More         uint64 // steps that Grant may still add
	room         uint64 // bytes by which the heap may grow
	Base         uint64 // the smallest heap seen: garbage of others that it contains at first will be collected sooner or later
	quiet        uint64 // below this heap size, collecting garbage again is not worthwhile
	Limit        time.Duration
	took, waited time.Duration // of work, and of all that counts as waiting
	last         time.Time     // zero if there is no time limit
	Spent        string        // the exhausted resource, as worded in the error; "" while there is none
	Late         bool          // the exhausted resource is time
	onLate       func(string)
	over         func() bool            // nil: never
	ticks        func(*starlark.Thread) // tick, once it is used
	Explain      func() string          // the hint if steps or memory are exhausted, nil for the usual one
}

const budgetKey = "budget"

// Cancelled is the reason for stopping a thread when its caller cancels.
const Cancelled = "the caller gave up"

// NewBudget gives a thread a budget, which arm fills.
func NewBudget(thread *starlark.Thread) *Budget {
	b := &Budget{running: newRunning(thread)}
	thread.SetLocal(budgetKey, b)
	return b
}

// BudgetOf returns the budget of a thread; nil for a thread that is not ours.
func BudgetOf(thread *starlark.Thread) *Budget {
	b, _ := thread.Local(budgetKey).(*Budget)
	return b
}

// crowdingOf returns the crowding data of a thread. A thread that is not ours starts afresh each time.
func crowdingOf(thread *starlark.Thread, t hashed) *crowding {
	if b := BudgetOf(thread); b != nil {
		return &b.crowding
	}
	return &crowding{}
}

// Arm makes the thread stop when the budget is exhausted.
func (b *Budget) Arm(thread *starlark.Thread, may Allowance) {
	for t, counted := range b.tables {
		if counted != nil { // a table that may still change: of a call that has ended
			delete(b.tables, t)
		}
	}
	steps := may.Steps
	steps = cmp.Or(steps, defaultSteps)
	b.Start, b.Steps, b.More, b.Limit, b.took, b.waited, b.last = thread.Steps, steps, steps, may.Time, 0, 0, time.Time{}
	b.Spent, b.Late, b.quiet, b.Explain = "", false, 0, nil
	b.memory, b.frozen, b.room = may.Memory, may.Frozen, may.Memory.left()
	if may.Time > 0 {
		b.last = time.Now()
	}
	b.onLate, b.over = may.OnLate, may.Over
	if may.Time > 0 {
		b.running.limit.Store(int64(may.Time))
		b.running.Began.Store(int64(time.Since(start)) + 1)
	}
	b.Base = math.MaxUint64 - b.room // not known yet
	if b.ticks == nil {
		b.ticks = b.tick
	}
	thread.OnMaxSteps = b.ticks
	thread.SetMaxExecutionSteps(thread.Steps + min(tickSteps, steps))
}

// Grant allows a thread more steps, for calls that a word of the language makes in large numbers. All grants together can at most
// double the thread's budget.
func Grant(thread *starlark.Thread, steps uint64) {
	if b := BudgetOf(thread); b != nil {
		steps = min(steps, b.More)
		b.Steps, b.More = b.Steps+steps, b.More-steps
	}
}

// ExplainLimit sets the hint for a thread that uses up its budget while a word of the language calls a function many times. The
// returned function restores the usual hint, unless the budget is used up.
func ExplainLimit(thread *starlark.Thread, hint func() string) (done func()) {
	b := BudgetOf(thread)
	if b == nil {
		return func() {}
	}
	before := b.Explain
	b.Explain = hint
	return func() {
		if b.Spent == "" {
			b.Explain = before
		}
	}
}

// Allowance is what one call of a script may use.
type Allowance struct {
	Steps  uint64        // 0: the limit of a module
	Time   time.Duration // 0: no limit but the steps
	Memory *Memory       // nil: the default memory
	Frozen *FrozenTables
	OnLate func(string)
	Over   func() bool // nil, or whether no script may go on
}

// tick runs every tickSteps steps of the thread.
func (b *Budget) tick(thread *starlark.Thread) {
	if b.afford(thread) != nil {
		return
	}
	if thread.CallStackDepth() > MaxCalls {
		_ = b.stop(thread, fmt.Sprintf("too many nested calls, the limit is %d", MaxCalls))
		return
	}
	if b.over != nil && b.over() {
		thread.Cancel(Cancelled)
		return
	}
	if b.Limit > 0 {
		now := time.Now()
		gap := now.Sub(b.last)
		b.took, b.waited, b.last = b.took+min(gap, longestTick), b.waited+min(gap, longestGap), now
		b.running.Began.Store(int64(now.Sub(start)) + 1) // it goes on: nobody need watch it
		if b.took > b.Limit || b.waited > waits*b.Limit {
			b.Late = true
			_ = b.stop(thread, fmt.Sprintf("too much time, the limit is %s", b.Limit))
			if b.onLate != nil {
				b.onLate(placeOf(thread) + ": " + b.Spent)
			}
			return
		}
	}
	if b.takeBytes(thread, 0) == nil {
		thread.SetMaxExecutionSteps(thread.Steps + min(tickSteps, b.Steps-(thread.Steps-b.Start)))
	}
}

// placeOf returns the position that a thread's script has reached, or the thread's name.
func placeOf(thread *starlark.Thread) string {
	if thread.CallStackDepth() > 0 {
		if pos := thread.CallFrame(0).Pos; pos.Line > 0 {
			return pos.String()
		}
	}
	return thread.Name
}

// afford returns an error if the thread has no steps left. A nil budget affords everything.
func (b *Budget) afford(thread *starlark.Thread) error {
	if b == nil || thread.Steps-b.Start < b.Steps {
		return nil
	}
	return b.stop(thread, fmt.Sprintf("too many steps, the limit is %d", b.Steps))
}

// TakeBytes reserves memory before an allocation, so that one that is too large is refused before it is made.
func TakeBytes(thread *starlark.Thread, bytes int) error {
	if bytes < 1<<16 {
		return nil
	}
	if b := BudgetOf(thread); b != nil {
		return b.takeBytes(thread, uint64(bytes))
	}
	return nil
}

func (b *Budget) takeBytes(thread *starlark.Thread, bytes uint64) error {
	now := b.Now()
	b.Base = min(b.Base, now)
	if now+bytes > b.Base+b.room && now+bytes > b.quiet && !b.collect(bytes) {
		return b.stop(thread, TooMuchMemory(b.memory.Most()))
	}
	return nil
}

// stop ends the thread and returns the reason as an error of the current operation.
func (b *Budget) stop(thread *starlark.Thread, what string) error {
	b.Spent = cmp.Or(b.Spent, what)
	thread.Cancel(b.Spent)
	return &LimitError{b.Spent}
}

// collect reports whether the heap is within its limit after garbage collection. It stays quiet until the heap has grown by
// another quarter of the limit, so that a script near the limit does not collect garbage at every tick.
func (b *Budget) collect(bytes uint64) bool {
	for range 3 {
		runtime.GC()
		live := b.Now()
		b.quiet = min(live+b.room/4, b.Base+b.room*5/4)
		if live+bytes <= b.Base+b.room {
			return true
		}
		if b.memory == nil {
			return false
		}
		time.Sleep(time.Millisecond) // unused loaders give back their share in the background
		b.room = max(b.room, b.memory.left())
	}
	return false
}

// tooBig returns the error of an operation whose result would be too large.
func tooBig(what string, limit int, unit string) error {
	return &LimitError{fmt.Sprintf("%s would be too large, the limit is %d %s", what, limit, unit)}
}

// LimitError is the error of an operation that a limit refuses.
type LimitError struct{ Msg string }

func (e *LimitError) Error() string { return e.Msg }

// plus implements the operator + with limits.
func plus(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if err := boundSum(thread, x, y); err != nil {
		return nil, err
	}
	return boundBits(starlark.Binary(syntax.PLUS, x, y))
}

// addend returns the right side of x += y. The operator itself stays Starlark's, because it extends a list in place.
func addend(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	return y, boundSum(thread, x, y)
}

// boundSum returns an error for sums that would be too large.
func boundSum(thread *starlark.Thread, x, y starlark.Value) error {
	size, limit, unit := 0, maxItems, "items"
	switch x := x.(type) {
	case starlark.Int: // by far the most frequent case
		if y, ok := y.(starlark.Int); ok && max(bitLen(x), bitLen(y)) >= MaxBits {
			return tooBig("the sum", MaxBits, "bits")
		}
		return nil
	case starlark.String:
		size, limit, unit = len(x), maxText, "bytes"
	case starlark.Bytes:
		size, limit, unit = len(x), maxText, "bytes"
	case *starlark.List:
		size = x.Len()
	case starlark.Tuple:
		size = len(x)
	case *starlarkstruct.Struct: // the fields are sorted again
		Charge(thread, 20*x.Len())
		if y, ok := y.(*starlarkstruct.Struct); ok {
			Charge(thread, 20*y.Len())
		}
		return nil
	default:
		return nil
	}
	size += max(0, starlark.Len(y))
	if size > limit {
		return tooBig("the sum", limit, unit)
	}
	if limit == maxText {
		return spendBytes(thread, size)
	}
	return makingItems(thread, size)
}

// ItemBytes is the size of a list item.
const ItemBytes = 16

// makingItems charges for making a list.
func makingItems(thread *starlark.Thread, items int) error {
	if err := Spend(thread, items); err != nil {
		return err
	}
	return TakeBytes(thread, items*ItemBytes)
}

// boundBits returns an error for a number that is too large.
func boundBits(v starlark.Value, err error) (starlark.Value, error) {
	if n, ok := v.(starlark.Int); ok && bitLen(n) > MaxBits {
		return nil, tooBig("the number", MaxBits, "bits")
	}
	return v, err
}

// arithmetic returns an operator on numbers, whose work grows with the square of their length, or on sets and dicts.
func arithmetic(op syntax.Token) func(*starlark.Thread, starlark.Value, starlark.Value) (starlark.Value, error) {
	return func(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
		switch x := x.(type) {
		case starlark.Int:
			if y, ok := y.(starlark.Int); ok {
				chargeBits(thread, x, y)
				return boundBits(starlark.Binary(op, x, y))
			}
		case *starlark.Set:
			if y, ok := y.(*starlark.Set); ok {
				return combineSets(thread, op, x, y)
			}
		case *starlark.Dict:
			if y, ok := y.(*starlark.Dict); ok && op == syntax.PIPE {
				d := new(starlark.Dict)
				if err := putAll(thread, d, x); err != nil {
					return nil, err
				}
				return d, putAll(thread, d, y)
			}
		}
		return starlark.Binary(op, x, y)
	}
}

// chargeBits charges for a product or a quotient of large numbers: a product of two words takes about 1 ns.
func chargeBits(thread *starlark.Thread, x, y starlark.Int) {
	if m, n := bitLen(x)/64, bitLen(y)/64; m+n > 2 {
		Charge(thread, m+n+m*n/12)
	}
}

// shift implements the operator << with limits.
func shift(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if n, ok := x.(starlark.Int); ok {
		if by, ok := y.(starlark.Int); ok {
			if k, ok := by.Int64(); ok && k >= 0 && n.Sign() != 0 && int64(bitLen(n))+k > MaxBits {
				return nil, tooBig("the number", MaxBits, "bits")
			}
		}
	}
	return starlark.Binary(syntax.LTLT, x, y)
}

// times implements the operator * with limits.
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
		if bitLen(v)+bitLen(n) > MaxBits {
			return nil, tooBig("the product", MaxBits, "bits")
		}
		chargeBits(thread, v, n)
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
		if err := makingItems(thread, size*int(k)); err != nil {
			return nil, err
		}
	}
	return starlark.Binary(syntax.STAR, x, y)
}

func bitLen(n starlark.Int) int {
	if small, ok := n.Int64(); ok {
		if small < 0 {
			small = -small // for the smallest int64 the bits are the same
		}
		return bits.Len64(uint64(small))
	}
	return n.BigInt().BitLen()
}

// remainder implements the operator % with limits; on strings it formats.
func remainder(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	if format, ok := x.(starlark.String); ok {
		// "%(name)s" can use one value many times; every other verb consumes its own.
		uses := 1 + strings.Count(string(format), "%(")
		m := measure{left: maxText, digits: true}
		m.add(y, 0)
		size := format.Len() + uses*(maxText-m.left)
		if size > maxText {
			return nil, tooBig("the text", maxText, "bytes")
		}
		if err := Spend(thread, size); err != nil {
			return nil, err
		}
		Charge(thread, uses*floatWork(y))
	}
	if x, ok := x.(starlark.Int); ok {
		if y, ok := y.(starlark.Int); ok {
			chargeBits(thread, x, y)
		}
	}
	Charge(thread, max(floatWork(x), floatWork(y)))
	return starlark.Binary(syntax.PERCENT, x, y)
}

// floatWork returns the most work of converting a float to text, of reading it, and of a remainder with it, in items: 0 for
// another value. All three work bit by bit where an exponent is large: 0.5 us.
func floatWork(v starlark.Value) int {
	if f, ok := v.(starlark.Float); ok {
		if _, exponent := math.Frexp(float64(f)); exponent < -64 || exponent > 64 {
			return 48
		}
	}
	return 0
}

// TextSize returns the approximate length of a value's text. It stops counting beyond limit, so that it is fast even for a small
// value whose text is endless (x = [x, x], forty times over).
func TextSize(v starlark.Value, limit int) int {
	m := measure{left: limit}
	m.add(v, 0)
	return limit - m.left
}

// measure subtracts the lengths of values from what is left. It stops once it falls below zero.
type measure struct {
	left   int
	digits bool // floats are written in full
}

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
		for i := 0; i < v.Len() && m.left >= 0; i++ {
			name, x := v.AttrAt(i)
			m.left -= len(name)
			m.add(x, depth+1)
		}
	case *starlark.List:
		m.addItems(v, depth)
	case starlark.Tuple:
		m.addItems(v, depth)
	case *starlark.Set:
		m.addIterable(v, depth)
	case starlark.Int:
		m.left -= bitLen(v) / 3
	case starlark.Float:
		m.left -= 24 // in the shortest way that is exact
		if _, exponent := math.Frexp(float64(v)); m.digits {
			m.left -= max(0, exponent) / 3
		}
	case starlark.Bool, starlark.NoneType:
	default:
		m.left -= len(v.String())
	}
}

func (m *measure) addItems(list starlark.Indexable, depth int) {
	for i := 0; i < list.Len() && m.left >= 0; i++ {
		m.add(list.Index(i), depth+1)
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
