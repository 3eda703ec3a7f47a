package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
)

// TestTablesAsBefore plays seeded sessions at every table of the houses, with
// all variations of table rules, and compares everything that can be seen of
// them with testdata/kept. Between hands it tries every kind of event, at and
// beyond the limits, each on a copy. See TestHandsAsBefore.
func TestTablesAsBefore(t *testing.T) {
	k := keep(t, "tables")
	lib := library(t, nil)
	refs, err := lib.Tables()
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int, len(refs))
	for i := range refs {
		numbers[i] = i
	}
	if !k.all() {
		numbers = testkit.Sweep(numbers, 4)
	}
	for _, i := range numbers {
		ref := refs[i]
		t.Run(strings.ReplaceAll(ref, "/", "-"), func(t *testing.T) {
			k.t = t
			for way := range 6 {
				cfg := *tableNamed(t, lib, ref)
				number := uint64(7*i + way)
				p := tableProbe{T: t, chance: hand.NewSource(43, number)}
				if way > 0 {
					p.vary(&cfg, way)
				}
				k.piece(ref, number, func(w io.Writer) {
					p.w = w
					p.session(&cfg, 20)
				})
			}
			k.piece(ref+" with a crowd", uint64(i), func(w io.Writer) {
				p := tableProbe{T: t, w: w}
				p.crowd(tableNamed(t, lib, ref), batch.Crowd(i%2))
			})
		})
	}
	k.t = t
	k.results.End()
}

// tableProbe plays one session and writes what can be seen of it.
type tableProbe struct {
	*testing.T
	w      io.Writer
	chance hand.Source
	tab    table.Table
	deal   table.Deal
}

func (p *tableProbe) say(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *tableProbe) below(n int) int { return int(p.chance.Below(uint64(n))) }

func (p *tableProbe) pick(list ...int64) int64 { return list[p.below(len(list))] }

// vary changes the settings of a table that differ between houses.
func (p *tableProbe) vary(cfg *table.Config, way int) {
	cfg.Owed = way%2 == 1
	cfg.Button = table.ButtonPolicy(way / 2 % 2)
	cfg.First = table.FirstButton(p.below(2))
	cfg.Unanimous = p.below(2) == 0
	cfg.Cashout = table.Cashout{All: p.below(2) == 0, Wait: p.pick(0, 3600)}
	if cfg.Games[0].Plan.Game.Banked() {
		cfg.Owed, cfg.Button = false, table.MovingButton
	}
	if len(cfg.Games) > 1 {
		cfg.Choice = table.ChoiceRule(p.below(3))
	}
	cfg.MaxSeats = min(cfg.MaxSeats, 3+p.below(6))
	cfg.MinSeats = min(cfg.MinSeats, cfg.MaxSeats)
}

// session plays hands, with everything that can happen between them.
func (p *tableProbe) session(cfg *table.Config, hands int) {
	tab, err := cfg.Open(uint64(p.below(1000)))
	if err != nil {
		p.say("%v", err)
		return
	}
	p.tab = tab
	for player := range 4 {
		p.happens(table.Event{Kind: table.Join, Player: table.Player(player + 1), Seat: -1, Amount: p.buyIn(), Wait: p.below(3) == 0})
	}
	for range hands {
		for kind := table.Join; kind <= table.Tick; kind++ {
			for range 2 {
				p.try(p.event(kind))
			}
		}
		for range p.below(4) {
			p.happens(p.event(table.EventKind(p.below(int(table.Tick) + 1))))
		}
		if player := p.tab.Chooser(); player != 0 {
			p.happens(table.Event{Kind: table.Choose, Player: player, Game: int16(p.below(len(cfg.Games)))})
		}
		if seated := p.tab.Ready().Len(); seated < 3 {
			p.happens(table.Event{Kind: table.Join, Player: table.Player(5 + p.below(20)), Seat: -1, Amount: p.buyIn()})
		}
		p.play()
		p.restored()
	}
}

// crowd plays a session whose players come and go, with irregularities.
func (p *tableProbe) crowd(cfg *table.Config, crowd batch.Crowd) {
	tab, err := cfg.Open(11)
	if err != nil {
		p.Fatal(err)
	}
	s := &batch.Session{Table: tab, Policy: batch.Random{}, Players: min(4, cfg.MaxSeats), Stack: 3000, Crowd: crowd, Mishaps: &batch.Mishaps{Rate: 0.05}}
	s.Record = func(e batch.HandEvent) error {
		p.say("%d %s", e.After, e.Event)
		return nil
	}
	result, err := s.Run(context.Background(), 120, 0, nil)
	p.say("%s %v", strings.ReplaceAll(fmt.Sprintf("%+v", result), " Settled:0", ""), err) // no rule of these tables settles
	p.say("%s", s.Table.Save())
}

func (p *tableProbe) offer() *table.Offer { return &p.tab.Config().Games[p.tab.Game()] }

func (p *tableProbe) buyIn() int64 {
	o := p.offer()
	return max(o.Min, o.Plan.Stakes.Chip*p.pick(10, 100, 400))
}

