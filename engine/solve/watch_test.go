package solve_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
)

// pushing raises with the given cards, and calls with all others.
type pushing struct{ card string }

func (p pushing) Act(h *hand.Hand, d *hand.Decision, _ *hand.Source) (hand.Action, error) {
	var own hand.Action
	cards, _ := h.Cards(int(d.Seat), h.Asked())
	for _, a := range enumerate.Actions(nil, h, d, &enumerate.Options{}) {
		if a.Kind == hand.Check || a.Kind == hand.Call {
			own = a
		} else if a.Kind == hand.RaiseTo && cards[0].String()[:1] == p.card {
			return a, nil
		}
	}
	return own, nil
}

// TestWatch: if every hand has its own bucket and the sample has all deals, a policy has the same mistakes as in the game
// itself, with two seats and with three.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		ref            string
		size           enumerate.Size
		wishes         enumerate.Wishes
		seat           int
		buckets, deals int
	}{
		{"examples/leduc.star", enumerate.Leduc, enumerate.Wishes{}, 0, 30, 720},
		{"engine/solve/testdata/kuhn3.star", enumerate.Kuhn, enumerate.Wishes{Ranks: 4}, 1, 4, 24},
	} {
		s := small(t, c.ref, c.size, c.wishes)
		g := sample(t, s, solve.Sample{Buckets: c.buckets, Deals: c.deals})
		nodes := g.Nodes
		for _, actor := range []batch.Policy{pushing{"K"}, pushing{"Q"}, batch.Caller{}} {
			real := build(t, s, solve.Options{Words: true, KeepNames: true, Ask: func(_ []solve.Past, h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
				a, err := actor.Act(h, d, nil)
				mix := make([]float64, len(actions))
				for i := range actions {
					if actions[i].Kind == a.Kind && actions[i].Amount == a.Amount {
						mix[i] = 1
						return mix, err
					}
				}
				return nil, errors.New("no such action")
			}})
			played := real.Asked(solve.Uniform(real), c.seat)
			want := played.Mistakes(c.seat)
			got, err := solve.Uniform(g).Watch(context.Background(), c.seat, actor, nil)
			if err != nil {
				t.Fatal(err)
			}
			near(t, c.ref+": the value", got.Value, real.Check(played).Value[c.seat], 1e-9)
			if len(want) == 0 || len(got.Mistakes) != len(want) {
				t.Fatalf("%s, %+v: %d mistakes, want %d", c.ref, actor, len(got.Mistakes), len(want))
			}
			better := map[string]solve.Mistake{}
			for _, m := range want {
				better[m.Sees] = m
			}
			for i, m := range got.Mistakes {
				near(t, c.ref+": a cost", m.Costs, want[i].Costs, 1e-9)
				seen, _, _ := strings.Cut(m.Sees, ":")
				of := better[strings.TrimSpace(m.Sees[strings.LastIndex(seen, ",")+1:])] // the cards of each round
				near(t, c.ref+": the cost of "+m.Sees, m.Costs, of.Costs, 1e-9)
				if m.Better != of.Better || m.Mix[0] != of.Mix[0] {
					t.Errorf("%s: %s: %s is better than %v, want %s and %v", c.ref, m.Sees, m.Better, m.Mix, of.Better, of.Mix)
				}
			}
		}
		if g.Nodes != nodes {
			t.Errorf("%s: the tree has %d nodes, and had %d", c.ref, g.Nodes, nodes)
		}
	}
}
