package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/serve"

	"github.com/urfave/cli/v2"
)

func newMcp() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "mcp"},
		Chance:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return serve.MCP(c.Context, std, serve.Options{Games: c.Args().Slice(), Seed: app.SeedOf(c, std)})
		},
	}
}
