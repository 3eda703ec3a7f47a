// Package odds computes equity: each hand's expected share of a pot if the remaining cards are
// dealt at random and nobody folds or draws any more.
//
// A [Question] names the hands, with ranges or unknown cards if nobody has seen them, the board,
// the dead cards and what is to come. [Of] makes it from a hand in progress. In a game with draws
// everybody stands pat, or draws by the hand's [DrawPolicy]. Hold'em, Omaha and similar games are
// counted exactly by the ranks of the boards, including wild cards (count.go, countwild.go), two
// boards by pairs (double.go), and wide ranges board by board (sweep.go); for other games all deals
// are tried if there are few enough. Otherwise deals are sampled from a seed. The answer says
// which, with its standard error.
//
// By default there is one pot that all hands contest; if some hands are all in for less, the
// question can list the pots, and the answer gives each hand's share of all of them. Split pots,
// hands without a qualifying low, wild cards and a script's own rankings count as at the showdown;
// house rules that limit a claim do not.
//
// Hands and ranges come from people: a question that cannot be answered is an error, and MaxExact
// and Samples limit the work.
//
// # How it counts
//
// odds.Question is laid out as a match: the options of each hand (one for a known hand, many for a range) and the slots
// still to be dealt. Where any five of seven cards play, or two and three as in Omaha, a board is a multiset of ranks, and
// at most one suit makes a flush: count.go counts at most 6,175 multisets, then moves the boards with a flush to what the
// flush makes of them. Two hands use a faster path (counttwo.go). Match-ups that differ in the names of the suits or the
// order of the hands are counted once (match.go), in a batch across questions too (Cache). With wild cards that is done once
// for each number of them to come, and flushes in several suits are put right by inclusion and exclusion (countwild.go), as
// pairs of boards are where there are two (double.go). Two wide ranges are compared board by board, all hands in their order
// with running sums by card (sweep.go). All other games enumerate every deal (deal.go). Samples are drawn in blocks with a
// generator each, so the number of workers does not matter; where any cards play, hands and boards are sums of keys
// (quick.go), and in Omaha the board is looked up once for all hands (quickomaha.go). Hands draw by a DrawPolicy each
// (draw.go), dealt and served in the order of the plan's draw steps; rules are data (drawrule.go), a script is asked in a
// hand of its own whose other cards are unknown (dsl/policies/draw.go). The best reply is computed from what the hand can
// know, weighting everything that the others can have done. Where that is too much work, each possible hand is worth what it
// wins against sampled final hands of the others, and sums over hands that share cards show which cards to keep
// (drawbest.go). A tally counts deals by who wins each part; every share is computed from it.
package odds
