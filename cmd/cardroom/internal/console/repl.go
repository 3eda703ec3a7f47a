package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/docs"
	"cardroom/dsl/reference"
	"cardroom/dsl/repl"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"

	"github.com/fatih/color"
)

type ReplOptions struct {
	Begin string // a game or a script to begin with, or ""
	Set   map[string]string
	// Policy is the strategy and the policies of single seats, "" for none.
	Policy string
	Steps  uint64
	Echo   bool
}

// playSmall gives the session the solver, and makes it play a strategy's small game.
func (opts *ReplOptions) playSmall(std *app.IO, o *repl.Options) error {
	solver := &replSolver{}
	o.Solver = solver
	if opts.Policy == "" {
		return nil
	}
	strategies, err := library.ReadStrategies(std, opts.Policy)
	if err != nil {
		return err
	}
	if len(strategies) == 0 || opts.Begin == "" {
		return app.UsageHint("--policy takes strategies for the game that you start with", "'cardroom repl GAME --policy FILE.strategy'; 'cardroom solve GAME --strategy FILE.strategy' makes one")
	}
	game, lib, err := library.Load(std, opts.Begin, opts.Set)
	if err != nil {
		return err
	}
	small, err := strategies.Small(game, "", 0)
	if err != nil {
		return err
	}
	p, err := library.ReadPolicies(lib, strategies, opts.Policy, len(small.Stacks))
	if err != nil {
		return err
	}
	solver.strategy = strategies.First()
	_, o.Players, err = p.Make()
	return err
}

// ReplPipe runs a session with lines from a pipe or a file, or from a terminal that can only print; a terminal gets a prompt.
func ReplPipe(ctx context.Context, std *app.IO, opts ReplOptions) error {
	faults := 0
	var told app.Limiter
	defer told.End(std)
	o := replSession(std, opts)
	if err := opts.playSmall(std, &o); err != nil {
		return err
	}
	o.Report = func(err error) {
		faults++
		if std.Stdin.Terminal || std.Verbose || told.Next() {
			reportRepl(std, err)
		}
	}
	if opts.Echo {
		o.Echo = func(prompt, line string) {
			std.Stdout.Printf("%s\n", strings.TrimRight(prompt+line, " "))
		}
	}
	s := repl.New(o)
	if err := begin(ctx, s, opts); err != nil {
		return err
	}
	lines := std.PipedLines(ctx)
	person := std.Stdin.Terminal
	for {
		if person {
			std.Stdout.Printf("%s", promptOf(s))
		}
		line, err := lines.Line("")
		if err == nil && s.Line(ctx, line, person) == nil {
			continue
		}
		s.End(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case faults > 0 && !person:
			return app.ErrNo
		}
		return nil
	}
}

// promptOf returns the prompt of the next line.
func promptOf(s *repl.Session) string {
	if s.Open() {
		return repl.MorePrompt
	}
	return repl.Prompt
}

// begin starts a session with the game or script of the command line.
func begin(ctx context.Context, s *repl.Session, opts ReplOptions) error {
	if opts.Begin == "" {
		return nil
	}
	if err := s.Begin(ctx, opts.Begin); !errors.Is(err, repl.ErrInterrupted) {
		return err
	}
	return context.Canceled // nothing has begun that could go on
}

// reportRepl reports an error of a session.
func reportRepl(std *app.IO, err error) {
	if errors.Is(err, repl.ErrInterrupted) {
		std.Stderr.Printf("%s\n", std.Stderr.Paint("interrupted", color.FgYellow))
		return
	}
	app.Report(std, err)
}

// replSession returns the options of a REPL session, which give it access to the
// program's files, library and editor.
func replSession(std *app.IO, opts ReplOptions) repl.Options {
	if std.Stdin.Terminal { // nothing may be written while a line is typed; an unknown game names the houses that do not load
		silent := *std
		silent.OnBroken = nil
		std = &silent
	}
	remarks := std.Stderr
	if std.Quiet {
		remarks = term.NewStream(io.Discard)
	}
	h := &replHost{std: std, set: opts.Set}
	return repl.Options{
		Name: "stdin", Out: std.Stdout, Remarks: remarks, Steps: opts.Steps, Style: runs.Style(std.Stdout),
		Host: repl.Host{
			Library: h.library, Ref: library.Ref, Respell: h.respell,
			Reference: func() *reference.Reference { return author.NewReference(std) }, Doc: h.doc, Rules: h.rules, Eval: h.eval,
			WriteFile: std.WriteFile, ReadDir: std.FS.ReadDir,
			EditText: h.editText, EditFile: h.editFile, Seed: std.Seed,
			NotPaid: func(lib *dsl.Library, g *plan.Game) string { return runs.NotCollected(library.PostedNames(lib, g)) },
		},
	}
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
	return author.Doc(context.Background(), h.std, author.DocOptions{Name: name, Format: report.Text})
}

