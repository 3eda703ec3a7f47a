package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

var benchFile = flag.String("benchfile", "100000", "hands of the file of BenchmarkFile")

// BenchmarkStart starts the program for commands that do little: an iteration is a process. It reports processor time.
func BenchmarkStart(b *testing.B) {
	for _, line := range []string{"version", "games", "odds AsAd KhKd", "eval AhKhQhJhTh2c3d", "run mixed/nt --hands 1"} {
		b.Run(line, func(b *testing.B) { processes(b, strings.Fields(line)) })
	}
}

// BenchmarkFile writes and replays a file of 100,000 hands: an iteration is a process. It reports processor time and the most memory.
// The file may have more hands (-benchfile 1000000).
func BenchmarkFile(b *testing.B) {
	file := filepath.Join(b.TempDir(), "hands.phhs")
	b.Run("save", func(b *testing.B) {
		processes(b, []string{"run", "mixed/nt", "--hands", *benchFile, "--seed", "3", "--workers", "1", "--save", file})
	})
	if _, err := os.Stat(file); err == nil {
		b.Run("replay", func(b *testing.B) { processes(b, []string{"replay", file, "--workers", "1"}) })
	}
}

func processes(b *testing.B, args []string) {
	b.Helper()
	var cpu, most int64 // ns, KB
	for b.Loop() {
		c := exec.Command("cardroom", args...)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v: %s", args, err, out)
		}
		cpu += int64(c.ProcessState.UserTime() + c.ProcessState.SystemTime())
		most = max(most, c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	b.ReportMetric(float64(cpu)/1e6/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(most)/1024, "MB")
}
