package plan

import (
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/seating"
)

// Ruling is what a house does about one kind of incident: effects as they
// stand, or a hook that looks at the incident and says what follows.
//
// The rulings of a game are asked in order: its own first, then those of its
// house, then the defaults. A hook that has nothing to say leaves the incident to the
// next; without a ruling the incident is refused.
type Ruling struct {
	Incident IncidentKind
	Level    RulingLevel
	Judgement
	Hook RulingHook // nil: the judgement stands for every case
	Name string     // the script's function, "" without one
	Doc  string     // what the script says of it
	Pos  diag.Pos
}

// RulingLevel says for what a ruling was made.
type RulingLevel uint8

// The levels, nearest first.
const (
	OfGame RulingLevel = iota
	OfHouse
	ByDefault // nothing in the house's document: the custom of card rooms
)

func (l RulingLevel) String() string { return [...]string{"game", "house", "default"}[l] }

// Judgement is what is ruled in one case.
type Judgement struct {
	Effects []FloorEffect
	Clauses []string // of the house's document
	Ref     string   // where the custom is written down: "WSOP 104"
	Why     string   // a sentence
}

// RulingHook rules on incidents by a script. It must not keep the view. A nil
// judgement without an error leaves the incident to the next ruling.
type RulingHook interface {
	Rule(v IncidentView) (*Judgement, error)
	// Leaves reports whether it may leave an incident to the next ruling.
	Leaves() bool
}

// IncidentView is what a ruling may look at: the incident and the state of the
// hand before anything follows from it.
type IncidentView interface {
	Incident() *Incident
	// Moment is the part of the hand, and the number of rounds of betting that
	// have begun.
	Moment() (Moment, int)
	// Earlier are the incidents of this deal before this one.
	Earlier() []*Incident
	Seats() int
	Live() seating.Set
	Hole(seat int) []cards.Card
	IsUp(seat, k int) bool
	Board() []cards.Card
	Stub() int // cards in it
	// Due is the number of cards that a seat has been dealt by now.
	Due() int
	// Dealt is the number of cards dealt in this deal. Place is which of them the
	// card of the incident is, 1 the first; 0 for a card that no seat holds.
	Dealt() int
	Place() int
	// Actions is the number of actions in the first round of betting.
	Actions() int
	Acted(seat int) bool    // in the round that is open
	HasActed(seat int) bool // in the deal
	Drawn(seat int) bool    // in the draw that is running, or when it is over
	Passed(seat int) bool   // whether the action has gone past the seat since its hand went out
	Draws() bool            // whether the game has a draw
	Burns() bool            // whether cards are burned in the game
	// Banker is the seat that banks, -1 in a game without a bank.
	Banker() int
	Low() bool       // whether low hands win
	BringsIn() bool  // whether the seat whose turn it is must bring it in
	Ups() bool       // whether seats have cards face up
	Initial() int    // cards that the initial deal gives a seat
	Turn() int       // -1 for the dealer
	Serving() int    // the seat of a draw that gets the next card, -1 for none
	Straddle() int64 // size of the straddle that is offered, 0 for none
	Stack(seat int) int64
	Wagered(seat int) int64
	Options() *betting.Options // of the seat whose turn it is, nil when no bet is asked
	Limit() *betting.Limit     // of the round
	// Worth describes the seat's hand as it is, for the first part of the
	// showdown; "" for none. Better reports whether a hand of that kind would
	// beat it.
	Worth(seat int) string
	Better(claimed string, seat int) (bool, error)
}

// FloorEffectKind is what a ruling does.
type FloorEffectKind uint8

// The effects. Unless it is said otherwise they are about the seat and the cards
// of the incident when they name none.
const (
	EffectWarn       FloorEffectKind = iota // Text is said, nothing else happens
	EffectStands                            // nothing happens: what was done stands
	EffectRefuse                            // what was wanted is refused
	EffectAskAgain                          // the decision is asked again
	EffectKill                              // the hand is dead
	EffectRevive                            // the hand is live again
	EffectDead                              // the cards go to the muck
	EffectAside                             // the cards are taken out of play
	EffectToStub                            // the cards go back on top of the stub
	EffectReplace                           // the seat gets a card: From, Index, When
	EffectFill                              // the seat gets what is missing: When
	EffectNextBurn                          // a card is the next burn
	EffectBurn                              // N cards are burned now
	EffectSkipBurn                          // the next burn is left out
	EffectReshuffle                         // the zones in Zones are shuffled into the stub
	EffectCut                               // the stub is cut at N
	EffectRedoStreet                        // the cards of the street come back to the stub, it is dealt again
	EffectFaceUp                            // the card counts as an up card, the next up card comes down
	EffectMisdeal                           // all cards back, a new deal
	EffectVoid                              // all chips back, the hand is over
	EffectLater                             // Then, at When
	EffectAct                               // the seat acts: Word, Amount
	EffectSurplus                           // Amount goes back to the seat: it was not in the pot yet
	EffectPutIn                             // Amount of the seat's chips goes into the pot
	EffectQueue                             // the action is taken when the seat's turn comes, if no bet or raise comes before
	EffectDraws                             // the seat draws exactly N cards
	EffectComplete                          // the seat must show the whole hand, or it is dead when the pot is pushed
	EffectShown                             // the seat has shown the whole hand
	EffectOwesBlinds                        // the seat owes the blinds after the hand if it wins
	EffectStayUp                            // cards turned up too many stay up, the next is kept down
	EffectBurnStands                        // the street stays as it was dealt with the wrong burn
	EffectTakeBack                          // the last action of the seat is undone, its chips go back; it acts again

	floorEffectKinds
)

