// Package solve finds good strategies for a small game, and its value for each seat.
//
// [Build] turns a game from engine/enumerate into the tree of everything that can happen, as far as each seat can distinguish
// it: a game with perfect recall. A [Solver] improves a profile of strategies step by step, by counterfactual regret
// minimization. [Game.Check] measures how good a profile is: what each seat would win if it alone changed to its best reply.
//
// Solving does not walk the tree. Each seat has its sequences: a sequence is a decision of the seat with an action, after all
// of the seat's earlier ones. The end of a hand belongs to one sequence of each seat, and ends with the same sequences are
// merged by adding up their payments. So the game is a table with a row for each sequence of the first seat and a column for
// each of the second, and a step multiplies it by the probabilities of the other seat's sequences.
//
// A game that is too large for that is sampled: [BuildSample] takes some of its deals, and a seat knows about its cards only
// the bucket of their strength in each round. That abstract game is a [Game] too: an exact result for it says nothing certain
// about the original game. [Profile.Fresh] plays its strategies on other deals. A [Learner] takes new deals in each iteration
// instead, and stores what it learned but no table.
//
// With two seats and no rake the profile approaches an equilibrium, and the value of a seat lies between two bounds. With more
// seats, or if the house takes something, neither is certain: the exploitability measures how good the profile is.
package solve
