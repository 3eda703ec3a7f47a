// Package editor answers what an editor asks about scripts while they are written: where a name comes from and who uses
// it, what may stand here, what a word does, how a text is laid out, what is wrong with it.
//
// A [Workspace] has the scripts of a folder and the texts that are open, which need not be saved nor be whole. It speaks
// of scripts by the names that a [star.Loader] takes, and of places as positions do: lines and columns from 1, columns in
// runes. It knows no protocol.
//
// A text that is no Starlark, as most are between two keys, is answered from the last one that was, line by line, and from
// the words before the place; see [document.tree].
package editor

import (
	"context"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/format"
	"cardroom/dsl/reference"
	"cardroom/dsl/star"
	"cardroom/dsl/suite"

	"go.starlark.net/syntax"
)

// Host is what a workspace needs of the program around it. All functions are set.
type Host struct {
	// Library makes a library for which the scripts that are open have the texts of the editor.
	Library func(open map[string]string) *dsl.Library
	// Reference is everything that can be looked up.
	Reference func() (*reference.Reference, error)
	// Scripts lists the scripts of the folder.
	Scripts func() []string
	// Own is the file of the user's behind a script; of one that has none, its name.
	Own func(file string) string
}

// Place is a position in a text: line and column from 1, the column in runes.
type Place struct{ Line, Col int32 }

func (p Place) before(o Place) bool { return p.Line < o.Line || p.Line == o.Line && p.Col < o.Col }

// Range is a stretch of a text; its end is behind the last rune.
type Range struct{ Start, End Place }

func (r Range) has(p Place) bool { return !p.before(r.Start) && !r.End.before(p) }

// Location is a stretch of a script.
type Location struct {
	File string
	Range
}

// Workspace is what an editor has open. Its methods may be called from several goroutines; they wait for each other.
type Workspace struct {
	host Host

	mu   sync.Mutex
	open map[string]*document
	lib  *dsl.Library // of the texts as they are, nil after a change
	ref  *reference.Reference
	read map[string]*star.Script // by lib
	// lists are the clauses of folders, by lib.
	lists map[string]clauseList
	// ran are scripts that were loaded, and stand on no text that has changed since.
	ran map[string]*star.Module
}

// document is a text that is open.
type document struct {
	text string
	good *star.Script // the last text that was Starlark
	ran  *star.Module // the last that was loaded: by the last check, if there was one
	bad  bool         // the last check could not load it
	// costs are what the last check measured.
	costs []check.Cost
}

// New begins a workspace.
func New(host Host) *Workspace {
	return &Workspace{host: host, open: map[string]*document{}, ran: map[string]*star.Module{}}
}

// Open gives a script the text that the editor shows.
func (w *Workspace) Open(file, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.open[file]
	if d == nil {
		d = &document{}
		w.open[file] = d
	}
	if d.text == text && d.good != nil {
		return
	}
	d.text = text
	w.changed(file)
}

// Close gives a script the text of its file again.
func (w *Workspace) Close(file string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, file)
	w.changed(file)
}

// Changed forgets what was read: files have changed.
func (w *Workspace) Changed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lib, w.ran = nil, map[string]*star.Module{}
}

// Text is the text of a script as the editor or the file has it.
func (w *Workspace) Text(file string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text(file)
}

func (w *Workspace) text(file string) string {
	if d := w.open[file]; d != nil {
		return d.text
	}
	if s := w.script(file); s != nil {
		return s.Text
	}
	return ""
}

// Dependents are the scripts that are open and load another, or may: those that never loaded are among them.
func (w *Workspace) Dependents(file string) (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, d := range w.open {
		if name != file && (d.ran == nil || d.bad || slices.ContainsFunc(slices.Collect(d.ran.All()), func(m *star.Module) bool { return w.host.Own(m.Path) == file })) {
			out = append(out, name)
		}
	}
	return out
}

// Check finds the faults of a script, as the command check does.
func (w *Workspace) Check(ctx context.Context, file string) ([]*check.Finding, error) {
	w.mu.Lock()
	texts := w.texts()
	w.mu.Unlock()
	// A library of its own: the scripts may take long, and the editor asks other things meanwhile.
	lib := w.host.Library(texts)
	checker := check.New(lib)
	found, err := checker.Scripts(ctx, []string{file})
	m, bad := lib.LoadContext(ctx, file) // it was loaded already
	w.mu.Lock()
	if d := w.open[file]; d != nil && d.text == texts[file] && err == nil {
		d.costs, d.bad = checker.Costs(), bad != nil
		if bad == nil {
			d.ran = m
		}
	}
	w.mu.Unlock()
	return slices.DeleteFunc(found, func(f *check.Finding) bool { return f.Pos.File != file }), err
}

