// Package live is a hand in progress for a person: dealt from a seed, played
// in a player's words, stepped back and forward, forked, displayed, explained
// and logged.
//
// A [Hand] keeps every state since the deal. It is driven by words:
//
//	h, err := live.Deal(&setup)
//	words, err := h.Act("raise to 12")    // an action that is refused changes nothing
//	h.Undo(1)
//
// and displayed through a [View]: [Hand.Screen] is the current table,
// [Hand.Log] what has happened, [Hand.Explain] why. A View has a seat.
// What is shown to a seat is derived only from the hand as that seat sees it
// ([hand.Hand.SeenBy]), so it cannot reveal a hidden card.
//
// # At the terminal
//
// play and the REPL (cmd/cardroom/internal/console) share a hand in progress (dsl/live) and one table of commands
// (live.Commands), to which each adds its own. A hand in progress is a timeline of states, with what was said and the log of
// each step. A seat is shown only a hand and events without the cards that it cannot see: hand.Hand.SeenBy and hand.SeenBy.
// A test swaps unseen cards in every game and compares everything that a seat can get. engine/speech translates both ways:
// what players say, which policies and rule tests use too, and what the dealer says. In play the random numbers of a policy
// depend on (seed, hand, number of the decision), so an undo restores the same table. A saved game stores, for each hand,
// the table before it and what was said since. To undo past the end of a hand, that hand is dealt again, as --resume does.
package live
