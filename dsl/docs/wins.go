package docs

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// wins returns the ways to win, with charts of the hands; the rules of settlements that are left beside the charts come with them.
func (w *writer) wins() (out []Win, settled []Rule) {
	if settled = w.settlements(); len(settled) > 0 {
		charts := w.settledBy(settled)
		settled = slices.DeleteFunc(settled, func(r Rule) bool { return r.says == "" })
		return append([]Win{{Lines: textsOf(settled)}}, charts...), settled
	}
	var ways []string // what the sheet says of each of them
	said := func(p *plan.Part) string { return p.Name + ": " + sentences(w.besideStep(p)...) }
	for i := range w.game.Steps {
		st := &w.game.Steps[i]
		if st.Show == nil {
			continue
		}
		for k := range st.Show.Parts {
			p := &st.Show.Parts[k]
			way := said(p)
			if k := slices.Index(ways, way); k >= 0 {
				if c := w.chart(p); len(c) > len(out[k].Chart) && w.varies(p) {
					out[k].Chart = c
				}
				continue
			}
			says := w.besideStep(p)
			win := Win{Name: p.Name, Chart: w.chart(p)}
			same := func(o Win) bool {
				return len(o.Chart) > 0 && slices.EqualFunc(o.Chart, win.Chart, func(a, b Class) bool {
					return a.Name == b.Name && (o.Name == win.Name || slices.Equal(a.Cards, b.Cards))
				})
			}
			if k := slices.IndexFunc(out, same); k >= 0 {
				win.Text, win.Chart = "Hands rank as for the "+out[k].Name+" hand.", nil
				if out[k].Name == win.Name {
					win.Text = "Hands rank as above."
				}
			}
			at := w.shows(func(sd *plan.ShowdownStep) bool {
				for i := range sd.Parts {
					if o := &sd.Parts[i]; o.Name == p.Name && said(o) == way {
						return true
					}
				}
				return false
			})
			if all := w.shows(func(*plan.ShowdownStep) bool { return true }); len(at) < len(all) {
				win.at = at
			}
			win.Text = sentences(append([]string{win.counts(), win.Text}, says...)...)
			out, ways = append(out, win), append(ways, way)
		}
	}
	return append(out, w.winsApart(len(out) > 0)...), nil
}

// counts returns at which steps a way to win counts, "" for everywhere.
func (w *Win) counts() string {
	if w.at == nil {
		return ""
	}
	text, numbers := atSteps(w.at)
	return "It counts " + filled(text, "{#}", numbers) + "."
}

// winsApart returns what wins where players compare in private in ways in which no showdown ranks hands. others reports whether hands
// are also compared elsewhere.
func (w *writer) winsApart(others bool) (out []Win) {
	var says [][]string
	var at [][]string // the steps of each
	for i := range w.game.Steps {
		c := w.game.Steps[i].Compare
		if c == nil {
			continue
		}
		p := w.compared(c)
		if !w.comparesApart(&p) {
			continue
		}
		own := w.comparedSays(&p)
		k := slices.IndexFunc(says, func(o []string) bool { return slices.Equal(o, own) })
		if k < 0 {
			k, says, at = len(says), append(says, own), append(at, nil)
			out = append(out, Win{Name: p.Name, Text: sentences(w.shortened(&p, slices.Clone(own))...), Chart: w.chart(&p)})
		}
		at[k] = append(at[k], w.numbers[i])
	}
	for k := range out {
		if others || len(out) > 1 {
			out[k].at = distinct(at[k])
			out[k].Text = sentences(out[k].counts(), out[k].Text)
		}
	}
	return out
}

// besideChart returns what a sheet says of a part whose hands it shows.
func (w *writer) besideChart(p *plan.Part) []string { return w.shortened(p, w.partSays(p)) }

// shortened leaves out of what a sheet says of a part what the chart of its hands shows.
func (w *writer) shortened(p *plan.Part, says []string) []string {
	for i := range says {
		says[i] = capital(says[i])
	}
	if d := p.Ranking.Description(); p.Ranking.Size() > 1 && !d.Base.Low() && d.Score == nil {
		// The chart shows it, but for an ace that plays otherwise than usual and a hand that no cards show without the hand that makes
		// them wild.
		says[0] = ""
		d = w.described(p.Ranking)
		if !usualAce(p.Ranking, &d) {
			says[0] = sentence(aceWords(p.Ranking, &d))
		}
		if p.Ranking.ByEvent() && p.Ranking.Categories()[0] == rank.FiveOfAKind {
			says[0] = "Five of a kind, which takes a wild card, is the best hand."
		}
	}
	return says
}

// besideStep returns what a sheet says of a part whose hands it shows, without what the step says.
func (w *writer) besideStep(p *plan.Part) []string {
	says := w.besideChart(p)
	if w.varies(p) {
		says[slices.Index(partAspects[:], "least hand")] = ""
	}
	return says
}

