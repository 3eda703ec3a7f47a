package ruletest

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/dsl/docs"
	"cardroom/dsl/star"
	"cardroom/engine/rank"

	"go.starlark.net/syntax"
)

// Mutants changes a script in every way that is likely to break a rule:
// booleans, numbers, words of an enumeration, constants of the language,
// conditions; and it omits steps, summands and arguments. Descriptive parts
// stay: docstrings, cites and names. The mutants are in source order.
func Mutants(file string, text []byte) ([]*Mutant, error) {
	f, err := star.Parse(file, text, 0)
	if err != nil {
		return nil, err
	}
	m := newMutator(file, text)
	for _, stmt := range f.Stmts {
		m.walk(stmt)
	}
	slices.SortStableFunc(m.out, func(a, b *Mutant) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return m.out, nil
}

// mutator collects the mutants of a script.
type mutator struct {
	file  string
	text  []byte
	lines []int // offset of each line
	// further replaces a value by every other value, not only by the next one:
	// for a few clauses at a time, not for whole scripts.
	further bool
	out     []*Mutant
}

func newMutator(file string, text []byte) *mutator {
	m := &mutator{file: file, text: text}
	for at := 0; at >= 0 && at <= len(text); {
		m.lines = append(m.lines, at)
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return m
}

// offset returns the byte offset of a position; columns count runes.
func (m *mutator) offset(pos syntax.Position) int {
	at := m.lines[pos.Line-1]
	for range pos.Col - 1 {
		_, size := utf8.DecodeRune(m.text[at:])
		at += size
	}
	return at
}

func (m *mutator) span(n syntax.Node) (from, to int) {
	start, end := n.Span()
	to = m.offset(end)
	if endsInBracket(n) {
		to++ // these spans end before their bracket
	}
	return m.offset(start), to
}

// endsInBracket reports whether a node ends in an index, a slice or a tuple in brackets.
func endsInBracket(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.IndexExpr, *syntax.SliceExpr:
		return true
	case *syntax.TupleExpr:
		return n.Lparen.IsValid() || endsInBracket(n.List[len(n.List)-1])
	case *syntax.BinaryExpr:
		return endsInBracket(n.Y)
	case *syntax.UnaryExpr:
		return n.X != nil && endsInBracket(n.X)
	case *syntax.CondExpr:
		return endsInBracket(n.False)
	case *syntax.LambdaExpr:
		return endsInBracket(n.Body)
	}
	return false
}

func (m *mutator) source(n syntax.Node) string {
	from, to := m.span(n)
	return string(m.text[from:to])
}

// replace replaces a node by other text.
func (m *mutator) replace(n syntax.Node, after string) {
	from, to := m.span(n)
	m.cut(from, to, after)
}

func (m *mutator) cut(from, to int, after string) {
	m.out = append(m.out, change(m.file, m.text, from, string(m.text[from:to]), after))
}

// shown sets the position at which the last mutant is shown.
func (m *mutator) shown(at int) { m.out[len(m.out)-1].place(m.text, at) }

// walk visits a statement or an expression and everything in it.
func (m *mutator) walk(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			return false
		case *syntax.ExprStmt:
			_, text := n.X.(*syntax.Literal)
			return !text // a docstring
		case *syntax.DefStmt:
			for _, stmt := range n.Body {
				m.walk(stmt)
			}
			return false
		case *syntax.CallExpr:
			m.call(n)
			return false
		case *syntax.ListExpr:
			if !citations(n) {
				for i, x := range n.List {
					if _, literal := x.(*syntax.Literal); !literal || len(n.List) > 1 {
						m.leaveOut(n.List, i)
					}
				}
			}
		case *syntax.BinaryExpr:
			m.binary(n)
		case *syntax.UnaryExpr:
			if n.Op == syntax.NOT {
				m.replace(n, m.source(n.X))
			}
		case *syntax.CondExpr:
			m.condition(n.Cond)
		case *syntax.IfStmt:
			m.condition(n.Cond)
		case *syntax.Literal:
			m.literal(n)
		case *syntax.Ident:
			m.name(n)
		case *syntax.DotExpr:
			m.walk(n.X)
			return false
		}
		return true
	})
}

// condition negates a condition, unless its own operators are changed.
func (m *mutator) condition(n syntax.Expr) {
	if b, ok := n.(*syntax.BinaryExpr); ok && (opposites[b.Op] != "" || b.Op == syntax.AND || b.Op == syntax.OR) {
		return
	}
	if u, ok := n.(*syntax.UnaryExpr); ok && u.Op == syntax.NOT {
		return
	}
	m.replace(n, "not ("+m.source(n)+")")
}

// opposites are the replacements of operators.
var opposites = map[syntax.Token]string{
	syntax.EQL: "!=", syntax.NEQ: "==", syntax.LT: "<=", syntax.LE: "<", syntax.GT: ">=", syntax.GE: ">",
	syntax.IN: "not in", syntax.NOT_IN: "in", syntax.AND: "or", syntax.OR: "and",
}

