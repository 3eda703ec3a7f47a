package solving

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/engine/cards"
	"cardroom/engine/solve"
)

// The headings of the help.
const (
	ofHand   = "Recorded hand"
	ofSample = "Larger games"
	ofBank   = "Games against a bank"
	ofEffort = "Effort"
)

// until is the parameter of the exploitability at which solving stops.
var until = params.Param{Name: "until", Doc: "stop when the exploitability is at most `X` antes; against a bank, when the edge is known to ± `X` bets (95 %)", Section: ofEffort, Default: "0.0001", Example: "0.01"}

// effortRows are the parameters that limit the time and precision of solving.
var effortRows = []params.Row[Effort]{
	{Param: &until, At: func(e *Effort) any { return &e.Until }},
	{Param: &params.Param{
		Name: "iterations", Doc: "stop after `N` iterations", Section: ofEffort, Default: strconv.Itoa(DefaultEffort().Iterations), Min: 1, Most: 1_000_000, Example: "10",
	}, At: func(e *Effort) any { return &e.Iterations }},
	{Param: &params.Param{
		Name: "method", Doc: "solve by `METHOD`: " + strings.Join(solve.Methods(), ", "), Section: ofEffort, Default: DefaultEffort().Method.String(), Values: solve.Methods(),
	}, At: func(e *Effort) any {
		return params.Parse(&e.Method, func(name string) (solve.Method, error) {
			m, _ := solve.MethodByName(name)
			return m, nil
		})
	}},
	{Param: &params.Param{
		Name: "limit", Doc: "refuse games of more than `N` nodes", Section: ofEffort, Default: strconv.FormatInt(DefaultEffort().MaxNodes, 10), Min: 1, Most: 4_000_000, Example: "100000",
	}, At: func(e *Effort) any { return &e.MaxNodes }},
	{Param: &params.Param{
		Name: "memory", Doc: "take at most `MB` megabytes", Section: ofEffort, Default: strconv.FormatInt(DefaultEffort().MaxBytes>>20, 10), Min: 1, Max: 1 << 30, Most: 1024, Example: "100",
	}, At: func(e *Effort) any {
		return params.WholeSetter(func(mb int64) error {
			e.MaxBytes = mb << 20
			return nil
		})
	}},
}

// notHand are the parameters that cannot be used with --hand.
var notHand = []string{"hand"}

