package hand

import (
	"math/bits"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// question is a hand as a script sees it: everything its player may see.
type question struct {
	h    *Hand
	seat int          // -1 for the public state
	as   []cards.Card // the cards in the order in which they are set apart; nil: as they lie
}

var _ plan.Question = (*question)(nil)

func (q *question) Seats() int { return q.h.s.N }

func (q *question) Banker() int { return q.h.Banker() }

func (q *question) Seat() int { return int(teller(q.seat)) }

func (q *question) Cards() []cards.Card {
	if q.as != nil {
		return q.as
	}
	return q.seatHand().list()
}

func (q *question) Wager() int64 { return q.seatHand().wager }

func (q *question) Bet(name string) int64 {
	n := q.h.betNumber(name)
	if n < 0 || q.seat < 0 {
		return 0
	}
	return q.h.Bet(q.seat, q.h.Asked(), n)
}

func (q *question) Fresh() bool { return !q.seatHand().acted }

func (q *question) Split() bool { return q.seatHand().split }

func (q *question) Left() int { return q.h.stock.left() }

func (q *question) Board() []cards.Card { return q.h.Board() }

func (q *question) Scale() int64 { return q.h.plan.Stakes.Scale }

func (q *question) Hands(seat int) int { return q.h.Hands(seat) }

func (q *question) Showing(seat, k int) []cards.Card { return q.h.Showing(seat, k) }

func (q *question) Stack() int64 {
	if q.seat < 0 || q.seat == house {
		return 0
	}
	return q.h.s.Stack[q.seat]
}

// picks starts a question about setting hands apart: the house sets its own
// hand, and the other seats in the round are asked.
func (b *bank) picks(h *Hand, st *plan.Step) (seating.Set, error) {
	seats := b.role(st.To)
	b.sizes = [2]uint8{uint8(st.Ask.Sizes[0]), uint8(st.Ask.Sizes[1])}
	for m := seats; m != 0; m &= m - 1 {
		if b.seatHand(m.First(), 0).lost {
			seats &^= seating.Bit(m.First())
		}
	}
	if !seats.Has(house) {
		return seats, nil
	}
	return seats & h.all(), b.setByHouse(h, st.Ask, house)
}

// unset reports whether a hand has not the cards that are to be set apart, or has them
// not set apart, because a ruling has given or taken cards. No script is asked about
// such a hand.
func (b *bank) unset(seat int, set bool) bool {
	s, n := b.seatHand(seat, 0), b.sizes[0]+b.sizes[1]
	return n > 0 && (s.n != n || set && bits.OnesCount16(s.apart) != int(b.sizes[0]))
}

func (b *bank) dies(h *Hand, seat int) {
	if s := b.seatHand(seat, 0); b.bettors.Has(seat) && !s.lost {
		s.lost = true
		h.emitChips(Killed, seat, 0, 0)
	}
}

// countsHands looks at the hands that were set apart before they are compared: a
// bettor's is dead without the cards of its game, and without those of the banker's
// the round is void. It reports whether the round goes on.
func (b *bank) countsHands(h *Hand) bool {
	if b.unset(int(b.banker), true) {
		h.void()
		return false
	}
	order, n := b.inTurn(h, b.bettors)
	for _, seat := range order[:n] {
		if b.unset(int(seat), true) {
			b.dies(h, int(seat))
		}
	}
	return true
}

func (b *bank) setByHouse(h *Hand, ask *plan.Ask, seat int) error {
	s := b.seatHand(seat, 0)
	if ask.Way == nil {
		return h.plan.Game.BlameWith(h.plan.Game.Steps[h.pc].Pos, "arrange(…, way = …)", "the house has a hand, and nothing says how it sets it apart")
	}
	first, err := ask.Way.Sets(&question{h: h, seat: seat})
	if err != nil {
		return err
	}
	which := uint16(0)
	for _, c := range first {
		for k, own := range s.list() {
			if own == c && which>>k&1 == 0 {
				which |= 1 << k
				break
			}
		}
	}
	if n := bits.OnesCount16(which); n != len(first) || n != ask.Sizes[0] {
		return h.plan.Game.Blame(h.plan.Game.Steps[h.pc].Pos, "the way of the house sets %s apart of %s: it must be %d of these cards", cards.Format(first), cards.Format(s.list()), ask.Sizes[0])
	}
	s.first, s.apart = ask.Groups[0], which
	return nil
}

// setApart sets a seat's hand apart as the player chose, or by the house way if
// that is foul.
func (b *bank) setApart(h *Hand, ask *plan.Ask, seat int, which uint64) (done bool, err error) {
	s := b.seatHand(seat, 0)
	s.first, s.apart = ask.Groups[0], uint16(which)
	if ask.Foul == nil {
		return true, nil
	}
	var own [MaxCards]cards.Card
	as := s.handOf(s.handOf(own[:0], s.first), s.first+1+uint8(len(h.plan.Game.Hands)))
	foul, err := ask.Foul.Holds(&question{h, seat, as})
	if !foul || err != nil {
		return true, err
	}
	return true, b.setByHouse(h, ask, seat)
}

func (b *bank) public(h *Hand) plan.Question { return &question{h: h, seat: -1} }
