package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rank"
)

// Banked games are not played for a pot. A player or the house banks, and the
// others bet against the bank. Each hand is compared with the bank's or paid by its
// own rank, and a banking player's stake pays the bets in order until it is used
// up.

// Role is the players to whom a step of a banked game applies.
type Role uint8

// The roles.
const (
	Everybody Role = iota
	Bettors
	Banker
)

var roleNames = [...]string{"everybody", "the bettors", "the banker"}

func (r Role) String() string { return roleNames[r] }

// Serves returns the largest number of hands that a step for a role serves with n
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

// BankStep offers the bank, clockwise from the seat with the button. The player who
// takes it sets a stake, a multiple of Multiple that is at least the smallest bet.
// If nobody takes it, there is no round.
type BankStep struct {
	// Rounds is how many rounds in a row one player may bank, 0 for any number.
	Rounds int
	// Multiple and Fee are in cents. The banker pays the fee with the stake.
	Multiple, Fee int64
}

// WagerStep lets seats bet, starting left of the banker, within the table's limits
// and in multiples of Multiple (cents). The first one in a game asks everybody but
// the banker, and a player who declines sits the round out; later ones ask only
// those who bet, and can be declined.
type WagerStep struct {
	Bet  string   // the name of the bet
	Also []string // further bets, each of the same amount, that are made with it
	// Least and Most, in cents, bound the bet instead of the table's limits; 0
	// keeps the table's.
	Least, Most int64
	Multiple    int64
	// Behind is the multiple of the bet that must stay in the stack for later
	// additions to it, and for what it loses beyond itself.
	Behind int64
	// Alone: players who passed the earlier bets are asked too.
	Alone bool
	Fees  SizeFees
}

// BetNames returns the names of all bets that a hand may have, in the order in
// which players make them: the first makes a player a bettor.
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

func (s *Step) handEffects() (out []*Effect) {
	for k := 0; s.Ask != nil && k < len(s.Ask.Offers); k++ {
		for i := range s.Ask.Offers[k].Effects {
			out = append(out, &s.Ask.Offers[k].Effects[i])
		}
	}
	return out
}

// SizeFees are fees by the size of the bet, in cents, in ascending order of UpTo:
// the first fee whose UpTo is at least the bet applies; larger bets pay none.
type SizeFees []SizeFee

// SizeFee is the fee for bets of at most UpTo.
type SizeFee struct{ UpTo, Amount int64 }

// For returns the fee for a bet, both in cents.
func (f SizeFees) For(bet int64) int64 {
	for _, r := range f {
		if bet <= r.UpTo {
			return r.Amount
		}
	}
	return 0
}

// BetFee is a fee for bets, with the bet or the choice that it is paid with.
type BetFee struct {
	With string
	SizeFee
}

// BetFees returns the fees that players pay the house with their bets and with what they add to them.
func (g *Game) BetFees() (out []BetFee) {
	add := func(with string, fees SizeFees) {
		for _, f := range fees {
			if fee := (BetFee{with, f}); !slices.Contains(out, fee) {
				out = append(out, fee)
			}
		}
	}
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Place != nil {
			add(st.Place.Bet, st.Place.Fees)
		}
		for k := 0; st.Ask != nil && k < len(st.Ask.Offers); k++ {
			for _, e := range st.Ask.Offers[k].Effects {
				add(st.Ask.Offers[k].Name, e.Fees)
			}
		}
	}
	return out
}

// EffectKind is the kind of effect that a choice has on its hand.
type EffectKind uint8

// The effects.
const (
	OneCard    EffectKind = iota // a card is dealt to the hand, face up
	HandDone                     // the step no longer asks the hand
	RaiseWager                   // the player adds to the wager
	TakeBack                     // a bet, or part of it, goes back to the player
	SplitHand                    // the two cards become two hands with equal wagers
	GiveUp                       // the bets are lost, whatever the cards; in a game for a pot the player folds
	PayIn                        // in a game for a pot: the player pays into the pot
)

// OnBet is what an effect does to a bet of the hand.
type OnBet uint8

