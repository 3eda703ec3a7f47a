// Package protocol lets programs play: JSON messages deal hands at many tables, act, view tables and undo actions.
// protocol.md is the contract; it was written first.
//
// A [Server] does not know the transport of its messages. It opens no files: a message can only name what [Options.Find]
// finds. The handlers in [Options.More] answer messages that are not about a table.
package protocol

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl/live"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/files"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// Document is the protocol in words, as Markdown.
//
//go:embed protocol.md
var Document string

// Name is the schema of every answer.
var Name = rows.Schema("serve")

// Revision counts the changes of version 1. The document lists them.
const Revision = 12

// Limits limit what messages can use.
type Limits struct {
	Bytes   int `json:"bytes"`   // per line
	Batch   int `json:"batch"`   // requests per line
	Tables  int `json:"tables"`  // open at the same time
	Actions int `json:"actions"` // per hand
	States  int `json:"states"`  // kept for undo at all tables
	// Hands and Seconds limit long work, for servers that offer it.
	Hands   int64 `json:"hands,omitempty"`
	Seconds int   `json:"seconds,omitempty" min:"1"` // of any work
}

// Usual are limits with which a server uses at most one gigabyte.
var Usual = Limits{Bytes: 1 << 20, Batch: 4096, Tables: 4096, Actions: 2000, States: 100_000, Hands: 10_000_000, Seconds: 600}

// Options configure a server.
type Options struct {
	// Find finds a game by the name in a message, and sets its options. If script has the text of a script, name is one of
	// its games, or "" for its only game.
	Find func(name, script string, set map[string]string) (*plan.Game, error)
	// Games lists the games for the message "games": those of a house, or for "" all games except the galleries.
	Games func(house string) ([]Game, error)
	// Policy returns the policy for a table with this number of seats, for the message "step".
	Policy func(name string, seats int) (batch.Policy, error)
	// Doing receives the context of each request about a table before it is answered, for the scripts of games that outlive a
	// request, and returns a function to call afterwards. It may be nil.
	Doing func(ctx context.Context) (done func())
	// More are the handlers of messages that are not about a table.
	More   map[string]Handler
	Seed   uint64 // for hands if the message gives no seed
	Limits Limits
}

// Handler answers a message that is not about a table.
type Handler struct {
	Fields []string // accepted fields
	// Loose messages have fields of any type, which the handler reads from [Request.Rest]; no other field of the request is set but
	// ID and Do.
	Loose bool
	// Do answers the message. If the context ends, it returns the result so far. It reports progress to tell. Do may be
	// called while other messages are answered.
	Do func(ctx context.Context, r *Request, a *Answer, tell Progress) error
}

// Progress receives the finished part of the work, from 0 to 1, and a note on what is done.
type Progress func(part float64, note string)

// Server has the tables of one client. It may be called concurrently; messages about tables are answered in order.
type Server struct {
	opts  Options
	verbs map[string]func(*Request, *Answer) error

	mu      sync.Mutex // guards everything about tables
	tables  map[int64]*live.Hand
	games   map[string]*game
	scripts []string // keys of the games from scripts, oldest first
	last    int64    // number of the table opened last
	states  int      // number of states kept by all tables

	doing context.Context // of the request about a table that is being answered

	work sync.Mutex
	ends map[string]*ending // of requests that have begun, by id
}

// ending ends a request.
type ending struct {
	ctx context.Context
	end context.CancelFunc
}

// New returns a server without tables.
func New(o Options) *Server {
	s := &Server{opts: o, tables: map[int64]*live.Hand{}, games: map[string]*game{}, ends: map[string]*ending{}}
	s.verbs = map[string]func(*Request, *Answer) error{
		"hello": s.hello, "games": s.list, "new": s.open, "restart": s.restart,
		"legal": s.at(s.legal), "act": s.at(s.act), "view": s.at(s.view), "close": s.at(s.shut), "explain": s.at(s.explain),
		"undo": s.at(step((*live.Hand).Undo)), "redo": s.at(step((*live.Hand).Redo)),
		"fork": s.at(s.fork), "irregularity": s.at(s.irregularity), "step": s.at(s.play),
	}
	return s
}

