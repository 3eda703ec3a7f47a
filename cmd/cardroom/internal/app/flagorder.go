//go:build !js

package app

import (
	"regexp"
	"slices"
	"strings"

	"cardroom/engine/diag"

	"github.com/urfave/cli/v2"
)

// reorderFlags puts a command line into the only order that urfave/cli understands:
//
//	[global flags] COMMAND [flags] -- [arguments]
//
// The library stops parsing flags at the first argument and silently treats the rest
// as arguments, so "run GAME --seed 1" would run without a seed. Users may write flags
// before the command, and before or after its arguments. The rules:
//
//   - "--" ends the flags; everything after it is an argument, whatever it looks like.
//   - "-" is an argument (standard input) or a value.
//   - A negative number is an argument unless a flag has that name.
//   - A boolean flag takes no value: in "--quiet GAME" GAME is an argument.
//   - Any other flag takes what follows "=" in the same word, or else the next word.
//     The next word may begin with a dash if it is not itself a flag.
//   - An unknown flag is an error that suggests the nearest flag.
//
// A help flag anywhere before "--" overrides everything else.
func reorderFlags(app *cli.App, shared []cli.Flag, args []string) ([]string, error) {
	before, rest, err := scan(args, scope{name: "cardroom", flags: slices.Concat(builtIn, shared), stopAtWord: true})
	if err != nil {
		return nil, err
	}
	var global, moved []given
	for _, g := range before {
		if (scope{flags: builtIn}).lookup(g.name) != nil {
			global = append(global, g)
		} else {
			moved = append(moved, g)
		}
	}
	if len(rest.arguments) == 0 {
		return words(global), nil
	}
	cmd := app.Command(rest.arguments[0])
	if cmd == nil && strings.HasPrefix(rest.arguments[0], "-") { // it followed "--" and is no flag
		return append(append(words(global), "--"), rest.arguments...), nil
	}
	if cmd == nil || cmd.SkipFlagParsing {
		return append(words(global), rest.arguments...), nil
	}
	sc := scope{name: app.Name + " " + cmd.Name, flags: slices.Concat(cmd.Flags, []cli.Flag{helpFlag})}
	for _, g := range moved {
		if sc.lookup(g.name) == nil {
			return nil, sc.unknown(dashed(g.name), g.name)
		}
	}
	flags, tail, err := scan(rest.arguments[1:], sc)
	if err != nil {
		return nil, err
	}
	flags = append(moved, flags...)
	if slices.ContainsFunc(flags, func(g given) bool {
		return slices.Contains(helpFlag.Names(), g.name)
	}) {
		return []string{cmd.Name, "--help"}, nil
	}
	line := append(words(global), cmd.Name)
	line = append(line, words(flags)...)
	return append(append(line, "--"), tail.arguments...), nil
}

// given is one flag as typed: its name without dashes, and its value if it has one.
type given struct {
	name, value string
	hasValue    bool
}

// word formats a flag so that its value cannot be mistaken for anything else.
func (g given) word() string {
	if !g.hasValue {
		return "--" + g.name
	}
	return "--" + g.name + "=" + g.value
}

func words(flags []given) []string {
	out := make([]string, 0, len(flags))
	for _, g := range flags {
		out = append(out, g.word())
	}
	return out
}

// scope describes what may be written in one part of the command line.
type scope struct {
	name  string // the program or command, for errors: "cardroom run"
	flags []cli.Flag
	// stopAtWord stops the scan at the first argument, which is the command.
	stopAtWord bool
}

type remainder struct{ arguments []string }

// aloneFlag is a flag that has a value even if none follows it.
type aloneFlag struct {
	*cli.StringFlag
	value string
}

// scan separates words into flags and arguments.
func scan(args []string, sc scope) ([]given, remainder, error) {
	var flags []given
	var rest remainder
	for i := 0; i < len(args); i++ {
		switch word := args[i]; {
		case word == "--":
			rest.arguments = append(rest.arguments, args[i+1:]...)
			return flags, rest, nil
		case sc.isArgument(word):
			if sc.stopAtWord {
				rest.arguments = args[i:]
				return flags, rest, nil
			}
			rest.arguments = append(rest.arguments, word)
		default:
			g, used, err := sc.flag(word, args[i+1:])
			if err != nil {
				return nil, rest, err
			}
			flags = append(flags, g)
			i += used
		}
	}
	return flags, rest, nil
}

var negativeNumber = regexp.MustCompile(`^-\.?[0-9]`)

func (sc scope) isArgument(word string) bool {
	if len(word) < 2 || word[0] != '-' {
		return true
	}
	return negativeNumber.MatchString(word) && sc.lookup(word[1:2]) == nil
}

// flag parses one flag; used is 1 if the flag took the next word as its value.
func (sc scope) flag(word string, next []string) (g given, used int, err error) {
	g = parseFlag(word)
	f := sc.lookup(g.name)
	switch {
	case f == nil:
		return g, 0, sc.unknown(word, g.name)
	case g.hasValue || !TakesValue(f):
		return g, 0, nil
	case len(next) == 0 || sc.isFlag(next[0]):
		if alone, ok := f.(*aloneFlag); ok {
			g.value, g.hasValue = alone.value, true
			return g, 0, nil
		}
		return g, 0, sc.fault(dashed(g.name)+" needs a value", "")
	}
	g.value, g.hasValue = next[0], true
	return g, 1, nil
}

func parseFlag(word string) given {
	name := strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	name, value, hasValue := strings.Cut(name, "=")
	return given{name, value, hasValue}
}

// isFlag reports whether a word that follows a flag is itself a flag and not a value:
// in "--hands --seats 6" the number of hands is missing, in "--seed -5" nothing is
// missing.
func (sc scope) isFlag(word string) bool {
	return word == "--" || len(word) > 1 && word[0] == '-' && sc.lookup(parseFlag(word).name) != nil
}

func (sc scope) lookup(name string) cli.Flag {
	for _, f := range sc.flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func (sc scope) unknown(word, name string) error {
	word, _, _ = strings.Cut(word, "=")
	hint := ""
	var all []string
	for _, f := range sc.flags {
		for _, n := range f.Names() {
			if len(n) > 1 {
				all = append(all, n)
			}
		}
	}
	if best := diag.Meant(name, all); best != "" {
		hint = "did you mean " + dashed(best) + "?"
	}
	return sc.fault("unknown flag "+word, hint)
}

// fault returns a usage error for this part of the command line.
func (sc scope) fault(msg, hint string) error {
	e := UsageHint(msg, hint)
	e.Command = sc.name
	return e
}

// FlagOf returns the flag that a word of a command line names, such as "--seed=1" or
// "-q", or nil.
func FlagOf(flags []cli.Flag, word string) cli.Flag {
	return scope{flags: flags}.lookup(parseFlag(word).name)
}

func TakesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return !ok || d.TakesValue()
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
