package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/files"
)

// TestMergedPages checks that the page of merged parts equals that of a single run, also for a shard that was resumed and for
// parts that were merged step by step.
func TestMergedPages(t *testing.T) {
	prepareParts(t)
	for i, line := range []string{
		"run mixed/nt --hands 900 --seed 7", "run sanrafael/california22 --hands 60 --seed 1", "run angies/dealers-choice --hands 60 --seed 2",
		"diff angies/lowball --b sevens=void --hands 170 --seed 1",
	} {
		_, whole, _ := runCode(t, line+" --format html")
		dir := fmt.Sprint("parts", i)
		for k := range 3 {
			shard := fmt.Sprintf("%s --shard %d/3 --out %s --report page%d.html --checkpoint 5 --workers %d", line, k+1, dir, k, k%2+1)
			if k == 1 {
				ctx, cancel := context.WithCancel(context.Background())
				std, _, _ := partsIO()
				write, writes := std.CreatePlain, 0
				std.CreatePlain = cancelAt(write, &writes, 2, cancel)
				run(ctx, std, strings.Fields(shard))
			}
			if code, _, told := runCode(t, shard); code > app.No {
				t.Fatalf("%s: %s", shard, told)
			}
		}
		if _, merged, told := runCode(t, "merge "+dir+" --format html"); merged != whole || !strings.Contains(whole, "<svg") {
			t.Errorf("%s: another page, of %d and %d bytes %s", line, len(merged), len(whole), told)
		}
		obey(t, app.Fine, fmt.Sprintf("merge %s/shard-3-of-3.part %s/shard-1-of-3.part --out %s-two", dir, dir, dir))
		if _, merged, told := runCode(t, fmt.Sprintf("merge %s/shard-2-of-3.part %s-two --format html", dir, dir)); merged != whole {
			t.Errorf("%s: another page when merged in steps %s", line, told)
		}
		if _, merged, _ := runCode(t, "merge "+dir+" --json"); untimed(merged) != untimed(jsonOf(t, line)) {
			t.Errorf("%s: another result with charts", line)
		}
	}
	obey(t, app.Fine, "run mixed/nt --hands 30 --seed 7 --out plain")
	if _, told := obey(t, app.Cannot, "merge plain --format html"); !strings.Contains(told, "the parts have no charts") {
		t.Errorf("%s", told)
	}
	obey(t, app.Fine, "run mixed/nt --hands 900 --seed 7 --shard 2/3 --out mixed")
	if _, told := obey(t, app.Cannot, "merge parts0/shard-1-of-3.part mixed"); !strings.Contains(told, "another job: charts is ") {
		t.Errorf("%s", told)
	}
}

func jsonOf(t *testing.T, line string) string {
	_, out, _ := runCode(t, line+" --json")
	return out
}

// TestOutWithRows checks that the rows and sums of a shard cover the same hands: the part exists only once its rows do.
func TestOutWithRows(t *testing.T) {
	prepareParts(t)
	const line = "run mixed/nt --hands 300 --seed 7"
	obey(t, app.Fine, line+" --rows whole")
	obey(t, app.Fine, line+" --shard 2/3 --out a --checkpoint 7")
	f := partFolder{t}
	f.edit(2, func(s string) string { // a shard that was started without rows
		p, err := files.Read("", []byte(s))
		if err != nil {
			t.Fatal(err)
		}
		p.Hands = nil
		text, _ := p.Marshal()
		return string(text)
	})
	for i := range 3 {
		obey(t, app.Fine, fmt.Sprintf("%s --shard %d/3 --out a --rows tables", line, i+1))
	}
	for _, name := range []string{"hands", "seats", "decisions", "events"} {
		want, err := os.ReadFile("whole/" + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range 3 {
			text, err := os.ReadFile(fmt.Sprintf("tables/%s-%d-of-3.csv", name, i+1))
			if err != nil {
				t.Fatal(err)
			}
			head, rest, _ := strings.Cut(string(text), "\n")
			if got == "" {
				got = head + "\n"
			}
			got += rest
		}
		if got != string(want) {
			t.Errorf("%s: the parts have other rows than one run", name)
		}
	}
	merged, _ := obey(t, app.Fine, "merge a --json")
	if whole, _ := obey(t, app.Fine, line+" --json"); untimed(merged) != untimed(whole) {
		t.Errorf("%s\nwant\n%s", merged, whole)
	}
	if _, told := obey(t, app.Fine, line+" --shard 2/3 --out a --rows tables"); !strings.Contains(told, "nothing is played") {
		t.Errorf("%s", told)
	}
	if err := os.Remove("tables/seats-2-of-3.csv"); err != nil {
		t.Fatal(err)
	}
	if _, told := obey(t, app.Cannot, line+" --shard 2/3 --out a --rows tables"); !strings.Contains(told, "seats-2-of-3.csv is not there") {
		t.Errorf("%s", told)
	}
	if err := os.Remove(f.name(2)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	std, _, _ := partsIO()
	write, writes := std.CreatePlain, 0
	std.CreatePlain = cancelAt(write, &writes, 3, cancel)
	if code := run(ctx, std, strings.Fields(strings.Replace(line, "300", "30000000", 1)+" --shard 2/3 --out c --rows other")); code != app.Interrupted {
		t.Errorf("exit code %d", code)
	}
	text, err := os.ReadFile("c/shard-2-of-3.part")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := files.Read("", text); err != nil || len(p.Hands) > 0 {
		t.Errorf("%v: the part has hands %v, and there are no rows", err, p.Hands)
	}
	if left, _ := os.ReadDir("other"); len(left) > 0 {
		t.Errorf("rows of a shard that did not end: %v", left)
	}
}
