package books

import (
	"fmt"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/rows"
)

// listTables lists the tables of the houses.
func listTables(std *app.IO, opts GamesOptions) error {
	lib := library.New(std, nil)
	refs, err := lib.Tables()
	if err != nil {
		return err
	}
	var list []library.Table
	for _, ref := range refs {
		cfg, err := lib.Table(ref)
		if err != nil {
			return err
		}
		list = append(list, library.Table{Config: cfg, ID: ref})
	}
	return writeList(std, opts, "tables", tableColumns, list, func() error {
		var cells [][]string
		for _, t := range list {
			cells = append(cells, []string{t.ID, t.Name, fmt.Sprintf("%d-%d seats", t.MinSeats, t.MaxSeats), terms(t)})
		}
		report.Table(std.Stdout, make([]report.Heading, 4), cells)
		return nil
	})
}

// tableColumns are the columns of a row of tables.
var tableColumns = []rows.Column[library.Table]{
	{Name: "table", Doc: "the name by which run --session knows it", Value: func(t library.Table) any { return t.ID }},
	{Name: "name", Doc: "what the house calls it", Value: func(t library.Table) any { return t.Name }},
	{Name: "games", Doc: "what it plays", Value: func(t library.Table) any { return t.GameIDs() }},
	{Name: "stakes", Doc: "for what", Value: func(t library.Table) any { return t.StakeNames() }},
	{Name: "min_seats", Doc: "the fewest players", Value: func(t library.Table) any { return t.MinSeats }},
	{Name: "max_seats", Doc: "the most", Value: func(t library.Table) any { return t.MaxSeats }},
	{Name: "buy_in", Doc: "what may be bought, in words", Value: func(t library.Table) any { return t.BuyIns() }},
	{Name: "rules", Doc: "rules of the table, such as kills", Value: func(t library.Table) any { return t.RuleNames() }},
	{Name: "collections", Doc: "what the house takes, in the order in which it is posted", Value: func(t library.Table) any { return t.PostingNames() }},
	{Name: "hours", Doc: "when it is open", Value: func(t library.Table) any { return t.HourTexts() }},
}

// terms describes a table in one line: stakes, buy-ins, rules, collections and hours.
func terms(t library.Table) string {
	words := []string{strings.Join(t.StakeNames(), ", ")}
	if buyIns := t.BuyIns(); len(buyIns) > 0 {
		words = append(words, "buy-in "+strings.Join(buyIns, ", "))
	}
	for _, list := range [][]string{t.RuleNames(), t.PostingNames(), t.HourTexts()} {
		if len(list) > 0 {
			words = append(words, strings.Join(list, ", "))
		}
	}
	return strings.Join(words, "; ")
}
