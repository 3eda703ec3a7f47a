package star

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Codes of the loader's errors. A code never changes its meaning; messages may change.
const (
	CodeSyntax    = "CR001" // the text is not Starlark
	CodeName      = "CR002" // an undefined name
	CodeRenamed   = "CR004" // a name that scripts once used
	CodeDialect   = "CR003" // Starlark that scripts must not use: while, control flow at top level, …
	CodeLoad      = "CR010" // a script that cannot be loaded: missing, too large, outside of its source, …
	CodeCycle     = "CR011" // scripts that load one another
	CodeEval      = "CR020" // an error at run time
	CodeFail      = "CR021" // the script called fail
	CodeSteps     = "CR022" // the step or memory budget is exhausted
	CodePanic     = "CR023" // a bug in cardroom itself
	CodeCancelled = "CR024" // the caller canceled
	CodeTime      = "CR025" // it took too long
	CodeArgument  = "CR030" // a builtin does not take these arguments
	CodeSet       = "CR031" // a value that an option does not allow
	CodeGame      = "CR040" // a game that does not exist
	CodePlan      = "CR041" // a game that cannot be played as written
)

// PlanPos converts a Starlark position.
func PlanPos(p syntax.Position) diag.Pos {
	if p.Line <= 0 {
		return diag.Pos{}
	}
	return diag.Pos{File: p.Filename(), Line: p.Line, Col: p.Col}
}

// Illustrate adds missing source lines to an error and its Also errors. A nil loader adds none.
func (l *Loader) Illustrate(e *diag.Error) {
	if l == nil {
		return
	}
	if e.Source == "" {
		e.Source = l.Line(e.Pos)
	}
	for _, x := range e.Also {
		l.Illustrate(x)
	}
}

// PlainEnds converts all line ends that Starlark, editors and text fields accept ("\r\n" and a lone "\r") to "\n".
func PlainEnds(text string) string { return plainEnds.Replace(text) }

var plainEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// cutLine splits text after its first line. Like Starlark it accepts the line ends "\n", "\r\n" and a lone "\r".
func cutLine(text string) (line, rest string) {
	i := strings.IndexAny(text, "\r\n")
	switch {
	case i < 0:
		return text, ""
	case strings.HasPrefix(text[i:], "\r\n"):
		return text[:i], text[i+2:]
	}
	return text[:i], text[i+1:]
}

