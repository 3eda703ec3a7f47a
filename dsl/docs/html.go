package docs

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/markup"
)

//go:embed book.css
var bookStyle string

// HTML writes a book as one self-contained page, to be read on a screen or
// printed and posted. source adds the script line after each rule.
func HTML(b *Book, source bool) string {
	h := &htmlBook{Book: b, source: source, texts: map[string]string{}, listed: map[string]bool{}}
	for _, c := range append(slices.Clone(b.known), b.Clauses...) {
		h.texts[c.ID] = sentence(c.Text)
	}
	for i := range b.Clauses {
		h.listed[b.Clauses[i].ID] = true
	}
	for _, s := range b.Front {
		for i := range s.Rules {
			if s.Title == pointsTitle {
				h.listed[s.Rules[i].Head] = true
			}
		}
	}
	h.head()
	h.body()
	return h.String()
}

// htmlBook is a book being written.
type htmlBook struct {
	*Book
	markup.Page
	source bool
	texts  map[string]string // of the clauses, by id
	listed map[string]bool   // the clauses listed at the end, and the open points
}

// head writes what comes before the rules; for several games, a table of
// contents.
func (h *htmlBook) head() {
	title, body, header, walls := h.Title, markup.HTML(""), markup.HTML(""), ""
	if len(h.Sheets) > 0 {
		title += ": rules"
	}
	listed := len(h.Front) > 0 && len(h.Sheets) > 0
	if listed {
		body, header = ` class="book"`, ` class="title"`
	}
	if len(h.Walls) > 0 {
		walls = wallStyle + string(footsOf(h.Walls))
	}
	style := strings.Replace(bookStyle, "FOOT", string(markup.Style(cmp.Or(h.Foot, h.Title))), 1)
	h.Begin(title, markup.HTML(style), markup.HTML(walls))
	h.Add("\n<body%s>\n<header%s>\n<h1>%s</h1>", body, header, h.Title)
	if listed {
		h.Add("\n<p class=\"lead\">Rules of play</p>\n<ul class=\"toc\">")
		for _, s := range h.Sheets {
			h.Add("\n<li><a href=\"#%s\"><span>%s</span> <span class=\"lead\">%s", mdAnchor(s), h.Name(s), s.Whole())
			h.If(stakesName(s.Stakes.Name, s.Game.Money), ", %s")
			h.Add("</span></a></li>")
		}
		if len(h.Clauses) > 0 {
			h.Add("\n<li><a href=\"#clauses\"><span>The clauses of the house's document</span></a></li>")
		}
		h.Add("\n</ul>")
	}
	h.Add("\n</header>")
}

// body writes the sheets for players, those for the floor, and the clauses.
func (h *htmlBook) body() {
	for i, w := range h.Walls {
		h.Add("\n%s", w.html(i))
	}
	if len(h.Walls) > 0 {
		h.Add("\n<h2 class=\"floor\">For the floor</h2>")
	}
	for i := range h.Front {
		h.section(&h.Front[i], frontAnchor(h.Front[i].Heading()))
	}
	for _, s := range h.Sheets {
		h.Add("\n<section class=\"sheet\" id=\"%s\">", mdAnchor(s))
		if len(h.Front) > 0 {
			h.Add("\n<h2>%s</h2>", h.Name(s))
		}
		h.If(strings.Join(strings.Fields(s.Game.Doc), " "), `<p class="about">%s</p>`)
		floor := s.Floor()
		for i := range floor {
			h.section(&floor[i], "")
		}
		for i, title := range s.Refs {
			if i == 0 {
				h.Add("\n<p class=\"lead refs\">%s", refsWord)
			} else {
				h.Add(";")
			}
			h.Add(` <a href="#%s">%s</a>`, frontAnchor(title), title)
		}
		if len(s.Refs) > 0 {
			h.Add(".</p>")
		}
		h.Add("\n</section>")
	}
	for i := range h.Back {
		h.section(&h.Back[i], frontAnchor(h.Back[i].Heading()))
	}
	if len(h.Clauses) > 0 {
		h.Add("\n<section class=\"clauses\" id=\"clauses\">\n<h2>The clauses of the house's document</h2>\n<dl>")
		for _, c := range h.Clauses {
			h.Add("\n<dt id=\"%s\">%s</dt>\n<dd>%s <span class=\"place\">%s</span></dd>", c.ID, c.ID, sentence(c.Text), place(c.Source))
		}
		h.Add("\n</dl>\n</section>")
	}
	h.If(h.Foot, "\n<footer class=\"foot\">%s</footer>")
	h.End()
}

