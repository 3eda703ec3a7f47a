package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/site"

	"github.com/urfave/cli/v2"
)

func newSite() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "site",
			Usage:       "write the browser page as files for any web host",
			ArgsUsage:   "DIR",
			Category:    app.SectionPlay,
			Description: `Writes the page of 'cardroom serve' into a folder, with the engine built for browsers. Any web host can serve the files. Visitors install nothing, and nothing they do leaves their machines.`,
			Flags:       app.Flags(siteRows),
		},
		Examples: []app.Example{
			{Line: "cardroom site public", Shows: "the page in the folder public; Go builds the engine"},
			{Line: "cardroom site public --wasm cardroom.wasm", Shows: "with an engine that is already built"},
		},
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
