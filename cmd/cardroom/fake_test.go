package main

import (
	"context"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
)

// fakeIO returns an IO in memory.
var fakeIO = fake.IO

// runLine runs a command line whose words contain no spaces.
func runLine(t *testing.T, std *app.IO, line string) int {
	t.Helper()
	return run(context.Background(), std, strings.Fields(line))
}
