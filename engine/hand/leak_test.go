package hand_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/dsl/live"
	"cardroom/dsl/policies"
	"cardroom/dsl/protocol"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/ledger"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/speech"
	"cardroom/engine/testkit"

	"go.starlark.net/starlark"
)

// channel is a way in which something of a hand reaches a seat.
type channel struct {
	name string
	// says returns what the seat gets. If asked is set, only the seat that must act gets it.
	says  func(h *hand.Hand, events []hand.Event, seat int) string
	asked bool
	// open: it has nothing of the seat's own, so that the view of another seat is no leak.
	open bool
	// costs: it takes a while, so it is compared in fewer states.
	costs bool
}

var analyst = ledger.NewWriter(rows.CSV, [ledger.Count]bool{true, true, true, true})

var channels = []channel{
	{name: "SeenBy", says: func(h *hand.Hand, _ []hand.Event, seat int) string {
		v := h.SeenBy(seat, 0)
		var b strings.Builder
		for i := -1; i < v.Seats(); i++ {
			for k := range v.Hands(i) {
				list, _ := v.Cards(i, k)
				fmt.Fprintln(&b, i, k, list, v.Showing(i, k))
			}
		}
		fmt.Fprintln(&b, v.Board(), v.OutOfPlay(), v.Stub(), v.Order(), v.Legal())
		return b.String()
	}},
	{name: "Observe", says: func(h *hand.Hand, _ []hand.Event, seat int) string {
		var o hand.Observation
		h.Observe(seat, 0, &o)
		return fmt.Sprintf("%+v", o)
	}},
	{name: "EventSeen", says: func(_ *hand.Hand, events []hand.Event, seat int) string {
		return fmt.Sprintf("%+v", hand.SeenBy(events, seat))
	}},
	{name: "the dealer's words", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		v := h.SeenBy(seat, 0)
		var b strings.Builder
		n := speech.NewNarrator(&b, speech.Style{})
		n.Notes(h.Notes())
		n.Tell(&v, hand.SeenBy(events, seat))
		if h.Pending() == nil {
			n.Result()
		}
		return b.String()
	}},
	{name: "the screen", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		l := live.Of(h, events)
		return l.Screen(live.View{Seat: seat, Width: 80}) + l.Screen(live.View{Seat: seat, Width: 40})
	}},
	{name: "explain", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		out := ""
		for _, topic := range append([]string{""}, live.Topics...) {
			reasons, err := live.Of(h, events).Explain(live.View{Seat: seat}, topic)
			out += fmt.Sprintln(reasons, err)
		}
		return out
	}, open: true},
	{name: "choices and irregularities", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		l := live.Of(h, events)
		return fmt.Sprintln(l.ChoicesFor(live.View{Seat: seat}), l.Possible())
	}, open: true},
	{name: "refusals", asked: true, costs: true, says: func(h *hand.Hand, events []hand.Event, seat int) string {
		out := ""
		at := live.Of(h, events)
		for i, said := range questions(h) {
			if !testkit.Whole() && !strings.HasPrefix(said, "keep") && (i+len(events))%7 > 0 {
				continue
			}
			_, err := at.ActFor(live.View{Seat: seat}, said)
			if err == nil {
				at = live.Of(h, events)
			}
			if !errors.Is(err, hand.ErrUnknownPack) {
				out += fmt.Sprintln(said, err)
			}
		}
		return out
	}},
	{name: "the view of a message", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		text, err := json.Marshal(protocol.Look(live.Of(h, events), live.View{Seat: seat}, seat+1, -1, true))
		return fmt.Sprintln(string(text), err)
	}},
	{name: "rows", says: func(h *hand.Hand, events []hand.Event, seat int) string {
		v := h.SeenBy(seat, 0)
		to := make([][]byte, ledger.Count)
		analyst.Add(to, &ledger.Played{Setup: &hand.Setup{Plan: h.Plan()}, Hand: &v, Log: &hand.Log{Events: hand.SeenBy(events, seat)}})
		return string(slices.Concat(to...))
	}},
	{name: "odds", says: func(h *hand.Hand, _ []hand.Event, seat int) string {
		v := h.SeenBy(seat, 0)
		q, seats, err := odds.Of(&v)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintln(q.Hands, q.Board, q.Dead, q.ToBoard, q.Pots, seats)
	}},
	{name: "the view of a policy", asked: true, says: func(h *hand.Hand, _ []hand.Event, seat int) string {
		v := policies.View(h, 1, 1, 0).(starlark.HasAttrs)
		out := ""
		for _, name := range v.AttrNames() {
			if name == "strength" || name == "expects" || name == "best" || name == "options" || name == "min" || name == "max" {
				continue // what an Outlook says: see there
			}
			value, err := v.Attr(name)
			out += fmt.Sprintln(name, value, err)
		}
		up, _ := v.Attr("up")
		for i := range h.Seats() + 1 {
			list, err := starlark.Call(&starlark.Thread{}, up, starlark.Tuple{starlark.MakeInt(i)}, nil)
			out += fmt.Sprintln(list, err)
		}
		return out
	}},
	{name: "Outlook", asked: true, costs: true, says: func(h *hand.Hand, _ []hand.Event, seat int) string {
		var o hand.Outlook
		return fmt.Sprintln(o.Strength(h), o.Pick(h), o.Offers(h))
	}},
}