// fromResolver converts resolver errors. again parses the script once more, because the resolved tree has been rewritten.
func (l *Loader) fromResolver(err error, at place, again func() (*syntax.File, *diag.Error)) *diag.Error {
	var list resolve.ErrorList
	if !errors.As(err, &list) {
		return &diag.Error{Pos: diag.Pos{File: at.String()}, Code: CodeSyntax, Msg: err.Error()}
	}
	file, perr := again()
	if perr != nil {
		return perr
	}
	slices.SortStableFunc(list, func(a, b resolve.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	const most = 10
	shown := list[:min(len(list), most)]
	all := make([]*diag.Error, len(shown))
	meant := l.guesser(file, at)
	for i, x := range shown {
		all[i] = meant.explain(x)
	}
	first := all[0]
	first.Also, first.More = all[1:], len(list)-len(shown)
	return first
}

// dialectHints are hints for constructs that the dialect refuses, by a part of the resolver's message.
var dialectHints = []struct{ part, hint string }{
	{"while loop", "use a for loop over a range"},
	{"for loop not within", "put the loop into a function, or write a comprehension: [… for x in …]"},
	{"if statement not within", "put it into a function, or write: x if condition else y"},
	{"cannot reassign", "each name at top level is defined once: choose another name"},
	{"not exported", "a name with a leading underscore is private to its script"},
	{"load statement within", "put load statements at the top of the script"},
}

func before(a, b syntax.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// paramNames returns the names of parameters.
func paramNames(params []syntax.Expr) []string {
	var names []string
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.BinaryExpr:
			names = append(names, boundNames(p.X)...)
		case *syntax.UnaryExpr:
			if p.X != nil {
				names = append(names, boundNames(p.X)...)
			}
		default:
			names = append(names, boundNames(p)...)
		}
	}
	return names
}

// boundNames returns the names that an assignment to e defines.
func boundNames(e syntax.Expr) []string {
	switch e := e.(type) {
	case *syntax.Ident:
		return []string{e.Name}
	case *syntax.ParenExpr:
		return boundNames(e.X)
	case *syntax.TupleExpr:
		return boundNamesAll(e.List)
	case *syntax.ListExpr:
		return boundNamesAll(e.List)
	}
	return nil
}

func boundNamesAll(list []syntax.Expr) []string {
	var names []string
	for _, e := range list {
		names = append(names, boundNames(e)...)
	}
	return names
}

// fromEval converts a run-time error of a script.
func (l *Loader) fromEval(err error, b *guard.Budget) *diag.Error {
	e := &diag.Error{Code: CodeEval, Msg: err.Error(), Cause: err}
	var eval *starlark.EvalError
	if errors.As(err, &eval) {
		e.Msg, e.Cause = eval.Msg, eval.Unwrap()
		l.place(e, eval.CallStack)
	}
	l.classify(e, b)
	e.Msg, e.Hint = CutMessage(e.Msg), CutMessage(e.Hint)
	return e
}

// maxMessage is the maximum length of a script's message: fail can be called with a megabyte of text.
const maxMessage = 10_000

func CutMessage(msg string) string {
	if len(msg) <= maxMessage {
		return msg
	}
	return strings.ToValidUTF8(msg[:maxMessage], "") + "…"
}

// place sets the error's position to that of the innermost script function, and its stack to the callers.
func (l *Loader) place(e *diag.Error, stack starlark.CallStack) {
	for _, fr := range slices.Backward(stack) {
		if fr.Pos.Line <= 0 {
			continue // a builtin
		}
		f := diag.Frame{Pos: PlanPos(fr.Pos), Name: fr.Name}
		if f.Name == "<toplevel>" {
			f.Name = ""
		}
		e.Stack = append(e.Stack, f)
	}
	if len(e.Stack) == 0 {
		return
	}
	// The fault is in the call, not in the called function.
	switch callee := e.Stack[0]; {
	case isBadCall(e.Msg, callee.Name) && len(e.Stack) > 1:
		e.Stack = e.Stack[1:]
		l.explainCall(e, callee)
	case isBadCall(e.Msg, callee.Name):
		e.Hint = "cardroom calls it, with " + given(e.Msg)
	case len(e.Stack) > 1 && strings.HasSuffix(e.Msg, "called recursively"):
		e.Stack = e.Stack[1:]
	}
	e.Pos = e.Stack[0].Pos
	e.Stack = e.Stack[1:]
}

// explainCall adds the function's parameters to the error of a bad call, and points to the keyword that the function does not
// take.
func (l *Loader) explainCall(e *diag.Error, callee diag.Frame) {
	def := l.FunctionAt(callee)
	if def == nil {
		return
	}
	e.Hint = callee.Name + "(" + paramList(def.Params) + ") is defined at " + PlanPos(def.Name.NamePos).String()
	_, keyword, ok := strings.Cut(e.Msg, "unexpected keyword argument \"")
	if !ok {
		return
	}
	keyword, _, _ = strings.Cut(keyword, "\"")
	e.Stack[0].Pos = l.argumentPos(e.Stack[0].Pos, &argError{keyword: keyword, atKeyword: true, index: -1})
	if hint := diag.DidYouMean(keyword, paramNames(def.Params)); hint != "" {
		e.Hint = hint + " " + e.Hint
	}
}

// FunctionAt returns the definition of the function around a frame; nil for a lambda.
func (l *Loader) FunctionAt(f diag.Frame) (found *syntax.DefStmt) {
	of := &l.trees
	if l.options.Parsed != nil {
		of = &l.options.Parsed.trees
	}
	file := of.tree(f.Pos.File, l.Text(f.Pos.File))
	if file == nil {
		return nil
	}
	at := syntax.MakePosition(&f.Pos.File, f.Pos.Line, f.Pos.Col)
	syntax.Walk(file, func(n syntax.Node) bool {
		if def, ok := n.(*syntax.DefStmt); ok && def.Name.Name == f.Name && stretchOf(def).has(at) {
			found = def
		}
		return true
	})
	return found
}

// paramList returns the parameters of a function as written in a call; "…" stands for a default.
func paramList(params []syntax.Expr) string {
	var parts []string
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.Ident:
			parts = append(parts, p.Name)
		case *syntax.BinaryExpr:
			parts = append(parts, strings.Join(boundNames(p.X), "")+" = …")
		case *syntax.UnaryExpr:
			name := ""
			if p.X != nil {
				name = strings.Join(boundNames(p.X), "")
			}
			parts = append(parts, p.Op.String()+name)
		}
	}
	return some(parts)
}

