package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	engine "cardroom/engine/replay"
	"cardroom/engine/table"
)

// savedSession is a session as read.
type savedSession struct {
	head       sessionHead
	events     []batch.HandEvent
	hands      int64
	table      string
	incomplete bool
}

// readSession reads a saved session.
func readSession(std *IO, name string) (*savedSession, error) {
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	s := &savedSession{}
	if bytes.HasPrefix(data, []byte("cardroom.session/")) {
		err = s.readLines(name, string(data))
	} else {
		err = s.readHands(name, data)
	}
	if err == nil && s.table == "" {
		err = fmt.Errorf("%s: the session has no end: it was cut off", name)
	}
	return s, err
}

// readLines reads a .session file.
func (s *savedSession) readLines(name, text string) error {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if err := s.line(i, line); err != nil {
			return inLine(err, name, i+1, line)
		}
	}
	return nil
}

// line reads one line of a .session file.
func (s *savedSession) line(i int, line string) error {
	switch {
	case i == 0 && line != sessionSchema:
		return fmt.Errorf("%q is not %q, which this program reads", line, sessionSchema)
	case i == 0:
		return nil
	case i == 1:
		return json.Unmarshal([]byte(line), &s.head)
	case s.table != "":
		return errors.New("a line after the end")
	}
	word, rest, _ := strings.Cut(line, " ")
	if word == lineEnd || word == lineIncomplete {
		s.incomplete = word == lineIncomplete
		word, s.table, _ = strings.Cut(rest, " ")
		n, err := strconv.ParseInt(word, 10, 64)
		s.hands = n
		return err
	}
	e, err := parseEventLine(line, plan.Cents)
	s.events = append(s.events, e)
	return err
}

// parseEventLine reads a number of hands and the event after them. What people
// write is taken, too: an amount in dollars, "amount=$50", and a time, "at=13:30".
func parseEventLine(line string, scale int64) (e batch.HandEvent, err error) {
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
	return e, err
}

// inUnits is a word of an event as the table counts: dollars in its units, times in
// seconds after midnight.
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

// readEvents reads the lines of --events. They come in the order of the hands;
// empty lines and lines that begin with # say nothing.
func readEvents(std *IO, name string) (lines []string, err error) {
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
		e, err := parseEventLine(line, plan.Cents)
		if err == nil && e.After < last {
			err = fmt.Errorf("%s come before the %d of the line above", counted(e.After, "hand"), last)
		}
		if err != nil {
			return nil, inLine(err, name, i+1, line)
		}
		last = e.After
		lines = append(lines, line)
	}
	return lines, nil
}

// readHands reads a .phhs file.
func (s *savedSession) readHands(name string, data []byte) error {
	r := history.NewReader(name, data, history.Options{})
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
	if s.hands == 0 {
		return fmt.Errorf("%s: not a saved session", name)
	}
	return nil
}

// fromHand takes what a hand says of the session.
func (s *savedSession) fromHand(rec *history.Hand) error {
	text, begins := history.Value[string](rec, history.KeySession)
	switch {
	case s.table != "":
		return rec.ErrorAt(0, engine.CodeSuperset, "a hand after the end of the session", "")
	case begins != (s.hands == 0):
		return rec.ErrorAt(0, engine.CodeSuperset, "not a saved session: its first hand has "+history.KeySession+", and no other has", "a session is saved with cardroom run --session --save FILE")
	case begins:
		if err := json.Unmarshal([]byte(text), &s.head); err != nil {
			return rec.ErrorAt(rec.Lookup(history.KeySession).Pos, engine.CodeSuperset, fmt.Sprintf("%s: %v", history.KeySession, err), "")
		}
	}
	before, _ := history.Value[[]string](rec, history.KeyBefore)
	for _, e := range before {
		event, err := table.ParseEvent(e)
		if err != nil {
			return rec.ErrorAt(rec.Lookup(history.KeyBefore).Pos, engine.CodeSuperset, err.Error(), "")
		}
		s.events = append(s.events, batch.HandEvent{After: s.hands, Event: event})
	}
	s.hands++
	s.table, _ = history.Value[string](rec, history.KeyTable)
	s.incomplete, _ = history.Value[bool](rec, history.KeyIncomplete)
	return nil
}

// resumeSession plays a saved session again and goes on with it: for so many
// hands more as are asked for, or, where it was interrupted, to the end that it
// was to have.
func resumeSession(ctx context.Context, std *IO, opts runOptions, name string) error {
	saved, err := readSession(std, name)
	if err != nil {
		return err
	}
	h := &saved.head
	if err := h.check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if h.Seats < 0 || h.Hands < 0 || !(h.Mishaps >= 0 && h.Mishaps <= 1) {
		return fmt.Errorf("%s: %s for %s, mishaps %v", name, counted(h.Hands, "hand"), counted(int64(h.Seats), "seat"), h.Mishaps)
	}
	more := opts.Hands
	opts.Game, opts.Set, opts.Seats, opts.Stakes, opts.Policy, opts.Seed = h.Game, h.Set, h.Seats, h.Stakes, h.Policy, uint64(h.Seed)
	opts.Hands, opts.Mishaps = h.Hands, h.Mishaps
	switch {
	case more > 0:
		opts.Hands, h.Hours = saved.hands+more, 0
	case !saved.incomplete:
		opts.Hands = saved.hands
	}
	if opts.Stack, err = parseStack(h.Stack); err != nil {
		return err
	}
	opts.Shard, opts.Workers = shard{1, 1}, 1
	return runSession(ctx, std, opts, h.sessionOptions, saved)
}
