package check

import (
	"context"
	"fmt"

	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/engine/plan"
)

// origins reports rules on the sheets of games that have no origin: no clause of the house's document, no option, and no other
// source. A house without a list of clauses has no document to follow.
func (c *Checker) origins(ctx context.Context, s *script, games []*plan.Game) {
	list := c.clausesOf(s)
	if list == nil || len(list.Clauses) == 0 {
		return
	}
	room := &docs.Room{Clauses: list.Clauses, Names: list.Games, Elsewhere: c.elsewhere(s)}
	other := c.otherReadings(ctx, s)
	for _, g := range games {
		b := bindUsual(g)
		if b == nil {
			continue // the reason why it cannot be played is reported elsewhere
		}
		for _, r := range docs.Unfounded(b, room, other) {
			at := r.At
			if at.File == "" {
				at = g.Pos
			}
			c.addAt(at, codeOrigin, `cite a clause (cites = …), name another source (borrowed = "…"), or make it depend on an option`,
				fmt.Sprintf("%s: no source is given for this rule: %q", g.Name, r.Text))
		}
	}
}

// otherReadings returns a function that finds the games of a script with another option value. Each value is loaded once.
func (c *Checker) otherReadings(ctx context.Context, s *script) func(id, option, value string) *plan.AtStakes {
	type reading struct{ option, value string }
	known := map[reading]map[string]*plan.Game{}
	return func(id, option, value string) *plan.AtStakes {
		games, ok := known[reading{option, value}]
		if !ok {
			opts := c.lib.Under(option, value)
			if opts.Parsed == nil {
				opts.Parsed = &c.parsed
			}
			lib := dsl.NewLibrary(opts)
			if m, err := lib.LoadContext(ctx, s.Path); err == nil {
				games = map[string]*plan.Game{}
				for _, g := range lib.GamesOf(m, gamePrefix(s.Path)) {
					games[g.ID] = g
				}
			}
			known[reading{option, value}] = games
		}
		return bindUsual(games[id])
	}
}

// bindUsual returns a game at its default stakes, or nil if that is impossible.
func bindUsual(g *plan.Game) *plan.AtStakes {
	if g == nil {
		return nil
	}
	b, err := g.BindTo("")
	if err != nil {
		return nil
	}
	return b
}
