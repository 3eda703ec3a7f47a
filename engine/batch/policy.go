package batch

import (
	"errors"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Policy decides for the seats. Only one goroutine uses a Policy; its decisions may depend only on
// the hand and the source, so that a hand is the same wherever it is played. The source is for this
// decision. Unless all policies at the table are trusted, no other randomness can be derived from
// its draws.
type Policy interface {
	Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error)
}

// Blamer is a policy that can name the place of a choice that the hand refused: a script and its
// line.
type Blamer interface {
	Blame(refusal error) error
}

// Witness is a policy that needs to know the course of a hand: it sees every action of every seat
// before it is taken.
type Witness interface {
	Policy
	Begin() // called at the beginning of a hand
	Saw(h *hand.Hand, d *hand.Decision, a *hand.Action)
}

// Witnesses returns the witnesses among a policy and the policies it consists of.
func Witnesses(p Policy) (out []Witness) {
	switch p := p.(type) {
	case Witness:
		return []Witness{p}
	case *Seated:
		for _, own := range p.Own {
			out = append(out, Witnesses(own)...)
		}
		return append(out, Witnesses(p.Rest)...)
	}
	return nil
}

// Seated is a policy with separate policies for some seats.
type Seated struct {
	Own  map[int]Policy // by seat of the hand
	Rest Policy         // for the other seats
}

// Act calls the policy of the seat.
func (s *Seated) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	return s.of(d.Seat).Act(h, d, r)
}

func (s *Seated) of(seat int8) Policy {
	if p, ok := s.Own[int(seat)]; ok {
		return p
	}
	return s.Rest
}

// Blame calls the policy whose choice was refused.
func (s *Seated) Blame(refusal error) error {
	var illegal *hand.IllegalError
	if !errors.As(refusal, &illegal) {
		return refusal
	}
	if b, ok := s.of(illegal.Decision.Seat).(Blamer); ok {
		return b.Blame(refusal)
	}
	return refusal
}

// Random plays at random. Facing a bet it folds 15 % of the time, and it bets or raises 25 % of the
// time, 60 % of those the minimum and otherwise any amount up to the maximum; otherwise it checks
// or calls. It draws any number of cards, turns up any card, brings in three times out of four and
// straddles once in ten times. Against a bank it takes the bank and bets nine times out of ten,
// chooses evenly, and puts up any amount.
type Random struct{}

// Act returns the policy's choice.
func (Random) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	switch d.Kind {
	case hand.Chosen:
		if ask := h.Choice(); !ask.OwnWords {
			return offerSome(ask, d, r), nil
		}
		return chooseSome(h, d, r), nil
	case hand.CardsAsked:
		return pickSome(h, d, r), nil
	}
	kind, amount := wagerSome(h, d, r)
	return hand.Action{Kind: kind, Seat: d.Seat, Amount: amount}, nil
}

// wagerSome returns the policy's action in a round of betting.
func wagerSome(h *hand.Hand, d *hand.Decision, r *hand.Source) (kind hand.ActionKind, amount int64) {
	o := &d.Options
	if d.BringIn > 0 {
		if o.CanRaise() && r.Below(100) < 25 {
			return hand.RaiseTo, raiseTo(o, r)
		}
		return hand.BringIn, 0
	}
	p := r.Below(100)
	switch {
	case p < 15 && o.Call > 0:
		return hand.Fold, 0
	case p >= 15 && p < 40 && h.Bounds().CanRaise():
		return hand.RaiseTo, raiseTo(o, r)
	case o.CanCheck:
		return hand.Check, 0
	case o.Call > 0:
		return hand.Call, 0
	}
	return hand.Fold, 0
}

// raiseTo draws an amount in whole chips.
func raiseTo(o *betting.Options, r *hand.Source) int64 {
	to := o.MinTo
	if o.MaxTo > o.MinTo && r.Below(100) >= 60 {
		to += int64(r.Below(uint64(o.MaxTo - o.MinTo + 1)))
		to = max(o.MinTo, to-to%o.Chip)
	}
	return to
}

// pickSome draws a random number of random cards.
func pickSome(h *hand.Hand, d *hand.Decision, r *hand.Source) hand.Action {
	if h.Question().Whole {
		n := uint64(0)
		for ok := true; ok; n++ {
			_, ok = h.PickWhole(int(n))
		}
		a, _ := h.PickWhole(int(r.Below(n - 1)))
		return a
	}
	var pool [plan.MostHole]cards.Card
	from := h.Pool(pool[:0])
	ask := h.Question()
	n := min(ask.Least, d.Count)
	if ask.Least < ask.Most {
		n += int(r.Below(uint64(d.Count - n + 1)))
	}
	for i := range n {
		j := i + int(r.Below(uint64(len(from)-i)))
		from[i], from[j] = from[j], from[i]
	}
	return hand.Action{Kind: hand.PickCards, Seat: d.Seat}.WithCards(from[:n])
}

// offerSome accepts an offer that costs chips once in ten times, and otherwise any of the free
// ones.
func offerSome(ask *plan.Ask, d *hand.Decision, r *hand.Source) hand.Action {
	free := 0
	for k := range ask.Offers {
		if ask.Offers[k].Price == plan.Free {
			free++
		}
	}
	n, wantFree := free, true
	if free == 0 || free < len(ask.Offers) && r.Below(100) < 10 {
		n, wantFree = len(ask.Offers)-free, false
	}
	if n > 1 {
		n = 1 + int(r.Below(uint64(n)))
	}
	for k := range ask.Offers {
		if (ask.Offers[k].Price == plan.Free) == wantFree {
			if n--; n == 0 {
				return hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(k)}
			}
		}
	}
	return hand.Action{}
}

// chooseSome accepts any offer, for any amount. It takes the first offer of banking and betting
// nine times out of ten.
func chooseSome(h *hand.Hand, d *hand.Decision, r *hand.Source) hand.Action {
	k := int(r.Below(uint64(d.Count)))
	if ask := h.Choice(); ask.Allowed == nil && ask.Offers[0].Price != plan.OfEffects && r.Below(100) < 80 {
		k = 0
	}
	o := h.Nth(k)
	a := hand.Action{Kind: hand.Choose, Seat: d.Seat, Pick: int8(k), Amount: o.Min}
	if o.Max > o.Min {
		a.Amount += o.Step * int64(r.Below(uint64((o.Max-o.Min)/o.Step+1)))
	}
	return a
}

// Caller checks or calls, brings it in, stands pat and turns up any card. It accepts the first of
// several offers.
type Caller struct{}

// Act returns the policy's choice.
func (Caller) Act(h *hand.Hand, d *hand.Decision, r *hand.Source) (hand.Action, error) {
	if d.Kind == hand.CardsAsked && h.Question().Least > 0 {
		return pickSome(h, d, r), nil
	}
	return h.DefaultAction(), nil
}
