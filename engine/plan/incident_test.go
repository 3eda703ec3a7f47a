package plan_test

import (
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// TestIncidentCheck: what no text of an incident can hold is refused, at the bound
// and beyond it.
func TestIncidentCheck(t *testing.T) {
	with := func(k plan.IncidentKind, name string, v plan.Value) plan.Incident {
		return plan.Incident{Kind: k}.With(name, v)
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
		{with(plan.Cut, "position", plan.Value{N: 1000}), true},
		{with(plan.Cut, "position", plan.Value{N: 1001}), false},
		{with(plan.Cut, "position", plan.Value{N: -1}), false},
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
