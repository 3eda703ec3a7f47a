package odds

import (
	"context"
	"maps"
	"testing"

	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// ByDealing answers a question exactly by dealing all cards, even if boards could be counted by
// their ranks.
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

// CountMade counts the final classes of a hand with toCome board cards to come.
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

// Deviations returns the most that a hand can expect by drawing differently in one of the cases of
// its best reply, and the number of such choices.
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

// Symmetries returns the number of renamings of the suits that leave a question unchanged.
func (q *Question) Symmetries() int { return len(q.symmetries(-1)) }
