package dsl

import (
	"cardroom/engine/plan"
	"cardroom/engine/table"

	"go.starlark.net/starlark"
)

// GameOf is the plan in a game value, and whether v is one. The plan has no id:
// only a [Library] knows under which name a script keeps a game.
func GameOf(v starlark.Value) (*plan.Game, bool) {
	if g, ok := As[*gameValue](v); ok {
		return g.plan, true
	}
	return nil, false
}

// TableOf is the configuration in a table value, and whether v is one. Its games
// have no ids, as in [GameOf].
func TableOf(v starlark.Value) (*table.Config, bool) {
	if t, ok := As[*tableValue](v); ok {
		return t.config, true
	}
	return nil, false
}

// ReadMemory is what a table rule remembers, from the text that its table keeps.
func ReadMemory(text string) (starlark.Value, error) { return readMemory(text) }
