// Package testkit is for tests only: how much of a test runs with -short, and less collecting of garbage.
//
// It is imported for its side effect too: the garbage collector runs only when the heap has grown to five times the live memory
// (GOGC=400). Tests that load hundreds of scripts take a fifth less time.
package testkit

import (
	"runtime/debug"
	"testing"
)

func init() { debug.SetGCPercent(400) }

// Sample returns how often a test does something: full, or with -short short.
func Sample[N int | int64 | uint64](full, short N) N {
	if testing.Short() {
		return short
	}
	return full
}

// Some returns the things that a test is about: the whole list, or with -short n of them, evenly spread from the first on.
func Some[T any](list []T, n int) []T {
	if !testing.Short() || len(list) <= n {
		return list
	}
	some := make([]T, n)
	for i := range some {
		some[i] = list[i*len(list)/n]
	}
	return some
}
