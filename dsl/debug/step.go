package debug

import "cardroom/engine/diag"

// Unit is the length of a step.
type Unit uint8

// Units of steps.
const (
	Continue Unit = iota // to the next breakpoint
	Into                 // to the next statement, step, event or decision
	Next                 // the same, without entering called functions
	Out                  // to the caller of the function; from the plan to the end of the hand
	Decision             // to the next decision
	Street               // to the next street
	HandOver             // to the end of the hand
)

// Go continues to the next stop.
func (s *Session) Go(u Unit) (*Stop, error) {
	if err := s.waits(); err != nil {
		return nil, err
	}
	if s.personStop(&s.now) != nil && !s.program.(*Hands).answered() {
		return nil, diag.Refuse("you must act first", "act WORDS, such as: act call")
	}
	s.silent = false
	reached := s.forward(u)
	s.goal = func(m *Moment) *Stop {
		if stop := s.personStop(m); stop != nil {
			return stop
		}
		if reached(m) {
			return &Stop{Reason: Step}
		}
		return nil
	}
	s.resume <- struct{}{}
	return s.wait(), nil
}

// waits returns an error unless the program waits.
func (s *Session) waits() error {
	switch {
	case !s.begun:
		return diag.Refuse("the program has not begun", "")
	case !s.running:
		return ErrEnded
	}
	return nil
}

// forward returns a function that reports whether a step from the current moment ends at a given moment.
func (s *Session) forward(u Unit) func(*Moment) bool {
	base, street := s.now, s.now.Street()
	switch u {
	case Into:
		return func(m *Moment) bool { return m.Kind != Happened || base.Kind != Statement }
	case Next:
		return func(m *Moment) bool { return m.Kind != Happened && m.Depth <= base.Depth }
	case Out:
		return func(m *Moment) bool { return m.Kind != Happened && m.Depth < base.Depth || m.Kind == Over }
	case Decision:
		return func(m *Moment) bool { return m.Kind == Decides || m.Kind == Over }
	case Street:
		return func(m *Moment) bool {
			return m.Kind != Happened && m.Kind != Statement && m.Street() != street || m.Kind == Over
		}
	case HandOver:
		return func(m *Moment) bool {
			return m.Kind == Over || base.Hand != nil && m.Hand != nil && m.Hand != base.Hand
		}
	}
	return func(m *Moment) bool { return m.Kind == Over && base.Kind != Over }
}

// backward returns a function that reports whether a step back can end at an earlier moment. Call the function on all
// moments in order.
func (s *Session) backward(u Unit) func(*Moment) bool {
	base, street := s.now, ""
	if !s.running {
		base.Depth = 0
	}
	switch u {
	case Into:
		return func(m *Moment) bool { return m.Kind != Happened || base.Kind != Statement }
	case Next:
		return func(m *Moment) bool { return m.Kind != Happened && m.Depth <= base.Depth }
	case Out:
		return func(m *Moment) bool { return m.Kind != Happened && m.Depth < base.Depth }
	case Decision:
		return func(m *Moment) bool { return m.Kind == Decides }
	case Street:
		return func(m *Moment) bool {
			was, is := street, m.Street()
			street = is
			return was != is && is != "" && m.Kind != Statement
		}
	case HandOver:
		return func(m *Moment) bool { return m.N == 1 }
	}
	return func(*Moment) bool { return s.hits != nil }
}

// Back goes back to the start of a step that ends here, or with Continue to the previous breakpoint. At the beginning it
// stays at the first moment.
func (s *Session) Back(u Unit) (*Stop, error) {
	if !s.begun {
		return nil, s.waits()
	}
	here := s.n
	if !s.running {
		here = s.n + 1
	}
	ends, found := s.backward(u), int64(1)
	s.silent = true
	s.pause.Store(false)
	s.play(-1, func(m *Moment) *Stop {
		if m.N >= here {
			return &Stop{Reason: Step}
		}
		if ends(m) {
			found = m.N
		}
		return nil
	})
	stop := s.To(found)
	if u == Continue && s.hits != nil {
		stop = &Stop{Reason: AtBreakpoint, Hits: s.hits, Changes: s.changes}
	}
	return stop, nil
}

// To goes to the moment with this number, forward or back.
func (s *Session) To(n int64) *Stop {
	from := -1
	for k, m := range s.marks {
		if m.n < n {
			from = k
		}
	}
	s.silent = true
	stop := s.play(from, func(m *Moment) *Stop {
		if m.N == n {
			return &Stop{Reason: Step}
		}
		return nil
	})
	s.silent = false
	return stop
}

// Failure plays to the end. If the program fails, it goes back to the last statement of the outermost function before the
// failure, and sets a breakpoint there. It returns nil if the program does not fail.
func (s *Session) Failure() *Stop {
	s.silent = true
	last := int64(0)
	var at Moment
	stop := s.play(-1, func(m *Moment) *Stop {
		if m.Kind == Statement && m.threads == 1 && m.Depth == 1 {
			last, at = m.N, *m
		}
		return nil
	})
	if stop.Reason != Failed || last == 0 {
		return nil
	}
	failed := *stop
	b := s.Break(Breakpoint{File: at.point.Start.File, Line: int(at.point.Start.Line)})
	s.To(last)
	failed.Hits = []int{b.Number}
	return &failed
}
