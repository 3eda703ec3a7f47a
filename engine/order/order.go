// Package order sorts slices of structs that are short or not sorted often.
//
// The functions of package slices are compiled for each element type, 8 to 16 KB each; this one is compiled once. It sorts
// the indexes of the elements, and moves each element once.
package order

import "slices"

// Stable sorts as [slices.SortStableFunc] does.
func Stable[E any](list []E, compare func(a, b E) int) {
	at := places(len(list), func(i, k int) int { return compare(list[i], list[k]) })
	old := slices.Clone(list)
	for k, i := range at {
		list[k] = old[i]
	}
}

// places returns the sorted indexes of n elements.
func places(n int, compare func(i, k int) int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, compare)
	return at
}
