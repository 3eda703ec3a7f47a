// Package guard is everything that bounds what a script takes: steps, memory, time, and the size of what it makes. It knows Starlark
// and nothing else: no loaders, no words, no cards.
//
// [Rewrite] changes the syntax tree of a script before it is compiled, so that operators, methods and functions whose work depends on
// their values become calls of [Operators] and of [Universe] (operators.go, methods.go, universe.go, tables.go, sorting.go). They
// compute their cost (work.go) and charge it to the [Budget] of the thread (limits.go), before large work. Tables whose keys collide
// are counted too (crowded.go). [Freeze] measures what a module defines (freeze.go), [Memory] adds up what all modules keep, [TextOf]
// bounds the text of a value, and [Overdue] finds, from another goroutine, a call that does not come back.
package guard
