package main

import (
	"slices"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"

	"github.com/urfave/cli/v2"
)

const oddsHelp = `Computes the equity of hands: the part of the pot that each gets on average when the
missing cards are dealt at random and nobody folds.

A hand is cards, AhKh, A♥K♥ or "10h 9h"; ?? is an unknown card, and missing cards are
dealt. Or it is a range: AKs, QQ+, A5s-A2s, 22+,AK:0.5 (a weight), 15% (the best by
equity against a random hand), AAxx, AKds, random, or @FILE with a range in it. Cards
are ranks and suits in turn: AsKs is one hand, AKs is four. 'cardroom doc ranges' has
all of it, and 'cardroom doc odds' what the answers mean.

In a game with draws everybody stands pat, or draws by --draw: a policy for all hands,
or one for each with commas between. pat; cards to throw away, 2c3d; keep AsAh, which
throws away the others; pairs keeps pairs and better, low different ranks up to an
eight (low7, low9), badugi those of different suits; a function of a script,
file.star:name, which is asked as run --policy asks it; best looks for the best reply
to the others and prints what it throws away. A slash parts several draws: 2c3d/pat.
The best reply is exact where that is affordable. Elsewhere it is nearly the best: it
takes the others' last hands to be the same whatever it draws itself.

"win" is how often a hand gets more of the pot than any other, "tie" how often it
shares that, "high" and "low" how often it wins or shares that part, "scoop" how often
it gets everything, "quarter" how often all that it gets is a share of one half. The
answer is exact where that is affordable, or with --exact; otherwise deals are sampled,
and "stderr" is the standard error of the equity.

With --nuts you see the best hands on the board in place of the equity: which hole
cards make them, how many combos there are, and which of the hands you name can have
them. No hand needs to be named.

With --next you see the best and the worst cards that can come next on the board, or
to each hand of a game without one; the formats for programs have them all.

With --grid you see a range of hold'em as a grid of 13 by 13 hands: how much of each
is in it, or, with hands to play against, the equity of each. --format html makes a
page of it.

With --boards 2, or a slash in --board, there are two boards, and each decides half of
the pot: --board Ks7d2c/Qh8h3h.

With --made you also see how often each hand ends as a pair, a straight, a flush or
a low.

With --put, what each hand has put in before it was all in, "chips" is what each can
expect of the main pot and the side pots.

With "-" match-ups are read from standard input, one per line: the hands, and after a
| the board, after another | the dead cards; missing parts default to --board and
--dead, and # begins a comment. --format ndjson answers each line with one object. A
line that cannot be answered is reported, the others are answered, and the exit code
is 1.`

