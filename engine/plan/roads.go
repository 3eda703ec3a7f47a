package plan

import (
	"maps"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
)

// Conditions that exclude each other. A function of when() can see what a player has chosen, what a die shows, who is still in, and the only
// card of the board. Where the steps of all conditions together would be too many for the deck, each of these facts is supposed in turn: on a
// road only those steps count whose conditions hold together. Where conditions ask a seat what it has chosen itself, every seat of a road has
// chosen the same, which is the worst case, because the cards of the seats add up. Where they ask what others have chosen, each of these has
// chosen for itself.

// fact is something that a condition sees: what a step decides, for a seat other than the one that asks (from 1, 0 for none), or who is still
// in after it.
type fact struct {
	step, other int
	live        bool
}

// supposed is a hand as a condition at a step sees it, for one seat.
type supposed struct {
	g           *Game
	at, seat, n int
	is          map[fact]int
	wants       *fact // a fact that must be supposed first, with its values, from one to before another
	from, to    int
	unknown     bool // the condition sees something else
}

var _ OpenQuestion = (*supposed)(nil)

// mostRoads limits how often conditions are asked.
const mostRoads = 100_000

// road is what is known of a road: the conditions that hold and do not hold, by step, of which others may do either, and the facts that are
// supposed. At its end, all conditions are asked.
type road struct {
	seats int
	holds map[int]bool
	is    map[fact]int
	end   bool
}

// in returns how many seats can still be in at a step.
func (r road) in(step int) int {
	n := r.seats
	for f, live := range r.is {
		if f.live && step > f.step {
			n = min(n, betting.Set(live).Len())
		}
	}
	return n
}

// roads calls each with every road of a hand with at most so many seats, and with its beginning wherever roads part: it goes on only where each
// returns true. It returns false if there are too many.
func (g *Game) roads(most int, each func(road) bool) bool {
	for n := min(g.MinSeats, most); n <= most; n++ {
		if g.Banked() || !g.roadsOf(n, each) {
			return false
		}
	}
	return true
}

// mostOnRoads returns the largest number on any road, and false if there are too many. What is known of a road never makes the number larger.
func (g *Game) mostOnRoads(seats int, of func(road) int) (most int, ok bool) {
	ok = g.roads(seats, func(r road) bool {
		n := of(r)
		if r.end {
			most = max(most, n)
		}
		return n > most
	})
	return most, ok
}

// roadsOf is roads for a number of seats.
func (g *Game) roadsOf(n int, each func(road) bool) bool {
	left, holds, is := mostRoads, map[int]bool{}, map[fact]int{}
	var follow func(i int)
	follow = func(i int) {
		for ; i < len(g.Steps) && left > 0; i++ {
			s := &g.Steps[i]
			if s.Kind != When || s.Test == nil || s.Until || s.AtMost > 0 || s.Whose != 0 {
				continue
			}
			yes, no := false, false
			seats, first := 1, -1
			if g.Within(i, InTurn) != nil {
				seats, first = n, 0
			}
			for k := range seats {
				q := supposed{g: g, at: i, seat: first + k, n: n, is: is}
				ok, err := s.Test.Holds(&q)
				left--
				if q.wants != nil {
					f := *q.wants
					for v := q.from; v < q.to; v++ {
						maps.DeleteFunc(holds, func(at int, _ bool) bool { return at >= i })
						delete(is, f)
						if !each(road{seats: n, holds: holds, is: is}) {
							break
						}
						is[f] = v
						follow(i)
					}
					delete(is, f)
					return
				}
				unknown := q.unknown || err != nil
				yes, no = yes || ok || unknown, no || !ok || unknown
			}
			delete(holds, i)
			if yes != no {
				holds[i] = yes
			}
		}
		if i >= len(g.Steps) {
			each(road{n, holds, is, true})
		}
	}
	follow(0)
	return left > 0
}

// skips reports whether a hand can go past a step without it.
func (g *Game) skips(at int) bool {
	for i := range at {
		if s := &g.Steps[i]; kinds[s.Kind].jumps && s.Jump > at {
			return true
		}
	}
	return false
}

// value returns the value of a fact, which is from one to before another; 0 if it is not supposed yet.
func (q *supposed) value(f fact, from, to int) int {
	v, ok := q.is[f]
	if !ok && !q.unknown && q.wants == nil {
		q.wants, q.from, q.to = &f, from, to
	}
	return v
}

// not notes that the condition sees what is not supposed.
func (q *supposed) not() int {
	q.unknown = q.unknown || q.wants == nil
	return 0
}

// turn returns the steps that are played for one seat after the other with the one that asks, from one to before another.
func (q *supposed) turn() (from, to int) {
	for i := q.at - 1; i >= 0; i-- {
		if s := &q.g.Steps[i]; s.Kind == InTurn && q.at < s.Jump {
			return i, s.Jump
		}
	}
	return 0, 0
}

