package table

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// does is a rule that has the same effects before every hand.
type does struct {
	quiet
	effects []Effect
}

func (d does) Before(*View, string) ([]Effect, error) { return d.effects, nil }

// If the rules of the table prevent a hand, it is refused and the table is unchanged, including the
// number of hands.
func TestRulesThatLetNoHandBeDealt(t *testing.T) {
	for _, x := range []struct {
		name    string
		effects []Effect
		want    string
	}{
		{"all sit out", []Effect{{Kind: Skip, Player: 1}, {Kind: Skip, Player: 2}, {Kind: Skip, Player: 3}}, "fewer than two players are ready"},
		{"one is left", []Effect{{Kind: Skip, Player: 1}, {Kind: Skip, Player: 3}}, "fewer than two players are ready"},
		{"a post of a player who is not dealt in", []Effect{{Kind: Skip, Player: 2}, {Kind: PostLive, Player: 2, Amount: 100}}, "player 2 is to post 1 and is not dealt in"},
		{"a post of a player who is not there", []Effect{{Kind: PostDead, Player: 4, Amount: 100}}, "player 4 is to post 1 and is not dealt in"},
		{"two are left", []Effect{{Kind: Skip, Player: 2}}, ""},
		{"nobody who is there is skipped", []Effect{{Kind: Skip, Player: 4}, {Kind: Owe, Player: 1, Amount: 7}}, ""},
	} {
		c := config(t, "nl 1-2")
		c.Rules = []Rule{does{effects: x.effects}}
		tab := open(t, c)
		join(t, tab, 3, 10000)
		before := *tab
		d, err := tab.Next()
		if x.want == "" {
			if err != nil || !tab.Playing() || tab.Hands() != 1 {
				t.Errorf("%s: %v, playing %t, hand %d", x.name, err, tab.Playing(), tab.Hands())
			}
			continue
		}
		if d != nil || !strings.Contains(said(err), x.want) || *tab != before || tab.Playing() {
			t.Errorf("%s: dealt %v, %v, want %q; the table is another: %t", x.name, d, err, x.want, *tab != before)
		}
	}
}

// A hand is in progress from the deal until it is finished, and only then.
func TestPlaying(t *testing.T) {
	tab := open(t, config(t, "nl 1-2"))
	join(t, tab, 2, 10000)
	if tab.Playing() {
		t.Error("a hand is on before the first deal")
	}
	if _, err := tab.Next(); err != nil || !tab.Playing() {
		t.Errorf("%v, playing %t", err, tab.Playing())
	}
	if err := tab.Apply(Event{Kind: Join, Player: 3, Seat: -1, Amount: 10000}); said(err) != errDuring.Error() {
		t.Errorf("a player sits down during a hand: %v", err)
	}
	if _, err := tab.Next(); err == nil {
		t.Error("a second hand is dealt during a hand")
	}
	tab = open(t, config(t, "nl 1-2"))
	join(t, tab, 2, 10000)
	fold(t, tab)
	if tab.Playing() {
		t.Error("a hand is on after it was finished")
	}
}

// The table deals in up to as many players as the game allows, and no more.
func TestMostPlayers(t *testing.T) {
	for n := 2; n <= 5; n++ {
		c := config(t, "nl 1-2")
		small := holdem()
		small.MaxSeats = 4
		c.Games = []Offer{{Plan: bind(t, small, "nl 1-2"), Min: 4000}, c.Games[0]}
		tab := open(t, c)
		join(t, tab, n, 10000)
		want := ""
		if n > 4 {
			want = "Hold'em is for at most 4 players, 5 are ready"
		}
		d, err := tab.Next()
		if said(err) != want || err == nil && len(d.Seats) != n {
			t.Errorf("%d players: %v, want %q", n, err, want)
		}
	}
}

// The seats of all forced bets, with two players and with more: the table decides those of the
// blinds, the game those of the others.
func TestSeatsOfForcedBets(t *testing.T) {
	for n, want := range map[int][]int8{2: {0, 1, 1}, 3: {1, 2, 2}, 4: {1, 2, 2}, 5: {1, 2, 2}} {
		g := holdem()
		g.Forced = append(g.Forced, plan.Forced{Amount: plan.Ante, Left: 2, HeadsUp: 1, Optional: true})
		c := config(t, "nl 1-2")
		c.Games[0].Plan = bind(t, g, "nl 1-2")
		tab := open(t, c)
		join(t, tab, n, 10000)
		d, err := tab.Next()
		if err != nil {
			t.Fatal(err)
		}
		b := int8(d.Setup.Button)
		var got []int8
		for _, seat := range d.Setup.ForcedSeats {
			got = append(got, (seat-b+int8(n))%int8(n))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d players: %v left of the button, want %v", n, got, want)
		}
	}
}

// The first hand begins the game, even at midnight: from then on its marks are charged, and later
// hands do not begin it again.
func TestTimeFromTheFirstHand(t *testing.T) {
	for _, start := range []int64{0, 1, 3599, 3600} {
		c := config(t, "nl 1-2")
		c.Start = start
		c.Postings = []Posting{{Name: "time", Time: &TimeFee{Name: "time", Amount: 500, Period: 3600}}}
		tab := open(t, c)
		join(t, tab, 2, 10000)
		apply(t, tab, Event{Kind: Tick, At: start})
		if tab.House().Time != 0 {
			t.Errorf("from %d: %d before a hand", start, tab.House().Time)
		}
		first := (start/3600 + 1) * 3600
		for k := range int64(3) {
			fold(t, tab)
			apply(t, tab, Event{Kind: Tick, At: first + 3600*k - 1})
			if got := tab.House().Time; got != 1000*k {
				t.Errorf("from %d, before mark %d: %d was charged, want %d", start, k+1, got, 1000*k)
			}
			apply(t, tab, Event{Kind: Tick, At: first + 3600*k})
			if got := tab.House().Time; got != 1000*(k+1) {
				t.Errorf("from %d, at mark %d: %d was charged, want %d", start, k+1, got, 1000*(k+1))
			}
		}
		if tab.began != start {
			t.Errorf("the game began at %d, want %d", tab.began, start)
		}
	}
}

// A field of an event may appear only once.
func TestFieldsTwice(t *testing.T) {
	for _, text := range []string{
		"join player=1 player=2", "join player=1 player=1", "join player=1 seat=1 amount=2 seat=2", "join player=1 wait wait", "tick at=1 at=2",
		"change game=1 choose choose", "change game=1 game=1", "buy amount=1 amount=1",
	} {
		if _, err := ParseEvent(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// winners is a rule that records who won chips.
type winners struct {
	quiet
	seats *betting.Set
}

func (w winners) After(v *View, memory string) (string, error) {
	*w.seats = v.Winners()
	return memory, nil
}

// The winners of a hand are the players who got chips from the pots, and nobody else.
func TestWinners(t *testing.T) {
	var won betting.Set
	c := config(t, "nl 1-2")
	c.Rules = []Rule{winners{seats: &won}}
	tab := open(t, c)
	join(t, tab, 4, 10000)
	d := fold(t, tab)
	if want := betting.Bit(int(d.Seats[(d.Setup.Button+2)%4])); won != want {
		t.Errorf("all folded to the big blind: the seats %b have won, want %b", won, want)
	}
}