func (h *replHost) rules(g *plan.Game) error {
	bound, err := author.BindAll([]*plan.Game{g}, "")
	if err != nil {
		return err
	}
	s := docs.New(bound[0], nil)
	author.PrintBook(h.std.Stdout, docs.OneSheet(s, nil), &author.RulesOptions{})
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

// replSolver implements repl.Solver with engine/solve. It keeps the last solution.
type replSolver struct {
	// strategy, if set, is that of the command line: the game that it is for is played small, unless the table is changed.
	strategy *solve.Strategy
	key      string // what was solved
	solved   *solution
}

// Sizes implements repl.Solver.
func (r *replSolver) Sizes() []string { return enumerate.SizeNames() }

// Small implements repl.Solver.
func (r *replSolver) Small(t repl.Table) (*repl.Small, error) {
	if given := r.strategy; given != nil && t == (repl.Table{Game: t.Game}) && t.Game.ID == given.Game {
		small, err := given.Small(t.Game)
		if err != nil {
			return nil, err
		}
		return asSmall(small, func(context.Context) (repl.Solution, error) { return &solution{Player: given.NewPlayer()}, nil }), nil
	}
	if t.Size == "" {
		return nil, nil
	}
	size, _ := enumerate.SizeByName(t.Size)
	wishes := enumerate.Wishes{Stakes: t.Stakes, Seats: t.Seats}
	if t.Stack != "" {
		if err := wishes.ReadStacks(t.Stack); err != nil {
			return nil, fmt.Errorf("the stacks of a small game are %w", err)
		}
	}
	small, err := enumerate.Shrink(t.Game, size, wishes)
	if err == nil {
		err = small.DropBurns()
	}
	if err != nil {
		return nil, err
	}
	// Solve a small game, unless it was the last one.
	return asSmall(small, func(ctx context.Context) (repl.Solution, error) {
		key := fmt.Sprint(small.Bound.Game.ID, small.Bound.Game.Options, small.Size, small.Bound.Stakes.Text(), small.Stacks)
		if r.key == key {
			return r.solved, nil
		}
		tree, err := solve.Build(ctx, small, solve.Options{MaxNodes: mostNodes, Words: true})
		if err != nil {
			return nil, err
		}
		solver := solve.NewSolver(tree, solve.Predictive)
		for range 20 {
			for range 50 {
				if solver.Step(); ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			if tree.Check(solver.Average()).Exploitability < 1e-4 {
				break
			}
		}
		profile := solver.Average()
		strategy, err := profile.Strategy(small)
		if err != nil {
			return nil, err
		}
		c := tree.Check(profile)
		r.key, r.solved = key, &solution{strategy.NewPlayer(), fmt.Sprintf("seat 1 has %+.4f %ss of %s a hand, exploitability %.1g",
			c.Value[0], tree.UnitName, small.Bound.Stakes.Price(tree.Unit), c.Exploitability)}
		return r.solved, nil
	}), nil
}

func asSmall(small *enumerate.Small, solve func(context.Context) (repl.Solution, error)) *repl.Small {
	return &repl.Small{Bound: small.Bound, Stacks: small.Stacks, Deck: small.Pack, Solve: solve}
}

// mostNodes is the maximum size of a game that is solved while the user waits.
const mostNodes = 2_000_000

// solution implements repl.Solution.
type solution struct {
	*solve.Player
	note string // its quality
}

func (s *solution) Words(h *hand.Hand, d *hand.Decision) (string, error) {
	actions, mix, err := s.Mix(h, d)
	if err != nil {
		return "", err
	}
	return solve.Words(h, d, actions, mix), nil
}

func (s *solution) Note() string { return s.note }
