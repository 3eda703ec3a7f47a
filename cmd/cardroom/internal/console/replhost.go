package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/books"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/reference"
	"cardroom/dsl/repl"
	"cardroom/engine/plan"
)

// replSession returns the options of a REPL session, which give it access to the
// program's files, library and editor.
func replSession(std *app.IO, opts ReplOptions) repl.Options {
	if std.Stdin.Terminal { // nothing may be written while a line is typed; an unknown game names the houses that do not load
		silent := *std
		silent.OnBroken = nil
		std = &silent
	}
	h := &replHost{std: std, set: opts.Set}
	return repl.Options{
		Name: "stdin", Out: std.Stdout, Remarks: quietly(std), Steps: opts.Steps, Style: narrate.Cards{}.On(std.Stdout),
		Host: repl.Host{
			Library: h.library, Ref: library.Ref, Respell: h.respell,
			Reference: func() *reference.Reference { return books.NewReference(std) }, Doc: h.doc, Rules: h.rules, Eval: h.eval,
			WriteFile: std.WriteFile, ReadDir: std.FS.ReadDir,
			EditText: h.editText, EditFile: h.editFile, Seed: std.Seed,
			NotPaid: func(lib *dsl.Library, g *plan.Game) string { return narrate.NotCollected(library.PostedNames(lib, g)) },
		},
	}
}

// quietly returns standard error, or a discarding stream with --quiet.
func quietly(std *app.IO) *term.Stream {
	if std.Quiet {
		return term.NewStream(io.Discard)
	}
	return std.Stderr
}

// replHost implements repl.Host.
type replHost struct {
	std *app.IO
	set map[string]string
}

// library returns a new library. What the session itself prints is a result; what
// scripts print while they load is not.
func (h *replHost) library() *dsl.Library {
	opts := library.Options(h.std, h.set)
	opts.OnLate = nil // a block that takes too long is an error, but the session goes on
	loading := opts.Print
	opts.Print = func(module, msg string) {
		if module == "stdin" {
			h.std.Printed.Print(h.std.Stdout, msg, "%s\n", msg)
			return
		}
		loading(module, msg)
	}
	return dsl.NewLibrary(opts)
}

func (h *replHost) respell(err error, typed string) error {
	ref, bad := library.Ref(typed)
	if bad != nil {
		return err
	}
	return library.AsTyped(err, typed, ref)
}

func (h *replHost) doc(name string) error {
	return books.Doc(context.Background(), h.std, books.DocOptions{Name: name, Format: report.Text})
}

func (h *replHost) rules(g *plan.Game) error {
	bound, err := books.BindAll([]*plan.Game{g}, "")
	if err != nil {
		return err
	}
	s := docs.New(bound[0], nil)
	books.PrintBook(h.std.Stdout, docs.OneSheet(s, nil), &books.RulesOptions{})
	return nil
}

// eval ranks hands. One hand may have blanks between its cards.
func (h *replHost) eval(ctx context.Context, g *plan.Game, hands string) error {
	opts := equity.EvalOptions{Hands: strings.Fields(hands), Plan: g, Workers: 1, Format: report.Text}
	if strings.ContainsAny(hands, "|/") {
		opts.Hands = []string{hands}
	}
	if err := opts.Settle(h.std); err != nil {
		return err
	}
	err := equity.Eval(ctx, h.std, opts)
	if errors.Is(err, app.ErrShown) || errors.Is(err, app.ErrNo) {
		return nil // the hand and what is wrong with it are printed
	}
	return err
}

// editText lets the user edit a text in a temporary file.
func (h *replHost) editText(text string) (string, error) {
	f, err := os.CreateTemp("", "cardroom-*.star")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	if err := h.editFile(f.Name()); err != nil {
		return "", err
	}
	edited, err := os.ReadFile(f.Name())
	return string(edited), err
}

// editFile opens the user's editor, whose setting may include arguments: "code
// --wait".
func (h *replHost) editFile(name string) error {
	editor := strings.Fields(h.std.Getenv("VISUAL"))
	if len(editor) == 0 {
		editor = strings.Fields(h.std.Getenv("EDITOR"))
	}
	switch {
	case len(editor) > 0:
	case !h.std.Stdin.Terminal:
		return errors.New("no editor: without a terminal, set VISUAL or EDITOR")
	default:
		editor = []string{"vi"}
	}
	if err := h.std.Exec(editor[0], append(editor[1:], name)...); err != nil {
		return fmt.Errorf("editor %s: %w", editor[0], err)
	}
	return nil
}
