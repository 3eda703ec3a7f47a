package table

import (
	"fmt"
	"testing"

	"cardroom/engine/hand"
)

// laws checks a session against the law of the blinds, from the positions and
// the posts alone: a player who is dealt in has paid every big and small blind
// that passed their seat, once however often it passed while they were out, and
// nobody pays the big blind twice while another player, dealt in all along, did
// not pay it.
type laws struct {
	t              *testing.T
	seat           map[Player]int
	dueBig, dueSml map[Player]bool
	paidBig        map[Player]int64 // the hand in which they last paid it
	hadBig         map[Player]int64 // the same without posts to come in
	since          map[Player]int64 // dealt in without a break since this hand
	small, big     int              // of the previous hand
	many           bool             // three or more players were dealt in
}

func newLaws(t *testing.T) *laws {
	return &laws{
		t: t, seat: map[Player]int{}, dueBig: map[Player]bool{}, dueSml: map[Player]bool{},
		paidBig: map[Player]int64{}, hadBig: map[Player]int64{}, since: map[Player]int64{}, small: -1, big: -1,
	}
}

// dealt checks a hand that has begun.
func (l *laws) dealt(tab *Table, d *Deal, log *hand.Log) {
	p := &d.place
	n := tab.Hands()
	bigPaid, smallPaid := map[Player]bool{}, map[Player]bool{}
	bb, sb := d.Setup.Plan.Stakes.BB, d.Setup.Plan.Stakes.SB
	for _, e := range log.Events {
		if e.Kind != hand.Posted && e.Kind != hand.PostedDead {
			continue
		}
		who := tab.Seat(int(d.Seats[e.Seat])).Player
		full := e.Amount == bb || e.AllIn
		switch {
		case e.Kind == hand.PostedDead:
			smallPaid[who] = true
			if e.AllIn {
				bigPaid[who] = true
			}
		case int(d.Seats[e.Seat]) == p.small && e.Amount <= sb && !smallPaid[who]:
			smallPaid[who] = true
			if e.AllIn {
				bigPaid[who] = true // had they owed it, they could not pay more
			}
		case full || e.To == bb:
			bigPaid[who] = true
		}
	}
	fresh := p.fresh
	for k := range tab.Config().MaxSeats {
		who := tab.Seat(k).Player
		if who == 0 {
			continue
		}
		if old, known := l.seat[who]; !known || old != k {
			l.seat[who], l.dueBig[who] = k, true // a new player posts
			delete(l.since, who)
		}
		if fresh {
			l.dueBig[who], l.dueSml[who] = false, false
		} else if l.big >= 0 {
			if between(1<<k, l.big, p.big) != 0 && !tab.Seat(k).New {
				l.dueBig[who] = true
			}
			if l.many && p.dealt.Len() > 2 && between(1<<k, l.small, p.small) != 0 && !tab.Seat(k).New {
				l.dueSml[who] = true
			}
		}
		in := p.dealt.Has(k)
		if !in {
			delete(l.since, who)
			continue
		}
		if _, ok := l.since[who]; !ok {
			l.since[who] = n
		}
		if k == p.big && !bigPaid[who] {
			l.failf(tab, "player %d has the big blind and does not post it", who)
		}
		if bigPaid[who] {
			l.dueBig[who] = false
		}
		if smallPaid[who] || k == p.big {
			l.dueSml[who] = false
		}
		if l.dueBig[who] {
			l.failf(tab, "player %d is dealt in and has missed the big blind", who)
		}
		if l.dueSml[who] {
			l.failf(tab, "player %d is dealt in and has missed the small blind", who)
		}
	}
	l.twice(tab, p, fresh, bigPaid)
	for who := range bigPaid {
		l.paidBig[who] = n
		if l.since[who] < n || tab.Seat(p.big).Player == who {
			l.hadBig[who] = n // not by their own choice to come in with a post
		}
	}
	l.small, l.big, l.many = p.small, p.big, p.dealt.Len() > 2 && !fresh
}

// twice checks that the player with the big blind has it again only after
// everybody who has been dealt in since has had it too.
func (l *laws) twice(tab *Table, p *placing, fresh bool, paid map[Player]bool) {
	who := tab.Seat(p.big).Player
	last, ok := l.hadBig[who]
	if !ok || l.since[who] > last || fresh {
		return
	}
	for m := p.dealt; m != 0; m &= m - 1 {
		q := tab.Seat(m.First()).Player
		if q != who && l.since[q] <= last && l.paidBig[q] < last && !paid[q] {
			l.failf(tab, "player %d has the big blind again, since hand %d player %d had none", who, last, q)
		}
	}
}

func (l *laws) failf(tab *Table, format string, args ...any) {
	l.t.Helper()
	l.t.Fatalf("seed %d, hand %d: %s", tab.Seed(), tab.Hands(), fmt.Sprintf(format, args...))
}

// crowd moves players around at random: they join and leave, bust and rebuy,
// sit out and return, and change seats.
type crowd struct {
	r    hand.Source
	next Player
}

