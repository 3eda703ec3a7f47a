package editor

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/engine/hand"
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
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(o Offer) bool {
		twice := seen[o.Label]
		seen[o.Label] = true
		return twice
	})
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
	b := c.called(c.before[:call.At])
	if b != nil && b.Name == "test_hand.play" {
		c.statements()
	}
	if param != nil && (param.Name == "stakes" || b.Returns == "stakes" && len(param.Enum) == 0) {
		begun := c.before[c.From:]
		if head := begun[:strings.LastIndexByte(begun, ' ')+1]; head != "" {
			for _, e := range plan.StakesExtras {
				if !strings.Contains(head, e[0]) {
					c.offer(Offer{Label: head + e[0] + " " + e[1], Kind: Text, Detail: e[2], Doc: param.Doc})
				}
			}
		}
		for _, f := range plan.StakesForms {
			c.offer(Offer{Label: f[0], Kind: Text, Detail: f[1], Doc: param.Doc})
		}
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
	if name == "set" {
		c.settings(call)
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

// gameText matches a text that may name a game: "angies/holdem", "./mine.star:one".
var gameText = regexp.MustCompile(`"([^"\s]+/[^"\s]+)"`)

// mostGamesSet is the number of games whose options are offered where a call does not say which game it is about.
const mostGamesSet = 4

// options returns the options of the game that a call is about: the one that it names first, or else those that the script names.
func (c *completion) options(call *openCall) (out []plan.Option) {
	refs := []string{}
	if ref, ok := firstText(c.before[call.At+1:]); ok {
		refs = append(refs, ref)
	} else {
		for _, m := range gameText.FindAllStringSubmatch(c.text, -1) {
			refs = append(refs, m[1])
		}
	}
	lib, games, seen := c.w.library(), 0, map[string]bool{}
	for _, ref := range refs {
		if file, name, ok := strings.Cut(ref, ".star:"); ok {
			ref = c.w.locate(file+".star", c.file) + ":" + name
		}
		if seen[ref] || games == mostGamesSet || !lib.IsGame(ref) {
			continue
		}
		seen[ref] = true
		g, err := lib.Find(ref)
		if err != nil {
			continue
		}
		games++
		for _, o := range g.Options {
			if !slices.ContainsFunc(out, func(x plan.Option) bool { return x.Name == o.Name }) {
				out = append(out, o)
			}
		}
	}
	return out
}

// settings offers options and their values: in "name=value name=value", and in {"name": "value"}.
func (c *completion) settings(call *openCall) {
	begun := c.before[c.From:]
	head, sign := begun[:strings.LastIndexByte(begun, ' ')+1], "="
	name, _, value := strings.Cut(begun[len(head):], "=")
	if b := c.calls[len(c.calls)-1]; b.callee == "" && c.before[b.At] == '{' {
		head, sign = "", ""
		item := strings.TrimSpace(c.before[b.From:c.From])
		item = strings.TrimLeft(strings.TrimRight(item, "\"' "), "{ ")
		if value = strings.HasSuffix(item, ":"); value {
			name, _ = firstText(item)
		}
	}
	for _, o := range c.options(call) {
		switch {
		case !value:
			c.offer(Offer{Label: head + o.Name + sign, Kind: Text, Detail: strings.Join(o.Choices, ", "), Doc: o.About})
		case o.Name == name:
			for _, choice := range o.Choices {
				label := choice
				if sign != "" {
					label = head + o.Name + sign + strings.ReplaceAll(choice, " ", "+")
				}
				c.offer(Offer{Label: label, Kind: Text, Doc: o.About})
			}
		}
	}
}

// seatNames matches the argument that names the seats of a hand.
var seatNames = regexp.MustCompile(`seats = "([^"]*)"`)

// seats returns the names of the seats of the script's hands; without any the default ones.
func (c *completion) seats() (out []string) {
	for _, m := range seatNames.FindAllStringSubmatch(c.text, -1) {
		for _, name := range strings.Fields(m[1]) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	if out == nil {
		out = []string{"A", "B", "C"}
	}
	return out
}

// statements offers the statements of a test and the names of seats; after a seat what it may do, and within a statement seats and events where
// its form has them.
func (c *completion) statements() {
	begun := c.before[c.From:]
	at := strings.LastIndexByte(begun, ';') + 1
	at += len(begun[at:]) - len(strings.TrimLeft(begun[at:], " "))
	last := max(at, strings.LastIndexByte(begun, ' ')+1)
	said := strings.Fields(begun[at:last])
	offer := func(detail, doc string, texts ...string) {
		for _, text := range texts {
			c.offer(Offer{Label: begun[:last] + text, Kind: Text, Detail: detail, Doc: doc})
		}
	}
	if len(said) == 0 {
		for _, s := range ruletest.Statements() {
			offer(s.Usage, s.Doc, s.Word)
		}
		offer("a seat", "", c.seats()...)
		return
	}
	var form []string // of the statement that has begun
	for _, s := range ruletest.Statements() {
		if s.Word == said[0] {
			form = strings.Fields(s.Usage)
		}
	}
	if form == nil && len(said) == 1 && slices.Contains(c.seats(), said[0]) {
		offer("what "+said[0]+" does", "", ruletest.Verbs()...)
	}
	if len(said) >= len(form) {
		return
	}
	switch strings.Trim(form[len(said)], "[]") {
	case "SEAT":
		offer("a seat", "", c.seats()...)
	case "EVENT":
		for _, k := range hand.EventKinds() {
			offer("", "", strings.ReplaceAll(k.String(), " ", "-"))
		}
	case "NAME":
		if said[0] != "event" && said[0] != "no-event" {
			return
		}
		for _, k := range plan.Incidents() {
			offer("", "", k.String())
		}
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
			if b := c.called(expr[:open]); b != nil {
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

// called returns the builtin that is called at the end of a text: by its name, or as a method of what another call returns; nil if there is none.
func (c *completion) called(text string) *star.Builtin {
	text = strings.TrimRight(text, " \t")
	name := calleeOf(text)
	on, chained := strings.CutSuffix(text, "."+name)
	if !chained || !strings.HasSuffix(on, ")") {
		return c.builtin(name)
	}
	types := c.typesOf(on)
	for _, b := range c.words.Builtins() {
		if b.Name == b.On+"."+name && slices.Contains(types, b.On) {
			return b
		}
	}
	return nil
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
	b := c.called(c.before[:call.At])
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
	if b := c.called(c.before[:call.At]); b != nil {
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
