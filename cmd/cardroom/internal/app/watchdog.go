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
	"cardroom/dsl/star"
)

// The watchdog ends the process when it cannot go on: when it takes more memory
// than it may, or a script does not return. Scripts are limited by their steps,
// which end them with an error; this is for what those limits forget.

// defaultMaxMemory is what the process may take. A run of any game needs a tenth.
const defaultMaxMemory = 4 << 30

// watchEvery is how often the watchdog looks: each look takes a few microseconds.
const watchEvery = 50 * time.Millisecond

// While the heap is small, garbage may take four times what is in use: commands that load scripts take a fifth to a third
// less time. Above roomyHeap it may take as much as is in use, as by default in Go.
const (
	roomyPercent = 400
	roomyHeap    = 256 << 20
	usualPercent = 100
)

// patience is how long a save may take before the process ends without it.
const patience = 5 * time.Second

type watchdog struct {
	std  *IO
	max  uint64
	room bool // garbage may take roomyPercent
	exit func(code int)
	once sync.Once
}

// Watch starts the watchdog of the process.
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
	// Near the limit garbage is collected more often; what is above it then is in use.
	debug.SetMemoryLimit(int64(min(w.max, math.MaxInt64)))
	if std.Getenv("GOGC") == "" {
		debug.SetGCPercent(roomyPercent)
		w.room = true
	}
	go w.run()
	return w
}

// parseBytes reads an amount of memory: 512MB, 4GB.
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

func (w *watchdog) run() {
	var overdue star.Overdue
	for range time.Tick(watchEvery) {
		if why := w.look(&overdue); why != "" {
			w.end(why)
		}
	}
}

// look says why the process cannot go on, "" while it can.
func (w *watchdog) look(overdue *star.Overdue) string {
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

// Late ends the process for a script whose time is up: how long a script takes
// depends on the machine, so nothing may be concluded from it.
func (w *watchdog) Late(place string) {
	w.end(place + "; --timeout gives it more")
}

// end saves what is being played and ends the process. Whoever calls it first
// says why.
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
		w.say(text)
		w.exit(Cannot)
	})
	select {} // the process is about to end
}

// say writes to standard error, even while somebody else holds the stream.
func (w *watchdog) say(text string) {
	done := make(chan struct{})
	go func() {
		w.std.Stderr.Printf("%s", text)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}
