package ruletest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/pause"

	"github.com/pelletier/go-toml/v2"
)

// Mutant is a change of a script that breaks a rule. Tests of the rule fail
// with it; a mutant that passes all tests survives, and shows what is not
// tested.
type Mutant struct {
	File string // as named by the loader
	// Line and Col are where the change begins.
	Line, Col     int
	Before, After string   // the original text, and its replacement
	Breaks        string   // the broken rule, in words
	Clauses       []string // the broken clauses, if the list of changes gives them
	line          string   // the source line where the change begins
	at            int      // byte offset of the change
	added         string   // the argument added to a call
	wide          bool     // it changes more than one thing: a whole ranking
	text          []byte   // of the mutated file
}

// NewMutant returns the mutant that replaces the nth occurrence of before in a
// script by after, counted from 1. With nth 0, before must occur exactly once.
func NewMutant(file string, text []byte, before, after string, nth int) (*Mutant, error) {
	n := bytes.Count(text, []byte(before))
	switch {
	case before == "" || before == after:
		return nil, fmt.Errorf("%s: %q is changed to %q", file, before, after)
	case n == 0:
		return nil, fmt.Errorf("%s: no %q", file, before)
	case nth == 0 && n > 1:
		return nil, fmt.Errorf("%s: %q appears %d times, say which", file, before, n)
	case nth > n:
		return nil, fmt.Errorf("%s: %q appears %d times, not %d", file, before, n, nth)
	}
	at := 0
	for range max(1, nth) - 1 {
		at += bytes.Index(text[at:], []byte(before)) + len(before)
	}
	at += bytes.Index(text[at:], []byte(before))
	return change(file, text, at, before, after), nil
}

// change returns the mutant that replaces before, at a byte offset, by after.
func change(file string, text []byte, at int, before, after string) *Mutant {
	m := &Mutant{File: file, Before: before, After: after, at: at}
	m.place(text, at)
	m.text = []byte(string(text[:at]) + after + string(text[at+len(before):]))
	return m
}

// place sets the position at which the change is shown.
func (m *Mutant) place(text []byte, at int) {
	m.Line = 1 + bytes.Count(text[:at], []byte("\n"))
	begin := bytes.LastIndexByte(text[:at], '\n') + 1
	m.Col = 1 + len([]rune(string(text[begin:at])))
	line, _, _ := bytes.Cut(text[begin:], []byte("\n"))
	m.line = string(line)
}

// String returns the position of the mutant and the change.
func (m *Mutant) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Col, m.Change())
}

// Change returns a description of the change: "3 becomes 4", "burn() is left
// out".
func (m *Mutant) Change() string {
	before, after := oneLine(m.Before), oneLine(m.After)
	if before == "" {
		return strings.TrimPrefix(after, ", ") + " is added"
	}
	if after == "" {
		return strings.Trim(before, ", +") + " is left out"
	}
	return before + " becomes " + after
}

// Source returns the line of the original script at which the change begins.
func (m *Mutant) Source() string { return m.line }

// Text returns the mutated script.
func (m *Mutant) Text() []byte { return m.text }

