package main

import (
	"runtime/debug"

	"cardroom/cmd/cardroom/internal/app"

	"github.com/urfave/cli/v2"
)

func newVersion() *app.Command {
	return &app.Command{
		Command: &cli.Command{
			Name:        "version",
			Usage:       "print the version, the commit and the Go version",
			Category:    app.SectionShell,
			Description: `Prints the version of cardroom, the commit it was built from, and the version of Go.`,
		},
		Examples: []app.Example{{Line: "cardroom version", Shows: "for a bug report"}},
		Do: func(c *cli.Context, std *app.IO, _ string) error {
			if err := app.NoArgument(c); err != nil {
				return err
			}
			std.Stdout.Printf("cardroom %s\n", std.Version)
			return nil
		},
	}
}

// version returns the version in one line: that of the module, the commit with its date if the build has them, and that of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	const short = 12 // characters of a commit
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := info.Main.Version
	if text == "" {
		text = "(devel)"
	}
	if commit := settings["vcs.revision"]; commit != "" {
		text += ", commit " + commit[:min(short, len(commit))]
		if when := settings["vcs.time"]; when != "" {
			text += " of " + when
		}
		if settings["vcs.modified"] == "true" {
			text += " with changes"
		}
	}
	return text + ", " + info.GoVersion + " " + settings["GOOS"] + "/" + settings["GOARCH"]
}
