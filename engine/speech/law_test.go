package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestParseActions checks declarations in every form, and their actions.
func TestParseActions(t *testing.T) {
	deck := "KsQsJs Tc9c8c 7d6d5d"
	nl, fl := at(t, "nl 1-2 ante 1", deck), at(t, "2-4 ante 1", deck)
	open := at(t, "nl 1-2 ante 1", deck, "call", "call")
	draw := at(t, "2-4 ante 1", deck, "call", "call", "check")
	hole := draw.Hole(int(draw.Pending().Seat))
	all, first := cards.Spaced(hole), hole[0].String()
	for _, tt := range []struct {
		h      *hand.Hand
		said   string
		kind   hand.ActionKind
		amount int64
		list   string
	}{
		{nl, "f", hand.Fold, 0, ""},
		{nl, "muck", hand.Fold, 0, ""},
		{nl, "  FOLD ", hand.Fold, 0, ""},
		{nl, "x", hand.Check, 0, ""},
		{nl, "k", hand.Check, 0, ""},
		{nl, "c", hand.Call, 0, ""},
		{nl, "call $2", hand.Call, 0, ""},
		{open, "call 5", hand.Call, 0, ""}, // nothing to call: the hand refuses it
		{open, "pass", hand.Check, 0, ""},
		{nl, "pass", hand.Fold, 0, ""},
		{nl, "b 6", hand.RaiseTo, 600, ""},
		{nl, "r to 6.5", hand.RaiseTo, 650, ""},
		{nl, "raise by 2.50", hand.RaiseTo, 450, ""},
		{nl, "raise by pot", hand.RaiseTo, 900, ""},
		{nl, "raise to half pot", hand.RaiseTo, 500, ""},
		{nl, "bet min", hand.RaiseTo, 400, ""},
		{nl, "bet max", hand.RaiseTo, 3900, ""},
		{nl, "raise all in", hand.RaiseTo, 3900, ""},
		{nl, "bet allin", hand.RaiseTo, 3900, ""},
		{nl, "shove", hand.RaiseTo, 3900, ""},
		{open, "raise by 2", hand.RaiseTo, 400, ""},
		{fl, "complete to 4", hand.RaiseTo, 400, ""},
		{nl, "bring in", hand.BringIn, 0, ""},
		{nl, "straddle", hand.Choose, 0, ""},
		{nl, "straddle 4", hand.Choose, 400, ""},
		{nl, "straddle to 4.5", hand.Choose, 450, ""},
		{nl, "decline", hand.Choose, 0, ""},
		{nl, "no straddle", hand.Choose, 0, ""},
		{draw, "draw 0", hand.PickCards, 0, ""},
		{draw, "draw no cards", hand.PickCards, 0, ""},
		{draw, "discard " + all, hand.PickCards, 0, all},
		{draw, "discard all", hand.PickCards, 0, all},
		{draw, "discard all cards", hand.PickCards, 0, all},
		{draw, fmt.Sprintf("draw %d", len(hole)), hand.PickCards, 0, all},
		{draw, fmt.Sprintf("draw %d cards", len(hole)), hand.PickCards, 0, all},
		{draw, "keep none", hand.PickCards, 0, all},
		{draw, "hold " + all, hand.PickCards, 0, ""},
		{draw, "buy " + first, hand.PickCards, 0, first},
		{draw, "show " + first, hand.PickCards, 0, first},
		{draw, "turn up " + first, hand.PickCards, 0, first},
		{draw, "throw out " + first, hand.PickCards, 0, first},
		{draw, "throw BACK " + first, hand.PickCards, 0, first},
		{draw, "pat", hand.PickCards, 0, ""},
	} {
		a, err := Parse(tt.said, tt.h, tt.h.Pending())
		if err != nil || a.Kind != tt.kind || a.Amount != tt.amount || a.Seat != tt.h.Pending().Seat || !sameCards(a.List(), cards.MustParse(tt.list)) {
			t.Errorf("%q: %s %d %v, %v", tt.said, a.Kind, a.Amount, a.List(), err)
		}
	}
	for _, tt := range []struct {
		h          *hand.Hand
		said, want string
	}{
		{nl, "check it", `"check it": unexpected words after "check"`},
		{nl, "pass it", `"pass it": unexpected words after "pass"`},
		{nl, "min 3", `"min 3": unexpected words after "min"`},
		{nl, "pot 3", `"pot 3": unexpected words after "pot"`},
		{nl, "half pot 3", `"half pot 3": unexpected words after "half"`},
		{nl, "all in 3", `"all in 3": unexpected words after "all"`},
		{nl, "shove 3", `"shove 3": unexpected words after "shove"`},
		{nl, "all out", `"all out": all in?`},
		{nl, "half 3", `"half 3": half of what? "half pot"`},
		{nl, "call 1", `"call 1": a call is 2`},
		{nl, "call me", `"call me": "me" is not an amount`},
		{nl, "straddle big", `"straddle big": "big" is not an amount`},
		{nl, "straddle 4 5", `"straddle 4 5": "4 5" is not an amount`},
		{nl, "decline 4", `"decline 4": unexpected words after "decline"`},
		{nl, "decline straddle 4", `"decline straddle 4": unexpected words after "decline"`},
		{fl, "half pot", `"half pot": the pot is not a bet in fixed limit`},
		{draw, "pot", `"pot": there is no bet to make now`},
		{draw, "draw 9", fmt.Sprintf(`"draw 9": the seat has %d cards`, len(hole))},
		{draw, fmt.Sprintf("draw %d", len(hole)+1), fmt.Sprintf(`"draw %d": the seat has %d cards`, len(hole)+1, len(hole))},
		{draw, "keep", `"keep": which cards?`},
		{draw, "keep 2h", `"keep 2h": the seat does not hold 2h`},
		{draw, "keep " + first + first, fmt.Sprintf(`"keep %s%s": the seat does not hold %s`, first, first, first)},
		{draw, "draw 2c3c4c5c6c7c8c9cTcJcQc", "11 cards are more than a hand holds"},
		{nl, "go", `"go" is not something a player says`},
	} {
		if _, err := Parse(tt.said, tt.h, tt.h.Pending()); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.said, err, tt.want)
		}
	}
	nobody := hand.Decision{Kind: hand.DealCards, Seat: -1}
	if _, err := Parse("fold", nl, &nobody); err == nil || err.Error() != `"fold": it is the dealer's turn, not a player's` {
		t.Errorf("%v", err)
	}
	on := hand.Decision{Kind: hand.DealerGoesOn, Seat: -1}
	if a, err := Parse("go on", nl, &on); err != nil || a.Kind != hand.GoOn {
		t.Errorf("the dealer goes on: %v, %v", a.Kind, err)
	}
	straddling := pineapple()
	straddling.Steps = slices.Insert(straddling.Steps, 0, plan.Straddle(true))
	straddle := of(t, straddling, "nl 1-2 ante 1", deck)
	seat := straddle.Pending().Seat
	for said, want := range map[string]hand.Action{
		"pass": {Kind: hand.Choose, Seat: seat, Pick: 1}, "straddle": {Kind: hand.Choose, Seat: seat, Amount: 400}, "straddle to 8": {Kind: hand.Choose, Seat: seat, Amount: 800},
		"no": {Kind: hand.Choose, Seat: seat, Pick: 1}, "no straddle": {Kind: hand.Choose, Seat: seat, Pick: 1}, "decline": {Kind: hand.Choose, Seat: seat, Pick: 1},
	} {
		if a, err := Parse(said, straddle, straddle.Pending()); err != nil || a != want {
			t.Errorf("%q to a straddle: %v, %v", said, a, err)
		}
	}
	exposing := pineapple()
	for i := range exposing.Steps {
		if exposing.Steps[i].Draws() {
			exposing.Steps[i] = plan.Expose(1, true)
		}
	}
	expose := of(t, exposing, "2-4 ante 1", deck, "call", "call", "check")
	for _, said := range []string{"show ", "expose ", "turn up ", "discard ", "turn "} {
		if a, err := Parse(said+first, expose, expose.Pending()); err != nil || a.Kind != hand.PickCards || a.N != 1 || a.Cards[0] != hole[0] {
			t.Errorf("%q: %v %v, %v", said, a.Kind, a.List(), err)
		}
	}
	if _, err := Parse("keep "+first, expose, expose.Pending()); err == nil || !strings.HasSuffix(err.Error(), "say which card is turned up") {
		t.Errorf("%v", err)
	}
	short := hand.Decision{Kind: hand.Wager, Seat: 0, Options: betting.Options{Call: nl.Stack(0)}}
	if a, err := Parse("all in", nl, &short); err != nil || a.Kind != hand.Call {
		t.Errorf("all in for a call: %v %d, %v", a.Kind, a.Amount, err)
	}
}

// sameCards reports whether two lists have the same cards in any order.
func sameCards(a, b []cards.Card) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