// binary changes an operator, or omits a summand.
func (m *mutator) binary(n *syntax.BinaryExpr) {
	xStart, xEnd := m.span(n.X)
	yStart, yEnd := m.span(n.Y)
	if other := opposites[n.Op]; other != "" {
		m.cut(xEnd, yStart, " "+other+" ")
		m.shown(m.offset(n.OpPos))
		return
	}
	if n.Op != syntax.PLUS {
		return
	}
	if added(n.Y) {
		m.cut(xEnd, yEnd, "")
		m.shown(yStart)
	}
	if _, sum := n.X.(*syntax.BinaryExpr); !sum && added(n.X) {
		m.cut(xStart, yStart, "")
	}
}

// added reports whether a summand is omitted as a whole: the items of a list
// are omitted one by one.
func added(n syntax.Expr) bool {
	switch n := n.(type) {
	case *syntax.Ident, *syntax.CallExpr:
		return true
	case *syntax.ParenExpr:
		return true
	case *syntax.ListExpr:
		return len(n.List) == 1
	}
	return false
}

// citations reports whether a list consists of clauses, which only document.
func citations(n *syntax.ListExpr) bool {
	return !slices.ContainsFunc(n.List, func(x syntax.Expr) bool {
		lit, ok := x.(*syntax.Literal)
		if !ok {
			return true
		}
		text, _ := lit.Value.(string)
		return !docs.IsID(text)
	})
}

// leaveOut removes an item from a list, with its comma.
func (m *mutator) leaveOut(list []syntax.Expr, i int) {
	from, to := m.span(list[i])
	switch {
	case i+1 < len(list):
		to, _ = m.span(list[i+1])
	case i > 0:
		_, from = m.span(list[i-1])
	default: // a single item may have a comma too, which cannot stand alone
		rest := bytes.TrimLeft(m.text[to:], " \t\r\n")
		if bytes.HasPrefix(rest, []byte(",")) {
			to = len(m.text) - len(rest) + 1
		}
	}
	m.cut(from, to, "")
	at, _ := m.span(list[i])
	m.shown(at)
}

// says are the arguments of all functions that only document.
var says = []string{"cites", "borrowed", "doc", "about", "ref", "name", "because", "variants"}

// call changes the arguments of a call.
func (m *mutator) call(n *syntax.CallExpr) {
	b := builtinOf(n.Fn)
	if id, ok := n.Fn.(*syntax.Ident); ok && id.Name == "fail" {
		return
	}
	if dot, ok := n.Fn.(*syntax.DotExpr); ok {
		m.walk(dot.X)
	}
	for i, arg := range n.Args {
		name, value := argument(arg)
		p := paramAt(b, i, name)
		switch {
		case name != "" && slices.Contains(says, name), p != nil && slices.Contains(says, p.Name):
			continue
		case b != nil && b.Name == "option" && name != "default":
			continue
		case m.further && b != nil && b.Name == "on" && i == 0:
			continue // with another event the rule is simply missing
		case b != nil && b.Name == "option":
			m.choice(n, value)
			continue
		case p != nil && p.Default != "" && name != "" && m.source(value) != p.Default:
			m.leaveOut(n.Args, i)
			if m.further {
				_, err := strconv.Atoi(p.Default)
				if err == nil || slices.Contains([]string{"True", "False"}, p.Default) || strings.HasPrefix(p.Default, `"`) && p.Default != `""` {
					m.replace(value, p.Default)
				}
			}
		}
		if lit, ok := value.(*syntax.Literal); ok && p != nil && len(p.Enum) > 0 {
			m.enumerated(lit, p.Enum)
			continue
		}
		m.walk(value)
	}
}

// argument returns the name of an argument, "" for a positional one, and its value.
func argument(arg syntax.Expr) (name string, value syntax.Expr) {
	switch arg := arg.(type) {
	case *syntax.BinaryExpr:
		if id, ok := arg.X.(*syntax.Ident); ok && arg.Op == syntax.EQ {
			return id.Name, arg.Y
		}
	case *syntax.UnaryExpr: // *args, **kwargs
		if arg.X != nil && (arg.Op == syntax.STAR || arg.Op == syntax.STARSTAR) {
			return "", arg.X
		}
	}
	return "", arg
}

// builtinOf returns the builtin that is called; nil for anything else.
func builtinOf(fn syntax.Expr) *star.Builtin {
	switch fn := fn.(type) {
	case *syntax.Ident:
		return wordNamed(func(b *star.Builtin) bool { return b.On == "" && b.Name == fn.Name })
	case *syntax.DotExpr:
		return wordNamed(func(b *star.Builtin) bool { return b.On != "" && strings.HasSuffix(b.Name, "."+fn.Name.Name) })
	}
	return nil
}

func wordNamed(is func(*star.Builtin) bool) *star.Builtin {
	table := Words().Builtins()
	if i := slices.IndexFunc(table, is); i >= 0 {
		return table[i]
	}
	return nil
}

// paramAt returns the parameter that an argument is for.
func paramAt(b *star.Builtin, i int, name string) *star.Param {
	if b == nil {
		return nil
	}
	for k := range b.Params {
		if p := &b.Params[k]; p.Name == name || name == "" && k == i && !p.Rest {
			return p
		}
	}
	return nil
}

