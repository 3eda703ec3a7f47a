//go:build !js

package dataset

import (
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/engine/ledger"
	"cardroom/engine/rows"

	"github.com/urfave/cli/v2"
)

// Flags returns the flags of commands that write tables.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "rows", Usage: "write a row for each hand, seat, decision and event to tables in `DIR`", Category: app.AdvancedCategory},
		&cli.StringFlag{Name: "rows-format", Usage: "write tables as `FORMAT`: csv, ndjson", Value: rows.CSV, Category: app.AdvancedCategory},
		&cli.StringFlag{Name: "rows-tables", Usage: "write only these `TABLES`, such as hands,seats", DefaultText: "all", Category: app.AdvancedCategory},
		&cli.BoolFlag{Name: "rows-schema", Usage: "print the tables and columns of --rows", Category: app.AdvancedCategory, DisableDefaultText: true},
	}
}

// Read reads the flags.
func Read(c *cli.Context) (o Options, err error) {
	o.Dir, o.Format = c.String("rows"), c.String("rows-format")
	if c.IsSet("rows") && o.Dir == "" {
		return o, app.Usagef("--rows needs a folder")
	}
	for _, name := range []string{"rows-format", "rows-tables"} {
		if c.IsSet(name) && o.Dir == "" {
			return o, app.Usagef("--%s needs --rows DIR", name)
		}
	}
	if o.Format != rows.CSV && o.Format != rows.NDJSON {
		return o, app.Usagef("--rows-format must be csv or ndjson, not %q", o.Format)
	}
	var names []string
	for _, t := range ledger.Tables() {
		names = append(names, t.Name)
	}
	if !c.IsSet("rows-tables") {
		o.Tables = all
		return o, nil
	}
	for name := range strings.SplitSeq(c.String("rows-tables"), ",") {
		at := slices.Index(names, strings.TrimSpace(name))
		if at < 0 {
			return o, app.Usagef("--rows-tables: unknown table %q (use %s)", name, strings.Join(names, ", "))
		}
		o.Tables[at] = true
	}
	return o, nil
}
