package table

import (
	"testing"

	"cardroom/engine/hand"
)

// script is a list of events of one table, each accepted unless it is marked refused.
type script struct {
	ids    string // the clauses checked, by id
	config func(*Config)
	stakes string
	seated int  // players already seated, with 100 each
	free   bool // players do not owe missed blinds
	steps  []step
}

type step struct {
	do     Event
	refuse bool
	play   int // number of hands played after it
	check  func(*testing.T, *Table)
}

// clauses tests seats, lists, votes, buy-ins and cash-outs as the rule book's checks require.
// Amounts are in cents, seats and games count from 0.
var clauses = []script{
	{
		ids: "omaha-cash.buyin.table", config: buyIn(20000, 100000), stakes: "nl 2-2",
		steps: []step{
			no(joins(1, 19900)), yes(joins(1, 20000)), yes(joins(2, 100000)), no(joins(3, 100100)),
		},
	},
	{
		ids: "angies.buyin.big-bet", config: buyIn(2000, 10000),
		steps: []step{no(joins(1, 1900)), yes(joins(1, 2000)), yes(joins(2, 10000)), no(joins(3, 10100))},
	},
	{
		ids: "angies.buyin.big-bet", config: buyIn(2000, 0),
		steps: []step{no(joins(1, 1900)), yes(joins(1, 500000))},
	},
	{
		ids: "omaha-cash.cashout.free omaha-cash.payout", config: func(c *Config) { c.Cashout.All = true },
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)),
			no(Event{Kind: CashOut, Player: 1, Amount: 5000}), yes(Event{Kind: CashOut, Player: 1}),
			has(func(t *testing.T, tab *Table) {
				if tab.Cashed() != 10000 || tab.Seat(0).Stack != 0 {
					t.Errorf("cashed %d, left %d", tab.Cashed(), tab.Seat(0).Stack)
				}
			}),
		},
	},
	{
		ids: "omaha-cash.cashout.all", config: func(c *Config) { c.Cashout.All = true; c.Games[0].Max = 40000 },
		steps: []step{
			yes(joins(1, 30000)), no(Event{Kind: CashOut, Player: 1, Amount: 10000}),
			yes(Event{Kind: CashOut, Player: 1, Amount: 30000}),
		},
	},
	{
		ids: "omaha-cash.cashout.wait", config: hourLater,
		steps: []step{
			yes(joins(1, 45000)), yes(clock(20, 0)), yes(Event{Kind: CashOut, Player: 1}), yes(clock(20, 30)),
			no(buys(1, 20000)), yes(buys(1, 45000)), yes(clock(21, 0)), yes(Event{Kind: CashOut, Player: 1}),
			yes(clock(22, 0)), yes(buys(1, 20000)),
		},
	},
	{
		ids: "omaha-cash.cashout.above", config: hourLater,
		steps: []step{
			yes(joins(1, 100000)), yes(joins(2, 100000)),
			{do: clock(20, 0), check: func(t *testing.T, tab *Table) {
				tab.seats[0].Stack, tab.seats[1].Stack = 150000, 50000 // as if won
				apply(t, tab, Event{Kind: Leave, Player: 1})
			}},
			yes(clock(20, 30)), no(joins(1, 100000)), no(joins(1, 150000)), yes(clock(21, 0)), yes(joins(1, 100000)),
		},
	},
	{
		ids: "omaha-cash.cashout.below", config: hourLater,
		steps: []step{
			yes(joins(1, 100000)),
			{do: clock(20, 0), check: func(t *testing.T, tab *Table) {
				tab.seats[0].Stack, tab.ledger.Hands = 8000, 92000
				apply(t, tab, Event{Kind: Leave, Player: 1})
			}},
			yes(clock(20, 30)), no(joins(1, 8000)), yes(joins(1, 20000)),
		},
	},
	{
		ids: "omaha-cash.seats.move",
		steps: []step{
			yes(Event{Kind: Join, Player: 1, Seat: 1, Amount: 10000}), yes(Event{Kind: Join, Player: 2, Seat: 6, Amount: 10000}),
			yes(Event{Kind: Move, Player: 2, Seat: 3}), no(Event{Kind: Move, Player: 2, Seat: 1}),
		},
	},
	{
		ids: "omaha-cash.seats.list omaha-cash.seats.open", seated: 9,
		steps: []step{
			yes(joins(11, 10000)), yes(joins(12, 10000)),
			has(func(t *testing.T, tab *Table) {
				if tab.Waiting().Place(11) != 1 || tab.Waiting().Place(12) != 2 {
					t.Error("the waiting list is not 11, 12")
				}
			}),
			no(Event{Kind: Call, Seat: -1}),
			yes(Event{Kind: Leave, Player: 4}),         // seat 4 opens
			yes(Event{Kind: Move, Player: 7, Seat: 3}), // a seated player takes it
			yes(Event{Kind: Call, Seat: -1}),           // the player on the list gets the seat left over
			has(func(t *testing.T, tab *Table) {
				if tab.Find(7) != 3 || tab.Find(11) != 6 || tab.Waiting().Place(12) != 1 {
					t.Errorf("7 in seat %d, 11 in seat %d", tab.Find(7)+1, tab.Find(11)+1)
				}
			}),
		},
	},
	{
		ids: "omaha-cash.seats.transfer", seated: 9,
		steps: []step{
			yes(joins(11, 10000)), yes(Event{Kind: Transfer, Player: 12, Seat: -1, Amount: 10000}),
			yes(Event{Kind: Leave, Player: 5}), yes(Event{Kind: Call, Seat: -1}),
			has(func(t *testing.T, tab *Table) {
				if tab.Find(12) != 4 || tab.Waiting().Place(11) != 1 {
					t.Error("the transfer is not served first")
				}
			}),
		},
	},
	{
		ids: "omaha-cash.switch", config: two(true),
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)),
			no(Event{Kind: Change, Game: 1}),
			yes(Event{Kind: Agree, Player: 1, Game: 1}), yes(Event{Kind: Agree, Player: 2, Game: 1}),
			{play: 1, check: playing(0)},
			yes(Event{Kind: Agree, Player: 3, Game: 1}),
			{play: 1, check: playing(1)},
		},
	},
	{
		ids: "angies.dealers-choice.when elresbalon.fee.ante elresbalon.fee.before", config: two(false),
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)),
			{play: 1},
			has(func(t *testing.T, tab *Table) {
				if _, err := tab.Next(); err != nil {
					t.Fatal(err)
				}
			}),
			no(Event{Kind: Change, Choose: true}), no(Event{Kind: Change, Game: 1}), no(Event{Kind: Post}),
		},
	},
	{
		ids:    "angies.dealers-choice.chooser angies.dealers-choice.rotate angies.stud-choice.2 house004.house.1c",
		config: func(c *Config) { two(false)(c); c.Choice = MustChoose },
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)),
			has(func(t *testing.T, tab *Table) {
				if _, err := tab.Next(); err != ErrNoChoice {
					t.Errorf("dealt without a choice: %v", err)
				}
			}),
			no(Event{Kind: Choose, Player: 2, Game: 1}),
			{do: Event{Kind: Choose, Player: 1, Game: 1}, play: 1, check: playing(1)},
			no(Event{Kind: Choose, Player: 1, Game: 1}),
			{do: Event{Kind: Choose, Player: 2, Game: 0}, play: 1, check: playing(0)},
		},
	},
	{
		ids:    "house004.house.1c",
		config: func(c *Config) { two(false)(c); c.Choice = MayChoose },
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)),
			{do: Event{Kind: Choose, Player: 1, Game: 1}, play: 1, check: playing(1)},
			{play: 1, check: playing(1)}, // the same game continues
		},
	},
	{
		ids: "omaha-casino.table.nine",
		steps: []step{
			yes(joins(1, 10000)), no(Event{Kind: Join, Player: 2, Seat: 9, Amount: 10000}),
			yes(Event{Kind: Join, Player: 2, Seat: 8, Amount: 10000}),
		},
	},
	{
		ids: "omaha-casino.round.1 omaha-casino.round.1a omaha-casino.round.2 omaha-casino.round.2c omaha-casino.round.4 sanrafael.holdem.button house004.holdem.button",
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)),
			{play: 4, check: places(4, 1, 2)},
			{play: 1, check: places(1, 2, 3)},
		},
	},
	{
		ids: "elresbalon.fcs.button-start elresbalon.fcs.button house004.house.1a",
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)),
			{play: 1, check: places(1, 2, 3)},
			{play: 1, check: places(2, 3, 4)},
			{play: 3, check: places(1, 2, 3)},
		},
	},
	{
		ids:    "house004.holdem.18a house004.holdem.18b",
		config: func(c *Config) { c.Button = DeadButton },
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)),
			{play: 1},
			yes(Event{Kind: SitOut, Player: 4}),
			{play: 2},
			{do: Event{Kind: Return, Player: 4}, check: func(t *testing.T, tab *Table) {
				d := callDown(t, tab)
				want := []hand.Post{{Seat: 3, Amount: 100, Dead: true}, {Seat: 3, Amount: 200}}
				if len(d.Setup.Posts) != 2 || d.Setup.Posts[0] != want[0] || d.Setup.Posts[1] != want[1] {
					t.Errorf("posts %v, want %v", d.Setup.Posts, want)
				}
			}},
		},
	},
	{
		ids:    "house004.holdem.18c",
		config: func(c *Config) { c.Button = DeadButton },
		steps: []step{
			yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)),
			{play: 1},
			{do: Event{Kind: Join, Player: 5, Seat: 3, Amount: 10000, Wait: true}},
			{do: Event{Kind: Join, Player: 6, Seat: 4, Amount: 10000}, check: func(t *testing.T, tab *Table) {
				d := callDown(t, tab) // 5 has the big blind in turn
				if len(d.Setup.Posts) != 1 || d.Setup.Posts[0] != (hand.Post{Seat: 4, Amount: 200}) || at(tab)[2] != 5 {
					t.Errorf("posts %v, big blind of player %d", d.Setup.Posts, at(tab)[2])
				}
			}},
		},
	},
	{
		ids:    "house004.buyin.short-low house004.buyin.table",
		config: func(c *Config) { c.Games[0].Min, c.Games[0].Max, c.Games[0].ShortBelow = 4000, 0, 1500 }, stakes: "3-6 blinds 1/3",
		steps: []step{
			no(joins(1, 3900)), yes(joins(1, 4000)),
			{do: buys(1, 1400), check: short(true)},
			no(buys(1, 1400)),
			{do: buys(1, 1500), check: short(true)},
			{do: buys(1, 4000), check: short(false)},
			{do: buys(1, 1400), check: short(true)},
		},
	},
	{
		ids: "elresbalon.fee.when elresbalon.fee.rate elresbalon.fcs.fee-time", config: timed(TimeFee{Amount: 100, Period: 900}),
		steps: []step{
			yes(clock(20, 0)), yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)), yes(joins(5, 10000)),
			{play: 1},
			{do: clock(20, 15), check: house(500)},
			{do: clock(20, 45), check: house(1500)},
		},
	},
	{
		ids: "elresbalon.fee.rate", config: timed(TimeFee{Amount: 400, Period: 3600}),
		steps: []step{
			yes(clock(20, 0)), yes(joins(1, 10000)), yes(joins(2, 10000)),
			{play: 1},
			{do: clock(20, 59), check: house(0)},
			{do: clock(21, 0), check: house(800)},
		},
	},
	{
		ids: "omaha-casino.fee.half-hour", config: timed(casinoTime(600)),
		steps: []step{
			yes(clock(19, 0)), yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)), yes(joins(5, 10000)), yes(joins(6, 10000)),
			{play: 1},
			{do: clock(19, 30), check: house(3600)},
		},
	},
	{
		ids: "omaha-casino.fee.first-free", config: timed(casinoTime(600)),
		steps: []step{
			yes(clock(19, 10)), yes(joins(1, 10000)), yes(joins(2, 10000)),
			{play: 1},
			{do: clock(19, 30), check: house(0)},
			{do: clock(20, 0), check: house(1200)},
		},
	},
	{
		ids: "omaha-casino.fee.seated-middle", config: timed(casinoTime(700)),
		steps: []step{
			yes(clock(18, 30)), yes(joins(1, 10000)), yes(joins(2, 10000)),
			{play: 1},
			{do: clock(19, 0), check: house(1400)},
			yes(clock(19, 10)), yes(joins(3, 10000)),
			{do: clock(19, 30), check: paid(3, 700)},
			yes(clock(19, 40)), yes(joins(4, 10000)),
			{do: clock(20, 0), check: paid(4, 0)},
			{do: clock(20, 30), check: paid(4, 700)},
		},
	},
	{
		ids: "omaha-casino.fee.table-time", config: func(c *Config) { timed(casinoTime(2000))(c); c.MaxSeats = 9 },
		steps: []step{
			yes(clock(19, 30)), yes(joins(1, 10000)), yes(joins(2, 10000)), yes(joins(3, 10000)), yes(joins(4, 10000)), yes(joins(5, 10000)),
			yes(joins(6, 10000)), yes(joins(7, 10000)), yes(joins(8, 10000)), yes(joins(9, 10000)),
			{play: 1},
			{do: clock(20, 0), check: house(18000)},
		},
	},
}

