package session

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	engine "cardroom/engine/replay"
	"cardroom/engine/table"
)

// A saved session is what decides all that is played, each event of the table
// with the number of hands before it, and the table at the end. It is played
// again from the first two; the table at the end must come out the same. A
// .session file has no more than that:
//
//	cardroom.session/1
//	{"game":"angies/holdem", …}
//	0 join player=1 amount=20000
//	17 leave player=1
//	end 100 {"schema":"cardroom.table/1", …}
//
// "incomplete" stands in place of "end" where the session was interrupted. A
// .phhs file has each hand besides, card by card, and the same in the fields
// _session, _before and _table of its hands.

const Schema = "cardroom.session/1"

// Head is the inputs of a session.
type Head struct {
	Game   string            `json:"game"`
	Set    map[string]string `json:"set,omitempty"`
	Seats  int               `json:"seats,omitempty"`
	Stakes string            `json:"stakes,omitempty"`
	Stack  string            `json:"stack"`
	Policy string            `json:"policy"`
	// Policies are the hashes of the scripts among them, see [dsl.Library.Digest].
	Policies map[string]string `json:"policies,omitempty"`
	Seed     hand.Seed         `json:"seed"`
	Hands    int64             `json:"hands,omitempty"` // at which it ends, 0 where hours end it
	// Mishaps is the probability of irregularities: they happen again by the seed.
	Mishaps float64 `json:"mishaps,omitempty"`
	Options
}

func newSessionHead(opts *simulate.Options, extra *Options, hands int64) *Head {
	return &Head{opts.Game, opts.Set, opts.Seats, opts.Stakes, opts.Stack.String(), opts.Policy, opts.Policies, hand.Seed(opts.Seed), hands, opts.Mishaps, *extra}
}

// sessionWriter writes a session while it is played.
type sessionWriter interface {
	event(batch.HandEvent) error
	hand(*table.Deal, *batch.Played) error
	end(t *table.Table, complete bool) error
}

// sessionRecorder is the file of a session that is being written; nil writes
// nothing. Events are kept back until their hand is over: whoever ends the process
// in the middle of a hand saves the session as it was before it.
type sessionRecorder struct {
	mu     sync.Mutex
	file   safefile.File
	w      *bufio.Writer
	out    sessionWriter
	events []batch.HandEvent // since the last whole hand
	table  table.Table       // after the last whole hand
	done   bool              // the file is whole
}

// recordSession has a session written to --save.
func recordSession(std *app.IO, s *batch.Session, name string, head *Head) (*sessionRecorder, error) {
	if name == "" {
		return nil, nil
	}
	inputs, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	file, err := std.Create(name)
	if err != nil {
		return nil, err
	}
	r := &sessionRecorder{file: file, w: bufio.NewWriter(file)}
	if strings.HasSuffix(name, ".phhs") {
		r.out = &sessionHands{w: r.w, table: &s.Table, inputs: string(inputs)}
		s.Log()
		s.Hand = r.hand
	} else {
		r.out = sessionLines{r.w}
		_, err = fmt.Fprintf(r.w, "%s\n%s\n", Schema, inputs)
	}
	s.Record = func(e batch.HandEvent) error {
		r.events = append(r.events, e)
		return nil
	}
	s.Whole = func() error { return r.whole(&s.Table) }
	return r, err
}

// after writes the events that were kept back, and does what follows, unless the file is whole.
func (r *sessionRecorder) after(then func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done {
		return nil
	}
	for _, e := range r.events {
		if err := r.out.event(e); err != nil {
			return err
		}
	}
	r.events = r.events[:0]
	return then()
}

// hand writes a hand.
func (r *sessionRecorder) hand(d *table.Deal, p *batch.Played) error {
	return r.after(func() error { return r.out.hand(d, p) })
}

// whole notes how the table is after a hand.
func (r *sessionRecorder) whole(t *table.Table) error {
	return r.after(func() error {
		r.table = *t
		return nil
	})
}

