package replay

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
)

// Record returns the record of a finished hand, made from its events: a hand of PHH if the game has
// one of PHH's codes, otherwise a hand of the superset. deck is the whole deck as it was shuffled;
// with it and the fields of the superset, which other readers of PHH skip, the hand replays card by
// card, including burns.
//
// Players are listed in dealing order, the seat with the button last; `seats` says where they sat.
// If the board of a hand of PHH is run out after an all-in, the hands are shown before the
// remaining cards, as PHH requires.
//
// The table's effects on a hand (raised stakes, posts, fees and the seats of forced bets) are
// written in fields of the superset. Record rejects forced bets that a [hand.Setup] states
// outright: such a hand already comes from a record.
func Record(s *hand.Setup, h *hand.Hand, log *hand.Log, deck []cards.Card) (*history.Hand, error) {
	if s.Antes != nil || s.Blinds != nil {
		return nil, errors.New("the forced bets of the hand are not the game's: it comes from a record")
	}
	r := recorder{setup: s, hand: h, n: h.Seats(), game: s.Plan.Game}
	rec := &history.Hand{Variant: r.game.ID, Scale: s.Plan.Stakes.Scale, AnteTrimming: !s.DeadAntes}
	r.rec = rec
	r.seats()
	r.limits()
	if err := r.extras(deck); err != nil {
		return nil, err
	}
	if err := r.table(); err != nil {
		return nil, err
	}
	if err := r.absent(); err != nil {
		return nil, err
	}
	early := -1
	if phh[rec.Variant] {
		early = runOut(log.Events)
	}
	for i := range log.Events {
		if i == early {
			r.showHeld(log.Events[i:])
		}
		r.event(&log.Events[i])
	}
	r.flush()
	return rec, nil
}

type recorder struct {
	setup *hand.Setup
	hand  *hand.Hand
	game  *plan.Game
	rec   *history.Hand
	n     int

	// Cards dealt to seats are collected over consecutive steps: a record lists a seat's cards of
	// one street together.
	order []int8
	dealt [seating.Max][]cards.Card
	// held are all cards dealt to each player; seen counts the cards of players who showed their
	// whole hands before the last cards.
	held [seating.Max][]cards.Card
	seen [seating.Max]int
}

// player returns the number of a seat in the record.
func (r *recorder) player(seat int) int { return (seat - r.hand.Button() - 1 + 2*r.n) % r.n }

// perPlayer returns f of every seat, in the order of the record.
func (r *recorder) perPlayer(f func(seat int) int64) []int64 {
	out := make([]int64, r.n)
	for seat := range r.n {
		out[r.player(seat)] = f(seat)
	}
	return out
}

func (r *recorder) seats() {
	r.rec.Starting = r.perPlayer(r.hand.StartingStack)
	r.rec.Finishing = r.perPlayer(r.hand.Stack)
	r.rec.Seats = r.perPlayer(func(seat int) int64 { return int64(seat + 1) })
}

// phh are PHH's own codes.
var phh = map[string]bool{
	"FT": true, "NT": true, "NS": true, "PO": true, "FO/8": true, "F7S": true, "F7S/8": true, "FR": true,
	"N2L1D": true, "F2L3D": true, "FB": true,
}

// code returns PHH's code for the game, "" for none. A user's script may claim a code, but has
// rules of its own: its hands are recorded under its path. PHH has no bring-in of a whole bet, and
// nothing for the table's effects.
func (r *recorder) code() string {
	s := &r.setup.Plan.Stakes
	if strings.Contains(r.game.ID, ".star") || r.bringsIn() && s.BringIn >= s.Small.Lo || added(r.setup) || len(r.hand.Notes()) > 0 || r.setup.Absent != 0 {
		return ""
	}
	for _, v := range r.game.Variants {
		if phh[v] {
			return v
		}
	}
	return ""
}

// limits sets the stakes: in PHH's fields for PHH's games.
func (r *recorder) limits() {
	s, rec := &r.setup.Plan.Stakes, r.rec
	if code := r.code(); code != "" {
		rec.Variant = code
	}
	if s.Structure == betting.Fixed {
		rec.SmallBet, rec.BigBet = s.Small.Lo, s.Big.Lo
	} else {
		rec.MinBet = s.Small.Lo
	}
	rec.Antes, rec.Blinds = r.entries()
	if r.bringsIn() {
		rec.BringIn, rec.Blinds = s.BringIn, nil
	}
}

