// Package lazygc is for tests only, which import it for its side effect: the garbage collector runs only when the heap has grown
// to five times the live memory (GOGC=400). Tests that load hundreds of scripts take a fifth less time.
package lazygc

import "runtime/debug"

func init() { debug.SetGCPercent(400) }
