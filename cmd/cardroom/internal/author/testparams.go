package author

import (
	"regexp"
	"slices"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// TestRows are the parameters of test.
var TestRows = func() []params.Row[TestOptions] {
	const section = params.Advanced
	// notSheets marks a parameter of tests that are run.
	notSheets := func(p *params.Param) *params.Param {
		p.Not = append(slices.Clone(p.Not), "sheets, which compares sheets and runs no tests")
		return p
	}
	alone := []string{"mutate"}
	measured := "the answer is which tests pass"
	workers, seed := library.Workers, params.Seed
	workers.Name, workers.Doc, workers.Shown = "parallel", "run `N` tests at once; results stay the same", "all cores"
	return []params.Row[TestOptions]{
		{Param: notSheets(&params.Param{Name: "run", Doc: "run only tests whose name matches `REGEXP`", Example: "deal"}), At: func(o *TestOptions) any {
			return params.Parse(&o.Run, func(text string) (*regexp.Regexp, error) {
				r, err := regexp.Compile(text)
				if err != nil {
					return nil, app.Usagef("--run: %v", err)
				}
				return r, nil
			})
		}},
		{Param: notSheets(&params.Param{Name: "fail-fast", Doc: "stop at the first test that fails", Not: alone}), At: func(o *TestOptions) any { return &o.FailFast }},
		{Param: notSheets(&params.Param{Name: "failed-first", Doc: "run those that failed the last time before the others", Section: section, Not: alone, Refused: library.NoFiles}), At: func(o *TestOptions) any { return &o.FailedFirst }},
		{Param: notSheets(&params.Param{Name: "count", Doc: "run each test `N` times", Section: section, Default: "1", Min: 1, Most: 100, Example: "2"}), At: func(o *TestOptions) any { return &o.Count }},
		{Param: notSheets(&params.Param{Name: "checks", Doc: "check each property `N` times", Section: section, Default: "100", Min: 1, Most: 100_000, Example: "5"}), At: func(o *TestOptions) any { return &o.Checks }},
		{Param: &workers, At: func(o *TestOptions) any { return &o.Parallel }},
		{Param: notSheets(&params.Param{Name: "timeout", Doc: "give each test `TIME`", Section: section, Default: "5s", Open: true, Most: 5, Example: "2s"}), At: func(o *TestOptions) any { return &o.Timeout }},
		{Param: notSheets(&params.Param{Name: "cover", Doc: "print the coverage of statements and branches", Not: alone, Refused: measured}), At: func(o *TestOptions) any { return &o.Cover }},
		{Param: notSheets(&params.Param{Name: "coverprofile", Doc: "write the coverage to `FILE`, for 'go tool cover'", Section: section, Not: alone, Refused: library.NoFiles}), At: func(o *TestOptions) any { return &o.Profile }},
		{Param: notSheets(&params.Param{Name: "coverhtml", Doc: "write the coverage to `FILE` as a page", Not: alone, Refused: library.NoFiles}), At: func(o *TestOptions) any { return &o.HTML }},
		{Param: notSheets(&params.Param{Name: "plan", Doc: "list the parts of games that no test reaches: steps, branches, options, rulings", Not: alone, Refused: measured}), At: func(o *TestOptions) any { return &o.Plan }},
		{Param: notSheets(&params.Param{Name: "clauses", Doc: "report which clauses of the houses have tests", Not: alone, Refused: measured}), At: func(o *TestOptions) any { return &o.Clauses }},
		{Param: notSheets(&params.Param{
			Name: "strict", Doc: "with --clauses, count a clause only if a test fails when it is broken", Section: section, Needs: []string{"clauses"}, Refused: measured,
		}), At: func(o *TestOptions) any { return &o.Strict }},
		{Param: &params.Param{
			Name: "sheets", Doc: "run no tests: compare the rule sheets of games, houses (with their books) or scripts with those kept in the folder `DIR`", Refused: library.NoFiles,
		}, At: func(o *TestOptions) any {
			return params.TextSetter(func(dir string) error {
				if o.Sheets.Dir = dir; dir == "" {
					return app.Usagef("--sheets needs the name of a folder")
				}
				return nil
			})
		}},
		{Param: &params.Param{Name: "update", Doc: "with --sheets, write the sheets as they are now", Needs: []string{"sheets DIR"}, Refused: library.NoFiles}, At: func(o *TestOptions) any { return &o.Sheets.Update }},
		{Param: notSheets(&params.Param{Name: "mutate", Doc: "change the scripts one place at a time, and list changes that no test notices", Not: []string{"watch"}, Refused: measured}), At: func(o *TestOptions) any { return &o.Mutate }},
		{Param: notSheets(&params.Param{Name: "mutants", Doc: "try `N` random changes", Section: section, Shown: "all", Min: 1, Needs: []string{"mutate"}, Refused: measured}), At: func(o *TestOptions) any { return &o.Mutants }},
		{Param: notSheets(&params.Param{Name: "threshold", Doc: "fail below `PERCENT`, rounded down", Section: section, Max: 100, Refused: measured}), At: func(o *TestOptions) any { return &o.Threshold }},
		{Param: notSheets(&params.Param{
			Name: "debug", Doc: "follow the first test that fails, or the only one, with the debugger", Section: section, Refused: "the debugger is at the terminal, and in editors",
		}), At: func(*TestOptions) any { return params.Truth }},
		{Param: notSheets(&params.Param{Name: "watch", Doc: "rerun tests when their scripts change, until ^C", Refused: library.NoFiles}), At: func(o *TestOptions) any { return &o.Watch }},
		{Param: notSheets(&seed), At: func(*TestOptions) any { return params.Unsigned }},
	}
}()

// Check checks what was given together, and sets what follows from it.
func (o *TestOptions) Check(std *app.IO, given params.Given) error {
	if o.Run == nil {
		o.Run = regexp.MustCompile("")
	}
	o.Cover = o.Cover || o.Profile != "" || o.HTML != ""
	if o.Threshold > 0 && o.Clauses == o.Cover && !o.Mutate {
		return app.Usagef("--threshold is for one of --cover, --clauses and --mutate")
	}
	return o.CheckFormats(std)
}
