package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/safefile"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/verbal"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

// runOptions are the inputs of run. Everything but Workers, Show, Save and
// Format decides what is played.
type runOptions struct {
	Game   string
	Set    map[string]string
	Hands  int64
	Seats  int
	Stakes string
	Stack  stackSize
	Policy string
	// policies are the hashes of the scripts among them, where they are saved.
	policies map[string]string
	Deck     string
	Seed     uint64
	Shard    shard
	Workers  int
	Show     int64
	Save     string
	Mishaps  float64
	Format   string
	// Hand is the only hand that is played, 0 for all.
	Hand      int64
	KeepGoing bool
	// Again is the command line that decides what is played, and upTo the flag of it
	// that names a hand.
	Again []string
	upTo  string
}

func newRun() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "run",
			Usage:     "play a game many times, with random or recorded cards",
			ArgsUsage: "GAME",
			Category:  app.SectionPlay,
			Description: `Plays hands of a game and sums them up. As text it tells the first hand in
full, as the dealer would, and then what all hands came to.

Every hand starts with the same stacks and the button moves one seat a hand.
Hand n is the same for the same inputs and seed, however many workers there are
and whichever shard it falls into. In every hand the chips are checked: what
went in is what came out, plus what the house collected.

Policies: random (facing a bet folds 15 %, raises 25 %, most of these the least
allowed, else checks or calls), call (always checks or calls), or a function of
a script, file.star:name, which is asked at every decision with what the seat
may see and answers in words: "fold", "check", "call", "raise 12", "min", "max",
"pass", "bring in", "draw 2s 7d", "stand pat", "show 7d", "straddle", "decline".
"check" is the least that goes on, whatever is asked. An amount that the limit
does not allow ends the run with an error, and so does "raise", "min" or "max"
where no raise is possible: view.can_raise tells, and view.no_raise says why.

Against a bank a policy answers with one of view.options, and an amount where it
takes one: "bank 100", "bet 10", "pass", "hit", "double 4". Rounds stand for
themselves: the bank is offered to each seat in turn first, for as many rounds as
one may bank. How it goes round when it is declined is a matter of --session.

A hand that goes wrong, because a policy fails or a law of the engine is broken,
ends the run with an error and the command that plays this hand alone (--hand).
--keep-going plays on: such hands are counted and the first twenty listed, each
with its command; their chips are in no total, they are not saved, and the exit
code is 1. A script that takes too much time ends the run all the same.
A session has no --keep-going: its hands follow each other.

--session plays one table on from hand to hand; so does the name of a house's
table or a script that describes one. Saved as FILE.session it is its inputs and
the table's events; as FILE.phhs it has every hand besides, which 'cardroom
replay' checks card by card. Both go on with --resume: the session is played
again first and must come out as recorded. A policy whose script has changed since
is refused until --policy names it again. ^C saves what there is; --resume then
goes on to the end that was asked for. --events has happen at the table what a
file says besides, one event a line with the hands before it: '100 post game=2'
posts the second collection of the table after 100 hands, '20 join player=1000
amount=$50' seats a guest, or puts him on the waiting list. Others: transfer, call,
unlist, move, leave, sit-out, return, buy, cash-out, agree (to play game=N),
change, choose, owe-blinds, and tick at=13:30 for the clock; seats are seat=N, and
wait stands for who waits for the big blind. --mishaps lets things go wrong in a
session too; they happen again by the seed when it is resumed.`,
			Flags: append(sessionFlags(), []cli.Flag{
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands", Value: 10000, DefaultText: "10000, or as many as the deck file has"},
				&cli.Int64Flag{Name: "hand", Usage: "play only hand `N`, as it is in a run of any length", DefaultText: "all"},
				&cli.BoolFlag{Name: "keep-going", Usage: "play on after a hand that goes wrong, and list such hands", DisableDefaultText: true},
				&cli.IntFlag{Name: "seats", Usage: "with `N` players", DefaultText: "6, or the most the game takes"},
				&cli.StringFlag{Name: "stakes", Usage: "for `STAKES` such as 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"},
				&cli.StringFlag{Name: "stack", Usage: "each with `SIZE`: in chips, or in big blinds as in 40bb; a list gives seat 1, seat 2, … their own", Value: "100bb"},
				library.PolicyFlag("all deciding by `POLICY`: random, call, or file.star:name"),
				&cli.StringFlag{Name: "deck", Usage: "with the cards of `FILE`, one deck per line, top card first", DefaultText: "random"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.StringFlag{Name: "shard", Usage: "play only part `I/N` of the hands, such as 1/4", DefaultText: "1/1"},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
				&cli.Int64Flag{Name: "show", Usage: "tell the first `N` hands in full (text only)", Value: 1},
				&cli.Float64Flag{Name: "mishaps", Usage: "let something irregular happen with probability `P` at every moment of a hand, such as 0.02; rulings are counted", DefaultText: "0"},
				&cli.StringFlag{Name: "save", Usage: "write the hands to `FILE`.phhs, or a session to `FILE`.session or .phhs"},
			}...),
		},
		Formats: []string{report.Text, report.JSON, report.NDJSON, report.CSV},
		Chance:  true,
		Examples: []app.Example{
			{Line: "cardroom run angies/omaha-hilo", Shows: "ten thousand hands of a house game, the first one told in full"},
			{Line: "cardroom run angies/holdem --hands 1 --seed 7", Shows: "one hand, always the same"},
			{Line: "cardroom run angies/holdem --session --kill half --hands 500 --save evening.phhs", Shows: "an evening at one table, every hand written down"},
			{Line: "cardroom run house004/holdem --mishaps 0.02", Shows: "with flashed cards, string bets and what else goes wrong"},
			{Line: "cardroom run casino/omaha --stakes \"pl 1-2\" --seats 9 --hands 500 --json", Shows: "a summary for other programs"},
		},
		Scripts: true,
		Report:  true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			if isSession(c, std) {
				return doSession(c, std, format)
			}
			opts, err := readRunOptions(c, std, format)
			if err != nil {
				return err
			}
			if strings.HasSuffix(opts.Save, ".session") {
				return app.Usagef("--save writes a .session of a session only: add --session")
			}
			return runGame(c.Context, std, opts)
		},
	}
}

