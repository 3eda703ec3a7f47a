package main

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dataset"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/versus"

	"github.com/urfave/cli/v2"
)

func newRun() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "run",
			Usage:     "simulate many hands, or a session at a table",
			ArgsUsage: "GAME",
			Category:  app.SectionPlay,
			Description: `Plays many hands of a game and prints the totals. Text output also shows the first hand in full.

--policy decides how seats play, --session plays one table hand after hand, and --mishaps adds irregularities.`,
			Flags: slices.Concat(sessionFlags(), shards.Flags(), []cli.Flag{
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands", Value: 10000, DefaultText: "10000, or as many as the deck file has"},
				&cli.Int64Flag{Name: "hand", Usage: "play only hand `N` of the run", DefaultText: "all"},
				&cli.BoolFlag{Name: "keep-going", Usage: "continue after a hand that fails, and list such hands", Category: app.AdvancedCategory, DisableDefaultText: true},
				library.SeatsFlag(),
				library.StakesFlag(),
				library.StackFlag(),
				library.PolicyFlag("seats play by `POLICY`:", "random"),
				library.DeckFlag(),
				library.SetFlag(),
				library.ShardFlag(),
				library.WorkersFlag(),
				&cli.Int64Flag{Name: "show", Usage: "print the first `N` hands in full (text only)", Value: 1},
				&cli.Float64Flag{Name: "mishaps", Usage: "trigger an irregularity with probability `P` at each moment, such as 0.02", DefaultText: "0"},
				debugFlag("follow one hand with the debugger, the first or --hand N"),
				&cli.StringFlag{Name: "save", Usage: "save the hands to `FILE`.phhs, or a session to FILE.session"},
			}, dataset.Flags()),
		},
		Formats: []string{report.Text, report.JSON, report.NDJSON, report.CSV, report.HTML},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom run angies/omaha-hilo", Shows: "10,000 hands of a house game; the first is printed in full"},
			{Line: "cardroom run angies/holdem --hands 1 --seed 7", Shows: "one hand, the same every time"},
			{Line: "cardroom run angies/holdem --session --kill half --hands 500 --save evening.phhs", Shows: "an evening at one table; save every hand"},
			{Line: "cardroom run house004/holdem --hands 1000 --mishaps 0.02", Shows: "with irregularities such as flashed cards and string bets"},
			{Line: "cardroom run casino/omaha --stakes \"pl 1-2\" --seats 9 --hands 500 --json", Shows: "JSON for other programs"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			if c.Bool("rows-schema") {
				return std.Results(format, dataset.Print)
			}
			if because, session := isSession(c, std); session {
				return doSession(c, std, format, because)
			}
			opts, err := readRunOptions(c, std, format)
			if err != nil {
				return err
			}
			if strings.HasSuffix(opts.Save, ".session") {
				return app.Usagef(".session files are for sessions: add --session")
			}
			if c.Bool("debug") {
				return debugRun(c.Context, std, opts)
			}
			return simulate.Run(c.Context, std, opts)
		},
	}
}

func readRunOptions(c *cli.Context, std *app.IO, format string) (o simulate.Options, err error) {
	if o, err = readPlayed(c, std, format); err != nil {
		return o, err
	}
	if o.Rows, err = dataset.Read(c); err != nil {
		return o, err
	}
	o.Seed, o.Hand, o.KeepGoing, o.UpTo = app.SeedOf(c, std), c.Int64("hand"), c.Bool("keep-going"), "--hand"
	o.Again = commandWords(c, &o)
	if o.Out, err = shards.ReadFlags(c); err != nil {
		return o, err
	}
	if o.Out.Dir != "" && !c.IsSet("show") {
		o.Show = 0 // a part has no hands to print
	}
	switch {
	case o.Out.Dir != "" && (o.Save != "" || c.IsSet("hand")):
		err = app.Usagef("--out keeps the sums of a shard: leave out --save and --hand")
	case o.Out.Dir != "" && o.Rows.Dir != "" && c.IsSet("checkpoint"):
		err = app.Usagef("with --rows a shard is saved when it is whole, with all its rows: leave out --checkpoint, and cut the run into more shards")
	case o.Out.Dir != "" && !c.IsSet("seed"):
		err = app.Usagef("--out needs --seed N: all shards have the same, and a run that is resumed needs it too")
	case !c.IsSet("hand"):
	case o.Hand < 1:
		err = app.Usagef("--hand must be at least 1, not %d", o.Hand)
	case c.IsSet("hands") || c.IsSet("shard"):
		err = app.Usagef("--hand plays one hand: leave out --hands and --shard")
	}
	return o, err
}

