package hand

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// EventKind is the kind of an event.
type EventKind uint8

// The events of a hand, in the terms of the table.
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
	Discarded                     // Seat discarded Cards; Amount is their number
	Exposed                       // Seat turned up Cards of its choice
	Straddled                     // Seat put Amount in as a straddle, for a total wager of To
	Declined                      // Seat declined to straddle
	Announced                     // Seat bets first because of the Cards it shows, or by position if there are none
	SeesStraight                  // Seat shows a possible straight in Cards
	SeesFlush                     // Seat shows a possible flush in Cards
	Redealt                       // the cards come back for a new deal; the pot of Amount stays
	Limited                       // Seat has no claim to bets from the round of Step on
	Voided                        // Amount that Seat bet from the round of Step on is void and goes back
	StoodPat                      // Seat drew no cards
	Reshuffled                    // the discards became the new stub of Amount cards
	Shown                         // Seat showed Cards; Strength is that of the first part
	Mucked                        // Seat gave up its hand at the showdown
	Awarded                       // Seat won Amount of pot Pot with its Part hand of Strength
	Won                           // Seat won Amount of the pot uncontested

	// Against a bank. Part is the hand of a seat with several, from 0, also in
	// Dealt, DealtUp and Exposed.
	Banked    // Seat takes the bank with a stake of Amount
	NoBanker  // nobody takes the bank: there is no round
	Placed    // Seat bet Amount
	SatOut    // Seat passes: it does not bet in this round
	Unable    // Seat cannot afford the smallest bet and its fee
	Chose     // Seat chose, for a hand, the step's offer Pot, for Amount
	BankHas   // the hand of Seat, the banker, has Strength: a class of the points, from 1
	Paid      // Seat's hand of Strength was paid Amount from the stake
	Lost      // Seat's hand of Strength lost Amount to the bank
	Pushed    // Seat's hand of Strength neither won nor lost
	Uncovered // the stake does not cover Amount that Seat's hand bet or won
	// Incidents and their effects. Note leads to the incident and its ruling.
	Happened    // an incident; the dealer had continued Amount times since the last action or incident
	Ruled       // the ruling on it
	Warned      // a warning
	LetStand    // the action stands
	Refused     // the request is refused
	Killed      // the hand of Seat is dead
	Revived     // the hand of Seat is live again
	Deadened    // Cards are dead and go to the muck; Seat held them, -1 for none
	TakenAside  // Cards are taken out of play
	PutBack     // Cards go back to the stub
	OwedCards   // Seat gets Amount cards later
	MadeBurn    // Cards become the next burn cards
	BurnSkipped // the next burn is skipped
	CutPack     // the stub is cut after Amount cards
	StreetAgain // Cards of the street come back, and it is dealt again
	TurnedFace  // Cards of Seat count as up cards
	Misdealt    // all cards come back for a new deal
	HandVoided  // all chips go back
	Postponed   // an effect was postponed
	GivenBack   // Amount of chips that do not count goes back to Seat
	Forfeited   // Seat put Amount in and has no claim to it
	Queued      // Seat's declaration is binding when its turn comes
	Unbound     // Seat's declaration is no longer binding: a bet or raise came before its turn
	DrawBound   // Seat draws exactly Amount cards
	ShowAsked   // Seat must show its whole hand
	ShownWhole  // Seat has shown its whole hand
	BlindsOwed  // Seat owes the blinds after this hand if it wins
	Picked      // Seat has chosen Cards or the offer Pot secretly, until all have chosen
	PassedOn    // Seat passed Cards to the seat Other
	RunBegan    // run Pot, from 0, of Other runs of the rest of the board begins
	RunPaid     // run Pot of Other is paid; its board is Cards
	BoardTaken  // the game's board Pot is removed; it had Cards
	SetApart    // Seat has set Cards apart as the game's hand Part, from 0
	Carried     // Amount stays in the pot for the next hand
	CarriedOver // earlier hands left Amount in the pot
	PaidPot     // Seat put Amount into the pot, by rule; against a bank it paid the banker for cards
	TookPot     // Seat took Amount out of the pot, by rule
	Rolled      // the die shows Amount
	Fouled      // Seat has set the game's hand Part, from 0, above the next one
	Reopened    // the round of Step is open again, as it was before the pot of Amount was gathered or pushed
	PutAgain    // Amount that had gone to Seat goes back in, and To lies in front of it; -1 for fees of the house
	BurnedUp    // Cards were burned face up, where everybody sees them
	TookBoard   // Seat took Cards from the board
	LaidOn      // Seat laid Cards on the board
	LookedAt    // Seat saw the Cards of the seat Other in a comparison
	Told        // Amount is 1 if the condition of Step holds, which looks at cards that lie face down, 0 if not
	Compared    // Seat has the best of the Amount hands that were compared

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

