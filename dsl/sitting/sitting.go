// Package sitting is a hand in progress for a person: dealt from a seed, acted
// in the words of a player, stepped back and forward, forked, looked at,
// explained and told.
//
// A [Hand] keeps every state since the deal. It is driven by words:
//
//	h, err := sitting.Deal(&setup)
//	words, err := h.Act("raise to 12")    // an action that is refused changes nothing
//	h.Undo(1)
//
// and looked at through a [View]: [Hand.Screen] is the table as it stands,
// [Hand.Log] what has happened, [Hand.Explain] why it is so. A View has a seat.
// What is shown to a seat is made of the hand as that seat sees it
// ([hand.Hand.SeenBy]) and of nothing else, so that it cannot betray a card.
package sitting

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/seating"
	"cardroom/engine/verbal"
)

// Everything is the place of somebody who sees all cards. [hand.NoSeat] is that
// of somebody who sees what lies open.
const Everything = -2

// View is who looks, and how it is set for them.
type View struct {
	Seat  int // a seat, hand.NoSeat or Everything
	Style verbal.Style
	Width int // columns, 0 for 80
}

// sees reports whether a view sees the cards of a seat.
func (v *View) sees(seat int8) bool { return v.Seat == Everything || seat >= 0 && v.Seat == int(seat) }

// Hand is a hand in progress.
type Hand struct {
	setup hand.Setup
	deck  []cards.Card // as it was shuffled
	line  *hand.Timeline
	logs  []hand.Log // by action, that of the deal first
	said  []string   // the actions and irregularities, in words
	heard []string   // the same for who may not know the cards that somebody has chosen
}

// Deal begins a hand. The setup is copied.
func Deal(s *hand.Setup) (*Hand, error) {
	h := &Hand{setup: *s}
	own := &h.setup
	own.Stacks, own.Deck = slices.Clone(s.Stacks), slices.Clone(s.Deck)
	own.Antes, own.Blinds, own.ForcedSeats = slices.Clone(s.Antes), slices.Clone(s.Blinds), slices.Clone(s.ForcedSeats)
	own.Posts, own.Fees = slices.Clone(s.Posts), slices.Clone(s.Fees)
	if own.Attendance == hand.Unattended {
		own.Attendance = hand.Watched // a person may tell of something irregular
	}
	log := &hand.Log{}
	own.Log = log
	var first hand.Hand
	if err := first.Start(own); err != nil {
		return nil, err
	}
	own.Log = nil
	h.deck = own.Pack()
	h.line = hand.NewTimeline(&first)
	h.logs = []hand.Log{*log}
	return h, nil
}

// Setup returns what the hand began with.
func (h *Hand) Setup() *hand.Setup { return &h.setup }

// Deck returns the deck as it was shuffled, top card first.
func (h *Hand) Deck() []cards.Card { return h.deck }

// State returns the hand as it stands. It is not to be changed; a copy may be.
func (h *Hand) State() *hand.Hand { return h.line.Hand() }

// Pending returns what is asked, nil when the hand is over.
func (h *Hand) Pending() *hand.Decision { return h.State().Pending() }

// At returns the number of actions up to the present state, Last up to the latest,
// undone ones included.
func (h *Hand) At() int { return h.line.Len() }

// Last returns the number of actions that are kept.
func (h *Hand) Last() int { return h.line.Last() }

// Said returns the actions up to the present state, in words that Act reads.
func (h *Hand) Said() []string { return h.said[:h.At()] }

// Heard returns those actions without the cards that only their players know.
func (h *Hand) Heard() []string { return h.heard[:h.At()] }

// Act takes an action in the words of a player, or an irregularity ("event …"),
// and reports it in full: what was undone before is forgotten. What is not taken is
// refused ([diag.Refused]), and nothing has changed.
func (h *Hand) Act(text string) (string, error) { return h.ActFor(View{Seat: Everything}, text) }

// ActFor is [Hand.Act] in the words of somebody who sees no more than a view:
// whether a card lies where they have not seen it they are not told, neither by what is
// taken nor by what is refused.
func (h *Hand) ActFor(v View, text string) (string, error) {
	words, err := h.actFor(&v, text)
	if r := diag.AsRefused(err); r != nil {
		err = diag.Refuse(v.Style.Named(r.Msg), v.Style.Named(r.Hint))
	}
	return words, err
}

// longest is how many bytes somebody says at once at most.
const longest = 500

