package report

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/markup"
)

// Figure is a drawing. Horizontal coordinates are percentages of its width and vertical ones are pixels, so that letters keep
// their size on any screen and only the plot is stretched.
type Figure struct {
	ID      string
	Title   string
	Caption string
	Desc    string // the chart in a sentence, for screen readers
	Wide    bool   // full page width
	Legend  []string
	colors  []int // of the legend; nil for those of the places
	Height  int
	Rects   []rect
	Rules   []rule // drawn below the bars
	Marks   []rule // drawn above the bars
	Texts   []label
	Curves  []curve
	Table   *PageTable

	PlotX, PlotY, PlotW, PlotH number // the area of the curves
}

// number is a number in an SVG attribute.
type number float64

// String formats a number with at most two decimals: a hundredth of a pixel is invisible, and further digits would differ
// between machines.
func (n number) String() string {
	text := strconv.FormatFloat(float64(n), 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

type rect struct {
	Class, Tip string
	X, Y, W, H number
}

type rule struct {
	Class          string
	X1, Y1, X2, Y2 number
}

type label struct {
	Class, Anchor, Text string
	X, Y                number
}

type curve struct {
	Series       int
	Name, Points string
}

// colors is the number of colors in the style sheet.
const colors = 10

func fill(series int) string { return "f" + strconv.Itoa(series%colors) }

// letter is the width of a letter, in percent of the narrowest figure (on a phone).
const letter = 2.05

// scale maps the numbers of an axis to coordinates.
type scale struct {
	from, to float64 // numbers
	at, end  float64 // coordinates
	ticks    []float64
	unit     string // suffix of each number, such as " %"
}

// newScale returns an axis with about n round numbers. With ends it begins and ends at a round number.
func newScale(from, to float64, n int, ends bool) scale {
	if !(to > from) {
		to = from + 1
	}
	step := niceStep((to - from) / float64(n))
	s := scale{from: from, to: to}
	if ends {
		s.from, s.to = math.Floor(from/step+1e-9)*step, math.Ceil(to/step-1e-9)*step
	}
	first := math.Ceil(s.from/step - 1e-9)
	for k := first; k*step <= s.to+step*1e-9; k++ {
		s.ticks = append(s.ticks, k*step+0)
	}
	return s
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is at least x.
func niceStep(x float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(x))))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

func (s *scale) place(x float64) number {
	return number(s.at + (x-s.from)/(s.to-s.from)*(s.end-s.at))
}

// text returns the label of a number on the axis.
func (s *scale) text(x float64) string { return Number(x) + s.unit }

// Number formats a number on an axis: 0.05, 1,500, 2 M.
func Number(x float64) string {
	for _, big := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}} {
		if math.Abs(x) >= big.size {
			return strconv.FormatFloat(term.Rounded(x/big.size, 3), 'f', -1, 64) + big.name
		}
	}
	if x == math.Trunc(x) {
		return term.Grouped(int64(x))
	}
	return strconv.FormatFloat(term.Rounded(x, 6), 'f', -1, 64)
}

// longest returns the length of the axis's longest label.
func (s *scale) longest() (n int) {
	for _, t := range s.ticks {
		n = max(n, len(s.text(t)))
	}
	return n
}

// Heights of plots and of the text around them, in pixels.
const (
	plotHeight = 210
	topRoom    = 24
	axisRoom   = 40
)

// across returns a horizontal axis from 0 to a number, with as many labels as fit on a phone.
func across(to, left, right float64) (s scale, labels []label) {
	for n := 7; ; n-- {
		s = newScale(0, to, n, false)
		s.at, s.end = left, right
		labels = nil
		end, apart := -1.0, true
		for _, t := range s.ticks {
			l := label{"soft", "middle", s.text(t), s.place(t), topRoom + plotHeight + 18}
			from := float64(l.X) - letter*float64(len(l.Text))/2
			if width := letter * float64(len(l.Text)); from+width > 100 {
				l.Anchor, l.X, from = "end", 100, 100-width
			}
			apart = apart && from > end
			end = from + letter*float64(len(l.Text)+1)
			labels = append(labels, l)
		}
		if apart || n == 1 {
			return s, labels
		}
	}
}

