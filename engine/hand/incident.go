package hand

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// Happen makes an irregularity happen: it checks it against the state of the hand,
// tries the rulings of the game, the house and the defaults, applies the decision,
// and plays on to the next decision. It may be called whenever the hand waits,
// including for the dealer ([Attended]). The log records the incident, the ruling,
// and the effects. An incident that is refused changes nothing.
//
// Before the ruling, Happen fills in fields that the incident omits and the state
// determines: the cards of a premature street, whether a card was burned.
func (h *Hand) Happen(in plan.Incident) error {
	if err := h.CanHappen(in.Kind); err != nil {
		return err
	}
	if err := in.Check(h.s.N); err != nil {
		return &IncidentError{Incident: in, Reason: err.Error()}
	}
	n, told := h.TakenBack(), 0
	if h.log != nil {
		told = len(h.log.Events)
	}
	err := h.atomically(func() error {
		h.own()
		return h.happen(in)
	})
	if h.log != nil && err == nil && h.TakenBack() > n {
		h.log.forget(told)
	}
	if _, ok := err.(*IncidentError); err == nil || ok {
		return err
	}
	return &IncidentError{Incident: in, Reason: err.Error(), Err: err}
}

// HappenNext makes an incident happen at the first moment from now on at which it
// is possible, before a player acts again: the dealer continues until then. It
// returns the number of times the dealer continued. If there is no such moment,
// nothing changes, and the error is that of the moment that came nearest.
func (h *Hand) HappenNext(in plan.Incident) (steps int, err error) {
	next, events := *h, 0
	if h.log != nil {
		events = len(h.log.Events)
	}
	var nearest error
	for ; ; steps++ {
		if err = next.Happen(in); err == nil {
			*h = next
			return steps, nil
		}
		if nearest == nil || next.CanHappen(in.Kind) == nil {
			nearest = err
		}
		if d := next.Pending(); d == nil || d.Kind != DealerGoesOn || next.Apply(Action{Kind: GoOn, Seat: -1}) != nil {
			break
		}
	}
	if h.log != nil {
		h.log.Events = h.log.Events[:events]
	}
	return 0, nearest
}

// ToPlayer lets the dealer continue until a player must decide or the hand is over.
func (h *Hand) ToPlayer() error {
	for d := h.Pending(); d != nil && d.Kind == DealerGoesOn; d = h.Pending() {
		if err := h.Apply(Action{Kind: GoOn, Seat: -1}); err != nil {
			return err
		}
	}
	return nil
}

// CanHappen returns an error if a kind of incident cannot happen at this moment,
// whatever its fields; nil if it can.
func (h *Hand) CanHappen(k plan.IncidentKind) error {
	no := func(format string, args ...any) error {
		return &IncidentError{Incident: plan.Incident{Kind: k}, Reason: fmt.Sprintf(format, args...)}
	}
	moment, round := h.Moment()
	switch {
	case k == plan.NoIncident:
		return no("no event")
	case h.floor == nil:
		return no("nothing irregular can happen in a hand without attendance")
	case !h.plan.MayHappen(k):
		return no("it is no event of %s", h.plan.Game.Name)
	case h.manual && ofThePack[k]:
		return &IncidentError{plan.Incident{Kind: k}, ErrUnknownPack.Error(), ErrUnknownPack}
	case moment == plan.IsOver && k == plan.WrongCount && !h.countsAfter():
		return no("it cannot happen now (%s): the hand is over", moment)
	case moment == plan.IsOver && k == plan.CalledMisdeal && h.countsAfter():
		return nil
	case moment == plan.IsOver && (k == plan.Retrieve || k == plan.TurnedUp) && !h.result.Showdown && h.floor.shut != nil:
		return nil // of the hand to which the pot went without a showdown
	case h.plan.Game.Moments(k)&moment != 0:
		return nil
	case len(h.floor.fresh) > 0 && ofCards[k]:
		return nil
	case moment == plan.InBet || moment == plan.InGap:
		return no("it cannot happen now (%s:%d): it is an event of %s", moment, round, h.plan.Game.Moments(k))
	}
	return no("it cannot happen now (%s): it is an event of %s", moment, h.plan.Game.Moments(k))
}

// ofCards are the incidents that can happen at any moment to a card that a ruling
// has just dealt.
var ofCards = map[plan.IncidentKind]bool{
	plan.DealerExposed: true, plan.OffTable: true, plan.FlashedOnDraw: true, plan.DealerFaced: true,
}

