// Package policies contains script functions that play seats, and that choose what to draw in odds.
//
// # What a policy is told
//
// tight, loose, station and maniac are scripts in stdlib/players.star. They use only what every policy may use.
// view.strength, view.best and view.expects come from hand.Outlook, which takes the hand as the seat sees it (SeenBy), deals
// random cards to all other places, and runs the game's own showdown. For a bet, the estimate is the share of the pot
// against one random hand. For a draw, a pass or an arrangement, every choice is tried on the same deals, and the best four
// on more. A choice among offers is played to the end of the hand.
//
// Where the cards alone decide the showdown, a view is a few sets of cards (engine/hand/model.go). Suits that mean the same
// are exchanged, deals come from fixed orders of the deck, and estimates are kept in a bounded table, once a game and
// process. An estimate depends only on what the seat sees, so it does not matter who made it, when, and whether it was kept.
// Hidden cards cannot change an estimate; the test that swaps unseen cards checks these attributes too.
//
// # Chance and what a policy may see
//
// A script sees a hand through views only (dsl/policies/view.go and the views of dsl). They hold engine data behind
// attributes, which return copies, and are emptied after the call. Globals, defaults and closures are frozen with their
// module (dsl/star/guard/freeze.go), and so is anything passed to a builtin, so no two calls share a mutable value.
//
// The deck's generator is splitmix64, whose state can be computed from one full draw. So no draw from it, or from a related
// generator, reaches a script. If only Go's own policies play (trusted in batch), they share one generator. Otherwise
// batch.DecisionSource hashes (seed, hand, seat, decision) for each decision, and apart hashes the seed for irregularities,
// the crowd and menus. view.random is SHA-256 of one draw of that source and a counter (dsl/policies/policy.go).
// dsl/testdata/attack has the attacks.
package policies
