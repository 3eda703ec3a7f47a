package hand_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
)

// FuzzPot plays hands for a pot with arbitrary actions, irregularities, undo and
// forks, decoded from bytes, and checks every law after each step.
func FuzzPot(f *testing.F) {
	fuzzHands(f, slices.DeleteFunc(slices.Clone(houses.Games()), (*plan.Game).Banked), houses.Find)
}

// FuzzBank does the same with rounds against a bank.
func FuzzBank(f *testing.F) {
	fuzzHands(f, slices.DeleteFunc(slices.Clone(houses.Games()), func(g *plan.Game) bool { return !g.Banked() }), houses.Find)
}

// FuzzParts does the same with games for a pot that have features no house uses.
func FuzzParts(f *testing.F) { fuzzHands(f, houses.Parts(), houses.FindPart) }

// FuzzChoices does the same with games for a pot in which players choose and pay.
func FuzzChoices(f *testing.F) { fuzzHands(f, houses.Choices(), houses.FindPart) }

func fuzzHands(f *testing.F, games []*plan.Game, find replay.Finder) {
	chance := hand.NewSource(1, 1)
	for i := range games {
		data := []byte{byte(i)}
		for range 40 + 30*(i%5) {
			data = append(data, byte(chance.Below(256)))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 600)]
		testkit.Bounds{Fixed: 128 << 20, PerByte: 256 << 10}.Within(t, len(data), func() {
			if p := newPlayed(t, testkit.NewChoices(data), games); p != nil {
				p.find = find
				p.play()
			}
		})
	})
}

// played is a hand played by choices, with the state for its checks.
type played struct {
	*testing.T
	c      *testkit.Choices
	setup  hand.Setup
	deck   []cards.Card
	line   *hand.Timeline
	find   replay.Finder
	states []hand.Hand // the states up to the last
	logs   []hand.Log  // the events that led to each of them
	said   []string
}

// newPlayed begins a hand; it returns nil if the game does not allow the choices.
func newPlayed(t *testing.T, c *testkit.Choices, games []*plan.Game) *played {
	game := testkit.Pick(c, games)
	if c.Below(4) == 0 { // other options take long to load
		game = houses.Reading(game, c.Below(houses.Readings(game)))
	}
	s, err := game.ParseStakes(testkit.Pick(c, []string{"", "2-4", "1-3/1-6", "pl 1-2", "nl 1-2", "nl 1-2 ante 1 chip 0.5", "bets 1-100"}))
	if err != nil {
		s, _ = game.ParseStakes("")
	}
	b, err := game.Bind(s)
	if err != nil {
		t.Fatalf("%s at %s: %v", game.ID, s.Text(), err)
	}
	p := &played{T: t, c: c, setup: hand.Setup{Plan: b, Seed: uint64(c.Byte()), Number: uint64(c.Byte()) + 1}}
	p.seat()
	var first hand.Hand
	p.setup.Log = &hand.Log{}
	if err := first.Start(&p.setup); err != nil {
		if first.Start(&p.setup) == nil {
			t.Fatalf("refused (%v), then taken", err)
		}
		return nil
	}
	p.logs = []hand.Log{*p.setup.Log}
	p.setup.Log = nil
	p.deck = p.setup.Pack()
	p.line = hand.NewTimeline(&first)
	p.states = []hand.Hand{*p.line.Hand()}
	return p
}

// seat chooses players, stacks, the button, attendance, and the table's additions.
func (p *played) seat() {
	s, c := &p.setup, p.c
	g := s.Plan.Game
	n := g.MinSeats + c.Below(g.MaxSeats-g.MinSeats+1)
	s.Button = c.Below(n)
	chip, bet := max(1, s.Plan.Stakes.Chip), max(1, s.Plan.Stakes.Small.Lo)
	for range n {
		size := c.Byte()
		s.Stacks = append(s.Stacks, []int64{
			chip * int64(1+size/4%8), bet * int64(1+size/4), bet * int64(100+10*int(size)), 1 + int64(size)*7,
		}[size%4])
	}
	s.Attendance = []hand.Attendance{hand.Unattended, hand.Tracked, hand.Attended}[c.Below(3)]
	if s.Attendance == hand.Attended && n > g.MinSeats && c.Below(4) == 0 {
		s.Absent = betting.Bit(c.Below(n))
	}
	s.NoStraddle = c.Below(8) == 1
	if g.Banked() {
		s.Banked = c.Below(4)
		return
	}
	switch c.Below(8) {
	case 1:
		s.Posts = append(s.Posts, hand.Post{Seat: c.Below(n), Amount: bet, Dead: c.Below(2) == 1})
	case 2:
		s.Fees = append(s.Fees, hand.Fee{Seat: -1, Amount: chip * int64(1+c.Below(5)), Flop: c.Below(2) == 1})
	case 3:
		s.Fees = append(s.Fees, hand.Fee{Seat: c.Below(n), Amount: chip * int64(1+c.Below(5))})
	}
}

