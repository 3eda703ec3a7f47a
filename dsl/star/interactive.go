package star

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Interactive is a script that is written while it runs, block by block. Each block is evaluated with what those before
// it have defined, under the limits that hold for scripts.
//
// A block may do what a script may, and more: loops and conditions stand at top level, and names are defined again. A
// function sees the newest definition of what other blocks define. Nothing is frozen but what a builtin was given, which
// may live on in a game.
//
// It serves one goroutine at a time.
type Interactive struct {
	loader *Loader
	at     place
	steps  uint64
	text   strings.Builder // all lines so far; blank where a line was no part of a block
	lines  int32
	env    starlark.StringDict // the language, and what the blocks have defined over it
	own    map[string]bool     // the names in env that were defined
	opts   []*Option           // declared, of each name the last
	base   uint64              // the smallest heap seen: what blocks have kept since counts as memory
}

// interactiveDialect is the dialect of scripts without the restrictions that keep a finished script readable.
var interactiveDialect = syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true, LoadBindsGlobally: true}

// Names that no script can spell: see rewrite.
const (
	blockResult = "value of the block"
	beforeName  = "before "
)

// Interactive returns an empty script of that name, which stands in front of positions. It loads scripts with l and is
// beside the files of its [Sources]. Each block may take steps Starlark steps, 0: as many as a module.
func (l *Loader) Interactive(name string, steps uint64) *Interactive {
	var h heap
	return &Interactive{loader: l, at: place{path: name}, steps: steps, env: maps.Clone(l.words.compiled), own: map[string]bool{}, base: h.now()}
}

// from returns where the load statements of the script stand.
func (in *Interactive) from() place {
	if at, err := in.loader.locate(in.at.path, nil); err == nil {
		return at
	}
	return in.at
}

// Use replaces the loader, after scripts have changed. What is defined stays.
func (in *Interactive) Use(l *Loader) {
	in.loader = l
	in.publish()
}

// publish makes the text known to the loader, for messages.
func (in *Interactive) publish() {
	in.loader.texts.set(in.at.path, in.text.String())
}

// SkipTo makes the next block begin on a line, if that is still ahead: what stands between belongs to no block.
func (in *Interactive) SkipTo(line int) {
	if n := int32(line) - 1 - in.lines; n > 0 {
		in.text.WriteString(strings.Repeat("\n", int(n)))
		in.lines += n
	}
}

// Outcome is what a block came to.
type Outcome struct {
	// Value is that of the last statement if it is an expression, else nil.
	Value starlark.Value
	// Steps is the number of Starlark steps that it took.
	Steps uint64
	// Defined are the names that the block defined, in order.
	Defined []string
}

// Eval evaluates the next block, one or more lines. What it defined before an error stays defined. All errors are
// *diag.Error; the code is CodeCancelled when the context ended.
func (in *Interactive) Eval(ctx context.Context, block string) (Outcome, error) {
	if err := checkText(in.at.path, []byte(block)); err != nil {
		err.Pos.Line += in.lines
		return Outcome{}, err
	}
	in.loader.mu.Lock()
	defer in.loader.mu.Unlock()
	first := in.lines + 1
	file, err := in.parse(block, first)
	if err != nil {
		return Outcome{}, err
	}
	out, err := in.eval(ctx, file, func() (*syntax.File, *diag.Error) { return in.tree(block, first) })
	if err != nil {
		in.loader.Illustrate(err)
		return out, err
	}
	return out, nil
}

// tree returns the syntax tree of a block, whose lines count from first.
func (in *Interactive) tree(block string, first int32) (*syntax.File, *diag.Error) {
	file, err := parseAs(&interactiveDialect, in.at.path, syntax.FilePortion{Content: []byte(block + "\n"), FirstLine: first, FirstCol: 1}, block, 0)
	return file, err
}

// parse reads a block, whose lines count from first. Those of a block that is no Starlark are left blank for later
// messages, which parse the whole text again.
func (in *Interactive) parse(block string, first int32) (*syntax.File, *diag.Error) {
	file, err := in.tree(block, first)
	in.lines += 1 + int32(strings.Count(block, "\n"))
	if err != nil {
		in.text.WriteString(strings.Repeat("\n", 1+strings.Count(block, "\n")))
		err.Source = nthLine(block, int(err.Pos.Line-first))
		return nil, err
	}
	in.text.WriteString(block + "\n")
	in.publish()
	return file, nil
}

// nthLine returns the line of a text with a number from 0, or "".
func nthLine(text string, n int) string {
	line := ""
	for range n + 1 {
		line, text = cutLine(text)
	}
	return line
}

// eval compiles and runs a parsed block.
// again parses the block once more: the tree that runs has been rewritten.
func (in *Interactive) eval(ctx context.Context, file *syntax.File, again func() (*syntax.File, *diag.Error)) (out Outcome, err *diag.Error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError(in.at.path, r)
		}
	}()
	m := &Module{Path: in.at.path, interactive: true}
	scope, err := in.loader.loadAll(ctx, m, file, in.from(), nil)
	if err != nil {
		return out, err
	}
	nameResult(file)
	rewriteFile(file)
	defer in.bringBefore(file)()
	program, rerr := compile(file, in.env.Has)
	if rerr != nil {
		return out, in.unresolved(rerr, again)
	}
	for _, b := range file.Module.(*resolve.Module).Globals {
		m.Order = append(m.Order, b.First.Name)
	}
	return in.run(ctx, m, program, scope)
}

