package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/term"
)

// slowScripts are scripts whose functions take some 30 ms, or whose top level takes seconds.
var slowScripts = fstest.MapFS{
	"slow.star": {Data: []byte(`
def slowly(x):
    n = 0
    for _ in range(90000):
        n += 1
    return n == 0

def by(cards):
    slowly(cards)
    return [cards.own[0]]

def policy(view):
    slowly(view)
    return "call"

g = game("G", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), play = [deal(5), bet(name = "a"), board(2), bet(name = "b")], showdown = best(wild(high, by = by)))
`)},
	"load.star": {Data: []byte("load(\"./slow.star\", \"slowly\")\nx = [slowly(i) for i in range(26)]\ng = game(\"G\", forced = [blinds()], stakes = stakes(\"1-2\"), play = [deal(2), bet()], showdown = best(high))\n")},
	"hands.phhs": {Data: func() (out []byte) {
		for i := range 3000 { // each calls the hook of slow.star at its showdown
			out = fmt.Appendf(out, "[%d]\nvariant = \"slow.star:g\"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\nstarting_stacks = [200, 200]\n"+
				"actions = [\"d dh p1 KsQc3d9cKc\", \"d dh p2 8c6dTc4cTd\", \"p2 cc\", \"p1 cc\", \"d db 2s5d\", \"p1 cc\", \"p2 cc\", \"p1 sm KsQc3d9cKc\", \"p2 sm 8c6dTc4cTd\"]\n", i+1)
		}
		return out
	}()},
	"slow_test.star": {Data: []byte("load(\"./slow.star\", \"slowly\")\n" + func() string {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "def test_%d(t):\n    slowly(t)\n", i)
		}
		return b.String()
	}())},
}

// TestInterruptEndsEveryCommand ends the context of every command, as the first ^C and SIGTERM do, while a script works for it or
// while it waits for standard input: soon it ends and says that it was interrupted. Each command has lines here which would work
// for minutes, for seconds where they only load a script, or for ever where they wait (with " <"), or a reason why it does neither;
// the table is compared with the commands that there are. TestSignalsEnd sends real signals.
func TestInterruptEndsEveryCommand(t *testing.T) {
	grace := app.DoneGrace
	t.Cleanup(func() { app.DoneGrace = grace })
	app.DoneGrace = 20 * time.Millisecond // real where only input is waited for: that has none
	lines := map[string][]string{
		"rules":   {"rules slow.star --for players", "rules load.star", "rules slow.star --format html"},
		"diff":    {"diff slow.star mixed/nt --hands 1000000", "diff mixed/nt load.star", "diff mixed/nt mixed/nt --deck - <"},
		"run":     {"run slow.star --hands 1000000", "run slow.star --session --hands 1000000", "run mixed/nt --policy slow.star:policy --hands 1000000", "run load.star --hands 10000000", "run mixed/nt --policy load.star:slowly", "run mixed/nt --deck - <", "run angies/holdem --session --events - <", "run --resume - <", "run slow.star --debug <"},
		"odds":    {"odds --game mixed/nt random random random random random --samples 1000000000", "odds --game load.star AhAd KhKd", "odds - <"},
		"solve":   {"solve slow.star", "solve load.star", "solve mixed/nt --size royal"},
		"test":    {"test slow_test.star", "test slow_test.star --run test_7$ --debug <"},
		"check":   {"check load.star", "check --exhaustive slow.star", "check - <"},
		"bench":   {"bench slow.star", "bench load.star", "bench mixed/nt --deck - <"},
		"serve":   {"serve --stdio <", `serve --stdio < {"do":"simulate","script":"slow","hands":1000000}`, "serve --stdio load.star"},
		"mcp":     {"mcp <", `mcp < {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"simulate","arguments":{"script":"slow","hands":1000000}}}`},
		"rulings": {"rulings load.star"},
		"replay":  {"replay hands.phhs", "replay hands.phhs --stats", "replay - <"},
		"convert": {"convert hands.phhs --to phh", "convert - --to phh <"},
		"eval":    {"eval --game load.star AhKh", "eval - <"},
		"fmt":     {"fmt - <"},
		"play":    {"play load.star", "play mixed/nt --policy load.star:slowly", "play mixed/nt --floor --policy load.star:slowly", "play mixed/nt <", "play slow.star --debug <", "play --resume - <"},
		"repl":    {"repl load.star", "repl <"},
		"lsp":     {"lsp <"},
		"dap":     {"dap <"},
	}
	none := map[string]string{
		"games": "the scripts of houses only", "merge": "sums of parts", "site": "writes the page", "new": "copies a script", "doc": "no script of a user",
		"man": "prints", "completion": "prints", "version": "prints", "complete": "gives up by itself", "help": "prints",
	}
	std, _, _ := fake.IO(slowScripts)
	for _, c := range newApp(std).Commands {
		if c.Hidden {
			continue
		}
		if _, no := none[c.Name]; (lines[c.Name] == nil) != no {
			t.Errorf("the command %s has lines in the table, or a reason: one of them", c.Name)
		}
		for i, line := range lines[c.Name] {
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				quick := strings.HasSuffix(line, "<") // others work for some time: each has one of the two
				if quick || i%2 == 0 {
					interrupted(t, line, syscall.SIGINT)
				}
				if quick || i%2 == 1 {
					interrupted(t, line, syscall.SIGTERM)
				}
			})
		}
	}
}

