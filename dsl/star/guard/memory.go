package guard

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// defaultMemory is the limit of the scripts of one [Memory], in bytes.
const defaultMemory = 256 << 20

// Memory is a memory limit that scripts share: everything that one or several loaders load and run. It is safe for concurrent
// use.
//
// The globals of a module are counted after it has loaded: the same scripts count the same bytes on every machine. Memory in use
// while a script runs shows only in the size of the heap; the heap is therefore measured, and garbage is collected before a
// script is refused.
type Memory struct {
	limit uint64

	mu   sync.Mutex
	kept uint64 // by modules of loaders in use
}

// NewMemory returns a memory limit in bytes; 0 means DefaultMemory.
func NewMemory(bytes uint64) *Memory {
	bytes = cmp.Or(bytes, defaultMemory)
	return &Memory{limit: bytes}
}

// Keep counts the globals of a module, and reports whether there is room for them. of holds what its loader has counted before.
func (m *Memory) Keep(of *Kept, bytes uint64) bool {
	if m.take(of, bytes) {
		return true
	}
	// Unused loaders give back their share when they are collected.
	for range 5 {
		runtime.GC()
		time.Sleep(time.Millisecond) // this happens in the background
		if m.take(of, bytes) {
			return true
		}
	}
	return false
}

func (m *Memory) take(of *Kept, bytes uint64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept+bytes > m.limit {
		return false
	}
	m.kept += bytes
	of.bytes += bytes
	return true
}

// left returns the bytes that a running script may use.
func (m *Memory) left() uint64 {
	if m == nil {
		return defaultMemory
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.limit - m.kept
}

// Most returns the whole limit, for messages.
func (m *Memory) Most() uint64 {
	if m == nil {
		return defaultMemory
	}
	return m.limit
}

// Kept is the memory used by the modules of one loader.
type Kept struct {
	Memory *Memory
	bytes  uint64
}

// Release gives the memory back.
func (k *Kept) Release() {
	k.Memory.mu.Lock()
	defer k.Memory.mu.Unlock()
	k.Memory.kept -= k.bytes
	k.bytes = 0
}

func TooMuchMemory(limit uint64) string {
	if limit < 1<<20 {
		return fmt.Sprintf("too much memory, the limit is %d kB", limit>>10)
	}
	return fmt.Sprintf("too much memory, the limit is %d MB", limit>>20)
}

// Heap measures the size of the heap.
type Heap struct{ sample [1]metrics.Sample }

func (h *Heap) Now() uint64 {
	h.sample[0].Name = cmp.Or(h.sample[0].Name, "/memory/classes/heap/objects:bytes")
	metrics.Read(h.sample[:])
	return h.sample[0].Value.Uint64()
}
