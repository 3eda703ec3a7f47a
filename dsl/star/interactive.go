package star

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Interactive is a script that is written while it runs, block by block. Each block is evaluated with the definitions of the
// blocks before it, under the limits of scripts.
//
// A block may do more than a script: it may have loops and conditions at top level, and redefine names. A function sees the
// newest definitions of other blocks. Nothing is frozen except values passed to builtins, which may live on in a game.
//
// It is for one goroutine at a time.
type Interactive struct {
	loader *Loader
	at     place
	steps  uint64
	text   strings.Builder // all lines so far; lines outside of blocks are blank
	lines  int32
	env    starlark.StringDict // the language, overridden by the definitions of the blocks
	own    map[string]bool     // the names in env that blocks defined
	opts   []*Option           // declared options, the last of each name
	base   uint64              // the smallest heap seen: what blocks have kept since then counts as memory
}

// interactiveDialect is the scripts' dialect without the restrictions that keep a finished script readable.
var interactiveDialect = syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true, LoadBindsGlobally: true}

// Names that no script can spell: see rewrite.
const (
	blockResult = "value of the block"
	beforeName  = "before "
)

// Interactive returns an empty script of that name, which is also the file name in its positions. It loads scripts with l, as if
// it were beside the files of l's [Sources]. Each block may take steps Starlark steps; 0 means the limit of a module.
func (l *Loader) Interactive(name string, steps uint64) *Interactive {
	var h guard.Heap
	return &Interactive{loader: l, at: place{path: name}, steps: steps, env: maps.Clone(l.words.compiled), own: map[string]bool{}, base: h.Now()}
}

// Use replaces the loader after scripts have changed. Definitions stay.
func (in *Interactive) Use(l *Loader) {
	in.loader = l
	in.publish()
}

// publish makes the text known to the loader, for messages.
func (in *Interactive) publish() {
	in.loader.texts.set(in.at.path, in.text.String())
}

// SkipTo makes the next block begin on the given line if that line is still ahead; the lines between belong to no block.
func (in *Interactive) SkipTo(line int) {
	if n := int32(line) - 1 - in.lines; n > 0 {
		in.text.WriteString(strings.Repeat("\n", int(n)))
		in.lines += n
	}
}

// Outcome is the result of a block.
type Outcome struct {
	// Value is the value of the last statement if it is an expression, else nil.
	Value starlark.Value
	// Steps is the number of Starlark steps taken.
	Steps uint64
	// Defined are the names that the block defined, in order.
	Defined []string
}

// Eval evaluates the next block of one or more lines. Names it defined before an error stay defined. All errors are *diag.Error;
// the code is CodeCancelled if the context ended.
func (in *Interactive) Eval(ctx context.Context, block string) (Outcome, error) {
	if err := checkText(in.at.path, []byte(block)); err != nil {
		err.Pos.Line += in.lines
		return Outcome{}, err
	}
	in.loader.mu.Lock()
	defer in.loader.mu.Unlock()
	first := in.lines + 1
	// If the block is not valid Starlark, its lines stay blank, because later messages parse the whole text again.
	file, err := in.tree(block, first)
	in.lines += 1 + int32(strings.Count(block, "\n"))
	if err != nil {
		in.text.WriteString(strings.Repeat("\n", 1+strings.Count(block, "\n")))
		err.Source = nthLine(block, int(err.Pos.Line-first))
		return Outcome{}, err
	}
	in.text.WriteString(block + "\n")
	in.publish()
	out, err := in.eval(ctx, file, func() (*syntax.File, *diag.Error) { return in.tree(block, first) })
	if err != nil {
		in.loader.Illustrate(err)
		return out, err
	}
	return out, nil
}

// tree returns the syntax tree of a block whose first line is number first.
func (in *Interactive) tree(block string, first int32) (*syntax.File, *diag.Error) {
	file, err := parseAs(&interactiveDialect, in.at.path, syntax.FilePortion{Content: []byte(block + "\n"), FirstLine: first, FirstCol: 1}, block, 0)
	return file, err
}

// nthLine returns line n of a text, from 0, or "".
func nthLine(text string, n int) string {
	line := ""
	for range n + 1 {
		line, text = cutLine(text)
	}
	return line
}

