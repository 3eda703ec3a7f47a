package main

import (
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/complete"

	"github.com/urfave/cli/v2"
)

func newCompletion() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:      "completion",
			Usage:     "print a shell completion script",
			ArgsUsage: "bash|zsh|fish|powershell",
			Category:  app.SectionShell,
			Description: `Prints a script that completes commands, flags, values and names of games. To install it:

 bash        echo 'source <(cardroom completion bash)' >> ~/.bashrc
 zsh         cardroom completion zsh > "${fpath[1]}/_cardroom"
 fish        cardroom completion fish > ~/.config/fish/completions/cardroom.fish
 powershell  cardroom completion powershell >> $PROFILE`,
		},
		Examples: []app.Example{{Line: "cardroom completion bash", Shows: "print the script for bash"}},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			shell, err := app.OneArgument(c, "shell: "+strings.Join(complete.Shells, ", "))
			if err != nil {
				return err
			}
			return complete.Script(c.Context, std, complete.ScriptOptions{Shell: shell})
		},
	}
}
