package main

import (
	"context"
	"slices"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

func newMan() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:     "man",
			Usage:    "print the manual page",
			Category: app.SectionShell,
			Description: `Prints the manual page of all commands and options, for man(1). To install it:

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
	described.Commands = slices.Clone(program.Commands)
	for i, c := range described.Commands {
		if text := manual(c.Name); text != "" {
			whole := *c
			whole.Description += "\n\n" + text
			described.Commands[i] = &whole
		}
	}
	page, err := described.ToManWithSection(userCommands)
	if err != nil {
		return err
	}
	std.Stdout.Verbatim([]byte(page))
	return nil
}