// countsAfter reports whether a hand that is over may still be found with a wrong
// count, or called a misdeal: an earlier one was, and the pot went to it without a
// showdown.
func (h *Hand) countsAfter() bool {
	return !h.result.Showdown && h.floor.kept[whenEnded] != nil &&
		slices.ContainsFunc(h.floor.happened, func(in *plan.Incident) bool { return in.Kind == plan.WrongCount })
}

// ofThePack are the incidents that take cards off the stub, whatever the ruling.
var ofThePack = map[plan.IncidentKind]bool{
	plan.Boxed: true, plan.WrongCount: true, plan.JokerDealt: true, plan.JokerFound: true, plan.Cut: true, plan.DealtDeadSeat: true,
	plan.PrematureFlop: true, plan.PrematureTurn: true, plan.PrematureRiver: true, plan.PrematureStreet: true,
	plan.FlopExtra: true, plan.BurnError: true, plan.ExtraStreetCard: true,
}

// Possible lists the kinds of incidents of the present moment that the state
// allows: no premature turn before the flop, no retrieved hand if none is out.
func (h *Hand) Possible() []plan.IncidentKind {
	if h.floor == nil {
		return nil
	}
	var out []plan.IncidentKind
	moment, _ := h.Moment()
	for _, k := range plan.Incidents() {
		if h.plan.Game.Moments(k)&moment != 0 && h.plan.MayHappen(k) && !(h.manual && ofThePack[k]) && h.contest().leavesRoom(h, k) {
			out = append(out, k)
		}
	}
	return out
}

func (pot) leavesRoom(h *Hand, k plan.IncidentKind) bool {
	f, d := h.floor, &h.dec
	out := (h.all() &^ h.s.Live &^ f.absent).Len() > 0
	switch k {
	case plan.DealtDeadSeat:
		return f.absent&^h.s.Live != 0 && h.round <= 1
	case plan.Retrieve, plan.TurnedUp:
		return out
	case plan.TouchedDiscards:
		return out || len(f.muck) > 0
	case plan.PrematureFlop, plan.PrematureTurn, plan.PrematureRiver, plan.PrematureStreet:
		_, st := h.plan.Game.StreetAfter(int(h.pc))
		return plan.TooSoon(k, st, int(h.onBoard))
	case plan.FlashedOnDraw, plan.DealerFaced:
		return h.Step().Draws()
	case plan.DrawChange:
		return h.Question().Draws()
	case plan.ExposeError:
		return h.Question().Exposes()
	case plan.BurnError:
		return h.burnedBefore()
	case plan.FlopExtra:
		return h.flopTurned()
	case plan.ExtraStreetCard:
		return h.Due() > (incidentView{Hand: h}).Initial()
	case plan.StraddleOffered:
		return h.Choice().Straddles()
	case plan.OverbetPot:
		return h.Limit().Structure == betting.PotLimit && d.Kind == Wager
	case plan.ChipsIn, plan.SingleChip, plan.Insufficient: // what a seat may bet can depend on its cards, which this does not check
		return d.Kind == Wager
	case plan.WrongCount:
		return !h.over
	case plan.OffTable:
		m, _ := h.Moment()
		return m != plan.InGap || len(h.Falling()) > 0 || h.Step().DealsTo(plan.ZoneHand) && h.stage != notBegun
	case plan.Retract:
		return h.Pot() > 0 || slices.ContainsFunc(h.s.Wager[:h.s.N], func(w int64) bool { return w != 0 })
	}
	return true
}

func (h *Hand) happen(in plan.Incident) error {
	h.tellUntold()
	h.nameJokers(&in)
	err := h.seated(&in)
	if err == nil {
		h.floor.acting = int16(len(h.floor.notes) + 1) // cards that come before the ruling lead to the incident, too
		err = h.contest().checkIncident(h, &in)
		h.floor.acting = 0
	}
	if err != nil {
		return &IncidentError{Incident: in, Reason: err.Error()}
	}
	h.floor.fresh = nil
	if v := in.Value("order"); v != nil {
		h.floor.orders = append(h.floor.orders, v.Cards)
	}
	note, err := h.judge(&in)
	if err != nil {
		return err
	}
	h.floor.happened = append(h.floor.happened, &in)
	h.floor.notes = append(h.floor.notes, note)
	r := h.ruling(int16(len(h.floor.notes)))
	r.tell(Event{Kind: Happened, Seat: int8(in.Seat()), Amount: int64(h.floor.steps)})
	h.floor.steps = 0
	r.tell(Event{Kind: Ruled, Seat: int8(in.Seat())})
	if err := r.apply(note.Judged.Effects); err != nil {
		return impossible(&in, err)
	}
	for i, n := range r.lost { // what is not filled up is missing for good
		if lack := h.DueOf(i) - int(h.held[i]); lack > 0 {
			h.noteCardsGone(i, min(int(n), lack))
		}
	}
	for i := range h.s.N {
		h.holdsTold(i)
	}
	if h.over || h.dec.Kind == DealerGoesOn && !r.moved {
		return nil
	}
	return h.advance()
}

