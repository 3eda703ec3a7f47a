package table

import (
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
)

// When no hand can be dealt, nobody has the button and nobody chooses the game.
func TestNobodyChooses(t *testing.T) {
	tab := open(t, twoGames(t))
	apply(t, tab, Event{Kind: Change, Game: 0, Choose: true})
	refuse := func(p Player) {
		t.Helper()
		if got := said(tab.Apply(Event{Kind: Choose, Player: p})); got != "they do not have the button" {
			t.Errorf("player %d: %q", p, got)
		}
	}
	if p := tab.Chooser(); p != 0 {
		t.Errorf("at an empty table player %d chooses", p)
	}
	refuse(0)
	refuse(1)
	apply(t, tab, Event{Kind: Join, Player: 7, Seat: -1, Amount: 4000})
	refuse(0)
	refuse(7) // alone
	apply(t, tab, Event{Kind: Join, Player: 8, Seat: -1, Amount: 4000})
	p := tab.Chooser()
	if p != 7 && p != 8 {
		t.Fatalf("player %d chooses", p)
	}
	refuse(15 - p)
	apply(t, tab, Event{Kind: Choose, Player: p, Game: 1})
	d, err := tab.Next()
	if err != nil {
		t.Fatal(err)
	}
	if d.Game != 1 || len(d.Notes) != 1 || d.Notes[0] != "the button chooses Hold'em" {
		t.Errorf("game %d, notes %q", d.Game+1, d.Notes)
	}
}

// The last vote of a player counts, for one game only, until the switch.
func TestVoteForAnother(t *testing.T) {
	c := twoGames(t)
	c.Games = append(c.Games, Offer{Plan: bind(t, holdem(), "4-8"), Min: 1000})
	tab := open(t, c)
	join(t, tab, 2, 4000)
	agree := func(p Player, game int16, want Vote, playing int16) {
		t.Helper()
		apply(t, tab, Event{Kind: Agree, Player: p, Game: game})
		if tab.Votes() != want || tab.game != playing {
			t.Errorf("votes %+v, game %d; want %+v and %d", tab.Votes(), tab.game, want, playing)
		}
	}
	agree(1, 1, Vote{Game: 1, Yes: betting.Bit(0)}, 0)
	agree(2, 2, Vote{Game: 1, Yes: betting.Bit(0)}, 0)
	agree(1, 2, Vote{Game: 2, Yes: betting.Bit(0) | betting.Bit(1)}, 0)
	agree(1, 1, Vote{Game: 1, Yes: betting.Bit(0)}, 0)
	apply(t, tab, Event{Kind: Withdraw, Player: 2})
	refused(t, tab, Event{Kind: Withdraw, Player: 2})
	agree(2, 1, Vote{Game: 1, Yes: betting.Bit(0) | betting.Bit(1)}, 0)
	if again, err := c.Restore(tab.Save()); err != nil || again != *tab {
		t.Errorf("votes are not restored: %v", err)
	}
	fold(t, tab)
	if tab.game != 1 || tab.Votes() != (Vote{}) {
		t.Errorf("game %d, votes %+v after everybody agreed", tab.game, tab.Votes())
	}
}

// The table forgets its record of a player when they return.
func TestBackAndForgotten(t *testing.T) {
	c := twoGames(t)
	c.Cashout.Wait = 60
	tab := open(t, c)
	apply(t, tab, Event{Kind: Join, Player: 1, Seat: -1, Amount: 5000}, Event{Kind: Leave, Player: 1})
	if tab.pastOf(1) < 0 {
		t.Fatal("a player who leaves with chips is forgotten")
	}
	apply(t, tab, Event{Kind: Join, Player: 1, Seat: -1, Amount: 5000})
	if tab.pastOf(1) >= 0 {
		t.Error("a player who is back is remembered as one who left")
	}
}