// bringsIn reports whether a bring-in opens the game.
func (r *recorder) bringsIn() bool {
	return r.setup.Plan.Stakes.BringIn > 0 && slices.ContainsFunc(r.game.Steps, func(s plan.Step) bool {
		return s.Bet.ForcedOpen || s.Bet.Open == plan.BringInLow || s.Bet.Open == plan.BringInHigh
	})
}

// extras sets the fields of the superset. The stakes name the smallest chip, which decides where
// odd chips go, even for PHH's games.
func (r *recorder) extras(deck []cards.Card) error {
	rec := r.rec
	b := r.setup.Plan
	if b.Base != nil {
		b = b.Base
	}
	if err := rec.Set(history.KeyStakes, b.Stakes.Text()); err != nil {
		return err
	}
	if options := r.options(); len(options) > 0 {
		if err := rec.Set(history.KeyOptions, options); err != nil {
			return err
		}
	}
	rec.SetCards(history.KeyDeck, deck)
	rec.SetSeed(r.setup.Seed)
	if r.setup.Banked > 0 {
		if err := rec.Set(history.KeyBanked, int64(r.setup.Banked)); err != nil {
			return err
		}
	}
	if r.setup.Carried > 0 {
		if err := rec.Set(history.KeyCarried, r.setup.Carried); err != nil {
			return err
		}
	}
	if len(r.setup.Rolls) > 0 {
		rolls := make([]int64, len(r.setup.Rolls))
		for i, n := range r.setup.Rolls {
			rolls[i] = int64(n)
		}
		if err := rec.Set(history.KeyRolls, rolls); err != nil {
			return err
		}
	}
	return rec.Set(history.KeyHand, int64(r.setup.Number))
}

// options returns all readings in force, because a default may change. Two scripts behind a game
// may have options of the same name with different defaults; then nobody has chosen, and the record
// omits the option.
func (r *recorder) options() map[string]string {
	out := map[string]string{}
	for _, o := range r.game.Options {
		out[o.Name] = o.Value
	}
	for _, o := range r.game.Options {
		if out[o.Name] != o.Value {
			delete(out, o.Name)
		}
	}
	return out
}

// runOut returns the index of the event before which run-out hands are shown: the first card after
// the betting has ended for good, with cards to come before showdown. It returns -1 if betting
// continues to the last round. In games with draws, all-in players play on to the end.
func runOut(events []hand.Event) int {
	idle, last := -1, -1 // last is the last round with betting
	for _, i := range hand.Began(events) {
		if events[i].Seat < 0 {
			idle = i
			break
		}
		last = i
	}
	draws := slices.ContainsFunc(events, func(e hand.Event) bool { return e.Kind.Facts().Draws })
	if idle < 0 || draws {
		return -1
	}
	if last < 0 { // nobody could bet at all: the first deal comes before
		return idle
	}
	for i := last; i < idle; i++ {
		if events[i].Kind.Facts().FromStub {
			return i
		}
	}
	return idle
}

// showHeld shows the hands that will reach the showdown, as they are now.
func (r *recorder) showHeld(rest []hand.Event) {
	r.flush()
	for i := range rest {
		if f := rest[i].Kind.Facts(); !f.AtShowdown || !f.Shows {
			continue
		}
		p := int8(r.player(int(rest[i].Seat)))
		a := history.Action{Verb: history.Show, Player: p}
		a.SetCards(r.held[p]...)
		r.rec.Actions = append(r.rec.Actions, a)
		r.seen[p] = len(r.held[p])
	}
}