// What it does.
const (
	BetStays   OnBet = iota
	BetGrows         // by Num/Den of the bet Of, or by what the player chooses
	BetShrinks       // by Num/Den
	BetLost          // in a game for a pot the player folds
)

// EffectFacts are what holds of every effect of a kind.
type EffectFacts struct {
	Name string
	Verb string // what a player does by an effect that concerns bets
	Bet  OnBet
	// Draws: the hand gets a card. Splits: it becomes two hands. Ends: the step no longer asks it.
	Draws, Splits, Ends bool
}

var effectFacts = [...]EffectFacts{
	OneCard:    {Name: "one card", Draws: true},
	HandDone:   {Name: "hand done", Ends: true},
	RaiseWager: {Name: "raise wager", Verb: "raise", Bet: BetGrows},
	TakeBack:   {Name: "take back", Verb: "take a bet back", Bet: BetShrinks},
	SplitHand:  {Name: "split hand", Verb: "split", Splits: true},
	GiveUp:     {Name: "give up", Verb: "give up", Bet: BetLost, Ends: true},
	PayIn:      {Name: "pay", Verb: "pay"},
}

// Facts returns what holds of every effect of the kind.
func (k EffectKind) Facts() *EffectFacts { return &effectFacts[k] }

func (k EffectKind) String() string { return effectFacts[k].Name }

// Effect is one effect of a choice.
type Effect struct {
	Kind EffectKind
	// SplitHand: a seat may have up to Num hands.
	//
	// RaiseWager: adds to the bet Bet between Least (cents) and Num/Den times the
	// hand's bet Of, in multiples of Multiple (cents). With Least 0 the amount is
	// exactly Num/Den times Of.
	//
	// TakeBack: Num/Den of the bet Bet.
	Least, Multiple int64
	Num, Den        int64
	Bet, Of         string // "" for the first bet of the game
	// RaiseWager, SplitHand: the house's fees on the extra wager.
	Fees SizeFees
	Pay  *Pay // PayIn
	Pos  diag.Pos
}

// Staked returns a bet of the hand after the effect on it, where its bet Of is of: after the largest raise, if the player chooses.
func (e *Effect) Staked(bet, of float64) float64 {
	switch effectFacts[e.Kind].Bet {
	case BetGrows:
		return bet + of*float64(e.Num)/float64(e.Den)
	case BetShrinks:
		return bet * (1 - float64(e.Num)/float64(e.Den))
	}
	return bet
}

// PaysIn returns the effect that the player pays into the pot.
func PaysIn(p *Pay, pos diag.Pos) Effect { return Effect{Kind: PayIn, Pay: p, Pos: pos} }

// maxApart is the most cards that a player sets apart as two hands against a bank.
const maxApart = 16

// MaxHands is the largest number of hands that one seat can have by splitting.
const MaxHands = 4

// Asker is a script function that decides which choices a hand has: bit k for the
// k-th.
type Asker interface {
	Allowed(q Question) (uint32, error)
}

// Setter is a script function that sets a hand apart: it names the cards of the
// first of two hands.
type Setter interface {
	Sets(q Question) ([]cards.Card, error)
}

// Tester is a script function that decides a When.
type Tester interface {
	Holds(q Question) (bool, error)
}

// Question is the hand that is asked, and what its player may see. Amounts are in
// units of 1/Scale. Slices are valid only during the call.
type Question interface {
	Seats() int
	Banker() int
	Seat() int // the seat that is asked, -1 for a When
	// Cards are those of the hand that is asked, none for a When.
	Cards() []cards.Card
	// Showing returns the cards that a seat shows of one of its hands, and Hands
	// its number of hands.
	Showing(seat, hand int) []cards.Card
	Hands(seat int) int
	Wager() int64          // the first bet of the hand
	Bet(name string) int64 // another bet of it
	Stack() int64
	// Fresh: the player has not chosen anything for this hand yet. Split: a split
	// made the hand.
	Fresh() bool
	Split() bool
	Left() int // cards in the stub
	Board() []cards.Card
	Scale() int64
}

