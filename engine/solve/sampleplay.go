package solve

import (
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
)

// memory is what a player of a sampled game knows of a hand: the actions as everybody sees them,
// and what each seat knows.
type memory struct {
	judge judge
	path  uint64
	seats []seatMemory
}

// seatMemory is what one seat knows: the buckets at its decisions and its choices of offers.
// Decisions whose buckets are not needed yet are stored, because computing a bucket takes a while.
type seatMemory struct {
	mem, chosen uint64
	later       []moment
	now         uint64
	judged      bool // now is what it knows at the current decision
}

// moment is a decision of a seat.
type moment struct {
	h      hand.Hand
	d      hand.Decision
	chosen uint64
}

// mostViews limits the strengths that a player remembers.
const mostViews = 1 << 18

// offered returns the actions that a seat may take.
func (p *Player) offered(h *hand.Hand, d *hand.Decision) []hand.Action {
	p.actions = enumerate.Actions(p.actions[:0], h, d, &enumerate.Options{OpenFolds: p.of.OpenFolds, Bets: p.of.Bets})
	return p.actions
}

// mixSampled is Mix for a sampled game. At a decision missing from the game, the seat checks or calls;
// it chooses the cards that leave the strongest hand.
func (p *Player) mixSampled(h *hand.Hand, d *hand.Decision) ([]hand.Action, []float64) {
	m := p.sampled
	p.mix = append(p.mix[:0], 1)
	if d.Kind == hand.CardsAsked {
		p.actions = append(p.actions[:0], m.judge.outlook.Pick(h))
		return p.actions, p.mix
	}
	p.observer.first = (h.Button() + 1) % h.Seats()
	seat := p.number(int(d.Seat))
	s := &m.seats[seat]
	for i := range s.later {
		t := &s.later[i]
		s.mem = then(s.mem, knows(m.judge.bucket(p.of.Buckets, &t.h, int(d.Seat), t.chosen), p.offered(&t.h, &t.d)))
	}
	s.later = s.later[:0]
	offered := p.offered(h, d)
	s.now, s.judged = knows(m.judge.bucket(p.of.Buckets, h, int(d.Seat), s.chosen), offered), true
	r := p.of.rules[seat][abstractKey(s.mem, s.now, m.path)]
	if r == nil || len(r.mix) != len(offered) {
		p.actions = append(p.actions[:0], h.DefaultAction())
		return p.actions, p.mix
	}
	p.mix = append(p.mix[:0], r.mix...)
	return p.actions, p.mix
}
