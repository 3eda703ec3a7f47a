package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// evalLines runs eval over lines on standard input and returns its rows.
func evalLines(t *testing.T, lines string, words ...string) []evalJSON {
	t.Helper()
	std, stdout, stderr := fakeIO(nil)
	std.Stdin = term.Input{Reader: strings.NewReader(lines)}
	if code := run(context.Background(), std, append([]string{"eval", "-", "--format", "ndjson"}, words...)); code != app.Fine {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var rows []evalJSON
	for s := bufio.NewScanner(stdout); s.Scan(); {
		var row evalJSON
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

type evalJSON struct {
	Schema, Cards, Board string
	Line                 int
	High, Low            *struct {
		Strength int
		Name     string
		Cards    string
		Suits    int
	}
}

// TestEvalJokerOrder checks that eval orders 5,000 hands with a joker like an
// independent evaluator, high and low.
func TestEvalJokerOrder(t *testing.T) {
	root := "."
	for ; ; root = filepath.Join(root, "..") {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
	}
	data, err := os.ReadFile(filepath.Join(root, "..", "shared", "hands", "joker", "joker.jsonl"))
	if err != nil {
		t.Skip("the recorded hands are not here: ", err)
	}
	var lines strings.Builder
	var want []struct {
		Cards     string
		High, Low int
	}
	for line := range bytes.Lines(data) {
		want = append(want, struct {
			Cards     string
			High, Low int
		}{})
		if err := json.Unmarshal(line, &want[len(want)-1]); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&lines, want[len(want)-1].Cards)
	}
	high := evalLines(t, lines.String(), "--ranking", "high", "--joker", "bug")
	low := evalLines(t, lines.String(), "--ranking", "ace-to-five", "--joker", "bug")
	if len(high) != len(want) || len(low) != len(want) {
		t.Fatalf("%d and %d rows of %d", len(high), len(low), len(want))
	}
	order := make([]int, len(want))
	for i := range order {
		order[i] = i
	}
	check := func(what string, ours, theirs func(i int) int) {
		slices.SortFunc(order, func(a, b int) int { return theirs(a) - theirs(b) })
		for k := 1; k < len(order); k++ {
			a, b := order[k-1], order[k]
			if sign3(theirs(b)-theirs(a)) != sign3(ours(b)-ours(a)) {
				t.Fatalf("%s: %s is %d, %s is %d, but theirs are %d and %d", what, want[a].Cards, ours(a), want[b].Cards, ours(b), theirs(a), theirs(b))
			}
		}
	}
	check("high", func(i int) int { return high[i].High.Strength }, func(i int) int { return want[i].High })
	// In the file, lower low values mean better hands.
	check("low", func(i int) int { return low[i].Low.Strength }, func(i int) int { return -want[i].Low })
}

func sign3(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// TestEvalStreams checks that rows come in the order of the lines, with correct line
// numbers, regardless of blocks and workers.
func TestEvalStreams(t *testing.T) {
	hands := []string{"AhKhQhJhTh", "7c5d4h3s2c", "", "# nothing", "2c2d2h3s3c|9h9d", "AsKsQsJs9s Ah"}
	var lines strings.Builder
	var want []string
	for i := range 50_000 {
		hand := hands[i*7%len(hands)]
		fmt.Fprintln(&lines, hand)
		if hand != "" && hand[0] != '#' {
			want = append(want, fmt.Sprint(i+1))
		}
	}
	var first string
	for _, workers := range []string{"1", "2", "5"} {
		std, stdout, stderr := fakeIO(fstest.MapFS{"hands.txt": {Data: []byte(lines.String())}})
		if code := runLine(t, std, "eval --format csv --file hands.txt --workers "+workers); code != app.Fine {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		if first == "" {
			first = stdout.String()
		}
		if stdout.String() != first {
			t.Fatalf("%s workers print something else", workers)
		}
	}
	var got []string
	for line := range strings.Lines(first) {
		number, _, _ := strings.Cut(line, ",")
		got = append(got, number)
	}
	if !slices.Equal(got[1:], want) {
		t.Error("lines are missing, or not in order")
	}
}

// TestEvalAnswersAtOnce checks that a typed line is answered before the next one is
// typed.
func TestEvalAnswersAtOnce(t *testing.T) {
	std, _, _ := fakeIO(nil)
	in, typed := io.Pipe()
	answers, out := io.Pipe()
	std.Stdin, std.Stdout = term.Input{Reader: in}, term.NewStream(out)
	code := make(chan int)
	go func() { code <- run(context.Background(), std, []string{"eval", "-", "--format", "ndjson"}) }()
	read := bufio.NewScanner(answers)
	for _, hand := range []string{"AhKhQhJhTh", "2c2d2h3s3c"} {
		fmt.Fprintln(typed, hand)
		if !read.Scan() || !strings.Contains(read.Text(), hand) {
			t.Fatalf("%s: got %q", hand, read.Text())
		}
	}
	_ = typed.Close()
	if got := <-code; got != app.Fine {
		t.Errorf("exit code %d", got)
	}
}

// TestEvalLongLine checks that a line longer than a block is rejected without
// affecting the others.
func TestEvalLongLine(t *testing.T) {
	std, stdout, stderr := fakeIO(nil)
	std.Stdin = term.Input{Reader: strings.NewReader("\ufeff" + strings.Repeat("Ah", equity.BlockSize) + "2c3c4c5c7c\nAhKhQhJhTh\n")}
	if code := runLine(t, std, "eval - --format csv"); code != app.No {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if strings.Count(stderr.String(), ":1:") != 1 || !strings.Contains(stdout.String(), "\n2,AhKhQhJhTh,,7462,royal flush,AhKhQhJhTh\n") {
		t.Errorf("got %q and %.100q", stdout, stderr)
	}
}

// TestEvalInterrupted checks that an interrupt ends a stream with the hands ranked so
// far.
func TestEvalInterrupted(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	ctx, cancel := context.WithCancel(context.Background())
	std.Stdin = term.Input{Reader: &endless7{after: 50, do: cancel}}
	if code := run(ctx, std, []string{"eval", "-", "--json"}); code != app.Interrupted {
		t.Errorf("exit code %d", code)
	}
	var doc struct {
		Complete bool
		Hands    []evalJSON
	}
	if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil || doc.Complete {
		t.Errorf("complete %t, %v", doc.Complete, err)
	}
}

// endless7 is an endless stream of hands; at read number after it calls do.
type endless7 struct {
	after int
	do    func()
}

func (e *endless7) Read(p []byte) (int, error) {
	if e.after--; e.after == 0 {
		e.do()
	}
	return copy(p, strings.Repeat("AhKhQhJhTh2c3d\n", 100)), nil
}

// TestEvalInterruptedWaiting checks that an interrupt ends eval while it waits for
// input.
func TestEvalInterruptedWaiting(t *testing.T) {
	std, _, _ := fakeIO(nil)
	in, _ := io.Pipe()
	std.Stdin = term.Input{Reader: in}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if code := run(ctx, std, []string{"eval", "-"}); code != app.Interrupted {
		t.Errorf("exit code %d", code)
	}
}

// TestOwnRankingExample checks that the example of a custom ranking loads, plays and
// ranks.
func TestOwnRankingExample(t *testing.T) {
	const script = "../../examples/own-ranking.star"
	for _, tt := range []struct{ line, want string }{
		{"run " + script + " --hands 300 --seed 7 --json", `"showdowns":`},
		{"rules " + script, "flush, big tiger, little tiger"},
		{"eval --ranking " + script + ":menagerie KhQdJcTs8h", "big tiger, king high"},
		{"eval --ranking " + script + ":menagerie KsKdQhQcJs", "blaze, two pair, kings and queens"},
		{"eval --ranking " + script + ":fewest AhAdAcAsJo", "5 points"},
		{"eval --game " + script + " 7h5d4c3s2h", "little dog, seven high"},
	} {
		std, stdout, stderr := fakeIO(nil)
		std.FS = history.OS
		if code := runLine(t, std, tt.line); code != app.Fine || !strings.Contains(stdout.String(), tt.want) {
			t.Errorf("%s: exit code %d, %s%s", tt.line, code, stdout, stderr)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	text := strings.Repeat("AhKdQc7s2h9c3d\n8h8d8c8s5h5d5c\n", 50_000)
	for b.Loop() {
		std, _, _ := fakeIO(nil)
		std.Stdin, std.Stdout = term.Input{Reader: strings.NewReader(text)}, term.NewStream(io.Discard)
		if code := run(context.Background(), std, []string{"eval", "-", "--format", "ndjson"}); code != app.Fine {
			b.Fatal(code)
		}
	}
	b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
