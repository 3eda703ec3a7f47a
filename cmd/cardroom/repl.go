package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"

	"github.com/urfave/cli/v2"
)

func newRepl() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "repl",
			Usage:       "explore games and scripts line by line",
			ArgsUsage:   "[GAME|FILE]",
			Category:    app.SectionWrite,
			Description: `Runs the language line by line, with a table to deal at. Type an expression to see its value, or a command such as :deal, :undo or :help.`,
			Flags: []cli.Flag{
				library.SetFlag(),
				&cli.StringSliceFlag{Name: "policy", Usage: "deal the small game of `FILE`.strategy, which :solve shows; SEAT=FILE.strategy has a seat play by it; repeatable"},
				&cli.BoolFlag{Name: "echo", Usage: "in a pipe, print prompts and input too", DisableDefaultText: true},
			},
		},
		Examples: []app.Example{
			{Line: "cardroom repl", Shows: "start without a game"},
			{Line: "cardroom repl angies/omaha-hilo", Shows: "start with a house game"},
			{Line: "cardroom repl examples/guts.star", Shows: "start with your own script; it reloads when you save it"},
		},
		Scripts: true, IgnoresInterrupt: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts := console.ReplOptions{Steps: std.MaxSteps, Echo: c.Bool("echo")}
			var err error
			if opts.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
				return err
			}
			opts.Policy = strings.Join(c.StringSlice("policy"), ", ")
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
