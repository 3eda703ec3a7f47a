package star

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// DefaultMemory is what the scripts of one [Memory] may take, in bytes.
const DefaultMemory = 256 << 20

// Memory is the memory that scripts may take together: all that one or several loaders load, and what runs of it. It is safe for
// use from many goroutines.
//
// What modules define is counted when they have loaded: the same scripts count the same bytes on every machine. What is in use
// while a script runs shows in the size of the heap only; for that the heap is looked at, and garbage is collected before a
// script is refused.
type Memory struct {
	limit uint64

	mu   sync.Mutex
	kept uint64 // by modules of loaders that are in use
}

// NewMemory returns a memory of so many bytes, 0 for DefaultMemory.
func NewMemory(bytes uint64) *Memory {
	if bytes == 0 {
		bytes = DefaultMemory
	}
	return &Memory{limit: bytes}
}

// keep counts what a module defines, and reports whether there is room for it. of is what its loader has counted before.
func (m *Memory) keep(of *keptBytes, bytes uint64) bool {
	if m.take(of, bytes) {
		return true
	}
	// Loaders that nobody uses any more give their part back when they are collected.
	for range 5 {
		runtime.GC()
		time.Sleep(time.Millisecond) // it is done beside us
		if m.take(of, bytes) {
			return true
		}
	}
	return false
}

func (m *Memory) take(of *keptBytes, bytes uint64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept+bytes > m.limit {
		return false
	}
	m.kept += bytes
	of.bytes += bytes
	return true
}

// left returns what a running script may take.
func (m *Memory) left() uint64 {
	if m == nil {
		return DefaultMemory
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.limit - m.kept
}

// most returns the whole memory, for messages.
func (m *Memory) most() uint64 {
	if m == nil {
		return DefaultMemory
	}
	return m.limit
}

// keptBytes is what the modules of one loader take.
type keptBytes struct {
	memory *Memory
	bytes  uint64
}

// release gives it back.
func (k *keptBytes) release() {
	k.memory.mu.Lock()
	defer k.memory.mu.Unlock()
	k.memory.kept -= k.bytes
	k.bytes = 0
}

func tooMuchMemory(limit uint64) string {
	if limit < 1<<20 {
		return fmt.Sprintf("too much memory, the limit is %d kB", limit>>10)
	}
	return fmt.Sprintf("too much memory, the limit is %d MB", limit>>20)
}

// heap reads the size of the heap.
type heap struct{ sample [1]metrics.Sample }

func (h *heap) now() uint64 {
	if h.sample[0].Name == "" {
		h.sample[0].Name = "/memory/classes/heap/objects:bytes"
	}
	metrics.Read(h.sample[:])
	return h.sample[0].Value.Uint64()
}
