package star

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Debugger receives a call before each statement of a function runs. A loader whose Options name a Debugger rewrites the
// syntax tree of what it loads, as [Coverage] does: it puts a call before every statement of a function and around the
// expression of a lambda. Without a Debugger, scripts are compiled unchanged, so debugging costs nothing when it is off.
// Statements at top level are not reported: they run while the script loads.
//
// Loaders may share a Debugger. The caller must play on one goroutine at a time, and may read frames and values only while
// that goroutine waits in At.
type Debugger struct {
	// At is called before a statement runs, on the goroutine that runs it. It may block. An error ends the script. Change
	// At only while nothing runs; nil disables it.
	At func(*Halt) error

	mu      sync.RWMutex
	points  []Point
	files   map[string]filePoints
	threads []*starlark.Thread // threads that are running, each called by the one before it
	muted   bool               // an expression is being evaluated
	loaded  map[string]starlark.StringDict
}

// Point is a statement of a function.
type Point struct {
	Start, End diag.Pos
	Function   string // the innermost function; "lambda" if it has no name
}

// filePoints is the range of points of a script: n points, starting at first.
type filePoints struct{ first, n int }

// Points returns the statements of a script in source order; nil if the script was not loaded.
func (d *Debugger) Points(path string) []Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	f := d.files[path]
	return slices.Clone(d.points[f.first : f.first+f.n])
}

// Files returns the names of the loaded scripts, sorted.
func (d *Debugger) Files() []string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Sorted(maps.Keys(d.files))
}

// Halt is a statement that is about to run.
type Halt struct {
	Point
	Depth int // number of calls on all threads, including the call of the operator
}

// opStatement is the operator that reports a statement. Its name is reserved in every environment.
const opStatement = "operator statement"

func init() { maps.Copy(guard.Operators, (*Debugger)(nil).operators()) }

// statementSteps is the number of Starlark steps that reporting one statement costs. They are not counted, so a script that
// stays within its limit also does so under the debugger.
const statementSteps = 4

// operators returns the operators that report to this debugger.
func (d *Debugger) operators() starlark.StringDict {
	report := func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		i, err := starlark.AsInt32(args[0])
		if err == nil && d != nil {
			err = d.report(thread, i)
		}
		return starlark.True, err
	}
	return starlark.StringDict{opStatement: starlark.NewBuiltin(opStatement, report)}
}

// reporting returns the environment for scripts that report to d.
func (d *Debugger) reporting(env starlark.StringDict) starlark.StringDict {
	if d == nil {
		return env
	}
	env = maps.Clone(env)
	maps.Copy(env, d.operators())
	return env
}

// report calls At for a statement.
func (d *Debugger) report(thread *starlark.Thread, i int) error {
	if b := guard.BudgetOf(thread); b != nil {
		b.Start += statementSteps
	}
	if d.At == nil || d.muted || len(d.threads) == 0 || sessionOf(thread).module != nil {
		return nil
	}
	d.mu.RLock()
	h := Halt{Point: d.points[i], Depth: d.Depth()}
	d.mu.RUnlock()
	return d.At(&h)
}

// enter records that a thread calls a function. Call the returned function when the call ends.
func (d *Debugger) enter(thread *starlark.Thread) func() {
	if d == nil || d.muted {
		return func() {}
	}
	n := len(d.threads)
	d.threads = append(d.threads, thread)
	return func() { d.threads = d.threads[:n] }
}

// Threads returns the number of active script calls made by the program; each runs inside the one before it.
func (d *Debugger) Threads() int { return len(d.threads) }

// Reset clears the state of a run after its goroutine has ended.
func (d *Debugger) Reset() { d.threads, d.muted = nil, false }

// instrument rewrites the tree of a script. Loading the same script again gives the same points.
func (d *Debugger) instrument(path string, f *syntax.File) {
	d.mu.Lock()
	defer d.mu.Unlock()
	old, again := d.files[path]
	w := &debugWriter{next: len(d.points)}
	if again {
		w.next = old.first
	}
	first := w.next
	for _, s := range f.Stmts {
		if def, ok := s.(*syntax.DefStmt); ok {
			w.def(def)
			continue
		}
		w.lambdas(s)
	}
	if again && len(w.points) == old.n {
		copy(d.points[old.first:], w.points)
		return
	}
	if again { // the text has changed: the old numbers stay reserved
		for _, id := range w.numbers {
			id.Value = id.Value.(int64) + int64(len(d.points)-old.first)
		}
		first = len(d.points)
	}
	if d.files == nil {
		d.files = map[string]filePoints{}
	}
	d.files[path] = filePoints{first, len(w.points)}
	d.points = append(d.points, w.points...)
}

// debugWriter assigns numbers to the points of one script.
type debugWriter struct {
	next    int
	points  []Point
	numbers []*syntax.Literal
	inside  []string // names of the enclosing functions
}