// Request is a message from the client. Do determines which fields are used.
type Request struct {
	ID     string            `json:"id,omitempty"`     // comes back with the answer; at most 200 bytes
	Do     string            `json:"do"`               // names the message
	Table  int64             `json:"table,omitempty"`  // the number that new, fork or restart answered
	Game   string            `json:"game,omitempty"`   // a game of a house, such as angies/holdem; with script, a game in it
	Set    map[string]string `json:"set,omitempty"`    // options of the game and their values
	Stakes string            `json:"stakes,omitempty"` // as --stakes of 'cardroom run', "2-4"; without them those of the game
	Seats  *int              `json:"seats,omitempty"`  // number of players
	Stack  string            `json:"stack,omitempty"`  // as --stack of 'cardroom run', "100bb" or one for each seat, "200,50,50"
	Seed   *uint64           `json:"seed,omitempty"`   // of the cards; without it that of the server
	Hand   *int64            `json:"hand,omitempty"`   // the number of the hand, from 1; without it the number of the table
	Button *int              `json:"button,omitempty"` // the seat of the button
	Seat   *int              `json:"seat,omitempty"`   // who acts or looks: a seat from 1; to look, 0 sees what lies open and -1 all cards
	Action string            `json:"action,omitempty"` // what a player says
	Count  *int              `json:"count,omitempty"`  // a number of actions, 1 without it
	Since  int               `json:"since,omitempty"`  // tell what was said after this number of actions
	Made   bool              `json:"made,omitempty"`   // name what the hands are that the view sees whole
	Deck   string            `json:"deck,omitempty"`   // the cards that are dealt first, the top card first

	Size      string   `json:"size,omitempty"`       // the small version of the game that is dealt, as 'cardroom solve' plays it
	DeckRanks string   `json:"deck_ranks,omitempty"` // with size: the ranks of its deck
	DeckSuits int      `json:"deck_suits,omitempty"` // with size: the number of its suits
	Script    string   `json:"script,omitempty"`     // the text of a script, in place of a game
	Tests     string   `json:"tests,omitempty"`      // the text of the tests of a script, which it is about then
	Actions   []string `json:"actions,omitempty"`    // what was said from the deal on, as said of a view that sees all cards lists it
	At        *int     `json:"at,omitempty"`         // copy the table as it was after this number of actions
	Topic     string   `json:"topic,omitempty"`      // what to explain; without it what fits the moment
	Say       string   `json:"say,omitempty"`        // an irregularity and its details
	Of        string   `json:"of,omitempty"`         // the id of the request whose work is to end
	House     string   `json:"house,omitempty"`      // whose games
	Family    string   `json:"family,omitempty"`     // which family of a gallery
	Line      int32    `json:"line,omitempty"`       // of the script, from 1
	Col       int32    `json:"col,omitempty"`        // in the line, in characters from 1
	Policy    string   `json:"policy,omitempty"`     // who acts, as --policy of 'cardroom run'; random without it
	Name      string   `json:"name,omitempty"`       // a word of the language or a topic; of parameters, the message; of check, the game that is played

	// Rest has all fields of the message as written, those that only its handler knows included; nil for a plain message
	// about a table.
	Rest map[string]json.RawMessage `json:"-" strict:"rest"`
}

// UnmarshalJSON reads a message. A number that is not given is nil, which is not 0.
func (r *Request) UnmarshalJSON(text []byte) error {
	type plain Request
	if err := json.Unmarshal(text, (*plain)(r)); err != nil {
		return err
	}
	return json.Unmarshal(text, &r.Rest)
}

// or returns a number that was given, or what it is otherwise.
func or[N any](given *N, otherwise N) N {
	if given == nil {
		return otherwise
	}
	return *given
}

// Dealt lists the fields that describe a new table.
var Dealt = []string{"game", "script", "set", "stakes", "seats", "stack", "seed", "hand", "button", "size", "deck_ranks", "deck_suits", "deck"}

// Fields lists the fields that each message accepts, in addition to id and do; those of other messages are in [Options.More].
var Fields = map[string][]string{
	"hello": {}, "games": {"house", "family"}, "legal": {"table"}, "close": {"table"}, "cancel": {"of"},
	"new":  Dealt,
	"act":  {"table", "seat", "action"},
	"view": {"table", "seat", "since", "made"},
	"undo": {"table", "count"}, "redo": {"table", "count"},
	"explain": {"table", "seat", "topic"}, "fork": {"table", "at"}, "irregularity": {"table", "say"},
	"step":    {"table", "policy", "count"},
	"restart": append([]string{"actions"}, Dealt...),
}

// given returns the names of the fields in a request, except id and do.
func (r *Request) given() (out []string) {
	if r.Rest != nil {
		for name := range r.Rest {
			if name != "id" && name != "do" {
				out = append(out, name)
			}
		}
		slices.Sort(out)
		return out
	}
	v := reflect.ValueOf(r).Elem()
	for i, name := range requestFields {
		if i >= 2 && !v.Field(i).IsZero() {
			out = append(out, name)
		}
	}
	return out
}

