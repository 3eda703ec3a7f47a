package report

import (
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

// Table writes aligned columns without rules or boxes, so that a pipe can
// grep and cut them. A terminal gets bold heads, and a last column that folds
// at its width; where that leaves it next to nothing, the last column of a table
// without heads stands below the others.
func Table(w *term.Stream, heads []Heading, cells [][]string) {
	t := table.NewWriter()
	t.SetStyle(plainStyle())
	head, configs := make(table.Row, 0, len(heads)), make([]table.ColumnConfig, 0, len(heads))
	titled := false
	for i, h := range heads {
		head = append(head, w.Paint(h.Title, color.Bold))
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: h.Align, AlignHeader: h.Align})
		titled = titled || h.Title != ""
	}
	last := lastWidth(w.Columns(), cells)
	if !titled && 0 < last && last <= leastLast {
		writeStacked(w, cells)
		return
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
		w.Printf("%s\n", head)
		if row[n] != "" {
			w.Printf("%s%s\n", strings.Repeat(" ", indent), Folded(row[n], w, indent))
		}
	}
}

// lastWidth is what a terminal leaves for the last column, 0 for no limit.
func lastWidth(columns int, cells [][]string) int {
	if columns == 0 {
		return 0
	}
	used := 0
	for _, row := range cells {
		width := 0
		for _, cell := range row[:len(row)-1] {
			width += 2
			width += text.StringWidthWithoutEscSequences(cell)
		}
		used = max(used, width)
	}
	return max(columns-used-1, leastLast)
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
