package solve

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// story is what the events of a hand tell a seat, state by state. Cards that go to one place in one state have no order: nobody
// has to know which came first.
type story struct {
	text  strings.Builder
	cards map[string][]cards.Card
}

// add adds the events up to the next decision.
func (s *story) add(events []hand.Event, seat int) {
	s.cards = map[string][]cards.Card{}
	for i := range events {
		e := hand.EventSeen(&events[i], seat)
		f := e.Kind.Facts()
		if f.Secret && int(e.Seat) != seat {
			e.Pot = 0
		}
		place := fmt.Sprint(e.Kind, e.Seat, e.Part, e.Pot, e.Other)
		if f.To == plan.ZoneHand || f.Secret {
			s.cards[place] = append(s.cards[place], e.List()...)
		} else {
			list := e.List()
			slices.Sort(list)
			fmt.Fprint(&s.text, place, list, ' ')
		}
		fmt.Fprint(&s.text, e.Kind, e.Seat, e.Amount, e.To, e.N, ";")
	}
	for _, place := range slices.Sorted(maps.Keys(s.cards)) {
		slices.Sort(s.cards[place])
		fmt.Fprint(&s.text, place, s.cards[place])
	}
	s.text.WriteByte('|')
}

// told plays a line again and returns what its events have told a seat.
func told(t *testing.T, s *enumerate.Small, deck []cards.Card, rolls []uint8, path []hand.Action, seat int) string {
	t.Helper()
	var log hand.Log
	var h hand.Hand
	var is story
	err := h.Start(&hand.Setup{Plan: s.Bound, Stacks: s.Stacks, Button: len(s.Stacks) - 1, Seed: 1, Deck: deck, Rolls: rolls, Log: &log})
	h.Next()
	is.add(log.Events, seat)
	for i := 0; err == nil && i < len(path); i++ {
		log.Events = log.Events[:0]
		err = h.Apply(path[i])
		h.Next()
		is.add(log.Events, seat)
	}
	if err != nil {
		t.Fatal(err)
	}
	return is.text.String()
}

// TestKeysTellAllEvents: in the small version of every game that is solved, two lines have the same key for the seat that acts
// if and only if the events have told it the same. So keys need not fold events: what a seat sees in each state, and the actions
// between, say all that they say.
func TestKeysTellAllEvents(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: os.DirFS("../../stdlib"), Scripts: os.DirFS("../../scripts"), Files: os.DirFS("../..")}, Parsed: &parsed})
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"burned", "secret", "thrown", "turned", "rolled", "passed"} {
		g, err := lib.Find("engine/solve/testdata/told.star:" + name)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	tried, decisions, out := 0, 0, 0
	for i, g := range games {
		if testing.Short() && i%8 != 0 {
			continue
		}
		for _, size := range []enumerate.Size{enumerate.Kuhn, enumerate.Leduc} {
			s, err := enumerate.Shrink(g, size, enumerate.Wishes{})
			if err != nil {
				continue // no small version
			}
			w, err := enumerate.NewWalk(context.Background(), s.Bound, s.Options)
			if err != nil {
				continue
			}
			tried++
			o := observer{names: []renaming{unchanged()}, seats: len(s.Stacks)}
			byKey, byStory := map[string]string{}, map[string]string{}
			states, all := 0, 0 // after the deal, and in all
			var visit func(h *hand.Hand, before []uint64)
			visit = func(h *hand.Hand, before []uint64) {
				d, ok := h.Next()
				if !ok || states >= 60 || all >= 1500 || t.Failed() {
					return
				}
				states, all = states+1, all+1
				keys := o.keys(nil, before, w.Path(), w.Rolls(), h)
				key := fmt.Sprint(d.Seat, " ", keys[d.Seat])
				is := fmt.Sprint(d.Seat, " ", told(t, s, h.Order(), w.Rolls(), w.Path(), int(d.Seat)))
				if was, ok := byKey[key]; ok && was != is {
					t.Errorf("%s: one key for\n%s\n%s", g.ID, was, is)
				}
				if was, ok := byStory[is]; ok && was != key {
					t.Errorf("%s: two keys for %s", g.ID, is)
				}
				byKey[key], byStory[is] = is, key
				if h.OutOfPlay() != 0 {
					out++
				}
				for _, a := range w.Actions(nil, h, &d) {
					w.Act(h, a, func(h *hand.Hand, redealt bool) {
						if !redealt {
							visit(h, keys)
						}
					})
				}
			}
			w.Deal(func(h *hand.Hand, redealt bool) {
				if states = 0; !redealt {
					visit(h, nil)
				}
			})
			decisions += len(byKey)
		}
	}
	t.Logf("%d games, %d decisions, %d with cards out of play", tried, decisions, out)
}