// Outcome is the player's result of a comparison. A Num of 0 is a push; a positive
// Num wins Num/Den times the wager; a negative one loses as many times the wager.
type Outcome struct{ Num, Den int16 }

// The usual outcomes.
var (
	Pushes = Outcome{0, 1}
	Wins   = Outcome{1, 1}
	Loses  = Outcome{-1, 1}
)

// MaxBets is the largest number of bets on one hand.
const MaxBets = 8

// SettleStep compares every hand with the banker's and pays, starting left of the
// banker, as far as the stake goes. It ends the round unless it settles only some
// of the bets.
type SettleStep struct {
	// Hands are compared by Points, or by Parts.
	Points *rank.Points
	// Table holds the outcomes, indexed by the class of the player's hand times the
	// number of classes plus the class of the banker's hand.
	Table []Outcome
	// Parts: the side that has the better hand in every part wins and the other
	// loses; otherwise it is a tie.
	Parts []Part
	// Copies: the banker wins equal hands of a part.
	Copies bool
	// Qualifies is the least banker's hand that qualifies; below it
	// Line.Unqualified applies.
	Qualifies *Openers
	// Lines are the payouts of bets that do not pay even money, or what Table says.
	Lines []Line
	// Own: hands are not compared; each bet is paid by the rank of the hand.
	Own *PayTable
	// Bets are the bets that are settled, after which the round goes on; nil: all
	// that are left.
	Bets []string
	// Folded: hands that were given up are turned up and settled like the others.
	Folded bool
	// Board is the number of board cards that count, from the first; 0 for all.
	Board int
	// WinsOnly: only the bank's payments use up the stake. Otherwise its winnings
	// do too, so that the banker wins no more than the stake.
	WinsOnly bool
	// By is the script's documentation of the comparison.
	By Documented
}

// Same reports whether each bet gets the same, whatever the hands are.
func (s *SettleStep) Same() bool { return s.Points == nil && s.Parts == nil && s.Own != nil }

// Line is the payout of one bet.
type Line struct {
	Bet string
	// Win, Tie and Lose are the payouts when the hand wins, ties and loses; nil as
	// in the comparison.
	Win, Tie, Lose *PayTable
	// LoseTo is instead of Lose, by the banker's hand.
	LoseTo *PayTable
	// Unqualified is the payout when the banker's hand does not qualify; nil: the
	// hands are compared anyway.
	Unqualified *PayTable
	// Bonus is an extra payment for a hand that was not given up, whatever the
	// banker has.
	Bonus *PayTable
	// Commission is the house's part of the winnings, in hundredths of a percent.
	Commission int64
	Pos        diag.Pos
}

// Of returns what the bet gets where the comparison gives o to a hand of strength s against the banker's. A nil line has no payouts of its
// own.
func (l *Line) Of(o Outcome, r *rank.Ranking, s, bank rank.Strength) Outcome {
	switch {
	case l == nil:
		return o
	case o.loses() && l.LoseTo != nil:
		return l.LoseTo.Of(r, bank)
	}
	if t := l.At(o); t != nil {
		return t.Of(r, s)
	}
	return o
}

// At returns the payout of the bet by the player's hand where the comparison gives o; nil as in the comparison.
func (l *Line) At(o Outcome) *PayTable {
	switch {
	case o.Num > 0:
		return l.Win
	case o.loses():
		return l.Lose
	case o.Num < 0:
		return nil
	}
	return l.Tie
}

// loses reports whether the whole bet is lost. What takes a part of a bet is no loss with payouts of its own.
func (o Outcome) loses() bool { return o.Num < 0 && -o.Num >= o.Den }

// PayTable maps the rank of a hand to an outcome: that of the first row that
// includes the hand, or Rest.
type PayTable struct {
	Rows []PayRow
	Rest Outcome
}

// PayRow is the hands of one category, or all hands that are good enough.
type PayRow struct {
	Name     string
	Category rank.Category
	Least    *Openers // nil: the category decides
	Own      int16    // the place, from 1, of a class in the order of a ranking of the script's own; 0: the category decides
	Outcome  Outcome
}

