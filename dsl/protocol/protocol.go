// Package protocol is how programs play: messages in JSON that deal hands at many
// tables, act, look and step back. protocol.md is the contract; it was written first.
//
// A [Server] answers one message at a time, and knows nothing of where messages come
// from. It opens no file: what a message may name is what [Options.Find] finds.
package protocol

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/dsl/sitting"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/strict"
)

// Document is the protocol in words, as Markdown.
//
//go:embed protocol.md
var Document string

// Name is the shape of every answer.
var Name = rows.Schema("serve")

// Limits are what messages may take.
type Limits struct {
	Bytes   int `json:"bytes"`   // of one line
	Batch   int `json:"batch"`   // requests in one line
	Tables  int `json:"tables"`  // that are open at the same time
	Actions int `json:"actions"` // in one hand
	States  int `json:"states"`  // that all tables keep for undo
}

// Usual are limits under which a server takes at most a gigabyte.
var Usual = Limits{Bytes: 1 << 20, Batch: 4096, Tables: 4096, Actions: 2000, States: 100_000}

// Options are what a server works with.
type Options struct {
	// Find finds a game by the name that a message has, with its options set.
	Find func(name string, set map[string]string) (*plan.Game, error)
	// Games lists the games for the message "games".
	Games  func() ([]*plan.Game, error)
	Seed   uint64 // of hands for which a message names none
	Limits Limits
}

// Server has the tables of one client.
type Server struct {
	opts   Options
	verbs  map[string]func(*Request, *Answer) error
	tables map[int64]*sitting.Hand
	games  map[string]*plan.Bound
	last   int64 // number of the table that was opened last
	states int   // kept by all tables
}

// New is a server without tables.
func New(o Options) *Server {
	s := &Server{opts: o, tables: map[int64]*sitting.Hand{}, games: map[string]*plan.Bound{}}
	s.verbs = map[string]func(*Request, *Answer) error{
		"hello": s.hello, "games": s.list, "new": s.open, "legal": s.legal, "act": s.act,
		"view": s.view, "undo": s.undo, "redo": s.redo, "close": s.shut,
	}
	return s
}

// Request is a message of the client. Do says which fields count.
type Request struct {
	ID     string            `json:"id,omitempty"`
	Do     string            `json:"do"`
	Table  int64             `json:"table,omitempty"`
	Game   string            `json:"game,omitempty"`
	Set    map[string]string `json:"set,omitempty"`
	Stakes string            `json:"stakes,omitempty"`
	Seats  int               `json:"seats,omitempty"`
	Stack  string            `json:"stack,omitempty"`
	Seed   uint64            `json:"seed,omitempty"`
	Hand   int64             `json:"hand,omitempty"`
	Button int               `json:"button,omitempty"`
	Seat   int               `json:"seat,omitempty"`
	Action string            `json:"action,omitempty"`
	Count  int               `json:"count,omitempty"`
	Since  int               `json:"since,omitempty"`
}

// fields are those that each message takes, apart from id and do.
var fields = map[string][]string{
	"hello": {}, "games": {}, "legal": {"table"}, "close": {"table"},
	"new":  {"game", "set", "stakes", "seats", "stack", "seed", "hand", "button"},
	"act":  {"table", "seat", "action"},
	"view": {"table", "seat", "since"},
	"undo": {"table", "count"}, "redo": {"table", "count"},
}

// given are the fields that a request has.
func (r *Request) given() (out []string) {
	add := func(has bool, name string) {
		if has {
			out = append(out, name)
		}
	}
	add(r.Table != 0, "table")
	add(r.Game != "", "game")
	add(r.Set != nil, "set")
	add(r.Stakes != "", "stakes")
	add(r.Seats != 0, "seats")
	add(r.Stack != "", "stack")
	add(r.Seed != 0, "seed")
	add(r.Hand != 0, "hand")
	add(r.Button != 0, "button")
	add(r.Seat != 0, "seat")
	add(r.Action != "", "action")
	add(r.Count != 0, "count")
	add(r.Since != 0, "since")
	return out
}

