package odds

import (
	"context"
	"testing"
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