func (h *Hand) judge(in *plan.Incident) (Note, error) {
	rulings, err := h.plan.Game.RulingsFor(in.Kind)
	if err != nil {
		return Note{}, err
	}
	for _, r := range rulings {
		j := &r.Judgement
		if r.Hook != nil {
			var unknown *IncidentError
			switch j, err = r.Hook.Rule(h.contest().view(incidentView{h, in})); {
			case errors.As(err, &unknown): // the ruling has asked for information that nobody has
				return Note{}, unknown
			case err != nil:
				return Note{}, err
			}
		}
		if j != nil {
			return Note{Incident: in, Ruling: r, Judged: j}, nil
		}
	}
	return Note{}, &IncidentError{Incident: *in, Reason: "neither the house nor the defaults rule on it"}
}

func (h *Hand) seated(in *plan.Incident) error {
	if seat := in.Seat(); in.Value("seat") != nil && (seat < 0 || seat >= h.s.N) {
		return fmt.Errorf("there is no seat %d", seat+1)
	}
	return nil
}

func (pot) checkIncident(h *Hand, in *plan.Incident) error {
	if in.Value("seat") != nil {
		if err := h.checkSeat(in.Kind, in.Seat()); err != nil {
			return err
		}
	}
	if err := h.checkFields(in); err != nil {
		return err
	}
	switch in.Kind {
	case plan.DealerExposed:
		if err := h.checkHeldCards(in, in.Seat()); err != nil {
			return err
		}
		is := incidentView{h, in}.Place()
		if n, ok := in.Number("nth"); ok && int(n) != is {
			return fmt.Errorf("%s is card %d of the deal", in.Cards()[0], is)
		}
		return nil
	case plan.OffTable:
		return h.checkFallen(in)
	case plan.FlashedOnDraw, plan.DealerFaced, plan.Dropped:
		return h.checkHeldCards(in, in.Seat())
	case plan.PlayerExposed, plan.PartialShow, plan.Tabled, plan.ExposeError:
		return h.checkShown(in)
	case plan.Boxed:
		return h.checkBoxed(in)
	case plan.WrongCount:
		return h.matchCount(in)
	case plan.JokerDealt, plan.JokerFound:
		return h.bringJoker(in)
	case plan.Cut:
		if n, _ := in.Number("position"); n < 1 || int(n) >= h.stock.left() {
			return fmt.Errorf("the stub has %s", cards.Counted(h.stock.left(), "card"))
		}
	case plan.DealtDeadSeat:
		return h.dealDead(in)
	case plan.PrematureFlop, plan.PrematureTurn, plan.PrematureRiver, plan.PrematureStreet:
		return h.turnTooSoon(in)
	case plan.FlopExtra:
		return h.turnTooMany(in)
	case plan.BurnError:
		// A street was dealt after a burn, which was skipped or doubled.
		n, _ := in.Number("burned")
		switch {
		case n != 0 && n != 2:
			return fmt.Errorf("%d burns before a street: only none or two are irregular", n)
		case !h.burnedBefore():
			return fmt.Errorf("no street of the board was dealt after a burn")
		case n == 2 && h.stock.left() == 0:
			return fmt.Errorf("the stub is empty")
		}
		return nil
	case plan.ExtraStreetCard:
		return h.dealExtra(in)
	case plan.ChipsIn, plan.SingleChip, plan.Insufficient, plan.OverbetPot:
		return h.checkChips(in)
	case plan.Misdescribe:
		if _, _, err := h.claim(in.Word("claimed")); err != nil {
			return err
		}
		for _, n := range in.Seats("induced") {
			switch {
			case n < 0 || n >= h.s.N || n == in.Seat() || !h.floor.dealtIn.Has(n):
				return fmt.Errorf("seat %d is not another seat of the hand", n+1)
			case h.s.Live.Has(n):
				return fmt.Errorf("seat %d has not discarded", n+1)
			case h.floor.killed.Has(n) && h.floor.folds[n] == 0:
				return fmt.Errorf("the hand of seat %d died by a ruling: nobody induced it to discard", n+1)
			}
		}
		return nil
	case plan.TouchedDiscards:
		if v := in.Value("card"); v != nil && !slices.Contains(h.Mucked(), v.Cards[0]) {
			return fmt.Errorf("%s is not in the muck", v.Cards[0])
		}
	}
	return nil
}

