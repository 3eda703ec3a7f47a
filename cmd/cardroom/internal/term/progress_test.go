package term

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// screen is a terminal that records what is written to it from any goroutine.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func watched(quiet, terminal bool) (*Streams, *screen) {
	std, _ := pipes()
	s := &screen{}
	std.Stderr = NewStream(s)
	std.Stderr.Terminal, std.Quiet = terminal, quiet
	return std, s
}

func TestProgressIsSilent(t *testing.T) {
	for _, tt := range []struct {
		name            string
		quiet, terminal bool
		work            time.Duration
	}{
		{"short job", false, true, 0},
		{"no terminal", false, false, progressDelay + 3*progressTick},
		{"quiet", true, true, progressDelay + 3*progressTick},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			std, s := watched(tt.quiet, tt.terminal)
			began := time.Now()
			p := std.StartProgress("playing", 100)
			time.Sleep(tt.work)
			p.Stop()
			p.Stop()
			if tt.work == 0 && time.Since(began) > progressDelay {
				t.Skip("the machine made a long job of it")
			}
			if s.String() != "" {
				t.Errorf("printed %q", s)
			}
		})
	}
}

func TestProgressShowsAndGoes(t *testing.T) {
	for _, total := range []int64{100, 0} {
		t.Run(fmt.Sprint(total), func(t *testing.T) {
			t.Parallel()
			std, s := watched(false, true)
			p := std.StartProgress("playing", total)
			p.Done.Add(50)
			for range 600 { // a minute on a machine that has other work
				if time.Sleep(progressTick); strings.Contains(s.String(), "playing 50") {
					break
				}
			}
			p.Stop()
			shown := s.String()
			if !strings.Contains(shown, "playing 50") {
				t.Errorf("no sign of the work done in %q", shown)
			}
			// The last output clears the line of the bar.
			if strings.Contains(shown[strings.LastIndex(shown, "\x1b["):], "playing") {
				t.Errorf("the bar is still there: %q", shown)
			}
		})
	}
}
