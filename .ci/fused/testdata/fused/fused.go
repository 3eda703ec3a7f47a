// Package fused has what the command above must find.
package fused

// Sum is a product that is added.
func Sum(x, y, z float64) float64 { return x*y + z }
