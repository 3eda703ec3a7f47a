package dsl

import (
	"slices"

	"cardroom/dsl/star"
)

// attributes is the list. A test compares it with the attributes that the
// values have.
var attributes = slices.Concat(sharedAttributes, policyAttributes, tableAttributes, awardAttributes, roundAttributes, openAttributes, eventAttributes)

// Attributes with the same meaning everywhere.
var sharedAttributes = slices.Concat(
	attributesOfEach([]string{"view", "hand view"},
		star.Attribute{Name: "seats", Type: "int", Doc: "The number of seats dealt in."},
		star.Attribute{Name: "button", Type: "int", Doc: "The seat with the button."},
		star.Attribute{Name: "rolled", Type: "int", Doc: "The number on the die; 0 before the first roll."},
		star.Attribute{Name: "boards", Type: "dict", Doc: "The cards on each named board, by name; empty in a game without named boards."},
	),
	attributesOfEach([]string{"view", "hand view", "event"},
		star.Attribute{Name: "board", Type: "list of string", Doc: "The cards on the board, or on all boards together."},
	),
	attributesOfEach([]string{"view", "round view"},
		star.Attribute{Name: "stack", Type: "int", Doc: "The seat's stack."},
	),
	attributesOfEach([]string{"view", "event"},
		star.Attribute{Name: "straddle", Type: "int", Doc: "The size of the straddle on offer; 0 if none is."},
	),
	attributesOfEach([]string{"view", "round view", "hand view"},
		star.Attribute{Name: "unit", Type: "int", Doc: "The number of smallest units in a dollar."},
	),
	attributesOfEach([]string{"round view", "hand view"},
		star.Attribute{Name: "cards_left", Type: "int", Doc: "The number of cards left in the stub."},
	),
	attributesOfEach([]string{"hand view", "event"},
		star.Attribute{Name: "live", Type: "list of int", Doc: "The seats still in. Seats count from 1."},
		star.Attribute{Name: "held", Args: "(seat)", Type: "int", Doc: "The number of cards the seat holds."},
	),
)

