// Package report lays out results: it defines the output formats, text tables,
// wrapped lines, and pages with charts. Package rows defines the machine-readable formats.
package report

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

// Align is the alignment of a column's cells.
type Align uint8

const (
	Left Align = iota + 1
	Right
)

// Heading is the heading of a text column.
type Heading struct {
	Title string
	Align Align
}

// Lines returns the columns of one result as lines of a text: the heading, the value and a note. A column without a value is left
// out.
func Lines[T any](columns []rows.Column[T], row T) (lines [][]string) {
	for i := range columns {
		c := &columns[i]
		if c.Elsewhere {
			continue
		}
		if value, note := c.Words(row); value != "" || note != "" {
			lines = append(lines, []string{c.Heading(), value, note})
		}
	}
	return lines
}

// Columns prints rows as a table. Texts stand left and numbers right; a column whose values are all "" is left out.
func Columns[T any](w *term.Stream, columns []rows.Column[T], list []T) {
	if term.Browser {
		return
	}
	var heads []Heading
	cells := make([][]string, len(list))
	order := make([]*rows.Column[T], 0, len(columns))
	for _, last := range []bool{false, true} {
		for i := range columns {
			if c := &columns[i]; c.Last == last && !c.Elsewhere {
				order = append(order, c)
			}
		}
	}
	for _, c := range order {
		texts, notes, any, noted := make([]string, len(list)), make([]string, len(list)), false, false
		head := Heading{Title: c.Heading(), Align: Right}
		for k, row := range list {
			texts[k], notes[k] = c.Words(row)
			any, noted = any || texts[k] != "", noted || notes[k] != "" && c.Beside != ""
			value := c.Value(row)
			if o, ok := value.(rows.Optional); ok && o.Type().Kind() == reflect.String {
				value = ""
			}
			if _, text := value.(string); text {
				head.Align = Left
			}
		}
		if !any && len(list) > 0 {
			continue
		}
		heads = append(heads, head)
		for k := range list {
			cells[k] = append(cells[k], texts[k])
		}
		if noted {
			heads = append(heads, Heading{Title: c.Beside, Align: Right})
			for k := range list {
				cells[k] = append(cells[k], notes[k])
			}
		}
	}
	Table(w, heads, cells)
}

// ReadingWidth is the maximum line length of running text, in columns: wider lines are
// hard to read, however wide the terminal.
const ReadingWidth = 90

// Folded wraps running text and indents every line but the first.
func Folded(s string, w *term.Stream, indent int) string {
	return FoldedTo(min(w.Width(), ReadingWidth), s, indent)
}

// Sentence prints a paragraph of running text, wrapped.
func Sentence(w *term.Stream, format string, args ...any) {
	w.Printf("%s\n", Folded(fmt.Sprintf(format, args...), w, 0))
}

// FoldedParagraphs wraps paragraphs, and lists of lines that begin with "* ". A paragraph indented by four spaces is
// code: its lines stay whole.
func FoldedParagraphs(text string, w *term.Stream) string {
	parts := strings.Split(text, "\n\n")
	for i, p := range parts {
		if strings.HasPrefix(p, codeIndent) {
			parts[i] = narrowedCode(p, w)
			continue
		}
		if list, ok := strings.CutPrefix(p, "* "); ok {
			items := strings.Split(list, "\n* ")
			for k, item := range items {
				items[k] = "* " + Folded(strings.Join(strings.Fields(item), " "), w, 2)
			}
			parts[i] = strings.Join(items, "\n")
			continue
		}
		parts[i] = Folded(strings.Join(strings.Fields(p), " "), w, 0)
	}
	return strings.Join(parts, "\n\n")
}

const codeIndent = "    "

