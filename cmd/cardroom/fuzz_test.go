package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// fuzzed runs a command on a file of any text. Whatever it is, the command ends
// with one of its exit codes and says why.
func fuzzed(t *testing.T, text, line string) {
	t.Helper()
	files := fstest.MapFS{"f.txt": {Data: []byte(text)}, "f.session": {Data: []byte(text)}, "f.star": {Data: []byte(text)}}
	std, stdout, stderr := fakeIO(files)
	std.Stdin.Reader = strings.NewReader(text)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	interrupted, stop := context.WithCancel(context.Background())
	defer stop()
	context.AfterFunc(ctx, stop)
	code := run(interrupted, std, strings.Fields(line))
	if !slices.Contains([]int{exitFine, exitNo, exitCannot, exitInterrupted}, code) {
		t.Errorf("exit code %d", code)
	}
	if code == exitCannot && stderr.Len() == 0 && stdout.Len() == 0 {
		t.Error("it could not run, and says nothing")
	}
	if out := stdout.String() + stderr.String(); strings.Contains(out, "crash") || strings.Contains(out, "goroutine ") {
		t.Errorf("%s", out)
	}
}

// sessionSeeds are saved sessions and games as the program writes them.
func sessionSeeds(f *testing.F) {
	dir := f.TempDir()
	for i, line := range []string{
		"run angies/holdem --session --kill half --hands 4 --seed 1 --save",
		"run sanrafael/california22 --session --hands 3 --seed 1 --save",
		"play mixed/nt --seats 2 --seed 1 --save",
	} {
		std, _, _ := fakeIO(nil)
		std.Create = new(fileMaker).create
		std.Stdin.Reader = strings.NewReader("call\nfold\n\nquit\n")
		name := filepath.Join(dir, string(rune('a'+i))+".session")
		if code := run(context.Background(), std, append(strings.Fields(line), name)); code != exitFine {
			f.Fatalf("%s: exit code %d", line, code)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
}

// FuzzSession goes on with sessions that somebody has changed.
func FuzzSession(f *testing.F) {
	sessionSeeds(f)
	f.Fuzz(func(t *testing.T, text string) { fuzzed(t, text, "run --resume f.session --hands 6") })
}

// FuzzPlayed goes on with games that somebody has changed.
func FuzzPlayed(f *testing.F) {
	sessionSeeds(f)
	f.Fuzz(func(t *testing.T, text string) { fuzzed(t, text, "play --resume f.session --policy call") })
}

// FuzzEvents has things happen at a table.
func FuzzEvents(f *testing.F) {
	for _, text := range []string{
		"0 join player=1000 amount=$50\n", "2 post game=2\n", "1 tick at=13:30\n3 leave seat=2\n", "1 owe-blinds seat=1\n# remark\n\n2 wait seat=3\n",
		"0 transfer seat=1 to=9\n", "1 buy seat=1 amount=99999999999999999999\n", "1 buy seat=1 amount=$92233720368547758\n", "0 tick at=65535:59\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzzed(t, text, "run angies/holdem --session --seed 1 --hands 5 --show 0 --events f.txt")
	})
}

// FuzzEval ranks what is no hand.
func FuzzEval(f *testing.F) {
	for _, text := range []string{"AhKhQhJhTh\n", "Ah Kd | 2c3d4h\n", "Jo-2c-3d-4h-6s # bug\n", "AhAh\n", "10h 9d\n", "\xff\n", "A\x00h\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzzed(t, text, "eval --json")
		fuzzed(t, text, "eval --game angies/omaha-hilo --board 2c3d4h")
	})
}

// FuzzTable runs scripts that describe tables.
func FuzzTable(f *testing.F) {
	f.Add("\"\"\"A table.\"\"\"\nload(\"@scripts//angies/holdem.star\", \"holdem\")\nmine = table(\"Mine\", games = [holdem], stakes = \"2-4\")\n")
	tables, _ := filepath.Glob("../../scripts/*/tables.star")
	for _, name := range tables {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(strings.ReplaceAll(string(text), "\"./", "\"@scripts//"+filepath.Base(filepath.Dir(name))+"/"))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzzed(t, text, "run f.star --seed 1 --hands 3 --show 0 --max-steps 20000")
	})
}