// frame draws the axes of a plot: a horizontal axis up to a number, with its name below, and y with its name on top.
func (f *Figure) frame(to float64, y *scale, xName, yName string) scale {
	left := letter*float64(y.longest()) + 2
	x, labels := across(to, left, 97)
	y.at, y.end = topRoom+plotHeight, topRoom
	f.Height = topRoom + plotHeight + axisRoom
	f.PlotX, f.PlotW, f.PlotY, f.PlotH = number(left), number(97-left), topRoom, plotHeight
	f.Texts = append(f.Texts, label{Class: "soft", Text: yName, X: 0, Y: 12})
	for _, t := range y.ticks {
		class := "grid"
		if t == 0 {
			class = "axis"
		}
		f.Rules = append(f.Rules, rule{class, number(left), y.place(t), 97, y.place(t)})
		f.Texts = append(f.Texts, label{"soft", "end", y.text(t), number(left - 1.2), y.place(t) + 4})
	}
	for _, t := range x.ticks {
		f.Rules = append(f.Rules, rule{"axis", x.place(t), topRoom + plotHeight, x.place(t), topRoom + plotHeight + 4})
	}
	f.Texts = append(append(f.Texts, labels...), label{"soft", "middle", xName, number((left + 97) / 2), topRoom + plotHeight + 35})
	return x
}

// Bins are the adjacent bars of a histogram.
type Bins struct {
	Width  float64
	Counts []int64 // by bin, from 0; the bars of several series are side by side
	Total  int64   // total for the shares that the bars show
	Beyond int64   // amounts above the last bin
	Name   string  // of the series
}

// Histogram draws the distribution of amounts. Several series share the axes and must have the same bin width.
func Histogram(title, caption, xName string, series []Bins) *Figure {
	f := &Figure{Title: title, Caption: caption, Table: &PageTable{Heads: []string{xName}}}
	n, top, width := 0, 0.0, series[0].Width
	for _, s := range series {
		n = max(n, len(s.Counts))
		for _, c := range s.Counts {
			top = max(top, share(c, s.Total))
		}
		name := "share"
		if len(series) > 1 {
			name = s.Name
			f.Legend = append(f.Legend, s.Name)
		}
		f.Table.Heads = append(f.Table.Heads, name)
	}
	y := newScale(0, top, 4, true)
	y.unit = " %"
	x := f.frame(float64(n)*width, &y, xName, "share of hands")
	for k := range n {
		from, to := float64(k)*width, float64(k+1)*width
		row := []string{Number(from) + " to " + Number(to)}
		any := false
		for i, s := range series {
			p := 0.0
			if k < len(s.Counts) {
				p = share(s.Counts[k], s.Total)
			}
			row = append(row, percent(p))
			any = any || p > 0
			if p == 0 {
				continue
			}
			at, w := x.place(from), x.place(to)-x.place(from)
			part := w / number(len(series))
			f.Rects = append(f.Rects, rect{
				Class: fill(i), Tip: fmt.Sprintf("%s: %s", row[0], percent(p)),
				X: at + part*number(i) + part*0.05, Y: y.place(p), W: part * 0.9, H: y.place(0) - y.place(p),
			})
		}
		if any {
			f.Table.Rows = append(f.Table.Rows, row)
		}
	}
	beyond := []string{"more than " + Number(float64(n)*width)}
	any := false
	for _, s := range series {
		beyond = append(beyond, percent(share(s.Beyond, s.Total)))
		any = any || s.Beyond > 0
	}
	if any {
		f.Table.Rows = append(f.Table.Rows, beyond)
	}
	f.Desc = fmt.Sprintf("A histogram: %s from 0 to %s, in steps of %s. The highest bar is %s.", xName, Number(float64(n)*width), Number(width), percent(top))
	return f
}

