package docs

import (
	"cmp"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/order"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// wins returns the ways to win, with charts of the hands.
func (w *writer) wins() []Win {
	var out []Win
	if rules := w.settlements(); len(rules) > 0 {
		win := Win{}
		for _, r := range rules {
			win.Lines = append(win.Lines, r.Text)
		}
		return []Win{win}
	}
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if st.Show == nil {
			continue
		}
		for k := range st.Show.Parts {
			p := &st.Show.Parts[k]
			if slices.ContainsFunc(out, func(o Win) bool { return o.Name == p.Name }) {
				continue
			}
			d := p.Ranking.Description()
			both := ""
			if k == len(st.Show.Parts)-1 {
				both = bothWords(st.Show, "share")
			}
			out = append(out, Win{Name: p.Name, Text: sentences(w.orderBrief(p, &d), w.cardsWords(p), w.jokerWords(p, &d), floorWords(&d), w.conditionWords(p), suitWords(p), both), Chart: chart(p.Ranking)})
		}
	}
	return out
}

// orderBrief returns the order of hands if the chart alone does not show it.
func (w *writer) orderBrief(p *plan.Part, d *rank.Description) string {
	if d.Base.Low() || d.Score != nil {
		return sentences(sentence(scaleWords(p.Ranking, d)), authorWords(d))
	}
	return ""
}

// Sample hands for charts: each ranking uses those that its deck contains.
var (
	highSamples = strings.Fields(`
	AsKsQsJsTs AsAhAdAcJo 9h8h7h6h5h 9s9h9d9cQd KsKhKd8c8h AdJd9d8d6d Tc9h8s7d6c 7s7h7dKcJd AcAhJsJd8c TsThAdKc7h AsQd9h8c6d
	AsAhAdAc 6s5s4s3s QsQhQdJc KcQhJsTd Kd9d7d4d TsThKdKc 7s7hKcJd AhJd8c4s
	AsAhAd AsKsQs QsQhQd 6s5s4s KcQhJs Kd9d4d 7s7hKc AhJd8c
	AsAh 6s5s KcQh Kd9d AhJd As`)
	lowSamples = strings.Fields(`
	5c4d3h2sAc 6c4d3h2sAc 7c5d4h3s2c 8c7d6h5s4c Td8h5c3s2d KdQhTs7c4d 2c2d5h4s3c 7c6d4h3s2c AcKd9h5s3c
	Ac2d3h4s 2c3d4h5s Kc8d5h3s Ac2d3h 7c6d3h 9c4d Ac 2c`)
)

// mostLows is the number of hands in the chart of a low ranking.
const mostLows = 6

// chart returns a hand of each class of a ranking, best first. Low hands differ
// in their highest cards, so it shows some that a player should know; so it does
// for a scoring function, whose hands have no classes. An order of a script's own has
// classes that only the words of its hands name, so all of them are shown.
func chart(r *rank.Ranking) []Class {
	type sample struct {
		Class
		s   rank.Strength
		cat rank.Category
	}
	var all []sample
	d := r.Description()
	samples, own, most := highSamples, r.Low() || d.Score != nil, mostLows
	switch {
	case len(d.Order) > 0 && !r.Low():
		most = len(samples)
	case own && !r.Low():
		samples = slices.Concat(highSamples, lowSamples)
	case own:
		samples = lowSamples
	}
	for _, text := range samples {
		cs := cards.MustParse(text)
		if !r.Takes(cs) || len(cs) > r.Size() {
			continue
		}
		if s := r.Best(cs); s != 0 {
			all = append(all, sample{Class{capital(r.Describe(s)), cs}, s, r.Category(s)})
		}
	}
	order.Stable(all, func(a, b sample) int { return cmp.Compare(b.s, a.s) })
	var out []Class
	for i, x := range all {
		switch {
		case own && len(out) == most:
		case own && len(out) > 0 && out[len(out)-1].Name == x.Name:
		case own && i > 0 && all[i-1].s == x.s:
		case !own && i > 0 && all[i-1].cat == x.cat:
		case own:
			out = append(out, x.Class)
		default:
			x.Name = capital(x.cat.String())
			out = append(out, x.Class)
		}
	}
	if len(out) == 1 && r.Size() == 1 {
		return nil // all hands are of one class
	}
	return out
}
