// Package testkit is for tests only: how much of a test runs with -short, less collecting of garbage, and bounds and choices of
// fuzz targets (fuzz.go).
//
// It is imported for its side effect too: the garbage collector runs only when the heap has grown to five times the live memory
// (GOGC=400). Tests that load hundreds of scripts take a fifth less time.
package testkit

import (
	"cmp"
	"flag"
	"fmt"
	"os"
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

// Numbers returns the numbers from 0 to n-1, or with -short some of them, as [Some] takes them: for lists whose numbers choose the hands.
func Numbers(n, some int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return Some(list, some)
}

// Sweep returns what of a long list a run tries: a fifth of it and at least n of them, or with -short n of them, evenly spread. Lists of
// games and hands that a program made are swept; cases that somebody wrote are all tried. CARDROOM_SWEEP=2/4 takes the second quarter: CI takes another one
// for each commit. CARDROOM_SWEEP=all tries all, and so does a run of tests by name (-run).
func Sweep[T any](list []T, n int) []T {
	turn, of := sweep()
	if testing.Short() || of == 1 || len(list) <= n {
		return Some(list, n)
	}
	of = max(1, min(of, len(list)/max(n, 1))) // so that there are n
	var some []T
	for i := turn % of; i < len(list); i += of {
		some = append(some, list[i])
	}
	return some
}

// Whole reports whether sweeps take everything.
func Whole() bool {
	_, of := sweep()
	return of == 1 && !testing.Short()
}

// sweep returns which part of a sweep a run takes, from 0, and how many parts there are.
func sweep() (turn, of int) {
	s := cmp.Or(os.Getenv("CARDROOM_SWEEP"), "1/5")
	if named := flag.Lookup("test.run"); s == "all" || os.Getenv("CARDROOM_SWEEP") == "" && named != nil && named.Value.String() != "" {
		return 0, 1
	}
	if n, err := fmt.Sscanf(s, "%d/%d", &turn, &of); n != 2 || err != nil || turn < 1 || turn > of {
		panic(fmt.Sprintf("CARDROOM_SWEEP is a part like 2/4 or all, not %q", s))
	}
	return turn - 1, of
}
