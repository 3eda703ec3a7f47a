package replays

import (
	"math"
	"slices"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/engine/history"
	"cardroom/engine/rows"
	"cardroom/engine/trackers"
)

// point is a hand of the player of --hero, for the graph.
type point struct {
	at      int64 // in seconds since 1970, 0 where the record does not say
	net, ev int64 // in hundredths of the big blind
	shown   bool  // the player was in at a showdown
	valued  bool
}

// pointOf returns a hand of a player as a point of the graph.
func pointOf(row *handRow, t *trackers.Seat) point {
	return point{row.at, t.Net, t.EV, t.Showdown, t.Valued}
}

// secondsOf returns when a hand was dealt, 0 if nobody knows.
func secondsOf(rec *history.Hand) int64 {
	at, known := rec.UTC()
	if !known || rec.Year == 0 {
		return 0
	}
	return at.Unix()
}

// mostPoints is the largest number of points of a line.
const mostPoints = 400

// graph draws what the player has won over the hands, in their order in time if all of them have one.
func (s *sums) graph() *chart.Figure {
	list, order := s.points, "in the order of the files"
	if !slices.ContainsFunc(list, func(p point) bool { return p.at == 0 }) {
		slices.SortStableFunc(list, func(a, b point) int { return int(a.at - b.at) })
		order = "in their order in time"
	}
	series := []chart.Series{{Name: "won", Color: 3}, {Name: "with a showdown (blue)", Color: 1}, {Name: "without one (red)", Color: 7}, {Name: "all-in hands at their worth (EV)", Color: 5}}
	if !slices.ContainsFunc(list, func(p point) bool { return p.valued }) {
		series = series[:3]
	}
	var sums [4]float64
	var xs []float64
	step := max(1, (len(list)+mostPoints-1)/mostPoints)
	for i := 0; ; i++ {
		if i%step == 0 || i == len(list) {
			xs = append(xs, float64(i))
			for k := range series {
				series[k].Values = append(series[k].Values, sums[k]/100)
			}
		}
		if i == len(list) {
			break
		}
		p := &list[i]
		sums[0] += float64(p.net)
		if p.shown {
			sums[1] += float64(p.net)
		} else {
			sums[2] += float64(p.net)
		}
		sums[3] += float64(p.ev)
	}
	return chart.Lines("Won over the hands", "Big blinds won in all, hand by hand, "+order+".", "hands", "big blinds", xs, series)
}

// page writes the statistics as a page: the graph and all statistics of the player of --hero, and the table.
func (s *sums) page(list []figure, t *tally) error {
	p := &chart.Page{Title: "Statistics of players", Lead: []string{t.String()}}
	if s.opts.Hero != "" {
		sum := list[0].Sum
		p.Title = "Statistics of " + list[0].Player
		all := &chart.Table{Heads: []string{"statistic", "value", "95 %", "cases"}}
		for i := range trackers.Stats {
			if st := &trackers.Stats[i]; !math.IsNaN(st.Value(sum)) {
				all.Rows = append(all.Rows, oneOf(st, sum))
			}
		}
		p.Sections = append(p.Sections, chart.Section{Title: figures.Counted(sum.Hands, "hand"), Figures: []*chart.Figure{s.graph()}, Table: all, Notes: []string{"'cardroom doc stats' says how each is counted."}})
	} else {
		p.Lead = append(p.Lead, "With --hero NAME the page has the graph and all statistics of one player.")
	}
	table := &chart.Table{}
	var shown []*rows.Column[figure]
	for i := range figureColumns {
		c := &figureColumns[i]
		if !c.Elsewhere && slices.ContainsFunc(list, func(f figure) bool { text, _ := c.Words(f); return text != "" }) {
			shown = append(shown, c)
			table.Heads = append(table.Heads, c.Heading())
		}
	}
	for _, f := range list {
		var cells []string
		for _, c := range shown {
			text, _ := c.Words(f)
			cells = append(cells, text)
		}
		table.Rows = append(table.Rows, cells)
	}
	p.Sections = append(p.Sections, chart.Section{Title: "Players", Table: table})
	return chart.Write(s.std.Stdout, p)
}
