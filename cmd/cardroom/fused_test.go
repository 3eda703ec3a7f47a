package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// unfused are the rooms whose figures are printed, or computed for these.
var unfused = []string{
	"../../engine/batch", "../../engine/enumerate", "../../engine/hand", "../../engine/odds", "../../engine/solve", "../../engine/trackers", "../../dsl/repl",
	"./internal/equity", "./internal/figures", "./internal/replays", "./internal/session", "./internal/simulate", "./internal/solving", "./internal/versus",
}

var fusedAt = regexp.MustCompile(`\(([^()]*\.go:\d+)\)\s+FN?M(ADD|SUB)`)

// No printed figure is computed with a multiplication and an addition in one instruction, which
// arm64 has and amd64 has not: the last digits would differ. float64(x * y) + z keeps them apart.
func TestNothingIsFused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another architecture")
	}
	fused := func(room string) (places []string) {
		build := exec.Command("go", "build", "-gcflags=-S", room)
		build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", room, err, out)
		}
		for line := range bytes.Lines(out) { // a hundred million bytes in all
			if bytes.Contains(line, []byte("FM")) || bytes.Contains(line, []byte("FNM")) {
				if m := fusedAt.FindSubmatch(line); m != nil {
					places = append(places, string(m[1]))
				}
			}
		}
		return places
	}
	for _, room := range unfused {
		for _, place := range fused(room) {
			t.Errorf("%s: write float64(x * y) where a product is added", place)
		}
	}
	if len(fused("./testdata/fused")) == 0 {
		t.Error("this test finds no fused instruction where there are some")
	}
}
