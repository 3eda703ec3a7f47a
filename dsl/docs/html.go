package docs

import (
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"sync"

	"cardroom/engine/plan"
)

//go:embed book.html
var bookText string

// bookTemplate is parsed when it is first used: most runs write no page.
var bookTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("book").Funcs(template.FuncMap{
		"anchor": mdAnchor,
		"place":  place,
		"prose":  sentence,
		"words":  func(s string) string { return strings.Join(strings.Fields(s), " ") },
		"dict":   func(p *htmlBook, v any) htmlPart { return htmlPart{p, v} },
		"stakes": func(s *Sheet) string { return stakesName(s.Stakes.Name) },
	}).Funcs(wallFuncs).Parse(bookText + wallText))
})

// HTML writes a book as one page that needs no other file, to be read on a
// screen or printed and posted. source adds the script line behind each rule.
func HTML(b *Book, source bool) (string, error) {
	h := &htmlBook{Book: b, source: source, texts: map[string]string{}, listed: map[string]bool{}}
	for _, c := range append(slices.Clone(b.known), b.Clauses...) {
		h.texts[c.ID] = sentence(c.Text)
	}
	for i := range b.Clauses {
		h.listed[b.Clauses[i].ID] = true
	}
	var out strings.Builder
	err := bookTemplate().Execute(&out, h)
	return out.String(), err
}

// htmlBook is a book as the template sees it.
type htmlBook struct {
	*Book
	source bool
	texts  map[string]string // of the clauses, by their ids
	listed map[string]bool   // those that stand at the end
}

// htmlPart is a part of a book with the book.
type htmlPart struct {
	Book *htmlBook
	Part any
}

// Listed reports whether the book is one of several games, with a title page and
// a table of contents.
func (h *htmlBook) Listed() bool { return len(h.Front) > 0 && len(h.Sheets) > 0 }

// Said is what clauses say, "" for those that the book does not know.
func (h *htmlBook) Said(c Cited) string {
	var out []string
	for _, id := range c.IDs {
		if text := h.texts[id]; text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// Lists reports whether a clause stands in the list at the end.
func (h *htmlBook) Lists(c Cited) bool { return h.listed[c.IDs[0]] }

// Head names the games that a section of the front holds for, where it is the first for them, else "".
func (h *htmlBook) Head(i int) string {
	if !Heads(h.Front, i) {
		return ""
	}
	return capital(h.Front[i].Games)
}

// NoteOf is the note beside a rule.
func (h *htmlBook) NoteOf(r Rule) string { return r.Note() }

// CitesOf are the clauses beside a rule.
func (h *htmlBook) CitesOf(r Rule) []Cited { return h.Cites(&r) }

// SourceOf is the place behind a rule, "" when the reader did not ask.
func (h *htmlBook) SourceOf(r Rule) string {
	if !h.source {
		return ""
	}
	return h.Source(&r)
}

// rowsKind is how a section is shown whose rules have heads.
const rowsKind = "rows"

// Kind says how a section is shown: with numbers, as rows of a table, or as a list.
func (s Section) Kind() string {
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

// Whole is the deck, players and pages of a sheet in a word or two.
func (s *Sheet) Whole() string {
	if s.Game.MaxSeats == 0 {
		return ""
	}
	return players(s.Game)
}

func players(g *plan.Game) string { return span(g.MinSeats, g.MaxSeats) + " players" }
