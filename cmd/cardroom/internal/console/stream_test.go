package console_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/convert"
)

// handText returns a hand in PokerStars format; every seventh hand has an invalid line.
func handText(n int) string {
	bad := ""
	if n%7 == 0 {
		bad = "ana: jumps to 3\n"
	}
	return fmt.Sprintf("PokerStars Hand #%d: Hold'em No Limit ($1/$2 USD) - 2019/01/31 12:00:00 CET\n", 1000+n) +
		"Table 'T' 2-max Seat #1 is the button\nSeat 1: ana ($100 in chips)\nSeat 2: bo ($100 in chips)\n" +
		"ana: posts small blind $1\nbo: posts big blind $2\n*** HOLE CARDS ***\nana: folds\n" + bad +
		"Uncalled bet ($1) returned to bo\nbo collected $2 from pot\n*** SUMMARY ***\nTotal pot $2 | Rake $0\n\n\n"
}

// manyHands returns files of hands, some of which are cut into several parts.
func manyHands() fstest.MapFS {
	out := fstest.MapFS{}
	n := 0
	for i, hands := range []int{900, 1, 0, 2000, 3} {
		var b strings.Builder
		for range hands {
			n++
			b.WriteString(handText(n))
		}
		out[fmt.Sprintf("in/%d.txt", i)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return out
}

// TestStream checks that hands from many and from long files come out in order, with any number of workers.
func TestStream(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 2, 5} {
		std, stdout, _ := fake.IO(manyHands())
		err := replays.Replay(t.Context(), std, replays.Options{Paths: []string{"in"}, Workers: workers, Format: report.NDJSON})
		if !errors.Is(err, app.ErrShown) {
			t.Fatal(err)
		}
		got := stdout.String()
		if n := strings.Count(got, "\n"); n != 2904 {
			t.Errorf("%d rows", n)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give something else than one", workers)
		}
	}
	if !strings.Contains(want, `"file":"in/3.txt","hand":2000,`) {
		t.Error("the last hand of a long file has no number of its own")
	}
}

// memory is a file in memory that gets its name when it is committed.
type memory struct {
	bytes.Buffer
	name string
	made map[string]string
}

func (m *memory) Commit() error { m.made[m.name] = m.String(); return nil }
func (m *memory) Discard()      {}

func converting(files fstest.MapFS) (std *app.IO, stdout, stderr *bytes.Buffer, made map[string]string) {
	std, stdout, stderr = fake.IO(files)
	made = map[string]string{}
	std.MkdirAll = func(string) error { return nil }
	std.CreatePlain = func(dir, name string) (term.File, error) {
		return &memory{name: dir + "/" + name, made: made}, nil
	}
	return std, stdout, stderr, made
}

// TestConvertStream checks that hands are numbered in the order of their file, or on standard output in that of all files.
func TestConvertStream(t *testing.T) {
	for _, workers := range []int{1, 4} {
		std, stdout, stderr, made := converting(manyHands())
		opts := replays.ConvertOptions{Paths: []string{"in"}, Target: convert.Named("phh"), Workers: workers}
		if err := replays.Convert(t.Context(), std, opts); !errors.Is(err, app.ErrShown) {
			t.Fatal(err)
		}
		if !strings.Contains(stderr.String(), "2,490 hands written, 414 not\n") {
			t.Errorf("%s", stderr.Bytes()[max(0, stderr.Len()-100):])
		}
		if got := stdout.String(); !strings.HasPrefix(got, "[1]\n") || !strings.Contains(got, "\n\n[2490]\n") || strings.Contains(got, "[2491]") {
			t.Error("the hands are not numbered from 1 to 2490")
		}
		opts.Out = "out"
		if err := replays.Convert(t.Context(), std, opts); !errors.Is(err, app.ErrShown) {
			t.Fatal(err)
		}
		if len(made) != 4 || strings.Count(made["out/3.phhs"], "variant =") != 1714 || !strings.Contains(made["out/3.phhs"], "[1714]\n") {
			t.Errorf("%d files", len(made))
		}
	}
}

// slow is a file that interrupts the command after a large part of it was read.
type slow struct {
	text   io.Reader
	cancel func()
	left   int
}

func (s *slow) Read(b []byte) (int, error) {
	if s.left -= len(b); s.left < 0 {
		s.cancel()
		select {} // like a terminal without input
	}
	return s.text.Read(b)
}

// TestInterrupted checks that complete hands written before ^C are kept.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var text strings.Builder
	for n := range 20_000 {
		text.WriteString(handText(n))
	}
	std, _, stderr, made := converting(nil)
	std.Stdin.Reader = &slow{strings.NewReader(text.String()), cancel, 4 << 20}
	err := replays.Convert(ctx, std, replays.ConvertOptions{Paths: []string{"-"}, Target: convert.Named("pokerstars"), Out: "out", Workers: 2})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	got := made["out/stdin.txt"]
	if n := strings.Count(got, "PokerStars Hand #"); n == 0 || n != strings.Count(got, "Total pot") {
		t.Errorf("%d hands were kept", n)
	}
	if !strings.Contains(stderr.String(), "(incomplete)") {
		t.Errorf("%s", stderr)
	}
}