// Rows are the parameters of solve.
var Rows = func() []params.Row[Options] {
	small := params.Changed(library.SmallRows("Small version", "make the game of this `SIZE`", "kuhn with one round of betting, otherwise leduc", func(o *Options) *library.SmallGames { return &o.Small }), func(p *params.Param) { p.Not = notHand })
	policy := library.Policy("", "")
	policy.Doc, policy.Default, policy.Shown, policy.Not = "compute what a seat that plays by a policy loses, `SEAT=POLICY`; repeatable", "", "", notHand
	return slices.Concat(
		runs.OutRows(func(o *Options) *runs.Out { return &o.Out }),
		[]params.Row[Options]{
			library.SetRow(func(o *Options) *map[string]string { return &o.Set }),
			{Param: &params.Param{Name: "strategy", Doc: "save the strategies to `FILE`, JSON or .csv", Refused: library.NoFiles}, At: func(o *Options) any { return params.Parse(&o.Strategy, strategyFile("strategy")) }},
			{Param: &params.Param{
				Name: "reply", Doc: "with --policy, save the best reply to `FILE`, JSON or .csv", Refused: library.NoFiles, Not: notHand, Needs: []string{"policy SEAT=POLICY"},
			}, At: func(o *Options) any { return params.Parse(&o.Reply, strategyFile("reply")) }},
			{Param: &params.Param{
				Name: "hand", Doc: "solve the first hand of `FILE` from a state on, instead of a small game", Section: ofHand, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.File }},
			{Param: &params.Param{
				Name: "number", Doc: "hand `N` of the file", Section: ofHand, Default: "1", Min: 1, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.Number }},
			{Param: &params.Param{
				Name: "at", Doc: "begin after `N` actions of players", Section: ofHand, Shown: "after the last card that somebody acts on", Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.At }},
			{Param: &params.Param{
				Name: "range", Doc: "the hole cards of a seat come from `SEAT=RANGE`; repeatable", Section: ofHand, Shown: "any cards", Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return params.ParseAll(&o.Moment.Ranges, readRanges) }},
			{Param: &params.Param{
				Name: "bets", Doc: "bet and raise `SIZES` times the pot, and all in, or all for every amount; river=0.5,1 are those of a round", Section: ofHand, Shown: "0.5,1, and all in",
				Needs: []string{"hand FILE", "buckets N"}, Example: "0.5,1",
			}, At: func(o *Options) any {
				return params.TextSetter(func(text string) (err error) {
					o.Moment.Bets, err = readBets("bets", text)
					o.Sample.Bets, o.Sample.Exact = o.Moment.Bets.Usual, o.Moment.Bets.exact
					return err
				})
			}},
			{Param: &params.Param{Name: "raises", Doc: "raise `SIZES` times the pot, written like --bets", Section: ofHand, Shown: "as --bets", Needs: []string{"hand FILE"}, Refused: library.NoFiles}, At: func(o *Options) any {
				return params.TextSetter(func(text string) (err error) {
					o.Moment.Raises, err = readBets("raises", text)
					return err
				})
			}},
			{Param: &params.Param{
				Name: "cap", Doc: "allow at most `N` bets and raises in a round", Section: ofHand, Shown: "any number", Min: 1, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.Most }},
			{Param: &params.Param{
				Name: "compact", Doc: "keep regrets and strategies in 16 bits instead of 32: a bit less precise, for flops", Section: ofHand, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.Compact }},
			{Param: &params.Param{
				Name: "holding", Doc: "show how the hand `CARDS` is played before further cards, and what it is worth", Section: ofHand, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return params.Parse(&o.Moment.Holding, cards.Read) }},
			{Param: &params.Param{
				Name: "first", Doc: "with --strategy, save only the first decisions of each seat", Section: ofHand, Needs: []string{"strategy FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.First }},
			{Param: &params.Param{
				Name: "review", Doc: "say what the recorded decisions from the state on cost, each seat with its own hand", Section: ofHand, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.Review }},
			{Param: &params.Param{
				Name: "chart", Doc: "show the first decisions of each seat as charts of the hands of two cards; --format html writes them as a page", Section: ofHand, Needs: []string{"hand FILE"}, Refused: library.NoFiles,
			}, At: func(o *Options) any { return &o.Moment.Chart }},
			{Param: &params.Param{
				Name: "buckets", Doc: "solve the game with its whole deck: of all deals take some, and put the hands of each round into `N` buckets by their strength", Section: ofSample,
				Shown: "solve a small version", Min: 1, Max: 1000, Not: []string{"hand, which is solved exactly"}, Example: "3",
			}, At: func(o *Options) any { return &o.Sample.Buckets }},
			{Param: &params.Param{
				Name: "deals", Doc: "with --buckets, take `N` deals", Section: ofSample, Default: strconv.Itoa(defaultSample().Deals), Min: 1, Max: 10_000_000, Most: 20_000, Needs: []string{"buckets N"}, Example: "100",
			}, At: func(o *Options) any { return &o.Sample.Deals }},
			{Param: &params.Param{
				Name: "sampling", Doc: "with --buckets, solve --deals deals (fixed), or learn from new cards in each iteration (external)", Section: ofSample, Default: "fixed",
				Values: []string{"fixed", "external"}, Needs: []string{"buckets N"},
			}, At: func(o *Options) any {
				return params.Parse(&o.Sample.External, func(word string) (bool, error) { return word == "external", nil })
			}},
			{Param: &params.Param{
				Name: "seed", Doc: "with --buckets, draw the deals by `SEED`", Section: ofSample, Default: strconv.FormatUint(defaultSample().Seed, 10), Needs: []string{"buckets N"}, Example: "7",
			}, At: func(o *Options) any { return &o.Sample.Seed }},
			{Param: &params.Param{Name: "show", Doc: "show the first `N` decisions of each seat", Example: "2"}, At: func(o *Options) any { return &o.Show }},
			{Param: policy, At: func(o *Options) any { return library.PolicyText(&o.Policy, "random") }},
			{Param: &params.Param{
				Name: "rounds", Doc: "with --policy against a bank, play `N` rounds", Section: ofBank, Shown: "until the loss is known to ± 0.2 %", Min: 2, Most: 10_000_000,
				Not: []string{"until"}, Needs: []string{"policy SEAT=POLICY"}, Example: "100",
			}, At: func(o *Options) any { return &o.Rounds }},
			{Param: &params.Param{
				Name: "shard", Doc: "with --out, compute only part `I/N` of the groups of hands, such as 1/4", Section: params.Advanced, Default: "1/1", Shown: "1/1", Needs: []string{"out DIR"},
				Refused: library.NoFiles,
			}, At: func(o *Options) any { return params.Parse(&o.Shard, runs.ParseShard) }},
		},
		params.Group(func(o *Options) *Effort { return &o.Effort }, effortRows),
		small,
	)
}()

// ReviewRows are the parameters of replay that review a recorded hand.
var ReviewRows = func() []params.Row[Options] {
	rows := []params.Row[Options]{{Param: &params.Param{
		Name: "review", Doc: "solve one hand of a file instead, and say what its decisions cost, each seat with its own hand",
		Not: []string{"out", "rows", "stats", "summary", "show", "diff", "explain", "strict"},
	}, At: func(o *Options) any { return &o.Moment.Review }}}
	for _, r := range Rows {
		switch r.Name {
		case "range", "at", "bets", "raises", "cap", "compact", "until", "iterations", "limit", "memory":
			p := *r.Param
			p.Section, p.Needs, p.Not = ofHand, []string{"review"}, nil
			r.Param = &p
			rows = append(rows, r)
		}
	}
	return rows
}()

// strategyFile returns the reader of the name of a file for strategies.
func strategyFile(flag string) func(string) (string, error) {
	return func(name string) (string, error) {
		if ext := filepath.Ext(name); ext != ".json" && ext != ".strategy" && ext != ".csv" {
			return "", app.Usagef("--%s: unknown extension %s (use .json, .strategy or .csv)", flag, ext)
		}
		return name, nil
	}
}

// Check checks what was given together, and sets what follows from it. files is false if no file may be read.
func (o *Options) Check(std *app.IO, given params.Given, files bool) error {
	if !given.Has("at") {
		o.Moment.At = -1
	}
	switch {
	case given.Has("until"):
		o.aim = &o.Effort.Until
	case given.Has("iterations"):
		o.Effort.Until = 0
	case given.Has("buckets") && !o.Sample.External:
		o.Effort.Until = usualUntil
	case o.Moment.File != "":
		o.Effort.Until = -1
	}
	if given.Has("method") {
		o.Moment.Method = o.Effort.Method.String()
	}
	if name := given.First("until", "method"); o.Sample.External && name != "" {
		return app.Usagef("--%s cannot be used with --sampling external, which makes --iterations", name)
	}
	if o.Format == report.HTML && o.Moment.File == "" {
		return app.UsageHint("--format html writes the charts of a recorded hand", "give --hand FILE")
	}
	if o.Moment.First && o.Moment.File == "" {
		return app.UsageHint("--first saves the first decisions of a recorded hand", "give --hand FILE")
	}
	if o.Moment.Bets.In != nil && given.Has("buckets") {
		return app.Usagef("--bets: sizes of one round are for --hand")
	}
	return o.Small.Settle(std, files)
}

// CompareRows are the parameters of diff that solve games.
var CompareRows = func() []params.Row[CompareOptions] {
	const section = params.Advanced
	needs := []string{"solve"}
	until := until
	until.Doc, until.Section, until.Open, until.Needs = "with --solve: stop when the exploitability is at most `X` antes", section, true, needs
	return []params.Row[CompareOptions]{
		{Param: &params.Param{
			Name: "solve", Doc: "solve both games (small versions; whole games against a bank) and print what the difference is worth", Refused: "the message solve solves one game",
			Not: []string{"exhaustive, which plays every line"},
		}, At: func(*CompareOptions) any { return params.Truth }},
		{Param: &until, At: func(o *CompareOptions) any { return &o.Effort.Until }},
		{Param: &params.Param{Name: "per-hour", Doc: "with --solve: `N` hands an hour", Section: section, Default: "30", Min: 1, Needs: needs}, At: func(o *CompareOptions) any { return &o.PerHour }},
	}
}()