// Act is what a player does in a round of betting, as its event tells.
type Act uint8

// The acts.
const (
	NoAct Act = iota
	Folds
	Checks
	Calls
	Bets
	Raises
	Completes // a short bet
	BringsIn
)

// Aggressive reports whether the act is a bet or a raise, or completes a short bet.
func (a Act) Aggressive() bool { return Bets <= a && a <= Completes }

// Pay is what the Amount of an event is to its seat.
type Pay uint8

// What it is.
const (
	NoPay     Pay = iota
	PaysBlind     // put in by rule, as its bet
	PaysAnte      // put in by rule, beside its bet
	PaysDead      // put in by rule for a blind that it has missed
	PaysBet       // put in as its bet of the round, which is then To
	PaysStake     // for an offer, or at stake against a bank
	PaysFee       // for the house
	GetsBack      // its own, which nobody has matched or which is not bet any more
	GetsVoid      // its own, which does not count
	GetsShare     // won at the showdown
	GetsPot       // won because nobody else is in
)

// Wins reports whether the seat wins the chips from the pot.
func (p Pay) Wins() bool { return p == GetsShare || p == GetsPot }

// Forced reports whether a rule makes the seat put the chips in before it acts.
func (p Pay) Forced() bool { return PaysBlind <= p && p <= PaysDead }

// Answer is the kind of question of the game that an event answers.
type Answer uint8

// The kinds of answers.
const (
	NoAnswer  Answer = iota
	ByAct            // in a round of betting
	InSecret         // to what all are asked at once
	WithCards        // to a question for cards
	WithOffer        // to a question with offers
	WithBet          // to the question for the main bet against a bank
)

// Outcome is what a settlement against a bank says of a hand.
type Outcome uint8

// The outcomes.
const (
	NoOutcome  Outcome = iota
	BankCounts         // the bank's hand has been counted
	WinsBet
	LosesBet
	KeepsBet
	OverStake // the stake does not cover it
)

// OfBet reports whether a bet was won, lost or kept.
func (o Outcome) OfBet() bool { return WinsBet <= o && o <= KeepsBet }

// Tone is how the dealer's words for an event stand out.
type Tone uint8

// The tones.
const (
	PlainTone Tone = iota
	NoteTone
	StressTone
	PrizeTone
)

