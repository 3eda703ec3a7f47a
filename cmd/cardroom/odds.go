package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/sitting"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/rows"

	"github.com/urfave/cli/v2"
)

type oddsOptions struct {
	Hands       []string
	Game        string
	Set         map[string]string
	Board, Dead string
	Boards      int    // 1 or 2
	Put         string // what each hand has in the pots, "" where it does not matter
	Draw        string // how the hands draw, "" where all stand pat
	draws       *oddsDraws
	Effort      odds.Effort
	Time        time.Duration // 0 without a limit
	seed        func() uint64 // drawn when it is needed, once
	Format      string
	Nuts        bool // the best hands on the board, not the equity
	Grid        bool // a grid of the first hand
	Next        bool // what each card that can come leads to
	Top         int  // how many of them
}

func newOdds() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "odds",
			Usage:     "what part of the pot each hand can expect",
			ArgsUsage: "HAND...|-",
			Category:  app.SectionPlay,
			Description: `Computes the equity of hands: the part of the pot that each gets on average when the
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
is 1.`,
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
			o := oddsOptions{Hands: c.Args().Slice(), Game: c.String("game"), Board: c.String("board"), Boards: c.Int("boards"), Dead: c.String("dead"), Put: c.String("put"), Draw: c.String("draw"), Format: format}
			o.Effort.Exact, o.Effort.Made = c.Bool("exact"), c.Bool("made")
			o.seed = sync.OnceValue(func() uint64 { return app.SeedOf(c, std) })
			var err error
			if o.Set, err = library.ParseSet(c.StringSlice("set")); err != nil {
				return err
			}
			if err := o.readEffort(c, std); err != nil {
				return err
			}
			if err := o.readView(c); err != nil {
				return err
			}
			return oddsOf(c.Context, std, o)
		},
	}
}

