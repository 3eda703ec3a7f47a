package main

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/dapserver"

	"github.com/urfave/cli/v2"
)

func newDap() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:     "dap",
			Usage:    "serve the debugger of an editor",
			Category: app.SectionWrite,
			Description: `Speaks the Debug Adapter Protocol over standard input and output. An editor starts it. It launches a game ("game", "seats", "stakes", "policy", "seed", "hand", "options") or a test ("test", "run"), and steps forward and back. Function breakpoints name functions, or places in the plan: step:draw, event:shown, turn:3. Data breakpoints watch the pot, a stack or any expression of the table.

'cardroom help debugging' says how debugging a hand works.`,
		},
		Examples: []app.Example{
			{Line: "cardroom dap", Shows: "what an editor starts; it ends with the editor"},
		},
		Scripts: true,
		Topic:   "debugging",
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return dapserver.Serve(c.Context, std)
		},
	}
}
