package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serve"

	"github.com/urfave/cli/v2"
)

func newServe() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "serve"},
		Params:  params.Params(serveRows),
		Chance:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			o := serve.Options{Games: c.Args().Slice()}
			given, err := app.Read(c, serveRows, &o)
			switch {
			case err != nil:
				return err
			case given.Has("messages"):
				serve.Print(std)
				return nil
			}
			o.Seed = app.SeedOf(c, std)
			if given.Has("stdio") {
				return serve.Serve(c.Context, std, o)
			}
			return serve.Open(c.Context, std, o)
		},
	}
}

var serveRows = []params.Row[serve.Options]{
	{Param: &params.Param{Name: "open", Doc: "show the page in your browser"}, At: func(o *serve.Options) any { return &o.Open }},
	{Param: &params.Param{Name: "port", Doc: "use port `N`", Shown: "any that is free", Max: 65535}, At: func(o *serve.Options) any { return &o.Port }},
	{Param: &params.Param{
		Name: "stdio", Doc: "talk over standard input and output", Not: []string{"port, because it opens none", "open, because it opens no page"},
	}, At: func(*serve.Options) any { return params.Truth }},
	{Param: &params.Param{Name: "messages", Doc: "explain the messages, and do nothing else"}, At: func(*serve.Options) any { return params.Truth }},
}
