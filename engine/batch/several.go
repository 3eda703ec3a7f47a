package batch

import (
	"context"
	"fmt"
	"sync/atomic"

	"cardroom/engine/table"
)

// Several is a tournament at several tables, which play hand for hand: each plays one hand, in order, and then players are moved.
// A table is broken when the others have seats for its players, and the tables are balanced: none has two players more than another. The
// player who moves is the one who would have the big blind next.
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
	for round := int64(1); round <= hands && err == nil; round++ {
		before := int64(0)
		for k, one := range s.Sessions {
			if round > 1 && one.Table.Seated() == 0 {
				continue // broken
			}
			one.Table.SetElsewhere(s.elsewhere(k))
			one.next = last
			at, placed := one.Table.Hands(), len(one.Places)
			var r SessionResult
			r, err = one.Run(ctx, at+1, until, done)
			if round == 1 {
				results[k] = r
			} else {
				results[k].Merge(&r)
			}
			if err != nil {
				err = fmt.Errorf("table %d: %w", k+1, err)
				break
			}
			before += one.Table.Hands() - at
			last = one.next
			s.Places = append(s.Places, one.Places[placed:]...)
		}
		if before == 0 || err != nil {
			break
		}
		if err = s.balance(); err != nil {
			break
		}
	}
	for k := range results {
		t := &s.Sessions[k].Table
		results[k].Bought, results[k].Cashed = t.Bought(), t.Cashed()
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

// elsewhere returns what the tables other than the k-th have.
func (s *Several) elsewhere(k int) (e table.Elsewhere) {
	for i, one := range s.Sessions {
		t := &one.Table
		switch {
		case i == k:
		case t.Hands() == 0: // nobody has sat down yet
			e.Players += int64(one.Players)
			e.Bought += int64(one.Players) * one.buyIn()
		default:
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

// balance breaks tables and moves players.
func (s *Several) balance() error {
	for {
		var small, large *table.Table
		total, open, room := 0, 0, 0
		waits := false // somebody may buy chips and stays
		for _, one := range s.Sessions {
			t := &one.Table
			n := inPlay(t)
			if t.Seated() == 0 {
				continue
			}
			total, open, room = total+n, open+1, room+t.Config().MaxSeats
			waits = waits || t.Seated().Len() > n
			if small == nil || n < inPlay(small) {
				small = t
			}
			if large == nil || n > inPlay(large) {
				large = t
			}
		}
		if open < 2 {
			return nil
		}
		switch breaks := total <= room-small.Config().MaxSeats && !waits; {
		case breaks:
			for small.Seated() != 0 {
				if err := s.move(small, s.smallest(small), small.Seat(small.Seated().First()).Player); err != nil {
					return err
				}
			}
			s.Broken++
		case inPlay(large)-inPlay(small) > 1 && small.Seated().Len() < small.Config().MaxSeats:
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
		if t := &one.Table; t != without && t.Seated() != 0 && (out == nil || inPlay(t) < inPlay(out)) {
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
