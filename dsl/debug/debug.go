// Package debug debugs a hand while it is played. It follows the statements of scripts, the steps of the plan, events and
// decisions. It stops at breakpoints, steps forward and back, and shows the variables of scripts and the table. It knows no
// protocol and no terminal.
//
// A [Session] debugs a [Program]: a hand with its policies ([Hands]) or a test ([NewTest]). A program does the same thing
// every time it runs, because all chance comes from the seed. A run is a sequence of moments, numbered from 1. To go back,
// the session plays the program again up to the number of the earlier moment, with the same memory and the same random
// numbers. A hand is a value, so [Hands] keeps one for each decision and replays from there instead of from the deal.
//
// The program runs on its own goroutine, which waits at every stop. A hook can be stopped in the middle of a call. Only one
// such goroutine runs at a time. Call all methods of a Session from one other goroutine; each returns when the program
// waits again or has ended. Only Pause and Finish may be called at any time from any goroutine. Read frames and values only
// while the program waits.
//
// Conditions, log points and expressions run under the limits of hooks. They see what the frame sees, and they can change
// lists and dicts that are not frozen; playing again creates new ones.
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
	"cardroom/engine/speech"
)

// Program is the program being debugged.
type Program interface {
	// Play plays from a mark that it made before, or from the beginning if the mark is -1. It reports everything to the
	// session and must do the same every time.
	Play(s *Session, mark int) error
}

// Kind is the kind of a moment.
type Kind uint8

// Kinds of moments.
const (
	Statement Kind = iota // a statement of a script is about to run
	Begins                // a step of the plan is about to begin
	Happened              // an event
	Decides               // a seat must decide
	Over                  // the hand is over
)

// Moment is a point at which a program can stop.
type Moment struct {
	N     int64 // number of the moment, counted from 1
	Kind  Kind
	Depth int        // number of script calls on the stack
	Hand  *hand.Hand // nil before the deal
	Event *hand.Event

	point   star.Point
	threads int
}

// Reason is why a program stopped.
type Reason uint8

// Reasons for a stop.
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

// Stop says where and why a program stopped.
type Stop struct {
	Reason Reason
	Hits   []int // numbers of the breakpoints that were hit
	// Changes says of each value that a breakpoint watches how it changed.
	Changes []string
	Err     error // error of the program or of a condition
}

// Session debugs one program.
type Session struct {
	// Output receives the lines that log points print; nil discards them. It is called on the program's goroutine.
	Output func(text string)
	// View is the seat whose cards are shown: a seat, hand.NoSeat for the cards that lie face up, or AllCards.
	View int

	scripts *star.Debugger
	loader  *star.Loader
	program Program
	game    *plan.Game // the game being played, or the last one played
	breaks  []*Breakpoint
	made    int // number of the newest breakpoint

	marks   []mark
	begun   bool
	running bool // the program's goroutine exists and waits
	ended   *Stop

	// The fields below belong to the program's goroutine while it runs, and to the caller while it waits.
	n       int64
	now     Moment
	events  []hand.Event
	current *hand.Hand
	within  int // number of script calls below the hand
	goal    func(*Moment) *Stop
	hits    []int // breakpoints hit at this moment
	changes []string
	silent  bool // stop only at the goal, and print no log points
	leaving bool
	resume  chan struct{}
	stopped chan *Stop
	done    chan error

	pause  atomic.Bool
	finish atomic.Int64 // moments that may still come, plus 1; 0 means no limit
}

// mark is a point from which a program can be replayed.
type mark struct {
	n      int64
	events []hand.Event
	breaks map[int]counted // by number
}

// New returns a session that has not started. The scripts of the program must be loaded with the debugger. The loader
// evaluates expressions outside of functions.
func New(p Program, scripts *star.Debugger, loader *star.Loader) *Session {
	s := &Session{scripts: scripts, loader: loader, program: p, View: AllCards}
	if h, ok := p.(*Hands); ok {
		s.game = h.game()
	}
	return s
}

// AllCards is the view that shows all cards.
const AllCards = hand.EverySeat

// errLeft ends a program that is no longer needed.
var errLeft = errors.New("the debugger has stopped")

// ErrEnded is the error of commands given after the program has ended.
var ErrEnded = diag.Refuse("the program is over", "step back, or restart")

// play starts the program at a mark and returns its first stop.
func (s *Session) play(from int, goal func(*Moment) *Stop) *Stop {
	s.leave()
	s.goal, s.n, s.events, s.current, s.within = goal, 0, nil, nil, 0
	for _, b := range s.breaks {
		b.counted = counted{}
	}
	if from >= 0 {
		m := &s.marks[from]
		s.n, s.events = m.n, m.events[:len(m.events):len(m.events)]
		for _, b := range s.breaks {
			b.counted = m.breaks[b.Number]
		}
	}
	s.scripts.Reset()
	s.scripts.At = s.statement
	s.leaving, s.running, s.begun, s.ended = false, true, true, nil
	s.resume, s.stopped, s.done = make(chan struct{}), make(chan *Stop), make(chan error, 1)
	done := s.done
	go func() {
		err := errLeft // also the result if the goroutine exits early
		defer func() { done <- err }()
		err = s.guarded(from)
	}()
	return s.wait()
}

