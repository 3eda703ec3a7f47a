package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/files"
)

// partsIO returns an IO with real files and folders.
func partsIO() (std *app.IO, stdout, stderr *bytes.Buffer) {
	std = schemaIO()
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	std.Stdout, std.Stderr = term.NewStream(stdout), term.NewStream(stderr)
	return std, stdout, stderr
}

// obey runs a command that must end with the given exit code.
func obey(t *testing.T, code int, line string) (stdout, stderr string) {
	t.Helper()
	std, out, errs := partsIO()
	if got := run(context.Background(), std, strings.Fields(line)); got != code {
		t.Fatalf("%s: exit code %d, want %d\n%s%s", line, got, code, out, errs)
	}
	return out.String(), errs.String()
}

// times matches the fields of a JSON result that depend on the machine.
var times = regexp.MustCompile(`(?m)^  "(elapsed_s|hands_per_s|workers)": .*\n`)

func untimed(text string) string { return times.ReplaceAllString(text, "") }

// mergedRuns are commands whose parts are merged. They cover everything that a result can contain.
var mergedRuns = []string{
	"run mixed/nt --hands 230 --seed 7",
	"run angies/omaha-hilo --hands 101 --seed 18446744073709551615 --seats 4 --stack 10,20,30,40",
	"run house004/holdem --hands 120 --seed 3 --mishaps 0.05",
	"run sanrafael/california22 --hands 60 --seed 1",
	"run angies/dealers-choice --hands 40 --seed 2",
	"run angies/holdem --hands 30 --seed 2 --policy table",
	"run sometimes.star:g --hands 90 --seed 2 --keep-going --policy sometimes.star:policy",
	"run examples/guts.star --hands 50 --seed 5",
	"diff angies/lowball --b sevens=void --hands 170 --seed 1",
	"run angies/holdem --session --kill half --collection A --hands 30 --seed 18446744073709551614 --sessions 5",
	"run sanrafael/california22 --sessions 4 --hands 10 --seed 1",
	"run house004/holdem --sessions 3 --hours 1 --mishaps 0.05 --seed 1 --policy call",
	"diff angies/holdem sanrafael/holdem --stakes 2-4 --stakes-b 3-6 --stack 10,2000,300 --hands 90 --seed 2 --seats 3",
	"diff good.star sometimes.star:g --hands 60 --seed 2 --policy call",
	"diff angies/razz mixed/f7s --stakes 2-4 --hands 40 --seed 18446744073709551615",
}

// sometimesFails is a game with a policy that fails now and then.
const sometimesFails = `
g = game("G", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), play = [deal(2), bet()], showdown = best(high))

def policy(view):
    if view.random(40) == 0:
        fail("no idea")
    return "call"
`

func prepareParts(t *testing.T) {
	t.Helper()
	guts, err := os.ReadFile("../../examples/guts.star")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"sometimes.star": sometimesFails, "good.star": ownGame, "examples/guts.star": string(guts)} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMergeIsOneRun checks that merged parts give the output of a single run: JSON and CSV byte for byte except for times and
// workers, text except for the time.
func TestMergeIsOneRun(t *testing.T) {
	prepareParts(t)
	for i, line := range mergedRuns {
		code := app.Fine
		if strings.Contains(line, "keep-going") || strings.HasPrefix(line, "diff ") {
			code = app.No
		}
		formats := []string{"json", "ndjson", "csv", "text --show 0"}
		if strings.HasPrefix(line, "diff ") {
			formats = []string{"json", "csv", "text"}
		}
		dir := fmt.Sprint("parts", i)
		for k := range 4 {
			std, _, stderr := partsIO()
			if got := run(context.Background(), std, strings.Fields(fmt.Sprintf("%s --out %s --shard %d/4 --checkpoint 9 --workers %d", line, dir, k+1, k%2+1))); got > app.No {
				t.Fatalf("%s: %d: %s", line, got, stderr)
			}
		}
		for _, format := range formats {
			whole, _ := obey(t, code, line+" --format "+format)
			merged, _ := obey(t, code, "merge "+dir+" --format "+strings.Fields(format)[0])
			if format == "ndjson" || format == "csv" {
				whole, merged = cutTimes(whole, format), cutTimes(merged, format)
			}
			if untimed(whole) != untimed(merged) {
				t.Errorf("%s as %s:\n%s\nmerged:\n%s", line, format, whole, merged)
			}
		}
	}
}

