package table_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"testing"

	houses "cardroom/dsl/fuzzhouses"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
)

var update = flag.Bool("update", false, "write testdata/kept.txt anew")

// TestKeptTables plays sessions at the tables of the houses with their rules for buttons, blinds, newcomers and choices set anyhow, while
// players come and go, run short and leave in the middle of hands. Each is the session of testdata/kept.txt: who is dealt in where, who
// posts and pays what, what a rule of the table sees, and the table that is saved. After an intended change, run
//
//	go test ./engine/table -run TestKeptTables -update
func TestKeptTables(t *testing.T) {
	keep := testkit.ReadKept(t, "testdata/kept.txt", *update)
	defer keep.End()
	all := append(slices.Clip(houses.Tables()), carrying(t)...)
	for _, k := range testkit.Numbers(3*len(all), 12) {
		s := keptSession{T: t, chance: hand.NewSource(5, uint64(k))}
		name, seen := fmt.Sprintf("%d %s", k, all[k%len(all)].Name), fnv.New64a()
		s.w = seen
		s.play(s.varied(all[k%len(all)]))
		if got := fmt.Sprintf("%016x", seen.Sum64()); !keep.Is(name, got) {
			t.Errorf("%s is another session than before", name)
		}
	}
}

// carrying returns tables of games that leave chips in the pot for the next hand.
func carrying(t *testing.T) (out []*table.Config) {
	for _, g := range houses.Choices() {
		if !slices.ContainsFunc(g.Steps, func(st plan.Step) bool { return st.Kind == plan.Carry || st.Show != nil && st.Show.Match != nil }) {
			continue
		}
		stakes, err := g.ParseStakes("")
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Bind(stakes)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &table.Config{Name: g.ID, Games: []table.Offer{{Plan: b, Min: 20 * stakes.Chip}}, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats})
	}
	return out
}

// keptSession is a session that writes what can be seen of it.
type keptSession struct {
	*testing.T
	w      io.Writer
	chance hand.Source
	tab    table.Table
	next   table.Player
}

func (s *keptSession) say(what ...any)    { fmt.Fprintln(s.w, what...) }
func (s *keptSession) below(n int) int    { return int(s.chance.Below(uint64(n))) }
func (s *keptSession) once(in int) bool   { return s.below(in) == 0 }
func (s *keptSession) offer() table.Offer { return s.tab.Config().Games[s.tab.Game()] }

// varied returns a table with other rules.
func (s *keptSession) varied(of *table.Config) *table.Config {
	c := *of
	banked := c.Games[0].Plan.Game.Banked()
	c.Button, c.First, c.Newcomer = table.ButtonPolicy(s.below(2)), table.FirstButton(s.below(2)), table.Newcomer(s.below(3))
	for _, on := range []*bool{&c.Owed, &c.OwedTotal, &c.BigDead, &c.BetweenPosts, &c.ButtonLeads, &c.PassedOverFree, &c.AnyShortBuys, &c.Unanimous, &c.FirstUnnamed} {
		*on = s.once(2)
	}
	c.SmallLive = c.BigDead && s.once(2)
	if len(c.Games) > 1 {
		c.Choice = table.ChoiceRule(s.below(3))
	}
	if banked {
		c.Owed, c.Button = false, table.MovingButton
	}
	c.Cashout = table.Cashout{All: s.once(2), Wait: 3600 * int64(s.below(2))}
	c.Games = slices.Clone(c.Games)
	for i := range c.Games {
		if s.once(2) { // players run short
			c.Games[i].Min, c.Games[i].ShortBelow = c.Games[i].Plan.Stakes.Chip, 0
		}
	}
	c.Rules = append(slices.Clip(c.Rules[:min(len(c.Rules), table.MaxRules-1)]), witness{})
	if err := c.Validate(); err != nil {
		s.Fatal(err)
	}
	return &c
}

func (s *keptSession) buyIn() int64 {
	o := s.offer()
	few := max(o.Min, o.Plan.Stakes.Chip)
	return []int64{few, max(few, o.Max), few + few/2, max(few, 20*max(o.Plan.Stakes.BB, o.Plan.Stakes.Small.Lo))}[s.below(4)]
}