func readRunOptions(c *cli.Context, std *app.IO, format string) (o runOptions, err error) {
	if o, err = readPlayed(c, std, format); err != nil {
		return o, err
	}
	o.Seed, o.Hand, o.KeepGoing, o.upTo = app.SeedOf(c, std), c.Int64("hand"), c.Bool("keep-going"), "--hand"
	o.Again = commandWords(c, &o)
	switch {
	case !c.IsSet("hand"):
	case o.Hand < 1:
		err = app.Usagef("--hand is a hand of the run, from 1, not %d", o.Hand)
	case c.IsSet("hands") || c.IsSet("shard"):
		err = app.Usagef("--hand plays one hand: there is no --hands or --shard with it")
	}
	return o, err
}

// readPlayed reads what is played, but for the seed.
func readPlayed(c *cli.Context, std *app.IO, format string) (o runOptions, err error) {
	if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
		return o, err
	}
	if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
		return o, err
	}
	if o.Stack, err = parseStack(c.String("stack")); err != nil {
		return o, err
	}
	if o.Shard, err = parseShard(c.String("shard")); err != nil {
		return o, err
	}
	o.Hands, o.Seats, o.Show = c.Int64("hands"), c.Int("seats"), c.Int64("show")
	o.Workers, o.Format = c.Int("workers"), format
	o.Mishaps = c.Float64("mishaps")
	o.Stakes, o.Policy, o.Deck, o.Save = c.String("stakes"), library.PolicyText(c), c.String("deck"), c.String("save")
	if !c.IsSet("workers") {
		o.Workers = std.CPUs
	}
	if o.Deck != "" && !c.IsSet("hands") {
		o.Hands = 0 // as many as there are decks
	}
	return o, o.check(c)
}