// checkFields checks the fields of an incident against the state, except for cards and
// chips.
func (h *Hand) checkFields(in *plan.Incident) error {
	v, seat := incidentView{h, in}, in.Seat()
	wrong := func(name string, is bool) bool {
		told := in.Value(name)
		return told != nil && (told.N != 0) != is
	}
	not := func(is bool) string {
		if is {
			return "has"
		}
		return "has not"
	}
	switch in.Kind {
	case plan.JokerFound:
		if is := v.HasActed(seat); wrong("acted", is) {
			return fmt.Errorf("seat %d %s acted", seat+1, not(is))
		}
	case plan.Dropped:
		if is := v.Drawn(seat); v.Draws() && wrong("before_draw", !is) {
			return fmt.Errorf("seat %d %s drawn", seat+1, not(is))
		}
	case plan.Declare, plan.OutOfTurn:
		if w := in.Word("action"); !slices.Contains(plan.PlayWords, w) {
			return fmt.Errorf("%q is not one of %s", w, strings.Join(plan.PlayWords, ", "))
		}
		if is := h.Turn() == seat; wrong("in_turn", is) {
			return fmt.Errorf("seat %d %s the turn", seat+1, not(is))
		}
	case plan.DrawChange:
		held := int(h.held[seat])
		for _, n := range in.Value("requests").List {
			if n > int64(held) {
				return fmt.Errorf("seat %d has %s and cannot draw %d", seat+1, cards.Counted(held, "card"), n)
			}
		}
	case plan.BurnError:
		if w, is := in.Word("street"), boardWord(int(h.onBoard)); w != "" && w != is {
			if is == "" {
				return fmt.Errorf("no street of the board was dealt after a burn")
			}
			return fmt.Errorf("the last street is the %s", is)
		}
	case plan.PrematureStreet:
		if n, ok := in.Number("street"); ok && int(n) != h.Due()+1 {
			return fmt.Errorf("street %d comes next", h.Due()+1)
		}
	}
	return nil
}

// boardWord returns the street that has brought the board to n cards.
func boardWord(n int) string {
	switch n {
	case 3:
		return "flop"
	case 4:
		return "turn"
	case 5:
		return "river"
	}
	return ""
}

// checkSeat checks that the state of the seat allows the incident.
func (h *Hand) checkSeat(k plan.IncidentKind, seat int) error {
	f := h.floor
	live := h.s.Live.Has(seat)
	switch k {
	case plan.DealtDeadSeat:
		if !f.absent.Has(seat) || live {
			return fmt.Errorf("seat %d plays in this hand", seat+1)
		}
		if h.round > 1 {
			return fmt.Errorf("the cards were dealt before the first round of betting")
		}
		return nil
	case plan.Retrieve, plan.TurnedUp:
		if live {
			return fmt.Errorf("seat %d is live", seat+1)
		}
		if h.held[seat] == 0 || !f.dealtIn.Has(seat) {
			return fmt.Errorf("seat %d has no cards on the table", seat+1)
		}
		if d := f.left[seat]; d != nil && d.killed && !h.threwAway(seat) {
			return fmt.Errorf("a ruling has killed the hand of seat %d, which was not thrown away", seat+1)
		}
		return nil
	case plan.AwardError, plan.Cut, plan.Retract, plan.TouchedDiscards:
		if f.absent.Has(seat) && !live {
			return fmt.Errorf("seat %d is not in the hand", seat+1)
		}
		return nil
	case plan.DrawChange:
		if !h.Question().Draws() || !h.waiting.Has(seat) {
			return fmt.Errorf("seat %d has no draw to come", seat+1)
		}
	case plan.ExposeError:
		if !h.Question().Exposes() || !h.waiting.Has(seat) {
			return fmt.Errorf("seat %d has no card to turn up", seat+1)
		}
	case plan.OutOfTurn:
		if h.Turn() == seat {
			return fmt.Errorf("it is the turn of seat %d", seat+1)
		}
	}
	if !live && !(k == plan.Misdescribe && f.forfeited.Has(seat)) { // another player may have discarded, too
		return fmt.Errorf("seat %d is not in the hand", seat+1)
	}
	return nil
}

// threwAway reports whether a seat has thrown its hand away, other than by a fold.
func (h *Hand) threwAway(seat int) bool {
	return slices.ContainsFunc(h.floor.happened, func(in *plan.Incident) bool { return in.Kind == plan.ThrownAway && in.Seat() == seat })
}

