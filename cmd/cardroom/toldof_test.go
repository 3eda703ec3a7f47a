package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/runs"
)

// TestManyErrors checks that a file of wrong lines, tests or scripts does not flood the terminal: errors over the limit, and those
// of a file that differ only in their place, are counted, and --verbose shows them.
func TestManyErrors(t *testing.T) {
	const n = 250
	lines := strings.Repeat("xx yy\n", n)
	hand, err := os.ReadFile("../../examples/hands/omaha.phh")
	if err != nil {
		t.Fatal(err)
	}
	hands := ""
	for i := range n {
		hands += fmt.Sprintf("[%d]\n%s\n", i+1, strings.Replace(string(hand), "'p3 f'", "'p4 f'", 1))
	}
	var tests strings.Builder
	for i := range n {
		fmt.Fprintf(&tests, "def test_%d(t):\n    fail('xx')\n\n", i)
	}
	files := fstest.MapFS{"bad.txt": {Data: []byte(lines)}, "x_test.star": {Data: []byte(tests.String())}, "bad.phhs": {Data: []byte(hands)}}
	for i := range n {
		files[fmt.Sprintf("many/a%d.star", i)] = &fstest.MapFile{Data: []byte("xx = =\n")}
	}
	for _, tt := range []struct {
		line, stdin, part, more string
		few, all                int // errors without and with --verbose
	}{
		{"eval --file bad.txt", "", "bad.txt:", "bad.txt: 247 times more: \"xx\" is a range, and eval ranks hands; --verbose shows all", 3 + 1, n},
		{"eval -", lines, "hint: write the cards", "-: 247 times more", 3, n},
		{"odds -", lines, ":4: \"yy\": neither", "-: 247 times more", 3, n},
		{"replay bad.phhs", "", "is out of turn", "bad.phhs: 247 times more: p4 f: seat 4 is out of turn", 3 + 1, n},
		{"convert bad.phhs --to ohh", "", "is out of turn", ": 250 hands", 1, n},
		{"fmt --check many", "", "many/a", "and 150 more errors; --verbose shows all", app.MaxShown, n},
		{"repl", strings.Repeat("xx + = yy\n", n), "stdin:", "and 150 more errors; --verbose shows all", app.MaxShown, n},
		{"play --seed 1 mixed/nt", lines, "is not something a player says", "and 150 more errors; --verbose shows all", app.MaxShown, n},
		{"test x_test.star", "", "FAIL", "and 150 more failed; -v shows all", app.MaxShown, n},
	} {
		t.Run(tt.line, func(t *testing.T) {
			do := func(more ...string) string {
				std, out, errs := fakeIO(files)
				std.Stdin.Reader = strings.NewReader(tt.stdin)
				run(context.Background(), std, append(strings.Fields(tt.line), more...))
				return out.String() + errs.String()
			}
			text := do()
			if got := strings.Count(text, tt.part); got != tt.few {
				t.Errorf("%d errors, want %d: %.900s", got, tt.few, text)
			}
			if !strings.Contains(text, tt.more) {
				t.Errorf("not in the output: %s", tt.more)
			}
			text = do("--verbose")
			if got := strings.Count(text, tt.part); got != tt.all || strings.Contains(text, "more") {
				t.Errorf("with --verbose: %d errors, want %d: %.300s", got, tt.all, text)
			}
		})
	}
}

// TestLongLinesQuoted checks that messages about lines of a megabyte quote only the beginning.
func TestLongLinesQuoted(t *testing.T) {
	long := strings.Repeat("[", 1_000_000)
	files := fstest.MapFS{
		"a.session": {Data: []byte(long + "\n")},
		"b.session": {Data: []byte(console.PlaySchema + "\n{}\n" + long + "\n")},
		"c.session": {Data: []byte(runs.Schema + "\n{}\n" + long + "\n")},
	}
	for _, line := range []string{"play --resume a.session", "play --resume b.session", "run --resume a.session", "run --resume c.session"} {
		std, out, errs := fakeIO(files)
		if code := run(context.Background(), std, strings.Fields(line)); code != app.Cannot {
			t.Errorf("%s: code %d", line, code)
		}
		if n := out.Len() + errs.Len(); n > 2000 || n == 0 {
			t.Errorf("%s: %d bytes: %.300s", line, n, errs.String())
		}
	}
}
