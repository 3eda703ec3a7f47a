package suite

import (
	"context"
	"slices"
	"sync"
)

// Proof is whether the tests of a clause notice when the clause is broken.
type Proof struct {
	ClauseTests
	// Noticed is a change that one of the tests notices, by expecting something that does
	// not hold with it; nil where none does. By is the test.
	Noticed *Mutant
	By      *Test
	// Tried is how many changes concern the clause: those listed for it, or else those of the
	// script where it is cited; 0: no script says what it is about.
	Tried int
}

// Prove breaks each clause that has tests, one change at a time, until one of its
// tests notices. A change counts when the scripts load with it, sound has nothing against
// it (unless it is listed), and an expectation fails: what crashes shows nothing. done is called after each
// clause.
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

// prove tries the changes that concern a clause.
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
		changes = changes[:listed] // what is said to break the clause, and no other change
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
