package debug

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
)

// test is a test of a script as a program.
type test struct {
	suite *ruletest.Suite
	test  *ruletest.Test
}

// errNoTest is the error when no test has the selected name.
var errNoTest = errors.New("no test is selected")

// NewTest loads test scripts and returns a session for the first test that the options select. The time limit of the
// options does not apply, because a stopped test may wait for any length of time. Its step limit does.
func NewTest(ctx context.Context, o ruletest.Options, files []string) (*Session, error) {
	scripts := &star.Debugger{}
	s := New(nil, scripts, nil)
	o.Debug, o.Timeout, o.CallTimeout, o.Parallel = scripts, 10000*time.Hour, 0, 1
	o.Watch = func(h *hand.Hand, e *hand.Event) { s.Watch(h, e) }
	o.Decides = func(h *hand.Hand) { s.Decision(h) }
	tests, err := ruletest.Load(ctx, o, files)
	if err != nil {
		return nil, err
	}
	if len(tests.Tests) == 0 {
		return nil, errNoTest
	}
	p := &test{suite: tests, test: tests.Tests[0]}
	if s.loader, err = tests.Loader(p.test); err != nil {
		return nil, err
	}
	s.program = p
	return s, nil
}

// Play runs the test.
func (p *test) Play(*Session, int) error {
	r := p.suite.One(context.Background(), p.test)
	switch r.Status {
	case ruletest.Passed:
		return nil
	case ruletest.Skipped:
		return fmt.Errorf("%s is skipped: %s", p.test.Name, r.Reason)
	}
	return r.Err
}

// Title returns the name of the game or the test.
func (s *Session) Title() string {
	switch p := s.program.(type) {
	case *test:
		return p.test.Name
	case *Hands:
		if g := p.game(); g != nil {
			return g.ID
		}
	}
	return ""
}