// requestFields are the names of the fields of a request in order; id and do come first.
var requestFields = func() (out []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Request]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, name)
	}
	return out
}()

// Answer is the server's answer to one request.
type Answer struct {
	Schema string `json:"schema"`       // names the shape; the number changes when a field changes its meaning or goes away
	ID     string `json:"id,omitempty"` // that of the request
	OK     bool   `json:"ok"`           // false where error says why the request was refused
	Error  *Fault `json:"error,omitempty"`

	Version  int     `json:"version,omitempty"`  // of the messages
	Revision int     `json:"revision,omitempty"` // how often version 1 has been added to: the first number of the list of changes
	Limits   *Limits `json:"limits,omitempty"`
	Games    []Game  `json:"games,omitempty"`

	Table int64   `json:"table,omitempty" min:"1"` // number of the table
	Game  string  `json:"game,omitempty"`
	Seats int     `json:"seats,omitempty"`
	Seed  *uint64 `json:"seed,omitempty" min:"0"`
	Hand  int64   `json:"hand,omitempty"`

	Pack  []string `json:"pack,omitempty"`          // the cards that are dealt, in no order
	Taken *int     `json:"taken,omitempty" min:"0"` // cards taken from the deck so far

	Said  string       `json:"said,omitempty"`          // the action as it was understood
	Steps *int         `json:"steps,omitempty" min:"0"` // actions taken back or done again
	At    *int         `json:"at,omitempty" min:"0"`    // actions so far
	Over  *bool        `json:"over,omitempty"`          // the hand has ended
	Turn  int          `json:"turn,omitempty" min:"0"`  // the seat whose turn it is, 0 for the dealer
	Legal []Choice     `json:"legal,omitempty"`         // what the seat whose turn it is may do
	Net   []rows.Money `json:"net,omitempty"`           // what each seat has won or lost
	View  *View        `json:"view,omitempty"`

	Lines      []string        `json:"lines,omitempty"` // reasons in the dealer's words, or what can go wrong
	Parameters []Parameter     `json:"parameters,omitempty"`
	Possible   []Irregularity  `json:"possible,omitempty"` // irregularities that can happen now
	Source     *Source         `json:"source,omitempty"`   // the script of a game
	Faults     json.RawMessage `json:"faults,omitempty"`   // the findings of cardroom check
	Options    []Option        `json:"options,omitempty"`  // readings of doubtful rules that a table may choose
	Posted     []string        `json:"posted,omitempty"`   // stakes that the house has posted
	Deck       string          `json:"deck,omitempty"`     // the cards of the game, each once however many the deck has
	Items      []Item          `json:"items,omitempty"`    // what may stand at a place
	Replace    *Stretch        `json:"replace,omitempty"`  // the stretch that an item replaces
	Tokens     []Token         `json:"tokens,omitempty"`   // line, column, length and kind of each word
	Text       string          `json:"text,omitempty"`     // a script laid out
	Markdown   string          `json:"markdown,omitempty"`
	HTML       string          `json:"html,omitempty"`    // the body of a page
	Style      string          `json:"style,omitempty"`   // the rules of CSS for html
	Result     json.RawMessage `json:"result,omitempty"`  // what the command prints as JSON
	Partial    bool            `json:"partial,omitempty"` // the work was ended early
	Notes      []string        `json:"notes,omitempty"`   // what a command writes to standard error; of the message options, the collections that a single hand does not pay
}

// Parameter is a field of a message that does what a command does.
type Parameter struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // text, whole, unsigned, number, truth, duration, list or choices
	About   string   `json:"about"`
	Default string   `json:"default,omitempty"`
	Values  []string `json:"values,omitempty"`
	Least   *float64 `json:"least,omitempty"`
	Most    *float64 `json:"most,omitempty"`
}

// Source is a script.
type Source struct {
	File string `json:"file"`
	Name string `json:"name"` // name of the game in the script
	Text string `json:"text"`
}

// Item is a completion at a place of a script.
type Item struct {
	Label  string `json:"label"`
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	Doc    string `json:"doc,omitempty"`
	Insert string `json:"insert"`
}

// Stretch is a part of a line: columns from 1, in runes; the end is after the last rune.
type Stretch struct {
	Line   int32 `json:"line"`
	Col    int32 `json:"col"`
	EndCol int32 `json:"end_col"`
}

// Token is a part of a line and its kind.
type Token struct {
	Line, Col, Length int32  `json:"-"`
	Kind              string `json:"kind"`
}

// MarshalJSON writes a token as a list: line, column, length, kind.
func (t Token) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%d,%q]", t.Line, t.Col, t.Length, t.Kind), nil
}

