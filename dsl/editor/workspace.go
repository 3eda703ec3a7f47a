// Package editor answers an editor's questions about scripts while they are written: the definition and uses of a name,
// completions, documentation, formatting, and findings.
//
// A [Workspace] has the scripts of a folder and the open texts, which need not be saved or complete. It uses the script
// names of a [star.Loader]. Lines and columns count from 1, columns in runes. It knows no protocol.
//
// Between two keystrokes most texts do not parse. For such a text, answers come from the last text that did, line by line,
// and from the words before the place; see [Workspace.tree].
package editor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/format"
	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/diag"

	"go.starlark.net/syntax"
)

// Host provides what a workspace needs from the program. All functions must be set.
type Host struct {
	// Library returns a library in which open scripts have the texts of the editor.
	Library func(open map[string]string) *dsl.Library
	// Reference returns the reference of the language.
	Reference func() *reference.Reference
	// Scripts lists the scripts of the folder.
	Scripts func() []string
	// Own returns the user's file for a script, or the script's name if there is no file.
	Own func(file string) string
}

// Place is a position in a text: line and column from 1, the column in runes.
type Place struct{ Line, Col int32 }

func (p Place) before(o Place) bool { return p.Line < o.Line || p.Line == o.Line && p.Col < o.Col }

// Range is a part of a text; its end is after the last rune.
type Range struct{ Start, End Place }

func (r Range) has(p Place) bool { return !p.before(r.Start) && !r.End.before(p) }

// Location is a range of a script.
type Location struct {
	File string
	Range
}

// Workspace holds what an editor has open. Its methods may be called from several goroutines; calls run one at a time.
type Workspace struct {
	host Host

	mu   sync.Mutex
	open map[string]*document
	lib  *dsl.Library // for the current texts; nil after a change
	ref  *reference.Reference
	read map[string]*star.Script // scripts read by lib
	// lists are the clauses of folders, read by lib.
	lists map[string]clauseList
	// ran holds loaded scripts that do not depend on any changed text.
	ran map[string]*star.Module
}

// document is an open text.
type document struct {
	text string
	good *star.Script // last version that parsed
	ran  *star.Module // last version that loaded, by the last check if there was one
	bad  bool         // the last check could not load it
	// costs are the measurements of the last check.
	costs []check.Cost
}

// New returns an empty workspace.
func New(host Host) *Workspace {
	return &Workspace{host: host, open: map[string]*document{}, ran: map[string]*star.Module{}}
}

// Open sets the text that the editor shows for a script.
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

// Close reverts a script to the text of its file.
func (w *Workspace) Close(file string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, file)
	w.changed(file)
}

// Changed clears everything that was read, because files have changed.
func (w *Workspace) Changed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lib, w.ran = nil, map[string]*star.Module{}
}

// Text returns the text of a script from the editor or, if it is not open, from the file.
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

// Dependents returns the open scripts that load a script, and those that never loaded and therefore might.
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

// Check returns the findings of a script, like the command check. An error of loading in another script is at the place in this
// one that led to it.
func (w *Workspace) Check(ctx context.Context, file string) ([]*check.Finding, error) {
	w.mu.Lock()
	texts := w.texts()
	w.mu.Unlock()
	// The check uses its own library, because scripts may take long and the editor asks other questions meanwhile.
	lib := w.host.Library(texts)
	checker := check.New(lib)
	found, err := checker.Scripts(ctx, []string{file})
	m, bad := lib.LoadContext(ctx, file) // already loaded by the check
	w.mu.Lock()
	if d := w.open[file]; d != nil && d.text == texts[file] && err == nil {
		d.costs, d.bad = checker.Costs(), bad != nil
		if bad == nil {
			d.ran = m
		}
	}
	w.mu.Unlock()
	var out []*check.Finding
	for _, f := range found {
		if f.Pos.File == file {
			out = append(out, f)
		} else if k := slices.IndexFunc(f.Stack, func(at diag.Frame) bool { return at.Pos.File == file }); k >= 0 {
			e := *f.Error
			e.Pos, e.Msg = f.Stack[k].Pos, fmt.Sprintf("%s: %s", f.Pos, f.Msg)
			out = append(out, &check.Finding{Error: &e})
		}
	}
	return out, err
}

