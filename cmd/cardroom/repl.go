package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"

	"github.com/urfave/cli/v2"
)

func newRepl() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "repl"},
		Params:  params.Params(replRows),
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts := console.ReplOptions{Steps: std.MaxSteps}
			_, err := app.Read(c, replRows, &opts)
			if err != nil {
				return err
			}
			if c.Args().Present() {
				if opts.Begin, err = app.OneArgument(c, "GAME or FILE"); err != nil {
					return err
				}
			}
			if std.Stdin.Terminal && (std.Stdout.Terminal || std.Stderr.Terminal) && std.Getenv("TERM") != "dumb" {
				return console.ReplTerminal(c.Context, std, opts)
			}
			return console.ReplPipe(c.Context, std, opts)
		},
	}
}

var replRows = []params.Row[console.ReplOptions]{
	library.SetRow(func(o *console.ReplOptions) *map[string]string { return &o.Set }),
	{Param: &params.Param{
		Name: "policy", Doc: "deal the small game of `FILE`.strategy, which :solve shows; SEAT=FILE.strategy has a seat play by it; repeatable", Offers: []string{params.Policies, params.Files},
	}, At: func(o *console.ReplOptions) any {
		return params.ParseAll(&o.Policy, func(list []string) (string, error) { return strings.Join(list, ", "), nil })
	}},
	{Param: &params.Param{Name: "echo", Doc: "in a pipe, print prompts and input too"}, At: func(o *console.ReplOptions) any { return &o.Echo }},
}
