package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"cardroom/engine/betting"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/hand"
)

// saved is the JSON form of a table. Lists are trimmed to their length.
type saved struct {
	Schema   string        `json:"schema"`
	Seed     hand.Seed     `json:"seed"`
	Seats    map[int]Seat  `json:"seats"`
	Waiting  []Waiter      `json:"waiting,omitempty"`
	Transfer []Waiter      `json:"transfer,omitempty"`
	Past     []past        `json:"past,omitempty"`
	Game     int16         `json:"game"`
	Posting  int16         `json:"posting"`
	Choosing bool          `json:"choosing,omitempty"`
	Choice   choice        `json:"choice"`
	Vote     Vote          `json:"vote"`            // the game with the most votes
	Votes    map[int]int16 `json:"votes,omitempty"` // by seat: votes for other games
	Hands    int64         `json:"hands"`
	Now      int64         `json:"now"`
	Carry    int64         `json:"carry"`
	Settled  int64         `json:"settled"`
	Began    int64         `json:"began"`
	Button   int8          `json:"button"`
	Small    int8          `json:"small"`
	Big      int8          `json:"big"`
	Due      []int8        `json:"due,omitempty"` // where the blinds would have been, if the last hand had none
	Banker   Player        `json:"banker,omitempty"`
	Banked   int8          `json:"banked,omitempty"`
	Playing  bool          `json:"playing,omitempty"`
	Dealt    []int8        `json:"dealt,omitempty"`
	Gone     betting.Set   `json:"gone,omitempty"`
	Left     map[int]left  `json:"left,omitempty"` // by seat, of the players in Gone
	Raised   bool          `json:"raised,omitempty"`
	Memory   []string      `json:"memory,omitempty"`
	Played   *int16        `json:"played,omitempty"` // the game of the hand, if it is not the table's
	Entry    int64         `json:"entry,omitempty"`
	Others   *Elsewhere    `json:"elsewhere,omitempty"`
	Funds    []int64       `json:"funds,omitempty"` // by rule; left out if all are empty
	Drops    []int64       `json:"drops,omitempty"`
	Bought   int64         `json:"bought"`
	Cashed   int64         `json:"cashed"`
	Pot      int64         `json:"pot,omitempty"`
	Ledger   Ledger        `json:"ledger"`
}

const saveSchema = "cardroom.table/1"

// Save returns the table as text: one line of JSON, without the configuration.
func (t *Table) Save() string {
	s := saved{
		Schema: saveSchema, Seed: hand.Seed(t.seed), Seats: map[int]Seat{},
		Waiting: t.waiting.list[:t.waiting.n], Transfer: t.transfer.list[:t.transfer.n], Past: t.past[:t.pasts],
		Game: t.game, Posting: t.posting, Choosing: t.choosing, Choice: t.choice, Vote: t.Votes(),
		Hands: t.hands, Now: t.now, Carry: t.carry, Settled: t.settled, Began: t.began,
		Button: t.button, Small: t.small, Big: t.big, Banker: t.banker, Banked: t.banked,
		Playing: t.playing, Dealt: t.dealt[:t.n], Gone: t.gone, Raised: t.raised,
		Memory: t.memory[:len(t.cfg.Rules)], Bought: t.bought, Cashed: t.cashed, Pot: t.pot, Ledger: t.ledger,
	}
	if t.playing && t.played != t.game {
		s.Played = &t.played
	}
	if s.Entry = t.entry; t.elsewhere != (Elsewhere{}) {
		s.Others = &t.elsewhere
	}
	if t.funds != [MaxRules]int64{} {
		s.Funds = t.funds[:len(t.cfg.Rules)]
	}
	if t.drops != [MaxRules]int64{} {
		s.Drops = t.drops[:len(t.cfg.Rules)]
	}
	if t.due != [2]int8{t.small, t.big} {
		s.Due = t.due[:]
	}
	for i := range t.cfg.MaxSeats {
		if t.seats[i].Player != 0 {
			s.Seats[i] = t.seats[i]
			if v := t.seats[i].Vote; v != 0 && !s.Vote.Yes.Has(i) {
				if s.Votes == nil {
					s.Votes = map[int]int16{}
				}
				s.Votes[i] = v - 1
			}
		}
	}
	for m := t.gone; m != 0; m &= m - 1 {
		if s.Left == nil {
			s.Left = map[int]left{}
		}
		s.Left[m.First()] = t.left[m.First()]
	}
	out, err := json.Marshal(&s)
	if err != nil {
		panic(err) // plain data
	}
	return string(out)
}