func yes(e Event) step { return step{do: e} }
func no(e Event) step  { return step{do: e, refuse: true} }
func has(f func(*testing.T, *Table)) step {
	return step{do: Event{Kind: Tick}, check: f}
}

// TestBounds: an amount beyond what can be counted is refused at the bound and changes nothing.
func TestBounds(t *testing.T) {
	cfg := config(t, "nl 1-2")
	cfg.Games[0].Max = 0
	tab := open(t, cfg)
	refused(t, tab, joins(1, MaxBought+1))
	apply(t, tab, joins(1, MaxBought-10_000))
	refused(t, tab, joins(2, 10_001))
	refused(t, tab, buys(1, 10_001))
	apply(t, tab, joins(2, 6_000), buys(1, 4_000))
	refused(t, tab, buys(1, 1))
	refused(t, tab, Event{Kind: Tick, At: maxTick + 1})
	apply(t, tab, Event{Kind: Tick, At: maxTick}, Event{Kind: Tick, At: 2 * maxTick})
	if d, err := tab.Next(); err != nil {
		t.Error(err)
	} else if err := new(hand.Hand).Start(&d.Setup); err != nil {
		t.Error(err)
	}
}

func joins(p Player, amount int64) Event {
	return Event{Kind: Join, Player: p, Seat: -1, Amount: amount}
}
func buys(p Player, amount int64) Event { return Event{Kind: Buy, Player: p, Amount: amount} }
func clock(hour, minute int64) Event    { return Event{Kind: Tick, At: hour*3600 + minute*60} }