func (s *keptSession) play(c *table.Config) {
	tab, err := c.Open(uint64(s.below(100)))
	if err != nil {
		s.Fatal(err)
	}
	s.tab = tab
	for range 2 + s.below(min(c.MaxSeats, 6)) {
		s.joins()
	}
	if s.once(4) {
		s.tab.PlaceButton(0, 1, 2)
	}
	for range 30 {
		s.events()
		s.hand()
		if s.once(4) {
			if s.tab, err = c.Restore(s.tab.Save()); err != nil {
				s.Fatal(err)
			}
		}
	}
}

func (s *keptSession) joins() {
	s.next++
	seat := int8(-1)
	if s.once(3) {
		seat = int8(s.below(s.tab.Config().MaxSeats))
	}
	s.apply(table.Event{Kind: table.Join, Player: s.next, Seat: seat, Amount: s.buyIn(), Wait: s.once(2)}, s.tab.Apply)
}

func (s *keptSession) apply(e table.Event, to func(table.Event) error) { s.say(e, to(e)) }

// events moves players around.
func (s *keptSession) events() {
	c := s.tab.Config()
	if s.once(3) || s.tab.Ready().Len() < 3 {
		s.joins()
	}
	vote := int16(s.below(len(c.Games)))
	all := s.once(12)
	for k := range c.MaxSeats {
		p := s.tab.Seat(k)
		e := table.Event{Player: p.Player, Seat: -1, Wait: s.once(2), Game: vote}
		switch x := s.below(40); {
		case p.Player == 0:
			continue
		case all:
			e.Kind = table.Agree
		case p.Stack == 0 && x < 10:
			e.Kind = table.Leave
		case p.Stack == 0 || x < 2:
			e.Kind, e.Amount = table.Buy, s.buyIn()
		case p.Away && x < 20:
			e.Kind = table.Return
		case x < 4:
			e.Kind = table.SitOut
		case x < 5:
			e.Kind = table.Leave
		case x < 6:
			e.Kind, e.Seat = table.Move, int8(s.below(c.MaxSeats))
		case x < 8:
			e.Kind, e.Amount = table.CashOut, p.Stack-min(p.Stack, s.offer().Plan.Stakes.Chip)
		case x < 9:
			e.Kind = table.OweBlinds
		case x < 11:
			e.Kind = table.Agree
		case x < 12:
			e.Kind = table.Withdraw
		default:
			continue
		}
		s.apply(e, s.tab.Apply)
	}
	for _, e := range []table.Event{
		{Kind: table.Call, Seat: -1},
		{Kind: table.Change, Game: vote, Choose: len(c.Games) > 1},
		{Kind: table.Post, Game: int16(s.below(len(c.Postings) + 1))},
		{Kind: table.Tick, At: s.tab.Now() + int64(s.below(4000))},
	} {
		if e.Kind == table.Call || s.once(8) {
			s.apply(e, s.tab.Apply)
		}
	}
	if p := s.tab.Chooser(); p != 0 && !s.once(4) {
		s.apply(table.Event{Kind: table.Choose, Player: p, Game: vote}, s.tab.Apply)
	}
	s.say(s.tab.Save(), s.tab.Chooser(), s.tab.TooShort(), s.tab.Votes(), s.tab.Ready(), s.tab.Seated())
}

// unnamedPost is a post without its name, which is only words.
type unnamedPost struct {
	Seat          int
	Amount        int64
	Dead, InPlace bool
}

func unnamed(posts []hand.Post) (out []unnamedPost) {
	for _, p := range posts {
		out = append(out, unnamedPost{p.Seat, p.Amount, p.Dead, p.InPlace})
	}
	return out
}

