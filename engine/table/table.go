package table

import (
	"errors"
	"fmt"

	"cardroom/engine/betting"
)

// MaxSeats is the largest number of seats at a table.
const MaxSeats = betting.Max

// MaxRules is the largest number of house rules at one table.
const MaxRules = 8

// Player is a player's number, from 1 on; 0 is nobody.
type Player int32

// Seat is one seat of the table.
type Seat struct {
	Player Player // 0: the seat is free
	Stack  int64
	// Away: the player sits out.
	Away bool
	// New: the player has not been dealt in from this seat yet, and comes in by
	// posting or with the big blind itself.
	New bool
	// Unposted: the player has been dealt in from this seat, but only to games without
	// blinds, so they still come in as a new player does.
	Unposted bool `json:",omitempty"`
	// OwesSmall, OwesBig: the player missed that blind.
	OwesSmall, OwesBig bool
	// Wait: the player waits for the big blind instead of posting what is due.
	Wait bool
	// Debt is what the player owes in addition to blinds; they post it dead
	// when they are dealt in again.
	Debt int64
	// Joined is when the player sat down.
	Joined int64
	// Short: the last buy was a short one.
	Short bool
	// Offer is the amount of chips that a rule lets the player buy before the next hand.
	Offer int64 `json:",omitempty"`
	// Vote is the game that the player has voted for, counted from 1; 0 for none.
	Vote int16 `json:"-"`
}

// entering reports whether the player has yet to come in by a blind.
func (s *Seat) entering() bool { return s.New || s.Unposted }

// past is what the table remembers about a player who cashed out or left.
type past struct {
	Player             Player
	Cashed, At         int64 // how much, and when
	Debt               int64
	OwesSmall, OwesBig bool
	Short              bool
}

// maxPast is the number of players a table remembers. When the list is full,
// [Table.stale] chooses the one to forget.
const maxPast = 64

// Ledger is what the house has taken, by source.
type Ledger struct {
	Hands    int64 // out of hands: pots, button, drops
	Time     int64 // by the clock
	Raised   int64 // hands with raised stakes
	Boundary int64 // marks of the clock at which the house collected a fee
}

// Total returns everything the house has taken.
func (l Ledger) Total() int64 { return l.Hands + l.Time }

// Table is the state of a table. Make one with [Config.Open] or
// [Config.Restore].
type Table struct {
	cfg  *Config
	seed uint64

	seats    [MaxSeats]Seat
	waiting  Queue
	transfer Queue
	past     [maxPast]past
	pasts    int16

	game     int16 // the table's game, an index of Config.Games
	played   int16 // the game of the hand, which a rule may have named; 0 between hands
	posting  int16 // the collections in force, an index of Config.Postings
	choosing bool  // the button names the game
	choice   choice

	hands   int64 // hands begun
	now     int64
	carry   int64 // fraction of a second: 1/HandsPerHour
	settled int64 // until when time has been charged
	began   int64 // when the first hand was dealt, -1 before

	button, small, big int8 // of the last hand: seats, maybe empty; -1 for none
	// due is where the small and the big blind were in the last hand, or would have been
	// if its game had none: blinds missed are counted from there. -1 before the first.
	due [2]int8

	// Against a bank: the player who banked last, 0 for nobody, and for how
	// many rounds in a row.
	banker Player
	banked int8

	entry     int64 // for which a rule lets new players sit down before the next hand
	elsewhere Elsewhere

	playing bool
	n       int8           // seats dealt in
	dealt   [MaxSeats]int8 // seat of the table, by seat of the hand
	gone    betting.Set    // cashed out or left during the hand
	left    [MaxSeats]left // what those players had in the hand
	raised  bool           // the hand is played at raised stakes

	pot    int64 // left by earlier hands for the next hand with a pot
	memory [MaxRules]string
	funds  [MaxRules]int64 // chips that the rules have set aside
	drops  [MaxRules]int64 // what the pot of the hand pays into the funds, as far as it can
	bought int64
	cashed int64
	ledger Ledger
}

