package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/live"
	"cardroom/dsl/policies"
	"cardroom/engine/batch"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/odds"
	"cardroom/engine/plan"
	"cardroom/engine/testkit"
)

// seeing is a policy that fails with everything it can see as the message.
const seeing = `
def policy(view):
    seen = ["%s %s" % (name, getattr(view, name)) for name in dir(view) if name not in ("up", "random")]
    seen += ["up %d %s" % (seat, view.up(seat)) for seat in range(1, view.seats + 1)]
    fail("; ".join(seen))
`

// TestHiddenInformation checks that nothing shown to a seat changes when cards
// that it has not seen are swapped: the screen, the log, the reasons, the odds,
// completions, refusals, and the view of a script policy. It covers every game,
// in many states of a hand, with -long of 20, for every seat.
func TestHiddenInformation(t *testing.T) {
	policy, err := policies.Load(library.Loader, "p.star")
	if err != nil {
		t.Fatal(err)
	}
	hands := uint64(1)
	if *long {
		hands = 20
	}
	for _, b := range testkit.Sweep(append(everyGame(t), peculiarGames(t)...), 2) {
		t.Run(b.Game.ID, func(t *testing.T) {
			s := &swapping{T: t, policy: policy}
			for seed := range hands {
				s.hand(b, seed)
			}
			if s.compared < 6*int(hands) {
				t.Errorf("only %d states compared, %d were not alike", s.compared, s.skipped)
			}
		})
	}
}

// peculiarGames returns games with features that no house uses; with -long, the
// whole gallery.
func peculiarGames(t *testing.T) []*plan.AtStakes {
	t.Helper()
	all, err := library.House("gallery")
	if err != nil {
		t.Fatal(err)
	}
	if *long {
		return boundTo(t, all)
	}
	var out []*plan.Game
	for _, name := range []string{
		"5-card-shodugi", // a draw for a hand set apart
		"anaconda",       // cards are passed on and set in order
		"one-mans-trash", // cards of the board are discarded
		"squid-game",     // players choose whether to stay in
		"double-board-omaha",
	} {
		g, err := library.Find("gallery/" + name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return boundTo(t, out)
}

type swapping struct {
	*testing.T
	policy            batch.Policy
	compared, skipped int
}

// hand plays one hand and tries swaps in each of its states.
func (s *swapping) hand(b *plan.AtStakes, seed uint64) {
	setup := setup(b, min(4, b.Game.MaxSeats), seed)
	h, err := live.Deal(setup)
	if err != nil {
		s.Fatal(err)
	}
	chance := hand.NewSource(seed, 77)
	var done []hand.Action
	for {
		for seat := range h.State().Seats() {
			s.swap(h, done, seat, &chance)
		}
		d := h.Pending()
		if d == nil {
			if again, ok := replayed(h, h.Deck(), done, h); !ok || !slices.Equal(again.Whole().Events, h.Whole().Events) {
				s.Fatal("a hand does not play again from its own deck")
			}
			return
		}
		a, err := batch.Random{}.Act(h.State(), d, &chance)
		if err == nil {
			_, err = h.Do(a)
		}
		if err != nil {
			s.Fatal(err)
		}
		done = append(done, a)
	}
}

// known returns the cards that a seat has seen, according to the events.
func known(events []hand.Event, seat int) (out cards.Set) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case hand.Dealt, hand.Discarded:
			if int(e.Seat) == seat {
				out |= cards.SetOf(e.List()...)
			}
		case hand.PassedOn:
			if int(e.Seat) == seat || int(e.Other) == seat {
				out |= cards.SetOf(e.List()...)
			}
		case hand.DealtUp, hand.Exposed, hand.Boarded, hand.Shown, hand.LaidOn:
			out |= cards.SetOf(e.List()...)
		}
	}
	return out
}

// swap replays the hand with the unseen cards of a seat in another order, and
// compares what the seat is shown.
func (s *swapping) swap(h *live.Hand, done []hand.Action, seat int, chance *hand.Source) {
	seen := known(h.Whole().Events, seat)
	deck := slices.Clone(h.Deck())
	var free []int
	for i, c := range deck {
		if !seen.Has(c) {
			free = append(free, i)
		}
	}
	for k := len(free) - 1; k > 0; k-- {
		j := int(chance.Below(uint64(k + 1)))
		deck[free[k]], deck[free[j]] = deck[free[j]], deck[free[k]]
	}
	swapped, ok := replayed(h, deck, done, h)
	if !ok || !alike(h, swapped, seat) {
		s.skipped++
		return
	}
	s.compared++
	given, other := s.given(h, seat), s.given(swapped, seat)
	if given != other {
		s.Fatalf("seat %d sees that other cards lie where it cannot see them:\n%s\n--- with others ---\n%s", seat+1, given, other)
	}
}

