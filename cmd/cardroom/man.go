package main

import (
	"embed"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/equity"
	"cardroom/engine/rank"

	"github.com/urfave/cli/v2"
)

// newMan returns the command "cardroom man"; page returns the manual page of all
// commands, including this one.
func newMan(page func() string) *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "man"},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if err := app.NoArgument(c); err != nil {
				return err
			}
			std.Stdout.Verbatim([]byte(page()))
			return nil
		},
	}
}

// Each command has a section in commands.txt: its name with its arguments, its use in a line, the section of the help, what it does, and
// examples, each with what it shows. The rest of its help is manual/NAME.txt, which not every command has.
var (
	//go:embed commands.txt
	commandTexts string
	//go:embed manual/*.txt
	manuals embed.FS
)

// describe sets the texts of the commands' help.
func describe(commands []*app.Command) {
	facts := strings.NewReplacer("{ending}", equity.Ending, "{rankings}", strings.Join(rank.Names(), ", "))
	for _, section := range strings.Split("\n"+commandTexts, "\n# ")[1:] {
		head, rest, _ := strings.Cut(section, "\n\n")
		does, examples, _ := strings.Cut(rest, "\n\nExamples:\n")
		lines := strings.Split(head, "\n")
		name, arguments, _ := strings.Cut(lines[0], " ")
		i := slices.IndexFunc(commands, func(c *app.Command) bool { return c.Name == name })
		if i < 0 {
			continue // a program without it
		}
		c := commands[i]
		c.ArgsUsage, c.Usage, c.Category, c.Description = arguments, lines[1], lines[2], facts.Replace(does)
		for example := range strings.Lines(examples) {
			line, shows, _ := strings.Cut(strings.TrimSpace(example), "  ")
			c.Examples = append(c.Examples, app.Example{Line: line, Shows: shows})
		}
		text, _ := manuals.ReadFile("manual/" + name + ".txt")
		c.Manual = string(text)
	}
}
