package equity

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/cards"
	"cardroom/engine/hand"
	"cardroom/engine/markup"
	"cardroom/engine/odds"
	"cardroom/engine/rows"

	"github.com/fatih/color"
)

//go:embed grid.css
var gridStyle string

// oddsGrid is a range as a grid, and the hands it is compared with.
type oddsGrid struct {
	*odds.Grid
	m    *matchUp
	Seed uint64 // of samples
}

// gridOf prints the first hand as a grid of all starting hands: how much of each is in
// the range, or its equity against the other hands.
func (o *Options) gridOf(ctx context.Context, std *app.IO, m *matchUp) error {
	g := oddsGrid{m: m}
	e := o.seededEffort(&g.Seed, nil)
	var err error
	p := std.StartProgress("hands", 169)
	started := time.Now()
	g.Grid, err = m.q.Grid(ctx, e, func() { p.Done.Add(1) })
	p.Stop()
	if err != nil {
		return err
	}
	if std.Verbose {
		std.Note("%s", term.Seconds(time.Since(started)))
	}
	switch {
	case !term.Browser && o.Format == report.Text:
		// Print the grid as text.
		w := std.Stdout
		n := len(g.Ranks)
		compared := len(g.m.Hands) > 1
		width := gridName
		if compared {
			width = gridWide
		}
		if w.Columns() > 0 && gridLabel+n*width > w.Columns() {
			width = gridNarrow
		}
		w.Printf("%s\n", w.Paint(report.Folded(g.Title(), w, 0), color.Bold))
		w.Printf("%s\n", report.Folded(g.Size(), w, 0))
		head := strings.Repeat(" ", gridLabel)
		for _, r := range g.Ranks {
			head += fmt.Sprintf("%*c", width-1, r.Char()) + " "
		}
		w.Printf("%s\n", strings.TrimRight(head, " "))
		partial := false
		for i, row := range g.Rows() {
			line := fmt.Sprintf("%-*c", gridLabel, g.Ranks[i].Char())
			for _, c := range row {
				text := c.text(width)
				partial = partial || !compared && c.Shade() > 0 && !c.Whole()
				if shade := c.Shade(); shade > 0 {
					text = w.Paint(text, 38, 5, 16, 48, 5, gridShades[shade])
				}
				line += text
			}
			w.Printf("%s\n", strings.TrimRight(line, " "))
		}
		switch {
		case compared:
			w.Printf("%s\n", report.Folded(g.Result(), w, 0))
		case partial && width == gridNarrow:
			w.Printf("** all combos, 50 half of them, · none\n")
		case partial:
			w.Printf("AKs all combos, 50%% half of them, · none\n")
		}
		return nil
	case !term.Browser && o.Format == report.HTML:
		std.Stdout.Printf("%s", g.page())
		return nil
	}
	// Print the grid in a machine-readable format: an object for each cell.
	columns := []rows.Column[gridCell]{
		{Name: "hand", Doc: "such as AKs, AKo, QQ", Value: func(c gridCell) any { return c.Name }},
		{Name: "row", Doc: "from the highest rank", Limits: `min:"0" max:"12"`, Value: func(c gridCell) any { return c.Row }},
		{Name: "column", Doc: "from the highest rank, suited right of the diagonal", Limits: `min:"0" max:"12"`, Value: func(c gridCell) any { return c.Column }},
		{Name: "combos", Unit: "combos", Doc: "in the range", Value: func(c gridCell) any { return c.Combos }},
		{Name: "of", Unit: "combos", Doc: "combos that are possible", Value: func(c gridCell) any { return c.All }},
		{Name: "weight", Unit: "combos", Doc: "combos by their weights; the greatest weight counts as one if it is more", Value: func(c gridCell) any { return c.Weight }},
	}
	share := func(name, doc string, value func(odds.Share) float64) {
		columns = append(columns, rows.Column[gridCell]{Name: name, Doc: doc, Limits: `min:"0" max:"1"`, Value: func(c gridCell) any {
			if c.Answer == nil {
				return nil
			}
			return value(c.Answer.Hands[0])
		}})
	}
	summary := []rows.Pair{
		{Name: "game", Doc: "whose rules decide", Value: g.m.game.ID},
		{Name: "range", Doc: "as it was given", Value: g.Range()},
		{Name: "board", Doc: "the cards on the board, if there are some", Value: rows.Given(g.Board())},
		{Name: "dead", Doc: "cards that nobody holds, if there are some", Value: rows.Given(cards.Format(g.m.q.Dead.Cards()))},
		{Name: "combos", Unit: "combos", Doc: "in the range", Value: g.Combos},
		{Name: "of", Unit: "combos", Doc: "combos that are possible", Value: g.All},
		{Name: "weight", Unit: "combos", Doc: "combos by their weights; the greatest weight counts as one if it is more", Value: g.Weight},
	}
	if len(g.m.Hands) > 1 {
		share("equity", "against the other hands; only where the hand is in the range and possible", func(s odds.Share) float64 { return s.Equity })
		share("win", "how often it gets more than any other", func(s odds.Share) float64 { return s.Win })
		share("tie", "how often as much as another, and nobody more", func(s odds.Share) float64 { return s.Tie })
		share("stderr", "standard error of the equity, 0 where it is exact", func(s odds.Share) float64 { return s.StdErr })
		summary = append(summary, rows.Pair{Name: "against", Doc: "the other hands, as they were given", Value: g.m.Hands[1:]}, rows.Pair{Name: "equity", Unit: "share", Doc: "of the whole range", Limits: `min:"0" max:"1"`, Value: g.Answer.Hands[0].Equity}, rows.Pair{Name: "exact", Doc: "the answer is exact, not sampled", Value: !g.sampled()},
			rows.Pair{Name: "seed", Doc: "of the deals that were drawn; a text of digits from 2^53 on", Value: rows.If(g.sampled(), hand.Seed(g.Seed))})
	}
	return rows.Write(std.Stdout, o.Format, "odds-grid", "cells", columns, slices.Concat(g.Rows()...), summary...)
}