// hand deals a hand and plays it, sometimes card by card with irregularities.
func (s *keptSession) hand() {
	var d table.Deal
	if err := s.tab.NextIn(&d); err != nil {
		s.say(err)
		return
	}
	u := &d.Setup
	if s.once(3) {
		u.Attendance = hand.Attended
		s.tab.AddAbsent(&d)
	}
	b, small, big := s.tab.Positions()
	s.say(d.Seats, d.Game, d.Fee, d.Posted, d.Raised, d.Notes, unnamed(d.RulePosts()), b, small, big)
	s.say(u.Plan.Game.ID, u.Stacks, u.Button, u.ForcedSeats, unnamed(u.Posts), u.Fees, u.Banked, u.NoStraddle, u.Absent, u.Carried)
	var h hand.Hand
	if err := h.Start(u); err != nil {
		s.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if s.once(60) {
			kind := []table.EventKind{table.Leave, table.CashOut, table.SitOut}[s.below(3)]
			s.apply(table.Event{Kind: kind, Player: s.tab.Seat(int(d.Seats[s.below(len(d.Seats))])).Player}, func(e table.Event) error {
				return s.tab.ApplyDuring(e, &h)
			})
		}
		if u.Attendance != hand.Unattended && s.once(12) {
			if in, ok := batch.Mishap(&h, &s.chance); ok && h.Happen(in) == nil {
				continue
			}
		}
		a := hand.Action{Kind: hand.GoOn, Seat: -1}
		if q.Kind != hand.DealerGoesOn {
			var err error
			if a, err = (batch.Random{}).Act(&h, q, &s.chance); err != nil {
				s.Fatal(err)
			}
			a = batch.HoldToDraw(&h, q, a)
		}
		if err := h.Apply(a); err != nil {
			s.Fatal(err)
		}
	}
	if err := s.tab.Finish(&h); err != nil {
		s.Fatal(err)
	}
	s.say(s.tab.Save(), s.tab.Raised(), s.tab.House(), s.tab.Pot())
	if !s.tab.Conserved() {
		s.Fatalf("chips are not conserved after a hand:\n%s", s.tab.Save())
	}
}

// finish plays a hand without anything else, and ends it.
func (s *keptSession) finish(h *hand.Hand, u *hand.Setup) {
	s.plays(h, u)
	if err := s.tab.Finish(h); err != nil || !s.tab.Conserved() {
		s.Fatalf("%v\n%s", err, s.tab.Save())
	}
}

// plays plays a hand without anything else.
func (s *keptSession) plays(h *hand.Hand, u *hand.Setup) {
	if err := h.Start(u); err != nil {
		s.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if a, err := (batch.Random{}).Act(h, q, &s.chance); err != nil || h.Apply(a) != nil {
			s.Fatal(err)
		}
	}
}

// witness is a rule of a table that remembers all that it sees of a hand, and asks for changes of every kind.
type witness struct{}

func (witness) Name() string                                       { return "witness" }
func (witness) Begin() string                                      { return "" }
func (witness) Settle(*table.View, string) ([]table.Effect, error) { return nil, nil }
func (witness) Allows(*plan.AtStakes) error                        { return nil }

func (witness) Before(v *table.View, memory string) (out []table.Effect, err error) {
	b, k := v.Plan(), int(v.Hand())
	who, amount := v.At(k%table.MaxSeats), b.Stakes.Chip
	in := who != 0 && v.IsDealt(who)
	add := func(on bool, e table.Effect) {
		if on {
			e.Player, e.Amount = who, amount
			out = append(out, e)
		}
	}
	add(k%5 == 0 && in && v.Dealt().Len() > 3, table.Effect{Kind: table.Skip})
	add(k%5 == 1 && who != 0, table.Effect{Kind: table.Owe})
	add(k%5 == 2 && in && !b.Game.Banked(), table.Effect{Kind: table.PostDead})
	add(k%7 == 3, table.Effect{Kind: table.Charge, Payer: table.Payer(k % 3)})
	add(k%5 == 4, table.Effect{Kind: table.NoStraddle})
	add(k%5 == 3, table.Effect{Kind: table.Announce, Text: memory})
	if _, err := b.Raised(plan.Raise{Num: 2, Den: 1}); err == nil {
		add(k%6 == 0, table.Effect{Kind: table.RaiseStakes, Num: 2, Den: 1})
	}
	return out, nil
}

func (witness) Looks() bool { return true }

