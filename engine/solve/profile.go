package solve

import (
	"cmp"
	"slices"
)

// Profile is a strategy for each seat: the probabilities of the actions of every decision.
type Profile struct {
	Game *Game
	mix  [][]float64 // by seat and sequence
}

func newProfile(g *Game) *Profile {
	f := &Profile{Game: g}
	for i := range g.seats {
		f.mix = append(f.mix, make([]float64, g.seats[i].sequences))
		f.mix[i][0] = 1
	}
	return f
}

// Uniform returns the profile in which every action is equally likely.
func Uniform(g *Game) *Profile {
	f := newProfile(g)
	for i := range g.seats {
		for k := range g.seats[i].decisions {
			d := &g.seats[i].decisions[k]
			for a := d.first; a < d.first+d.actions; a++ {
				f.mix[i][a] = 1 / float64(d.actions)
			}
		}
	}
	return f
}

// Mix returns the probabilities of the actions of a decision. The slice belongs to the profile.
func (f *Profile) Mix(seat, decision int) []float64 {
	d := &f.Game.seats[seat].decisions[decision]
	return f.mix[seat][d.first : d.first+d.actions]
}

// plans returns the probabilities of the sequences.
func (f *Profile) plans() [][]float64 {
	out := make([][]float64, len(f.mix))
	for i, mix := range f.mix {
		s := &f.Game.seats[i]
		plan := make([]float64, s.sequences)
		plan[0] = 1
		for k := range s.decisions {
			d := &s.decisions[k]
			for a := d.first; a < d.first+d.actions; a++ {
				plan[a] = plan[d.parent] * mix[a]
			}
		}
		out[i] = plan
	}
	return out
}

// Result is the value and quality of a profile. All amounts are in [Game.Unit].
type Result struct {
	Value []float64 // of each seat, if all follow the profile
	Best  []float64 // of each seat, if it alone plays its best reply instead
	// NashConv is the sum of what each seat would gain by changing alone to its best reply.
	// Exploitability is that per seat.
	NashConv, Exploitability float64
	// Low and High bound the value of each seat in the game, with two seats and no rake. Otherwise
	// they are the seat's value under the profile and with its best reply.
	Low, High []float64
	Certain   bool // Low and High bound the value of the game
}

// Divide divides all amounts.
func (r *Result) Divide(by float64) {
	for _, list := range [][]float64{r.Value, r.Best, r.Low, r.High} {
		for i := range list {
			list[i] /= by
		}
	}
	r.NashConv /= by
	r.Exploitability /= by
}

// Check computes the value and quality of a profile.
func (g *Game) Check(f *Profile) *Result {
	plans := f.plans()
	r := &Result{Certain: g.ZeroSum}
	for i := range g.seats {
		s := &g.seats[i]
		worth := make([]float64, s.sequences)
		g.worth(worth, i, plans)
		value := 0.0
		for k, v := range worth {
			value += float64(v * plans[i][k])
		}
		r.Value = append(r.Value, value)
		r.Best = append(r.Best, s.best(worth, nil))
		r.NashConv += r.Best[i] - value
	}
	r.Exploitability = r.NashConv / float64(g.Seats)
	r.Low, r.High = slices.Clone(r.Value), slices.Clone(r.Best)
	if g.ZeroSum {
		r.Low = []float64{-r.Best[1], -r.Best[0]}
	}
	return r
}

// best returns the value of the best reply; worth becomes the value of each sequence with the best
// reply from there on. mix, when not nil, receives the reply.
func (s *seat) best(worth, mix []float64) float64 {
	for k := len(s.decisions) - 1; k >= 0; k-- {
		d := &s.decisions[k]
		top := d.first
		for a := d.first + 1; a < d.first+d.actions; a++ {
			if worth[a] > worth[top] {
				top = a
			}
		}
		if mix != nil {
			clear(mix[d.first : d.first+d.actions])
			mix[top] = 1
		}
		worth[d.parent] += worth[top]
	}
	return worth[0]
}

// BestReply returns the profile in which one seat plays its best reply to the others.
func (g *Game) BestReply(f *Profile, seat int) *Profile {
	plans := f.plans()
	s := &g.seats[seat]
	worth := make([]float64, s.sequences)
	g.worth(worth, seat, plans)
	n := &Profile{Game: g, mix: slices.Clone(f.mix)}
	n.mix[seat] = make([]float64, s.sequences)
	n.mix[seat][0] = 1
	s.best(worth, n.mix[seat])
	return n
}

// Decision is one decision of a seat.
type Decision struct {
	Seat, Number int
	Sees         string   // its cards, the open cards, and the actions
	Actions      []string // in words
	Mix          []float64
	// First: the seat has not acted before.
	First bool
	// Key is the key by which a [Strategy] finds the decision. Labels are the actions independent
	// of card names, if cards can be chosen; otherwise nil.
	Key    uint64
	Labels []uint64
}

// Decisions returns the decisions of a seat with the probabilities of the profile. The game must
// have been built with Words.
func (f *Profile) Decisions(seat int) []Decision {
	s := &f.Game.seats[seat]
	out := make([]Decision, len(s.seen))
	for k := range out {
		d := &s.decisions[k]
		out[k] = Decision{Seat: seat, Number: k, Sees: s.seen[k], Mix: f.Mix(seat, k), First: d.parent == 0, Key: s.keys[k]}
		if s.picks[k] {
			out[k].Labels = s.labels[d.first : d.first+d.actions]
		}
		for a := d.first; a < d.first+d.actions; a++ {
			out[k].Actions = append(out[k].Actions, f.Game.wordList[s.told[a]])
		}
	}
	return out
}

// Asked returns a profile with a seat's answers from Options.Ask.
func (g *Game) Asked(f *Profile, seat int) *Profile {
	n := &Profile{Game: g, mix: slices.Clone(f.mix)}
	n.mix[seat] = g.seats[seat].asked
	return n
}

// Mistake is a decision at which another action would win more.
type Mistake struct {
	Decision
	Better string  // the best action
	Costs  float64 // additional win per hand of the best action, if nothing else changed
}

// noise is the largest rounding error of a cost of zero.
const noise = 1e-12

// Mistakes returns the decisions at which a seat could do better against the others' strategies,
// most expensive first.
func (f *Profile) Mistakes(seat int) (out []Mistake) {
	g := f.Game
	plans := f.plans()
	s := &g.seats[seat]
	worth := make([]float64, s.sequences)
	g.worth(worth, seat, plans)
	list := f.Decisions(seat)
	for k := len(s.decisions) - 1; k >= 0; k-- {
		d := &s.decisions[k]
		top, v := d.first, 0.0
		for a := d.first; a < d.first+d.actions; a++ {
			v += float64(f.mix[seat][a] * worth[a])
			if worth[a] > worth[top] {
				top = a
			}
		}
		if cost := plans[seat][d.parent] * (worth[top] - v); cost > noise {
			out = append(out, Mistake{list[k], list[k].Actions[top-d.first], cost})
		}
		worth[d.parent] += v
	}
	slices.SortStableFunc(out, func(a, b Mistake) int { return cmp.Compare(b.Costs, a.Costs) })
	return out
}
