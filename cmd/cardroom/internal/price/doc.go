// Package price has tests only: they say what a change to cardroom costs, as a list of places that do not notice it (unseen.txt).
//
// TestKinds reads the syntax tree. It finds the files that name kinds of steps, effects and events outside the package that declares them, and
// the switches and tables over kinds that neither the compiler nor the linter of switches completes. A mark for that linter must stand above a
// switch.
//
// TestPrice runs with -price only, as a step of .ci/run. It adds a fake kind of step, of event and of effect, a fake parameter of run and two fake
// fields of results to the program (by an overlay: no copy of the tree is made) in their first version, builds it and asks each place about them:
// sheets, the dealer's words, odds, views, estimates, protocol, page, records, converters, rows, the solver, exhaustive play, tests of rules,
// sessions, parts, messages, MCP, schemas and so on. A question about a card must also find a card of the flop there, so that none is blind.
package price
