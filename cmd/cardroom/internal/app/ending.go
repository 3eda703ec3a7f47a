package app

import (
	"context"
	"io"
	"time"
)

// DoneGrace is how long scripts may go on after their command or request is told to end. What loads or returns faster than that
// does, so that an interrupted command can report in its results that they are incomplete. Only tests change it.
var DoneGrace = 500 * time.Millisecond

// Graced returns a channel that is closed DoneGrace after a context ends, for all scripts that run under it. Call stop if nobody
// needs the channel any more.
func Graced(ctx context.Context) (over <-chan struct{}, stop func() bool) {
	closed, grace := make(chan struct{}), DoneGrace
	return closed, context.AfterFunc(ctx, func() { time.AfterFunc(grace, func() { close(closed) }) })
}

// Until ends with a context what may take long: scripts soon after it, see [Graced], and reading standard input at once, with the
// error of the context. The returned function undoes it.
func (std *IO) Until(ctx context.Context) (back func()) {
	ended, stdin := std.Ended, std.Stdin
	from := stdin.Reader
	if u, ok := from.(*untilDone); ok {
		from = u.from
	}
	over, stop := Graced(ctx)
	std.Ended, std.Stdin.Reader = over, &untilDone{ctx: ctx, from: from}
	return func() {
		stop()
		std.Ended, std.Stdin = ended, stdin
	}
}

// untilDone reads until a context ends, also while it waits for what never comes.
type untilDone struct {
	ctx  context.Context
	from io.Reader
	room []byte
}

func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	if u.room == nil {
		u.room = make([]byte, 1<<16)
	}
	// The reading may go on after the end, so it gets no memory of the caller.
	room := u.room[:min(len(p), len(u.room))]
	type result struct {
		n   int
		err error
	}
	got := make(chan result, 1)
	go func() {
		n, err := u.from.Read(room)
		got <- result{n, err}
	}()
	select {
	case r := <-got:
		return copy(p, room[:r.n]), r.err
	case <-u.ctx.Done():
		return 0, u.ctx.Err()
	}
}
