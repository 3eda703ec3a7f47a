package live

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardroom/dsl/docs"
	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/speech"
)

// Reason explains one fact about the table.
type Reason struct {
	Text    string
	Rule    string   // the rule in words, "" if none is needed
	Clauses []string // of the house's document
	At      diag.Pos // position in the script
	Line    string   // the script's line there
}

// spoken returns the reason as a dealer would give it, in lines of at most
// width columns: the fact and the rule.
func (r *Reason) spoken(width int) []string {
	return (&Reason{Text: r.Text, Rule: r.Rule}).lines(width)
}

// lines returns the reason in lines of at most width columns, with the clauses
// and the script's line.
func (r *Reason) lines(width int) []string {
	out := Fold(r.Text, width)
	indent := func(text string) {
		for _, line := range Fold(text, width-2) {
			out = append(out, "  "+line)
		}
	}
	if r.Rule != "" {
		indent("rule: " + r.Rule)
	}
	if len(r.Clauses) > 0 {
		indent("clauses: " + strings.Join(r.Clauses, ", "))
	}
	if at := r.At.String(); at != "" {
		out = append(out, "  "+at)
		if r.Line != "" {
			out = append(out, "    "+strings.TrimSpace(r.Line))
		}
	}
	return out
}

// Topics are the topics of Explain.
var Topics = []string{"turn", "bet", "pot", "award", "ruling"}

// Explain explains the state of the table as far as a view may know it: "turn",
// whose turn it is and why; "bet", the possible bets; "pot", the pots and the
// contributions; "award", who got which chips and why; "ruling", the floor's
// rulings and their rules; "" selects the topics that matter now.
func (h *Hand) Explain(v View, topic string) ([]Reason, error) {
	state := h.Seen(v)
	log := h.logFor(&v, h.At())
	e := &explainer{h: &state, v: v, events: log.Events, real: h.State()}
	over := state.Pending() == nil
	switch topic {
	case "":
		if over {
			e.award()
			break
		}
		e.turn()
		e.bet()
		e.pot()
	case "turn", "who":
		e.turn()
	case "bet", "amount", "least", "most", "raise", "call", "draw":
		e.bet()
	case "pot", "pots", "chips":
		e.pot()
	case "ruling", "rulings", "floor", "event":
		if len(h.State().Notes()) == 0 {
			return nil, diag.Refuse("no irregularity has happened", "")
		}
		for i := range e.real.Notes() {
			note := &e.real.Notes()[i]
			what := strings.ReplaceAll(note.Incident.Kind.String(), "_", " ")
			r := e.say("%s: %s.", sentence(what), speech.Ruling(note))
			r.At = note.Ruling.Pos
			e.show(r)
		}
	case "award", "awards", "wins", "win":
		if !over {
			return nil, diag.Refuse("nothing has been awarded yet", "\"explain pot\" says who can win what")
		}
		e.award()
	default:
		r := diag.Refuse(fmt.Sprintf("there is no explanation named %q", topic), "explain "+strings.Join(Topics, ", explain "))
		if near := diag.Nearest(topic, Topics); near != "" {
			r.Hint = "did you mean explain " + near + "?"
		}
		return nil, r
	}
	return e.out, nil
}

// explainer collects reasons about a hand as a view sees it.
type explainer struct {
	h      *hand.Hand
	v      View
	events []hand.Event
	real   *hand.Hand // for rulings
	out    []Reason
}

func (e *explainer) money(units int64) string { return e.h.Plan().Stakes.Price(units) }

func (e *explainer) game() *plan.Game { return e.h.Plan().Game }

// say adds a reason without a source.
func (e *explainer) say(format string, args ...any) *Reason {
	e.out = append(e.out, Reason{Text: fmt.Sprintf(format, args...)})
	return &e.out[len(e.out)-1]
}

// by adds a step of the plan to a reason as its source.
func (e *explainer) by(r *Reason, at int) {
	if at < 0 || at >= len(e.game().Steps) {
		return
	}
	rule := docs.Step(e.h.Plan(), at)
	r.Rule, r.Clauses, r.At = rule.Text, rule.Clauses, rule.At
	e.show(r)
}

