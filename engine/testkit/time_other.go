//go:build !unix

package testkit

import "time"

var begun = time.Now()

// ProcessorTime returns the time since the process began, on systems that do not report the
// processor time of a process.
func ProcessorTime() time.Duration { return time.Since(begun) }
