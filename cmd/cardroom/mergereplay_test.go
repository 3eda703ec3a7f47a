package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/files"
)

// prepareHands makes a folder with files of hands: some hands occur twice, some have wrong results, and one file contains no
// hands.
func prepareHands(t *testing.T) {
	t.Helper()
	prepareParts(t)
	f := partFolder{t}
	for i, line := range []string{
		"mixed/nt --hands 40 --seed 1", "angies/omaha-hilo --hands 30 --seed 2", "good.star --hands 20 --seed 3", "mixed/nt --hands 25 --seed 1", "good.star --hands 9 --seed 5",
	} {
		if err := os.MkdirAll("hands/more", 0o700); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("hands/more/%d.phhs", i)
		obey(t, app.Fine, "run "+line+" --json --save "+name)
		f.write(name, strings.ReplaceAll(f.read(0, name), "\n_hand = ", "\nhand = ")) // the hand number identifies a hand
	}
	text := f.read(0, "hands/more/1.phhs")
	stack := regexp.MustCompile(`(?m)^finishing_stacks = \[\d+`)
	wrong := stack.ReplaceAllString(text, "finishing_stacks = [1")
	f.write("hands/a.phhs", wrong) // copies of hands that are ok elsewhere
	wrong = strings.ReplaceAll(wrong, "\nhand = ", "\nhand = 9")
	f.write("hands/wrong.phhs", wrong)
	f.write("hands/wrong2.phhs", wrong)
	f.write("hands/torn.phhs", text[:len(text)/2])
	f.write("hands/none.txt", "nothing that anybody played\n")
	f.write("hands/copy.phhs", text)
	f.write("hands/strange.phhs", strings.ReplaceAll(text, "variant = '", "variant = 'ZZ"))
}

const replayLine = "replay hands nosuch hands/copy.phhs --summary"

// runCode runs a command and returns its exit code and outputs.
func runCode(t *testing.T, line string) (code int, stdout, stderr string) {
	t.Helper()
	std, out, errs := partsIO()
	code = run(context.Background(), std, strings.Fields(line))
	return code, out.String(), errs.String()
}

// TestMergeIsOneReplay checks that files replayed in parts of any number, and merged step by step, give the output of a single
// replay.
func TestMergeIsOneReplay(t *testing.T) {
	prepareHands(t)
	code, whole, told := runCode(t, replayLine+" --json")
	if code != app.No || !strings.Contains(whole, `"reason":""`) || !strings.Contains(told, "found again and counted once") {
		t.Fatalf("%d: %s%s", code, whole, told)
	}
	for _, n := range []int{1, 2, 5, 13, 20} {
		dir := fmt.Sprint("parts", n)
		for i := range n {
			runCode(t, fmt.Sprintf("%s --out %s --shard %d/%d --checkpoint 1 --workers %d", replayLine, dir, i+1, n, i%3+1))
		}
		for _, format := range []string{"json", "ndjson", "csv", "text"} {
			_, want, wantTold := runCode(t, replayLine+" --format "+format)
			wantTold = strings.Replace(wantTold, "1 file without hands in the folders; --verbose names them\n", "", 1) // the parts have said it
			got, merged, mergedTold := runCode(t, "merge "+dir+" --format "+format)
			if got != code || merged != want || mergedTold != wantTold {
				t.Errorf("%d shards as %s: exit code %d\n%s%s\nwant\n%s%s", n, format, got, merged, mergedTold, want, wantTold)
			}
		}
	}
	var files []string
	for i := range 5 {
		files = append(files, fmt.Sprintf("parts5/shard-%d-of-5.part", 5-i))
	}
	obey(t, app.Fine, "merge "+strings.Join(files[:2], " ")+" --out ab")
	obey(t, app.Fine, "merge "+strings.Join(files[2:], " ")+" --out cde")
	obey(t, app.Fine, "merge ab cde --out one")
	obey(t, app.Fine, "merge "+strings.Join(files, " ")+" --out flat")
	a, _ := os.ReadFile("one/files-1-14.part")
	b, err := os.ReadFile("flat/files-1-14.part")
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("%v: merged in steps\n%s\nat once\n%s", err, a, b)
	}
	if _, merged, _ := runCode(t, "merge one --json"); merged != whole {
		t.Errorf("%s", merged)
	}
}

