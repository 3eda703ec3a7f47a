package star

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Sources are the file systems that scripts may load from; no other file can be reached. Any of them may be nil. For a folder on
// disk use a [files.Root], which has no links and does not block on pipes, or several of them that are [Rooted]; os.DirFS follows
// links anywhere.
type Sources struct {
	Stdlib  fs.FS // "@stdlib//kill.star"
	Scripts fs.FS // "@scripts//angies/house.star"
	Files   fs.FS // everything else; slash-separated paths
	// Own is a folder of Files that replaces the house of the same name in Scripts: "my/angies" for "@scripts//angies". "" means
	// none.
	Own string
}

// Options configure a Loader.
type Options struct {
	Sources
	// Words are the words that scripts may use; nil means bare.
	Words *Words
	// Set sets options of scripts, by the names under which the scripts declare them.
	Set map[string]string
	// MaxSteps limits the Starlark steps of each module's top level, of each test and of each call of a hook or policy. 0 means
	// 20 million for a module, about a second, and a million for a hook.
	MaxSteps uint64
	// LoadTimeout and CallTimeout limit the time of a module's top level, and of each call of a test, a hook or a policy.
	// Normally the step limit, which is the same on every machine, stops a script; a timeout is not a result, and ends the
	// operation that asked with an error with the code CodeTime. 0 means no limit but the steps.
	LoadTimeout, CallTimeout time.Duration
	// OnLate, if not nil, receives the position of a script whose time is up, before it is stopped. It need not return.
	OnLate func(place string)
	// OnBroken, if not nil, receives a house that does not load when all houses are searched, and the reason. The search goes on
	// without the house.
	OnBroken func(house string, err error)
	// OnRenamed, if not nil, receives the use of an old name that still works, each time a script with one is loaded.
	OnRenamed func(*diag.Error)
	// Done returns a channel that, when closed, stops every script that is loading or called, whatever its context. A nil
	// function, and a nil channel, stop none.
	Done func() <-chan struct{}
	// Memory is the memory that the scripts share with those of other loaders; nil gives the loader its own, of DefaultMemory
	// bytes.
	Memory *guard.Memory
	// Print receives what scripts print and the module whose code prints it. nil discards it. It must not call the loader.
	Print func(module, msg string)
	// Cover counts the statements that run; nil counts nothing.
	Cover *Coverage
	// Debug is notified before each statement of a function runs; nil leaves the scripts unchanged. It is ignored if Cover is
	// set.
	Debug *Debugger
	// Parsed caches parsed and compiled scripts, and what they make with much work (see [Again]), for other loaders that read the
	// same text; nil caches nothing. It helps callers that load a house again and again, with other options or one line changed. It
	// is ignored if Cover or Debug is set.
	Parsed *Parsed
}

// Loader loads scripts, each at most once. It is safe for concurrent use; loads run one after the other.
type Loader struct {
	options Options
	words   *Words
	env     starlark.StringDict // shared with other loaders

	mu      sync.Mutex
	modules map[place]*Module
	failed  map[place]*diag.Error // modules with errors of their own, so that they do not run (and print) again

	named sync.Map // places by script name, see placeOf

	onHook atomic.Pointer[listener] // see OnHook

	kept   *guard.Kept
	frozen guard.FrozenTables

	texts   texts   // of every script read, for messages
	trees   trees   // of what was asked about the source, without Parsed
	exports exports // names that scripts define and others could load, for hints

	noted sync.Map // see Once
	codes sync.Map // see CodeOf
}

// Limits of loading.
const (
	maxChain   = 64   // loads within loads
	maxModules = 1000 // per loader
)

// dialect is standard Starlark plus sets: no while, no recursion, no control flow at top level, no reassignment of a global. This
// makes every script and every hook finite.
var dialect = syntax.FileOptions{Set: true}