func (h *Hand) actFor(v *View, text string) (string, error) {
	if len(text) > longest {
		return "", diag.Refuse(fmt.Sprintf("the line has more than %d characters", longest), h.may(v))
	}
	if first, rest, _ := strings.Cut(strings.TrimSpace(text), " "); first == irregular {
		return h.happen(v, rest)
	}
	a, err := h.read(v, text)
	if err != nil {
		return "", err
	}
	return h.do(v, a)
}

// Read returns the action that is meant by a text, whether it is legal or not.
func (h *Hand) Read(text string) (hand.Action, error) { return h.read(&all, text) }

// all sees everything.
var all = View{Seat: Everything}

func (h *Hand) read(v *View, text string) (hand.Action, error) {
	d := h.Pending()
	if d == nil {
		return hand.Action{}, diag.Refuse("the hand is over", "")
	}
	if h.hidden(v, text) {
		return hand.Action{}, diag.Refuse(fmt.Sprintf("whether %s can do that depends on cards that you cannot see", verbal.SeatName(d.Seat)), h.may(v))
	}
	a, err := verbal.Parse(text, h.State(), d)
	var unsaid *verbal.UnsaidError
	switch {
	case errors.As(err, &unsaid):
		e := diag.Refuse(unsaid.Error(), h.may(v))
		if near := diag.Nearest(unsaid.Word, unsaid.Near); near != "" {
			e.Hint = fmt.Sprintf("did you mean %q? %s", near, e.Hint)
		}
		return a, e
	case err != nil:
		return a, diag.Refuse(err.Error(), h.may(v))
	case d.Kind == hand.CardsAsked && a.N == 0 && bare(text, h.State().Question()):
		return a, diag.Refuse("which cards?", h.may(v))
	}
	return a, nil
}

// hidden reports whether it hangs on cards that a view does not see what becomes
// of a text: somebody else's cards are named, openers are asked for, or a game
// offers choices by what is held.
func (h *Hand) hidden(v *View, text string) bool {
	d := h.Pending()
	if d.Seat < 0 || v.sees(d.Seat) {
		return false
	}
	words := strings.Fields(strings.ToLower(text))
	ask, choice := h.State().Question(), h.State().Choice()
	switch {
	case len(words) == 0:
		return false
	case choice != nil && choice.Hidden || ask != nil && ask.Least > 0:
		return true
	case ask != nil || verbal.NamesCards(words[0]):
		return slices.ContainsFunc(words[1:], namesCard)
	case d.Kind == hand.Wager:
		a, err := verbal.Parse(text, h.State(), d)
		round := h.State().Betting()
		return err == nil && a.Kind == hand.RaiseTo && round.Level == 0 && h.State().Step().Bet.Openers != nil
	}
	return false
}

// namesCard reports whether a word of a discard is more than a number of cards.
func namesCard(word string) bool {
	return strings.Trim(word, "0123456789") != "" && !slices.Contains([]string{"card", "cards", "none", "no", "all", "pat"}, word)
}

// bare reports whether a discard names no cards: as an answer to a policy that
// is to stand pat, from a person it is half a sentence.
func bare(text string, ask *plan.Ask) bool {
	words := strings.Fields(strings.ToLower(text))
	return len(words) == 1 && ask.Least == 0 && (words[0] == ask.Words.Say || verbal.GivesUp(words[0]))
}

// Decide lets a policy act for the seat whose turn it is. chance is for this decision.
func (h *Hand) Decide(p batch.Policy, chance hand.Source) (string, error) {
	d := h.Pending()
	if d == nil {
		return "", diag.Refuse("the hand is over", "")
	}
	for _, w := range batch.Witnesses(p) {
		w.Begin()
		h.Retell(w.Saw)
	}
	asked, state := *d, *h.State()
	a, err := p.Act(&state, &asked, &chance)
	if err != nil {
		return "", err
	}
	said, err := h.Do(a)
	if b, ok := p.(batch.Blamer); ok && err != nil {
		err = b.Blame(&hand.IllegalError{Action: a, Decision: asked, Reason: err.Error(), Legal: h.State().Legal()})
	}
	return said, err
}

// Do takes an action.
func (h *Hand) Do(a hand.Action) (string, error) { return h.do(&all, a) }

