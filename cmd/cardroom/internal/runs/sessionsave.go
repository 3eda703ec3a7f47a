package runs

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/markup"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/table"
)

// A saved session contains the inputs that decide everything, each event of the table with the number of hands before it, and
// the final table. It is replayed from the inputs and events, and must end with the same table. A .session file contains nothing
// else:
//
//	cardroom.session/1
//	{"game":"angies/holdem", …}
//	0 join player=1 amount=20000
//	17 leave player=1
//	end 100 {"schema":"cardroom.table/1", …}
//
// If the session was interrupted, the last line begins with "incomplete" in place of "end". A .phhs file also contains every
// hand card by card, with the session data in the hands' fields _session, _before and _table.

// Schema is the first line of a .session file.
const Schema = "cardroom.session/1"

// Head is the inputs of a session.
type Head struct {
	Inputs
	Seed  hand.Seed `json:"seed"`
	Hands int64     `json:"hands,omitempty"` // number of hands, 0 if the clock ends the session
	// Mishaps is the probability of irregularities; they repeat with the seed.
	Mishaps float64 `json:"mishaps,omitempty"`
	SessionOptions
}

func newSessionHead(opts *Options, extra *SessionOptions, hands int64) *Head {
	in := Inputs{opts.Game, opts.Set, opts.Seats, opts.Stakes, opts.Stack.String(), opts.Policy, opts.Policies}
	return &Head{in, hand.Seed(opts.Seed), hands, opts.Mishaps, *extra}
}

// sessionWriter writes a session while it is played.
type sessionWriter interface {
	event(batch.HandEvent) error
	hand(*table.Deal, *batch.Played) error
	end(t *table.Table, complete bool) error
}

// sessionRecorder writes the file of a session; nil writes nothing. It holds back the events of an unfinished hand, so that if
// the process ends during a hand, the session is saved as it was before that hand.
type sessionRecorder struct {
	mu     sync.Mutex
	file   term.File
	w      *bufio.Writer
	out    sessionWriter
	events []batch.HandEvent // since the last complete hand
	table  table.Table       // after the last complete hand
	done   bool              // the file is complete
}

// recordSession makes a session record itself in the file of --save.
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
		r.out = &sessionHands{w: r.w, table: &s.Table, settled: &s.Settled, inputs: string(inputs)}
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
	s.Whole = func() error {
		return r.after(func() error {
			r.table = s.Table
			return nil
		})
	}
	return r, err
}

// after writes the events held back, then calls then. It does nothing once the file is complete.
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

func (r *sessionRecorder) hand(d *table.Deal, p *batch.Played) error {
	return r.after(func() error { return r.out.hand(d, p) })
}

// commit writes the end and commits the file, if a hand was played.
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