func share(n, of int64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// percent formats a percentage with one decimal, or two significant digits if it is small.
func percent(p float64) string {
	if p > 0 && p < 0.1 {
		return strconv.FormatFloat(p, 'g', 2, 64) + " %"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

// Bar is a row of a bar chart.
type Bar struct {
	Name   string
	Values []float64 // by series
	Texts  []string  // the values as text, by series
	Notes  []string  // more about each value, shown if there is room; may be nil
	// Half is half the confidence interval of each value; may be nil.
	Half []float64
}

// words returns the text of a value with its note.
func (b *Bar) words(i int) string {
	if b.Notes == nil || b.Notes[i] == "" {
		return b.Texts[i]
	}
	return b.Texts[i] + ", " + b.Notes[i]
}

// Bars draws horizontal bars, each below its name, so that long names fit on any screen. series names the bars in a row if there
// are several; nil means one.
func Bars(title, caption, valueName string, series []string, bars []Bar) *Figure {
	f := &Figure{Title: title, Caption: caption, Legend: series, Table: &PageTable{Heads: []string{""}}}
	f.Table.Heads = append(f.Table.Heads, series...)
	if series == nil {
		f.Table.Heads = append(f.Table.Heads, valueName)
	}
	low, high, whiskers := 0.0, 0.0, false
	for _, b := range bars {
		for i, v := range b.Values {
			half := 0.0
			if b.Half != nil {
				half, whiskers = b.Half[i], true
			}
			low, high = min(low, v-half), max(high, v+half)
		}
	}
	n := 1 + max(0, len(series)-1)
	x := newScale(low, high, 5, false)
	x.at, x.end = 0, 100
	if whiskers { // their ends stay within the figure
		x.at, x.end = 1, 99
	}
	y := 0.0
	for _, b := range bars {
		row := []string{b.Name}
		words := strings.Join(b.Texts, " / ")
		if n == 1 {
			words = b.words(0)
		}
		f.Texts = append(f.Texts, label{Text: b.Name, X: 0, Y: number(y + 13)}, label{"soft", "end", words, 100, number(y + 13)})
		y += 18
		for i, v := range b.Values {
			row = append(row, b.words(i))
			from, to := min(x.place(0), x.place(v)), max(x.place(0), x.place(v))
			f.Rects = append(f.Rects, rect{Class: fill(i), Tip: b.Name + ": " + b.words(i), X: from, Y: number(y), W: to - from, H: 10})
			if b.Half != nil {
				a, c, mid := x.place(v-b.Half[i]), x.place(v+b.Half[i]), number(y+5)
				f.Marks = append(f.Marks, rule{"whisker", a, mid, c, mid}, rule{"whisker", a, mid - 4, a, mid + 4}, rule{"whisker", c, mid - 4, c, mid + 4})
			}
			y += 12
		}
		y += 6
		f.Table.Rows = append(f.Table.Rows, row)
	}
	if low < 0 || whiskers {
		f.Rules = append(f.Rules, rule{"axis", x.place(0), 0, x.place(0), number(y)})
		// Draw the ticks of a scale below the bars, with its name. The outermost labels stay within the figure
		for _, t := range x.ticks {
			at, anchor := x.place(t), "middle"
			switch half := number(letter * float64(len(x.text(t))) / 2); {
			case at-half < 0:
				anchor, at = "start", 0
			case at+half > 100:
				anchor, at = "end", 100
			}
			f.Rules = append(f.Rules, rule{"axis", x.place(t), number(y), x.place(t), number(y + 4)})
			f.Texts = append(f.Texts, label{"soft", anchor, x.text(t), at, number(y + 17)})
		}
		f.Texts = append(f.Texts, label{"soft", "middle", valueName, 50, number(y + 34)})
		y += 40
	}
	f.Height = int(y)
	f.Desc = fmt.Sprintf("A bar chart of %s with %s, in the order of the table below.", valueName, term.Counted(int64(len(bars)), "row"))
	return f
}

// Series is a line of a line chart, with a value at each point. NaN is a gap.
type Series struct {
	Name   string
	Values []float64
	// Color is the line's color, by its number in the style sheet plus one; 0 is that of its place.
	Color int
}

// LineChart draws how values change over the points xs.
func LineChart(title, caption, xName, yName string, xs []float64, series []Series) *Figure {
	f := &Figure{Title: title, Caption: caption, Wide: true, Table: &PageTable{Heads: []string{xName}}}
	low, high := 0.0, 0.0
	for _, s := range series {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		f.Table.Heads = append(f.Table.Heads, s.Name)
		if len(series) > 1 {
			f.Legend = append(f.Legend, s.Name)
		}
	}
	for i, s := range series {
		f.colors = append(f.colors, cmp.Or(s.Color, i+1)-1)
	}
	y := newScale(low, high, 4, true)
	x := f.frame(xs[len(xs)-1], &y, xName, yName)
	for i, s := range series {
		for _, points := range stretches(&x, &y, xs, s.Values) {
			f.Curves = append(f.Curves, curve{f.colors[i] % colors, s.Name, points})
		}
	}
	const most = 12 // rows of the table
	for k := range most {
		i := k * (len(xs) - 1) / (most - 1)
		if k > 0 && i == (k-1)*(len(xs)-1)/(most-1) {
			continue
		}
		row := []string{Number(xs[i])}
		for _, s := range series {
			cell := "-"
			if !math.IsNaN(s.Values[i]) {
				cell = Number(s.Values[i])
			}
			row = append(row, cell)
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.Desc = fmt.Sprintf("A line chart: %s over %s, %s, from %s to %s.", yName, xName, term.Counted(int64(len(series)), "line"), Number(low), Number(high))
	return f
}

// stretches returns the parts of a series between its gaps, in thousandths of the plot.
func stretches(x, y *scale, xs, values []float64) (out []string) {
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			out = append(out, strings.TrimSpace(b.String()))
		}
		b.Reset()
	}
	for i, v := range values {
		if math.IsNaN(v) {
			end()
			continue
		}
		fmt.Fprintf(&b, "%v,%v ", number(1000*(xs[i]-x.from)/(x.to-x.from)), number(1000*(y.to-v)/(y.to-y.from)))
	}
	end()
	return out
}

// write writes the drawing, its legend and its table.
func (f *Figure) write(out *markup.Page) {
	out.Add("<figure")
	if f.Wide {
		out.Add(` class="wide"`)
	}
	out.Add(">\n<h3>%s</h3>", f.Title)
	out.If(f.Caption, "\n<figcaption>%s</figcaption>")
	if len(f.Legend) > 0 {
		out.Add("\n<ul class=\"legend\">")
		for k, name := range f.Legend {
			if f.colors != nil {
				k = f.colors[k]
			}
			out.Add("\n<li><svg aria-hidden=\"true\"><line class=\"s%d\" x1=\"0\" x2=\"100%%\" y1=\"50%%\" y2=\"50%%\"/></svg>%s</li>", k, name)
		}
		out.Add("\n</ul>")
	}
	out.Add("\n<svg role=\"img\" height=\"%d\" aria-labelledby=\"%st %sd\">\n<title id=\"%st\">%s</title>\n<desc id=\"%sd\">%s</desc>",
		f.Height, f.ID, f.ID, f.ID, f.Title, f.ID, f.Desc)
	drawRules(out, f.Rules)
	for _, r := range f.Rects {
		out.Add("\n<rect class=\"%s\" x=\"%s%%\" y=\"%s\" width=\"%s%%\" height=\"%s\">", r.Class, r.X, r.Y, r.W, r.H)
		out.If(r.Tip, "<title>%s</title>")
		out.Add("</rect>")
	}
	drawRules(out, f.Marks)
	if len(f.Curves) > 0 {
		out.Add("\n<svg x=\"%s%%\" y=\"%s\" width=\"%s%%\" height=\"%s\" viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" overflow=\"visible\">", f.PlotX, f.PlotY, f.PlotW, f.PlotH)
		for _, c := range f.Curves {
			out.Add("\n<polyline class=\"s%d\" points=\"%s\"><title>%s</title></polyline>", c.Series, c.Points, c.Name)
		}
		out.Add("\n</svg>")
	}
	for _, l := range f.Texts {
		out.Add("\n<text x=\"%s%%\" y=\"%s\"", l.X, l.Y)
		out.If(l.Anchor, ` text-anchor="%s"`)
		out.If(l.Class, ` class="%s"`)
		out.Add(">%s</text>", l.Text)
	}
	out.Add("\n</svg>")
	if f.Table != nil {
		out.Add("\n<details><summary>Numbers</summary>%s</details>", f.Table.html())
	}
	out.Add("\n</figure>")
}

func drawRules(out *markup.Page, rules []rule) {
	for _, r := range rules {
		out.Add("\n<line class=\"%s\" x1=\"%s%%\" y1=\"%s\" x2=\"%s%%\" y2=\"%s\"/>", r.Class, r.X1, r.Y1, r.X2, r.Y2)
	}
}