// from adds a part of the game other than a step to a reason as its source.
func (e *explainer) from(r *Reason, o plan.Origin) {
	r.Clauses, r.At = o.Clauses, o.Pos
	if r.At.File == "" {
		r.At = e.game().Pos
	}
	e.show(r)
}

func (e *explainer) show(r *Reason) {
	if e.game().Lines != nil {
		r.Line = e.game().Lines(r.At)
	}
}

func (e *explainer) name(seat int) string { return e.v.Style.Seat(int8(seat)) }

// names returns a list of seats: "seat 1, seat 3 and seat 4".
func (e *explainer) names(m betting.Set) string {
	var out []string
	for ; m != 0; m &= m - 1 {
		out = append(out, e.name(m.First()))
	}
	if len(out) < 2 {
		return strings.Join(out, "")
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}

// turn explains whose turn it is.
func (e *explainer) turn() {
	d := e.h.Pending()
	switch {
	case d == nil:
		e.say("It is nobody's turn: the hand is over.")
		return
	case d.Seat < 0:
		e.say("The dealer is to act: cards are due.")
		return
	}
	who := e.name(int(d.Seat))
	switch d.Kind {
	case hand.Wager:
		e.by(e.say("It is %s's turn: %s.", who, e.bettor(int(d.Seat))), int(d.Step))
	case hand.CardsAsked:
		e.by(e.say("It is %s's turn to %s: %s.", who, e.h.Question().Words.Turn, e.inOrder(int(d.Seat))), int(d.Step))
	case hand.Chosen:
		if ask := e.h.Choice(); ask.Words.Turn != "" {
			e.by(e.say("%s %s.", sentence(who), ask.Words.Turn), int(d.Step))
			return
		}
		e.by(e.say("It is %s's turn: %s.", who, e.chooser(int(d.Seat))), int(d.Step))
	default:
		e.by(e.say("It is %s's turn.", who), int(d.Step))
	}
}

// sentence returns a text with its first letter capitalized.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// bettor returns the reason why a seat bets next.
func (e *explainer) bettor(seat int) string {
	last := e.lastActor()
	if last < 0 {
		opener := e.h.Opener()
		if opener != seat && opener >= 0 && !e.h.Able().Has(opener) {
			return fmt.Sprintf("the round begins with %s, who is out of chips, and %s is the next to the left who can act", e.name(opener), e.name(seat))
		}
		return "the round of betting begins there"
	}
	round := e.h.Betting()
	own := e.h.Wagered(seat)
	why := "has not acted in this round"
	if slices.ContainsFunc(e.round(), func(ev hand.Event) bool { return int(ev.Seat) == seat && ev.Kind.Facts().Act != hand.NoAct }) {
		why = fmt.Sprintf("has %s in and the bet is %s", e.money(own), e.money(round.Level))
	}
	return fmt.Sprintf("%s acted last; %s is next and %s", e.name(last), e.name(seat), why)
}

// round returns the events of the current betting round.
func (e *explainer) round() []hand.Event {
	began := hand.Began(e.events)
	if len(began) == 0 {
		return nil
	}
	return e.events[began[len(began)-1]:]
}

// lastActor returns the seat that acted last in this round, or -1.
func (e *explainer) lastActor() int {
	for _, ev := range slices.Backward(e.round()) {
		if ev.Kind.Facts().Act != hand.NoAct {
			return int(ev.Seat)
		}
	}
	return -1
}

// inOrder returns the reason why a seat is next when every seat is asked once.
func (e *explainer) inOrder(seat int) string {
	waiting := e.h.Waiting()
	if waiting == e.h.Live() {
		return "it is the first seat still in"
	}
	if rest := waiting &^ betting.Bit(seat); rest != 0 {
		return fmt.Sprintf("the seats before it have had their turn, and %s is next", e.names(rest))
	}
	return "it is the last"
}

// bet explains the possible bets, draws or shows. Other players see only public
// information: whether a seat holds openers is private.
func (e *explainer) bet() {
	d := e.h.Pending()
	if d == nil {
		e.say("There is no betting: the hand is over.")
		return
	}
	switch d.Kind {
	case hand.Wager:
		e.wager(d)
	case hand.CardsAsked:
		ask := e.h.Question()
		may := strings.ReplaceAll(ask.Words.May, "{count}", ask.Cards(min(ask.Least, d.Count), d.Count))
		e.by(e.say("%s %s.", sentence(e.name(int(d.Seat))), may), int(d.Step))
	case hand.Chosen:
		if ask := e.h.Choice(); ask.Words.May != "" {
			e.by(e.say("%s", strings.ReplaceAll(ask.Words.May, "{price}", e.money(d.Price))), int(d.Step))
			return
		}
		e.offers(d)
	}
}

// wager explains the limits of a bet.
func (e *explainer) wager(d *hand.Decision) {
	seat, o, r := int(d.Seat), &d.Options, e.h.Betting()
	own, stack := e.h.Wagered(seat), e.h.Stack(seat)
	st := e.game().At(int(d.Step))
	switch {
	case d.BringIn > 0:
		e.by(e.say("The bring-in is %s.", e.money(d.BringIn)), int(d.Step))
	case o.CanCheck:
		e.say("%s may check: there is no bet to call.", sentence(e.name(seat)))
	case o.Call > 0 && o.Call < r.Level-own:
		e.say("A call is %s, all in: the bet is %s and %s has no more.", e.money(o.Call), e.money(r.Level), e.name(seat))
	case o.Call > 0:
		e.say("A call is %s: the bet is %s and %s has %s in.", e.money(o.Call), e.money(r.Level), e.name(seat), e.money(own))
	case st.Bet.NoCheck:
		e.by(e.say("%s must bet or fold.", sentence(e.name(seat))), int(d.Step))
	}
	if !o.CanRaise() {
		e.noRaise(d, st)
		return
	}
	limit := e.h.Limit()
	e.from(e.say("The minimum is %s: %s.", e.money(o.MinTo), e.least(o, &r, limit, own+stack)), e.game().From.Betting)
	if o.MaxTo > o.MinTo {
		e.from(e.say("The maximum is %s: %s.", e.money(o.MaxTo), e.most(seat, o, &r, limit)), e.game().From.Betting)
	}
}

// noRaise explains why a seat may not bet.
func (e *explainer) noRaise(d *hand.Decision, st *plan.Step) {
	who := sentence(e.name(int(d.Seat)))
	rules := &e.game().Betting
	switch {
	case d.NoOpeners:
		e.by(e.say("%s may not bet without openers, %s.", who, st.Bet.Openers.OrBetter()), int(d.Step))
	case d.Options.Why == betting.Capped:
		r := e.h.Betting()
		e.from(e.say("%s may not raise: there have been %d bets and raises, the house's limit is %d.", who, r.Count, rules.Cap), e.game().From.Betting)
	default:
		e.from(e.say("%s may not bet or raise: %s.", who, d.Options.Why), e.game().From.Betting)
	}
}

// least returns the reason for the minimum wager.
func (e *explainer) least(o *betting.Options, r *betting.Round, l *betting.Limit, all int64) string {
	rules := &e.game().Betting
	switch {
	case o.MinTo == all:
		return "the seat is all in"
	case o.Opens:
		return fmt.Sprintf("a bet in this round is at least %s", e.money(l.Lo))
	case o.Completes:
		return fmt.Sprintf("a full bet in this round is %s, and the present bet of %s is less", e.money(l.Lo), e.money(r.Level))
	case l.Structure == betting.Fixed:
		return fmt.Sprintf("a raise in this round is %s, on top of %s", e.money(l.Lo), e.money(o.MinTo-l.Lo))
	case l.Structure == betting.Spread && r.Full() == 0:
		return fmt.Sprintf("there is no full bet yet, and a bet is at least %s", e.money(l.Lo))
	case l.Structure > betting.Spread && rules.AnyRaise:
		return fmt.Sprintf("a raise of one chip is enough, on top of %s", e.money(r.Level))
	case l.Structure == betting.PotLimit && rules.PotMinIsBet:
		return fmt.Sprintf("a raise is at least the minimum bet, %s, on top of %s", e.money(l.Lo), e.money(r.Level))
	case o.MinTo == r.Level+r.LastRaise():
		return fmt.Sprintf("a raise is at least the last bet or raise, %s, on top of %s", e.money(r.LastRaise()), e.money(r.Level))
	case rules.CoverRaise:
		return "it covers the deepest opponent"
	}
	return fmt.Sprintf("the bet is %s and the last full raise was %s", e.money(r.Level), e.money(r.LastRaise()))
}

// most returns the reason for the maximum wager.
func (e *explainer) most(seat int, o *betting.Options, r *betting.Round, l *betting.Limit) string {
	own, stack := e.h.Wagered(seat), e.h.Stack(seat)
	switch {
	case o.MaxTo == own+stack && own > 0:
		return fmt.Sprintf("%s has %s in and %s left, and is all in", e.name(seat), e.money(own), e.money(stack))
	case o.MaxTo == own+stack:
		return fmt.Sprintf("%s has no more", e.name(seat))
	case l.Max > 0 && o.MaxTo == r.Level+l.Max:
		return fmt.Sprintf("no single bet may exceed %s", e.money(l.Max))
	case l.Structure == betting.Spread:
		return fmt.Sprintf("a bet or raise in this round is at most %s", e.money(l.Hi))
	case l.Structure == betting.PotLimit:
		return e.potMost(seat, r)
	}
	return "there is no limit but the stack"
}

// potMost returns the arithmetic of the pot limit.
func (e *explainer) potMost(seat int, r *betting.Round) string {
	rules := &e.game().Betting
	tail := int64(0)
	for i := range e.h.Seats() {
		tail += e.h.Wagered(i)
	}
	pot, call := e.h.Pot(), r.Level-e.h.Wagered(seat)
	switch {
	case rules.PotShorthand:
		return fmt.Sprintf("three times the bets of this round, 3 x %s, and the pot before it, %s", e.money(tail), e.money(pot))
	case rules.PotWithoutCall:
		return fmt.Sprintf("the bet is %s, and a raise adds at most the pot, %s, and the bets of this round, %s", e.money(r.Level), e.money(pot), e.money(tail))
	case r.Level == 0:
		return fmt.Sprintf("a bet is at most the pot, %s", e.money(pot+tail))
	}
	return fmt.Sprintf("after a call of %s there would be %s in the middle (the pot of %s, the bets of %s and the call), and a raise adds at most that to %s",
		e.money(call), e.money(pot+tail+call), e.money(pot), e.money(tail), e.money(r.Level))
}

// pot explains the pots and the contributions to them.
func (e *explainer) pot() {
	h := e.h
	if h.Pending() == nil {
		e.say("The pot has been awarded; \"explain award\" says how.")
		return
	}
	if e.stake() {
		return
	}
	put := make([]int64, h.Seats())
	for i := range put {
		put[i] = h.PutBy(i)
	}
	var list betting.List
	h.Pots(&list)
	if list.Total() == 0 {
		e.say("The pot is empty; only this round's bets are out.")
		return
	}
	for i := range list.N {
		e.say("%s", e.potWords(i, &list.Pot[i], put))
	}
	if h.House() > 0 {
		e.say("The house has taken %s.", e.money(h.House()))
	}
}

// potWords returns a description of one pot: its size, who contributed, who can
// win it.
func (e *explainer) potWords(i int, p *betting.Pot, put []int64) string {
	var from []string
	for seat, in := range put {
		if part := p.Part(in); part > 0 {
			from = append(from, fmt.Sprintf("%s %s", e.name(seat), e.money(part)))
		}
	}
	if i == 0 && e.h.Dead() > 0 {
		from = append(from, fmt.Sprintf("dead money %s", e.money(e.h.Dead())))
	}
	return fmt.Sprintf("%s, %s: %s. %s can win it.", sentence(speech.PotName(int8(i))), e.money(p.Amount), strings.Join(from, ", "), sentence(e.names(p.Eligible)))
}

// award explains who got which chips, and by which rule.
func (e *explainer) award() {
	h := e.h
	if e.settlement() {
		return
	}
	for i := range e.events {
		ev := &e.events[i]
		switch f := ev.Kind.Facts(); {
		case ev.Retracts(): // its ruling tells it
		case f.Pays == hand.GetsBack:
			e.say("%s goes back to %s: it was not called.", e.money(ev.Amount), e.name(int(ev.Seat)))
		case f.Pays == hand.PaysFee:
			e.by(e.say("The house takes %s.", e.money(ev.Amount)), int(ev.Step))
		case f.Pays == hand.GetsPot:
			e.say("%s takes the pot of %s: everybody else has folded.", sentence(e.name(int(ev.Seat))), e.money(ev.Amount))
		case f.Claims && f.Pays == hand.NoPay:
			e.from(e.say("%s cannot win bets from the round %q on.", sentence(e.name(int(ev.Seat))), e.game().Steps[ev.Step].Name), e.game().From.Award)
		case f.Claims:
			e.from(e.say("%s that %s had bet is void and goes back.", e.money(ev.Amount), e.name(int(ev.Seat))), e.game().From.Award)
		}
	}
	if !h.Result().Showdown {
		return
	}
	put := make([]int64, h.Seats())
	for i := range put {
		put[i] = h.PutBy(i)
	}
	list := &h.Result().Pots
	for i := range list.N {
		e.say("%s", e.potWords(i, &list.Pot[i], put))
		e.shares(i)
	}
}

// shares explains the awards of one pot.
func (e *explainer) shares(pot int) {
	sd, whole, on := e.h.Showdown(), e.h, ""
	defer func() { e.h = whole }()
	for i := range e.events {
		ev := &e.events[i]
		if ev.Kind.Facts().NewRun {
			run := whole.OnRun(int(ev.Pot))
			e.h, on = &run, fmt.Sprintf(" on run %d", ev.Pot+1)
		}
		if !ofPot(ev, int8(pot)) {
			continue
		}
		who := sentence(e.name(int(ev.Seat)))
		if ev.Part == hand.NobodyWins {
			e.by(e.say("%s takes %s%s: all who are in had to win every share, none of them does, and they divide the pot.", who, e.money(ev.Amount), on), int(ev.Step))
			continue
		}
		p := sd.Part(int(ev.Part))
		if p == nil {
			e.by(e.say("%s takes %s%s: nobody else can win it.", who, e.money(ev.Amount), on), int(ev.Step))
			continue
		}
		text := fmt.Sprintf("%s takes %s%s for the best %s hand", who, e.money(ev.Amount), on, p.Name)
		if ev.Strength > 0 {
			text += ", " + e.worth(int(ev.Part), int(ev.Seat), ev.Strength)
		}
		text += e.others(ev, p) + e.oddChip(ev, sd) + "."
		e.by(e.say("%s", text), int(ev.Step))
	}
}

// ofPot reports whether an event awards a share of a pot.
func ofPot(e *hand.Event, pot int8) bool {
	return e.Kind.Facts().Pays == hand.GetsShare && e.Pot == pot
}

// worth returns a description of a hand with its cards, because hands with the
// same description may differ in strength, the board that it plays and its wild cards.
func (e *explainer) worth(part, seat int, s rank.Strength) string {
	board, wild := speech.PlayWords(e.h, part, seat)
	if wild != "" {
		wild = "; " + wild
	}
	return fmt.Sprintf("%s%s (%s%s)", e.h.Showdown().Part(part).Ranking.Describe(s), board, e.v.Style.Cards(e.h.Used(part, seat)), wild)
}

// others returns the hands with which the winning hand of an award was
// compared.
func (e *explainer) others(ev *hand.Event, p *plan.Part) string {
	var beaten, equal []string
	for m := e.h.Result().Pots.Pot[ev.Pot].Eligible &^ betting.Bit(int(ev.Seat)); m != 0; m &= m - 1 {
		seat := m.First()
		if !e.h.Competes(int(ev.Part), seat) {
			continue
		}
		if slices.ContainsFunc(e.h.Hole(seat), func(c cards.Card) bool { return !c.Known() }) {
			beaten = append(beaten, e.name(seat)+", whose hand was not shown")
			continue
		}
		switch s := e.h.Strength(int(ev.Part), seat); {
		case s == 0 && e.h.Unqualified(int(ev.Part), seat) > 0:
			beaten = append(beaten, fmt.Sprintf("%s with %s, which does not qualify", e.name(seat), p.Ranking.Describe(e.h.Unqualified(int(ev.Part), seat))))
		case s == 0:
			beaten = append(beaten, e.name(seat)+", which has no "+p.Name)
		case s == ev.Strength && slices.ContainsFunc(e.events, func(o hand.Event) bool { return ofPot(&o, ev.Pot) && int(o.Seat) == seat && o.Part == ev.Part }):
			equal = append(equal, e.name(seat))
		default:
			beaten = append(beaten, fmt.Sprintf("%s with %s", e.name(seat), e.worth(int(ev.Part), seat, s)))
		}
	}
	text := ""
	if len(equal) > 0 {
		text += ", tied with " + strings.Join(equal, " and ")
	}
	if len(beaten) > 0 {
		text += "; it beats " + strings.Join(beaten, ", ")
	}
	return text
}

// oddChip explains why an award is larger than the other shares.
func (e *explainer) oddChip(ev *hand.Event, sd *plan.ShowdownStep) string {
	least := ev.Amount
	var earlier [betting.Max]int64 // from the pot's earlier parts
	for i := range e.events {
		o := &e.events[i]
		if o == ev {
			break
		}
		if o.Kind.Facts().NewRun {
			earlier = [betting.Max]int64{}
		}
		if ofPot(o, ev.Pot) && o.Part%plan.MaxParts < ev.Part%plan.MaxParts {
			earlier[o.Seat] += o.Amount
		}
	}
	behind := false
	for i := range e.events {
		if o := &e.events[i]; ofPot(o, ev.Pot) && o.Part == ev.Part {
			least = min(least, o.Amount)
			behind = behind || earlier[ev.Seat] < earlier[o.Seat]
		}
	}
	if least == ev.Amount {
		return e.oddHalf(ev, sd)
	}
	by := "that seat is nearest left of the button"
	if sd.OddChip == betting.BySuit {
		by = "that seat has the highest card, by suit"
	}
	if sd.Evenly && behind {
		by = "that divides the whole more evenly"
	}
	return fmt.Sprintf("; the odd %s goes to it because %s", e.money(ev.Amount-least), by)
}

// oddHalf explains which part of a split pot gets the odd chip.
func (e *explainer) oddHalf(ev *hand.Event, sd *plan.ShowdownStep) string {
	if len(sd.Parts) != 2 || int(ev.Part) >= len(sd.Parts) || sd.Parts[0].Weight() != sd.Parts[1].Weight() {
		return ""
	}
	var sums [plan.MaxParts]int64
	for i := range e.events {
		if o := &e.events[i]; ofPot(o, ev.Pot) && sd.Part(int(o.Part)) != nil {
			sums[o.Part%plan.MaxParts] += o.Amount
		}
	}
	odd := sums[ev.Part] - sums[1-ev.Part]
	if odd <= 0 || sums[1-ev.Part] == 0 {
		return ""
	}
	return fmt.Sprintf("; the odd %s of the split goes to the %s", e.money(odd), sd.Parts[ev.Part].Name)
}
