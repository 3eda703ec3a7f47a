package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/hand"
	"cardroom/engine/rows"

	"github.com/fatih/color"
	"github.com/urfave/cli/v2"
)

func newBench() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "bench"},
		Params:  params.Params(benchRows),
		Formats: []string{report.Text, report.JSON, report.CSV, goBench},
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) (err error) {
			o := benchOptions{}
			run := &o.Run
			if run.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			given, err := app.Read(c, benchRows, &o)
			if err == nil {
				err = run.Check(std, given)
			}
			if err != nil {
				return err
			}
			run.Format, run.Shard = format, runs.Shard{Index: 1, Count: 1}
			return runBench(c.Context, std, o)
		},
	}
}

var benchRows = func() []params.Row[benchOptions] {
	hands, workers, mishaps, seed := runs.Hands, library.Workers, runs.Mishaps, params.Seed
	hands.Doc, hands.Default, hands.Shown, hands.Not = "play `N` hands a round", "", "as many as --time takes", []string{"time, which sets the length of a round too"}
	workers.Doc, workers.Default, workers.Shown, workers.Section = "use `N` cores", "1", "", ""
	seed.Doc, seed.Default, seed.Shown, seed.Common, mishaps.Section = "random seed `N`; fixed, so that measurements compare", "1", "", false, params.Advanced
	run := func(o *benchOptions) *runs.Options { return &o.Run }
	return slices.Concat([]params.Row[benchOptions]{
		{Param: &hands, At: func(o *benchOptions) any { return &o.Run.Hands }},
		{Param: &params.Param{Name: "time", Doc: "let a round take about `TIME`", Default: "500ms", Open: true}, At: func(o *benchOptions) any { return &o.Time }},
		{Param: &params.Param{Name: "rounds", Doc: "play `N` rounds", Section: params.Advanced, Default: "6", Min: 1}, At: func(o *benchOptions) any { return &o.Rounds }},
		{Param: &workers, At: func(o *benchOptions) any { return &o.Run.Workers }},
		{Param: &mishaps, At: func(o *benchOptions) any { return &o.Run.Mishaps }},
		{Param: &seed, At: func(o *benchOptions) any { return &o.Run.Seed }},
		{Param: &params.Param{Name: "profile", Doc: "write a profile of script functions to `FILE`"}, At: func(o *benchOptions) any { return &o.Profile }},
		{Param: &params.Param{Name: "cpuprofile", Doc: "write a profile of the whole program to `FILE`", Section: params.Advanced}, At: func(o *benchOptions) any { return &o.CPUProfile }},
	}, params.Group(run, runs.PlayedRows))
}()

// goBench is the format of Go's benchmarks, which benchstat reads.
const goBench = "gobench"

// benchOptions are the options of bench.
type benchOptions struct {
	Run        runs.Options
	Time       time.Duration // of a round, if Run.Hands is 0
	Rounds     int
	Profile    string // file for the profile of the scripts, "" for none
	CPUProfile string // file for the CPU profile, "" for none
}

// benchResult is the measurements, with the inputs.
type benchResult struct {
	*runs.BenchResult
	Job        *batch.Job
	Opts       *benchOptions
	Incomplete bool // interrupted
}

