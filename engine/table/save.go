package table

import (
	"encoding/json"
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
)

// saved is a table as text. Lists are as long as they need to be.
type saved struct {
	Schema   string       `json:"schema"`
	Seed     hand.Seed    `json:"seed"`
	Seats    map[int]Seat `json:"seats"`
	Waiting  []Waiter     `json:"waiting,omitempty"`
	Transfer []Waiter     `json:"transfer,omitempty"`
	Past     []Past       `json:"past,omitempty"`
	Game     int16        `json:"game"`
	Posting  int16        `json:"posting"`
	Choosing bool         `json:"choosing,omitempty"`
	Choice   Choice       `json:"choice"`
	Vote     Vote         `json:"vote"`
	Hands    int64        `json:"hands"`
	Now      int64        `json:"now"`
	Carry    int64        `json:"carry"`
	Settled  int64        `json:"settled"`
	Began    int64        `json:"began"`
	Button   int8         `json:"button"`
	Small    int8         `json:"small"`
	Big      int8         `json:"big"`
	Banker   Player       `json:"banker,omitempty"`
	Banked   int8         `json:"banked,omitempty"`
	Playing  bool         `json:"playing,omitempty"`
	Dealt    []int8       `json:"dealt,omitempty"`
	Gone     betting.Mask `json:"gone,omitempty"`
	Raised   bool         `json:"raised,omitempty"`
	Memory   []string     `json:"memory,omitempty"`
	Bought   int64        `json:"bought"`
	Cashed   int64        `json:"cashed"`
	Ledger   Ledger       `json:"ledger"`
}

const saveSchema = "cardroom.table/1"

// Save is the table as text: one line of JSON, without the configuration.
func (t *Table) Save() string {
	s := saved{
		Schema: saveSchema, Seed: hand.Seed(t.seed), Seats: map[int]Seat{},
		Waiting: t.waiting.list[:t.waiting.n], Transfer: t.transfer.list[:t.transfer.n], Past: t.past[:t.pasts],
		Game: t.game, Posting: t.posting, Choosing: t.choosing, Choice: t.choice, Vote: t.vote,
		Hands: t.hands, Now: t.now, Carry: t.carry, Settled: t.settled, Began: t.began,
		Button: t.button, Small: t.small, Big: t.big, Banker: t.banker, Banked: t.banked,
		Playing: t.playing, Dealt: t.dealt[:t.n], Gone: t.gone, Raised: t.raised,
		Memory: t.memory[:len(t.cfg.Rules)], Bought: t.bought, Cashed: t.cashed, Ledger: t.ledger,
	}
	for i := range t.cfg.MaxSeats {
		if t.seats[i].Player != 0 {
			s.Seats[i] = t.seats[i]
		}
	}
	out, err := json.Marshal(&s)
	if err != nil {
		panic(err) // plain data
	}
	return string(out)
}

// Restore reads what [Table.Save] wrote, for a table of the same configuration.
func (c *Config) Restore(text string) (Table, error) {
	var s saved
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return Table{}, fmt.Errorf("a saved table: %w", err)
	}
	t, err := c.Open(uint64(s.Seed))
	if err != nil {
		return t, err
	}
	if err := s.check(c); err != nil {
		return Table{}, fmt.Errorf("a saved table: %w", err)
	}
	for k, seat := range s.Seats {
		t.seats[k] = seat
	}
	t.waiting.n = int8(copy(t.waiting.list[:], s.Waiting))
	t.transfer.n = int8(copy(t.transfer.list[:], s.Transfer))
	t.pasts = int16(copy(t.past[:], s.Past))
	t.game, t.posting, t.choosing, t.choice, t.vote = s.Game, s.Posting, s.Choosing, s.Choice, s.Vote
	t.hands, t.now, t.carry, t.settled, t.began = s.Hands, s.Now, s.Carry, s.Settled, s.Began
	t.button, t.small, t.big = s.Button, s.Small, s.Big
	t.banker, t.banked = s.Banker, s.Banked
	t.playing, t.gone, t.raised = s.Playing, s.Gone, s.Raised
	t.n = int8(copy(t.dealt[:], s.Dealt))
	copy(t.memory[:], s.Memory)
	t.bought, t.cashed, t.ledger = s.Bought, s.Cashed, s.Ledger
	return t, nil
}

// check refuses what cannot be a table of the configuration.
func (s *saved) check(c *Config) error {
	inside := func(k int8) bool { return k >= -1 && int(k) < c.MaxSeats }
	switch {
	case s.Schema != saveSchema:
		return fmt.Errorf("schema %q, not %q", s.Schema, saveSchema)
	case len(s.Waiting) > maxQueue || len(s.Transfer) > maxQueue || len(s.Past) > maxPast || len(s.Dealt) > MaxSeats:
		return fmt.Errorf("a list is too long")
	case int(s.Game) >= len(c.Games) || s.Game < 0 || s.Choice.Game < 0 || int(s.Choice.Game) >= len(c.Games):
		return fmt.Errorf("game %d of %d", s.Game+1, len(c.Games))
	case s.Posting < 0 || s.Posting > 0 && int(s.Posting) >= len(c.Postings):
		return fmt.Errorf("posting %d of %d", s.Posting+1, len(c.Postings))
	case len(s.Memory) != len(c.Rules):
		return fmt.Errorf("%d memories for %d rules", len(s.Memory), len(c.Rules))
	case s.Banked < 0 || s.Banked > 100:
		return fmt.Errorf("%d rounds in a row banked", s.Banked)
	case !inside(s.Button) || !inside(s.Small) || !inside(s.Big):
		return fmt.Errorf("a position is not at the table")
	}
	for k, seat := range s.Seats {
		if k < 0 || k >= c.MaxSeats || seat.Stack < 0 {
			return fmt.Errorf("seat %d of %d", k+1, c.MaxSeats)
		}
	}
	for _, k := range s.Dealt {
		if !inside(k) || k < 0 {
			return fmt.Errorf("a hand is dealt to seat %d of %d", k+1, c.MaxSeats)
		}
	}
	return nil
}
