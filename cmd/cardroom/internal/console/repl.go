package console

import (
	"context"
	"errors"
	"io"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/repl"

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
