package editor

import (
	"path"
	"slices"
	"strings"

	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/plan"

	"go.starlark.net/syntax"
)

// Offer is a completion.
type Offer struct {
	Label  string // text shown in the list
	Insert string // text that replaces Begun
	Kind   Kind
	Detail string // signature, type or value
	Doc    string // Markdown
	Rank   int    // lower ranks come first
	// Begun is the range that Insert replaces.
	Begun Range
}

// Complete lists the completions at a place.
func (w *Workspace) Complete(file string, p Place) []Offer {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &completion{w: w, file: file, words: words(file)}
	c.text = w.text(file)
	c.textContext = contextAt(c.text, p)
	c.script, _ = w.tree(file)
	begun := c.word
	switch {
	case c.Comment:
		return nil
	case c.Mark != "":
		begun = c.before[c.From:]
		c.quotedText()
	case strings.HasSuffix(strings.TrimSuffix(c.before, c.word), "."):
		c.members()
	default:
		// names and, inside a call, the names of arguments and their values
		if call := c.call(); call != nil && c.innermost() {
			if name := c.keyword(call); name != "" {
				if p := c.param(call); p != nil {
					c.values(p)
				}
			} else {
				c.arguments(call)
				if p := c.param(call); p != nil {
					c.values(p)
				}
			}
		}
		c.names()
	}
	start := Place{p.Line, p.Col - int32(len([]rune(begun)))}
	out := slices.DeleteFunc(c.out, func(o Offer) bool {
		return !letters(strings.ToLower(o.Label), strings.ToLower(begun)) || strings.HasPrefix(o.Label, "_") && begun == ""
	})
	for i := range out {
		out[i].Begun = Range{start, p}
		if out[i].Insert == "" {
			out[i].Insert = out[i].Label
		}
		if !strings.HasPrefix(out[i].Label, begun) {
			out[i].Rank += 10
		}
	}
	slices.SortStableFunc(out, func(a, b Offer) int {
		if a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return strings.Compare(a.Label, b.Label)
	})
	return slices.CompactFunc(out, func(a, b Offer) bool { return a.Label == b.Label && a.Insert == b.Insert })
}

// completion is the state of one call of Complete.
type completion struct {
	*textContext
	w      *Workspace
	file   string
	text   string
	words  *star.Words
	script *star.Script // nil if no version of the text has parsed yet
	out    []Offer
}

func (c *completion) offer(o ...Offer) { c.out = append(c.out, o...) }

// quotedText offers completions inside quotes: scripts and their names in a load statement, clauses, and the allowed values
// of an argument.
func (c *completion) quotedText() {
	call := c.call()
	if call == nil || !c.innermost() && c.keyword(call) == "" {
		return
	}
	if call.callee == "load" {
		c.loadable(call)
		return
	}
	param := c.param(call)
	name := c.keyword(call)
	b := c.builtin(call.callee)
	if b != nil && b.Name == "test_hand.play" {
		c.statements()
	}
	if param != nil && (name == "stakes" || b.Returns == "stakes" && len(param.Enum) == 0) {
		c.stakes(param)
	}
	if param != nil {
		name = param.Name
		for _, text := range param.Enum {
			c.offer(Offer{Label: text, Kind: Text, Doc: param.Doc})
		}
	}
	if name == "cites" || name == "clauses" || name == "ref" {
		list, _ := c.w.clauses(c.file)
		for id, clause := range list {
			c.offer(Offer{Label: id, Kind: Clause, Detail: clause.Source, Doc: clause.Text})
		}
	}
	if name == "ref" {
		list := c.w.readings(c.file)
		for _, r := range list.Readings {
			if r.House == houseOf(c.file) || r.House == "" {
				c.offer(Offer{Label: r.ID, Kind: Clause, Detail: r.Question, Doc: r.Text()})
			}
		}
	}
}

// stakes offers the forms of stakes, and after the first word what may follow a limit.
func (c *completion) stakes(p *star.Param) {
	begun := c.before[c.From:]
	if head := begun[:strings.LastIndexByte(begun, ' ')+1]; head != "" {
		for _, e := range plan.StakesExtras {
			if !strings.Contains(head, e[0]) {
				c.offer(Offer{Label: head + e[0] + " " + e[1], Kind: Text, Detail: e[2], Doc: p.Doc})
			}
		}
	}
	for _, f := range plan.StakesForms {
		c.offer(Offer{Label: f[0], Kind: Text, Detail: f[1], Doc: p.Doc})
	}
}

// statements offers the statements of a test, and the irregularities after "event".
func (c *completion) statements() {
	begun := c.before[c.From:]
	at := strings.LastIndexByte(begun, ';') + 1
	at += len(begun[at:]) - len(strings.TrimLeft(begun[at:], " "))
	if head, _, ok := strings.Cut(begun[at:], " "); ok {
		if head != "event" && head != "no-event" {
			return
		}
		for _, k := range plan.Incidents() {
			c.offer(Offer{Label: begun[:at] + head + " " + k.String(), Kind: Text})
		}
		return
	}
	for _, s := range ruletest.Statements() {
		c.offer(Offer{Label: begun[:at] + s.Word, Kind: Text, Detail: s.Usage, Doc: s.Doc})
	}
}

