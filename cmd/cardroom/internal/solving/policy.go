package solving

import (
	"cmp"
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/solve"
)

// asker asks policies what they do at each decision of a game.
type asker struct {
	names map[int]string
	own   map[int]batch.Policy
}

// tries is how often a policy is asked at each decision: it may draw lots.
const tries = 200

func newAsker(lib *dsl.Library, text string, seats int) (*asker, error) {
	rest, names, err := library.SplitPolicies(text)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, app.UsageHint(fmt.Sprintf("--policy %s: for which seat?", text), "such as --policy 1="+rest)
	}
	p, err := library.ReadPolicies(lib, nil, text, seats)
	if err != nil {
		return nil, err
	}
	_, own, err := p.Make()
	a := &asker{names: map[int]string{}, own: own}
	for seat, name := range names {
		a.names[seat-1] = name
	}
	return a, err
}

// ask is the question to the policies as solve.Build puts it, nil for none.
func (a *asker) ask() func(h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
	if a == nil {
		return nil
	}
	return func(h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
		p, ok := a.own[int(d.Seat)]
		if !ok {
			return nil, nil
		}
		mix := make([]float64, len(actions))
		for n := range uint64(tries) {
			chance := hand.NewSource(1, n)
			act, err := p.Act(h, d, &chance)
			if err != nil {
				return nil, err
			}
			k := slices.IndexFunc(actions, func(o hand.Action) bool { return same(&o, &act) })
			if k < 0 {
				t := *h
				t.Observe(nil)
				if err := t.Apply(act); err != nil {
					return nil, err
				}
				return nil, fmt.Errorf("policy %s: %s to %d is not among the actions of the small game", a.names[int(d.Seat)], act.Kind, act.Amount)
			}
			mix[k] += 1. / tries
		}
		return mix, nil
	}
}

// same reports whether two actions are one.
func same(a, b *hand.Action) bool {
	if a.Kind != b.Kind || a.N != b.N || a.Pick != b.Pick || a.Amount != b.Amount && (a.Kind == hand.RaiseTo || a.Kind == hand.Choose) {
		return false
	}
	x, y := slices.Clone(a.List()), slices.Clone(b.List())
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// loss is what a policy loses.
type loss struct {
	Seat   int
	Policy string
	// Value is what the seat has in the solution, Against what it has with the policy against
	// the best reply to it. With more than two seats the others play by the solution: then Value is
	// what the seat has with the best reply to them, and Against what it has with the policy.
	Value, Against float64
	Worst          []solve.Mistake
	reply          *solve.Profile
}

// lossesOf plays each policy against the best reply to it, or with more than two seats against
// the solution.
func lossesOf(s *Solution, a *asker) (out []loss) {
	for seat, name := range a.names {
		l := loss{Seat: seat, Policy: name, Value: s.Result.Value[seat]}
		played := s.Tree.Asked(s.Profile, seat)
		if s.Tree.Seats == 2 {
			played = s.Tree.BestReply(played, 1-seat)
			l.reply = played
		} else {
			l.reply = s.Tree.BestReply(s.Profile, seat)
			l.Value = s.Result.Best[seat]
		}
		l.Against = s.Tree.Check(played).Value[seat]
		l.Worst = played.Mistakes(seat)
		l.Worst = l.Worst[:min(5, len(l.Worst))]
		out = append(out, l)
	}
	slices.SortFunc(out, func(x, y loss) int { return cmp.Compare(x.Seat, y.Seat) })
	return out
}
