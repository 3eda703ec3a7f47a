package hand

import (
	"cardroom/engine/cards"
	"cardroom/engine/rank"
)

// EventKind says what happened.
type EventKind uint8

// What happens in a hand, in the words of the table.
const (
	Posted       EventKind = iota // Seat put Amount in as a blind or straddle
	PostedAnte                    // Seat put Amount in as an ante
	PostedDead                    // Seat put Amount in as dead money
	BroughtIn                     // Seat made the forced opening bet of Amount
	Dealt                         // Seat was dealt Cards, face down
	DealtUp                       // Seat was dealt Cards, face up
	Boarded                       // Cards were put on the board
	Burned                        // Cards were burned
	RoundBegan                    // a round of betting began; Seat acts first, -1 if nobody can act
	Folded                        // Seat folded
	Checked                       // Seat checked
	Called                        // Seat put Amount in and called To
	Bet                           // Seat put Amount in and bet To
	Raised                        // Seat put Amount in and raised to To
	Completed                     // Seat put Amount in and completed a short bet to To
	Returned                      // Amount of an uncalled bet went back to Seat
	Gathered                      // the bets were moved in; the pot is Amount
	Collected                     // the house took Amount; Seat paid, -1 for the pot
	Discarded                     // Seat discarded Cards, in Amount the number
	Exposed                       // Seat turned up Cards of its own choice
	Straddled                     // Seat put Amount in as a straddle, its wager comes to To
	Declined                      // Seat declined to straddle
	Announced                     // Seat bets first because of the Cards it shows
	SeesStraight                  // Seat shows a possible straight in Cards
	SeesFlush                     // Seat shows a possible flush in Cards
	Redealt                       // the cards come back for a new deal; the pot of Amount stays
	Limited                       // Seat has no claim to what was bet from the round of Step on
	Voided                        // Amount that Seat bet from the round of Step on is void and goes back
	StoodPat                      // Seat drew no cards
	Reshuffled                    // the discards became the new stub of Amount cards
	Shown                         // Seat showed Cards; Strength is the first part's
	Mucked                        // Seat gave up its hand at the showdown
	Awarded                       // Seat won Amount of pot Pot with its Part hand of Strength
	Won                           // Seat won Amount of the pot uncontested

	// Against a bank. Part is the hand of a seat that has several, from 0; so it
	// is in Dealt, DealtUp and Exposed.
	Banked    // Seat takes the bank with a stake of Amount
	NoBanker  // nobody takes the bank: there is no round
	Placed    // Seat bet Amount
	SatOut    // Seat does not bet in this round
	Unable    // Seat has not the chips for the least bet and its fee
	Chose     // Seat chose, for a hand, what stands at Pot of the step's choices, for Amount
	BankHas   // the hand of Seat, who banks, has Strength: a class of the points, from 1
	Paid      // Seat's hand of Strength was paid Amount out of the stake
	Lost      // Seat's hand of Strength lost Amount to the bank
	Pushed    // Seat's hand of Strength neither won nor lost
	Uncovered // Amount of what Seat's hand bet or won the stake does not cover
)

var eventNames = [...]string{
	"posted", "ante", "dead post", "brought in", "dealt", "dealt up", "board", "burned", "round",
	"folded", "checked", "called", "bet", "raised", "completed", "returned", "gathered", "collected",
	"discarded", "exposed", "straddled", "declined", "announced", "possible straight", "possible flush", "redealt", "claim limited", "voided",
	"stood pat", "reshuffled", "shown", "mucked", "awarded", "won",
	"banked", "no banker", "placed", "sat out", "unable", "chose", "bank has", "paid", "lost", "pushed", "uncovered",
}

func (k EventKind) String() string { return eventNames[k] }

// Event is one thing that happened. Amounts are in the table's smallest unit.
type Event struct {
	Kind  EventKind
	AllIn bool // the seat has no chips left
	Seat  int8 // -1 for the dealer
	Pot   int8 // Awarded: 0 the main pot
	Part  int8 // Awarded: 0 the first part of the showdown
	N     int8 // cards in Cards
	// Step is the plan step behind the event; with it come the script's
	// position and the clauses. -1 for what happens before the first step.
	Step     int16
	Cards    [MaxHole]cards.Card
	Amount   int64
	To       int64
	Strength rank.Strength
}

// List is the cards of the event.
func (e *Event) List() []cards.Card { return e.Cards[:e.N] }

// Log takes the events of a hand. A Log that is reused keeps its memory:
// reset it with Events = Events[:0].
type Log struct{ Events []Event }

func (h *Hand) emit(e Event) {
	if h.log == nil {
		return
	}
	e.Step = h.pc
	h.log.Events = append(h.log.Events, e)
}

func (h *Hand) emitCards(kind EventKind, seat int, cs []cards.Card) {
	if h.log == nil {
		return
	}
	e := Event{Kind: kind, Seat: int8(seat), Step: h.pc, N: int8(len(cs))}
	copy(e.Cards[:], cs)
	h.log.Events = append(h.log.Events, e)
}

func (h *Hand) emitChips(kind EventKind, seat int, amount, to int64) {
	if h.log == nil {
		return
	}
	h.emit(Event{Kind: kind, Seat: int8(seat), Amount: amount, To: to, AllIn: seat >= 0 && h.s.Stack[seat] == 0})
}