// checkHeldCards checks that a seat holds the named cards.
func (h *Hand) checkHeldCards(in *plan.Incident, seat int) error {
	moment, _ := h.Moment()
	for _, c := range in.Cards() {
		k := slices.Index(h.Hole(seat), c)
		switch {
		case k < 0:
			return fmt.Errorf("seat %d does not hold %s", seat+1, c)
		case ofCards[in.Kind] && h.plan.Game.Moments(in.Kind)&moment == 0 && !slices.Contains(h.floor.fresh, freshCard{int8(seat), c}):
			return fmt.Errorf("%s has not just been dealt", c)
		}
		if h.IsUp(seat, k) && in.Kind == plan.PlayerExposed {
			return fmt.Errorf("%s lies face up", c)
		}
		if h.IsUp(seat, k) && facing[in.Kind] {
			return fmt.Errorf("%s is dealt face up", c)
		}
	}
	if in.Kind == plan.PlayerExposed && !h.holdsDown(seat) {
		return fmt.Errorf("seat %d has no card face down", seat+1)
	}
	return nil
}

func (h *Hand) holdsDown(seat int) bool {
	for k := range h.Hole(seat) {
		if !h.IsUp(seat, k) {
			return true
		}
	}
	return false
}

// facing are the incidents in which a card that should be dealt face down is seen.
var facing = map[plan.IncidentKind]bool{plan.DealerExposed: true, plan.FlashedOnDraw: true, plan.DealerFaced: true}

// checkFallen checks that a card is being dealt, to a seat or to the board. It finds
// the seat where none is named.
func (h *Hand) checkFallen(in *plan.Incident) error {
	c := in.Cards()[0]
	if in.Seat() < 0 {
		if slices.Contains(h.Board(), c) {
			if !slices.Contains(h.Falling(), c) {
				return fmt.Errorf("%s has not just been dealt", c)
			}
			return nil
		}
		m := h.s.Live
		for m != 0 && !slices.Contains(h.Hole(m.First()), c) {
			m &= m - 1
		}
		if m == 0 {
			return fmt.Errorf("%s is neither on the board nor in a hand", c)
		}
		*in = in.With("seat", plan.Value{N: int64(m.First())})
	}
	seat := in.Seat()
	if err := h.checkHeldCards(in, seat); err != nil {
		return err
	}
	moment, _ := h.Moment()
	if moment != plan.InGap || slices.Contains(h.floor.fresh, freshCard{int8(seat), c}) {
		return nil
	}
	st, dealt := h.Step(), 0
	if st.DealsTo(plan.ZoneHand) && h.stage != inCommon {
		dealt = int(h.within.dealt) - count(h.waiting.Has(seat))
	}
	if int(h.held[seat])-slices.Index(h.Hole(seat), c) > dealt {
		return fmt.Errorf("%s has not just been dealt", c)
	}
	return nil
}

// Falling returns the cards of the board that are being dealt, and can fall off the
// table. The slice belongs to the hand.
func (h *Hand) Falling() []cards.Card {
	if st := h.Step(); st != nil && h.floor != nil && h.stage != notBegun && (st.DealsTo(plan.ZoneBoard) || st.DealsTo(plan.ZoneHand) && h.stage == inCommon) {
		return h.board[h.onBoard-h.street : h.onBoard]
	}
	return nil
}

func (h *Hand) checkShown(in *plan.Incident) error {
	seat := in.Seat()
	if err := h.checkHeldCards(in, seat); err != nil {
		return err
	}
	n := len(in.Cards())
	switch {
	case in.Kind == plan.PartialShow && n >= int(h.held[seat]):
		return fmt.Errorf("seat %d shows all of its cards", seat+1)
	case in.Kind == plan.Tabled && in.Value("cards") != nil && n != int(h.held[seat]):
		return fmt.Errorf("seat %d shows %d of %d cards", seat+1, n, h.held[seat])
	case in.Kind == plan.ExposeError && n == h.dec.Count:
		return fmt.Errorf("that is the number of cards that the seat must turn up")
	case in.Kind == plan.ExposeError && n > h.dec.Count+1:
		return fmt.Errorf("%d cards: only one too many is possible", n)
	}
	for _, c := range in.Cards() {
		if in.Kind == plan.ExposeError && indexIn(h.Hole(seat), c, plan.FromDown, h.pool(plan.FromDown, seat)) < 0 {
			return fmt.Errorf("seat %d has no %s face down", seat+1, c)
		}
	}
	return nil
}

func (h *Hand) checkBoxed(in *plan.Incident) error {
	c := in.Cards()[0]
	if stub := h.stub(); len(stub) == 0 || stub[0] != c {
		return fmt.Errorf("%s is not the next card of the deck", c)
	}
	return nil
}

