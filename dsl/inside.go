package dsl

import (
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// GameOf is the plan in a game value, and whether v is one. The plan has no id:
// only a [Library] knows under which name a script keeps a game.
func GameOf(v starlark.Value) (*plan.Game, bool) {
	if g, ok := star.As[*gameValue](v); ok {
		return g.plan, true
	}
	return nil, false
}

// TableOf is the configuration in a table value, and whether v is one. Its games
// have no ids, as in [GameOf].
func TableOf(v starlark.Value) (*table.Config, bool) {
	if t, ok := star.As[*tableValue](v); ok {
		return t.config, true
	}
	return nil, false
}
