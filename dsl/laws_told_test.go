package dsl_test

import (
	"fmt"
	"io"
	"runtime/debug"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/ledger"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"
)

// TestToldFromTheFirstChip plays every game at tables where some have less than their ante, their blind or their bring-in, so
// that hands begin with players who are all in, chips that go back before the first step, and seats that nothing is asked of.
// All that reads events reads these hands.
func TestToldFromTheFirstChip(t *testing.T) {
	lib := library(t, nil)
	c, at := lawCount{}, uint64(0)
	for _, s := range testkit.Sweep(lawSubjects(t), 30) {
		if s.kind != ofGame {
			continue
		}
		for _, stakes := range []string{"nl 1-2 ante 0.50 chip 0.25", "2-4 ante 0.50 chip 0.25", "pl 1-2"} {
			for _, seats := range []int{0, -1} {
				at++
				table := &lawTable{
					lawSubject: s, stakes: stakes, seats: seats, seed: at, hands: 2, replay: true, caller: at%2 == 0,
					stacks: [][]string{{"0.25", "100"}, {"100", "0.50"}, {"100", "0.75", "1.25", "2", "0.25"}, {"1.50", "100", "0.25"}}[at%4],
				}
				for len(table.stacks) < betMax {
					table.stacks = append(table.stacks, table.stacks[:min(len(table.stacks), betMax-len(table.stacks))]...)
				}
				if err := table.play(lib, &c); err != nil {
					t.Errorf("%s: %v", table, err)
				}
			}
		}
	}
	if 2*c.replayed < int64(at) {
		t.Errorf("only %d hands at %d tables", c.replayed, at)
	}
}

// told has everything that reads events read those of a hand: the narrator for the table and for one seat, the tables for
// analysis, what trackers count, and the reasons of the end. An event can come before the first step of the plan.
func (s *lawSitting) told(n int64, p *batch.Played) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("hand %d cannot be told: %v\n%s", n, r, debug.Stack())
		}
	}()
	h, events := p.Hand, p.Log.Events
	speech.NewNarrator(io.Discard, speech.Style{}).Tell(h, events)
	seat := int(n) % h.Seats()
	seen := h.SeenBy(seat, 0)
	speech.NewNarrator(io.Discard, speech.Style{}).Tell(&seen, hand.SeenBy(events, seat))
	if s.rows == nil {
		s.rows = ledger.NewWriter("csv", [ledger.Count]bool{true, true, true, true})
	}
	ledger.Of(nil, h, events, 1, -1)
	s.rows.Add(make([][]byte, ledger.Count), &ledger.Played{Number: n, Setup: p.Setup, Hand: h, Log: p.Log})
	return nil
}
