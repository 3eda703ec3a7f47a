// Package repl is the REPL for exploring games, without its terminal.
//
// A [Session] takes lines and assembles them into blocks of Starlark, which it evaluates, and commands, which begin with a colon
// and so never clash with Starlark. Typed, pasted and piped lines give the same results; see [Session.Line] for the one
// difference. Results go to the session's output, errors to Options.Report.
//
// The session uses its [Host] for everything outside: files, an editor, and the printing of rule sheets and of the reference,
// which the program already provides.
//
// star.Interactive is a script that grows. Each block is compiled by itself over one map of names, so functions see names
// that are defined again later. The limits of scripts apply. repl.Session turns lines into blocks and commands, and gives
// the same results from a pipe and from a terminal. Only cmd/cardroom/internal/term knows the terminal: it takes pastes out
// of the input before the line editor sees them, and keeps blocks whole in the history.
package repl
