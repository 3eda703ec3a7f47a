package app

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/star/guard"
)

// The watchdog ends the process when it cannot go on: it uses too much memory, or a script does not return. Step limits end
// scripts with an error; the watchdog covers what those limits miss.

// defaultMaxMemory is the default memory limit in bytes. A run of any game needs a tenth of it.
const defaultMaxMemory = 4 << 30

// watchEvery is the interval between checks; each takes a few microseconds.
const watchEvery = 50 * time.Millisecond

// While the heap is small, the garbage collector lets it grow to nine times what is in use (GOGC=800): commands that load
// scripts take a fifth to a third less time. Above roomyHeap bytes it uses Go's default of twice what is in use.
const (
	roomyPercent = 800
	roomyHeap    = 256 << 20
	usualPercent = 100
)

// patience is how long saving may take before the process ends anyway.
const patience = 5 * time.Second

type watchdog struct {
	std  *IO
	max  uint64
	room bool // GOGC is roomyPercent
	exit func(code int)
	once sync.Once
}

// Watch starts the watchdog.
func Watch(std *IO) *watchdog {
	w := &watchdog{std: std, max: defaultMaxMemory, exit: os.Exit}
	if text := std.Getenv("CARDROOM_MAX_MEMORY"); text != "" {
		n, err := parseBytes(text)
		if err != nil {
			std.Warn("CARDROOM_MAX_MEMORY: %v", err)
		} else {
			w.max = n
		}
	}
	// Near the limit the garbage collector runs more often, so memory above the limit is really in use.
	debug.SetMemoryLimit(int64(min(w.max, math.MaxInt64)))
	if std.Getenv("GOGC") == "" {
		debug.SetGCPercent(roomyPercent)
		w.room = true
	}
	go func() {
		var overdue guard.Overdue
		for range time.Tick(watchEvery) {
			if why := w.look(&overdue); why != "" {
				w.end(why)
			}
		}
	}()
	return w
}

// parseBytes parses an amount of memory: 512MB, 4GB.
func parseBytes(text string) (uint64, error) {
	unit := uint64(0)
	number := strings.ToUpper(text)
	for suffix, n := range map[string]uint64{"MB": 1 << 20, "GB": 1 << 30} {
		if rest, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = rest, n
		}
	}
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 20)
	if err != nil || unit == 0 || n*unit < 64<<20 {
		return 0, fmt.Errorf("want an amount such as 512MB or 4GB, at least 64MB, not %q", text)
	}
	return n * unit, nil
}

// look returns why the process cannot go on, or "".
func (w *watchdog) look(overdue *guard.Overdue) string {
	sample := [...]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample[:])
	used := sample[0].Value.Uint64()
	if w.room && used > roomyHeap {
		debug.SetGCPercent(usualPercent)
		w.room = false
	}
	if used > w.max {
		return fmt.Sprintf("too much memory: %d MB, the limit is %d MB; CARDROOM_MAX_MEMORY sets another", used>>20, w.max>>20)
	}
	if script, took := overdue.Find(); script != "" {
		return fmt.Sprintf("%s does not return after %s", script, took.Round(100*time.Millisecond))
	}
	return ""
}

// Late ends the process because a script's time is up. A timeout depends on the speed of the machine, so it must not decide any
// result.
func (w *watchdog) Late(place string) {
	w.end(place + "; --timeout gives it more")
}

// Terminated is how long a command may take to end after SIGTERM: it writes the results so far. One that waits for a file which never
// gives anything, such as /proc/kmsg, does not hear that its context has ended.
const Terminated = 5 * time.Second

// Terminate ends the process if it is still there so long after SIGTERM.
func (w *watchdog) Terminate(after time.Duration) {
	time.Sleep(after)
	w.end(fmt.Sprintf("it does not end %s after SIGTERM", after))
}

// end saves the game in progress and ends the process. Only the first call takes effect.
func (w *watchdog) end(why string) {
	w.once.Do(func() {
		saved := make(chan error, 1)
		go func() { saved <- w.std.Rescue.Run() }()
		var err error
		select {
		case err = <-saved:
		case <-time.After(patience):
			err = fmt.Errorf("saving took longer than %s", patience)
		}
		term.RestoreTerminal()
		text := "cardroom: " + why + "\n"
		if err != nil {
			text += "cardroom: not saved: " + err.Error() + "\n"
		}
		// Wait at most a second if another goroutine holds the stream
		done := make(chan struct{})
		go func() {
			w.std.Stderr.Printf("%s", text)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(time.Second):
		}
		w.exit(Cannot)
	})
	select {} // the process is about to end
}
