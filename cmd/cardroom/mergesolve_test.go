package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/files"
)

// secondsOf matches the times in results of solve.
var secondsOf = regexp.MustCompile(`(?m)^  "(seconds|elapsed_s)": .*$|Played in .*\.$`)

// TestMergeIsOneSolve checks that a policy against a bank, played in parts, gives the
// output of a single command.
func TestMergeIsOneSolve(t *testing.T) {
	prepareParts(t)
	const line = "solve banked/threecard --policy random --rounds 45000"
	for k := range 3 {
		_, told := obey(t, app.Fine, fmt.Sprintf("%s --out a --shard %d/3", line, 3-k))
		if !strings.Contains(told, "1 of 3 groups") {
			t.Error(told)
		}
	}
	for _, format := range []string{"json", "text"} {
		whole, _ := obey(t, app.Fine, line+" --format "+format)
		merged, _ := obey(t, app.Fine, "merge a --format "+format)
		if secondsOf.ReplaceAllString(whole, "") != secondsOf.ReplaceAllString(merged, "") || len(whole) < 100 {
			t.Errorf("as %s:\n%s\nmerged:\n%s", format, whole, merged)
		}
	}
	if _, told := obey(t, app.Fine, line+" --out a --shard 2/3"); !strings.Contains(told, "has all groups of shard 2/3") {
		t.Error(told)
	}
	f := partFolder{t}
	good := f.read(2)
	for _, tt := range []badPart{
		{"bets", forged(sums(`"bets":`, `"bets":-`)), `is not a possible bet`},
		{"hands", forged(sums(`"hands":20000`, `"hands":-1`)), `result 2`},
		{"best play", forged(func(p *files.Part) { p.Job = json.RawMessage(strings.Replace(string(p.Job), `"random"`, `""`, 1)) }), `another job: policy is`},
	} {
		tt.change(t, f)
		if _, told := obey(t, app.Cannot, "merge a"); !regexp.MustCompile(tt.want).MatchString(told) {
			t.Errorf("%s: want %s\n%s", tt.name, tt.want, told)
		}
		f.write(f.name(2), good)
	}
	for bad, want := range map[string]string{
		"solve banked/threecard --out x":                                        "is solved in one piece",
		"solve angies/holdem --size kuhn --out x":                               "not played against a bank",
		"solve banked/threecard --policy random --out x":                        "add --rounds N",
		"solve banked/threecard --rounds 5":                                     "--rounds needs --policy SEAT=POLICY",
		"solve banked/threecard --policy random --rounds 0":                     "at least 2",
		"solve banked/threecard --policy random --rounds 5 --until 0.1":         "--rounds cannot be used with --until",
		"solve banked/threecard --policy random --rounds 5 --shard 1/2":         "--shard needs --out DIR",
		"solve banked/threecard --policy random --rounds 5 --out x --shard 3/2": "--shard must be I/N",
		line + " --set nothing=1 --out a":                                       "no option nothing",
		strings.Replace(line, "random", "call", 1) + " --out a --shard 1/3":     "another job: policy is",
	} {
		if _, told := obey(t, app.Cannot, bad); !strings.Contains(told, want) {
			t.Errorf("%s: want %s\n%s", bad, want, told)
		}
	}
}
