package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/starter"

	"github.com/urfave/cli/v2"
)

func newNew() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "new",
			Usage:     "start a new game: a script, its tests and a README",
			ArgsUsage: "NAME",
			Category:  app.SectionWrite,
			Description: `Makes the folder NAME with a game that you can play at once, tests that pass, and a README. NAME consists of lower-case letters, digits and hyphens, and can have a path in front: games/my-game.

With --from the new game is a variant of a house's game. An existing folder must be empty.`,
			Flags: app.Flags(newRows),
		},
		Scripts: true,
		Examples: []app.Example{
			{Line: "cardroom new my-game", Shows: "a game of your own"},
			{Line: "cardroom new my-holdem --from angies/holdem", Shows: "a variant of a house's game"},
		},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			dir, err := app.OneArgument(c, "NAME")
			if err != nil {
				return err
			}
			o := starter.Options{Dir: dir}
			if _, err := app.Read(c, newRows, &o); err != nil {
				return err
			}
			return starter.New(c.Context, std, o)
		},
	}
}

var newRows = []params.Row[starter.Options]{
	{Param: &params.Param{Name: "from", Doc: "start from `GAME`, such as angies/holdem", Shown: "a hold'em variant"}, At: func(o *starter.Options) any { return &o.From }},
}
