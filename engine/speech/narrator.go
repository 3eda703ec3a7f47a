package speech

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
)

// Title returns the heading of a hand, two lines: the game, then the stakes, the
// players and the stacks. A hand without a number is not described as one of a
// series.
func Title(s *hand.Setup, style Style) string {
	bound := s.Plan
	title := bound.Game.Name
	if bound.Game.House != "" {
		title += ", " + bound.Game.House
	}
	text := fmt.Sprintf("%s\n%s, %s, the button at %s", style.paint(title, Heading), bound.Stakes.String(),
		stacksWords(s.Stacks, &bound.Stakes), style.Seat(int8(s.Button)))
	if s.Number > 0 {
		text += fmt.Sprintf("; hand %d of seed %d", s.Number, s.Seed)
	}
	return text + "\n"
}

// stacksWords describes the starting stacks, briefly if they are equal.
func stacksWords(stacks []int64, s *plan.Stakes) string {
	if slices.Min(stacks) == slices.Max(stacks) {
		return fmt.Sprintf("%d seats with %s each", len(stacks), s.Price(stacks[0]))
	}
	words := make([]string, 0, len(stacks))
	for _, units := range stacks {
		words = append(words, s.Price(units))
	}
	return fmt.Sprintf("%d seats with %s", len(stacks), strings.Join(words, ", "))
}

// Narrator describes the events of a hand in order, with each street under the name
// that the script gives it. It tracks the state of the table from earlier events.
// The events of a hand may be passed in several calls.
type Narrator struct {
	w      io.Writer
	style  Style
	h      *hand.Hand
	game   *plan.Game
	stakes *plan.Stakes

	// title is the current heading, and wagered whether a betting round has been
	// under it: after that, a deal begins a new street.
	title   string
	wagered bool

	// asked is whether the wild cards of the showdown have been looked for, and wild
	// are those that were announced.
	asked bool
	wild  cards.Set

	notes []hand.Note
	live  betting.Set               // seats that have not folded
	up    [betting.Max][]cards.Card // the up cards of each seat
}

// NewNarrator returns a narrator for one hand that writes to w.
func NewNarrator(w io.Writer, style Style) *Narrator { return &Narrator{w: w, style: style} }

// Tell describes events. The hand is the state after them; if the hand hides cards,
// the events must hide them too.
func (n *Narrator) Tell(h *hand.Hand, events []hand.Event) {
	if n.game == nil {
		n.h, n.game, n.stakes = h, h.Plan().Game, &h.Plan().Stakes
		n.live = n.everybody()
	}
	n.h = h
	for len(events) > 0 {
		told := n.tell(events)
		n.follow(events[:told])
		events = events[told:]
	}
}

// everybody returns the seats that were dealt in.
func (n *Narrator) everybody() betting.Set { return (betting.Bit(n.h.Seats()) - 1) &^ n.h.Absent() }

// To makes the narrator write to another writer from now on.
func (n *Narrator) To(w io.Writer) { n.w = w }

func (n *Narrator) printf(format string, args ...any) { _, _ = fmt.Fprintf(n.w, format, args...) }

// tell prints the first event, with the following ones that belong to the same
// line, and returns their number.
func (n *Narrator) tell(events []hand.Event) int {
	e := &events[0]
	f := e.Kind.Facts()
	switch {
	case f.Unseen(), f.Secret: // nothing is announced, or only when all have chosen
		return 1
	case f.DealsTo(plan.ZoneHand):
		if ask := n.step(e).Ask; ask != nil && ask.Allowed != nil { // in the play of a hand, not to everybody in turn
			n.line(e, "%s: %s", n.handName(e), n.cards(e.List()))
			return 1
		}
		return n.deal(events)
	case f.DealsTo(plan.ZoneBoard):
		n.board(e)
		return 1
	case f.Pays == hand.PaysAnte:
		return n.antes(events)
	case f.Draws && e.N > 0 && n.step(e).Draw.KeepFace:
		return n.buy(events)
	case f.Hint:
		// All that the dealer points out about one seat's cards is one line.
		seat := events[0].Seat
		var words []string
		told := stretch(events, func(e *hand.Event) bool {
			if e.Seat != seat || !e.Kind.Facts().Hint {
				return false
			}
			words = append(words, e.Kind.String())
			return true
		})
		n.line(&events[0], "%s: %s", n.style.Seat(seat), strings.Join(words, ", "))
		return told
	case f.Claims && f.Pays == hand.GetsVoid:
		return n.voided(events)
	case f.Begins:
		if e.Seat >= 0 {
			n.heading(e)
			n.wagered = true
		}
		return 1
	case f.Mutual && e.Seat > e.Other: // the other event of the two says it
		return 1
	case f.NewDeal:
		n.title, n.asked = "", false
	case f.Shows && f.AtShowdown:
		if !n.asked && n.h.Runs() < 2 && n.parts() != nil {
			if n.asked = true; n.announceWild(int(e.Seat)) {
				is := " are wild"
				if n.wild.Len() == 1 {
					is = " is wild"
				}
				n.line(e, "%s", wildWords(n.wild)+is)
			}
		}
	}
	n.line(e, "%s", n.sentence(e))
	return 1
}

