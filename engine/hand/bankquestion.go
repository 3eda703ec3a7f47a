package hand

import (
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// question is a hand as a script sees it: what its player may see.
type question struct {
	h    *Hand
	seat int // -1 for what everybody may see
}

var _ plan.Question = (*question)(nil)

func (q *question) spot() *spot {
	if q.seat < 0 {
		return &spot{}
	}
	return q.h.bank.spot(q.seat, int(q.h.bank.at))
}

func (q *question) Seats() int { return q.h.s.N }

func (q *question) Banker() int { return q.h.Banker() }

func (q *question) Seat() int { return int(teller(q.seat)) }

func (q *question) Cards() []cards.Card { return q.spot().list() }

func (q *question) Wager() int64 { return q.spot().wager }

func (q *question) Bet(name string) int64 {
	n := q.h.betNumber(name)
	if n < 0 || q.seat < 0 {
		return 0
	}
	return *q.h.bank.bet(q.seat, int(q.h.bank.at), n)
}

func (q *question) Fresh() bool { return !q.spot().acted }

func (q *question) Split() bool { return q.spot().split }

func (q *question) Left() int { return q.h.stock.left() }

func (q *question) Scale() int64 { return q.h.plan.Stakes.Scale }

func (q *question) Hands(seat int) int { return q.h.Hands(seat) }

func (q *question) Showing(seat, k int) []cards.Card { return q.h.Showing(seat, k) }

func (q *question) Stack() int64 {
	if q.seat < 0 || q.seat == house {
		return 0
	}
	return q.h.s.Stack[q.seat]
}
