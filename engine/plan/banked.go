package plan

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// The parts of games that are not played for a pot: one player banks, or the
// house, the others bet against the bank, each hand is compared with the bank's
// or paid by what it is, and the stake of a player who banks pays in order until
// it is used up.

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

// Serves is how many hands a step serves that is about a role, at most, with n
// seats in the game.
func (g *Game) Serves(s *Step, n int) int {
	bettors, banker := n, 0
	if g.Banked() {
		bettors, banker = n-1, 1
	}
	if g.HouseBanks() {
		bettors = n
	}
	if g.Shares() {
		bettors = 1
	}
	switch s.To {
	case Bettors:
		return bettors
	case Banker:
		return 1
	}
	return bettors + banker
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

// WagerStep lets seats bet, from the left of the banker, within the table's
// limits and in multiples of Multiple (cents). The first of a game is for all but
// the banker, and who declines sits the round out; later ones are for those who
// bet, and can be declined.
type WagerStep struct {
	Bet  string   // what the bet is called
	Also []string // bets on which as much again is put, each
	// Least and Most bound the bet in place of the table's limits, in cents; 0: those
	// hold.
	Least, Most int64
	Multiple    int64
	// Behind is how many times the bet must be left in the stack, for what may be
	// added to it later.
	Behind int64
	// Alone: those who passed the bets before are asked too.
	Alone bool
	Fees  SizeFees
}

// BetNames are the names of the bets that one hand may have, in the order in which
// they are made: the first is the one that makes a player a bettor.
func (g *Game) BetNames() (out []string) {
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for i := range g.Steps {
		if w := g.Steps[i].Place; w != nil {
			add(w.Bet)
			for _, name := range w.Also {
				add(name)
			}
		}
	}
	for i := range g.Steps {
		for _, e := range g.Steps[i].handEffects() {
			if e.Kind == RaiseWager && e.Bet != "" {
				add(e.Bet)
			}
		}
	}
	return out
}

// handEffects are all effects of the choices of a step.
func (s *Step) handEffects() (out []*Effect) {
	for k := 0; s.Ask != nil && k < len(s.Ask.Offers); k++ {
		for i := range s.Ask.Offers[k].Effects {
			out = append(out, &s.Ask.Offers[k].Effects[i])
		}
	}
	return out
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
	TakeBack                     // a bet, or a part of it, goes back
	SplitHand                    // the two cards become two hands with equal wagers
	GiveUp                       // the bets are lost, whatever the cards; in a game for a pot the player folds
	PayIn                        // in a game for a pot: the player pays into the pot
)

var effectNames = [...]string{"one card", "hand done", "raise wager", "take back", "split hand", "give up", "pay"}

func (k EffectKind) String() string { return effectNames[k] }

// Effect is one thing that a choice does.
type Effect struct {
	Kind EffectKind
	// SplitHand: up to Num hands of a seat.
	//
	// RaiseWager: from Least (cents) to Num/Den times the bet Of of the hand, in
	// multiples of Multiple (cents), is added to the bet Bet; Least 0: exactly that.
	//
	// TakeBack: Num/Den of the bet Bet.
	Least, Multiple int64
	Num, Den        int64
	Bet, Of         string // "" for the first bet of the game
	// RaiseWager, SplitHand: what the house takes of the extra wager.
	Fees SizeFees
	Pay  *Pay // PayIn
	Pos  diag.Pos
}

// maxApart is the most cards that are set apart as two hands against a bank.
const maxApart = 16

// MaxHands is the largest number of hands that one seat may have by splitting.
const MaxHands = 4

// Asker is a script that says which choices a hand has: bit k for the k-th.
type Asker interface {
	Allowed(q Question) (uint32, error)
}

// Setter is a script that sets a hand apart: it names the cards of the first of two
// hands.
type Setter interface {
	Sets(q Question) ([]cards.Card, error)
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
	Wager() int64          // the first bet of the hand
	Bet(name string) int64 // another bet of it
	Stack() int64
	// Fresh: the player has not chosen anything for this hand. Split: the hand
	// was made by a split.
	Fresh() bool
	Split() bool
	Left() int // cards in the stub
	Scale() int64
}

// Outcome is the result of a comparison for the player: 0 is a push, a
// positive number of times the wager won, Num/Den, or the wager lost.
type Outcome struct{ Num, Den int16 }

// The usual outcomes.
var (
	Pushes = Outcome{0, 1}
	Wins   = Outcome{1, 1}
	Loses  = Outcome{-1, 1}
)

// MaxBets is the largest number of bets that a hand may have.
const MaxBets = 8

// SettleStep compares every hand with the banker's and pays, from the left of
// the banker, as far as the stake goes. It ends the round, unless it is about some
// of the bets only.
type SettleStep struct {
	// Hands are compared by Points, or by Parts.
	Points *rank.Points
	// Table is the outcome by class of the player's hand times the number of
	// classes plus the class of the banker's.
	Table []Outcome
	// Parts: who has the better hand in each of them wins, the worse loses, and
	// else it is a tie.
	Parts []Part
	// Copies: equal hands of a part are the banker's.
	Copies bool
	// Qualifies is what the banker's hand must be for Line.Unqualified not to hold.
	Qualifies *Openers
	// Lines are how bets are paid that are not paid even money, as Table or the
	// parts say.
	Lines []Line
	// Own: hands are not compared; each bet is paid by what the hand is.
	Own *PayTable
	// Bets are those that are settled, and the round goes on; nil: all that are left.
	Bets []string
	// Folded: hands that were given up are turned up and settled like others.
	Folded bool
	// Board is how many cards of the board count, the first of them; 0 for all.
	Board int
	// WinsOnly: only what the bank pays uses up the stake; otherwise what it
	// wins does too, so that the banker wins no more than the stake either.
	WinsOnly bool
	// By is what the script says of the comparison.
	By Documented
}

// Line is how one bet is paid.
type Line struct {
	Bet string
	// What it comes to when the hand wins, ties and loses; nil as in the comparison.
	Win, Tie, Lose *PayTable
	// Unqualified is what it comes to when the banker's hand does not qualify; nil:
	// hands are compared nevertheless.
	Unqualified *PayTable
	// Bonus is an extra payment for a hand that was not given up, whatever the banker has.
	Bonus *PayTable
	// Commission is what the house takes of what is won, in hundredths of a percent.
	Commission int64
	Pos        diag.Pos
}

// PayTable is outcomes by what the hand is: the first row that it is in, or Rest.
type PayTable struct {
	Rows []PayRow
	Rest Outcome
}

// PayRow is hands of one class, or at least as good as a given one.
type PayRow struct {
	Name     string
	Category rank.Category
	Least    rank.Strength // 0: the category decides
	Outcome  Outcome
}

// Of is what a hand comes to.
func (t *PayTable) Of(r *rank.Ranking, s rank.Strength) Outcome {
	for i := range t.Rows {
		row := &t.Rows[i]
		if s != 0 && (row.Least != 0 && s >= row.Least || row.Least == 0 && r.Category(s) == row.Category) {
			return row.Outcome
		}
	}
	return t.Rest
}

// Outcome is the outcome of a player's worth against the banker's.
func (s *SettleStep) Outcome(player, banker rank.Worth) Outcome {
	return s.Table[s.Points.Class(player)*s.Points.Classes()+s.Points.Class(banker)]
}

// Settles reports whether a bet is settled.
func (s *SettleStep) Settles(bet string) bool { return s.Bets == nil || slices.Contains(s.Bets, bet) }

// Line is the line of a bet, nil for none.
func (s *SettleStep) Line(bet string) *Line {
	for i := range s.Lines {
		if s.Lines[i].Bet == bet {
			return &s.Lines[i]
		}
	}
	return nil
}

// Words are a hand as an event tells it, in words: the class of its points from 1,
// or its strengths in the parts; "" for one that is not told.
func (s *SettleStep) Words(first, second rank.Strength) string {
	switch {
	case first == 0 && second == 0:
		return ""
	case s.Points != nil:
		return s.Points.Words(s.Points.OfClass(int(first) - 1))
	}
	text := s.Parts[0].Ranking.Describe(first)
	if len(s.Parts) > 1 {
		text += " and " + s.Parts[1].Ranking.Describe(second)
	}
	return text
}

// Unqualified reports whether a hand of the banker's does not qualify.
func (s *SettleStep) Unqualified(first rank.Strength) bool {
	return s.Qualifies != nil && first < s.Qualifies.Least
}

// Ends reports whether a hand is over after the step.
func (s *Step) Ends() bool {
	return s.Kind == Showdown || s.Kind == Redeal || s.Kind == Carry || s.Kind == Settle && s.Settle.Bets == nil
}

// Banked reports whether the game is played against a bank: its first step
// offers it, or lets players bet against the house.
func (g *Game) Banked() bool {
	return len(g.Steps) > 0 && (g.Steps[0].Bank != nil || g.Steps[0].Place != nil)
}

// HouseBanks reports whether the house is the banker.
func (g *Game) HouseBanks() bool { return len(g.Steps) > 0 && g.Steps[0].Place != nil }

// Shares reports whether all who bet play one hand.
func (g *Game) Shares() bool {
	for i := range g.Steps {
		if g.Steps[i].Shared {
			return true
		}
	}
	return false
}

// Plays reports whether players choose what to do with their hands.
func (s *Step) Plays() bool {
	return s.Ask != nil && slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.Effect == DoPlay })
}

