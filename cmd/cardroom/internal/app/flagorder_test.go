package app

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/testkit"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// flagApp returns an app with one command of each relevant kind: flags with and
// without a value, a flag named by a digit, no flags, and unparsed flags.
func flagApp() (*cli.App, []cli.Flag) {
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

func TestReorderFlags(t *testing.T) {
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
			app, shared := flagApp()
			got, err := reorderFlags(app, shared, tt.in)
			if err != nil {
				t.Fatalf("reorderFlags(%q): %v", tt.in, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("reorderFlags(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestReorderFlagsErrors(t *testing.T) {
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
		app, shared := flagApp()
		_, err := reorderFlags(app, shared, tt.in)
		u := diag.AsUsage(err)
		if u == nil {
			t.Errorf("reorderFlags(%q) = %v, want a usage error", tt.in, err)
			continue
		}
		if u.Command != tt.command || u.Msg != tt.text || u.Hint != tt.hint {
			t.Errorf("reorderFlags(%q) = %q %q %q, want %q %q %q", tt.in, u.Command, u.Msg, u.Hint, tt.command, tt.text, tt.hint)
		}
	}
}

// FuzzHoist checks that a hoisted command line does not change when hoisted again, and
// that no argument is lost, added or moved before another.
func FuzzHoist(f *testing.F) {
	for _, text := range []string{
		"run\ng\n--hands\n5", "--format\njson\nrun\ng", "run\n-5\n-.5\n--quiet", "odd\nx\n-7", "run\n--\na\n--\nb", "run\n--hands\n--seed\n5", "raw\n--x\n-y",
		"--version", "run\n--hands=\n-h", "run\n--hans\n5", "-", "--", "---", "-=", "run\n-\n--=x", "run\n\xff\n--\xff",
	} {
		f.Add(text)
	}
	app, shared := flagApp()
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Split(text, "\n")
		testkit.TextBounds.Within(t, len(text), func() {
			line, err := reorderFlags(app, shared, args)
			if err != nil {
				if u := diag.AsUsage(err); u == nil || u.Msg == "" {
					t.Fatalf("%T: %v", err, err)
				}
				return
			}
			again, err := reorderFlags(app, shared, line)
			if err != nil || !slices.Equal(again, line) {
				t.Fatalf("%q is %q, and that is %q (%v)", args, line, again, err)
			}
			if i := slices.Index(line, "--"); i >= 0 {
				inOrder(t, args, line[i+1:])
			}
		})
	})
}

// inOrder fails the test if the words in some do not occur in all, in the same order.
func inOrder(t *testing.T, all, some []string) {
	t.Helper()
	rest := all
	for _, w := range some {
		i := slices.Index(rest, w)
		if i < 0 {
			t.Fatalf("%q are not in the order of %q", some, all)
		}
		rest = rest[i+1:]
	}
}