// oneLine returns a text with its white space collapsed, shortened if it is
// long.
func oneLine(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Verdict is the result of running tests with a mutant.
type Verdict struct {
	*Mutant
	// Killer is the first test that failed; nil if the mutant survives.
	Killer *Result
	// Invalid is the reason why the scripts do not load with the mutant; the
	// tests then say nothing about it.
	Invalid error
}

// Survives reports whether no test detected the mutant.
func (v *Verdict) Survives() bool { return v.Killer == nil && v.Invalid == nil }

// Try runs passing tests with a mutant in place, until one fails.
func (m *Mutant) Try(ctx context.Context, o Options, files []string) (*Verdict, error) {
	v := &Verdict{Mutant: m}
	o.Sources, o.mutant = m.In(o.Sources), m
	o.Plans, o.Cover, o.Count = nil, nil, 1
	s, err := Load(ctx, o, files)
	if err != nil {
		v.Killer, v.Invalid = blameLoading(ctx, o, files, err)
		return v, pause.Err(ctx)
	}
	run, stop := context.WithCancel(ctx)
	defer stop()
	s.Run(run, func(r *Result) {
		if r.Status == Failed && v.Killer == nil {
			v.Killer = r
			stop()
		}
	})
	return v, ctx.Err()
}

// blameLoading interprets a failure to load the tests: the mutant is not a
// valid script, or a test uses a name that the mutant removed.
func blameLoading(ctx context.Context, o Options, files []string, err error) (killer *Result, invalid error) {
	loader := dsl.NewLoader(o.Options)
	for _, file := range files {
		for _, beside := range beside(o.Sources, file) {
			if _, err := loader.LoadContext(ctx, beside); err != nil {
				return nil, err
			}
		}
	}
	r := &Result{Test: &Test{Name: "(loading)"}, Status: Failed}
	if !errors.As(err, &r.Err) {
		return nil, err
	}
	r.File, r.Pos = r.Err.Pos.File, r.Err.Pos
	return r, nil
}

// beside returns the scripts in the folder of a script, without tests, by the
// names that a loader takes.
func beside(s star.Sources, file string) (out []string) {
	prefix, fsys := "", s.Files
	for p, own := range map[string]fs.FS{"@stdlib//": s.Stdlib, "@scripts//": s.Scripts} {
		if strings.HasPrefix(file, p) {
			prefix, fsys = p, own
		}
	}
	names, err := fs.Glob(fsys, path.Join(path.Dir(strings.TrimPrefix(file, prefix)), "*.star"))
	if err != nil {
		return nil
	}
	for _, name := range names {
		if !IsTest(path.Base(name)) {
			out = append(out, prefix+name)
		}
	}
	return out
}

// In returns the sources with the mutant in place.
func (m *Mutant) In(s star.Sources) star.Sources {
	switch {
	case strings.HasPrefix(m.File, "@stdlib//"):
		s.Stdlib = m.over(s.Stdlib, strings.TrimPrefix(m.File, "@stdlib//"))
	case strings.HasPrefix(m.File, "@scripts//"):
		s.Scripts = m.over(s.Scripts, strings.TrimPrefix(m.File, "@scripts//"))
	default:
		s.Files = m.over(s.Files, m.File)
	}
	return s
}

func (m *Mutant) over(fsys fs.FS, name string) fs.FS { return star.Overlay(fsys, name, m.text) }

// MutantsFile is the list of mutations next to the clauses of a house.
const MutantsFile = "mutants.toml"

// mutantRow is a mutation in the file.
type mutantRow struct {
	File          string // next to the list, or in the library: "@stdlib//kill.star"
	Breaks        string // the broken rule, in words
	Clauses       []string
	Before, After string
	Nth           int // which occurrence of Before; 0 if there must be only one
}

// ReadMutants reads the list of mutations in a folder; none if there is no
// list. text returns a script by the name that a loader takes; the names of the
// folder's own scripts begin with prefix.
func ReadMutants(fsys fs.FS, dir, prefix string, text func(file string) ([]byte, error)) ([]*Mutant, error) {
	name := path.Join(dir, MutantsFile)
	if f, err := fsys.Open(name); err != nil {
		return nil, nil
	} else if err = f.Close(); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	var list struct{ Mutant []mutantRow }
	if err := toml.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var out []*Mutant
	for _, row := range list.Mutant {
		file := row.File
		if !strings.HasPrefix(file, "@") {
			file = prefix + path.Join(dir, file)
		}
		before, err := text(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m, err := NewMutant(file, before, row.Before, row.After, row.Nth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m.Breaks, m.Clauses = row.Breaks, row.Clauses
		out = append(out, m)
	}
	return out, nil
}