// EventFacts are what holds of every event of a kind.
type EventFacts struct {
	Name string
	// Words are the dealer's: parts in braces are filled from the event, see [speech.Narrator]. "" if several events are told in one
	// line, or nothing is said. BankWords stand instead of them in a game against a bank.
	Words, BankWords string
	Tone             Tone
	// To is the zone where the cards of the event lie after it; 0: it has none, or they lie where they did.
	To plan.Zones
	// FromStub: the cards come from the stub.
	FromStub bool
	// Sight is who sees the cards of the event, but for up cards that only the others see: see Event.Sight.
	Sight plan.Sight
	// Gives: the seat Other gets the cards.
	Gives bool
	// Secret: only Seat knows what it has chosen, until all have.
	Secret bool
	// NewDeal: all cards come back, and new ones are dealt.
	NewDeal bool
	// Shuffled: a card that was seen before the event may be anywhere after it.
	Shuffled bool
	// FromLast: Amount lies in the pot since the last hand.
	FromLast bool
	// Begins: a round of betting begins.
	Begins bool
	// Between: it belongs to no street of its own, but to the one that was before it.
	Between bool
	// Act is what a player does in a round of betting, and Answers the question that the event may answer.
	Act     Act
	Answers Answer
	// ByOffer: what Seat chose is the offer Pot of the step, if that has offers.
	ByOffer bool
	// Draws: Seat has said which cards it changes, or that it keeps all.
	Draws bool
	// Pays is what Amount is to Seat, and Outcome what a settlement against a bank says of it.
	Pays    Pay
	Outcome Outcome
	// Hint: the dealer points out what the up cards of Seat may be.
	Hint bool
	// Claims: the event limits the claim of Seat to the bets from the round of Step on.
	Claims bool
	// Out: the seat is not in any more. Back: it is in again.
	Out, Back bool
	// Shows: the seat shows its whole hand. AtShowdown: it shows its hand or gives it up, when all do.
	Shows, AtShowdown bool
	// NewRun: what follows is paid for run Pot of the board.
	NewRun bool
	// Incident: the event is an incident, which its Note has.
	Incident bool
	// Mutual: Other has an event of the same kind about Seat. The dealer says one of the two.
	Mutual bool
	// Rolls: a die of To sides has shown Amount.
	Rolls bool
	// Counts: Amount is a number of cards, rounds or the like, not of chips.
	Counts bool
	// TakesBack: nothing that was won before the event is won after it.
	TakesBack bool
	// Cancels: nothing that was done before the event counts; the deal or the whole hand is void.
	Cancels bool
}