// Format returns the formatted text of a script, or an error if it does not parse.
func (w *Workspace) Format(file string) (string, error) {
	out, err := format.Source(file, []byte(w.Text(file)))
	return string(out), err
}

// Texts returns the texts of open scripts by name.
func (w *Workspace) Texts() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.texts()
}

func (w *Workspace) texts() map[string]string {
	out := map[string]string{}
	for file, d := range w.open {
		if !strings.HasPrefix(file, "@") { // scripts that come with the program never change
			out[file] = d.text
		}
	}
	return out
}

// library returns a library for the current texts.
func (w *Workspace) library() *dsl.Library {
	if w.lib == nil {
		w.lib, w.read, w.lists = w.host.Library(w.texts()), map[string]*star.Script{}, map[string]clauseList{}
	}
	return w.lib
}

// script returns a script with resolved names; nil if it cannot be read.
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

// tree returns a script with its syntax tree. If the current text does not parse, it returns the last version that did, and
// now is false.
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

// module returns a loaded script. For an open script it is the last version that loaded: most texts do not load while they
// are edited, and definitions seldom change between two checks. It returns nil if the script never loaded.
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

// changed drops the loaded scripts that depend on a script.
func (w *Workspace) changed(file string) {
	w.lib = nil
	for name, m := range w.ran {
		if m == nil || name == file || slices.ContainsFunc(slices.Collect(m.All()), func(m *star.Module) bool { return w.host.Own(m.Path) == file }) {
			delete(w.ran, name)
		}
	}
}

// locate returns the script that a load statement refers to; "" if there is none.
func (w *Workspace) locate(module, from string) string {
	file, err := w.library().Locate(module, from)
	if err != nil {
		return ""
	}
	return w.host.Own(file)
}

// words returns the builtins of a script; tests have more.
func words(file string) *star.Words {
	if star.IsTestScript(file) {
		return ruletest.Words()
	}
	return dsl.Language()
}

// reference returns the reference of the language.
func (w *Workspace) reference() *reference.Reference {
	if w.ref == nil {
		w.ref = w.host.Reference()
	}
	return w.ref
}

// scripts returns the scripts of the folder and the open scripts.
func (w *Workspace) scripts() []string {
	out := slices.AppendSeq(w.host.Scripts(), maps.Keys(w.open))
	slices.Sort(out)
	return slices.Compact(out)
}

// lines returns the lines of a text without their ends.
func lines(text string) []string { return strings.Split(text, "\n") }

// line returns a line of a text; "" if there is no such line.
func line(text string, n int32) string {
	all := lines(text)
	if n < 1 || int(n) > len(all) {
		return ""
	}
	return all[n-1]
}

func place(p syntax.Position) Place { return Place{p.Line, p.Col} }

func span(n syntax.Node) Range {
	start, end := n.Span()
	return Range{place(start), place(end)}
}

// named returns the range of a name.
func named(id *syntax.Ident) Range {
	at := place(id.NamePos)
	return Range{at, Place{at.Line, at.Col + int32(len([]rune(id.Name)))}}
}

// Before returns the text before a place.
func Before(text string, p Place) string { return upTo(text, p) }

// Line returns a line of a text, counted from 0; "" if there is no such line.
func Line(text string, n int) string { return line(text, int32(n)+1) }

// WordRange returns the range of the word at a place, or of the single rune there.
func WordRange(text string, p Place) Range {
	word, start := wordAt(text, p)
	if word == "" {
		return Range{p, Place{p.Line, p.Col + 1}}
	}
	return Range{start, Place{p.Line, start.Col + int32(len([]rune(word)))}}
}