// isBadCall reports whether Starlark's message says that a script function does not take the arguments of a call.
func isBadCall(msg, function string) bool {
	rest, ok := strings.CutPrefix(msg, "function "+function+" ")
	if !ok {
		return false
	}
	return slices.ContainsFunc([]string{"accepts ", "missing ", "got "}, func(start string) bool { return strings.HasPrefix(rest, start) })
}

// given extracts from Starlark's message the unexpected arguments of a call.
func given(msg string) string {
	_, n, ok := strings.Cut(msg, "(")
	n, _, found := strings.Cut(n, " given)")
	switch {
	case !ok || !found:
		return "other arguments"
	case n == "1":
		return "1 argument"
	}
	return n + " arguments"
}

func init() { guard.Nearest = diag.Nearest }

// fromFreeze turns an error about what a script defines into one with a code.
func fromFreeze(err error) *diag.Error {
	switch err := err.(type) {
	case nil:
		return nil
	case *guard.Endless:
		return &diag.Error{Pos: PlanPos(err.Function.Position()), Code: CodeEval, Msg: err.Error(), Hint: "there is no recursion: loop over a list or a range"}
	}
	return &diag.Error{Code: CodeSteps, Msg: err.Error()}
}

// classify sets the code, and rewrites the cause for the reader.
func (l *Loader) classify(e *diag.Error, b *guard.Budget) {
	var arg *argError
	var own *diag.Error
	var bug *panicValue
	var limit *guard.LimitError
	switch {
	case b.Late && strings.Contains(e.Msg, b.Spent):
		e.Code, e.Msg, e.Late = CodeTime, b.Spent, true
		e.Hint = "look for slow work, or allow more time with --timeout"
	case b.Spent != "" && strings.Contains(e.Msg, b.Spent):
		e.Code, e.Msg = CodeSteps, b.Spent
		e.Hint = "look for a loop that runs too long, or for a list or string that grows in a loop"
		if b.Explain != nil {
			e.Hint = b.Explain()
		}
	case strings.HasSuffix(e.Msg, "cancelled: "+guard.Cancelled) && !strings.HasPrefix(e.Msg, "fail: "):
		e.Code, e.Msg, e.Cause = CodeCancelled, "stopped: "+guard.Cancelled, context.Canceled
	case errors.As(e.Cause, &arg):
		e.Code, e.Msg, e.Hint = CodeArgument, arg.Error(), arg.hint
		e.Pos = l.argumentPos(e.Pos, arg)
	case errors.As(e.Cause, &own):
		outer := diag.Frame{Pos: e.Pos}
		stack := e.Stack
		*e = *own
		if own.Pos != outer.Pos && outer.Pos.Line > 0 {
			stack = append([]diag.Frame{outer}, stack...)
		}
		e.Stack = append(slices.Clip(own.Stack), stack...)
	case errors.As(e.Cause, &bug):
		e.Code, e.Msg, e.Hint = CodePanic, bug.Error(), faultHint
	case errors.As(e.Cause, &limit):
		e.Code = CodeSteps
	case strings.HasPrefix(e.Msg, "fail: "):
		e.Code, e.Msg = CodeFail, strings.TrimPrefix(e.Msg, "fail: ")
	default:
		l.words.advise(e)
	}
}

// advise moves the suggestion that Starlark puts into some messages to the hint, and adds hints to others.
func (w *Words) advise(e *diag.Error) {
	if msg, rest, ok := strings.Cut(e.Msg, " (did you mean "); ok && strings.HasSuffix(rest, "?)") {
		e.Msg, e.Hint = msg, "did you mean "+strings.TrimSuffix(rest, ")")
		return
	}
	for _, k := range evalHints {
		if strings.Contains(e.Msg, k.part) {
			e.Hint = k.hint
			return
		}
	}
	if typ, _, ok := strings.Cut(e.Msg, " has no ."); ok {
		e.Hint = w.fieldsOf(typ)
	}
}

