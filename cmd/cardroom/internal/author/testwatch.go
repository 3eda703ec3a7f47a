package author

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"

	"github.com/fatih/color"
)

// WatchTests runs tests, and reruns those affected by a change, until the context ends.
func WatchTests(ctx context.Context, std *app.IO, opts TestOptions) error {
	w := &testWatch{std: std, opts: opts, groups: map[string]*testGroup{}}
	var err error
	if w.watcher, err = std.Watch(); err != nil {
		return err
	}
	defer w.watcher.Close()
	if err := w.find(); err != nil {
		return err
	}
	if !slices.ContainsFunc(w.files.refs, func(ref string) bool { return !strings.HasPrefix(ref, "@") }) {
		return app.Usagef("--watch needs scripts in files: the embedded houses do not change")
	}
	for ctx.Err() == nil {
		if due, why := w.due(); len(due) > 0 {
			// Run the tests of groups and report on them together.
			files := &testFiles{typed: map[string]string{}}
			for _, g := range due {
				for _, ref := range g.files.refs {
					files.add(ref, g.files.typed[ref])
				}
			}
			// On a terminal the report clears the previous one
			out := w.std.Stdout
			if out.Terminal && w.rounds > 0 {
				out.Control("\x1b[H\x1b[2J\x1b[3J")
			}
			w.rounds++
			what := "all files"
			if w.rounds > 1 {
				what = fmt.Sprintf("%s; %d of %s", changes(why), len(files.refs), term.Counted(int64(len(w.files.refs)), "file"))
			}
			out.Printf("%s\n", out.Paint(fmt.Sprintf("== run %d: %s", w.rounds, what), color.Bold))
			rep := newTestReport(w.std, w.opts, files)
			unloadable := 0
			for _, g := range due {
				noting := noteFiles(w.std.FS)
				std := *w.std
				std.FS = noting
				err := rep.run(ctx, &std, g.files)
				g.needs = noting.opened
				if err != nil && ctx.Err() == nil {
					app.Report(w.std, err)
					unloadable++
				}
			}
			switch {
			case ctx.Err() != nil && len(rep.results) == 0, unloadable == len(due):
			case len(rep.results) == 0:
				app.Report(w.std, rep.noTests())
			default:
				if err := rep.finish(ctx); ctx.Err() == nil {
					app.Report(w.std, err)
				}
			}
			w.follow() // something may have changed before it was watched: no wait
		} else {
			app.Settled(ctx, w.watcher)
		}
		if err := w.find(); err != nil {
			app.Report(std, err)
		}
	}
	return ctx.Err()
}

// testWatch is the state between the runs.
type testWatch struct {
	std     *app.IO
	opts    TestOptions
	watcher app.Watcher
	files   *testFiles
	dirs    map[string]bool // searched for tests
	groups  map[string]*testGroup
	rounds  int
	told    string // the last message about how many scripts are watched
}

// testGroup is the test scripts that run together, with the stamps of all files that
// they needed.
type testGroup struct {
	files *testFiles
	needs map[string]app.Stamp // nil before the first run
}

// find finds the test scripts. Each is its own group, unless the report covers all of
// them together.
func (w *testWatch) find() error {
	noting := noteFiles(w.std.FS)
	std := *w.std
	std.FS = noting
	files, err := findTests(&std, w.opts.Paths)
	if err != nil {
		return err
	}
	w.files, w.dirs = files, noting.listed
	groups := map[string]*testGroup{}
	for _, ref := range files.refs {
		key := ref
		if w.opts.Cover || w.opts.Plan || w.opts.Clauses {
			key = strings.Join(files.refs, "\n")
		}
		g := w.groups[key]
		if g == nil {
			g = &testGroup{files: &testFiles{typed: map[string]string{}}}
		}
		g.files.add(ref, files.typed[ref])
		groups[key], w.groups[key] = g, g
	}
	w.groups = groups
	return nil
}

// due returns the groups to run, in the order of the files, and the files that
// changed.
func (w *testWatch) due() (due []*testGroup, why []string) {
	for _, ref := range w.files.refs {
		if slices.ContainsFunc(due, func(g *testGroup) bool { return g.files.typed[ref] != "" }) {
			continue
		}
		if w.goneSince(ref) {
			continue // the next find knows
		}
		g := cmp.Or(w.groups[ref], w.groups[strings.Join(w.files.refs, "\n")])
		var changed []string
		if g.needs == nil {
			changed = []string{g.files.typed[ref]}
		}
		for name, was := range g.needs {
			if now := app.StampOf(w.std, name); now.Size != was.Size || !now.Time.Equal(was.Time) {
				changed = append(changed, name)
			}
		}
		if len(changed) > 0 {
			due, why = append(due, g), append(why, changed...)
		}
	}
	slices.Sort(why)
	return due, slices.Compact(why)
}

// goneSince reports whether a test script is missing that find has found.
func (w *testWatch) goneSince(ref string) bool {
	return !strings.HasPrefix(ref, "@") && app.StampOf(w.std, w.files.typed[ref]) == app.Stamp{}
}

// changes names the changed files, or counts them if there are too many.
func changes(names []string) string {
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%d files changed", len(names))
	}
	return strings.Join(names, ", ") + " changed"
}

// follow watches the directories of all files that tests needed, and those searched
// for tests.
func (w *testWatch) follow() {
	dirs, needs := map[string]bool{}, map[string]bool{}
	for dir := range w.dirs {
		dirs[dir] = true
	}
	for _, g := range w.groups {
		for name := range g.needs {
			needs[name] = true
			dirs[filepath.Dir(name)] = true
			if real, err := filepath.EvalSymlinks(name); err == nil {
				dirs[filepath.Dir(real)] = true
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		// Watch a directory, or the nearest parent in which it may appear
		err := w.watcher.Add(dir)
		for up := filepath.Dir(dir); err != nil && up != dir; up = filepath.Dir(dir) {
			dir = up
			err = w.watcher.Add(dir)
		}
		if err != nil {
			w.std.Warn("%s is not watched: %v", dir, err)
		}
	}
	if text := fmt.Sprintf("watching %s; ^C ends", term.Counted(int64(len(needs)), "script")); text != w.told || w.std.Stdout.Terminal {
		w.told = text
		w.std.Note("%s", text)
	}
}

// notingFiles is a file system that records which files are opened, with their stamps
// just before, and which directories are listed. It also records missing files,
// because they may appear later.
type notingFiles struct {
	history.FileSystem
	mu     sync.Mutex
	opened map[string]app.Stamp
	listed map[string]bool
}

func noteFiles(fsys history.FileSystem) *notingFiles {
	return &notingFiles{FileSystem: fsys, opened: map[string]app.Stamp{}, listed: map[string]bool{}}
}

func (f *notingFiles) Open(name string) (fs.File, error) {
	f.Note(name)
	return f.FileSystem.Open(name)
}

// Note records a file that is about to be opened.
func (f *notingFiles) Note(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, twice := f.opened[name]; !twice {
		f.opened[name] = app.StampOf(&app.IO{FS: f.FileSystem}, name)
	}
}

// Under returns the underlying file system.
func (f *notingFiles) Under() history.FileSystem { return f.FileSystem }

func (f *notingFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	f.mu.Lock()
	f.listed[name] = true
	f.mu.Unlock()
	return f.FileSystem.ReadDir(name)
}