// Format is the text of a script laid out; the error is that it is no Starlark.
func (w *Workspace) Format(file string) (string, error) {
	out, err := format.Source(file, []byte(w.Text(file)))
	return string(out), err
}

// Texts are those of the scripts that are open, by their names.
func (w *Workspace) Texts() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.texts()
}

func (w *Workspace) texts() map[string]string {
	out := map[string]string{}
	for file, d := range w.open {
		if !strings.HasPrefix(file, "@") { // what comes with the program stays as it is
			out[file] = d.text
		}
	}
	return out
}

// library is one for the texts as they are.
func (w *Workspace) library() *dsl.Library {
	if w.lib == nil {
		w.lib, w.read, w.lists = w.host.Library(w.texts()), map[string]*star.Script{}, map[string]clauseList{}
	}
	return w.lib
}

// script is a script with its names resolved, nil for one that cannot be read.
func (w *Workspace) script(file string) *star.Script {
	lib := w.library()
	s, ok := w.read[file]
	if !ok {
		s, _ = lib.Read(file)
		w.read[file] = s
		if d := w.open[file]; d != nil && s != nil && s.File != nil {
			d.good = s
		}
	}
	return s
}

// tree is a script whose tree is there: as it is now or, where that is no Starlark, as it was when it last was. now is set
// where the tree is that of the text.
func (w *Workspace) tree(file string) (s *star.Script, now bool) {
	s = w.script(file)
	if s != nil && s.File != nil {
		return s, true
	}
	if d := w.open[file]; d != nil && d.good != nil {
		return d.good, false
	}
	return nil, false
}

// module is a script that was loaded, of one that is open as it was when it last did: most texts do not load while they are
// written, and what a name stands for seldom changes between two checks. nil is one that never loaded.
func (w *Workspace) module(file string) *star.Module {
	if d := w.open[file]; d != nil && d.ran != nil {
		return d.ran
	}
	m, ok := w.ran[file]
	if !ok {
		m, _ = w.library().Load(file)
		w.ran[file] = m
		if d := w.open[file]; d != nil {
			d.ran = m
		}
	}
	return m
}

// changed forgets what was loaded and stands on a script.
func (w *Workspace) changed(file string) {
	w.lib = nil
	for name, m := range w.ran {
		if m == nil || name == file || slices.ContainsFunc(slices.Collect(m.All()), func(m *star.Module) bool { return w.host.Own(m.Path) == file }) {
			delete(w.ran, name)
		}
	}
}

// locate is the script that a load statement of another means, "" for none.
func (w *Workspace) locate(module, from string) string {
	file, err := w.library().Locate(module, from)
	if err != nil {
		return ""
	}
	return w.host.Own(file)
}

// words are those that a script can use: tests have more.
func words(file string) *star.Words {
	if star.IsTestScript(file) {
		return suite.Words()
	}
	return dsl.Language()
}

// reference is everything that can be looked up, nil where it cannot be made.
func (w *Workspace) reference() *reference.Reference {
	if w.ref == nil {
		w.ref, _ = w.host.Reference()
	}
	return w.ref
}

// scripts are those of the folder and those that are open.
func (w *Workspace) scripts() []string {
	out := w.host.Scripts()
	for file := range w.open {
		out = append(out, file)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lines are those of a text, without their ends.
func lines(text string) []string { return strings.Split(text, "\n") }

// line is a line of a text, "" where it has none.
func line(text string, n int32) string {
	all := lines(text)
	if n < 1 || int(n) > len(all) {
		return ""
	}
	return all[n-1]
}

func place(p syntax.Position) Place { return Place{p.Line, p.Col} }

// span is where a node stands.
func span(n syntax.Node) Range {
	start, end := n.Span()
	return Range{place(start), place(end)}
}

// named is where a name stands.
func named(id *syntax.Ident) Range {
	at := place(id.NamePos)
	return Range{at, Place{at.Line, at.Col + int32(len([]rune(id.Name)))}}
}

// Before is the text up to a place.
func Before(text string, p Place) string { return upTo(text, p) }

// Line is a line of a text, counted from 0; "" where it has none.
func Line(text string, n int) string { return line(text, int32(n)+1) }

// WordRange is the word at a place, or the one rune there.
func WordRange(text string, p Place) Range {
	word, start := wordAt(text, p)
	if word == "" {
		return Range{p, Place{p.Line, p.Col + 1}}
	}
	return Range{start, Place{p.Line, start.Col + int32(len([]rune(word)))}}
}
