package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/diag"

	"cardroom/cmd/cardroom/internal/report"

	"github.com/google/go-cmp/cmp"
)

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
