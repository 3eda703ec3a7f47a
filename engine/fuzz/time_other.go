//go:build !unix

package fuzz

import "time"

var begun = time.Now()

// ProcessorTime returns the time since the process began, where the system does not say how
// long it has kept the processor busy.
func ProcessorTime() time.Duration { return time.Since(begun) }