// call returns the syntax of a call that reports a point.
func (w *debugWriter) call(start, end syntax.Position) *syntax.CallExpr {
	w.points = append(w.points, Point{PlanPos(start), PlanPos(end), w.inside[len(w.inside)-1]})
	call := counting(opStatement, start, w.next)
	w.numbers = append(w.numbers, call.Args[0].(*syntax.Literal))
	w.next++
	return call
}

func (w *debugWriter) def(s *syntax.DefStmt) {
	for _, p := range s.Params {
		w.lambdas(p)
	}
	w.inside = append(w.inside, s.Name.Name)
	s.Body = w.list(s.Body)
	w.inside = w.inside[:len(w.inside)-1]
}

// list puts a call before each statement. A docstring must remain the first statement.
func (w *debugWriter) list(stmts []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	for i, s := range stmts {
		if i > 0 || !isText(s) {
			start, end := headSpan(s)
			out = append(out, &syntax.ExprStmt{X: w.call(start, end)})
		}
		switch s := s.(type) {
		case *syntax.DefStmt:
			w.def(s)
		case *syntax.ForStmt:
			w.lambdas(s.X)
			s.Body = w.list(s.Body)
		case *syntax.IfStmt:
			w.lambdas(s.Cond)
			s.True = w.list(s.True)
			if len(s.False) > 0 {
				s.False = w.list(s.False)
			}
		default:
			w.lambdas(s)
		}
		out = append(out, s)
	}
	return out
}

// lambdas instruments the lambdas within a node.
func (w *debugWriter) lambdas(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		f, ok := n.(*syntax.LambdaExpr)
		if !ok {
			return true
		}
		for _, p := range f.Params {
			w.lambdas(p)
		}
		w.inside = append(w.inside, "lambda")
		w.lambdas(f.Body)
		start, end := f.Body.Span()
		none := &syntax.Ident{NamePos: start, Name: guard.None}
		f.Body = &syntax.CondExpr{If: start, Cond: w.call(start, end), True: f.Body, ElsePos: start, False: none}
		w.inside = w.inside[:len(w.inside)-1]
		return false
	})
}

// Frame is a function call on the stack. It is valid while the goroutine that runs it waits.
type Frame struct {
	Name   string
	Pos    diag.Pos
	Thread int // counted from the outermost
	frame  starlark.DebugFrame
	loader *Loader
	d      *Debugger
}

// Frames returns the active calls of script functions, innermost first.
func (d *Debugger) Frames() []Frame {
	var out []Frame
	for n, thread := range slices.Backward(d.threads) {
		for depth := range thread.CallStackDepth() {
			fr := thread.DebugFrame(depth)
			f, ok := fr.Callable().(*starlark.Function)
			if !ok || f.Name() == "<toplevel>" {
				continue
			}
			out = append(out, Frame{f.Name(), PlanPos(fr.Position()), n, fr, sessionOf(thread).loader, d})
		}
	}
	return out
}

// Variable is a name and its value.
type Variable struct {
	Name  string
	Value starlark.Value
}

// Locals returns the variables of the function that have a value, and those of enclosing functions that it uses.
func (f *Frame) Locals() []Variable {
	var out []Variable
	at := map[string]int{}
	add := func(name string, v starlark.Value) {
		if i, twice := at[name]; twice {
			out[i].Value = v
			return
		}
		at[name] = len(out)
		out = append(out, Variable{name, v})
	}
	fn := f.frame.Callable().(*starlark.Function)
	for i := range fn.NumFreeVars() {
		if b, v := fn.FreeVar(i); v != nil {
			add(b.Name, v)
		}
	}
	shared := map[syntax.Position]starlark.Value{}
	for i := range f.frame.NumLocals() {
		if _, v := f.frame.Local(i); v != nil {
			if inner, ok := v.(*starlark.Function); ok {
				for k := range inner.NumFreeVars() {
					b, v := inner.FreeVar(k)
					shared[b.Pos] = v
				}
			}
		}
	}
	for i := range f.frame.NumLocals() {
		b, v := f.frame.Local(i)
		if v != nil && v.Type() == "cell" { // a variable that an inner function captures
			v = shared[b.Pos]
		}
		if v != nil {
			add(b.Name, v)
		}
	}
	return out
}

// Globals returns the names that the function's script defines, with their values.
func (f *Frame) Globals() []Variable {
	var out []Variable
	globals := f.frame.Callable().(*starlark.Function).Globals()
	for _, name := range globals.Keys() {
		out = append(out, Variable{name, globals[name]})
	}
	return out
}

