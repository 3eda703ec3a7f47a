// Package star runs scripts written in Starlark within limits. It knows no poker: what scripts can say beyond Starlark itself are
// [Words], which a [Loader] is given.
//
// # Loading
//
// A [Loader] reads scripts from the file systems in [Sources] and from nowhere else. In a script,
//
//	load("@stdlib//kill.star", "half_kill")
//	load("@scripts//angies/house.star", "angies")
//	load("./streets.star", "streets")
//
// name the library, the houses, and a script beside this one in its own source. Each script runs once per loader;
// afterwards it and all it made are frozen and can be used from any goroutine. A [Module] knows its docstring,
// its globals in order, what it loads, and the options it declares. Cycles, endless chains, paths that leave a source,
// files that are missing, too large or not text are refused with one error each.
//
// The dialect is Starlark as it comes: no while, no recursion, no control flow at top level, no second assignment of a
// global. So every tool for Starlark reads our scripts, and every hook ends.
//
// # Words
//
// [Words] describe every builtin and every constant: name, parameters with type, default and range, text and
// example. Nothing else describes them: the arguments of calls are checked from it, and the reference, the
// completion and the static checks are made from it. A builtin gets a [Call], whose arguments are already checked and
// which knows its place in the script. Data of Go passes through scripts as a [Value].
//
// # Options
//
// A rule that is left open is an option with a name, a default and choices, declared by the word of that name and decided by
// Options.Set. See [Option].
//
// # Limits
//
// A script may be wrong, or hostile. Steps are counted, for each module and for each call through a [Thread]; every operator,
// method and function charges for its work. So is memory: one budget for all that the loaders of a command load and run (see
// [Memory]). Times only end what asks, see Options.LoadTimeout; [Overdue] finds, from beside, what does not return.
//
// # Errors
//
// Every error is an [*diag.Error]: a position, a stable code, a message of one line, the source line, often a hint, and the
// calls and loads on the way there. Misspelt names of all kinds get a suggestion.
package star
