package ruletests

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl/star"
	"cardroom/dsl/suite"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// mutate breaks the scripts beside the tests, one change at a time, and reports
// the changes that no test notices. The tests pass without any.
func (rep *results) mutate(ctx context.Context, std *app.IO) error {
	if rep.sum.Failed > 0 {
		rep.printSummary()
		std.Note("--mutate starts once all tests pass")
		return app.ErrNo
	}
	mutants, err := rep.mutants(std)
	if err != nil {
		return err
	}
	if len(mutants) == 0 {
		return app.Usagef("there is no script next to the tests to change")
	}
	verdicts, err := rep.tryAll(ctx, std, mutants)
	if err != nil {
		return err
	}
	m := countVerdicts(verdicts)
	err = std.Results(rep.opts.Format, func(out *app.IO, format string) error {
		one := *rep
		one.std, one.opts.Format = out, format
		if format != report.Text {
			return one.writeMutants(verdicts, m)
		}
		one.printMutants(verdicts, m)
		return nil
	})
	if err != nil {
		return err
	}
	if m.percent() < rep.opts.Threshold {
		std.Note("%d %% of the mutants are noticed, %d %% must", m.percent(), rep.opts.Threshold)
		return app.ErrNo
	}
	return nil
}

// mutants are those of the scripts beside the tests, or as many as are wanted,
// drawn by the seed.
func (rep *results) mutants(std *app.IO) ([]*suite.Mutant, error) {
	files, err := scriptsBesideTests(std, rep.files)
	if err != nil {
		return nil, err
	}
	var out []*suite.Mutant
	for _, file := range files {
		text, err := scriptText(std, file)
		if err != nil {
			return nil, err
		}
		list, err := suite.Mutants(file, text)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	if n := rep.opts.Mutants; n > 0 && n < len(out) {
		r := rand.New(rand.NewPCG(rep.opts.Seed(), 0))
		chosen := r.Perm(len(out))[:n]
		slices.Sort(chosen)
		some := make([]*suite.Mutant, n)
		for i, k := range chosen {
			some[i] = out[k]
		}
		out = some
	}
	return out, nil
}

// scriptText is the text of a script by its loader's name.
func scriptText(std *app.IO, ref string) ([]byte, error) {
	if name, embedded := strings.CutPrefix(ref, "@scripts//"); embedded {
		return fs.ReadFile(library.Houses(std), name)
	}
	return fs.ReadFile(library.OwnScripts(std), ref)
}

// tryAll tries every mutant with the tests in its folder.
func (rep *results) tryAll(ctx context.Context, std *app.IO, mutants []*suite.Mutant) ([]*suite.Verdict, error) {
	tests := map[string][]string{}
	for _, ref := range rep.files.refs {
		tests[library.FolderOf(ref)] = append(tests[library.FolderOf(ref)], ref)
	}
	o := rep.suiteOptions(std)
	o.Parallel, o.Seed, o.Print, o.Parsed = 1, rep.seed, nil, &star.Parsed{}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	bar := std.StartProgress("mutants", int64(len(mutants)))
	defer bar.Stop()
	out := make([]*suite.Verdict, len(mutants))
	slots := make(chan struct{}, rep.opts.Parallel)
	var wait sync.WaitGroup
	for i, m := range mutants {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			v, err := m.Try(ctx, o, tests[library.FolderOf(m.File)])
			if err != nil {
				stop(err)
			}
			out[i] = v
			bar.Done.Add(1)
		})
	}
	wait.Wait()
	return out, context.Cause(ctx)
}

// mutantCount is how the mutants have fared.
type mutantCount struct{ all, noticed, survive, invalid int }

func countVerdicts(verdicts []*suite.Verdict) (m mutantCount) {
	for _, v := range verdicts {
		m.all++
		switch {
		case v.Invalid != nil:
			m.invalid++
		case v.Survives():
			m.survive++
		default:
			m.noticed++
		}
	}
	return m
}

// percent is how many of a hundred playable mutants are noticed.
func (m mutantCount) percent() int {
	if m.noticed+m.survive == 0 {
		return 100
	}
	return 100 * m.noticed / (m.noticed + m.survive)
}

