package report

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/term"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Align is the side of a column that its cells keep to.
type Align = text.Align

const (
	Left  = text.AlignLeft
	Right = text.AlignRight
)

// Heading is the head of a text column.
type Heading struct {
	Title string
	Align Align
}

// Table writes aligned columns without rules or boxes. A terminal gets bold heads, and
// a last column that folds at its width; where that leaves it next to nothing, the last
// column of a table without heads stands below the others, and a table with heads is
// written in parts of as many columns as fit, each with the first column. In a pipe a
// table without heads folds at 80 columns, and one with heads keeps each row on a
// line, so that a pipe can grep and cut it.
func Table(w *term.Stream, heads []Heading, cells [][]string) {
	titled := slices.ContainsFunc(heads, func(h Heading) bool { return h.Title != "" })
	if !titled {
		last := lastWidth(w.Width(), cells)
		if last <= leastLast {
			writeStacked(w, cells)
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
	for from := 1; from < len(heads); {
		to, used := from+1, widths[0]+widths[from]
		for to < len(heads) && used+widths[to]-gap <= columns {
			used += widths[to]
			to++
		}
		if from > 1 {
			w.Printf("\n")
		}
		part := make([][]string, len(cells))
		for i, row := range cells {
			part[i] = append([]string{row[0]}, row[from:to]...)
		}
		writeColumns(w, append([]Heading{heads[0]}, heads[from:to]...), part, max(columns-used+widths[to-1]-1, leastLast))
		from = to
	}
}

// gap is the number of blanks between columns.
const gap = 2

// columnWidths is what each column takes, with the gap after it.
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

// writeColumns writes a table whose last column folds at a width, 0 for none.
func writeColumns(w *term.Stream, heads []Heading, cells [][]string, last int) {
	t := table.NewWriter()
	t.SetStyle(plainStyle())
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
	// Cells that fold have their colours ended by the library: the cells are clean,
	// so that all other escape sequences are its own.
	text := strings.ReplaceAll(t.Render(), "\x1b[0m", term.Keyed("\x1b[0m"))
	for _, line := range strings.Split(text, "\n") {
		w.Printf("%s\n", strings.TrimRight(line, " "))
	}
}

// writeStacked writes rows one under the other: the last cell of each, indented,
// below the others.
func writeStacked(w *term.Stream, cells [][]string) {
	for _, row := range cells {
		n := len(row) - 1
		head := strings.TrimRight(strings.Join(row[:n], "  "), " ")
		indent := len(head) - len(strings.TrimLeft(head, " ")) + 4
		w.Printf("%s\n", Folded(head, w, indent))
		if row[n] != "" {
			w.Printf("%s%s\n", strings.Repeat(" ", indent), Folded(row[n], w, indent))
		}
	}
}

// lastWidth is what a width leaves for the last column.
func lastWidth(columns int, cells [][]string) int {
	if len(cells) == 0 {
		return columns
	}
	widths := columnWidths(make([]Heading, len(cells[0])), cells)
	return max(columns-sum(widths[:len(widths)-1])-1, leastLast)
}

// leastLast is the least width in which running text can be read.
const leastLast = 24

func plainStyle() table.Style {
	s := table.StyleDefault
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Options = table.OptionsNoBordersAndSeparators
	s.Format.Header = text.FormatDefault
	return s
}
