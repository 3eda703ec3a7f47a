package reference

import (
	"cmp"
	"strings"
)

// Values returns a short description of an argument's values: its choices if it
// has any, else its type, with the range of an int.
func (p *Param) Values() string {
	switch {
	case len(p.Choices) > 0 && strings.Contains(p.Type, "list of "):
		return strings.Join(p.Choices, ", ") + ", or a list of them"
	case len(p.Choices) > 0:
		return strings.Join(p.Choices, ", ")
	case p.Range != "":
		return p.Type + ", " + p.Range
	}
	return p.Type
}

// Call returns the signature, with one line per argument if it is longer than
// the width.
func (e *Entry) Call(width int) string {
	head, rest, ok := strings.Cut(e.Signature, "(")
	if !ok || len(e.Params) == 0 || len([]rune(e.Signature)) <= width || !strings.HasSuffix(rest, ")") {
		return e.Signature
	}
	var b strings.Builder
	b.WriteString(head + "(\n")
	for _, p := range e.Params {
		b.WriteString("    " + p.Name)
		if p.Default != "" {
			b.WriteString(" = " + p.Default)
		}
		b.WriteString(",\n")
	}
	b.WriteString(")")
	return b.String()
}

// Heading returns the heading of an entry in a list of all entries; types are
// distinguished from functions of the same name.
func (e *Entry) Heading() string {
	if e.Kind == Type {
		return "type " + e.Name
	}
	return e.Name
}

// Label returns a short remark on the kind of an entry; "" for functions.
func (e *Entry) Label() string {
	switch e.Kind {
	case Constant:
		if e.Type != "" {
			return "constant, " + e.Type
		}
		return "constant"
	case Attribute:
		if e.Type != "" {
			return "attribute, " + e.Type
		}
		return "method"
	case Function, Type, Code, Script, Topic:
		return ""
	case Reading:
		return "reading, " + cmp.Or(e.House, strings.Join(e.Reading.Houses, ", "))
	case Source:
		return "source, " + cmp.Or(e.House, "several houses")
	}
	return string(e.Kind)
}

// Language returns the chapters about the language and its library, without
// those about houses: the building blocks of one's own scripts.
func (r *Reference) Language() []*Chapter {
	var out []*Chapter
	for _, c := range r.Chapters {
		if c.Name != "scripts" && c.Name != readingsChapter {
			out = append(out, c)
		}
	}
	return out
}
