package main

import (
	"fmt"
	"os"
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

// TestReplayTellsSome checks that only the first hundred bad hands are reported, three of those with the same error, and that all
// are counted.
func TestReplayTellsSome(t *testing.T) {
	hand, err := os.ReadFile("../../examples/hands/omaha.phh")
	if err != nil {
		t.Fatal(err)
	}
	var same, others strings.Builder
	for i := range 2345 {
		fmt.Fprintf(&same, "[%d]\n", i+1)
		fmt.Fprintf(&others, "[%d]\n%s\n", i+1, strings.Replace(string(hand), "finishing_stacks = [214,", fmt.Sprintf("finishing_stacks = [%d,", 1000+i), 1))
	}
	for _, tt := range []struct {
		file  string
		shown int
		wants []string
	}{
		{same.String(), 3 + 1, []string{"bad.phhs: 2,342 times more: variant,", "2,345 hands: 0 ok, 2,345 unreadable"}},
		{others.String(), app.MaxShown, []string{"and 2,245 more hands that are not ok", "2,345 hands: 0 ok, 2,345 mismatched"}},
	} {
		std, stdout, stderr := fakeIO(fstest.MapFS{"bad.phhs": &fstest.MapFile{Data: []byte(tt.file)}})
		_ = replays.Replay(t.Context(), std, replays.Options{Paths: []string{"bad.phhs"}, Workers: 1, Format: report.Text})
		text := stdout.String() + stderr.String()
		if n := strings.Count(text, "bad.phhs:"); n != tt.shown {
			t.Errorf("%d are told of, want %d", n, tt.shown)
		}
		for _, want := range tt.wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text[max(0, len(text)-300):])
			}
		}
	}
}
