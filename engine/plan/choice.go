package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
)

// Choices of players in a game for a pot: what they declare, whether they stay in,
// what they pay for.

// Pay is an amount that a player pays into the pot or takes from it. Exactly one of
// Cents, Limit, Pot and Bets sets the amount.
type Pay struct {
	Cents int64
	// Limit: the amount is a limit of the table, that of Tier.
	Limit bool
	Tier  Tier
	// PotNum/PotDen is a share of the pot, in whole chips.
	PotNum, PotDen int64
	// Bets is a multiple of the last payment.
	Bets int64
	// Least: the player chooses the amount, from Least (cents) up to the amount
	// that the other fields set.
	Least int64
	// FromPot: the pot pays the player.
	FromPot bool
	// Times, against a bank, are what cards cost in multiples of the hand's bet Bet: one card, two cards, and so on; a single one is for each
	// card.
	Times []int64
	Bet   string
	Pos   diag.Pos
}

// Words returns the amount in words: "2.00", "half the pot". The callbacks format
// cents and limits.
func (p *Pay) Words(money func(cents int64) string, limit func(Tier) string) string {
	most := ""
	switch {
	case p.Limit:
		most = limit(p.Tier)
	case p.Bets == 1:
		most = "as much as the player paid last"
	case p.Bets == 2:
		most = "twice what the player paid last"
	case p.Bets > 0:
		most = fmt.Sprintf("%d times what the player paid last", p.Bets)
	case p.PotNum == p.PotDen && p.PotNum > 0:
		most = "as much as the pot holds"
	case p.PotNum == 1 && p.PotDen == 2:
		most = "half the pot"
	case p.PotNum > 0:
		most = fmt.Sprintf("%d/%d of the pot", p.PotNum, p.PotDen)
	default:
		most = money(p.Cents)
	}
	if p.Least > 0 && p.PotNum == p.PotDen && p.PotNum > 0 {
		return "from " + money(p.Least) + " up to what the pot holds"
	}
	if p.Least > 0 {
		return "from " + money(p.Least) + " to " + most
	}
	return most
}

// For returns the multiple of the bet that n cards cost.
func (p *Pay) For(n int) int64 {
	switch {
	case n == 0:
		return 0
	case len(p.Times) == 1:
		return p.Times[0] * int64(n)
	}
	return p.Times[n-1]
}

// fixed reports whether the amount depends neither on the pot, nor on the last
// payment, nor on the player's choice.
func (p *Pay) fixed() bool { return p.Least == 0 && p.PotNum == 0 && p.Bets == 0 }

// OpenQuestion is a hand for a pot as a script function sees it: everything that is
// open to all, and the cards of the player who is asked. [Question.Seat] is the
// player who is asked or whose turn it is, -1 for none.
type OpenQuestion interface {
	Question
	Live() betting.Set
	Button() int
	Board() []cards.Card
	// Boards are the names of the boards, none if there is only one; BoardOf
	// returns the cards on the k-th.
	Boards() []string
	BoardOf(k int) []cards.Card
	Pot() int64
	StackOf(seat int) int64
	// Held is the number of cards that a seat holds.
	Held(seat int) int
	// Wins is how often a seat has won a comparison in this hand.
	Wins(seat int) int
	// Chose reports whether a seat has chosen the offer with this name.
	Chose(seat int, name string) bool
	// Rolled is the last result of a die, 0 before the first roll.
	Rolled() int
	// Deals is the number of deals from a full deck so far, at least 1.
	Deals() int
}

// forPot turns a step made by [Choose] into one for a game for a pot: every live
// player is asked once, including those who are all in. If the choices are secret,
// all players choose first, and then all choices are shown together.
func (s Step) forPot() Step {
	a := *s.Ask
	a.First, a.Hidden = LeftOfButton, a.Allowed != nil
	say := "choose"
	if s.Name != "" && !strings.Contains(s.Name, " ") {
		say = s.Name
	}
	a.Words = Words{
		Name: "choose", Say: say, Does: "chooses", Done: "chosen", Asked: "a choice",
		Turn: "chooses: players choose in turn, from the left of the button",
	}
	if !a.InTurn {
		a.Words.Turn = "chooses in secret: all choose from the left of the button, and show their choices together"
	}
	s.Ask = &a
	return s
}

// Carries reports whether a hand may leave chips in the pot for the next one.
func (g *Game) Carries() bool {
	for i := range g.Steps {
		s := &g.Steps[i]
		if s.Kind == Carry || s.Show != nil && (s.Show.Match != nil || s.Show.carries()) {
			return true
		}
		if s.Chooses() && !s.Ask.InTurn && slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.GivesUp() }) {
			return true
		}
	}
	return false
}