// Elsewhere is what the other tables of a tournament have: players with chips, and chips sold less those cashed in.
type Elsewhere struct {
	Players int64 `json:"players"`
	Bought  int64 `json:"bought"`
}

// choice is the game that a player has named for the next hand.
type choice struct {
	Player Player // 0: none is named
	Game   int16
}

// Vote records which seats have agreed to play another game: with other votes at the
// table, the game with the most votes.
type Vote struct {
	Game int16
	Yes  betting.Set
}

// Open returns a new table without players. The seed determines the cards of
// all its hands and the draw for the first button.
func (c *Config) Open(seed uint64) (Table, error) {
	if err := c.Validate(); err != nil {
		return Table{}, err
	}
	t := Table{cfg: c, seed: seed, button: -1, small: -1, big: -1, due: [2]int8{-1, -1}, began: -1, now: c.Start, settled: c.Start, choosing: c.Choice != OneGame}
	for i, r := range c.Rules {
		t.memory[i] = r.Begin()
	}
	return t, nil
}

// Config returns the configuration that the table was opened with.
func (t *Table) Config() *Config { return t.cfg }

// Seed returns the seed of the cards.
func (t *Table) Seed() uint64 { return t.seed }

// Seat returns the k-th seat, counted from 0 clockwise from the house dealer's
// left.
func (t *Table) Seat(k int) Seat { return t.seats[k] }

// Hands returns the number of hands begun.
func (t *Table) Hands() int64 { return t.hands }

// Now returns the table's time.
func (t *Table) Now() int64 { return t.now }

// Began returns the time of the first hand, -1 before it is dealt.
func (t *Table) Began() int64 { return t.began }

// Playing reports whether a hand is being played.
func (t *Table) Playing() bool { return t.playing }

// Game returns the index of the table's game. A rule may have named another one for a hand: see [Table.Played].
func (t *Table) Game() int { return int(t.game) }

// Played returns the index of the game of the hand that is being played.
func (t *Table) Played() int { return int(t.played) }

// Posting returns the index of the collections in force.
func (t *Table) Posting() int { return int(t.posting) }

// Positions returns the seats of the button, the small blind and the big blind
// in the last hand, -1 for none. The button and the small blind may be empty
// seats when the button is dead.
func (t *Table) Positions() (button, small, big int) {
	return int(t.button), int(t.small), int(t.big)
}

// Raised reports whether the last hand was played at raised stakes.
func (t *Table) Raised() bool { return t.raised }

// House returns what the house has taken.
func (t *Table) House() Ledger { return t.ledger }

// Bought returns the chips sold to the players.
func (t *Table) Bought() int64 { return t.bought }

// Cashed returns the chips bought back from the players.
func (t *Table) Cashed() int64 { return t.cashed }

// Memory returns the memory of the k-th rule, as text.
func (t *Table) Memory(k int) string { return t.memory[k] }

// SetMemory gives the k-th rule another memory. It returns an error if it is too long to be saved.
func (t *Table) SetMemory(k int, memory string) error {
	if len(memory) > maxMemory {
		return fmt.Errorf("a memory of %d bytes: the limit is %d", len(memory), maxMemory)
	}
	t.memory[k] = memory
	return nil
}

// PlaceButton sets the positions of the last hand, as if everybody at the table
// had been dealt in; -1 for none.
func (t *Table) PlaceButton(button, small, big int) {
	t.button, t.small, t.big = int8(button), int8(small), int8(big)
	t.due = [2]int8{t.small, t.big}
	for i := range t.cfg.MaxSeats {
		t.seats[i].New, t.seats[i].Unposted = false, false
	}
}

// Pot returns the chips that earlier hands left for the next hand with a pot.
func (t *Table) Pot() int64 { return t.pot }

