package table

import (
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// TestPositions plays hands with players coming and going, and checks who has
// the button, the small blind and the big blind in each; 0 is nobody.
func TestPositions(t *testing.T) {
	sitOut := func(p Player) Event { return Event{Kind: SitOut, Player: p} }
	back := func(p Player, wait bool) Event { return Event{Kind: Return, Player: p, Wait: wait} }
	type hand struct {
		before []Event
		want   [3]Player
		posts  int // besides the blinds
	}
	for _, c := range []struct {
		name   string
		button ButtonPolicy
		owed   bool
		seats  int
		hands  []hand
	}{
		{"round the table", MovingButton, true, 3, []hand{
			{nil, [3]Player{1, 2, 3}, 0}, {nil, [3]Player{2, 3, 1}, 0}, {nil, [3]Player{3, 1, 2}, 0}, {nil, [3]Player{1, 2, 3}, 0},
		}},
		{"two players", DeadButton, true, 2, []hand{
			{nil, [3]Player{1, 1, 2}, 0}, {nil, [3]Player{2, 2, 1}, 0}, {nil, [3]Player{1, 1, 2}, 0},
		}},
		{"dead small blind, then dead button", DeadButton, true, 5, []hand{
			{nil, [3]Player{1, 2, 3}, 0},
			{[]Event{{Kind: Leave, Player: 3}}, [3]Player{2, 0, 4}, 0},
			{nil, [3]Player{0, 4, 5}, 0},
			{nil, [3]Player{4, 5, 1}, 0},
		}},
		{"the small blind leaves, dead button", DeadButton, true, 4, []hand{
			{nil, [3]Player{1, 2, 3}, 0},
			{[]Event{{Kind: Leave, Player: 2}}, [3]Player{0, 3, 4}, 0},
		}},
		{"missed both, posts both", DeadButton, true, 4, []hand{
			{nil, [3]Player{1, 2, 3}, 0},
			{[]Event{sitOut(4)}, [3]Player{2, 3, 1}, 0},
			{nil, [3]Player{3, 1, 2}, 0},
			{[]Event{back(4, false)}, [3]Player{1, 2, 3}, 2}, // behind the button again, before the big blind comes
		}},
		{"missed both, waits", DeadButton, true, 4, []hand{
			{nil, [3]Player{1, 2, 3}, 0},
			{[]Event{sitOut(4)}, [3]Player{2, 3, 1}, 0},
			{[]Event{back(4, true)}, [3]Player{3, 1, 2}, 0},
			{nil, [3]Player{1, 2, 3}, 0},
			{nil, [3]Player{2, 3, 4}, 0},
		}},
		{"nothing is owed", MovingButton, false, 4, []hand{
			{nil, [3]Player{1, 2, 3}, 0},
			{[]Event{sitOut(4)}, [3]Player{2, 3, 1}, 0},
			{[]Event{back(4, false)}, [3]Player{3, 4, 1}, 0},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(t, "nl 1-2")
			cfg.Button, cfg.Owed = c.button, c.owed
			tab := open(t, cfg)
			join(t, tab, c.seats, 10000)
			for i, h := range c.hands {
				apply(t, tab, h.before...)
				d := fold(t, tab)
				if got := at(tab); got != h.want {
					t.Errorf("hand %d: button and blinds %v, want %v", i+1, got, h.want)
				}
				if len(d.Setup.Posts) != h.posts {
					t.Errorf("hand %d: posts %v, want %d", i+1, d.Setup.Posts, h.posts)
				}
			}
		})
	}
}

func TestHighestCard(t *testing.T) {
	cs, err := cards.Read("9dKcKs2h")
	if err != nil {
		t.Fatal(err)
	}
	if got := highestCard(cs); got != 2 {
		t.Errorf("card %d of 9d Kc Ks 2h, want the third", got+1)
	}
	cfg := config(t, "nl 1-2")
	cfg.First = HighCard
	seen := map[Player]bool{}
	for seed := range uint64(40) {
		tab, err := cfg.Open(seed)
		if err != nil {
			t.Fatal(err)
		}
		join(t, &tab, 4, 10000)
		fold(t, &tab)
		seen[at(&tab)[0]] = true
	}
	if len(seen) != 4 {
		t.Errorf("first buttons in forty draws: %v, want all four", seen)
	}
}

// TestWithinWalks compares within and between with a walk clockwise from one seat to another.
func TestWithinWalks(t *testing.T) {
	for from := range MaxSeats {
		for to := range MaxSeats {
			way := betting.Bit(from)
			for k := from; k != to; way |= betting.Bit(k) {
				k = (k + 1) % MaxSeats
			}
			for k := range MaxSeats {
				if got := within(k, from, to); got != way.Has(k) {
					t.Errorf("seat %d from %d to %d: %t", k, from, to, got)
				}
			}
			if got, want := between(1<<MaxSeats-1, from, to), way&^(betting.Bit(from)|betting.Bit(to)); got != want {
				t.Errorf("between %d and %d: %b, want %b", from, to, got, want)
			}
		}
	}
}

// TestBlindsOfEachKind checks who has the button and the blinds where the button posts the small blind or, with two players, the big
// one; where the button leads; and when two players are left.
func TestBlindsOfEachKind(t *testing.T) {
	sitOut := func(p Player) Event { return Event{Kind: SitOut, Player: p} }
	leave := func(p Player) Event { return Event{Kind: Leave, Player: p, Seat: -1} }
	back := func(p Player, wait bool) Event { return Event{Kind: Return, Player: p, Wait: wait} }
	literal := []plan.Forced{{Amount: plan.SmallBlind, Left: 1, HeadsUp: 1}, {Amount: plan.BigBlind, Left: 2}}
	onButton := []plan.Forced{{Amount: plan.SmallBlind}, {Amount: plan.BigBlind, Left: 1, HeadsUp: 1}}
	type hand struct {
		before []Event
		want   [3]Player
		dealt  int
	}
	for _, c := range []struct {
		name   string
		forced []plan.Forced
		seats  int
		change func(*Config)
		hands  []hand
	}{
		{"the button has the big blind of two", literal, 2, func(*Config) {}, []hand{
			{nil, [3]Player{1, 2, 1}, 2}, {nil, [3]Player{2, 1, 2}, 2},
		}},
		{"nothing is owed", literal, 2, func(c *Config) { c.Owed = false }, []hand{
			{nil, [3]Player{1, 2, 1}, 2}, {nil, [3]Player{2, 1, 2}, 2},
		}},
		{"the button leads", literal, 2, func(c *Config) { c.ButtonLeads = true }, []hand{
			{nil, [3]Player{1, 2, 1}, 2}, {nil, [3]Player{2, 1, 2}, 2}, {nil, [3]Player{1, 2, 1}, 2},
		}},
		{"two are left, and nobody has the big blind twice", nil, 3, func(c *Config) { c.Owed = false }, []hand{
			{nil, [3]Player{1, 2, 3}, 3}, {[]Event{leave(1)}, [3]Player{3, 3, 2}, 2},
		}},
		{"the button posts the small blind", onButton, 3, func(c *Config) { c.Owed = false }, []hand{
			{nil, [3]Player{1, 1, 2}, 3}, {nil, [3]Player{2, 2, 3}, 3},
		}},
		{"who waits comes in with the big blind", nil, 4, func(c *Config) { c.ButtonLeads = true }, []hand{
			{nil, [3]Player{1, 2, 3}, 4},
			{[]Event{sitOut(4)}, [3]Player{2, 3, 1}, 3},
			{[]Event{back(4, true)}, [3]Player{3, 1, 2}, 3},
			{nil, [3]Player{1, 2, 3}, 3},
			{nil, [3]Player{2, 3, 4}, 4},
		}},
		{"who owes blinds has the button that names the game", nil, 4, func(c *Config) {
			c.Choice = MayChoose
			other := c.Games[0]
			c.Games = append(c.Games, other)
		}, []hand{
			{nil, [3]Player{1, 2, 3}, 4},
			{nil, [3]Player{2, 3, 4}, 4},
			{[]Event{sitOut(1)}, [3]Player{3, 4, 2}, 3},
			{nil, [3]Player{4, 2, 3}, 3},
			{[]Event{back(1, false)}, [3]Player{1, 2, 3}, 4},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(t, "nl 1-2")
			if c.forced != nil {
				g := holdem()
				g.Forced = c.forced
				cfg.Games[0].Plan = bind(t, g, "nl 1-2")
			}
			cfg.Button = MovingButton
			c.change(cfg)
			tab := open(t, cfg)
			join(t, tab, c.seats, 10000)
			for i, h := range c.hands {
				apply(t, tab, h.before...)
				d := fold(t, tab)
				if got := at(tab); got != h.want || len(d.Seats) != h.dealt {
					t.Errorf("hand %d: button and blinds %v of %d, want %v of %d", i+1, got, len(d.Seats), h.want, h.dealt)
				}
			}
		})
	}
}

// TestPotStays checks that what a hand has left is in the pot of the next one.
func TestPotStays(t *testing.T) {
	tab := open(t, config(t, "nl 1-2"))
	join(t, tab, 3, 10000)
	tab.pot = 700
	d, err := tab.Next()
	if err != nil || d.Setup.Carried != 700 {
		t.Errorf("%d are in the pot, want 700; %v", d.Setup.Carried, err)
	}
}
