package table

import (
	"cmp"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Rule is a house rule for what happens between hands, such as a kill. Its
// memory is text, which the table keeps, saves and passes back. A rule must
// depend only on the view and its memory.
type Rule interface {
	Name() string
	// Begin returns the memory of a newly opened table.
	Begin() string
	// Allows returns why the rule cannot be used with a game at its stakes, nil
	// if it can.
	Allows(*plan.AtStakes) error
	// Looks reports whether Settle or After look at the events of the hand: only then are they recorded for the rule.
	Looks() bool
	// Before is called before a hand is dealt and returns the changes to that
	// hand.
	Before(v *View, memory string) ([]Effect, error)
	// Settle is called with the result of a hand and returns what happens before
	// the next one, such as payments.
	Settle(v *View, memory string) ([]Effect, error)
	// After is called with the result of a hand, after Settle, and returns the
	// next memory.
	After(v *View, memory string) (string, error)
}

// EffectKind is the kind of change that a rule makes to the next hand.
type EffectKind uint8

// Kinds of effects.
const (
	// RaiseStakes plays the hand with every limit multiplied by Num/Den; with
	// Blind the big blind is raised too. Raises do not add up: the highest one
	// applies.
	RaiseStakes   EffectKind = iota
	PostLive                 // Player posts Amount, a live bet with an option
	PostDead                 // Player posts Amount, which belongs to the pot
	PostInPlace              // Player posts Amount, live, in place of a smaller blind they owe
	PostStraddle             // Player posts Amount, live, with their blind, and the betting starts left of them
	Charge                   // the house takes Amount from Payer
	Owe                      // Player owes Amount and posts it dead when next dealt in
	Skip                     // Player is not dealt in
	NoStraddle               // nobody may straddle
	Announce                 // the dealer announces Text
	PostAnte                 // Player posts Amount, an ante
	NextGame                 // the hand is a game of the table, Game, at stakes, Stakes; "" for what would be played
	Leaves                   // after a hand: Player gives up the seat, in Place, with a Prize
	Sell                     // after a hand: Player, 0 for new players, may buy chips for Amount before the next one
	Pay                      // after a hand: From pay Amount each, which To divide
	OfferLive                // Player may post Amount, live, with the blind, before the cards are dealt
	OfferStraddle            // the same, and the betting then starts left of them
	Button                   // after a hand: Player gets the button
)

// Effect is one change that a rule makes. Amounts are in the table's units.
type Effect struct {
	Kind     EffectKind
	Player   Player
	Place    int   // in a tournament; 0 for none
	Prize    int64 // for it, in cents
	Seconds  int64 // that the clock moves on while it is announced
	Amount   int64
	Blinds   [2]int64 // instead of Amount: so many big blinds of the hand, numerator and denominator
	Num, Den int64
	Blind    bool
	Payer    Payer
	Game     string // its name
	Stakes   string // as posted
	Text     string // of an announcement, or the name of a post
	// From and To are who pays and who gets it. With FromFund the fund of the
	// rule pays, with ToFund it gets what is paid or charged; with FromPot and ToPot
	// it is what lies in the pot for the next hand.
	From, To         []Player
	FromFund, ToFund bool
	FromPot, ToPot   bool
	Pos              diag.Pos // the place in the script that asks for it
}

// chips returns the amount of an effect in a hand of a game.
func (t *Table) chips(e *Effect, b *plan.AtStakes) int64 {
	if e.Blinds[1] == 0 {
		return e.Amount
	}
	blind := b.Stakes.BB
	if blind == 0 { // the game has no blinds: those that the table has otherwise
		blind = t.offer().Plan.Stakes.BB
	}
	return blind * e.Blinds[0] / e.Blinds[1]
}

// View is what a rule may see: the players dealt in and their positions, and
// after the hand what happened in it.
type View struct {
	t    *Table
	p    *placing
	h    *hand.Hand
	b    *plan.AtStakes
	rule int

	broke []Out
}

// Over reports whether the hand has been played.
func (v *View) Over() bool { return v.h != nil }

// Hand returns the number of the hand, from 1.
func (v *View) Hand() int64 { return v.t.hands }

// Plan returns the game at the table's own stakes.
func (v *View) Plan() *plan.AtStakes { return v.b }

// Game returns the game of the finished hand; before it is over, the table's.
func (v *View) Game() *plan.Game {
	if v.h != nil {
		return v.h.Plan().Game
	}
	return v.b.Game
}

// Raised reports whether the hand was played at raised stakes.
func (v *View) Raised() bool { return v.t.raised }

// At returns the player in a seat of the table, 0 for nobody.
func (v *View) At(seat int) Player {
	if seat < 0 {
		return 0
	}
	return v.t.seats[seat].Player
}

// Dealt returns the set of seats dealt in.
func (v *View) Dealt() betting.Set { return v.p.dealt }

// IsDealt reports whether the player is dealt in, or went out in this hand at another table of a tournament.
func (v *View) IsDealt(p Player) bool {
	if k := v.t.Find(p); k >= 0 {
		return v.p.dealt.Has(k)
	}
	return slices.ContainsFunc(v.broke, func(o Out) bool { return o.Player == p && o.Began > 0 })
}

// IsSeated reports whether the player is at the table.
func (v *View) IsSeated(p Player) bool { return v.t.Find(p) >= 0 }

// Seated returns the set of taken seats, with those of players who sit out.
func (v *View) Seated() betting.Set { return v.t.Seated() }

// Seconds returns the time of the table's clock since its first hand.
func (v *View) Seconds() int64 { return max(0, v.t.now-max(v.t.began, v.t.cfg.Start)) }

// Field returns the number of players with chips, with those at other tables of a tournament.
func (v *View) Field() (n int64) {
	for m := v.Seated(); m != 0; m &= m - 1 {
		if v.t.seats[m.First()].Stack > 0 {
			n++
		}
	}
	return n + v.t.elsewhere.Players
}

// Out returns the players who have no chips after the hand, with those at other tables of a tournament, which play hand for hand: who
// began it with more comes first, and who began it with the same is in one list.
func (v *View) Out() (groups [][]Player) {
	all := slices.Clone(v.broke)
	slices.SortStableFunc(all, func(a, b Out) int { return cmp.Compare(b.Began, a.Began) })
	for i, o := range all {
		if i == 0 || o.Began != all[i-1].Began {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], o.Player)
	}
	return groups
}

