package odds

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// showdown compares the hands of one deal and notes who gets what.
func (r *reckoner) showdown() {
	r.n++
	for k := range r.q.Show.Parts {
		for i := range r.holes {
			r.worth[k][i] = r.strength(&r.q.Show.Parts[k], i)
		}
	}
	winners := r.divide(betting.Bit(len(r.q.Hands)) - 1)
	r.note(winners)
	if r.pots != nil {
		r.notePots()
	}
}

// divide divides a pot between hands that can win it, and returns who wins which
// part.
func (r *reckoner) divide(eligible betting.Mask) (winners [2]betting.Mask) {
	for k := range r.q.Show.Parts {
		winners[k] = r.best(k, eligible)
	}
	whole := [2]int64{shareUnit, 0}
	switch {
	case winners[0]|winners[1] == 0: // nobody qualifies for anything
		winners[0] = eligible
	case winners[0] == 0:
		whole = [2]int64{0, shareUnit}
	case winners[1] != 0:
		whole = [2]int64{shareUnit / 2, shareUnit / 2}
	}
	clear(r.won)
	for k, m := range winners {
		if m == 0 {
			continue
		}
		each := whole[k] / int64(m.Len())
		for ; m != 0; m &= m - 1 {
			r.won[m.First()] += each
		}
	}
	return winners
}

// notePots adds one deal to what is won of each pot.
func (r *reckoner) notePots() {
	clear(r.chips)
	for k, pot := range r.q.Pots {
		r.divide(pot.Eligible)
		for i, units := range r.won {
			r.pots[k][i] += units
			r.chips[i] += float64(units) / shareUnit * float64(pot.Amount)
		}
	}
	for i, c := range r.chips {
		r.squares[i] += c * c
	}
}

// note adds one deal to the counts.
func (r *reckoner) note(winners [2]betting.Mask) {
	most, times := int64(0), 0
	for _, w := range r.won {
		switch {
		case w > most:
			most, times = w, 1
		case w == most:
			times++
		}
	}
	for i, w := range r.won {
		if winners[1].Has(i) {
			r.counts[i].low++
		}
		if w == 0 {
			continue
		}
		c := &r.counts[i]
		r.equity[i] += w
		part := float64(w) / shareUnit
		r.square[i] += part * part
		switch {
		case w == most && times == 1:
			c.win++
		case w == most:
			c.tie++
		}
		if w == shareUnit {
			c.scoop++
		}
		if winners[0].Has(i) {
			c.high++
		}
	}
}

// best is the set of hands that win a part, of those that can.
func (r *reckoner) best(k int, eligible betting.Mask) (best betting.Mask) {
	p, top := &r.q.Show.Parts[k], rank.Strength(0)
	for m := eligible; m != 0; m &= m - 1 {
		i := m.First()
		switch s := r.worth[k][i]; {
		case s == 0 || s < top:
		case s > top:
			best, top = betting.Bit(i), s
		default:
			best |= betting.Bit(i)
		}
	}
	if p.BySuit && best.Len() > 1 {
		return r.bestSuits(p, best)
	}
	return best
}

// bestSuits parts equal hands where suits count.
func (r *reckoner) bestSuits(p *plan.Part, tied betting.Mask) (best betting.Mask) {
	top := uint32(0)
	for m := tied; m != 0; m &= m - 1 {
		i := m.First()
		var key uint32
		if p.Exact() {
			key = p.Ranking.SuitKeyExact(r.holes[i], r.board)
		} else {
			var all [hand.MaxHole + plan.MaxBoard]cards.Card
			key = p.Ranking.SuitKey(r.all(i, &all))
		}
		switch {
		case best == 0 || key > top:
			best, top = betting.Bit(i), key
		case key == top:
			best |= betting.Bit(i)
		}
	}
	return best
}

func (r *reckoner) strength(p *plan.Part, i int) rank.Strength {
	if p.Exact() {
		return p.Ranking.Exact(r.holes[i], r.board)
	}
	var all [hand.MaxHole + plan.MaxBoard]cards.Card
	return p.Ranking.Best(r.all(i, &all))
}

// all are the cards of a hand and the board.
func (r *reckoner) all(i int, buf *[hand.MaxHole + plan.MaxBoard]cards.Card) []cards.Card {
	n := copy(buf[:], r.holes[i])
	n += copy(buf[n:], r.board)
	return buf[:n]
}
