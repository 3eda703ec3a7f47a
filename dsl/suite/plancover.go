package suite

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"cardroom/engine/diag"
	"cardroom/engine/order"
	"cardroom/engine/plan"
)

// PlanCover notes what of the games' plans the hands of tests have come to:
// steps, outcomes of branches, readings of options, rulings. It is safe for use from many
// goroutines.
type PlanCover struct {
	mu    sync.Mutex
	games map[string]*planUse // by what gameKey says
	// readings are those of each option, by the place that declares it, that a
	// hand of any game was played with.
	readings map[diag.Pos]map[string]bool
	// rulings are those that a hand of any game was ruled by.
	rulings map[rulingKey]bool
}

// rulingKey is a ruling on a kind of event, by the call that makes it: games share
// those of their house.
type rulingKey struct {
	pos  diag.Pos
	kind plan.IncidentKind
}

// planUse is what is known of one game.
type planUse struct {
	hands    int
	steps    map[stepKey]bool
	outcomes map[stepKey]map[bool]bool
}

// stepKey is a step whatever the readings of options, which may add and remove
// other steps.
type stepKey struct {
	pos  diag.Pos
	word string
	name string
}

func keyOf(st *plan.Step) stepKey { return stepKey{st.Pos, st.Word(), st.Name} }

// gameKey returns a game whatever the readings of options: the place that makes it,
// because a game that a test has loaded as a value has no id, and its name,
// because a loop may make several.
func gameKey(g *plan.Game) string { return g.Pos.String() + " " + g.Name }

func (c *PlanCover) use(g *plan.Game) *planUse {
	if c.games == nil {
		c.games = map[string]*planUse{}
	}
	u := c.games[gameKey(g)]
	if u == nil {
		u = &planUse{steps: map[stepKey]bool{}, outcomes: map[stepKey]map[bool]bool{}}
		c.games[gameKey(g)] = u
	}
	return u
}

// add notes what a hand has come to.
func (c *PlanCover) add(h *Hand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := h.plan.Game
	u := c.use(g)
	u.hands++
	if c.readings == nil {
		c.readings = map[diag.Pos]map[string]bool{}
	}
	for _, o := range g.Options {
		if c.readings[o.Pos] == nil {
			c.readings[o.Pos] = map[string]bool{}
		}
		c.readings[o.Pos][o.Value] = true
	}
	if c.rulings == nil {
		c.rulings = map[rulingKey]bool{}
	}
	for _, n := range h.h.Notes() {
		if n.Ruling != nil {
			c.rulings[rulingKey{n.Ruling.Pos, n.Incident.Kind}] = true
		}
	}
	at := -1
	for i := range h.log.Events {
		step := int(h.log.Events[i].Step)
		if step < 0 || step >= len(g.Steps) {
			continue
		}
		u.steps[keyOf(&g.Steps[step])] = true
		u.branch(g, at, step)
		at = step
	}
}

// branch notes the outcomes of the branches between two steps of a hand: the
// steps of a branch that was taken tell something, so the next that does is
// inside it or behind it.
func (u *planUse) branch(g *plan.Game, from, to int) {
	for i := from + 1; i < to; i++ {
		st := &g.Steps[i]
		if st.Kind != plan.When {
			continue
		}
		key := keyOf(st)
		if u.outcomes[key] == nil {
			u.outcomes[key] = map[bool]bool{}
		}
		u.steps[key] = true
		u.outcomes[key][to < st.Jump] = true
		if to >= st.Jump {
			i = st.Jump - 1
		}
	}
}

// Gap is something of a game that no test has come to.
type Gap struct {
	Pos  diag.Pos
	What string
}

// Gaps lists the steps and outcomes of branches of a game that no test has come to;
// hands is how many hands of it tests play.
func (c *PlanCover) Gaps(g *plan.Game) (gaps []Gap, hands int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.use(g)
	if u.hands == 0 {
		return []Gap{{g.Pos, "no test plays it"}}, 0
	}
	for i := range g.Steps {
		st := &g.Steps[i]
		switch {
		case st.Kind == plan.Jump:
		case st.Kind == plan.When:
			for _, outcome := range []bool{true, false} {
				if !u.outcomes[keyOf(st)][outcome] {
					gaps = append(gaps, Gap{st.Pos, fmt.Sprintf("when %s: never %t", st.Condition(), outcome)})
				}
			}
		case !u.steps[keyOf(st)]:
			gaps = append(gaps, Gap{st.Pos, strings.TrimSpace(fmt.Sprintf("step %d, %s %s", i+1, st.Word(), st.Name)) + ": never reached"})
		}
	}
	return gaps, u.hands
}

// OptionGaps lists the readings of the games' options with which no test plays
// any game, each once.
func (c *PlanCover) OptionGaps(games []*plan.Game) []Gap {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Gap
	seen := map[diag.Pos]bool{}
	for _, g := range games {
		for _, o := range g.Options {
			if seen[o.Pos] {
				continue
			}
			seen[o.Pos] = true
			for _, choice := range choicesOf(o) {
				if !c.readings[o.Pos][choice] {
					out = append(out, Gap{o.Pos, fmt.Sprintf("option %s: never %q", o.Name, choice)})
				}
			}
		}
	}
	order.Stable(out, byPlace)
	return out
}

// RulingGaps lists the rulings of the games and their houses by which no hand of a
// test was ruled, each once.
func (c *PlanCover) RulingGaps(games []*plan.Game) []Gap {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Gap
	seen := map[rulingKey]bool{}
	for _, g := range games {
		for i := range g.Rulings {
			r := &g.Rulings[i]
			key := rulingKey{r.Pos, r.Incident}
			if !seen[key] && !c.rulings[key] {
				out = append(out, Gap{r.Pos, fmt.Sprintf("ruling on %s: never used", r.Incident)})
			}
			seen[key] = true
		}
	}
	order.Stable(out, byPlace)
	return out
}

func byPlace(a, b Gap) int {
	return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
}

// choicesOf returns the readings of an option, as far as they can be counted.
func choicesOf(o plan.Option) []string {
	if len(o.Choices) == 0 && (o.Default == "yes" || o.Default == "no") {
		return []string{"yes", "no"}
	}
	return o.Choices
}