// Bought returns the chips sold, with those of other tables of a tournament.
func (v *View) Bought() int64 { return v.t.bought + v.t.elsewhere.Bought }

// Luck returns the best of some cards that a player draws between hands, from 1 to 52, 0 for nobody. No two
// players have the same.
func (v *View) Luck(p Player, n int) (best int64) {
	seat := v.t.Find(p)
	if seat < 0 {
		return 0
	}
	r := hand.NewSource(v.t.seed^luckSeed, uint64(v.t.hands))
	var deck [52]int64
	for k := range deck {
		j := int(r.Below(uint64(k + 1)))
		deck[k], deck[j] = deck[j], int64(k+1)
	}
	for k := seat; k < len(deck) && n > 0; k, n = k+v.t.cfg.MaxSeats, n-1 {
		best = max(best, deck[k])
	}
	return best
}

// luckSeed separates what players draw between hands from the cards of the hands.
const luckSeed = 0xbf58476d1ce4e5b9

// Fund returns the chips that the rule has set aside.
func (v *View) Fund() int64 { return v.t.funds[v.rule] }

// Carried returns the chips that lie in the pot for the next hand; before a hand, for this one.
func (v *View) Carried() int64 { return v.t.pot }

// Stack returns the player's stack.
func (v *View) Stack(p Player) int64 {
	if k := v.t.Find(p); k >= 0 {
		return v.t.seats[k].Stack
	}
	return 0
}

// Button returns the player with the button, 0 if that seat is not dealt in.
func (v *View) Button() Player { return v.position(v.p.button) }

// Small returns the player who posts the small blind, 0 for nobody.
func (v *View) Small() Player { return v.position(v.p.small) }

// Big returns the player who posts the big blind, 0 for nobody.
func (v *View) Big() Player { return v.position(v.p.big) }

func (v *View) position(seat int) Player {
	if seat < 0 || !v.p.dealt.Has(seat) {
		return 0
	}
	return v.At(seat)
}

// Winners returns the set of seats that won chips from the pots.
func (v *View) Winners() (m betting.Set) {
	for i := range int(v.t.n) {
		if v.h != nil && v.h.Won(i) > 0 {
			m |= betting.Bit(int(v.t.dealt[i]))
		}
	}
	return m
}

// MainWinners returns the set of seats that won part of the main pot.
func (v *View) MainWinners() (m betting.Set) {
	if v.h == nil {
		return 0
	}
	for won := v.h.MainWinners(); won != 0; won &= won - 1 {
		m |= betting.Bit(int(v.t.dealt[won.First()]))
	}
	return m
}

// Pot returns the chips that the pots paid out.
func (v *View) Pot() (sum int64) {
	if v.h == nil {
		return 0
	}
	for i := range v.h.Seats() {
		sum += v.h.Won(i)
	}
	return sum
}

// BoardCards returns the number of cards on the board.
func (v *View) BoardCards() int {
	if v.h == nil {
		return 0
	}
	return len(v.h.Board())
}

// Board returns the cards on the board.
func (v *View) Board() []cards.Card {
	if v.h == nil {
		return nil
	}
	return v.h.Board()
}

// Net returns what the player won or lost in the hand.
func (v *View) Net(p Player) int64 {
	for i := range int(v.t.n) {
		if v.h != nil && v.t.seats[v.t.dealt[i]].Player == p {
			return v.h.Net(i)
		}
	}
	return 0
}
