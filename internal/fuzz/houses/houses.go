// Package houses is the games and tables of all houses for the fuzz targets of
// packages that cannot load scripts themselves.
//
// Only tests import it.
package houses

import (
	"sync"

	"cardroom/dsl"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// Library is the library of all houses. It is loaded once.
var Library = sync.OnceValue(func() *dsl.Library {
	return dsl.NewLibrary(dsl.Options{Sources: dsl.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}})
})

// Games are the games of all houses.
var Games = sync.OnceValue(func() []*plan.Game { return must(Library().Games()) })

// Plans are the games, each at the stakes that a house plays by default and at
// one of each other kind of limit that it allows.
var Plans = sync.OnceValue(func() (out []*plan.Bound) {
	for _, g := range Games() {
		out = append(out, must(g.Bind(must(g.ParseStakes("")))))
		for _, text := range []string{"2-4", "1-3/1-6", "pl 1-2", "nl 1-2"} {
			if s, err := g.ParseStakes(text); err == nil {
				out = append(out, must(g.Bind(s)))
			}
		}
	}
	return out
})

// Tables are the tables of all houses.
var Tables = sync.OnceValue(func() (out []*table.Config) {
	for _, ref := range must(Library().Tables()) {
		out = append(out, must(Library().Table(ref)))
	}
	return out
})

// must is a value that the embedded scripts always have.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
