package ruletest

import (
	"cmp"
	"slices"

	"cardroom/dsl/clauses"
)

// ClauseTests is a clause with the passing tests that name it.
type ClauseTests struct {
	clauses.Clause
	Tests []*Test
}

// Shown returns the clauses with the tests that name them and have passed in
// every run. unknown lists names in tests that are not clauses.
func Shown(list []clauses.Clause, results []*Result) (shown []ClauseTests, unknown []string) {
	index := map[string]int{}
	for i, c := range list {
		index[c.ID] = i
		shown = append(shown, ClauseTests{Clause: c})
	}
	failed := map[*Test]bool{}
	for _, r := range results {
		failed[r.Test] = failed[r.Test] || r.Status != Passed
	}
	for _, r := range results {
		for _, id := range r.Cites {
			i, known := index[id]
			switch {
			case !known && !slices.Contains(unknown, id):
				unknown = append(unknown, id)
			case known && !failed[r.Test] && !slices.Contains(shown[i].Tests, r.Test):
				shown[i].Tests = append(shown[i].Tests, r.Test)
			}
		}
	}
	slices.SortFunc(unknown, cmp.Compare[string])
	return shown, unknown
}