// Game is a game in the list.
type Game struct {
	Game     string `json:"game"`
	Name     string `json:"name"`
	MinSeats int    `json:"min_seats"`
	MaxSeats int    `json:"max_seats"`
	House    string `json:"house,omitempty"`  // whose game it is
	Family   string `json:"family,omitempty"` // the script of a gallery that defines it
	About    string `json:"about,omitempty"`  // what it is, in a sentence
	Stakes   string `json:"stakes,omitempty"` // those of a table that names none
	Banked   bool   `json:"banked,omitempty"` // the game is played against a bank
}

// Option is an option of a game that a table may set.
type Option struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"` // in force
	Default string   `json:"default"`
	Choices []string `json:"choices"` // empty when any value will do
	About   string   `json:"about"`
}

// Irregularity is an irregularity that is possible now, with its details.
type Irregularity struct {
	Kind    string   `json:"kind"`
	Group   string   `json:"group"` // group in the catalog
	About   string   `json:"about"`
	Details []Detail `json:"details"` // what is told of it
}

// Detail is a detail of an irregularity: "seat=2", or the name of a flag.
type Detail struct {
	Name     string   `json:"name"`
	Holds    string   `json:"holds" enum:"seat,card,cards,number,numbers,amount,amounts,word,flag,seats"`
	Required bool     `json:"required,omitempty"`
	Words    []string `json:"words,omitempty"` // possible values
	About    string   `json:"about"`
}

