// Package evaluate implements "cardroom eval": it ranks hands by a ranking or by the
// showdown of a game, one per line.
package evaluate

import (
	"context"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
)

type Options struct {
	// Hands are the hands on the command line, Files the files with hands; one of the
	// two is empty.
	Hands, Files []string
	Game         string
	Ranking      string
	Joker        string // "", "bug" or "wild"
	Board        string
	Sort         bool
	Workers      int
	Format       string
}

// Settle rejects conflicting options and determines where the hands come from.
func (o *Options) Settle(std *app.IO) error {
	switch {
	case o.Game != "" && o.Ranking != "":
		return app.Usagef("--game and --ranking cannot be used together")
	case o.Game != "" && o.Joker != "":
		return app.Usagef("--joker is for --ranking; a game has its own jokers")
	case o.Joker != "" && o.Joker != "bug" && o.Joker != "wild":
		return app.Usagef("--joker must be bug or wild, not %q", o.Joker)
	case o.Workers < 1:
		return app.Usagef("--workers must be at least 1, not %d", o.Workers)
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

// singleCards reports whether the arguments are the cards of one hand: no ranking but
// badugi ranks hands of one card.
func singleCards(words []string) bool {
	for _, w := range words {
		if _, n := scanCard(w); n == 0 || n != len(w) {
			return false
		}
	}
	return len(words) > 1
}

// Eval ranks hands.
func Eval(ctx context.Context, std *app.IO, opts Options) error {
	ranker, err := newJudge(std, opts)
	if err != nil {
		return err
	}
	out := newEvalOutput(std, opts, ranker)
	blocks := opts.source(std)
	err = ranker.rankBlocks(ctx, opts, blocks, out)
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
