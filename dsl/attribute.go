package dsl

import "slices"

// Attribute is a field or a method of a value that functions of scripts are given when the engine asks them. Together with
// the builtins and the constants these are the table of the language.
type Attribute struct {
	On   string // the type of the value: "view"
	Name string
	Args string // of a method, as called: "(seat)"; "" for a field
	Type string // of the field, or of what the method returns, as Param.Type
	Doc  string
}

// attributes is the list. A test holds it against what the values answer to.
var attributes = slices.Concat(policyAttributes, tableAttributes, awardAttributes, roundAttributes, eventAttributes)

// What a policy sees: view.go.
var policyAttributes = on("view",
	Attribute{Name: "asked", Type: "string", Doc: `What is asked: "bet", "bring-in", "straddle", "choose", or the step that asks for cards: "draw", "discard", "expose", "pass".`},
	Attribute{Name: "seat", Type: "int", Doc: "The seat that is asked. Seats count from 1."},
	Attribute{Name: "seats", Type: "int", Doc: "The number of seats in the hand."},
	Attribute{Name: "button", Type: "int", Doc: "The seat with the button."},
	Attribute{Name: "live", Type: "list of int", Doc: "The seats still in."},
	Attribute{Name: "hole", Type: "list of string", Doc: "The seat's own cards, down and up."},
	Attribute{Name: "down", Type: "list of string", Doc: "The seat's own cards that are face down."},
	Attribute{Name: "up", Args: "(seat)", Type: "list of string", Doc: "The up cards of a seat that is still in."},
	Attribute{Name: "board", Type: "list of string", Doc: "The cards on the board."},
	Attribute{Name: "pot", Type: "int", Doc: "All chips in the middle, the bets of the round too. Amounts are in the table's smallest unit."},
	Attribute{Name: "stack", Type: "int", Doc: "What the seat has left."},
	Attribute{Name: "stacks", Type: "list of int", Doc: "What each seat has left, the first seat first."},
	Attribute{Name: "wagers", Type: "list of int", Doc: "What each seat has bet in the round."},
	Attribute{Name: "to_call", Type: "int", Doc: "What a call costs, 0 when there is nothing to call."},
	Attribute{Name: "can_check", Type: "bool", Doc: "Whether the seat may check."},
	Attribute{Name: "can_raise", Type: "bool", Doc: "Whether the seat may bet or raise."},
	Attribute{Name: "min_to", Type: "int", Doc: "The least that a bet or raise brings the seat's wager to."},
	Attribute{Name: "max_to", Type: "int", Doc: "The most that it brings the wager to."},
	Attribute{Name: "no_raise", Type: "string", Doc: `Why the seat may not bet or raise, "" when it may.`},
	Attribute{Name: "max_draw", Type: "int", Doc: "How many cards may be drawn, 0 outside of a draw."},
	Attribute{Name: "to_expose", Type: "int", Doc: "How many down cards must be turned up, 0 when none."},
	Attribute{Name: "least", Type: "int", Doc: "The fewest cards that the seat must choose, where cards are asked; 0 elsewhere."},
	Attribute{Name: "most", Type: "int", Doc: "The most cards that it may choose."},
	Attribute{Name: "straddle", Type: "int", Doc: "What the straddle comes to that is offered, 0 for none."},
	Attribute{Name: "big_blind", Type: "int", Doc: "The big blind of the table's stakes."},
	Attribute{Name: "round", Type: "string", Doc: "The name of the step that is being played."},
	Attribute{Name: "options", Type: "list of string", Doc: "The names of what may be chosen, in a banked game."},
	Attribute{Name: "min", Type: "dict", Doc: "The least amount of each option that takes one, by its name."},
	Attribute{Name: "max", Type: "dict", Doc: "The most of each option that takes an amount."},
	Attribute{Name: "banker", Type: "int", Doc: "The seat that has the bank, 0 for none."},
	Attribute{Name: "stake", Type: "int", Doc: "What the banker has put up."},
	Attribute{Name: "wager", Type: "int", Doc: "The wager of the hand that is asked, in a banked game."},
	Attribute{Name: "unit", Type: "int", Doc: "How many of the smallest units make one dollar."},
	Attribute{Name: "random", Args: "(n)", Type: "int", Doc: "A number from 0 to n - 1, the same at the same decision of the same hand and seed."},
)