// cutTimes removes the times from a line.
func cutTimes(text, format string) string {
	if format == "csv" {
		rows := strings.Split(text, "\n")
		if !strings.Contains(rows[0], "elapsed_s") {
			return text
		}
		names, values := strings.Split(rows[0], ","), strings.Split(rows[1], ",")
		for i, n := range names {
			if slices.Contains([]string{"elapsed_s", "hands_per_s", "workers"}, n) {
				values[len(values)-len(names)+i] = "" // the fields before it may contain commas
			}
		}
		return rows[0] + "\n" + strings.Join(values, ",")
	}
	return regexp.MustCompile(`"(elapsed_s|hands_per_s|workers)":[0-9.e+-]+,?`).ReplaceAllString(text, "")
}

// treeLines are commands whose parts are merged step by step.
var treeLines = []string{"run mixed/nt --hands 97 --seed 7", "diff mixed/nt mixed/ft --hands 97 --seed 1"}

// TestMergeTrees checks that parts of any sizes, merged in any order of steps, give the same file and the result of a single
// run.
func TestMergeTrees(t *testing.T) {
	prepareParts(t)
	wholes := map[string]string{}
	for _, line := range treeLines {
		std, stdout, _ := partsIO()
		run(context.Background(), std, strings.Fields(line+" --json"))
		wholes[line] = stdout.String()
	}
	for round := range 40 {
		r := rand.New(rand.NewPCG(31, uint64(round)))
		line, n := treeLines[round%len(treeLines)], 1+r.IntN(6)
		var dirs []string
		for i := range n {
			dirs = append(dirs, fmt.Sprintf("r%d/s%d", round, i))
			std, _, stderr := partsIO()
			if got := run(context.Background(), std, strings.Fields(fmt.Sprintf("%s --out %s --shard %d/%d -q", line, dirs[i], i+1, n))); got > app.No {
				t.Fatalf("round %d: %d: %s", round, got, stderr)
			}
		}
		for step := 0; len(dirs) > 1; step++ {
			r.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
			k := 2 + r.IntN(len(dirs)-1)
			to := fmt.Sprintf("r%d/m%d", round, step)
			obey(t, app.Fine, "merge "+strings.Join(dirs[:k], " ")+" --out "+to)
			dirs = append(slices.Clone(dirs[k:]), to)
		}
		std, merged, stderr := partsIO()
		if code := run(context.Background(), std, []string{"merge", dirs[0], "--json"}); code > app.No || untimed(merged.String()) != untimed(wholes[line]) {
			t.Fatalf("round %d: %d: %s%s\nwant\n%s", round, code, merged, stderr, wholes[line])
		}
	}
}

// cancelAt cancels when the n-th file is written.
func cancelAt(write func(dir, name string) (term.File, error), writes *int, n int, cancel func()) func(dir, name string) (term.File, error) {
	return func(dir, name string) (term.File, error) {
		if *writes++; *writes == n {
			cancel()
		}
		return write(dir, name)
	}
}

