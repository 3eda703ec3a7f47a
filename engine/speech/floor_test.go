package speech

import (
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// TestRuling checks that a ruling is described by its effects, its reason and its
// source.
func TestRuling(t *testing.T) {
	for _, c := range []struct {
		j     plan.Judgement
		level plan.RulingLevel
		want  string
	}{
		{plan.Judgement{}, plan.OfGame, "nothing follows"},
		{plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectRefuse, Text: "it has touched the muck"}}, Clauses: []string{"house.9b"}}, plan.OfHouse, "refused: it has touched the muck [house.9b]"},
		{plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectNextBurn}, {Kind: plan.EffectReplace}}, Why: "it was seen.", Ref: "WSOP 120"}, plan.ByDefault, "next burn, replaced, because it was seen [WSOP 120] (default: the house does not decide)"},
		{plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectAct, Word: "call"}, {Kind: plan.EffectSurplus, Amount: 2}}}, plan.OfHouse, "a call, the rest given back"},
		{plan.Judgement{Effects: []plan.FloorEffect{{Kind: plan.EffectAct, Word: "raise", Amount: 4}, {Kind: plan.EffectSurplus}}}, plan.OfHouse, "a raise"},
	} {
		n := hand.Note{Judged: &c.j, Ruling: &plan.Ruling{Level: c.level}}
		if got := Ruling(&n); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