// runBench measures a game and prints the result.
func runBench(ctx context.Context, std *app.IO, opts benchOptions) error {
	job, lib, err := runs.FindJob(std, opts.Run)
	if err != nil {
		return err
	}
	p, err := library.ReadPolicies(lib, nil, opts.Run.Policy, len(job.Stacks))
	if err != nil {
		return err
	}
	job.Policy = p.Maker()
	setup := &runs.BenchSetup{
		Job: job, Loader: lib.Loader, Hands: opts.Run.Hands, Time: opts.Time, Rounds: opts.Rounds, Workers: opts.Run.Workers, Now: std.Now,
	}
	keep, err := setProfiles(std, setup, &opts)
	if err != nil {
		return err
	}
	defer keep.discard()
	bar := std.StartProgress("measuring", 0)
	defer bar.Stop()
	setup.Done = &bar.Done
	out, err := runs.Bench(ctx, setup)
	bar.Stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return library.WhilePlaying(err, opts.Run.Game, opts.Run.Policy)
	}
	r := &benchResult{out, job, &opts, err != nil}
	// Write the result in a format.
	bad := std.Results(opts.Run.Format, func(std *app.IO, format string) error {
		switch format {
		case report.JSON, report.CSV:
			return rows.WriteObject(std.Stdout, format, "bench", "The speed of a game.", benchFields(r))
		case goBench:
			// Print a line for each round in the format of Go's benchmarks
			std.Stdout.Printf("goos: %s\ngoarch: %s\npkg: cardroom\n", runtime.GOOS, runtime.GOARCH)
			name := "BenchmarkHands/" + strings.Join(strings.Fields(r.Job.Plan.Game.ID), "_")
			if n := r.Opts.Run.Workers; n > 1 {
				name += fmt.Sprintf("-%d", n)
			}
			for i := range r.Rounds {
				b := &r.Rounds[i]
				std.Stdout.Printf("%s\t%8d\t%.1f ns/op\t%.0f hands/s\t%.0f decisions/s\t%.2f decisions/op\t%.2f steps/op\t%.0f B/op\t%.2f allocs/op\n",
					name, b.Hands, b.NsPerHand(), b.HandsPerSecond(), b.DecisionsPerSecond(), r.DecisionsPerHand(), r.StepsPerHand(), b.BytesPerHand(), b.AllocsPerHand())
			}
		default:
			printBench(std.Stdout, r)
		}
		return nil
	})
	if bad != nil {
		return bad
	}
	if err != nil {
		return err
	}
	if opts.Profile != "" && len(out.Hooks) == 0 {
		std.Warn("%s asks no script during a hand: %s is empty; --cpuprofile shows the engine", job.Plan.Game.ID, opts.Profile)
	}
	var errs []error
	for _, f := range keep {
		errs = append(errs, f.Commit())
	}
	return errors.Join(errs...)
}

type profiles []term.File

func setProfiles(std *app.IO, setup *runs.BenchSetup, opts *benchOptions) (profiles, error) {
	var out profiles
	for _, p := range []struct {
		name string
		to   func(term.File)
	}{
		{opts.Profile, func(f term.File) { setup.Scripts = f }},
		{opts.CPUProfile, func(f term.File) { setup.CPU = f }},
	} {
		if p.name == "" {
			continue
		}
		f, err := std.Create(p.name)
		if err != nil {
			out.discard()
			return nil, err
		}
		out = append(out, f)
		p.to(f)
	}
	return out, nil
}

func (p profiles) discard() {
	for _, f := range p {
		f.Discard()
	}
}

type benchMeasure struct {
	name, label, about string // field name, and label in text
	of                 func(*runs.Round) float64
	text               func(float64) string
	places             int // decimals that are meaningful
}

var benchMeasures = []benchMeasure{
	{"hands_per_s", "hands a second", "hands a second", (*runs.Round).HandsPerSecond, wholeNumber, 1},
	{"decisions_per_s", "decisions a second", "decisions a second", (*runs.Round).DecisionsPerSecond, wholeNumber, 1},
	{"ns_per_hand", "time a hand", "nanoseconds a hand", (*runs.Round).NsPerHand, shortTime, 1},
	{"allocs_per_hand", "allocations a hand", "allocations a hand", (*runs.Round).AllocsPerHand, twoPlaces, 4},
	{"bytes_per_hand", "bytes a hand", "bytes allocated a hand", (*runs.Round).BytesPerHand, wholeNumber, 1},
}

func wholeNumber(x float64) string { return term.Grouped(int64(x + 0.5)) }

func twoPlaces(x float64) string { return fmt.Sprintf("%.2f", x) }

// shortTime formats nanoseconds in a suitable unit, with three digits.
func shortTime(ns float64) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if ns >= unit.ns {
			return fmt.Sprintf("%.3g %s", ns/unit.ns, unit.name)
		}
	}
	return fmt.Sprintf("%.0f ns", ns)
}