// Chose is true for the offer that a seat took last.
func (q *supposed) Chose(seat int, name string) bool {
	other := 0
	if seat != q.seat {
		other = seat + 1
	}
	for i := q.at - 1; i >= 0; i-- {
		s := &q.g.Steps[i]
		if !s.Chooses() {
			continue
		}
		for k := range s.Ask.Offers {
			if s.Ask.Offers[k].Name != name {
				continue
			}
			from, to := 0, len(s.Ask.Offers)+1
			if other > 0 {
				switch asked, known := q.wasAsked(i, seat); {
				case asked:
					from = 1
				case known:
					to = 1
				}
			}
			if v := q.value(fact{step: i, other: other}, from, to); v > 0 { // 0: the seat was not asked
				return v == k+1
			}
			break
		}
	}
	return false
}

// wasAsked reports whether a seat has surely answered a question, because it is in and everybody was asked who was in then; known is false where
// it may have or not. Where nobody could fold since, who is in is supposed first: others were not asked.
func (q *supposed) wasAsked(at, seat int) (asked, known bool) {
	s := &q.g.Steps[at]
	if s.Ask.Allowed != nil || s.Ask.NoPosters || s.Ask.EndsAtNo || q.g.Within(at, InTurn) != nil || q.g.skips(at) ||
		slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.Price != Free && o.Price != OfEffects || o.Pays() != nil }) {
		return false, false
	}
	f, ok := q.in()
	if !ok {
		return false, false
	}
	known = f.step < at
	if known {
		q.value(f, 1, 1<<q.n)
	}
	return q.is[f]>>seat&1 != 0, known && q.wants == nil
}

// Rolled is what the last die shows.
func (q *supposed) Rolled() int {
	from, to := q.turn()
	for i := q.at - 1; i >= 0; i-- {
		s := &q.g.Steps[i]
		if s.Kind != RollDie {
			continue
		}
		if q.g.Within(i, InTurn) != nil && (i < from || i >= to) {
			return q.not() // for another seat
		}
		if v := q.value(fact{step: i}, count(!q.g.skips(i), 1), s.Count+1); v > 0 || q.wants != nil {
			return v
		}
	}
	return q.not()
}

// Live are the seats still in.
func (q *supposed) Live() betting.Set {
	f, ok := q.in()
	if !ok {
		return betting.Set(q.not())
	}
	return betting.Set(q.value(f, 1, 1<<q.n))
}

// in is the fact of who is still in, which changes where somebody can fold; false where somebody can in the turn of a seat.
func (q *supposed) in() (f fact, ok bool) {
	keeps := func(i int) bool {
		s := &q.g.Steps[i]
		return kinds[s.Kind].keeps || s.Chooses() && !slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.GivesUp() })
	}
	for from, to := q.turn(); from < to; from++ {
		if !keeps(from) {
			return f, false
		}
	}
	i := q.at - 1
	for i > 0 && keeps(i) {
		i--
	}
	return fact{step: max(i, 0), live: true}, true
}

// Board is the board of one card.
func (q *supposed) Board() []cards.Card {
	at := -1
	for i := range q.at {
		switch s := &q.g.Steps[i]; {
		case s.DealsTo(ZoneBoard) && s.Count == 1 && at < 0 && !q.g.skips(i) && q.g.Within(i, InTurn) == nil:
			at = i
		case s.DealsTo(ZoneBoard), s.Takes(), s.Ask.does(DoReplace):
			q.not()
		}
	}
	if at < 0 || q.unknown {
		return nil
	}
	return q.g.Deck.Append(nil)[q.value(fact{step: at}, 0, q.g.Deck.Len()):][:1]
}

// Seats is known, and who is asked.
func (q *supposed) Seats() int { return q.n }
func (q *supposed) Seat() int  { return q.seat }

// What a condition sees otherwise decides nothing.

func (q *supposed) Banker() int                         { return q.not() }
func (q *supposed) Cards() []cards.Card                 { q.not(); return nil }
func (q *supposed) Showing(seat, hand int) []cards.Card { q.not(); return nil }
func (q *supposed) Hands(seat int) int                  { return q.not() }
func (q *supposed) Wager() int64                        { return int64(q.not()) }
func (q *supposed) Bet(name string) int64               { return int64(q.not()) }
func (q *supposed) Stack() int64                        { return int64(q.not()) }
func (q *supposed) Fresh() bool                         { return q.not() != 0 }
func (q *supposed) Split() bool                         { return q.not() != 0 }
func (q *supposed) Left() int                           { return q.not() }
func (q *supposed) Scale() int64                        { return int64(q.not()) }
func (q *supposed) Button() int                         { return q.not() }
func (q *supposed) Boards() []string                    { q.not(); return nil }
func (q *supposed) BoardOf(k int) []cards.Card          { q.not(); return nil }
func (q *supposed) Pot() int64                          { return int64(q.not()) }
func (q *supposed) StackOf(seat int) int64              { return int64(q.not()) }
func (q *supposed) Held(seat int) int                   { return q.not() }
func (q *supposed) Wins(seat int) int                   { return q.not() }
func (q *supposed) Deals() int                          { return q.not() }
