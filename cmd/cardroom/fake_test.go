package main

import (
	"context"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
)

// fakeIO is an IO in memory.
var fakeIO = fake.IO

// runLine runs a command line of words without blanks in them.
func runLine(t *testing.T, std *app.IO, line string) int {
	t.Helper()
	return run(context.Background(), std, strings.Fields(line))
}
