package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cardroom/dsl/sitting"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/pots"
	"cardroom/engine/verbal"

	"github.com/urfave/cli/v2"
)

type oddsOptions struct {
	Hands       []string
	Game        string
	Set         map[string]string
	Board, Dead string
	Put         string // what each hand has in the pots, "" where it does not matter
	Effort      odds.Effort
	seed        func() uint64 // drawn when it is needed
	Format      string
}

func newOdds() *command {
	return &command{
		Command: &cli.Command{
			Name:      "odds",
			Usage:     "what part of the pot each hand can expect",
			ArgsUsage: "HAND...|-",
			Category:  sectionPlay,
			Description: `Reckons the equity of hands: the part of the pot that each gets on average when the
cards that are missing are dealt at random and nobody folds. A hand is text such as
AhKh; ?? is a card that nobody has seen, and "random" a hand of them. A hand of
fewer cards than the game deals gets the others. In a game with draws everybody
stands pat.

"win" is how often a hand gets more of the pot than any other, "tie" how often as
much as another and nobody more, "high" and "low" how often it wins or shares that
part, "scoop" how often it gets everything. All ways of the cards are counted where
they are no more than two million, or with --exact; otherwise deals are drawn at
random, and "stderr" is how far off the equity may be.

With --put, what each hand has put in before it was all in, the side pots are made and
"chips" is what each can expect of all of them.

With "-" match-ups are read from standard input, one per line: the hands, and behind a
| the board, behind another the dead cards; what a line does not say is as --board and
--dead have it, and # begins a remark. --format ndjson answers each line with one
object. A line that cannot be reckoned is reported, the others are answered, and the
exit code is 1.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "the hands are of `GAME`", Value: "mixed/nt"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` on the board"},
				&cli.StringFlag{Name: "dead", Usage: "`CARDS` that cannot come"},
				&cli.StringFlag{Name: "put", Usage: "the hands have put `CHIPS` into the pots, such as 50,100,100"},
				&cli.BoolFlag{Name: "exact", Usage: "count all ways, however long it takes", DisableDefaultText: true},
				&cli.Int64Flag{Name: "samples", Usage: "draw `N` deals instead of counting", DefaultText: "200000 where there are too many to count"},
				&cli.StringSliceFlag{Name: "set", Usage: "decide a doubtful rule, `OPTION=VALUE`; may be repeated"},
			},
		},
		formats: rowFormats,
		chance:  true,
		examples: []example{
			{"cardroom odds AsAh KsKh", "two hands before the flop, all boards counted"},
			{"cardroom odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --board 8c7d4h", "a pot for high and low"},
			{"cardroom odds AsAh KsKh QcQd --put 20,100,80", "three players all in, each for something else"},
			{"cardroom odds - --format ndjson <matchups.txt", "many match-ups, a line for each"},
			{"cardroom odds --game mixed/f7s AhAdKc 7h7d7s random --dead 7c --samples 20000 --seed 1", "stud, a hand that nobody has seen, a dead card"},
		},
		scripts: true,
		do: func(c *cli.Context, std *IO, format string) error {
			o := oddsOptions{Hands: c.Args().Slice(), Game: c.String("game"), Board: c.String("board"), Dead: c.String("dead"), Put: c.String("put"), Format: format}
			o.Effort.Exact = c.Bool("exact")
			o.seed = func() uint64 { return seedOf(c, std) }
			var err error
			if o.Set, err = parseSet(c.StringSlice("set")); err != nil {
				return err
			}
			switch {
			case c.IsSet("samples") && o.Effort.Exact:
				return usagef("--exact counts, --samples draws: one of them")
			case c.IsSet("samples") && c.Int64("samples") < 1:
				return usagef("--samples is at least 1, not %d", c.Int64("samples"))
			case c.IsSet("samples"):
				o.Effort.Samples, o.Effort.Enough = c.Int64("samples"), 1
			}
			return oddsOf(c.Context, std, o)
		},
	}
}

