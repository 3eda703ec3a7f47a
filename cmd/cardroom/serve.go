package main

import (
	"cardroom/cmd/cardroom/internal/app"
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
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "open", Usage: "show the page in your browser", DisableDefaultText: true},
				&cli.IntFlag{Name: "port", Usage: "use port `N`", DefaultText: "any that is free"},
				&cli.BoolFlag{Name: "stdio", Usage: "talk over standard input and output", DisableDefaultText: true},
				&cli.BoolFlag{Name: "messages", Usage: "explain the messages, and do nothing else", DisableDefaultText: true},
			},
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom serve --open", Shows: "the page in your browser, until ^C"},
			{Line: "cardroom serve --messages", Shows: "what a program can say"},
			{Line: "cardroom serve --stdio --seed 7", Shows: "answer requests such as {\"do\": \"new\", \"game\": \"angies/holdem\"} until the input ends"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if c.Bool("messages") {
				serving.Print(std)
				return nil
			}
			o := serving.Options{Games: c.Args().Slice(), Port: c.Int("port"), Open: c.Bool("open")}
			switch {
			case c.Bool("stdio") && (c.IsSet("port") || o.Open):
				return app.Usagef("--stdio opens no port and no page: leave out --port and --open")
			case o.Port < 0 || o.Port > 65535:
				return app.Usagef("--port must be 0 to 65535, not %d", o.Port)
			}
			o.Seed = app.SeedOf(c, std)
			if c.Bool("stdio") {
				return serving.Serve(c.Context, std, o)
			}
			return serving.Open(c.Context, std, o)
		},
	}
}