// nameResult makes an assignment of the last statement if it is an expression.
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

// bringBefore lets a block that defines a name again start from what the name stood for, as in x = x + 1: in Starlark a
// name that a file defines has no value before that. The returned function takes the names away that this needs.
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

// assigned lists the names that statements at top level define, apart from loads.
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

// unresolved converts the errors of the resolver; misspelt names are compared with those that were only brought in, too.
func (in *Interactive) unresolved(err error, again func() (*syntax.File, *diag.Error)) *diag.Error {
	e := in.loader.fromResolver(err, in.at, again)
	for _, x := range append([]*diag.Error{e}, e.Also...) {
		if name, ok := strings.CutPrefix(x.Msg, "undefined: "); ok && x.Hint == "" {
			x.Hint = diag.DidYouMean(name, in.Names())
		}
	}
	return e
}

// run executes a block and keeps what it defined.
func (in *Interactive) run(ctx context.Context, m *Module, program *starlark.Program, scope map[string]*Module) (Outcome, *diag.Error) {
	thread, budget := in.loader.thread(in.at.path, m, in.steps)
	budget.base = in.base
	defer func() { in.base = min(in.base, budget.base) }()
	thread.Load = func(_ *starlark.Thread, name string) (starlark.StringDict, error) { return scope[name].Globals, nil }
	stop := context.AfterFunc(ctx, func() { thread.Cancel(cancelled) })
	defer stop()
	defer budget.rest()
	globals, xerr := program.Init(thread, in.env)
	out := Outcome{Steps: thread.ExecutionSteps(), Value: globals[blockResult]}
	for _, name := range m.Order {
		if v := globals[name]; v != nil && !strings.Contains(name, " ") {
			in.Define(name, v)
			out.Defined = append(out.Defined, name)
		}
	}
	in.declare(m)
	_, err := freeze(sessionOf(thread).kept, budget)
	if xerr != nil {
		err = in.loader.fromEval(xerr, budget)
	}
	if err != nil {
		return Outcome{Steps: out.Steps, Defined: out.Defined}, err
	}
	return out, nil
}

// declare keeps the options of a block and of what it loaded.
func (in *Interactive) declare(m *Module) {
	for _, o := range m.AllOptions() {
		in.opts = slices.DeleteFunc(in.opts, func(old *Option) bool { return old.Name == o.Name })
		in.opts = append(in.opts, o)
	}
}

// Define gives a name a value, as an assignment does.
func (in *Interactive) Define(name string, v starlark.Value) {
	in.env[name] = v
	in.own[name] = true
}

// Offer lets a name stand for a value unless a block defines it; nil takes it away.
func (in *Interactive) Offer(name string, v starlark.Value) {
	switch {
	case in.own[name]:
	case v == nil:
		in.Forget(name)
	default:
		in.env[name] = v
	}
}

// Forget takes a name away; one of the language means again what it did.
func (in *Interactive) Forget(name string) {
	delete(in.own, name)
	delete(in.env, name)
	if v := in.loader.words.compiled[name]; v != nil {
		in.env[name] = v
	}
}

// Import defines all that a module defines, its private names and what it loads too: names mean what they mean at the
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

// loadedNames adds what the load statements of a module bring in.
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

// Value returns what a name stands for: defined, of the language, or of Starlark itself; nil if nothing.
func (in *Interactive) Value(name string) starlark.Value {
	if strings.Contains(name, " ") {
		return nil
	}
	if v := in.env[name]; v != nil {
		return v
	}
	return starlark.Universe[name]
}

// Defined lists the names that were defined, sorted.
func (in *Interactive) Defined() []string { return slices.Sorted(maps.Keys(in.own)) }

// Names lists every name that a block could use, sorted.
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

// Options returns those that the blocks have declared, of each name the last.
func (in *Interactive) Options() []*Option { return in.opts }

// Unfinished reports whether lines are the beginning of a block that more lines could complete: a bracket or a text is
// open, the last line ends in a backslash, or a header stands without its body.
func Unfinished(lines []string) bool {
	_, err := interactiveDialect.Parse("", strings.Join(lines, "\n")+"\n", 0)
	var bad syntax.Error
	if !errors.As(err, &bad) {
		return false
	}
	return int(bad.Pos.Line) > len(lines) || strings.Contains(bad.Msg, "unexpected EOF")
}

// Parses reports whether a text is a block, whatever its names mean.
func Parses(text string) bool {
	_, err := interactiveDialect.Parse("", text+"\n", 0)
	return err == nil
}

// Compound reports whether a text is a block that indented lines, or an else, could still go on: a definition, a loop
// or a condition.
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

// Defined lists the names that a block defines in a way in which a script could; none if it does something else.
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