func buyIn(least, most int64) func(*Config) {
	return func(c *Config) { c.Games[0].Min, c.Games[0].Max = least, most }
}

func hourLater(c *Config) {
	buyIn(20000, 100000)(c)
	c.Cashout = Cashout{All: true, Wait: 3600}
}

func two(unanimous bool) func(*Config) {
	return func(c *Config) {
		c.Games = append(c.Games, c.Games[0])
		c.Unanimous = unanimous
		c.Postings = []Posting{{Name: "A"}}
	}
}

func timed(f TimeFee) func(*Config) {
	return func(c *Config) { c.Postings = []Posting{{Name: "time", Time: &f}} }
}

func casinoTime(amount int64) TimeFee {
	return TimeFee{Amount: amount, Period: 1800, FirstFree: true, JoinEvery: 3600, JoinAt: 1800}
}

func playing(game int) func(*testing.T, *Table) {
	return func(t *testing.T, tab *Table) {
		if tab.Game() != game {
			t.Errorf("game %d is played, want %d", tab.Game(), game)
		}
	}
}

func places(p ...Player) func(*testing.T, *Table) {
	return func(t *testing.T, tab *Table) {
		if got := at(tab); got != [3]Player(p) {
			t.Errorf("button and blinds %v, want %v", got, p)
		}
	}
}

