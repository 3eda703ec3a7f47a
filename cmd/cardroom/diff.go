package main

import (
	"fmt"
	"maps"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/versus"

	"github.com/urfave/cli/v2"
)

func newDiff() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "diff",
			Usage:       "compare two games: rules, then results on identical deals",
			ArgsUsage:   "GAME [GAME]",
			Category:    app.SectionBooks,
			Description: `Compares two games, or one game with two settings of its options: first the rules, then the results on identical deals.`,
			Flags: slices.Concat(shards.Flags(), []cli.Flag{
				&cli.StringSliceFlag{Name: "a", Usage: "set an option in the first game, `OPTION=VALUE`; repeatable"},
				&cli.StringSliceFlag{Name: "b", Usage: "set an option in the second game, `OPTION=VALUE`; repeatable; the second GAME may then be left out"},
				&cli.StringSliceFlag{Name: "set", Usage: "set an option in both games, `OPTION=VALUE`; repeatable"},
				&cli.StringFlag{Name: "stakes", Usage: "play for `STAKES`: 2-4, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "those of each house"},
				&cli.StringFlag{Name: "stakes-b", Usage: "play the second game for `STAKES`", Category: app.AdvancedCategory, DefaultText: "the same"},
				&cli.BoolFlag{Name: "rules-only", Usage: "compare the rules only, like --hands 0", DisableDefaultText: true},
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands of each game", Value: 10000, DefaultText: "10000, or as many as the deck file has"},
				&cli.Int64Flag{Name: "hand", Usage: "print hand `N` as both games play it"},
				&cli.IntFlag{Name: "seats", Usage: "seat `N` players", DefaultText: "6, or the most that both games take"},
				&cli.StringFlag{Name: "stack", Usage: "give each player `SIZE`: chips, or big blinds of each game as in 40bb; a list sets seat 1, seat 2, …", Value: "100bb"},
				library.PolicyFlag("seats play by `POLICY`:", "random"),
				library.DeckFlag(),
				library.ShardFlag(),
				library.WorkersFlag(),
				&cli.BoolFlag{Name: "solve", Usage: "solve both games (small versions; whole games against a bank) and print what the difference is worth", DisableDefaultText: true},
				&cli.BoolFlag{Name: "each-option", Usage: "with --solve: the price of every other value of each option of one GAME", DisableDefaultText: true},
				&cli.StringFlag{Name: "size", Usage: "with --solve: make the games of this `SIZE`, as in 'cardroom solve'", DefaultText: "kuhn with one round of betting, otherwise leduc", Category: app.AdvancedCategory},
				&cli.StringFlag{Name: "deck-ranks", Usage: "with --solve: deal from this many `RANKS`, or from these: 4, A5K", DefaultText: "3, or as many as are needed", Category: app.AdvancedCategory},
				&cli.IntFlag{Name: "deck-suits", Usage: "with --solve: deal from `N` suits", DefaultText: "by size 1, 2 or 4", Category: app.AdvancedCategory},
				&cli.Float64Flag{Name: "until", Usage: "with --solve: stop when the exploitability is at most `X` antes", Value: 0.0001, Category: app.AdvancedCategory},
				&cli.IntFlag{Name: "per-hour", Usage: "with --solve: `N` hands an hour", Value: 30, Category: app.AdvancedCategory},
			}),
		},
		Formats: []string{report.Text, report.JSON, report.CSV, report.HTML},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom diff angies/lowball --b sevens=void", Shows: "how an option changes the game"},
			{Line: "cardroom diff angies/holdem sanrafael/holdem --rules-only", Shows: "compare two houses' rules"},
			{Line: "cardroom diff angies/holdem --stakes 2-4 --stakes-b 3-6 --hands 1000", Shows: "the same game at other stakes"},
			{Line: "cardroom diff angies/lowball --b sevens=void --seed 7 --hand 105", Shows: "one hand, as both games play it"},
			{Line: "cardroom diff angies/stud7 --solve --each-option --size kuhn", Shows: "what each option is worth to each seat of a small version"},
		},
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			if c.Bool("solve") || c.Bool("each-option") {
				o, err := readDiffSolve(c, std, format)
				if err != nil {
					return err
				}
				return solving.Compare(c.Context, std, o)
			}
			opts, err := readDiffOptions(c, std, format)
			if err != nil {
				return err
			}
			return versus.Diff(c.Context, std, opts)
		},
	}
}

// readDiffSolve reads the options of --solve.
func readDiffSolve(c *cli.Context, std *app.IO, format string) (o solving.CompareOptions, err error) {
	for _, name := range []string{"hands", "hand", "rules-only", "policy", "deck", "shard", "workers", "seed", "out", "checkpoint"} {
		if c.IsSet(name) {
			return o, app.Usagef("--%s cannot be used with --solve, which deals no hands at random", name)
		}
	}
	o = solving.CompareOptions{EachOption: c.Bool("each-option"), PerHour: c.Int("per-hour"), Format: format, Effort: solving.DefaultEffort()}
	o.Effort.Until = c.Float64("until")
	switch {
	case !c.Bool("solve"):
		return o, app.Usagef("--each-option needs --solve")
	case o.PerHour < 1:
		return o, app.Usagef("--per-hour must be at least 1, not %d", o.PerHour)
	case !(o.Effort.Until > 0):
		return o, app.Usagef("--until must be above 0, not %g", o.Effort.Until)
	}
	if o.Small, err = library.ReadSmall(c, std); err != nil {
		return o, err
	}
	if len(o.Small.Sizes) > 1 {
		return o, app.Usagef("--size: --solve takes one size, not %d", len(o.Small.Sizes))
	}
	o.Small.Wishes.Stakes = ""
	var v versus.Options
	if o.EachOption {
		if c.NArg() != 1 || c.IsSet("a") || c.IsSet("b") {
			return o, app.Usagef("--each-option takes one GAME, and --set for options of it")
		}
		set, err := library.ParseSet(c.StringSlice("set"))
		o.A = solving.Side{Game: c.Args().First(), Stakes: c.String("stakes"), Set: set}
		return o, err
	}
	if err = readSides(&v, c); err != nil {
		return o, err
	}
	with := func(own map[string]string) map[string]string {
		set := maps.Clone(v.Both)
		maps.Copy(set, own)
		return set
	}
	o.A = solving.Side{Game: v.A.Game, Stakes: v.A.Stakes, Set: with(v.A.Set)}
	o.B = solving.Side{Game: v.B.Game, Stakes: v.B.Stakes, Set: with(v.B.Set)}
	return o, nil
}

