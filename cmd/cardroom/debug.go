package main

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/debugger"
	"cardroom/cmd/cardroom/internal/narrate"
	"cardroom/cmd/cardroom/internal/ruletests"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/dsl/debug"
)

func debugRun(ctx context.Context, std *app.IO, opts simulate.Options) error {
	d, err := debugger.Open(ctx, std, &debugger.Target{Options: opts})
	if err != nil {
		return err
	}
	return debugAt(ctx, std, d, nil)
}

// debugPlay debugs a game at a table, hand after hand.
func debugPlay(ctx context.Context, std *app.IO, opts console.PlayOptions) error {
	t := &debugger.Target{Options: simulate.Options{Seed: uint64(opts.Seed)}, You: opts.You, HotSeat: opts.HotSeat, Table: &opts.Options}
	if err := opts.To(&t.Options); err != nil {
		return err
	}
	d, err := debugger.Open(ctx, std, t)
	if err != nil {
		return err
	}
	if opts.You > 0 {
		d.View = opts.You - 1
	}
	return debugAt(ctx, std, d, nil)
}

// debugTest debugs the first test that fails, or the only one.
func debugTest(ctx context.Context, std *app.IO, opts ruletests.Options) error {
	s, err := ruletests.Debug(ctx, std, opts)
	if err != nil {
		return err
	}
	failed := s.Failure()
	if ctx.Err() != nil { // it has failed because it was stopped
		s.Close()
		return ctx.Err()
	}
	return debugAt(ctx, std, &debugger.Debuggee{Session: s}, failed)
}

func debugAt(ctx context.Context, std *app.IO, d *debugger.Debuggee, failed *debug.Stop) error {
	return debugger.Run(ctx, std, d, failed, narrate.Style(std.Stdout))
}