// needsBank reports whether the step is part of games against a bank only.
func (s *Step) needsBank() bool {
	return s.Bank != nil || s.Place != nil || s.Kind >= TurnUp || s.Kind == Deal && s.To != Everybody || s.Ask != nil && s.Ask.Way != nil
}

// forBank reports whether the step can be part of a banked game.
func (s *Step) forBank() bool {
	switch s.Kind {
	case Deal, Board, Burn, When, Jump:
		return true
	case Asks:
		if s.AsksCards() && s.Ask.Effect == DoArrange && len(s.Ask.Sizes) == 2 {
			return true
		}
	}
	return s.needsBank() || s.Chooses() && !s.Straddles()
}

// checkBanked notes one step of a game and refuses what does not fit a bank, or
// the lack of one.
func (s *Step) checkBanked(g *Game, w *way) error {
	switch {
	case g.Banked() && !s.forBank():
		hint := ""
		if s.AsksCards() {
			hint = "against a banker cards are chosen by choose([…]): choice(\"hit\", [one_card])"
		}
		return fault(s.Pos, hint, "%s needs a pot, and this game is played against a bank", s.Word())
	case !g.Banked() && s.needsBank():
		return fault(s.Pos, "play = [bank(), …]", "%s needs a bank, and the first step does not offer it", s.Word())
	case g.Banked() && s.Chooses() && !s.Ask.InTurn:
		return fault(s.Pos, "leave secret out", "against a bank players choose in turn")
	case s.Bank != nil && w.bank:
		return fault(s.Pos, "", "%s comes twice", s.Word())
	}
	w.bank = w.bank || s.Bank != nil
	if err := s.checkBets(g, w); err != nil {
		return err
	}
	if len(w.wagers) == 0 && s.Bank == nil && g.Banked() && s.Kind != Burn && s.Kind != When && s.Kind != Jump {
		return fault(s.Pos, "bank(), wager(), …", "%s comes before the bets", s.Word())
	}
	if g.Banked() && s.AsksCards() && w.hole > maxApart {
		return fault(s.Pos, "", "%d cards are set apart: against a bank at most %d can be", w.hole, maxApart)
	}
	if s.Kind == Settle && w.hole == 0 {
		return fault(s.Pos, "", "no cards are dealt before the settlement")
	}
	return nil
}