// matchCount gives the seat the number of cards that it was found with: extra cards
// come from the top of the stub, and missing cards go back there.
func (h *Hand) matchCount(in *plan.Incident) error {
	seat := in.Seat()
	n, _ := in.Number("count")
	due := h.DueOf(seat)
	switch {
	case h.over && int(n) <= due:
		return fmt.Errorf("the hand is over")
	case int(n) == due && int(h.held[seat]) == due:
		return fmt.Errorf("seat %d holds %s, the correct number", seat+1, cards.Counted(due, "card"))
	case h.dealing():
		return fmt.Errorf("count the hands after the deal")
	case n > int64(h.room):
		return fmt.Errorf("a seat cannot hold more than %d cards here", h.room)
	case int(n) > int(h.held[seat])+h.stock.left():
		return errors.New("there are not enough cards")
	}
	if when := in.Word("when"); when != "" && when != h.drawWord() {
		return fmt.Errorf("it is %s", h.drawWord())
	}
	for int(h.held[seat]) < int(n) {
		h.give(seat, h.stock.next(), false)
	}
	var back []cards.Card
	for int(h.held[seat]) > int(n) {
		h.held[seat]--
		h.up[seat] &^= 1 << h.held[seat]
		back = append([]cards.Card{h.seatCards(seat)[h.held[seat]]}, back...)
	}
	if back != nil {
		h.onStub(back)
	}
	return nil
}

// dealing reports whether the deal, or a street, has cards to come before anything
// else.
func (h *Hand) dealing() bool {
	st := h.Step()
	if st == nil || !st.DealsTo(plan.ZoneHand) && h.floor.dealt {
		return false
	}
	if st.DealsTo(plan.ZoneHand) && (h.waiting&h.s.Live != 0 || int(h.within.dealt) < st.Count) {
		return true
	}
	for k := int(h.pc) + 1; k < len(h.plan.Game.Steps) && h.plan.Game.Steps[k].Early(); k++ {
		if h.plan.Game.Steps[k].DealsTo(plan.ZoneHand) {
			return true
		}
	}
	return false
}

// drawWord returns the moment in the terms of wrong_count.
func (h *Hand) drawWord() string {
	switch m, _ := h.Moment(); {
	case m == plan.InDeal:
		return "deal"
	case m == plan.InShow:
		return "showdown"
	case h.drawsLeft():
		return "before_draw"
	}
	return "after_draw"
}

// bringJoker replaces the last down card that the seat was dealt with a joker, and
// puts that card on top of the stub, because the joker came instead of it.
func (h *Hand) bringJoker(in *plan.Incident) error {
	seat := in.Seat()
	if h.plan.Game.Deck.Jokers > 0 {
		return fmt.Errorf("the game is played with a joker")
	}
	joker := cards.Joker
	for slices.Contains(h.floor.foreign, joker) {
		if joker++; joker > cards.Joker2 {
			return fmt.Errorf("there are no more than two jokers")
		}
	}
	if named := in.Cards(); named != nil && !named[0].IsJoker() {
		return fmt.Errorf("%s is not a joker", named[0])
	}
	k := int(h.held[seat]) - 1
	for k >= 0 && h.IsUp(seat, k) {
		k--
	}
	if k < 0 {
		return fmt.Errorf("seat %d has no card face down", seat+1)
	}
	hole := h.Hole(seat)
	last := hole[k]
	hole[k] = joker
	h.onStub([]cards.Card{last})
	h.floor.foreign = append(h.floor.foreign, joker)
	return nil
}

// dealDead deals the next cards of the stub to a seat that is not in the hand.
func (h *Hand) dealDead(in *plan.Incident) error {
	n, ok := in.Number("count")
	named := in.Cards()
	if !ok {
		n = int64(max(1, len(named)))
	}
	seat, stub := in.Seat(), h.stub()
	switch {
	case named != nil && (int(n) != len(named) || len(named) > len(stub) || !slices.Equal(named, stub[:len(named)])):
		return fmt.Errorf("the next cards of the deck are %s", cards.Spaced(stub[:min(int(n), len(stub))]))
	case int(n) > h.stock.left() || int(n)+int(h.held[seat]) > int(h.room):
		return fmt.Errorf("%d cards cannot be dealt there", n)
	case in.Flag("acted") && h.s.Stack[seat] == 0:
		return fmt.Errorf("seat %d has no chips to act with", seat+1)
	}
	if m, _ := h.Moment(); in.Flag("acted") && m != plan.InBet {
		return fmt.Errorf("nobody can have put chips in before a round is open")
	}
	for range n {
		h.give(seat, h.stock.next(), false)
	}
	return nil
}