// What a rule between hands sees: tableview.go.
var tableAttributes = on("table view",
	Attribute{Name: "memory", Type: "any", Doc: "What the rule remembers."},
	Attribute{Name: "players", Type: "list of int", Doc: "The players dealt in, by their numbers."},
	Attribute{Name: "hand", Type: "int", Doc: "The number of the hand, from 1."},
	Attribute{Name: "button", Type: "int", Doc: "The player with the button, None for nobody."},
	Attribute{Name: "small", Type: "int", Doc: "The player in the small blind, None for nobody."},
	Attribute{Name: "big", Type: "int", Doc: "The player in the big blind, None for nobody."},
	Attribute{Name: "small_blind", Type: "int", Doc: "The small blind of the table's stakes, in its smallest unit."},
	Attribute{Name: "big_blind", Type: "int", Doc: "The big blind of the table's stakes, in its smallest unit."},
	Attribute{Name: "dealt_in", Type: "int", Doc: "How many players are dealt in."},
	Attribute{Name: "raised", Type: "bool", Doc: "Whether the hand was played at raised stakes; after the hand only."},
	Attribute{Name: "winner", Type: "int", Doc: "The player who won everything, None when the pot was divided; after the hand only."},
	Attribute{Name: "is_dealt", Args: "(player)", Type: "bool", Doc: "Whether the player is dealt in."},
	Attribute{Name: "is_seated", Args: "(player)", Type: "bool", Doc: "Whether the player is at the table."},
	Attribute{Name: "main_winner", Type: "int", Doc: "The player who won all of the main pot, None when it was divided; after the hand only."},
	Attribute{Name: "shares_main", Args: "(player)", Type: "bool", Doc: "Whether the player won something of the main pot; after the hand only."},
	Attribute{Name: "has_won", Args: "(player)", Type: "bool", Doc: "Whether the player won something; after the hand only."},
	Attribute{Name: "stack", Args: "(player)", Type: "int", Doc: "The player's chips."},
	Attribute{Name: "net", Args: "(player)", Type: "int", Doc: "What the player won or, below 0, lost; after the hand only."},
)

// What before_award sees: award.go.
var awardAttributes = on("award view",
	Attribute{Name: "live", Type: "list of int", Doc: "The seats in the showdown. Seats count from 1."},
	Attribute{Name: "checked", Args: "(seat, round)", Type: "bool", Doc: "Whether the seat checked in the round of that name."},
	Attribute{Name: "called_short", Args: "(seat, round)", Type: "bool", Doc: "Whether the seat called an all-in that was no bet in the round of that name."},
	Attribute{Name: "worth", Args: "(seat, ranking)", Type: "int", Doc: "The strength of the seat's cards with the board: larger is better, 0 for no hand."},
)

// What the functions of a banked game see: roundview.go.
var roundAttributes = on("round view",
	Attribute{Name: "seats", Type: "int", Doc: "The number of seats in the round."},
	Attribute{Name: "seat", Type: "int", Doc: "The seat that is asked, 0 in a condition."},
	Attribute{Name: "banker", Type: "int", Doc: "The seat that has the bank."},
	Attribute{Name: "cards", Type: "list of string", Doc: "The hand that is asked; none in a condition."},
	Attribute{Name: "wager", Type: "int", Doc: "The wager of the hand."},
	Attribute{Name: "stack", Type: "int", Doc: "What the seat has left."},
	Attribute{Name: "fresh", Type: "bool", Doc: "Whether nothing has been chosen for the hand yet."},
	Attribute{Name: "split", Type: "bool", Doc: "Whether the hand was made by a split."},
	Attribute{Name: "pair", Type: "bool", Doc: "Whether the hand is two cards of one rank, or two jokers."},
	Attribute{Name: "hands", Type: "int", Doc: "How many hands the seat has."},
	Attribute{Name: "cards_left", Type: "int", Doc: "The cards left in the stub."},
	Attribute{Name: "unit", Type: "int", Doc: "How many of the smallest units make one dollar."},
	Attribute{Name: "worth", Args: "(points)", Type: "worth", Doc: "What the hand counts, as the settlement does it: one made by a split is no natural."},
	Attribute{Name: "showing", Args: "(seat, number = 1)", Type: "list of string", Doc: "The up cards of a seat, of its hand of that number."},
)

