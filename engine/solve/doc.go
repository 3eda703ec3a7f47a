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
//
// # How a tree is solved
//
// enumerate.Shrink makes a game small (the sizes stand in engine/enumerate/size.go for check --exhaustive and solve),
// solve.Build walks its tree once and keeps the sequence form: for each seat its sequences (a decision with an action, after
// the seat's earlier ones), and a sparse table of what each pair of sequences pays, times the chance of the cards. An
// iteration multiplies that table by the other seat's probabilities and goes through the decisions once backwards and once
// forwards; nothing walks a tree of hands again. What a seat knows is a 64-bit key, chained from state to state (keys.go),
// so a seat forgets nothing. Suits that can be renamed are merged, within each rank if the deck has few cards, otherwise in
// the whole deck: the smallest key over all renamings counts. A random weighting of all leaves of the finished tree checks
// that renaming changes nothing; if it does, the tree is built again without merging. Actions that differ by such a renaming
// share a sequence, each with its share of the chance.
//
// A strategy is found again by those keys: its file has the key of each decision, and where cards can be chosen the label of
// each action. solve.Player computes them in a real hand, from every action of every seat (batch.Witness), and counts seats
// from the button as the tree does. When a strategy plays, the cards outside the small deck lie under it (batch.SmallPack),
// no card is burned and the button stays.
//
// A recorded hand is solved from a state on (solve.BuildSubgame): replay.PlayTo plays it up to there, hand.Suppose gives the
// seats each pair of hands of their ranges, and the tree grows from these hands. What folded players left in the pot belongs
// to the live seats in equal parts, which makes two seats zero-sum.
//
// # Games with buckets
//
// A game that is too large is sampled (solve.BuildSample): some deals, or all orders of a small deck, with every line of
// each, played by the engine. What a seat knows is its buckets (buckets.go): in each round the part of the pot that
// hand.Outlook says its hand wins against one random hand, divided so that the buckets have about the same number of hands.
// The tree that comes of it is a solve.Game like any other, with perfect recall, and the solver, best replies and bounds are
// the same, exact for the abstract game. What depends on the choice of deals is measured: Profile.Fresh plays the strategies
// and the best replies on other deals. A draw is taken as Outlook.Pick says and is no decision. Profile.Watch plays a policy
// in all deals of such a game and tries each other action where it acts, so its worst decisions are known with any number of
// seats. solve.Player computes buckets lazily, and takes amounts that the game does not have for the nearest.
//
// solve.Learner is the alternative (external sampling, linear CFR): new cards in each iteration, no table of results,
// regrets by the same keys. The deals of the sample then only measure: Learner.Profile makes a tree of them, in which the
// best replies know the cards, so on average they win at least what they win in the abstract game; played by Fresh on
// further deals they win at most that. In hold'em for two with ten chips and six buckets putting a deal into buckets takes
// 270 us and a walk 18 us for each seat. On 6,000 deals that nobody learned from, the best replies that know them win: from
// 2,500 fixed deals solved by PCFR+ 0.20 big blinds (2.5 s of processor time), from 10,000 deals 0.18 (9 s); from external
// sampling of 12,000 deals 0.32 (5 s) and of 32,000 deals 0.22 (13 s), and with one walk a deal instead of four 0.42 and
// 0.39. (Even exact play would show some such gain: the replies know the deals.) After 100,000 deals (54 s) it loses to such
// a reply what the fixed deals' strategy loses. So fixed deals are the default; use external sampling for games whose lines
// do not fit into memory. Weighting iteration t by t was better than equal weights: 0.42 against 0.52 after 12,000 deals of
// one walk. In Leduc's game the exploitability is 0.15 after 16,000 walks a seat and 0.032 after 300,000; regrets that never
// fall below zero left 0.058, equal weights 0.034.
//
// solve.Estimate follows 400 lines at random before a tree is built (Knuth's estimate): nodes within a third for the games
// of the houses, in milliseconds. The cards are drawn at random too (enumerate.Walk.ActOnce): a draw of five cards from a
// whole deck can fall in 850,668 ways, and counting them took minutes. Before such a draw the error is larger than the
// estimate. Estimates are right on average and never negative, so one that is a thousand times the limit is wrong in one
// case of a thousand at most: it refuses the tree whatever its error.
//
// # The order of additions
//
// Regrets of CFR+ are added as regret + worth - value. In Leduc the order matters: rounding grows until iteration 200, and
// exploitabilities after 1,000 iterations of mathematically equal programs lie between 2.35e-4 and 2.65e-4. Exact arithmetic
// (512 bits and more) has 2.627e-4, OpenSpiel 2.572e-4, and this order 2.578e-4 with suits merged, 2.503e-4 with suits told
// apart. The order was chosen, among several that were tried, as the plain one that comes within 1 % of OpenSpiel. So this
// figure says little about the solver; the value, the bounds, and the curve up to iteration 100, where all orders agree to
// nine digits, say more.
//
// # Games against the house
//
// Against the house (bank.go) the plan is read as one hand of the player against one of the house: the states of the bets
// that choices lead to, and what each wins in six cases (the house qualifies or not, its hand is worse, alike or better).
// The cases are counted over the whole deck: by inclusion and exclusion over the player's cards where there is no board
// (bankcount.go); in hold'em board by board, all hands in the order of their strengths (bankholdem.go).
//
// Games in which the player sees all cards but those of the house that nobody has seen, such as baccarat and red dog, are
// followed card by card, with conditions, boards and any number of decks (bankpoints.go); a card that lies face down is
// dealt when it is turned up. Hands of points of each player against the house, as in blackjack, are counted with the cards
// that are left (bankshoe.go): a split hand is played by its own cards and what is certain of the others. Against a player
// who banks, cards are taken with replacement (bankdraw.go): then split hands do not touch each other, and hands with the
// same cards are alike. A choice that depends on the order of cards otherwise is refused. Games of points are counted by
// rank, so every script is also asked with the cards in other suits (banksuits.go), and the game is refused if an answer
// changes. Calculations from the rules alone give the same values (blackjack_test.go).
//
// A policy is asked with each hand if it can be, and valued exactly (bankpolicy.go). Where a card of the house is in sight or
// there is a board, it is asked in rounds dealt at random, and what each choice loses against the best one is counted: best
// play is exact, so only the policy's mistakes are sampled. At casino hold'em 20,000 rounds leave a standard error of 0.03 %,
// for which rounds would have to be played 50 million times. Where hands are set apart, each that the policy sets is compared
// with thousands of the house.
//
// Where two hands of seven cards meet there are too many to count (banksample.go): the game in which the hands do not
// exclude each other's cards is counted exactly, and what exclusion adds is dealt at random until the error asked for. A
// banker who may choose plays against the mixture of what the player has done so far, and the player against the banker's
// mixture, until neither can gain much (fictitious play); the gap is printed. Deals that differ only by the names of suits
// are played once. Where hands are set apart (bankset.go), twenty groups of hands are dealt at random and set by the rule of
// the house; comparing all pairs in both directions cancels what luck decides, so that the edge of that way is known to
// 0.004 % from 250,000 hands. What the best setting gains is measured on hands that did not choose it. Other games of poker
// hands, with boards or decks of their own or several cards of the house in sight, are dealt at random as a whole
// (bankrest.go): each choice is made by cards that are drawn for it, and valued with others.
package solve