// readEffort reads how exact the answer is to be.
func (o *oddsOptions) readEffort(c *cli.Context, std *app.IO) error {
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
func (o *oddsOptions) readView(c *cli.Context) error {
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

// oddsOf computes and prints.
func oddsOf(ctx context.Context, std *app.IO, opts oddsOptions) error {
	many := slices.Equal(opts.Hands, []string{"-"})
	if !many && !opts.Nuts && !opts.Grid && (len(opts.Hands) < 2 || slices.Contains(opts.Hands, "-")) {
		return app.Usagef("odds needs two hands or more, or '-' for standard input")
	}
	game, lib, err := library.Load(std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	if opts.draws, err = newOddsDraws(opts.Draw, game, lib); err != nil {
		return err
	}
	if many {
		return oddsOfLines(ctx, std, &opts, game)
	}
	m := &matchUp{Hands: opts.Hands, Board: opts.Board, Dead: opts.Dead, game: game}
	if err := m.ask(std, &opts); err != nil {
		return err
	}
	if opts.Nuts {
		return opts.nutsOf(ctx, std, m)
	}
	if opts.Grid {
		return opts.gridOf(ctx, std, m)
	}
	if opts.Next {
		return opts.nextOf(ctx, std, m)
	}
	if err := m.answer(ctx, &opts); err != nil {
		return err
	}
	// What was drawn until an interrupt is printed.
	if err := opts.write(std, m, ctx.Err() == nil); err != nil {
		return err
	}
	return ctx.Err()
}

// matchUp is a question with its answer.
type matchUp struct {
	Hands       []string
	Board, Dead string
	line        int // of the input
	game        *plan.Game
	q           *odds.Question
	a           *odds.Answer
	seed        uint64
	drawn       bool  // the seed, because chance has a part in the answer
	back        int64 // of what was put in, in cents: nobody matches it
}

// handFault is what is wrong with a hand, and which.
type handFault struct {
	hand int
	error
}

func (f *handFault) Unwrap() error { return f.error }

// ask reads the cards, what the hands have put in and how they draw.
func (m *matchUp) ask(std *app.IO, o *oddsOptions) error {
	var hands []odds.Hand
	for i, text := range m.Hands {
		h, err := handOf(std, text, m.game)
		if err != nil {
			return &handFault{i, err}
		}
		hands = append(hands, h)
	}
	board, other, both, err := m.boards()
	if err != nil {
		return fmt.Errorf("the board: %w", err)
	}
	dead, err := cards.Read(m.Dead)
	if err != nil {
		return fmt.Errorf("the dead cards: %w", err)
	}
	if m.q, err = odds.ForGame(m.game, hands, board); err != nil {
		return err
	}
	m.q.Dead = cards.SetOf(dead...)
	if both || o.Boards == 2 {
		if err := m.q.AddBoard(other); err != nil {
			return err
		}
	}
	if o.Put != "" {
		if m.q.Pots, m.back, err = potsOf(o.Put, len(hands)); err != nil {
			return err
		}
	}
	if o.draws != nil {
		m.q.Policies, err = o.draws.policies(len(hands))
	}
	return err
}

// boards reads the board, or two boards with a slash between them.
func (m *matchUp) boards() (first, second []cards.Card, both bool, err error) {
	one, other, both := strings.Cut(m.Board, "/")
	if first, err = cards.Read(one); err == nil {
		second, err = cards.Read(other)
	}
	var bad *cards.SyntaxError
	if errors.As(err, &bad) {
		at := bad.Offset
		if bad.Text != one {
			at += len(one) + 1
		}
		err = &cards.SyntaxError{Text: m.Board, Offset: at, Reason: bad.Reason}
	}
	return first, second, both, err
}

// potsOf makes the pots of what the hands have put in, in cents, and reports what
// goes back because nobody matches it.
func potsOf(text string, n int) (out []odds.Pot, back int64, err error) {
	var in []int64
	for _, one := range strings.Split(text, ",") {
		cents, err := plan.ParseMoney(strings.TrimSpace(one))
		if err != nil || cents <= 0 {
			return nil, 0, app.Usagef("--put: %q is not an amount", one)
		}
		in = append(in, cents)
	}
	if len(in) != n {
		return nil, 0, app.Usagef("--put gives %s for %s", figures.Counted(int64(len(in)), "amount"), figures.Counted(int64(n), "hand"))
	}
	seat, back := pots.Uncalled(in)
	if seat >= 0 {
		in[seat] -= back
	}
	var list pots.List
	pots.Build(in, betting.Bit(n)-1, 0, &list)
	for _, p := range list.Pot[:list.N] {
		out = append(out, odds.Pot{Amount: p.Amount, Eligible: p.Eligible})
	}
	return out, back, nil
}

// answer computes the odds. A seed is drawn when it is needed.
func (m *matchUp) answer(ctx context.Context, o *oddsOptions) (err error) {
	e := o.seededEffort(&m.seed, &m.drawn)
	if o.Time > 0 {
		e.Until = time.Now().Add(o.Time)
	}
	m.a, err = m.q.Compute(ctx, e)
	return err
}

// seededEffort is the effort, with a seed that is noted once chance has a part in the
// answer, and that it has, unless drawn is nil.
func (o *oddsOptions) seededEffort(seed *uint64, drawn *bool) odds.Effort {
	e := o.Effort
	if o.seed == nil {
		return e
	}
	e.Draw = func() uint64 {
		*seed = o.seed()
		if drawn != nil {
			*drawn = true
		}
		return *seed
	}
	return e
}

// handOf reads a hand or a range; "random" is a hand of which nothing is known.
func handOf(std *app.IO, text string, g *plan.Game) (h odds.Hand, err error) {
	if strings.EqualFold(text, "random") {
		return h, nil
	}
	if name, ok := strings.CutPrefix(text, "@"); ok {
		return rangeFile(std, name, g)
	}
	if h.Cards, err = cards.Read(text); err == nil && len(h.Cards) > 0 {
		return h, nil
	}
	h.Cards = nil
	h.Range, err = g.Deck.ParseRange(text, odds.Start(g))
	return h, err
}

// rangeFile reads a range from a file, with comments after #.
func rangeFile(std *app.IO, name string, g *plan.Game) (h odds.Hand, err error) {
	data, err := std.ReadText(name)
	if err != nil {
		return h, err
	}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		// Blanks keep the places of what comes after.
		if at := strings.IndexByte(line, '#'); at >= 0 {
			lines[i] = line[:at] + strings.Repeat(" ", len(line)-at)
		}
	}
	text := strings.Join(lines, "\n")
	h.Range, err = g.Deck.ParseRange(text, odds.Start(g))
	var bad *cards.SyntaxError
	if errors.As(err, &bad) {
		line := 1 + strings.Count(text[:bad.Offset], "\n")
		from := 1 + strings.LastIndexByte(text[:bad.Offset], '\n')
		source, _, _ := strings.Cut(text[from:], "\n")
		f := &app.LineFault{At: bad.Offset - from, Msg: bad.Reason}
		return h, f.Placed(name, line, source)
	}
	return h, err
}

// oddsRow is one hand of an answer.
type oddsRow struct {
	hand string
	odds.Share
	chips any // nil without pots
	err   any
	made  []madeCell
	draws *odds.Drawn
}

func (m *matchUp) rows() []oddsRow {
	out := make([]oddsRow, 0, len(m.a.Hands))
	for i, s := range m.a.Hands {
		r := oddsRow{hand: m.Hands[i], Share: s}
		if m.a.Chips != nil {
			r.chips, r.err = m.a.Chips[i].Value/plan.Cents, m.a.Chips[i].StdErr/plan.Cents
		}
		if m.a.Made != nil {
			r.made = madeCells(m.q.Show, m.a.Made, i)
		}
		if m.a.Draws != nil {
			r.draws = &m.a.Draws[i]
		}
		out = append(out, r)
	}
	return out
}

// shareColumns are what a hand can expect.
func shareColumns() []rows.Column[oddsRow] {
	return []rows.Column[oddsRow]{
		{Name: "hand", Value: func(r oddsRow) any { return r.hand }},
		{Name: "equity", Value: func(r oddsRow) any { return r.Equity }},
		{Name: "win", Value: func(r oddsRow) any { return r.Win }},
		{Name: "tie", Value: func(r oddsRow) any { return r.Tie }},
		{Name: "high", Value: func(r oddsRow) any { return r.High }},
		{Name: "low", Value: func(r oddsRow) any { return r.Low }},
		{Name: "scoop", Value: func(r oddsRow) any { return r.Scoop }},
		{Name: "quarter", Value: func(r oddsRow) any { return r.Quarter }},
		{Name: "stderr", Value: func(r oddsRow) any { return r.StdErr }},
	}
}

// columns are the fields of a row. The low of a pot that is not split is 0.
func (o *oddsOptions) columns(show *plan.ShowdownStep) []rows.Column[oddsRow] {
	out := shareColumns()
	if o.Put != "" {
		out = append(out, rows.Column[oddsRow]{Name: "chips", Value: func(r oddsRow) any { return r.chips }}, rows.Column[oddsRow]{Name: "chips_stderr", Value: func(r oddsRow) any { return r.err }})
	}
	if o.draws != nil {
		out = append(out, drawColumns(o.Format)...)
	}
	if o.Effort.Made {
		out = append(out, madeColumns(show, o.Format)...)
	}
	return out
}

func (o *oddsOptions) write(std *app.IO, m *matchUp, complete bool) error {
	if o.Format == report.Text {
		m.table(std.Stdout)
		if !complete {
			std.Stdout.Printf("interrupted\n")
		}
		return nil
	}
	columns := o.columns(m.q.Show)
	if o.Format != report.JSON {
		columns = append(
			columns, rows.Column[oddsRow]{Name: "boards", Value: func(oddsRow) any { return m.a.Boards }}, rows.Column[oddsRow]{Name: "exact", Value: func(oddsRow) any { return m.a.Exact }},
		)
	}
	out, err := rows.New(std.Stdout, o.Format, "odds", "hands", columns)
	if err != nil {
		return err
	}
	for _, r := range m.rows() {
		if err := out.Row(r); err != nil {
			return err
		}
	}
	summary := []rows.Pair{{Name: "game", Value: m.game.ID}, {Name: "boards", Value: m.a.Boards}, {Name: "exact", Value: m.a.Exact}}
	if m.drawn {
		summary = append(summary, rows.Pair{Name: "seed", Value: hand.Seed(m.seed)})
	}
	return out.Close(append(summary, rows.Pair{Name: "complete", Value: complete})...)
}

// table prints the answer for people, in percent.
func (m *matchUp) table(w *term.Stream) {
	parts := m.q.Show.Parts
	divided := len(parts) > 1 || m.q.Second != nil
	heads := []report.Heading{{Title: "hand", Align: report.Left}, {Title: "equity %", Align: report.Right}}
	if !m.a.Exact {
		heads = append(heads, report.Heading{Title: "±", Align: report.Right})
	}
	heads = append(heads, report.Heading{Title: "wins", Align: report.Right}, report.Heading{Title: "ties", Align: report.Right})
	if len(parts) > 1 {
		heads = append(heads, report.Heading{Title: parts[0].Name, Align: report.Right}, report.Heading{Title: parts[1].Name, Align: report.Right})
	}
	if divided {
		heads = append(heads, report.Heading{Title: "scoops", Align: report.Right}, report.Heading{Title: "quarters", Align: report.Right})
	}
	if m.q.Pots != nil {
		heads = append(heads, report.Heading{Title: "chips", Align: report.Right})
	}
	var cells [][]string
	percent := func(p float64) string { return fmt.Sprintf("%.2f", 100*p) }
	for _, r := range m.rows() {
		row := []string{r.hand, percent(r.Equity)}
		if !m.a.Exact {
			row = append(row, percent(r.StdErr))
		}
		row = append(row, percent(r.Win), percent(r.Tie))
		if len(parts) > 1 {
			row = append(row, percent(r.High), percent(r.Low))
		}
		if divided {
			row = append(row, percent(r.Scoop), percent(r.Quarter))
		}
		if m.q.Pots != nil {
			row = append(row, fmt.Sprintf("%.2f", r.chips))
		}
		cells = append(cells, row)
	}
	writeWide(w, heads, cells)
	if m.q.Pots != nil {
		w.Printf("%s\n", m.potsWords())
	}
	if m.a.Draws != nil {
		m.drawLines(w)
	}
	w.Printf("%s\n", m.basis())
	if m.a.Made != nil {
		m.madeTables(w)
	}
}

// basis says what the answer stands on.
func (m *matchUp) basis() string {
	switch {
	case m.a.Exact && m.drawn:
		return fmt.Sprintf("exact: %s deals, seed %d for the best reply", figures.Grouped(m.a.Boards), m.seed)
	case !m.a.Exact:
		return fmt.Sprintf("sampled: %s deals, seed %d", figures.Grouped(m.a.Boards), m.seed)
	case m.q.Second != nil:
		return fmt.Sprintf("exact: %s pairs of boards", figures.Grouped(m.a.Boards))
	case len(m.q.Hands[0].Cards) > 0 && m.q.ToBoard > 0:
		return fmt.Sprintf("exact: %s boards", figures.Grouped(m.a.Boards))
	}
	return fmt.Sprintf("exact: %s deals", figures.Grouped(m.a.Boards))
}

// potsWords are the pots in a line.
func (m *matchUp) potsWords() string {
	var words []string
	for k, p := range m.q.Pots {
		words = append(words, sitting.PotName(k)+" "+plan.Money(p.Amount, plan.Cents))
	}
	text := "pots: " + strings.Join(words, ", ")
	if m.back > 0 {
		text += fmt.Sprintf("; %s that nobody matches goes back", plan.Money(m.back, plan.Cents))
	}
	return text
}
