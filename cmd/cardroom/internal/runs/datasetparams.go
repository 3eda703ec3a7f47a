package runs

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"
)

// DatasetRows are the parameters of commands that write tables.
var DatasetRows = params.Changed([]params.Row[DatasetOptions]{
	{Param: &params.Param{
		Name: "rows", Doc: "write a row for each hand, seat, decision and event to tables in `DIR`", Section: params.Advanced, Tables: true,
	}, At: func(o *DatasetOptions) any {
		return params.TextSetter(func(dir string) error {
			if o.Dir = dir; dir == "" {
				return app.Usagef("--rows needs a folder")
			}
			return nil
		})
	}},
	{Param: &params.Param{
		Name: "rows-format", Doc: "write tables as `FORMAT`: csv, ndjson", Section: params.Advanced, Tables: true, Default: rows.CSV, Values: []string{rows.CSV, rows.NDJSON}, Needs: []string{"rows DIR"},
	}, At: func(o *DatasetOptions) any { return &o.Format }},
	{Param: &params.Param{
		Name: "rows-tables", Doc: "write only these `TABLES`, such as hands,seats", Section: params.Advanced, Tables: true, Default: "all", Shown: "all", Needs: []string{"rows DIR"},
	}, At: func(o *DatasetOptions) any { return params.Parse(&o.Tables, parseTables) }},
	{Param: &params.Param{Name: "ev", Doc: "find what all-in hands were worth, for tables", Section: params.Advanced, Tables: true}, At: func(o *DatasetOptions) any { return &o.EV }},
	{Param: &params.Param{Name: "rows-schema", Doc: "print the tables and columns of --rows", Section: params.Advanced, Tables: true}, At: func(*DatasetOptions) any { return params.Truth }},
}, func(p *params.Param) { p.Refused, p.Anew = "messages write no files", true })

// parseTables reads names of tables.
func parseTables(text string) (tables [ledger.Count]bool, err error) {
	if text == "all" {
		return all, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		at := slices.Index(datasetNames, strings.TrimSpace(name))
		if at < 0 {
			return tables, app.Usagef("--rows-tables: unknown table %q (use %s)", name, strings.Join(datasetNames, ", "))
		}
		tables[at] = true
	}
	return tables, nil
}
