//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
)

var long = flag.Bool("long", false, "kill 200 runs where one serves otherwise")

// TestKilledRuns kills runs when they have written more of their part, and restarts them until they end. Their merged parts must
// give the output of a single run, and equal the parts of undisturbed runs.
func TestKilledRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	rounds := 1
	if *long {
		rounds = 200
	}
	killed(t, app.Fine, "run mixed/nt --hands 24000 --seed 7", rounds)
	killed(t, app.No, "diff mixed/nt mixed/ft --hands 12000 --seed 7", (rounds+1)/2)
}

// killed kills a command repeatedly, in the given number of rounds; undisturbed it ends with the given exit code.
func killed(t *testing.T, code int, line string, rounds int) {
	t.Helper()
	name := strings.Fields(line)[0]
	whole, _ := obey(t, code, line+" --json")
	obey(t, code, line+" --shard 2/3 --out good"+name)
	good, err := os.ReadFile("good" + name + "/shard-2-of-3.part")
	if err != nil {
		t.Fatal(err)
	}
	kills, resumed := 0, 0
	for round := 0; round < rounds || kills < 2*rounds || resumed < rounds; round++ {
		if round == 50*rounds {
			t.Fatalf("%d kills, %d resumed: this shows nothing", kills, resumed)
		}
		dir := fmt.Sprint(name, round)
		for shard := 1; shard <= 3; shard++ {
			part := fmt.Sprintf("%s/shard-%d-of-3.part", dir, shard)
			for try := 0; ; try++ {
				before := infoOf(part)
				cmd := exec.Command("cardroom", strings.Fields(fmt.Sprintf("%s --shard %d/3 --out %s --checkpoint 200 --json", line, shard, dir))...)
				var out bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &out
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				over := make(chan error, 1)
				go func() { over <- cmd.Wait() }()
				// The first two tries are killed: at any time after the part has changed.
				for try < 2 && len(over) == 0 {
					if infoOf(part) != before {
						time.Sleep(time.Duration(rand.Int64N(int64(10 * time.Millisecond))))
						_ = cmd.Process.Kill()
						break
					}
					time.Sleep(time.Millisecond)
				}
				<-over
				if strings.Contains(out.String(), "goes on at hand") {
					resumed++
				}
				if cmd.ProcessState.ExitCode() == code {
					break
				}
				if cmd.ProcessState.Exited() {
					t.Fatalf("exit code %d: %s", cmd.ProcessState.ExitCode(), out.String())
				}
				kills++
			}
		}
		merged, _ := obey(t, code, "merge "+dir+" --json")
		if untimed(merged) != untimed(whole) {
			t.Fatalf("round %d:\n%s\nwant\n%s", round, merged, whole)
		}
		if text, err := os.ReadFile(dir + "/shard-2-of-3.part"); err != nil || !bytes.Equal(text, good) {
			t.Fatalf("round %d: %v, another file than that of a run that was not killed", round, err)
		}
		if left, _ := filepath.Glob(dir + "/.*.tmp"); len(left) > 0 {
			t.Errorf("round %d: left behind: %v", round, left)
		}
	}
	t.Logf("%d kills, %d runs that went on", kills, resumed)
}

// fileInfo is what changes when a file is replaced.
type fileInfo struct {
	size int64
	when time.Time
}

func infoOf(name string) fileInfo {
	info, err := os.Stat(name)
	if err != nil {
		return fileInfo{}
	}
	return fileInfo{info.Size(), info.ModTime()}
}

// TestArm64 checks that parts and results on another architecture are identical byte for byte.
func TestArm64(t *testing.T) {
	if !*long {
		t.Skip("builds the program for another architecture and emulates it: minutes, with -long")
	}
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil || runtime.GOARCH != "amd64" {
		t.Skip("needs qemu-aarch64 (the Debian package qemu-user) on amd64")
	}
	dir := t.TempDir()
	arm := filepath.Join(dir, "cardroom-arm64")
	build := exec.Command("go", "build", "-o", arm, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(dir)
	emulated := func(line string) string {
		t.Helper()
		cmd := exec.Command(qemu, append([]string{arm}, strings.Fields(line)...)...)
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		out, err := cmd.Output()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != app.No) {
			t.Fatalf("%s: %v %s", line, err, exit.Stderr)
		}
		return string(out)
	}
	for _, line := range []string{
		"run mixed/nt --hands 500 --seed 7 --json",
		"run sanrafael/california22 --hands 100 --seed 1 --json",
		"run angies/holdem --hands 40 --seed 1 --policy table --json",
		"run house004/holdem --hands 100 --seed 3 --mishaps 0.05 --json",
		"run angies/holdem --session --kill half --collection A --hands 300 --seed 1 --json",
		"diff angies/lowball --b sevens=void --hands 400 --seed 1 --json",
		"odds --game angies/omaha-hilo AsAd2d3c KhKdQd9d --samples 2000 --seed 1 --json",
		"odds AsAh KsKh QdJd --board 2c3c4c --json",
	} {
		std, out, errs := partsIO()
		if code := run(t.Context(), std, strings.Fields(line)); code > app.No {
			t.Fatalf("%s: %d %s", line, code, errs)
		}
		if here, there := untimed(out.String()), untimed(emulated(line)); here != there {
			t.Errorf("%s\namd64:\n%s\narm64:\n%s", line, firstDifference(here, there), firstDifference(there, here))
		}
	}
	const line = "run mixed/nt --hands 900 --seed 7"
	emulated(line + " --shard 1/2 --out parts")
	obey(t, app.Fine, line+" --shard 2/2 --out parts")
	whole, _ := obey(t, app.Fine, line+" --json")
	merged, _ := obey(t, app.Fine, "merge parts --json")
	if untimed(merged) != untimed(whole) || untimed(emulated("merge parts --json")) != untimed(whole) {
		t.Errorf("merged:\n%s\nwant\n%s", merged, whole)
	}
	obey(t, app.Fine, line+" --shard 1/2 --out here")
	a, _ := os.ReadFile("parts/shard-1-of-2.part")
	if b, err := os.ReadFile("here/shard-1-of-2.part"); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%v\n%s\n%s", err, a, b)
	}
}

// firstDifference returns the lines of a around the first that differs in b.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return strings.Join(x[max(0, i-2):min(len(x), i+3)], "\n")
		}
	}
	return ""
}
