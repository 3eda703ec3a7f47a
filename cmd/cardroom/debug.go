package main

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/dsl/debug"
)

func debugRun(ctx context.Context, std *app.IO, opts runs.Options) error {
	d, err := console.Open(ctx, std, &console.Target{Options: opts})
	if err != nil {
		return err
	}
	return debugAt(ctx, std, d, nil)
}

// debugPlay debugs a game at a table, hand after hand.
func debugPlay(ctx context.Context, std *app.IO, opts console.PlayOptions) error {
	t := &console.Target{Options: runs.Options{Seed: uint64(opts.Seed)}, You: opts.You, HotSeat: opts.HotSeat, Table: &opts.SessionOptions}
	if err := opts.To(&t.Options); err != nil {
		return err
	}
	d, err := console.Open(ctx, std, t)
	if err != nil {
		return err
	}
	if opts.You > 0 {
		d.View = opts.You - 1
	}
	return debugAt(ctx, std, d, nil)
}

// debugTest debugs the first test that fails, or the only one.
func debugTest(ctx context.Context, std *app.IO, opts author.TestOptions) error {
	s, err := author.DebugTest(ctx, std, opts)
	if err != nil {
		return err
	}
	failed := s.Failure()
	if ctx.Err() != nil { // it has failed because it was stopped
		s.Close()
		return ctx.Err()
	}
	return debugAt(ctx, std, &console.Debuggee{Session: s}, failed)
}

func debugAt(ctx context.Context, std *app.IO, d *console.Debuggee, failed *debug.Stop) error {
	return console.Run(ctx, std, d, failed, runs.Style(std.Stdout))
}
