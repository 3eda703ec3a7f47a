package app

import (
	"errors"
	"sync"

	"cardroom/engine/diag"
)

// reportsBroken returns a function that reports a house that does not load on standard error: each house once, and a fault that
// several houses load in full only the first time.
func (std *IO) reportsBroken() func(house string, err error) {
	var mu sync.Mutex
	houses, faults := map[string]bool{}, map[diag.Pos]bool{}
	return func(house string, err error) {
		mu.Lock()
		defer mu.Unlock()
		if houses[house] {
			return
		}
		houses[house] = true
		var d *diag.Error
		if errors.As(err, &d) && d.Pos.File != "" {
			if faults[d.Pos] {
				std.Warn("the house %s does not load either, because of %s; its games are missing", house, d.Pos)
				return
			}
			faults[d.Pos] = true
		}
		std.Warn("the house %s does not load; its games are missing, all others are here", house)
		std.Stderr.Printf("%s\n", Explain(std.Stderr, err))
	}
}
