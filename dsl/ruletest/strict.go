package ruletest

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"cardroom/dsl/docs"
)

// Proof states whether the tests of a clause detect that the clause is broken.
type Proof struct {
	ClauseTests
	// Noticed is a mutation that one of the tests detects by a failed expectation; nil if none does. By is the test.
	Noticed *Mutant
	By      *Test
	// Tried is the number of mutations that concern the clause: those listed for it, or else those of the script where it is
	// cited. 0 means that no script shows what it is about.
	Tried int
}

// Prove breaks each clause that has tests, one mutation at a time, until one of its tests detects it. A mutation counts if the
// scripts load with it, sound accepts it (unless it is listed), and an expectation fails: a crash proves nothing. done is called
// after each clause.
func Prove(ctx context.Context, o Options, shown []ClauseTests, changes Concerned, sound func(context.Context, *Mutant) bool, done func()) ([]Proof, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	workers := max(1, o.Parallel)
	o.Parallel = 1
	out := make([]Proof, len(shown))
	slots := make(chan struct{}, workers)
	var wait sync.WaitGroup
	for i := range shown {
		out[i] = Proof{ClauseTests: shown[i], Tried: len(changes[shown[i].ID])}
		if len(shown[i].Tests) == 0 || !shown[i].Testable() {
			done()
			continue
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if err := out[i].prove(ctx, o, changes[shown[i].ID], sound); err != nil {
				stop(err)
			}
			done()
		})
	}
	wait.Wait()
	return out, context.Cause(ctx)
}

// prove tries the mutations that concern a clause.
func (p *Proof) prove(ctx context.Context, o Options, changes []*Mutant, sound func(context.Context, *Mutant) bool) error {
	o.Only = func(t *Test) bool {
		return slices.ContainsFunc(p.Tests, func(own *Test) bool { return own.File == t.File && own.Name == t.Name })
	}
	var files []string
	for _, t := range p.Tests {
		if !slices.Contains(files, t.File) {
			files = append(files, t.File)
		}
	}
	if listed := slices.IndexFunc(changes, func(m *Mutant) bool { return len(m.Clauses) == 0 }); listed > 0 {
		changes = changes[:listed] // the listed mutations that break the clause, and no others
	}
	p.Tried = len(changes)
	for _, m := range changes {
		v, err := m.Try(ctx, o, files)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if v.Killer == nil || v.Killer.Failure == nil || len(m.Clauses) == 0 && !sound(ctx, m) {
			continue
		}
		p.Noticed, p.By = m, v.Killer.Test
		return nil
	}
	return nil
}

// ClauseTests is a clause with the passing tests that name it.
type ClauseTests struct {
	docs.Clause
	Tests []*Test
}

// Shown returns the clauses with the tests that name them and have passed in
// every run. unknown lists names in tests that are not clauses.
func Shown(list []docs.Clause, results []*Result) (shown []ClauseTests, unknown []string) {
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
