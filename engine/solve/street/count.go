package street

// counter counts how likely the other seat holds a hand without a card of a seat's hand. The other's hands are counted by the
// cards, or sets of cards, in them; those with a card in common are taken off by inclusion and exclusion.
type counter struct {
	all   float64
	cards [64]float64 // for hands of two cards
	sets  []float64   // for others; below 0 for an odd number of cards
}

func (c *counter) clear() {
	c.all = 0
	c.cards = [64]float64{}
	clear(c.sets)
}

func (c *counter) addSets(s *side, k uint32, r float64) {
	c.all += r
	at := s.from[2*k:]
	for _, n := range s.sets[at[0]:at[1]] {
		c.sets[n] += r
	}
	for _, n := range s.sets[at[1]:at[2]] {
		c.sets[n] -= r
	}
}

func (c *counter) without(s *side, k uint32) float64 {
	v, at := c.all, s.from[2*k:]
	for _, n := range s.sets[at[0]:at[2]] {
		v += c.sets[n]
	}
	return v
}

// fold sets out to what every hand of a seat gets at the end of a hand without a showdown.
func (w *worker) fold(p int, reach, out []float32, pays float64) {
	own, other, c := &w.t.sides[p], &w.t.sides[1-p], &w.count
	c.clear()
	if !w.t.pairs {
		for k, r := range reach {
			if r != 0 {
				c.addSets(other, uint32(k), float64(r))
			}
		}
		for k := range out {
			out[k] = float32(pays * c.without(own, uint32(k)))
		}
		return
	}
	all, cards := 0.0, &c.cards
	ab := other.ab[:len(reach)]
	for k, r := range reach {
		v := float64(r)
		all += v
		x := ab[k]
		cards[x[0]&63] += v
		cards[x[1]&63] += v
	}
	ab, same := own.ab[:len(out)], own.same[:len(out)]
	for k := range out {
		x := ab[k]
		v := all - cards[x[0]&63] - cards[x[1]&63]
		if s := same[k]; s >= 0 {
			v += float64(reach[s])
		}
		out[k] = float32(pays * v)
	}
}

// showdown sets out to what every hand of a seat gets at a showdown on a full board.
// mass is what fold sets for 1, nil if it is not known.
func (w *worker) showdown(p int, n *node, board int32, reach, mass, out []float32) {
	clear(out)
	if match := n.match[p]; match != nil {
		for k := range out {
			for i, v := range match[k*len(reach):][:len(reach)] {
				out[k] += float32(v * reach[i])
			}
		}
		return
	}
	if len(w.t.sides[1-p].classes) > 1 {
		mass = nil // that of all classes is known
	}
	o := &w.t.orders[board]
	terms := n.shows[p]
	for i := range terms {
		t := &terms[i]
		if len(o.of(p, t.own)) == 0 || len(o.of(1-p, t.other)) == 0 {
			continue
		}
		if w.t.pairs {
			w.showPairs(p, o, t, reach, out)
		} else {
			w.showSets(p, o, t, reach, mass, out)
		}
	}
}

