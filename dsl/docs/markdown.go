package docs

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cardroom/engine/diag"
)

// Markdown writes a book. source adds the script line after each rule.
func Markdown(b *Book, source bool) string {
	m := &markdown{book: b, source: source}
	m.line("# " + mdText(b.Title))
	if len(b.Front) > 0 {
		if len(b.Sheets) > 0 {
			for _, s := range m.book.Sheets {
				m.text.WriteString(fmt.Sprintf("* [%s](#%s)\n", mdText(m.book.Name(s)), mdAnchor(s)))
			}
			m.text.WriteString("\n")
		}
		m.front = true
		m.sections(b.Front, "##")
		m.front = false
	}
	for _, s := range b.Sheets {
		m.sheet(s)
	}
	m.sections(b.Back, "##")
	m.clauses()
	if b.Foot != "" {
		m.line("\n*" + mdText(b.Foot) + "*")
	}
	return strings.TrimRight(m.text.String(), "\n") + "\n"
}

type markdown struct {
	book   *Book
	source bool
	front  bool // sections have anchors
	text   strings.Builder
}

// line writes a paragraph.
func (m *markdown) line(text string) { m.text.WriteString(text + "\n\n") }

func mdAnchor(s *Sheet) string {
	return strings.ReplaceAll(anchor(s.Game.ID), ".", "-")
}

// anchor returns an identifier in a form safe for an anchor: it comes from a
// script and must not close the link or tag around it.
func anchor(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, id)
}

// sheet writes a sheet. In a house's book its title is a heading.
func (m *markdown) sheet(s *Sheet) {
	level := "##"
	if len(m.book.Front) > 0 {
		m.line("<a id=\"" + mdAnchor(s) + "\"></a>")
		m.line("## " + mdText(m.book.Name(s)))
		level = "###"
	}
	if s.Game.Doc != "" {
		m.line(mdText(strings.Join(strings.Fields(s.Game.Doc), " ")))
	}
	m.sections(s.Floor(), level)
	if len(s.Refs) > 0 {
		links := make([]string, len(s.Refs))
		for i, title := range s.Refs {
			links[i] = "[" + mdText(title) + "](#" + frontAnchor(title) + ")"
		}
		m.line(refsWord + " " + strings.Join(links, "; ") + ".")
	}
}

// chapter returns the sheet of a game in the book of a house, or nil.
func (b *Book) chapter(id string) *Sheet {
	i := slices.IndexFunc(b.Sheets, func(s *Sheet) bool { return s.Game.ID == id })
	if id == "" || i < 0 {
		return nil
	}
	return b.Sheets[i]
}

// refsWord comes before the titles in front of a book that hold for a game.
const refsWord = "See also, before the games:"

// RefsWords names the titles in front of a book that hold for a game.
func RefsWords(titles []string) string { return refsWord + " " + strings.Join(titles, "; ") + "." }

// frontAnchor returns the anchor of a section in front of a book.
func frontAnchor(title string) string { return "front-" + anchor(strings.ToLower(title)) }

func (m *markdown) sections(all []Section, level string) {
	for i := range all {
		sec := &all[i]
		if m.front {
			m.line("<a id=\"" + frontAnchor(sec.Heading()) + "\"></a>")
		}
		m.line(level + " " + mdText(sec.Heading()))
		if sec.About != "" {
			m.line(mdText(sec.About))
		}
		if len(sec.Clauses) > 0 {
			m.line(m.cites(m.book.Ranges(sec.Clauses)))
		}
		rows := sec.kind() == rowsKind
		for k := range sec.Rules {
			if sec.ForOthers(k) {
				m.line(strings.Repeat("\n", min(k, 1)) + mdText(capital(sec.Rules[k].Games)) + ":")
			}
			if rows && (k == 0 || sec.ForOthers(k)) {
				m.text.WriteString("| Irregularity | Ruling |\n| --- | --- |\n")
			}
			if r := &sec.Rules[k]; rows {
				m.text.WriteString("| " + mdText(r.Head) + " | " + mdText(r.Rest()) + m.notes(r) + " |\n")
			} else {
				m.rule(r)
			}
		}
		m.text.WriteString("\n")
	}
}