// settledBy returns charts of the hands that are compared with the banker's, and takes from the rules of the settlement what they show.
func (w *writer) settledBy(rules []Rule) (out []Win) {
	for i := range w.game.Steps {
		sd := w.game.Steps[i].Settle
		if sd == nil || sd.Same() {
			continue
		}
		for k := range sd.Parts {
			p := &sd.Parts[k]
			c := w.chart(p)
			if len(c) == 0 || slices.ContainsFunc(out, func(o Win) bool { return o.Name == p.Name }) {
				continue
			}
			out = append(out, Win{Name: p.Name, Chart: c})
			for n := range rules {
				if r := &rules[n]; r.subject == "ranking" && r.when[0] == p.Name+" hand" {
					r.says = sentences(w.besideChart(p)...)
				}
			}
		}
	}
	return out
}

// Sample hands for charts: each ranking uses those that its deck contains.
var (
	highSamples = strings.Fields(`
	AsKsQsJs AsKsQsJsTs AsAhAdAcJo Th9h8h7h6h 9h8h7h6h5h 9s9h9d9cQd KsKhKd8c8h AdJd9d8d6d Tc9h8s7d6c 7s7h7dKcJd AcAhJsJd8c TsThAdKc7h AsQd9h8c6d
	AsAhAdAc 6s5s4s3s QsQhQdJc KcQhJsTd Kd9d7d4d TsThKdKc 7s7hKcJd AhJd8c4s
	AsAhAd AsKsQs QsQhQd 6s5s4s KcQhJs Kd9d4d 7s7hKc AhJd8c
	AsAh 6s5s KcQh Kd9d AhJd As`)
	lowSamples = strings.Fields(`
	5c4d3h2sAc 6c4d3h2sAc 7c5d4h3s2c 8c7d6h5s4c Td8h5c3s2d KdQhTs7c4d 2c2d5h4s3c 7c6d4h3s2c AcKd9h5s3c
	Ac2d3h4s 2c3d4h5s Kc8d5h3s Ac2d3h 7c6d3h 9c4d Ac 2c`)
	highCards    = strings.Fields("As Ks Qs 2s")
	lowPairs     = strings.Fields("2hAs 3d2c 9c4d KcQh AsAh KsKh")
	highBadugies = strings.Fields("AcKdQhJs KcQdJhTs Kc8d5h3s Qc9d7h AcKdQh 9c4d")
)

// mostLows is the number of hands in the chart of a low ranking, and mostNames that in the chart of a scoring function that names
// classes.
const (
	mostLows  = 6
	mostNames = 12
)

// mostDeals is the number of hands among which a class without a sample is looked for, and mostScored that for the best hand of a
// scoring function, which is slow.
const (
	mostDeals  = 100_000
	mostScored = 2_000
	// mostOrdered is the number of hands among which examples of classes of a script's own are looked for: a class that comes once in
	// five thousand hands is nearly always found.
	mostOrdered = 20_000
)

// chart returns the hands of a part, of those that the game's deck has.
func (w *writer) chart(p *plan.Part) []Class {
	d := w.described(p.Ranking)
	return chart(p.Ranking, &d, p.Floor)
}

