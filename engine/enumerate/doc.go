// Package enumerate plays a game through every line to its end: every deal from a small deck, every
// action that the rules offer.
//
// [Shrink] makes a game small enough for that, as Kuhn's and Leduc's games are small versions of
// poker: the same plan with fewer cards and rounds. [Play] then follows every line and checks each
// state against the invariants of all hands: chips are conserved, no card is in two places, the
// hand ends, exactly the offered actions are accepted, and the same cards and actions lead to the
// same hand. When it finds a fault, it searches for the shortest one and returns it as a line that
// can be replayed.
//
// # Two games in step
//
// enumerate.Together plays two small games in step for diff --exhaustive: the search of check --exhaustive walks the first,
// and each state has the second's hand with the same cards and actions next to it. Decisions, chips, what each seat observes
// and the events since the last action are compared, without steps and without an order of cards dealt at once.
// compare.Parts says in which parts two plans differ; a part whose step no line began, or a ruling on irregularities, is
// outside what the lines can show.
//
// # How every line is played
//
// enumerate makes a game small in its plan, where steps keep their positions, and follows a hand as a value: at each
// decision every action, and for each action every way in which the next cards can fall (Hand.Arrange chooses the top of the
// stub; the log says which cards are dealt together; they decide what is dealt next). A fault bounds the search to shorter
// lines, so that the last one found is the shortest. With several decks shuffled together, identical cards are one card that
// occurs several times.
package enumerate