// readShard reads the shard of a job and the folder of its part.
func readShard(c *cli.Context) (out shards.Out, shard simulate.Shard, err error) {
	if out, err = shards.ReadFlags(c); err == nil {
		shard, err = simulate.ParseShard(c.String("shard"))
	}
	return out, shard, err
}

// readPlayed reads what to play, except the seed.
func readPlayed(c *cli.Context, std *app.IO, format string) (o simulate.Options, err error) {
	if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
		return o, err
	}
	if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
		return o, err
	}
	if o.Stack, err = simulate.ParseStack(c.String("stack")); err != nil {
		return o, err
	}
	if o.Shard, err = simulate.ParseShard(c.String("shard")); err != nil {
		return o, err
	}
	o.Hands, o.Seats, o.Show = c.Int64("hands"), c.Int("seats"), c.Int64("show")
	o.Workers, o.Format = c.Int("workers"), format
	o.Mishaps = c.Float64("mishaps")
	o.Stakes, o.Policy, o.Deck, o.Save = c.String("stakes"), library.PolicyText(c, "random"), c.String("deck"), c.String("save")
	if !c.IsSet("workers") {
		o.Workers = std.CPUs
	}
	if o.Deck != "" && !c.IsSet("hands") {
		o.Hands = 0 // as many as there are decks
	}
	if o.Strategies, err = library.ReadStrategies(std, o.Policy); err != nil {
		return o, err
	}
	return o, checkRun(&o, c)
}

// checkRun rejects invalid numbers.
func checkRun(o *simulate.Options, c *cli.Context) error {
	switch {
	case o.Hands < 0 || o.Hands == 0 && c.IsSet("hands"):
		return app.Usagef("--hands must be at least 1, not %d", o.Hands)
	case c.IsSet("seats") && o.Seats < 2:
		return app.Usagef("--seats must be at least 2, not %d", o.Seats)
	case o.Workers < 1:
		return app.Usagef("--workers must be at least 1, not %d", o.Workers)
	case !(o.Mishaps >= 0 && o.Mishaps <= 1):
		return app.Usagef("--mishaps must be between 0 and 1, not %v", o.Mishaps)
	case o.Show < 0:
		return app.Usagef("--show must be at least 0, not %d", o.Show)
	case len(o.Strategies) > 0 && c.IsSet("stack"):
		return app.Usagef("--stack cannot be used with a strategy, which has stacks of its own")
	case len(o.Strategies) > 0 && o.Save != "":
		return app.Usagef("--save cannot be used with a strategy: no record says that a game is made small")
	case len(o.Strategies) > 0 && c.Bool("session"):
		return app.Usagef("--session cannot be used with a strategy: at a table the stacks change from hand to hand")
	case o.Save != "" && !strings.HasSuffix(o.Save, ".phhs") && !strings.HasSuffix(o.Save, ".session"):
		return app.Usagef("--save writes .phhs files and, for sessions, .session files, not %q", o.Save)
	}
	return nil
}

// commandWords returns the command line of a run or session, with only the flags that
// decide what is played.
func commandWords(c *cli.Context, o *simulate.Options) []string {
	words := append([]string{"cardroom", "run"}, c.Args().Slice()...)
	for _, name := range []string{"session", "choice"} {
		if c.Bool(name) {
			words = append(words, versus.Dashes(name))
		}
	}
	for _, name := range []string{"set", "policy"} {
		for _, v := range c.StringSlice(name) {
			words = append(words, versus.Dashes(name), v)
		}
	}
	for _, name := range []string{"stakes", "seats", "stack", "deck", "mishaps", "max-steps", "hours", "kill", "collection", "crowd", "events"} {
		if c.IsSet(name) {
			words = append(words, versus.Dashes(name), fmt.Sprint(c.Value(name)))
		}
	}
	return append(words, "--seed", fmt.Sprint(o.Seed))
}
