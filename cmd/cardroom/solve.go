package main

import (
	"path/filepath"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/engine/solve"

	"github.com/urfave/cli/v2"
)

// handCategory is the category of the flags that solve a recorded hand.
const handCategory = "Recorded hand"

// sampleCategory is the category of the flags that solve larger games.
const sampleCategory = "Larger games"

// bankCategory is the category of the flags for games against a bank.
const bankCategory = "Games against a bank"

// readSample reads how to sample a game, and sets the defaults for sampled games.
func readSample(c *cli.Context, e *solving.Effort) (s solving.Sample, err error) {
	s = solving.Sample{Buckets: c.Int("buckets"), Deals: c.Int("deals"), Seed: c.Uint64("seed")}
	for _, name := range []string{"deals", "seed", "sampling"} {
		if c.IsSet(name) && !c.IsSet("buckets") {
			return s, app.Usagef("--%s needs --buckets N", name)
		}
	}
	switch {
	case !c.IsSet("buckets"):
		return s, nil
	case s.Buckets < 1 || s.Buckets > 1000:
		return s, app.Usagef("--buckets must be 1 to 1000, not %d", s.Buckets)
	case s.Deals < 1 || s.Deals > 10_000_000:
		return s, app.Usagef("--deals must be 1 to 10,000,000, not %d", s.Deals)
	case c.IsSet("hand"):
		return s, app.Usagef("--buckets cannot be used with --hand, which is solved exactly")
	}
	switch word := c.String("sampling"); word {
	case "fixed":
	case "external":
		s.External = true
		for _, name := range []string{"until", "method"} {
			if c.IsSet(name) {
				return s, app.Usagef("--%s cannot be used with --sampling external, which makes --iterations", name)
			}
		}
	default:
		return s, app.Usagef("--sampling must be fixed or external, not %q", word)
	}
	if !c.IsSet("until") && !c.IsSet("iterations") {
		e.Until = solving.UsualUntil
	}
	s.Bets, s.Exact, err = solving.ReadBets(c.String("bets"))
	return s, err
}

// readMoment reads which state of a recorded hand to solve.
func readMoment(c *cli.Context) (m solving.Moment, err error) {
	m = solving.Moment{File: c.String("hand"), Number: c.Int("number"), At: -1}
	for _, name := range []string{"number", "at", "range", "bets"} {
		if c.IsSet(name) && m.File == "" && (name != "bets" || !c.IsSet("buckets")) {
			return m, app.Usagef("--%s needs --hand FILE", name)
		}
	}
	if m.File == "" {
		return m, nil
	}
	for _, name := range []string{"size", "stakes", "seats", "stack", "deck-ranks", "deck-suits", "open-folds", "policy", "reply"} {
		if c.IsSet(name) {
			return m, app.Usagef("--%s cannot be used with --hand", name)
		}
	}
	if c.IsSet("at") {
		if m.At = c.Int("at"); m.At < 0 {
			return m, app.Usagef("--at must be at least 0, not %d", m.At)
		}
	}
	if m.Number < 1 {
		return m, app.Usagef("--number must be at least 1, not %d", m.Number)
	}
	if m.Ranges, err = solving.ReadRanges(c.StringSlice("range")); err != nil {
		return m, err
	}
	m.Bets, m.Exact, err = solving.ReadBets(c.String("bets"))
	return m, err
}

