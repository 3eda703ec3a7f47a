//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestSheetsAtTerminal checks that a sheet that differs is shown at narrow and wide terminals: long sentences are folded, and each line
// keeps its sign.
func TestSheetsAtTerminal(t *testing.T) {
	dir := t.TempDir()
	if code := run(context.Background(), schemaIO(), []string{"test", "--sheets", dir, "omahacash", "--update"}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	file := filepath.Join(dir, "omahacash", "omaha.floor.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const now, before = "A player who cannot call in full may go all-in", "A player who cannot call in full must go all-in"
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), now, before, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, columns := range []int{50, 80} {
		p := startTerminal(t, t.TempDir(), uint16(columns), "test", "--sheets", dir, "omahacash")
		if code := p.ends(); code != 1 {
			t.Errorf("%d columns: exit code %d", columns, code)
		}
		signs := map[byte]string{}
		for line := range strings.Lines(p.text()) {
			line = strings.TrimRight(line, "\r\n")
			if utf8.RuneCountInString(line) > columns {
				t.Errorf("%d columns: %q", columns, line)
			}
			if len(line) > 2 && line[1] == ' ' {
				signs[line[0]] += line[1:]
			}
		}
		if !strings.Contains(signs['-'], before) || !strings.Contains(signs['+'], now) || !strings.Contains(signs['+'], "the rest is a side pot.") {
			t.Errorf("%d columns:\n%s", columns, p.text())
		}
	}
}