// has reports whether the row includes the hands of a strength.
func (row *PayRow) has(r *rank.Ranking, s rank.Strength) bool {
	switch {
	case row.Least != nil:
		return s >= row.Least.Least()
	case row.Own != 0:
		return r.Class(s) == int(row.Own)-1
	}
	return r.Category(s) == row.Category
}

// Of returns the outcome of a hand.
func (t *PayTable) Of(r *rank.Ranking, s rank.Strength) Outcome {
	for i := range t.Rows {
		if row := &t.Rows[i]; s != 0 && row.has(r, s) {
			return row.Outcome
		}
	}
	return t.Rest
}

// most returns the most that a bet can lose, as a multiple of it, rounded up.
func (s *SettleStep) most(bet string) (n int64) {
	see := func(o Outcome) { n = max(n, (int64(-o.Num)+int64(o.Den)-1)/int64(o.Den)) }
	table := func(t *PayTable) {
		for i := 0; t != nil && i < len(t.Rows); i++ {
			see(t.Rows[i].Outcome)
		}
		if t != nil {
			see(t.Rest)
		}
	}
	table(s.Own)
	l := s.Line(bet)
	if l == nil {
		l = &Line{}
	}
	for _, t := range []*PayTable{l.Win, l.Tie, l.Lose, l.LoseTo, l.Unqualified} {
		table(t)
	}
	for _, o := range s.Table {
		if l.At(o) == nil && (!o.loses() || l.LoseTo == nil) {
			see(o)
		}
	}
	return max(1, n)
}

// LosesMore reports whether a bet can lose more than its size.
func (g *Game) LosesMore(bet string) bool {
	return g.HasStep(func(s *Step) bool { return s.Settle != nil && s.Settle.Settles(bet) && s.Settle.most(bet) > 1 })
}

// checkLosses rejects bets that can lose more than their players keep.
func (g *Game) checkLosses() error {
	for i := range g.Steps {
		s := g.Steps[i].Settle
		for k := 0; s != nil && k < len(g.Steps); k++ {
			w, need := g.Steps[k].Place, int64(0)
			for j := 0; w != nil && j <= len(w.Also); j++ {
				name := append([]string{w.Bet}, w.Also...)[j]
				if s.Settles(name) {
					need += s.most(name) - 1
				}
			}
			if need > 0 && need > w.Behind {
				return fault(g.Steps[k].Pos, fmt.Sprintf("behind = %d", need), "the bet %s can lose %d times its size, and its player keeps %d times as much behind", w.Bet, need+1, w.Behind)
			}
		}
	}
	return nil
}

// Outcome returns the outcome of a player's hand against the banker's.
func (s *SettleStep) Outcome(player, banker rank.Worth) Outcome {
	return s.Table[s.Points.Class(player)*s.Points.Classes()+s.Points.Class(banker)]
}

// Settles reports whether a bet is settled.
func (s *SettleStep) Settles(bet string) bool { return s.Bets == nil || slices.Contains(s.Bets, bet) }

// Line returns the line of a bet, nil for none.
func (s *SettleStep) Line(bet string) *Line {
	for i := range s.Lines {
		if s.Lines[i].Bet == bet {
			return &s.Lines[i]
		}
	}
	return nil
}

// Words describes a hand as an event reports it: the class of its points, from 1,
// or its strengths in the parts. It returns "" if the event reports no strength.
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

// Unqualified reports whether a banker's hand does not qualify.
func (s *SettleStep) Unqualified(first rank.Strength) bool {
	return s.Qualifies != nil && first < s.Qualifies.Least()
}

// Banked reports whether the game is played against a bank: its first step offers
// the bank or lets players bet against the house.
func (g *Game) Banked() bool {
	return len(g.Steps) > 0 && (g.Steps[0].Bank != nil || g.Steps[0].Place != nil)
}

// Collects reports whether the house takes something of the game itself: a fee for a hand, or one that is paid with bets.
func (g *Game) Collects() bool {
	return g.Banked() || g.HasStep(func(s *Step) bool { return s.Collect != nil })
}

// HouseBanks reports whether the house is the banker.
func (g *Game) HouseBanks() bool { return len(g.Steps) > 0 && g.Steps[0].Place != nil }

