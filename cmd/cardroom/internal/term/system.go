package term

import (
	"os"

	"golang.org/x/term"
)

// FileStream is a stream to a file of the process, which may be a terminal.
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

// terminalBefore is the terminal as the process found it; nil where there is none.
var terminalBefore *term.State

// KeepTerminal notes how the terminal is set.
func KeepTerminal() {
	terminalBefore, _ = term.GetState(int(os.Stdin.Fd()))
}

// RestoreTerminal takes back what the line editor has set.
func RestoreTerminal() {
	if terminalBefore != nil {
		_ = term.Restore(int(os.Stdin.Fd()), terminalBefore)
	}
}
