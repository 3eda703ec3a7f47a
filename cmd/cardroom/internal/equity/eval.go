package equity

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

type EvalOptions struct {
	// Hands are the hands on the command line, Files the files, folders and "-" with
	// hands; one of the two is empty.
	Hands, Files []string
	Game         string
	Plan         *plan.Game // instead of Game, nil for none
	Ranking      string
	Joker        string // "", "bug" or "wild"
	Board        string
	Sort         bool
	Workers      int
	Format       string
}

// Ending is the extension of the files that a folder of hands stands for.
const Ending = ".txt"

// Settle rejects conflicting options and determines where the hands come from. Hands
// are the arguments, hands or paths.
func (o *EvalOptions) Settle(std *app.IO) error {
	var paths []string
	o.Hands, paths = split(std, o.Hands)
	o.Files = append(paths, o.Files...)
	for _, word := range o.Hands {
		if _, ok := rank.ByName(word); ok {
			return app.UsageHint(fmt.Sprintf("%s is a ranking, not cards", word), "--ranking "+word)
		}
	}
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
		where := o.Files[0]
		if where == history.Stdin {
			where = "standard input"
		}
		return app.Usagef("hands come from arguments or from %s, not from both", where)
	case len(o.Hands) == 0 && len(o.Files) == 0 && std.Stdin.Terminal:
		return app.Usagef("eval needs CARDS, a PATH, or '-' for standard input")
	}
	if len(o.Files) == 0 && len(o.Hands) == 0 {
		o.Files = []string{history.Stdin}
	}
	if singleCards(o.Hands) {
		o.Hands = []string{strings.Join(o.Hands, " ")}
	}
	if o.Ranking == "" {
		o.Ranking = "high"
	}
	return nil
}

// split tells the hands among the arguments from the paths. What reads as cards is a
// hand, even if a file has that name; "./" before the name makes it a path.
func split(std *app.IO, words []string) (hands, paths []string) {
	for _, w := range words {
		if w == history.Stdin || !cardsOnly(w) && isPath(std, w) {
			paths = append(paths, w)
		} else {
			hands = append(hands, w)
		}
	}
	return hands, paths
}

// cardsOnly reports whether a word is nothing but cards, with or without a board.
func cardsOnly(word string) bool {
	for word != "" {
		n := cards.Gap(word)
		if n == 0 {
			_, n = scanCard(word)
		}
		if n == 0 && (word[0] == '|' || word[0] == '/') {
			n = 1
		}
		if n == 0 {
			return false
		}
		word = word[n:]
	}
	return true
}

// fileName matches what only a file is called, so that a missing file is not reported
// as a bad hand.
var fileName = regexp.MustCompile(`^[./~]|\.[A-Za-z]\w*$`)

func isPath(std *app.IO, word string) bool {
	if _, err := std.FS.Stat(word); err == nil {
		return true
	}
	_, n := scanCard(word)
	return n == 0 && fileName.MatchString(word)
}

// several reports whether the hands may come from more than one file.
func (o *EvalOptions) several(std *app.IO) bool {
	if len(o.Files) != 1 || o.Files[0] == history.Stdin {
		return len(o.Files) > 1
	}
	info, err := std.FS.Stat(o.Files[0])
	return err == nil && info.IsDir()
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
func Eval(ctx context.Context, std *app.IO, opts EvalOptions) error {
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
