package app

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
)

// fault is a panic of the program in a command.
type fault struct {
	value any
	stack []byte
}

func newFault(value any) error { return &fault{value, debug.Stack()} }

func (f *fault) Error() string { return fmt.Sprintf("internal fault: %v", f.value) }

// Hint says what to do about it.
func (f *fault) Hint() string { return "this is a bug in cardroom; please report it" }

// Stack returns the trace of the panic.
func (f *fault) Stack() []byte { return f.stack }

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
