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
)

// Record returns the record of a finished hand, made from its events: a hand of PHH if the game has one of PHH's codes, otherwise a hand of
// the superset. deck is the whole deck as it was shuffled; with it and the fields of the superset, which other readers of PHH skip, the
// hand replays card by card, including burns.
//
// Players are listed in dealing order, the seat with the button last; `seats` says where they sat. If the board of a hand of PHH is run out
// after an all-in, the hands are shown before the remaining cards, as PHH requires.
//
// The table's effects on a hand (raised stakes, posts, fees and the seats of forced bets) are written in fields of the superset. Record
// rejects forced bets that a [hand.Setup] states outright: such a hand already comes from a record.
func Record(s *hand.Setup, h *hand.Hand, log *hand.Log, deck []cards.Card) (*history.Hand, error) {
	if s.Antes != nil || s.Blinds != nil {
		return nil, errors.New("the forced bets of the hand are not the game's: it comes from a record")
	}
	r := recorder{setup: s, hand: h, n: h.Seats(), game: s.Plan.Game}
	r.rec = &history.Hand{Variant: r.game.ID, Scale: s.Plan.Stakes.Scale, AnteTrimming: !s.DeadAntes}
	rec := r.rec
	r.seats()
	r.limits()
	r.extras(deck)
	r.table()
	if r.err != nil {
		return nil, r.err
	}
	early := -1
	if history.Standard(rec.Variant) {
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
	err   error // of the first field that cannot be set
	n     int

	// Cards dealt to seats are collected over consecutive steps: a record lists a seat's cards of one street together.
	order []int8
	dealt [betting.Max][]cards.Card
	// held are all cards dealt to each player; seen counts the cards of players who showed their whole hands before the last cards.
	held [betting.Max][]cards.Card
	seen [betting.Max]int
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

// code returns PHH's code for the game, "" for none. A user's script may claim a code, but has rules of its own: its hands are recorded
// under its path. PHH has no bring-in of a whole bet, and nothing for the table's effects.
func (r *recorder) code() string {
	s := &r.setup.Plan.Stakes
	if strings.Contains(r.game.ID, ".star") || r.bringsIn() && s.BringIn >= s.Small.Lo || added(r.setup) || len(r.hand.Notes()) > 0 || r.setup.Absent != 0 {
		return ""
	}
	if i := slices.IndexFunc(r.game.Variants, history.Standard); i >= 0 {
		return r.game.Variants[i]
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
	return r.setup.Plan.Stakes.BringIn > 0 && r.game.HasStep(func(s *plan.Step) bool {
		return s.Bet.ForcedOpen || s.Bet.Open == plan.BringInLow || s.Bet.Open == plan.BringInHigh
	})
}

// set sets a field of the superset, if the hand has it.
func (r *recorder) set(has bool, key string, v any) {
	if has && r.err == nil {
		r.err = r.rec.Set(key, v)
	}
}

// extras sets the fields of the superset. The stakes name the smallest chip, which decides where odd chips go, even for PHH's games.
func (r *recorder) extras(deck []cards.Card) {
	s, b := r.setup, r.setup.Plan
	if b.Base != nil {
		b = b.Base
	}
	options := r.options()
	r.set(true, history.KeyStakes, b.Stakes.Text())
	r.set(len(options) > 0, history.KeyOptions, options)
	r.set(b.Stakes.Money != b.Game.Money && b.Stakes.Name != plan.Recorded, history.KeyMoney, string(b.Stakes.Money))
	r.rec.SetCards(history.KeyDeck, deck)
	r.rec.SetSeed(s.Seed)
	r.set(s.Banked > 0, history.KeyBanked, int64(s.Banked))
	r.set(s.Carried > 0, history.KeyCarried, s.Carried)
	rolls := make([]int64, len(s.Rolls))
	for i, n := range s.Rolls {
		rolls[i] = int64(n)
	}
	r.set(len(rolls) > 0, history.KeyRolls, rolls)
	r.set(true, history.KeyHand, int64(s.Number))
}

// table records the effects of the table on the hand: raised stakes, the seats of the blinds, posts, fees, a ban on straddles, and who is not
// dealt in.
func (r *recorder) table() {
	s := r.setup
	r.set(s.NoStraddle, history.KeyStraddles, false)
	r.set(s.Plan.Base != nil, history.KeyRaised, s.Plan.Raise.String())
	r.set(r.elsewhere(), history.KeyForced, r.forcedPlayers())
	var fees []string
	for _, f := range s.Fees {
		fees = append(fees, r.feeText(f))
	}
	r.set(len(fees) > 0, history.KeyFees, fees)
	for _, p := range s.Posts {
		r.rec.Actions = append(r.rec.Actions, r.postAction(p))
	}
	var absent []int64
	for m := s.Absent; m != 0; m &= m - 1 {
		absent = append(absent, int64(r.player(m.First()))+1)
	}
	r.set(len(absent) > 0, history.KeyAbsent, absent)
}

// added reports whether the table has effects that PHH cannot express. It can express the seats of blinds.
func added(s *hand.Setup) bool {
	return len(s.Posts)+len(s.Fees) > 0 || s.NoStraddle || s.Plan.Base != nil
}

// options returns all readings in force, because a default may change. Two scripts behind a game may have options of the same name with
// different defaults; then nobody has chosen, and the record omits the option.
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

// poster returns the seat that posts the i-th forced bet, -1 for nobody.
func (r *recorder) poster(i int) int {
	if s := r.setup.ForcedSeats; s != nil {
		return int(s[i])
	}
	return r.usual(i)
}

// usual returns the seat of the i-th forced bet according to the game.
func (r *recorder) usual(i int) int {
	f := &r.game.Forced[i]
	left := f.Left
	if r.n == 2 {
		left = f.HeadsUp
	}
	return (r.hand.Button() + left) % r.n
}

// elsewhere reports whether a forced bet is due from a seat other than the usual one.
func (r *recorder) elsewhere() bool {
	for i := range r.game.Forced {
		if !r.game.Forced[i].Everybody && r.poster(i) != r.usual(i) {
			return true
		}
	}
	return false
}

// forcedPlayers returns, for each forced bet of the game, the player who posts it, from 1; 0 for nobody and for bets of everybody.
func (r *recorder) forcedPlayers() []int64 {
	out := make([]int64, len(r.game.Forced))
	for i := range out {
		if seat := r.poster(i); seat >= 0 && !r.game.Forced[i].Everybody {
			out[i] = int64(r.player(seat)) + 1
		}
	}
	return out
}

// feeText returns a fee as text in the fees field: "pot 3", "pot 2 flop", "p4 0.5".
func (r *recorder) feeText(f hand.Fee) string {
	payer := "pot"
	if f.Seat >= 0 {
		payer = fmt.Sprintf("p%d", r.player(f.Seat)+1)
	}
	text := payer + " " + history.FormatAmount(f.Amount, r.rec.Scale)
	if f.Flop {
		text += " flop"
	}
	return text
}

// Words for posts that are not additional live bets.
const (
	deadPost    = "dead"
	inPlacePost = "in place"
	opensPost   = "straddle"
	antePost    = "ante"
	livePost    = "live" // for a post with a name
	askedPost   = "offered "
)

func (r *recorder) postAction(p hand.Post) history.Action {
	a := history.Action{Verb: history.Post, Player: int8(r.player(p.Seat)), Amount: p.Amount}
	switch {
	case p.Dead:
		a.Text = deadPost
	case p.InPlace:
		a.Text = inPlacePost
	case p.Opens:
		a.Text = opensPost
	case p.Ante:
		a.Text = antePost
	case p.Name != "" || p.Asked:
		a.Text = livePost
	}
	if p.Asked {
		a.Text = askedPost + a.Text
	}
	if p.Name != "" {
		a.Text += ": " + p.Name
	}
	return a
}

// entries returns the antes and blinds of a record by player.
func (r *recorder) entries() (antes, blinds []int64) {
	antes, blinds = make([]int64, r.n), make([]int64, r.n)
	s := &r.setup.Plan.Stakes
	for i := range r.game.Forced {
		f := &r.game.Forced[i]
		amount := s.Posts(f)
		if f.Everybody {
			for k := range antes {
				antes[k] = amount
			}
			continue
		}
		seat := r.poster(i)
		if seat < 0 {
			continue
		}
		entry := hand.Crosswise(r.player(seat), r.n)
		if f.Dead {
			antes[entry] += amount
		} else {
			blinds[entry] += amount
		}
	}
	return antes, blinds
}

// runOut returns the index of the event before which run-out hands are shown: the first card after the betting has ended for good, with cards to come
// before showdown. It returns -1 if betting continues to the last round. In games with draws, all-in players play on to the end.
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

// action converts an event to an action of the record. It returns false for an event that follows from others.
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
		if ask := r.game.At(int(e.Step)).Ask; ask.Offers == nil {
			a.Verb = verbOf(ask)
			a.SetCards(e.List()...)
		} else {
			a.Verb, a.Text = history.Choose, r.choice(e)
		}
	}
	return true
}

// choice returns the words of a choice: every choice is recorded under the verb choose, in the words of the offer, followed by the amount if it
// takes one.
func (r *recorder) choice(e *hand.Event) string {
	offers := r.game.At(int(e.Step)).Ask.Offers
	name := offers[e.Offer(offers)].Name
	if e.Amount > 0 {
		name += " " + plan.Money(e.Amount, r.setup.Plan.Stakes.Scale)
	}
	return name
}

// incident records an irregularity.
func (r *recorder) incident(e *hand.Event) {
	r.flush()
	add := func(v history.Verb, text string) {
		r.rec.Actions = append(r.rec.Actions, history.Action{Verb: v, Player: history.Dealer, Text: text})
	}
	if e.Amount > 0 {
		add(history.GoOn, strconv.FormatInt(e.Amount, 10))
	}
	names := plan.Names{Scale: r.setup.Plan.Stakes.Scale, Name: func(seat int) string { return fmt.Sprintf("p%d", r.player(seat)+1) }}
	add(history.Event, r.hand.NoteOf(e).Incident.Text(names))
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