func short(want bool) func(*testing.T, *Table) {
	return func(t *testing.T, tab *Table) {
		if tab.Seat(0).Short != want {
			t.Errorf("short buy: %v, want %v", !want, want)
		}
	}
}

func house(want int64) func(*testing.T, *Table) {
	return func(t *testing.T, tab *Table) {
		if got := tab.House().Time; got != want {
			t.Errorf("the house has %d by the clock, want %d", got, want)
		}
	}
}

func paid(p Player, want int64) func(*testing.T, *Table) {
	return func(t *testing.T, tab *Table) {
		if got := 10000 - tab.Seat(tab.Find(p)).Stack; got != want {
			t.Errorf("player %d has paid %d, want %d", p, got, want)
		}
	}
}

// TestClauses runs every script of clauses.
func TestClauses(t *testing.T) {
	for _, c := range clauses {
		t.Run(c.ids, func(t *testing.T) {
			stakes := c.stakes
			if stakes == "" {
				stakes = "nl 1-2"
			}
			cfg := config(t, stakes)
			cfg.Owed = !c.free
			if c.config != nil {
				c.config(cfg)
			}
			tab := open(t, cfg)
			join(t, tab, c.seated, 10000)
			for i, s := range c.steps {
				switch {
				case s.do == Event{} || s.do == Event{Kind: Tick}: // only hands or a check
				case s.refuse:
					refused(t, tab, s.do)
				default:
					if err := tab.Apply(s.do); err != nil {
						t.Fatalf("step %d: %v", i+1, err)
					}
				}
				for range s.play {
					callDown(t, tab)
				}
				if s.check != nil {
					s.check(t, tab)
				}
			}
		})
	}
}

