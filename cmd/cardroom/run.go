package main

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/cmd/cardroom/internal/versus"

	"github.com/urfave/cli/v2"
)

const runHelp = `Plays hands of a game and sums them up. As text it tells the first hand in
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
the table's events; as FILE.phhs it has every hand too, which 'cardroom
replay' checks card by card. Both go on with --resume: the session is played
again first and must come out as recorded. A policy whose script has changed since
is refused until --policy names it again. ^C saves what there is; --resume then
goes on to the end that was asked for. --events has happen at the table what a
file adds, one event a line with the hands before it: '100 post game=2'
posts the second collection of the table after 100 hands, '20 join player=1000
amount=$50' seats a guest, or puts him on the waiting list. Others: transfer, call,
unlist, move, leave, sit-out, return, buy, cash-out, agree (to play game=N),
change, choose, owe-blinds, and tick at=13:30 for the clock; seats are seat=N, and
wait stands for who waits for the big blind. --mishaps lets things go wrong in a
session too; they happen again by the seed when it is resumed.`

func newRun() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "run",
			Usage:       "play a game many times, with random or recorded cards",
			ArgsUsage:   "GAME",
			Category:    app.SectionPlay,
			Description: runHelp,
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
			return simulate.Run(c.Context, std, opts)
		},
	}
}

func readRunOptions(c *cli.Context, std *app.IO, format string) (o simulate.Options, err error) {
	if o, err = readPlayed(c, std, format); err != nil {
		return o, err
	}
	o.Seed, o.Hand, o.KeepGoing, o.UpTo = app.SeedOf(c, std), c.Int64("hand"), c.Bool("keep-going"), "--hand"
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
	o.Stakes, o.Policy, o.Deck, o.Save = c.String("stakes"), library.PolicyText(c), c.String("deck"), c.String("save")
	if !c.IsSet("workers") {
		o.Workers = std.CPUs
	}
	if o.Deck != "" && !c.IsSet("hands") {
		o.Hands = 0 // as many as there are decks
	}
	return o, checkRun(&o, c)
}

// checkRun refuses numbers that mean nothing.
func checkRun(o *simulate.Options, c *cli.Context) error {
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

// commandWords is the command line of a run or session as far as it decides what
// is played.
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
