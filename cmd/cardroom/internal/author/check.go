// This file implements "cardroom check": it looks for faults in scripts and
// games, and reports them.

package author

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/enumerate"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/stdlib"

	"github.com/fatih/color"
	"github.com/rogpeppe/go-internal/diff"
)

type CheckOptions struct {
	Paths     []string // none for all embedded scripts
	Set       map[string]string
	Fix, Diff bool
	Play      *ExhaustOptions // nil: do not play games to the end of every line
	Save      string          // file for hands that show faults
	Format    string
	Game      string // the only game that is played for the usual checks, "" for all
}

// stdinScript is the loader's name of standard input.
const stdinScript = "stdin"

type checkTargets struct {
	refs  []string            // loader's names
	typed map[string]string   // names as typed, by ref
	games map[string][]string // games to play by ref; "" means all games of the script
	stdin string              // text of standard input
	read  bool                // standard input is a target
}

// add adds a script with one game to play, or all its games for "".
func (t *checkTargets) add(ref, typed, game string) {
	if _, twice := t.typed[ref]; !twice {
		t.refs = append(t.refs, ref)
		t.typed[ref] = typed
	}
	t.games[ref] = append(t.games[ref], strings.ReplaceAll(game, "_", "-"))
}

// means reports whether a game of a script is to be played.
func (t *checkTargets) means(ref, game string) bool {
	return slices.Contains(t.games[ref], "") || slices.Contains(t.games[ref], game)
}

// findScripts finds the scripts in paths. It returns the errors of all paths that
// match nothing.
func findScripts(std *app.IO, paths []string) (*checkTargets, []error) {
	t := &checkTargets{typed: map[string]string{}, games: map[string][]string{}}
	var errs []error
	if len(paths) == 0 {
		errs = append(errs, t.embedded(stdlib.FS, "@stdlib//", "."), t.embedded(library.Houses(std), "@scripts//", "."))
	}
	for _, p := range paths {
		if err := t.find(std, p); err != nil {
			errs = append(errs, err)
		}
	}
	return t, slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// embedded adds the embedded scripts in a directory, or a single one.
func (t *checkTargets) embedded(fsys fs.FS, prefix, dir string) error {
	found := 0
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(p) == ".star" {
			t.add(prefix+p, prefix+p, "")
			found++
		}
		return err
	})
	if err == nil && found == 0 {
		err = fmt.Errorf("%s%s: no script", prefix, dir)
	}
	return app.PlainPathError(err)
}

// find adds the scripts of one path. A file or directory takes precedence over a house
// of the same name.
func (t *checkTargets) find(std *app.IO, typed string) error {
	switch {
	case strings.HasPrefix(typed, "@scripts//"):
		return t.embedded(library.Houses(std), "@scripts//", path.Clean(strings.TrimPrefix(typed, "@scripts//")))
	case strings.HasPrefix(typed, "@stdlib//"):
		return t.embedded(stdlib.FS, "@stdlib//", path.Clean(strings.TrimPrefix(typed, "@stdlib//")))
	case typed == "-":
		text, err := io.ReadAll(io.LimitReader(std.Stdin, star.MaxScript+1))
		t.stdin, t.read = string(text), true
		t.add(stdinScript, "-", "")
		return app.PlainPathError(err)
	}
	file := library.FileOf(typed)
	if _, err := std.FS.Stat(file); err != nil && !strings.HasSuffix(file, ".star") {
		return t.house(std, typed, err)
	}
	files, errs := library.ScriptPaths(std, []string{file})
	for _, f := range files {
		ref, err := library.Ref(f)
		if err != nil {
			return err
		}
		t.add(ref, f, strings.TrimPrefix(typed[len(file):], ":"))
	}
	return errors.Join(errs...)
}

// house adds the scripts of an embedded house, or the script of one game.
func (t *checkTargets) house(std *app.IO, typed string, notFound error) error {
	if info, err := fs.Stat(library.Houses(std), typed); err == nil && info.IsDir() {
		return t.embedded(library.Houses(std), "@scripts//", typed)
	}
	if _, _, ok := strings.Cut(typed, "/"); !ok {
		return app.PlainPathError(notFound)
	}
	game, err := library.New(std, nil).Find(typed)
	if err != nil {
		return err
	}
	if game.Note != "" {
		std.Warn("%s", game.Note)
	}
	ref := game.Pos.File
	_, name, _ := strings.Cut(game.ID, "/")
	t.add(ref, ref, name)
	return nil
}