// event records an event.
func (r *recorder) event(e *hand.Event) {
	switch f := e.Kind.Facts(); {
	case f.Incident:
		r.incident(e)
	case e.Note != 0:
		r.gone(e) // the rest follows from the ruling
	case f.Begins:
		r.flush() // the street is dealt, though nobody may be able to bet on it
	case f.DealsTo(plan.ZoneHand) && e.Seat < 0: // the bank's hand
	case f.DealsTo(plan.ZoneHand):
		p := r.player(int(e.Seat))
		if len(r.dealt[p]) == 0 {
			r.order = append(r.order, int8(p))
		}
		r.dealt[p] = append(r.dealt[p], e.List()...)
		r.held[p] = append(r.held[p], e.List()...)
	default:
		a := history.Action{Player: history.Dealer}
		if e.Seat >= 0 {
			a.Player = int8(r.player(int(e.Seat)))
		}
		if r.action(&a, e) {
			r.flush()
			r.rec.Actions = append(r.rec.Actions, a)
		}
	}
}

// action converts an event to an action of the record. It returns false for an event that follows
// from others.
func (r *recorder) action(a *history.Action, e *hand.Event) bool {
	f := e.Kind.Facts()
	if f.FromStub && f.Sight == plan.SeenByAll && f.To != plan.ZoneHand {
		for verb, zone := range dealtZones {
			if zone == f.To {
				a.Verb = verb
				a.SetCards(e.List()...)
				return true
			}
		}
	}
	switch {
	case f.AtShowdown && f.Shows:
		a.Verb = history.Show
		a.SetCards(e.List()...)
		return r.seen[a.Player] != int(e.N) // otherwise all of it was shown before the run-out
	case f.AtShowdown:
		a.Verb = history.Muck
		return true
	case !e.Decides(r.setup.Plan):
		return false
	case f.Act != hand.NoAct:
		if a.Verb = acts[f.Act]; f.Act.Aggressive() {
			a.Amount = e.To
		}
	case f.Pays == hand.PaysBet: // before the betting
		a.Verb, a.Amount = history.Straddle, e.To
	default:
		if ask := r.game.Steps[e.Step].Ask; ask.Offers == nil {
			a.Verb = verbOf(ask)
			a.SetCards(e.List()...)
		} else {
			a.Verb, a.Text = history.Choose, r.choice(e)
		}
	}
	return true
}

// acts are the verbs of what players do in a round of betting.
var acts = [...]history.Verb{
	hand.Folds: history.Fold, hand.Checks: history.CheckCall, hand.Calls: history.CheckCall, hand.BringsIn: history.BringIn,
	hand.Bets: history.BetTo, hand.Raises: history.BetTo, hand.Completes: history.BetTo,
}

// gone removes cards dealt since the last action from the record if a ruling takes them back before
// anybody could see them: the ruling was deferred until then.
func (r *recorder) gone(e *hand.Event) {
	f := e.Kind.Facts()
	if !f.NewDeal && (f.To&(plan.ZoneMuck|plan.ZoneAside|plan.ZoneStub|plan.ZoneBurn) == 0 || f.FromStub || f.Answers != hand.NoAnswer) {
		return
	}
	r.flush()
	actions := r.rec.Actions
	from := len(actions)
	for from > 0 && actions[from-1].Verb.Deals() {
		from--
	}
	r.rec.Actions = append(actions[:from], slices.DeleteFunc(actions[from:], func(a history.Action) bool {
		return f.NewDeal || faces(a.Cards())&faces(e.List()) != 0
	})...)
}

// verbOf returns the verb that answers a question for cards.
func verbOf(ask *plan.Ask) history.Verb {
	if word := ask.Words.Record; word != "" {
		return history.VerbNamed(word)
	}
	return history.Pick
}

// flush records the cards dealt since the last action.
func (r *recorder) flush() {
	for _, p := range r.order {
		a := history.Action{Verb: history.DealHole, Player: p}
		a.SetCards(r.dealt[p]...)
		r.rec.Actions = append(r.rec.Actions, a)
		r.dealt[p] = r.dealt[p][:0]
	}
	r.order = r.order[:0]
}

// Encode appends the record of hand n to b, as one table of a .phhs file.
func Encode(b []byte, n int64, s *hand.Setup, h *hand.Hand, log *hand.Log, deck []cards.Card) ([]byte, error) {
	rec, err := Record(s, h, log, deck)
	if err != nil {
		return b, fmt.Errorf("hand %d: %w", n, err)
	}
	return history.AppendTable(b, strconv.FormatInt(n, 10), rec), nil
}
