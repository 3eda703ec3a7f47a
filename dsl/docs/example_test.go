package docs_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// exampleOf returns the example on the players' sheet of a game.
func exampleOf(t *testing.T, g *plan.Game) *docs.Example {
	t.Helper()
	b, err := bound(g, "")
	if err != nil {
		t.Fatal(err)
	}
	return docs.NewWall(t.Context(), b, nil).Example
}

// TestExamplesSayWhatLiesDown checks that the example of a game in which cards lie up and down marks those that lie face down, and says so;
// and that one in which a hand makes cards wild says which are.
func TestExamplesSayWhatLiesDown(t *testing.T) {
	var both []*plan.Game
	for _, g := range everyGame(t) {
		lies := func(up bool) bool {
			return g.HasStep(func(st *plan.Step) bool { return st.Kind == plan.Deal && (st.Up.Of(st.Count) > 0) == up })
		}
		if !g.Banked() && (lies(true) && lies(false) || wildByEvent(g)) {
			both = append(both, g)
		}
	}
	if len(both) < 60 {
		t.Errorf("%d games", len(both))
	}
	for _, g := range testkit.Sweep(both, 25) {
		e := exampleOf(t, g)
		if e == nil {
			continue // nobody shows a hand
		}
		all := e.Text
		for _, s := range e.Seats {
			all += " " + s.Makes
			var lie []cards.Card
			marked := false
			for _, l := range s.Lie {
				lie, marked = append(lie, l.Cards...), marked || l.Down
			}
			if s.Lie != nil && g.Hands == nil && (!slices.Equal(lie, []cards.Card(s.Cards)) || !marked || !strings.Contains(s.Words(), "(")) {
				t.Errorf("%s: %v lie as %s", g.ID, s.Cards, s.Words())
			}
		}
		down := slices.ContainsFunc(e.Seats, func(s docs.Held) bool { return strings.Contains(s.Words(), "(") })
		if down != strings.Contains(e.Text, "Cards in parentheses lie face down.") {
			t.Errorf("%s: %s\n%+v", g.ID, e.Text, e.Seats)
		}
		upToTheEnd := !g.HasStep(func(st *plan.Step) bool { return st.Ask.Arranges() || st.Draws() || st.Ask != nil })
		if lie := g.HasStep(func(st *plan.Step) bool { return st.Kind == plan.Deal && st.Up.Of(st.Count) > 0 }); lie && upToTheEnd && !down && g.Hides(false) && !g.HasStep(func(st *plan.Step) bool { return st.Branches() && !st.Bets() }) {
			t.Errorf("%s: nothing lies face down in %+v", g.ID, e.Seats)
		}
		if wildByEvent(g) && !strings.Contains(all, "wild") {
			t.Errorf("%s: which cards are wild in %s %+v?", g.ID, e.Text, e.Seats)
		}
	}
}

// wildByEvent reports whether cards become wild during a hand of a game.
func wildByEvent(g *plan.Game) bool {
	return g.HasStep(func(st *plan.Step) bool {
		return st.Show != nil && slices.ContainsFunc(st.Show.Parts, func(p plan.Part) bool { return p.Ranking.ByEvent() })
	})
}

// TestExamplesSetHandsWell checks that nobody in an example sets cards apart so badly that another setting would be better in one hand and
// worse in none.
func TestExamplesSetHandsWell(t *testing.T) {
	for _, id := range []string{"gallery/cowpie", "gallery/outhouse", "gallery/chinese", "gallery/chinese-pairwise"} {
		g, err := library(t, nil).Find(id)
		if err != nil {
			t.Fatal(err)
		}
		e := exampleOf(t, g)
		if e == nil {
			t.Fatalf("%s has no example", id)
		}
		i := slices.IndexFunc(g.Steps, func(st plan.Step) bool { return st.Ask.Arranges() })
		ascends := g.Steps[i].Ask.Ascending
		sd := g.Steps[slices.IndexFunc(g.Steps, func(st plan.Step) bool { return st.Show != nil })].Show
		for _, s := range e.Seats {
			if len(s.Lie) != len(g.Hands) || s.Lie[0].Hand != g.Hands[0] {
				t.Errorf("%s: %s has %s", id, s.Name, s.Words())
				continue
			}
			worth := make([]rank.Strength, len(s.Lie))
			for k := range s.Lie {
				worth[k] = sd.Parts[k].Ranking.Best(s.Lie[k].Cards)
			}
			settings(s.Cards, g.Steps[i].Ask.Sizes, nil, func(hands [][]cards.Card) {
				better, last := false, rank.Strength(0)
				for k, h := range hands {
					w := sd.Parts[k].Ranking.Best(h)
					if w < worth[k] {
						return
					}
					if ascends != nil {
						if at := ascends.Best(h); at < last {
							return
						} else {
							last = at
						}
					}
					better = better || w > worth[k]
				}
				if better {
					t.Errorf("%s: %s sets %s, and %v would be better", id, s.Name, s.Words(), hands)
				}
			})
		}
	}
}

// settings calls f with each way to set cards apart as hands of these sizes.
func settings(cs []cards.Card, sizes []int, hands [][]cards.Card, f func([][]cards.Card)) {
	if len(sizes) == 0 {
		f(hands)
		return
	}
	for set := range uint(1) << len(cs) {
		var in, out []cards.Card
		for i, c := range cs {
			if set>>i&1 != 0 {
				in = append(in, c)
			} else {
				out = append(out, c)
			}
		}
		if len(in) == sizes[0] {
			settings(out, sizes[1:], append(slices.Clone(hands), in), f)
		}
	}
}

// TestExamplesByTheHouseWay checks that players in the example of pai gow poker set their hands as the house does.
func TestExamplesByTheHouseWay(t *testing.T) {
	g, err := library(t, nil).Find("banked/paigow")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range exampleOf(t, g).Seats {
		if len(s.Lie) != 2 || s.Lie[0].Hand != "two-card" || len(s.Lie[0].Cards) != 2 || !strings.Contains(s.Words(), " / ") {
			t.Errorf("%s has %s", s.Name, s.Words())
			continue
		}
		two, five := s.Lie[0].Cards, s.Lie[1].Cards
		for _, c := range two { // without a pair in the five, its highest card is the highest of all
			if high := slices.MaxFunc(five, func(a, b cards.Card) int { return int(a.Rank()) - int(b.Rank()) }); !strings.Contains(s.Makes, "pair") && c.Natural() && high.Natural() && c.Rank() > high.Rank() && strings.Contains(s.Makes, "high and") {
				t.Errorf("%s sets %s apart of %s", s.Name, cards.Format(two), cards.Format(five))
			}
		}
	}
}

// TestExamplesChoose checks that players in examples do not all choose the first of several choices each time: somebody hits, takes the
// widow or turns a card up.
func TestExamplesChoose(t *testing.T) {
	g, err := library(t, nil).Find("gallery/seven-twenty-seven")
	if err != nil {
		t.Fatal(err)
	}
	e := exampleOf(t, g)
	if e == nil || !slices.ContainsFunc(e.Seats, func(s docs.Held) bool { return len(s.Cards) > 2 }) {
		t.Errorf("nobody hits: %+v", e)
	}
}
