package runs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/files"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/table"
)

// Saved is a saved session as read from a file.
type Saved struct {
	Head       Head
	Events     []batch.HandEvent
	Hands      int64
	Table      string
	Incomplete bool

	anew bool // the command line gives a new policy

	// inHead and inTable locate errors about the head and the table in the file.
	inHead  func(*diag.Error) error
	inTable func(error) error
	// inEvent locates an error about event i, from 0, in the file.
	inEvent func(i int, err error) error

	// For a .phhs file: its name and data, and the hashes of its hands.
	name   string
	data   []byte
	played [][sha256.Size]byte
}

// Read reads a saved session and checks its contents. Whether it was really played
// that way is found out by replaying it.
func Read(std *app.IO, name string) (*Saved, error) {
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	s := &Saved{name: name}
	if bytes.HasPrefix(data, []byte("cardroom.session/")) {
		err = s.readLines(name, string(data))
	} else {
		s.data = data
		err = s.readHands(name, data)
	}
	if err == nil && s.Table == "" {
		err = fmt.Errorf("%s: the session has no end: the file is incomplete", name)
	}
	if err != nil {
		return nil, err
	}
	if f := s.Head.fault(); f != nil {
		return nil, s.inHead(f)
	}
	if n := s.Head.Hands; n > 0 && s.Hands > n {
		return nil, s.inHead(&diag.Error{Way: []string{"hands"}, Msg: fmt.Sprintf("the session should have %d hands, but it has %d", n, s.Hands)})
	}
	return s, nil
}

func (s *Saved) readLines(name, text string) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	s.inEvent = func(i int, err error) error { // after the schema and the head
		return app.InLine(&diag.Error{At: 1, Msg: err.Error()}, name, i+3, lines[i+2])
	}
	for i, line := range lines {
		if err := s.line(i, line); err != nil {
			return app.InLine(err, name, i+1, line)
		}
		switch {
		case i == 1:
			s.inHead = func(f *diag.Error) error { return app.InLine(files.Located(line, f), name, 2, line) }
		case s.Table != "":
			at := len(line) - len(s.Table)
			s.inTable = func(err error) error { return app.InLine(files.Shift(err, at), name, i+1, line) }
		}
	}
	return nil
}

// line reads one line of a .session file.
func (s *Saved) line(i int, line string) error {
	switch {
	case i == 0 && line != Schema:
		return fmt.Errorf("got %q, but this program reads %q", app.Beginning(line), Schema)
	case i == 0:
		return nil
	case i == 1:
		return files.Unmarshal([]byte(line), &s.Head)
	case s.Table != "":
		return errors.New("a line after the end")
	}
	word, rest, _ := strings.Cut(line, " ")
	if word == LineEnd || word == LineIncomplete {
		// Read the last line after its first word: a number of hands, and the table
		s.Incomplete = word == LineIncomplete
		word, s.Table, _ = strings.Cut(rest, " ")
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < 1 || n > table.MaxHands {
			return fmt.Errorf("%q is not a number of hands from 1 to %d", word, int64(table.MaxHands))
		}
		if s.Table == "" {
			return fmt.Errorf("%q: no table follows", word)
		}
		s.Hands = n
		if k := len(s.Events); k > 0 && s.Events[k-1].After >= n {
			return fmt.Errorf("the session has %q hands, but the event above comes after %d", word, s.Events[k-1].After)
		}
		return nil
	}
	e, err := ParseEventLine(line, plan.Cents)
	if err != nil {
		return err
	}
	if k := len(s.Events); k > 0 && s.Events[k-1].After > e.After {
		return fmt.Errorf("events must be in order: %q is below an event that comes after %s", app.Beginning(line), term.Counted(s.Events[k-1].After, "hand"))
	}
	s.Events = append(s.Events, e)
	return nil
}

// compare makes the replay compare each hand with that of the .phhs file.
func (s *Saved) compare(b *batch.Session) {
	if s.played == nil {
		return
	}
	told := b.Hand
	b.Hand = func(d *table.Deal, p *batch.Played) error {
		if n := int(p.Setup.Number); n <= len(s.played) {
			rec, err := engine.Record(p.Setup, p.Hand, p.Log, p.Deck)
			if err != nil {
				return err
			}
			NameSeats(rec, &b.Table, d, playerNumber)
			if digest, err := reread(rec); err != nil || digest != s.played[n-1] {
				return s.inHand(n, "the hand was recorded otherwise than it plays again")
			}
		}
		if told == nil {
			return nil
		}
		return told(d, p)
	}
}

