// Package plan holds a game as its script defines it, as frozen data: the deck, the
// forced bets, the dealer's steps in order, the betting rules, the showdown and the
// stakes that a table may choose.
//
// A [Game] is made once, by loading a script; [Game.Validate] checks it, and
// nothing changes it afterwards. [Game.Bind] combines it with the [Stakes] of a
// table into a [AtStakes], in which every amount is a number of the table's smallest
// unit; engine/hand plays it. The package knows no house, plays no card and
// holds no chip. Every step keeps its position in the script and the clauses of the
// house's document that it implements.
//
// # Questions
//
// A step that asks players something has a question, which is data: a plan.Ask in the plan step. It says who chooses first,
// and whether players choose in turn or all in secret; what they may choose, from the fewest to the most; what the choice
// does; and the words for speech, rule sheet and record. Whoever has one answer is not asked: the
// event says so (NoOther), and records that have such an answer still replay. All other code works from the question and
// does not know which step asked it: legal actions and how they are said, policies and their views, records and replay, what
// a seat sees, rule sheets, :plan, coverage, exhaustive play, undo, tests of rules, the moments of irregularities.
//
//   - Cards (engine/hand/cards.go; the decision CardsAsked, the action PickCards): draw, buy, discard, expose, pass_cards.
//     What can happen to the cards is a closed list, plan.CardEffect, with one function for each. plan.Step.Changes is the
//     only place that says how many cards a hand has after a step.
//   - Offers, one of which is chosen (engine/hand/choice.go; Chosen, Choose): straddle, and against a bank bank, wager and
//     choose, and choose for a pot (potchoice.go). An offer has a name, a price and an effect (plan.OfferEffect). A choice
//     lists what it does (plan.Effect: a card, done, raise, halve, split, give up, pay), and a script says which choices the
//     hand has now (Ask.Allowed). In a game for a pot a seat chooses once, and what it has chosen is kept for the deal
//     (Hand.Chose, four bits a question). A hand that ends with chips in the pot (carry, match, all out) leaves them to the
//     table (Hand.Left, table.Pot, Setup.Carried), which counts them among its chips.
//   - Chips: a round of betting (bet, with its bring-in; the decision Wager) has its own state machine, betting.Round, and
//     is not a plan.Ask. A question is put to each seat once, and what may be chosen stands in the step. A round asks a seat
//     again when somebody raises, and what it may do follows from all that was bet before: level, cap, short all-ins, who
//     has acted. A ruling takes one action back, or binds a seat that has still to be asked. An Ask could only say "whatever
//     the round allows". So here the question is data of the *decision*: Options (the call, the least, the most, the
//     smallest chip, why not more) and BringIn. Speech, views, records, exhaustive play and irregularities use these and not
//     the step. An amount that a seat names once, such as a bet against the bank, is an offer with a price.
//
// Three decisions are no question, because no player is asked:
//
//   - DealCards and ShowCards come only where the caller has the cards (Setup.Manual), as in a recorded hand. A record says
//     what fell and who showed. Which cards those may be follows from the deck and from what is known, not from a pool of
//     the seat, a card can be one that nobody knows, and several seats can be waited for at once, whose order the record
//     decides. No policy, no search and no person at the terminal ever gets one.
//   - DealerGoesOn comes only in an attended hand. It has one answer, which changes nothing: it is there so that an
//     irregularity can come before the next card. As an offer it would be counted, recorded and explored like a choice.
//
// Against a bank the players are asked the same questions as for a pot (bank, wager and choose are offers, arrange is a
// question of cards). What is a machine of its own is what the answers do: a hand there has several bets and several hands
// of cards, and is settled with one side at a time, where a hand for a pot has one stack of chips in pots that all contest.
//
// Steps that are repeated (in_turn with most and until) stand in the plan round after round, behind a plan.Repeat. The
// copies name the step that they repeat (plan.Step.Again), and a When with Until before each round but the first leaves them
// all. So jumps lead forward only, and playing, records, odds and small versions need nothing for rounds; sheets, :plan,
// coverage and check pass the copies over. The answers to a question and to its copies are one answer, the newest.
//
// A switch that must know each kind of step or effect is marked //exhaustive:enforce: 'go tool exhaustive
// -explicit-exhaustive-switch ./...' names those that lack a new one. All other code works from the question.
//
// In a record the answer is PHH's verb if there is one, and otherwise pick CARDS or choose NAME.
package plan