// questions returns what a seat may say to find out which cards lie where: every card in every word that cards follow, and every
// irregularity with an unknown card or one of a few.
func questions(h *hand.Hand) []string {
	out := []string{"split", "raise 100000", "keep all", "keep none", "draw 1", "draw all", "pass", "muck"}
	for _, c := range append(h.Plan().Game.Deck.Append(nil), cards.Joker) {
		for _, first := range []string{"keep", "draw", "throw", "show", "pick", "pass"} {
			out = append(out, first+" "+c.String())
		}
	}
	for _, k := range plan.Incidents() {
		for _, f := range k.Spec().Fields {
			if f.Kind != plan.CardField && f.Kind != plan.CardsField {
				continue
			}
			for _, c := range []string{"??", "As", "Kd"} {
				out = append(out, fmt.Sprintf("event %s %s=%s", k, f.Name, c))
				for seat := range min(h.Seats(), 3) {
					out = append(out, fmt.Sprintf("event %s seat=%d %s=%s", k, seat+1, f.Name, c))
				}
			}
		}
	}
	return out
}

// TestNoLeak plays hands of every game, of the houses and of the gallery, with irregularities, and exchanges cards that a seat has
// not seen, in the hand and in its events: nothing changes in what any channel gives the seat. What a seat has seen is worked out
// here, from what lay on the table. Each channel can fail: what it gives a seat changes when that seat's own cards are exchanged,
// which another seat has not seen.
//
// The rows of --rows are for analysts, have every card and the seed, and are nobody's at the table: nothing that speaks to a seat may
// write them (see TestImports of the program). The rows of a seat are those of the hand as it sees it, with the events that it sees.
func TestNoLeak(t *testing.T) {
	games := slices.Clone(houses.Games())
	gallery, err := houses.Library().House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	games = append(append(games, gallery...), houses.Parts()...)
	compared, noticed, met := map[string]int{}, map[string]int{}, map[string]int{}
	replayed := map[string]int{}
	for _, g := range testkit.Sweep(games, 8) {
		l := &leaks{T: t, game: g, compared: compared, noticed: noticed, met: met, replayed: replayed}
		hands := uint64(2)
		if slices.ContainsFunc(g.Steps, func(s plan.Step) bool { return s.Others }) { // few cards, and few decisions
			hands = 40
		}
		for n := range hands {
			l.hand(n)
		}
	}
	for _, c := range channels {
		if least := testkit.Sample(200, 10); compared[c.name] < least/4 || !c.costs && compared[c.name] < least || noticed[c.name] == 0 && !c.open && !testing.Short() {
			t.Errorf("%s: %d comparisons, and %d that would be leaks", c.name, compared[c.name], noticed[c.name])
		}
		if least := testkit.Sample(200, 10); replayed[c.name] == 0 && !testing.Short() || !c.costs && !c.asked && replayed[c.name] < least {
			t.Errorf("%s: %d comparisons with a hand that was dealt again", c.name, replayed[c.name])
		}
	}
	t.Logf("compared %v, dealt again %v", compared, replayed)
}