// rescued saves the session as it was after its last complete hand.
func (r *sessionRecorder) rescued() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done || r.table.Config() == nil { // no hand is complete
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

type sessionLines struct{ w *bufio.Writer }

func (s sessionLines) event(e batch.HandEvent) error {
	_, err := fmt.Fprintf(s.w, "%d %s\n", e.After, e.Event)
	return err
}

func (sessionLines) hand(*table.Deal, *batch.Played) error { return nil }

// The first word of the last line of a .session file.
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

// sessionHands writes a .phhs file. It holds back the last hand, because the end of the session is written into it.
type sessionHands struct {
	w       *bufio.Writer
	table   *table.Table
	settled *table.Settled // after the last hand
	inputs  string         // "" once they are written
	before  []string
	last    *history.Hand
	number  int64

	buf     []byte
	written bool // a hand was written
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
	if err := s.beside(rec); err != nil {
		return err
	}
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

// beside records what the players of the hand paid each other after it, and what others and funds did.
func (s *sessionHands) beside(rec *history.Hand) error {
	var list, others []string
	for _, p := range s.settled.Payments {
		if k := slices.Index(rec.Players, playerNumber(p.Player)); k >= 0 {
			list = append(list, fmt.Sprintf("p%d %s %s", k+1, history.AsidePayment, plan.Amount(p.Amount, s.table.Config().Games[0].Plan.Stakes.Scale)))
		} else {
			others = append(others, s.table.PaymentText(p, playerNumber))
		}
	}
	for _, g := range s.settled.Gone {
		k := slices.Index(rec.Players, playerNumber(g.Player))
		if k < 0 || g.Place == 0 {
			continue
		}
		list = append(list, fmt.Sprintf("p%d %s %d", k+1, history.AsidePlace, g.Place))
		if g.Prize > 0 {
			list = append(list, fmt.Sprintf("p%d %s %s", k+1, history.AsidePrize, plan.Amount(g.Prize, plan.Cents)))
		}
	}
	if len(others) > 0 {
		if err := rec.Set(history.KeyPayments, others); err != nil {
			return err
		}
	}
	if list == nil {
		return nil
	}
	return rec.Set(history.KeyAside, list)
}

// flush writes the hand that was held back.
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

// playerNumber returns the name of an unnamed player.
func playerNumber(p table.Player) string { return fmt.Sprintf("player %d", p) }

// NameSeats sets the table, seat and player fields of a record.
func NameSeats(rec *history.Hand, t *table.Table, d *table.Deal, called func(table.Player) string) {
	cfg := t.Config()
	rec.TableID, rec.SeatCount = history.TextID(cfg.Name), int64(cfg.MaxSeats)
	rec.Players = make([]string, len(rec.Seats))
	for i, seat := range rec.Seats {
		at := int(d.Seats[seat-1])
		rec.Seats[i] = int64(at + 1)
		rec.Players[i] = called(d.Players[seat-1])
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

// The head of a saved game or session contains what the flags would say. Anyone may
// have edited it since it was written, so all of it is checked before anything is
// played. A fault is an error with the JSON path to it, [diag.Error.Way].

// Inputs are the inputs that the heads of games and sessions share.
type Inputs struct {
	Game   string            `json:"game"`
	Set    map[string]string `json:"set,omitempty"`
	Seats  int               `json:"seats,omitempty"`
	Stakes string            `json:"stakes,omitempty"`
	Stack  string            `json:"stack"`
	Policy string            `json:"policy"`
	// Policies maps the policies that are scripts to their hashes, see [dsl.Library.Digest].
	Policies map[string]string `json:"policies,omitempty"`
}

// To sets the inputs of what is played, without the hashes.
func (in *Inputs) To(o *Options) (err error) {
	o.Game, o.Set, o.Seats, o.Stakes, o.Policy = in.Game, in.Set, in.Seats, in.Stakes, in.Policy
	o.Stack, err = ParseStack(in.Stack)
	return err
}

// longestInput is the maximum length of a text in a head, in characters.
const longestInput = 4096

// mostInputs is the maximum number of entries of a list in a head.
const mostInputs = 100_000

var digestText = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// Fault returns the first invalid input or option, or nil.
func (in *Inputs) Fault(o *SessionOptions) *diag.Error {
	for _, text := range []struct{ key, value string }{
		{"game", in.Game}, {"stakes", in.Stakes}, {"stack", in.Stack}, {"policy", in.Policy}, {"kill", o.Kill}, {"collection", o.Collection}, {"crowd", o.Crowd},
	} {
		if f := textFault(text.value, text.key); f != nil {
			return f
		}
	}
	if in.Game == "" {
		return &diag.Error{Way: []string{"game"}, Msg: "no game is named"}
	}
	for _, name := range slices.Sorted(maps.Keys(in.Set)) {
		if f := textFault(name+in.Set[name], "set", name); f != nil {
			return f
		}
	}
	if in.Seats < 0 || in.Seats == 1 || in.Seats > table.MaxSeats {
		return &diag.Error{Way: []string{"seats"}, Msg: fmt.Sprintf("seats must be 2 to %d, not %d", table.MaxSeats, in.Seats)}
	}
	if _, err := ParseStack(in.Stack); err != nil {
		return &diag.Error{Way: []string{"stack"}, Msg: inHead(err)}
	}
	// The first fault of the policies and their hashes, or nil.
	if _, _, err := library.SplitPolicies(in.Policy); err != nil {
		return &diag.Error{Way: []string{"policy"}, Msg: inHead(err)}
	}
	names := library.PolicyNames(in.Policy)
	for _, name := range slices.Sorted(maps.Keys(in.Policies)) {
		switch {
		case !slices.Contains(names, name):
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%q is not one of the policies", name)}
		case !digestText.MatchString(in.Policies[name]):
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%q is not sha256: followed by 64 hexadecimal digits", in.Policies[name])}
		}
	}
	// The first fault of the options that sessions and games share, or nil.
	if err := o.Check(); err != nil {
		text := inHead(err)
		key, _, _ := strings.Cut(strings.TrimPrefix(text, "--"), " ")
		return &diag.Error{Way: []string{key}, Msg: text}
	}
	if len(o.Events) > mostInputs {
		return &diag.Error{Way: []string{"events"}, Msg: fmt.Sprintf("%d events: the limit is %d", len(o.Events), mostInputs)}
	}
	last := int64(0)
	for i, line := range o.Events {
		e, err := ParseEventLine(line, plan.Cents)
		if err == nil && e.After < last {
			err = fmt.Errorf("events must be in order: this one comes after %s, the one before it after %d", term.Counted(e.After, "hand"), last)
		}
		if err != nil {
			return &diag.Error{Way: []string{"events", strconv.Itoa(i)}, Msg: err.Error()}
		}
		last = e.After
	}
	return nil
}

// textFault rejects a text that no flag could have had.
func textFault(text string, way ...string) *diag.Error {
	switch {
	case utf8.RuneCountInString(text) > longestInput:
		return &diag.Error{Way: way, Msg: fmt.Sprintf("%s has more than %d characters", way[len(way)-1], longestInput)}
	case !markup.Plain(text) || strings.Contains(text, "\n"):
		return &diag.Error{Way: way, Msg: fmt.Sprintf("%s has characters that cannot be printed", way[len(way)-1])}
	}
	return nil
}

// inHead returns the message of a rejected input, for a file: without the help on
// flags.
func inHead(err error) string {
	if u := diag.AsUsage(err); u != nil {
		return u.Msg
	}
	return err.Error()
}

// FaultOf turns an error caused by the inputs of a head into a fault; it returns nil
// if the error already has a position.
func FaultOf(err error) *diag.Error {
	if app.Positioned.MatchString(err.Error()) {
		return nil
	}
	f := &diag.Error{Way: []string{"game"}, Msg: inHead(err), Hint: app.HintOf(err)}
	if flag, ok := strings.CutPrefix(f.Msg, "--"); ok {
		f.Way[0], _, _ = strings.Cut(strings.ReplaceAll(flag, ":", " "), " ")
	}
	return f
}

// fault returns the first fault of a session's head, or nil.
func (h *Head) fault() *diag.Error {
	switch {
	case h.Hands < 0 || h.Hands > table.MaxHands:
		return &diag.Error{Way: []string{"hands"}, Msg: fmt.Sprintf("hands must be 0 to %d, not %d", int64(table.MaxHands), h.Hands)}
	case !(h.Mishaps >= 0 && h.Mishaps <= 1):
		return &diag.Error{Way: []string{"mishaps"}, Msg: fmt.Sprintf("--mishaps: want 0 to 1, not %v", h.Mishaps)}
	}
	return h.Fault(&h.SessionOptions)
}

// Digests returns the hashes of the scripts among the policies of a text, by the names
// used in the text.
func Digests(lib *dsl.Library, text string) (map[string]string, error) {
	var out map[string]string
	for _, name := range library.PolicyNames(text) {
		if !strings.HasSuffix(library.FileOf(name), ".star") {
			continue
		}
		ref, err := library.Ref(name)
		if err != nil {
			return nil, err
		}
		digest, err := lib.Digest(ref)
		if err != nil {
			return nil, library.AsTyped(err, name, ref)
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = digest
	}
	return out, nil
}

// OtherScript returns an error for the first policy whose script has changed, or whose
// earlier version is unknown.
func OtherScript(was, is map[string]string) *diag.Error {
	for _, name := range slices.Sorted(maps.Keys(is)) {
		hint := fmt.Sprintf("--policy %s says that it is meant", name)
		switch was[name] {
		case is[name]:
		case "":
			return &diag.Error{Way: []string{"policy"}, Msg: fmt.Sprintf("%s: the file does not record which version of the script it was played with", name), Hint: hint}
		default:
			return &diag.Error{Way: []string{"policies", name}, Msg: fmt.Sprintf("%s has changed since the game was saved", name), Hint: hint}
		}
	}
	return nil
}