// eval compiles and runs a parsed block. again parses the block once more, because the tree that runs has been rewritten.
func (in *Interactive) eval(ctx context.Context, file *syntax.File, again func() (*syntax.File, *diag.Error)) (out Outcome, err *diag.Error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError(in.at.path, r)
		}
	}()
	m := &Module{Path: in.at.path, interactive: true}
	from, err := in.loader.locate(in.at.path, nil)
	if err != nil {
		from = in.at
	}
	scope, err := in.loader.loadAll(ctx, m, file, from, nil)
	if err != nil {
		return out, err
	}
	nameResult(file)
	guard.Rewrite(file)
	defer in.bringBefore(file)()
	program, rerr := compile(file, in.env.Has)
	if rerr != nil {
		// Misspelled names are compared with the names from earlier blocks too.
		e := in.loader.fromResolver(rerr, in.at, again)
		for _, x := range append([]*diag.Error{e}, e.Also...) {
			if name, ok := strings.CutPrefix(x.Msg, "undefined: "); ok && x.Hint == "" {
				x.Hint = diag.DidYouMean(name, in.Names())
			}
		}
		return out, e
	}
	for _, b := range file.Module.(*resolve.Module).Globals {
		m.Order = append(m.Order, b.First.Name)
	}
	return in.run(ctx, m, program, scope)
}

// nameResult turns the last statement into an assignment if it is an expression.
func nameResult(file *syntax.File) {
	if len(file.Stmts) == 0 {
		return
	}
	last := &file.Stmts[len(file.Stmts)-1]
	if x, ok := (*last).(*syntax.ExprStmt); ok {
		pos := syntax.Start(x.X)
		*last = &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: pos, Name: blockResult}, RHS: x.X}
	}
}

// bringBefore lets a block that redefines a name use its previous value, as in x = x + 1: in Starlark a name that a file defines
// has no value before that. The returned function removes the temporary names.
func (in *Interactive) bringBefore(file *syntax.File) func() {
	var stmts []syntax.Stmt
	var names []string
	for _, name := range assigned(file.Stmts) {
		v := in.env[name]
		if v == nil {
			v = starlark.Universe[name]
		}
		if v == nil {
			continue
		}
		in.env[beforeName+name] = v
		names = append(names, beforeName+name)
		pos := syntax.Start(file.Stmts[0])
		stmts = append(stmts, &syntax.AssignStmt{
			OpPos: pos, Op: syntax.EQ,
			LHS: &syntax.Ident{NamePos: pos, Name: name},
			RHS: &syntax.Ident{NamePos: pos, Name: beforeName + name},
		})
	}
	file.Stmts = append(stmts, file.Stmts...)
	return func() {
		for _, name := range names {
			delete(in.env, name)
		}
	}
}