// Shares reports whether all bettors play one hand.
func (g *Game) Shares() bool {
	for i := range g.Steps {
		if g.Steps[i].Shared {
			return true
		}
	}
	return false
}

// Plays reports whether players make choices for their hands at the step.
func (s *Step) Plays() bool {
	return s.Ask != nil && slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.Effect == DoPlay })
}

// needsBank reports whether the step exists only in games against a bank.
func (s *Step) needsBank() bool {
	return s.Bank != nil || s.Place != nil || s.Kind >= TurnUp || s.Kind == Deal && s.To != Everybody || s.Ask != nil && s.Ask.Way != nil
}

// forBank reports whether the step can be part of a banked game.
func (s *Step) forBank() bool {
	if s.AsksCards() {
		return cardEffects[s.Ask.Effect].bank && (s.Ask.mucks() || len(s.Ask.Sizes) == 2)
	}
	return kinds[s.Kind].bank || s.needsBank() || s.Chooses() && !s.Straddles()
}

// ChangesHand reports whether players discard cards of theirs at the step, with or without new ones.
func (s *Step) ChangesHand() bool { return s.AsksCards() && s.Ask.mucks() }

// checkChange rejects a discard or a draw that a hand against a bank cannot make.
func (s *Step) checkChange(g *Game) error {
	a, d := s.Ask, &s.Draw
	switch {
	case a.Rule != Chosen || a.Of > 0 || a.Whole || a.From == FromOlder || d.AtOnce > 0 || d.Together || d.BurnRest:
		return fault(s.Pos, "leave out at_once, together, burn_rest, of, whole, matching and older cards",
			"%s: against a bank each hand chooses among all its cards, or those face up or down, and gets new ones at once", s.Word())
	case g.Shares():
		return fault(s.Pos, "", "%s: nobody chooses for the hand that the bettors share", s.Word())
	case a.Price == nil:
		return nil
	case a.Price.PotNum > 0:
		return fault(s.Pos, `price = {"ante": 1}`, "%s: there is no pot to pay a share of", s.Word())
	case len(a.Price.Times) > 1 && len(a.Price.Times) != a.Most:
		return fault(s.Pos, "", "%s: %d prices for up to %s", s.Word(), len(a.Price.Times), cardWords(a.Most))
	}
	return nil
}

