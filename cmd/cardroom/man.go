package main

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

func newMan() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:     "man",
			Usage:    "print the manual page",
			Category: app.SectionShell,
			Description: `Prints the manual page of all commands with their options, for man(1). To have
it in every session:

   cardroom man > ~/.local/share/man/man1/cardroom.1`,
		},
		Examples: []app.Example{{Line: "cardroom man", Shows: "print the page"}},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if err := app.NoArgument(c); err != nil {
				return err
			}
			return man(c.Context, std, c.App)
		},
	}
}

// userCommands is the section of the manual.
const userCommands = 1

// man prints the manual page of the application.
func man(_ context.Context, std *app.IO, program *cli.App) error {
	described := *program
	described.Description = app.About
	page, err := described.ToManWithSection(userCommands)
	if err != nil {
		return err
	}
	std.Stdout.Printf("%s", page)
	return nil
}
