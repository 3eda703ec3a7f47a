//go:build !js

// Package pause lets a browser be heard while the engine computes.
package pause

import "context"

// Err is ctx.Err(), for loops that take long. In a browser the program has one thread, and hears nothing while it computes, not even
// that it should stop: there Err pauses for a millisecond, ten times a second.
func Err(ctx context.Context) error { return ctx.Err() }