var eventFacts = [eventKinds]EventFacts{
	Posted:       {Name: "posted", Words: "{who} posts {post}{all in}", Pays: PaysBlind, Between: true},
	PostedAnte:   {Name: "ante", Words: "{who} antes {amount}{all in}", Pays: PaysAnte, Between: true},
	PostedDead:   {Name: "dead post", Words: "{who} posts {post}, dead{all in}", Pays: PaysDead, Between: true},
	BroughtIn:    {Name: "brought in", Words: "{who} {opens} {amount}{all in}", Act: BringsIn, Pays: PaysBet, Answers: ByAct},
	Dealt:        {Name: "dealt", To: plan.ZoneHand, FromStub: true, Sight: plan.SeenByOwner},
	DealtUp:      {Name: "dealt up", To: plan.ZoneHand, FromStub: true, Sight: plan.SeenByAll},
	Boarded:      {Name: "board", To: plan.ZoneBoard, FromStub: true, Sight: plan.SeenByAll},
	Burned:       {Name: "burned", To: plan.ZoneBurn, FromStub: true, Sight: plan.SeenByNobody},
	RoundBegan:   {Name: "round", Begins: true},
	Folded:       {Name: "folded", Words: "{who} {folds}", Act: Folds, Out: true, Answers: ByAct},
	Checked:      {Name: "checked", Words: "{who} checks", Act: Checks, Answers: ByAct},
	Called:       {Name: "called", Words: "{who} calls {amount}{all in}", Act: Calls, Answers: ByAct, Pays: PaysBet},
	Bet:          {Name: "bet", Words: "{who} bets {amount}{all in}", Act: Bets, Answers: ByAct, Pays: PaysBet},
	Raised:       {Name: "raised", Words: "{who} raises to {to}{all in}", Act: Raises, Answers: ByAct, Pays: PaysBet},
	Completed:    {Name: "completed", Words: "{who} completes to {to}{all in}", Act: Completes, Answers: ByAct, Pays: PaysBet},
	Returned:     {Name: "returned", Words: "the {uncalled}{amount} goes back to {who}{again}", BankWords: "{hand} takes back {amount}", Pays: GetsBack},
	Gathered:     {Name: "gathered", Words: "the pot is {amount}", Tone: NoteTone},
	Collected:    {Name: "collected", Words: "{fee}", BankWords: "{who} pays the house {amount}", Pays: PaysFee, Between: true},
	Discarded:    {Name: "discarded", Words: "{hand} {discards}", To: plan.ZoneMuck, Sight: plan.SeenByOwner, Answers: WithCards, Draws: true},
	Exposed:      {Name: "exposed", Words: "{hand} turns up {cards}", To: plan.ZoneHand, Sight: plan.SeenByAll, Answers: WithCards},
	Straddled:    {Name: "straddled", Words: "{who} straddles to {to}{all in}", Answers: WithOffer, Pays: PaysBet},
	Declined:     {Name: "declined", Words: "{who} does not straddle", BankWords: "{hand} declines the bank", Answers: WithOffer},
	Announced:    {Name: "announced", Words: "{who}{bets first}", Sight: plan.SeenByAll},
	SeesStraight: {Name: "possible straight", Sight: plan.SeenByAll, Hint: true},
	SeesFlush:    {Name: "possible flush", Sight: plan.SeenByAll, Hint: true},
	Redealt:      {Name: "redealt", Words: "{why}cards back, the pot of {amount} stays", NewDeal: true, Shuffled: true, Between: true},
	Limited:      {Name: "claim limited", Words: "{who} has no claim to {bets since}", Claims: true, Between: true},
	Voided:       {Name: "voided", Claims: true, Pays: GetsVoid, Between: true},
	StoodPat:     {Name: "stood pat", Words: "{hand} {stays}", Answers: WithCards, Draws: true},
	Reshuffled:   {Name: "reshuffled", Words: "{which cards} shuffled: a new stub of {count}", Shuffled: true, Counts: true},
	Shown:        {Name: "shown", Words: "{who} shows {cards}{worth}", Sight: plan.SeenByAll, Shows: true, AtShowdown: true},
	Mucked:       {Name: "mucked", Words: "{who} mucks", AtShowdown: true},
	Awarded:      {Name: "awarded", Words: "{who} wins {amount}{award}", Tone: PrizeTone, Pays: GetsShare},
	Won:          {Name: "won", Words: "{who} wins {amount}", Tone: PrizeTone, Pays: GetsPot, Between: true},
	Banked:       {Name: "banked", Words: "{hand} banks with a stake of {amount}{all in}", Answers: WithOffer, Pays: PaysStake},
	NoBanker:     {Name: "no banker", Words: "nobody takes the bank: there is no round"},
	Placed:       {Name: "placed", Words: "{who} {puts} {amount}{on}{all in}", Answers: WithBet, Pays: PaysStake},
	SatOut:       {Name: "passed", Words: "{who} passes", Answers: WithOffer},
	Unable:       {Name: "unable", Words: "{who} has not the chips for a bet and the fee"},
	Chose:        {Name: "chose", Words: "{who} {chooses}", BankWords: "{hand}: {offer}", Answers: WithOffer, ByOffer: true, Pays: PaysStake},
	BankHas:      {Name: "bank has", Words: "the bank has{bank}", Outcome: BankCounts},
	Paid:         {Name: "paid", Words: "{hand}{counts} wins {amount}{on}", Tone: PrizeTone, Outcome: WinsBet},
	Lost:         {Name: "lost", Words: "{hand}{counts} loses {amount}{on}", Outcome: LosesBet},
	Pushed:       {Name: "pushed", Words: "{hand}{counts} pushes{on}", Outcome: KeepsBet},
	Uncovered:    {Name: "uncovered", Words: "the stake does not cover {amount} of {hand}", Outcome: OverStake},
	Happened:     {Name: "event", Words: "{incident}", Tone: StressTone, Counts: true, Incident: true},
	Ruled:        {Name: "ruling", Words: "{ruling}"},
	Warned:       {Name: "warned", Words: "{who} is warned"},
	LetStand:     {Name: "stands", Words: "what was done stands"},
	Refused:      {Name: "refused", Words: "{who} is refused"},
	Killed:       {Name: "killed", Words: "{who}'s hand is dead", Out: true},
	Revived:      {Name: "revived", Words: "{who}'s hand is live again", Back: true},
	Deadened:     {Name: "dead card", Words: "{some} dead, to the muck", To: plan.ZoneMuck, Sight: plan.SeenByOwner},
	TakenAside:   {Name: "set aside", Words: "{some} set aside", To: plan.ZoneAside, Sight: plan.SeenByOwner},
	PutBack:      {Name: "put back", Words: "{some} back to the stub", To: plan.ZoneStub, Sight: plan.SeenByOwner},
	OwedCards:    {Name: "owed", Words: "{who} gets {count} later", Counts: true},
	MadeBurn:     {Name: "next burn", Words: "{some} will be burned next", To: plan.ZoneBurn, Sight: plan.SeenByOwner},
	BurnSkipped:  {Name: "burn skipped", Words: "no card is burned"},
	CutPack:      {Name: "cut", Words: "the stub is cut after {count}", Counts: true},
	StreetAgain:  {Name: "street again", Words: "the street is dealt again: {some} back to the stub", To: plan.ZoneStub, Sight: plan.SeenByOwner},
	TurnedFace:   {Name: "turned face", Words: "{some} of {who} counts as an up card", To: plan.ZoneHand, Sight: plan.SeenByAll},
	Misdealt:     {Name: "misdeal", Words: "misdeal: all cards come back for a new deal", TakesBack: true, Cancels: true, NewDeal: true, Shuffled: true},
	HandVoided:   {Name: "hand void", Words: "the hand is void: all chips go back", TakesBack: true, Cancels: true},
	Postponed:    {Name: "postponed", Words: "the rest of the ruling follows later", Counts: true},
	GivenBack:    {Name: "given back", Words: "{amount} does not count and goes back to {who}", Pays: GetsVoid},
	Forfeited:    {Name: "forfeited", Words: "{who} leaves {amount} in the pot without a claim to it{all in}"},
	Queued:       {Name: "queued", Words: "what {who} has said is binding when its turn comes"},
	Unbound:      {Name: "released", Words: "what {who} has said is not binding any more"},
	DrawBound:    {Name: "draw bound", Words: "{who} draws exactly {count}", Counts: true},
	ShowAsked:    {Name: "must show", Words: "{who} must show the whole hand", Sight: plan.SeenByOwner},
	ShownWhole:   {Name: "shown whole", Words: "{who} has shown the whole hand: {some}", Sight: plan.SeenByAll, Shows: true},
	BlindsOwed:   {Name: "owes blinds", Words: "{who} owes the blinds after this hand if it wins"},
	Picked:       {Name: "picked", Sight: plan.SeenByOwner, Secret: true, ByOffer: true, Answers: InSecret},
	PassedOn:     {Name: "passed on", Words: "{who} passes {some} to {other}", To: plan.ZoneHand, Sight: plan.SeenByOwner, Gives: true},
	RunBegan:     {Name: "run", Words: "run {run} of {runs}"},
	RunPaid:      {Name: "run paid", Words: "run {run}: {cards}", Sight: plan.SeenByAll, NewRun: true},
	BoardTaken:   {Name: "board taken", Words: "{board} is taken away: {cards}", To: plan.ZoneMuck, Sight: plan.SeenByAll},
	SetApart:     {Name: "set apart", Words: "{who}: {set} {cards}", Sight: plan.SeenByAll},
	Carried:      {Name: "carried", Words: "the pot of {amount} stays for the next hand", Between: true},
	CarriedOver:  {Name: "carried over", Words: "the pot of {amount} carries over from the last hand", Between: true, FromLast: true},
	PaidPot:      {Name: "paid in", Words: "{who} pays {amount} into the pot{all in}", BankWords: "{hand} pays the bank {amount}{all in}"},
	TookPot:      {Name: "took", Words: "{who} takes {amount} out of the pot", Tone: PrizeTone},
	Rolled:       {Name: "rolled", Words: "the {die} shows {number}", Counts: true, Rolls: true},
	Fouled:       {Name: "fouled", Words: "{who} has fouled: {set} beats the hand after it", Sight: plan.SeenByAll},
	Reopened:     {Name: "reopened", Words: "the round is open again, with {amount} in the pot", TakesBack: true},
	PutAgain:     {Name: "put again", Words: "{puts again}"},
	LookedAt:     {Name: "looked at", Words: "{who} compares with {other}", Sight: plan.SeenByOwner, Mutual: true},
	Compared:     {Name: "compared", Words: "{who} {wins comparison}", Counts: true},
	Told:         {Name: "told", Words: "{condition}", Counts: true},
	TookBoard:    {Name: "took cards", Words: "{who} takes {cards}{place}", To: plan.ZoneHand, Sight: plan.SeenByAll, Answers: WithCards, Draws: true},
	LaidOn:       {Name: "laid", Words: "{who} lays {cards}{place}", To: plan.ZoneBoard, Sight: plan.SeenByAll, Answers: WithCards, Draws: true},
	BurnedUp:     {Name: "burned up", Words: "burned, face up: {cards}", To: plan.ZoneBurn, FromStub: true, Sight: plan.SeenByAll},
}