func (h *Hand) do(v *View, a hand.Action) (string, error) {
	before, d := *h.State(), h.Pending()
	if d == nil {
		return "", diag.Refuse("the hand is over", "")
	}
	asked := *d
	log := &hand.Log{}
	if err := h.line.Do(a, log); err != nil {
		var illegal *hand.IllegalError
		if errors.As(err, &illegal) {
			return "", diag.Refuse(illegal.Reason, h.may(v))
		}
		return "", err
	}
	words := verbal.Say(&a, &before, &asked)
	heard := words
	if ask := before.Question(); ask != nil && !ask.Exposes() && a.N > 0 {
		heard = fmt.Sprintf("%s %d", ask.Words.Say, a.N)
	}
	if ask := before.Choice(); ask != nil && !ask.InTurn {
		heard = ask.Words.Say
	}
	return h.took(words, heard, log), nil
}

// took keeps what has just been done.
func (h *Hand) took(words, heard string, log *hand.Log) string {
	h.heard = append(h.heard[:h.At()-1], heard)
	h.logs = append(h.logs[:h.At()], *log)
	h.said = append(h.said[:h.At()-1], words)
	return words
}

// irregular begins the words of an irregularity: "event below_table seat=2".
const irregular = "event"

// Happen lets an irregularity happen, in the words of the catalogue, seats and
// chips as a player would name them: now, or where the dealer is waited for at the
// first moment before a player is asked again. What follows is the house's to say.
// A card "??" is whichever it is: the last that the seat was dealt, or the next of
// the deck. Another must be one that the view has seen.
func (h *Hand) Happen(v View, text string) (string, error) {
	return h.ActFor(v, irregular+" "+text)
}

func (h *Hand) happen(v *View, text string) (string, error) {
	in, err := plan.ParseIncident(text, h.called(v))
	if err != nil {
		refused := diag.Refuse(err.Error(), "")
		if hint, unknown := plan.IsUnknownIncident(err); unknown { // otherwise the reason says what the kind needs
			refused.Hint = cmp.Or(hint, ":event lists what can happen now")
		}
		return "", refused
	}
	if c, ok := h.unseen(v, &in); ok {
		return "", diag.Refuse(fmt.Sprintf("you cannot see the card %s", c), "write ?? for an unknown card")
	}
	in = h.whichever(in)
	words, first := h.happenNow(in)
	if first == nil {
		return words, nil
	}
	for next := h.Fork(); next.dealerDeals(); {
		if _, err := next.Do(hand.Action{Kind: hand.GoOn, Seat: -1}); err != nil {
			break
		}
		if words, err := next.happenNow(in); err == nil {
			*h = *next
			return words, nil
		}
	}
	var refused *hand.IncidentError
	if !errors.As(first, &refused) || refused.Err != nil {
		return "", first
	}
	answer := diag.Refuse(first.Error(), "")
	if h.State().CanHappen(in.Kind) != nil {
		answer.Hint = h.instead(in.Kind.Group())
	}
	return "", answer
}

// instead returns what can happen now of a group of irregularities, as a remedy.
func (h *Hand) instead(group string) string {
	for _, g := range h.PossibleGroups() {
		if g.Name == group {
			return "now possible of " + g.Name + ": " + strings.Join(g.Kinds, ", ")
		}
	}
	return ":event lists what can happen now"
}

// unseen returns a card that an incident names and a view has not seen. A card that was
// seen and then shuffled into the stub may be anywhere: it counts as unseen again.
func (h *Hand) unseen(v *View, in *plan.Incident) (cards.Card, bool) {
	if v.Seat == Everything {
		return 0, false
	}
	var seen cards.Set
	for _, e := range h.logFor(v, h.At()).Events {
		switch e.Kind {
		case hand.Reshuffled, hand.Redealt, hand.Misdealt:
			seen = 0
		case hand.PutBack:
			seen &^= cards.SetOf(e.List()...)
		default:
			seen |= cards.SetOf(e.List()...)
		}
	}
	state := h.Seen(*v)
	seen |= cards.SetOf(state.Board()...)
	for i := range state.Seats() { // also cards of a deal that has not been told yet
		seen |= cards.SetOf(state.Hole(i)...)
	}
	for _, value := range in.Values {
		if value == nil {
			continue
		}
		for _, c := range value.Cards {
			if c.Known() && !seen.Has(c) {
				return c, true
			}
		}
	}
	return 0, false
}

