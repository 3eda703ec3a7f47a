package solving

import (
	"cmp"
	"fmt"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl"
	"cardroom/engine/batch"
	"cardroom/engine/enumerate"
	"cardroom/engine/hand"
	"cardroom/engine/plan"
	"cardroom/engine/solve"
)

// asker asks policies what they do at each decision of a game.
type asker struct {
	names map[int]string
	own   map[int]batch.Policy
	// small is the small game of the strategies among the policies, nil without one; name is the name of one of them.
	small *enumerate.Small
	name  string
}

// asker reads the policies of the options, nil without any. If a strategy is among them and no size is set, the small game
// becomes the strategy's.
func (o *Options) asker(std *app.IO, game *plan.Game, lib *dsl.Library, small **enumerate.Small) (*asker, error) {
	if o.Policy == "" {
		return nil, nil
	}
	a, err := newAsker(std, lib, game, o.Policy)
	if err != nil {
		return nil, err
	}
	w := &o.Small.Wishes
	asks := len(o.Small.Sizes) > 0 || w.Stakes != "" || w.Seats > 0 || w.Ranks > 0 || w.Suits > 0 || len(w.Only) > 0 || len(w.Stacks) > 0 || o.Small.OpenFolds
	switch had := *small; {
	case a.small == nil:
	case !asks && (o.Sample.Buckets == 0 || had.Size == a.small.Size):
		*small = a.small
	case had.Size != a.small.Size || !slices.Equal(had.Pack, a.small.Pack) || !slices.Equal(had.Stacks, a.small.Stacks) ||
		had.Bound.Stakes.Text() != a.small.Bound.Stakes.Text() || had.OpenFolds != a.small.OpenFolds:
		return nil, app.UsageHint(fmt.Sprintf("--policy: %s is a strategy for another size, deck, stack or stakes", a.name), "leave out what says how small the game is")
	}
	for seat, name := range a.names {
		if n := len((*small).Stacks); seat >= n {
			return nil, app.Usagef("--policy %d=%s: there are %d seats", seat+1, name, n)
		}
	}
	return a, nil
}

// tries is how often a policy is asked at each decision, because its choice may be random.
const tries = 200

func newAsker(std *app.IO, lib *dsl.Library, game *plan.Game, text string) (*asker, error) {
	rest, names, err := library.SplitPolicies(text)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, app.UsageHint(fmt.Sprintf("--policy %s: for which seat?", text), "such as --policy 1="+rest)
	}
	strategies, err := library.ReadStrategies(std, text)
	if err != nil {
		return nil, err
	}
	small, err := strategies.Small(game, "", 0)
	if err != nil {
		return nil, err
	}
	p, err := library.ReadPolicies(lib, strategies, text, game.MaxSeats)
	if err != nil {
		return nil, err
	}
	_, own, err := p.Make()
	a := &asker{names: map[int]string{}, own: own, small: small}
	if small != nil {
		a.name = strategies.First().Name
	}
	for seat, name := range names {
		a.names[seat-1] = name
	}
	return a, err
}

// ask returns the function that solve.Build calls to ask the policies, nil without any.
func (a *asker) ask() func(line []solve.Past, h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
	if a == nil {
		return nil
	}
	return func(line []solve.Past, h *hand.Hand, d *hand.Decision, actions []hand.Action) ([]float64, error) {
		p, ok := a.own[int(d.Seat)]
		if !ok {
			return nil, nil
		}
		if w, ok := p.(batch.Witness); ok {
			w.Begin()
			for i := range line {
				w.Saw(line[i].Hand, &line[i].Decision, &line[i].Action)
			}
		}
		mix := make([]float64, len(actions))
		if s, ok := p.(*solve.Player); ok {
			return mix, spread(mix, s, h, d, actions)
		}
		for n := range uint64(tries) {
			chance := hand.NewSource(1, n)
			act, err := p.Act(h, d, &chance)
			if err != nil {
				return nil, err
			}
			k := slices.IndexFunc(actions, func(o hand.Action) bool { return same(&o, &act) })
			if k < 0 {
				t := *h
				t.Follow(nil)
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

// spread fills in the probabilities of the actions in a strategy's decision.
func spread(mix []float64, p *solve.Player, h *hand.Hand, d *hand.Decision, actions []hand.Action) error {
	own, chances, err := p.Mix(h, d)
	if err != nil {
		return err
	}
	for i := range own {
		k := slices.IndexFunc(actions, func(o hand.Action) bool { return same(&o, &own[i]) })
		if k < 0 {
			return fmt.Errorf("the strategy has an action that the game does not offer: %s", h.Legal())
		}
		mix[k] += chances[i]
	}
	return nil
}

// same reports whether two actions are the same.
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
	// With two seats, Value is the seat's value in the solution, and Against its value with the policy against the best reply to
	// it. With more, the other seats play the solution; Value is the seat's value with the best reply to them, and Against its
	// value with the policy.
	Value, Against float64
	Worst          []solve.Mistake
	reply          *solution
}

// lossesOf plays each policy against the best reply to it or, with more than two seats, against the solution.
func lossesOf(s *solution, a *asker) (out []loss) {
	for seat, name := range a.names {
		l := loss{Seat: seat, Policy: name, Value: s.Result.Value[seat]}
		played := s.Tree.Asked(s.Profile, seat)
		reply := *s
		l.reply = &reply
		if s.Tree.Seats == 2 {
			played = s.Tree.BestReply(played, 1-seat)
			reply.Profile = played
		} else {
			reply.Profile = s.Tree.BestReply(s.Profile, seat)
			l.Value = s.Result.Best[seat]
		}
		reply.Result = s.Tree.Check(reply.Profile)
		l.Against = s.Tree.Check(played).Value[seat]
		l.Worst = played.Mistakes(seat)
		l.Worst = l.Worst[:min(5, len(l.Worst))]
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(x, y loss) int { return cmp.Compare(x.Seat, y.Seat) })
	return out
}