// interrupted ends the context of a command line soon after it has begun to work, or to wait for input.
func interrupted(t *testing.T, line string, sig syscall.Signal) {
	t.Helper()
	std, stdout, stderr := fake.IO(slowScripts)
	std.Parsed = nil
	ctx, cancel := context.WithCancelCause(t.Context())
	args, input, waits := strings.Cut(line, " <")
	waiting := make(chan struct{})
	if waits {
		if input != "" {
			input = strings.Replace(input, `"slow"`, fmt.Sprintf("%q", slowScripts["slow.star"].Data), 1) + "\n"
		}
		std.Stdin = term.Input{Reader: &stillOpen{*bytes.NewBufferString(input), waiting, t.Context()}}
	}
	over := make(chan int, 1)
	go func() { over <- run(ctx, std, strings.Fields(args)) }()
	if waits {
		select {
		case <-waiting:
		case code := <-over:
			t.Fatalf("%s: exit %d before it waits for input\n%.300s\n%.300s", args, code, stdout, stderr)
		}
	}
	if !waits || input != "" {
		time.Sleep(60 * time.Millisecond)
	}
	cancel(received(sig.String() + " signal received"))
	began := time.Now()
	select {
	case code := <-over:
		t.Logf("%-70.70s ended %4d ms after %s", line, time.Since(began).Milliseconds(), sig)
		if code != app.Interrupted || !strings.HasSuffix(stderr.String(), "cardroom: interrupted\n") {
			t.Errorf("%s: exit %d\n%.300s\n%.300s", args, code, stdout, stderr)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s does not end", args)
	}
}

// received is the cause of a context that a signal has ended, as os/signal makes it.
type received string

func (r received) Error() string        { return string(r) }
func (r received) Is(target error) bool { return target == context.Canceled }

// stillOpen is input whose writer is still there, and writes no more.
type stillOpen struct {
	bytes.Buffer
	waiting chan struct{} // closed when all is read
	ctx     context.Context
}

func (s *stillOpen) Read(p []byte) (int, error) {
	if s.Len() == 0 {
		close(s.waiting)
		<-s.ctx.Done()
	}
	return s.Buffer.Read(p)
}

// TestCancelRightBehind sends a cancel right behind its request, and behind one that waits: both are canceled, however fast the
// reader is.
func TestCancelRightBehind(t *testing.T) {
	for range 10 {
		std, stdout, _ := fake.IO(slowScripts)
		std.Stdin = term.Input{Reader: strings.NewReader(`{"do":"simulate","id":"a","game":"mixed/nt","hands":10000000}
{"do":"simulate","id":"b","game":"mixed/nt","hands":10000000}
{"do":"cancel","of":"b"}
{"do":"cancel","of":"a"}
{"do":"hello","id":"c"}
`)}
		if code := run(t.Context(), std, []string{"serve", "--stdio"}); code != app.Fine {
			t.Fatal(code)
		}
		ended := 0 // those that were canceled; the answer to a cancel may stand before or behind theirs
		for line := range strings.Lines(stdout.String()) {
			if !strings.Contains(line, `"progress":`) && (strings.Contains(line, `"partial":true`) || strings.Contains(line, "stopped before it had a result")) {
				ended++
			}
		}
		if text := stdout.String(); ended != 2 || strings.Count(text, `"ok":true`) < 3 {
			t.Fatalf("%.2000s", text)
		}
	}
}