// check refuses numbers that mean nothing.
func (o *runOptions) check(c *cli.Context) error {
	switch {
	case o.Hands < 0 || o.Hands == 0 && c.IsSet("hands"):
		return app.Usagef("--hands is at least 1, not %d", o.Hands)
	case c.IsSet("seats") && o.Seats < 2:
		return app.Usagef("--seats is at least 2, not %d", o.Seats)
	case o.Workers < 1:
		return app.Usagef("--workers is at least 1, not %d", o.Workers)
	case !(o.Mishaps >= 0 && o.Mishaps <= 1):
		return app.Usagef("--mishaps is a probability from 0 to 1, not %v", o.Mishaps)
	case o.Show < 0:
		return app.Usagef("--show is at least 0, not %d", o.Show)
	case o.Save != "" && !strings.HasSuffix(o.Save, ".phhs") && !strings.HasSuffix(o.Save, ".session"):
		return app.Usagef("--save writes .phhs files, and .session files of sessions, not %q", o.Save)
	}
	return nil
}

// shard is a part of a run: hand numbers from Index-1 parts of Count on.
type shard struct{ Index, Count int64 }

func parseShard(text string) (shard, error) {
	if text == "" {
		return shard{1, 1}, nil
	}
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.ParseInt(i, 10, 64)
	count, err2 := strconv.ParseInt(n, 10, 64)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > count {
		return shard{}, app.Usagef("--shard is I/N with I from 1 to N, such as 2/4, not %q", text)
	}
	return shard{index, count}, nil
}

// of is the range of hand numbers, first to before the last, that the shard has
// of total hands. The shards of a run cover it without gap or overlap and differ
// by one hand at most.
func (s shard) of(total int64) (from, to int64) {
	return s.cut(s.Index-1, total), s.cut(s.Index, total)
}

// cut is total*part/Count without the overflow of the product.
func (s shard) cut(part, total int64) int64 {
	whole, rest := total/s.Count, total%s.Count
	return whole*part + min(part, rest)
}

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// stackSize is --stack: one size for all seats, or one for each.
type stackSize []stackOf

type stackOf struct {
	amount   int64 // in cents, or in hundredths of a big blind
	inBlinds bool
}

func parseStack(text string) (stackSize, error) {
	var out stackSize
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		number, inBlinds := strings.CutSuffix(strings.ToLower(word), "bb")
		amount, err := plan.ParseMoney(strings.TrimPrefix(number, "$"))
		if err != nil || amount == 0 {
			return nil, app.Usagef("--stack is a number of chips such as 200, or of big blinds such as 100bb, not %q", word)
		}
		out = append(out, stackOf{amount, inBlinds})
	}
	return out, nil
}

// at is the starting stack of each of n seats, in the units of the stakes. A
// big blind is the least bet where the stakes have none. Stacks are whole chips.
func (s stackSize) at(n int, stakes plan.Stakes) ([]int64, error) {
	if len(s) != 1 && len(s) != n {
		return nil, app.Usagef("--stack gives %s for %s", figures.Counted(int64(len(s)), "stack"), figures.Counted(int64(n), "seat"))
	}
	out := make([]int64, n)
	for i := range out {
		out[i] = s[min(i, len(s)-1)].units(stakes)
		if out[i] < max(stakes.Chip, 1) {
			return nil, app.Usagef("--stack leaves seat %d without a chip: the smallest is %s", i+1, plan.Money(stakes.Chip, stakes.Scale))
		}
	}
	return out, nil
}

func (s stackOf) units(stakes plan.Stakes) int64 {
	unit := stakes.Scale
	if s.inBlinds {
		if unit = stakes.BB; unit == 0 {
			unit = stakes.Small.Lo
		}
	}
	units := s.amount / 100 * unit
	units += s.amount % 100 * unit / 100
	return units - units%max(stakes.Chip, 1)
}