// section writes a section: its rules as a numbered list, as rows of a table,
// or as a plain list.
func (h *htmlBook) section(s *Section, id string) {
	if id == "" {
		h.Add("\n<h3>%s</h3>", s.Heading())
	} else {
		h.Add("\n<h3 id=\"%s\">%s</h3>", id, s.Heading())
	}
	h.If(s.About, `<p class="lead">%s</p>`)
	if len(s.Clauses) > 0 {
		h.cites(h.Ranges(s.Clauses))
	}
	kind := s.kind()
	begin, end := fmt.Sprintf("\n<ul class=\"rules %s\">", kind), "\n</ul>"
	if kind == rowsKind {
		begin, end = "\n<table class=\"rows\">", "\n</table>"
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		switch {
		case s.ForOthers(i) && i > 0:
			h.Add("%s\n<p class=\"games\">%s:</p>%s", markup.HTML(end), capital(r.Games), markup.HTML(begin))
		case s.ForOthers(i):
			h.Add("\n<p class=\"games\">%s:</p>%s", capital(r.Games), markup.HTML(begin))
		case i == 0:
			h.Add("%s", markup.HTML(begin))
		}
		if kind == rowsKind {
			h.row(r, s.Title == pointsTitle)
		} else {
			h.point(r)
		}
	}
	h.Add("%s", markup.HTML(end))
}

// row writes a rule as a row of a table. A point has an anchor.
func (h *htmlBook) row(r *Rule, point bool) {
	id := markup.HTML("")
	if point {
		id = markup.HTML(" id=\"" + anchor(r.Head) + "\"")
	}
	h.Add("\n<tr%s><th>%s</th><td>%s", id, r.Head, r.Rest())
	h.notes(r)
	h.Add("</td></tr>")
}

// point writes a rule of a list.
func (h *htmlBook) point(r *Rule) {
	switch {
	case r.Level() > 0:
		h.Add("\n<li class=\"level%d\">", r.Level())
	default:
		h.Add("\n<li>")
	}
	h.If(r.Number, `<span class="number">%s.</span> `)
	h.If(r.Head, "<b>%s:</b> ")
	if s := h.chapter(r.leads); s != nil {
		h.Add(`<a href="#%s">%s</a>`, mdAnchor(s), r.Rest())
	} else {
		h.Add("%s", r.Rest())
	}
	h.notes(r)
	if len(r.Rows) > 0 {
		h.Add(`<table class="amounts">`)
		for _, row := range r.Rows {
			h.Add("<tr><th>%s</th><td>%s</td></tr>", row.What, row.Much)
		}
		h.Add("</table>")
	}
	h.Add("</li>")
}

// notes writes the notes on a rule.
func (h *htmlBook) notes(r *Rule) {
	h.If(r.Note(), ` <span class="cites">%s</span>`)
	if cites := h.Cites(r); len(cites) > 0 {
		h.Add(" ")
		h.cites(cites)
	}
	if h.source {
		h.If(h.Source(r), ` <span class="source">%s</span>`)
	}
}

// cites writes the names of clauses and open points. Each shows its text, and
// links to it if the book lists it.
func (h *htmlBook) cites(list []Cited) {
	h.Add(`<span class="cites">`)
	for i, c := range list {
		if i > 0 {
			h.Add(", ")
		}
		var out []string
		for _, id := range c.IDs {
			if text := h.explained(id); text != "" {
				out = append(out, text)
			}
		}
		said := strings.Join(out, " ")
		switch {
		case said == "":
			h.Add("%s", c.Text)
		case h.listed[c.IDs[0]]:
			h.Add(`<a href="#%s" title="%s">%s</a>`, c.IDs[0], said, c.Text)
		default:
			h.Add(`<span title="%s">%s</span>`, said, c.Text)
		}
	}
	h.Add("</span>")
}

// rowsKind is the kind of a section whose rules have heads.
const rowsKind = "rows"

// kind returns how a section is shown: as a numbered list, as rows of a table,
// or as a plain list.
func (s *Section) kind() string {
	if len(s.Rules) > 0 && !slices.ContainsFunc(s.Rules, func(r Rule) bool { return r.Head == "" }) {
		return rowsKind
	}
	for i := range s.Rules {
		if s.Rules[i].Number != "" {
			return "steps"
		}
	}
	return "points"
}

// Whole returns how many play a game, "" for a menu.
func (s *Sheet) Whole() string { return s.players }