// choice gives an option another default.
func (m *mutator) choice(n *syntax.CallExpr, value syntax.Expr) {
	for _, arg := range n.Args {
		if name, list := argument(arg); name == "choices" {
			if choices, ok := list.(*syntax.ListExpr); ok {
				m.other(value, choices.List)
			}
			return
		}
	}
	m.walk(value)
}

// other replaces one of several values by the next.
func (m *mutator) other(value syntax.Expr, of []syntax.Expr) {
	i := slices.IndexFunc(of, func(x syntax.Expr) bool { return m.source(x) == m.source(value) })
	for k := 1; i >= 0 && k < len(of); k++ {
		m.replace(value, m.source(of[(i+k)%len(of)]))
		if !m.further {
			return
		}
	}
}

// enumerated replaces a word of an enumeration by the next.
func (m *mutator) enumerated(n *syntax.Literal, of []string) {
	s, ok := n.Value.(string)
	i := slices.Index(of, s)
	for k := 1; ok && i >= 0 && k < len(of); k++ {
		m.replace(n, strconv.Quote(of[(i+k)%len(of)]))
		if !m.further {
			return
		}
	}
}

// amount matches a text that is a number, such as "0.50".
var amount = regexp.MustCompile(`^[0-9]*\.?[0-9]+$`)

// literal changes a number by one, both ways.
func (m *mutator) literal(n *syntax.Literal) {
	switch v := n.Value.(type) {
	case int64:
		m.replace(n, strconv.FormatInt(v+1, 10))
		if v > 0 {
			m.replace(n, strconv.FormatInt(v-1, 10))
		}
	case string:
		if whole, rest, _ := strings.Cut(v, "."); amount.MatchString(v) {
			k, _ := strconv.Atoi(whole)
			if rest != "" {
				rest = "." + rest
			}
			m.replace(n, strconv.Quote(strconv.Itoa(k+1)+rest))
		} else if m.further && !docs.IsID(v) {
			m.numbers(n, v)
		}
	}
}

// name replaces a constant of the language by another one of the same type:
// small for big, low_showing for high_showing.
func (m *mutator) name(n *syntax.Ident) {
	switch n.Name {
	case "True":
		m.replace(n, "False")
		return
	case "False":
		m.replace(n, "True")
		return
	}
	constants := Words().Constants()
	i := slices.IndexFunc(constants, func(c *star.Constant) bool { return c.Name == n.Name })
	if i < 0 {
		return
	}
	if m.further {
		m.ranking(n, constants[i])
	}
	var names []string
	for _, c := range constants {
		if c.Value.Type() == constants[i].Value.Type() && !kin(c.Name, n.Name) {
			names = append(names, c.Name)
		}
	}
	for k := 1; k < len(names); k++ {
		m.replace(n, names[(slices.Index(names, n.Name)+k)%len(names)])
		m.out[len(m.out)-1].wide = m.further && constants[i].Value.Type() == "ranking"
		if !m.further {
			return
		}
	}
}

// kin reports whether one constant is a variant of the other, as a ranking with
// a bug is: without the joker they are the same.
func kin(a, b string) bool {
	return a != b && (strings.HasPrefix(a, b+"_") || strings.HasPrefix(b, a+"_"))
}

// number matches a whole number in a text.
var number = regexp.MustCompile(`[0-9]+`)

// numbers changes each number in a text by one: the limits in "2-4", the hour in "19:00".
func (m *mutator) numbers(n *syntax.Literal, text string) {
	for _, at := range number.FindAllStringIndex(text, -1) {
		digits := text[at[0]:at[1]]
		k, err := strconv.Atoi(digits)
		if err != nil {
			continue
		}
		for _, other := range []int{k + 1, k - 1} {
			if other >= 0 {
				changed := strconv.Itoa(other)
				if strings.Contains(text, ":") { // a time
					changed = strings.Repeat("0", max(0, len(digits)-len(changed))) + changed
				}
				m.replace(n, strconv.Quote(text[:at[0]]+changed+text[at[1]:]))
			}
		}
	}
}

// ranking mutates a ranking of the language: two adjacent hand types trade places, or the ace plays only high or only low.
func (m *mutator) ranking(n *syntax.Ident, c *star.Constant) {
	r, ok := star.As[*rank.Ranking](c.Value)
	if !ok {
		return
	}
	vary := func(what string) {
		m.replace(n, "ranking("+strconv.Quote(r.Name())+", base = "+n.Name+", "+what+")")
	}
	classes := r.Categories()
	for i := range len(classes) - 1 {
		order := slices.Clone(classes)
		order[i], order[i+1] = order[i+1], order[i]
		var words []string
		for _, class := range order {
			words = append(words, strconv.Quote(class.String()))
		}
		vary("order = [" + strings.Join(words, ", ") + "]")
	}
	for _, ace := range []string{"high", "low", "both"} {
		vary("ace = " + strconv.Quote(ace))
	}
}
