// Package fuzzhouses provides the games and tables of all houses for tests, and for the fuzz targets of packages that cannot load
// scripts themselves.
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

// With returns the library of all houses with the given option values. Tests share it, because loaded games do not change.
func With(options map[string]string) *dsl.Library {
	key := fmt.Sprint(options) // sorted by name
	if lib, ok := libraries.Load(key); ok {
		return lib.(*dsl.Library)
	}
	lib, _ := libraries.LoadOrStore(key, dsl.NewLibrary(star.Options{
		Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Set: maps.Clone(options), Parsed: &parsed,
		OnBroken: func(house string, err error) { panic(fmt.Sprintf("%s: %v", house, err)) },
	}))
	return lib.(*dsl.Library)
}

// libraries are those made by With, by their options; parsed caches the scripts, which all of them load.
var (
	libraries sync.Map
	parsed    star.Parsed
)

// Games returns the games of all houses.
var Games = sync.OnceValue(func() []*plan.Game { return must(Library().Games()) })

// Plans returns the games, each at its default stakes and at stakes of each other kind of limit that it allows.
var Plans = sync.OnceValue(func() (out []*plan.AtStakes) {
	for _, g := range Games() {
		out = append(out, must(g.BindTo("")))
		for _, text := range []string{"2-4", "1-3/1-6", "pl 1-2", "nl 1-2"} {
			if s, err := g.ParseStakes(text); err == nil {
				out = append(out, must(g.Bind(s)))
			}
		}
	}
	return out
})

// Tables returns the tables of all houses.
var Tables = sync.OnceValue(func() (out []*table.Config) {
	for _, ref := range must(Library().Tables()) {
		out = append(out, must(Library().Table(ref)))
	}
	return out
})

//go:embed parts
var parts embed.FS

// WithParts returns a library of the games of no house, of Parts and Choices.
func WithParts(options map[string]string) *dsl.Library {
	return dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: parts}, Set: options, Parsed: &parsed})
}

// Parts returns games of no house; together they use the features that no house's game has.
var Parts = sync.OnceValue(func() []*plan.Game { return must(WithParts(nil).InFile("@scripts//parts/games.star")) })

// Choices returns games of no house in which players choose, pay and are dealt cards one after another, as decided by script
// functions.
var Choices = sync.OnceValue(func() []*plan.Game { return must(WithParts(nil).InFile("@scripts//parts/choices.star")) })

// FindPart is Find for the games of no house.
func FindPart(ref string, options map[string]string) (*plan.Game, error) {
	return WithParts(options).Find(ref)
}

// must returns a value that the embedded scripts always provide.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Readings returns the number of variants of a game: the default, and one for each value of each option, with the other options
// at their defaults.
func Readings(g *plan.Game) int {
	n := 1
	for _, o := range g.Options {
		n += len(o.Choices)
	}
	return n
}

// Reading returns the k-th variant of a game. It is loaded once.
func Reading(g *plan.Game, k int) *plan.Game {
	for _, o := range g.Options {
		if 0 < k && k <= len(o.Choices) {
			return must(Find(g.ID, map[string]string{o.Name: o.Choices[k-1]}))
		}
		k -= len(o.Choices)
	}
	return g
}

// Find finds a game as the program does for a recorded hand, with the options in the record.
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
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}, Set: options, Parsed: &parsed})
	g, err := lib.Find(ref)
	if err == nil {
		found.games[key] = g
	}
	return g, err
}

// found are the games found by Find with options.
var found = struct {
	sync.Mutex
	games map[string]*plan.Game
}{games: map[string]*plan.Game{}}