// Against returns the hands that the range is compared with, "" for none.
func (g *oddsGrid) Against() string { return strings.Join(g.m.Hands[1:], " and ") }

func (g *oddsGrid) Range() string { return g.m.Hands[0] }
func (g *oddsGrid) Board() string { return cards.Format(g.m.q.Board) }

// Title describes the grid in one line.
func (g *oddsGrid) Title() string {
	title := g.Range()
	if len(g.m.Hands) > 1 {
		title += " against " + g.Against() + ", equity in percent"
	}
	if len(g.m.q.Board) > 0 {
		title += ", on " + g.Board()
	}
	return title
}

// Size describes the size of the range.
func (g *oddsGrid) Size() string {
	text := fmt.Sprintf("%s of %s combos, %.1f %% of all", term.Grouped(int64(g.Combos)), term.Grouped(int64(g.All)), 100*float64(g.Combos)/float64(g.All))
	if g.Weight != float64(g.Combos) {
		text += fmt.Sprintf("; %.4g by weight, %.1f %%", g.Weight, 100*g.Weight/float64(g.All))
	}
	return text
}

// Result returns the equity of the whole range, "" if it is compared with no hand.
func (g *oddsGrid) Result() string {
	if g.Answer == nil {
		return ""
	}
	text := fmt.Sprintf("%s has %.2f %%", g.Range(), 100*g.Answer.Hands[0].Equity)
	if g.sampled() {
		return text + fmt.Sprintf(", sampled, seed %d", g.Seed)
	}
	return text + ", exact"
}

// sampled reports whether any result in the grid is sampled.
func (g *oddsGrid) sampled() bool {
	for _, row := range g.Cells {
		for _, c := range row {
			if c.Answer != nil && !c.Answer.Exact {
				return true
			}
		}
	}
	return g.Answer != nil && !g.Answer.Exact
}

// gridCell is a cell of the grid, for output.
type gridCell struct {
	*odds.Cell
	Row, Column int
	compared    bool
}

func (g *oddsGrid) Rows() (out [][]gridCell) {
	for i := range g.Cells {
		var row []gridCell
		for j := range g.Cells[i] {
			row = append(row, gridCell{&g.Cells[i][j], i, j, len(g.m.Hands) > 1})
		}
		out = append(out, row)
	}
	return out
}

// In returns how much of the hand is in the range, from 0 to 1.
func (c gridCell) In() float64 {
	if c.All == 0 {
		return 0
	}
	return c.Weight / float64(c.All)
}

