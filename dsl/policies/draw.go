package policies

import (
	"fmt"
	"sync"

	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
)

// Draws returns the policy that a reference "FILE.star:NAME" names as one that draws in odds: it is asked in hands of the
// game with so many seats, in which everybody has bet the least and called, and whose other cards are unknown. An answer that
// draws nothing from view.random is kept for the same cards. It may be used by many goroutines; one at a time asks the script.
func Draws(l *star.Loader, ref string, b *plan.Bound, seats int) (odds.DrawPolicy, error) {
	p, err := Load(l, ref)
	if err != nil {
		return nil, err
	}
	for i := range b.Game.Steps {
		if st := &b.Game.Steps[i]; st.Kind == plan.Deal && st.Up {
			return nil, fmt.Errorf("%s cannot draw in odds: scripts draw only in games whose cards are dealt face down", ref)
		}
	}
	return &scriptDraw{policy: p.(*scriptPolicy), bound: b, seats: seats, kept: map[drawKey]cards.Set{}}, nil
}

// scriptDraw asks a script what to throw away.
type scriptDraw struct {
	mu     sync.Mutex
	policy *scriptPolicy
	bound  *plan.Bound
	seats  int
	kept   map[drawKey]cards.Set
}

// drawKey is all that a view tells of a holding.
type drawKey struct {
	hand, draw   int
	cards, board cards.Set
}

// maxKeptDraws bounds what is kept: about 40 MB.
const maxKeptDraws = 500_000

// Throw asks the script.
func (s *scriptDraw) Throw(v *odds.Drawing) (cards.Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := drawKey{v.Hand, v.Draw, v.Set(), cards.SetOf(v.Board...)}
	if out, ok := s.kept[key]; ok {
		return out, nil
	}
	h, err := s.handOf(v)
	if err != nil {
		return 0, err
	}
	source := hand.NewSource(0, 0)
	a, err := s.policy.Act(h, h.Pending(), &source)
	if err == nil && s.policy.chance.keyed { // the same again, with a key of its own
		source = hand.NewSource(v.Chance(), 0)
		if a, err = s.policy.Act(h, h.Pending(), &source); err != nil {
			return 0, err
		}
		return s.thrown(h, a)
	}
	if err != nil {
		return 0, err
	}
	out, err := s.thrown(h, a)
	if err == nil && len(s.kept) < maxKeptDraws {
		s.kept[key] = out
	}
	return out, err
}

// thrown returns what an answer throws away, which the hand has to allow.
func (s *scriptDraw) thrown(h *hand.Hand, a hand.Action) (cards.Set, error) {
	if err := h.Apply(a); err != nil {
		return 0, s.policy.Blame(err)
	}
	return cards.SetOf(a.List()...), nil
}

// handOf returns a hand in which the seat of a holding is asked to draw.
func (s *scriptDraw) handOf(v *odds.Drawing) (*hand.Hand, error) {
	stacks := make([]int64, s.seats)
	for i := range stacks {
		stacks[i] = 1000 * max(s.bound.Stakes.BB, s.bound.Stakes.Chip, 1)
	}
	h := &hand.Hand{}
	if err := h.Start(&hand.Setup{Plan: s.bound, Stacks: stacks, Button: s.seats - 1, Manual: true}); err != nil {
		return nil, err
	}
	given, draws, raised := 0, 0, int16(-1)
	onBoard := 0
	for range 1000 {
		d := h.Pending()
		if d == nil {
			break
		}
		a := hand.Action{Seat: d.Seat}
		switch d.Kind {
		case hand.CardsAsked:
			if !h.Step().Draws() {
				a = h.GoAlong()
				break
			}
			if draws += drawBegins(h, d); draws-1 == v.Draw && int(d.Seat) == v.Hand {
				return h, nil
			}
			a.Kind = hand.PickCards
		case hand.DealCards:
			a.Kind, a.Seat = hand.DealBoard, -1
			list := make([]cards.Card, d.Count)
			for i := range list {
				list[i] = cards.Unknown
			}
			if d.For != 0 {
				a.Kind, a.Seat = hand.DealTo, int8(d.For.First())
				if int(a.Seat) == v.Hand {
					given += copy(list, v.Cards[given:])
				}
			} else {
				onBoard += copy(list, v.Board[onBoard:])
			}
			a = a.WithCards(list)
		default:
			a = h.GoAlong()
			if a.Kind != hand.Call && a.Kind != hand.BringIn && d.Options.CanRaise() && raised != d.Step { // somebody bets, so that nobody passes the hand out
				a.Kind, a.Amount, raised = hand.RaiseTo, d.Options.MinTo, d.Step
			}
		}
		if err := h.Apply(a); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("a hand of %s in which everyone calls does not reach draw %d", s.bound.Game.Name, v.Draw+1)
}

// drawBegins is 1 where the first seat of a draw is asked.
func drawBegins(h *hand.Hand, d *hand.Decision) int {
	if h.Waiting() == h.Live() && h.Live().Has(int(d.Seat)) {
		return 1
	}
	return 0
}
