package main

import (
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"

	"github.com/urfave/cli/v2"
)

func newOdds() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "odds",
			Usage:       "compute the equity of hands and ranges",
			ArgsUsage:   "HAND...|-",
			Category:    app.SectionPlay,
			Description: `Computes the equity of hands: the average share of the pot that each wins if the missing cards are dealt at random and nobody folds. A HAND is cards (AhKh) or a range (QQ+,AKs or 15%); '-' reads matchups from standard input.`,
			Flags: slices.Concat(shards.Flags(), []cli.Flag{
				&cli.StringFlag{Name: "shard", Usage: "with --out, answer only part `I/N` of the lines, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"},
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "the game `GAME`", Value: "mixed/nt"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` on the board"},
				&cli.IntFlag{Name: "boards", Usage: "play `N` boards, 1 or 2, each for half of the pot", Category: app.AdvancedCategory, Value: 1},
				&cli.StringFlag{Name: "dead", Usage: "`CARDS` that cannot come"},
				&cli.StringFlag{Name: "put", Usage: "chips that each hand has put in, such as `50,100,100`", Category: app.AdvancedCategory},
				&cli.StringFlag{Name: "draw", Usage: "the hands draw by `POLICY`: best, pat, pairs, low, badugi, cards, file.star:name; one for all or a list", DefaultText: "pat"},
				&cli.BoolFlag{Name: "made", Usage: "show how often each hand ends as a pair, a straight and so on", DisableDefaultText: true},
				&cli.BoolFlag{Name: "grid", Usage: "show a range as a grid, or its equity against the other hands", DisableDefaultText: true},
				&cli.BoolFlag{Name: "nuts", Usage: "show the best hands on the board, and who can hold them", DisableDefaultText: true},
				&cli.BoolFlag{Name: "next", Usage: "show the best and worst cards that can come next", DisableDefaultText: true},
				&cli.IntFlag{Name: "top", Usage: "list the top `N` of --nuts or --next", Category: app.AdvancedCategory, Value: 5},
				&cli.BoolFlag{Name: "exact", Usage: "give the exact answer, however long it takes", DisableDefaultText: true},
				&cli.Int64Flag{Name: "samples", Usage: "sample `N` deals", Category: app.AdvancedCategory, DefaultText: "200000 where an exact answer is too much work"},
				&cli.Float64Flag{Name: "error", Usage: "sample until the standard error of every equity is at most `E`, such as 0.001", Category: app.AdvancedCategory, DefaultText: "none"},
				&cli.DurationFlag{Name: "time", Usage: "sample for `TIME`, such as 5s; --samples with the printed number repeats the answer", Category: app.AdvancedCategory, DefaultText: "none"},
				library.WorkersFlag(),
				library.SetFlag(),
			}),
		},
		Formats: append(slices.Clone(report.Lists), report.HTML),
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom odds AsAh KsKh", Shows: "two hands before the flop"},
			{Line: "cardroom odds QQ+,AKs TT+,AQs+ --board 2c7d9h", Shows: "two ranges on a flop"},
			{Line: "cardroom odds AA KK random --error 0.002 --seed 1", Shows: "sample until the standard error is 0.002"},
			{Line: "cardroom odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h", Shows: "a high-low game"},
			{Line: "cardroom odds AsAh 7d6d --board 8d9c2d --made", Shows: "how often each makes a pair, a straight, …"},
			{Line: "cardroom odds --grid 22+,A2s+,KTs+,AJo+,KQo:0.5", Shows: "a range as a grid"},
			{Line: "cardroom odds --grid random QQ+,AKs", Shows: "the equity of each starting hand against a range"},
			{Line: "cardroom odds --next AsAh 8d7d --board 9d6c2d", Shows: "the best and worst cards on the turn"},
			{Line: "cardroom odds --nuts --board Kc9c4c8h2d QQ+,AQs", Shows: "the best hands on a board, and who can hold them"},
			{Line: "cardroom odds --game angies/omaha AsAdKsKd JhTh9c8c --board 8d6d2c/QhJc3s", Shows: "two boards, half of the pot each"},
			{Line: "cardroom odds AsAh KsKh QcQd --put 20,100,80", Shows: "three players all in for different amounts"},
			{Line: "cardroom odds --game mixed/n2l1d 2h3c4d5sKh 9h8c7d4s2c --draw best,pat", Shows: "one draw left against a made nine"},
			{Line: "cardroom odds - --format ndjson <examples/hands/matchups.txt", Shows: "many matchups, one a line"},
			{Line: "cardroom odds --game mixed/f7s AhAdKc 7h7d7s random --dead 7c --samples 20000 --seed 1", Shows: "stud, with an unknown hand and a dead card"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o, err := readOddsOptions(c, std, format)
			if err != nil {
				return err
			}
			return equity.Odds(c.Context, std, o)
		},
	}
}

func readOddsOptions(c *cli.Context, std *app.IO, format string) (o equity.Options, err error) {
	o = equity.Options{
		Hands: c.Args().Slice(), Game: c.String("game"), Board: c.String("board"), Boards: c.Int("boards"), Dead: c.String("dead"),
		Put: c.String("put"), Draw: c.String("draw"), Seed: sync.OnceValue(func() uint64 { return app.SeedOf(c, std) }), Format: format,
	}
	o.Effort.Exact, o.Effort.Made = c.Bool("exact"), c.Bool("made")
	if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
		return o, err
	}
	if err = readEffort(&o, c, std); err != nil {
		return o, err
	}
	if err = readOddsPart(&o, c); err != nil {
		return o, err
	}
	return o, readView(&o, c)
}

// readOddsPart reads the shard of the lines and the folder of its part.
func readOddsPart(o *equity.Options, c *cli.Context) (err error) {
	if o.Out, o.Shard, err = readShard(c); err != nil {
		return err
	}
	switch {
	case o.Out.Dir == "" && c.IsSet("shard"):
		return app.Usagef("--shard is for '-' with --out DIR, which writes the shard as a part")
	case o.Out.Dir == "":
	case !slices.Equal(o.Hands, []string{"-"}):
		return app.Usagef("--out is for '-', the lines of standard input")
	case c.IsSet("time"):
		return app.Usagef("--out cannot be used with --time: the answers would depend on the machine")
	case strings.Contains(o.Draw, ".star"):
		return app.Usagef("--out cannot be used with a draw policy of a script")
	case !c.IsSet("seed"):
		return app.Usagef("--out needs --seed N: all shards have the same")
	}
	return nil
}

// readEffort reads the required precision of the answer.
func readEffort(o *equity.Options, c *cli.Context, std *app.IO) error {
	sampled := c.IsSet("samples") || c.IsSet("error") || c.IsSet("time")
	o.Effort.Workers = std.CPUs
	switch {
	case sampled && o.Effort.Exact:
		return app.Usagef("--exact and sampling (--samples, --error, --time) cannot be used together")
	case c.IsSet("samples") && c.Int64("samples") < 1:
		return app.Usagef("--samples must be at least 1, not %d", c.Int64("samples"))
	case c.IsSet("error") && !(c.Float64("error") > 0 && c.Float64("error") < 1):
		return app.Usagef("--error must be between 0 and 1, not %g", c.Float64("error"))
	case c.IsSet("time") && c.Duration("time") <= 0:
		return app.Usagef("--time must be more than 0, not %s", c.Duration("time"))
	case c.Int("boards") < 1 || c.Int("boards") > 2:
		return app.Usagef("--boards must be 1 or 2, not %d", c.Int("boards"))
	case c.IsSet("workers") && c.Int("workers") < 1:
		return app.Usagef("--workers must be at least 1, not %d", c.Int("workers"))
	case c.IsSet("workers"):
		o.Effort.Workers = c.Int("workers")
	}
	if sampled {
		o.Effort.Samples, o.Effort.Enough = c.Int64("samples"), 1
		o.Effort.Error, o.Time = c.Float64("error"), c.Duration("time")
	}
	return nil
}

// readView reads which result to print instead of equities.
func readView(o *equity.Options, c *cli.Context) error {
	o.Nuts, o.Grid, o.Next, o.Top = c.Bool("nuts"), c.Bool("grid"), c.Bool("next"), c.Int("top")
	var with string
	var not []string
	switch {
	case o.Nuts && o.Grid || o.Nuts && o.Next || o.Grid && o.Next:
		return app.Usagef("--nuts, --next and --grid are separate results: choose one")
	case o.Next:
		with, not = "--next", []string{"made", "put", "draw", "time"}
	case o.Nuts:
		with, not = "--nuts", []string{"made", "put", "draw", "exact", "samples", "error", "time"}
	case o.Grid:
		with, not = "--grid", []string{"made", "put", "draw", "time", "top"}
	default:
		with, not = "the equity of hands", []string{"top"}
	}
	for _, name := range not {
		if c.IsSet(name) {
			return app.Usagef("--%s does not go with %s", name, with)
		}
	}
	switch {
	case o.Top < 1:
		return app.Usagef("--top must be at least 1, not %d", o.Top)
	case o.Format == report.HTML && !o.Grid:
		return app.Usagef("--format html is for --grid")
	case (o.Nuts || o.Grid || o.Next) && slices.Contains(o.Hands, "-"):
		return app.Usagef("%s cannot read standard input: give the hands as arguments", with)
	case o.Grid && len(o.Hands) == 0:
		return app.Usagef("--grid needs a range, such as 22+,AKs or random")
	}
	return nil
}
