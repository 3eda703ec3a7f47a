package serve

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/diag"
	"cardroom/engine/table"
)

// launch describes what to debug.
type launch struct {
	console.Target
	Script, Test   string
	Tests          author.TestOptions
	Kill           string
	AtTable, Stops bool
}

// launchRows are the arguments of a launch: those of run and test, and some of its own.
var launchRows = func() []params.Row[launch] {
	options, seed := library.Set, params.Seed
	options.Name, seed.Default = "options", "1"
	return slices.Concat(
		params.Group(func(l *launch) *runs.Options { return &l.Options }, runs.PlayedRows),
		params.Group(func(l *launch) *author.TestOptions { return &l.Tests },
			slices.DeleteFunc(slices.Clone(author.TestRows), func(r params.Row[author.TestOptions]) bool { return r.Param.Name != "run" })),
		[]params.Row[launch]{
			{Param: &params.Param{Name: "game", Doc: "the game"}, At: func(l *launch) any { return &l.Game }},
			{Param: &params.Param{Name: "script", Doc: "the script of the game"}, At: func(l *launch) any { return &l.Script }},
			{Param: &params.Param{Name: "test", Doc: "the script of tests"}, At: func(l *launch) any { return &l.Test }},
			library.ChoicesRow(&options, func(l *launch) *map[string]string { return &l.Set }),
			{Param: &seed, At: func(l *launch) any { return &l.Seed }},
			{Param: &params.Param{Name: "hand", Doc: "the number of the first hand", Default: "1", Min: 1}, At: func(l *launch) any { return &l.Hand }},
			{Param: &params.Param{Name: "you", Doc: "the seat of a person", Max: table.MaxSeats}, At: func(l *launch) any { return &l.You }},
			{Param: &params.Param{Name: "hotSeat", Doc: "people play all seats"}, At: func(l *launch) any { return &l.HotSeat }},
			{Param: &params.Param{Name: "table", Doc: "play the hands of one table"}, At: func(l *launch) any { return &l.AtTable }},
			{Param: &runs.Kill, At: func(l *launch) any { return &l.Kill }},
			{Param: &params.Param{Name: "stopOnEntry", Doc: "stop at the first step"}, At: func(l *launch) any { return &l.Stops }},
		})
}()

// spoken writes an error about flags for an editor: with the names of arguments.
func spoken(err error) error {
	return diag.Refuse(params.Spoken(err.Error()), params.Spoken(app.HintOf(err)))
}

// read reads the arguments of a launch. Editors add some of their own.
func (l *launch) read(std *app.IO, arguments json.RawMessage) error {
	*l = launch{Target: console.Target{Options: runs.Options{Shard: runs.Shard{Index: 1, Count: 1}}}, Tests: author.TestOptions{Run: regexp.MustCompile("")}}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(arguments, &fields); err != nil {
		return err
	}
	maps.DeleteFunc(fields, func(_ string, v json.RawMessage) bool { return string(v) == "null" || string(v) == `""` })
	params.Params(launchRows)
	given, err := params.Read(launchRows, l, params.Object(fields), false)
	if err == nil {
		err = l.Check(std, given)
	}
	switch l.Game = cmp.Or(l.Game, l.Script); {
	case err != nil:
		return spoken(err)
	case l.Game == "" && l.Test == "":
		return diag.Refuse("nothing to launch: name a game, a script or a test", "")
	case l.AtTable || l.Kill != "":
		l.Table = &runs.SessionOptions{Kill: l.Kill, Crowd: "steady"}
	}
	return nil
}

// Params returns the arguments of a launch.
func Params() []*params.Param { return params.Params(launchRows) }