// replayed returns the hand played from another deck with the same actions;
// cards named in an action are replaced by those in the same places.
func replayed(h *live.Hand, deck []cards.Card, done []hand.Action, like *live.Hand) (*live.Hand, bool) {
	setup := *h.Setup()
	setup.Deck = deck
	out, err := live.Deal(&setup)
	if err != nil {
		return nil, false
	}
	like = like.Fork()
	for k, a := range done {
		_ = like.Goto(k)
		d := out.Pending()
		if d == nil || *d != *like.Pending() && (d.Seat != a.Seat || d.Kind != like.Pending().Kind) {
			return nil, false
		}
		if a.N > 0 {
			var named []cards.Card
			was, is := like.State().Hole(int(a.Seat)), out.State().Hole(int(a.Seat))
			if ask := like.State().Question(); ask.OnBoard() {
				was, is = like.State().Board(), out.State().Board()
			}
			for _, c := range a.List() {
				if at := slices.Index(was, c); at >= 0 && at < len(is) {
					named = append(named, is[at])
				}
			}
			a = a.WithCards(named)
		}
		if _, err := out.Do(a); err != nil {
			return nil, false
		}
	}
	return out, true
}

// alike reports whether the public events of two hands are the same: unseen
// cards may decide who wins, or who may open.
func alike(a, b *live.Hand, seat int) bool {
	x, y := a.Whole().Events, b.Whole().Events
	if len(x) != len(y) || known(x, seat) != known(y, seat) {
		return false
	}
	for i := range x {
		e, f := x[i], y[i]
		open := int(e.Seat) == seat || slices.Contains([]hand.EventKind{hand.DealtUp, hand.Exposed, hand.Boarded, hand.Shown}, e.Kind)
		if open && !slices.Equal(e.List(), f.List()) {
			return false
		}
		if e.Kind != f.Kind || e.Seat != f.Seat || e.Amount != f.Amount || e.To != f.To || e.N != f.N || e.Part != f.Part {
			return false
		}
	}
	c, d := a.Pending(), b.Pending()
	return (c == nil) == (d == nil) && (c == nil || c.Seat == d.Seat && c.Kind == d.Kind)
}

// topics returns the topics of explanations without duplicates: an empty topic
// gives the reasons that matter now.
func topics(over bool) []string {
	moment := []string{"turn", "bet", "pot"}
	if over {
		moment = []string{"award"}
	}
	return append([]string{""}, slices.DeleteFunc(slices.Clone(live.Topics), func(topic string) bool { return slices.Contains(moment, topic) })...)
}

// given returns everything that a seat can get from the table.
func (s *swapping) given(h *live.Hand, seat int) string {
	var b strings.Builder
	v := live.View{Seat: seat, Width: 80}
	b.WriteString(h.Screen(v))
	b.WriteString(h.Screen(live.View{Seat: seat, Width: 40}))
	h.Log(&b, v, -1)
	for _, topic := range topics(h.Pending() == nil) {
		reasons, err := h.Explain(v, topic)
		for i := range reasons {
			fmt.Fprintln(&b, reasons[i])
		}
		s.add(&b, err)
	}
	o, err := h.Odds(context.Background(), v, odds.Effort{Samples: 5, Enough: 1}, nil)
	if err == nil {
		b.WriteString(o.String() + "\n")
	}
	s.add(&b, err)
	if n := odds.Start(h.State().Plan().Game); n > 0 {
		ask, err := live.ReadOdds([]string{"AsKsQdQcJh9c8c7d"[:2*min(n, 8)], "2=KdQsJc9h8s7c2c3d"[:2+2*min(n, 8)]}, v)
		if err != nil {
			s.Fatal(err)
		}
		o, err := h.Odds(context.Background(), v, odds.Effort{Samples: 5, Enough: 1}, ask)
		if err == nil {
			b.WriteString(o.String() + "\n")
		}
		s.add(&b, err)
	}
	d := h.Pending()
	if d == nil {
		return b.String()
	}
	b.WriteString(strings.Join(h.ChoicesFor(v), "|") + "\n" + strings.Join(h.Possible(), "|") + "\n")
	// An onlooker may enter the action for the player whose turn it is.
	for _, said := range slices.Concat(declarations, incidents) {
		_, err := h.Fork().ActFor(v, said)
		fmt.Fprintf(&b, "%s: %v\n", said, err)
		s.add(&b, hint(err))
	}
	if int(d.Seat) != seat {
		return b.String()
	}
	for _, typed := range []string{"", "draw ", "keep ", "show ", "bet "} {
		b.WriteString(strings.Join(h.Complete(typed), "|") + "\n")
	}
	state, r := *h.State(), hand.NewSource(1, 1)
	_, err = s.policy.Act(&state, d, &r)
	s.add(&b, err)
	return b.String()
}

// Actions and irregularities that involve cards in unknown places.
var (
	declarations = []string{
		"fold it", "check", "call", "raise to 100000", "raise", "pot", "all in", "rase", "draw As", "draw 2c 3c", "draw 1", "keep Kd", "throw 5d",
		"show Qh", "show 5d", "straddle", "stand pat", "bring in", "hit", "double 1", "keep joker", "keep", "discard Jh", "turn up 9s", "split",
	}
	incidents = []string{
		"event player_exposed seat=2 cards=As", "event dealer_exposed seat=3 card=2c", "event dropped seat=1 card=Kd", "event boxed card=Qh",
		"event flashed_on_draw seat=4 card=5d", "event below_table seat=9",
	}
)

// hint returns the hint of a refusal.
func hint(err error) error {
	if r := diag.AsRefused(err); r != nil {
		return errors.New(r.Hint)
	}
	return nil
}

func (s *swapping) add(b *strings.Builder, err error) {
	if err != nil {
		b.WriteString(err.Error() + "\n")
	}
}
