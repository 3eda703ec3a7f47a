package dsl_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
)

// TestComparedOnce: the outcome of each pair of points is that of a function which looks at everything, whatever it looks at, and a
// function is not asked again for pairs that are alike in that.
func TestComparedOnce(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Scripts: fstest.MapFS{"h/house.star": {Data: []byte(`house("H")`)}, "h/g.star": {Data: []byte(`
p = points("21", target = 21, naturals = ["AK"], cards = [5])
def compare(player, banker):
    if player.over: return loses
    if player.cards: return pays(2)
    if banker.over: return wins
    return wins if player.total > banker.total else pushes if player == banker else loses
def all(player, banker):
    seen = str(player) + str(banker)
    return compare(player, banker)
def g(name, compare):
    return game(name, doc = "x", seats = (2, 7), stakes = stakes("bets 5-100 chip 1"), play = [wager(), deal(2, to = bettors), deal(2, to = banker), turn_up(), settle(p, compare = compare)])
some, every = g("Some", compare), g("Every", all)
`)}}}})
	tables := map[string][]plan.Outcome{}
	for _, name := range []string{"some", "every"} {
		g, err := lib.Find("h/" + name)
		if err != nil {
			t.Fatal(err)
		}
		k := slices.IndexFunc(g.Steps, func(s plan.Step) bool { return s.Settle != nil })
		tables[name] = g.Steps[k].Settle.Table
	}
	if len(tables["some"]) < 100 || !slices.Equal(tables["some"], tables["every"]) {
		t.Errorf("%v\nand with everything looked at %v", tables["some"], tables["every"])
	}
	for _, o := range []plan.Outcome{plan.Wins, plan.Loses, plan.Pushes, {Num: 2, Den: 1}} {
		if !slices.Contains(tables["some"], o) {
			t.Errorf("no pair is %v", o)
		}
	}
}