// What a policy sees: view.go.
var policyAttributes = star.AttributesOf("view",
	star.Attribute{Name: "asked", Type: "string", Doc: `The kind of decision: "bet", "bring-in", "straddle", "choose", or the step that asks for cards: "draw", "discard", "expose", "pass".`},
	star.Attribute{Name: "seat", Type: "int", Doc: "The seat that must decide. Seats count from 1."},
	star.Attribute{Name: "live", Type: "list of int", Doc: "The seats still in."},
	star.Attribute{Name: "hole", Type: "list of string", Doc: "The seat's own cards, down and up."},
	star.Attribute{Name: "down", Type: "list of string", Doc: "The seat's own face-down cards."},
	star.Attribute{Name: "up", Args: "(seat)", Type: "list of string", Doc: "The up cards of a seat that is still in. Seat 0 is the house, where it banks."},
	star.Attribute{Name: "chose", Args: "(seat, name)", Type: "bool", Doc: "Whether the seat made the choice of that name in this deal, the last time that it was among its choices. Secret choices are known once everybody has chosen."},
	star.Attribute{Name: "hands", Type: "dict", Doc: "The seat's own cards by the name of the hand they are set in, in a game where players set several hands; otherwise empty."},
	star.Attribute{Name: "pot", Type: "int", Doc: "All chips in the middle, including the bets of this round. Amounts are in the table's smallest unit."},
	star.Attribute{Name: "stacks", Type: "list of int", Doc: "Every seat's stack, seat 1 first."},
	star.Attribute{Name: "wagers", Type: "list of int", Doc: "What each seat has bet in this round, seat 1 first."},
	star.Attribute{Name: "to_call", Type: "int", Doc: "What a call costs; 0 if there is nothing to call."},
	star.Attribute{Name: "can_check", Type: "bool", Doc: "Whether the seat may check."},
	star.Attribute{Name: "can_raise", Type: "bool", Doc: "Whether the seat may bet or raise."},
	star.Attribute{Name: "min_to", Type: "int", Doc: "The smallest total to bet or raise to."},
	star.Attribute{Name: "max_to", Type: "int", Doc: "The largest total to bet or raise to."},
	star.Attribute{Name: "no_raise", Type: "string", Doc: `Why the seat may not bet or raise; "" if it may.`},
	star.Attribute{Name: "out", Type: "list of card", Doc: "Cards out of play until a shuffle that the seat has seen, in order: burn cards that lie face up, discarded up cards, boards that were taken away, and its own discards. Up cards of players who have folded are not among them."},
	star.Attribute{Name: "max_draw", Type: "int", Doc: "The most cards the seat may draw; 0 outside a draw."},
	star.Attribute{Name: "to_expose", Type: "int", Doc: "How many down cards the seat must turn up; 0 if none."},
	star.Attribute{Name: "least", Type: "int", Doc: "The fewest cards the seat must choose; 0 if it is not choosing cards."},
	star.Attribute{Name: "most", Type: "int", Doc: "The most cards the seat may choose."},
	star.Attribute{Name: "big_blind", Type: "int", Doc: "The big blind of the table's stakes."},
	star.Attribute{Name: "round", Type: "string", Doc: "The name of the current step."},
	star.Attribute{Name: "options", Type: "list of string", Doc: "The names of the available choices, in a game against a banker."},
	star.Attribute{Name: "min", Type: "dict", Doc: "The smallest amount of each choice that takes one, by name."},
	star.Attribute{Name: "max", Type: "dict", Doc: "The largest amount of each choice that takes one, by name."},
	star.Attribute{Name: "banker", Type: "int", Doc: "The seat that banks; 0 if none does."},
	star.Attribute{Name: "stake", Type: "int", Doc: "The banker's stake."},
	star.Attribute{Name: "wager", Type: "int", Doc: "The wager of the hand that must act, in a game against a banker."},
	star.Attribute{Name: "bets", Type: "dict", Doc: "The bets of the hand that must act, by name, in a game against a banker."},
	star.Attribute{Name: "strength", Type: "float", Doc: "The average share of the pot, from 0 to 1, that the seat's hand wins against one random hand if nobody folds. It is an estimate from what the seat sees, by the game's own showdown; players who can still draw draw well. 0 against a banker."},
	star.Attribute{Name: "position", Type: "float", Doc: "How late the seat acts among the seats still in: 0 for the first, 1 for the last."},
	star.Attribute{Name: "price", Type: "float", Doc: "The share of the pot that a call would be, once it is in: 0 if there is nothing to call, 0.25 for a bet of half the pot."},
	star.Attribute{Name: "raises", Type: "int", Doc: "The number of bets and raises in the round; blinds and the bring-in do not count."},
	star.Attribute{Name: "rounds", Type: "int", Doc: "The number of betting rounds so far, including this one."},
	star.Attribute{Name: "chip", Type: "int", Doc: "The unit of bets and raises: amounts between min_to and max_to are multiples of it."},
	star.Attribute{Name: "best", Type: "string", Doc: "If the seat must choose cards, the answer that leaves it the strongest hand, such as \"draw 2s 7d\"; among options, the one with the highest expected result; \"\" in betting. An estimate, like strength."},
	star.Attribute{Name: "expects", Type: "dict", Doc: "The seat's average result with each option, by name, in the table's smallest unit: for the smallest amount, if nobody takes a card or gives up afterwards. An estimate, like strength."},
	star.Attribute{Name: "random", Args: "(n)", Type: "int", Doc: "A random number from 0 to n - 1; the same seed, hand and decision give the same number."},
)