// leaks is a hand in which leaks are looked for.
type leaks struct {
	*testing.T
	game              *plan.Game
	compared, noticed map[string]int // by channel
	replayed          map[string]int // by channel: comparisons with a hand that was dealt again
	met               map[string]int // by channel: how often it could have been compared
	chance            hand.Source
	events            []hand.Event
	seen              []cards.Set // by seat, NoSeat last
	points            []point
}

// point is a hand before a move, what it has told by then, and what the seats have seen.
type point struct {
	h      hand.Hand
	events int
	seen   []cards.Set
	in     *plan.Incident // the move: an incident, or an action
	a      hand.Action
}

// hand plays a hand. Those with odd numbers have irregularities.
func (l *leaks) hand(n uint64) {
	b, err := l.game.BindTo("")
	if err != nil {
		l.Fatal(err)
	}
	seats := min(4, l.game.MaxSeats)
	setup := hand.Setup{Plan: b, Seed: n, Number: 1, Button: int(n) % seats, Attendance: []hand.Attendance{hand.Tracked, hand.Attended}[n%2]}
	for i := range seats {
		setup.Stacks = append(setup.Stacks, b.Stakes.Scale*int64(40+(i*37+int(n)*11)%180))
	}
	l.chance, l.events, l.seen, l.points = hand.NewSource(n, 77), nil, make([]cards.Set, seats+1), nil
	setup.Deck = shuffled(l.game.Deck, &l.chance)
	var h hand.Hand
	log := &hand.Log{Watch: func(h *hand.Hand, _ *hand.Event) { l.lies(h) }}
	setup.Log = log
	if err := h.Start(&setup); err != nil {
		l.Fatalf("%s: %v", l.game.ID, err)
	}
	for step := 0; ; step++ {
		l.tell(&h, log)
		if l.chance.Below(5) == 0 || h.Pending() == nil {
			l.exchange(&h)
		}
		d := h.Pending()
		l.points = append(l.points, point{h: h, events: len(l.events), seen: slices.Clone(l.seen)})
		at := &l.points[step]
		if d == nil || step == 400 {
			l.again(&setup)
			return
		}
		next := h
		next.Follow(log)
		if in, ok := batch.Mishap(&h, &l.chance); ok && n%2 == 1 && l.chance.Below(4) == 0 {
			if next.Happen(in) == nil {
				h, at.in = next, &in
				continue
			}
			log.Events = log.Events[:0]
			next = h
			next.Follow(log)
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			if a, err = (batch.Random{}).Act(&h, d, &l.chance); err != nil {
				l.Fatalf("%s: %v", l.game.ID, err)
			}
			a = batch.HoldToDraw(&h, d, a)
		}
		if at.a = a; next.Apply(a) != nil {
			l.Fatalf("%s: %v", l.game.ID, next.Apply(a))
		}
		h = next
	}
}

// shuffled returns the cards of a deck in a random order.
func shuffled(d cards.Deck, chance *hand.Source) []cards.Card {
	deck := d.Append(nil)
	for i := range deck {
		k := i + int(chance.Below(uint64(len(deck)-i)))
		deck[i], deck[k] = deck[k], deck[i]
	}
	return deck
}

