package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/console"
	"cardroom/cmd/cardroom/internal/session"
)

// TestManyErrors checks that a file of wrong lines, tests or scripts does not flood the terminal: errors over the limit are
// counted, and --verbose shows them.
func TestManyErrors(t *testing.T) {
	const n = 250
	lines := strings.Repeat("xx yy\n", n)
	var tests strings.Builder
	for i := range n {
		fmt.Fprintf(&tests, "def test_%d(t):\n    fail('xx')\n\n", i)
	}
	files := fstest.MapFS{"bad.txt": {Data: []byte(lines)}, "x_test.star": {Data: []byte(tests.String())}}
	for i := range n {
		files[fmt.Sprintf("many/a%d.star", i)] = &fstest.MapFile{Data: []byte("xx = =\n")}
	}
	for _, tt := range []struct {
		line, stdin, part, more string
		all                     int // errors with --verbose
	}{
		{"eval --file bad.txt", "", "bad.txt:", "and 150 more errors; --verbose shows all", n},
		{"eval -", lines, "hint: write the cards", "and 150 more errors; --verbose shows all", n},
		{"odds -", lines, "neither cards", "and 150 more errors; --verbose shows all", n},
		{"fmt --check many", "", "many/a", "and 150 more errors; --verbose shows all", n},
		{"repl", strings.Repeat("xx + = yy\n", n), "stdin:", "and 150 more errors; --verbose shows all", n},
		{"play --seed 1 mixed/nt", lines, "is not something a player says", "and 150 more errors; --verbose shows all", n},
		{"test x_test.star", "", "FAIL", "and 150 more failed; -v shows all", n},
	} {
		t.Run(tt.line, func(t *testing.T) {
			do := func(more ...string) string {
				std, out, errs := fakeIO(files)
				std.Stdin.Reader = strings.NewReader(tt.stdin)
				run(context.Background(), std, append(strings.Fields(tt.line), more...))
				return out.String() + errs.String()
			}
			text := do()
			if got := strings.Count(text, tt.part); got != app.MaxShown {
				t.Errorf("%d errors, want %d: %.300s", got, app.MaxShown, text)
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
		"c.session": {Data: []byte(session.Schema + "\n{}\n" + long + "\n")},
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
