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
			Usage:       "let a program play, by messages in JSON",
			ArgsUsage:   "[SCRIPT...]",
			Category:    app.SectionPlay,
			Description: `Reads a request from each line of standard input and writes an answer: deal hands at many tables, act, look, step back. 'cardroom serve --messages' explains the messages.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "stdio", Usage: "talk over standard input and output", DisableDefaultText: true},
				&cli.BoolFlag{Name: "messages", Usage: "explain the messages, and do nothing else", DisableDefaultText: true},
			},
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom serve --messages", Shows: "what a program can say"},
			{Line: "cardroom serve --stdio --seed 7", Shows: "answer requests such as {\"do\": \"new\", \"game\": \"angies/holdem\"} until the input ends"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			switch {
			case c.Bool("messages"):
				serving.Print(std)
				return nil
			case !c.Bool("stdio"):
				return app.Usagef("serve needs --stdio")
			}
			return serving.Serve(c.Context, std, serving.Options{Games: c.Args().Slice(), Seed: app.SeedOf(c, std)})
		},
	}
}
