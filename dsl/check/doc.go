// Package check finds errors in scripts before anybody plays by them.
//
// A [Checker] analyzes scripts without running them (names, calls, unused and
// unreachable parts), loads those that load, and examines the plans of their
// games (cards, steps, showdowns, hooks). Every finding is a [Finding]: a
// [diag.Error] with a code that 'cardroom doc' explains. A comment in the
// script silences a code, "# cardroom: ignore=CR101", and a comment that
// silences nothing is itself a finding.
//
// What the language accepts is taken from its words (dsl.Language); nothing here
// repeats it. Package cardroom/engine/enumerate plays every line of a game to
// the end.
//
// # How faults are found
//
// check reads a script without running it. It resolves names as the loader does, and checks calls against the table of
// builtins as far as the text shows the arguments, following names and load statements; arguments that the text does not
// show are accepted. Then it loads the script, follows all paths through each plan, plays each game with every number of
// seats, and plays tables with rules for a hundred hands.
package check