func (c *crowd) events(tab *Table) (out []Event) {
	roll := func(n uint64) uint64 { return c.r.Below(n) }
	if roll(4) == 0 {
		c.next++
		out = append(out, Event{Kind: Join, Player: c.next, Seat: -1, Amount: 4000 + 100*int64(roll(161)), Wait: roll(2) == 0})
	}
	if roll(40) == 0 {
		c.next++
		out = append(out, Event{Kind: Transfer, Player: c.next, Seat: -1, Amount: 10000})
	}
	for k := range tab.Config().MaxSeats {
		s := tab.Seat(k)
		e := Event{Player: s.Player, Seat: -1, Wait: roll(2) == 0}
		switch x := roll(300); {
		case s.Player == 0:
			continue
		case s.Stack == 0 && x < 100:
			e.Kind = Leave
		case s.Stack == 0 && x < 250:
			e.Kind, e.Amount = Buy, 4000+100*int64(roll(161))
		case s.Away && x < 60:
			e.Kind = Return
		case x < 4:
			e.Kind = Leave
		case x < 14:
			e.Kind = SitOut
		case x < 17:
			e.Kind, e.Seat = Move, int8(roll(uint64(tab.Config().MaxSeats)))
		case x < 19:
			e.Kind = CashOut
		case x < 30:
			e.Kind, e.Amount = Buy, 2000
		default:
			continue
		}
		out = append(out, e)
	}
	if tab.free() >= 0 && roll(2) == 0 {
		out = append(out, Event{Kind: Call, Seat: -1})
	}
	return out
}

// choose returns an action of a small random policy like that of the batch
// runner: facing a bet, fold 15 %, raise 25 %, otherwise check or call.
func choose(d *hand.Decision, r *hand.Source) hand.Action {
	o := &d.Options
	switch p := r.Below(100); {
	case o.CanRaise() && p < 25:
		to := o.MinTo
		if r.Below(100) >= 60 {
			to += int64(r.Below(uint64(o.MaxTo - o.MinTo + 1)))
			to = max(o.MinTo, to-to%o.Chip)
		}
		return hand.Action{Kind: hand.RaiseTo, Seat: d.Seat, Amount: to}
	case o.Call > 0 && p < 40:
		return hand.Action{Kind: hand.Fold, Seat: d.Seat}
	}
	return passive(d)
}

// TestLaws plays long sessions with a crowd that comes and goes.
func TestLaws(t *testing.T) {
	hands := int64(50_000)
	if testing.Short() {
		hands = 5_000
	}
	for _, c := range []struct {
		name   string
		button ButtonPolicy
		small  int
	}{{"dead", DeadButton, 1}, {"moving", MovingButton, 1}, {"dead, button posts", DeadButton, 0}, {"moving, button posts", MovingButton, 0}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t, "nl 1-2")
			g := holdem()
			g.Forced[0].Left, g.Forced[1].Left = c.small, c.small+1
			cfg.Games[0].Plan = bind(t, g, "nl 1-2")
			cfg.Button = c.button
			cfg.HandsPerHour = 35
			cfg.Cashout = Cashout{Wait: 3600}
			cfg.Postings = []Posting{
				{Name: "A", Hands: []Collection{{Name: "A", Rates: []Rate{{Players: 4, Amount: 100}, {Players: 6, Amount: 200}, {Players: 10, Amount: 300}}}}},
				{Name: "time", Time: &TimeFee{Name: "time", Amount: 100, Period: 900}},
			}
			session(t, cfg, hands)
		})
	}
}

// session plays hands of a crowd, checks each against the laws, and now and
// then continues from a saved table.
func session(t *testing.T, cfg *Config, hands int64) {
	tab := open(t, cfg)
	l := newLaws(t)
	c := &crowd{r: hand.NewSource(7, 1)}
	r := hand.NewSource(8, 2)
	var d Deal
	var h hand.Hand
	d.Setup.Log = &hand.Log{}
	fewer, refusals := 0, 0
	for tab.Hands() < hands {
		for _, e := range c.events(tab) {
			was := *tab
			if err := tab.Apply(e); err != nil {
				refusals++
				if *tab != was {
					t.Fatalf("hand %d, %s: refused and changed", tab.Hands(), e)
				}
			}
			if e2, err := ParseEvent(e.String()); err != nil || e2 != e && e.Kind <= Move {
				t.Fatalf("%s: read as %s, %v", e, e2, err)
			}
		}
		if r.Below(500) == 0 {
			apply(t, tab, Event{Kind: Post, Game: int16(r.Below(uint64(len(cfg.Postings))))})
		}
		if !tab.Conserved() {
			t.Fatalf("hand %d: chips are not conserved by the events", tab.Hands())
		}
		if r.Below(1000) == 0 {
			again, err := cfg.Restore(tab.Save())
			if err != nil || again != *tab {
				t.Fatalf("hand %d: restored another table: %v", tab.Hands(), err)
			}
			tab = &again
		}
		if err := tab.NextIn(&d); err != nil {
			fewer++
			continue
		}
		if err := h.Start(&d.Setup); err != nil {
			t.Fatalf("hand %d: %v", tab.Hands(), err)
		}
		l.dealt(tab, &d, d.Setup.Log)
		for q := h.Pending(); q != nil; q = h.Pending() {
			if err := h.Apply(choose(q, &r)); err != nil {
				t.Fatal(err)
			}
		}
		if err := tab.Finish(&h); err != nil {
			t.Fatal(err)
		}
		if !tab.Conserved() {
			t.Fatalf("hand %d: chips are not conserved", tab.Hands())
		}
	}
	t.Logf("%d hands, %d times too few players, %d events refused, house %d", tab.Hands(), fewer, refusals, tab.House().Total())
}
