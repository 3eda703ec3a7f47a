package enumerate

import (
	"context"
	"math"
	"slices"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
)

// Symmetry is what the rules of a small game treat alike.
type Symmetry struct {
	// Seats: with the button moved to the left, and all seats with it, the hand is the same; nil if it always is.
	Seats *Parting
	// Suits: with two suits exchanged the hand is the same; nil if it always is. Renamed has the names of the suits.
	Suits   *Parting
	Renamed string
	// Unequal is a line in which seats that put in the same have unequal values over all deals, nil if there is none. Equal counts
	// the lines looked at: those that all deals come to and in which at least two such seats are at the showdown.
	Unequal *Unequal
	Equal   int
	// Complete: every line was followed, as far as it is alike.
	Complete bool
}

// Unequal is two seats that put in the same along a line and have different values over all deals, in the table's smallest unit.
type Unequal struct {
	Setup   hand.Setup // with one of the decks
	Actions []hand.Action
	Seats   [2]int
	Values  [2]float64 // what they win
	Pos     diag.Pos   // the showdown
}

// guise maps the seats and cards of a hand to those of a hand that the rules may treat alike; nil changes nothing.
type guise struct {
	seats, turn int
	names       renaming
}

// renaming maps each card to the card that replaces it.
type renaming [64]cards.Card

func (g *guise) seat(i int) int {
	if g == nil || i < 0 {
		return i
	}
	return (i + g.turn) % g.seats
}

func (g *guise) card(c cards.Card) cards.Card {
	if g == nil || !c.Known() {
		return c
	}
	return g.names[c]
}

func (g *guise) cards(list []cards.Card) []cards.Card {
	if g == nil {
		return list
	}
	out := make([]cards.Card, len(list))
	for i, c := range list {
		out[i] = g.card(c)
	}
	return out
}

func (g *guise) action(a hand.Action) hand.Action {
	if g == nil {
		return a
	}
	a.Seat = int8(g.seat(int(a.Seat)))
	if a.N > 0 {
		a = a.WithCards(g.cards(a.List()))
	}
	return a
}

func (g *guise) event(e hand.Event) hand.Event {
	if g == nil {
		return e
	}
	e.Seat = int8(g.seat(int(e.Seat)))
	if e.Kind.Facts().Gives {
		e.Other = int8(g.seat(int(e.Other)))
	}
	if e.N > 0 {
		e = e.WithCards(g.cards(e.List()))
	}
	e.Open = cards.SetOf(g.cards(e.Open.Cards())...)
	return e
}

// sorted returns an action with its cards in order.
func sorted(a hand.Action) hand.Action {
	if a.N == 0 {
		return a
	}
	list := slices.Clone(a.List())
	slices.Sort(list)
	return a.WithCards(list)
}

// exchanges are pairs of suits: exchanging them one after the other makes every renaming of suits.
var exchanges = [][2]cards.Suit{{cards.Spades, cards.Hearts}, {cards.Hearts, cards.Diamonds}, {cards.Diamonds, cards.Clubs}}

// Symmetric plays a small game in step with itself: with the button and all seats moved one to the left, and with suits exchanged.
// The errors are those of [Together].
func Symmetric(ctx context.Context, s *Small) (*Symmetry, error) {
	out := &Symmetry{Complete: true}
	same := renaming{}
	for c := range same {
		same[c] = cards.Card(c)
	}
	sums := map[uint64]*dealtLine{}
	p := &both{guise: &guise{len(s.Stacks), 1, same}}
	p.over = func(h *hand.Hand) { p.tally(sums, h) }
	r, err := p.play(ctx, s, s)
	if err != nil {
		return nil, err
	}
	out.Seats, out.Complete = r.Shortest, r.Complete
	out.unequal(sums)
	for _, pair := range exchanges {
		names := same
		for k := range cards.Rank(13) {
			a, b := cards.New(k, pair[0]), cards.New(k, pair[1])
			names[a], names[b] = b, a
		}
		p := &both{guise: &guise{len(s.Stacks), 0, names}}
		r, err := p.play(ctx, s, s)
		if err != nil {
			return nil, err
		}
		if out.Complete = out.Complete && r.Complete; r.Shortest != nil {
			out.Suits, out.Renamed = r.Shortest, pair[0].String()+" and "+pair[1].String()
			break
		}
	}
	return out, nil
}

// dealtLine is a sequence of actions over the deals that come to it.
type dealtLine struct {
	chance float64
	of     Unequal
	won    []float64 // by seat
	put    []int64   // likewise
	live   []int     // the seats at the showdown
	cards  bool      // somebody chose cards
}

// tally adds the end of a hand to its sequence of actions.
func (p *both) tally(sums map[uint64]*dealtLine, h *hand.Hand) {
	x := p.x[0]
	key := publicly(x.path)
	l := sums[key]
	if l == nil {
		l = &dealtLine{won: make([]float64, h.Seats()), of: Unequal{Setup: *x.setup(nil), Actions: slices.Clone(x.path)}}
		l.of.Setup.Log, l.of.Setup.Deck, l.of.Setup.Rolls = nil, h.Order(), slices.Clone(x.rolls)
		if st := h.Step(); st != nil {
			l.of.Pos = st.Pos
		}
		for seat := range h.Seats() {
			l.put = append(l.put, h.PutBy(seat))
			if h.Live().Has(seat) {
				l.live = append(l.live, seat)
			}
		}
		l.cards = slices.ContainsFunc(x.path, func(a hand.Action) bool { return a.Kind == hand.PickCards })
		sums[key] = l
	}
	l.chance += x.chance
	if !h.Result().Showdown {
		l.live = nil
	}
	for seat := range h.Seats() {
		l.won[seat] += float64(x.chance * float64(h.Net(seat)))
	}
}

// unequal finds the shortest line that all deals come to and in which two seats put in the same and win unequally.
func (s *Symmetry) unequal(sums map[uint64]*dealtLine) {
	for _, l := range sums {
		if math.Abs(l.chance-1) > 1e-9 || len(l.live) < 2 || l.cards {
			continue
		}
		s.Equal++
		first := l.live[0]
		for _, seat := range l.live {
			if l.put[seat] != l.put[first] || math.Abs(l.won[seat]-l.won[first]) < 1e-9*(1+math.Abs(l.won[first])) {
				continue
			}
			if u := s.Unequal; u == nil || len(l.of.Actions) < len(u.Actions) || len(l.of.Actions) == len(u.Actions) && slices.Compare(amounts(l.of.Actions), amounts(u.Actions)) < 0 {
				l.of.Seats, l.of.Values = [2]int{first, seat}, [2]float64{l.won[first], l.won[seat]}
				s.Unequal = &l.of
			}
		}
	}
}

// amounts orders lines, so that the same one is found each time.
func amounts(path []hand.Action) (out []int64) {
	for i := range path {
		out = append(out, int64(path[i].Kind)<<40|path[i].Amount)
	}
	return out
}
