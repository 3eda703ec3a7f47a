package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/checks"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"

	"github.com/urfave/cli/v2"
)

func newCheck() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "check",
			Usage:       "find faults in scripts and games",
			ArgsUsage:   "[PATH...]",
			Category:    app.SectionWrite,
			Description: `Finds faults in scripts without running them, then loads them and looks at their games: unknown names and arguments, code that is unused or never reached, decks that run out, showdowns that nobody can win, slow hooks.`,
			Flags: append([]cli.Flag{
				library.SetFlag(),
				&cli.BoolFlag{Name: "fix", Usage: "repair what can be repaired without changing the script's meaning", DisableDefaultText: true},
				&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Usage: "print what --fix would change, and change nothing", DisableDefaultText: true},
			}, exhaustiveFlags()...),
		},
		Formats: []string{report.Text, report.JSON, report.SARIF, report.GitHub},
		Examples: []app.Example{
			{Line: "cardroom check", Shows: "all scripts that come with cardroom"},
			{Line: "cardroom check my/game.star", Shows: "your own script"},
			{Line: "cardroom check --diff my", Shows: "what --fix would change in a folder"},
			{Line: "cardroom check --exhaustive angies/holdem", Shows: "every line of one-round and two-round hold'em with few cards"},
			{Line: "cardroom check --exhaustive --deck-ranks 96T sanrafael/california22", Shows: "every round against a banker with nines, sixes, tens and jokers"},
			{Line: "cardroom check --format sarif my", Shows: "a SARIF report for a code host"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := checks.Options{Paths: c.Args().Slice(), Fix: c.Bool("fix"), Diff: c.Bool("diff"), Format: format}
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
			return checks.Check(c.Context, std, opts)
		},
	}
}

// exhaustiveFlags are the flags of check that go with --exhaustive.
func exhaustiveFlags() []cli.Flag {
	const category = "Exhaustive play"
	return []cli.Flag{
		&cli.BoolFlag{Name: "exhaustive", Usage: "play every line of small versions of the games", DisableDefaultText: true, Category: category},
		&cli.StringFlag{Name: "size", Usage: "versions to play, `SIZES`: kuhn (one round), leduc (two rounds), whole (all of the game)", DefaultText: "kuhn,leduc; against a bank whole", Category: category},
		&cli.StringFlag{Name: "stakes", Usage: "play for `STAKES`", Category: category},
		&cli.IntFlag{Name: "seats", Usage: "seat `N` players", DefaultText: "as few as may play", Category: category},
		&cli.StringFlag{Name: "stack", Usage: "give each player `CHIPS`, or a list for seat 1, seat 2, …: \"4\", \"3,4,6\"", DefaultText: "enough for the bets of the size", Category: category},
		&cli.StringFlag{Name: "deck-ranks", Usage: "deal from this many `RANKS`, or from these: 4, A5K", DefaultText: "3, or as many as are needed", Category: category},
		&cli.IntFlag{Name: "deck-suits", Usage: "deal from `N` suits", DefaultText: "by size 1, 2 or 4", Category: category},
		&cli.Int64Flag{Name: "limit", Usage: "stop a version after `N` decisions and ends of hands", Value: 5_000_000, Category: category},
		&cli.StringFlag{Name: "save", Usage: "save the hands that show faults to `FILE`", Category: category},
		&cli.BoolFlag{Name: "open-folds", Usage: "also try folds where a check is free", DisableDefaultText: true, Category: category},
	}
}

// exhaustOptionsOf reads the flags; nil without --exhaustive.
func exhaustOptionsOf(c *cli.Context) (*checks.ExhaustOptions, error) {
	if !c.Bool("exhaustive") {
		for _, f := range exhaustiveFlags()[1:] {
			if name := f.Names()[0]; c.IsSet(name) {
				return nil, app.Usagef("--%s goes with --exhaustive", name)
			}
		}
		return nil, nil
	}
	o := &checks.ExhaustOptions{
		Wishes: enumerate.Wishes{Stakes: c.String("stakes"), Seats: c.Int("seats"), Suits: c.Int("deck-suits")},
		Limit:  c.Int64("limit"), Folds: c.Bool("open-folds"), Stacks: c.String("stack"),
	}
	if err := o.ReadRanks(c.String("deck-ranks")); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(c.String("size"), ",") {
		if !c.IsSet("size") {
			break
		}
		size, ok := enumerate.SizeByName(strings.TrimSpace(name))
		if !ok {
			return nil, app.Usagef("--size must be kuhn, leduc or whole, not %q", name)
		}
		o.Sizes = append(o.Sizes, size)
	}
	if o.Wishes.Seats < 0 || o.Wishes.Ranks < 0 || o.Wishes.Suits < 0 || o.Wishes.Suits > 4 || o.Limit < 1 {
		return nil, app.Usagef("--seats, --deck-ranks, --deck-suits (at most 4) and --limit are at least 1")
	}
	if o.Stacks == "" {
		return o, nil
	}
	for text := range strings.SplitSeq(o.Stacks, ",") {
		n, err := plan.ParseMoney(strings.TrimSpace(text))
		if err != nil || n == 0 {
			return nil, app.Usagef("--stack is amounts such as 4 or 3,4,6, not %q", o.Stacks)
		}
		o.Wishes.Stacks = append(o.Wishes.Stacks, n)
	}
	return o, nil
}
