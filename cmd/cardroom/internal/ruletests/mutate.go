package ruletests

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/parts"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// mutate changes the scripts next to the tests, one mutation at a time, and reports the mutants that no test notices. It
// requires that all tests pass without mutations.
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
	units, err := rep.tryAll(ctx, std, mutants)
	if err != nil {
		return err
	}
	fates, err := fatesOf(units)
	if err != nil {
		return err
	}
	return fates.finish(std, rep.opts.Format, rep.opts.Threshold)
}

// fates are the results of mutants.
type fates []fate

// finish prints the results of the mutants, and returns an error if fewer than threshold percent were noticed.
func (f fates) finish(std *app.IO, format string, threshold int) error {
	m := f.count()
	err := std.Results(format, func(std *app.IO, format string) error {
		if format != report.Text {
			return f.write(std, format, m)
		}
		f.print(std, m)
		return nil
	})
	if err != nil {
		return err
	}
	if m.percent() < threshold {
		std.Note("%d %% of the mutants are noticed, %d %% must", m.percent(), threshold)
		return app.ErrNo
	}
	return nil
}

// mutants returns the mutants of the scripts next to the tests, or a random sample of the requested size.
func (rep *results) mutants(std *app.IO) ([]*ruletest.Mutant, error) {
	files, err := scriptsBesideTests(std, rep.files)
	if err != nil {
		return nil, err
	}
	var out []*ruletest.Mutant
	for _, file := range files {
		text, err := scriptText(std, file)
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

// tryAll tries every mutant of the shard with the tests in its folder.
func (rep *results) tryAll(ctx context.Context, std *app.IO, mutants []*ruletest.Mutant) ([]shards.Unit, error) {
	tests := map[string][]string{}
	for _, ref := range rep.files.refs {
		tests[library.FolderOf(ref)] = append(tests[library.FolderOf(ref)], ref)
	}
	o := rep.suiteOptions(std)
	o.Parallel, o.Seed, o.Print, o.Parsed = 1, rep.seed, nil, cmp.Or(std.Parsed, &star.Parsed{})
	opts := &rep.opts
	job := &shards.Job{
		Kind: PartKind, Total: int64(len(mutants)), Shard: opts.Shard.Index, Shards: opts.Shard.Count, Workers: opts.Parallel, Valid: validFate,
		Do: func(ctx context.Context, n int64) (json.RawMessage, error) {
			m := mutants[n-1]
			v, err := m.Try(ctx, o, tests[library.FolderOf(m.File)])
			if err != nil {
				return nil, err
			}
			return json.Marshal(rep.fateOf(v))
		},
	}
	if opts.Out.Dir != "" {
		var err error
		if job.Inputs, err = rep.inputsOf(std); err != nil {
			return nil, err
		}
	}
	bar := std.StartProgress("mutants", opts.Shard.Size(job.Total))
	defer bar.Stop()
	return shards.Work(ctx, std, opts.Out, job, &bar.Done)
}

// fate is the result of a mutant.
type fate struct {
	File   string `json:"file"` // as typed by the user
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
	Change string `json:"change"` // in words
	Source string `json:"source"` // the unchanged line
	Status string `json:"status"`
	By     string `json:"noticed_by"` // the first test that failed
	Error  string `json:"error"`      // why it does not load
}

// The statuses of mutants.
const noticed, survives, invalid = "noticed", "survives", "invalid"

func (rep *results) fateOf(v *ruletest.Verdict) fate {
	f := fate{File: rep.typedFile(v.File), Line: v.Line, Column: v.Col, Before: v.Before, After: v.After, Change: v.Change(), Source: v.Source(), Status: noticed}
	switch {
	case v.Invalid != nil:
		f.Status, f.Error = invalid, v.Invalid.Error()
	case v.Survives():
		f.Status = survives
	}
	if v.Killer != nil {
		f.By = v.Killer.Name
	}
	return f
}

func validFate(text json.RawMessage) error {
	_, err := readFate(text)
	return err
}

func readFate(text json.RawMessage) (f fate, err error) {
	if err = parts.ReadSums(text, &f); err == nil && f.Status != noticed && f.Status != survives && f.Status != invalid {
		err = fmt.Errorf("a mutant cannot be %q", f.Status)
	}
	return f, err
}

func fatesOf(units []shards.Unit) (out fates, err error) {
	for _, u := range units {
		f, err := readFate(u.Result)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// mutantCount counts the mutants by status.
type mutantCount struct{ all, noticed, survive, invalid int }

func (f fates) count() (m mutantCount) {
	for i := range f {
		m.all++
		switch f[i].Status {
		case invalid:
			m.invalid++
		case survives:
			m.survive++
		default:
			m.noticed++
		}
	}
	return m
}

// percent returns the percentage of valid mutants that were noticed.
func (m mutantCount) percent() int {
	if m.noticed+m.survive == 0 {
		return 100
	}
	return 100 * m.noticed / (m.noticed + m.survive)
}

func (f fates) print(std *app.IO, m mutantCount) {
	w := std.Stdout
	for i := range f {
		one := &f[i]
		switch {
		case one.Status == survives:
			w.Printf("%s\n", app.PaintDetail(w, one.survivor().Detail()))
		case std.Verbose && one.By != "":
			w.Printf("%s: %s: %s (%s)\n", one.survivor().Pos, w.Paint("noticed", color.FgGreen), one.Change, one.By)
		case std.Verbose:
			w.Printf("%s: %s: %s\n", one.survivor().Pos, w.Paint("does not load", color.FgYellow), one.Change)
		}
	}
	w.Printf("%s: %d noticed, %d survive (%d %%)", figures.Counted(int64(m.all), "mutant"), m.noticed, m.survive, m.percent())
	if m.invalid > 0 {
		w.Printf(", %d do not load", m.invalid)
	}
	w.Printf("\n")
}

// survivor returns a mutant as a diagnostic with its source line.
func (f *fate) survivor() *diag.Error {
	return &diag.Error{
		Pos: diag.Pos{File: f.File, Line: int32(f.Line), Col: int32(f.Column)}, Msg: "survives: " + f.Change, Source: f.Source,
	}
}

// typedFile returns the file name of a loader's script as the user would type it.
func (rep *results) typedFile(ref string) string {
	for _, test := range rep.files.refs {
		if library.FolderOf(test) == library.FolderOf(ref) {
			return library.FolderOf(rep.files.typed[test]) + ref[len(library.FolderOf(ref)):]
		}
	}
	return ref
}

func (f fates) write(std *app.IO, format string, m mutantCount) error {
	return rows.Write(std.Stdout, format, "test", "mutants", fateColumns, pointers(f), rows.Pair{Name: "noticed", Doc: "by a test", Value: m.noticed}, rows.Pair{Name: "survive", Doc: "no test notices", Value: m.survive},
		rows.Pair{Name: "invalid", Doc: "that do not load", Value: m.invalid}, rows.Pair{Name: "percent", Doc: "noticed, rounded down", Value: m.percent()}, rows.Complete(true))
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
	{Name: "file", Doc: "the script", Value: func(f *fate) any { return f.File }},
	{Name: "line", Doc: "the line", Value: func(f *fate) any { return f.Line }},
	{Name: "column", Doc: "the column", Value: func(f *fate) any { return f.Column }},
	{Name: "before", Doc: "the text that was changed", Value: func(f *fate) any { return f.Before }},
	{Name: "after", Doc: "what it was changed to", Value: func(f *fate) any { return f.After }},
	{Name: "status", Doc: "what came of it", Limits: `enum:"noticed,survives,invalid"`, Value: func(f *fate) any { return f.Status }},
	{Name: "noticed_by", Doc: "the first test that failed", Value: func(f *fate) any { return rows.Given(f.By) }},
	{Name: "error", Doc: "why it is not a script", Value: func(f *fate) any { return rows.Given(f.Error) }},
}

// PartKind is the kind of the parts of mutation tests.
const PartKind = "test"

// inputs is everything that decides the results of the mutants, except their number.
type inputs struct {
	Tests     []string `json:"tests"`   // by loader's names
	Scripts   string   `json:"scripts"` // hash of the tests and the scripts next to them
	Houses    string   `json:"houses"`  // hash
	Run       string   `json:"run"`
	Checks    int      `json:"checks"`
	Timeout   string   `json:"timeout"`
	Mutants   int      `json:"mutants"`
	Seed      uint64   `json:"seed"`
	Threshold int      `json:"threshold"`
	MaxSteps  uint64   `json:"max_steps"`
}

func (rep *results) inputsOf(std *app.IO) (*inputs, error) {
	o := &rep.opts
	in := &inputs{
		Tests: rep.files.refs, Run: o.Run.String(), Checks: o.Checks, Timeout: o.Timeout.String(), Mutants: o.Mutants, Seed: o.Seed(),
		Threshold: o.Threshold, MaxSteps: std.MaxSteps,
	}
	files, err := scriptsBesideTests(std, rep.files)
	if err != nil {
		return nil, err
	}
	h := parts.NewDigest()
	for _, file := range slices.Concat(rep.files.refs, files) {
		text, err := scriptText(std, file)
		if err != nil {
			return nil, err
		}
		h.Named(file, string(text))
	}
	in.Scripts = h.String()
	in.Houses, err = library.HousesDigest(std)
	return in, err
}

// Joined combines several parts of mutation tests into one.
func Joined(list []*parts.Part) (*parts.Part, error) { return shards.JoinUnits(list, validFate) }

// PrintPart prints a part that contains all mutants, exactly as the command that tries them all would.
func PrintPart(std *app.IO, format string, p *parts.Part) error {
	var in inputs
	if err := parts.ReadSums(p.Job, &in); err != nil {
		return shards.Damaged(p, err)
	}
	units, err := shards.AllUnits(p, validFate)
	if err != nil {
		return err
	}
	f, err := fatesOf(units)
	if err != nil {
		return err
	}
	if format == report.NDJSON {
		return app.Usagef("--mutate writes text, json or csv, not %s", format)
	}
	return f.finish(std, format, in.Threshold)
}
