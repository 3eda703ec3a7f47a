package ledger

// Version is the version of the tables. It changes when the meaning of a column changes or a column is removed, not when one is added at the end.
const Version = 2

// Kind is the type of a column.
type Kind string

// Column types. Amounts are exact decimal numbers of chips.
const (
	Int    Kind = "int"
	Amount Kind = "decimal"
	Bool   Kind = "bool"
	Text   Kind = "text"
	Time   Kind = "timestamp" // in UTC: 2009-07-01 03:04:05
)

// Column is a column of a table.
type Column struct {
	Name  string
	Type  Kind
	About string
}

// Table is the definition of a table.
type Table struct {
	Name    string
	About   string
	Columns []Column
}

// The tables, as indexes of [Tables].
const (
	Hands = iota
	Seats
	Decisions
	Events
	Pots
	Equities

	Count
)

var tables = [Count]Table{
	Hands: {"hands", "one row for each hand", []Column{
		{"hand", Int, "number of the hand: in the run or session, or counted over all recorded files; the key of the other tables"},
		{"file", Text, "recorded file, empty for a hand that was played"},
		{"file_hand", Int, "number of the hand in its file, empty for a hand that was played"},
		{"seed", Int, "seed of the cards, empty for a recorded hand"},
		{"game", Text, "id of the game"},
		{"stakes", Text, "the stakes: nl 1-2, pl 0.5-1 ante 0.1, 2-4 for a fixed limit"},
		{"seats", Int, "players who were dealt in"},
		{"button", Int, "seat with the button; the last seat where a record does not say"},
		{"board", Text, "cards on the board"},
		{"out", Text, "cards out of play that everybody has seen, such as burn cards that lie face up"},
		{"rounds", Int, "rounds of betting that began"},
		{"decisions", Int, "decisions of all players, without those that a ruling took back"},
		{"showdown", Bool, "hands were compared"},
		{"split", Bool, "several seats shared a pot"},
		{"pots", Int, "pots that were divided at the showdown, 0 without one"},
		{"chips_in", Amount, "chips paid into pots and to the house"},
		{"chips_out", Amount, "chips won by seats, or carried to the next hand"},
		{"collected", Amount, "chips that the house took"},
		{"carried", Amount, "chips left in the pot for the next hand"},
		{"ok", Bool, "the hand ended as it was recorded; true for a hand that was played"},
		{"site", Text, "site of a recorded hand, empty if the record names none"},
		{"site_hand", Text, "number that the site gave the hand, empty if the record has none"},
		{"added", Amount, "chips that the house put into the pot: a cash drop, a splash; empty without"},
		{"time_utc", Time, "when the hand was dealt, empty if the record does not say, or in a time zone that is not known; UTC if it names none"},
		{"time", Text, "the same as written: date, time, time zone"},
		{"currency", Text, "currency of the amounts, empty if the record names none"},
		{"tournament", Text, "tournament of a recorded hand, empty for none"},
		{"level", Int, "level of the tournament, empty if the record names none"},
		{"table_name", Text, "table of a recorded hand"},
		{"limit", Text, "limit of the betting: fixed limit, spread limit, pot limit, no limit"},
		{"small_blind", Amount, "small blind, empty without"},
		{"big_blind", Amount, "big blind, empty without"},
		{"ante", Amount, "largest ante of a seat, empty without"},
		{"straddles", Int, "straddles and other blinds above the big blind"},
		{"straddle", Amount, "the largest of them, empty without"},
		{"unit", Amount, "unit of results: the big blind, the small bet of a game without blinds, the ante without either"},
		{"rake", Amount, "what the house took from the pots, without fees for a jackpot"},
		{"jackpot_fee", Amount, "what was taken from the pots for a jackpot, empty without"},
		{"saw_flop", Int, "players still in when the second round of betting began, or at a showdown without one"},
		{"hero", Int, "seat of the player whose file it is, empty if nobody knows"},
	}},
	Seats: {"seats", "one row for each player in a hand", []Column{
		{"hand", Int, "number of the hand"},
		{"seat", Int, "seat of the hand, from 1"},
		{"table_seat", Int, "seat at the table of a session, otherwise the same"},
		{"player", Text, "name in the record, number in a session, otherwise empty"},
		{"position", Int, "seats after the button: 0 is the button"},
		{"stack", Amount, "chips before the hand"},
		{"put_in", Amount, "chips put into the pot and paid to the house"},
		{"won", Amount, "chips won"},
		{"net", Amount, "chips won or lost"},
		{"folded", Bool, "the hand was folded or killed before the end"},
		{"shown", Bool, "the hand was shown at the showdown"},
		{"cards", Text, "hole cards as far as they are known, ?? for others"},
		{"made", Text, "what was shown, in the first part of the showdown: full house, eight low"},
		{"cash_out", Amount, "chips received outside the pot for the hand, or below 0 paid; empty without a cash-out"},
		{"result", Amount, "net, with the cash-out instead of what a sold hand won, with insurance, and in cash games with bounties and jackpots"},
		{"cash_out_fee", Amount, "what the buyer of the hand kept of the cash-out, which is without it; empty for none"},
		{"insurance", Amount, "chips received from an insurance less its price, below 0 for a price only; empty without one"},
		{"bounty", Amount, "received for knocking players out or for a bounty on hands, or below 0 paid: money in a tournament, otherwise chips; empty without"},
		{"jackpot", Amount, "received from a jackpot; empty without"},
		{"prize", Amount, "money that the player wins in the tournament, if the record of the hand says so"},
		{"place", Int, "place in the tournament, if the record of the hand says so"},
		{"position_name", Text, "position by the blinds: SB, BB, UTG, MP, HJ, CO, BTN"},
		{"stack_bb", Amount, "stack in units of the hand, such as big blinds, to hundredths"},
		{"hero", Bool, "the player whose file it is"},
		{"saw_flop", Bool, "still in when the second round of betting began, or at a showdown without one"},
		{"at_showdown", Bool, "still in at a showdown, whether the hand was shown or not"},
		{"fold_street", Text, "street on which the hand was folded or killed, empty if it was not"},
		{"all_in_street", Text, "street on which the last chips went in, empty if they did not"},
		{"ev", Amount, "with --ev: result, with what the pots were worth where the betting was over with cards to come, to ten-thousandths"},
		{"ev_error", Amount, "standard error of ev where deals were sampled, otherwise empty"},
	}},
	Decisions: {"decisions", "one row for each decision of a player", []Column{
		{"hand", Int, "number of the hand"},
		{"decision", Int, "number of the decision in the hand, from 1"},
		{"seat", Int, "seat of the hand"},
		{"position", Int, "seats after the button: 0 is the button"},
		{"step", Int, "step of the game's plan, from 1"},
		{"script", Text, "script with that step, such as scripts/HOUSE/holdem.star"},
		{"line", Int, "line of the script"},
		{"street", Text, "street: Flop, After the draw"},
		{"live", Int, "players still in the hand"},
		{"pot", Amount, "pot before the decision, with the bets of the round"},
		{"price", Amount, "chips that it costs to stay in; 0 in a game against a bank"},
		{"stack", Amount, "chips of the player before the decision"},
		{"action", Text, "fold, check, call, bet, raise, draw, or the name of a choice"},
		{"amount", Amount, "chips put in; in a game against a bank the amount that goes with the choice"},
		{"total", Amount, "bet of the round after the decision, empty without one"},
		{"all_in", Bool, "the player has no chips left"},
		{"cards", Text, "cards that were chosen, as far as they are known"},
	}},
	Events: {"events", "one row for each irregularity with its ruling, each claim that a rule limited, and each event of a table", []Column{
		{"hand", Int, "number of the hand; for an event of a table the hand after it"},
		{"event", Int, "number of the event in the hand, from 1; 0 for an event of a table"},
		{"source", Text, "ruling, claim or table"},
		{"kind", Text, "what happened: flashed_card, join; of a claim: limited, or void for chips that went back"},
		{"seat", Int, "seat of the hand that it concerns, for an event of a table the seat at the table; empty for none"},
		{"player", Text, "player that it concerns"},
		{"ruling", Text, "who ruled: game, house, or default for the custom of card rooms"},
		{"why", Text, "reason of the ruling"},
		{"script", Text, "script with the ruling"},
		{"line", Int, "line of the script"},
		{"text", Text, "the event in the words of saved games; amounts in it are in the smallest unit"},
	}},
	Pots: {"pots", "one row for each pot", []Column{
		{"hand", Int, "number of the hand"},
		{"pot", Int, "number of the pot, from 1, the main pot"},
		{"kind", Text, "main or side"},
		{"size", Amount, "chips in the pot before the house took its part, without an uncalled bet"},
		{"won", Amount, "chips that players won from it"},
		{"eligible", Text, "seats that could win it: 1 3 4"},
		{"winners", Text, "seats that won a part of it"},
	}},
	Equities: {"equities", "with --ev: one row for each pot and seat of a hand in which the betting was over with cards to come", []Column{
		{"hand", Int, "number of the hand"},
		{"pot", Int, "number of the pot, from 1, the main pot"},
		{"seat", Int, "seat of the hand that could win it"},
		{"size", Amount, "chips in the pot, less what the house took"},
		{"equity", Amount, "part of the pot that the seat could expect, from 0 to 1, to millionths; folded cards count as unknown"},
		{"to_come", Int, "cards that were still to come"},
		{"exact", Bool, "all deals were counted, not some sampled"},
	}},
}

// Tables returns all tables with their columns, in the order of their indexes.
func Tables() []Table { return tables[:] }