// Fault is the reason why a request was refused. A refused request changes nothing.
type Fault struct {
	Code    Code   `json:"code" enum:"malformed,unknown,illegal,limit"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// The position in a script, if there is one.
	File string `json:"file,omitempty"`
	Line int32  `json:"line,omitempty"`
	Col  int32  `json:"col,omitempty"`
}

// Code is the kind of a fault.
type Code string

// Kinds of faults.
const (
	Malformed Code = "malformed" // the line is not a message
	Unknown   Code = "unknown"   // no such message, table or game
	Illegal   Code = "illegal"   // the rules or the state do not allow it
	Limited   Code = "limit"     // a limit of the server was exceeded
)

func (f *Fault) Error() string { return f.Message }

func fault(code Code, hint, format string, args ...any) error {
	return &Fault{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// faultOf converts an error to a fault. code is used if the error has no code of its own.
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
		if e.Pos.File != "" && e.Pos.Line > 0 {
			out.File, out.Line, out.Col = e.Pos.File, e.Pos.Line, e.Pos.Col
		}
	}
	return out
}

// Answer answers a line: a request, or a list of requests.
func (s *Server) Answer(w io.Writer, line []byte) error {
	return s.AnswerWith(context.Background(), w, line, nil)
}

// AnswerWith is Answer for work that stops when the context ends. It reports the progress of each request to progress,
// which may be nil.
func (s *Server) AnswerWith(ctx context.Context, w io.Writer, line []byte, progress func(id string, part float64, note string)) error {
	return s.Begin(ctx, line).Answer(w, progress)
}

// Begun is a line whose requests can be canceled, whether they are being answered or wait.
type Begun struct {
	s      *Server
	ctx    context.Context
	list   []Request
	isList bool
	ends   []*ending      // by request; nil for one without an id
	wrong  map[int]*Fault // requests with wrong fields; each costs only itself
	bad    *Fault         // the line is none
}

// Begin reads a line: a request, or a list of requests. From now on they can be canceled; they are answered by [Begun.Answer].
func (s *Server) Begin(ctx context.Context, line []byte) *Begun {
	b := &Begun{s: s, ctx: ctx}
	if len(line) > s.opts.Limits.Bytes {
		b.bad = s.tooLong()
		return b
	}
	var err error
	b.list, b.isList, b.wrong, err = s.read(line)
	switch {
	case err != nil:
		b.bad, b.list = malformed(err), nil
	case b.isList && len(b.list) > s.opts.Limits.Batch:
		b.bad = &Fault{Code: Limited, Message: fmt.Sprintf("%d requests in one line", len(b.list)), Hint: fmt.Sprintf("send at most %d", s.opts.Limits.Batch)}
		b.list = nil
	}
	for i := range b.list {
		r := &b.list[i]
		if len(r.ID) > 200 {
			r.ID = ""
		}
		if r.ID == "" || r.Do == "cancel" {
			continue
		}
		if b.ends == nil {
			b.ends = make([]*ending, len(b.list))
			s.work.Lock()
			defer s.work.Unlock()
		}
		e := &ending{}
		e.ctx, e.end = context.WithCancel(ctx)
		b.ends[i], s.ends[r.ID] = e, e
	}
	return b
}

// Cancels reports whether the line does nothing but cancel, so that it need not wait for others.
func (b *Begun) Cancels() bool {
	return len(b.list) > 0 && !slices.ContainsFunc(b.list, func(r Request) bool { return r.Do != "cancel" })
}

// Answer answers the line.
func (b *Begun) Answer(w io.Writer, progress func(id string, part float64, note string)) error {
	switch {
	case b.bad != nil:
		return write(w, &Answer{Error: b.bad}, "\n")
	case !b.isList:
		return write(w, b.answerOne(0, progress), "\n")
	}
	if _, err := io.WriteString(w, "["); err != nil {
		return err
	}
	for i := range b.list {
		end := ","
		if i == len(b.list)-1 {
			end = ""
		}
		if err := write(w, b.answerOne(i, progress), end); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "]\n")
	return err
}

// read reads a request, or a list of requests. Of one whose fields are wrong it keeps the id, so that the client knows the answer.
func (s *Server) read(line []byte) (list []Request, isList bool, wrong map[int]*Fault, err error) {
	text := strings.TrimSpace(string(line))
	isList = strings.HasPrefix(text, "[")
	list, _, ok := readPlain(text, s.opts.Limits.Batch)
	if ok && !slices.ContainsFunc(list, func(r Request) bool { return s.opts.More[r.Do].Do != nil }) {
		return list, isList, nil, nil
	}
	messages, err := split(text, isList)
	if err != nil {
		return nil, isList, nil, err
	}
	list, wrong = make([]Request, len(messages)), map[int]*Fault{}
	for i, m := range messages {
		var o outline
		err := files.Unmarshal(m.raw, &o)
		switch {
		case err != nil:
		case s.opts.More[o.Do].Loose:
			list[i] = Request{ID: o.ID, Do: o.Do, Rest: o.Rest}
		default:
			err = files.Unmarshal(m.raw, &list[i])
		}
		if err != nil {
			wrong[i] = malformed(files.Shift(err, m.from))
			list[i] = Request{ID: idOf(m.raw)}
		}
	}
	return list, isList, wrong, nil
}

// message is the text of a message, and where it begins in its line.
type message struct {
	raw  json.RawMessage
	from int
}

// split returns the messages of a line: the elements of a list, or the one that it is.
func split(text string, isList bool) (out []message, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	if isList {
		_, err = dec.Token()
	}
	for err == nil && (isList && dec.More() || !isList && len(out) == 0) {
		var m message
		err = dec.Decode(&m.raw)
		m.from = int(dec.InputOffset()) - len(m.raw)
		out = append(out, m)
	}
	if err == nil && isList {
		_, err = dec.Token()
	}
	if err == nil {
		_, more := dec.Token()
		if errors.Is(more, io.EOF) {
			return out, nil
		}
	}
	// It is no JSON, which the strict reader explains with a place.
	var into any = &outline{}
	if isList {
		into = &[]outline{}
	}
	return nil, cmp.Or(files.Unmarshal([]byte(text), into), err, errors.New("there is text after the end"))
}

// idOf returns the id of a message of which other fields are wrong; "" if it has none.
func idOf(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	var id string
	if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(fields["id"], &id) != nil {
		return ""
	}
	return id
}

// outline is a message whose fields have not been looked at.
type outline struct {
	ID   string                     `json:"id,omitempty"`
	Do   string                     `json:"do"`
	Rest map[string]json.RawMessage `json:"-" strict:"rest"`
}

// UnmarshalJSON reads a message.
func (o *outline) UnmarshalJSON(text []byte) error {
	type plain outline
	if err := json.Unmarshal(text, (*plain)(o)); err != nil {
		return err
	}
	return json.Unmarshal(text, &o.Rest)
}

// TooLong returns the line for one that was too long to read.
func (s *Server) TooLong() *Begun { return &Begun{s: s, bad: s.tooLong()} }

func (s *Server) tooLong() *Fault {
	return &Fault{Code: Limited, Message: fmt.Sprintf("a line of more than %d bytes", s.opts.Limits.Bytes), Hint: "send fewer requests in one line"}
}

// malformed returns the fault for text that does not parse, with its position.
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

// answerOne answers request i of the line.
func (b *Begun) answerOne(i int, progress func(string, float64, string)) *Answer {
	s, r, ctx := b.s, &b.list[i], b.ctx
	a := &Answer{}
	tell := func(float64, string) {}
	if progress != nil {
		tell = func(part float64, note string) { progress(r.ID, part, note) }
	}
	if b.ends != nil && b.ends[i] != nil {
		e := b.ends[i]
		ctx = e.ctx
		defer func() {
			e.end()
			s.work.Lock()
			defer s.work.Unlock()
			if s.ends[r.ID] == e {
				delete(s.ends, r.ID)
			}
		}()
	}
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil { // it costs its own request
				err = diag.Caught(p)
			}
		}()
		if f := b.wrong[i]; f != nil {
			return f
		}
		return s.obey(ctx, r, a, tell)
	}()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = Stopped
	}
	if err != nil {
		a = &Answer{Error: faultOf(err, Illegal)}
	}
	a.ID = r.ID
	return a
}

// Stopped is the error of work that was canceled before it had a result.
var Stopped = fault(Limited, "ask for fewer hands or less work", "it was stopped before it had a result")

func (s *Server) obey(ctx context.Context, r *Request, a *Answer, tell Progress) error {
	do, ok := s.verbs[r.Do]
	more, other := s.opts.More[r.Do]
	if !ok && !other && r.Do != "cancel" {
		names := append(slices.Collect(maps.Keys(s.verbs)), slices.Collect(maps.Keys(s.opts.More))...)
		names = append(names, "cancel")
		slices.Sort(names)
		hint := "there are " + strings.Join(names, ", ")
		if near := diag.Meant(r.Do, names); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fault(Unknown, hint, "there is no message %q", cut(r.Do))
	}
	known := Fields[r.Do]
	if other {
		known = more.Fields
	}
	for _, name := range r.given() {
		if !slices.Contains(known, name) {
			hint := ""
			if near := diag.Meant(name, known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return fault(Malformed, hint, "%s has no field %q", r.Do, cut(name))
		}
	}
	switch {
	case r.Do == "cancel":
		s.work.Lock()
		defer s.work.Unlock()
		e := s.ends[r.Of]
		if e == nil {
			return fault(Unknown, "it has finished, or its request had no id", "no running request has the id %q", cut(r.Of))
		}
		e.end()
		return nil
	case other:
		return s.long(ctx, r, a, more, tell)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	s.doing = ctx
	if s.opts.Doing != nil {
		defer s.opts.Doing(ctx)()
	}
	return do(r, a)
}

// cut shortens untrusted text for use in a message.
func cut(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	return text
}

func (s *Server) hello(_ *Request, a *Answer) error {
	a.Version, a.Revision, a.Limits = 1, Revision, &s.opts.Limits
	return nil
}

func (s *Server) list(r *Request, a *Answer) error {
	var err error
	if a.Games, err = s.opts.Games(r.House); err != nil || r.Family == "" {
		return err
	}
	families := map[string]bool{}
	a.Games = slices.DeleteFunc(slices.Clone(a.Games), func(g Game) bool {
		families[g.Family] = true
		return g.Family != r.Family
	})
	if len(a.Games) > 0 {
		return nil
	}
	delete(families, "")
	hint := "only the games of a gallery are in families: name it as house"
	if len(families) > 0 {
		hint = "there are " + strings.Join(slices.Sorted(maps.Keys(families)), ", ")
	}
	return fault(Unknown, hint, "no family %.60q", r.Family)
}

// mostKept is the number of games kept with their stakes. mostScripts is the number of kept games from client scripts:
// every edit adds one.
const (
	mostKept    = 256
	mostScripts = 8
)

// game is a game at its stakes, and the small version of it that is dealt; nil for the whole game.
type game struct {
	*plan.AtStakes
	small *enumerate.Small
}

// bound returns the game of a request at its stakes.
func (s *Server) bound(r *Request) (*game, error) {
	key := fmt.Sprintf("%q %q %q %x", r.Game, r.Stakes, r.Set, sha256.Sum256([]byte(r.Script)))
	if r.Size != "" || r.DeckRanks != "" || r.DeckSuits != 0 {
		key = fmt.Sprintf("%s %q %q %d %q %d", key, r.Size, r.DeckRanks, r.DeckSuits, r.Stack, or(r.Seats, 0))
	}
	if b := s.games[key]; b != nil {
		return b, nil
	}
	g, err := s.opts.Find(r.Game, r.Script, r.Set)
	if err != nil && r.Script != "" && len(s.scripts) > 0 { // older scripts may be using the memory
		for _, key := range s.scripts {
			delete(s.games, key)
		}
		s.scripts = nil
		g, err = s.opts.Find(r.Game, r.Script, r.Set)
	}
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, faultOf(err, Unknown)
	}
	b := &game{}
	if b.small, err = smallOf(g, r); err != nil {
		return nil, err
	}
	if b.small != nil {
		b.AtStakes = b.small.Bound
	} else if b.AtStakes, err = g.BindTo(r.Stakes); err != nil {
		return nil, err
	}
	if len(s.games) >= mostKept {
		clear(s.games)
	}
	if r.Script != "" {
		s.scripts = append(s.scripts, key)
	}
	if len(s.scripts) > mostScripts {
		delete(s.games, s.scripts[0])
		s.scripts = slices.Delete(s.scripts, 0, 1)
	}
	s.games[key] = b
	return b, nil
}

func (s *Server) open(r *Request, a *Answer) error {
	if r.Game == "" && r.Script == "" {
		return fault(Malformed, `add "game"; the message games lists them`, "%s needs a game", r.Do)
	}
	if err := s.checkTables(); err != nil {
		return err
	}
	h, err := s.deal(r, a)
	if err != nil {
		return err
	}
	s.keep(h, a)
	state(h, a)
	countTaken(h, a)
	return nil
}

// checkTables returns an error if the limit of open tables is reached.
func (s *Server) checkTables() error {
	switch {
	case len(s.tables) >= s.opts.Limits.Tables:
		return fault(Limited, "close one", "%d tables are open", len(s.tables))
	case s.states >= s.opts.Limits.States:
		return fault(Limited, "close tables", "all tables together keep %d states", s.states)
	}
	return nil
}

// keep opens a table for a hand.
func (s *Server) keep(h *live.Hand, a *Answer) {
	s.last++
	s.tables[s.last] = h
	s.states += h.Last() + 1
	a.Table = s.last
}

// deal deals the hand that a request describes.
func (s *Server) deal(r *Request, a *Answer) (*live.Hand, error) {
	b, err := s.bound(r)
	if err != nil {
		return nil, err
	}
	setup := hand.Setup{Plan: b.AtStakes, Seed: or(r.Seed, s.opts.Seed), Number: uint64(or(r.Hand, s.last+1))}
	n, button := or(r.Seats, b.Game.UsualSeats()), or(r.Button, 1)
	if b.small != nil {
		n = len(b.small.Stacks)
	}
	switch {
	case n < b.Game.MinSeats || n > b.Game.MaxSeats:
		return nil, fault(Illegal, "", "%s is for %d to %d players, not %d", b.Game.ID, b.Game.MinSeats, b.Game.MaxSeats, n)
	case or(r.Hand, 1) < 1:
		return nil, fault(Illegal, "", "hands are numbered from 1")
	case button < 1 || button > n:
		return nil, fault(Illegal, "", "the button must be at a seat from 1 to %d", n)
	}
	if setup.Button = button - 1; r.Button == nil {
		setup.Button = batch.Button(int64(setup.Number), n)
	}
	if b.small != nil {
		setup.Stacks = b.small.Stacks
		if r.Button == nil {
			setup.Button = n - 1 // as in its solution
		}
	} else {
		sizes, err := plan.ParseStacks(cmp.Or(r.Stack, "100bb"))
		if err != nil {
			return nil, fmt.Errorf("stack %w", err)
		}
		if setup.Stacks, err = sizes.At(n, b.Stakes); err != nil {
			return nil, fmt.Errorf("stack %w", err)
		}
	}
	if err := b.arrange(&setup, r, a); err != nil {
		return nil, err
	}
	a.Game, a.Seats, a.Seed, a.Hand = b.Game.ID, n, &setup.Seed, int64(setup.Number)
	return live.Deal(&setup)
}

// smallOf returns the small version of a game that a request names, nil for the whole game.
func smallOf(g *plan.Game, r *Request) (*enumerate.Small, error) {
	if r.Size == "" {
		if r.DeckRanks != "" || r.DeckSuits != 0 {
			return nil, fault(Malformed, `add "size", such as "whole"`, "deck_ranks and deck_suits are for a small version of a game")
		}
		return nil, nil
	}
	size, ok := enumerate.SizeByName(r.Size)
	if !ok {
		hint := ""
		if near := diag.Meant(r.Size, enumerate.SizeNames()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return nil, fault(Illegal, hint, "size must be %s, not %q", strings.Join(enumerate.SizeNames(), ", "), cut(r.Size))
	}
	w := enumerate.Wishes{Stakes: r.Stakes, Seats: or(r.Seats, 0), Suits: r.DeckSuits}
	switch {
	case w.Seats < 0 || w.Seats > g.MaxSeats:
		return nil, fault(Illegal, "", "%s is for %d to %d players, not %d", g.ID, g.MinSeats, g.MaxSeats, w.Seats)
	case w.Suits < 0 || w.Suits > 4:
		return nil, fault(Illegal, "", "deck_suits must be 1 to 4, not %d", w.Suits)
	}
	if r.DeckRanks != "" {
		if err := w.ReadRanks(r.DeckRanks); err != nil {
			return nil, fmt.Errorf("deck_ranks is %w", err)
		}
	}
	if r.Stack != "" {
		if err := w.ReadStacks(r.Stack); err != nil {
			return nil, fmt.Errorf("stack is %w", err)
		}
	}
	small, err := enumerate.Shrink(g, size, w)
	if err != nil {
		return nil, err
	}
	return small, small.DropBurns()
}

// arrange puts the deck in order: the cards that a request names come first, then the others of the small deck in the order of
// the seed, and then the rest of the game's deck.
func (b *game) arrange(setup *hand.Setup, r *Request, a *Answer) error {
	pack := b.Game.Deck.Append(nil)
	if b.small != nil {
		pack = b.small.Pack
		setup.Deck = batch.SmallPack(b.Game.Deck, pack).Deal(uint64(setup.Seed), int64(setup.Number))
	}
	if b.small != nil || r.Deck != "" {
		a.Pack = words(pack)
	}
	if r.Deck == "" {
		return nil
	}
	first, err := cards.Read(r.Deck)
	if err != nil {
		return fault(Illegal, "write them as in KsQs", "deck: %v", err)
	}
	left := slices.Clone(pack)
	rest := setup.Pack()
	for i, c := range first {
		at := slices.Index(left, c)
		if at < 0 {
			return fault(Illegal, "the deck is "+strings.Join(words(pack), " "), "deck: there is no %s for card %d", c, i+1)
		}
		left = slices.Delete(left, at, at+1)
		at = slices.Index(rest, c)
		rest = slices.Delete(rest, at, at+1)
	}
	setup.Deck = append(first, rest...)
	return nil
}

// countTaken tells how many cards a table whose cards the client chose has taken, unless chance has decided more than the deck.
func countTaken(h *live.Hand, a *Answer) {
	if a.Pack == nil {
		return
	}
	if n, ok := h.Taken(); ok {
		a.Taken = &n
	}
}

// at returns the answer to a request that names a table.
func (s *Server) at(do func(*live.Hand, *Request, *Answer) error) func(*Request, *Answer) error {
	return func(r *Request, a *Answer) error {
		h := s.tables[r.Table]
		if h == nil {
			return fault(Unknown, "the answer to new has the number of its table", "there is no table %d", r.Table)
		}
		a.Table = r.Table
		return do(h, r, a)
	}
}

// state adds the state of a hand to an answer: the choices of the seat whose turn it is or, after the hand, the results.
func state(h *live.Hand, a *Answer) {
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

func (s *Server) legal(h *live.Hand, _ *Request, a *Answer) error {
	state(h, a)
	return nil
}

func (s *Server) act(h *live.Hand, r *Request, a *Answer) error {
	v := live.View{Seat: live.AllCards}
	if r.Seat != nil {
		var err error
		if v, err = viewOf(h, *r.Seat); err != nil {
			return err
		}
		if d := h.Pending(); d != nil && *r.Seat >= 0 && int(d.Seat) != v.Seat {
			return fault(Illegal, "", "it is the turn of seat %d, not of seat %d", d.Seat+1, *r.Seat)
		}
	}
	return s.happens(h, a, func() (string, error) { return h.ActFor(v, r.Action) })
}

// happens does something in a hand, if the limits allow another state, and answers with what was said.
func (s *Server) happens(h *live.Hand, a *Answer, do func() (said string, err error)) error {
	switch {
	case h.At() >= s.opts.Limits.Actions:
		return fault(Limited, "undo, or close the table", "the hand has %d actions", h.At())
	case s.states >= s.opts.Limits.States:
		return fault(Limited, "close tables", "all tables together keep %d states", s.states)
	}
	before := h.Last()
	said, err := do()
	if err != nil {
		return err
	}
	s.states += h.Last() - before
	a.Said = said
	state(h, a)
	return nil
}

// step goes one or more actions back or on.
func step(way func(*live.Hand, int) int) func(*live.Hand, *Request, *Answer) error {
	return func(h *live.Hand, r *Request, a *Answer) error {
		n := or(r.Count, 1)
		if n < 1 {
			return fault(Illegal, "", "count must be at least 1")
		}
		took := way(h, n)
		a.Steps = &took
		state(h, a)
		return nil
	}
}

func (s *Server) shut(_ *live.Hand, r *Request, _ *Answer) error {
	s.drop(r.Table)
	return nil
}

func (s *Server) drop(table int64) {
	s.states -= s.tables[table].Last() + 1
	delete(s.tables, table)
}
