package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/repl"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

type replOptions struct {
	Begin string // a game or a script to begin with, or ""
	Set   map[string]string
	Steps uint64
	Echo  bool
}

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
			opts := replOptions{Steps: std.MaxSteps, Echo: c.Bool("echo")}
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
				return replTerminal(c.Context, std, opts)
			}
			return replPipe(c.Context, std, opts)
		},
	}
}

// replPipe takes a session from a pipe or a file, or from a person at a terminal
// that can do no more than print: that one is prompted.
func replPipe(ctx context.Context, std *app.IO, opts replOptions) error {
	faults := 0
	var told app.Told
	defer told.End(std)
	o := replSession(std, opts)
	o.Report = func(err error) {
		faults++
		if std.Stdin.Terminal || std.Verbose || told.Next() {
			reportRepl(std, err)
		}
	}
	if opts.Echo {
		o.Echo = func(prompt, line string) {
			std.Stdout.Printf("%s\n", strings.TrimRight(prompt+line, " "))
		}
	}
	s := repl.New(o)
	if err := begin(ctx, s, opts); err != nil {
		return err
	}
	lines := std.PipedLines(ctx)
	person := std.Stdin.Terminal
	for {
		if person {
			std.Stdout.Printf("%s", promptOf(s))
		}
		line, err := lines.Line("")
		if err == nil && s.Line(ctx, line, person) == nil {
			continue
		}
		s.End(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case faults > 0 && !person:
			return app.ErrNo
		}
		return nil
	}
}

// promptOf is the prompt of the next line.
func promptOf(s *repl.Session) string {
	if s.Open() {
		return repl.MorePrompt
	}
	return repl.Prompt
}

// begin starts a session with what the command line names.
func begin(ctx context.Context, s *repl.Session, opts replOptions) error {
	if opts.Begin == "" {
		return nil
	}
	return s.Begin(ctx, opts.Begin)
}

// reportRepl reports an error of a session.
func reportRepl(std *app.IO, err error) {
	if errors.Is(err, repl.ErrInterrupted) {
		std.Stderr.Printf("%s\n", std.Stderr.Paint("interrupted", color.FgYellow))
		return
	}
	app.Report(std, err)
}