// turnTooSoon takes the cards of a premature street off the stub: the burn to the
// burn cards, the others aside until the ruling decides where they go.
func (h *Hand) turnTooSoon(in *plan.Incident) error {
	before, st := h.plan.Game.StreetAfter(int(h.pc))
	if !plan.TooSoon(in.Kind, st, int(h.onBoard)) {
		return fmt.Errorf("no such street comes after this round")
	}
	n := st.Count
	if in.Kind == plan.PrematureStreet {
		n *= h.s.Live.Len()
	}
	burns := h.burnsDue(before)
	if in.Value("burned") != nil && !in.Flag("burned") {
		burns = nil
	}
	fresh := len(burns) - min(len(burns), len(h.floor.nextBurn)) // the other burn cards lie aside
	stub := h.stub()
	if len(stub) < fresh+n {
		return fmt.Errorf("the stub has %d cards left", len(stub))
	}
	early := stub[fresh : fresh+n]
	if told := in.Cards(); told != nil && cards.SetOf(told...) != cards.SetOf(early...) {
		return fmt.Errorf("the next cards of the deck are %s", cards.Spaced(early))
	}
	for _, up := range burns {
		if err := h.burn(1, up); err != nil {
			return err
		}
	}
	h.setStub(h.stub()[n:])
	h.floor.aside = append(h.floor.aside, early...)
	*in = in.With("card", plan.Value{Cards: early}).With("cards", plan.Value{Cards: early}).With("burned", plan.Value{N: int64(count(burns != nil))})
	return nil
}