// names returns all names in scope in the function.
func (f *Frame) names() starlark.StringDict {
	env := maps.Clone(f.d.loadedBy(f.loader, f.Pos.File))
	maps.Copy(env, f.frame.Callable().(*starlark.Function).Globals())
	for _, v := range f.Locals() {
		env[v.Name] = v.Value
	}
	return env
}

// loadedBy returns the names that the load statements of a script bring in.
func (d *Debugger) loadedBy(l *Loader, path string) starlark.StringDict {
	if names := d.loaded[path]; names != nil {
		return names
	}
	names := starlark.StringDict{}
	if at, err := l.placeOf(path); err == nil {
		l.mu.Lock()
		m := l.modules[at]
		l.mu.Unlock()
		if m != nil {
			l.loadedNames(m, names)
		}
	}
	if d.loaded == nil {
		d.loaded = map[string]starlark.StringDict{}
	}
	d.loaded[path] = names
	return names
}

// Eval evaluates an expression in the frame. The names in more are also in scope. The limits of hooks apply.
func (f *Frame) Eval(text string, more starlark.StringDict) (starlark.Value, error) {
	env := maps.Clone(more)
	if env == nil {
		env = starlark.StringDict{}
	}
	maps.Copy(env, f.names())
	return f.d.Eval(f.loader, text, env)
}

// ScriptEval evaluates an expression outside of functions, with the names of a loaded script.
func (d *Debugger) ScriptEval(l *Loader, path, text string, more starlark.StringDict) (starlark.Value, error) {
	env := maps.Clone(d.loadedBy(l, path))
	if at, err := l.placeOf(path); err == nil {
		l.mu.Lock()
		m := l.modules[at]
		l.mu.Unlock()
		if m != nil {
			maps.Copy(env, m.Globals)
		}
	}
	maps.Copy(env, more)
	return d.Eval(l, text, env)
}

// expressionName is the file name of expressions in messages.
const expressionName = "expression"

// expression parses an expression.
func expression(text string) (*syntax.File, error) {
	if len(text) > MaxWords {
		return nil, fmt.Errorf("an expression of %d bytes: the limit is %d", len(text), MaxWords)
	}
	if err := CheckText(expressionName, []byte(text)); err != nil {
		return nil, err
	}
	file, perr := parseAs(&dialect, expressionName, text, text, 0)
	if perr != nil {
		return nil, &diag.Error{Code: perr.Code, Msg: perr.Msg, Hint: perr.Hint}
	}
	if len(file.Stmts) != 1 {
		return nil, fmt.Errorf("%q is not one expression", text)
	}
	if _, ok := file.Stmts[0].(*syntax.ExprStmt); !ok {
		return nil, fmt.Errorf("%q is not an expression", text)
	}
	return file, nil
}

// Check returns an error if the text is not an expression.
func (d *Debugger) Check(text string) error {
	_, err := expression(text)
	return err
}

// Eval evaluates an expression that uses the given names, within the limits of a hook. The expression can change lists and
// dicts.
func (d *Debugger) Eval(l *Loader, text string, names starlark.StringDict) (v starlark.Value, err error) {
	muted := d.muted
	d.muted = true
	defer func() {
		d.muted = muted
		if r := recover(); r != nil {
			v, err = nil, panicError(expressionName, r)
		}
	}()
	file, err := expression(text)
	if err != nil {
		return nil, err
	}
	nameResult(file)
	guard.Rewrite(file)
	env := maps.Clone(l.words.compiled)
	maps.Copy(env, names)
	program, rerr := compile(file, env.Has)
	if rerr != nil {
		e := l.fromResolver(rerr, place{path: expressionName}, func() (*syntax.File, *diag.Error) { return parseAs(&dialect, expressionName, text, text, 0) })
		return nil, &diag.Error{Code: e.Code, Msg: e.Msg, Hint: e.Hint}
	}
	return l.evaluate(program, env)
}

// evaluate runs a compiled expression.
func (l *Loader) evaluate(program *starlark.Program, env starlark.StringDict) (starlark.Value, error) {
	thread, b := l.thread(expressionName, nil, HookSteps)
	defer b.Rest()
	globals, err := program.Init(thread, env)
	if err != nil {
		e := l.fromEval(err, b)
		return nil, &diag.Error{Code: e.Code, Msg: e.Msg, Hint: e.Hint}
	}
	return globals[blockResult], nil
}

// Depth returns the number of active calls on all threads.
func (d *Debugger) Depth() int {
	n := 0
	for _, t := range d.threads {
		n += t.CallStackDepth()
	}
	return n
}

// Quiet reports whether the running code belongs to an expression and not to the program.
func (d *Debugger) Quiet() bool { return d.muted }

// Quietly runs a function outside of the program, while the program waits.
func (d *Debugger) Quietly(do func()) {
	muted := d.muted
	d.muted = true
	defer func() { d.muted = muted }()
	do()
}
