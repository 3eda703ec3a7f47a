// Package street solves hands for two seats from a state on, on the tree of what everybody sees.
//
// A node of that tree is a decision, a deal of board cards, or an end; what the seats hold is no part of it. At a node a seat has
// one strategy for each hand of its range, all of them in one array, and a walk of the tree carries down how likely the other seat
// comes there with each of its hands, and carries up what each hand of the seat is worth. The engine says who may act, with which
// actions and amounts, and what each end pays for each order of the two hands. The package only compares hands and counts cards.
//
// # How it works
//
// Where nothing but the showdown depends on what the seats hold, engine/solve/street solves the hand instead. plan.Step.Open
// says which steps are so, and the tree is walked by the engine with two pairs of hands and cards to come, which must not
// differ. An end is paid by the engine once for each order of the two hands in each part of the showdown (hand.PayAs);
// hand.Places puts the hands in order on each board. One end's pay for all hands of a seat follows in one pass over both
// orders, with sums for each card to leave out hands that share one. Cards to come that only differ by names of suits are
// dealt once; the orders on every board prove that the names do not matter.
package street
