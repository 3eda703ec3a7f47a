package plan

import (
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// The parts of games that are not played for a pot: one player banks, the
// others bet against him, each hand is compared with the bank's, and the stake
// of the bank pays in order until it is used up.

// Role says whom a step of a banked game is about.
type Role uint8

// The roles.
const (
	Everybody Role = iota
	Bettors
	Banker
)

var roleNames = [...]string{"everybody", "the bettors", "the banker"}

func (r Role) String() string { return roleNames[r] }

// Of is how many of n seats have the role, at most.
func (r Role) Of(n int) int {
	switch r {
	case Bettors:
		return n - 1
	case Banker:
		return 1
	}
	return n
}

// BankStep offers the bank, clockwise from the seat with the button. Who takes
// it sets a stake, in multiples of Multiple and at least the least bet. When
// nobody does there is no round.
type BankStep struct {
	// Rounds is how many rounds in a row one player may bank, 0 for any number.
	Rounds int
	// Multiple and Fee are in cents. The banker pays the fee with the stake.
	Multiple, Fee int64
}

// WagerStep lets every other seat bet, from the left of the banker, within the
// table's limits and in multiples of Multiple (cents), or sit the round out.
type WagerStep struct {
	Multiple int64
	Fees     SizeFees
}

// SizeFees are fees by the size of a bet, ascending in UpTo: the first whose
// UpTo is at least the bet applies, and none to larger ones. In cents.
type SizeFees []SizeFee

// SizeFee is the fee of bets of at most UpTo.
type SizeFee struct{ UpTo, Amount int64 }

// For is the fee of a bet, both in cents.
func (f SizeFees) For(bet int64) int64 {
	for _, r := range f {
		if bet <= r.UpTo {
			return r.Amount
		}
	}
	return 0
}

// EffectKind is what a choice does to the hand that it is made for.
type EffectKind uint8

// The effects.
const (
	OneCard    EffectKind = iota // a card is dealt to the hand, face up
	HandDone                     // the hand takes no further part in the step
	RaiseWager                   // the player adds to the wager
	HalveWager                   // half of the wager goes back
	SplitHand                    // the two cards become two hands with equal wagers
	GiveUp                       // the wager is lost, whatever the cards; in a game for a pot the player folds
	PayIn                        // in a game for a pot: the player pays into the pot
)

var effectNames = [...]string{"one card", "hand done", "raise wager", "halve wager", "split hand", "give up", "pay"}

func (k EffectKind) String() string { return effectNames[k] }

// Effect is one thing that a choice does.
type Effect struct {
	Kind EffectKind
	// SplitHand: up to Num hands of a seat.
	//
	// RaiseWager: from Least (cents) to Num/Den times the wager of the hand, in
	// multiples of Multiple (cents); Least 0: exactly that.
	Least, Multiple int64
	Num, Den        int64
	// RaiseWager, SplitHand: what the house takes of the extra wager.
	Fees SizeFees
	Pay  *Pay // PayIn
	Pos  diag.Pos
}

// MaxHands is the largest number of hands that one seat may have by splitting.
const MaxHands = 4

// Asker is a script that says which choices a hand has: bit k for the k-th.
type Asker interface {
	Allowed(q Question) (uint32, error)
}

// Tester is a script that decides a When.
type Tester interface {
	Holds(q Question) (bool, error)
}

// Question is a hand that is asked, with what its player may see. Amounts are
// in units of 1/Scale. Slices are valid during the call only.
type Question interface {
	Seats() int
	Banker() int
	Seat() int // who is asked, -1 for a When
	// Cards is the hand that is asked, none for a When.
	Cards() []cards.Card
	// Showing is what a seat shows of one of its hands, and Hands how many it
	// has.
	Showing(seat, hand int) []cards.Card
	Hands(seat int) int
	Wager() int64 // of the hand
	Stack() int64
	// Fresh: the player has not chosen anything for this hand. Split: the hand
	// was made by a split.
	Fresh() bool
	Split() bool
	Left() int // cards in the stub
	Scale() int64
}

// Outcome is what a comparison comes to for the player: 0 is a push, a
// positive number of times the wager won, Num/Den, or the wager lost.
type Outcome struct{ Num, Den int16 }

// The usual outcomes.
var (
	Pushes = Outcome{0, 1}
	Wins   = Outcome{1, 1}
	Loses  = Outcome{-1, 1}
)

// SettleStep compares every hand with the banker's and pays, from the left of
// the banker, as far as the stake goes. It ends the round.
type SettleStep struct {
	Points *rank.Points
	// Table is the outcome by class of the player's hand times the number of
	// classes plus the class of the banker's.
	Table []Outcome
	// WinsOnly: only what the bank pays uses up the stake; otherwise what it
	// wins does too, so that the banker wins no more than the stake either.
	WinsOnly bool
	// By is what the script says of the comparison.
	By Documented
}

// Outcome is the outcome of a player's worth against the banker's.
func (s *SettleStep) Outcome(player, banker rank.Worth) Outcome {
	return s.Table[s.Points.Class(player)*s.Points.Classes()+s.Points.Class(banker)]
}

// Banked reports whether the game is played against a bank: its first step
// offers it.
func (g *Game) Banked() bool { return len(g.Steps) > 0 && g.Steps[0].Bank != nil }

// needsBank reports whether the step is part of games against a bank only.
func (s *Step) needsBank() bool {
	return s.Bank != nil || s.Place != nil || s.Kind >= TurnUp || s.Kind == Deal && s.To != Everybody
}

// forBank reports whether the step can be part of a banked game.
func (s *Step) forBank() bool {
	switch s.Kind {
	case Deal, Burn, When, Jump:
		return true
	}
	return s.needsBank() || s.Chooses() && !s.Straddles()
}

// checkBanked notes one step of a game and refuses what does not fit a bank, or
// the lack of one.
func (s *Step) checkBanked(g *Game, w *way) error {
	switch {
	case g.Banked() && !s.forBank():
		return fault(s.Pos, "", "%s needs a pot, and this game is played against a bank", s.Word())
	case !g.Banked() && s.needsBank():
		return fault(s.Pos, "play = [bank(), …]", "%s needs a bank, and the first step does not offer it", s.Word())
	case g.Banked() && s.Chooses() && !s.Ask.InTurn:
		return fault(s.Pos, "leave secret out", "against a bank players choose in turn")
	case s.Bank != nil && w.bank, s.Place != nil && w.wagers:
		return fault(s.Pos, "", "%s comes twice", s.Word())
	}
	w.bank, w.wagers = w.bank || s.Bank != nil, w.wagers || s.Place != nil
	if !w.wagers && s.Bank == nil && g.Banked() && s.Kind != Burn && s.Kind != When && s.Kind != Jump {
		return fault(s.Pos, "bank(), wager(), …", "%s comes before the bets", s.Word())
	}
	if s.Kind == Settle && w.hole == 0 {
		return fault(s.Pos, "", "no cards are dealt before the settlement")
	}
	return nil
}

// Condition is what decides a When, in words.
func (s *Step) Condition() string {
	if s.Test == nil {
		return s.Cond.String()
	}
	if d, ok := s.Test.(Documented); ok && d.Doc() != "" {
		return d.Doc()
	}
	return "the script says so"
}
