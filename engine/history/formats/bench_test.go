package formats_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"cardroom/engine/fuzz"
	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// sessions returns recorded sessions of no-limit hold'em kept next to the
// repository, as text. They are not part of the project: without them the
// benchmark is skipped.
func sessions(b *testing.B) [][]byte {
	b.Helper()
	root := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	files, err := filepath.Glob(filepath.Join(root, "..", "shared", "hands", "pluribus", "*.phhs"))
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		b.Skip("no recorded sessions beside the repository")
	}
	var out [][]byte
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, data)
	}
	return out
}

// BenchmarkReplayPluribus reads sessions from their text and replays them, on
// one core: one iteration is one hand.
func BenchmarkReplayPluribus(b *testing.B) {
	files := sessions(b)
	player := replay.NewPlayer(finder(library(nil)), nil)
	var rec history.Hand
	b.ReportAllocs()
	b.ResetTimer()
	start := fuzz.ProcessorTime()
	for played := 0; played < b.N; {
		for _, text := range files {
			reader := history.NewReader("session.phhs", text, history.Options{})
			for played < b.N {
				err := reader.Next(&rec)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					b.Fatal(err)
				}
				if row := player.Play(&rec); !row.OK {
					b.Fatal(row.Err)
				}
				played++
			}
		}
	}
	b.ReportMetric(float64(b.N)/(fuzz.ProcessorTime()-start).Seconds(), "hands/cpu-s")
}
