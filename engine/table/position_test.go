package table

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/seating"
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
			way := seating.Bit(from)
			for k := from; k != to; way |= seating.Bit(k) {
				k = (k + 1) % MaxSeats
			}
			for k := range MaxSeats {
				if got := within(k, from, to); got != way.Has(k) {
					t.Errorf("seat %d from %d to %d: %t", k, from, to, got)
				}
			}
			if got, want := between(1<<MaxSeats-1, from, to), way&^(seating.Bit(from)|seating.Bit(to)); got != want {
				t.Errorf("between %d and %d: %b, want %b", from, to, got, want)
			}
		}
	}
}