// Restore reads the text that [Table.Save] wrote, for a table of the same configuration. The text
// may have been edited: if it cannot be a table, Restore returns a [diag.Error] with the place in
// the text. Between two hands the chips must be conserved.
func (c *Config) Restore(text string) (Table, error) {
	var s saved
	if err := cmp.Or(files.Schema([]byte(text), saveSchema), files.Unmarshal([]byte(text), &s)); err != nil {
		return Table{}, savedError(err)
	}
	t, err := c.Open(uint64(s.Seed))
	if err != nil {
		return t, err
	}
	if fault := s.check(c); fault != nil {
		return Table{}, savedError(files.Located(text, fault))
	}
	for k, seat := range s.Seats {
		if s.Vote.Yes.Has(k) {
			seat.Vote = s.Vote.Game + 1
		} else if game, voted := s.Votes[k]; voted {
			seat.Vote = game + 1
		}
		t.seats[k] = seat
	}
	t.waiting.n = int8(copy(t.waiting.list[:], s.Waiting))
	t.transfer.n = int8(copy(t.transfer.list[:], s.Transfer))
	t.pasts = int16(copy(t.past[:], s.Past))
	t.game, t.posting, t.choosing, t.choice = s.Game, s.Posting, s.Choosing, s.Choice
	if t.entry = s.Entry; s.Others != nil {
		t.elsewhere = *s.Others
	}
	if s.Played != nil {
		t.played = *s.Played
	} else if s.Playing {
		t.played = s.Game
	}
	t.hands, t.now, t.carry, t.settled, t.began = s.Hands, s.Now, s.Carry, s.Settled, s.Began
	t.button, t.small, t.big = s.Button, s.Small, s.Big
	if t.due = [2]int8{t.small, t.big}; s.Due != nil {
		t.due = [2]int8(s.Due)
	}
	t.banker, t.banked = s.Banker, s.Banked
	t.playing, t.gone, t.raised = s.Playing, s.Gone, s.Raised
	for k, left := range s.Left {
		t.left[k] = left
	}
	t.n = int8(copy(t.dealt[:], s.Dealt))
	copy(t.memory[:], s.Memory)
	copy(t.funds[:], s.Funds)
	copy(t.drops[:], s.Drops)
	t.bought, t.cashed, t.pot, t.ledger = s.Bought, s.Cashed, s.Pot, s.Ledger
	if (!t.playing || t.gone == 0) && !t.Conserved() { // otherwise the hand holds chips that nobody will get
		stacks := t.bought - t.cashed - t.pot - t.Funds() - t.ledger.Total()
		return Table{}, savedError(files.Located(text, faultAt("bought")(
			"the players have other chips than %s bought less %s cashed less %s of the house%s, which leaves %s", t.money(t.bought), t.money(t.cashed), t.money(t.ledger.Total()), t.potText(), t.money(stacks))))
	}
	return t, nil
}

// potText returns the carried-over pot and the funds as the end of a list of amounts, "" for none.
func (t *Table) potText() string {
	text := ""
	if t.pot > 0 {
		text = fmt.Sprintf(" less a pot of %s", t.money(t.pot))
	}
	if funds := t.Funds(); funds > 0 {
		text += fmt.Sprintf(" less funds of %s", t.money(funds))
	}
	return text
}

// savedError returns err with a prefix that says it is about a saved table.
func savedError(err error) error {
	var e *diag.Error
	if errors.As(err, &e) {
		return &diag.Error{At: e.At, Msg: "a saved table: " + e.Msg}
	}
	return fmt.Errorf("a saved table: %w", err)
}

// faultAt returns a function that makes an error at a path of keys in a saved table.
func faultAt(way ...string) func(format string, args ...any) *diag.Error {
	return func(format string, args ...any) *diag.Error {
		return &diag.Error{Way: way, Msg: fmt.Sprintf(format, args...)}
	}
}

// within returns an error for a number outside its bounds.
func (s *saved) within(n, least, most int64, way ...string) *diag.Error {
	if n >= least && n <= most {
		return nil
	}
	name := way[len(way)-1]
	if _, err := strconv.Atoi(name); err == nil { // an index of a list
		name = way[len(way)-2]
	}
	return faultAt(way...)("%s must be %d to %d, not %d", name, least, most, n)
}

// check returns an error if s cannot be a table of the configuration.
func (s *saved) check(c *Config) *diag.Error {
	for _, part := range []func(*Config) *diag.Error{s.checkNumbers, s.checkTime, s.checkSeats, s.checkLists, s.checkHand} {
		if f := part(c); f != nil {
			return f
		}
	}
	return nil
}

// MaxHands is the largest number of hands that a table plays.
const MaxHands = 1 << 40

