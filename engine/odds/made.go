package odds

import (
	"context"

	"cardroom/engine/betting"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// classes maps strengths to classes in each part of the pot, see [rank.Ranking.Classes].
type classes struct {
	of [2][]uint16 // by strength
	n  [2]int
}

func newClasses(show *plan.ShowdownStep) *classes {
	c := &classes{}
	for k := range show.Parts {
		r := show.Parts[k].Ranking
		list := r.Classes()
		c.n[k], c.of[k] = len(list), make([]uint16, r.Count()+1)
		for i, class := range list {
			for s := class.Worst; s <= class.Best; s++ {
				c.of[k][s] = uint16(i)
			}
		}
	}
	return c
}

// made tallies the final hands by part, hand and class.
type made struct {
	*classes
	by [2][][]float64
}

// newMade returns nil if classes are not requested.
func newMade(c *classes, hands int) *made {
	if c == nil {
		return nil
	}
	m := &made{classes: c}
	for k, n := range c.n {
		if n == 0 {
			continue
		}
		m.by[k] = make([][]float64, hands)
		for i := range m.by[k] {
			m.by[k][i] = make([]float64, n)
		}
	}
	return m
}

// add counts the strength of a hand in a part.
func (m *made) add(part, hand int, s rank.Strength, weight float64) {
	m.by[part][hand][m.of[part][s]] += weight
}

// addAll counts the strengths of all hands in a part.
func (m *made) addAll(part int, worth []rank.Strength, weight float64) {
	for i, s := range worth {
		m.add(part, i, s, weight)
	}
}

// merge adds another tally.
func (m *made) merge(o *made) {
	if m == nil {
		return
	}
	for k := range m.by {
		for i, row := range m.by[k] {
			for c := range row {
				row[c] += o.by[k][i][c]
			}
		}
	}
}

// parts returns the tallies as fractions, nil if they were not requested.
func (m *made) parts() (out [][][]float64) {
	if m == nil {
		return nil
	}
	for _, hands := range m.by {
		if hands == nil {
			continue
		}
		for _, row := range hands {
			total := 0.0
			for _, x := range row {
				total += x
			}
			for c := range row {
				row[c] /= total
			}
		}
		out = append(out, hands)
	}
	return out
}

// madeWork is a hand whose final classes are counted, and the uses of the result.
type madeWork struct {
	key     matchKey
	weights []float64 // by hand of the question
	counts  [2][]int64
}

// countMade counts the final hands by the ranks of the boards. It counts a hand once for all names
// of suits; the cards of the others are dead.
func (m *match) countMade(ctx context.Context, e Effort) (*made, error) {
	all := map[matchKey]*madeWork{}
	var order []*madeWork
	err := m.each(ctx, func(pick []*option, weight float64) error {
		for i := range pick {
			key, _ := m.keyOf(pick, betting.Bit(i))
			w := all[key]
			if w == nil {
				w = &madeWork{key: key, weights: make([]float64, len(pick))}
				all[key] = w
				order = append(order, w)
			}
			w.weights[i] += weight
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = share(ctx, e.Workers, order, func(c *counting, w *madeWork) {
		for k, n := range m.classes.n {
			w.counts[k] = make([]int64, n)
		}
		c.made, c.classes = &w.counts, m.classes
		m.beginOne(c, &w.key)
		c.count(nil)
		c.made, c.classes = nil, nil
	})
	if err != nil {
		return nil, err
	}
	out := newMade(m.classes, len(m.hands))
	for _, w := range order {
		for k := range out.by {
			for i, row := range out.by[k] {
				for c, n := range w.counts[k] {
					row[c] += float64(w.weights[i] * float64(n))
				}
			}
		}
	}
	return out, nil
}

// leafMade is leaf for the final classes of a single hand.
func (c *counting) leafMade(k rank.Key, ranks uint16, ways int64) {
	slot := c.slot(k.Sum)
	flushy := 0
	for i := range c.parts {
		p := &c.parts[i]
		var v uint16
		if p.exact {
			v = uint16(p.ranking.ExactRanks(p.holes[0], p.board.With(k), p.ranks|ranks))
		} else {
			v = uint16(p.tableOf(0).At(p.keys[0].With(k)))
		}
		if p.flush {
			c.worth[slot*len(c.flushy)+flushy] = v
			flushy++
		}
		c.made[i][c.classes.of[i][v]] += ways
	}
}

// addMade adds boards by the final class of a single hand with the ranks of a slot and flushes, in
// the parts in which flushes count.
func (c *counting) addMade(slot int, flushes []uint16, boards int64) {
	for f, part := range c.flushy {
		v := c.worth[slot*len(c.flushy)+f]
		if flushes != nil {
			v = max(v, flushes[f])
		}
		c.made[part][c.classes.of[part][v]] += boards
	}
}
