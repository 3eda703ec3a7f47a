package main

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/scripts"
)

// largestHouse is the house with the most text, and largestScript its longest script that has games.
const (
	largestHouse  = "angies"
	largestScript = "lowball.star"
)

// openLargest opens all scripts of the largest house.
func openLargest(b *testing.B) (e *editorClient, text string) {
	entries, err := fs.ReadDir(scripts.FS, largestHouse)
	if err != nil {
		b.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range entries {
		text, err := fs.ReadFile(scripts.FS, largestHouse+"/"+f.Name())
		if err != nil {
			b.Fatal(err)
		}
		files[f.Name()] = string(text)
	}
	e = openEditor(b, files)
	version := 1
	for name, text := range files {
		if strings.HasSuffix(name, ".star") {
			e.open(name, text, -version)
			e.faults(-version)
			version++
		}
	}
	return e, files[largestScript]
}

// typed returns the text of the script while a line is being typed at its end; each i adds one letter.
func typed(text string, i int) string {
	line := "x = bet(tier = small, name = \"round " + fmt.Sprint(i) + "\")"
	return text + "\n" + line[:4+i%(len(line)-3)]
}

// p95 returns the 95th percentile of times, in milliseconds.
func p95(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)*95/100].Microseconds()) / 1000
}

// BenchmarkEditor measures what a user waits for, over the protocol and with every script of the largest house open: the time
// from a keystroke to the diagnostics, and to the completions. edits is the memory of the server after 10,000 keystrokes,
// waiting for the diagnostics of every tenth. The goals are 50 ms, 20 ms and 200 MB.
func BenchmarkEditor(b *testing.B) {
	b.Run("keystroke", func(b *testing.B) {
		e, text := openLargest(b)
		var times []time.Duration
		for i := 1; b.Loop(); i++ {
			now := typed(text, i)
			start := time.Now()
			e.retype(largestScript, now, i)
			e.faults(i)
			times = append(times, time.Since(start))
		}
		b.ReportMetric(p95(times), "p95-ms")
	})
	b.Run("complete", func(b *testing.B) {
		e, text := openLargest(b)
		now := text + "\nx = be"
		line := strings.Count(now, "\n")
		var times []time.Duration
		for i := 1; b.Loop(); i++ {
			e.retype(largestScript, now+strings.Repeat("t", i%2), i)
			start := time.Now()
			got := e.at("completion", largestScript, line, 6+i%2, nil)
			times = append(times, time.Since(start))
			if !strings.Contains(got, `"label":"bet"`) {
				b.Fatal(got)
			}
		}
		b.ReportMetric(p95(times), "p95-ms")
	})
	b.Run("edits", func(b *testing.B) {
		for b.Loop() {
			e, text := openLargest(b)
			for i := 1; i <= 10_000; i++ {
				e.retype(largestScript, typed(text, i), i)
				if i%10 == 0 {
					e.at("completion", largestScript, strings.Count(text, "\n")+1, 4, nil)
					e.faults(i)
				}
			}
			b.ReportMetric(residentMB(b, e.process), "MB")
			b.ReportMetric(peakMB(b, e.process), "peak-MB")
		}
	})
}

var memoryLine = regexp.MustCompile(`(VmRSS|VmHWM):\s+(\d+) kB`)

// memoryOf returns a value from a process's /proc status, in MB.
func memoryOf(b *testing.B, pid int, name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range memoryLine.FindAllStringSubmatch(string(text), -1) {
		if m[1] == name {
			n, _ := strconv.Atoi(m[2])
			return float64(n) / 1000
		}
	}
	b.Fatalf("no %s in %s", name, text)
	return 0
}

func residentMB(b *testing.B, pid int) float64 { return memoryOf(b, pid, "VmRSS") }
func peakMB(b *testing.B, pid int) float64     { return memoryOf(b, pid, "VmHWM") }
