package equity

import (
	"slices"

	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
)

// Rows are the parameters of odds.
var Rows = slices.Concat(
	[]params.Row[Options]{
		{Param: &params.Param{
			Name: "hands", Doc: "cards such as AhKh, ranges such as QQ+,AKs or 15%, or random", Argument: true, Example: "AsAh",
		}, At: func(o *Options) any { return &o.Hands }},
		{Param: &params.Param{Name: "game", Aliases: []string{"g"}, Doc: "the game `GAME`", Default: "mixed/nt", Example: "mixed/nt", Offers: []string{params.Games, params.Files}}, At: func(o *Options) any { return &o.Game }},
		{Param: &params.Param{Name: "board", Aliases: []string{"b"}, Doc: "`CARDS` on the board", Example: "2c7d9h"}, At: func(o *Options) any { return &o.Board }},
		{Param: &params.Param{
			Name: "boards", Doc: "play `N` boards, 1 or 2, each for half of the pot", Section: params.Advanced, Default: "1", Values: []string{"1", "2"}, Example: "2",
		}, At: func(o *Options) any { return &o.Boards }},
		{Param: &params.Param{Name: "dead", Doc: "`CARDS` that cannot come", Example: "7c"}, At: func(o *Options) any { return &o.Dead }},
		{Param: &params.Param{
			Name: "put", Doc: "chips that each hand has put in, such as `50,100,100`", Section: params.Advanced, Not: []string{"nuts", "next", "grid"}, Example: "20,30",
		}, At: func(o *Options) any { return &o.Put }},
		{Param: &params.Param{
			Name: "draw", Doc: "the hands draw by `POLICY`: best, pat, pairs, low, badugi, cards, file.star:name; one for all or a list", Shown: "best where that takes seconds, pat elsewhere, with --exact and for lines of a file", Not: []string{"nuts", "next", "grid"}, Example: "pat",
		}, At: func(o *Options) any { return &o.Draw }},
		{Param: &params.Param{
			Name: "made", Doc: "show how often each hand ends as a pair, a straight and so on", Not: []string{"nuts", "next", "grid"},
		}, At: func(o *Options) any { return &o.Effort.Made }},
		{Param: &params.Param{
			Name: "grid", Doc: "show a range as a grid, or its equity against the other hands", Not: []string{"nuts", "next"},
		}, At: func(o *Options) any { return &o.Grid }},
		{Param: &params.Param{Name: "nuts", Doc: "show the best hands on the board, and who can hold them", Not: []string{"next"}}, At: func(o *Options) any { return &o.Nuts }},
		{Param: &params.Param{Name: "next", Doc: "show the best and worst cards that can come next"}, At: func(o *Options) any { return &o.Next }},
		{Param: &params.Param{
			Name: "top", Doc: "list the top `N` of --nuts or --next", Section: params.Advanced, Default: "5", Min: 1, Most: 1000, Needs: []string{"nuts", "next"}, Example: "3",
		}, At: func(o *Options) any { return &o.Top }},
		{Param: &params.Param{
			Name: "exact", Doc: "give the exact answer, however long it takes", Not: []string{"nuts", "samples", "error", "time"},
		}, At: func(o *Options) any { return &o.Effort.Exact }},
		{Param: &params.Param{
			Name: "samples", Doc: "sample `N` deals", Section: params.Advanced, Shown: "200000 where an exact answer is too much work", Min: 1, Most: 100_000_000, Not: []string{"nuts"}, Example: "500",
		}, At: func(o *Options) any { return &o.Effort.Samples }},
		{Param: &params.Param{
			Name: "error", Doc: "sample until the standard error of every equity is at most `E`, such as 0.001", Section: params.Advanced, Shown: "none", Max: 1, Open: true, Not: []string{"nuts"}, Example: "0.02",
		}, At: func(o *Options) any { return &o.Effort.Error }},
		{Param: &params.Param{
			Name: "time", Doc: "sample for `TIME`, such as 5s; --samples with the printed number repeats the answer", Section: params.Advanced, Shown: "none", Open: true, Most: 600,
			Not: []string{"nuts", "next", "grid"}, Example: "1s",
		}, At: func(o *Options) any { return &o.Time }},
		{Param: &library.Workers, At: func(o *Options) any { return &o.Effort.Workers }},
		library.SetRow(func(o *Options) *map[string]string { return &o.Set }),
		{Param: &params.Seed, At: func(*Options) any { return params.Unsigned }},
	},
)

// Check checks what was given together.
func (o *Options) Check(given params.Given) error {
	if given.First("samples", "error", "time") != "" {
		o.Effort.Enough = 1
	}
	view := given.First("nuts", "next", "grid")
	switch {
	case o.Format == report.HTML && !o.Grid:
		return params.Errorf("--format html is for --grid")
	case view != "" && slices.Contains(o.Hands, "-"):
		return params.Errorf("--%s cannot read standard input: give the hands as arguments", view)
	case o.Grid && len(o.Hands) == 0:
		return params.Errorf("--grid needs a range, such as 22+,AKs or random")
	}
	return nil
}