// reread returns the hash of a hand as a file would contain it.
func reread(rec *history.Hand) ([sha256.Size]byte, error) {
	var again history.Hand
	if err := history.NewReader("hand", history.AppendTable(nil, "1", rec), history.Options{}).Next(&again); err != nil {
		return [sha256.Size]byte{}, err
	}
	return handDigest(&again), nil
}

// handDigest returns the hash of a hand, without the fields that a session adds to it.
func handDigest(rec *history.Hand) [sha256.Size]byte {
	c := rec.Clone()
	for _, key := range []string{history.KeySession, history.KeyBefore, history.KeyPayments, history.KeyTable, history.KeyIncomplete, history.KeyAside} {
		c.Unset(key)
	}
	return sha256.Sum256(history.AppendTable(nil, "1", c))
}

// inHand returns an error at the n-th hand of a .phhs file. It reads the file again,
// because such an error occurs only once.
func (s *Saved) inHand(n int, msg string) error {
	r := history.NewReader(s.name, s.data, history.Options{})
	var rec history.Hand
	for range n {
		if err := r.Next(&rec); err != nil {
			return err
		}
	}
	return rec.ErrorAt(0, engine.CodeSuperset, msg, "the file, games, scripts or the program have changed")
}

// ParseEventLine parses a number of hands and the event that follows them. It also
// accepts what people write: an amount in dollars, "amount=$50", and a time,
// "at=13:30".
func ParseEventLine(line string, scale int64) (e batch.HandEvent, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return e, errors.New("nothing happens")
	}
	if e.After, err = strconv.ParseInt(words[0], 10, 64); err != nil || e.After < 0 {
		return e, fmt.Errorf("%q is not a number of hands", words[0])
	}
	for i, w := range words[1:] {
		if words[i+1], err = inUnits(w, scale); err != nil {
			return e, err
		}
	}
	e.Event, err = table.ParseEvent(strings.Join(words[1:], " "))
	if err == nil && e.At > table.MaxTime {
		err = fmt.Errorf("%q is out of range", fmt.Sprintf("at=%d", e.At))
	}
	return e, err
}

// inUnits converts a word of an event to the table's units: dollars to chip units, and
// times to seconds after midnight.
func inUnits(word string, scale int64) (string, error) {
	if text, ok := strings.CutPrefix(word, "amount=$"); ok {
		n, err := plan.ParseMoney(text)
		if err != nil {
			return "", fmt.Errorf("%q: not an amount such as $50", word)
		}
		return fmt.Sprintf("amount=%d", n*scale/plan.Cents), nil
	}
	if text, ok := strings.CutPrefix(word, "at="); ok && strings.Contains(text, ":") {
		h, m, _ := strings.Cut(text, ":")
		hours, err1 := strconv.ParseUint(h, 10, 16)
		minutes, err2 := strconv.ParseUint(m, 10, 16)
		if err1 != nil || err2 != nil || minutes > 59 {
			return "", fmt.Errorf("%q: not a time such as 13:30, or 25:30 for half past one of the next day", word)
		}
		return fmt.Sprintf("at=%d", hours*3600+minutes*60), nil
	}
	return word, nil
}

// ReadEvents reads the file of --events. Events must be in the order of the hands;
// blank lines and lines that begin with # are ignored.
func ReadEvents(std *app.IO, name string) (lines []string, err error) {
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	last := int64(0)
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := ParseEventLine(line, plan.Cents)
		if err == nil && e.After < last {
			err = fmt.Errorf("events must be in order: this one comes after %s, the line above after %d", term.Counted(e.After, "hand"), last)
		}
		if err != nil {
			return nil, app.InLine(err, name, i+1, line)
		}
		last = e.After
		lines = append(lines, line)
	}
	return lines, nil
}

