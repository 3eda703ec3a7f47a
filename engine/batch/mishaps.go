package batch

import (
	"errors"
	"slices"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Mishaps triggers random irregularities in the hands of a job or a session: whenever an attended
// hand waits, for a player or for the dealer, with probability Rate. The seed and the number of the
// hand determine which of the possible irregularities happens, and to whom.
type Mishaps struct {
	Rate float64 // 0 to 1
}

// MostMishaps is the largest number of irregularities in one hand: a hand that is redealt too often
// would never end.
const MostMishaps = 20

// mishapSeed separates the randomness of irregularities from that of the cards.
const mishapSeed = 0xd6e8feb86659fd93

// Trouble counts the irregularities of many hands.
type Trouble struct {
	Events   int64 // irregularities that got a ruling
	Defaults int64 // rulings by default, because the house has no rule
	Refused  int64 // rulings that refused the action
	ByKind   [64]int64
}

// merge adds the counts of another set of hands.
func (t *Trouble) merge(o *Trouble) {
	t.Events += o.Events
	t.Defaults += o.Defaults
	t.Refused += o.Refused
	for k := range t.ByKind {
		t.ByKind[k] += o.ByKind[k]
	}
}

// Mishap draws an irregularity that is possible now, with details that are plausible in this state;
// false if there is none. The hand may still refuse it.
func Mishap(h *hand.Hand, r *hand.Source) (plan.Incident, bool) {
	kinds := h.Possible()
	if len(kinds) == 0 {
		return plan.Incident{}, false
	}
	k := kinds[r.Below(uint64(len(kinds)))]
	if k == plan.FoulDeck && r.Below(4) > 0 { // it ends the hand, so not too often
		return plan.Incident{Kind: k}, false
	}
	return MishapOf(h, k, r)
}

// MishapOf draws the details of a kind of irregularity that is possible now; false if some cannot be
// drawn in this state.
func MishapOf(h *hand.Hand, k plan.IncidentKind, r *hand.Source) (plan.Incident, bool) {
	in := plan.Incident{Kind: k}
	for _, f := range in.Kind.Spec().Fields {
		if !f.Required && !f.Bare && r.Below(2) == 0 || f.Name == "order" {
			continue
		}
		v, ok := chanceOf(h, &in, &f, r)
		if !ok && f.Required {
			return in, false
		}
		if ok {
			in = in.With(f.Name, v)
		}
	}
	return in, true
}

// chanceOf draws the value of one field.
func chanceOf(h *hand.Hand, in *plan.Incident, f *plan.Field, r *hand.Source) (v plan.Value, ok bool) {
	below := func(n int) int64 { return int64(r.Below(uint64(n))) }
	switch f.Kind {
	case plan.SeatField:
		return chanceSeat(h, in.Kind, f.Name, r)
	case plan.SeatsField:
		one, ok := chanceSeat(h, in.Kind, f.Name, r)
		return plan.Value{List: []int64{one.N}}, ok
	case plan.CardField, plan.CardsField:
		var v plan.Value
		pool := h.Stub()
		switch {
		case in.Kind == plan.Boxed && len(pool) > 0:
			return plan.Value{Cards: pool[:1]}, true
		case in.Kind == plan.TouchedDiscards:
			pool = h.Mucked()
		case in.Kind == plan.OffTable && in.Seat() < 0:
			pool = h.Falling()
		case in.Seat() >= 0:
			pool = h.Hole(in.Seat())
		case f.Name == "burn" || f.Kind == plan.CardsField || !f.Required:
			return v, false // the state determines the value
		}
		if len(pool) == 0 {
			return v, false
		}
		n := 1
		if f.Kind == plan.CardsField {
			n = 1 + int(r.Below(uint64(len(pool))))
		}
		from := int(r.Below(uint64(len(pool) - n + 1)))
		return plan.Value{Cards: append([]cards.Card(nil), pool[from:from+n]...)}, true
	case plan.FlagField:
		v.N = below(2)
	case plan.WordField:
		words := f.Words
		if ask := h.Choice(); ask != nil && ask.OwnWords && f.Name == "action" {
			offers := h.Offers()
			v.Word = offers[below(len(offers))].Name
			break
		}
		if words == nil {
			words = []string{"pair", "two_pair", "flush", "full_house"}
		}
		v.Word = words[below(len(words))]
	case plan.ChipsField:
		v.N = chanceChips(h, in, r)
	case plan.MotionField:
		for range 1 + below(3) {
			v.List = append(v.List, chanceChips(h, in, r))
		}
	case plan.ListField:
		v.List = []int64{below(5), below(5)}
	default:
		v.N = chanceNumber(h, in, f.Name, r)
	}
	return v, true
}

func chanceNumber(h *hand.Hand, in *plan.Incident, name string, r *hand.Source) int64 {
	switch name {
	case "count":
		if seat := in.Seat(); seat >= 0 && h.Plan().AgainstBank {
			return max(0, int64(len(h.Hole(seat)))-1+2*int64(r.Below(2)))
		}
		switch in.Kind {
		case plan.FlopExtra:
			return 4 + int64(r.Below(2))
		case plan.DealtDeadSeat:
			return 1 + int64(r.Below(2))
		}
		return int64(h.Due()) - 1 + 2*int64(r.Below(2))
	case "position", "index":
		return int64(r.Below(uint64(len(h.Stub()) + 1)))
	case "burned":
		return 2 * int64(r.Below(2))
	}
	return int64(r.Below(4))
}

// chanceSeat draws a seat: the one whose turn it is if only it can cause the irregularity, a seat
// that is out if only those can, otherwise any other.
func chanceSeat(h *hand.Hand, k plan.IncidentKind, name string, r *hand.Source) (v plan.Value, ok bool) {
	m := h.Live()
	others := (betting.Bit(h.Seats()) - 1) &^ m
	switch k {
	case plan.ChipsIn, plan.Insufficient, plan.SingleChip, plan.OverbetPot, plan.StraddleOffered, plan.DrawChange, plan.ExposeError:
		v.N = int64(h.Turn())
		return v, v.N >= 0
	case plan.Retrieve, plan.TurnedUp:
		m = others
	case plan.DealtDeadSeat:
		m = others & h.Absent()
	case plan.OffTable:
		if len(h.Falling()) > 0 { // it falls off the board
			return v, false
		}
	}
	if name == "induced" {
		m = others
	}
	if m == 0 {
		return v, false
	}
	n := int(r.Below(uint64(m.Len())))
	for ; n > 0; n-- {
		m &= m - 1
	}
	v.N = int64(m.First())
	return v, true
}

// chanceChips draws an amount close to those of the decision.
func chanceChips(h *hand.Hand, in *plan.Incident, r *hand.Source) int64 {
	d := h.Pending()
	if d == nil {
		return 1
	}
	unit := h.Plan().Stakes.Chip
	if d.Kind == hand.Chosen && d.Price > 0 {
		return d.Price
	}
	o := &d.Options
	near := []int64{unit, o.Call, o.MinTo, o.MaxTo, o.Call - unit, o.MaxTo + unit, 2 * o.Call}
	n := near[r.Below(uint64(len(near)))]
	if seat := in.Seat(); seat >= 0 {
		n = min(n, h.Stack(seat)+h.Wagered(seat)+unit)
	}
	return max(n, unit)
}

// trouble triggers irregularities in consecutive hands.
type trouble struct {
	rate   float64
	chance hand.Source
	struck int     // irregularities in this hand
	counts Trouble // of this hand
}

// begin is called before each hand.
func (m *trouble) begin(seed, number uint64) {
	m.chance, m.struck, m.counts = hand.NewSource(seed^mishapSeed, number), 0, Trouble{}
}

// decide plays an attended hand to its end and counts the decisions that stand. An irregularity may
// happen before each decision, including the dealer's.
func (m *trouble) decide(p Policy, h *hand.Hand, chance *policyChance, count *int64) error {
	defer func() { *count -= int64(h.TakenBack()) }()
	n := 0
	for d := h.Pending(); d != nil; d = h.Pending() {
		if n++; n > mostDecisions { // the dealer's are decisions too
			return errEndless
		}
		if err := m.strike(h); err != nil {
			return err
		}
		if d = h.Pending(); d == nil {
			return nil
		}
		if d.Kind == hand.DealerGoesOn {
			if err := h.Apply(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
				return err
			}
			continue
		}
		a, err := p.Act(h, d, chance.next(d.Seat))
		if err != nil {
			return err
		}
		if err := h.Apply(HoldToDraw(h, d, a)); err != nil {
			return blame(p, err)
		}
		*count++
	}
	return nil
}

// strike triggers an irregularity with the given probability. It skips irregularities that the hand
// refuses; an error of a ruling is an error of the run.
func (m *trouble) strike(h *hand.Hand) error {
	if m.struck >= MostMishaps || float64(m.chance.Below(1<<32)) >= m.rate*(1<<32) {
		return nil
	}
	in, ok := Mishap(h, &m.chance)
	if !ok {
		return nil
	}
	if err := h.Happen(in); err != nil {
		var refused *hand.IncidentError
		if errors.As(err, &refused) && refused.Err == nil {
			return nil
		}
		return err
	}
	m.struck++
	notes := h.Notes()
	m.counts.count(&notes[len(notes)-1])
	return nil
}

// count counts one ruling.
func (t *Trouble) count(n *hand.Note) {
	t.Events++
	t.ByKind[n.Incident.Kind]++
	t.Defaults += one(n.Ruling.Level == plan.ByDefault)
	for i := range n.Judged.Effects {
		if n.Judged.Effects[i].Kind.Facts().Refuses {
			t.Refused++
			return
		}
	}
}

// HoldToDraw extends a discard to the number of cards that the decision requires: a seat is held to
// the number of cards that it first asked for. The seat's first cards fill the gap; other actions
// stay as they are.
func HoldToDraw(h *hand.Hand, d *hand.Decision, a hand.Action) hand.Action {
	if d.Kind != hand.CardsAsked || a.Kind != hand.PickCards {
		return a
	}
	if int(a.N) >= d.Least {
		return a
	}
	list := slices.Clone(a.List())
	for _, c := range h.Pool(nil) {
		if len(list) < d.Least && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return a.WithCards(list)
}
