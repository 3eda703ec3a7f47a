package protocol_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// gameOf returns a game at its default stakes.
func gameOf(t *testing.T, id string) *plan.AtStakes {
	t.Helper()
	for _, b := range everyGame(t) {
		if b.Game.ID == id {
			return b
		}
	}
	t.Fatalf("no game %s", id)
	return nil
}

// dealt returns a hand dealt from a deck whose first cards are known.
func dealt(t *testing.T, id string, seats int, deck string) *live.Hand {
	t.Helper()
	s := setup(gameOf(t, id), seats, 0)
	s.Button = seats - 1
	s.Stacks = slices.Repeat([]int64{1000 * s.Plan.Stakes.Scale}, seats)
	s.Deck = cards.MustParse(deck)
	s.Deck = append(s.Deck, ((cards.Deck{}).Set() &^ cards.SetOf(s.Deck...)).Cards()...)
	h, err := live.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// asked returns the odds from a seat's view for a request in words.
func asked(t *testing.T, h *live.Hand, v live.View, words string) (*live.Odds, error) {
	t.Helper()
	ask, err := live.ReadOdds(strings.Fields(words), v)
	if err != nil {
		return nil, err
	}
	return h.Odds(context.Background(), v, ask.Effort(odds.Effort{Samples: 1000, Enough: 2_000_000}), ask)
}

// TestOddsOfRanges checks that a seat that gives an opponent a range gets the
// engine's result for its own cards against that range, and that the opponent's
// actual cards make no difference.
func TestOddsOfRanges(t *testing.T) {
	v := live.View{Seat: 0, Width: 80}
	list, err := (cards.Deck{}).ParseRange("QQ+,AKs:0.5", 2)
	if err != nil {
		t.Fatal(err)
	}
	h := dealt(t, "mixed/nt", 2, "AsKh 2c7d")
	mine := h.State().Hole(0)
	show := h.State().Plan().Game.Steps[len(h.State().Plan().Game.Steps)-1].Show
	q := &odds.Question{Show: show, ToBoard: 5, Hands: []odds.Hand{{Cards: mine}, {Range: list}}}
	want, err := q.Compute(context.Background(), odds.Effort{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"QQ+,AKs:0.5", "2=QQ+,AKs:0.5", "exact 2=QQ+,AKs:0.5", "qq+,aks:.5 exact"} {
		o, err := asked(t, h, v, words)
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		if !o.Exact || math.Abs(o.Hands[0].Equity-want.Hands[0].Equity) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", words, o.Hands, want.Hands)
		}
	}
	o, err := asked(t, h, v, "QQ+")
	if err != nil || !strings.HasSuffix(strings.Join(strings.Fields(o.String()), " "), "; seat 2 has QQ+") {
		t.Errorf("%v: %s", err, o)
	}
	three := dealt(t, "mixed/nt", 3, "AsKh 2c7d 9s9d")
	if o, err = asked(t, three, v, "KK exact"); err != nil || !strings.Contains(strings.Join(strings.Fields(o.String()), " "), "; seat 2, seat 3 have KK") || !o.Exact {
		t.Errorf("%v: %s", err, o)
	}
	if o, err = asked(t, three, v, "QQ+ 3=22"); err != nil || !slices.Equal(o.Given, []string{"", "QQ+", "22"}) {
		t.Errorf("%v: %+v", err, o)
	}
	named := live.View{Seat: 0, Width: 80, Style: speech.Style{Names: []string{"Ann", "Bob", "Cy"}}}
	if o, err = asked(t, three, named, "bob=QQ+ 50"); err != nil || !slices.Equal(o.Given, []string{"", "QQ+", ""}) || o.Boards != 50 {
		t.Errorf("%v: %+v", err, o)
	}
}

// TestOddsOfStudRanges checks that in stud a range describes the first three
// cards: the exposed ones must be among them, and later cards are added.
func TestOddsOfStudRanges(t *testing.T) {
	h := dealt(t, "mixed/f7s", 2, "AsKh 2c7d Qd9s")
	v := live.View{Seat: 0, Width: 80}
	for range 12 { // on to the fourth card
		d := h.Pending()
		if d == nil || len(h.State().Hole(0)) > 3 {
			break
		}
		for _, kind := range []hand.ActionKind{hand.Check, hand.Call, hand.BringIn} {
			if _, err := h.Do(hand.Action{Kind: kind, Seat: d.Seat}); err == nil {
				break
			}
		}
	}
	if len(h.State().Hole(0)) != 4 {
		t.Fatalf("%d cards", len(h.State().Hole(0)))
	}
	his := h.State().Hole(1)
	door := his[2].String()
	if _, err := asked(t, h, v, "[AKQJT98765432]"+door+"xx 20"); err == nil {
		t.Error("a range of four cards where three are dealt first")
	}
	o, err := asked(t, h, v, door[:1]+door[:1]+"x 20")
	if err != nil || o.Boards != 20 || o.Exact {
		t.Errorf("%v: %+v", err, o)
	}
	other := "2"
	if door[0] == '2' || his[3].String()[0] == '2' {
		other = "3"
	}
	_, err = asked(t, h, v, other+"c"+other+"d"+other+"h 20")
	if r := diag.AsRefused(err); r == nil || !strings.Contains(r.Msg, "has the cards that seat 2 shows") {
		t.Errorf("a range without the card that is shown: %v", err)
	}
}

func TestOddsRefused(t *testing.T) {
	h := dealt(t, "mixed/nt", 3, "AsKh 2c7d 9s9d")
	v := live.View{Seat: 0, Width: 80}
	all := live.View{Seat: live.AllCards, Width: 80}
	for _, tt := range []struct {
		v           live.View
		words, want string
	}{
		{v, "0", `"0" is not a number of deals`},
		{v, "-3", `"-3" is not a number of deals`},
		{v, "many", `"many": neither cards (AsKd) nor a range`},
		{v, "QQ+ 22+", `"QQ+" and "22+": one range is for all seats whose cards you cannot see`},
		{v, "2=QQ 2=AA", "seat 2 has two ranges"},
		{v, "Zoe=QQ", `"Zoe" is not a seat`},
		{v, "0=QQ", `"0" is not a seat`},
		{v, "9=QQ", "seat 9 is not in the hand"},
		{v, "1=QQ", "you can see the cards of seat 1"},
		{v, "2=" + cards.Format(h.State().Hole(0)), "every hand in its range has a card that is already in use"},
		{v, "2=QQQ", "3 cards, but a hand here has 2"},
		{v, "exact 50", "odds are exact or from a number of deals, not both"},
		{all, "QQ", "you can see the cards of every seat that is in"},
		{all, "2=QQ", "you can see the cards of seat 2"},
	} {
		_, err := asked(t, h, tt.v, tt.words)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("odds %s: %v, want %s", tt.words, err, tt.want)
		}
	}
}

// TestOddsSayCardsAsTheTable checks that what a hand throws away is said with the signs of the table.
func TestOddsSayCardsAsTheTable(t *testing.T) {
	h := dealt(t, "mixed/n2l1d", 2, "2h9h3c8c4d7d5s4sKhTc") // seat by seat, card by card
	var out strings.Builder
	d := &live.Desk{Hand: h, View: live.View{Seat: live.AllCards, Style: speech.Style{SuitSymbols: true}}, Out: &out}
	if err := d.ShowOdds(context.Background(), "draw low"); err != nil || !strings.Contains(out.String(), "throws away K♥") {
		t.Errorf("the odds are %v\n%s", err, out.String())
	}
}
