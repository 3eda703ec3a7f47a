// Package order sorts slices of structs that are short, or that are not sorted often.
//
// The functions of package slices are compiled anew for each type of element, 8 to 16 KB each; this one is
// compiled once. It sorts the places of the elements, and moves each element once.
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

// places are the places of n elements in their order.
func places(n int, compare func(i, k int) int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, compare)
	return at
}