// readHands reads a .phhs file.
func (s *Saved) readHands(name string, data []byte) error {
	r := history.NewReader(name, data, history.Options{})
	s.inEvent = func(i int, err error) error { return s.inHand(int(s.Events[i].After)+1, err.Error()) }
	var rec history.Hand
	for {
		err := r.Next(&rec)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = s.fromHand(&rec)
		}
		if err != nil {
			return err
		}
	}
	if s.Hands == 0 {
		return fmt.Errorf("%s: not a saved session", name)
	}
	return nil
}

func (s *Saved) fromHand(rec *history.Hand) error {
	text, begins := history.Value[string](rec, history.KeySession)
	switch {
	case s.Table != "":
		return rec.ErrorAt(0, engine.CodeSuperset, "a hand after the end of the session", "")
	case begins != (s.Hands == 0):
		return rec.ErrorAt(0, engine.CodeSuperset, "not a saved session: its first hand has "+history.KeySession+", and no other has", "a session is saved with 'cardroom run GAME --session --save FILE'")
	case begins:
		if err := s.headOf(rec, text); err != nil {
			return err
		}
	}
	if err := s.eventsOf(rec); err != nil {
		return err
	}
	s.Hands++
	s.played = append(s.played, handDigest(rec))
	// Read the table from the last hand, and whether the session was complete.
	var ok bool
	if field := rec.Lookup(history.KeyTable); field != nil {
		if s.Table, ok = history.Value[string](rec, history.KeyTable); !ok || s.Table == "" {
			return rec.ErrorAt(field.Pos, engine.CodeSuperset, history.KeyTable+" is a text", "")
		}
		last := rec.Clone()
		s.inTable = func(err error) error {
			return last.ErrorAt(field.Pos, engine.CodeSuperset, history.KeyTable+": "+err.Error(), "")
		}
	}
	if field := rec.Lookup(history.KeyIncomplete); field != nil {
		if s.Incomplete, ok = history.Value[bool](rec, history.KeyIncomplete); !ok || s.Table == "" {
			return rec.ErrorAt(field.Pos, engine.CodeSuperset, history.KeyIncomplete+" is true, in the last hand", "")
		}
	}
	return nil
}

func (s *Saved) headOf(rec *history.Hand, text string) error {
	at, first := rec.Lookup(history.KeySession).Pos, rec.Clone()
	s.inHead = func(f *diag.Error) error {
		return first.ErrorAt(at, engine.CodeSuperset, history.KeySession+": "+f.Msg, f.Hint)
	}
	if err := files.Unmarshal([]byte(text), &s.Head); err != nil {
		return s.inHead(&diag.Error{Msg: err.Error()})
	}
	return nil
}

func (s *Saved) eventsOf(rec *history.Hand) error {
	field := rec.Lookup(history.KeyBefore)
	if field == nil {
		return nil
	}
	before, ok := history.Value[[]string](rec, history.KeyBefore)
	if !ok {
		return rec.ErrorAt(field.Pos, engine.CodeSuperset, history.KeyBefore+" is a list of strings", "")
	}
	for _, e := range before {
		event, err := table.ParseEvent(e)
		if err != nil {
			return rec.ErrorAt(field.Pos, engine.CodeSuperset, err.Error(), "")
		}
		s.Events = append(s.Events, batch.HandEvent{After: s.Hands, Event: event})
	}
	return nil
}

// Resume replays a saved session and continues it for the requested number of hands,
// or, if it was interrupted, to its planned end.
func Resume(ctx context.Context, std *app.IO, opts Options, name string) error {
	saved, err := Read(std, name)
	if err != nil {
		return err
	}
	h := &saved.Head
	more, policy := opts.Hands, opts.Policy
	if err := h.To(&opts); err != nil {
		return err
	}
	opts.Seed, opts.Hands, opts.Mishaps = uint64(h.Seed), h.Hands, h.Mishaps
	switch {
	case more > 0:
		opts.Hands, h.Hours = saved.Hands+more, 0
	case !saved.Incomplete:
		opts.Hands = saved.Hands
	}
	if saved.anew = policy != ""; saved.anew {
		opts.Policy = policy
	}
	opts.Shard, opts.Workers = Shard{Index: 1, Count: 1}, 1
	return RunSession(ctx, std, opts, h.SessionOptions, saved)
}
