package check

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
	"cardroom/engine/table"
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

// sessionHands is the number of hands played at each table.
const sessionHands = 100

// tables plays hands at each table of a script that has rules between hands,
// with players who come and go. It measures the cost of the rules and checks
// that they do not fail.
func (c *Checker) tables(ctx context.Context, m *star.Module) {
	for _, name := range dsl.TableNames(m) {
		cfg, err := c.lib.Table(m.Path + ":" + name)
		if err != nil || cfg == nil || len(cfg.Rules) == 0 {
			continue // the reason why a table is not found is reported elsewhere
		}
		cost := &meter{byHook: map[diag.Pos]*hookCosts{}}
		c.lib.OnHook(cost.note)
		err = session(ctx, cfg)
		c.lib.OnHook(nil)
		if err != nil && ctx.Err() == nil {
			// A table rule failed with an error, or asked for something impossible. Other reasons that end a session,
			// such as a stack that the table does not accept, are not the script's fault.
			var own *diag.Error
			if errors.As(err, &own) {
				e := *own
				e.Code, e.Msg = codePlay, fmt.Sprintf("table %s: %s", name, strings.TrimSuffix(e.Msg, "."))
				if e.Pos.Line == 0 {
					e.Pos.File = m.Path
				}
				c.addRun(&e)
			}
		}
		c.hookCosts(name, cost, sessionHands)
	}
}

// session plays at one table.
func session(ctx context.Context, cfg *table.Config) error {
	t, err := cfg.Open(1)
	if err != nil {
		return err
	}
	b := cfg.Games[0].Plan
	s := &batch.Session{
		Table: t, Players: min(6, cfg.MaxSeats), Stack: 100 * max(b.Stakes.Big.Lo, b.Stakes.Small.Lo, b.Stakes.BB),
		Policy: batch.Random{}, Crowd: batch.Coming,
	}
	_, err = s.Run(ctx, sessionHands, 0, nil)
	return err
}