// Answer is what the server says to one request.
type Answer struct {
	Schema string `json:"schema"`
	ID     string `json:"id,omitempty"`
	OK     bool   `json:"ok"`
	Error  *Fault `json:"error,omitempty"`

	Version int     `json:"version,omitempty"`
	Limits  *Limits `json:"limits,omitempty"`
	Games   []Game  `json:"games,omitempty"`

	Table int64  `json:"table,omitempty"`
	Game  string `json:"game,omitempty"`
	Seats int    `json:"seats,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
	Hand  int64  `json:"hand,omitempty"`

	Said  string       `json:"said,omitempty"`
	Steps *int         `json:"steps,omitempty"`
	At    *int         `json:"at,omitempty"`
	Over  *bool        `json:"over,omitempty"`
	Turn  int          `json:"turn,omitempty"`
	Legal []Choice     `json:"legal,omitempty"`
	Net   []rows.Money `json:"net,omitempty"`
	View  *View        `json:"view,omitempty"`
}

// Game is a game in the list.
type Game struct {
	Game     string `json:"game"`
	Name     string `json:"name"`
	MinSeats int    `json:"min_seats"`
	MaxSeats int    `json:"max_seats"`
}

// Fault says why a request was refused. Nothing has changed.
type Fault struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Code is the kind of a fault.
type Code string

// The kinds.
const (
	Malformed Code = "malformed" // the line is no message
	Unknown   Code = "unknown"   // no such message, table or game
	Illegal   Code = "illegal"   // the rules or the state do not allow it
	Limited   Code = "limit"     // more than the server takes
)

func (f *Fault) Error() string { return f.Message }

func fault(code Code, hint, format string, args ...any) error {
	return &Fault{code, fmt.Sprintf(format, args...), hint}
}

// faultOf is an error as a fault; code is its kind where it is none yet.
func faultOf(err error, code Code) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	out := &Fault{Code: code, Message: err.Error()}
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) {
		out.Hint = hinted.Hint()
	}
	var e *diag.Error
	if errors.As(err, &e) {
		out.Message, out.Hint = e.Msg, e.Hint
	}
	return out
}

// Answer answers a line: a request, or a list of them.
func (s *Server) Answer(w io.Writer, line []byte) error {
	text := strings.TrimSpace(string(line))
	if len(line) > s.opts.Limits.Bytes {
		return s.TooLong(w)
	}
	list, isList, ok := readPlain(text, s.opts.Limits.Batch)
	if !ok {
		var err error
		if isList = strings.HasPrefix(text, "["); isList {
			list = nil
			err = strict.Unmarshal([]byte(text), &list)
		} else {
			list = make([]Request, 1)
			err = strict.Unmarshal([]byte(text), &list[0])
		}
		if err != nil {
			return write(w, &Answer{Error: malformed(err)}, "\n")
		}
	}
	if !isList {
		return write(w, s.one(&list[0]), "\n")
	}
	if len(list) > s.opts.Limits.Batch {
		return write(w, &Answer{Error: &Fault{Limited, fmt.Sprintf("%d requests in one line", len(list)), fmt.Sprintf("send at most %d", s.opts.Limits.Batch)}}, "\n")
	}
	if _, err := io.WriteString(w, "["); err != nil {
		return err
	}
	for i := range list {
		end := ","
		if i == len(list)-1 {
			end = ""
		}
		if err := write(w, s.one(&list[i]), end); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "]\n")
	return err
}

// TooLong answers a line that was not read to its end.
func (s *Server) TooLong(w io.Writer) error {
	return write(w, &Answer{Error: &Fault{Limited, fmt.Sprintf("a line of more than %d bytes", s.opts.Limits.Bytes), "send fewer requests in one line"}}, "\n")
}

// malformed is a fault of the text, with its place.
func malformed(err error) *Fault {
	f := faultOf(err, Malformed)
	var e *diag.Error
	if errors.As(err, &e) && e.Pos.Col > 0 {
		f.Message = fmt.Sprintf("column %d: %s", e.Pos.Col, f.Message)
	}
	f.Hint = cmp.Or(f.Hint, `write a request such as {"do": "hello"}`)
	return f
}

func write(w io.Writer, a *Answer, end string) error {
	a.Schema, a.OK = Name, a.Error == nil
	text, err := rows.Marshal(a)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, end...))
	return err
}

// one answers a request.
func (s *Server) one(r *Request) *Answer {
	a := &Answer{}
	err := s.obey(r, a)
	if err != nil {
		a = &Answer{Error: faultOf(err, Illegal)}
	}
	if a.ID = r.ID; len(r.ID) > 200 {
		a.ID = ""
	}
	return a
}

func (s *Server) obey(r *Request, a *Answer) error {
	do, ok := s.verbs[r.Do]
	if !ok {
		var names []string
		for name := range s.verbs {
			names = append(names, name)
		}
		slices.Sort(names)
		hint := "there are " + strings.Join(names, ", ")
		if near := diag.Meant(r.Do, names); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fault(Unknown, hint, "there is no message %q", cut(r.Do))
	}
	for _, name := range r.given() {
		if !slices.Contains(fields[r.Do], name) {
			return fault(Malformed, "", "%s has no field %q", r.Do, name)
		}
	}
	return do(r, a)
}

// cut is a text of a stranger, short enough to be repeated.
func cut(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	return text
}

func (s *Server) hello(_ *Request, a *Answer) error {
	a.Version, a.Limits = 1, &s.opts.Limits
	return nil
}

func (s *Server) list(_ *Request, a *Answer) error {
	games, err := s.opts.Games()
	for _, g := range games {
		a.Games = append(a.Games, Game{g.ID, g.Name, g.MinSeats, g.MaxSeats})
	}
	return err
}

// mostKept is how many games stay bound to their stakes.
const mostKept = 256

// bound is the game of a request at its stakes.
func (s *Server) bound(r *Request) (*plan.Bound, error) {
	key := fmt.Sprintf("%q %q %q", r.Game, r.Stakes, r.Set)
	if b := s.games[key]; b != nil {
		return b, nil
	}
	g, err := s.opts.Find(r.Game, r.Set)
	if err != nil {
		return nil, faultOf(err, Unknown)
	}
	stakes, err := g.ParseStakes(r.Stakes)
	if err != nil {
		return nil, err
	}
	b, err := g.Bind(stakes)
	if err != nil {
		return nil, err
	}
	if len(s.games) >= mostKept {
		clear(s.games)
	}
	s.games[key] = b
	return b, nil
}

func (s *Server) open(r *Request, a *Answer) error {
	switch {
	case r.Game == "":
		return fault(Malformed, `add "game"; the message games lists them`, "new needs a game")
	case len(s.tables) >= s.opts.Limits.Tables:
		return fault(Limited, "close one", "%d tables are open", len(s.tables))
	case s.states >= s.opts.Limits.States:
		return fault(Limited, "close tables", "all tables together keep %d states", s.states)
	}
	b, err := s.bound(r)
	if err != nil {
		return err
	}
	setup := hand.Setup{Plan: b, Seed: cmp.Or(r.Seed, s.opts.Seed), Number: uint64(cmp.Or(r.Hand, s.last+1))}
	n := cmp.Or(r.Seats, b.Game.UsualSeats())
	switch {
	case n < b.Game.MinSeats || n > b.Game.MaxSeats:
		return fault(Illegal, "", "%s is for %d to %d players, not %d", b.Game.ID, b.Game.MinSeats, b.Game.MaxSeats, n)
	case r.Hand < 0:
		return fault(Illegal, "", "hands are numbered from 1")
	case r.Button < 0 || r.Button > n:
		return fault(Illegal, "", "the button must be at a seat from 1 to %d", n)
	}
	if setup.Button = r.Button - 1; r.Button == 0 {
		setup.Button = batch.Button(int64(setup.Number), n)
	}
	sizes, err := plan.ParseStacks(cmp.Or(r.Stack, "100bb"))
	if err != nil {
		return fmt.Errorf("stack %w", err)
	}
	if setup.Stacks, err = sizes.At(n, b.Stakes); err != nil {
		return fmt.Errorf("stack %w", err)
	}
	h, err := sitting.Deal(&setup)
	if err != nil {
		return err
	}
	s.last++
	s.tables[s.last] = h
	s.states++
	a.Table, a.Game, a.Seats, a.Seed, a.Hand = s.last, b.Game.ID, n, uint64(setup.Seed), int64(setup.Number)
	state(h, a)
	return nil
}

// at is the table that a request names.
func (s *Server) at(r *Request, a *Answer) (*sitting.Hand, error) {
	h := s.tables[r.Table]
	if h == nil {
		return nil, fault(Unknown, "the answer to new has the number of its table", "there is no table %d", r.Table)
	}
	a.Table = r.Table
	return h, nil
}

// state adds how a hand stands, for whose turn it is.
func state(h *sitting.Hand, a *Answer) {
	d, at := h.Pending(), h.At()
	over := d == nil
	a.At, a.Over = &at, &over
	if !over {
		a.Turn, a.Legal = int(d.Seat)+1, choices(h.State(), d)
		return
	}
	for i := range h.State().Seats() {
		a.Net = append(a.Net, money(h.State(), h.State().Net(i)))
	}
}

func (s *Server) legal(r *Request, a *Answer) error {
	h, err := s.at(r, a)
	if err == nil {
		state(h, a)
	}
	return err
}

func (s *Server) act(r *Request, a *Answer) error {
	h, err := s.at(r, a)
	if err != nil {
		return err
	}
	v := sitting.View{Seat: sitting.Everything}
	if r.Seat != 0 {
		if v, err = viewOf(h, r.Seat); err != nil {
			return err
		}
		if d := h.Pending(); d != nil && v.Seat >= 0 && int(d.Seat) != v.Seat {
			return fault(Illegal, "", "it is the turn of seat %d, not of seat %d", d.Seat+1, r.Seat)
		}
	}
	switch {
	case h.At() >= s.opts.Limits.Actions:
		return fault(Limited, "undo, or close the table", "the hand has %d actions", h.At())
	case s.states >= s.opts.Limits.States:
		return fault(Limited, "close tables", "all tables together keep %d states", s.states)
	}
	before := h.Last()
	said, err := h.ActFor(v, r.Action)
	if err != nil {
		return err
	}
	s.states += h.Last() - before
	a.Said = said
	state(h, a)
	return nil
}

func (s *Server) undo(r *Request, a *Answer) error { return s.step(r, a, (*sitting.Hand).Undo) }
func (s *Server) redo(r *Request, a *Answer) error { return s.step(r, a, (*sitting.Hand).Redo) }

func (s *Server) step(r *Request, a *Answer, way func(*sitting.Hand, int) int) error {
	h, err := s.at(r, a)
	if err != nil {
		return err
	}
	n := cmp.Or(r.Count, 1)
	if n < 0 {
		return fault(Illegal, "", "count must be at least 1")
	}
	took := way(h, n)
	a.Steps = &took
	state(h, a)
	return nil
}

func (s *Server) shut(r *Request, a *Answer) error {
	h, err := s.at(r, a)
	if err != nil {
		return err
	}
	s.states -= h.Last() + 1
	delete(s.tables, r.Table)
	return nil
}
