package table

import (
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
)

// What a rule sees of a finished hand beyond the winners, from the events of the hand.

// WonPot is a pot of a finished hand, with the seats of the table that won chips from it.
type WonPot struct {
	Amount  int64
	Winners betting.Set
	Players betting.Set // those who could win it: who paid all of it and stayed in
}

// Recorded reports whether the events of the hand are known.
func (v *View) Recorded() bool { return v.h != nil && v.h.Log() != nil }

// events returns the events of the finished hand that count: those since all chips or cards last came back.
func (v *View) events() []hand.Event {
	if !v.Recorded() {
		return nil
	}
	all := v.h.Log().Events
	for i := range slices.Backward(all) {
		if all[i].Kind.Facts().Cancels {
			return all[i:]
		}
	}
	return all
}

// seatOf returns the seat of the hand in which a player was dealt in, -1 for none. Somebody else may have their seat by now.
func (v *View) seatOf(p Player) int {
	for i, k := range v.t.dealt[:v.t.n] {
		who := v.t.seats[k].Player
		if v.t.gone.Has(int(k)) {
			who = v.t.left[k].Player
		}
		if p != 0 && who == p {
			return i
		}
	}
	return -1
}

// Showdown reports whether hands were compared.
func (v *View) Showdown() bool { return v.h != nil && v.h.Result().Showdown }

// Pots returns the pots with what was won from each, main pot first.
func (v *View) Pots() (out []WonPot) {
	for _, e := range v.events() {
		switch f := e.Kind.Facts(); {
		case f.TakesBack:
			out = nil
		case f.Pays.Wins() && e.Amount > 0:
			k := 0
			if f.Pays == hand.GetsShare {
				k = int(e.Pot)
			}
			for len(out) <= k {
				out = append(out, WonPot{})
			}
			out[k].Amount += e.Amount
			out[k].Winners |= betting.Bit(int(v.t.dealt[e.Seat]))
		}
	}
	if len(out) == 0 {
		return nil
	}
	var all betting.List
	v.h.Pots(&all)
	for k := range out[:min(len(out), all.N)] {
		for m := all.Pot[k].Eligible; m != 0; m &= m - 1 {
			out[k].Players |= betting.Bit(int(v.t.dealt[m.First()]))
		}
	}
	return out
}

// Ended returns the plan step of the last thing that a player or the dealer did before the showdown or the award, -1 for nothing.
func (v *View) Ended() int {
	all := v.events()
	for i := range slices.Backward(all) {
		if f := all[i].Kind.Facts(); all[i].Step >= 0 && (f.Act != hand.NoAct || f.Answers != hand.NoAnswer || f.FromStub) {
			return int(all[i].Step)
		}
	}
	return -1
}

// FoldedAt returns the plan step in which a player folded or lost their hand, -1 for one who did not.
func (v *View) FoldedAt(p Player) int {
	seat, at := v.seatOf(p), -1
	for _, e := range v.events() {
		switch f := e.Kind.Facts(); {
		case int(e.Seat) != seat || seat < 0:
		case f.Out:
			at = int(e.Step)
		case f.Back:
			at = -1
		}
	}
	return at
}

// AllIn reports whether a player was all in.
func (v *View) AllIn(p Player) (in bool) {
	seat := v.seatOf(p)
	for _, e := range v.events() {
		if int(e.Seat) != seat || seat < 0 {
			continue
		}
		if f := e.Kind.Facts(); f.Pays.Wins() {
			break
		} else if in = in || e.AllIn; f.Pays == hand.GetsBack && e.Amount > 0 {
			in = false
		}
	}
	return in
}

// Bets returns the number of bets and raises.
func (v *View) Bets() (n int) {
	for _, e := range v.events() {
		if e.Kind.Facts().Act.Aggressive() {
			n++
		}
	}
	return n
}

// Posted returns how much of a player's posts before the first action counts as a bet: a blind, a straddle or another post.
func (v *View) Posted(p Player) (to int64) {
	seat := v.seatOf(p)
	for _, e := range v.events() {
		f := e.Kind.Facts()
		if f.NewDeal {
			to = 0
		} else if int(e.Seat) == seat && seat >= 0 && (f.Pays == hand.PaysBlind || f.Pays == hand.PaysBet && f.Act == hand.NoAct) {
			to = e.To
		}
	}
	return to
}

// Shows returns the event with which a player showed a hand at the showdown, nil for one who did not.
func (v *View) Shows(p Player) (shown *hand.Event) {
	seat := v.seatOf(p)
	all := v.events()
	for i := range all {
		if f := all[i].Kind.Facts(); f.NewDeal {
			shown = nil
		} else if int(all[i].Seat) == seat && seat >= 0 && f.Shows && f.AtShowdown {
			shown = &all[i]
		}
	}
	return shown
}

// Played returns the finished hand and the seat of a player in it, nil before the hand is over and for one who was not dealt in.
func (v *View) Played(p Player) (*hand.Hand, int) {
	if seat := v.seatOf(p); v.h != nil && seat >= 0 {
		return v.h, seat
	}
	return nil, -1
}