// TestResume checks that a finished shard is not played again, and that an unfinished one is resumed and ends with the same
// file.
func TestResume(t *testing.T) {
	prepareParts(t)
	const line = "run mixed/nt --hands 90000 --seed 7 --shard 2/3 --out a"
	const file = "a/shard-2-of-3.part"
	obey(t, app.Fine, line)
	done, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr := obey(t, app.Fine, line); !strings.Contains(stderr, "nothing is played") {
		t.Errorf("played again: %s", stderr)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	std, _, _ := partsIO()
	write, writes := std.CreatePlain, 0
	std.CreatePlain = func(dir, name string) (f term.File, err error) {
		if writes++; writes == 3 {
			cancel()
		}
		return write(dir, name)
	}
	if code := run(ctx, std, strings.Fields(line+" --checkpoint 100")); code != app.Interrupted {
		t.Fatalf("exit code %d", code)
	}
	begun, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := files.Read(file, begun)
	if next, over := p.Next(); err != nil || over || next <= 30001 {
		t.Fatalf("%v: next is hand %d", err, next)
	}
	if _, stderr := obey(t, app.Cannot, "merge a"); !strings.Contains(stderr, "is not finished") || !strings.Contains(stderr, "run shard 2/3 again") {
		t.Errorf("%s", stderr)
	}
	if out, _ := obey(t, app.No, "merge a --missing"); out != "1-3\n" {
		t.Errorf("missing: %q", out)
	}
	if _, stderr := obey(t, app.Fine, line); !strings.Contains(stderr, "goes on at hand") {
		t.Errorf("not resumed: %s", stderr)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, done) {
		t.Errorf("%v\n%s\nwant\n%s", err, again, done)
	}
}

// badParts are the ways in which a set of parts cannot be merged. The set is three good parts of good.star; change is applied to
// its folder. The error must match want and have a remedy.
var badParts = []badPart{
	{"an empty file", cutAt(0), `a/shard-2-of-3.part: the part is empty`},
	{"one byte", cutAt(1), `shard-2-of-3.part: the part is torn`},
	{"the schema cut off", cutAt(20), `the part is torn`},
	{"half of it", cutAt(600), `the part is torn`},
	{"no checksum", func(t *testing.T, f partFolder) {
		f.edit(2, func(s string) string { return s[:strings.Index(s, `,"checksum`)] + "}\n" })
	}, `the part is torn: its end is missing`},
	{"the last byte gone", func(t *testing.T, f partFolder) { f.edit(2, func(s string) string { return s[:len(s)-1] }) }, `the part is torn`},
	{"a byte too many", func(t *testing.T, f partFolder) { f.edit(2, func(s string) string { return s + "\n" }) }, `the part is torn`},
	{"twice in one file", func(t *testing.T, f partFolder) { f.edit(2, func(s string) string { return s + s }) }, `the part is damaged`},
	{"another number", replaced(`"showdowns":`, `"showdowns":1`), `the part is damaged: its checksum does not fit`},
	{"another key", replaced(`"key":"sha256:`, `"key":"sha256:0`), `the part is damaged`},
	{"another checksum", replaced(`"checksum":"sha256:`, `"checksum":"sha256:0`), `the part is damaged`},
	{"a byte of zero", replaced(`"seed":7`, "\"seed\":\x00"), `the part is damaged`},
	{"a folder of that name", func(t *testing.T, f partFolder) {
		f.remove(2)
		if err := os.Mkdir(f.name(2), 0o700); err != nil {
			t.Fatal(err)
		}
	}, `shard-2-of-3.part: `},
	{"text", func(t *testing.T, f partFolder) { f.edit(2, func(string) string { return "hello\n" }) }, `shard-2-of-3.part: not a part`},
	{"the result of a run", func(t *testing.T, f partFolder) {
		f.edit(2, func(string) string { return `{"schema":"cardroom.run/1"}` })
	}, `not a part`},
	{"of a newer program", replaced(`cardroom.part/1`, `cardroom.part/2`), `a part of version 2: this program knows up to 1`},
	{"of a much newer program", replaced(`cardroom.part/1`, `cardroom.part/4000000000`), `a part of version 4000000000`},
	{"of version 0", replaced(`cardroom.part/1`, `cardroom.part/0`), `no version "0"`},
	{"of version x", replaced(`cardroom.part/1`, `cardroom.part/x`), `no version "x"`},
	{"of another command", forged(func(p *files.Part) { p.Kind = "walk" }), `a part of cardroom walk`},
	{"a shard of none", forged(func(p *files.Part) { p.Shard, p.Shards = 2, 0 }), `shard 2 of 0`},
	{"shard 4 of 3", forged(func(p *files.Part) { p.Shard = 4 }), `shard 4 of 3`},
	{"shard -1", forged(func(p *files.Part) { p.Shard = -1 }), `shard -1`},
	{"the hands of another shard", forged(func(p *files.Part) { p.Hands = []files.Range{{From: 1, To: 20}} }), `not those of shard 2/3`},
	{"hands in two pieces", forged(func(p *files.Part) { p.Hands = []files.Range{{From: 21, To: 25}, {From: 31, To: 40}} }), `not those of shard 2/3`},
	{"hands from the end to the start", forged(func(p *files.Part) { p.Hands = []files.Range{{From: 40, To: 21}} }), `hands 40-21 cannot be`},
	{"hand 0", forged(func(p *files.Part) { p.Shard, p.Hands = 0, []files.Range{{From: 0, To: 20}} }), `hands 0-20 cannot be`},
	{"hands behind the last", forged(func(p *files.Part) { p.Shard, p.Hands = 0, []files.Range{{From: 50, To: 61}} }), `hands 50-61 cannot be`},
	{"hands out of order", forged(func(p *files.Part) { p.Shard, p.Hands = 0, []files.Range{{From: 30, To: 31}, {From: 21, To: 22}} }), `hands 21-22 cannot be`},
	{"no job", forged(func(p *files.Part) { p.Job = json.RawMessage(`[]`) }), `not a part: its job is no object`},
	{"no hands in the sums", forged(sums(`"hands":20`, `"hands":19`)), `19 hands and 0 failed ones do not add up to 20`},
	{"a count below 0", forged(sums(`"decisions":`, `"decisions":-`)), `cannot be below 0`},
	{"chips that do not add up", forged(sums(`"chips_in":`, `"chips_in":1`)), `chips are not conserved`},
	{"too many showdowns", forged(sums(`"showdowns":`, `"showdowns":99`)), `more showdowns`},
	{"squares below 0", forged(sums(`"squares":"`, `"squares":"-`)), `not a decimal number of up to 128 bits`},
	{"squares beyond 128 bits", forged(sums(`"squares":"`, `"squares":"9999999999999999999999999999999999999999`)), `not a decimal number`},
	{"a field that nobody knows", forged(sums(`"decisions":`, `"choices":`)), `choices`},
	{"a field that is missing", forged(sums(`"carried":0,`, ``)), `carried`},
	{"a seat too few", forged(func(p *files.Part) {
		p.Sums = regexp.MustCompile(`"net":\[\{[^}]*\},`).ReplaceAll(p.Sums, []byte(`"net":[`))
	}), `seats, and the job has`},
	{"bad hands without names", forged(sums(`"bad_hands":0`, `"bad_hands":1`)), `hands and 1 failed ones`},
	{"another seed", other("--seed 8 --hands 60 good.star"), `shard-2-of-3.part: a part of another job: seed is 8 here and 7 in a/shard-1-of-3.part`},
	{"another number of hands", other("--seed 7 --hands 63 good.star"), `--hands is 63 here and 60`},
	{"another game", other("--seed 7 --hands 60 mixed/nt"), `another job: game is mixed/nt here and good.star`},
	{"another script of that name", func(t *testing.T, f partFolder) {
		if err := os.WriteFile("good.star", []byte(ownGame+"\n# changed\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		other("--seed 7 --hands 60 good.star")(t, f)
	}, `another job: scripts is sha256:`},
	{"other seats", other("--seed 7 --hands 60 good.star --seats 3"), `another job: seats is 3 here`},
	{"other stakes", other("--seed 7 --hands 60 good.star --stakes 4-8"), `another job: stakes.`},
	{"other stacks", other("--seed 7 --hands 60 good.star --stack 50bb"), `another job: stacks is `},
	{"another policy", other("--seed 7 --hands 60 good.star --policy call"), `another job: policy is call here and random`},
	{"irregularities", other("--seed 7 --hands 60 good.star --mishaps 0.02"), `another job: `},
	{"playing on after errors", other("--seed 7 --hands 60 good.star --keep-going"), `another job: keep_going is true here`},
	{"another limit of steps", other("--seed 7 --hands 60 good.star --max-steps 500000"), `another job: max_steps is 500000 here`},
	{"a deck", func(t *testing.T, f partFolder) {
		obey(t, app.Fine, "run good.star --hands 1 --seed 1 --save deck.phhs --json")
		text, err := os.ReadFile("deck.phhs")
		if err != nil {
			t.Fatal(err)
		}
		cards := regexp.MustCompile(`_deck = '([^']*)'`).FindSubmatch(text)
		if cards == nil {
			t.Fatalf("no deck in %s", text)
		}
		if err := os.WriteFile("deck.txt", append(cards[1], '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
		other("--seed 7 --hands 60 good.star --deck deck.txt")(t, f)
	}, `another job: deck is sha256:`},
	{"a part that is missing", func(t *testing.T, f partFolder) { f.remove(2) }, `hands 21-40 of 60 are missing\n.*shards 2 of 3`},
	{"the last part missing", func(t *testing.T, f partFolder) { f.remove(3) }, `hands 41-60 of 60 are missing\n.*shards 3 of 3`},
	{"two parts missing", func(t *testing.T, f partFolder) { f.remove(1); f.remove(3) }, `hands 1-20,41-60 of 60 are missing\n.*shards 1,3 of 3`},
	{"all parts missing", func(t *testing.T, f partFolder) { f.remove(1); f.remove(2); f.remove(3) }, `a: no part in this folder`},
	{"a part twice", func(t *testing.T, f partFolder) { f.write("a/copy.part", f.read(2)) }, `a/shard-2-of-3.part: hands 21-40 are also in a/copy.part`},
	{"parts of another cut", func(t *testing.T, f partFolder) {
		obey(t, app.Fine, "run --seed 7 --hands 60 good.star --shard 2/4 --out a")
	}, `hands 16-20 are also in a/shard-1-of-3.part`},
	{"a merged part of the same hands", func(t *testing.T, f partFolder) {
		obey(t, app.Fine, "merge a/shard-1-of-3.part a/shard-2-of-3.part --out b")
		f.write("a/more.part", f.read(0, "b/hands-1-40.part"))
	}, `hands 1-20 are also in a/more.part`},
	{"a shard that was only begun", forged(func(p *files.Part) { p.Hands = nil }), `shard is not finished: hands from 21 on are missing\n.*run shard 2/3 again`},
}

// badPart is a way in which a set of three parts cannot be merged.
type badPart struct {
	name   string
	change func(t *testing.T, f partFolder)
	want   string
}

// badDiffParts are faults that only parts of diff can have.
var badDiffParts = []badPart{
	{"of a run", instead("run good.star --seed 7 --hands 60"), `shard-2-of-3.part: a part of cardroom run, and a/shard-1-of-3.part is one of cardroom diff`},
	{"another stake of the second game", instead("diff good.star --stakes-b 6-12 --seed 7 --hands 60"), `another job: b.stakes.[A-Za-z_]* is `},
	{"the games in the other order", instead("diff good.star --stakes 4-8 --stakes-b 2-4 --seed 7 --hands 60"), `another job: a.stakes.[A-Za-z_]* is `},
	{"another policy", instead("diff good.star --stakes-b 4-8 --seed 7 --hands 60 --policy call"), `another job: policy is call here`},
	{"a game with fewer hands", forged(sums(`"a":{"hands":20`, `"a":{"hands":19`)), `19 and 20 hands with 6 and 6 seats are not a pair`},
	{"too many that differ", forged(sums(`"differ":`, `"differ":7`)), `hands differ`},
	{"hands that nobody tells", forged(func(p *files.Part) {
		p.Sums = regexp.MustCompile(`"first":\[\{.*`).ReplaceAll(p.Sums, []byte(`"first":[]}`))
	}), `of the 5 first hands`},
	{"a measure too few", forged(func(p *files.Part) {
		p.Sums = regexp.MustCompile(`"measures":\[\{[^}]*\},`).ReplaceAll(p.Sums, []byte(`"measures":[`))
	}), `6 measures: there are 7`},
	{"squares below 0", forged(sums(`"squares":"`, `"squares":"-`)), `not a decimal number`},
	{"a field that nobody knows", forged(sums(`"differ":`, `"different":`)), `different`},
}

// partFolder is the folder a with three parts.
type partFolder struct{ t *testing.T }

func (f partFolder) name(i int) string { return fmt.Sprintf("a/shard-%d-of-3.part", i) }

func (f partFolder) read(i int, name ...string) string {
	f.t.Helper()
	text, err := os.ReadFile(append(name, f.name(i))[0])
	if err != nil {
		f.t.Fatal(err)
	}
	return string(text)
}

func (f partFolder) write(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f partFolder) edit(i int, change func(string) string) {
	f.t.Helper()
	old := f.read(i)
	text := change(old)
	if text == old {
		f.t.Fatal("nothing is changed")
	}
	f.write(f.name(i), text)
}

func (f partFolder) remove(i int) {
	f.t.Helper()
	if err := os.Remove(f.name(i)); err != nil {
		f.t.Fatal(err)
	}
}

func cutAt(n int) func(*testing.T, partFolder) {
	return func(_ *testing.T, f partFolder) { f.edit(2, func(s string) string { return s[:n] }) }
}

func replaced(old, text string) func(*testing.T, partFolder) {
	return func(_ *testing.T, f partFolder) {
		f.edit(2, func(s string) string { return strings.Replace(s, old, text, 1) })
	}
}

// forged changes a part and gives it a valid key and checksum.
func forged(change func(*files.Part)) func(*testing.T, partFolder) {
	return func(t *testing.T, f partFolder) {
		f.edit(2, func(s string) string {
			p, err := files.Read("", []byte(s))
			if err != nil {
				t.Fatal(err)
			}
			change(p)
			text, err := p.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		})
	}
}

func sums(old, text string) func(*files.Part) {
	return func(p *files.Part) { p.Sums = json.RawMessage(strings.Replace(string(p.Sums), old, text, 1)) }
}

// other replaces a shard by the same shard of another run.
func other(args string) func(*testing.T, partFolder) { return instead("run " + args) }

// instead replaces a shard by the same shard of another job.
func instead(line string) func(*testing.T, partFolder) {
	return func(t *testing.T, f partFolder) {
		f.remove(2)
		std, _, stderr := partsIO()
		if code := run(context.Background(), std, strings.Fields(line+" --shard 2/3 --out a")); code > app.No && !strings.HasPrefix(line, "replay") {
			t.Fatalf("%s: %d: %s", line, code, stderr)
		}
	}
}

// TestBadParts checks that parts that cannot be merged are rejected by name and with a remedy, and that nothing is printed.
func TestBadParts(t *testing.T) {
	if len(badParts) < 50 {
		t.Errorf("%d kinds", len(badParts))
	}
	refuseParts(t, "run good.star --seed 7 --hands 60", badParts)
}

// refuseParts merges three parts of a command, the second of which is bad.
func refuseParts(t *testing.T, line string, kinds []badPart) {
	for _, tt := range kinds {
		t.Run(tt.name, func(t *testing.T) {
			prepareParts(t)
			for i := range 3 {
				std, _, stderr := partsIO()
				if code := run(context.Background(), std, strings.Fields(fmt.Sprintf("%s --shard %d/3 --out a", line, i+1))); code > app.No {
					t.Fatalf("%d: %s", code, stderr)
				}
			}
			std, _, stderr := partsIO()
			if code := run(context.Background(), std, []string{"merge", "a"}); code > app.No {
				t.Fatalf("%d: %s", code, stderr)
			}
			tt.change(t, partFolder{t})
			stdout, told := obey(t, app.Cannot, "merge a --json")
			if !regexp.MustCompile(tt.want).MatchString(told) || stdout != "" {
				t.Errorf("want %s\n%s%s", tt.want, stdout, told)
			}
			if !strings.Contains(told, "hint: ") {
				t.Errorf("no remedy: %s", told)
			}
		})
	}
}

// badSessionParts are faults that only parts of many sessions can have.
var badSessionParts = []badPart{
	{"of a run", instead("run good.star --seed 7 --hands 60"), `a part of cardroom run, and a/shard-1-of-3.part is one of cardroom sessions`},
	{"of more sessions", instead("run good.star --seed 7 --hands 6 --sessions 4"), `another job: 4 sessions here and 3 in`},
	{"longer sessions", instead("run good.star --seed 7 --hands 7 --sessions 3"), `another job: hands is 7 here`},
	{"other players", instead("run good.star --seed 7 --hands 6 --sessions 3 --crowd steady"), `another job: session.crowd is steady here`},
	{"a result too few", forged(func(p *files.Part) { p.Sums = json.RawMessage(`{"units":[]}`) }), `0 results are not 1`},
	{"chips that do not fit", forged(sums(`"put_in":`, `"put_in":1`)), `do not fit together`},
	{"a collection that is not there", forged(sums(`"posting":`, `"posting":9`)), `no collection has the number 9`},
	{"squares below 0", forged(sums(`"squares":"`, `"squares":"-`)), `not a decimal number`},
	{"another session", forged(sums(`"number":2`, `"number":3`)), `result 3 cannot be`},
	{"a session too few", func(_ *testing.T, f partFolder) { f.remove(2) }, `sessions 2 of 3 are missing\n.*shards 2 of 3`},
	{"another script", func(_ *testing.T, f partFolder) { f.write("good.star", ownGame+"\n# changed\n") }, `the scripts of good.star are not those`},
}

func TestBadSessionParts(t *testing.T) {
	refuseParts(t, "run good.star --seed 7 --hands 6 --sessions 3", badSessionParts)
}

func TestBadDiffParts(t *testing.T) {
	refuseParts(t, "diff good.star --stakes-b 4-8 --seed 7 --hands 60", badDiffParts)
}

// TestOutOverBadPart checks that a shard with a damaged file is run again, and that a file of another job is left unchanged.
func TestOutOverBadPart(t *testing.T) {
	prepareParts(t)
	f := partFolder{t}
	const line = "run good.star --seed 7 --hands 60 --shard 2/3 --out a"
	obey(t, app.Fine, line)
	good := f.read(2)
	cutAt(300)(t, f)
	if _, stderr := obey(t, app.Fine, line); !strings.Contains(stderr, "torn") || f.read(2) != good {
		t.Errorf("%s\n%s", stderr, f.read(2))
	}
	_, stderr := obey(t, app.Cannot, "run good.star --seed 8 --hands 60 --shard 2/3 --out a")
	if !strings.Contains(stderr, "seed is 7 here and 8 now") || f.read(2) != good {
		t.Errorf("%s", stderr)
	}
	replaced("cardroom.part/1", "cardroom.part/2")(t, f)
	if _, stderr := obey(t, app.Cannot, line); !strings.Contains(stderr, "version 2") {
		t.Errorf("%s", stderr)
	}
}
