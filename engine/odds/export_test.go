package odds

import (
	"context"
	"maps"
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

// Deviations returns the most that a hand expects if it draws otherwise in one of the cases
// that its best reply is made of, and how many such choices there are.
func Deviations(t *testing.T, q *Question, hero int) (most float64, n int) {
	t.Helper()
	m, err := q.match()
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.replied(context.Background(), &Effort{Exact: true}); err != nil {
		t.Fatal(err)
	}
	found := m.q.Policies[hero].(*replies).found
	for key, was := range found {
		for _, out := range subsets(key.cards, min(q.Draws[key.draw].Most, key.cards.Len())) {
			if out == was {
				continue
			}
			other := *m.q
			other.Policies = append([]DrawPolicy(nil), m.q.Policies...)
			changed := maps.Clone(found)
			changed[key] = out
			other.Policies[hero] = &replies{found: changed}
			a, err := other.Compute(context.Background(), Effort{Exact: true})
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, a.Hands[hero].Equity)
			n++
		}
		if n > 400 {
			break
		}
	}
	return most, n
}

// Swept answers a question about two hands of two cards board by board.
func Swept(t *testing.T, q *Question, workers int) *Answer {
	t.Helper()
	plan := q.planSweep()
	if plan == nil {
		t.Fatalf("%+v cannot be answered board by board", *q)
	}
	sums, err := q.sweep(context.Background(), workers, plan)
	if err != nil {
		t.Fatal(err)
	}
	return sums.answer(plan.own)
}

// Symmetries returns how many ways of renaming the suits leave a question as it is.
func (q *Question) Symmetries() int { return len(q.symmetries(-1)) }