// TestReplayResumes checks that an interrupted replay resumes after the last file that was saved.
func TestReplayResumes(t *testing.T) {
	prepareHands(t)
	line := replayLine + " --out a --shard 1/1"
	runCode(t, line)
	const file = "a/shard-1-of-1.part"
	done, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, told := runCode(t, line); !strings.Contains(told, "has all files of shard 1/1: nothing is replayed") {
		t.Errorf("%s", told)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	std, _, _ := partsIO()
	write, writes := std.CreatePlain, 0
	std.CreatePlain = func(dir, name string) (term.File, error) {
		if writes++; writes == 4 {
			cancel()
		}
		return write(dir, name)
	}
	if code := run(ctx, std, strings.Fields(line+" --checkpoint 1 --workers 1")); code != app.Interrupted {
		t.Fatalf("exit code %d", code)
	}
	begun, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := files.Read(file, begun)
	if next, over := p.Next(); err != nil || over || next < 3 {
		t.Fatalf("%v: next is file %d", err, next)
	}
	if _, told := obey(t, app.Cannot, "merge a"); !strings.Contains(told, "the shard is not finished: files from ") {
		t.Errorf("%s", told)
	}
	if _, _, told := runCode(t, line); !strings.Contains(told, "goes on at file") {
		t.Errorf("%s", told)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, done) {
		t.Errorf("%v\n%s\nwant\n%s", err, again, done)
	}
}

// badReplayParts are faults that only parts of replay can have.
var badReplayParts = []badPart{
	{"of a run", instead("run good.star --seed 7 --hands 60"), `a part of cardroom run, and a/shard-1-of-3.part is one of cardroom replay`},
	{"of other files", func(t *testing.T, f partFolder) {
		f.write("hands/copy.phhs", "\n")
		instead(replayLine)(t, f)
	}, `another job: files is sha256:`},
	{"of more files", instead(replayLine + " hands/torn.phhs"), `another job: 15 files here and 14 in`},
	{"strict", instead(replayLine + " --strict"), `another job: strict is true here`},
	{"lenient", instead(replayLine + " --lenient"), `another job: lenient is true here`},
	{"a count too many", forged(sums(`"ok":`, `"ok":1`)), `do not add up`},
	{"a group too small", forged(sums(`"limit":"no limit","reason":"","hands":`, `"limit":"no limit","reason":"","hands":-`)), `has -\d+ hands`},
	{"hands of no group", forged(sums(`"seen":"`, `"seen":"/////////////////////w`)), `seen `},
	{"seen that is no text", forged(sums(`"seen":"`, `"seen":"!`)), `seen cannot be read`},
	{"another script", forged(sums(`"scripts":{"good.star:game-night":"sha256:`, `"scripts":{"good.star:game-night":"sha256:0`)), `the script good.star:game-night is another than in other parts`},
	{"a file too few", func(_ *testing.T, f partFolder) { f.remove(2) }, `files 6-10 of 14 are missing\n.*shards 2 of 3`},
	{"a part twice", func(_ *testing.T, f partFolder) { f.write("a/copy.part", f.read(2)) }, `files 6-10 are also in a/copy.part`},
}

func TestBadReplayParts(t *testing.T) {
	for _, tt := range badReplayParts {
		t.Run(tt.name, func(t *testing.T) {
			prepareHands(t)
			for i := range 3 {
				runCode(t, fmt.Sprintf("%s --shard %d/3 --out a", replayLine, i+1))
			}
			if code, _, told := runCode(t, "merge a"); code != app.No {
				t.Fatalf("%d: %s", code, told)
			}
			tt.change(t, partFolder{t})
			stdout, told := obey(t, app.Cannot, "merge a --json")
			if !regexp.MustCompile(tt.want).MatchString(told) || stdout != "" || !strings.Contains(told, "hint: ") {
				t.Errorf("want %s\n%s%s", tt.want, stdout, told)
			}
		})
	}
}
