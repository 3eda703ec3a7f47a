package app

import (
	"errors"
	"slices"
	"strings"
)

// ReportTrace prints the trace of an error that is a bug of the program. The trace means nothing to players, so unless they ask
// for it with --verbose, or programmers with GOTRACEBACK, it only says how to get it.
func ReportTrace(std *IO, err error) {
	var broken interface{ Stack() []byte }
	switch {
	case !errors.As(err, &broken):
	case std.Verbose || slices.Contains([]string{"all", "system", "crash"}, std.Getenv("GOTRACEBACK")):
		std.Stderr.Printf("%s\n", strings.TrimRight(string(broken.Stack()), "\n"))
	default:
		std.Stderr.Printf("for the trace, which belongs in the report, add --verbose\n")
	}
}
