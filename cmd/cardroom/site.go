package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serve"

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
			o := serve.SiteOptions{Dir: dir}
			if _, err := app.Read(c, siteRows, &o); err != nil {
				return err
			}
			return serve.WriteSite(c.Context, std, o)
		},
	}
}

var siteRows = []params.Row[serve.SiteOptions]{
	{Param: &params.Param{Name: "wasm", Doc: "use the engine in `FILE` instead of building it"}, At: func(o *serve.SiteOptions) any { return &o.Wasm }},
}
