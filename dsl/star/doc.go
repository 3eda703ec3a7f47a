// Package star runs Starlark scripts within limits. It knows nothing about poker: the names that scripts can use in addition to
// Starlark itself are the [Words] given to a [Loader].
//
// The files read from the text of a script to what is said about it: loader (place.go, source.go, text.go, loader.go,
// overlay.go, parseerror.go, undefined.go, loadhint.go; static.go and code.go read a script without running it, interactive.go
// takes it line by line, unfinished.go its end), call (words.go, builtin.go, types.go, call.go, size.go, option.go, thread.go,
// again.go, listen.go), value (values.go, literal.go, memorytext.go), message (diagnose.go, guess.go, renamed.go,
// returnsite.go). cover.go and debug.go watch scripts run. What bounds a script is a package of its own, [guard].
//
// # Loading
//
// A [Loader] reads scripts only from the file systems in [Sources]. In a script,
//
//	load("@stdlib//kill.star", "half_kill")
//	load("@scripts//angies/house.star", "angies")
//	load("./streets.star", "streets")
//
// load from the library, from the houses, and from the folder of the loading script. Each script runs once per loader; after
// that, the script and everything it made are frozen and can be used from any goroutine. A [Module] holds its docstring, its
// globals in order, the modules it loads, and the options it declares. Cycles, endless chains, paths that leave a source, and
// files that are missing, too large or not text each cause one error.
//
// The dialect is standard Starlark: no while, no recursion, no control flow at top level, no reassignment of a global. All
// Starlark tools can therefore read our scripts, and every hook terminates.
//
// # Words
//
// [Words] describe every builtin and every constant: name, parameters with type, default and range, documentation and example.
// This is the only description: the argument checks, the reference, completion and the static checks are all derived from it. A
// builtin gets a [Call], whose arguments are already checked and which knows its position in the script. Scripts pass Go data
// around as a [Value].
//
// # Options
//
// A rule that the documents leave open is an option with a name, a default and choices. Scripts declare it with the builtin
// option; Options.Set sets it. See [Option].
//
// # Limits
//
// A script may be wrong, or hostile. Steps are counted for each module and for each call through a [Thread]; every operator,
// method and function charges steps for its work. Memory is limited too: one budget covers everything that the loaders of a
// command load and run (see [guard.Memory]). A timeout only ends the operation that asked the script, see Options.LoadTimeout;
// [guard.Overdue] detects, from another goroutine, calls that do not return.
//
// # Errors
//
// Every error is an [*diag.Error]: a position, a stable code, a one-line message, the source line, often a hint, and the calls
// and loads that led there. All kinds of misspelled names get a suggestion.
//
// # How limits hold
//
// The interpreter is stock Starlark, which charges one step for x == y however large x is. So the syntax tree is rewritten
// before it is compiled (guard/rewrite.go): operators, methods and functions whose work depends on their values become
// calls (guard/operators.go and its neighbors) that compute its cost and charge steps for
// it, in advance if the work is large. Operations that are obviously small stay as they are: x + 1, x == "no". Starlark does
// not show the buckets of its hash tables, so tables whose keys collide are counted as well; frozen tables are
// counted when their module is frozen.
//
// Step limits are part of the result, and so is the limit on the bytes that modules define (guard.Freeze counts them,
// guard.Memory adds up all loaders of a command). The heap is a backstop: single operations check before they allocate a lot,
// and each thread checks every 256 steps. Time must not affect results, because it depends on the machine: a script that
// runs out of time ends the command (Options.OnLate).
package star
