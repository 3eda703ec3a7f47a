package term

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHistoryLimit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cardroom", "history")
	warn := func(format string, args ...any) { t.Errorf(format, args...) }
	h := ReadHistory(file, warn)
	for i := range historyLimit + historyLimit/5 {
		h.add(fmt.Sprintf("n = %d\nt = %q", i, `\n`))
	}
	again := ReadHistory(file, warn)
	if len(again.entries) != historyLimit || again.entries[historyLimit-1] != fmt.Sprintf("n = %d\nt = %q", historyLimit+historyLimit/5-1, `\n`) {
		t.Errorf("%d entries, the last %q", len(again.entries), again.entries[len(again.entries)-1])
	}
	text, _ := os.ReadFile(file)
	if n := strings.Count(string(text), "\n"); n != historyLimit {
		t.Errorf("%d lines in the file", n)
	}
	told := 0
	bad := ReadHistory(filepath.Join(file, "below", "a-file"), func(string, ...any) { told++ })
	bad.add("a")
	bad.add("b")
	if told != 1 {
		t.Errorf("told %d times that the history is not kept", told)
	}
}

// TestHistoryCutOff checks that a history that cannot be written is only a warning,
// and that an incomplete last line is removed with the next entry.
func TestHistoryCutOff(t *testing.T) {
	name := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(name, []byte("x = 1\ny = 2 and the disk was f"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := ReadHistory(name, t.Logf)
	if len(h.entries) != 1 || h.entries[0] != "x = 1" {
		t.Errorf("%q", h.entries)
	}
	h.add("z = 3")
	if text, _ := os.ReadFile(name); string(text) != "x = 1\nz = 3\n" {
		t.Errorf("%q", text)
	}
}
