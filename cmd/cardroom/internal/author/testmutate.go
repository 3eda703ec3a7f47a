package author

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/rows"
)

// fates are the results of mutants.
type fates []*fate

// mutants returns the mutants of the scripts that the tests load, or a random sample of the requested size: of the user's those that were
// opened, of a house's all, because it is loaded whole.
func (rep *results) mutants(std *app.IO, opened []string) ([]*ruletest.Mutant, error) {
	files, err := scriptsBesideTests(std, rep.files)
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(file string) bool { return !strings.HasPrefix(file, "@") })
	for _, name := range opened {
		if path.Ext(name) == ".star" && !ruletest.IsTest(name) {
			ref, err := library.Ref(name)
			if err != nil {
				return nil, err
			}
			files = append(files, ref)
		}
	}
	var out []*ruletest.Mutant
	for _, file := range files {
		text, err := scriptText(std, file)
		if errors.Is(err, fs.ErrNotExist) { // it was looked for
			continue
		}
		if err != nil {
			return nil, err
		}
		list, err := ruletest.Mutants(file, text)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	if n := rep.opts.Mutants; n > 0 && n < len(out) {
		r := rand.New(rand.NewPCG(rep.opts.Seed(), 0))
		chosen := r.Perm(len(out))[:n]
		slices.Sort(chosen)
		some := make([]*ruletest.Mutant, n)
		for i, k := range chosen {
			some[i] = out[k]
		}
		out = some
	}
	return out, nil
}

// scriptText returns the text of a script by its loader's name.
func scriptText(std *app.IO, ref string) ([]byte, error) {
	if name, embedded := strings.CutPrefix(ref, "@scripts//"); embedded {
		return fs.ReadFile(library.Houses(std), name)
	}
	return fs.ReadFile(library.OwnScripts(std), ref)
}

// tryAll tries every mutant: a house's with its tests, one of the user's with the tests in its folder and then the others.
func (rep *results) tryAll(ctx context.Context, std *app.IO, mutants []*ruletest.Mutant) (fates, error) {
	tests := map[string][]string{}
	for _, m := range mutants {
		dir := library.FolderOf(m.File)
		if tests[dir] != nil {
			continue
		}
		var others []string
		for _, ref := range rep.files.refs {
			switch {
			case library.FolderOf(ref) == dir:
				tests[dir] = append(tests[dir], ref)
			case !strings.HasPrefix(dir, "@") && !strings.HasPrefix(ref, "@"):
				others = append(others, ref)
			}
		}
		tests[dir] = append(tests[dir], others...)
	}
	o := rep.suiteOptions(std)
	o.Parallel, o.Seed, o.Print, o.Parsed = 1, rep.seed, nil, cmp.Or(std.Parsed, &star.Parsed{})
	bar := std.StartProgress("mutants", int64(len(mutants)))
	defer bar.Stop()
	try := func(ctx context.Context, m *ruletest.Mutant) tried {
		v, err := m.Try(ctx, o, tests[library.FolderOf(m.File)])
		return tried{v, err}
	}
	var out fates
	for t := range app.InOrder(ctx, rep.opts.Parallel, slices.Values(mutants), try) {
		if t.err != nil {
			return nil, t.err
		}
		out = append(out, rep.fateOf(t.Verdict))
		bar.Done.Add(1)
	}
	return out, ctx.Err()
}

// tried is the verdict on a mutant, or why there is none.
type tried struct {
	*ruletest.Verdict
	err error
}

// fate is the result of a mutant.
type fate struct {
	*ruletest.Verdict
	typed  string // the file as typed by the user
	status string
}

// The statuses of mutants.
const noticed, survives, invalid = "noticed", "survives", "invalid"

func (rep *results) fateOf(v *ruletest.Verdict) *fate {
	f := &fate{v, rep.typedFile(v.File), noticed}
	switch {
	case v.Invalid != nil:
		f.status = invalid
	case v.Survives():
		f.status = survives
	}
	return f
}

// by returns the name of the first test that failed, "" for none.
func (f *fate) by() string {
	if f.Killer == nil {
		return ""
	}
	return f.Killer.Name
}

// counts are the numbers of mutants by status.
type counts map[string]int

func (f fates) count() counts {
	n := counts{}
	for _, one := range f {
		n[one.status]++
	}
	return n
}

// percent returns the percentage of valid mutants that were noticed.
func (n counts) percent() int {
	if n[noticed]+n[survives] == 0 {
		return 100
	}
	return 100 * n[noticed] / (n[noticed] + n[survives])
}

// survivor returns a mutant as a diagnostic with its source line.
func (f *fate) survivor() *diag.Error {
	return &diag.Error{Pos: diag.Pos{File: f.typed, Line: int32(f.Line), Col: int32(f.Col)}, Msg: "survives: " + f.Change(), Source: f.Source()}
}

// typedFile returns the file name of a loader's script as the user would type it.
func (rep *results) typedFile(ref string) string {
	for _, test := range rep.files.refs {
		if library.FolderOf(test) == library.FolderOf(ref) {
			typed := rep.files.typed[test]
			return typed[:strings.LastIndexByte(typed, '/')+1] + ref[strings.LastIndexByte(ref, '/')+1:]
		}
	}
	return ref
}

// pointers returns the address of each item.
func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

var fateColumns = []rows.Column[*fate]{
	{Name: "file", Doc: "the script", Value: func(f *fate) any { return f.typed }},
	{Name: "line", Doc: "the line", Value: func(f *fate) any { return f.Line }},
	{Name: "column", Doc: "the column", Value: func(f *fate) any { return f.Col }},
	{Name: "before", Doc: "the text that was changed", Value: func(f *fate) any { return f.Before }},
	{Name: "after", Doc: "what it was changed to", Value: func(f *fate) any { return f.After }},
	{Name: "status", Doc: "what came of it", Limits: `enum:"noticed,survives,invalid"`, Value: func(f *fate) any { return f.status }},
	{Name: "noticed_by", Doc: "the first test that failed", Value: func(f *fate) any { return rows.Given(f.by()) }},
	{Name: "error", Doc: "why it is not a script", Value: func(f *fate) any { return rows.Message(f.Invalid) }},
}
