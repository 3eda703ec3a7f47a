package main

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"

	"github.com/fatih/color"
)

// narrate tells a finished hand as somebody standing behind the dealer sees it:
// all cards open, each step under the name the script gives it.
func narrate(w *Stream, h *hand.Hand, events []hand.Event) {
	n := &narrator{w: w, h: h, game: h.Plan().Game, scale: h.Plan().Stakes.Scale}
	for i := range events {
		n.tell(&events[i])
	}
	n.flushDeal()
	n.result()
}

// narrateTitle is the line above a hand: what is played, by how many, for what.
func narrateTitle(w *Stream, p *batch.Played, number int64, seed uint64) {
	bound := p.Setup.Plan
	title := bound.Game.Name
	if bound.Game.House != "" {
		title += ", " + bound.Game.House
	}
	w.Printf("%s\n", w.Paint(title, color.Bold))
	w.Printf("%s, %s, the button at %s; hand %d of seed %d\n\n", bound.Stakes.String(),
		stacksWords(p.Setup.Stacks, bound.Stakes.Scale), seatName(int8(p.Setup.Button)), number, seed)
}

// stacksWords are the starting stacks in as few words as they need.
func stacksWords(stacks []int64, scale int64) string {
	if slices.Min(stacks) == slices.Max(stacks) {
		return fmt.Sprintf("%d seats with %s each", len(stacks), plan.Money(stacks[0], scale))
	}
	words := make([]string, 0, len(stacks))
	for _, s := range stacks {
		words = append(words, plan.Money(s, scale))
	}
	return fmt.Sprintf("%d seats with %s", len(stacks), strings.Join(words, ", "))
}

type narrator struct {
	w     *Stream
	h     *hand.Hand
	game  *plan.Game
	scale int64

	// street is the kind of step that the last heading was printed for, and
	// acted whether anybody has acted since: dealing down and dealing up in one
	// go is one street.
	street plan.StepKind
	headed bool
	acted  bool

	// Cards that were dealt and not yet told, by seat in order of dealing.
	dealt []dealtTo
}

type dealtTo struct {
	seat     int8
	down, up []cards.Card
}

func (n *narrator) line(format string, args ...any) {
	n.flushDeal()
	n.w.Printf("  %s\n", fmt.Sprintf(format, args...))
}

func (n *narrator) money(units int64) string { return plan.Money(units, n.scale) }

// tell prints one event; dealing waits until the street has all its cards.
func (n *narrator) tell(e *hand.Event) {
	switch e.Kind {
	case hand.Dealt, hand.DealtUp:
		n.deal(e)
	case hand.Boarded:
		n.flushDeal()
		n.heading(e.Step, n.cards(e.List()))
	case hand.Burned, hand.RoundBegan:
		// A burned card is nobody's business, and the first action says who is first.
	case hand.Gathered:
		n.line("%s", n.w.Paint("the pot is "+n.money(e.Amount), color.Faint))
	case hand.Shown, hand.Mucked, hand.Awarded, hand.Won:
		n.ending(e)
	case hand.Discarded, hand.StoodPat, hand.Reshuffled:
		n.draw(e)
	default:
		n.acted = n.acted || e.Step >= 0 && e.Kind > hand.BroughtIn
		n.line("%s", n.action(e))
	}
}

// action is what a seat did with its chips, or the house with its own.
func (n *narrator) action(e *hand.Event) string {
	who, amount := seatName(e.Seat), n.money(e.Amount)
	text := ""
	switch e.Kind {
	case hand.Posted:
		text = who + " posts " + amount
	case hand.PostedAnte:
		text = who + " antes " + amount
	case hand.PostedDead:
		text = who + " puts in " + amount + " dead"
	case hand.BroughtIn:
		text = who + " brings it in for " + amount
	case hand.Folded:
		text = who + " folds"
	case hand.Checked:
		text = who + " checks"
	case hand.Called:
		text = who + " calls " + amount
	case hand.Bet:
		text = who + " bets " + amount
	case hand.Raised:
		text = who + " raises to " + n.money(e.To)
	case hand.Completed:
		text = who + " completes to " + n.money(e.To)
	case hand.Returned:
		return amount + " nobody called goes back to " + who
	case hand.Collected:
		return n.collected(e)
	default:
		text = who + " " + e.Kind.String()
	}
	if e.AllIn && e.Kind != hand.Folded && e.Kind != hand.Checked {
		text += n.w.Paint(", all in", color.Bold)
	}
	return text
}

func (n *narrator) collected(e *hand.Event) string {
	if e.Seat < 0 {
		return "the house takes " + n.money(e.Amount) + " from the pot"
	}
	return seatName(e.Seat) + " pays the house " + n.money(e.Amount)
}

func (n *narrator) draw(e *hand.Event) {
	if e.Kind == hand.Reshuffled {
		n.line("the discards are shuffled: a new stub of %s", counted(e.Amount, "card"))
		return
	}
	n.flushDeal()
	n.heading(e.Step, "")
	if e.Kind == hand.StoodPat {
		n.line("%s stands pat", seatName(e.Seat))
		return
	}
	n.line("%s discards %s", seatName(e.Seat), n.cards(e.List()))
}

