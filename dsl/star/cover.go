package star

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Coverage counts how often the statements and branches of scripts run. A
// loader whose Options name a Coverage rewrites the syntax tree of what it
// loads: it puts a counting call before every statement and around every
// condition. Positions do not change, so errors stay where they were. Loaders
// may share a Coverage; it is safe for concurrent use.
type Coverage struct {
	// Skip reports scripts to leave out, by Module.Path; nil leaves out none.
	Skip func(path string) bool

	mu     sync.RWMutex
	blocks []*Block
	files  map[string]fileBlocks
}

// fileBlocks is the range of blocks of a script: n blocks, starting at first.
type fileBlocks struct {
	first, n int
	text     string
}

// Block is a statement, without the statements inside it, or one outcome of a
// condition.
type Block struct {
	Start, End diag.Pos
	// Outcome is "" for a statement, else the condition's result: "true" or
	// "false".
	Outcome string
	count   atomic.Int64
}

// Count returns the number of times the block has run.
func (b *Block) Count() int64 { return b.count.Load() }

// Files returns the names of the loaded scripts, sorted.
func (c *Coverage) Files() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Sorted(maps.Keys(c.files))
}

// Blocks returns the blocks of a script in source order.
func (c *Coverage) Blocks(path string) []*Block {
	c.mu.RLock()
	defer c.mu.RUnlock()
	f := c.files[path]
	return slices.Clone(c.blocks[f.first : f.first+f.n])
}

// Text returns the text of a script as loaded.
func (c *Coverage) Text(path string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.files[path].text
}

// hit counts a block.
func (c *Coverage) hit(i int) {
	c.mu.RLock()
	b := c.blocks[i]
	c.mu.RUnlock()
	b.count.Add(1)
}

// Names of the counting operators. No script can spell them.
const (
	opHit    = "operator hit"
	opBranch = "operator branch"
)

// The names are reserved in every environment; a loader that counts has its own
// operators.
func init() { maps.Copy(guard.Operators, new(Coverage).operators()) }

// operators returns the operators that count here. They are bound to the
// Coverage, not found through the thread: hooks run on threads that have no
// loader.
func (c *Coverage) operators() starlark.StringDict {
	return starlark.StringDict{
		opHit: starlark.NewBuiltin(opHit, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			i, err := starlark.AsInt32(args[0])
			c.hit(i)
			return starlark.None, err
		}),
		opBranch: starlark.NewBuiltin(opBranch, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			i, err := starlark.AsInt32(args[0])
			if !args[1].Truth() {
				i++
			}
			c.hit(i)
			return args[1], err
		}),
	}
}

// counting returns the environment of scripts that c counts.
func (c *Coverage) counting(env starlark.StringDict) starlark.StringDict {
	if c == nil {
		return env
	}
	env = maps.Clone(env)
	maps.Copy(env, c.operators())
	return env
}

// instrument rewrites the tree of a script. When the same script is loaded
// again, it counts into the same blocks, because the walk numbers them the same
// way.
func (c *Coverage) instrument(path, text string, f *syntax.File) {
	if c.Skip != nil && c.Skip(path) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old, again := c.files[path]
	w := &coverWriter{next: len(c.blocks)}
	if again {
		w.next = old.first
	}
	first := w.next
	f.Stmts = w.list(f.Stmts)
	if again {
		return
	}
	if c.files == nil {
		c.files = map[string]fileBlocks{}
	}
	c.files[path] = fileBlocks{first, len(w.blocks), text}
	c.blocks = append(c.blocks, w.blocks...)
}

// coverWriter numbers the blocks of one script.
type coverWriter struct {
	next   int
	blocks []*Block
}

// add makes a block and returns its number.
func (w *coverWriter) add(start, end syntax.Position, outcome string) int {
	b := &Block{Start: PlanPos(start), End: PlanPos(end), Outcome: outcome}
	w.blocks = append(w.blocks, b)
	w.next++
	return w.next - 1
}

