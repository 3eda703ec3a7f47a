// Package street solves hands for two seats from a state on, on the tree of what everybody sees.
//
// A node of that tree is a decision, a deal of board cards, or an end; what the seats hold is no part of it. At a node a seat has
// one strategy for each hand of its range, all of them in one array, and a walk of the tree carries down how likely the other seat
// comes there with each of its hands, and carries up what each hand of the seat is worth. The engine says who may act, with which
// actions and amounts, and what each end pays for each order of the two hands. The package only compares hands and counts cards.
package street