// runGame plays the hands and prints what they came to.
func runGame(ctx context.Context, std *app.IO, opts runOptions) error {
	job, lib, err := findJob(std, opts)
	if err != nil {
		return err
	}
	p, err := library.ReadPolicies(lib, opts.Policy, len(job.Stacks))
	if err != nil {
		return err
	}
	job.Policy = p.Maker()
	if opts.KeepGoing {
		job.KeepGoing = &batch.BadHands{}
	}
	var file safefile.File // opened before anything is told, lest that be in vain
	if opts.Save != "" {
		if file, err = std.Create(opts.Save); err != nil {
			return err
		}
		defer file.Discard()
	}
	if opts.Format == report.Text {
		if err := showHands(ctx, std.Stdout, job, opts); err != nil {
			return opts.withCommand(library.WhilePlaying(err, opts.Game, opts.Policy))
		}
	}
	if file != nil {
		saveTo(file, job)
	}
	result, err := play(ctx, std, job, opts.Workers, file)
	if err != nil && !errors.Is(err, context.Canceled) {
		return opts.withCommand(library.WhilePlaying(err, opts.Game, opts.Policy))
	}
	r := newRunResult(job, opts, result)
	if err == nil && r.BadHands > 0 {
		err = app.ErrNo
	}
	return errors.Join(std.Results(opts.Format, func(std *app.IO, format string) error {
		switch {
		case format != report.Text:
			return writeRun(std, format, r)
		case r.Hands > 1 || opts.Show == 0 || r.Incomplete || r.BadHands > 0: // one hand that has been told needs no statistics
			printRun(std.Stdout, r)
		}
		return nil
	}), err)
}

// findJob finds what is to be played: a game, or a menu from which the player
// with the button names one for each hand.
func findJob(std *app.IO, opts runOptions) (*batch.Job, *dsl.Library, error) {
	lib := library.New(std, opts.Set)
	menu, err := lib.Menu(opts.Game)
	if err != nil {
		return nil, nil, err
	}
	if menu != nil {
		job, err := newMenuJob(menu, opts)
		return job, lib, err
	}
	game, lib, err := library.Load(std, opts.Game, opts.Set)
	if err != nil {
		return nil, nil, err
	}
	job, err := newJob(std, game, opts)
	return job, lib, err
}

// newMenuJob makes the job of a menu: every game at the same stakes and with
// the same players.
func newMenuJob(menu *plan.Menu, opts runOptions) (*batch.Job, error) {
	if opts.Deck != "" {
		return nil, app.Usagef("--deck is for one game; %s chooses from %d", menu.ID, len(menu.Games))
	}
	if err := library.KnowsOptions(optionsOf(menu), opts.Set); err != nil {
		return nil, err
	}
	var job *batch.Job
	for _, g := range menu.Games {
		one, err := newJob(nil, g, opts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.ID, err)
		}
		if job == nil {
			job = one
			named := *g
			named.ID, named.Name, named.Doc = menu.ID, menu.Name, menu.Doc
			total := *one.Plan
			total.Game = &named
			job.Menu, job.Plan = []*plan.Bound{one.Plan}, &total
			continue
		}
		job.Menu = append(job.Menu, one.Plan)
	}
	return job, nil
}

// optionsOf is a game with the options of all games of a menu.
func optionsOf(menu *plan.Menu) *plan.Game {
	all := &plan.Game{ID: menu.ID}
	for _, g := range menu.Games {
		all.Options = append(all.Options, g.Options...)
	}
	return all
}

