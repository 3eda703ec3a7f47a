package batch

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"cardroom/engine/hand"
	"cardroom/engine/money"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Details is what a report shows about many hands in addition to a [Result]: exact integers, and
// merging is associative and commutative. They are counted from the events of hands, so only on
// request.
type Details struct {
	Hands     int64
	Showdowns int64
	Pots      Histogram // chips paid into pots and to the house, per hand
	Fees      Histogram // chips the house took, per hand
	Actions   map[string]int64
	Wins      map[Win]WinCount
	// Rounds counts the hands in which a round of betting began.
	Rounds map[Round]int64
	Passed bool // chips of one kind are not below [money.MaxSum]
}

// Round is a round of betting: a step of a game.
type Round struct {
	Game string
	Step int16
}

// Win is a way to win chips: a class of hands in a part of the showdown. Against a bank, Class is
// how the hand was settled. Part is "" in that case and for an uncontested pot.
type Win struct {
	Part  string
	Class string
	// Order is the rank of the class in its part, best first.
	Order int32
}

// uncontested is the class of a pot that nobody else could claim.
const uncontested = "no showdown"

// WinCount is the number of wins of one kind, and the chips won.
type WinCount struct{ Times, Chips int64 }

// NewDetails returns empty details for hands at the stakes.
func NewDetails(stakes plan.Stakes) *Details {
	unit := max(stakes.Chip, 1)
	return &Details{
		Pots: Histogram{Unit: unit}, Fees: Histogram{Unit: unit},
		Actions: map[string]int64{}, Wins: map[Win]WinCount{}, Rounds: map[Round]int64{},
	}
}

// merge adds the details of another set of hands.
func (d *Details) merge(o *Details) {
	d.Passed = d.Passed || o.Passed
	d.Hands += o.Hands
	d.Showdowns += o.Showdowns
	d.Pots.merge(&o.Pots)
	d.Fees.merge(&o.Fees)
	for name, n := range o.Actions {
		d.Actions[name] += n
	}
	for w, c := range o.Wins {
		d.won(w, c)
	}
	for r, n := range o.Rounds {
		d.Rounds[r] += n
	}
}

func (d *Details) won(w Win, c WinCount) {
	was := d.Wins[w]
	money.Plus(&was.Chips, c.Chips, &d.Passed)
	d.Wins[w] = WinCount{was.Times + c.Times, was.Chips}
}

// mergeDetails adds o to d and returns the sum; either may be nil.
func mergeDetails(d, o *Details) *Details {
	switch {
	case o == nil:
		return d
	case d == nil:
		d = &Details{
			Pots: Histogram{Unit: o.Pots.Unit}, Fees: Histogram{Unit: o.Fees.Unit},
			Actions: map[string]int64{}, Wins: map[Win]WinCount{}, Rounds: map[Round]int64{},
		}
	}
	d.merge(o)
	return d
}

// WinsIn returns the ways to win in a part of the showdown, best first.
func (d *Details) WinsIn(part string) []Win {
	wins := slices.Collect(maps.Keys(d.Wins))
	wins = slices.DeleteFunc(wins, func(w Win) bool { return w.Part != part })
	slices.SortStableFunc(wins, compareWins)
	return wins
}

// Parts returns the parts of the showdown that somebody won, in their order.
func (d *Details) Parts() []string {
	wins := slices.Collect(maps.Keys(d.Wins))
	slices.SortStableFunc(wins, compareWins)
	var out []string
	for _, w := range wins {
		if w.Part != "" && !slices.Contains(out, w.Part) {
			out = append(out, w.Part)
		}
	}
	return out
}

func compareWins(a, b Win) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Class, b.Class))
}

// Counter adds hands to details. It caches classes of rankings.
type Counter struct {
	classes map[*rank.Ranking][]rank.Class
	began   []bool // by step, whether a round has begun in this hand
}

// Add adds a finished hand. Its log must include the decisions.
func (c *Counter) Add(d *Details, h *hand.Hand, log *hand.Log) {
	if c.classes == nil {
		c.classes = map[*rank.Ranking][]rank.Class{}
	}
	game := h.Plan().Game
	c.began = append(c.began[:0], make([]bool, len(game.Steps))...)
	d.Hands++
	d.Showdowns += one(h.Result().Showdown)
	d.Pots.add(h.PutIn())
	if !game.HouseBanks() { // otherwise the house wins and loses like a player
		d.Fees.add(h.House())
	}
	for i := range log.Decided {
		d.Actions[actionOf(game, &log.Decided[i])]++
	}
	stands := 0 // what was won before was taken back
	for i := range log.Events {
		if log.Events[i].Kind.Facts().TakesBack {
			stands = i
		}
	}
	for i := range log.Events {
		e := &log.Events[i]
		if e.Kind.Facts().Begins && !c.began[e.Step] {
			c.began[e.Step] = true
			d.Rounds[Round{game.ID, e.Step}]++
		}
		if i < stands {
			continue
		}
		switch f := e.Kind.Facts(); {
		case f.Pays == hand.GetsShare:
			d.won(c.win(game, e), WinCount{1, e.Amount})
		case f.Pays == hand.GetsPot:
			d.won(Win{Class: uncontested}, WinCount{1, e.Amount})
		case f.Outcome.OfBet():
			d.won(Win{Class: e.Kind.String(), Order: int32(e.Kind)}, WinCount{1, e.Amount})
		}
	}
}

// actionOf returns the name of a decision: "raise", "double", "draw 2".
func actionOf(g *plan.Game, d *hand.Decided) string {
	name := d.Name(g)
	if d.Action.Kind == hand.PickCards && d.Action.N > 0 {
		name += " " + strconv.Itoa(int(d.Action.N))
	}
	return name
}

// win returns the way to win of an award event.
func (c *Counter) win(g *plan.Game, e *hand.Event) Win {
	var p *plan.Part
	if show := g.Steps[e.Step].Show; show != nil && e.Part >= 0 {
		p = show.Part(int(e.Part))
	}
	if p == nil || p.Ranking == nil {
		return Win{Class: uncontested}
	}
	classes, ok := c.classes[p.Ranking]
	if !ok {
		classes = p.Ranking.Classes()
		c.classes[p.Ranking] = classes
	}
	k, _ := slices.BinarySearchFunc(classes, e.Strength, func(class rank.Class, s rank.Strength) int {
		switch {
		case s > class.Best:
			return 1
		case s < class.Worst:
			return -1
		}
		return 0
	})
	k = min(k, len(classes)-1)
	return Win{Part: p.Name, Class: classes[k].Name, Order: int32(e.Part)<<16 + int32(k)}
}
