package main

import (
	"sync/atomic"

	"cardroom/cmd/cardroom/internal/term"
)

// mostPrinted is how many bytes the scripts of a command may print, each line
// with the name of its script. A script can print a million lines in a second.
const mostPrinted = 1 << 20

// scriptOutput counts what scripts print.
type scriptOutput struct{ bytes atomic.Int64 }

// print prints a message of a script, if there is room for it: the first one for
// which there is none is told of.
func (p *scriptOutput) print(to *term.Stream, msg, format string, args ...any) {
	const line = 64 // about what stands before the message
	size := int64(len(msg) + line)
	switch after := p.bytes.Add(size); {
	case after <= mostPrinted:
		to.Printf(format, args...)
	case after-size <= mostPrinted:
		to.Printf("cardroom: scripts have printed 1 MB: what more they print is dropped\n")
	}
}

// again gives the scripts their room back: a person has asked for something new.
func (p *scriptOutput) again() {
	if p != nil { // nothing has been loaded yet
		p.bytes.Store(0)
	}
}
