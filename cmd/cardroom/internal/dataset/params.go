package dataset

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
)

// Rows are the parameters of commands that write tables.
var Rows = params.Refuse("messages write no files", []params.Row[Options]{
	params.Into(params.Text, params.Param{
		Name: "rows", Doc: "write a row for each hand, seat, decision and event to tables in `DIR`", Section: app.AdvancedCategory, Tables: true,
	}, func(o *Options, v []string) error {
		if o.Dir = v[0]; o.Dir == "" {
			return app.Usagef("--rows needs a folder")
		}
		return nil
	}),
	params.String(params.Param{
		Name: "rows-format", Doc: "write tables as `FORMAT`: csv, ndjson", Section: app.AdvancedCategory, Tables: true, Default: rows.CSV, Values: []string{rows.CSV, rows.NDJSON}, Needs: []string{"rows DIR"},
	}, func(o *Options) *string { return &o.Format }),
	params.Parsed(params.Param{
		Name: "rows-tables", Doc: "write only these `TABLES`, such as hands,seats", Section: app.AdvancedCategory, Tables: true, Default: "all", Shown: "all", Needs: []string{"rows DIR"},
	}, parseTables, func(o *Options) *[ledger.Count]bool { return &o.Tables }),
	params.Aside[Options](params.Truth, params.Param{Name: "rows-schema", Doc: "print the tables and columns of --rows", Section: app.AdvancedCategory, Tables: true}),
}...)

// parseTables reads names of tables.
func parseTables(text string) (tables [ledger.Count]bool, err error) {
	if text == "all" {
		return all, nil
	}
	var names []string
	for _, t := range ledger.Tables() {
		names = append(names, t.Name)
	}
	for name := range strings.SplitSeq(text, ",") {
		at := slices.Index(names, strings.TrimSpace(name))
		if at < 0 {
			return tables, app.Usagef("--rows-tables: unknown table %q (use %s)", name, strings.Join(names, ", "))
		}
		tables[at] = true
	}
	return tables, nil
}
