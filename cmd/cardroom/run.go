package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/engine/plan"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

// runOptions are the inputs of run. Everything but Workers, Show, Save and
// Format decides what is played.
type runOptions struct {
	Game    string
	Set     map[string]string
	Hands   int64
	Seats   int
	Stakes  string
	Stack   stackSize
	Policy  string
	Deck    string
	Seed    uint64
	Shard   shard
	Workers int
	Show    int64
	Save    string
	Format  string
}

func newRun() *command {
	return &command{
		Command: &cli.Command{
			Name:      "run",
			Usage:     "play a game many times, with random or recorded cards",
			ArgsUsage: "GAME",
			Category:  sectionPlay,
			Description: `Plays hands of a game and sums them up. As text it tells the first hand in
full, as the dealer would, and then what all hands came to.

Every hand starts with the same stacks and the button moves one seat a hand.
Hand n is the same for the same inputs and seed, however many workers there are
and whichever shard it falls into. In every hand the chips are checked: what
went in is what came out, plus what the house collected.

Policies: random (facing a bet folds 15 %, raises 25 %, most of these the least
allowed, else checks or calls), call (always checks or calls), or a function of
a script, file.star:name.`,
			Flags: []cli.Flag{
				&cli.Int64Flag{Name: "hands", Usage: "play `N` hands", Value: 10000, DefaultText: "10000, or as many as the deck file has"},
				&cli.IntFlag{Name: "seats", Usage: "with `N` players", DefaultText: "6, or the most the game takes"},
				&cli.StringFlag{Name: "stakes", Usage: "for `STAKES` such as 2-4, 1-3/1-6, \"pl 1-2\", \"nl 1-2\", or a name the house has posted", DefaultText: "the house's"},
				&cli.StringFlag{Name: "stack", Usage: "each with `SIZE`: in chips, or in big blinds as in 40bb; a list gives seat 1, seat 2, … their own", Value: "100bb"},
				&cli.StringFlag{Name: "policy", Usage: "all deciding by `POLICY`: random, call, or file.star:name", Value: "random"},
				&cli.StringFlag{Name: "deck", Usage: "with the cards of `FILE`, one deck per line, top card first", DefaultText: "random"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
				&cli.StringFlag{Name: "shard", Usage: "play only part `I/N` of the hands, such as 1/4", DefaultText: "1/1"},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
				&cli.Int64Flag{Name: "show", Usage: "tell the first `N` hands in full (text only)", Value: 1},
				&cli.StringFlag{Name: "save", Usage: "write the hands to `FILE`.phhs"},
			},
		},
		formats: []string{formatText, formatJSON, formatNDJSON, formatCSV},
		chance:  true,
		examples: []example{
			{"cardroom run angies/omaha-hilo", "ten thousand hands of a house game, the first one told in full"},
			{"cardroom run angies/holdem --hands 1 --seed 7", "one hand, always the same"},
			{"cardroom run casino/omaha --stakes \"pl 1-2\" --seats 9 --hands 500 --json", "a summary for other programs"},
		},
		do: func(c *cli.Context, std *IO, format string) error {
			opts, err := readRunOptions(c, std, format)
			if err != nil {
				return err
			}
			return runGame(c.Context, std, opts)
		},
	}
}

func readRunOptions(c *cli.Context, std *IO, format string) (o runOptions, err error) {
	if o.Game, err = oneArgument(c, "GAME"); err != nil {
		return o, err
	}
	if o.Set, err = parseSet(c.StringSlice("set")); err != nil {
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
	o.Stakes, o.Policy, o.Deck, o.Save = c.String("stakes"), c.String("policy"), c.String("deck"), c.String("save")
	if !c.IsSet("workers") {
		o.Workers = std.CPUs
	}
	if o.Deck != "" && !c.IsSet("hands") {
		o.Hands = 0 // as many as there are decks
	}
	if err := o.check(c); err != nil {
		return o, err
	}
	o.Seed = seedOf(c, std)
	return o, nil
}

// check refuses numbers that mean nothing.
func (o *runOptions) check(c *cli.Context) error {
	switch {
	case o.Hands < 0 || o.Hands == 0 && c.IsSet("hands"):
		return usagef("--hands is at least 1, not %d", o.Hands)
	case c.IsSet("seats") && o.Seats < 2:
		return usagef("--seats is at least 2, not %d", o.Seats)
	case o.Workers < 1:
		return usagef("--workers is at least 1, not %d", o.Workers)
	case o.Show < 0:
		return usagef("--show is at least 0, not %d", o.Show)
	case o.Save != "" && !hasSuffix(o.Save, []string{".phhs", ".phh"}):
		return usagef("--save writes .phhs files, not %q", o.Save)
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
		return shard{}, usagef("--shard is I/N with I from 1 to N, such as 2/4, not %q", text)
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
			return nil, usagef("--stack is a number of chips such as 200, or of big blinds such as 100bb, not %q", word)
		}
		out = append(out, stackOf{amount, inBlinds})
	}
	return out, nil
}

// at is the starting stack of each of n seats, in the units of the stakes. A
// big blind is the least bet where the stakes have none. Stacks are whole chips.
func (s stackSize) at(n int, stakes plan.Stakes) ([]int64, error) {
	if len(s) != 1 && len(s) != n {
		return nil, usagef("--stack gives %s for %s", counted(int64(len(s)), "stack"), counted(int64(n), "seat"))
	}
	out := make([]int64, n)
	for i := range out {
		out[i] = s[min(i, len(s)-1)].units(stakes)
		if out[i] < max(stakes.Chip, 1) {
			return nil, usagef("--stack leaves seat %d without a chip: the smallest is %s", i+1, plan.Money(stakes.Chip, stakes.Scale))
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

// runResult is what a run came to. Amounts are in units of 1/Scale.
type runResult struct {
	Game       *plan.Game
	Stakes     plan.Stakes
	Policy     string
	Stack      []int64
	Seed       uint64
	Seats      int
	Shard      shard
	Hands      int64
	Decisions  int64
	Showdowns  int64
	SplitPots  int64
	SidePots   int64
	ChipsIn    int64
	ChipsOut   int64
	Collected  int64
	Net        []seatNet
	Elapsed    time.Duration
	Workers    int
	Incomplete bool // interrupted
}

// seatNet is what one seat won or lost over all hands.
type seatNet struct {
	Seat    int     `json:"seat"`
	Net     Money   `json:"net"`
	PerHand float64 `json:"per_hand"`
	// StdErr is the standard error of PerHand.
	StdErr float64 `json:"stderr"`
}

func (r *runResult) handsPerSecond() float64 {
	if r.Elapsed <= 0 {
		return 0
	}
	return float64(r.Hands) / r.Elapsed.Seconds()
}

func (r *runResult) money(units int64) Money { return Money{units, r.Stakes.Scale} }

// runColumns are the fields of a run. Apart from elapsed_s, hands_per_s and
// workers they depend on nothing but the inputs.
var runColumns = []column[*runResult]{
	{"game", func(r *runResult) any { return r.Game.ID }},
	{"hands", func(r *runResult) any { return r.Hands }},
	{"decisions", func(r *runResult) any { return r.Decisions }},
	{"seed", func(r *runResult) any { return r.Seed }},
	{"seats", func(r *runResult) any { return r.Seats }},
	{"stakes", func(r *runResult) any { return r.Stakes.Name }},
	{"stacks", func(r *runResult) any { return amounts(r.Stack, r.Stakes.Scale) }},
	{"policy", func(r *runResult) any { return r.Policy }},
	{"shard", func(r *runResult) any { return r.Shard.String() }},
	{"showdowns", func(r *runResult) any { return r.Showdowns }},
	{"split_pots", func(r *runResult) any { return r.SplitPots }},
	{"side_pots", func(r *runResult) any { return r.SidePots }},
	{"chips_in", func(r *runResult) any { return r.money(r.ChipsIn) }},
	{"chips_out", func(r *runResult) any { return r.money(r.ChipsOut) }},
	{"collected", func(r *runResult) any { return r.money(r.Collected) }},
	{"net", func(r *runResult) any { return r.Net }},
	{"complete", func(r *runResult) any { return !r.Incomplete }},
	{"elapsed_s", func(r *runResult) any { return rounded(r.Elapsed.Seconds(), 6) }},
	{"hands_per_s", func(r *runResult) any { return rounded(r.handsPerSecond(), 1) }},
	{"workers", func(r *runResult) any { return r.Workers }},
}

// writeRun writes a result in one of the machine formats.
func writeRun(std *IO, format string, r *runResult) error {
	if format == formatCSV {
		out, err := newRows(std.Stdout, format, "run", "", runColumns)
		if err != nil {
			return err
		}
		if err := out.Row(r); err != nil {
			return err
		}
		return out.Close()
	}
	return writeObject(std.Stdout, format, "run", pairs(runColumns, r))
}

// printRun writes a result for reading.
func printRun(w *Stream, r *runResult) {
	title := fmt.Sprintf("%s, %s, %s, policy %s, seed %d", counted(r.Hands, "hand"), r.Stakes.String(), counted(int64(r.Seats), "seat"), r.Policy, r.Seed)
	if r.Shard.Count > 1 {
		title += ", shard " + r.Shard.String()
	}
	if r.Incomplete {
		title += " (interrupted)"
	}
	w.Printf("%s\n\n", w.Paint(title, color.Bold))
	share := func(n int64) string { return percent(n, r.Hands) }
	perHand := "-"
	if r.Hands > 0 {
		perHand = fmt.Sprintf("%.1f a hand", float64(r.Decisions)/float64(r.Hands))
	}
	writeTable(w, []heading{{"", left}, {"", right}, {"", left}}, [][]string{
		{"decisions", grouped(r.Decisions), perHand},
		{"showdowns", grouped(r.Showdowns), share(r.Showdowns)},
		{"split pots", grouped(r.SplitPots), share(r.SplitPots)},
		{"side pots", grouped(r.SidePots), share(r.SidePots)},
		{"chips in", r.money(r.ChipsIn).String(), ""},
		{"chips out", r.money(r.ChipsOut).String(), ""},
		{"collected", r.money(r.Collected).String(), "by the house"},
		{"time", seconds(r.Elapsed), fmt.Sprintf("%s hands/s, %s", grouped(int64(r.handsPerSecond())), counted(int64(r.Workers), "worker"))},
	})
	w.Printf("\n")
	var cells [][]string
	for _, n := range r.Net {
		mean, stdErr := estimate(n.PerHand, n.StdErr)
		cells = append(cells, []string{fmt.Sprint(n.Seat), signed(n.Net.String()), signed(mean), "± " + stdErr})
	}
	writeTable(w, []heading{{"seat", right}, {"net", right}, {"per hand", right}, {"", left}}, cells)
}

// runGame plays the hands and prints what they came to.
func runGame(ctx context.Context, std *IO, opts runOptions) error {
	game, err := loadGame(ctx, std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	_ = game
	return errUnwired
}
