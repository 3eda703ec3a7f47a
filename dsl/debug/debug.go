// Package debug follows a hand while it is played: statements of scripts, steps of the plan, events and decisions. It stops at
// breakpoints, steps forward and back, and shows what the scripts and the table hold. It knows no protocol and no terminal.
//
// A [Session] debugs a [Program]: a hand with its policies ([Hands]) or a test ([Test]). A program does the same each time that
// it is played, because all chance comes from the seed. What happens in it is a row of moments, numbered from 1. So a moment in
// the past is reached by playing again up to its number, with memory and chance as they were; a hand is a value, and [Hands]
// keeps one for each decision, from which it goes on instead of from the deal.
//
// The program runs on a goroutine of its own, which waits at every stop; a hook that is stopped is a goroutine that waits in the
// middle of a call. There is one at a time. All methods of a Session are called from one other goroutine, and each returns when
// the program waits again or has ended; only Pause may be called from anywhere at any time. Frames and values are read while
// the program waits.
//
// Conditions, log points and expressions run under the limits of hooks. They see what the frame sees, and can change lists and
// dicts that are not frozen; playing again makes new ones.
package debug

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/verbal"
)

// Program is what is debugged.
type Program interface {
	// Play plays from a mark that it has made before, or from the beginning where there is none (-1). It tells the session of
	// everything and must do the same each time.
	Play(s *Session, mark int) error
}

// Kind is what a moment is.
type Kind uint8

// The kinds of moments.
const (
	Statement Kind = iota // a statement of a script is about to run
	Begins                // a step of the plan is about to begin
	Happened              // an event
	Decides               // a seat must decide
	Over                  // the hand is over
)

// Moment is a moment at which a program can be stopped.
type Moment struct {
	N     int64 // counted from 1 since the program began
	Kind  Kind
	Depth int        // of calls of scripts around it
	Hand  *hand.Hand // nil before there is one
	Event *hand.Event

	point   star.Point
	threads int
}

// Reason is why a program has stopped.
type Reason uint8

// The reasons.
const (
	Entry Reason = iota
	Step
	AtBreakpoint
	Paused
	Asked // a person must act
	Ended
	Failed
)

var reasonNames = [...]string{"entry", "step", "breakpoint", "pause", "turn", "ended", "exception"}

func (r Reason) String() string { return reasonNames[r] }

// Stop says where a program has stopped, and why.
type Stop struct {
	Reason Reason
	Hits   []int // the breakpoints, by number
	Err    error // why the program has failed, or a condition
}

// Session debugs one program.
type Session struct {
	// Output takes what log points print, a line at a time; nil drops it. It is called on the program's goroutine.
	Output func(text string)
	// View is the seat whose cards are shown: a seat, hand.NoSeat for what lies open, or sitting.Everything.
	View int

	scripts *star.Debugger
	loader  *star.Loader
	program Program
	game    *plan.Game // that is played, or the last one
	breaks  []*Breakpoint
	made    int // the number of the last breakpoint

	marks   []mark
	begun   bool
	running bool // the program's goroutine is there, and waits
	ended   *Stop

	// Of the program's goroutine while it runs, and of the caller's while it waits.
	n       int64
	now     Moment
	events  []hand.Event
	eventsN *hand.Hand
	within  int // calls of scripts around the hand
	goal    func(*Moment) *Stop
	hits    []int // the breakpoints that stop here
	silent  bool  // nothing stops but the goal, and log points are not printed
	leaving bool
	resume  chan struct{}
	stopped chan *Stop
	done    chan error

	pause atomic.Bool
}

// mark is a moment from which a program can go on.
type mark struct {
	n      int64
	events []hand.Event
	hits   map[int]int
}

// New is a session that has not begun. The scripts of the program are loaded with the debugger. Expressions outside of
// functions are evaluated with the loader.
func New(p Program, scripts *star.Debugger, loader *star.Loader) *Session {
	s := &Session{scripts: scripts, loader: loader, program: p, View: Everything}
	if h, ok := p.(*Hands); ok {
		s.game = h.game()
	}
	return s
}

// Everything is the view of somebody who sees all cards.
const Everything = -2

// errLeft ends a program that is not wanted any more.
var errLeft = errors.New("the debugger has stopped")

// ErrEnded is the error of commands after the end.
var ErrEnded = diag.Refuse("the program is over", "step back, or restart")

// play starts the program at a mark and returns where it stops.
func (s *Session) play(from int, goal func(*Moment) *Stop) *Stop {
	s.leave()
	s.goal, s.n, s.events, s.eventsN, s.within = goal, 0, nil, nil, 0
	for _, b := range s.breaks {
		b.hits = 0
	}
	if from >= 0 {
		m := &s.marks[from]
		s.n, s.events = m.n, m.events[:len(m.events):len(m.events)]
		for _, b := range s.breaks {
			b.hits = m.hits[b.Number]
		}
	}
	s.scripts.Reset()
	s.scripts.At = s.statement
	s.leaving, s.running, s.begun, s.ended = false, true, true, nil
	s.resume, s.stopped, s.done = make(chan struct{}), make(chan *Stop), make(chan error, 1)
	done := s.done
	go func() {
		err := errLeft // also where the goroutine is ended in the middle
		defer func() { done <- err }()
		err = s.guarded(from)
	}()
	return s.wait()
}

// guarded plays the program. A fault of cardroom is an error of the program.
func (s *Session) guarded(from int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a fault of cardroom: %v", r)
		}
	}()
	return s.program.Play(s, from)
}