// checkBets notes the bets that a step makes, and refuses others than those that
// the game has.
func (s *Step) checkBets(g *Game, w *way) error {
	if p := s.Place; p != nil {
		for _, name := range append([]string{p.Bet}, p.Also...) {
			if slices.Contains(w.wagers, name) {
				return fault(s.Pos, `wager(bet = "ante"), wager(bet = "bonus")`, "the bet %q is made twice", name)
			}
			w.wagers = append(slices.Clip(w.wagers), name)
		}
	}
	if !g.Banked() {
		return nil
	}
	names := g.BetNames()
	if len(names) > MaxBets {
		return fault(s.Pos, "", "%d bets of one hand: the limit is %d", len(names), MaxBets)
	}
	known := func(pos diag.Pos, name string) error {
		if name == "" || slices.Contains(names, name) {
			return nil
		}
		hint := diag.DidYouMean(name, names)
		if hint == "" && len(names) > 0 {
			hint = "there are " + strings.Join(names, ", ")
		}
		return fault(pos, cmp.Or(hint, "wager(bet = …) makes one"), "nobody can make a bet called %q", name)
	}
	var errs []error
	for _, e := range s.handEffects() {
		errs = append(errs, known(e.Pos, e.Bet), known(e.Pos, e.Of))
	}
	if s.Settle != nil {
		for _, name := range s.Settle.Bets {
			errs = append(errs, known(s.Pos, name))
		}
		for i := range s.Settle.Lines {
			errs = append(errs, known(s.Settle.Lines[i].Pos, s.Settle.Lines[i].Bet))
		}
	}
	return errors.Join(errs...)
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
