package reference

import (
	"fmt"
	"slices"
	"strings"
)

// Markdown writes chapters as one document. A chapter without a title gets no
// heading.
func Markdown(title string, chapters []*Chapter) string {
	w := &markdown{types: map[string]bool{}}
	for _, c := range chapters {
		for _, e := range c.Entries {
			w.types[e.Name] = w.types[e.Name] || e.Kind == Type
		}
	}
	if title != "" {
		w.printf("# %s\n\n", title)
		for _, c := range chapters {
			var names []string
			for _, e := range c.Entries {
				names = append(names, "["+e.Name+"](#"+anchor(e.Heading())+")")
			}
			w.printf("* [%s](#%s): %s\n", c.Title, anchor(c.Title), strings.Join(names, ", "))
		}
		w.printf("\n")
	}
	for _, c := range chapters {
		if c.Title != "" {
			w.printf("## %s\n\n", c.Title)
			w.paragraphs(c.Intro)
		}
		for _, e := range c.Entries {
			w.entry(e, "###")
		}
	}
	return strings.TrimRight(w.String(), "\n") + "\n"
}

type markdown struct {
	strings.Builder
	types map[string]bool // types with an entry, to which others link
}

func (w *markdown) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *markdown) paragraphs(text string) {
	if text != "" {
		w.printf("%s\n\n", text)
	}
}

// anchor returns the anchor that Markdown viewers give a heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '_' || r == '-':
			return r
		}
		return -1
	}, strings.ToLower(heading))
}

func (w *markdown) entry(e *Entry, level string) {
	w.printf("%s %s\n\n", level, e.Heading())
	if label := e.Label(); label != "" {
		w.printf("*%s*\n\n", label)
	}
	if e.Load != "" {
		w.code(e.Load)
	}
	if e.Signature != "" {
		w.code(e.Call(100))
	}
	w.paragraphs(e.Doc)
	w.params(e.Params)
	if e.Returns != "" {
		w.printf("Returns: %s\n\n", w.typed(e.Returns))
	}
	if len(e.MadeBy) > 0 {
		w.printf("Made by %s.\n\n", coded(e.MadeBy))
	}
	if len(e.TakenBy) > 0 {
		w.printf("Taken by %s.\n\n", coded(e.TakenBy))
	}
	if e.Example != "" {
		w.printf("Example:\n\n")
		w.code(e.FullExample())
	}
	if e.Wrong != "" {
		w.printf("Wrong:\n\n")
		w.code(e.Wrong)
	}
	if e.Right != "" {
		w.printf("Right:\n\n")
		w.code(e.Right)
	}
	w.members(e)
}

func (w *markdown) code(text string) {
	w.printf("```python\n%s\n```\n\n", strings.TrimRight(text, "\n"))
}

func (w *markdown) params(params []Param) {
	if len(params) == 0 {
		return
	}
	if !slices.ContainsFunc(params, func(p Param) bool { return p.Type != "" }) {
		for _, p := range params {
			w.printf("* `%s`: %s\n", p.Name, p.Doc)
		}
		w.printf("\n")
		return
	}
	w.printf("| argument | type | default | |\n|---|---|---|---|\n")
	for _, p := range params {
		w.printf("| `%s` | %s | %s | %s |\n", p.Name, w.values(&p), defaultCell(&p), cell(p.Doc))
	}
	w.printf("\n")
}

func (w *markdown) values(p *Param) string {
	if len(p.Choices) > 0 && strings.Contains(p.Choices[0], `"`) {
		return cell("`" + strings.Join(p.Choices, "`, `") + "`")
	}
	text := w.typed(p.Type)
	if len(p.Choices) > 0 {
		text += ": `" + strings.Join(p.Choices, "`, `") + "`"
	}
	if p.Range != "" {
		text += ", " + p.Range
	}
	return cell(text)
}

// typed returns a type with links to the entries of its parts.
func (w *markdown) typed(typ string) string {
	parts := strings.Split(typ, " or ")
	for i, part := range parts {
		list := ""
		name, isList := strings.CutPrefix(part, "list of ")
		if isList {
			list = "list of "
		}
		if w.types[name] {
			parts[i] = list + "[" + name + "](#" + anchor("type "+name) + ")"
		}
	}
	return strings.Join(parts, " or ")
}

func defaultCell(p *Param) string {
	switch {
	case p.Default != "":
		return cell("`" + p.Default + "`")
	case p.Required:
		return "required"
	}
	return ""
}

// cell returns a text escaped for a table.
func cell(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "\n", " ") }

func coded(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// members writes the full entries of a script's members, or the names of a
// type's members, which have entries in other chapters.
func (w *markdown) members(e *Entry) {
	if e.Kind == Script {
		for _, m := range e.Members {
			w.entry(m, "####")
		}
		return
	}
	for _, m := range e.Members {
		if m.Kind == Attribute {
			name, typ := m.Called()
			w.printf("* `%s` (%s): %s\n", name, w.typed(typ), m.Doc)
			continue
		}
		w.printf("* `%s`: %s\n", m.Name, m.Summary())
	}
	if len(e.Members) > 0 {
		w.printf("\n")
	}
}
