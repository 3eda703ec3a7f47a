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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Sources are the file systems that scripts may load from. No other file can be reached. Any of them may be nil. One that is
// a folder of the machine should be a [files.Root], which has no links and waits for no pipe, or several of them that are
// [Rooted]; os.DirFS follows links wherever they lead.
type Sources struct {
	Stdlib  fs.FS // "@stdlib//kill.star"
	Scripts fs.FS // "@scripts//angies/house.star"
	Files   fs.FS // everything else, slash paths
	// Own is a folder of Files that stands for the house of its name in Scripts: "my/angies" for "@scripts//angies". "" for none.
	Own string
}

// Options of a Loader.
type Options struct {
	Sources
	// Words are those that scripts may use; nil are bare.
	Words *Words
	// Set chooses values for the named options of scripts, by the names under which they declare them.
	Set map[string]string
	// MaxSteps bounds the Starlark steps of each module's top level, of each test and of each call of a hook or policy.
	// 0 means 20 million for a module, about a second, and a million for a hook.
	MaxSteps uint64
	// LoadTimeout and CallTimeout bound the time of a module's top level, and of each call of a test, a hook or a policy. A
	// script is meant to be stopped by its steps, which are the same on every machine: one that takes too long is no result, and
	// ends what asked for it with an error for which TookTooLong is true. 0 leaves it to the steps.
	LoadTimeout, CallTimeout time.Duration
	// OnLate is told where a script is whose time is up, before it is stopped; nil tells nobody. It need not return.
	OnLate func(place string)
	// Done, once it is closed, stops every script that loads, whatever context asked for it; nil stops none.
	Done <-chan struct{}
	// Memory is what the scripts may take together with those of other loaders; nil gives the loader one of its own, of
	// DefaultMemory bytes.
	Memory *Memory
	// Print receives what scripts print and the module whose code prints. nil drops it. It must not call the loader.
	Print func(module, msg string)
	// Cover counts what runs; nil counts nothing.
	Cover *Coverage
	// Debug is told of the statements of functions before they run; nil leaves the scripts as they are. With Cover it is not
	// used.
	Debug *Debugger
	// Parsed keeps scripts as they were parsed and compiled, for other loaders that read the same text; nil keeps none. It serves
	// those who load a house over and over, with other options or one line changed. With Cover or Debug it is not used.
	Parsed *Parsed
}

// Loader loads scripts, each at most once. It is safe for use from many goroutines; loads run one after the other.
type Loader struct {
	options Options
	words   *Words
	env     starlark.StringDict // shared with other loaders

	mu      sync.Mutex
	modules map[place]*Module
	failed  map[place]*diag.Error // modules with an error of their own, so that they do not run (and print) again

	named sync.Map // places by the names of scripts, see placeOf

	onHook atomic.Pointer[listener] // see OnHook

	kept   *keptBytes
	frozen frozenTables

	texts   texts   // of every script read, for messages
	exports exports // what scripts define that could be loaded, for hints

	noted sync.Map // see note
	codes sync.Map // see CodeOf
}

// Limits of loading.
const (
	maxChain   = 64   // loads within loads
	maxModules = 1000 // per loader
)

// dialect is Starlark as it comes, with sets: no while, no recursion, no control flow at top level,
// no second assignment of a global. That keeps every script and every hook finite.
var dialect = syntax.FileOptions{Set: true}

// NewLoader returns a loader without any module.
func NewLoader(o Options) *Loader {
	shared := o.Memory != nil
	if !shared {
		o.Memory = NewMemory(0)
	}
	if o.Words == nil {
		o.Words = bare()
	}
	l := &Loader{
		options: o,
		words:   o.Words,
		kept:    &keptBytes{memory: o.Memory},
		env:     o.Debug.reporting(o.Cover.counting(o.Words.compiled)),
		modules: map[place]*Module{},
		failed:  map[place]*diag.Error{},
	}
	if shared {
		runtime.AddCleanup(l, (*keptBytes).release, l.kept)
	}
	return l
}

// Under returns the options of a loader of the same scripts in which an option of theirs has another value. What they print is
// dropped, and nothing is counted.
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

// HasLibrary reports whether there are scripts of the library.
func (l *Loader) HasLibrary() bool { return l.options.Stdlib != nil }

// Module is a loaded script. It and everything in it is frozen.
type Module struct {
	Path    string              // as written in messages: "@scripts//angies/omaha.star", or the path of a file
	Doc     string              // the docstring, without indentation
	Globals starlark.StringDict // what it defines; not what it loads
	Order   []string            // the names of Globals in order of first definition
	Loads   []*Module           // what it loads itself, in order, each once
	Options []*Option           // declared while it loaded, in order

	interactive bool // a block of one that is still being written: what its names mean can change
}

