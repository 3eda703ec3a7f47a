package equity

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/plan"
	"cardroom/engine/rows"

	"github.com/jedib0t/go-pretty/v6/text"
)

// MadeCell is how often a hand ends up as a class of hands, in one part of the pot.
type MadeCell struct {
	Part        string  `json:"part"`                        // of the pot: high or low
	Class       string  `json:"class"`                       // such as full house, eight low, no qualifying hand
	Probability float64 `json:"probability" min:"0" max:"1"` // that the hand ends up as this
}

// madeCells returns all classes of all parts, best first, with the probabilities of
// the i-th hand of an answer; a negative i leaves the probabilities out.
func madeCells(show *plan.ShowdownStep, made [][][]float64, i int) (out []MadeCell) {
	for k := range show.Parts {
		p := &show.Parts[k]
		for c, class := range p.Ranking.Classes() {
			if class.Best == 0 && !p.Ranking.Qualifies() {
				continue
			}
			cell := MadeCell{Part: p.Name, Class: class.Name}
			if i >= 0 {
				cell.Probability = made[k][i][c]
			}
			out = append(out, cell)
		}
	}
	return out
}

// madeColumns returns the columns about what the hand ends up as: a list of objects, or in
// CSV a column for each class.
func madeColumns(show *plan.ShowdownStep, format string) (out []rows.Column[oddsRow]) {
	if format != report.CSV {
		return []rows.Column[oddsRow]{{Name: "made", Doc: "how often it ends as each class of hands, best first, with --made", Value: func(r oddsRow) any { return r.made }}}
	}
	for i, cell := range madeCells(show, nil, -1) {
		name := "made_" + cell.Part + "_" + strings.ReplaceAll(cell.Class, " ", "_")
		out = append(out, rows.Column[oddsRow]{Name: name, Value: func(r oddsRow) any { return r.made[i].Probability }})
	}
	return out
}

// madeRows returns the classes of a part that at least one hand can end up as.
func (m *matchUp) madeRows(part int) (out [][]string) {
	made := m.a.Made[part]
	for c, class := range m.q.Show.Parts[part].Ranking.Classes() {
		row, some := []string{class.Name}, false
		for i := range made {
			cell := "-"
			if p := made[i][c]; p > 0 {
				some, cell = true, fmt.Sprintf("%.2f", 100*p)
			}
			row = append(row, cell)
		}
		if some {
			out = append(out, row)
		}
	}
	return out
}

// widestName is the maximum width of a hand's name as a column heading.
const widestName = 10

// columnNames returns the column headings of the hands: their names as given, or their
// numbers if any name is too long.
func (m *matchUp) columnNames() []string {
	out := make([]string, len(m.Hands))
	long := false
	for i, name := range m.Hands {
		out[i] = name
		long = long || text.StringWidthWithoutEscSequences(name) > widestName
	}
	for i := range out {
		if long {
			out[i] = fmt.Sprintf("hand %d", i+1)
		}
	}
	return out
}

// writeWide writes a table that may be too wide for the terminal: columns that do not
// fit follow in further tables, each starting with the first column.
func writeWide(w *term.Stream, heads []report.Heading, cells [][]string) {
	widths := make([]int, len(heads))
	for i, h := range heads {
		widths[i] = text.StringWidthWithoutEscSequences(h.Title)
		for _, row := range cells {
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(row[i]))
		}
	}
	for from := 1; from < len(heads); {
		to, used := from, widths[0]
		for ; to < len(heads); to++ {
			if used += 2 + widths[to]; w.Columns() > 0 && used > w.Columns() && to > from {
				break
			}
		}
		if from > 1 {
			w.Printf("\n")
		}
		some := make([][]string, 0, len(cells))
		for _, row := range cells {
			some = append(some, append([]string{row[0]}, row[from:to]...))
		}
		report.Table(w, append([]report.Heading{heads[0]}, heads[from:to]...), some)
		from = to
	}
}