// Conserved reports whether the stacks, the carried-over pot, the funds and what
// the house took add up to the chips bought minus the chips cashed. Between hands
// this always holds.
func (t *Table) Conserved() bool {
	sum := t.ledger.Total() + t.pot + t.Funds()
	for i := range t.cfg.MaxSeats {
		sum += t.seats[i].Stack
	}
	return sum == t.bought-t.cashed
}

// Find returns the seat of a player, -1 if they are not at the table.
func (t *Table) Find(p Player) int {
	if p != 0 {
		for i := range t.cfg.MaxSeats {
			if t.seats[i].Player == p {
				return i
			}
		}
	}
	return -1
}

// Seated returns the set of taken seats.
func (t *Table) Seated() (m betting.Set) {
	for i := range t.cfg.MaxSeats {
		if t.seats[i].Player != 0 {
			m |= betting.Bit(i)
		}
	}
	return m
}

// Ready returns the set of seats whose players are not sitting out and have
// chips.
func (t *Table) Ready() (m betting.Set) {
	for i := range t.cfg.MaxSeats {
		if s := &t.seats[i]; s.Player != 0 && (!s.Away || t.cfg.AwayFolds) && s.Stack > 0 {
			m |= betting.Bit(i)
		}
	}
	return m
}

// Over reports whether no further hand can be dealt: chips are sold only as a rule offers them, and too few
// players have any.
func (t *Table) Over() bool {
	return t.cfg.Offered && t.hands > 0 && !t.playing && t.Ready().Len() < t.cfg.MinSeats
}

// SetElsewhere says what the other tables of a tournament have.
func (t *Table) SetElsewhere(e Elsewhere) { t.elsewhere = e }

// Follow gives the table the clock and the memory of another one of its tournament, which has played a hand when this one could not.
func (t *Table) Follow(o *Table) { t.now, t.memory = o.now, o.memory }

// Depart takes a player with their chips to another table, between hands.
func (t *Table) Depart(p Player) (chips int64, err error) {
	k := t.Find(p)
	switch {
	case t.playing:
		return 0, errDuring
	case k < 0:
		return 0, errors.New("they are not at the table")
	}
	chips = t.seats[k].Stack
	t.seats[k] = Seat{}
	t.bought -= chips
	return chips, nil
}

// Arrive seats a player who brings chips from another table in the free seat that is reached last by
// the blinds, between hands.
func (t *Table) Arrive(p Player, chips int64) error {
	switch {
	case t.playing:
		return errDuring
	case t.free() < 0:
		return errors.New("no seat is free")
	case t.Find(p) >= 0:
		return errors.New("they are already at the table")
	}
	k := max(0, int(t.big))
	for t.seats[k].Player != 0 {
		k = (k + t.cfg.MaxSeats - 1) % t.cfg.MaxSeats
	}
	t.seats[k] = Seat{Player: p, Stack: chips, Joined: t.now}
	t.bought += chips
	return nil
}

// free returns the lowest free seat, -1 if there is none.
func (t *Table) free() int {
	for i := range t.cfg.MaxSeats {
		if t.seats[i].Player == 0 {
			return i
		}
	}
	return -1
}

// A RefusedError says why an event was refused. The table is unchanged.
type RefusedError struct {
	Event  Event
	Reason string
}

func (e *RefusedError) Error() string { return e.Event.String() + ": " + e.Reason }

// errDuring is the reason for refusing an event that must wait until the hand
// is over.
var errDuring = errors.New("a hand is being played")

// ErrTooFew means that no hand can be dealt because fewer than two players are
// ready.
var ErrTooFew = errors.New("fewer than two players are ready")

// ErrNoChoice means that no hand can be dealt because the player with the
// button has not named a game.
var ErrNoChoice = errors.New("the player with the button has not named a game")

// money returns an amount as text in the table's currency.
func (t *Table) money(units int64) string { return t.cfg.money(units) }
