package table

import (
	"errors"
	"fmt"

	"cardroom/engine/betting"
)

// maxQueue is the largest number of players on a list.
const maxQueue = 32

// Waiter is a player on a list.
type Waiter struct {
	Player Player
	Amount int64 // buys in for this
	Wait   bool  // waits for the big blind
}

// Queue is a list of players in the order in which they asked.
type Queue struct {
	n    int8
	list [maxQueue]Waiter
}

// Len returns the number of players on the list.
func (q *Queue) Len() int { return int(q.n) }

// At returns the k-th player of the list.
func (q *Queue) At(k int) Waiter { return q.list[k] }

// Place returns the player's place on the list, from 1; 0 if they are not on
// it.
func (q *Queue) Place(p Player) int {
	for i := range int(q.n) {
		if q.list[i].Player == p {
			return i + 1
		}
	}
	return 0
}

func (q *Queue) remove(place int) Waiter {
	w := q.list[place-1]
	copy(q.list[place-1:], q.list[place:q.n])
	q.n--
	q.list[q.n] = Waiter{}
	return w
}

// Waiting returns the waiting list.
func (t *Table) Waiting() *Queue { return &t.waiting }

// Transfers returns the list of players who want to come from other tables.
func (t *Table) Transfers() *Queue { return &t.transfer }

// join seats a player, or puts them on a list when no seat is free or others
// come before them.
func (t *Table) join(e Event, list *Queue) error {
	switch {
	case e.Player <= 0:
		return errors.New("no player is named")
	case t.Find(e.Player) >= 0:
		return errors.New("they are already at the table")
	case t.waiting.Place(e.Player) > 0 || t.transfer.Place(e.Player) > 0:
		return errors.New("they are already on a list")
	case int(e.Seat) >= t.cfg.MaxSeats:
		return fmt.Errorf("the table has %d seats", t.cfg.MaxSeats)
	case e.Seat >= 0 && t.seats[e.Seat].Player != 0:
		return fmt.Errorf("seat %d is taken", e.Seat+1)
	}
	if err := t.mayBuyIn(e.Player, e.Amount); err != nil {
		return err
	}
	w := Waiter{e.Player, e.Amount, e.Wait}
	if t.free() < 0 || t.transfer.Len() > 0 || list == &t.waiting && t.waiting.Len() > 0 {
		if int(list.n) == maxQueue {
			return errors.New("the list is full")
		}
		list.list[list.n] = w
		list.n++
		return nil
	}
	t.sit(w, int(e.Seat))
	return nil
}

// sit seats a player in a free seat, -1 for any.
func (t *Table) sit(w Waiter, seat int) {
	if seat < 0 {
		seat = t.free()
	}
	s := Seat{Player: w.Player, New: true, Wait: w.Wait, Joined: t.now}
	if k := t.pastOf(w.Player); k >= 0 {
		p := &t.past[k]
		s.Debt, s.OwesBig, s.OwesSmall, s.Short = p.Debt, p.OwesBig, p.OwesSmall, p.Short
		t.forget(k)
	}
	t.seats[seat] = s
	t.sell(&t.seats[seat], w.Amount)
}

// call seats the next player from the lists, transfers first.
func (t *Table) call(seat int) error {
	switch {
	case t.free() < 0:
		return errors.New("no seat is free")
	case seat >= t.cfg.MaxSeats || seat >= 0 && t.seats[seat].Player != 0:
		return fmt.Errorf("seat %d is not free", seat+1)
	}
	list := &t.transfer
	if list.Len() == 0 {
		list = &t.waiting
	}
	if list.Len() == 0 {
		return errors.New("nobody waits")
	}
	w := list.At(0)
	if err := t.mayBuyIn(w.Player, w.Amount); err != nil {
		return err
	}
	t.sit(list.remove(1), seat)
	return nil
}

// move moves a player to another seat. They come in there like a new player:
// nobody gets closer to the button, or away from the blinds, for free.
func (t *Table) move(s *Seat, seat int) error {
	switch {
	case seat < 0 || seat >= t.cfg.MaxSeats:
		return fmt.Errorf("the table has %d seats", t.cfg.MaxSeats)
	case t.seats[seat].Player != 0:
		return fmt.Errorf("seat %d is taken", seat+1)
	}
	to := &t.seats[seat]
	*to, *s = *s, Seat{}
	to.New, to.Unposted = true, false
	return nil
}