// ending is an event of the award. A hand that is won without a showdown ends
// under the street on which it ended.
func (n *narrator) ending(e *hand.Event) {
	if e.Kind == hand.Won {
		n.line("%s", n.w.Paint(seatName(e.Seat)+" wins "+n.money(e.Amount), color.FgGreen))
		return
	}
	n.flushDeal()
	n.heading(e.Step, "")
	switch e.Kind {
	case hand.Shown:
		n.line("%s shows %s: %s", seatName(e.Seat), n.cards(e.List()), n.worth(e))
	case hand.Mucked:
		n.line("%s mucks", seatName(e.Seat))
	case hand.Awarded:
		n.line("%s", n.w.Paint(n.award(e), color.FgGreen))
	}
}

func (n *narrator) parts() []plan.Part {
	show := n.game.Steps[len(n.game.Steps)-1].Show
	if show == nil {
		return nil
	}
	return show.Parts
}

// worth is what a shown hand is in each part of the showdown.
func (n *narrator) worth(e *hand.Event) string {
	var words []string
	for i, p := range n.parts() {
		if s := n.h.Strength(i, int(e.Seat)); s != 0 {
			words = append(words, p.Ranking.Describe(s))
		}
	}
	if len(words) == 0 {
		return "no qualifying hand"
	}
	return strings.Join(words, "; ")
}

func (n *narrator) award(e *hand.Event) string {
	text := fmt.Sprintf("%s wins %s", seatName(e.Seat), n.money(e.Amount))
	if pots := n.h.Result().Pots.N; pots > 1 {
		text += " of " + potName(e.Pot)
	}
	parts := n.parts()
	if e.Part < 0 || int(e.Part) >= len(parts) {
		return text
	}
	p := &parts[e.Part]
	if len(parts) > 1 {
		text += " for " + p.Name
	}
	if e.Strength == 0 {
		return text
	}
	return text + " with " + p.Ranking.Describe(e.Strength)
}

func potName(pot int8) string {
	if pot == 0 {
		return "the main pot"
	}
	return fmt.Sprintf("side pot %d", pot)
}

// heading begins a street, unless the street goes on.
func (n *narrator) heading(step int16, what string) {
	st := &n.game.Steps[max(step, 0)]
	if n.headed && n.street == st.Kind && !n.acted && st.Kind != plan.Board {
		return
	}
	n.headed, n.acted, n.street = true, false, st.Kind
	title := n.w.Paint(streetName(st), color.Bold)
	if what != "" {
		title += "  " + what
	}
	n.w.Printf("%s\n", title)
}

func streetName(st *plan.Step) string {
	if st.Name != "" {
		return capital(st.Name)
	}
	return capital(st.Kind.String())
}

func (n *narrator) deal(e *hand.Event) {
	i := 0
	for i < len(n.dealt) && n.dealt[i].seat != e.Seat {
		i++
	}
	if len(n.dealt) == 0 {
		n.heading(e.Step, "")
	}
	if i == len(n.dealt) {
		n.dealt = append(n.dealt, dealtTo{seat: e.Seat})
	}
	d := &n.dealt[i]
	if e.Kind == hand.DealtUp {
		d.up = append(d.up, e.List()...)
	} else {
		d.down = append(d.down, e.List()...)
	}
}

// flushDeal tells the cards that were dealt since the last line.
func (n *narrator) flushDeal() {
	dealt := n.dealt
	n.dealt = nil
	for _, d := range dealt {
		var parts []string
		if len(d.down) > 0 {
			parts = append(parts, n.cards(d.down))
		}
		if len(d.up) > 0 {
			parts = append(parts, "up "+n.cards(d.up))
		}
		verb := ":"
		if n.street == plan.Draw {
			verb = " draws"
		}
		n.w.Printf("  %s%s %s\n", seatName(d.seat), verb, strings.Join(parts, ", "))
	}
}

// result is what the hand has come to for every seat.
func (n *narrator) result() {
	var words []string
	for seat := range n.h.Seats() {
		if net := n.h.Net(seat); net != 0 {
			words = append(words, fmt.Sprintf("%s %s", seatName(int8(seat)), signed(n.money(net))))
		}
	}
	if len(words) == 0 {
		words = []string{"nobody wins or loses"}
	}
	n.w.Printf("%s  %s\n", n.w.Paint("Result", color.Bold), strings.Join(words, ", "))
}

// cards are cards with a blank between, red suits in red where there is colour.
func (n *narrator) cards(list []cards.Card) string {
	if !n.w.Color {
		return cards.Spaced(list)
	}
	words := make([]string, 0, len(list))
	for _, c := range list {
		text := c.String()
		if c.Natural() && (c.Suit() == cards.Diamonds || c.Suit() == cards.Hearts) {
			text = n.w.Paint(text, color.FgRed)
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}

func seatName(seat int8) string { return fmt.Sprintf("seat %d", seat+1) }

// signed puts a plus before an amount that is won.
func signed(amount string) string {
	if amount == "0" || strings.HasPrefix(amount, "-") {
		return amount
	}
	return "+" + amount
}
