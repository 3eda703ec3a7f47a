package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/history"
)

// corpus returns the folder of recorded hands next to the repository, as a path
// relative to the test's folder. The recordings are not part of the project; a test of
// them is skipped if they are missing.
func corpus(t *testing.T, folder string) string {
	t.Helper()
	root := "."
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		above := filepath.Join(root, "..")
		if abs, err := filepath.Abs(root); err != nil || filepath.Dir(abs) == abs {
			t.Skip("the folder of go.mod is not found, nor the recorded hands beside it")
		}
		root = above
	}
	dir := filepath.ToSlash(filepath.Join(root, "..", "shared", "hands", folder))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recorded hands beside the repository: %s is not there", dir)
	}
	return dir
}

// replayRow is a row of replay's NDJSON output.
type replayRow struct {
	Schema    string
	File      string
	Hand      int
	Game      string
	Starting  []json.Number `json:"starting_stacks"`
	Finishing []json.Number `json:"finishing_stacks"`
	OK        bool
	Error     *string
}

// rowsOf returns the rows of a replay, and its exit code.
func rowsOf(t *testing.T, args ...string) ([]replayRow, int) {
	t.Helper()
	std, stdout, stderr := fakeIO(nil)
	std.FS = history.OS
	code := run(context.Background(), std, append([]string{"replay", "--format", "ndjson", "--quiet"}, args...))
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", stderr)
	}
	var rows []replayRow
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		var r replayRow
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		rows = append(rows, r)
	}
	return rows, code
}

// checkRow checks a row against the format that other programs rely on.
func checkRow(t *testing.T, dir string, r *replayRow, before string, number int) {
	t.Helper()
	below, found := strings.CutPrefix(r.File, dir+"/")
	_, err := os.Stat(r.File)
	switch {
	case r.Schema != "cardroom.replay/1":
		t.Errorf("%s: schema %q", r.File, r.Schema)
	case !found || path.Clean(below) != below || err != nil:
		t.Errorf("%s: is not the path given, %s, joined with what was found below it", r.File, dir)
	case r.File == before && r.Hand != number+1 || r.File != before && r.Hand != 1:
		t.Errorf("%s: hand %d after hand %d of %s", r.File, r.Hand, number, before)
	case r.OK == (r.Error != nil):
		t.Errorf("%s: ok is %v, and the error %v", r.File, r.OK, r.Error)
	case r.Game == "" || len(r.Starting) < 2:
		t.Errorf("%s: game %q, starting stacks %v", r.File, r.Game, r.Starting)
	case r.Finishing != nil && len(r.Finishing) != len(r.Starting):
		t.Errorf("%s: %d stacks at the start, %d at the end", r.File, len(r.Starting), len(r.Finishing))
	}
}

// indexed returns, by file, the stacks that hands of a folder must end with according
// to the rule books.
func indexed(t *testing.T, dir string) map[string][]json.Number {
	t.Helper()
	data, err := os.ReadFile(dir + "/index.jsonl")
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]json.Number{}
	for line := range bytes.Lines(data) {
		var entry struct {
			File   string
			Stacks []json.Number `json:"rulebook_stacks"`
		}
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Fatal(err)
		}
		out[dir+"/"+entry.File] = entry.Stacks
	}
	return out
}

// TestCorpus checks that every hand that was really played, and every hand that two
// programs settled alike, replays to the exact chip.
func TestCorpus(t *testing.T) {
	for _, folder := range []string{"pluribus", "wsop-2023-43", "random", "random-extra", "famous"} {
		t.Run(folder, func(t *testing.T) {
			dir := corpus(t, folder)
			rows, code := rowsOf(t, dir)
			if code != app.Fine || len(rows) == 0 {
				t.Errorf("%d hands, exit code %d", len(rows), code)
			}
			stacks := indexed(t, dir)
			before, number := "", 0
			for i := range rows {
				r := &rows[i]
				checkRow(t, dir, r, before, number)
				if !r.OK {
					t.Errorf("%s", *r.Error)
				}
				if want, ok := stacks[r.File]; ok && !slices.Equal(r.Finishing, want) {
					t.Errorf("%s: finishing stacks %v, the rule books make %v", r.File, r.Finishing, want)
				}
				before, number = r.File, r.Hand
			}
			if stacks != nil && len(stacks) != len(rows) {
				t.Errorf("%d hands, the index has %d", len(rows), len(stacks))
			}
		})
	}
}

// disputedReadings are the hands that our rules settle differently from the index,
// with the reasons.
var disputedReadings = map[string]string{
	"FT/0031.phh": "a straddle that is posted short ties with the big blind: the record starts left of the big blind, our rules left of the last straddle",
}

// TestCorpusDisputed checks that hands affected by a quirk of the recording program
// are settled by the rule books, not as that program did.
func TestCorpusDisputed(t *testing.T) {
	dir := corpus(t, "disputed")
	rows, _ := rowsOf(t, dir)
	stacks := indexed(t, dir)
	if len(rows) != len(stacks) {
		t.Errorf("%d hands, the index has %d", len(rows), len(stacks))
	}
	before, number := "", 0
	for i := range rows {
		r := &rows[i]
		checkRow(t, dir, r, before, number)
		before, number = r.File, r.Hand
		reason := disputedReadings[strings.TrimPrefix(r.File, dir+"/")]
		same := slices.Equal(r.Finishing, stacks[r.File])
		switch {
		case same && reason != "":
			t.Errorf("%s settles as the rule books do: it is listed as different because %s", r.File, reason)
		case !same && reason == "":
			t.Errorf("%s: finishing stacks %v, the rule books make %v", r.File, r.Finishing, stacks[r.File])
			if r.Error != nil {
				t.Log(*r.Error)
			}
		}
	}
}
