// Package hand plays one hand of a game.
//
// A [Hand] is a value: a copy made by assignment is an independent hand in the same
// state (but copies must not share a [Log]: see [Hand.Follow]). Two calls drive
// it:
//
//	for {
//		d, ok := h.Next()      // the pending decision and its seat
//		if !ok {
//			break              // the hand is over
//		}
//		err := h.Apply(action) // an illegal action changes nothing
//	}
//
// Everything that needs no decision happens automatically: forced bets, dealing,
// the return of uncalled bets, side pots, the showdown and the award. Chance comes
// from the deck in [Setup]: a seed and hand number, a recorded order, or the
// caller, who is then asked for every card ([DealCards]).
//
// The log records what happens as [Event]s, each with its plan step. Chips are
// int64 in the table's smallest unit and are always conserved: stacks, wagers, pot
// and the house's collections add up to the starting stacks ([Hand.Conserved]). A
// hand allocates no memory except for its log.
//
// # How a hand is played
//
// hand.Hand.advance runs steps until a decision is needed. One betting.Round holds a round; at its end the uncalled bet goes
// back and the wagers move in. At the showdown hand.Hand.Pots makes the pots by all-in level (where players pay into the pot
// outside of bets, only at seats that are all in), each is divided between the parts of the showdown that somebody qualifies
// for, and each part among its winners.
//
// The files of engine/hand read from the top down, and none uses one above it: incident.go, start.go and apply.go are what
// callers reach; advance.go runs the plan with deal.go, bets.go, cards.go, choice.go, showdown.go and bankround.go; these
// stand on wager.go, award.go, serve.go, zones.go, fees.go; at the bottom are the hand itself and its parts (hand.go,
// floor.go, bank.go, event.go, action.go, stock.go). A hand for a pot names no field of its floor or its bank: what it asks
// them stands in attend.go and banked.go, as questions in words of a hand, and what a seat sees in seen.go.
//
// Hole cards lie seat by seat in one array, with room for eight each. Where a game deals more, the same array is divided
// among fewer seats (plan.AtStakes.Room): a deck has fewer cards than the array, so no more storage is needed and a hand
// stays a value. An action or event lists eight cards and has a set for the others (List, WithCards); those of a set that
// nobody knows are counted, not named.
//
// Where the board is run more than once (engine/hand/runs.go) the steps after the agreement are played once for each run.
// All runs lie on the one board, each card knows its run, and the showdown divides every pot and lays the board of one run
// after the other.
//
// Where up cards are seen by everybody but their player (plan.AtStakes.Foreheads), all up cards of the game are: a hand
// keeps no mask for it, and Hand.sees and Hand.sightOf hide a seat's own.
//
// What holds of every step of a kind stands in one table (engine/plan/facts.go): its name, the cards that it takes from the
// stub with the zone where they go and who sees them there (Step.Moves), where it jumps, whether the hand ends after it.
// Game.Next follows every road through a plan and Game.Road the usual one; counts of cards, odds, estimates, small versions
// and check walk by these. What holds of every event of a kind stands in hand.EventFacts: where its cards lie after it,
// whether they come from the stub, who sees them. Who sees a card of a seat is decided in one function (Hand.sees,
// engine/hand/seen.go). Hand.Observe lists what a seat sees as data: cards in the hands, on the board and out of play (burn
// cards that lie face up, discarded up cards, its own discards, until a shuffle; cards of others that it has compared with
// its own, Hand.knows), chips, wagers, open answers, its own secret ones, and the question. Each event says who sees its
// cards and which of them lay open, so EventSeen needs no history. Hand.SeenBy is made of the one and SeenBy of the other.
// Views, estimates, odds, the solver's keys, buckets and exhaustive play read that list, so a new fact is one more entry.
// A field of Hand itself is copied into every view by Hand.as: what not everybody may see is emptied there. TestFieldsWithCards lists
// the fields with cards, and TestNoLeak exchanges cards that a seat has not seen.
//
// No memory is allocated: a hand has arrays, and makes no slice, map, interface or closure while it is played; a method that is called
// through a variable makes its values escape. TestNothingAllocated, TestNoAllocation and TestGalleryAllocatesNothing count.
//
// Cards come from one of three places: a deck shuffled lazily from (seed, number); a recorded deck; or the caller (Manual),
// which supplies every card. Records without burn cards are replayed in this way, with unknown cards too.
//
// Which cards play is data of the part (plan.Part: numbers of hole and board cards, from which boards and hands, down or up,
// not used by the part before), and so are the qualifier and what happens when nobody qualifies. engine/hand/ranked.go finds
// the best choice; it has faster paths for exactly two and three, and for any cards. A ranking whose wild cards are known
// only in the hand (rank.Event) has one table for any set of them: a card that is wild is looked up by another key, so
// nothing is compiled while a hand is played. Cards of the board that are wild are those of the board that is tried
// (Hand.wildOn), and a script is asked once for all boards unless it looks at the one that plays.
//
// # Irregularities
//
// A flashed card or a string bet is a plan.Incident: a kind from one catalog (engine/plan/incident.go lists the fields of
// each kind and when it can happen) and what a record says about it. Hand.Happen checks it against the state, moves the
// cards as it describes, asks the rulings, applies their effects and continues the hand. A refused irregularity changes
// nothing. The consequences are never written in Go. A plan.Ruling is a list of effects, or a function of the event that
// returns one; the game is asked first, then the house, then the library (stdlib/floor.star; the log says "default"). A new
// effect needs a kind in engine/plan/ruling.go, its code in engine/hand/ruling.go, and one line in dsl/rulings.go.
//
// A hand has a floor only where its setup asks for it (Setup.Attendance): every card is then kept in its zone, cards are
// dealt one by one, and an attended hand waits for the dealer (GoOn) after each. A loop deals the cards of a street (deal,
// of a pot or of a bank) and one those of a draw, where a seat gets all its cards before the next (serveOn), whether the
// hand stops after each card or not. What happens when there is no card stands in cardFor, and that a street is dealt for
// all when it does not go round in tooShort; of a recorded hand, whose caller deals, commonDue recognizes it. The floor is
// copied before it changes, so a hand stays a value; a hand without attendance has none and deals as fast as ever. Cards
// that are owed, bought or dealt for all are such stops too; a card that a ruling brings in the middle of a round can be
// exposed or fall until somebody acts (floor.fresh). Seats that sit out may be in such a hand as Setup.Absent
// (Table.AddAbsent), for cards that go there by mistake. The irregularities of a hand belong to it (Hand.Notes), and every
// event that follows from one names it (Event.Note): so narrators, records and explain find the ruling, and a record leaves
// out what follows.
//
// Events are checked against the state and the hand's history (thrown_away touched, then retrieve). In a hand whose deck is
// unknown (a record of PHH) only irregularities that move none of its cards can happen. A round against a bank stops before
// it begins, after each card and before bets are paid; what can happen there is againstBank (engine/plan/ruling.go), the
// effects are in engine/hand/bankfloor.go, the customs are bank_rulings of the library.
//
// batch.Mishaps draws irregularities by chance, seeded by the hand, in runs and in sessions, where what they leave behind
// (blinds owed for a hand that was dealt by mistake) is the table's. The laws that hold over them (cards and chips conserved
// in every zone, undo exact, saved hands replay, nothing stuck) are tests over every game, with -million for long.
//
// Cards change zones by the functions of engine/hand/zones.go only: each takes a card out of one zone and puts it into
// another, and a new stub is made by count of what lies loose. An effect that the state no longer allows is refused; one
// that was put off is refused alone. What happens while a ruling is applied carries its note, so that a record leaves it
// out.
//
// # Games against a bank
//
// A game whose first step is bank or wager has no pot: the steps are bank, wager, deal(to = …), board, choose, turn_up, when
// on a function of the script, and settle at the end. Without bank the house banks: its hands lie at the place after the
// last seat (house in bank.go; events and callers say seat -1), it takes the first of what allowed gives, and what it wins
// is part of House(), which can be below 0. A hand has one bet for each name that the steps of the plan have
// (plan.AtStakes.Bets); settle pays each by the comparison, by its line (plan.Line) or by a pay table, and with only the
// round goes on. Hands that arrange sets apart lie in the block too; way is asked for the house's, and for one that foul
// holds of. Three Card Poker and baccarat are counted over all deals in dsl/values_banked_test.go, and match the published
// values. The questions are offers like a straddle's (see Questions). The script of a choice only says which choices a hand
// has now, from a plan.Question that knows what its player may see; what chips and cards do not allow is left out of the
// offers by the engine, so that nothing gets stuck. What it returned is kept by the questions that it asked of its view, as
// between the hands (dsl/memo.go): the same looks lead to the same answer, and most rounds run no script. A comparison
// is asked of the script once for every pair of worths while it loads, and is a table from then on: rank.Points numbers the
// worths.
//
// Bets, stake and settlement are a machine of their own, the type bank in engine/hand/bank*.go. A hand calls it for its own
// steps and effects, and through one interface: contest (questions.go: dealing, who is asked, what a seat is offered,
// whether an irregularity can have happened, what a ruling does, and what a ruling may see). The other machine behind it is
// pot.
//
// What only these rounds need is a block behind a pointer in hand.Hand, nil for all others. The block is never changed once
// a hand waits: an action works on a copy of it. So assignment still makes an independent hand, undo is exact, a refused
// action has changed nothing, and hands for a pot pay eight bytes. Chips that change sides are booked as paid in and out
// like a pot's, so that every check of chips holds here too. The stake covers wagers in order from the left of the banker,
// and what it does not reach goes back.
//
// The button marks the last banker. A table offers the bank from that seat on and counts the banker's consecutive rounds.
// Rounds of a batch are independent: each seat in turn is offered the bank first, for as many rounds as a player may bank,
// as if nobody declined.
package hand
