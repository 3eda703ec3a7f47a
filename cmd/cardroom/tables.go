package main

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/plan"
	"cardroom/engine/rows"
	"cardroom/engine/table"
)

// houseTable is a table that a house has described.
type houseTable struct {
	*table.Config
	ID string
}

// listTables lists the tables of the houses.
func listTables(std *app.IO, opts gamesOptions) error {
	lib := library.New(std, nil)
	refs, err := lib.Tables()
	if err != nil {
		return err
	}
	var list []houseTable
	for _, ref := range refs {
		cfg, err := lib.Table(ref)
		if err != nil {
			return err
		}
		list = append(list, houseTable{cfg, ref})
	}
	switch {
	case opts.Names:
		for _, t := range list {
			std.Stdout.Printf("%s\n", t.ID)
		}
		return nil
	case opts.Format == report.Text:
		printTables(std.Stdout, list)
		return nil
	}
	out, err := rows.New(std.Stdout, opts.Format, "games", "tables", tableColumns)
	if err != nil {
		return err
	}
	for _, t := range list {
		if err := out.Row(t); err != nil {
			return err
		}
	}
	return out.Close()
}

// tableColumns are the fields of a row of tables.
var tableColumns = []rows.Column[houseTable]{
	{Name: "table", Value: func(t houseTable) any { return t.ID }},
	{Name: "name", Value: func(t houseTable) any { return t.Name }},
	{Name: "games", Value: func(t houseTable) any { return t.games() }},
	{Name: "stakes", Value: func(t houseTable) any { return t.stakes() }},
	{Name: "min_seats", Value: func(t houseTable) any { return t.MinSeats }},
	{Name: "max_seats", Value: func(t houseTable) any { return t.MaxSeats }},
	{Name: "buy_in", Value: func(t houseTable) any { return t.buyIns() }},
	{Name: "rules", Value: func(t houseTable) any { return t.rules() }},
	{Name: "collections", Value: func(t houseTable) any { return t.postings() }},
	{Name: "hours", Value: func(t houseTable) any { return t.hours() }},
}

func printTables(w *term.Stream, list []houseTable) {
	var cells [][]string
	for _, t := range list {
		cells = append(cells, []string{t.ID, t.Name, fmt.Sprintf("%d-%d seats", t.MinSeats, t.MaxSeats), t.terms()})
	}
	report.Table(w, make([]report.Heading, 4), cells)
}

// terms are what a player asks first, in a line.
func (t houseTable) terms() string {
	words := []string{strings.Join(t.stakes(), ", ")}
	if buyIns := t.buyIns(); len(buyIns) > 0 {
		words = append(words, "buy-in "+strings.Join(buyIns, ", "))
	}
	for _, list := range [][]string{t.rules(), t.postings(), t.hours()} {
		if len(list) > 0 {
			words = append(words, strings.Join(list, ", "))
		}
	}
	return strings.Join(words, "; ")
}

// each lists what a function says of the offers, nothing twice.
func (t houseTable) each(f func(*table.Offer) string) []string {
	out := []string{}
	for i := range t.Games {
		if text := f(&t.Games[i]); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func (t houseTable) games() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Game.ID })
}

func (t houseTable) stakes() []string {
	return t.each(func(o *table.Offer) string { return o.Plan.Stakes.Name })
}

// buyIns are the least and the most that a player sits down with: "40-200",
// "20-no max".
func (t houseTable) buyIns() []string {
	return t.each(func(o *table.Offer) string {
		if o.Min == 0 && o.Max == 0 {
			return ""
		}
		most := "no max"
		if o.Max > 0 {
			most = plan.Money(o.Max, o.Plan.Stakes.Scale)
		}
		return plan.Money(o.Min, o.Plan.Stakes.Scale) + "-" + most
	})
}

func (t houseTable) rules() []string {
	out := []string{}
	for _, r := range t.Rules {
		out = append(out, r.Name())
	}
	return out
}

func (t houseTable) postings() []string {
	out := []string{}
	for _, p := range t.Postings {
		out = append(out, p.Name)
	}
	return out
}

func (t houseTable) hours() []string {
	out := []string{}
	for i := range t.Hours {
		out = append(out, t.Hours[i].String())
	}
	return out
}
