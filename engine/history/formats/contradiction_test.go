package formats_test

import (
	"bytes"
	"strings"
	"testing"

	"cardroom/engine/history"
)

// TestContradiction: an amount that the others contradict is an error at its place, and the hand does not match; without the change the
// hand does.
func TestContradiction(t *testing.T) {
	for _, tt := range []struct{ file, from, to, want string }{
		{"pokerstars/limit.txt", "Total pot $37 ", "Total pot $36 ", "the file says that the pot is 36, and players put in 37"},
		{"pokerstars/limit.txt", "Main pot $26. Side pot $9.75", "Main pot $26.05. Side pot $9.70", "a pot is 26.05, and that 26 of it is won"},
		{"pokerstars/limit.txt", "Main pot $26. Side pot $9.75", "Main pot $20. Side pot $15.75", "a pot is 20, and that 26 of it is won"},
		{"fulltilt/cash.txt", "Main pot $64.50. Side pot $40", "Main pot $74.50. Side pot $30", "a pot is 74.5, and players put in 64.5 with a rake of 3"},
	} {
		text := corpus(t)[tt.file]
		if !bytes.Contains(text, []byte(tt.from)) {
			t.Fatalf("%s has no %q", tt.file, tt.from)
		}
		right, _ := told(history.NewSource("f", text, options))
		wrong, _ := told(history.NewSource("f", bytes.Replace(text, []byte(tt.from), []byte(tt.to), 1), options))
		if !strings.HasPrefix(right[0], "ok") || !strings.Contains(strings.Join(wrong, "\n"), tt.want) {
			t.Errorf("%s: %s instead of %s: %q, want %s", tt.file, tt.to, tt.from, wrong, tt.want)
		}
	}
}
