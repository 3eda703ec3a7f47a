package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/mcp"
	"cardroom/cmd/cardroom/internal/serving"

	"github.com/urfave/cli/v2"
)

func newMcp() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "mcp",
			Usage:       "give an assistant tools to deal, check and look up",
			ArgsUsage:   "[SCRIPT...]",
			Category:    app.SectionPlay,
			Description: `Speaks the Model Context Protocol over standard input and output. An assistant starts it, and gets tools to list games, read rules, deal hands and act, check scripts, and compute odds. Games of the scripts that you name can be dealt too.`,
		},
		Chance: true,
		Examples: []app.Example{
			{Line: "cardroom mcp", Shows: "what an assistant starts; it ends with the input"},
		},
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return mcp.Serve(c.Context, std, serving.Options{Games: c.Args().Slice(), Seed: app.SeedOf(c, std)})
		},
	}
}
