package dsl_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/plan"
)

// TestCitations checks that the clauses cited by scripts exist in the rule
// book.
func TestCitations(t *testing.T) {
	known := map[string]bool{}
	for _, c := range clauses(t) {
		known[c.ID] = true
	}
	for _, g := range allGames(t) {
		for id, at := range citations(g) {
			if !known[id] {
				t.Errorf("%s: %s cites %s, which the rule book does not have", at, g.ID, id)
			}
		}
	}
}

// TestScriptsCite checks that every clause of the draw and stud games is cited
// by a game of its house.
func TestScriptsCite(t *testing.T) {
	cited := map[string]bool{}
	for _, g := range allGames(t) {
		for id := range citations(g) {
			cited[id] = true
		}
	}
	for _, c := range clauses(t) {
		if c.Machine != "yes" || !slices.Contains(handKinds, c.Kind) || !beginsWithAny(c.ID, drawAndStud) {
			continue
		}
		if !cited[c.ID] {
			t.Errorf("no script cites %s", c.ID)
		}
	}
}

func allGames(t testing.TB) []*plan.Game {
	t.Helper()
	games, err := library(t, nil).Games()
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// citations returns the clauses that a game cites, each with a position.
func citations(g *plan.Game) map[string]string {
	out := map[string]string{}
	add := func(ids []string, at diag.Pos) {
		for _, id := range ids {
			out[strings.TrimSpace(id)] = at.String()
		}
	}
	add(g.Clauses, g.Pos)
	for i := range g.Forced {
		add(g.Forced[i].Clauses, g.Forced[i].Pos)
	}
	for i := range g.Steps {
		add(g.Steps[i].Clauses, g.Steps[i].Pos)
	}
	return out
}