// mostSteps is the largest number of steps that a hand may take without further
// irregularities. No game takes a tenth of it.
const mostSteps = 3000

// play plays the hand by the choices and then to its end, and records it.
func (p *played) play() {
	p.check()
	for p.c.More() && len(p.states) < 400 {
		p.step()
		p.check()
	}
	p.line.Goto(p.line.Last())
	chance := hand.NewSource(5, 5)
	for i := 0; p.line.Hand().Pending() != nil; i++ {
		if i > mostSteps {
			p.failf("the hand does not end")
		}
		p.act(p.sensible(p.line.Hand(), &chance), true)
		p.laws(p.line.Hand())
	}
	p.check()
	p.undone()
	p.replayed()
}

// failf fails with a description of the hand so far.
func (p *played) failf(format string, args ...any) {
	p.Helper()
	s := &p.setup
	p.Fatalf("%s\n%s at %s, stacks %v, button %d, seed %d, hand %d, attendance %d, absent %b, posts %+v, fees %+v, options %v\n%q",
		fmt.Sprintf(format, args...), s.Plan.Game.ID, s.Plan.Stakes.Text(), s.Stacks, s.Button+1, s.Seed, s.Number, s.Attendance, s.Absent, s.Posts, s.Fees,
		s.Plan.Game.Options, p.said)
}

// step takes one step.
func (p *played) step() {
	h := p.line.Hand()
	switch op := p.c.Below(20); {
	case op < 8:
		if h.Pending() != nil {
			chance := hand.NewSource(uint64(p.c.Byte()), 9)
			p.act(p.sensible(h, &chance), true)
		}
	case op < 11:
		p.act(p.any(h), false)
	case op < 15:
		chance := hand.NewSource(uint64(p.c.Byte()), 8)
		if in, ok := batch.Mishap(h, &chance); ok {
			p.happen(in)
		}
	case op < 17:
		p.happen(p.incident(h))
	case op == 17:
		p.back(1+p.c.Below(6), p.line.Undo)
	case op == 18:
		p.back(1+p.c.Below(6), p.line.Redo)
	default:
		p.fork()
	}
}

// sensible returns an action of the random policy.
func (p *played) sensible(h *hand.Hand, chance *hand.Source) hand.Action {
	d := h.Pending()
	if d.Kind == hand.DealerGoesOn {
		return hand.Action{Kind: hand.GoOn, Seat: -1}
	}
	a, err := batch.Random{}.Act(h, d, chance)
	if err != nil {
		p.failf("%v", err)
	}
	return batch.HoldToDraw(h, d, a)
}

// any returns an arbitrary action, usually an illegal one.
func (p *played) any(h *hand.Hand) hand.Action {
	c := p.c
	a := hand.Action{Kind: hand.ActionKind(c.Below(int(hand.GoOn) + 2)), Seat: int8(c.Below(h.Seats()+2) - 1), Pick: int8(c.Byte()), N: int8(c.Byte() % 9)}
	if d := h.Pending(); d != nil && c.Below(4) > 0 {
		a.Seat = d.Seat
	}
	for i := range max(0, int(a.N)) {
		a.Cards[i] = p.card(h)
	}
	if c.Below(8) == 0 {
		a.N = int8(c.Byte())
	}
	a.Amount = p.chips(h)
	return a
}

// card returns a card of a hand or of the stub, or an arbitrary one.
func (p *played) card(h *hand.Hand) cards.Card {
	switch c := p.c; c.Below(4) {
	case 0:
		if stub := h.Stub(); len(stub) > 0 {
			return stub[c.Below(min(4, len(stub)))]
		}
	case 1:
		return cards.Card(c.Byte())
	default:
		if hole := h.Hole(c.Below(h.Seats())); len(hole) > 0 {
			return testkit.Pick(c, hole)
		}
	}
	return cards.Unknown
}

// chips returns an amount of the decision, or an arbitrary one.
func (p *played) chips(h *hand.Hand) int64 {
	d := h.Pending()
	if d == nil || p.c.Below(3) == 0 {
		return p.c.Int64()
	}
	o := &d.Options
	near := []int64{0, 1, o.Call, o.MinTo, o.MaxTo, o.MaxTo + 1, o.MinTo - 1, d.Price, d.BringIn, h.Plan().Stakes.Chip}
	return testkit.Pick(p.c, near) * int64(1+p.c.Below(2))
}

