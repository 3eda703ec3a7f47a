// Command fused fails if a printed number is computed with a fused multiply-add instruction, which arm64 has and amd64 does not:
// the last digits would differ. float64(x * y) + z prevents it.
//
// From the top of the repository:
//
//	go run ./.ci/fused [-all]
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// packages are those of the engine that compute numbers for output. The others add up and round what these have computed; with -all they
// are looked at too, which compiles nearly the whole program for arm64.
var packages = []string{
	"./engine/batch", "./engine/enumerate", "./engine/hand", "./engine/odds", "./engine/solve", "./engine/solve/street", "./engine/ledger",
}

var others = []string{
	"./dsl/repl", "./cmd/cardroom/internal/equity", "./cmd/cardroom/internal/term", "./cmd/cardroom/internal/replays",
	"./cmd/cardroom/internal/runs", "./cmd/cardroom/internal/solving", "./cmd/cardroom/internal/author",
}

// known is a package with a fused instruction, which must be found.
const known = "./.ci/fused/testdata/fused"

var fusedAt = regexp.MustCompile(`\(([^()]*\.go:\d+)\)\s+FN?M(ADD|SUB)`)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-all" {
		packages = append(packages, others...)
	}
	bad, found := false, false
	for _, place := range fused(append(packages, known)...) {
		if strings.Contains(place, "testdata/fused") {
			found = true
			continue
		}
		bad = true
		fmt.Printf("%s: write float64(x * y) where a product is added\n", place)
	}
	if !found {
		bad = true
		fmt.Println("no fused instruction is found where there are some")
	}
	if bad {
		os.Exit(1)
	}
}

// fused returns the positions of fused instructions in packages.
func fused(list ...string) (places []string) {
	build := exec.Command("go", append([]string{"build", "-gcflags=-S"}, list...)...)
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		fmt.Printf("%v\n%s", err, out)
		os.Exit(1)
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