// list puts a count before each statement. Docstrings and load statements are
// not counted, and a docstring must remain the first statement.
func (w *coverWriter) list(stmts []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	for i, s := range stmts {
		if _, load := s.(*syntax.LoadStmt); !load && (i > 0 || !isText(s)) {
			start, end := headSpan(s)
			out = append(out, &syntax.ExprStmt{X: counting(opHit, start, w.add(start, end, ""))})
		}
		switch s := s.(type) {
		case *syntax.AssignStmt:
			w.conditions(s.RHS)
		case *syntax.DefStmt:
			s.Body = w.list(s.Body)
		case *syntax.ForStmt:
			w.conditions(s.X)
			s.Body = w.list(s.Body)
		case *syntax.IfStmt:
			w.condition(&s.Cond)
			w.conditions(s.Cond)
			s.True = w.list(s.True)
			if len(s.False) > 0 {
				s.False = w.list(s.False)
			}
		default:
			w.conditions(s)
		}
		out = append(out, s)
	}
	return out
}

// isText reports whether a statement is a string literal.
func isText(s syntax.Stmt) bool {
	e, ok := s.(*syntax.ExprStmt)
	if !ok {
		return false
	}
	lit, ok := e.X.(*syntax.Literal)
	return ok && lit.Token == syntax.STRING
}

// headSpan returns the position of a statement without the statements inside
// it.
func headSpan(s syntax.Stmt) (start, end syntax.Position) {
	start, end = s.Span()
	switch s := s.(type) {
	case *syntax.DefStmt:
		_, end = s.Name.Span()
		if n := len(s.Params); n > 0 {
			_, end = s.Params[n-1].Span()
		}
	case *syntax.ForStmt:
		_, end = s.X.Span()
	case *syntax.IfStmt:
		_, end = s.Cond.Span()
	}
	return start, end
}

// counting returns a call that counts block i.
func counting(op string, pos syntax.Position, i int, args ...syntax.Expr) *syntax.CallExpr {
	number := &syntax.Literal{Token: syntax.INT, TokenPos: pos, Raw: "", Value: int64(i)}
	return guard.Operation(op, pos, append([]syntax.Expr{number}, args...)...)
}

// condition counts the outcomes of a condition.
func (w *coverWriter) condition(e *syntax.Expr) {
	start, end := (*e).Span()
	i := w.add(start, end, "true")
	w.add(start, end, "false")
	*e = counting(opBranch, start, i, *e)
}

// conditions counts the outcomes of the conditions inside an expression or a statement without a body, but for those in the
// defaults of a lambda and the bounds of a slice.
func (w *coverWriter) conditions(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryExpr:
			if n.Op == syntax.AND || n.Op == syntax.OR {
				w.condition(&n.X)
			}
		case *syntax.CondExpr:
			w.condition(&n.Cond)
		case *syntax.IfClause:
			w.condition(&n.Cond)
		case *syntax.LambdaExpr:
			w.conditions(n.Body)
			return false
		case *syntax.SliceExpr:
			w.conditions(n.X)
			return false
		}
		return true
	})
}

// CoverTotals are the numbers of a script's blocks, and of those that ran.
type CoverTotals struct{ Statements, Ran, Branches, Taken int }

// Totals returns the totals of one script.
func (c *Coverage) Totals(path string) (t CoverTotals) {
	for _, b := range c.Blocks(path) {
		ran := 0
		if b.Count() > 0 {
			ran = 1
		}
		if b.Outcome == "" {
			t.Statements++
			t.Ran += ran
		} else {
			t.Branches++
			t.Taken += ran
		}
	}
	return t
}

// Add returns the sum of two counts.
func (t CoverTotals) Add(o CoverTotals) CoverTotals {
	return CoverTotals{t.Statements + o.Statements, t.Ran + o.Ran, t.Branches + o.Branches, t.Taken + o.Taken}
}

// Percent returns the percentage of statements and branches that ran, rounded
// down: 100 means all of them.
func (t CoverTotals) Percent() int {
	if all := t.Statements + t.Branches; all > 0 {
		return 100 * (t.Ran + t.Taken) / all
	}
	return 100
}

// IsTestScript reports whether a script is a test script, by its name.
func IsTestScript(path string) bool { return strings.HasSuffix(path, "_test.star") }
