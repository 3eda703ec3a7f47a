package editor

import (
	"cmp"
	"fmt"
	"strings"

	"cardroom/dsl/reference"
	"cardroom/dsl/star"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Hover returns the help for a place in Markdown; "" if there is none.
func (w *Workspace) Hover(file string, p Place) (text string, r Range) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, now := w.tree(file); s != nil && now {
		if c := w.citedAt(s, p); c != nil {
			return fmt.Sprintf("**%s**, %s\n\n%s", c.clause.ID, c.clause.Source, c.clause.Text) + w.readingsOf(file, c.clause.ID), c.Range
		}
		if text, r := w.readingAt(s, p); text != "" {
			return text, r
		}
	}
	sym, id := w.symbolAt(file, p)
	if sym == nil {
		return "", r
	}
	if id != nil {
		r = named(id)
	} else {
		word, start := wordAt(w.text(file), p)
		r = Range{start, Place{start.Line, start.Col + int32(len([]rune(word)))}}
	}
	if sym.def != nil {
		return w.defined(sym), r
	}
	if starlark.Universe.Has(sym.name) {
		for _, e := range w.reference().All() {
			if e.Name == sym.name && (e.Kind == reference.Function || e.Kind == reference.Constant) {
				return code(cmp.Or(e.Signature, e.Name)) + "\n" + e.Doc, r
			}
		}
	}
	return wordHover(words(file), sym.name), r
}

// defined describes a name that a script defines.
func (w *Workspace) defined(sym *symbol) string {
	s, _ := w.tree(sym.file)
	var head, doc string
	switch def := function(s, sym.def); {
	case def != nil:
		head, doc = "def "+star.ParamList(def), docstring(def)
	case assigned(s.File, sym.def) != nil:
		r := span(assigned(s.File, sym.def))
		value := stretch(s.Text, r)
		if all := lines(value); len(all) > 8 {
			value = strings.Join(all[:8], "\n") + "\n    …"
		}
		head = sym.name + " = " + value
		doc = w.docOf(sym.file, sym.name)
	default:
		head = sym.name
	}
	if m := w.module(sym.file); m != nil {
		for _, o := range m.Options {
			if o.Pos.Line == sym.def.NamePos.Line {
				doc = fmt.Sprintf("Option `%s` is `%s`. %s", o.Name, star.OptionText(o.Value), o.About)
			}
		}
	}
	return code(head) + "\n" + strings.TrimSpace(doc) + "\n\n" + fmt.Sprintf("%s:%d", sym.file, sym.def.NamePos.Line)
}

// stretch returns the part of a text in a range.
func stretch(text string, r Range) string {
	return strings.TrimPrefix(upTo(text, r.End), upTo(text, r.Start))
}

func code(text string) string { return "```starlark\n" + text + "\n```\n" }

// docstring returns the docstring of a function.
func docstring(def *syntax.DefStmt) string {
	if len(def.Body) > 0 {
		if x, ok := def.Body[0].(*syntax.ExprStmt); ok {
			if lit, ok := x.X.(*syntax.Literal); ok && lit.Token == syntax.STRING {
				return star.Dedent(lit.Value.(string))
			}
		}
	}
	return ""
}

// docOf returns the documentation of a name at top level of a script: its docstring, or the comment above it.
func (w *Workspace) docOf(file, name string) string {
	s, _ := w.tree(file)
	if s == nil {
		return ""
	}
	for _, id := range globals(s.File) {
		if id.Name != name {
			continue
		}
		if def := function(s, id); def != nil {
			return docstring(def)
		}
		var above []string
		for n := id.NamePos.Line - 1; strings.HasPrefix(line(s.Text, n), "#"); n-- {
			above = append([]string{strings.TrimSpace(strings.TrimLeft(line(s.Text, n), "#"))}, above...)
		}
		return strings.Join(above, "\n")
	}
	return ""
}

// wordHover returns the help for a builtin: "bet", "house.game", "bet(tier)".
func wordHover(all *star.Words, name string) string {
	word, arg, isArg := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if b := all.Builtin(word); b != nil {
		if isArg {
			if p, _ := b.Param(arg); p != nil {
				return code(arg+": "+typeOf(p)) + "\n" + p.Doc + "\n\nof `" + b.Name + "`"
			}
			return ""
		}
		return code(b.Signature()) + "\n" + wordDoc(b)
	}
	for _, k := range all.Constants() {
		if k.Name == name {
			return code(name+": "+k.Value.Type()) + "\n" + k.Doc
		}
	}
	on, attr, _ := strings.Cut(name, ".")
	for _, a := range all.Attributes() {
		if a.On == on && a.Name == attr {
			return code(name+a.Args+": "+a.Type) + "\n" + a.Doc
		}
	}
	return ""
}

// wordDoc returns the description of a builtin, its arguments and an example.
func wordDoc(b *star.Builtin) string {
	var out strings.Builder
	out.WriteString(b.Doc + "\n")
	for i := range b.Params {
		p := &b.Params[i]
		fmt.Fprintf(&out, "\n* `%s` %s: %s", p.Name, typeOf(p), p.Doc)
	}
	if b.Example != "" {
		out.WriteString("\n\n" + code(strings.TrimSpace(b.Example)))
	}
	return out.String()
}

// Signature is the signature of the call around a place.
type Signature struct {
	Label  string
	Doc    string
	Params []SignatureParam
	Active int // index of the parameter being written; -1 if there is none
}

// SignatureParam is a parameter: its range in the label, in runes from 0, and its description.
type SignatureParam struct {
	From, To int
	Doc      string
}

// SignatureAt returns the signature of the open call at a place; nil if there is none.
func (w *Workspace) SignatureAt(file string, p Place) *Signature {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &completion{w: w, file: file, words: words(file)}
	c.textContext = contextAt(w.text(file), p)
	c.script, _ = w.tree(file)
	call := c.call()
	if call == nil || c.Comment {
		return nil
	}
	sig := &Signature{Active: -1}
	var names, shown, docs []string
	if b := c.called(c.before[:call.At]); b != nil {
		sig.Doc = b.Doc
		for i := range b.Params {
			q := &b.Params[i]
			names, docs = append(names, q.Name), append(docs, q.Doc)
			show := q.Name
			switch {
			case q.KwRest:
				show = "**" + q.Name
			case q.Rest:
				show = "*" + q.Name
			case q.Default != "":
				show += " = " + q.Default
			}
			shown = append(shown, show)
		}
	} else if s, def := c.function(call.callee); def != nil {
		sig.Doc = docstring(def)
		for _, q := range def.Params {
			name := ""
			if id := paramIdent(q); id != nil {
				name = id.Name
			}
			names, docs, shown = append(names, name), append(docs, ""), append(shown, strings.TrimSpace(stretch(s.Text, span(q))))
		}
	} else {
		return nil
	}
	sig.Label = call.callee + "("
	for i, show := range shown {
		if i > 0 {
			sig.Label += ", "
		}
		from := len([]rune(sig.Label))
		sig.Label += show
		sig.Params = append(sig.Params, SignatureParam{from, len([]rune(sig.Label)), docs[i]})
	}
	sig.Label += ")"
	sig.Active = active(names, shown, c.keyword(call), call.Arg)
	return sig
}

// active returns the index of the parameter for the argument at the place.
func active(names, shown []string, keyword string, arg int) int {
	for i, name := range names {
		if keyword != "" && name == keyword {
			return i
		}
	}
	switch n := len(names); {
	case keyword != "":
		return -1
	case arg < n:
		return arg
	case n > 0 && strings.HasPrefix(shown[n-1], "*"):
		return n - 1
	}
	return -1
}
