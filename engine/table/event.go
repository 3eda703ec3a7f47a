package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
)

// EventKind is the kind of an event.
type EventKind uint8

// Kinds of events.
const (
	// Join: Player asks for Seat, or any seat (-1), and buys in for Amount. If
	// no seat is free or others are waiting, they go on the waiting list. With
	// Wait they wait for the big blind instead of posting it.
	Join EventKind = iota
	// Transfer: like Join, from another table; the transfer list is served
	// before the waiting list.
	Transfer
	// Call: the floor seats the next player from the lists in the free seat
	// Seat, or in any (-1).
	Call
	// Unlist: Player leaves the lists.
	Unlist
	// Move: Player moves to the free seat Seat.
	Move
	// Leave: Player cashes all their chips and gives up their seat.
	Leave
	// SitOut: Player is not dealt in until they return.
	SitOut
	// Return: Player sits in again; with Wait they wait for the big blind
	// instead of posting what they owe.
	Return
	// Buy: Player buys chips for Amount.
	Buy
	// CashOut: Player cashes out Amount, 0 for all, and keeps their seat.
	CashOut
	// Agree: Player agrees to play Game from now on. The table switches when the
	// next hand begins and everybody who sits there then has agreed.
	Agree
	// Change: the floor changes the game to Game; with Choose the button names
	// the game of each hand.
	Change
	// Choose: Player, who has the button next, names Game.
	Choose
	// Post: the floor puts the posting with index Game in force.
	Post
	// OweBlinds: by a ruling, Player must post the blinds to be dealt in again.
	OweBlinds
	// Tick: the clock shows At. Allowed during a hand; what falls due is
	// charged after the hand.
	Tick
	// Withdraw: Player takes back their vote for another game.
	Withdraw
)

// LastEvent is the last kind of event.
const LastEvent = Withdraw

var eventNames = [...]string{
	"join", "transfer", "call", "unlist", "move", "leave", "sit-out", "return", "buy", "cash-out",
	"agree", "change", "choose", "post", "owe-blinds", "tick", "withdraw",
}

func (k EventKind) String() string { return eventNames[k] }

// Event is an event between hands, as data. Kind determines which fields
// matter. Seats and games count from 0.
type Event struct {
	Kind   EventKind
	Player Player
	Seat   int8 // -1 for any
	Game   int16
	Wait   bool
	Choose bool
	Amount int64
	At     int64
}

// String returns the event as [ParseEvent] reads it: "join player=3 seat=2
// amount=20000".
func (e Event) String() string {
	var b strings.Builder
	b.WriteString(e.Kind.String())
	field := func(name string, n int64) { fmt.Fprintf(&b, " %s=%d", name, n) }
	if e.Player != 0 {
		field("player", int64(e.Player))
	}
	switch e.Kind {
	case Join, Transfer, Call, Move:
		if e.Seat >= 0 {
			field("seat", int64(e.Seat)+1)
		}
	case Agree, Change, Choose, Post:
		field("game", int64(e.Game)+1)
	}
	if e.Amount != 0 {
		field("amount", e.Amount)
	}
	if e.Kind == Tick {
		field("at", e.At)
	}
	if e.Wait {
		b.WriteString(" wait")
	}
	if e.Choose {
		b.WriteString(" choose")
	}
	return b.String()
}

// ParseEvent parses the text that [Event.String] writes. A field may appear
// only once.
func ParseEvent(text string) (Event, error) {
	e := Event{Seat: -1}
	words := strings.Fields(text)
	if len(words) == 0 {
		return e, fmt.Errorf("no event in %q", text)
	}
	k := slices.Index(eventNames[:], words[0])
	if k < 0 {
		return e, fmt.Errorf("%q is not an event of a table", words[0])
	}
	e.Kind = EventKind(k)
	var seen []string
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if slices.Contains(seen, name) {
			return e, fmt.Errorf("%q: %q appears twice", w, name)
		}
		seen = append(seen, name)
		switch {
		case w == "wait":
			e.Wait = true
		case w == "choose":
			e.Choose = true
		case err != nil:
			return e, fmt.Errorf("%q: %q is not NAME=NUMBER", text, w)
		case name == "player" && 0 < n && n < 1<<31:
			e.Player = Player(n)
		case name == "seat" && 0 < n && n <= MaxSeats:
			e.Seat = int8(n - 1)
		case name == "game" && 0 < n && n < 1<<15:
			e.Game = int16(n - 1)
		case name == "amount" && n >= 0:
			e.Amount = n
		case name == "at" && n >= 0:
			e.At = n
		default:
			return e, fmt.Errorf("%q: %q is out of range", text, w)
		}
	}
	return e, nil
}