// statusOf is how a mutant has fared, in a word.
func statusOf(v *suite.Verdict) string {
	switch {
	case v.Invalid != nil:
		return "invalid"
	case v.Survives():
		return "survives"
	}
	return "noticed"
}

func (rep *results) printMutants(verdicts []*suite.Verdict, m mutantCount) {
	w := rep.std.Stdout
	for _, v := range verdicts {
		switch {
		case v.Survives():
			w.Printf("%s\n", app.PaintDetail(w, rep.survivor(v).Detail()))
		case rep.std.Verbose && v.Killer != nil:
			w.Printf("%s: %s: %s (%s)\n", rep.survivor(v).Pos, w.Paint("noticed", color.FgGreen), v.Change(), v.Killer.Name)
		case rep.std.Verbose:
			w.Printf("%s: %s: %s\n", rep.survivor(v).Pos, w.Paint("does not load", color.FgYellow), v.Change())
		}
	}
	w.Printf("%s: %d noticed, %d survive (%d %%)", figures.Counted(int64(m.all), "mutant"), m.noticed, m.survive, m.percent())
	if m.invalid > 0 {
		w.Printf(", %d do not load", m.invalid)
	}
	w.Printf("\n")
}

// survivor is a mutant as diagnostics are shown: with its line.
func (rep *results) survivor(v *suite.Verdict) *diag.Error {
	return &diag.Error{
		Pos: diag.Pos{File: rep.typedFile(v.File), Line: int32(v.Line), Col: int32(v.Col)},
		Msg: "survives: " + v.Change(), Source: v.Source(),
	}
}

// typedFile is a script of the loader as the user would type it.
func (rep *results) typedFile(ref string) string {
	for _, test := range rep.files.refs {
		if library.FolderOf(test) == library.FolderOf(ref) {
			return library.FolderOf(rep.files.typed[test]) + ref[len(library.FolderOf(ref)):]
		}
	}
	return ref
}

func (rep *results) writeMutants(verdicts []*suite.Verdict, m mutantCount) error {
	out, err := rows.New(rep.std.Stdout, rep.opts.Format, "test", "mutants", []rows.Column[*suite.Verdict]{
		{Name: "file", Value: func(v *suite.Verdict) any { return rep.typedFile(v.File) }},
		{Name: "line", Value: func(v *suite.Verdict) any { return v.Line }},
		{Name: "column", Value: func(v *suite.Verdict) any { return v.Col }},
		{Name: "before", Value: func(v *suite.Verdict) any { return v.Before }},
		{Name: "after", Value: func(v *suite.Verdict) any { return v.After }},
		{Name: "status", Value: func(v *suite.Verdict) any { return statusOf(v) }},
		{Name: "noticed_by", Value: func(v *suite.Verdict) any {
			if v.Killer == nil {
				return nil
			}
			return v.Killer.Name
		}},
		{Name: "error", Value: func(v *suite.Verdict) any {
			if v.Invalid == nil {
				return nil
			}
			return v.Invalid.Error()
		}},
	})
	if err != nil {
		return err
	}
	for _, v := range verdicts {
		if err := out.Row(v); err != nil {
			return err
		}
	}
	return out.Close(rows.Pair{Name: "noticed", Value: m.noticed}, rows.Pair{Name: "survive", Value: m.survive}, rows.Pair{Name: "invalid", Value: m.invalid}, rows.Pair{Name: "percent", Value: m.percent()}, rows.Pair{Name: "complete", Value: true})
}

// CheckMutate refuses options that do not go with --mutate.
func (o *Options) CheckMutate() error {
	switch {
	case o.Mutants < 0:
		return app.Usagef("--mutants must be at least 1")
	case o.Mutants > 0 && !o.Mutate:
		return app.Usagef("--mutants is for --mutate")
	case o.Mutate && (o.Cover || o.Clauses || o.Plan || o.Watch):
		return app.Usagef("--mutate cannot be used with --cover, --clauses, --plan or --watch")
	}
	return nil
}