func newSolve() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "solve",
			Usage:       "compute best play and what a game is worth to each seat",
			ArgsUsage:   "GAME",
			Category:    app.SectionBooks,
			Description: `Solves a small version of a game: how each seat should play, what the game is worth to it, and how far the answer can be off. --policy computes what a policy loses to its best reply.`,
			Flags: append([]cli.Flag{
				library.SetFlag(),
				&cli.StringFlag{Name: "strategy", Usage: "save the strategies to `FILE`, JSON or .csv"},
				&cli.StringFlag{Name: "reply", Usage: "with --policy, save the best reply to `FILE`, JSON or .csv"},
				&cli.StringFlag{Name: "hand", Usage: "solve the first hand of `FILE` from a state on, instead of a small game", Category: handCategory},
				&cli.IntFlag{Name: "number", Usage: "hand `N` of the file", Value: 1, Category: handCategory},
				&cli.IntFlag{Name: "at", Usage: "begin after `N` actions of players", DefaultText: "after the last card that was dealt", Category: handCategory},
				&cli.StringSliceFlag{Name: "range", Usage: "the hole cards of a seat come from `SEAT=RANGE`; repeatable", DefaultText: "any cards", Category: handCategory},
				&cli.StringFlag{Name: "bets", Usage: "bet and raise `SIZES` times the pot, or all for every amount", DefaultText: "0.5,1, and all in", Category: handCategory},
				&cli.IntFlag{Name: "buckets", Usage: "solve the game with its whole deck: of all deals take some, and put the hands of each round into `N` buckets by their strength", DefaultText: "solve a small version", Category: sampleCategory},
				&cli.IntFlag{Name: "deals", Usage: "with --buckets, take `N` deals", Value: solving.DefaultSample().Deals, Category: sampleCategory},
				&cli.StringFlag{Name: "sampling", Usage: "with --buckets, solve --deals deals (fixed), or learn from new cards in each iteration (external)", Value: "fixed", Category: sampleCategory},
				&cli.Uint64Flag{Name: "seed", Usage: "with --buckets, draw the deals by `SEED`", Value: solving.DefaultSample().Seed, Category: sampleCategory},
				&cli.IntFlag{Name: "show", Usage: "show the first `N` decisions of each seat"},
				&cli.StringSliceFlag{Name: "policy", Usage: "compute what a seat that plays by a policy loses, `SEAT=POLICY`; repeatable"},
				&cli.Int64Flag{Name: "rounds", Usage: "with --policy against a bank, play `N` rounds", DefaultText: "until the loss is known to 0.1 %", Category: bankCategory},
				&cli.StringFlag{Name: "shard", Usage: "with --out, compute only part `I/N` of the groups of hands, such as 1/4", Category: app.AdvancedCategory, DefaultText: "1/1"},
			}, append(append(shards.Flags(), effortFlags()...), library.SmallFlags("Small version", "make the game of this `SIZE`", "kuhn with one round of betting, otherwise leduc")...)...),
		},
		Formats: []string{report.Text, report.JSON},
		Examples: []app.Example{
			{Line: "cardroom solve angies/holdem --size kuhn --show 6", Shows: "one round of hold'em with three cards: its value, and how to play"},
			{Line: "cardroom solve angies/stud7 --set stud_open=bring-in", Shows: "two rounds of stud with six cards, under another reading of a rule"},
			{Line: "cardroom solve angies/lowball --size kuhn --policy 1=call", Shows: "what a seat loses that only checks and calls"},
			{Line: "cardroom solve angies/draw5 --buckets 8 --deals 500 --strategy draw5.strategy", Shows: "five-card draw with its whole deck, with hands in eight buckets by strength, of 500 deals"},
			{Line: "cardroom solve banked/threecard", Shows: "the house edge of each wager, over all deals"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o, err := readSolve(c, std)
			if err != nil {
				return err
			}
			o.Format = format
			return solving.Solve(c.Context, std, o)
		},
	}
}

