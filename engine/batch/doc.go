// Package batch plays many hands of one game and adds up the results.
//
// A [Job] names the game, the seats, the seed and a range of hand numbers: a shard. Hand n is the same in any range and with
// any number of workers; a [Result] holds exact integers and merges in any order. A run may therefore be cut into shards at
// will, and its result does not depend on the cut.
//
// Every hand is checked: an illegal action of a policy, or chips that do not add up, end the run with an error that names the
// hand.
//
// A batch.Job is a range of hand numbers. Workers take blocks; a Result is exact integers (squares in 128 bits) whose Merge
// is associative and commutative; records are written in the order of the hands.
//
// A batch.Pair is two such jobs played hand by hand: each has the result it would have alone, and the sums of squares are
// those of the differences. What diff tells of the rules is plain data (versus.rules), made once from the plans: all formats
// print it, and parts have it, so a merge needs no scripts. A part of replay holds its counts and 16 bytes for each hand
// that a number tells apart: of a hand that two parts have, the one in the earlier file counts, in any order of merging.
// Work whose units stand alone, such as many sessions, has a list of results in its parts (runs.Work). Games with
// different decks are dealt from one combined deck; each game skips the cards it does not use. diff also shows how the rules
// differ: dsl/compare compares the sheets, which are made from the plans; hooks by their text and what that names; and the
// plans as data where the sheets read alike. Mutants that it calls alike must play alike.
//
// What charts need beyond the totals is batch.Details: histograms of 512 bins whose width doubles when an amount is too
// large, counts by action, by winning hand and by round. They are integers that merge in any order, counted from the events
// of each hand, and only when a page is wanted. hand.Event.Decides says which events are decisions; the test counts every
// decision of every game once. The stacks of a session are a batch.Course: 600 points at most, and every second one is
// dropped when there are more.
package batch