// commit writes the end and puts the file in place, if a hand was played.
func (r *sessionRecorder) commit(std *app.IO, t *table.Table, complete bool) error {
	if r == nil {
		return nil
	}
	if t.Hands() == 0 {
		std.Warn("no hand was played; nothing is saved")
		return nil
	}
	return r.after(func() error { return r.end(t, complete) })
}

func (r *sessionRecorder) end(t *table.Table, complete bool) error {
	r.done = true
	if err := r.out.end(t, complete); err != nil {
		return err
	}
	if err := r.w.Flush(); err != nil {
		return err
	}
	return r.file.Commit()
}

// rescued saves the session as it was after its last whole hand.
func (r *sessionRecorder) rescued() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done || r.table.Config() == nil { // no hand is over
		return nil
	}
	return r.end(&r.table, false)
}

func (r *sessionRecorder) discard() {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.file.Discard()
	}
}

// sessionLines writes a .session file.
type sessionLines struct{ w *bufio.Writer }

func (s sessionLines) event(e batch.HandEvent) error {
	_, err := fmt.Fprintf(s.w, "%d %s\n", e.After, e.Event)
	return err
}

func (sessionLines) hand(*table.Deal, *batch.Played) error { return nil }

// The words of the last line of a .session file.
const (
	LineEnd        = "end"
	LineIncomplete = "incomplete"
)

func (s sessionLines) end(t *table.Table, complete bool) error {
	word := LineEnd
	if !complete {
		word = LineIncomplete
	}
	_, err := fmt.Fprintf(s.w, "%s %d %s\n", word, t.Hands(), t.Save())
	return err
}

// sessionHands writes a .phhs file. The last hand is kept back, for the end is
// written into it.
type sessionHands struct {
	w      *bufio.Writer
	table  *table.Table
	inputs string // "" when they have been written
	before []string
	last   *history.Hand
	number int64

	buf     []byte
	written bool // a hand
}

func (s *sessionHands) event(e batch.HandEvent) error {
	s.before = append(s.before, e.Event.String())
	return nil
}

func (s *sessionHands) hand(d *table.Deal, p *batch.Played) error {
	if err := s.flush(); err != nil {
		return err
	}
	rec, err := engine.Record(p.Setup, p.Hand, p.Log, p.Deck)
	if err != nil {
		return err
	}
	s.last, s.number = rec, int64(p.Setup.Number)
	NameSeats(rec, s.table, d, playerNumber)
	if s.inputs != "" {
		if err := rec.Set(history.KeySession, s.inputs); err != nil {
			return err
		}
		s.inputs = ""
	}
	if len(s.before) > 0 {
		err = rec.Set(history.KeyBefore, s.before)
		s.before = s.before[:0]
	}
	return err
}

// flush writes the hand that was kept back.
func (s *sessionHands) flush() error {
	if s.last == nil {
		return nil
	}
	s.buf = history.AppendTable(s.buf[:0], strconv.FormatInt(s.number, 10), s.last)
	s.last = nil
	if s.written {
		if err := s.w.WriteByte('\n'); err != nil {
			return err
		}
	}
	s.written = true
	_, err := s.w.Write(s.buf)
	return err
}

// playerNumber is what a player without a name is called.
func playerNumber(p table.Player) string { return fmt.Sprintf("player %d", p) }

// NameSeats puts the seats of the table and its players into a record.
func NameSeats(rec *history.Hand, t *table.Table, d *table.Deal, called func(table.Player) string) {
	cfg := t.Config()
	rec.TableID, rec.SeatCount = history.TextID(cfg.Name), int64(cfg.MaxSeats)
	rec.Players = make([]string, len(rec.Seats))
	for i, seat := range rec.Seats {
		at := int(d.Seats[seat-1])
		rec.Seats[i] = int64(at + 1)
		rec.Players[i] = called(t.Seat(at).Player)
	}
}

func (s *sessionHands) end(t *table.Table, complete bool) error {
	if err := s.last.Set(history.KeyTable, t.Save()); err != nil {
		return err
	}
	if !complete {
		if err := s.last.Set(history.KeyIncomplete, true); err != nil {
			return err
		}
	}
	return s.flush()
}
