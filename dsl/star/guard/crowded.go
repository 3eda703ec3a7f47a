package guard

import (
	"iter"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// Starlark's dicts and sets are hash tables. The last bits of a key's hash select its bucket, and the hash of an int is its last
// 32 bits: a script can choose keys that all fall into one bucket (d[i << 32]), so that a lookup has to compare all of them. A
// table does not show its buckets, so the entries per bucket of large tables are counted here.

// fewEntries is the size up to which a table is not counted: searching so few entries is fast. fewParted is that for lookups of
// keys with parts, fewDeep for those with many.
const (
	fewEntries = 64
	fewParted  = 8
	fewDeep    = 1
)

// few returns the size up to which a table is not counted for a lookup of a key with that work.
func few(work int) int {
	switch {
	case work == 0:
		return fewEntries
	case work <= 4*ItemsPerStep:
		return fewParted
	}
	return fewDeep
}

// usualEntries is the maximum number of entries per bucket of a table whose keys were not chosen on purpose.
const usualEntries = 16

// bucketBytes is the size of a bucket of Starlark's tables.
const bucketBytes = 464

// hashed is a dict or a set.
type hashed interface {
	starlark.Value
	Len() int
}

// buckets counts the entries of a table by bucket.
type buckets struct {
	len   int // length of the table when last seen; -1 forces a recount
	live  []int32
	slots []int32 // the maximum so far: slots remain when entries are deleted
	// same counts the keys with parts by their whole hash: a lookup compares all of them, part by part. Of ints with one hash the
	// comparison is fast, and texts cannot be chosen to have one.
	same map[uint32]int32
}

// crowding holds the bucket counts of one thread's tables.
type crowding struct {
	tables map[hashed]*buckets // nil for a frozen table with no crowded bucket
	frozen *FrozenTables
}

// mostTables limits the number of tables on record; beyond it all but the largest are dropped, and counted again when used.
const mostTables = 1 << 10

// largeTable is the number of buckets from which a table is never dropped: clearing it takes time even when it is empty.
const largeTable = 1 << 12

// asHashed returns a value as a table, and whether it is one.
func asHashed(v starlark.Value) (hashed, bool) {
	switch v := v.(type) {
	case *starlark.Dict:
		return v, true
	case *starlark.Set:
		return v, true
	}
	return nil, false
}

// keysOf yields the keys of a dict or the items of a set.
func keysOf(t hashed) iter.Seq[starlark.Value] {
	if d, ok := t.(*starlark.Dict); ok {
		return func(yield func(starlark.Value) bool) {
			for k := range d.Entries() {
				if !yield(k) {
					return
				}
			}
		}
	}
	return t.(*starlark.Set).Elements()
}

// overloaded reports whether Starlark doubles a table of that size.
func overloaded(entries, buckets int) bool { return entries >= 8 && entries*2 >= 13*buckets }

// countBuckets counts the entries of a table that has at least n buckets.
func countBuckets(t hashed, n int) *buckets {
	for n < 1 || overloaded(t.Len(), n) {
		n = max(1, n*2)
	}
	b := &buckets{len: t.Len(), live: make([]int32, n), slots: make([]int32, n)}
	for k := range keysOf(t) {
		if h, err := k.Hash(); err == nil {
			i := b.index(h)
			b.live[i]++
			b.slots[i]++
			b.parted(k, h, 1)
		}
	}
	return b
}

// parted counts a key with parts.
func (b *buckets) parted(key starlark.Value, hash uint32, n int32) {
	switch key.(type) {
	case starlark.Tuple, *starlarkstruct.Struct:
		if b.same == nil {
			b.same = map[uint32]int32{}
		}
		b.same[hash] += n
	}
}

// anyParted reports whether a table has a key with parts.
func anyParted(t hashed) bool {
	for k := range keysOf(t) {
		switch k.(type) {
		case starlark.Tuple, *starlarkstruct.Struct:
			return true
		}
	}
	return false
}

// partedWork returns the work of comparing a key with another like it, in items: 0 for one without parts.
func partedWork(key starlark.Value) int {
	switch key.(type) {
	case starlark.Tuple, *starlarkstruct.Struct:
		return 1 + keyWork(key)
	}
	return 0
}

// crowded reports whether some lookups in a frozen table are slow.
func (b *buckets) crowded() bool {
	most := int32(0)
	for _, n := range b.slots {
		most = max(most, n)
	}
	if most > fewEntries {
		return true
	}
	for _, n := range b.same {
		if n > 1 {
			return true
		}
	}
	return false
}

func (b *buckets) index(hash uint32) uint32 {
	if hash == 0 {
		hash = 1 // as the table does
	}
	return hash & uint32(len(b.live)-1)
}

// of returns the bucket counts of a table; nil if there is nothing to charge for.
// work is that of comparing the key to look up.
func (c *crowding) of(thread *starlark.Thread, t hashed, work int) (*buckets, error) {
	if t.Len() <= few(work) && len(c.tables) == 0 {
		return nil, nil
	}
	b, known := c.tables[t]
	switch {
	case known && (b == nil || b.len == t.Len()):
		return b, nil
	case !known && t.Len() <= few(work):
		return nil, nil
	case !known && isFrozen(t):
		b = c.frozen.find(t)
	default:
		n := 0
		if b != nil {
			n = len(b.live)
		}
		items := 0
		for k := range keysOf(t) {
			items += 1 + partedWork(k)
		}
		if err := Spend(thread, items); err != nil {
			return nil, err
		}
		b = countBuckets(t, n)
	}
	if c.tables == nil {
		c.tables = map[hashed]*buckets{}
	}
	if len(c.tables) >= mostTables {
		for old, b := range c.tables {
			if b == nil || len(b.live) < largeTable {
				delete(c.tables, old)
			}
		}
	}
	c.tables[t] = b
	return b, nil
}

// lookup charges for looking up a key.
func (c *crowding) lookup(thread *starlark.Thread, t hashed, key starlark.Value) (*buckets, uint32, error) {
	work := partedWork(key)
	b, err := c.of(thread, t, work)
	if b == nil || err != nil {
		return nil, 0, err
	}
	h, err := key.Hash()
	if err != nil {
		return nil, 0, nil // the table reports the error itself
	}
	return b, h, Spend(thread, ItemsPerStep*max(0, int(b.slots[b.index(h)])-usualEntries)+2*work*int(b.same[h]))
}

// room charges for one more entry: a full table is copied into one twice as large.
func (b *buckets) room(thread *starlark.Thread) error {
	if b == nil || !overloaded(b.len, len(b.live)) {
		return nil
	}
	return TakeBytes(thread, 2*len(b.live)*bucketBytes)
}

// added records a new entry.
func (b *buckets) added(t hashed, key starlark.Value, hash uint32) {
	if overloaded(b.len, len(b.live)) {
		*b = *countBuckets(t, 2*len(b.live))
		return
	}
	i := b.index(hash)
	b.len++
	b.live[i]++
	b.slots[i] = max(b.slots[i], b.live[i])
	b.parted(key, hash, 1)
}

// probe is a key that no table contains.
type probe struct{ starlark.NoneType }

func (probe) Hash() (uint32, error) { return 0, nil }

// isFrozen reports whether a table is frozen: Starlark returns an error to those that try to change it.
func isFrozen(t hashed) bool {
	var err error
	switch t := t.(type) {
	case *starlark.Dict:
		_, _, err = t.Delete(probe{})
	case *starlark.Set:
		_, err = t.Delete(probe{})
	}
	return err != nil && err.Error() == "cannot delete from frozen hash table"
}

// get returns d[key] and whether the key is present.
func get(thread *starlark.Thread, d *starlark.Dict, key starlark.Value) (starlark.Value, bool, error) {
	if err := hashing(thread, key); err != nil {
		return nil, false, err
	}
	if _, _, err := crowdingOf(thread, d).lookup(thread, d, key); err != nil {
		return nil, false, err
	}
	return d.Get(key)
}

func has(thread *starlark.Thread, s *starlark.Set, key starlark.Value) (bool, error) {
	if err := hashing(thread, key); err != nil {
		return false, err
	}
	if _, _, err := crowdingOf(thread, s).lookup(thread, s, key); err != nil {
		return false, err
	}
	return s.Has(key)
}

// put sets d[key] = v.
func put(thread *starlark.Thread, d *starlark.Dict, key, v starlark.Value) error {
	return insert(thread, d, key, func() error { return d.SetKey(key, v) })
}

func add(thread *starlark.Thread, s *starlark.Set, key starlark.Value) error {
	return insert(thread, s, key, func() error { return s.Insert(key) })
}

func insert(thread *starlark.Thread, t hashed, key starlark.Value, do func() error) error {
	if err := hashing(thread, key); err != nil {
		return err
	}
	b, h, err := crowdingOf(thread, t).lookup(thread, t, key)
	if err != nil {
		return err
	}
	if err := b.room(thread); err != nil {
		return err
	}
	before := t.Len()
	if err := do(); err != nil {
		return err
	}
	if b != nil && t.Len() > before {
		b.added(t, key, h)
	}
	return nil
}

// take removes a key from a table by calling do.
func take(thread *starlark.Thread, t hashed, key starlark.Value, do func() error) error {
	if err := hashing(thread, key); err != nil {
		return err
	}
	b, h, err := crowdingOf(thread, t).lookup(thread, t, key)
	if err != nil {
		return err
	}
	before := t.Len()
	err = do()
	if b != nil && t.Len() < before {
		b.len--
		b.parted(key, h, -1)
		if i := b.index(h); b.live[i] > 0 {
			b.live[i]--
		}
	}
	return err
}
