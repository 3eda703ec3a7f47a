package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An interrupted comparison prints what it has, and says so.
func TestDiffInterrupted(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	err := newApp(std).Execute(ctx, std, strings.Fields("diff mixed/nt mixed/ft --hands 1000000000 --seed 1 --workers 2 --json"))
	if !errors.Is(err, context.Canceled) || !strings.Contains(stdout.String(), `"complete": false`) {
		t.Errorf("error %v, and %s", err, stdout)
	}
}

func TestShellWord(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		"angies/holdem": "angies/holdem", "nl 1-2": "'nl 1-2'", "it's": `'it'\''s'`, "": "''", "a=b": "a=b", "$HOME": "'$HOME'",
		"casino/omaha#1": "casino/omaha#1", "#1": "'#1'", "~": "'~'", "my/game.star:two": "my/game.star:two", "*": "'*'", "é": "'é'",
	}
	for w := range want {
		got[w] = shellWord(w)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