// incident returns an irregularity of any kind with arbitrary fields.
func (p *played) incident(h *hand.Hand) plan.Incident {
	c := p.c
	in := plan.Incident{Kind: testkit.Pick(c, plan.Incidents())}
	if now := h.Possible(); len(now) > 0 && c.Below(4) > 0 {
		in.Kind = testkit.Pick(c, now)
	}
	for _, f := range in.Kind.Spec().Fields {
		if !f.Required && c.Below(2) == 0 {
			continue
		}
		var v plan.Value
		switch f.Kind {
		case plan.SeatField:
			v.N = int64(c.Below(h.Seats()+2) - 1)
		case plan.CardField:
			v.Cards = []cards.Card{p.card(h)}
		case plan.CardsField:
			for range c.Below(6) {
				v.Cards = append(v.Cards, p.card(h))
			}
		case plan.ChipsField:
			v.N = p.chips(h)
		case plan.MotionField:
			v.List = []int64{p.chips(h), p.chips(h)}[:1+c.Below(2)]
		case plan.ListField:
			v.List = []int64{int64(c.Below(6)), int64(c.Byte())}[:1+c.Below(2)]
		case plan.WordField:
			v.Word = testkit.Pick(c, append(slices.Clone(f.Words), "other"))
		case plan.FlagField:
			v.N = int64(c.Below(2))
		default:
			v.N = int64(c.Byte() % 60)
		}
		in = in.With(f.Name, v)
	}
	return in
}

// act applies an action. A legal action must be accepted.
func (p *played) act(a hand.Action, legal bool) {
	before, log := *p.line.Hand(), &hand.Log{}
	err := p.line.Do(a, log)
	if err == nil {
		p.took(fmt.Sprintf("%s seat %d %s %d", a.Kind, a.Seat+1, cards.Format(a.List()), a.Amount), log)
		return
	}
	var illegal *hand.IllegalError
	if legal || !errors.As(err, &illegal) {
		p.failf("%s of seat %d is refused: %v", a.Kind, a.Seat+1, err)
	}
	if illegal.Reason == "" || illegal.Legal == "" {
		p.failf("%s is refused without a reason: %+v", a.Kind, illegal)
	}
	p.unchanged(&before, log, a.Kind.String())
}

// happen makes an irregularity happen. A ruling must not fail.
func (p *played) happen(in plan.Incident) {
	before, log := *p.line.Hand(), &hand.Log{}
	err := p.line.Happen(in, log)
	if err == nil {
		p.took("event "+in.Text(plan.Names{Scale: p.setup.Plan.Stakes.Scale}), log)
		return
	}
	var refused *hand.IncidentError
	if !errors.As(err, &refused) || refused.Err != nil && !errors.Is(err, hand.ErrUnknownPack) {
		p.failf("%s: %v", in.Text(plan.Names{Scale: p.setup.Plan.Stakes.Scale}), err)
	}
	p.unchanged(&before, log, in.Kind.String())
}

// took stores a state.
func (p *played) took(words string, log *hand.Log) {
	n := p.line.Len()
	p.states = append(p.states[:n], *p.line.Hand())
	p.logs = append(p.logs[:n], *log)
	p.said = append(p.said[:n-1], words)
}

func (p *played) unchanged(before *hand.Hand, log *hand.Log, what string) {
	if !p.line.Hand().Same(before) || len(log.Events) > 0 {
		p.failf("%s was refused and has changed the hand", what)
	}
}

// back steps back or forward.
func (p *played) back(n int, once func() bool) {
	for ; n > 0 && once(); n-- {
		if !p.line.Hand().Same(&p.states[p.line.Len()]) {
			p.failf("the hand after %d steps is not what it was", p.line.Len())
		}
	}
}

// fork plays a copy on, which must not change the hand.
func (p *played) fork() {
	line, before := p.line.Fork(), *p.line.Hand()
	for range 3 {
		if line.Hand().Pending() == nil {
			break
		}
		chance := hand.NewSource(uint64(p.c.Byte()), 7)
		if in, ok := batch.Mishap(line.Hand(), &chance); ok && p.c.Below(2) == 0 {
			_ = line.Happen(in, nil)
		} else if err := line.Do(p.sensible(line.Hand(), &chance), nil); err != nil {
			p.failf("in a fork: %v", err)
		}
	}
	if !p.line.Hand().Same(&before) {
		p.failf("a fork was played on, and the hand has changed")
	}
}