// NewLoader returns a loader with no modules.
func NewLoader(o Options) *Loader {
	shared := o.Memory != nil
	if !shared {
		o.Memory = guard.NewMemory(0)
	}
	if o.Words == nil {
		o.Words = bare()
	}
	l := &Loader{
		options: o,
		words:   o.Words,
		kept:    &guard.Kept{Memory: o.Memory},
		env:     o.Debug.reporting(o.Cover.counting(o.Words.compiled)),
		modules: map[place]*Module{},
		failed:  map[place]*diag.Error{},
	}
	if shared {
		runtime.AddCleanup(l, (*guard.Kept).Release, l.kept)
	}
	return l
}

// Under returns the options of a loader of the same scripts with one option set to another value. That loader discards what
// scripts print and counts nothing.
func (l *Loader) Under(option, value string) Options {
	o := l.options
	o.Set = maps.Clone(o.Set)
	if o.Set == nil {
		o.Set = map[string]string{}
	}
	o.Set[option] = value
	o.Print, o.Cover, o.Debug = nil, nil, nil
	return o
}

// HasLibrary reports whether the library's scripts are available.
func (l *Loader) HasLibrary() bool { return l.options.Stdlib != nil }

// Module is a loaded script. It and everything in it is frozen.
type Module struct {
	Path    string              // as written in messages: "@scripts//angies/omaha.star", or the path of a file
	Doc     string              // the docstring, without indentation
	Globals starlark.StringDict // names that the script defines, without those it loads
	Order   []string            // the names of Globals in order of first definition
	Loads   []*Module           // the modules it loads itself, in order, each once
	Options []*Option           // declared while it loaded, in order

	text        string
	interactive bool    // an interactive block: the meaning of its names can still change
	script      *script // nil if it is not cached
}

// Interactive reports whether m is a block of an interactive session.
func (m *Module) Interactive() bool { return m.interactive }

// All yields m and every module that m depends on, each once, in the order they ran; m comes last.
func (m *Module) All() iter.Seq[*Module] {
	return func(yield func(*Module) bool) { m.walk(map[*Module]bool{}, yield) }
}

