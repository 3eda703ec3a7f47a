package main

import (
	"context"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/rank"

	"github.com/urfave/cli/v2"
)

type evalOptions struct {
	// Hands are the hands on the command line, Files those in files; one of
	// the two is empty.
	Hands, Files []string
	Game         string
	Ranking      string
	Joker        string // "", "bug" or "wild"
	Board        string
	Sort         bool
	Workers      int
	Format       string
}

func newEval() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "eval",
			Usage:     "rank hands",
			ArgsUsage: "[CARDS...|-]",
			Category:  app.SectionPlay,
			Description: `Ranks hands of cards: how strong each is, in words, and which of its cards count.
Strengths are numbers, larger is better in every ranking, also in a low one; they
can be compared within one ranking only.

A hand is text such as AhKd2c, "Ah Kd 2c" or Ah-Kd-2c; Jo is a joker, and so is Xx.
Cards after a '|' or '/' are the board of this hand, in place of --board. Each
argument is a hand; arguments of one card each are one hand together. '-', or no
argument, reads a hand per line from standard input, --file from a file; empty
lines and what follows a '#' are skipped.

A ranking is one of ` + rankingList() + `,
or FILE.star:NAME, a ranking of your own script. With --game the showdown at the end
of the game decides: high and low hands, exactly two cards and three of the board in
Omaha, what the joker is, and the suits where they part equal hands.

A row has "high" or "low", or both, each with strength, name and cards; null when
no hand qualifies. Where suits part equal hands there is also "suits", a number that
is larger for the better of two equal strengths. A line that is no hand is reported
with its place, has no row, and does not stop the others.

Exit code: 0 if every hand was ranked; 1 if some line was no hand; 2 if there was no
hand at all.`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "ranking", Aliases: []string{"r"}, Usage: "rank under `RANKING`", DefaultText: "high"},
				&cli.StringFlag{Name: "game", Aliases: []string{"g"}, Usage: "rank as the showdown of `GAME` does"},
				&cli.StringFlag{Name: "board", Aliases: []string{"b"}, Usage: "`CARDS` that every hand shares"},
				&cli.StringFlag{Name: "joker", Usage: "a joker is in the ranking's deck, as `ROLE`: bug, wild"},
				&cli.StringSliceFlag{Name: "file", Usage: "read hands from `FILE`, one per line"},
				&cli.BoolFlag{Name: "sort", Usage: "print the best hand first; keeps all hands in memory", DisableDefaultText: true},
				&cli.IntFlag{Name: "workers", Usage: "on `N` cores; changes nothing but the speed", DefaultText: "all"},
			},
		},
		Formats: report.Lists,
		Examples: []app.Example{
			{Line: "cardroom eval AhKhQhJhTh 2c2d2h3s3c", Shows: "two hands"},
			{Line: "cardroom eval --board 2c7d9hTsJs AhAd KdQd QhQc --sort", Shows: "who wins on this board"},
			{Line: "cardroom eval --game angies/omaha-hilo \"AsAd2d3c | 8c7d4hKsQs\"", Shows: "high and low by the rules of a game"},
			{Line: "cardroom eval --ranking ace-to-five --joker bug Jo2c3d4h6s", Shows: "a low with the joker"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			opts := evalOptions{
				Hands: c.Args().Slice(), Files: c.StringSlice("file"), Game: c.String("game"), Ranking: c.String("ranking"),
				Joker: c.String("joker"), Board: c.String("board"), Sort: c.Bool("sort"), Workers: std.CPUs, Format: format,
			}
			if c.IsSet("workers") {
				opts.Workers = c.Int("workers")
			}
			if err := opts.settle(std); err != nil {
				return err
			}
			return eval(c.Context, std, opts)
		},
	}
}

// rankingList is the built-in rankings by name, folded for the help.
func rankingList() string {
	const most = 75
	var b strings.Builder
	width := len("A ranking is one of ")
	for i, name := range rank.Names() {
		if i > 0 {
			b.WriteByte(',')
			if width++; width+len(name) > most {
				b.WriteByte('\n')
				width = 0
			} else {
				b.WriteByte(' ')
				width++
			}
		}
		b.WriteString(name)
		width += len(name)
	}
	return b.String()
}

// settle refuses options that contradict each other and decides where the
// hands come from.
func (o *evalOptions) settle(std *app.IO) error {
	switch {
	case o.Game != "" && o.Ranking != "":
		return app.Usagef("--game and --ranking contradict each other")
	case o.Game != "" && o.Joker != "":
		return app.Usagef("--joker is for a --ranking: a game says itself what its joker is")
	case o.Joker != "" && o.Joker != "bug" && o.Joker != "wild":
		return app.Usagef("--joker is bug or wild, not %q", o.Joker)
	case o.Workers < 1:
		return app.Usagef("--workers is at least 1, not %d", o.Workers)
	case len(o.Hands) > 0 && len(o.Files) > 0:
		return app.Usagef("hands come from arguments or from --file, not from both")
	case len(o.Hands) > 1 && slices.Contains(o.Hands, "-"):
		return app.Usagef("hands come from arguments or from standard input, not from both")
	case len(o.Hands) == 0 && len(o.Files) == 0 && std.Stdin.Terminal:
		return app.Usagef("eval needs CARDS, or '-' for standard input")
	}
	if len(o.Files) == 0 && (len(o.Hands) == 0 || len(o.Hands) == 1 && o.Hands[0] == "-") {
		o.Files = []string{"-"}
	}
	if len(o.Files) > 0 {
		o.Hands = nil
	}
	if singleCards(o.Hands) {
		o.Hands = []string{strings.Join(o.Hands, " ")}
	}
	if o.Ranking == "" {
		o.Ranking = "high"
	}
	return nil
}

// singleCards reports whether the arguments are one hand, a card in each: no
// ranking but badugi ranks hands of one card.
func singleCards(words []string) bool {
	for _, w := range words {
		if _, n := scanCard(w); n == 0 || n != len(w) {
			return false
		}
	}
	return len(words) > 1
}

// eval ranks hands.
func eval(ctx context.Context, std *app.IO, opts evalOptions) error {
	judge, err := newJudge(std, opts)
	if err != nil {
		return err
	}
	out := newEvalOutput(std, opts, judge)
	blocks := opts.source(std)
	err = judge.rankBlocks(ctx, opts, blocks, out)
	if closing := out.Close(err == nil); closing != nil && err == nil {
		err = closing
	}
	switch {
	case err != nil:
		return err
	case out.rows == 0 && out.bad == 0:
		return app.Usagef("no hand to rank")
	case out.rows == 0 && opts.Hands != nil:
		return app.ErrShown
	case out.bad > 0:
		std.Note("%s ranked, %s not", figures.Counted(out.rows, "hand"), figures.Counted(out.bad, "line"))
		return app.ErrNo
	}
	return nil
}