// again deals the hand again to every observer, with the cards that the observer has not seen up to a point in another order,
// and plays the same moves: at every point the observer is given the same. It ends where hidden cards decide by the rules what
// happens, and before a shuffle.
func (l *leaks) again(setup *hand.Setup) {
	for seat := hand.NoSeat; seat < len(l.seen)-1; seat++ {
		end := int(l.chance.Below(uint64(len(l.points))))
		for k := range l.events[:l.points[end].events] {
			if f := l.events[k].Kind.Facts(); f.Shuffled || f.AtShowdown || f.Outcome != hand.NoOutcome {
				end = slices.IndexFunc(l.points, func(p point) bool { return p.events > k }) - 1
				break
			}
		}
		if end >= 0 {
			l.redeal(*setup, seat, l.points[:end+1])
		}
	}
}

// redeal is again for one observer and the points up to one. The cards that it has not seen go around in a random circle.
func (l *leaks) redeal(setup hand.Setup, seat int, points []point) {
	seen := points[len(points)-1].seen[(seat+len(l.seen))%len(l.seen)]
	var free []cards.Card
	for c := range (l.game.Deck.Set() &^ seen).All() {
		free = append(free, c)
	}
	for i := range free {
		k := i + int(l.chance.Below(uint64(len(free)-i)))
		free[i], free[k] = free[k], free[i]
	}
	permuted := func(list []cards.Card) []cards.Card {
		out := slices.Clone(list)
		for i, c := range out {
			if k := slices.Index(free, c); k >= 0 {
				out[i] = free[(k+1)%len(free)]
			}
		}
		return out
	}
	var h hand.Hand
	log := &hand.Log{}
	setup.Deck, setup.Log = permuted(setup.Deck), log
	if err := h.Start(&setup); err != nil {
		l.Fatalf("%s: %v", l.game.ID, err)
	}
	for i := range points {
		p := &points[i]
		was, is := p.h.Pending(), h.Pending()
		same := func(a, b hand.Event) bool {
			return a.Kind == b.Kind && a.Seat == b.Seat && a.Step == b.Step && a.Amount == b.Amount && a.N == b.N
		}
		if (was == nil) != (is == nil) || was != nil && (was.Seat != is.Seat || was.Step != is.Step) || !slices.EqualFunc(l.events[:p.events], log.Events, same) {
			l.decided(&p.h)
			return
		}
		for _, c := range channels {
			if c.asked && (was == nil || seat < 0 || int(was.Seat) != seat) || len(points) > 2 && l.chance.Below(uint64(len(points))) > 1 || c.costs && l.chance.Below(4) > 0 {
				continue
			}
			if was, is := c.says(&p.h, l.events[:p.events], seat), c.says(&h, log.Events, seat); was != is {
				l.Fatalf("%s, %s: seat %d is told that cards which it has not seen lie in another order:\n%s\n--- dealt again ---\n%s", l.game.ID, c.name, seat+1, was, is)
			}
			l.replayed[c.name]++
		}
		var err error
		switch next := h; {
		case i == len(points)-1:
			return
		case p.in != nil:
			if err = next.Happen(*p.in); err == nil {
				h = next
			}
		default:
			if err = next.Apply(p.a.WithCards(permuted(p.a.List()))); err == nil {
				h = next
			}
		}
		if err != nil {
			l.decided(&p.h)
			return
		}
	}
}

// decided fails unless hidden cards can decide what happens in a game.
func (l *leaks) decided(h *hand.Hand) {
	byCards := func(s plan.Step) bool {
		return s.Test != nil || s.Compare != nil || s.Bet.Openers != nil || s.Settle != nil || s.Ask != nil && (s.Ask.Allowed != nil || s.Ask.Rule == plan.Matching)
	}
	if len(h.Notes()) == 0 && !slices.ContainsFunc(l.game.Steps, byCards) {
		l.Fatalf("%s: another order of hidden cards makes a difference", l.game.ID)
	}
}

