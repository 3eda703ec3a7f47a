package dsl_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// clause is one rule of the houses' documents.
type clause struct {
	ID, Kind, Machine string
	Games             []string
}

func clauses(t testing.TB) []clause {
	t.Helper()
	data, err := os.ReadFile("../testdata/rulebook/clauses.toml")
	if err != nil {
		t.Fatal(err)
	}
	var book struct{ Clause []clause }
	if err := toml.Unmarshal(data, &book); err != nil {
		t.Fatal(err)
	}
	return book.Clause
}

// handKinds are the kinds of clauses that a hand can show.
var handKinds = []string{"deal", "evaluate", "bet", "forced-bet", "draw", "showdown", "pot-split", "odd-chip"}

// drawAndStud are the clauses of the draw and stud games, and the common
// clauses of their houses, by the prefix of their ids.
var drawAndStud = []string{
	"angies.stud7.", "angies.stud7-hilo8.", "angies.razz.", "angies.stud5.", "angies.draw5.", "angies.draw5-hilo8.",
	"angies.lowball.", "angies.option-alley.", "angies.limits.", "elresbalon.", "house004.stud5.", "house004.stud7.",
	"house004.draw.", "house004.lowball.", "house004.ante.", "house004.rank.", "house004.house.",
}

func beginsWithAny(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