var floorEffectNames = [floorEffectKinds]string{
	"warning", "stands", "refused", "asked again", "dead hand", "live again", "dead card", "set aside", "back to the stub", "replaced", "filled up",
	"next burn", "burned", "burn left out", "reshuffled", "cut", "street again", "counts as up card", "misdeal", "void", "later",
	"acts", "given back", "put in", "binding in turn", "draws", "must show all", "shown in full", "owes blinds", "stays up", "burn stands", "taken back",
}

func (k FloorEffectKind) String() string { return floorEffectNames[k] }

// Timing says when an effect happens.
type Timing uint8

// The times.
const (
	Now          Timing = iota
	AfterCircuit        // when every seat has its card of the round of cards that is dealt
	AfterDeal           // when the initial deal is complete
	AfterDraw           // when the last seat of the draw has been served
	AtDraw              // at the seat's own draw
	AfterRound          // when Rounds rounds of betting from now have ended
)

// Zones are places where cards lie.
type Zones uint8

// The zones.
const (
	ZoneStub Zones = 1 << iota
	ZoneBurn
	ZoneMuck
	ZoneAside
	ZoneBoard
)

// FloorEffect is one thing that a ruling does.
type FloorEffect struct {
	Kind    FloorEffectKind
	Seat    int          // -1: the seat of the incident
	Cards   []cards.Card // nil: the cards of the incident
	From    string       // Replace: "top", "middle", "bottom half"; NextBurn: "drawn"
	When    Timing
	Rounds  int
	N       int
	Amount  int64
	Word    string
	Zones   Zones
	Text    string
	Then    []FloorEffect
	Clauses []string
	Pos     diag.Pos
}

// RulingsFor are the rulings that a game asks about an incident, in order.
func (g *Game) RulingsFor(k IncidentKind) ([]*Ruling, error) {
	var out []*Ruling
	for i := range g.Rulings {
		if g.Rulings[i].Incident == k {
			out = append(out, &g.Rulings[i])
		}
	}
	if g.DefaultRulings == nil {
		return out, nil
	}
	more, err := g.DefaultRulings()
	for i := range more {
		if more[i].Incident == k {
			out = append(out, &more[i])
		}
	}
	return out, err
}

// MayHappen reports whether a game has what a kind of incident is about: a draw,
// a board, streets of up cards, cards to turn up, a deck without a joker.
// In a game against a bank it is what its rounds wait for.
func (g *Game) MayHappen(k IncidentKind) bool {
	has := func(f func(*Step) bool) bool {
		for i := range g.Steps {
			if f(&g.Steps[i]) {
				return true
			}
		}
		return false
	}
	if g.Banked() {
		return againstBank[k] != 0
	}
	switch k {
	case FlashedOnDraw, DealerFaced, DrawChange:
		return has((*Step).Draws)
	case ExposeError:
		return has((*Step).Exposes)
	case PrematureFlop, PrematureTurn, PrematureRiver, FlopExtra, BurnError:
		return has(func(s *Step) bool { return s.Kind == Board })
	case PrematureStreet, ExtraStreetCard:
		bet := false
		return has(func(s *Step) bool { bet = bet || s.Kind == Bet; return bet && s.Kind == Deal })
	case JokerDealt, JokerFound:
		return g.Deck.Jokers == 0
	}
	return true
}

// againstBank are the incidents of rounds against a bank, with their moments: such a
// round has no betting, and bets are paid where others are shown.
var againstBank = map[IncidentKind]Moment{
	DealerExposed: duringPlay, Boxed: InSetup | duringPlay, OffTable: duringPlay, WrongCount: duringPlay, Cut: InSetup | InDeal | InDraw, CalledMisdeal: duringPlay,
	PlayerExposed: duringPlay, BelowTable: untilPaid, Fouled: untilPaid, ThrownAway: untilPaid, Retrieve: untilPaid, TouchedDiscards: untilPaid,
	Retract: InSetup | untilPaid, Declare: InSetup | InDraw, AwardError: IsOver, FoulDeck: InSetup | untilPaid,
}

const (
	duringPlay = InDeal | InGap | InDraw
	untilPaid  = duringPlay | InShow
)

// Moments are those at which a kind of incident can happen in a game.
func (g *Game) Moments(k IncidentKind) Moment {
	if g.Banked() {
		return againstBank[k]
	}
	return k.Spec().Moments
}
