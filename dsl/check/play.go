package check

import (
	"errors"
	"fmt"

	"cardroom/dsl"
	"cardroom/dsl/check/exhaust"
	"cardroom/engine/plan"
)

// playCodes are the codes of what exhaustive play finds.
var playCodes = [...]string{
	exhaust.Conservation: CodeConservation, exhaust.Termination: CodeTermination, exhaust.Legality: CodeLegality,
	exhaust.Determinism: CodeDeterminism, exhaust.Playing: CodePlay,
}

// Played notes a fault that exhaustive play has found in a game, with the hand
// that shows it.
func (c *Checker) Played(g *plan.Game, size exhaust.Size, f *exhaust.Fault) {
	e := &dsl.Error{Pos: f.Pos, Code: playCodes[f.Kind], Msg: fmt.Sprintf("%s: %s", g.Name, f.Err)}
	var own *dsl.Error
	var fault *plan.Fault
	switch {
	case errors.As(f.Err, &own):
		e.Pos, e.Msg, e.Hint, e.Stack = own.Pos, fmt.Sprintf("%s: a hand cannot be finished: %s", g.Name, own.Msg), own.Hint, own.Stack
	case errors.As(f.Err, &fault):
		e.Pos, e.Msg, e.Hint = fault.Pos, fmt.Sprintf("%s: a hand cannot be finished: %s", g.Name, fault.Msg), fault.Hint
	case f.Kind == exhaust.Playing:
		e.Msg = fmt.Sprintf("%s: a hand cannot be finished: %s", g.Name, f.Err)
	}
	if e.Pos.Line == 0 {
		e.Pos = g.Pos
	}
	text, ok := f.Hand(g)
	if !ok { // only the small version shows it
		text = ""
		e.Msg += fmt.Sprintf(" (in the %s version:\n%s)", size, f.Words())
	}
	for _, known := range c.found {
		if known.Code == e.Code && known.Pos == e.Pos && known.Hand == "" {
			known.Hand = text // found before by other means
			return
		}
	}
	before := len(c.found)
	c.add(e, nil)
	if len(c.found) > before {
		c.found[before].Hand = text
	}
}