// oddsOf reckons and prints.
func oddsOf(ctx context.Context, std *IO, opts oddsOptions) error {
	many := slices.Equal(opts.Hands, []string{"-"})
	if !many && (len(opts.Hands) < 2 || slices.Contains(opts.Hands, "-")) {
		return usagef("odds needs two hands or more, or '-' for standard input")
	}
	game, _, err := loadGame(std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	if many {
		return oddsOfLines(ctx, std, &opts, game)
	}
	m := &matchUp{Hands: opts.Hands, Board: opts.Board, Dead: opts.Dead, game: game}
	if err := m.ask(opts.Put); err != nil {
		return err
	}
	if err := m.reckon(ctx, &opts); err != nil {
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
	back        int64 // of what was put in, in cents: nobody matches it
}

// ask reads the cards, and what the hands have put in.
func (m *matchUp) ask(put string) error {
	var hands [][]cards.Card
	for _, text := range m.Hands {
		h, err := handOf(text)
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		hands = append(hands, h)
	}
	board, err := verbal.Cards(m.Board)
	if err != nil {
		return fmt.Errorf("the board %s: %w", m.Board, err)
	}
	dead, err := verbal.Cards(m.Dead)
	if err != nil {
		return fmt.Errorf("the dead cards %s: %w", m.Dead, err)
	}
	if m.q, err = odds.ForGame(m.game, hands, board); err != nil {
		return err
	}
	m.q.Dead = cards.SetOf(dead...)
	if put != "" {
		m.q.Pots, m.back, err = potsOf(put, len(hands))
	}
	return err
}

// potsOf makes the pots of what the hands have put in, in cents, and reports what
// goes back because nobody matches it.
func potsOf(text string, n int) (out []odds.Pot, back int64, err error) {
	var in []int64
	for _, one := range strings.Split(text, ",") {
		cents, err := plan.ParseMoney(strings.TrimSpace(one))
		if err != nil || cents <= 0 {
			return nil, 0, usagef("--put: %q is not an amount", one)
		}
		in = append(in, cents)
	}
	if len(in) != n {
		return nil, 0, usagef("--put gives %s for %s", counted(int64(len(in)), "amount"), counted(int64(n), "hand"))
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

// reckon answers the question. A seed is drawn when it is needed, once.
func (m *matchUp) reckon(ctx context.Context, o *oddsOptions) (err error) {
	if o.Effort.Seed == 0 && o.seed != nil && !m.q.Counted(o.Effort) {
		o.Effort.Seed, o.seed = o.seed(), nil
	}
	m.a, err = m.q.Reckon(ctx, o.Effort)
	return err
}

// handOf reads a hand; "random" is one of which nothing is known.
func handOf(text string) ([]cards.Card, error) {
	if strings.EqualFold(text, "random") {
		return nil, nil
	}
	return verbal.Cards(text)
}

// oddsRow is one hand of an answer.
type oddsRow struct {
	hand string
	odds.Share
	chips any // nil without pots
	err   any
}

func (m *matchUp) rows() []oddsRow {
	out := make([]oddsRow, 0, len(m.a.Hands))
	for i, s := range m.a.Hands {
		r := oddsRow{hand: m.Hands[i], Share: s}
		if m.a.Chips != nil {
			r.chips, r.err = m.a.Chips[i].Value/plan.Cents, m.a.Chips[i].StdErr/plan.Cents
		}
		out = append(out, r)
	}
	return out
}

// oddsColumns are the fields of a row. The low of a pot that is not split is 0.
func oddsColumns(chips bool) []column[oddsRow] {
	out := []column[oddsRow]{
		{"hand", func(r oddsRow) any { return r.hand }},
		{"equity", func(r oddsRow) any { return r.Equity }},
		{"win", func(r oddsRow) any { return r.Win }},
		{"tie", func(r oddsRow) any { return r.Tie }},
		{"high", func(r oddsRow) any { return r.High }},
		{"low", func(r oddsRow) any { return r.Low }},
		{"scoop", func(r oddsRow) any { return r.Scoop }},
		{"stderr", func(r oddsRow) any { return r.StdErr }},
	}
	if chips {
		out = append(out, column[oddsRow]{"chips", func(r oddsRow) any { return r.chips }}, column[oddsRow]{"chips_stderr", func(r oddsRow) any { return r.err }})
	}
	return out
}

func (o *oddsOptions) write(std *IO, m *matchUp, complete bool) error {
	if o.Format == formatText {
		m.table(std.Stdout, o.Effort.Seed)
		if !complete {
			std.Stdout.Printf("interrupted\n")
		}
		return nil
	}
	columns := oddsColumns(o.Put != "")
	if o.Format != formatJSON {
		columns = append(
			columns, column[oddsRow]{"boards", func(oddsRow) any { return m.a.Boards }}, column[oddsRow]{"exact", func(oddsRow) any { return m.a.Exact }},
		)
	}
	out, err := newRows(std.Stdout, o.Format, "odds", "hands", columns)
	if err != nil {
		return err
	}
	for _, r := range m.rows() {
		if err := out.Row(r); err != nil {
			return err
		}
	}
	summary := []pair{{"game", m.game.ID}, {"boards", m.a.Boards}, {"exact", m.a.Exact}}
	if !m.a.Exact {
		summary = append(summary, pair{"seed", hand.Seed(o.Effort.Seed)})
	}
	return out.Close(append(summary, pair{"complete", complete})...)
}

// table prints the answer for people, in percent.
func (m *matchUp) table(w *Stream, seed uint64) {
	parts := m.q.Show.Parts
	heads := []heading{{"hand", left}, {"equity %", right}}
	if !m.a.Exact {
		heads = append(heads, heading{"±", right})
	}
	heads = append(heads, heading{"wins", right}, heading{"ties", right})
	if len(parts) > 1 {
		heads = append(heads, heading{parts[0].Name, right}, heading{parts[1].Name, right}, heading{"scoops", right})
	}
	if m.q.Pots != nil {
		heads = append(heads, heading{"chips", right})
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
			row = append(row, percent(r.High), percent(r.Low), percent(r.Scoop))
		}
		if m.q.Pots != nil {
			row = append(row, fmt.Sprintf("%.2f", r.chips))
		}
		cells = append(cells, row)
	}
	writeTable(w, heads, cells)
	if m.q.Pots != nil {
		w.Printf("%s\n", m.potsWords())
	}
	if m.a.Exact {
		w.Printf("all %s ways of the cards\n", grouped(m.a.Boards))
		return
	}
	w.Printf("%s deals at random, seed %d\n", grouped(m.a.Boards), seed)
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