// whichever puts the cards that are meant in the place of unknown ones: of the
// seat's, the last first, or of the deck.
func (h *Hand) whichever(in plan.Incident) plan.Incident {
	from := h.State().Stub()
	if seat := in.Seat(); seat >= 0 && seat < h.State().Seats() {
		from = slices.Clone(h.State().Hole(seat))
		slices.Reverse(from)
	}
	for i, f := range in.Kind.Spec().Fields {
		if f.Name != "card" && f.Name != "cards" || in.Values[i] == nil {
			continue
		}
		list := slices.Clone(in.Values[i].Cards)
		for k, c := range list {
			if !c.Known() && len(from) > 0 {
				list[k], from = from[0], from[1:]
			}
		}
		in = in.With(f.Name, plan.Value{Cards: list})
	}
	return in
}

func (h *Hand) happenNow(in plan.Incident) (string, error) {
	log := &hand.Log{}
	if err := h.line.Happen(in, log); err != nil {
		return "", err
	}
	words := irregular + " " + in.Text(h.names())
	return h.took(words, strings.Join(strings.Fields(words)[:2], " "), log), nil
}

// names returns how irregularities name seats and amounts.
func (h *Hand) names() plan.Names { return plan.Names{Scale: h.State().Plan().Stakes.Scale} }

// called is names as a view calls the seats, by number too.
func (h *Hand) called(v *View) plan.Names {
	out := h.names()
	out.Seat = func(word string) (int, bool) {
		for i, name := range v.Style.Names {
			if name != "" && strings.EqualFold(strings.ReplaceAll(word, "_", " "), name) {
				return i, true
			}
		}
		return plan.SeatNumber(word)
	}
	return out
}

// dealerDeals reports whether the hand waits for the dealer.
func (h *Hand) dealerDeals() bool {
	d := h.Pending()
	return d != nil && d.Kind == hand.DealerGoesOn
}

// Possible returns the irregularities of the present moment.
func (h *Hand) Possible() []string {
	var out []string
	for _, k := range h.State().Possible() {
		out = append(out, k.String())
	}
	return out
}

// Group is a group of the catalogue with the irregularities of it.
type Group struct {
	Name  string
	Kinds []string
}

// PossibleGroups returns the irregularities of the present moment by the groups of
// the catalogue.
func (h *Hand) PossibleGroups() (out []Group) {
	for _, k := range h.State().Possible() {
		if name := k.Group(); len(out) == 0 || out[len(out)-1].Name != name {
			out = append(out, Group{Name: name})
		}
		g := &out[len(out)-1]
		g.Kinds = append(g.Kinds, k.String())
	}
	return out
}

// may returns what the player may say, as a remedy; "" where a view may not know.
func (h *Hand) may(v *View) string {
	if choices := h.ChoicesFor(*v); choices != nil {
		return "legal: " + strings.Join(choices, ", ")
	}
	return ""
}

// Sayings returns the words that a player's declaration begins with; games are those
// that are played.
func Sayings(games ...*plan.Game) []string {
	var banked, own []string
	for _, g := range games {
		if !g.Banked() {
			own = append(own, verbal.SayingsIn(g)...)
			continue
		}
		for _, name := range verbal.OfferedIn(g) {
			if !slices.Contains(banked, name) {
				banked = append(banked, name)
			}
		}
	}
	switch {
	case own != nil:
		return unique(own)
	case banked == nil:
		return verbal.Sayings()
	}
	return banked
}

// Sayings returns those words at the decision that is asked: in a game against a
// bank what is offered, and what else the step knows.
func (h *Hand) Sayings() []string {
	if ask := h.State().Choice(); ask != nil && ask.OwnWords {
		return known(h.State())
	}
	return verbal.SayingsIn(h.setup.Plan.Game)
}