func (witness) After(v *table.View, _ string) (string, error) {
	var nets []int64
	for k := range table.MaxSeats {
		nets = append(nets, v.Net(v.At(k)), v.Stack(v.At(k)))
	}
	return fmt.Sprint(v.Over(), v.Raised(), v.Dealt(), v.Button(), v.Small(), v.Big(), v.Winners(), v.MainWinners(), v.Pot(), v.BoardCards(), nets), nil
}

// asks is a rule that always asks for the same change.
type asks struct {
	witness
	table.Effect
}

func (a asks) Before(*table.View, string) ([]table.Effect, error) {
	return []table.Effect{a.Effect}, nil
}

// TestBanksHaveNoPot checks that a debt waits where players bet against a bank, and that no rule makes them post there: the chips would be
// in no pot that somebody wins.
func TestBanksHaveNoPot(t *testing.T) {
	for _, of := range houses.Tables() {
		if !of.Games[0].Plan.Game.Banked() {
			continue
		}
		for _, kind := range []table.EffectKind{table.Owe, table.PostDead, table.PostLive, table.PostInPlace} {
			s := keptSession{T: t, w: io.Discard, chance: hand.NewSource(1, 1)}
			c := *of
			c.Rules = []table.Rule{asks{Effect: table.Effect{Kind: kind, Player: 1, Amount: 5}}}
			s.tab, _ = c.Open(1)
			for range 4 {
				s.joins()
			}
			for k := range int64(2) {
				var d table.Deal
				err := s.tab.NextIn(&d)
				if owes := kind == table.Owe; owes != (err == nil) || owes && (s.tab.Seat(s.tab.Find(1)).Debt != 5*(k+1) || len(d.Setup.Posts) > 0) {
					t.Fatalf("%s: %v, posts %v", c.Name, err, d.Setup.Posts)
				}
				var h hand.Hand
				if err == nil {
					s.finish(&h, &d.Setup)
				}
			}
		}
	}
}

// TestButtonIsTheBankers checks that the button lies where the last round was banked, and moves on from there when that player leaves.
func TestButtonIsTheBankers(t *testing.T) {
	banked := 0
	for _, g := range houses.Games() {
		if !g.Banked() || g.HouseBanks() {
			continue
		}
		b, err := g.BindTo("")
		if err != nil {
			t.Fatal(err)
		}
		of := &table.Config{Name: g.ID, Games: []table.Offer{{Plan: b, Min: 100000, Max: 200000}}, MinSeats: 2, MaxSeats: g.MaxSeats, HandsPerHour: 30}
		s := keptSession{T: t, w: io.Discard, chance: hand.NewSource(1, 1)}
		if s.tab, err = of.Open(1); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			s.joins()
		}
		for range 12 {
			var d table.Deal
			if err := s.tab.NextIn(&d); err != nil {
				t.Fatal(err)
			}
			seats := slices.Clone(d.Seats)
			var h hand.Hand
			s.finish(&h, &d.Setup)
			if k := h.Banker(); k >= 0 {
				banked++
				if button, _, _ := s.tab.Positions(); button != int(seats[k]) {
					t.Errorf("%s: seat %d has banked, and the button is at seat %d", of.Name, seats[k]+1, button+1)
				}
			}
		}
	}
	if banked < 10 {
		t.Errorf("players have banked %d rounds", banked)
	}
}

// forgets is a rule that fails after the first hand.
type forgets struct{ witness }

func (forgets) After(*table.View, string) (string, error) { return "", errForgets }

var errForgets = errors.New("it has forgotten")

// TestRuleFailsAfterHand checks that a hand after which a rule fails is not finished, and says why.
func TestRuleFailsAfterHand(t *testing.T) {
	s := keptSession{T: t, w: io.Discard, chance: hand.NewSource(1, 1)}
	c := *houses.Tables()[0]
	c.Rules = []table.Rule{forgets{}}
	s.tab, _ = c.Open(1)
	for range 4 {
		s.joins()
	}
	var d table.Deal
	if err := s.tab.NextIn(&d); err != nil {
		t.Fatal(err)
	}
	var h hand.Hand
	s.plays(&h, &d.Setup)
	before := s.tab
	if err := s.tab.Finish(&h); !errors.Is(err, errForgets) || s.tab != before {
		t.Errorf("%v, the table is unchanged: %t", err, s.tab == before)
	}
}
