package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// TestGoToolReadsProfile checks that Go's cover tool reads the profile and shows the
// scripts.
func TestGoToolReadsProfile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("odd.star", "def odd(n):\n    if n > 9:\n        fail(\"große\")\n    return n % 2\n")
	write("odd_test.star", "load(\"./odd.star\", \"odd\")\n\ndef test_odd(t):\n    t.eq(odd(3), 1)\n")
	write("even.star", "load(\"@stdlib//board.star\", \"board_rounds\")\n\nrounds = board_rounds(2)\n") // no library file here
	write("even_test.star", "load(\"./even.star\", \"rounds\")\n\ndef test_even(t):\n    t.true(rounds)\n")
	profile, page := filepath.Join(dir, "cover.out"), filepath.Join(dir, "cover.html")
	std, stdout, stderr := fakeIO(nil)
	std.FS, std.Create, std.CreatePlain = history.OS, new(term.Maker).Create, new(term.Maker).CreatePlain
	if code := runLine(t, std, "test "+dir+" --coverprofile "+profile); code != app.Fine {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	if out, err := exec.Command("go", "tool", "cover", "-html="+profile, "-o", page).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"odd.star (75.0%)", `">def odd(n</span>):`,
		`<span class="cov0" title="0">fail("große")</span>`, `title="1">return n % 2</span>`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the page:\n%s", want, text)
		}
	}
}
