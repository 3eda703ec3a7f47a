package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newCheck() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "check"},
		Params:  params.Params(checkRows),
		Formats: []string{report.Text, report.JSON, report.CSV, report.SARIF, report.GitHub},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := checkOptions{CheckOptions: author.CheckOptions{Paths: c.Args().Slice(), Format: format}}
			if _, err := app.Read(c, checkRows, &o); err != nil {
				return err
			}
			if o.exhaustive {
				if err := o.play.Small.Settle(std, true); err != nil {
					return err
				}
				o.Play = &o.play
			}
			if o.Diff && format != report.Text {
				return app.Usagef("--diff is text, not %s", format)
			}
			return author.Check(c.Context, std, o.CheckOptions)
		},
	}
}

type checkOptions struct {
	author.CheckOptions
	exhaustive bool
	play       author.ExhaustOptions
}

var checkRows = func() []params.Row[checkOptions] {
	const section = "Exhaustive play"
	needs := []string{"exhaustive"}
	small := params.Changed(library.SmallRows(section, "versions to play, `SIZES`", "kuhn,leduc; against a bank whole", func(o *checkOptions) *library.SmallGames { return &o.play.Small }), func(p *params.Param) { p.Needs = needs })
	return append([]params.Row[checkOptions]{
		library.SetRow(func(o *checkOptions) *map[string]string { return &o.Set }),
		{Param: &params.Param{Name: "fix", Doc: "repair what can be repaired without changing the script's meaning"}, At: func(o *checkOptions) any { return &o.Fix }},
		{Param: &params.Param{Name: "diff", Aliases: []string{"d"}, Doc: "print what --fix would change, and change nothing"}, At: func(o *checkOptions) any { return &o.Diff }},
		{Param: &params.Param{Name: "exhaustive", Doc: "play every line of small versions of the games", Section: section}, At: func(o *checkOptions) any { return &o.exhaustive }},
		{Param: &params.Param{
			Name: "limit", Doc: "stop a version after `N` decisions and ends of hands", Section: section, Default: "5000000", Min: 1, Needs: needs,
		}, At: func(o *checkOptions) any { return &o.play.Limit }},
		{Param: &params.Param{
			Name: "symmetry", Doc: "with --exhaustive: say whether the rules treat seats and suits alike, and where they do not", Section: section, Needs: needs,
		}, At: func(o *checkOptions) any { return &o.play.Symmetry }},
		{Param: &params.Param{Name: "save", Doc: "save the hands that show faults to `FILE`", Section: section, Needs: needs}, At: func(o *checkOptions) any { return &o.Save }},
	}, small...)
}()