func printBench(w *term.Stream, r *benchResult) {
	run := &r.Opts.Run
	title := fmt.Sprintf("%s, %s, %s, policy %s, seed %d", r.Job.Plan.Game.ID, r.Job.Plan.Stakes.String(), term.Counted(int64(len(r.Job.Stacks)), "seat"), run.Policy, run.Seed)
	w.Printf("%s\n", w.Paint(title, color.Bold))
	if len(r.Rounds) == 0 {
		w.Printf("interrupted before a round was over\n")
		return
	}
	rounds := fmt.Sprintf("%s of %s, %s", term.Counted(int64(len(r.Rounds)), "round"), term.Counted(r.Rounds[0].Hands, "hand"), term.Counted(int64(run.Workers), "worker"))
	if r.Incomplete {
		rounds += " (interrupted)"
	}
	w.Printf("%s\n\n", rounds)
	var cells [][]string
	for _, m := range benchMeasures {
		s := r.Over(m.of)
		off := ""
		if s.Median > 0 && m.text(s.Median) != m.text(0) {
			off = fmt.Sprintf("%.0f %% off", 100*s.Off)
		}
		cells = append(cells, []string{m.label, m.text(s.Median), off})
	}
	cells = append(cells, []string{"decisions a hand", twoPlaces(r.DecisionsPerHand()), ""})
	if !r.Incomplete {
		cells = append(cells, []string{"script steps a hand", twoPlaces(r.StepsPerHand()), ""})
	}
	report.Table(w, []report.Heading{{Title: "", Align: report.Left}, {Title: "", Align: report.Right}, {Title: "", Align: report.Left}}, cells)
	if len(r.Hooks) > 0 {
		rest := runs.Hook{Name: "the rest", Time: r.allTime()}
		for i := range r.Hooks {
			rest.Time -= r.Hooks[i].Time
		}
		rest.Time = max(rest.Time, 0)
		w.Printf("\n")
		report.Columns(w, r.hookColumns(), append(r.Hooks[:len(r.Hooks):len(r.Hooks)], rest))
	}
}

// a returns a count of the counted round, per hand.
func (r *benchResult) a(n int64) float64 { return float64(n) / float64(max(r.Counted.Hands, 1)) }

// StepsPerHand returns the Starlark steps per hand.
func (r *benchResult) StepsPerHand() float64 { return r.a(r.Steps()) }

// DecisionsPerHand returns the decisions per hand, which are the same in every round.
func (r *benchResult) DecisionsPerHand() float64 {
	return float64(r.Rounds[0].Decisions) / float64(max(r.Rounds[0].Hands, 1))
}

// allTime returns the time of all workers.
func (r *benchResult) allTime() time.Duration {
	return r.Counted.Elapsed * time.Duration(r.Opts.Run.Workers)
}

// share returns a function's share of it.
func (r *benchResult) share(h *runs.Hook) float64 {
	return float64(h.Time) / float64(max(r.allTime(), 1))
}

// at returns the position of a function, with the file name that the user typed.
func (r *benchResult) at(h *runs.Hook) string {
	at := h.Pos
	for _, typed := range append([]string{r.Opts.Run.Game}, library.PolicyNames(r.Opts.Run.Policy)...) {
		if ref, err := library.Ref(typed); err == nil && ref != typed {
			at.File = library.FoldersOf(typed, ref).File(at.File)
		}
	}
	return at.String()
}

// spreadJSON is a measure over the rounds.
type spreadJSON struct {
	Median float64 `json:"median"` // of the rounds
	Spread float64 `json:"spread"` // how far the furthest round is from it, as a part of it
}

func benchFields(r *benchResult) []rows.Pair {
	run, plan := &r.Opts.Run, r.Job.Plan
	fields := []rows.Pair{
		{Name: "game", Doc: "the game", Value: plan.Game.ID},
		{Name: "stakes", Doc: "as posted", Value: plan.Stakes.Name},
		{Name: "seats", Unit: "players", Doc: "players", Value: len(r.Job.Stacks)},
		{Name: "stacks", Doc: "by seat", Value: rows.Amounts(r.Job.Stacks, plan.Stakes.Scale)},
		{Name: "policy", Doc: "who decided", Value: run.Policy},
		{Name: "seed", Doc: "of the hands; a text of digits from 2^53 on", Value: hand.Seed(run.Seed)},
		{Name: "workers", Unit: "workers", Doc: "at work at once", Value: run.Workers},
		{Name: "goos", Doc: "the system", Value: runtime.GOOS},
		{Name: "goarch", Doc: "the processor", Value: runtime.GOARCH},
		{Name: "go", Doc: "the version of Go", Value: runtime.Version()},
	}
	var hands int64
	var decisions float64
	if len(r.Rounds) > 0 {
		hands, decisions = r.Rounds[0].Hands, term.Rounded(r.DecisionsPerHand(), 4)
	}
	fields = append(fields, rows.Pair{Name: "hands", Unit: "hands", Doc: "of a round", Value: rows.If(len(r.Rounds) > 0, hands)}, rows.Pair{Name: "decisions_per_hand", Unit: "decisions a hand", Doc: "the same in all rounds", Value: rows.If(len(r.Rounds) > 0, decisions)})
	for _, m := range benchMeasures {
		s := r.Over(m.of)
		fields = append(fields, rows.Pair{Name: m.name, Doc: m.about, Value: spreadJSON{term.Rounded(s.Median, m.places), term.Rounded(s.Off, 4)}})
	}
	return append(fields, rows.Pair{Name: "steps_per_hand", Unit: "steps a hand", Doc: "Starlark steps a hand", Value: rows.If(!r.Incomplete, term.Rounded(r.StepsPerHand(), 4))}, rows.Pair{Name: "hooks", Doc: "functions of scripts that are asked", Value: rows.Records(r.hookColumns(), r.Hooks)}, rows.Pair{Name: "rounds", Doc: "in order", Value: rows.Records(roundColumns, r.Rounds)}, rows.Complete(!r.Incomplete))
}