// follow updates the state of the table.
func (n *Narrator) follow(events []hand.Event) {
	for i := range events {
		e := &events[i]
		n.live = e.InAfter(n.live, n.everybody())
		switch f := e.Kind.Facts(); {
		case f.NewDeal:
			n.up = [betting.Max][]cards.Card{}
		case e.Seat < 0: // the bank's, or nobody's
		case f.To == plan.ZoneHand && f.Sight == plan.SeenByAll:
			n.up[e.Seat] = append(n.up[e.Seat], e.List()...)
		case f.To == plan.ZoneMuck:
			n.up[e.Seat] = slices.DeleteFunc(n.up[e.Seat], func(c cards.Card) bool { return slices.Contains(e.List(), c) })
		}
	}
}

// stretch returns the number of events at the start for which f is true.
func stretch(events []hand.Event, f func(*hand.Event) bool) int {
	for i := range events {
		if !f(&events[i]) {
			return i
		}
	}
	return len(events)
}

// line prints a line under the heading of its event.
func (n *Narrator) line(e *hand.Event, format string, args ...any) {
	n.heading(e)
	n.printf("  %s\n", fmt.Sprintf(format, args...))
}

// heading prints the heading of an event's street, unless that street is the
// current one.
func (n *Narrator) heading(e *hand.Event) {
	switch f := e.Kind.Facts(); {
	case f.Between: // before the first street, or under the current street
		return
	case f.AtShowdown && f.Shows && n.step(e).Kind == plan.Board: // an all-in hand is shown before the street's cards are
		return
	}
	title := n.titleOf(int(e.Step))
	fresh := n.wagered && n.step(e).Kind != plan.Bet
	if title == "" || title == n.title && !fresh {
		return
	}
	n.begin(title, "")
}

func (n *Narrator) begin(title, what string) {
	n.title, n.wagered = title, false
	text := n.style.paint(title, Heading)
	if what != "" {
		text += "  " + what
	}
	n.printf("%s\n", text)
}

func (n *Narrator) titleOf(at int) string { return capital(street(n.game, at)) }

// Street returns the name of the current part of a hand: "Flop", "After the draw".
func Street(h *hand.Hand) string {
	g := h.Plan().Game
	for at := range slices.Backward(g.Steps) {
		if &g.Steps[at] == h.Step() {
			return StreetAt(g, at)
		}
	}
	return StreetAt(g, -1)
}

// StreetAt returns the name of the part of a hand to which a step belongs.
func StreetAt(g *plan.Game, at int) string { return capital(StreetName(g, at)) }

// StreetName is like [StreetAt], with the name as the script has it.
func StreetName(g *plan.Game, at int) string {
	for ; at >= 0; at-- {
		if name := street(g, at); name != "" {
			return name
		}
	}
	return "deal"
}

// street returns the street's name of a step. A step without a name belongs to the
// current street, and a deal to the betting round that follows it. Before the first
// step there is no street.
func street(g *plan.Game, at int) string {
	if at < 0 {
		return ""
	}
	if st := &g.Steps[at]; st.Name != "" || !st.DealsTo(plan.ZoneHand) {
		return st.Street()
	}
	// Otherwise the name of the betting round that follows a deal.
	for i := range g.Steps[at:] {
		switch st := &g.Steps[at+i]; {
		case st.Bets():
			return cmp.Or(st.Name, "deal")
		case st.DealsTo(plan.ZoneHand|plan.ZoneBurn) || st.Collect != nil || st.Ask != nil && st.Ask.Words.Street == "":
		default:
			return "deal"
		}
	}
	return "deal"
}

// deal describes the cards that seats are dealt, with a line for each seat. In a
// draw, a seat that is served a second time gets a second line.
func (n *Narrator) deal(events []hand.Event) int {
	type dealt struct {
		e        *hand.Event // the first
		down, up []cards.Card
	}
	var seats []dealt
	drawn := n.step(&events[0]).Draws()
	told := stretch(events, func(e *hand.Event) bool {
		i := slices.IndexFunc(seats, func(d dealt) bool { return d.e.Seat == e.Seat && (e.Seat >= 0 || d.e.Part == e.Part) })
		f := e.Kind.Facts()
		switch {
		case f.Unseen():
			return true
		case !f.DealsTo(plan.ZoneHand), drawn != n.step(e).Draws(), drawn && i >= 0 && !n.h.Plan().AgainstBank, n.apart(&events[0], e):
			return false
		case i < 0:
			i = len(seats)
			seats = append(seats, dealt{e: e})
		}
		if f.Sight == plan.SeenByAll {
			seats[i].up = append(seats[i].up, e.List()...)
		} else {
			seats[i].down = append(seats[i].down, e.List()...)
		}
		return true
	})
	verb := ":"
	if drawn {
		verb = " draws"
	}
	for _, d := range seats {
		var parts []string
		if len(d.down) > 0 && !hidden(d.down) {
			parts = append(parts, n.cards(d.down))
		}
		if len(d.up) > 0 {
			parts = append(parts, "up "+n.cards(d.up))
		}
		if len(parts) == 0 {
			n.heading(&events[0])
			continue
		}
		who := n.style.Seat(d.e.Seat)
		if d.e.Seat < 0 || drawn {
			who = n.handName(d.e)
		}
		n.line(&events[0], "%s%s %s", who, verb, strings.Join(parts, ", "))
	}
	return told
}

