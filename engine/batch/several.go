package batch

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"cardroom/engine/diag"
	"cardroom/engine/pause"
	"cardroom/engine/table"
)

// Several is a tournament at several tables, which play hand for hand: each plays one hand, then the rules of all see how these ended,
// and then players are moved. Who goes out in one round of tables goes out at the same time. A table is broken when the others have
// seats for its players, and the tables are balanced: none has two players more than another. The player who moves is the one who
// would have the big blind next.
type Several struct {
	Sessions []*Session
	// Places are the players who were eliminated at any table, in order.
	Places []table.Gone
	// Moved is the number of players who were moved, Broken that of tables.
	Moved, Broken int
}

// Run plays until the tournament is over or a table has dealt the given number of hands, or its clock shows until (0: no limit).
func (s *Several) Run(ctx context.Context, hands, until int64, done *atomic.Int64) (sum SessionResult, err error) {
	results := make([]SessionResult, len(s.Sessions))
	last := table.Player(0)
	for k, one := range s.Sessions {
		one.next = last
		if err := one.open(&results[k]); err != nil {
			return sum, fmt.Errorf("table %d: %w", k+1, err)
		}
		last = one.next
	}
	for round, dealt := int64(0), 1; round < hands && dealt > 0 && err == nil; round++ {
		if err = pause.Err(ctx); err != nil {
			break
		}
		if dealt, err = s.round(results, round, until, &last); err == nil {
			err = s.balance()
		}
		if done != nil {
			done.Add(int64(dealt))
		}
	}
	for k, one := range s.Sessions {
		one.sum(&results[k])
		if k == 0 {
			sum = results[0]
		} else {
			seconds := max(sum.Seconds, results[k].Seconds)
			sum.Join(&results[k])
			sum.Seconds = seconds // the tables play at the same time
		}
	}
	return sum, err
}

// round plays one hand at each table, and returns how many were played. last is the highest number of a player so far.
func (s *Several) round(results []SessionResult, round, until int64, last *table.Player) (dealt int, err error) {
	at := 0
	defer func() {
		if p := recover(); p != nil {
			err = diag.Caught(p)
		}
		if err != nil {
			t := &s.Sessions[at].Table
			err = fmt.Errorf("table %d: %w", at+1, &HandError{Hand: round + 1, Seed: t.Seed(), Err: err})
		}
	}()
	var one *Session
	plays := make([]bool, len(s.Sessions))
	for at, one = range s.Sessions {
		t := &one.Table
		if t.Seated() == 0 || until > 0 && t.Now() >= until {
			continue // broken, or at its end
		}
		t.SetElsewhere(s.elsewhere(at))
		one.next = max(one.next, *last)
		if err = one.between(&results[at]); err != nil {
			return dealt, err
		}
		if *last = one.next; t.Over() {
			continue
		}
		if err = one.playOut(&results[at]); err == nil {
			err = t.Collect(&one.hand, &one.Settled)
		}
		if err != nil {
			return dealt, err
		}
		plays[at] = true
		dealt++
	}
	for rule := range s.Sessions[0].Table.Config().Rules {
		var out []table.Out
		for k, one := range s.Sessions {
			if plays[k] {
				out = append(out, one.Table.Out(&one.hand)...)
			}
		}
		for at, one = range s.Sessions {
			if !plays[at] {
				continue
			}
			one.Table.SetElsewhere(s.elsewhere(at))
			if err = one.Table.SettleRule(rule, &one.hand, &one.Settled, out); err != nil {
				return dealt, err
			}
		}
	}
	for at, one = range s.Sessions {
		if plays[at] {
			one.Table.Close(&one.hand, &one.Settled)
			if err = cmp.Or(one.ended(&results[at]), results[at].Over()); err != nil {
				return dealt, err
			}
			for _, g := range one.Settled.Gone {
				g.Round = round
				s.Places = append(s.Places, g)
			}
		}
	}
	if lead := slices.Index(plays, true); lead >= 0 {
		for k, one := range s.Sessions {
			if !plays[k] {
				one.Table.Follow(&s.Sessions[lead].Table)
			}
		}
	}
	return dealt, nil
}

// elsewhere returns what the tables other than the k-th have.
func (s *Several) elsewhere(k int) (e table.Elsewhere) {
	for i, one := range s.Sessions {
		if t := &one.Table; i != k {
			e.Players += int64(inPlay(t))
			e.Bought += t.Bought()
		}
	}
	return e
}

// inPlay returns the number of players with chips.
func inPlay(t *table.Table) (n int) {
	for m := t.Seated(); m != 0; m &= m - 1 {
		if t.Seat(m.First()).Stack > 0 {
			n++
		}
	}
	return n
}

// balance breaks tables and moves players. Who may buy chips keeps the seat, and is counted.
func (s *Several) balance() error {
	for {
		var small, large *table.Table
		total, open, room := 0, 0, 0
		for _, one := range s.Sessions {
			t := &one.Table
			n := t.Seated().Len()
			if n == 0 {
				continue
			}
			total, open, room = total+n, open+1, room+t.Config().MaxSeats
			if small == nil || n < small.Seated().Len() {
				small = t
			}
			if large == nil || n > large.Seated().Len() {
				large = t
			}
		}
		if open < 2 {
			return nil
		}
		switch breaks := total <= room-small.Config().MaxSeats && inPlay(small) == small.Seated().Len(); {
		case breaks:
			for small.Seated() != 0 {
				if err := s.move(small, s.smallest(small), small.Seat(small.Seated().First()).Player); err != nil {
					return err
				}
			}
			s.Broken++
		case large.Seated().Len()-small.Seated().Len() > 1 && large.Ready() != 0:
			_, _, big := large.Positions()
			if err := s.move(large, small, large.Seat(large.Ready().After(max(0, big))).Player); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// smallest returns the open table with the fewest players, without one.
func (s *Several) smallest(without *table.Table) (out *table.Table) {
	for _, one := range s.Sessions {
		if t := &one.Table; t != without && t.Seated() != 0 && (out == nil || t.Seated().Len() < out.Seated().Len()) {
			out = t
		}
	}
	return out
}

func (s *Several) move(from, to *table.Table, p table.Player) error {
	chips, err := from.Depart(p)
	if err == nil {
		err = to.Arrive(p, chips)
	}
	if err != nil {
		return fmt.Errorf("player %d cannot be moved: %w", p, err)
	}
	s.Moved++
	return nil
}
