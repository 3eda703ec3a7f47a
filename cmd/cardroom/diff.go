package main

import (
	"fmt"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/versus"

	"github.com/urfave/cli/v2"
)

func newDiff() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "diff",
			Usage:     "compare two rule sets: their rules, and what comes of them with the same cards",
			ArgsUsage: "GAME [GAME]",
			Category:  app.SectionBooks,
			Description: `Compares two games, or one game under two choices of its options. First it shows
what differs in the rules, in the words of the rule sheets, with the script line
behind each: '-' is a rule of the first game, '+' one of the second. Functions of
scripts that the games ask are compared by their text. Names, docstrings, clauses,
tables and collections of the room are left out.

Then both are played with the same cards: hand n of each has the same order of the
pack, the same button and the same chance of the players, and is the hand that
'cardroom run' plays. Games with different packs get the order of a pack that has
the cards of both, each without what it does not play with. Differences are taken
hand by hand, the second less the first; '±' is half of the 95 % confidence interval
of their mean, 1.96 standard errors.

Exit code 0 says that neither the rules nor a hand differ, 1 that something does.
--hand N tells one hand in both games, as the first that differ are listed.`,
			Flags: []cli.Flag{
				&cli.StringSliceFlag{Name: "a", Usage: "decide a doubtful rule in the first game alone, `OPTION=VALUE`; may be repeated"},
				&cli.StringSliceFlag{Name: "b", Usage: "decide one in the second alone, `OPTION=VALUE`; the second GAME may be left out where it is the first"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide one in both games, or in the one that knows it, `OPTION=VALUE`; may be repeated"},
				&cli.StringFlag{Name: "stakes", Usage: "for `STAKES` such as 2-4, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "those of each house"},
				&cli.StringFlag{Name: "stakes-b", Usage: "the second game for other `STAKES`", DefaultText: "the same"},
				&cli.BoolFlag{Name: "rules-only", Usage: "compare the rules and play nothing, as --hands 0", DisableDefaultText: true},
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands of each", Value: 10000, DefaultText: "10000, or as many as the deck file has"},
				&cli.Int64Flag{Name: "hand", Usage: "tell hand `N` in both games, and compare nothing else"},
				&cli.IntFlag{Name: "seats", Usage: "with `N` players", DefaultText: "6, or the most that both games take"},
				&cli.StringFlag{Name: "stack", Usage: "each with `SIZE`: in chips, or in big blinds of each game as in 40bb; a list gives seat 1, seat 2, … their own", Value: "100bb"},
				library.PolicyFlag("all deciding by `POLICY`: random, call, or file.star:name"),
				&cli.StringFlag{Name: "deck", Usage: "with the cards of `FILE`, one deck per line, top card first", DefaultText: "random"},
				&cli.StringFlag{Name: "shard", Usage: "play only part `I/N` of the hands, such as 1/4", DefaultText: "1/1"},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
			},
		},
		Formats: []string{report.Text, report.JSON},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom diff angies/lowball --b sevens=void", Shows: "how another reading of a rule changes the game"},
			{Line: "cardroom diff angies/holdem sanrafael/holdem --rules-only", Shows: "how two houses' rules differ"},
			{Line: "cardroom diff angies/holdem --stakes 2-4 --stakes-b 3-6 --hands 1000", Shows: "the same game at other stakes"},
			{Line: "cardroom diff angies/lowball --b sevens=void --seed 7 --hand 105", Shows: "one hand, told in both"},
		},
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts, err := readDiffOptions(c, std, format)
			if err != nil {
				return err
			}
			return versus.Diff(c.Context, std, opts)
		},
	}
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
	r.Policy, r.Deck = library.PolicyText(c), c.String("deck")
	if !c.IsSet("workers") {
		r.Workers = std.CPUs
	}
	o.Hand, o.RulesOnly = c.Int64("hand"), c.Bool("rules-only")
	o.RulesOnly = o.RulesOnly || c.IsSet("hands") && r.Hands == 0
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

// readSides reads which rule sets are compared.
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
		return app.Usagef("diff needs a GAME, and another or --b OPTION=VALUE")
	case 1:
		o.A.Game, o.B.Game = args.First(), args.First()
		if len(o.A.Set)+len(o.B.Set) == 0 && o.A.Stakes == o.B.Stakes {
			return app.Usagef("diff needs a second GAME, or --b OPTION=VALUE, or --stakes-b: here is only %s", args.First())
		}
	case 2:
		o.A.Game, o.B.Game = args.First(), args.Get(1)
	default:
		return app.Usagef("diff takes two GAMEs, and here is also %q", args.Get(2))
	}
	return nil
}

// checkDiff refuses numbers that mean nothing.
func checkDiff(o *versus.Options, c *cli.Context) error {
	r := &o.Run
	switch {
	case r.Hands < 0:
		return app.Usagef("--hands is at least 0, not %d", r.Hands)
	case c.IsSet("seats") && r.Seats < 2:
		return app.Usagef("--seats is at least 2, not %d", r.Seats)
	case r.Workers < 1:
		return app.Usagef("--workers is at least 1, not %d", r.Workers)
	case c.IsSet("hand") && o.Hand < 1:
		return app.Usagef("--hand is at least 1, not %d", o.Hand)
	case c.IsSet("hand") && o.RulesOnly:
		return app.Usagef("--hand plays a hand, --rules-only and --hands 0 play none")
	}
	return nil
}

// againWords is the command that plays the same hands again.
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
