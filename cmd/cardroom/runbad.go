package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/rows"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

// Hands of a run that went wrong, and the commands that play them again.

// commandWords is the command line of a run or session as far as it decides what
// is played.
func commandWords(c *cli.Context, o *runOptions) []string {
	words := append([]string{"cardroom", "run"}, c.Args().Slice()...)
	for _, name := range []string{"session", "choice"} {
		if c.Bool(name) {
			words = append(words, dashes(name))
		}
	}
	for _, name := range []string{"set", "policy"} {
		for _, v := range c.StringSlice(name) {
			words = append(words, dashes(name), v)
		}
	}
	for _, name := range []string{"stakes", "seats", "stack", "deck", "mishaps", "max-steps", "hours", "kill", "collection", "crowd", "events"} {
		if c.IsSet(name) {
			words = append(words, dashes(name), fmt.Sprint(c.Value(name)))
		}
	}
	return append(words, "--seed", fmt.Sprint(o.Seed))
}

// again is the command that plays hand n.
func (o *runOptions) again(n int64) string {
	var words []string
	for _, w := range append(slices.Clone(o.Again), o.upTo, fmt.Sprint(n)) {
		words = append(words, shellWord(w))
	}
	return strings.Join(words, " ")
}

// badHand is a hand that went wrong.
type badHand struct {
	Hand    int64  `json:"hand"`
	Error   string `json:"error"`
	Command string `json:"command"`
	err     error
}

func badHandsOf(b *batch.BadHands, o *runOptions) []badHand {
	out := []badHand{}
	for _, e := range b.First() {
		err := library.WhilePlaying(e.Err, o.Game, o.Policy)
		out = append(out, badHand{e.Hand, err.Error(), o.again(e.Hand), err})
	}
	return out
}

// badColumns are the fields of a run that plays on after hands that went wrong.
var badColumns = []rows.Column[*runResult]{
	{Name: "bad_hands", Value: func(r *runResult) any { return r.BadHands }},
	{Name: "bad", Value: func(r *runResult) any { return r.Bad }},
}

// printBad lists the hands that went wrong.
func printBad(w *term.Stream, r *runResult) {
	if r.BadHands == 0 {
		return
	}
	w.Printf("\n%s, in no total above\n", w.Paint(figures.Counted(r.BadHands, "bad hand"), color.Bold))
	for _, b := range r.Bad {
		w.Printf("\nhand %d: %s\n%s\n", b.Hand, app.Explain(w, b.err), b.Command)
	}
	if rest := r.BadHands - int64(len(r.Bad)); rest > 0 {
		w.Printf("\nand %s more\n", figures.Grouped(rest))
	}
}

// withCommand adds to an error of a hand the command that plays it again.
func (o *runOptions) withCommand(err error) error {
	var bad *batch.HandError
	if !errors.As(err, &bad) || errors.Is(err, context.Canceled) {
		return err
	}
	return &app.Again{Err: err, Line: o.again(bad.Hand)}
}
