package dsl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/table"
)

// planted is a fault that is put into the account of a hand, and what the referee says of it.
type planted struct {
	name, ref string
	set       map[string]string
	rate      float64 // of irregularities
	// plant changes the account; it reports whether the hand has what it takes.
	plant func(p *batch.Played) bool
	want  string
}

// eventOf returns the first event of a kind that is as wanted, -1 if there is none.
func eventOf(p *batch.Played, kind hand.EventKind, is func(*hand.Event) bool) int {
	return slices.IndexFunc(p.Log.Events, func(e hand.Event) bool { return e.Kind == kind && (is == nil || is(&e)) })
}

func anyEvent(*hand.Event) bool { return true }

func fromPot(e *hand.Event) bool { return e.Seat < 0 }

// alters plants by changing one event.
func alters(kind hand.EventKind, is func(*hand.Event) bool, change func(*hand.Event)) func(*batch.Played) bool {
	return func(p *batch.Played) bool {
		k := eventOf(p, kind, is)
		if k >= 0 {
			change(&p.Log.Events[k])
		}
		return k >= 0
	}
}

// omits plants by leaving one event out.
func omits(kind hand.EventKind, is func(*hand.Event) bool) func(*batch.Played) bool {
	return func(p *batch.Played) bool {
		k := eventOf(p, kind, is)
		if k >= 0 {
			p.Log.Events = slices.Delete(p.Log.Events, k, k+1)
		}
		return k >= 0
	}
}

// swaps plants by naming the last card of the deck instead of the one that came.
func swaps(kind hand.EventKind) func(*batch.Played) bool {
	return func(p *batch.Played) bool {
		k := eventOf(p, kind, nil)
		if k < 0 {
			return false
		}
		p.Log.Events[k].Cards[0] = p.Deck[len(p.Deck)-1]
		return true
	}
}

// lacksCard plants by leaving out the last card that a live hand got at the showdown.
func lacksCard(p *batch.Played) bool {
	if !p.Hand.Result().Showdown {
		return false
	}
	for k := len(p.Log.Events) - 1; k >= 0; k-- {
		if e := &p.Log.Events[k]; e.Kind == hand.Dealt && p.Hand.Live().Has(int(e.Seat)) {
			p.Log.Events = append(p.Log.Events[:k], p.Log.Events[k+1:]...)
			return true
		}
	}
	return false
}