// The cards for the button are announced before the first hand only, and the hand has the button
// where the table has it.
func TestFirstButtonIsTold(t *testing.T) {
	c := config(t, "nl 1-2")
	c.First = HighCard
	for seed := range uint64(8) {
		tab, err := c.Open(seed)
		if err != nil {
			t.Fatal(err)
		}
		join(t, &tab, 4, 10000)
		apply(t, &tab, Event{Kind: Leave, Player: 2})
		for hand := range 6 {
			d := fold(t, &tab)
			told := len(d.Notes) == 1 && strings.HasPrefix(d.Notes[0], "the cards for the button: ")
			if told != (hand == 0) || hand > 0 && len(d.Notes) > 0 {
				t.Errorf("hand %d: notes %q", hand+1, d.Notes)
			}
			if p := tab.Seat(int(d.Seats[d.Setup.Button])).Player; p != at(&tab)[0] {
				t.Errorf("hand %d: player %d has the button of the hand, player %d of the table", hand+1, p, at(&tab)[0])
			}
		}
	}
}

// When several effects raise the stakes, the highest raise applies, with its own Blind.
func TestHighestRaise(t *testing.T) {
	raise := func(num, den int64, blind bool) Effect {
		return Effect{Kind: RaiseStakes, Num: num, Den: den, Blind: blind}
	}
	for _, c := range []struct {
		effects []Effect
		want    plan.Raise
	}{
		{nil, plan.Raise{Den: 1}},
		{[]Effect{raise(2, 1, false)}, plan.Raise{Num: 2, Den: 1}},
		{[]Effect{raise(2, 1, true)}, plan.Raise{Num: 2, Den: 1, Blind: true}},
		{[]Effect{raise(2, 1, true), raise(5, 2, false)}, plan.Raise{Num: 5, Den: 2}},
		{[]Effect{raise(5, 2, false), raise(2, 1, true)}, plan.Raise{Num: 5, Den: 2}},
		{[]Effect{raise(4, 2, false), raise(2, 1, true)}, plan.Raise{Num: 4, Den: 2}}, // equally high: the first one applies
		{[]Effect{{Kind: RaiseStakes + 1, Num: 9, Den: 1}, raise(2, 1, false)}, plan.Raise{Num: 2, Den: 1}},
	} {
		if got := raiseOf(c.effects); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.effects, got, c.want)
		}
	}
}

// The clock accepts its last second and nothing after it.
func TestEndOfTheClock(t *testing.T) {
	c := twoGames(t)
	c.Start = MaxTime - 5
	tab := open(t, c)
	for _, r := range []struct {
		at   int64
		want string
	}{{MaxTime + 1, "the clock ends before that"}, {MaxTime, ""}, {MaxTime + 1, "the clock ends before that"}} {
		if got := said(tab.Apply(Event{Kind: Tick, At: r.at})); got != r.want {
			t.Errorf("tick at %d: %q, want %q", r.at, got, r.want)
		}
	}
}

// A player who cashed out exactly the maximum buy-in may come back with it. Where short buys are
// sold too, a stack may be filled up to the maximum buy-in and no further.
func TestHighestBuyIn(t *testing.T) {
	c := twoGames(t)
	c.Games[0].Max, c.Games[0].ShortBelow, c.Cashout.Wait = 10000, 4000, 60
	tab := open(t, c)
	apply(t, tab, Event{Kind: Join, Player: 1, Seat: -1, Amount: 10000}, Event{Kind: Leave, Player: 1})
	if got := said(tab.Apply(Event{Kind: Join, Player: 1, Seat: -1, Amount: 9999})); got != "they cashed out 100 and may come back with that, or later" {
		t.Error(got)
	}
	apply(t, tab, Event{Kind: Join, Player: 1, Seat: -1, Amount: 10000}, Event{Kind: CashOut, Player: 1, Amount: 5000})
	if got := said(tab.Apply(Event{Kind: Buy, Player: 1, Amount: 5001})); got != "the maximum buy-in is 100, not 100.01" {
		t.Error(got)
	}
	apply(t, tab, Event{Kind: Buy, Player: 1, Amount: 5000})
}

// After PlaceButton no seated player is new.
func TestButtonPlaced(t *testing.T) {
	tab := open(t, config(t, "nl 1-2"))
	join(t, tab, 3, 10000)
	tab.PlaceButton(1, 2, 0)
	for k := range 3 {
		if tab.Seat(k).New {
			t.Errorf("seat %d is new", k+1)
		}
	}
	if d := fold(t, tab); at(tab) != [3]Player{3, 1, 2} || len(d.Setup.Posts) != 0 {
		t.Errorf("button and blinds %v, posts %v", at(tab), d.Setup.Posts)
	}
}
