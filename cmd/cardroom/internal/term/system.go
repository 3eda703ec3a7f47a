package term

import (
	"os"

	"golang.org/x/term"
)

// FileStream returns a stream to an open file, which may be a terminal.
func FileStream(f *os.File) *Stream {
	fd := int(f.Fd())
	if !IsTerminal(f) {
		return NewStream(f)
	}
	return NewTerminal(f, func() int {
		w, _, err := term.GetSize(fd)
		if err != nil {
			return 0
		}
		return w
	})
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// terminalBefore is the state of the terminal when the process started; nil without a
// terminal.
var terminalBefore *term.State

// KeepTerminal records the state of the terminal.
func KeepTerminal() {
	terminalBefore, _ = term.GetState(int(os.Stdin.Fd()))
}

// RestoreTerminal undoes the line editor's changes.
func RestoreTerminal() {
	if terminalBefore != nil {
		_ = term.Restore(int(os.Stdin.Fd()), terminalBefore)
	}
}