// apart reports whether a card belongs to another deal than the first of a list: one
// with a name of its own, or of another player's turn.
func (n *Narrator) apart(first, e *hand.Event) bool {
	if e.Step == first.Step || e.Step < 0 || first.Step < 0 {
		return false
	}
	turn := n.game.Within(int(e.Step), plan.InTurn)
	return n.titleOf(int(e.Step)) != n.titleOf(int(first.Step)) || turn != n.game.Within(int(first.Step), plan.InTurn) || turn != nil && e.Seat != first.Seat
}

// board describes community cards: a street of a board game, or in stud the card
// that replaces a street.
func (n *Narrator) board(e *hand.Event) {
	if ask := n.step(e).Ask; ask.OnBoard() {
		n.line(e, "the new card: %s", n.cards(e.List()))
		return
	}
	if n.step(e).Kind == plan.Board {
		n.begin(n.titleOf(int(e.Step))+n.game.OnBoards(n.step(e)), n.cards(e.List()))
		return
	}
	n.line(e, "the cards do not go round: %s for all", n.cards(e.List()))
}

// antes describes the antes, in one line if everybody pays the same.
func (n *Narrator) antes(events []hand.Event) int {
	told := stretch(events, func(e *hand.Event) bool {
		return e.Kind == events[0].Kind && e.Amount == events[0].Amount && !e.AllIn
	})
	if told == n.live.Len() {
		n.line(&events[0], "everybody antes %s", n.money(events[0].Amount))
		return told
	}
	n.line(&events[0], "%s", n.sentence(&events[0]))
	return 1
}

// buy describes a seat's discards and the cards that it buys for them.
func (n *Narrator) buy(events []hand.Event) int {
	out := &events[0]
	var got []string
	told := 1 + stretch(events[1:], func(e *hand.Event) bool {
		switch f := e.Kind.Facts(); {
		case len(got) == int(out.N):
			return false
		case f.Shuffled && !f.NewDeal:
			n.line(e, "%s", n.sentence(e))
		case f.DealsTo(plan.ZoneHand) && e.Seat == out.Seat:
			face := ", face down"
			if f.Sight == plan.SeenByAll {
				face = ", face up"
			}
			got = append(got, n.some(e.List())+face)
		default:
			return f.Unseen()
		}
		return true
	})
	n.line(out, "%s gives back %s and buys %s", n.handName(out), n.some(out.List()), strings.Join(got, "; "))
	return told
}

// voided describes the bets that are void, and their owners.
func (n *Narrator) voided(events []hand.Event) int {
	var words []string
	told := stretch(events, func(e *hand.Event) bool {
		if e.Kind != events[0].Kind {
			return false
		}
		verb := ""
		if words == nil {
			verb = "goes back "
		}
		words = append(words, fmt.Sprintf("%s %sto %s", n.money(e.Amount), verb, n.style.Seat(e.Seat)))
		return true
	})
	n.line(&events[0], "%s are void: %s", n.betsSince(&events[0]), strings.Join(words, ", "))
	return told
}

// Result prints each seat's result of a hand that is over.
func (n *Narrator) Result() {
	var words []string
	for seat := range n.h.Seats() {
		if net := n.h.Net(seat); net != 0 {
			words = append(words, fmt.Sprintf("%s %s", n.style.Seat(int8(seat)), Signed(n.money(net))))
		}
	}
	if len(words) == 0 {
		words = []string{"nobody wins or loses"}
	}
	n.printf("%s  %s\n", n.style.paint("Result", Heading), strings.Join(words, ", "))
}

func (n *Narrator) money(units int64) string { return n.stakes.Price(units) }

// step returns the step behind an event; an event before the first step counts as
// part of it.
func (n *Narrator) step(e *hand.Event) *plan.Step { return &n.game.Steps[max(e.Step, 0)] }

// cards formats cards with spaces between them.
func (n *Narrator) cards(list []cards.Card) string { return n.style.Cards(list) }

// some formats cards, or their number if none of them is known.
func (n *Narrator) some(list []cards.Card) string {
	if hidden(list) {
		return cards.Counted(len(list), "card")
	}
	return n.cards(list)
}

// hidden reports whether no card of a list is known.
func hidden(list []cards.Card) bool {
	return !slices.ContainsFunc(list, func(c cards.Card) bool { return c.Known() })
}

// Signed adds a plus sign to a positive amount.
func Signed(amount string) string {
	if amount == "0" || strings.HasPrefix(amount, "-") {
		return amount
	}
	return "+" + amount
}
