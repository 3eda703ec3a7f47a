package live

import "testing"

// TestColumns checks the widths of names in a terminal.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"Ann": 3, "山田太郎": 8, "🐙Octo": 6, "김민수": 6, "Zoe\u0308": 3, "A♠ 10♥": 6, "\x1b[91mJ♦\x1b[0m": 2, "ｱﾝ": 2} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d columns, not %d", text, got, want)
		}
	}
}