// check checks the laws of the present state, and the views of its seats.
func (p *played) check() {
	h := p.line.Hand()
	p.laws(h)
	p.hidden(h)
}

// laws checks the laws that hold in every state of every hand.
func (p *played) laws(h *hand.Hand) {
	p.Helper()
	switch {
	case !h.Conserved():
		p.failf("chips are not conserved")
	case !h.CardsConserved():
		p.failf("cards are not conserved")
	case h.Pot() < 0 || h.House() < 0 && !h.Plan().Game.HouseBanks():
		p.failf("the pot is %d, the house has %d", h.Pot(), h.House())
	case h.Pending() == nil && h.PutIn() != h.PaidOut()+h.House():
		p.failf("%d were put in, %d paid out, %d taken by the house", h.PutIn(), h.PaidOut(), h.House())
	}
	var left [256]int
	for _, c := range h.Plan().Game.Deck.Append(nil) {
		left[c]++
	}
	foreign := len(h.Happened()) > 0 // a joker that got into the deck
	take := func(list []cards.Card) {
		for _, c := range list {
			if left[c]--; left[c] < 0 && !(foreign && c.IsJoker()) {
				p.failf("%s is there more often than in the pack", c)
			}
		}
	}
	take(h.Stub())
	take(h.Board())
	for i := range h.Seats() {
		if h.Stack(i) < 0 || h.Wagered(i) < 0 {
			p.failf("seat %d has %d chips and %d in front", i+1, h.Stack(i), h.Wagered(i))
		}
		if !h.Live().Has(i) {
			continue // shuffled cards of folded hands are still stored in their seats
		}
		for k := range h.Hands(i) {
			held, _ := h.Cards(i, k)
			take(held)
		}
	}
	for k := range h.Hands(-1) {
		held, _ := h.Cards(-1, k)
		take(held)
	}
	p.decision(h)
}

// decision checks that the pending decision can be answered.
func (p *played) decision(h *hand.Hand) {
	d := h.Pending()
	if d == nil || d.Kind == hand.DealerGoesOn || d.Kind == hand.Chosen && len(h.Offers()) > 0 {
		return
	}
	seat, o := int(d.Seat), &d.Options
	switch {
	case seat < 0 || seat >= h.Seats() || !h.Live().Has(seat):
		p.failf("seat %d is asked and is not in the hand", seat+1)
	case d.Kind == hand.Chosen:
		p.failf("nothing is offered to seat %d", seat+1)
	case d.Kind != hand.Wager:
	case o.CanCheck && o.Call > 0 || o.Call < 0 || o.Call > h.Stack(seat):
		p.failf("a call of %d, check %v, with %d chips", o.Call, o.CanCheck, h.Stack(seat))
	case !d.NoOpeners && o.CanRaise() && (o.MinTo > o.MaxTo || o.MaxTo > h.Wagered(seat)+h.Stack(seat) || o.MinTo <= h.Wagered(seat)):
		p.failf("a raise from %d to %d with %d chips and %d in front", o.MinTo, o.MaxTo, h.Stack(seat), h.Wagered(seat))
	}
}

