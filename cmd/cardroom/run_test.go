package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/google/go-cmp/cmp"
)

// The shards of a run cover every hand once, whatever the numbers.
func TestShardsCoverTheRun(t *testing.T) {
	for _, total := range []int64{0, 1, 7, 100, math.MaxInt64} {
		for _, count := range []int64{1, 2, 3, 7, 101} {
			next := int64(0)
			for i := int64(1); i <= count; i++ {
				from, to := shard{i, count}.of(total)
				if from != next || to < from || to-from-1 > total/count {
					t.Fatalf("shard %d/%d of %d: %d to %d after %d", i, count, total, from, to, next)
				}
				next = to
			}
			if next != total {
				t.Fatalf("%d shards of %d hands end at %d", count, total, next)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]shard{"": {1, 1}, "1/1": {1, 1}, "3/4": {3, 4}} {
		if got, err := parseShard(text); err != nil || got != want {
			t.Errorf("parseShard(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0/4", "5/4", "1", "/", "a/b", "1/0", "-1/2", "1/2/3"} {
		if _, err := parseShard(text); err == nil {
			t.Errorf("parseShard(%q) is accepted", text)
		}
	}
}

func TestStack(t *testing.T) {
	stakes := plan.Stakes{Scale: 100, BB: 200, Chip: 100}
	for _, tt := range []struct {
		text  string
		seats int
		want  []int64
	}{
		{"100bb", 2, []int64{20000, 20000}},
		{"2.5BB", 2, []int64{500, 500}},
		{"40", 2, []int64{4000, 4000}},
		{"$40.75", 2, []int64{4000, 4000}}, // whole chips
		{"1,100bb, 30", 3, []int64{100, 20000, 3000}},
	} {
		size, err := parseStack(tt.text)
		if err != nil {
			t.Errorf("parseStack(%q): %v", tt.text, err)
			continue
		}
		got, err := size.at(tt.seats, stakes)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v, %s", tt.text, err, diff)
		}
	}
	for _, text := range []string{"", "bb", "0", "0bb", "-5", "x", "1.234", "5,"} {
		if _, err := parseStack(text); err == nil {
			t.Errorf("parseStack(%q) is accepted", text)
		}
	}
	three, _ := parseStack("1,2,3")
	if _, err := three.at(2, stakes); err == nil {
		t.Error("three stacks for two seats are accepted")
	}
	small, _ := parseStack("0.50")
	if _, err := small.at(2, stakes); err == nil {
		t.Error("a stack below the smallest chip is accepted")
	}
}

// fakeRun is a result with round numbers.
func fakeRun() *runResult {
	return &runResult{
		Game:   &plan.Game{ID: "angies/omaha-hilo"},
		Stakes: plan.Stakes{Name: "2-4", Scale: 100, Small: plan.Range{Lo: 200, Hi: 200}, Big: plan.Range{Lo: 400, Hi: 400}, SB: 100, BB: 200},
		Policy: "random", Stack: []int64{20000, 20050}, Seed: 7, Seats: 2, Shard: shard{1, 1}, Hands: 1000, Decisions: 12345, Showdowns: 321,
		SplitPots: 40, SidePots: 5, ChipsIn: 4005000000, ChipsOut: 4004700000, Collected: 300000,
		Net:     []seatNet{{1, rows.Money{Units: -400050, Scale: 100}, -4.0005, known(0.25)}, {2, rows.Money{Units: 100050, Scale: 100}, 1.0005, known(0.2512345)}},
		Elapsed: 250 * time.Millisecond, Workers: 2,
	}
}

func TestWriteRun(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	if err := writeRun(std, report.NDJSON, fakeRun()); err != nil {
		t.Fatal(err)
	}
	want := `{"schema":"cardroom.run/1","game":"angies/omaha-hilo","hands":1000,"decisions":12345,"seed":7,"seats":2,` +
		`"stakes":"2-4","stacks":[200,200.5],"policy":"random","shard":"1/1","showdowns":321,"split_pots":40,"side_pots":5,` +
		`"chips_in":40050000,"chips_out":40047000,"collected":3000,` +
		`"net":[{"seat":1,"net":-4000.5,"per_hand":-4.0005,"stderr":0.25},{"seat":2,"net":1000.5,"per_hand":1.0005,"stderr":0.2512345}],` +
		`"complete":true,"elapsed_s":0.25,"hands_per_s":4000,"workers":2}` + "\n"
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Every format holds every field, and text holds the numbers that matter.
func TestRunFormats(t *testing.T) {
	for format, contains := range map[string]string{
		report.JSON: "\n  \"side_pots\": 5,\n", report.CSV: "collected,net,complete",
	} {
		std, stdout, _ := fakeIO(nil)
		if err := writeRun(std, format, fakeRun()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(stdout.String(), contains) {
			t.Errorf("%s without %q:\n%s", format, contains, stdout)
		}
		if format == report.JSON && !json.Valid(stdout.Bytes()) {
			t.Errorf("not JSON: %s", stdout)
		}
	}
}

func TestPrintRun(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	printRun(std.Stdout, fakeRun())
	want := `1,000 hands, fixed limit 2-4, blinds 1/2, 2 seats, policy random, seed 7

decisions     12,345  12.3 a hand
showdowns        321  32.1 %
split pots        40  4.0 %
side pots          5  0.5 %
chips in    40050000
chips out   40047000
collected       3000  by the house
time          250 ms  4,000 hands/s, 2 workers

seat      net  per hand
   1  -4000.5     -4.00  ± 0.25
   2  +1000.5     +1.00  ± 0.25
`
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRunUsage(t *testing.T) {
	for line, want := range map[string]string{
		"run":                       "run needs a GAME",
		"run a b":                   `run takes one GAME, and here is also "b"`,
		"run g --hands 0":           "--hands is at least 1, not 0",
		"run g --hands -3":          "--hands is at least 1, not -3",
		"run g --hands many":        `--hands is a whole number, not "many"`,
		"run g --seed -1":           `--seed is a whole number from 0, not "-1"`,
		"run g --seats 1":           "--seats is at least 2, not 1",
		"run g --workers 0":         "--workers is at least 1, not 0",
		"run g --shard 3/2":         `--shard is I/N with I from 1 to N, such as 2/4, not "3/2"`,
		"run g --set cap":           `--set is option=value, not "cap"`,
		"run g --set a=1 --set a=2": `--set gives "a" two values, "1" and "2"`,
		"run g --stack none":        `--stack is a number of chips such as 200, or of big blinds such as 100bb, not "none"`,
		"run g --save out.txt":      `--save writes .phhs files, and .session files of sessions, not "out.txt"`,
		"run g --format yaml":       `no format "yaml" here: it is one of text, json, ndjson, csv`,
		"run g --color red":         `--color is auto, always or never, not "red"`,
		"run g --hans 3":            "unknown flag --hans (did you mean --hand?)",
		"run g --quiet=perhaps":     `--quiet is either there or not, not "perhaps"`,
		"run g --json --format csv": "--json and --format csv contradict each other",
		"replay":                    "replay needs a PATH, or '-' for standard input",
		"replay x --workers=-1":     "--workers is at least 1, not -1",
		"games all":                 `games takes no argument, and here is "all"`,
		"completion tcsh":           `no completion for "tcsh": there is bash, zsh, fish, powershell`,
		"completion":                "completion needs a shell: bash, zsh, fish, powershell",
	} {
		std, stdout, stderr := fakeIO(nil)
		code := runLine(t, std, line)
		name := strings.Fields(line)[0]
		if want := "cardroom: " + want + "\nsee 'cardroom " + name + " --help'\n"; code != app.Cannot || stderr.String() != want || stdout.Len() > 0 {
			t.Errorf("%q: exit %d, stderr %q, stdout %q; want 2, %q, nothing", line, code, stderr, stdout, want)
		}
	}
}

func TestReplayOutcome(t *testing.T) {
	for _, tt := range []struct {
		tally tally
		want  error
		text  string
	}{
		{tally{Hands: 3, OK: 3}, nil, "3 hands: 3 ok"},
		{tally{Hands: 1, Mismatched: 1}, app.ErrNo, "1 hand: 0 ok, 1 mismatched"},
		{tally{Hands: 9, OK: 7, Unreadable: 1, Mismatched: 1}, app.ErrNo, "9 hands: 7 ok, 1 mismatched, 1 unreadable"},
		{tally{Hands: 9, OK: 8, Unreadable: 1}, app.ErrShown, "9 hands: 8 ok, 1 unreadable"},
		{tally{Hands: 5, OK: 2, NoGame: 3, missing: map[string]int64{"FR": 2, "FB": 1}}, app.ErrShown, "5 hands: 2 ok, 1 with no game for variant FB, 2 with no game for variant FR"},
		{tally{}, app.ErrShown, "0 hands: 0 ok"},
	} {
		if got := tt.tally.outcome(); !errors.Is(got, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.tally, got, tt.want)
		}
		if got := tt.tally.String(); got != tt.text {
			t.Errorf("%q, want %q", got, tt.text)
		}
	}
}

// fakeHands has one hand of each verdict.
func fakeHands() []*handRow {
	return []*handRow{
		{File: "a.phhs", Hand: 1, Game: "mixed/nt", Starting: []int64{10000, 10000}, Finishing: []int64{10250, 9750}, Recorded: []int64{10250, 9750}, Scale: 100},
		{File: "a.phhs", Hand: 2, Game: "mixed/nt", Starting: []int64{100, 100}, Finishing: []int64{110, 90}, Recorded: []int64{111, 89}, Scale: 1, Verdict: verdictMismatch, Err: errors.New("a.phhs:9:3: stacks differ")},
		{File: "b.phh", Hand: 1, Verdict: verdictUnreadable, Err: &diag.Error{Pos: diag.Pos{File: "a.star", Line: 3, Col: 5}, Msg: "no deal", Source: "    bet()", Hint: "deal(2) first"}},
		{File: "c.phh", Hand: 1, Variant: "FR", Starting: []int64{5}, Scale: 1, Verdict: verdictNoGame, Err: errors.New("c.phh:1:11: no game for variant FR")},
	}
}

func writeHands(t *testing.T, std *app.IO, opts replayOptions) {
	t.Helper()
	out, err := newReplayOutput(std, opts, std.StartProgress("", 0))
	if err != nil {
		t.Fatal(err)
	}
	var sum tally
	for _, r := range fakeHands() {
		sum.add(r)
		if err := out.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(&sum); err != nil {
		t.Fatal(err)
	}
}

func TestReplayOutput(t *testing.T) {
	for _, tt := range []struct {
		name           string
		opts           replayOptions
		verbose        bool
		stdout, stderr string
	}{
		{"ndjson", replayOptions{Format: report.NDJSON}, false, `{"schema":"cardroom.replay/1","file":"a.phhs","hand":1,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[102.5,97.5],"ok":true}
{"schema":"cardroom.replay/1","file":"a.phhs","hand":2,"game":"mixed/nt","starting_stacks":[100,100],"finishing_stacks":[110,90],"ok":false,"error":"a.phhs:9:3: stacks differ"}
{"schema":"cardroom.replay/1","file":"b.phh","hand":1,"game":"","starting_stacks":null,"finishing_stacks":null,"ok":false,"error":"a.star:3:5: no deal"}
{"schema":"cardroom.replay/1","file":"c.phh","hand":1,"game":"","starting_stacks":[5],"finishing_stacks":null,"ok":false,"error":"c.phh:1:11: no game for variant FR"}
`, "4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR\n"},
		{"text", replayOptions{Format: report.Text}, false, `a.phhs:9:3: stacks differ
a.star:3:5: no deal
        bet()
        ^
hint: deal(2) first
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR
`, ""},
		{"verbose text with diff", replayOptions{Format: report.Text, Diff: true}, true, `a.phhs:9:3: stacks differ
    seat 1: recorded 111, replayed 110 (-1)
    seat 2: recorded 89, replayed 90 (+1)
FAIL  a.phhs  2 hands
a.star:3:5: no deal
        bet()
        ^
hint: deal(2) first
FAIL  b.phh  1 hand
c.phh:1:11: no game for variant FR
FAIL  c.phh  1 hand
4 hands: 1 ok, 1 mismatched, 1 unreadable, 1 with no game for variant FR
`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			std, stdout, stderr := fakeIO(nil)
			std.Verbose = tt.verbose
			writeHands(t, std, tt.opts)
			if diff := cmp.Diff(tt.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout (-want +got):\n%s", diff)
			}
			if stderr.String() != tt.stderr {
				t.Errorf("stderr %q, want %q", stderr, tt.stderr)
			}
		})
	}
}

// TestOutOfCards: a game that reshuffles has no cards for a table at which nobody folds. The run says where and why.
func TestOutOfCards(t *testing.T) {
	std, _, stderr := fakeIO(fstest.MapFS{"x.star": {Data: []byte(`
g = game(
    "G",
    seats = (2, 8),
    forced = [ante()],
    stakes = stakes("2-4 ante 1"),
    short_stub = "reshuffle",
    play = [
        deal(7),
        bet(),
        board(5),
        bet(),
    ],
    showdown = best(high),
)
`)}})
	if code := run(context.Background(), std, strings.Fields("run --seed 1 --hands 10 --seats 8 --policy call x.star")); code != app.Cannot {
		t.Errorf("code %d", code)
	}
	for _, want := range []string{
		"x.star:9:9: the stub is empty: 8 seats are in, the deck has 52 cards, and there are no discards to reshuffle",
		"hint: play it with fewer seats, or deal fewer cards",
		"--seed 1 --hand 1",
	} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("got %s, want %s", stderr.String(), want)
		}
	}
}