// Apply applies an event. If the event is not allowed, Apply returns a
// [RefusedError] and changes nothing.
func (t *Table) Apply(e Event) error {
	if t.playing && e.Kind != Tick && e.Kind != Unlist {
		return &RefusedError{e, errDuring.Error()}
	}
	if err := t.happens(e); err != nil {
		return &RefusedError{e, err.Error()}
	}
	return nil
}

// BuyIn returns what a player buys who wants to have a stack: within the limits of the game that is played.
func (t *Table) BuyIn(stack int64) int64 {
	o := &t.cfg.Games[t.Game()]
	amount := max(stack, o.Min, o.Plan.Stakes.Chip)
	if o.Max > 0 {
		amount = min(amount, o.Max)
	}
	return amount
}

// SeatPlayers seats the players from 1 to n with a stack each.
func (t *Table) SeatPlayers(n int, stack int64) error {
	for k := range n {
		if err := t.Apply(Event{Kind: Join, Player: Player(k + 1), Seat: -1, Amount: t.BuyIn(stack)}); err != nil {
			return fmt.Errorf("the table cannot seat %d players: %w", n, err)
		}
	}
	return nil
}

// ApplyDuring applies an event while h, the table's hand, is being played: a
// player who has folded may cash out or leave.
func (t *Table) ApplyDuring(e Event, h *hand.Hand) error {
	k := t.Find(e.Player)
	i := slices.Index(t.dealt[:t.n], int8(k))
	if !t.playing || e.Kind != CashOut && e.Kind != Leave || k < 0 || i < 0 {
		return t.Apply(e)
	}
	if t.gone.Has(k) || h.Live().Has(i) {
		return &RefusedError{e, "the hand is live"}
	}
	stack, left := t.seats[k].Stack, left{e.Player, h.Stack(i)}
	t.seats[k].Stack = left.Chips
	if err := t.happens(e); err != nil {
		t.seats[k].Stack = stack
		return &RefusedError{e, err.Error()}
	}
	t.gone |= betting.Bit(k)
	t.left[k] = left
	return nil
}

// ofSeated are the events of a player who is at the table.
const ofSeated = 1<<Move | 1<<Leave | 1<<SitOut | 1<<Return | 1<<Buy | 1<<CashOut | 1<<Agree | 1<<Withdraw | 1<<OweBlinds

func (t *Table) happens(e Event) error {
	var s *Seat
	if ofSeated>>e.Kind&1 != 0 {
		k := t.Find(e.Player)
		if k < 0 {
			return fmt.Errorf("player %d is not at the table", e.Player)
		}
		s = &t.seats[k]
	}
	switch e.Kind {
	case Join:
		return t.join(e, &t.waiting)
	case Transfer:
		return t.join(e, &t.transfer)
	case Call:
		return t.call(int(e.Seat))
	case Unlist:
		for _, list := range []*Queue{&t.waiting, &t.transfer} {
			if k := list.Place(e.Player); k > 0 {
				list.remove(k)
				return nil
			}
		}
		return errors.New("they are not on a list")
	case Move:
		return t.move(s, int(e.Seat))
	case Leave:
		return t.leave(s)
	case SitOut:
		if s.Away {
			return errors.New("they already sit out")
		}
		s.Away = true
		return nil
	case Return:
		return s.comeBack(e.Wait)
	case Buy:
		return t.buy(s, e.Amount)
	case CashOut:
		return t.cashOut(s, e.Amount)
	case Agree:
		return t.agree(s, e.Game)
	case Withdraw:
		if s.Vote == 0 {
			return errors.New("they have not voted")
		}
		s.Vote = 0
		return nil
	case Change:
		return t.change(e.Game, e.Choose)
	case Choose:
		return t.choose(e.Player, e.Game)
	case Post:
		if int(e.Game) >= len(t.cfg.Postings) || e.Game < 0 {
			return fmt.Errorf("the house has posted %d collections", len(t.cfg.Postings))
		}
		t.posting = e.Game
		return nil
	case OweBlinds:
		s.OwesBig, s.OwesSmall = true, true
		return nil
	case Tick:
		return t.tick(e.At)
	}
	return fmt.Errorf("no such event")
}
