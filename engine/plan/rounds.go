package plan

// Steps that are played in rounds again and again. A plan has every round: a Repeat, the steps of the first round, and for
// each other round the same steps, which have Again. Where the rounds can end early, a When with Until stands before each round but
// the first. So jumps lead forward only, and what follows a plan needs to know nothing of rounds; what shows one shows the first.

// RoundOf returns the range of the steps of the first round of a Repeat.
func (g *Game) RoundOf(at int) (from, to int) {
	return at + 1, at + 1 + g.Period(at) - count(g.Steps[at].Until, 1)
}

// Period returns the number of steps from one round of a Repeat to the next.
func (g *Game) Period(at int) int {
	first := g.First(at) + 1
	n := 1
	for first+n < len(g.Steps) && (g.Steps[first+n].Again == 0 || g.First(first+n) != first) {
		n++
	}
	return n
}

// First returns the index of the step that a step repeats, or its own.
func (g *Game) First(at int) int { return at - g.Steps[at].Again }
