package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// PlanCover records which parts of the games' plans the hands of tests reach:
// steps, outcomes of branches, option values, rulings. It is safe for
// concurrent use.
type PlanCover struct {
	mu    sync.Mutex
	games map[string]*planUse // by gameKey
	// readings are the values of each option, by the position that declares it,
	// with which a hand of any game was played.
	readings map[diag.Pos]map[string]bool
	// rulings are those made in a hand of any game.
	rulings map[rulingKey]bool
}

// rulingKey is a ruling on a kind of event, by the call that makes it: games
// share those of their house.
type rulingKey struct {
	pos  diag.Pos
	kind plan.IncidentKind
}

// planUse is the coverage of one game.
type planUse struct {
	hands    int
	steps    map[stepKey]bool
	outcomes map[stepKey]map[bool]bool
}

// stepKey identifies a step independently of option values, which may add and
// remove other steps.
type stepKey struct {
	pos  diag.Pos
	word string
	name string
}

func keyOf(st *plan.Step) stepKey { return stepKey{st.Pos, st.Word(), st.Name} }

// gameKey identifies a game independently of option values: by the position
// that makes it, because a game that a test has loaded as a value has no id,
// and by its name, because a loop may make several.
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

// add records the coverage of a hand.
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

// branch records the outcomes of the branches between two steps of a hand.
// Steps in a taken branch emit events, so the next step with an event is either
// inside the branch or after it.
func (u *planUse) branch(g *plan.Game, from, to int) {
	for i := from + 1; i < to; i++ {
		st := &g.Steps[i]
		if !st.Branches() {
			continue
		}
		key := keyOf(st)
		if u.outcomes[key] == nil {
			u.outcomes[key] = map[bool]bool{}
		}
		u.steps[key] = true
		u.outcomes[key][(to < st.Jump) != st.Until] = true
		if to >= st.Jump {
			i = st.Jump - 1
		}
	}
}

// Gap is a part of a game that no test reaches.
type Gap struct {
	Pos  diag.Pos
	What string
}

// Gaps returns the steps and branch outcomes of a game that no test reaches;
// hands is the number of its hands that tests play.
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
		case st.Leads() && !st.Branches(): // the steps within count
		case st.Again > 0: // counts as the step that it repeats
		case st.Branches():
			for _, outcome := range []bool{true, false} {
				if !u.outcomes[keyOf(st)][outcome] {
					gaps = append(gaps, Gap{st.Pos, fmt.Sprintf("%s %s: never %t", st.Word(), st.Condition(), outcome)})
				}
			}
		case !u.steps[keyOf(st)]:
			gaps = append(gaps, Gap{st.Pos, strings.TrimSpace(fmt.Sprintf("step %d, %s %s", i+1, st.Word(), st.Name)) + ": never reached"})
		}
	}
	return gaps, u.hands
}

// OptionGaps returns the values of the games' options with which no test plays
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
			choices := o.Choices
			if len(choices) == 0 && (o.Default == "yes" || o.Default == "no") {
				choices = []string{"yes", "no"}
			}
			for _, choice := range choices {
				if !c.readings[o.Pos][choice] {
					out = append(out, Gap{o.Pos, fmt.Sprintf("option %s: never %q", o.Name, choice)})
				}
			}
		}
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// RulingGaps returns the rulings of the games and their houses that no hand of
// a test uses, each once.
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
	slices.SortStableFunc(out, byPlace)
	return out
}

func byPlace(a, b Gap) int {
	return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
}
