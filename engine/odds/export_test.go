package odds

import (
	"context"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// ByDealing answers a question exactly by dealing all cards, also where boards
// could be counted by their ranks.
func ByDealing(t *testing.T, q *Question) *Answer {
	t.Helper()
	m, err := q.match()
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.dealAll(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// CountMade counts what a hand ends as with so many cards of a board to come, by class.
func CountMade(t *testing.T, show *plan.ShowdownStep, deck cards.Deck, hole []cards.Card, toCome int) []int64 {
	t.Helper()
	q := &Question{Show: show, Deck: deck, ToBoard: toCome}
	m := &match{q: q, classes: newClasses(show)}
	c := &counting{classes: m.classes}
	counts := [2][]int64{make([]int64, m.classes.n[0])}
	c.made = &counts
	m.beginOne(c, &matchKey{hands: [maxMatched]cards.Set{cards.SetOf(hole...)}, n: 1})
	c.count(nil)
	return counts[0]
}
