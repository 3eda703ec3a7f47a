package main

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestDiffInterrupted checks that an interrupted comparison prints the results so far
// and says that they are incomplete.
func TestDiffInterrupted(t *testing.T) {
	std, stdout, _ := fakeIO(nil)
	ctx, cancel := context.WithCancel(context.Background())
	std.Reached = func(_ string, done, _ int64) {
		if done > 0 {
			cancel()
		}
	}
	err := newApp(std).Execute(ctx, std, strings.Fields("diff mixed/nt mixed/ft --hands 1000000000 --seed 1 --workers 2 --json"))
	if !errors.Is(err, context.Canceled) || !strings.Contains(stdout.String(), `"complete": false`) {
		t.Errorf("error %v, and %s", err, stdout)
	}
}