func newOdds() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "odds",
			Usage:       "what part of the pot each hand can expect",
			ArgsUsage:   "HAND...|-",
			Category:    app.SectionPlay,
			Description: oddsHelp,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "the hands are of `GAME`", Value: "mixed/nt"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` on the board"},
				&cli.IntFlag{Name: "boards", Usage: "play for `N` boards, 1 or 2, each for its part of the pot", Value: 1},
				&cli.StringFlag{Name: "dead", Usage: "`CARDS` that cannot come"},
				&cli.StringFlag{Name: "put", Usage: "the hands have put `CHIPS` into the pots, such as 50,100,100"},
				&cli.StringFlag{Name: "draw", Usage: "the hands draw by `POLICY`, such as best or pat,2c3d,low: pat, pairs, low, badugi, best, cards, or file.star:name", DefaultText: "pat"},
				&cli.BoolFlag{Name: "made", Usage: "show how often each hand ends as a pair, a straight and so on", DisableDefaultText: true},
				&cli.BoolFlag{Name: "grid", Usage: "show the first range as a grid of starting hands, or their equity against the others", DisableDefaultText: true},
				&cli.BoolFlag{Name: "nuts", Usage: "show the best hands on the board, and who can hold them", DisableDefaultText: true},
				&cli.BoolFlag{Name: "next", Usage: "show the best and the worst cards that can come next", DisableDefaultText: true},
				&cli.IntFlag{Name: "top", Usage: "show the `N` best hands of --nuts, the N best and worst cards of --next", Value: 5},
				&cli.BoolFlag{Name: "exact", Usage: "give the exact answer, however long it takes", DisableDefaultText: true},
				&cli.Int64Flag{Name: "samples", Usage: "sample `N` deals", DefaultText: "200000 where an exact answer is too much work"},
				&cli.Float64Flag{Name: "error", Usage: "sample until no equity has a standard error above `E`, such as 0.001", DefaultText: "none"},
				&cli.DurationFlag{Name: "time", Usage: "sample for `TIME`, such as 5s; --samples with the number printed gives the same answer again", DefaultText: "none"},
				&cli.IntFlag{Name: "workers", Usage: "use `N` processors", DefaultText: "all"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
			},
		},
		Formats: append(slices.Clone(report.Lists), report.HTML),
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom odds AsAh KsKh", Shows: "two hands before the flop"},
			{Line: "cardroom odds QQ+,AKs TT+,AQs+ --board 2c7d9h", Shows: "two ranges on a flop"},
			{Line: "cardroom odds AA KK random --error 0.002 --seed 1", Shows: "sampled until it is as exact as that"},
			{Line: "cardroom odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h", Shows: "a pot for high and low"},
			{Line: "cardroom odds AsAh 7d6d --board 8d9c2d --made", Shows: "what they end as"},
			{Line: "cardroom odds --grid 22+,A2s+,KTs+,AJo+,KQo:0.5", Shows: "a range as a grid"},
			{Line: "cardroom odds --grid random QQ+,AKs", Shows: "what every starting hand can expect against a range"},
			{Line: "cardroom odds --next AsAh 8d7d --board 9d6c2d", Shows: "the cards that help and hurt on the turn"},
			{Line: "cardroom odds --nuts --board Kc9c4c8h2d QQ+,AQs", Shows: "the best hands on a board, and how often the range has them"},
			{Line: "cardroom odds --game angies/omaha AsAdKsKd JhTh9c8c --board 8d6d2c/QhJc3s", Shows: "two boards, each for half of the pot"},
			{Line: "cardroom odds AsAh KsKh QcQd --put 20,100,80", Shows: "three players all in, each for something else"},
			{Line: "cardroom odds --game mixed/n2l1d 2h3c4d5sKh 9h8c7d4s2c --draw best,pat", Shows: "one card to come against a nine"},
			{Line: "cardroom odds - --format ndjson <matchups.txt", Shows: "many match-ups, a line for each"},
			{Line: "cardroom odds --game mixed/f7s AhAdKc 7h7d7s random --dead 7c --samples 20000 --seed 1", Shows: "stud, a hand that nobody has seen, a dead card"},
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
	return o, readView(&o, c)
}

// readEffort reads how exact the answer is to be.
func readEffort(o *equity.Options, c *cli.Context, std *app.IO) error {
	sampled := c.IsSet("samples") || c.IsSet("error") || c.IsSet("time")
	o.Effort.Workers = std.CPUs
	switch {
	case sampled && o.Effort.Exact:
		return app.Usagef("--exact and sampling (--samples, --error, --time) contradict each other")
	case c.IsSet("samples") && c.Int64("samples") < 1:
		return app.Usagef("--samples is at least 1, not %d", c.Int64("samples"))
	case c.IsSet("error") && !(c.Float64("error") > 0 && c.Float64("error") < 1):
		return app.Usagef("--error is between 0 and 1, not %g", c.Float64("error"))
	case c.IsSet("time") && c.Duration("time") <= 0:
		return app.Usagef("--time is more than nothing, not %s", c.Duration("time"))
	case c.Int("boards") < 1 || c.Int("boards") > 2:
		return app.Usagef("--boards is 1 or 2, not %d", c.Int("boards"))
	case c.IsSet("workers") && c.Int("workers") < 1:
		return app.Usagef("--workers is at least 1, not %d", c.Int("workers"))
	case c.IsSet("workers"):
		o.Effort.Workers = c.Int("workers")
	}
	if sampled {
		o.Effort.Samples, o.Effort.Enough = c.Int64("samples"), 1
		o.Effort.Error, o.Time = c.Float64("error"), c.Duration("time")
	}
	return nil
}

// readView reads what is asked in place of the equity of hands.
func readView(o *equity.Options, c *cli.Context) error {
	o.Nuts, o.Grid, o.Next, o.Top = c.Bool("nuts"), c.Bool("grid"), c.Bool("next"), c.Int("top")
	var with string
	var not []string
	switch {
	case o.Nuts && o.Grid || o.Nuts && o.Next || o.Grid && o.Next:
		return app.Usagef("--nuts, --next and --grid are different questions: ask one")
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
		return app.Usagef("--top is at least 1, not %d", o.Top)
	case o.Format == report.HTML && !o.Grid:
		return app.Usagef("--format html is for --grid")
	case (o.Nuts || o.Grid || o.Next) && slices.Contains(o.Hands, "-"):
		return app.Usagef("%s does not read standard input: name the hands here", with)
	case o.Grid && len(o.Hands) == 0:
		return app.Usagef("--grid needs a range, such as 22+,AKs or random")
	}
	return nil
}
