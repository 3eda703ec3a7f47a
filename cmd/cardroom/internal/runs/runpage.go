package runs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/batch"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/speech"
)

// The page of a run, with charts.

// factsOf converts the lines of a text result to facts on a page. An indented line belongs to the line above.
func factsOf(lines [][]string) []report.Fact {
	var out []report.Fact
	above := ""
	for _, l := range lines {
		f := report.Fact{Name: l[0], Value: l[1], Note: l[2]}
		if below, ok := strings.CutPrefix(f.Name, "  "); ok {
			f.Name = above + ", " + below
		} else {
			above = f.Name
		}
		if f.Value == "" {
			f.Value, f.Note = f.Note, ""
		}
		out = append(out, f)
	}
	return out
}

// Present removes the nil figures.
func Present(all ...*report.Figure) []*report.Figure {
	return slices.DeleteFunc(all, func(f *report.Figure) bool { return f == nil })
}

// Counted is the details of the hands of a game. Name identifies the game if two are compared.
type Counted struct {
	Name string
	*batch.Details
	Game  Shown
	Scale int64
}

// Shown is what a page shows of a game. Streets are the street names by step.
type Shown struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Banked  bool     `json:"banked"`
	Streets []string `json:"streets"`
}

// ShownGame returns what a page shows of a game.
func ShownGame(g *plan.Game) Shown {
	s := Shown{ID: g.ID, Title: g.Name, Banked: g.Banked(), Streets: make([]string, len(g.Steps))}
	if g.House != "" {
		s.Title += ", " + g.House
	}
	for i := range g.Steps {
		s.Streets[i] = speech.StreetAt(g, i)
	}
	return s
}

func names(of []Counted) (out []string) {
	if len(of) == 1 {
		return nil
	}
	for _, c := range of {
		out = append(out, c.Name)
	}
	return out
}

// The maximum number of bars in a histogram, over all series, and of rows in a bar chart.
const mostBars, mostRows = 28, 14

// PotFigure draws the distribution of pot sizes.
func PotFigure(of []Counted) *report.Figure {
	title := "Size of pots"
	if of[0].Game.Banked {
		title = "Chips bet in a round"
	}
	return histogram(title, "pot, in chips", of, func(d *batch.Details) *batch.Histogram { return &d.Pots })
}

// FeeFigure draws what the house takes from a hand, nil if it takes nothing.
func FeeFigure(of []Counted) *report.Figure {
	var rows []report.Bar
	exact, any := true, false
	for i, c := range of {
		h := &c.Fees
		exact = exact && h.Exact()
		for k := range h.Used() {
			if h.Bins[k] == 0 {
				continue
			}
			any = any || k > 0
			name := plan.Money(int64(k)*h.Width(), c.Scale)
			at := slices.IndexFunc(rows, func(b report.Bar) bool { return b.Name == name })
			if at < 0 {
				at = len(rows)
				rows = append(rows, emptyBar(name, len(of)))
			}
			rows[at].Values[i] = percentOf(h.Bins[k], h.Count)
			rows[at].Texts[i], rows[at].Notes[i] = term.Percent(h.Bins[k], h.Count), term.Grouped(h.Bins[k])
		}
	}
	switch {
	case !any:
		return nil
	case exact && len(rows) <= mostRows:
		return report.Bars("What the house takes of a hand", "by amount, in chips", "share of hands", names(of), rows)
	}
	return histogram("What the house takes of a hand", "collected, in chips", of, func(d *batch.Details) *batch.Histogram { return &d.Fees })
}

func emptyBar(name string, n int) report.Bar {
	b := report.Bar{Name: name, Values: make([]float64, n), Notes: make([]string, n)}
	for range n {
		b.Texts = append(b.Texts, "-")
	}
	return b
}

