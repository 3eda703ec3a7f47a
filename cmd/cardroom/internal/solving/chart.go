package solving

import (
	_ "embed"
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/cards"
	"cardroom/engine/markup"
	"cardroom/engine/solve/street"

	"github.com/fatih/color"
)

//go:embed chart.css
var chartStyle string

// mostCharts is the number of first decisions of a seat that are shown as charts.
const mostCharts = 8

// chart is a decision with hands of two cards, as a chart: pairs on the diagonal, suited hands above it, offsuit hands below.
type chart struct {
	title   string
	actions []string
	cells   [13][13]chartCell // from the ace down
}

type chartCell struct {
	weight float64
	mix    []float64 // times the weight
}

// charts returns the charts of the first decisions of the seats; an error if hands are not two cards of a deck.
func (r *result) charts() (out []*chart, err error) {
	if r.street == nil || len(r.street.First(0)) == 0 && len(r.street.First(1)) == 0 {
		return nil, app.UsageHint("there are no charts of this solution", "charts show hands of two cards, solved on the tree of what everybody sees")
	}
	for seat := range r.Tree.Seats {
		for i, m := range r.street.First(seat) {
			c, ok := chartOf(&m)
			switch {
			case !ok:
				return nil, app.UsageHint("there are no charts of this solution", "charts show hands of two cards")
			case i < mostCharts:
				c.title = fmt.Sprintf("Seat %d", r.number(seat))
				if m.Said != "" {
					c.title += " after " + m.Said
				}
				out = append(out, c)
			}
		}
	}
	return out, nil
}

func chartOf(m *street.Mixes) (*chart, bool) {
	c := &chart{actions: m.Actions}
	for k, held := range m.Hands {
		two := held.Cards.Cards()
		if len(two) != 2 || !two[0].Natural() || !two[1].Natural() {
			return nil, false
		}
		high, low := int(cards.Ace-max(two[0].Rank(), two[1].Rank())), int(cards.Ace-min(two[0].Rank(), two[1].Rank()))
		at := &c.cells[low][high]
		if two[0].Suit() == two[1].Suit() {
			at = &c.cells[high][low]
		}
		if at.mix == nil {
			at.mix = make([]float64, len(m.Actions))
		}
		at.weight += held.Weight
		for a, p := range m.Mix[k] {
			at.mix[a] += float64(held.Weight * p)
		}
	}
	return c, true
}

// name returns the name of the hands of a cell, such as AKs.
func (c *chart) name(row, column int) string {
	text := string([]byte{(cards.Ace - cards.Rank(min(row, column))).Char(), (cards.Ace - cards.Rank(max(row, column))).Char()})
	switch {
	case row < column:
		return text + "s"
	case row > column:
		return text + "o"
	}
	return text
}

// top returns the most frequent action of a cell, and its percentage; "" if no hand is in the range.
func (c *chartCell) top() (action int, percent string) {
	if c.weight == 0 {
		return 0, ""
	}
	for a, v := range c.mix {
		if v > c.mix[action] {
			action = a
		}
	}
	return action, fmt.Sprintf("%.0f", 100*c.mix[action]/c.weight)
}

// chartShades are background colors of 256-color terminals, by action; black text is readable on all of them.
var chartShades = [...]color.Attribute{250, 114, 222, 215, 209, 211}

const chartSymbols = ".-=#%@"