// DealsTo reports whether cards go from the stub to one of some zones.
func (f *EventFacts) DealsTo(z plan.Zones) bool { return f.FromStub && f.To&z != 0 }

// Unseen reports whether cards go from the stub to where nobody sees them.
func (f *EventFacts) Unseen() bool { return f.FromStub && f.Sight == plan.SeenByNobody }

// Facts returns what holds of every event of the kind.
func (k EventKind) Facts() *EventFacts { return &eventFacts[k] }

func (k EventKind) String() string { return eventFacts[k].Name }

// Event is one thing that happened. Amounts are in the table's smallest unit.
type Event struct {
	Kind  EventKind
	AllIn bool       // the seat has no chips left
	Sight plan.Sight // who sees the cards
	Seat  int8       // -1 for the dealer
	Pot   int8       // Awarded: 0 the main pot
	Part  int8       // Awarded: 0 the first part of the showdown, -1 where hands were not compared; Redealt: 0; both: NobodyWins
	N     int8       // number of cards
	// Forced is the forced bet of the game that was posted, from 1: its index in
	// [plan.Game.Forced] plus one. 0 for a seat's additional posts, and for posts
	// of a record that the game would not make.
	Forced int8
	// Other: Chose: NoOther for the only choice; PassedOn: the seat that gets the cards; RunBegan, RunPaid: the number of runs;
	// Returned, Revived: OwnAct if the seat's last act is taken back.
	Other int8
	// Note leads to the incident behind the event: see [Hand.NoteOf]. 0 for none.
	Note int16
	// Step is the plan step behind the event, which has the script's position and
	// the clauses. -1 before the first step.
	Step     int16
	Cards    [MaxHole]cards.Card
	Amount   int64
	To       int64
	Strength rank.Strength
	More     cards.Set // the cards that do not fit into Cards, in no order
	Open     cards.Set // those of the cards that everybody has seen before, whoever sees the others
}

