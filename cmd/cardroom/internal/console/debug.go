// This file implements the flag --debug and the start of 'cardroom dap'. It turns a game, a table or a test into a
// program for dsl/debug, and lets a person debug it at a terminal. The commands are in debugcommands.go.

package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/debug"
	"cardroom/dsl/live"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/speech"
	"cardroom/engine/table"

	"github.com/fatih/color"
	"go.starlark.net/starlark"
)

// person is a person who debugs at a terminal.
type person struct {
	std   *app.IO
	d     *Debuggee
	in    term.LineSource
	style speech.Style
	told  int // number of events already printed
	frame int // index of the selected frame
	last  string
	ended bool
	left  bool
	fault bool // a line from a pipe was refused
}

// prompt is printed before each typed line. If input comes from a pipe, the lines are printed after it.
const prompt = "(debug) "

// Run lets a person debug. If failed is set, the program has been played and waits where it fails.
func Run(ctx context.Context, std *app.IO, d *Debuggee, failed *debug.Stop, style speech.Style) error {
	c := &person{std: std, d: d, style: style}
	defer d.Close()
	d.Output = func(text string) { c.say("log: " + text) }
	if std.Stdin.Terminal {
		var leave func()
		ctx, leave = std.Outlive(ctx, func() bool { // ^C stops a running program
			c.d.Pause()
			return true
		})
		defer leave()
	}
	var err error
	if c.in, err = std.Lines(ctx, c.complete); err != nil {
		return err
	}
	defer func() { _ = c.in.Close() }()
	if std.Stdin.Terminal {
		std.Note("help lists the commands, Tab completes, ^D leaves")
	}
	if failed != nil {
		c.say("debugging " + d.Title())
		c.fail(failed.Err)
		at := *failed
		at.Reason, at.Err = debug.AtBreakpoint, nil
		c.stopped(&at, false)
	} else if stop := c.start(); stop.Reason == debug.Failed && len(c.d.Events()) == 0 {
		return stop.Err
	}
	for !c.left {
		line, err := c.in.Line(prompt)
		switch {
		case errors.Is(err, io.EOF):
			return c.end()
		case errors.Is(err, term.ErrInterrupt):
			continue
		case err != nil:
			return err
		}
		c.do(ctx, strings.TrimSpace(line))
	}
	return c.end()
}

// end returns the error of the whole command.
func (c *person) end() error {
	if c.fault && !c.std.Stdin.Terminal {
		return app.ErrNo
	}
	return nil
}

// start restarts the program and stops at the first moment.
func (c *person) start() *debug.Stop {
	c.told = 0
	c.say("debugging " + c.d.Title())
	stop := c.d.Start(true)
	if stop.Reason != debug.Failed || len(c.d.Events()) > 0 {
		c.stopped(stop, true)
	}
	return stop
}

