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
	"cardroom/engine/table"
)

// sessionHands is how many hands are played at each table.
const sessionHands = 100

// tables plays some hands at each table of a script whose rules are asked
// between the hands, with players who come and go: for what the rules cost, and
// whether they go on.
func (c *Checker) tables(ctx context.Context, m *star.Module) {
	for _, name := range dsl.TableNames(m) {
		cfg, err := c.lib.Table(m.Path + ":" + name)
		if err != nil || cfg == nil || len(cfg.Rules) == 0 {
			continue // what keeps a table from being found is said elsewhere
		}
		cost := &meter{byHook: map[diag.Pos]*hookCosts{}}
		c.lib.OnHook(cost.note)
		err = session(ctx, cfg)
		c.lib.OnHook(nil)
		if err != nil && ctx.Err() == nil {
			c.tableFault(m, name, err)
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

// tableFault reports a rule of a table that stopped with an error, or asked for
// what cannot be done. What else keeps a session from going on, such as a stack
// that the table does not take, is no fault of a script.
func (c *Checker) tableFault(m *star.Module, name string, err error) {
	var own *diag.Error
	if !errors.As(err, &own) {
		return
	}
	e := *own
	e.Code, e.Msg = codePlay, fmt.Sprintf("table %s: %s", name, strings.TrimSuffix(e.Msg, "."))
	if e.Pos.Line == 0 {
		e.Pos.File = m.Path
	}
	c.addRun(&e)
}
