// Package table manages a table between hands: seats and stacks, button and
// blinds, owed blinds, waiting lists, house collections, and the clock.
//
// A [Table] is a value: assignment copies it, == compares it, and [Table.Save]
// and [Config.Restore] write and read it, so undo means keeping a copy. Three
// calls drive it:
//
//	deal, err := t.Next()     // set up the next hand; its seats have no gaps
//	…                         // the caller plays it with engine/hand
//	err = t.Finish(&h)        // record the result
//	err = t.Apply(event)      // between hands: join, leave, buy, vote, …
//
// An [Event] is data: the seed and a list of events replay a session exactly.
// An event that is not allowed returns a [RefusedError] with the reason and
// changes nothing.
//
// A [Config] holds the decisions of the house: games and stakes on offer,
// buy-ins, button policy, collections, and house rules ([Rule]), whose memory
// is saved with the table. All copies of a table share it, and it never
// changes. Nothing in this package names a house.
//
// Chips are int64 in the table's smallest unit. At all times, the stacks, the
// funds of rules and what the house took equal the chips bought minus the chips cashed
// ([Table.Conserved]). Times are seconds since midnight of the first day.
//
// # Between the hands
//
// A table.Table is a value too. Next deals a hand, Finish takes its result, and Apply takes an Event (join, leave, buy,
// vote, tick, …) or refuses it and changes nothing. The seed and the events replay a session. Where players owe blinds, the
// big blind moves first, to the next player, and the small blind and the button follow: nobody pays it twice or skips it.
// The table asks a table.Rule (a kill) before each hand and informs it afterwards. The rule's memory is text that the table
// stores, and its answer is a list of effects. The hand sees only the outcome: seats of forced bets, posts, fees, raised
// stakes. The table caches the answers of hooks by the questions they asked of their view, so a script runs only when
// something new happens.
//
// Posted schedules, buy-ins and tables are Starlark modules (scripts/HOUSE/collections.star, tables.star). A script can read
// files only with load, which keeps positions. A saved session holds its inputs, the table's events and the final table; a
// .phhs file holds every hand as well. run --resume plays the session again, compares, and continues, also after an
// interruption. A game that only a table names is found by its number there (HOUSE/TABLE#1).
//
// engine/table plays hand after hand (deal.go, position.go). A rule of a table is a function of a script before a hand and
// others after it. What a rule sees of the finished hand is counted once from its events (finished.go); they are recorded
// for rules that look at them (Rule.Looks), which the binder finds in the text of their scripts. A rule can have a player
// asked before the cards whether to straddle: the offers come before the first step of the plan (hand.Post, plan.Offered).
// What rules do after a hand (payments, funds, chips for the next pot, who leaves, what is sold) stands in settle.go, rule
// by rule, each seeing what those before it have done; chips are conserved over seats, pot, house and funds. Several tables
// of one tournament are balanced by the session that runs them (engine/batch/several.go), which no script sees.
package table