// What a ruling sees: rulingview.go.
var eventAttributes = on("event",
	Attribute{Name: "event", Type: "string", Doc: "The word of the catalogue. What is told of the event stands under the names of its fields, None for what was not told."},
	Attribute{Name: "moment", Type: "string", Doc: `The part of the hand: "setup", "deal", "bet", "gap" between two rounds, "draw", "show" or "over".`},
	Attribute{Name: "round", Type: "int", Doc: "How many rounds of betting have begun."},
	Attribute{Name: "live", Type: "list of int", Doc: "The seats still in. Seats count from 1."},
	Attribute{Name: "board", Type: "list of string", Doc: "The cards on the board."},
	Attribute{Name: "stub", Type: "int", Doc: "The cards left in the stub."},
	Attribute{Name: "due", Type: "int", Doc: "How many cards a seat has been dealt by now."},
	Attribute{Name: "dealt", Type: "int", Doc: "How many cards were dealt in this deal."},
	Attribute{Name: "place", Type: "int", Doc: "Which card of the deal the card of the event is, 1 the first; 0 for a card that no seat holds."},
	Attribute{Name: "burns", Type: "bool", Doc: "Whether cards are burned in the game."},
	Attribute{Name: "actions", Type: "int", Doc: "How many have acted in the first round of betting; against a bank for how many hands something has been chosen."},
	Attribute{Name: "draws", Type: "bool", Doc: "Whether the game has a draw."},
	Attribute{Name: "low", Type: "bool", Doc: "Whether low hands win."},
	Attribute{Name: "ups", Type: "bool", Doc: "Whether seats have cards face up."},
	Attribute{Name: "initial", Type: "int", Doc: "How many cards the initial deal gives a seat."},
	Attribute{Name: "asked", Type: "string", Doc: `"bet" or "bring-in" where a seat is asked for that, else None.`},
	Attribute{Name: "turn", Type: "int", Doc: "The seat whose turn it is, None for the dealer."},
	Attribute{Name: "banker", Type: "int", Doc: "Against a bank the seat that banks; None in other games."},
	Attribute{Name: "serving", Type: "int", Doc: "The seat of a draw that gets the next card, None for none."},
	Attribute{Name: "straddle", Type: "int", Doc: "What the straddle comes to that is offered, 0 for none."},
	Attribute{Name: "earlier", Type: "list of event", Doc: "The events of this deal before this one: their words and fields."},
	Attribute{Name: "to_call", Type: "int", Doc: "What a call costs the seat whose turn it is."},
	Attribute{Name: "min_to", Type: "int", Doc: "The least that a bet or raise of it comes to."},
	Attribute{Name: "max_to", Type: "int", Doc: "The most that it comes to."},
	Attribute{Name: "can_check", Type: "bool", Doc: "Whether it may check."},
	Attribute{Name: "opens", Type: "bool", Doc: "Whether a bet of it would be the first of the round."},
	Attribute{Name: "limit", Type: "string", Doc: `"fixed", "spread", "pot limit" or "no limit".`},
	Attribute{Name: "hole", Args: "(seat)", Type: "list of string", Doc: "The seat's cards."},
	Attribute{Name: "held", Args: "(seat)", Type: "int", Doc: "How many cards the seat holds."},
	Attribute{Name: "is_live", Args: "(seat)", Type: "bool", Doc: "Whether the seat is still in."},
	Attribute{Name: "acted", Args: "(seat)", Type: "bool", Doc: "Whether the seat has acted in the round that is open."},
	Attribute{Name: "has_acted", Args: "(seat)", Type: "bool", Doc: "Whether the seat has acted at all in this deal."},
	Attribute{Name: "drawn", Args: "(seat)", Type: "bool", Doc: "Whether the seat has drawn."},
	Attribute{Name: "passed", Args: "(seat)", Type: "bool", Doc: "Whether the action has gone past a seat since its hand went out: others have acted after its place, or a round has ended in which it still owed chips."},
	Attribute{Name: "stack", Args: "(seat)", Type: "int", Doc: "What the seat has left."},
	Attribute{Name: "wager", Args: "(seat)", Type: "int", Doc: "What the seat has bet in the round."},
	Attribute{Name: "worth", Args: "(seat)", Type: "string", Doc: "The seat's hand in words, \"\" for none."},
	Attribute{Name: "times", Args: "(event, …)", Type: "int", Doc: "How many earlier events of this deal are of these words."},
	Attribute{Name: "better", Args: "(claimed, seat)", Type: "bool", Doc: "Whether a hand of the claimed kind is better than what the seat holds."},
)

// on makes attributes of a type.
func on(typ string, list ...Attribute) []Attribute {
	for i := range list {
		list[i].On = typ
	}
	return list
}
