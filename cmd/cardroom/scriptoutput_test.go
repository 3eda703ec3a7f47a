package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
)

// TestScriptOutput checks that the output of scripts stops after a megabyte, with a
// one-line notice.
func TestScriptOutput(t *testing.T) {
	std, _, stderr := fakeIO(nil)
	print := library.Options(std, nil).Print
	msg := strings.Repeat("x", 1000)
	for range 10_000 {
		print("a.star", msg)
	}
	text := stderr.String()
	if len(text) > app.MostPrinted || strings.Count(text, msg) < 900 {
		t.Errorf("%d bytes were printed", len(text))
	}
	if strings.Count(text, "is dropped") != 1 || !strings.HasSuffix(text, "is dropped\n") {
		t.Errorf("it ends with %q", text[max(0, len(text)-100):])
	}
	std.Printed.Again()
	if print("a.star", "new"); !strings.HasSuffix(stderr.String(), "new\n") {
		t.Error("what a person asks for anew is dropped")
	}
}

// TestReplayTellsSome checks that only the first hundred bad hands are reported, and
// that all are counted.
func TestReplayTellsSome(t *testing.T) {
	file := strings.Builder{}
	for i := range 2345 {
		fmt.Fprintf(&file, "[%d]\n", i+1)
	}
	std, stdout, stderr := fakeIO(fstest.MapFS{"bad.phhs": &fstest.MapFile{Data: []byte(file.String())}})
	err := replays.Replay(t.Context(), std, replays.Options{Paths: []string{"bad.phhs"}, Workers: 1, Format: report.Text})
	if err != app.ErrShown {
		t.Errorf("error %v", err)
	}
	text := stdout.String() + stderr.String()
	if n := strings.Count(text, "bad.phhs:"); n != app.MaxShown {
		t.Errorf("%d are told of", n)
	}
	for _, want := range []string{"and 2,245 more hands that are not ok", "2,345 hands: 0 ok, 2,345 unreadable"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text[max(0, len(text)-300):])
		}
	}
}
