package app

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cardroom/dsl/star/guard"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]uint64{"64MB": 64 << 20, "8GB": 8 << 30, "2 gb": 2 << 30} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "8", "8TB", "-1GB", "1MB", "9999999999GB"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestWatchdogEnds checks that the watchdog saves once, says why, and ends with code
// 2, and that it reports a failed save.
func TestWatchdogEnds(t *testing.T) {
	for _, bad := range []error{nil, errors.New("the disk is full")} {
		std, _, stderr := fakeStd()
		std.Rescue = &Rescue{}
		saves := 0
		std.Rescue.Register(func() error { saves++; return bad })
		code := make(chan int, 2)
		w := &watchdog{std: std, exit: func(c int) { code <- c }}
		go w.Late("x.star:1:2: too much time")
		go w.Terminate(time.Millisecond)
		if got := <-code; got != Cannot || saves != 1 {
			t.Errorf("code %d, %d saves", got, saves)
		}
		text := stderr.String()
		if strings.Count(text, "too much time")+strings.Count(text, "after SIGTERM") != 1 || strings.Contains(text, "not saved: the disk is full") != (bad != nil) {
			t.Errorf("it said %q", text)
		}
	}
}

// TestWatchdogLooks checks that the watchdog notices a heap above the limit.
func TestWatchdogLooks(t *testing.T) {
	var o guard.Overdue
	if why := (&watchdog{max: 1 << 10}).look(&o); !strings.Contains(why, "too much memory") {
		t.Errorf("it said %q", why)
	}
	if why := (&watchdog{max: 1 << 40}).look(&o); why != "" {
		t.Errorf("it said %q", why)
	}
}

// BenchmarkWatchdog measures one check of the watchdog, which makes twenty per second.
func BenchmarkWatchdog(b *testing.B) {
	w, o := &watchdog{max: 1 << 40}, guard.Overdue{}
	b.ReportAllocs()
	for b.Loop() {
		if why := w.look(&o); why != "" {
			b.Fatal(why)
		}
	}
}
