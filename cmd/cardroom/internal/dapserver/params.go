package dapserver

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/debugger"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/ruletests"
	"cardroom/cmd/cardroom/internal/session"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/engine/diag"
	"cardroom/engine/table"
)

// launch describes what to debug.
type launch struct {
	debugger.Target
	Script, Test   string
	Tests          ruletests.Options
	Kill           string
	AtTable, Stops bool
}

// rows are the arguments of a launch: those of run and test, and some of its own.
var rows = func() []params.Row[launch] {
	options, seed := library.Set, params.Seed
	options.Name, seed.Default = "options", "1"
	return slices.Concat(
		params.Group(func(l *launch) *simulate.Options { return &l.Options }, simulate.PlayedRows),
		params.Group(func(l *launch) *ruletests.Options { return &l.Tests },
			slices.DeleteFunc(slices.Clone(ruletests.Rows), func(r params.Row[ruletests.Options]) bool { return r.Param.Name != "run" })),
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
			{Param: &session.Kill, At: func(l *launch) any { return &l.Kill }},
			{Param: &params.Param{Name: "stopOnEntry", Doc: "stop at the first step"}, At: func(l *launch) any { return &l.Stops }},
		})
}()

// spoken writes an error about flags for an editor: with the names of arguments.
func spoken(err error) error {
	return diag.Refuse(params.Spoken(err.Error()), params.Spoken(app.HintOf(err)))
}

// read reads the arguments of a launch. Editors add some of their own.
func (l *launch) read(std *app.IO, arguments json.RawMessage) error {
	*l = launch{Target: debugger.Target{Options: simulate.Options{Shard: simulate.Shard{Index: 1, Count: 1}}}, Tests: ruletests.Options{Run: regexp.MustCompile("")}}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(arguments, &fields); err != nil {
		return err
	}
	maps.DeleteFunc(fields, func(_ string, v json.RawMessage) bool { return string(v) == "null" || string(v) == `""` })
	params.Params(rows)
	given, err := params.Read(rows, l, params.Object(fields), false)
	if err == nil {
		err = l.Check(std, given)
	}
	switch l.Game = cmp.Or(l.Game, l.Script); {
	case err != nil:
		return spoken(err)
	case l.Game == "" && l.Test == "":
		return diag.Refuse("nothing to launch: name a game, a script or a test", "")
	case l.AtTable || l.Kill != "":
		l.Table = &session.Options{Kill: l.Kill, Crowd: "steady"}
	}
	return nil
}

// Params returns the arguments of a launch.
func Params() []*params.Param { return params.Params(rows) }