// do runs one line. An empty line repeats the last step.
func (c *person) do(ctx context.Context, line string) {
	if !c.std.Stdin.Terminal {
		c.out().Printf("%s%s\n", prompt, line)
	}
	if line == "" {
		line = c.last
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return
	}
	if len(line) > 10_000 {
		c.refuse(diag.Refuse("the line has more than 10000 characters", ""))
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	cmd := commands.Find(name)
	c.last = ""
	if cmd == nil {
		hint := cmp.Or(diag.DidYouMean(name, commands.Names("")), `"help" lists the commands`)
		c.refuse(diag.Refuse(name+" is not a command of the debugger", hint))
		return
	}
	if cmd.Group == moves {
		c.last = line
	}
	c.d.ClearPause()
	if err := cmd.Do(c, ctx, strings.TrimSpace(rest)); err != nil {
		c.refuse(err)
	}
}

// refuse prints why a command was refused.
func (c *person) refuse(err error) {
	c.fault = true
	w := c.std.Stderr
	if !c.std.Stdin.Terminal { // keep the order of the output
		w = c.out()
	}
	w.Printf("%s\n", strings.TrimPrefix(app.Explain(w, err), "cardroom: "))
}

// fail prints why the program failed.
func (c *person) fail(err error) {
	c.out().Printf("%s\n", strings.TrimPrefix(app.Explain(c.out(), err), "cardroom: "))
}

func (c *person) out() *term.Stream { return c.std.Stdout }

// columns returns the width of the screen.
func (c *person) columns() int {
	if n := c.out().Columns(); n > 0 {
		return n
	}
	return 100
}

// stopped prints what happened since the last stop, and where the program stopped.
func (c *person) stopped(stop *debug.Stop, forward bool) {
	if stop == nil {
		return
	}
	c.ended = stop.Reason == debug.Ended || stop.Reason == debug.Failed
	if forward {
		c.tell()
	}
	c.told = len(c.d.Events())
	switch {
	case stop.Reason == debug.Ended:
		c.say("the program is over")
		return
	case stop.Reason == debug.Failed:
		c.fail(stop.Err)
		if c.ended {
			return
		}
	}
	at := c.where()
	for _, n := range stop.Hits {
		at = fmt.Sprintf("breakpoint %d: %s", n, at)
	}
	if stop.Reason == debug.Paused {
		at = "paused: " + at
	}
	if stop.Err != nil {
		c.refuse(stop.Err)
	}
	for _, change := range stop.Changes {
		c.say(change)
	}
	c.say(c.out().Paint(at, color.Bold))
	c.frame = 0
	c.source(2)
}

// where describes the current moment in one line.
func (c *person) where() string {
	m, _ := c.d.Now()
	frames := c.d.Frames()
	place := ""
	if len(frames) > 0 {
		place = ", " + frames[0].Pos.String()
	}
	switch m.Kind {
	case debug.Statement:
		if len(frames) == 0 { // it was stopped between two statements
			return "a script"
		}
		return "in " + frames[0].Name + place
	case debug.Happened:
		return "event " + strings.ReplaceAll(m.Event.Kind.String(), " ", "-") + place
	case debug.Decides:
		// Whose turn it is and the choices.
		h := m.Hand
		d := h.Pending()
		text := speech.SeatName(d.Seat) + " to act"
		if c.d.View == debug.AllCards || c.d.View == int(d.Seat) {
			text += " (" + strings.Join(speech.Choices(h, d), ", ") + ")"
		}
		return text + place
	case debug.Over:
		return "the hand is over" + place
	}
	if m.Hand != nil && m.Hand.Step() != nil {
		return "step " + debug.StepTitle(m.Hand.Step()) + place
	}
	return "the beginning" + place
}

// tell prints the events of the hand since the last stop.
func (c *person) tell() {
	m, _ := c.d.Now()
	events := c.d.Events()
	if m.Hand == nil || len(events) < c.told {
		c.told = 0
	}
	if m.Hand == nil || len(events) == c.told {
		return
	}
	for _, line := range c.d.Told(c.told, c.style) {
		c.say("  " + line)
	}
}

// source prints the lines around the selected frame.
func (c *person) source(around int) {
	if at := c.selected(); at != nil && at.Pos.Line > 0 {
		c.lines(at.Pos, int(at.Pos.Line)-around, int(at.Pos.Line)+around)
	}
}

// selected returns the selected frame, nil if no script is running.
func (c *person) selected() *debug.Frame {
	if frames := c.d.Frames(); c.frame < len(frames) {
		return &frames[c.frame]
	}
	return nil
}

// lines prints lines of a script and marks the current one.
func (c *person) lines(at diag.Pos, from, to int) {
	text := strings.Split(c.d.Text(at.File), "\n")
	for n := max(from, 1); n <= min(to, len(text)); n++ {
		mark := "  "
		if n == int(at.Line) {
			mark = "->"
		}
		if text[n-1] != "" || n < len(text) {
			c.out().Printf("%s\n", strings.TrimRight(fmt.Sprintf("%s %4d  %s", mark, n, text[n-1]), " "))
		}
	}
}

// say prints a line, folded if it is too long.
func (c *person) say(text string) {
	for _, line := range live.Fold(text, c.columns()) {
		c.out().Printf("%s\n", line)
	}
}

// Target is a game to debug.
type Target struct {
	runs.Options
	// You is the seat of a person, from 1; 0 is none. HotSeat has people in all seats.
	You     int
	HotSeat bool
	// Table, if set, plays the hands of one table in order, with the table's rules and their memory.
	Table *runs.SessionOptions
}

// Debuggee is a session and the source of its next hand.
type Debuggee struct {
	*debug.Session
	next func() (debug.Program, error) // the hand after this one; nil if there is none
}

// Next continues with the next hand. It returns false if there is none.
func (d *Debuggee) Next() (bool, error) {
	if d.next == nil {
		return false, nil
	}
	p, err := d.next()
	if err == nil {
		d.Replace(p)
	}
	return err == nil, err
}

// See chooses whose cards are shown: a seat from 1, "all", or "open" for the cards that lie face up.
func (d *Debuggee) See(text string) error {
	n, err := strconv.Atoi(text)
	m, _ := d.Now()
	switch {
	case text == "all":
		d.View = debug.AllCards
	case text == "open":
		d.View = hand.NoSeat
	case err == nil && n >= 1 && m.Hand != nil && n <= m.Hand.Seats():
		d.View = n - 1
	default:
		return diag.Refuse(fmt.Sprintf("see %s?", text), "see 2 for seat 2, see all, see open")
	}
	return nil
}

// Open creates a session for a game.
func Open(_ context.Context, std *app.IO, t *Target) (*Debuggee, error) {
	scripts := &star.Debugger{}
	own := *std
	own.Debug, own.Late, own.CallTimeout = scripts, nil, 0 // no time limit: scripts may wait at a breakpoint; the step limit still applies
	if t.Table != nil {
		// Create a session for a table.
		cfg, lib, err := runs.Config(&own, &t.Options, t.Table)
		if err != nil {
			return nil, err
		}
		if cfg.Choice != table.OneGame {
			return nil, app.Usagef("--debug plays one game: name one of the games of the menu")
		}
		b, err := runs.New(cfg, lib, &t.Options, t.Table)
		if err != nil {
			return nil, err
		}
		s := &seated{target: t, batch: b, after: b.Table}
		if err := s.after.SeatPlayers(b.Players, b.Stack); err != nil {
			return nil, err
		}
		first, err := s.next(cfg)
		if err != nil {
			return nil, err
		}
		return &Debuggee{debug.New(first, scripts, lib.Loader), func() (debug.Program, error) { return s.next(cfg) }}, nil
	}
	if t.Mishaps > 0 {
		return nil, app.Usagef("--debug and --mishaps cannot be used together")
	}
	job, lib, err := runs.FindJob(&own, t.Options)
	if err != nil {
		return nil, err
	}
	p, err := library.ReadPolicies(lib, t.Strategies, t.Policy, len(job.Stacks))
	if err != nil {
		return nil, err
	}
	job.Policy = p.Maker()
	n := max(t.Hand, 1)
	nextHand := func() (debug.Program, error) {
		setup, policy, chance, err := job.One(n)
		if err != nil {
			return nil, err
		}
		person := func(seat int) bool { return t.HotSeat || seat == t.You-1 }
		n++
		return &debug.Hands{Deal: func() (*hand.Setup, error) { return setup, nil }, Policy: policy, Chance: chance, Plan: setup.Plan, Person: person}, nil
	}
	first, err := nextHand()
	if err != nil {
		return nil, err
	}
	return &Debuggee{debug.New(first, scripts, lib.Loader), nextHand}, nil
}

// seated is a table from hand to hand.
type seated struct {
	target *Target
	batch  *batch.Session
	before table.Table // before the hand
	dealt  table.Table // during the hand
	after  table.Table
	deal   *table.Deal
}

// next returns the next hand of the table. Players who lost everything buy in again.
func (s *seated) next(cfg *table.Config) (debug.Program, error) {
	s.before = s.after
	for k := range cfg.MaxSeats {
		if at := s.before.Seat(k); at.Player != 0 && at.Stack == 0 {
			_ = s.before.Apply(table.Event{Kind: table.Buy, Player: at.Player, Seat: -1, Amount: s.before.BuyIn(s.batch.Stack)})
		}
	}
	set := map[int]string{} // memories that the person has set: no part of the deal, also when it is dealt again
	p := &debug.Hands{Memory: func() (out []star.Variable) {
		for k, r := range cfg.Rules {
			v, err := star.ReadMemory(s.dealt.Memory(k))
			if err != nil { // a rule that is no script
				v = starlark.String(s.dealt.Memory(k))
			}
			out = append(out, star.Variable{Name: r.Name(), Value: v})
		}
		return out
	}, SetMemory: func(k int, memory string) error {
		if err := s.dealt.SetMemory(k, memory); err != nil {
			return err
		}
		set[k] = memory
		return nil
	}, Plan: cfg.Games[s.before.Game()].Plan}
	p.Deal = func() (*hand.Setup, error) {
		s.dealt = s.before
		d, err := s.dealt.Next()
		if err != nil {
			return nil, err
		}
		for k, memory := range set {
			if err := s.dealt.SetMemory(k, memory); err != nil {
				return nil, err
			}
		}
		own := map[int]batch.Policy{}
		for seat := range d.Seats {
			if policy, ok := s.batch.Own[s.player(seat, d)]; ok {
				own[seat] = policy
			}
			if d.Away.Has(seat) {
				own[seat] = batch.Passing{Deal: d}
			}
		}
		s.deal = d
		p.Policy = &batch.Seated{Own: own, Rest: s.batch.Policy}
		p.Source = func(seat int8, decision int) hand.Source {
			return chanceIn(s.target.Seed, s.batch.Trusted(), uint64(s.dealt.Hands()), seat, decision)
		}
		return &d.Setup, nil
	}
	p.Finish = func(h *hand.Hand) error {
		s.after = s.dealt
		return s.after.Finish(h)
	}
	p.Person = func(seat int) bool { return s.target.HotSeat || int(s.player(seat, s.deal)) == s.target.You }
	return p, nil
}

func (s *seated) player(seat int, d *table.Deal) table.Player {
	return s.dealt.Seat(int(d.Seats[seat])).Player
}