// List returns the cards of the event. The slice belongs to the event if they fit
// into Cards.
func (e *Event) List() []cards.Card {
	if e.N <= MaxHole {
		return e.Cards[:e.N]
	}
	return unpack(&e.Cards, e.N, e.More)
}

// WithCards returns a copy of the event with cards.
func (e Event) WithCards(cs []cards.Card) Event {
	e.N, e.More = pack(&e.Cards, cs)
	return e
}

// Decides reports whether the event is a player's decision in a hand of the plan.
// Each answer is exactly one such event, whether it takes effect at once or when
// all have chosen. An answer without a question is none; but against a bank, where a hand is asked again and again, it
// is one, because a record of the others alone would not say which of them they are.
func (e *Event) Decides(p *plan.AtStakes) bool {
	if e.Seat < 0 || e.Other == NoOther && !p.AgainstBank {
		return false
	}
	st := p.Game.At(int(e.Step))
	switch f := e.Kind.Facts(); f.Answers {
	case InSecret:
		return true
	case ByAct: // a forced bet is none, and a fold elsewhere follows from a choice or a rule
		return st.Bets() && (f.Act != BringsIn || !st.Bet.ForcedOpen)
	case WithCards:
		return st.AsksCards() && st.Ask.InTurn && st.Ask.Rule == plan.Chosen && e.Other != NoOther
	case WithOffer:
		return st.Chooses() && st.Ask.InTurn
	case WithBet: // bets that are made with the main bet are not decisions
		return st.Place != nil && int(e.Pot) == max(slices.Index(p.Bets, st.Place.Bet), 0)
	}
	return false
}