// All yields every module that m stands on, each once, in the order they ran; m comes last.
func (m *Module) All() iter.Seq[*Module] {
	return func(yield func(*Module) bool) { m.walk(map[*Module]bool{}, yield) }
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

// AllOptions returns the options that m and all modules it stands on declare, in the order they ran.
func (m *Module) AllOptions() []*Option {
	var out []*Option
	for mod := range m.All() {
		out = append(out, mod.Options...)
	}
	return out
}

// Load returns the module that ref names: "@stdlib//…", "@scripts//…" or a path in Files. All its errors are *diag.Error.
func (l *Loader) Load(ref string) (*Module, error) { return l.LoadContext(context.Background(), ref) }

// LoadContext is Load that gives up when the context ends.
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

// UnusedSet returns, sorted, the names in Options.Set that no script loaded so far declares.
func (l *Loader) UnusedSet() []string {
	declared := map[string]bool{}
	for _, name := range l.optionNames() {
		declared[name] = true
	}
	var unused []string
	for name := range l.options.Set {
		if !declared[name] {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	return unused
}

// optionNames returns, sorted, the names of all options that the scripts loaded so far declare.
func (l *Loader) optionNames() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var names []string
	for _, m := range l.modules {
		for _, o := range m.Options {
			names = append(names, o.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Once keeps a thing for the words of the language beside the loader, made when it is first asked for under that key.
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

// load returns the module at a place. chain leads to it from the module first asked for.
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
	m := &Module{Path: at.String(), Doc: docstring(s.file), Order: s.order}
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

// remember keeps an error that lies in the module itself. Errors of its loads stay with those,
// and an end of the context or a chain too long is no property of the module.
func (l *Loader) remember(at place, err *diag.Error) *diag.Error {
	l.Illustrate(err)
	if err.Code != CodeCancelled && err.Code != CodeTime {
		l.failed[at] = err
	}
	return err
}

// checkChain refuses cycles and endless chains.
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

// chainError returns an error at the last load statement of a chain, or about a script asked for by name.
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
}

// scriptOf returns the script of a text, which is parsed unless it was before.
func (l *Loader) scriptOf(at place, text string) (*script, *diag.Error) {
	if l.options.Parsed == nil || l.options.Cover != nil || l.options.Debug != nil {
		return l.parse(at, text)
	}
	if s := l.options.Parsed.find(at, text); s != nil {
		return s, nil
	}
	s, err := l.parse(at, text)
	if err == nil {
		l.options.Parsed.keep(at, text, s)
	}
	return s, err
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
	switch {
	case l.options.Cover != nil:
		l.options.Cover.instrument(at.String(), text, file)
	case l.options.Debug != nil:
		l.options.Debug.instrument(at.String(), file)
	}
	rewriteFile(file)
	program, rerr := compile(file, l.env.Has)
	if rerr != nil {
		return nil, l.fromResolver(rerr, at, func() (*syntax.File, *diag.Error) { return parseAs(&dialect, at.String(), text, text, 0) })
	}
	s = &script{file: file, program: program}
	for _, b := range file.Module.(*resolve.Module).Globals {
		s.order = append(s.order, b.First.Name)
	}
	return s, nil
}

// loadAll loads what the load statements of a file name, before the file runs, and returns it by those names.
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
				Msg: NotDefined(dep.Path, name.Name), Hint: DefinesHint(diag.DidYouMean(name.Name, dep.Order), public(dep.Order)),
			}
			l.Illustrate(err)
			return nil, err
		}
	}
	return dep, nil
}

// NotDefined says that a script that is loaded does not define a name.
func NotDefined(path, name string) string { return fmt.Sprintf("%s does not define %s", path, name) }

// DefinesHint returns the name that may be meant, or what a script defines.
func DefinesHint(meant string, names []string) string {
	return cmp.Or(meant, "it defines "+some(names))
}

// public leaves out the names that a script keeps for itself.
func public(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(s string) bool { return strings.HasPrefix(s, "_") })
}

// run executes a module and freezes it.
func (l *Loader) run(ctx context.Context, m *Module, program *starlark.Program, byName map[string]*Module) (err *diag.Error) {
	thread, budget := l.thread(m.Path, m, 0)
	thread.Load = func(_ *starlark.Thread, name string) (starlark.StringDict, error) {
		return byName[name].Globals, nil
	}
	stop := context.AfterFunc(ctx, func() { thread.Cancel(cancelled) })
	defer stop()
	defer l.stopWhenDone(thread)()
	defer budget.rest()
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
	size, err := freeze(values, budget)
	size += sessionOf(thread).bytes
	if err == nil && !l.options.Memory.keep(l.kept, size) {
		err = &diag.Error{Code: CodeSteps, Msg: tooMuchMemory(l.options.Memory.most()), Hint: "the limit is on everything that all scripts define together"}
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

// doneGrace is how long a script that loads may go on once Options.Done is closed. What loads quicker than that does
// load, so that a command that was interrupted can say in its results that they are not complete.
const doneGrace = 500 * time.Millisecond

// stopWhenDone stops a thread soon after Options.Done is closed, until the function that it returns is called.
func (l *Loader) stopWhenDone(thread *starlark.Thread) func() {
	if l.options.Done == nil {
		return func() {}
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-l.options.Done:
		case <-over:
			return
		}
		select {
		case <-time.After(doneGrace):
			thread.Cancel(cancelled)
		case <-over:
		}
	}()
	return func() { close(over) }
}

// docstring returns the first statement of a file if it is a string, without the indentation of its lines.
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

// Dedent removes from a docstring the blank lines around it and the indentation that its lines share.
// The first line counts only if it stands below the quotes.
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
