package main

import (
	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

func newVersion() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "version"},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if err := app.NoArgument(c); err != nil {
				return err
			}
			std.Stdout.Printf("cardroom %s\n", std.Version)
			return nil
		},
	}
}
