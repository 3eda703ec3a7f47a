// Package checks implements "cardroom check": it looks for faults in scripts and
// games, and reports them.
package checks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/stdlib"

	"github.com/rogpeppe/go-internal/diff"
)

type Options struct {
	Paths     []string // none for all embedded scripts
	Set       map[string]string
	Fix, Diff bool
	Play      *ExhaustOptions // nil: do not play games to the end of every line
	Save      string          // file for hands that show faults
	Format    string
}

// stdinScript is the loader's name of standard input.
const stdinScript = "stdin"

// checkTargets are the scripts to check.
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
func Check(ctx context.Context, std *app.IO, opts Options) error {
	targets, errs := findScripts(std, opts.Paths)
	if len(targets.refs) == 0 && len(errs) > 0 {
		return errors.Join(errs...)
	}
	lib := checkLibrary(std, opts.Set, targets)
	checker := check.New(lib)
	found, err := checker.Scripts(ctx, targets.refs)
	rep := checkReport{std: std, opts: opts, targets: targets}
	if err != nil && ctx.Err() == nil {
		rep.unread = len(app.Flatten(err))
		errs = append(errs, asTypedAll(err, targets))
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
	case len(found) > 0:
		return app.ErrNo
	}
	return nil
}

// asTypedAll replaces file names in errors by the names that the user typed.
func asTypedAll(err error, targets *checkTargets) error {
	for _, e := range app.Flatten(err) {
		for ref, typed := range targets.typed {
			_ = library.AsTyped(e, typed, ref)
		}
	}
	return err
}

// checkLibrary returns a library in which standard input is a script.
func checkLibrary(std *app.IO, set map[string]string, targets *checkTargets) *dsl.Library {
	opts := library.Options(std, set)
	if targets.read {
		opts.Files = star.Overlay(opts.Files, stdinScript, []byte(targets.stdin))
	}
	return dsl.NewLibrary(opts)
}

// fixScripts fixes scripts, or prints the changes, and returns the findings that
// remain.
func fixScripts(std *app.IO, opts Options, lib *dsl.Library, targets *checkTargets, found []*check.Finding) (left []*check.Finding, err error) {
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
			std.Note("%s: repaired %s", typed, figures.Counted(int64(len(done)), "finding"))
			for _, f := range fixable[ref] {
				fixed[f] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(f *check.Finding) bool { return fixed[f] }), nil
}