// Percent returns the number shown in the cell, with the given number of decimals: the
// equity, or how much of the hand is in the range. It returns "" for an empty cell.
func (c gridCell) Percent(decimals int) string {
	switch {
	case c.Combos == 0 || c.compared && c.Answer == nil:
		return ""
	case c.compared:
		return fmt.Sprintf("%.*f", decimals, 100*c.Answer.Hands[0].Equity)
	}
	return fmt.Sprintf("%.*f", decimals, min(99.0, max(1, 100*c.In())))
}

// Whole reports whether all combos of the hand are in the range.
func (c gridCell) Whole() bool { return c.In() > 1-1e-9 }

// Shade returns the color of a cell: 0 for empty, 1 for the least to 8 for the most.
func (c gridCell) Shade() int {
	switch {
	case c.Percent(0) == "":
		return 0
	case c.compared:
		return min(8, 1+int(8*c.Answer.Hands[0].Equity))
	case c.Whole():
		return 8
	}
	return 5 + int(2*c.In())
}

// gridShades are background colors of 256-color terminals, from orange for little to
// blue for much; black text is readable on all of them.
var gridShades = [...]color.Attribute{0, 209, 215, 222, 230, 195, 159, 117, 75}

// Widths of text cells, and of the label of a row.
const (
	gridLabel  = 2
	gridWide   = 5 // " 85.2"
	gridName   = 4 // "AKs "
	gridNarrow = 3 // " 85"
)

func (c gridCell) text(width int) string {
	percent := ""
	switch {
	case c.Shade() == 0:
		percent = "·"
	case c.compared && width == gridNarrow:
		if percent = c.Percent(0); percent == "100" {
			percent = "**"
		}
	case c.compared:
		if percent = c.Percent(1); percent == "100.0" {
			percent = "100"
		}
	case c.Whole() && width == gridNarrow:
		percent = "**"
	case c.Whole():
		percent = c.Name
	case width == gridNarrow:
		percent = c.Percent(0)
	default:
		percent = c.Percent(0) + "%"
	}
	if width == gridName {
		return fmt.Sprintf("%*s ", width-1, percent)
	}
	return fmt.Sprintf("%*s", width, percent)
}

// page returns the grid as a self-contained HTML page.
func (g *oddsGrid) page() string {
	var p markup.Page
	p.Begin(g.Title(), markup.HTML(gridStyle))
	p.Add("\n<body>\n<h1>%s</h1>\n<p>%s: %s.</p>", g.Title(), g.m.game.Name, g.Size())
	p.If(g.Result(), "\n<p>%s.</p>")
	p.Add("\n<div class=\"scroll\">\n<table>\n<caption>Pairs on the diagonal, suited hands above it, offsuit hands below</caption>")
	p.Add("\n<tr><td class=\"s0\" aria-hidden=\"true\"></td>")
	for _, r := range g.Ranks {
		p.Add(`<th scope="col">%s</th>`, string(rune(r.Char())))
	}
	p.Add("</tr>")
	for i, row := range g.Rows() {
		p.Add("\n<tr><th scope=\"row\">%s</th>", string(rune(g.Ranks[i].Char())))
		for _, c := range row {
			p.Add(`<td class="s%d"><b>%s</b><span>%s</span></td>`, c.Shade(), c.Name, c.Shown())
		}
		p.Add("</tr>")
	}
	p.Add("\n</table>\n</div>\n<ul class=\"legend\" aria-label=\"Legend\">")
	for _, m := range g.Legend() {
		p.Add("\n<li class=\"s%d\">%s</li>", m.Shade, m.Text)
	}
	p.Add("\n</ul>")
	p.End()
	return p.String()
}

// gridMark is a color and its meaning.
type gridMark struct {
	Shade int
	Text  string
}

// Legend explains the colors.
func (g *oddsGrid) Legend() (out []gridMark) {
	if len(g.m.Hands) == 1 {
		return []gridMark{{8, "all combos"}, {6, "half of them or more"}, {5, "less than half"}, {0, "none"}}
	}
	for i := range 8 {
		out = append(out, gridMark{i + 1, fmt.Sprintf("%g to %g %%", 12.5*float64(i), 12.5*float64(i+1))})
	}
	return append(out, gridMark{0, "not in the range, or not possible"})
}

// Shown returns the text below the hand in a cell of the page.
func (c gridCell) Shown() string {
	switch {
	case c.Shade() == 0:
		return "–"
	case c.compared:
		return c.Percent(1)
	case c.Whole():
		return "all"
	}
	return c.Percent(0) + " %"
}