// TestLiveHand: a player may cash out after folding, but not while their hand is live.
// [omaha-cash.cashout.free, omaha-cash.seats.move]
func TestLiveHand(t *testing.T) {
	tab := open(t, config(t, "nl 1-2"))
	join(t, tab, 3, 10000)
	d, err := tab.Next()
	if err != nil {
		t.Fatal(err)
	}
	var h hand.Hand
	if err := h.Start(&d.Setup); err != nil {
		t.Fatal(err)
	}
	out := Event{Kind: CashOut, Player: 1}
	if tab.ApplyDuring(out, &h) == nil || tab.Apply(out) == nil || tab.Apply(Event{Kind: Move, Player: 2, Seat: 7}) == nil {
		t.Error("accepted while the hand is live")
	}
	if err := h.Apply(hand.Action{Kind: hand.Fold, Seat: h.Pending().Seat}); err != nil {
		t.Fatal(err)
	}
	if err := tab.ApplyDuring(Event{Kind: Leave, Player: 1}, &h); err != nil {
		t.Fatal(err)
	}
	for q := h.Pending(); q != nil; q = h.Pending() {
		if err := h.Apply(passive(q)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Finish(&h); err != nil {
		t.Fatal(err)
	}
	if !tab.Conserved() || tab.Cashed() != 10000 || tab.Find(1) >= 0 {
		t.Errorf("cashed %d, player 1 in seat %d", tab.Cashed(), tab.Find(1)+1)
	}
}

// TestOffered: hours that end after midnight belong to the day they begin.
// [sanrafael.cal22.20, sanrafael.holdem.hours, sanrafael.omaha.hours]
func TestOffered(t *testing.T) {
	const h = 3600
	weekdays := Hours{Days: [7]bool{true, true, true, true, true, true, false}, Open: 17 * h, Close: 26 * h}
	thursday := Hours{Days: [7]bool{3: true}, Open: 19 * h, Close: 26 * h}
	omaha := Hours{Days: [7]bool{0: true, 3: true, 6: true}, Open: 18 * h, Close: 26 * h}
	for _, c := range []struct {
		hours Hours
		day   int
		at    int64
		want  bool
	}{
		{weekdays, 6, 18 * h, false},
		{weekdays, 6, h + 1800, true},
		{weekdays, 0, h, false},
		{thursday, 4, h, true},
		{thursday, 4, 20 * h, false},
		{omaha, 1, h + 1800, true},
		{omaha, 1, 19 * h, false},
	} {
		if got := c.hours.Offered(c.day, c.at); got != c.want {
			t.Errorf("%v on day %d at %d: %v", c.hours, c.day, c.at/h, got)
		}
	}
}

// TestPostings: what may be posted together. [omaha-casino.fee.rule.4, omaha-casino.fee.rule.6,
// elresbalon.fee.no-percent]
func TestPostings(t *testing.T) {
	hands := func(rates ...Rate) Posting { return Posting{Hands: []Collection{{Rates: rates}}} }
	mixed := hands(Rate{Players: 9, Amount: 800})
	mixed.Time = &TimeFee{Amount: 800, Period: 1800}
	for _, c := range []struct {
		name string
		p    Posting
		ok   bool
	}{
		{"3, 12, 20", hands(Rate{Players: 4, Amount: 400}, Rate{Players: 6, Amount: 600}, Rate{Players: 9, Amount: 800}), true},
		{"3, 4", hands(Rate{Players: 9, Amount: 800}, Rate{Players: 9, Amount: 700}), false},
		{"3, 25", mixed, false},
		{"five rates", hands(Rate{Players: 2, Amount: 1}, Rate{Players: 3, Amount: 2}, Rate{Players: 4, Amount: 3}, Rate{Players: 5, Amount: 4}, Rate{Players: 6, Amount: 5}), true},
		{"six rates", hands(Rate{Players: 2, Amount: 1}, Rate{Players: 3, Amount: 2}, Rate{Players: 4, Amount: 3}, Rate{Players: 5, Amount: 4}, Rate{Players: 6, Amount: 5}, Rate{Players: 7, Amount: 6}), false},
	} {
		if err := c.p.Validate(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestNoFeeDuringAHand: during a hand the clock runs and nobody pays; what is due is paid when the
// hand is over.
func TestNoFeeDuringAHand(t *testing.T) {
	cfg := config(t, "nl 1-2")
	timed(TimeFee{Amount: 100, Period: 900})(cfg)
	tab := open(t, cfg)
	apply(t, tab, joins(1, 10000), joins(2, 10000))
	d, err := tab.Next()
	if err != nil {
		t.Fatal(err)
	}
	var h hand.Hand
	if err := h.Start(&d.Setup); err != nil {
		t.Fatal(err)
	}
	apply(t, tab, clock(0, 35))
	house(0)(t, tab)
	for h.Pending() != nil {
		if err := h.Apply(hand.Action{Seat: h.Pending().Seat, Kind: hand.Fold}); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Finish(&h); err != nil {
		t.Fatal(err)
	}
	house(400)(t, tab)
}
