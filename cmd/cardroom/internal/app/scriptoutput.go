package app

import (
	"sync/atomic"

	"cardroom/cmd/cardroom/internal/term"
)

// MostPrinted is how many bytes a command's scripts may print, including the script's
// name on each line. A script can print a million lines in a second.
const MostPrinted = 1 << 20

// ScriptOutput counts the bytes that scripts print.
type ScriptOutput struct{ bytes atomic.Int64 }

// Print prints a message of a script if the limit allows. At the first message over
// the limit it prints a notice instead.
func (p *ScriptOutput) Print(to *term.Stream, msg, format string, args ...any) {
	const line = 64 // approximate length of what precedes the message
	size := int64(len(msg) + line)
	switch after := p.bytes.Add(size); {
	case after <= MostPrinted:
		to.Printf(format, args...)
	case after-size <= MostPrinted:
		to.Printf("cardroom: scripts have printed 1 MB: what more they print is dropped\n")
	}
}

// Again resets the count, because the user has asked for something new.
func (p *ScriptOutput) Again() {
	if p != nil { // nothing has been loaded yet
		p.bytes.Store(0)
	}
}
