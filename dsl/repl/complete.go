package repl

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"cardroom/dsl"
	"cardroom/dsl/star"

	"go.starlark.net/starlark"
)

// Complete returns the completions of the word at the end of a line, and the
// length of that word in runes. A blank line is extended by four blanks.
func (s *Session) Complete(line string) (candidates []string, word int) {
	if isBlank(line) {
		return []string{"    "}, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offer()
	var all, said []string
	var begun string
	typed := strings.TrimLeft(line, " \t")
	if s.input.open == nil {
		said = starting(s.sayings(typed), typed)
	}
	switch {
	case s.input.open == nil && strings.HasPrefix(typed, ":"):
		all, begun = s.completeCommand(typed)
	case len(said) > 0 && strings.Contains(typed, " "):
		begun = typed
	default:
		all, begun = s.completeBlock(strings.Join(append(slices.Clip(s.input.open), line), "\n"))
		if begun != typed {
			said = nil
		}
	}
	// Choices at the table come first.
	return append(said, starting(all, begun)...), len([]rune(begun))
}

// starting returns the names that begin with a word, sorted, without
// duplicates. Private names are included only if the word begins with an
// underscore.
func starting(all []string, begun string) []string {
	var out []string
	for _, name := range all {
		if strings.HasPrefix(name, begun) && (begun != "" || !strings.HasPrefix(name, "_")) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// completeCommand completes the name of a command, or its argument.
func (s *Session) completeCommand(line string) (all []string, begun string) {
	name, arg, hasArg := strings.Cut(line, " ")
	if !hasArg {
		for _, c := range commands {
			word := ":" + c.Name
			if c.Args != "" {
				word += " "
			}
			all = append(all, word)
		}
		return all, line
	}
	c := find(strings.TrimPrefix(name, ":"))
	arg = strings.TrimLeft(arg, " ")
	switch {
	case c == nil:
		return nil, ""
	case strings.Contains(c.Args, "EXPR"):
		return s.completeBlock(arg)
	case c.Complete == nil:
		return nil, ""
	}
	return c.Complete(s, arg), arg
}

// topics returns the topics of ":help" and ":doc".
func (s *Session) topics(string) []string {
	return append(s.reference().Names(), s.in.Defined()...)
}

// games returns the ids of all games, the games made in the session, and
// scripts.
func (s *Session) games(arg string) []string {
	all := s.gameIDs()
	for _, name := range s.in.Defined() {
		if _, ok := dsl.GameIn(s.in, name, s.in.Value(name)); ok {
			all = append(all, name)
		}
	}
	return append(all, s.files(arg)...)
}

func (s *Session) gameIDs() []string {
	games, err := s.lib.Games()
	if err != nil {
		return nil
	}
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

// files returns the scripts and directories that complete a path.
func (s *Session) files(arg string) []string {
	dir, _ := path.Split(arg)
	read := dir
	if read == "" {
		read = "."
	}
	entries, err := s.host.ReadDir(read)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			out = append(out, dir+e.Name()+"/")
		case path.Ext(e.Name()) == ".star":
			out = append(out, dir+e.Name())
		}
	}
	return out
}

var (
	attributeAt = regexp.MustCompile(`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.(\w*)$`)
	resultAt    = regexp.MustCompile(`[\])}"']\.(\w*)$`)
	nameAt      = regexp.MustCompile(`(?:^|[^\w.])([A-Za-z_]\w*)$`)
	keywordAt   = regexp.MustCompile(`([A-Za-z_]\w*)\s*=\s*(\w*)$`)
)

// completeBlock completes the end of an unfinished block.
func (s *Session) completeBlock(block string) (all []string, begun string) {
	at := star.TailOf(block)
	switch {
	case isBlank(block):
		return append(s.names(), keywords...), ""
	case at.Comment:
		return nil, ""
	case at.Mark != "":
		begun = block[at.From:]
		return s.completeText(block, at, begun), begun
	}
	if m := attributeAt.FindStringSubmatch(block); m != nil {
		return callable(s.path(m[1]), attributes(s.path(m[1]))), m[2]
	}
	if m := resultAt.FindStringSubmatchIndex(block); m != nil {
		return s.completeResult(block[:m[2]-1]), block[m[2]:]
	}
	if m := nameAt.FindStringSubmatch(block); m != nil {
		begun = m[1]
	} else if strings.ContainsRune("0123456789.)]}\"'", rune(block[len(block)-1])) {
		return nil, ""
	}
	if call := callIn(block, at); call >= 0 {
		if m := keywordAt.FindStringSubmatch(block[call:]); m != nil {
			if values := s.argumentValues(block[:call], m[1]); values != nil {
				return values, m[2]
			}
		} else {
			all = s.arguments(block[:call])
		}
		text := strings.TrimSpace(block)
		if begun == "" && len(all) > 0 && (strings.HasSuffix(text, "(") || strings.HasSuffix(text, ",")) {
			return all, "" // a complete list would be too long
		}
	}
	return append(append(all, s.names()...), keywords...), begun
}

var keywords = []string{
	"and", "break", "continue", "def ", "elif ", "else", "for ", "if ", "in ", "lambda", "load(", "not ", "or ", "pass", "return", "None", "True", "False",
}

// names returns all names that a block can use, with a parenthesis after
// functions.
func (s *Session) names() []string {
	var out []string
	for _, name := range s.in.Names() {
		if _, isFunction := s.in.Value(name).(starlark.Callable); isFunction {
			name += "("
		}
		out = append(out, name)
	}
	return out
}

// path returns the value of a dotted name, or nil. It calls no functions.
func (s *Session) path(dotted string) starlark.Value {
	name, rest, more := strings.Cut(dotted, ".")
	v := s.in.Value(name)
	for more && v != nil {
		name, rest, more = strings.Cut(rest, ".")
		v = attribute(v, name)
	}
	return v
}

func attribute(v starlark.Value, name string) starlark.Value {
	x, ok := v.(starlark.HasAttrs)
	if !ok {
		return nil
	}
	a, err := x.Attr(name)
	if err != nil {
		return nil
	}
	return a
}

// attributes returns the names of a value's attributes, sorted.
func attributes(v starlark.Value) []string {
	x, ok := v.(starlark.HasAttrs)
	if !ok {
		return nil
	}
	names := x.AttrNames()
	slices.Sort(names)
	return names
}

// callable adds a parenthesis to the attributes of a value that are functions.
func callable(v starlark.Value, names []string) []string {
	var out []string
	for _, name := range names {
		if _, ok := attribute(v, name).(starlark.Callable); ok {
			name += "("
		}
		out = append(out, name)
	}
	return out
}

// completeResult returns the attributes of the expression at the end of a text,
// as far as its form or the table of builtins shows its type.
func (s *Session) completeResult(expr string) []string {
	switch expr[len(expr)-1] {
	case '"', '\'':
		return callable(starlark.String(""), attributes(starlark.String("")))
	case '}':
		return callable(new(starlark.Dict), attributes(new(starlark.Dict)))
	case ']':
		if open := star.Opening(expr); open == 0 || open > 0 && !endsOperand.MatchString(expr[:open]) {
			return callable(new(starlark.List), attributes(new(starlark.List)))
		}
		return nil
	}
	open := star.Opening(expr)
	if open < 0 {
		return nil
	}
	b, ok := s.callee(expr[:open]).(*starlark.Builtin)
	if !ok {
		return nil
	}
	return methods(dsl.Language().Builtin(b.Name()))
}

// endsOperand matches a text after which a bracket is an index.
var endsOperand = regexp.MustCompile(`[\w\])}"']\s*$`)

// methods returns the methods of a builtin's result.
func methods(b *star.Builtin) []string {
	if b == nil {
		return nil
	}
	var out []string
	for _, m := range dsl.Language().Builtins() {
		if m.On != "" && m.On == b.Returns {
			out = append(out, strings.TrimPrefix(m.Name, m.On+".")+"(")
		}
	}
	return out
}

var calleeAt = regexp.MustCompile(`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*$`)

// callIn returns the index of the innermost open bracket of a text if it belongs to a call, else -1.
func callIn(text string, t *star.Tail) int {
	if len(t.Open) == 0 {
		return -1
	}
	at := t.Open[len(t.Open)-1].At
	if text[at] != '(' || !calleeAt.MatchString(text[:at]) {
		return -1
	}
	return at
}

// callee returns the function called at the end of a text, before the
// parenthesis; nil if it has no plain name.
func (s *Session) callee(before string) starlark.Value {
	m := calleeAt.FindStringSubmatch(before)
	if m == nil {
		return nil
	}
	return s.path(m[1])
}

// arguments returns the argument names of a call whose parenthesis is at the
// end of a text.
func (s *Session) arguments(before string) []string {
	var out []string
	switch f := s.callee(before).(type) {
	case *starlark.Builtin:
		if b := dsl.Language().Builtin(f.Name()); b != nil {
			for _, p := range b.Params {
				if !p.Rest && !p.KwRest {
					out = append(out, p.Name+" = ")
				}
			}
		}
	case *starlark.Function:
		for i := range f.NumParams() - len(stars(f)) {
			name, _ := f.Param(i)
			out = append(out, name+" = ")
		}
	}
	return out
}

// stars returns the parameters of a function that take the remaining arguments.
func stars(f *starlark.Function) []string {
	var out []string
	if f.HasVarargs() {
		out = append(out, "*")
	}
	if f.HasKwargs() {
		out = append(out, "**")
	}
	return out
}

// argumentValues returns the values of an argument if there are only a few:
// constants of its type, or texts; else nil.
func (s *Session) argumentValues(before, name string) []string {
	p := s.param(before, name)
	if p == nil {
		return nil
	}
	var out []string
	for _, text := range p.Enum {
		out = append(out, `"`+text+`"`)
	}
	for kind := range strings.SplitSeq(p.Type, " or ") {
		if kind == "bool" {
			out = append(out, "True", "False")
		}
		for _, c := range dsl.Language().Constants() {
			if c.Value.Type() == strings.TrimPrefix(kind, "list of ") {
				out = append(out, c.Name)
			}
		}
		for _, b := range dsl.Language().Builtins() {
			if b.On == "" && b.Returns == strings.TrimPrefix(kind, "list of ") {
				out = append(out, b.Name+"(")
			}
		}
	}
	if out == nil {
		return nil
	}
	return append(out, s.definedOf(p)...)
}

// definedOf returns the session's names whose values fit an argument.
func (s *Session) definedOf(p *star.Param) []string {
	var out []string
	for _, name := range s.in.Defined() {
		if v := s.in.Value(name); v != nil && strings.Contains(p.Type, v.Type()) {
			out = append(out, name)
		}
	}
	return out
}

// param returns the parameter with a name of the builtin called at the end of a
// text; nil if there is none.
func (s *Session) param(before, name string) *star.Param {
	f, ok := s.callee(before).(*starlark.Builtin)
	if !ok {
		return nil
	}
	b := dsl.Language().Builtin(f.Name())
	if b == nil {
		return nil
	}
	p, _ := b.Param(name)
	return p
}

var loadAt = regexp.MustCompile(`(?:^|\n)\s*load\s*\(\s*$`)

// completeText completes a text in quotes: scripts and their names in a load
// statement, the choices of an argument, else ids of games.
func (s *Session) completeText(block string, at *star.Tail, begun string) []string {
	before := block[:at.From-1]
	if loadAt.MatchString(before) {
		var out []string
		for _, name := range s.reference().Names() {
			if strings.HasPrefix(name, "@") && strings.HasSuffix(name, ".star") {
				out = append(out, name)
			}
		}
		if rest, ok := strings.CutPrefix(begun, "./"); ok {
			for _, f := range s.files(rest) {
				out = append(out, "./"+f)
			}
		} else {
			out = append(out, "./")
		}
		return out
	}
	if call := callIn(block, at); call >= 0 {
		if script := loadedScript(block[:call], before); script != "" {
			return s.exported(script)
		}
		if m := keywordAt.FindStringSubmatch(before[call:]); m != nil {
			if p := s.param(before[:call], m[1]); p != nil && p.Enum != nil {
				return p.Enum
			}
		}
	}
	return s.gameIDs()
}

var loadStart = regexp.MustCompile(`\bload\s*$`)

// loadedScript returns the script of an unfinished load statement, "" if the
// call before a text is not one.
func loadedScript(before, block string) string {
	if !loadStart.MatchString(before) {
		return ""
	}
	m := regexp.MustCompile(`^\(\s*["']([^"']+)["']`).FindStringSubmatch(block[len(before):])
	if m == nil {
		return ""
	}
	return m[1]
}

// exported returns the public names of a script.
func (s *Session) exported(script string) []string {
	if !strings.HasSuffix(script, ".star") {
		return nil
	}
	m, err := s.lib.Load(strings.TrimPrefix(script, "./"))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.Order), func(name string) bool { return strings.HasPrefix(name, "_") })
}