// unique returns a list without what it has before.
func unique(list []string) (out []string) {
	for _, word := range list {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// Undo steps back n actions, and reports how many there were.
func (h *Hand) Undo(n int) int { return h.step(n, h.line.Undo) }

// Redo steps forward again.
func (h *Hand) Redo(n int) int { return h.step(n, h.line.Redo) }

func (h *Hand) step(n int, once func() bool) int {
	for k := range n {
		if !once() {
			return k
		}
	}
	return n
}

// Goto goes to the state after n actions.
func (h *Hand) Goto(n int) error {
	if !h.line.Goto(n) {
		return diag.Refuse(fmt.Sprintf("there is no action %d", n), fmt.Sprintf("0 is the deal, %d the last", h.Last()))
	}
	return nil
}

// Fork returns the same hand up to the present state, to be played on by itself.
func (h *Hand) Fork() *Hand {
	c := *h
	c.line = h.line.Fork()
	c.logs, c.said, c.heard = slices.Clone(h.logs[:h.At()+1]), slices.Clone(h.said[:h.At()]), slices.Clone(h.heard[:h.At()])
	return &c
}

// Retell calls f with every action so far, and the hand before it. It leaves out
// irregularities, which are no actions.
func (h *Hand) Retell(f func(before *hand.Hand, d *hand.Decision, a *hand.Action)) {
	past := h.line.Fork()
	for n, words := range h.Said() {
		past.Goto(n)
		state := *past.Hand()
		if d := state.Pending(); d != nil {
			if a, err := verbal.Parse(words, &state, d); err == nil {
				f(&state, d, &a)
			}
		}
	}
}

// Whole returns the log up to the present state.
func (h *Hand) Whole() *hand.Log { return h.upTo(h.At()) }

// Events returns the events up to the present state.
func (h *Hand) Events() []hand.Event { return h.Whole().Events }

// upTo returns the log of the first n actions in one.
func (h *Hand) upTo(n int) *hand.Log {
	out := &hand.Log{}
	for _, log := range h.logs[:n+1] {
		out.Events = append(out.Events, log.Events...)
	}
	return out
}

// logFor returns the log of the first n actions as a view sees it.
func (h *Hand) logFor(v *View, n int) *hand.Log {
	log := h.upTo(n)
	if v.Seat != Everything {
		log.Events = h.State().EventsSeenBy(log.Events, v.Seat)
	}
	return log
}

// Seen returns the hand as a view sees it.
func (h *Hand) Seen(v View) hand.Hand {
	if v.Seat == Everything {
		return *h.State()
	}
	return h.State().SeenBy(v.Seat, h.shown())
}

// shown returns the set of seats that have shown their hands.
func (h *Hand) shown() (m seating.Set) {
	for _, log := range h.logs[:h.At()+1] {
		m = shownAfter(m, log.Events)
	}
	return m
}

// ShownIn returns the set of seats that have shown their hands in these events.
func ShownIn(events []hand.Event) seating.Set { return shownAfter(0, events) }

// shownAfter returns the set of seats that have shown their hands after further events.
func shownAfter(m seating.Set, events []hand.Event) seating.Set {
	for _, e := range events {
		switch e.Kind {
		case hand.Shown, hand.ShownWhole:
			m |= seating.Bit(int(e.Seat))
		case hand.Redealt, hand.Misdealt:
			m = 0
		}
	}
	return m
}

// Log tells what has happened from the action after `from` on, 0 being the deal
// and -1 what was before it; from the hand that is over also what it has come to.
func (h *Hand) Log(w io.Writer, v View, from int) {
	state := h.Seen(v)
	log := h.logFor(&v, h.At())
	all, told := log.Events, 0
	for _, one := range h.logs[:max(0, min(from+1, h.At()+1))] {
		told += len(one.Events)
	}
	var b strings.Builder
	n := verbal.NewNarrator(io.Discard, v.Style)
	n.Notes(h.State().Notes())
	n.Tell(&state, all[:told])
	n.To(&b)
	n.Tell(&state, all[told:])
	if h.Pending() == nil && told < len(all) {
		n.Result()
	}
	for line := range strings.Lines(b.String()) {
		for _, part := range Fold(strings.TrimSuffix(line, "\n"), v.columns()) {
			_, _ = fmt.Fprintln(w, part)
		}
	}
}

// columns returns the width of the view.
func (v *View) columns() int {
	if v.Width <= 0 {
		return 80
	}
	return v.Width
}

// ChoicesFor returns what the player whose turn it is may say, as far as a view may
// know; nil when the hand is over, and where it hangs on cards that are not seen.
func (h *Hand) ChoicesFor(v View) []string {
	d, ask := h.Pending(), h.State().Choice()
	if d == nil || ask != nil && ask.Hidden && !v.sees(d.Seat) {
		return nil
	}
	seen := h.Seen(v) // a bet is offered with openers and without
	return verbal.Choices(&seen, seen.Pending())
}

// Complete returns what may follow what has been typed, whole lines.
func (h *Hand) Complete(typed string) []string {
	if d := h.Pending(); d != nil {
		return verbal.Complete(typed, h.State(), d)
	}
	return nil
}
