package star

import (
	"errors"
	"testing"
	"time"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
)

// TestOverdue checks that a builtin that does not return is detected from outside, by its script's name, and no earlier than a
// second after its time limit.
func TestOverdue(t *testing.T) {
	if testing.Short() {
		t.Skip("waits a second")
	}
	script := "def f():\n    hang()\nf()\n"
	held, done := make(chan struct{}), make(chan error, 1)
	hang := &Builtin{Name: "hang", Fn: func(*Call) (starlark.Value, error) {
		<-held
		return nil, nil
	}}
	l := NewLoader(Options{Words: wordsOf(hang), Sources: Sources{Files: filesOf("hang.star", script)}, LoadTimeout: 50 * time.Millisecond})
	began := time.Now()
	go func() {
		_, err := l.Load("hang.star")
		done <- err
	}()
	var o guard.Overdue
	for {
		if name, took := o.Find(); name != "" {
			if name != "hang.star" || took < time.Second || time.Since(began) < time.Second {
				t.Errorf("%s after %s", name, took)
			}
			break
		}
		if time.Since(began) > 30*time.Second {
			t.Fatal("it is not found")
		}
		time.Sleep(20 * time.Millisecond)
	}
	close(held)
	<-done
	if name, _ := o.Find(); name == "hang.star" {
		t.Error("it is found after its end")
	}
}

// TestIdleThreadIsNotOverdue checks that a thread with no current call is not waited for: a policy may sit out for a long time.
func TestIdleThreadIsNotOverdue(t *testing.T) {
	idle := NewLoader(Options{LoadTimeout: time.Millisecond}).Thread("idle", 0)
	if idle.budget.Began.Load() != 0 {
		t.Error("the clock of a thread runs before its first call")
	}
	f := starlark.NewBuiltin("f", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		if idle.budget.Limit > 0 && idle.budget.Began.Load() == 0 {
			t.Error("the clock does not run while a function is called")
		}
		return starlark.None, nil
	})
	if _, err := idle.Call(f, nil, nil); err != nil || idle.budget.Began.Load() != 0 {
		t.Error("the clock runs after a call", err)
	}
}

// TestTooLate checks that OnLate is called for a script out of time, and that this does not count as a step limit error.
func TestTooLate(t *testing.T) {
	place := ""
	l := NewLoader(Options{
		Sources:  Sources{Files: filesOf("main.star", "def f():\n    for i in range(4000000):\n        for j in range(4000000):\n            pass\nf()\n")},
		MaxSteps: 1 << 60, LoadTimeout: 20 * time.Millisecond, OnLate: func(p string) { place = p },
	})
	_, err := l.Load("main.star")
	// LoadTimeout applies to loading; OnLate applies to calls of the loader and to loading.
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != CodeTime || place == "" {
		t.Errorf("%v, told %q", err, place)
	}
}

// TestSharedMemory checks that loaders with a shared memory share one total, and that a collected loader gives back its share.
func TestSharedMemory(t *testing.T) {
	m := guard.NewMemory(8 << 20)
	script := "x = [0] * 200000\n" // 3.2 MB
	load := func() (*Loader, error) {
		l := NewLoader(Options{Sources: Sources{Files: filesOf("main.star", script)}, Memory: m})
		_, err := l.Load("main.star")
		return l, err
	}
	var kept []*Loader
	for i := range 3 {
		l, err := load()
		if i < 2 && err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			wantError(t, err, CodeSteps, "too much memory, the limit is 8 MB")
		}
		kept = append(kept, l)
	}
	if len(kept) != 3 {
		t.Fatal("unreachable")
	}
	kept = nil
	for range 6 {
		if _, err := load(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestModulesTogether checks that many modules that each keep a little reach the common limit.
func TestModulesTogether(t *testing.T) {
	sources := []string{}
	for i := range 10 {
		name := string(rune('a'+i)) + ".star"
		text := "x = [0] * 200000\n"
		if i > 0 {
			text = "load('./" + string(rune('a'+i-1)) + ".star', before = 'x')\n" + text
		}
		sources = append(sources, name, text)
	}
	l := NewLoader(Options{Sources: Sources{Files: filesOf(sources...)}, Memory: guard.NewMemory(16 << 20)})
	_, err := l.Load("j.star")
	wantError(t, err, CodeSteps, "too much memory, the limit is 16 MB")
	l = NewLoader(Options{Sources: Sources{Files: filesOf(sources...)}, Memory: guard.NewMemory(64 << 20)})
	if _, err := l.Load("j.star"); err != nil {
		t.Error(err)
	}
}

// TestWaitingIsNoWork checks that the time in which a machine does something else does not use up a time limit, but that steps which are
// always slow end.
func TestWaitingIsNoWork(t *testing.T) {
	const limit = 100 * time.Millisecond
	calls := 0
	nap := &Builtin{Name: "nap", Fn: func(c *Call) (starlark.Value, error) {
		if calls++; calls%100 == 0 {
			time.Sleep(limit / 4)
		}
		return starlark.None, nil
	}}
	load := func(times string) error {
		calls = 0
		l := NewLoader(Options{
			Words: wordsOf(nap), Sources: Sources{Files: filesOf("nap.star", "def f():\n    for i in range("+times+"):\n        nap()\nf()\n")},
			MaxSteps: 1 << 60, LoadTimeout: limit,
		})
		_, err := l.Load("nap.star")
		return err
	}
	if err := load("1500"); err != nil { // 15 sleeps: several times the limit
		t.Errorf("after %d calls: %v", calls, err)
	}
	wantError(t, load("4000000"), CodeTime, "too much time")
}
