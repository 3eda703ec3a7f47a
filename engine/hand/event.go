package hand

import (
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
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
	Announced                     // Seat bets first, because of the Cards it shows; by its place if there are none
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
	SatOut    // Seat passes: it does not bet in this round
	Unable    // Seat has not the chips for the least bet and its fee
	Chose     // Seat chose, for a hand, what stands at Pot of the step's choices, for Amount
	BankHas   // the hand of Seat, who banks, has Strength: a class of the points, from 1
	Paid      // Seat's hand of Strength was paid Amount out of the stake
	Lost      // Seat's hand of Strength lost Amount to the bank
	Pushed    // Seat's hand of Strength neither won nor lost
	Uncovered // Amount of what Seat's hand bet or won the stake does not cover
	// What follows from irregularities. Note leads to the incident and its ruling.
	Happened    // an incident; the dealer had gone on Amount times since a player or an incident before it
	Ruled       // what the house says about it
	Warned      // a warning
	LetStand    // what was done stands
	Refused     // what was wanted is refused
	Killed      // the hand of Seat is dead
	Revived     // the hand of Seat is live again
	Deadened    // Cards are dead and go to the muck; Seat held them, -1 for none
	TakenAside  // Cards are taken out of play
	PutBack     // Cards go back to the stub
	OwedCards   // Seat gets Amount cards later
	MadeBurn    // Cards are the next burn
	BurnSkipped // the next burn is left out
	CutPack     // the stub is cut after Amount cards
	StreetAgain // Cards of the street come back, it is dealt again
	TurnedFace  // Cards of Seat count as up cards
	Misdealt    // all cards come back for a new deal
	HandVoided  // all chips go back
	Postponed   // something is done later
	GivenBack   // Amount of chips that do not count goes back to Seat
	Forfeited   // Seat put Amount in and has no claim to it
	Queued      // what Seat has said is binding when its turn comes
	Unbound     // what Seat has said is not binding any more: a bet or raise came before its turn
	DrawBound   // Seat draws exactly Amount cards
	ShowAsked   // Seat must show its whole hand
	ShownWhole  // Seat has shown its whole hand
	BlindsOwed  // Seat owes the blinds after this hand if it wins
	Picked      // Seat has chosen Cards, or the offer Pot, in secret, until all have chosen
	PassedOn    // Seat passed Cards to the seat Other, face down
	RunBegan    // run Pot, from 0, of Other runs of the rest of the board begins
	RunPaid     // run Pot of Other is paid; its board is Cards
	BoardTaken  // the board Pot of the game is taken away; it had Cards
	SetApart    // Seat has set Cards apart for the hand Part of the game, from 0
	Carried     // Amount stays in the pot for the next hand
	CarriedOver // Amount was left in the pot by hands before
	PaidPot     // Seat put Amount into the pot, by rule
	TookPot     // Seat took Amount out of the pot, by rule
	Rolled      // the die shows Amount
	Fouled      // Seat has set the hand Part of the game, from 0, above the next

	eventKinds
)

// EventKinds lists all kinds of events.
func EventKinds() []EventKind {
	out := make([]EventKind, eventKinds)
	for i := range out {
		out[i] = EventKind(i)
	}
	return out
}

var eventNames = [...]string{
	"posted", "ante", "dead post", "brought in", "dealt", "dealt up", "board", "burned", "round",
	"folded", "checked", "called", "bet", "raised", "completed", "returned", "gathered", "collected",
	"discarded", "exposed", "straddled", "declined", "announced", "possible straight", "possible flush", "redealt", "claim limited", "voided",
	"stood pat", "reshuffled", "shown", "mucked", "awarded", "won",
	"banked", "no banker", "placed", "passed", "unable", "chose", "bank has", "paid", "lost", "pushed", "uncovered",
	"event", "ruling", "warned", "stands", "refused", "killed", "revived", "dead card", "set aside", "put back", "owed", "next burn", "burn skipped",
	"cut", "street again", "turned face", "misdeal", "hand void", "postponed", "given back", "forfeited", "queued", "released",
	"draw bound", "must show", "shown whole", "owes blinds", "picked", "passed on", "run", "run paid", "board taken", "set apart", "carried", "carried over", "paid in", "took", "rolled", "fouled",
}

func (k EventKind) String() string { return eventNames[k] }

