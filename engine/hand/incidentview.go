package hand

import (
	"errors"
	"fmt"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// An incident as rulings see it, and the errors for incidents that are refused.

// exposes reports whether seats turn up cards of their choice in the game.
func (h *Hand) exposes() bool {
	return h.plan.Game.HasStep(func(s *plan.Step) bool { return s.Exposes() })
}

// incidentView is a hand as rulings see it.
type incidentView struct {
	*Hand
	in *plan.Incident
}

func (pot) view(v incidentView) plan.IncidentView { return v }

func (v incidentView) Incident() *plan.Incident { return v.in }

func (v incidentView) Stub() int { return v.stock.left() }

// Due returns the number of cards that the incident's seat should hold, or without
// a seat the number that each seat should.
func (v incidentView) Due() int {
	if seat := v.in.Seat(); seat >= 0 {
		return v.DueOf(seat)
	}
	return v.Hand.Due()
}

// Dealt returns the number of cards dealt to seats in this deal.
func (v incidentView) Dealt() (n int) {
	for i := range v.s.N {
		n += int(v.held[i])
	}
	return n
}

func (v incidentView) Acted(seat int) bool {
	m, _ := v.Moment()
	return m == plan.InBet && v.r.Acted().Has(seat)
}

// HasActed reports whether a seat has acted in this deal.
func (v incidentView) HasActed(seat int) bool {
	m, n := v.Moment()
	return n > 1 || m != plan.InBet || v.Acted(seat)
}

// Burns reports whether cards are burned in the game.
func (v incidentView) Burns() bool {
	return v.plan.Game.HasStep(func(s *plan.Step) bool {
		return s.DealsTo(plan.ZoneBurn) || s.Draws() && (s.Draw.Burn != plan.BurnNone || s.Draw.BurnRest)
	})
}

func (v incidentView) Draws() bool {
	return v.plan.Game.HasStep(func(s *plan.Step) bool { return s.Draws() && !s.Draw.KeepFace })
}

func (v incidentView) Low() bool {
	p := v.part()
	return p != nil && p.Ranking.Low()
}

func (v incidentView) BringsIn() bool { return v.dec.BringIn > 0 && !v.over }

func (v incidentView) Ups() bool {
	return v.plan.Game.HasStep(func(s *plan.Step) bool { return s.DealsTo(plan.ZoneHand) && s.Up != 0 }) || v.exposes()
}

func (v incidentView) Initial() (n int) {
	for i := range v.plan.Game.Steps {
		switch st := &v.plan.Game.Steps[i]; {
		case !st.Early():
			return n
		case st.DealsTo(plan.ZoneHand):
			n += st.Count
		}
	}
	return n
}

func (v incidentView) Straddle() int64 {
	if !v.Choice().Straddles() {
		return 0
	}
	return v.dec.Price
}

func (v incidentView) Options() *betting.Options {
	if v.dec.Kind != Wager || v.over {
		return nil
	}
	return &v.dec.Options
}

func (v incidentView) Worth(seat int) string {
	if !v.known(seat) || v.part() == nil {
		return ""
	}
	return v.part().Ranking.Describe(v.Strength(0, seat))
}

func (v incidentView) Better(claimed string, seat int) (bool, error) {
	if !v.known(seat) {
		return false, &IncidentError{Incident: *v.in, Reason: fmt.Sprintf("the cards of seat %d are not known", seat+1)}
	}
	if v.part() == nil {
		return false, &IncidentError{Incident: *v.in, Reason: "no hands are compared in this game"}
	}
	part, least, err := v.claim(claimed)
	return err == nil && least > v.Strength(part, seat), err
}

// claim returns the part of the showdown for which words name a hand, and the lowest
// strength that they claim: what is called a low is one where the game has a low.
func (h *Hand) claim(words string) (part int, least rank.Strength, err error) {
	sd := h.Showdown()
	if sd == nil || len(sd.Parts) == 0 { // no hands are compared: any kind of hand
		if _, known := rank.High.Claims(words); !known {
			return 0, 0, fmt.Errorf("no kind of hand is called %q", words)
		}
		return 0, 0, nil
	}
	var order []int
	for k := range sd.Parts {
		if p := &sd.Parts[k]; p.Ranking != nil {
			if p.Ranking.Low() && rank.CallsLow(words) {
				order = append([]int{k}, order...)
			} else {
				order = append(order, k)
			}
		}
	}
	for _, k := range order {
		if n, known := sd.Parts[k].Ranking.Named(words); known {
			if n.Nuts {
				return k, h.nuts(&sd.Parts[k], n), nil
			}
			return k, n.Least(), nil
		}
	}
	return 0, 0, fmt.Errorf("no kind of hand is called %q in this game", words)
}

// Called reports whether the hand of a seat is one that words name in a part of the showdown; known is false if they name no
// hand there.
func (h *Hand) Called(words string, part, seat int) (is, known bool) {
	p := h.Showdown().Part(part)
	n, known := p.Ranking.Named(words)
	s := h.Strength(part, seat)
	if known && n.Nuts {
		return s > 0 && s == h.nuts(p, n) && n.OfSuit(h.used(nil, h.Showdown(), part, seat)), true
	}
	return known && n.Has(s) && n.OfSuit(h.used(nil, h.Showdown(), part, seat)), known
}

// nuts returns the best hand of those that words name which anybody could have in a part of the showdown: the best of the
// ranking if fewer than three cards lie on the board, if there is more than one board, or if more than two own cards may play.
func (h *Hand) nuts(p *plan.Part, n rank.Named) (top rank.Strength) {
	best := n.Least()
	uses, own := p.Use, 0
	if len(uses) == 0 {
		uses = anyUse
	}
	for i := range uses {
		own = max(own, min(int(uses[i].HoleMost), h.Due()))
	}
	if h.onBoard < 3 || h.boards() > 1 || own > 2 {
		return best
	}
	live := (h.plan.Game.Deck.Set() &^ cards.SetOf(h.Board()...)).Cards()
	var room playing
	for i, a := range live {
		for _, b := range live[:i] {
			two := [2]cards.Card{a, b}
			if _, s := h.bestOf(p, rank.Choice{Hole: two[:]}, &room); s > top && s <= best && n.Has(s) {
				top = s
			}
		}
	}
	if top == 0 { // nobody can have one
		return best
	}
	return top
}

// Turn returns the seat whose turn it is, -1 for the dealer.
func (h *Hand) Turn() int { return int(h.dec.Seat) }

// Limit returns the limit of the open or the next betting round.
func (h *Hand) Limit() *betting.Limit {
	for k := max(0, int(h.pc)); k < len(h.plan.Game.Steps); k++ {
		if st := &h.plan.Game.Steps[k]; st.Bets() {
			return h.roundLimit(st)
		}
	}
	return &h.plan.Limits[plan.Big]
}

// part returns the first part of the showdown; nil for a game in which no hands are compared.
func (h *Hand) part() *plan.Part {
	sd := h.Showdown()
	if sd == nil || len(sd.Parts) == 0 {
		return nil
	}
	return &sd.Parts[0]
}

// An IncidentError is the error for an incident that was refused: it cannot happen
// now, it contradicts the state of the hand, or there is no ruling on it. The hand
// is unchanged.
type IncidentError struct {
	Incident plan.Incident
	Reason   string
	Err      error // the error in the ruling, nil for a refusal
}

func (e *IncidentError) Error() string { return e.Incident.Kind.String() + ": " + e.Reason }

func (e *IncidentError) Unwrap() error { return e.Err }

// impossible turns the error of an effect into a refusal of the incident; an error
// in the script is returned as it is.
func impossible(in *plan.Incident, err error) error {
	var f *diag.Error
	var illegal *IllegalError
	switch {
	case err == nil, errors.As(err, &f):
		return err
	case errors.As(err, &illegal):
		return &IncidentError{Incident: *in, Reason: illegal.Reason}
	}
	if errors.Is(err, ErrUnknownPack) {
		return &IncidentError{Incident: *in, Reason: err.Error(), Err: err}
	}
	return &IncidentError{Incident: *in, Reason: err.Error()}
}

func (h *Hand) drawsLeft() bool {
	for k := max(0, int(h.pc)); k < len(h.plan.Game.Steps); k++ {
		if st := &h.plan.Game.Steps[k]; st.Draws() && (k > int(h.pc) || h.stage != serving) {
			return true
		}
	}
	return false
}