// PayOrFold reports whether a player pays or is out: no choice stays in without a
// payment. A player with fewer chips then pays what they have left, all in.
func (a *Ask) PayOrFold() bool {
	for i := range a.Offers {
		if o := &a.Offers[i]; o.Pays() == nil && !o.GivesUp() {
			return false
		}
	}
	return true
}

// Payments calls f with what each player pays or may pay at the step, as the script wrote it, and in words for what.
func (s *Step) Payments(f func(what string, p *Pay)) {
	each := func(what string, p *Pay) {
		if p != nil {
			f(what, p)
		}
	}
	each("payment by rule", s.Pay)
	if s.Compare != nil {
		each("who compares and does not have the best hand", s.Compare.Pays)
	}
	if s.Ask != nil {
		what := "each card"
		if p := s.Ask.Price; p != nil && len(p.Times) > 1 {
			what = "cards"
		}
		each(what, s.Ask.Price)
		for i := range s.Ask.Offers {
			o := &s.Ask.Offers[i]
			each("the choice "+strconv.Quote(o.Name), o.Pays())
		}
	}
	if s.Show != nil {
		each("who is in and does not win", s.Show.Match)
		each("each hand that is worse than another player's, to that player", s.Show.Pairwise)
	}
}

func (s *Step) paysIn() bool {
	if s.Kind == PayStep {
		return !s.Pay.FromPot
	}
	return s.Compare != nil && s.Compare.Pays != nil || s.Ask.Costs() || s.Ask != nil && s.Ask.Price != nil
}

// Costs reports whether a choice costs a payment into the pot; nil has no choices.
func (a *Ask) Costs() bool {
	return a != nil && slices.ContainsFunc(a.Offers, func(o Offer) bool { return o.Pays() != nil })
}

// asked returns the players who choose, in plans.
func (a *Ask) asked(to Role) string {
	if a.First == LeftOfBanker {
		return to.String()
	}
	return "some of"
}

// words returns the offer with its price, in plans.
func (o *Offer) words() string {
	if p := o.Pays(); p != nil {
		return o.Name + " (" + p.Words(func(n int64) string { return Money(n, Cents) }, Tier.String) + ")"
	}
	if o.GivesUp() {
		return o.Name + " (folds)"
	}
	return o.Name
}

// MostRuns is the largest number of times that the rest of a board is dealt.
const MostRuns = 4

// times are the numbers of runs in words.
var times = [...]string{"once", "twice", "three", "four"}

// RunThe returns a step at which the rest of the board is dealt n times if nobody
// can bet anymore: always, or if the players agree, each of whom names a number.
func RunThe(n int, agree bool) Step {
	if !agree {
		return Step{Kind: RunIt, Runs: n}
	}
	ask := &Ask{
		InTurn: true, OwnWords: true,
		Words: Words{
			Name: "run it", View: "run it", Say: "run", Does: "runs it", Turn: "say how often the rest of the board is dealt",
			Sheet: "If nobody can bet any more, the players still in say in turn how often the rest of the board is dealt, at most " +
				timesWords(n) + ": " + runsRule + " The lowest number that a player names counts.",
		},
	}
	for i, name := range times[:n] {
		ask.Offers = append(ask.Offers, Offer{Name: name, Long: timesWords(i + 1), Effect: DoRun})
	}
	return Step{Kind: Asks, Ask: ask, Runs: n}
}

// runsRule is the rule for dividing the pots when the board is run more than once.
const runsRule = "every pot is divided equally among the runs, and odd chips go to the first."

// timesWords returns a number of times in words: "three times".
func timesWords(n int) string {
	if n < 3 {
		return times[n-1]
	}
	return times[n-1] + " times"
}

// RunsWords returns the rule sheet's sentence for a step that always deals the rest
// of the board Runs times.
func (s *Step) RunsWords() string {
	return fmt.Sprintf("If nobody can bet any more, the rest of the board is dealt %s: %s", timesWords(s.Runs), runsRule)
}

// checkRuns checks that every step between a run-it step and the showdown can be
// repeated.
func (g *Game) checkRuns(s *Step) error {
	at := 0
	for &g.Steps[at] != s {
		at++
	}
	if g.Award != nil {
		return fault(s.Pos, "", "the board is run more than once, and before_award limits claims: a game has one of them")
	}
	if s.Runs < 2 || s.Runs > MostRuns {
		return fault(s.Pos, "", "the board is run %d times: use 2 to %d", s.Runs, MostRuns)
	}
	for i := at + 1; i < len(g.Steps); i++ {
		switch next := &g.Steps[i]; {
		case next.Kind == Showdown:
			return nil
		case next.Runs > 0, next.Kind == Board, next.Kind == Burn, next.Kind == Bet, next.Kind == Collect:
		default:
			return fault(s.Pos, "put it after that, or leave it out", "the rest of the board can be dealt more than once where only cards on the board follow, and a %s comes after it", next.Word())
		}
	}
	return nil
}