func (w *worker) showSets(p int, o *order, t *term, reach, mass, out []float32) {
	own, other, c := &w.t.sides[p], &w.t.sides[1-p], &w.count
	for i := range t.parts {
		m := &t.parts[i]
		mine, theirs := o.list(p, t.own*w.t.parts+m.part), o.list(1-p, t.other*w.t.parts+m.part)
		c.clear()
		y := 0
		add := func(e *entry) {
			if r := reach[e.hand]; r != 0 {
				c.addSets(other, e.hand, float64(r))
			}
		}
		for from := 0; from < len(mine); {
			rank, to := mine[from].rank, from
			for ; y < len(theirs) && theirs[y].rank < rank; y++ {
				add(&theirs[y])
			}
			for ; to < len(mine) && mine[to].rank == rank; to++ {
				w.weaker[to-from] = c.without(own, mine[to].hand)
			}
			weaker := y
			for ; y < len(theirs) && theirs[y].rank == rank; y++ {
				add(&theirs[y])
			}
			for k := range mine[from:to] {
				hand, below := mine[from+k].hand, w.weaker[k]
				upTo := below
				if y > weaker {
					upTo = c.without(own, hand)
				}
				out[hand] += float32(float64(m.ties*upTo) + float64(m.win*below))
			}
			from = to
		}
		if i > 0 {
			continue
		}
		for ; mass == nil && y < len(theirs); y++ {
			add(&theirs[y])
		}
		for k := range mine {
			hand := mine[k].hand
			total := 0.0
			if mass != nil {
				total = float64(mass[hand])
			} else {
				total = c.without(own, hand)
			}
			out[hand] += float32(t.all * total)
		}
	}
	if len(t.parts) > 0 {
		return
	}
	c.clear()
	for _, k := range o.of(1-p, t.other) {
		c.addSets(other, k, float64(reach[k]))
	}
	for _, k := range o.of(p, t.own) {
		out[k] += float32(t.all * c.without(own, k))
	}
}

// sums are what a showdown of hands of two cards counts of the other seat's, weakest first. After the n-th hand, from 1, there are from 4n
// on: of the first n hands; of the n-th; of the first n with its first card, and with its second.
type sums [4 * mostPairs]float64

func (w *worker) showPairs(p int, o *order, t *term, reach, out []float32) {
	s, cards := w.sums, &w.count.cards
	for i := range t.parts {
		m := &t.parts[i]
		theirs := o.list(1-p, t.other*w.t.parts+m.part)
		*cards = [64]float64{}
		all := 0.0
		for j := range theirs {
			f := &theirs[j]
			v := float64(reach[f.hand])
			all += v
			x := cards[f.a&63] + v
			cards[f.a&63] = x
			y := cards[f.b&63] + v
			cards[f.b&63] = y
			e := (*[4]float64)(s[4*j+4:])
			e[0], e[1], e[2], e[3] = all, v, x, y
		}
		list := o.asks[p][(t.own*len(w.t.sides[1-p].classes)+t.other)*w.t.parts+m.part]
		lost := 0.0
		if i == 0 {
			lost = t.all
		}
		both, j := m.ties+m.win, 0
		for ; j < len(list) && list[j].below == list[j].upTo; j++ {
			q := &list[j]
			below := s[q.below&(4*mostPairs-1)] - s[q.belowA&(4*mostPairs-1)] - s[q.belowB&(4*mostPairs-1)]
			total := all - cards[q.a&63] - cards[q.b&63]
			out[q.hand] += float32(float64(both*below) + float64(lost*total))
		}
		for ; j < len(list); j++ {
			q := &list[j]
			same := s[q.same&(4*mostPairs-1)]
			upTo := s[q.upTo&(4*mostPairs-1)] - s[q.upToA&(4*mostPairs-1)] - s[q.upToB&(4*mostPairs-1)] + same
			below := s[q.below&(4*mostPairs-1)] - s[q.belowA&(4*mostPairs-1)] - s[q.belowB&(4*mostPairs-1)]
			total := all - cards[q.a&63] - cards[q.b&63] + same
			out[q.hand] += float32(float64(m.ties*upTo) + float64(m.win*below) + float64(lost*total))
		}
	}
	if len(t.parts) > 0 {
		return
	}
	own, other, c := &w.t.sides[p], &w.t.sides[1-p], &w.count
	c.clear()
	for _, k := range o.of(1-p, t.other) {
		v, x := float64(reach[k]), other.ab[k]
		c.all += v
		c.cards[x[0]&63] += v
		c.cards[x[1]&63] += v
	}
	for _, k := range o.of(p, t.own) {
		x := own.ab[k]
		v := c.all - c.cards[x[0]&63] - c.cards[x[1]&63]
		if i := own.same[k]; i >= 0 && own.classes[t.own] == other.classes[t.other] {
			v += float64(reach[i])
		}
		out[k] += float32(t.all * v)
	}
}
