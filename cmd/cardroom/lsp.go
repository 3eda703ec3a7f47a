package main

import (
	"context"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serve"

	"github.com/urfave/cli/v2"
)

func newLsp() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "lsp"},
		Params:  params.Params([]params.Row[struct{}]{{Param: &params.Param{Name: "stdio", Doc: "talk over standard input and output (the default)", Section: params.Advanced}, At: func(*struct{}) any { return params.Truth }}}),
		Scripts: true,
		Topic:   "editors",
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			return serve.LSP(c.Context, std, func(ctx context.Context, std *app.IO, words []string) int { return run(ctx, std, words) })
		},
	}
}
