package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asked returns what the command writes of the small module in testdata.
func asked(t *testing.T, what, draw string) string {
	t.Helper()
	*dir, *list, *folder = filepath.Join("testdata", "house"), what, draw
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestCounts compares the table and both lists.
func TestCounts(t *testing.T) {
	got := asked(t, "", "") + "\nnames\n" + asked(t, "names", "") + "\nonce\n" + asked(t, "once", "")
	want, err := os.ReadFile(filepath.Join(*dir, "want.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDrawing draws packages, where one arrow of four follows from others, and files, of which two use each other.
func TestDrawing(t *testing.T) {
	for folder, want := range map[string]struct {
		told                  string
		boxes, down, climbing int
	}{
		".":            {".: 4 with their lines, 4 arrows, 0 of them climb", 4, 3, 0},
		"engine/cards": {"engine/cards: 3 with their lines, 3 arrows, 1 of them climb", 3, 2, 1},
	} {
		got := asked(t, "", folder)
		for text, n := range map[string]int{want.told: 1, ` rx="3"`: want.boxes, `<path d=`: want.down, `class="climbs"`: want.climbing} {
			if strings.Count(got, text) != n {
				t.Errorf("%s: %d times %q, want %d, in\n%s", folder, strings.Count(got, text), text, n, got)
			}
		}
	}
}

// TestRefused checks what is no module, folder or list.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ dir, list, draw, want string }{
		{"testdata", "", "", "-dir testdata: "},
		{"testdata/house", "twice", "", "-list twice: write names or once"},
		{"testdata/house", "", "nothing", "-draw nothing: no Go files there that use each other"},
	} {
		*dir, *list, *folder = c.dir, c.list, c.draw
		if err := run(&strings.Builder{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