func (s *saved) checkNumbers(c *Config) *diag.Error {
	games, seats := int64(len(c.Games))-1, int64(c.MaxSeats)-1
	switch {
	case s.Schema != saveSchema:
		return faultAt("schema")("schema %q, not %q", s.Schema, saveSchema)
	case len(s.Memory) != len(c.Rules):
		return faultAt("memory")("%d memories for %d rules", len(s.Memory), len(c.Rules))
	case s.Choosing && games == 0:
		return faultAt("choosing")("there is one game, and nothing to choose from")
	case s.Banker < 0 || s.Banker == 0 && s.Banked != 0:
		return faultAt("banker")("player %d has banked %d rounds", s.Banker, s.Banked)
	}
	if s.Played != nil {
		if f := s.within(int64(*s.Played), 0, games, "played"); f != nil {
			return f
		}
	}
	return first(
		s.within(int64(s.Game), 0, games, "game"),
		s.within(int64(s.Choice.Game), 0, games, "choice", "Game"),
		s.within(int64(s.Choice.Player), 0, math.MaxInt32, "choice", "Player"),
		s.within(int64(s.Vote.Game), 0, games, "vote", "Game"),
		s.within(int64(s.Posting), 0, max(int64(len(c.Postings))-1, 0), "posting"),
		s.within(int64(s.Button), -1, seats, "button"),
		s.within(int64(s.Small), -1, seats, "small"),
		s.within(int64(s.Big), -1, seats, "big"),
		s.within(int64(s.Banked), 0, 100, "banked"),
		s.within(s.Hands, 0, MaxHands, "hands"),
		s.within(s.Bought, 0, MaxBought, "bought"),
		s.within(s.Cashed, 0, s.Bought, "cashed"),
		s.within(s.Pot, 0, s.Bought, "pot"),
		s.within(s.Entry, 0, MaxBought, "entry"),
		s.within(s.Ledger.Hands, 0, s.Bought, "ledger", "Hands"),
		s.within(s.Ledger.Time, 0, s.Bought, "ledger", "Time"),
		s.within(s.Ledger.Raised, 0, s.Hands, "ledger", "Raised"),
		s.within(s.Ledger.Boundary, 0, s.Now, "ledger", "Boundary"),
	)
}

// first returns the first error of a list, nil for none.
func first(list ...*diag.Error) *diag.Error {
	for _, f := range list {
		if f != nil {
			return f
		}
	}
	return nil
}

func (s *saved) checkTime(c *Config) *diag.Error {
	if f := s.within(s.Now, c.Start, MaxTime, "now"); f != nil {
		return f
	}
	began := c.Start
	if s.Hands == 0 || s.Began < 0 {
		began = -1
	}
	return first(
		s.within(s.Carry, 0, max(c.HandsPerHour-1, 0), "carry"),
		s.within(s.Settled, max(c.Start, s.Now-maxTick), s.Now, "settled"),
		s.within(s.Began, began, s.Now, "began"),
	)
}

// checkSeats checks who sits at the table. Nobody may appear twice, including on the lists.
func (s *saved) checkSeats(c *Config) *diag.Error {
	seen := map[Player]string{}
	here := func(p Player, where string, way ...string) *diag.Error {
		switch was := seen[p]; {
		case p < 1:
			return faultAt(way...)("%s has player %d, who is nobody", where, p)
		case was != "":
			return faultAt(way...)("player %d is in %s and in %s", p, was, where)
		}
		seen[p] = where
		return nil
	}
	for _, k := range slices.Sorted(maps.Keys(s.Seats)) {
		seat, key := s.Seats[k], strconv.Itoa(k)
		if k < 0 || k >= c.MaxSeats {
			return faultAt("seats", key)("seat %d of %d", k+1, c.MaxSeats)
		}
		if f := first(
			here(seat.Player, fmt.Sprintf("seat %d", k+1), "seats", key, "Player"),
			s.within(seat.Stack, 0, MaxBought, "seats", key, "Stack"),
			s.within(seat.Debt, 0, MaxBought, "seats", key, "Debt"),
			s.within(seat.Offer, 0, MaxBought, "seats", key, "Offer"),
			s.within(seat.Joined, c.Start, s.Now, "seats", key, "Joined"),
		); f != nil {
			return f
		}
	}
	for q, list := range [][]Waiter{s.Waiting, s.Transfer} {
		name := [...]string{"waiting", "transfer"}[q]
		for i, w := range list {
			key := strconv.Itoa(i)
			if f := first(here(w.Player, "the list of "+name, name, key, "Player"), s.within(w.Amount, 1, MaxBought, name, key, "Amount")); f != nil {
				return f
			}
		}
	}
	return nil
}

