package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/table"
)

// A saved session is text: a head with everything that decides what is played,
// a line for each event of the table with the number of hands before it, and
// the table at the end. It is played again from its head and events; the table
// at the end must come out the same.
//
//	cardroom.session/1
//	{"game":"angies/holdem", …}
//	0 join player=1 amount=20000
//	17 leave player=1
//	end 100 {"schema":"cardroom.table/1", …}

const sessionSchema = "cardroom.session/1"

// sessionHead is the inputs of a session.
type sessionHead struct {
	Game   string            `json:"game"`
	Set    map[string]string `json:"set,omitempty"`
	Seats  int               `json:"seats,omitempty"`
	Stakes string            `json:"stakes,omitempty"`
	Stack  string            `json:"stack"`
	Policy string            `json:"policy"`
	Seed   uint64            `json:"seed"`
	sessionOptions
}

// savedSession is a session as read.
type savedSession struct {
	head   sessionHead
	events []batch.HandEvent
	hands  int64
	table  string
}

// sessionRecorder writes a session while it is played; nil writes nothing.
type sessionRecorder struct {
	file File
	w    *bufio.Writer
}

// recordSession has the events of a session written to --save.
func recordSession(std *IO, s *batch.Session, opts *runOptions, extra *sessionOptions) (*sessionRecorder, error) {
	if opts.Save == "" {
		return nil, nil
	}
	file, err := std.Create(opts.Save)
	if err != nil {
		return nil, err
	}
	r := &sessionRecorder{file, bufio.NewWriter(file)}
	head, err := json.Marshal(sessionHead{
		opts.Game, opts.Set, opts.Seats, opts.Stakes, opts.Stack.String(), opts.Policy, opts.Seed, *extra,
	})
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(r.w, "%s\n%s\n", sessionSchema, head)
	s.Record = func(e batch.HandEvent) error {
		_, err := fmt.Fprintf(r.w, "%d %s\n", e.After, e.Event)
		return err
	}
	return r, err
}

// commit writes the end and puts the file in place.
func (r *sessionRecorder) commit(t *table.Table) error {
	if r == nil {
		return nil
	}
	if _, err := fmt.Fprintf(r.w, "end %d %s\n", t.Hands(), t.Save()); err != nil {
		return err
	}
	if err := r.w.Flush(); err != nil {
		return err
	}
	return r.file.Commit()
}

func (r *sessionRecorder) discard() {
	if r != nil {
		r.file.Discard()
	}
}

// readSession reads a saved session.
func readSession(std *IO, name string) (*savedSession, error) {
	f, err := std.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, plainPathError(err)
	}
	s := &savedSession{}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if err := s.line(i, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	if s.table == "" {
		return nil, fmt.Errorf("%s: the session has no end: it was cut off", name)
	}
	return s, nil
}

// line reads one line of a saved session.
func (s *savedSession) line(i int, line string) error {
	switch {
	case i == 0 && line != sessionSchema:
		return fmt.Errorf("not a saved session: the first line is %q", sessionSchema)
	case i == 0:
		return nil
	case i == 1:
		return json.Unmarshal([]byte(line), &s.head)
	case s.table != "":
		return fmt.Errorf("a line after the end")
	}
	word, rest, _ := strings.Cut(line, " ")
	if word == "end" {
		word, s.table, _ = strings.Cut(rest, " ")
		n, err := strconv.ParseInt(word, 10, 64)
		s.hands = n
		return err
	}
	after, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number of hands", word)
	}
	e, err := table.ParseEvent(rest)
	s.events = append(s.events, batch.HandEvent{After: after, Event: e})
	return err
}

// resumeSession plays a saved session again and goes on with it.
func resumeSession(ctx context.Context, std *IO, opts runOptions, name string) error {
	saved, err := readSession(std, name)
	if err != nil {
		return err
	}
	h := &saved.head
	opts.Game, opts.Set, opts.Seats, opts.Stakes, opts.Policy, opts.Seed = h.Game, h.Set, h.Seats, h.Stakes, h.Policy, h.Seed
	if opts.Stack, err = parseStack(h.Stack); err != nil {
		return err
	}
	opts.Shard, opts.Workers = shard{1, 1}, 1
	return runSession(ctx, std, opts, h.sessionOptions, saved)
}

// String is the size as --stack takes it.
func (s stackSize) String() string {
	var parts []string
	for _, one := range s {
		text := moneyText(one.amount)
		if one.inBlinds {
			text += "bb"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}