// hidden checks that a seat's view does not depend on cards that it cannot see:
// exchanging them changes nothing that it sees.
func (p *played) hidden(h *hand.Hand) {
	seat := p.c.Below(h.Seats()+1) - 1
	events := p.events()
	view, seen := h.SeenBy(seat, 0), hand.SeenBy(events, seat)
	var visible [256]bool
	for i := range h.Seats() {
		for k, c := range view.Hole(i) {
			if visible[c] = true; c.Known() && i != seat && !h.IsUp(i, k) && !p.hasHeld(seat, c) {
				p.failf("seat %d sees %s, a down card of seat %d", seat+1, c, i+1)
			}
		}
		for k := range h.Hands(i) {
			held, _ := view.Cards(i, k)
			for _, c := range held {
				visible[c] = true
			}
		}
	}
	for _, list := range [][]cards.Card{view.Board(), h.Board()} {
		for _, c := range list {
			visible[c] = true
		}
	}
	for i := range seen {
		for _, c := range seen[i].List() {
			visible[c] = true
		}
	}
	var is, was hand.Observation
	h.Observe(seat, 0, &is)
	for _, s := range is.Cards {
		if s.Card.Known() && !visible[s.Card] {
			p.failf("seat %d observes %s, which it was never told", seat+1, s.Card)
		}
		if s.Zone&(plan.ZoneBurn|plan.ZoneMuck) != 0 && h.Plan().Game.Deck.Packs <= 1 && slices.Contains(h.Stub(), s.Card) {
			p.failf("seat %d observes %s out of play, and it is in the stub", seat+1, s.Card)
		}
		if s.Zone == plan.ZoneHand && int(s.Seat) != seat && !s.Up && s.Card.Known() && !p.hasHeld(seat, s.Card) {
			p.failf("seat %d observes %s, a down card of seat %d", seat+1, s.Card, s.Seat+1)
		}
	}
	var free []cards.Card
	for _, c := range h.Plan().Game.Deck.Append(nil) {
		if !visible[c] {
			free = append(free, c)
		}
	}
	if len(free) < 2 {
		return
	}
	a, b := testkit.Pick(p.c, free), testkit.Pick(p.c, free)
	other := h.Exchanged(a, b)
	if o := other.SeenBy(seat, 0); !o.Same(&view) {
		p.failf("seat %d sees that %s and %s are exchanged", seat+1, a, b)
	}
	if other.Observe(seat, 0, &was); !slices.Equal(is.Cards, was.Cards) {
		p.failf("seat %d observes that %s and %s are exchanged", seat+1, a, b)
	}
	exchange(events, a, b)
	if !slices.Equal(seen, hand.SeenBy(events, seat)) {
		p.failf("seat %d is told that %s and %s are exchanged", seat+1, a, b)
	}
}

// hasHeld reports whether a seat has held a card in an earlier state: it knows whom it passed the card to.
func (p *played) hasHeld(seat int, c cards.Card) bool {
	return seat >= 0 && slices.ContainsFunc(p.states[:p.line.Len()], func(h hand.Hand) bool { return slices.Contains(h.Hole(seat), c) })
}

// events returns all events up to the present state.
func (p *played) events() (out []hand.Event) {
	for i := range p.line.Len() + 1 {
		out = append(out, p.logs[i].Events...)
	}
	return out
}

func exchange(events []hand.Event, a, b cards.Card) {
	for i := range events {
		list := events[i].List()
		for k, c := range list {
			switch c {
			case a:
				list[k] = b
			case b:
				list[k] = a
			}
		}
		events[i] = events[i].WithCards(list)
	}
}

// undone undoes the whole hand and redoes it.
func (p *played) undone() {
	p.back(len(p.states), p.line.Undo)
	if p.line.Len() != 0 {
		p.failf("after %d steps back the hand is not at its start", len(p.states))
	}
	p.back(len(p.states), p.line.Redo)
	if p.line.Len() != len(p.states)-1 {
		p.failf("the hand is at step %d of %d", p.line.Len(), len(p.states)-1)
	}
}

// replayed records the hand, reads the record and plays it again: every event must
// be the same.
func (p *played) replayed() {
	log := &hand.Log{Events: p.events()}
	h := p.line.Hand()
	text, err := replay.Encode(nil, 1, &p.setup, h, log, p.deck)
	if err != nil {
		p.failf("the hand cannot be written down: %v", err)
	}
	recs, bad := history.Read("fuzz.phhs", text, history.Options{})
	if bad != nil || len(recs) != 1 {
		p.failf("what was written down cannot be read: %v\n%s", bad, text)
	}
	again := &hand.Log{}
	player := replay.NewPlayer(p.find, again)
	row := player.Play(recs[0])
	if !row.OK || !row.Complete || !row.Checked {
		p.failf("played again: ok %v, complete %v, checked %v: %v\n%s", row.OK, row.Complete, row.Checked, row.Err, text)
	}
	n := h.Seats()
	for i := range again.Events { // a record lists the players from the left of the button
		if e := &again.Events[i]; e.Seat >= 0 {
			e.Seat = int8((int(e.Seat) + h.Button() + 1) % n)
			if e.Kind == hand.PassedOn {
				e.Other = int8((int(e.Other) + h.Button() + 1) % n)
			}
		}
	}
	for k := range max(len(log.Events), len(again.Events)) {
		if k >= len(log.Events) || k >= len(again.Events) || log.Events[k] != again.Events[k] {
			p.failf("played again, event %d of %d is %s, was %s\n%s", k, len(log.Events), told(again.Events, k), told(log.Events, k), text)
		}
	}
}

func told(events []hand.Event, k int) string {
	if k >= len(events) {
		return "missing"
	}
	e := &events[k]
	return fmt.Sprintf("%s seat %d %s %d to %d step %d note %d", e.Kind, e.Seat+1, cards.Format(e.List()), e.Amount, e.To, e.Step, e.Note)
}
