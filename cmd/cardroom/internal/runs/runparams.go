package runs

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// Hands is the parameter of how many hands are played, and Mishaps that of how often an irregularity happens.
var (
	Hands = params.Param{
		Name: "hands", Anew: true, Doc: "play `N` hands", Default: "10000", Shown: "10000, or as many as the deck file has", Min: 1, Most: 10_000_000, Tables: true, Example: "20",
	}
	Mishaps = params.Param{
		Name: "mishaps", Doc: "trigger an irregularity with probability `P` at each moment, such as 0.02", Shown: "0", Max: 1, Decides: true, Said: true, Tables: true, Example: "0.02",
	}
	Part = params.Param{Name: "shard", Doc: "play only part `I/N` of the hands, such as 1/4", Section: params.Advanced, Default: "1/1", Shown: "1/1", Tables: true, Example: "1/4"}
)

// PlayedRows are the parameters of what is played, and how, without the number of hands.
var PlayedRows = []params.Row[Options]{
	{Param: &library.Stakes, At: func(o *Options) any { return &o.Stakes }},
	{Param: &library.Seats, At: func(o *Options) any { return &o.Seats }},
	{Param: &library.Stack, At: func(o *Options) any { return params.Parse(&o.Stack, ParseStack) }},
	{Param: library.Policy("seats play by `POLICY`:", "random"), At: func(o *Options) any { return library.PolicyText(&o.Policy, "random") }},
	{Param: &library.Deck, At: func(o *Options) any { return &o.Deck }},
	library.SetRow(func(o *Options) *map[string]string { return &o.Set }),
}

// Rows are the parameters of run for hands without a table.
var Rows = slices.Concat(
	OutRows(func(o *Options) *Out { return &o.Out }),
	[]params.Row[Options]{
		{Param: &Hands, At: func(o *Options) any { return &o.Hands }},
		{Param: &params.Param{
			Name: "hand", Doc: "play only hand `N` of the run", Shown: "all", Min: 1, Not: []string{"hands", "shard", "out"}, Example: "7",
		}, At: func(o *Options) any { return &o.Hand }},
		{Param: &params.Param{Name: "keep-going", Doc: "continue after a hand that fails, and list such hands", Section: params.Advanced}, At: func(o *Options) any { return &o.KeepGoing }},
	},
	PlayedRows,
	[]params.Row[Options]{
		{Param: &Part, At: func(o *Options) any { return params.Parse(&o.Shard, ParseShard) }},
		{Param: &library.Workers, At: func(o *Options) any { return &o.Workers }},
		{Param: &params.Param{
			Name: "show", Anew: true, Doc: "print the first `N` hands in full (text only)", Default: "1", Tables: true, Refused: "the answer is data",
		}, At: func(o *Options) any { return &o.Show }},
		{Param: &Mishaps, At: func(o *Options) any { return &o.Mishaps }},
		{Param: &params.Param{
			Name: "debug", Doc: "follow one hand with the debugger, the first or --hand N", Section: params.Advanced, Refused: "the debugger is at the terminal, and in editors",
		}, At: func(*Options) any { return params.Truth }},
		{Param: &params.Param{
			Name: "save", Anew: true, Doc: "save the hands to `FILE`.phhs, or a session to FILE.session", Refused: library.NoFiles, Tables: true, Not: []string{"out"},
		}, At: func(o *Options) any { return &o.Save }},
	},
	params.Group(func(o *Options) *DatasetOptions { return &o.Rows }, DatasetRows),
	[]params.Row[Options]{{Param: &params.Seed, At: func(*Options) any { return params.Unsigned }}, {Param: &params.MaxSteps, At: func(*Options) any { return params.Unsigned }}},
)

// Check checks what was given together, and sets what follows from it.
func (o *Options) Check(std *app.IO, given params.Given) (err error) {
	o.Told = params.Told(params.Params(Rows), given)
	if o.Deck != "" && !given.Has("hands") {
		o.Hands = 0 // as many as there are decks
	}
	if o.Out.Dir != "" && !given.Has("show") {
		o.Show = 0 // a part has no hands to print
	}
	if o.Strategies, err = library.ReadStrategies(std, o.Policy); err != nil {
		return err
	}
	switch {
	case len(o.Strategies) > 0 && given.Has("stack"):
		return app.Usagef("--stack cannot be used with a strategy, which has stacks of its own")
	case len(o.Strategies) > 0 && o.Save != "":
		return app.Usagef("--save cannot be used with a strategy: no record says that a game is made small")
	case len(o.Strategies) > 0 && given.Has("session"):
		return app.Usagef("--session cannot be used with a strategy: at a table the stacks change from hand to hand")
	case o.Save != "" && !strings.HasSuffix(o.Save, ".phhs") && !strings.HasSuffix(o.Save, ".session"):
		return app.Usagef("--save writes .phhs files and, for sessions, .session files, not %q", o.Save)
	case o.Out.Dir != "" && o.Rows.Dir != "" && given.Has("checkpoint"):
		return app.Usagef("with --rows a shard is saved when it is whole, with all its rows: leave out --checkpoint, and cut the run into more shards")
	case o.Out.Dir != "" && !given.Has("seed"):
		return app.Usagef("--out needs --seed N: all shards have the same, and a run that is resumed needs it too")
	}
	return nil
}