// Reads reports whether m, or a module that it depends on, may read an attribute of one of the names: it has a dot before it, or gets
// attributes by names that it computes. An interactive block may read any.
func (m *Module) Reads(names map[string]bool) bool {
	for dep := range m.All() {
		file, err := dialect.Parse(dep.Path, dep.text, 0) // its tree is not kept: it takes ten times the memory of the text
		if dep.interactive || err != nil {
			return true
		}
		found := false
		syntax.Walk(file, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DotExpr:
				found = found || names[n.Name.Name]
			case *syntax.Ident:
				found = found || n.Name == "getattr"
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func (m *Module) walk(seen map[*Module]bool, yield func(*Module) bool) bool {
	if seen[m] {
		return true
	}
	seen[m] = true
	for _, dep := range m.Loads {
		if !dep.walk(seen, yield) {
			return false
		}
	}
	return yield(m)
}

// AllOptions returns the options that m and the modules it depends on declare, in the order they ran.
func (m *Module) AllOptions() []*Option {
	var out []*Option
	for mod := range m.All() {
		out = append(out, mod.Options...)
	}
	return out
}

// Load returns the module that ref names: "@stdlib//…", "@scripts//…" or a path in Files. All its errors are *diag.Error.
func (l *Loader) Load(ref string) (*Module, error) { return l.LoadContext(context.Background(), ref) }

// LoadContext is like Load but stops when the context ends.
func (l *Loader) LoadContext(ctx context.Context, ref string) (*Module, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, err := l.locate(ref, nil)
	if err == nil {
		var m *Module
		if m, err = l.load(ctx, at, nil); err == nil {
			return m, nil
		}
	}
	return nil, err
}

// Once returns a value that a word of the language keeps with the loader under a key. It calls first to make the value on first
// use.
func (l *Loader) Once(key any, first func() any) any {
	if v, ok := l.noted.Load(key); ok {
		return v
	}
	v, _ := l.noted.LoadOrStore(key, first())
	return v
}

// link is a load statement on the way to a module.
type link struct {
	from place
	pos  diag.Pos
}

// load returns the module at a place. chain holds the loads that led here, starting from the module that was requested.
func (l *Loader) load(ctx context.Context, at place, chain []link) (*Module, *diag.Error) {
	l.named.LoadOrStore(at.String(), at)
	if m := l.modules[at]; m != nil {
		return m, nil
	}
	if err := l.failed[at]; err != nil {
		return nil, err
	}
	if err := checkChain(at, chain); err != nil {
		return nil, err
	}
	if len(l.modules) >= maxModules {
		return nil, chainError(at, chain, CodeLoad, fmt.Sprintf("%d scripts are loaded already", maxModules))
	}
	text, err := l.read(at, chain)
	if err != nil {
		return nil, err
	}
	s, err := l.scriptOf(at, text)
	if err != nil {
		return nil, l.remember(at, err)
	}
	m := &Module{Path: at.String(), Doc: docstring(s.file), Order: s.order, text: text}
	for _, r := range s.renamed {
		if l.options.OnRenamed != nil {
			l.options.OnRenamed(r.Error)
		}
	}
	if l.caches() {
		m.script = s
	}
	scope, err := l.loadAll(ctx, m, s.file, at, chain)
	if err != nil {
		return nil, err
	}
	if err := l.run(ctx, m, s.program, scope); err != nil {
		return nil, l.remember(at, err)
	}
	l.modules[at] = m
	return m, nil
}

// remember keeps an error of the module itself, so that the module does not run again. Errors of modules it loads stay with
// those, and a canceled context or a chain that is too long is not the module's fault.
func (l *Loader) remember(at place, err *diag.Error) *diag.Error {
	l.Illustrate(err)
	if err.Code != CodeCancelled && err.Code != CodeTime {
		l.failed[at] = err
	}
	return err
}

// checkChain returns an error for cycles and endless chains.
func checkChain(at place, chain []link) *diag.Error {
	for i, step := range chain {
		if step.from != at {
			continue
		}
		var path strings.Builder
		for _, step := range chain[i:] {
			path.WriteString(step.from.String() + " -> ")
		}
		err := chainError(at, chain, CodeCycle, "a cycle, "+path.String()+at.String())
		err.Hint = "move what both need into a script that loads neither"
		return err
	}
	if len(chain) > maxChain {
		return chainError(at, chain, CodeLoad, fmt.Sprintf("%d scripts already load each other in a row", maxChain))
	}
	return nil
}

// chainError returns an error at the last load statement of a chain, or about the script that the caller requested.
func chainError(at place, chain []link, code, msg string) *diag.Error {
	if len(chain) == 0 {
		return &diag.Error{Pos: diag.Pos{File: at.String()}, Code: code, Msg: msg}
	}
	return &diag.Error{Pos: chain[len(chain)-1].pos, Code: code, Msg: "cannot load " + at.String() + ": " + msg}
}

// script is a parsed and compiled module.
type script struct {
	file    *syntax.File
	program *starlark.Program
	order   []string
	number  uint64
	renamed []*Renaming // uses of old names
	again   *againCache
}

// caches reports whether scripts are cached for other loaders.
func (l *Loader) caches() bool {
	return l.options.Parsed != nil && l.options.Cover == nil && l.options.Debug == nil
}

// scriptOf returns the script of a text. It parses the text unless Parsed has it.
func (l *Loader) scriptOf(at place, text string) (*script, *diag.Error) {
	if !l.caches() {
		s, err := l.parse(at, text)
		if err == nil {
			s.number, s.again = scriptNumbers.Add(1), &againCache{}
		}
		return s, err
	}
	if s := l.options.Parsed.find(at, text); s != nil {
		return s, nil
	}
	s, err := l.parse(at, text)
	if err == nil {
		s.number, s.again = l.options.Parsed.same(l.resolved(at, text, s.file))
		l.options.Parsed.keep(at, text, s)
	}
	return s, err
}

// resolved returns the text of a script with the whole names of the modules that it loads: what it says wherever it lies.
func (l *Loader) resolved(at place, text string, file *syntax.File) string {
	lines := strings.SplitAfter(text, "\n")
	for _, stmt := range slices.Backward(file.Stmts) {
		stmt, ok := stmt.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		pos := stmt.Module.TokenPos
		if to, err := l.locate(stmt.ModuleName(), &at); err == nil && int(pos.Line) <= len(lines) {
			line := []rune(lines[pos.Line-1])
			from := min(int(pos.Col)-1, len(line))
			lines[pos.Line-1] = string(line[:from]) + strings.Replace(string(line[from:]), stmt.Module.Raw, strconv.Quote(to.String()), 1)
		}
	}
	return strings.Join(lines, "")
}

// parse parses and compiles the text of a script.
func (l *Loader) parse(at place, text string) (s *script, err *diag.Error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError(at.String(), r)
		}
	}()
	file, err := parseAs(&dialect, at.String(), text, text, 0)
	if err != nil {
		return nil, err
	}
	renamed := l.words.rename(file, text)
	if err := faultsOf(renamed); err != nil {
		return nil, err
	}
	switch {
	case l.options.Cover != nil:
		l.options.Cover.instrument(at.String(), text, file)
	case l.options.Debug != nil:
		l.options.Debug.instrument(at.String(), file)
	}
	guard.Rewrite(file)
	program, rerr := compile(file, l.env.Has)
	if rerr != nil {
		return nil, l.fromResolver(rerr, at, func() (*syntax.File, *diag.Error) { return parseAs(&dialect, at.String(), text, text, 0) })
	}
	s = &script{file: file, program: program, renamed: renamed}
	for _, b := range file.Module.(*resolve.Module).Globals {
		s.order = append(s.order, b.First.Name)
	}
	return s, nil
}

// loadAll loads the modules named in the load statements of a file, before the file runs. The result is keyed by the names in
// those statements.
func (l *Loader) loadAll(ctx context.Context, m *Module, file *syntax.File, at place, chain []link) (map[string]*Module, *diag.Error) {
	byName := map[string]*Module{}
	for _, stmt := range file.Stmts {
		stmt, ok := stmt.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		dep, err := l.loadOne(ctx, stmt, at, chain)
		if err != nil {
			return nil, err
		}
		byName[stmt.ModuleName()] = dep
		if !slices.Contains(m.Loads, dep) {
			m.Loads = append(m.Loads, dep)
		}
	}
	return byName, nil
}

func (l *Loader) loadOne(ctx context.Context, stmt *syntax.LoadStmt, at place, chain []link) (*Module, *diag.Error) {
	pos := PlanPos(stmt.Module.TokenPos)
	to, lerr := l.locate(stmt.ModuleName(), &at)
	if lerr != nil {
		lerr.Pos = pos
		l.Illustrate(lerr)
		return nil, lerr
	}
	dep, err := l.load(ctx, to, append(chain[:len(chain):len(chain)], link{at, pos}))
	if err != nil {
		l.Illustrate(err)
		if err.Pos == pos {
			return nil, err
		}
		return nil, err.LoadedFrom(pos)
	}
	for _, name := range stmt.From {
		if !dep.Globals.Has(name.Name) {
			err := &diag.Error{
				Pos: PlanPos(name.NamePos), Code: CodeName,
				Msg: NotDefined(dep.Path, name.Name), Hint: DefinesHint(diag.DidYouMean(name.Name, dep.Order), slices.DeleteFunc(slices.Clone(dep.Order), func(s string) bool { return strings.HasPrefix(s, "_") })),
			}
			l.Illustrate(err)
			return nil, err
		}
	}
	return dep, nil
}

// NotDefined returns the message for a name that a loaded script does not define.
func NotDefined(path, name string) string { return fmt.Sprintf("%s does not define %s", path, name) }

// DefinesHint returns the hint for NotDefined: the name that was probably meant, or the names that the script defines.
func DefinesHint(meant string, names []string) string {
	return cmp.Or(meant, "it defines "+some(names))
}

// run executes a module and freezes it.
func (l *Loader) run(ctx context.Context, m *Module, program *starlark.Program, byName map[string]*Module) (err *diag.Error) {
	thread, budget := l.thread(m.Path, m, 0)
	thread.Load = func(_ *starlark.Thread, name string) (starlark.StringDict, error) {
		return byName[name].Globals, nil
	}
	stop := context.AfterFunc(ctx, func() { thread.Cancel(guard.Cancelled) })
	defer stop()
	defer l.stopWhenDone(thread)()
	defer budget.Rest()
	defer func() {
		if r := recover(); r != nil {
			err = panicError(m.Path, r)
		}
	}()
	globals, xerr := program.Init(thread, l.env)
	if xerr != nil {
		return l.fromEval(xerr, budget)
	}
	values := sessionOf(thread).kept
	for _, name := range m.Order {
		if v := globals[name]; v != nil { // a global is nil if its definition was never reached
			values = append(values, v)
		}
	}
	size, ferr := guard.Freeze(values, budget)
	size += sessionOf(thread).bytes
	err = fromFreeze(ferr)
	if err == nil && !l.options.Memory.Keep(l.kept, size) {
		err = &diag.Error{Code: CodeSteps, Msg: guard.TooMuchMemory(l.options.Memory.Most()), Hint: "the limit is on everything that all scripts define together"}
	}
	if err != nil {
		if err.Pos.Line == 0 {
			err.Pos = diag.Pos{File: m.Path}
		}
		return err
	}
	m.Globals = globals
	return nil
}

// stopWhenDone stops a thread when Options.Done is closed. Call the returned function to end the watch.
func (l *Loader) stopWhenDone(thread *starlark.Thread) func() {
	if l.options.Done == nil {
		return func() {}
	}
	done, over := l.options.Done(), make(chan struct{})
	go func() {
		select {
		case <-done:
			thread.Cancel(guard.Cancelled)
		case <-over:
		}
	}()
	return func() { close(over) }
}

// over reports whether Options.Done is closed, so that no script may go on.
func (l *Loader) over() bool {
	if l == nil || l.options.Done == nil {
		return false
	}
	select {
	case <-l.options.Done():
		return true
	default:
		return false
	}
}

// docstring returns the first statement of a file if it is a string, without indentation.
func docstring(f *syntax.File) string {
	if len(f.Stmts) == 0 {
		return ""
	}
	stmt, ok := f.Stmts[0].(*syntax.ExprStmt)
	if !ok {
		return ""
	}
	lit, ok := stmt.X.(*syntax.Literal)
	if !ok || lit.Token != syntax.STRING {
		return ""
	}
	return Dedent(lit.Value.(string))
}

// Dedent removes the blank lines around a docstring and the common indentation of its lines. The first line counts only if it is
// not on the line of the opening quotes.
func Dedent(doc string) string {
	text := strings.TrimLeft(doc, " \t\r\n")
	head := doc[:len(doc)-len(text)]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		text = head[i+1:] + text
	}
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	indent := len(doc)
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
		if lines[i] != "" && (i > 0 || strings.Contains(head, "\n")) {
			indent = min(indent, len(lines[i])-len(strings.TrimLeft(lines[i], " \t")))
		}
	}
	for i, line := range lines {
		if i > 0 || strings.Contains(head, "\n") {
			lines[i] = line[min(indent, len(line)):]
		}
	}
	return strings.Join(lines, "\n")
}
