// Package betting runs one round of betting: who may do what, and for how
// much.
//
// It knows limits ([Limit]), the rules in which card rooms differ ([Rules])
// and the state of a round ([Round] over [Seats]). It knows neither cards nor
// pots nor houses. All amounts are int64 in the table's smallest unit; a wager
// is always named by what it comes to in this round ("raise to 20"), never by
// the increment. Everything is a value: a copy of Seats and Round is a copy of
// the round.
package betting

// Structure is the kind of limit a table plays.
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

// Limit is what may be bet in one round.
type Limit struct {
	Structure Structure
	// Lo and Hi bound a bet or raise: both the unit in fixed limit, the range
	// in spread limit. In pot and no limit Lo is the least bet and Hi is unused.
	Lo, Hi int64
	// Chip is the smallest chip in play: wagers are multiples of it unless
	// they are all-in or the most that the limit allows. 0 counts as 1.
	Chip int64
	// Max bounds a single bet, and what a single raise adds, in any structure
	// (a posted house maximum); 0 means none.
	Max int64
}

// ShortAllIn says what an all-in wager below a full bet or raise does to the
// seats behind it.
type ShortAllIn uint8

// The three policies.
const (
	// HalfBet: half a bet or more is treated as a full bet; less is action
	// only, and the next seat may complete it (WSOP 129). In pot and no limit
	// it is the same as Full.
	HalfBet ShortAllIn = iota
	// Full: it uses up a raise and the next raise goes on top of it, but it
	// does not reopen the betting until the short amounts add up to a raise
	// (WSOP 171).
	Full
	// ActionOnly: it is no bet and no raise however large; the bet must be
	// completed before it can be raised.
	ActionOnly
)

// CapOff says when the raise cap does not hold because two players are left.
type CapOff uint8

// The readings of the heads-up exception.
const (
	CapAlways     CapOff = iota // the cap holds heads-up too
	CapRoundStart               // off when the round begins with two seats that can act
	CapNow                      // off from the moment only two seats can act, if the cap is not yet reached
	CapTwoLeft                  // off from the moment only two seats can act, also when the cap has been reached
)

// Rules are the points in which houses differ. The zero value is a game
// without a cap, with the half-bet rule, where a short blind is called in full.
type Rules struct {
	// Cap is the number of bets and raises allowed in a round of fixed or
	// spread limit: "a bet and three raises" is 4. 0 means no cap.
	Cap int
	// BlindCounts: a live big blind of at least the unit counts as the bet.
	BlindCounts bool
	CapOff      CapOff
	ShortAllIn  ShortAllIn
	// PostedLevel: after a short big blind callers match only what was
	// posted. Otherwise they match the nominal blind.
	PostedLevel bool
	// PotMinIsBet: in pot limit the least raise is the least bet even after a
	// larger raise. Otherwise it is the last bet or raise of the round.
	PotMinIsBet bool
	// AnyRaise: in pot and no limit a raise of one chip is enough. Otherwise the
	// least raise is the last bet or raise of the round.
	AnyRaise bool
	// StraddleIsBlind: the least raise over a straddle is the straddle.
	// Otherwise it is the least bet.
	StraddleIsBlind bool
	// PotWithoutCall: the most that may be raised in pot limit is the pot
	// before the raiser's call. Otherwise the call is counted.
	PotWithoutCall bool
	// PotShorthand: the most is literally "three times the tail plus the
	// pot", the tail being all bets of this round. For a single bettor it
	// equals the long form; it allows more when several have bet or called.
	PotShorthand bool
	// ShortReopens: any raise, however short, lets seats that have acted raise
	// again. Records of some programs have it so.
	ShortReopens bool
	// CoverRaise: a raise that exactly covers the deepest opponent's stack is
	// legal below a full raise, as rooms allow and records show.
	CoverRaise bool
	// NoCheckRaise forbids raising after a check in the same round.
	NoCheckRaise bool
}