// Event is one thing that happened. Amounts are in the table's smallest unit.
type Event struct {
	Kind  EventKind
	AllIn bool // the seat has no chips left
	Seat  int8 // -1 for the dealer
	Pot   int8 // Awarded: 0 the main pot
	Part  int8 // Awarded: 0 the first part of the showdown
	N     int8 // number of cards
	// Forced is which forced bet of the game was posted, from 1: an index of
	// [plan.Game.Forced] and one. 0 for posts that a seat owes besides, and for what a
	// record has posted elsewhere than the game would.
	Forced int8
	Other  int8 // PassedOn: the seat that gets the cards; RunBegan, RunPaid: the number of runs
	// Note leads to the incident behind the event: see [Hand.NoteOf]. 0 for none.
	Note int16
	// Step is the plan step behind the event; with it come the script's
	// position and the clauses. -1 for what happens before the first step.
	Step     int16
	Cards    [MaxHole]cards.Card
	Amount   int64
	To       int64
	Strength rank.Strength
	More     cards.Set // the cards that have no room in Cards, in no order
}

// List is the cards of the event. The slice is the event's own where there is room
// for them in it.
func (e *Event) List() []cards.Card {
	if e.N <= MaxHole {
		return e.Cards[:e.N]
	}
	return unpack(&e.Cards, e.N, e.More)
}

// WithCards is the event with cards.
func (e Event) WithCards(cs []cards.Card) Event {
	e.N, e.More = pack(&e.Cards, cs)
	return e
}

// knows reports whether a seat knows the cards of an event that is not open: it
// is its own, or gets them.
func (e *Event) knows(seat int) bool {
	return int(e.Seat) == seat || e.Kind == PassedOn && int(e.Other) == seat
}

// Decides reports whether the event is a decision of a player in a hand of the plan. Each
// answer is one such event, whether it happens at once or when all have chosen.
func (e *Event) Decides(p *plan.Bound) bool {
	if e.Seat < 0 || e.Step < 0 {
		return false
	}
	st := &p.Game.Steps[e.Step]
	switch e.Kind {
	case Checked, Called, Bet, Raised, Completed, Picked:
		return true
	case Folded:
		return st.Ask == nil // else it follows from a choice
	case BroughtIn:
		return !st.Bet.ForcedOpen
	case Discarded, StoodPat, Exposed:
		return st.AsksCards() && st.Ask.InTurn && st.Ask.Rule == plan.Chosen
	case Straddled, Declined, Chose, Banked, SatOut:
		return st.Chooses() && st.Ask.InTurn
	case Placed: // what goes with the bet is placed with it
		return st.Place != nil && int(e.Pot) == max(slices.Index(p.Bets, st.Place.Bet), 0)
	}
	return false
}

// Log takes the events of a hand, and where Decisions is set what players decide.
// A Log that is reused keeps its memory: reset it with Events = Events[:0].
type Log struct {
	Events    []Event
	Decisions bool
	Decided   []Decided
	// Watch, when set, is called with the hand after each event, and with nil before a step of the
	// plan begins. It may look at the hand, which is in the middle of something, and copy it; it must not play it.
	Watch func(h *Hand, e *Event)
}

// Note is an incident and what was ruled about it.
type Note struct {
	Incident *plan.Incident
	Ruling   *plan.Ruling    // whose level says whether it is a default
	Judged   *plan.Judgement // what was ruled in this case
}

// Decided is a decision of a player, and the hand as it was before it.
type Decided struct {
	Action Action
	Before int   // the number of events before it
	Step   int16 // of the plan
	Offer  int8  // Choose: which offer of the step
	// Opens: a raise is a bet. Completes: it completes a short bet.
	Opens, Completes bool
	Live             int8  // seats in the hand
	Pot              int64 // with the bets of the round
	Price            int64 // what it costs to stay in
	Stack            int64 // of the seat
}

// Name is the decision in a word or two: "fold", "bet", "draw", "stand pat", "double".
func (d *Decided) Name(g *plan.Game) string {
	st := &g.Steps[d.Step]
	switch d.Action.Kind {
	case RaiseTo:
		switch {
		case d.Opens:
			return "bet"
		case d.Completes:
			return "complete"
		}
	case Choose:
		if st.Ask != nil && int(d.Offer) < len(st.Ask.Offers) {
			return st.Ask.Offers[d.Offer].Name
		}
	case PickCards:
		switch {
		case st.Ask == nil:
		case d.Action.N == 0 && st.Ask.Words.None != "":
			return st.Ask.Words.None
		case st.Ask.Words.Say != "":
			return st.Ask.Words.Say
		}
	}
	return d.Action.Kind.String()
}
