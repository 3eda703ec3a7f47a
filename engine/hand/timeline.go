package hand

import "cardroom/engine/plan"

// Timeline is a hand that can be stepped back and forward: it keeps every state
// since the start. A step costs a copy of the hand, a few kilobytes.
type Timeline struct {
	states []*Hand // all states, without logs; forks share them, and they are immutable
	at     int
}

// NewTimeline returns a timeline that starts at the state of h.
func NewTimeline(h *Hand) *Timeline {
	first := *h
	first.log = nil
	return &Timeline{states: []*Hand{&first}}
}

// Hand returns the present state. It must be changed only through the timeline; a
// copy may be played on.
func (t *Timeline) Hand() *Hand { return t.states[t.at] }

// Len returns the number of actions and incidents since the start.
func (t *Timeline) Len() int { return t.at }

// Do applies an action and discards the states that were undone before. An action
// that is refused changes nothing. The log, which may be nil, records the events of
// this action.
func (t *Timeline) Do(a Action, log *Log) error {
	next := *t.states[t.at]
	next.log = log
	if err := next.Apply(a); err != nil {
		return err
	}
	t.add(&next)
	return nil
}

// Happen makes an incident happen, as [Timeline.Do] applies an action.
func (t *Timeline) Happen(in plan.Incident, log *Log) error {
	next := *t.states[t.at]
	next.log = log
	if err := next.Happen(in); err != nil {
		return err
	}
	t.add(&next)
	return nil
}

// add appends a state to the present one. It does not overwrite a list that a fork
// may share.
func (t *Timeline) add(next *Hand) {
	next.log = nil
	if t.at < t.Last() {
		t.states = t.shared()
	}
	t.states = append(t.states, next)
	t.at++
}

// shared returns the states up to the present one, with no capacity to append in
// place.
func (t *Timeline) shared() []*Hand { return t.states[: t.at+1 : t.at+1] }

// Undo steps back one action; false at the start.
func (t *Timeline) Undo() bool {
	if t.at == 0 {
		return false
	}
	t.at--
	return true
}

// Redo steps forward again; false when nothing was undone.
func (t *Timeline) Redo() bool {
	if t.at == len(t.states)-1 {
		return false
	}
	t.at++
	return true
}

// Last is the number of actions up to the latest state, undone ones included.
func (t *Timeline) Last() int { return len(t.states) - 1 }

// Goto goes to the state after n actions; false if there is none.
func (t *Timeline) Goto(n int) bool {
	if n < 0 || n > t.Last() {
		return false
	}
	t.at = n
	return true
}

// Fork returns an independent timeline with the same states up to the present one.
func (t *Timeline) Fork() *Timeline {
	return &Timeline{states: t.shared(), at: t.at}
}
