package sites_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/ledger"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
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
	start := testkit.ProcessorTime()
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
	b.ReportMetric(float64(b.N)/(testkit.ProcessorTime()-start).Seconds(), "hands/cpu-s")
}

// BenchmarkRowsPokerStars reads hands from PokerStars text, replays them and writes them as rows of all tables, on one core: one iteration is
// one hand.
func BenchmarkRowsPokerStars(b *testing.B) {
	var text []byte
	for _, name := range []string{"cash.txt", "omaha.txt", "twohands.txt", "posts.txt"} {
		data, err := os.ReadFile(filepath.Join("testdata/pokerstars", name))
		if err != nil {
			b.Fatal(err)
		}
		text = append(append(text, bytes.ReplaceAll(data, []byte("\r"), nil)...), "\n\n\n"...)
	}
	log := &hand.Log{Decisions: true}
	player := replay.NewPlayer(finder(library(nil)), log)
	var every [ledger.Count]bool
	for i := range every {
		every[i] = true
	}
	w, to := ledger.NewWriter("csv", every), make([][]byte, ledger.Count)
	size, lines := 0, 0
	var rec history.Hand
	b.ReportAllocs()
	start := testkit.ProcessorTime()
	for played := 0; played < b.N; {
		src := history.NewSource("stars.txt", text, history.Options{Formats: sites.All})
		for played < b.N {
			if err := src.Next(&rec); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			log.Events, log.Decided = log.Events[:0], log.Decided[:0]
			row := player.PlayReadings(&rec)
			if row.Finishing != nil && player.Hand().Pending() == nil {
				l := w.Loose(&ledger.Played{File: "stars.txt", FileHand: int64(played), Setup: player.Setup(), Hand: player.Hand(), Log: log, Record: &rec, Players: rec.Players})
				w.Put(to, l, int64(played))
			}
			for i, t := range to {
				size += len(t)
				lines += bytes.Count(t, []byte("\n"))
				to[i] = t[:0]
			}
			played++
		}
	}
	b.ReportMetric(float64(size)/float64(lines), "bytes/row")
	b.ReportMetric(float64(b.N)/(testkit.ProcessorTime()-start).Seconds(), "hands/cpu-s")
}
