package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/site"

	"github.com/urfave/cli/v2"
)

func newSite() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "site"},
		Params:  params.Params(siteRows),
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			dir, err := app.OneArgument(c, "DIR")
			if err != nil {
				return err
			}
			o := site.Options{Dir: dir}
			if _, err := app.Read(c, siteRows, &o); err != nil {
				return err
			}
			return site.Write(c.Context, std, o)
		},
	}
}

var siteRows = []params.Row[site.Options]{
	{Param: &params.Param{Name: "wasm", Doc: "use the engine in `FILE` instead of building it"}, At: func(o *site.Options) any { return &o.Wasm }},
}