// guarded plays the program. A panic in cardroom becomes an error of the program.
func (s *Session) guarded(from int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a fault of cardroom: %v", r)
		}
	}()
	return s.program.Play(s, from)
}

// wait waits for the program to stop and returns the stop.
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

// visit reports a moment, on the program's goroutine. It blocks if the program stops there.
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

// judge returns the stop for a moment, or nil if the program does not stop there.
func (s *Session) judge(m *Moment) *Stop {
	s.now, s.hits, s.changes = *m, nil, nil
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
		return &Stop{Reason: AtBreakpoint, Hits: s.hits, Changes: s.changes, Err: fault}
	case s.pause.Swap(false), s.finished():
		return &Stop{Reason: Paused}
	}
	return s.goal(m)
}

// statement reports that a statement is about to run.
func (s *Session) statement(h *star.Halt) error {
	return s.visit(&Moment{Kind: Statement, Depth: h.Depth - 1, Hand: s.current, point: h.Point, threads: s.scripts.Threads()})
}

// Watch reports an event of a hand, or the start of a step if the event is nil. Pass it as the log of a hand.
func (s *Session) Watch(h *hand.Hand, e *hand.Event) {
	if s.leaving {
		runtime.Goexit()
	}
	if s.scripts.Quiet() {
		return
	}
	s.setHand(h)
	m := &Moment{Kind: Begins, Hand: h}
	if e != nil {
		m.Kind, m.Event = Happened, e
		s.events = append(s.events, *e)
	}
	s.visitPlan(m)
}

// setHand records which hand is being played.
func (s *Session) setHand(h *hand.Hand) {
	if s.current != h {
		if s.current != nil || s.n == 0 {
			s.events = nil
			for _, b := range s.breaks { // another hand begins with other values, and nothing has changed
				b.value = nil
			}
		}
		s.current = h
	}
	s.game = h.Plan().Game
	s.within = s.scripts.Threads()
}

// visitPlan reports a moment of the plan. It ends the goroutine if the session is leaving.
func (s *Session) visitPlan(m *Moment) {
	m.Depth, m.threads = s.scripts.Depth(), s.scripts.Threads()
	if s.visit(m) != nil {
		runtime.Goexit()
	}
}

// Decision reports that a hand waits for a seat.
func (s *Session) Decision(h *hand.Hand) {
	if s.scripts.Quiet() {
		return
	}
	s.setHand(h)
	kind := Decides
	if h.Pending() == nil {
		kind = Over
	}
	s.visitPlan(&Moment{Kind: kind, Hand: h})
}

// markNow records that the program can be replayed from here, as mark k.
func (s *Session) markNow(k int) {
	m := mark{n: s.n, events: s.events[:len(s.events):len(s.events)], breaks: map[int]counted{}}
	for _, b := range s.breaks {
		m.breaks[b.Number] = b.counted
	}
	if k < len(s.marks) {
		s.marks[k] = m
		return
	}
	s.marks = append(s.marks, m)
}

// Start plays to the first stop: a breakpoint or, with entry, the first moment.
func (s *Session) Start(entry bool) *Stop {
	s.silent = false
	return s.play(-1, func(m *Moment) *Stop {
		if entry && m.Kind != Happened {
			return &Stop{Reason: Entry}
		}
		return s.personStop(m)
	})
}

// personStop returns a stop if a person must act.
func (s *Session) personStop(m *Moment) *Stop {
	if h, ok := s.program.(*Hands); ok && m.Kind == Decides && h.asksPerson(m.Hand) {
		return &Stop{Reason: Asked}
	}
	return nil
}

// Pause stops the program at the next moment.
func (s *Session) Pause() { s.pause.Store(true) }

// Finish stops the program after at most so many more moments, counted over this run and all later ones. After that, each
// run stops at its first moment. Moments that are played again to go back do not count.
func (s *Session) Finish(after int64) { s.finish.Store(after + 1) }

// finished counts a moment after Finish, and reports whether there were too many.
func (s *Session) finished() bool {
	rest := s.finish.Load()
	if rest > 1 {
		s.finish.Add(-1)
	}
	return rest == 1
}

// ClearPause cancels a pending pause.
func (s *Session) ClearPause() { s.pause.Store(false) }

// Asked reports whether the program waits for a person.
func (s *Session) Asked() bool { return s.running && s.personStop(&s.now) != nil }

// Now returns the moment at which the program waits. It returns false before the start and after a failure.
func (s *Session) Now() (Moment, bool) { return s.now, s.running }

// Replace switches to another program. Breakpoints are kept.
func (s *Session) Replace(p Program) {
	s.leave()
	s.program, s.marks, s.begun, s.now, s.n = p, nil, false, Moment{}, 0
	s.events, s.current = nil, nil
}

// Line returns the text of a line of a script.
func (s *Session) Line(at diag.Pos) string { return s.loader.Line(at) }

// Text returns the text of a script; "" if the script was not loaded.
func (s *Session) Text(file string) string { return s.loader.Text(file) }

// Street returns the street of a moment.
func (m *Moment) Street() string {
	if m.Hand == nil {
		return ""
	}
	return speech.Street(m.Hand)
}