// readSolve reads what to solve, and how.
func readSolve(c *cli.Context, std *app.IO) (o solving.Options, err error) {
	o = solving.Options{Game: c.Args().First(), Strategy: c.String("strategy"), Reply: c.String("reply"), Show: c.Int("show")}
	if o.Effort, err = readEffortOf(c); err != nil {
		return o, err
	}
	if o.Moment, err = readMoment(c); err != nil {
		return o, err
	}
	if o.Sample, err = readSample(c, &o.Effort); err != nil {
		return o, err
	}
	if o.Small, err = library.ReadSmall(c, std); err != nil {
		return o, err
	}
	if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
		return o, err
	}
	if c.IsSet("policy") {
		o.Policy = library.PolicyText(c, "random")
	}
	if err = readBankParts(c, &o); err != nil {
		return o, err
	}
	switch {
	case c.NArg() != 1:
		return o, app.Usagef("solve takes one GAME")
	case o.Show < 0:
		return o, app.Usagef("--show must be at least 0, not %d", o.Show)
	case o.Reply != "" && o.Policy == "":
		return o, app.Usagef("--reply saves the best reply to a policy: add --policy SEAT=POLICY")
	}
	for _, flag := range []string{"strategy", "reply"} {
		name := c.String(flag)
		if ext := filepath.Ext(name); name != "" && ext != ".json" && ext != ".strategy" && ext != ".csv" {
			return o, app.Usagef("--%s: unknown extension %s (use .json, .strategy or .csv)", flag, ext)
		}
	}
	return o, nil
}

// readBankParts reads the shard of a game against a bank and the folder of its part.
func readBankParts(c *cli.Context, o *solving.Options) (err error) {
	if o.Out, err = shards.ReadFlags(c); err != nil {
		return err
	}
	if o.Shard, err = simulate.ParseShard(c.String("shard")); err != nil {
		return err
	}
	switch o.Rounds = c.Int64("rounds"); {
	case c.IsSet("shard") && o.Out.Dir == "":
		return app.Usagef("--shard is for --out DIR, which writes the shard as a part")
	case !c.IsSet("rounds"):
		return nil
	case o.Rounds < 1:
		return app.Usagef("--rounds must be at least 1, not %d", o.Rounds)
	case o.Policy == "":
		return app.Usagef("--rounds are played by a policy: add --policy")
	case c.IsSet("until"):
		return app.Usagef("--rounds and --until cannot be used together")
	}
	return nil
}

// effortFlags returns the flags that limit the time and precision of solving.
func effortFlags() []cli.Flag {
	const category = "Effort"
	usual := solving.DefaultEffort()
	return []cli.Flag{
		&cli.Float64Flag{Name: "until", Usage: "stop when the exploitability is at most `X` antes", Value: usual.Until, Category: category},
		&cli.IntFlag{Name: "iterations", Usage: "stop after `N` iterations", Value: usual.Iterations, Category: category},
		&cli.StringFlag{Name: "method", Usage: "solve by `METHOD`: " + strings.Join(solve.Methods(), ", "), Value: usual.Method.String(), Category: category},
		&cli.Int64Flag{Name: "limit", Usage: "refuse games of more than `N` nodes", Value: usual.MaxNodes, Category: category},
		&cli.Int64Flag{Name: "memory", Usage: "take at most `MB` megabytes", Value: usual.MaxBytes >> 20, Category: category},
	}
}

func readEffortOf(c *cli.Context) (e solving.Effort, err error) {
	e = solving.Effort{Iterations: c.Int("iterations"), Until: c.Float64("until"), MaxNodes: c.Int64("limit"), MaxBytes: c.Int64("memory") << 20}
	var ok bool
	if e.Method, ok = solve.MethodByName(c.String("method")); !ok {
		return e, app.Usagef("--method must be %s, not %q", strings.Join(solve.Methods(), ", "), c.String("method"))
	}
	switch {
	case e.Iterations < 1:
		err = app.Usagef("--iterations must be at least 1, not %d", e.Iterations)
	case !(e.Until >= 0):
		err = app.Usagef("--until must be at least 0, not %g", e.Until)
	case e.MaxNodes < 1 || e.MaxBytes < 1:
		err = app.Usagef("--limit and --memory must be at least 1")
	}
	if c.IsSet("iterations") && !c.IsSet("until") {
		e.Until = 0
	}
	return e, err
}