// wait waits until the program stops.
func (s *Session) wait() *Stop {
	select {
	case stop := <-s.stopped:
		return stop
	case err := <-s.done:
		s.running = false
		s.ended = &Stop{Reason: Ended}
		if err != nil {
			s.ended = &Stop{Reason: Failed, Err: err}
		}
		return s.ended
	}
}

// leave ends the goroutine of the program.
func (s *Session) leave() {
	if !s.running {
		return
	}
	s.leaving = true
	close(s.resume)
	<-s.done
	s.running = false
}

// Close ends the session.
func (s *Session) Close() {
	s.leave()
	s.scripts.At = nil
}

// visit tells of a moment, on the program's goroutine. It waits where the program stops.
func (s *Session) visit(m *Moment) error {
	if s.leaving {
		return errLeft
	}
	s.n++
	m.N = s.n
	stop := s.judge(m)
	if stop == nil {
		return nil
	}
	s.stopped <- stop
	<-s.resume
	if s.leaving {
		return errLeft
	}
	return nil
}

// judge is why the program stops at a moment; nil if it does not.
func (s *Session) judge(m *Moment) *Stop {
	s.now, s.hits = *m, nil
	var fault error
	for _, b := range s.breaks {
		hit, err := s.hit(b, m)
		if hit {
			s.hits = append(s.hits, b.Number)
		}
		fault = errors.Join(fault, err)
	}
	switch {
	case s.silent:
	case s.hits != nil:
		s.pause.Store(false)
		return &Stop{Reason: AtBreakpoint, Hits: s.hits, Err: fault}
	case s.pause.Swap(false):
		return &Stop{Reason: Paused}
	}
	return s.goal(m)
}

// statement tells of a statement.
func (s *Session) statement(h *star.Halt) error {
	return s.visit(&Moment{Kind: Statement, Depth: h.Depth - 1, Hand: s.hand(), point: h.Point, threads: s.scripts.Threads()})
}

func (s *Session) hand() *hand.Hand { return s.eventsN }

// Watch tells of an event of a hand, or with nil of a step that begins. It is what logs of hands are given.
func (s *Session) Watch(h *hand.Hand, e *hand.Event) {
	if s.leaving {
		runtime.Goexit()
	}
	if s.scripts.Quiet() {
		return
	}
	s.sees(h)
	m := &Moment{Kind: Begins, Hand: h}
	if e != nil {
		m.Kind, m.Event = Happened, e
		s.events = append(s.events, *e)
	}
	s.planned(m)
}

// sees notes which hand is played.
func (s *Session) sees(h *hand.Hand) {
	if s.eventsN != h {
		if s.eventsN != nil || s.n == 0 {
			s.events = nil
		}
		s.eventsN = h
	}
	s.game = h.Plan().Game
	s.within = s.scripts.Threads()
}

// planned tells of a moment of the plan, and ends the goroutine if nobody wants to know any more.
func (s *Session) planned(m *Moment) {
	m.Depth, m.threads = s.scripts.Depth(), s.scripts.Threads()
	if s.visit(m) != nil {
		runtime.Goexit()
	}
}

// Decision tells that a hand waits for a seat.
func (s *Session) Decision(h *hand.Hand) {
	if s.scripts.Quiet() {
		return
	}
	s.sees(h)
	kind := Decides
	if h.Pending() == nil {
		kind = Over
	}
	s.planned(&Moment{Kind: kind, Hand: h})
}

// markNow notes that the program can go on from here, as mark k.
func (s *Session) markNow(k int) {
	hits := map[int]int{}
	for _, b := range s.breaks {
		if b.hits > 0 {
			hits[b.Number] = b.hits
		}
	}
	m := mark{n: s.n, events: s.events[:len(s.events):len(s.events)], hits: hits}
	if k < len(s.marks) {
		s.marks[k] = m
		return
	}
	s.marks = append(s.marks, m)
}

// Start plays up to the first stop: a breakpoint, or with entry the first moment.
func (s *Session) Start(entry bool) *Stop {
	s.silent = false
	return s.play(-1, func(m *Moment) *Stop {
		if entry && m.Kind != Happened {
			return &Stop{Reason: Entry}
		}
		return s.asks(m)
	})
}

// asks stops where a person must act.
func (s *Session) asks(m *Moment) *Stop {
	if h, ok := s.program.(*Hands); ok && m.Kind == Decides && h.asksPerson(m.Hand) {
		return &Stop{Reason: Asked}
	}
	return nil
}

// Pause stops the program at the next moment.
func (s *Session) Pause() { s.pause.Store(true) }

// ClearPause forgets a wish to stop that nothing has answered.
func (s *Session) ClearPause() { s.pause.Store(false) }

// Asked reports whether the program waits for a person.
func (s *Session) Asked() bool { return s.running && s.asks(&s.now) != nil }

// Now is the moment at which the program waits; false before the beginning and after a failure.
func (s *Session) Now() (Moment, bool) { return s.now, s.running }

// Replace goes on with another program. Breakpoints stay.
func (s *Session) Replace(p Program) {
	s.leave()
	s.program, s.marks, s.begun, s.now, s.n = p, nil, false, Moment{}, 0
	s.events, s.eventsN = nil, nil
}

// Line is the text of a line of a script.
func (s *Session) Line(at diag.Pos) string { return s.loader.Line(at) }

// Text is the text of a script; "" for one that was not loaded.
func (s *Session) Text(file string) string { return s.loader.Text(file) }

// Street is the part of the hand that a moment belongs to.
func (m *Moment) Street() string {
	if m.Hand == nil {
		return ""
	}
	return verbal.Street(m.Hand)
}

// Game is the game that is played.
func (s *Session) Game() *plan.Game { return s.game }

// Scripts is the debugger of the scripts.
func (s *Session) Scripts() *star.Debugger { return s.scripts }
