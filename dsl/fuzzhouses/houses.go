// Package fuzzhouses is the games and tables of all houses for tests, and for the fuzz
// targets of packages that cannot load scripts themselves.
//
// Only tests import it.
package fuzzhouses

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/plan"
	"cardroom/engine/table"
	"cardroom/scripts"
	"cardroom/stdlib"
)

// Library returns the library of all houses.
func Library() *dsl.Library { return With(nil) }

// With returns the library of all houses under options. Tests share it: what is loaded once does not change.
func With(options map[string]string) *dsl.Library {
	key := fmt.Sprint(options) // sorted by name
	if lib, ok := libraries.Load(key); ok {
		return lib.(*dsl.Library)
	}
	lib, _ := libraries.LoadOrStore(key, dsl.NewLibrary(star.Options{
		Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Set: maps.Clone(options), Parsed: &parsed,
	}))
	return lib.(*dsl.Library)
}

// libraries are those that With has made, by their options; parsed are the scripts, which all of them load.
var (
	libraries sync.Map
	parsed    star.Parsed
)

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

//go:embed parts
var parts embed.FS

// withParts returns a library of the games in the folder parts.
func withParts(options map[string]string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: parts}, Set: options})
}

// Parts are games of no house: between them they have the parts of games that no
// house plays with.
var Parts = sync.OnceValue(func() []*plan.Game { return must(withParts(nil).InFile("@scripts//parts/games.star")) })

// Choices are games of no house in which players choose, pay and are dealt cards one
// after the other, as functions of their script say.
var Choices = sync.OnceValue(func() []*plan.Game { return must(withParts(nil).InFile("@scripts//parts/choices.star")) })

// FindPart is Find for the games of no house.
func FindPart(ref string, options map[string]string) (*plan.Game, error) {
	return withParts(options).Find(ref)
}

// must returns a value that the embedded scripts always have.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Readings returns the number of readings of a game: the one by default, and for each
// value of each option the one in which only that is otherwise.
func Readings(g *plan.Game) int {
	n := 1
	for _, o := range g.Options {
		n += len(o.Choices)
	}
	return n
}

// Reading returns the k-th reading of a game. It is loaded once.
func Reading(g *plan.Game, k int) *plan.Game {
	for _, o := range g.Options {
		if 0 < k && k <= len(o.Choices) {
			return must(Find(g.ID, map[string]string{o.Name: o.Choices[k-1]}))
		}
		k -= len(o.Choices)
	}
	return g
}

// Find finds a game as the program does for a record: under the options that it
// names.
func Find(ref string, options map[string]string) (*plan.Game, error) {
	if options == nil {
		return Library().ForVariant(ref)
	}
	key := ref
	for _, name := range slices.Sorted(maps.Keys(options)) {
		key += " " + name + "=" + options[name]
	}
	found.Lock()
	defer found.Unlock()
	if g := found.games[key]; g != nil {
		return g, nil
	}
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Set: options})
	g, err := lib.Find(ref)
	if err == nil {
		found.games[key] = g
	}
	return g, err
}

// found are the games that were found by options.
var found = struct {
	sync.Mutex
	games map[string]*plan.Game
}{games: map[string]*plan.Game{}}
