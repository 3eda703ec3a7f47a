package dsl

import (
	"os"
	"runtime/debug"
	"testing"
)

// Tests load many scripts for a moment each: with room for garbage they take a quarter less time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
