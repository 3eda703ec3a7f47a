package main

import (
	"os"
	"path/filepath"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
)

// TestPager checks that at a terminal rule sheets go through PAGER, but errors, other
// commands and other formats do not.
func TestPager(t *testing.T) {
	dir := t.TempDir()
	pager := filepath.Join(dir, "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\necho \"PAGER $LESS\"\nhead -1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PAGER", pager)
	t.Setenv("LESS", "")
	for _, tt := range []struct {
		args  []string
		paged bool
	}{
		{[]string{"rules", "mixed/nt"}, true},
		{[]string{"doc", "bet"}, true},
		{[]string{"rulings", "angies/holdem"}, true},
		{[]string{"rules", "mixed/nt", "--json"}, false},
		{[]string{"games"}, true},
		{[]string{"help", "run"}, true},
		{[]string{"eval", "AhAd2c3c4c", "KsKd2c3c4c", "QhQd2c3c4c"}, false},
	} {
		term := startTerminal(t, dir, 80, tt.args...)
		err := <-term.over
		lines := 0
		for _, c := range term.text() {
			if c == '\n' {
				lines++
			}
		}
		if err != nil || (lines == 2) != tt.paged {
			t.Errorf("%v: %v\n%.300s", tt.args, err, term.text())
		}
	}
}

// TestNoPagerInPipe checks that output to a pipe is not paged.
func TestNoPagerInPipe(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	std.Getenv = func(name string) string {
		if name == "PAGER" {
			return "false"
		}
		return ""
	}
	if code := runLine(t, std, "rules mixed/nt"); code != app.Fine || stdout.Len() == 0 {
		t.Errorf("code %d, %d bytes", code, stdout.Len())
	}
}