// TestLawsCanFail plants a fault for each law of the referee: a law that finds nothing must be able to.
func TestLawsCanFail(t *testing.T) {
	more := func(e *hand.Event) { e.Amount++ }
	for _, tt := range []planted{
		{"a fee that is too high", "casino/omaha", nil, 0, alters(hand.Collected, fromPot, more), "the house takes"},
		{"a fee that is too low", "casino/omaha", nil, 0, alters(hand.Collected, fromPot, func(e *hand.Event) { e.Amount-- }), "the house takes"},
		{"no fee", "casino/omaha", nil, 0, omits(hand.Collected, fromPot), "has not taken"},
		{"blinds that are dropped twice", "sanrafael/omaha", nil, 0, func(p *batch.Played) bool {
			k := eventOf(p, hand.Collected, fromPot)
			if k >= 0 {
				p.Log.Events = slices.Insert(p.Log.Events, k, p.Log.Events[k])
			}
			return k >= 0
		}, "takes its fee twice"},
		{"chips from nowhere", "angies/holdem", nil, 0, alters(hand.Awarded, anyEvent, more), "and it has"},
		{"another card is dealt", "angies/holdem", nil, 0, swaps(hand.Dealt), "and the stub is"},
		{"another card is on the board", "angies/holdem", nil, 0, swaps(hand.Boarded), "the next cards were"},
		{"another card is burned", "angies/holdem", nil, 0, swaps(hand.Burned), "the stub is"},
		{"a down card comes face up", "angies/stud7", nil, 0, alters(hand.Dealt, anyEvent, func(e *hand.Event) { e.Kind = hand.DealtUp }), "lies face up"},
		{"an up card comes face down", "angies/stud7", nil, 0, alters(hand.DealtUp, anyEvent, func(e *hand.Event) { e.Kind = hand.Dealt }), "lies face up"},
		{"a hand with a card too few", "angies/draw5", nil, 0, lacksCard, "cards at the showdown"},
		{"another seat opens", "angies/stud7", nil, 0, alters(hand.RoundBegan, func(e *hand.Event) bool { return e.Step > 4 && e.Seat >= 0 },
			func(e *hand.Event) { e.Seat = (e.Seat + 1) % 5 }), "by the up cards it is"},
		{"another card becomes the next burn card", "angies/holdem", nil, 0.5, swaps(hand.MadeBurn), "next burn card"},
		{"a dead hand that is shown", "angies/holdem", nil, 0, func(p *batch.Played) bool {
			k, f := eventOf(p, hand.Shown, nil), eventOf(p, hand.Folded, nil)
			if k < 0 || f < 0 {
				return false
			}
			p.Log.Events[k].Seat = p.Log.Events[f].Seat
			return true
		}, "is shown"},
		{"a dead hand that wins", "angies/holdem", nil, 0, func(p *batch.Played) bool {
			k, f := eventOf(p, hand.Awarded, nil), eventOf(p, hand.Folded, nil)
			if k < 0 || f < 0 {
				return false
			}
			p.Log.Events[k].Seat = p.Log.Events[f].Seat
			return true
		}, "a hand that is out wins"},
		{"a bet that goes back to a dead hand", "angies/holdem", nil, 0, func(p *batch.Played) bool {
			k := eventOf(p, hand.Folded, nil)
			if k < 0 {
				return false
			}
			e := hand.Event{Kind: hand.Returned, Seat: p.Log.Events[k].Seat, Amount: 1, Step: p.Log.Events[k].Step}
			p.Log.Events = slices.Insert(p.Log.Events, k+1, e)
			return true
		}, "goes back to a hand that is out"},
		{"a seat that is passed over", "angies/holdem", nil, 0, func(p *batch.Played) bool {
			n := len(p.Log.Events)
			p.Log.Events = slices.DeleteFunc(p.Log.Events, func(e hand.Event) bool { return e.Kind == hand.Checked })
			return len(p.Log.Events) < n
		}, "has not acted"},
		{"a call that is too small", "angies/holdem", nil, 0, alters(hand.Called, anyEvent, func(e *hand.Event) { e.Amount-- }), "has put in"},
		{"a dead hand that acts", "angies/holdem", nil, 0, func(p *batch.Played) bool {
			f := eventOf(p, hand.Folded, nil)
			c := eventOf(p, hand.Checked, nil)
			if f < 0 || c < f {
				return false
			}
			p.Log.Events[c].Seat = p.Log.Events[f].Seat
			return true
		}, "a hand that is out acts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := bound(t, library(t, tt.set), tt.ref, "")
			found, tried := "", 0
			n := min(b.Game.MaxSeats, b.Seats, 5)
			stacks := make([]int64, n)
			for i := range stacks {
				stacks[i] = max(b.Stakes.BB, b.Stakes.Small.Lo, b.Stakes.Chip) * []int64{3, 40, 12, 100, 7}[i]
			}
			job := &batch.Job{
				Plan: b, Stacks: stacks, Seed: 1, From: 1, To: 60, Policy: func() (batch.Policy, error) { return batch.Random{}, nil },
				Record: func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
					if err := refereed(p, false); err != nil {
						t.Errorf("without the fault: %v", err)
					}
					log := *p.Log
					log.Events = slices.Clone(log.Events)
					with := &batch.Played{Setup: p.Setup, Deck: p.Deck, Hand: p.Hand, Log: &log}
					if found != "" || !tt.plant(with) {
						return to, nil
					}
					tried++
					if err := refereed(with, false); err != nil && strings.Contains(firstLine(err), tt.want) {
						found = firstLine(err)
					}
					return to, nil
				},
			}
			if tt.rate > 0 {
				job.To = 1000
				job.Mishaps = &batch.Mishaps{Rate: tt.rate}
			}
			if _, err := batch.Run(context.Background(), job, 1, nil); err != nil {
				t.Fatal(err)
			}
			if found == "" {
				t.Errorf("planted in %d hands and not found", tried)
			}
		})
	}
}

