package main

import (
	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

func newVersion() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "version",
			Usage:       "print the version, the commit and the Go version",
			Category:    app.SectionShell,
			Description: `Prints the version of cardroom, the commit it was built from, and the version of Go.`,
		},
		Examples: []app.Example{{Line: "cardroom version", Shows: "for a bug report"}},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if err := app.NoArgument(c); err != nil {
				return err
			}
			std.Stdout.Printf("cardroom %s\n", std.Version)
			return nil
		},
	}
}