// fieldsOf lists the attributes of a value passed to script functions if there are few; "" for other types.
func (w *Words) fieldsOf(typ string) string {
	var names []string
	for _, a := range w.list.Attributes {
		if a.On == typ {
			names = append(names, a.Name)
		}
	}
	switch n := len(names); {
	case n == 0:
		return w.list.Elsewhere[typ]
	case n > 12:
		return fmt.Sprintf("'cardroom doc %s' lists its attributes", typ)
	}
	return "it has " + strings.Join(names, ", ")
}

// evalHints are hints for common mistakes, by a part of Starlark's message.
var evalHints = []struct{ part, hint string }{
	{"called recursively", "there is no recursion: loop over a list or a range"},
	{"frozen ", "what a script defines is frozen once it has loaded: make a copy, as in list(x) or dict(x)"},
	{"unhashable: list", "use a tuple, as in tuple(x)"},
	{"unknown binary op: list + tuple", "a list and a tuple do not add up: turn the tuple into a list with list()"},
	{"unknown binary op: tuple + list", "a list and a tuple do not add up: turn the tuple into a list with list()"},
	{"unknown binary op: list + ", "add a list to a list: put the other side into brackets, as in [x]"},
	{" + list", "add a list to a list: put the other side into brackets, as in [x]"},
	{"unknown binary op: string + ", "turn the other side into a string with str()"},
	{" + string", "turn the other side into a string with str()"},
	{"nobody is asked at this condition", "ask about each player in turn, in_turn([when(…)]), or about those that are in by their numbers"},
	{"during iteration", "loop over a copy, as in list(x)"},
	{"global variable", "the script defines the name only further down; if a word of the language is meant, choose another name"},
	{"referenced before assignment", "a function that assigns a name anywhere treats it as local"},
}

// argumentPos returns the position of the bad argument in the call at pos, or pos if the call does not show it.
func (l *Loader) argumentPos(pos diag.Pos, arg *argError) diag.Pos {
	file, err := dialect.Parse(pos.File, l.Text(pos.File), 0)
	if err != nil {
		return pos
	}
	var call *syntax.CallExpr
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && PlanPos(guard.CallPlace(c)) == pos {
			call = c
		}
		return call == nil
	})
	if call == nil {
		return pos
	}
	if at := arg.find(call); at != nil {
		return PlanPos(syntax.Start(at))
	}
	return pos
}

// find returns the part of the call that is wrong: the argument, the item of a list literal, or the unknown keyword; nil if it is
// hidden behind * or **.
func (e *argError) find(call *syntax.CallExpr) syntax.Expr {
	for i, arg := range call.Args {
		switch arg := arg.(type) {
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR {
				return nil
			}
		case *syntax.BinaryExpr:
			if arg.Op != syntax.EQ {
				break
			}
			if id, ok := arg.X.(*syntax.Ident); !ok || id.Name != e.keyword {
				continue
			}
			if e.atKeyword {
				return arg
			}
			return e.findItem(arg.Y)
		}
		if i == e.index {
			return e.findItem(arg)
		}
	}
	return nil
}

func (e *argError) findItem(arg syntax.Expr) syntax.Expr {
	if list, ok := arg.(*syntax.ListExpr); ok && e.item >= 0 && e.item < len(list.List) {
		return list.List[e.item]
	}
	return arg
}

// panicValue is a panic in Go code called from a script.
type panicValue struct {
	where string
	value any
	stack []byte
}

func newPanic(where string, value any) *panicValue {
	return &panicValue{where, value, debug.Stack()}
}

func (p *panicValue) Error() string { return fmt.Sprintf("%s: internal fault: %v", p.where, p.value) }

// Stack returns the Go stack at the panic, for bug reports.
func (p *panicValue) Stack() []byte { return p.stack }

// faultHint is the hint of every error that is a bug in the program.
const faultHint = "this is a bug in cardroom, not in the script; please report it"

// panicError returns the error for a panic with no position in a script.
func panicError(path string, value any) *diag.Error { return Fault(diag.Pos{File: path}, path, value) }

// Fault returns the error for a panic of the program while it works on something that a script defines at a place.
func Fault(at diag.Pos, what string, value any) *diag.Error {
	return &diag.Error{Pos: at, Code: CodePanic, Msg: fmt.Sprintf("internal fault: %v", value), Hint: faultHint, Cause: newPanic(what, value)}
}