// TestTableLawsCanFail plants a fault for each law of the table's referee.
func TestTableLawsCanFail(t *testing.T) {
	moves := func(kind hand.EventKind, is func(*hand.Event) bool) func(*tableReferee, *batch.Played) bool {
		return func(_ *tableReferee, p *batch.Played) bool {
			k := eventOf(p, kind, is)
			if k >= 0 {
				e := &p.Log.Events[k]
				e.Seat = (e.Seat + 1) % int8(len(p.Setup.Stacks))
			}
			return k >= 0
		}
	}
	for _, tt := range []struct {
		name, ref string
		kind      lawKind
		plant     func(*tableReferee, *batch.Played) bool
		want      string
	}{
		{"a player passed over", "angies/no-limit", ofTable, nil, "the next player"},
		{"a button that does not move", "house004/stud5", ofGame, nil, "who may have it"},
		{"another seat acts last", "angies/no-limit", ofTable, func(_ *tableReferee, p *batch.Played) bool {
			p.Setup.Button = (p.Setup.Button + 1) % len(p.Setup.Stacks)
			return true
		}, "acts last"},
		{"another player names the game", "angies/dealers-choice", ofTable, func(r *tableReferee, _ *batch.Played) bool {
			was := r.named
			r.named += 1000
			return was != 0
		}, "named the game"},
		{"a blind of another seat", "angies/no-limit", ofTable, moves(hand.Posted, func(e *hand.Event) bool { return e.Forced != 0 && e.Step < 0 }), "posts a blind of"},
		{"a fee of another seat", "house004/holdem", ofGame, moves(hand.Collected, func(e *hand.Event) bool { return e.Seat >= 0 && e.Step >= 0 }), "pays the house"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lib := library(t, nil)
			s := &lawSitting{lawTable: &lawTable{lawSubject: lawSubject{kind: tt.kind, ref: tt.ref}, seats: 6, stacks: []string{"100bb"}, session: true}, count: &lawCount{}}
			o, err := s.open(lib, "")
			if err != nil {
				t.Fatal(err)
			}
			cfg, err := s.config(lib, &o)
			if err != nil {
				t.Fatal(err)
			}
			s.fit(&lawOpened{cfg: cfg})
			tab, err := cfg.Open(1)
			if err != nil {
				t.Fatal(err)
			}
			ses := &batch.Session{Table: tab, Policy: s.policy(), Players: s.seats, Stack: s.units(&lawOpened{cfg: cfg})[0], Crowd: batch.Coming}
			ses.Log()
			judge := &tableReferee{tab: &ses.Table, before: ses.Table}
			ses.Record, ses.Whole = judge.event, judge.whole
			var old []table.Table // before earlier hands
			found, tried := "", 0
			ses.Hand = func(d *table.Deal, p *batch.Played) error {
				if err := judge.played(d, p); err != nil {
					return fmt.Errorf("without the fault: %w", err)
				}
				setup, log, faulty := *p.Setup, *p.Log, *judge
				log.Events = slices.Clone(log.Events)
				with := &batch.Played{Setup: &setup, Deck: p.Deck, Hand: p.Hand, Log: &log}
				planted := len(old) > 1
				if planted && tt.plant == nil {
					faulty.before = old[len(old)-1] // as if the hand before had not been
				}
				old = append(old, judge.before)
				if tt.plant != nil {
					planted = tt.plant(&faulty, with)
				}
				if found != "" || !planted {
					return nil
				}
				tried++
				if err := faulty.played(d, with); err != nil && strings.Contains(firstLine(err), tt.want) {
					found = firstLine(err)
				}
				return nil
			}
			if _, err := ses.Run(context.Background(), 150, 0, nil); err != nil {
				t.Fatal(err)
			}
			if found == "" {
				t.Errorf("planted in %d hands and not found", tried)
			}
		})
	}
}
