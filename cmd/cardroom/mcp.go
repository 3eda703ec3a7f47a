package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/mcp"
	"cardroom/cmd/cardroom/internal/serving"

	"github.com/urfave/cli/v2"
)

func newMcp() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "mcp"},
		Chance:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return mcp.Serve(c.Context, std, serving.Options{Games: c.Args().Slice(), Seed: app.SeedOf(c, std)})
		},
	}
}
