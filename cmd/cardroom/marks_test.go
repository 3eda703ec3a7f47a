package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/testkit"
)

// TestMarksAgree checks that the marks of a house's sheets are those that each sheet has alone, in its foot and in JSON.
func TestMarksAgree(t *testing.T) {
	prints := func(line string) string {
		std := schemaIO()
		var stdout, stderr bytes.Buffer
		std.Release = "1.2.3"
		std.Stdout, std.Stderr = term.NewStream(&stdout), term.NewStream(&stderr)
		if code := run(context.Background(), std, strings.Fields(line)); code != 0 {
			t.Fatalf("%s: %s", line, stderr.String())
		}
		return stdout.String()
	}
	lines := strings.Split(strings.TrimSpace(prints("rules sanrafael --mark")+prints("rules angies --mark")), "\n")
	if len(lines) != 7+1+28 {
		t.Errorf("%d sheets", len(lines))
	}
	for _, line := range testkit.Sweep(lines, 6) {
		f := strings.Fields(line)
		if len(f) != 3 {
			t.Fatalf("%q", line)
		}
		mark, reader, id := f[0], f[1], f[2]
		menu := strings.HasSuffix(id, "-choice")
		if strings.HasPrefix(id, "angies/") && !menu {
			continue // games were tried
		}
		sheet := "rules " + id
		if reader != "book" {
			sheet += " --for " + reader
			alone := strings.TrimSpace(prints(sheet + " --mark"))
			if menu { // the sheets of its games follow
				alone, _, _ = strings.Cut(alone, "\n")
			}
			if alone != mark {
				t.Errorf("%s --mark: %s, want %s", sheet, alone, mark)
			}
		}
		for _, format := range []string{"text", "md", "html"} {
			if !strings.Contains(prints(sheet+" --format "+format), "mark "+mark+", cardroom 1.2.3") {
				t.Errorf("%s --format %s has no mark %s with the version", sheet, format, mark)
			}
		}
		var out struct {
			Mark  string
			Games []struct{ Mark string }
		}
		if err := json.Unmarshal([]byte(prints(sheet+" --json")), &out); err != nil {
			t.Fatal(err)
		}
		if reader == "players" {
			out.Mark = out.Games[0].Mark
		}
		if out.Mark != mark {
			t.Errorf("%s --json: %q, want %s", sheet, out.Mark, mark)
		}
	}
}
