package main

import (
	"context"
	"fmt"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/verbal"

	"github.com/urfave/cli/v2"
)

type oddsOptions struct {
	Hands       []string
	Game        string
	Set         map[string]string
	Board, Dead string
	Effort      odds.Effort
	seed        func() uint64 // drawn when it is needed
	Format      string
}

func newOdds() *command {
	return &command{
		Command: &cli.Command{
			Name:      "odds",
			Usage:     "what part of the pot each hand can expect",
			ArgsUsage: "HAND...",
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
random, and "stderr" is how far off the equity may be.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "the hands are of `GAME`", Value: "mixed/nt"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` on the board"},
				&cli.StringFlag{Name: "dead", Usage: "`CARDS` that cannot come"},
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
			{"cardroom odds --game mixed/f7s AhAdKc 7h7d7s random --dead 7c --samples 20000 --seed 1", "stud, a hand that nobody has seen, a dead card"},
		},
		scripts: true,
		do: func(c *cli.Context, std *IO, format string) error {
			o := oddsOptions{Hands: c.Args().Slice(), Game: c.String("game"), Board: c.String("board"), Dead: c.String("dead"), Format: format}
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
	if len(opts.Hands) < 2 {
		return usagef("odds needs two hands or more")
	}
	game, _, err := loadGame(std, opts.Game, opts.Set)
	if err != nil {
		return err
	}
	q, err := opts.question(game)
	if err != nil {
		return err
	}
	if !q.Counted(opts.Effort) {
		opts.Effort.Seed = opts.seed()
	}
	a, err := q.Reckon(ctx, opts.Effort)
	if err != nil {
		return err
	}
	// What was drawn until an interrupt is printed.
	if err := opts.write(std, game, q, a, ctx.Err() == nil); err != nil {
		return err
	}
	return ctx.Err()
}

// question reads the cards.
func (o *oddsOptions) question(g *plan.Game) (*odds.Question, error) {
	var hands [][]cards.Card
	for _, text := range o.Hands {
		h, err := handOf(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		hands = append(hands, h)
	}
	board, err := verbal.Cards(o.Board)
	if err != nil {
		return nil, fmt.Errorf("--board: %w", err)
	}
	dead, err := verbal.Cards(o.Dead)
	if err != nil {
		return nil, fmt.Errorf("--dead: %w", err)
	}
	q, err := odds.ForGame(g, hands, board)
	if err != nil {
		return nil, err
	}
	q.Dead = cards.SetOf(dead...)
	return q, nil
}

// handOf reads a hand; "random" is one of which nothing is known.
func handOf(text string) ([]cards.Card, error) {
	if strings.EqualFold(text, "random") {
		return nil, nil
	}
	return verbal.Cards(text)
}

// oddsRow is one hand of the answer.
type oddsRow struct {
	hand string
	odds.Share
}

func (o *oddsOptions) rows(a *odds.Answer) []oddsRow {
	out := make([]oddsRow, 0, len(a.Hands))
	for i, s := range a.Hands {
		out = append(out, oddsRow{o.Hands[i], s})
	}
	return out
}

// oddsColumns are the fields of a row. The low of a pot that is not split is 0.
func oddsColumns(a *odds.Answer) []column[oddsRow] {
	return []column[oddsRow]{
		{"hand", func(r oddsRow) any { return r.hand }},
		{"equity", func(r oddsRow) any { return r.Equity }},
		{"win", func(r oddsRow) any { return r.Win }},
		{"tie", func(r oddsRow) any { return r.Tie }},
		{"high", func(r oddsRow) any { return r.High }},
		{"low", func(r oddsRow) any { return r.Low }},
		{"scoop", func(r oddsRow) any { return r.Scoop }},
		{"stderr", func(r oddsRow) any { return r.StdErr }},
		{"boards", func(oddsRow) any { return a.Boards }},
		{"exact", func(oddsRow) any { return a.Exact }},
	}
}

func (o *oddsOptions) write(std *IO, g *plan.Game, q *odds.Question, a *odds.Answer, complete bool) error {
	columns := oddsColumns(a)
	if o.Format == formatText {
		o.table(std.Stdout, q, a)
		if !complete {
			std.Stdout.Printf("interrupted\n")
		}
		return nil
	}
	if o.Format == formatJSON {
		columns = columns[:len(columns)-2]
	}
	out, err := newRows(std.Stdout, o.Format, "odds", "hands", columns)
	if err != nil {
		return err
	}
	for _, r := range o.rows(a) {
		if err := out.Row(r); err != nil {
			return err
		}
	}
	summary := []pair{{"game", g.ID}, {"boards", a.Boards}, {"exact", a.Exact}}
	if !a.Exact {
		summary = append(summary, pair{"seed", o.Effort.Seed})
	}
	return out.Close(append(summary, pair{"complete", complete})...)
}

// table prints the answer for people, in percent.
func (o *oddsOptions) table(w *Stream, q *odds.Question, a *odds.Answer) {
	split := len(q.Show.Parts) > 1
	heads := []heading{{"hand", left}, {"equity %", right}}
	if !a.Exact {
		heads = append(heads, heading{"±", right})
	}
	heads = append(heads, heading{"wins", right}, heading{"ties", right})
	if split {
		heads = append(heads, heading{q.Show.Parts[0].Name, right}, heading{q.Show.Parts[1].Name, right}, heading{"scoops", right})
	}
	var cells [][]string
	percent := func(p float64) string { return fmt.Sprintf("%.2f", 100*p) }
	for _, r := range o.rows(a) {
		row := []string{r.hand, percent(r.Equity)}
		if !a.Exact {
			row = append(row, percent(r.StdErr))
		}
		row = append(row, percent(r.Win), percent(r.Tie))
		if split {
			row = append(row, percent(r.High), percent(r.Low), percent(r.Scoop))
		}
		cells = append(cells, row)
	}
	writeTable(w, heads, cells)
	if a.Exact {
		w.Printf("all %s ways of the cards\n", grouped(a.Boards))
		return
	}
	w.Printf("%s deals at random, seed %d\n", grouped(a.Boards), o.Effort.Seed)
}