// dealt deals hands from a deck, of as many cards as a hand may have, until f returns true.
func dealt(r *rank.Ranking, d *rank.Description, most int, f func(hand []cards.Card, s rank.Strength) bool) {
	deck, rng := d.Deck.Append(nil), rand.New(rand.NewPCG(1, 1))
	if d.OneSuit {
		deck = slices.DeleteFunc(deck, func(c cards.Card) bool { return c.Suit() != cards.Spades })
	}
	for range most {
		n := r.Size()
		if d.Score != nil {
			n = max(1, n-rng.IntN(d.Missing+1))
		}
		if len(deck) < n {
			return
		}
		for i := range n {
			j := i + rng.IntN(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		if f(deck[:n], r.Best(deck[:n])) {
			return
		}
	}
}

// bestScored returns the best hand of a scoring function that is found: of those dealt, and with cards changed for better ones.
func bestScored(r *rank.Ranking, d *rank.Description) []cards.Card {
	var best []cards.Card
	top := rank.Strength(0)
	dealt(r, d, mostScored, func(hand []cards.Card, s rank.Strength) bool {
		if s > top {
			best, top = slices.Clone(hand), s
		}
		return false
	})
	deck := d.Deck.Append(nil)
	for better := len(best) > 0; better; {
		better = false
		for i, was := range best {
			for _, c := range deck {
				if slices.Contains(best, c) {
					continue
				}
				best[i] = c
				if s := r.Best(best); s > top {
					was, top, better = c, s, true
				}
				best[i] = was
			}
		}
	}
	return inOrder(best)
}

// found returns hands of classes that none of the sample hands has, because their cards are not in the deck or are wild. A class that
// no hand belongs to is left out.
func found(r *rank.Ranking, d *rank.Description, missing []rank.Category) (out [][]cards.Card) {
	if len(missing) == 0 {
		return nil
	}
	dealt(r, d, mostDeals, func(hand []cards.Card, s rank.Strength) bool {
		if k := slices.Index(missing, r.Category(s)); s != 0 && k >= 0 && !isRoyal(r, s) {
			missing = slices.Delete(missing, k, k+1)
			out = append(out, inOrder(hand))
		}
		return len(missing) == 0
	})
	return out
}

// isRoyal reports whether a hand is a royal flush, which has a name of its own in the documents: it is no sample of a straight flush.
func isRoyal(r *rank.Ranking, s rank.Strength) bool { return r.Describe(s) == "royal flush" }

// inOrder returns a hand as it is laid out: pairs and more first, then the highest.
func inOrder(hand []cards.Card) []cards.Card {
	times := map[cards.Rank]int{}
	for _, c := range hand {
		times[c.Rank()]++
	}
	return slices.SortedFunc(slices.Values(hand), func(a, b cards.Card) int {
		return cmp.Or(cmp.Compare(times[b.Rank()], times[a.Rank()]), cmp.Compare(b, a))
	})
}

// chart returns a hand of each class of a ranking, best first. Low hands differ
// in their highest cards, so it shows some that a player should know; so it does
// for a scoring function, whose hands have no classes. An order of a script's own has
// classes that only the words of its hands name, so all of them are shown. Hands below least, if that is not nil, do not win.
func chart(r *rank.Ranking, d *rank.Description, least *plan.Openers) []Class {
	type sample struct {
		Class
		s   rank.Strength
		cat rank.Category
	}
	var all []sample
	deck := d.Deck.Set()
	samples, own, most := highSamples, r.Low() || d.Score != nil, mostLows
	ordered := len(d.Order) > 0 && !r.Low()
	switch {
	case ordered:
	case r.Size() == 1 && !own:
		samples, own = highCards, true
	case d.Base == rank.BaseBadugi && !r.Low():
		samples, own = highBadugies, true
	case own && !r.Low():
		samples = slices.Concat(highSamples, lowSamples)
	case own && r.Size() == 2:
		samples = lowPairs
	case own:
		samples = lowSamples
	}
	missing := slices.Clone(r.Categories())
	if r.ByEvent() {
		missing = slices.DeleteFunc(missing, func(c rank.Category) bool { return c == rank.FiveOfAKind })
	}
	show := func(cs []cards.Card) {
		if s := r.Best(cs); s != 0 && (least == nil || least.Ranking != r || s >= least.Least()) {
			all = append(all, sample{Class{capital(r.Describe(s)), cs}, s, r.Category(s)})
			missing = slices.DeleteFunc(missing, func(c rank.Category) bool { return c == r.Category(s) && !isRoyal(r, s) })
		}
	}
	for _, text := range samples {
		if cs := cards.MustParse(text); r.Takes(cs) && len(cs) <= r.Size() && cards.SetOf(cs...)&^deck == 0 {
			show(cs)
		}
	}
	switch {
	case !own:
		for _, cs := range found(r, d, missing) {
			show(cs)
		}
	case d.Score == nil && len(all) == 0:
		show(bestScored(r, d))
	case ordered:
		have := map[int]bool{}
		for i := range all {
			have[r.Class(all[i].s)] = true
		}
		dealt(r, d, mostOrdered, func(hand []cards.Card, s rank.Strength) bool {
			if k := r.Class(s); s != 0 && k >= 0 && !have[k] {
				have[k] = true
				show(inOrder(hand))
			}
			return len(have) >= len(d.Order)
		})
	case d.Score != nil:
		show(bestScored(r, d))
		if names := map[string]bool{}; len(d.Order) == 0 {
			for i := range all {
				names[all[i].Name] = true
			}
			if len(names) <= mostNames { // its words name classes
				most = len(names)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sample) int { return cmp.Compare(b.s, a.s) })
	var out []Class
	paired := false
	for i, x := range all {
		switch {
		case ordered:
			if k := r.Class(x.s); k >= 0 && !isRoyal(r, x.s) {
				x.Name = capital(d.Order[k].Name)
			}
			if len(out) == 0 || out[len(out)-1].Name != x.Name {
				out = append(out, x.Class)
			}
		case own && len(out) >= most && (paired || !r.Low() || x.cat != rank.Pair): // a pair may win, too
		case own && len(out) > 0 && out[len(out)-1].Name == x.Name:
		case own && i > 0 && all[i-1].s == x.s:
		case own:
			out, paired = append(out, x.Class), paired || x.cat == rank.Pair
		default:
			if x.Name != "Royal flush" { // which has a name of its own in the documents
				x.Name = capital(x.cat.String())
			}
			if len(out) == 0 || out[len(out)-1].Name != x.Name {
				out = append(out, x.Class)
			}
		}
	}
	if len(out) == 1 && r.Size() == 1 {
		return nil // all hands are of one class
	}
	return out
}
