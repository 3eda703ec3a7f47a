// Package report lays out results: it defines the output formats, text tables and
// wrapped lines. Package rows defines the machine-readable formats.
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
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Align is the alignment of a column's cells.
type Align = text.Align

const (
	Left  = text.AlignLeft
	Right = text.AlignRight
)

// Heading is the heading of a text column.
type Heading struct {
	Title string
	Align Align
}

// Table writes aligned columns without rules or boxes. On a terminal headings are
// bold, and the last column wraps at the terminal's width. If that leaves too little
// room, the last column of a table without headings goes below the others, and a table
// with headings is split into parts of as many columns as fit, each starting with the
// columns that name the row: the first, and those of text after it. If numbers come
// first, the last column names the row and goes below the others. In a pipe a table without headings wraps at 80 columns; one with
// headings keeps each row on one line, for grep and cut.
func Table(w *term.Stream, heads []Heading, cells [][]string) {
	if term.Browser {
		return
	}
	titled := slices.ContainsFunc(heads, func(h Heading) bool { return h.Title != "" })
	if !titled {
		last := lastWidth(w.Width(), cells)
		if last <= leastLast {
			for _, row := range cells {
				n := len(row) - 1
				head := strings.TrimRight(strings.Join(row[:n], "  "), " ")
				bare := strings.TrimLeft(head, " ")
				lead := head[:len(head)-len(bare)]
				indent := len(lead) + 4
				w.Printf("%s%s\n", lead, Folded(bare, w, indent))
				if row[n] != "" {
					w.Printf("%s%s\n", strings.Repeat(" ", indent), Folded(row[n], w, indent))
				}
			}
			return
		}
		writeColumns(w, heads, cells, last)
		return
	}
	columns := w.Columns()
	if columns == 0 {
		writeColumns(w, heads, cells, 0)
		return
	}
	widths := columnWidths(heads, cells)
	last := len(widths) - 1
	if len(widths) == 1 || widths[last] > leastLast && sum(widths[:last])+leastLast < columns {
		writeColumns(w, heads, cells, lastWidth(columns, append(cells[:len(cells):len(cells)], titles(heads))))
		return
	}
	if heads[0].Align == Right && heads[last].Align != Right && heads[last].Title != "" && sum(widths)-gap > columns {
		writeBelow(w, heads, cells)
		return
	}
	names := 1
	for names < last && heads[names].Align != Right && sum(widths[:names+1])+slices.Max(widths[names+1:]) <= columns {
		names++
	}
	for from := names; from < len(heads); {
		to, used := from+1, sum(widths[:names])+widths[from]
		for to < len(heads) && used+widths[to]-gap <= columns {
			used += widths[to]
			to++
		}
		if from > names {
			w.Printf("\n")
		}
		part := make([][]string, len(cells))
		for i, row := range cells {
			part[i] = slices.Concat(row[:names], row[from:to])
		}
		writeColumns(w, slices.Concat(heads[:names], heads[from:to]), part, max(columns-used+widths[to-1]-1, leastLast))
		from = to
	}
}

// gap is the number of spaces between columns.
const gap = 2

// columnWidths returns the width of each column, including the gap after it.
func columnWidths(heads []Heading, cells [][]string) []int {
	widths := make([]int, len(heads))
	for _, row := range append(cells[:len(cells):len(cells)], titles(heads)) {
		for i, cell := range row {
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(cell)+gap)
		}
	}
	return widths
}

func titles(heads []Heading) []string {
	list := make([]string, len(heads))
	for i, h := range heads {
		list[i] = h.Title
	}
	return list
}

func sum(list []int) (total int) {
	for _, n := range list {
		total += n
	}
	return total
}

// writeColumns writes a table whose last column wraps at the given width, 0 for no
// limit.
func writeColumns(w *term.Stream, heads []Heading, cells [][]string, last int) {
	w.Printf("%s", laidOut(w, heads, cells, last))
}

// laidOut returns the lines of writeColumns.
func laidOut(w *term.Stream, heads []Heading, cells [][]string, last int) string {
	t := table.NewWriter()
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Options = table.OptionsNoBordersAndSeparators
	s.Format.Header = text.FormatDefault
	t.SetStyle(s)
	head, configs := make(table.Row, 0, len(heads)), make([]table.ColumnConfig, 0, len(heads))
	titled := false
	for i, h := range heads {
		head = append(head, w.Paint(h.Title, color.Bold))
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: h.Align, AlignHeader: h.Align})
		titled = titled || h.Title != ""
	}
	configs[len(configs)-1].WidthMax = last
	configs[len(configs)-1].WidthMaxEnforcer = text.WrapSoft
	t.SetColumnConfigs(configs)
	if titled {
		t.AppendHeader(head)
	}
	for _, row := range cells {
		r := make(table.Row, 0, len(row))
		for _, cell := range row {
			r = append(r, term.CleanKeyed(cell))
		}
		t.AppendRow(r)
	}
	// The library ends the colors of wrapped cells itself. The cells have been cleaned,
	// so all other escape sequences are the library's own.
	lines := strings.Split(strings.ReplaceAll(t.Render(), "\x1b[0m", term.Keyed("\x1b[0m")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ") + "\n"
	}
	return strings.Join(lines, "")
}

// writeBelow writes a table whose last column names the row, each name indented below the row.
func writeBelow(w *term.Stream, heads []Heading, cells [][]string) {
	last := len(heads) - 1
	part := make([][]string, len(cells))
	for i, row := range cells {
		part[i] = row[:last]
	}
	lines := strings.SplitAfter(laidOut(w, heads[:last], part, 0), "\n")
	w.Printf("%s", lines[0])
	w.Printf("    %s\n", w.Paint(heads[last].Title, color.Bold))
	for i, row := range cells {
		w.Printf("%s", lines[i+1])
		w.Printf("    %s\n", Folded(row[last], w, 4))
	}
}

// lastWidth returns how many columns are left for the last column.
func lastWidth(columns int, cells [][]string) int {
	if len(cells) == 0 {
		return columns
	}
	widths := columnWidths(make([]Heading, len(cells[0])), cells)
	return max(columns-sum(widths[:len(widths)-1])-1, leastLast)
}

// leastLast is the minimum width for readable text, in columns.
const leastLast = 24

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

// FoldedTo wraps running text to a number of columns and indents every line but the first.
func FoldedTo(columns int, s string, indent int) string {
	if term.Browser {
		return s
	}
	lines := strings.Split(text.WrapSoft(s, max(columns-indent, 20)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
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
		if items, ok := strings.CutPrefix(p, "* "); ok {
			parts[i] = foldedList(strings.Split(items, "\n* "), w)
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

func foldedList(items []string, w *term.Stream) string {
	for i, item := range items {
		items[i] = "* " + Folded(strings.Join(strings.Fields(item), " "), w, 2)
	}
	return strings.Join(items, "\n")
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