// checkBanked checks one step of a game and rejects it if it does not fit a bank,
// or the lack of one.
func (s *Step) checkBanked(g *Game, w *way) error {
	hole, _ := s.Changes()
	switch {
	case g.Banked() && len(g.Forced) > 0:
		return fault(g.Forced[0].Pos, "", "a forced bet needs a pot, and this game is played against a bank")
	case g.Banked() && !s.forBank():
		hint := ""
		if s.AsksCards() {
			hint = "against a banker a hand changes cards by draw, buy and discard, and gets more by choose([…]), choice(\"hit\", [one_card])"
		}
		return fault(s.Pos, hint, "%s needs a pot, and this game is played against a bank", s.Word())
	case g.Banked() && s.Kind == Deal && s.Hand > 0:
		return fault(s.Pos, "leave into out; arrange divides the cards of a player into two hands",
			"into: against a bank all cards of a player are dealt to one hand")
	case g.Banked() && s.Others:
		return fault(s.Pos, "", "cards that only the others see need a pot, and this game is played against a bank")
	case !g.Banked() && s.needsBank():
		return fault(s.Pos, "play = [bank(), …]", "%s needs a bank, and the first step does not offer it", s.Word())
	case g.Banked() && s.Chooses() && !s.Ask.InTurn:
		return fault(s.Pos, "leave secret out", "against a bank players choose in turn")
	case g.Banked() && w.hole+hole > MaxHole:
		return fault(s.Pos, "", "%d cards to a seat: at most %d against a bank", w.hole+hole, MaxHole)
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
	if g.Banked() && s.ChangesHand() {
		return s.checkChange(g)
	}
	if g.Banked() && s.AsksCards() && w.hole > maxApart {
		return fault(s.Pos, "", "%d cards are set apart: against a bank at most %d can be", w.hole, maxApart)
	}
	if s.Kind == Settle && w.hole == 0 && !s.Settle.Same() {
		return fault(s.Pos, "deal(…, to = bettors)", "no cards are dealt to the bettors before the settlement")
	}
	// A hand that nobody plays, the house's or the one that all bettors share, has no wager, and takes the
	// first choice that is allowed.
	of, hint := "", "use deal(…, to = bettors) without shared, so that each player has a hand; a shared hand can get cards by one_card"
	switch {
	case !s.Plays():
	case g.HouseBanks() && s.To != Bettors:
		of, hint = "the house's hand", "the house's hand can get cards by one_card; to = bettors asks the players"
	case g.Shares() && s.To != Banker:
		of = "the hand that the bettors share"
	}
	if of == "" {
		return nil
	}
	for _, e := range s.handEffects() {
		if verb := effectFacts[e.Kind].Verb; verb != "" {
			return fault(e.Pos, hint, "%s has no wager of its own: no player can %s for it", of, verb)
		}
	}
	if s.Ask.Allowed == nil && len(s.Ask.Offers) > 1 {
		return fault(s.Pos, "allowed = FUNCTION", "nobody chooses for %s: it would always take %s", of, s.Ask.Offers[0].Name)
	}
	return nil
}

// choices returns the steps at which players choose among offers, except straddles,
// agreements on runs, and steps that repeat another; none against a bank, where a
// choice is for one hand.
func (g *Game) choices() (out []int16) {
	if g.Banked() {
		return nil
	}
	for i := range g.Steps {
		if g.Steps[i].Chooses() && !g.Steps[i].Straddles() && g.Steps[i].Runs == 0 && g.Steps[i].Again == 0 {
			out = append(out, int16(i))
		}
	}
	return out
}

// Resolve converts questions to those of a game for a pot, or against a bank: whoever makes such a step does
// not know to which game it will belong.
func (g *Game) Resolve() {
	for i := range g.Steps {
		switch s := &g.Steps[i]; {
		case g.Banked() && s.ChangesHand():
			own := *s.Ask
			who := "For each hand in turn, {first}, the player"
			switch {
			case !g.HouseBanks():
				own.First, who = LeftOfBanker, "For each hand in turn, {first}, and for the banker's last, the player"
			case own.Way == nil:
				s.To = Bettors
			}
			own.Words.Sheet, s.Ask = strings.NewReplacer("{each in turn}", who, " {all-in} too.", "").Replace(own.Words.Sheet), &own
		case !g.Banked() && s.Chooses() && !s.Straddles() && s.Runs == 0:
			*s = s.forPot()
		}
	}
}

// checkStakes rejects stakes of bets for a pot, and others against a bank.
func (g *Game) checkStakes(s *Stakes, posted string) error {
	hint := "for example \"bets 2-50\""
	switch banked := strings.HasPrefix(s.Name, betsWord+" "); {
	case banked == g.Banked():
		return nil
	case banked:
		hint = "such stakes are for games against a bank"
	}
	return fault(g.Stakes.Pos, hint, "stakes %q do not fit %s", posted, g.Name)
}

// checkBets records the bets that a step makes, and rejects bets that the game does
// not have.
func (s *Step) checkBets(g *Game, w *way) error {
	if p := s.Place; p != nil {
		for _, name := range append([]string{p.Bet}, p.Also...) {
			if slices.ContainsFunc(w.wagers, func(made string) bool { return strings.EqualFold(made, name) }) {
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
	if s.Ask != nil && s.Ask.Price != nil {
		errs = append(errs, known(s.Pos, s.Ask.Price.Bet))
	}
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

// Condition describes the condition of a When.
func (s *Step) Condition() string {
	if s.Test == nil {
		return s.Cond.String()
	}
	if d, ok := s.Test.(Documented); ok && d.Doc() != "" {
		return d.Doc()
	}
	return UnnamedCondition
}

// UnnamedCondition is the Condition of a function without a docstring.
const UnnamedCondition = "the script says so"
