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

// Draws returns the policy that a reference "FILE.star:NAME" names, for drawing in odds. It is asked in hands of the game with
// the given number of seats, in which everybody has made the minimum bet or called, and all other cards are unknown. Answers that
// draw nothing from view.random are cached by the cards. It is safe for concurrent use; calls of the script run one at a time.
func Draws(l *star.Loader, ref string, b *plan.AtStakes, seats int) (odds.DrawPolicy, error) {
	p, err := Load(l, ref)
	if err != nil {
		return nil, err
	}
	for i := range b.Game.Steps {
		if st := &b.Game.Steps[i]; st.DealsTo(plan.ZoneHand) && st.Up != 0 {
			return nil, fmt.Errorf("%s cannot draw in odds: scripts draw only in games whose cards are dealt face down", ref)
		}
	}
	return &scriptDraw{policy: p.(*scriptPolicy), bound: b, seats: seats, kept: map[drawKey]cards.Set{}}, nil
}

// scriptDraw asks a script what to discard.
type scriptDraw struct {
	mu     sync.Mutex
	policy *scriptPolicy
	bound  *plan.AtStakes
	seats  int
	kept   map[drawKey]cards.Set
}

// drawKey is everything that a view shows about a holding.
type drawKey struct {
	hand, draw   int
	cards, board cards.Set
}

// maxKeptDraws limits the cache: about 40 MB.
const maxKeptDraws = 500_000

// Throw calls the script.
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
	if err == nil && s.policy.chance.drawn > 0 { // repeat with a key of its own
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

// thrown returns the cards that an answer discards, if the hand allows it.
func (s *scriptDraw) thrown(h *hand.Hand, a hand.Action) (cards.Set, error) {
	if err := h.Apply(a); err != nil {
		return 0, s.policy.Blame(err)
	}
	return cards.SetOf(a.List()...), nil
}

// handOf returns a hand in which the seat with a holding must draw.
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
				a = h.DefaultAction()
				break
			}
			if h.Waiting() == h.Live() && h.Live().Has(int(d.Seat)) { // the first seat of a draw
				draws++
			}
			if draws-1 == v.Draw && int(d.Seat) == v.Hand {
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
			a = h.DefaultAction()
			if a.Kind != hand.Call && a.Kind != hand.BringIn && d.Options.CanRaise() && raised != d.Step { // keeps the hand from being passed out
				a.Kind, a.Amount, raised = hand.RaiseTo, d.Options.MinTo, d.Step
			}
		}
		if err := h.Apply(a); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("a hand of %s in which everyone calls does not reach draw %d", s.bound.Game.Name, v.Draw+1)
}