// InAfter returns the seats that are in after the event. They were in before it, and
// all were dealt in.
func (e *Event) InAfter(in, all betting.Set) betting.Set {
	switch f := e.Kind.Facts(); {
	case f.Out:
		return in &^ betting.Bit(int(e.Seat))
	case f.Back:
		return in | betting.Bit(int(e.Seat))
	case f.Cancels:
		return all
	}
	return in
}

// Began returns the indices of the events with which the rounds of betting began that stand: without those that began
// after a round that a ruling has opened again.
func Began(events []Event) []int {
	var out []int
	for i := range events {
		switch e := &events[i]; {
		case e.Kind.Facts().Begins:
			out = append(out, i)
		case e.Kind == Reopened:
			for k := range slices.Backward(out) {
				if events[out[k]].Step == e.Step {
					out = out[:k+1]
					break
				}
			}
		}
	}
	return out
}

// Retracts reports whether the event takes back the last act of its seat, which acts again: as if it had not acted.
func (e *Event) Retracts() bool {
	return (e.Kind == Returned || e.Kind == Revived) && e.Other == ownAct
}

// ownAct is the Other of chips, or of a hand, that a seat gets back because its last act is taken back.
const ownAct = 1

// NobodyWins is the Part of shares of a pot that nobody wins, and of a new deal for
// it, because every player who is in had to win all they declared for.
const NobodyWins = -2

// NoOther is the Other of an answer that was given without asking, because the seat had no
// other.
const NoOther = -2

// Log records the events of a hand and, if Decisions is set, the players'
// decisions, without those that a ruling has taken back. A reused Log keeps its memory: reset it with Events = Events[:0].
type Log struct {
	Events    []Event
	Decisions bool
	Decided   []Decided
	// Watch, when set, is called with the hand after each event, and with a nil
	// event before each step of the plan. The hand may be in the middle of an
	// action: Watch may read and copy it, but must not play it.
	Watch func(h *Hand, e *Event)
}

// forget removes the decision that a ruling has taken back, as the events from an index on tell: the last of its seat in a round of betting.
func (l *Log) forget(from int) {
	k := slices.IndexFunc(l.Events[from:], func(e Event) bool { return e.Retracts() })
	for i := len(l.Decided) - 1; k >= 0 && i >= 0; i-- {
		if a := &l.Decided[i].Action; a.Seat == l.Events[from+k].Seat && a.Kind != PickCards && a.Kind != Choose {
			l.Decided = slices.Delete(l.Decided, i, i+1)
			return
		}
	}
}

// Note is an incident and the ruling on it.
type Note struct {
	Incident *plan.Incident
	Ruling   *plan.Ruling    // its level says whether it is a default
	Judged   *plan.Judgement // the decision in this case
}

// Decided is a player's decision, and the state of the hand before it.
type Decided struct {
	Action Action
	Before int   // the number of events before it
	Step   int16 // of the plan
	Offer  int8  // Choose: which offer of the step
	// Opens: a raise is the first bet. Completes: it completes a short bet.
	Opens, Completes bool
	Live             int8  // seats in the hand
	Pot              int64 // with the bets of the round
	Price            int64 // the price of staying in
	Stack            int64 // of the seat
}

// Name returns the decision in a word or two: "fold", "bet", "draw", "stand pat",
// "double".
func (d *Decided) Name(g *plan.Game) string {
	st := g.At(int(d.Step))
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
