package dsl

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/plan"
)

// orderBoards puts the boards of a game into the order in which people name them: those that differ only by a number together
// and by the number, others as the `on` of a part of the showdown names them, otherwise as the game uses them first.
func orderBoards(g *plan.Game) {
	if len(g.Boards) > plan.MaxBoards { // the plan refuses the game
		return
	}
	sorted := slices.Clone(g.Boards)
	first := map[string]int{}
	for k, name := range asNamed(g) {
		stem, _ := numberedName(name)
		if _, seen := first[stem]; !seen {
			first[stem] = k
		}
	}
	slices.SortStableFunc(sorted, func(a, b string) int {
		stemA, nA := numberedName(a)
		stemB, nB := numberedName(b)
		if stemA != stemB {
			return first[stemA] - first[stemB]
		}
		return nA - nB
	})
	if slices.Equal(sorted, g.Boards) {
		return
	}
	moved := func(set uint16) (out uint16) {
		for k, name := range g.Boards {
			if set>>k&1 != 0 {
				out |= 1 << slices.Index(sorted, name)
			}
		}
		return out
	}
	for i := range g.Steps {
		st := &g.Steps[i]
		st.On = moved(st.On)
		if st.Ask != nil && st.Ask.Boards != 0 {
			st.Ask.Boards = moved(st.Ask.Boards) // nameAsk made the question for this game
		}
	}
	g.Boards = sorted
}

// asNamed returns the boards of a game in the order of their first use, in which those without a number that parts of the
// showdown name together change places until they are in the order of the parts.
func asNamed(g *plan.Game) []string {
	out, named := slices.Clone(g.Boards), []string(nil)
	for i := range g.Steps {
		show := g.Steps[i].Ranks()
		if show == nil {
			continue
		}
		for p := range show.Each {
			if p.Names == nil || len(p.Names.Boards) < 2 {
				continue
			}
			for _, name := range p.Names.Boards {
				if _, n := numberedName(name); n == 0 && slices.Contains(out, name) && !slices.Contains(named, name) {
					named = append(named, name)
				}
			}
		}
	}
	next := 0
	for k, name := range out {
		if slices.Contains(named, name) {
			out[k] = named[next]
			next++
		}
	}
	return out
}

// numberedName splits a name such as "Floor 12" into the text before the number and the number, 0 for none.
func numberedName(name string) (stem string, n int) {
	stem = strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		return name, 0
	}
	return stem, n
}
