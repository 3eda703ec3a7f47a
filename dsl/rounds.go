package dsl

import (
	"fmt"
	"slices"

	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Turns that the players take again and again: in_turn with most.

// maxTurns is the largest number of rounds of in_turn.
const maxTurns = 100

// readRounds reads how often in_turn is repeated.
func (n *node) readRounds(c *star.Call) error {
	n.most = c.Int("most")
	switch {
	case n.most == 1 && c.Has("until"):
		return c.HintErrorf("until", "most = 8, for example: that many rounds are played at most", "`until` ends rounds that are repeated: give `most`, at least 2, too")
	case n.most == 1 && len(n.after) > 0:
		return c.HintErrorf("after", "play = [in_turn([…]), bet()], or give `most` too", "one round is not repeated: put these steps after in_turn")
	case n.most == 1 && !c.Has("doc"):
		return nil
	case c.Has("until"):
		n.Until = true
		if err := n.readCondition(c, "until"); err != nil {
			return err
		}
	case c.Has("doc"):
		return c.HintErrorf("doc", "until = f", "doc says what `until` means, and there is no `until`")
	}
	round := 1 + n.within + stepsOf(n.after)
	if n.Until {
		round++
	}
	if fits := plan.MaxSteps / round; fits < n.most {
		return c.HintErrorf("most", "", "%d rounds of %d steps: a game has at most %d steps, so there is room for %d rounds or fewer, by what else it has", n.most, round, plan.MaxSteps, fits)
	}
	n.within = round * n.most
	return copying(c, n.within)
}

// fewerRounds returns the hint for a game of n steps, too many, that repeats some: with how many rounds it has room.
func fewerRounds(nodes []node, n int) string {
	for i := range nodes {
		if of := &nodes[i]; of.most > 1 {
			round := of.within / of.most
			if over := n - plan.MaxSteps; over < of.within-round {
				return fmt.Sprintf("in_turn has room for most = %d", of.most-(over+round-1)/round)
			}
		}
	}
	return ""
}

// readCondition reads a condition of the plan, or a function that replaces it, with what the sheet says of it.
func (n *node) readCondition(c *star.Call, param string) error {
	f, ok := c.Value(param).(starlark.Callable)
	switch {
	case ok:
		t := &tester{newHook(c, f, readTest)}
		t.Text, t.test = c.String("doc"), true
		n.Test = t
	case c.Has("doc"):
		return c.Errorf("doc", "%s has words of its own: doc is for a function", c.Value(param))
	default:
		n.Cond = star.Unwrap[plan.Cond](c, param)
	}
	return nil
}

// afterInTurn refuses steps for all players within the turn of one.
func afterInTurn(c *star.Call, nodes []node) error {
	for i := range nodes {
		n := &nodes[i]
		if len(n.after) > 0 {
			return c.HintErrorf("steps", "put them behind it in the list of steps", "an in_turn among the steps has `after`: only one player repeats it")
		}
		if err := afterInTurn(c, slices.Concat(n.then, n.otherwise)); err != nil {
			return err
		}
	}
	return nil
}

// rounds appends steps that are repeated, see plan.Repeat. Within the turn of a player only that player repeats them.
func (n *node) rounds(g *plan.Game, to []plan.Step, turn bool) []plan.Step {
	at := len(to)
	head := n.Step
	head.Kind, head.Count = plan.Repeat, n.most
	to = append(to, head)
	if turn {
		to = flatten(g, to, n.then, true)
	} else {
		once := *n
		once.most, once.Until, once.Test, once.Clauses, once.Source = 1, false, nil, nil, ""
		to = flatten(g, to, []node{once}, false)
		to = flatten(g, to, n.after, false)
	}
	if n.Until {
		to = append(to, plan.Step{Kind: plan.When, Until: true, Cond: n.Cond, Test: n.Test, Pos: n.Pos, Clauses: n.Clauses, Source: n.Source})
	}
	first, size := slices.Clone(to[at+1:]), len(to)-at-1
	for k := 1; k < n.most; k++ {
		for _, st := range first {
			st.Again += k * size
			if st.Jump > 0 {
				st.Jump += k * size
			}
			to = append(to, st)
		}
	}
	if n.Until {
		to = to[:len(to)-1]
		for k := 1; k < n.most; k++ {
			to[at+k*size].Jump = len(to)
		}
	}
	to[at].Jump = len(to)
	return to
}
