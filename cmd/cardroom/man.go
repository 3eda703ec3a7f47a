package main

import (
	"embed"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

// newMan returns the command "cardroom man"; page returns the manual page of all
// commands, including this one.
func newMan(page func() string) *app.Command {
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
			std.Stdout.Verbatim([]byte(page()))
			return nil
		},
	}
}

//go:embed manual/*.txt
var manuals embed.FS

// manual returns manual/NAME.txt, which 'cardroom help --all NAME' and the manual page
// print after the command's description. Not every command has one.
func manual(command string) string {
	text, err := manuals.ReadFile("manual/" + command + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}