// lies notes what lies on the table, and what the seats hold.
func (l *leaks) lies(h *hand.Hand) {
	open := cards.SetOf(h.Board()...)
	for i := -1; i < h.Seats(); i++ {
		for k := range h.Hands(i) {
			list, _ := h.Cards(i, k)
			up := cards.SetOf(h.Showing(i, k)...)
			held := cards.SetOf(list...)
			if h.Plan().Foreheads && i >= 0 { // all but the player see an up card
				for j := range l.seen {
					if j != i {
						l.seen[j] |= up
					}
				}
				l.seen[i] |= held &^ up
				continue
			}
			if open |= up; i >= 0 {
				l.seen[i] |= held
			}
		}
	}
	for i := range l.seen {
		l.seen[i] |= open
	}
}

// tell adds the events of the log, and what they show.
func (l *leaks) tell(h *hand.Hand, log *hand.Log) {
	l.lies(h)
	for i := range log.Events {
		e := &log.Events[i]
		switch e.Kind {
		case hand.Exposed, hand.Boarded, hand.Shown, hand.ShownWhole, hand.TurnedFace, hand.BurnedUp, hand.Announced, hand.SeesFlush, hand.SeesStraight:
			for k := range l.seen {
				l.seen[k] |= cards.SetOf(e.List()...)
			}
		case hand.LookedAt:
			l.seen[e.Seat] |= cards.SetOf(e.List()...)
		}
	}
	for _, n := range h.Notes() { // it was said which cards
		for k := range l.seen {
			l.seen[k] |= cards.SetOf(n.Incident.Cards()...)
			for _, v := range n.Incident.Values {
				if v != nil {
					l.seen[k] |= cards.SetOf(v.Cards...)
				}
			}
		}
	}
	l.events = append(l.events, log.Events...)
	log.Events = log.Events[:0]
}

// exchange exchanges cards that a seat has not seen, and compares what the seat is given, and what another is.
func (l *leaks) exchange(h *hand.Hand) {
	seats := []int{int(l.chance.Below(uint64(len(l.seen))))}
	if d := h.Pending(); d != nil && d.Seat >= 0 {
		seats = append(seats, int(d.Seat))
	}
	for _, ignorant := range seats {
		for _, seat := range seats {
			l.pair(h, (ignorant+1)%len(l.seen)-1, (seat+1)%len(l.seen)-1)
		}
	}
}

// pair exchanges cards that one seat has not seen, and compares what another, or the same, is given.
func (l *leaks) pair(h *hand.Hand, ignorant, seat int) {
	seen := l.seen[(ignorant+len(l.seen))%len(l.seen)]
	var free []cards.Card
	for _, c := range h.Plan().Game.Deck.Append(nil) {
		if !seen.Has(c) {
			free = append(free, c)
		}
	}
	if len(free) < 2 {
		return
	}
	a, b := free[l.chance.Below(uint64(len(free)))], free[l.chance.Below(uint64(len(free)))]
	var held []cards.Card // in the hands: few, so that they are exchanged often
	for i := range h.Seats() {
		for _, c := range h.Hole(i) {
			if slices.Contains(free, c) {
				held = append(held, c)
			}
		}
	}
	if len(held) > 0 && l.chance.Below(2) == 0 {
		a = held[l.chance.Below(uint64(len(held)))]
	}
	other, events, d := h.Exchanged(a, b), slices.Clone(l.events), h.Pending()
	exchange(events, a, b)
	for _, c := range channels {
		if c.asked && (d == nil || seat < 0 || int(d.Seat) != seat) {
			continue
		}
		if l.met[c.name]++; c.costs && l.met[c.name]%3 > 0 {
			continue
		}
		was, is := c.says(h, l.events, seat), c.says(&other, events, seat)
		switch {
		case ignorant == seat && was != is:
			l.Fatalf("%s, %s: seat %d is told that %s and %s are exchanged:\n%s\n--- exchanged ---\n%s", l.game.ID, c.name, seat+1, a, b, was, is)
		case ignorant == seat:
			l.compared[c.name]++
		case was != is:
			l.noticed[c.name]++
		}
	}
}