// What a rule between hands sees: tableview.go.
var tableAttributes = star.AttributesOf("table view",
	star.Attribute{Name: "memory", Type: "any", Doc: "What the rule remembers."},
	star.Attribute{Name: "players", Type: "list of int", Doc: "The numbers of the players dealt in."},
	star.Attribute{Name: "seated", Type: "list of int", Doc: "The numbers of all players at the table, with those who sit out."},
	star.Attribute{Name: "fund", Type: "int", Doc: "What the rule has set aside, in the smallest unit; see `payment`."},
	star.Attribute{Name: "hand", Type: "int", Doc: "The number of the hand, from 1."},
	star.Attribute{Name: "button", Type: "int", Doc: "The player with the button; None if nobody has it."},
	star.Attribute{Name: "small", Type: "int", Doc: "The player in the small blind; None if nobody is."},
	star.Attribute{Name: "big", Type: "int", Doc: "The player in the big blind; None if nobody is."},
	star.Attribute{Name: "small_blind", Type: "int", Doc: "The small blind of the table's stakes, in the smallest unit."},
	star.Attribute{Name: "big_blind", Type: "int", Doc: "The big blind of the table's stakes, in the smallest unit."},
	star.Attribute{Name: "dealt_in", Type: "int", Doc: "The number of players dealt in."},
	star.Attribute{Name: "raised", Type: "bool", Doc: "Whether the hand was played at raised stakes; after the hand only."},
	star.Attribute{Name: "winner", Type: "int", Doc: "The player who won everything, or None if several won; after the hand only."},
	star.Attribute{Name: "is_dealt", Args: "(player)", Type: "bool", Doc: "Whether the player is dealt in."},
	star.Attribute{Name: "is_seated", Args: "(player)", Type: "bool", Doc: "Whether the player is at the table."},
	star.Attribute{Name: "main_winner", Type: "int", Doc: "The player who won the whole main pot, or None if it was split; after the hand only."},
	star.Attribute{Name: "shares_main", Args: "(player)", Type: "bool", Doc: "Whether the player won any of the main pot; after the hand only."},
	star.Attribute{Name: "pot", Type: "int", Doc: "What the pots paid out, in the smallest unit: after fees, and without uncalled bets; after the hand only."},
	star.Attribute{Name: "board_cards", Type: "int", Doc: "The number of cards on the board: 0 if the hand ended before the flop; after the hand only."},
	star.Attribute{Name: "pots", Type: "list of struct", Doc: "The pots, main pot first: the `size` that was paid out, and the `winners`, a list of players; after the hand only."},
	star.Attribute{Name: "street", Type: "string", Doc: "The street at which the hand ended, such as \"flop\", by its name in the script; after the hand only."},
	star.Attribute{Name: "showdown", Type: "bool", Doc: "Whether hands were compared; after the hand only."},
	star.Attribute{Name: "bets", Type: "int", Doc: "The number of bets and raises in the hand; posts are none; after the hand only."},
	star.Attribute{Name: "folded", Args: "(player)", Type: "string", Doc: "The street at which the player folded; None for one who did not; after the hand only."},
	star.Attribute{Name: "all_in", Args: "(player)", Type: "bool", Doc: "Whether the player was all in, without a bet that came back; after the hand only."},
	star.Attribute{Name: "shown", Args: "(player)", Type: "list of string", Doc: "The cards that the player showed at the showdown, none for others; after the hand only."},
	star.Attribute{Name: "made", Args: "(player)", Type: "string", Doc: "The class of the hand shown, such as \"full house\", in the first part of the showdown; \"\" for none; after the hand only."},
	star.Attribute{Name: "used", Args: "(player)", Type: "list of string", Doc: "The cards that make the hand shown, in the first part of the showdown; after the hand only."},
	star.Attribute{Name: "worth", Args: "(player, ranking)", Type: "int", Doc: "The strength of the hand shown, with the board: larger is better, 0 for none; compare it with evaluate(…).strength; after the hand only."},
	star.Attribute{Name: "has_won", Args: "(player)", Type: "bool", Doc: "Whether the player won anything; after the hand only."},
	star.Attribute{Name: "stack", Args: "(player)", Type: "int", Doc: "The player's chips; after the hand with its result."},
	star.Attribute{Name: "net", Args: "(player)", Type: "int", Doc: "What the player won, or lost if below 0; after the hand only."},
)

// What before_award sees: award.go.
var awardAttributes = star.AttributesOf("award view",
	star.Attribute{Name: "live", Type: "list of int", Doc: "The seats in the showdown. Seats count from 1."},
	star.Attribute{Name: "checked", Args: "(seat, round)", Type: "bool", Doc: "Whether the seat checked in the round of that name."},
	star.Attribute{Name: "called_short", Args: "(seat, round)", Type: "bool", Doc: "Whether the seat called an all-in that was less than a full bet, in the round of that name."},
	star.Attribute{Name: "worth", Args: "(seat, ranking)", Type: "int", Doc: "The strength of the seat's best hand with the board: larger is better, 0 for no hand."},
)

