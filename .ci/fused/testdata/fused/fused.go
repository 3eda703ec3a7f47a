// Package fused contains an instruction that the command above must find.
package fused

// Sum adds a product to a number.
func Sum(x, y, z float64) float64 { return x*y + z }
