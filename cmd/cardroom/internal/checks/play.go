package checks

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/engine/cards"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
)

// ExhaustOptions say how games are played to the end of every line.
type ExhaustOptions struct {
	Small library.SmallGames
	Limit int64
}

// playRow is the result of playing one version of a game.
type playRow struct {
	Game   string
	Small  *enumerate.Small
	Report *enumerate.Report
}

// why returns why not every line was followed, "" if all were.
func (r *playRow) why(interrupted bool) string {
	rep := r.Report
	switch {
	case rep.Complete:
		return ""
	case rep.Fault != nil:
		return "a fault"
	case interrupted:
		return "interrupted"
	case rep.Reshuffled:
		return "reshuffled"
	case rep.Outside:
		return "deck too small"
	}
	return "limit reached"
}

// playGames plays the games of the scripts. A game without a small version is skipped
// with a warning; it is an error if all were skipped.
func playGames(ctx context.Context, std *app.IO, opts *ExhaustOptions, lib *dsl.Library, targets *checkTargets, checker *check.Checker) (rows []*playRow, err error) {
	for _, ref := range targets.refs {
		m, bad := lib.LoadContext(ctx, ref)
		if bad != nil {
			continue // it is among the findings
		}
		for _, g := range lib.GamesOf(m, gamePrefix(ref)) {
			if !targets.means(ref, strings.TrimPrefix(g.ID, gamePrefix(ref))) {
				continue
			}
			g.ID = strings.Replace(g.ID, ref, targets.typed[ref], 1)
			played, bad := playSizes(ctx, std, opts, g, checker)
			rows, err = append(rows, played...), errors.Join(err, bad)
			if ctx.Err() != nil {
				return rows, nil
			}
		}
	}
	if len(rows) > 0 && err != nil {
		unplayed := app.NewWarnings(std, "game")
		for _, bad := range app.Flatten(err) {
			unplayed.Add(bad)
		}
		unplayed.End()
		return rows, nil
	}
	return rows, err
}

// playSizes plays the versions of one game.
func playSizes(ctx context.Context, std *app.IO, opts *ExhaustOptions, g *plan.Game, checker *check.Checker) (rows []*playRow, err error) {
	sizes := opts.Small.Sizes
	if len(sizes) == 0 {
		sizes = enumerate.Sizes(g)
	}
	for _, size := range sizes {
		row, bad := playOne(ctx, std, opts, g, size)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("%s, %s: %w", g.ID, size, bad))
			continue
		}
		rows = append(rows, row)
		if row.Report.Fault != nil {
			checker.Played(g, size, row.Report.Fault)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return rows, err
}

// gamePrefix returns the part of a game's id before its name.
func gamePrefix(ref string) string {
	if file, ok := strings.CutPrefix(ref, "@scripts//"); ok {
		house, _, _ := strings.Cut(file, "/")
		return house + "/"
	}
	return ref + ":"
}

// playOne plays one version of a game. It returns an error if there is no such
// version.
func playOne(ctx context.Context, std *app.IO, opts *ExhaustOptions, g *plan.Game, size enumerate.Size) (*playRow, error) {
	small, err := enumerate.Shrink(g, size, opts.Small.Wishes)
	if err != nil {
		return nil, err
	}
	small.Visits, small.OpenFolds = opts.Limit, opts.Small.OpenFolds
	bar := std.StartProgress(fmt.Sprintf("%s, %s", g.ID, size), opts.Limit)
	defer bar.Stop()
	small.Progress = func(n int64) { bar.Done.Store(n) }
	report, err := enumerate.Play(ctx, small.Bound, small.Options)
	if err != nil {
		return nil, err
	}
	return &playRow{g.ID, small, report}, nil
}

// playColumns returns the columns of a row.
func playColumns(interrupted bool) []rows.Column[*playRow] {
	number := func(f func(*enumerate.Report) int64) func(*playRow) any {
		return func(r *playRow) any { return f(r.Report) }
	}
	return []rows.Column[*playRow]{
		{Name: "game", Doc: "the game", Value: func(r *playRow) any { return r.Game }},
		{Name: "size", Doc: "the version", Limits: `enum:"kuhn,leduc,whole"`, Value: func(r *playRow) any { return r.Small.Size.String() }},
		{Name: "pack", Doc: "its cards", Value: func(r *playRow) any { return cards.Format(r.Small.Pack) }},
		{Name: "seats", Doc: "players", Value: func(r *playRow) any { return len(r.Small.Stacks) }},
		{Name: "stacks", Doc: "their chips", Value: func(r *playRow) any { return rows.Amounts(r.Small.Stacks, r.Small.Bound.Stakes.Scale) }},
		{Name: "deals", Doc: "ways of the first cards", Value: number(func(r *enumerate.Report) int64 { return r.Deals })},
		{Name: "states", Doc: "decisions looked at", Value: number(func(r *enumerate.Report) int64 { return r.States })},
		{Name: "hands", Doc: "ends of hands", Value: number(func(r *enumerate.Report) int64 { return r.Hands })},
		{Name: "showdowns", Doc: "of those with a showdown", Value: number(func(r *enumerate.Report) int64 { return r.Showdowns })},
		{Name: "redeals", Doc: "lines that lead to a new deal", Value: number(func(r *enumerate.Report) int64 { return r.Redeals })},
		{Name: "sequences", Doc: "of actions, whatever the cards", Value: number(func(r *enumerate.Report) int64 { return r.Sequences })},
		{Name: "information_sets", Doc: "decisions as the seat sees them", Value: number(func(r *enumerate.Report) int64 { return r.InfoSets })},
		{Name: "information_sets_by_rank", Doc: "of those, when suits are not told apart", Value: number(func(r *enumerate.Report) int64 { return r.RankSets })},
		{Name: "longest", Doc: "actions of the longest hand", Value: func(r *playRow) any { return r.Report.Longest }},
		{Name: "complete", Doc: "every line was followed", Value: func(r *playRow) any { return r.Report.Complete }},
		{Name: "why_not", Doc: "why not", Value: func(r *playRow) any { return rows.Given(r.why(interrupted)) }},
	}
}

// printPlays prints the counts as a table.
func (rep *checkReport) printPlays() {
	heads := []report.Heading{{Title: "game", Align: report.Left}, {Title: "size", Align: report.Left}, {Title: "deck", Align: report.Left}, {Title: "seats", Align: report.Right}, {Title: "deals", Align: report.Right}, {Title: "states", Align: report.Right}, {Title: "hands", Align: report.Right}, {Title: "sequences", Align: report.Right}, {Title: "information sets", Align: report.Right}, {Title: "by rank", Align: report.Right}, {Title: "every line", Align: report.Left}}
	var cells [][]string
	redeals := int64(0)
	for _, r := range rep.plays {
		every := "yes"
		if why := r.why(!rep.complete); why != "" {
			every = "no: " + why
		}
		redeals += r.Report.Redeals
		n := r.Report
		cells = append(cells, []string{
			r.Game, r.Small.Size.String(), report.Deck(r.Small.Pack), fmt.Sprint(len(r.Small.Stacks)),
			figures.Grouped(n.Deals), figures.Grouped(n.States), figures.Grouped(n.Hands), figures.Grouped(n.Sequences), figures.Grouped(n.InfoSets), figures.Grouped(n.RankSets), every,
		})
	}
	report.Table(rep.std.Stdout, heads, cells)
	if redeals > 0 {
		rep.std.Note("%s to a new deal, which is like the first and is not followed", figures.Counted(redeals, "way"))
	}
}
