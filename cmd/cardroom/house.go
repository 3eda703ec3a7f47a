package main

import (
	"context"
	"errors"
	"strings"

	"cardroom/engine/plan"
)

// errUnwired stands where a command waits for a part of the house.
var errUnwired = errors.New("this part of cardroom is not built yet")

// embeddedGames lists the games that come with cardroom, houses in order.
func embeddedGames(context.Context, *IO) ([]*plan.Game, error) { return nil, errUnwired }

// loadGame finds the game that the user means by name: an embedded one, or a
// script, or one of the games of a script. set chooses named options.
func loadGame(_ context.Context, _ *IO, name string, set map[string]string) (*plan.Game, error) {
	return nil, errUnwired
}

// parseSet reads the values of --set.
func parseSet(pairs []string) (map[string]string, error) {
	set := map[string]string{}
	for _, p := range pairs {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return nil, usagef("--set is option=value, not %q", p)
		}
		if old, twice := set[name]; twice && old != value {
			return nil, usagef("--set gives %q two values, %q and %q", name, old, value)
		}
		set[name] = value
	}
	return set, nil
}