// burnsDue returns which of the cards that some steps burn before a street lie face up, in order: without those of the
// steps that rulings leave out, also rulings that are still to take effect.
func (h *Hand) burnsDue(steps []plan.Step) (up []bool) {
	skip := h.floor.skipBurn
	for _, l := range h.floor.later {
		for i := range l.effects {
			skip -= l.effects[i].Kind.Facts().Burns
		}
	}
	for i := range steps {
		st := &steps[i]
		if !st.DealsTo(plan.ZoneBurn) {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		for k := range st.Count {
			up = append(up, st.Up.At(k))
		}
	}
	return up
}

// flopTurned reports whether a flop has just been turned.
func (h *Hand) flopTurned() bool {
	st := h.Step()
	return st.DealsTo(plan.ZoneBoard) && st.Count == 3 && h.stage != notBegun && h.street == 3
}

// turnTooMany takes the extra cards of a flop off the stub.
func (h *Hand) turnTooMany(in *plan.Incident) error {
	n, _ := in.Number("count")
	if !h.flopTurned() {
		return fmt.Errorf("the flop has not just been turned")
	}
	stub := h.stub()
	extra := int(n) - 3
	if extra < 1 || extra > min(5, len(stub)) {
		return fmt.Errorf("%d cards are not a flop with extra cards", n)
	}
	flop := h.board[h.onBoard-3 : h.onBoard]
	named := cards.SetOf(in.Cards()...)
	if named != 0 && named != cards.SetOf(stub[:extra]...) && named != cards.SetOf(stub[:extra]...)|cards.SetOf(flop...) {
		return fmt.Errorf("the next cards of the deck are %s", cards.Spaced(stub[:extra]))
	}
	if v := in.Value("burn"); v != nil && !slices.Contains(append(slices.Clone(stub[:extra]), flop...), v.Cards[0]) {
		return fmt.Errorf("%s is not one of the cards turned", v.Cards[0])
	}
	h.floor.aside = append(h.floor.aside, stub[:extra]...)
	h.setStub(stub[extra:])
	*in = in.With("cards", plan.Value{Cards: stub[:extra]})
	return nil
}

// burnedBefore reports whether the last street was dealt on the board after a burn.
func (h *Hand) burnedBefore() bool {
	return h.onBoard > 0 && len(h.floor.burn) > 0 && h.plan.Game.Steps[h.floor.streetAt].DealsTo(plan.ZoneBurn)
}

// dealExtra deals the next card of the stub to a seat.
func (h *Hand) dealExtra(in *plan.Incident) error {
	seat := in.Seat()
	if h.stock.left() == 0 || h.held[seat] >= h.room || !h.plan.Game.DealsStreets() {
		return fmt.Errorf("no extra card can have been dealt")
	}
	next := h.stub()[0]
	if named := in.Cards(); named != nil && named[0] != next {
		return fmt.Errorf("the next card of the deck is %s", next)
	}
	h.give(seat, h.stock.next(), h.streetUp())
	*in = in.With("card", plan.Value{Cards: []cards.Card{next}})
	return nil
}

// streetUp reports whether the last card of the last street is face up.
func (h *Hand) streetUp() (up bool) {
	for k := 0; k <= int(h.pc) && k < len(h.plan.Game.Steps); k++ {
		if st := &h.plan.Game.Steps[k]; st.DealsTo(plan.ZoneHand) {
			up = st.Up.At(st.Count - 1)
		}
	}
	return up
}

// checkChips checks an incident of chips against the decision.
func (h *Hand) checkChips(in *plan.Incident) error {
	d, seat := &h.dec, in.Seat()
	if d.Kind != Wager || int(d.Seat) != seat {
		return fmt.Errorf("it is not the turn of seat %d", seat+1)
	}
	o := &d.Options
	money := h.plan.Stakes.Price
	stack := h.s.Stack[seat]
	switch in.Kind {
	case plan.ChipsIn:
		sum := int64(0)
		for _, n := range in.Value("motions").List {
			if sum += n; n <= 0 || sum > stack {
				return fmt.Errorf("seat %d has %s in front of it", seat+1, money(stack))
			}
		}
	case plan.SingleChip:
		n, _ := in.Number("value")
		switch {
		case n <= 0 || n > stack:
			return fmt.Errorf("seat %d has %s in front of it", seat+1, money(stack))
		case o.Call > 0 && n <= o.Call:
			return fmt.Errorf("a chip of %s is not worth more than the %s to call", money(n), money(o.Call))
		}
	case plan.Insufficient:
		put, _ := in.Number("put")
		needed, told := in.Number("needed")
		least := h.least()
		switch full := o.MinTo - h.s.Wager[seat]; {
		case o.Call == 0 && o.MinTo == 0:
			return fmt.Errorf("seat %d has nothing to put in", seat+1)
		case put <= 0 || put == least:
			return fmt.Errorf("seat %d must put in %s: %s is not too little", seat+1, money(least), money(put))
		case put >= stack:
			return fmt.Errorf("a player who is all in has put in enough")
		case put < least || !o.CanRaise():
		case put < full: // of a raise that has begun
			least = full
		default:
			return fmt.Errorf("%s is not too little: it is a legal bet or raise", money(put))
		}
		if told && needed != least {
			return fmt.Errorf("seat %d must put in %s", seat+1, money(least))
		}
		*in = in.With("needed", plan.Value{N: least})
	case plan.OverbetPot:
		to, _ := in.Number("amount")
		if h.Limit().Structure != betting.PotLimit || !o.CanRaise() {
			return fmt.Errorf("the seat is not betting at pot limit")
		}
		if to <= o.MaxTo || to > h.s.Wager[seat]+stack {
			return fmt.Errorf("the maximum is %s", money(o.MaxTo))
		}
	}
	return nil
}

// least returns the smallest amount that the seat whose turn it is must put in: the
// call, or the smallest bet if there is nothing to call.
func (h *Hand) least() int64 {
	o := &h.dec.Options
	switch {
	case h.dec.BringIn > 0:
		return h.dec.BringIn
	case o.Call > 0:
		return o.Call
	}
	return o.MinTo - h.s.Wager[o.Seat]
}

func (v incidentView) Earlier() []*plan.Incident { return v.floor.happened }

func (v incidentView) Actions() int { return int(v.floor.acts) }

func (v incidentView) Drawn(seat int) bool {
	return v.floor.drawn.Has(seat) || v.Draws() && !v.drawsLeft()
}

// Passed reports whether another player has acted since the hand of a seat left play.
func (v incidentView) Passed(seat int) bool {
	d := v.floor.left[seat]
	return d == nil || d.moves != v.floor.moves
}

// DealtSince reports whether a card has been dealt since the hand of a seat left
// play.
func (v incidentView) DealtSince(seat int) bool {
	d := v.floor.left[seat]
	return d == nil || d.served != v.floor.served
}

// LeftIn returns the number of betting rounds that had begun when the hand of a seat
// left play, -1 if it has not.
func (v incidentView) LeftIn(seat int) int {
	if d := v.floor.left[seat]; d != nil {
		return int(d.round)
	}
	return -1
}

// Closed reports whether the round in which the hand of a seat left play is over for
// good: something has happened since.
func (v incidentView) Closed(seat int) bool {
	d := v.floor.left[seat]
	return d != nil && (d.round != v.Hand.round || v.closedOn(seat, d) && !v.floor.opensShut(v.Hand))
}

// Place returns the position of the incident's card in the initial deal, from 1; 0
// for a card that no seat holds.
func (v incidentView) Place() int {
	seat := v.in.Seat()
	if seat < 0 || len(v.in.Cards()) == 0 {
		return 0
	}
	k := slices.Index(v.Hole(seat), v.in.Cards()[0])
	if k < 0 {
		return 0
	}
	playing := v.floor.dealtIn &^ v.floor.absent
	place, at := 1, int(v.button)
	for range playing.Len() {
		if at = playing.After(at); at == seat {
			break
		}
		place++
	}
	return k*playing.Len() + place
}