// event returns an event of a kind, with numbers at and next to the limits.
func (p *tableProbe) event(kind table.EventKind) table.Event {
	o, cfg := p.offer(), p.tab.Config()
	chip := o.Plan.Stakes.Chip
	e := table.Event{Kind: kind, Player: table.Player(p.below(12)), Seat: int8(p.below(cfg.MaxSeats+2) - 1)}
	e.Wait, e.Choose = p.below(3) == 0, p.below(3) == 0
	e.Game = int16(p.below(len(cfg.Games)+2) - 1)
	if kind == table.Post {
		e.Game = int16(p.below(len(cfg.Postings)+2) - 1)
	}
	k := p.tab.Find(e.Player)
	stack := int64(0)
	if k >= 0 {
		stack = p.tab.Seat(k).Stack
	}
	switch kind {
	case table.Join, table.Transfer, table.Buy:
		e.Amount = p.pick(-1, 0, chip, o.Min-1, o.Min, o.Min+chip, o.Max, o.Max+1, o.ShortBelow-1, o.ShortBelow, o.Min-stack, o.Max-stack, o.Max-stack+1, p.buyIn())
	case table.CashOut:
		e.Amount = p.pick(-1, 0, chip, stack, stack+1, stack-chip, stack/2)
	case table.Tick:
		now := p.tab.Now()
		e.At = p.pick(now-1, now, now+1, now+1799, now+1800, now+3600, now+9000, now+10*366*24*3600+1, 1<<62)
	}
	return e
}

// try applies an event to a copy of the table.
func (p *tableProbe) try(e table.Event) {
	c := p.tab
	if err := c.Apply(e); err != nil {
		p.say("  %s: %v", e, err)
		if c != p.tab {
			p.Errorf("%s was refused and has changed the table", e)
		}
		return
	}
	p.say("  %s: %s", e, c.Save())
	if !c.Conserved() {
		p.Errorf("chips are not conserved after %s", e)
	}
}

func (p *tableProbe) happens(e table.Event) {
	p.say("> %s: %v", e, p.tab.Apply(e))
}

// play deals and plays the next hand.
func (p *tableProbe) play() {
	t, d := &p.tab, &p.deal
	p.say("chooser %d ready %v waiting %+v transfers %+v", t.Chooser(), t.Ready(), t.Waiting(), t.Transfers())
	if err := t.NextIn(d); err != nil {
		p.say("%v", err)
		if !errors.Is(err, table.ErrNoChoice) && !errors.Is(err, table.ErrTooFew) {
			p.Error(err)
		}
		return
	}
	s := &d.Setup
	if p.below(3) == 0 {
		s.Attendance = hand.Attended
		t.AddAbsent(d)
	}
	log := hand.Log{}
	s.Log = &log
	p.say("%s at %s: stacks %v button %d forced %v posts %v fees %v banked %d straddle %v absent %v", s.Plan.Game.ID, s.Plan.Stakes.Text(), s.Stacks,
		s.Button, s.ForcedSeats, unnamed(s.Posts), s.Fees, s.Banked, !s.NoStraddle, s.Absent)
	p.say("seats %v game %d fee %d posted %+v raised %v %q %v", d.Seats, d.Game, d.Fee, d.Posted, d.Raised, d.Notes, unnamed(d.RulePosts()))
	for k := range t.Config().Rules {
		p.say("%+v", asKept(d.OfRule(k)))
	}
	for kind := table.Join; kind <= table.Tick; kind++ { // most have to wait
		p.try(p.event(kind))
	}
	var h hand.Hand
	if err := h.Start(s); err != nil {
		p.Fatal(err)
	}
	if h.Pending() != nil {
		p.say("%v", t.Finish(&h)) // too early
	}
	for d := h.Pending(); d != nil; d = h.Pending() {
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if d.Kind != hand.DealerGoesOn {
			var err error
			if a, err = (batch.Random{}).Act(&h, d, &p.chance); err != nil {
				p.Fatal(err)
			}
		}
		if err := h.Apply(a); err != nil {
			p.Fatal(err)
		}
	}
	for _, e := range plain(log.Events) {
		p.say("%+v", e)
	}
	if p.below(4) == 0 { // somebody leaves during the hand
		p.happens(table.Event{Kind: table.Leave, Player: t.Seat(int(d.Seats[0])).Player})
	}
	if err := t.Finish(&h); err != nil {
		p.Fatal(err)
	}
	p.say("%s", t.Save())
	if !t.Conserved() {
		p.Error("chips are not conserved after a hand")
	}
}

// restored saves the table and restores it.
func (p *tableProbe) restored() {
	again, err := p.tab.Config().Restore(p.tab.Save())
	if err != nil || again != p.tab {
		p.Errorf("another table is restored: %v", err)
	}
}

// asKept returns what a rule does with the fields of posts that the kept text has.
func asKept(r table.RuleDeal) any {
	type post struct {
		Seat                       int
		Amount                     int64
		Dead, InPlace, Opens, Ante bool
		Name                       string
	}
	posts := make([]post, 0, len(r.Posts))
	for _, p := range r.Posts {
		posts = append(posts, post{p.Seat, p.Amount, p.Dead, p.InPlace, p.Opens, p.Ante, p.Name})
	}
	return struct {
		Raises, Names bool
		Posts         []post
		Charge        int64
	}{r.Raises, r.Names, posts, r.Charge}
}

// unnamed returns posts without their names, which are only words.
func unnamed(posts []hand.Post) (out []struct {
	Seat          int
	Amount        int64
	Dead, InPlace bool
},
) {
	for _, p := range posts {
		out = append(out, struct {
			Seat          int
			Amount        int64
			Dead, InPlace bool
		}{p.Seat, p.Amount, p.Dead, p.InPlace})
	}
	return out
}
