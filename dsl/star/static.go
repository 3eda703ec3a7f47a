package star

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Static analysis of scripts: for checks, which read scripts that do not load, and report everything at once.

// Script is the text of a script and its syntax tree with all names resolved.
type Script struct {
	Path string // as in Module.Path
	Text string
	// File is nil if the text is not Starlark. Undefined names have resolve.Undefined as their scope.
	File *syntax.File
	// Errors are all errors that the loader would report before it runs the script, in source order.
	Errors []*diag.Error
	// Renamed are the uses of names that have been renamed, in source order.
	Renamed []*Renaming
}

// Read reads a script and resolves its names, without running it. The error is about a file that cannot be read.
func (l *Loader) Read(ref string) (*Script, error) {
	at, err := l.placeOf(ref)
	if err != nil {
		return nil, err
	}
	text, err := l.read(at, nil)
	if err != nil {
		return nil, err
	}
	s := &Script{Path: at.String(), Text: text}
	file, err := parseAs(&dialect, s.Path, text, text, 0)
	if err != nil {
		s.add(l, err)
		return s, nil
	}
	s.File = file
	s.Renamed = l.words.rename(file, text)
	gone := map[diag.Pos]bool{}
	for _, r := range s.Renamed {
		gone[r.Pos] = r.Gone
		l.Illustrate(r.Error)
	}
	rerr := withUndefined(file, l.env.Has, func(isPredeclared func(string) bool) error {
		return resolve.File(file, isPredeclared, starlark.Universe.Has)
	})
	if list, ok := rerr.(resolve.ErrorList); ok {
		meant := l.guesser(file, at)
		for _, x := range list {
			if !gone[PlanPos(x.Pos)] {
				s.add(l, meant.explain(x))
			}
		}
	}
	slices.SortStableFunc(s.Errors, func(a, b *diag.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return s, nil
}

func (s *Script) add(l *Loader, e *diag.Error) {
	l.Illustrate(e)
	s.Errors = append(s.Errors, e)
}

// Locate returns the name, as in Module.Path, of the script that a load statement in the script from denotes.
func (l *Loader) Locate(ref, from string) (string, error) {
	at, err := l.placeOf(from)
	if err != nil {
		return "", err
	}
	to, err := l.locate(ref, &at)
	if err != nil {
		return "", err
	}
	if path.Ext(to.path) != ".star" {
		_, err := l.read(to, []link{{from: at}}) // the error that the load statement would cause
		return "", err
	}
	l.named.LoadOrStore(to.String(), to)
	return to.String(), nil
}

// ReadBeside reads a file beside a script, such as the clauses of a house.
func (l *Loader) ReadBeside(script, name string) ([]byte, error) {
	at, err := l.placeOf(script)
	if err != nil {
		return nil, err
	}
	fsys := l.options.fileSystem(at)
	if fsys == nil {
		return nil, fs.ErrNotExist
	}
	return readFile(fsys, path.Join(at.folder(), name))
}

// Unknown stands for an argument whose value the source does not show: every parameter accepts it.
type Unknown struct{ starlark.NoneType }

func (Unknown) Type() string { return "unknown" }

// Typed stands for an argument of which the source shows only the type.
type Typed struct {
	starlark.NoneType
	Name string // as in Param.Type and Builtin.Returns
}

func (t Typed) Type() string { return t.Name }

// Positional returns the parameter that takes the i-th positional argument, or nil.
func (b *Builtin) Positional(i int) *Param { return (&Call{Builtin: b}).positional(i) }

// Keyword returns the parameter that takes an argument of that name, or nil.
func (b *Builtin) Keyword(name string) *Param {
	if p, _ := b.Param(name); p != nil && !p.Rest && !p.KwRest {
		return p
	}
	if n := len(b.Params); n > 0 && b.Params[n-1].KwRest {
		return &b.Params[n-1]
	}
	return nil
}

// ArgumentFault describes what is wrong with an argument.
type ArgumentFault struct {
	Msg, Hint string
	Item      int // the wrong item of a list, -1 for none
}

// Fault checks an argument against the type, range and choices of its parameter; nil if it is valid.
func (b *Builtin) Fault(p *Param, v starlark.Value) *ArgumentFault {
	if e := (&Call{Builtin: b}).check(p, v); e != nil {
		return &ArgumentFault{Msg: e.Error(), Hint: e.hint, Item: e.item}
	}
	return nil
}

// Comment is a comment of a script.
type Comment struct {
	Pos   diag.Pos // of the #
	Text  string   // to the end of the line
	Alone bool     // there is nothing else on the line
}

// Comments returns the comments of a script that is valid Starlark. The parser could keep them, but to do so it would ask every
// part of the script for its position, which is slow for a long chain of operators.
func (s *Script) Comments() []Comment {
	var out []Comment
	l := lexer{rest: []rune(s.Text), line: 1, col: 1}
	last := int32(0) // the line on which the previous word ends
	l.comment = func(text []rune) {
		c := Comment{Pos: diag.Pos{File: s.Path, Line: l.line, Col: l.col}, Text: strings.TrimRight(string(text), "\r"), Alone: last != l.line}
		out = append(out, c)
	}
	for {
		if _, ok := l.next(); !ok {
			return out
		}
		last = l.line
	}
}

// ParamList returns the name of a script function with its parameters as written in a call.
func ParamList(def *syntax.DefStmt) string {
	return fmt.Sprintf("%s(%s)", def.Name.Name, paramList(def.Params))
}

// Private reports whether other scripts cannot load a top-level name.
func Private(name string) bool { return strings.HasPrefix(name, "_") }

// Beside returns the scripts in the folder of a script, including itself, as in Module.Path.
func (l *Loader) Beside(script string) []string {
	at, err := l.placeOf(script)
	if err != nil {
		return nil
	}
	fsys := l.options.fileSystem(at)
	if fsys == nil {
		return nil
	}
	var out []string
	for _, name := range scriptsIn(fsys, at.folder()) {
		if !strings.HasSuffix(name, "/") {
			out = append(out, at.beside(path.Join(at.folder(), name)).String())
		}
	}
	return out
}
