package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serving"

	"github.com/urfave/cli/v2"
)

func newServe() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "serve",
			Usage:       "open a page in the browser, or serve other programs",
			ArgsUsage:   "[SCRIPT...]",
			Category:    app.SectionPlay,
			Description: `Prints the address of a page on this machine: write a game, deal it, read its sheet, simulate it. With --stdio, reads a request from each line of standard input and writes an answer. 'cardroom serve --messages' explains the messages.`,
			Flags:       app.Flags(serveRows),
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom serve --open", Shows: "the page in your browser, until ^C"},
			{Line: "cardroom serve --messages", Shows: "what a program can say"},
			{Line: "cardroom serve --stdio --seed 7", Shows: "answer requests such as {\"do\": \"new\", \"game\": \"angies/holdem\"} until the input ends"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			o := serving.Options{Games: c.Args().Slice()}
			given, err := app.Read(c, serveRows, &o)
			switch {
			case err != nil:
				return err
			case given.Has("messages"):
				serving.Print(std)
				return nil
			}
			o.Seed = app.SeedOf(c, std)
			if given.Has("stdio") {
				return serving.Serve(c.Context, std, o)
			}
			return serving.Open(c.Context, std, o)
		},
	}
}

var serveRows = []params.Row[serving.Options]{
	{Param: &params.Param{Name: "open", Doc: "show the page in your browser"}, At: func(o *serving.Options) any { return &o.Open }},
	{Param: &params.Param{Name: "port", Doc: "use port `N`", Shown: "any that is free", Max: 65535}, At: func(o *serving.Options) any { return &o.Port }},
	{Param: &params.Param{
		Name: "stdio", Doc: "talk over standard input and output", Not: []string{"port, because it opens none", "open, because it opens no page"},
	}, At: func(*serving.Options) any { return params.Truth }},
	{Param: &params.Param{Name: "messages", Doc: "explain the messages, and do nothing else"}, At: func(*serving.Options) any { return params.Truth }},
}
