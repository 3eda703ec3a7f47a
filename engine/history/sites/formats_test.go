package sites_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/dsl/fuzzhouses"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/history/sites"
	"cardroom/engine/plan"
	"cardroom/engine/replay"
	"cardroom/engine/testkit"
)

// find returns the games of the houses, as the command replay does.
func find(variant string, options map[string]string) (game *plan.Game, err error) {
	defer func() {
		if p := recover(); p != nil { // an option of no game, which the command refuses with an error
			err = fmt.Errorf("%v", p)
		}
	}()
	return fuzzhouses.With(options).ForVariant(variant)
}

var player = replay.NewPlayer(find, nil)

var options = history.Options{Formats: sites.All}

// corpus returns the files of each format, written for this project.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	names, err := filepath.Glob("testdata/*/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		format := filepath.Base(filepath.Dir(name))
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[format+"/"+filepath.Base(name)] = data
	}
	if len(out) == 0 {
		t.Fatal("no files")
	}
	return out
}

// told returns the result of each hand of a file: "ok", what was inferred, or the error.
func told(src history.Source) (out []string, ok int) {
	var rec history.Hand
	for {
		err := src.Next(&rec)
		switch {
		case errors.Is(err, io.EOF):
			return out, ok
		case err != nil:
			out = append(out, err.Error())
			continue
		}
		row := player.PlayReadings(&rec)
		text := "ok"
		if !row.OK {
			text = "no error"
			if row.Err != nil {
				text = row.Err.Error()
			}
		} else {
			ok++
		}
		for _, e := range row.Inferred {
			text += "; " + e.Msg
		}
		out = append(out, text)
	}
}

// TestCorpus: every hand of the files ends with the file's own amounts; a list next to them has the
// hands that must be refused, and what is inferred.
func TestCorpus(t *testing.T) {
	want := map[string]string{}
	list, err := os.ReadFile("testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		if key, text, ok := strings.Cut(strings.TrimRight(line, "\n"), " = "); ok {
			want[key] = text
		}
	}
	for name, data := range corpus(t) {
		lines, _ := told(history.NewSource(name, data, options))
		if len(lines) == 0 {
			t.Errorf("%s has no hand", name)
		}
		for i, line := range lines {
			key := name + "#" + string('0'+rune((i+1)/10)) + string('0'+rune((i+1)%10))
			expected, ok := want[key]
			if !ok {
				expected = "ok"
			}
			if line != expected {
				t.Errorf("%s = %s\nwant %s", key, line, expected)
			}
		}
	}
}

// TestEncodings: every encoding and line ending yields the same hands.
func TestEncodings(t *testing.T) {
	text := corpus(t)["pokerstars/omaha.txt"]
	want, _ := told(history.NewSource("f", text, options))
	wide := func(order func(r rune) [2]byte, bom bool) []byte {
		var b []byte
		if bom {
			c := order(0xfeff)
			b = append(b, c[:]...)
		}
		for _, r := range string(text) {
			c := order(r)
			b = append(b, c[:]...)
		}
		return b
	}
	little := func(r rune) [2]byte { return [2]byte{byte(r), byte(r >> 8)} }
	big := func(r rune) [2]byte { return [2]byte{byte(r >> 8), byte(r)} }
	for name, data := range map[string][]byte{
		"CRLF":              bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"byte order mark":   append([]byte("\xef\xbb\xbf"), text...),
		"code page 1252":    bytes.ReplaceAll(text, []byte("€"), []byte("\x80")),
		"UTF-16 little":     wide(little, true),
		"UTF-16 big":        wide(big, true),
		"UTF-16 unmarked":   wide(little, false),
		"decimal commas":    bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("2.50"), []byte("2,50")), []byte("0.50"), []byte("0,50")),
		"sign behind":       bytes.ReplaceAll(text, []byte("€60 "), []byte("60 € ")),
		"blank lines first": append([]byte("\r\n\r\n"), text...),
	} {
		for _, stream := range []bool{false, true} {
			src := history.NewSource("f", data, options)
			if stream {
				src = history.NewSourceStream("f", bytes.NewReader(data), options)
			}
			got, _ := told(src)
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s, stream %t: %q\nwant %q", name, stream, got, want)
			}
		}
	}
}

