package plan_test

import (
	"slices"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// told returns an incident of a kind with only its required fields, with values
// that are valid in any hand of two seats.
func told(k plan.IncidentKind) plan.Incident {
	in := plan.Incident{Kind: k}
	for _, f := range k.Spec().Fields {
		if f.Required {
			in = in.With(f.Name, usual(f))
		}
	}
	return in
}

// usual returns a valid value for a field.
func usual(f plan.Field) (v plan.Value) {
	switch f.Kind {
	case plan.CardField, plan.CardsField:
		v.Cards = cards.MustParse("Ah")
	case plan.ListField, plan.MotionField:
		v.List = []int64{1}
	case plan.WordField:
		v.Word = "word"
		if f.Words != nil {
			v.Word = f.Words[0]
		}
	}
	return v
}

// TestIncidentCheck checks values at and beyond the bounds of what the text of an
// incident can express.
func TestIncidentCheck(t *testing.T) {
	with := func(k plan.IncidentKind, name string, v plan.Value) plan.Incident {
		return told(k).With(name, v)
	}
	list := func(n int) plan.Value { return plan.Value{List: make([]int64, n)} }
	for _, c := range []struct {
		in plan.Incident
		ok bool
	}{
		{with(plan.BelowTable, "seat", plan.Value{N: 0}), true},
		{with(plan.BelowTable, "seat", plan.Value{N: 3}), true},
		{with(plan.BelowTable, "seat", plan.Value{N: 4}), false},
		{with(plan.BelowTable, "seat", plan.Value{N: -1}), false},
		{with(plan.CalledMisdeal, "reason", plan.Value{Word: "wrong_order"}), true},
		{with(plan.CalledMisdeal, "reason", plan.Value{Word: "other"}), false},
		{with(plan.CalledMisdeal, "reason", plan.Value{Word: "wrong order"}), false},
		{with(plan.CalledMisdeal, "order", plan.Value{Cards: cards.MustParse("JoJo??")}), true},
		{with(plan.CalledMisdeal, "order", plan.Value{Cards: []cards.Card{cards.Joker, cards.Joker, cards.Joker}}), false},
		{with(plan.CalledMisdeal, "order", plan.Value{Cards: []cards.Card{54}}), false},
		{with(plan.Boxed, "card", plan.Value{Cards: cards.MustParse("Ah")}), true},
		{with(plan.Boxed, "card", plan.Value{Cards: cards.MustParse("AhKd")}), false},
		{with(plan.Boxed, "card", plan.Value{}), false},
		{with(plan.Cut, "position", plan.Value{N: 0}), true},
		{with(plan.Cut, "position", plan.Value{N: 1000}), true},
		{with(plan.Cut, "position", plan.Value{N: 1001}), false},
		{with(plan.Cut, "position", plan.Value{N: -1}), false},
		{with(plan.WrongCount, "count", plan.Value{N: -1}), false},
		{with(plan.SingleChip, "value", plan.Value{N: 1e12 - 1}), true},
		{with(plan.SingleChip, "value", plan.Value{N: 1e12}), false},
		{with(plan.SingleChip, "value", plan.Value{N: -1}), false},
		{with(plan.DrawChange, "requests", plan.Value{List: []int64{0, 1000}}), true},
		{with(plan.DrawChange, "requests", plan.Value{List: []int64{0, 1001}}), false},
		{with(plan.DrawChange, "requests", plan.Value{List: []int64{-1, 0}}), false},
		{with(plan.ChipsIn, "motions", plan.Value{List: []int64{1001, 1e12 - 1}}), true},
		{with(plan.ChipsIn, "motions", plan.Value{List: []int64{1e12}}), false},
		{with(plan.ChipsIn, "motions", list(20)), true},
		{with(plan.ChipsIn, "motions", list(21)), false},
		{with(plan.ChipsIn, "motions", list(0)), false},
		{plan.Incident{Kind: plan.Boxed, Values: make([]*plan.Value, 9)}, false},
	} {
		if err := c.in.Check(4); (err == nil) != c.ok {
			t.Errorf("%s %+v: %v, want ok %v", c.in.Kind, c.in.Values, err, c.ok)
		}
	}
}

// TestIncidentNeeds checks that an incident of any kind needs its required fields
// and no others.
func TestIncidentNeeds(t *testing.T) {
	for _, k := range plan.Incidents() {
		in := told(k)
		if err := in.Check(2); err != nil {
			t.Errorf("%s with all that it needs: %v", k, err)
		}
		for i, f := range k.Spec().Fields {
			if !f.Required {
				continue
			}
			less := in
			less.Values = slices.Clone(in.Values)
			less.Values[i] = nil
			if err := less.Check(2); err == nil || err.Error() != f.Name+" is missing" {
				t.Errorf("%s without %s: %v", k, f.Name, err)
			}
		}
		if none := (plan.Incident{Kind: k}); none.Check(2) == nil && slices.ContainsFunc(k.Spec().Fields, func(f plan.Field) bool { return f.Required }) {
			t.Errorf("%s that tells nothing is taken", k)
		}
	}
}

// TestIncidentText checks that each field is written as its name and its value.
func TestIncidentText(t *testing.T) {
	names := plan.Names{Scale: 100}
	for _, c := range []struct {
		in   plan.Incident
		want string
	}{
		{told(plan.ChipsIn).With("motions", plan.Value{List: []int64{1000, 2550, 5}}), "chips_in seat=1 motions=10,25.5,0.05"},
		{told(plan.DrawChange).With("requests", plan.Value{List: []int64{10, 3, 12}}), "draw_change seat=1 requests=10,3,12"},
		{told(plan.WrongCount).With("count", plan.Value{N: 10}), "wrong_count seat=1 count=10"},
	} {
		if got := c.in.Text(names); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestComesAt checks at which steps kinds of incidents can come: a premature street only in the round of betting before a street of
// that number of cards, so where a card lies on the board first there is no flop at all; a burn error only after a burn; the deal and
// its straddle not after a bet.
func TestComesAt(t *testing.T) {
	bet := plan.Step{Kind: plan.Bet}
	deal := func(n int) plan.Step { return plan.Step{Kind: plan.Deal, Count: n} }
	board := func(n int) plan.Step { return plan.Step{Kind: plan.Board, Count: n} }
	burn, show := plan.Step{Kind: plan.Burn, Count: 1}, plan.Step{Kind: plan.Showdown}
	holdem := []plan.Step{deal(2), bet, burn, board(3), bet, burn, board(1), bet, burn, board(1), bet, show}
	first := []plan.Step{deal(5), board(1), bet, board(2), bet, burn, board(1), bet, show}
	stud := []plan.Step{deal(2), deal(1), bet, burn, deal(1), bet, show}
	for _, c := range []struct {
		name  string
		steps []plan.Step
		kind  plan.IncidentKind
		want  []int
	}{
		{"hold'em", holdem, plan.PrematureFlop, []int{1}},
		{"hold'em", holdem, plan.PrematureTurn, []int{4}},
		{"hold'em", holdem, plan.PrematureRiver, []int{7}},
		{"hold'em", holdem, plan.PrematureStreet, nil},
		{"hold'em", holdem, plan.FlopExtra, []int{3}},
		{"hold'em", holdem, plan.BurnError, []int{3, 4, 5, 6, 7, 8, 9, 10}},
		{"hold'em", holdem, plan.DealerExposed, []int{0, 1}}, // also the cards owed after the deal
		{"hold'em", holdem, plan.DealtDeadSeat, []int{0, 1}},
		{"hold'em", holdem, plan.ChipsIn, []int{1, 4, 7, 10}},
		{"hold'em", holdem, plan.AwardError, []int{12}},
		{"hold'em", holdem, plan.DrawChange, nil},
		{"hold'em", holdem, plan.StraddleOffered, nil},
		{"a card first", first, plan.PrematureFlop, nil},
		{"a card first", first, plan.FlopExtra, nil},
		{"a card first", first, plan.PrematureTurn, []int{4}},
		{"a card first", first, plan.BurnError, []int{5, 6, 7}},
		{"stud", stud, plan.PrematureStreet, []int{2}},
		{"stud", stud, plan.ExtraStreetCard, []int{3, 4, 5}},
		{"stud", stud, plan.PrematureFlop, nil},
	} {
		g := &plan.Game{Name: c.name, Steps: c.steps}
		var got []int
		for i := range len(c.steps) + 1 {
			if g.ComesAt(c.kind, i) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s comes in %s at %v, want %v", c.kind, c.name, got, c.want)
		}
	}
}
