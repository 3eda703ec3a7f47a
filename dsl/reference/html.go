package reference

import (
	_ "embed"
	"html/template"
	"strings"
	"sync"
)

//go:embed reference.html
var page string

// pageTemplate is parsed when it is first used: most runs write no page.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("reference").Funcs(template.FuncMap{
		"prose":  prose,
		"anchor": anchor,
		"call":   func(e *Entry) string { return e.Call(90) },
		"join":   func(s []string) string { return strings.Join(s, ", ") },
	}).Parse(page))
})

// HTML writes chapters as one page that needs no other file.
func HTML(title string, chapters []*Chapter) (string, error) {
	var b strings.Builder
	err := pageTemplate().Execute(&b, struct {
		Title    string
		Chapters []*Chapter
	}{title, chapters})
	return b.String(), err
}

// prose is running text: paragraphs, lists, and words of the language in `backticks`.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(template.HTMLEscapeString(text), "`") {
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	paragraphs := strings.Split(b.String(), "\n\n")
	for i, p := range paragraphs {
		if items, ok := strings.CutPrefix(p, "* "); ok {
			paragraphs[i] = "<ul>\n<li>" + strings.ReplaceAll(items, "\n* ", "</li>\n<li>") + "</li>\n</ul>"
			continue
		}
		paragraphs[i] = "<p>" + p + "</p>"
	}
	return template.HTML(strings.Join(paragraphs, "\n"))
}
