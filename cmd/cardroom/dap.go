package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/serve"

	"github.com/urfave/cli/v2"
)

func newDap() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "dap"},
		Scripts: true,
		Topic:   "debugging",
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return serve.DAP(c.Context, std)
		},
	}
}
