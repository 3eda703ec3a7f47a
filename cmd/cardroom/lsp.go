package main

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/langserver"
	"cardroom/cmd/cardroom/internal/params"

	"github.com/urfave/cli/v2"
)

func newLsp() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:     "lsp",
			Usage:    "serve an editor: faults, completion, explanations",
			Category: app.SectionWrite,
			Description: `Speaks the Language Server Protocol over standard input and output. An editor starts it: faults appear as you type, in the words of 'cardroom check', and the editor completes words, explains them, finds where names come from, renames them, formats scripts and deals hands.

'cardroom help editors' says how to set up an editor.`,
			Flags: app.Flags([]params.Row[struct{}]{
				{Param: &params.Param{Name: "stdio", Doc: "talk over standard input and output (the default)", Section: params.Advanced}, At: func(*struct{}) any { return params.Truth }},
			}),
		},
		Examples: []app.Example{
			{Line: "cardroom lsp", Shows: "what an editor starts; it ends with the editor"},
		},
		Scripts: true,
		Topic:   "editors",
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return langserver.Serve(c.Context, std, func(ctx context.Context, std *app.IO, words []string) int { return run(ctx, std, words) })
		},
	}
}
