package main

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
)

func TestRunUsage(t *testing.T) {
	for line, want := range map[string]string{
		"run":                       "run needs a GAME, such as mixed/nt; 'cardroom games' lists them",
		"run a b":                   `unexpected argument "b": run takes one GAME`,
		"run g --hands 0":           "--hands must be at least 1, not 0",
		"run g --hands -3":          "--hands must be at least 1, not -3",
		"run g --hands many":        `--hands is a whole number, not "many"`,
		"run g --seed -1":           `--seed is a whole number from 0, not "-1"`,
		"run g --seats 1":           "--seats must be at least 2, not 1",
		"run g --workers 0":         "--workers must be at least 1, not 0",
		"run g --shard 3/2":         `--shard must be I/N with I from 1 to N, such as 2/4, not "3/2"`,
		"run g --set cap":           `--set must be OPTION=VALUE, not "cap"`,
		"run g --set a=1 --set a=2": "--set gives \"a\" two values, \"1\" and \"2\"\n    --set a=2\n            ^",
		"run g --stack none":        `--stack must be chips such as 200, or big blinds such as 100bb, not "none"`,
		"run g --save out.txt":      `--save writes .phhs files and, for sessions, .session files, not "out.txt"`,
		"run g --format yaml":       `unknown format "yaml" (use text, json, ndjson, csv, html)`,
		"run g --color red":         `--color must be auto, always or never, not "red"`,
		"run g --hans 3":            "unknown flag --hans (did you mean --hand?)",
		"run g --quiet=perhaps":     `--quiet is true or false, not "perhaps"`,
		"run g --json --format csv": "--json and --format csv cannot be used together",
		"replay":                    "replay needs a PATH, or '-' for standard input",
		"replay x --workers=-1":     "--workers must be at least 1, not -1",
		"games a b":                 `unexpected argument "b": games takes one HOUSE`,
		"games --missing":           "--missing needs a gallery: 'cardroom games gallery --missing'",
		"games angies --tables":     "--tables lists all tables: leave out HOUSE and --missing",
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

// TestOutOfCards checks that a run says where and why a game runs out of cards: with reshuffling there are not enough if nobody
// folds.
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
