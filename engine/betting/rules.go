// Package betting runs one betting round: who may act, how, and for how much; and makes pots of what was bet (pots.go).
//
// It has types for limits ([Limit]), for the rules in which card rooms differ
// ([Rules]) and for the state of a round ([Round] over [Seats]). It knows no cards
// and no houses. All amounts are int64 in the table's smallest unit; a wager is
// always given as its total in this round ("raise to 20"), never as the increment.
// All types are values: a copy of Seats and Round is a copy of the round.
package betting

// Structure is the kind of limit that a table plays.
type Structure uint8

// The four structures.
const (
	Fixed    Structure = iota // bets and raises of exactly one unit
	Spread                    // any bet or raise within a range
	PotLimit                  // up to the pot after calling
	NoLimit                   // up to the stack
)

var structureNames = [...]string{"fixed limit", "spread limit", "pot limit", "no limit"}

func (s Structure) String() string { return structureNames[s] }

// Limit is the betting limit of one round.
type Limit struct {
	Structure Structure
	// Lo and Hi bound a bet or raise: in fixed limit both are the unit, in spread
	// limit they are the range. In pot and no limit Lo is the smallest bet and Hi
	// is unused.
	Lo, Hi int64
	// Chip is the smallest chip in play: wagers are multiples of it unless they are
	// all in or the largest that the limit allows. 0 means 1.
	Chip int64
	// Max bounds a single bet, and what a single raise adds, in any structure
	// (a posted house maximum); 0 means none.
	Max int64
}

// ShortAllIn is the rule for the effect of an all-in wager below a full bet or
// raise on the seats behind it.
type ShortAllIn uint8

// The three rules.
const (
	// HalfBet: half a bet or more counts as a full bet; less is only action, and
	// the next seat may complete it (WSOP 129). In pot and no limit it is the same
	// as Full.
	HalfBet ShortAllIn = iota
	// Full: the wager counts as a raise, and the next raise is added to it, but it
	// does not reopen the betting until the short amounts add up to a raise (WSOP
	// 171).
	Full
	// ActionOnly: it counts neither as a bet nor as a raise, however large; the bet
	// must be completed before it can be raised.
	ActionOnly
)

// CapOff is the rule for lifting the raise cap when two players are left.
type CapOff uint8

// The interpretations of the heads-up exception.
const (
	CapAlways     CapOff = iota // the cap applies heads-up too
	CapRoundStart               // no cap if the round begins with two seats that can act
	CapNow                      // no cap from the moment only two seats can act, if the cap has not been reached
	CapTwoLeft                  // no cap from the moment only two seats can act, even if the cap has been reached
)

// Unclaimed is the rule for a side pot whose hands are all dead, while other hands
// are live that are all in and have not matched it.
type Unclaimed uint8

// The three rules.
const (
	LastFolded Unclaimed = iota // the last hand that folded in it gets it, or if none did all take back their own
	TakenBack                   // all take back their own
	ToLive                      // the live hands get it
)

// Rules are the betting rules in which houses differ. The zero value is a game
// without a cap, with the half-bet rule, in which a short blind is called in full.
type Rules struct {
	// Cap is the number of bets and raises allowed in a round of fixed or
	// spread limit: "a bet and three raises" is 4. 0 means no cap.
	Cap int
	// BlindCounts: a live big blind of at least the unit counts as a bet.
	BlindCounts bool
	// LowBlindRaised: a big blind below the unit is raised by the unit. Otherwise it
	// is completed, in fixed and spread limit.
	LowBlindRaised bool
	CapOff         CapOff
	ShortAllIn     ShortAllIn
	// PostedLevel: after a short big blind, callers match only the amount posted.
	// Otherwise they match the nominal blind.
	PostedLevel bool
	// PotMinIsBet: in pot limit the smallest raise is the smallest bet, even after
	// a larger raise. Otherwise it is the last bet or raise of the round.
	PotMinIsBet bool
	// AnyRaise: in pot and no limit a raise of one chip is enough. Otherwise the
	// smallest raise is the last bet or raise of the round.
	AnyRaise bool
	// StraddleIsBlind: the smallest raise over a straddle is the straddle, in
	// spread limit at most the upper end of the range. Otherwise it is the smallest
	// bet.
	StraddleIsBlind bool
	// PotWithoutCall: the largest raise in pot limit is the pot before the raiser's
	// call. Otherwise the call is included.
	PotWithoutCall bool
	// PotShorthand: the maximum is literally "three times the tail plus the pot",
	// where the tail is all bets of this round. For a single bettor it equals the
	// long form; it allows more if several have bet or called.
	PotShorthand bool
	// ShortReopens: any raise, however short, lets seats that have acted raise
	// again. Records of some programs use this rule.
	ShortReopens bool
	// CoverRaise: a raise that exactly covers the deepest opponent's stack is legal
	// even if it is less than a full raise, as rooms allow and records show.
	CoverRaise bool
	// Unclaimed decides who gets a side pot of dead hands.
	Unclaimed Unclaimed
	// NoCheckRaise forbids raising after a check in the same round.
	NoCheckRaise bool
}
