package plan

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/seating"
)

// The choices of players in a game for a pot: what they declare, whether they stay
// in, what they pay for.

// Pay is an amount that a player pays into the pot, or takes out of it. Exactly
// one of Cents, Limit, Pot and Bets says how much.
type Pay struct {
	Cents int64
	// Limit: a limit of the table, Tier says which.
	Limit bool
	Tier  Tier
	// PotNum/PotDen is a share of the pot, in whole chips.
	PotNum, PotDen int64
	// Bets is how many times what was paid last.
	Bets int64
	// Least: the player names the amount, from Least (cents) to what the rest
	// says.
	Least int64
	// FromPot: the pot pays the player.
	FromPot bool
	Pos     diag.Pos
}

// Words is the amount in words: "2.00", "half of the pot"; scale is that of money.
func (p *Pay) Words(money func(cents int64) string, limit func(Tier) string) string {
	most := ""
	switch {
	case p.Limit:
		most = limit(p.Tier)
	case p.Bets == 1:
		most = "as much as the last payment"
	case p.Bets > 0:
		most = fmt.Sprintf("%d times the last payment", p.Bets)
	case p.PotNum == p.PotDen && p.PotNum > 0:
		most = "the size of the pot"
	case p.PotNum == 1 && p.PotDen == 2:
		most = "half the pot"
	case p.PotNum > 0:
		most = fmt.Sprintf("%d/%d of the pot", p.PotNum, p.PotDen)
	default:
		most = money(p.Cents)
	}
	if p.Least > 0 {
		return "from " + money(p.Least) + " to " + most
	}
	return most
}

// fixed reports whether the amount is the same whatever is in the pot.
func (p *Pay) fixed() bool { return p.Least == 0 && p.PotNum == 0 && p.Bets == 0 }

// OpenQuestion is a hand for a pot as a function of the script sees it: what lies
// open to all, and the cards of the player who is asked. [Question.Seat] is the
// player who is asked or whose turn it is, -1 for none.
type OpenQuestion interface {
	Question
	Live() seating.Set
	Button() int
	Board() []cards.Card
	// Boards are the names of the boards, none for the one board, and BoardOf the
	// cards on the k-th.
	Boards() []string
	BoardOf(k int) []cards.Card
	Pot() int64
	StackOf(seat int) int64
	// Held is how many cards a seat holds.
	Held(seat int) int
	// Chose reports whether a seat has chosen the offer of a name.
	Chose(seat int, name string) bool
	// Rolled is the last number of a die, 0 before any.
	Rolled() int
	// Deals is how often cards have been dealt from a full deck, at least 1.
	Deals() int
}

// ForPot is a step at which players choose in a game for a pot, made of one that
// [Choose] has made: every live player is asked once, those who are all-in too. In
// secret all choose first, and their choices are shown together.
func (s Step) ForPot() Step {
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

// Carries reports whether a hand may leave chips in the pot for the next.
func (g *Game) Carries() bool {
	for i := range g.Steps {
		s := &g.Steps[i]
		if s.Kind == Carry || s.Show != nil && (s.Show.Match != nil || s.Show.carries()) {
			return true
		}
		if !g.Banked() && s.Chooses() && !s.Ask.InTurn && slices.ContainsFunc(s.Ask.Offers, func(o Offer) bool { return o.Has(GiveUp) }) {
			return true
		}
	}
	return false
}

// checkPotChoice refuses choices of a game for a pot that cannot be played.
func (s *Step) checkPotChoice() error {
	for i := range s.Ask.Offers {
		o := &s.Ask.Offers[i]
		pays := 0
		for k := range o.Effects {
			switch e := &o.Effects[k]; e.Kind {
			case GiveUp:
			case PayIn:
				pays++
				if !s.Ask.InTurn && !e.Pay.fixed() {
					return fault(e.Pos, `pay("1.00"), or pay(small)`, "choose: %q cannot have an open price when all choose in secret", o.Name)
				}
			default:
				return fault(o.Pos, `pay(…) and give_up are; cards are steps: in_turn([choose(…), when(_chose, [deal(1)])])`,
					"choose: %q: %s cannot be the effect of a choice in a game for a pot", o.Name, e.Kind)
			}
		}
		if pays > 1 {
			return fault(o.Pos, "", "choose: %q pays twice", o.Name)
		}
	}
	return nil
}

// asked is who chooses, in plans.
func (a *Ask) asked(to Role) string {
	if a.First == LeftOfBanker {
		return to.String()
	}
	return "some of"
}

// words is the offer with what it costs, in plans.
func (o *Offer) words() string {
	for i := range o.Effects {
		if p := o.Effects[i].Pay; p != nil {
			return o.Name + " (" + p.Words(func(n int64) string { return Money(n, Cents) }, Tier.String) + ")"
		}
	}
	if o.Has(GiveUp) && o.Effect == DoPlay {
		return o.Name + " (folds)"
	}
	return o.Name
}