// loadable offers scripts or, after the first argument, the names that the loaded script defines.
func (c *completion) loadable(call *openCall) {
	if call.Arg > 0 {
		module, ok := firstText(c.before[call.At+1:])
		if !ok {
			return
		}
		target := c.w.locate(module, c.file)
		for _, s := range c.w.outline(target) {
			if !star.Private(s.Name) {
				c.offer(Offer{Label: s.Name, Kind: s.Kind, Detail: s.Detail, Doc: c.w.docOf(target, s.Name)})
			}
		}
		return
	}
	for _, e := range c.w.reference().All() {
		if e.Kind == reference.Script {
			c.offer(Offer{Label: e.Name, Kind: File, Doc: e.Summary(), Rank: 1})
		}
	}
	for _, beside := range c.w.library().Beside(c.file) {
		if beside != c.file && !star.IsTestScript(beside) {
			c.offer(Offer{Label: "./" + path.Base(beside), Kind: File})
		}
	}
}

// firstText returns the quoted string at the start of a text.
func firstText(t string) (string, bool) {
	t = strings.TrimSpace(t)
	if t == "" || t[0] != '"' && t[0] != '\'' {
		return "", false
	}
	text, _, ok := strings.Cut(t[1:], t[:1])
	return text, ok
}

// members offers the attributes and methods after a dot.
func (c *completion) members() {
	expr := strings.TrimSuffix(strings.TrimSuffix(c.before, c.word), ".")
	types := c.typesOf(expr)
	for i, on := range types {
		for _, b := range c.words.Builtins() {
			if b.On == on {
				c.offer(wordOffer(b, strings.TrimPrefix(b.Name, on+"."), i))
			}
		}
		for _, a := range c.words.Attributes() {
			if a.On == on {
				c.offer(Offer{Label: a.Name, Insert: a.Name + strings.TrimSuffix(a.Args, ")"), Kind: Member, Detail: on + "." + a.Name + a.Args + ": " + a.Type, Doc: a.Doc, Rank: i})
			}
		}
	}
}

// typesOf returns the possible types of the expression at the end of a text: a name or a call of a builtin.
func (c *completion) typesOf(expr string) []string {
	if strings.HasSuffix(expr, ")") {
		if open := star.Opening(expr); open >= 0 {
			if b := c.builtin(calleeOf(expr[:open])); b != nil {
				return strings.Split(b.Returns, " or ")
			}
		}
		return nil
	}
	name := calleeOf(expr)
	x, err := options.ParseExpr("", name, 0)
	if name == "" || err != nil {
		return nil
	}
	return c.w.typesOf(c.bind(x))
}

// bind resolves the first name of a newly parsed expression in the script.
func (c *completion) bind(x syntax.Expr) (*star.Script, syntax.Expr) {
	if c.script == nil {
		return &star.Script{Path: c.file, File: &syntax.File{}}, x
	}
	first := x
	for {
		dot, ok := first.(*syntax.DotExpr)
		if !ok {
			break
		}
		first = dot.X
	}
	id, ok := first.(*syntax.Ident)
	if !ok {
		return c.script, x
	}
	syntax.Walk(c.script.File, func(n syntax.Node) bool {
		if other, ok := n.(*syntax.Ident); ok && other.Name == id.Name && other.Binding != nil && id.Binding == nil {
			id.Binding = other.Binding
		}
		return true
	})
	return c.script, x
}

// builtin returns the builtin that a dotted name refers to; nil if there is none.
func (c *completion) builtin(callee string) *star.Builtin {
	x, err := options.ParseExpr("", callee, 0)
	if callee == "" || err != nil {
		return nil
	}
	script, x := c.bind(x)
	return c.w.builtin(script, x)
}

// function returns the script function that a name refers to, and its script; nil if there is none.
func (c *completion) function(callee string) (*star.Script, *syntax.DefStmt) {
	x, err := options.ParseExpr("", callee, 0)
	id, ok := x.(*syntax.Ident)
	if err != nil || !ok || c.script == nil {
		return nil, nil
	}
	c.bind(id)
	sym := c.w.symbol(c.script, id, nil)
	if sym == nil || sym.def == nil {
		return nil, nil
	}
	other, _ := c.w.tree(sym.file)
	return other, function(other, sym.def)
}

// param returns the parameter of the argument at the place; nil if it is unknown.
func (c *completion) param(call *openCall) *star.Param {
	b := c.builtin(call.callee)
	if b == nil {
		return nil
	}
	if name := c.keyword(call); name != "" {
		p, _ := b.Param(name)
		return p
	}
	return b.Positional(call.Arg)
}

