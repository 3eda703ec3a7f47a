//go:build !js

package report

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/term"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table writes aligned columns without rules or boxes. On a terminal headings are
// bold, and the last column wraps at the terminal's width. If that leaves too little
// room, the last column of a table without headings goes below the others, and a table
// with headings is split into parts of as many columns as fit, each starting with the
// columns that name the row: the first, and those of text after it. If numbers come
// first, the last column names the row and goes below the others. In a pipe a table without headings wraps at 80 columns; one with
// headings keeps each row on one line, for grep and cut.
func Table(w *term.Stream, heads []Heading, cells [][]string) {
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
	t, sides := table.NewWriter(), map[Align]text.Align{Left: text.AlignLeft, Right: text.AlignRight}
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Options = table.OptionsNoBordersAndSeparators
	s.Format.Header = text.FormatDefault
	t.SetStyle(s)
	head, configs := make(table.Row, 0, len(heads)), make([]table.ColumnConfig, 0, len(heads))
	titled := false
	for i, h := range heads {
		head = append(head, w.Paint(h.Title, color.Bold))
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: sides[h.Align], AlignHeader: sides[h.Align]})
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

// FoldedTo wraps running text to a number of columns and indents every line but the first.
func FoldedTo(columns int, s string, indent int) string {
	lines := strings.Split(text.WrapSoft(s, max(columns-indent, 20)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}
