package docs_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
)

// handsDealt is the number of hands among which a class is looked for that a sheet does not show.
const handsDealt = 3_000

// partsOf returns the ways to win of a game that compare hands by a ranking, and those of its settlements.
func partsOf(g *plan.Game) (all []plan.Part) {
	for i := range g.Steps {
		switch st := &g.Steps[i]; {
		case st.Show != nil:
			all = append(all, st.Show.Parts...)
		case st.Compare != nil:
			all = append(all, st.Compare.Show.Parts...)
		case st.Settle != nil:
			all = append(all, st.Settle.Parts...)
		}
	}
	return all
}

// className returns the name that a sheet gives to the class of a hand.
func className(r *rank.Ranking, s rank.Strength, own bool) string {
	name := r.Describe(s)
	if !own && name != "royal flush" {
		name = r.Category(s).String()
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// wrongClasses returns what is wrong with the classes of hands that a sheet shows for a ranking: each example must be of its class and in
// the deck by the ranking that is played, they stand from the best to the least, and no hand that is dealt is of a class without an example.
func wrongClasses(chart []docs.Class, p *plan.Part, deck cards.Set, rng *rand.Rand) (wrong []string) {
	r := p.Ranking
	d := r.Description()
	own := r.Low() || d.Score != nil || r.Size() == 1 || d.Base == rank.BaseBadugi
	below := func(s rank.Strength) bool { return p.Floor != nil && p.Floor.Ranking == r && s < p.Floor.Least() }
	var last rank.Strength
	for i, c := range chart {
		s := rank.Strength(0)
		if set := cards.SetOf(c.Cards...); set&^deck == 0 && set.Len() == len(c.Cards) && len(c.Cards) <= r.Size() && r.Takes(c.Cards) {
			s = r.Best(c.Cards)
		}
		switch {
		case s == 0:
			wrong = append(wrong, c.Name+": "+cards.Format(c.Cards)+" is no hand of the deck")
		case className(r, s, own) != c.Name:
			wrong = append(wrong, c.Name+": "+cards.Format(c.Cards)+" is "+r.Describe(s))
		case i > 0 && s >= last:
			wrong = append(wrong, c.Name+" stands below "+chart[i-1].Name+" and is not worse")
		case below(s):
			wrong = append(wrong, c.Name+" wins nothing")
		}
		last = s
	}
	if own || d.Missing > 0 {
		return wrong
	}
	all := deck.Cards()
	for range handsDealt {
		for i := range r.Size() {
			j := i + rng.IntN(len(all)-i)
			all[i], all[j] = all[j], all[i]
		}
		s := r.Best(all[:r.Size()])
		if name := className(r, s, own); s != 0 && !below(s) && !slices.ContainsFunc(chart, func(c docs.Class) bool { return c.Name == name }) {
			return append(wrong, name+" has no example: "+cards.Format(all[:r.Size()]))
		}
	}
	return wrong
}

// TestClassesOfHands holds what wins on the players' sheet of every game against the ranking that is played: the classes of hands that the
// deck has, in the order of the ranking, each with an example. Planted faults must be found.
func TestClassesOfHands(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	lib, rng, charts, planted := library(t, nil), rand.New(rand.NewPCG(2, 3)), 0, 0
	for _, house := range append(slices.Clone(houses), "mixed", "sites", "banked", "gallery") {
		var room *docs.Room
		if slices.Contains(houses, house) {
			room = roomOf(t, lib, house)
		}
		all := games(t, lib, house)
		if house == "gallery" {
			all = testkit.Sweep(all, 24)
		}
		for _, b := range all {
			floor, _ := flat(docs.New(b, room))
			wins, deck := docs.NewWall(ctx, b, room).Wins, b.Game.Deck.Set()
			parts := partsOf(b.Game)
			for _, p := range parts {
				// Where players compare in private there may be several charts of one name.
				i := slices.IndexFunc(wins, func(w docs.Win) bool { return w.Name == p.Name && len(wrongClasses(w.Chart, &p, deck, rng)) == 0 })
				if i < 0 {
					i = slices.IndexFunc(wins, func(w docs.Win) bool { return w.Name == p.Name })
				}
				switch {
				case i < 0:
					t.Errorf("%s: nothing says what the %s hand is", b.Game.ID, p.Name)
					continue
				case len(wins[i].Chart) > 0:
				case p.Ranking.Size() == 1 || strings.HasPrefix(wins[i].Text, "Hands rank as "):
					continue // one class only, or the same classes as another hand
				default:
					t.Errorf("%s: the %s hand has no examples", b.Game.ID, p.Name)
					continue
				}
				chart := wins[i].Chart
				charts++
				wrong := wrongClasses(chart, &p, deck, rng)
				if len(wrong) > 0 && slices.ContainsFunc(parts, func(o plan.Part) bool { return o.Name == p.Name && len(wrongClasses(chart, &o, deck, rng)) == 0 }) {
					continue // the chart is that of the same hand with the least qualifier
				}
				for _, text := range wrong {
					t.Errorf("%s: %s hand: %s", b.Game.ID, p.Name, text)
				}
				var names []string
				for _, c := range chart {
					names = append(names, strings.ToLower(c.Name))
				}
				d := p.Ranking.Description()
				listed := p.Ranking.Size() > 1 && d.Base == rank.BaseHigh && d.Score == nil && len(d.Order) == 0 && !p.Ranking.ByEvent()
				if list := strings.Join(names, ", "); listed && !strings.Contains(floor, list) {
					t.Errorf("%s: the floor's sheet does not list %s", b.Game.ID, list)
				}
				if len(chart) < 2 {
					continue
				}
				turned, without := slices.Clone(chart), slices.Delete(slices.Clone(chart), len(chart)-1, len(chart))
				turned[0], turned[1] = turned[1], turned[0]
				if len(wrongClasses(turned, &p, deck, rng)) == 0 {
					t.Errorf("%s: the classes %s and %s may stand in either order", b.Game.ID, chart[0].Name, chart[1].Name)
				}
				if len(wrongClasses(without, &p, deck, rng)) > 0 {
					planted++
				}
			}
		}
	}
	if t.Logf("%d charts; in %d a class without an example is noticed", charts, planted); planted < charts/2 {
		t.Error("too few classes without an example are noticed")
	}
}
