package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
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

// TestInterruptEndsEveryCommand ends the context of every command, as the first ^C and SIGTERM do, while a script works for it:
// soon it ends and says that it was interrupted. Each command has lines here which would work for minutes, or for seconds where
// they only load a script, or a reason why no script works for it; the table is compared with the commands that there are.
func TestInterruptEndsEveryCommand(t *testing.T) {
	defer func(d time.Duration) { app.DoneGrace = d }(app.DoneGrace)
	app.DoneGrace = 20 * time.Millisecond
	lines := map[string][]string{
		"rules":   {"rules slow.star --for players", "rules load.star", "rules slow.star --format html"},
		"diff":    {"diff slow.star mixed/nt --hands 1000000"},
		"run":     {"run slow.star --hands 1000000", "run slow.star --session --hands 1000000", "run mixed/nt --policy slow.star:policy --hands 1000000", "run load.star --hands 10000000"},
		"odds":    {"odds --game mixed/nt random random random random random --samples 1000000000"},
		"solve":   {"solve slow.star", "solve load.star", "solve mixed/nt --size royal"},
		"test":    {"test slow_test.star"},
		"check":   {"check load.star", "check --exhaustive slow.star"},
		"bench":   {"bench slow.star"},
		"serve":   {`serve --stdio < {"do":"simulate","script":"slow","hands":1000000}`},
		"mcp":     {`mcp < {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"simulate","arguments":{"script":"slow","hands":1000000}}}`},
		"rulings": {"rulings load.star"},
		"replay":  {"replay hands.phhs", "replay hands.phhs --stats"},
		"convert": {"convert hands.phhs --to phh"},
	}
	none := map[string]string{
		"games": "the scripts of houses only", "merge": "sums of parts", "eval": "no script", "site": "writes the page", "new": "copies a script",
		"fmt": "runs no script", "doc": "no script of a user", "man": "prints", "completion": "prints", "version": "prints", "complete": "gives up by itself",
		"play": "a person is asked: TestSecondInterruptEnds", "repl": "a person is asked: TestSecondInterruptEnds", "lsp": "an editor ends it", "dap": "an editor ends it", "help": "prints",
	}
	std, _, _ := fake.IO(slowScripts)
	for _, c := range newApp(std).Commands {
		if c.Hidden {
			continue
		}
		if _, no := none[c.Name]; lines[c.Name] == nil && !no {
			t.Errorf("the command %s has no line in the table", c.Name)
		}
		for _, line := range lines[c.Name] {
			std, stdout, stderr := fake.IO(slowScripts)
			std.Parsed = nil
			ctx, cancel := context.WithCancel(t.Context())
			args, input, _ := strings.Cut(line, " < ")
			if input != "" {
				input = strings.Replace(input, `"slow"`, fmt.Sprintf("%q", slowScripts["slow.star"].Data), 1) + "\n"
				std.Stdin = term.Input{Reader: &stillOpen{*bytes.NewBufferString(input), ctx}}
			}
			over := make(chan int, 1)
			go func() { over <- run(ctx, std, strings.Fields(args)) }()
			time.Sleep(60 * time.Millisecond)
			cancel()
			began := time.Now()
			select {
			case code := <-over:
				t.Logf("%-60.60s ended %4d ms after the signal", args, time.Since(began).Milliseconds())
				if code != app.Interrupted && !(input != "" && code == app.Fine) {
					t.Errorf("%s: exit %d\n%.300s\n%.300s", args, code, stdout, stderr)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%s does not end", args)
			}
		}
	}
}

// stillOpen is input whose writer is still there until a context ends.
type stillOpen struct {
	bytes.Buffer
	ctx context.Context
}

func (s *stillOpen) Read(p []byte) (int, error) {
	if s.Len() == 0 {
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
