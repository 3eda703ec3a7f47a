package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/library"

	"github.com/urfave/cli/v2"
)

func newRepl() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "repl",
			Usage:     "explore games and scripts by hand",
			ArgsUsage: "[GAME|FILE]",
			Category:  app.SectionWrite,
			Description: `Evaluates Starlark with all words of the language. An expression shows its value,
which _ keeps; names may be defined again, and loops stand where they like. Lines
that begin with a colon are commands; :help lists them. With a GAME its definition
is at hand under its name, and at the table; a FILE is loaded, and loaded again
whenever it is saved. ":deal 7" deals; what a player says ("raise to 8", "draw 2")
is done; :undo, :goto and :fork go back, :event has something irregular happen,
:explain says why, :odds what to expect. You see all cards, or with :as a seat's.

On a terminal TAB completes names, attributes, arguments, games, files and commands;
^C stops an evaluation, ^D leaves. Lines that are pasted are taken as they are. The
editor for :edit is that of VISUAL or EDITOR. The last 5000 blocks are kept in
$XDG_STATE_HOME/cardroom/history, by default ~/.local/state; a line that begins
with a blank is not.

In a pipe it is the same without prompts: results go to standard output, errors and
remarks to standard error, and the session goes on after an error. With --echo the
prompts and lines are printed too, which makes a session to show to others.

Exit code: 0 on a terminal; in a pipe 1 if there was an error, 2 if the GAME or FILE
does not load.`,
			Flags: []cli.Flag{
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.BoolFlag{Name: "echo", Usage: "in a pipe, print prompts and lines too", DisableDefaultText: true},
			},
		},
		Examples: []app.Example{
			{Line: "cardroom repl", Shows: "the language, and nothing loaded yet"},
			{Line: "cardroom repl angies/omaha-hilo", Shows: "with a game of a house at hand"},
			{Line: "cardroom repl my/game.star", Shows: "with a script of your own, loaded again when you save it"},
		},
		Scripts: true, Outlives: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			opts := console.ReplOptions{Steps: std.MaxSteps, Echo: c.Bool("echo")}
			var err error
			if opts.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
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