// Check checks scripts and prints the findings.
func Check(ctx context.Context, std *app.IO, opts CheckOptions) error {
	targets, errs := findScripts(std, opts.Paths)
	if len(targets.refs) == 0 && len(errs) > 0 {
		return errors.Join(errs...)
	}
	loading := library.Options(std, opts.Set)
	if targets.read {
		loading.Files = star.Overlay(loading.Files, stdinScript, []byte(targets.stdin))
	}
	lib := dsl.NewLibrary(loading)
	checker := check.New(lib)
	checker.Game = opts.Game
	found, err := checker.Scripts(ctx, targets.refs)
	rep := checkReport{std: std, opts: opts, targets: targets}
	if err != nil && ctx.Err() == nil {
		rep.unread = len(app.Flatten(err))
		// Replace file names in errors by the names that the user typed.
		for _, e := range app.Flatten(err) {
			for ref, typed := range targets.typed {
				_ = library.AsTyped(e, typed, ref)
			}
		}
		errs = append(errs, err)
	}
	if opts.Play != nil {
		var err error
		if rep.plays, err = playGames(ctx, std, opts.Play, lib, targets, checker); err != nil {
			errs = append(errs, err)
		}
		found = checker.Findings()
	}
	if opts.Fix || opts.Diff {
		if found, err = fixScripts(std, opts, lib, targets, found); err != nil {
			return err
		}
	}
	rep.found, rep.complete = found, ctx.Err() == nil
	rep.shown, rep.more = check.Shown(found)
	// Replace file names in findings, and in the counts of those not shown, by the
	// names that the user typed.
	more := rep.more
	// Map one loader's name in each folder to the name that the user typed, if the two differ
	as := map[string]string{}
	seen := map[library.Folders]bool{}
	for _, ref := range targets.refs {
		if f := library.FoldersOf(targets.typed[ref], ref); ref != targets.typed[ref] && !seen[f] {
			seen[f] = true
			as[ref] = targets.typed[ref]
		}
	}
	spell := func(f *check.Finding) {
		for ref, typed := range as {
			_ = library.AsTyped(f.Error, typed, ref)
		}
		if f.Pos.File == stdinScript {
			f.Pos.File = "-"
		}
	}
	for _, f := range rep.shown {
		spell(f)
	}
	for _, file := range slices.Collect(maps.Keys(more)) {
		f := &check.Finding{Error: &diag.Error{Pos: diag.Pos{File: file}}}
		if spell(f); f.Pos.File != file {
			more[f.Pos.File] = more[file]
			delete(more, file)
		}
	}
	if err := std.Results(opts.Format, rep.write); err != nil {
		return err
	}
	if err := rep.saveHands(); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(errs) > 0:
		return errors.Join(errs...)
	case len(found) > 0 || rep.unlike() > 0:
		return app.ErrNo
	}
	return nil
}