func readDiffOptions(c *cli.Context, std *app.IO, format string) (o versus.Options, err error) {
	if err := readSides(&o, c); err != nil {
		return o, err
	}
	r := &o.Run
	if r.Stack, err = simulate.ParseStack(c.String("stack")); err != nil {
		return o, err
	}
	if r.Shard, err = simulate.ParseShard(c.String("shard")); err != nil {
		return o, err
	}
	r.Hands, r.Seats, r.Workers, r.Format = c.Int64("hands"), c.Int("seats"), c.Int("workers"), format
	r.Policy, r.Deck = library.PolicyText(c, "random"), c.String("deck")
	if !c.IsSet("workers") {
		r.Workers = std.CPUs
	}
	o.Hand, o.RulesOnly = c.Int64("hand"), c.Bool("rules-only")
	o.RulesOnly = o.RulesOnly || c.IsSet("hands") && r.Hands == 0
	if r.Out, err = shards.ReadFlags(c); err != nil {
		return o, err
	}
	if r.Deck != "" && !c.IsSet("hands") {
		r.Hands = 0 // as many as there are decks
	}
	if err := checkDiff(&o, c); err != nil || o.RulesOnly {
		return o, err
	}
	r.Seed = app.SeedOf(c, std)
	o.Again = againWords(c, &o)
	return o, nil
}

// readSides reads the two rule sets to compare.
func readSides(o *versus.Options, c *cli.Context) (err error) {
	for _, set := range []struct {
		flag string
		to   *map[string]string
	}{{"a", &o.A.Set}, {"b", &o.B.Set}, {"set", &o.Both}} {
		if *set.to, err = library.ParseChoices(set.flag, c.StringSlice(set.flag)); err != nil {
			return err
		}
	}
	o.A.Stakes, o.B.Stakes = c.String("stakes"), c.String("stakes")
	if c.IsSet("stakes-b") {
		o.B.Stakes = c.String("stakes-b")
	}
	switch args := c.Args(); args.Len() {
	case 0:
		return app.Usagef("diff needs two GAMEs, or one GAME and --b OPTION=VALUE")
	case 1:
		o.A.Game, o.B.Game = args.First(), args.First()
		if len(o.A.Set)+len(o.B.Set) == 0 && o.A.Stakes == o.B.Stakes {
			return app.Usagef("diff needs something to compare %s with: a second GAME, --b OPTION=VALUE or --stakes-b", args.First())
		}
	case 2:
		o.A.Game, o.B.Game = args.First(), args.Get(1)
	default:
		return app.Usagef("unexpected argument %q: diff takes two GAMEs", args.Get(2))
	}
	return nil
}

// checkDiff rejects invalid numbers.
func checkDiff(o *versus.Options, c *cli.Context) error {
	r := &o.Run
	switch {
	case r.Hands < 0:
		return app.Usagef("--hands must be at least 0, not %d", r.Hands)
	case c.IsSet("seats") && r.Seats < 2:
		return app.Usagef("--seats must be at least 2, not %d", r.Seats)
	case r.Workers < 1:
		return app.Usagef("--workers must be at least 1, not %d", r.Workers)
	case c.IsSet("hand") && o.Hand < 1:
		return app.Usagef("--hand must be at least 1, not %d", o.Hand)
	case c.IsSet("hand") && o.RulesOnly:
		return app.Usagef("--hand cannot be used with --rules-only or --hands 0, which play no hand")
	case r.Out.Dir != "" && (o.RulesOnly || c.IsSet("hand")):
		return app.Usagef("--out keeps the sums of a shard: leave out --hand and --rules-only")
	case r.Out.Dir != "" && !c.IsSet("seed"):
		return app.Usagef("--out needs --seed N: all shards have the same, and a comparison that is resumed needs it too")
	}
	return nil
}

// againWords returns the command that plays the same hands again.
func againWords(c *cli.Context, o *versus.Options) []string {
	words := []string{"cardroom", "diff"}
	words = append(words, c.Args().Slice()...)
	for _, name := range []string{"set", "a", "b", "policy"} {
		for _, v := range c.StringSlice(name) {
			words = append(words, versus.Dashes(name), v)
		}
	}
	for _, name := range []string{"stakes", "stakes-b", "seats", "stack", "deck"} {
		if c.IsSet(name) {
			words = append(words, versus.Dashes(name), fmt.Sprint(c.Value(name)))
		}
	}
	return append(words, "--seed", fmt.Sprint(o.Run.Seed))
}