// narrowedCode puts the comment of each line above it if a line is wider than the terminal.
func narrowedCode(code string, w *term.Stream) string {
	lines := strings.Split(code, "\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > w.Width() }) {
		return code
	}
	for i, line := range lines {
		if command, comment, ok := strings.Cut(line, "  # "); ok {
			comment = Folded("# "+comment, w, len(codeIndent))
			lines[i] = codeIndent + strings.ReplaceAll(comment, "\n"+codeIndent, "\n"+codeIndent+"# ") + "\n" + strings.TrimRight(command, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// Narrowed wraps running text for printPart, which indents it.
func Narrowed(text string, w *term.Stream) string {
	return strings.ReplaceAll(Folded(text, w, 2), "\n  ", "\n")
}

// Output formats.
const (
	Text     = "text"
	JSON     = rows.JSON
	NDJSON   = rows.NDJSON
	CSV      = rows.CSV
	Markdown = "md"
	HTML     = "html"
	JUnit    = "junit"  // test results, for build servers
	SARIF    = "sarif"  // findings, for code hosts
	GitHub   = "github" // findings, for GitHub Actions
)

// Lists are the formats of commands whose result is a list.
var Lists = []string{Text, JSON, NDJSON, CSV}

// extensions maps file name extensions to formats.
var extensions = map[string]string{
	".json": JSON, ".ndjson": NDJSON, ".csv": CSV, ".md": Markdown, ".html": HTML,
	".xml": JUnit, ".sarif": SARIF,
}

// FormatOf returns the format for a file name's extension, if it is allowed. Otherwise
// format is empty; known lists the allowed extensions.
func FormatOf(name string, allowed []string) (format string, known []string) {
	for _, ext := range slices.Sorted(maps.Keys(extensions)) {
		if slices.Contains(allowed, extensions[ext]) {
			known = append(known, ext)
		}
	}
	ext := strings.ToLower(filepath.Ext(name))
	if !slices.Contains(known, ext) {
		return "", known
	}
	return extensions[ext], known
}

// Replacers that escape what would end a GitHub Actions workflow command or one of its
// properties.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotate writes an annotation of a GitHub workflow: level is error, warning or
// notice. An annotation of a whole file has no line; the title is optional.
func Annotate(w io.Writer, level string, at diag.Pos, title, text string) {
	where := "file=" + githubProperty.Replace(at.File)
	if at.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
	}
	if title != "" {
		where += ",title=" + githubProperty.Replace(title)
	}
	_, _ = fmt.Fprintf(w, "::%s %s::%s\n", level, where, githubText.Replace(text))
}

// Deck describes a small deck in a few characters: its ranks, the number of suits, and
// the number of decks.
func Deck(pack []cards.Card) string {
	var ranks []byte
	suits, jokers, packs := map[cards.Suit]bool{}, 0, 0
	for _, c := range pack {
		if c == pack[0] {
			packs++
		}
		if c.IsJoker() {
			jokers++
			continue
		}
		suits[c.Suit()] = true
		if r := c.Rank().Char(); !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
	}
	text := fmt.Sprintf("%s x %d", ranks, len(suits))
	if jokers > 0 {
		text += " and a joker"
	}
	if packs > 1 {
		text = fmt.Sprintf("%d decks of %s", packs, text)
	}
	return text
}

// Diff prints a unified diff in git's colors.
func Diff(w *term.Stream, text []byte) {
	if !w.Color {
		w.Verbatim(text) // byte for byte, for patch
		return
	}
	defer func(was bool) { w.Unfolded = was }(w.Unfolded)
	w.Unfolded = true
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSuffix(l, "\n")
		switch {
		case strings.HasPrefix(l, "+"):
			l = w.Paint(l, color.FgGreen)
		case strings.HasPrefix(l, "-"):
			l = w.Paint(l, color.FgRed)
		case strings.HasPrefix(l, "@@"):
			l = w.Paint(l, color.FgCyan)
		}
		w.Printf("%s\n", l)
	}
}

// DiffProse prints a unified diff of long lines: at a terminal they are folded, and each line keeps its sign.
func DiffProse(w *term.Stream, text string) {
	if w.Columns() == 0 {
		w.Verbatim([]byte(text))
		return
	}
	colors := map[byte]color.Attribute{'+': color.FgGreen, '-': color.FgRed, '@': color.FgCyan}
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if l == "" || strings.HasPrefix(l, "diff ") || strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "+++ ") {
			continue // the file has been named
		}
		sign, rest := l[0], l[1:]
		if sign == '@' {
			w.Printf("%s\n", w.Paint(l, color.FgCyan))
			continue
		}
		for part := range strings.SplitSeq(Folded(rest, w, len("- ")), "\n") {
			line := strings.TrimRight(string(sign)+" "+strings.TrimPrefix(part, "  "), " ")
			if attr, ok := colors[sign]; ok {
				line = w.Paint(line, attr)
			}
			w.Printf("%s\n", line)
		}
	}
}