// rule writes a rule as a list item. The number is written out, because
// Markdown lists do not support "4.2".
func (m *markdown) rule(r *Rule) {
	head := strings.Repeat("  ", r.Level()) + "* "
	if r.Number != "" {
		head += "**" + r.Number + ".** "
	}
	text := mdText(r.Printed())
	if s := m.book.chapter(r.leads); s != nil {
		text = "[" + text + "](#" + mdAnchor(s) + ")"
	}
	m.text.WriteString(head + text + m.notes(r) + "\n")
	for _, row := range r.Rows {
		m.text.WriteString("  * " + mdText(row.What+": "+row.Much) + "\n")
	}
}

// notes returns the text printed after a rule.
func (m *markdown) notes(r *Rule) (text string) {
	if note := r.Note(); note != "" {
		text += " <small>" + mdText(note) + "</small>"
	}
	if cites := m.book.Cites(r); len(cites) > 0 {
		text += " " + m.cites(cites)
	}
	if m.source {
		if from := m.book.Source(r); from != "" {
			text += " `" + strings.ReplaceAll(from, "`", "'") + "`"
		}
	}
	return text
}

func (m *markdown) cites(cited []Cited) string {
	parts := make([]string, 0, len(cited))
	for _, c := range cited {
		if slices.ContainsFunc(m.book.Clauses, func(o Clause) bool { return o.ID == c.IDs[0] }) {
			parts = append(parts, fmt.Sprintf("[%s](#%s)", mdID(c.Text), anchor(c.IDs[0])))
			continue
		}
		parts = append(parts, mdID(c.Text))
	}
	return "<small>" + strings.Join(parts, ", ") + "</small>"
}

// Source returns the script positions of a rule with the lines there, or its
// place in the house's document; "" if neither is known.
func (b *Book) Source(r *Rule) string {
	switch {
	case r.At.File == "" && r.Document != "":
		return "document: " + place(r.Document)
	case r.At.File == "":
		return ""
	}
	var out []string
	at := []diag.Pos{r.At}
	for i := range r.ruled { // rulings that say the same are one rule
		if pos := r.ruled[i].Pos; !slices.Contains(at, pos) {
			at = append(at, pos)
		}
	}
	for _, pos := range at {
		text := pos.String()
		if b.Lines != nil {
			text += "  " + strings.TrimSpace(b.Lines(pos))
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// place returns a place in a document without the file name.
func place(source string) string {
	if _, rest, ok := strings.Cut(source, " > "); ok {
		return rest
	}
	return source
}

// clauses writes the list of cited clauses.
func (m *markdown) clauses() {
	if len(m.book.Clauses) == 0 {
		return
	}
	m.line("## The clauses of the house's document")
	for i := range m.book.Clauses {
		c := &m.book.Clauses[i]
		m.text.WriteString(fmt.Sprintf("* <a id=\"%s\"></a>%s: %s <small>%s</small>\n", anchor(c.ID), mdID(c.ID), mdText(sentence(c.Text)), mdText(place(c.Source))))
	}
}

// ClauseText returns a clause as a sentence.
func ClauseText(c *Clause) string { return sentence(c.Text) }

var mdEscapes = strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "|", `\|`, "[", `\[`, "]", `\]`, "`", "\\`", "\n", " ")

// mdID returns an identifier escaped for Markdown. A single underscore needs no
// escape inside a word.
func mdID(id string) string { return strings.ReplaceAll(mdText(id), `\_`, "_") }

// mdText returns text escaped for Markdown.
func mdText(s string) string { return mdEscapes.Replace(s) }