func percentOf(n, of int64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// histogram draws the distribution of amounts, up to the 99th percentile if that is less than two thirds of the maximum.
// It joins bins so that the bars have round widths, if possible.
func histogram(title, xName string, of []Counted, get func(*batch.Details) *batch.Histogram) *report.Figure {
	units, width, most := int64(1), int64(1), int64(0)
	for _, c := range of {
		units = lcm(units, c.Scale)
	}
	for _, c := range of {
		h := get(c.Details)
		each := units / c.Scale
		width = lcm(width, h.Width()*each)
		end := int64(h.Used()) * h.Width()
		if p := h.Share(99, 100); 3*p < 2*end {
			end = p
		}
		most = max(most, end*each)
	}
	bars := int64(mostBars / len(of))
	width *= roundFactor((most + width*bars - 1) / (width * bars))
	n := (most + width - 1) / width
	var series []report.Bins
	caption := ""
	for _, c := range of {
		h := get(c.Details)
		s := report.Bins{Name: c.Name, Width: float64(width) / float64(units), Counts: make([]int64, n), Total: h.Count}
		for k := range h.Used() {
			if at := int64(k) * h.Width() * (units / c.Scale) / width; at < n {
				s.Counts[at] += h.Bins[k]
			} else {
				s.Beyond += h.Bins[k]
			}
		}
		series = append(series, s)
		half := "average " + report.Number(term.Rounded(float64(h.Total)/float64(max(h.Count, 1))/float64(c.Scale), 2)) + "; half of the hands: at most " + report.Number(float64(h.Share(1, 2))/float64(c.Scale))
		if s.Beyond > 0 {
			half += fmt.Sprintf("; %s: more than %s", term.Percent(s.Beyond, s.Total), report.Number(float64(n)*s.Width))
		}
		if c.Name != "" {
			half = c.Name + ": " + half + ". "
		}
		caption += half
	}
	return report.Histogram(title, caption, xName, series)
}

// roundFactor returns the smallest of 1, 2, 5, 10, 20 … that is at least n.
func roundFactor(n int64) int64 {
	for f := int64(1); ; f *= 10 {
		for _, m := range []int64{1, 2, 5} {
			if m*f >= n {
				return m * f
			}
		}
	}
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// netFigure draws the net result of each seat per hand.
func (r *Result) netFigure() *report.Figure {
	var bars []report.Bar
	for _, n := range r.Nets {
		bars = append(bars, IntervalBar(fmt.Sprintf("seat %d", n.Seat), n.PerHand, n.StdErr))
	}
	return report.Bars("Net of each seat", "chips a hand, with 95 % intervals", "chips a hand", nil, bars)
}

// IntervalBar returns a bar for a mean with its 95 % confidence interval.
func IntervalBar(name string, mean float64, stdErr *float64) report.Bar {
	if stdErr == nil {
		return report.Bar{Name: name, Values: []float64{mean}, Texts: []string{speech.Signed(report.Number(mean))}, Half: []float64{0}}
	}
	half := rows.Confident * *stdErr
	m, h := term.Interval(mean, *stdErr)
	return report.Bar{Name: name, Values: []float64{mean}, Texts: []string{speech.Signed(m) + " ± " + h}, Half: []float64{half}}
}

// sidesFigure draws the net result of each side per round against a bank.
func sidesFigure(rounds int64, sides []bankShare) *report.Figure {
	var bars []report.Bar
	for _, s := range sides {
		bars = append(bars, IntervalBar(s.Side, s.PerRound, s.StdErr))
	}
	return report.Bars("Net of each side", term.Counted(rounds, "round")+" banked; chips a round, with 95 % intervals", "chips a round", nil, bars)
}

// PlaySections show how hands go: the rounds they reach, the decisions, and the winning hands.
func PlaySections(of []Counted) []report.Section {
	for _, c := range of {
		if c.Details == nil || c.Hands == 0 {
			return nil
		}
	}
	wins := []*report.Figure{endFigure(of)}
	for _, part := range partsOf(of) {
		// Draw the hands that win a part of the showdown.
		type class struct {
			batch.Win
			n []int64
		}
		var classes []class
		totals := make([]int64, len(of))
		for i, c := range of {
			for _, w := range c.WinsIn(part) {
				at := slices.IndexFunc(classes, func(c class) bool { return c.Class == w.Class })
				if at < 0 {
					at = len(classes)
					classes = append(classes, class{w, make([]int64, len(of))})
				}
				classes[at].n[i] += c.Wins[w].Times
				totals[i] += c.Wins[w].Times
			}
		}
		slices.SortStableFunc(classes, func(a, b class) int { return cmp.Compare(a.Order, b.Order) })
		var counts []count
		for _, c := range classes {
			counts = append(counts, count{c.Class, c.n})
		}
		title := "Winning hands"
		if len(partsOf(of)) > 1 {
			title += ", " + part
		}
		wins = append(wins, report.Bars(title, "shares of pots won at showdowns, by hand", "share of wins", names(of), countBars(counts, totals)))
	}
	return []report.Section{
		{Title: "Play", Figures: Present(roundFigure(of), actionFigure(of))},
		{Title: "Wins", Figures: Present(wins...)},
	}
}

// count is how often something happened in each game.
type count struct {
	name string
	n    []int64
}

// countBars returns a bar for each count, as a share of the totals. If there are too many, the rarest are combined in one bar.
func countBars(counts []count, totals []int64) []report.Bar {
	if len(counts) > mostRows {
		by := slices.Clone(counts)
		slices.SortStableFunc(by, func(a, b count) int { return cmp.Compare(slices.Max(b.n), slices.Max(a.n)) })
		rest := count{term.Counted(int64(len(counts)-mostRows+1), "other"), make([]int64, len(totals))}
		few := map[string]bool{}
		for _, c := range by[mostRows-1:] {
			few[c.name] = true
			for i, n := range c.n {
				rest.n[i] += n
			}
		}
		counts = append(slices.DeleteFunc(slices.Clone(counts), func(c count) bool { return few[c.name] }), rest)
	}
	var bars []report.Bar
	for _, c := range counts {
		b := emptyBar(c.name, len(totals))
		for i, n := range c.n {
			b.Values[i] = percentOf(n, totals[i])
			b.Texts[i], b.Notes[i] = term.Percent(n, totals[i]), term.Grouped(n)
		}
		bars = append(bars, b)
	}
	return bars
}

func tally(counts []count, name string, games, i int, n int64) []count {
	at := slices.IndexFunc(counts, func(c count) bool { return c.name == name })
	if at < 0 {
		at = len(counts)
		counts = append(counts, count{name, make([]int64, games)})
	}
	counts[at].n[i] += n
	return counts
}

// roundFigure draws how many hands reach each betting round. It returns nil if the game changes from hand to hand, or has no
// betting rounds.
func roundFigure(of []Counted) *report.Figure {
	var counts []count
	var totals []int64
	for i, c := range of {
		totals = append(totals, c.Hands)
		rounds := slices.SortedFunc(maps.Keys(c.Rounds), func(a, b batch.Round) int { return cmp.Compare(a.Step, b.Step) })
		for _, r := range rounds {
			if r.Game != rounds[0].Game || r.Game != c.Game.ID {
				return nil
			}
			counts = tally(counts, c.Game.Streets[r.Step], len(of), i, c.Rounds[r])
		}
	}
	if counts == nil {
		return nil
	}
	return report.Bars("Rounds of betting", "hands that reach each round", "share of hands", names(of), countBars(counts, totals))
}

// actionFigure draws how often each decision was made.
func actionFigure(of []Counted) *report.Figure {
	var counts []count
	totals := make([]int64, len(of))
	for i, c := range of {
		for _, name := range slices.Sorted(maps.Keys(c.Actions)) {
			counts = tally(counts, name, len(of), i, c.Actions[name])
			totals[i] += c.Actions[name]
		}
	}
	if counts == nil {
		return nil
	}
	slices.SortStableFunc(counts, func(a, b count) int {
		return cmp.Or(cmp.Compare(slices.Max(b.n), slices.Max(a.n)), cmp.Compare(a.name, b.name))
	})
	return report.Bars("Decisions", "by action", "share of decisions", names(of), countBars(counts, totals))
}

func partsOf(of []Counted) (out []string) {
	for _, c := range of {
		for _, part := range c.Parts() {
			if !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// endFigure draws how many hands end in a showdown, and the results of bets against the bank.
func endFigure(of []Counted) *report.Figure {
	var counts []count
	totals := make([]int64, len(of))
	banked := of[0].Game.Banked
	for i, c := range of {
		if !banked {
			counts = tally(counts, "showdown", len(of), i, c.Showdowns)
			counts = tally(counts, "no showdown", len(of), i, c.Hands-c.Showdowns)
			totals[i] = c.Hands
			continue
		}
		for _, w := range c.WinsIn("") {
			counts = tally(counts, w.Class, len(of), i, c.Wins[w].Times)
			totals[i] += c.Wins[w].Times
		}
	}
	switch {
	case counts == nil:
		return nil
	case banked:
		return report.Bars("How bets end", "", "share of bets", names(of), countBars(counts, totals))
	}
	return report.Bars("How hands end", "", "share of hands", names(of), countBars(counts, totals))
}

// Sections show the irregularities, none if they were off.
func (r Irregularity) Sections() []report.Section {
	if r.Rate == 0 {
		return nil
	}
	var counts []count
	for _, e := range r.byEvent() {
		counts = append(counts, count{e.Event, []int64{e.Count}})
	}
	s := report.Section{Title: "Irregularities", Facts: []report.Fact{
		{Name: "rulings", Value: term.Grouped(r.Count.Events)},
		{Name: "by default", Value: term.Grouped(r.Count.Defaults), Note: term.Percent(r.Count.Defaults, r.Count.Events)},
		{Name: "refusing", Value: term.Grouped(r.Count.Refused), Note: term.Percent(r.Count.Refused, r.Count.Events)},
	}}
	if counts != nil {
		s.Figures = []*report.Figure{report.Bars("Rulings by irregularity", "", "share of rulings", nil, countBars(counts, []int64{r.Count.Events}))}
	}
	return []report.Section{s}
}

// badSections list the hands that failed.
func (r *Result) badSections() []report.Section {
	if r.bad == 0 {
		return nil
	}
	s := report.Section{Title: term.Counted(r.bad, "bad hand"), Notes: []string{"They are in no total above."}}
	for _, b := range r.first {
		s.Lines = append(s.Lines, report.Line{Head: fmt.Sprintf("hand %d", b.Hand), Text: b.Error, Code: b.Command})
	}
	return []report.Section{s}
}
