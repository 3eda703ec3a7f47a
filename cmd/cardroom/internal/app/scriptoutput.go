package app

import (
	"sync/atomic"

	"cardroom/cmd/cardroom/internal/term"
)

// MostPrinted is how many bytes the scripts of a command may print, each line
// with the name of its script. A script can print a million lines in a second.
const MostPrinted = 1 << 20

// ScriptOutput counts what scripts print.
type ScriptOutput struct{ bytes atomic.Int64 }

// Print prints a message of a script, if there is room for it: the first one for
// which there is none is told of.
func (p *ScriptOutput) Print(to *term.Stream, msg, format string, args ...any) {
	const line = 64 // about what stands before the message
	size := int64(len(msg) + line)
	switch after := p.bytes.Add(size); {
	case after <= MostPrinted:
		to.Printf(format, args...)
	case after-size <= MostPrinted:
		to.Printf("cardroom: scripts have printed 1 MB: what more they print is dropped\n")
	}
}

// Again gives the scripts their room back: a person has asked for something new.
func (p *ScriptOutput) Again() {
	if p != nil { // nothing has been loaded yet
		p.bytes.Store(0)
	}
}