// TestCutOff: a file that ends within its last hand says so, at its last line.
func TestCutOff(t *testing.T) {
	text := corpus(t)["pokerstars/cash.txt"]
	first, _, _ := bytes.Cut(text, []byte("*** SUMMARY ***"))
	street, _, _ := bytes.Cut(text, []byte("*** TURN ***"))
	for _, cut := range [][]byte{bytes.TrimSpace(street), street[:len(street)-7], append(bytes.Clone(text), first[:len(first)/2]...)} {
		lines, _ := told(history.NewSource("f", cut, options))
		last := lines[len(lines)-1]
		if want := fmt.Sprintf("f:%d:", bytes.Count(bytes.TrimRight(cut, "\n"), []byte("\n"))+1); !strings.HasPrefix(last, want) || !strings.Contains(last, "the file ends within a hand") {
			t.Errorf("%s, want it at %s", last, want)
		}
	}
}

// TestMutated: a corrupted file is read, or refused with a place inside it, and hands that are read
// are played or refused. TestCut reads as many corrupted files again.
func TestMutated(t *testing.T) {
	n := 100
	switch {
	case testing.Short():
		n = 20
	case *long:
		n = 200
	}
	files := corpus(t)
	files["phh"] = phhs(t, files["pokerstars/omaha.txt"])
	for name, data := range files {
		rng := rand.New(rand.NewPCG(uint64(len(data)), 7))
		for range n {
			text := mutate(rng, data)
			src := history.NewSource(name, text, options)
			var rec history.Hand
			for {
				err := src.Next(&rec)
				if errors.Is(err, io.EOF) {
					break
				}
				if err == nil {
					err = player.PlayReadings(&rec).Err
				}
				var e *diag.Error
				if err != nil && (!errors.As(err, &e) || e.Pos.File == "" || e.Msg == "" || int(e.Pos.Line) > bytes.Count(text, []byte("\n"))+1) {
					t.Fatalf("%s: an error without a place: %v", name, err)
				}
			}
		}
	}
}

// mutate changes a text in a few places.
func mutate(rng *rand.Rand, data []byte) []byte {
	text := bytes.Clone(data)
	for range 1 + rng.IntN(3) {
		lines := bytes.SplitAfter(text, []byte("\n"))
		at := rng.IntN(len(lines))
		switch rng.IntN(6) {
		case 0: // a line is missing
			lines[at] = nil
		case 1: // a line is repeated
			lines[at] = append(bytes.Clone(lines[at]), lines[at]...)
		case 2: // two lines are swapped
			other := rng.IntN(len(lines))
			lines[at], lines[other] = lines[other], lines[at]
		case 3: // the end is missing
			lines = lines[:at]
		default: // a changed byte
			if len(lines[at]) > 0 {
				line := bytes.Clone(lines[at])
				line[rng.IntN(len(line))] = "0123456789$.,: []()AKhx\x00\xff"[rng.IntN(25)]
				lines[at] = line
			}
		}
		text = bytes.Join(lines, nil)
	}
	return text
}

// BenchmarkPokerStars parses hands and plays them on one core: one iteration is one hand.
func BenchmarkPokerStars(b *testing.B) {
	text := bytes.Repeat(append(corpus(b)["pokerstars/cash.txt"], '\n'), 500)
	b.ReportAllocs()
	var rec history.Hand
	var src history.Source
	start := testkit.ProcessorTime()
	for b.Loop() {
		err := io.EOF
		if src != nil {
			err = src.Next(&rec)
		}
		if errors.Is(err, io.EOF) {
			src = history.NewSource("f", text, options)
			err = src.Next(&rec)
		}
		if err != nil {
			b.Fatal(err)
		}
		if row := player.PlayReadings(&rec); !row.OK {
			b.Fatal(row.Err)
		}
	}
	b.ReportMetric(float64(b.N)/(testkit.ProcessorTime()-start).Seconds(), "hands/cpu-s")
}
