package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// Hands that failed in a run, and the commands that replay them.

// again returns the command that replays hand n.
func (o *Options) again(n int64) string {
	return app.CommandLine(append(slices.Clone(o.Again), o.UpTo, fmt.Sprint(n)))
}

// badHand is a hand that failed.
type badHand struct {
	Hand    int64  `json:"hand"`    // its number
	Error   string `json:"error"`   // what went wrong
	Command string `json:"command"` // plays the hand again
	err     error  // nil if it was read from a part
	told    string // the full error, as saved in a part
}

func badHandsOf(b *batch.BadHands, o *Options) []badHand {
	out := []badHand{}
	for _, e := range b.First() {
		err := library.WhilePlaying(e.Err, o.Game, o.Policy)
		out = append(out, badHand{Hand: e.Hand, Error: err.Error(), Command: o.again(e.Hand), err: err})
	}
	return out
}

// explained returns the error in full.
func (b *badHand) explained(w *term.Stream) string {
	if b.err == nil {
		return b.told
	}
	return app.Explain(w, b.err)
}

// badColumns are the extra fields of a run with --keep-going.
var badColumns = []rows.Column[*Result]{
	{Name: "bad_hands", Doc: "with --keep-going: hands that went wrong, which are in no total", Value: func(r *Result) any { return r.BadHands }, Elsewhere: true},
	{Name: "bad", Doc: "the first of them, up to twenty", Value: func(r *Result) any { return r.Bad }, Elsewhere: true},
}

// printBad lists the hands that failed.
func printBad(w *term.Stream, r *Result) {
	if r.BadHands == 0 {
		return
	}
	w.Printf("\n%s, in no total above\n", w.Paint(figures.Counted(r.BadHands, "bad hand"), color.Bold))
	for _, b := range r.Bad {
		w.Printf("\nhand %d: %s\n%s\n", b.Hand, b.explained(w), b.Command)
	}
	if rest := r.BadHands - int64(len(r.Bad)); rest > 0 {
		w.Printf("\nand %s more\n", figures.Grouped(rest))
	}
}

// WithCommand adds to an error in a hand the command that replays the hand.
func (o *Options) WithCommand(err error) error {
	var bad *batch.HandError
	if !errors.As(err, &bad) || errors.Is(err, context.Canceled) {
		return err
	}
	return &app.Again{Err: err, Line: o.again(bad.Hand)}
}
