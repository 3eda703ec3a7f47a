package diag

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a bug in the program, or in a policy written in Go.
type PanicError struct {
	Value any
	stack []byte
}

// Caught returns the error for a panic. It is called by the function that recovers.
func Caught(value any) error { return &PanicError{value, debug.Stack()} }

// Stack returns the Go stack at the panic, for bug reports.
func (e *PanicError) Stack() []byte { return e.stack }

// Hint says what to do about it.
func (e *PanicError) Hint() string { return "this is a bug in cardroom; please report it" }

func (e *PanicError) Error() string { return fmt.Sprintf("internal fault: %v", e.Value) }
