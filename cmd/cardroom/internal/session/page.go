package session

import (
	"fmt"
	"math"
	"slices"

	"cardroom/cmd/cardroom/internal/figures"
	"cardroom/cmd/cardroom/internal/report/chart"
	"cardroom/cmd/cardroom/internal/simulate"
	"cardroom/engine/batch"
	"cardroom/engine/table"
)

// course is what a page shows of a session: how the stacks and the house's income
// change, and the details of the hands.
type course struct {
	points  batch.Course // the house's income, then the stack of each seat, nobody for an empty seat
	last    int64        // number of the last hand
	values  func() []int64
	counter batch.Counter
	details *batch.Details
}

// nobody is the stack of an empty seat.
const nobody = -1

// countSession makes a session collect what its page shows.
func countSession(s *batch.Session) *course {
	t := &s.Table
	c := &course{details: batch.NewDetails(t.Config().Games[0].Plan.Stakes)}
	c.values = func() []int64 {
		out := []int64{t.House().Total()}
		for k := range t.Config().MaxSeats {
			seat := t.Seat(k)
			if seat.Player == 0 {
				seat.Stack = nobody
			}
			out = append(out, seat.Stack)
		}
		return out
	}
	s.Log().Decisions = true
	told := s.Hand
	s.Hand = func(d *table.Deal, p *batch.Played) error {
		c.counter.Add(c.details, p.Hand, p.Log)
		c.last = t.Hands()
		c.points.Add(c.last, c.values)
		if told == nil {
			return nil
		}
		return told(d, p)
	}
	return c
}

// page returns the session as a page.
func (r *summary) page() *chart.Page {
	game := r.cfg.Games[0].Plan.Game
	p := &chart.Page{
		Title: "Session at " + r.cfg.Name,
		Lead:  []string{figures.Counted(r.Hands, "hand") + ", " + r.inputs()},
		Facts: simulate.FactsOf(slices.Concat(r.tableLines(), r.houseLines(), r.potLines())),
	}
	if rules := simulate.FactsOf(r.ruleLines()); rules != nil {
		p.Sections = append(p.Sections, chart.Section{Title: "Rules of the table", Facts: rules})
	}
	if r.Hands == 0 {
		return p
	}
	of := []simulate.Counted{{Details: r.course.details, Game: simulate.ShownGame(game), Scale: r.scale()}}
	money := r.courseFigures()
	money = append(money, simulate.PotFigure(of), simulate.FeeFigure(of))
	if r.Banked > 0 {
		money = append(money, simulate.SidesFigure(r.Banked, simulate.BankShares(&r.BankSides, r.scale())))
	}
	p.Sections = append(p.Sections, chart.Section{Title: "Chips", Figures: simulate.Present(money...)})
	p.Sections = slices.Concat(p.Sections, simulate.PlaySections(of), r.Irregular().Sections())
	return p
}

// courseFigures draw the stacks and the house's income by hand number.
func (r *summary) courseFigures() (out []*chart.Figure) {
	points := &r.course.points
	xs, values := points.Hands, points.Values
	if n := len(xs); n == 0 || xs[n-1] != r.course.last {
		xs, values = append(slices.Clip(xs), r.course.last), append(slices.Clip(values), r.course.values())
	}
	at := make([]float64, 0, len(xs))
	for _, n := range xs {
		at = append(at, float64(n))
	}
	var lines []chart.Series
	for k := range r.cfg.MaxSeats + 1 {
		s := chart.Series{Name: fmt.Sprintf("seat %d", k)}
		some := false
		for _, v := range values {
			y := math.NaN()
			if v[k] != nobody || k == 0 {
				y, some = float64(v[k])/float64(r.scale()), some || v[k] != 0
			}
			s.Values = append(s.Values, y)
		}
		switch {
		case k == 0 && some:
			s.Name = "house"
			out = append(out, chart.Lines("The house's income", "collected so far, by hand and by the clock", "hands", "chips", at, []chart.Series{s}))
		case k > 0 && some:
			lines = append(lines, s)
		}
	}
	if lines == nil {
		return out
	}
	caption := "after each hand; a gap is an empty seat, and players come and go"
	if points.Every > 1 {
		caption = fmt.Sprintf("after every %s hands; a gap is an empty seat, and players come and go", figures.Grouped(points.Every))
	}
	return append([]*chart.Figure{chart.Lines("Stacks", caption, "hands", "chips", at, lines)}, out...)
}