// arguments offers the argument names that the call does not have yet.
func (c *completion) arguments(call *openCall) {
	inside := c.before[call.At:]
	has := func(name string) bool {
		return strings.Contains(inside, name+" =") || strings.Contains(inside, name+"=")
	}
	if b := c.builtin(call.callee); b != nil {
		for i := range b.Params {
			p := &b.Params[i]
			if !p.Rest && !p.KwRest && !has(p.Name) {
				c.offer(Offer{Label: p.Name, Insert: p.Name + " = ", Kind: Argument, Detail: typeOf(p), Doc: p.Doc})
			}
		}
		return
	}
	if _, def := c.function(call.callee); def != nil {
		for _, p := range def.Params {
			if id := paramIdent(p); id != nil && !has(id.Name) {
				if _, star := p.(*syntax.UnaryExpr); !star {
					c.offer(Offer{Label: id.Name, Insert: id.Name + " = ", Kind: Argument})
				}
			}
		}
	}
}

// typeOf returns the type of a parameter with its default.
func typeOf(p *star.Param) string {
	if p.Default == "" {
		return p.Type
	}
	return p.Type + " = " + p.Default
}

// values offers the values of an argument.
func (c *completion) values(p *star.Param) {
	for _, text := range p.Enum {
		c.offer(Offer{Label: `"` + text + `"`, Kind: Text, Doc: p.Doc})
	}
	for kind := range strings.SplitSeq(p.Type, " or ") {
		kind = strings.TrimPrefix(kind, "list of ")
		if kind == "bool" {
			c.offer(Offer{Label: "True", Kind: Keyword}, Offer{Label: "False", Kind: Keyword})
		}
		for _, k := range c.words.Constants() {
			if k.Value.Type() == kind {
				c.offer(Offer{Label: k.Name, Kind: Word, Detail: kind, Doc: k.Doc})
			}
		}
		for _, b := range c.words.Builtins() {
			if b.On == "" && b.Returns == kind {
				c.offer(wordOffer(b, b.Name, 0))
			}
		}
	}
}

// wordOffer returns the completion for a builtin.
func wordOffer(b *star.Builtin, label string, rank int) Offer {
	return Offer{Label: label, Insert: label + "(", Kind: Word, Detail: b.Signature(), Doc: wordDoc(b), Rank: rank}
}

var keywords = []string{"and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "load", "not", "or", "pass", "return", "None", "True", "False"}

// names offers the names that the script defines and loads, its parameters and variables, and the builtins.
func (c *completion) names() {
	if c.script != nil {
		for _, s := range c.w.outline(c.file) {
			c.offer(Offer{Label: s.Name, Kind: s.Kind, Detail: s.Detail, Doc: c.w.docOf(c.file, s.Name), Rank: 1})
		}
		for _, stmt := range c.script.File.Stmts {
			if load, ok := stmt.(*syntax.LoadStmt); ok {
				target := c.w.locate(load.ModuleName(), c.script.Path)
				for i, to := range load.To {
					c.offer(Offer{Label: to.Name, Kind: Loaded, Detail: load.ModuleName(), Doc: c.w.docOf(target, load.From[i].Name), Rank: 1})
				}
			}
		}
		c.locals()
	}
	for _, b := range c.words.Builtins() {
		if b.On == "" {
			c.offer(wordOffer(b, b.Name, 2))
		}
	}
	for _, k := range c.words.Constants() {
		c.offer(Offer{Label: k.Name, Kind: Word, Detail: k.Value.Type(), Doc: k.Doc, Rank: 2})
	}
	for _, k := range keywords {
		c.offer(Offer{Label: k, Kind: Keyword, Rank: 3})
	}
}

// locals offers the parameters and variables of the enclosing function. It reads the text, because the text may not parse.
func (c *completion) locals() {
	at := int32(strings.Count(c.before, "\n")) + 1
	syntax.Walk(c.script.File, func(n syntax.Node) bool {
		def, ok := n.(*syntax.DefStmt)
		if !ok {
			return true
		}
		r := span(def)
		if at < r.Start.Line || at > r.End.Line+1 {
			return false
		}
		for _, p := range def.Params {
			if id := paramIdent(p); id != nil {
				c.offer(Offer{Label: id.Name, Kind: Local})
			}
		}
		for _, stmt := range def.Body {
			syntax.Walk(stmt, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.AssignStmt:
					for _, id := range targets(n.LHS) {
						c.offer(Offer{Label: id.Name, Kind: Local})
					}
				case *syntax.ForStmt:
					for _, id := range targets(n.Vars) {
						c.offer(Offer{Label: id.Name, Kind: Local})
					}
				}
				return true
			})
		}
		return true
	})
}

// options are the dialect options for parsing a dotted expression.
var options syntax.FileOptions
