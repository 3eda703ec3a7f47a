// Package replay plays recorded hands through the engine and reports whether the record agrees with the rules.
//
// A [Player] turns each action of a [history.Hand] into an action of a [hand.Hand]; anything the engine refuses is an error at
// the place of the action in the file. Nothing is repaired: a record that omits something is a record with an error.
//
// # Recorded hands
//
// history reads PHH without interpreting it and keeps the place of every action. replay.Player finds the game by variant,
// applies each action and reports the first that the rules refuse, at its place. Nothing is repaired. Hands of our own games
// are written as a superset (_deck, _stakes, _options, …) that replays event by event, under the options it was played with.
// An irregularity stands between the actions (d event), with the number of the dealer's steps before it (d go).
package replay
