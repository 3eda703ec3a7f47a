package history

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedHands returns the folder of recorded hands next to the repository, used
// only by tests. Without it, tests that need it are skipped.
func sharedHands(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			tb.Skip("no go.mod above the working directory")
		}
		dir = up
	}
	shared := filepath.Join(dir, "..", "shared", "hands")
	if _, err := os.Stat(shared); err != nil {
		tb.Skip("the recorded hands are not here: " + shared)
	}
	return shared
}

// TestSharedHands reads every recorded hand without an error, and writes each
// back to the same bytes, except for files laid out by hand.
func TestSharedHands(t *testing.T) {
	root := sharedHands(t)
	files, hands, same := 0, 0, 0
	for path, err := range Walk(OS, []string{root}) {
		if err != nil {
			t.Fatal(err)
		}
		files++
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(path, data, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		hands += len(got)
		for _, h := range got {
			for _, w := range h.Warnings {
				t.Error(w)
			}
		}
		text := rewrite(path, got)
		if string(bytes.TrimRight(data, "\n")) == strings.TrimRight(string(text), "\n") {
			same++
		} else if !strings.Contains(path, "famous") {
			t.Errorf("%s: written differently:\n%s", path, text)
		}
		again, err := Read(path, text, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		for i := range got {
			sameHand(t, got[i], again[i])
		}
	}
	t.Logf("%d files, %d hands, %d files written back byte by byte", files, hands, same)
}

// rewrite writes hands in the form of the file they come from.
func rewrite(path string, hands []*Hand) []byte {
	if len(hands) == 1 && hands[0].Table() == "" {
		return Append(nil, hands[0])
	}
	return tables(hands...)
}

var _ fs.FS
