package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/engine/plan"

	"github.com/urfave/cli/v2"
)

func newRulings() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "rulings"},
		Params:  params.Params(rulingsRows),
		Formats: []string{report.Text, report.Markdown, report.HTML, report.JSON, report.NDJSON, report.CSV},
		Scripts: true,
		Paged:   true,
		Do: func(c *cli.Context, std *app.IO, format string) (err error) {
			o := author.RulingsOptions{Format: format}
			if o.Game, err = app.OneArgument(c, "GAME"); err != nil {
				return err
			}
			if _, err := app.Read(c, rulingsRows, &o); err != nil {
				return err
			}
			return author.Rulings(c.Context, std, o)
		},
	}
}

var rulingsRows = []params.Row[author.RulingsOptions]{
	{Param: &params.Param{Name: "event", Doc: "print only the rulings on `EVENT`", Offers: irregularities}, At: func(o *author.RulingsOptions) any { return &o.Event }},
	library.SetRow(func(o *author.RulingsOptions) *map[string]string { return &o.Set }),
	{Param: &params.Param{Name: "usage", Doc: "print how to type each event"}, At: func(o *author.RulingsOptions) any { return &o.Usage }},
}

// irregularities are those of the catalog, each with what it is.
var irregularities = func() (out []string) {
	for _, kind := range plan.Incidents() {
		out = append(out, kind.String()+"\t"+kind.Spec().Doc)
	}
	return out
}()
