package table

import (
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Rule is a rule of the house for what happens between hands, such as a kill.
// It has a memory, which is text: the table keeps it, saves it and hands it
// back. A rule must depend on nothing but the view and its memory.
type Rule interface {
	Name() string
	// Begin returns the memory that a table opens with.
	Begin() string
	// Allows says why the rule is not played with a game at its stakes, nil if
	// it is.
	Allows(*plan.Bound) error
	// Before is asked before a hand is dealt and returns what is to be
	// different about it.
	Before(v *View, memory string) ([]Effect, error)
	// After is told the result of a hand and returns the next memory.
	After(v *View, memory string) (string, error)
}

// EffectKind is what a rule does to the next hand.
type EffectKind uint8

// The effects.
const (
	// RaiseStakes plays the hand with every limit Num/Den times as high; with
	// Blind the big blind is raised too. Raises do not add up: the highest
	// holds.
	RaiseStakes EffectKind = iota
	PostLive               // Player posts Amount, a live bet with an option
	PostDead               // Player posts Amount, which belongs to the pot
	PostInPlace            // Player posts Amount, live, in place of a smaller blind due from them
	Charge                 // the house takes Amount from Payer
	Owe                    // Player owes Amount and posts it, dead, when dealt in next
	Skip                   // Player is not dealt in
	NoStraddle             // nobody may straddle
	Announce               // the dealer says Text
)

// Effect is one thing that a rule does. Amounts are in the table's units.
type Effect struct {
	Kind     EffectKind
	Player   Player
	Amount   int64
	Num, Den int64
	Blind    bool
	Payer    Payer
	Text     string
	Pos      diag.Pos // the script that asks for it
}

// View is what a rule may see: the players dealt in and their positions, and
// after the hand who won.
type View struct {
	t *Table
	p *placing
	h *hand.Hand
	b *plan.Bound
}

// Over reports whether the hand has been played.
func (v *View) Over() bool { return v.h != nil }

// Hand returns the number of the hand, from 1.
func (v *View) Hand() int64 { return v.t.hands }

// Plan returns the game at the table's own stakes.
func (v *View) Plan() *plan.Bound { return v.b }

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
func (v *View) Dealt() seating.Set { return v.p.dealt }

// IsDealt reports whether the player is dealt in.
func (v *View) IsDealt(p Player) bool {
	k := v.t.Find(p)
	return k >= 0 && v.p.dealt.Has(k)
}

// IsSeated reports whether the player is at the table.
func (v *View) IsSeated(p Player) bool { return v.t.Find(p) >= 0 }

// Stack returns what the player has in front of them.
func (v *View) Stack(p Player) int64 {
	if k := v.t.Find(p); k >= 0 {
		return v.t.seats[k].Stack
	}
	return 0
}

// Button, Small and Big are the players in the positions, 0 where nobody is.
func (v *View) Button() Player { return v.position(v.p.button) }

// Small returns the player who posts the small blind.
func (v *View) Small() Player { return v.position(v.p.small) }

// Big returns the player who posts the big blind.
func (v *View) Big() Player { return v.position(v.p.big) }

func (v *View) position(seat int) Player {
	if seat < 0 || !v.p.dealt.Has(seat) {
		return 0
	}
	return v.At(seat)
}

// Winners returns the set of seats that won chips from the pots.
func (v *View) Winners() (m seating.Set) {
	for i := range int(v.t.n) {
		if v.h != nil && v.h.Won(i) > 0 {
			m |= seating.Bit(int(v.t.dealt[i]))
		}
	}
	return m
}

// MainWinners returns the set of seats that won something of the main pot.
func (v *View) MainWinners() (m seating.Set) {
	if v.h == nil {
		return 0
	}
	for won := v.h.MainWinners(); won != 0; won &= won - 1 {
		m |= seating.Bit(int(v.t.dealt[won.First()]))
	}
	return m
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
