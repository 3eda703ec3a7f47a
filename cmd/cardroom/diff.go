package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/compare"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/urfave/cli/v2"
)

// diffOptions are the inputs of diff.
type diffOptions struct {
	A, B diffSide
	// Both chooses options of both games.
	Both      map[string]string
	Run       runOptions // what both are played by; Game, Set and Stakes are those of the sides
	RulesOnly bool
	Hand      int64 // tell this hand, 0: compare
	// Again is the command line without --hand and what does not decide a hand.
	Again []string
}

// diffSide is one of the two rule sets.
type diffSide struct {
	Game   string
	Set    map[string]string // options of this side alone
	Stakes string
}

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
			return diffGames(c.Context, std, opts)
		},
	}
}

func readDiffOptions(c *cli.Context, std *app.IO, format string) (o diffOptions, err error) {
	if err := o.readSides(c); err != nil {
		return o, err
	}
	r := &o.Run
	if r.Stack, err = parseStack(c.String("stack")); err != nil {
		return o, err
	}
	if r.Shard, err = parseShard(c.String("shard")); err != nil {
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
	if err := o.check(c); err != nil || o.RulesOnly {
		return o, err
	}
	r.Seed = app.SeedOf(c, std)
	o.Again = againWords(c, &o)
	return o, nil
}

// readSides reads which rule sets are compared.
func (o *diffOptions) readSides(c *cli.Context) (err error) {
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

// check refuses numbers that mean nothing.
func (o *diffOptions) check(c *cli.Context) error {
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
func againWords(c *cli.Context, o *diffOptions) []string {
	words := []string{"cardroom", "diff"}
	words = append(words, c.Args().Slice()...)
	for _, name := range []string{"set", "a", "b", "policy"} {
		for _, v := range c.StringSlice(name) {
			words = append(words, dashes(name), v)
		}
	}
	for _, name := range []string{"stakes", "stakes-b", "seats", "stack", "deck"} {
		if c.IsSet(name) {
			words = append(words, dashes(name), fmt.Sprint(c.Value(name)))
		}
	}
	return append(words, "--seed", fmt.Sprint(o.Run.Seed))
}

func dashes(name string) string { return "--" + name }

// rival is a side that has been loaded.
type rival struct {
	side  diffSide
	set   map[string]string // all options chosen for it
	game  *plan.Game
	bound *plan.Bound
	lib   *dsl.Library
	job   *batch.Job
}

// label is the rule set in a line, such as "angies/lowball sevens=void".
func (r *rival) label() string {
	words := []string{r.game.ID}
	for _, name := range slices.Sorted(maps.Keys(r.side.Set)) {
		words = append(words, name+"="+r.side.Set[name])
	}
	return strings.Join(words, " ")
}

// diffResult is how two rule sets differ.
type diffResult struct {
	A, B       *rival
	Rules      *compare.Difference
	Played     bool
	Opts       *diffOptions
	Pair       *batch.Pair
	Outcome    batch.PairResult
	First      []diffHand
	Elapsed    time.Duration
	Incomplete bool // interrupted
}

// diffHand is a hand that ends differently.
type diffHand struct {
	Hand    int64        `json:"hand"`
	Net     []rows.Money `json:"net"` // by seat, B less A
	Command string       `json:"command"`
}

// Differ reports whether there is anything that differs.
func (r *diffResult) Differ() bool {
	if r.Rules.Any() || r.Outcome.Differ > 0 {
		return true
	}
	return slices.ContainsFunc(r.Outcome.Diff[:], func(s batch.Sum) bool { return s.Wins+s.Losses > 0 })
}

// diffGames compares two rule sets.
func diffGames(ctx context.Context, std *app.IO, opts diffOptions) error {
	a, b, err := loadRivals(std, &opts)
	if err != nil {
		return err
	}
	r := &diffResult{A: a, B: b, Opts: &opts}
	if !opts.RulesOnly {
		if r.Pair, err = pairOf(std, a, b, opts.Run); err != nil {
			return err
		}
	}
	if opts.Hand > 0 {
		return tellBoth(ctx, std, r)
	}
	r.Rules = compare.Rules(a.bound, b.bound)
	if r.Pair != nil {
		err = r.play(ctx, std)
		if err != nil && !errors.Is(err, context.Canceled) {
			return r.whilePlaying(err)
		}
	}
	bad := std.Results(opts.Run.Format, func(std *app.IO, format string) error {
		if format != report.Text {
			return writeDifference(std, r)
		}
		printDifference(std.Stdout, r)
		return nil
	})
	if bad != nil {
		return bad
	}
	if err == nil && r.Differ() {
		return app.ErrNo
	}
	return err
}

// loadRivals loads both sides.
func loadRivals(std *app.IO, o *diffOptions) (a, b *rival, err error) {
	if a, err = loadRival(std, o.A, o.Both); err != nil {
		return nil, nil, err
	}
	if b, err = loadRival(std, o.B, o.Both); err != nil {
		return nil, nil, err
	}
	either := *a.game
	either.Options = slices.Concat(a.game.Options, b.game.Options)
	return a, b, library.KnowsOptions(&either, o.Both)
}

// loadRival loads one side at its stakes.
func loadRival(std *app.IO, side diffSide, both map[string]string) (*rival, error) {
	r := &rival{side: side, set: maps.Clone(both)}
	maps.Copy(r.set, side.Set)
	menu, err := library.New(std, r.set).Menu(side.Game)
	if err != nil {
		return nil, err
	}
	if menu != nil {
		return nil, app.Usagef("%s is a choice of %d games: name one of them, such as %s", menu.ID, len(menu.Games), menu.Games[0].ID)
	}
	if r.game, r.lib, err = library.Find(std, side.Game, r.set); err != nil {
		return nil, err
	}
	if err := library.KnowsOptions(r.game, side.Set); err != nil {
		return nil, err
	}
	bound, err := bindAll([]*plan.Game{r.game}, side.Stakes)
	if err != nil {
		return nil, err
	}
	r.bound = bound[0]
	return r, nil
}

// pairOf makes the jobs of both sides: the same seats, and the same cards.
func pairOf(std *app.IO, a, b *rival, run runOptions) (*batch.Pair, error) {
	var err error
	if run.Seats, err = commonSeats(a.bound, b.bound, run.Seats); err != nil {
		return nil, err
	}
	for _, r := range []*rival{a, b} {
		run.Game, run.Set, run.Stakes = r.side.Game, r.set, r.side.Stakes
		if r.job, err = newJob(std, r.game, run); err != nil {
			return nil, err
		}
		p, err := library.ReadPolicies(r.lib, run.Policy, run.Seats)
		if err != nil {
			return nil, err
		}
		r.job.Policy = p.Maker()
	}
	if run.Deck == "" && a.game.Deck != b.game.Deck {
		a.job.Pack, b.job.Pack = batch.CommonPacks(a.game.Deck, b.game.Deck)
	}
	return &batch.Pair{A: a.job, B: b.job}, nil
}

// commonSeats is a number of players that both games take: as asked, or six.
func commonSeats(a, b *plan.Bound, asked int) (int, error) {
	low, high := max(a.Game.MinSeats, b.Game.MinSeats), min(a.Game.MaxSeats, b.Game.MaxSeats, a.Seats, b.Seats)
	switch {
	case low > high:
		return 0, app.Usagef("%s is for %d to %d players and %s for %d to %d: no number suits both",
			a.Game.ID, a.Game.MinSeats, a.Game.MaxSeats, b.Game.ID, b.Game.MinSeats, b.Game.MaxSeats)
	case asked == 0:
		return max(low, min(6, high)), nil
	case asked < low || asked > high:
		return 0, app.Usagef("%s and %s can both be played by %d to %d players, not %d", a.Game.ID, b.Game.ID, low, high, asked)
	}
	return asked, nil
}

// play plays the hands of both sides, and the first that differ again to tell of
// them.
func (r *diffResult) play(ctx context.Context, std *app.IO) error {
	p := std.StartProgress("playing", r.Pair.A.To-r.Pair.A.From)
	defer p.Stop()
	started := std.Now()
	var err error
	r.Outcome, err = batch.RunPair(ctx, r.Pair, r.Opts.Run.Workers, &p.Done)
	r.Elapsed, r.Incomplete, r.Played = std.Now().Sub(started), err != nil, true
	p.Stop()
	for _, n := range r.Outcome.First.List() {
		one, bad := r.told(n)
		if bad != nil {
			return errors.Join(err, bad)
		}
		r.First = append(r.First, one)
	}
	return err
}

// WhilePlaying is an error of either game in the names that the user typed.
func (r *diffResult) whilePlaying(err error) error {
	return library.WhilePlaying(library.WhilePlaying(err, r.A.side.Game, r.Opts.Run.Policy), r.B.side.Game, r.Opts.Run.Policy)
}

// told is what a hand that differs comes to.
func (r *diffResult) told(n int64) (diffHand, error) {
	_, a, errA := tellHand(r.Pair.A, n)
	_, b, errB := tellHand(r.Pair.B, n)
	out := diffHand{Hand: n, Command: r.again(n)}
	units := r.Pair.Units()
	for i := range a {
		out.Net = append(out.Net, rows.Money{Units: b[i]*(units/r.B.bound.Stakes.Scale) - a[i]*(units/r.A.bound.Stakes.Scale), Scale: units})
	}
	return out, errors.Join(errA, errB)
}

// again is the command that tells hand n in both games.
func (r *diffResult) again(n int64) string {
	var words []string
	for _, w := range append(slices.Clone(r.Opts.Again), "--hand", fmt.Sprint(n)) {
		words = append(words, shellWord(w))
	}
	return strings.Join(words, " ")
}

// shellWord is a word as shells read it.
func shellWord(w string) string {
	if w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%#", r)
	}) && w[0] != '#' {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// tellHand plays one hand and returns the lines that tell it, and what each seat
// won.
func tellHand(job *batch.Job, n int64) (lines []string, net []int64, err error) {
	one := *job
	one.From, one.To = n, n+1
	one.Record = func(to []byte, _ int64, p *batch.Played) ([]byte, error) {
		var text bytes.Buffer
		w := term.NewStream(&text)
		printCollections(w, p.Hand, nil)
		narrate(w, p.Hand, p.Log.Events, nil)
		lines = strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
		for i := range p.Hand.Seats() {
			net = append(net, p.Hand.Net(i))
		}
		return to, nil
	}
	_, err = batch.Run(context.Background(), &one, 1, nil)
	return lines, net, err
}

// tellBoth tells one hand in both games, line by line.
func tellBoth(_ context.Context, std *app.IO, r *diffResult) error {
	n := r.Opts.Hand
	a, _, err := tellHand(r.Pair.A, n)
	if err != nil {
		return r.whilePlaying(err)
	}
	b, _, err := tellHand(r.Pair.B, n)
	if err != nil {
		return r.whilePlaying(err)
	}
	edits := compare.Lines(a, b)
	differ := slices.ContainsFunc(edits, func(e compare.Edit) bool { return e.Op != compare.Both })
	err = std.Results(r.Opts.Run.Format, func(std *app.IO, format string) error {
		if format != report.Text {
			return writeTold(std, r, edits, a, b)
		}
		printTold(std.Stdout, r, edits, a, b)
		return nil
	})
	if err != nil {
		return err
	}
	if differ {
		return app.ErrNo
	}
	return nil
}