// assigned returns the names that top-level statements define, except loads.
func assigned(stmts []syntax.Stmt) []string {
	var names []string
	for _, s := range stmts {
		switch s := s.(type) {
		case *syntax.DefStmt:
			names = append(names, s.Name.Name)
		case *syntax.AssignStmt:
			names = append(names, boundNames(s.LHS)...)
		case *syntax.ForStmt:
			names = append(append(names, boundNames(s.Vars)...), assigned(s.Body)...)
		case *syntax.IfStmt:
			names = append(append(names, assigned(s.True)...), assigned(s.False)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// run executes a block and keeps its definitions.
func (in *Interactive) run(ctx context.Context, m *Module, program *starlark.Program, scope map[string]*Module) (Outcome, *diag.Error) {
	thread, budget := in.loader.thread(in.at.path, m, in.steps)
	budget.Base = in.base
	defer func() { in.base = min(in.base, budget.Base) }()
	thread.Load = func(_ *starlark.Thread, name string) (starlark.StringDict, error) { return scope[name].Globals, nil }
	stop := context.AfterFunc(ctx, func() { thread.Cancel(guard.Cancelled) })
	defer stop()
	defer budget.Rest()
	globals, xerr := program.Init(thread, in.env)
	out := Outcome{Steps: thread.ExecutionSteps(), Value: globals[blockResult]}
	for _, name := range m.Order {
		if v := globals[name]; v != nil && !strings.Contains(name, " ") {
			in.Define(name, v)
			out.Defined = append(out.Defined, name)
		}
	}
	in.declare(m)
	_, ferr := guard.Freeze(sessionOf(thread).kept, budget)
	err := fromFreeze(ferr)
	if xerr != nil {
		err = in.loader.fromEval(xerr, budget)
	}
	if err != nil {
		return Outcome{Steps: out.Steps, Defined: out.Defined}, err
	}
	return out, nil
}

// declare records the options of a block and of the modules it loaded.
func (in *Interactive) declare(m *Module) {
	for _, o := range m.AllOptions() {
		in.opts = slices.DeleteFunc(in.opts, func(old *Option) bool { return old.Name == o.Name })
		in.opts = append(in.opts, o)
	}
}

// Define assigns a value to a name.
func (in *Interactive) Define(name string, v starlark.Value) {
	in.env[name] = v
	in.own[name] = true
}

// Offer gives a name a value unless a block defines the name; nil removes it.
func (in *Interactive) Offer(name string, v starlark.Value) {
	switch {
	case in.own[name]:
	case v == nil:
		in.Forget(name)
	default:
		in.env[name] = v
	}
}

// Forget removes a name; a name of the language gets its original meaning back.
func (in *Interactive) Forget(name string) {
	delete(in.own, name)
	delete(in.env, name)
	if v := in.loader.words.compiled[name]; v != nil {
		in.env[name] = v
	}
}

// Import defines all names of a module, including its private names and those it loads, so that they mean what they mean at the
// end of that script. It returns the names, sorted.
func (in *Interactive) Import(m *Module) []string {
	names := starlark.StringDict{}
	in.loader.loadedNames(m, names)
	maps.Copy(names, m.Globals)
	for name, v := range names {
		in.Define(name, v)
	}
	in.declare(m)
	return names.Keys()
}

// loadedNames adds the names that the load statements of a module bring in.
func (l *Loader) loadedNames(m *Module, names starlark.StringDict) {
	file, err := dialect.Parse(m.Path, l.Text(m.Path), 0)
	if err != nil {
		return
	}
	at, _ := l.placeOf(m.Path)
	for _, stmt := range file.Stmts {
		stmt, ok := stmt.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		from, _ := l.locate(stmt.ModuleName(), &at)
		for _, dep := range m.Loads {
			if dep.Path != from.String() {
				continue
			}
			for i, id := range stmt.From {
				names[stmt.To[i].Name] = dep.Globals[id.Name]
			}
		}
	}
}

// Value returns the value of a name: defined by a block, by the language, or by Starlark itself; nil if none.
func (in *Interactive) Value(name string) starlark.Value {
	if strings.Contains(name, " ") {
		return nil
	}
	if v := in.env[name]; v != nil {
		return v
	}
	return starlark.Universe[name]
}

// Defined returns the names that blocks defined, sorted.
func (in *Interactive) Defined() []string { return slices.Sorted(maps.Keys(in.own)) }

// Names returns every name that a block could use, sorted.
func (in *Interactive) Names() []string {
	names := starlark.Universe.Keys()
	for name := range in.env {
		if !strings.Contains(name, " ") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Line returns a line of a script, for messages.
func (in *Interactive) Line(at diag.Pos) string { return in.loader.Line(at) }

// Options returns the options that the blocks have declared, the last of each name.
func (in *Interactive) Options() []*Option { return in.opts }

// Unfinished reports whether the lines begin a block that more lines could complete: a bracket or a string is open, the last line
// ends with a backslash, or a header has no body yet.
func Unfinished(lines []string) bool {
	_, err := interactiveDialect.Parse("", strings.Join(lines, "\n")+"\n", 0)
	var bad syntax.Error
	if !errors.As(err, &bad) {
		return false
	}
	return int(bad.Pos.Line) > len(lines) || strings.Contains(bad.Msg, "unexpected EOF")
}

// Parses reports whether a text is syntactically a block, whatever its names mean.
func Parses(text string) bool {
	_, err := interactiveDialect.Parse("", text+"\n", 0)
	return err == nil
}

// Compound reports whether a text ends with a block that indented lines or an else could continue: a definition, a loop or a
// condition.
func Compound(text string) bool {
	file, err := interactiveDialect.Parse("", text, 0)
	if err != nil || len(file.Stmts) == 0 {
		return false
	}
	switch file.Stmts[len(file.Stmts)-1].(type) {
	case *syntax.DefStmt, *syntax.ForStmt, *syntax.IfStmt:
		return true
	}
	return false
}

// Defined returns the names that a block defines if it is a single statement that a script could contain too; otherwise none.
func Defined(block string) []string {
	file, err := dialect.Parse("", block, 0)
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	switch stmt := file.Stmts[0].(type) {
	case *syntax.DefStmt:
		return []string{stmt.Name.Name}
	case *syntax.LoadStmt:
		var names []string
		for _, id := range stmt.To {
			names = append(names, id.Name)
		}
		return names
	case *syntax.AssignStmt:
		if stmt.Op == syntax.EQ {
			return boundNames(stmt.LHS)
		}
	}
	return nil
}
