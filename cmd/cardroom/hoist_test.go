package main

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// hoistApp has one command of each kind that matters: flags with and without
// value, a flag named by a digit, no flags, and flags left alone.
func hoistApp() (*cli.App, []cli.Flag) {
	shared := []cli.Flag{
		&cli.StringFlag{Name: "format", Aliases: []string{"f"}},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}},
	}
	run := append([]cli.Flag{&cli.IntFlag{Name: "hands"}, &cli.Uint64Flag{Name: "seed"}, &cli.StringSliceFlag{Name: "set"}}, shared...)
	return &cli.App{
		Name: "cardroom",
		Commands: []*cli.Command{
			{Name: "run", Flags: run},
			{Name: "odd", Flags: []cli.Flag{&cli.BoolFlag{Name: "7"}}},
			{Name: "raw", SkipFlagParsing: true},
		},
	}, shared
}

func TestHoist(t *testing.T) {
	for _, tt := range []struct {
		name     string
		in, want []string
	}{
		{"nothing", nil, []string{}},
		{"command alone", []string{"run"}, []string{"run", "--"}},
		{"flags before", []string{"run", "--hands", "5", "g"}, []string{"run", "--hands=5", "--", "g"}},
		{"flags after", []string{"run", "g", "--hands", "5"}, []string{"run", "--hands=5", "--", "g"}},
		{"flags between", []string{"run", "a", "--hands", "5", "b"}, []string{"run", "--hands=5", "--", "a", "b"}},
		{"equals sign", []string{"run", "g", "--hands=5"}, []string{"run", "--hands=5", "--", "g"}},
		{"value with equals sign", []string{"run", "g", "--set", "cap=4"}, []string{"run", "--set=cap=4", "--", "g"}},
		{"empty value", []string{"run", "g", "--format="}, []string{"run", "--format=", "--", "g"}},
		{"empty argument", []string{"run", ""}, []string{"run", "--", ""}},
		{"one dash", []string{"run", "g", "-hands", "5"}, []string{"run", "--hands=5", "--", "g"}},
		{"alias", []string{"run", "g", "-f", "json"}, []string{"run", "--f=json", "--", "g"}},
		{"bool takes no value", []string{"run", "--quiet", "g"}, []string{"run", "--quiet", "--", "g"}},
		{"bool with a value", []string{"run", "--quiet=false", "g"}, []string{"run", "--quiet=false", "--", "g"}},
		{"twice", []string{"run", "--set", "a=1", "g", "--set", "b=2"}, []string{"run", "--set=a=1", "--set=b=2", "--", "g"}},
		{"dash is an argument", []string{"run", "-", "--quiet"}, []string{"run", "--quiet", "--", "-"}},
		{"dash is a value", []string{"run", "g", "--format", "-"}, []string{"run", "--format=-", "--", "g"}},
		{"negative argument", []string{"run", "-5", "-.5", "--quiet"}, []string{"run", "--quiet", "--", "-5", "-.5"}},
		{"negative value", []string{"run", "--seed", "-5"}, []string{"run", "--seed=-5", "--"}},
		{"digit that is a flag", []string{"odd", "x", "-7"}, []string{"odd", "--7", "--", "x"}},
		{"end of flags", []string{"run", "--quiet", "--", "--hands", "5"}, []string{"run", "--quiet", "--", "--hands", "5"}},
		{"second end of flags is an argument", []string{"run", "--", "a", "--", "b"}, []string{"run", "--", "a", "--", "b"}},
		{"before the command", []string{"--format", "json", "run", "g"}, []string{"run", "--format=json", "--", "g"}},
		{"before and after", []string{"-q", "run", "g", "--hands", "1"}, []string{"run", "--q", "--hands=1", "--", "g"}},
		{"end of flags before the command", []string{"--", "run", "g"}, []string{"run", "--", "g"}},
		{"global", []string{"--version"}, []string{"--version"}},
		{"help after arguments", []string{"run", "g", "--help"}, []string{"run", "--help"}},
		{"help and more", []string{"run", "--hands", "5", "-h", "g"}, []string{"run", "--help"}},
		{"help as an argument", []string{"run", "--", "--help"}, []string{"run", "--", "--help"}},
		{"help as a value", []string{"run", "--format", "help"}, []string{"run", "--format=help", "--"}},
		{"flags left alone", []string{"raw", "--what", "-x", "--"}, []string{"raw", "--what", "-x", "--"}},
		{"unknown command keeps its words", []string{"rum", "--what"}, []string{"rum", "--what"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, shared := hoistApp()
			got, err := hoist(app, shared, tt.in)
			if err != nil {
				t.Fatalf("hoist(%q): %v", tt.in, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("hoist(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestHoistErrors(t *testing.T) {
	for _, tt := range []struct {
		in                  []string
		command, text, hint string
	}{
		{[]string{"run", "g", "--hand", "5"}, "cardroom run", "unknown flag --hand", "did you mean --hands?"},
		{[]string{"run", "g", "--sed=5"}, "cardroom run", "unknown flag --sed", "did you mean --seed?"},
		{[]string{"run", "g", "-x"}, "cardroom run", "unknown flag -x", ""},
		{[]string{"run", "g", "---hands", "5"}, "cardroom run", "unknown flag ---hands", "did you mean --hands?"},
		{[]string{"run", "g", "--completely-different"}, "cardroom run", "unknown flag --completely-different", ""},
		{[]string{"run", "g", "--hands"}, "cardroom run", "--hands needs a value", ""},
		{[]string{"run", "--hands", "--quiet", "g"}, "cardroom run", "--hands needs a value", ""},
		{[]string{"run", "--hands", "--", "g"}, "cardroom run", "--hands needs a value", ""},
		{[]string{"odd", "--seed", "1"}, "cardroom odd", "unknown flag --seed", ""},
		{[]string{"--quiet", "odd"}, "cardroom odd", "unknown flag --quiet", ""},
		{[]string{"--verison"}, "cardroom", "unknown flag --verison", "did you mean --version?"},
	} {
		app, shared := hoistApp()
		_, err := hoist(app, shared, tt.in)
		var u *usageError
		if !errors.As(err, &u) {
			t.Errorf("hoist(%q) = %v, want a usage error", tt.in, err)
			continue
		}
		if u.command != tt.command || u.text != tt.text || u.hint != tt.hint {
			t.Errorf("hoist(%q) = %q %q %q, want %q %q %q", tt.in, u.command, u.text, u.hint, tt.command, tt.text, tt.hint)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"games", "rules", "run", "replay", "completion"}
	for word, want := range map[string]string{
		"rum": "run", "gmaes": "games", "repaly": "replay", "rule": "rules", "comp": "completion", "g": "",
		"xyz": "", "": "", "banana": "", "RUN": "run",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