// What the functions of a banked game see: roundview.go.
var roundAttributes = star.AttributesOf("round view",
	star.Attribute{Name: "seats", Type: "int", Doc: "The number of seats in the round."},
	star.Attribute{Name: "seat", Type: "int", Doc: "The seat that must choose; 0 in a condition."},
	star.Attribute{Name: "banker", Type: "int", Doc: "The seat that banks."},
	star.Attribute{Name: "cards", Type: "list of string", Doc: "The cards of the hand that must choose; empty in a condition."},
	star.Attribute{Name: "wager", Type: "int", Doc: "The wager of the hand."},
	star.Attribute{Name: "bet", Args: "(name)", Type: "int", Doc: "What the hand has on the bet of that name; 0 for nothing."},
	star.Attribute{Name: "fresh", Type: "bool", Doc: "Whether no choice has been made for the hand yet."},
	star.Attribute{Name: "split", Type: "bool", Doc: "Whether the hand comes from a split."},
	star.Attribute{Name: "pair", Type: "bool", Doc: "Whether the hand is two cards of one rank, or two jokers."},
	star.Attribute{Name: "hands", Type: "int", Doc: "How many hands the seat has."},
	star.Attribute{Name: "worth", Args: "(points)", Type: "worth", Doc: "The hand's worth, as the settlement counts it: a split hand is never a natural."},
	star.Attribute{Name: "showing", Args: "(seat, number = 1)", Type: "list of string", Doc: "The up cards of one of a seat's hands, by number. Seat 0 is the house, where it banks; its hand 2 is the one that all bettors share."},
	star.Attribute{Name: "board", Type: "list of string", Doc: "The cards of the board, in the order dealt."},
)

// What the functions of a game for a pot see: roundview.go.
var openAttributes = star.AttributesOf("hand view",
	star.Attribute{Name: "seat", Type: "int", Doc: "The seat that must choose, or whose turn it is in in_turn; otherwise 0."},
	star.Attribute{Name: "cards", Type: "list of string", Doc: "The cards of the seat that must choose; empty in a condition."},
	star.Attribute{Name: "won", Args: "(seat)", Type: "int", Doc: "How many comparisons the seat has won in this hand, in all its deals."},
	star.Attribute{Name: "pot", Type: "int", Doc: "The chips in the pot."},
	star.Attribute{Name: "paid", Type: "int", Doc: "The last amount that a choice cost."},
	star.Attribute{Name: "deals", Type: "int", Doc: "How many times the hand has been dealt: 1, and one more after each redeal."},
	star.Attribute{Name: "showing", Args: "(seat)", Type: "list of string", Doc: "The up cards of a seat that is in, in the order dealt. After irregularities there may be fewer than the dealer has dealt."},
	star.Attribute{Name: "chips", Args: "(seat)", Type: "int", Doc: "The seat's stack."},
	star.Attribute{Name: "chose", Args: "(seat, name)", Type: "bool", Doc: "Whether the seat made the choice of that name in this deal, the last time that it was among its choices."},
)

