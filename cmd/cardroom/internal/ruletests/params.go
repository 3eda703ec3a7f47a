package ruletests

import (
	"regexp"
	"slices"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/cmd/cardroom/internal/simulate"
)

// Rows are the parameters of test.
var Rows = func() []params.Row[Options] {
	const section = app.AdvancedCategory
	// notSheets marks a parameter of tests that are run.
	notSheets := func(p params.Param) params.Param {
		p.Not = append(slices.Clone(p.Not), "sheets, which compares sheets and runs no tests")
		return p
	}
	alone := []string{"mutate"}
	measured := "the answer is which tests pass"
	workers := library.Workers
	workers.Name, workers.Doc, workers.Shown = "parallel", "run `N` tests at once; results stay the same", "all cores"
	rows := []params.Row[Options]{
		params.Parsed(notSheets(params.Param{Name: "run", Doc: "run only tests whose name matches `REGEXP`", Example: "deal"}), func(text string) (*regexp.Regexp, error) {
			r, err := regexp.Compile(text)
			if err != nil {
				return nil, app.Usagef("--run: %v", err)
			}
			return r, nil
		}, func(o *Options) **regexp.Regexp { return &o.Run }),
		params.Int(notSheets(params.Param{Name: "count", Doc: "run each test `N` times", Section: section, Default: "1", Min: 1, Most: 100, Example: "2"}), func(o *Options) *int { return &o.Count }),
		params.Int(notSheets(params.Param{Name: "checks", Doc: "check each property `N` times", Section: section, Default: "100", Min: 1, Most: 100_000, Example: "5"}), func(o *Options) *int { return &o.Checks }),
		params.Int(workers, func(o *Options) *int { return &o.Parallel }),
		params.Time(notSheets(params.Param{Name: "timeout", Doc: "give each test `TIME`", Section: section, Default: "5s", Open: true, Most: 5, Example: "2s"}), func(o *Options) *time.Duration { return &o.Timeout }),
		params.Bool(notSheets(params.Param{Name: "cover", Doc: "print the coverage of statements and branches", Not: alone, Refused: measured}), func(o *Options) *bool { return &o.Cover }),
		params.String(notSheets(params.Param{Name: "coverprofile", Doc: "write the coverage to `FILE`, for 'go tool cover'", Section: section, Not: alone, Refused: library.NoFiles}), func(o *Options) *string { return &o.Profile }),
		params.String(notSheets(params.Param{Name: "coverhtml", Doc: "write the coverage to `FILE` as a page", Not: alone, Refused: library.NoFiles}), func(o *Options) *string { return &o.HTML }),
		params.Bool(notSheets(params.Param{Name: "plan", Doc: "list the parts of games that no test reaches: steps, branches, options, rulings", Not: alone, Refused: measured}), func(o *Options) *bool { return &o.Plan }),
		params.Bool(notSheets(params.Param{Name: "clauses", Doc: "report which clauses of the houses have tests", Not: alone, Refused: measured}), func(o *Options) *bool { return &o.Clauses }),
		params.Bool(notSheets(params.Param{
			Name: "strict", Doc: "with --clauses, count a clause only if a test fails when it is broken", Section: section, Needs: []string{"clauses"}, Refused: measured,
		}), func(o *Options) *bool { return &o.Strict }),
		params.Into(params.Text, params.Param{
			Name: "sheets", Doc: "run no tests: compare the rule sheets of games, houses (with their books) or scripts with those kept in the folder `DIR`", Refused: library.NoFiles,
		}, func(o *Options, v []string) error {
			if o.Sheets.Dir = v[0]; v[0] == "" {
				return app.Usagef("--sheets needs the name of a folder")
			}
			return nil
		}),
		params.Bool(params.Param{Name: "update", Doc: "with --sheets, write the sheets as they are now", Needs: []string{"sheets DIR"}, Refused: library.NoFiles}, func(o *Options) *bool { return &o.Sheets.Update }),
		params.Bool(notSheets(params.Param{Name: "mutate", Doc: "change the scripts one place at a time, and list changes that no test notices", Not: []string{"watch"}, Refused: measured}), func(o *Options) *bool { return &o.Mutate }),
		params.Int(notSheets(params.Param{Name: "mutants", Doc: "try `N` random changes", Section: section, Shown: "all", Min: 1, Needs: []string{"mutate"}, Refused: measured}), func(o *Options) *int { return &o.Mutants }),
		params.Parsed(notSheets(params.Param{
			Name: "shard", Doc: "with --mutate --out, try only part `I/N` of the changes, such as 1/4", Section: section, Default: "1/1", Shown: "1/1", Needs: []string{"out DIR"}, Refused: library.NoFiles,
		}), simulate.ParseShard, func(o *Options) *simulate.Shard { return &o.Shard }),
		params.Int(notSheets(params.Param{Name: "threshold", Doc: "fail below `PERCENT`, rounded down", Section: section, Max: 100, Refused: measured}), func(o *Options) *int { return &o.Threshold }),
		params.Aside[Options](params.Truth, notSheets(params.Param{
			Name: "debug", Doc: "follow the first test that fails, or the only one, with the debugger", Section: section, Refused: "the debugger is at the terminal, and in editors",
		})),
		params.Bool(notSheets(params.Param{Name: "watch", Doc: "rerun tests when their scripts change, until ^C", Refused: library.NoFiles}), func(o *Options) *bool { return &o.Watch }),
		library.SeedRow[Options](notSheets(library.Seed)),
	}
	out := shards.Rows(func(o *Options) *shards.Out { return &o.Out })
	out[0].Needs = []string{"mutate"}
	return slices.Concat(out, rows)
}()

// Check checks what was given together, and sets what follows from it.
func (o *Options) Check(std *app.IO, given params.Given) error {
	if o.Run == nil {
		o.Run = regexp.MustCompile("")
	}
	o.Cover = o.Cover || o.Profile != "" || o.HTML != ""
	switch {
	case o.Threshold > 0 && o.Clauses == o.Cover && !o.Mutate:
		return app.Usagef("--threshold is for one of --cover, --clauses and --mutate")
	case o.Out.Dir != "" && !given.Has("seed"):
		return app.Usagef("--out needs --seed N: all shards have the same, and tests that are resumed need it too")
	}
	return o.CheckFormats(std)
}