// printCharts prints the charts of the first decisions.
func (r *result) printCharts(std *app.IO) error {
	list, err := r.charts()
	if err != nil {
		return err
	}
	w := std.Stdout
	for _, c := range list {
		head := ""
		for i := range 13 {
			head += fmt.Sprintf("  %c  ", (cards.Ace - cards.Rank(i)).Char())
		}
		w.Printf("\n%s\n  %s\n", w.Paint(c.title, color.Bold), strings.TrimRight(head, " "))
		for i := range c.cells {
			line := fmt.Sprintf("%c ", (cards.Ace - cards.Rank(i)).Char())
			for k := range c.cells[i] {
				a, percent := c.cells[i][k].top()
				if percent == "" {
					line += "  ·  "
					continue
				}
				line += w.Paint(fmt.Sprintf("%c%-3s", chartSymbols[min(a, 5)], percent), 38, 5, 16, 48, 5, chartShades[min(a, 5)]) + " "
			}
			w.Printf("%s\n", strings.TrimRight(line, " "))
		}
		var legend []string
		for a, text := range c.actions {
			legend = append(legend, fmt.Sprintf("%c %s", chartSymbols[min(a, 5)], text))
		}
		report.Sentence(w, "%s; the most frequent action of each hand, in percent.", strings.Join(legend, ", "))
	}
	return nil
}

// page returns the solution as a page of HTML: the values, the review, and the charts if there are any.
func (r *result) page() string {
	list, _ := r.charts()
	var p markup.Page
	title := r.title()
	p.Begin(title[0], markup.HTML(chartStyle))
	p.Add("\n<body>\n<h1>%s</h1>\n<p>%s.</p>\n<div class=\"scroll\">\n<table>\n<tr><th scope=\"col\">seat</th><th scope=\"col\">%s</th><th scope=\"col\">chips</th></tr>", title[0], title[1], r.units())
	unit, n := float64(r.Tree.Unit)/float64(r.Small.Bound.Stakes.Scale), places(r.Result.Exploitability)
	for seat, v := range r.Result.Value {
		p.Add("\n<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>", fmt.Sprint(r.number(seat)), number(v, n), number(v*unit, places(r.Result.Exploitability*unit)))
	}
	p.Add("\n</table>\n</div>\n<p>Exploitability %s.</p>", fmt.Sprintf("%.3g", r.Result.Exploitability))
	if heads, cells := r.reviewTable(); cells != nil {
		p.Add("\n<h2>What the recorded decisions cost</h2>\n<div class=\"scroll\">\n<table>\n<tr>")
		for _, h := range heads {
			p.Add(`<th scope="col">%s</th>`, h.Title)
		}
		p.Add("</tr>")
		for _, row := range cells {
			p.Add("\n<tr>")
			for _, text := range row {
				p.Add("<td>%s</td>", text)
			}
			p.Add("</tr>")
		}
		p.Add("\n</table>\n</div>")
	}
	for _, c := range list {
		c.write(&p)
	}
	p.End()
	return p.String()
}

// write writes the chart to a page.
func (c *chart) write(p *markup.Page) {
	p.Add("\n<h2>%s</h2>\n<ul class=\"legend\" aria-label=\"Legend\">", c.title)
	for a, text := range c.actions {
		p.Add("\n<li style=\"background: var(--a%d)\">%s</li>", min(a, 5), text)
	}
	p.Add("\n</ul>\n<div class=\"scroll\">\n<table class=\"mix\">\n<tr><td aria-hidden=\"true\"></td>")
	for i := range 13 {
		p.Add(`<th scope="col">%s</th>`, string(rune((cards.Ace - cards.Rank(i)).Char())))
	}
	p.Add("</tr>")
	for i := range c.cells {
		p.Add("\n<tr><th scope=\"row\">%s</th>", string(rune((cards.Ace - cards.Rank(i)).Char())))
		for k := range c.cells[i] {
			cell := &c.cells[i][k]
			a, percent := cell.top()
			if percent == "" {
				p.Add("<td><b>%s</b></td>", c.name(i, k))
				continue
			}
			var stops []string
			from := 0.0
			for x, v := range cell.mix {
				to := from + 100*v/cell.weight
				stops = append(stops, fmt.Sprintf("var(--a%d) %.1f%% %.1f%%", min(x, 5), from, to))
				from = to
			}
			p.Add(`<td style="background: linear-gradient(90deg, %s)" title="%s"><b>%s</b><span>%s</span></td>`, strings.Join(stops, ", "), c.actions[a], c.name(i, k), percent)
		}
		p.Add("</tr>")
	}
	p.Add("\n</table>\n</div>")
}
