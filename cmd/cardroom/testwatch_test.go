package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// spool is an output that can be read while it is written.
type spool struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *spool) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *spool) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// watchRun is a folder with a running test --watch.
type watchRun struct {
	*testing.T
	dir      string
	out, err spool
	done     chan int
	stop     context.CancelFunc
	seen     int // how much of the output has been consumed
}

// startWatch starts watching a folder of files.
func startWatch(t *testing.T, terminal bool, files map[string]string, flags ...string) *watchRun {
	w := &watchRun{T: t, dir: t.TempDir(), done: make(chan int, 1)}
	for name, text := range files {
		w.write(name, text)
	}
	std, _, _ := fakeIO(nil)
	std.FS, std.Watch = history.OS, app.NewWatcher
	std.Stdout, std.Stderr = term.NewStream(&w.out), term.NewStream(&w.err)
	std.Stdout.Terminal = terminal
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	go func() { w.done <- run(ctx, std, append([]string{"test", "--watch", w.dir}, flags...)) }()
	t.Cleanup(stop)
	return w
}

func (w *watchRun) path(name string) string { return filepath.Join(w.dir, name) }

func (w *watchRun) write(name, text string) {
	w.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o777); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o666); err != nil {
		w.Fatal(err)
	}
}

// replace writes a file as editors do that never leave an incomplete file.
func (w *watchRun) replace(name, text string) {
	w.Helper()
	w.write(name+".swp", text)
	if err := os.Rename(w.path(name+".swp"), w.path(name)); err != nil {
		w.Fatal(err)
	}
}

// until waits for a text in new output, and returns what came before it.
func (w *watchRun) until(want string) (before string) {
	w.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		all := strings.ReplaceAll(w.out.String(), w.dir+"/", "")
		if i := strings.Index(all[w.seen:], want); i >= 0 {
			before = all[w.seen : w.seen+i]
			w.seen += i + len(want)
			return before
		}
	}
	w.Fatalf("no %q in\n%s\n%s", want, w.out.String()[w.seen:], w.err.String())
	return ""
}

func (w *watchRun) leave() {
	w.Helper()
	w.stop()
	select {
	case code := <-w.done:
		if code != app.Interrupted {
			w.Errorf("exit %d\n%s", code, w.err.String())
		}
	case <-time.After(patience):
		w.Error("^C does not end it")
	}
}

const watchedCorner = `corner = game("Corner", seats = (2, 6), forced = [blinds()], stakes = stakes("2-4"), play = [deal(2), bet(tier = big)], showdown = best(high))
`

// TestWatch checks that running a test determines what it depends on: the scripts that
// it loads, and the games that it plays.
func TestWatch(t *testing.T) {
	w := startWatch(t, false, map[string]string{
		"corner.star":      watchedCorner,
		"number.star":      "n = 1\n",
		"pot_test.star":    "def test_pot(t):\n    t.hand(\"./corner.star\").expect_pot(3)\n",
		"number_test.star": "load(\"./number.star\", \"n\")\n\ndef test_n(t):\n    t.eq(n, 1)\n",
	})
	w.until("== run 1: all files\n")
	w.until("2 passed in 2 files\n")

	w.write("number.star", "n = 2\n")
	w.until("== run 2: number.star changed; 1 of 2 files\n")
	w.until("got 2, want 1")
	w.until("0 passed, 1 failed in 1 file\n")

	w.replace("corner.star", strings.Replace(watchedCorner, "2-4", "4-8", 1))
	w.until("== run 3: corner.star changed; 1 of 2 files\n")
	w.until("pot: got 6, want 3")

	// A backup is made by renaming, so the file is missing for a moment.
	if err := os.Rename(w.path("number.star"), w.path("number.star~")); err != nil {
		t.Fatal(err)
	}
	w.write("number.star", "n = 1 # again\n")
	w.until("number.star changed; 1 of 2 files\n")
	w.until("1 passed in 1 file\n")

	// A script that first does not load, and then does.
	w.replace("number_test.star", "load(\"./more.star\", \"n\")\n\ndef test_n(t):\n    t.eq(n, 3)\n")
	w.until("number_test.star changed; 1 of 2 files\n")
	await(t, "it looks for the file", func() bool { return strings.Contains(w.err.String(), "more.star") })
	w.write("more.star", "n = 3\n")
	w.until("more.star changed; 1 of 2 files\n")
	w.until("1 passed in 1 file\n")
	if text := w.err.String(); !strings.Contains(text, "cannot load") || !strings.Contains(text, "more.star") {
		t.Errorf("nothing about the script that is missing:\n%s", text)
	}

	// New tests, also in a new folder, and removed tests.
	w.write("deep/er/new_test.star", "def test_new(t):\n    t.eq(1, 1)\n")
	w.until("deep/er/new_test.star changed; 1 of 3 files\n")
	w.until("1 passed in 1 file\n")
	if err := os.Remove(w.path("pot_test.star")); err != nil {
		t.Fatal(err)
	}
	w.write("more.star", "n = 4 # not three\n")
	w.until("more.star changed; 1 of 2 files\n")
	w.until("0 passed, 1 failed in 1 file\n")

	// Files that no test needs trigger nothing.
	w.write("notes.txt", "nothing\n")
	w.write("unneeded.star", "a = 1\n")
	w.write("more.star", "n = 3 # three\n")
	if between := w.until("more.star changed; 1 of 2 files\n"); strings.Count(between, "== run") != 1 {
		t.Errorf("a run for nothing:\n%s", between)
	}
	w.until("1 passed in 1 file\n")
	w.leave()
}

// TestWatchClears checks that on a terminal a run replaces the previous one.
func TestWatchClears(t *testing.T) {
	w := startWatch(t, true, map[string]string{"a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "--cover", "--quiet", "--color", "never")
	w.until("1 passed in 1 file\n")
	w.until("  all\n")
	w.write("a_test.star", "def test_a(t):\n    t.eq(1, 2)\n")
	w.until("\x1b[H\x1b[2J\x1b[3J== run 2: ")
	w.until("0 passed, 1 failed in 1 file\n")
	w.leave()
}

func TestWatchRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"test --watch":        "the embedded houses do not change",
		"test --watch angies": "the embedded houses do not change",
		"test --watch --json": "--watch writes text, not json",
	} {
		std, _, stderr := fakeIO(nil)
		std.FS, std.Watch = history.OS, app.NewWatcher
		if code := runLine(t, std, line); code != app.Cannot || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit %d, %s", line, code, stderr)
		}
	}
}
