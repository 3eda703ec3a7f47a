// Package solve finds how a small game should be played, and what it is worth to each seat.
//
// [Build] makes of a game from engine/enumerate the tree of everything that can
// happen, as each seat can tell it apart: a game with perfect recall. A [Solver]
// improves a profile of strategies step by step, by counterfactual regret
// minimization. [Game.Check] says how good a profile is: what each seat would win
// if it alone changed to the best reply.
//
// The tree is not walked while it is solved. Each seat has its sequences: a
// sequence is a decision of the seat with an action, after all of the seat's earlier ones.
// A hand that is over belongs to one sequence of each seat, and ends that belong
// to the same sequences are one: what they pay is added up. So the game is a table with a row
// for each sequence of the first seat and a column for each of the second, and
// a step multiplies it by the probabilities of the other seat's sequences.
//
// A game that is too large for that is sampled: [BuildSample] takes some of its deals, and a seat knows of its
// cards only the bucket of their strength in each round. That abstract game is a [Game] too: what is exact
// for it says nothing certain of the game that it was made from. [Profile.Fresh] plays its strategies on other deals.
// A [Learner] takes new deals in each iteration instead, and keeps what it learned but no table.
//
// With two seats and no rake the profile approaches an equilibrium, and the value
// of a seat lies between two bounds. With more seats, or where the house takes
// something, neither is certain: the profile is as good as its exploitability says.
package solve
