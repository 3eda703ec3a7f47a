package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
)

const oddsLines = `AsAh KsKh
AsAh KsKh | 2c3c4c

# no question
QQ+ random | 2c7d9h | Ac
AsAs KK
AA KK QQ JJ random
hello x
@range.txt 22`

// oddsCode runs a command on lines and returns the exit code and the outputs.
func oddsCode(t *testing.T, line, lines string) (code int, stdout, stderr string) {
	t.Helper()
	std, out, errs := partsIO()
	std.Stdin = term.Input{Reader: strings.NewReader(lines)}
	code = run(context.Background(), std, strings.Fields(line))
	return code, out.String(), errs.String()
}

func prepareOdds(t *testing.T) {
	t.Helper()
	prepareParts(t)
	if err := os.WriteFile("range.txt", []byte("AKs # suited\nQQ\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestMergeIsOneOdds checks that matchups answered in parts give the output of a
// single command, with the same errors.
func TestMergeIsOneOdds(t *testing.T) {
	prepareOdds(t)
	for i, line := range []string{
		"odds - --samples 500 --seed 4 --made", "odds - --seed 4 --game angies/holdem --board 2c3c4c --put 10,20", "odds - --samples 300 --seed 4 --game good.star --error 0.02",
	} {
		dir := fmt.Sprint("parts", i)
		for k := range 4 {
			oddsCode(t, fmt.Sprintf("%s --out %s --shard %d/4 --workers %d", line, dir, 4-k, k%2+1), oddsLines)
		}
		for _, format := range []string{"json", "ndjson", "csv", "text"} {
			code, whole, told := oddsCode(t, line+" --format "+format, oddsLines)
			got, merged, mergedTold := runCode(t, "merge "+dir+" --format "+format)
			if got != code || merged != whole || mergedTold != told || len(whole) < 100 {
				t.Errorf("%s as %s: exit code %d\n%s%s\nmerged: %d\n%s%s", line, format, code, whole, told, got, merged, mergedTold)
			}
		}
		if code, _, told := oddsCode(t, line+" --out "+dir+" --shard 2/4", oddsLines); !strings.Contains(told, "has all lines of shard 2/4") {
			t.Errorf("%d: %s", code, told)
		}
	}
	obey(t, app.Fine, "merge parts0/shard-4-of-4.part parts0/shard-2-of-4.part --out two")
	obey(t, app.Fine, "merge two parts0/shard-3-of-4.part parts0/shard-1-of-4.part --out all")
	obey(t, app.Fine, "merge parts0 --out flat")
	f := partFolder{t}
	if f.read(0, "all/lines-1-9.part") != f.read(0, "flat/lines-1-9.part") {
		t.Error("merged in steps it is another part than at once")
	}
}

func TestBadOddsParts(t *testing.T) {
	const line = "odds - --samples 50 --seed 4"
	again := func(args, lines string) func(*testing.T, partFolder) {
		return func(t *testing.T, f partFolder) {
			f.remove(2)
			oddsCode(t, line+args+" --shard 2/3 --out a", lines)
		}
	}
	for _, tt := range []badPart{
		{"of a run", instead("run good.star --seed 7 --hands 60"), `a part of cardroom run, and a/shard-1-of-3.part is one of cardroom odds`},
		{"of other lines", again("", strings.Replace(oddsLines, "22", "33", 1)), `another job: lines is sha256:`},
		{"of more lines", again("", oddsLines+"\nAA KK"), `another job: 10 lines here and 9`},
		{"of another range", func(t *testing.T, f partFolder) {
			f.write("range.txt", "22\n")
			again("", oddsLines)(t, f)
		}, `another job: lines is sha256:`},
		{"more samples", again(" --samples 60", oddsLines), `another job: samples is 60 here`},
		{"another seed", again(" --seed 5", oddsLines), `another job: seed is 5 here`},
		{"a hand too few", forged(sums(`"Hands":[{`, `"Hands":[],"x":[{`)), `result 5|cannot be`},
		{"an answer of another line", forged(sums(`"text":"QQ+ random | 2c7d9h | Ac"`, `"text":"QQ+ random AA | 2c7d9h | Ac"`)), `an answer is not that of its line`},
		{"a line too few", func(_ *testing.T, f partFolder) { f.remove(2) }, `lines 4-6 of 9 are missing\n.*shards 2 of 3`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			prepareOdds(t)
			for i := range 3 {
				oddsCode(t, fmt.Sprintf("%s --shard %d/3 --out a", line, i+1), oddsLines)
			}
			if code, _, told := runCode(t, "merge a"); code != app.No {
				t.Fatalf("%d: %s", code, told)
			}
			tt.change(t, partFolder{t})
			_, told := obey(t, app.Cannot, "merge a --json")
			if !regexp.MustCompile(tt.want).MatchString(told) || !strings.Contains(told, "hint: ") {
				t.Errorf("want %s\n%s", tt.want, told)
			}
		})
	}
	for _, bad := range []string{"odds AA KK --out a --seed 1", "odds - --out a", "odds - --out a --seed 1 --time 1s", "odds - --shard 1/2"} {
		if code, _, told := oddsCode(t, bad, oddsLines); code != app.Cannot || told == "" {
			t.Errorf("%s: %d %s", bad, code, told)
		}
	}
}
