package live

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/speech"
)

// AllCards is the Seat of a view that sees all cards. [hand.NoSeat] sees only
// public cards.
const AllCards = hand.EverySeat

// View is a viewer's seat and display settings.
type View struct {
	Seat  int // a seat, hand.NoSeat or Everything
	Style speech.Style
	Width int // columns, 0 for 80
}

func (v *View) sees(seat int8) bool { return v.Seat == AllCards || seat >= 0 && v.Seat == int(seat) }

// Hand is a hand in progress.
type Hand struct {
	setup hand.Setup
	deck  []cards.Card // as shuffled
	line  *hand.Timeline
	logs  []hand.Log // by action, starting with the deal
	said  []string   // the actions and irregularities, in words
	heard []string   // the same for viewers who may not know the cards that somebody has chosen
}

// Deal begins a hand. The setup is copied.
func Deal(s *hand.Setup) (*Hand, error) {
	h := &Hand{setup: *s}
	own := &h.setup
	own.Stacks, own.Deck = slices.Clone(s.Stacks), slices.Clone(s.Deck)
	own.Antes, own.Blinds, own.ForcedSeats = slices.Clone(s.Antes), slices.Clone(s.Blinds), slices.Clone(s.ForcedSeats)
	own.Posts, own.Fees = slices.Clone(s.Posts), slices.Clone(s.Fees)
	if own.Attendance == hand.Unattended {
		own.Attendance = hand.Tracked // a person may report an irregularity
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

// Of returns a hand in the state of h, given its known events, to be looked at: it begins there.
func Of(h *hand.Hand, events []hand.Event) *Hand {
	return &Hand{setup: hand.Setup{Plan: h.Plan()}, line: hand.NewTimeline(h), logs: []hand.Log{{Events: events}}}
}

// Setup returns the setup of the hand.
func (h *Hand) Setup() *hand.Setup { return &h.setup }

// Deck returns the deck as shuffled, top card first.
func (h *Hand) Deck() []cards.Card { return h.deck }

// State returns the current hand. The caller must not change it, but may change
// a copy.
func (h *Hand) State() *hand.Hand { return h.line.Hand() }

// Pending returns the current decision, or nil when the hand is over.
func (h *Hand) Pending() *hand.Decision { return h.State().Pending() }

// At returns the number of actions up to the present state; Last also counts
// undone ones.
func (h *Hand) At() int { return h.line.Len() }

// Last returns the number of actions that are kept.
func (h *Hand) Last() int { return h.line.Last() }

// Said returns the actions up to the present state, in words that Act parses.
func (h *Hand) Said() []string { return h.said[:h.At()] }

// Heard returns the same actions without the cards that only their players
// know.
func (h *Hand) Heard() []string { return h.heard[:h.At()] }

// Act plays an action in a player's words, or an irregularity ("event …"), and
// returns it in full. It drops undone actions. If it is refused
// ([diag.Refused]), nothing changes.
func (h *Hand) Act(text string) (string, error) { return h.ActFor(View{Seat: AllCards}, text) }

// ActFor is [Hand.Act] for somebody who sees no more than a view: neither
// acceptance nor refusal reveals a card that they have not seen.
func (h *Hand) ActFor(v View, text string) (string, error) {
	words, err := h.actFor(&v, text)
	if r := diag.AsRefused(err); r != nil {
		err = diag.Refuse(v.Style.Named(r.Msg), v.Style.Named(r.Hint))
	}
	return words, err
}

// veiled returns the refusal of an irregularity with "??" for the cards that a view has not seen: it may name those of the deck, or
// the actual card for an unknown one.
func (h *Hand) veiled(v *View, err error) error {
	if v.Seat == AllCards {
		return err
	}
	text, seen := err.Error(), h.Observe(*v).Known(^plan.Zones(0))
	out := []byte(text)
	for i := 0; i < len(text); i++ {
		if c, n := cards.Scan(text[i:]); n > 0 && !seen.Has(c) && (i == 0 || !isLetter(text[i-1])) && (i+n == len(text) || !isLetter(text[i+n])) {
			copy(out[i:], "??")
		}
	}
	if string(out) == text {
		return err
	}
	hint := ""
	if r := diag.AsRefused(err); r != nil {
		hint = r.Hint
	}
	return diag.Refuse(string(out), hint)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// longest is the maximum number of bytes of a line.
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

// Read returns the action that a text denotes, whether it is legal or not.
func (h *Hand) Read(text string) (hand.Action, error) { return h.read(&all, text) }

// all sees everything.
var all = View{Seat: AllCards}

func (h *Hand) read(v *View, text string) (hand.Action, error) {
	d := h.Pending()
	if d == nil {
		return hand.Action{}, diag.Refuse("the hand is over", "")
	}
	if h.hidden(v, text) {
		return hand.Action{}, diag.Refuse(fmt.Sprintf("whether %s can do that depends on cards that you cannot see", speech.SeatName(d.Seat)), h.may(v))
	}
	state := h.State()
	if d.Seat >= 0 && v.Seat == int(d.Seat) { // its own cards, as far as it sees them
		seen := h.Seen(*v)
		state = &seen
	}
	a, err := speech.Parse(text, state, d)
	var unsaid *speech.UnknownWordError
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

// hidden reports whether the result of a text depends on cards that a view does
// not see: it names somebody else's cards, openers are required, or a game
// offers choices by the cards held.
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
	case ask != nil || speech.NamesCards(words[0]):
		return slices.ContainsFunc(words[1:], namesCard)
	case d.Kind == hand.Wager:
		a, err := speech.Parse(text, h.State(), d)
		round := h.State().Betting()
		return err == nil && a.Kind == hand.RaiseTo && round.Level == 0 && h.State().Step().Bet.Openers != nil
	}
	return false
}

// namesCard reports whether a word of a discard is not just a number of cards.
func namesCard(word string) bool {
	return strings.Trim(word, "0123456789") != "" && !slices.Contains([]string{"card", "cards", "none", "no", "all", "pat"}, word)
}

// bare reports whether a discard names no cards: for a policy this means to
// stand pat, from a person it is incomplete.
func bare(text string, ask *plan.Ask) bool {
	words := strings.Fields(strings.ToLower(text))
	return len(words) == 1 && ask.Least == 0 && (words[0] == ask.Words.Say || speech.GivesUp(words[0]))
}

// Decide lets a policy act for the seat whose turn it is. chance is the source
// for this decision.
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

// Do plays an action.
func (h *Hand) Do(a hand.Action) (string, error) { return h.do(&all, a) }

func (h *Hand) do(v *View, a hand.Action) (string, error) {
	before, d := h.State(), h.Pending() // a timeline's states do not change
	if d == nil {
		return "", diag.Refuse("the hand is over", "")
	}
	log := &hand.Log{}
	if err := h.line.Do(a, log); err != nil {
		var illegal *hand.IllegalError
		if errors.As(err, &illegal) {
			return "", diag.Refuse(illegal.Reason, h.may(v))
		}
		return "", err
	}
	words := speech.Say(&a, before, d)
	heard := words
	if ask := before.Question(); ask != nil && !ask.Exposes() && a.N > 0 {
		heard = fmt.Sprintf("%s %d", ask.Words.Say, a.N)
	}
	if ask := before.Choice(); ask != nil && !ask.InTurn {
		heard = ask.Words.Say
	}
	return h.took(words, heard, log), nil
}

// took records the latest action.
func (h *Hand) took(words, heard string, log *hand.Log) string {
	h.heard = append(h.heard[:h.At()-1], heard)
	h.logs = append(h.logs[:h.At()], *log)
	h.said = append(h.said[:h.At()-1], words)
	return words
}

// irregular is the first word of an irregularity: "event below_table seat=2".
const irregular = "event"

// EventList is the hint of an irregularity that is not known or cannot happen now, for a person at a table.
const EventList = ":event lists what can happen now"

// Happen triggers an irregularity, in the words of the catalog, with seats and
// chips as a player would name them: now, or, while the dealer is waited for,
// at the first moment before a player must act. The house's rulings decide what
// follows. A card "??" is the actual card: the last one dealt to the seat, or
// the next one of the deck. Any other card must be one that the view has seen.
func (h *Hand) Happen(v View, text string) (string, error) {
	return h.ActFor(v, irregular+" "+text)
}

func (h *Hand) happen(v *View, text string) (string, error) {
	in, err := plan.ParseIncident(text, h.called(v))
	if err != nil {
		refused := diag.Refuse(err.Error(), "")
		if hint, unknown := plan.IsUnknownIncident(err); unknown { // otherwise the reason says what the kind requires
			refused.Hint = cmp.Or(hint, EventList)
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
		return "", h.veiled(v, first)
	}
	answer := diag.Refuse(first.Error(), "")
	if h.State().CanHappen(in.Kind) != nil {
		answer.Hint = EventList
		for _, g := range h.PossibleGroups() {
			if g.Name == in.Kind.Group() {
				answer.Hint = "now possible of " + g.Name + ": " + strings.Join(g.Kinds, ", ")
			}
		}
	}
	return "", h.veiled(v, answer)
}

// unseen returns a card that an incident names and a view has not seen. A card
// that was seen and then shuffled into the stub may be anywhere: it counts as
// unseen again.
func (h *Hand) unseen(v *View, in *plan.Incident) (cards.Card, bool) {
	if v.Seat == AllCards {
		return 0, false
	}
	seen := h.Observe(*v).Known(^plan.Zones(0))
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

// whichever replaces unknown cards by the actual ones: those of the seat, last
// first, or those of the deck.
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

// names returns the notation of seats and amounts in irregularities.
func (h *Hand) names() plan.Names { return plan.Names{Scale: h.State().Plan().Stakes.Scale} }

// called is names with the seat names of a view; numbers work too.
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

// Possible returns the irregularities that are possible now.
func (h *Hand) Possible() []string {
	var out []string
	for _, k := range h.State().Possible() {
		out = append(out, k.String())
	}
	return out
}

// Group is a group of the catalog with its irregularities.
type Group struct {
	Name  string
	Kinds []string
}

// PossibleGroups returns the irregularities that are possible now, by the
// groups of the catalog.
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

// may returns a hint with the legal choices; "" if the view may not know them.
func (h *Hand) may(v *View) string {
	if choices := h.ChoicesFor(*v); choices != nil {
		return "legal: " + strings.Join(choices, ", ")
	}
	return ""
}

// Sayings returns the first words at the current decision: in a game against a
// bank, the choices offered and the other choices of the step.
func (h *Hand) Sayings() []string {
	if ask := h.State().Choice(); ask != nil && ask.OwnWords {
		// the choices offered, then the other choices of the step
		h := h.State()
		out := speech.Offered(h)
		for _, o := range h.Choice().Offers {
			if !slices.Contains(out, o.Name) {
				out = append(out, o.Name)
			}
		}
		return out
	}
	return speech.KeywordsIn(h.setup.Plan.Game)
}

// Undo steps back up to n actions, and returns how many.
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

// Fork returns a copy of the hand up to the present state, to be played on
// independently.
func (h *Hand) Fork() *Hand {
	c := *h
	c.line = h.line.Fork()
	c.logs, c.said, c.heard = slices.Clone(h.logs[:h.At()+1]), slices.Clone(h.said[:h.At()]), slices.Clone(h.heard[:h.At()])
	return &c
}

// Retell calls f with every action so far, and the hand before it. It skips
// irregularities, which are not actions.
func (h *Hand) Retell(f func(before *hand.Hand, d *hand.Decision, a *hand.Action)) {
	past := h.line.Fork()
	for n, words := range h.Said() {
		past.Goto(n)
		state := *past.Hand()
		if d := state.Pending(); d != nil {
			if a, err := speech.Parse(words, &state, d); err == nil {
				f(&state, d, &a)
			}
		}
	}
}

// Whole returns the log up to the present state.
func (h *Hand) Whole() *hand.Log { return h.upTo(h.At()) }

// upTo returns the logs of the first n actions as one.
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
	log.Events = hand.SeenBy(log.Events, v.Seat)
	return log
}

// Taken returns the number of cards taken from the deck. ok is false if chance has decided more than the order of the deck: a die
// was rolled, or cards were shuffled again.
func (h *Hand) Taken() (n int, ok bool) {
	for _, log := range h.logs[:h.At()+1] {
		for _, e := range log.Events {
			if f := e.Kind.Facts(); f.Rolls || f.Shuffled || f.NewDeal {
				return 0, false
			}
		}
	}
	return h.State().Taken(), true
}

// Observe returns what a view sees of the hand.
func (h *Hand) Observe(v View) *hand.Observation {
	o := &hand.Observation{}
	h.State().Observe(v.Seat, h.shown(), o)
	return o
}

// Seen returns the hand as a view sees it.
func (h *Hand) Seen(v View) hand.Hand {
	if v.Seat == AllCards {
		return *h.State()
	}
	return h.State().SeenBy(v.Seat, h.shown())
}

func (h *Hand) shown() (m betting.Set) {
	for _, log := range h.logs[:h.At()+1] {
		m = shownAfter(m, log.Events)
	}
	return m
}

// shownAfter returns the seats that have shown their hands after further
// events.
func shownAfter(m betting.Set, events []hand.Event) betting.Set {
	for _, e := range events {
		switch f := e.Kind.Facts(); {
		case f.Shows:
			m |= betting.Bit(int(e.Seat))
		case f.NewDeal:
			m = 0
		}
	}
	return m
}

// Log writes what has happened after action `from`: 0 is the deal, and -1 what
// was before it. If the hand is over, it also writes the results.
func (h *Hand) Log(w io.Writer, v View, from int) {
	state := h.Seen(v)
	log := h.logFor(&v, h.At())
	all, told := log.Events, 0
	for _, one := range h.logs[:max(0, min(from+1, h.At()+1))] {
		told += len(one.Events)
	}
	var b strings.Builder
	n := speech.NewNarrator(io.Discard, v.Style)
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

// ChoicesFor returns the choices of the player whose turn it is, as far as a
// view may know; nil when the hand is over, or if the choices depend on unseen
// cards.
func (h *Hand) ChoicesFor(v View) []string {
	d, ask := h.Pending(), h.State().Choice()
	if d == nil || ask != nil && ask.Hidden && !v.sees(d.Seat) {
		return nil
	}
	seen := h.Seen(v) // a bet is offered with openers and without
	return speech.Choices(&seen, seen.Pending())
}

// Complete returns completions of the typed text, as whole lines.
func (h *Hand) Complete(typed string) []string {
	if d := h.Pending(); d != nil {
		return speech.Complete(typed, h.State(), d)
	}
	return nil
}
