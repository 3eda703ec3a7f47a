package check

import (
	"errors"
	"fmt"
	"strings"

	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
)

// playCodes are the codes of the faults that exhaustive play finds.
var playCodes = [...]string{
	enumerate.Conservation: codeConservation, enumerate.Termination: codeTermination, enumerate.Legality: codeLegality,
	enumerate.Determinism: codeDeterminism, enumerate.Playing: codePlay,
}

// Played records a fault that exhaustive play has found in a game, with a hand
// that shows it.
func (c *Checker) Played(g *plan.Game, size enumerate.Size, f *enumerate.Fault) {
	e := &diag.Error{Pos: f.Pos, Code: playCodes[f.Kind], Msg: fmt.Sprintf("%s: %s", g.Name, f.Err)}
	if own := (*diag.Error)(nil); f.Kind == enumerate.Playing || errors.As(f.Err, &own) {
		e = unfinished(g, f.Pos, e.Code, f.Err)
	}
	if e.Pos.Line == 0 {
		e.Pos = g.Pos
	}
	finding := c.playedBefore(e)
	if finding == nil {
		return
	}
	if text, ok := f.Hand(g); ok {
		finding.Hand = text
	} else {
		finding.Line = fmt.Sprintf("%s, made small (%s)\n%s", g.Name, size, f.Words())
		if size != enumerate.Whole && errors.As(f.Err, new(*diag.Error)) {
			finding.Line = strings.TrimSuffix(finding.Line, "\n") + "\nThe small version deals fewer cards. If the function fails for lack of them, play the game with --size whole."
		}
	}
}

// playedBefore returns the finding for a fault, either new or found earlier by
// other means; nil if it already shows a hand.
func (c *Checker) playedBefore(e *diag.Error) *Finding {
	c.add(e, nil)
	for _, f := range c.found {
		if f.Code == e.Code && f.Pos == e.Pos && f.Hand == "" && f.Line == "" {
			return f
		}
	}
	return nil
}
