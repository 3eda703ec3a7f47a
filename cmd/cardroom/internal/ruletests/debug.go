package ruletests

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/dsl/debug"
	"cardroom/dsl/ruletest"
)

// Debug returns a debugging session of a test: the first selected one that fails, or the only one.
func Debug(ctx context.Context, std *app.IO, opts Options) (*debug.Session, error) {
	files, err := findTests(std, opts.Paths)
	if err != nil {
		return nil, err
	}
	rep := newTestReport(std, opts, files)
	tests, err := rep.load(ctx, std, files)
	if err != nil {
		return nil, err
	}
	var chosen *ruletest.Test
	switch len(tests.Tests) {
	case 0:
		return nil, rep.noTests()
	case 1:
		chosen = tests.Tests[0]
	default:
		tests.Run(ctx, func(r *ruletest.Result) {
			if chosen == nil && r.Status == ruletest.Failed {
				chosen = r.Test
			}
		})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if chosen == nil {
		return nil, app.UsageHint("--debug follows one test, and all of these pass", "choose a test with --run NAME")
	}
	own := *std
	own.Late = nil
	o := rep.suiteOptions(&own)
	o.Seed = rep.seed
	o.Run, o.Only = nil, func(t *ruletest.Test) bool { return t.File == chosen.File && t.Name == chosen.Name }
	return debug.NewTest(ctx, o, []string{chosen.File})
}
