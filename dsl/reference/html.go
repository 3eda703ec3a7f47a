package reference

import (
	_ "embed"
	"strings"

	"cardroom/engine/markup"
)

//go:embed reference.css
var pageStyle string

// HTML writes chapters as one self-contained page.
func HTML(title string, chapters []*Chapter) string {
	var p markup.Page
	p.Begin(title, markup.HTML(pageStyle))
	p.Add("\n<body>\n<nav>")
	for _, c := range chapters {
		if c.Title != "" {
			p.Add("\n<a class=\"chapter\" href=\"#%s\">%s</a>", anchor(c.Title), c.Title)
		}
		for _, e := range c.Entries {
			p.Add("\n<a href=\"#%s\">%s</a>", anchor(e.Heading()), e.Name)
		}
	}
	p.Add("\n</nav>\n<main>\n<h1>%s</h1>", title)
	for _, c := range chapters {
		if c.Title != "" {
			p.Add("\n<h2 id=\"%s\">%s</h2>\n", anchor(c.Title), c.Title)
			if c.Intro != "" {
				p.Add("%s", prose(c.Intro))
			}
		}
		for _, e := range c.Entries {
			e.write(&p)
		}
	}
	p.Add("\n</main>")
	p.End()
	return p.String()
}

// write writes an entry with its members.
func (e *Entry) write(p *markup.Page) {
	p.Add("\n<section id=\"%s\">\n<h3>%s</h3>\n", anchor(e.Heading()), e.Heading())
	e.body(p)
	switch {
	case e.Kind == "script":
		for _, m := range e.Members {
			p.Add("\n<h4>%s</h4>\n", m.Name)
			m.body(p)
		}
	case len(e.Members) > 0:
		p.Add("\n<ul>")
		for _, m := range e.Members {
			switch {
			case m.Kind != "attribute":
				p.Add("\n<li><a href=\"#%s\"><code>%s</code></a> %s</li>", anchor(m.Heading()), m.Name, m.Summary())
			case m.Signature != "":
				p.Add("\n<li><code>%s</code> <span class=\"label\">%s</span> %s</li>", m.Signature, m.Returns, m.Doc)
			default:
				p.Add("\n<li><code>%s</code> <span class=\"label\">%s</span> %s</li>", m.Name, m.Type, m.Doc)
			}
		}
		p.Add("\n</ul>")
	}
	p.Add("\n</section>")
}

// prose returns running text as HTML: paragraphs, lists, and words of the
// language in `backticks`.
func prose(text string) markup.HTML {
	var b strings.Builder
	for i, part := range strings.Split(string(markup.Format("%s", text)), "`") {
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
	return markup.HTML(strings.Join(paragraphs, "\n"))
}

// body writes the details of an entry.
func (e *Entry) body(p *markup.Page) {
	p.If(e.Label(), `<div class="label">%s</div>`)
	p.If(e.Load, "<pre>%s</pre>")
	if e.Signature != "" {
		p.Add("<pre>%s</pre>", e.Call(90))
	}
	if e.Doc != "" {
		p.Add("%s", prose(e.Doc))
	}
	if len(e.Params) != 0 {
		p.Add("\n<table>\n<tr><th>argument</th><th>type</th><th>default</th><th></th></tr>")
		for i := range e.Params {
			a := &e.Params[i]
			p.Add("\n<tr><td><code>%s</code></td><td>%s</td><td>", a.Name, a.Values())
			if a.Default != "" {
				p.Add("<code>%s</code>", a.Default)
			} else if a.Required {
				p.Add("required")
			}
			p.Add("</td><td>%s</td></tr>", prose(a.Doc))
		}
		p.Add("\n</table>")
	}
	p.If(e.Returns, "<p>Returns: %s</p>")
	p.If(strings.Join(e.MadeBy, ", "), "<p>Made by %s.</p>")
	p.If(strings.Join(e.TakenBy, ", "), "<p>Taken by %s.</p>")
	if e.Example != "" {
		p.Add("<p>Example:</p><pre>%s</pre>", e.FullExample())
	}
	p.If(e.Wrong, "<p>Wrong:</p><pre>%s</pre>")
	p.If(e.Right, "<p>Right:</p><pre>%s</pre>")
}