// What a ruling sees: rulingview.go.
var eventAttributes = star.AttributesOf("event",
	star.Attribute{Name: "event", Type: "string", Doc: "The event's name in the catalog. Its fields are attributes too; a field without a value is None."},
	star.Attribute{Name: "moment", Type: "string", Doc: `The part of the hand: "setup", "deal", "bet", "gap" between two rounds, "draw", "show" or "over".`},
	star.Attribute{Name: "round", Type: "int", Doc: "How many rounds of betting have begun."},
	star.Attribute{Name: "stub", Type: "int", Doc: "The number of cards left in the stub."},
	star.Attribute{Name: "due", Type: "int", Doc: "How many cards the seat has been dealt so far."},
	star.Attribute{Name: "dealt", Type: "int", Doc: "How many cards have been dealt in this deal."},
	star.Attribute{Name: "place", Type: "int", Doc: "The position in the deal of the event's card, 1 for the first; 0 for a card that no seat holds."},
	star.Attribute{Name: "burns", Type: "bool", Doc: "Whether the game burns cards."},
	star.Attribute{Name: "actions", Type: "int", Doc: "How many seats have acted in the first round of betting; against a banker, the number of hands for which a choice has been made or which players have set apart."},
	star.Attribute{Name: "draws", Type: "bool", Doc: "Whether the game has a draw."},
	star.Attribute{Name: "low", Type: "bool", Doc: "Whether low hands win."},
	star.Attribute{Name: "ups", Type: "bool", Doc: "Whether seats have up cards."},
	star.Attribute{Name: "initial", Type: "int", Doc: "How many cards each seat gets in the initial deal."},
	star.Attribute{Name: "asked", Type: "string", Doc: `"bet" or "bring-in" if a seat must decide that, otherwise None.`},
	star.Attribute{Name: "turn", Type: "int", Doc: "The seat whose turn it is; None for the dealer."},
	star.Attribute{Name: "banker", Type: "int", Doc: "The seat that banks; None in games for a pot."},
	star.Attribute{Name: "serving", Type: "int", Doc: "The seat that gets the next card of a draw; None if no seat does."},
	star.Attribute{Name: "earlier", Type: "list of event", Doc: "The events of this deal before this one: their words and fields."},
	star.Attribute{Name: "to_call", Type: "int", Doc: "What a call costs the seat whose turn it is."},
	star.Attribute{Name: "min_to", Type: "int", Doc: "The smallest total to bet or raise to."},
	star.Attribute{Name: "max_to", Type: "int", Doc: "The largest total to bet or raise to."},
	star.Attribute{Name: "can_check", Type: "bool", Doc: "Whether the seat whose turn it is may check."},
	star.Attribute{Name: "opens", Type: "bool", Doc: "Whether a bet would be the first of the round."},
	star.Attribute{Name: "limit", Type: "string", Doc: `"fixed", "spread", "pot limit" or "no limit".`},
	star.Attribute{Name: "hole", Args: "(seat)", Type: "list of string", Doc: "The seat's cards."},
	star.Attribute{Name: "is_live", Args: "(seat)", Type: "bool", Doc: "Whether the seat is still in."},
	star.Attribute{Name: "acted", Args: "(seat)", Type: "bool", Doc: "Whether the seat has acted in the current round."},
	star.Attribute{Name: "has_acted", Args: "(seat)", Type: "bool", Doc: "Whether the seat has acted at all in this deal."},
	star.Attribute{Name: "drawn", Args: "(seat)", Type: "bool", Doc: "Whether the seat has drawn."},
	star.Attribute{Name: "passed", Args: "(seat)", Type: "bool", Doc: "Whether another player has acted since a seat's hand left play."},
	star.Attribute{Name: "dealt_since", Args: "(seat)", Type: "bool", Doc: "Whether a card has been dealt or burned since a seat's hand left play."},
	star.Attribute{Name: "left_in", Args: "(seat)", Type: "int", Doc: "The number of betting rounds that had begun when a seat's hand left play; -1 for a live hand."},
	star.Attribute{Name: "closed", Args: "(seat)", Type: "bool", Doc: "Whether the round of betting in which a seat's hand left play is over, and something has happened since; False for a live hand."},
	star.Attribute{Name: "stack", Args: "(seat)", Type: "int", Doc: "The seat's stack."},
	star.Attribute{Name: "wager", Args: "(seat)", Type: "int", Doc: "What the seat has bet in the round."},
	star.Attribute{Name: "worth", Args: "(seat)", Type: "string", Doc: "The seat's hand in words, \"\" for none."},
	star.Attribute{Name: "times", Args: "(event, …)", Type: "int", Doc: "How many earlier events of this deal match these words."},
	star.Attribute{Name: "better", Args: "(claimed, seat)", Type: "bool", Doc: "Whether a hand of the claimed kind beats what the seat holds."},
)

// attributesOfEach makes attributes of several types.
func attributesOfEach(types []string, list ...star.Attribute) (out []star.Attribute) {
	for _, typ := range types {
		out = append(out, star.AttributesOf(typ, slices.Clone(list)...)...)
	}
	return out
}
