// Package dsl is the language of house games. It loads scripts written in Starlark, offers them the words of a rule
// sheet, and turns what they say into frozen plans that the engine runs.
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
// which knows its place in the script. Engine data passes through scripts as a [Value].
//
// # Options
//
// A rule that the documents leave open is an option with a name, a default and choices, declared by the builtin of that
// name and decided by Options.Set. See [Option].
//
// # Limits
//
// A script may be wrong, or hostile. Steps are counted, for each module and for each call through a [Thread]; so is
// memory: no operation makes a list of more than 4 million items or a text of more than 1 MB, and the heap may grow by
// 256 MB while a script runs. The heap is that of the whole process, so that others who allocate much at the same time
// use up the same limit. What stock Starlark cannot bound is the time of one operation that only looks: comparing
// or searching a list of a million items takes one step. [Loader.LoadContext] ends such a script after the
// operation; only the comparison of lists that hold one another thousands of times cannot be ended at all.
//
// # Errors
//
// Every error is an [*diag.Error]: a position, a stable code, a message of one line, the source line, often a hint, and the
// calls and loads on the way there. Misspelt names of all kinds get a suggestion.
package dsl
