package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

func newCheck() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "check",
			Usage:     "find faults in scripts and games",
			ArgsUsage: "[PATH...]",
			Category:  app.SectionWrite,
			Description: `Reads scripts without running them, then loads those that load and looks at
their games. It reports unknown names and arguments that a word of the language
does not take, all of them; what is never used or never reached; tables at which
the cards run out, showdowns that nobody may win, hooks that take long.

A PATH is a script, a directory for all scripts below it, '-' for standard input,
an embedded house or a game of one. Without any all embedded scripts are checked.

Each finding has a code; 'cardroom doc CODE' explains it. Of each script the first
100 are shown, and how many more there are. A comment silences it on
its line or, alone on a line, on the next: # cardroom: ignore=CR101. For a whole
script: # cardroom: ignore-file=CR101. A comment that silences nothing is reported.

With --exhaustive small versions of the games are played to the end of every line:
every deal from a few cards, every action, checking that chips are conserved, that
the hand ends, that what is offered is accepted and nothing else, and that the same
cards and actions lead to the same hand. The counts are printed, and for a fault the
shortest hand that shows it, for 'cardroom replay'. A game against a bank has no
rounds to leave out: it is played whole, for small bets and from a few ranks.

Exit code: 0 if nothing was found; 1 if something was; 2 if a script cannot be read;
130 if it was interrupted, with what it had until then.`,
			Flags: append([]cli.Flag{
				&cli.StringSliceFlag{Name: "set", Usage: "choose a reading of a named option, `OPTION=VALUE`; may be repeated"},
				&cli.BoolFlag{Name: "fix", Usage: "repair what can be repaired without changing what the script means", DisableDefaultText: true},
				&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Usage: "print what --fix would change, and change nothing", DisableDefaultText: true},
			}, exhaustiveFlags()...),
		},
		Formats: []string{report.Text, report.JSON, report.SARIF, report.GitHub},
		Examples: []app.Example{
			{Line: "cardroom check", Shows: "every script that comes with cardroom"},
			{Line: "cardroom check my/game.star", Shows: "a script of your own"},
			{Line: "cardroom check --diff my", Shows: "what could be repaired in a folder"},
			{Line: "cardroom check --exhaustive angies/holdem", Shows: "every line of one-round and two-round hold'em with a few cards"},
			{Line: "cardroom check --exhaustive --deck-ranks 96T sanrafael/california22", Shows: "every round of a game against a bank with nines, sixes, tens and jokers"},
			{Line: "cardroom check --format sarif my", Shows: "a report for a code host"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := checkOptions{Paths: c.Args().Slice(), Fix: c.Bool("fix"), Diff: c.Bool("diff"), Format: format}
			var err error
			if opts.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
				return err
			}
			if opts.Play, err = exhaustOptionsOf(c); err != nil {
				return err
			}
			opts.Save = c.String("save")
			if opts.Diff && format != report.Text {
				return app.Usagef("--diff is text, not %s", format)
			}
			return checkScripts(c.Context, std, opts)
		},
	}
}
