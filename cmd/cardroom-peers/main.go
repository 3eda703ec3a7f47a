// Command peers measures cardroom's rankings beside other evaluators in Go on
// the same hands and prints a table. It is a module of its own, so that the
// engine needs none of them.
//
//	go run .
//
// Engines take turns, several rounds, and the table has the median of each in
// millions of hands a second of processor time: other work on the machine
// moves that less than the clock on the wall. No peer is taken for truth;
// the tests here compare the order of hands.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 9, "how often each engine is measured")
	flag.Parse()
	if *rounds < 1 {
		fmt.Fprintln(os.Stderr, "peers: -rounds must be positive")
		os.Exit(2)
	}
	works := allWorks()
	for range *rounds {
		for i := range works {
			for j := range works[i].engines {
				works[i].engines[j].measure()
			}
		}
	}
	fmt.Printf("%s %s/%s, median of %d rounds, millions of hands a second\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, *rounds)
	fmt.Println("| work | cardroom | paulhankin/poker v2.0.8 | chehsunliu/poker v0.1.0 | here / best peer |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	for _, w := range works {
		fmt.Println(w.row())
	}
}

// A work is one task, with each engine that can do it.
type work struct {
	name    string
	engines [3]engine // in the order of the columns
}

// An engine ranks so many hands when run is called; a nil run cannot do the work.
type engine struct {
	hands int
	run   func()
	rates []float64
}

func (e *engine) measure() {
	if e.run == nil {
		return
	}
	if e.rates == nil {
		e.run() // tables, caches
	}
	start := cpuTime()
	e.run()
	e.rates = append(e.rates, float64(e.hands)/(cpuTime()-start).Seconds()/1e6)
}

func (e *engine) median() float64 {
	if e.run == nil {
		return 0
	}
	return slices.Sorted(slices.Values(e.rates))[len(e.rates)/2]
}

func (w *work) row() string {
	out := "| " + w.name + " |"
	for i := range w.engines {
		if rate := w.engines[i].median(); rate > 0 {
			out += fmt.Sprintf(" %.3g |", rate)
		} else {
			out += " - |"
		}
	}
	peer := max(w.engines[1].median(), w.engines[2].median())
	if peer == 0 {
		return out + " - |"
	}
	return out + fmt.Sprintf(" %.0f |", w.engines[0].median()/peer)
}

// cpuTime is the processor time this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
