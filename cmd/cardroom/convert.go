package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/engine/convert"

	"github.com/urfave/cli/v2"
)

func newConvert() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "convert"},
		Params:  params.Params(convertRows),
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			o := replays.ConvertOptions{Paths: c.Args().Slice(), Workers: std.CPUs}
			_, err := app.Read(c, convertRows, &o)
			switch {
			case err != nil:
				return err
			case len(o.Paths) == 0:
				return app.Usagef("convert needs a PATH, or '-' for standard input")
			case o.Target == nil:
				return app.Usagef("convert needs --to with a format: %s", strings.Join(formats, ", "))
			}
			return replays.Convert(c.Context, std, o)
		},
	}
}

// formats are the names of the formats that hands can be written in.
var formats = func() (names []string) {
	for i := range convert.Targets {
		names = append(names, convert.Targets[i].Name)
	}
	return names
}()

var convertRows = []params.Row[replays.ConvertOptions]{
	{Param: &params.Param{Name: "to", Doc: "write `FORMAT`: " + strings.Join(formats, ", "), Offers: formats}, At: func(o *replays.ConvertOptions) any {
		return params.Parse(&o.Target, func(name string) (*convert.Target, error) {
			t := convert.Named(name)
			if t == nil {
				return nil, app.Usagef("--to: unknown format %q (use %s)", name, strings.Join(formats, ", "))
			}
			return t, nil
		})
	}},
	{Param: &params.Param{Name: "out", Doc: "write the files to the folder `DIR`"}, At: func(o *replays.ConvertOptions) any { return &o.Out }},
	{Param: &params.Param{
		Name: "anonymous", Doc: "replace names by pseudonyms made with `KEY`; the same key gives the same names",
	}, At: func(o *replays.ConvertOptions) any { return &o.Key }},
	{Param: &library.Workers, At: func(o *replays.ConvertOptions) any { return &o.Workers }},
}