func (t *Table) leave(s *Seat) error {
	if s.Stack > 0 || s.Debt > 0 || (s.OwesBig || s.OwesSmall) && !s.New || s.Short {
		r := t.remember(s.Player)
		r.Debt, r.OwesBig, r.OwesSmall, r.Short = s.Debt, s.OwesBig, s.OwesSmall, s.Short
		t.redeem(s, s.Stack)
	}
	t.cashed += s.Stack
	*s = Seat{}
	return nil
}

func (s *Seat) comeBack(wait bool) error {
	switch {
	case s.Stack == 0:
		return errors.New("they have no chips")
	case !s.Away && s.Wait == wait:
		return errors.New("they do not sit out")
	}
	s.Away, s.Wait = false, wait
	return nil
}

// agree counts a player's vote for another game. It stands until the switch, and of several by one player
// the last counts; a vote for the game that is being played only takes back another.
func (t *Table) agree(s *Seat, game int16) error {
	switch {
	case int(game) >= len(t.cfg.Games) || game < 0:
		return t.noGame()
	case game == t.game && !t.choosing && s.Vote == 0:
		return errors.New("that game is being played")
	case game == t.game && !t.choosing:
		s.Vote = 0
	default:
		s.Vote = game + 1
	}
	return nil
}

// agreed returns the game that everybody at the table has voted for, those who sit out included; -1 for none.
func (t *Table) agreed() int {
	if v := t.Votes(); v.Yes != 0 && v.Yes == t.Seated() {
		return int(v.Game)
	}
	return -1
}

func (t *Table) noGame() error {
	if len(t.cfg.Games) == 1 {
		return errors.New("the table plays one game")
	}
	return fmt.Errorf("the table offers %d games", len(t.cfg.Games))
}

// Votes returns the game with the most votes and who has agreed to it.
func (t *Table) Votes() (most Vote) {
	for game := range t.cfg.Games {
		v := Vote{Game: int16(game)}
		for k := range t.cfg.MaxSeats {
			if t.seats[k].Vote == int16(game+1) {
				v.Yes |= betting.Bit(k)
			}
		}
		if v.Yes.Len() > most.Yes.Len() {
			most = v
		}
	}
	return most
}

func (t *Table) switchTo(game int16) {
	t.game, t.choice, t.choosing = game, choice{}, false
	for k := range t.cfg.MaxSeats {
		t.seats[k].Vote = 0
	}
}

// change changes the game by decision of the floor, without asking the players.
func (t *Table) change(game int16, choose bool) error {
	switch {
	case t.cfg.Unanimous && t.Seated() != 0:
		return errors.New("it needs the agreement of everybody at the table")
	case choose && len(t.cfg.Games) < 2:
		return errors.New("there is nothing to choose from")
	case int(game) >= len(t.cfg.Games) || game < 0:
		return t.noGame()
	}
	t.switchTo(game)
	t.choosing = choose
	return nil
}

// choose records the choice of the player who has the button next.
func (t *Table) choose(p Player, game int16) error {
	switch {
	case !t.choosing:
		return errors.New("the button does not choose the game")
	case int(game) >= len(t.cfg.Games) || game < 0:
		return t.noGame()
	case p == 0 || p != t.chooser():
		return errors.New("they do not have the button")
	}
	t.choice = choice{p, game}
	return nil
}

// maxTick is the most that one event may advance the clock, ten years: each
// mark on the way is charged.
const maxTick = 10 * 366 * 24 * 3600

func (t *Table) tick(at int64) error {
	switch {
	case at < t.now:
		return errors.New("the clock cannot go back")
	case at-t.now > maxTick:
		return errors.New("the clock can advance by at most ten years")
	case at > MaxTime:
		return errors.New("the clock ends before that")
	}
	t.now, t.carry = at, 0
	t.settle()
	return nil
}
