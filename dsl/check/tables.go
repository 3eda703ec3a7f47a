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