// fixScripts fixes scripts, or prints the changes, and returns the findings that
// remain.
func fixScripts(std *app.IO, opts CheckOptions, lib *dsl.Library, targets *checkTargets, found []*check.Finding) (left []*check.Finding, err error) {
	fixable := map[string][]*check.Finding{}
	for _, f := range found {
		if f.Fix != nil {
			fixable[f.Pos.File] = append(fixable[f.Pos.File], f)
		}
	}
	fixed := map[*check.Finding]bool{}
	for _, ref := range targets.refs {
		if len(fixable[ref]) == 0 || strings.HasPrefix(ref, "@") {
			continue
		}
		before := lib.Text(ref)
		after, done := check.Apply(before, fixable[ref])
		switch typed := targets.typed[ref]; {
		case len(done) == 0:
		case opts.Diff:
			report.Diff(std.Stdout, diff.Diff(typed+".orig", []byte(before), typed, []byte(after)))
		case ref == stdinScript:
			return nil, app.Usagef("standard input cannot be repaired: use --diff")
		default:
			if err := library.ReplaceScript(std, opts.Paths, typed, []byte(after)); err != nil {
				return nil, err
			}
			std.Note("%s: repaired %s", typed, term.Counted(int64(len(done)), "finding"))
			for _, f := range fixable[ref] {
				fixed[f] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(f *check.Finding) bool { return fixed[f] }), nil
}

// ExhaustOptions say how games are played to the end of every line.
type ExhaustOptions struct {
	Small    library.SmallGames
	Limit    int64
	Symmetry bool // say what the rules treat alike
}

// playRow is the result of playing one version of a game.
type playRow struct {
	Game   string
	Small  *enumerate.Small
	Report *enumerate.Report
	Alike  *enumerate.Symmetry // nil: not asked
}

// seats says whether the rules treat the seats alike, "" if that was not asked.
func (r *playRow) seats() string {
	if r.Alike == nil {
		return ""
	}
	return alike(r.Alike.Seats, r.Alike.Complete, "if the button and all seats move one to the left")
}

// suits says whether suits can be renamed.
func (r *playRow) suits() string {
	if r.Alike == nil {
		return ""
	}
	return alike(r.Alike.Suits, r.Alike.Complete, "if "+r.Alike.Renamed+" are exchanged")
}

// alike says where hands that should be alike are not.
func alike(p *enumerate.Parting, complete bool, when string) string {
	switch {
	case p == nil && !complete:
		return "yes, as far as it was played"
	case p == nil:
		return "yes"
	}
	return fmt.Sprintf("no, %s: %s %s, %s", p.Pos, when, "there is another hand", p.Ways)
}

// values says whether seats that put in the same win the same over all deals.
func (r *playRow) values() string {
	switch {
	case r.Alike == nil:
		return ""
	case r.Alike.Unequal == nil && r.Alike.Equal == 0:
		return "no line that all deals come to"
	case r.Alike.Unequal == nil:
		return "yes, in " + term.Counted(int64(r.Alike.Equal), "line")
	}
	u := r.Alike.Unequal
	scale := float64(r.Small.Bound.Stakes.Scale)
	return fmt.Sprintf("no, %s: over all deals seat %d wins %.4f and seat %d wins %.4f after %s", u.Pos, u.Seats[0]+1, u.Values[0]/scale, u.Seats[1]+1, u.Values[1]/scale, term.Counted(int64(len(u.Actions)), "action"))
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
	row := &playRow{Game: g.ID, Small: small, Report: report}
	if opts.Symmetry && report.Fault == nil {
		row.Alike, err = enumerate.Symmetric(ctx, small)
	}
	return row, err
}

func playColumns(interrupted, symmetry bool) []rows.Column[*playRow] {
	alike := func(name, title, doc string, f func(*playRow) string) rows.Column[*playRow] {
		return rows.Column[*playRow]{Name: name, Title: title, Doc: doc, Elsewhere: !symmetry, Value: func(r *playRow) any { return rows.Given(f(r)) }, Text: func(r *playRow) (string, string) { return f(r), "" }}
	}
	counted := func(name, unit, title, doc string, f func(*enumerate.Report) int64) rows.Column[*playRow] {
		return rows.Column[*playRow]{
			Name: name, Unit: unit, Title: title, Doc: doc, Elsewhere: title == "", Value: func(r *playRow) any { return f(r.Report) },
			Text: func(r *playRow) (string, string) { return term.Grouped(f(r.Report)), "" },
		}
	}
	return []rows.Column[*playRow]{
		{Name: "game", Doc: "the game", Value: func(r *playRow) any { return r.Game }},
		{Name: "size", Doc: "the version", Limits: `enum:"kuhn,leduc,whole"`, Value: func(r *playRow) any { return r.Small.Size.String() }},
		{
			Name: "pack", Title: "deck", Doc: "its cards", Value: func(r *playRow) any { return cards.Format(r.Small.Pack) },
			Text: func(r *playRow) (string, string) { return report.Deck(r.Small.Pack), "" },
		},
		{Name: "seats", Unit: "players", Doc: "players", Value: func(r *playRow) any { return len(r.Small.Stacks) }},
		{Name: "stacks", Elsewhere: true, Doc: "their chips", Value: func(r *playRow) any { return rows.Amounts(r.Small.Stacks, r.Small.Bound.Stakes.Scale) }},
		counted("deals", "deals", "deals", "ways of the first cards", func(r *enumerate.Report) int64 { return r.Deals }),
		counted("states", "decisions", "states", "decisions looked at", func(r *enumerate.Report) int64 { return r.States }),
		counted("hands", "hands", "hands", "ends of hands", func(r *enumerate.Report) int64 { return r.Hands }),
		counted("showdowns", "hands", "", "of those with a showdown", func(r *enumerate.Report) int64 { return r.Showdowns }),
		counted("redeals", "lines", "", "lines that lead to a new deal", func(r *enumerate.Report) int64 { return r.Redeals }),
		counted("sequences", "sequences", "sequences", "of actions, whatever the cards", func(r *enumerate.Report) int64 { return r.Sequences }),
		counted("information_sets", "decisions", "information sets", "decisions as the seat sees them", func(r *enumerate.Report) int64 { return r.InfoSets }),
		counted("information_sets_by_rank", "decisions", "by rank", "of those, when suits are not told apart", func(r *enumerate.Report) int64 { return r.RankSets }),
		{Name: "longest", Unit: "actions", Elsewhere: true, Doc: "actions of the longest hand", Value: func(r *playRow) any { return r.Report.Longest }},
		{Name: "complete", Elsewhere: true, Doc: "every line was followed", Value: func(r *playRow) any { return r.Report.Complete }},
		{Name: "why_not", Title: "every line", Doc: "why not", Value: func(r *playRow) any { return rows.Given(r.why(interrupted)) }, Text: func(r *playRow) (string, string) {
			if why := r.why(interrupted); why != "" {
				return "no: " + why, ""
			}
			return "yes", ""
		}},
		alike("seats_alike", "seats alike", "with --symmetry: the rules treat the seats alike, or where they do not", (*playRow).seats),
		alike("suits_alike", "suits alike", "with --symmetry: suits may be renamed, or where they may not", (*playRow).suits),
		alike("equal_values", "equal values", "with --symmetry: seats that put in the same win the same over all deals, or where they do not", (*playRow).values),
	}
}

type checkReport struct {
	std      *app.IO
	opts     CheckOptions
	targets  *checkTargets
	found    []*check.Finding // all findings
	shown    []*check.Finding // those to print
	more     map[string]int   // number not shown, by file
	complete bool             // not interrupted
	plays    []*playRow
	unread   int // scripts that could not be read
}

func (rep checkReport) write(std *app.IO, format string) error {
	rep.std = std
	switch format {
	case report.JSON, report.CSV:
		// Write a row for each finding; a JSON document also has totals
		return rows.Write(rep.std.Stdout, format, "check", "findings", checkColumns, rep.shown,
			rows.Pair{Name: "scripts", Unit: "scripts", Doc: "looked at", Value: len(rep.targets.refs)},
			rows.Complete(rep.complete),
			rows.Pair{Name: "more", Doc: "findings that are left out: of each script 100 are shown", Value: len(rep.found) - len(rep.shown)},
			rows.Pair{Name: "more_in", Doc: "how many are left out, by script; not there when none are", Value: rows.If(len(rep.more) > 0, rep.more)},
			rows.Pair{Name: "plays", Doc: "of --exhaustive", Value: rows.If(rep.opts.Play != nil, rows.Records(playColumns(!rep.complete, rep.opts.Play != nil && rep.opts.Play.Symmetry), rep.plays))},
		)
	case report.SARIF:
		// The subset of SARIF 2.1.0 for findings.
		text := func(words string) rows.Record { return rows.Record{{Name: "text", Value: words}} }
		rules, results := []rows.Record{}, []rows.Record{}
		index := map[string]int{}
		for _, f := range rep.shown {
			at, ok := index[f.Code]
			if !ok {
				at = len(rules)
				index[f.Code] = at
				full := cmp.Or(reference.CodeDoc(f.Code), f.Code)
				short, _, _ := strings.Cut(full, "\n")
				rules = append(rules, rows.Record{{Name: "id", Value: f.Code}, {Name: "shortDescription", Value: text(short)}, {Name: "fullDescription", Value: text(full)}})
			}
			place := rows.Record{{Name: "artifactLocation", Value: rows.Record{{Name: "uri", Value: sarifURI(f.Pos.File)}}}}
			if f.Pos.Line > 0 {
				place = append(place, rows.Pair{Name: "region", Value: rows.Record{{Name: "startLine", Value: f.Pos.Line}, {Name: "startColumn", Value: rows.Given(f.Pos.Col)}}})
			}
			message := f.Msg
			if f.Hint != "" {
				message += " (" + f.Hint + ")"
			}
			results = append(results, rows.Record{
				{Name: "ruleId", Value: f.Code},
				{Name: "ruleIndex", Value: at},
				{Name: "level", Value: level(f)},
				{Name: "message", Value: text(message)},
				{Name: "locations", Value: []rows.Record{{{Name: "physicalLocation", Value: place}}}},
			})
		}
		driver := rows.Record{{Name: "name", Value: "cardroom"}, {Name: "version", Value: rows.Given(rep.std.Version)}, {Name: "rules", Value: rules}}
		run := rows.Record{{Name: "tool", Value: rows.Record{{Name: "driver", Value: driver}}}, {Name: "results", Value: results}}
		if len(rep.more) > 0 { // findings that are not in the results, in total and by file
			in := map[string]int{}
			for file, n := range rep.more {
				in[sarifURI(file)] = n
			}
			run = append(run, rows.Pair{Name: "properties", Value: rows.Record{{Name: "more", Value: len(rep.found) - len(rep.shown)}, {Name: "more_in", Value: in}}})
		}
		out, err := json.MarshalIndent(rows.Record{{Name: "$schema", Value: "https://json.schemastore.org/sarif-2.1.0.json"}, {Name: "version", Value: "2.1.0"}, {Name: "runs", Value: []rows.Record{run}}}, "", "  ")
		if err == nil {
			rep.std.Stdout.Printf("%s\n", out)
		}
		return err
	case report.GitHub:
		for i, f := range rep.shown {
			report.Annotate(rep.std.Stdout, level(f), f.Pos, f.Code, f.Detail())
			if n := rep.moreAfter(i); n > 0 {
				report.Annotate(rep.std.Stdout, "notice", diag.Pos{File: f.Pos.File}, "", fmt.Sprintf("and %d more in this file", n))
			}
		}
		return nil
	}
	rep.print()
	return nil
}

// print prints findings as text, and their number on standard error. With --diff the
// changes have been printed instead of the findings.
func (rep *checkReport) print() {
	if rep.opts.Diff && rep.complete {
		fixable := len(rep.found) - len(slices.DeleteFunc(slices.Clone(rep.found), func(f *check.Finding) bool { return f.Fix != nil }))
		rep.std.Note("%d of %s can be repaired", fixable, term.Counted(int64(len(rep.found)), "finding"))
		return
	}
	w := rep.std.Stdout
	for i, f := range rep.shown {
		if i > 0 {
			w.Printf("\n")
		}
		shown := *f.Error
		shown.Msg += " " + w.Paint("["+f.Code+"]", color.Faint)
		w.Printf("%s\n", app.PaintDetail(w, shown.Detail()))
		app.ReportTrace(rep.std, f.Error)
		if f.Hand != "" {
			w.Printf("the shortest hand that shows it, for 'cardroom replay':\n%s", indented(f.Hand))
		}
		if f.Line != "" {
			w.Printf("the shortest way there: %s", indented(f.Line)[4:])
		}
		if n := rep.moreAfter(i); n > 0 {
			w.Printf("\n%s: and %d more in this file\n", f.Pos.File, n)
		}
	}
	if len(rep.plays) > 0 {
		if len(rep.found) > 0 {
			w.Printf("\n")
		}
		// Print the counts as a table.
		redeals := int64(0)
		for _, r := range rep.plays {
			redeals += r.Report.Redeals
		}
		report.Columns(rep.std.Stdout, playColumns(!rep.complete, rep.opts.Play != nil && rep.opts.Play.Symmetry), rep.plays)
		if redeals > 0 {
			rep.std.Note("%s to a new deal, which is not followed", term.Counted(redeals, "way"))
		}
	}
	files := term.Counted(int64(len(rep.targets.refs)-rep.unread), "script")
	switch {
	case !rep.complete:
		rep.std.Note("interrupted, not all of %s was checked", files)
	case rep.unread == len(rep.targets.refs): // errors were reported for all of them
	case len(rep.found) == 0 && rep.unlike() > 0:
		rep.std.Note("nothing else found in %s, but the rules do not treat the seats alike in %s", files, term.Counted(rep.unlike(), "version"))
	case len(rep.found) == 0:
		part := 0
		for _, r := range rep.plays {
			if !r.Report.Complete {
				part++
			}
		}
		if part > 0 {
			files += fmt.Sprintf("; %d of %s not played whole", part, term.Counted(int64(len(rep.plays)), "version"))
		}
		rep.std.Note("nothing found in %s", files)
	default:
		rep.std.Note("%s in %s; 'cardroom doc %s' explains a code", term.Counted(int64(len(rep.found)), "finding"), files, rep.found[0].Code)
	}
}

// unlike returns the number of versions whose seats --symmetry has found not to be alike.
func (rep *checkReport) unlike() (n int64) {
	for _, r := range rep.plays {
		if r.Alike != nil && r.Alike.Seats != nil {
			n++
		}
	}
	return n
}

// moreAfter returns how many findings of a file are not shown, if the finding at i is
// the last one shown of that file; otherwise 0.
func (rep *checkReport) moreAfter(i int) int {
	file := rep.shown[i].Pos.File
	if i+1 < len(rep.shown) && rep.shown[i+1].Pos.File == file {
		return 0
	}
	return rep.more[file]
}

// level returns the severity of a finding.
func level(f *check.Finding) string {
	if f.Code < "CR100" || f.Code >= "CR140" { // the script cannot be played as it is
		return "error"
	}
	return "warning"
}

var checkColumns = []rows.Column[*check.Finding]{
	{Name: "code", Doc: "'cardroom doc CODE' explains it", Limits: `pattern:"^CR[0-9]{3}$"`, Value: func(f *check.Finding) any { return f.Code }},
	{Name: "level", Doc: "error keeps the script from being played as it is", Limits: `enum:"error,warning"`, Value: func(f *check.Finding) any { return level(f) }},
	{Name: "file", Doc: "the script", Value: func(f *check.Finding) any { return f.Pos.File }},
	{Name: "line", Doc: "the line, 0 for the whole", Value: func(f *check.Finding) any { return f.Pos.Line }},
	{Name: "column", Doc: "the column, in characters", Value: func(f *check.Finding) any { return f.Pos.Col }},
	{Name: "message", Doc: "what is wrong", Value: func(f *check.Finding) any { return f.Msg }},
	{Name: "hint", Doc: "the remedy", Value: func(f *check.Finding) any { return rows.Given(f.Hint) }},
	{Name: "source", Doc: "the line of the script", Value: func(f *check.Finding) any { return shortLine(f.Source) }},
	{Name: "hand", Doc: "the shortest hand that shows it, for replay", Value: func(f *check.Finding) any { return rows.Given(f.Hand) }},
	{Name: "line_of_play", Doc: "the shortest way there in words", Value: func(f *check.Finding) any { return rows.Given(f.Line) }},
	{Name: "fixable", Doc: "--fix repairs it", Value: func(f *check.Finding) any { return f.Fix != nil }},
}

// shortLine returns a line of a script, cut if it is longer than people write: each of
// a hundred findings quotes a line.
func shortLine(line string) string {
	const most = 2000
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}

// indented indents each line by four spaces.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}

// saveHands writes the hands that show faults to the file of --save, as a .phhs
// collection.
func (rep *checkReport) saveHands() error {
	if rep.opts.Save == "" {
		return nil
	}
	f, err := rep.std.Create(rep.opts.Save)
	if err != nil {
		return err
	}
	return term.Fill(f, func(w io.Writer) error {
		n := 0
		for _, found := range rep.found {
			if found.Hand == "" {
				continue
			}
			n++
			if _, err := fmt.Fprintf(w, "[%d]\n%s\n", n, strings.TrimPrefix(found.Hand, "[1]\n")); err != nil {
				return err
			}
		}
		return nil
	})
}

// sarifURI returns the path of a file in cardroom's repository, or as the user typed
// it.
func sarifURI(file string) string {
	for _, source := range []string{"scripts", "stdlib"} {
		if rest, ok := strings.CutPrefix(file, "@"+source+"//"); ok {
			return source + "/" + rest
		}
	}
	return file
}
