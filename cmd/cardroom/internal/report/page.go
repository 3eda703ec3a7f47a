// This file writes results as an HTML page with charts: a single file that contains its styles and drawings, loads nothing
// and runs no scripts. It can be read on a phone and printed, and each chart has its numbers in a table for screen readers.
//
// A result that can be a page makes a report.Page of itself, next to what makes its text and its rows (in runs,
// solving, replays and author). figure.go draws figures whose horizontal positions are percentages and whose
// vertical positions are pixels. So letters keep their size on any screen, and axes have only as many numbers as fit on a
// phone. engine/markup writes the page, in which every text is escaped. Each figure has a title, a sentence and a table for
// readers who cannot see it. fake.CheckPage checks pages of all games of the houses.

package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/markup"
)

//go:embed page.css
var pageStyle string

// Page is a page of results.
type Page struct {
	Title    string
	Lead     []string // below the title
	Facts    []Fact
	Sections []Section
}

// Fact is a named number.
type Fact struct{ Name, Value, Note string }

// Section is a part of a page with a heading. Empty fields are omitted.
type Section struct {
	Title   string
	Anchor  string // target for links
	Mark    *Mark
	Notes   []string
	Facts   []Fact
	Figures []*Figure
	Table   *PageTable
	Lines   []Line
	Body    markup.HTML // anything the other fields cannot express
}

// Grade is a color of the page that shows how good a result is.
type Grade uint8

// The grades.
const (
	Plain Grade = iota
	Good
	Half
	Bad
)

var gradeClasses = [...]string{"", "good", "half", "bad"}

// Class returns the grade's class in the style sheet.
func (g Grade) Class() string { return gradeClasses[g] }

// Mark is a short text next to a heading.
type Mark struct {
	Text  string
	Grade Grade
}

// Line is a line of text, for one or both sides of a comparison.
type Line struct {
	Side Side
	Head string // in bold
	Text string
	Code string // in small print below
	Pre  bool   // Text is source code
}

// Side is one side of a comparison.
type Side uint8

// The sides.
const (
	Both Side = iota
	OnlyA
	OnlyB
)

var sideClasses = [...]string{"", "a", "b"}

// PageTable is rows of cells under headings.
type PageTable struct {
	Heads []string
	Rows  [][]string
}

func Write(w io.Writer, p *Page) error {
	if term.Browser {
		return nil
	}
	n := 0
	for _, s := range p.Sections {
		for _, f := range s.Figures {
			n++
			f.ID = fmt.Sprintf("f%d", n)
		}
	}
	var out markup.Page
	out.Begin(p.Title, markup.HTML(pageStyle))
	out.Add("\n<body>\n<h1>%s</h1>", p.Title)
	for _, lead := range p.Lead {
		out.Add("\n<p class=\"lead\">%s</p>", lead)
	}
	out.Add("\n%s", factList(p.Facts))
	for i := range p.Sections {
		p.Sections[i].write(&out)
	}
	out.End()
	_, err := io.WriteString(w, out.String())
	return err
}

func (s *Section) write(out *markup.Page) {
	out.Add("\n<section>\n<h2")
	out.If(s.Anchor, ` id="%s"`)
	out.Add(">%s", s.Title)
	if m := s.Mark; m != nil {
		out.Add(` <span class="%s">%s</span>`, m.Grade.Class(), m.Text)
	}
	out.Add("</h2>")
	for _, note := range s.Notes {
		out.Add("\n<p class=\"note\">%s</p>", note)
	}
	out.Add("%s", factList(s.Facts))
	if len(s.Figures) > 0 {
		out.Add("\n<div class=\"figures\">")
		for _, f := range s.Figures {
			out.Add("\n")
			f.write(out)
		}
		out.Add("\n</div>")
	}
	if s.Table != nil {
		out.Add("\n%s", s.Table.html())
	}
	if len(s.Lines) > 0 {
		out.Add("\n<ul class=\"lines\">")
		for i := range s.Lines {
			s.Lines[i].write(out)
		}
		out.Add("\n</ul>")
	}
	out.Add("%s\n</section>", s.Body)
}

func (l *Line) write(out *markup.Page) {
	out.Add("\n<li")
	out.If(sideClasses[l.Side], ` class="%s"`)
	out.Add(">")
	if l.Pre {
		out.Add("<pre>%s</pre>", l.Text)
	} else {
		out.If(l.Head, "<strong>%s</strong> ")
		out.Add(`<span class="text">%s</span>`, l.Text)
	}
	out.If(l.Code, "<code>%s</code>")
	out.Add("</li>")
}

func factList(facts []Fact) markup.HTML {
	if len(facts) == 0 {
		return ""
	}
	var out markup.Page
	out.Add("\n<dl class=\"facts\">")
	for _, f := range facts {
		out.Add("\n<div><dt>%s</dt><dd>%s</dd>", f.Name, f.Value)
		out.If(f.Note, `<dd class="small">%s</dd>`)
		out.Add("</div>")
	}
	out.Add("\n</dl>")
	return out.HTML()
}

func (t *PageTable) html() markup.HTML {
	var out markup.Page
	out.Add(`<div class="scroll"><table>`)
	if len(t.Heads) > 0 {
		out.Add("\n<tr>%s</tr>", cells(t.Heads, `<th scope="col">%s</th>`))
	}
	for _, row := range t.Rows {
		out.Add("\n<tr>%s</tr>", cells(row, "<td>%s</td>"))
	}
	out.Add("\n</table></div>")
	return out.HTML()
}

func cells(texts []string, format string) markup.HTML {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(string(markup.Format(format, text)))
	}
	return markup.HTML(b.String())
}
