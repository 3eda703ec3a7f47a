// Package roomy is for tests only, which import it for its effect: the garbage collector waits until there is four times as
// much garbage as is in use. Tests that load scripts by the hundred take a fifth less time.
package roomy

import "runtime/debug"

func init() { debug.SetGCPercent(400) }
