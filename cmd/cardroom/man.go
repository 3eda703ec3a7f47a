package main

import (
	"context"

	"github.com/urfave/cli/v2"
)

func newMan() *command {
	return &command{
		Command: &cli.Command{
			Name:     "man",
			Usage:    "print the manual page",
			Category: sectionShell,
			Description: `Prints the manual page of all commands with their options, for man(1). To have
it in every session:

   cardroom man > ~/.local/share/man/man1/cardroom.1`,
		},
		examples: []example{{"cardroom man", "print the page"}},
		do: func(c *cli.Context, std *IO, _ string) error {
			if err := noArgument(c); err != nil {
				return err
			}
			return man(c.Context, std, c.App)
		},
	}
}

// userCommands is the section of the manual.
const userCommands = 1

// man prints the manual page of the application.
func man(_ context.Context, std *IO, app *cli.App) error {
	described := *app
	described.Description = appText
	page, err := described.ToManWithSection(userCommands)
	if err != nil {
		return err
	}
	std.Stdout.Printf("%s", page)
	return nil
}