// newJob puts the options into the engine's terms.
func newJob(std *app.IO, game *plan.Game, opts runOptions) (*batch.Job, error) {
	stakes, err := game.ParseStakes(opts.Stakes)
	if err != nil {
		return nil, err
	}
	warnOf(std, game, stakes)
	bound, err := game.Bind(stakes)
	if err != nil {
		return nil, err
	}
	seats, err := seatsFor(game, opts.Seats)
	if err != nil {
		return nil, err
	}
	job := &batch.Job{Plan: bound, Seed: opts.Seed}
	if opts.Mishaps > 0 {
		job.Mishaps = &batch.Mishaps{Rate: opts.Mishaps}
	}
	if job.Stacks, err = opts.Stack.at(seats, stakes); err != nil {
		return nil, err
	}
	if job.Decks, err = readDecks(std, opts.Deck, game); err != nil {
		return nil, err
	}
	hands := opts.Hands
	if hands == 0 {
		hands = int64(len(job.Decks))
	}
	from, to := opts.Shard.of(hands)
	if opts.Hand > 0 {
		from, to = opts.Hand-1, opts.Hand
	}
	job.From, job.To = from+1, to+1
	return job, nil
}

// warnOf prints what a house has to say of a game and of stakes that it plays
// all the same.
func warnOf(std *app.IO, game *plan.Game, stakes plan.Stakes) {
	for _, note := range []string{game.Note, stakes.Note} {
		if note != "" && std != nil {
			std.Warn("%s", note)
		}
	}
}

// seatsFor is the number of players: as asked, or six as far as the game goes.
func seatsFor(game *plan.Game, asked int) (int, error) {
	if asked == 0 {
		return max(game.MinSeats, min(6, game.MaxSeats)), nil
	}
	if asked < game.MinSeats || asked > game.MaxSeats {
		return 0, app.Usagef("%s is for %d to %d players, not %d", game.ID, game.MinSeats, game.MaxSeats, asked)
	}
	return asked, nil
}

// readDecks reads a deck file, or nothing when there is none.
func readDecks(std *app.IO, name string, game *plan.Game) ([][]cards.Card, error) {
	if name == "" {
		return nil, nil
	}
	data, err := std.ReadText(name)
	if err != nil {
		return nil, err
	}
	decks, err := history.ReadDecks(name, data, game.Deck)
	if err == nil && len(decks) == 0 {
		err = fmt.Errorf("%s: no deck in it", name)
	}
	return decks, err
}

// showHands tells the first hands of the job in full.
func showHands(ctx context.Context, w *term.Stream, job *batch.Job, opts runOptions) error {
	first := *job
	first.To = min(job.To, job.From+opts.Show)
	begin := func(p *batch.Played) *verbal.Narrator {
		printCollections(w, p.Hand, nil)
		narrateTitle(w, p.Setup, nil)
		return tellEvents(w, p.Hand, p.Log.Events, nil)
	}
	first.Record = func(to []byte, n int64, p *batch.Played) ([]byte, error) {
		begin(p).Result()
		w.Printf("\n")
		return to, nil
	}
	if opts.Hand > 0 { // somebody looks for what is wrong
		first.Failed = func(n int64, p *batch.Played) {
			begin(p)
			w.Printf("%s\n\n", w.Paint("Here the hand went wrong", color.FgRed))
		}
	}
	if opts.KeepGoing { // the run itself lists them
		first.KeepGoing = &batch.BadHands{}
	}
	_, err := batch.Run(ctx, &first, 1, nil)
	return err
}

// play plays all hands of the job, and keeps the file that they are saved to, nil for none.
func play(ctx context.Context, std *app.IO, job *batch.Job, workers int, file safefile.File) (timed, error) {
	p := std.StartProgress("playing", job.To-job.From)
	defer p.Stop()
	started := std.Now()
	result, err := batch.Run(ctx, job, workers, &p.Done)
	t := timed{result, std.Now().Sub(started), err != nil}
	p.Stop()
	if err == nil && file != nil {
		err = file.Commit()
	}
	return t, err
}

// timed is the result of a run and the time it took.
type timed struct {
	batch.Result
	elapsed    time.Duration
	incomplete bool
}