// hookColumns are the fields of the calls of one script function; what is left of the time has no calls.
func (r *benchResult) hookColumns() []rows.Column[runs.Hook] {
	text := func(of func(h *runs.Hook) string) func(runs.Hook) (string, string) {
		return func(h runs.Hook) (string, string) {
			if h.Calls == 0 {
				return "", ""
			}
			return of(&h), ""
		}
	}
	perCall := func(h *runs.Hook) float64 { return float64(h.Steps) / float64(h.Calls) }
	return []rows.Column[runs.Hook]{
		{Name: "function", Title: "asked of scripts", Doc: "its name", Value: func(h runs.Hook) any { return h.Name }},
		{Name: "at", Title: " ", Last: true, Doc: "file:line:col", Value: func(h runs.Hook) any { return r.at(&h) }, Text: text(r.at)},
		{Name: "calls_per_hand", Title: "calls a hand", Unit: "calls a hand", Doc: "calls", Value: func(h runs.Hook) any { return term.Rounded(r.a(h.Calls), 4) }, Text: text(func(h *runs.Hook) string { return twoPlaces(r.a(h.Calls)) })},
		{Name: "steps_per_call", Title: "steps a call", Unit: "steps a call", Doc: "Starlark steps", Value: func(h runs.Hook) any { return term.Rounded(perCall(&h), 2) }, Text: text(func(h *runs.Hook) string { return twoPlaces(perCall(h)) })},
		{Name: "steps_per_hand", Title: "steps a hand", Unit: "steps a hand", Doc: "Starlark steps", Value: func(h runs.Hook) any { return term.Rounded(r.a(h.Steps), 4) }, Text: text(func(h *runs.Hook) string { return twoPlaces(r.a(h.Steps)) })},
		{Name: "ns_per_call", Title: "time a call", Unit: "nanoseconds", Doc: "nanoseconds", Value: func(h runs.Hook) any { return term.Rounded(float64(h.Time)/float64(h.Calls), 1) }, Text: text(func(h *runs.Hook) string { return shortTime(float64(h.Time) / float64(h.Calls)) })},
		{Name: "share", Unit: "share", Doc: "of the time of all workers", Value: func(h runs.Hook) any { return term.Rounded(r.share(&h), 4) }, Text: func(h runs.Hook) (string, string) { return fmt.Sprintf("%.1f %%", 100*r.share(&h)), "" }},
	}
}

var roundColumns = []rows.Column[runs.Round]{
	{Name: "hands", Unit: "hands", Doc: "played", Value: func(b runs.Round) any { return b.Hands }},
	{Name: "decisions", Unit: "decisions", Doc: "of players", Value: func(b runs.Round) any { return b.Decisions }},
	{Name: "elapsed_s", Unit: "seconds", Doc: "seconds", Value: func(b runs.Round) any { return term.Rounded(b.Elapsed.Seconds(), 6) }},
	{Name: "allocs", Unit: "allocations", Doc: "allocations", Value: func(b runs.Round) any { return b.Allocs }},
	{Name: "bytes", Unit: "bytes", Doc: "allocated", Value: func(b runs.Round) any { return b.Bytes }},
}