// checkLists checks the lengths of the lists and the records of past players.
func (s *saved) checkLists(c *Config) *diag.Error {
	f := first(
		s.within(int64(len(s.Waiting)), 0, maxQueue, "waiting"), s.within(int64(len(s.Transfer)), 0, maxQueue, "transfer"),
		s.within(int64(len(s.Past)), 0, maxPast, "past"), s.within(int64(len(s.Dealt)), 0, int64(c.MaxSeats), "dealt"),
	)
	seen := map[Player]bool{}
	for i, p := range s.Past {
		key := strconv.Itoa(i)
		if p.Player < 1 || seen[p.Player] {
			return faultAt("past", key, "Player")("player %d is remembered twice, or is nobody", p.Player)
		}
		seen[p.Player] = true
		f = first(f, s.within(p.Cashed, 0, MaxBought, "past", key, "Cashed"), s.within(p.Debt, 0, MaxBought, "past", key, "Debt"), s.within(p.At, 0, s.Now, "past", key, "At"))
	}
	for i, k := range s.Due {
		f = first(f, s.within(int64(k), -1, int64(c.MaxSeats)-1, "due", strconv.Itoa(i)))
	}
	if n := len(s.Due); n != 0 && n != 2 {
		f = first(f, faultAt("due")("%d places of the blinds, not 2", n))
	}
	for _, k := range slices.Sorted(maps.Keys(s.Votes)) {
		key := strconv.Itoa(k)
		f = first(f, s.within(int64(k), 0, int64(c.MaxSeats)-1, "votes", key), s.within(int64(s.Votes[k]), 0, int64(len(c.Games))-1, "votes", key))
		if _, seated := s.Seats[k]; f == nil && !seated {
			f = faultAt("votes", key)("seat %d votes and is empty", k+1)
		}
	}
	for m := s.Vote.Yes; m != 0; m &= m - 1 {
		if _, seated := s.Seats[m.First()]; f == nil && m.First() < c.MaxSeats && !seated {
			f = faultAt("vote", "Yes")("seat %d votes and is empty", m.First()+1)
		}
	}
	for _, list := range []struct {
		name  string
		chips []int64
	}{{"funds", s.Funds}, {"drops", s.Drops}} {
		if n := len(list.chips); n > len(c.Rules) {
			f = first(f, faultAt(list.name)("%d %s for %d rules", n, list.name, len(c.Rules)))
		}
		for i, chips := range list.chips {
			f = first(f, s.within(chips, 0, MaxBought, list.name, strconv.Itoa(i)))
		}
	}
	for i, text := range s.Memory {
		f = first(f, s.within(int64(len(text)), 0, maxMemory, "memory", strconv.Itoa(i)))
	}
	return f
}

// maxMemory is the largest size of a rule's memory in a saved table, in bytes.
const maxMemory = 1 << 20

func (s *saved) checkHand(c *Config) *diag.Error {
	all := betting.Set(1)<<c.MaxSeats - 1
	last, dealt := int8(-1), betting.Set(0)
	for i, k := range s.Dealt {
		if f := s.within(int64(k), int64(last)+1, int64(c.MaxSeats)-1, "dealt", strconv.Itoa(i)); f != nil {
			return f
		}
		last = k
		dealt |= betting.Bit(int(k))
	}
	for k, left := range s.Left {
		way := []string{"left", strconv.Itoa(k)}
		switch {
		case k < 0 || k >= c.MaxSeats || !s.Gone.Has(k):
			return faultAt(way...)("seat %d is not gone", k+1)
		case left.Player <= 0:
			return faultAt(append(way, "Player")...)("player %d", left.Player)
		}
		if f := s.within(left.Chips, 0, MaxBought, append(way, "Chips")...); f != nil {
			return f
		}
	}
	switch {
	case s.Gone&^all != 0:
		return faultAt("gone")("a seat is gone that the table does not have")
	case s.Gone&^dealt != 0:
		return faultAt("gone")("a seat is gone that has no cards")
	case len(s.Left) != s.Gone.Len():
		return faultAt("gone")("%d seats are gone, and of %d it is said what they had", s.Gone.Len(), len(s.Left))
	case s.Vote.Yes&^all != 0:
		return faultAt("vote", "Yes")("a seat votes that the table does not have")
	case s.Vote.Yes == 0 && len(s.Votes) > 0:
		return faultAt("votes")("nobody votes for the game with the most votes")
	case s.Playing && (s.Hands == 0 || len(s.Dealt) < 2):
		return faultAt("playing")("a hand is on, and %d players have cards", len(s.Dealt))
	}
	return nil
}
